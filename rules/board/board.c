/* Ternion: what follows from a board's steps: lines, sets and inverse names. */
#include <string.h>

#include "rules/board/board.h"
#include "rules/board/board_int.h"

static void
bear(struct board *board, cell from, cell c, unsigned d)
{
	if (c == CELL_NONE)
		return;
	board->affects[from][c] |= (uint16_t)(1u << d);
	cellset_add(&board->influence[from], c);
}

/* The two flanks of a step on the diagonal, where there are such. */
static void
stand_beside(struct board *board, cell from, const cell flank[2], unsigned d)
{
	for (unsigned i = 0; i < 2; i++) {
		if (flank[i] == CELL_NONE)
			continue;
		bear(board, from, flank[i], d);
		cellset_add(&board->ray[from][d + 1].flanks, flank[i]);
	}
}

/* Notes the line, which is 1 + its direction, at both ends. */
static void
join_line(struct board *board, cell from, cell to, unsigned line)
{
	board->line[from][to] |= (uint8_t)line;
	board->line[to][from] |= (uint8_t)(line << 4);
}

static void
find_lines(struct board *board, cell from)
{
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		struct cellset *set = d < STRAIGHTS ? &board->straight[from]
						    : &board->diagonal[from];
		unsigned shared = board->shared[from][d], way = d;
		cell at = from, c;

		for (; (c = board_next(board, at, &way)) != CELL_NONE; at = c) {
			cellset_add(set, c);
			cellset_add(&board->ray[from][d + 1].cells, c);
			bear(board, from, c, d);
			if (shared > 0)
				shared--;
			else
				join_line(board, from, c, d + 1);
			/* A line that turns passes between no flanks. */
			if (d < STRAIGHTS || board->turns)
				continue;
			stand_beside(
			    board, from, board->flank[at][d - STRAIGHTS], d);
		}
		c = board->step[from][d];
		if (c == CELL_NONE)
			continue;
		cellset_add(&board->king_set[from], c);
		if (d < STRAIGHTS)
			cellset_add(&board->beside[from], c);
	}
}

static void
find_other_names(struct board *board)
{
	memset(board->by_seat, CELL_NONE, sizeof(board->by_seat));
	memset(board->by_sector, CELL_NONE, sizeof(board->by_sector));
	for (cell c = 0; c < board->cells; c++)
		for (unsigned s = 0; s < PLAYERS; s++) {
			struct place p = board->seat_name[s][c];

			board->by_seat[s][p.file][p.rank] = c;
		}
}

void
board_finish(struct board *board)
{
	for (cell c = 0; c < board->cells; c++) {
		find_lines(board, c);
		board->lines[c] =
		    cellset_or(board->straight[c], &board->diagonal[c]);
		for (const cell *t = board->knight[c]; *t != CELL_NONE; t++)
			cellset_add(&board->knight_set[c], *t);
		for (const cell *t = board->pope[c]; *t != CELL_NONE; t++)
			cellset_add(&board->pope_set[c], *t);
		board->leaps[c] =
		    cellset_or(board->knight_set[c], &board->pope_set[c]);
	}
	find_other_names(board);
}
