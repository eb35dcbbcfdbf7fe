/* Ternion: symbols: the games of a document, and their variations. */
#include "cmd/lsp/edits.h"
#include "cmd/lsp/look.h"
#include "cmd/lsp/server.h"

enum {
	GAMES_MOST = 20000,      /* in a list */
	SMALL = 2 * 1024 * 1024, /* bytes of a document of which variations are
				    listed */
	TOKENS_SHOWN = 3,        /* of a variation */
	SYMBOL_CLASS = 5,
	SYMBOL_METHOD = 6,
};

struct naming_symbols {
	struct server *server;
	const struct opened *document;
	struct json *json;
	struct cursor cursor;
	struct look look;
	unsigned long games;
};

/* Whether a tag names a player of some game. */
static bool
is_player(struct slice name)
{
	for (const struct variant *const *v = variants; *v != NULL; v++)
		if (variant_player_tag(*v, name.ptr, name.len) < PLAYERS)
			return true;
	return false;
}

/* "Ann - Bea - Cem", or the number of the game. */
static void
name_game(const struct naming_symbols *symbols, struct strbuf *name)
{
	for (const struct tag *t = symbols->look.record.tags; t; t = t->next) {
		if (!is_player(t->name) || t->value.len == 0)
			continue;
		strbuf_puts(name, name->len > 0 ? " \xe2\x80\x93 " : "");
		strbuf_valid(name, t->value);
	}
	if (name->len == 0)
		strbuf_printf(name, "Game %lu", symbols->games);
}

static void
put_detail(const struct naming_symbols *symbols)
{
	const struct record *record = &symbols->look.record;
	const struct tag *event = record_tag(record, "Event");
	struct strbuf detail = STRBUF_INIT;

	if (event != NULL)
		strbuf_valid(&detail, event->value);
	if (record->result.len > 0) {
		strbuf_puts(&detail, detail.len > 0 ? ", " : "");
		strbuf_valid(&detail, record->result);
	}
	if (detail.len > 0)
		json_text(symbols->json, "detail", strbuf_as_slice(&detail));
	strbuf_release(&detail);
}

/*
 * Variations
 */

static size_t
end_of_line(const struct line *line)
{
	const struct ply *last = line->last;
	size_t end = last->span.start + last->span.len, inner;

	if (last->notes == NULL)
		return end;
	for (const struct line *v = last->notes->variations; v; v = v->next) {
		inner = v->last != NULL ? end_of_line(v) : 0;
		end = inner > end ? inner : end;
	}
	return end;
}

static void
name_variation(const struct line *line, struct strbuf *name)
{
	const struct ply *ply = line->first;
	unsigned shown = 0;

	if (ply->number_span.len > 0)
		strbuf_printf(name, "%lu%.*s ", (unsigned long)ply->number,
		    ply->dots < 3 ? (int)ply->dots : 3, "...");
	for (; ply != NULL && shown < TOKENS_SHOWN; ply = ply->next, shown++) {
		strbuf_puts(name, shown > 0 ? " " : "");
		strbuf_valid(name, ply->token);
	}
}

static void put_variations(
    struct naming_symbols *symbols, const struct line *line);

static void
put_variation(struct naming_symbols *symbols, const struct line *line)
{
	struct json *json = symbols->json;
	const struct look *look = &symbols->look;
	size_t start = look_start(
	    look, line->open.len > 0 ? line->open : line->first->span);
	struct strbuf name = STRBUF_INIT;

	name_variation(line, &name);
	json_begin(json, NULL, '{');
	json_text(json, "name", strbuf_as_slice(&name));
	json_number(json, "kind", SYMBOL_METHOD);
	json_range(json, "range", &symbols->cursor, start,
	    look->window + end_of_line(line));
	json_range(json, "selectionRange", &symbols->cursor,
	    look_start(look, line->first->span),
	    look_stop(look, line->first->span));
	json_begin(json, "children", '[');
	put_variations(symbols, line);
	json_end(json, ']');
	json_end(json, '}');
	strbuf_release(&name);
}

static void
put_variations(struct naming_symbols *symbols, const struct line *line)
{
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		if (ply->notes == NULL)
			continue;
		for (const struct line *v = ply->notes->variations; v;
		     v = v->next)
			if (v->first != NULL)
				put_variation(symbols, v);
	}
}

/*
 * Games
 */

static void
put_game(struct naming_symbols *symbols, size_t segment, size_t begins)
{
	struct json *json = symbols->json;
	bool is_tree = symbols->server->client.symbol_trees;
	struct strbuf name = STRBUF_INIT;
	size_t from, to;

	look_ends(&symbols->look, segment, begins, &from, &to);
	name_game(symbols, &name);
	json_begin(json, NULL, '{');
	json_text(json, "name", strbuf_as_slice(&name));
	json_number(json, "kind", SYMBOL_CLASS);
	if (is_tree) {
		put_detail(symbols);
		json_range(json, "range", &symbols->cursor, from, to);
		json_range(
		    json, "selectionRange", &symbols->cursor, from, from);
		json_begin(json, "children", '[');
		if (symbols->document->text.bytes <= SMALL)
			put_variations(symbols, &symbols->look.record.line);
		json_end(json, ']');
	} else {
		json_begin(json, "location", '{');
		json_string(json, "uri", symbols->document->uri);
		json_range(json, "range", &symbols->cursor, from, to);
		json_end(json, '}');
	}
	json_end(json, '}');
	strbuf_release(&name);
}

enum message_error
lsp_symbols(
    struct server *server, const struct tree_node *params, struct json *json)
{
	struct opened *document = server_document(server, params, true);
	struct naming_symbols symbols = {
		.server = server, .document = document, .json = json
	};
	size_t segment = 0, begins = 0;

	if (document == NULL)
		return ERROR_INVALID_PARAMS;
	json_begin(json, "result", '[');
	cursor_init(&symbols.cursor, &document->text);
	look_begin(&symbols.look, document, false);
	for (; !document->is_foreign && symbols.games < GAMES_MOST &&
	     look_next(document, &segment, &begins, document->text.bytes) &&
	     !server_cancelled(server);
	     begins += document->text.segment[segment++].len) {
		symbols.games++;
		if (look_read(&symbols.look, segment))
			put_game(&symbols, segment, begins);
	}
	look_end(&symbols.look);
	json_end(json, ']');
	return server_cancelled(server) ? ERROR_CANCELLED : ERROR_NONE;
}
