/* Ternion: the diagnostics of a document as a list of JSON objects. */
#include "cmd/lsp/document.h"
#include "cmd/lsp/message.h"

enum {
	PUBLISHED_MAX = 2000, /* diagnostics in a published list */
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

/* Where a finding begins in the document. */
static size_t
start_of_finding(const struct doc *document, const struct finding *finding)
{
	const struct look *look = &document->reading;

	return look->base + finding->where.offset +
	    (size_t)(finding->where.text.ptr - look->input.source.buf);
}

/* The last error before a finding that follows from it; NULL if it follows from
 * none. */
static const struct finding *
cause_of(const struct report_group *group, const struct finding *finding)
{
	if (finding->given == NULL && finding->id != DIAG_MOVES_UNCHECKED)
		return NULL;
	while (finding-- > group->findings)
		if (finding->severity >= SEV_ERROR)
			return finding;
	return NULL;
}

static void
put_finding(const struct doc *document, const struct report_group *group,
    const struct finding *finding, struct strbuf *out)
{
	/* The protocol's numbers: 1 an error, 2 a warning, 3 information. */
	static const unsigned long severities[] = { [SEV_NOTE] = 3,
		[SEV_WARNING] = 2,
		[SEV_ERROR] = 1,
		[SEV_FATAL] = 1 };
	const struct tree_node *can = member_at(
	    document->client, "capabilities.textDocument.publishDiagnostics");
	const struct doc_text *text = &document->text;
	const char *code = diag_table[finding->id].slug;
	const struct finding *cause = cause_of(group, finding);
	size_t at = start_of_finding(document, finding);
	struct slice help = slice_of("man:ternion(1)#");
	struct strbuf words = STRBUF_INIT;

	put_json(out, "{'range':%r,'severity':%u,'code':%s", text, at,
	    at + finding->len, severities[finding->severity], code);
	if (member_true(can, "codeDescriptionSupport")) {
		member_text(
		    document->client, "initializationOptions.help", &help);
		strbuf_slice(&words, help);
		strbuf_puts(&words, code);
		put_json(out, "'codeDescription':{'href':%s}", words.ptr);
	}
	put_json(out, "'source':'ternion','message':%s", finding->message);
	if (is_unnecessary(finding->id) &&
	    member_has(can, "tagSupport.valueSet", "1"))
		put_json(out, "'tags':[1]");
	if (cause != NULL && member_true(can, "relatedInformation")) {
		strbuf_reset(&words);
		strbuf_puts(&words, "the fault before");
		if (finding->given != NULL) {
			strbuf_reset(&words);
			strbuf_printf(&words, "given %s here", finding->given);
		}
		at = start_of_finding(document, cause);
		put_json(out,
		    "'relatedInformation':[{'location':{'uri':%s,'range':%r},"
		    "'message':%s}]",
		    document->uri, text, at, at + cause->len, words.ptr);
	}
	put_json(out, "}");
	strbuf_release(&words);
}

/* Makes room for one more finding: before the edit the first are dropped, after
 * it the list ends. Up to PUBLISHED_MAX stay on each side of the edit. */
static bool
make_finding_room(struct finding_list *list, bool before_edit)
{
	if (list->at == NULL)
		list->at =
		    mem_alloc((size_t)3 * PUBLISHED_MAX * sizeof(*list->at));
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
	return list->len < 3 * PUBLISHED_MAX;
}

/* A report that adds its findings to those of a document. */
struct doc_report {
	struct report report; /* first: the form is given a pointer to it */
	struct doc *document;
};

static void
add_group(struct report *report, const struct report_group *group)
{
	struct doc *document = ((struct doc_report *)report)->document;
	struct finding_list *list = &document->findings;
	bool before_edit = document->reading.to <= document->edited;

	list->hidden += group->dropped;
	for (unsigned i = 0; i < group->len; i++) {
		if (!make_finding_room(list, before_edit)) {
			list->hidden += group->len - i;
			break;
		}
		list->at[list->len++] = list->json.len;
		if (list->json.len == 0)
			strbuf_char(&list->json, ',');
		put_finding(document, group, &group->findings[i], &list->json);
	}
	if (before_edit)
		list->before = list->len;
}

void
doc_add_findings(struct doc *document)
{
	static const struct report_form form = {
		.id = "lsp",
		.title = "diagnostics of the language server",
		.group = add_group,
	};
	struct look *look = &document->reading;
	const struct report_origin origin = { .file = document->uri,
		.source = &look->input.source };
	struct doc_report to = { .document = document };
	struct report_options options = look->run.report.options;

	if (look->diags.len == 0 && diags_worst(&look->diags, 0) < 0)
		return;
	options.form = &form;
	report_init(&to.report, &options);
	report_add(&to.report, &origin, &look->diags);
	report_release(&to.report);
}

void
doc_put_findings(const struct doc *document, struct strbuf *out)
{
	const struct finding_list *list = &document->findings;
	const struct slice json = strbuf_as_slice(&list->json);
	size_t from = 0, to = list->len, end;
	unsigned long hidden;
	struct strbuf words = STRBUF_INIT;

	if (list->len > PUBLISHED_MAX) {
		if (list->before > PUBLISHED_MAX / 2)
			from = list->before - PUBLISHED_MAX / 2;
		if (from > list->len - PUBLISHED_MAX)
			from = list->len - PUBLISHED_MAX;
		to = from + PUBLISHED_MAX;
	}
	end = to < list->len ? list->at[to] : json.len;
	/* Without the comma before the first. */
	if (to > from)
		strbuf_slice(out,
		    slice_sub(
			json, list->at[from] + 1, end - list->at[from] - 1));
	hidden = list->hidden + (list->len - (to - from));
	if (hidden > 0) {
		strbuf_printf(&words,
		    "%lu more diagnostics are not shown here; 'ternion check' "
		    "lists them",
		    hidden);
		put_json(out,
		    "{'range':%r,'severity':3,'source':'ternion','message':%s}",
		    &document->text, (size_t)0, (size_t)0, words.ptr);
		strbuf_release(&words);
	} else if (document->records == 0 && document->is_read &&
	    !document->is_foreign &&
	    !document->job.report.disabled[DIAG_INPUT_EMPTY]) {
		put_json(out,
		    "{'range':%r,'severity':2,'code':'input-empty','source':"
		    "'ternion','message':'there is no record in it'}",
		    &document->text, (size_t)0, (size_t)0);
	}
}
