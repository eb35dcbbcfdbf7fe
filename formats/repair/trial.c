/* Ternion: a line of moves as it may have been meant, played in silence. */
#include "formats/repair/trial.h"
#include "formats/game/turn.h"

static bool
attacks(const struct position *position, unsigned mover)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (p != mover && (position->checks[p] >> mover & 1))
			return true;
	return false;
}

/* Whether a mark of check is there, and there is none, or the other way; where
 * check is declared it may be left out. */
static bool
marks_falsely(const struct syntax *syntax, bool check,
    const struct position *after, unsigned mover)
{
	bool attacked = attacks(after, mover);

	if (!syntax->notation->has_marks || rules_judges_apart(syntax->rules))
		return false;
	return dialect_of(syntax->rules->variant)->declares ? check && !attacked
							    : check != attacked;
}

/* Whether the token, which may be no move, marks or declares check. */
static bool
has_mark(const struct syntax *syntax, struct slice token)
{
	const char *sign = memchr(token.ptr, '(', token.len);
	size_t len = token.len;

	if (sign != NULL)
		return memchr(sign, 'C',
			   (size_t)(token.ptr + token.len - sign)) != NULL ||
		    memchr(sign, 'M', (size_t)(token.ptr + token.len - sign)) !=
		    NULL;
	if (!syntax->notation->has_letters)
		return false;
	while (len > 1 && strchr("!?=", token.ptr[len - 1]) != NULL)
		len--;
	return len > 1 && strchr("+#", token.ptr[len - 1]) != NULL;
}

static bool
is_numbered_falsely(const struct ply *ply, const struct position *position)
{
	return ply != NULL && ply->number_span.len > 0 &&
	    (ply->number != position->number ||
		ply->dots != position->to_move + 1u);
}

bool
trial_step(struct ground *ground, struct position *position,
    const struct item *item, struct past *past, struct strain *strain,
    struct move *move)
{
	const struct syntax *syntax = ground->syntax;
	struct diag nowhere = { .message = NULL };
	/* A full list only counts. */
	struct diags unsaid = { .list = &nowhere, .len = DIAGS_PER_RECORD };
	struct turn turn;
	unsigned mover;

	ground->played++;
	if (item->move != NULL)
		*move = *item->move;
	else if (item->token.len == 0 || item->token.len > TOKEN_MAX ||
	    !turn_find(&turn, syntax, position, item->token, 0, &unsaid))
		return false;
	else
		*move = turn.move;
	strain->numbers += is_numbered_falsely(item->ply, position);
	mover = position->to_move;
	if (syntax->rules->variant->remembers)
		position_remember(position, past);
	rules_make_move(syntax->rules, position, move);
	if (item->token.len > 0)
		strain->marks += marks_falsely(syntax,
		    item->move == NULL
			? turn.spec.move.check || turn.spec.move.mate
			: has_mark(syntax, item->token),
		    position, mover);
	return true;
}

unsigned
trial_run(struct ground *ground, const struct change *change,
    const struct position *before, struct strain *strain, uint64_t *key)
{
	struct past *past = ground->trial_pasts;
	struct position position = *before;
	struct move move;
	unsigned i;

	for (i = 0; i < change->heads; i++) {
		struct item head = change->head[i];

		if (change->has_move)
			head.move = &change->move;
		if (!trial_step(
			ground, &position, &head, past++, strain, &move))
			return change->at;
	}
	*key = position.key;
	for (i = change->next; i < ground->len; i++) {
		struct item item = ground->items[i];

		if (change->takes_number && i == change->next)
			item.ply = NULL;
		if (!trial_step(
			ground, &position, &item, past++, strain, &move))
			break;
	}
	return i;
}
