/* Ternion: move logs: what a file says. */
#include "formats/trace/trace.h"

struct slice
trace_text(const struct tree_node *map, const char *key)
{
	const struct tree_node *node =
	    map != NULL && map->type == TREE_MAP ? tree_member(map, key) : NULL;

	/* null, true and numbers are texts without quotes. */
	return node != NULL && node->type == TREE_TEXT && node->quoted
	    ? node->text
	    : (struct slice){ "", 0 };
}

const struct tree_node *
trace_member(const struct tree_node *map, const char *key)
{
	return map != NULL && map->type == TREE_MAP ? tree_member(map, key)
						    : NULL;
}

/* A cell in either of the namings that the client writes. */
cell
trace_cell(const struct trace *trace, struct slice text)
{
	const struct board *board = &trace->rules->board;
	cell c;

	if (text.len == 0)
		return CELL_NONE;
	c = coords_read(board, NAMING_SECTOR, 0, text);
	return c != CELL_NONE ? c : coords_read(board, NAMING_UPPER, 0, text);
}

/* "queen", "Q", "M": by the first letter, but for the knight's word. */
static enum kind
read_log_promotion(const struct trace *trace, struct slice text)
{
	static const char letters[] = "qQrRbBnNmQtRdB";
	char letter;

	if (text.len == 0)
		return KIND_NONE;
	letter = slice_is(text, "knight") ? 'n' : (char)(text.ptr[0] | 0x20);
	for (const char *l = letters; *l != '\0'; l += 2)
		if (*l == letter)
			return variant_kind(trace->rules->variant, l[1]);
	return KIND_NONE;
}

/* Reads a move with the keys that it has in its place of the log. */
struct trace_ply
trace_logged(const struct trace *trace, const struct tree_node *node,
    const char *from, const char *to)
{
	struct trace_ply logged = { CELL_NONE, CELL_NONE, KIND_NONE, { 0, 0 } };

	if (node == NULL || node->type != TREE_MAP)
		return logged;
	logged.from = trace_cell(trace, trace_text(node, from));
	logged.to = trace_cell(trace, trace_text(node, to));
	logged.promotion =
	    read_log_promotion(trace, trace_text(node, "promotion"));
	logged.span = node->span;
	if (logged.to == CELL_NONE)
		logged.from = CELL_NONE;
	return logged;
}

/* False if the node is no state, or has no position. */
bool
trace_state(const struct trace *trace, const struct tree_node *node,
    struct trace_state *state)
{
	if (trace_text(node, "position_3pf").len == 0)
		return false;
	state->position = tree_member(node, "position_3pf");
	state->legal = trace_member(node, "legal_moves");
	state->last = trace_logged(
	    trace, trace_member(node, "last_move"), "from_square", "to_square");
	state->prev = trace_logged(
	    trace, trace_member(node, "prev_move"), "from_square", "to_square");
	return true;
}
