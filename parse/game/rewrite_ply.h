/* Ternion: a ply that was played, written in the notation asked for. */
#pragma once

#include "parse/game/replayer.h"
#include "parse/game/turn.h"
#include "parse/record/record.h"

/* How plies are rewritten. */
struct ply_writing {
	struct language in;
	bool nags_apart; /* no annotations in the text */
	/* NULL, or the reader of tokens that are written the same way. */
	const struct language *same;
	struct replayer *replayer;
	struct arena *notes; /* of annotations */
};

/* For rewrite_ply: whether the sign of check or mate of the token is the one to
 * be written; and writes a ply that is not written as its token is. */
bool turn_is_marked_so(const struct turn *turn);
void write_ply(const struct ply_writing *writing, const struct turn *turn,
    struct ply *ply, struct arena *arena);

/* Sets ply->text, in `arena`, to the move of the turn with its marks, and adds
 * the annotations of the token to those of the ply. The turn must have all
 * marks, and its origin for this writing. */
static inline void
rewrite_ply(const struct ply_writing *writing, const struct turn *turn,
    struct ply *ply, struct arena *arena)
{
	const struct parsed_move *parsed = &turn->parsed.move;
	const struct marks *marks = &turn->marks;
	unsigned signs =
	    (unsigned)parsed->check | parsed->mate | marks->check | marks->mate;

	if (!turn->is_as_written || marks->draw || ply->notes != NULL ||
	    (signs != 0 && !turn_is_marked_so(turn))) {
		write_ply(writing, turn, ply, arena);
		return;
	}
	ply->text = turn->token;
	ply->nag_in_text = false;
}

struct writing; /* format.h */

/* Prepares a record for writing: sets the text, seat and number of every ply,
 * and *writing except `first`; with `nags_apart` annotations are taken off
 * tokens. False, and an error, if neither the Variant tag nor options->variant
 * names the game, or a move is no token. */
bool prepare_unreplayed(struct record *record,
    const struct replay_options *options, struct diags *diags, bool nags_apart,
    struct writing *writing);

/* Puts annotations of the token, 0 being none, before those of the ply. */
void ply_put_nags_first(
    struct arena *arena, struct ply *ply, const uint8_t nag[2]);
