/*
 * Ternion: baselines list known diagnostics, so that a report shows only new
 * ones.
 *
 * A diagnostic is known by its file, the tags that name its game, its code and
 * the text at its place, not by its line or by the rest of the record. If a
 * baseline has some diagnostic twice, two of them are known.
 */
#ifndef TERNION_FORMATS_BASELINE_H
#define TERNION_FORMATS_BASELINE_H

#include "formats/record/record.h"
#include "parse/text/source.h"
#include "parse/diag/diag.h"
#include "parse/text/strbuf.h"

/* Equal diagnostics. */
struct known {
	uint64_t print;
	unsigned long count;
	enum diag_id id; /* DIAGS: beyond those that are kept of a record */
	char *file;      /* owned; NULL where it was read */
};

struct baseline {
	bool writes;        /* what is found is kept; else it was read */
	struct known *list; /* owned; sorted by print where it was read */
	size_t len, size;
	unsigned long taken; /* diagnostics that were known */
};

/* A diagnostic is known by these. */
struct baseline_key {
	const char *file;
	uint64_t game; /* baseline_game() of its record; 0: there is none */
	enum diag_id id;
	struct slice text;
};

/* The tags that name a game, as a number: event, site, date, round, players. */
uint64_t baseline_game(const struct record *record);

/* Reads a baseline, line by line, to its end or an error of the source.
 * Returns the number of the first line that is not one of a baseline, or 0. */
unsigned long baseline_read(struct baseline *baseline, struct source *source);

/* Takes `count` equal diagnostics, and returns how many of them are known. */
unsigned long baseline_take(struct baseline *baseline,
    const struct baseline_key *key, unsigned long count);

/* Appends what was kept, as baseline_read reads it. */
void baseline_write(struct baseline *baseline, struct strbuf *out);

void baseline_release(struct baseline *baseline);

#endif
