/* Ternion: check and mate as notations mark them. */
#include "marks.h"

static unsigned
attacked_by(const struct position *position, unsigned mover)
{
	unsigned kings = 0;

	for (unsigned p = 0; p < PLAYERS; p++)
		if (p != mover && (position->checks[p] >> mover & 1))
			kings |= 1u << p;
	return kings;
}

const struct position *
marks_board(const struct rules *rules, const struct position *before,
    const struct move *move, const struct position *after,
    struct position *board)
{
	struct move plain = *move;

	if (rules->variant->play != NULL && move->type != MOVE_YIELD) {
		*board = *before;
		rules->variant->play(rules, board, move);
		return board;
	}
	plain.calls &= CALL_FORTIFY;
	plain.check = ALL_PLAYERS;
	if (plain.calls == move->calls && before->shielded == 0)
		return after;
	*board = *before;
	rules_apply(rules, board, &plain);
	/* A fortification that ends when the turn passes still holds. */
	for (unsigned p = 0; p < PLAYERS; p++)
		if (!(board->siege.declared[before->to_move] >> p & 1))
			board->checks[p] &= (uint8_t) ~(1u << before->to_move);
	return board;
}

struct marks
marks_find(const struct rules *rules, unsigned mover, const struct move *move,
    const struct position *board, const struct position *after,
    const struct outcome *outcome)
{
	struct marks marks = { .mover = mover };

	if ((board->checks[0] | board->checks[1] | board->checks[2]) == 0)
		return marks;
	marks.attacked = attacked_by(board, mover);
	if (rules->variant->declares) {
		marks.mate = move->mate & marks.attacked;
		marks.check = move->check & marks.attacked & ~marks.mate;
		marks.mated = marks.mate;
	} else if (rules->variant->mated != NULL) {
		marks.mated = rules->variant->mated(rules, board, mover);
	} else if (outcome->ending == ENDING_MATE) {
		marks.mated = 1u << board->to_move;
	} else if (after->out != board->out) {
		/* Who was mated left when his turn came. */
		marks.mated = after->out & ~(unsigned)board->out;
	}
	if (!rules->variant->declares && marks.mated != 0)
		marks.mate = marks.attacked | marks.mated;
	else if (!rules->variant->declares)
		marks.check = marks.attacked;
	return marks;
}

struct marks
marks_of_move(const struct rules *rules, const struct position *before,
    const struct move *move)
{
	struct position after = *before, board;
	struct outcome outcome;

	rules_apply(rules, &after, move);
	rules_outcome(rules, &after, &outcome);
	return marks_find(rules, before->to_move, move,
	    marks_board(rules, before, move, &after, &board), &after, &outcome);
}

bool
marks_later_mated(const struct rules *rules, const struct position *after)
{
	struct position later = *after;
	unsigned player = (after->to_move + 1u) % PLAYERS;

	if (after->checks[player] == 0)
		return false;
	position_turn(&later, player);
	return !rules_can_move(rules, &later);
}

/* The kings of which the marks speak. */
static unsigned
kings_of(const struct marks *marks)
{
	return marks->attacked | marks->mated;
}

const char *
marks_sign(const struct marks *marks)
{
	unsigned kings = kings_of(marks);

	if (kings == 0 || (marks->check | marks->mate) != kings)
		return "";
	if (marks->mate == kings)
		return "++";
	return marks->mate == 0 ? "+" : "";
}

static char *
put_kings(const struct variant *variant, char letter, unsigned kings, bool all,
    char *p)
{
	if (kings == 0)
		return p;
	*p++ = letter;
	for (unsigned i = 0; i < PLAYERS && !all; i++)
		if (kings >> i & 1)
			*p++ = (char)(variant->colours[i] & ~0x20);
	return p;
}

void
marks_declare(const struct variant *variant, const struct marks *marks,
    char text[DECLARATION_MAX])
{
	unsigned kings = kings_of(marks);
	char *p = text;

	p = put_kings(variant, 'C', marks->check, marks->check == kings, p);
	p = put_kings(variant, 'M', marks->mate, marks->mate == kings, p);
	*p = '\0';
}
