/* Ternion: a column of a score sheet that was written a row up or down. */
#ifndef TERNION_PARSE_SHIFT_H
#define TERNION_PARSE_SHIFT_H

#include "parse/repair/repair.h"

enum {
	SHIFT_ROWS = 4 /* may be short where it begins */
};

/* Where the column is a row off, the first of its rows is empty, or has two
 * moves; or the move at one end got to the other. */
enum shift_way {
	SHIFT_DOWN,
	SHIFT_UP,
	SHIFT_LAST_FIRST,
	SHIFT_FIRST_LAST,
	SHIFT_WAYS
};

/* The items of a line from one on in the order of play, and the edits that put
 * them so into the text. */
struct shift {
	struct item *items;
	unsigned len;
	struct edit *edits;
	unsigned edits_len;
	bool may_lack_last; /* his last move may have been lost */
};

/* Reads the rows from an item on with the moves of one player, by his column,
 * off in a way. False if the rows are not so. */
bool shift_column(const struct sheet *line, unsigned at, unsigned column,
    enum shift_way way, struct arena *arena, struct shift *shift);

#endif
