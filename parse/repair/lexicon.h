/* Ternion: the texts that a token may stand for, if a player writes letters or
 * digits in his own way. */
#pragma once

#include "parse/notation/letters.h"
#include "parse/repair/trial.h"

enum {
	CAPITALS = 26,
	NO_MEANING = '?', /* of a letter: no move has it */
};

/* For which English letter each capital letter stands; 0: not known yet. */
struct lexicon {
	char meant[CAPITALS];
	bool is_known; /* the language is, so that no more is learned */
};

/* The letters that chess players of other languages write for K, Q, R, B and N,
 * and for the pope; NULL ends. */
extern const char *const lexicon_languages[];

/* Adds the letters of a language, for the pieces that the alphabet has. */
void lexicon_begin(struct lexicon *lexicon, const struct alphabet *alphabet,
    const char *letters);

/* Whether a capital letter at a place of the token names a piece. */
bool lexicon_names_piece(struct slice token, size_t i);

/* Both store a text that the token may stand for, in the arena; false if there
 * are no more: `which` counts them from 0. At most one letter of a token is
 * learned. */
bool lexicon_letters(struct lexicon *lexicon, const struct alphabet *alphabet,
    struct slice token, unsigned which, struct arena *arena,
    struct slice *text);
bool lexicon_digits(struct slice token, unsigned which, struct arena *arena,
    struct slice *text);

/* The letters of the tokens that differ from those of the texts, each once: "O
 * for 0, D for Q". They can be told if they are of one byte. */
const char *lexicon_differences(const struct item *items,
    const char *const *texts, unsigned len, struct arena *arena);
