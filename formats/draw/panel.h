/* Ternion: what a drawing tells of the players, beside the board. */
#ifndef TERNION_FORMATS_PANEL_H
#define TERNION_FORMATS_PANEL_H

#include "formats/draw/svg_drawing.h"

/* Appends for each player his name, what can be said of him, and the pieces in
 * his hand and in his pool; and below the board whose turn it is and why. Texts
 * that would be too small to read are left out. `number` is that of the move.
 */
void panel_write(const struct svg_drawing *drawing, unsigned long number);

/* Whether they are, for lack of width. */
bool panel_is_too_small(
    const struct picture *picture, const struct svg_style *style);

#endif
