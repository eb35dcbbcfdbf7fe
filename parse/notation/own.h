/* Ternion: a notation that a configuration defines.
 *
 * Patterns read a token: their named groups are the parts of a move. Templates
 * write one. A token that no pattern describes is read, and a move without a
 * template is written, as the base of the definition does it, but with the
 * cells and letters of the definition. */
#pragma once

#include "parse/notation/notation.h"
#include "parse/text/arena.h"
#include "parse/text/pattern.h"

enum own_part {
#define PART(id, ...) OWN_##id,
#include "parse/notation/own.def"
	OWN_PARTS
};

struct own_part_row {
	const char *name, *usual; /* text */
};

extern const struct own_part_row own_parts[OWN_PARTS];

/* One of the patterns for a kind of move. */
struct own_pattern {
	struct own_pattern *next;
	struct pattern *pattern;      /* owned */
	uint8_t part[PATTERN_GROUPS]; /* by group; OWN_TEXT: none */
};

/* A part of a template. */
struct own_item {
	const struct own_item *next;
	enum own_part part;
	bool optional;    /* {from?}: as much as is needed */
	const char *text; /* before the part, where it is written */
};

/* Kinds of move that have patterns and a template, by enum move_type: the plain
 * ones, MOVE_QUIET to MOVE_ENPASSANT, have those of MOVE_UNSTATED, "move", but
 * en passant can have its own as well. */
struct own_form {
	struct own_pattern *patterns; /* NULL: read as the base reads */
	const struct own_item *items; /* NULL: written as the base does */
};

struct own_notation {
	const struct own_notation *next; /* defined before it */
	struct notation notation;        /* as all others see it */
	const struct notation *base;
	uint32_t games; /* bits by variant->number */
	struct own_form form[MOVE_TYPES];
	/* By enum parsed_castle; NULL: as the base. */
	const char *castling[PARSED_CASTLE_LETTER];
	const char *draw, *check, *mate; /* signs after a move */
	bool has_blanks; /* a pattern can match blanks, between two words */
	struct naming naming; /* where it names the cells */
	struct cell_names names;
	struct letter_set letters; /* where it names the pieces */
	struct alphabet english;   /* for the base, which reads a translation */
};

/* Whether a kind of move can be given, and its name, in *name. */
static inline bool
own_form_name(unsigned type, const char **name)
{
	*name = type == MOVE_UNSTATED ? "move"
				      : move_type_name((enum move_type)type);
	return type == MOVE_UNSTATED || type == MOVE_ENPASSANT ||
	    type == MOVE_DROP || (type >= MOVE_FIELD && type != MOVE_LEAP);
}

void own_release(const struct own_notation *list);

/* Reads a token, as struct notation has it. */
bool own_read(struct move_scan *scan);

/* Appends a move, with check and mate if its template has them; false, and
 * nothing, if it is written as the base does. */
bool own_write(const struct move_writer *writer, const struct move *move,
    struct strbuf *out);

/* The sign after a move, where `sign` is that of other notations. */
const char *own_sign(
    const struct own_notation *own, const struct move *move, const char *sign);

/* Whether a pattern takes more steps for a token than it may. */
bool own_gives_up(const struct own_notation *own, struct slice token);

/* The text of a piece; "" for a pawn where the base has letters. */
const char *own_letter(const struct notation *notation,
    const struct alphabet *alphabet, char english);
