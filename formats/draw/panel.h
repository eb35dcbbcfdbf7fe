/* Ternion: what a drawing tells of the players, beside the board. */
#ifndef TERNION_FORMATS_PANEL_H
#define TERNION_FORMATS_PANEL_H

#include "formats/draw/svg_layout.h"
#include "rules/rules.h"

/* Appends for each player his name, what can be said of him, and the pieces in
 * his hand and in his pool; and below the board whose turn it is and why. Texts
 * that would be too small to read are left out. */
void panel_write(const struct rules *rules, const struct svg_layout *layout,
    const struct snapshot *snapshot, unsigned long number,
    const struct svg_style *style, struct strbuf *out);

/* Whether they are, for lack of width. */
bool panel_is_too_small(
    const struct picture *picture, const struct svg_style *style);

#endif
