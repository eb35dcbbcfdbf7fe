/* Ternion: the definitions of notations in a configuration. */
#pragma once

#include "parse/record/tree.h"
#include "parse/notation/own.h"

/* The game of that name; NULL, and a report, if there is none. */
const struct variant *game_read(
    const struct tree_node *node, struct diags *diags);

/* Reads the definitions of a map by name, and puts them before the list.
 * Returns the new list, whose memory is the arena's but for the patterns, which
 * own_release frees. A faulty definition is reported and left out. */
const struct own_notation *notations_read(const struct own_notation *list,
    const struct tree_node *map, struct arena *arena, struct diags *diags);
