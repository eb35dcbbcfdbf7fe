/* Ternion: patterns for paths, as gitignore(5) has them. */
#include <ctype.h>
#include <stdlib.h>

#include "parse/text/arena.h"
#include "parse/text/globs.h"

/*
 * Matching
 */

/* Reads the byte at the beginning of the text, or after a backslash the next;
 * returns its length, 0 if nothing is left. */
static size_t
take_byte(struct slice text, unsigned char *c)
{
	size_t len = text.len > 0 && text.ptr[0] == '\\' ? 2 : 1;

	if (text.len < len)
		return 0;
	*c = (unsigned char)text.ptr[len - 1];
	return len;
}

/* The bytes at the beginning of a set that are one member of it: a class
 * "[:name:]", a range or a byte; 0 if it does not end. Sets *has if the member
 * has the byte. An unknown class takes all the text, so that the set does not
 * end. */
static size_t
match_member(struct slice text, unsigned char c, bool *has)
{
	static const struct {
		const char *name;
		int (*has)(int c);
	} classes[] = {
		{ "alnum", isalnum },
		{ "alpha", isalpha },
		{ "blank", isblank },
		{ "cntrl", iscntrl },
		{ "digit", isdigit },
		{ "graph", isgraph },
		{ "lower", islower },
		{ "print", isprint },
		{ "punct", ispunct },
		{ "space", isspace },
		{ "upper", isupper },
		{ "xdigit", isxdigit },
	};
	const char *end = memchr(text.ptr, ']', text.len);
	unsigned char first = 0, last = 0;
	size_t len, more = 0;

	if (end != NULL && end - text.ptr >= 3 && end[-1] == ':' &&
	    memcmp(text.ptr, "[:", 2) == 0) {
		struct slice name =
		    slice_sub(text, 2, (size_t)(end - text.ptr) - 3);

		for (size_t i = 0; i < sizeof(classes) / sizeof(*classes); i++)
			if (slice_is(name, classes[i].name)) {
				*has |= classes[i].has(c) != 0;
				return (size_t)(end - text.ptr) + 1;
			}
		return text.len;
	}
	len = take_byte(text, &first);
	last = first;
	if (len > 0 && text.len > len + 1 && text.ptr[len] == '-' &&
	    text.ptr[len + 1] != ']') {
		more = take_byte(slice_from(text, len + 1), &last);
		len = more > 0 ? len + 1 + more : 0;
	}
	*has |= len > 0 && c >= first && c <= last;
	return len;
}

/* The length of the set "[...]" at the beginning of the pattern, 0 if it does
 * not end; sets *has if it has the byte. */
static size_t
match_set(struct slice pattern, unsigned char c, bool *has)
{
	bool found = false,
	     negated = pattern.len > 1 &&
	    (pattern.ptr[1] == '!' || pattern.ptr[1] == '^');
	size_t first = 1 + (size_t)negated, at = first;

	while (at < pattern.len && (pattern.ptr[at] != ']' || at == first)) {
		size_t len = match_member(slice_from(pattern, at), c, &found);

		if (len == 0)
			return 0;
		at += len;
	}
	*has = found != negated && c != '/';
	return at < pattern.len ? at + 1 : 0;
}

/* All ways to match are followed at once: at[i] says that what was taken of the
 * pattern matches the first i bytes of the path. So no pattern takes longer
 * than its length times that of the path. */
struct glob_match {
	struct slice path;
	bool at[GLOB_PATH_MAX + 1];
};

/* Takes a byte, or a set of bytes, off the pattern. */
static size_t
take_glob_part(struct glob_match *match, struct slice pattern)
{
	size_t len = 1;

	for (size_t i = match->path.len; i-- > 0;) {
		unsigned char c = (unsigned char)match->path.ptr[i], own = 0;
		bool has = false;

		if (pattern.ptr[0] == '?') {
			has = c != '/';
		} else if (pattern.ptr[0] == '[') {
			len = match_set(pattern, c, &has);
		} else {
			len = take_byte(pattern, &own);
			has = c == own;
		}
		match->at[i + 1] = match->at[i] && has && len > 0;
	}
	match->at[0] = false;
	return len;
}

bool
glob_matches(struct slice pattern, struct slice path)
{
	struct glob_match match = { .path = path };
	size_t at = 0, len = 1;

	if (path.len > GLOB_PATH_MAX)
		return false;
	match.at[0] = true;
	for (; at < pattern.len && len > 0; at += len) {
		struct slice rest = slice_from(pattern, at);

		if (rest.ptr[0] != '*') {
			len = take_glob_part(&match, rest);
		} else if (rest.len > 1 && rest.ptr[1] == '*' &&
		    (at == 0 || pattern.ptr[at - 1] == '/') &&
		    (rest.len == 2 || rest.ptr[2] == '/')) {
			/* Anything, or folders or nothing before a slash. */
			bool any = false;

			len = 3;
			for (size_t i = 0; i <= path.len; i++) {
				any |= match.at[i];
				match.at[i] |= any &&
				    (rest.len == 2 ||
					(i > 0 && path.ptr[i - 1] == '/'));
			}
		} else { /* any bytes but slashes */
			len = 1;
			for (size_t i = 0; i < path.len; i++)
				match.at[i + 1] |=
				    match.at[i] && path.ptr[i] != '/';
		}
	}
	return len > 0 && match.at[path.len];
}

/*
 * Patterns
 */

static struct slice
name_of(struct slice path)
{
	size_t at = path.len;

	while (at > 0 && path.ptr[at - 1] != '/')
		at--;
	return slice_from(path, at);
}

void
globs_add(struct globs *globs, struct slice line)
{
	struct glob glob = { .text = NULL };
	struct slice name;
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
	name = name_of(line);
	while (name.len > 0 && name.ptr[0] == '*')
		name = slice_from(name, 1);
	glob.is_any = name.len == 0;
	glob.text = mem_alloc(line.len);
	memcpy(glob.text, line.ptr, line.len);
	glob.len = line.len;
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
		globs_add(globs, slice_take(&text, '\n'));
}

void
globs_drop_any(struct globs *globs)
{
	size_t kept = 0;

	for (size_t i = 0; i < globs->len; i++) {
		if (globs->glob[i].is_any)
			mem_free(globs->glob[i].text);
		else
			globs->glob[kept++] = globs->glob[i];
	}
	globs->len = kept;
}

void
globs_release(struct globs *globs)
{
	for (size_t i = 0; i < globs->len; i++)
		mem_free(globs->glob[i].text);
	mem_free(globs->glob);
	*globs = (struct globs)GLOBS_INIT;
}

const struct glob *
globs_find(const struct globs *globs, struct slice path, bool is_folder)
{
	for (size_t i = path.len > 0 ? globs->len : 0; i-- > 0;) {
		const struct glob *glob = &globs->glob[i];
		struct slice text = { glob->text, glob->len };

		if (glob->is_folder && !is_folder)
			continue;
		if (glob_matches(
			text, glob->is_anchored ? path : name_of(path)))
			return glob;
	}
	return NULL;
}
