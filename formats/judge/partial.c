/* Ternion: the part of a faulty record that replays. */
#include "formats/judge/partial.h"
#include "formats/judge/result.h"
#include "formats/record/tree.h"

/* A record while it is cut. */
struct cutting {
	struct record *record;
	const struct diags *diags;
	struct strbuf text; /* of the comment at hand */
	bool *kept;         /* of each diagnostic: a comment says it */
};

static bool
lies_in(struct span inner, struct span outer)
{
	return inner.start >= outer.start &&
	    inner.start < outer.start + outer.len;
}

/* The first error in the span, or the number of diagnostics. */
static unsigned
find_error(const struct cutting *cutting, struct span span)
{
	const struct diags *diags = cutting->diags;
	unsigned i = 0;

	while (i < diags->len &&
	    (diags->list[i].severity < SEV_ERROR ||
		!lies_in(diags->list[i].span, span)))
		i++;
	return i;
}

/*
 * The rest of a line, as it was written: moves are tokens, whatever they
 * say, and the rest has the form of PGN.
 */

/* A space between two words. */
static void
put_gap(struct strbuf *out)
{
	if (out->len > 0 && strchr("( \n", out->ptr[out->len - 1]) == NULL)
		strbuf_char(out, ' ');
}

static void
put_comments(const struct comments *comments, struct strbuf *out)
{
	for (const struct comment *c = comments->first; c; c = c->next) {
		bool closes = memchr(c->text.ptr, '}', c->text.len) != NULL;

		put_gap(out);
		strbuf_char(out, closes ? ';' : '{');
		strbuf_slice(out, c->text);
		strbuf_char(out, closes ? '\n' : '}');
	}
}

static void
put_line(
    const struct cutting *cutting, const struct ply *first, struct strbuf *out)
{
	static const struct notes none = { .nags = NULL };

	for (const struct ply *ply = first; ply != NULL; ply = ply->next) {
		const struct notes *notes =
		    ply->notes != NULL ? ply->notes : &none;

		/* A ply with somebody else's keys is kept as it stands. */
		if (notes->extra != NULL) {
			put_gap(out);
			strbuf_slice(out,
			    slice_sub(cutting->record->text,
				notes->extra->span.start,
				notes->extra->span.len));
			continue;
		}
		if (ply->number_span.len > 0) {
			put_gap(out);
			strbuf_number(out, ply->number);
			for (uint32_t i = 0; i < ply->dots && i < PLAYERS; i++)
				strbuf_char(out, '.');
		}
		put_comments(&notes->before, out);
		put_gap(out);
		strbuf_slice(out, ply->token);
		for (const struct nag *n = notes->nags; n != NULL; n = n->next)
			strbuf_printf(out, " $%u", n->number);
		put_comments(&notes->comment, out);
		for (const struct line *v = notes->variations; v; v = v->next) {
			put_gap(out);
			strbuf_char(out, '(');
			put_comments(&v->comment, out);
			put_line(cutting, v->first, out);
			strbuf_char(out, ')');
		}
		put_comments(&notes->after, out);
	}
}

/*
 * Comments
 */

/* "not replayed, because REASON:" begins the comment at hand. */
static void
begin_comment(struct cutting *cutting, const char *what, unsigned error)
{
	struct strbuf *out = &cutting->text;

	strbuf_reset(out);
	strbuf_printf(out, "not %s", what);
	/* Of many faults the last ones have no words. */
	if (error < cutting->diags->len) {
		strbuf_printf(
		    out, ", because %s", cutting->diags->list[error].message);
		cutting->kept[error] = true;
	}
	strbuf_puts(out, ": ");
}

/* The comment at hand; what came from bytes that are no text becomes one. */
static void
end_comment(struct cutting *cutting, struct comments *comments)
{
	struct arena *arena = cutting->diags->arena;
	struct strbuf valid = STRBUF_INIT;
	struct slice text;

	strbuf_valid(&valid, slice_trim(strbuf_as_slice(&cutting->text)));
	for (size_t i = 0; i < valid.len; i++)
		if (valid.ptr[i] == '\0')
			valid.ptr[i] = ' ';
	text = strbuf_as_slice(&valid);
	text.ptr = arena_copy(arena, text);
	comments_add(arena, comments, text, cutting->record->span);
	strbuf_release(&valid);
}

/* Where a comment stands that follows all that is written about a ply; NULL:
 * the line's beginning. */
static struct comments *
place_after(struct cutting *cutting, struct line *line, struct ply *ply)
{
	struct notes *notes;

	if (ply == NULL && line->first == NULL)
		return &line->comment;
	notes =
	    ply_notes(cutting->diags->arena, ply != NULL ? ply : line->first);
	if (ply == NULL)
		return &notes->before;
	return notes->variations != NULL ? &notes->after : &notes->comment;
}

/* A ply that is played, though something is wrong with its token. */
static void
keep_token(struct cutting *cutting, struct ply *ply)
{
	unsigned error = find_error(cutting, ply->span);

	if (error == cutting->diags->len)
		return;
	begin_comment(cutting, "kept", error);
	strbuf_slice(&cutting->text, ply->token);
	end_comment(cutting, &ply_notes(cutting->diags->arena, ply)->comment);
	for (; error < cutting->diags->len; error++)
		cutting->kept[error] |=
		    lies_in(cutting->diags->list[error].span, ply->span);
}

/*
 * Lines
 */

static bool cut_line(
    struct cutting *cutting, struct line *line, struct slice result);

/* A variation of which nothing is left becomes a comment. */
static void
cut_variations(struct cutting *cutting, struct notes *notes)
{
	struct line **place = &notes->variations;
	const struct slice none = { NULL, 0 };
	struct comments emptied = { NULL, NULL };

	notes->last_variation = NULL;
	while (*place != NULL) {
		struct line *line = *place;

		if (cut_line(cutting, line, none) && line->first == NULL) {
			comments_append(&emptied, &line->comment);
			*place = line->next;
			continue;
		}
		notes->last_variation = line;
		place = &line->next;
	}
	comments_append(&emptied, &notes->after);
	comments_append(
	    notes->variations != NULL ? &notes->after : &notes->comment,
	    &emptied);
}

/* Cuts a line; true if something of it was cut off. The result is kept with
 * the rest. */
static bool
cut_line(struct cutting *cutting, struct line *line, struct slice result)
{
	struct ply *last = NULL, *ply = line->first;
	unsigned plies = 0;

	for (; ply != NULL && ply->played; last = ply, ply = ply->next) {
		plies++;
		keep_token(cutting, ply);
		if (ply->notes != NULL)
			cut_variations(cutting, ply->notes);
	}
	if (ply == NULL)
		return false;
	begin_comment(cutting, "replayed", find_error(cutting, ply->span));
	put_line(cutting, ply, &cutting->text);
	if (result.len > 0) {
		put_gap(&cutting->text);
		strbuf_slice(&cutting->text, result);
	}
	line->last = last;
	line->plies = plies;
	if (last != NULL)
		last->next = NULL;
	else
		line->first = NULL;
	end_comment(cutting, place_after(cutting, line, last));
	return true;
}

/*
 * Text that the reader left out
 */

/* The end of what stands between a ( and its ). */
static size_t
end_of_parentheses(struct slice text, size_t at)
{
	unsigned depth = 0;

	for (; at < text.len; at++) {
		const char *end = text.ptr[at] == '{'
		    ? memchr(text.ptr + at, '}', text.len - at)
		    : NULL;

		if (text.ptr[at] == '(')
			depth++;
		else if (text.ptr[at] == ')' && --depth == 0)
			return at + 1;
		else if (end != NULL)
			at = (size_t)(end - text.ptr);
	}
	return text.len;
}

/* The lines from the place on, up to an empty one, or to one that begins with
 * a bracket if `tag`. */
static struct slice
lines_from(struct slice text, bool tag)
{
	struct slice rest = text;

	slice_take(&rest, '\n');
	while (rest.len > 0 && !(tag && rest.ptr[0] == '[')) {
		struct slice more = rest;

		if (slice_trim(slice_take(&more, '\n')).len == 0)
			break;
		rest = more;
	}
	return slice_sub(text, 0, text.len - rest.len);
}

/* The text that an error of the reader leaves out; len 0: it leaves out none,
 * or what it does is kept elsewhere. */
static struct slice
left_out(const struct record *record, const struct diag *diag)
{
	struct slice text =
	    slice_sub(record->text, 0, record->span.start + record->span.len);
	struct slice part = slice_from(text, diag->span.start);

	switch ((int)diag->id) {
	case DIAG_VARIATION_MISPLACED:
	case DIAG_VARIATION_TOO_DEEP:
		part.len = end_of_parentheses(part, 0);
		return part;
	case DIAG_TAG_UNTERMINATED:
	case DIAG_TAG_TOO_MANY:
		return lines_from(part, diag->id == DIAG_TAG_UNTERMINATED);
	case DIAG_TAG_MALFORMED:
	case DIAG_TAG_MISPLACED:
	case DIAG_NAG_MALFORMED:
	case DIAG_NAG_MISPLACED:
	case DIAG_RESULT_MISPLACED:
	case DIAG_RESULT_UNKNOWN:
	case DIAG_RESULT_CONTRADICTS:
	case DIAG_RESULT_TAG:
	case DIAG_RECORD_SHAPE:
		if (diag->span.len < part.len)
			part.len = diag->span.len;
		return part;
	default:
		return slice_sub(part, 0, 0);
	}
}

/* Each text that was left out becomes a comment after the last ply before it.
 */
static void
keep_left_out(struct cutting *cutting)
{
	const struct diags *diags = cutting->diags;
	struct line *line = &cutting->record->line;

	for (unsigned i = 0; i < diags->len; i++) {
		const struct diag *diag = &diags->list[i];
		struct slice text = { NULL, 0 };
		struct ply *last = NULL;

		if (diag->severity >= SEV_ERROR && !cutting->kept[i])
			text = left_out(cutting->record, diag);
		if (text.len == 0)
			continue;
		begin_comment(cutting, "kept", i);
		strbuf_slice(&cutting->text, text);
		for (struct ply *ply = line->first; ply; ply = ply->next)
			if (ply->span.start < diag->span.start)
				last = ply;
		end_comment(cutting, place_after(cutting, line, last));
	}
}

bool
record_cut(
    struct record *record, struct replayed *replayed, const struct diags *diags)
{
	struct cutting cutting = { record, diags, STRBUF_INIT, NULL };
	bool false_result = false, cut;

	if (!replayed->ready)
		return false;
	cutting.kept = arena_alloc(diags->arena, diags->len + 1);
	for (unsigned i = 0; i < diags->len; i++)
		false_result |= diags->list[i].id == DIAG_RESULT_UNKNOWN ||
		    diags->list[i].id == DIAG_RESULT_CONTRADICTS ||
		    diags->list[i].id == DIAG_RESULT_TAG;
	cut = cut_line(&cutting, &record->line, record->result);
	keep_left_out(&cutting);
	if (cut || false_result)
		replayed->result =
		    result_of_part(record, replayed, !false_result);
	strbuf_release(&cutting.text);
	return true;
}
