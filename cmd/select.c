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

/* Whether a record is passed on; one that was cut off cannot be judged. `check`
 * reports the faults of records; select does not. */
static bool
is_wanted(struct passing *passing, struct run *run, struct run_record *result)
{
	struct query *query = &passing->query;
	const struct record *record = &run->reader.record;
	const struct replayed *replayed = &run->reader.replayed;
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
	return is_match != query->criteria->invert &&
	    (!query->criteria->unique ||
		key_set_add(&passing->seen, query->games));
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
	const struct record *record = &run.reader.record;

	run_init(&run, job, stderr);
	run.replay.see = query_see;
	run.replay.context = &passing->query;
	run.writes_files = job->by != NULL;
	if (!run_begin(&run))
		return EXIT_TROUBLE;
	while (run_next_file(&run)) {
		const struct format *format = run.piece->input.format;

		if (passing->matched == 0)
			records->format = format;
		while ((result = run_next_record(&run)) != NULL) {
			bool wanted = is_wanted(passing, &run, result);

			passing->matched += wanted;
			if (wanted && !criteria->count &&
			    run_can_mix(&run, &records->format, format))
				shelf_pass(&passing->shelf, &run, records,
				    slice_trim(slice_sub(record->text,
					record->span.start, record->span.len)),
				    &run.text);
			run_report(&run, result);
		}
	}
	if (criteria->count)
		strbuf_printf(&run.text, "%lu\n", passing->matched);
	else if (shelf_is_needed(job))
		shelf_write(&passing->shelf, &run, records);
	if (!criteria->count && job->by == NULL)
		records_end(records, &run.text);
	run.findings = passing->matched == 0;
	return run_end(&run);
}

static int
run_select(struct job *job)
{
	struct passing passing = { .records.is_copied = true };
	int status = query_prepare(&passing.query, job);

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
	shelf_release(&passing.shelf);
	return status;
}

const struct command command_select = {
	.name = "select",
	.run = run_select,
};
