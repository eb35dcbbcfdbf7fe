/* Ternion: a game before its first move: which game it is, by which rules,
 * how it is written, and the position from which it starts, all by the tags of
 * a record, by what the caller states, and by what can be guessed. */
#ifndef TERNION_FORMATS_SETUP_H
#define TERNION_FORMATS_SETUP_H

#include "formats/game/replayer.h"
#include "formats/record/record.h"

struct game_setup {
	const struct rules *rules;       /* NULL: the variant is not known */
	const struct notation *notation; /* NULL: it cannot be read */
	struct alphabet alphabet;        /* with which the moves are read */
	struct position start;
	bool usual_start;
	/* The rules with cells named as they are written. */
	const struct rules *output_rules;
	/* Of ply->text, if the record is rewritten: */
	const struct notation *output; /* NULL: it is not */
	struct alphabet output_alphabet;
};

/* Sets up the game of a record. What is wrong is added to `diags`; false if
 * the game cannot be played, and *setup is then filled as far as it is known.
 */
bool game_set_up(struct replayer *replayer, const struct record *record,
    struct diags *diags, struct game_setup *setup);

/* Where the record's movetext, or else the record, begins: for faults that
 * have no better place. */
struct span game_start_span(const struct record *record);

/* Reports names that are almost those of tags, options and players of other
 * games, and wrong dates. */
void tags_judge(const struct record *record, const struct variant *variant,
    struct diags *diags);

/* Sets the letters of a record that states none: German ones if some token is
 * no move in English ones, and every token, those of variations too, is one in
 * German; else English. The variant may be NULL. */
void guess_letters(struct alphabet *letters, const struct notation *notation,
    const struct variant *variant, const struct record *record);

#endif
