/* Ternion: instead of diagnostics, how often each code was found. */
#include <stdlib.h>

#include "formats/report/report.h"

/* A code that was found. */
struct code_count {
	enum diag_id id;
	unsigned long number;
};

struct code_counts {
	struct code_count list[DIAGS];
	size_t len;
};

/* The most frequent first. */
static int
by_number(const void *a, const void *b)
{
	const struct code_count *x = a, *y = b;

	if (x->number != y->number)
		return x->number > y->number ? -1 : 1;
	return strcmp(diag_table[x->id].slug, diag_table[y->id].slug);
}

static void
sort_codes(const struct report *report, struct code_counts *counts)
{
	counts->len = 0;
	for (enum diag_id id = 0; id < DIAGS; id++)
		if (report->found[id] > 0)
			counts->list[counts->len++] =
			    (struct code_count){ id, report->found[id] };
	if (counts->len > 0)
		qsort(counts->list, counts->len, sizeof(counts->list[0]),
		    by_number);
}

static void
count_findings(struct report *report, const struct report_group *group)
{
	report->dropped += group->dropped;
	for (unsigned i = 0; i < group->len; i++) {
		const struct diag *diag = group->findings[i].diag;

		if (diag->fixed)
			continue;
		report->found[diag->id]++;
		report->fixable[diag->id] +=
		    diag->fixes != NULL && diag->fixes->certain;
	}
}

static void
end_statistics(struct report *report)
{
	struct strbuf *out = &report->text;
	struct code_counts counts;
	bool any = false;

	sort_codes(report, &counts);
	for (size_t i = 0; i < counts.len; i++) {
		enum diag_id id = counts.list[i].id;
		unsigned long fixable = report->fixable[id];

		any |= fixable > 0;
		strbuf_printf(out, "%6lu  %-22s %s  %s\n",
		    counts.list[i].number, diag_table[id].slug,
		    fixable == 0                           ? "[ ]"
			: fixable == counts.list[i].number ? "[*]"
							   : "[-]",
		    severity_name(diag_table[id].severity));
		if (report->options.explain)
			strbuf_printf(
			    out, "%8s%s\n", "", diag_explanations[id].meaning);
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
	struct code_counts counts;
	struct json json = { .out = &report->text };

	sort_codes(report, &counts);
	for (size_t i = 0; i < counts.len; i++) {
		enum diag_id id = counts.list[i].id;

		strbuf_puts(&report->text, i > 0 ? ",\n" : "\n");
		json.comma = false;
		json_put(&json, "{code:%s severity:%s count:%lu fixable:%lu}",
		    diag_table[id].slug, severity_name(diag_table[id].severity),
		    counts.list[i].number, report->fixable[id]);
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
