/* Ternion: the counts of `stats` for the games of one variant. */
#include "cmd/stats/stats.h"

#define OPENINGS_SHOWN 5 /* in text */

/*
 * Openings as a tree: a text of the tally is moves and an outcome
 */

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

/* Openings on their way out. */
struct tally_out {
	const struct variant *variant;
	struct table *table; /* or, if NULL: */
	struct json *json;
	struct output *output;
	unsigned shown;
	/* The node of the tree at hand: */
	struct strbuf moves;
	unsigned long games[OUTCOMES];
};

static void
put_tree_node(struct tally_out *node)
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
	struct tally_out *node = context;
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

static void
tree_put(struct tally *tree, const struct variant *variant, struct table *table,
    struct json *json, struct output *output)
{
	struct tally_out node = { .variant = variant,
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

/*
 * The report
 */

static const char *const method_names[METHODS] = {
	[SIEGE_CAPTURES] = "captures",
	[SIEGE_POINTS] = "points",
	[SIEGE_MOVED] = "moved",
};

/* "  mated: White by Gray 1, Black by White 2" */
static void
put_deed(const struct totals *totals, enum deed deed, struct strbuf *out)
{
	const char *const *players = totals->variant->players;
	const char *separator = ":";

	for (unsigned q = 0; q < PLAYERS; q++)
		for (unsigned p = 0; p < PLAYERS; p++) {
			unsigned long games = totals->deeds[p][q][deed];

			if (games == 0)
				continue;
			if (*separator == ':')
				strbuf_printf(
				    out, "  %s", deed_table[deed].words);
			strbuf_printf(out, "%s %s by %s %lu", separator,
			    players[q], players[p], games);
			separator = ",";
		}
	strbuf_puts(out, *separator == ',' ? "\n" : "");
}

/* The part of the whole, scaled: by 100, a percentage. */
static double
in_every(double scale, unsigned long part, unsigned long whole)
{
	return whole > 0 ? scale * (double)part / (double)whole : 0;
}

/* Appends an opening as JSON, or else one of the first few as text. */
static bool
put_opening(void *context, const char *moves, unsigned long games)
{
	struct tally_out *list = context;
	struct json *json = list->json;

	if (json == NULL) {
		strbuf_printf(list->table->out, "    %lu  %s\n", games, moves);
		return ++list->shown < OPENINGS_SHOWN;
	}
	json_put(json, "{moves:%s games:%lu}", moves, games);
	if (json->out->len >= FLUSH_AT)
		output_flush(list->output, json->out);
	return true;
}

static void
totals_text(struct totals *totals, struct table *table, struct output *output)
{
	struct strbuf *out = table->out;
	struct tally_out list = { .table = table };
	const struct variant *variant = totals->variant;
	unsigned long sound = totals->games - totals->faulty;

	strbuf_printf(out, "%s: games %lu, plies %lu\n", variant->id,
	    totals->games, totals->plies);
	if (totals->faulty > 0)
		strbuf_printf(out,
		    "  with errors, and not counted below: %lu\n",
		    totals->faulty);
	if (sound == 0)
		return;
	strbuf_puts(out, "  won by");
	for (unsigned p = 0; p < PLAYERS; p++)
		strbuf_printf(out, " %s %lu (%.1f%%),", variant->players[p],
		    totals->wins[p], in_every(100, totals->wins[p], sound));
	strbuf_printf(out, " drawn %lu (%.1f%%), open %lu (%.1f%%)\n",
	    totals->draws, in_every(100, totals->draws, sound), totals->open,
	    in_every(100, totals->open, sound));
	strbuf_printf(out, "  plies in a game: %lu to %lu, on average %.1f\n",
	    totals->shortest, totals->longest,
	    in_every(1, totals->plies, sound));
	strbuf_printf(out, "  captures: %lu, in 100 plies %.1f\n",
	    totals->captures, in_every(100, totals->captures, totals->plies));
	if (variant->calls & CALL_FORTIFY)
		for (unsigned m = SIEGE_CAPTURES; m < METHODS; m++)
			strbuf_printf(out,
			    "  sieged by %s: games %lu, turns %lu\n",
			    method_names[m], totals->sieged_games[m],
			    totals->sieged_turns[m]);
	for (unsigned deed = 0; deed < DEEDS; deed++)
		put_deed(totals, (enum deed)deed, out);
	if (totals->standings.len > 0)
		standings_table(&totals->standings, variant, table);
	if (!tally_is_empty(&totals->openings)) {
		strbuf_puts(out, "  openings:\n");
		tally_each(&totals->openings, true, put_opening, &list);
	}
	if (!tally_is_empty(&totals->tree))
		tree_put(&totals->tree, variant, table, NULL, output);
	if (totals->players.len > 0)
		players_table(&totals->players, variant, table);
}

void
totals_table(struct totals *totals, struct table *table, struct output *output)
{
	if (table->form == TABLE_TEXT)
		totals_text(totals, table, output);
	else if (!tally_is_empty(&totals->tree))
		tree_put(&totals->tree, totals->variant, table, NULL, output);
	else if (totals->players.len > 0)
		players_table(&totals->players, totals->variant, table);
	else
		standings_table(&totals->standings, totals->variant, table);
}

void
totals_json(struct totals *totals, struct json *json, struct output *output)
{
	const struct variant *variant = totals->variant;
	struct tally_out list = { .json = json, .output = output };

	json_put(json, "{variant:%s games:%lu faulty:%lu plies:%lu wins:{",
	    variant->id, totals->games, totals->faulty, totals->plies);
	for (unsigned p = 0; p < PLAYERS; p++)
		json_number(json, variant->players[p], totals->wins[p]);
	json_put(json,
	    "} draws:%lu open:%lu shortest:%lu longest:%lu captures:%lu",
	    totals->draws, totals->open, totals->shortest, totals->longest,
	    totals->captures);
	if (variant->calls & CALL_FORTIFY) {
		json_put(json, "sieged:{");
		for (unsigned m = SIEGE_CAPTURES; m < METHODS; m++) {
			json_begin(json, method_names[m], '{');
			json_put(json, "games:%lu turns:%lu}",
			    totals->sieged_games[m], totals->sieged_turns[m]);
		}
		json_put(json, "}");
	}
	/* {"White": {"Gray": 1}, "Black": {"White": 2}} */
	for (unsigned deed = 0; deed < DEEDS; deed++) {
		json_begin_flat(json, deed_table[deed].total, '{');
		for (unsigned q = 0; q < PLAYERS; q++) {
			bool begun = false;

			for (unsigned p = 0; p < PLAYERS; p++) {
				if (totals->deeds[p][q][deed] == 0)
					continue;
				if (!begun)
					json_begin(
					    json, variant->players[q], '{');
				begun = true;
				json_number(json, variant->players[p],
				    totals->deeds[p][q][deed]);
			}
			if (begun)
				json_end(json, '}');
		}
		json_end(json, '}');
	}
	standings_json(&totals->standings, variant, json);
	json_put(json, "openings:[");
	tally_each(&totals->openings, true, put_opening, &list);
	json_put(json, "]");
	if (!tally_is_empty(&totals->tree))
		tree_put(&totals->tree, variant, NULL, json, output);
	if (totals->players.len > 0)
		players_json(&totals->players, json);
	json_put(json, "}");
}
