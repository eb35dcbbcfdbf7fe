/*
 * Records as a format reads them, each shown in one line: tags as [Name=value],
 * the number and dots before a ply as #1/2, then the ply, its annotations $1,
 * and its comments b{before}, c{after} and a{after the variations}; variations
 * in parentheses, and the result after =>. Diagnostics follow as
 * !code@line:column.
 */
#ifndef TESTS_UNIT_READING_H
#define TESTS_UNIT_READING_H

#include "tests/unit/setup.h"

#include "parse/text/arena.h"
#include "parse/record/format.h"

/* A reader, and its last record. */
struct reading_of {
	struct input input;
	struct arena arena;
	struct record record;
	struct diags diags;
	bool located; /* plies are shown with their places */
	bool lines;   /* diagnostics are shown with the lengths of theirs */
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
	struct location at = source_locate(&of->input.source, ply->span.start);

	if (ply->number_span.len > 0)
		strbuf_printf(out, " #%lu/%lu", (unsigned long)ply->number,
		    (unsigned long)ply->dots);
	if (ply->notes != NULL)
		show_comments(out, "b", &ply->notes->before);
	strbuf_char(out, ' ');
	strbuf_slice(out, ply->token);
	if (of->located)
		strbuf_printf(out, "@%lu:%lu", at.line, at.column);
	assert_true(slice_equal(ply->token,
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
	if (of->record.escape.len > 0) {
		strbuf_puts(&of->out, " %");
		strbuf_slice(&of->out,
		    slice_sub(of->record.text, of->record.escape.start,
			of->record.escape.len));
	}
	show_diags(of);
}

static inline void
show_all(struct reading_of *of)
{
	unsigned long games = 0;

	strbuf_reset(&of->out);
	strbuf_puts(&of->out, "");
	while (of->input.format->read(
	    &of->input, &of->arena, &of->diags, &of->record)) {
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
	arena_release(&of->arena);
	strbuf_release(&of->out);
}

static inline void
check_read_with(const struct format *format, size_t max_record,
    struct slice text, const char *expected)
{
	struct reading_of of = { .input = { .format = format,
				     .max_record = max_record } };

	source_text(&of.input.source, "test", text);
	show_all(&of);
	if (strcmp(of.out.ptr, expected) != 0)
		fail_msg("%.300s\n  reads as %s\n  expected %s", text.ptr,
		    of.out.ptr, expected);
	release(&of);
}

/* Checks that a text in PGN reads as these records. */
static inline void
check_read(const char *text, const char *expected)
{
	check_read_with(&format_pgn, MAX_RECORD, slice_of(text), expected);
}

#endif
