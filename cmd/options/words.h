/*
 * Ternion: the words that an argument is chosen from, as the registries have
 * them. Each is appended with a space before it: for messages, and for the
 * completions of shells.
 */
#ifndef TERNION_CMD_WORDS_H
#define TERNION_CMD_WORDS_H

#include "parse/text/strbuf.h"

struct variant_option;

/* Whether the text is one of the words. */
bool words_have(void (*words)(struct strbuf *words), const char *text);

/* By enum strip. */
extern const char *const strip_words[];
void words_strips(struct strbuf *words);

void words_commands(struct strbuf *words);
void words_variants(struct strbuf *words);
void words_settings(struct strbuf *words); /* NAME=VALUE of all variants */
/* The values of a variant's option, each with "NAME=" before it if `named`. */
void words_values(
    struct strbuf *words, const struct variant_option *option, bool named);
void words_notations(struct strbuf *words);
void words_letters(struct strbuf *words);
void words_read_formats(struct strbuf *words);
void words_written_formats(struct strbuf *words);
void words_report_forms(struct strbuf *words);
void words_results(struct strbuf *words); /* of all games, and * */
void words_codes(struct strbuf *words);   /* of diagnostics */
void words_levels(struct strbuf *words);
void words_when(struct strbuf *words); /* auto, always, never */
void words_text_json(struct strbuf *words);
void words_stats_forms(struct strbuf *words);
void words_labels(struct strbuf *words);
void words_themes(struct strbuf *words);
void words_views(struct strbuf *words);
void words_seats(struct strbuf *words);
void words_shells(struct strbuf *words);

#endif
