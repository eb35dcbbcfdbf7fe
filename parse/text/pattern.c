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
	HEAP_LIMIT = 32 * 1024, /* KiB */
};

struct pattern {
	pcre2_code *code;
	pcre2_match_data *data;
	pcre2_match_context *context;
};

static void
free_parts(void *memory)
{
	struct pattern *pattern = memory;

	pcre2_match_data_free(pattern->data);
	pcre2_match_context_free(pattern->context);
	pcre2_code_free(pattern->code);
}

struct pattern *
pattern_new(const char *text, char message[PATTERN_MESSAGE_MAX])
{
	struct pattern *pattern = mem_alloc_with(sizeof(*pattern), free_parts);
	PCRE2_UCHAR words[PATTERN_MESSAGE_MAX - 40];
	PCRE2_SIZE offset;
	int error;

	pattern->code = pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED,
	    PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_CASELESS, &error,
	    &offset, NULL);
	if (pattern->code == NULL && error == PCRE2_ERROR_HEAP_FAILED)
		memory_none();
	if (pattern->code == NULL) {
		mem_free(pattern);
		pcre2_get_error_message(error, words, sizeof(words));
		snprintf(message, PATTERN_MESSAGE_MAX, "%s, at character %zu",
		    (const char *)words, offset + 1);
		return NULL;
	}
	pattern->data =
	    pcre2_match_data_create_from_pattern(pattern->code, NULL);
	pattern->context = pcre2_match_context_create(NULL);
	if (pattern->data == NULL || pattern->context == NULL)
		memory_none();
	pcre2_set_match_limit(pattern->context, MATCH_LIMIT);
	pcre2_set_depth_limit(pattern->context, MATCH_LIMIT);
	pcre2_set_heap_limit(pattern->context, HEAP_LIMIT);
	return pattern;
}

enum pattern_found
pattern_search(struct pattern *pattern, struct slice text)
{
	/* Not by JIT: it has a stack of its own size, and counts otherwise, so
	 * that the limit would not be the same on every machine. */
	int status = pcre2_match(pattern->code, (PCRE2_SPTR)text.ptr, text.len,
	    0, PCRE2_NO_JIT, pattern->data, pattern->context);

	if (status >= 0)
		return PATTERN_FOUND;
	return status == PCRE2_ERROR_NOMATCH ? PATTERN_NOT_FOUND
					     : PATTERN_GAVE_UP;
}
