/* Ternion: a record from text to moves: replayed, with every fault reported,
 * and each ply rewritten in the notation asked for. */
#ifndef TERNION_FORMATS_REPLAYED_H
#define TERNION_FORMATS_REPLAYED_H

#include "formats/game/replay.h"
#include "formats/record/format.h"

/* A record that was replayed. */
struct replayed {
	const struct record *record;
	const struct rules *rules;        /* NULL: the variant is not known */
	const struct rules *output_rules; /* name cells as the output does */
	const struct notation *notation;  /* of the record */
	const struct notation *output;    /* of ply->text, if rewritten */
	struct alphabet alphabet;         /* of the record */
	struct position start, end;       /* of the main line */
	bool usual_start;
	bool ready;         /* the game was set up: all above is known */
	bool complete;      /* every ply of the main line was played */
	bool repaired;      /* every ply was played with repairs beyond doubt */
	unsigned plies;     /* played in the main line */
	unsigned all_plies; /* played, with variations */
	struct outcome outcome; /* at the end */
	struct slice result;    /* of the record, "*" if it has none */
	bool agreed;            /* drawn by agreement after the last ply */
};

/* How the moves of the record were read; it points into *replayed. */
static inline struct reader_context
replayed_reader(const struct replayed *replayed)
{
	return (struct reader_context){ .rules = replayed->rules,
		.notation = replayed->notation,
		.alphabet = &replayed->alphabet };
}

/* The needs of a writer of the record. `letters` may be NULL; *position holds
 * the text of an unusual start. */
struct writing replayed_writing(const struct replayed *replayed,
    const struct letter_set *letters, struct strbuf *position);

/* Ends the position if it is the last one of a draw by agreement. */
void replayed_set_agreed(
    const struct replayed *replayed, struct position *position);

/* Replays a record. Diagnostics are added to `diags`; texts live in its
 * arena. Returns false if the record has an error (a warning is none). */
bool replay_record(struct replayer *replayer, struct record *record,
    struct diags *diags, struct replayed *replayed);

/* Cuts off each line of a replayed record before the first ply that could not
 * be played, and keeps the rest, and other text that an error left out, in
 * comments with the reason, as `diags` has it. Sets replayed->result to one
 * that the record can then have. False if the game could not be set up. */
bool record_cut(struct record *record, struct replayed *replayed,
    const struct diags *diags);

#endif
