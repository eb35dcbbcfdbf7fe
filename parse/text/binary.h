/* Ternion: files that are no text in UTF-8, told by their first bytes. */
#pragma once

#include "parse/text/slice.h"

/* In words, the kind of a file that begins with `head`, and a remedy; NULL if
 * it may be a text, in which single bytes may be wrong. */
const char *binary_words(struct slice head);

/* True if more bytes than these first ones have to be seen for that. A text
 * that has a whole line needs no more. */
bool binary_is_open(struct slice head);
