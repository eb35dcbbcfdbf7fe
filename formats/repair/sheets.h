/*
 * Ternion: what stands on the players' score sheets: readings of a ply that
 * differ, and notes apart from the moves.
 */
#ifndef TERNION_FORMATS_SHEETS_H
#define TERNION_FORMATS_SHEETS_H

#include "formats/repair/collate.h"

/* The move as it is written on the sheet, in the arena. `calls_mate`: with a
 * mark of mate if one is true, though it need not be made. */
const char *sheet_text(struct arena *arena, const struct sheet *sheet,
    const struct position *before, const struct move *move, bool calls_mate);

/* Whether the sheet, number `s` of all, has anything but the move for a ply. */
static inline bool
sheet_differs(const struct collated *ply, unsigned s)
{
	return ply->by[s].reading != READING_SAME || ply->by[s].extra > 0;
}

/* If the sheet differs, appends its name and what it has: "b.pgn: Nc3". */
void sheet_put_reading(const struct sheet *sheet, const struct collated *ply,
    unsigned s, struct strbuf *out);

/*
 * Appends the game to a line, written like the sheet `writer`. What a sheet has
 * instead of a move is a comment; comments, annotations and variations of all
 * sheets are taken over, each once, and variations as far as they can be
 * played.
 */
void collation_write(const struct collation *collation,
    const struct sheet *writer, struct arena *arena, struct line *line);

/* Sets up the diagnostics of each sheet and says in them how it differs. */
void collation_tell(const struct collation *collation,
    const struct sheet *writer, struct arena *arena,
    struct diags said[SHEETS_MAX]);

#endif
