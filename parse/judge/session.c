/* Ternion: a session: reads records, replays and judges them. */
#include "parse/judge/session.h"

void
session_release(struct session *session)
{
	replayer_free(session->replayer);
	mem_free(session->state);
	arena_release(&session->arena);
	strbuf_release(&session->text);
}

bool
session_judge(struct session *session)
{
	bool ok = session_replay(session);

	suppress(&session->record, &session->diags, false);
	return ok;
}
