/* Ternion: formats of files of records.
 *
 * To add a format:
 *  1. write formats/NAME/format_NAME.c with one `const struct format`, and
 *     NAME_read.c and NAME_write.c next to it where they are long;
 *  2. add its row to the table in formats/format.c;
 *  3. write its section of man/ternion-format.5, and add what
 *     tests/conformance.py misses;
 *  4. run make golden.
 * A reader fills a `struct record`; a writer prints one that was replayed. */
#pragma once

#include "parse/record/record.h"
#include "parse/resolve/resolve.h"
#include "parse/text/source.h"

enum {
	MAX_RECORD = 8 * 1024 * 1024, /* bytes, the default of --max-record */
	TAGS_KEPT = 512,              /* bytes; see `kept` */
	STATE_REFUSED = -1            /* see `state` */
};

/* An input from which records are read one by one. */
struct input {
	struct source source;
	const struct format *format;
	size_t max_record; /* bytes */
	/* The reader's own: */
	size_t used; /* bytes of the rest that belong to the last record */
	unsigned long games; /* read so far */
	bool skipping;       /* the end of a record that was too large */
	int state; /* of the reader between records; 0 at the beginning,
		      STATE_REFUSED if nothing more is read */
	char kept[TAGS_KEPT]; /* tags for records that have none: NAME, NUL,
				 VALUE, NUL */
	size_t kept_len;
};

/* A writer needs these and the record. */
struct writing {
	const struct variant *variant;
	/* Settled; NULL: the options are those of the tags. */
	const struct settings *settings;
	const char *notation;  /* id */
	const char *letters;   /* id; NULL where the notation has none */
	struct slice position; /* the start in 3PF; len 0: the usual one */
	struct slice result;
	bool first;         /* no record was written before it */
	bool keeps_escapes; /* lines that begin with % are written too */
	/* For a format that needs positions: */
	const struct rules *rules;
	const struct notation *written; /* of its moves */
	const struct position *start;   /* of the main line */
	struct language reader;         /* of its moves */
	bool agreed; /* drawn by agreement after its last ply */
};

/* Appends the value of option i if it is not the default, or was stated. */
bool writing_option(const struct record *record, const struct writing *writing,
    int i, struct strbuf *out);

#define PLACING_KEEPS 64

/* The output to which records are appended. */
struct placing {
	unsigned long number; /* of the record, from 1; 0: a part of a page */
	/* Of JSON: one value is a list, too; and the first value, while it may
	 * be alone; owned. */
	bool is_list;
	struct strbuf held;
	struct slice engine; /* of a web page: the desk; len 0: none */
	/* The format's own, empty at first: hashes of parts that it holds. */
	unsigned kept;
	uint64_t keeps[PLACING_KEEPS];
};

/* Resets the record, its arena and diagnostics, and numbers it. */
void record_begin(struct record *record, struct input *input,
    struct arena *arena, struct diags *diags);

struct format {
	const char *id;
	bool nags_apart;      /* no annotation is part of a move's text */
	bool keeps_keys;      /* keys that are not ours are written */
	bool needs_positions; /* the writer replays the record */
	const char *title;
	const char *signatures[8]; /* beginnings of texts of the format */
	/* The length of the longest beginning of the text that surely ends
	 * between two records; 0: none. NULL: the format does not tell. */
	size_t (*split)(const struct format *format, struct slice text);
	const char *separator;   /* between records; NULL: nothing */
	const char *suffixes[3]; /* with the dot, NULL-ended */
	/* True if a file of that name, without folders, has the format; all
	 * such files of a folder are one input. NULL: the suffix tells. */
	bool (*names)(struct slice name);
	/* True if a file that begins with the text, or with `eof` is the text,
	 * has records: others have the same suffix. NULL: that tells. */
	bool (*has_records)(struct slice text, bool eof);
	/* Resets `arena` and reads the next record into it and the input's
	 * window; false at the end of the input. NULL: not for reading. */
	bool (*read)(struct input *input, struct arena *arena,
	    struct diags *diags, struct record *record);
	const struct document_kind *documents; /* documents.h */
	/* Appends a replayed record. NULL: not for writing. */
	void (*write)(const struct record *record,
	    const struct writing *writing, struct strbuf *out);
	/* Appends a written record. NULL: the separator and its text. */
	void (*place)(
	    struct slice text, struct placing *placing, struct strbuf *out);
	/* Appends the end of an output after its last record; or NULL. */
	void (*end)(struct placing *placing, struct strbuf *out);
};

/* All formats of records, NULL-ended; the first is the default. */
extern const struct format *const formats[];

extern const struct format format_pgn;
extern const struct format format_yaml;
extern const struct format format_json;
extern const struct format format_jsonl; /* a record a line */
extern const struct format format_html;  /* a web page, for writing */
extern const struct format format_csv;   /* a line a record, for writing */
extern const struct format format_3pf;   /* a position a line, for reading */
extern const struct format format_trace; /* a client's log, for reading */
extern const struct format format_log;   /* a tournament's, for reading */

const struct format *format_find(struct slice id);

/* The format whose suffix the path has, or NULL. */
const struct format *format_of_path(const char *path);

/* The format by the first bytes of a text; by default the first one. */
const struct format *format_of_text(struct slice text);

/* The format by the first line of an open input that is not blank. */
const struct format *format_of_source(struct source *source);

/* True if the text at p begins a tag pair: [, a name and ". */
bool pgn_is_tag(const char *p, const char *end);

/* Reads movetext in a record of another format, in whose text it is at `at`. */
void pgn_read_words(struct record *record, struct diags *diags,
    struct slice words, size_t at, struct line *line);

/* The format that a text surely has, if not the expected one; NULL: none. */
const struct format *format_mistaken(
    struct slice text, const struct format *as);

/* Refuses all of an input whose first line is surely of another format, by one
 * error in a broken record; false if there is no such line. */
bool format_refuse(struct input *input, struct arena *arena,
    struct diags *diags, struct record *record);

/* Appends a record in PGN's export format. */
void pgn_write(const struct record *record, const struct writing *writing,
    struct strbuf *out);

/* Appends the tags alone. */
void pgn_write_tags(const struct record *record, const struct writing *writing,
    struct strbuf *out);

/* Appends a field of CSV, in quotes if it needs them. */
void csv_field(struct strbuf *out, struct slice text);

/* Appends the names of the players of all games, with a space before each. */
void words_players(struct strbuf *words);

/* The value of the first tag of a player, by any of its names, or "". */
struct slice record_player(const struct record *record,
    const struct variant *variant, unsigned player);

/* Keeps the tags of a record that hold for records without tags after it. */
void input_keep_tags(struct input *input, const struct record *record);
