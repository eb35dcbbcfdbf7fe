/* Ternion: `stats`: counts over records. */
#include <stdlib.h>

#include "cmd/cmd.h"
#include "cmd/run/output.h"
#include "cmd/run/run.h"
#include "cmd/stats/stats.h"

enum {
	VARIANTS_MAX = 8,
	OPENING_PLIES = 3, /* a ply of each player */
};

struct counting {
	struct totals totals[VARIANTS_MAX];
	unsigned long unknown; /* records of no known game */
	struct tree_path path; /* of the current record */
	unsigned long plies;   /* that it takes */
	bool players;          /* so are what --players counts, here: */
	struct play play[PLAYERS];
	unsigned long captures;
	unsigned long sieged_turns[METHODS];
	bool knows_sieged; /* the members below are set, for the ply before */
	bool is_sieged[METHODS];
	uint64_t key; /* of the position after it */
	struct fates fates;
};

/*
 * Counting plies
 */

/* Counts by which methods somebody is sieged. If a piece that has moved before
 * goes to an empty cell, all sums stay the same. */
static void
count_sieged(struct counting *counting, const struct rules *rules,
    const struct position *before, const struct move *move,
    const struct position *after)
{
	bool is_same = counting->knows_sieged && counting->key == before->key &&
	    move->type == MOVE_QUIET && !move->pair && move->calls == 0 &&
	    move->promotion == KIND_NONE && before->out == after->out &&
	    !cellset_has(&before->unmoved, move->from);

	for (unsigned m = SIEGE_CAPTURES; m < METHODS; m++) {
		if (!is_same)
			counting->is_sieged[m] =
			    siege_found(rules, after, (enum siege_method)m);
		counting->sieged_turns[m] += counting->is_sieged[m];
	}
	counting->knows_sieged = true;
	counting->key = after->key;
}

/* Looks at a ply of the main line. */
static void
see_counted(
    void *context, const struct replayed *replayed, const struct event *event)
{
	struct counting *counting = context;
	struct tree_path *path = &counting->path;
	const struct rules *rules = replayed->rules;
	const struct position *before;
	const struct move *move;

	if (event == NULL) {
		strbuf_reset(&path->moves);
		path->len = 0;
		memset(counting->play, 0, sizeof(counting->play));
		counting->captures = 0;
		counting->knows_sieged = false;
		counting->fates = (struct fates){ .heir = { 0 } };
		memset(
		    counting->sieged_turns, 0, sizeof(counting->sieged_turns));
		return;
	}
	if (!event->is_main)
		return;
	before = &event->turn.before;
	move = &event->turn.move;
	counting->captures += move->victim != CELL_NONE;
	if (counting->players)
		play_add_ply(&counting->play[event->turn.mover], rules, event);
	fates_add_move(&counting->fates, rules, before, move,
	    turn_judged(&event->turn, event->after), event->after);
	if (replayed->usual_start && event->item.number <= counting->plies) {
		const struct marks none = { .attacked = 0 };
		struct alphabet english;

		alphabet_init(
		    &english, &letter_sets[0], rules->variant->letters);
		if (path->moves.len > 0)
			strbuf_char(&path->moves, ' ');
		notation_write(dialect_of(rules->variant)->notation, rules,
		    &english, before, move, &none, &path->moves);
		path->end[path->len++] = path->moves.len;
	}
	if (rules->variant->calls & CALL_FORTIFY)
		count_sieged(counting, rules, before, move, event->after);
}

/* The values of White, WhiteModel and so on, "" where there is none. */
static void
find_players(const struct variant *variant, const struct record *record,
    struct slice names[PLAYERS], struct slice models[PLAYERS])
{
	for (unsigned p = 0; p < PLAYERS; p++)
		names[p] = models[p] = slice_of("");
	for (const struct tag *t = record->tags; t != NULL; t = t->next) {
		size_t len = t->name.len, end = strlen("Model");
		bool is_model = len > end &&
		    slice_is(slice_from(t->name, len - end), "Model");
		unsigned player = variant_player_tag(
		    variant, t->name.ptr, is_model ? len - end : len);

		if (player != PLAYER_NONE)
			(is_model ? models : names)[player] =
			    slice_trim(t->value);
	}
}

/* Adds the game of the record at hand, which has no error. */
static void
add_game(
    struct counting *counting, const struct run *run, struct totals *totals)
{
	const struct replayed *replayed = &run->session.replayed;
	const struct tree_path *path = &counting->path;
	unsigned plies = path->len < OPENING_PLIES ? path->len : OPENING_PLIES;
	struct slice names[PLAYERS], models[PLAYERS];
	unsigned points[PLAYERS];
	bool ended = points_read(totals->variant, replayed->result, points);
	int winner = points_winner(totals->variant, replayed->result);

	if (totals->games - totals->faulty == 1 ||
	    replayed->plies < totals->shortest)
		totals->shortest = replayed->plies;
	if (replayed->plies > totals->longest)
		totals->longest = replayed->plies;
	totals->plies += replayed->plies;
	totals->captures += counting->captures;
	totals->open += winner < 0;
	totals->draws += winner == PLAYER_NONE;
	if (winner >= 0 && winner < PLAYERS)
		totals->wins[winner]++;
	tree_add_game(&totals->tree, path, run->job->tree, winner);
	for (unsigned p = 0; p < PLAYERS; p++) {
		const uint8_t by[DEEDS] = {
			[DEED_MATED] = counting->fates.mated_by[p],
			[DEED_CAPTURED] = counting->fates.captured[p],
			[DEED_INHERITED] = counting->fates.heir[p],
		};

		for (unsigned deed = 0; deed < DEEDS; deed++)
			if (by[deed] != 0)
				totals->deeds[deed][by[deed] - 1][p]++;
	}
	find_players(totals->variant, &run->session.record, names, models);
	if (counting->players)
		players_add(&totals->players, names, models,
		    ended ? points : NULL, counting->play);
	standings_add(
	    &totals->standings, names, ended ? points : NULL, &counting->fates);
	if (plies > 0)
		tally_add(&totals->openings,
		    slice_sub(
			strbuf_as_slice(&path->moves), 0, path->end[plies - 1]),
		    1);
	for (unsigned m = SIEGE_CAPTURES; m < METHODS; m++) {
		totals->sieged_turns[m] += counting->sieged_turns[m];
		totals->sieged_games[m] += counting->sieged_turns[m] > 0;
	}
}

/* Counts the record at hand. */
static void
count_record(struct counting *counting, const struct run *run)
{
	const struct replayed *replayed = &run->session.replayed;
	struct totals *totals;
	unsigned i = 0;

	if (replayed->rules == NULL) {
		counting->unknown++;
		return;
	}
	while (variants[i] != replayed->rules->variant)
		i++;
	totals = &counting->totals[i];
	totals->variant = variants[i];
	totals->games++;
	if (run->record.ok)
		add_game(counting, run, totals);
	else
		totals->faulty++; /* its moves cannot be trusted */
}

/* Writes all totals; false, after an error message, if something that was
 * counted cannot be read back. */
static bool
put_totals(struct counting *counting, const struct job *job, struct strbuf *out,
    struct output *output)
{
	bool is_json = job_is_to(job, "json");
	struct json json = { .out = out, .indent = true };
	struct table table = { .out = out,
		.form = job_is_to(job, "csv") ? TABLE_CSV : TABLE_TEXT };
	int error = 0;

	if (is_json)
		json_begin(&json, NULL, '[');
	for (int i = 0; i < VARIANTS_MAX && error == 0; i++) {
		struct totals *totals = &counting->totals[i];

		if (totals->variant == NULL)
			continue;
		if (is_json)
			totals_json(totals, &json, output);
		else
			totals_table(totals, &table, output);
		error = totals->openings.error != 0 ? totals->openings.error
						    : totals->tree.error;
	}
	/* Tables leave out records of unknown games, which are reported. */
	if (counting->unknown > 0 && is_json) {
		json_put(
		    &json, "{ variant:null games:%lu }", counting->unknown);
	} else if (counting->unknown > 0 && table.form == TABLE_TEXT) {
		strbuf_printf(
		    out, "of unknown games: %lu\n", counting->unknown);
	}
	if (is_json) {
		json_end(&json, ']');
		strbuf_char(out, '\n');
	}
	if (error != 0)
		trouble_say(
		    "ternion stats: temporary file: %s", strerror(error));
	return error == 0;
}

static int
run_stats(struct job *job)
{
	struct counting *counting = mem_zeroed(sizeof(*counting));
	struct run_record *record;
	struct run run;
	int status = EXIT_TROUBLE;

	counting->plies = job->tree > OPENING_PLIES ? job->tree : OPENING_PLIES;
	counting->players = job->players;
	run_init(&run, job, stderr);
	run.replay.see = see_counted;
	run.replay.context = counting;
	if (run_begin(&run)) {
		while (run_next_file(&run))
			while ((record = run_next_record(&run)) != NULL) {
				count_record(counting, &run);
				run_report(&run, record);
			}
		run.trouble |=
		    !put_totals(counting, job, &run.text, &run.output);
		status = run_end(&run);
	}
	for (int i = 0; i < VARIANTS_MAX; i++) {
		struct totals *totals = &counting->totals[i];

		tally_release(&totals->openings);
		tally_release(&totals->tree);
		standings_release(&totals->standings);
		standings_release(&totals->players);
	}
	strbuf_release(&counting->path.moves);
	mem_free(counting);
	return status;
}

const struct command command_stats = {
	.name = "stats",
	.forms = words_stats_forms,
	.run = run_stats,
};
