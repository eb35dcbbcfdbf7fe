/* Ternion: edits of a document, as the protocol has them. */
#include "cmd/lsp/edits.h"

void
json_place(struct json *json, const char *key, struct spot place)
{
	json_begin(json, key, '{');
	json_number(json, "line", place.line);
	json_number(json, "character", place.column);
	json_end(json, '}');
}

void
json_range(struct json *json, const char *key, struct cursor *cursor,
    size_t from, size_t to)
{
	json_begin(json, key, '{');
	json_place(json, "start", cursor_to(cursor, from));
	json_place(json, "end", cursor_to(cursor, to));
	json_end(json, '}');
}

void
edits_begin(struct edits *edits, const struct opened *document,
    struct json *json, const char *key)
{
	edits->document = document;
	edits->json = json;
	cursor_init(&edits->cursor, &document->text);
	json_begin(json, key, '[');
}

void
edits_put(struct edits *edits, size_t from, size_t to, struct slice text)
{
	json_begin(edits->json, NULL, '{');
	json_range(edits->json, "range", &edits->cursor, from, to);
	json_text(edits->json, "newText", text);
	json_end(edits->json, '}');
}

void
edits_end(struct edits *edits)
{
	json_end(edits->json, ']');
}

void
edits_begin_workspace(
    struct edits *edits, const struct opened *document, struct json *json)
{
	json_begin(json, "edit", '{');
	json_begin(json, "changes", '{');
	edits_begin(edits, document, json, document->uri);
}

void
edits_end_workspace(struct edits *edits)
{
	edits_end(edits);
	json_end(edits->json, '}');
	json_end(edits->json, '}');
}
