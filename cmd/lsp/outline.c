/* Ternion: the outline of a document: its games and variations as symbols. */
#include "cmd/lsp/server.h"

enum {
	GAMES_MAX = 20000, /* symbols in a list */
	TOKENS_SHOWN = 3,  /* moves in the name of a variation */
	SYMBOL_CLASS = 5,
	SYMBOL_METHOD = 6,
};

/* Appends a text, after a separator if there is one before. */
static void
append_word(struct strbuf *words, const char *separator, struct slice text)
{
	if (text.len == 0)
		return;
	strbuf_puts(words, words->len > 0 ? separator : "");
	strbuf_valid(words, text);
}

static void
put_variations(const struct request *request, const struct line *line)
{
	const struct walk *walk = &request->walk;
	struct json *json = request->json;
	const struct line *v;

	for (const struct ply *ply = line->first; ply; ply = ply->next)
		for (v = ply_variations(ply); v != NULL; v = v->next) {
			const struct ply *first = v->first, *p = first;
			SCRATCH name = STRBUF_INIT;

			if (first == NULL)
				continue;
			if (first->number_span.len > 0)
				strbuf_printf(&name, "%lu%.*s ",
				    (unsigned long)first->number,
				    first->dots < 3 ? (int)first->dots : 3,
				    "...");
			for (unsigned i = 0; p != NULL && i < TOKENS_SHOWN;
			     i++, p = p->next)
				append_word(&name, i > 0 ? " " : "", p->token);
			json_put(
			    json, "{name:%s kind:%u", name.ptr, SYMBOL_METHOD);
			put_span(json, "range", walk, variation_span(v));
			put_span(json, "selectionRange", walk, first->span);
			json_put(json, "children:[");
			put_variations(request, v);
			json_put(json, "]}");
		}
}

void
lsp_symbols(struct request *request)
{
	const struct record *record = &request->walk.session.record;
	const struct doc *document = request->document;
	struct json *json = request->json;
	SCRATCH words = STRBUF_INIT;
	bool is_tree = client_can(request->server,
	    "textDocument.documentSymbol.hierarchicalDocumentSymbolSupport");
	size_t from, to;

	for (unsigned i = 0; i < GAMES_MAX && walk_next(&request->walk); i++) {
		const struct tag *event = record_tag(record, "Event");

		strbuf_reset(&words);
		for (const struct tag *t = record->tags; t; t = t->next)
			if (variants_have_player(t->name.ptr, t->name.len))
				append_word(&words, " \xe2\x80\x93 ", t->value);
		if (words.len == 0)
			strbuf_printf(&words, "Game %lu", record->game);
		walk_find_text(&request->walk, &from, &to);
		json_put(json, "{name:%s kind:%u", words.ptr, SYMBOL_CLASS);
		if (!is_tree) {
			json_put(json, "location:{uri:%s", document->uri);
			put_range(json, "range", document, from, to);
			json_put(json, "}}");
			continue;
		}
		strbuf_reset(&words);
		if (event != NULL)
			append_word(&words, "", event->value);
		append_word(&words, ", ", record->result);
		json_put(json, "detail:!%.*s", (int)words.len, words.ptr);
		put_range(json, "range", document, from, to);
		put_range(json, "selectionRange", document, from, from);
		json_put(json, "children:[");
		put_variations(request, &record->line);
		json_put(json, "]}");
	}
}
