/* Ternion: configuration: what .ternion.yaml says, and the same text written.
 *
 *	variant: siege
 *	results: strict
 *	severity: {move-number: error}
 *	disable: [over-disambiguated]
 *	exclude: [drafts/]
 *	include: ['*.pgn'] */
#ifndef TERNION_FORMATS_CONFIG_H
#define TERNION_FORMATS_CONFIG_H

#include "formats/record/record.h"
#include "parse/diag/diag.h"
#include "parse/text/strbuf.h"
#include "rules/variants/variant.h"

struct config {
	const struct variant *variant; /* NULL: none is named */
	unsigned results;              /* the policy; 0: the usual one */
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

/* Suppressions: comments of a record that take diagnostics away.
 *
 *	{ternion-disable CODE... -- reason}       from here to the end of the
 *	    game; before the first move for the whole record, its tags included
 *	{ternion-disable-next CODE... -- reason}  up to the next ply, and what
 *	    belongs to it
 *
 * The order of plies is that of PGN: a ply, the comments after it, its
 * variations, the comments after these. */

/* Takes from the diagnostics of a record that was replayed those which its
 * comments suppress, and adds what is wrong with these comments. With
 * `keep_errors` errors stay, and nothing is added: for callers that cannot use
 * a record with errors and do not judge it. */
void suppress(
    const struct record *record, struct diags *diags, bool keep_errors);

#endif
