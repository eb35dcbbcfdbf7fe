/*
 * Ternion: commands of the program.
 *
 * To add a command:
 *  1. write cmd/NAME.c with one `const struct command command_NAME`;
 *  2. add its row to the table in cmd/main.c;
 *  3. write man/ternion-NAME.1, with examples that are run as tests;
 *  4. add golden cases to tests/cli/.
 * Help and usage are printed from the tables here and in options.c.
 */
#ifndef TERNION_CMD_CMD_H
#define TERNION_CMD_CMD_H

#include "options.h"

/* Exit statuses. */
enum {
	EXIT_GOOD = 0,
	EXIT_FINDINGS = 1, /* a diagnostic at or above --fail-level */
	EXIT_TROUBLE = 2,  /* usage, unreadable input, failed output */
};

struct command {
	const char *name;
	const char *summary;     /* one line, lower case */
	const char *usage;       /* what follows the name */
	const char *description; /* paragraphs for --help */
	const char *examples;    /* lines for --help */
	const char *options;     /* option keys it takes, see options.c */
	int (*run)(struct job *job);
};

/* All commands, NULL-ended. */
extern const struct command *const commands[];

extern const struct command command_check;
extern const struct command command_convert;
extern const struct command command_fmt;
extern const struct command command_select;
extern const struct command command_stats;
extern const struct command command_position;
extern const struct command command_moves;
extern const struct command command_step;
extern const struct command command_parse;
extern const struct command command_cell;
extern const struct command command_perft;
extern const struct command command_variants;
extern const struct command command_help;

/* The command of that name, or NULL. */
const struct command *command_find(const char *name);

#define TERNION_VERSION "0.1.0"

#endif
