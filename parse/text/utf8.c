/* Ternion: UTF-8. */
#include "parse/text/utf8.h"

size_t
utf8_next(struct slice text, uint32_t *point)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *p = (const unsigned char *)text.ptr;
	size_t len = *p < 0x80 ? 1
	    : *p < 0xc2        ? 0
	    : *p < 0xe0        ? 2
	    : *p < 0xf0        ? 3
	    : *p < 0xf5        ? 4
			       : 0;
	uint32_t value = len == 1 ? *p : *p & (0x7fu >> len);

	if (len == 0 || len > text.len)
		return 0;
	for (size_t i = 1; i < len; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		value = value << 6 | (p[i] & 0x3f);
	}
	if (value < least[len] || value > 0x10ffff ||
	    (value >= 0xd800 && value <= 0xdfff))
		return 0;
	if (point != NULL)
		*point = value;
	return len;
}

size_t
utf8_valid_len(struct slice text)
{
	size_t at = 0;

	while (at < text.len) {
		size_t len = utf8_next(slice_from(text, at), NULL);

		if (len == 0)
			break;
		at += len;
	}
	return at;
}

size_t
utf8_count(struct slice text)
{
	size_t count = 0;

	for (size_t at = 0; at < text.len; count++) {
		size_t len = utf8_next(slice_from(text, at), NULL);

		at += len > 0 ? len : 1;
	}
	return count;
}

enum {
	PLAIN_BLOCK = 64 /* bytes that utf8_is_plain looks at together */
};

/* A byte in all eight places of a word. */
#define EVERY(byte) (UINT64_C(0x0101010101010101) * (byte))

/* The first n of the eight bytes at p, and bytes that are 0 for the others. */
static uint64_t
first_bytes(const char *p, size_t n)
{
	uint64_t word;

	memcpy(&word, p, sizeof(word));
	return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? word << (64 - 8 * n)
							 : word >> (64 - 8 * n);
}

/* The top bits of the bytes that are line feeds, up to the first at least. */
static uint64_t
line_feeds(uint64_t word)
{
	word ^= EVERY('\n');
	return (word - EVERY(0x01)) & ~word & EVERY(0x80);
}

/* How many of eight bytes do not begin a code point. */
static size_t
continued(uint64_t word)
{
	word = (word >> 7) & ~(word >> 6) & EVERY(0x01);
	return (size_t)((word * EVERY(0x01)) >> 56);
}

size_t
utf8_skip_line(const char **p, const char *to, const char *end)
{
	const char *at = *p;
	size_t count = 0;

	while (at < to) {
		size_t n = to - at < 8 ? (size_t)(to - at) : 8;
		uint64_t word =
		    end - at >= 8 ? first_bytes(at, n) : EVERY('\n');

		if (line_feeds(word) == 0) {
			count += n - continued(word);
			at += n;
			continue;
		}
		/* It is one of these, or the end is near. */
		if (*at == '\n')
			break;
		count += ((unsigned char)*at++ & 0xc0) != 0x80;
	}
	*p = at;
	return count;
}

bool
utf8_is_bidi(uint32_t point)
{
	return point == 0x61c || point == 0x200e || point == 0x200f ||
	    (point >= 0x202a && point <= 0x202e) ||
	    (point >= 0x2066 && point <= 0x2069);
}

bool
utf8_is_control(uint32_t point)
{
	return point < 0x20 || (point >= 0x7f && point < 0xa0) ||
	    utf8_is_bidi(point);
}

/* Many at a time: a byte is 0 or above 127 if, less one, its top bit is set
 * while its own is not, or its own is. */
static inline bool
is_plain_block(const char *p)
{
	uint64_t words[PLAIN_BLOCK / 8], bits = 0;

	memcpy(words, p, PLAIN_BLOCK);
	for (size_t k = 0; k < PLAIN_BLOCK / 8; k++)
		bits |= words[k] | (words[k] - EVERY(0x01));
	return (bits & EVERY(0x80)) == 0;
}

bool
utf8_is_plain(struct slice text)
{
	size_t i = 0;

	for (; i + PLAIN_BLOCK <= text.len; i += PLAIN_BLOCK)
		if (!is_plain_block(text.ptr + i))
			return false;
	/* The last block may hold bytes that were looked at. */
	if (text.len >= PLAIN_BLOCK)
		return is_plain_block(text.ptr + text.len - PLAIN_BLOCK);
	for (; i < text.len; i++)
		if (text.ptr[i] == 0 || (unsigned char)text.ptr[i] > 127)
			return false;
	return true;
}
