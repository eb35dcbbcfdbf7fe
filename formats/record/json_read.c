/* Ternion: JSON to a tree, by yajl. */
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_parse.h>

#include "formats/record/tree.h"
#include "parse/text/utf8.h"

struct syntax {
	struct tree_builder tree;
	struct slice text;
	size_t at; /* offset of the text in the record */
	yajl_handle handle;
};

/* The byte behind the token of the callback, in the record. */
static uint32_t
here(const struct syntax *syntax)
{
	return (uint32_t)(syntax->at + yajl_get_bytes_consumed(syntax->handle));
}

static struct span
place_after_json(const struct syntax *syntax, size_t len)
{
	uint32_t end = here(syntax);

	if (len > end - syntax->at)
		len = end - (uint32_t)syntax->at;
	return (struct span){ end - (uint32_t)len, (uint32_t)len };
}

static struct slice
copy_json_text(
    const struct syntax *syntax, const unsigned char *text, size_t len)
{
	struct slice slice = { (const char *)text, len };

	return (struct slice){ arena_copy(syntax->tree.arena, slice), len };
}

/*
 * The span of a string without its quotes. With escapes in it the text is
 * shorter than what stands there, so the quote that opens it is looked for: a
 * quote inside stands behind a backslash, and that one does not.
 */
static struct span
string_span(const struct syntax *syntax)
{
	const char *text = syntax->text.ptr;
	size_t end = here(syntax) - syntax->at - 1, start = end;

	while (start > 1 && (text[start - 1] != '"' || text[start - 2] == '\\'))
		start--;
	return (struct span){ (uint32_t)(syntax->at + start),
		(uint32_t)(end - start) };
}

static int
take_text(void *context, const char *text, size_t len)
{
	struct syntax *syntax = context;
	struct tree_node *node =
	    tree_add(&syntax->tree, TREE_TEXT, place_after_json(syntax, len));

	node->text = copy_json_text(syntax, (const unsigned char *)text, len);
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
	struct syntax *syntax = context;
	struct tree_node *node =
	    tree_add(&syntax->tree, TREE_TEXT, string_span(syntax));

	node->text = copy_json_text(syntax, text, len);
	node->quoted = true;
	return 1;
}

static int
take_json_key(void *context, const unsigned char *text, size_t len)
{
	struct syntax *syntax = context;

	tree_key(&syntax->tree, (struct slice){ (const char *)text, len },
	    string_span(syntax));
	return 1;
}

static int
begin_map(void *context)
{
	struct syntax *syntax = context;

	return tree_add(&syntax->tree, TREE_MAP, place_after_json(syntax, 1)) !=
	    NULL;
}

static int
begin_list(void *context)
{
	struct syntax *syntax = context;

	return tree_add(&syntax->tree, TREE_LIST,
		   place_after_json(syntax, 1)) != NULL;
}

static int
end_either(void *context)
{
	struct syntax *syntax = context;

	tree_close(&syntax->tree, here(syntax));
	return 1;
}

static const yajl_callbacks callbacks = {
	.yajl_null = take_null,
	.yajl_boolean = take_boolean,
	.yajl_number = take_number,
	.yajl_string = take_string,
	.yajl_start_map = begin_map,
	.yajl_map_key = take_json_key,
	.yajl_end_map = end_either,
	.yajl_start_array = begin_list,
	.yajl_end_array = end_either,
};

/* yajl's own words, of which the first line says what is wrong; `behind_it` is
 * the byte behind that place. */
static void
report_json_error(struct syntax *syntax, uint32_t behind_it)
{
	unsigned char *words = yajl_get_error(syntax->handle, 0, NULL, 0);
	struct slice line = slice_of((const char *)words);
	const char *end = memchr(line.ptr, '\n', line.len);
	struct span span = { behind_it, 1 };

	if (span.start > syntax->at)
		span.start--;
	if (end != NULL)
		line.len = (size_t)(end - line.ptr);
	if (line.len > 0 && line.ptr[line.len - 1] == '.')
		line.len--;
	diag_add(syntax->tree.diags, DIAG_JSON_SYNTAX, span, "%.*s%s",
	    (int)line.len, line.ptr,
	    strstr((const char *)words, "UTF8") != NULL ? UTF8_LATIN_1 : "");
	yajl_free_error(syntax->handle, words);
}

/* The number of the escape "\\uXXXX" at p; 0 if none stands there. */
static unsigned
escaped(const char *p, const char *end)
{
	char digits[5] = { 0 };

	if (end - p < 6 || p[0] != '\\' || p[1] != 'u' ||
	    strspn(memcpy(digits, p + 2, 4), "0123456789abcdefABCDEF") != 4)
		return 0;
	return (unsigned)strtoul(digits, NULL, 16);
}

/* Says which escapes are half of a pair, for yajl reads something else. */
static void
report_halves(struct syntax *syntax)
{
	const char *end = syntax->text.ptr + syntax->text.len;

	for (const char *p = syntax->text.ptr;
	     (p = memchr(p, '\\', (size_t)(end - p))) != NULL;) {
		unsigned half = escaped(p, end), other = 0;

		if (half >= 0xd800 && half <= 0xdbff)
			other = escaped(p + 6, end);
		if (other >= 0xdc00 && other <= 0xdfff)
			p += 6;
		else if (half >= 0xd800 && half <= 0xdfff)
			diag_add(syntax->tree.diags, DIAG_UTF8_TEXT,
			    (struct span){ (uint32_t)(syntax->at +
					       (size_t)(p - syntax->text.ptr)),
				6 },
			    "%.6s is half of a surrogate pair, not a "
			    "character: it cannot be kept",
			    p);
		p += half > 0 ? 6 : end - p > 1 ? 2 : 1;
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
	/* yajl does not ask whether there was memory. */
	yajl_alloc_funcs memory = { allocate_json, reallocate, free_json,
		NULL };
	struct syntax syntax = { .tree = { .arena = arena, .diags = diags },
		.text = text,
		.at = at };
	yajl_status status;

	syntax.handle = yajl_alloc(&callbacks, &memory, &syntax);
	status = yajl_parse(
	    syntax.handle, (const unsigned char *)text.ptr, text.len);
	report_halves(&syntax);
	if (status == yajl_status_error)
		report_json_error(&syntax, here(&syntax));
	if (status == yajl_status_ok) {
		status = yajl_complete_parse(syntax.handle);
		if (status == yajl_status_error)
			report_json_error(&syntax, (uint32_t)(at + text.len));
	}
	yajl_free(syntax.handle);
	return status == yajl_status_ok ? syntax.tree.top : NULL;
}
