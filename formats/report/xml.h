/* Ternion: XML. */
#pragma once

#include "parse/text/strbuf.h"

/* A place in a drawing, in tenths of its unit. */
struct point {
	int x, y;
};

/* Appends XML. In the format, ' stands for a quotation mark, and a percent sign
 * and a letter for
 *	%s %t	a text: const char *, struct slice
 *	%u %n	a number: unsigned, unsigned long
 *	%l %x	a length, and a point as two of them: int, struct point
 *	%p	the prefix
 * Control characters and others that XML 1.0 forbids, and bytes that are not
 * UTF-8, become U+FFFD in texts. */
void xml_put(struct strbuf *out, const char *prefix, const char *format, ...);
