/* Ternion: `lsp`: a language server on standard input and output. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/lsp/server.h"
#include "cmd/run/terminal.h"

enum {
	READ_SIZE = 64 * 1024,
	PARENT_MS = 2000, /* between two looks for the parent */
};

/* Where the server stands between the client and itself. */
struct session {
	struct server server;
	bool eof;
	const char *failed; /* what cannot be done any more; NULL: nothing */
	int error;          /* errno of that */
};

static void
fail(struct session *session, const char *what)
{
	session->failed = what;
	session->error = errno;
}

/* Reads what is there; waits for it if nothing is. */
static void
read_some(struct session *session)
{
	char bytes[READ_SIZE];
	ssize_t got = read(STDIN_FILENO, bytes, sizeof(bytes));

	if (got > 0)
		server_feed(&session->server, bytes, (size_t)got);
	else if (got < 0 && errno != EINTR)
		fail(session, "read");
	else if (got == 0)
		session->eof = true;
}

/* Whether something has come, or the end; waits so long, or if < 0 for ever. */
static bool
has_input(const struct session *session, int milliseconds)
{
	struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };

	return !session->eof && session->failed == NULL &&
	    poll(&input, 1, milliseconds) > 0;
}

/* As `more` of the server. */
static void
read_more(struct server *server)
{
	struct session *session = server->context;

	while (
	    has_input(session, 0) && session->server.in.bytes.len < MESSAGE_MAX)
		read_some(session);
}

static void
write_all(struct session *session)
{
	struct strbuf *out = &session->server.out;
	size_t done = 0;

	while (done < out->len && session->failed == NULL) {
		ssize_t put =
		    write(STDOUT_FILENO, out->ptr + done, out->len - done);

		if (put >= 0)
			done += (size_t)put;
		else if (errno != EINTR)
			fail(session, "write");
	}
	/* A long list must not keep its memory for ever. */
	if (out->size > READ_SIZE)
		strbuf_release(out);
	strbuf_reset(out);
}

/* Whether the client's process, if it told which it is, is gone. */
static bool
is_orphan(const struct server *server)
{
	return server->client.parent > 0 &&
	    kill((pid_t)server->client.parent, 0) != 0 && errno == ESRCH;
}

/* Waits for something to come; false if nothing will. */
static bool
wait_for_input(struct session *session)
{
	while (!has_input(
	    session, session->server.client.parent > 0 ? PARENT_MS : -1))
		if (session->eof || session->failed != NULL ||
		    is_orphan(&session->server))
			return false;
	read_some(session);
	return true;
}

/* Does the next thing that is to be done; false if there is none. */
static bool
do_next(struct session *session)
{
	struct server *server = &session->server;

	if (server_step(server))
		return true;
	if (has_input(session, 0)) {
		read_some(session);
		return true;
	}
	if (!server_has_work(server))
		return false;
	server_work(server);
	return true;
}

static int
serve(struct session *session)
{
	struct server *server = &session->server;

	while (!server->is_over && session->failed == NULL) {
		bool done = do_next(session);

		write_all(session);
		if (!done && (session->eof || !wait_for_input(session)))
			break;
	}
	if (session->failed != NULL) {
		fprintf(stderr, "ternion lsp: cannot %s: %s\n", session->failed,
		    strerror(session->error));
		return EXIT_TROUBLE;
	}
	return server_status(server);
}

static int
run(struct job *job)
{
	struct session session = { .eof = false };
	int status;

	if (job->operands > 0)
		return usage_error(job,
		    "lsp takes no files: the client "
		    "sends their texts");
	terminal_tell_waiting(job, "messages of a client");
	signal(SIGPIPE, SIG_IGN); /* then it is a write that fails */
	server_init(&session.server, job);
	session.server.more = read_more;
	session.server.context = &session;
	status = serve(&session);
	server_release(&session.server);
	return status;
}

static const enum option_id options[] = { OPT_VARIANT, OPT_OPTION,
	OPT_INPUT_NOTATION, OPT_FORCE, OPT_SEVERITY, OPT_DISABLE,
	OPT_MAX_RECORD, OPT_QUIET, OPTIONS_END };

const struct command command_lsp = {
	.name = "lsp",
	.summary = "a language server for editors",
	.usage = "[OPTIONS]",
	.description =
	    "Speaks the Language Server Protocol 3.17 on standard input and\n"
	    "output: an editor starts it for records in PGN, YAML, JSON and\n"
	    "JSON lines. It reports what 'check' does while the records are\n"
	    "edited. ternion-lsp(1) has settings for editors.\n"
	    "\n"
	    "Exit status: 0 after a shutdown, 1 if the client ends without\n"
	    "one, 2 wrong usage or failed output.",
	.examples = "  ternion lsp\n"
		    "  ternion siege lsp --disable check-unmarked",
	.options = options,
	.run = run,
};
