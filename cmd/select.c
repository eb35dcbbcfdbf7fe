/* Ternion: `select`: passes on the records that match. */

#include "cmd/cmd.h"
#include "cmd/run/store.h"
#include "cmd/select/query.h"
#include "parse/text/near.h"

#define TAG_NAMES_MAX 4096 /* bytes of names of tags that are kept */

/* A game that was passed on, for --unique. */
struct twin {
	const char *file;
	unsigned long game; /* its number in the file */
};

/* Records on their way to the output: the context of the run. */
struct passing {
	struct query query; /* as the call states it */
	bool names_tags;    /* the call does */
	unsigned long matched;
	struct key_set seen; /* twins by their positions */
	struct arena arena;  /* of the twins */
	const char *file;    /* the name in the last one */
	unsigned long left_out;
	struct strbuf tags; /* names of tags of the records, as words */
	struct store store; /* its records have the format of the first match */
};

/* The match of a record. */
struct match {
	bool is_whole;         /* one that was cut off cannot be judged */
	bool is_match;         /* but for its number */
	uint64_t games;        /* equal for records of one game */
	struct slice given_up; /* the tag for which the pattern gave up */
	struct slice tags;     /* their names, if the call names tags */
};

/* Whether all of the record was read. */
static bool
is_whole(const struct record *record, const struct diags *diags)
{
	for (unsigned i = 0; i < diags->len; i++)
		if (diags->list[i].id == DIAG_RECORD_TOO_LARGE)
			return false;
	return !record->broken || record->span.len > 0;
}

/* Matches a record. `check` reports its faults; select does not. */
static void
match_record(
    const struct run *run, struct session *session, struct run_record *result)
{
	const struct passing *passing = run->context;
	const struct record *record = &session->record;
	const struct replayed *replayed = &session->replayed;
	struct query *query = session->state;
	struct match *match = arena_alloc(session->kept, sizeof(*match));

	result->data = match;
	if (passing->names_tags) {
		for (const struct tag *t = record->tags; t; t = t->next)
			strbuf_printf(&session->text, " %.*s", SLICE(t->name));
		match->tags =
		    arena_slice(session->kept, strbuf_as_slice(&session->text));
	}
	match->is_whole = is_whole(record, &session->diags);
	if (!match->is_whole)
		return;
	diags_init(&session->diags, session->diags.arena);
	struct slice text = slice_trim(
	    slice_sub(record->text, record->span.start, record->span.len));
	match->games = query->games;
	/* A game that is not known to its end is that of the same text. */
	if (!result->ok || !replayed->complete)
		match->games = key_mix(query->games +
		    report_hash(REPORT_HASH_START, text.ptr, text.len));
	match->is_match = query_matches(query, record, replayed, result->ok);
	if (query->given_up != NULL && !match->is_match)
		match->given_up =
		    arena_slice(session->kept, query->given_up->name);
	query_reset(query);
	if (!match->is_match && !run->job->criteria.invert)
		return;
	result->text = text;
	store_note(&passing->store, run->job, session, result);
}

static bool
is_wanted(struct passing *passing, struct run *run,
    const struct run_record *result, const struct match *match)
{
	const struct criteria *criteria = passing->query.criteria;
	bool is_numbered = criteria->games.len == 0;

	for (unsigned i = 0; i < criteria->games.len; i++)
		is_numbered |= criteria->games.range[i].least <= result->game &&
		    result->game <= criteria->games.range[i].most;
	bool is_match = match->is_match && is_numbered;
	run->done |= !store_is_needed(run->job) && criteria->first > 0 &&
	    passing->matched == criteria->first;
	if (run->done)
		return false;
	if (is_numbered && match->given_up.len > 0) {
		trouble_say(
		    "ternion select: %s: game %lu: the pattern takes too "
		    "long to match the tag %.*s",
		    result->chunk->name, result->game, SLICE(match->given_up));
		run->trouble = true;
		return false;
	}
	if (is_match == criteria->invert || !criteria->unique)
		return is_match != criteria->invert;
	/* Remembers the game, or says for which one it is left out. */
	const char *file = result->chunk->name;
	struct twin *twin = arena_alloc(&passing->arena, sizeof(*twin));
	if (passing->file == NULL || strcmp(passing->file, file) != 0)
		passing->file = arena_copy(&passing->arena, slice_of(file));
	*twin = (struct twin){ passing->file, result->game };
	const struct twin *first =
	    key_set_add(&passing->seen, match->games, twin);
	if (first == NULL)
		return true;
	passing->left_out++;
	if (run->job->verbose) {
		progress_clear(&run->progress);
		trouble_say("%s: note: game %lu is left out: it has the "
			    "positions of game %lu of %s",
		    file, result->game, first->game, first->file);
	}
	return false;
}

/* Says that no record has a tag, and which one it may have. */
static void
tell_unknown_tag(const struct strbuf *tags, struct slice name)
{
	SCRATCH near = STRBUF_INIT;

	if (tags->len == 0 || tags->len >= TAG_NAMES_MAX ||
	    near_has(strbuf_as_slice(tags), name))
		return;
	strbuf_puts(&near, "");
	near_words(&near, tags, name);
	trouble_say("ternion select: no record has the tag '%.*s'%s",
	    SLICE(name), near.ptr);
}

static void
begin_selected(struct run *run)
{
	struct passing *passing = run->context;

	if (passing->matched == 0 || run->by_file)
		passing->store.format = run->chunk->input.format;
}

/* Passes a record on, as it stands in the input, if it is wanted. */
static void
pass_record(struct run *run, struct run_record *result)
{
	struct passing *passing = run->context;
	const struct match *match = result->data;
	struct slice tags = match->tags, tag;

	while ((tag = slice_word(&tags)).len > 0)
		if (passing->tags.len < TAG_NAMES_MAX &&
		    !near_has(strbuf_as_slice(&passing->tags), tag))
			strbuf_printf(&passing->tags, " %.*s", SLICE(tag));
	if (!match->is_whole || !is_wanted(passing, run, result, match))
		return;
	passing->matched++;
	if (!run->job->criteria.count &&
	    run_can_mix(
		run, &passing->store.format, result->chunk->input.format))
		store_pass(&passing->store, run, result, &run->text);
}

static void
end_selected(struct run *run)
{
	struct passing *passing = run->context;

	if (run->by_file && passing->store.placing.number > 0)
		store_end(&passing->store, &run->text);
}

static void
begin_matching(const struct run *run, struct session *session)
{
	session->state = mem_alloc_with(sizeof(struct query), query_release);
	query_init(session->state, run->job);
}

/* Reads all records, and writes those that match, or their number. */
static int
select_records(struct passing *passing, const struct job *job)
{
	static const struct batch batch = { .begin = begin_matching,
		.see = query_see,
		.map = match_record,
		.begin_file = begin_selected,
		.reduce = pass_record,
		.end_file = end_selected };
	const struct query *query = &passing->query;
	const struct sort_order *order = &passing->store.order;
	bool counts = job->criteria.count;
	struct run run;

	run_init(&run, &batch, job, stderr);
	run.context = passing;
	run.replay.sees_after = job->criteria.played.len == 0;
	run.writes_files = job->by != NULL;
	run.takes_folder = !counts && !store_is_needed(job);
	if (!run_all(&run))
		return EXIT_TROUBLE;
	for (unsigned i = 0; i < query->conditions && !run.done; i++)
		if (query->condition[i].name.len > 0)
			tell_unknown_tag(
			    &passing->tags, query->condition[i].name);
	for (unsigned i = 0; i < order->len && !run.done; i++)
		tell_unknown_tag(&passing->tags, order->tag[i]);
	if (job->by != NULL && !run.done)
		tell_unknown_tag(&passing->tags, slice_of(job->by));
	if (counts)
		strbuf_printf(&run.text, "%lu\n", passing->matched);
	else if (store_is_needed(job))
		store_write(&passing->store, &run);
	if (!counts && job->by == NULL && !run.by_file)
		store_end(&passing->store, &run.text);
	if (job->criteria.unique && job->verbose)
		trouble_say("%lu kept, %lu left out", passing->matched,
		    passing->left_out);
	run.findings = passing->matched == 0;
	return run_end(&run);
}

/* Reads `Date,-Round`; false if it is something else. */
static bool
sort_order_read(const char *text, struct sort_order *order)
{
	struct slice rest = slice_of(text);

	order->len = 0;
	do {
		struct slice tag = slice_trim(slice_take(&rest, ','));
		unsigned i = order->len;

		order->descending[i] = tag.len > 0 && tag.ptr[0] == '-';
		if (order->descending[i])
			tag = slice_from(tag, 1);
		if (!is_tag_name(tag))
			return false;
		order->tag[order->len++] = tag;
	} while (rest.len > 0 && order->len < STORE_KEYS);
	return rest.len == 0;
}

int
run_select(struct job *job)
{
	struct passing passing = { .store = { .is_copied = true,
				       .placing.is_list = true } };

	if (!query_init(&passing.query, job))
		return EXIT_TROUBLE;
	int status = query_check(&passing.query);
	if (status >= 0)
		return status;
	if (job->sort != NULL &&
	    !sort_order_read(job->sort, &passing.store.order))
		return usage_error(job,
		    "--sort takes up to %d tags, such as Date,-Round, not '%s'",
		    STORE_KEYS, job->sort);
	if (store_fault(job) != NULL)
		return usage_error(job, "%s", store_fault(job));
	passing.names_tags = passing.query.conditions > 0 ||
	    passing.store.order.len > 0 || job->by != NULL;
	return select_records(&passing, job);
}
