/*
 * Ternion: the options, as one table: how each is written, what its help says,
 * and where in the job it goes. Help, the command line and the completions of
 * shells are made from it.
 *
 * To add an option:
 *  1. add its name here, where it is to stand in the help;
 *  2. add its row to the table in options.c, and what it fills to struct job;
 *  3. add it to the lists of the commands that take it;
 *  4. add it to their pages in man/.
 */
#ifndef TERNION_CMD_OPTIONS_H
#define TERNION_CMD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

struct command;
struct job;
struct strbuf;

/* Where an option means something else in one command than in others it has a
 * row for each. */
enum option_id {
	OPT_VARIANT,
	OPT_GAME,        /* -v of commands that read no records */
	OPT_ONE_VARIANT, /* -v of `variants` */
	OPT_OPTION,
	OPT_FROM,
	OPT_TO,
	OPT_JSON,
	OPT_NOTATION,
	OPT_CELL_NOTATION,   /* -n of `cell` */
	OPT_PLAYED_NOTATION, /* -n of `select` */
	OPT_INPUT_NOTATION,
	OPT_LETTERS,
	OPT_FORCE,
	OPT_OUTPUT,
	OPT_POSITION,
	OPT_FROM_POSITION, /* -p of `perft` */
	OPT_REACHED,       /* -p of `select` */
	OPT_PLY,
	OPT_MOVE,
	OPT_EVERY,
	OPT_ALL,
	OPT_MOVES,
	OPT_PLAY,
	OPT_AFTER,
	OPT_TAG,
	OPT_IS_VARIANT,
	OPT_RESULT,
	OPT_PLAYER,
	OPT_PLIES,
	OPT_MATERIAL,
	OPT_PLAYED,
	OPT_LEGAL,
	OPT_INVERT,
	OPT_COUNT,
	OPT_UNIQUE,
	OPT_FIRST,
	OPT_MERGE,
	OPT_SEAT,
	OPT_FROM_NOTATION,
	OPT_IN_PLACE,
	OPT_BACKUP,
	OPT_SPLIT,
	OPT_NO_REPLAY,
	OPT_PARTIAL,
	OPT_CHECK,
	OPT_DIFF,
	OPT_STOP_AT_FIRST,
	OPT_FIX,
	OPT_UNSAFE_FIXES,
	OPT_FIXABLE,
	OPT_UNFIXABLE,
	OPT_REPORT,
	OPT_FILTER,
	OPT_LABELS,
	OPT_ARROW,
	OPT_MARK,
	OPT_SIZE,
	OPT_THEME,
	OPT_VIEW,
	OPT_NO_PANELS,
	OPT_DIVIDE,
	OPT_FAIL_LEVEL,
	OPT_STRICT,
	OPT_EXIT_ZERO,
	OPT_SEVERITY,
	OPT_DISABLE,
	OPT_BASELINE,
	OPT_WRITE_BASELINE,
	OPT_STATISTICS,
	OPT_EXPLAIN,
	OPT_MAX_ERRORS,
	OPT_MAX_RECORD,
	OPT_STDIN_FILENAME,
	OPT_FILES0_FROM,
	OPT_EXCLUDE,
	OPT_LIST_FILES,
	OPT_CONFIG,
	OPT_NO_CONFIG,
	OPT_PRINT_CONFIG,
	OPT_COLOR,
	OPT_COMPLETION,
	OPT_LIST_CODES,
	OPT_JOBS,
	OPT_QUIET,
	OPT_VERBOSE,
	OPT_HELP,
	OPT_VERSION,
	OPTIONS,               /* their number */
	OPTIONS_END = OPTIONS, /* of the list of a command */
};

/* Taken by every command that reads a configuration. */
#define OPTIONS_OF_CONFIG OPT_CONFIG, OPT_NO_CONFIG, OPT_PRINT_CONFIG

/* Taken by every command that searches folders for records. */
#define OPTIONS_OF_FOLDERS OPT_EXCLUDE, OPT_LIST_FILES

/* Taken by every command that reads records and reports what is wrong with
 * them. */
#define OPTIONS_OF_RECORDS                                             \
	OPT_VARIANT, OPT_FROM, OPT_FORCE, OPT_OUTPUT, OPT_FAIL_LEVEL,  \
	    OPT_STRICT, OPT_EXIT_ZERO, OPT_SEVERITY, OPT_DISABLE,      \
	    OPT_MAX_ERRORS, OPT_MAX_RECORD, OPT_STDIN_FILENAME,        \
	    OPT_FILES0_FROM, OPTIONS_OF_FOLDERS, OPT_COLOR, OPT_QUIET, \
	    OPTIONS_OF_CONFIG

struct option_row {
	char letter; /* short form, 0: none */
	const char *name;
	const char *argument; /* as help calls it; NULL: it takes none */
	const char *help;
	/* Appends what the argument is chosen from; NULL: it is any text. */
	void (*words)(struct strbuf *words);
	/* Stores the argument (NULL if it takes none) in the job. Returns -1
	 * to go on, or an exit status after saying what is wrong. */
	int (*store)(struct job *job, const struct option_row *row,
	    const char *argument);
	size_t member;             /* of struct job; where `store` fills one */
	unsigned long least, most; /* of a number */
};

extern const struct option_row option_table[OPTIONS];

/* Whether a command takes an option. */
bool option_taken(const struct command *command, enum option_id id);

/* Prints the line of help of an option. */
void print_option(const struct option_row *row);

/* Prints a command's help to standard output. */
void print_help(const struct command *command);

#endif
