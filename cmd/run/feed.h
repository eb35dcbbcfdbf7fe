/* Ternion: a chunk of an input: all of a file, or a part of it that holds whole
 * records, which any thread can work on by itself. */
#ifndef TERNION_CMD_FEED_H
#define TERNION_CMD_FEED_H

#include <sys/stat.h>

#include "cmd/run/inputs.h"
#include "parse/judge/session.h"

struct run;

/* The result of reading and working on a record. */
struct run_record {
	const struct chunk *chunk;     /* that it is in */
	bool ok;                       /* it has no error */
	unsigned long game;            /* its number in the file, from 1 */
	unsigned plies;                /* that were replayed */
	const struct variant *variant; /* NULL: not known */
	uint64_t names;                /* its key in a baseline */
	struct source source; /* as it was when the record had been read */
	size_t start;         /* of the record, in the source's window */
	struct diags diags;
	/* Made by the command: */
	void *data;          /* in session->kept, or NULL */
	struct slice text;   /* that is written; kept with the result */
	struct slice *tags;  /* of store_note; or NULL */
	const char *refusal; /* why the call cannot be carried out; or NULL */
};

struct chunk {
	struct chunk *next;       /* in the order of the input */
	struct input_entry entry; /* of the file */
	const char *name;         /* of the file in messages */
	bool is_stdin;
	struct stat status; /* of the file; all 0: it is none */
	struct input input; /* only this chunk of it is open */
	/* The bytes that were read, if the run wants them: all of the file that
	 * are in no chunk before. */
	struct strbuf bytes;
	const char *binary; /* its kind if it is no text, or NULL */
	const char *kept;   /* why the file may not change, or NULL */
	bool is_last;       /* of its file */
	int error;          /* of opening the file, or reading it */
	uint64_t ends;      /* in the file, as source_position has it */
	/* Files that could not be read, of several that are one input. */
	struct unread {
		struct unread *next;
		const char *path, *why;
	} * unread;
	/* Records that were worked on; the others are still in the input. */
	struct run_record *record; /* owned */
	size_t len, size, at;      /* `at`: of the next */
	bool is_cut;               /* for threads */
	bool is_done;              /* by its thread, under the feed's lock */
	bool has_more;             /* the input has records */
	struct arena arena;        /* of results, and of the texts above */
};

void chunk_free(struct chunk *chunk);

/* Sets up the session of a thread. */
void session_begin(struct session *session, const struct run *run);

/* Reads the next record; false at the end of the chunk. */
bool chunk_next(const struct run *run, struct session *session,
    struct chunk *chunk, struct run_record *record);

struct feed *feed_new(struct run *run);

/* Returns the next chunk, in the order of the input, which the caller frees;
 * NULL: there is none. */
struct chunk *feed_take(struct feed *feed);

/* Ends the threads, and frees the chunks that were not taken. NULL is none. */
void feed_free(struct feed *feed);

#endif
