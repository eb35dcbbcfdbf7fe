/*
 * Ternion: what `convert` changes in a record if it is asked to: tags before
 * the replay, so that the record is judged as it will be written, and the rest
 * before it is written.
 */
#ifndef TERNION_CMD_EDIT_H
#define TERNION_CMD_EDIT_H

#include "cmd/options/job.h"

/* Says why the edits of a job cannot be made; NULL if they can. */
const char *edit_fault(const struct job *job);

/* --set, --unset and --strip variations. New parts live in the arena. */
void edit_read(
    const struct job *job, struct record *record, struct arena *arena);

/* The rest of --strip. The comments suppress diagnostics before they go. */
void edit_strip(
    const struct job *job, struct record *record, struct diags *diags);

/*
 * --cut and --every-position, of a record of which all plies were played. False
 * after saying so if the game does not have the plies to be cut out.
 */
bool edit_replayed(const struct job *job, struct record *record,
    struct replayed *replayed, struct diags *diags);

#endif
