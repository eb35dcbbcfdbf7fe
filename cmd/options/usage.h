/* Ternion: the help of commands, and messages about a call that cannot be
 * carried out. */
#ifndef TERNION_CMD_USAGE_H
#define TERNION_CMD_USAGE_H

#include "parse/text/slice.h"

struct command;
struct job;
struct option_row;
struct strbuf;
struct variant;

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

/*
 * Like usage_error, for a word that is not one of `words`; ends with the
 * nearest one, or with all of them.
 */
int usage_choice(const struct job *job, void (*words)(struct strbuf *),
    const char *text, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
