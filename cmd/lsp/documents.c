/* Ternion: documents opened, changed, saved and closed, and their diagnostics.
 */
#include "cmd/lsp/server.h"

enum {
	DOCUMENTS_MAX = 1000
};

/* Sends the list of diagnostics, which is empty if the document is closed. */
static void
publish(struct server *server, const struct opened *document, bool is_closed)
{
	struct strbuf *body = &server->body;

	strbuf_puts(body,
	    "{\"jsonrpc\":\"2.0\","
	    "\"method\":\"textDocument/publishDiagnostics\","
	    "\"params\":{\"uri\":");
	json_quote(body, slice_of(document->uri));
	if (server->client.versions && !is_closed)
		strbuf_printf(body, ",\"version\":%ld", document->version);
	strbuf_puts(body, ",\"diagnostics\":[");
	if (!is_closed)
		opened_put_findings(document, body);
	strbuf_puts(body, "]}}");
	server_send(server);
}

void
lsp_publish(struct server *server, struct opened *document)
{
	document->is_changed = false;
	document->published = clock_ms();
	publish(server, document, false);
}

/* Finds the judge of a document; true if it is another than before. */
static bool
find_judge(struct server *server, struct opened *document)
{
	struct judge *old = document->judge;
	bool is_new;

	document->judge =
	    judge_of(&server->judges, server->call, document->path, &is_new);
	if (is_new && document->judge->is_faulty) {
		struct strbuf words = STRBUF_INIT;

		strbuf_printf(&words,
		    "%s is faulty and does not count; the log of the server "
		    "has more",
		    document->judge->path);
		server_show(server, 2, words.ptr);
		strbuf_release(&words);
	}
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
	if (server->shown == document)
		server_end_progress(server);
	judge_drop(&server->judges, document->judge);
	opened_free(document);
}

void
lsp_open(struct server *server, const struct tree_node *params)
{
	const struct tree_node *item = member_at(params, "textDocument");
	struct opened *document = server_document(server, params);
	struct slice uri, language = { "", 0 }, text;
	unsigned long version = 0, open = 0;

	if (!member_text(item, "uri", &uri) ||
	    !member_text(item, "text", &text))
		return;
	if (document != NULL)
		forget(server, document);
	for (const struct opened *d = server->documents; d; d = d->next)
		open++;
	if (open == DOCUMENTS_MAX || text.len > DOCUMENT_MAX) {
		server_show(server, 1,
		    "the document is too large, or one too many; it is not "
		    "checked");
		return;
	}
	member_text(item, "languageId", &language);
	member_number(item, "version", &version);
	document = opened_new(
	    uri, language, text, server->encoding, &server->client.findings);
	document->version = (long)version;
	document->next = server->documents;
	server->documents = document;
	find_judge(server, document);
	opened_restart(document);
}

/* Makes one change; false if that cannot be done. */
static bool
change(struct opened *document, const struct tree_node *node)
{
	const struct tree_node *range = member_at(node, "range");
	size_t from = 0, to = document->text.len;
	struct slice text;

	return member_text(node, "text", &text) &&
	    (range == NULL || read_range(&document->text, range, &from, &to)) &&
	    opened_edit(document, from, to, text);
}

void
lsp_change(struct server *server, const struct tree_node *params)
{
	struct opened *document = server_document(server, params);
	const struct tree_node *c = member_first(params, "contentChanges");
	unsigned long version;

	if (document == NULL)
		return;
	if (member_number(params, "textDocument.version", &version))
		document->version = (long)version;
	for (; c != NULL; c = c->next) {
		if (change(document, c))
			continue;
		/* Its text is not known any more. */
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
	struct opened *document = server_document(server, params);

	if (document == NULL)
		return;
	document->is_paused = false;
	if (find_judge(server, document))
		opened_restart(document);
}

void
lsp_close(struct server *server, const struct tree_node *params)
{
	struct opened *document = server_document(server, params);

	if (document == NULL)
		return;
	publish(server, document, true);
	forget(server, document);
}

void
lsp_files_changed(struct server *server, const struct tree_node *params)
{
	(void)params;
	for (struct opened *d = server->documents; d != NULL; d = d->next)
		if (find_judge(server, d))
			opened_restart(d);
}
