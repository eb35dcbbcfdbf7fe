/*
 * Ternion: where results go: standard output, or a file that appears under
 * its name only when all of it was written.
 */
#ifndef TERNION_CMD_OUTPUT_H
#define TERNION_CMD_OUTPUT_H

#include <stdint.h>
#include <stdio.h>

#include "cmd/run/new_file.h"
#include "parse/text/strbuf.h"

struct output {
	FILE *file;
	const char *path; /* NULL: standard output */
	int error;        /* errno of the first write that failed, or 0 */
	bool has_colour;  /* what is written sets colours */
	bool in_place;    /* it replaces the file that its text was read from */
	struct stat swept; /* the folder last searched for leftovers */
	struct new_file made;
};

/* Opens the output of a path, NULL or "-" for standard output. *output is zero,
 * or an output that was closed. False after saying why on standard error. */
bool output_open(struct output *output, const char *path);

/* Opens the output that takes the place of a file; `read` is the file as it was
 * when reading began: if it changes after that, it is not replaced. */
bool output_replace(
    struct output *output, const char *path, const struct stat *read);

/* The name of the output in messages. */
const char *output_name(const struct output *output);

/* Whether the output is the file of that status, under whatever name. */
bool output_is(const struct output *output, const struct stat *file);

/* Tells a file from others. */
uint64_t output_key(const struct stat *file);

/* Masks a text if the file is a terminal: control characters would do mischief
 * there. With `keeps_colour` those stay that set colours, in a text of which
 * the rest was masked before. */
void output_mask(FILE *file, struct strbuf *text, bool keeps_colour);

/* Writes the text and empties it. */
void output_flush(struct output *output, struct strbuf *text);

/* Values of JSON in one output: one can stand alone, several stand in a list.
 * All 0 is empty. */
struct value_list {
	unsigned long len;
	struct strbuf held; /* the first, while it may be alone; owned */
};

void values_put(
    struct value_list *list, struct slice value, struct strbuf *out);

/* Ends the list and empties it; `always`: one value stands in a list, too. */
void values_end(struct value_list *list, bool always, struct strbuf *out);

/* Hands on what was written so far; false if that fails. */
bool output_push(struct output *output);

/*
 * Ends the output; `keep` false lets a file be as it was. Returns false after
 * saying why if something could not be written.
 */
bool output_close(struct output *output, bool keep);

/* Ends what was printed to standard output by other means: exit status. */
int output_finish_stdout(void);

/* Ends the program, in any thread, when there is no memory: files that have no
 * name yet go with it. */
_Noreturn void output_no_memory(void);

/* Whether standard output, or standard error, is to have colours. */
bool output_wants_colour(int choice, FILE *stream);

#endif
