/* Ternion: what client and server tell each other of themselves. */
#include "cmd/lsp/server.h"
#include "formats/ternion/ternion.h"

/* The first encoding that the client names and that is one of ours. */
static enum encoding
choose_encoding(const struct tree_node *capabilities)
{
	static const char *const names[] = { "utf-8", "utf-16", "utf-32" };
	const struct tree_node *list =
	    member_at(capabilities, "general.positionEncodings");

	if (list == NULL || list->type != TREE_LIST)
		return ENCODING_UTF16;
	for (const struct tree_node *n = list->first; n; n = n->next)
		for (unsigned i = 0; i < 3; i++)
			if (n->type == TREE_TEXT && slice_is(n->text, names[i]))
				return (enum encoding)i;
	return ENCODING_UTF16;
}

static void
read_diagnostics(struct client *client, const struct tree_node *node)
{
	struct finding_style *style = &client->findings;

	style->related = member_true(node, "relatedInformation");
	style->links = member_true(node, "codeDescriptionSupport");
	style->tags = list_has(member_at(node, "tagSupport.valueSet"), "1");
	client->versions = member_true(node, "versionSupport");
}

/* What the client can do. */
static void
read_capabilities(struct client *client, const struct tree_node *node)
{
	const struct tree_node *document = member_at(node, "textDocument");

	read_diagnostics(client, member_at(document, "publishDiagnostics"));
	client->actions =
	    member_at(document, "codeAction.codeActionLiteralSupport") != NULL;
	client->markdown =
	    list_has(member_at(document, "hover.contentFormat"), "markdown");
	client->images = client->markdown &&
	    list_has(member_at(node, "general.markdown.allowedTags"), "img");
	client->offsets = member_true(
	    member_at(document,
		"signatureHelp.signatureInformation.parameterInformation"),
	    "labelOffsetSupport");
	client->symbol_trees =
	    member_true(member_at(document, "documentSymbol"),
		"hierarchicalDocumentSymbolSupport");
	member_number(
	    member_at(document, "foldingRange"), "rangeLimit", &client->folds);
	client->progress =
	    member_true(member_at(node, "window"), "workDoneProgress");
	client->watches =
	    member_true(member_at(node, "workspace.didChangeWatchedFiles"),
		"dynamicRegistration");
}

/* What the user set for the server. */
static void
read_options(struct client *client, const struct tree_node *options)
{
	struct slice help = slice_of("man:ternion(1)#");

	member_text(options, "help", &help);
	if (member_at(options, "images") != NULL)
		client->images =
		    client->markdown && member_true(options, "images");
	strbuf_slice(&client->help, help);
	client->findings.help = strbuf_as_slice(&client->help);
}

static void
put_actions(struct json *json)
{
	json_begin(json, "codeActionProvider", '{');
	json_begin(json, "codeActionKinds", '[');
	json_string(json, NULL, "quickfix");
	json_string(json, NULL, "source.fixAll.ternion");
	json_end(json, ']');
	json_end(json, '}');
}

/* Each of the signs asks for what the provider has. */
static void
put_triggers(struct json *json, const char *key, const char *signs)
{
	json_begin(json, key, '{');
	json_begin(json, "triggerCharacters", '[');
	for (; *signs != '\0'; signs++)
		json_text(json, NULL, (struct slice){ signs, 1 });
	json_end(json, ']');
	json_end(json, '}');
}

static void
put_capabilities(const struct server *server, struct json *json)
{
	static const char *const encodings[] = { "utf-8", "utf-16", "utf-32" };

	json_begin(json, "capabilities", '{');
	json_string(json, "positionEncoding", encodings[server->encoding]);
	json_begin(json, "textDocumentSync", '{');
	json_bool(json, "openClose", true);
	json_number(json, "change", 2);
	json_bool(json, "save", true);
	json_end(json, '}');
	put_actions(json);
	json_bool(json, "hoverProvider", true);
	json_bool(json, "documentFormattingProvider", true);
	json_bool(json, "documentRangeFormattingProvider", true);
	json_bool(json, "documentSymbolProvider", true);
	json_bool(json, "foldingRangeProvider", true);
	lsp_put_legend(json);
	put_triggers(json, "completionProvider", "[\" $");
	put_triggers(json, "signatureHelpProvider", " .");
	json_end(json, '}');
}

enum message_error
lsp_initialize(
    struct server *server, const struct tree_node *params, struct json *json)
{
	const struct tree_node *capabilities =
	    member_at(params, "capabilities");
	unsigned long parent;

	if (params == NULL || params->type != TREE_MAP)
		return ERROR_INVALID_PARAMS;
	server->encoding = choose_encoding(capabilities);
	read_capabilities(&server->client, capabilities);
	read_options(
	    &server->client, member_at(params, "initializationOptions"));
	if (member_number(params, "processId", &parent))
		server->client.parent = (long)parent;
	server->phase = PHASE_RUNNING;
	json_begin(json, "result", '{');
	put_capabilities(server, json);
	json_begin(json, "serverInfo", '{');
	json_string(json, "name", "ternion");
	json_string(json, "version", TERNION_VERSION);
	json_end(json, '}');
	json_end(json, '}');
	return ERROR_NONE;
}

void
lsp_initialized(struct server *server, const struct tree_node *params)
{
	struct json json;

	(void)params;
	if (!server->client.watches)
		return;
	server_begin_request(server, &json, "client/registerCapability");
	json_begin(&json, "params", '{');
	json_begin(&json, "registrations", '[');
	json_begin(&json, NULL, '{');
	json_string(&json, "id", "ternion-configuration");
	json_string(&json, "method", "workspace/didChangeWatchedFiles");
	json_begin(&json, "registerOptions", '{');
	json_begin(&json, "watchers", '[');
	json_begin(&json, NULL, '{');
	json_string(&json, "globPattern", "**/.ternion.yaml");
	json_end(&json, '}');
	json_end(&json, ']');
	json_end(&json, '}');
	json_end(&json, '}');
	json_end(&json, ']');
	json_end(&json, '}');
	server_send(server, &json);
}

enum message_error
lsp_shutdown(
    struct server *server, const struct tree_node *params, struct json *json)
{
	(void)params;
	server->phase = PHASE_SHUT;
	json_null(json, "result");
	return ERROR_NONE;
}
