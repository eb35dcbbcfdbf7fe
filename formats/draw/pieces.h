/*
 * Ternion: pieces as drawings: symbols by the names of their kinds, and inks by
 * the colour letters of players.
 *
 * Symbols are paths in a square of 100 by 100 units, so they need no font.
 */
#ifndef TERNION_FORMATS_PIECES_H
#define TERNION_FORMATS_PIECES_H

#include "parse/text/strbuf.h"
#include "rules/variants/variant.h"

/*
 * Appends <defs> for SVG: for each kind of the variant a symbol with its name
 * as id, about its middle and `percent` of its size; "promoted", "dead",
 * "ring" and "check" for what can be said of a piece; "home", "turn" and "out"
 * for a player's place; and the patterns of the players' inks. `prefix` stands
 * before all ids.
 */
void pieces_define(const struct variant *variant, unsigned percent,
    const char *prefix, struct strbuf *out);

/* Appends the attributes with which a player's pieces are drawn. */
void pieces_ink(const struct variant *variant, unsigned player,
    const char *prefix, struct strbuf *out);

#endif
