/* Ternion: the records of all inputs of a call. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>

#include "cmd.h"
#include "inputs.h"
#include "suppress.h"

enum {
	FLUSH_AT = 64 * 1024,
	DIRECTORIES_DEEP = 32
};

void
pass_init(struct pass *pass, const struct job *job, FILE *report_to)
{
	struct report_options options = { .least = job->least,
		.fail = job->fail_level,
		.keeps_errors = true,
		.max_errors = job->max_errors,
		.version = TERNION_VERSION };

	memset(pass, 0, sizeof(*pass));
	options.colour = output_wants_colour(job->colour, report_to);
	memcpy(options.disabled, job->disabled, sizeof(options.disabled));
	memcpy(options.level, job->level, sizeof(options.level));
	report_init(&pass->report, &options);
	pass->job = job;
	pass->report_to = report_to;
	pass->replay = (struct replay_options){
		.variant = job->configured_variant ? NULL : job->variant,
		.usual = job->configured_variant ? job->variant : NULL,
		.settings = job->settings > 0 ? job->setting : NULL,
		.input = job->input_notation,
		.force = job->force,
		.output = job->notation,
		.letters = job->letters
	};
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
			&input->source, record.game, NULL, record.span.start };
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
			suppress(
			    &record, &diags, pass->report.options.keeps_errors);
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

/* Opens a file whose format is told by --from or by its name. */
static void
read_file(struct pass *pass, const char *path, struct replayer *replayer)
{
	const struct job *job = pass->job;
	const char *name = strcmp(path, "-") == 0 ? job->stdin_name : path;
	struct input input = { .max_record = job->max_record };
	int error = source_open(&input.source, path, name);

	report_begin_file(&pass->report, name);
	if (job->from != NULL)
		input.format = format_find(slice_of(job->from));
	else
		input.format = format_of_path(name);
	if (input.format == NULL && error == 0) {
		source_fill(&input.source);
		input.format = format_of_text(source_rest(&input.source));
	}
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
		    error == EBADMSG
			? "the compressed data is damaged or cut off"
			: strerror(error));
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

/* The number in a name such as move_012.json. */
static unsigned long
number_in(const char *name)
{
	return strtoul(name + strcspn(name, "0123456789"), NULL, 10);
}

static int
by_number(const void *a, const void *b)
{
	const struct dirent *const *x = a, *const *y = b;
	unsigned long m = number_in((*x)->d_name), n = number_in((*y)->d_name);

	return m != n ? (m > n) - (m < n) : strcmp((*x)->d_name, (*y)->d_name);
}

/* The format of which all files of the directory together are one input, or
 * NULL. */
static const struct format *
format_of_directory(const struct job *job, struct dirent **entries, int count)
{
	for (int i = 0; i < count; i++) {
		const struct format *format =
		    format_of_path(entries[i]->d_name);

		if (format != NULL && format->names != NULL &&
		    (job->from == NULL || strcmp(job->from, format->id) == 0))
			return format;
	}
	return NULL;
}

/* Reads the files of a directory that are one input; their number. */
static long
read_joined(struct pass *pass, const char *path, struct replayer *replayer,
    const struct format *format, struct dirent **entries, int count)
{
	struct input input = { .max_record = pass->job->max_record,
		.format = format };
	long files = 0;

	qsort(entries, (size_t)count, sizeof(*entries), by_number);
	source_text(&input.source, path, (struct slice){ "", 0 });
	for (int i = 0; i < count; i++) {
		struct strbuf inner = STRBUF_INIT;
		int error;

		strbuf_printf(&inner, "%s/%s", path, entries[i]->d_name);
		if (format_of_path(inner.ptr) == format) {
			files++;
			error = source_join(&input.source, inner.ptr);
			if (error != 0)
				report_file(&pass->report, inner.ptr,
				    DIAG_FILE_UNREADABLE, strerror(error));
		}
		strbuf_release(&inner);
	}
	report_begin_file(&pass->report, path);
	if (files > 0)
		pass->report.files += (unsigned long)files - 1;
	read_records(pass, &input, replayer);
	flush(pass, false);
	source_release(&input.source);
	return files;
}

static long read_directory(struct pass *pass, const char *path,
    struct replayer *replayer, unsigned depth);

/* A file with a known suffix, or a directory in a directory; the number of
 * files that were read. */
static long
read_entry(struct pass *pass, const char *path, struct replayer *replayer,
    unsigned depth)
{
	long found = depth < DIRECTORIES_DEEP
	    ? read_directory(pass, path, replayer, depth)
	    : 0;

	if (found >= 0)
		return found;
	if (format_of_path(path) == NULL)
		return 0;
	read_file(pass, path, replayer);
	return 1;
}

/* Returns the number of files that were read, or -1 if it is no directory. */
static long
read_directory(struct pass *pass, const char *path, struct replayer *replayer,
    unsigned depth)
{
	struct dirent **entries;
	int count = scandir(path, &entries, is_visible, by_bytes);
	const struct format *joined;
	long files = 0;

	if (count < 0)
		return -1;
	joined = format_of_directory(pass->job, entries, count);
	if (joined != NULL)
		files =
		    read_joined(pass, path, replayer, joined, entries, count);
	for (int i = 0; i < count; i++) {
		struct strbuf inner = STRBUF_INIT;

		strbuf_printf(&inner, "%s/%s", path, entries[i]->d_name);
		if (joined == NULL)
			files +=
			    read_entry(pass, inner.ptr, replayer, depth + 1);
		free(entries[i]);
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

/* Says what is wrong with a list of inputs; nothing of it is a record's. */
static void
complain_of_list(struct pass *pass, const char *what)
{
	fprintf(stderr, "ternion %s: %s: %s\n", pass->job->command->name,
	    pass->job->operand_list, what);
	pass->trouble = true;
}

/* --files0-from: names that end with a NUL each; the last may lack it. */
static void
read_listed(struct pass *pass, FILE *list, struct replayer *replayer)
{
	char *name = NULL;
	size_t size = 0;

	while (getdelim(&name, &size, '\0', list) > 0) {
		if (*name == '\0')
			complain_of_list(pass, "a name is empty");
		else if (list == stdin && strcmp(name, "-") == 0)
			complain_of_list(pass,
			    "'-' cannot be in a list from standard input");
		else
			read_operand(pass, name, replayer);
	}
	if (ferror(list))
		complain_of_list(pass, strerror(errno));
	free(name);
}

static void
read_list(struct pass *pass, const char *path, struct replayer *replayer)
{
	FILE *list = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");

	if (list == NULL) {
		complain_of_list(pass, strerror(errno));
		return;
	}
	read_listed(pass, list, replayer);
	if (list != stdin)
		fclose(list);
}

/* All inputs of the call. */
static void
read_inputs(struct pass *pass, struct replayer *replayer)
{
	const struct job *job = pass->job;

	if (job->position != NULL)
		read_position(pass, replayer);
	else if (job->operand_list != NULL)
		read_list(pass, job->operand_list, replayer);
	else if (job->operands == 0)
		read_operand(pass, "-", replayer);
	for (int i = 0; i < job->operands; i++)
		read_operand(pass, job->operand[i], replayer);
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

static void
summarise(const struct pass *pass)
{
	struct strbuf text = STRBUF_INIT;

	report_summary(&pass->report, &text);
	fprintf(stderr, "%s\n", text.ptr);
	strbuf_release(&text);
}

int
pass_run(struct pass *pass)
{
	const struct job *job = pass->job;
	const struct format *from =
	    job->from != NULL ? format_find(slice_of(job->from)) : NULL;
	struct replayer *replayer;
	int status;

	if (job->from != NULL && (from == NULL || from->read == NULL))
		return usage_error(
		    job, "there is no format '%s' to read", job->from);
	if (job->operand_list != NULL && job->operands > 0)
		return usage_error(
		    job, "--files0-from and files exclude each other");
	if (pass->take_text == NULL && !output_open(&pass->output, job->output))
		return EXIT_TROUBLE;
	if (pass->report_to == stdout)
		pass->report_to = pass->output.file;
	pass->replayer = replayer = replayer_new(&pass->replay);
	read_inputs(pass, replayer);
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
