/* Ternion: words of remarks that stand among moves without braces. */
#pragma once

#include "parse/text/slice.h"

#define ADDRESS_MIN 16 /* bytes of an address of a page */

/* True if a word is a clock time or an evaluation, as programs write them:
 * "0:05", "1:23:45", "12s", "2.1s", "0.31", "+1.5/18"; or a date, with a time
 * perhaps: "2026-01-31T12:00:00Z". */
bool prose_is_reading(struct slice word);

/* True if a word, which is not empty, is part of a remark: it has three small
 * letters in a row, and one of p to y, which no board has for a file and no
 * digit looks like; or it begins with a quotation mark, or is a clock time or
 * an evaluation. *is_move is set if it may be a move. */
bool prose_has(struct slice word, bool *is_move);
