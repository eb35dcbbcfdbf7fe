/*
 * Ternion: the changes that are tried where a line cannot be played: what the
 * files of this folder share.
 */
#ifndef TERNION_FORMATS_SEARCH_H
#define TERNION_FORMATS_SEARCH_H

#include "formats/repair/repair.h"

enum {
	LOOK_BACK = 100, /* plies before the fault */
	TRIED_MAX = 40,  /* kept */
	CHANGES_MAX = 20000,
	GOES_ON = 6, /* plies that have to be played after a repair that is
			assumed */
};

enum {
	HABIT_LEAST = 10 /* nothing is known of him, or he does not care */
};

/* The habits of the writer, as the line shows them up to the fault: the cost of
 * each departure from them after it. */
struct habits {
	unsigned mark, style;
};

/* The cost of a departure from something that was done `so` times, and
 * otherwise `otherwise` times: the odds in tenths of a bit. */
unsigned search_habit(unsigned so, unsigned otherwise);

/* Changes that are listed together: those of a later level only if nothing good
 * was found on those before. */
enum level {
	LEVEL_NEAR, /* most that happens, in the last rounds */
	LEVEL_BACK, /* slips that show much later */
	LEVEL_GAPS, /* several plies are missing */
	LEVEL_MARK, /* slips that are seen by a mark of check alone */
};

struct search {
	const struct repair_line *line;
	struct ground ground;
	struct arena *arena;   /* of what is kept */
	struct arena scratch;  /* of the changes; owned */
	unsigned first, fault; /* the items that are looked at */
	struct past *pasts;    /* of the line as it is; owned */
	/* Of each item from `first` to the fault: */
	struct position *before; /* owned */
	struct move *played;     /* owned; not of the fault */
	struct strain *strain;   /* up to the item; owned */
	struct habits habits;
	struct change *changes; /* owned, the likeliest first */
	size_t len, size;
};

/* Plays the line up to the fault; false if it does not go so far. */
bool search_begin(struct search *search, const struct repair_line *line,
    unsigned fault, struct arena *arena);

/* Adds a change to the list. */
struct change *search_add(struct search *search, enum repair_kind kind,
    unsigned at, unsigned next, unsigned cost);

/* Gives the change `count` blank heads. */
struct item *search_heads(
    struct search *search, struct change *change, unsigned count);

/* A head that is a move instead of an item; NULL: of none. */
struct item *search_set_move(struct search *search, struct change *change,
    const struct item *item, const struct move *move);

/* moves.c: adds other moves in place of the item, as far as the level looks for
 * them there; the move as it was played, but with check declared; and any move
 * before the item, if a number there may be a remnant of it. */
void search_other_moves(struct search *search, unsigned at, enum level level);
void search_declared(struct search *search, unsigned at);
void search_missing(struct search *search, unsigned at);

/* tokens.c: adds what is written twice or in another place from the item on;
 * and the item with the next ones as fewer tokens or more. */
void search_repeats(struct search *search, unsigned at);
void search_blanks(struct search *search, unsigned at);

/* Lists the changes of a level, the likeliest first. */
void search_list(struct search *search, enum level level);

/* Lists what may have been played where several plies in a row are missing. */
void search_gaps(struct search *search);

/* How many plies are missing before the item *from, or shortly before it, by
 * the number of the item *told; 0 if numbers do not tell. */
unsigned search_lost(
    const struct search *search, unsigned *from, unsigned *told);

/* Adds that these moves are missing before an item. */
void search_add_missing(struct search *search, unsigned at,
    const struct move *moves, unsigned count);

/* The past of a position lives as long as the arena: the search's is freed. */
void search_keep_past(const struct search *search, struct position *position);

/* Keeps the heads of a repair, the past of its position, and writes the heads
 * as the record is written. */
void search_keep(const struct search *search, struct repair *repair);

/* The text before an item that looks like a move number without dots, and may
 * be the remnant of a move; len 0: there is none. */
struct slice search_remnant(const struct repair_line *line, unsigned at);

/* Whether the token of an item stands in movetext as it is, so that what is
 * around it may be looked at; an offer of a draw that stood apart makes it
 * another. */
bool search_in_text(const struct repair_line *line, unsigned at);

void search_end(struct search *search);

/* Applies the change to the items of the line. Heads that the players did not
 * write become moves. */
void search_apply(struct repair_line *line, struct item *items,
    const struct change *change, struct position position, struct arena *arena);

/* The cost that a strain adds. */
unsigned search_strain(
    const struct search *search, const struct strain *strain);

#endif
