/* Ternion: the search for the game that best explains one line of moves, or
 * several score sheets. decode.c tells how it works. */
#pragma once

#include "parse/repair/repair.h"

enum {
	ALL_SHEETS = 0xff, /* as bits */
	LOOK_BACK = 100,   /* plies before the fault */
	TRIED_MAX = 96,    /* hypotheses that are kept, */
	TRIED_SINGLE = 40, /* where one sheet alone goes on */
	CHANGES_MAX = 20000,
	GOES_ON = 6,      /* plies that have to be played after a repair that is
			     assumed */
	HOPELESS = 70,    /* so much worse is not looked at */
	ALONE = 4,        /* to 1, against all others together */
	HABIT_LEAST = 10, /* a cost: nothing is known of the writer, or he does
			     not care */
};

/* Changes that are listed and tried together: gaps only if nothing good was
 * found before. */
enum level {
	LEVEL_NEAR, /* most that happens, in the last rounds */
	LEVEL_BACK, /* slips that show much later */
	LEVEL_GAPS, /* several plies are missing */
};

/* Faults that were met, apart from moves that are not legal. */
struct flaws {
	unsigned marks;       /* of check, that do not fit */
	unsigned false_marks; /* of these, where no king is attacked */
	unsigned fitting;     /* that do */
	unsigned numbers;     /* of moves, that do not fit */
	unsigned style; /* moves with more or less in them than is needed: a
			   part of the start, a sign of capture */
};

/* How far a sheet is read: the next are new items, then its items. */
struct sheet_place {
	unsigned at; /* item */
	unsigned instead_len;
	const struct item *instead;
	bool unnumbered; /* the text that looks like the number of the item is
			    none */
};

/* A game so far, and how far each sheet is read for it. */
struct state {
	struct position position;
	struct sheet_place place[SHEETS_MAX];
	struct flaws flaws; /* of all sheets */
	unsigned plies;
};

/* A state on the way to the fault, and the move that was played there. */
struct waypoint {
	struct state state;
	struct played played; /* not of the fault */
};

/* A change that was tried. */
struct hypothesis {
	struct change change;
	unsigned reach;   /* the item of the sheet where it stops then, ... */
	unsigned plies;   /* and those of the game */
	unsigned score;   /* how unlikely it is */
	unsigned flaws;   /* its part of the score */
	bool goes_on;     /* after the next fault, with the likeliest repair */
	bool misnumbered; /* some number does not fit: plies may be missing */
	bool is_doubted;  /* a move after a false mark of check */
	bool mismarked;   /* several marks of check do not */
	uint64_t key;     /* of the position after the change, and the places */
};

struct search {
	const struct sheet *sheets;
	unsigned count;
	const struct rules *rules;
	struct arena *arena;  /* of results that are kept */
	struct arena scratch; /* of the rest; owned */
	unsigned long played; /* plies */
	struct past
	    *trial_pasts; /* room for the longest game and the new items */
	/* Where all sheets stop, as they are written: */
	unsigned going; /* sheets that have not ended there, as bits */
	bool is_single; /* it is one, so that slips may show later */
	/* The sheet at hand, and its items that are looked at: from `first` to
	 * the fault, which is `first` unless it is a single one. */
	unsigned sheet;
	const struct sheet *line;
	unsigned first, fault;
	unsigned settled; /* the first item after the repairs before: of those
			     before it only a move is changed */
	struct waypoint *waypoints,
	    *dead_end;      /* of the items from `first` to the fault */
	struct flaws early; /* before `first` */
	unsigned mark_cost, style_cost; /* of departures from the habits of the
					   writers */
	struct change *changes;         /* of a level; owned */
	size_t listed, size;
	unsigned relief; /* of all scores, by the plies seen after the next
			    fault */
	unsigned len;    /* of the hypotheses that count, the best first: */
	struct hypothesis best[TRIED_MAX];
};

static inline const struct waypoint *
search_waypoint(const struct search *search, unsigned at)
{
	return &search->waypoints[at - search->first];
}

static inline const struct position *
search_position(const struct search *search, unsigned at)
{
	return &search_waypoint(search, at)->state.position;
}

/* How the token of an item of a sheet is read. */
static inline const struct language *
search_reader(const struct search *search, const struct item *item, unsigned s)
{
	return item->reader != NULL ? item->reader : search->sheets[s].reader;
}

struct flaws search_sum(const struct flaws *a, const struct flaws *b);

/* play.c: the next item of a sheet, NULL after its end; and the sheets, as
 * bits, that have one. */
const struct item *search_next(
    const struct search *search, const struct state *state, unsigned s);
unsigned search_going(const struct search *search, const struct state *state);

/* Finds the move of the next item of a sheet; false if there is none. */
bool search_find_next(const struct search *search, const struct state *state,
    unsigned s, struct trial *trial);

/* Plays the next ply, if all sheets that have not ended have the same legal
 * move; search_run goes on while they do. The position remembers in *past. */
bool search_step(struct search *search, struct state *state, struct past *past,
    struct played *played);
void search_run(struct search *search, struct state *state, struct past *pasts);

/* Makes a change in the state before it; returns the first past that was not
 * needed. */
struct past *search_change(struct search *search, const struct change *change,
    struct state *state, struct past *pasts);

/* Begins a search: plays from a state as many plies as the sheets, as they are
 * written, have in common, and notes the state before each of the last ones.
 * NULL if they do not go so far. */
struct search *search_begin(const struct sheet *sheets, unsigned count,
    const struct state *from, unsigned plies, struct arena *arena);
void search_end(struct search *search);

/* Makes the sheet the one at hand. */
void search_set_sheet(struct search *search, unsigned s);

/* Adds a change of the sheet at hand, with `instead_len` blank new items, to
 * the list. */
struct change *search_add(struct search *search, enum repair_kind kind,
    unsigned at, unsigned next, unsigned cost, unsigned instead_len);

/* The cost of a flaws. */
unsigned search_flaws(const struct search *search, const struct flaws *flaws);

/* decode.c: tries the changes of a level until `budget` plies are played. */
void search_level(
    struct search *search, enum level level, unsigned long budget);

/* Tries what explains most faults. */
void search_near(struct search *search, unsigned long budget);

/* Where several changes bring the line to its next fault, judges them by the
 * line after that. */
void search_look_ahead(struct search *search);

/* Puts a hypothesis among the best. Of two that put the same in the same place
 * the likelier stays. */
void search_rank(struct search *search, const struct hypothesis *tried);

/* 2 to the power of -cost/10, of 2^20. */
unsigned long search_weight(unsigned cost);

/* Whether two tries are one finding: both say that a ply is missing at the same
 * place, or that the same number of several plies is missing anywhere. */
bool search_is_one_finding(
    const struct hypothesis *a, const struct hypothesis *b);

/* The weights of the best hypothesis, with those that are one finding with it,
 * of the next, and of all others together; there is a best one. */
struct weights {
	unsigned long mine, next, others;
};
struct weights search_weigh(const struct search *search);

/* Whether the best is at least `odds` times as likely as all others together.
 */
static inline bool
outweighs(struct weights weights, unsigned odds)
{
	return weights.mine >= odds * weights.others;
}

/* The state before a change that is listed. */
const struct state *search_before(
    const struct search *search, const struct change *change);

/* A key of the position and of the places where the sheets go on. */
uint64_t search_key(const struct search *search, const struct state *state);

/* losses.c: whether an opponent can win more by a capture after the move than
 * the move takes: players seldom choose it. */
bool losses_show(const struct rules *rules, const struct position *before,
    const struct move *move);

/* moves.c: adds other moves in place of the item, as far as the level looks for
 * them there; the move as it was played, but with check declared; and any move
 * before the item, if a number there may be a remnant of it. */
void search_other_moves(struct search *search, unsigned at, enum level level);
void search_declared(struct search *search, unsigned at);
void search_missing(struct search *search, unsigned at);

/* Where several sheets differ, adds the moves that they may mean, with all ways
 * in which each can have them. */
void search_shared_moves(struct search *search);

/* How much likelier a move is than a quiet one, whatever was written: players
 * seldom pass over a chance that seldom comes. */
unsigned search_preference(const struct move *move);

/* Adds that these moves are missing before an item. */
void search_add_missing(struct search *search, unsigned at,
    const struct move *moves, unsigned count);

/* tokens.c: adds that the items from this one on are written twice or in the
 * wrong place; and the item with the next ones as fewer tokens or more. */
void search_repeats(struct search *search, unsigned at);
void search_blanks(struct search *search, unsigned at);

/* The text before an item that looks like a move number without dots, and may
 * be the remnant of a move; len 0: there is none. */
struct slice search_remnant(const struct sheet *line, unsigned at);

/* Whether the token of an item stands in movetext as it is, so that the text
 * around it may be read; a draw offer written apart from the move makes it
 * another. */
bool search_in_text(const struct sheet *line, unsigned at);

/* gaps.c: adds what may have been played where several plies in a row are
 * missing. */
void search_gaps(struct search *search);

/* How many plies are missing before the item *from, or shortly before it, by
 * the number of the item *told; 0 if numbers do not tell. Where the record
 * chooses who moves it is PLAYERS for each round that is missing. */
unsigned search_lost(
    const struct search *search, unsigned *from, unsigned *told);

/* passage.c: looks for a way of writing in which the rest is read from the
 * fault, or shortly before it, beyond item `reach`; or for an order in which it
 * is read as far, if changes with which all numbers fit lead to `fitting` only.
 * False if there is none, or one that would explain the whole record: a tag
 * tells that better. *sure: it is beyond doubt. */
bool search_passage(struct search *search, unsigned reach, unsigned fitting,
    struct repair *repair, bool *sure);

/* edits.c: the fix that makes a repair by edits of the text; NULL if it cannot
 * be made so. */
struct fix *repair_fix(
    const struct sheet *line, const struct repair *repair, struct arena *arena);

/* One token as two, or with the number that is in it apart. */
const char *repair_split_text(const struct repair *repair, struct arena *arena);

/* A move in place of a token, with the token's annotations and its offer of a
 * draw. */
const char *repair_annotated(
    const char *text, struct slice token, struct arena *arena);
