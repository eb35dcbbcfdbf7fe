/* Ternion: records rewritten. */
#include <stdlib.h>

#include "cmd.h"
#include "format_3pf.h"
#include "plain.h"
#include "rewrite.h"

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

void
rewrite_end_list(struct rewriting *rewriting, struct strbuf *out)
{
	const struct format *writer = rewriting->writer;

	if (writer != NULL && writer->end != NULL)
		writer->end(rewriting->written, out);
	else if (writer == NULL || !writer->is_list)
		return;
	else if (rewriting->written == 1)
		strbuf_slice(out, strbuf_as_slice(&rewriting->held));
	else
		strbuf_puts(out, rewriting->written == 0 ? "[]\n" : "\n]\n");
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
close_output(struct rewriting *rewriting, struct pass *pass, bool keep)
{
	if (!rewriting->is_open)
		return;
	rewrite_end_list(rewriting, &pass->text);
	output_flush(&pass->output, &pass->text);
	if (!output_close(&pass->output, keep))
		rewriting->failed = true;
	rewriting->is_open = false;
	rewriting->written = 0;
}

/* Opens the next file when the one at hand is full. */
static void
make_room(struct rewriting *rewriting, struct pass *pass)
{
	const struct job *job = pass->job;

	if (job->split == 0 || rewriting->failed)
		return;
	if (rewriting->is_open && rewriting->written < job->split)
		return;
	close_output(rewriting, pass, true);
	name_file(&rewriting->path, job->output, ++rewriting->files);
	rewriting->is_open = output_open(&pass->output, rewriting->path.ptr);
	rewriting->failed |= !rewriting->is_open;
}

static void
take_text(struct pass *pass)
{
	struct rewriting *rewriting = pass->context;

	if (rewriting->is_open)
		output_flush(&pass->output, &pass->text);
	else
		strbuf_reset(&pass->text);
}

/*
 * Files in place
 */

static bool
begin_in_place(struct pass *pass, const struct input *input, const char *path)
{
	struct rewriting *rewriting = pass->context;

	if (strcmp(path, "-") == 0 || input->source.unpacker != NULL) {
		fprintf(stderr, "ternion: %s cannot be rewritten in place\n",
		    strcmp(path, "-") == 0 ? "standard input"
					   : input->source.name);
		rewriting->failed = true;
		return false;
	}
	if (rewriting->to != NULL && rewriting->to != input->format) {
		fprintf(stderr,
		    "ternion: %s is %s, and stays so when it is rewritten in "
		    "place\n",
		    path, input->format->id);
		rewriting->failed = true;
		return false;
	}
	rewriting->faulty = false;
	rewriting->is_open = output_open(&pass->output, path);
	rewriting->failed |= !rewriting->is_open;
	return rewriting->is_open;
}

/* "Keeps the original on any fault." */
static void
end_in_place(struct pass *pass, const char *path, bool ok)
{
	struct rewriting *rewriting = pass->context;

	(void)path;
	close_output(rewriting, pass, ok && !rewriting->faulty);
}

/*
 * Records
 */

/* The format of what is written: stated, or that of the input. */
static const struct format *
writer_of(const struct rewriting *rewriting, const struct format *input)
{
	const struct format *writer =
	    rewriting->to != NULL ? rewriting->to : input;

	return writer->write != NULL ? writer : &format_pgn;
}

/* The same; false if it cannot stand in one output with what was written. */
static bool
choose_writer(
    struct rewriting *rewriting, struct pass *pass, const struct format *input)
{
	const struct format *writer = writer_of(rewriting, input);

	if (rewriting->written > 0 && rewriting->writer != writer) {
		usage_error(pass->job,
		    "records of %s and %s cannot stand in one output",
		    rewriting->writer->id, writer->id);
		pass->trouble = pass->done = true;
		return false;
	}
	rewriting->writer = writer;
	return true;
}

/* What a record needs to be written that is not in it. */
static struct writing
writing_of(const struct pass *pass, const struct replayed *replayed,
    const struct strbuf *position)
{
	const struct notation *notation = replayed->output;
	const struct letter_set *letters = pass->replay.keep_letters
	    ? replayed->alphabet.set
	    : pass->job->letters;

	return (struct writing){
		.variant = replayed->rules->variant,
		.settings = &replayed->rules->settings,
		.notation = notation->id,
		.letters = notation->has_letters && letters != NULL
		    ? letters->id
		    : NULL,
		.position = strbuf_as_slice(position),
		.result = replayed->result,
		.first = true,
		.rules = replayed->rules,
		.start = &replayed->start,
	};
}

static void
render(const struct pass *pass, const struct format *format,
    struct record *record, const struct replayed *replayed, bool ok,
    struct diags *diags, struct strbuf *text)
{
	const struct rewriting *rewriting = pass->context;
	const struct format *writer = writer_of(rewriting, format);
	struct strbuf position = STRBUF_INIT;
	struct writing writing;

	if (record->escape.len > 0)
		diag_add(diags, DIAG_ESCAPE_DROPPED, record->escape,
		    "the line that begins with %% is not carried over");
	if (record->foreign.len > 0 && !writer->keeps_keys)
		diag_add(diags, DIAG_KEY_DROPPED, record->foreign,
		    "the key is not carried over");
	/* Left out whole; the report says why. */
	if (!ok || job_unwritable(pass->job, replayed->rules->variant) != NULL)
		return;
	if (!replayed->usual_start)
		tpf_write(replayed->rules, &replayed->start, &position);
	writing = writing_of(pass, replayed, &position);
	writer->write(record, &writing, text);
	strbuf_release(&position);
}

/* Puts a record behind those written before. */
static void
put_record(struct rewriting *rewriting, struct pass *pass, struct slice text)
{
	const struct format *writer = rewriting->writer;

	make_room(rewriting, pass);
	if (writer->place != NULL) {
		writer->place(text, rewriting->written + 1, &pass->text);
	} else if (writer->is_list) {
		put_in_list(rewriting, text, &pass->text);
	} else {
		if (rewriting->written > 0 && writer->separator != NULL)
			strbuf_puts(&pass->text, writer->separator);
		strbuf_slice(&pass->text, text);
	}
	rewriting->written++;
}

static void
take(struct pass *pass, const struct format *format,
    const struct variant *variant, bool ok, struct slice text)
{
	struct rewriting *rewriting = pass->context;

	if (!choose_writer(rewriting, pass, format))
		return;
	rewriting->faulty |= !ok;
	if (ok && pass_can_write(pass, variant))
		put_record(rewriting, pass, text);
}

/* --no-replay: the moves are copied, and nothing is judged. */
static void
take_raw(struct pass *pass, const struct input *input, struct record *record,
    struct diags *diags, struct replayer *replayer)
{
	struct rewriting *rewriting = pass->context;
	struct strbuf text = STRBUF_INIT;
	struct writing writing;

	(void)replayer;
	if (!choose_writer(rewriting, pass, input->format))
		return;
	if (!plain_record(record, &pass->replay, diags,
		rewriting->writer->nags_apart, &writing)) {
		rewriting->faulty = true;
		return;
	}
	writing.first = true;
	rewriting->writer->write(record, &writing, &text);
	put_record(rewriting, pass, strbuf_as_slice(&text));
	strbuf_release(&text);
}

static void
end(struct pass *pass)
{
	struct rewriting *rewriting = pass->context;

	if (rewriting->writer == NULL)
		rewriting->writer = rewriting->to;
	if (pass->take_text == NULL)
		rewrite_end_list(rewriting, &pass->text);
	else
		close_output(rewriting, pass, !rewriting->failed);
}

int
rewrite_init(struct rewriting *rewriting, struct pass *pass)
{
	const struct job *job = pass->job;

	if (job->notation != NULL && job->notation->write == NULL)
		return usage_error(
		    job, "%s is for reading only", job->notation->id);
	if (job->in_place &&
	    (job->output != NULL || job->split > 0 || job->operands == 0))
		return usage_error(
		    job, "--in-place takes files, and neither -O nor --split");
	if (job->split > 0 &&
	    (job->output == NULL || strstr(job->output, "%d") == NULL))
		return usage_error(
		    job, "--split needs -O with a %%d in the name");
	if (job->no_replay && rewriting->to != NULL &&
	    rewriting->to->needs_positions)
		return usage_error(
		    job, "%s needs the replay", rewriting->to->id);
	pass->replay.rewrite = true;
	pass->context = rewriting;
	pass->render = render;
	pass->take = take;
	if (job->no_replay)
		pass->raw = take_raw;
	pass->end = end;
	pass->same_format = rewriting->to == NULL;
	if (rewriting->to != NULL) {
		pass->replay.nags_apart = rewriting->to->nags_apart;
		pass->replay.keeps_positions = rewriting->to->needs_positions;
	}
	if (job->split > 0 || job->in_place)
		pass->take_text = take_text;
	if (job->in_place) {
		pass->begin_file = begin_in_place;
		pass->end_file = end_in_place;
	}
	return -1;
}

int
rewrite_run(struct rewriting *rewriting, struct pass *pass)
{
	int status = pass_run(pass);

	strbuf_release(&rewriting->held);
	strbuf_release(&rewriting->path);
	return rewriting->failed ? EXIT_TROUBLE : status;
}
