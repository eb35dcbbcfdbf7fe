/* Ternion: a position as a JSON object, which spells out what 3PF implies. */
#pragma once

#include "parse/position/fates.h"
#include "parse/notation/notation.h"

/* Appends the position as an object: 3PF, options, players with kings,
 * attackers, rights and lost pieces, every piece, the state of the variant,
 * fates (NULL: not known), and the result. `names` is NULL for algebraic cells
 * and English letters. */
void position_json(const struct rules *rules, const struct position *position,
    const struct names *names, const struct fates *fates, struct json *json);

/* Appends the name of a cell, or null for CELL_NONE. */
void json_cell(struct json *json, const char *key, const struct board *board,
    const struct naming *naming, unsigned seat, cell c);

/* Appends "history": false if later moves or draws depend on earlier positions,
 * which are not known: by a ko or repetition, and not at the start. */
void json_history(struct json *json, const struct rules *rules,
    const struct position *position);
