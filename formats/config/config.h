/*
 * Ternion: configuration: what .ternion.yaml says, and the same text written.
 *
 *	variant: siege
 *	results: strict
 *	severity: {move-number: error}
 *	disable: [over-disambiguated]
 *	exclude: [drafts/]
 *	include: ['*.pgn']
 */
#ifndef TERNION_FORMATS_CONFIG_H
#define TERNION_FORMATS_CONFIG_H

#include "parse/diag/diag.h"
#include "parse/text/strbuf.h"
#include "rules/variants/variant.h"

/* A name for how bad results are that the rules do not prove. */
struct results_policy {
	const char *name;
	const char *meaning;
	int level; /* enum severity; -1: as in the table; -2: not reported */
};

/* The policies; the first is the usual one, the last has no name. */
extern const struct results_policy results_policies[];

struct config {
	const struct variant *variant;        /* NULL: none is named */
	const struct results_policy *results; /* NULL: none is named */
	bool disabled[DIAGS];
	uint8_t level[DIAGS]; /* another severity + 1; 0: that of the table */
	struct strbuf exclude, include; /* patterns, a line each; owned */
};

void config_release(struct config *config);

/* Reads a configuration; `diags` says what is wrong, and it is false then. The
 * caller releases it even so. */
bool config_read(struct config *config, struct slice text, struct arena *arena,
    struct diags *diags);

/* Appends the text of a configuration, which reads back as the same. */
void config_write(const struct config *config, struct strbuf *out);

/* Sets in these tables what the configuration asks for: a severity that is
 * stated for a code goes before the policy, and to disable it before both. */
void config_apply(
    const struct config *config, bool disabled[DIAGS], uint8_t level[DIAGS]);

#endif
