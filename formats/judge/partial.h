/*
 * Ternion: the part of a faulty record that replays, as a record of its own.
 */
#ifndef TERNION_FORMATS_PARTIAL_H
#define TERNION_FORMATS_PARTIAL_H

#include "formats/judge/replayed.h"

/*
 * Cuts off the rest of each line of a replayed record, from the first ply that
 * could not be played, and keeps it as a comment that says why; so too what
 * else an error left out. Sets replayed->result to one that the record can
 * then have. `diags` is what the replay said. False, and nothing is changed,
 * if the game could not even be set up.
 */
bool record_cut(struct record *record, struct replayed *replayed,
    const struct diags *diags);

#endif
