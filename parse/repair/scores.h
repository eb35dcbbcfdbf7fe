/* Ternion: records of one game, such as the score sheets of its players, made
 * into one record. */
#pragma once

#include "parse/game/setup.h"
#include "parse/repair/collate.h"

/* A record of the game. */
struct score {
	const char *name; /* in comments */
	const struct record *record;
	/* Its game was set up, and has the variant of the first one. */
	const struct replayed *setup;
	const char *why; /* it is of another game; NULL: it is not */
};

struct scores {
	struct score *score[SHEETS_MAX];
	unsigned len;
	/* Set by scores_collate: */
	struct collation collation;
	struct slice result; /* of the board, or that most records state */
	bool is_open;        /* as many state another one */
	struct language readers[SHEETS_MAX];
	struct sheet sheet[SHEETS_MAX];
	struct language writing; /* how the record is written, */
	struct sheet writer;     /* as a sheet */
};

/* Adds the tags that a record lacks and another one has; `with_text`: also
 * those that say how the moves are written. */
void tags_complete(struct record *record, const struct record *from,
    bool with_text, struct arena *arena);

/* Finds the game of the first record, by all that are of it. The others get
 * their reason and are taken out. */
void scores_collate(struct scores *scores, struct arena *arena);

/* Adds the game to an empty record, with the tags of all. */
void scores_write(
    const struct scores *scores, struct arena *arena, struct record *record);

/* Says of each record how it differs, in diagnostics that it sets up. */
void scores_tell(const struct scores *scores, struct arena *arena,
    struct diags said[SHEETS_MAX]);
