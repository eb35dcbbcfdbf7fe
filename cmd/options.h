/*
 * Ternion: the options of the command line, from one table.
 *
 * The table in options.c gives each option its letters, its argument and its
 * help; commands name those they take by their keys. What was given ends up
 * in a `struct job`.
 */
#ifndef TERNION_CMD_OPTIONS_H
#define TERNION_CMD_OPTIONS_H

#include "format.h"
#include "letters.h"
#include "notation.h"
#include "replay.h"
#include "report.h"
#include "variant.h"

struct command;

enum {
	SETTINGS_MAX = 16, /* -o in one call */
	CRITERIA_MAX = 64, /* of one kind in one call */
};

/* Texts of an option that may be given several times. */
struct texts {
	const char *text[CRITERIA_MAX];
	unsigned len;
};

/* What `select` looks for; NULL and 0: does not matter. */
struct criteria {
	struct texts tags, variants, results, players, materials, played;
	const char *plies;
	bool legal, invert, count, unique;
	unsigned long first;
};

/* What the user asked for; plain data. */
struct job {
	const struct command *command;
	const struct variant *variant;
	const struct notation *notation;       /* -n */
	const struct notation *input_notation; /* -N */
	const struct letter_set *letters;
	const char *from, *to; /* formats, NULL: the default */
	struct criteria criteria;
	struct setting setting[SETTINGS_MAX]; /* -o NAME=VALUE, in order */
	unsigned settings;
	const char *output; /* NULL or "-": standard output */
	const char *stdin_name;
	const char *position; /* 3PF */
	const char *seat;
	const char *labels;         /* edges, cells, none; NULL: either */
	struct texts arrows, marks; /* FROM-TO; cells */
	unsigned size;              /* of a drawing in pixels; 0: not given */
	const char *move;           /* "12r" */
	const char *play;           /* moves */
	const char *completion;     /* a shell */
	const char *from_notation;
	unsigned jobs;       /* threads; 0: as many as there are cores */
	unsigned long split; /* records in a file; 0: all */
	bool check_only, diff;
	long ply; /* -1: not given */
	size_t max_record;
	unsigned max_errors;
	enum severity fail_level, least;
	bool disabled[DIAGS];
	uint8_t level[DIAGS];    /* as in report_options */
	bool configured_variant; /* the variant is not from this call */
	const char *config;      /* the file, NULL: the nearest */
	bool no_config, print_config;
	const char *operand_list; /* --files0-from */
	bool force, quiet, verbose, exit_zero, divide, every, all, moves,
	    filter, in_place, no_replay, list_codes;
	int colour; /* -1 never, 0 auto, 1 always */
	int operands;
	char **operand;
};

/* An option. Keys name options in the list of a command. */
struct option_row {
	char key;
	char letter; /* short form, 0: none */
	const char *name;
	const char *argument; /* NULL: it takes none */
	const char *help;
};

/* All options, ended by a NULL name. */
extern const struct option_row option_rows[];

/* Whether a command takes the option of that key. */
bool option_taken(const struct command *command, char key);

/* Sets what is not given. */
void job_init(struct job *job, const struct command *command);

/*
 * Reads the arguments behind the command's name. Returns -1 to go on, else
 * an exit status: help was printed, or what is wrong was said.
 */
int job_read(struct job *job, int argc, char **argv);

/* The options of a variant as the call gives them, settled; those that it does
 * not know are another variant's. */
void job_settings(const struct job *job, const struct variant *variant,
    struct settings *settings);

/* What of the job's notation and letters moves of the variant cannot be
 * written in, for a message; NULL: they can. */
const char *job_unwritable(
    const struct job *job, const struct variant *variant);

/* Prints a command's help to standard output. */
void print_help(const struct command *command);

/* Says what is wrong with the call on standard error; returns 2. */
int usage_error(const struct job *job, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
