/* The rules of Dreierschach, and texts of files of cases. */
#pragma once

#include "tests/unit/unit.h"

#include "rules/rules.h"

/* The rules under test; made by make_rules and only read after that. */
static struct rules rules;

/* The set-up of every group of tests. */
SET_UP(make_rules)
{
	rules_init(&rules, &variant_dreierschach, NULL);
}

/* Of a file of cases: decodes \n \r \t \\ and \xHH in place, and gives the
 * length. */
static inline size_t
unescape(char *text)
{
	static const char letters[] = "nrt\\", meant[] = "\n\r\t\\";
	char *out = text;

	for (const char *p = text; *p != '\0'; p++) {
		if (*p != '\\') {
			*out++ = *p;
		} else if (*++p == 'x') {
			char digits[] = { p[1], p[2], '\0' };

			*out++ = (char)strtoul(digits, NULL, 16);
			p += 2;
		} else {
			assert_non_null(strchr(letters, *p));
			*out++ = meant[strchr(letters, *p) - letters];
		}
	}
	*out = '\0';
	return (size_t)(out - text);
}
