/* Ternion: from what a text states to the one legal move that fits it. */
#include "parse/resolve/plain.h"
#include "parse/resolve/resolution.h"

/*
 * Moves fit but for the sign of capture. In algebraic notation a missing x is
 * only a warning; a sign that is not true is an error.
 */
static bool
settle_capture(struct resolution *resolution)
{
	const struct move_spec *spec = resolution->spec;
	const struct move *move = &resolution->candidate[0];

	if (spec->type == MOVE_QUIET && !spec->separated) {
		if (resolution->found > 1) {
			refuse_ambiguous(resolution);
			return false;
		}
		diag_add(resolution->diags, DIAG_CAPTURE_UNMARKED,
		    resolution_whole(resolution),
		    "the move captures, and the x is missing");
		return true;
	}
	if (spec->type == MOVE_ENPASSANT && move->victim == CELL_NONE)
		refuse_illegal(resolution);
	else if (spec->type == MOVE_ENPASSANT)
		diag_add(resolution->diags, DIAG_CAPTURE_FALSE,
		    resolution_whole(resolution),
		    "the move is written as en passant, but captures on the "
		    "cell it goes to");
	else if (move->victim != CELL_NONE)
		diag_add(resolution->diags, DIAG_CAPTURE_FALSE,
		    resolution_whole(resolution),
		    "the move is written as quiet, but captures");
	else
		diag_add(resolution->diags, DIAG_CAPTURE_FALSE,
		    resolution_whole(resolution),
		    "the move is written as a capture, but takes nothing");
	return false;
}

/* Castling is written as the king's move: says how the notation has it. */
static void
note_castling(struct resolution *resolution, const struct move *move)
{
	const struct syntax *syntax = resolution->syntax;
	const struct marks none = { .attacked = 0 };
	struct strbuf words = STRBUF_INIT;

	if (syntax->notation->write != NULL)
		syntax->notation->write(syntax->notation, syntax->rules,
		    syntax->alphabet, resolution->position, move, &none,
		    &words);
	else
		strbuf_puts(
		    &words, syntax->rules->setup->sides[move->side].text);
	diag_add(resolution->diags, DIAG_CASTLING_AS_KING_MOVE,
	    resolution_whole(resolution), "castling is written %s here",
	    words.ptr);
	strbuf_release(&words);
}

static void
note_style(struct resolution *resolution, const struct move *move)
{
	const struct move_spec *spec = resolution->spec;
	const struct notation *notation = resolution->syntax->notation;
	bool whole = spec->from.len > 0 &&
	    resolve_is_cell(spec_part(resolution->token, spec->from));
	bool over;

	if (move->type == MOVE_CASTLE && spec->type != MOVE_CASTLE &&
	    !notation->castles_by_king) {
		note_castling(resolution, move);
		return;
	}
	/* Two cells with a sign between them are another form of the move. */
	if (!notation->is_short || spec->from.len == 0 ||
	    !resolution_is_piece_move(spec->type) ||
	    (spec->separated && (whole || !spec->captures)))
		return;
	if (whole)
		over = notation_start_needed(resolution->syntax->rules,
			   resolution->position, move,
			   notation->naming) < START_CELL;
	else
		over = !resolution->has_rivals;
	if (over)
		diag_add(resolution->diags, DIAG_OVER_DISAMBIGUATED,
		    resolution_part(resolution, spec->from),
		    "more of the starting cell is written than is needed");
}

void
resolve_declared(const struct variant *variant, const struct move_spec *spec,
    struct move *move)
{
	move->check = spec->check ? ALL_PLAYERS : 0;
	move->mate = spec->mate ? ALL_PLAYERS : 0;
	if (spec->check_colours != 0)
		move->check =
		    (uint8_t)resolution_kings(variant, spec->check_colours);
	if (spec->mate_colours != 0)
		move->mate =
		    (uint8_t)resolution_kings(variant, spec->mate_colours);
}

/* What is declared and called along with the move; false if a call is not
 * allowed. */
static bool
settle_calls(struct resolution *resolution, const struct position *before,
    struct move *move)
{
	const struct syntax *syntax = resolution->syntax;
	struct verdict verdict;

	move->calls = resolution->spec->calls;
	resolve_declared(syntax->rules->variant, resolution->spec, move);
	rules_explain_calls(syntax->rules, before, move, &verdict);
	if (verdict.why == ILLEGAL_NOT)
		return true;
	refuse_verdict(resolution, before, &verdict);
	return false;
}

void
resolve_mover(const struct rules *rules, const struct move_spec *spec,
    struct position *position)
{
	unsigned player = spec->player != 0
	    ? variant_player(rules->variant, spec->player)
	    : (unsigned)PLAYER_NONE;

	if (player != PLAYER_NONE)
		rules_begin(rules, position, player);
}

/* A spec with the call that its promotion letter is, where the game has it. */
static const struct move_spec *
with_call(const struct syntax *syntax, const struct move_spec *spec,
    struct move_spec *called)
{
	if ((spec->or_call & syntax->rules->variant->calls) == 0)
		return spec;
	*called = *spec;
	called->calls |= spec->or_call;
	called->promotion = 0;
	return called;
}

/* The same of a drop, of which there is even less to say. */
static bool
resolve_drop(const struct syntax *syntax, const struct position *position,
    const struct move_spec *spec, struct move *move)
{
	const struct rules *rules = syntax->rules;
	char letter = spec->promotion != 0 ? spec->promotion : spec->piece;
	enum kind kind;
	cell to;

	if (spec->type != MOVE_DROP || spec->promoted || spec->calls != 0 ||
	    spec->player != 0 || spec->from.len > 0 || spec->to.len == 0)
		return false;
	kind = (enum kind)rules->kind_of[(unsigned char)letter];
	to = resolve_cell(syntax, position, spec->to_code);
	return kind != KIND_NONE && to != CELL_NONE &&
	    rules_find_drop(rules, position, kind, to, move);
}

/* One move, be it alone in its turn or not, whatever it is. */
static bool
resolve_any(const struct syntax *syntax, const struct position *position,
    struct slice token, size_t at, const struct move_spec *spec,
    struct diags *diags, struct move *move)
{
	struct resolution resolution;
	struct move_spec called;

	spec = with_call(syntax, spec, &called);
	resolution_begin(&resolution, syntax, position, token, at, spec, diags);
	if (!refuse_foreign(&resolution, false) ||
	    !refuse_other_player(&resolution))
		return false;
	if (spec->calls & CALL_FORTIFY) {
		resolution.called = *position;
		rules_fortify(syntax->rules, &resolution.called);
		resolution.position = &resolution.called;
	}
	if (!attempt_read(&resolution))
		return false;
	candidates_find_stated(&resolution);
	if (resolution.found == 0 && resolution_is_piece_move(spec->type)) {
		candidates_find(&resolution, true);
		if (resolution.found > 0 && !settle_capture(&resolution))
			return false;
	}
	if (resolution.found == 0)
		refuse_illegal(&resolution);
	else if (resolution.found > 1)
		refuse_ambiguous(&resolution);
	if (resolution.found != 1)
		return false;
	move_copy(move, &resolution.candidate[0]);
	note_style(&resolution, move);
	return (!dialect_of(syntax->rules->variant)->declares &&
		   spec->calls == 0) ||
	    settle_calls(&resolution, position, move);
}

static inline bool
resolve_one(const struct syntax *syntax, const struct position *position,
    struct slice token, size_t at, const struct move_spec *spec,
    struct diags *diags, struct move *move)
{
	return resolve_drop(syntax, position, spec, move) ||
	    resolve_any(syntax, position, token, at, spec, diags, move);
}

/* Whether the game, the player and the position allow two moves in a turn. */
static bool
may_pair(const struct syntax *syntax, const struct position *position,
    struct slice token, size_t at, const struct move_spec *spec,
    struct diags *diags)
{
	struct resolution resolution;
	struct move_spec called;
	struct verdict verdict;

	resolution_begin(&resolution, syntax, position, token, at,
	    with_call(syntax, spec, &called), diags);
	if (!refuse_foreign(&resolution, true) ||
	    !refuse_other_player(&resolution))
		return false;
	rules_explain_pair(syntax->rules, position, &verdict);
	if (verdict.why == ILLEGAL_NOT)
		return true;
	resolution.attempt = (struct attempt){ .from = CELL_NONE };
	refuse_verdict(&resolution, position, &verdict);
	return false;
}

/* One of two moves: marks and the offer of a draw are the turn's. */
static bool
resolve_half(const struct syntax *syntax, const struct position *position,
    struct slice token, size_t at, const struct move_spec *spec,
    struct diags *diags, struct move *move)
{
	struct move_spec unmarked = *spec;

	unmarked.check = unmarked.mate = unmarked.draw = false;
	return resolve_one(syntax, position, token, at, &unmarked, diags, move);
}

/*
 * Two moves for a cube, with & between: each is found in the position that it
 * is played in.
 */
static bool
resolve_pair(const struct syntax *syntax, const struct position *position,
    struct slice token, size_t at, const struct turn_spec *spec,
    struct diags *diags, struct move *move)
{
	const struct part where = spec->second_at;
	struct position half = *position;
	struct move second;

	if (!may_pair(syntax, position, token, at, &spec->move, diags))
		return false;
	rules_begin_pair(&half);
	if (!resolve_half(syntax, &half, slice_sub(token, 0, where.at - 1u), at,
		&spec->move, diags, move))
		return false;
	rules_make_move(syntax->rules, &half, move);
	if (!resolve_half(syntax, &half, spec_part(token, where), at + where.at,
		&spec->second, diags, &second))
		return false;
	move_join(move, &second);
	return true;
}

bool
resolve_move(const struct syntax *syntax, const struct position *position,
    struct slice token, size_t at, const struct turn_spec *spec,
    struct diags *diags, struct move *move)
{
	return spec->second_at.len > 0
	    ? resolve_pair(syntax, position, token, at, spec, diags, move)
	    : resolve_one(
		  syntax, position, token, at, &spec->move, diags, move);
}
