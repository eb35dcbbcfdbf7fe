/* Ternion: the reader of move logs; see struct format. */
#ifndef TERNION_FORMATS_TRACE_READ_H
#define TERNION_FORMATS_TRACE_READ_H

#include "formats/record/format.h"

/* Reads the next record. */
bool trace_read(struct input *input, struct arena *arena, struct diags *diags,
    struct record *record);

#endif
