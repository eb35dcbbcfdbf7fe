/* Ternion: reports for people: a line for each diagnostic, and a caret. */
#include "formats/report/report.h"
#include "parse/text/utf8.h"

#define ELLIPSIS "..."
/* Before each quoted line, so that no console takes it for a command. */
#define GUTTER "| "

enum {
	INDENT = 2,    /* columns of the gutter, and before other lines */
	EXCERPT = 160, /* columns of an excerpt if there is no terminal */
	BYTES = 8,     /* that are examined for each column */
	ALIKE = 3,     /* of one kind that are shown of a record */
	HELD_MAX = 20, /* records that are held until it is clear whether all
			  have the same */
};

static const char *const colours[] = { [SEV_NOTE] = "\033[1;36m",
	[SEV_WARNING] = "\033[1;35m",
	[SEV_ERROR] = "\033[1;31m",
	[SEV_FATAL] = "\033[1;31m" };

/* The part of a finding's line that is shown. */
struct excerpt {
	struct slice text;
	bool cut_before, cut_after; /* the line has more */
	size_t at, len;             /* the marked part of the text */
};

/* Examines only text near the finding, because lines can be very long. */
static struct excerpt
excerpt_of(const struct report_finding *finding, unsigned width)
{
	size_t room = width > 0 ? width - INDENT : EXCERPT;
	size_t at = finding->where.offset;
	struct slice line = finding->where.text;
	struct excerpt excerpt;

	while (line.len > 0 && line.ptr[line.len - 1] == '\r')
		line.len--;
	at = at < line.len ? at : line.len;
	size_t from =
	    at > BYTES * room ? utf8_start(line, at - BYTES * room) : 0;
	size_t to = line.len - at > BYTES * room
	    ? utf8_start(line, at + BYTES * room)
	    : line.len;
	excerpt = (struct excerpt){ slice_sub(line, from, to - from), from > 0,
		to < line.len, at - from, finding->diag->span.len };
	bool is_cut =
	    from > 0 || to < line.len || width_text(line, INDENT) > room;
	if (is_cut && width > 0)
		room -= 2 * strlen(ELLIPSIS);
	size_t before =
	    width_text(slice_sub(excerpt.text, 0, excerpt.at), INDENT);
	if (is_cut && before > room / 2) {
		from = width_fit(excerpt.text, INDENT, before - room / 2);
		excerpt.text = slice_from(excerpt.text, from);
		excerpt.at -= from;
		excerpt.cut_before = true;
	}
	if (is_cut) {
		to = width_fit(excerpt.text, INDENT, room);
		excerpt.cut_after |= to < excerpt.text.len;
		excerpt.text.len = to;
	}
	if (excerpt.len > excerpt.text.len - excerpt.at)
		excerpt.len = excerpt.text.len - excerpt.at;
	return excerpt;
}

void
report_put_excerpt(struct strbuf *out, const struct report_finding *finding,
    bool colour, unsigned width)
{
	struct excerpt excerpt = excerpt_of(finding, width);
	struct slice before = slice_sub(excerpt.text, 0, excerpt.at), rest;
	size_t column = INDENT + (excerpt.cut_before ? strlen(ELLIPSIS) : 0);

	strbuf_printf(out, GUTTER "%s", excerpt.cut_before ? ELLIPSIS : "");
	strbuf_masked(out, excerpt.text);
	strbuf_printf(out, "%s\n" GUTTER "%*s",
	    excerpt.cut_after ? ELLIPSIS : "", (int)column - INDENT, "");
	/* Blanks as wide as the text before; tabs stay. */
	for (rest = before; rest.len > 0;) {
		size_t len = rest.len;
		struct slice part = slice_take(&rest, '\t');

		strbuf_printf(out, "%*s%s", (int)width_text(part, 0), "",
		    part.len < len ? "\t" : "");
	}
	column += width_text(before, column);
	size_t columns = width_text(
	    slice_sub(excerpt.text, excerpt.at, excerpt.len), column);
	strbuf_puts(out, colour ? "\033[1;32m^" : "^");
	for (size_t i = 1; i < columns; i++)
		strbuf_char(out, '~');
	strbuf_puts(out, colour ? "\033[0m\n" : "\n");
}

void
report_put_line(
    struct strbuf *out, const struct report_finding *finding, bool colour)
{
	strbuf_puts(out, colour ? "\033[1m" : "");
	strbuf_masked(out, slice_of(finding->file));
	if (finding->where.line > 0)
		strbuf_printf(out, ":%lu:%lu", finding->where.line,
		    finding->where.column);
	strbuf_printf(out, ": %s%s: %s",
	    colour ? colours[finding->severity] : "",
	    severity_name(finding->severity), colour ? "\033[0m" : "");
	strbuf_masked(out, slice_of(finding->message));
	strbuf_printf(out, " [%s]\n", diag_table[finding->diag->id].slug);
}

static void
put_finding(struct report *report, const struct report_group *group, unsigned i,
    struct strbuf *out)
{
	const struct report_finding *finding = &group->findings[i];
	bool colour = report->options.colour;
	unsigned rest = 1000;

	report_put_line(out, finding, colour);
	if (finding->where.line > 0)
		report_put_excerpt(out, finding, colour, report->options.width);
	/* The fixes with their likelihood, for --evidence. */
	for (const struct fix *f = finding->diag->fixes; f && f->share > 0;
	     f = f->next) {
		rest -= f->share;
		strbuf_printf(out, "%*s%3u.%u %%  ", INDENT, "", f->share / 10,
		    f->share % 10);
		strbuf_masked(out, slice_of(f->title));
		strbuf_char(out, '\n');
	}
	if (rest > 0 && rest < 1000)
		strbuf_printf(out, "%*s%3u.%u %%  something else\n", INDENT, "",
		    rest / 10, rest % 10);
	/* The last of several faults of a move shows the board. */
	if (finding->diag->board != NULL &&
	    (i + 1 == group->len || finding[1].diag->board == NULL ||
		strcmp(finding->diag->board, finding[1].diag->board) != 0))
		strbuf_puts(out, finding->diag->board);
}

/*
 * Many of one kind in a record
 */

/* How many findings before i, or after it, have its code and player. */
static unsigned
count_alike(const struct report_group *group, unsigned i, bool after)
{
	const struct diag *diag = group->findings[i].diag;
	unsigned count = 0;

	for (unsigned k = after ? i + 1 : 0; k < (after ? group->len : i); k++)
		count += group->findings[k].diag->id == diag->id &&
		    group->findings[k].diag->seat == diag->seat;
	return count;
}

/* At a terminal, puts the first few of a kind and the number of the others. */
static void
put_few(struct report *report, const struct report_group *group, unsigned i,
    struct strbuf *out)
{
	bool folds = report->options.folds && report->options.width > 0;
	unsigned before = folds ? count_alike(group, i, false) : 0;

	if (before >= ALIKE)
		return;
	put_finding(report, group, i, out);
	unsigned after =
	    folds && before + 1 == ALIKE ? count_alike(group, i, true) : 0;
	if (after > 0)
		strbuf_printf(out, "%*sand %u more like this: --verbose\n",
		    INDENT, "", after);
}

/*
 * Findings that all records of a file share
 */

/* Their messages hold figures of the record. */
static bool
has_figures(enum diag_id id)
{
	return id == DIAG_VARIANT_MISSING || id == DIAG_RESULT_UNPROVEN;
}

/* Identifies a diagnostic of a record as a whole. */
static uint64_t
print_of(const struct report_finding *finding)
{
	enum diag_id id = finding->diag->id;
	uint64_t print = REPORT_HASH_START ^ (uint64_t)id;

	return has_figures(id)
	    ? print
	    : report_hash(print, finding->message, strlen(finding->message));
}

/* Whether a finding is about a record as a whole. Texts that cannot be read
 * fail each in its own place. */
static bool
is_of_record(const struct report_finding *finding)
{
	enum diag_id id = finding->diag->id;

	return has_figures(id) ||
	    (finding->diag->round == 0 && finding->where.line > 0 &&
		id != DIAG_JSON_SYNTAX && id != DIAG_YAML_SYNTAX);
}

/* Whether a finding is common to the records so far, or follows from one. */
static bool
is_common(
    const struct common *common, const struct report_group *group, unsigned i)
{
	const struct report_finding *finding = &group->findings[i];
	uint64_t print = print_of(finding);

	if (finding->diag->id == DIAG_MOVES_UNCHECKED)
		return i > 0 && is_common(common, group, i - 1);
	for (unsigned k = 0; is_of_record(finding) && k < common->len; k++)
		if (common->print[k] == print)
			return true;
	return false;
}

/* Shows the text that was held: all of it if the records do not agree, or else
 * only the parts that are not common. */
static void
put_held(struct report *report, bool agree)
{
	struct common *common = &report->common;

	strbuf_slice(&report->text,
	    strbuf_as_slice(agree ? &common->folded : &report->held));
	strbuf_reset(&report->held);
	strbuf_reset(&common->folded);
}

/* Says for how many records something was shown once. */
static void
end_common(struct report *report, const char *records)
{
	struct common *common = &report->common;

	if (common->len > 0 && common->records > 1) {
		put_held(report, true);
		strbuf_masked(&report->text, strbuf_as_slice(&report->file));
		strbuf_puts(&report->text, ": note: ");
		report_count(&report->text, common->len, "diagnostic");
		strbuf_printf(&report->text,
		    " %s shown once for %s %lu records; --verbose shows each\n",
		    common->len == 1 ? "is" : "are", records, common->records);
	}
	common->len = 0;
	common->records = 0;
}

static void
begin_text_file(struct report *report, const char *file)
{
	end_common(report, "all");
	report_other_file(report, file);
}

/* Lists the findings of the first record. */
static void
list_findings(struct common *common, const struct report_group *group)
{
	for (unsigned i = 0; i < group->len && common->len < COMMON_MAX; i++)
		if (is_of_record(&group->findings[i]) &&
		    group->findings[i].diag->id != DIAG_MOVES_UNCHECKED)
			common->print[common->len++] =
			    print_of(&group->findings[i]);
}

/* Finds which of those another record shares; returns their number. */
static unsigned
find_shared(const struct common *common, const struct report_group *group,
    uint64_t shared[COMMON_MAX])
{
	unsigned len = 0;

	for (unsigned k = 0; k < common->len; k++)
		for (unsigned i = 0; i < group->len; i++)
			if (is_of_record(&group->findings[i]) &&
			    print_of(&group->findings[i]) == common->print[k]) {
				shared[len++] = common->print[k];
				break;
			}
	return len;
}

/* Takes the record into account: findings that the first two share are common.
 * If one of the first records lacks one, all are shown after all; if a later
 * record does, the common ones end there. Returns whether the text is held. */
static bool
go_on_with_common(struct report *report, const struct report_group *group)
{
	struct common *common = &report->common;
	uint64_t shared[COMMON_MAX];
	unsigned len = 0;

	if (!report->options.folds)
		return false;
	if (group->origin->game == 0) {
		end_common(report, "all");
		return false;
	}
	if (group->origin->game == 1)
		list_findings(common, group);
	else
		len = find_shared(common, group, shared);
	if (common->records == 1) {
		memcpy(common->print, shared, len * sizeof(*shared));
		common->len = len;
	} else if (common->records > 0 && len < common->len) {
		if (common->records > HELD_MAX) {
			end_common(report, "the first");
		} else {
			put_held(report, false);
			common->len = 0;
		}
	}
	if (common->len == 0)
		return false;
	common->records++;
	if (common->records == HELD_MAX + 1)
		put_held(report, true);
	return common->records > 1 && common->records <= HELD_MAX;
}

static void
put_text_report_group(struct report *report, const struct report_group *group)
{
	struct common *common = &report->common;
	bool holds = go_on_with_common(report, group);
	struct strbuf *out = holds ? &common->folded : &report->text;

	for (unsigned i = 0; i < group->len; i++) {
		if (common->records < 2 || !is_common(common, group, i))
			put_few(report, group, i, out);
		if (holds)
			put_few(report, group, i, &report->held);
	}
	if (group->dropped > 0) {
		strbuf_masked(out, slice_of(group->origin->file));
		strbuf_printf(
		    out, ": note: %u more diagnostics", group->dropped);
		if (group->origin->game > 0)
			strbuf_printf(out, " in game %lu", group->origin->game);
		strbuf_puts(out, " are not shown\n");
	}
}

/* Appends the line "2 errors, 1 note in 500 records". */
static void
put_counts(const struct report *report, struct strbuf *out)
{
	const char *before = "";

	for (int s = SEV_ERROR; s >= (int)report->options.least; s--) {
		unsigned long count = report->count[s] +
		    (s == SEV_ERROR ? report->count[SEV_FATAL] : 0);

		if (count == 0)
			continue;
		strbuf_puts(out, before);
		report_count(out, count, severity_name((enum severity)s));
		before = ", ";
	}
	if (report->fixed > 0)
		strbuf_printf(out, "%s%lu fixed", before, report->fixed);
	else if (report->fixes)
		strbuf_printf(out, "%sno certain fix", before);
	if (report->fixed == 0 && report->likely > 0)
		strbuf_printf(out, " (%lu likely %s with --unsafe-fixes)",
		    report->likely, report->likely == 1 ? "one" : "ones");
	if (report->games > 0) {
		strbuf_puts(out, " in ");
		report_count(out, report->games, "record");
	}
	strbuf_char(out, '\n');
}

static void
end_text_report(struct report *report)
{
	bool any = false;

	end_common(report, "all");
	for (enum diag_id id = 0; id < DIAGS; id++) {
		any |= report->given[id];
		if (report->given[id] && report->options.explain)
			strbuf_printf(&report->text, "\n%s: %s\n",
			    diag_table[id].slug, diag_explanations[id].meaning);
	}
	if (any && report->options.explain)
		strbuf_puts(&report->text,
		    "\nFor more, run 'ternion help CODE' or see "
		    "ternion-diagnostics(7).\n");
	if (any && report->options.counts)
		put_counts(report, &report->text);
}

const struct report_form report_text = {
	.id = "text",
	.title = "file:line:column: severity: message [code], and a caret",
	.file = begin_text_file,
	.group = put_text_report_group,
	.end = end_text_report,
};
