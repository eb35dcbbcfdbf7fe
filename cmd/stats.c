/* Ternion: `stats`: counts over records. */

#include "cmd/cmd.h"
#include "cmd/run/run.h"
#include "cmd/stats/stats.h"

enum {
	VARIANTS_MAX = 8,
	OPENING_PLIES = 3, /* a ply of each player */
};

/* The counts over all records. */
struct counting {
	struct totals totals[VARIANTS_MAX];
	unsigned long unknown; /* records of no known game */
};

/* A game that was played. */
struct game {
	const struct variant *variant;
	struct slice result, names[PLAYERS], models[PLAYERS];
	unsigned plies;
	struct tree_path path;     /* of its first moves */
	struct play play[PLAYERS]; /* for --players */
	unsigned long captures, sieged_turns[METHODS];
	struct fates fates;
};

/* A thread counts the plies of a game. */
struct counter {
	const struct job *job;
	struct game game;
	struct strbuf *moves; /* of game.path: the text of the session */
	struct alphabet english;
	/* Of the position before the next ply: */
	struct seats seats;
	struct position position; /* all of it, in the opening */
	struct cellset unmoved;
	bool knows_sieged; /* the members below are set */
	bool is_sieged[METHODS];
	int sums[METHODS][PLAYERS];
};

/* Counts by which methods somebody is sieged. A piece that goes to an empty
 * cell changes a sum only with its first move, which counts for it, and one
 * that takes another changes those of the other's owner. */
__attribute__((noinline)) static void
count_sieged(struct counter *counter, const struct rules *rules,
    const struct move *move, const struct position *after)
{
	bool is_plain = counter->knows_sieged && !move->pair &&
	    (move->calls | move->promotion) == 0 &&
	    counter->seats.out == after->out;
	unsigned mover = counter->seats.to_move;
	bool is_quiet = is_plain && move->type == MOVE_QUIET;
	bool is_capture = is_plain && move->type == MOVE_CAPTURE;
	bool is_first = (is_quiet || is_capture) &&
	    cellset_has(&counter->unmoved, move->from);
	unsigned players =
	    is_capture ? 1u << siege_last_captured(after) : ALL_PLAYERS;

	for (unsigned m = SIEGE_CAPTURES; m < METHODS; m++) {
		enum siege_method method = (enum siege_method)m;
		int *sums = counter->sums[m];
		bool is_moved = m == SIEGE_MOVED && is_first;

		if (!is_quiet)
			siege_sums(rules, after, method, players, sums);
		/* A dead piece is nobody's, and the last one was perhaps his.
		 */
		if (is_moved && (is_quiet || !(players >> mover & 1)))
			sums[mover]++;
		if (!is_quiet || is_moved)
			counter->is_sieged[m] =
			    siege_found(after, method, sums);
		counter->game.sieged_turns[m] += counter->is_sieged[m];
	}
	counter->knows_sieged = true;
	counter->unmoved = after->unmoved;
}

/* Begins to count a game. */
__attribute__((noinline)) static void
begin_game(struct counter *counter, const struct replayed *replayed)
{
	memset(&counter->game, 0, sizeof(counter->game));
	strbuf_reset(counter->moves);
	alphabet_init(&counter->english, &letter_sets[0],
	    replayed->rules->variant->letters);
	seats_note(&counter->seats, &replayed->start);
	counter->position = replayed->start;
	counter->unmoved = replayed->start.unmoved;
	counter->knows_sieged = false;
}

/* Adds a ply of the opening, in English letters. */
__attribute__((noinline)) static void
add_opening(struct counter *counter, const struct rules *rules,
    const struct event *event)
{
	struct tree_path *path = &counter->game.path;
	const struct language in = { rules,
		dialect_of(rules->variant)->notation, &counter->english };

	if (counter->moves->len > 0)
		strbuf_char(counter->moves, ' ');
	notation_write(&in, &counter->position, &event->turn.move, &no_marks,
	    counter->moves);
	path->end[path->len++] = (uint32_t)counter->moves->len;
	counter->position = *event->after;
}

/* Looks at a ply of the main line. */
static void
see_counted(
    void *state, const struct replayed *replayed, const struct event *event)
{
	struct counter *counter = state;
	const struct job *job = counter->job;
	struct game *game = &counter->game;
	const struct rules *rules = replayed->rules;

	if (event == NULL) {
		begin_game(counter, replayed);
		return;
	}
	if (!event->is_main)
		return;
	const struct move *move = &event->turn.move;
	const struct position *board = turn_judged(&event->turn, event->after);
	game->captures += move->victim != CELL_NONE;
	if (job->players)
		play_add_ply(&game->play[event->turn.mover], rules, event);
	/* Games without errors are counted: a next move shows that the game
	 * has not ended. */
	counter->seats.to_move = (uint8_t)event->turn.mover;
	if (fates_may_change(&counter->seats, board, event->after))
		fates_add(&game->fates,
		    &(struct fateful){ rules, &counter->seats, move, board,
			event->after, &event->turn.marks,
			event->turn.has_outcome ? &event->turn.outcome
						: &no_outcome });
	if (replayed->usual_start &&
	    (event->item.number <= OPENING_PLIES ||
		event->item.number <= job->tree))
		add_opening(counter, rules, event);
	if (rules->variant->calls & CALL_FORTIFY)
		count_sieged(counter, rules, move, event->after);
	seats_note(&counter->seats, event->after);
}

/* Sets the names and models to the values of White, WhiteModel and so on, ""
 * where there is none. */
static void
find_players(
    struct game *game, const struct record *record, struct arena *arena)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		game->names[p] = game->models[p] = slice_of("");
	for (const struct tag *t = record->tags; t != NULL; t = t->next) {
		size_t len = t->name.len, end = strlen("Model");
		bool is_model = len > end &&
		    slice_is(slice_from(t->name, len - end), "Model");
		unsigned player = variant_player_tag(
		    game->variant, t->name.ptr, is_model ? len - end : len);

		if (player != PLAYER_NONE)
			(is_model ? game->models : game->names)[player] =
			    arena_slice(arena, slice_trim(t->value));
	}
}

/* Keeps a game that has no error. */
static void
keep_game(
    const struct run *run, struct session *session, struct run_record *result)
{
	const struct replayed *replayed = &session->replayed;
	struct counter *counter = session->state;
	struct arena *arena = session->kept;

	(void)run;
	if (!result->ok)
		return;
	struct game *game = arena_take(arena, sizeof(*game));
	*game = counter->game;
	game->variant = result->variant;
	game->plies = replayed->plies;
	game->result = arena_slice(arena, replayed->result);
	game->path.moves = arena_slice(arena, strbuf_as_slice(counter->moves));
	find_players(game, &session->record, arena);
	result->data = game;
}

static void
add_game(const struct game *game, const struct job *job, struct totals *totals)
{
	const struct tree_path *path = &game->path;
	unsigned plies = path->len < OPENING_PLIES ? path->len : OPENING_PLIES;
	unsigned points[PLAYERS];
	bool ended = result_points(game->result, points);
	int winner = points_winner(game->result);

	if (totals->games - totals->faulty == 1 ||
	    game->plies < totals->shortest)
		totals->shortest = game->plies;
	if (game->plies > totals->longest)
		totals->longest = game->plies;
	totals->plies += game->plies;
	totals->captures += game->captures;
	totals->open += winner < 0;
	totals->draws += winner == PLAYER_NONE;
	if (winner >= 0 && winner < PLAYERS)
		totals->wins[winner]++;
	tree_add_game(&totals->tree, path, job->tree, winner);
	for (unsigned p = 0; p < PLAYERS; p++)
		for (unsigned q = 0; q < PLAYERS; q++)
			add_deeds(totals->deeds[p][q], &game->fates, p, q);
	if (job->players)
		players_add(&totals->players, game->names, game->models,
		    ended ? points : NULL, game->play);
	standings_add(&totals->standings, game->names, ended ? points : NULL,
	    &game->fates);
	if (plies > 0)
		tally_add(&totals->openings,
		    slice_sub(path->moves, 0, path->end[plies - 1]), 1);
	for (unsigned m = SIEGE_CAPTURES; m < METHODS; m++) {
		totals->sieged_turns[m] += game->sieged_turns[m];
		totals->sieged_games[m] += game->sieged_turns[m] > 0;
	}
}

static void
count_record(struct run *run, struct run_record *result)
{
	struct counting *counting = run->context;
	unsigned i = 0;

	if (result->variant == NULL) {
		counting->unknown++;
		return;
	}
	while (variants[i] != result->variant)
		i++;
	struct totals *totals = &counting->totals[i];
	totals->variant = variants[i];
	totals->games++;
	if (result->data != NULL)
		add_game(result->data, run->job, totals);
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

static void
begin_counting(const struct run *run, struct session *session)
{
	struct counter *counter = mem_zeroed(sizeof(*counter));

	counter->job = run->job;
	counter->moves = &session->text;
	session->state = counter;
}

int
run_stats(struct job *job)
{
	static const struct batch batch = { .begin = begin_counting,
		.see = see_counted,
		.map = keep_game,
		.reduce = count_record };
	struct counting *counting = mem_zeroed(sizeof(*counting));
	struct run run;
	int status = EXIT_TROUBLE;

	run_init(&run, &batch, job, stderr);
	run.replay.sees_after = true;
	run.context = counting;
	if (run_all(&run)) {
		run.trouble |=
		    !put_totals(counting, job, &run.text, &run.output);
		status = run_end(&run);
	}
	for (int i = 0; i < VARIANTS_MAX; i++) {
		standings_release(&counting->totals[i].standings);
		standings_release(&counting->totals[i].players);
	}
	return status;
}
