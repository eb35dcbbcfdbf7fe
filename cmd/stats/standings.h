/*
 * Ternion: standings over games of one variant: what each player, by his name,
 * has reached, and how he fared against each of the others.
 */
#ifndef TERNION_CMD_STANDINGS_H
#define TERNION_CMD_STANDINGS_H

#include "formats/position/fates.h"
#include "formats/record/tree.h"

enum {
	POINT =
	    6 /* points are counted in sixths: halves and thirds are whole */
};

/* A deed of one player against another. */
enum deed {
	DEED_MATED,
	DEED_CAPTURED,  /* his king */
	DEED_INHERITED, /* his army */
	DEEDS,
};

/* The points of a result in sixths, by seat; false if it gives none. */
bool points_read(const struct variant *variant, struct slice result,
    unsigned points[PLAYERS]);

/* One player against another. */
struct rival {
	size_t who;                         /* his number in the list */
	unsigned long ahead, level, behind; /* in games with a result */
	unsigned long deeds[DEEDS];         /* what he did to him */
};

struct contender {
	char *name;                /* owned */
	unsigned long games, open; /* all, and those without a result */
	unsigned long points;      /* in sixths */
	unsigned long seats[PLAYERS];
	unsigned long deeds[DEEDS];
	struct rival *rivals; /* by number; owned */
	size_t len, size;
};

/* All 0 is empty. */
struct standings {
	struct contender *list; /* in the order in which they came; owned */
	size_t len, size;
	size_t *slots; /* a hash table of numbers + 1; owned */
	size_t room;
};

/* A game that was played: names by seat, "" and "?" for one who is not known;
 * `points` is NULL where the game has no result. */
void standings_add(struct standings *standings,
    const struct slice names[PLAYERS], const unsigned *points,
    const struct fates *fates);

/* Adds the output of standings_json, a list; false if it is something else. */
bool standings_merge(struct standings *standings, const struct variant *variant,
    const struct tree_node *list);

/* Appends them, the best first, with a cross table. */
void standings_text(const struct standings *standings,
    const struct variant *variant, struct strbuf *out);
void standings_json(const struct standings *standings,
    const struct variant *variant, struct json *json);

void standings_release(struct standings *standings);

#endif
