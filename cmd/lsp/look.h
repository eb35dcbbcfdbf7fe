/*
 * Ternion: records of a document read one after another, and replayed on
 * demand, with the position at a ply.
 */
#ifndef TERNION_CMD_LSP_LOOK_H
#define TERNION_CMD_LSP_LOOK_H

#include "cmd/lsp/text.h"
#include "cmd/run/run.h"

struct doc;

struct look {
	const struct doc *document;
	struct run run; /* its options may be set before the first replay */
	struct arena arena;
	struct input input;
	size_t base; /* where the text of the input begins in the document */
	size_t left; /* records to be read */
	/* The record at hand: */
	struct record record;
	struct diags diags;
	struct replayed replayed;
	size_t from, to; /* its text, with what precedes it, in the document */
	size_t window;   /* where its spans count from, in the document */
	/* About the ply that a replay is asked for: */
	const struct ply *target; /* NULL: none */
	bool is_played;           /* what follows is set */
	struct position before, after;
	struct move move;
};

/* Begins with the records that the range from..to of a document is in. */
void look_begin(
    struct look *look, const struct doc *document, size_t from, size_t to);
void look_end(struct look *look);

/* Goes to those of another range. */
void look_move(struct look *look, size_t from, size_t to);

/* Reads the next record; false if there is none. It is valid until the next. */
bool look_next(struct look *look);

/* A word that is no move in any notation. */
#define LOOK_WORD "Zz"

/* Reads the record at an offset with LOOK_WORD inserted there. */
bool look_read_with_word(struct look *look, size_t offset);

/* Replays the record; false if it has an error. The position at `target` is
 * kept, if it is not NULL. */
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

/* A ply and where it is. */
struct ply_place {
	size_t from, to; /* in the document */
	struct ply *ply;
	struct line *line;        /* of the ply */
	const struct ply *parent; /* instead of which the line is played */
	const struct ply *before; /* in the line; NULL: it is the first */
};

/* Finds the ply at an offset; false if there is none. */
bool look_find_ply(struct look *look, size_t offset, struct ply_place *place);

/* Cuts off the plies after one in its line, and in those that it branches off:
 * replaying them takes time and tells nothing of it. */
void look_cut_after(struct look *look, const struct ply *ply);

/* Replays up to the ply of a place and returns the position in which it is
 * played, or would be; NULL if that is not known. */
const struct position *look_position(
    struct look *look, const struct ply_place *place);

/* The variations of a ply, or NULL. */
static inline struct line *
ply_variations(const struct ply *ply)
{
	return ply->notes != NULL ? ply->notes->variations : NULL;
}

#endif
