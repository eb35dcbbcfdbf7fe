/*
 * Ternion: records looked at for a request: read once more, one after another,
 * and replayed where somebody asks, with the position at a ply.
 */
#ifndef TERNION_CMD_LSP_LOOK_H
#define TERNION_CMD_LSP_LOOK_H

#include "cmd/lsp/document.h"

struct look {
	const struct opened *document;
	struct run run; /* its options may be set before the first replay */
	struct arena arena;
	struct doc_input in;
	/* The record at hand: */
	struct record record;
	struct diags diags;
	struct replayed replayed;
	size_t from, to; /* what was read for it, in the document */
	size_t window;   /* where its spans count from, in the document */
	/* About the ply that a replay is asked for: */
	const struct ply *target; /* NULL: none */
	bool is_played;           /* what follows is set */
	struct position before, after;
	struct move move;
};

/* Begins with the record at an offset. */
void look_begin(
    struct look *look, const struct opened *document, size_t offset);
void look_end(struct look *look);

/* Reads the next record, as it is or with DOC_WORD inserted at an offset; false
 * if there is none. What it leaves is valid until the next. */
bool look_next(struct look *look);
bool look_next_with_word(struct look *look, size_t offset);

/* Replays the record; false if it has an error. */
bool look_replay(struct look *look, const struct ply *target);

/* Where a span begins and ends in the document. */
static inline size_t
look_start(const struct look *look, struct span span)
{
	return look->window + span.start;
}

static inline size_t
look_stop(const struct look *look, struct span span)
{
	return look->window + span.start + span.len;
}

/* The text of the record without blanks and what separates it from others. */
struct slice look_text(const struct look *look);

enum place_kind {
	PLACE_NONE,
	PLACE_TAG_NAME,
	PLACE_TAG_VALUE,
	PLACE_PLY,
	PLACE_NAG, /* $ and a number, in movetext */
	PLACE_RESULT,
	PLACE_CODE, /* of a diagnostic, in a comment that suppresses it */
};

/* What is at an offset of the record. */
struct found_place {
	enum place_kind kind;
	size_t from, to; /* in the document */
	const struct tag *tag;
	struct ply *ply;
	struct line *line;        /* of the ply */
	const struct ply *parent; /* instead of which the line is played */
	const struct ply *before; /* in the line; NULL: it is the first */
	struct slice word;        /* a code, or the number of a NAG */
};

void look_find(struct look *look, size_t offset, struct found_place *place);
bool look_find_ply(struct look *look, size_t offset, struct found_place *place);

/* Cuts off what follows a ply in its line, and in those that it branches off:
 * replaying it takes time and tells nothing of the ply. */
void look_cut_after(struct look *look, const struct ply *ply);

/* Replays up to the ply of a place and returns the position in which it is
 * played, or would be; NULL if that is not known. */
const struct position *look_position(
    struct look *look, const struct found_place *place);

/* The word at an offset, of letters, digits, - and $. */
struct slice word_at(const struct doc_text *text, size_t offset);

/* Whether an offset is in a comment that suppresses diagnostics. */
bool is_in_suppression(const struct doc_text *text, size_t offset);

#endif
