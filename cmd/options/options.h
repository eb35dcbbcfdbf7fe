/* Ternion: the options, as one table: how each is written, its help, and its
 * place in the job. Help, the command line and the completions of shells are
 * made from it.
 *
 * To add an option:
 *  1. add its row to options.def, at its place in the help, and its member to
 *     struct job;
 *  2. add it to the manual pages of the commands that take it. */
#pragma once

#include "parse/text/strbuf.h"

struct command;
struct job;
struct variant;
struct variant_option;

/* Appends words, each with a space before it. */
typedef void list_words(struct strbuf *words);

enum option_id {
#define ROW(id, ...) id,
#include "cmd/options/options.def"
	OPTIONS, /* their number */
};

struct option_row {
	char letter; /* short form, 0: none */
	const char *name;
	const char *argument; /* as help calls it; NULL: it takes none */
	const char *help;
	/* Appends the choices for the argument; NULL: it is any text, or for
	 * a word one of the forms that the command has for --to. */
	list_words *words;
	bool is_word;     /* it must be one of the words */
	const char *what; /* as a message calls it; NULL: by its name */
	/* Stores the argument (NULL if it takes none) in the job. Returns -1 to
	 * go on, or an exit status after an error message. Call option_store.
	 */
	int (*store)(struct job *job, const struct option_row *row,
	    const char *argument);
	size_t member;             /* of struct job; where `store` fills one */
	unsigned long least, most; /* of a number */
	const char *of;            /* the commands that take it; NULL: all */
	const char *always;        /* stored in place of an argument */
};

extern const struct option_row option_table[OPTIONS];

/* Stores the argument of an option in the job; returns -1, or an exit status
 * after an error message. */
int option_store(struct job *job, enum option_id id, const char *text);

/* The words of an option of the command; NULL: there are none. */
list_words *option_words(
    const struct command *command, const struct option_row *row);

/* The option of a command that is typed so, "-t" or "--to"; OPTIONS: none. */
enum option_id option_find(const struct command *command, struct slice word);

/* Whether a command takes an option. */
bool option_taken(const struct command *command, enum option_id id);

/* Reads the arguments after the command's name. Returns -1 to go on, else an
 * exit status: after printing help, or after an error message. */
int command_line_read(struct job *job, int argc, char **argv);

/* Prints the completion script for "bash", "zsh" or "fish", or if there are
 * words after "ternion", what the last of them can be, one a line. */
void completion_print(const char *shell, int words, char **word);

/* Reads --config, or the nearest .ternion.yaml from config.folder up to the top
 * of the repository, and sets what the options of the job do not. Returns -1 to
 * go on, else an exit status: after --print-config, or after an error message.
 */
int configure(struct job *job);

/* Finds the notations that the call names and the configuration defines; -1, or
 * an exit status if there is none of that name. */
int find_notations(struct job *job);

/* The path of the folder above; that above the root is "". */
struct slice path_above(struct slice path);

/* How far up the search for configuration files goes: to the top of the
 * repository. Outside of a repository only the current folder counts, so that
 * other users' files do not.
 *
 * Finds the repository of a folder: the nearest folder, itself or above, that
 * holds .git. *top is the beginning of `path`, which is absolute and without
 * links. The search does not go beyond the home folder or a mount point, nor
 * into a folder above that anybody may write. False if there is none. */
bool repository_find(const char *path, struct slice *top);

/*
 * The help of commands, the words that arguments are chosen from, and messages
 * about a call that cannot be carried out
 */

/* The text of commands.txt. */
extern const char commands_text[];

/* Takes the next of some texts: a line "== NAME WORD...", and the lines up to
 * the next such line. False at the end. */
bool text_take(const char **rest, struct slice *words, struct slice *text);

/* Returns the summary of a command, one line. */
struct slice command_summary(const struct command *command);

/* Prints a command's help to standard output. */
void print_help(const struct command *command);

/* Prints the line of an option, with its formats if the command is not NULL. */
void print_option(const struct option_row *row, const struct command *command);

/* Prints a line on standard error. It may hold words of the user, so control
 * characters are masked. */
void trouble_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints an error in the call on standard error; returns 2. */
#define usage_error(job, ...) \
	usage_choice(job, NULL, slice_of(""), NULL, __VA_ARGS__)

/* Appends the reason if moves of the variant cannot be written in the job's
 * notation and letters, or with `reads` not be read in its input notation;
 * false if they can. */
bool put_unwritable(const struct job *job, const struct variant *variant,
    bool reads, struct strbuf *out);

/* Returns -1 if they can; else says that they cannot, and returns 2. */
int check_notations(
    const struct job *job, const struct variant *variant, bool reads);

/* An error about a text that is not one of `words`, unless that is NULL; ends
 * with the nearest word, or with `otherwise`: NULL is all of them. */
int usage_choice(const struct job *job, list_words *words, struct slice text,
    const char *otherwise, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Words for a word that ternion does not have, from said.def or by its
 * neighbours: each appends "; did you mean 'ternion check'?", or nothing. */
void said_command(struct strbuf *out, const char *word, bool has_variant);
void said_topic(struct strbuf *out, struct strbuf *words, struct slice topic);
void said_option(
    struct strbuf *out, const struct command *command, struct slice option);
void said_file(struct strbuf *out, const struct job *job, const char *path);

/* Like said_option, for an option that was typed as "--write", which could be
 * short for another one; false: nothing. */
bool said_before_abbreviation(
    struct strbuf *out, const struct command *command, const char *typed);

/* Likewise for the value of an option; or appends all its values. */
void said_value(struct strbuf *out, const struct command *command,
    const struct option_row *row, const char *value);

/* Sets the format of the output by the suffix of its path, without .gz or .zst;
 * an unknown one changes nothing. Returns -1, or an exit status after saying
 * how to get a format that the command does not write. */
int format_by_suffix(struct job *job);

/* Says that the call needs -v; returns 2. */
int usage_no_game(const struct job *job);

/* The words that an argument is chosen from, as the registries have them, for
 * messages and for completions: settings are NAME=VALUE of all variants,
 * results those of all games and *, codes those of diagnostics. */
list_words words_commands, words_variants, words_settings, words_notations,
    words_letters, words_read_formats, words_written_formats,
    words_report_forms, words_results, words_codes, words_levels, words_when,
    words_text_json, words_stats_forms, words_moves_forms, words_position_forms,
    words_strips, words_topics, words_labels, words_themes, words_views,
    words_shells;

#define POSITION_FORMS " 3pf json jsonl yaml ascii unicode svg"
/* In the order of enum strip. */
#define STRIP_WORDS " comments annotations variations clocks positions llm"

/* Whether some game has a player of that colour, by its letter or name in any
 * case. */
bool is_colour(const char *text);

/* The names of a variant's options. */
void words_settings_of(struct strbuf *words, const struct variant *variant);

/* The values of a variant's option, each with "NAME=" before it if `named`. */
void words_values(
    struct strbuf *words, const struct variant_option *option, bool named);
