/* Ternion: the positions that a call asks for: of records, after a ply or a
 * move, or given as 3PF. `position` and `moves` share this. */
#ifndef TERNION_CMD_POSITIONS_H
#define TERNION_CMD_POSITIONS_H

#include "cmd/run/run.h"
#include "formats/game/snapshot.h"

/* A position of a game, and how it came about. */
struct reached {
	struct position position;
	struct move by; /* of the type MOVE_UNSTATED at the start */
	unsigned mover;
	struct fates fates;    /* if they are wanted */
	const struct ply *ply; /* NULL at the start */
};

struct positions {
	struct run run;
	unsigned number; /* of --move, and its colour */
	const char *colour;
	struct reached visited, found; /* the last position, and the one that
					  is asked for */
	bool is_found;
	unsigned long shown; /* positions shown so far */
	/* How the shown position came about, as far as it is known, and the
	 * comments about it. */
	struct arrival arrival;
	const struct comments *comments[2]; /* or NULL */
	bool wants_fates;                   /* `arrival` has them */
	bool writes_files;                  /* a position in each */
	const char *suffix;                 /* of files in a folder */
	bool is_list; /* they are shown as JSON values, in this: */
	struct value_list values;
	/* Appends a position to run.text. */
	void (*show)(struct positions *positions,
	    const struct replayed *replayed, const struct position *position);
	void *context;
};

/* Shows what the job asks for of all inputs; returns the exit status. */
int positions_run(struct positions *positions, const struct job *job);

#endif
