/* Ternion: a position as a board of characters, for the terminal. */
#include "formats/draw/picture.h"
#include "formats/draw/text_board.h"
#include "formats/draw/theme.h"
#include "parse/text/memory.h"
#include "rules/moves/make_move.h"

#define CELL_WIDTH 4 /* columns from one cell to the next */

/* A board while it is written. */
struct text_board {
	const struct rules *rules;
	const struct position *position;
	const struct board_style *style;
	struct strbuf *out;
	const struct names *names;
	const struct naming *naming;
	/* For each cell, how many places of its row before it are empty. */
	const uint8_t *missing;
	unsigned widest;               /* places of the longest row */
	unsigned margin;               /* columns of the names at the left */
	const struct picture *picture; /* has the tones; NULL: no colours */
	struct snapshot snapshot;
	struct cellset marked;
};

struct board_row {
	unsigned len;
	unsigned width;     /* places from the first cell to the last */
	cell at[FILES_MAX]; /* from the left */
};

/* The cells of a rank from left to right. On segments they do not follow the
 * letters: the row begins at the end with the first letter, in the direction in
 * which there is a next cell. */
static struct board_row
find_row(const struct text_board *text, unsigned rank)
{
	const struct board *board = &text->rules->board;
	struct board_row row = { 0, 0, { 0 } };
	unsigned way = MESH_RIGHT;
	cell c;

	for (unsigned file = 0; file < FILES_MAX; file++) {
		c = board_at_seat(board, text->style->seat, file, rank);
		if (c != CELL_NONE)
			row.at[row.len++] = c;
	}
	for (unsigned i = 0; board->turns && i < row.len; i++) {
		c = row.at[i];
		way = board->step[c][MESH_LEFT] == CELL_NONE
		    ? (unsigned)MESH_RIGHT
		    : (unsigned)MESH_LEFT;
		if (board->step[c][way ^ MESH_LEFT ^ MESH_RIGHT] == CELL_NONE)
			break;
	}
	if (board->turns && row.len > 0)
		for (row.len = 0; c != CELL_NONE && row.len < FILES_MAX;
		     c = board_next(board, c, &way))
			row.at[row.len++] = c;
	if (row.len > 0)
		row.width = row.len + text->missing[row.at[row.len - 1]];
	return row;
}

/* Colours of terminals with 256. A piece has letters and a ground in its
 * owner's ink, so it can be read on any cell. */

static const unsigned char tones[] = { 230, 180, 137, 95, 188, 145 };

#define MARKED_TONE 220

static const char dim[] = "\033[38;5;238m"; /* dead pieces, empty cells */
static const char plain[] = "\033[0m";

static bool
is_marked(const struct text_board *text, cell c)
{
	return cellset_has(&text->marked, c);
}

static void
put_tone(const struct text_board *text, cell c)
{
	if (text->picture != NULL)
		strbuf_printf(text->out, "\033[48;5;%um",
		    is_marked(text, c) ? MARKED_TONE
				       : tones[text->picture->tone[c]]);
}

static void
put_ink(const struct text_board *text, unsigned owner)
{
	if (text->picture != NULL)
		strbuf_puts(text->out,
		    owner < PLAYERS
			? theme_ink(THEME_LIGHT, text->rules->variant, owner)
			      ->terminal
			: dim);
}

static void
put_text_piece(const struct text_board *text, cell c)
{
	static const char *const symbols[] = { "", "\xe2\x99\x9f",
		"\xe2\x99\x9e", "\xe2\x99\x9d", "\xe2\x99\x9c", "\xe2\x99\x9b",
		"\xe2\x99\x9a", NULL };
	static const char usual[] = " PNBRQKO";
	const struct variant *variant = text->rules->variant;
	uint8_t piece = text->position->at[c];
	enum kind kind = piece_kind(piece);
	unsigned owner = piece_owner(piece);

	put_tone(text, c);
	if (kind == KIND_NONE) {
		put_ink(text, PLAYER_NONE);
		strbuf_puts(
		    text->out, text->style->unicode ? "  \xc2\xb7" : "  .");
		return;
	}
	if (text->picture != NULL)
		strbuf_puts(text->out, dim);
	strbuf_char(text->out,
	    owner == PLAYER_NONE               ? 'x'
		: owner != piece_colour(piece) ? variant->colours[owner]
		: piece & PIECE_PROMOTED       ? '+'
					       : ' ');
	put_ink(text, owner);
	strbuf_char(text->out, variant->colours[piece_colour(piece)]);
	/* A letter can mean another piece in this game. */
	if (text->style->unicode && variant->letters[kind] == usual[kind] &&
	    symbols[kind] != NULL)
		strbuf_puts(text->out, symbols[kind]);
	else
		strbuf_puts(
		    text->out, names_letter(text->names, variant, kind));
}

static void
put_spaces(const struct text_board *text, unsigned count)
{
	strbuf_printf(text->out, "%*s", (int)count, "");
}

static const char *
name_text_cell(const struct text_board *text, cell c, char name[CELL_NAME_MAX])
{
	return coords_name(
	    &text->rules->board, text->naming, text->style->seat, c, name);
}

/* Puts what stands before cell i of a row: room for missing cells, and a column
 * for the bracket of a marked cell. */
static void
put_edge(const struct text_board *text, const struct board_row *row, unsigned i,
    unsigned missing)
{
	bool closes = i > 0 && is_marked(text, row->at[i - 1]);
	bool opens = i < row->len && is_marked(text, row->at[i]);

	/* With colours each cell ends with a blank of its own. */
	if (text->picture != NULL) {
		put_spaces(
		    text, missing * CELL_WIDTH + (i == 0 || i == row->len));
		return;
	}
	if (missing > 0) {
		strbuf_char(text->out, closes ? ']' : ' ');
		put_spaces(text, missing * CELL_WIDTH - 1);
		closes = false;
	}
	strbuf_char(text->out, closes ? opens ? '|' : ']' : opens ? '[' : ' ');
}

static void
put_text_row(const struct text_board *text, const struct board_row *row)
{
	bool coloured = text->picture != NULL;
	unsigned passed = 0;
	char name[CELL_NAME_MAX];

	name_text_cell(text, row->at[0], name);
	/* Rows of hexes are centred. */
	if (!text->rules->board.upright)
		put_spaces(text, (text->widest - row->width) * CELL_WIDTH / 2);
	put_spaces(text, text->margin - (unsigned)strlen(name));
	strbuf_puts(text->out, name);
	for (unsigned i = 0; i < row->len; i++) {
		cell c = row->at[i];

		put_edge(text, row, i, text->missing[c] - passed);
		passed = text->missing[c];
		put_text_piece(text, c);
		if (coloured) {
			strbuf_puts(text->out, plain);
			put_tone(text, c);
			strbuf_printf(text->out, " %s", plain);
		}
	}
	put_edge(text, row, row->len, 0);
	strbuf_printf(text->out, "%s%s\n", coloured ? "" : " ",
	    name_text_cell(text, row->at[row->len - 1], name));
}

/* On segments the letters of columns change from row to row: puts a line of
 * them above each row whose letters differ from those of the row above. */
static void
put_column_letters(const struct text_board *text, const struct board_row *row,
    const struct board_row *above)
{
	const struct board *board = &text->rules->board;
	bool is_alike = above->len > 0;
	char upper[CELL_NAME_MAX], letter[CELL_NAME_MAX];

	for (unsigned i = 0; i < row->len && is_alike; i++) {
		coords_column(board, text->naming, row->at[i], letter);
		coords_column(board, text->naming, above->at[i], upper);
		is_alike = strcmp(letter, upper) == 0;
	}
	if (!board->turns || is_alike)
		return;
	put_spaces(text, text->margin);
	for (unsigned i = 0; i < row->len; i++) {
		coords_column(board, text->naming, row->at[i], letter);
		strbuf_printf(text->out, "%*s", CELL_WIDTH, letter);
	}
	strbuf_char(text->out, '\n');
}

/* Puts pieces, the strongest first: "; lost Q 2 P". */
static void
put_men(const struct text_board *text, const char *words,
    const uint8_t men[KINDS], struct strbuf *out)
{
	bool begun = false;

	for (unsigned kind = KINDS - 1; kind > KIND_NONE; kind--) {
		if (men[kind] == 0)
			continue;
		if (!begun)
			strbuf_printf(
			    out, "%s%s", out->len > 0 ? "; " : "", words);
		begun = true;
		if (men[kind] > 1)
			strbuf_printf(out, " %u", (unsigned)men[kind]);
		strbuf_printf(out, " %s",
		    names_letter(
			text->names, text->rules->variant, (enum kind)kind));
	}
}

/* Puts whose turn it is, and the facts, hand and losses of each player. */
static void
put_state(const struct text_board *text)
{
	const struct variant *variant = text->rules->variant;
	const struct snapshot *snapshot = &text->snapshot;
	struct position army = *text->position;
	SCRATCH facts = STRBUF_INIT;

	imply_lost(text->rules, &army, text->style->lost ? ~0u : 0);
	if (snapshot->turn == PLAYER_NONE)
		strbuf_printf(text->out, "The game is over: %s\n",
		    snapshot->outcome.result);
	else
		strbuf_printf(text->out, "Move %lu, %s to move\n",
		    (unsigned long)text->position->number,
		    variant->players[text->position->to_move]);
	for (unsigned p = 0; p < PLAYERS; p++) {
		strbuf_reset(&facts);
		snapshot_write_facts(snapshot, variant, p, ", ", &facts);
		put_men(text, "in hand", snapshot->seat[p].own.hand, &facts);
		put_men(text, "lost", army.lost[p], &facts);
		if (facts.len > 0)
			strbuf_printf(text->out, "%s: %.*s\n",
			    variant->players[p], (int)facts.len, facts.ptr);
	}
}

void
board_write(const struct rules *rules, const struct position *position,
    const struct board_style *style, struct strbuf *out)
{
	static const struct names usual = { NULL, NULL, 0 };
	const struct names *names =
	    style->names != NULL ? style->names : &usual;
	struct text_board text = { rules, position, style, out, names,
		names_naming(names, rules->variant),
		rules->board.missing[style->seat], 0, 4, NULL, { 0 },
		{ { 0 } } };
	struct picture *picture = NULL;
	struct board_row row, above = { 0, 0, { 0 } };
	unsigned rows = 0;
	char name[CELL_NAME_MAX];

	snapshot_take(&text.snapshot, rules, position, style->arrival);
	/* The cells of a fault, or those of the last move. */
	for (unsigned i = 0; i < text.snapshot.last_cells; i++)
		cellset_add(&text.marked, text.snapshot.last_cell[i]);
	if (style->marked != NULL)
		text.marked = *style->marked;
	while ((row = find_row(&text, rows + 1)).len > 0) {
		unsigned len =
		    (unsigned)strlen(name_text_cell(&text, row.at[0], name));

		rows++;
		if (len >= text.margin)
			text.margin = len + 1;
		if (row.width > text.widest)
			text.widest = row.width;
	}
	if (style->colour) {
		picture = mem_alloc(sizeof(*picture));
		picture_draw(picture, rules, style->seat, false);
		text.picture = picture;
	}
	for (; rows > 0; rows--, above = row) {
		row = find_row(&text, rows);
		put_column_letters(&text, &row, &above);
		put_text_row(&text, &row);
	}
	mem_free(picture);
	put_state(&text);
}
