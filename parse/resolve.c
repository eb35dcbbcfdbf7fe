/* Ternion: from what a text states to the one legal move that fits it. */
#include <assert.h>

#include "near.h"
#include "resolve.h"
#include "words.h"

enum {
	CANDIDATES_MAX = 6
}; /* named in a message */

struct inquest {
	const struct reading *reading;
	const struct position *position; /* after a call of F */
	struct position called;          /* ... which is here */
	struct slice token;
	size_t at; /* offset of the token in the record */
	const struct move_spec *spec;
	struct diags *diags;
	struct attempt attempt;
	cell path[CHAIN_MAX]; /* landings of the attempt */
	bool any_type;        /* collect() looks away from x, - and + */
	bool has_rivals;      /* pieces on other cells can go there as well */
	unsigned found;
	struct move candidate[CANDIDATES_MAX];
};

static struct span
whole(const struct inquest *inquest)
{
	return (
	    struct span){ (uint32_t)inquest->at, (uint32_t)inquest->token.len };
}

static struct span
part(const struct inquest *inquest, struct part part)
{
	if (part.len == 0)
		return whole(inquest);
	return (struct span){ (uint32_t)(inquest->at + part.at), part.len };
}

/* Whether the type is one of a piece that goes from a cell to another. */
static bool
is_piece_move(unsigned type)
{
	return type <= MOVE_ENPASSANT; /* unstated, quiet and captures */
}

/*
 * Whether the stated type allows this one. Where en passant is no choice an x
 * to the skipped cell is en passant as well, and in coordinates a + is dropped;
 * where it is one, only algebraic notation writes x.
 */
static bool
type_fits(const struct inquest *inquest, const struct move *move)
{
	const struct notation *notation = inquest->reading->notation;
	bool choice = inquest->reading->rules->variant->passed_to_all;
	unsigned type = inquest->spec->type;

	if (type == MOVE_UNSTATED)
		return !choice || move->type != MOVE_ENPASSANT;
	if (type == MOVE_QUIET)
		return move->victim == CELL_NONE;
	if (type == MOVE_CAPTURE && choice && !notation->has_letters)
		return move->type == MOVE_CAPTURE;
	if (type == MOVE_CAPTURE)
		return move->victim != CELL_NONE;
	return type == move->type ||
	    (type == MOVE_ENPASSANT && !choice && notation->castles_by_king);
}

/* Whether the piece is promoted, or not, as far as that is stated. */
static bool
fits_form(const struct inquest *inquest, cell from)
{
	enum promoted stated = inquest->attempt.promoted;
	bool promoted = (inquest->position->at[from] & PIECE_PROMOTED) != 0;

	return stated == PROMOTED_ANY || promoted == (stated == PROMOTED_YES);
}

/* A move that is no piece's from cell to cell; a king that illuminates need
 * not be named by his cell. */
static bool
fits_action(const struct attempt *attempt, const struct move *move)
{
	return (move->from == attempt->from ||
		   (move->type == MOVE_ILLUMINATION &&
		       attempt->from == CELL_NONE)) &&
	    move->to == attempt->to &&
	    move->promotion == (uint8_t)attempt->promotion;
}

static bool
collect(void *context, const struct move *move)
{
	struct inquest *inquest = context;
	const struct attempt *attempt = &inquest->attempt;
	struct place from;

	if (move->type >= MOVE_FIELD) {
		if (fits_action(attempt, move))
			inquest->candidate[inquest->found++] = *move;
		return inquest->found == 0;
	}
	if (!fits_form(inquest, move->from))
		return true;
	from = inquest->reading->rules->board.name[move->from];
	if ((attempt->from_file != FILES_MAX &&
		attempt->from_file != from.file) ||
	    (attempt->from_rank != 0 && attempt->from_rank != from.rank)) {
		inquest->has_rivals |= move->type != MOVE_CASTLE;
		return true;
	}
	if (move->promotion != (uint8_t)attempt->promotion)
		return true;
	if (attempt->type == MOVE_CASTLE &&
	    (move->type != MOVE_CASTLE ||
		(attempt->side < SIDES_MAX && move->side != attempt->side)))
		return true;
	if (attempt->type != MOVE_CASTLE && move->type == MOVE_CASTLE &&
	    inquest->reading->rules->seat[inquest->position->to_move]
		.side[move->side]
		.is_step)
		return true;
	if (!inquest->any_type && !type_fits(inquest, move))
		return true;
	if (inquest->found < CANDIDATES_MAX)
		inquest->candidate[inquest->found] = *move;
	inquest->found++;
	return true;
}

static void
find(struct inquest *inquest, bool any_type)
{
	const struct attempt *attempt = &inquest->attempt;
	struct move_query query;

	query.kind = attempt->kind;
	query.from = attempt->from;
	query.to = attempt->to;
	query.type = attempt->type >= MOVE_FIELD ? attempt->type : MOVE_QUIET;
	inquest->any_type = any_type;
	inquest->has_rivals = false;
	inquest->found = 0;
	if (attempt->type == MOVE_LEAP) {
		inquest->found = fits_form(inquest, attempt->from) &&
		    rules_chain(inquest->reading->rules, inquest->position,
			attempt->from, attempt->path, attempt->leaps,
			&inquest->candidate[0]);
		return;
	}
	rules_moves(inquest->reading->rules, inquest->position, &query, collect,
	    inquest);
}

/* The castling side that the text names, or SIDES_MAX. */
static unsigned
castling_side(const struct inquest *inquest)
{
	const struct move_spec *spec = inquest->spec;
	const struct castling_side *sides =
	    inquest->reading->rules->setup->sides;

	for (unsigned s = 0; sides[s].letter != 0; s++)
		if (spec->castle == SPEC_CASTLE_LETTER
			? sides[s].letter == spec->castle_letter
			: strcmp(sides[s].text,
			      castle_text((enum spec_castle)spec->castle)) == 0)
			return s;
	return SIDES_MAX;
}

/* Reads a cell of the text; complains and returns false if it is none. */
static bool
read_cell(struct inquest *inquest, struct part where, cell *c)
{
	const struct reading *reading = inquest->reading;
	struct slice text = spec_part(inquest->token, where);

	*c = coords_read(&reading->rules->board, reading->notation->naming,
	    inquest->position->to_move, text);
	if (*c != CELL_NONE)
		return true;
	diag_add(inquest->diags, DIAG_CELL_OFF_BOARD, part(inquest, where),
	    "%.*s is not on the board of %s", (int)text.len, text.ptr,
	    reading->rules->variant->title);
	return false;
}

static bool
is_cell(struct slice text)
{
	char first = text.ptr[0], last = text.ptr[text.len - 1];

	return text.len > 1 && (first > '9' || last > '9');
}

static bool
read_cells(struct inquest *inquest)
{
	const struct move_spec *spec = inquest->spec;
	struct attempt *attempt = &inquest->attempt;
	struct slice from = spec_part(inquest->token, spec->from);

	if (from.len > 0 && is_cell(from)) {
		if (!read_cell(inquest, spec->from, &attempt->from))
			return false;
	} else if (from.len > 0) {
		coords_read_part(inquest->reading->notation->naming, from,
		    &attempt->from_file, &attempt->from_rank);
	}
	if (spec->to.len > 0 && !read_cell(inquest, spec->to, &attempt->to))
		return false;
	/* "Where the ending cell is not needed it may repeat the beginning
	 * cell." */
	if (spec->type == MOVE_FIELD)
		attempt->to = attempt->from;
	else if ((spec->type == MOVE_TRAITOR ||
		     spec->type == MOVE_ILLUMINATION) &&
	    attempt->to == attempt->from)
		attempt->to = CELL_NONE;
	return true;
}

/*
 * Where castling is written as the king's move, and he could step to that cell
 * as well, the letter of the side tells castling: "f1e1q".
 */
static void
read_castling_letter(struct inquest *inquest)
{
	const struct rules *rules = inquest->reading->rules;
	unsigned me = inquest->position->to_move;
	struct attempt *attempt = &inquest->attempt;

	if (!inquest->reading->notation->castles_by_king ||
	    inquest->spec->promotion == 0 ||
	    attempt->from != inquest->position->king[me])
		return;
	for (unsigned s = 0; s < rules->sides; s++) {
		const struct castling *side = &rules->seat[me].side[s];

		if (!side->is_step || attempt->from != side->king_from ||
		    attempt->to != side->king_to ||
		    inquest->spec->promotion != rules->setup->sides[s].letter)
			continue;
		attempt->type = MOVE_CASTLE;
		attempt->side = s;
		attempt->kind = KING;
		attempt->promotion = KIND_NONE;
	}
}

/* The landings of a chain, of which the last is the target. */
static bool
read_path(struct inquest *inquest)
{
	const struct move_spec *spec = inquest->spec;
	struct attempt *attempt = &inquest->attempt;

	if (spec->path_len + 1u > CHAIN_MAX) {
		diag_add(inquest->diags, DIAG_LEAP_IMPOSSIBLE, whole(inquest),
		    "no chain has more than %u leaps", CHAIN_MAX);
		return false;
	}
	for (unsigned i = 0; i < spec->path_len; i++)
		if (!read_cell(inquest, spec->path[i], &inquest->path[i]))
			return false;
	inquest->path[spec->path_len] = attempt->to;
	attempt->path = inquest->path;
	attempt->leaps = spec->path_len + 1u;
	return true;
}

/* What is dropped: siege names it at the end, the others before the cell. */
static bool
read_drop(struct inquest *inquest)
{
	struct attempt *attempt = &inquest->attempt;

	if (attempt->promotion == KIND_NONE)
		attempt->promotion = attempt->kind;
	attempt->kind = KIND_NONE;
	if (attempt->promotion != KIND_NONE)
		return true;
	diag_add(inquest->diags, DIAG_PROMOTION_MISSING, whole(inquest),
	    "the drop does not say which piece of the game it is");
	return false;
}

/* Fills in the attempt; false if an error was reported. */
static bool
prepare(struct inquest *inquest)
{
	const struct move_spec *spec = inquest->spec;
	const struct rules *rules = inquest->reading->rules;
	struct attempt *attempt = &inquest->attempt;

	*attempt = (struct attempt){ .type = (enum move_type)spec->type,
		.from = CELL_NONE,
		.from_file = FILES_MAX,
		.to = CELL_NONE,
		.side = SIDES_MAX };
	if (spec->type == MOVE_CASTLE) {
		attempt->side = castling_side(inquest);
		attempt->kind = KING;
		attempt->from =
		    inquest->position->king[inquest->position->to_move];
		if (attempt->side < SIDES_MAX)
			attempt->to = rules->seat[inquest->position->to_move]
					  .side[attempt->side]
					  .king_to;
		return true;
	}
	if (spec->piece != 0)
		attempt->kind =
		    (enum kind)rules->kind_of[(unsigned char)spec->piece];
	if (spec->promotion != 0) {
		attempt->promotion =
		    variant_kind(rules->variant, spec->promotion);
		if (attempt->promotion == KIND_NONE) {
			diag_add(inquest->diags, DIAG_PROMOTION_KIND,
			    part(inquest, spec->promotion_at),
			    "the game has no piece %c", spec->promotion);
			return false;
		}
	}
	if (rules->variant->promotes && inquest->reading->notation->has_letters)
		attempt->promoted = spec->promoted ? PROMOTED_YES : PROMOTED_NO;
	if (!read_cells(inquest) ||
	    (spec->type == MOVE_LEAP && !read_path(inquest)))
		return false;
	read_castling_letter(inquest);
	return spec->type != MOVE_DROP || read_drop(inquest);
}

static bool
check_action(struct inquest *inquest)
{
	const struct variant *variant = inquest->reading->rules->variant;
	const struct move_spec *spec = inquest->spec;
	unsigned type = spec->type;
	const char *missing = NULL;

	if (type != MOVE_UNSTATED && !(variant->actions >> type & 1)) {
		diag_add(inquest->diags, DIAG_MOVE_NOT_IN_GAME, whole(inquest),
		    "%s has no move of the kind '%s'", variant->title,
		    move_type_name((enum move_type)type));
		return false;
	}
	if (spec->second.len > 0 && variant->explain_pair == NULL)
		missing = "second move in a turn";
	else if (spec->promoted && !variant->promotes)
		missing = "promoted pieces";
	else if ((spec->calls & ~variant->calls) != 0)
		missing = "such calls";
	if (missing != NULL)
		diag_add(inquest->diags, DIAG_MOVE_NOT_IN_GAME, whole(inquest),
		    "%s has no %s", variant->title, missing);
	return missing == NULL;
}

static bool
check_player(struct inquest *inquest)
{
	const struct variant *variant = inquest->reading->rules->variant;
	const char *turn = variant->players[inquest->position->to_move];
	const char *open = "", *reason = words_turn(variant, inquest->position);
	const char *close = "";
	unsigned player;

	if (inquest->spec->player == 0)
		return true;
	player = variant_player(variant, inquest->spec->player);
	if (player == inquest->position->to_move)
		return true;
	if (*reason != '\0') {
		open = " (";
		close = ")";
	}
	if (player == PLAYER_NONE)
		diag_add(inquest->diags, DIAG_WRONG_TURN,
		    (struct span){ (uint32_t)inquest->at, 1 },
		    "no player of %s has the letter %c; it is %s's turn",
		    variant->title, inquest->spec->player, turn);
	else
		diag_add(inquest->diags, DIAG_WRONG_TURN,
		    (struct span){ (uint32_t)inquest->at, 1 },
		    "it is %s's turn, not %s's%s%s%s", turn,
		    variant->players[player], open, reason, close);
	return false;
}

static void
list_candidates(const struct inquest *inquest, struct strbuf *out)
{
	const struct reading *reading = inquest->reading;
	const struct marks none = { .attacked = 0 };
	unsigned shown = inquest->found < CANDIDATES_MAX
	    ? inquest->found
	    : (unsigned)CANDIDATES_MAX;

	for (unsigned i = 0; i < shown; i++) {
		strbuf_puts(out, i == 0 ? "" : i + 1 < shown ? ", " : " or ");
		if (reading->notation->write != NULL)
			reading->notation->write(reading->notation,
			    reading->rules, reading->alphabet,
			    inquest->position, &inquest->candidate[i], &none,
			    out);
		else
			coords_write(&reading->rules->board,
			    notation_naming(
				reading->notation, reading->rules->variant),
			    0, inquest->candidate[i].from, out);
	}
}

static void
report_ambiguous(struct inquest *inquest)
{
	struct strbuf words = STRBUF_INIT;

	list_candidates(inquest, &words);
	diag_add(inquest->diags, DIAG_MOVE_AMBIGUOUS, whole(inquest),
	    "more than one legal move matches: %s", words.ptr);
	strbuf_release(&words);
}

/*
 * Whether the move would fit another player's turn: then the likeliest fault
 * is the order of play.
 */
static bool
report_other_turn(struct inquest *inquest)
{
	const struct variant *variant = inquest->reading->rules->variant;
	const struct position *position = inquest->position;
	const char *reason = words_turn(variant, position);

	for (unsigned i = 1; i < PLAYERS; i++) {
		struct position other = *position;
		struct inquest again = *inquest;
		unsigned player = (position->to_move + i) % PLAYERS;

		position_turn(&other, player);
		again.position = &other;
		if (!is_piece_move(inquest->spec->type) ||
		    other.out >> player & 1)
			continue;
		find(&again, false);
		if (again.found == 0)
			continue;
		diag_add(inquest->diags, DIAG_WRONG_TURN, whole(inquest),
		    "it is %s's turn%s%s; the move would be one of %s's",
		    variant->players[position->to_move],
		    *reason != '\0' ? ", by " : "", reason,
		    variant->players[player]);
		return true;
	}
	return false;
}

/*
 * Castling is explained as such: siege's 00 without a side by the first side,
 * and a king's move that is castling by the side that ends there.
 */
static void
name_castling(struct inquest *inquest)
{
	const struct rules *rules = inquest->reading->rules;
	struct attempt *attempt = &inquest->attempt;
	unsigned me = inquest->position->to_move;
	cell king = inquest->position->king[me];

	if (inquest->spec->castle == SPEC_CASTLE_LETTER &&
	    inquest->spec->castle_letter == 0)
		attempt->side = 0;
	if (!is_piece_move(attempt->type) ||
	    (attempt->kind != KING && attempt->from != king))
		return;
	for (unsigned s = 0; s < rules->sides; s++) {
		const struct castling *side = &rules->seat[me].side[s];

		if (king == side->king_from && attempt->to == side->king_to &&
		    !side->is_step) {
			attempt->type = MOVE_CASTLE;
			attempt->side = s;
		}
	}
}

static void
report_illegal(struct inquest *inquest)
{
	struct strbuf words = STRBUF_INIT;
	struct verdict verdict;
	enum diag_id id;

	name_castling(inquest);
	rules_explain(inquest->reading->rules, inquest->position,
	    &inquest->attempt, &verdict);
	if ((verdict.why == ILLEGAL_NO_PIECE ||
		verdict.why == ILLEGAL_GEOMETRY ||
		verdict.why == ILLEGAL_NOT_YOURS) &&
	    report_other_turn(inquest))
		return;
	assert(verdict.why != ILLEGAL_NOT);
	id = words_verdict(inquest->reading, inquest->position,
	    &inquest->attempt, &verdict, &words);
	if (!diags_full(inquest->diags))
		near_moves(inquest->reading, inquest->position, inquest->token,
		    &words);
	diag_add(inquest->diags, id, whole(inquest), "%s", words.ptr);
	strbuf_release(&words);
}

/*
 * Moves fit but for the sign of capture. In algebraic notation a missing x is
 * only a warning; a sign that is not true is an error.
 */
static bool
settle_capture(struct inquest *inquest)
{
	const struct move_spec *spec = inquest->spec;
	const struct move *move = &inquest->candidate[0];

	if (spec->type == MOVE_QUIET && !spec->separated) {
		if (inquest->found > 1) {
			report_ambiguous(inquest);
			return false;
		}
		diag_add(inquest->diags, DIAG_CAPTURE_UNMARKED, whole(inquest),
		    "the move captures, and the x is missing");
		return true;
	}
	if (spec->type == MOVE_ENPASSANT && move->victim == CELL_NONE)
		report_illegal(inquest);
	else if (spec->type == MOVE_ENPASSANT)
		diag_add(inquest->diags, DIAG_CAPTURE_FALSE, whole(inquest),
		    "the move is written as en passant, but captures on the "
		    "cell it goes to");
	else if (move->victim != CELL_NONE)
		diag_add(inquest->diags, DIAG_CAPTURE_FALSE, whole(inquest),
		    "the move is written as quiet, but captures");
	else
		diag_add(inquest->diags, DIAG_CAPTURE_FALSE, whole(inquest),
		    "the move is written as a capture, but takes nothing");
	return false;
}

static void
note_style(struct inquest *inquest, const struct move *move)
{
	const struct move_spec *spec = inquest->spec;
	const struct notation *notation = inquest->reading->notation;
	bool over;

	if (move->type == MOVE_CASTLE && spec->type != MOVE_CASTLE &&
	    !notation->castles_by_king) {
		diag_add(inquest->diags, DIAG_CASTLING_AS_KING_MOVE,
		    whole(inquest), "castling is written %s here",
		    inquest->reading->rules->setup->sides[move->side].text);
		return;
	}
	if (!notation->is_short || spec->from.len == 0 ||
	    !is_piece_move(spec->type) || (spec->separated && !spec->captures))
		return;
	if (is_cell(spec_part(inquest->token, spec->from)))
		over =
		    notation_start_needed(inquest->reading->rules,
			inquest->position, move, notation->naming) < START_CELL;
	else
		over = !inquest->has_rivals;
	if (over)
		diag_add(inquest->diags, DIAG_OVER_DISAMBIGUATED,
		    part(inquest, spec->from),
		    "more of the starting cell is written than is needed");
}

/* Siege's 00 without a side: any that is legal. */
static bool
is_open_castling(const struct move_spec *spec)
{
	return spec->castle == SPEC_CASTLE_LETTER && spec->castle_letter == 0;
}

/* The kings that a declaration names, as bits of players. */
static unsigned
named_kings(const struct variant *variant, uint8_t colours)
{
	unsigned kings = 0;

	if (colours == 0)
		return 0;
	for (unsigned i = 0; SPEC_COLOURS[i] != '\0'; i++) {
		unsigned player = variant_player(variant, SPEC_COLOURS[i]);

		if (colours >> i & 1)
			kings |= 1u << player;
	}
	return kings;
}

/* What is declared and called along with the move; false if a call is not
 * allowed. */
static bool
settle_calls(
    struct inquest *inquest, const struct position *before, struct move *move)
{
	const struct reading *reading = inquest->reading;
	const struct variant *variant = reading->rules->variant;
	const struct move_spec *spec = inquest->spec;
	struct strbuf words = STRBUF_INIT;
	struct verdict verdict;
	enum diag_id id;

	move->calls = spec->calls;
	move->check = spec->check ? ALL_PLAYERS : 0;
	move->mate = spec->mate ? ALL_PLAYERS : 0;
	if (spec->check_colours != 0)
		move->check =
		    (uint8_t)named_kings(variant, spec->check_colours);
	if (spec->mate_colours != 0)
		move->mate = (uint8_t)named_kings(variant, spec->mate_colours);
	rules_explain_calls(reading->rules, before, move, &verdict);
	if (verdict.why == ILLEGAL_NOT)
		return true;
	id =
	    words_verdict(reading, before, &inquest->attempt, &verdict, &words);
	diag_add(inquest->diags, id, whole(inquest), "%s", words.ptr);
	strbuf_release(&words);
	return false;
}

/* Moves without a piece that nobody lists: passes, yields, and calls of a
 * draw. */
static bool
find_unlisted(struct inquest *inquest)
{
	struct move *move = &inquest->candidate[0];
	enum move_type type = (enum move_type)inquest->spec->type;
	struct verdict verdict;

	if (type != MOVE_YIELD && type != MOVE_STALEMATE && type != MOVE_PASS)
		return false;
	rules_explain(inquest->reading->rules, inquest->position,
	    &inquest->attempt, &verdict);
	if (verdict.why != ILLEGAL_NOT)
		return false;
	*move = (struct move){ .type = (uint8_t)type,
		.from = CELL_NONE,
		.to = CELL_NONE,
		.victim = CELL_NONE };
	inquest->found = 1;
	return true;
}

static void
find_stated(struct inquest *inquest)
{
	const struct move_spec *spec = inquest->spec;

	inquest->found = 0;
	if (find_unlisted(inquest))
		return;
	if (spec->type != MOVE_CASTLE || inquest->attempt.side < SIDES_MAX ||
	    is_open_castling(spec))
		find(inquest, false);
}

void
resolve_mover(const struct rules *rules, const struct move_spec *spec,
    struct position *position)
{
	unsigned player = spec->player != 0
	    ? variant_player(rules->variant, spec->player)
	    : (unsigned)PLAYER_NONE;

	if (player != PLAYER_NONE && rules_may_begin(rules, position, player))
		rules_begin(rules, position, player);
}

/* One of two moves, by itself. */
static bool
resolve_half(const struct inquest *inquest, const struct position *half,
    struct part where, struct move_spec *spec, struct move *move)
{
	spec->second = (struct part){ 0, 0 };
	spec->check = spec->mate = spec->draw = false;
	return resolve_move(inquest->reading, half,
	    spec_part(inquest->token, where), inquest->at + where.at, spec,
	    inquest->diags, move);
}

/*
 * Two moves for a cube, with & between: each is found in the position that it
 * is played in.
 */
static bool
resolve_pair(struct inquest *inquest, struct move *move)
{
	const struct reading *reading = inquest->reading;
	const struct part where = inquest->spec->second;
	const struct part start = { 0, (uint8_t)(where.at - 1) };
	struct move_spec first = *inquest->spec, last;
	struct position half = *inquest->position;
	struct strbuf words = STRBUF_INIT;
	struct verdict verdict;
	struct move second;
	enum diag_id id;

	rules_explain_pair(reading->rules, inquest->position, &verdict);
	if (verdict.why != ILLEGAL_NOT) {
		id = words_verdict(reading, inquest->position,
		    &inquest->attempt, &verdict, &words);
		diag_add(inquest->diags, id, whole(inquest), "%s", words.ptr);
		strbuf_release(&words);
		return false;
	}
	rules_halve(&half);
	if (reading->decoder == NULL ||
	    !decoder_read(reading->decoder, reading->alphabet,
		spec_part(inquest->token, where), &last) ||
	    !resolve_half(inquest, &half, start, &first, move))
		return false;
	rules_apply(reading->rules, &half, move);
	if (!resolve_half(inquest, &half, where, &last, &second))
		return false;
	move_join(move, &second);
	return true;
}

/* Not the arrays: clearing them would cost more than most moves do. */
static void
start(struct inquest *inquest, const struct reading *reading,
    const struct position *position, struct slice token, size_t at,
    const struct move_spec *spec, struct diags *diags)
{
	inquest->reading = reading;
	inquest->position = position;
	inquest->token = token;
	inquest->at = at;
	inquest->spec = spec;
	inquest->diags = diags;
}

bool
resolve_move(const struct reading *reading, const struct position *position,
    struct slice token, size_t at, const struct move_spec *spec,
    struct diags *diags, struct move *move)
{
	struct inquest inquest;
	struct move_spec called;

	if ((spec->or_call & reading->rules->variant->calls) != 0) {
		called = *spec;
		called.calls |= spec->or_call;
		called.promotion = 0;
		spec = &called;
	}
	start(&inquest, reading, position, token, at, spec, diags);
	if (!check_action(&inquest) || !check_player(&inquest))
		return false;
	if (spec->second.len > 0)
		return resolve_pair(&inquest, move);
	if (spec->calls & CALL_FORTIFY) {
		inquest.called = *position;
		rules_fortify(reading->rules, &inquest.called);
		inquest.position = &inquest.called;
	}
	if (!prepare(&inquest))
		return false;
	find_stated(&inquest);
	if (inquest.found == 0 && is_piece_move(spec->type)) {
		find(&inquest, true);
		if (inquest.found > 0 && !settle_capture(&inquest))
			return false;
	}
	if (inquest.found == 0)
		report_illegal(&inquest);
	else if (inquest.found > 1)
		report_ambiguous(&inquest);
	if (inquest.found != 1)
		return false;
	*move = inquest.candidate[0];
	note_style(&inquest, move);
	return (!reading->rules->variant->declares && spec->calls == 0) ||
	    settle_calls(&inquest, position, move);
}

static void
false_mark(const struct inquest *inquest, enum diag_id id, const char *text)
{
	diag_add(
	    inquest->diags, id, part(inquest, inquest->spec->mark), "%s", text);
}

void
resolve_unmarked_mate(const struct reading *reading, unsigned player,
    struct span span, struct diags *diags)
{
	if (reading->notation->has_marks)
		diag_add(diags, DIAG_MATE_UNMARKED, span,
		    "the move mates %s, and the mark of mate is missing",
		    reading->rules->variant->players[player]);
}

/* A check is marked: are the kings that it names, or any, attacked? */
static void
check_check(
    const struct inquest *inquest, const struct marks *marks, unsigned named)
{
	if (marks->attacked == 0)
		false_mark(inquest, DIAG_FALSE_CHECK,
		    "marked as check, but no opponent's king is attacked");
	else if ((named & ~marks->attacked) != 0)
		false_mark(inquest, DIAG_FALSE_CHECK,
		    "marked as check against a king that is not attacked");
}

/* Where mate is on the board: is a player mated, and one of those named? */
static void
check_mate(
    const struct inquest *inquest, const struct marks *marks, unsigned named)
{
	const struct rules *rules = inquest->reading->rules;

	if (rules->variant->no_mate) {
		false_mark(inquest, DIAG_FALSE_MATE,
		    "marked as mate, which the game does not have: a + is "
		    "written where a king is attacked");
	} else if (marks->mated != 0) {
		if (named != 0 && (named & marks->mated) == 0)
			false_mark(inquest, DIAG_FALSE_MATE,
			    "marked as mate of another player than the one "
			    "who is mated");
	} else if (marks->attacked != 0 && rules->variant->mated != NULL) {
		false_mark(inquest, DIAG_FALSE_MATE,
		    "marked as mate, but the king that is attacked has a cell "
		    "to go to that is not");
	} else if (!marks_later_mated(rules, inquest->position)) {
		false_mark(inquest, DIAG_FALSE_MATE,
		    marks->attacked == 0
			? "marked as mate, but no king is attacked"
			: "marked as mate, but the king that is attacked can "
			  "be saved");
	}
}

/*
 * Where mate is declared: a declaration against a king that is not attacked
 * is untrue, and the claim that he cannot be saved may be wrong. `board` is
 * what it is judged on.
 */
static void
check_declarations(const struct inquest *inquest, const struct marks *marks,
    unsigned checked, unsigned mated, const struct position *board)
{
	const struct rules *rules = inquest->reading->rules;
	const struct move_spec *spec = inquest->spec;
	unsigned mover = marks->mover, open;

	if (spec->check)
		check_check(inquest, marks, checked);
	if (spec->mate && !spec->check)
		check_check(inquest, marks, mated);
	else if (spec->mate && (mated & ~marks->attacked) != 0)
		false_mark(inquest, DIAG_FALSE_CHECK,
		    "mate is declared against a king that is not attacked");
	for (unsigned p = 0; p < PLAYERS; p++)
		if ((marks->mate >> p & 1) &&
		    !rules->variant->claims_mate(rules, board, mover, p))
			diag_add(inquest->diags, DIAG_NOT_MATE,
			    part(inquest, spec->mark),
			    "mate is declared, but %s has a move that saves "
			    "his king",
			    rules->variant->players[p]);
	open = marks->attacked & ~(marks->check | marks->mate);
	if (open == 0 || !inquest->reading->notation->has_marks)
		return;
	diag_add(inquest->diags, DIAG_CHECK_UNDECLARED, whole(inquest),
	    "the king of %s is attacked, and no check is declared: he cannot "
	    "be taken in the next turn",
	    rules->variant->players[__builtin_ctz(open)]);
}

void
resolve_marks(const struct reading *reading, const struct position *after,
    const struct marks *marks, struct slice token, size_t at,
    const struct move_spec *spec, struct diags *diags)
{
	const struct variant *variant = reading->rules->variant;
	struct inquest inquest;
	unsigned checked, mated;

	/* Nothing said, and nothing to say: most moves. */
	if (!spec->check && !spec->mate && marks->mated == 0 &&
	    marks->attacked == 0)
		return;
	start(&inquest, reading, after, token, at, spec, diags);
	checked = named_kings(variant, spec->check_colours);
	mated = named_kings(variant, spec->mate_colours);
	if (variant->declares) {
		check_declarations(&inquest, marks, checked, mated, after);
		return;
	}
	if (spec->check)
		check_check(&inquest, marks, checked);
	if (spec->mate)
		check_mate(&inquest, marks, mated);
	if (!reading->notation->has_marks || spec->mate)
		return;
	if (marks->mated != 0)
		resolve_unmarked_mate(reading,
		    (unsigned)__builtin_ctz(marks->mated), whole(&inquest),
		    diags);
	else if (marks->attacked != 0 && !spec->check)
		diag_add(diags, DIAG_CHECK_UNMARKED, whole(&inquest),
		    "the move gives check, and the mark is missing");
}

void
resolve_syntax(const struct reading *reading, const struct position *position,
    struct slice token, size_t at, struct diags *diags)
{
	struct strbuf words = STRBUF_INIT;

	strbuf_printf(&words, "'%.*s' is no move in %s notation",
	    (int)(token.len < 40 ? token.len : 40), token.ptr,
	    reading->notation->id);
	if (!diags_full(diags))
		near_moves(reading, position, token, &words);
	diag_add(diags, DIAG_MOVE_SYNTAX,
	    (struct span){ (uint32_t)at, (uint32_t)token.len }, "%s",
	    words.ptr);
	strbuf_release(&words);
}
