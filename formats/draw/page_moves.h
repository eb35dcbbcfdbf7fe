/*
 * Ternion: the moves of a record as page_record.js reads them; page_moves.c
 * tells how they are written.
 */
#ifndef TERNION_FORMATS_PAGE_MOVES_H
#define TERNION_FORMATS_PAGE_MOVES_H

#include "formats/game/replay.h"
#include "formats/game/snapshot.h"
#include "formats/record/json.h"

struct page_moves {
	const struct rules *rules;
	enum naming naming;  /* of the cells in moves */
	struct strbuf words; /* what is said, a line each */
	struct strbuf moves;
	struct strbuf notes; /* JSON */
	struct json json;    /* which writes the notes */
};

/* The caller ends it, after the line was written. */
void page_moves_init(
    struct page_moves *moves, const struct rules *rules, enum naming naming);
void page_moves_release(struct page_moves *moves);

/* Appends the main line of a game, and its variations, to moves and notes. It
 * begins at `start`, the snapshot of `position`; `arena` is for others. */
void page_moves_write(struct page_moves *moves,
    const struct reader_context *reader, const struct line *line,
    const struct position *position, const struct snapshot *start,
    struct arena *arena);

/* Appends the items of a position that follows no other: what is to be known of
 * its pieces (D, U, C), and what is said of it (S, W, O). */
void page_moves_pieces(const struct snapshot *start, struct strbuf *out);
void page_moves_start(
    struct page_moves *moves, const struct snapshot *start, struct strbuf *out);

#endif
