/* Ternion: JSON to a tree, by yajl. */
#include <yajl/yajl_parse.h>

#include "tree.h"

struct reading {
	struct tree tree;
	struct slice text;
	size_t at; /* offset of the text in the record */
	yajl_handle handle;
};

/* The byte behind the token of the callback, in the record. */
static uint32_t
here(const struct reading *reading)
{
	return (
	    uint32_t)(reading->at + yajl_get_bytes_consumed(reading->handle));
}

static struct span
behind(const struct reading *reading, size_t len)
{
	uint32_t end = here(reading);

	if (len > end - reading->at)
		len = end - (uint32_t)reading->at;
	return (struct span){ end - (uint32_t)len, (uint32_t)len };
}

static struct slice
copy(const struct reading *reading, const unsigned char *text, size_t len)
{
	struct slice slice = { (const char *)text, len };

	return (struct slice){ arena_copy(reading->tree.arena, slice), len };
}

/*
 * The span of a string without its quotes. With escapes in it the text is
 * shorter than what stands there, so the quote that opens it is looked for: a
 * quote inside stands behind a backslash, and that one does not.
 */
static struct span
string_span(const struct reading *reading)
{
	const char *text = reading->text.ptr;
	size_t end = here(reading) - reading->at - 1, start = end;

	while (start > 1 && (text[start - 1] != '"' || text[start - 2] == '\\'))
		start--;
	return (struct span){ (uint32_t)(reading->at + start),
		(uint32_t)(end - start) };
}

static int
take_text(void *context, const char *text, size_t len)
{
	struct reading *reading = context;
	struct node *node =
	    tree_add(&reading->tree, NODE_TEXT, behind(reading, len));

	node->text = copy(reading, (const unsigned char *)text, len);
	return 1;
}

static int
take_null(void *context)
{
	return take_text(context, "null", 4);
}

static int
take_boolean(void *context, int value)
{
	return value ? take_text(context, "true", 4)
		     : take_text(context, "false", 5);
}

static int
take_number(void *context, const char *text, size_t len)
{
	return take_text(context, text, len);
}

static int
take_string(void *context, const unsigned char *text, size_t len)
{
	struct reading *reading = context;
	struct node *node =
	    tree_add(&reading->tree, NODE_TEXT, string_span(reading));

	node->text = copy(reading, text, len);
	node->quoted = true;
	return 1;
}

static int
take_key(void *context, const unsigned char *text, size_t len)
{
	struct reading *reading = context;

	tree_key(&reading->tree, (struct slice){ (const char *)text, len },
	    string_span(reading));
	return 1;
}

static int
begin_map(void *context)
{
	struct reading *reading = context;

	return tree_add(&reading->tree, NODE_MAP, behind(reading, 1)) != NULL;
}

static int
begin_list(void *context)
{
	struct reading *reading = context;

	return tree_add(&reading->tree, NODE_LIST, behind(reading, 1)) != NULL;
}

static int
end_either(void *context)
{
	struct reading *reading = context;

	tree_close(&reading->tree, here(reading));
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

/* yajl's own words, of which the first line says what is wrong; `behind_it` is
 * the byte behind that place. */
static void
report(struct reading *reading, uint32_t behind_it)
{
	unsigned char *words = yajl_get_error(reading->handle, 0, NULL, 0);
	struct slice line = slice_of((const char *)words);
	const char *end = memchr(line.ptr, '\n', line.len);
	struct span span = { behind_it, 1 };

	if (span.start > reading->at)
		span.start--;
	if (end != NULL)
		line.len = (size_t)(end - line.ptr);
	diag_add(reading->tree.diags, DIAG_JSON_SYNTAX, span, "%.*s",
	    (int)line.len, line.ptr);
	yajl_free_error(reading->handle, words);
}

struct node *
json_read(
    struct arena *arena, struct diags *diags, struct slice text, size_t at)
{
	struct reading reading = { .tree = { .arena = arena, .diags = diags },
		.text = text,
		.at = at };
	yajl_status status;

	reading.handle = yajl_alloc(&callbacks, NULL, &reading);
	status = yajl_parse(
	    reading.handle, (const unsigned char *)text.ptr, text.len);
	if (status == yajl_status_error)
		report(&reading, here(&reading));
	if (status == yajl_status_ok) {
		status = yajl_complete_parse(reading.handle);
		if (status == yajl_status_error)
			report(&reading, (uint32_t)(at + text.len));
	}
	yajl_free(reading.handle);
	return status == yajl_status_ok ? reading.tree.top : NULL;
}
