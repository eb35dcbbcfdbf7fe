/* Ternion: `lsp`: a language server on standard input and output. */
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/lsp/server.h"

#define PARENT_MS 2000 /* between two checks of the client's process */

int
run_lsp(struct job *job)
{
	const char *failed = "read";
	unsigned parent = 0;
	struct server server;

	if (job->operands > 0)
		return usage_error(
		    job, "lsp takes no files: the editor sends their text");
	job->config.none = true; /* each document has one of its own */
	int status = configure(job);
	if (status >= 0)
		return status;
	terminal_tell_waiting(job, "messages of a client");
	job->quiet = false;       /* the client gets its diagnostics */
	signal(SIGPIPE, SIG_IGN); /* so that a write fails instead */
	server_init(&server, job);
	server.input = STDIN_FILENO;
	/* Serves the client until it ends. */
	while (!server.is_over && server.error == 0) {
		if (!server_step(&server) && !server_receive(&server, 0)) {
			int wait = server_work(&server);

			member_number(server.client, "processId", &parent);
			if (parent > 0 && (wait < 0 || wait > PARENT_MS))
				wait = PARENT_MS;
			if (wait != 0 && !server_receive(&server, wait) &&
			    (server.eof ||
				(parent > 0 && kill((pid_t)parent, 0) != 0 &&
				    errno == ESRCH)))
				break;
		}
		if (server.out.len == 0)
			continue;
		if (fwrite(server.out.ptr, 1, server.out.len, stdout) <
			server.out.len ||
		    fflush(stdout) != 0) {
			failed = "write";
			server.error = errno;
		}
		strbuf_release(&server.out);
	}
	status = server.phase == PHASE_SHUT ? EXIT_GOOD : EXIT_FINDINGS;
	if (server.error != 0) {
		fprintf(stderr, "ternion lsp: cannot %s: %s\n", failed,
		    strerror(server.error));
		status = EXIT_TROUBLE;
	}
	server_release(&server);
	return status;
}
