/* Ternion: reports as Checkstyle's XML. */
#include "formats/report/report.h"
#include "formats/report/xml.h"

static void
begin_checkstyle_file(struct report *report, const char *file)
{
	if (!report_other_file(report, file))
		return;
	xml_put(&report->text, NULL,
	    report->listed++ > 0 ? "  </file>\n  <file name='%s'>\n"
				 : "  <file name='%s'>\n",
	    file);
}

static void
put_checkstyle_finding(
    struct report *report, const struct report_finding *finding)
{
	struct strbuf *out = &report->text;
	/* Checkstyle's severities are ignore, info, warning, error. */
	const char *severity = finding->severity == SEV_NOTE
	    ? "info"
	    : severity_name(finding->severity);

	begin_checkstyle_file(report, finding->file);
	xml_put(out, NULL, "    <error line='%n'", finding->where.line);
	if (finding->where.line > 0)
		xml_put(out, NULL, " column='%n'", finding->where.column);
	xml_put(out, NULL,
	    " severity='%s' message='%s' source='ternion.%s'/>\n", severity,
	    finding->message, diag_table[finding->diag->id].slug);
}

static void
end_checkstyle(struct report *report)
{
	strbuf_puts(&report->text,
	    report->listed > 0 ? "  </file>\n</checkstyle>\n"
			       : "</checkstyle>\n");
}

const struct report_form report_checkstyle = {
	.id = "checkstyle",
	.title = "Checkstyle's XML",
	.head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<checkstyle version=\"4.3\">\n",
	.file = begin_checkstyle_file,
	.finding = put_checkstyle_finding,
	.end = end_checkstyle,
};
