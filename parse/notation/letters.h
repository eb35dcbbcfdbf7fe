/* Ternion: sets of piece letters: English, German, Triumvirate's, figurines.
 *
 * Inside the program a piece is known by its English letter. An `alphabet` is
 * a set of letters made ready for the pieces of one game. */
#pragma once

#include "parse/text/slice.h"

struct letter_set {
	const char *id;        /* as in --letters, and in a Letters tag */
	const char *summary;   /* for people */
	const char *from;      /* English letters ... */
	const char *const *to; /* ... and their texts in this set */
};

/* All sets, ended by a NULL id; the first is English. */
extern const struct letter_set letter_sets[];

const struct letter_set *letter_set_find(struct slice id);

/* The text of the piece with that English letter, "" if the set has none. */
const char *letter_set_text(const struct letter_set *set, char english);

/* Whether the set has a letter for each piece of a game (English letters). */
bool letter_set_serves(const struct letter_set *set, const char *pieces);

#define LETTER_CODES 32 /* codes of ASCII in which capital letters lie */

struct alphabet {
	const struct letter_set *set;
	char read[128];  /* ASCII letter -> English letter, 0: none */
	char pieces[32]; /* English letters of the game */
	/* English letter -> text; see alphabet_text. Records have copies. */
	const char *write[LETTER_CODES];
};

/* The text of a piece with that English letter, a capital one. */
static inline const char *
alphabet_text(const struct alphabet *alphabet, char letter)
{
	return alphabet->write[letter % LETTER_CODES];
}

/* All letters of all games; and those of games that have German ones. */
#define LETTERS_ANY    "KQRBNOPCSGD"
#define LETTERS_GERMAN "KQRBNOP"

/* Makes a set ready for a game with these pieces. The set has them all. */
void alphabet_init(struct alphabet *alphabet, const struct letter_set *set,
    const char *pieces);

char alphabet_read(const struct alphabet *alphabet, struct slice text);

/* The capital letters of the players of all games, each once; by the bits of
 * check_colours and mate_colours. */
static const char player_letters[] = "WRBG";
