/* Ternion: how far up files are searched for. */
#include <stdlib.h>
#include <sys/stat.h>

#include "cmd/options/repository.h"
#include "parse/text/strbuf.h"

/* The length of the path of the folder above; that above the root is "". */
static size_t
above(const char *path, size_t len)
{
	while (len > 0 && path[len - 1] != '/')
		len--;
	return len > 0 ? len - 1 : 0;
}

/* Whether the search ends at a folder: the home folder, a mount point, or one
 * below a folder that anybody may write. */
static bool
is_last(struct slice path, const struct stat *folder)
{
	const char *home_path = getenv("HOME");
	struct strbuf name = STRBUF_INIT;
	struct stat home, parent;
	bool last = path.len == 0 ||
	    (home_path != NULL && stat(home_path, &home) == 0 &&
		home.st_dev == folder->st_dev && home.st_ino == folder->st_ino);

	strbuf_add(&name, path.ptr, above(path.ptr, path.len));
	strbuf_char(&name, '/');
	last |= stat(name.ptr, &parent) != 0 ||
	    parent.st_dev != folder->st_dev || (parent.st_mode & S_IWOTH) != 0;
	strbuf_release(&name);
	return last;
}

bool
repository_find(const char *path, struct slice *top)
{
	struct strbuf name = STRBUF_INIT;
	struct stat folder, status;
	bool found = false, last = false;

	*top = slice_of(path);
	while (!found && !last) {
		strbuf_reset(&name);
		strbuf_slice(&name, *top);
		strbuf_char(&name, '/');
		last = stat(name.ptr, &folder) != 0 || is_last(*top, &folder);
		strbuf_puts(&name, "/.git");
		found = lstat(name.ptr, &status) == 0;
		if (!found && !last)
			top->len = above(top->ptr, top->len);
	}
	strbuf_release(&name);
	return found;
}
