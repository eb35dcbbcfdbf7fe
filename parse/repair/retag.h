/* Ternion: which tag is wrong, or missing, in a record that cannot be played:
 * found by trying others. */
#pragma once

#include "parse/game/setup.h"

/* A tag, and the one whose place it takes; NULL: the record has none. */
struct retag {
	struct tag tag;
	const struct tag *old;
	struct replayed setup; /* of the game with it */
};

/* Tries each other variant, notation, set of letters and value of an option.
 * True if with exactly one of them the whole main line can be played. `setup`
 * is of the record as it is, as far as that is known; `other` is not the
 * replayer of the setup. */
bool retag_find(struct replayer *other, const struct replayed *setup,
    struct arena *arena, struct retag *found);

/* Says so in a diagnostic, or in the last one, which says that the game cannot
 * be set up. */
void retag_tell(const struct record *record, const struct retag *retag,
    struct diags *diags);
void retag_add(const struct record *record, const struct retag *retag,
    struct diags *diags);

/* The tag as it is written. */
const char *retag_text(const struct retag *retag, struct arena *arena);
