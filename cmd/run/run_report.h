/* Ternion: what a run has gathered, handed on: results and reports. */
#ifndef TERNION_CMD_RUN_REPORT_H
#define TERNION_CMD_RUN_REPORT_H

#include "cmd/run/run.h"

/* Hands on all of run->text, and the report; or only what has become much. */
void run_flush(struct run *run);
void run_flush_some(struct run *run);

/* Shows how far the run is, now and then: `done` of the input of that name, as
 * source_position has it. */
void run_show_progress(struct run *run, const char *name, uint64_t done);

/* Reports what is to be said of a file as a whole, behind its records: `error`
 * of reading it, or that there were none. */
void run_report_end(
    struct run *run, const char *name, int error, unsigned long games);

/* What is wrong with an input that cannot be read, by the error of its
 * source. */
const char *input_fault(int error);

#endif
