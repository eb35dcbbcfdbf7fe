/* Ternion: documents opened, changed, saved and closed, and their diagnostics.
 */
#include "cmd/lsp/server.h"

enum {
	DOCUMENTS_MAX = 1000
};

void
lsp_publish(struct server *server, struct doc *document)
{
	struct strbuf *body = &server->body;

	document->is_changed = false;
	put_json(body,
	    "{'jsonrpc':'2.0','method':'textDocument/publishDiagnostics',"
	    "'params':{'uri':%s",
	    document->uri);
	if (client_can(
		server, "textDocument.publishDiagnostics.versionSupport"))
		put_json(body, "'version':%u", document->version);
	put_json(body, "'diagnostics':[");
	doc_put_findings(document, body);
	put_json(body, "]}}");
	server_send(server);
}

/* Reads a document from its beginning if its options have changed. */
static void
update_options(struct server *server, struct doc *document)
{
	const struct doc *other = server->documents;
	struct strbuf words = STRBUF_INIT;

	if (!doc_configure(document, server->call))
		return;
	doc_restart(document);
	while (other != NULL &&
	    (other == document || !doc_shares_config(other, document)))
		other = other->next;
	if (!document->is_config_faulty || other != NULL)
		return;
	strbuf_printf(&words,
	    "%s has an error and is ignored; the log of the server has details",
	    document->config);
	server_show(server, 2, words.ptr);
	strbuf_release(&words);
}

/* Takes a document out of the list and frees it. */
static void
forget_document(struct server *server, struct doc *document)
{
	struct doc **link = &server->documents;

	while (*link != document)
		link = &(*link)->next;
	*link = document->next;
	if (server->shown == document)
		server_end_progress(server);
	doc_free(document);
}

void
lsp_open(struct request *request)
{
	struct server *server = request->server;
	const struct tree_node *item =
	    member_at(request->params, "textDocument");
	struct doc *document;
	struct slice uri, language = { "", 0 }, text;
	unsigned long open = 0;

	if (!member_text(item, "uri", &uri) ||
	    !member_text(item, "text", &text))
		return;
	document = server_document(server, request->params);
	if (document != NULL)
		forget_document(server, document);
	for (document = server->documents; document; document = document->next)
		open++;
	if (open >= DOCUMENTS_MAX || text.len > DOCUMENT_MAX) {
		server_show(server, 1,
		    "the document is too large, or there are too many; it is "
		    "not checked");
		return;
	}
	member_text(item, "languageId", &language);
	document =
	    doc_new(uri, language, text, server->encoding, server->client);
	member_number(item, "version", &document->version);
	document->next = server->documents;
	server->documents = document;
	update_options(server, document);
}

/* Makes one change; false if it is invalid. */
static bool
change(struct doc *document, const struct tree_node *node)
{
	const struct tree_node *range = member_at(node, "range");
	size_t from = 0, to = document->text.bytes.len;
	struct slice text;

	return member_text(node, "text", &text) &&
	    (range == NULL || read_range(&document->text, range, &from, &to)) &&
	    doc_edit(document, from, to, text);
}

void
lsp_change(struct request *request)
{
	struct doc *document = request->document;
	const struct tree_node *c =
	    member_first(request->params, "contentChanges");

	member_number(
	    request->params, "textDocument.version", &document->version);
	while (c != NULL && change(document, c))
		c = c->next;
	if (c == NULL)
		return;
	server_show(request->server, 1,
	    "a change cannot be applied; the document is no longer checked");
	forget_document(request->server, document);
}

void
lsp_save(struct request *request)
{
	/* The user may have stopped the reading. */
	request->document->is_changed |= !request->document->is_read;
	update_options(request->server, request->document);
}

/* A closed document has no diagnostics, and no version. */
void
lsp_close(struct request *request)
{
	struct server *server = request->server;

	put_json(&server->body,
	    "{'jsonrpc':'2.0','method':'textDocument/publishDiagnostics',"
	    "'params':{'uri':%s,'diagnostics':[]}}",
	    request->document->uri);
	server_send(server);
	forget_document(server, request->document);
}

void
lsp_files_changed(struct request *request)
{
	struct server *server = request->server;

	for (struct doc *d = server->documents; d != NULL; d = d->next)
		update_options(server, d);
}
