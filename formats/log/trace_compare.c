/* Ternion: move logs: compares a logged state with the rules. */
#include "parse/position/tpf.h"
#include "formats/log/trace.h"

/* The position without its placement. */
static struct slice
without_placement(struct slice text)
{
	const char *blank = memchr(text.ptr, ' ', text.len);

	return blank != NULL ? slice_from(text, (size_t)(blank - text.ptr) + 1)
			     : text;
}

void
trace_compare_position(struct trace *trace, const struct trace_state *state)
{
	struct slice theirs = without_placement(state->position->text);

	/* The pieces are the same, or no plies would have been found; their
	 * order does not matter. */
	strbuf_reset(&trace->text);
	tpf_write(trace->rules, &trace->position, &trace->text);
	struct slice ours = without_placement(strbuf_as_slice(&trace->text));
	if (!slice_equal(ours, theirs))
		diag_add(trace->diags, DIAG_TRACE_POSITION,
		    state->position->span,
		    "the log says '%.*s' here, but the rules give '%.*s'",
		    (int)theirs.len, theirs.ptr, (int)ours.len, ours.ptr);
}

struct targets {
	struct cellset of[CELLS_MAX]; /* by the cell from which a move goes */
};

static bool
add_target(void *context, const struct move *move)
{
	struct targets *targets = context;

	cellset_add(&targets->of[move->from], move->to);
	return true;
}

/* Appends the moves of `a` that `b` lacks. */
static void
put_difference(const struct trace *trace, const struct targets *a,
    const struct targets *b, struct strbuf *out)
{
	const struct board *board = &trace->rules->board;
	size_t before = out->len;

	for (cell from = 0; from < board->cells; from++) {
		struct cellset only = cellset_less(a->of[from], &b->of[from]);

		while (!cellset_empty(&only)) {
			strbuf_char(out, ' ');
			coords_write(board, NAMING_UPPER, 0, from, out);
			coords_write(
			    board, NAMING_UPPER, 0, cellset_pop(&only), out);
		}
	}
	if (out->len == before)
		strbuf_puts(out, " none");
}

void
trace_compare_moves(struct trace *trace, const struct trace_state *state)
{
	const struct tree_node *list, *n;

	if (state->legal == NULL || state->legal->type != TREE_MAP)
		return;
	struct targets *ours = arena_alloc(&trace->file, sizeof(*ours));
	struct targets *theirs = arena_alloc(&trace->file, sizeof(*theirs));
	rules_moves(trace->rules, &trace->position, NULL, add_target, ours);
	for (list = state->legal->first; list != NULL; list = list->next) {
		cell from = trace_cell(trace, list->key);

		if (from == CELL_NONE || list->type != TREE_LIST)
			continue;
		for (n = list->first; n != NULL; n = n->next) {
			cell to = trace_cell(trace, n->text);

			if (to != CELL_NONE)
				cellset_add(&theirs->of[from], to);
		}
	}
	if (memcmp(ours, theirs, sizeof(*ours)) == 0)
		return;
	strbuf_reset(&trace->text);
	strbuf_puts(&trace->text, "legal in the log only:");
	put_difference(trace, theirs, ours, &trace->text);
	strbuf_puts(&trace->text, "; by the rules only:");
	put_difference(trace, ours, theirs, &trace->text);
	diag_add(trace->diags, DIAG_TRACE_MOVES, state->legal->key_span, "%s",
	    trace->text.ptr);
}
