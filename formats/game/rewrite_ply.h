/* Ternion: a ply that was played, written in the notation asked for. */
#ifndef TERNION_FORMATS_REWRITE_PLY_H
#define TERNION_FORMATS_REWRITE_PLY_H

#include "formats/game/replayer.h"
#include "formats/game/turn.h"
#include "formats/record/record.h"

/* How plies are rewritten. */
struct ply_writing {
	const struct rules *rules;
	const struct notation *notation;
	const struct alphabet *alphabet;
	bool nags_apart; /* no annotation is part of the text */
	struct replayer *replayer;
	struct arena *notes; /* where annotations live; NULL: with texts */
};

/* Sets ply->text to the move of the turn with its marks, and moves the
 * annotations that were part of the token to the others. The text lives in
 * `arena`. The turn has all its marks, and the position before it. */
void rewrite_ply(const struct ply_writing *writing, const struct turn *turn,
    struct ply *ply, struct arena *arena);

/* Puts annotations that are part of the token before those that follow; 0:
 * none, or no second. */
void ply_put_nags_first(
    struct arena *arena, struct ply *ply, const uint8_t nag[2]);

#endif
