/* Ternion: tokens played in silence. */
#include "parse/repair/trial.h"
#include "parse/game/turn.h"
#include "parse/notation/spelling.h"

bool
trial_has_mark(const struct language *reader, struct slice token)
{
	const char *sign = memchr(token.ptr, '(', token.len);

	if (sign != NULL) {
		size_t rest = (size_t)(token.ptr + token.len - sign);

		return memchr(sign, 'C', rest) != NULL ||
		    memchr(sign, 'M', rest) != NULL;
	}
	/* It may have got into the middle; before a letter it is of a piece. */
	for (size_t i = 1; reader->notation->has_letters && i < token.len; i++)
		if (strchr("+#", token.ptr[i]) != NULL &&
		    (i + 1 == token.len || token.ptr[i + 1] < 'A' ||
			token.ptr[i + 1] > 'Z'))
			return true;
	return false;
}

/* Where there is no number there are no dots either. */
bool
trial_number_fits(const struct ply *ply, const struct position *position)
{
	return ply->number == position->number &&
	    ply->dots == position->to_move + 1u;
}

void
trial_begin(const struct rules *rules, struct position *position,
    const struct move *move)
{
	if (move->from != CELL_NONE)
		rules_begin(
		    rules, position, piece_owner(position->at[move->from]));
}

/* Finds the move of a token; if the sign between its cells was missing, that
 * of a capture may be meant. */
static bool
find_turn(struct turn *turn, const struct language *reader,
    struct position *position, const struct item *item)
{
	struct spelling spelling;

	if (turn_find(turn, reader, position, item->token))
		return true;
	return item->ply != NULL && item->ply->is_respelled &&
	    spelling_as_capture(item->token, &spelling) &&
	    turn_find(turn, reader, position, spelling_text(&spelling));
}

bool
trial_find(const struct language *reader, struct position *position,
    const struct item *item, struct trial *trial)
{
	struct turn turn;

	if (item->reader != NULL)
		reader = item->reader;
	if (item->move != NULL) {
		trial->played.move = *item->move;
		trial->check =
		    item->token.len > 0 && trial_has_mark(reader, item->token);
		trial->style = 0;
		trial_begin(reader->rules, position, item->move);
		if (!rules_is_legal(reader->rules, position, item->move))
			return false;
	} else if (item->token.len == 0 || item->token.len > TOKEN_MAX ||
	    !find_turn(&turn, reader, position, item)) {
		return false;
	} else {
		trial->played.move = turn.move;
		trial->check = turn.parsed.move.check || turn.parsed.move.mate;
		trial->style = turn.remarks;
	}
	trial->played.mover = position->to_move;
	return true;
}

bool
trial_step(const struct language *reader, struct position *position,
    const struct item *item, struct move *move, struct arena *arena)
{
	struct past *past = NULL;
	struct trial trial;

	if (!trial_find(reader, position, item, &trial))
		return false;
	*move = trial.played.move;
	if (reader->rules->variant->remembers)
		past = arena_take(arena, sizeof(*past));
	rules_play(reader->rules, position, move, past);
	return true;
}

unsigned
trial_reach(const struct language *reader, const struct position *start,
    const struct item *items, unsigned len)
{
	SCRATCH_ARENA arena = ARENA_INIT;
	struct position position = *start;
	struct move move;
	unsigned i = 0;

	while (
	    i < len && trial_step(reader, &position, &items[i], &move, &arena))
		i++;
	return i;
}

bool
trial_number_hangs(const struct ply *ply)
{
	uint32_t back = ply->span.start - ply->number_span.start;

	return ply->number_span.len > 0 &&
	    memchr(ply->token.ptr - back, '\n', back) != NULL;
}

const char *
trial_text(const struct language *reader, const struct position *before,
    const struct move *move, bool calls_mate, struct arena *arena)
{
	struct marks marks =
	    marks_of_call(reader->rules, before, move, calls_mate);
	SCRATCH text = STRBUF_INIT;

	marks.named = rules_may_begin(reader->rules, before, before->to_move);
	notation_write(reader, before, move, &marks, &text);
	return arena_copy(arena, strbuf_as_slice(&text));
}
