/* Ternion: move logs: what the parts of their reader share. format_trace.c goes
 * through the files and makes a record of them, trace_plies.c finds the plies
 * between two states, trace_compare.c compares a state with the rules, and
 * trace_llm.c reads the cost and the thinking of a language model's move. */
#pragma once

#include "parse/record/format.h"
#include "parse/record/tree.h"
#include "rules/rules.h"

#define TRACE_PATH_MAX 3 /* plies from one state to the next */

/* A ply as the log names it. */
struct trace_ply {
	cell from, to; /* CELL_NONE: the log names none */
	enum kind promotion;
	struct span span;
};

/* One state of the log. */
struct trace_state {
	const struct tree_node *position; /* a text */
	const struct tree_node *legal;    /* a map, or NULL */
	struct trace_ply last, prev;      /* the last two plies before it */
};

struct trace {
	struct input *input;
	struct arena *arena; /* of the record */
	struct diags *diags;
	struct record *record;
	struct arena file; /* lives as long as a file of the log is read */
	struct rules *rules;
	struct position position; /* after the plies found so far */
	bool begun;               /* position is set */
	bool unread;              /* the last state's position is malformed */
	unsigned at;              /* number of the current state */
	struct slice game;        /* game_id */
	struct slice result;      /* as logged; len 0: none */
	struct slice reason;
	struct strbuf text;
	struct comments pending; /* for the next ply */
};

/* The plies that lead from one state to another. */
struct trace_path {
	struct move move[TRACE_PATH_MAX];
	const struct trace_ply *ply[TRACE_PATH_MAX]; /* as logged, or NULL */
	unsigned len;
};

/* Adds the thinking, time and figures of a language model's move, if the file
 * has them. */
void trace_keep_llm(struct trace *trace, const struct tree_node *top,
    struct comments *comments);

/* A cell in either of the namings that the client writes. */
cell trace_cell(const struct trace *trace, struct slice text);

/* Report differences of the state from the current position. */
void trace_compare_position(
    struct trace *trace, const struct trace_state *state);
void trace_compare_moves(struct trace *trace, const struct trace_state *state);

/* Finds the likeliest legal move that fits a logged ply; false if none does. */
bool trace_find_logged(const struct trace *trace,
    const struct trace_ply *logged, struct move *move);

/* Finds the plies from the current position to `goal`, that of the state; false
 * if the plies that the state names do not lead there. */
bool trace_find_plies(const struct trace *trace,
    const struct trace_state *state, const struct position *goal,
    struct trace_path *path);
