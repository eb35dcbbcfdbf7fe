/* Ternion: letters and digits of ASCII, whatever the locale is. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

static inline bool
ascii_is_digit(char c)
{
	return (unsigned char)(c - '0') < 10;
}

static inline bool
ascii_is_letter(char c)
{
	return (unsigned char)((c | 0x20) - 'a') < 26;
}

static inline char
ascii_lower(char c)
{
	return ascii_is_letter(c) ? (char)(c | 0x20) : c;
}

static inline char
ascii_upper(char c)
{
	return ascii_is_letter(c) ? (char)(c & ~0x20) : c;
}

/* White space, and the bytes 0 of damaged files. */
static inline bool
is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0';
}

/* Whether eight bytes are all ASCII and none of them is `c`. */
static inline bool
ascii_is_without(uint64_t bytes, char c)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);

	return ((bytes | ((bytes ^ ones * (unsigned char)c) - ones)) &
		   ones << 7) == 0;
}
