/* Ternion: the one place where text and board meet: finds the legal move that
 * a parsed move describes, or says in words why there is none. */
#pragma once

#include "parse/diag/diag.h"
#include "parse/notation/notation.h"

/* Where the order of play leaves it to the record who moves next, and the text
 * names one of those who may, makes it his turn. */
void resolve_mover(const struct rules *rules, const struct parsed_move *parsed,
    struct position *position);

/* Finds the one legal move that `parsed`, decoded from `token`, describes. On
 * success stores it in *move and returns true. Otherwise adds one error to
 * `diags` and returns false. Warnings and notes about the way it is written
 * (a missing x, too much of the start) are added either way. `at` is the
 * offset of the token in the record. */
bool resolve_move(const struct language *reader,
    const struct position *position, struct slice token, size_t at,
    const struct parsed_turn *parsed, struct diags *diags, struct move *move);

/* Checks the marks of the text, stated or left out, against the facts: adds
 * false-check, false-mate, check-unmarked, mate-unmarked. `after` is the
 * position after the move. False if a stated mark is not true. */
bool resolve_marks(const struct language *reader, const struct position *after,
    const struct marks *marks, struct slice token, size_t at,
    const struct parsed_move *parsed, struct diags *diags);

/* Adds the declarations to the move, where they are a part of it. */
void resolve_declared(const struct variant *variant,
    const struct parsed_move *parsed, struct move *move);

/* Reports a token that is not a move, with the moves that it may have meant if
 * the position is not NULL. */
void resolve_syntax(const struct language *reader,
    const struct position *position, struct slice token, size_t at,
    struct diags *diags);
