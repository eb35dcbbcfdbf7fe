/* Ternion: how far texts are apart, and words that may have been meant by
 * another. Lists of words are texts with spaces between. */
#pragma once

#include "parse/text/strbuf.h"

#define CHARACTERS_MAX 64

struct characters {
	unsigned len;
	uint32_t at[CHARACTERS_MAX]; /* code points; a byte that is not valid is
				    one */
};

/* Reads at most `most` characters of a text; false if there are more. */
bool characters_read(
    struct slice text, unsigned most, struct characters *characters);

static inline uint32_t
characters_lower(uint32_t point)
{
	return point >= 'A' && point <= 'Z' ? point | 0x20 : point;
}

/* The number of changes that make one text the other: a character is changed,
 * left out or put in, or two that are neighbours are exchanged. */
unsigned characters_distance(
    const struct characters *a, const struct characters *b);

/* The number of changes that make one word the other, whatever the case of
 * their letters: one put in, left out or changed, or two neighbours exchanged.
 * Many, where a word is very long. */
unsigned near_distance(struct slice a, struct slice b);

/* Takes the word at the front off the list; false if there is none. */
bool near_next(struct slice *list, struct slice *word);

/* The number of a word in the list, from 0, or -1. */
int near_index(struct slice list, struct slice word);

static inline bool
near_has(struct slice list, struct slice word)
{
	return near_index(list, word) >= 0;
}

#define NEAR_MAX 3 /* words that are offered */

/* The words of a list that are nearest to a text, all equally near. */
struct near {
	unsigned distance, found;
	struct slice word[NEAR_MAX];
};

/* Finds the nearest words that are at most near->distance away. */
void near_find(struct near *near, const struct strbuf *words, struct slice text,
    unsigned (*distance_of)(struct slice text, struct slice word));

/* Appends what may have been meant by a word that is none of these, the closest
 * of them: "; did you mean 'check'?" False, and nothing, if none is close. */
bool near_words(
    struct strbuf *out, const struct strbuf *words, struct slice text);

/* Like near_words, or else appends `otherwise`; NULL: all words. */
void near_choice(struct strbuf *out, const struct strbuf *words,
    struct slice text, const char *otherwise);
