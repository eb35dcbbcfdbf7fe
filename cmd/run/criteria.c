/* Ternion: what `select` is asked for, as far as it can be judged at once. */
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#include "cmd/cmd.h"
#include "cmd/run/criteria.h"
#include "formats/position/tpf.h"

enum {
	MOST_OF_A_KIND = 1000
};

/* The number after a piece letter; 1 if there is none. */
static unsigned
read_count(struct slice part, size_t *at)
{
	unsigned number = 0;

	while (*at < part.len && part.ptr[*at] >= '0' && part.ptr[*at] <= '9' &&
	    number < MOST_OF_A_KIND)
		number = number * 10 + (unsigned)(part.ptr[(*at)++] - '0');
	return number > 0 ? number : 1;
}

bool
pieces_read(
    const struct variant *variant, struct slice *text, struct pieces *pieces)
{
	const char *comma = memchr(text->ptr, ',', text->len);
	size_t len = comma != NULL ? (size_t)(comma - text->ptr) : text->len;
	struct slice part = slice_sub(*text, 0, len);

	len += comma != NULL;
	*text = slice_sub(*text, len, text->len - len);
	memset(pieces, 0, sizeof(*pieces));
	if (part.len == 0)
		return false;
	pieces->player = variant_player(variant, part.ptr[0]);
	if (pieces->player == PLAYER_NONE)
		return false;
	for (size_t i = 1; i < part.len;) {
		enum kind kind = variant_kind(variant, part.ptr[i++]);

		if (kind == KIND_NONE)
			return false;
		pieces->count[kind] += read_count(part, &i);
	}
	return true;
}

bool
plies_read(const char *text, unsigned long *least, unsigned long *most)
{
	char *end;

	*least = 0;
	*most = ULONG_MAX;
	if (*text >= '0' && *text <= '9') {
		*least = *most = strtoul(text, &end, 10);
		text = end;
		if (*text == '\0')
			return true;
		*most = ULONG_MAX;
	} else if (text[0] == '-' && text[1] == '\0') {
		return false;
	}
	if (*text++ != '-')
		return false;
	if (*text >= '0' && *text <= '9') {
		*most = strtoul(text, &end, 10);
		text = end;
	}
	return *text == '\0' && *least <= *most;
}

static bool
is_result(
    const struct job *job, const struct variant *variant, const char *text)
{
	(void)job;
	return strcmp(text, "*") == 0 ||
	    variant_result(variant, text, strlen(text)) >= 0;
}

static bool
is_material(
    const struct job *job, const struct variant *variant, const char *text)
{
	struct slice rest = slice_of(text);
	struct pieces pieces;

	(void)job;
	do
		if (!pieces_read(variant, &rest, &pieces))
			return false;
	while (rest.len > 0);
	return true;
}

static bool
is_position(
    const struct job *job, const struct variant *variant, const char *text)
{
	struct arena arena = ARENA_INIT;
	struct rules *rules = mem_zeroed(sizeof(*rules));
	struct settings settings;
	struct position position;
	struct diags diags;
	bool ok;

	diags_init(&diags, &arena);
	job_settings(job, variant, &settings);
	tpf_options(variant, slice_of(text), &settings);
	rules_init_zeroed(rules, variant, &settings);
	ok = tpf_read(rules, slice_of(text), 0, &diags, &position);
	mem_free(rules);
	arena_release(&arena);
	return ok;
}

/* Whether some game has it. */
static bool
is_any(const struct job *job, const char *text,
    bool (*is)(const struct job *, const struct variant *, const char *))
{
	for (const struct variant *const *v = variants; *v != NULL; v++)
		if (is(job, *v, text))
			return true;
	return false;
}

int
criteria_check(const struct job *job)
{
	const struct criteria *criteria = &job->criteria;
	const char *text;

	for (unsigned i = 0; i < criteria->variants.len; i++) {
		text = criteria->variants.text[i];
		if (variant_find(text, strlen(text)) == NULL)
			return usage_choice(job, words_variants, text,
			    "there is no variant '%s'", text);
	}
	for (unsigned i = 0; i < criteria->results.len; i++) {
		text = criteria->results.text[i];
		if (!is_any(job, text, is_result))
			return usage_choice(job, words_results, "",
			    "no game has the result '%s'", text);
	}
	for (unsigned i = 0; i < criteria->materials.len; i++) {
		text = criteria->materials.text[i];
		if (!is_any(job, text, is_material))
			return usage_error(job,
			    "--material is a colour and pieces, as wKRP,rKQ, "
			    "not '%s'",
			    text);
	}
	if (job->input.position != NULL &&
	    !is_any(job, job->input.position, is_position))
		return usage_error(job,
		    "--position is a position of no game: %s",
		    job->input.position);
	return -1;
}
