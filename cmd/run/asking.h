/*
 * Ternion: asks the user which move was meant when no fix is certain: --fix
 * --interactive.
 */
#ifndef TERNION_CMD_ASKING_H
#define TERNION_CMD_ASKING_H

#include "cmd/run/run.h"

struct asking {
	bool has_ended; /* nothing more is asked */
};

/*
 * Asks about the faults of a record in turn. The chosen fix becomes certain,
 * and the others are dropped. If the choice is not the likeliest one, the rest
 * of the record must be checked again and is left alone.
 */
void asking_record(struct asking *asking, struct run_record *record);

#endif
