/* Ternion: reports as JUnit's XML: a file is a suite of tests, and each of its
 * records a test.
 *
 * A suite begins with the numbers of its tests and failures, so its text is
 * held back until its end. A long file has several suites, to limit the memory.
 */
#include "formats/report/report.h"
#include "formats/report/xml.h"

#define SUITE_MAX (1024 * 1024) /* bytes after which the next one begins */

static void
begin_junit(struct report *report)
{
	const char *command = report->options.command;

	strbuf_printf(&report->text,
	    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	    "<testsuites name=\"ternion%s%s\">\n",
	    command != NULL ? " " : "", command != NULL ? command : "");
}

static void
end_suite(struct report *report)
{
	struct strbuf *out = &report->text;

	if (report->listed == 0)
		return;
	/* Times are 0, so that equal input gives equal reports. */
	xml_put(out, NULL,
	    "  <testsuite name='%t' tests='%n' failures='%n' errors='%n' "
	    "skipped='0' time='0'>\n",
	    strbuf_as_slice(&report->file), report->listed, report->failures,
	    report->errors);
	strbuf_slice(out, strbuf_as_slice(&report->held));
	strbuf_puts(out, "  </testsuite>\n");
	strbuf_reset(&report->held);
	report->listed = report->failures = report->errors = 0;
}

static void
put_junit_file(struct report *report, const char *file)
{
	if (!slice_is(strbuf_as_slice(&report->file), file))
		end_suite(report);
	report_other_file(report, file);
}

/* Appends, as text, the findings that make the test fail, or the others. */
static void
put_junit_findings(const struct report *report,
    const struct report_group *group, bool failing, struct strbuf *out)
{
	SCRATCH text = STRBUF_INIT;

	for (unsigned i = 0; i < group->len; i++) {
		const struct report_finding *finding = &group->findings[i];

		if ((finding->severity >= report->options.fail) != failing)
			continue;
		report_put_line(&text, finding, false);
		if (finding->where.line > 0)
			report_put_excerpt(&text, finding, false, 0);
	}
	xml_put(out, NULL, "%t", strbuf_as_slice(&text));
}

static void
put_failure(struct report *report, const struct report_group *group)
{
	const struct report_finding *first =
	    report_first_failure(report, group);
	const char *element = group->fatal ? "error" : "failure";
	struct strbuf *out = &report->held;

	xml_put(out, NULL, "      <%s", element);
	if (first != NULL)
		xml_put(
		    out, NULL, " type='%s'", diag_table[first->diag->id].slug);
	xml_put(out, NULL, " message='%s'>",
	    first != NULL ? first->message
			  : "diagnostics were found here, but --severity or "
			    "--max-errors hides them");
	put_junit_findings(report, group, true, out);
	strbuf_printf(out, "</%s>\n", element);
	if (group->fatal)
		report->errors++;
	else
		report->failures++;
}

static void
put_junit_group(struct report *report, const struct report_group *group)
{
	const struct report_origin *origin = group->origin;
	struct strbuf *out = &report->held;
	bool others = false; /* there are findings that do not fail */

	for (unsigned i = 0; i < group->len; i++)
		others |= group->findings[i].severity < report->options.fail;
	if (origin->game == 0 && group->len == 0 && !group->failed)
		return;
	put_junit_file(report, origin->file);
	report->listed++;
	xml_put(out, NULL, "    <testcase classname='%s'", origin->file);
	if (origin->game > 0)
		xml_put(out, NULL, " name='game %n'", origin->game);
	else
		xml_put(out, NULL, " name='file'");
	xml_put(out, NULL, " file='%s'", origin->file);
	if (origin->source != NULL)
		xml_put(out, NULL, " line='%n'",
		    source_locate(origin->source, origin->start).line);
	xml_put(out, NULL,
	    group->failed || others ? " time='0'>\n" : " time='0'/>\n");
	if (group->failed)
		put_failure(report, group);
	if (others) {
		strbuf_puts(out, "      <system-out>");
		put_junit_findings(report, group, false, out);
		strbuf_puts(out, "</system-out>\n");
	}
	if (group->failed || others)
		strbuf_puts(out, "    </testcase>\n");
	if (out->len > SUITE_MAX)
		end_suite(report);
}

static void
end_junit(struct report *report)
{
	end_suite(report);
	strbuf_puts(&report->text, "</testsuites>\n");
}

const struct report_form report_junit = {
	.id = "junit",
	.title = "JUnit XML: each file is a suite, each record a test",
	.begin = begin_junit,
	.file = put_junit_file,
	.group = put_junit_group,
	.end = end_junit,
};
