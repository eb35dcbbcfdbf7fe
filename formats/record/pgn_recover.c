/* Ternion: PGN: where a record surely begins, whatever was before it. */
#include "formats/record/pgn_read.h"
#include "formats/record/pgn_reader.h"

/*
 * Whether a record surely begins at p, a bracket: with a tag pair on a line of
 * its own behind an empty line. Nothing else can look so, and so not even an
 * open comment runs on beyond it.
 */
static bool
is_boundary(const char *from, const char *end, const char *p)
{
	const char *q = p;

	if (q == from || *--q != '\n')
		return false;
	while (q > from && (q[-1] == ' ' || q[-1] == '\r' || q[-1] == '\t'))
		q--;
	if (q == from || q[-1] != '\n')
		return false;
	for (q = p + 1; q < end && is_name(*q); q++)
		;
	if (q == p + 1 || q == end || *q != ' ')
		return false;
	while (q < end && *q == ' ')
		q++;
	return q < end && *q == '"';
}

/* The first such place in the text, or NULL. */
const char *
pgn_find_boundary(const char *from, const char *end)
{
	for (const char *p = from;
	     (p = memchr(p, '[', (size_t)(end - p))) != NULL; p++)
		if (is_boundary(from, end, p))
			return p;
	return NULL;
}

/* Whether the text before p ends with a result: then what ends there is no
 * record of tags alone, to which more may belong. */
static bool
follows_result(const char *from, const char *p)
{
	const char *end = p, *word;

	while (end > from && is_space(end[-1]))
		end--;
	for (word = end; word > from && !is_space(word[-1]); word--)
		if (!ascii_is_digit(word[-1]) &&
		    strchr("-/*", word[-1]) == NULL)
			return false;
	return end > word;
}

/* The last place in the text where a record surely begins. */
size_t
pgn_split(struct slice text)
{
	const char *end = text.ptr + text.len;

	for (const char *p = end; p-- > text.ptr;)
		if (*p == '[' && is_boundary(text.ptr, end, p) &&
		    follows_result(text.ptr, p))
			return (size_t)(p - text.ptr);
	return 0;
}

/* Lets go the empty lines before a record and its first line, so that its
 * own beginning is not taken for the next one's. */
static void
skip_first_line(struct source *source)
{
	struct slice rest = source_rest(source);
	const char *p = rest.ptr, *end = rest.ptr + rest.len;

	while (p < end && is_space(*p))
		p++;
	while (p < end && *p != '\n')
		p++;
	source_advance(source, (size_t)(p - rest.ptr));
}

/* Lets a record go that was too large, up to where the next one begins. */
void
pgn_skip_record(struct input *input)
{
	struct source *source = &input->source;

	skip_first_line(source);
	for (;;) {
		struct slice rest = source_rest(source);
		const char *boundary =
		    pgn_find_boundary(rest.ptr, rest.ptr + rest.len);
		size_t keep = rest.len < 512 ? rest.len : 512;

		if (boundary != NULL) {
			source_advance(source, (size_t)(boundary - rest.ptr));
			return;
		}
		source_advance(source, rest.len - keep);
		if (!source_fill(source)) {
			source_advance(source, source_rest(source).len);
			return;
		}
	}
}
