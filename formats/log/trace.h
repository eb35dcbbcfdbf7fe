/* Ternion: move logs: format_trace.c makes a record of them, and trace_llm.c
 * reads the cost and the thinking of a language model's move. */
#pragma once

#include "parse/record/format.h"
#include "parse/record/tree.h"
#include "rules/rules.h"

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

/* Adds the thinking, time and figures of a language model's move, if the file
 * has them. */
void trace_keep_llm(struct trace *trace, const struct tree_node *top,
    struct comments *comments);

/* A cell in either of the namings that the client writes. */
cell trace_cell(const struct trace *trace, struct slice text);
