/* Ternion: formats: how records are kept in files.
 *
 * To add a format:
 *  1. write formats/record/format_NAME.c with one `const struct format`, and
 *     NAME_read.c and NAME_write.c beside it where they are long;
 *  2. add its row to the table in formats/record/format.c;
 *  3. write its section of man/ternion-format.5, and add what
 *     tests/conformance.py misses;
 *  4. run make golden.
 * A reader fills a `struct record`; a writer prints one that was replayed. */
#ifndef TERNION_FORMATS_FORMAT_H
#define TERNION_FORMATS_FORMAT_H

#include "formats/record/record.h"
#include "parse/resolve/resolve.h"
#include "parse/text/source.h"
#include "parse/text/strbuf.h"
#include "rules/variants/variant.h"

enum {
	MAX_RECORD = 8 * 1024 * 1024
}; /* bytes, the default of --max-record */

/* An input from which records are read one by one. */
struct input {
	struct source source;
	const struct format *format;
	size_t max_record; /* bytes */
	/* The reader's own: */
	size_t used; /* bytes of the rest that belong to the last record */
	unsigned long games; /* read so far */
	bool skipping; /* the last record was too large to be read whole */
	int state;     /* where it is between records; 0 at the beginning */
};

/* Facts that a writer needs besides the record. */
struct writing {
	const struct variant *variant;
	/* Settled; NULL: the options are as the tags state them. */
	const struct settings *settings;
	const char *notation;  /* id */
	const char *letters;   /* id; NULL where the notation has none */
	struct slice position; /* the start in 3PF; len 0: the usual one */
	struct slice result;
	bool first;         /* no record was written before it */
	bool keeps_escapes; /* lines that begin with % are written too */
	/* Where the format needs positions: */
	const struct rules *rules;
	const struct position *start; /* of the main line */
	struct reader_context reader; /* of its moves */
	bool agreed; /* drawn by agreement after its last ply */
};

/* Appends the value of option i of the variant if it is to be written: when it
 * is not the default, or when the input stated it, be it with another value
 * than the one that counts. */
bool writing_option(const struct record *record, const struct writing *writing,
    int i, struct strbuf *out);

enum {
	PLACING_KEEPS = 64
};

/* A record that is put after others in one output. */
struct placing {
	unsigned long number; /* of the record, from 1 */
	struct slice engine;  /* of a web page: the desk; len 0: none */
	/* The format's own: what the output holds already. Empty at first. */
	unsigned kept;
	uint64_t keeps[PLACING_KEEPS];
};

/* Empties the record and what belongs to it, and gives it the next number. */
void record_begin(struct record *record, struct input *input,
    struct arena *arena, struct diags *diags);

struct format {
	const char *id;
	bool nags_apart;      /* no annotation is part of a move's text */
	bool keeps_keys;      /* keys that are not ours are written */
	bool needs_positions; /* of each ply: it replays the record */
	/* Several records are one value: between [ and ], with commas. */
	bool is_list;
	const char *title;
	const char *heads[6]; /* a text that begins so is of the format */
	/* The length of a part of the text, from its beginning, that surely
	 * holds whole records, and as much as there is; 0 if nothing is sure.
	 * NULL: the format does not tell. */
	size_t (*split)(const struct format *format, struct slice text);
	const char *separator;   /* between records; NULL: nothing */
	const char *suffixes[3]; /* with the dot, NULL-ended */
	/* True if a file's name, without folders, is one of the format; NULL:
	 * the suffix tells. All such files of a folder are one input. */
	bool (*names)(struct slice name);
	/* True if a file that begins with the text is one of records, where
	 * the suffix is that of other files, too; `eof`: the text is all of
	 * it. NULL: the suffix tells. */
	bool (*has_records)(struct slice text, bool eof);
	/* Reads the next record; its parts live in `arena`, which the reader
	 * resets first, and in the input's window until the next call. False
	 * at the end of the input. NULL: not for reading. */
	bool (*read)(struct input *input, struct arena *arena,
	    struct diags *diags, struct record *record);
	const struct document_kind *documents; /* documents.h */
	/* Appends a replayed record. NULL: not for writing. */
	void (*write)(const struct record *record,
	    const struct writing *writing, struct strbuf *out);
	/* Appends a record that was written. NULL: it is appended as it is,
	 * after the separator. */
	void (*place)(
	    struct slice text, struct placing *placing, struct strbuf *out);
	/* Appends the end of an output with so many records. NULL: it has
	 * none. */
	void (*end)(unsigned long records, struct strbuf *out);
};

/* All formats of records, NULL-ended; the first is the default. */
extern const struct format *const formats[];

extern const struct format format_pgn;
extern const struct format format_yaml;
extern const struct format format_json;
extern const struct format format_jsonl; /* a record a line */
extern const struct format format_html;  /* a web page, for writing */
extern const struct format format_3pf;   /* a position a line, for reading */
extern const struct format format_trace; /* a client's log, for reading */
extern const struct format format_log;   /* a tournament's, for reading */

/* The format of that id, or NULL. */
const struct format *format_find(struct slice id);

/* The format whose suffix the path has, or NULL. */
const struct format *format_of_path(const char *path);

/* The format that the first bytes of a text are of; the default one if they
 * do not tell. */
const struct format *format_of_text(struct slice text);

/* The format of an open input, which is read as far as that takes. */
const struct format *format_of_source(struct source *source);

/* Appends a record in PGN's export format; see struct format. */
void pgn_write(const struct record *record, const struct writing *writing,
    struct strbuf *out);

/* Appends the tags alone, as PGN has them. */
void pgn_write_tags(const struct record *record, const struct writing *writing,
    struct strbuf *out);

#endif
