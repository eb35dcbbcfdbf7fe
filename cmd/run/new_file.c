/* Ternion: files that get their names only when they are complete. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "cmd/run/output.h"
#include "parse/text/strbuf.h"

enum {
	BLOCK = 64 * 1024, /* as long as an attribute can be */
	NEW_MODE = 0666,   /* less the umask */
	OLD_MODE = 0600,   /* until it has that of the old one */
	NUMBER_MAX = 1000, /* of names that are tried */
};

/* Makes `to` hold what `from` holds. */
static bool
copy_file(int from, int to)
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
holds_same(int a, int b)
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

/* Makes a name in the folder of the file that holds the process id. */
static void
put_name(struct strbuf *out, const char *path, unsigned number)
{
	const char *slash = strrchr(path, '/');

	strbuf_reset(out);
	if (slash != NULL)
		strbuf_add(out, path, (size_t)(slash - path) + 1);
	strbuf_printf(out, ".ternion-%ld-%u", (long)getpid(), number);
}

/* Makes a file with an unused name, which is put into `name`: the file that is
 * open as `fd`, or a new one if there is none or it cannot be linked. */
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

/* Unblocks signals, and keeps errno. */
static void
let_signals(const sigset_t *before)
{
	int error = errno;

	pthread_sigmask(SIG_SETMASK, before, NULL);
	errno = error;
}

/* Opens a file without a name in the folder of the file. */
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
	/* Not all file systems support that. */
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

/* Makes a stream of a descriptor, or else closes it. */
static FILE *
open_stream(int fd, const char *mode)
{
	FILE *file = fd >= 0 ? fdopen(fd, mode) : NULL;
	int error = errno;

	if (fd >= 0 && file == NULL)
		close(fd);
	errno = error;
	return file;
}

FILE *
new_file_nameless(void)
{
	const char *folder = getenv("TMPDIR");
	struct strbuf path = STRBUF_INIT;
	struct new_file scratch = { .path = NULL };
	FILE *file;

	strbuf_printf(&path, "%s/ternion",
	    folder != NULL && *folder != '\0' ? folder : "/tmp");
	scratch.path = path.ptr;
	file = open_stream(open_unnamed(&scratch), "w+");
	strbuf_release(&path);
	return file;
}

/* Gives the file the owner, the mode and the attributes of the old one. */
static bool
make_alike(const struct new_file *file, int fd)
{
	const struct stat *old = &file->old;
	char names[BLOCK], value[BLOCK];
	struct stat now;
	ssize_t len;

	if (fstat(fd, &now) != 0 ||
	    ((now.st_uid != old->st_uid || now.st_gid != old->st_gid) &&
		fchown(fd, old->st_uid, old->st_gid) != 0) ||
	    fchmod(fd, old->st_mode & 07777) != 0)
		return false;
	len = listxattr(file->path, names, sizeof(names));
	for (const char *name = names; name < names + (len > 0 ? len : 0);
	     name += strlen(name) + 1) {
		ssize_t size = getxattr(file->path, name, value, sizeof(value));

		if (size < 0 ||
		    fsetxattr(fd, name, value, (size_t)size, 0) != 0)
			return false;
	}
	return len >= 0 || errno == ENOTSUP;
}

/* A name is safe only when the folder is. File systems that cannot sync a
 * folder say EINVAL and keep names by themselves. */
static bool
sync_folder(const char *path)
{
	struct strbuf name = STRBUF_INIT;
	int fd, error;
	bool ok;

	strbuf_printf(&name, "%s", path);
	strbuf_cut(&name, (size_t)(strrchr(name.ptr, '/') - name.ptr) + 1);
	fd = open(name.ptr, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	ok = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL);
	error = errno;
	close(fd);
	errno = error;
	strbuf_release(&name);
	return ok;
}

/* Whether the old file is unchanged since this one was begun, if that matters;
 * to be asked right before it is written. */
static bool
may_write(const struct new_file *file, bool in_place, struct strbuf *why)
{
	const struct stat *old = &file->old;
	struct stat now;

	if (!in_place ||
	    (stat(file->path, &now) == 0 && now.st_dev == old->st_dev &&
		now.st_ino == old->st_ino && now.st_size == old->st_size &&
		now.st_mtim.tv_sec == old->st_mtim.tv_sec &&
		now.st_mtim.tv_nsec == old->st_mtim.tv_nsec))
		return true;
	strbuf_puts(why, "it changed while it was read; run the command again");
	return false;
}

/* Overwrites the old file itself, if it has other names, an owner that a new
 * file cannot get, or is a mount point. A copy of its text, PATH.ternion-old,
 * is kept until the new one is safe. An existing copy is never replaced: a
 * killed run left it, and it may be the only whole text. The lock of the file
 * tells that from a run that is at work. */
static bool
overwrite(
    const struct new_file *file, int fd, bool in_place, struct strbuf *why)
{
	struct strbuf name = STRBUF_INIT;
	int old = open(file->path, O_RDWR | O_CLOEXEC), copy = -1;
	bool is_locked = old >= 0 && flock(old, LOCK_EX | LOCK_NB) == 0;
	bool is_kept, ok;

	strbuf_printf(&name, "%s.ternion-old", file->path);
	if (old >= 0 && !is_locked && errno == EWOULDBLOCK)
		strbuf_puts(
		    why, "another run writes it now; run the command again");
	if (is_locked)
		copy = open(
		    name.ptr, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, OLD_MODE);
	if (is_locked && copy < 0 && errno == EEXIST)
		strbuf_printf(why,
		    "an earlier run was interrupted and left the old text in "
		    "%s; compare the two and remove that copy first",
		    name.ptr);
	is_kept = copy >= 0 && copy_file(old, copy) && fsync(copy) == 0 &&
	    sync_folder(file->path) && may_write(file, in_place, why);
	ok = is_kept && copy_file(fd, old) && fsync(old) == 0;
	if (!ok && why->len == 0)
		strbuf_puts(why, strerror(errno));
	/* If that failed, restore the old text. */
	if (is_kept && !ok && (!copy_file(copy, old) || fsync(old) != 0))
		strbuf_printf(why,
		    "; the file could not be restored either (%s): what it "
		    "held is in %s",
		    strerror(errno), name.ptr);
	else if (copy >= 0)
		unlink(name.ptr);
	close(copy);
	close(old);
	strbuf_release(&name);
	return ok;
}

/* Gives the file, which is whole and safe, a name next to the old one, and
 * renames it; a kill between the two leaves that name. False with errno set, or
 * with the reason in `why`. */
static bool
rename_over(
    const struct new_file *file, int fd, bool in_place, struct strbuf *why)
{
	struct strbuf name = STRBUF_INIT;
	int named = make_named(file, fd, &name), error;
	bool ok = named >= 0 &&
	    (named == fd ||
		(copy_file(fd, named) &&
		    (!file->replaces ||
			(make_alike(file, named) && fsync(named) == 0)))) &&
	    may_write(file, in_place, why) && rename(name.ptr, file->path) == 0;

	error = errno;
	if (!ok && named >= 0)
		unlink(name.ptr);
	if (named != fd)
		close(named);
	strbuf_release(&name);
	errno = error;
	return ok;
}

/* Replaces the old file, if there is one, by the new one. */
static bool
replace_old(
    const struct new_file *file, int fd, bool in_place, struct strbuf *why)
{
	if (file->replaces && (file->old.st_nlink > 1 || !make_alike(file, fd)))
		return overwrite(file, fd, in_place, why);
	if ((!file->replaces || fsync(fd) == 0) &&
	    rename_over(file, fd, in_place, why)) {
		if (!file->replaces || sync_folder(file->path))
			return true;
		strbuf_printf(
		    why, "the folder could not be synced: %s", strerror(errno));
		return false;
	}
	/* A mount point cannot be renamed over. */
	if (why->len == 0 && errno == EBUSY)
		return overwrite(file, fd, in_place, why);
	if (why->len == 0)
		strbuf_puts(why, strerror(errno));
	return false;
}

bool
new_file_name(
    const struct new_file *file, int fd, bool in_place, struct strbuf *why)
{
	sigset_t signals;
	bool ok, same;
	int old;

	if (file->path == NULL)
		return true;
	if (in_place) {
		old = open(file->path, O_RDONLY | O_CLOEXEC);
		same = old >= 0 && holds_same(old, fd);
		close(old);
		if (same)
			return true;
	}
	hold_signals(&signals);
	ok = replace_old(file, fd, in_place, why);
	let_signals(&signals);
	return ok;
}

/* Finds the file that the path leads to; returns the reason if it cannot be
 * written. */
static const char *
find_place(struct new_file *file, const char *path)
{
	const mode_t writable = S_IWUSR | S_IWGRP | S_IWOTH;
	struct stat link;

	*file = (struct new_file){ .replaces = true };
	if (stat(path, &file->old) == 0) {
		if (!S_ISREG(file->old.st_mode))
			return NULL;
		file->path = realpath(path, NULL);
		if (file->path == NULL ||
		    faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0)
			return strerror(errno);
		/* Check the mode as well: root can write any file. */
		return (file->old.st_mode & writable) == 0 ? "it is read-only"
							   : NULL;
	}
	if (errno != ENOENT)
		return strerror(errno);
	if (lstat(path, &link) == 0)
		return "it is a link to no file";
	file->replaces = false;
	file->path = strdup(path);
	return file->path == NULL ? strerror(errno) : NULL;
}

FILE *
new_file_open(struct new_file *file, const char *path, const char **why)
{
	FILE *stream;

	*why = find_place(file, path);
	if (*why != NULL)
		return NULL;
	stream = open_stream(file->path != NULL
		? open_unnamed(file)
		: open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY),
	    "w");
	if (stream == NULL)
		*why = errno == ENOENT
		    ? "its folder does not exist; create it first"
		    : strerror(errno);
	return stream;
}

void
new_file_release(struct new_file *file)
{
	free(file->path);
	file->path = NULL;
}
