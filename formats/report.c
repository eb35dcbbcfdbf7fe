/* Ternion: reports. */
#include "json.h"
#include "report.h"
#include "utf8.h"

enum {
	EXCERPT = 160
}; /* bytes of a line that are shown at the most */

void
report_init(struct report *report, const struct report_options *options)
{
	*report = (struct report){ .options = *options, .text = STRBUF_INIT };
}

void
report_release(struct report *report)
{
	strbuf_release(&report->text);
}

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

/* Text for a terminal: control characters would do mischief there. */
static void
put_safe(struct strbuf *out, struct slice text)
{
	for (size_t i = 0; i < text.len;) {
		struct slice rest = slice_sub(text, i, text.len - i);
		size_t len = utf8_next(rest, NULL);
		unsigned char c = (unsigned char)text.ptr[i];

		if (c == '\t')
			strbuf_char(out, '\t');
		else if (c < 0x20 || c == 0x7f)
			strbuf_char(out, '?');
		else if (len == 0)
			strbuf_puts(out, "\xef\xbf\xbd");
		else
			strbuf_add(out, text.ptr + i, len);
		i += len > 0 ? len : 1;
	}
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
static void
put_excerpt(struct report *report, const struct location *where, size_t len)
{
	struct strbuf *out = &report->text;
	struct slice line = where->text;
	size_t from = 0, to, first, at = where->offset;

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
	put_safe(out, slice_sub(line, from, to - from));
	strbuf_puts(out, to < line.len ? "...\n  " : "\n  ");
	if (from > 0)
		strbuf_puts(out, "   ");
	put_under(out, slice_sub(line, from, at - from), ' ');
	if (report->options.colour)
		strbuf_puts(out, "\033[1;32m");
	strbuf_char(out, '^');
	first = at < line.len
	    ? utf8_next(slice_sub(line, at, line.len - at), NULL)
	    : 1;
	first = first > 0 ? first : 1;
	if (len > first)
		put_under(out, slice_sub(line, at + first, len - first), '~');
	if (report->options.colour)
		strbuf_puts(out, "\033[0m");
	strbuf_char(out, '\n');
}

static void
put_text(struct report *report, const struct report_origin *origin,
    const struct diag *diag, const struct location *where)
{
	const struct diag_row *row = &diag_table[diag->id];
	struct strbuf *out = &report->text;

	if (report->options.colour)
		strbuf_puts(out, "\033[1m");
	put_safe(out, slice_of(origin->file));
	if (where != NULL)
		strbuf_printf(out, ":%lu:%lu", where->line, where->column);
	strbuf_puts(out, ": ");
	if (report->options.colour)
		strbuf_puts(out, colour_of(row->severity));
	strbuf_puts(out, severity_name(row->severity));
	strbuf_puts(out, ": ");
	if (report->options.colour)
		strbuf_puts(out, "\033[0m");
	put_safe(out, slice_of(diag->message));
	strbuf_printf(out, " [%s]\n", row->slug);
	if (where != NULL)
		put_excerpt(report, where, diag->span.len);
}

/* All of these count from 1; 0 stands for what is not known. */
static void
put_number(struct json *json, const char *key, unsigned long number)
{
	if (number > 0)
		json_number(json, key, number);
	else
		json_null(json, key);
}

static void
put_json(struct report *report, const struct report_origin *origin,
    const struct diag *diag, const struct location *where,
    const struct location *end)
{
	struct json json = { .out = &report->text };

	if (report->options.style == REPORT_JSON)
		strbuf_puts(&report->text,
		    report->begun ? ",\n"
				  : "{\"version\":1,\"diagnostics\":[\n");
	json_begin(&json, NULL, '{');
	json_string(&json, "file", origin->file);
	put_number(&json, "line", where != NULL ? where->line : 0);
	put_number(&json, "column", where != NULL ? where->column : 0);
	put_number(&json, "end_line", where != NULL ? end->line : 0);
	put_number(&json, "end_column", where != NULL ? end->column : 0);
	json_string(
	    &json, "severity", severity_name(diag_table[diag->id].severity));
	json_string(&json, "code", diag_table[diag->id].slug);
	json_string(&json, "message", diag->message);
	put_number(&json, "game", origin->game);
	put_number(&json, "ply", diag->ply);
	if (origin->variant != NULL)
		json_string(&json, "variant", origin->variant);
	else
		json_null(&json, "variant");
	json_end(&json, '}');
	if (report->options.style == REPORT_JSONL)
		strbuf_char(&report->text, '\n');
}

static void
put(struct report *report, const struct report_origin *origin,
    const struct diag *diag)
{
	enum severity severity = diag_table[diag->id].severity;
	unsigned long errors =
	    report->count[SEV_ERROR] + report->count[SEV_FATAL];
	bool full = report->options.max_errors > 0 &&
	    errors >= report->options.max_errors;
	struct report_origin part = *origin;
	struct location where, end;

	if (report->options.disabled[diag->id])
		return;
	report->count[severity]++;
	if (full || severity < report->options.least)
		return;
	if (origin->source != NULL) {
		where = source_locate(origin->source, diag->span.start);
		end = source_locate(
		    origin->source, (size_t)diag->span.start + diag->span.len);
		if (where.name != NULL)
			part.file = where.name;
	}
	if (report->options.style == REPORT_TEXT)
		put_text(report, &part, diag,
		    origin->source != NULL ? &where : NULL);
	else
		put_json(report, &part, diag,
		    origin->source != NULL ? &where : NULL, &end);
	report->begun = true;
}

static void
note_dropped(struct report *report, const struct report_origin *origin,
    const struct diags *diags)
{
	unsigned dropped = 0;

	for (int s = SEV_NOTE; s <= SEV_FATAL; s++) {
		dropped += diags->dropped[s];
		report->count[s] += diags->dropped[s];
	}
	if (dropped > 0 && report->options.style == REPORT_TEXT)
		strbuf_printf(&report->text,
		    "%s: note: %u more diagnostics in game %lu are not "
		    "shown\n",
		    origin->file, dropped, origin->game);
}

void
report_add(struct report *report, const struct report_origin *origin,
    struct diags *diags)
{
	if (diags->len == 0)
		return;
	diags_sort(diags);
	for (unsigned i = 0; i < diags->len; i++)
		put(report, origin, &diags->list[i]);
	note_dropped(report, origin, diags);
}

void
report_file(struct report *report, const char *file, enum diag_id id,
    const char *message)
{
	const struct report_origin origin = { file, NULL, 0, NULL };
	const struct diag diag = { id, { 0, 0 }, message, 0 };

	put(report, &origin, &diag);
}

void
report_finish(struct report *report)
{
	struct json json = { .out = &report->text };

	if (report->options.style != REPORT_JSON)
		return;
	if (!report->begun)
		strbuf_puts(&report->text, "{\"version\":1,\"diagnostics\":[");
	strbuf_puts(&report->text, "\n],\"summary\":");
	json_begin(&json, NULL, '{');
	json_number(&json, "files", report->files);
	json_number(&json, "games", report->games);
	json_number(&json, "plies", report->plies);
	json_number(&json, "errors",
	    report->count[SEV_ERROR] + report->count[SEV_FATAL]);
	json_number(&json, "warnings", report->count[SEV_WARNING]);
	json_number(&json, "notes", report->count[SEV_NOTE]);
	json_end(&json, '}');
	strbuf_puts(&report->text, "}\n");
}

int
report_worst(const struct report *report)
{
	for (int s = SEV_FATAL; s >= SEV_NOTE; s--)
		if (report->count[s] > 0)
			return s;
	return -1;
}
