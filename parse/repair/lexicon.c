/* Ternion: letters and digits that a player writes in his own way. */
#include <string.h>

#include "parse/repair/passage.h"
#include "parse/text/strbuf.h"

enum {
	CONFUSED_MAX = 6, /* signs of a token that may be digits, one by one */
};

#define LANGUAGE(king, queen, rook, bishop, knight, pope)            \
	{                                                            \
		.from = LETTERS_GERMAN, .to = (const char *const[])  \
		{                                                    \
			king, queen, rook, bishop, knight, pope, "P" \
		}                                                    \
	}

const struct letter_set lexicon_languages[] = {
	LANGUAGE("K", "D", "T", "L", "S", "P"), /* German, Danish, Swedish */
	LANGUAGE("R", "D", "T", "F", "C", "P"), /* French */
	LANGUAGE("R", "D", "T", "A", "C", "P"), /* Spanish, Italian */
	LANGUAGE("K", "D", "T", "L", "P", "O"), /* Dutch */
	LANGUAGE("K", "H", "W", "G", "S", "P"), /* Polish */
	LANGUAGE("K", "V", "B", "F", "H", "P"), /* Hungarian */
	LANGUAGE("K", "D", "V", "S", "J", "P"), /* Czech */
	LANGUAGE("R", "D", "T", "B", "C", "P"), /* Portuguese */
	LANGUAGE("R", "D", "T", "N", "C", "P"), /* Romanian */
	LANGUAGE("K", "D", "T", "L", "R", "P"), /* Finnish */
	LANGUAGE("K", "L", "V", "O", "R", "P"), /* Estonian */
	LANGUAGE("K", "D", "H", "B", "R", "P"), /* Icelandic */
	{ .from = NULL },
};

/* First none is a digit, then all but B, which often stands for itself, then
 * those that the bits of the number name. */
bool
lexicon_digits(
    struct slice token, unsigned which, struct arena *arena, struct slice *text)
{
	static const char letters[] = "OoQlIi|SsZzB";
	static const char digits[] = "000111155228";
	char *made = NULL;
	unsigned signs = 0;

	*text = token;
	for (size_t i = 0; i < token.len; i++) {
		const char *letter =
		    memchr(letters, token.ptr[i], strlen(letters));

		if (letter == NULL)
			continue;
		if (made == NULL)
			text->ptr = made = arena_copy(arena, token);
		if (which == 1 ? token.ptr[i] != 'B'
			       : signs < CONFUSED_MAX && which >> ++signs & 1)
			made[i] = digits[letter - letters];
	}
	return which == 0 ||
	    (made != NULL && (which == 1 || which < 2u << signs));
}

bool
lexicon_names_piece(struct slice token, size_t i)
{
	char next = i + 1 < token.len ? token.ptr[i + 1] : '\0';

	/* X is a capture sign, and a capital by mistake. */
	return token.ptr[i] >= 'A' && token.ptr[i] <= 'Z' &&
	    token.ptr[i] != 'X' && next != ':' &&
	    !(token.ptr[i] == 'O' && (next == '-' || next == '\0'));
}

const char *
lexicon_differences(const struct item *items, const char *const *texts,
    unsigned len, struct arena *arena)
{
	bool told[256] = { false };
	const char *words = "";

	for (unsigned i = 0; i < len; i++) {
		struct slice token = items[i].token;
		const char *text = texts[i];

		for (size_t k = 0; strlen(text) == token.len && k < token.len;
		     k++) {
			unsigned char sign = (unsigned char)token.ptr[k];

			if (token.ptr[k] == text[k] || told[sign])
				continue;
			told[sign] = true;
			words = arena_printf(arena, "%s%s%c for %c", words,
			    words[0] != '\0' ? ", " : "", sign, text[k]);
		}
	}
	return words;
}
