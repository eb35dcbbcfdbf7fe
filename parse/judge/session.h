/* Ternion: a session: reads the records of inputs one after the other, replays
 * them and settles their diagnostics, in these three steps. Commands, which
 * change a record before its replay and write it after, the editor and the
 * library all read records so and give the same diagnostics. */
#pragma once

#include "parse/game/replay.h"
#include "parse/game/setup.h"
#include "parse/record/format.h"

/*
 * A record from text to moves: replayed, with every fault reported, and each
 * ply rewritten in the notation asked for
 */

/* The needs of a writer; `letters` may be NULL; *position: an unusual start. */
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

/*
 * A session
 */

/* The record at hand, until the next one is read. */
struct session {
	struct replayer *replayer;
	/* Of the input; NULL: the record is not as some text has it. */
	const struct format *format;
	struct arena arena; /* of the record */
	struct record record;
	struct diags diags;
	struct replayed replayed;
	bool ok; /* the replay found no error */
	/* Its errors stay although comments suppress them; see suppress. */
	bool keeps_errors;
	/* A command's: */
	struct strbuf text; /* that it makes of the record */
	void *state;        /* of the thread; owned, or NULL */
	struct arena *kept; /* of results: it lives until they are taken */
};

/* Frees all of a session, which may have no replayer yet. */
void session_release(struct session *session);

/* Reads a record; false if there is none. */
static inline bool
session_read(struct session *session, struct input *input)
{
	session->format = input->format;
	return input->format->read(
	    input, &session->arena, &session->diags, &session->record);
}

/* Replays the record; false if it has an error. */
static inline bool
session_replay(struct session *session)
{
	session->ok = replay_record(session->replayer, &session->record,
	    &session->diags, &session->replayed);
	return session->ok;
}

/* Settles the diagnostics of a replayed record: removes those that its comments
 * suppress, puts the others in the order of the text, and finds out which of
 * their fixes hold. */
void session_settle(struct session *session);

/* Suppressions: comments of a record that remove diagnostics.
 *
 *	{ternion-disable CODE... -- reason}       from here to the end of the
 *	    game; before the first move for the whole record, its tags included
 *	{ternion-disable-next CODE... -- reason}  up to the next ply, with its
 *	    comments
 *
 * The order of plies is that of PGN: a ply, the comments after it, its
 * variations, the comments after these. */

/* Removes the diagnostics of a replayed record that its comments suppress, and
 * reports faulty and unused suppressions. With `keep_errors`, for callers that
 * cannot use a faulty record, errors stay and nothing is reported. Returns
 * whether there is such a comment. */
bool suppress(
    const struct record *record, struct diags *diags, bool keep_errors);
