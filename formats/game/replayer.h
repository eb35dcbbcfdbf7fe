/* Ternion: what reads the records of one pass: the options of the caller, and
 * the rules and letters that were made ready once and are kept. */
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
	bool nags_apart;   /* no annotation in ply->text; by format */
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
	/* Is shown the start of each game that can be set up (event NULL), and
	 * then each move that was played, those of variations too; and once
	 * more what is replayed with repairs. NULL: nobody looks. */
	void (*see)(void *context, const struct replayed *replayed,
	    const struct event *event);
	void *context; /* of `see` */
};

enum {
	RULES_MAX = 12, /* games whose rules are kept ready */
};

struct replayer {
	struct replay_options options;
	struct strbuf text; /* to make a text in */
	/* Its own: */
	struct rules *rules[RULES_MAX]; /* NULL: free */
	unsigned next_rules;            /* the place to be given up next */
	/* Keys of the positions of a main line, where repetition counts. */
	uint64_t *keys; /* owned */
	size_t keys_size;
	/* Another with the same options, for trying out what this one does not
	 * know of; owned, NULL until it is needed. */
	struct replayer *other;
};

/* The caller frees it; `options` is copied. */
struct replayer *replayer_new(const struct replay_options *options);
void replayer_free(struct replayer *replayer);

/* The rules of a variant with these settings (settled; NULL: the defaults),
 * made ready once and kept until those of many other games were asked for. */
const struct rules *replayer_rules(struct replayer *replayer,
    const struct variant *variant, const struct settings *settings);

/* Room for the keys of `count` positions of a main line; those that were kept
 * there before stay. */
uint64_t *replayer_keys(struct replayer *replayer, size_t count);

#endif
