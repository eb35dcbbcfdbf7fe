/*
 * Ternion: conditions on tags: `White~Ann`, `Date >= 2024.06`.
 */
#ifndef TERNION_CMD_WHERE_H
#define TERNION_CMD_WHERE_H

#include "formats/record/record.h"
#include "parse/text/pattern.h"

enum where_test {
	WHERE_MATCHES, /* ~ */
	WHERE_IS,      /* = of --tag: the very text */
	WHERE_COMPARES,
};

/* Results of a comparison that meet a condition, as bits. */
enum where_order {
	WHERE_LESS = 1,
	WHERE_EQUAL = 2,
	WHERE_MORE = 4,
};

struct condition {
	enum where_test test;
	unsigned orders; /* of WHERE_COMPARES */
	struct slice name, value;
	struct pattern *pattern; /* of WHERE_MATCHES; owned */
};

/* Reads `NAME~PATTERN` or `NAME=VALUE` of --tag, or, if `compares`, a condition
 * of --where. False with the fault in `message`, which is empty if the text has
 * another form. */
bool condition_read(struct condition *condition, const char *text,
    bool compares, char message[PATTERN_MESSAGE_MAX]);

/* Whether a tag of the record meets the condition. If a pattern takes too long,
 * *given_up is its tag. */
bool condition_holds(struct condition *condition, const struct record *record,
    const struct tag **given_up);

#endif
