/* Ternion: records rewritten. */

#include "cmd/cmd.h"
#include "parse/judge/replayed.h"
#include "parse/game/unreplayed.h"
#include "cmd/run/rewrite.h"
#include "formats/report/report.h"

#define ENGINE_MAX (16 * 1024 * 1024) /* bytes */

/* The format of the output: as stated, or that of the input. */
static const struct format *
writer_of(const struct run *run, const struct format *input)
{
	const struct format *writer = run->to != NULL ? run->to : input;

	return writer->write != NULL ? writer : &format_pgn;
}

void
rewrite_end_list(struct run *run)
{
	struct rewriting *rewriting = run->context;
	struct record_list *records = &rewriting->records;

	/* No records are an empty list. */
	if (records->format == NULL &&
	    (run->to != NULL || rewriting->input != NULL))
		records->format = writer_of(run, rewriting->input);
	records_end(records, rewriting->text);
	records->format = NULL;
}

void
rewrite_begin_file(struct run *run)
{
	struct rewriting *rewriting = run->context;

	rewriting->faulty = false;
	rewriting->input = run->chunk->input.format;
}

/* Ends a file of the run. In place, it is replaced if all of its records were
 * written, and no others. */
static void
end_file(struct run *run)
{
	struct rewriting *rewriting = run->context;
	bool in_place = run->changes == CHANGES_IN_PLACE;

	run->findings |= in_place && rewriting->faulty;
	run->is_skipped |= in_place &&
	    (!run_file_ok(run) || rewriting->faulty || run->file_games == 0 ||
		run->file_games != rewriting->records.len);
	if (run->by_file && rewriting->records.len > 0)
		rewrite_end_list(run);
}

/*
 * Records
 */

/* Whether a record may lose its comments of YAML, which no writer can write.
 * Reports that it loses them, or that the file stays as it is. */
static bool
may_drop_comments(
    const struct run *run, struct session *session, struct run_record *result)
{
	struct span comment = session->record.yaml_comment;

	if (comment.len == 0)
		return true;
	if (run->changes != CHANGES_IN_PLACE) {
		diag_add(&session->diags, DIAG_YAML_COMMENT, comment,
		    "this YAML comment is dropped");
		return true;
	}
	diag_add(&session->diags, DIAG_YAML_COMMENT_IN_PLACE, comment,
	    "the file is not changed, because its YAML comments would be lost");
	result->ok = false;
	return false;
}

/* Writes a record that was replayed. */
static void
write_replayed(
    const struct run *run, struct session *session, struct run_record *result)
{
	const struct format *writer = writer_of(run, session->format);
	struct replayed *replayed = &session->replayed;
	struct record *record = &session->record;
	const struct job *job = run->job;
	/* Lines that begin with % stay where the format does. */
	bool keeps_escapes = run->replay.keep_letters && writer == &format_pgn;
	const struct letter_set *letters = run->replay.keep_letters
	    ? replayed->alphabet.set
	    : job->output.letters;
	struct diags *diags = &session->diags;
	SCRATCH position = STRBUF_INIT, why = STRBUF_INIT;

	if (record->escapes.first != NULL && !keeps_escapes)
		diag_add(diags, DIAG_ESCAPE_DROPPED,
		    record->escapes.first->span,
		    "this line, which begins with %%, is dropped");
	if (record->foreign.len > 0 && !writer->keeps_keys)
		diag_add(diags, DIAG_KEY_DROPPED, record->foreign,
		    "this key is dropped");
	if (!may_drop_comments(run, session, result))
		return;
	edit_strip(job, record, diags);
	/* The record is left out; the report gives the reason. */
	if (!result->ok &&
	    !(job->rewrite.partial && record_cut(record, replayed, diags)))
		return;
	if (!job->rewrite.keep &&
	    put_unwritable(job, replayed->rules->variant, false, &why)) {
		diag_add(diags, DIAG_NOTATION_UNAVAILABLE, record->span, "%s",
		    why.ptr);
		result->ok = false;
		return;
	}
	if (!edit_replayed(job, record, replayed, diags)) {
		result->ok = false;
		return;
	}
	struct writing writing = replayed_writing(replayed, letters, &position);
	writing.keeps_escapes = keeps_escapes;
	writer->write(record, &writing, &session->text);
}

/* For --no-replay: copies the moves and judges nothing. */
static void
copy_unreplayed(
    const struct run *run, struct session *session, struct run_record *result)
{
	const struct format *writer = writer_of(run, session->format);
	const struct job *job = run->job;
	struct record *record = &session->record;
	struct diags *diags = &session->diags;
	struct writing writing;

	result->ok = may_drop_comments(run, session, result) &&
	    prepare_unreplayed(record, &run->replay, diags,
		writer->nags_apart || job->edits.strip[STRIP_ANNOTATIONS],
		&writing);
	if (!result->ok)
		return;
	edit_strip(job, record, diags);
	writing.first = true;
	writer->write(record, &writing, &session->text);
}

void
rewrite_edit(const struct run *run, struct session *session)
{
	edit_read(run->job, &session->record, &session->arena);
	session->replayer->options.nags_apart =
	    writer_of(run, session->format)->nags_apart ||
	    run->job->edits.strip[STRIP_ANNOTATIONS];
}

void
rewrite_record(
    const struct run *run, struct session *session, struct run_record *result)
{
	const struct rewriting *rewriting = run->context;

	if (run->no_replay)
		copy_unreplayed(run, session, result);
	else
		write_replayed(run, session, result);
	result->text = strbuf_as_slice(&session->text);
	store_note(&rewriting->store, run->job, session, result);
}

void
rewrite_put(struct run *run, struct run_record *record)
{
	struct rewriting *rewriting = run->context;
	const struct format *writer = writer_of(run, rewriting->input);
	struct record_list *records = &rewriting->records;
	/* A part of a faulty record may be written. */
	bool ok = record->ok || record->text.len > 0;
	SCRATCH why = STRBUF_INIT;

	rewriting->faulty |= !ok;
	rewriting->unwritable += !ok && record->variant != NULL &&
	    !run->job->rewrite.keep &&
	    put_unwritable(run->job, record->variant, false, &why);
	ok = ok && run_can_mix(run, &records->format, writer);
	if (!ok)
		return;
	store_pass(&rewriting->store, run, records, record, rewriting->text);
}

void
rewrite_end(struct run *run)
{
	struct rewriting *rewriting = run->context;

	/* The notation was meant for another game. */
	run->trouble |= rewriting->unwritable > 0 &&
	    rewriting->unwritable == run->report.games;
	if (store_is_needed(run->job))
		store_write(&rewriting->store, run, &rewriting->records);
	else if (!run->by_file)
		rewrite_end_list(run);
}

const struct batch rewrite_batch = {
	.edit = rewrite_edit,
	.map = rewrite_record,
	.begin_file = rewrite_begin_file,
	.reduce = rewrite_put,
	.end_file = end_file,
};

/*
 * Begin and end
 */

/* Reads the desk of --engine; false after an error message. */
static bool
read_engine(struct rewriting *rewriting, const char *path)
{
	static const char kind[] = "<!DOCTYPE html>\n<!-- Ternion desk -->\n";
	struct source *engine = &rewriting->engine;
	int error = source_open_whole(engine, path, path, ENGINE_MAX);

	if (error == 0 && slice_begins(source_rest(engine), kind)) {
		rewriting->records.placing.engine = source_rest(engine);
		return true;
	}
	trouble_say("ternion convert: %s: %s; --engine takes the desk.html of "
		    "ternion-desk(7)",
	    path, error != 0 ? input_fault(error) : "it is no desk of ternion");
	return false;
}

bool
rewrite_init(struct rewriting *rewriting, struct run *run)
{
	const struct job *job = run->job;
	const char *fault = job->rewrite.in_place && job->operands == 0
	    ? "--in-place needs files"
	    : store_fault(job);

	if (fault != NULL)
		usage_error(job, "%s", fault);
	else if (job->rewrite.no_replay && run->to != NULL &&
	    run->to->needs_positions)
		usage_error(job, "%s needs the replay", fault = run->to->id);
	else if (job->output.engine != NULL && run->to != &format_html)
		usage_error(job, "%s", fault = "--engine needs --to html");
	else if (job->output.engine != NULL &&
	    !read_engine(rewriting, job->output.engine))
		fault = "";
	if (fault != NULL)
		return false;
	rewriting->text = &run->text;
	run->writes_files = store_is_needed(job);
	run->folder.suffix = run->to != NULL ? run->to->id : NULL;
	if (job->rewrite.in_place)
		run->changes = CHANGES_IN_PLACE;
	run->replay.rewrite = true;
	run->replay.whole = !job->rewrite.partial;
	run->replay.writes_apart = !run->replay.keep_letters;
	run->context = rewriting;
	run->no_replay = job->rewrite.no_replay;
	return true;
}
