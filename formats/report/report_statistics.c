/* Ternion: instead of diagnostics, how often each code was found. */

#include "formats/report/report.h"

/* The most frequent first. */
static int
by_number(const void *a, const void *b)
{
	const struct code_count *x = a, *y = b;

	if (x->found != y->found)
		return x->found > y->found ? -1 : 1;
	return strcmp(diag_table[x->id].slug, diag_table[y->id].slug);
}

static void
count_findings(struct report *report, const struct report_group *group)
{
	report->dropped += group->dropped;
	for (unsigned i = 0; i < group->len; i++) {
		const struct diag *diag = group->findings[i].diag;
		struct code_count *code = &report->codes[diag->id];

		if (diag->fixed)
			continue;
		code->id = diag->id;
		code->found++;
		code->fixable += diag->fixes != NULL && diag->fixes->certain;
	}
}

/* Sorts the codes: those that were found come first. */
static const struct code_count *
sort_codes(struct report *report)
{
	qsort(report->codes, DIAGS, sizeof(report->codes[0]), by_number);
	return report->codes;
}

static void
end_statistics(struct report *report)
{
	struct strbuf *out = &report->text;
	bool any = false;

	for (const struct code_count *c = sort_codes(report); c->found > 0;
	     c++) {
		any |= c->fixable > 0;
		strbuf_printf(out, "%6lu  %-22s %s  %s\n", c->found,
		    diag_table[c->id].slug,
		    c->fixable == 0              ? "[ ]"
			: c->fixable == c->found ? "[*]"
						 : "[-]",
		    severity_name(diag_table[c->id].severity));
		if (report->options.explain)
			strbuf_printf(out, "%8s%s\n", "",
			    diag_explanations[c->id].meaning);
	}
	if (report->dropped > 0)
		strbuf_printf(out, "%6lu  more, in records with more than %d\n",
		    report->dropped, DIAGS_PER_RECORD);
	if (any)
		strbuf_puts(out,
		    "[*] all, [-] some can be fixed with 'ternion check "
		    "--fix'\n");
}

static void
end_statistics_json(struct report *report)
{
	struct json json = { .out = &report->text };

	for (const struct code_count *c = sort_codes(report); c->found > 0;
	     c++) {
		strbuf_puts(&report->text, c > report->codes ? ",\n" : "\n");
		json.comma = false;
		json_put(&json, "{code:%s severity:%s count:%lu fixable:%lu}",
		    diag_table[c->id].slug,
		    severity_name(diag_table[c->id].severity), c->found,
		    c->fixable);
	}
	report_end_json(report);
}

const struct report_form report_statistics = {
	.id = "statistics",
	.title = "how often each code was found",
	.has_fixes = true,
	.group = count_findings,
	.end = end_statistics,
};

const struct report_form report_statistics_json = {
	.id = "statistics-json",
	.title = "the same as JSON",
	.has_fixes = true,
	.group = count_findings,
	.head = "{\"version\":1,\"statistics\":[",
	.end = end_statistics_json,
};
