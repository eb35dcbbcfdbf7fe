/* Ternion: patterns over PCRE2; the only file that knows it. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <stdio.h>

#include "parse/text/memory.h"
#include "parse/text/pattern.h"

enum {
	/* Enough for the patterns of users. Frames are on the heap, so that
	 * depth needs no limit of its own. */
	MATCH_LIMIT = 1000000,
	WHOLE_LIMIT = 2000,     /* of a pattern for whole texts */
	HEAP_LIMIT = 32 * 1024, /* KiB */
};

struct pattern {
	pcre2_code *code;
	pcre2_match_context *context;
};

static void
free_parts(void *memory)
{
	struct pattern *pattern = memory;

	pcre2_match_context_free(pattern->context);
	pcre2_code_free(pattern->code);
}

struct pattern *
pattern_new(const char *text, bool is_whole, char message[PATTERN_MESSAGE_MAX])
{
	uint32_t options =
	    is_whole ? PCRE2_ANCHORED | PCRE2_ENDANCHORED : PCRE2_CASELESS;
	uint32_t limit = is_whole ? WHOLE_LIMIT : MATCH_LIMIT;
	struct pattern *pattern = mem_alloc_with(sizeof(*pattern), free_parts);
	PCRE2_UCHAR words[PATTERN_MESSAGE_MAX - 40];
	PCRE2_SIZE offset;
	int error;

	pattern->code = pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED,
	    PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C |
		options,
	    &error, &offset, NULL);
	if (pattern->code == NULL && error == PCRE2_ERROR_HEAP_FAILED)
		memory_none();
	if (pattern->code == NULL) {
		mem_free(pattern);
		pcre2_get_error_message(error, words, sizeof(words));
		snprintf(message, PATTERN_MESSAGE_MAX, "%s, at character %zu",
		    (const char *)words, offset + 1);
		return NULL;
	}
	pattern->context = pcre2_match_context_create(NULL);
	if (pattern->context == NULL)
		memory_none();
	pcre2_set_match_limit(pattern->context, limit);
	pcre2_set_depth_limit(pattern->context, limit);
	pcre2_set_heap_limit(pattern->context, HEAP_LIMIT);
	return pattern;
}

static pcre2_match_data *
new_match(const struct pattern *pattern)
{
	pcre2_match_data *data =
	    pcre2_match_data_create_from_pattern(pattern->code, NULL);

	if (data == NULL)
		memory_none();
	return data;
}

/* Not by JIT: it has a stack of its own size, and counts otherwise, so that the
 * limit would not be the same on every machine. */
static enum pattern_found
match(const struct pattern *pattern, struct slice text, pcre2_match_data *data)
{
	int status = pcre2_match(pattern->code, (PCRE2_SPTR)text.ptr, text.len,
	    0, PCRE2_NO_JIT, data, pattern->context);

	if (status >= 0)
		return PATTERN_FOUND;
	return status == PCRE2_ERROR_NOMATCH ? PATTERN_NOT_FOUND
					     : PATTERN_GAVE_UP;
}

enum pattern_found
pattern_search(const struct pattern *pattern, struct slice text)
{
	pcre2_match_data *data = new_match(pattern);
	enum pattern_found found = match(pattern, text, data);

	pcre2_match_data_free(data);
	return found;
}

unsigned
pattern_group(const struct pattern *pattern, unsigned index, struct slice *name)
{
	uint32_t count = 0, size = 0;
	PCRE2_SPTR table = NULL;

	/* A row has the number in two bytes, and the name. */
	pcre2_pattern_info(pattern->code, PCRE2_INFO_NAMECOUNT, &count);
	pcre2_pattern_info(pattern->code, PCRE2_INFO_NAMEENTRYSIZE, &size);
	pcre2_pattern_info(pattern->code, PCRE2_INFO_NAMETABLE, &table);
	if (index >= count)
		return 0;
	table += (size_t)index * size;
	*name = slice_of((const char *)table + 2);
	return table[0] * 256u + table[1];
}

enum pattern_found
pattern_match(const struct pattern *pattern, struct slice text,
    struct slice group[PATTERN_GROUPS])
{
	pcre2_match_data *data = new_match(pattern);
	const PCRE2_SIZE *at = pcre2_get_ovector_pointer(data);
	enum pattern_found found = match(pattern, text, data);
	uint32_t count = pcre2_get_ovector_count(data);

	/* After bytes that are no UTF-8, PCRE2 matches the rest. */
	if (found == PATTERN_FOUND && (at[0] > 0 || at[1] < text.len))
		found = PATTERN_NOT_FOUND;
	for (uint32_t i = 0; i < PATTERN_GROUPS; i++)
		group[i] = found != PATTERN_FOUND || i >= count ||
			at[2 * i] == PCRE2_UNSET || at[2 * i] > at[2 * i + 1]
		    ? (struct slice){ NULL, 0 }
		    : slice_sub(text, at[2 * i], at[2 * i + 1] - at[2 * i]);
	pcre2_match_data_free(data);
	return found;
}
