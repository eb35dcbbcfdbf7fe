/* Ternion: output that is compressed, as the suffix of its path says. */
#ifndef TERNION_CMD_PACK_H
#define TERNION_CMD_PACK_H

#include <stdbool.h>
#include <stdio.h>

#include "parse/text/slice.h"

/* A stream that is being compressed. */
struct packer;

/* A packer for a path that ends with .gz or .zst; NULL for another one.
 * mem_free frees it. */
struct packer *packer_new(const char *path);

/* Writes the compressed bytes of a text to the file; with `ends`, all that is
 * left. False, with errno set, if writing fails. */
bool packer_write(
    struct packer *packer, struct slice text, bool ends, FILE *file);

#endif
