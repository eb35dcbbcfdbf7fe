/* Ternion: reports as workflow commands of GitHub Actions, which become
 * annotations of the lines they name. */
#include "formats/report/report.h"

/* Signs that a text has as numbers; a property has others, too. */
#define TEXT_CODED "%\r\n"

static void
put_github_finding(struct report *report, const struct report_finding *finding)
{
	const struct location *where = &finding->where, *end = &finding->end;
	struct strbuf *out = &report->text;
	/* The findings of a file stand in a group, which the log can fold. */
	if (report_other_file(report, finding->file)) {
		strbuf_puts(out,
		    report->listed++ > 0 ? "::endgroup::\n::group::"
					 : "::group::");
		strbuf_coded(out, slice_of(finding->file), TEXT_CODED);
		strbuf_char(out, '\n');
	}
	strbuf_printf(out, "::%s file=",
	    finding->severity == SEV_NOTE ? "notice"
					  : severity_name(finding->severity));
	strbuf_coded(out, slice_of(finding->file), TEXT_CODED ":,");
	if (finding->where.line > 0)
		strbuf_printf(out, ",line=%lu,col=%lu,endLine=%lu", where->line,
		    where->column, end->line);
	/* GitHub uses columns only within one line. */
	if (end->line > 0 && end->line == where->line)
		strbuf_printf(out, ",endColumn=%lu", end->column);
	strbuf_printf(out, ",title=%s::", diag_table[finding->diag->id].slug);
	strbuf_coded(out, slice_of(finding->message), TEXT_CODED);
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
