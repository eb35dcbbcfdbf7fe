/* Ternion: moves, tags and annotations in words. */
#ifndef TERNION_CMD_LSP_WORDS_H
#define TERNION_CMD_LSP_WORDS_H

#include "formats/game/replay.h"

/* Appends what a legal move does, as "White's knight goes from b1 to c3, with
 * check to Gray"; cells are named as in the record. */
void words_of_move(const struct replayed *replayed,
    const struct position *before, const struct move *move, struct strbuf *out);

/* Appends whose kings are attacked by whom, a sentence each, and how the game
 * has ended; nothing if there is nothing to tell. */
void words_of_position(const struct rules *rules,
    const struct position *position, struct strbuf *out);

/* Appends what a tag says, and what its value can be; the variant may be NULL.
 * False if the name is nothing that counts. */
bool words_of_tag(
    const struct variant *variant, struct slice name, struct strbuf *out);

/* What is known of the value of a tag; nothing is appended if that is nothing.
 */
void words_of_value(const struct variant *variant, struct slice name,
    struct slice value, struct strbuf *out);

/* Appends the names of the tags, with a space before each. */
void words_tags(const struct variant *variant, struct strbuf *out);

/* What an annotation means, or NULL; the numbers are those below NAG_WORDS. */
enum {
	NAG_WORDS = 140
};
const char *words_of_nag(unsigned number);

/* Appends the points that a result gives to each player. */
void words_of_result(
    const struct variant *variant, struct slice result, struct strbuf *out);

#endif
