/* Ternion: files that appear under their name only when they are whole. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "cmd/run/new_file.h"
#include "parse/text/strbuf.h"

enum {
	BLOCK = 64 * 1024, /* as long as an attribute can be */
	NEW_MODE = 0666,   /* less the umask */
	OLD_MODE = 0600,   /* until it has that of the old one */
	NUMBER_MAX = 1000, /* of names that are tried */
};

/* Makes `to` hold what `from` holds. */
static bool
copy(int from, int to)
{
	char block[BLOCK];
	ssize_t got = 0, put = 0;
	off_t at = 0;

	for (; (got = pread(from, block, BLOCK, at)) > 0; at += put) {
		put = pwrite(to, block, (size_t)got, at);
		if (put < 0)
			return false;
	}
	return got == 0 && ftruncate(to, at) == 0;
}

static bool
is_same(int a, int b)
{
	char block[BLOCK], other[BLOCK];
	ssize_t got = 0;
	off_t at = 0;

	do {
		got = pread(a, block, BLOCK, at);
		if (got < 0 || pread(b, other, BLOCK, at) != got ||
		    memcmp(block, other, (size_t)got) != 0)
			return false;
		at += got;
	} while (got > 0);
	return true;
}

/* The folder of the file, and behind it a name that hardly anybody has. */
static void
put_name(struct strbuf *out, const char *path, unsigned number)
{
	const char *slash = strrchr(path, '/');

	strbuf_reset(out);
	if (slash != NULL)
		strbuf_add(out, path, (size_t)(slash - path) + 1);
	strbuf_printf(out, ".ternion-%ld-%u", (long)getpid(), number);
}

/*
 * A file with a name that nobody has, which is put into `name`: the one that
 * is open under `fd`, or a new one if there is none or it can have no name.
 */
static int
make_named(const struct new_file *file, int fd, struct strbuf *name)
{
	char open_file[32];
	int made = -1;

	snprintf(open_file, sizeof(open_file), "/proc/self/fd/%d", fd);
	for (unsigned number = 0; number < NUMBER_MAX; number++) {
		put_name(name, file->path, number);
		if (fd >= 0 &&
		    linkat(AT_FDCWD, open_file, AT_FDCWD, name->ptr,
			AT_SYMLINK_FOLLOW) == 0)
			return fd;
		made = open(name->ptr, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC,
		    file->replaces ? OLD_MODE : NEW_MODE);
		if (made >= 0 || errno != EEXIST)
			break;
	}
	return made;
}

static void
hold_signals(sigset_t *before)
{
	sigset_t all;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, before);
}

/* Lets signals come again, and keeps errno. */
static void
let_signals(const sigset_t *before)
{
	int error = errno;

	pthread_sigmask(SIG_SETMASK, before, NULL);
	errno = error;
}

/* A file without a name, where the file will be. */
static int
open_unnamed(const struct new_file *file)
{
	struct strbuf name = STRBUF_INIT;
	sigset_t signals;
	int fd = -1;

	put_name(&name, file->path, 0);
#ifdef O_TMPFILE
	*(strrchr(name.ptr, '.')) = '\0';
	fd = open(name.len > 0 ? name.ptr : ".", O_TMPFILE | O_RDWR | O_CLOEXEC,
	    file->replaces ? OLD_MODE : NEW_MODE);
#endif
	/* Not all file systems have that. */
	if (fd < 0) {
		hold_signals(&signals);
		fd = make_named(file, -1, &name);
		if (fd >= 0)
			unlink(name.ptr);
		let_signals(&signals);
	}
	strbuf_release(&name);
	return fd;
}

int
new_file_scratch(char *path)
{
	const struct new_file file = { .path = path };

	return open_unnamed(&file);
}

static bool
copy_attributes(const char *path, int to)
{
	char names[BLOCK], value[BLOCK];
	ssize_t len = listxattr(path, names, sizeof(names));

	for (const char *name = names; name < names + (len > 0 ? len : 0);
	     name += strlen(name) + 1) {
		ssize_t size = getxattr(path, name, value, sizeof(value));

		if (size < 0 ||
		    fsetxattr(to, name, value, (size_t)size, 0) != 0)
			return false;
	}
	return len >= 0 || errno == ENOTSUP;
}

/* Gives the file the owner, the mode and the attributes of the old one. */
static bool
make_alike(const struct new_file *file, int fd)
{
	const struct stat *old = &file->old;
	struct stat now;

	if (fstat(fd, &now) != 0)
		return false;
	if ((now.st_uid != old->st_uid || now.st_gid != old->st_gid) &&
	    fchown(fd, old->st_uid, old->st_gid) != 0)
		return false;
	return fchmod(fd, old->st_mode & 07777) == 0 &&
	    copy_attributes(file->path, fd);
}

/* Writes into the old file itself, and back what was in it if that fails. */
static bool
write_over(const struct new_file *file, int fd)
{
	int old = open(file->path, O_RDWR | O_CLOEXEC);
	int spare = open_unnamed(file), error = 0;

	if (old < 0 || spare < 0 || !copy(old, spare))
		error = errno;
	if (error == 0 && (!copy(fd, old) || fsync(old) != 0)) {
		error = errno;
		copy(spare, old);
	}
	close(old);
	close(spare);
	errno = error;
	return error == 0;
}

/* Puts the file in the place of the old one, if there is one. */
static bool
take_place(const struct new_file *file, int fd)
{
	struct strbuf name = STRBUF_INIT;
	int named = make_named(file, fd, &name), error;
	bool ok, alike;

	alike = !file->replaces || (named >= 0 && make_alike(file, named));
	ok = named >= 0 && alike && (named == fd || copy(fd, named)) &&
	    (!file->replaces || fsync(named) == 0) &&
	    rename(name.ptr, file->path) == 0;
	error = errno;
	if (!ok && named >= 0)
		unlink(name.ptr);
	if (named != fd)
		close(named);
	strbuf_release(&name);
	errno = error;
	return ok || (named >= 0 && !alike && write_over(file, fd));
}

static bool
holds_same(const struct new_file *file, int fd)
{
	int old = open(file->path, O_RDONLY | O_CLOEXEC);
	bool same = old >= 0 && is_same(old, fd);

	close(old);
	return same;
}

bool
new_file_name(const struct new_file *file, int fd, bool spare)
{
	sigset_t signals;
	bool ok;

	if (file->path == NULL || (spare && holds_same(file, fd)))
		return true;
	hold_signals(&signals);
	ok = file->replaces && file->old.st_nlink > 1 ? write_over(file, fd)
						      : take_place(file, fd);
	let_signals(&signals);
	return ok;
}

/* What is there already: why it cannot be written, or NULL. */
static const char *
refuse_old(const struct stat *old, const char *path)
{
	/* The bits are asked for as well: to root all is open. */
	if (faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0)
		return strerror(errno);
	return (old->st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) == 0
	    ? "it is read-only"
	    : NULL;
}

/* Finds what the path stands for; the reason if nothing can be written. */
static const char *
find_file(struct new_file *file, const char *path)
{
	struct stat link;

	*file = (struct new_file){ .replaces = true };
	if (stat(path, &file->old) == 0) {
		if (!S_ISREG(file->old.st_mode))
			return NULL;
		file->path = realpath(path, NULL);
		return file->path == NULL ? strerror(errno)
					  : refuse_old(&file->old, path);
	}
	if (errno != ENOENT)
		return strerror(errno);
	if (lstat(path, &link) == 0)
		return "it is a link to no file";
	file->replaces = false;
	file->path = strdup(path);
	return file->path == NULL ? strerror(errno) : NULL;
}

int
new_file_open(struct new_file *file, const char *path, const char **why)
{
	int fd;

	*why = find_file(file, path);
	if (*why != NULL)
		return -1;
	fd = file->path != NULL
	    ? open_unnamed(file)
	    : open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		*why = strerror(errno);
	return fd;
}

void
new_file_release(struct new_file *file)
{
	free(file->path);
	file->path = NULL;
}
