/* Ternion: patterns for paths, as gitignore(5) has them.
 *
 *	*.json      a file or folder of such a name, at any depth
 *	/old        this path, from the folder of the patterns
 *	drafts/x*   likewise, since there is a slash in the middle
 *	out/        folders alone
 *	a/ ** /b    (without blanks) with any folders between, or none
 *	!keep.json  takes back the match of an earlier line
 *
 * Patterns are matched against one path. The caller has to leave out the files
 * of folders that are left out. */
#pragma once

#include "parse/text/slice.h"

#define GLOB_PATH_MAX 4096 /* nothing longer matches */

struct glob {
	char *text; /* owned */
	size_t len;
	bool negated;     /* it begins with ! */
	bool is_folder;   /* it ends with a slash: only folders are meant */
	bool is_anchored; /* there is another slash: it is a path, no name */
	bool is_any;      /* nothing but stars after the last slash */
	/* Each match begins with this number of bytes of the text, and ends
	 * with this number, within its last part. */
	size_t head, tail;
};

struct globs {
	struct glob *glob; /* owned */
	size_t len;
};

#define GLOBS_INIT ((struct globs){ NULL, 0 })

void globs_read(struct globs *globs, struct slice text);

void globs_release(struct globs *globs);

/* The last pattern that matches a path, relative to where the patterns hold and
 * without a slash at either end; NULL: none does. With `by_name` patterns that
 * have nothing but stars after the last slash do not count. */
const struct glob *globs_find(
    const struct globs *globs, struct slice path, bool is_folder, bool by_name);

/* True if the pattern matches all of the path; only ** matches a slash. */
bool glob_matches(struct slice pattern, struct slice path);
