/*
 * Ternion: what `stats --players` counts for each player and language model:
 * plies, captures and cells, and the time, cost and refused moves that comments
 * on the plies state.
 */
#ifndef TERNION_CMD_PLAYERS_H
#define TERNION_CMD_PLAYERS_H

#include "cmd/stats/standings.h"
#include "cmd/stats/table.h"
#include "formats/judge/replayed.h"

/* Adds a ply of the main line. */
void play_add_ply(
    struct play *play, const struct rules *rules, const struct event *event);

/* Adds a game that was played: by seat, names, models ("" for none) and what
 * was counted; `points` is NULL where the game has no result. */
void players_add(struct standings *players, const struct slice names[PLAYERS],
    const struct slice models[PLAYERS], const unsigned *points,
    const struct play plays[PLAYERS]);

/* Adds the output of players_json; false if the list is something else. */
bool players_merge(struct standings *players, const struct tree_node *list);

/* Append the players, the best first. */
void players_table(struct standings *players, const struct variant *variant,
    struct table *table);
void players_json(struct standings *players, struct json *json);

#endif
