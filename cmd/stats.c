/* Ternion: `stats`: counts over records. */
#include <limits.h>
#include <stdlib.h>

#include "cmd.h"
#include "inputs.h"
#include "json.h"
#include "siege.h"

enum {
	VARIANTS_MAX = 8,
	OPENING_PLIES = 3,    /* a ply of each player */
	OPENINGS_MAX = 50000, /* distinct ones; more are not told apart */
	OPENINGS_SHOWN = 5,
	METHODS = SIEGE_MOVED + 1,
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
	struct opening *openings; /* sorted by text; owned */
	size_t len, size;
};

struct counting {
	struct totals totals[VARIANTS_MAX];
	unsigned long unknown; /* records of no known game */
	struct strbuf opening; /* of the record at hand */
	unsigned long captures;
	unsigned long sieged_turns[METHODS];
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
	const struct notation *notation =
	    notation_find(slice_of(rules->variant->notation));
	const struct marks none = { .attacked = 0 };
	struct alphabet english;

	if (ply == 0) {
		strbuf_reset(&counting->opening);
		counting->captures = 0;
		memset(
		    counting->sieged_turns, 0, sizeof(counting->sieged_turns));
		return;
	}
	counting->captures += move->victim != CELL_NONE;
	if (ply <= OPENING_PLIES && replayed->usual_start) {
		alphabet_init(
		    &english, &letter_sets[0], rules->variant->letters);
		if (counting->opening.len > 0)
			strbuf_char(&counting->opening, ' ');
		notation->write(notation, rules, &english, before, move, &none,
		    &counting->opening);
	}
	if (!(rules->variant->keys & POSITION_FORT))
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

/* Who won by a result: the one player whose points are the most. */
static void
count_result(struct totals *totals, struct slice result)
{
	const char *const *results = totals->variant->results;
	double points[PLAYERS] = { 0, 0, 0 }, most = -1;
	unsigned first = 0, sharing = 0;
	int index = variant_result(totals->variant, result.ptr, result.len);
	const char *p;

	if (index < 0) {
		totals->open++;
		return;
	}
	p = results[index];
	for (unsigned i = 0; i < PLAYERS; i++) {
		char *end;

		points[i] = strtod(p, &end);
		if (*end == '/')
			points[i] /= strtod(end + 1, &end);
		p = end + (*end == '-');
	}
	for (unsigned i = 0; i < PLAYERS; i++) {
		if (points[i] > most) {
			most = points[i];
			first = i;
			sharing = 0;
		}
		sharing += points[i] >= most;
	}
	if (sharing == 1)
		totals->wins[first]++;
	else
		totals->draws++;
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
take_record(struct pass *pass, struct record *record,
    const struct replayed *replayed, bool ok, struct diags *diags)
{
	struct counting *counting = pass->context;
	struct totals *totals;

	(void)record;
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
	count_result(totals, replayed->result);
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

static double
per(unsigned long part, unsigned long whole, double unit)
{
	return whole > 0 ? unit * (double)part / (double)whole : 0;
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
		    totals->wins[p], per(totals->wins[p], sound, 100));
	strbuf_printf(out, " drawn %lu (%.1f%%), open %lu (%.1f%%)\n",
	    totals->draws, per(totals->draws, sound, 100), totals->open,
	    per(totals->open, sound, 100));
	strbuf_printf(out, "  plies in a game: %lu to %lu, on average %.1f\n",
	    totals->shortest, totals->longest, per(totals->plies, sound, 1));
	strbuf_printf(out, "  captures: %lu, in 100 plies %.1f\n",
	    totals->captures, per(totals->captures, totals->plies, 100));
	if (variant->keys & POSITION_FORT)
		for (unsigned m = SIEGE_CAPTURES; m < METHODS; m++)
			strbuf_printf(out,
			    "  sieged by %s: games %lu, turns %lu\n",
			    method_names[m], totals->sieged_games[m],
			    totals->sieged_turns[m]);
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
	if (variant->keys & POSITION_FORT) {
		json_begin(json, "sieged", '{');
		for (unsigned m = SIEGE_CAPTURES; m < METHODS; m++) {
			json_begin(json, method_names[m], '{');
			json_number(json, "games", totals->sieged_games[m]);
			json_number(json, "turns", totals->sieged_turns[m]);
			json_end(json, '}');
		}
		json_end(json, '}');
	}
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
end(struct pass *pass)
{
	struct counting *counting = pass->context;
	struct json json = { .out = &pass->text, .indent = true };
	bool as_json =
	    pass->job->to != NULL && strcmp(pass->job->to, "json") == 0;

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
			put_text(totals, &pass->text);
	}
	if (as_json) {
		json_end(&json, ']');
		strbuf_char(&pass->text, '\n');
	} else if (counting->unknown > 0) {
		strbuf_printf(
		    &pass->text, "of no known game: %lu\n", counting->unknown);
	}
}

static int
run(struct job *job)
{
	struct counting *counting = mem_alloc(sizeof(*counting));
	struct pass pass;
	int status;

	memset(counting, 0, sizeof(*counting));
	if (job->to != NULL && strcmp(job->to, "text") != 0 &&
	    strcmp(job->to, "json") != 0) {
		free(counting);
		return usage_error(
		    job, "stats are text or json, not '%s'", job->to);
	}
	pass_init(&pass, job, stderr);
	pass.replay.visit = visit;
	pass.replay.context = counting;
	pass.context = counting;
	pass.record = take_record;
	pass.end = end;
	status = pass_run(&pass);
	for (int i = 0; i < VARIANTS_MAX; i++) {
		struct totals *totals = &counting->totals[i];

		for (size_t k = 0; k < totals->len; k++)
			free(totals->openings[k].text);
		free(totals->openings);
	}
	strbuf_release(&counting->opening);
	free(counting);
	return status;
}

const struct command command_stats = {
	.name = "stats",
	.summary = "counts over records",
	.usage = "[OPTIONS] [FILE...]",
	.description =
	    "Counts, for each game: records, plies, who won, lengths,\n"
	    "captures, the commonest openings (the first three plies), and in\n"
	    "Siege Chess in how many games and turns each method with its\n"
	    "usual threshold finds a player sieged. Records with an error are\n"
	    "counted, but not looked into.",
	.examples = "  ternion stats games/\n"
		    "  ternion stats --json games.pgn",
	.options = "vofNtJFOqlszyxmricZHGg",
	.run = run,
};
