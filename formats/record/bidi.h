/*
 * Ternion: characters that turn the direction of text. A text with one of them
 * is shown otherwise than it is written and read: a comment can look like a
 * move, and a name like another.
 */
#ifndef TERNION_FORMATS_BIDI_H
#define TERNION_FORMATS_BIDI_H

#include "formats/record/record.h"

/* Warns of such characters in the tags, comments and moves of a record. */
void bidi_check(const struct record *record, struct diags *diags);

#endif
