/* Ternion: what can be asked of `help`. */
#ifndef TERNION_CMD_TOPICS_H
#define TERNION_CMD_TOPICS_H

#include <stdbool.h>

struct strbuf;
struct variant;

/* Prints all that is known under a word, a section for each meaning; false if
 * it is none. */
bool topic_print(const char *word);

/* What the program does, and the lists that a beginner needs. */
void topic_print_overview(void);

/* The codes of all diagnostics with their severities. */
void topic_print_codes(void);

/* What can be done with a game. */
void topic_print_variant(const struct variant *variant);

/* Appends all words that there are. */
void words_topics(struct strbuf *words);

#endif
