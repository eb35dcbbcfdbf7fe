/* Ternion: edits of a document, as the protocol has them. */
#ifndef TERNION_CMD_LSP_EDITS_H
#define TERNION_CMD_LSP_EDITS_H

#include "cmd/lsp/document.h"
#include "formats/record/json.h"

struct edits {
	const struct opened *document;
	struct json *json;
	struct cursor cursor;
};

/* Begins a list of edits, with the key; each is put behind the other. */
void edits_begin(struct edits *edits, const struct opened *document,
    struct json *json, const char *key);
void edits_put(struct edits *edits, size_t from, size_t to, struct slice text);
void edits_end(struct edits *edits);

/* The same as the member "edit" of an action: of the one document. */
void edits_begin_workspace(
    struct edits *edits, const struct opened *document, struct json *json);
void edits_end_workspace(struct edits *edits);

/* Writes a range of offsets. */
void json_range(struct json *json, const char *key, struct cursor *cursor,
    size_t from, size_t to);
/* Writes a place. */
void json_place(struct json *json, const char *key, struct spot place);

#endif
