/* Ternion: what `select` is asked for, as far as it can be judged at once. */
#ifndef TERNION_CMD_CRITERIA_H
#define TERNION_CMD_CRITERIA_H

#include "cmd/options/job.h"

/* One player's part of --material, "wKR2P": just these pieces of his. */
struct pieces {
	unsigned player;
	unsigned count[KINDS];
};

/*
 * Takes the first part, up to a comma, off the text and reads it. Returns
 * false if it is none of the variant.
 */
bool pieces_read(
    const struct variant *variant, struct slice *text, struct pieces *pieces);

/* Whether --plies is a range; reads it. */
bool plies_read(const char *text, unsigned long *least, unsigned long *most);

/*
 * Refuses variants, results, material and positions that there are in no game,
 * so that nothing could ever match. Returns -1, or an exit status.
 */
int criteria_check(const struct job *job);

#endif
