/* Ternion: the diagnostics of a document as a list of JSON objects. */
#include "cmd/lsp/document.h"
#include "cmd/lsp/message.h"

/* Whether the diagnostic is about unnecessary text. */
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
start_of_finding(
    const struct doc *document, const struct report_finding *finding)
{
	const struct look *look = &document->reading;

	return finding->where.offset +
	    (size_t)(finding->where.text.ptr - look->input.source.buf);
}

/* The error that caused a finding: the last one before it; NULL if there is
 * none. */
static const struct report_finding *
cause_of(const struct report_group *group, const struct report_finding *finding)
{
	if (finding->given == NULL && finding->id != DIAG_MOVES_UNCHECKED)
		return NULL;
	while (finding-- > group->findings)
		if (finding->severity >= SEV_ERROR)
			return finding;
	return NULL;
}

static void
put_finding_object(const struct doc *document, const struct report_group *group,
    const struct report_finding *finding, struct strbuf *out)
{
	/* The protocol's numbers: 1 an error, 2 a warning, 3 information. */
	static const unsigned severities[] = { [SEV_NOTE] = 3,
		[SEV_WARNING] = 2,
		[SEV_ERROR] = 1,
		[SEV_FATAL] = 1 };
	const struct tree_node *can = member_at(
	    document->client, "capabilities.textDocument.publishDiagnostics");
	const struct doc_text *text = &document->text;
	const char *code = diag_table[finding->id].slug;
	const struct report_finding *cause = cause_of(group, finding);
	size_t at = start_of_finding(document, finding);
	struct slice help = slice_of("man:ternion(1)#");

	put_json(out, "{'range':%r,'severity':%u,'code':%s", text, at,
	    at + finding->len, severities[finding->severity], code);
	member_text(document->client, "initializationOptions.help", &help);
	if (member_true(can, "codeDescriptionSupport"))
		put_json(
		    out, "'codeDescription':{'href':'%w%w'}", help.ptr, code);
	put_json(out, "'source':'ternion','message':%s", finding->message);
	if (is_unnecessary(finding->id) &&
	    member_has(can, "tagSupport.valueSet", "1"))
		put_json(out, "'tags':[1]");
	if (cause != NULL && member_true(can, "relatedInformation")) {
		at = start_of_finding(document, cause);
		put_json(out,
		    "'relatedInformation':[{'location':{'uri':%s,'range':%r},"
		    "'message':",
		    document->uri, text, at, at + cause->len);
		if (finding->given != NULL)
			put_json(out, "'given %w here'", finding->given);
		else
			put_json(out, "'the fault before'");
		put_json(out, "}]");
	}
	put_json(out, "}");
}

/* A report that adds its findings to those of a document. */
struct doc_report {
	struct report report; /* first: the form is given a pointer to it */
	struct doc *document;
};

/* Adds findings to the ring. If it is full, the first one makes way while there
 * are not yet enough after the edit. */
static void
add_group(struct report *report, const struct report_group *group)
{
	struct doc *document = ((struct doc_report *)report)->document;
	bool is_after = document->reading.to > document->edited;

	if (document->json == NULL)
		document->json =
		    mem_zeroed(FINDINGS_MAX * sizeof(*document->json));
	document->unlisted += group->dropped;
	for (unsigned i = 0; i < group->len; i++) {
		struct strbuf *room;

		if (document->found - document->dropped == FINDINGS_MAX) {
			document->unlisted++;
			if (is_after && document->after >= FINDINGS_MAX / 2)
				continue;
			document->dropped++;
		}
		document->after += is_after;
		room = &document->json[document->found++ % FINDINGS_MAX];
		strbuf_reset(room);
		put_finding_object(document, group, &group->findings[i], room);
	}
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
	for (unsigned i = document->dropped; i < document->found; i++)
		put_json(out, "%j",
		    strbuf_as_slice(&document->json[i % FINDINGS_MAX]));
	if (document->unlisted > 0)
		put_json(out,
		    "{'range':%r,'severity':3,'source':'ternion','message':"
		    "'%u more diagnostics are not shown here; %w lists them'}",
		    &document->text, (size_t)0, (size_t)0, document->unlisted,
		    "'ternion check'");
	else if (document->reading.input.games == 0 && document->is_read &&
	    !document->is_foreign &&
	    !document->job.report.disabled[DIAG_INPUT_EMPTY])
		put_json(out,
		    "{'range':%r,'severity':2,'code':'input-empty','source':"
		    "'ternion','message':'it contains no record'}",
		    &document->text, (size_t)0, (size_t)0);
}
