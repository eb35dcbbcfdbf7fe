/* Ternion: move logs: what the parts of their reader share. format_trace.c goes
 * through the files and makes a record of them, trace_bridge.c finds the plies
 * between two states, trace_compare.c compares a state with the rules, and
 * trace_llm.c reads what a language model needed for a move. */
#ifndef TERNION_FORMATS_TRACE_H
#define TERNION_FORMATS_TRACE_H

#include "formats/record/format.h"
#include "formats/record/tree.h"
#include "rules/rules.h"

enum {
	TRACE_PATH_MAX = 3 /* plies from one state to the next */
};

/* The ply that led to a state, or the one before, as the state names it. */
struct trace_ply {
	cell from, to; /* CELL_NONE: nothing */
	enum kind promotion;
	struct span span;
};

/* One state of the log. */
struct trace_state {
	const struct tree_node *position; /* a text */
	const struct tree_node *legal;    /* a map, or NULL */
	struct trace_ply last, prev;
};

struct trace {
	struct input *input;
	struct arena *arena; /* of the record */
	struct diags *diags;
	struct record *record;
	struct arena file; /* of the file being read */
	struct rules *rules;
	struct position position; /* after the plies found so far */
	bool begun;               /* position is set */
	bool unread;              /* the last state's position is malformed */
	unsigned at;              /* number of the state being looked at */
	struct slice game;        /* game_id */
	struct slice result;      /* as logged; len 0: none */
	struct slice reason;
	struct strbuf text;
	struct comments pending; /* which wait for the first ply */
};

/* The plies that lead from one state to another. */
struct trace_path {
	struct move move[TRACE_PATH_MAX];
	const struct trace_ply *ply[TRACE_PATH_MAX]; /* as logged, or NULL */
	unsigned len;
};

/* Adds what a language model needed for the move of a file, if it tells. */
void trace_keep_llm(struct trace *trace, const struct tree_node *top,
    struct comments *comments);

/* A cell in either of the namings that the client writes. */
cell trace_cell(const struct trace *trace, struct slice text);

/* Compare the state with the position after the plies found so far. */
void trace_compare_position(
    struct trace *trace, const struct trace_state *state);
void trace_compare_moves(struct trace *trace, const struct trace_state *state);

/* Finds the likeliest legal move that a logged ply can be; false if there is
 * none. */
bool trace_find_logged(const struct trace *trace,
    const struct trace_ply *logged, struct move *move);

/* Finds the plies from the position to the state, whose own is `goal`; false
 * if those that it names do not lead there. */
bool trace_find_plies(const struct trace *trace,
    const struct trace_state *state, const struct position *goal,
    struct trace_path *path);

#endif
