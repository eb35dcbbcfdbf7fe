/*
 * Ternion: the inputs of a call.
 *
 * Operands are files, directories (searched in the order of the bytes of
 * their paths for files with a known suffix) and "-"; none is standard input.
 */
#ifndef TERNION_CMD_OPERANDS_H
#define TERNION_CMD_OPERANDS_H

#include "cmd/run/run.h"

/* Reads all that the call names: operands, a list of them, or --position. */
void operands_read(struct run *run);

#endif
