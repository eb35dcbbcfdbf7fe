/* Ternion: instead of diagnostics, how often each code was found. */
#include <stdlib.h>

#include "formats/report/report.h"

/* How often a code was found with a severity. */
struct code_count {
	enum diag_id id;
	enum severity severity;
	unsigned long number;
};

/* The commonest first. */
static int
by_frequency(const void *a, const void *b)
{
	const struct code_count *x = a, *y = b;

	if (x->number != y->number)
		return x->number > y->number ? -1 : 1;
	if (x->severity != y->severity)
		return x->severity > y->severity ? -1 : 1;
	return strcmp(diag_table[x->id].slug, diag_table[y->id].slug);
}

/* All codes that were found, sorted; the caller frees the list. */
static struct code_count *
counts_of(const struct report *report, size_t *len)
{
	struct code_count *counts =
	    mem_alloc(DIAGS * (SEV_FATAL + 1) * sizeof(*counts));

	*len = 0;
	for (enum diag_id id = 0; id < DIAGS; id++)
		for (int s = SEV_NOTE; s <= SEV_FATAL; s++)
			if (report->given[id][s] > 0)
				counts[(*len)++] =
				    (struct code_count){ id, (enum severity)s,
					    report->given[id][s] };
	if (*len > 0)
		qsort(counts, *len, sizeof(*counts), by_frequency);
	return counts;
}

static void
end_statistics(struct report *report)
{
	size_t len;
	struct code_count *counts = counts_of(report, &len);

	for (size_t i = 0; i < len; i++) {
		const struct diag_row *row = &diag_table[counts[i].id];

		strbuf_printf(&report->text, "%8lu %-7s %s\n", counts[i].number,
		    severity_name(counts[i].severity), row->slug);
		if (report->options.explain)
			strbuf_printf(&report->text, "%17s%s\n", "",
			    diag_explanations[counts[i].id].meaning);
	}
	if (report->dropped > 0)
		strbuf_printf(&report->text,
		    "%8lu more, of records with more than %d\n",
		    report->dropped, DIAGS_PER_RECORD);
	mem_free(counts);
}

static void
end_json(struct report *report)
{
	struct json json = { .out = &report->text };
	size_t len;
	struct code_count *counts = counts_of(report, &len);

	strbuf_puts(&report->text, "{\"version\":1,\"statistics\":[");
	for (size_t i = 0; i < len; i++) {
		strbuf_puts(&report->text, i > 0 ? ",\n" : "\n");
		json.comma = false;
		json_begin(&json, NULL, '{');
		json_string(&json, "code", diag_table[counts[i].id].slug);
		json_string(
		    &json, "severity", severity_name(counts[i].severity));
		json_number(&json, "count", counts[i].number);
		json_end(&json, '}');
	}
	report_end_json(report);
	mem_free(counts);
}

const struct report_form report_statistics = {
	.id = "statistics",
	.title = "how often each code was found",
	.end = end_statistics,
};

const struct report_form report_statistics_json = {
	.id = "statistics-json",
	.title = "the same as JSON",
	.end = end_json,
};
