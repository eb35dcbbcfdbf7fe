/* Ternion: the writer of PGN; format_pgn.c has the reader. */
#ifndef TERNION_FORMATS_PGN_WRITE_H
#define TERNION_FORMATS_PGN_WRITE_H

#include "formats/record/format.h"

/* Appends a record in PGN's export format; see struct format. */
void pgn_write(const struct record *record, const struct writing *writing,
    struct strbuf *out);

/* Appends the tags alone, as PGN has them. */
void pgn_write_tags(const struct record *record, const struct writing *writing,
    struct strbuf *out);

#endif
