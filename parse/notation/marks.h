/* Ternion: facts that a move brings with it: check, mate, draw offer. */
#pragma once

#include "parse/text/slice.h"
#include "rules/rules.h"

/* The token up to its check marks and annotations, but at least one byte. */
struct slice marks_cut(struct slice token);

/* The annotations that end the token, as "!?"; they are no marks. */
struct slice marks_annotations(struct slice token);

/* Sets of players are bits. */
struct marks {
	unsigned mover;    /* the player who moved */
	unsigned attacked; /* whose kings the mover's pieces attack after it */
	unsigned lasting;  /* of these, whose still when all is done that the
			      move brings with it, as a touch of death */
	unsigned mated;    /* players mated by it, by the rules where they
			      define mate, else as claimed */
	unsigned check;    /* against whom check is marked or declared */
	unsigned mate;     /* and against whom mate is */
	bool named;        /* the mover is named before the move */
	bool draw;         /* a draw is offered */
	unsigned nag;      /* 1..6 for ! to ?!, where the notation writes it */
};

extern const struct marks no_marks;

/* The marks of a legal move of `mover`; `board` is that of
 * rules_make_judged, and `outcome` what rules_outcome says of the position
 * `after`. No draw is offered. */
struct marks marks_find(const struct rules *rules, unsigned mover,
    const struct move *move, const struct position *board,
    const struct position *after, const struct outcome *outcome);

/* Finds the marks of a move. `calls_mate`: mate is marked where it may be. */
struct marks marks_of_call(const struct rules *rules,
    const struct position *before, const struct move *move, bool calls_mate);
struct marks marks_of_move(const struct rules *rules,
    const struct position *before, const struct move *move);

/* A mark of mate against some of these kings can be true though the rules find
 * no mate of the next player: of the player after him, if he is in check and
 * would have no legal move were it his turn, or, in a game with calls of mate,
 * as its rules say. True if so: the marks become those of mate. */
bool marks_call_mate(struct marks *marks, const struct rules *rules,
    const struct position *board, unsigned kings);

/* "+", "++" or "": the sign of marks that mean all kings concerned. */
const char *marks_sign(const struct marks *marks);

#define DECLARATION_MAX 12 /* bytes of a declaration with its NUL */

/* "C", "MR", "CRMB" or "": the marks as declarations; colours are written only
 * where not every king concerned is meant. */
void marks_declare(const struct variant *variant, const struct marks *marks,
    char text[DECLARATION_MAX]);
