/* Ternion: files that are no text. */
#include "parse/text/binary.h"
#include "parse/text/utf8.h"

enum {
	HEAD = 1024,      /* bytes that are looked at */
	MAGIC_HEAD = 16,  /* looked at where a text begins the file */
	UTF16_HEAD = 64,  /* looked at for UTF-16 without a byte order mark */
	UTF16_LEAST = 8,  /* bytes by which that can be told */
	CONTROLS_MIN = 8, /* control characters in any binary file */
	BAD_SHARE = 5,    /* of its bytes, every fifth one is bad */
	ENCODED_MIN = 2,  /* characters in any text of a mail */
};

/* A file that begins with these bytes. */
struct magic {
	const char *bytes;
	size_t len, at;
	const char *words;
};

#define TO_UTF8(from) "convert it with 'iconv -f " from " -t UTF-8'"
#define UTF16         "this is UTF-16, not UTF-8: " TO_UTF8("UTF-16")
#define NO_RECORD     "; a record is text in UTF-8"
#define DOCUMENT                                                               \
	"this is a document of Word or another office program; save it there " \
	"as plain text"

static const struct magic magics[] = {
#define MAGIC(bytes, at, words) { bytes, sizeof(bytes) - 1, at, words },
#include "parse/text/binary.def"
};

/* True if of each two bytes the same one is NUL, nearly always. */
static const char *
utf16_words(struct slice head)
{
	size_t len = head.len < UTF16_HEAD ? head.len : UTF16_HEAD;
	size_t nuls[2] = { 0, 0 };

	for (size_t i = 0; i < len; i++)
		nuls[i % 2] += head.ptr[i] == '\0';
	if (len < UTF16_LEAST || (nuls[0] > 0 && nuls[1] > 0))
		return NULL;
	if (nuls[0] * 8 >= len * 3)
		return "this is UTF-16, not UTF-8: " TO_UTF8("UTF-16BE");
	if (nuls[1] * 8 >= len * 3)
		return "this is UTF-16, not UTF-8: " TO_UTF8("UTF-16LE");
	return NULL;
}

/* Counts control characters, and with them the bytes that are not UTF-8. */
static size_t
count_bad(struct slice head, size_t *controls)
{
	size_t bad = 0, len;

	*controls = 0;
	for (size_t i = 0; i < head.len; i += len) {
		unsigned char c = (unsigned char)head.ptr[i];
		bool control =
		    (c < 0x20 && (c < '\t' || c > '\r')) || c == 0x7f;

		len = utf8_next(slice_from(head, i), NULL);
		*controls += control;
		bad += control || len == 0;
		len += len == 0;
	}
	return bad;
}

/* True if several characters are written as mail programs encode them. */
static bool
is_quoted_printable(struct slice head)
{
	static const char *const encoded[] = { "=3D", "=20\n", "=20\r",
		"=C3=", "=E2=80=" };
	unsigned count = 0;

	for (struct slice rest = head; rest.len > 0; rest = slice_from(rest, 1))
		for (size_t i = 0; i < COUNT(encoded) && *rest.ptr == '='; i++)
			count += slice_begins(rest, encoded[i]);
	return count >= ENCODED_MIN;
}

bool
binary_is_open(struct slice head)
{
	size_t controls;

	return (head.len < HEAD && count_bad(head, &controls) > 0) ||
	    (head.len < MAGIC_HEAD && memchr(head.ptr, '\n', head.len) == NULL);
}

const char *
binary_words(struct slice head)
{
	size_t controls;

	if (head.len > HEAD)
		head.len = HEAD;
	for (const struct magic *m = magics; m < magics + COUNT(magics); m++)
		if (head.len >= m->at + m->len &&
		    memcmp(head.ptr + m->at, m->bytes, m->len) == 0)
			return m->words;
	const char *words = utf16_words(head);
	size_t bad = count_bad(head, &controls);
	if (words == NULL && controls >= CONTROLS_MIN &&
	    bad * BAD_SHARE >= head.len)
		words = "this is a binary file" NO_RECORD;
	if (words == NULL && is_quoted_printable(head))
		words = "this is a mail with characters such as =20: save its "
			"text, or decode it with 'python3 -m quopri -d'";
	return words;
}
