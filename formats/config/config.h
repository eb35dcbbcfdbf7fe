/* Ternion: configuration: the file .ternion.yaml.
 *
 *	variant: siege
 *	results: strict
 *	severity: {move-number: error}
 *	disable: [over-disambiguated]
 *	exclude: [drafts/]
 *	include: ['*.pgn']
 *	strict: true
 *	baseline: known.txt
 *	notation: long
 *	options: {Pope: no}
 *	notations: {club: {games: [dreierschach], ...}} */
#pragma once

#include "parse/record/tree.h"
#include "parse/notation/own.h"
#include "rules/variants/variant.h"

struct config {
	const struct variant *variant; /* NULL: none is named */
	unsigned results;              /* the policy; 0: the usual one */
	bool disabled[DIAGS];
	uint8_t level[DIAGS]; /* another severity + 1; 0: that of the table */
	struct strbuf exclude, include; /* patterns, a line each; owned */
	uint8_t fail;                   /* `fail-level` or `strict`, + 1; 0 */
	const char *baseline; /* a path from the folder of the configuration;
				 NULL or "": none */
	const struct notation *notation, *input_notation; /* or NULL */
	const struct tree_node *options; /* of games, a map; or NULL */
	/* Those that the caller knows, and before them its own: see
	 * notations_read. The caller frees them with
	 * own_release. */
	const struct own_notation *notations;
	const struct tree_node *definitions; /* of its own; in the arena */
};

void config_release(struct config *config);

/* Reads a configuration into a zeroed one, which may have notations; false, and
 * diagnostics, if it is faulty. The caller releases it in any case. With
 * `only_notations` all other keys are errors. */
bool config_read(struct config *config, struct slice text, bool only_notations,
    struct arena *arena, struct diags *diags);

/* Appends the configuration as YAML. */
void config_write(const struct config *config, struct strbuf *out);

/* Sets these tables as configured: `severity` overrides the policy for results,
 * and `disable` both. */
void config_apply(
    const struct config *config, bool disabled[DIAGS], uint8_t level[DIAGS]);

/* Reports a value, for a reader with `diags`. */
#define refuse(reader, node, ...) \
	diag_add((reader)->diags, DIAG_CONFIG_VALUE, (node)->span, __VA_ARGS__)

/* The game of that name; NULL, and a report, if there is none. */
const struct variant *game_read(
    const struct tree_node *node, struct diags *diags);

/* Reads the definitions of a map by name, and puts them before the list.
 * Returns the new list, whose memory is the arena's but for the patterns, which
 * own_release frees. A faulty definition is reported and left out. */
const struct own_notation *notations_read(const struct own_notation *list,
    const struct tree_node *map, struct arena *arena, struct diags *diags);

/* Whether an option of a game, of any for NULL, can have a value. *of is the
 * first game that has the option, with its number; NULL: none has. */
bool setting_fits(const struct variant *only, struct slice name,
    struct slice value, const struct variant **of, int *option);
