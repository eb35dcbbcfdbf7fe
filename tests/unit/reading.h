/*
 * Records as a format reads them, each shown in one line: tags as [Name=value],
 * the number and dots before a ply as #1/2, then the ply, its annotations $1,
 * and its comments b{before}, c{after} and a{after the variations}; variations
 * in parentheses, and the result after =>. Diagnostics follow as
 * !code@line:column.
 */
#pragma once

#include "tests/unit/setup.h"

#include "parse/judge/session.h"
#include "parse/text/arena.h"
#include "parse/record/format.h"

/*
 * The growth of memory in use, in KiB, that still counts as none: the address
 * sanitizer keeps freed memory for a while. It would hide the growth that long
 * texts are to show, so that with it they are a SHARE as long.
 */
#ifndef __has_feature
#define __has_feature(name) 0 /* gcc has a macro for it */
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
enum {
	GROWTH_MAX = 600000,
	SHARE = 8
};
#else
enum {
	GROWTH_MAX = 4000,
	SHARE = 1
};
#endif

/* A reader, and its last record. */
struct reading_of {
	struct input input;
	struct replayer *replayer; /* NULL: nothing is replayed */
	struct arena arena;
	struct record record;
	struct diags diags;
	unsigned located; /* each Nth ply is shown with its place; 0: none */
	unsigned plies;   /* so far */
	bool lines;       /* diagnostics are shown with the lengths of theirs */
	struct strbuf out;
};

static inline void
show_comments(
    struct strbuf *out, const char *kind, const struct comments *comments)
{
	for (const struct comment *c = comments->first; c != NULL;
	     c = c->next) {
		strbuf_printf(out, " %s{", kind);
		strbuf_slice(out, c->text);
		strbuf_char(out, '}');
	}
}

static inline void show_line(struct reading_of *of, const struct line *line);

static inline void
show_ply(struct reading_of *of, const struct ply *ply)
{
	struct strbuf *out = &of->out;

	if (ply->number_span.len > 0)
		strbuf_printf(out, " #%lu/%lu", (unsigned long)ply->number,
		    (unsigned long)ply->dots);
	if (ply->notes != NULL)
		show_comments(out, "b", &ply->notes->before);
	strbuf_char(out, ' ');
	strbuf_slice(out, ply->token);
	if (of->located > 0 && of->plies++ % of->located == 0) {
		struct location at =
		    source_locate(&of->input.source, ply->span.start);

		strbuf_printf(out, "@%lu:%lu", at.line, at.column);
	}
	/* Other formats have escapes. */
	assert_true(of->input.format != &format_pgn ||
	    slice_equal(ply->token,
		slice_sub(of->record.text, ply->span.start, ply->span.len)));
	if (ply->notes == NULL)
		return;
	for (const struct nag *n = ply->notes->nags; n != NULL; n = n->next)
		strbuf_printf(out, " $%u", n->number);
	show_comments(out, "c", &ply->notes->comment);
	for (const struct line *v = ply->notes->variations; v; v = v->next) {
		strbuf_puts(out, " (");
		show_line(of, v);
		strbuf_puts(out, " )");
		show_comments(out, "a", &v->after);
	}
}

static inline void
show_line(struct reading_of *of, const struct line *line)
{
	unsigned plies = 0;

	show_comments(&of->out, "b", &line->comment);
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		show_ply(of, ply);
		plies++;
	}
	assert_int_equal(plies, line->plies);
}

static inline void
show_diags(struct reading_of *of)
{
	diags_sort(&of->diags);
	for (unsigned i = 0; i < of->diags.len; i++) {
		const struct diag *diag = &of->diags.list[i];
		struct location at =
		    source_locate(&of->input.source, diag->span.start);

		/* Most texts have only the part under test. */
		if (diag->id == DIAG_RESULT_MISSING &&
		    of->input.format != &format_pgn)
			continue;
		strbuf_printf(&of->out, " !%s@%lu:%lu",
		    diag_table[diag->id].slug, at.line, at.column);
		if (of->lines)
			strbuf_printf(&of->out, " of %zu", at.text.len);
		if (diag->span.len != 1)
			strbuf_printf(
			    &of->out, "+%lu", (unsigned long)diag->span.len);
	}
}

static inline void
show_record(struct reading_of *of)
{
	const struct comment *escape = of->record.escapes.first;
	struct replayed replayed;

	if (of->replayer != NULL)
		replay_record(of->replayer, &of->record, &of->diags, &replayed);
	for (const struct tag *t = of->record.tags; t != NULL; t = t->next) {
		strbuf_puts(&of->out, " [");
		strbuf_slice(&of->out, t->name);
		strbuf_char(&of->out, '=');
		strbuf_slice(&of->out, t->value);
		strbuf_char(&of->out, ']');
	}
	show_line(of, &of->record.line);
	if (of->record.result.len > 0) {
		strbuf_puts(&of->out, " => ");
		strbuf_slice(&of->out, of->record.result);
	}
	if (escape != NULL) {
		strbuf_puts(&of->out, " %");
		strbuf_slice(&of->out, escape->text);
	}
	show_diags(of);
}

static inline bool
next_record(struct reading_of *of)
{
	of->diags.len = 0;
	return of->input.format->read(
	    &of->input, &of->arena, &of->diags, &of->record);
}

static inline void
show_all(struct reading_of *of)
{
	unsigned long games = 0;

	strbuf_reset(&of->out);
	strbuf_puts(&of->out, "");
	while (next_record(of)) {
		assert_int_equal(of->record.game, ++games);
		if (games > 1)
			strbuf_puts(&of->out, " |");
		show_record(of);
	}
	if (of->diags.len > 0)
		show_diags(of);
}

static inline void
release(struct reading_of *of)
{
	source_release(&of->input.source);
	replayer_free(of->replayer);
	arena_release(&of->arena);
	strbuf_release(&of->out);
}

static inline void
open_text(struct reading_of *of, const struct format *format, size_t max_record,
    struct slice text)
{
	*of = (struct reading_of){ .input = { .format = format,
				       .max_record = max_record } };
	source_text(&of->input.source, "test", text);
}

/* With `replay` the moves are judged as well. */
static inline void
check_text(const struct format *format, size_t max_record, bool replay,
    struct slice text, const char *expected)
{
	static const struct replay_options options = { .variant = NULL };
	struct reading_of of;

	open_text(&of, format, max_record, text);
	if (replay)
		of.replayer = replayer_new(&options);
	show_all(&of);
	if (strcmp(of.out.ptr, expected) != 0)
		fail_msg("%.300s\n  reads as%s\n  expected%s", text.ptr,
		    of.out.ptr, expected);
	release(&of);
}
