/* Ternion: `cell --filter`: rewrites the names of cells inside a text. */
#ifndef TERNION_CMD_CELL_FILTER_H
#define TERNION_CMD_CELL_FILTER_H

#include "parse/notation/coords.h"
#include "cmd/options/job.h"

/* Copies standard input with the names of cells rewritten, as the player in
 * the seat counts; returns the exit status. */
int cell_filter(const struct job *job, const struct board *board,
    enum naming from, enum naming to, unsigned seat);

#endif
