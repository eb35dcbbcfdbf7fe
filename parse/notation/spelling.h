/* Ternion: how people write moves otherwise than the notations do: with other
 * signs, with commas, with a mark apart from its move.
 *
 * A token is read so only if its notation cannot read it as it stands, so that
 * nothing that a notation has can be taken for something else. */
#pragma once

#include "parse/diag/diag.h"
#include "parse/notation/notation.h"
#include "parse/text/signs.h"

enum habit {
	HABIT_SIGN, /* the first four as enum sign_kind, from SIGN_PLAIN */
	HABIT_BLANK,
	HABIT_UNSEEN,
	HABIT_LETTER, /* a fault; the others are only noted */
#define HABIT(id, ...) HABIT_##id,
#include "parse/notation/habits.def"
	HABITS
};

static inline enum diag_id
habit_diag(enum habit habit)
{
	return habit == HABIT_LETTER ? DIAG_MOVE_SYNTAX : DIAG_TYPOGRAPHIC;
}

static inline enum sign_kind
habit_sign(enum habit habit)
{
	return (enum sign_kind)(SIGN_PLAIN + habit);
}

#define SPELLING_MAX (3 * TOKEN_MAX + 16)
#define TIME_MAX     16

/* A token in the spelling of its notation. */
struct spelling {
	char text[SPELLING_MAX];
	size_t len;
	unsigned habits;     /* as bits */
	unsigned nag;        /* an annotation that was part of it; 0: none */
	char time[TIME_MAX]; /* a time or value that touched it; "": none */
};

static inline struct slice
spelling_text(const struct spelling *spelling)
{
	return (struct slice){ spelling->text, spelling->len };
}

/* Finds the spelling of a token that the notation cannot read; false: none. */
bool spelling_read(const struct notation *notation,
    const struct alphabet *alphabet, struct slice token,
    struct spelling *spelling) __attribute__((cold));

/* The sign between the cells of a token that lacked it stands for a quiet move:
 * spells it as a capture. False if it has none. */
static inline bool
spelling_as_capture(struct slice token, struct spelling *spelling)
{
	char *sign;

	*spelling = (struct spelling){ .len = token.len };
	memcpy(spelling->text, token.ptr, token.len);
	sign = memchr(spelling->text, '-', token.len);
	if (sign != NULL)
		*sign = 'x';
	return sign != NULL;
}

/* Reads the token as it stands, or in its spelling, which *token becomes. */
static inline bool
spelling_reads(const struct notation *notation, const struct alphabet *alphabet,
    struct slice *token, struct spelling *spelling, struct parsed_turn *parsed)
{
	if (notation_read(notation, alphabet, *token, parsed))
		return true;
	if (!spelling_read(notation, alphabet, *token, spelling))
		return false;
	*token = spelling_text(spelling);
	return notation_read(notation, alphabet, *token, parsed);
}

/* True if a word is a mark, the offer of a draw or the like, of a move
 * before. */
bool spelling_is_mark(struct slice word);

/* True if all words are one such mark, or the first is one, but of no draw. */
bool spelling_begins_with_mark(struct slice words);

/* The length of a move in words that the text begins with, "castles short" or
 * "Knight to f3"; 0 if it begins with none. */
size_t spelling_words_len(struct slice text);

/* The letter of the player whom some game calls so; NUL: none is. */
char spelling_player(struct slice name);

/* A move with its player: "W:Nd4", or "W4d-5d" in cells of a seat. */
struct slice spelling_named(
    struct slice token, char letter, struct arena *arena);

/* The annotation that a sign stands for, such as 18 for +-; 0: none. `alone`:
 * it is a word of its own, and may be a letter. */
unsigned spelling_nag(struct slice sign, bool alone);

#define RESULT_MAX 24

/* Takes a result off the front of the text: a *, or points with a sign between
 * them, also with blanks around it, fractions as one character, decimals, with
 * parentheses, quotes or the signs of Markdown around all, and with a comma or
 * full stop after it. Returns its length, 0 if there is none;
 * `plain` is the usual spelling, and *habits are the differences, as bits. */
size_t spelling_take_result(
    struct slice text, char plain[RESULT_MAX], unsigned *habits);

/* True if the text is a word for a draw, which as a result is RESULT_DRAW. */
bool spelling_is_draw(struct slice text);
#define RESULT_DRAW "1/2-1/2-1/2"

/* The words about a habit that `count` tokens have; `token` is the first. */
#define HABIT_WORDS 160
const char *habit_words(enum habit habit, struct slice token, unsigned count,
    char words[HABIT_WORDS]);
