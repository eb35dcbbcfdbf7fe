/* Ternion: tags, results and annotations in words. */
#ifndef TERNION_CMD_LSP_WORDS_H
#define TERNION_CMD_LSP_WORDS_H

#include "formats/judge/replayed.h"

/* Appends the meaning of a tag, and the values it can have; nothing if the name
 * has no meaning. The variant may be NULL. */
void words_of_tag(
    const struct variant *variant, struct slice name, struct strbuf *out);

/* Appends the meaning of a tag's value, if it has one. */
void words_of_value(const struct variant *variant, struct slice name,
    struct slice value, struct strbuf *out);

/* Appends the names of the tags, with a space before each. */
void words_tags(const struct variant *variant, struct strbuf *out);

enum {
	NAG_WORDS = 140 /* annotations from there on have no meaning here */
};

/* The meaning of an annotation, or NULL. */
const char *words_of_nag(unsigned number);

/* Appends the points that a result gives to each player. */
void words_of_result(
    const struct variant *variant, struct slice result, struct strbuf *out);

#endif
