/* Ternion: the records of all inputs of a call. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "chunk.h"
#include "cmd.h"
#include "crew.h"
#include "inputs.h"
#include "suppress.h"

enum {
	FLUSH_AT = 64 * 1024,
	CHUNK_SIZE = 1024 * 1024, /* what one thread works on */
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
		progress_clear(&pass->progress);
		if (!pass->job->quiet)
			fwrite(report->ptr, 1, report->len, pass->report_to);
		strbuf_reset(report);
	}
	if (pass->text.len == 0 || (!all && pass->text.len <= FLUSH_AT))
		return;
	progress_clear(&pass->progress);
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

/* With one thread what is rendered is taken at once. */
static void
render_and_take(struct pass *pass, struct record *record,
    const struct replayed *replayed, bool ok, struct diags *diags)
{
	struct strbuf text = STRBUF_INIT;

	pass->render(pass, pass->format, record, replayed, ok, diags, &text);
	pass->take(pass, pass->format,
	    replayed->rules != NULL ? replayed->rules->variant : NULL, ok,
	    strbuf_as_slice(&text));
	strbuf_release(&text);
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
			if (pass->render != NULL)
				render_and_take(
				    pass, &record, &replayed, ok, &diags);
			suppress(
			    &record, &diags, pass->report.options.keeps_errors);
		}
		pass->report.games++;
		report_add(&pass->report, &origin, &diags);
		flush(pass, false);
		progress_show(&pass->progress, input->source.name,
		    pass->report.games, pass->report.plies);
	}
	arena_release(&arena);
}

/*
 * Many threads: a file is cut into chunks of whole records, which are worked
 * on in any order and reported in that of the input.
 */

/* What one thread has for itself. */
struct own {
	const struct pass *pass;
	struct replayer *replayer;
};

static void *
begin_own(void *context)
{
	struct own *own = mem_alloc(sizeof(*own));

	own->pass = context;
	own->replayer = replayer_new(&own->pass->replay);
	return own;
}

static void
end_own(void *context)
{
	struct own *own = context;

	replayer_free(own->replayer);
	free(own);
}

static void
work(void *context, void *task)
{
	struct own *own = context;

	chunk_work(task, own->pass, own->replayer);
}

/* What is said of a file as a whole, behind its records. */
static void
end_file(struct pass *pass, const char *name, int error, unsigned long games)
{
	if (error != 0)
		report_file(&pass->report, name, DIAG_FILE_UNREADABLE,
		    input_fault(error));
	else if (games == 0 && pass->raw == NULL)
		report_file(&pass->report, name, DIAG_INPUT_EMPTY,
		    "there is no record in it");
	flush(pass, false);
}

/* Reports the oldest chunk when it is done; false if there is none. */
static bool
take_chunk(struct pass *pass)
{
	struct chunk *chunk = pass->crew != NULL ? crew_take(pass->crew) : NULL;

	if (chunk == NULL)
		return false;
	if (chunk->is_first) {
		report_begin_file(&pass->report, chunk->name);
		pass->file_games = 0;
	}
	chunk_report(chunk, pass, &pass->file_games);
	flush(pass, false);
	if (chunk->is_last)
		end_file(pass, chunk->name, chunk->error, pass->file_games);
	chunk_free(chunk);
	return true;
}

/* Reports all that is under way, before something is done in one thread. */
static void
take_all(struct pass *pass)
{
	while (take_chunk(pass))
		;
}

/* Whether the file may be read by many threads: nothing in the pass depends
 * on what was before, and the format tells where records begin. */
static bool
may_spread(const struct pass *pass, const struct format *format)
{
	return pass->jobs > 1 && pass->raw == NULL && pass->record == NULL &&
	    pass->begin_file == NULL && format->split != NULL;
}

static void
give_chunk(struct pass *pass, struct chunk *chunk)
{
	while (crew_is_full(pass->crew))
		take_chunk(pass);
	crew_give(pass->crew, chunk);
}

static bool
start_crew(struct pass *pass)
{
	const struct crew_job job = { begin_own, end_own, work, pass };

	if (pass->crew == NULL)
		pass->crew = crew_new(pass->jobs, &job);
	return pass->crew != NULL;
}

/* Makes the next chunk of the input; NULL if no more than one record, or a
 * part of it, is in sight. */
static struct chunk *
cut(struct input *input)
{
	struct source *source = &input->source;
	struct chunk *chunk;
	size_t len;

	while (source_rest(source).len < CHUNK_SIZE && source_fill(source))
		;
	for (;;) {
		struct slice rest = source_rest(source);

		len = source->eof ? rest.len : input->format->split(rest);
		if (len > 0 || source->eof)
			break;
		if (rest.len > input->max_record + CHUNK_SIZE)
			return NULL;
		source_fill(source);
	}
	chunk = chunk_new(
	    input, slice_sub(source_rest(source), 0, len), source->line);
	source_advance(source, len);
	chunk->is_last = source->eof && source_rest(source).len == 0;
	chunk->error = source->error;
	return chunk;
}

/* Reads a file by many threads; false if it is left to one, from where the
 * input is. */
static bool
spread(struct pass *pass, struct input *input)
{
	bool first = true, last = false;

	while (!last) {
		struct chunk *chunk = cut(input);

		if (chunk == NULL) {
			take_all(pass);
			if (first)
				report_begin_file(
				    &pass->report, input->source.name);
			input->games = first ? 0 : pass->file_games;
			return false;
		}
		last = chunk->is_last;
		chunk->is_first = first;
		first = false;
		give_chunk(pass, chunk);
	}
	return true;
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

/* Reads what is left of a file in this thread. */
static void
read_alone(struct pass *pass, struct input *input, const char *path, int error,
    struct replayer *replayer)
{
	if (error == 0 &&
	    (pass->begin_file == NULL || pass->begin_file(pass, input, path))) {
		read_records(pass, input, replayer);
		error = input->source.error;
		if (pass->end_file != NULL)
			pass->end_file(pass, path, error == 0);
	} else if (error == 0) {
		return; /* it was said why */
	}
	end_file(pass, input->source.name, error, input->games);
}

/* Opens a file whose format is told by --from or by its name. */
static void
read_file(struct pass *pass, const char *path, struct replayer *replayer)
{
	const struct job *job = pass->job;
	const char *name = strcmp(path, "-") == 0 ? job->stdin_name : path;
	struct input input = { .max_record = job->max_record };
	int error = source_open(&input.source, path, name);
	bool spread_over = false;

	if (job->from != NULL)
		input.format = format_find(slice_of(job->from));
	else
		input.format = format_of_path(name);
	if (error == 0 && !source_fill(&input.source))
		error = input.source.error;
	if (input.format == NULL && error == 0)
		input.format = format_of_text(source_rest(&input.source));
	if (error == 0 && may_spread(pass, input.format) &&
	    (!input.source.eof || ++pass->small_files > 1) &&
	    start_crew(pass)) {
		spread_over = spread(pass, &input);
	} else {
		take_all(pass);
		report_begin_file(&pass->report, name);
	}
	if (!spread_over)
		read_alone(pass, &input, path, error, replayer);
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
	take_all(pass);
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
	else if (files == 0) {
		take_all(pass);
		report_file(&pass->report, path, DIAG_DIRECTORY_EMPTY,
		    "no file in this directory has a known suffix");
	}
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

static unsigned
cores(void)
{
	long count = sysconf(_SC_NPROCESSORS_ONLN);

	return count > 0 ? (unsigned)count : 1;
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
	progress_begin(&pass->progress, job->quiet);
	pass->jobs = job->jobs > 0 ? job->jobs : cores();
	read_inputs(pass, replayer);
	take_all(pass);
	progress_clear(&pass->progress);
	crew_free(pass->crew);
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
