/* Ternion: patterns over PCRE2; the only file that knows it. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <assert.h>
#include <stdio.h>

#include "parse/text/memory.h"
#include "parse/text/pattern.h"

enum {
	JIT_AFTER = 256,     /* matches; compiling costs as much as these */
	MATCH_LIMIT = 20000, /* far above what a 255-byte token needs */
	DEPTH_LIMIT = 2000,
	/* For what users think of. Frames are on the heap, so that depth needs
	 * no limit of its own. */
	USER_MATCH_LIMIT = 1000000,
	USER_HEAP_LIMIT = 32 * 1024, /* KiB */
};

struct pattern {
	pcre2_code *code;
	pcre2_match_data *data;
	pcre2_match_context *context;
	unsigned matches;  /* up to JIT_AFTER */
	struct slice text; /* of the last match */
};

static void
free_parts(void *memory)
{
	struct pattern *pattern = memory;

	pcre2_match_data_free(pattern->data);
	pcre2_match_context_free(pattern->context);
	pcre2_code_free(pattern->code);
}

/* NULL, with *error and *offset set, if it does not compile. */
static struct pattern *
compile(const char *text, uint32_t options, int *error, PCRE2_SIZE *offset)
{
	struct pattern *pattern = mem_alloc_with(sizeof(*pattern), free_parts);

	pattern->code = pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED,
	    options, error, offset, NULL);
	if (pattern->code == NULL && *error == PCRE2_ERROR_HEAP_FAILED)
		memory_none();
	if (pattern->code == NULL) {
		mem_free(pattern);
		return NULL;
	}
	pattern->data =
	    pcre2_match_data_create_from_pattern(pattern->code, NULL);
	pattern->context = pcre2_match_context_create(NULL);
	if (pattern->data == NULL || pattern->context == NULL)
		memory_none();
	pcre2_set_match_limit(pattern->context, MATCH_LIMIT);
	pcre2_set_depth_limit(pattern->context, DEPTH_LIMIT);
	return pattern;
}

struct pattern *
pattern_new(const char *text)
{
	PCRE2_SIZE offset;
	int error;
	struct pattern *pattern = compile(text,
	    PCRE2_EXTENDED | PCRE2_ANCHORED | PCRE2_ENDANCHORED |
		PCRE2_DOLLAR_ENDONLY,
	    &error, &offset);

	assert(pattern != NULL);
	return pattern;
}

struct pattern *
pattern_of_user(const char *text, char message[PATTERN_MESSAGE_MAX])
{
	PCRE2_UCHAR words[PATTERN_MESSAGE_MAX - 40];
	PCRE2_SIZE offset;
	int error;
	struct pattern *pattern =
	    compile(text, PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_CASELESS,
		&error, &offset);

	if (pattern != NULL) {
		pcre2_set_match_limit(pattern->context, USER_MATCH_LIMIT);
		pcre2_set_depth_limit(pattern->context, USER_MATCH_LIMIT);
		pcre2_set_heap_limit(pattern->context, USER_HEAP_LIMIT);
		return pattern;
	}
	pcre2_get_error_message(error, words, sizeof(words));
	snprintf(message, PATTERN_MESSAGE_MAX, "%s, at character %zu",
	    (const char *)words, offset + 1);
	return NULL;
}

void
pattern_free(struct pattern *pattern)
{
	mem_free(pattern);
}

static int
match(struct pattern *pattern, struct slice text, uint32_t options)
{
	return pcre2_match(pattern->code, (PCRE2_SPTR)text.ptr, text.len, 0,
	    options, pattern->data, pattern->context);
}

bool
pattern_match(struct pattern *pattern, struct slice text)
{
	int matched;

	/* Where JIT is refused all goes on as before. */
	if (pattern->matches < JIT_AFTER && ++pattern->matches == JIT_AFTER)
		pcre2_jit_compile(pattern->code, PCRE2_JIT_COMPLETE);
	pattern->text = text;
	matched = match(pattern, text, 0);
	if (matched == PCRE2_ERROR_JIT_STACKLIMIT)
		matched = match(pattern, text, PCRE2_NO_JIT);
	if (matched == PCRE2_ERROR_NOMEMORY)
		memory_none();
	return matched > 0;
}

enum pattern_found
pattern_search(struct pattern *pattern, struct slice text)
{
	/* Not by JIT: it has a stack of its own size, and counts otherwise, so
	 * that the limit would not be the same on every machine. */
	int status = match(pattern, text, PCRE2_NO_JIT);

	if (status >= 0)
		return PATTERN_FOUND;
	return status == PCRE2_ERROR_NOMATCH ? PATTERN_NOT_FOUND
					     : PATTERN_GAVE_UP;
}

int
pattern_group(const struct pattern *pattern, const char *name)
{
	int group =
	    pcre2_substring_number_from_name(pattern->code, (PCRE2_SPTR)name);

	return group > 0 ? group : -1;
}

struct slice
pattern_get(const struct pattern *pattern, int group)
{
	const PCRE2_SIZE *at = pcre2_get_ovector_pointer(pattern->data);

	if (group < 0 ||
	    (uint32_t)group >= pcre2_get_ovector_count(pattern->data) ||
	    at[2 * group] == PCRE2_UNSET)
		return (struct slice){ NULL, 0 };
	return slice_sub(
	    pattern->text, at[2 * group], at[2 * group + 1] - at[2 * group]);
}
