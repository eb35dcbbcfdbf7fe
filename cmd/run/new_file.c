/* Ternion: files that get their names only when they are complete. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "cmd/run/output.h"
#include "parse/text/memory.h"
#include "parse/text/source.h"

enum {
	BLOCK = 64 * 1024, /* as long as an attribute can be */
	NEW_MODE = 0666,   /* less the umask */
	OLD_MODE = 0600,   /* until it has that of the old one */
	NUMBER_MAX = 1000, /* of names that are tried */
};

/* Whether the file at the path has the same text as the open one. */
static bool
holds_same(const char *path, int fd)
{
	char block[BLOCK], other[BLOCK];
	int old = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t got = 0;
	off_t at = 0;
	bool same = old >= 0;

	do {
		got = pread(fd, block, BLOCK, at);
		same = same && got >= 0 &&
		    pread(old, other, BLOCK, at) == got &&
		    memcmp(block, other, (size_t)got) == 0;
		at += got;
	} while (same && got > 0);
	close(old);
	return same;
}

/* Gives an unused name to the file that is open as `fd`, or without one (-1) to
 * a new file. Returns its descriptor; -1 with errno set if that fails. */
static int
make_named(struct new_file *file, int fd)
{
	struct strbuf *name = &file->name;
	char open_file[32];
	int made = -1;

	snprintf(open_file, sizeof(open_file), "/proc/self/fd/%d", fd);
	for (unsigned number = 0; number < NUMBER_MAX && made < 0; number++) {
		strbuf_reset(name);
		strbuf_printf(name, "%.*s.ternion-%ld-%u",
		    SLICE(path_folder(file->path)), (long)getpid(), number);
		if (fd < 0)
			made = open(name->ptr,
			    O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC,
			    file->replaces ? OLD_MODE : NEW_MODE);
		else if (linkat(AT_FDCWD, open_file, AT_FDCWD, name->ptr,
			     AT_SYMLINK_FOLLOW) == 0)
			made = fd;
		if (made < 0 && errno != EEXIST)
			break;
	}
	if (made < 0)
		strbuf_reset(name);
	return made;
}

/* Opens a file in the folder of the file; it has no name if the file system
 * supports that and /proc can give it one. */
static int
open_temporary(struct new_file *file)
{
	int fd = -1;
	SCRATCH folder = STRBUF_INIT;

	strbuf_slice(&folder, path_folder(file->path));
	if (access("/proc/self/fd", X_OK) == 0)
		fd = open(folder.len > 0 ? folder.ptr : ".",
		    O_TMPFILE | O_RDWR | O_CLOEXEC,
		    file->replaces ? OLD_MODE : NEW_MODE);
	return fd >= 0 ? fd : make_named(file, -1);
}

static void
hold_signals(sigset_t *before)
{
	sigset_t all;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, before);
}

/* Removes the file if it still has a temporary name. */
static void
unname(struct new_file *file)
{
	int error = errno;

	if (file->name.len > 0)
		unlink(file->name.ptr);
	strbuf_release(&file->name);
	errno = error;
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
	SCRATCH path = STRBUF_INIT;
	struct new_file scratch = { .path = NULL };
	sigset_t signals;

	strbuf_printf(&path, "%s/ternion",
	    folder != NULL && *folder != '\0' ? folder : "/tmp");
	scratch.path = path.ptr;
	hold_signals(&signals);
	int fd = open_temporary(&scratch);
	unname(&scratch);
	pthread_sigmask(SIG_SETMASK, &signals, NULL);
	return open_stream(fd, "w+");
}

/* Gives the file the owner, the mode and the attributes of the old one; returns
 * the reason if that fails. A group that the user is no member of gives way to
 * the user's own. The system may keep its own labels for itself. */
static const char *
make_alike(const struct new_file *file, int fd)
{
	const struct stat *old = &file->old;
	char names[BLOCK], value[BLOCK];
	mode_t mode = old->st_mode & 07777;
	struct stat now;

	if (old->st_nlink > 1)
		return "it has several names (hard links), and only one would "
		       "get the new text";
	if (fstat(fd, &now) != 0)
		return strerror(errno);
	if (now.st_uid != old->st_uid &&
	    fchown(fd, old->st_uid, (gid_t)-1) != 0)
		return "it belongs to another user, who would not get the new "
		       "one";
	/* A member of another group may do what anybody may, so that nobody
	 * gains a right. */
	if (now.st_gid != old->st_gid &&
	    fchown(fd, (uid_t)-1, old->st_gid) != 0)
		mode &= S_IRWXU | S_IRWXO | (S_IRWXG & mode << 3);
	if (fchmod(fd, mode) != 0)
		return strerror(errno);
	ssize_t len = listxattr(file->path, names, sizeof(names));
	for (const char *name = names; name < names + (len > 0 ? len : 0);
	     name += strlen(name) + 1) {
		ssize_t size = getxattr(file->path, name, value, sizeof(value));

		if ((size < 0 ||
			fsetxattr(fd, name, value, (size_t)size, 0) != 0) &&
		    strncmp(name, "security.", strlen("security.")) != 0)
			return "a new file cannot have its attributes";
	}
	return len >= 0 || errno == ENOTSUP ? NULL : strerror(errno);
}

/* Whether the old file is the same as when it was read. */
static bool
is_unchanged(const struct new_file *file)
{
	const struct stat *old = &file->old;
	struct stat now;

	return stat(file->path, &now) == 0 && now.st_dev == old->st_dev &&
	    now.st_ino == old->st_ino && now.st_size == old->st_size &&
	    now.st_mtim.tv_sec == old->st_mtim.tv_sec &&
	    now.st_mtim.tv_nsec == old->st_mtim.tv_nsec;
}

/* Gives the file, made like the old one, a temporary name next to it unless it
 * has that, and renames it; returns the reason if that fails. */
static const char *
replace_old(struct new_file *file, int fd, bool in_place)
{
	const char *why = file->replaces ? make_alike(file, fd) : NULL;
	SCRATCH folder = STRBUF_INIT;

	if (why != NULL)
		return why;
	if ((file->replaces && fsync(fd) != 0) ||
	    (file->name.len == 0 && make_named(file, fd) < 0))
		return strerror(errno);
	if (in_place && !is_unchanged(file))
		return "it changed while it was read; run the command again";
	if (rename(file->name.ptr, file->path) != 0)
		return strerror(errno);
	strbuf_release(&file->name);
	if (!file->replaces)
		return NULL;
	/* A name is safe only when the folder is. File systems that cannot sync
	 * a folder say EINVAL and keep names by themselves. */
	strbuf_slice(&folder, path_folder(file->path));
	int above = open(folder.ptr, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool ok = above >= 0 && (fsync(above) == 0 || errno == EINVAL);
	close(above);
	return ok ? NULL : "it is replaced, but its folder could not be synced";
}

const char *
new_file_name(struct new_file *file, int fd, bool in_place)
{
	sigset_t signals;

	if (file->path == NULL || (in_place && holds_same(file->path, fd)))
		return NULL;
	hold_signals(&signals);
	const char *why = replace_old(file, fd, in_place);
	unname(file);
	pthread_sigmask(SIG_SETMASK, &signals, NULL);
	return why;
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
		file->path = path_real(path);
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
	file->path = mem_string(path, strlen(path));
	return NULL;
}

FILE *
new_file_open(struct new_file *file, const char *path, const char **why)
{
	FILE *stream;

	*why = find_place(file, path);
	if (*why != NULL)
		return NULL;
	stream = open_stream(file->path != NULL
		? open_temporary(file)
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
	unname(file);
	mem_free(file->path);
	file->path = NULL;
}
