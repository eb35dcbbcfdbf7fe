/* Ternion: folding: games, their tags, comments and variations. */
#include "cmd/lsp/look.h"
#include "cmd/lsp/server.h"

enum {
	FOLDS_MOST = 5000,       /* unless the client wants fewer */
	SMALL = 2 * 1024 * 1024, /* bytes of a document of which more is folded
				    than games */
};

struct folding {
	const struct opened *document;
	struct json *json;
	struct cursor cursor;
	struct look look;
	unsigned long left; /* how many more there may be */
};

/* Folds the lines from one place to another, if there are several. */
static void
put_fold(struct folding *folding, size_t from, size_t to, const char *kind)
{
	uint32_t first = cursor_to(&folding->cursor, from).line;
	uint32_t last = cursor_to(&folding->cursor, to).line;
	struct json *json = folding->json;

	if (last <= first || folding->left == 0)
		return;
	folding->left--;
	json_begin(json, NULL, '{');
	json_number(json, "startLine", first);
	json_number(json, "endLine", last);
	if (kind != NULL)
		json_string(json, "kind", kind);
	json_end(json, '}');
}

static void
fold_comments(struct folding *folding, const struct comments *comments)
{
	for (const struct comment *c = comments->first; c; c = c->next)
		put_fold(folding, look_start(&folding->look, c->span),
		    look_stop(&folding->look, c->span), "comment");
}

static size_t
last_of(const struct line *line)
{
	return line->last->span.start + line->last->span.len;
}

static void
fold_line(struct folding *folding, const struct line *line)
{
	fold_comments(folding, &line->comment);
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		if (ply->notes == NULL)
			continue;
		fold_comments(folding, &ply->notes->before);
		fold_comments(folding, &ply->notes->comment);
		for (const struct line *v = ply->notes->variations; v;
		     v = v->next) {
			if (v->first != NULL)
				put_fold(folding,
				    look_start(&folding->look,
					v->open.len > 0 ? v->open
							: v->first->span),
				    folding->look.window + last_of(v), NULL);
			fold_line(folding, v);
		}
		fold_comments(folding, &ply->notes->after);
	}
}

/* The tags, which stand before the moves in PGN. */
static void
fold_tags(struct folding *folding)
{
	const struct tag *first = folding->look.record.tags, *last = first;

	if (first == NULL || !folding->look.record.is_movetext)
		return;
	while (last->next != NULL)
		last = last->next;
	put_fold(folding, look_start(&folding->look, first->span),
	    look_stop(&folding->look, last->span), "imports");
}

static void
fold_game(struct folding *folding, size_t segment, size_t begins)
{
	bool is_read = folding->document->text.bytes <= SMALL &&
	    look_read(&folding->look, segment);
	size_t from, to;

	/* Without a look into it a record is its segment. */
	if (!is_read)
		memset(&folding->look.record, 0, sizeof(folding->look.record));
	look_ends(&folding->look, segment, begins, &from, &to);
	put_fold(folding, from, to, "region");
	if (!is_read)
		return;
	fold_tags(folding);
	fold_line(folding, &folding->look.record.line);
}

enum message_error
lsp_folding(
    struct server *server, const struct tree_node *params, struct json *json)
{
	struct opened *document = server_document(server, params, true);
	unsigned long most = server->client.folds;
	struct folding folding = { .document = document,
		.json = json,
		.left = most > 0 && most < FOLDS_MOST ? most : FOLDS_MOST };
	size_t segment = 0, begins = 0;

	if (document == NULL)
		return ERROR_INVALID_PARAMS;
	json_begin(json, "result", '[');
	cursor_init(&folding.cursor, &document->text);
	look_begin(&folding.look, document, false);
	for (; !document->is_foreign && folding.left > 0 &&
	     look_next(document, &segment, &begins, document->text.bytes) &&
	     !server_cancelled(server);
	     begins += document->text.segment[segment++].len)
		fold_game(&folding, segment, begins);
	look_end(&folding.look);
	json_end(json, ']');
	return server_cancelled(server) ? ERROR_CANCELLED : ERROR_NONE;
}
