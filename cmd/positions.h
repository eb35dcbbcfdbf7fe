/*
 * Ternion: the positions that a call asks for: of records, after a ply or a
 * move, or given as 3PF; what `position` and `moves` have in common.
 */
#ifndef TERNION_CMD_POSITIONS_H
#define TERNION_CMD_POSITIONS_H

#include "inputs.h"

struct positions {
	struct pass pass;
	unsigned number; /* --move: its number ... */
	unsigned seat;   /* ... and whose it is */
	struct position found;
	bool is_found;
	/* The moves that led to it, and to the last position visited; of the
	 * type MOVE_UNSTATED where there is none. */
	struct move found_by, visited_by;
	const struct move *last; /* to what is shown; NULL: not known */
	unsigned long shown;     /* positions shown so far */
	/* Appends a position to pass.text. */
	void (*show)(struct positions *positions,
	    const struct replayed *replayed, const struct position *position);
	void *context;
};

/* Runs over the inputs of the job; returns the exit status. */
int positions_run(struct positions *positions, struct job *job);

#endif
