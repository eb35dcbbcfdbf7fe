/* Ternion: commands of the program.
 *
 * To add a command:
 *  1. write cmd/NAME.c with one function `run_NAME`;
 *  2. add its row to `commands` in cmd/main.c, and its help to
 * cmd/commands.txt;
 *  3. write man/ternion-NAME.1, with examples that are run as tests;
 *  4. add golden cases to tests/cli/.
 * Help, usage and completions are printed from the tables here, from
 * cmd/commands.txt and from cmd/options/options.def. */
#pragma once

#include "cmd/options/job.h"
#include "formats/library/ternion.h"
#include "parse/judge/proof.h"

/* Exit statuses. */
enum {
	EXIT_GOOD = 0,
	EXIT_FINDINGS = 1, /* a diagnostic at or above --fail-level */
	EXIT_TROUBLE = 2,  /* usage, unreadable input, failed output */
};

/* Runs a command, and returns the exit status. All memory is given back when
 * the call ends, so a command frees only what would grow with the input. */
typedef int run_job(struct job *job);

run_job run_cell, run_check, run_collate, run_convert, run_fmt, run_help,
    run_lsp, run_moves, run_parse, run_perft, run_position, run_select,
    run_stats, run_step, run_variants;

struct command {
	const char *name;
	run_job *run;
	/* Appends what --to can be, the default first; NULL: it has no --to. */
	list_words *forms;
	/* Appends what its first operand can be; NULL: it is a file, or any
	 * text. */
	list_words *operands;
};

/* The fixes of `check --fix`, for editors, too: adds to the patches those of a
 * record that the job asks for, and those that the chooser wants; it may be
 * NULL. */
void fixing_take(const struct job *job, struct session *session,
    const struct chooser *chooser, struct patches *patches);

/* All commands, in the order of the help; the last has no name. */
extern const struct command commands[];

/* The command of that name, or NULL. */
const struct command *command_find(const char *name);
