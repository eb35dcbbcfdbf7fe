/* Ternion: verdicts of the rules, moves and positions in a player's words. */
#pragma once

#include "parse/resolve/resolve.h"

/* Appends the reason of a verdict, and returns the diagnostic it is. The
 * verdict is not ILLEGAL_NOT. */
enum diag_id phrase_verdict(const struct reader_context *reader,
    const struct position *position, const struct move_query *attempt,
    const struct verdict *verdict, struct strbuf *out);

/* Which condition of the order of play made it the turn of the player to move,
 * in words; "" if it takes none. */
const char *phrase_condition(
    const struct variant *variant, const struct position *position);

/* Appends whose turn it is, and why: "Red's turn (condition 5: ...)", or "Red's
 * or Black's turn" where the order of play leaves it to the text. */
void phrase_turn(const struct rules *rules, const struct position *position,
    struct strbuf *out);

/* The conditions of a game's order of play, ended by NULL; the first is "". */
const char *const *phrase_conditions(const struct variant *variant);

/* Appends the words for a legal move, as "White's knight goes from b1 to c3,
 * with check to Gray"; cells are named as in the record. */
void phrase_move(const struct reader_context *reader,
    const struct position *position, const struct move *move,
    struct strbuf *out);

/* Appends a sentence for each king that is attacked, and one on how the game
 * has ended if it has. */
void phrase_position(const struct rules *rules, const struct position *position,
    struct strbuf *out);

/* Appends `words` and the players, as "gives check to Gray and Black"; nothing
 * if there are none. */
void phrase_players(const struct variant *variant, unsigned players,
    const char *words, struct strbuf *out);

/* How a game ended, in words that follow "by". */
const char *phrase_ending(enum ending ending);
