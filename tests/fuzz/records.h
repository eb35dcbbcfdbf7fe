/*
 * Common to the fuzz targets of records: the records of a text are read,
 * replayed, written in every format and read again.
 */
#pragma once

#include "parse/record/format.h"
#include "parse/position/tpf.h"
#include "parse/judge/session.h"
#include "formats/report/report.h"
#include "tests/fuzz/target.h"

enum {
	FUZZ_MAX_RECORD = 64 * 1024,
	FUZZ_MAX_AGAIN = 100 * FUZZ_MAX_RECORD
};

/* A text that is read record by record. */
struct fuzz_reading {
	struct input input;
	struct arena arena;
	struct record record;
	struct replayed replayed;
	struct diags diags;
};

static inline void
fuzz_check_same(
    const char *what, const struct strbuf *a, const struct strbuf *b)
{
	if (slice_equal(strbuf_as_slice(a), strbuf_as_slice(b)))
		return;
	fprintf(stderr, "%s\n%s\n---\n%s\n", what, a->ptr, b->ptr);
	abort();
}

static inline void
fuzz_give_up(const char *what, const struct diags *diags, struct slice text)
{
	fprintf(stderr, "%s\n%.*s\n", what, (int)text.len, text.ptr);
	for (unsigned i = 0; i < diags->len; i++)
		fprintf(stderr, "%s: %s\n", diag_table[diags->list[i].id].slug,
		    diags->list[i].message);
	abort();
}

/* Made once: it takes longer than most inputs. */
static inline struct replayer *
fuzz_replayer(bool nags_apart)
{
	static struct replayer *replayer;
	static const struct replay_options options = { .rewrite = true };

	if (replayer == NULL)
		replayer = replayer_new(&options);
	replayer->options.nags_apart = nags_apart;
	return replayer;
}

static inline void
fuzz_open(struct fuzz_reading *of, const struct format *format,
    struct slice text, size_t max_record)
{
	*of = (struct fuzz_reading){ .input = { .format = format,
					 .max_record = max_record } };
	source_text(&of->input.source, "fuzz", text);
}

static inline void
fuzz_close(struct fuzz_reading *of)
{
	source_release(&of->input.source);
	arena_release(&of->arena);
}

static inline bool
fuzz_next(struct fuzz_reading *of)
{
	return of->input.format->read(
	    &of->input, &of->arena, &of->diags, &of->record);
}

/*
 * If something is missing at the end, a span may cover one byte after the text.
 */
static inline void
fuzz_check_span(const struct fuzz_reading *of, struct span span)
{
	size_t len = of->record.text.len;

	if (span.start > len || span.len > len - span.start + 1)
		fuzz_give_up(
		    "a span beyond the text", &of->diags, of->record.text);
}

static inline void
fuzz_check_line(const struct fuzz_reading *of, const struct line *line)
{
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		const struct line *v = NULL;

		fuzz_check_span(of, ply->span);
		if (ply->notes != NULL)
			v = ply->notes->variations;
		for (; v != NULL; v = v->next)
			fuzz_check_line(of, v);
	}
}

static inline void
fuzz_check_places(const struct fuzz_reading *of)
{
	for (unsigned i = 0; i < of->diags.len; i++)
		fuzz_check_span(of, of->diags.list[i].span);
	for (const struct tag *t = of->record.tags; t != NULL; t = t->next)
		fuzz_check_span(of, t->span);
	fuzz_check_span(of, of->record.span);
	fuzz_check_span(of, of->record.result_span);
	fuzz_check_line(of, &of->record.line);
}

/* A rewritten record keeps the faults that its moves do not state. */
static inline bool
fuzz_is_carried_over(enum diag_id id)
{
	static const enum diag_id carried[] = {
		DIAG_RECORD_KEY,
		DIAG_UTF8_TEXT,
		DIAG_BIDI_CONTROL,
		DIAG_TAG_DUPLICATE,
		DIAG_TAG_NEAR,
		DIAG_TAG_OTHER_GAME,
		DIAG_TAG_DATE,
		DIAG_VARIATION_EMPTY,
		DIAG_RESULT_OPEN,
		DIAG_RESULT_UNPROVEN,
		DIAG_DRAW_WITHOUT_OFFER,
		DIAG_CHECK_UNDECLARED,
		DIAG_NOT_MATE,
		DIAG_STALEMATE_DUE,
		DIAG_REPETITION_DUE,
		DIAG_MOVE_AFTER_DRAW,
		DIAG_POSITION_MATERIAL,
	};

	for (size_t i = 0; i < sizeof(carried) / sizeof(*carried); i++)
		if (carried[i] == id)
			return true;
	return false;
}

/* Writes the record that was read, in the letters of the replayer. */
static inline void
fuzz_write_with(const struct fuzz_reading *of, const struct letter_set *letters,
    const struct format *format, struct strbuf *out)
{
	const struct replayed *replayed = &of->replayed;
	const struct notation *notation = replayed->output;
	struct strbuf position = STRBUF_INIT;
	struct writing writing;

	if (letters == NULL)
		letters = letter_sets;
	if (!replayed->usual_start)
		tpf_write(replayed->rules, &replayed->start, &position);
	writing = (struct writing){
		.variant = replayed->rules->variant,
		.settings = &replayed->rules->settings,
		.notation = notation->id,
		.letters = notation->has_letters ? letters->id : NULL,
		.position = strbuf_as_slice(&position),
		.result = replayed->result,
		.first = true,
	};
	strbuf_reset(out);
	format->write(&of->record, &writing, out);
	strbuf_release(&position);
}

/* Writes the record that was read, in English letters. */
static inline void
fuzz_write(const struct fuzz_reading *of, const struct format *format,
    struct strbuf *out)
{
	fuzz_write_with(of, letter_sets, format, out);
}

/* How a written record is read and written again. */
struct fuzz_way {
	struct replayer *replayer;
	const struct format *from, *to;
	bool (*allows)(enum diag_id id); /* NULL: fuzz_is_carried_over */
};

/* Reads the one record of a text that was written, and writes it again. */
static inline void
fuzz_rewrite(const struct fuzz_way *way, struct slice text, struct strbuf *out)
{
	bool (*allows)(enum diag_id) =
	    way->allows != NULL ? way->allows : fuzz_is_carried_over;
	struct fuzz_reading of;

	fuzz_open(&of, way->from, text, FUZZ_MAX_AGAIN);
	if (!fuzz_next(&of))
		fuzz_give_up("written, but no record", &of.diags, text);
	if (!replay_record(way->replayer, &of.record, &of.diags, &of.replayed))
		fuzz_give_up("written, but not good", &of.diags, text);
	for (unsigned i = 0; i < of.diags.len; i++)
		if (!allows(of.diags.list[i].id))
			fuzz_give_up(
			    "written, and complained of", &of.diags, text);
	fuzz_check_places(&of);
	fuzz_write_with(&of, way->replayer->options.letters, way->to, out);
	if (fuzz_next(&of))
		fuzz_give_up("written as two records", &of.diags, text);
	fuzz_close(&of);
}

/* Like fuzz_rewrite, by the common replayer. */
static inline void
fuzz_rewrite_as(const struct format *from, struct slice text,
    const struct format *to, struct strbuf *out)
{
	const struct fuzz_way way = { fuzz_replayer(to->nags_apart), from, to,
		NULL };

	fuzz_rewrite(&way, text, out);
}

/*
 * A good record in a line of JSON is the same after it was written and read in
 * the other formats of its schema. In PGN it is another, as that has no keys
 * of others and some comments are several there; but one that stays the same.
 */
static inline void
fuzz_write_all(const struct fuzz_reading *of)
{
	static const struct format *const kinds[] = { &format_yaml,
		&format_json, &format_jsonl };
	struct strbuf line = STRBUF_INIT, there = STRBUF_INIT,
		      back = STRBUF_INIT;

	fuzz_write(of, &format_jsonl, &line);
	for (unsigned i = 0; i < 3; i++) {
		fuzz_write(of, kinds[i], &there);
		fuzz_rewrite_as(
		    kinds[i], strbuf_as_slice(&there), &format_jsonl, &back);
		fuzz_check_same("written in two ways", &line, &back);
	}
	fuzz_rewrite_as(
	    &format_jsonl, strbuf_as_slice(&line), &format_pgn, &there);
	for (unsigned i = 0; i < 3; i++) {
		fuzz_rewrite_as(
		    &format_pgn, strbuf_as_slice(&there), kinds[i], &line);
		fuzz_rewrite_as(
		    kinds[i], strbuf_as_slice(&line), &format_pgn, &back);
		fuzz_check_same("written in two ways from PGN", &there, &back);
	}
	strbuf_release(&line);
	strbuf_release(&there);
	strbuf_release(&back);
}

/*
 * Reads all records of a text, and reports their diagnostics; `write` gets
 * those without an error, which are counted.
 */
static inline unsigned
fuzz_read_all(const struct format *format, struct slice text,
    const struct report_form *form, struct replayer *replayer,
    void (*write)(const struct fuzz_reading *of))
{
	const struct report_options styles = { .form = form };
	struct fuzz_reading of;
	struct report report;
	unsigned sound = 0;

	report_init(&report, &styles);
	fuzz_open(&of, format, text, FUZZ_MAX_RECORD);
	while (fuzz_next(&of)) {
		const struct report_origin origin = { "fuzz", &of.input.source,
			of.record.game, NULL, of.record.span.start, 0 };
		bool good = replay_record(
		    replayer != NULL ? replayer : fuzz_replayer(true),
		    &of.record, &of.diags, &of.replayed);

		fuzz_check_places(&of);
		/* The reader of traces takes every ply from the rules. */
		if (format == &format_trace && !of.record.broken &&
		    (!good || diags_worst(&of.diags, 0) >= (int)SEV_ERROR))
			fuzz_give_up("a ply of a trace is not good", &of.diags,
			    of.record.text);
		suppress(&of.record, &of.diags, text.len % 16 >= 8);
		report_add(&report, &origin, &of.diags);
		strbuf_reset(&report.text);
		if (good)
			write(&of);
		sound += good;
	}
	report_release(&report);
	fuzz_close(&of);
	return sound;
}

/* Reads all records of a text; those without an error are written. */
static inline void
fuzz_records(const struct format *format, struct slice text)
{
	fuzz_read_all(format, text, NULL, NULL, fuzz_write_all);
}
