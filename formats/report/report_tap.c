/* Ternion: reports as TAP 14 (Test Anything Protocol): a record is a test. */
#include "formats/report/report.h"
#include "parse/text/utf8.h"

/* JSON strings are strings of YAML, but YAML wants more escapes, and "##["
 * would be a command of GitHub Actions. */
static void
put_tap_string(struct strbuf *out, const char *key, const char *text)
{
	SCRATCH quoted = STRBUF_INIT;
	struct slice rest;
	size_t len;

	json_quote(&quoted, slice_of(text));
	strbuf_puts(out, key);
	for (rest = strbuf_as_slice(&quoted); rest.len > 0;
	     rest = slice_from(rest, len)) {
		uint32_t point = 0;

		len = utf8_next(rest, &point);
		if (utf8_is_control(point) || (point | 1) == 0xffff ||
		    (point == '[' && out->len > 1 &&
			memcmp(out->ptr + out->len - 2, "##", 2) == 0))
			strbuf_printf(out, "\\u%04x", (unsigned)point);
		else
			strbuf_add(out, rest.ptr, len);
	}
}

/* Appends a finding with its members on lines of their own, or all on one. */
static void
put_tap_finding(struct strbuf *out, const char *file,
    const struct report_finding *finding, bool on_lines)
{
	put_tap_string(out,
	    on_lines ? "  message: " : "    - {message: ", finding->message);
	strbuf_printf(out,
	    on_lines ? "\n  severity: %s\n  code: %s\n"
		     : ", severity: %s, code: %s",
	    severity_name(finding->severity),
	    diag_table[finding->diag->id].slug);
	put_tap_string(
	    out, on_lines ? "  at:\n    file: " : ", at: {file: ", file);
	if (finding->where.line > 0)
		strbuf_printf(out,
		    on_lines ? "\n    line: %lu\n    column: %lu"
			     : ", line: %lu, column: %lu",
		    finding->where.line, finding->where.column);
	strbuf_puts(out, on_lines ? "\n" : "}}\n");
}

static void
put_tap_group(struct report *report, const struct report_group *group)
{
	const struct report_finding *first =
	    report_first_failure(report, group);
	const char *file = group->origin->file;
	struct strbuf *out = &report->text;
	SCRATCH name = STRBUF_INIT;

	if (group->origin->game == 0 && group->len == 0 && !group->failed)
		return;
	strbuf_printf(
	    out, "%sok %lu - ", group->failed ? "not " : "", ++report->listed);
	/* A # would begin a directive. */
	strbuf_masked(&name, slice_of(file));
	strbuf_escaped(out, strbuf_as_slice(&name), "#\\", '\\');
	if (group->origin->game > 0)
		strbuf_printf(out, " game %lu", group->origin->game);
	strbuf_char(out, '\n');
	if (group->len == 0)
		return;
	/* The finding for which the test fails comes first. */
	if (first == NULL)
		first = &group->findings[0];
	strbuf_puts(out, "  ---\n");
	put_tap_finding(out, file, first, true);
	if (group->len > 1)
		strbuf_puts(out, "  further:\n");
	for (unsigned i = 0; i < group->len; i++)
		if (&group->findings[i] != first)
			put_tap_finding(out, file, &group->findings[i], false);
	strbuf_puts(out, "  ...\n");
}

static void
end_tap(struct report *report)
{
	strbuf_printf(&report->text, "1..%lu\n# ", report->listed);
	report_summary(report, &report->text);
	strbuf_char(&report->text, '\n');
}

const struct report_form report_tap = {
	.id = "tap",
	.title = "TAP 14, the Test Anything Protocol: each record is a test",
	.head = "TAP version 14\n",
	.group = put_tap_group,
	.end = end_tap,
};
