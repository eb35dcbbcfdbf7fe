/*
 * Ternion: pieces as drawings: symbols by the names of their kinds and the
 * colour letters of players.
 *
 * Symbols are paths in a square of 100 by 100 units, so they need no font.
 */
#ifndef TERNION_FORMATS_PIECES_H
#define TERNION_FORMATS_PIECES_H

#include "formats/draw/theme.h"
#include "rules/variants/variant.h"

/*
 * Appends <defs> for SVG, in which all ids begin with `prefix`: for each kind
 * of the variant and each player a piece in his ink about the origin, "pawn-w",
 * at `percent` of its size; "ring-w" round a piece that is his, "home-w" and
 * "out-w" for his place; "promoted", "dead" and "check" for what can be said of
 * a piece, and "turn" of a place.
 */
void pieces_define(const struct variant *variant, enum theme theme,
    unsigned percent, const char *prefix, struct strbuf *out);

#endif
