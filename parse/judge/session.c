/* Ternion: a session: reads records, replays and judges them. */
#include "parse/judge/proof.h"
#include "parse/judge/session.h"

void
session_release(struct session *session)
{
	replayer_free(session->replayer);
	mem_free(session->state);
	arena_release(&session->arena);
	strbuf_release(&session->text);
}

void
session_settle(struct session *session)
{
	bool is_suppressed =
	    suppress(&session->record, &session->diags, session->keeps_errors);

	diags_sort(&session->diags);
	if (session->format != NULL)
		fixes_prove(session, is_suppressed);
}
