/* Ternion: commands of the program.
 *
 * To add a command:
 *  1. write cmd/NAME.c with one `const struct command command_NAME`;
 *  2. add its row to COMMANDS below, and its help to cmd/commands.txt;
 *  3. write man/ternion-NAME.1, with examples that are run as tests;
 *  4. add golden cases to tests/cli/.
 * Help, usage and completions are printed from the tables here, from
 * cmd/commands.txt and from cmd/options/options.def. */
#pragma once

#include "cmd/options/job.h"
#include "formats/library/ternion.h"

/* Exit statuses. */
enum {
	EXIT_GOOD = 0,
	EXIT_FINDINGS = 1, /* a diagnostic at or above --fail-level */
	EXIT_TROUBLE = 2,  /* usage, unreadable input, failed output */
};

struct command {
	const char *name;
	/* Appends what --to can be, the default first; NULL: it has no --to. */
	list_words *forms;
	/* Appends what its first operand can be; NULL: it is a file, or any
	 * text. */
	list_words *operands;
	bool operand_is_notation; /* its first operand names the notation of
				     the input, and no variant implies it */
	/* Returns the exit status. All memory is given back when the call ends,
	 * so a command frees only what would grow with the input. */
	int (*run)(struct job *job);
};

/* The commands, in the order of the help. */
#define COMMANDS(ROW) \
	ROW(check)    \
	ROW(convert)  \
	ROW(fmt)      \
	ROW(collate)  \
	ROW(select)   \
	ROW(stats)    \
	ROW(position) \
	ROW(moves)    \
	ROW(step)     \
	ROW(parse)    \
	ROW(cell)     \
	ROW(perft)    \
	ROW(variants) \
	ROW(lsp)      \
	ROW(help)

/* All commands, NULL-ended. */
extern const struct command *const commands[];

#define DECLARE(name) extern const struct command command_##name;
COMMANDS(DECLARE)
#undef DECLARE

/* The command of that name, or NULL. */
const struct command *command_find(const char *name);
