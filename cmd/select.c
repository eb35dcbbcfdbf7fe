/* Ternion: `select`: passes on the records that match. */
#include "cmd/cmd.h"
#include "cmd/run/key_set.h"
#include "cmd/run/shelf.h"
#include "cmd/select/query.h"

/* Records on their way to the output. */
struct passing {
	struct query query;
	unsigned long matched;
	struct key_set seen; /* games that were passed on */
	struct shelf shelf;
	struct record_list records; /* of the output at hand, in the format of
				       what matched */
};

/* The record as it stands in the input; with --sort or --by it waits. */
static void
put_record(
    struct passing *passing, struct run *run, const struct record *record)
{
	const struct format *format = run->piece->input.format;
	struct slice text = slice_trim(
	    slice_sub(record->text, record->span.start, record->span.len));

	if (passing->matched == 0)
		passing->records.format = format;
	if (!run_can_mix(run, &passing->records.format, format))
		return;
	if (!shelf_is_needed(run->job))
		records_put(&passing->records, text, &run->text);
	else if (!shelf_add(&passing->shelf, record, run->job->by, text))
		run->trouble = run->done = true;
}

/* Passes on the record at hand if it matches. */
static void
pass_on_match(
    struct passing *passing, struct run *run, struct run_record *result)
{
	const struct criteria *criteria = passing->query.criteria;
	const struct record *record = &run->reader.record;
	const struct replayed *replayed = &run->reader.replayed;
	bool is_cut = record->broken && record->span.len == 0, is_match;

	run->left_out++;
	/* A record that was cut off cannot be judged. */
	for (unsigned i = 0; i < result->diags.len; i++)
		is_cut |= result->diags.list[i].id == DIAG_RECORD_TOO_LARGE;
	if (is_cut)
		return;
	/* `check` reports faults of records; select does not. */
	result->diags.len = 0;
	if (!result->ok || !replayed->complete)
		passing->query.games =
		    key_mix(passing->query.games + record->span.len);
	if (!shelf_is_needed(run->job) && criteria->first > 0 &&
	    passing->matched >= criteria->first) {
		run->done = true;
		return;
	}
	passing->query.given_up = NULL;
	is_match = query_matches(&passing->query, record, replayed, result->ok);
	if (!is_match && passing->query.given_up != NULL) {
		/* It is unknown whether the record matches. */
		trouble_say(
		    "ternion select: %s: game %lu: the pattern takes too "
		    "long to match the tag %.*s",
		    run->piece->name, record->game,
		    (int)passing->query.given_up->name.len,
		    passing->query.given_up->name.ptr);
		run->trouble = true;
	} else if (is_match != criteria->invert &&
	    (!criteria->unique ||
		key_set_add(&passing->seen, passing->query.games))) {
		if (!criteria->count)
			put_record(passing, run, record);
		passing->matched++;
		run->left_out--;
	}
}

/* Reads all records, and writes those that match or their number. */
static int
pass_on_matches(struct passing *passing, const struct job *job)
{
	struct run_record *record;
	struct run run;

	run_init(&run, job, stderr);
	run.replay.see = query_see;
	run.replay.context = &passing->query;
	run.passes_on = !passing->query.criteria->count;
	run.writes_files = job->by != NULL;
	if (!run_begin(&run))
		return EXIT_TROUBLE;
	while (run_next_file(&run)) {
		if (passing->matched == 0)
			passing->records.format = run.piece->input.format;
		while ((record = run_next_record(&run)) != NULL) {
			pass_on_match(passing, &run, record);
			run_report(&run, record);
		}
	}
	if (passing->query.criteria->count)
		strbuf_printf(&run.text, "%lu\n", passing->matched);
	else if (shelf_is_needed(job))
		shelf_put(&passing->shelf, &run, &passing->records);
	if (!passing->query.criteria->count && job->by == NULL)
		records_end(&passing->records, &run.text);
	run.findings = passing->matched == 0;
	return run_end(&run);
}

static int
run_select(struct job *job)
{
	struct passing passing = { .records.is_copied = true };
	struct job inputs = *job;
	int status = query_prepare(&passing.query, job);

	inputs.input.position = NULL; /* it is not an input here */
	if (status < 0 && job->sort != NULL &&
	    !sort_order_read(job->sort, &passing.shelf.order))
		status = usage_error(job,
		    "--sort takes up to %d tags, such as Date,-Round, not '%s'",
		    SHELF_KEYS, job->sort);
	if (status < 0 && shelf_fault(job) != NULL)
		status = usage_error(job, "%s", shelf_fault(job));
	if (status < 0)
		status = pass_on_matches(&passing, &inputs);
	query_release(&passing.query);
	key_set_release(&passing.seen);
	shelf_release(&passing.shelf);
	return status;
}

const struct command command_select = {
	.name = "select",
	.run = run_select,
};
