/* Ternion: a position as a board of characters, for the terminal. */
#include "parse/notation/coords.h"
#include "formats/draw/text_board.h"

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
	unsigned widest; /* places of the longest row */
	unsigned margin; /* columns of the names at the left */
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
status_of(const struct variant *variant, uint8_t piece)
{
	if (piece_owner(piece) == PLAYER_NONE)
		return 'x';
	if (piece_owner(piece) != piece_colour(piece))
		return variant->colours[piece_owner(piece)];
	return piece & PIECE_PROMOTED ? '+' : ' ';
}

static void
put_piece(const struct sheet *sheet, cell c)
{
	static const char *const symbols[] = { "", "\xe2\x99\x9f",
		"\xe2\x99\x9e", "\xe2\x99\x9d", "\xe2\x99\x9c", "\xe2\x99\x9b",
		"\xe2\x99\x9a", NULL };
	static const char usual[] = " PNBRQKO";
	static const char *const colours[] = { "\033[1;37m", "\033[1;33m",
		"\033[1;34m", "\033[2m" };
	const struct variant *variant = sheet->rules->variant;
	uint8_t piece = sheet->position->at[c];
	enum kind kind = piece_kind(piece);

	if (kind == KIND_NONE) {
		strbuf_puts(
		    sheet->out, sheet->style->unicode ? "  \xc2\xb7" : "  .");
		return;
	}
	strbuf_char(sheet->out, status_of(variant, piece));
	if (sheet->style->colour)
		strbuf_puts(sheet->out, colours[piece_owner(piece)]);
	strbuf_char(sheet->out, variant->colours[piece_colour(piece)]);
	/* The symbols are of the pieces that have these letters elsewhere. */
	if (sheet->style->unicode && variant->letters[kind] == usual[kind] &&
	    symbols[kind] != NULL)
		strbuf_puts(sheet->out, symbols[kind]);
	else
		strbuf_puts(
		    sheet->out, names_letter(sheet->names, variant, kind));
	if (sheet->style->colour)
		strbuf_puts(sheet->out, "\033[0m");
}

static void
put_spaces(const struct sheet *sheet, unsigned count)
{
	while (count-- > 0)
		strbuf_char(sheet->out, ' ');
}

static const char *
name_cell(const struct sheet *sheet, cell c, char name[CELL_NAME_MAX])
{
	return coords_name(
	    &sheet->rules->board, sheet->naming, sheet->style->seat, c, name);
}

static void
put_row(const struct sheet *sheet, unsigned rank)
{
	const struct board *board = &sheet->rules->board;
	const uint8_t *missing = board->missing[sheet->style->seat];
	struct row row = find_row(sheet, rank);
	unsigned passed = 0;
	char name[CELL_NAME_MAX];

	name_cell(sheet, row.at[0], name);
	/* On hexes rows are centred: each is half a cell off the next. */
	if (!board->upright)
		put_spaces(sheet,
		    (sheet->widest - row_width(sheet, &row)) * CELL_WIDTH / 2);
	put_spaces(sheet, sheet->margin - (unsigned)strlen(name));
	strbuf_puts(sheet->out, name);
	for (unsigned i = 0; i < row.len; i++) {
		cell c = row.at[i];

		put_spaces(
		    sheet, (missing[c] - passed) * CELL_WIDTH + CELL_WIDTH - 3);
		passed = missing[c];
		put_piece(sheet, c);
	}
	strbuf_puts(sheet->out, "  ");
	strbuf_puts(sheet->out, name_cell(sheet, row.at[row.len - 1], name));
	strbuf_char(sheet->out, '\n');
}

static void
put_turn(const struct sheet *sheet)
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
		names_naming(names, rules->variant), 0, 4 };
	unsigned rows = 0;
	struct row row;
	char name[CELL_NAME_MAX];

	while ((row = find_row(&sheet, rows + 1)).len > 0) {
		unsigned width = row_width(&sheet, &row);
		size_t len = strlen(name_cell(&sheet, row.at[0], name));

		rows++;
		if (len >= sheet.margin)
			sheet.margin = (unsigned)len + 1;
		if (width > sheet.widest)
			sheet.widest = width;
	}
	while (rows > 0)
		put_row(&sheet, rows--);
	put_turn(&sheet);
}
