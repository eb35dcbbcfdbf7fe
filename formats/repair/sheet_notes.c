/* Ternion: what the players wrote on their score sheets apart from moves. */
#include "formats/repair/sheet_notes.h"

static struct slice
copy_text(struct arena *arena, struct slice text)
{
	return (struct slice){ arena_copy(arena, text), text.len };
}

static void
copy_comments(
    struct arena *arena, const struct comments *from, struct comments *to)
{
	for (const struct comment *c = from->first; c != NULL; c = c->next)
		comments_add(arena, to, copy_text(arena, c->text),
		    (struct span){ 0, 0 });
}

static void
copy_notes(struct arena *arena, const struct notes *notes, struct ply *ply)
{
	struct notes *copy = ply_notes(arena, ply);

	copy_comments(arena, &notes->before, &copy->before);
	copy_comments(arena, &notes->comment, &copy->comment);
	copy_comments(arena, &notes->after, &copy->after);
	for (const struct nag *nag = notes->nags; nag; nag = nag->next)
		ply_add_nag(arena, ply, nag->number);
	for (const struct line *v = notes->variations; v; v = v->next) {
		struct line *line = arena_alloc(arena, sizeof(*line));

		line_copy(arena, v, line);
		notes_add_variation(copy, line);
	}
}

void
line_copy(struct arena *arena, const struct line *line, struct line *copy)
{
	*copy = (struct line){ .plies = 0 };
	copy_comments(arena, &line->comment, &copy->comment);
	for (const struct ply *p = line->first; p != NULL; p = p->next) {
		struct ply *ply = arena_alloc(arena, sizeof(*ply));

		ply->token = copy_text(arena, p->token);
		ply->span = p->span;
		if (p->notes != NULL)
			copy_notes(arena, p->notes, ply);
		line_append(copy, ply);
	}
}

bool
sheet_calls_mate(const struct sheet *sheet, struct slice token)
{
	const struct reader_context *reader = &sheet->reader;
	struct parsed_turn parsed;

	return decoder_read(
		   reader->decoder, reader->alphabet, token, &parsed) &&
	    parsed.move.mate;
}

const char *
sheet_text(struct arena *arena, const struct sheet *sheet,
    const struct position *before, const struct move *move, bool calls_mate)
{
	const struct reader_context *reader = &sheet->reader;
	struct marks marks = calls_mate
	    ? marks_of_call(reader->rules, before, move)
	    : marks_of_move(reader->rules, before, move);
	struct strbuf text = STRBUF_INIT;
	const char *made;

	marks.named = rules_may_begin(reader->rules, before, before->to_move);
	reader->notation->write(reader->notation, reader->rules,
	    reader->alphabet, before, move, &marks, &text);
	made = arena_copy(arena, strbuf_as_slice(&text));
	strbuf_release(&text);
	return made;
}

/*
 * From one sheet into the record
 */

/* A sheet and how the record is written. */
struct carrying {
	struct arena *arena;
	const struct sheet *sheet, *first;
};

static bool
has_comment(const struct comments *comments, struct slice text)
{
	for (const struct comment *c = comments->first; c != NULL; c = c->next)
		if (slice_equal(c->text, text))
			return true;
	return false;
}

static void
carry_comments(const struct carrying *carrying, const struct comments *from,
    struct comments *to)
{
	for (const struct comment *c = from->first; c != NULL; c = c->next)
		if (!has_comment(to, c->text))
			comments_add(carrying->arena, to, c->text, c->span);
}

static void
carry_nag(const struct carrying *carrying, unsigned number, struct ply *ply)
{
	const struct nag *nag = ply->notes != NULL ? ply->notes->nags : NULL;

	while (nag != NULL && nag->number != number)
		nag = nag->next;
	if (nag == NULL && number != 0)
		ply_add_nag(carrying->arena, ply, number);
}

/* Annotations and the offer of a draw that are parts of the token. */
static void
carry_signs(
    const struct carrying *carrying, struct slice token, struct ply *ply)
{
	const struct reader_context *reader = &carrying->sheet->reader;
	struct parsed_turn parsed;

	if (!decoder_read(reader->decoder, reader->alphabet, token, &parsed))
		return;
	carry_nag(carrying, parsed.move.nag[0], ply);
	carry_nag(carrying, parsed.move.nag[1], ply);
	if (parsed.move.draw)
		ply_offer_draw(carrying->arena, ply);
}

static void carry_line(const struct carrying *carrying, const struct line *line,
    const struct position *start, struct line *to);

static bool
are_same(const struct line *a, const struct line *b)
{
	const struct ply *p = a->first, *q = b->first;

	while (p != NULL && q != NULL && slice_equal(p->token, q->token))
		p = p->next, q = q->next;
	return p == NULL && q == NULL;
}

static void
carry_variation(const struct carrying *carrying, const struct line *line,
    const struct position *start, struct notes *notes)
{
	struct line *copy = arena_alloc(carrying->arena, sizeof(*copy));

	carry_line(carrying, line, start, copy);
	for (const struct line *v = notes->variations; v; v = v->next)
		if (are_same(v, copy))
			return;
	if (copy->plies > 0)
		notes_add_variation(notes, copy);
}

static void
carry_notes(const struct carrying *carrying, const struct ply *from,
    const struct position *before, struct ply *ply)
{
	struct notes *notes;

	carry_signs(carrying, from->token, ply);
	if (from->notes == NULL)
		return;
	notes = ply_notes(carrying->arena, ply);
	carry_comments(carrying, &from->notes->before, &notes->before);
	carry_comments(carrying, &from->notes->comment, &notes->comment);
	carry_comments(carrying, &from->notes->after, &notes->after);
	for (const struct nag *nag = from->notes->nags; nag; nag = nag->next)
		carry_nag(carrying, nag->number, ply);
	for (const struct line *v = from->notes->variations; v; v = v->next)
		carry_variation(carrying, v, before, notes);
}

static void
carry_line(const struct carrying *carrying, const struct line *line,
    const struct position *start, struct line *to)
{
	struct ground ground = { .reader = &carrying->sheet->reader };
	struct position position = *start;
	struct strain strain = { 0 };

	for (struct ply *p = line->first; p != NULL; p = p->next) {
		const struct item item = { .token = p->token };
		struct past *past = arena_alloc(carrying->arena, sizeof(*past));
		struct position before = position;
		struct ply *ply;
		struct move move;

		if (!trial_step(
			&ground, &position, &item, past, &strain, &move))
			return;
		ply = arena_alloc(carrying->arena, sizeof(*ply));
		ply->token = slice_of(
		    sheet_text(carrying->arena, carrying->first, &before, &move,
			sheet_calls_mate(carrying->sheet, p->token)));
		carry_notes(carrying, p, &before, ply);
		line_append(to, ply);
	}
}

void
sheet_notes_add(struct arena *arena, const struct sheet *sheet,
    const struct sheet *first, unsigned at, const struct position *before,
    struct ply *ply)
{
	const struct carrying carrying = { arena, sheet, first };

	carry_notes(&carrying, sheet->items[at].ply, before, ply);
}
