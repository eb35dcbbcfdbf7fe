/* Ternion: the outline of a document: its games and variations as symbols, and
 * what can be folded. */
#include "cmd/lsp/look.h"
#include "cmd/lsp/server.h"

enum {
	GAMES_MAX = 20000,              /* symbols in a list */
	FOLDS_MAX = 5000,               /* unless the client wants fewer */
	DETAILED_MAX = 2 * 1024 * 1024, /* bytes of a document of which more
					   than games is told */
	TOKENS_SHOWN = 3,               /* moves in the name of a variation */
	SYMBOL_CLASS = 5,
	SYMBOL_METHOD = 6,
};

struct outline {
	const struct request *request;
	const struct doc_text *text;
	struct json *json;
	struct look look;
	unsigned long games, folds;
	bool is_detailed;
};

/* Where a line ends, with the variations of its last ply. */
static size_t
end_of_variation(const struct look *look, const struct line *line)
{
	const struct ply *last = line->last;
	size_t end;

	if (last == NULL)
		return 0;
	end = look_stop(look, last->span);
	for (const struct line *v =
		 last->notes != NULL ? last->notes->variations : NULL;
	     v != NULL; v = v->next) {
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

/*
 * Symbols
 */

/* Whether a tag names a player of some game. */
static bool
is_player_tag(struct slice name)
{
	for (const struct variant *const *v = variants; *v != NULL; v++)
		if (variant_player_tag(*v, name.ptr, name.len) < PLAYERS)
			return true;
	return false;
}

/* "Ann – Bea – Cem", or the number of the game; and its event and result. */
static void
put_game_name(struct outline *outline)
{
	const struct record *record = &outline->look.record;
	const struct tag *event = record_tag(record, "Event");
	struct strbuf words = STRBUF_INIT;

	for (const struct tag *t = record->tags; t != NULL; t = t->next) {
		if (!is_player_tag(t->name) || t->value.len == 0)
			continue;
		strbuf_puts(&words, words.len > 0 ? " \xe2\x80\x93 " : "");
		strbuf_valid(&words, t->value);
	}
	if (words.len == 0)
		strbuf_printf(&words, "Game %lu", outline->games);
	json_text(outline->json, "name", strbuf_as_slice(&words));
	json_number(outline->json, "kind", SYMBOL_CLASS);
	strbuf_reset(&words);
	if (event != NULL)
		strbuf_valid(&words, event->value);
	if (record->result.len > 0) {
		strbuf_puts(&words, words.len > 0 ? ", " : "");
		strbuf_valid(&words, record->result);
	}
	if (words.len > 0 && outline->request->server->client.symbol_trees)
		json_text(outline->json, "detail", strbuf_as_slice(&words));
	strbuf_release(&words);
}

static void
put_variation_name(struct json *json, const struct line *line)
{
	const struct ply *ply = line->first;
	struct strbuf name = STRBUF_INIT;

	if (ply->number_span.len > 0)
		strbuf_printf(&name, "%lu%.*s ", (unsigned long)ply->number,
		    ply->dots < 3 ? (int)ply->dots : 3, "...");
	for (unsigned i = 0; ply != NULL && i < TOKENS_SHOWN; i++) {
		strbuf_puts(&name, i > 0 ? " " : "");
		strbuf_valid(&name, ply->token);
		ply = ply->next;
	}
	json_text(json, "name", strbuf_as_slice(&name));
	strbuf_release(&name);
}

static void
put_variation_symbols(struct outline *outline, const struct line *line)
{
	const struct look *look = &outline->look;
	struct json *json = outline->json;

	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		const struct line *v =
		    ply->notes != NULL ? ply->notes->variations : NULL;

		for (; v != NULL; v = v->next) {
			if (v->first == NULL)
				continue;
			json_begin(json, NULL, '{');
			put_variation_name(json, v);
			json_number(json, "kind", SYMBOL_METHOD);
			json_range(json, "range", outline->text,
			    start_of_variation(look, v),
			    end_of_variation(look, v));
			json_range(json, "selectionRange", outline->text,
			    look_start(look, v->first->span),
			    look_stop(look, v->first->span));
			json_begin(json, "children", '[');
			put_variation_symbols(outline, v);
			json_end(json, ']');
			json_end(json, '}');
		}
	}
}

static void
put_game_symbol(struct outline *outline)
{
	struct json *json = outline->json;
	struct slice text = look_text(&outline->look);
	size_t from = (size_t)(text.ptr - outline->text->bytes);
	size_t to = from + text.len;

	json_begin(json, NULL, '{');
	put_game_name(outline);
	if (outline->request->server->client.symbol_trees) {
		json_range(json, "range", outline->text, from, to);
		json_range(json, "selectionRange", outline->text, from, from);
		json_begin(json, "children", '[');
		if (outline->is_detailed)
			put_variation_symbols(
			    outline, &outline->look.record.line);
		json_end(json, ']');
	} else {
		json_begin(json, "location", '{');
		json_string(json, "uri", outline->request->document->uri);
		json_range(json, "range", outline->text, from, to);
		json_end(json, '}');
	}
	json_end(json, '}');
}

/*
 * Folds
 */

/* Folds the lines of a part of the text, if there are several. */
static void
put_fold(struct outline *outline, size_t from, size_t to, const char *kind)
{
	uint32_t first = text_spot(outline->text, from).line;
	uint32_t last = text_spot(outline->text, to).line;
	struct json *json = outline->json;

	if (last <= first || outline->folds == 0)
		return;
	outline->folds--;
	json_begin(json, NULL, '{');
	json_number(json, "startLine", first);
	json_number(json, "endLine", last);
	if (kind != NULL)
		json_string(json, "kind", kind);
	json_end(json, '}');
}

static void
fold_comments(struct outline *outline, const struct comments *comments)
{
	for (const struct comment *c = comments->first; c; c = c->next)
		put_fold(outline, look_start(&outline->look, c->span),
		    look_stop(&outline->look, c->span), "comment");
}

static void
fold_line(struct outline *outline, const struct line *line)
{
	const struct look *look = &outline->look;

	fold_comments(outline, &line->comment);
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		if (ply->notes == NULL)
			continue;
		fold_comments(outline, &ply->notes->before);
		fold_comments(outline, &ply->notes->comment);
		for (const struct line *v = ply->notes->variations; v;
		     v = v->next) {
			if (v->first != NULL)
				put_fold(outline, start_of_variation(look, v),
				    look_stop(look, v->last->span), NULL);
			fold_line(outline, v);
		}
		fold_comments(outline, &ply->notes->after);
	}
}

static void
fold_game(struct outline *outline)
{
	const struct look *look = &outline->look;
	const struct tag *first = look->record.tags, *last = first;
	struct slice text = look_text(look);
	size_t from = (size_t)(text.ptr - outline->text->bytes);

	put_fold(outline, from, from + text.len, "region");
	if (!outline->is_detailed)
		return;
	/* In PGN all tags precede the moves. */
	if (first != NULL && look->record.is_movetext) {
		while (last->next != NULL)
			last = last->next;
		put_fold(outline, look_start(look, first->span),
		    look_stop(look, last->span), "imports");
	}
	fold_line(outline, &look->record.line);
}

/*
 * Requests
 */

static enum message_error
answer_outline(struct request *request, void (*put)(struct outline *outline))
{
	const struct opened *document = request->document;
	unsigned long most = request->server->client.folds;
	struct outline outline = { .request = request,
		.text = &document->text,
		.json = request->json,
		.folds = most > 0 && most < FOLDS_MAX ? most : FOLDS_MAX,
		.is_detailed = document->text.len <= DETAILED_MAX };

	json_begin(outline.json, "result", '[');
	look_begin(&outline.look, document, 0);
	while (!document->is_foreign && !server_cancelled(request->server) &&
	    outline.games++ < GAMES_MAX && outline.folds > 0 &&
	    look_next(&outline.look))
		put(&outline);
	look_end(&outline.look);
	json_end(outline.json, ']');
	return ERROR_NONE;
}

enum message_error
lsp_symbols(struct request *request)
{
	return answer_outline(request, put_game_symbol);
}

enum message_error
lsp_fold(struct request *request)
{
	return answer_outline(request, fold_game);
}
