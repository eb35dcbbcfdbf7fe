/* Ternion: how far up files are looked for. */
#include <stdlib.h>
#include <sys/stat.h>

#include "cmd/options/repository.h"
#include "parse/text/strbuf.h"

static bool
is_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool
is_home(const struct stat *folder)
{
	const char *path = getenv("HOME");
	struct stat home;

	return path != NULL && stat(path, &home) == 0 && is_same(folder, &home);
}

static bool
holds_git(struct strbuf *path)
{
	struct stat status;

	strbuf_puts(path, "/.git");
	return lstat(path->ptr, &status) == 0;
}

/* The length of the path of the folder above; that above the root is "". */
static size_t
above(const char *path, size_t len)
{
	while (len > 0 && path[len - 1] != '/')
		len--;
	return len > 0 ? len - 1 : 0;
}

/* Whether a folder is as far up as is looked. */
static bool
is_last(struct slice path, const struct stat *folder)
{
	struct strbuf name = STRBUF_INIT;
	struct stat parent;
	bool last = is_home(folder);

	strbuf_add(&name, path.ptr, above(path.ptr, path.len));
	strbuf_char(&name, '/');
	last |= path.len == 0 || stat(name.ptr, &parent) != 0 ||
	    parent.st_dev != folder->st_dev || (parent.st_mode & S_IWOTH) != 0;
	strbuf_release(&name);
	return last;
}

bool
repository_find(const char *path, struct slice *top)
{
	struct strbuf name = STRBUF_INIT;
	struct stat folder;
	bool found = false, last = false;

	*top = slice_of(path);
	while (!found && !last) {
		strbuf_reset(&name);
		strbuf_slice(&name, *top);
		strbuf_char(&name, '/');
		last = stat(name.ptr, &folder) != 0 || is_last(*top, &folder);
		found = holds_git(&name);
		if (!found && !last)
			top->len = above(top->ptr, top->len);
	}
	strbuf_release(&name);
	return found;
}
