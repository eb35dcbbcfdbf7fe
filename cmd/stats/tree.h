/*
 * Ternion: openings as a tree: how often each sequence of first moves was
 * played, and how these games ended. It takes the memory of a tally.
 */
#ifndef TERNION_CMD_TREE_H
#define TERNION_CMD_TREE_H

#include "cmd/run/output.h"
#include "cmd/stats/table.h"
#include "cmd/stats/tally.h"
#include "formats/record/json.h"
#include "formats/record/tree.h"
#include "rules/variants/variant.h"

enum {
	TREE_PLIES = 100 /* at most */
};

/* The first moves of a game; all 0 is empty. */
struct tree_path {
	struct strbuf moves;    /* with a blank between; owned */
	size_t end[TREE_PLIES]; /* of each */
	unsigned len;
};

/* Adds a game, with its winner, PLAYER_NONE in a draw, or -1 without a result.
 */
void tree_add_game(
    struct tally *tree, const struct tree_path *path, int winner);

/* Adds the JSON of tree_put; false if the list is something else. */
bool tree_merge(struct tally *tree, const struct variant *variant,
    const struct tree_node *list);

/* Appends the tree in the order of its moves, as a table or else as JSON; parts
 * that are ready go to the output. Returns 0, or the errno of a file that
 * failed. */
int tree_put(struct tally *tree, const struct variant *variant,
    struct table *table, struct json *json, struct output *output);

#endif
