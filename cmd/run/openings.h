/*
 * Ternion: how often each opening was played, as `stats` counts it. There may
 * be many thousands, each known by its text.
 */
#ifndef TERNION_CMD_OPENINGS_H
#define TERNION_CMD_OPENINGS_H

#include "cmd/run/output.h"
#include "cmd/run/tally.h"
#include "formats/record/json.h"
#include "formats/record/tree.h"

/* All 0 is empty. */
struct openings {
	struct tally tally;
};

/* Adds a game that began so. */
void openings_add(struct openings *openings, struct slice moves);

/* Adds what openings_json wrote, a list; false if that is something else. */
bool openings_merge(struct openings *openings, const struct tree_node *list);

/*
 * Append them, the commonest first and equal ones by their text: a few as text,
 * or all as JSON, of which as much as is ready goes to the output. They are not
 * added to any more. Return 0, or the errno of the tally's file.
 */
int openings_text(struct openings *openings, struct strbuf *out);
int openings_json(
    struct openings *openings, struct json *json, struct output *output);

void openings_release(struct openings *openings);

#endif
