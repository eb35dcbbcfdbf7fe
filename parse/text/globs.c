/* Ternion: patterns for paths, as gitignore(5) has them. */
#include <fnmatch.h>

#include "parse/text/globs.h"
#include "parse/text/memory.h"

/* Copies a text with a NUL in place of each slash, so that its parts are
 * strings one after another; returns their end. */
static const char *
split_parts(struct slice text, char parts[GLOB_PATH_MAX + 1])
{
	memcpy(parts, text.ptr, text.len);
	for (size_t i = 0; i < text.len; i++)
		if (parts[i] == '/')
			parts[i] = '\0';
	parts[text.len] = '\0';
	return parts + text.len + 1;
}

bool
glob_matches(struct slice pattern, struct slice path)
{
	char globs[GLOB_PATH_MAX + 1], names[GLOB_PATH_MAX + 1];
	const char *glob = globs, *name = names;
	/* After the last **, and the first name that it leaves. */
	const char *rest = NULL, *left = NULL;

	if (pattern.len > GLOB_PATH_MAX || path.len > GLOB_PATH_MAX)
		return false;
	const char *globs_end = split_parts(pattern, globs);
	const char *names_end = split_parts(path, names);
	while (name < names_end) {
		if (glob < globs_end && strcmp(glob, "**") == 0) {
			rest = glob += strlen(glob) + 1;
			left = name;
			if (rest == globs_end)
				return true;
		} else if (glob < globs_end && fnmatch(glob, name, 0) == 0) {
			glob += strlen(glob) + 1;
			name += strlen(name) + 1;
		} else if (rest != NULL) {
			/* It takes one name more; earlier ones are settled. */
			glob = rest;
			name = left += strlen(left) + 1;
		} else {
			return false;
		}
	}
	return glob == globs_end;
}

static struct slice
name_of(struct slice path)
{
	size_t at = path.len;

	while (at > 0 && path.ptr[at - 1] != '/')
		at--;
	return slice_from(path, at);
}

/* Adds a pattern, a line of gitignore(5): blank lines and comments are none. */
static void
add_glob(struct globs *globs, struct slice line)
{
	struct glob glob = { .text = NULL };
	size_t len = 0;

	if (line.len > 0 && line.ptr[line.len - 1] == '\r')
		line.len--;
	/* Blanks at the end go, unless a backslash keeps them. */
	for (size_t i = 0; i < line.len; i++) {
		if (line.ptr[i] == '\\' && i + 1 < line.len)
			i++;
		else if (line.ptr[i] == ' ')
			continue;
		len = i + 1;
	}
	line.len = len;
	if (line.len == 0 || line.ptr[0] == '#')
		return;
	glob.negated = line.ptr[0] == '!';
	line = slice_from(line, glob.negated);
	if (line.len == 0)
		return;
	glob.is_folder = line.ptr[line.len - 1] == '/';
	line.len -= glob.is_folder;
	glob.is_anchored = memchr(line.ptr, '/', line.len) != NULL;
	if (line.len > 0 && line.ptr[0] == '/')
		line = slice_from(line, 1);
	if (line.len == 0)
		return;
	struct slice name = name_of(line);
	while (name.len > 0 && name.ptr[0] == '*')
		name = slice_from(name, 1);
	glob.is_any = name.len == 0;
	glob.text = mem_string(line.ptr, line.len);
	glob.len = line.len;
	glob.head = strcspn(glob.text, "*?[\\");
	/* A bracket or a backslash gives what follows another meaning. */
	if (glob.head < glob.len && strpbrk(glob.text, "[\\") == NULL)
		while (
		    strchr("*?/", glob.text[glob.len - glob.tail - 1]) == NULL)
			glob.tail++;
	globs->glob =
	    mem_grow(globs->glob, (globs->len + 1) * sizeof(*globs->glob));
	globs->glob[globs->len++] = glob;
}

void
globs_read(struct globs *globs, struct slice text)
{
	if (text.len >= 3 && memcmp(text.ptr, "\xef\xbb\xbf", 3) == 0)
		text = slice_from(text, 3);
	while (text.len > 0)
		add_glob(globs, slice_take(&text, '\n'));
}

void
globs_release(struct globs *globs)
{
	for (size_t i = 0; i < globs->len; i++)
		mem_free(globs->glob[i].text);
	mem_free(globs->glob);
	*globs = GLOBS_INIT;
}

/* Tells most patterns that do not match, because a list can be long. */
static bool
may_match(const struct glob *glob, struct slice path)
{
	return path.len >= glob->head &&
	    memcmp(path.ptr, glob->text, glob->head) == 0 &&
	    (glob->head < glob->len || path.len == glob->len) &&
	    path.len >= glob->tail &&
	    memcmp(path.ptr + path.len - glob->tail,
		glob->text + glob->len - glob->tail, glob->tail) == 0;
}

const struct glob *
globs_find(
    const struct globs *globs, struct slice path, bool is_folder, bool by_name)
{
	struct slice name = name_of(path);

	for (size_t i = path.len > 0 ? globs->len : 0; i-- > 0;) {
		const struct glob *glob = &globs->glob[i];
		struct slice text = { glob->text, glob->len };
		struct slice what = glob->is_anchored ? path : name;

		if ((glob->is_folder && !is_folder) ||
		    (glob->is_any && by_name))
			continue;
		if (may_match(glob, what) && glob_matches(text, what))
			return glob;
	}
	return NULL;
}
