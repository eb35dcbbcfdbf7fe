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
		"black", "book", "by", "end", "ended", "ff", "game", "gg",
		"good", "had", "is", "it", "idea", "me", "my", "no", "of", "ok",
		"on", "or", "so", "to", "und", "us", "was", "we", NULL };

	/* "iS" is a cell whose digit looks like a letter. */
	for (size_t i = 1; i < word.len; i++)
		if (word.ptr[0] >= 'a' && word.ptr[i] <= 'Z')
			return false;
	return word.len < 6 && slice_is_among_nocase(word, words);
}

/* A word, and the part of it without signs around it. */
struct part {
	struct slice word;
	size_t from, end;
	bool is_quote; /* it begins with a quotation mark */
};

/* Finds the part: without quotation marks, punctuation, and the signs that
 * Markdown has around words. */
static struct part
find_part(struct slice word)
{
	struct sign sign = sign_read(word);
	struct part part = { word, 0, word.len, is_one_of(word.ptr[0], "\"'") };

	part.from = part.is_quote;
	while (
	    part.from + 1 < part.end && is_one_of(word.ptr[part.from], "*_~"))
		part.from++;
	if (sign.plain[0] == '"' && sign.len < word.len) {
		part.is_quote = true;
		part.from = sign.len;
	}
	while (part.end > part.from &&
	    strchr(".,!?\"*_~>", word.ptr[part.end - 1]) != NULL)
		part.end--;
	if (part.end > part.from + 3 &&
	    memcmp(word.ptr + part.end - 3, "\xe2\x80", 2) == 0)
		part.word.len = part.end -= 3;
	if (part.end > part.from + 2 &&
	    memcmp(word.ptr + part.end - 2, "\xc2\xbb", 2) == 0)
		part.word.len = part.end -= 2;
	return part;
}

/* A letter with an accent, a Greek or Cyrillic one, or one for "fi". */
static bool
is_wide_letter(struct slice text)
{
	unsigned char c = (unsigned char)text.ptr[0];

	return (c >= 0xc3 && c < 0xd5) ||
	    (c == 0xef && text.len > 1 && text.ptr[1] == '\xac');
}

/* A small letter that is no file of a board, and of no digit's shape. Ends of
 * words with a cell of the only column beyond o are no proof, as writers have
 * it who take l for 1: "Qpll". */
static bool
is_no_file(struct slice text)
{
	static const char *const with_ones[] = { "pll", "pll+", NULL };

	return text.ptr[0] >= 'p' && text.ptr[0] < 'z' && text.ptr[0] != 'x' &&
	    !slice_is_among(text, with_ones);
}

/* Whether a sign that is no letter may belong to a move. */
static bool
may_be_of_move(const struct part *part, size_t i)
{
	char c = part->word.ptr[i];

	return i == 0 || (c != '\'' && c != '-' && i < part->end) ||
	    (c == '-' && is_one_of(part->word.ptr[i - 1], "O-"));
}

/* The small letters of a word, up to a sign of a move. */
struct letters {
	unsigned longest; /* row of them */
	unsigned others;  /* that are no l, as 1 is written: "lljll" */
	bool is_foreign;  /* one of them is in no move */
	bool is_move;     /* there is such a sign */
};

static struct letters
read_letters(const struct part *part)
{
	struct letters letters = { .is_move = part->word.len > WORD_MAX };
	unsigned row = 0;

	for (size_t i = part->from; i < part->word.len && !letters.is_move;
	     i++) {
		struct slice rest = slice_from(part->word, i);
		unsigned char c = (unsigned char)rest.ptr[0];
		bool is_wide = is_wide_letter(rest);
		bool is_letter = is_wide || (c >= 'a' && c <= 'z' && c != 'x');

		if (c >= 0x80 && c < 0xc0 && row > 0)
			continue; /* it belongs to the one before */
		row = is_letter ? row + 1 : 0;
		letters.others += is_letter && c != 'l';
		letters.longest = row > letters.longest ? row : letters.longest;
		letters.is_foreign |= is_wide || is_no_file(rest);
		letters.is_move = !is_letter && !ascii_is_letter((char)c) &&
		    may_be_of_move(part, i);
	}
	return letters;
}

/* True of the line of a form, for a move that nobody could read. */
static bool
is_form_line(struct slice word)
{
	while (word.len > 0 && word.ptr[0] == '_')
		word = slice_from(word, 1);
	return word.len == 0;
}

bool
prose_has(struct slice word, bool *is_move)
{
	*is_move = false;
	/* An address, or a picture of a face or hand. */
	if (is_form_line(word) || slice_begins(word, "\xf0\x9f") ||
	    (word.len >= ADDRESS_MIN && slice_begins(word, "ht")) ||
	    prose_is_reading(word))
		return true;
	const struct part part = find_part(word);
	const struct letters letters = read_letters(&part);
	*is_move = letters.is_move;
	if (letters.longest == 0)
		return false;
	return part.is_quote || (letters.longest >= 5 && letters.others > 1) ||
	    (letters.longest >= 3 && letters.is_foreign) ||
	    is_common(slice_sub(part.word, part.from, part.end - part.from));
}
