/* Ternion: documents opened, changed, saved and closed, and their diagnostics.
 */
#include "cmd/lsp/server.h"

void
lsp_publish(struct server *server, struct opened *document)
{
	struct json json;

	document->is_changed = false;
	document->published = clock_ms();
	server_begin(server, &json, "textDocument/publishDiagnostics");
	json_begin(&json, "params", '{');
	json_string(&json, "uri", document->uri);
	if (server->client.versions)
		json_integer(&json, "version", document->version);
	strbuf_puts(json.out, ",\"diagnostics\":");
	opened_put_findings(document, json.out);
	json_end(&json, '}');
	server_send(server, &json);
}

/* Says that the configuration of a document does not count. */
static void
tell_faulty(struct server *server, const struct judge *judge)
{
	struct strbuf words = STRBUF_INIT;

	if (!judge->is_faulty)
		return;
	strbuf_printf(&words,
	    "%s is faulty and does not count; the log of the server has more",
	    judge->path);
	server_show(server, 2, words.ptr);
	strbuf_release(&words);
}

/* Finds by what the document is judged; true if it is another than before. */
static bool
find_judge(struct server *server, struct opened *document)
{
	struct judge *old = document->judge;
	bool is_new;

	document->judge =
	    judge_of(&server->judges, server->call, document->path, &is_new);
	if (is_new)
		tell_faulty(server, document->judge);
	judge_drop(&server->judges, old);
	return document->judge != old;
}

/* Takes a document out of the list and frees it. */
static void
forget(struct server *server, struct opened *document)
{
	struct opened **link = &server->documents;

	while (*link != document)
		link = &(*link)->next;
	*link = document->next;
	if (server->reading == document)
		server_end_progress(server);
	server->opened--;
	judge_drop(&server->judges, document->judge);
	opened_free(document);
}

void
lsp_open(struct server *server, const struct tree_node *params)
{
	const struct tree_node *item = member_at(params, "textDocument");
	struct opened *document = server_document(server, params, false);
	struct slice uri, language = { "", 0 }, text;
	unsigned long version = 0;

	if (!member_text(item, "uri", &uri) ||
	    !member_text(item, "text", &text))
		return;
	if (document != NULL)
		forget(server, document);
	if (server->opened == DOCUMENTS_MAX || text.len > DOCUMENT_MAX) {
		server_show(server, 1,
		    "the document is too large, or one too many; it is not "
		    "checked");
		return;
	}
	member_text(item, "languageId", &language);
	member_number(item, "version", &version);
	document = opened_new(uri, language, text, server->encoding);
	document->version = (long)version;
	document->next = server->documents;
	server->documents = document;
	server->opened++;
	find_judge(server, document);
}

/* One change; false if it cannot be made. */
static bool
change(struct opened *document, const struct tree_node *node)
{
	const struct tree_node *range = member_at(node, "range");
	struct slice text;
	size_t from, to;

	if (!member_text(node, "text", &text))
		return false;
	if (range == NULL)
		return opened_set(document, text);
	return read_range(document, range, &from, &to) &&
	    opened_edit(document, from, to, text);
}

void
lsp_change(struct server *server, const struct tree_node *params)
{
	struct opened *document = server_document(server, params, false);
	const struct tree_node *changes = member_at(params, "contentChanges");
	unsigned long version;

	if (document == NULL || changes == NULL || changes->type != TREE_LIST)
		return;
	if (member_number(
		member_at(params, "textDocument"), "version", &version))
		document->version = (long)version;
	for (const struct tree_node *c = changes->first; c; c = c->next) {
		if (change(document, c))
			continue;
		/* What is not known of it any more must not be used. */
		server_show(server, 1,
		    "a change cannot be made; the document is not checked any "
		    "more");
		forget(server, document);
		return;
	}
}

void
lsp_save(struct server *server, const struct tree_node *params)
{
	struct opened *document = server_document(server, params, false);

	if (document == NULL)
		return;
	document->is_paused = false;
	if (find_judge(server, document))
		opened_unread(document);
}

void
lsp_close(struct server *server, const struct tree_node *params)
{
	struct opened *document = server_document(server, params, false);
	struct json json;

	if (document == NULL)
		return;
	server_begin(server, &json, "textDocument/publishDiagnostics");
	json_begin(&json, "params", '{');
	json_string(&json, "uri", document->uri);
	json_begin(&json, "diagnostics", '[');
	json_end(&json, ']');
	json_end(&json, '}');
	server_send(server, &json);
	forget(server, document);
}

void
lsp_files_changed(struct server *server, const struct tree_node *params)
{
	(void)params;
	for (struct opened *d = server->documents; d != NULL; d = d->next)
		if (find_judge(server, d))
			opened_unread(d);
}
