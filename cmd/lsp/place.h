/* Ternion: what stands at a place of a record. */
#ifndef TERNION_CMD_LSP_PLACE_H
#define TERNION_CMD_LSP_PLACE_H

#include "cmd/lsp/look.h"

enum place_kind {
	PLACE_NONE,
	PLACE_TAG_NAME,
	PLACE_TAG_VALUE,
	PLACE_PLY,
	PLACE_NAG, /* $ and a number, in movetext */
	PLACE_RESULT,
	PLACE_CODE, /* of a diagnostic, in a comment that suppresses it */
};

struct found_place {
	enum place_kind kind;
	struct span span; /* as those of the record */
	const struct tag *tag;
	struct ply *ply;
	struct line *line;        /* of the ply */
	const struct ply *parent; /* in place of which the line is played */
	const struct ply *before; /* in the line; NULL: it is the first */
	struct slice word;        /* a code, or the number of a NAG */
};

/* Finds what stands at an offset of the document, in the record that is being
 * looked at. */
void place_find(struct look *look, size_t offset, struct found_place *place);

/* The same of a ply alone; false if there is none. */
bool place_find_ply(
    struct look *look, size_t offset, struct found_place *place);

/* Cuts off what follows a ply in its line, and in those that it branches off:
 * it takes time, and is of no use to who asks for the ply. */
void place_cut_behind(struct look *look, const struct ply *ply);

/* The position in which the ply of a place is played, or would be: replays the
 * record up to there. NULL: it is not known. */
const struct position *place_position(
    struct look *look, const struct found_place *place);

/* The word at an offset, of letters, digits, - and $; and where it begins. */
struct slice word_at(const struct opened *document, size_t offset,
    size_t *begins, struct arena *arena);

#endif
