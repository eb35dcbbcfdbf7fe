/* Ternion: moves that are played, and not written as they are written. */
#ifndef TERNION_FORMATS_STYLE_FIX_H
#define TERNION_FORMATS_STYLE_FIX_H

#include "formats/game/rewrite_ply.h"

/*
 * Gives each diagnostic of a ply that is put right by writing the move as it is
 * written, and has no fix, that fix. The turn has its marks in full, and the
 * position before it.
 */
void style_fix(const struct ply_writing *writing, const struct turn *turn,
    const struct ply *ply, struct diags *diags);

#endif
