/* Ternion: moves as handles. */
#include <stdlib.h>

#include "formats/ternion/handles.h"

enum ternion_status
move_give(struct ternion_position *before, const struct move *move,
    const struct marks *marks, struct ternion_move **given)
{
	struct ternion_move *made = calloc(1, sizeof(*made));

	*given = made;
	if (made == NULL)
		return TERNION_NO_MEMORY;
	before->owners++;
	made->before = before;
	made->move = *move;
	made->marks = *marks;
	return TERNION_OK;
}

void
ternion_move_free(struct ternion_move *move)
{
	if (move == NULL)
		return;
	ternion_position_free(move->before);
	free(move);
}

static void
put_info_name(const struct rules *rules, cell c, char name[TERNION_NAME_MAX])
{
	_Static_assert((int)TERNION_NAME_MAX == (int)CELL_NAME_MAX,
	    "names of cells fit in structures of callers");
	if (c != CELL_NONE)
		coords_name(&rules->board, NAMING_ALGEBRAIC, 0, c, name);
}

/* The letter of a kind of piece; 0 for none. */
static char
info_letter_of(const struct rules *rules, unsigned kind)
{
	return kind != KIND_NONE ? rules->variant->letters[kind] : '\0';
}

enum ternion_status
ternion_move_describe(
    const struct ternion_move *move, struct ternion_move_info *info)
{
	struct ternion_move_info ours = { 0 };
	const struct position *before;
	const struct rules *rules;
	struct cellset taken;
	const struct move *m;

	if (move == NULL || info == NULL)
		return TERNION_MISUSE;
	m = &move->move;
	before = &move->before->position;
	rules = &move->before->game->rules;
	taken = rules_taken(rules, before, m);
	ours.type = move_type_name((enum move_type)m->type);
	ours.player = before->to_move;
	if (m->type == MOVE_DROP)
		ours.piece = info_letter_of(rules, m->promotion);
	else if (m->from != CELL_NONE)
		ours.piece =
		    info_letter_of(rules, piece_kind(before->at[m->from]));
	if (m->type != MOVE_DROP)
		ours.promotion = info_letter_of(rules, m->promotion);
	ours.captures = !cellset_empty(&taken);
	put_info_name(rules, m->from, ours.from);
	put_info_name(rules, m->to, ours.to);
	ours.attacked = move->marks.attacked;
	ours.mated = move->marks.mated;
	return FACTS_GIVE(ours, info) ? TERNION_OK : TERNION_MISUSE;
}

enum ternion_status
ternion_move_leap(
    const struct ternion_move *move, size_t index, char name[TERNION_NAME_MAX])
{
	if (move == NULL || name == NULL)
		return TERNION_MISUSE;
	name[0] = '\0';
	if (index >= move->move.leaps)
		return TERNION_END;
	put_info_name(&move->before->game->rules, move->move.path[index], name);
	return TERNION_OK;
}

static enum ternion_status
write_info_move(const struct ternion_move *move, const char *notation,
    const char *letters, char **text, size_t *length)
{
	const struct rules *rules = &move->before->game->rules;
	struct strbuf out = STRBUF_INIT;
	const struct notation *writer;
	const struct letter_set *set;
	struct alphabet alphabet;

	if (!writing_find(rules->variant, notation, letters, &writer, &set))
		return fail_writing(notation, letters);
	alphabet_init(&alphabet, set, rules->variant->letters);
	writer->write(writer, rules, &alphabet, &move->before->position,
	    &move->move, &move->marks, &out);
	return text_give(&out, text, length);
}

enum ternion_status
ternion_move_write(const struct ternion_move *move, const char *notation,
    const char *letters, char **text, size_t *length)
{
	struct heap heap = { .first = NULL };
	enum ternion_status status;

	if (text != NULL)
		*text = NULL;
	if (move == NULL || text == NULL)
		return TERNION_MISUSE;
	WITH_MEMORY(&heap, status,
	    write_info_move(move, notation, letters, text, length));
	heap_release(&heap);
	return status;
}

enum ternion_status
ternion_move_make(
    const struct ternion_move *move, struct ternion_position **position)
{
	enum ternion_status status;
	struct position after;
	struct past past;

	if (position != NULL)
		*position = NULL;
	if (move == NULL || position == NULL)
		return TERNION_MISUSE;
	after = move->before->position;
	rules_play(&move->before->game->rules, &after, &move->move, &past);
	status = position_give(move->before->game, &after, position);
	return status == TERNION_OK
	    ? position_give_keys(position, move->before->keys,
		  move->before->keys_len, move->before->position.key)
	    : status;
}
