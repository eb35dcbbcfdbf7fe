/* Ternion: records that change their format alone: moves are copied as they
 * stand, and nothing is replayed. */
#ifndef TERNION_FORMATS_UNREPLAYED_H
#define TERNION_FORMATS_UNREPLAYED_H

#include "formats/record/format.h"
#include "formats/game/replayer.h"

/* Makes a record that was read ready to be written: sets the text, seat and
 * number of every ply, and *writing but its `first`. Annotations that are part
 * of a token go with the others if `nags_apart`. The game has to be known by
 * the Variant tag or by options->variant, else false and an error. */
bool plain_record(struct record *record, const struct replay_options *options,
    struct diags *diags, bool nags_apart, struct writing *writing);

#endif
