/*
 * Ternion: asks the user which move was meant when no fix is certain: --fix
 * --interactive.
 */
#ifndef TERNION_CMD_ASKING_H
#define TERNION_CMD_ASKING_H

#include "cmd/run/run.h"

/*
 * Asks about the faults of a record in turn. The chosen fix becomes certain,
 * and the others are dropped. If the choice is not the likeliest one, the rest
 * of the record must be checked again and is left alone. *has_ended is set if
 * the user wants no more questions.
 */
void ask_about_record(struct run_record *record, bool *has_ended);

#endif
