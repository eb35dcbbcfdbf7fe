/*
 * Ternion: records as JSON: an object for each, several in an array or one
 * after the other (json), or one a line (jsonl).
 */
#include "documents.h"
#include "json.h"
#include "schema.h"

/* Where the finder is between values. */
enum place {
	AT_TOP,      /* at the beginning, or behind a value */
	IN_ARRAY,    /* behind [ or a comma */
	BEHIND_ITEM, /* in an array, behind a value */
};

static size_t
skip_space(struct slice text, size_t at)
{
	while (at < text.len && strchr(" \t\r\n", text.ptr[at]) != NULL &&
	    text.ptr[at] != '\0')
		at++;
	return at;
}

/* The length of the object at the beginning of the text, 0 if its end is not
 * there. */
static size_t
object_length(struct slice text)
{
	size_t depth = 0;
	bool quoted = false;

	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		if (quoted) {
			if (c == '\\')
				i++;
			else if (c == '"')
				quoted = false;
			continue;
		}
		if (c == '"')
			quoted = true;
		else if (c == '{' || c == '[')
			depth++;
		else if ((c == '}' || c == ']') && --depth == 0)
			return i + 1;
	}
	return 0;
}

/* What is no object is given to the parser line by line, to be refused. */
static size_t
line_length(struct slice text)
{
	const char *end = memchr(text.ptr, '\n', text.len);

	return end != NULL ? (size_t)(end - text.ptr) : text.len;
}

/* Whether a character may stand at the place, between values; if so, goes
 * on. */
static bool
pass_between(char c, int *place)
{
	if (c == '[' && *place == AT_TOP)
		*place = IN_ARRAY;
	else if (c == ',' && *place == BEHIND_ITEM)
		*place = IN_ARRAY;
	else if (c == ']' && *place != AT_TOP)
		*place = AT_TOP;
	else
		return false;
	return true;
}

static bool
find_object(struct slice text, bool eof, int *state, struct document *document)
{
	size_t at = skip_space(text, 0);

	while (at < text.len && pass_between(text.ptr[at], state))
		at = skip_space(text, at + 1);
	document->skip = at;
	document->len = 0;
	if (at == text.len)
		return eof;
	text = slice_sub(text, at, text.len - at);
	if (text.ptr[0] == '{' && *state != BEHIND_ITEM) {
		document->len = object_length(text);
		if (*state == IN_ARRAY)
			*state = BEHIND_ITEM;
	} else {
		document->len = line_length(text);
		if (document->len == text.len && !eof)
			return false;
	}
	if (document->len == 0 && eof)
		document->len = text.len;
	return document->len > 0;
}

static bool
find_line(struct slice text, bool eof, int *state, struct document *document)
{
	(void)state;
	document->skip = skip_space(text, 0);
	text = slice_sub(text, document->skip, text.len - document->skip);
	document->len = line_length(text);
	return eof || document->len < text.len;
}

static bool
read_json(struct input *input, struct arena *arena, struct diags *diags,
    struct record *record)
{
	static const struct document_kind objects = { find_object, json_read,
		NULL };

	return document_read(input, arena, diags, record, &objects);
}

static bool
read_jsonl(struct input *input, struct arena *arena, struct diags *diags,
    struct record *record)
{
	static const struct document_kind lines = { find_line, json_read,
		"\n" };

	return document_read(input, arena, diags, record, &lines);
}

static void
begin(void *context, const char *key, char bracket, bool flow)
{
	struct json *json = context;

	if (flow)
		json_begin_flat(json, key, bracket);
	else
		json_begin(json, key, bracket);
}

static void
end(void *context, char bracket)
{
	json_end(context, bracket);
}

static void
text(void *context, const char *key, struct slice value)
{
	json_text(context, key, value);
}

static void
number(void *context, const char *key, unsigned long value)
{
	json_number(context, key, value);
}

static void
literal(void *context, const char *key, struct slice value)
{
	json_literal(context, key, value);
}

static void
write_indented(const struct record *record, const struct writing *writing,
    struct strbuf *out)
{
	struct json json = { .out = out, .indent = true };
	const struct emitter emitter = { &json, begin, end, text, number,
		literal };

	schema_write(record, writing, &emitter);
	strbuf_char(out, '\n');
}

static void
write_line(const struct record *record, const struct writing *writing,
    struct strbuf *out)
{
	struct json json = { .out = out };
	const struct emitter emitter = { &json, begin, end, text, number,
		literal };

	schema_write(record, writing, &emitter);
	strbuf_char(out, '\n');
}

static const char *const json_suffixes[] = { ".json", NULL };
static const char *const jsonl_suffixes[] = { ".jsonl", ".ndjson", NULL };

const struct format format_json = {
	.id = "json",
	.title = "JSON: an object for each record, several in an array",
	.nags_apart = true,
	.keeps_keys = true,
	.is_list = true,
	.suffixes = json_suffixes,
	.read = read_json,
	.write = write_indented,
};

const struct format format_jsonl = {
	.id = "jsonl",
	.title = "JSON, a record a line",
	.nags_apart = true,
	.keeps_keys = true,
	.suffixes = jsonl_suffixes,
	.read = read_jsonl,
	.write = write_line,
};
