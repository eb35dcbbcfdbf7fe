/* Ternion: the records of all inputs of a call. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>

#include "cmd.h"
#include "inputs.h"

enum {
	FLUSH_AT = 64 * 1024,
	DIRECTORIES_DEEP = 32
};

void
pass_init(struct pass *pass, const struct job *job, FILE *report_to)
{
	struct report_options options = { REPORT_TEXT, job->least, false,
		{ false }, job->max_errors };

	memset(pass, 0, sizeof(*pass));
	options.colour = output_wants_colour(job->colour, report_to);
	memcpy(options.disabled, job->disabled, sizeof(options.disabled));
	report_init(&pass->report, &options);
	pass->job = job;
	pass->report_to = report_to;
	pass->replay = (struct replay_options){ .variant = job->variant,
		.settings = job->settings > 0 ? job->setting : NULL,
		.input = job->input_notation,
		.force = job->force,
		.output = job->notation,
		.letters = job->letters };
}

bool
pass_can_write(struct pass *pass, const struct variant *variant)
{
	const char *what = job_unwritable(pass->job, variant);

	if (what == NULL)
		return true;
	if (!pass->trouble)
		usage_error(pass->job, "moves of %s cannot be written in '%s'",
		    variant->id, what);
	pass->trouble = true;
	return false;
}

/* Writes what has been gathered, messages to their stream as they come. */
static void
flush(struct pass *pass, bool all)
{
	struct strbuf *report = &pass->report.text;
	bool apart = pass->report_to != pass->output.file;

	if (report->len > 0 && (apart || all || report->len > FLUSH_AT)) {
		if (!pass->job->quiet)
			fwrite(report->ptr, 1, report->len, pass->report_to);
		strbuf_reset(report);
	}
	if (pass->text.len == 0 || (!all && pass->text.len <= FLUSH_AT))
		return;
	if (pass->take_text != NULL)
		pass->take_text(pass);
	else
		output_flush(&pass->output, &pass->text);
}

void
pass_flush(struct pass *pass)
{
	flush(pass, true);
}

static void
read_records(struct pass *pass, struct input *input, struct replayer *replayer)
{
	struct arena arena = ARENA_INIT;
	struct record record;
	struct diags diags;

	pass->format = input->format;
	if (pass->same_format)
		replayer_set_nags_apart(replayer, input->format->nags_apart);
	while (!pass->done &&
	    input->format->read(input, &arena, &diags, &record)) {
		struct report_origin origin = { input->source.name,
			&input->source, record.game, NULL };
		struct replayed replayed;

		if (pass->raw != NULL) {
			pass->raw(pass, input, &record, &diags, replayer);
		} else {
			bool ok =
			    replay_record(replayer, &record, &diags, &replayed);

			if (replayed.rules != NULL)
				origin.variant = replayed.rules->variant->id;
			pass->report.plies += replayed.all_plies;
			if (pass->record != NULL)
				pass->record(
				    pass, &record, &replayed, ok, &diags);
		}
		pass->report.games++;
		report_add(&pass->report, &origin, &diags);
		flush(pass, false);
	}
	arena_release(&arena);
}

/* --position: one position, as if it were a file of 3PF. */
static void
read_position(struct pass *pass, struct replayer *replayer)
{
	struct input input = { .format = &format_3pf,
		.max_record = pass->job->max_record };

	source_text(&input.source, "--position", slice_of(pass->job->position));
	read_records(pass, &input, replayer);
	source_release(&input.source);
}

const char *
input_fault(int error)
{
	return error == EBADMSG ? "the compressed data is damaged or cut off"
				: strerror(error);
}

/* Opens a file whose format is told by --from or by its name. */
static void
read_file(struct pass *pass, const char *path, struct replayer *replayer)
{
	const struct job *job = pass->job;
	const char *name = strcmp(path, "-") == 0 ? job->stdin_name : path;
	struct input input = { .max_record = job->max_record };
	int error = source_open(&input.source, path, name);

	pass->report.files++;
	if (job->from != NULL)
		input.format = format_find(slice_of(job->from));
	else
		input.format = format_of_path(name);
	/* The first bytes tell the format, and whether it is compressed. */
	if (error == 0)
		source_fill(&input.source);
	if (input.format == NULL && error == 0)
		input.format = format_of_text(source_rest(&input.source));
	if (error == 0 &&
	    (pass->begin_file == NULL ||
		pass->begin_file(pass, &input, path))) {
		read_records(pass, &input, replayer);
		error = input.source.error;
		if (error == 0 && input.games == 0 && pass->raw == NULL)
			report_file(&pass->report, name, DIAG_INPUT_EMPTY,
			    "there is no record in it");
		if (pass->end_file != NULL)
			pass->end_file(pass, path, error == 0);
	}
	if (error != 0)
		report_file(&pass->report, name, DIAG_FILE_UNREADABLE,
		    input_fault(error));
	flush(pass, false);
	source_release(&input.source);
}

static int
by_bytes(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int
is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* Returns the number of files that were read, or -1 if it is no directory. */
static long
read_directory(struct pass *pass, const char *path, struct replayer *replayer,
    unsigned depth)
{
	struct dirent **entries;
	int count = scandir(path, &entries, is_visible, by_bytes);
	long files = 0;

	if (count < 0)
		return -1;
	for (int i = 0; i < count; i++) {
		struct strbuf inner = STRBUF_INIT;
		long found;

		strbuf_printf(&inner, "%s/%s", path, entries[i]->d_name);
		free(entries[i]);
		found = depth < DIRECTORIES_DEEP
		    ? read_directory(pass, inner.ptr, replayer, depth + 1)
		    : 0;
		if (found >= 0) {
			files += found;
		} else if (format_of_path(inner.ptr) != NULL) {
			read_file(pass, inner.ptr, replayer);
			files++;
		}
		strbuf_release(&inner);
	}
	free(entries);
	return files;
}

static void
read_operand(struct pass *pass, const char *path, struct replayer *replayer)
{
	long files = strcmp(path, "-") == 0
	    ? -1
	    : read_directory(pass, path, replayer, 0);

	if (files < 0)
		read_file(pass, path, replayer);
	else if (files == 0)
		report_file(&pass->report, path, DIAG_DIRECTORY_EMPTY,
		    "no file in this directory has a known suffix");
	flush(pass, false);
}

/* The exit status that the report and the job ask for. */
static int
status_of(const struct pass *pass)
{
	int worst = report_worst(&pass->report);

	if (worst == SEV_FATAL || pass->trouble)
		return EXIT_TROUBLE;
	if (worst < (int)pass->job->fail_level || pass->job->exit_zero)
		return EXIT_GOOD;
	return EXIT_FINDINGS;
}

static const char *
plural(unsigned long count)
{
	return count == 1 ? "" : "s";
}

static void
summarise(const struct pass *pass)
{
	const struct report *report = &pass->report;
	unsigned long errors =
	    report->count[SEV_ERROR] + report->count[SEV_FATAL];

	fprintf(stderr,
	    "%lu file%s, %lu game%s, %lu pl%s: %lu error%s, %lu warning%s, "
	    "%lu note%s\n",
	    report->files, plural(report->files), report->games,
	    plural(report->games), report->plies,
	    report->plies == 1 ? "y" : "ies", errors, plural(errors),
	    report->count[SEV_WARNING], plural(report->count[SEV_WARNING]),
	    report->count[SEV_NOTE], plural(report->count[SEV_NOTE]));
}

int
pass_run(struct pass *pass)
{
	const struct job *job = pass->job;
	struct replayer *replayer;
	int status;

	if (job->from != NULL && format_find(slice_of(job->from)) == NULL)
		return usage_error(
		    job, "there is no format '%s' to read", job->from);
	if (pass->take_text == NULL && !output_open(&pass->output, job->output))
		return EXIT_TROUBLE;
	if (pass->report_to == stdout)
		pass->report_to = pass->output.file;
	pass->replayer = replayer = replayer_new(&pass->replay);
	if (job->position != NULL)
		read_position(pass, replayer);
	else if (job->operands == 0)
		read_operand(pass, "-", replayer);
	for (int i = 0; i < job->operands; i++)
		read_operand(pass, job->operand[i], replayer);
	if (pass->end != NULL)
		pass->end(pass);
	report_finish(&pass->report);
	flush(pass, true);
	status = status_of(pass);
	if (pass->take_text == NULL &&
	    !output_close(&pass->output, status != EXIT_TROUBLE))
		status = EXIT_TROUBLE;
	if (job->verbose)
		summarise(pass);
	replayer_free(replayer);
	report_release(&pass->report);
	strbuf_release(&pass->text);
	return status;
}
