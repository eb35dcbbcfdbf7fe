/* Ternion: move logs: the record that is made of one. */
#include "formats/trace/trace.h"

void
trace_add_tag(struct trace *trace, const char *name, struct slice value)
{
	struct tag *tag = arena_alloc(trace->arena, sizeof(*tag));

	tag->name = slice_of(name);
	tag->value =
	    (struct slice){ arena_copy(trace->arena, value), value.len };
	tag->span = (struct span){ trace->record->span.start, 1 };
	if (trace->last_tag != NULL)
		trace->last_tag->next = tag;
	else
		trace->record->tags = tag;
	trace->last_tag = tag;
}

/* "2026-03-06T18:42:14" */
void
trace_add_date(struct trace *trace, struct slice timestamp)
{
	char date[] = "????.??.??";

	if (timestamp.len < 10)
		return;
	for (size_t i = 0; i < 10; i++)
		date[i] = timestamp.ptr[i] == '-' ? '.' : timestamp.ptr[i];
	trace_add_tag(trace, "Date", slice_of(date));
}

/* The players by their colours, "white" for White. */
void
trace_add_players(struct trace *trace, const struct tree_node *state)
{
	const struct variant *variant = trace->rules->variant;
	const struct tree_node *players = trace_member(state, "players");

	for (unsigned p = 0; p < PLAYERS; p++)
		for (const struct tree_node *n =
			 players != NULL ? players->first : NULL;
		     n != NULL; n = n->next) {
			struct slice colour = trace_text(n, "color");

			if (colour.len == 0 ||
			    variant_player(variant, colour.ptr[0]) != p)
				continue;
			trace_add_tag(
			    trace, variant->players[p], trace_text(n, "name"));
			break;
		}
}

void
trace_add_ply(struct trace *trace, const struct move *move, struct span span)
{
	const struct marks bare = { .attacked = 0 };
	struct line *line = &trace->record->line;
	struct ply *ply = arena_alloc(trace->arena, sizeof(*ply));
	struct slice text;

	strbuf_reset(&trace->text);
	notation_coordinate.write(&notation_coordinate, trace->rules, NULL,
	    &trace->position, move, &bare, &trace->text);
	text = strbuf_as_slice(&trace->text);
	ply->token = (struct slice){ arena_copy(trace->arena, text), text.len };
	ply->span = span;
	line_append(line, ply);
	rules_make_move(trace->rules, &trace->position, move);
}

void
trace_complain(struct trace *trace, size_t at, const char *what)
{
	diag_add(trace->diags, DIAG_TRACE_FILE,
	    (struct span){ (uint32_t)at, 1 }, "%s", what);
}

/* How the log says that the game ended. */
void
trace_note_end(struct trace *trace, const struct tree_node *data)
{
	const struct variant *variant = trace->rules->variant;
	const struct tree_node *over = trace_member(data, "game_over");
	struct slice winner = trace_text(data, "winner");
	const char *result = variant->draws[trace->position.out];
	unsigned player;

	if (over == NULL || !slice_is(over->text, "true"))
		return;
	if (winner.len > 0) {
		player = variant_player(variant, winner.ptr[0]);
		result = player != PLAYER_NONE ? variant->wins[player] : NULL;
	}
	if (result != NULL)
		trace->result = slice_of(result);
	trace->reason = trace_text(data, "reason");
	trace->reason.ptr = arena_copy(trace->arena, trace->reason);
}

/* The result of the rules, else the one of the log. */
void
trace_end_record(struct trace *trace)
{
	struct outcome outcome;
	struct slice result = trace->result;

	rules_outcome(trace->rules, &trace->position, &outcome);
	if (outcome.result != NULL) {
		if (result.len > 0 && !slice_is(result, outcome.result))
			trace_complain(trace, trace->record->span.start,
			    "the game ended by the rules with another result "
			    "than the log has");
		result = slice_of(outcome.result);
	} else if (result.len > 0) {
		trace_add_tag(trace, "Termination",
		    trace->reason.len > 0 ? trace->reason
					  : slice_of("adjudication"));
	}
	if (result.len == 0)
		result = slice_of("*");
	trace_add_tag(trace, "Result", result);
	trace->record->result = trace->last_tag->value;
	trace->record->result_span = trace->record->span;
}
