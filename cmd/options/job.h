/* Ternion: the options and operands of a call: plain data, filled from the
 * command line (command_line.c) and then from the configuration (configure.c).
 */
#pragma once

#include <limits.h>

#include "cmd/options/options.h"
#include "parse/judge/session.h"
#include "formats/report/report.h"
#include "parse/notation/letters.h"
#include "parse/notation/own.h"

struct command;

enum {
	UNKNOWNS_MAX = 8,  /* options that name notations */
	SETTINGS_MAX = 16, /* -o in one call */
	TEXTS_MAX = 64,    /* of an option that may be repeated */
};

#define PLY_LAST ULONG_MAX

/* A range of numbers, both ends included. */
struct number_range {
	unsigned long least, most;
	bool given;
};

/* Some ranges; none is all numbers. */
struct ranges {
	struct number_range range[TEXTS_MAX];
	unsigned len;
};

/* The parts of a record that --strip removes. */
enum strip {
	STRIP_COMMENTS,
	STRIP_ANNOTATIONS,
	STRIP_VARIATIONS,
	STRIP_CLOCKS,
	STRIP_POSITIONS,
	STRIP_LLM,
	STRIPS
};

/* Texts of an option that may be given several times. */
struct texts {
	const char *text[TEXTS_MAX];
	unsigned len;
};

/* The criteria of `select`; NULL and 0 match everything. */
struct criteria {
	struct texts tags, variants, results, winners, players;
	struct texts materials, pieces, played;
	bool any_seat;        /* of `pieces` */
	const char *position; /* is reached */
	struct number_range plies;
	struct ranges games; /* numbers of records in their files */
	bool legal, invert, count, unique;
	unsigned long first;
};

struct job {
	const struct command *command;
	bool given[OPTIONS]; /* on the command line */
	int operands;
	char **operand;

	/* The game. */
	const struct variant *variant; /* NULL: the records say */
	bool named;              /* the variant stands before the command */
	bool configured_variant; /* it is from the configuration, so the tags of
				    a record win */
	struct setting setting[SETTINGS_MAX]; /* -o NAME=VALUE, in order */
	unsigned settings;

	struct {
		const char *format; /* NULL: told by name or content */
		const struct notation *notation;
		bool force; /* the options of the call win over the tags */
		const char *stdin_name;
		unsigned long max_record; /* bytes */
		const char *position;     /* 3PF, instead of records */
	} input;

	/* Which files of folders are read; patterns are lines. */
	struct {
		struct strbuf exclude;
		struct strbuf config_exclude, config_include;
	} folders;

	struct {
		const char *path;     /* NULL or "-": standard output */
		const char *format;   /* NULL: the default of the command */
		struct strbuf suffix; /* of the path; may hold `format` */
		const char *engine;   /* a page of `make desk`, or NULL */
		const struct notation *notation;
		const struct letter_set *letters;
	} output;

	/* How `convert` and `fmt` rewrite records. */
	struct {
		unsigned long split; /* records in a file; 0: all */
		bool in_place, no_replay, partial, keep, check, diff;
	} rewrite;

	/* The changes that `convert` makes in records. */
	struct {
		struct texts set, unset; /* TAG=VALUE; tags */
		bool strip[STRIPS];
		struct number_range cut; /* plies */
		bool positions;          /* --every-position */
	} edits;

	/* How `check` treats a fault. */
	struct {
		bool stop_at_first, fix, unsafe_fixes, evidence, interactive;
		bool no_was, was;
		bool board; /* is drawn before each fault */
		/* Codes that may be fixed; none: all but `unfixable`. */
		bool fixable[DIAGS], unfixable[DIAGS];
		const char *report; /* of `collate`: a form, or NULL */
	} repair;

	/* Which positions of a game `position` and `moves` show. */
	struct {
		unsigned long ply;
		const char *move; /* "12r" */
		bool before;      /* that move, not after it */
		bool every;
		const char *play; /* moves to play on from there */
	} positions;

	struct {
		const char *labels;         /* edges, cells, none; NULL: any */
		const char *theme;          /* NULL: auto */
		const char *view;           /* cube, flat; NULL: cube */
		struct texts arrows, marks; /* FROM-TO; cells; with colours */
		unsigned long size;         /* in pixels; 0: not given */
		bool no_panels;
	} drawing;

	struct criteria criteria;
	const char *sort; /* Date,-Round; NULL: as they come */
	const char *by;   /* the tag that names the files; NULL: none does */

	struct {
		const char *file;   /* NULL: the nearest */
		const char *folder; /* whose nearest; NULL: the working
				       directory */
		bool none, print;
		struct texts notation_files;
		struct strbuf path; /* of the file that was read */
		struct arena arena; /* of texts from it */
		const struct own_notation *notations; /* that it defines */
	} config;
	/* Options whose notation is not built in: see find_notations. */
	struct {
		const struct option_row *row;
		const char *text;
	} unknown[UNKNOWNS_MAX];
	unsigned unknowns;

	/* The report on records; the command chooses the form. */
	struct report_options report;
	struct {
		const char *read, *write; /* NULL: none */
	} baseline;
	bool statistics; /* instead of the diagnostics */
	bool quiet, verbose, exit_zero;
	int colour; /* -1 never, 0 auto, 1 always */

	unsigned long threads; /* 0: as many as there are cores */

	/* Of one or two commands: */
	const char *seat; /* cell, position: a colour letter */
	const struct notation *from_notation; /* cell */
	bool all;                             /* moves */
	bool moves;                           /* step */
	bool divide;                          /* perft */
	unsigned long tree;                   /* stats: plies */
	bool players;                         /* stats */
	bool list_codes;                      /* help */
	const char *completion;               /* help: a shell */
};

/* Sets everything to its default. */
void job_init(struct job *job, const struct command *command);
void job_release(struct job *job);

/* Whether standard input is among the inputs. */
bool job_reads_stdin(const struct job *job);

/* Whether --to asks for that format. */
bool job_is_to(const struct job *job, const char *format);

/* The options of a variant as the call sets them. Options of other variants are
 * ignored. */
void job_settings(const struct job *job, const struct variant *variant,
    struct settings *settings);

/* The rules of a variant with these options, which those of a position override
 * unless it is NULL. The caller frees them with mem_free. */
struct rules *job_rules(
    const struct job *job, const struct variant *variant, const char *position);
