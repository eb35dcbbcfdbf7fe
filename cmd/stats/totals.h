/*
 * Ternion: the counts of `stats` for the games of one variant: added game by
 * game or from the JSON of other runs, and reported.
 */
#ifndef TERNION_CMD_TOTALS_H
#define TERNION_CMD_TOTALS_H

#include "cmd/run/output.h"
#include "cmd/stats/players.h"
#include "cmd/stats/standings.h"
#include "cmd/stats/tree.h"
#include "formats/record/json.h"
#include "formats/record/tree.h"
#include "rules/siege/siege.h"

enum {
	METHODS = SIEGE_MOVED + 1,
};

struct totals {
	const struct variant *variant;
	unsigned long games, faulty, plies, captures;
	unsigned long wins[PLAYERS], draws, open;
	unsigned long shortest, longest; /* plies, of sound games */
	bool has_lengths;                /* there was a sound game */
	unsigned long sieged_games[METHODS], sieged_turns[METHODS];
	/* Games in which player [p] did it to player [q]. */
	unsigned long deeds[DEEDS][PLAYERS][PLAYERS];
	struct standings standings;
	struct standings players; /* of --players */
	struct tally openings;    /* by the texts of their moves */
	struct tally tree;        /* of --tree */
};

/* Adds the lengths of sound games. */
void totals_add_lengths(
    struct totals *totals, unsigned long shortest, unsigned long longest);

/* Adds the output of totals_json; false if it is something else. */
bool totals_merge(struct totals *totals, const struct tree_node *map);

/*
 * Append the totals; nothing can be added to them afterwards. JSON may be long,
 * so parts of it go to the output at once. Return 0, or the errno of a file
 * with openings that could not be read.
 */
int totals_json(
    struct totals *totals, struct json *json, struct output *output);

/* As text, this is all of them; else one table: the tree, the players or the
 * standings. */
int totals_table(
    struct totals *totals, struct table *table, struct output *output);

void totals_release(struct totals *totals);

#endif
