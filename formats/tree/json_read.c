/* Ternion: JSON to a tree, by yajl. */
#include <yajl/yajl_parse.h>

#include "parse/record/tree.h"
#include "parse/text/utf8.h"

struct json_context {
	struct tree_builder tree;
	struct slice text;
	size_t at; /* offset of the text in the record */
	yajl_handle handle;
};

/* The last `len` bytes that yajl has read. */
static struct span
last_bytes(const struct json_context *json, size_t len)
{
	size_t end = yajl_get_bytes_consumed(json->handle);

	len = len < end ? len : end;
	return span_at(json->at + end - len, len);
}

/* The span of a string without quotes. With escapes it is longer than the text,
 * so this looks for the opening quote: one inside has a backslash before it. */
static struct span
string_span(const struct json_context *json)
{
	const char *text = json->text.ptr;
	size_t end = yajl_get_bytes_consumed(json->handle) - 1, start = end;

	while (start > 1 && (text[start - 1] != '"' || text[start - 2] == '\\'))
		start--;
	return span_at(json->at + start, end - start);
}

static int
take_number(void *context, const char *text, size_t len)
{
	struct json_context *json = context;

	tree_text(&json->tree, last_bytes(json, len),
	    (struct slice){ text, len }, false);
	return 1;
}

static int
take_null(void *context)
{
	return take_number(context, "null", 4);
}

static int
take_boolean(void *context, int value)
{
	return value ? take_number(context, "true", 4)
		     : take_number(context, "false", 5);
}

static int
take_string(void *context, const unsigned char *text, size_t len)
{
	struct json_context *json = context;

	tree_text(&json->tree, string_span(json),
	    (struct slice){ (const char *)text, len }, true);
	return 1;
}

static int
take_key(void *context, const unsigned char *text, size_t len)
{
	struct json_context *json = context;

	tree_key(&json->tree, (struct slice){ (const char *)text, len },
	    string_span(json));
	return 1;
}

static int
begin_map(void *context)
{
	struct json_context *json = context;

	return tree_open(&json->tree, TREE_MAP, last_bytes(json, 1));
}

static int
begin_list(void *context)
{
	struct json_context *json = context;

	return tree_open(&json->tree, TREE_LIST, last_bytes(json, 1));
}

static int
end_either(void *context)
{
	struct json_context *json = context;

	tree_close(&json->tree,
	    (uint32_t)(json->at + yajl_get_bytes_consumed(json->handle)));
	return 1;
}

static const yajl_callbacks callbacks = {
	.yajl_null = take_null,
	.yajl_boolean = take_boolean,
	.yajl_number = take_number,
	.yajl_string = take_string,
	.yajl_start_map = begin_map,
	.yajl_map_key = take_key,
	.yajl_end_map = end_either,
	.yajl_start_array = begin_list,
	.yajl_end_array = end_either,
};

/* Reports a fault before the byte `end`, by these words or yajl's first; true
 * if it is a comment, which can be skipped. */
static bool
report_json_error(struct json_context *json, size_t end)
{
	static const char *const plain[][2] = {
		{ "unallowed token",
		    "a value is missing, or a comma too much" },
		{ "invalid char in", "this must be in double quotes" },
		{ "premature EOF", "a ] or } is missing at the end" },
		{ "I expect", "a comma or bracket is missing before this" },
		{ "trailing garbage",
		    "a record is one object, and nothing may follow it" },
		{ "comment found", "JSON has no comments" },
	};
	unsigned char *words = yajl_get_error(json->handle, 0, NULL, 0);
	struct slice rest = slice_of((const char *)words);
	struct slice line = slice_take(&rest, '\n');

	for (size_t i = 0; i < COUNT(plain); i++)
		if (strstr((const char *)words, plain[i][0]) != NULL)
			line = slice_of(plain[i][1]);
	if (line.len > 0 && line.ptr[line.len - 1] == '.')
		line.len--;
	diag_add(json->tree.diags, DIAG_JSON_SYNTAX,
	    span_at(json->at + end - (end > 0), 1), "%.*s%s", SLICE(line),
	    strstr((const char *)words, "UTF8") != NULL ? UTF8_LATIN_1 : "");
	yajl_free_error(json->handle, words);
	return line.ptr == plain[COUNT(plain) - 1][1];
}

/* True if an escape \\uDxxx stands at p, whose second digit is one of these. */
static bool
is_half(const char *p, const char *end, const char *digits)
{
	return end - p >= 6 && memcmp(p, "\\u", 2) == 0 &&
	    (p[2] | 0x20) == 'd' &&
	    memchr(digits, p[3], strlen(digits)) != NULL;
}

/* Reports escapes that are half of a pair, which yajl misreads. */
static void
report_halves(struct json_context *json)
{
	static const char high[] = "89abAB", low[] = "cdefCDEF";
	const char *p = json->text.ptr, *end = p + json->text.len;

	while ((p = memchr(p, '\\', (size_t)(end - p))) != NULL) {
		size_t at = json->at + (size_t)(p - json->text.ptr);

		if (is_half(p, end, high) && is_half(p + 6, end, low))
			p += 6;
		else if (is_half(p, end, high) || is_half(p, end, low))
			diag_add(json->tree.diags, DIAG_UTF8_TEXT,
			    span_at(at, 6),
			    "%.6s is half of a surrogate pair, not a "
			    "character: it cannot be kept",
			    p);
		p += end - p > 1 ? 2 : 1;
	}
}

static void *
allocate_json(void *context, size_t size)
{
	(void)context;
	return mem_alloc(size);
}

static void *
reallocate(void *context, void *old, size_t size)
{
	(void)context;
	return mem_grow(old, size);
}

static void
free_json(void *context, void *memory)
{
	(void)context;
	mem_free(memory);
}

struct tree_node *
json_read(
    struct arena *arena, struct diags *diags, struct slice text, size_t at)
{
	/* yajl does not check for NULL; these do not return without memory. */
	yajl_alloc_funcs memory = { allocate_json, reallocate, free_json,
		NULL };
	struct json_context json = { .text = text, .at = at };
	yajl_status status;
	bool again = false;

	do {
		json.tree =
		    (struct tree_builder){ .arena = arena, .diags = diags };
		json.handle = yajl_alloc(&callbacks, &memory, &json);
		yajl_config(json.handle, yajl_allow_comments, again);
		status = yajl_parse(
		    json.handle, (const unsigned char *)text.ptr, text.len);
		size_t end = text.len;
		if (status == yajl_status_error)
			end = yajl_get_bytes_consumed(json.handle);
		else if (status == yajl_status_ok)
			status = yajl_complete_parse(json.handle);
		again = status == yajl_status_error &&
		    report_json_error(&json, end) && !again && *text.ptr == '{';
		yajl_free(json.handle);
	} while (again);
	report_halves(&json);
	return status == yajl_status_ok ? json.tree.top : NULL;
}

bool
is_json_literal(struct slice text)
{
	SCRATCH_ARENA arena = ARENA_INIT;
	struct diags unsaid = { .len = DIAGS_PER_RECORD };
	const struct tree_node *node = json_read(&arena, &unsaid, text, 0);
	/* Blanks around it are no part of a literal. */
	return node != NULL && node->type == TREE_TEXT && !node->quoted &&
	    slice_equal(node->text, text);
}
