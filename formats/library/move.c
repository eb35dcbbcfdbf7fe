/* Ternion: moves as handles: those of a position, and the facts about one. */
#include <stdlib.h>

#include "formats/library/handles.h"

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

static bool
list_move(void *context, const struct move *move)
{
	struct ternion_position *position = context;

	*MEM_ADD(position, moves) = *move;
	return true;
}

enum ternion_status
ternion_position_moves(
    struct ternion_position *position, enum ternion_moves which, size_t *count)
{
	const struct rules *rules;

	if (count != NULL)
		*count = 0;
	NEED(position != NULL && count != NULL &&
	    (which == TERNION_MOVES || which == TERNION_ALL_MOVES));
	HOLD(position->game);
	rules = &position->game->rules;
	position->len = 0;
	position->is_listed = false;
	ENTER(NULL);
	if (which == TERNION_ALL_MOVES)
		rules_all_moves(
		    rules, &position->position, list_move, position);
	else
		rules_moves(
		    rules, &position->position, NULL, list_move, position);
	position->is_listed = true;
	*count = position->len;
	return TERNION_OK;
}

enum ternion_status
ternion_position_move(
    struct ternion_position *position, size_t index, struct ternion_move **move)
{
	struct marks marks;
	size_t count;

	GIVES(move, position != NULL);
	HOLD(position->game);
	if (!position->is_listed)
		TRY(ternion_position_moves(position, TERNION_MOVES, &count));
	if (index >= position->len)
		return TERNION_END;
	marks = marks_of_move(&position->game->rules, &position->position,
	    &position->moves[index]);
	return move_give(position, &position->moves[index], &marks, move);
}

/* Judges the text in the position; the game keeps the diagnostics. */
static enum ternion_status
judge_move(const struct ternion_position *position, const char *text,
    const struct notation *notation, struct turn *turn)
{
	struct ternion_game *game = position->game;
	struct position after = position->position;
	struct alphabet letters;
	struct reader_context context = { .rules = &game->rules,
		.notation = notation,
		.alphabet = &letters };
	bool is_legal;

	HOLD(game);
	ENTER(&game->heap);
	text = game_begin_judging(game, text);
	is_legal = turn_judge_alone(
	    turn, &context, &letters, &after, slice_of(text), 0, &game->diags);
	diags_sort(&game->diags);
	return is_legal ? TERNION_OK : fail_faulty(&game->diags, text);
}

enum ternion_status
ternion_position_judge(struct ternion_position *position, const char *text,
    const char *notation, struct ternion_move **move)
{
	struct turn turn = { .asks.outcome = true };
	struct ternion_position *before = position;
	const struct notation *reader;
	struct ternion_game *game;
	enum ternion_status status;

	GIVES(move, position != NULL && text != NULL);
	game = position->game;
	reader = notation_named(game->defined, game->rules.variant, notation);
	if (reader == NULL)
		return fail_unknown(
		    "notation-unknown", "notation to read", notation);
	status = judge_move(position, text, reader, &turn);
	if (status == TERNION_NO_MEMORY)
		game_forget(game);
	TRY(status);
	/* The mover whom the text names may be another than the position's,
	 * where the order of play leaves that open. */
	if (turn.before.to_move != position->position.to_move)
		TRY(position_give(game, &turn.before, NULL, 0, &before));
	status = move_give(before, &turn.move, &turn.marks, move);
	if (before != position)
		ternion_position_free(before);
	return status;
}

struct ternion_position *
ternion_move_position(const struct ternion_move *move)
{
	return move != NULL ? move->before : NULL;
}

static void
put_cell_name(const struct rules *rules, cell c, char name[TERNION_NAME_MAX])
{
	_Static_assert((int)TERNION_NAME_MAX == (int)CELL_NAME_MAX,
	    "names of cells fit in structures of callers");
	if (c != CELL_NONE)
		coords_name(&rules->board, dialect_of(rules->variant)->cells, 0,
		    c, name);
}

static char
letter_of_kind(const struct rules *rules, unsigned kind)
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

	NEED(move != NULL && info != NULL);
	m = &move->move;
	before = &move->before->position;
	rules = &move->before->game->rules;
	taken = rules_taken(rules, before, m);
	ours.type = move_type_name((enum move_type)m->type);
	ours.player = before->to_move;
	if (m->type == MOVE_DROP)
		ours.piece = letter_of_kind(rules, m->promotion);
	else if (m->from != CELL_NONE)
		ours.piece =
		    letter_of_kind(rules, piece_kind(before->at[m->from]));
	if (m->type != MOVE_DROP)
		ours.promotion = letter_of_kind(rules, m->promotion);
	ours.captures = !cellset_empty(&taken);
	put_cell_name(rules, m->from, ours.from);
	put_cell_name(rules, m->to, ours.to);
	ours.attacked = move->marks.attacked;
	ours.mated = move->marks.mated;
	return FACTS_GIVE(ours, info);
}

enum ternion_status
ternion_move_leap(
    const struct ternion_move *move, size_t index, char name[TERNION_NAME_MAX])
{
	NEED(move != NULL && name != NULL);
	name[0] = '\0';
	if (index >= move->move.leaps)
		return TERNION_END;
	put_cell_name(&move->before->game->rules, move->move.path[index], name);
	return TERNION_OK;
}

enum ternion_status
ternion_move_write(const struct ternion_move *move, const char *notation,
    const char *letters, char **text, size_t *length)
{
	CALL_HEAP = { .first = NULL };
	struct strbuf out = STRBUF_INIT;
	const struct notation *writer;
	const struct letter_set *set;
	const struct rules *rules;
	struct alphabet alphabet;

	GIVES(text, move != NULL);
	rules = &move->before->game->rules;
	TRY(writing_find(move->before->game->defined, rules->variant, notation,
	    letters, &writer, &set));
	ENTER(&call_heap);
	alphabet_init(&alphabet, set, rules->variant->letters);
	notation_write(writer, rules, &alphabet, &move->before->position,
	    &move->move, &move->marks, &out);
	return text_give(&out, text, length);
}

enum ternion_status
ternion_move_make(
    const struct ternion_move *move, struct ternion_position **position)
{
	const struct ternion_position *before;
	struct position after;
	struct past past;

	GIVES(position, move != NULL);
	before = move->before;
	after = before->position;
	rules_play(&before->game->rules, &after, &move->move, &past);
	return position_give(
	    before->game, &after, before->keys, before->keys_len, position);
}
