/* Ternion: how client and server introduce themselves. */
#include "cmd/lsp/server.h"
#include "formats/ternion/ternion.h"

static const char *const encoding_names[] = { [ENCODING_UTF8] = "utf-8",
	[ENCODING_UTF16] = "utf-16",
	[ENCODING_UTF32] = "utf-32" };

/* The first encoding of the client's list that the server knows. */
static enum encoding
choose_encoding(const struct tree_node *params)
{
	const struct tree_node *n =
	    member_first(params, "capabilities.general.positionEncodings");

	for (; n != NULL; n = n->next)
		for (unsigned i = 0; i < 3; i++)
			if (n->type == TREE_TEXT &&
			    slice_is(n->text, encoding_names[i]))
				return (enum encoding)i;
	return ENCODING_UTF16;
}

void
lsp_initialize(struct request *request)
{
	struct server *server = request->server;
	const struct tree_node *params = request->params;

	if (params == NULL || params->type != TREE_MAP) {
		request->error = ERROR_INVALID_PARAMS;
		return;
	}
	/* The capabilities are needed as long as the server runs. */
	server->client = params;
	server->client_arena = server->arena;
	server->arena = (struct arena)ARENA_INIT;
	server->encoding = choose_encoding(params);
	server->phase = PHASE_RUNNING;
	put_json(request->out,
	    "{'capabilities':{'positionEncoding':%s,"
	    "'textDocumentSync':{'openClose':true,'change':2,'save':true},"
	    "'codeActionProvider':{'codeActionKinds':"
	    "['quickfix','source.fixAll.ternion']},"
	    "'hoverProvider':true,"
	    "'documentFormattingProvider':true,"
	    "'documentRangeFormattingProvider':true,"
	    "'documentSymbolProvider':true,"
	    "'documentHighlightProvider':true,"
	    "'renameProvider':{'prepareProvider':true},"
	    "'workspaceSymbolProvider':true,"
	    "'foldingRangeProvider':true,"
	    /* The types and modifiers of tokens.c, in their order. */
	    "'semanticTokensProvider':{'legend':{'tokenTypes':["
	    "'property','string','number','comment','keyword','operator',"
	    "'function','type','variable'],'tokenModifiers':["
	    "'firstPlayer','secondPlayer','thirdPlayer','variation']},"
	    "'range':true,'full':true},"
	    "'completionProvider':{'triggerCharacters':['[','\\\"',' ','$']},"
	    "'signatureHelpProvider':{'triggerCharacters':[' ','.']}%j},"
	    "'serverInfo':{'name':'ternion','version':%s}}",
	    encoding_names[server->encoding],
	    member_true(params, "initializationOptions.lenses")
		? slice_of(",\"codeLensProvider\":{}")
		: slice_of(""),
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
	put_json(&server->body,
	    "{'jsonrpc':'2.0','id':%u,'method':'client/registerCapability',"
	    "'params':{'registrations':[{'id':'ternion-configuration',"
	    "'method':'workspace/didChangeWatchedFiles','registerOptions':"
	    "{'watchers':[{'globPattern':'**/.ternion.yaml'}]}}]}}",
	    ++server->requests);
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
