/*
 * Ternion: a passage: the rest of a line where it is written in another way
 * than the record says: in another notation, with other letters, with letters
 * for digits, with its columns in another order, or as another game.
 */
#ifndef TERNION_FORMATS_PASSAGE_H
#define TERNION_FORMATS_PASSAGE_H

#include "formats/repair/decode.h"

enum passage_kind {
	PASSAGE_NOTATION,
	PASSAGE_LETTERS,
	PASSAGE_DIGITS,
	PASSAGE_COLUMNS,
	PASSAGE_SECOND_GAME,
};

/* Plies from an item on, as they are meant. */
struct passage {
	enum passage_kind kind;
	unsigned len;
	struct item *items; /* in the order of play, each with its move */
	const char **texts; /* of each item as the record would write it; not
			       of a second game */
	const char *detail; /* the notation, the letters or the columns */
};

/*
 * Looks for a passage that begins at the fault or shortly before it, and goes
 * on beyond item `reach`. False if there is none, or one that would explain the
 * whole record: a tag tells that better. *sure: it is beyond doubt.
 */
bool passage_find(
    struct search *search, unsigned reach, struct repair *repair, bool *sure);

/* Makes the diagnostic of the fault one of the passage, with its fix; NULL if
 * it has none. */
struct fix *passage_tell(const struct repair_line *line,
    const struct repair *repair, bool sure, struct diags *diags,
    struct diag *diag);

/* Appends what is assumed of a passage, after its number: "on in algebraic". */
void passage_given(const struct passage *passage, struct strbuf *words);

#endif
