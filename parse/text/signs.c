/* Ternion: characters beyond ASCII in moves. */
#include "parse/text/signs.h"
#include "parse/text/utf8.h"

/* Code points from first to last, in order. */
struct sign_row {
	uint32_t first, last;
	enum sign_kind kind;
	const char *plain;
};

static const struct sign_row rows[] = {
#define SIGN(first, last, kind, plain) { first, last, SIGN_##kind, plain },
#include "parse/text/signs.def"
};

/* The ASCII character that a wide or mathematical one looks like; NUL: none. */
static char
look_alike(uint32_t point)
{
	if (point - 0x660 < 10 || point - 0x6f0 < 10) /* Arabic digits */
		return (char)('0' + point % 16);
	if (point >= 0xff01 && point <= 0xff5e) /* full width */
		return (char)(point - 0xff01 + '!');
	if (point >= 0x1d400 && point <= 0x1d6a3) /* of mathematics */
		return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
		       "abcdefghijklmnopqrstuvwxyz"[(point - 0x1d400) % 52];
	if (point >= 0x1d7ce && point <= 0x1d7ff)
		return (char)('0' + (point - 0x1d7ce) % 10);
	return '\0';
}

/* The character that HTML names at the start of the text, as "&nbsp;", and the
 * length of its name; 0: there is none. */
static size_t
read_entity(struct slice text, uint32_t *point)
{
	static const struct {
		const char *name;
		uint32_t point;
	} entities[] = {
#define ENTITY(name, point) { name, point },
#include "parse/text/signs.def"
	};

	for (size_t i = 0; i < COUNT(entities); i++)
		if (slice_begins(text, entities[i].name)) {
			*point = entities[i].point;
			return strlen(entities[i].name);
		}
	return 0;
}

struct sign
sign_read(struct slice text)
{
	struct sign sign = { .len = 1 };
	size_t from = 0, to = COUNT(rows);

	if (sign_is_plain(text.ptr[0]))
		return sign;
	sign.len = text.ptr[0] == '&' ? read_entity(text, &sign.point)
				      : utf8_next(text, &sign.point);
	if (sign.len == 0)
		return (struct sign){ .len = 1 };
	if (sign.point < 0x80 && text.ptr[0] == '&') {
		sign.kind = SIGN_PLAIN;
		sign.plain[0] = (char)sign.point;
		return sign;
	}
	while (from < to) {
		size_t middle = (from + to) / 2;

		if (rows[middle].last < sign.point)
			from = middle + 1;
		else
			to = middle;
	}
	if (from < COUNT(rows) && rows[from].first <= sign.point) {
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
