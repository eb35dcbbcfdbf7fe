/* Ternion: what follows from a board's steps: lines, sets and inverse names. */
#include <string.h>

#include "rules/board/board.h"

static void
find_line(struct board *board, cell from, unsigned d)
{
	struct cellset *set =
	    d < STRAIGHTS ? &board->straight[from] : &board->diagonal[from];
	struct ray *ray = &board->ray[from][d + 1];
	unsigned shared = board->shared[from][d], way = d;
	cell at = from, c;

	for (; (c = board_next(board, at, &way)) != CELL_NONE; at = c) {
		cellset_add(set, c);
		cellset_add(&ray->cells, c);
		board->affects[c][from] |= (uint16_t)(1u << d);
		if (shared > 0) {
			shared--;
		} else {
			board->line[from][c] |= (uint8_t)(d + 1);
			board->line[c][from] |= (uint8_t)((d + 1) << 4);
		}
		/* A line that turns passes between no flanks. */
		for (int i = 0; i < 2 && d >= STRAIGHTS && !board->turns; i++) {
			cell flank = board->flank[at][d - STRAIGHTS][i];

			if (flank == CELL_NONE)
				continue;
			board->affects[flank][from] |= (uint16_t)(1u << d);
			cellset_add(&ray->flanks, flank);
		}
	}
	c = board->step[from][d];
	if (c != CELL_NONE)
		cellset_add(&board->king_set[from], c);
}

void
board_clear(struct board *board)
{
	memset(board->step, CELL_NONE, sizeof(board->step));
	memset(board->flank, CELL_NONE, sizeof(board->flank));
	memset(board->knight, CELL_NONE, sizeof(board->knight));
	memset(board->pope, CELL_NONE, sizeof(board->pope));
	memset(board->by_name, CELL_NONE, sizeof(board->by_name));
	memset(board->by_seat, CELL_NONE, sizeof(board->by_seat));
	memset(board->by_sector, CELL_NONE, sizeof(board->by_sector));
	memset(board->by_segment, CELL_NONE, sizeof(board->by_segment));
}

void
board_finish(struct board *board)
{
	board->words = (uint8_t)((board->cells + 63) / 64);
	for (cell c = 0; c < board->cells; c++) {
		for (unsigned d = 0; d < DIRECTIONS; d++)
			find_line(board, c, d);
		board->lines[c] =
		    cellset_or(board->straight[c], &board->diagonal[c]);
		for (const cell *t = board->knight[c]; *t != CELL_NONE; t++)
			cellset_add(&board->knight_set[c], *t);
		for (const cell *t = board->pope[c]; *t != CELL_NONE; t++)
			cellset_add(&board->pope_set[c], *t);
		struct cellset leaps =
		    cellset_or(board->knight_set[c], &board->pope_set[c]);
		while (!cellset_empty(&leaps))
			board->affects[cellset_pop(&leaps)][c] |=
			    (uint16_t)(1u << DIRECTIONS);
		for (unsigned s = 0; s < PLAYERS; s++) {
			struct place p = board->seat_name[s][c];

			board->by_seat[s][p.file][p.rank] = c;
		}
	}
}
