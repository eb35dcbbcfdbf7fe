/* Ternion: what a record does not say of itself, guessed from the rest of it.
 */
#ifndef TERNION_FORMATS_GUESS_H
#define TERNION_FORMATS_GUESS_H

#include "formats/game/replayer.h"
#include "formats/record/record.h"

/*
 * The one variant that the players' tags and the position allow, or if there
 * are several the one whose moves these can be; NULL if that leaves none, or
 * more than one. `arena` is the record's.
 */
const struct variant *guess_variant(struct replayer *replayer,
    const struct record *record, struct arena *arena);

/*
 * Whether the record is written in German letters: some token is no move in
 * English ones, and every token, those of variations too, is one in German.
 */
bool guess_german(struct decoder *decoder, const struct alphabet *english,
    const struct alphabet *german, const struct record *record);

#endif
