/* Texts in files of cases. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Decodes \n \r \t \\ and \xHH in place, and returns the length. */
static inline size_t
unescape(char *text)
{
	static const char letters[] = "nrt\\", meant[] = "\n\r\t\\";
	char *out = text;

	for (const char *p = text; *p != '\0'; p++) {
		unsigned byte;

		if (*p != '\\') {
			*out++ = *p;
		} else if (*++p != '\0' && strchr(letters, *p) != NULL) {
			*out++ = meant[strchr(letters, *p) - letters];
		} else if (sscanf(p, "x%2x", &byte) == 1) {
			*out++ = (char)byte;
			p += 2;
		} else {
			fprintf(stderr, "unknown escape: \\%s\n", p);
			exit(1);
		}
	}
	*out = '\0';
	return (size_t)(out - text);
}
