/* Sources whose bytes come from a file, or in parts, for tests. */
#pragma once

#include "tests/unit/setup.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "parse/text/source.h"

/* A source from a file on disk with these bytes. */
static inline void
open_file(struct source *source, struct slice text)
{
	char path[] = "/tmp/ternion-test-XXXXXX";
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text.ptr, text.len), text.len);
	close(fd);
	assert_int_equal(source_open(source, path, "test"), 0);
	unlink(path);
}

/* A source whose every read gives `chunk` bytes; a child, which the caller
 * waits for, sends them `times` times. */
static inline pid_t
open_chunks(
    struct source *source, struct slice text, size_t chunk, unsigned long times)
{
	int ends[2];
	pid_t child;

	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		close(ends[0]);
		for (; times > 0; times--)
			for (size_t at = 0; at < text.len; at += chunk) {
				size_t rest = text.len - at;

				if (send(ends[1], text.ptr + at,
					rest < chunk ? rest : chunk, 0) < 0)
					_exit(1);
			}
		_exit(0);
	}
	close(ends[1]);
	*source = (struct source){
		.name = "test", .fd = ends[0], .line = 1, .column = 1
	};
	return child;
}
