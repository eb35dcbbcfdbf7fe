/*
 * Ternion: suppressions: comments of a record that take diagnostics away.
 *
 *	{ternion-disable CODE... -- reason}       from here to the end of the
 *	    game; before the first move for the whole record, its tags included
 *	{ternion-disable-next CODE... -- reason}  up to the next ply, and what
 *	    belongs to it
 *
 * The order of plies is that of PGN: a ply, the comments after it, its
 * variations, the comments after these.
 */
#ifndef TERNION_FORMATS_SUPPRESS_H
#define TERNION_FORMATS_SUPPRESS_H

#include "formats/record/record.h"

/*
 * Takes from the diagnostics of a record that was replayed those which its
 * comments suppress, and adds what is wrong with these comments. With
 * `keep_errors` errors stay, and nothing is added: for callers that cannot use
 * a record with errors and do not judge it.
 */
void suppress(
    const struct record *record, struct diags *diags, bool keep_errors);

#endif
