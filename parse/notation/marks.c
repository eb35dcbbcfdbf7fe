/* Ternion: check and mate as notations mark them. */
#include "parse/notation/dialect.h"
#include "parse/notation/marks.h"

const struct marks no_marks = { .attacked = 0 };

struct slice
marks_cut(struct slice token)
{
	while (
	    token.len > 1 && strchr("+#!?=", token.ptr[token.len - 1]) != NULL)
		token.len--;
	return token;
}

struct slice
marks_annotations(struct slice token)
{
	size_t at = token.len;

	while (at > 1 && strchr("!?", token.ptr[at - 1]) != NULL)
		at--;
	return slice_from(token, at);
}

static unsigned
kings_attacked(const struct position *position, unsigned mover)
{
	unsigned kings = 0;

	/* Without a branch on who they are. */
	for (unsigned p = 0; p < PLAYERS; p++)
		kings |= (position->checks[p] >> mover & 1u) << p;
	return kings & ~(1u << mover);
}

struct marks
marks_find(const struct rules *rules, unsigned mover, const struct move *move,
    const struct position *board, const struct position *after,
    const struct outcome *outcome)
{
	struct marks marks = { .mover = mover };

	if ((board->checks[0] | board->checks[1] | board->checks[2]) == 0)
		return marks;
	marks.attacked = kings_attacked(board, mover);
	if (after->over == 0)
		marks.lasting = marks.attacked & kings_attacked(after, mover);
	if (dialect_of(rules->variant)->declares) {
		marks.mate = move->mate & marks.attacked;
		marks.check = move->check & marks.attacked & ~marks.mate;
		marks.mated = marks.mate;
		return marks;
	}
	if (rules_mates_singly(rules)) {
		/* Nobody is mated whom the mover does not attack. */
		for (unsigned p = 0; p < PLAYERS; p++)
			if ((marks.attacked >> p & 1) &&
			    rules_is_mated(rules, board, mover, p))
				marks.mated |= 1u << p;
	} else if (outcome->ending == ENDING_MATE) {
		marks.mated = 1u << board->to_move;
	} else if (after->out != board->out) {
		/* A player who was mated left when his turn came. */
		marks.mated = after->out & ~(unsigned)board->out;
	}
	if (marks.mated != 0)
		marks.mate = marks.attacked | marks.mated;
	else
		marks.check = marks.attacked;
	return marks;
}

struct marks
marks_of_call(const struct rules *rules, const struct position *before,
    const struct move *move, bool calls_mate)
{
	struct position after = *before, board;

	if (!rules_make_judged(rules, &after, move, &board))
		board = after;
	struct outcome outcome = rules_outcome(rules, &after);
	struct marks marks =
	    marks_find(rules, before->to_move, move, &board, &after, &outcome);
	if (calls_mate && marks.mate == 0)
		marks_call_mate(&marks, rules, &board, marks.attacked);
	return marks;
}

struct marks
marks_of_move(const struct rules *rules, const struct position *before,
    const struct move *move)
{
	return marks_of_call(rules, before, move, false);
}

bool
marks_call_mate(struct marks *marks, const struct rules *rules,
    const struct position *board, unsigned kings)
{
	const struct dialect *dialect = dialect_of(rules->variant);
	unsigned next = (board->to_move + 1u) % PLAYERS, later = 0;
	bool may_call = false;

	if (dialect->declares || dialect->no_mate)
		return false;
	if (rules_mates_singly(rules)) {
		for (unsigned p = 0; p < PLAYERS && !may_call; p++)
			may_call = (kings >> p & 1) &&
			    rules_is_mate_call(rules, board, marks->mover, p);
	} else if (board->checks[next] != 0) {
		struct position turn = *board;

		position_turn(&turn, next);
		may_call = !rules_can_move(rules, &turn);
		later = may_call ? 1u << next : 0;
	}
	if (!may_call)
		return false;
	marks->mated |= later;
	marks->mate = marks->attacked | later;
	marks->check = 0;
	return true;
}

const char *
marks_sign(const struct marks *marks)
{
	unsigned kings = marks->attacked | marks->mated;

	if (kings == 0 || (marks->check | marks->mate) != kings)
		return "";
	if (marks->mate == kings)
		return "++";
	return marks->mate == 0 ? "+" : "";
}

void
marks_declare(const struct variant *variant, const struct marks *marks,
    char text[DECLARATION_MAX])
{
	unsigned all = marks->attacked | marks->mated;
	char *p = text;

	for (int mate = 0; mate <= 1; mate++) {
		unsigned kings = mate ? marks->mate : marks->check;

		if (kings != 0)
			*p++ = mate ? 'M' : 'C';
		for (unsigned i = 0; i < PLAYERS && kings != all; i++)
			if (kings >> i & 1)
				*p++ = (char)(variant->colours[i] & ~0x20);
	}
	*p = '\0';
}
