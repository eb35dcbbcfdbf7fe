/* Ternion: a document that is open in the editor. Checkpoints between its
 * records are kept: after a change, and for a request, the records from the
 * last one before it on are read again. The protocol counts places in the text:
 * lines end with \n, \r\n or \r, and columns count units of an encoding. */
#pragma once

#include "cmd/run/run.h"
#include "parse/text/json.h"

/* The unit of columns. */
enum encoding {
	ENCODING_UTF8,  /* bytes */
	ENCODING_UTF16, /* code units; characters beyond U+FFFF have two */
	ENCODING_UTF32, /* characters */
};

/* A place; both numbers count from 0. */
struct doc_place {
	uint32_t line, column;
};

#define DOCUMENT_MAX (256 * 1024 * 1024) /* bytes of one */

/* A place between two records; the report of those before it holds. */
struct checkpoint {
	struct input input; /* there, without its text */
	size_t seen;        /* bytes of the text on which these depend */
	size_t findings;    /* bytes of doc->findings */
	unsigned listed, left_out;
};

struct doc {
	const char *uri;
	const char *folder; /* of the file; NULL: it is none */
	struct arena arena; /* of these two */
	struct doc *next;   /* of the server's list */
	unsigned version;
	const struct format *format;
	struct strbuf text;
	enum encoding encoding; /* of columns */
	/* The place of every 256th byte, from which others are found; owned.
	 */
	struct doc_place *marks;
	struct {
		struct checkpoint *point; /* owned */
		size_t len, size;
	} checked;
	struct strbuf findings; /* that were published, as a list in JSON */
	bool is_stated;         /* its name or the client tells its format */
	bool is_foreign;        /* it has no records */
	bool is_changed;        /* since its diagnostics were published */
	unsigned long due;      /* it is not checked before; clock_ms */
	/* The options: those of the call, and the nearest .ternion.yaml. */
	struct job job;
	bool is_config_faulty; /* it could not be read and is ignored */
};

static inline struct slice
text_slice(const struct doc *document)
{
	return strbuf_as_slice(&document->text);
}

/* The byte at an offset; '\n' before the beginning and after the end. */
static inline char
text_byte(const struct doc *document, size_t offset)
{
	return offset < document->text.len ? document->text.ptr[offset] : '\n';
}

struct doc_place text_place(const struct doc *document, size_t offset);

/* The offset of a place; one after the end of its line is that end. */
size_t text_offset(const struct doc *document, struct doc_place place);

static inline bool
is_word_char(char c, const char *signs)
{
	return ascii_is_letter(c) || ascii_is_digit(c) ||
	    (c != '\0' && strchr(signs, c) != NULL);
}

/* The letters, digits and given signs at the end of a text. */
struct slice last_word(struct slice text, const char *signs);

/* Whether an offset is in a comment that suppresses diagnostics. */
bool is_in_suppression(const struct doc *document, size_t offset);

/* Appends a range of the text. */
void put_range(struct json *json, const char *key, const struct doc *document,
    size_t from, size_t to);

/* The records of a document, read for each request from the last checkpoint on.
 * Those in the range that is asked about can be replayed, up to a ply. */
struct walk {
	const struct doc *document;
	struct run run; /* its options may be set before the first replay */
	struct session session; /* at a record; has a replayer when needed */
	struct input input;     /* the text of the document, of this length */
	size_t len;
	size_t first, last; /* records that end before or begin after are
			       passed over */
	size_t from, to;    /* the text of the record, with the text before it,
			       in the document */
	/* At the ply that a replay is asked for: */
	const struct ply *target; /* NULL: none */
	bool is_played;           /* the members below are set */
	struct position before, after;
	struct move move;
};

struct doc *doc_new(struct slice uri, struct slice language, struct slice text,
    enum encoding encoding);
void doc_free(struct doc *document);

/* Reads the options of a document, and notes that they may have changed. */
void doc_configure(struct doc *document, const struct job *call);

/* Replaces the bytes from..to; false if the document would be too long. */
bool doc_edit(struct doc *document, size_t from, size_t to, struct slice bytes);

/* Begins with the records that the range from..to of a document is in. */
void walk_begin(
    struct walk *walk, const struct doc *document, size_t from, size_t to);
void walk_end(struct walk *walk);

/* Begins again with those of another range. */
void walk_move(struct walk *walk, size_t from, size_t to);

/* Begins again at the last checkpoint, which is returned; NULL: there is none.
 */
const struct checkpoint *walk_resume(struct walk *walk);

/* Sets a checkpoint before the next record, if it is far from the last one. */
void walk_keep(struct walk *walk, struct doc *document,
    const struct checkpoint *published);

/* Reads the next record; false if there is none. It is valid until the next. */
bool walk_next(struct walk *walk);

/* Replays the record; false if it has an error. The position at `target` is
 * kept, if it is not NULL. */
bool walk_replay(struct walk *walk, const struct ply *target);

/* Reads the next record, replays and judges it; false if there is none. */
bool walk_judge(struct walk *walk);

/* The variant of the record, which is replayed, or NULL. */
const struct variant *walk_variant(struct walk *walk);

/* Where a span begins and ends in the document. */
static inline size_t
walk_start(const struct walk *walk, struct span span)
{
	return walk->input.source.line_offset + span.start;
}

static inline size_t
walk_stop(const struct walk *walk, struct span span)
{
	return walk_start(walk, span) + span.len;
}

/* Appends the range of a span. */
static inline void
put_span(struct json *json, const char *key, const struct walk *walk,
    struct span span)
{
	put_range(json, key, walk->document, walk_start(walk, span),
	    walk_stop(walk, span));
}

/* Whether an offset is in a span, or at its end. */
static inline bool
walk_is_in(const struct walk *walk, struct span span, size_t offset)
{
	return walk_start(walk, span) <= offset &&
	    offset <= walk_stop(walk, span);
}

/* Where the text of the record is, without blanks and separators. */
void walk_find_text(const struct walk *walk, size_t *from, size_t *to);

/* The last ply, of all lines, that begins at an offset or before, or NULL. */
struct ply *walk_find_ply(const struct walk *walk, size_t offset);

/* Reads the record at an offset as if a word were inserted there that no
 * notation reads as a move, and finds that; or NULL. */
struct ply *walk_insert_ply(struct walk *walk, size_t offset);

/* Takes a ply and those after it out of its line, replays the record, and
 * returns the position in which the ply would be played; NULL if that is not
 * known. */
const struct position *walk_position(struct walk *walk, struct ply *ply);

/* The span of a variation, from its bracket to where it ends. */
static inline struct span
variation_span(const struct line *line)
{
	return (struct span){ line->open.start, line->end - line->open.start };
}
