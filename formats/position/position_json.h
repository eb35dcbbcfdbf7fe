/* Ternion: a position as a JSON object, with everything spelt out that a 3PF
 * line leaves to be worked out. */
#ifndef TERNION_FORMATS_POSITION_JSON_H
#define TERNION_FORMATS_POSITION_JSON_H

#include "formats/position/fates.h"
#include "formats/record/json.h"
#include "parse/notation/notation.h"
#include "rules/rules.h"

/* Appends the position as an object, under `key` if that is not NULL: its 3PF,
 * options, players with kings, attackers, rights and lost pieces, every piece,
 * how the game stands, what the variant's state means, and what befell the
 * players, of which NULL knows nothing. `names` is NULL for algebraic cells and
 * English letters. */
void position_json(const struct rules *rules, const struct position *position,
    const struct names *names, const struct fates *fates, struct json *json,
    const char *key);

/* Appends the name of a cell, or null for CELL_NONE. */
void json_cell(struct json *json, const char *key, const struct board *board,
    enum naming naming, unsigned seat, cell c);

/* Appends "history": false if moves or draws after the position depend on the
 * positions before it, which it does not tell: it is not the start of a game
 * with a ko or with draws by repetition. */
void json_history(struct json *json, const struct rules *rules,
    const struct position *position);

#endif
