/* Ternion: a session: reads the records of inputs one after the other, replays
 * and judges them. Commands, the editor, the library and the gate of fixes all
 * read records with it. */
#ifndef TERNION_FORMATS_SESSION_H
#define TERNION_FORMATS_SESSION_H

#include "formats/judge/replayed.h"

/* The record at hand, until the next one is read. */
struct session {
	struct replayer *replayer;
	const struct format *format; /* of the input */
	struct arena arena;          /* of the record */
	struct record record;
	struct diags diags;
	struct replayed replayed;
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
	return replay_record(session->replayer, &session->record,
	    &session->diags, &session->replayed);
}

/* Replays the record, and removes the diagnostics that its comments suppress;
 * false if it had an error. */
bool session_judge(struct session *session);

/* The variant of the replayed record, or NULL. */
static inline const struct variant *
session_variant(const struct session *session)
{
	const struct rules *rules = session->replayed.rules;

	return rules != NULL ? rules->variant : NULL;
}

#endif
