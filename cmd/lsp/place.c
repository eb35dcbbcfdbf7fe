/* Ternion: what stands at a place of a record. */
#include "cmd/lsp/place.h"

enum {
	WORD_HALF = 64 /* bytes of a word before and behind a place */
};

static bool
is_word(char c)
{
	return ascii_is_letter(c) || ascii_is_digit(c) || c == '-' || c == '$';
}

struct slice
word_at(const struct opened *document, size_t offset, size_t *begins,
    struct arena *arena)
{
	size_t from = offset > WORD_HALF ? offset - WORD_HALF : 0;
	char *bytes = arena_alloc(arena, (size_t)2 * WORD_HALF);
	size_t len =
	    text_copy(&document->text, from, bytes, offset - from + WORD_HALF);
	size_t start = offset - from, end = start;

	while (start > 0 && is_word(bytes[start - 1]))
		start--;
	while (end < len && is_word(bytes[end]))
		end++;
	*begins = from + start;
	return (struct slice){ bytes + start, end - start };
}

static bool
holds(struct span span, uint32_t at)
{
	return span.len > 0 && span.start <= at && at <= span.start + span.len;
}

static bool find_in_line(struct line *line, const struct ply *parent,
    uint32_t at, struct found_place *place);

static bool
find_in_variations(struct ply *ply, uint32_t at, struct found_place *place)
{
	if (ply->notes == NULL)
		return false;
	for (struct line *v = ply->notes->variations; v != NULL; v = v->next)
		if (find_in_line(v, ply, at, place))
			return true;
	return false;
}

static bool
find_in_line(struct line *line, const struct ply *parent, uint32_t at,
    struct found_place *place)
{
	const struct ply *before = NULL;

	for (struct ply *ply = line->first; ply != NULL; ply = ply->next) {
		if (ply->span.start <= at &&
		    at <= ply->span.start + ply->span.len) {
			*place = (struct found_place){ .kind = PLACE_PLY,
				.span = ply->span,
				.ply = ply,
				.line = line,
				.parent = parent,
				.before = before };
			return true;
		}
		if (find_in_variations(ply, at, place))
			return true;
		before = ply;
	}
	return false;
}

bool
place_find_ply(struct look *look, size_t offset, struct found_place *place)
{
	*place = (struct found_place){ .kind = PLACE_NONE };
	return offset >= look->window &&
	    find_in_line(&look->record.line, NULL,
		(uint32_t)(offset - look->window), place);
}

/* True if the ply is in the line, or in one that branches off it. */
static bool
cut_behind(struct line *line, const struct ply *target)
{
	unsigned plies = 0;

	for (struct ply *ply = line->first; ply != NULL; ply = ply->next) {
		bool found = ply == target;
		struct line *v =
		    ply->notes != NULL ? ply->notes->variations : NULL;

		plies++;
		for (; v != NULL && !found; v = v->next)
			found = cut_behind(v, target);
		if (!found)
			continue;
		ply->next = NULL;
		line->last = ply;
		line->plies = plies;
		return true;
	}
	return false;
}

void
place_cut_behind(struct look *look, const struct ply *ply)
{
	cut_behind(&look->record.line, ply);
}

const struct position *
place_position(struct look *look, const struct found_place *place)
{
	const struct ply *target =
	    place->before != NULL ? place->before : place->parent;

	if (target != NULL)
		place_cut_behind(look, target);
	if (place->before == NULL) {
		place->line->first = place->line->last = NULL;
		place->line->plies = 0;
	}
	look_replay(look, target);
	if (!look->replayed.ready)
		return NULL;
	if (target == NULL)
		return &look->replayed.start;
	if (!look->is_played)
		return NULL;
	return place->before != NULL ? &look->after : &look->before;
}

static bool
find_tag(const struct record *record, uint32_t at, struct found_place *place)
{
	for (const struct tag *tag = record->tags; tag; tag = tag->next) {
		bool in_name = holds(tag->name_span, at);

		if (!in_name &&
		    !(tag->name_span.len > 0 && tag->span.start <= at &&
			at <= tag->span.start + tag->span.len))
			continue;
		place->kind = in_name ? PLACE_TAG_NAME : PLACE_TAG_VALUE;
		place->span = in_name ? tag->name_span : tag->span;
		place->tag = tag;
		return true;
	}
	return false;
}

static bool
find_code(const struct comments *comments, uint32_t at)
{
	for (const struct comment *c = comments->first; c; c = c->next)
		if (holds(c->span, at) &&
		    c->text.len >= strlen("ternion-disable") &&
		    memcmp(c->text.ptr, "ternion-disable",
			strlen("ternion-disable")) == 0)
			return true;
	return false;
}

/* Whether the place is in a comment that suppresses. */
static bool
is_in_comment(const struct line *line, uint32_t at)
{
	if (find_code(&line->comment, at))
		return true;
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		const struct notes *notes = ply->notes;

		if (notes == NULL)
			continue;
		if (find_code(&notes->before, at) ||
		    find_code(&notes->comment, at) ||
		    find_code(&notes->after, at))
			return true;
		for (const struct line *v = notes->variations; v; v = v->next)
			if (is_in_comment(v, at))
				return true;
	}
	return false;
}

/* A word of the text that the record does not keep. */
static void
find_word(const struct look *look, size_t offset, struct found_place *place)
{
	const struct record *record = &look->record;
	struct arena *arena = look->result.diags.arena;
	size_t begins;
	struct slice word = word_at(look->document, offset, &begins, arena);

	if (word.len == 0 || begins < look->window)
		return;
	place->span = (struct span){ (uint32_t)(begins - look->window),
		(uint32_t)word.len };
	place->word = word;
	if (is_in_comment(&record->line, (uint32_t)(offset - look->window)) &&
	    diag_find(word) < DIAGS) {
		place->kind = PLACE_CODE;
	} else if (record->is_movetext && word.ptr[0] == '$') {
		place->kind = PLACE_NAG;
		place->word = slice_from(word, 1);
	}
}

void
place_find(struct look *look, size_t offset, struct found_place *place)
{
	const struct record *record = &look->record;
	uint32_t at;

	*place = (struct found_place){ .kind = PLACE_NONE };
	if (offset < look->window)
		return;
	at = (uint32_t)(offset - look->window);
	if (find_tag(record, at, place) || place_find_ply(look, offset, place))
		return;
	if (holds(record->result_span, at)) {
		place->kind = PLACE_RESULT;
		place->span = record->result_span;
		return;
	}
	find_word(look, offset, place);
}
