/*
 * Records of any format as they are read, for tests: each in one line, with its
 * tags as [Name=value], plies with their annotations $1, comments g{on the
 * game} b{before} c{after} a{after the variations}, variations in parentheses,
 * the result after =>, and diagnostics as !code@line:column+length. Records are
 * separated by |.
 */
#ifndef TESTS_UNIT_RECORDS_H
#define TESTS_UNIT_RECORDS_H

#include "tests/unit/setup.h"
#include "tests/unit/sources.h"

#include "parse/text/arena.h"
#include "parse/record/format.h"
#include "parse/judge/replayed.h"

/*
 * The growth of memory in use, in KiB, that still counts as none: the address
 * sanitizer keeps freed memory for a while.
 */
#ifndef __has_feature
#define __has_feature(name) 0 /* gcc has a macro for it */
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
enum {
	GROWTH_MAX = 600000
};
#else
enum {
	GROWTH_MAX = 4000
};
#endif

/* A text that is read record by record. */
struct records {
	struct input input;
	struct replayer *replayer; /* NULL: nothing is replayed */
	struct arena arena;
	struct record record;
	struct diags diags;
	struct strbuf out;
};

static inline void
show_comments(
    struct strbuf *out, const char *kind, const struct comments *comments)
{
	for (const struct comment *c = comments->first; c; c = c->next) {
		strbuf_printf(out, " %s{", kind);
		strbuf_slice(out, c->text);
		strbuf_char(out, '}');
	}
}

static inline void
show_line(struct strbuf *out, const struct line *line)
{
	show_comments(out, "g", &line->comment);
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		const struct notes *notes = ply->notes;

		if (notes != NULL)
			show_comments(out, "b", &notes->before);
		strbuf_char(out, ' ');
		strbuf_slice(out, ply->token);
		if (notes == NULL)
			continue;
		for (const struct nag *n = notes->nags; n; n = n->next)
			strbuf_printf(out, " $%u", n->number);
		show_comments(out, "c", &notes->comment);
		for (const struct line *v = notes->variations; v; v = v->next) {
			strbuf_puts(out, " (");
			show_line(out, v);
			strbuf_puts(out, " )");
			show_comments(out, "a", &v->after);
		}
	}
}

/*
 * Most texts have only the part under test, and so no result; tests/lint/ shows
 * the diagnostic for that.
 */
static inline void
show_diags(struct records *records)
{
	const struct diags *diags = &records->diags;

	diags_sort(&records->diags);
	for (unsigned i = 0; i < diags->len; i++) {
		struct span span = diags->list[i].span;
		struct location at =
		    source_locate(&records->input.source, span.start);

		if (diags->list[i].id == DIAG_RESULT_MISSING)
			continue;
		strbuf_printf(&records->out, " !%s@%lu:%lu+%lu",
		    diag_table[diags->list[i].id].slug, at.line, at.column,
		    (unsigned long)span.len);
	}
}

static inline void
show_record(struct records *records)
{
	struct record *record = &records->record;
	struct strbuf *out = &records->out;
	struct replayed replayed;

	if (records->replayer != NULL)
		replay_record(
		    records->replayer, record, &records->diags, &replayed);
	for (const struct tag *t = record->tags; t != NULL; t = t->next) {
		strbuf_puts(out, " [");
		strbuf_slice(out, t->name);
		strbuf_char(out, '=');
		strbuf_slice(out, t->value);
		strbuf_char(out, ']');
	}
	show_line(out, &record->line);
	if (record->result.len > 0) {
		strbuf_puts(out, " => ");
		strbuf_slice(out, record->result);
	}
	show_diags(records);
}

static inline bool
next_record(struct records *records)
{
	return records->input.format->read(&records->input, &records->arena,
	    &records->diags, &records->record);
}

static inline void
show_all(struct records *records)
{
	strbuf_puts(&records->out, "");
	while (next_record(records)) {
		if (records->record.game > 1)
			strbuf_puts(&records->out, " |");
		show_record(records);
	}
}

static inline void
close_records(struct records *records)
{
	source_release(&records->input.source);
	replayer_free(records->replayer);
	arena_release(&records->arena);
	strbuf_release(&records->out);
}

static inline void
open_text(struct records *records, const struct format *format,
    size_t max_record, struct slice text)
{
	*records = (struct records){ .input = { .format = format,
					 .max_record = max_record } };
	source_text(&records->input.source, "test", text);
}

#endif
