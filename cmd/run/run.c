/* Ternion: the records of a call, one after another. */
#include <errno.h>
#include <stdarg.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/run/run.h"

void
run_init(struct run *run, const struct batch *batch, const struct job *job,
    FILE *report_to)
{
	struct report_options options = job->report;
	/* A report that is the result goes where that goes. */
	bool is_kept = report_to == stdout && job->output.path != NULL &&
	    strcmp(job->output.path, "-") != 0 && !is_folder(job->output.path);

	memset(run, 0, sizeof(*run));
	options.keeps_errors = true;
	options.colour = is_kept ? job->colour > 0
				 : output_wants_colour(job->colour, report_to);
	options.width = is_kept ? 0 : terminal_width(report_to);
	options.silent = job->quiet;
	options.folds = !job->verbose;
	options.version = TERNION_VERSION;
	options.command = job->command->name;
	report_init(&run->report, &options);
	run->job = job;
	run->batch = batch;
	run->report_to = report_to;
	run->replay = (struct replay_options){
		.variant = job->configured_variant ? NULL : job->variant,
		.usual = job->configured_variant ? job->variant : NULL,
		.settings = job->settings > 0 ? job->setting : NULL,
		.input = job->input.notation,
		.notations = job->config.notations,
		.force = job->input.force,
		.output = job->output.notation,
		.letters = job->output.letters
	};
}

bool
run_refuse(struct run *run, const char *format, ...)
{
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (!run->trouble)
		usage_error(run->job, "%s", text);
	run->trouble = true;
	return false;
}

bool
run_can_mix(
    struct run *run, const struct format **format, const struct format *other)
{
	const char *path = run->job->output.path;
	const struct format *named =
	    path != NULL && run->to == NULL ? format_of_path(path) : NULL;

	if (*format == NULL)
		*format = other;
	if (named != NULL && named != *format) {
		run->done = true;
		return run_refuse(run,
		    "the records stay %s, and %s is %s; did you mean "
		    "'ternion convert -O %s'?",
		    (*format)->id, path, named->id, path);
	}
	if (*format == other)
		return true;
	run->done = true;
	return run_refuse(run,
	    "one output cannot hold records of both %s and %s", (*format)->id,
	    other->id);
}

const char *
input_fault(int error)
{
	switch (error) {
	case EBADMSG:
		return "the compressed data is damaged or cut off";
	case EOVERFLOW:
		return "the compressed data has a window of more than 128 MiB: "
		       "unpack it with 'zstd -d --long=31'";
	default:
		return strerror(error);
	}
}

/* Writes messages at once, and results when many have been gathered, or with
 * `all` at once, too. */
static void
flush(struct run *run, bool all)
{
	struct strbuf *report = &run->report.text;
	bool apart = run->report_to != run->output.file;

	if (report->len > 0 && (apart || all || report->len > FLUSH_AT)) {
		progress_clear(&run->progress);
		output_mask(run->report_to, report, true);
		if (!run->job->quiet && !apart && run->output.packer != NULL)
			output_flush(&run->output, report);
		else if (!run->job->quiet)
			fwrite(report->ptr, 1, report->len, run->report_to);
		strbuf_reset(report);
	}
	if (run->text.len == 0 || (!all && run->text.len <= FLUSH_AT))
		return;
	progress_clear(&run->progress);
	output_flush(&run->output, &run->text);
}

struct strbuf *
run_bytes(struct run *run)
{
	struct strbuf *more = &run->chunk->bytes;

	strbuf_slice(&run->bytes, strbuf_as_slice(more));
	strbuf_reset(more);
	return &run->bytes;
}

/* Goes to the next chunk, of the file at hand or of another. */
static void
take_chunk(struct run *run)
{
	if (run->chunk != NULL) {
		run_bytes(run);
		chunk_free(run->chunk);
	}
	run->chunk = run->done ? NULL : feed_take(run->feed);
}

/* Ends the current file, and reports what concerns the whole file. */
static void
end_file(struct run *run)
{
	while (run->chunk != NULL && !run->chunk->is_last && !run->done)
		take_chunk(run);
	struct chunk *chunk = run->chunk;
	SCRATCH why = STRBUF_INIT;
	if (chunk == NULL)
		return;
	int error =
	    chunk->error != 0 ? chunk->error : chunk->input.source.error;
	run->progress.before +=
	    chunk->is_cut ? chunk->ends : source_position(&chunk->input.source);
	if (run->is_skipped || chunk->entry.kind == ENTRY_POSITION ||
	    chunk->entry.why != NULL) {
		;
	} else if (error != 0) {
		strbuf_puts(&why, input_fault(error));
		if ((error == ENOENT || error == ENAMETOOLONG) &&
		    chunk->entry.is_named)
			said_file(&why, run->job, chunk->name);
		report_file(
		    &run->report, chunk->name, DIAG_FILE_UNREADABLE, why.ptr);
	} else if (run->file_games == 0 && !run->no_replay) {
		report_file(&run->report, chunk->name, DIAG_INPUT_EMPTY,
		    "it contains no record");
	}
	flush(run, run->by_file);
	folder_end_file(run);
}

static void
refuse_input(struct run *run, const char *path)
{
	progress_clear(&run->progress);
	trouble_say(
	    "ternion: %s is an input, so it cannot be the output", path);
	run->trouble = true;
}

/* Begins with a file; false if it cannot be read. */
static bool
begin_file(struct run *run)
{
	struct chunk *chunk = run->chunk;
	const struct input_entry *entry = &chunk->entry;

	run->file_games = 0;
	run->is_skipped = false;
	strbuf_reset(&run->bytes);
	if (entry->kind == ENTRY_POSITION)
		return true;
	/* Files of a folder that are one input. */
	for (size_t i = 0; i < entry->names; i++) {
		const char *path = arena_printf(
		    &chunk->arena, "%s/%s", entry->path, entry->name[i]);
		int error = source_join(
		    &chunk->input.source, path, chunk->input.max_record);

		if (error != 0)
			report_file(&run->report, path, DIAG_FILE_UNREADABLE,
			    input_fault(error));
	}
	report_begin_file(&run->report, chunk->name);
	if (entry->kind == ENTRY_JOINED)
		run->report.files += chunk->input.source.parts - 1;
	if (chunk->error != 0 && !chunk->is_cut)
		return false;
	run->is_skipped = chunk->binary != NULL ||
	    output_is(&run->output, &chunk->status) ||
	    (run->apart != NULL && output_is(run->apart, &chunk->status));
	if (chunk->binary != NULL) {
		report_file(
		    &run->report, chunk->name, DIAG_FILE_BINARY, chunk->binary);
	} else if (run->is_skipped) {
		refuse_input(run, chunk->name);
	}
	return !run->is_skipped;
}

/* Goes to the next file that can be read; false if there is none. */
static bool
next_file(struct run *run)
{
	for (;;) {
		end_file(run);
		take_chunk(run);
		if (run->chunk == NULL)
			return false;
		const struct input_entry *entry = &run->chunk->entry;
		if (entry->why == NULL && begin_file(run) &&
		    folder_begin_file(run, 1))
			return true;
		if (entry->kind == ENTRY_FAULT) {
			report_file(&run->report, run->chunk->name,
			    entry->fault, entry->why);
		} else if (entry->kind == ENTRY_PASSED &&
		    (run->job->verbose ||
			(entry->is_named && !run->job->quiet))) {
			progress_clear(&run->progress);
			trouble_say("%s: note: skipped: %s", run->chunk->name,
			    entry->why);
		}
	}
}

/* Reads the next record of the file; false at its end. */
static bool
next_record(struct run *run, struct run_record *record)
{
	flush(run, false);
	if (run->done || run->is_skipped)
		return false;
	if (run->file_games > 0 && progress_is_due(&run->progress)) {
		SCRATCH counts = STRBUF_INIT;
		const struct chunk *chunk = run->chunk;
		/* Threads work on a chunk long before it is taken. */
		uint64_t done = chunk->is_cut
		    ? chunk->ends
		    : source_position(&chunk->input.source);

		strbuf_printf(&counts, "%lu games", run->report.games);
		/* Without the replay they are not counted. */
		if (!run->no_replay)
			strbuf_printf(
			    &counts, ", %lu plies", run->report.plies);
		progress_show(&run->progress, chunk->name, counts.ptr, done);
	}
	while (!chunk_next(run, &run->session, run->chunk, record)) {
		if (run->chunk->is_last)
			return false;
		take_chunk(run);
		if (run->chunk == NULL)
			return false;
		run->chunk->input.games = run->file_games;
	}
	record->game = ++run->file_games;
	return true;
}

bool
run_file_ok(const struct run *run)
{
	return !run->is_skipped && !run->done && run->chunk->error == 0 &&
	    run->chunk->input.source.error == 0;
}

/* Says that the current file is not changed: an error if the call names it, a
 * note if it was found in a folder. Its faults are still reported if they would
 * be fixed. */
static void
tell_kept(struct run *run)
{
	const char *name = run->chunk->name, *why = run->chunk->kept;

	progress_clear(&run->progress);
	run->is_skipped =
	    run->batch->fix == NULL || !S_ISREG(run->chunk->status.st_mode);
	run->trouble |= run->chunk->entry.is_named;
	if (run->chunk->entry.is_named)
		trouble_say("ternion: %s cannot be changed: %s",
		    run->chunk->is_stdin ? "standard input" : name, why);
	else if (!run->job->quiet)
		trouble_say("%s: note: not changed: %s", name, why);
}

/* Takes the records of the current file through the batch. */
static void
take_file(struct run *run)
{
	const struct batch *batch = run->batch;
	struct run_record record;

	if (run->chunk->kept != NULL)
		tell_kept(run);
	if (batch->begin_file != NULL)
		batch->begin_file(run);
	while (next_record(run, &record)) {
		if (record.refusal != NULL)
			run_refuse(run, "%s", record.refusal);
		if (batch->reduce != NULL)
			batch->reduce(run, &record);
		else
			strbuf_slice(&run->text, record.text);
		run->report.plies += record.plies;
		run->report.games++;
		report_add(&run->report,
		    &(struct report_origin){ run->chunk->name, &record.source,
			record.game, record.variant, record.start,
			record.names },
		    &record.diags);
	}
	if (batch->end_file != NULL)
		batch->end_file(run);
}

/* Takes in the files that will be read: their sizes for the progress, and their
 * keys, so that none of them becomes an output. */
static void
note_inputs(struct run *run)
{
	for (size_t i = 0; i < run->inputs.len; i++) {
		const struct input_entry *entry = &run->inputs.entry[i];
		size_t names = entry->names + (entry->kind == ENTRY_FILE);
		struct stat status;

		for (size_t n = 0; n < names; n++) {
			SCRATCH path = STRBUF_INIT;

			strbuf_puts(&path, entry->path);
			if (entry->kind == ENTRY_JOINED)
				strbuf_printf(&path, "/%s", entry->name[n]);
			if ((strcmp(path.ptr, "-") == 0
				    ? fstat(STDIN_FILENO, &status)
				    : stat(path.ptr, &status)) != 0 ||
			    !S_ISREG(status.st_mode)) {
				run->progress.is_unknown = true;
			} else {
				run->progress.total += (uint64_t)status.st_size;
				key_set_add(
				    &run->input_keys, output_key(&status), run);
			}
		}
	}
}

bool
run_all(struct run *run)
{
	const struct job *job = run->job;

	if (!folder_begin(run) ||
	    !output_open(
		&run->output, run->writes_files ? NULL : job->output.path))
		return false;
	if (run->report_to == stdout)
		run->report_to = run->output.file;
	session_begin(&run->session, run);
	progress_begin(&run->progress, job->quiet);
	run->progress.is_unknown = job->input.position != NULL;
	inputs_list(&run->inputs, job);
	if (run->progress.is_on || run->writes_files)
		note_inputs(run);
	run->feed = feed_new(run);
	while (next_file(run))
		take_file(run);
	return true;
}

bool
run_open_file(struct run *run, struct output *output, const char *path)
{
	bool ok = output_open(output, path);

	if (ok && output->made.replaces &&
	    key_set_find(&run->input_keys, output_key(&output->made.old)) !=
		NULL) {
		refuse_input(run, path);
		output_close(output, false);
		ok = false;
	}
	run->trouble |= !ok;
	return ok;
}

bool
run_open_named(struct run *run, struct output *output, const char *pattern,
    size_t place, const char *part)
{
	const char *rest = pattern + place + 1;
	SCRATCH path = STRBUF_INIT;

	rest += strspn(rest, "0123456789") + 1;
	strbuf_printf(&path, "%.*s%s%s", (int)place, pattern, part, rest);
	/* A value is part of a name: "-" alone would be standard output. */
	if (strcmp(path.ptr, "-") == 0) {
		strbuf_reset(&path);
		strbuf_puts(&path, "./-");
	}
	return run_open_file(run, output, path.ptr);
}

int
run_end(struct run *run)
{
	SCRATCH summary = STRBUF_INIT;
	int status = EXIT_FINDINGS;

	progress_clear(&run->progress);
	report_finish(&run->report);
	flush(run, true);
	int worst = report_worst(&run->report);
	if (worst == SEV_FATAL || run->trouble)
		status = EXIT_TROUBLE;
	else if (run->job->exit_zero ||
	    (worst < (int)run->job->report.fail && !run->findings))
		status = EXIT_GOOD;
	/* A report names the files that could not be read, so it is kept. */
	bool tells_all = run->report_to == run->output.file && !run->trouble;
	if (!output_close(&run->output, status != EXIT_TROUBLE || tells_all))
		status = EXIT_TROUBLE;
	if (run->job->verbose) {
		report_summary(&run->report, &summary);
		fprintf(stderr, "%s\n", summary.ptr);
	}
	if (run->chunk != NULL)
		chunk_free(run->chunk);
	feed_end(run->feed);
	session_release(&run->session);
	return status;
}
