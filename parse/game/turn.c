/* Ternion: a turn: from a token and a position to a judged move. */
#include "parse/game/turn.h"
#include "parse/notation/spelling.h"
#include "parse/text/utf8.h"

/* Reports a token that is not a move in the notation, with moves of the
 * position (or NULL) that it may have meant. */
static void
refuse_token(const struct language *reader, const struct position *position,
    struct slice token, size_t at, struct diags *diags)
{
	struct span span = { (uint32_t)at, (uint32_t)token.len };
	size_t valid = utf8_valid_len(token);

	if (token.len > TOKEN_MAX)
		diag_add(diags, DIAG_TOKEN_TOO_LONG, span,
		    "a token of %zu bytes is too long for a move; it begins "
		    "with '%.20s'",
		    token.len,
		    arena_copy(diags->arena, slice_sub(token, 0, 20)));
	else if (valid < token.len)
		diag_add(diags, DIAG_UTF8_MOVE, span_at(at + valid, 1),
		    "the token is not valid UTF-8 here" UTF8_LATIN_1);
	else
		resolve_syntax(reader, position, token, at, diags);
}

bool
turn_find_other(struct turn *turn, const struct language *reader,
    struct position *position, struct slice token)
{
	unsigned mover = position->to_move;
	struct diags unsaid = { .len = DIAGS_PER_RECORD };

	resolve_mover(reader->rules, &turn->parsed.move, position);
	if (position->to_move != mover)
		turn->is_plain = resolve_plain(reader, position, token,
		    &turn->parsed, &turn->move, &turn->rivals);
	if (!turn->is_plain &&
	    !resolve_move(reader, position, token, 0, &turn->parsed, &unsaid,
		&turn->move))
		return false;
	turn->remarks = diags_count(&unsaid);
	return true;
}

void
turn_explain(const struct turn *turn, const struct language *reader,
    const struct position *position, size_t at, struct diags *diags)
{
	struct move move;

	if (!turn->is_read)
		refuse_token(reader, position, turn->token, at, diags);
	else
		resolve_move(reader, position, turn->token, at, &turn->parsed,
		    diags, &move);
}

void
turn_mark_in_full(struct turn *turn, const struct language *reader,
    const struct position *position)
{
	const struct rules *rules = reader->rules;
	const struct position *board = turn_judged(turn, position);
	struct marks *marks = &turn->marks;
	struct diags unsaid = { .len = DIAGS_PER_RECORD };

	turn->outcome = no_outcome;
	/* The outcome costs time, so it is found only if mate is claimed or to
	 * be written. If the next move is legal the game has not ended. */
	turn->has_outcome = turn->asks.outcome ||
	    (!dialect_of(rules->variant)->declares &&
		(turn->parsed.move.mate ||
		    (turn->asks.marks && !turn->asks.is_followed &&
			position->checks[position->to_move] != 0) ||
		    rules_bare_kings(rules, position)));
	if (turn->has_outcome)
		turn->outcome = rules_outcome(rules, position);
	if (turn_is_silent(turn, board, ALL_PLAYERS))
		return;
	*marks = marks_find(
	    rules, turn->mover, &turn->move, board, position, &turn->outcome);
	turn->has_false_mark = !resolve_marks(
	    reader, board, marks, turn->token, 0, &turn->parsed.move, &unsaid);
	turn->mark_remarks = diags_count(&unsaid);
	marks->draw = turn->parsed.move.draw;
	if (turn->parsed.move.mate && marks->mate == 0 && !turn->has_false_mark)
		marks_call_mate(marks, rules, board, marks->attacked);
	for (unsigned p = 0; p < PLAYERS; p++)
		turn->true_claim |= turn->asks.outcome &&
		    dialect_of(rules->variant)->declares &&
		    (marks->mate >> p & 1) &&
		    rules_is_mated(rules, board, marks->mover, p);
}

void
turn_explain_marks(const struct turn *turn, const struct language *reader,
    const struct position *position, size_t at, struct diags *diags)
{
	if (turn->mark_remarks > 0)
		resolve_marks(reader, turn_judged(turn, position), &turn->marks,
		    turn->token, at, &turn->parsed.move, diags);
}

static void
report_spelling(const struct spelling *spelling, struct slice token, size_t at,
    struct diags *diags)
{
	struct span span = { (uint32_t)at, (uint32_t)token.len };
	char words[HABIT_WORDS];

	for (unsigned habit = 0; habit < HABITS; habit++)
		if (spelling->habits >> habit & 1)
			diag_add(diags, habit_diag((enum habit)habit), span,
			    "%s",
			    habit_words((enum habit)habit, token, 1, words));
}

bool
turn_judge(struct turn *turn, const struct language *reader,
    struct position *position, struct slice token, size_t at,
    struct diags *diags)
{
	bool found = turn_find(turn, reader, position, token);
	struct spelling spelling;

	if (!turn->is_read &&
	    spelling_read(
		reader->notation, reader->alphabet, token, &spelling)) {
		report_spelling(&spelling, token, at, diags);
		token = arena_slice(diags->arena, spelling_text(&spelling));
		found = turn_find(turn, reader, position, token);
	}
	if (!found || turn->remarks > 0)
		turn_explain(turn, reader, position, at, diags);
	if (!found)
		return false;
	turn->asks.before = true;
	turn_make(turn, reader, position,
	    reader->rules->variant->remembers ? diags->arena : NULL);
	turn_mark(turn, reader, position);
	turn_explain_marks(turn, reader, position, at, diags);
	return true;
}

bool
turn_judge_alone(struct turn *turn, const struct language *reader,
    struct alphabet *letters, struct position *position, struct slice token,
    size_t at, struct diags *diags)
{
	const struct variant *variant = reader->rules->variant;
	const struct letter_set *german = letter_set_find(slice_of("de"));
	unsigned said = diags->len;
	struct alphabet other;
	struct parsed_turn parsed;
	struct spelling spelling;
	struct slice plain = token;

	alphabet_init(letters, &letter_sets[0], variant->letters);
	if (!spelling_reads(
		reader->notation, letters, &plain, &spelling, &parsed) &&
	    letter_set_serves(german, variant->letters)) {
		alphabet_init(&other, german, variant->letters);
		plain = token;
		if (spelling_reads(
			reader->notation, &other, &plain, &spelling, &parsed))
			*letters = other;
	}
	if (turn->letters != NULL) {
		alphabet_init(&other, turn->letters, variant->letters);
		memcpy(letters->write, other.write, sizeof(letters->write));
	}
	return turn_judge(turn, reader, position, token, at, diags) &&
	    diags_worst(diags, said) < (int)SEV_ERROR;
}
