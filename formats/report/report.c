/* Ternion: reports: which diagnostics are shown and counted. */

#include "formats/report/report.h"

const struct report_form *const report_forms[] = {
	&report_text,
	&report_json,
	&report_jsonl,
	&report_sarif,
	&report_junit,
	&report_checkstyle,
	&report_github,
	&report_tap,
	NULL,
};

const struct report_form *
report_form_find(struct slice id)
{
	for (const struct report_form *const *f = report_forms; *f; f++)
		if (slice_is(id, (*f)->id))
			return *f;
	return NULL;
}

void
report_init(struct report *report, const struct report_options *options)
{
	*report = (struct report){ .options = *options };
	if (options->form == NULL)
		report->options.form = report_forms[0];
}

void
report_release(struct report *report)
{
	strbuf_release(&report->text);
	strbuf_release(&report->held);
	strbuf_release(&report->file);
	strbuf_release(&report->common.folded);
	mem_free(report->findings);
}

static void
begin_report(struct report *report)
{
	const struct report_form *form = report->options.form;

	if (!report->begun && form->head != NULL)
		strbuf_puts(&report->text, form->head);
	if (!report->begun && form->begin != NULL)
		form->begin(report);
	report->begun = true;
}

static struct report_finding
find_place(const struct report_origin *origin, const struct diag *diag)
{
	struct report_finding finding = {
		.origin = origin, .file = origin->file, .diag = diag
	};

	if (origin->source != NULL)
		report_locate(origin, diag->span, &finding.where, &finding.end);
	if (finding.where.name != NULL)
		finding.file = finding.where.name;
	return finding;
}

/* True if the baseline knows a diagnostic. */
static bool
is_known(struct baseline *baseline, const struct report_origin *origin,
    const struct diag *diag)
{
	struct slice text = slice_of("");

	if (baseline == NULL || diag->severity == SEV_FATAL)
		return false;
	struct report_finding finding = find_place(origin, diag);
	if (finding.where.text.len > 0)
		text = slice_from(finding.where.text, finding.where.offset);
	if (text.len > diag->span.len)
		text.len = diag->span.len;
	return baseline_take(baseline, finding.file, origin->names, diag->id,
		   text, 1) > 0;
}

/* Counts a diagnostic, and adds it to the findings if it is shown. */
static void
count_diagnostic(struct report *report, struct report_group *group,
    const struct diag *diag, struct arena *arena)
{
	const struct report_options *options = &report->options;
	enum severity severity = diag->severity;
	struct report_finding *finding;
	unsigned long errors =
	    report->count[SEV_ERROR] + report->count[SEV_FATAL];

	if (severity != SEV_FATAL &&
	    (severity != SEV_ERROR || !options->keeps_errors)) {
		if (options->disabled[diag->id])
			return;
		if (options->level[diag->id] > 0)
			severity =
			    (enum severity)(options->level[diag->id] - 1);
	}
	if (is_known(options->baseline, group->origin, diag))
		return;
	report->fixed += diag->fixed;
	if (!diag->fixed) {
		report->count[severity]++;
		group->failed |= severity >= options->fail;
		group->fatal |= severity == SEV_FATAL;
	}
	if (severity < options->least || options->silent ||
	    (options->max_errors > 0 && errors >= options->max_errors))
		return;
	if (report->findings == NULL)
		report->findings =
		    mem_alloc(DIAGS_PER_RECORD * sizeof(*finding));
	finding = &report->findings[group->len++];
	*finding = find_place(group->origin, diag);
	finding->severity = severity;
	finding->message = diag->message;
	if (diag->fixed)
		finding->message =
		    arena_printf(arena, "%s (fixed)", finding->message);
	report->given[diag->id] = true;
}

static void
put_group(struct report *report, struct report_group *group)
{
	const struct report_form *form = report->options.form;

	group->findings = report->findings;
	if (report->options.silent)
		return;
	begin_report(report);
	if (form->group != NULL)
		form->group(report, group);
	for (unsigned i = 0; i < group->len && form->finding != NULL; i++)
		form->finding(report, &group->findings[i]);
}

void
report_begin_file(struct report *report, const char *file)
{
	report->files++;
	begin_report(report);
	if (report->options.form->file != NULL)
		report->options.form->file(report, file);
}

void
report_add(struct report *report, const struct report_origin *origin,
    struct diags *diags)
{
	struct report_group group = { .origin = origin };

	diags_finish(diags);
	for (unsigned i = 0; i < diags->len; i++)
		count_diagnostic(report, &group, &diags->list[i], diags->arena);
	/* Diagnostics that were not kept are counted, except known ones. */
	for (int s = SEV_NOTE; s <= SEV_FATAL; s++) {
		unsigned dropped = diags->dropped[s];

		if (report->options.baseline != NULL && dropped > 0)
			dropped -= (unsigned)baseline_take(
			    report->options.baseline, origin->file,
			    origin->names, DIAGS,
			    slice_of(severity_name((enum severity)s)), dropped);
		group.dropped += dropped;
		report->count[s] += dropped;
		group.failed |= dropped > 0 && s >= (int)report->options.fail;
	}
	put_group(report, &group);
}

void
report_file(struct report *report, const char *file, enum diag_id id,
    const char *message)
{
	const struct report_origin origin = { .file = file };
	const struct diag diag = { .id = id,
		.severity = diag_table[id].severity,
		.message = message };
	struct report_group group = { .origin = &origin };

	count_diagnostic(report, &group, &diag, NULL);
	put_group(report, &group);
}

void
report_finish(struct report *report)
{
	begin_report(report);
	if (report->options.form->end != NULL)
		report->options.form->end(report);
}

int
report_worst(const struct report *report)
{
	for (int s = SEV_FATAL; s >= SEV_NOTE; s--)
		if (report->count[s] > 0)
			return s;
	return -1;
}

void
report_count(struct strbuf *out, unsigned long count, const char *word)
{
	strbuf_printf(out, "%lu %s%s", count, word, count == 1 ? "" : "s");
}

void
report_summary(const struct report *report, struct strbuf *out)
{
	const unsigned long *count = report->count;

	report_count(out, report->files, "file");
	strbuf_puts(out, ", ");
	report_count(out, report->games, "game");
	strbuf_printf(out, ", %lu pl%s: ", report->plies,
	    report->plies == 1 ? "y" : "ies");
	report_count(out, count[SEV_ERROR] + count[SEV_FATAL], "error");
	strbuf_puts(out, ", ");
	report_count(out, count[SEV_WARNING], "warning");
	strbuf_puts(out, ", ");
	report_count(out, count[SEV_NOTE], "note");
	if (report->fixed > 0)
		strbuf_printf(out, ", %lu fixed", report->fixed);
	if (report->options.baseline != NULL)
		strbuf_printf(
		    out, ", %lu known", report->options.baseline->taken);
}

bool
report_other_file(struct report *report, const char *file)
{
	if (report->file.ptr != NULL &&
	    slice_is(strbuf_as_slice(&report->file), file))
		return false;
	strbuf_reset(&report->file);
	strbuf_puts(&report->file, file);
	return true;
}

const struct report_finding *
report_first_failure(
    const struct report *report, const struct report_group *group)
{
	for (unsigned i = 0; i < group->len; i++)
		if (group->findings[i].severity >= report->options.fail)
			return &group->findings[i];
	return NULL;
}
