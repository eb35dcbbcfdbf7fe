/* Ternion: what client and server tell each other about themselves. */
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

/* What the client supports, by its capabilities and the user's settings. */
static void
read_client_options(struct client *client, const struct tree_node *params)
{
	const struct tree_node *all = member_at(params, "capabilities");
	const struct tree_node *document = member_at(all, "textDocument");
	const struct tree_node *settings =
	    member_at(params, "initializationOptions");
	struct slice help = slice_of("man:ternion(1)#");
	unsigned long parent;

	client->findings.related =
	    member_true(document, "publishDiagnostics.relatedInformation");
	client->findings.links =
	    member_true(document, "publishDiagnostics.codeDescriptionSupport");
	client->findings.tags =
	    member_has(document, "publishDiagnostics.tagSupport.valueSet", "1");
	client->versions =
	    member_true(document, "publishDiagnostics.versionSupport");
	client->actions =
	    member_at(document, "codeAction.codeActionLiteralSupport") != NULL;
	client->markdown =
	    member_has(document, "hover.contentFormat", "markdown");
	client->offsets = member_true(document,
	    "signatureHelp.signatureInformation.parameterInformation."
	    "labelOffsetSupport");
	client->symbol_trees = member_true(
	    document, "documentSymbol.hierarchicalDocumentSymbolSupport");
	member_number(document, "foldingRange.rangeLimit", &client->folds);
	client->progress = member_true(all, "window.workDoneProgress");
	client->watches = member_true(
	    all, "workspace.didChangeWatchedFiles.dynamicRegistration");
	client->images = client->markdown &&
	    (member_at(settings, "images") != NULL
		    ? member_true(settings, "images")
		    : member_has(all, "general.markdown.allowedTags", "img"));
	member_text(settings, "help", &help);
	strbuf_slice(&client->help, help);
	client->findings.help = strbuf_as_slice(&client->help);
	if (member_number(params, "processId", &parent))
		client->parent = (long)parent;
}

/* What the server can do; a format. */
static const char capabilities_format[] =
    ",\"textDocumentSync\":{\"openClose\":true,\"change\":2,\"save\":true},"
    "\"codeActionProvider\":{\"codeActionKinds\":"
    "[\"quickfix\",\"source.fixAll.ternion\"]},"
    "\"hoverProvider\":true,"
    "\"documentFormattingProvider\":true,"
    "\"documentRangeFormattingProvider\":true,"
    "\"documentSymbolProvider\":true,"
    "\"foldingRangeProvider\":true,"
    "\"semanticTokensProvider\":%s,"
    "\"completionProvider\":{\"triggerCharacters\":"
    "[\"[\",\"\\\"\",\" \",\"$\"]},"
    "\"signatureHelpProvider\":{\"triggerCharacters\":[\" \",\".\"]}";

enum message_error
lsp_initialize(struct request *request)
{
	struct server *server = request->server;
	const struct tree_node *params = request->params;
	struct json *json = request->json;

	if (params == NULL || params->type != TREE_MAP)
		return ERROR_INVALID_PARAMS;
	server->encoding = choose_encoding(params);
	read_client_options(&server->client, params);
	server->phase = PHASE_RUNNING;
	json_begin(json, "result", '{');
	json_begin(json, "capabilities", '{');
	json_string(json, "positionEncoding", encoding_names[server->encoding]);
	strbuf_printf(json->out, capabilities_format, lsp_tokens_provider);
	json_end(json, '}');
	json_begin(json, "serverInfo", '{');
	json_string(json, "name", "ternion");
	json_string(json, "version", TERNION_VERSION);
	json_end(json, '}');
	json_end(json, '}');
	return ERROR_NONE;
}

/* Asks to be told when a configuration changes. */
void
lsp_initialized(struct server *server, const struct tree_node *params)
{
	(void)params;
	if (!server->client.watches)
		return;
	strbuf_printf(&server->body,
	    "{\"jsonrpc\":\"2.0\",\"id\":%lu,"
	    "\"method\":\"client/registerCapability\","
	    "\"params\":{\"registrations\":[{"
	    "\"id\":\"ternion-configuration\","
	    "\"method\":\"workspace/didChangeWatchedFiles\","
	    "\"registerOptions\":{\"watchers\":["
	    "{\"globPattern\":\"**/.ternion.yaml\"}]}}]}}",
	    ++server->requests);
	server_send(server);
}

enum message_error
lsp_shutdown(struct request *request)
{
	request->server->phase = PHASE_SHUT;
	json_null(request->json, "result");
	return ERROR_NONE;
}
