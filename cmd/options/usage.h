/* Ternion: the help of commands, the words that arguments are chosen from, and
 * messages about a call that cannot be carried out. */
#ifndef TERNION_CMD_USAGE_H
#define TERNION_CMD_USAGE_H

#include "parse/text/strbuf.h"

struct command;
struct job;
struct option_row;
struct variant;
struct variant_option;

/* The text of commands.txt. */
extern const char commands_text[];

/* Takes the next of some texts: a line "== NAME WORD...", and the lines up to
 * the next such line. False at the end. */
bool text_take(const char **rest, struct slice *words, struct slice *text);

/* Returns the summary of a command, one line. */
struct slice command_summary(const struct command *command);

/* Prints a command's help, or the line of an option, to standard output. */
void print_help(const struct command *command);
void print_option(const struct option_row *row);

/* Prints a line on standard error. It may hold words of the user, so control
 * characters are masked. */
void trouble_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints an error in the call on standard error; returns 2. */
int usage_error(const struct job *job, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Says that moves of the variant cannot be "read" or "written" in a notation or
 * in letters with the id; returns 2. */
int usage_notation(const struct job *job, const struct variant *variant,
    const char *done, const char *id);

/* Like usage_error, for a word that is not one of `words`; ends with the
 * nearest one, or with all of them. */
int usage_choice(const struct job *job, void (*words)(struct strbuf *),
    const char *text, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The words that an argument is chosen from, as the registries have them. Each
 * is appended with a space before it: for messages, and for completions. */

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
