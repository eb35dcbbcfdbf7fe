/* Ternion: `stats`: counts over records. */
#include <limits.h>
#include <stdlib.h>

#include "cmd/cmd.h"
#include "cmd/run/run.h"
#include "cmd/run/standings.h"
#include "formats/record/json.h"
#include "rules/siege/siege.h"

enum {
	VARIANTS_MAX = 8,
	OPENING_PLIES = 3,    /* a ply of each player */
	OPENINGS_MAX = 50000, /* distinct ones; more are not told apart */
	OPENINGS_SHOWN = 5,
	METHODS = SIEGE_MOVED + 1,
};

/* What one player does to another. */
enum deed {
	DEED_MATED,
	DEED_CAPTURED,
	DEED_INHERITED,
	DEEDS,
};

struct opening {
	char *text; /* owned */
	unsigned long games;
};

/* What is counted, for each variant. */
struct totals {
	const struct variant *variant;
	unsigned long games, faulty, plies, captures;
	unsigned long wins[PLAYERS], draws, open;
	unsigned long shortest, longest; /* plies, of sound games */
	unsigned long sieged_games[METHODS], sieged_turns[METHODS];
	/* In how many games player [p] did it to player [q]. */
	unsigned long deeds[DEEDS][PLAYERS][PLAYERS];
	struct standings standings;
	struct opening *openings; /* sorted by text; owned */
	size_t len, size;
};

struct counting {
	struct totals totals[VARIANTS_MAX];
	unsigned long unknown; /* records of no known game */
	struct strbuf opening; /* of the current record */
	unsigned long captures;
	unsigned long sieged_turns[METHODS];
	struct fates fates;
};

/*
 * What the replay sees
 */

static void
visit(void *context, const struct replayed *replayed, unsigned ply,
    const struct position *before, const struct move *move,
    const struct position *after)
{
	struct counting *counting = context;
	const struct rules *rules = replayed->rules;
	const struct notation *notation = dialect_of(rules->variant)->notation;
	const struct marks none = { .attacked = 0 };
	struct alphabet english;

	if (ply == 0) {
		strbuf_reset(&counting->opening);
		counting->captures = 0;
		counting->fates = (struct fates){ .heir = { 0 } };
		memset(
		    counting->sieged_turns, 0, sizeof(counting->sieged_turns));
		return;
	}
	counting->captures += move->victim != CELL_NONE;
	fates_add_move(&counting->fates, rules, before, move, after);
	if (ply <= OPENING_PLIES && replayed->usual_start) {
		alphabet_init(
		    &english, &letter_sets[0], rules->variant->letters);
		if (counting->opening.len > 0)
			strbuf_char(&counting->opening, ' ');
		notation->write(notation, rules, &english, before, move, &none,
		    &counting->opening);
	}
	if (!(rules->variant->calls & CALL_FORTIFY))
		return;
	for (unsigned m = SIEGE_CAPTURES; m < METHODS; m++)
		counting->sieged_turns[m] +=
		    siege_found(rules, after, (enum siege_method)m);
}

/* The first opening that is not before the text. */
static size_t
find_opening(const struct totals *totals, const char *text)
{
	size_t low = 0, high = totals->len;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (strcmp(totals->openings[middle].text, text) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void
count_opening(struct totals *totals, const struct strbuf *text)
{
	size_t i;

	if (text->len == 0)
		return;
	i = find_opening(totals, text->ptr);
	if (i < totals->len &&
	    strcmp(totals->openings[i].text, text->ptr) == 0) {
		totals->openings[i].games++;
		return;
	}
	if (totals->len == OPENINGS_MAX)
		return;
	if (totals->len == totals->size) {
		totals->size = totals->size * 2 + 64;
		totals->openings = mem_grow(
		    totals->openings, totals->size * sizeof(*totals->openings));
	}
	memmove(totals->openings + i + 1, totals->openings + i,
	    (totals->len - i) * sizeof(*totals->openings));
	totals->openings[i].text = mem_alloc(text->len + 1);
	memcpy(totals->openings[i].text, text->ptr, text->len + 1);
	totals->openings[i].games = 1;
	totals->len++;
}

/* Who won: the one player whose points are the most. */
static void
count_result(struct totals *totals, const unsigned *points)
{
	unsigned most = 0, first = 0, sharing = 0;

	for (unsigned i = 0; i < PLAYERS; i++) {
		if (points[i] > most) {
			most = points[i];
			first = i;
			sharing = 0;
		}
		sharing += points[i] == most;
	}
	if (sharing == 1)
		totals->wins[first]++;
	else
		totals->draws++;
}

static void
count_deeds(struct totals *totals, const struct fates *fates)
{
	const uint8_t *by[DEEDS] = {
		[DEED_MATED] = fates->mated_by,
		[DEED_CAPTURED] = fates->captured,
		[DEED_INHERITED] = fates->heir,
	};

	for (unsigned deed = 0; deed < DEEDS; deed++)
		for (unsigned p = 0; p < PLAYERS; p++)
			if (by[deed][p] != 0)
				totals->deeds[deed][by[deed][p] - 1][p]++;
}

/* The names of the players, by seat. */
static void
find_names(const struct record *record, const struct variant *variant,
    struct slice names[PLAYERS])
{
	for (unsigned p = 0; p < PLAYERS; p++)
		names[p] = slice_of("");
	for (const struct tag *t = record->tags; t != NULL; t = t->next) {
		unsigned player =
		    variant_player_tag(variant, t->name.ptr, t->name.len);

		if (player != PLAYER_NONE)
			names[player] = slice_trim(t->value);
	}
}

static struct totals *
totals_of(struct counting *counting, const struct variant *variant)
{
	int i = 0;

	while (variants[i] != variant)
		i++;
	counting->totals[i].variant = variant;
	return &counting->totals[i];
}

static void
take_record(struct run *run, struct record *record,
    const struct replayed *replayed, bool ok, struct diags *diags)
{
	struct counting *counting = run->context;
	struct slice names[PLAYERS];
	struct totals *totals;
	unsigned points[PLAYERS];
	bool ended;

	(void)diags;
	if (replayed->rules == NULL) {
		counting->unknown++;
		return;
	}
	totals = totals_of(counting, replayed->rules->variant);
	totals->games++;
	if (!ok) { /* its moves cannot be trusted */
		totals->faulty++;
		return;
	}
	if (totals->games - totals->faulty == 1)
		totals->shortest = totals->longest = replayed->plies;
	if (replayed->plies < totals->shortest)
		totals->shortest = replayed->plies;
	if (replayed->plies > totals->longest)
		totals->longest = replayed->plies;
	totals->plies += replayed->plies;
	totals->captures += counting->captures;
	ended = points_read(totals->variant, replayed->result, points);
	if (ended)
		count_result(totals, points);
	else
		totals->open++;
	count_deeds(totals, &counting->fates);
	find_names(record, totals->variant, names);
	standings_add(
	    &totals->standings, names, ended ? points : NULL, &counting->fates);
	count_opening(totals, &counting->opening);
	for (unsigned m = SIEGE_CAPTURES; m < METHODS; m++) {
		totals->sieged_turns[m] += counting->sieged_turns[m];
		totals->sieged_games[m] += counting->sieged_turns[m] > 0;
	}
}

/*
 * The report
 */

static int
by_games(const void *a, const void *b)
{
	const struct opening *x = a, *y = b;

	if (x->games != y->games)
		return x->games > y->games ? -1 : 1;
	return strcmp(x->text, y->text);
}

static const char *const method_names[METHODS] = {
	[SIEGE_CAPTURES] = "captures",
	[SIEGE_POINTS] = "points",
	[SIEGE_MOVED] = "moved",
};

static const char *const deed_words[DEEDS] = {
	[DEED_MATED] = "mated",
	[DEED_CAPTURED] = "king captured",
	[DEED_INHERITED] = "army inherited",
};

static const char *const deed_keys[DEEDS] = {
	[DEED_MATED] = "mated_by",
	[DEED_CAPTURED] = "captured",
	[DEED_INHERITED] = "heir",
};

/* "  mated: White by Gray 1, Black by White 2" */
static void
put_deed(const struct totals *totals, enum deed deed, struct strbuf *out)
{
	const char *const *players = totals->variant->players;
	const char *separator = ":";

	for (unsigned q = 0; q < PLAYERS; q++)
		for (unsigned p = 0; p < PLAYERS; p++) {
			unsigned long games = totals->deeds[deed][p][q];

			if (games == 0)
				continue;
			if (*separator == ':')
				strbuf_printf(out, "  %s", deed_words[deed]);
			strbuf_printf(out, "%s %s by %s %lu", separator,
			    players[q], players[p], games);
			separator = ",";
		}
	strbuf_puts(out, *separator == ',' ? "\n" : "");
}

/* {"White": {"Gray": 1}, "Black": {"White": 2}} */
static void
put_deed_json(const struct totals *totals, enum deed deed, struct json *json)
{
	const char *const *players = totals->variant->players;

	json_begin_flat(json, deed_keys[deed], '{');
	for (unsigned q = 0; q < PLAYERS; q++) {
		bool any = false;

		for (unsigned p = 0; p < PLAYERS; p++)
			any |= totals->deeds[deed][p][q] > 0;
		if (!any)
			continue;
		json_begin(json, players[q], '{');
		for (unsigned p = 0; p < PLAYERS; p++)
			if (totals->deeds[deed][p][q] > 0)
				json_number(json, players[p],
				    totals->deeds[deed][p][q]);
		json_end(json, '}');
	}
	json_end(json, '}');
}

/* The part in so many of the whole: in 100, a percentage. */
static double
in_every(double so_many, unsigned long part, unsigned long whole)
{
	return whole > 0 ? so_many * (double)part / (double)whole : 0;
}

static void
put_text(const struct totals *totals, struct strbuf *out)
{
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
	standings_text(&totals->standings, variant, out);
	if (totals->len > 0)
		strbuf_puts(out, "  openings:\n");
	for (size_t i = 0; i < totals->len && i < OPENINGS_SHOWN; i++)
		strbuf_printf(out, "    %lu  %s\n", totals->openings[i].games,
		    totals->openings[i].text);
}

static void
put_json(const struct totals *totals, struct json *json)
{
	const struct variant *variant = totals->variant;

	json_begin(json, NULL, '{');
	json_string(json, "variant", variant->id);
	json_number(json, "games", totals->games);
	json_number(json, "faulty", totals->faulty);
	json_number(json, "plies", totals->plies);
	json_begin(json, "wins", '{');
	for (unsigned p = 0; p < PLAYERS; p++)
		json_number(json, variant->players[p], totals->wins[p]);
	json_end(json, '}');
	json_number(json, "draws", totals->draws);
	json_number(json, "open", totals->open);
	json_number(json, "shortest", totals->shortest);
	json_number(json, "longest", totals->longest);
	json_number(json, "captures", totals->captures);
	if (variant->calls & CALL_FORTIFY) {
		json_begin(json, "sieged", '{');
		for (unsigned m = SIEGE_CAPTURES; m < METHODS; m++) {
			json_begin(json, method_names[m], '{');
			json_number(json, "games", totals->sieged_games[m]);
			json_number(json, "turns", totals->sieged_turns[m]);
			json_end(json, '}');
		}
		json_end(json, '}');
	}
	for (unsigned deed = 0; deed < DEEDS; deed++)
		put_deed_json(totals, (enum deed)deed, json);
	standings_json(&totals->standings, variant, json);
	json_begin(json, "openings", '[');
	for (size_t i = 0; i < totals->len && i < OPENINGS_SHOWN; i++) {
		json_begin(json, NULL, '{');
		json_string(json, "moves", totals->openings[i].text);
		json_number(json, "games", totals->openings[i].games);
		json_end(json, '}');
	}
	json_end(json, ']');
	json_end(json, '}');
}

static void
end(struct run *run)
{
	struct counting *counting = run->context;
	struct json json = { .out = &run->text, .indent = true };
	bool as_json = job_is_to(run->job, "json");

	if (as_json)
		json_begin(&json, NULL, '[');
	for (int i = 0; i < VARIANTS_MAX; i++) {
		struct totals *totals = &counting->totals[i];

		if (totals->variant == NULL)
			continue;
		if (totals->len > 0)
			qsort(totals->openings, totals->len,
			    sizeof(*totals->openings), by_games);
		if (as_json)
			put_json(totals, &json);
		else
			put_text(totals, &run->text);
	}
	if (as_json) {
		json_end(&json, ']');
		strbuf_char(&run->text, '\n');
	} else if (counting->unknown > 0) {
		strbuf_printf(
		    &run->text, "of no known game: %lu\n", counting->unknown);
	}
}

static int
run(struct job *job)
{
	struct counting *counting;
	struct run run;
	int status;

	counting = mem_alloc(sizeof(*counting));
	memset(counting, 0, sizeof(*counting));
	run_init(&run, job, stderr);
	run.replay.visit = visit;
	run.replay.context = counting;
	run.context = counting;
	run.record = take_record;
	run.end = end;
	status = run_run(&run);
	for (int i = 0; i < VARIANTS_MAX; i++) {
		struct totals *totals = &counting->totals[i];

		for (size_t k = 0; k < totals->len; k++)
			mem_free(totals->openings[k].text);
		mem_free(totals->openings);
		standings_release(&totals->standings);
	}
	strbuf_release(&counting->opening);
	mem_free(counting);
	return status;
}

static const enum option_id options[] = { OPT_OPTION, OPT_TO, OPT_JSON,
	OPT_INPUT_NOTATION, OPTIONS_OF_RECORDS, OPTIONS_END };

const struct command command_stats = {
	.name = "stats",
	.summary = "counts over records, and standings",
	.usage = "[OPTIONS] [FILE...]",
	.description =
	    "Counts, for each game: records, plies, who won, lengths,\n"
	    "captures, the commonest openings (the first three plies), and in\n"
	    "Siege Chess in how many games and turns each method with its\n"
	    "usual threshold finds a player sieged; who mated whom, captured\n"
	    "whose king and inherited whose army; and the standings, by the\n"
	    "names of the players and each game's own points, with a cross\n"
	    "table. Records with an error are counted, but not looked into.",
	.examples = "  ternion stats games/\n"
		    "  ternion stats --json games.pgn",
	.forms = words_text_json,
	.options = options,
	.run = run,
};
