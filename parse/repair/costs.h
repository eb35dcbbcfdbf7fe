/* Ternion: what the things cost that can have gone wrong in a record, in tenths
 * of a bit: 10 less is twice as likely. ternion-decode(7) has the same table.
 *
 * The costs of slips are in the order in which typists make them: errors of
 * case and of signs first, then what looks alike, doubled letters, neighbours
 * on the keyboard, exchanged letters, and at last any other letter: one of 12
 * that a token may have there is 36. Those of plies and of score sheets are
 * estimates that tests/bench/repair.py judges. */
#pragma once

#include "parse/text/near.h"

/* Of one token that is typed, by the difference: */
enum {
	COST_CASE = 10,       /* the case of a letter */
	COST_SIGN = 12,       /* a sign put in or left out */
	COST_FALSE_SIGN = 42, /* that of a capture where nothing is taken */
	COST_LOOKS_ALIKE = 15,
	COST_DOUBLED = 20,      /* a character once more, or once less */
	COST_NEXT_DIGIT = 25,   /* one more or one less */
	COST_NEXT_LETTER = 27,  /* of the alphabet, or on the keyboard */
	COST_TURNED = 27,       /* two neighbours are exchanged */
	COST_PIECE = 31,        /* another piece */
	COST_OTHER = 36,        /* another of its kind: digit, letter */
	COST_LEFT_OUT = 34,     /* some character, or one too many */
	COST_UNRELATED = 54,    /* a letter for a digit */
	COST_SECOND = 30,       /* for each slip more in the same token */
	COST_CUT = 32,          /* the end or the beginning is lost */
	COST_CUT_MORE = 2,      /* for each character of it */
	COST_VIEW = 30,         /* cells as another player counts them */
	COST_LONG = 5,          /* more is written than the notation asks for */
	COST_NO_PROMOTION = 25, /* is written */
	COST_NO_QUEEN = 5,      /* another piece than a queen */
	COST_UNDECLARED = 25,   /* check, in games where it is declared */
	COST_FOREIGN = 105,     /* the token has nothing to do with the move; */
	COST_FOREIGN_PLAYED = 130, /* and is legal itself */
};

/* Reductions for moves that are likelier, whatever is written; a change of a
 * move, or a token, that is such costs as much: */
enum {
	COST_CAPTURE = 12, /* off */
	COST_SCARCE = 20,  /* off, for a promotion or castling */
	COST_LOSES = 10,   /* more: an opponent can win more than it takes */
};

/* Of plies: */
enum {
	COST_MISSING = 95,
	COST_MISSING_MORE = 20, /* for each ply more in a row */
	COST_TWICE = 15,        /* as the ply before it */
	COST_TWICE_MORE = 8,    /* for each ply more */
	COST_TOO_MUCH = 110,
	COST_EXCHANGED = 40,
	COST_EXCHANGED_MORE = 15, /* for each ply between */
	COST_OWN_EXCHANGED = 40,  /* moves of one player */
	COST_EXCHANGED_LINES = 50,
	COST_JOINED = 25,        /* one token as two */
	COST_JOINED_NUMBER = 12, /* with a text like a number */
	COST_SPLIT = 30,         /* two tokens as one */
	COST_SPLIT_MORE = 15,    /* for each more */
	COST_NUMBERED = 12,      /* a number without a blank */
	COST_REMNANT = 10,       /* of a move looks like a number */
};

/* Of the rest of the line: */
enum {
	COST_HAZARD = 1, /* for each ply that a wrong guess would have lasted */
	COST_ANOTHER = 60, /* for another fault */
	COST_NUMBER = 20,  /* for each number that does not fit, ... */
	COST_NUMBERS_MAX = 80,
	COST_HABIT_MAX = 40, /* for each mark or style that does not, by how the
				writer is used to */
	COST_MARKS_MAX = 80,
	COST_STYLE_MAX = 60,
	COST_UNKNOWN = 190, /* something that nobody thought of */
};

/* Of score sheets that are collated: */
enum {
	COST_SHEET_LACKS = 55,     /* it has no such ply */
	COST_SHEET_EXTRA = 55,     /* it has a token too much */
	COST_SHEET_MISMARKED = 15, /* a mark of check that does not fit */
	COST_SHEET_LOSES = 4,      /* its move lets an opponent win a piece */
	COST_SHEET_MISWRITTEN = 8, /* more or less of the move than needed */
	COST_SHEET_MISREAD = 6, /* in addition to the typing: an error at all */
};

enum {
	TYPING_TEXT_MAX = CHARACTERS_MAX, /* longer texts are not compared */
	TYPING_UNLIKE = 130, /* the cost of texts that have nothing in common,
				and the highest */
	CONFUSIONS_MAX = 16,
	TYPING_KEPT = 64, /* characters whose costs are kept */
};

/* Characters of ASCII that a writer took for others, each time that he did. */
struct confusion {
	char meant, written;
};
struct confusions {
	unsigned len;
	struct confusion of[CONFUSIONS_MAX];
};

/* The lesser of two costs. */
static inline unsigned
least_cost(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* A text that was typed, and how its beginnings compare with those of the text
 * that it was last compared with: what the next one has in common with that is
 * not compared again. */
struct typing {
	struct slice written;
	const struct confusions *known;
	struct characters points, meant; /* of both texts */
	uint64_t kinds;                  /* letters and digits, as bits */
	bool is_long;                    /* it is not compared */
	unsigned rows; /* of the table that hold for `meant` */
	/* The costs of some characters that may have been meant; 0 is none. */
	uint32_t kept[TYPING_KEPT], mistaken[TYPING_KEPT][TYPING_TEXT_MAX];
	unsigned in[TYPING_TEXT_MAX + 1], least[TYPING_TEXT_MAX + 1];
	unsigned row[TYPING_TEXT_MAX + 1][TYPING_TEXT_MAX + 1];
};

/* Begins to compare a text, which the typing refers to. Its writer easily
 * confuses again the characters of *known, which may be NULL. */
void typing_begin(struct typing *typing, struct slice written,
    const struct confusions *known);

/* The cost of typing the text if another was meant; 0 if they are the same. If
 * it is above `most`, any number above that. */
unsigned typing_cost(struct typing *typing, struct slice meant, unsigned most);

/* Adds other confusions, as many as have room. */
void confusions_add(struct confusions *known, const struct confusions *others);

/* Adds to *known how the texts differ, if one character was taken for another
 * and nothing else differs. */
void typing_learn(
    struct slice meant, struct slice written, struct confusions *known);
