/* Ternion: `select`: passes on the records that match. */
#include "cmd/cmd.h"
#include "cmd/run/key_set.h"
#include "cmd/run/shelf.h"
#include "cmd/select/query.h"
#include "cmd/select/twins.h"
#include "parse/text/near.h"

enum {
	TAG_NAMES_MAX = 4096 /* bytes of names of tags that are kept */
};

/* Records on their way to the output. */
struct passing {
	struct query query;
	unsigned long matched;
	struct key_set seen; /* games that were passed on */
	struct twins *twins; /* of --unique --verbose; else NULL */
	struct strbuf tags;  /* names of tags of the records, as words */
	struct shelf shelf;
	struct record_list records; /* of the output at hand, in the format of
				       the first match */
};

/* Whether a record is passed on; one that was cut off cannot be judged. `check`
 * reports the faults of records; select does not. */
static bool
is_wanted(struct passing *passing, struct run *run, struct run_record *result)
{
	struct query *query = &passing->query;
	const struct record *record = &run->session.record;
	const struct replayed *replayed = &run->session.replayed;
	bool is_match;

	for (unsigned i = 0; i < result->diags.len; i++)
		if (result->diags.list[i].id == DIAG_RECORD_TOO_LARGE)
			return false;
	if (record->broken && record->span.len == 0)
		return false;
	result->diags.len = 0;
	memset(result->diags.dropped, 0, sizeof(result->diags.dropped));
	run->done |= !shelf_is_needed(run->job) && query->criteria->first > 0 &&
	    passing->matched == query->criteria->first;
	if (run->done)
		return false;
	if (!result->ok || !replayed->complete)
		query->games = key_mix(query->games + record->span.len);
	query->given_up = NULL;
	is_match = query_matches(query, record, replayed, result->ok);
	if (!is_match && query->given_up != NULL) {
		trouble_say(
		    "ternion select: %s: game %lu: the pattern takes too "
		    "long to match the tag %.*s",
		    run->piece->name, record->game,
		    SLICE(query->given_up->name));
		run->trouble = true;
		return false;
	}
	if (is_match == query->criteria->invert || !query->criteria->unique)
		return is_match != query->criteria->invert;
	if (passing->twins != NULL)
		twins_add(passing->twins, query->games, run->piece->name,
		    record->game);
	return key_set_add(&passing->seen, query->games);
}

/* Keeps the names of a record's tags, if a criterion names one. */
static void
note_tags(struct passing *passing, const struct record *record)
{
	for (const struct tag *t = record->tags;
	     t != NULL && passing->tags.len < TAG_NAMES_MAX; t = t->next)
		if (!near_has(strbuf_as_slice(&passing->tags), t->name))
			strbuf_printf(&passing->tags, " %.*s", SLICE(t->name));
}

/* Says that no record has a tag, and which one it may have. */
static void
tell_unknown_tag(const struct strbuf *tags, struct slice name)
{
	struct strbuf near = STRBUF_INIT;

	if (tags->len == 0 || tags->len >= TAG_NAMES_MAX ||
	    near_has(strbuf_as_slice(tags), name))
		return;
	strbuf_puts(&near, "");
	near_words(&near, tags, name);
	trouble_say("ternion select: no record has the tag '%.*s'%s",
	    SLICE(name), near.ptr);
	strbuf_release(&near);
}

/* Reports each tag that the job names and no record has. */
static void
tell_unknown_tags(const struct passing *passing, const struct job *job)
{
	const struct query *query = &passing->query;
	const struct sort_order *order = &passing->shelf.order;

	for (unsigned i = 0; i < query->conditions; i++)
		if (query->condition[i].name.len > 0)
			tell_unknown_tag(
			    &passing->tags, query->condition[i].name);
	for (unsigned i = 0; i < order->len; i++)
		tell_unknown_tag(&passing->tags, order->tag[i]);
	if (job->by != NULL)
		tell_unknown_tag(&passing->tags, slice_of(job->by));
}

/* Reads all records, and writes those that match, as they stand in the input,
 * or their number. */
static int
select_records(struct passing *passing, const struct job *job)
{
	const struct criteria *criteria = passing->query.criteria;
	struct record_list *records = &passing->records;
	struct run_record *result;
	struct run run;
	const struct record *record = &run.session.record;
	bool names_tags = passing->query.conditions > 0 ||
	    passing->shelf.order.len > 0 || job->by != NULL;

	run_init(&run, job, stderr);
	run.replay.see = query_see;
	run.replay.context = &passing->query;
	run.writes_files = job->by != NULL;
	run.keeps_format = true;
	run.folder.is_taken = !criteria->count && !shelf_is_needed(job);
	if (!run_begin(&run))
		return EXIT_TROUBLE;
	while (run_next_file(&run)) {
		const struct format *format = run.piece->input.format;

		if (passing->matched == 0 || run.folder.is_on)
			records->format = format;
		while ((result = run_next_record(&run)) != NULL) {
			bool wanted = is_wanted(passing, &run, result);

			if (names_tags)
				note_tags(passing, record);

			passing->matched += wanted;
			if (wanted && !criteria->count &&
			    run_can_mix(&run, &records->format, format))
				shelf_pass(&passing->shelf, &run, records,
				    slice_trim(slice_sub(record->text,
					record->span.start, record->span.len)),
				    &run.text);
			run_report(&run, result);
		}
		if (run.folder.is_on && records->len > 0)
			records_end(records, &run.text);
	}
	if (!run.done)
		tell_unknown_tags(passing, job);
	if (criteria->count)
		strbuf_printf(&run.text, "%lu\n", passing->matched);
	else if (shelf_is_needed(job))
		shelf_write(&passing->shelf, &run, records);
	if (!criteria->count && job->by == NULL && !run.folder.is_on)
		records_end(records, &run.text);
	if (passing->twins != NULL)
		twins_tell(passing->twins);
	run.findings = passing->matched == 0;
	return run_end(&run);
}

static int
run_select(struct job *job)
{
	struct passing passing = { .records.is_copied = true };
	struct twins twins = { .len = 0 };
	int status = query_prepare(&passing.query, job);

	if (job->criteria.unique && job->verbose)
		passing.twins = &twins;

	if (status < 0 && job->sort != NULL &&
	    !sort_order_read(job->sort, &passing.shelf.order))
		status = usage_error(job,
		    "--sort takes up to %d tags, such as Date,-Round, not '%s'",
		    SHELF_KEYS, job->sort);
	if (status < 0 && shelf_fault(job) != NULL)
		status = usage_error(job, "%s", shelf_fault(job));
	if (status < 0)
		status = select_records(&passing, job);
	query_release(&passing.query);
	key_set_release(&passing.seen);
	twins_release(&twins);
	strbuf_release(&passing.tags);
	shelf_release(&passing.shelf);
	return status;
}

const struct command command_select = {
	.name = "select",
	.run = run_select,
};
