/* Ternion: cuts a faulty record down to the part that replays. */
#include "parse/judge/judge.h"

/* A record while it is cut. */
struct cutting {
	struct record *record;
	const struct diags *diags;
	bool *kept; /* for each diagnostic: a comment has it */
};

/* The first error in the span from the i-th diagnostic on, or their number. */
static unsigned
find_error(const struct diags *diags, unsigned i, struct span span)
{
	while (i < diags->len &&
	    (diags->list[i].severity < SEV_ERROR ||
		diags->list[i].span.start - span.start >= span.len))
		i++;
	return i;
}

/* Adds a comment, "not replayed, because REASON: TEXT RESULT", in valid UTF-8.
 */
static void
add_comment(struct cutting *cutting, struct comments *comments,
    const char *what, unsigned error, struct slice text, struct slice result)
{
	struct arena *arena = cutting->diags->arena;
	SCRATCH words = STRBUF_INIT, valid = STRBUF_INIT;

	strbuf_printf(&words, "not %s", what);
	/* Diagnostics that were not kept have no reason. */
	if (error < cutting->diags->len) {
		strbuf_printf(&words, ", because %s",
		    diag_words(&cutting->diags->list[error], arena));
		cutting->kept[error] = true;
	}
	strbuf_puts(&words, ": ");
	strbuf_slice(&words, text);
	strbuf_printf(&words, " %.*s", SLICE(result));
	strbuf_valid(&valid, slice_trim(strbuf_as_slice(&words)));
	comments_add(arena, comments,
	    arena_slice(arena, strbuf_as_slice(&valid)), cutting->record->span);
}

/* The last comments of a ply; NULL: those at the line's beginning. */
static struct comments *
place_after(struct arena *arena, struct line *line, struct ply *ply)
{
	if (ply != NULL)
		return ply_comments_after(arena, ply);
	return line->first != NULL ? &ply_notes(arena, line->first)->before
				   : &line->comment;
}

static bool cut_line(
    struct cutting *cutting, struct line *line, struct slice result);

/* Cuts the variations of a ply; one without plies left becomes a comment. */
static void
cut_variations(struct cutting *cutting, struct ply *ply)
{
	struct notes *notes = ply->notes;
	struct line *v = notes->variations, *next;

	notes->variations = notes->last_variation = NULL;
	for (; v != NULL; v = next) {
		next = v->next;
		v->next = NULL;
		if (cut_line(cutting, v, (struct slice){ NULL, 0 }) &&
		    v->first == NULL) {
			struct comments *to =
			    ply_comments_after(cutting->diags->arena, ply);

			comments_append(to, &v->comment);
			comments_append(to, &v->after);
		} else {
			ply_add_variation(cutting->diags->arena, ply, v);
		}
	}
}

/* Cuts a line; true if the rest, with the result, has become a comment. */
static bool
cut_line(struct cutting *cutting, struct line *line, struct slice result)
{
	const struct diags *diags = cutting->diags;
	struct ply *ply = line->first;

	for (; ply != NULL && ply->played; ply = ply->next) {
		unsigned error = find_error(diags, 0, ply->span);

		/* A ply that is played can have a faulty token. */
		if (error < diags->len)
			add_comment(cutting,
			    &ply_notes(diags->arena, ply)->comment, "kept",
			    error, ply->token, slice_of(""));
		for (; error < diags->len;
		     error = find_error(diags, error + 1, ply->span))
			cutting->kept[error] = true;
		if (ply->notes != NULL)
			cut_variations(cutting, ply);
	}
	if (ply == NULL)
		return false;
	uint32_t from =
	    cutting->record->is_movetext && ply->number_span.len == 0
	    ? ply->span.start
	    : ply->number_span.start;
	line_cut(ply);
	/* A comment before the number stays a comment. */
	if (ply->notes != NULL && ply->notes->before.first != NULL &&
	    ply->notes->before.first->span.start < from)
		comments_append(place_after(diags->arena, line, ply->prev),
		    &ply->notes->before);
	add_comment(cutting, place_after(diags->arena, line, ply->prev),
	    "replayed", find_error(diags, 0, ply->span),
	    slice_sub(cutting->record->text, from, line->end - from),
	    cutting->record->is_movetext ? slice_of("") : result);
	return true;
}

static size_t
end_of_parentheses(struct slice text)
{
	unsigned depth = 0;

	for (size_t at = 0; at < text.len; at++) {
		struct slice comment = slice_from(text, at);

		if (text.ptr[at] == '(')
			depth++;
		else if (text.ptr[at] == ')' && --depth == 0)
			return at + 1;
		else if (text.ptr[at] == '{')
			at += slice_take(&comment, '}').len;
	}
	return text.len;
}

/* The text left out because of a diagnostic; len 0: none, or it is kept. */
static struct slice
text_left_out(const struct record *record, const struct diag *diag)
{
	struct slice text =
	    slice_sub(record->text, 0, record->span.start + record->span.len);
	struct slice part = slice_from(text, diag->span.start), rest = part;
	bool is_open_tag = diag->id == DIAG_TAG_UNTERMINATED;
	unsigned kinds = diag_table[diag->id].kinds;
	struct slice line;

	/* A tag that is written otherwise is kept. */
	for (const struct tag *t = record->tags; t != NULL; t = t->next)
		if ((diag->id == DIAG_TAG_MALFORMED || is_open_tag) &&
		    t->span.start - diag->span.start < diag->span.len)
			return (struct slice){ NULL, 0 };

	if (kinds & DROPS_VARIATION) {
		part.len = end_of_parentheses(part);
	} else if (kinds & DROPS_LINES) {
		/* All lines up to an empty one, or to the next tag. */
		do {
			slice_take(&rest, '\n');
			line = rest;
			line = slice_trim(slice_take(&line, '\n'));
		} while (line.len > 0 && !(is_open_tag && rest.ptr[0] == '['));
		part.len -= rest.len;
	} else if (diag->span.len < part.len || !(kinds & DROPS_SPAN)) {
		part.len = kinds & DROPS_SPAN ? diag->span.len : 0;
	}
	return part;
}

bool
record_cut(
    struct record *record, struct replayed *replayed, const struct diags *diags)
{
	struct cutting cutting = { record, diags, NULL };
	bool false_result = false;

	if (!replayed->ready)
		return false;
	cutting.kept = arena_alloc(diags->arena, diags->len + 1);
	bool cut = cut_line(&cutting, &record->line, record->result);
	for (unsigned i = 0; i < diags->len; i++) {
		const struct diag *diag = &diags->list[i];
		struct slice text = { NULL, 0 };
		struct ply *last = NULL;

		false_result |=
		    (diag_table[diag->id].kinds & DENIES_RESULT) != 0;
		if (diag->severity >= SEV_ERROR && !cutting.kept[i])
			text = text_left_out(record, diag);
		if (text.len == 0)
			continue;
		/* It becomes a comment after the last ply before it. */
		for (struct ply *p = record->line.first; p; p = p->next)
			if (p->span.start < diag->span.start)
				last = p;
		add_comment(&cutting,
		    place_after(diags->arena, &record->line, last), "kept", i,
		    text, slice_of(""));
	}
	if (cut || false_result)
		replayed->result = result_of_part(replayed, !false_result);
	return true;
}
