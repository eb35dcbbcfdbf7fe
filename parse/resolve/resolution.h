/* Ternion: a parsed move on its way to a move, for the files of this folder. */
#pragma once

#include "parse/resolve/resolve.h"

#define CANDIDATES_MAX 6 /* named in a message */

struct resolution {
	const struct language *reader;
	const struct position *position; /* after a call of F */
	struct position called;          /* ... which is here */
	struct slice token;
	size_t at; /* offset of the token in the record */
	const struct parsed_move *parsed;
	struct diags *diags;
	bool has_false_mark;       /* set by resolve_marks */
	struct move_query attempt; /* set by attempt_read */
	cell path[CHAIN_MAX];      /* landings of the attempt */
	/* Set by candidates_find: */
	bool fits_type;  /* they fit x, - and + as well; else none does */
	bool has_rivals; /* pieces on other cells can go there as well */
	unsigned found;
	struct move candidate[CANDIDATES_MAX];
};

/* Where the token is in the record, and where a part of it, if it is there. */
static inline struct span
resolution_whole(const struct resolution *resolution)
{
	return span_at(resolution->at, resolution->token.len);
}

static inline struct span
resolution_part(const struct resolution *resolution, struct part part)
{
	if (part.len == 0)
		return resolution_whole(resolution);
	return span_at(resolution->at + part.at, part.len);
}

/* Adds a diagnostic of the whole token, or of a part of it. */
#define resolution_add_at(resolution, part, id, ...)                         \
	diag_add((resolution)->diags, id, resolution_part(resolution, part), \
	    __VA_ARGS__)
#define resolution_add(resolution, id, ...)                             \
	diag_add((resolution)->diags, id, resolution_whole(resolution), \
	    __VA_ARGS__)

/* True if the type is one of a piece that goes from a cell to another. */
static inline bool
resolution_is_piece_move(unsigned type)
{
	return type <= MOVE_ENPASSANT; /* unstated, quiet and captures */
}

/* The kings that a declaration names, as bits of players. */
unsigned resolution_kings(const struct variant *variant, uint8_t colours);

/* attempt.c: fills in the attempt; false if an error was reported. */
bool attempt_read(struct resolution *resolution);

/* Finds the legal moves that fit the attempt; if there are none,
 * those that would but for the sign of capture. candidates_find_stated finds
 * what the parsed move states, be it a move of a piece or not. */
void candidates_find(struct resolution *resolution);
void candidates_find_stated(struct resolution *resolution);

/* refuse.c: says why no move fits. The first two return whether there is
 * nothing to refuse: the game has what the parsed move states, and the player
 * whom it names is to move. */
bool refuse_foreign(struct resolution *resolution, bool is_pair);
bool refuse_other_player(struct resolution *resolution);
/* Appends how castling is written, if a move of the king to the cell of that
 * algebraic name is a misprint of it; false if not. */
bool refuse_misprint(const struct resolution *resolution, struct slice name,
    struct strbuf *words) __attribute__((cold));
void refuse_ambiguous(struct resolution *resolution) __attribute__((cold));
void refuse_illegal(struct resolution *resolution) __attribute__((cold));

/* Says why a verdict forbids the move found. */
void refuse_verdict(struct resolution *resolution,
    const struct verdict *verdict) __attribute__((cold));

/* suggest.c: adds a diagnostic of a part of the token, which says these words
 * and which moves of the position, NULL: none, may have been meant. The first
 * of them is the fix if it differs from the token in this part alone. */
void suggest_and_add(const struct resolution *resolution,
    const struct position *position, enum diag_id id, struct part where,
    const struct strbuf *words);
