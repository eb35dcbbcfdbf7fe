/*
 * Ternion: records as JSON: an object for each, several in an array or one
 * after the other (json), or one a line (jsonl).
 */
#include "formats/record/documents.h"
#include "formats/record/schema.h"

/* The state of the finder between values. */
enum json_place {
	AT_TOP,     /* at the beginning, or after a value */
	IN_ARRAY,   /* after [ */
	AFTER_ITEM, /* in an array, after a value */
	AFTER_COMMA /* in an array */
};

size_t
json_skip_space(struct slice text, size_t at)
{
	while (at < text.len && memchr(" \t\r\n", text.ptr[at], 4) != NULL)
		at++;
	return at;
}

size_t
json_scan(struct slice text, struct scan *scan)
{
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		if (scan->escaped) {
			scan->escaped = false;
		} else if (scan->quoted && c == '\\') {
			scan->escaped = true;
		} else if (c == '"') {
			scan->quoted = !scan->quoted;
		} else if (scan->quoted) {
			continue;
		} else if (c == '{' || c == '[') {
			scan->depth++;
		} else if (c == '}' || c == ']') {
			scan->ended = scan->depth <= 1;
			if (scan->ended)
				return i + 1;
			scan->depth--;
		}
	}
	return text.len;
}

static size_t
scan_json_line(struct slice text, bool eof, int *state, struct scan *scan)
{
	struct slice rest = text;
	size_t len = slice_take(&rest, '\n').len;

	(void)eof;
	(void)state;
	scan->ended = len < text.len;
	return len;
}

/* Anything but an object is given to the parser line by line, to be refused. */
static size_t
scan_json(struct slice text, bool eof, int *state, struct scan *scan)
{
	size_t len;

	if (!scan->begun)
		scan->in_line = text.len > 0 && text.ptr[0] != '{';
	scan->begun |= text.len > 0;
	if (scan->in_line) {
		len = scan_json_line(text, eof, state, scan);
		if ((len > 0 && text.ptr[len - 1] == ']') ||
		    (eof && !scan->ended))
			*state = AT_TOP; /* one fault is enough */
		return len;
	}
	len = json_scan(text, scan);
	if (scan->ended && *state != AT_TOP)
		*state = AFTER_ITEM;
	else if (eof)
		*state = AT_TOP; /* the parser says that the text ends early */
	return len;
}

/* A fault between two values loses no record, but perhaps the array. */
static bool
find_json(struct slice text, bool eof, int *state, struct document *document)
{
	struct scan scan = { .ended = false };
	size_t at = 0;
	char c;

	document->fault = NULL;
	for (;; at++) {
		at = json_skip_space(text, at);
		c = at < text.len ? text.ptr[at] : '\0';
		if (c == '[' && *state == AT_TOP)
			*state = IN_ARRAY;
		else if (c == ',' && *state == AFTER_ITEM)
			*state = AFTER_COMMA;
		else if (c == ']' &&
		    (*state == IN_ARRAY || *state == AFTER_ITEM))
			*state = AT_TOP;
		else
			break;
	}
	document->skip = at;
	if (at == text.len && eof && *state != AT_TOP) {
		*state = AT_TOP;
		document->fault =
		    "the array of records is not closed; ] is missing";
		return true;
	}
	if (c == ']' && *state == AFTER_COMMA) {
		*state = AFTER_ITEM;
		document->fault = "no record follows the comma";
		return true;
	}
	if (at == text.len)
		return eof;
	if (c == '{' && *state == AFTER_ITEM)
		document->fault = "a comma is missing before the record";
	document->len = scan_json(slice_from(text, at), eof, state, &scan);
	return scan.ended || eof;
}

static bool
find_json_line(
    struct slice text, bool eof, int *state, struct document *document)
{
	struct scan scan = { .ended = false };

	document->skip = json_skip_space(text, 0);
	document->fault = NULL;
	document->len =
	    scan_json_line(slice_from(text, document->skip), eof, state, &scan);
	return scan.ended || eof;
}

static bool
read_json(struct input *input, struct arena *arena, struct diags *diags,
    struct record *record)
{
	static const struct document_kind kind = {
		.find = find_json, .parse = json_read, .scan = scan_json
	};

	return document_read(input, arena, diags, record, &kind);
}

static bool
read_jsonl(struct input *input, struct arena *arena, struct diags *diags,
    struct record *record)
{
	static const struct document_kind kind = { .find = find_json_line,
		.parse = json_read,
		.scan = scan_json_line };

	return document_read(input, arena, diags, record, &kind);
}

static void
write_json(const struct record *record, const struct writing *writing,
    struct strbuf *out, bool indent)
{
	struct json json = { .out = out, .indent = indent };

	schema_write(record, writing, &json);
	strbuf_char(out, '\n');
}

static void
write_indented(const struct record *record, const struct writing *writing,
    struct strbuf *out)
{
	write_json(record, writing, out, true);
}

static void
write_json_line(const struct record *record, const struct writing *writing,
    struct strbuf *out)
{
	write_json(record, writing, out, false);
}

static size_t
split_json_lines(struct slice text)
{
	while (text.len > 0 && text.ptr[text.len - 1] != '\n')
		text.len--;
	return text.len;
}

const struct format format_json = {
	.id = "json",
	.title = "JSON, one object for each record, several in an array",
	.nags_apart = true,
	.keeps_keys = true,
	.is_list = true,
	.suffixes = { ".json" },
	.has_records = sniff_json,
	.read = read_json,
	.write = write_indented,
};

const struct format format_jsonl = {
	.id = "jsonl",
	.title = "JSON lines, one record a line",
	.nags_apart = true,
	.keeps_keys = true,
	.suffixes = { ".jsonl", ".ndjson" },
	.has_records = sniff_jsonl,
	.split = split_json_lines,
	.read = read_jsonl,
	.write = write_json_line,
};
