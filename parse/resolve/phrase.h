/* Ternion: verdicts of the rules, moves and positions in a player's words. */
#pragma once

#include "parse/resolve/resolve.h"

/* Appends the reason of a verdict that forbids, and returns its diagnostic. */
enum diag_id phrase_verdict(const struct language *reader,
    const struct position *position, const struct move_query *attempt,
    const struct verdict *verdict, struct strbuf *out);

/* The condition that made it the turn of the player to move, or "". */
const char *phrase_condition(
    const struct variant *variant, const struct position *position);

/* Appends whose turn it is, and why: "Red's turn (condition 5: ...)", or "Red's
 * or Black's turn" where the order of play leaves it to the text. */
void phrase_turn(const struct rules *rules, const struct position *position,
    struct strbuf *out);

/* Appends the words for a legal move, as "White's knight goes from b1 to c3,
 * with check to Gray"; cells are named as in the record. */
void phrase_move(const struct language *reader, const struct position *position,
    const struct move *move, struct strbuf *out);

/* Appends a sentence for each king attacked, and one on the end, if any. */
void phrase_position(const struct rules *rules, const struct position *position,
    struct strbuf *out);

/* Appends `words` and the players, if any, "gives check to Gray and Black". */
void phrase_players(const struct variant *variant, unsigned players,
    const char *words, struct strbuf *out);

/* How a game ended, in words that follow "by". */
const char *phrase_ending(enum ending ending);
