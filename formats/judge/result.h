/* Ternion: whether the result of a record is the one that its moves lead to. */
#ifndef TERNION_FORMATS_RESULT_H
#define TERNION_FORMATS_RESULT_H

#include "formats/judge/replayed.h"

/* Events of the main line that its end alone does not show. */
struct result_evidence {
	unsigned last_offer;  /* the ply that offered a draw last; 0: none */
	unsigned mated_by;    /* who declared mate in the last ply, truly */
	bool drawn;           /* by the rules, and played on */
	bool is_certain;      /* all repairs that are assumed are */
	unsigned repetitions; /* how often the last position occurred, where
				 repetition counts */
};

/*
 * Sets replayed->result and replayed->agreed, and adds what is wrong with the
 * result; replayed is complete but for these.
 */
void result_judge(const struct record *record,
    const struct result_evidence *evidence, struct replayed *replayed,
    struct diags *diags);

/*
 * The result of a record of which only a part is written: the one that its
 * position decides; else the one stated, if that is sound and the Termination
 * tag says why the game ended off the board; else "*".
 */
struct slice result_of_part(
    const struct record *record, const struct replayed *replayed, bool sound);

#endif
