/*
 * Ternion: plays a record through the rules: from text to moves, with every
 * fault reported, and each ply rewritten in the notation asked for.
 */
#ifndef TERNION_FORMATS_REPLAY_H
#define TERNION_FORMATS_REPLAY_H

#include "notation.h"
#include "record.h"
#include "rules.h"

#pragma GCC visibility push(default)

struct replayed;

/* An option of variants that the caller states; a list. */
struct setting {
	const struct setting *next;
	struct slice name, value;
};

/* What the caller wants; plain data. */
struct replay_options {
	const struct variant *variant;  /* -v, or NULL */
	const struct variant *usual;    /* where a record names none, or NULL */
	const struct setting *settings; /* -o, in order; NULL: none */
	const struct notation *input;   /* -N, or NULL */
	bool force;                     /* what is above wins over tags */
	bool rewrite;                   /* set ply->text */
	bool nags_apart;                /* no annotation in ply->text */
	bool keep_letters;    /* the output has the letters of the input */
	bool keeps_positions; /* set ply->after */
	const struct notation *output;    /* NULL: the record's own, or the
					     variant's if that is not written */
	const struct letter_set *letters; /* of the output */
	/*
	 * Is called for the start of the main line (ply 0, move NULL) and
	 * after each legal ply of it; NULL: nobody is told. `before` is NULL
	 * for ply 0.
	 */
	void (*visit)(void *context, const struct replayed *replayed,
	    unsigned ply, const struct position *before,
	    const struct move *move, const struct position *after);
	void *context;
};

/* What is known of a record that was replayed. */
struct replayed {
	const struct rules *rules;       /* NULL: the variant is not known */
	const struct notation *notation; /* of the record */
	const struct notation *output;   /* of ply->text, if rewritten */
	struct alphabet alphabet;        /* with which it was read */
	struct position start, end;      /* of the main line */
	bool usual_start;
	bool complete;          /* every ply of the main line was played */
	unsigned plies;         /* played in the main line */
	unsigned all_plies;     /* played, variations included */
	struct outcome outcome; /* at the end */
	struct slice result;    /* of the record, "*" if it has none */
	bool agreed;            /* drawn by agreement after the last ply */
};

/* The rules, decoders and options of one reader. */
struct replayer;

/* The caller frees it; `options` is copied. */
struct replayer *replayer_new(const struct replay_options *options);
void replayer_free(struct replayer *replayer);

/* Sets options.nags_apart for the records to come: it depends on the format
 * that they are written in. */
void replayer_set_nags_apart(struct replayer *replayer, bool nags_apart);

/*
 * The rules of a variant with these settings (settled; NULL: the defaults),
 * made ready once and kept until those of many other games were asked for.
 */
const struct rules *replayer_rules(struct replayer *replayer,
    const struct variant *variant, const struct settings *settings);

/* The decoder of a notation, compiled once and kept. */
struct decoder *replayer_decoder(
    struct replayer *replayer, const struct notation *notation);

/*
 * Replays a record. Diagnostics are added to `diags`; texts live in its
 * arena. Returns false if the record has an error (a warning is none).
 */
bool replay_record(struct replayer *replayer, struct record *record,
    struct diags *diags, struct replayed *replayed);

/* Whether every token of a line and of its variations is a move in the
 * decoder's notation with these letters. */
bool replay_decodes(struct decoder *decoder, const struct alphabet *alphabet,
    const struct line *line);

/*
 * Whether every move of the record parses with German letters; then *alphabet
 * is made German. Asked when some move does not parse in English and nothing
 * says which letters they are.
 */
bool replay_is_german(struct decoder *decoder, const struct record *record,
    const char *pieces, struct alphabet *alphabet);

#pragma GCC visibility pop

#endif
