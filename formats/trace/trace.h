/*
 * Ternion: move logs: what the parts of their reader share. trace_log.c reads
 * what a file says, trace_record.c makes a record of it, trace_bridge.c finds
 * the plies between two states, trace_compare.c compares a state with the
 * rules, and trace_read.c goes through the files.
 */
#ifndef TERNION_FORMATS_TRACE_H
#define TERNION_FORMATS_TRACE_H

#include "formats/record/format.h"
#include "formats/record/tree.h"
#include "parse/notation/notation.h"
#include "rules/rules.h"

enum {
	TRACE_MISSING_MAX = 3, /* plies looked for between two states */
	TRACE_WAY_MAX = TRACE_MISSING_MAX + 2,
};

/* What a state says of the ply that led to it, or of the one before. */
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
	bool unread;              /* the last state's position could not be */
	unsigned at;              /* number of the state being looked at */
	struct slice game;        /* game_id */
	struct slice result;      /* as logged; len 0: none */
	struct slice reason;
	struct strbuf text;
	struct tag *last_tag;
};

/* The plies that lead from one state to another. */
struct way {
	struct move move[TRACE_WAY_MAX];
	/* What the log says of the last ones. */
	const struct trace_ply *tail[2];
	unsigned len;
	unsigned missing; /* the first of them, which are in no file */
};

/* A text, "" if the map has none of that key; and a value of any kind, NULL if
 * it has none. `map` may be NULL. */
struct slice trace_text(const struct tree_node *map, const char *key);
const struct tree_node *trace_member(
    const struct tree_node *map, const char *key);

/* A cell in either of the namings that the client writes. */
cell trace_cell(const struct trace *trace, struct slice text);

/* A ply with the keys that its cells have in its place of the log. */
struct trace_ply trace_logged(const struct trace *trace,
    const struct tree_node *node, const char *from, const char *to);

/* False if the node is no state, or has no position. */
bool trace_state(const struct trace *trace, const struct tree_node *node,
    struct trace_state *state);

/* Add to the record; a ply is also played. */
void trace_add_tag(struct trace *trace, const char *name, struct slice value);
void trace_add_date(struct trace *trace, struct slice timestamp);
void trace_add_players(struct trace *trace, const struct tree_node *state);
void trace_add_ply(
    struct trace *trace, const struct move *move, struct span span);

/* Keeps how the log says that the game ended; and ends the record with the
 * result of the rules, else with that. */
void trace_note_end(struct trace *trace, const struct tree_node *data);
void trace_end_record(struct trace *trace);

/* Reports a file that is not as it should be. */
void trace_complain(struct trace *trace, size_t at, const char *what);

/* Compare the state with the position after the plies found so far. */
void trace_compare_position(
    struct trace *trace, const struct trace_state *state);
void trace_compare_moves(struct trace *trace, const struct trace_state *state);

/* The legal moves that the log can mean: several if it does not say what a pawn
 * has become, the likeliest last. */
struct trace_moves {
	struct move move[KINDS];
	unsigned len;
};

/* Adds them; false if there are none. */
bool trace_find_logged(const struct trace *trace,
    const struct position *position, const struct trace_ply *logged,
    struct trace_moves *moves);

/* Finds the plies from the position to the state, whose own is `goal`; false
 * if there are none, or several ways. */
bool trace_find_plies(const struct trace *trace,
    const struct trace_state *state, const struct position *goal,
    struct way *way);

#endif
