/* Ternion: a record from text to moves: replayed, with every fault reported,
 * and each ply rewritten in the notation asked for. */
#pragma once

#include "parse/game/replay.h"
#include "parse/game/setup.h"
#include "parse/record/format.h"

/* The needs of a writer of the record. `letters` may be NULL; *position holds
 * the text of an unusual start. */
struct writing replayed_writing(const struct replayed *replayed,
    const struct letter_set *letters, struct strbuf *position);

#define POINT 6 /* points are counted in sixths: halves and thirds fit */

/* Reads the points of three players; false if the result gives none. */
bool result_points(struct slice result, unsigned points[PLAYERS]);

/* Ends the position if it is the last one of a draw by agreement. */
void replayed_set_agreed(
    const struct replayed *replayed, struct position *position);

/* Replays a record. Diagnostics are added to `diags`; texts live in its
 * arena. Returns false if the record has an error (a warning is none). */
bool replay_record(struct replayer *replayer, struct record *record,
    struct diags *diags, struct replayed *replayed);

/* Cuts off each line of a replayed record before the first ply that could not
 * be played, and keeps the rest, and other text that an error left out, in
 * comments with the reason, as `diags` has it. Sets replayed->result to one
 * that the record can then have. False if the game could not be set up. */
bool record_cut(struct record *record, struct replayed *replayed,
    const struct diags *diags);
