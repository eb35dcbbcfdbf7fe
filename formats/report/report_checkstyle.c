/* Ternion: reports as Checkstyle's XML. */
#include "formats/report/report.h"
#include "formats/report/xml.h"

static void
end_checkstyle_file(struct report *report)
{
	if (report->listed > 0)
		strbuf_puts(&report->text, "  </file>\n");
}

static void
put_checkstyle_file(struct report *report, const char *file)
{
	if (!report_other_file(report, file))
		return;
	end_checkstyle_file(report);
	report->listed++;
	strbuf_puts(&report->text, "  <file");
	xml_attribute(&report->text, "name", slice_of(file));
	strbuf_puts(&report->text, ">\n");
}

static void
put_checkstyle_group(struct report *report, const struct report_group *group)
{
	struct strbuf *out = &report->text;

	for (unsigned i = 0; i < group->len; i++) {
		const struct report_finding *finding = &group->findings[i];
		/* Checkstyle's severities are ignore, info, warning, error. */
		const char *severity = finding->severity == SEV_NOTE
		    ? "info"
		    : severity_name(finding->severity);

		put_checkstyle_file(
		    report, report_file_of(group->origin, finding));
		strbuf_puts(out, "    <error");
		/* Line 0 is the file as a whole. */
		xml_number(
		    out, "line", finding->located ? finding->where.line : 0);
		if (finding->located)
			xml_number(out, "column", finding->where.column);
		xml_attribute(out, "severity", slice_of(severity));
		xml_attribute(out, "message", slice_of(finding->message));
		strbuf_printf(out, " source=\"ternion.%s\"/>\n",
		    diag_table[finding->id].slug);
	}
}

static void
end_checkstyle(struct report *report)
{
	end_checkstyle_file(report);
	strbuf_puts(&report->text, "</checkstyle>\n");
}

const struct report_form report_checkstyle = {
	.id = "checkstyle",
	.title = "Checkstyle's XML",
	.head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<checkstyle version=\"4.3\">\n",
	.file = put_checkstyle_file,
	.group = put_checkstyle_group,
	.end = end_checkstyle,
};
