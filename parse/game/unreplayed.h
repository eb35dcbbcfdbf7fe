/* Ternion: records that only change their format, without a replay. */
#pragma once

#include "parse/record/format.h"
#include "parse/game/replayer.h"

/* Prepares a record for writing: sets the text, seat and number of every ply,
 * and *writing except `first`; with `nags_apart` annotations are taken off
 * tokens. False, and an error, if neither the Variant tag nor options->variant
 * names the game, or a move is no token. */
bool prepare_unreplayed(struct record *record,
    const struct replay_options *options, struct diags *diags, bool nags_apart,
    struct writing *writing);
