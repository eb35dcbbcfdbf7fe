/*
 * Ternion: what is wrong with the plies of a line: events in words.
 *
 * A line is judged when all of it is known: how it is read, how far it goes and
 * how sure that is. So nothing is said that would have to be taken back.
 */
#ifndef TERNION_FORMATS_JUDGE_H
#define TERNION_FORMATS_JUDGE_H

#include "formats/game/replay.h"
#include "formats/game/rewrite_ply.h"
#include "formats/repair/repair.h"

/* A line while it is judged. */
struct judge {
	const struct reader_context *reader;
	struct diags *diags;
	/* How a move is written that is played and not so written; NULL: such
	 * diagnostics get no fix. */
	const struct ply_writing *writing;
	bool is_movetext;
	bool keeps_boards; /* with each diagnostic of a move */
	bool told_fault;   /* why the last ply is not played was said */
	bool is_sure;      /* so is what is assumed, if diags->given */
	/* Plies seem to be missing: not the numbers may be wrong. */
	bool doubts_numbers;
	/* The line as it is written, if a false mark in it may tell that
	 * another move was meant; items NULL: it does not. */
	struct repair_line line;
	unsigned asked;      /* how many were */
	bool is_misnumbered; /* a number before does not fit */
};

/* Says what is wrong with a ply. */
void judge_event(struct judge *judge, const struct event *event);

/* Says why a ply cannot be played. */
void judge_fault(const struct reader_context *reader, const struct event *event,
    struct diags *diags);

/* Keeps the board before a move with so many diagnostics that are about it. */
void judge_keep_board(const struct reader_context *reader,
    const struct event *event, struct diag *diag, unsigned len,
    struct arena *arena);

/* Says of plies after a fault what can be said without a position: which tokens
 * are no moves, and which numbers do not follow the last. */
void judge_rest(
    struct judge *judge, const struct line *line, const struct ply *fault);

/* Says that plies from one on are not checked. */
void judge_unchecked(struct diags *diags, const struct ply *ply);

/* Says that a player may claim a draw, for the position has occurred often
 * enough. */
void judge_repetition(const struct variant *variant, unsigned claimant,
    const struct ply *ply, struct diags *diags);

/*
 * Withholds each repair that would add, remove or change a call (a yield, a
 * draw, a fortification, a touch of death) or the offer of a draw in the text
 * of the record, and each fix that assumes such a repair.
 */
void judge_claims(const struct record *record, const struct notation *notation,
    struct diags *diags);

#endif
