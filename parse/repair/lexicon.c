/* Ternion: letters and digits that a player writes in his own way. */
#include <string.h>

#include "parse/repair/lexicon.h"
#include "parse/text/strbuf.h"

enum {
	CONFUSED_MAX = 6, /* signs of a token that may be digits, one by one */
};

const char *const lexicon_languages[] = {
	"KDTLSP", /* German, Danish, Norwegian, Swedish */
	"RDTFCP", /* French */
	"RDTACP", /* Spanish, Italian */
	"KDTLP",  /* Dutch */
	"KHWGSP", /* Polish */
	"KVBFHP", /* Hungarian */
	"KDVSJP", /* Czech */
	"RDTBCP", /* Portuguese */
	"RDTNCP", /* Romanian */
	"KDTLRP", /* Finnish */
	"KLVORP", /* Estonian */
	"KDHBRP", /* Icelandic */
	NULL,
};

void
lexicon_begin(struct lexicon *lexicon, const struct alphabet *alphabet,
    const char *letters)
{
	lexicon->is_known = true;
	for (unsigned i = 0; letters[i] != '\0'; i++)
		if (strchr(alphabet->pieces, "KQRBNO"[i]) != NULL)
			lexicon->meant[letters[i] - 'A'] = "KQRBNO"[i];
}

/* First none is a digit, then all but B, which often stands for itself, then
 * those that the bits of the number name. */
bool
lexicon_digits(
    struct slice token, unsigned which, struct arena *arena, struct slice *text)
{
	static const char digits[256] = { ['O'] = '0',
		['o'] = '0',
		['Q'] = '0',
		['l'] = '1',
		['I'] = '1',
		['i'] = '1',
		['|'] = '1',
		['S'] = '5',
		['s'] = '5',
		['Z'] = '2',
		['z'] = '2',
		['B'] = '8' };
	char *made = NULL;
	unsigned signs = 0;

	*text = token;
	for (size_t i = 0; i < token.len; i++) {
		char digit = digits[(unsigned char)token.ptr[i]];

		if (digit == '\0')
			continue;
		if (made == NULL)
			text->ptr = made = arena_copy(arena, token);
		if (which == 1 ? token.ptr[i] != 'B'
			       : signs < CONFUSED_MAX && which >> ++signs & 1)
			made[i] = digit;
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

/* The piece, by number, that a new letter may stand for: first that of the same
 * letter, then the others, unless the language is known; 0 if there are no
 * more. */
static char
new_meaning(const struct lexicon *lexicon, const char *pieces, char letter,
    unsigned number)
{
	const char *taken = lexicon->meant;

	/* Players of one language have different letters for the pope. */
	if (number == 0)
		return strchr(pieces, letter) != NULL &&
			(letter == 'O' ||
			    memchr(taken, letter, CAPITALS) == NULL)
		    ? letter
		    : NO_MEANING;
	for (const char *p = pieces; *p != '\0' && !lexicon->is_known; p++)
		if (*p != letter && memchr(taken, *p, CAPITALS) == NULL &&
		    --number == 0)
			return *p;
	return '\0';
}

bool
lexicon_letters(struct lexicon *lexicon, const struct alphabet *alphabet,
    struct slice token, unsigned which, struct arena *arena, struct slice *text)
{
	struct strbuf made = STRBUF_INIT;
	const char *end = memchr(token.ptr, '(', token.len);
	bool learned = false, possible = true;

	for (size_t i = 0; i < token.len && possible; i++) {
		char sign = token.ptr[i], *meant;

		if ((end != NULL && token.ptr + i > end) ||
		    !lexicon_names_piece(token, i)) {
			strbuf_char(&made, sign);
			continue;
		}
		meant = &lexicon->meant[sign - 'A'];
		if (*meant == '\0' && !learned) {
			learned = true;
			*meant =
			    new_meaning(lexicon, alphabet->pieces, sign, which);
			possible = *meant != '\0';
		}
		if (possible && *meant == NO_MEANING)
			strbuf_char(&made, NO_MEANING);
		else if (possible && *meant != '\0')
			strbuf_puts(&made, alphabet_text(alphabet, *meant));
	}
	*text = slice_of(arena_copy(arena, strbuf_as_slice(&made)));
	strbuf_release(&made);
	return possible && (learned || which == 0);
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
