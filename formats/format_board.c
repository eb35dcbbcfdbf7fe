/* Ternion: a position as a board of characters, for the terminal. */
#include "coords.h"
#include "format_board.h"

enum {
	CELL_WIDTH = 4
}; /* columns from one cell to the next */

struct sheet {
	const struct rules *rules;
	const struct position *position;
	const struct board_style *style;
	struct strbuf *out;
	unsigned widest; /* places of the longest row */
};

/* The cell in a row of the seat, counted from the left, or CELL_NONE. */
static cell
cell_in(const struct sheet *sheet, unsigned rank, unsigned file)
{
	return board_at_seat(
	    &sheet->rules->board, sheet->style->seat, file, rank);
}

static unsigned
row_length(const struct sheet *sheet, unsigned rank)
{
	unsigned file = 0;

	while (cell_in(sheet, rank, file) != CELL_NONE)
		file++;
	return file;
}

/* Places of a row from its first cell to its last, those without a cell
 * included. */
static unsigned
row_width(const struct sheet *sheet, unsigned rank)
{
	unsigned length = row_length(sheet, rank);

	return length == 0 ? 0
			   : length +
		sheet->rules->board.missing[sheet->style->seat]
					   [cell_in(sheet, rank, length - 1)];
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
		"\xe2\x99\x9a", "O" };
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
	if (sheet->style->unicode && variant->letters[kind] == usual[kind])
		strbuf_puts(sheet->out, symbols[kind]);
	else
		strbuf_char(sheet->out, variant->letters[kind]);
	if (sheet->style->colour)
		strbuf_puts(sheet->out, "\033[0m");
}

static void
put_spaces(const struct sheet *sheet, unsigned count)
{
	while (count-- > 0)
		strbuf_char(sheet->out, ' ');
}

static void
put_row(const struct sheet *sheet, unsigned rank)
{
	const struct board *board = &sheet->rules->board;
	const uint8_t *missing = board->missing[sheet->style->seat];
	unsigned length = row_length(sheet, rank), passed = 0;
	char name[CELL_NAME_MAX];
	cell c = cell_in(sheet, rank, 0);

	coords_name(board, NAMING_ALGEBRAIC, 0, c, name);
	/* On hexes rows are centred: each is half a cell off the next. */
	if (!board->upright)
		put_spaces(sheet,
		    (sheet->widest - row_width(sheet, rank)) * CELL_WIDTH / 2);
	put_spaces(sheet, 4 - (unsigned)strlen(name));
	strbuf_puts(sheet->out, name);
	for (unsigned file = 0; file < length; file++) {
		c = cell_in(sheet, rank, file);
		put_spaces(
		    sheet, (missing[c] - passed) * CELL_WIDTH + CELL_WIDTH - 3);
		passed = missing[c];
		put_piece(sheet, c);
	}
	strbuf_puts(sheet->out, "  ");
	coords_write(board, NAMING_ALGEBRAIC, 0, c, sheet->out);
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
	struct sheet sheet = { rules, position, style, out, 0 };
	unsigned rows = 0, width;

	while ((width = row_width(&sheet, rows + 1)) > 0) {
		rows++;
		if (width > sheet.widest)
			sheet.widest = width;
	}
	while (rows > 0)
		put_row(&sheet, rows--);
	put_turn(&sheet);
}
