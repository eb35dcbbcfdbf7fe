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
	PARENT_MS = 2000, /* between two looks for the client's process */
};

struct session {
	struct server server;
	bool eof;
	const char *failed; /* what cannot be done; NULL: nothing */
	int error;          /* its errno */
};

/* Reads what has come, if it comes within so many milliseconds; -1: any. */
static bool
read_client(struct session *session, int milliseconds)
{
	struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
	char bytes[READ_SIZE];
	ssize_t got;

	if (session->eof || session->failed != NULL ||
	    poll(&input, 1, milliseconds) <= 0)
		return false;
	got = read(STDIN_FILENO, bytes, sizeof(bytes));
	if (got > 0) {
		server_feed(&session->server, bytes, (size_t)got);
	} else if (got == 0) {
		session->eof = true;
	} else if (errno != EINTR) {
		session->failed = "read";
		session->error = errno;
	}
	return true;
}

/* As `more` of the server. */
static void
read_more(struct server *server)
{
	while (server->in.bytes.len < MESSAGE_MAX &&
	    read_client(server->context, 0))
		;
}

static void
write_output(struct session *session)
{
	struct strbuf *out = &session->server.out;
	size_t done = 0;

	while (done < out->len && session->failed == NULL) {
		ssize_t put =
		    write(STDOUT_FILENO, out->ptr + done, out->len - done);

		if (put >= 0) {
			done += (size_t)put;
		} else if (errno != EINTR) {
			session->failed = "write";
			session->error = errno;
		}
	}
	/* A long answer must not keep its memory. */
	if (out->size > READ_SIZE)
		strbuf_release(out);
	strbuf_reset(out);
}

/* Whether the client has told its process, and that is gone. */
static bool
is_orphan(const struct server *server)
{
	return server->client.parent > 0 &&
	    kill((pid_t)server->client.parent, 0) != 0 && errno == ESRCH;
}

/* Waits for input until there is work to do or the client may be gone; false if
 * there is nothing more to wait for. */
static bool
wait_and_work(struct session *session)
{
	struct server *server = &session->server;
	int wait = server_wait(server);

	if (server->client.parent > 0 && (wait < 0 || wait > PARENT_MS))
		wait = PARENT_MS;
	if (read_client(session, wait))
		return true;
	if (server_wait(server) != 0)
		return !session->eof && !is_orphan(server);
	server_work(server);
	return true;
}

static int
serve(struct session *session)
{
	struct server *server = &session->server;

	while (!server->is_over && session->failed == NULL) {
		if (!server_step(server) && !wait_and_work(session))
			break;
		write_output(session);
	}
	if (session->failed == NULL)
		return server_status(server);
	fprintf(stderr, "ternion lsp: cannot %s: %s\n", session->failed,
	    strerror(session->error));
	return EXIT_TROUBLE;
}

static int
run_server(struct job *job)
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
	.run = run_server,
};
