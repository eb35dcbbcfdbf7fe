/*
 * Makes one call of a library function fail: a library to be preloaded.
 *
 *	FAIL_CALL=fsync FAIL_AT=3 FAIL_HOW=EIO LD_PRELOAD=... ternion ...
 *
 * FAIL_CALL is the name of a function below; malloc stands for calloc and
 * realloc as well, read and write for pread and pwrite. FAIL_AT is the number
 * of the call, from 1; with FAIL_ON=1 all later ones fail as well. FAIL_HOW is
 * the error, or "short" (one byte is read or written), or a signal that comes
 * at that moment, while the call succeeds. FAIL_MARK is a file that is made
 * when a call fails.
 *
 * At the end of the program, FAIL_COUNT=FILE writes there how many calls of
 *each there were, and how many blocks of memory are left.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

/* The functions whose calls are counted, by their names in FAIL_CALL. */
#define CALLS(X)     \
	X(malloc)    \
	X(read)      \
	X(write)     \
	X(open)      \
	X(fopen)     \
	X(fdopen)    \
	X(fwrite)    \
	X(fflush)    \
	X(fclose)    \
	X(rename)    \
	X(linkat)    \
	X(fsync)     \
	X(ftruncate) \
	X(fchmod)    \
	X(realpath)  \
	X(scandir)   \
	X(getdelim)  \
	X(pthread_create)

enum call {
#define NAME(name) CALL_##name,
	CALLS(NAME)
#undef NAME
	NO_CALL
};

static const char *const names[] = {
#define NAME(name) #name,
	CALLS(NAME)
#undef NAME
};

static const struct {
	const char *name;
	int error, signal;
} ways[] = { { "ENOMEM", ENOMEM, 0 }, { "EIO", EIO, 0 },
	{ "ENOSPC", ENOSPC, 0 }, { "EINTR", EINTR, 0 }, { "EMFILE", EMFILE, 0 },
	{ "EAGAIN", EAGAIN, 0 }, { "EACCES", EACCES, 0 },
	{ "EOPNOTSUPP", EOPNOTSUPP, 0 }, { "short", 0, 0 },
	{ "INT", 0, SIGINT }, { "TERM", 0, SIGTERM }, { "HUP", 0, SIGHUP },
	{ "KILL", 0, SIGKILL }, { "STOP", 0, SIGSTOP } };

static enum call failing = NO_CALL;
static bool stays, is_short;
static int error, sent;
static const char *mark, *count_file;
static unsigned long at;
static atomic_ulong calls[NO_CALL];
static atomic_long blocks;
static atomic_bool is_armed; /* calls before main are not the program's */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void __libc_free(void *memory);

__attribute__((constructor)) static void
arm(void)
{
	const char *call = getenv("FAIL_CALL"), *how = getenv("FAIL_HOW");

	mark = getenv("FAIL_MARK");
	count_file = getenv("FAIL_COUNT");
	if (getenv("FAIL_AT") != NULL)
		at = strtoul(getenv("FAIL_AT"), NULL, 10);
	stays = getenv("FAIL_ON") != NULL;
	for (int i = 0; call != NULL && i < (int)NO_CALL; i++)
		if (strcmp(names[i], call) == 0)
			failing = (enum call)i;
	for (size_t i = 0; how != NULL && i < sizeof(ways) / sizeof(*ways); i++)
		if (strcmp(ways[i].name, how) == 0) {
			error = ways[i].error;
			sent = ways[i].signal;
			is_short = error == 0 && sent == 0;
		}
	unsetenv("LD_PRELOAD");
	is_armed = true;
}

__attribute__((destructor)) static void
tell(void)
{
	char text[64 * NO_CALL];
	size_t len = 0;
	int fd;

	if (count_file == NULL)
		return;
	for (size_t i = 0; i < NO_CALL; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len,
		    "%s %lu\n", names[i], (unsigned long)calls[i]);
	len += (size_t)snprintf(
	    text + len, sizeof(text) - len, "blocks %ld\n", (long)blocks);
	fd = (int)syscall(SYS_openat, AT_FDCWD, count_file,
	    O_WRONLY | O_CREAT | O_TRUNC, 0666);
	syscall(SYS_write, fd, text, len);
	syscall(SYS_close, fd);
}

/* True if this call is cut short or fails; sets errno. */
static bool
comes(enum call call)
{
	unsigned long number;

	if (!is_armed)
		return false;
	number = ++calls[call];
	if (call != failing || at == 0 || (stays ? number < at : number != at))
		return false;
	if (mark != NULL)
		syscall(SYS_close,
		    syscall(
			SYS_openat, AT_FDCWD, mark, O_WRONLY | O_CREAT, 0666));
	if (sent != 0)
		kill(getpid(), sent);
	if (error != 0)
		errno = error;
	return sent == 0;
}

/* The function that this one stands before. */
#define NEXT(type, name) ((type)next(name))

static void *
next(const char *name)
{
	return dlsym(RTLD_NEXT, name);
}

EXPORT void *
malloc(size_t size)
{
	void *memory = comes(CALL_malloc) ? NULL : __libc_malloc(size);

	blocks += is_armed && memory != NULL;
	return memory;
}

EXPORT void *
calloc(size_t count, size_t size)
{
	void *memory = comes(CALL_malloc) ? NULL : __libc_calloc(count, size);

	blocks += is_armed && memory != NULL;
	return memory;
}

EXPORT void *
realloc(void *old, size_t size)
{
	void *memory = comes(CALL_malloc) ? NULL : __libc_realloc(old, size);

	blocks += is_armed && old == NULL && memory != NULL;
	return memory;
}

EXPORT void
free(void *memory)
{
	blocks -= is_armed && memory != NULL;
	__libc_free(memory);
}

/* Reads or writes all, or one byte at most, or fails. */
#define TRANSFER(name, call, number, bytes_of, more, ...)               \
	EXPORT ssize_t name(int fd, bytes_of *bytes, size_t size more)  \
	{                                                               \
		if (comes(CALL_##call)) {                               \
			if (!is_short)                                  \
				return -1;                              \
			size = size > 1;                                \
		}                                                       \
		return syscall(number, fd, bytes, size, ##__VA_ARGS__); \
	}
#define AND ,

TRANSFER(read, read, SYS_read, void, )
TRANSFER(write, write, SYS_write, const void, )
TRANSFER(pread, read, SYS_pread64, void, AND off_t offset, offset)
TRANSFER(pwrite, write, SYS_pwrite64, const void, AND off_t offset, offset)

EXPORT ssize_t
__read_chk(int fd, void *bytes, size_t size, size_t room)
{
	(void)room;
	return read(fd, bytes, size);
}

EXPORT ssize_t
__pread_chk(int fd, void *bytes, size_t size, off_t offset, size_t room)
{
	(void)room;
	return pread(fd, bytes, size, offset);
}

EXPORT int
open(const char *path, int flags, ...)
{
	mode_t mode = 0;
	va_list args;

	va_start(args, flags);
	if ((flags & (O_CREAT | O_TMPFILE)) != 0)
		mode = va_arg(args, mode_t);
	va_end(args);
	return comes(CALL_open)
	    ? -1
	    : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

EXPORT int
__open_2(const char *path, int flags)
{
	return open(path, flags);
}

/* Lost output leaves the stream in its error state. */
static void
set_error(FILE *file)
{
	file->_flags |= 0x20;
}

EXPORT size_t
fwrite(const void *bytes, size_t size, size_t count, FILE *file)
{
	if (file != stderr && size * count > 0 && comes(CALL_fwrite)) {
		set_error(file);
		return 0;
	}
	return NEXT(size_t(*)(const void *, size_t, size_t, FILE *), "fwrite")(
	    bytes, size, count, file);
}

EXPORT int
fflush(FILE *file)
{
	if (file != stderr && comes(CALL_fflush)) {
		set_error(file);
		return EOF;
	}
	return NEXT(int (*)(FILE *), "fflush")(file);
}

EXPORT int
fclose(FILE *file)
{
	bool fails = comes(CALL_fclose);
	int status = NEXT(int (*)(FILE *), "fclose")(file);

	if (!fails)
		return status;
	errno = error;
	return EOF;
}

/* Functions that fail or go on to the call. */
#define SIMPLE(type, name, parameters, failed, call)       \
	EXPORT type name parameters                        \
	{                                                  \
		return comes(CALL_##name) ? failed : call; \
	}

SIMPLE(FILE *, fopen, (const char *path, const char *mode), NULL,
    NEXT(FILE *(*)(const char *, const char *), "fopen")(path, mode))
SIMPLE(FILE *, fdopen, (int fd, const char *mode), NULL,
    NEXT(FILE *(*)(int, const char *), "fdopen")(fd, mode))
SIMPLE(int, rename, (const char *from, const char *to), -1,
    (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to))
SIMPLE(int, linkat,
    (int from_at, const char *from, int to_at, const char *to, int flags), -1,
    (int)syscall(SYS_linkat, from_at, from, to_at, to, flags))
SIMPLE(int, fsync, (int fd), -1, (int)syscall(SYS_fsync, fd))
SIMPLE(int, ftruncate, (int fd, off_t len), -1,
    (int)syscall(SYS_ftruncate, fd, len))
SIMPLE(
    int, fchmod, (int fd, mode_t mode), -1, (int)syscall(SYS_fchmod, fd, mode))
SIMPLE(char *, realpath, (const char *path, char *resolved), NULL,
    NEXT(char *(*)(const char *, char *), "realpath")(path, resolved))
SIMPLE(int, scandir,
    (const char *path, struct dirent ***list,
	int (*select)(const struct dirent *),
	int (*compare)(const struct dirent **, const struct dirent **)),
    -1,
    NEXT(
	int (*)(const char *, struct dirent ***, int (*)(const struct dirent *),
	    int (*)(const struct dirent **, const struct dirent **)),
	"scandir")(path, list, select, compare))

EXPORT ssize_t
getdelim(char **line, size_t *size, int delimiter, FILE *file)
{
	if (comes(CALL_getdelim)) {
		set_error(file);
		return -1;
	}
	return NEXT(ssize_t(*)(char **, size_t *, int, FILE *), "getdelim")(
	    line, size, delimiter, file);
}

EXPORT int
pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
    void *(*run)(void *), void *context)
{
	if (comes(CALL_pthread_create))
		return error;
	return NEXT(int (*)(pthread_t *, const pthread_attr_t *,
			void *(*)(void *), void *),
	    "pthread_create")(thread, attributes, run, context);
}
