/* Ternion: the criteria of `select`: what a record has to have, and whether the
 * record at hand has it. */
#ifndef TERNION_CMD_QUERY_H
#define TERNION_CMD_QUERY_H

#include "cmd/options/job.h"
#include "cmd/select/pieces.h"
#include "parse/text/pattern.h"

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

/* Reads and compiles the criteria; -1, or an exit status. */
int query_prepare(struct query *query, const struct job *job);
void query_release(struct query *query);

/* Looks at a position of the main line; replay_options.see. */
void query_see(
    void *context, const struct replayed *replayed, const struct event *event);

/* Whether the record, of which all positions were seen, meets the criteria;
 * `ok`: it has no error. Sets query->given_up if that is unknown. */
bool query_matches(struct query *query, const struct record *record,
    const struct replayed *replayed, bool ok);

#endif
