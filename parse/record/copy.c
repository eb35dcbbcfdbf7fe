/* Ternion: a copy of a record, which lives as long as another arena. */
#include "parse/record/record.h"
#include "parse/record/tree.h"

struct copying {
	struct slice text, window; /* the source's text, and a copy of it */
	struct arena *arena;
};

#define COPY(copying, pointer) \
	arena_bytes((copying)->arena, pointer, sizeof(*(pointer)))

static void
copy_slice(const struct copying *copying, struct slice *slice)
{
	const char *text = copying->text.ptr;

	if (slice->len == 0)
		*slice = (struct slice){ "", 0 };
	else if (slice->ptr >= text && slice->ptr < text + copying->text.len)
		slice->ptr = copying->window.ptr + (slice->ptr - text);
	else
		slice->ptr = arena_copy(copying->arena, *slice);
}

static void
copy_comment_list(const struct copying *copying, struct comments *comments)
{
	struct comment **link = &comments->first;

	for (comments->last = NULL; *link != NULL; link = &(*link)->next) {
		*link = COPY(copying, *link);
		copy_slice(copying, &(*link)->text);
		comments->last = *link;
	}
}

static struct tree_node *
copy_node(const struct copying *copying, const struct tree_node *node,
    struct tree_node *parent)
{
	struct tree_node *copy = COPY(copying, node), **link = &copy->first;

	copy->parent = parent;
	copy->last = NULL;
	copy_slice(copying, &copy->key);
	copy_slice(copying, &copy->text);
	for (; *link != NULL; link = &(*link)->next)
		copy->last = *link = copy_node(copying, *link, copy);
	return copy;
}

static void
copy_line(const struct copying *copying, struct line *line)
{
	struct ply **link = &line->first;
	struct notes *notes;

	line->last = NULL;
	copy_comment_list(copying, &line->comment);
	copy_comment_list(copying, &line->after);
	for (; *link != NULL; link = &(*link)->next) {
		*link = COPY(copying, *link);
		(*link)->prev = line->last;
		(*link)->line = line;
		(*link)->is_ended = false;
		line->last = *link;
		copy_slice(copying, &(*link)->token);
		copy_slice(copying, &(*link)->text);
		if ((*link)->notes == NULL)
			continue;
		(*link)->notes = notes = COPY(copying, (*link)->notes);
		copy_comment_list(copying, &notes->before);
		copy_comment_list(copying, &notes->comment);
		for (struct nag **nag = &notes->nags; *nag != NULL;
		     nag = &(*nag)->next)
			notes->last_nag = *nag = COPY(copying, *nag);
		if (notes->extra != NULL)
			notes->extra = copy_node(copying, notes->extra, NULL);
		for (struct line **v = &notes->variations; *v != NULL;
		     v = &(*v)->next) {
			notes->last_variation = *v = COPY(copying, *v);
			(*v)->parent = *link;
			copy_line(copying, *v);
		}
	}
}

void
record_copy(struct record *copy, const struct record *record,
    struct slice window, struct arena *arena)
{
	const struct copying copying = { record->text, window, arena };
	struct tag **tag = &copy->tags;

	*copy = *record;
	copy->text = window;
	copy->arena = arena;
	copy->habits = NULL; /* diagnostics of the original tell them */
	for (; *tag != NULL; tag = &(*tag)->next) {
		copy->last_tag = *tag = COPY(&copying, *tag);
		copy_slice(&copying, &(*tag)->name);
		copy_slice(&copying, &(*tag)->value);
	}
	copy_line(&copying, &copy->line);
	copy_slice(&copying, &copy->result);
	copy_comment_list(&copying, &copy->escapes);
	if (copy->extra != NULL)
		copy->extra = copy_node(&copying, copy->extra, NULL);
}
