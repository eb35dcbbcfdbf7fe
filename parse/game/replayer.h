/* Ternion: a replayer: options and shared state for replaying records. */
#pragma once

#include "parse/notation/notation.h"

struct replayed; /* setup.h */
struct event;    /* replay.h */
struct diag;

/* An option of a variant, as -o states it; a list. */
struct setting {
	const struct setting *next;
	struct slice name, value;
	bool is_usual; /* the tag of a record wins over it */
};

struct replay_options {
	const struct variant *variant;  /* -v, or NULL */
	const struct variant *usual;    /* if a record names none; or NULL */
	const struct setting *settings; /* -o, in order; or NULL */
	const struct notation *input;   /* -N, or NULL */
	/* That the configuration defines; a list, or NULL. */
	const struct own_notation *notations;
	bool force;       /* the above overrides tags */
	bool for_program; /* messages name no options of the command */
	bool rewrite;     /* set ply->text */
	/* Texts of faulty records are not used. So a legal next move may prove
	 * that a move mates nobody. */
	bool whole;
	bool nags_apart;     /* no annotations in ply->text */
	bool keep_letters;   /* the output has the letters of the input */
	bool writes_apart;   /* -o about writing holds for the output alone */
	bool goes_on;        /* after a fault, with the likeliest repair */
	bool evidence;       /* keep the odds of repairs, and boards */
	bool boards;         /* keep the board before each fault */
	bool stops_at_first; /* do not look for repairs */
	bool tries_offer;    /* look for no other tag, and not at odds */
	/* Of a trial: whether a fault settles it, so that no more need be
	 * known; or NULL. `is_told`: repairs were searched, which may tell it
	 * as another fault (SEARCHED in diag.h). */
	bool (*settles)(void *context, const struct diag *diag, bool is_told);
	bool fixes; /* of reports about legal moves */
	/* NULL: the record's own, or the native one if that is not written. */
	const struct notation *output;
	const struct letter_set *letters; /* of the output */
	/* Called with the start of each game that can be set up (event NULL),
	 * and with each move that was played, in variations too, and again for
	 * lines that are replayed with repairs; or NULL. */
	void (*see)(void *context, const struct replayed *replayed,
	    const struct event *event);
	void *context;   /* of `see` and `settles` */
	bool sees_after; /* which does not look at turn.before */
};

#define RULES_MAX 12 /* that are kept */

struct replayer {
	struct replay_options options;
	struct strbuf text; /* a buffer for rewrite_ply */
	/* Its own: */
	struct rules *rules[RULES_MAX]; /* NULL: free */
	unsigned next_rules;            /* the place to be reused next */
	uint64_t *keys;                 /* of positions of a main line; owned */
	size_t keys_size;               /* for replay.c */
	/* Owned, or NULL: */
	struct replayer *other;  /* for trying other tags */
	struct replayer *prover; /* for trying fixes */
};

struct replayer *replayer_new(const struct replay_options *options);
void replayer_free(struct replayer *replayer);

/* The rules of a variant with these settings (settled; NULL: the defaults),
 * kept until those of many other games were asked for. */
const struct rules *replayer_rules(struct replayer *replayer,
    const struct variant *variant, const struct settings *settings);
