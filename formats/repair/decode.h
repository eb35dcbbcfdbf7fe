/* Ternion: the search for what was meant where a line cannot be played: what
 * the files of this folder share. decode.c tells how it works. */
#ifndef TERNION_FORMATS_DECODE_H
#define TERNION_FORMATS_DECODE_H

#include "formats/repair/repair.h"

enum {
	LOOK_BACK = 100, /* plies before the fault */
	TRIED_MAX = 40,  /* kept */
	CHANGES_MAX = 20000,
	GOES_ON = 6,      /* plies that have to be played after a repair that is
			     assumed */
	HOPELESS = 70,    /* so much worse is not looked at */
	ALONE = 4,        /* to 1, against all others together */
	HABIT_LEAST = 10, /* a cost: nothing is known of the writer, or he does
			     not care */
};

/* Changes that are listed together: those of a later level only if nothing good
 * was found on those before. */
enum level {
	LEVEL_NEAR, /* most that happens, in the last rounds */
	LEVEL_BACK, /* slips that show much later */
	LEVEL_GAPS, /* several plies are missing */
};

/* An item of the line as it is, from search->first to the fault. */
struct line_state {
	struct position before;
	struct move played;   /* not of the fault */
	struct strain strain; /* up to the item */
};

/* A change that was tried. */
struct hypothesis {
	struct change change;
	unsigned reach, score;
	unsigned strain;  /* its part of the score */
	bool goes_on;     /* after the next fault, with the likeliest repair */
	bool misnumbered; /* some number does not fit: plies may be missing */
	bool mismarked;   /* several marks of check do not */
	uint64_t key;     /* of the position after the heads */
};

struct search {
	const struct repair_line *line;
	struct ground ground;
	struct arena *arena;            /* of what is kept */
	struct arena scratch;           /* of the rest; owned */
	unsigned first, fault;          /* the items that are looked at */
	struct past *trial_pasts;       /* room for the line and the heads */
	struct line_state *spots;       /* from the first item to the fault */
	unsigned mark_cost, style_cost; /* of departures from the habits of the
					   writer, as the line shows them */
	struct change *changes; /* of a level, the likeliest first; owned */
	size_t listed, size;
	unsigned relief; /* of all scores, by what was seen after the next
			    fault */
	unsigned len;    /* of the hypotheses that count, the best first: */
	struct hypothesis best[TRIED_MAX];
};

static inline const struct line_state *
search_spot(const struct search *search, unsigned at)
{
	return &search->spots[at - search->first];
}

/* The cost of a departure from something that was done `so` times, and
 * otherwise `otherwise` times: the odds in tenths of a bit. */
unsigned search_habit(unsigned so, unsigned otherwise);

struct strain search_sum(const struct strain *a, const struct strain *b);

/* Begins a search: plays the line up to the fault, and notes what is before
 * each of the last items. NULL if it does not go so far. */
struct search *search_begin(
    const struct repair_line *line, unsigned fault, struct arena *arena);
void search_end(struct search *search);

/* Tries the changes of a level until `budget` plies are played. */
void search_level(
    struct search *search, enum level level, unsigned long budget);

/* Begins a search and tries what explains most faults; NULL if the line does
 * not go so far. */
struct search *search_near(const struct repair_line *line, unsigned fault,
    unsigned long budget, struct arena *arena);

/* Where several changes bring the line to its next fault, judges them by the
 * line after that. */
void search_look_ahead(struct search *search);

/* repair.c: whether the first is at least `odds` times as likely as all others
 * together. */
bool search_outweighs(const struct search *search, unsigned odds);

/* The cost of a strain. */
unsigned search_strain(
    const struct search *search, const struct strain *strain);

/* Plays the line with a change, from the position before change->at. Returns
 * the first item that cannot be played, or the length of the line; at most
 * change->at if a head cannot be played. *key is that of the position after
 * the heads. */
unsigned search_play(struct search *search, const struct change *change,
    const struct position *before, struct strain *strain, uint64_t *key);

/* Adds a change with `heads` blank heads to the list. */
struct change *search_add(struct search *search, enum repair_kind kind,
    unsigned at, unsigned next, unsigned cost, unsigned heads);

/* moves.c: adds other moves in place of the item, as far as the level looks for
 * them there; the move as it was played, but with check declared; and any move
 * before the item, if a number there may be a remnant of it. */
void search_other_moves(struct search *search, unsigned at, enum level level);
void search_declared(struct search *search, unsigned at);
void search_missing(struct search *search, unsigned at);

/* Adds that these moves are missing before an item. */
void search_add_missing(struct search *search, unsigned at,
    const struct move *moves, unsigned count);

/* tokens.c: adds what is written twice or in another place from the item on;
 * and the item with the next ones as fewer tokens or more. */
void search_repeats(struct search *search, unsigned at);
void search_blanks(struct search *search, unsigned at);

/* The text before an item that looks like a move number without dots, and may
 * be the remnant of a move; len 0: there is none. */
struct slice search_remnant(const struct repair_line *line, unsigned at);

/* Whether the token of an item stands in movetext as it is, so that what is
 * around it may be looked at; an offer of a draw that stood apart makes it
 * another. */
bool search_in_text(const struct repair_line *line, unsigned at);

/* gaps.c: adds what may have been played where several plies in a row are
 * missing. */
void search_gaps(struct search *search);

/* How many plies are missing before the item *from, or shortly before it, by
 * the number of the item *told; 0 if numbers do not tell. */
unsigned search_lost(
    const struct search *search, unsigned *from, unsigned *told);

/* passage.c: looks for a way of writing in which the rest is read from the
 * fault, or shortly before it, beyond item `reach`. False if there is none, or
 * one that would explain the whole record: a tag tells that better. *sure: it
 * is beyond doubt. */
bool search_passage(
    struct search *search, unsigned reach, struct repair *repair, bool *sure);

/* edits.c: the fix that makes a repair by edits of the text; NULL if it cannot
 * be made so. */
struct fix *repair_fix(const struct repair_line *line,
    const struct repair *repair, struct arena *arena);

/* One token as two, or with the number that is in it apart. */
const char *repair_split_text(const struct repair *repair, struct arena *arena);

#endif
