/* Ternion: moves that are legal, and written in another way than usual. */
#ifndef TERNION_FORMATS_STYLE_FIX_H
#define TERNION_FORMATS_STYLE_FIX_H

#include "formats/game/rewrite_ply.h"

/*
 * Gives each diagnostic of a ply that is put right by writing the move in the
 * usual way, and has no fix, that fix. It is certain if no mark of check or
 * mate and no part of the starting cell changes. The turn has its marks in
 * full, and the position before it.
 */
void style_fix(const struct ply_writing *writing, const struct turn *turn,
    const struct ply *ply, struct diags *diags);

#endif
