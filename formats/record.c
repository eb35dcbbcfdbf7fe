/* Ternion: the record as a document. */
#include "record.h"

const struct tag *
record_tag(const struct record *record, const char *name)
{
	const struct tag *tag = record->tags;
	struct slice wanted = slice_of(name);

	while (tag != NULL && !slice_equal(tag->name, wanted))
		tag = tag->next;
	return tag;
}

void
line_append(struct line *line, struct ply *ply)
{
	if (line->last != NULL)
		line->last->next = ply;
	else
		line->first = ply;
	line->last = ply;
	line->plies++;
}

struct notes *
ply_notes(struct arena *arena, struct ply *ply)
{
	if (ply->notes == NULL)
		ply->notes = arena_alloc(arena, sizeof(*ply->notes));
	return ply->notes;
}

void
comments_add(struct arena *arena, struct comments *comments, struct slice text,
    struct span span)
{
	struct comment *comment = arena_alloc(arena, sizeof(*comment));

	comment->text = text;
	comment->span = span;
	if (comments->last != NULL)
		comments->last->next = comment;
	else
		comments->first = comment;
	comments->last = comment;
}

void
comments_append(struct comments *comments, struct comments *more)
{
	if (more->first == NULL)
		return;
	if (comments->last != NULL)
		comments->last->next = more->first;
	else
		comments->first = more->first;
	comments->last = more->last;
	*more = (struct comments){ NULL, NULL };
}

void
ply_add_nag(struct arena *arena, struct ply *ply, unsigned number)
{
	struct notes *notes = ply_notes(arena, ply);
	struct nag *nag = arena_alloc(arena, sizeof(*nag));

	nag->number = number;
	if (notes->last_nag != NULL)
		notes->last_nag->next = nag;
	else
		notes->nags = nag;
	notes->last_nag = nag;
}
