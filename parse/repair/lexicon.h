/* Ternion: the texts that a token may stand for, if a player writes letters or
 * digits in his own way. */
#pragma once

#include "parse/notation/letters.h"
#include "parse/repair/trial.h"

/* The letters that chess players of other languages write for the pieces; the
 * last has no `from`. */
extern const struct letter_set lexicon_languages[];

/* Makes the letters of a language ready for a game with these pieces. */
void lexicon_alphabet(struct alphabet *alphabet, const struct letter_set *set,
    const char *pieces);

/* Whether a capital letter at a place of the token names a piece. */
bool lexicon_names_piece(struct slice token, size_t i);

/* Stores a text with digits that the token may stand for, in the arena; false
 * if there are no more: `which` counts them from 0. */
bool lexicon_digits(struct slice token, unsigned which, struct arena *arena,
    struct slice *text);

/* The signs of the tokens that differ from those of the texts, each once: "O
 * for 0, l for 1". They can be told if they are of one byte. */
const char *lexicon_differences(const struct item *items,
    const char *const *texts, unsigned len, struct arena *arena);
