/* Ternion: the diagnostics of a document as a list of JSON objects. */
#include "cmd/lsp/findings.h"

enum {
	PUBLISHED_MAX = 2000, /* diagnostics in a published list */
};

/* A report that adds its findings to a list. */
struct list_report {
	struct report report; /* first: the form is given a pointer to it */
	struct finding_list *list;
	const struct finding_record *record;
	const struct finding_style *style;
};

/* Whether the diagnostic is about text that nobody would miss. */
static bool
is_unnecessary(enum diag_id id)
{
	static const enum diag_id ids[] = { DIAG_OVER_DISAMBIGUATED,
		DIAG_SUPPRESSION_UNUSED, DIAG_TAG_DUPLICATE,
		DIAG_COMMENT_DROPPED, DIAG_VARIATION_EMPTY,
		DIAG_BYTE_ORDER_MARK, DIAG_SETUP_WITHOUT_POSITION };

	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++)
		if (ids[i] == id)
			return true;
	return false;
}

static void
put_finding_range(const struct list_report *to, struct json *json,
    const struct finding *finding)
{
	const struct source *source = to->record->source;
	const struct location *where = &finding->where;
	long at = (long)(where->text.ptr - (source->buf + source->line_at)) +
	    (long)where->offset + (long)to->record->window;
	size_t from = at > 0 ? (size_t)at : 0;

	json_range(json, "range", to->record->text, from, from + finding->len);
}

/* Refers to the last error before a finding that follows from it. */
static void
put_cause(const struct list_report *to, struct json *json,
    const struct report_group *group, unsigned which)
{
	const struct finding *finding = &group->findings[which];
	const struct finding *cause = finding;
	struct strbuf words = STRBUF_INIT;

	if (!to->style->related ||
	    (finding->given == NULL && finding->id != DIAG_MOVES_UNCHECKED))
		return;
	do
		if (cause-- == group->findings)
			return;
	while (cause->severity < SEV_ERROR);
	if (finding->given != NULL)
		strbuf_printf(&words, "given %s here", finding->given);
	else
		strbuf_puts(&words, "the fault before");
	json_begin(json, "relatedInformation", '[');
	json_begin(json, NULL, '{');
	json_begin(json, "location", '{');
	json_string(json, "uri", to->record->uri);
	put_finding_range(to, json, cause);
	json_end(json, '}');
	json_text(json, "message", strbuf_as_slice(&words));
	json_end(json, '}');
	json_end(json, ']');
	strbuf_release(&words);
}

static void
put_finding_object(
    struct list_report *to, const struct report_group *group, unsigned which)
{
	/* The protocol's numbers: 1 an error, 2 a warning, 3 information. */
	static const unsigned char severities[] = { [SEV_NOTE] = 3,
		[SEV_WARNING] = 2,
		[SEV_ERROR] = 1,
		[SEV_FATAL] = 1 };
	const struct finding *finding = &group->findings[which];
	const char *code = diag_table[finding->id].slug;
	struct json json = { .out = &to->list->json, .comma = true };

	json_begin(&json, NULL, '{');
	put_finding_range(to, &json, finding);
	json_number(&json, "severity", severities[finding->severity]);
	json_string(&json, "code", code);
	if (to->style->links) {
		struct strbuf link = STRBUF_INIT;

		strbuf_slice(&link, to->style->help);
		strbuf_puts(&link, code);
		json_begin(&json, "codeDescription", '{');
		json_text(&json, "href", strbuf_as_slice(&link));
		json_end(&json, '}');
		strbuf_release(&link);
	}
	json_string(&json, "source", "ternion");
	json_string(&json, "message", finding->message);
	if (to->style->tags && is_unnecessary(finding->id)) {
		json_begin(&json, "tags", '[');
		json_number(&json, NULL, 1);
		json_end(&json, ']');
	}
	put_cause(to, &json, group, which);
	json_end(&json, '}');
}

/* Makes room for one more, of which before the edit the first are dropped and
 * after it the last; false if the list has enough. Up to PUBLISHED_MAX stay on
 * each side of the edit. */
static bool
make_finding_room(struct finding_list *list, bool before_edit)
{
	if (before_edit && list->len == 2 * PUBLISHED_MAX) {
		size_t cut = list->at[PUBLISHED_MAX];

		memmove(
		    list->json.ptr, list->json.ptr + cut, list->json.len - cut);
		strbuf_cut(&list->json, list->json.len - cut);
		for (size_t i = PUBLISHED_MAX; i < list->len; i++)
			list->at[i - PUBLISHED_MAX] = list->at[i] - cut;
		list->len -= PUBLISHED_MAX;
		list->hidden += PUBLISHED_MAX;
	}
	if (list->len == 3 * PUBLISHED_MAX)
		return false;
	if (list->len == list->size) {
		list->size = list->size * 2 + 16;
		list->at = mem_grow(list->at, list->size * sizeof(*list->at));
	}
	return true;
}

static void
add_group(struct report *report, const struct report_group *group)
{
	struct list_report *to = (struct list_report *)report;
	struct finding_list *list = to->list;

	list->hidden += group->dropped;
	for (unsigned i = 0; i < group->len; i++) {
		if (!make_finding_room(list, to->record->before_edit)) {
			list->hidden += group->len - i;
			break;
		}
		list->at[list->len++] = list->json.len;
		put_finding_object(to, group, i);
	}
	if (to->record->before_edit)
		list->before = list->len;
}

static const struct report_form form_lsp = {
	.id = "lsp",
	.title = "diagnostics of the language server",
	.group = add_group,
};

void
findings_add(struct finding_list *list, const struct finding_record *record,
    struct diags *diags, const struct report_options *options,
    const struct finding_style *style)
{
	const struct report_origin origin = { .file = record->source->name,
		.source = record->source };
	struct list_report to = {
		.list = list, .record = record, .style = style
	};
	struct report_options own = *options;

	own.form = &form_lsp;
	report_init(&to.report, &own);
	report_add(&to.report, &origin, diags);
	report_release(&to.report);
}

unsigned long
findings_put(const struct finding_list *list, struct strbuf *out)
{
	size_t from = 0, to = list->len, start, end;

	if (list->len > PUBLISHED_MAX) {
		if (list->before > PUBLISHED_MAX / 2)
			from = list->before - PUBLISHED_MAX / 2;
		if (from > list->len - PUBLISHED_MAX)
			from = list->len - PUBLISHED_MAX;
		to = from + PUBLISHED_MAX;
	}
	if (to > from) {
		/* Without the comma before the first. */
		start = list->at[from] + 1;
		end = to < list->len ? list->at[to] : list->json.len;
		strbuf_add(out, list->json.ptr + start, end - start);
	}
	return list->hidden + (list->len - (to - from));
}

void
findings_clear(struct finding_list *list)
{
	strbuf_reset(&list->json);
	list->len = list->before = 0;
	list->hidden = 0;
}

void
findings_release(struct finding_list *list)
{
	strbuf_release(&list->json);
	mem_free(list->at);
	*list = (struct finding_list){ .at = NULL };
}
