/* Ternion: the parts of judging a record, for replayed.c: how a faulty line was
 * meant, and what is wrong with the plies of a line and with the result.
 *
 * A line is judged when all of it is known: how it is read, how far it goes and
 * how sure that is. So nothing is said that would have to be taken back. */
#ifndef TERNION_FORMATS_JUDGE_H
#define TERNION_FORMATS_JUDGE_H

#include "formats/game/replay.h"
#include "formats/game/rewrite_ply.h"
#include "formats/judge/replayed.h"
#include "formats/repair/repair.h"

/* One record while it is replayed. */
struct record_context {
	struct replayer *replayer;
	const struct replay_options *options;
	const struct record *record;
	struct diags *diags;
	struct replayed *replayed;
	struct reader_context reader;
	struct ply_writing writing; /* its notation is NULL if there is none */
	struct ply_writing fixing;  /* of moves that are not written well */
	struct turn_asks asks;      /* of each turn */
	bool is_retagged;           /* it is played with another tag */
};

/* Where a line begins. */
struct line_start {
	struct replay replay;
	unsigned ply;        /* of the main line, that a variation replaces */
	const char *given;   /* the repairs before it */
	bool is_certain;     /* so are these */
	bool doubts_numbers; /* plies seem to be missing */
};

/*
 * mend.c: another reading of a line that cannot be played as it is written
 */

enum {
	MENDS_MAX = 12 /* repairs of a line that are assumed */
};

struct reading {
	struct item *items; /* the line with the repairs that are assumed */
	unsigned len;
	unsigned repairs; /* how many; 0: the line is as it is written */
	struct {
		unsigned at;       /* the item where it begins */
		const char *given; /* this one and those before, in words */
	} repair[MENDS_MAX];
	const struct ply *fault; /* cannot be played; NULL: all can */
	bool is_cut;             /* where another game begins */
	bool is_beyond_doubt;    /* each repair alone */
	bool is_certain;         /* the reading, which is played to its end */
	bool is_guessed;         /* it makes much of little */
	struct diags faults;     /* what is said of them, and how they are put
				    right */
};

/* Finds the reading of a line. */
void mend_line(struct reading *reading, const struct record_context *context,
    const struct line_start *from, const struct line *line);

/* The repairs that are assumed where an item is played, in words; `given` if
 * none is. `before`: without the one that the item is itself. */
const char *reading_given(const struct reading *reading, unsigned item,
    bool before, const char *given);

/*
 * judge.c: events in words
 */

/* A line while it is judged. */
struct judge {
	const struct record_context *context;
	struct diags *diags;
	/* How a move is written that is played and not so written; NULL: such
	 * diagnostics get no fix. */
	const struct ply_writing *writing;
	bool told_fault;     /* why the last ply is not played was said */
	bool is_sure;        /* what is assumed, if diags->given, is certain */
	bool doubts_numbers; /* plies seem to be missing */
};

/* Says what is wrong with a ply. */
void judge_event(struct judge *judge, const struct event *event);

/* Says why a ply cannot be played. */
void judge_fault(const struct reader_context *reader, const struct event *event,
    struct diags *diags);

/* Keeps the board before a move with so many diagnostics that are about it. */
void judge_keep_board(const struct reader_context *reader,
    const struct event *event, struct diag *diag, unsigned len,
    struct arena *arena);

/* Says of plies after a fault what can be said without a position: which tokens
 * are no moves, and which numbers do not follow the last. */
void judge_rest(
    struct judge *judge, const struct line *line, const struct ply *fault);

/* Says that plies from one on are not checked. */
void judge_unchecked(struct diags *diags, const struct ply *ply);

/* Says that a player may claim a draw, for the position has occurred often
 * enough. */
void judge_repetition(const struct variant *variant, unsigned claimant,
    const struct ply *ply, struct diags *diags);

/* Withholds each repair that would add, remove or change a call (a yield, a
 * draw, a fortification, a touch of death) or the offer of a draw in the text
 * of the record, and each fix that assumes such a repair. */
void judge_claims(const struct record *record, const struct notation *notation,
    struct diags *diags);

/*
 * result.c: the result
 */

/* Events of the main line that its end alone does not show. */
struct result_evidence {
	unsigned last_offer;  /* the ply that offered a draw last; 0: none */
	unsigned mated_by;    /* who declared mate in the last ply, truly */
	bool drawn;           /* by the rules, and played on */
	bool is_certain;      /* all repairs that are assumed are */
	unsigned repetitions; /* how often the last position occurred, where
				 repetition counts */
};

/* Sets replayed->result and replayed->agreed, and adds what is wrong with the
 * result; replayed is complete but for these. */
void result_judge(const struct record *record,
    const struct result_evidence *evidence, struct replayed *replayed,
    struct diags *diags);

/* The result of a record of which only a part is written: the one that its
 * position decides; else the one stated, if that is sound and the Termination
 * tag says why the game ended off the board; else "*". */
struct slice result_of_part(
    const struct record *record, const struct replayed *replayed, bool sound);

#endif
