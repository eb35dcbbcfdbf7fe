/* Ternion: a record from text to moves: replayed, with every fault reported,
 * and each ply rewritten in the notation asked for. */
#ifndef TERNION_FORMATS_REPLAYED_H
#define TERNION_FORMATS_REPLAYED_H

#include "formats/game/replay.h"
#include "formats/record/format.h"

/* A record that was replayed. */
struct replayed {
	const struct record *record;
	const struct rules *rules; /* NULL: the variant is not known */
	/* The rules with cells named as they are written; NULL with
	 * `rules`. */
	const struct rules *output_rules;
	const struct notation *notation; /* of the record */
	const struct notation *output;   /* of ply->text, if rewritten */
	struct alphabet alphabet;        /* with which it was read */
	struct position start, end;      /* of the main line */
	bool usual_start;
	bool ready;     /* the game could be set up */
	bool complete;  /* every ply of the main line was played */
	bool repaired;  /* it was not, but would be with repairs beyond doubt,
			   by which the end and the outcome are found */
	unsigned plies; /* played in the main line */
	unsigned all_plies;     /* played, variations included */
	struct outcome outcome; /* at the end */
	struct slice result;    /* of the record, "*" if it has none */
	bool agreed;            /* drawn by agreement after the last ply */
};

/* How the moves of the record were read; it lasts as long as *replayed. */
static inline struct reader_context
replayed_reader(const struct replayed *replayed)
{
	return (struct reader_context){ .rules = replayed->rules,
		.notation = replayed->notation,
		.alphabet = &replayed->alphabet };
}

/* The facts for a writer of the record with these letters, or NULL; the text of
 * an unusual start is in the buffer. */
struct writing replayed_writing(const struct replayed *replayed,
    const struct letter_set *letters, struct strbuf *position);

/* A draw agreed on is part of the last position. */
void replayed_set_agreed(
    const struct replayed *replayed, struct position *position);

/* Replays a record. Diagnostics are added to `diags`; texts live in its
 * arena. Returns false if the record has an error (a warning is none). */
bool replay_record(struct replayer *replayer, struct record *record,
    struct diags *diags, struct replayed *replayed);

/* Cuts off the rest of each line of a replayed record, from the first ply that
 * could not be played, and keeps it as a comment that says why; so too what
 * else an error left out. Sets replayed->result to one that the record can
 * then have. `diags` is what the replay said. False, and nothing is changed,
 * if the game could not even be set up. */
bool record_cut(struct record *record, struct replayed *replayed,
    const struct diags *diags);

#endif
