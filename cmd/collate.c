/* Ternion: `collate`: score sheets of a game into one record. */
#include <stdlib.h>

#include "cmd/cmd.h"
#include "cmd/run/rewrite.h"
#include "parse/game/setup.h"
#include "parse/repair/repair.h"
#include "parse/repair/collate.h"

enum {
	KEYS_MAX = 60,      /* plies by which games are known again */
	LIKE_TAG = 4,       /* points for a tag that is the same */
	LIKE_LEAST = 6,     /* that two records need to be of one game */
	AGREE_LEAST = 4,    /* of sheets of one game, one ply in 4 agrees */
	AGREE_SHORTEST = 8, /* plies; shorter games are not judged by that */
};

/* A record of one file. */
struct candidate {
	struct candidate *next; /* of the same file */
	const char *file;
	struct source source; /* its text, for messages; owned */
	size_t start;         /* of the record in it */
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
	bool too_many;      /* files */
	struct arena arena; /* of the candidates */
	/* The game at hand: */
	struct candidate *candidate[SHEETS_MAX];
	struct replayed setup[SHEETS_MAX];
	struct reader_context readers[SHEETS_MAX];
	struct sheet sheet[SHEETS_MAX];
	unsigned sheets;
	struct reader_context writing; /* how the record is written, */
	struct sheet writer;           /* as a sheet */
};

/* Keeps the record at hand as the last candidate of its file. */
static void
take_candidate(
    const struct run *run, struct session *session, struct run_record *from)
{
	struct collator *collator = run->context;
	const struct record *record = &session->record;
	struct candidate *candidate, **end;

	collator->too_many |= record->game == 1 && collator->len == SHEETS_MAX;
	if (collator->too_many)
		return;
	collator->len += record->game == 1;
	candidate = arena_alloc(&collator->arena, sizeof(*candidate));
	candidate->file =
	    arena_copy(&collator->arena, slice_of(from->chunk->name));
	source_text(
	    &candidate->source, candidate->file, source_window(&from->source));
	candidate->source.line = from->source.line;
	candidate->source.column = from->source.column;
	candidate->start = from->start;
	record_copy(&candidate->record, record,
	    source_window(&candidate->source), &collator->arena);
	end = &collator->files[collator->len - 1];
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
	struct position position;
	struct diags ignored;
	struct reader_context reader;

	if (candidate->is_keyed)
		return;
	candidate->is_keyed = true;
	diags_init(&ignored, &collator->arena);
	if (!game_set_up(
		run->session.replayer, &candidate->record, &ignored, &setup))
		return;
	position = setup.start;
	reader = replayed_reader(&setup);
	for (struct ply *p = candidate->record.line.first;
	     p != NULL && candidate->keys_len < KEYS_MAX; p = p->next) {
		const struct item item = { .token = p->token };
		struct past *past =
		    arena_alloc(&collator->arena, sizeof(*past));
		struct move move;

		if (!trial_step(&reader, &position, &item, past, &move))
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

/* Adds the tags that a record lacks and the first candidate has; `with_text`:
 * also those that say how the moves are written. */
static void
complete_tags(struct arena *arena, const struct record *first,
    struct record *record, bool with_text)
{
	for (const struct tag *tag = first->tags; tag; tag = tag->next)
		if (record_find_tag(record, tag->name) == NULL &&
		    (with_text ||
			(!slice_is(tag->name, "Notation") &&
			    !slice_is(tag->name, "Letters"))))
			record_add_tag(record, arena, tag->name, tag->value,
			    (struct span){ 0, 0 });
}

static void
report_candidate(
    struct run *run, const struct candidate *candidate, struct diags *diags)
{
	const struct collator *collator = run->context;
	const struct rules *rules = collator->setup[0].rules;
	const struct report_origin origin = { .file = candidate->file,
		.source = &candidate->source,
		.game = candidate->record.game,
		.variant = rules != NULL ? rules->variant->id : NULL,
		.start = candidate->start };

	report_add(&run->report, &origin, diags);
}

/* Takes a sheet out of the game, and says why: by a reason if it is of another
 * game, else by the diagnostics. */
static void
drop_sheet(struct run *run, unsigned s, struct diags *diags, const char *reason)
{
	struct collator *collator = run->context;

	if (reason != NULL)
		diag_add(diags, DIAG_SHEETS_UNRELATED, (struct span){ 0, 0 },
		    "%s", reason);
	report_candidate(run, collator->candidate[s], diags);
	collator->candidate[s]->taken = reason == NULL;
	collator->sheets--;
	memmove(&collator->candidate[s], &collator->candidate[s + 1],
	    (collator->sheets - s) * sizeof(collator->candidate[0]));
}

/* Sets up a sheet of the game. If its record cannot be played, or is of
 * another variant than the first, takes it out and returns false. */
static bool
begin_sheet(struct run *run, unsigned s, struct arena *arena)
{
	struct collator *collator = run->context;
	struct replayed *setup = &collator->setup[s];
	const struct candidate *first = collator->candidate[0],
			       *candidate = collator->candidate[s];
	const char *variant, *other;
	struct record record;
	struct diags diags;

	diags_init(&diags, arena);
	record_copy(&record, &candidate->record, candidate->record.text, arena);
	complete_tags(arena, &first->record, &record, false);
	if (!game_set_up(run->session.replayer, &record, &diags, setup)) {
		drop_sheet(run, s, &diags, NULL);
		return false;
	}
	variant = collator->setup[0].rules->variant->title;
	other = setup->rules->variant->title;
	if (strcmp(variant, other) != 0) {
		drop_sheet(run, s, &diags,
		    arena_printf(arena,
			"this is a game of %s, and %s is one of %s", other,
			first->file, variant));
		return false;
	}
	collator->readers[s] = replayed_reader(setup);
	collator->readers[s].rules = collator->setup[0].rules;
	collator->sheet[s] = (struct sheet){
		.name = candidate->file,
		.reader = &collator->readers[s],
		.start = &collator->setup[0].start,
		.items = repair_items(&record.line, 1, arena),
		.len = record.line.plies,
		.is_movetext = record.is_movetext,
		.defined = setup->defined,
	};
	return true;
}

/* Whether so few plies of a sheet are those of the first that it is of another
 * game; it is taken out then. */
static bool
is_unrelated(struct run *run, unsigned s, const struct collation *collation,
    struct arena *arena)
{
	const struct collator *collator = run->context;
	unsigned least = collator->sheet[0].len, agree = 0;
	struct diags diags;

	if (collator->sheet[s].len < least)
		least = collator->sheet[s].len;
	for (unsigned i = 0; i < collation->len; i++)
		agree += collation->plies[i].by[0].reading == READING_SAME &&
		    collation->plies[i].by[s].reading == READING_SAME;
	if (collation->len < least)
		least = collation->len;
	if (least < AGREE_SHORTEST || agree * AGREE_LEAST >= least)
		return false;
	diags_init(&diags, arena);
	drop_sheet(run, s, &diags,
	    arena_printf(arena,
		"the score sheet is of another game: %u of %u plies agree with "
		"%s",
		agree, least, collator->candidate[0]->file));
	return true;
}

/* Finds the game of the sheets, without those that turn out to be of another;
 * false if the first cannot be played. */
static bool
find_game(struct run *run, struct arena *arena, struct collation *collation)
{
	struct collator *collator = run->context;
	const struct sheet *first = &collator->sheet[0];
	bool is_settled;

	do {
		if (!begin_sheet(run, 0, arena))
			return false;
		for (unsigned s = 1; s < collator->sheets;)
			s += begin_sheet(run, s, arena);
		is_settled = true;
		collate_sheets(first, collator->sheets, arena, collation);
		for (unsigned s = collator->sheets; s-- > 1;)
			is_settled &= !is_unrelated(run, s, collation, arena);
	} while (!is_settled);
	collator->writing = *first->reader;
	if (first->reader->notation->is_old)
		collator->writing.notation =
		    dialect_of(first->reader->rules->variant)->notation;
	collator->writer = *first;
	collator->writer.reader = &collator->writing;
	return true;
}

/*
 * The record of a game
 */

/* The result that a candidate states; "*": none. */
static struct slice
stated_result(const struct candidate *candidate)
{
	const struct tag *tag = record_tag(&candidate->record, "Result");
	struct slice result = candidate->record.result;

	if (tag != NULL && (result.len == 0 || slice_is(result, "*")))
		result = tag->value;
	return result.len > 0 ? result : slice_of("*");
}

/* The result of the board, or the one that most candidates state; *is_open: as
 * many state another one. */
static struct slice
find_result(const struct collator *collator, const struct collation *collation,
    bool *is_open)
{
	const struct rules *rules = collator->setup[0].rules;
	const struct collated *last = collation->plies + collation->len - 1;
	struct slice best = slice_of("*");
	struct position position = collator->setup[0].start;
	struct outcome outcome;
	unsigned most = 0;

	if (collation->len > 0) {
		position = last->before;
		rules_make_move(rules, &position, &last->played.move);
	}
	rules_outcome(rules, &position, &outcome);
	*is_open = false;
	if (outcome.result != NULL)
		return slice_of(outcome.result);
	for (unsigned s = 0; s < collator->sheets; s++) {
		struct slice result = stated_result(collator->candidate[s]);
		unsigned count = 0;

		for (unsigned k = 0; k < collator->sheets; k++)
			count += slice_equal(
			    result, stated_result(collator->candidate[k]));
		if (slice_is(result, "*"))
			continue;
		*is_open = count < most
		    ? *is_open
		    : count == most && (*is_open || !slice_equal(result, best));
		if (count > most) {
			most = count;
			best = result;
		}
	}
	return best;
}

/* Says of each sheet that it states another result than the game has, at its
 * end or in its tag. */
static void
tell_results(const struct collator *collator, struct slice right, bool is_open,
    struct diags said[SHEETS_MAX])
{
	for (unsigned i = 0; i < 2 * collator->sheets; i++) {
		const struct record *record =
		    &collator->candidate[i / 2]->record;
		const struct tag *tag = record_tag(record, "Result");
		bool is_tag = i % 2 > 0 && tag != NULL;
		struct slice result = is_tag ? tag->value : record->result;

		if (result.len == 0 || slice_is(result, "*") ||
		    slice_equal(result, right) ||
		    (is_tag && slice_equal(result, record->result)))
			continue;
		diag_add(&said[i / 2],
		    is_open ? DIAG_SHEETS_DISAGREE : DIAG_SHEET_DIFFERS,
		    is_tag ? tag->span : record->result_span,
		    is_open ? "as many sheets have the result %.*s as %.*s"
			    : "the result %.*s for %.*s",
		    SLICE(result), SLICE(right));
	}
}

/* Makes the record of the game that was found. */
static void
make_record(const struct collator *collator, const struct collation *collation,
    struct slice result, struct arena *arena, struct record *record)
{
	const struct notation *notation = collator->writing.notation;
	struct tag *tag;

	if (notation != collator->sheet[0].reader->notation)
		record_add_tag(record, arena, slice_of("Notation"),
		    slice_of(notation->id), (struct span){ 0, 0 });
	for (unsigned s = 0; s < collator->sheets; s++)
		complete_tags(
		    arena, &collator->candidate[s]->record, record, s == 0);
	collation_write(collation, &collator->writer, arena, &record->line);
	record->result = result;
	for (tag = record->tags; tag != NULL; tag = tag->next)
		if (slice_is(tag->name, "Result"))
			tag->value = result;
}

/* Writes the record that was made. */
static void
write_game(struct run *run)
{
	struct session *session = &run->session;
	struct run_record result = { .ok = session_replay(session),
		.variant = session_variant(session) };

	run->report.plies += session->replayed.all_plies;
	if (run->job->repair.report != NULL)
		return;
	rewrite_record(run, session, &result);
	rewrite_put(run, &result);
}

/* Collates the candidates at hand. */
static void
collate_game(struct run *run)
{
	struct collator *collator = run->context;
	struct session *session = &run->session;
	struct arena *arena = &session->arena;
	const struct candidate *first = collator->candidate[0];
	struct report_origin origin = { .file = first->file,
		.game = first->record.game };
	struct diags *diags = &session->diags, said[SHEETS_MAX];
	struct collation collation;
	struct slice result;
	bool is_open;

	arena_reset(arena);
	diags_init(diags, arena);
	strbuf_reset(&session->text);
	session->format = &format_pgn;
	session->record = (struct record){ .game = first->record.game };
	run->report.games++;
	if (!find_game(run, arena, &collation))
		return;
	/* A page is for readers who know no sheets. */
	collation.is_bare = run->job->repair.no_was ||
	    (run->to == &format_html && !run->job->repair.was);
	result = find_result(collator, &collation, &is_open);
	make_record(collator, &collation, result, arena, &session->record);
	write_game(run);
	collation_tell(&collation, &collator->writer, arena, said);
	tell_results(collator, result, is_open, said);
	origin.variant = collator->setup[0].rules->variant->id;
	for (unsigned i = 0; i < diags->len; i++)
		/* There is no text to be fixed. */
		diags->list[i].fixes = NULL;
	report_add(&run->report, &origin, diags);
	for (unsigned s = 0; s < collator->sheets; s++)
		report_candidate(run, collator->candidate[s], &said[s]);
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
			collator->candidate[0] = p;
			collator->sheets = 1;
			for (unsigned g = f + 1; g < collator->len; g++) {
				struct candidate *other = find_candidate(run, p,
				    collator->files[f], collator->files[g]);

				if (other == NULL)
					continue;
				other->taken = true;
				collator->candidate[collator->sheets++] = other;
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

static int
run_collate(struct job *job)
{
	static const struct batch batch = { .edit = rewrite_edit,
		.map = take_candidate };
	struct collator collator = { .len = 0 };
	struct run run;
	int status;

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
	status = run_end(&run);
	rewrite_release(&collator.rewriting);
	for (unsigned f = 0; f < collator.len; f++)
		for (struct candidate *p = collator.files[f]; p; p = p->next)
			source_release(&p->source);
	arena_release(&collator.arena);
	if (collator.too_many || (collator.len < 2 && job->operands == 1))
		return wrong_number(job, "");
	if (collator.len < 2 && status != EXIT_TROUBLE)
		return wrong_number(job, ", and fewer than two have a record");
	return status;
}

const struct command command_collate = {
	.name = "collate",
	.forms = words_written_formats,
	.run = run_collate,
};
