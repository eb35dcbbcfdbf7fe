/* Ternion: records rewritten. */
#include <stdlib.h>

#include "cmd/cmd.h"
#include "formats/game/partial.h"
#include "formats/position/tpf.h"
#include "formats/record/unreplayed.h"
#include "cmd/run/rewrite.h"

/* Several records of a format that has them as one value stand in a list. */
static void
put_in_list(
    struct rewriting *rewriting, struct slice record, struct strbuf *out)
{
	if (rewriting->written == 0) {
		strbuf_reset(&rewriting->held);
		strbuf_slice(&rewriting->held, record);
		return;
	}
	if (rewriting->written == 1) {
		strbuf_puts(out, "[\n");
		strbuf_slice(
		    out, slice_trim(strbuf_as_slice(&rewriting->held)));
	}
	strbuf_puts(out, ",\n");
	strbuf_slice(out, slice_trim(record));
}

/* The format of what is written: stated, or that of the input. */
static const struct format *
writer_of(const struct rewriting *rewriting, const struct format *input)
{
	const struct format *writer =
	    rewriting->to != NULL ? rewriting->to : input;

	return writer == NULL || writer->write != NULL ? writer : &format_pgn;
}

void
rewrite_end_list(struct rewriting *rewriting, struct run *run)
{
	const struct format *writer = rewriting->writer;

	/* No records are an empty list. */
	if (writer == NULL)
		writer = writer_of(rewriting, run->format);
	if (writer == NULL)
		return;
	if (writer->end != NULL)
		writer->end(rewriting->written, &run->text);
	else if (!writer->is_list)
		return;
	else if (rewriting->written == 1)
		strbuf_slice(&run->text, strbuf_as_slice(&rewriting->held));
	else
		strbuf_puts(
		    &run->text, rewriting->written == 0 ? "[]\n" : "\n]\n");
	rewriting->written = 0;
}

/*
 * Files of N records
 */

/* The name of file n: a %d in the pattern is its number. */
static void
name_file(struct strbuf *path, const char *pattern, unsigned long n)
{
	const char *place = strstr(pattern, "%d");

	strbuf_reset(path);
	strbuf_add(path, pattern, (size_t)(place - pattern));
	strbuf_number(path, n);
	strbuf_puts(path, place + 2);
}

static void
close_output(struct rewriting *rewriting, struct run *run, bool keep)
{
	if (!rewriting->is_open)
		return;
	rewrite_end_list(rewriting, run);
	output_flush(&run->output, &run->text);
	if (!output_close(&run->output, keep))
		rewriting->failed = true;
	rewriting->is_open = false;
	rewriting->written = 0;
}

/* Opens the next file when the current one is full. */
static void
make_room(struct rewriting *rewriting, struct run *run)
{
	const struct job *job = run->job;

	if (job->rewrite.split == 0 || rewriting->failed)
		return;
	if (rewriting->is_open && rewriting->written < job->rewrite.split)
		return;
	close_output(rewriting, run, true);
	name_file(&rewriting->path, job->output.path, ++rewriting->files);
	rewriting->is_open = output_open(&run->output, rewriting->path.ptr);
	if (rewriting->is_open && run->output.made.replaces &&
	    key_set_has(run->inputs, output_key(&run->output.made.old))) {
		trouble_say(
		    "ternion: %s is read, and cannot be written as well",
		    rewriting->path.ptr);
		output_close(&run->output, false);
		rewriting->is_open = false;
	}
	rewriting->failed |= !rewriting->is_open;
}

static void
put_text(struct run *run)
{
	struct rewriting *rewriting = run->context;

	if (rewriting->is_open)
		output_flush(&run->output, &run->text);
	else
		strbuf_reset(&run->text);
}

/*
 * Files in place
 */

bool
rewrite_may_change(struct run *run, const struct input *input, bool is_named)
{
	char why[80];

	if (input->format->write != NULL && !input->format->needs_positions)
		return true;
	snprintf(why, sizeof(why), "%s is for reading only", input->format->id);
	run_leave(run, input->source.name, why, is_named);
	return false;
}

static bool
begin_in_place(
    struct run *run, struct input *input, const char *path, bool is_named)
{
	struct rewriting *rewriting = run->context;
	char why[80];
	struct stat status;

	if (strcmp(path, "-") == 0) {
		run_leave(run, "standard input", "it is no file", true);
		return false;
	}
	if (!rewrite_may_change(run, input, is_named))
		return false;
	if (input->source.unpacker != NULL) {
		run_leave(
		    run, input->source.name, "it is compressed", is_named);
		return false;
	}
	if (fstat(input->source.fd, &status) != 0 || !S_ISREG(status.st_mode)) {
		run_leave(
		    run, input->source.name, "it is no regular file", is_named);
		return false;
	}
	if (rewriting->to != NULL && rewriting->to != input->format) {
		snprintf(why, sizeof(why),
		    "it is %s, and a file keeps its format", input->format->id);
		run_leave(run, path, why, is_named);
		return false;
	}
	rewriting->faulty = false;
	rewriting->written = rewriting->read = 0;
	rewriting->writer = NULL;
	rewriting->is_open = output_replace(&run->output, path, &status);
	rewriting->failed |= !rewriting->is_open;
	return rewriting->is_open;
}

/* A file is replaced only by all of its records; one that has none stays. */
static void
end_in_place(struct run *run, const char *path, bool ok)
{
	struct rewriting *rewriting = run->context;

	(void)path;
	rewriting->refused |= rewriting->faulty;
	close_output(rewriting, run,
	    ok && !rewriting->faulty && rewriting->read > 0 &&
		rewriting->read == rewriting->written);
	rewriting->writer = NULL;
}

/*
 * Records
 */

/* The format of what is written; false if it cannot stand in one output with
 * what was written before. */
static bool
choose_writer(
    struct rewriting *rewriting, struct run *run, const struct format *input)
{
	const struct format *writer = writer_of(rewriting, input);

	if (rewriting->written > 0 && rewriting->writer != writer) {
		usage_error(run->job,
		    "records of %s and %s cannot stand in one output",
		    rewriting->writer->id, writer->id);
		run->trouble = run->done = true;
		return false;
	}
	rewriting->writer = writer;
	return true;
}

/* What a record needs to be written that is not in it. */
static struct writing
writing_of(const struct run *run, const struct replayed *replayed,
    const struct strbuf *position)
{
	const struct notation *notation = replayed->output;
	const struct letter_set *letters = run->replay.keep_letters
	    ? replayed->alphabet.set
	    : run->job->output.letters;

	return (struct writing){
		.variant = replayed->rules->variant,
		.settings = &replayed->output_rules->settings,
		.notation = notation->id,
		.letters = notation->has_letters && letters != NULL
		    ? letters->id
		    : NULL,
		.position = strbuf_as_slice(position),
		.result = replayed->result,
		.first = true,
		.rules = replayed->output_rules,
		.start = &replayed->start,
		.agreed = replayed->agreed,
		.in_table = run->job->rewrite.layout != NULL &&
		    strcmp(run->job->rewrite.layout, "table") == 0,
	};
}

/* Lines that begin with % stay where the format does. */
static bool
keeps_escapes(const struct run *run, const struct format *writer)
{
	return run->replay.keep_letters && writer == &format_pgn;
}

static void
write_record(const struct run *run, const struct format *format,
    struct record *record, struct replayed *replayed, bool ok,
    struct diags *diags, struct strbuf *text)
{
	const struct rewriting *rewriting = run->context;
	const struct format *writer = writer_of(rewriting, format);
	struct strbuf position = STRBUF_INIT;
	struct writing writing;

	if (record->escape.len > 0 && !keeps_escapes(run, writer))
		diag_add(diags, DIAG_ESCAPE_DROPPED, record->escape,
		    "the line that begins with %% is not carried over");
	if (record->foreign.len > 0 && !writer->keeps_keys)
		diag_add(diags, DIAG_KEY_DROPPED, record->foreign,
		    "the key is not carried over");
	/* Left out whole; the report says why. */
	if (!ok &&
	    !(run->job->rewrite.partial && record_cut(record, replayed, diags)))
		return;
	if (job_unwritable(run->job, replayed->rules->variant) != NULL)
		return;
	if (!replayed->usual_start)
		tpf_write(replayed->rules, &replayed->start, &position);
	writing = writing_of(run, replayed, &position);
	writing.keeps_escapes = keeps_escapes(run, writer);
	writer->write(record, &writing, text);
	strbuf_release(&position);
}

/* Puts a record behind those written before. */
static void
put_record(struct rewriting *rewriting, struct run *run, struct slice text)
{
	const struct format *writer = rewriting->writer;

	make_room(rewriting, run);
	if (writer->place != NULL) {
		rewriting->placing.number = rewriting->written + 1;
		writer->place(text, &rewriting->placing, &run->text);
	} else if (writer->is_list) {
		put_in_list(rewriting, text, &run->text);
	} else {
		if (rewriting->written > 0 && writer->separator != NULL)
			strbuf_puts(&run->text, writer->separator);
		strbuf_slice(&run->text, text);
	}
	rewriting->written++;
}

static void
put_written(struct run *run, const struct format *format,
    const struct variant *variant, bool ok, struct slice text)
{
	struct rewriting *rewriting = run->context;

	rewriting->read++;
	if (!choose_writer(rewriting, run, format))
		return;
	/* Of a faulty record a part may be written. */
	ok |= text.len > 0;
	rewriting->faulty |= !ok;
	if (ok && run_can_write(run, variant))
		put_record(rewriting, run, text);
	else
		run->left_out++;
}

/* --no-replay: the moves are copied, and nothing is judged. */
static void
write_unreplayed(struct run *run, const struct input *input,
    struct record *record, struct diags *diags, struct replayer *replayer)
{
	struct rewriting *rewriting = run->context;
	struct strbuf text = STRBUF_INIT;
	struct writing writing;

	(void)replayer;
	rewriting->read++;
	if (!choose_writer(rewriting, run, input->format))
		return;
	if (!plain_record(record, &run->replay, diags,
		rewriting->writer->nags_apart, &writing)) {
		rewriting->faulty = true;
		run->left_out++;
		return;
	}
	writing.first = true;
	rewriting->writer->write(record, &writing, &text);
	put_record(rewriting, run, strbuf_as_slice(&text));
	strbuf_release(&text);
}

static void
end(struct run *run)
{
	struct rewriting *rewriting = run->context;

	if (run->put_text == NULL)
		rewrite_end_list(rewriting, run);
	else
		close_output(rewriting, run, !rewriting->failed);
}

int
rewrite_init(struct rewriting *rewriting, struct run *run)
{
	const struct job *job = run->job;

	if (job->output.notation != NULL && job->output.notation->write == NULL)
		return usage_error(
		    job, "%s is for reading only", job->output.notation->id);
	if (job->rewrite.in_place &&
	    (job->output.path != NULL || job->rewrite.split > 0 ||
		job->operands == 0))
		return usage_error(
		    job, "--in-place takes files, and neither -O nor --split");
	if (job->rewrite.split > 0 &&
	    (job->output.path == NULL ||
		strstr(job->output.path, "%d") == NULL))
		return usage_error(
		    job, "--split needs -O with a %%d in the name");
	if (job->rewrite.no_replay && rewriting->to != NULL &&
	    rewriting->to->needs_positions)
		return usage_error(
		    job, "%s needs the replay", rewriting->to->id);
	run->replay.rewrite = true;
	run->replay.whole = !job->rewrite.partial;
	run->replay.writes_apart = !run->replay.keep_letters;
	run->context = rewriting;
	run->write_record = write_record;
	run->put_written = put_written;
	if (job->rewrite.no_replay)
		run->without_replay = write_unreplayed;
	run->end = end;
	run->passes_on = rewriting->to == NULL || rewriting->to->read != NULL;
	run->keeps_format = rewriting->to == NULL;
	if (rewriting->to != NULL) {
		run->replay.nags_apart = rewriting->to->nags_apart;
		run->replay.keeps_positions = rewriting->to->needs_positions;
	}
	if (job->rewrite.split > 0 || job->rewrite.in_place)
		run->put_text = put_text;
	if (job->rewrite.in_place) {
		run->begin_file = begin_in_place;
		run->end_file = end_in_place;
	}
	return -1;
}

int
rewrite_run(struct rewriting *rewriting, struct run *run)
{
	struct key_set inputs = { .used = 0 };
	int status;

	if (run->job->rewrite.split > 0)
		run->inputs = &inputs;
	status = run_run(run);
	key_set_release(&inputs);
	strbuf_release(&rewriting->held);
	strbuf_release(&rewriting->path);
	if (rewriting->failed)
		return EXIT_TROUBLE;
	return status == EXIT_GOOD && rewriting->refused && !run->job->exit_zero
	    ? EXIT_FINDINGS
	    : status;
}
