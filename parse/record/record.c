/* Ternion: the record as a document. */
#include "parse/record/record.h"
#include "parse/text/utf8.h"

struct tag *
record_add_tag(struct record *record, struct arena *arena, struct slice name,
    struct slice value, struct span span)
{
	struct tag *tag = arena_alloc(arena, sizeof(*tag));

	tag->name = name;
	tag->value = value;
	tag->span = span;
	LIST_APPEND(record->tags, record->last_tag, tag);
	return tag;
}

struct tag *
record_find_tag(const struct record *record, struct slice name)
{
	struct tag *tag = record->tags;

	while (tag != NULL && !slice_equal(tag->name, name))
		tag = tag->next;
	return tag;
}

const struct tag *
record_known_tag(const struct record *record, const char *name)
{
	static const char *const unknown[] = { "", "?", "-", NULL };
	const struct tag *tag = record_tag(record, name);

	return tag != NULL && !slice_is_among(slice_trim(tag->value), unknown)
	    ? tag
	    : NULL;
}

bool
is_tag_name(struct slice name)
{
	for (size_t i = 0; i < name.len; i++)
		if (!ascii_is_letter(name.ptr[i]) &&
		    !ascii_is_digit(name.ptr[i]) && name.ptr[i] != '_')
			return false;
	return name.len > 0;
}

bool
is_one_line(struct slice text)
{
	return memchr(text.ptr, '\n', text.len) == NULL &&
	    memchr(text.ptr, '\r', text.len) == NULL &&
	    memchr(text.ptr, '\0', text.len) == NULL;
}

/* Whether a character embeds or overrides a direction. Marks of direction are
 * left out where they are in a move. */
static bool
turns_text(uint32_t point)
{
	return point >= 0x202a && utf8_is_bidi(point);
}

void
record_check_bidi(const struct record *record, struct diags *diags)
{
	if (record->text.len == 0)
		return;
	struct slice rest =
	    slice_sub(record->text, record->span.start, record->span.len);
	/* All such characters begin with one byte. */
	if (memchr(rest.ptr, 0xe2, rest.len) == NULL)
		return;
	while (rest.len > 0) {
		struct slice line = slice_take(&rest, '\n');
		uint32_t point = 0;
		size_t len = 0;

		for (; line.len > 0 && !turns_text(point);
		     line = slice_from(line, len > 0 ? len : 1))
			len = utf8_next(line, &point);
		if (turns_text(point))
			diag_add(diags, DIAG_BIDI_CONTROL,
			    span_at((size_t)(line.ptr - len - record->text.ptr),
				len),
			    "U+%04lX changes the direction of the text, so it "
			    "does not appear as written",
			    (unsigned long)point);
	}
}

struct slice
text_without_nul(struct arena *arena, struct slice text)
{
	if (text.len == 0 || memchr(text.ptr, '\0', text.len) == NULL)
		return text;
	char *copy = arena_copy(arena, text);
	for (size_t i = 0; i < text.len; i++)
		if (copy[i] == '\0')
			copy[i] = ' ';
	return (struct slice){ copy, text.len };
}

struct ply *
ply_insert_after(struct arena *arena, struct ply *ply)
{
	struct ply *new = arena_alloc(arena, sizeof(*new));

	new->prev = ply;
	new->next = ply->next;
	new->line = ply->line;
	*(new->next != NULL ? &new->next->prev : &new->line->last) = new;
	ply->next = new;
	ply->line->plies++;
	return new;
}

void
line_cut(const struct ply *ply)
{
	struct line *line = ply->line;

	line->last = ply->prev;
	*(ply->prev != NULL ? &ply->prev->next : &line->first) = NULL;
	for (; ply != NULL; ply = ply->next)
		line->plies--;
}

/* Appends a ply and those after it, which are in no line now. */
static void
append_all(struct line *line, struct ply *ply)
{
	for (struct ply *next; ply != NULL; ply = next) {
		next = ply->next;
		ply->next = NULL;
		line_append(line, ply);
	}
}

void
ply_add_variation(struct arena *arena, struct ply *ply, struct line *line)
{
	struct notes *notes = ply_notes(arena, ply);

	line->parent = ply;
	LIST_APPEND(notes->variations, notes->last_variation, line);
}

/* Appends lines, which are those of no ply now, to the variations of a ply. */
static void
add_variations(struct arena *arena, struct ply *ply, struct line *lines)
{
	for (struct line *next; lines != NULL; lines = next) {
		next = lines->next;
		lines->next = NULL;
		ply_add_variation(arena, ply, lines);
	}
}

void
line_promote(struct arena *arena, struct line *variation)
{
	struct ply *old = variation->parent, *first = variation->first;
	struct notes *former = old->notes, *notes = ply_notes(arena, first);
	struct line *line = old->line, *own = notes->variations;

	line_cut(old);
	line_cut(first);
	append_all(line, first);
	append_all(variation, old);
	LIST_REMOVE(former->variations, former->last_variation, variation);
	variation->next = former->variations;
	former->variations = former->last_variation = NULL;
	notes->variations = notes->last_variation = NULL;
	add_variations(arena, first, variation);
	add_variations(arena, first, own);
}

struct ply *
ply_walk(const struct line *line, const struct ply *ply)
{
	const struct line *v = ply_variations(ply);

	for (;;) {
		while (v != NULL && v->first == NULL)
			v = v->next;
		if (v != NULL)
			return v->first;
		if (ply->next != NULL || ply->line == line ||
		    ply->line->parent == NULL)
			return ply->next;
		v = ply->line->next;
		ply = ply->line->parent;
	}
}

struct notes *
ply_notes(struct arena *arena, struct ply *ply)
{
	if (ply->notes == NULL)
		ply->notes = arena_alloc(arena, sizeof(*ply->notes));
	return ply->notes;
}

struct comments *
ply_comments_after(struct arena *arena, struct ply *ply)
{
	struct notes *notes = ply_notes(arena, ply);

	return notes->variations != NULL ? &notes->last_variation->after
					 : &notes->comment;
}

/* The text of a comment: lines end with LF, and NUL bytes are spaces. */
static struct slice
comment_text(struct arena *arena, struct slice text)
{
	struct slice lines = text_without_nul(arena, text);
	size_t len = 0;

	if (lines.len == 0 || memchr(lines.ptr, '\r', lines.len) == NULL)
		return lines;
	char *copy = arena_copy(arena, lines);
	for (size_t i = 0; i < lines.len; i++)
		if (copy[i] != '\r')
			copy[len++] = copy[i];
		else if (copy[i + 1] != '\n')
			copy[len++] = '\n';
	return (struct slice){ copy, len };
}

void
comments_add(struct arena *arena, struct comments *comments, struct slice text,
    struct span span)
{
	struct comment *comment = arena_alloc(arena, sizeof(*comment));

	comment->text = comment_text(arena, text);
	comment->span = span;
	LIST_APPEND(comments->first, comments->last, comment);
}

bool
command_take(struct slice *text, struct command_text *command)
{
	for (size_t i = 0; i + 1 < text->len; i++) {
		struct slice rest = slice_from(*text, i);

		if (!slice_begins(rest, "[%"))
			continue;
		struct slice value = slice_take(&rest, ']');
		if (value.len == text->len - i)
			break;
		command->before = slice_sub(*text, 0, i);
		command->whole = slice_sub(*text, i, value.len + 1);
		value = slice_from(value, 2);
		command->name = slice_word(&value);
		command->value = slice_from(value, value.len > 0);
		*text = rest;
		return true;
	}
	return false;
}

void
comments_append(struct comments *comments, struct comments *more)
{
	if (more->first == NULL)
		return;
	LIST_APPEND(comments->first, comments->last, more->first);
	comments->last = more->last;
	*more = (struct comments){ NULL, NULL };
}

void
ply_add_nag(struct arena *arena, struct ply *ply, unsigned number)
{
	struct notes *notes = ply_notes(arena, ply);
	struct nag *nag = arena_alloc(arena, sizeof(*nag));

	nag->number = number;
	LIST_APPEND(notes->nags, notes->last_nag, nag);
}

bool
ply_offer_draw(struct arena *arena, struct ply *ply)
{
	if (ply->token.ptr[ply->token.len - 1] == '=')
		return false;
	ply->token = slice_of(arena_printf(arena, "%.*s=", SLICE(ply->token)));
	ply->is_respelled = true;
	return true;
}
