/* Ternion: the positions that a call asks for: of records, after a ply or a
 * move, or given as 3PF. `position` and `moves` share this. */
#pragma once

#include "cmd/run/move_list.h"
#include "cmd/run/run.h"
#include "parse/game/snapshot.h"

/* A position of a game, and how it came about. */
struct reached {
	struct position position;
	struct move by; /* of the type MOVE_UNSTATED at the start */
	unsigned mover;
	struct fates fates;    /* if they are wanted */
	const struct ply *ply; /* NULL at the start */
};

/* A position that was shown. */
struct shown {
	struct shown *next;
	struct slice text;
	bool has_text;
	struct diags diags; /* of --play */
};

/* The state of a thread, which finds and shows positions. */
struct viewer {
	const struct run *run;
	struct session *session;
	struct reached visited, found; /* the last position, and the one that
					  is asked for */
	bool is_found;
	/* How the shown position came about, as far as it is known, and the
	 * comments about it. */
	struct arrival arrival;
	const struct comments *comments[2]; /* or NULL */
	struct strbuf *text;        /* of the position: that of the session */
	struct shown *first, *last; /* of the record */
	const char *refusal;        /* why one of them has no text, or NULL */
	struct move_list moves;
};

/* The positions that a call shows; the context of its run. */
struct positions {
	unsigned number; /* of --move, and its colour */
	const char *colour;
	bool wants_fates;       /* the arrival has them */
	bool writes_files;      /* a position in each */
	const char *suffix;     /* of files in a folder */
	const char *between;    /* two positions, or "" */
	bool is_list;           /* they are shown as JSON values */
	struct placing placing; /* of those shown so far, in the order of the
				   input */
	/* Writes a position to viewer->text, in any thread. */
	void (*show)(struct viewer *viewer, const struct replayed *replayed,
	    const struct position *position);
	/* Writes a text elsewhere than to run->text; NULL: none goes there. */
	void (*put)(struct run *run, unsigned long game, struct slice text);
	/* The moves of --play: */
	bool plays;
	struct input input;
	struct arena arena;
	struct record line;
	struct diags diags;
};

/* Says why a position is not shown. */
#define viewer_refuse(viewer, ...)  \
	((void)((viewer)->refusal = \
		    arena_printf((viewer)->session->kept, __VA_ARGS__)))

/* Shows what the job asks for of all inputs; returns the exit status. */
int positions_run(struct positions *positions, const struct job *job);
