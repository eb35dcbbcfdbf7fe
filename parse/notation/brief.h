/*
 * Ternion: brief tokens: a piece, its target and whether it captures, and
 * nothing else, in algebraic notation. Most are, as no more of the start is
 * written than has to be.
 */
#ifndef TERNION_PARSE_BRIEF_H
#define TERNION_PARSE_BRIEF_H

#include "parse/notation/coords.h"
#include "parse/notation/letters.h"

struct brief {
	unsigned to_code; /* as in struct move_spec; 0: the token is another */
	char piece;       /* the English letter, 'P' where there is none */
	bool captures;
};

/* Whether the letter of a piece stands there. */
static inline unsigned
brief_has_piece(const char *p)
{
	return (unsigned char)(*p - 'A') < 26;
}

/* The English letter of the piece that is `named` there, or else that of the
 * pawn; 0 if no piece is called so. */
static inline char
brief_piece(const struct alphabet *alphabet, const char *p, unsigned named)
{
	unsigned letter = (unsigned char)alphabet->read[*p & 127];

	return (char)((letter & -named) | ('P' & (named - 1)));
}

/*
 * The code of the target with which text[at..*end) ends, 0 if it does not: a
 * file, and one digit or two, of which the first is 1. *end is set to where it
 * begins. There is no branch on how many digits it has: it would be
 * mispredicted.
 */
static inline unsigned
brief_target(const char *text, size_t at, size_t *end)
{
	unsigned two, last, file;

	if (*end < at + 2)
		return 0;
	two = text[*end - 2] == '1';
	last = (unsigned)(text[*end - 1] - '0');
	if (last > 9 || last + two == 0 || *end < at + 2 + two)
		return 0;
	*end -= 2 + two;
	file = (unsigned)(text[*end] - 'a');
	return file < FILES_MAX ? coords_of(file, 10 * two + last) : 0;
}

/* Whether the x of a capture stands before the target at text[end]; no file is
 * called so. */
static inline unsigned
brief_captures(const char *text, size_t at, size_t end)
{
	return text[end - (end > at)] == 'x';
}

/* Reads a token. What is brief has a spec, too, with these and no others. */
static inline struct brief
brief_read(const struct alphabet *alphabet, struct slice token)
{
	const char *p = token.ptr;
	size_t end = token.len;
	struct brief brief = { 0, 0, false };
	unsigned named, x;

	if (end < 2)
		return brief;
	named = brief_has_piece(p);
	brief.piece = brief_piece(alphabet, p, named);
	brief.to_code = brief_target(p, named, &end);
	x = brief_captures(p, named, end);
	brief.captures = x;
	if (end != named + x || brief.piece == 0)
		brief.to_code = 0;
	return brief;
}

#endif
