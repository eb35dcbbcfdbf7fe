/* Ternion: what `stats` counts, and how it is put out. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "cmd/run/output.h"
#include "parse/judge/session.h"
#include "parse/position/fates.h"
#include "parse/text/arena.h"
#include "parse/text/key_set.h"
#include "rules/siege/siege.h"
#include "rules/variants/variant.h"

/* A table of `stats`: as text in columns or as CSV (RFC 4180). Its last column
 * is the widest. */

enum table_form {
	TABLE_TEXT,
	TABLE_CSV,
};

#define TABLE_COLUMN 9 /* the usual width */

struct table {
	enum table_form form;
	struct strbuf *out;
	const char *variant; /* the first column in CSV */
	bool in_head;
	unsigned column; /* cells of the row so far */
	bool begun;      /* this is not the first table */
};

/* Begins a table; of its first row the heads are written, not the cells. */
void table_begin(struct table *table, const char *title, const char *variant);

/* Adds a cell. Text form needs its width; a cell of width 0 is only in CSV. */
void table_cell(
    struct table *table, int width, const char *head, const char *text);
void table_number(
    struct table *table, int width, const char *head, unsigned long number);
/* Adds the last cell of a row, of any width. */
void table_last(struct table *table, const char *head, const char *text);

/* How often each of any number of texts was counted.
 *
 * A tally uses constant memory: texts that do not fit go, sorted, into files
 * without a name in $TMPDIR or /tmp, and are added up at the end. If no such
 * file can be made, it uses more memory instead. */

#define TALLY_FILES 16

struct tallied {
	const char *text;
	unsigned long times;
};

/* Texts in memory, and others in sorted files. All 0 is empty. */
struct tally {
	int (*order)(const void *, const void *); /* of struct tallied */
	struct arena arena;                       /* of the texts */
	struct tallied *list;                     /* owned */
	size_t len, size, bytes;
	FILE *file[TALLY_FILES]; /* owned */
	unsigned files;
	bool in_memory; /* a file could not be written: no more are */
	int error;      /* errno of a read that failed, or 0 */
};

void tally_add(struct tally *tally, struct slice text, unsigned long times);

bool tally_is_empty(const struct tally *tally);

typedef bool tally_take(void *context, const char *text, unsigned long times);

/* Passes on all texts as long as `take` returns true: in their order, or the
 * most frequent first. Sets `error` if a file cannot be read. Nothing can be
 * added to the tally afterwards. */
void tally_each(
    struct tally *tally, bool by_frequency, tally_take *take, void *context);

/* Openings as a tree: how often each sequence of first moves was played, and
 * how these games ended. It takes the memory of a tally. */

#define TREE_PLIES 100 /* at most */

/* The first moves of a game; all 0 is empty. */
struct tree_path {
	struct slice moves;       /* with a blank between */
	uint32_t end[TREE_PLIES]; /* of each */
	unsigned len;
};

/* Adds the first `plies` plies of a game, with its winner, PLAYER_NONE in a
 * draw, or -1 without a result. */
void tree_add_game(struct tally *tree, const struct tree_path *path,
    unsigned long plies, int winner);

/* Standings over games of one variant: the results of each player, known by
 * name, against all and against each of the others. */

#define DECIMAL_MAX 32

enum deed {
#define ROW(id, ...) id,
#include "cmd/stats/deeds.def"
	DEEDS
};

struct deed_row {
	const char *words, *head, *key, *total;
};

extern const struct deed_row deed_table[DEEDS];

/* Adds the deeds of player p against another in a game. */
void add_deeds(unsigned long deeds[DEEDS], const struct fates *fates,
    unsigned p, unsigned other);

/* The player with the most points, PLAYER_NONE in a draw; -1 without a result.
 */
int points_winner(struct slice result);

/* One player against another. */
struct rival {
	const struct contender *who; /* the other */
	unsigned long wins, draws,
	    losses;                 /* by points, in games with a result */
	unsigned long deeds[DEEDS]; /* to the other */
};

enum play_count {
#define ROW(id, ...) id,
#include "cmd/stats/counts.def"
	PLAY_COUNTS
};

struct play {
	unsigned long of[PLAY_COUNTS];
};

struct contender {
	char *name;                /* owned */
	size_t number;             /* in the order of their first games */
	unsigned long games, open; /* all, and those without a result */
	unsigned long points;      /* in sixths */
	unsigned long seats[PLAYERS];
	unsigned long deeds[DEEDS];
	unsigned long wins;    /* games with the most points of all three */
	struct rival **rivals; /* owned */
	size_t len, size;
	struct play play;
	/* Of standings_rank: */
	size_t place;           /* from 0 */
	size_t rank;            /* from 1; equal points share it */
	long direct;            /* tie-break: wins less losses against players
				   with equal points */
	unsigned long strength; /* tie-break: Sonneborn-Berger, in twelfths */
};

/* All 0 is empty. */
struct standings {
	struct contender **list; /* in the order of their first games; owned */
	size_t len, size;
	void *by_name;         /* a tree of them; owned */
	struct key_set rivals; /* by the numbers of both */
};

/* A game that was played: names by seat, "" and "?" for an unknown player;
 * `points` is NULL where the game has no result. */
void standings_add(struct standings *standings,
    const struct slice names[PLAYERS], const unsigned *points,
    const struct fates *fates);

/* Append the standings, the best first, with tie-breaks and a cross table. */
void standings_json(struct standings *standings, const struct variant *variant,
    struct json *json);

void standings_table(struct standings *standings, const struct variant *variant,
    struct table *table);

/* Returns the player of that name, and adds a new one. */
struct contender *standings_of(struct standings *standings, struct slice name);

/* Sorts the players, the best first, and sets their ranks. */
void standings_rank(struct standings *standings);

/* Reads a number with `digits` digits after the point: "7.5" with 3 is 7500.
 * Stops and returns false at anything else. */
bool decimal_read(struct slice text, unsigned digits, unsigned long *number);
/* Writes such a number, without zeros at the end. */
const char *decimal_text(
    unsigned long number, unsigned digits, char text[DECIMAL_MAX]);

/* "7", "7.5", "0.333" of points. */
const char *points_text(unsigned long points, char text[DECIMAL_MAX]);

/* Frees the tree, whose memory is not ours. */
void standings_release(struct standings *standings);

/* What `stats --players` counts for each player and language model: plies,
 * captures and cells, and the time, cost and refused moves that comments on the
 * plies state. */

/* Adds a ply of the main line. */
void play_add_ply(
    struct play *play, const struct rules *rules, const struct event *event);

/* Adds a game that was played: by seat, names, models ("" for none) and counts;
 * `points` is NULL where the game has no result. */
void players_add(struct standings *players, const struct slice names[PLAYERS],
    const struct slice models[PLAYERS], const unsigned *points,
    const struct play plays[PLAYERS]);

/* Append the players, the best first. */
void players_table(struct standings *players, const struct variant *variant,
    struct table *table);
void players_json(struct standings *players, struct json *json);

/*
 * The counts of `stats` for the games of one variant.
 */

#define METHODS (SIEGE_MOVED + 1)

struct totals {
	const struct variant *variant;
	unsigned long games, faulty, plies, captures;
	unsigned long wins[PLAYERS], draws, open;
	unsigned long shortest, longest; /* plies, of sound games */
	unsigned long sieged_games[METHODS], sieged_turns[METHODS];
	/* Games in which player [p] did it to player [q]. */
	unsigned long deeds[PLAYERS][PLAYERS][DEEDS];
	struct standings standings;
	struct standings players; /* of --players */
	struct tally openings;    /* by the texts of their moves */
	struct tally tree;        /* of --tree */
};

/* Append the totals; nothing can be added to them afterwards. JSON may be long,
 * so parts of it go to the output at once. The tallies have the error of a file
 * that could not be read. */
void totals_json(
    struct totals *totals, struct json *json, struct output *output);

/* As text, this is all of them; else one table: the tree, the players or the
 * standings. */
void totals_table(
    struct totals *totals, struct table *table, struct output *output);
