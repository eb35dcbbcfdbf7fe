/*
 * Ternion: asks a person what was meant where nothing is certain: --fix
 * --interactive.
 */
#ifndef TERNION_CMD_ASKING_H
#define TERNION_CMD_ASKING_H

#include "cmd/run/run.h"

struct asking {
	bool has_ended; /* nothing more is asked */
};

/*
 * Asks about the faults of a record in turn. What is chosen becomes certain,
 * what is not chosen is no longer offered. After another choice than the
 * likeliest the rest of the record has to be checked again, and is left alone.
 */
void asking_record(struct asking *asking, struct run_record *record);

#endif
