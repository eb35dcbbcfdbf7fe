/* Ternion: a player who counts the cells in another way than the notation.
 *
 * He counts from another player's side, which on all boards is a turn, or from
 * the other end: of the row, of the columns of each segment, of the letters or
 * of the numbers. The names of the cells are changed in rules made for this, so
 * that any notation reads its text in the view. */
#include <string.h>

#include "parse/repair/passage.h"

enum flip {
	FLIP_NONE,
	FLIP_ROWS,     /* each row as it is seen from there */
	FLIP_SEGMENTS, /* the columns of each segment */
	FLIP_BOARD,    /* as in a mirror, where there are segments */
	FLIP_LETTERS,
	FLIP_NUMBERS,
	FLIP_BOTH,
};

const char *const view_orders[VIEW_FLIPS] = { "", " from right to left",
	" from right to left in each segment", " as in a mirror",
	" with the letters from the other end",
	" with the numbers from the other end",
	" with letters and numbers from the other end" };

/* The player whom each one sees in the first one's mirror. */
static const uint8_t mirrored[PLAYERS] = { 0, 2, 1 };

/* The cell in the same row, as White sees it, as far from the other end. */
static cell
flip_row(const struct board *board, cell c)
{
	struct place place = board->seat_name[0][c];
	unsigned first = 0, last = FILES_MAX - 1;

	while (board_at_seat(board, 0, first, place.rank) == CELL_NONE)
		first++;
	while (board_at_seat(board, 0, last, place.rank) == CELL_NONE)
		last--;
	return board_at_seat(board, 0, first + last - place.file, place.rank);
}

/* The cell whose usual names the cell has if it is counted in the order. */
static cell
flip_cell(const struct board *board, const struct view *view, cell c)
{
	struct sector sector;

	if (view->flip == FLIP_ROWS)
		return flip_row(board, c);
	if (view->flip != FLIP_SEGMENTS && view->flip != FLIP_BOARD)
		return c;
	sector = board->sector[c];
	if (view->flip == FLIP_BOARD)
		sector.segment = mirrored[sector.segment];
	return board->by_segment[segment_index(
	    sector.segment, SEGMENT_COLUMNS + 1u - sector.column, sector.row)];
}

/* Gives a cell the name of a sector in a mirror. */
static void
flip_sector(struct sector *flipped, const struct sector *sector)
{
	*flipped = *sector;
	flipped->segment = mirrored[sector->segment];
	flipped->opponent = mirrored[sector->opponent];
	flipped->column = (uint8_t)(SEGMENT_COLUMNS + 1u - sector->column);
}

/* The last letter and number of the names. */
static struct place
last_place(const struct board *board)
{
	struct place last = { 0, 0 };

	for (cell c = 0; c < board->cells; c++) {
		if (board->name[c].file > last.file)
			last.file = board->name[c].file;
		if (board->name[c].rank > last.rank)
			last.rank = board->name[c].rank;
	}
	return last;
}

/* Makes the tables of cells by name fit the names. */
static void
index_names(struct board *board)
{
	memset(board->by_name, CELL_NONE, sizeof(board->by_name));
	memset(board->by_seat, CELL_NONE, sizeof(board->by_seat));
	for (cell c = 0; c < board->cells; c++) {
		board->by_name[board->name[c].file][board->name[c].rank] = c;
		for (unsigned s = 0; s < PLAYERS; s++) {
			struct place place = board->seat_name[s][c];

			board->by_seat[s][place.file][place.rank] = c;
		}
	}
	if (board->turns)
		board_index_sectors(board);
}

bool
views_apply(
    struct rules *rules, const struct rules *usual, const struct view *view)
{
	const struct board *board = &usual->board;
	struct board *viewed = &rules->board;
	struct place last = last_place(board);
	bool turns_names = view->flip >= FLIP_LETTERS;

	if ((view->side == 0 && view->flip == FLIP_NONE) ||
	    (view->side != 0 && turns_names) ||
	    ((view->flip == FLIP_SEGMENTS || view->flip == FLIP_BOARD) &&
		!board->turns))
		return false;
	for (cell c = 0; c < board->cells; c++) {
		cell turned = c, other;
		struct place place;

		for (unsigned i = view->side; i % PLAYERS != 0; i++)
			turned = board->rotate[turned];
		other = flip_cell(board, view, turned);
		if (other >= board->cells)
			return false; /* the board has no such order */
		place = board->name[other];
		if (view->flip == FLIP_LETTERS || view->flip == FLIP_BOTH)
			place.file = (uint8_t)(last.file - place.file);
		if (view->flip == FLIP_NUMBERS || view->flip == FLIP_BOTH)
			place.rank = (uint8_t)(last.rank + 1u - place.rank);
		viewed->name[c] = place;
		for (unsigned s = 0; s < PLAYERS; s++)
			viewed->seat_name[s][c] = board->seat_name[s][other];
		viewed->sector[c] = board->sector[other];
		/* The names are not as symmetrical as the board. */
		if (view->flip == FLIP_BOARD)
			flip_sector(&viewed->sector[c], &board->sector[turned]);
	}
	index_names(viewed);
	/* Parts of names are read by this table alone. */
	if (view->parts)
		memcpy(viewed->name, board->name, sizeof(viewed->name));
	return true;
}
