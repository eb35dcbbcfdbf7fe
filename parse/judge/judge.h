/* Ternion: the parts of judging a record, for replayed.c: repairs of a faulty
 * line, and diagnostics of plies and of the result.
 *
 * A line is judged when its reading, its end and their certainty are known, so
 * that no diagnostic has to be taken back. */
#pragma once

#include "parse/game/rewrite_ply.h"
#include "parse/judge/session.h"
#include "parse/repair/repair.h"

/* A record while it is replayed. */
struct record_context {
	struct replayer *replayer;
	const struct replay_options *options;
	struct record *record;
	struct diags *diags;
	struct replayed *replayed;
	struct language reader;
	struct ply_writing writing; /* of the output; notation NULL: none */
	struct ply_writing fixing;  /* of fixes of badly written moves */
	struct turn_asks asks;      /* of each turn */
	bool is_retagged;           /* it is played with another tag */
};

/* Where a line begins. */
struct line_start {
	struct replay replay;
	unsigned ply;      /* of the main line that a variation replaces */
	const char *given; /* the repairs before it, in words */
	bool is_certain;   /* these are all certain */
	const struct notation *notation; /* of the line that it varies, by
					    these; or NULL */
	bool doubts_numbers;             /* plies seem to be missing */
};

/*
 * respell.c: tokens as people write them
 */

/* Gives a ply that cannot be played, and those after it that the notation
 * cannot read, another spelling; or takes it out of the line if it is a dash
 * in the place of a player who is out. `before` is the position. Returns the
 * ply to be played next; NULL: nothing changed. */
struct ply *respell(const struct record_context *context, struct line *line,
    struct ply *fault, const struct position *before) __attribute__((cold));

/* Gives a ply a spelling that can be played in the position; false: none. */
bool respell_legal(const struct record_context *context,
    const struct line *line, struct ply *ply, const struct position *before)
    __attribute__((cold));

/*
 * mend.c: another reading of a line that cannot be played as it is written
 */

#define MENDS_MAX 12 /* repairs of a line that are assumed */

struct reading {
	struct item *items; /* the line with the repairs that are assumed */
	unsigned len;
	unsigned repairs; /* 0: the line is as it is written */
	struct {
		unsigned at;       /* the item where it begins */
		const char *given; /* it and those before, in words */
		const struct notation *notation; /* as in the line's start */
	} repair[MENDS_MAX];
	const struct ply *fault; /* cannot be played; NULL: all can */
	unsigned gap;  /* before this item plies are missing; UINT_MAX: none */
	unsigned rest; /* the ply with which another game begins; 0: none */
	const struct notation *rest_notation; /* in which that is written */
	bool is_beyond_doubt;                 /* each repair is sure */
	bool is_certain;     /* and the reading can be played to its end */
	bool is_guessed;     /* some repair has little evidence */
	struct diags faults; /* diagnostics with the repairs as fixes */
};

void mend_line(struct reading *reading, const struct record_context *context,
    const struct line_start *from, const struct line *line);

/* Adds to the diagnostic of a mark that is false what else may have been meant:
 * of the item of a line that can be played. */
void mend_mark(const struct record_context *context,
    const struct line_start *from, const struct line *line, unsigned item,
    struct diag *diag) __attribute__((cold));

/* The repairs up to an item, in words, or `given` if there are none; `before`:
 * without a repair that begins with the item. */
const char *reading_given(const struct reading *reading, unsigned item,
    bool before, const char *given);

/*
 * judge.c: events in words
 */

/* A line while it is judged. */
struct judge {
	const struct record_context *context;
	const struct ply_writing *writing; /* of fixes; NULL: none */
	bool told_fault;           /* the last ply's fault was reported */
	bool is_sure;              /* the repairs of diagnostics are certain */
	bool doubts_numbers;       /* plies seem to be missing */
	bool is_after_gap;         /* plies are missing before this one */
	const struct ply *told_to; /* the last of a run of wrong numbers that
				      were reported at once; NULL: none */
};

/* Reports everything about a ply. */
void judge_event(struct judge *judge, const struct event *event);

/* The fixes before a diagnostic are not certain whose text its repairs may
 * change. */
void judge_doubt(struct diags *diags, const struct diag *diag)
    __attribute__((cold));

void judge_fault(const struct language *reader, const struct event *event,
    struct diags *diags);

/* Keeps the board before a move with its `len` diagnostics. */
void judge_keep_board(const struct record_context *context,
    const struct event *event, struct diag *diag, unsigned len);

/* Reports faults of plies after `fault` that need no position: tokens that are
 * no moves, as they are read, and numbers that do not follow the last. */
void judge_rest(struct judge *judge, const struct reading *reading,
    const struct line *line, const struct ply *fault);

void judge_unchecked(struct diags *diags, const struct ply *ply);

void judge_repetition(const struct variant *variant, unsigned claimant,
    const struct ply *ply, struct diags *diags);

/*
 * result.c: the result
 */

/* Facts of the main line that its last position does not show. */
struct result_evidence {
	unsigned last_offer; /* the last ply that offered a draw; 0: none */
	unsigned mated_by; /* players who truly declared mate in the last ply */
	bool is_marked;    /* as mate, the last ply */
	bool drawn;        /* by the rules, but the game went on */
	bool is_draw_due;  /* at the end the players should agree to it */
	bool is_certain;   /* all assumed repairs are */
	unsigned repetitions; /* of the last position, if they count */
};

/* Sets replayed->result and agreed at last; reports faults of the result. */
void result_judge(struct replayed *replayed,
    const struct result_evidence *evidence, struct diags *diags);

/* The result of a cut record: by its position; else the one stated, if sound
 * and the Termination tag has a reason off the board; else "*". */
struct slice result_of_part(const struct replayed *replayed, bool sound);
