/* Ternion: borrowed text, a pointer and a length. It is never NUL-terminated
 * by promise and never freed through a slice. */
#pragma once

#include "parse/text/ascii.h"

#include <stddef.h>
#include <string.h>

struct slice {
	const char *ptr;
	size_t len;
};

/* The number of elements of an array. */
#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* True if `c` is one of the characters of a string literal: they are compared
 * in place, which is faster than a call of memchr. */
#define is_one_of(c, chars) char_is_among(c, "" chars, sizeof(chars) - 1)
__attribute__((always_inline)) static inline bool
char_is_among(char c, const char *chars, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (c == chars[i])
			return true;
	return false;
}

/* A slice as the two arguments of "%.*s". */
#define SLICE(slice) (int)(slice).len, (slice).ptr

static inline struct slice
slice_of(const char *text)
{
	return (struct slice){ text, strlen(text) };
}

static inline struct slice
slice_between(const char *from, const char *to)
{
	return (struct slice){ from, (size_t)(to - from) };
}

static inline bool
slice_equal(struct slice a, struct slice b)
{
	/* Most that have the same length begin otherwise. */
	return a.len == b.len &&
	    (a.len == 0 ||
		(a.ptr[0] == b.ptr[0] && memcmp(a.ptr, b.ptr, a.len) == 0));
}

static inline bool
slice_is(struct slice a, const char *text)
{
	/* Most begin otherwise, so that the length is not asked. */
	return a.len == 0
	    ? text[0] == '\0'
	    : a.ptr[0] == text[0] && slice_equal(a, slice_of(text));
}

/* Like slice_is, whatever the case of ASCII letters. */
static inline bool
slice_is_nocase(struct slice a, const char *text)
{
	size_t i = 0;

	while (i < a.len && text[i] != '\0' &&
	    ascii_lower(a.ptr[i]) == ascii_lower(text[i]))
		i++;
	return i == a.len && text[i] == '\0';
}

/* True if it is one of the texts, which end with NULL. */
static inline bool
slice_is_among(struct slice a, const char *const *texts)
{
	while (*texts != NULL && !slice_is(a, *texts))
		texts++;
	return *texts != NULL;
}

static inline bool
slice_is_among_nocase(struct slice a, const char *const *texts)
{
	while (*texts != NULL && !slice_is_nocase(a, *texts))
		texts++;
	return *texts != NULL;
}

static inline bool
slice_begins(struct slice a, const char *text)
{
	size_t len = strlen(text);

	return a.len >= len && memcmp(a.ptr, text, len) == 0;
}

/* The number of digits at the front. */
static inline size_t
slice_digits(struct slice a)
{
	size_t len = 0;

	while (len < a.len && ascii_is_digit(a.ptr[len]))
		len++;
	return len;
}

/* Reads all of the text as a number; false if it is none up to `most`. */
static inline bool
slice_number(struct slice a, unsigned long most, unsigned long *number)
{
	*number = 0;
	for (size_t i = 0; i < a.len && *number <= most; i++) {
		if (!ascii_is_digit(a.ptr[i]))
			return false;
		*number = *number * 10 + (unsigned long)(a.ptr[i] - '0');
	}
	return a.len > 0 && *number <= most;
}

/* Part of a slice; the caller keeps within its bounds. */
static inline struct slice
slice_sub(struct slice a, size_t at, size_t len)
{
	return (struct slice){ a.ptr + at, len };
}

/* All but the first bytes. */
static inline struct slice
slice_from(struct slice a, size_t at)
{
	return slice_sub(a, at, a.len - at);
}

/* Takes the text up to `separator` off the front of *rest, and the separator;
 * all of it if there is none. */
static inline struct slice
slice_take(struct slice *rest, char separator)
{
	const char *at = memchr(rest->ptr, (unsigned char)separator, rest->len);
	size_t len = at != NULL ? (size_t)(at - rest->ptr) : rest->len;
	struct slice part = slice_sub(*rest, 0, len);

	*rest = slice_from(*rest, len + (at != NULL));
	return part;
}

#define BLANKS_OF_TEXT " \t\r\n\v\f" /* white space, without NUL */

/* The slice without white space at either end. */
static inline struct slice
slice_trim(struct slice a)
{
	while (a.len > 0 && is_one_of(a.ptr[0], BLANKS_OF_TEXT))
		a = slice_from(a, 1);
	while (a.len > 0 && is_one_of(a.ptr[a.len - 1], BLANKS_OF_TEXT))
		a.len--;
	return a;
}

/* Takes a word, up to white space or a comma, off the front; len 0: none. */
static inline struct slice
slice_word(struct slice *text)
{
	struct slice word;
	size_t len = 0;

	/* It may point nowhere, and nothing may be added to that. */
	if (text->len == 0)
		return *text;
	while (text->len > 0 && is_one_of(*text->ptr, BLANKS_OF_TEXT ","))
		*text = slice_from(*text, 1);
	while (
	    len < text->len && !is_one_of(text->ptr[len], BLANKS_OF_TEXT ","))
		len++;
	word = slice_sub(*text, 0, len);
	*text = slice_from(*text, len);
	return word;
}
