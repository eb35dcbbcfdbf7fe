/*
 * Ternion: a position as a JSON object, with everything spelt out that a 3PF
 * line leaves to be worked out.
 */
#ifndef TERNION_FORMATS_POSITION_JSON_H
#define TERNION_FORMATS_POSITION_JSON_H

#include "json.h"
#include "rules.h"

#pragma GCC visibility push(default)

/*
 * Appends the position as an object, under `key` if that is not NULL: its 3PF,
 * options, players with kings, attackers, rights and lost pieces, every piece,
 * how the game stands, and what the variant's state means.
 */
void position_json(const struct rules *rules, const struct position *position,
    struct json *json, const char *key);

#pragma GCC visibility pop

#endif
