/* Ternion: openings as a tree. A text of the tally is moves and an outcome. */
#include "cmd/stats/stats.h"

enum {
	OUTCOME_MARK = '\1', /* less than a blank: a node is before those below
				it */
	DRAWN = PLAYERS,
	OPEN,
	OUTCOMES,
};

void
tree_add_game(struct tally *tree, const struct tree_path *path,
    unsigned long plies, int winner)
{
	unsigned outcome = winner < 0 ? (unsigned)OPEN
	    : winner == PLAYER_NONE   ? (unsigned)DRAWN
				      : (unsigned)winner;

	for (unsigned i = 0; i < path->len && i < plies; i++) {
		SCRATCH key = STRBUF_INIT;

		strbuf_printf(&key, "%.*s%c%u", (int)path->end[i],
		    path->moves.ptr, OUTCOME_MARK, outcome);
		tally_add(tree, strbuf_as_slice(&key), 1);
	}
}

static const char *
outcome_key(const struct variant *variant, unsigned outcome)
{
	return outcome == DRAWN ? "drawn"
	    : outcome == OPEN   ? "open"
				: variant->players[outcome];
}

/* A node on its way out. */
struct tree_node_out {
	const struct variant *variant;
	struct table *table; /* or, if NULL: */
	struct json *json;
	struct output *output;
	struct strbuf moves;
	unsigned long games[OUTCOMES];
};

static void
put_tree_node(struct tree_node_out *node)
{
	struct strbuf *out =
	    node->table != NULL ? node->table->out : node->json->out;
	unsigned long games = 0;

	for (unsigned i = 0; i < OUTCOMES; i++)
		games += node->games[i];
	if (node->table != NULL) {
		table_number(node->table, TABLE_COLUMN, "games", games);
		for (unsigned i = 0; i < OUTCOMES; i++)
			table_number(node->table, TABLE_COLUMN,
			    outcome_key(node->variant, i), node->games[i]);
		table_last(node->table, "moves", node->moves.ptr);
	} else {
		json_put(
		    node->json, "~{moves:%s games:%lu", node->moves.ptr, games);
		for (unsigned i = 0; i < OUTCOMES; i++)
			json_number(node->json, outcome_key(node->variant, i),
			    node->games[i]);
		json_end(node->json, '}');
	}
	if (out->len >= FLUSH_AT)
		output_flush(node->output, out);
}

static bool
write_node(void *context, const char *text, unsigned long times)
{
	struct tree_node_out *node = context;
	struct slice outcome = slice_of(text);
	struct slice moves = slice_take(&outcome, OUTCOME_MARK);

	if (!slice_equal(moves, strbuf_as_slice(&node->moves))) {
		if (node->moves.len > 0)
			put_tree_node(node);
		strbuf_reset(&node->moves);
		strbuf_slice(&node->moves, moves);
		memset(node->games, 0, sizeof(node->games));
	}
	node->games[outcome.ptr[0] - '0'] += times;
	return true;
}

void
tree_put(struct tally *tree, const struct variant *variant, struct table *table,
    struct json *json, struct output *output)
{
	struct tree_node_out node = { .variant = variant,
		.table = table,
		.json = json,
		.output = output };

	if (table != NULL) {
		table_begin(table, "tree", variant->id);
		put_tree_node(&node); /* the head */
	} else {
		json_begin(json, "tree", '[');
	}
	tally_each(tree, false, write_node, &node);
	if (node.moves.len > 0)
		put_tree_node(&node);
	strbuf_release(&node.moves);
	if (table == NULL)
		json_end(json, ']');
}
