/* Ternion: the criteria of `select`, and whether the record at hand meets them.
 */
#pragma once

#include "cmd/options/job.h"
#include "parse/text/pattern.h"

/* Parts of a position, --pieces: `wKe1,-e4,?P5`. Terms are separated by commas.
 * Each is a player's letter or ? for any, a piece's letter or ? for any, and
 * cells: a piece is on one of them. With - in place of both, all of the cells
 * are empty. Cells are a name, a letter, a number, or ranges of them, `c-e4-6`;
 * or * for the whole board. */
#define PIECES_TERMS 32

struct pieces_term {
	bool empty;
	unsigned player;               /* PLAYER_NONE: any */
	enum kind kind;                /* KIND_NONE: any */
	struct cellset cells[PLAYERS]; /* as each seat counts them */
};

struct pieces_pattern {
	struct pieces_term term[PIECES_TERMS];
	unsigned len;
};

/* A condition on a tag: `White~Ann`, `Date >= 2024.06`. Without a name it is on
 * the tag of any player. */
struct condition {
	struct slice name, value;
	unsigned orders;         /* that meet it, as bits */
	struct pattern *pattern; /* NULL: the value is compared; owned */
};

/* The criteria, with compiled patterns, and the state of the query. */
struct query {
	const struct job *job;
	const struct criteria *criteria;
	struct condition condition[2 * TEXTS_MAX]; /* of --tag, of --player */
	unsigned conditions;
	struct pattern *winner[TEXTS_MAX]; /* NULL: it is a colour or draw */
	const struct rules *rules;         /* for which these were read: */
	struct position wanted;
	bool has_wanted;
	struct pieces_pattern *pieces; /* len 0: the game has no such; owned */
	/* Set by the replay of the current record: */
	bool reached;
	uint64_t materials, played, parts; /* criteria met, as bits */
	uint64_t games;                    /* of all positions in order */
	const struct tag *given_up; /* whose value took too long to look at */
	struct strbuf text;
};

/* Compiles the criteria into a query that is all 0; false after an error
 * message. */
bool query_init(struct query *query, const struct job *job);
void query_release(void *query);

/* Refuses criteria that nothing could ever match. Returns -1, or an exit
 * status. */
int query_check(struct query *query);

/* Forgets the record. */
void query_reset(struct query *query);

/* Looks at a position of the main line; the context is a query. */
void query_see(
    void *context, const struct replayed *replayed, const struct event *event);

/* Whether the record meets the criteria, but for its number, once all its
 * positions were seen; `ok`: it has no error. Sets query->given_up if that is
 * unknown. */
bool query_matches(struct query *query, const struct record *record,
    const struct replayed *replayed, bool ok);
