/* Ternion: finds the one legal move that a text describes. */
#include "parse/resolve/plain.h"
#include "parse/resolve/resolution.h"

/* Moves fit but for the sign of capture. In algebraic notation a missing x is
 * only a warning; a sign that is not true is an error. */
static bool
settle_capture(struct resolution *resolution)
{
	const struct parsed_move *parsed = resolution->parsed;
	const struct move *move = &resolution->candidate[0];

	if (parsed->type == MOVE_QUIET && !parsed->separated) {
		if (resolution->found > 1) {
			refuse_ambiguous(resolution);
			return false;
		}
		resolution_add(resolution, DIAG_CAPTURE_UNMARKED,
		    "the move captures, but the x is missing");
		return true;
	}
	if (parsed->type == MOVE_ENPASSANT && move->victim == CELL_NONE) {
		refuse_illegal(resolution);
		return false;
	}
	resolution_add(resolution, DIAG_CAPTURE_FALSE,
	    "the move is written as %s",
	    parsed->type == MOVE_ENPASSANT
		? "en passant, but captures on the cell that it enters"
		: move->victim != CELL_NONE
		? "a quiet move, but it captures"
		: "a capture, but it captures nothing");
	return false;
}

/* A call apart from the move before is a turn of its own; in siege notation its
 * player's letter says so beyond doubt. */
static void
note_call(struct resolution *resolution, char call)
{
	const struct language *reader = resolution->reader;
	const struct variant *variant = reader->rules->variant;
	unsigned player = resolution->position->to_move;

	if (reader->notation->naming == NAMING_SEAT && variant->calls != 0 &&
	    resolution->parsed->player == 0)
		resolution_add(resolution, DIAG_CALL_APART,
		    "(%c) stands alone, so it counts as %s's turn: write "
		    "%c(%c), or remove the blank if it belongs to the move "
		    "before",
		    call, variant->players[player],
		    ascii_upper(variant->colours[player]), call);
}

/* Whether more of the starting cell is written than needed. */
static bool
is_overstated(const struct resolution *resolution, const struct move *move)
{
	const struct language *reader = resolution->reader;
	const struct parsed_move *parsed = resolution->parsed;
	const struct notation *notation = reader->notation;

	if (!notation->is_short || parsed->from.len == 0 ||
	    !resolution_is_piece_move(parsed->type))
		return false;
	bool whole = coords_is_cell(
	    notation->naming, parsed_part(resolution->token, parsed->from));
	/* Two cells with a sign between them are another form of the move. */
	if (parsed->separated && (whole || !parsed->captures))
		return false;
	if (!whole)
		return !resolution->has_rivals;
	unsigned least = notation->own != NULL ? START_FILE : START_CELL;
	return notation_start_needed(reader->rules, resolution->position, move,
		   notation->naming, NULL) < least;
}

static void
note_style(struct resolution *resolution, const struct move *move)
{
	const struct language *reader = resolution->reader;
	const struct parsed_move *parsed = resolution->parsed;

	if (move->type == MOVE_YIELD || move->type == MOVE_STALEMATE) {
		note_call(resolution, move->type == MOVE_YIELD ? 'Y' : 'S');
	} else if (move->type == MOVE_CASTLE && parsed->type != MOVE_CASTLE &&
	    !reader->notation->castles_by_king) {
		SCRATCH words = STRBUF_INIT;

		notation_write(
		    reader, resolution->position, move, &no_marks, &words);
		resolution_add(resolution, DIAG_CASTLING_AS_KING_MOVE,
		    "write castling as %s here", words.ptr);
	} else if (is_overstated(resolution, move)) {
		resolution_add_at(resolution, parsed->from,
		    DIAG_OVER_DISAMBIGUATED,
		    "more of the starting cell is written than needed");
	}
}

void
resolve_declared(const struct variant *variant,
    const struct parsed_move *parsed, struct move *move)
{
	move->check = parsed->check ? ALL_PLAYERS : 0;
	move->mate = parsed->mate ? ALL_PLAYERS : 0;
	if (parsed->check_colours != 0)
		move->check =
		    (uint8_t)resolution_kings(variant, parsed->check_colours);
	if (parsed->mate_colours != 0)
		move->mate =
		    (uint8_t)resolution_kings(variant, parsed->mate_colours);
}

void
resolve_mover(const struct rules *rules, const struct parsed_move *parsed,
    struct position *position)
{
	unsigned player = parsed->player != 0
	    ? variant_player(rules->variant, parsed->player)
	    : (unsigned)PLAYER_NONE;

	if (player != PLAYER_NONE)
		rules_begin(rules, position, player);
}

/* Makes the letter of a promotion a call, where the game has that. */
static void
read_call(const struct variant *variant, struct parsed_move *parsed)
{
	if ((parsed->or_call & variant->calls) == 0)
		return;
	parsed->calls |= parsed->or_call;
	parsed->promotion = 0;
}

/* Resolves one move, be it alone in its turn or not. */
static bool
resolve_one(struct resolution *resolution, struct move *move)
{
	const struct rules *rules = resolution->reader->rules;
	const struct position *position = resolution->position;
	const struct parsed_move *parsed = resolution->parsed;

	if (!refuse_foreign(resolution, false) ||
	    !refuse_other_player(resolution))
		return false;
	if (parsed->calls & CALL_FORTIFY) {
		resolution->called = *position;
		rules_fortify(rules, &resolution->called);
		resolution->position = &resolution->called;
	}
	if (!attempt_read(resolution))
		return false;
	candidates_find_stated(resolution);
	if (resolution->found > 0 && !resolution->fits_type &&
	    !settle_capture(resolution))
		return false;
	if (resolution->found == 0)
		refuse_illegal(resolution);
	else if (resolution->found > 1)
		refuse_ambiguous(resolution);
	if (resolution->found != 1)
		return false;
	move_copy(move, &resolution->candidate[0]);
	note_style(resolution, move);
	if (!dialect_of(rules->variant)->declares && parsed->calls == 0)
		return true;
	move->calls = parsed->calls;
	resolve_declared(rules->variant, parsed, move);
	resolution->position = position;
	struct verdict verdict = rules_explain_calls(rules, position, move);
	if (verdict.why != ILLEGAL_NOT)
		refuse_verdict(resolution, &verdict);
	return verdict.why == ILLEGAL_NOT;
}

/* Resolves two moves for a cube, with & between, each in the position that it
 * is played in. Marks and the offer of a draw are the turn's. */
static bool
resolve_pair(struct resolution *resolution, const struct parsed_turn *parsed,
    struct move *move)
{
	const struct rules *rules = resolution->reader->rules;
	struct resolution one = *resolution, other = *resolution;
	struct position half = *resolution->position;
	struct parsed_move first = parsed->move, second = parsed->second;
	struct move second_move;

	/* Do the game, the player and the position allow it? */
	if (!refuse_foreign(resolution, true) ||
	    !refuse_other_player(resolution))
		return false;
	struct verdict verdict = rules_explain_pair(rules, &half);
	if (verdict.why != ILLEGAL_NOT) {
		resolution->attempt = (struct move_query){ .from = CELL_NONE };
		refuse_verdict(resolution, &verdict);
		return false;
	}
	first.check = first.mate = first.draw = false;
	second.check = second.mate = second.draw = false;
	read_call(rules->variant, &first);
	read_call(rules->variant, &second);
	rules_begin_pair(&half);
	one.position = other.position = &half;
	one.token.len = parsed->second_at.at - 1u;
	one.parsed = &first;
	other.token = parsed_part(resolution->token, parsed->second_at);
	other.at += parsed->second_at.at;
	other.parsed = &second;
	if (!resolve_one(&one, move))
		return false;
	rules_make_move(rules, &half, move);
	if (!resolve_one(&other, &second_move))
		return false;
	move_join(move, &second_move);
	return true;
}

bool
resolve_move(const struct language *reader, const struct position *position,
    struct slice token, size_t at, const struct parsed_turn *parsed,
    struct diags *diags, struct move *move)
{
	struct parsed_move called;
	struct resolution resolution = { .reader = reader,
		.position = position,
		.token = token,
		.at = at,
		.parsed = &parsed->move,
		.diags = diags };

	if (parsed->move.pair)
		return resolve_pair(&resolution, parsed, move);
	if (parsed->move.or_call != 0) {
		called = parsed->move;
		read_call(reader->rules->variant, &called);
		resolution.parsed = &called;
	}
	return resolve_one(&resolution, move);
}
