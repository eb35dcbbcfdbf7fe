/* Ternion: reports as Checkstyle's XML. */
#include "formats/report/report.h"
#include "formats/report/xml.h"

static void
begin_checkstyle_file(struct report *report, const char *file)
{
	if (!report_other_file(report, file))
		return;
	strbuf_puts(&report->text,
	    report->listed++ > 0 ? "  </file>\n  <file" : "  <file");
	xml_attribute(&report->text, "name", slice_of(file));
	strbuf_puts(&report->text, ">\n");
}

static void
put_checkstyle_finding(struct report *report,
    const struct report_origin *origin, const struct report_finding *finding,
    const char *file)
{
	struct strbuf *out = &report->text;
	/* Checkstyle's severities are ignore, info, warning, error. */
	const char *severity = finding->severity == SEV_NOTE
	    ? "info"
	    : severity_name(finding->severity);

	(void)origin;
	begin_checkstyle_file(report, file);
	strbuf_puts(out, "    <error");
	xml_number(out, "line", finding->where.line);
	if (finding->where.line > 0)
		xml_number(out, "column", finding->where.column);
	xml_attribute(out, "severity", slice_of(severity));
	xml_attribute(out, "message", slice_of(finding->message));
	strbuf_printf(out, " source=\"ternion.%s\"/>\n",
	    diag_table[finding->diag->id].slug);
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
