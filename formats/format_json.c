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

/* Passes over an object, to its end if it is in the text. */
static size_t
pass_object(struct slice text, struct passing *passing)
{
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		if (passing->escaped)
			passing->escaped = false;
		else if (passing->quoted && c == '\\')
			passing->escaped = true;
		else if (c == '"')
			passing->quoted = !passing->quoted;
		else if (passing->quoted)
			continue;
		else if (c == '{' || c == '[')
			passing->depth++;
		else if ((c == '}' || c == ']') && --passing->depth == 0)
			passing->ended = true;
		if (passing->ended)
			return i + 1;
	}
	return text.len;
}

static size_t
pass_line(struct slice text, bool eof, int *state, struct passing *passing)
{
	const char *end = memchr(text.ptr, '\n', text.len);

	(void)eof;
	(void)state;
	passing->ended = end != NULL;
	return end != NULL ? (size_t)(end - text.ptr) : text.len;
}

/* What is no object is given to the parser line by line, to be refused. */
static size_t
pass_value(struct slice text, bool eof, int *state, struct passing *passing)
{
	size_t len;

	if (!passing->begun)
		passing->in_line = text.len > 0 && text.ptr[0] != '{';
	passing->begun |= text.len > 0;
	if (passing->in_line)
		return pass_line(text, eof, state, passing);
	len = pass_object(text, passing);
	if (passing->ended && *state == IN_ARRAY)
		*state = BEHIND_ITEM;
	return len;
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
	struct passing passing = { .ended = false };
	size_t at = skip_space(text, 0);

	while (at < text.len && pass_between(text.ptr[at], state))
		at = skip_space(text, at + 1);
	document->skip = at;
	document->len = 0;
	document->fault = NULL;
	if (at == text.len)
		return eof;
	if (text.ptr[at] == '{' && *state == BEHIND_ITEM)
		document->fault = "a comma is missing before the record";
	text = slice_sub(text, at, text.len - at);
	document->len = pass_value(text, eof, state, &passing);
	return passing.ended || eof;
}

static bool
find_line(struct slice text, bool eof, int *state, struct document *document)
{
	struct passing passing = { .ended = false };

	document->skip = skip_space(text, 0);
	document->fault = NULL;
	text = slice_sub(text, document->skip, text.len - document->skip);
	document->len = pass_line(text, eof, state, &passing);
	return passing.ended || eof;
}

static bool
read_json(struct input *input, struct arena *arena, struct diags *diags,
    struct record *record)
{
	static const struct document_kind objects = { find_object, json_read,
		pass_value };

	return document_read(input, arena, diags, record, &objects);
}

static bool
read_jsonl(struct input *input, struct arena *arena, struct diags *diags,
    struct record *record)
{
	static const struct document_kind lines = { find_line, json_read,
		pass_line };

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
literal(void *context, const char *key, struct slice value)
{
	json_literal(context, key, value);
}

static void
write_indented(const struct record *record, const struct writing *writing,
    struct strbuf *out)
{
	struct json json = { .out = out, .indent = true };
	const struct emitter emitter = { &json, begin, end, text, literal };

	schema_write(record, writing, &emitter);
	strbuf_char(out, '\n');
}

static void
write_line(const struct record *record, const struct writing *writing,
    struct strbuf *out)
{
	struct json json = { .out = out };
	const struct emitter emitter = { &json, begin, end, text, literal };

	schema_write(record, writing, &emitter);
	strbuf_char(out, '\n');
}

static size_t
split_lines(struct slice text)
{
	while (text.len > 0 && text.ptr[text.len - 1] != '\n')
		text.len--;
	return text.len;
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
	.split = split_lines,
	.read = read_jsonl,
	.write = write_line,
};
