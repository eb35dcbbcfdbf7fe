/* Ternion: what stands on the players' score sheets. */
#include "parse/repair/collate.h"

static bool
calls_mate_on(const struct sheet *sheet, struct slice token)
{
	const struct language *reader = sheet->reader;
	struct parsed_turn parsed;

	return notation_read(
		   reader->notation, reader->alphabet, token, &parsed) &&
	    parsed.move.mate;
}

/* Whether the sheet, number `s` of all, has anything but the move for a ply. */
static bool
sheet_differs(const struct collated *ply, unsigned s)
{
	return ply->by[s].reading != READING_SAME || ply->by[s].extra > 0;
}

/* If the sheet differs, appends its name and its text: "b.pgn: Nc3". */
static void
sheet_put_reading(const struct sheet *sheet, const struct collated *ply,
    unsigned s, struct strbuf *out)
{
	unsigned item = ply->by[s].item;

	if (!sheet_differs(ply, s))
		return;
	strbuf_printf(out, "%s%s:", out->len > 0 ? "; " : "", sheet->name);
	if (ply->by[s].reading == READING_MISSING)
		strbuf_puts(out, " nothing");
	else if (ply->by[s].reading == READING_MOVED)
		strbuf_puts(out, " in another place");
	else
		for (unsigned i = item - ply->by[s].extra; i <= item; i++)
			strbuf_printf(
			    out, " %.*s", SLICE(sheet->items[i].token));
}

/*
 * From one sheet into the record
 */

/* A sheet and how the record is written. */
struct carrying {
	struct arena *arena;
	const struct sheet *sheet, *first;
};

static void
carry_comments(const struct carrying *carrying, const struct comments *from,
    struct comments *to)
{
	for (const struct comment *c = from->first; c != NULL; c = c->next) {
		const struct comment *old = to->first;

		while (old != NULL && !slice_equal(old->text, c->text))
			old = old->next;
		if (old == NULL)
			comments_add(carrying->arena, to,
			    arena_slice(carrying->arena, c->text),
			    (struct span){ 0, 0 });
	}
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

static void carry_line(const struct carrying *carrying, const struct line *line,
    const struct position *start, struct line *to);

/* The variation that has the same moves, or NULL. */
static struct line *
find_same(const struct notes *notes, const struct line *line)
{
	struct line *v = notes->variations;

	for (; v != NULL; v = v->next) {
		const struct ply *p = v->first, *q = line->first;

		while (
		    p != NULL && q != NULL && slice_equal(p->token, q->token))
			p = p->next, q = q->next;
		if (p == NULL && q == NULL)
			break;
	}
	return v;
}

/* Adds a variation, if no other has its moves, and the comments after it. */
static void
carry_variation(const struct carrying *carrying, const struct line *line,
    const struct position *start, struct ply *ply)
{
	struct line *copy = arena_alloc(carrying->arena, sizeof(*copy)), *same;
	struct notes *notes = ply->notes;

	carry_line(carrying, line, start, copy);
	same = find_same(notes, copy);
	if (same == NULL && copy->plies > 0)
		ply_add_variation(carrying->arena, ply, same = copy);
	carry_comments(carrying, &line->after,
	    same != NULL ? &same->after
			 : ply_comments_after(carrying->arena, ply));
}

static void
carry_notes(const struct carrying *carrying, const struct ply *from,
    const struct position *before, struct ply *ply)
{
	const struct language *reader = carrying->sheet->reader;
	struct parsed_turn parsed;
	struct notes *notes;

	if (notation_read(
		reader->notation, reader->alphabet, from->token, &parsed)) {
		carry_nag(carrying, parsed.move.nag[0], ply);
		carry_nag(carrying, parsed.move.nag[1], ply);
		if (parsed.move.draw)
			ply_offer_draw(carrying->arena, ply);
	}
	if (from->notes == NULL)
		return;
	notes = ply_notes(carrying->arena, ply);
	carry_comments(carrying, &from->notes->before, &notes->before);
	carry_comments(carrying, &from->notes->comment, &notes->comment);
	for (const struct nag *nag = from->notes->nags; nag; nag = nag->next)
		carry_nag(carrying, nag->number, ply);
	for (const struct line *v = from->notes->variations; v; v = v->next)
		carry_variation(carrying, v, before, ply);
}

static void
carry_line(const struct carrying *carrying, const struct line *line,
    const struct position *start, struct line *to)
{
	struct position position = *start;

	for (struct ply *p = line->first; p != NULL; p = p->next) {
		const struct item item = { .token = p->token };
		struct position before = position;
		struct ply *ply;
		struct move move;

		if (!trial_step(carrying->sheet->reader, &position, &item,
			&move, carrying->arena))
			return;
		ply = arena_alloc(carrying->arena, sizeof(*ply));
		ply->token = slice_of(trial_text(carrying->first->reader,
		    &before, &move, calls_mate_on(carrying->sheet, p->token),
		    carrying->arena));
		carry_notes(carrying, p, &before, ply);
		line_append(to, ply);
	}
}

/*
 * The result of a collation, as a line and as diagnostics
 */

/* Returns the text of the other move that explains the sheets equally well. */
static const char *
other_text(const struct sheet *writer, const struct collated *collated,
    struct arena *arena)
{
	struct position before = collated->before;

	rules_begin(writer->reader->rules, &before, collated->another.mover);
	return trial_text(
	    writer->reader, &before, &collated->another.move, false, arena);
}

/* Adds a ply, with the other readings and the comments of the sheets. */
static void
add_ply(const struct collation *collation, unsigned at,
    const struct sheet *writer, struct arena *arena, struct line *line)
{
	const struct collated *collated = &collation->plies[at];
	struct ply *ply = arena_alloc(arena, sizeof(*ply));
	SCRATCH words = STRBUF_INIT;
	bool calls_mate = false;

	for (unsigned s = 0; s < collation->count; s++) {
		const struct sheet *sheet = &collation->sheets[s];

		if (at < collation->ends[s] && !collation->is_bare)
			sheet_put_reading(sheet, collated, s, &words);
		calls_mate |= collated->by[s].reading != READING_MISSING &&
		    calls_mate_on(
			sheet, sheet->items[collated->by[s].item].token);
	}
	ply->token = slice_of(trial_text(writer->reader, &collated->before,
	    &collated->played.move, calls_mate, arena));
	if (words.len > 0)
		comments_add(arena, &ply_notes(arena, ply)->comment,
		    slice_of(arena_copy(arena, strbuf_as_slice(&words))),
		    (struct span){ 0, 0 });
	if (collated->open) {
		struct line *variation = arena_alloc(arena, sizeof(*variation));
		struct ply *other = arena_alloc(arena, sizeof(*other));

		other->token = slice_of(other_text(writer, collated, arena));
		line_append(variation, other);
		ply_add_variation(arena, ply, variation);
	}
	for (unsigned s = 0; s < collation->count; s++) {
		const struct sheet *sheet = &collation->sheets[s];
		const struct carrying carrying = { arena, sheet, writer };
		unsigned last = collated->by[s].item;

		if (collated->by[s].reading == READING_MISSING)
			continue;
		for (unsigned i = last - collated->by[s].extra; i <= last; i++)
			carry_notes(&carrying, sheet->items[i].ply,
			    &collated->before, ply);
	}
	line_append(line, ply);
}

void
collation_write(const struct collation *collation, const struct sheet *writer,
    struct arena *arena, struct line *line)
{
	for (unsigned i = 0; i < collation->len; i++)
		add_ply(collation, i, writer, arena, line);
}

/* Where a sheet has an item, or the last one before it. */
static struct span
span_of_item(const struct sheet *sheet, unsigned item)
{
	if (item >= sheet->len)
		item = sheet->len - 1;
	return sheet->len > 0 ? sheet->items[item].ply->span
			      : (struct span){ 0, 0 };
}

bool
collation_reading(const struct collation *collation, unsigned ply,
    unsigned sheet, struct span *span)
{
	const struct collated *collated = &collation->plies[ply];
	const struct sheet *from = &collation->sheets[sheet];
	unsigned item = collated->by[sheet].item;

	*span = span_of_item(from, item);
	if (ply >= collation->ends[sheet] ||
	    collated->by[sheet].reading == READING_MISSING) {
		/* After the ply before it; there may be none. */
		span->start += item < from->len ? span->len : 0;
		span->len = 0;
	} else if (collated->by[sheet].extra > 0) {
		struct span first =
		    span_of_item(from, item - collated->by[sheet].extra);

		span->len += span->start - first.start;
		span->start = first.start;
	}
	return ply < collation->ends[sheet] && sheet_differs(collated, sheet);
}

/* Says what a sheet has for a ply, which is not its move. A token in another
 * notation is said in that of the record as well. */
static void
tell_sheet(const struct sheet *sheet, unsigned s, const struct collated *ply,
    const char *move, const struct sheet *writer, struct diags *diags)
{
	unsigned item = ply->by[s].item, first = item - ply->by[s].extra;
	struct arena *arena = diags->arena;
	const char *words = "";

	if (ply->by[s].reading == READING_MISSING) {
		diag_add(diags, DIAG_SHEET_DIFFERS,
		    span_of_item(sheet, item + 1),
		    "%s is missing on this sheet", move);
		return;
	}
	if (ply->by[s].reading == READING_MOVED) {
		diag_add(diags, DIAG_SHEET_DIFFERS, span_of_item(sheet, item),
		    "%s stands in another place on this sheet", move);
		return;
	}
	for (unsigned i = first; i <= item; i++) {
		const struct item plain = { .token = sheet->items[i].token };
		struct position position = ply->before;
		struct move read;

		words = arena_printf(arena, "%s%s%.*s", words,
		    i > first ? " " : "", SLICE(plain.token));
		if (sheet->reader->notation == writer->reader->notation ||
		    !trial_step(sheet->reader, &position, &plain, &read, arena))
			continue;
		position = ply->before;
		trial_begin(writer->reader->rules, &position, &read);
		words = arena_printf(arena, "%s (%s)", words,
		    trial_text(writer->reader, &position, &read, false, arena));
	}
	diag_add(diags, DIAG_SHEET_DIFFERS, span_of_item(sheet, first),
	    "%s for %s", words, move);
}

/* How many sheets have one other text for the ply, if these are more than have
 * its move; else 0. *token is that text. */
static unsigned
votes_against(const struct collation *collation, const struct collated *ply,
    struct slice *token)
{
	struct slice other[SHEETS_MAX];
	unsigned with = 0, most = 0, len = 0;

	for (unsigned s = 0; s < collation->count; s++) {
		with += ply->by[s].reading <= READING_BLANKS;
		if (ply->by[s].reading == READING_OTHER)
			other[len++] =
			    collation->sheets[s].items[ply->by[s].item].token;
	}
	for (unsigned i = 0; i < len; i++) {
		unsigned same = 0;

		for (unsigned k = 0; k < len; k++)
			same += slice_equal(
			    marks_cut(other[i]), marks_cut(other[k]));
		if (same > most) {
			most = same;
			*token = other[i];
		}
	}
	return most > with && most > 1 ? most : 0;
}

/* Returns the only sheet that has the ply, in whatever form; the number of
 * sheets if several have it, or none. */
static unsigned
only_sheet(const struct collation *collation, const struct collated *ply)
{
	unsigned only = collation->count, has = 0;

	for (unsigned s = 0; s < collation->count; s++)
		if (ply->by[s].reading != READING_MISSING) {
			only = s;
			has++;
		}
	return has == 1 ? only : collation->count;
}

/* Whether a token before the ply, which is no copy of it, is left out. */
static bool
has_extra(const struct sheet *sheet, const struct collated *ply, unsigned s)
{
	const struct item *item = &sheet->items[ply->by[s].item];

	return ply->by[s].extra > 0 &&
	    !slice_equal(item->token, item[-1].token);
}

/* Whether most of the sheets that have the ply, and two at least, have it in
 * another place. */
static bool
is_elsewhere(const struct collation *collation, unsigned at)
{
	const struct collated *ply = &collation->plies[at];
	unsigned moved = 0, count = 0;

	for (unsigned s = 0; s < collation->count; s++) {
		moved += ply->by[s].reading == READING_MOVED;
		count += ply->by[s].reading != READING_MISSING;
	}
	return moved > 1 && 2 * moved > count;
}

/* Says of a ply how the sheets differ: each of its own, and the first of how
 * sure the move is. */
static void
tell_ply(const struct collation *collation, unsigned at,
    const struct sheet *writer, struct diags *said)
{
	const struct collated *ply = &collation->plies[at];
	struct arena *arena = said->arena;
	struct span span = span_of_item(&collation->sheets[0], ply->by[0].item);
	bool is_inferred = true;
	struct slice token = { "", 0 };
	unsigned votes, only = only_sheet(collation, ply);
	const char *move = arena_printf(arena, "%lu%.*s %s",
	    (unsigned long)ply->before.number, ply->before.to_move + 1, "...",
	    trial_text(
		writer->reader, &ply->before, &ply->played.move, false, arena));

	for (unsigned s = 0; s < collation->count; s++) {
		said[s].ply = at + 1;
		is_inferred &= ply->by[s].reading > READING_BLANKS;
		if (at < collation->ends[s] && sheet_differs(ply, s))
			tell_sheet(&collation->sheets[s], s, ply, move, writer,
			    &said[s]);
	}
	votes = votes_against(collation, ply, &token);
	if (ply->open)
		diag_add(said, DIAG_SHEETS_DISAGREE, span,
		    "%s and %s explain the score sheets equally well", move,
		    other_text(writer, ply, arena));
	else if (is_inferred)
		diag_add(said, DIAG_PLY_INFERRED, span,
		    "no score sheet has %s, which the rest of the game needs",
		    move);
	else if (votes > 0)
		diag_add(said, DIAG_SHEETS_DISAGREE, span,
		    "%u score sheets have %.*s for %s, which the rest of the "
		    "game needs",
		    votes, SLICE(token), move);
	else if (is_elsewhere(collation, at) &&
	    (at == 0 || !is_elsewhere(collation, at - 1)))
		diag_add(said, DIAG_SHEETS_DISAGREE, span,
		    "most score sheets have %s in another place", move);
	else if (collation->count > 1 && only < collation->count &&
	    (has_extra(&collation->sheets[only], ply, only) ||
		ply->by[only].reading == READING_MOVED))
		diag_add(&said[only], DIAG_SHEET_ALONE,
		    span_of_item(&collation->sheets[only], ply->by[only].item),
		    "no other sheet has %s, so nothing confirms that %s", move,
		    ply->by[only].extra > 0
			? "what stands before it is too much"
			: "it stands in the wrong place");
}

/* Says where one sheet alone has more than a round. */
static void
tell_alone(const struct collation *collation, struct diags *said)
{
	unsigned next;

	for (unsigned at = 0; at < collation->len; at = next) {
		const struct collated *ply = &collation->plies[at];
		unsigned s = only_sheet(collation, ply);

		next = at + 1;
		while (next < collation->len &&
		    only_sheet(collation, &collation->plies[next]) == s)
			next++;
		if (s == collation->count || next - at <= PLAYERS)
			continue;
		said[s].ply = at + 1;
		diag_add(&said[s], DIAG_SHEET_ALONE,
		    span_of_item(&collation->sheets[s], ply->by[s].item),
		    "no other sheet has the %u plies from here on, so nothing "
		    "confirms them",
		    next - at);
	}
}

void
collation_tell(const struct collation *collation, const struct sheet *writer,
    struct arena *arena, struct diags said[SHEETS_MAX])
{
	struct span last =
	    span_of_item(&collation->sheets[0], collation->sheets[0].len);

	for (unsigned s = 0; s < collation->count; s++)
		diags_init(&said[s], arena);
	for (unsigned i = 0; i < collation->len; i++)
		tell_ply(collation, i, writer, said);
	if (collation->count > 1)
		tell_alone(collation, said);
	for (unsigned s = 0; s < collation->count; s++) {
		const struct sheet *sheet = &collation->sheets[s];
		unsigned more = collation->len - collation->ends[s];

		said[s].ply = 0;
		if (collation->ways[s] != NULL)
			diag_add(&said[s], DIAG_SHEET_DIFFERS,
			    collation->ways_from[s],
			    "this sheet is read in another way: %s",
			    collation->ways[s]);
		said[s].ply = collation->ends[s];
		if (more > 0 && sheet->len > 0)
			diag_add(&said[s], DIAG_SHEET_ENDS,
			    span_of_item(sheet, sheet->len - 1),
			    "this sheet ends here, and %u pl%s of the game "
			    "follow%s",
			    more, more == 1 ? "y" : "ies",
			    more == 1 ? "s" : "");
	}
	said->ply = 0;
	if (!collation->complete)
		diag_add(said, DIAG_SHEETS_UNREAD, last,
		    "no legal game explains the score sheets after ply %u",
		    collation->len);
	if (collation->cut)
		diag_add(said, DIAG_SHEETS_CUT, last,
		    "the score sheets differ too much to try every reading; "
		    "this is the best game that was found");
}
