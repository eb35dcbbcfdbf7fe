/*
 * Ternion: the positions that a call asks for: of records, after a ply or a
 * move, or given as 3PF; what `position` and `moves` have in common.
 */
#ifndef TERNION_CMD_POSITIONS_H
#define TERNION_CMD_POSITIONS_H

#include "cmd/run/run.h"
#include "formats/game/fates.h"

struct positions {
	struct run run;
	unsigned number; /* --move: its number ... */
	unsigned seat;   /* ... and whose it is */
	struct position found;
	bool is_found;
	/* The moves that led to it, and to the last position visited; of the
	 * type MOVE_UNSTATED where there is none. */
	struct move found_by, visited_by;
	const struct move *last; /* to what is shown; NULL: not known */
	unsigned long shown;     /* positions shown so far */
	/* What befell the players up to what is shown; NULL: not known, or not
	 * wanted. */
	bool wants_fates;
	const struct fates *fates;
	struct fates found_fates, visited_fates;
	struct strbuf held; /* the first of a list, as it may be alone */
	bool is_list;       /* they are shown as JSON values, by
			       positions_put_json */
	/* Appends a position to run.text. */
	void (*show)(struct positions *positions,
	    const struct replayed *replayed, const struct position *position);
	void *context;
};

/* Appends a position as the JSON value that was written in `text`: several are
 * an array, and so are those of --every. */
void positions_put_json(struct positions *positions, struct slice text);

/* Runs over the inputs of the job; returns the exit status. */
int positions_run(struct positions *positions, struct job *job);

#endif
