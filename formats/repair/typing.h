/*
 * Ternion: how likely one text was typed where another was meant.
 *
 * Costs are tenths of a bit: 10 less is twice as likely.
 */
#ifndef TERNION_FORMATS_TYPING_H
#define TERNION_FORMATS_TYPING_H

#include "parse/text/characters.h"

enum {
	TYPING_TEXT_MAX = CHARACTERS_MAX, /* longer texts are not compared */
	TYPING_UNLIKE = 130, /* the cost of texts that have nothing in common,
				and the highest */
};

/* The cost of typing `written` for `meant`; 0 if they are the same. If it is
 * above `most`, any number above that. */
unsigned typing_cost(struct slice meant, struct slice written, unsigned most);

#endif
