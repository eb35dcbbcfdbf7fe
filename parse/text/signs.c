/* Ternion: characters beyond ASCII in moves. */
#include <stdio.h>

#include "parse/text/signs.h"
#include "parse/text/utf8.h"

/* Code points from first to last, in order. */
struct sign_row {
	uint32_t first, last;
	enum sign_kind kind;
	const char *plain;
};

static const struct sign_row rows[] = {
	{ 0xa0, 0xa0, SIGN_BLANK, " " },
	{ 0xa9, 0xa9, SIGN_PLAIN, "(C)" },
	{ 0xad, 0xad, SIGN_UNSEEN, "" },
	{ 0xae, 0xae, SIGN_PLAIN, "(R)" },
	{ 0xbd, 0xbd, SIGN_PLAIN, "1/2" },
	{ 0xd7, 0xd7, SIGN_PLAIN, "x" },
	{ 0x34f, 0x34f, SIGN_UNSEEN, "" },
	{ 0x61c, 0x61c, SIGN_UNSEEN, "" },
	{ 0x1680, 0x1680, SIGN_BLANK, " " },
	{ 0x180e, 0x180e, SIGN_UNSEEN, "" },
	{ 0x2000, 0x200a, SIGN_BLANK, " " },
	{ 0x200b, 0x200f, SIGN_UNSEEN, "" },
	{ 0x2010, 0x2015, SIGN_PLAIN, "-" },
	{ 0x2020, 0x2020, SIGN_PLAIN, "+" },
	{ 0x2021, 0x2021, SIGN_PLAIN, "++" },
	{ 0x2024, 0x2024, SIGN_PLAIN, "." },
	{ 0x2025, 0x2025, SIGN_PLAIN, ".." },
	{ 0x2026, 0x2026, SIGN_PLAIN, "..." },
	{ 0x2028, 0x2029, SIGN_BLANK, " " },
	{ 0x202a, 0x202e, SIGN_UNSEEN, "" },
	{ 0x202f, 0x202f, SIGN_BLANK, " " },
	{ 0x203c, 0x203c, SIGN_PLAIN, "!!" },
	{ 0x2044, 0x2044, SIGN_PLAIN, "/" },
	{ 0x2047, 0x2047, SIGN_PLAIN, "??" },
	{ 0x2048, 0x2048, SIGN_PLAIN, "?!" },
	{ 0x2049, 0x2049, SIGN_PLAIN, "!?" },
	{ 0x205f, 0x205f, SIGN_BLANK, " " },
	{ 0x2060, 0x2064, SIGN_UNSEEN, "" },
	{ 0x2066, 0x206f, SIGN_UNSEEN, "" },
	{ 0x2153, 0x2153, SIGN_PLAIN, "1/3" },
	{ 0x2154, 0x2154, SIGN_PLAIN, "2/3" },
	{ 0x2192, 0x2192, SIGN_PLAIN, "-" },
	{ 0x2212, 0x2212, SIGN_PLAIN, "-" },
	{ 0x2215, 0x2215, SIGN_PLAIN, "/" },
	{ 0x2236, 0x2236, SIGN_PLAIN, ":" },
	{ 0x2715, 0x2716, SIGN_PLAIN, "x" },
	{ 0x2794, 0x2794, SIGN_PLAIN, "-" },
	{ 0x2799, 0x279e, SIGN_PLAIN, "-" },
	{ 0x27f6, 0x27f6, SIGN_PLAIN, "-" },
	{ 0x2a2f, 0x2a2f, SIGN_PLAIN, "x" },
	{ 0x3000, 0x3000, SIGN_BLANK, " " },
	{ 0xfe00, 0xfe0f, SIGN_UNSEEN, "" },
	{ 0xfe58, 0xfe58, SIGN_PLAIN, "-" },
	{ 0xfe63, 0xfe63, SIGN_PLAIN, "-" },
	{ 0xfeff, 0xfeff, SIGN_UNSEEN, "" },
	{ 0xffa0, 0xffa0, SIGN_UNSEEN, "" },
	{ 0xe0000, 0xe007f, SIGN_UNSEEN, "" },
	{ 0xe0100, 0xe01ef, SIGN_UNSEEN, "" },
};

/* Greek and Cyrillic letters that look like Latin ones or a digit. */
static const struct {
	uint16_t point;
	char like;
} letters[] = {
	{ 0x391, 'A' },
	{ 0x392, 'B' },
	{ 0x395, 'E' },
	{ 0x396, 'Z' },
	{ 0x397, 'H' },
	{ 0x399, 'I' },
	{ 0x39a, 'K' },
	{ 0x39c, 'M' },
	{ 0x39d, 'N' },
	{ 0x39f, 'O' },
	{ 0x3a1, 'P' },
	{ 0x3a4, 'T' },
	{ 0x3a5, 'Y' },
	{ 0x3a7, 'X' },
	{ 0x3b1, 'a' },
	{ 0x3b7, 'n' },
	{ 0x3b9, 'i' },
	{ 0x3ba, 'k' },
	{ 0x3bd, 'v' },
	{ 0x3bf, 'o' },
	{ 0x3c1, 'p' },
	{ 0x3c4, 't' },
	{ 0x3c5, 'u' },
	{ 0x3c7, 'x' },
	{ 0x3c9, 'w' },
	{ 0x3f2, 'c' },
	{ 0x3f3, 'j' },
	{ 0x405, 'S' },
	{ 0x406, 'I' },
	{ 0x408, 'J' },
	{ 0x410, 'A' },
	{ 0x412, 'B' },
	{ 0x415, 'E' },
	{ 0x417, '3' },
	{ 0x41a, 'K' },
	{ 0x41c, 'M' },
	{ 0x41d, 'H' },
	{ 0x41e, 'O' },
	{ 0x420, 'P' },
	{ 0x421, 'C' },
	{ 0x422, 'T' },
	{ 0x423, 'Y' },
	{ 0x425, 'X' },
	{ 0x430, 'a' },
	{ 0x432, 'b' },
	{ 0x435, 'e' },
	{ 0x437, '3' },
	{ 0x43a, 'k' },
	{ 0x43c, 'm' },
	{ 0x43d, 'h' },
	{ 0x43e, 'o' },
	{ 0x440, 'p' },
	{ 0x441, 'c' },
	{ 0x442, 't' },
	{ 0x443, 'y' },
	{ 0x445, 'x' },
	{ 0x455, 's' },
	{ 0x456, 'i' },
	{ 0x458, 'j' },
	{ 0x4bb, 'h' },
	{ 0x4cf, 'l' },
	{ 0x501, 'd' },
	{ 0x51b, 'q' },
	{ 0x51d, 'w' },
};

/* The ASCII character that a letter or digit looks like; NUL: none. */
static char
look_alike(uint32_t point)
{
	if (point >= 0xff01 && point <= 0xff5e) /* full width */
		return (char)(point - 0xff01 + '!');
	if (point >= 0x1d400 && point <= 0x1d6a3) /* of mathematics */
		return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
		       "abcdefghijklmnopqrstuvwxyz"[(point - 0x1d400) % 52];
	if (point >= 0x1d7ce && point <= 0x1d7ff)
		return (char)('0' + (point - 0x1d7ce) % 10);
	for (size_t i = 0; i < sizeof(letters) / sizeof(letters[0]); i++)
		if (letters[i].point == point)
			return letters[i].like;
	return '\0';
}

struct sign
sign_read(struct slice text)
{
	struct sign sign = { .len = 1 };
	size_t from = 0, to = sizeof(rows) / sizeof(rows[0]);

	if ((unsigned char)text.ptr[0] < 0x80)
		return sign;
	sign.len = utf8_next(text, &sign.point);
	if (sign.len == 0)
		return (struct sign){ .len = 1 };
	while (from < to) {
		size_t middle = (from + to) / 2;

		if (rows[middle].last < sign.point)
			from = middle + 1;
		else
			to = middle;
	}
	if (from < sizeof(rows) / sizeof(rows[0]) &&
	    rows[from].first <= sign.point) {
		sign.kind = rows[from].kind;
		memcpy(
		    sign.plain, rows[from].plain, strlen(rows[from].plain) + 1);
	} else if ((sign.plain[0] = look_alike(sign.point)) != '\0') {
		sign.kind = SIGN_LETTER;
	}
	return sign;
}

size_t
signs_plain(struct slice text, char *plain, unsigned *kinds)
{
	size_t to = 0;

	*kinds = 0;
	while (text.len > 0) {
		struct sign sign = sign_read(text);
		struct slice as = slice_sub(text, 0, sign.len);

		if (sign.kind != SIGN_OTHER)
			as = slice_of(sign.plain);
		*kinds |= 1u << sign.kind;
		memcpy(plain + to, as.ptr, as.len);
		to += as.len;
		text = slice_from(text, sign.len);
	}
	*kinds &= ~(1u << SIGN_OTHER);
	return to;
}

struct slice
sign_find(struct slice text, enum sign_kind kind)
{
	while (text.len > 0) {
		struct sign sign = sign_read(text);

		if (sign.kind == kind)
			return slice_sub(text, 0, sign.len);
		text = slice_from(text, sign.len);
	}
	return text;
}

const char *
sign_words(struct slice text, char words[SIGN_WORDS])
{
	struct sign sign = sign_read(text);
	unsigned long point = sign.point;

	if (sign.kind == SIGN_BLANK)
		snprintf(words, SIGN_WORDS, "%s (U+%04lX) is read as a space",
		    point == 0xa0 ? "a no-break space" : "an unusual space",
		    point);
	else if (sign.kind == SIGN_UNSEEN)
		snprintf(words, SIGN_WORDS,
		    "U+%04lX, which nobody sees, is left out", point);
	else if (sign.kind == SIGN_LETTER)
		snprintf(words, SIGN_WORDS,
		    "U+%04lX looks like %s, but is not the same", point,
		    sign.plain);
	else
		snprintf(words, SIGN_WORDS, "'%.*s' (U+%04lX) is read as '%s'",
		    (int)sign.len, text.ptr, point, sign.plain);
	return words;
}

void
signs_show(struct strbuf *out, struct slice text)
{
	while (text.len > 0) {
		struct sign sign = sign_read(text);

		if (sign.kind > SIGN_PLAIN)
			strbuf_printf(
			    out, "<U+%04lX>", (unsigned long)sign.point);
		else
			strbuf_slice(out, slice_sub(text, 0, sign.len));
		text = slice_from(text, sign.len);
	}
}
