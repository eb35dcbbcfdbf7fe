/* Ternion: a position as a board of characters, for the terminal. */
#include "formats/draw/picture.h"
#include "formats/draw/text_board.h"
#include "parse/notation/coords.h"
#include "parse/text/arena.h"

enum {
	CELL_WIDTH = 4
}; /* columns from one cell to the next */

struct sheet {
	const struct rules *rules;
	const struct position *position;
	const struct board_style *style;
	struct strbuf *out;
	const struct names *names;
	enum naming naming;
	unsigned widest;               /* places of the longest row */
	unsigned margin;               /* columns of the names at the left */
	const struct picture *picture; /* for its tones; NULL: no colours */
};

struct row {
	unsigned len;
	cell at[FILES_MAX]; /* from the left */
};

/* The cells of a rank as the seat counts them, in the order of its letters. */
static struct row
cells_of(const struct sheet *sheet, unsigned rank)
{
	struct row row = { 0, { 0 } };

	for (unsigned file = 0; file < FILES_MAX; file++) {
		cell c = board_at_seat(
		    &sheet->rules->board, sheet->style->seat, file, rank);

		if (c != CELL_NONE)
			row.at[row.len++] = c;
	}
	return row;
}

/*
 * The cells of a rank as they lie side by side. On segments that is not the
 * order of the letters: the row goes on from its end with the first letter to
 * the other, along the way on which there is a next cell.
 */
static struct row
find_row(const struct sheet *sheet, unsigned rank)
{
	const struct board *board = &sheet->rules->board;
	struct row letters = cells_of(sheet, rank), row = { 0, { 0 } };
	unsigned way = MESH_RIGHT;
	cell c;

	if (!board->turns || letters.len == 0)
		return letters;
	for (unsigned i = 0; i < letters.len; i++) {
		c = letters.at[i];
		way = board->step[c][MESH_LEFT] == CELL_NONE
		    ? (unsigned)MESH_RIGHT
		    : (unsigned)MESH_LEFT;
		if (board->step[c][way ^ MESH_LEFT ^ MESH_RIGHT] == CELL_NONE)
			break;
	}
	while (c != CELL_NONE && row.len < FILES_MAX) {
		row.at[row.len++] = c;
		c = board_next(board, c, &way);
	}
	return row;
}

/* Places of a row from its first cell to its last, those without a cell
 * included. */
static unsigned
row_width(const struct sheet *sheet, const struct row *row)
{
	const uint8_t *missing =
	    sheet->rules->board.missing[sheet->style->seat];

	return row->len + missing[row->at[row->len - 1]];
}

/* What stands before a piece: x if it is nobody's, its owner's letter if that
 * is another's than its own, + if it is promoted. */
static char
status_board_text_of(const struct variant *variant, uint8_t piece)
{
	if (piece_owner(piece) == PLAYER_NONE)
		return 'x';
	if (piece_owner(piece) != piece_colour(piece))
		return variant->colours[piece_owner(piece)];
	return piece & PIECE_PROMOTED ? '+' : ' ';
}

/*
 * Colours, of the 256 that terminals have: cells as in drawings, and on them
 * each piece in letters and on a ground of its owner's, so that it is read on
 * all cells; one that is nobody's is dim.
 */

static const unsigned char tones[] = { 230, 180, 137, 95, 188, 145 };

static const char dim[] = "\033[38;5;238m"; /* dead pieces, empty cells */
static const char plain[] = "\033[0m";

static const char *
ink_of(char colour)
{
	static const struct {
		char colour;
		const char *ink;
	} inks[] = {
		{ 'w', "\033[1;38;5;16;48;5;231m" },
		{ 'b', "\033[1;38;5;231;48;5;16m" },
		{ 'r', "\033[1;38;5;231;48;5;160m" },
		{ 'g', "\033[1;38;5;16;48;5;248m" },
	};
	size_t i = 0;

	while (
	    i + 1 < sizeof(inks) / sizeof(inks[0]) && inks[i].colour != colour)
		i++;
	return inks[i].ink;
}

static void
put_tone(const struct sheet *sheet, cell c)
{
	if (sheet->picture != NULL)
		strbuf_printf(sheet->out, "\033[48;5;%um",
		    tones[sheet->picture->tone[c]]);
}

/* What stands in colours up to the end of the cell, which is a blank. */
static void
end_tone(const struct sheet *sheet, cell c)
{
	if (sheet->picture == NULL)
		return;
	strbuf_puts(sheet->out, plain);
	put_tone(sheet, c);
	strbuf_char(sheet->out, ' ');
	strbuf_puts(sheet->out, plain);
}

/* A piece is its colour and its letter, in the ink of its owner. */
static void
put_ink(const struct sheet *sheet, unsigned owner)
{
	if (sheet->picture == NULL)
		return;
	strbuf_puts(sheet->out,
	    owner < PLAYERS ? ink_of(sheet->rules->variant->colours[owner])
			    : dim);
}

static void
put_board_text_piece(const struct sheet *sheet, cell c)
{
	static const char *const symbols[] = { "", "\xe2\x99\x9f",
		"\xe2\x99\x9e", "\xe2\x99\x9d", "\xe2\x99\x9c", "\xe2\x99\x9b",
		"\xe2\x99\x9a", NULL };
	static const char usual[] = " PNBRQKO";
	const struct variant *variant = sheet->rules->variant;
	uint8_t piece = sheet->position->at[c];
	enum kind kind = piece_kind(piece);

	put_tone(sheet, c);
	if (kind == KIND_NONE) {
		put_ink(sheet, PLAYER_NONE);
		strbuf_puts(
		    sheet->out, sheet->style->unicode ? "  \xc2\xb7" : "  .");
		return;
	}
	/* What is said of a piece is said on the cell. */
	if (sheet->picture != NULL)
		strbuf_puts(sheet->out, dim);
	strbuf_char(sheet->out, status_board_text_of(variant, piece));
	put_ink(sheet, piece_owner(piece));
	strbuf_char(sheet->out, variant->colours[piece_colour(piece)]);
	/* The symbols are of the pieces that have these letters elsewhere. */
	if (sheet->style->unicode && variant->letters[kind] == usual[kind] &&
	    symbols[kind] != NULL)
		strbuf_puts(sheet->out, symbols[kind]);
	else
		strbuf_puts(
		    sheet->out, names_letter(sheet->names, variant, kind));
}

static void
put_spaces(const struct sheet *sheet, unsigned count)
{
	while (count-- > 0)
		strbuf_char(sheet->out, ' ');
}

static const char *
name_board_text_cell(
    const struct sheet *sheet, cell c, char name[CELL_NAME_MAX])
{
	return coords_name(
	    &sheet->rules->board, sheet->naming, sheet->style->seat, c, name);
}

static void
put_board_text_row(const struct sheet *sheet, unsigned rank)
{
	const struct board *board = &sheet->rules->board;
	const uint8_t *missing = board->missing[sheet->style->seat];
	struct row row = find_row(sheet, rank);
	unsigned passed = 0;
	char name[CELL_NAME_MAX];

	name_board_text_cell(sheet, row.at[0], name);
	/* On hexes rows are centred: each is half a cell off the next. */
	if (!board->upright)
		put_spaces(sheet,
		    (sheet->widest - row_width(sheet, &row)) * CELL_WIDTH / 2);
	put_spaces(sheet, sheet->margin - (unsigned)strlen(name));
	strbuf_puts(sheet->out, name);
	for (unsigned i = 0; i < row.len; i++) {
		cell c = row.at[i];

		/* In colours the blank before a cell is the end of the other.
		 */
		put_spaces(sheet, (missing[c] - passed) * CELL_WIDTH);
		if (sheet->picture == NULL || i == 0)
			put_spaces(sheet, CELL_WIDTH - 3);
		passed = missing[c];
		put_board_text_piece(sheet, c);
		end_tone(sheet, c);
	}
	strbuf_puts(sheet->out, sheet->picture == NULL ? "  " : " ");
	strbuf_puts(
	    sheet->out, name_board_text_cell(sheet, row.at[row.len - 1], name));
	strbuf_char(sheet->out, '\n');
}

/* Whether the places of two rows, which are as long, have the same letters, one
 * by one. */
static bool
are_aligned(const struct board *board, const struct row *a, const struct row *b)
{
	for (unsigned i = 0; i < a->len; i++)
		if (board->name[a->at[i]].file != board->name[b->at[i]].file)
			return false;
	return true;
}

/* On segments letters do not stand above one another all the way: a line of
 * them stands above each row that has others than the one above it. */
static void
put_board_text_letters(const struct sheet *sheet, unsigned rank)
{
	const struct board *board = &sheet->rules->board;
	struct row row = find_row(sheet, rank);
	struct row above = find_row(sheet, rank + 1);
	char first =
	    sheet->naming == NAMING_UPPER || sheet->naming == NAMING_SECTOR
	    ? 'A'
	    : 'a';

	if (!board->turns ||
	    (above.len > 0 && are_aligned(board, &row, &above)))
		return;
	put_spaces(sheet, sheet->margin);
	for (unsigned i = 0; i < row.len; i++) {
		put_spaces(sheet, CELL_WIDTH - 1);
		strbuf_char(
		    sheet->out, (char)(first + board->name[row.at[i]].file));
	}
	strbuf_char(sheet->out, '\n');
}

static void
put_board_text_turn(const struct sheet *sheet)
{
	const struct variant *variant = sheet->rules->variant;
	const struct position *position = sheet->position;
	struct outcome outcome;

	rules_outcome(sheet->rules, position, &outcome);
	if (outcome.ending != ENDING_NONE) {
		strbuf_printf(
		    sheet->out, "The game is over: %s\n", outcome.result);
		return;
	}
	strbuf_printf(sheet->out, "Move %lu, %s to move%s\n",
	    (unsigned long)position->number,
	    variant->players[position->to_move],
	    position->checks[position->to_move] != 0 ? ", in check" : "");
}

void
board_write(const struct rules *rules, const struct position *position,
    const struct board_style *style, struct strbuf *out)
{
	static const struct names usual = { NULL, NULL, 0 };
	const struct names *names =
	    style->names != NULL ? style->names : &usual;
	struct sheet sheet = { rules, position, style, out, names,
		names_naming(names, rules->variant), 0, 4, NULL };
	struct picture *picture = NULL;
	unsigned rows = 0;
	struct row row;
	char name[CELL_NAME_MAX];

	while ((row = find_row(&sheet, rows + 1)).len > 0) {
		unsigned width = row_width(&sheet, &row);
		size_t len =
		    strlen(name_board_text_cell(&sheet, row.at[0], name));

		rows++;
		if (len >= sheet.margin)
			sheet.margin = (unsigned)len + 1;
		if (width > sheet.widest)
			sheet.widest = width;
	}
	if (style->colour) {
		picture = mem_alloc(sizeof(*picture));
		picture_draw(picture, &rules->board, style->seat);
		sheet.picture = picture;
	}
	for (; rows > 0; rows--) {
		put_board_text_letters(&sheet, rows);
		put_board_text_row(&sheet, rows);
	}
	mem_free(picture);
	put_board_text_turn(&sheet);
}
