/* Ternion: reports for people: a line for each diagnostic, and a caret. */
#include "formats/report/report.h"
#include "parse/text/utf8.h"

enum {
	EXCERPT = 160
}; /* bytes of a line that are shown at the most */

static const char *
colour_of(enum severity severity)
{
	switch (severity) {
	case SEV_NOTE:
		return "\033[1;36m";
	case SEV_WARNING:
		return "\033[1;35m";
	case SEV_ERROR:
	case SEV_FATAL:
		break;
	}
	return "\033[1;31m";
}

/* The start of the nearest code point at or before `at`. */
static size_t
align(struct slice text, size_t at)
{
	while (at > 0 && at < text.len &&
	    ((unsigned char)text.ptr[at] & 0xc0) == 0x80)
		at--;
	return at;
}

/* One `mark` for each code point or bad byte of the text; tabs stay. */
static void
put_under(struct strbuf *out, struct slice text, char mark)
{
	for (size_t i = 0; i < text.len;) {
		size_t len = utf8_next(slice_sub(text, i, text.len - i), NULL);

		strbuf_char(
		    out, text.ptr[i] == '\t' && mark == ' ' ? '\t' : mark);
		i += len > 0 ? len : 1;
	}
}

/* The line, or what stands round the place in a long one, and a caret. */
void
report_put_excerpt(
    struct strbuf *out, const struct finding *finding, bool colour)
{
	struct slice line = finding->where.text;
	size_t from = 0, to, first, at = finding->where.offset;
	size_t len = finding->len;

	while (line.len > 0 && line.ptr[line.len - 1] == '\r')
		line.len--;
	if (at > line.len)
		at = line.len;
	if (at > EXCERPT / 2 && line.len > EXCERPT)
		from = align(line, at - EXCERPT / 2);
	to = line.len - from > EXCERPT ? align(line, from + EXCERPT) : line.len;
	if (len > to - at)
		len = to - at;
	strbuf_puts(out, from > 0 ? "  ..." : "  ");
	strbuf_masked(out, slice_sub(line, from, to - from));
	strbuf_puts(out, to < line.len ? "...\n  " : "\n  ");
	if (from > 0)
		strbuf_puts(out, "   ");
	put_under(out, slice_sub(line, from, at - from), ' ');
	if (colour)
		strbuf_puts(out, "\033[1;32m");
	strbuf_char(out, '^');
	first = at < line.len
	    ? utf8_next(slice_sub(line, at, line.len - at), NULL)
	    : 1;
	first = first > 0 ? first : 1;
	if (len > first)
		put_under(out, slice_sub(line, at + first, len - first), '~');
	if (colour)
		strbuf_puts(out, "\033[0m");
	strbuf_char(out, '\n');
}

void
report_put_line(struct strbuf *out, const struct report_origin *origin,
    const struct finding *finding, bool colour)
{
	if (colour)
		strbuf_puts(out, "\033[1m");
	strbuf_masked(out, slice_of(report_file_of(origin, finding)));
	if (finding->located)
		strbuf_printf(out, ":%lu:%lu", finding->where.line,
		    finding->where.column);
	strbuf_puts(out, ": ");
	if (colour)
		strbuf_puts(out, colour_of(finding->severity));
	strbuf_puts(out, severity_name(finding->severity));
	strbuf_puts(out, ": ");
	if (colour)
		strbuf_puts(out, "\033[0m");
	strbuf_masked(out, slice_of(finding->message));
	strbuf_printf(out, " [%s]\n", diag_table[finding->id].slug);
}

static void
put_group(struct report *report, const struct report_group *group)
{
	bool colour = report->options.colour;

	for (unsigned i = 0; i < group->len; i++) {
		const struct finding *finding = &group->findings[i];

		report_put_line(&report->text, group->origin, finding, colour);
		if (finding->located)
			report_put_excerpt(&report->text, finding, colour);
	}
	if (group->dropped > 0) {
		strbuf_masked(&report->text, slice_of(group->origin->file));
		strbuf_printf(&report->text,
		    ": note: %u more diagnostics in game %lu are not shown\n",
		    group->dropped, group->origin->game);
	}
}

const struct report_form report_text = {
	.id = "text",
	.title = "file:line:column: severity: message [code], and a caret",
	.group = put_group,
};
