/* Ternion: the legal moves of a position with their texts. */
#include "cmd/run/move_list.h"

void
move_list_set_style(struct move_list *list, const struct job *job,
    const struct variant *variant)
{
	const struct letter_set *letters =
	    job->output.letters != NULL ? job->output.letters : &letter_sets[0];

	list->in.notation = notation_to_write(job->output.notation, variant);
	list->in.alphabet = &list->alphabet;
	alphabet_init(&list->alphabet, letters, variant->letters);
}

static bool
add_listed_move(void *context, const struct move *move)
{
	struct move_list *list = context;
	struct listed_move *listed = MEM_ADD(list, moves);

	listed->move = *move;
	listed->marks = marks_of_move(list->in.rules, list->position, move);
	strbuf_reset(&list->text);
	notation_write(
	    &list->in, list->position, move, &listed->marks, &list->text);
	listed->text = arena_copy(&list->texts, strbuf_as_slice(&list->text));
	return list->most == 0 || list->len < list->most;
}

void
move_list_fill(struct move_list *list, const struct rules *rules,
    const struct position *position, bool all)
{
	list->in.rules = rules;
	list->position = position;
	list->len = 0;
	arena_reset(&list->texts);
	if (all)
		rules_all_moves(rules, position, add_listed_move, list);
	else
		rules_moves(rules, position, NULL, add_listed_move, list);
}

static int
by_move_text(const void *a, const void *b)
{
	const struct listed_move *x = a, *y = b;

	return strcmp(x->text, y->text);
}

void
move_list_sort(struct move_list *list)
{
	MEM_SORT(list, moves, by_move_text);
}

void
move_list_release(struct move_list *list)
{
	strbuf_release(&list->text);
	arena_release(&list->texts);
	mem_free(list->moves);
}
