/*
 * Ternion: how the cells and pieces of a position are named where it is shown
 * by itself.
 */
#ifndef TERNION_PARSE_NAMES_H
#define TERNION_PARSE_NAMES_H

#include "parse/notation/notation.h"

struct names {
	const struct notation *notation;  /* NULL: algebraic */
	const struct letter_set *letters; /* NULL: those of the notation */
	unsigned seat; /* who counts, where names depend on it */
};

/* The naming of cells for a game. */
enum naming names_naming(
    const struct names *names, const struct variant *variant);

/* The letter of a kind of piece; static text. */
const char *names_letter(
    const struct names *names, const struct variant *variant, unsigned kind);

/* Whether a game has such names. */
bool names_serve(const struct names *names, const struct variant *variant);

#endif
