/* Ternion: one move as text, played in a position. */
#include "turn.h"

/* Reads the token with a set of letters, if the game has them all. */
static bool
decode(struct turn *turn, struct decoder *decoder, const char *letters,
    struct slice token, struct move_spec *spec)
{
	const char *pieces = turn->rules->variant->letters;
	const struct letter_set *set = letter_set_find(slice_of(letters));

	if (token.len > TOKEN_MAX || !letter_set_serves(set, pieces))
		return false;
	alphabet_init(&turn->alphabet, set, pieces);
	return decoder_read(decoder, &turn->alphabet, token, spec);
}

bool
turn_play(struct turn *turn, struct replayer *replayer,
    const struct position *before, struct slice token, size_t at,
    struct diags *diags)
{
	const struct rules *rules = turn->rules;
	struct decoder *decoder = replayer_decoder(replayer, turn->notation);
	const struct reading reading = { rules, turn->notation, &turn->alphabet,
		decoder };
	unsigned said = diags->len;
	struct position judged;
	const struct position *board;
	struct move_spec spec;

	if (!decode(turn, decoder, "en", token, &spec) &&
	    !decode(turn, decoder, "de", token, &spec)) {
		resolve_syntax(&reading, before, token, at, diags);
		return false;
	}
	turn->before = *before;
	before = &turn->before;
	resolve_mover(rules, &spec, &turn->before);
	if (!resolve_move(
		&reading, before, token, at, &spec, diags, &turn->move))
		return false;
	turn->after = *before;
	position_remember(
	    &turn->after, arena_alloc(diags->arena, sizeof(struct past)));
	rules_apply(rules, &turn->after, &turn->move);
	rules_outcome(rules, &turn->after, &turn->outcome);
	board = marks_board(rules, before, &turn->move, &turn->after, &judged);
	turn->marks = marks_find(rules, before->to_move, &turn->move, board,
	    &turn->after, &turn->outcome);
	resolve_marks(&reading, board, &turn->marks, token, at, &spec, diags);
	return diags_worst(diags, said) < (int)SEV_ERROR;
}
