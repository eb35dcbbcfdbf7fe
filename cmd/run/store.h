/* Ternion: records that wait for their place in the output: for another order,
 * or for the file that they belong to.
 *
 * The texts are in a temporary file. Memory holds some fifty bytes a record,
 * its name, and its keys of at most STORE_KEY bytes. */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "cmd/run/run.h"

enum {
	STORE_KEY = 200,
	STORE_KEYS = 8, /* tags by which records are sorted */
};

/* The tags of --sort. */
struct sort_order {
	struct slice tag[STORE_KEYS];
	bool descending[STORE_KEYS];
	unsigned len;
};

struct stored {
	const struct store *store;
	uint64_t at; /* in the file */
	size_t len, number;
	const char
	    *name; /* of the output that it goes to; "" if there is one */
	struct slice key[]; /* as many as the order has */
};

/* All 0 but the order is empty. */
struct store {
	bool is_copied; /* the texts are those of the input */
	/* The output at hand: */
	const struct format *format;
	struct placing placing;
	/* The records that wait: */
	struct sort_order order;
	struct arena arena; /* of the list's elements */
	struct stored **list;
	size_t len, size;
	FILE *file; /* NULL: not yet opened */
	uint64_t end;
};

/* Compares two values of a tag: dates, numbers and rounds part by part at their
 * points, and other texts by their bytes. Sets *unknown if a part of them is
 * unknown, or if only one is a text. With `as_prefix`, a date is equal to its
 * year. */
int tag_values_compare(
    struct slice a, struct slice b, bool as_prefix, bool *unknown);

/* Whether the job sorts the records or distributes them to several files. */
bool store_is_needed(const struct job *job);

/* Says why the files cannot be named; NULL if they can. */
const char *store_fault(const struct job *job);

/* Keeps, with the result, the tags by which the record is sorted and its output
 * is named, if the job needs a store. */
void store_note(const struct store *store, const struct job *job,
    const struct session *session, struct run_record *result);

/* Appends the text of a result to the records; or it waits on the store, if the
 * job needs one. */
void store_pass(struct store *store, struct run *run,
    const struct run_record *result, struct strbuf *out);

/* Ends the output at hand. */
void store_end(struct store *store, struct strbuf *out);

/* Writes the records in their order, at most --first of them: to the output of
 * the run, where the caller ends the list, or to a file for each name of --by
 * or for each part of --split. */
void store_write(struct store *store, struct run *run);
