/*
 * Ternion: borrowed text, a pointer and a length. It is never NUL-terminated
 * by promise and never freed through a slice.
 */
#ifndef TERNION_PARSE_SLICE_H
#define TERNION_PARSE_SLICE_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#pragma GCC visibility push(default)

struct slice {
	const char *ptr;
	size_t len;
};

static inline struct slice
slice_of(const char *text)
{
	return (struct slice){ text, strlen(text) };
}

static inline bool
slice_equal(struct slice a, struct slice b)
{
	return a.len == b.len &&
	    (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

static inline bool
slice_is(struct slice a, const char *text)
{
	return slice_equal(a, slice_of(text));
}

/* Part of a slice; the caller keeps within its bounds. */
static inline struct slice
slice_sub(struct slice a, size_t at, size_t len)
{
	return (struct slice){ a.ptr + at, len };
}

/* The slice without white space at either end. */
static inline struct slice
slice_trim(struct slice a)
{
	while (a.len > 0 && strchr(" \t\r\n\v\f", a.ptr[0]) != NULL &&
	    a.ptr[0] != '\0') {
		a.ptr++;
		a.len--;
	}
	while (a.len > 0 && a.ptr[a.len - 1] != '\0' &&
	    strchr(" \t\r\n\v\f", a.ptr[a.len - 1]) != NULL)
		a.len--;
	return a;
}

#pragma GCC visibility pop

#endif
