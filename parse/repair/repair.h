/* Ternion: finds the meaning of a line of moves that cannot be played, by the
 * rest of the line. ternion-decode(7) tells how.
 *
 * A line that can be played only comes here if a mark of check is false. */
#pragma once

#include "parse/repair/trial.h"

/* The rows of kinds.def. */
enum repair_kind {
#define KIND(id, ...)    REPAIR_##id,
#define PASSAGE(id, ...) REPAIR_##id,
#include "parse/repair/kinds.def"
	REPAIRS
};

/* Traits of a kind, as bits. */
enum {
	IS_MOVE = 1,    /* it changes a move of the game; the others change the
			   tokens of one sheet */
	IS_PASSAGE = 2, /* the rest is written in another way: */
	HAS_READER = 4, /* by another reader; the others change its tokens */
	IS_ORDER = 8,   /* in another order */
	REPLACES = 16,  /* each new item stands in the place of an old one */
};

extern const uint8_t repair_traits[REPAIRS];

enum {
	SHEETS_MAX = 6,     /* of one game */
	INSTEAD_MAX = 3,    /* more than the items that they replace */
	REPAIRS_MAX = 3,    /* told */
	REPAIR_GUESSED = 90 /* the cost of a text that tells little */
};

/* A sheet with a change: up to `at` as it is, then the new items, then from
 * `next` on as it is. */
struct change {
	uint8_t kind;       /* enum repair_kind */
	uint8_t sheet;      /* that is changed */
	uint8_t missing_on; /* of a move: the sheets, as bits, that lack it */
	uint8_t unmarked;   /* and those whose marks tell nothing of it */
	unsigned at, next;
	unsigned instead_len;
	struct item *instead; /* a move, or its token */
	unsigned mid;         /* of REPAIR_LINES: from here on comes first */
	unsigned cost;        /* of the text if this was meant; see typing.h */
	bool takes_number;    /* the text that looks like the next item's number
				 is a part of it */
	bool unnumbers_next;  /* for one of these, or as it is another line's */
	/* The part of the token that is the number of an item without blanks
	 * around it; len 0: none. The others stand before it. */
	struct slice number;
	uint8_t numbered;
	const char *detail; /* the notation, the letters or the columns */
	const char *whose;  /* moves are; "": several players'; NULL: all */
	const struct notation *notation; /* of a second game */
	const unsigned *places; /* of a passage: which of the items that they
				  replace the new ones are */
	unsigned unread; /* of the new items, the last ones: after the next
			    fault */
};

/* Whether its kind has a trait. */
static inline bool
change_has(const struct change *change, unsigned trait)
{
	return (repair_traits[change->kind] & trait) != 0;
}

/* A repair of a line: a change that may have been meant. */
struct repair {
	struct change change;
	const char **text; /* of the new items, as the record is written; of a
			      second game, as it is written */
	struct position before; /* where the change begins */
	unsigned reach;         /* the first item that cannot be played then */
	unsigned score;         /* how unlikely it is; as costs in typing.h */
	unsigned share;         /* of 1000: how likely, of all that was tried */
};

struct repairs {
	unsigned len;
	struct repair best[REPAIRS_MAX]; /* the likeliest first */
	bool alone;    /* nothing else is nearly as likely as the first */
	bool likely;   /* something is, but less so */
	bool sure;     /* alone, and nothing speaks against it */
	bool assumed;  /* the first is good enough to go on with */
	unsigned lost; /* plies that are missing by the numbers that follow; 0:
			  none, or the first repair explains them */
	unsigned lost_at, lost_told; /* the item before which they are, and that
					with the number */
	struct position lost_from;   /* where they are missing */
	unsigned many; /* how many more do as well as the first and differ from
			  it in the move that was left out alone */
};

/* A line of moves as somebody wrote it: of a record, or one score sheet of a
 * game; with the repairs that were made before. */
struct sheet {
	const struct language *reader;
	const struct position *start;
	const struct item *items;
	unsigned len;
	unsigned settled; /* of items before this one only moves are changed */
	bool is_movetext; /* they follow each other in the text, as in PGN */
	const struct record *record; /* whose line it is; NULL: a variation's */
	const struct notation *hint; /* it may all be in this one; or NULL */
	const struct own_notation *defined; /* that are tried as well */
	const char *name; /* of one of several score sheets, in comments */
	const struct confusions *known; /* of its writer; or NULL */
};

/* Whether two changes of a line do the same. */
bool change_equal(const struct change *a, const struct change *b);

/* A change in the arena, with its new items and their moves. */
struct change change_copy(const struct change *change, struct arena *arena);

/* Looks for repairs of a line whose item `fault` cannot be played. Texts live
 * in the arena. */
void repair_search(const struct sheet *line, unsigned fault,
    struct arena *arena, struct repairs *repairs);

/* Looks for changes by which the mark of an item is true, which is played but
 * attacks no king, and with which all of the line can be played. */
void repair_search_mark(const struct sheet *line, unsigned item,
    struct arena *arena, struct repairs *repairs);

/* Puts a change first among the repairs, as likely. */
void repair_prefer(const struct sheet *line, const struct change *change,
    struct arena *arena, struct repairs *repairs);

/* The plies of a line as they are written; `items` has room for `room` more. */
struct item *repair_items(
    const struct line *line, unsigned room, struct arena *arena);

/* Makes a change, which begins in the position, in the items of the line;
 * instead that are not written so become moves. */
void repair_apply(struct sheet *line, struct item *items,
    const struct change *change, struct position position, struct arena *arena);

/* Adds to the diagnostic of the fault, before it is reported, what may have
 * been meant, and how it is put right: by edits of the text, if it is movetext.
 * Whether that is certain is known when the line was played on. If the search
 * shows that something else is wrong, it becomes the diagnostic of that. */
struct fix *repair_tell(const struct sheet *line, unsigned fault,
    const struct repairs *repairs, struct arena *arena, struct diag *diag);

/* Adds to the fix of a passage the moves of the items that the line still has
 * as another reader reads them, which it can play now. */
void repair_translate(
    const struct sheet *line, struct arena *arena, struct fix *fix);

/* Whether a tag is likelier: the notation or the letters change, several plies
 * are missing, or a move has nothing to do with its token. */
static inline bool
repair_is_guess(const struct repair *repair)
{
	const struct change *change = &repair->change;

	if (change->kind == REPAIR_MISSING)
		return change->instead_len > 1;
	return change->kind == REPAIR_NOTATION ||
	    change->kind == REPAIR_LETTERS || change->cost > REPAIR_GUESSED;
}

/* Says in words what the rest of the line assumes with the repair. */
const char *repair_given(
    const struct sheet *line, const struct repair *repair, struct arena *arena);
