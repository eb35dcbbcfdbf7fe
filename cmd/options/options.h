/* Ternion: the options, as one table: how each is written, its help, and its
 * place in the job. Help, the command line and the completions of shells are
 * made from it.
 *
 * To add an option:
 *  1. add its row to options.def, at its place in the help, and its member to
 *     struct job;
 *  2. add it to the manual pages of the commands that take it. */
#ifndef TERNION_CMD_OPTIONS_H
#define TERNION_CMD_OPTIONS_H

#include "cmd/options/usage.h"

enum option_id {
#define ROW(id, ...) id,
#include "cmd/options/options.def"
#undef ROW
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

/* Whether a command takes an option. */
bool option_taken(const struct command *command, enum option_id id);

/* Checks that each -o is an option of the job's variant, or of any variant if
 * it has none. Returns -1, or an exit status after an error message. */
int check_settings(const struct job *job);

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

/* How far up the search for configuration files goes: to the top of the
 * repository. Outside of a repository only the current folder counts, so that
 * other users' files do not.
 *
 * Finds the repository of a folder: the nearest folder, itself or above, that
 * holds .git. *top is the beginning of `path`, which is absolute and without
 * links. The search does not go beyond the home folder or a mount point, nor
 * into a folder above that anybody may write. False if there is none. */
bool repository_find(const char *path, struct slice *top);

#endif
