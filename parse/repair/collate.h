/* Ternion: several score sheets of one game: the legal game that explains all
 * of them best. ternion-decode(7) tells how. */
#pragma once

#include "parse/repair/repair.h"

/* How a sheet has a ply of the game. */
enum sheet_reading {
	READING_SAME,    /* the move */
	READING_MOVED,   /* the move, in another place */
	READING_BLANKS,  /* the move, with blanks too many or too few */
	READING_OTHER,   /* something else, which is meant for it */
	READING_MISSING, /* nothing */
};

/* A ply of the game that was found. */
struct collated {
	struct position before; /* with the turn of the move's player */
	struct played played;
	struct {
		uint8_t reading; /* enum sheet_reading */
		unsigned item;   /* of the sheet; the last one if none has it */
		unsigned extra;  /* items before it that are too much */
	} by[SHEETS_MAX];
	bool open;             /* another move explains the sheets as well */
	struct played another; /* that one */
};

struct collation {
	struct sheet *sheets; /* as they were read; in the arena */
	unsigned count;       /* of sheets */
	/* How a sheet is written from a place on, if in a way of its own: in
	 * words, or NULL. */
	const char *ways[SHEETS_MAX];
	struct span ways_from[SHEETS_MAX];
	struct collated *plies; /* in the arena */
	unsigned len;
	unsigned ends[SHEETS_MAX]; /* plies after which a sheet has no more */
	bool complete;             /* all sheets were read to their ends */
	unsigned cost;             /* of all changes and flaws */
	bool is_bare; /* no comment says what a sheet has instead of a move */
	bool cut;     /* the budget was spent before all readings were tried */
};

/* If a sheet is written in a way of its own (of counting the cells, naming the
 * pieces or ordering the columns), gives its items the tokens and the order
 * that they would have on the others; says the way in words and where it
 * begins. NULL: it is not. */
const char *sheet_straighten(
    struct sheet *sheet, struct span *from, struct arena *arena);

/* Finds the game. */
void collate_sheets(const struct sheet *sheets, unsigned count,
    struct arena *arena, struct collation *collation);

/* The changes of a line that together let it be played to its end. */
struct mending {
	struct change *changes; /* in the order in which they are made */
	unsigned *share; /* of 1000: how likely each is, of all that was tried
			  */
	unsigned len;    /* 0: none were found */
};

/* Finds the changes that explain one line best. */
void collate_line(
    const struct sheet *line, struct arena *arena, struct mending *mending);

/* Appends the game to a line, written like the sheet `writer`. Another reading
 * of a sheet becomes a comment, unless collation->is_bare; comments,
 * annotations and variations of all sheets are taken over, each once, and
 * variations as far as they can be played. */
void collation_write(const struct collation *collation,
    const struct sheet *writer, struct arena *arena, struct line *line);

/* The place of a ply of the game on a sheet, 0 long if the ply is missing; true
 * if the sheet has something else there than the move. */
bool collation_reading(const struct collation *collation, unsigned ply,
    unsigned sheet, struct span *span);

/* Sets up the diagnostics of each sheet and says in them how it differs. */
void collation_tell(const struct collation *collation,
    const struct sheet *writer, struct arena *arena,
    struct diags said[SHEETS_MAX]);
