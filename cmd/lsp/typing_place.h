/*
 * Ternion: the place at which somebody types, for completions and signatures:
 * the record is read with a word put in there, which tells whether it is the
 * place of a move, and of which.
 */
#ifndef TERNION_CMD_LSP_TYPING_PLACE_H
#define TERNION_CMD_LSP_TYPING_PLACE_H

#include "cmd/lsp/place.h"

enum {
	LINE_MAX_SEEN = 512 /* bytes of the line before the place */
};

struct typing_place {
	const struct opened *document;
	size_t offset;
	char line[LINE_MAX_SEEN + 1]; /* what stands before it in its line */
	struct slice before;          /* of `line` */
	struct opened copy;           /* the record with the word */
	struct look look;             /* at that */
	bool is_move;                 /* a move stands there, or would */
	struct found_place place;     /* if so */
	size_t from;                  /* and where it begins */
};

void typing_begin(
    struct typing_place *typing, const struct opened *document, size_t offset);
void typing_end(struct typing_place *typing);

#endif
