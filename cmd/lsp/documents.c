/* Ternion: the life of a server and of its documents, and their reports. */
#include "cmd/lsp/server.h"
#include "formats/config/config.h"
#include "formats/library/ternion.h"

#define FINDINGS_MAX 2000 /* diagnostics in a published list */

static void
update_options(struct server *server, struct doc *document)
{
	bool was_faulty = document->is_config_faulty;
	SCRATCH words = STRBUF_INIT;

	doc_configure(document, server->call);
	if (!document->is_config_faulty || was_faulty)
		return;
	strbuf_printf(&words,
	    "%s has an error and is ignored; the log of the server has details",
	    document->job.config.path.ptr);
	server_show(server, 2, words.ptr);
}

void
lsp_open(struct request *request)
{
	struct server *server = request->server;
	const struct tree_node *item =
	    member_at(request->params, "textDocument");
	struct slice uri, language = { "", 0 }, text;

	if (!member_text(item, "uri", &uri) ||
	    !member_text(item, "text", &text))
		return;
	struct doc *document = server_document(server, request->params);
	if (document != NULL)
		server_forget(server, document);
	if (text.len > DOCUMENT_MAX) {
		server_show(server, 1,
		    "the document is too large, so it is not checked");
		return;
	}
	member_text(item, "languageId", &language);
	document = doc_new(uri, language, text, server->encoding);
	member_number(item, "version", &document->version);
	document->next = server->documents;
	server->documents = document;
	update_options(server, document);
}

void
lsp_change(struct request *request)
{
	struct doc *document = request->document;

	member_number(
	    request->params, "textDocument.version", &document->version);
	for (const struct tree_node *c =
		 member_first(request->params, "contentChanges");
	     c != NULL; c = c->next) {
		const struct tree_node *range = member_at(c, "range");
		size_t from = 0, to = document->text.len;
		struct slice text;

		if (member_text(c, "text", &text) &&
		    (range == NULL ||
			read_range(document, range, &from, &to)) &&
		    doc_edit(document, from, to, text))
			continue;
		server_show(request->server, 1,
		    "a change cannot be applied; the document is no longer "
		    "checked");
		server_forget(request->server, document);
		return;
	}
}

void
lsp_save(struct request *request)
{
	update_options(request->server, request->document);
}

/* A closed document has no diagnostics, and no version. */
void
lsp_close(struct request *request)
{
	struct server *server = request->server;

	server_begin(server, "textDocument/publishDiagnostics");
	json_put(
	    &server->json, "uri:%s diagnostics:[]}}", request->document->uri);
	server_send(server);
	server_forget(server, request->document);
}

void
lsp_files_changed(struct request *request)
{
	struct server *server = request->server;

	for (struct doc *d = server->documents; d != NULL; d = d->next)
		update_options(server, d);
}

/* A report that appends the findings of a document, up to FINDINGS_MAX. */
struct doc_report {
	struct report report; /* first: the form is given a pointer to it */
	struct walk walk;     /* at the document */
	struct server *server;
	unsigned listed, left_out;
};

/* Refers to the last error before a finding, which caused the assumption of
 * that finding. */
static void
put_cause(const struct doc_report *to, const struct report_group *group,
    const struct report_finding *finding)
{
	const struct report_finding *cause = finding;
	const char *given = finding->diag->given;
	struct json *json = &to->server->json;

	do {
		if (cause == group->findings)
			return;
		cause--;
	} while (cause->severity < SEV_ERROR);
	json_put(json, "relatedInformation:[{location:{uri:%s",
	    to->walk.document->uri);
	put_span(json, "range", &to->walk, cause->diag->span);
	json_put(json, "} message:%s}]",
	    given != NULL
		? arena_printf(&to->server->arena, "given %s here", given)
		: "the fault before");
}

static void
put_finding_object(const struct doc_report *to,
    const struct report_group *group, const struct report_finding *finding)
{
	struct json *json = &to->server->json;
	const struct tree_node *client = to->server->client;
	/* The protocol's numbers: 1 an error, 2 a warning, 3 information. */
	static const unsigned severities[] = { [SEV_NOTE] = 3,
		[SEV_WARNING] = 2,
		[SEV_ERROR] = 1,
		[SEV_FATAL] = 1 };
	const struct tree_node *can =
	    member_at(client, "capabilities.textDocument.publishDiagnostics");
	const struct diag_row *row = &diag_table[finding->diag->id];
	struct slice help = slice_of("man:ternion-diagnostics(7)#");

	json_begin(json, NULL, '{');
	put_span(json, "range", &to->walk, finding->diag->span);
	json_put(json, "severity:%u code:%s", severities[finding->severity],
	    row->slug);
	member_text(client, "initializationOptions.help", &help);
	if (member_true(can, "codeDescriptionSupport"))
		json_put(json, "codeDescription:{href:%s}",
		    arena_printf(
			&to->server->arena, "%s%s", help.ptr, row->slug));
	json_put(json, "source:%s message:%s", "ternion", finding->message);
	if ((row->kinds & IS_USELESS) &&
	    member_has(can, "tagSupport.valueSet", "1"))
		json_put(json, "tags:[1]");
	if ((finding->diag->given != NULL ||
		finding->diag->id == DIAG_MOVES_UNCHECKED) &&
	    member_true(can, "relatedInformation"))
		put_cause(to, group, finding);
	json_end(json, '}');
}

static void
add_group(struct report *report, const struct report_group *group)
{
	struct doc_report *to = (struct doc_report *)report;
	unsigned i = 0;

	for (; i < group->len && to->listed < FINDINGS_MAX; i++, to->listed++)
		put_finding_object(to, group, &group->findings[i]);
	to->left_out += group->len - i + group->dropped;
}

/* Goes on after the findings of the records that did not change. */
static void
go_on(struct doc_report *to)
{
	const struct checkpoint *point = walk_resume(&to->walk);
	struct json *json = &to->server->json;

	if (point == NULL)
		return;
	strbuf_slice(json->out,
	    slice_sub(strbuf_as_slice(&to->walk.document->findings), 0,
		point->findings));
	json->comma = point->findings > 0;
	to->listed = point->listed;
	to->left_out = point->left_out;
}

/* Judges the records that are left, whose findings begin at `begin` of the
 * message, and sets checkpoints, unless a record's report depends on those
 * before it. */
static void
judge_all(struct doc_report *to, struct doc *document, size_t begin)
{
	static const struct report_form form = {
		.id = "lsp",
		.title = "diagnostics of the language server",
		.group = add_group,
	};
	struct walk *walk = &to->walk;
	const struct report_origin origin = { .file = document->uri,
		.source = &walk->input.source };
	struct report_options options = walk->run.report.options;
	bool is_kept = options.baseline == NULL && options.max_errors == 0;

	options.form = &form;
	report_init(&to->report, &options);
	while (walk_judge(walk)) {
		if (walk->session.diags.len > 0 ||
		    diags_worst(&walk->session.diags, 0) >= 0)
			report_add(&to->report, &origin, &walk->session.diags);
		if (is_kept)
			walk_keep(walk, document,
			    &(struct checkpoint){
				.findings = to->server->body.len - begin,
				.listed = to->listed,
				.left_out = to->left_out });
	}
	report_release(&to->report);
}

void
lsp_publish(struct server *server, struct doc *document)
{
	struct json *json = &server->json;
	struct doc_report to = { .server = server };
	struct walk *walk = &to.walk;

	document->is_changed = false;
	server_begin(server, "textDocument/publishDiagnostics");
	json_string(json, "uri", document->uri);
	if (client_can(
		server, "textDocument.publishDiagnostics.versionSupport"))
		json_number(json, "version", document->version);
	json_put(json, "diagnostics:[");
	size_t begin = server->body.len;
	walk_begin(walk, document, 0, SIZE_MAX);
	walk->run.replay.see = NULL;
	go_on(&to);
	judge_all(&to, document, begin);
	strbuf_reset(&document->findings);
	strbuf_slice(&document->findings,
	    slice_from(strbuf_as_slice(&server->body), begin));
	/* A diagnostic of the document as a whole. */
	bool cut = to.left_out > 0;
	if (cut ||
	    (walk->input.games == 0 && !document->is_foreign &&
		!document->job.report.disabled[DIAG_INPUT_EMPTY])) {
		json_begin(json, NULL, '{');
		put_range(json, "range", document, 0, 0);
		json_put(json, "severity:%u source:%s code:!%s message:%s}",
		    cut ? 3u : 2u, "ternion", cut ? NULL : "input-empty",
		    !cut ? "it contains no record"
			 : arena_printf(&server->arena,
			       "%u more diagnostics are not shown here; "
			       "'ternion check' lists them",
			       to.left_out));
	}
	walk_end(walk);
	json_put(json, "]}}");
	server_send(server);
}

static const char *const encoding_names[] = { [ENCODING_UTF8] = "utf-8",
	[ENCODING_UTF16] = "utf-16",
	[ENCODING_UTF32] = "utf-32" };

void
lsp_initialize(struct request *request)
{
	struct server *server = request->server;
	const struct tree_node *params = request->params;
	unsigned encoding = 3; /* none */

	if (params == NULL || params->type != TREE_MAP) {
		request->error = ERROR_INVALID_PARAMS;
		return;
	}
	/* The capabilities are needed as long as the server runs. */
	server->client = params;
	server->client_arena = server->arena;
	server->arena = ARENA_INIT;
	/* The first of the client's list that the server knows. */
	for (const struct tree_node *n =
		 member_first(params, "capabilities.general.positionEncodings");
	     n != NULL && encoding == 3; n = n->next)
		for (encoding = 0; encoding < 3; encoding++)
			if (n->type == TREE_TEXT &&
			    slice_is(n->text, encoding_names[encoding]))
				break;
	server->encoding =
	    encoding < 3 ? (enum encoding)encoding : ENCODING_UTF16;
	server->phase = PHASE_RUNNING;
	json_put(request->json, "result:{capabilities:{positionEncoding:%s",
	    encoding_names[server->encoding]);
#define ROW(name, subject, handle, before, after, ...) \
	json_put(request->json, __VA_ARGS__);
#include "cmd/lsp/methods.def"
	if (member_true(params, "initializationOptions.lenses"))
		json_put(request->json, "codeLensProvider:{}");
	json_put(request->json, "} serverInfo:{name:%s version:%s}}", "ternion",
	    TERNION_VERSION);
}

/* Asks the client to report changes of a configuration. */
void
lsp_initialized(struct request *request)
{
	struct server *server = request->server;

	if (!client_can(
		server, "workspace.didChangeWatchedFiles.dynamicRegistration"))
		return;
	server_begin(server, "client/registerCapability");
	json_put(&server->json,
	    "registrations:[{id:%s method:%s "
	    "registerOptions:{watchers:[{globPattern:%s}]}}]} id:1}",
	    "ternion-configuration", "workspace/didChangeWatchedFiles",
	    "**/.ternion.{yaml,yml}");
	server_send(server);
}

void
lsp_shutdown(struct request *request)
{
	request->server->phase = PHASE_SHUT;
}

void
lsp_exit(struct request *request)
{
	request->server->is_over = true;
}
