/* Ternion: the reader of PGN; see struct format. */
#ifndef TERNION_FORMATS_PGN_READ_H
#define TERNION_FORMATS_PGN_READ_H

#include "formats/record/format.h"

/* Reads the next record. */
bool pgn_read(struct input *input, struct arena *arena, struct diags *diags,
    struct record *record);

/* The last place in the text where a record surely begins. */
size_t pgn_split(struct slice text);

#endif
