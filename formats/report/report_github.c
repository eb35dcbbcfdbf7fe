/* Ternion: reports as workflow commands of GitHub Actions, which become
 * annotations of the lines they name. */
#include "formats/report/report.h"
#include "parse/text/utf8.h"

/* Appends the text of a command, or of one of its properties. */
static void
put_github_escaped(struct strbuf *out, const char *text, bool property)
{
	struct slice rest = slice_of(text);
	size_t start = out->len, len;

	for (; rest.len > 0; rest = slice_from(rest, len)) {
		unsigned char c = (unsigned char)rest.ptr[0];
		uint32_t point = 0;

		len = utf8_next(rest, &point);
		if (len == 0) {
			strbuf_puts(out, "\xef\xbf\xbd");
			len = 1;
		} else if (c == '%' || c == '\r' || c == '\n' ||
		    (property && (c == ':' || c == ',')))
			strbuf_printf(out, "%%%02X", c);
		else
			strbuf_add(out, utf8_is_control(point) ? "?" : rest.ptr,
			    utf8_is_control(point) ? 1 : len);
	}
	strbuf_break_commands(out, start);
}

static void
put_github_finding(struct report *report, const struct report_origin *origin,
    const struct report_finding *finding, const char *file)
{
	const struct location *where = &finding->where, *end = &finding->end;
	struct strbuf *out = &report->text;

	(void)origin;
	/* The findings of a file stand in a group, which the log can fold. */
	if (report_other_file(report, file)) {
		strbuf_puts(out,
		    report->listed++ > 0 ? "::endgroup::\n::group::"
					 : "::group::");
		put_github_escaped(out, file, false);
		strbuf_char(out, '\n');
	}
	strbuf_printf(out, "::%s file=",
	    finding->severity == SEV_NOTE ? "notice"
					  : severity_name(finding->severity));
	put_github_escaped(out, file, true);
	if (finding->where.line > 0)
		strbuf_printf(out, ",line=%lu,col=%lu,endLine=%lu", where->line,
		    where->column, end->line);
	/* GitHub uses columns only within one line. */
	if (end->line > 0 && end->line == where->line)
		strbuf_printf(out, ",endColumn=%lu", end->column);
	strbuf_printf(out, ",title=%s::", diag_table[finding->diag->id].slug);
	put_github_escaped(out, finding->message, false);
	strbuf_char(out, '\n');
}

/* GitHub shows only ten annotations of each kind; the log counts all. */
static void
end_github(struct report *report)
{
	if (report->listed > 0)
		strbuf_puts(&report->text, "::endgroup::\n");
	report_summary(report, &report->text);
	strbuf_char(&report->text, '\n');
}

const struct report_form report_github = {
	.id = "github",
	.title = "workflow commands of GitHub Actions",
	.finding = put_github_finding,
	.end = end_github,
};
