/* Ternion: words of a remark among moves. */
#include "parse/text/prose.h"
#include "parse/text/signs.h"

/* Bytes of a word; a longer one is a token that is wrong. */
#define WORD_MAX 32

/* Takes a date, "2026-01-31" with any signs, off the front of the word. */
static bool
take_date(struct slice *word)
{
	static const char form[] = "dddd-dd-dd";
	size_t len = sizeof(form) - 1;

	for (size_t i = 0; i < len; i++)
		if (i >= word->len ||
		    (form[i] == 'd') != ascii_is_digit(word->ptr[i]))
			return false;
	*word = slice_from(*word, len);
	if (word->len > 0 && is_one_of(*word->ptr, "T_"))
		*word = slice_from(*word, 1);
	if (word->len > 0 && word->ptr[word->len - 1] == 'Z')
		word->len--;
	return true;
}

/* No result ends with two digits, and no move number is 0. */
bool
prose_is_reading(struct slice word)
{
	static const char *const units[] = { "s", "sec", "min", NULL };

	if (word.len > 0 && word.ptr[word.len - 1] == ',')
		word.len--;
	if (take_date(&word) && word.len == 0)
		return true;
	bool is_signed = is_one_of(word.ptr[0], "+-@");
	bool has_unit = false;
	unsigned digits = 0, marks = 0;

	for (size_t i = is_signed; i < word.len; i++)
		if (ascii_is_digit(word.ptr[i])) {
			digits++;
		} else if (digits > 0 && is_one_of(word.ptr[i], ":./'\"")) {
			marks++;
			digits = 0;
			has_unit = is_one_of(word.ptr[i], "'\"");
		} else {
			has_unit = digits > 0 && marks < 2 &&
			    slice_is_among(slice_from(word, i), units);
			digits = 0;
			break;
		}
	if (marks == 0 || digits == 0)
		return has_unit && digits == 0;
	return is_signed || (marks == 2 && (digits == 2 || digits == 4)) ||
	    (digits == 2 &&
		(word.ptr[0] == '0' ||
		    memchr(word.ptr, ':', word.len) != NULL));
}

/* True of words that people write often, though no letter shows them. */
static bool
is_common(struct slice word)
{
	static const char *const words[] = { "and", "at", "bad", "been",
		"black", "book", "by", "end", "ended", "game", "gg", "good",
		"had", "is", "it", "idea", "me", "my", "no", "of", "ok", "on",
		"or", "so", "to", "und", "us", "was", "we", NULL };

	/* "iS" is a cell whose digit looks like a letter. */
	for (size_t i = 1; i < word.len; i++)
		if (word.ptr[0] >= 'a' && word.ptr[i] <= 'Z')
			return false;
	return word.len < 6 && slice_is_among_nocase(word, words);
}

bool
prose_has(struct slice word, bool *is_move)
{
	/* Ends of words with a cell of the only column beyond o, as writers
	 * have it who take l for 1: "Qpll". */
	static const char *const with_ones[] = { "pll", "pll+", NULL };
	unsigned row = 0, longest = 0;
	bool is_foreign = false, is_quote = is_one_of(word.ptr[0], "\"'");
	size_t from = is_quote, end = word.len;

	/* Markdown has signs around words. */
	while (from + 1 < end && is_one_of(word.ptr[from], "*_~"))
		from++;

	*is_move = false;
	/* The line of a form, for a move that nobody could read. */
	while (row < word.len && word.ptr[row] == '_')
		row++;
	/* An address, or a picture of a face or hand. */
	if (row == word.len ||
	    (word.len >= ADDRESS_MIN && slice_begins(word, "ht")) ||
	    slice_begins(word, "\xf0\x9f") || prose_is_reading(word))
		return true;
	row = 0;
	*is_move = word.len > WORD_MAX;
	struct sign sign = sign_read(word);
	if (sign.plain[0] == '"' && sign.len < word.len) {
		is_quote = true;
		from = sign.len;
	}
	while (end > from && strchr(".,!?\"*_~>", word.ptr[end - 1]) != NULL)
		end--;
	if (end > from + 3 && memcmp(word.ptr + end - 3, "\xe2\x80", 2) == 0)
		word.len = end -= 3;
	if (end > from + 2 && memcmp(word.ptr + end - 2, "\xc2\xbb", 2) == 0)
		word.len = end -= 2;
	for (size_t i = from; i < word.len && !*is_move; i++) {
		unsigned char c = (unsigned char)word.ptr[i];
		/* Letters with accents, Greek and Cyrillic ones. */
		bool is_wide = (c >= 0xc3 && c < 0xd5) ||
		    (c == 0xef && i + 1 < word.len &&
			word.ptr[i + 1] == '\xac'); /* one for "fi" */
		bool is_letter = is_wide || (c >= 'a' && c <= 'z' && c != 'x');
		bool goes_on = c >= 0x80 && c < 0xc0 && row > 0;

		row = goes_on ? row : is_letter ? row + 1 : 0;
		longest = row > longest ? row : longest;
		is_foreign |= is_wide ||
		    (is_letter && c >= 'p' && c < 'z' &&
			!slice_is_among(slice_from(word, i), with_ones));
		*is_move = !is_letter && !goes_on &&
		    !ascii_is_letter((char)c) &&
		    (i == 0 || (c != '\'' && c != '-' && i < end) ||
			(c == '-' && is_one_of(word.ptr[i - 1], "O-")));
	}
	return (is_quote && longest > 0) || longest >= 5 ||
	    (longest >= 3 && is_foreign) ||
	    (longest > 0 && is_common(slice_sub(word, from, end - from)));
}
