/*
 * Ternion: what reads the records of one pass: the options of the caller, and
 * the rules, decoders and letters that were made ready once and are kept.
 */
#ifndef TERNION_FORMATS_REPLAYER_H
#define TERNION_FORMATS_REPLAYER_H

#include "parse/notation/notation.h"
#include "parse/text/strbuf.h"
#include "rules/rules.h"

struct replayed; /* judge/replayed.h */
struct event;    /* replay.h */

/* An option of variants that the caller states; a list. */
struct setting {
	const struct setting *next;
	struct slice name, value;
};

/* The wishes of the caller; plain data. */
struct replay_options {
	const struct variant *variant;  /* -v, or NULL */
	const struct variant *usual;    /* where a record names none, or NULL */
	const struct setting *settings; /* -o, in order; NULL: none */
	const struct notation *input;   /* -N, or NULL */
	bool force;                     /* what is above wins over tags */
	bool rewrite;                   /* set ply->text */
	/* Nobody asks for the texts of a record that has an error: that a move
	 * mates nobody may be left to the next one, which then is legal. */
	bool whole;
	bool nags_apart;   /* no annotation in ply->text */
	bool keep_letters; /* the output has the letters of the input */
	/* Those of `settings` that are about writing alone are of what is
	 * written, whatever the record is written in. */
	bool writes_apart;
	bool goes_on;        /* after a fault, with what was likely meant */
	bool evidence;       /* how likely that is, and the board, are kept */
	bool boards;         /* the board before each fault is kept */
	bool stops_at_first; /* and does not even ask what was meant */
	bool fixes; /* what is said of a move that is played has its fix */
	const struct notation *output;    /* NULL: the record's own, or the
					     variant's if that is not written */
	const struct letter_set *letters; /* of the output */
	/*
	 * Is shown the start of each game that can be set up (event NULL), and
	 * then each move that was played, those of variations too; and once
	 * more what is replayed with repairs. NULL: nobody looks.
	 */
	void (*see)(void *context, const struct replayed *replayed,
	    const struct event *event);
	void *context; /* of `see` */
};

struct replayer;

/* The caller frees it; `options` is copied. */
struct replayer *replayer_new(const struct replay_options *options);
void replayer_free(struct replayer *replayer);

const struct replay_options *replayer_options(const struct replayer *replayer);

/* Another with the same options, for trying out what the first does not know
 * of; it is the first one's. */
struct replayer *replayer_other(struct replayer *replayer);

/* Sets options.nags_apart for the records to come: it depends on the format
 * that they are written in. */
void replayer_set_nags_apart(struct replayer *replayer, bool nags_apart);

/* The settings of a variant by default. */
const struct settings *replayer_usual(
    struct replayer *replayer, const struct variant *variant);

/*
 * The rules of a variant with these settings (settled; NULL: the defaults),
 * made ready once and kept until those of many other games were asked for.
 */
const struct rules *replayer_rules(struct replayer *replayer,
    const struct variant *variant, const struct settings *settings);

/* The decoder of a notation, compiled once and kept. */
struct decoder *replayer_decoder(
    struct replayer *replayer, const struct notation *notation);

/* The English letters of the variant; until those of another are asked for. */
const struct alphabet *replayer_english(
    struct replayer *replayer, const struct variant *variant);

/* Its German letters; NULL if they have none for some piece of the game. */
const struct alphabet *replayer_german(
    struct replayer *replayer, const struct variant *variant);

/* Empty text, to make a text in. */
struct strbuf *replayer_text(struct replayer *replayer);

/* Room for the keys of `count` positions of a main line; those that were kept
 * there before stay. */
uint64_t *replayer_keys(struct replayer *replayer, size_t count);

#endif
