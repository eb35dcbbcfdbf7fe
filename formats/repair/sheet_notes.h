/*
 * Ternion: what the players wrote on their score sheets apart from moves:
 * comments, annotations, offers of a draw and variations.
 */
#ifndef TERNION_FORMATS_SHEET_NOTES_H
#define TERNION_FORMATS_SHEET_NOTES_H

#include "formats/repair/collate.h"

/* A copy of a line, with all that is written in it. */
void line_copy(struct arena *arena, const struct line *line, struct line *copy);

/* Whether the token marks the move as mate. */
bool sheet_calls_mate(const struct sheet *sheet, struct slice token);

/* The move as it is written on the sheet, in the arena. `calls_mate`: with a
 * mark of mate if one is true, though it need not be made. */
const char *sheet_text(struct arena *arena, const struct sheet *sheet,
    const struct position *before, const struct move *move, bool calls_mate);

/*
 * Adds to a ply of the record, which is written like the sheet `first`, what a
 * sheet says of it; what is there already is not said twice. `at` is the item
 * of the sheet. A variation ends where it cannot be played.
 */
void sheet_notes_add(struct arena *arena, const struct sheet *sheet,
    const struct sheet *first, unsigned at, const struct position *before,
    struct ply *ply);

#endif
