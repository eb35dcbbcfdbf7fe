/* Ternion: a game before its first move: its variant and options, notation and
 * letters, and the start, from the tags of a record, options and guesses. */
#pragma once

#include "parse/game/replayer.h"
#include "parse/record/record.h"
#include "parse/resolve/resolve.h"

/* The game of a record, and the facts of its replay. */
struct replayed {
	const struct record *record;
	/* Set by game_set_up; unknown parts are zeroed, but the start is known
	 * if the rules are: */
	const struct variant *variant;      /* NULL: it is not known, */
	const struct rules *rules;          /* and neither are these */
	const struct notation *notation;    /* NULL: it cannot be read */
	const struct own_notation *defined; /* those of the replayer */
	struct alphabet alphabet;           /* of the moves */
	bool usual_start;
	bool ready;    /* all of this is known */
	bool is_chess; /* of two players; it is not known otherwise */
	/* Of the output: */
	const struct rules *output_rules; /* with its names of cells */
	const struct notation *output;    /* NULL: plies are not rewritten */
	struct alphabet output_alphabet;
	/* Set by replay_record: */
	bool complete;      /* every ply of the main line was played */
	bool repaired;      /* every ply was played with repairs beyond doubt */
	unsigned plies;     /* played in the main line */
	unsigned all_plies; /* played, with variations */
	struct outcome outcome; /* at the end */
	struct slice result;    /* of the record, "*" if it has none */
	bool agreed;            /* drawn by agreement after the last ply */
	/* Not zeroed, since they are large: */
	struct position start; /* the usual one until it is read */
	struct position end;   /* of the main line, set by replay_record */
};

static inline void
replayed_clear(struct replayed *replayed, const struct record *record)
{
	memset(replayed, 0, offsetof(struct replayed, start));
	replayed->record = record;
	replayed->result = slice_of("*");
}

/* How the moves of the record are read; it points into *replayed. */
static inline struct language
replayed_reader(const struct replayed *replayed)
{
	return (struct language){ .rules = replayed->rules,
		.notation = replayed->notation,
		.alphabet = &replayed->alphabet };
}

/* Sets up the game of a record; false, and an error, if it cannot be played. */
bool game_set_up(struct replayer *replayer, const struct record *record,
    struct diags *diags, struct replayed *setup);

/* The name of a tag that every game has, or of a player, if this is that name
 * in letters of another case; else NULL. */
const char *tag_in_other_case(struct slice name);

/* True if an unknown tag means this one of ours, under another name. */
bool tag_means(struct slice name, const char *ours);

/* The beginning of the moves or the record, for faults without a place. */
struct span game_start_span(const struct record *record);

/* Reports misspelt tags, tags of other games, and wrong dates. */
void tags_judge(const struct record *record, const struct variant *variant,
    struct diags *diags);

/* Sets the letters of a record that does not state them: German if English
 * letters do not make every token a move, and German letters do, also in
 * variations; else English. The variant may be NULL. */
void guess_letters(struct alphabet *letters, const struct notation *notation,
    const struct variant *variant, const struct record *record);
