/* Ternion: records as YAML, a document for each. */
#include "formats/record/documents.h"
#include "formats/record/sniff.h"
#include "formats/record/yaml_write.h"

/* The line that begins at `at`, without its end. */
static struct slice
line_at(struct slice text, size_t at)
{
	const char *end = memchr(text.ptr + at, '\n', text.len - at);

	return slice_sub(
	    text, at, (end != NULL ? (size_t)(end - text.ptr) : text.len) - at);
}

/* A line that begins with three of the sign, and white space or nothing. */
static bool
is_marker(struct slice line, const char *sign)
{
	return line.len >= 3 && memcmp(line.ptr, sign, 3) == 0 &&
	    (line.len == 3 || strchr(" \t\r", line.ptr[3]) != NULL);
}

static bool
has_content(struct slice line)
{
	if (is_marker(line, "---"))
		line = slice_from(line, 3);
	line = slice_trim(line);
	return line.len > 0 && line.ptr[0] != '#' && line.ptr[0] != '%';
}

/* A line that may stand before a document and says nothing about it. */
static bool
is_idle(struct slice line)
{
	line = slice_trim(line);
	return line.len == 0 || line.ptr[0] == '#';
}

/*
 * Scans a document. It ends before a line with ---, if there was
 * anything in it, or behind one with ... ; neither can stand so inside a text.
 */
static size_t
scan_document(struct slice text, bool eof, int *state, struct scan *scan)
{
	size_t at = 0;

	(void)state;
	while (at < text.len) {
		struct slice line = line_at(text, at);
		bool whole = at + line.len < text.len;
		bool inside = scan->in_line;

		/* Too short to tell whether it is a marker. */
		if (!inside && !whole && !eof && line.len < 4)
			break;
		scan->ended = !inside && scan->begun && is_marker(line, "---");
		if (scan->ended)
			break;
		at += line.len + whole;
		scan->ended = !inside && scan->begun && is_marker(line, "...");
		if (scan->ended)
			break;
		scan->begun |= has_content(line);
		scan->in_line = !whole;
	}
	return at;
}

/* A line with ... and nothing else: the end of a document. */
static bool
is_end(struct slice line)
{
	return is_marker(line, "...") && is_idle(slice_from(line, 3));
}

/* The bytes before the first document: empty lines, comments, and documents
 * with nothing in them. */
static size_t
skip_idle(struct slice text, bool eof)
{
	size_t at = 0, next;
	bool marked = false; /* a --- stands before, with nothing behind it */

	for (size_t i = 0; i < text.len; i = next) {
		struct slice line = line_at(text, i);
		bool whole = i + line.len < text.len;

		next = i + line.len + whole;
		if (marked && (whole || eof) && is_marker(line, "---"))
			at = i;
		marked |= is_marker(line, "---");
		if (!(whole || eof) || (has_content(line) && !is_end(line)))
			break;
		if (is_end(line) || (i == at && is_idle(line))) {
			at = next;
			marked = false;
		}
	}
	return at;
}

/* What is known between documents. */
enum {
	HAS_RECORD = 1,  /* one was read */
	HAS_COMMENT = 2, /* a comment was skipped after that */
};

/* A comment at the end, after a line with ... , belongs to no document. */
static bool
is_left_over(const struct document *document, int state)
{
	return document->len == 0 && state == (HAS_RECORD | HAS_COMMENT);
}

static bool
find_document(
    struct slice text, bool eof, int *state, struct document *document)
{
	struct scan scan = { .ended = false };

	document->skip = skip_idle(text, eof);
	document->fault = NULL;
	if (memchr(text.ptr, '#', document->skip) != NULL)
		*state |= HAS_COMMENT;
	text = slice_from(text, document->skip);
	document->len = scan_document(text, eof, state, &scan);
	if (!scan.begun)
		document->len = 0;
	if (!scan.ended && !eof)
		return false;
	if (is_left_over(document, *state)) {
		document->fault = "the comment belongs to no record";
		document->fault_id = DIAG_COMMENT_DROPPED;
	}
	document->follows_comment = (*state & HAS_COMMENT) != 0;
	*state = document->len > 0 ? HAS_RECORD : 0;
	return true;
}

static bool
yaml_read_record(struct input *input, struct arena *arena, struct diags *diags,
    struct record *record)
{
	static const struct document_kind documents = { .find = find_document,
		.parse = yaml_read,
		.comment = yaml_comment,
		.scan = scan_document };

	return document_read(input, arena, diags, record, &documents);
}

/* Before the last line with --- that follows something else than the end of a
 * document or a directive. */
static size_t
split_documents(struct slice text)
{
	for (size_t at = text.len; at-- > 0;) {
		struct slice line, before;
		size_t start = at;

		if (text.ptr[at] != '-' || at == 0 || text.ptr[at - 1] != '\n')
			continue;
		line = line_at(text, at);
		if (at + line.len == text.len || !is_marker(line, "---"))
			continue;
		for (start = at - 1; start > 0 && text.ptr[start - 1] != '\n';
		     start--)
			;
		before = line_at(text, start);
		if (has_content(before) && !is_marker(before, "..."))
			return at;
	}
	return 0;
}

static const char *const suffixes[] = { ".yaml", ".yml", NULL };

const struct format format_yaml = {
	.id = "yaml",
	.title = "YAML, a document for each record",
	.nags_apart = true,
	.keeps_keys = true,
	.split = split_documents,
	.separator = "---\n",
	.suffixes = suffixes,
	.has_records = sniff_yaml,
	.read = yaml_read_record,
	.write = yaml_write_record,
};
