/* Ternion: `collate`: score sheets of a game into one record. */

#include "cmd/cmd.h"
#include "cmd/run/rewrite.h"
#include "parse/record/habits.h"
#include "parse/repair/scores.h"

enum {
	KEYS_MAX = 60,  /* plies by which games are known again */
	LIKE_TAG = 4,   /* points for a tag that is the same */
	LIKE_LEAST = 6, /* that two records need to be of one game */
};

/* A record of one file. */
struct candidate {
	struct score score;     /* first; named by the file */
	struct candidate *next; /* of the same file */
	struct source source;   /* its text, for messages; owned */
	size_t start;           /* of the record in it */
	struct record record;
	bool taken; /* into a game */
	bool is_keyed;
	unsigned keys_len; /* positions of its first plies */
	uint64_t keys[KEYS_MAX];
};

/* All that is read. */
struct collator {
	struct rewriting rewriting; /* first: it is the run's context */
	struct candidate *files[SHEETS_MAX];
	unsigned len;
	bool too_many;        /* files */
	struct arena arena;   /* of the candidates */
	struct scores scores; /* of the game at hand: of candidates */
};

/* Keeps the record at hand as the last candidate of its file. */
static void
take_candidate(
    const struct run *run, struct session *session, struct run_record *from)
{
	struct collator *collator = run->context;
	const struct record *record = &session->record;

	collator->too_many |= record->game == 1 && collator->len == SHEETS_MAX;
	if (collator->too_many)
		return;
	collator->len += record->game == 1;
	struct candidate *candidate =
	    arena_alloc(&collator->arena, sizeof(*candidate));
	candidate->score.name =
	    arena_copy(&collator->arena, slice_of(from->chunk->name));
	candidate->score.record = &candidate->record;
	source_text(&candidate->source, candidate->score.name,
	    source_window(&from->source));
	candidate->source.line = from->source.line;
	candidate->source.column = from->source.column;
	candidate->start = from->start;
	record_copy(&candidate->record, record,
	    source_window(&candidate->source), &collator->arena);
	struct candidate **end = &collator->files[collator->len - 1];
	while (*end != NULL)
		end = &(*end)->next;
	*end = candidate;
}

/*
 * Which candidates are of one game
 */

/* Notes the keys of the positions that the first moves of a candidate lead to.
 */
static void
find_keys(struct run *run, struct candidate *candidate)
{
	struct collator *collator = run->context;
	struct replayed setup = { .rules = NULL };
	struct diags ignored = { .arena = &collator->arena };

	if (candidate->is_keyed)
		return;
	candidate->is_keyed = true;
	if (!game_set_up(
		run->session.replayer, &candidate->record, &ignored, &setup))
		return;
	struct position position = setup.start;
	struct language reader = replayed_reader(&setup);
	for (struct ply *p = candidate->record.line.first;
	     p != NULL && candidate->keys_len < KEYS_MAX; p = p->next) {
		const struct item item = { .token = p->token };
		struct move move;

		if (!trial_step(
			&reader, &position, &item, &move, &collator->arena))
			return;
		candidate->keys[candidate->keys_len++] = position.key;
	}
}

/* Points for the moves that two candidates share. */
static unsigned
likeness(struct run *run, struct candidate *a, struct candidate *b)
{
	static const char *const names[] = { "Event", "Site", "Date", "Round",
		"White", "Red", "Gray", "Black", NULL };
	unsigned points = 0, same = 0;

	for (const char *const *name = names; *name != NULL; name++) {
		const struct tag *one = record_tag(&a->record, *name);
		const struct tag *other = record_tag(&b->record, *name);

		if (one == NULL || other == NULL || one->value.len == 0 ||
		    one->value.ptr[0] == '?')
			continue;
		if (slice_equal(one->value, other->value))
			points += LIKE_TAG;
		else if (points >= LIKE_TAG)
			points -= LIKE_TAG;
	}
	find_keys(run, a);
	find_keys(run, b);
	for (unsigned i = 0; i < a->keys_len && i < b->keys_len; i++)
		same += a->keys[i] == b->keys[i];
	/* A short game is known by all of it. */
	if (same == a->record.line.plies && same == b->record.line.plies)
		same += LIKE_LEAST;
	return points + same;
}

/* The candidate of another file that is of the same game, or NULL. */
static struct candidate *
find_candidate(struct run *run, struct candidate *candidate,
    const struct candidate *own, struct candidate *file)
{
	struct candidate *best = NULL;
	unsigned most = LIKE_LEAST - 1;

	/* Two files of one record each are compared later, ply by ply. */
	if (own->next == NULL && file->next == NULL)
		return file->taken ? NULL : file;
	for (struct candidate *p = file; p != NULL; p = p->next) {
		unsigned points = p->taken ? 0 : likeness(run, candidate, p);

		if (points > most) {
			most = points;
			best = p;
		}
	}
	return best;
}

/*
 * The sheets of a game
 */

static struct candidate *
candidate_of(struct score *score)
{
	return (struct candidate *)(void *)score;
}

static void
report_candidate(
    struct run *run, const struct candidate *candidate, struct diags *diags)
{
	const struct collator *collator = run->context;
	const struct report_origin origin = { .file = candidate->score.name,
		.source = &candidate->source,
		.game = candidate->record.game,
		.variant = collator->scores.score[0]->setup->variant,
		.start = candidate->start };

	report_add(&run->report, &origin, diags);
}

/* Says why a candidate is of another game. */
static void
report_stranger(struct run *run, struct candidate *candidate)
{
	struct diags diags = { .arena = &run->session.arena };

	diag_add(&diags, DIAG_SHEETS_UNRELATED, (struct span){ 0, 0 }, "%s",
	    candidate->score.why);
	report_candidate(run, candidate, &diags);
	candidate->taken = false;
}

/* Sets up the game of a candidate. False after a report if its record cannot be
 * played, or is of another variant than the first. */
static bool
set_up(struct run *run, struct candidate *candidate)
{
	struct collator *collator = run->context;
	struct arena *arena = &run->session.arena;
	struct score *score = &candidate->score;
	const struct score *first = collator->scores.score[0];
	struct replayed *setup = arena_alloc(arena, sizeof(*setup));
	struct diags diags = { .arena = arena };

	score->setup = setup;
	score->why = NULL;
	struct record record = candidate->record;
	record.tags = record.last_tag = NULL;
	/* Its own tags have places in its text. */
	for (const struct tag *t = candidate->record.tags; t; t = t->next)
		record_add_tag(&record, arena, t->name, t->value, t->span)
		    ->name_span = t->name_span;
	tags_complete(&record, first->record, false, arena);
	if (!game_set_up(run->session.replayer, &record, &diags, setup)) {
		report_candidate(run, candidate, &diags);
		return false;
	}
	plies_spell(&candidate->record, candidate->record.line.first,
	    setup->notation, &setup->alphabet);
	const char *variant = first->setup->rules->variant->title;
	const char *other = setup->rules->variant->title;
	if (strcmp(variant, other) == 0)
		return true;
	score->why =
	    arena_printf(arena, "this is a game of %s, and %s is one of %s",
		other, first->name, variant);
	report_stranger(run, candidate);
	return false;
}

/* Finds the game of the candidates that are of one; false if none can be
 * played. */
static bool
find_game(struct run *run)
{
	struct collator *collator = run->context;
	struct scores *scores = &collator->scores;
	struct score *score[SHEETS_MAX];
	unsigned len = scores->len;

	scores->len = 0;
	for (unsigned s = 0; s < len; s++) {
		struct score *next = scores->score[s];

		if (scores->len == 0) /* the others are compared with it */
			scores->score[0] = next;
		if (set_up(run, candidate_of(next)))
			scores->score[scores->len++] = next;
	}
	if (scores->len == 0)
		return false;
	memcpy(score, scores->score, sizeof(score));
	len = scores->len;
	scores_collate(scores, &run->session.arena);
	for (unsigned s = len; s-- > 1;)
		if (score[s]->why != NULL)
			report_stranger(run, candidate_of(score[s]));
	return true;
}

/* Collates the candidates at hand. */
static void
collate_game(struct run *run)
{
	struct collator *collator = run->context;
	struct scores *scores = &collator->scores;
	struct session *session = &run->session;
	struct arena *arena = &session->arena;
	const struct score *first = scores->score[0];
	struct diags *diags = &session->diags, said[SHEETS_MAX];

	arena_reset(arena);
	diags_init(diags, arena);
	strbuf_reset(&session->text);
	session->format = &format_pgn;
	session->record =
	    (struct record){ .game = first->record->game, .arena = arena };
	run->report.games++;
	if (!find_game(run))
		return;
	first = scores->score[0];
	/* A page is for readers who know no sheets. */
	scores->collation.is_bare = run->job->repair.no_was ||
	    (run->to == &format_html && !run->job->repair.was);
	scores_write(scores, arena, &session->record);
	struct run_record result = { .ok = session_replay(session),
		.variant = session->replayed.variant };
	run->report.plies += session->replayed.all_plies;
	if (run->job->repair.report == NULL) {
		rewrite_record(run, session, &result);
		rewrite_put(run, &result);
	}
	scores_tell(scores, arena, said);
	const struct report_origin origin = { .file = first->name,
		.game = first->record->game,
		.variant = first->setup->variant };
	report_add(&run->report, &origin, diags);
	for (unsigned s = 0; s < scores->len; s++)
		report_candidate(run, candidate_of(scores->score[s]), &said[s]);
}

/* Collates all games, in the order in which the files have them. */
static void
collate_all(struct run *run)
{
	struct collator *collator = run->context;

	for (unsigned f = 0; f < collator->len; f++)
		for (struct candidate *p = collator->files[f]; p; p = p->next) {
			if (p->taken)
				continue;
			p->taken = true;
			collator->scores.score[0] = &p->score;
			collator->scores.len = 1;
			for (unsigned g = f + 1; g < collator->len; g++) {
				struct candidate *other = find_candidate(run, p,
				    collator->files[f], collator->files[g]);

				if (other == NULL)
					continue;
				other->taken = true;
				collator->scores.score[collator->scores.len++] =
				    &other->score;
			}
			collate_game(run);
		}
}

static int
wrong_number(const struct job *job, const char *why)
{
	return usage_error(
	    job, "it takes 2 to %u files%s", (unsigned)SHEETS_MAX, why);
}

int
run_collate(struct job *job)
{
	static const struct batch batch = { .edit = rewrite_edit,
		.map = take_candidate };
	struct collator collator = { .len = 0 };
	struct run run;

	if (job->operands == 0)
		return wrong_number(job, "");
	run_init(
	    &run, &batch, job, job->repair.report != NULL ? stdout : stderr);
	run.to = job->output.format != NULL
	    ? format_find(slice_of(job->output.format))
	    : &format_pgn;
	if (job->repair.report != NULL)
		run.report.options.form =
		    report_form_find(slice_of(job->repair.report));
	if (!rewrite_init(&collator.rewriting, &run))
		return EXIT_TROUBLE;
	run.no_replay = run.is_alone = true;
	if (!run_all(&run))
		return EXIT_TROUBLE;
	run.no_replay = false;
	if (!collator.too_many && collator.len > 1)
		collate_all(&run);
	if (job->repair.report == NULL)
		rewrite_end(&run);
	int status = run_end(&run);
	if (collator.too_many || (collator.len < 2 && job->operands == 1))
		return wrong_number(job, "");
	if (collator.len < 2 && status != EXIT_TROUBLE)
		return wrong_number(job, ", and fewer than two have a record");
	return status;
}
