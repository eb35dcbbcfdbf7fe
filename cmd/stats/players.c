/* Ternion: the counts for each player and model. A contender's name is the
 * player's, a line feed and the model's. */

#include "cmd/stats/stats.h"
#include "formats/tree/schema.h"

enum {
	MILLI = 3, /* digits after the point: of seconds, */
	NANO = 9,  /* and of dollars */
	MINUTE = 60,
};

static const struct {
	const char *key;
	unsigned digits; /* after the point */
} counts[PLAY_COUNTS] = {
#define ROW(id, ...) [id] = { __VA_ARGS__ },
#include "cmd/stats/counts.def"
};

/* Writes one count divided by another, after `scale`. */
static const char *
per_ply_text(const struct play *play, enum play_count part, double scale,
    enum play_count plies, char text[DECIMAL_MAX])
{
	snprintf(text, DECIMAL_MAX, "%.3f",
	    play->of[plies] > 0
		? (double)play->of[part] / scale / (double)play->of[plies]
		: 0);
	return text;
}

static void
add_llm(struct play *play, struct slice comment)
{
	static const struct {
		const char *key;
		enum play_count count;
	} sums[] = {
		{ "retries", PLAY_RETRIES },
		{ "prompt_tokens", PLAY_TOKENS },
		{ "completion_tokens", PLAY_TOKENS },
	};
	SCRATCH_ARENA arena = ARENA_INIT;
	const struct tree_node *llm = field_member(comment, &arena), *n;
	unsigned long number;

	for (size_t i = 0; i < COUNT(sums); i++)
		if ((n = tree_member(llm, sums[i].key)) != NULL) {
			decimal_read(n->text, 0, &number);
			play->of[sums[i].count] += number;
		}
	/* A cost may be written as 5e-05. */
	n = tree_member(llm, "cost_usd");
	if (tree_is_literal(n, NULL))
		play->of[PLAY_COST] += tree_units(n, 1e9);
	for (n = member_first(llm, "refused"); n != NULL; n = n->next)
		play->of[PLAY_REFUSED]++;
}

static void
add_play_comments(struct play *play, const struct comments *comments)
{
	for (const struct comment *c = comments->first; c; c = c->next) {
		struct slice rest = c->text;
		unsigned long minutes = 0, number;

		if (slice_is(slice_take(&rest, ' '), "[%emt")) {
			/* "0:01:02.5" */
			struct slice time = slice_take(&rest, ']');
			while (memchr(time.ptr, ':', time.len) != NULL) {
				decimal_read(
				    slice_take(&time, ':'), 0, &number);
				minutes = minutes * MINUTE + number;
			}
			decimal_read(time, MILLI, &number);
			play->of[PLAY_TIME] += minutes * MINUTE * 1000 + number;
			play->of[PLAY_TIMED]++;
		}
		add_llm(play, c->text);
	}
}

void
play_add_ply(
    struct play *play, const struct rules *rules, const struct event *event)
{
	const struct move *move = &event->turn.move;
	const struct notes *notes = event->item.ply->notes;

	play->of[PLAY_PLIES]++;
	play->of[PLAY_CAPTURES] += move->victim != CELL_NONE;
	if (notes != NULL) {
		add_play_comments(play, &notes->comment);
		for (const struct line *v = notes->variations; v; v = v->next)
			add_play_comments(play, &v->after);
	}
	/* On boards without segments all of this is 0. */
	if (move->from != CELL_NONE && move->to != CELL_NONE) {
		const struct sector *from = &rules->board.sector[move->from];
		const struct sector *to = &rules->board.sector[move->to];
		unsigned before = from->ring + from->depth;
		unsigned after = to->ring + to->depth;

		play->of[PLAY_BURIED] += after > before ? after - before : 0;
		play->of[PLAY_ROSETTE] += from->rosette || to->rosette;
	}
}

void
players_add(struct standings *players, const struct slice names[PLAYERS],
    const struct slice models[PLAYERS], const unsigned *points,
    const struct play plays[PLAYERS])
{
	for (unsigned p = 0; p < PLAYERS; p++) {
		SCRATCH name = STRBUF_INIT;

		if (names[p].len == 0 || slice_is(names[p], "?"))
			continue;
		strbuf_printf(
		    &name, "%.*s\n%.*s", SLICE(names[p]), SLICE(models[p]));
		struct contender *own =
		    standings_of(players, strbuf_as_slice(&name));
		own->games++;
		own->points += points != NULL ? points[p] : 0;
		for (unsigned i = 0; i < PLAY_COUNTS; i++)
			own->play.of[i] += plays[p].of[i];
	}
}

static void
put_player(const struct contender *own, struct table *table)
{
	const int width = TABLE_COLUMN;
	const struct play *play = &own->play;
	struct slice model = slice_of(own->name);
	struct slice name = slice_take(&model, '\n');
	SCRATCH shown = STRBUF_INIT;
	char text[DECIMAL_MAX];

	table_number(table, width, "games", own->games);
	table_cell(table, width, "points", points_text(own->points, text));
	for (unsigned c = 0; c < PLAY_TIMED; c++)
		table_cell(table, width, counts[c].key,
		    decimal_text(play->of[c], counts[c].digits, text));
	table_cell(table, width, "refused/ply",
	    per_ply_text(play, PLAY_REFUSED, 1, PLAY_PLIES, text));
	table_cell(table, width, "s/ply",
	    per_ply_text(play, PLAY_TIME, 1000, PLAY_TIMED, text));
	table_cell(table, 0, "model", model.ptr);
	strbuf_slice(&shown, name);
	if (table->form == TABLE_TEXT && model.len > 0)
		strbuf_printf(&shown, " (%s)", model.ptr);
	table_last(table, "name", shown.ptr);
}

void
players_table(struct standings *players, const struct variant *variant,
    struct table *table)
{
	standings_rank(players);
	table_begin(table, "players", variant->id);
	put_player(players->list[0], table); /* the head */
	for (size_t i = 0; i < players->len; i++)
		put_player(players->list[i], table);
}

void
players_json(struct standings *players, struct json *json)
{
	char text[DECIMAL_MAX];

	standings_rank(players);
	json_begin(json, "players", '[');
	for (size_t i = 0; i < players->len; i++) {
		const struct contender *own = players->list[i];
		const struct play *play = &own->play;
		struct slice model = slice_of(own->name);
		struct slice name = slice_take(&model, '\n');

		json_put(json, "~{name:%.*s model:%s games:%lu points:=%s",
		    SLICE(name), model.ptr, own->games,
		    points_text(own->points, text));
		for (unsigned c = 0; c < PLAY_COUNTS; c++)
			json_literal(json, counts[c].key,
			    slice_of(decimal_text(
				play->of[c], counts[c].digits, text)));
		json_put(json, "refused_per_ply:=%s",
		    per_ply_text(play, PLAY_REFUSED, 1, PLAY_PLIES, text));
		json_put(json, "seconds_per_ply:=%s}",
		    per_ply_text(play, PLAY_TIME, 1000, PLAY_TIMED, text));
	}
	json_end(json, ']');
}
