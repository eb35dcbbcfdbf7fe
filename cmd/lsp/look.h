/*
 * Ternion: a record looked at for a request: read and replayed once more, with
 * all that its diagnostics can be put right by, and, where somebody asks, with
 * the position about a place in it.
 */
#ifndef TERNION_CMD_LSP_LOOK_H
#define TERNION_CMD_LSP_LOOK_H

#include "cmd/lsp/document.h"
#include "cmd/run/fixing.h"

struct look {
	struct fixing fixing; /* first: it is the context of the run */
	const struct opened *document;
	struct run run;
	struct arena arena;
	struct strbuf text;
	void (*fix)(struct run *run, struct record *record,
	    const struct replayed *replayed, bool ok, struct diags *diags);
	/* Of the segment at hand: */
	struct extract part;
	bool is_open; /* the part is */
	struct record record;
	struct replayed replayed;
	struct record_result result;
	size_t window; /* where spans of the record count from, in the document
			*/
	/* About a ply, if there is one: */
	const struct ply *target; /* NULL: none is asked for */
	bool is_played;           /* what follows is set */
	struct position before, after;
	struct move move;
};

/* Gets ready to look at records of a document, by its judge. `fixes`: for what
 * diagnostics can be put right by. */
void look_begin(struct look *look, const struct opened *document, bool fixes);
void look_end(struct look *look);

/* Reads and replays the record of a segment; false if there is none. What it
 * leaves holds until the next. */
bool look_at(struct look *look, size_t segment);

/* The same as far as the reader goes: the diagnostics are its own. */
bool look_read(struct look *look, size_t segment);

/* Replays what was read, perhaps changed since. */
void look_replay(struct look *look, const struct ply *target);

/* Where a span begins and ends in the document. */
static inline size_t
look_start(const struct look *look, struct span span)
{
	return look->window + span.start;
}

static inline size_t
look_stop(const struct look *look, struct span span)
{
	return look->window + span.start + span.len;
}

/* Where the text of the record that was read begins and ends, in the document,
 * without blanks; its segment begins at `begins`. */
void look_ends(const struct look *look, size_t segment, size_t begins,
    size_t *from, size_t *to);

/* The next segment from *segment on that has a record and begins before `to`;
 * *begins is where it begins, and is moved with it. */
bool look_next(
    const struct opened *document, size_t *segment, size_t *begins, size_t to);

#endif
