/* Ternion: the outline of a document: its games and variations as symbols, and
 * the parts that can be folded. */
#include "cmd/lsp/server.h"

enum {
	GAMES_MAX = 20000, /* symbols in a list */
	FOLDS_MAX = 5000,  /* unless the client wants fewer */
	TOKENS_SHOWN = 3,  /* moves in the name of a variation */
	SYMBOL_CLASS = 5,
	SYMBOL_METHOD = 6,
};

/* Where a line ends, with the variations of its last ply. */
static size_t
end_of_variation(const struct look *look, const struct line *line)
{
	size_t end;

	if (line->last == NULL)
		return 0;
	end = look_stop(look, line->last->span);
	for (const struct line *v = ply_variations(line->last); v;
	     v = v->next) {
		size_t inner = end_of_variation(look, v);

		end = inner > end ? inner : end;
	}
	return end;
}

static size_t
start_of_variation(const struct look *look, const struct line *line)
{
	return look_start(
	    look, line->open.len > 0 ? line->open : line->first->span);
}

static bool
is_player_tag(struct slice name)
{
	for (const struct variant *const *v = variants; *v != NULL; v++)
		if (variant_player_tag(*v, name.ptr, name.len) < PLAYERS)
			return true;
	return false;
}

/* Appends a text, and what separates it from one before. */
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
	const struct look *look = &request->look;
	const struct doc_text *text = &request->document->text;
	struct json *json = request->json;
	const struct line *v;

	for (const struct ply *ply = line->first; ply; ply = ply->next)
		for (v = ply_variations(ply); v != NULL; v = v->next) {
			const struct ply *first = v->first, *p = first;
			struct strbuf name = STRBUF_INIT;

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
			put_range(json, "range", text,
			    start_of_variation(look, v),
			    end_of_variation(look, v));
			put_range(json, "selectionRange", text,
			    look_start(look, first->span),
			    look_stop(look, first->span));
			json_put(json, "children:[");
			put_variations(request, v);
			json_put(json, "]}");
			strbuf_release(&name);
		}
}

void
lsp_symbols(struct request *request)
{
	const struct record *record = &request->look.record;
	const struct doc_text *text = &request->document->text;
	struct json *json = request->json;
	struct strbuf words = STRBUF_INIT;
	bool is_tree = client_can(request->server,
	    "textDocument.documentSymbol.hierarchicalDocumentSymbolSupport");
	size_t from, to;

	for (unsigned i = 0; i < GAMES_MAX && look_next(&request->look); i++) {
		const struct tag *event = record_tag(record, "Event");

		strbuf_reset(&words);
		for (const struct tag *t = record->tags; t; t = t->next)
			if (is_player_tag(t->name))
				append_word(&words, " \xe2\x80\x93 ", t->value);
		if (words.len == 0)
			strbuf_printf(&words, "Game %lu", record->game);
		look_find_text(&request->look, &from, &to);
		json_put(json, "{name:%s kind:%u", words.ptr, SYMBOL_CLASS);
		if (!is_tree) {
			json_put(
			    json, "location:{uri:%s", request->document->uri);
			put_range(json, "range", text, from, to);
			json_put(json, "}}");
			continue;
		}
		strbuf_reset(&words);
		if (event != NULL)
			append_word(&words, "", event->value);
		append_word(&words, ", ", record->result);
		if (words.len > 0)
			json_string(json, "detail", words.ptr);
		put_range(json, "range", text, from, to);
		put_range(json, "selectionRange", text, from, from);
		json_put(json, "children:[");
		put_variations(request, &record->line);
		json_put(json, "]}");
	}
	strbuf_release(&words);
}

/* Folds the lines of a part of the text, if there are several and *left is not
 * 0. */
static void
put_fold(const struct request *request, size_t from, size_t to,
    const char *kind, unsigned *left)
{
	unsigned first = text_spot(&request->document->text, from).line;
	unsigned last = text_spot(&request->document->text, to).line;

	if (last <= first || *left == 0)
		return;
	--*left;
	json_put(request->json, "{startLine:%u endLine:%u", first, last);
	if (kind != NULL)
		json_string(request->json, "kind", kind);
	json_end(request->json, '}');
}

static void
fold_comments(const struct request *request, const struct comments *comments,
    unsigned *left)
{
	for (const struct comment *c = comments->first; c; c = c->next)
		put_fold(request, look_start(&request->look, c->span),
		    look_stop(&request->look, c->span), "comment", left);
}

static void
fold_line(
    const struct request *request, const struct line *line, unsigned *left)
{
	const struct look *look = &request->look;

	fold_comments(request, &line->comment, left);
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		const struct line *v = ply_variations(ply);

		if (ply->notes == NULL)
			continue;
		fold_comments(request, &ply->notes->before, left);
		fold_comments(request, &ply->notes->comment, left);
		for (; v != NULL; v = v->next) {
			if (v->first != NULL)
				put_fold(request, start_of_variation(look, v),
				    look_stop(look, v->last->span), NULL, left);
			fold_line(request, v, left);
		}
		fold_comments(request, &ply->notes->after, left);
	}
}

void
lsp_fold(struct request *request)
{
	const struct look *look = &request->look;
	unsigned left = 0;
	size_t from, to;

	member_number(request->server->client,
	    "capabilities.textDocument.foldingRange.rangeLimit", &left);
	if (left == 0 || left > FOLDS_MAX)
		left = FOLDS_MAX;
	while (left > 0 && look_next(&request->look)) {
		const struct tag *first = look->record.tags, *last = first;

		look_find_text(look, &from, &to);
		put_fold(request, from, to, "region", &left);
		/* In PGN all tags precede the moves. */
		while (last != NULL && last->next != NULL)
			last = last->next;
		if (last != NULL && look->record.is_movetext)
			put_fold(request, look_start(look, first->span),
			    look_stop(look, last->span), "imports", &left);
		fold_line(request, &look->record.line, &left);
	}
}
