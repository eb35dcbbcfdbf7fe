/* Ternion: what makes a move legal that fits how its piece goes; between the
 * modules of rules/. */
#pragma once

#include "rules/moves/attacks.h"
#include "rules/variants/variant_rules.h"

/* The pieces that the player to move may take, found once for a position. */
struct capture_law {
	struct cellset targets;      /* the pieces that his own may take */
	struct cellset king_targets; /* the pieces that his king may take */
	unsigned en_passant; /* players, as bits, whose pawns he may take in
				passing */
};

/* Whether a player can move so that his king is not attacked, once it has been
 * asked. */
struct defence {
	bool known, possible;
};

/* The state of one search for moves. */
struct gen {
	struct board_view view; /* the board before the move */
	const struct seat *seat;
	unsigned me;
	bool defends; /* the king is never left attacked, whatever his law */
	struct capture_law law;         /* set by gen_begin, not by gen_open */
	const struct move_query *query; /* NULL: all moves */
	move_sink *sink;
	void *context;
	struct defence *defence; /* shared by the searches made from this one */
	struct defence own_defence;
};

/* Begins a search for one who asks little: sets all but law, query, sink and
 * context. */
static inline void
gen_open(
    struct gen *gen, const struct rules *rules, const struct position *position)
{
	gen->own_defence.known = false;
	gen->defence = &gen->own_defence;
	gen->me = position->to_move;
	gen->seat = &rules->seat[gen->me];
	gen->defends = false;
	view_now(&gen->view, rules, position);
}

/* Finds what may be taken: "any piece of an opponent but a king" in the games
 * that have no hook for it. */
static inline void
gen_find_targets(struct gen *gen)
{
	const struct variant_rules *hooks = gen->view.rules->hooks;
	const struct position *position = gen->view.position;
	struct cellset enemies;

	if (hooks->capture_targets != NULL) {
		hooks->capture_targets(gen);
		return;
	}
	enemies = enemies_of(position, gen->me);
	gen->law.targets = gen->law.king_targets =
	    cellset_less(enemies, &position->kind[KING]);
	gen->law.en_passant = ALL_PLAYERS & ~(1u << gen->me);
}

/* Begins a search: sets all but query, sink and context. */
static inline void
gen_begin(
    struct gen *gen, const struct rules *rules, const struct position *position)
{
	gen_open(gen, rules, position);
	gen_find_targets(gen);
}

/* Whether the piece may be taken in every game: the living piece, but a king,
 * of an opponent, while nobody is fortified. */
static inline bool
is_fair_game(const struct position *position, uint8_t victim)
{
	unsigned owner = piece_owner(victim);

	return piece_kind(victim) != KING && owner != position->to_move &&
	    owner != PLAYER_NONE && position->uncapturable == 0;
}

/* Whether nobody moves any more, whatever the pieces could do. */
static inline bool
game_is_over(const struct rules *rules, const struct position *position)
{
	return position->over != 0 ||
	    (position->out != 0 &&
		(players_left(position) <= 1 ||
		    rules->variant->one_king_ends)) ||
	    rules_bare_kings(rules, position);
}

/* Whether the mover's king allows the move; for moves of the king, of pieces
 * that bear on a line to him, and where he is attacked. */
bool king_allows(const struct gen *gen, const struct move *move);

/* Whether the mover has a move after which his king is not attacked. */
bool gen_can_defend(const struct gen *gen);

/* Whether the mover's king does not care about the move: he is not attacked,
 * and another piece moves that bears on no line to him. In a game under way
 * nearly all moves are so. */
static inline bool
is_aside(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	unsigned me = position->to_move;
	cell king = position->king[me];

	return king == CELL_NONE ||
	    (move->from != king && position->checks[me] == 0 &&
		pin_rays_opened(rules, position, me, move) == 0);
}

/* Whether the mover's king allows the move. */
static inline bool
legal_move(const struct gen *gen, const struct move *move)
{
	return is_aside(gen->view.rules, gen->view.position, move) ||
	    king_allows(gen, move);
}

/* Whether castling on a side that is open is allowed: "All fields between
 * king and rook must be free. Neither the king nor any of the fields ... may
 * be threatened." The cells that may not are judged one by one with the king
 * where he stands. */
bool legal_castling(const struct gen *gen, const struct castling *side);

/* A sink for those who ask only whether there is a move. */
bool stop_at_once(void *context, const struct move *move);

/* Gives the moves of the pieces that fit the query; false if the sink
 * stopped. */
bool gen_pieces(const struct gen *gen);

/* Whether gen_pieces has a move; sets query and sink. */
bool gen_finds_move(struct gen *gen);

/* Whether the mover has no move at all, where he passes then. */
bool gen_must_pass(const struct gen *gen);

/* The kinds, as bits, to which a pawn's move may promote it; KIND_NONE: it may
 * stay a pawn. As a rule it is promoted on the opponents' baselines, always.
 * Nowhere else is it in any game but where it has no step left. */
static inline unsigned
promotion_kinds(const struct gen *gen, const struct move *move)
{
	const struct rules *rules = gen->view.rules;
	bool arrives = cellset_has(&gen->seat->promotion, move->to);

	if (!arrives && gen->seat->pawn_step[move->to][0].to != CELL_NONE)
		return 1u << KIND_NONE;
	if (rules->hooks->promotions != NULL)
		return rules->hooks->promotions(gen, move);
	return arrives ? rules->variant->promotions : 1u << KIND_NONE;
}

static inline bool
gen_fits_target(const struct gen *gen, cell to)
{
	return gen->query == NULL || gen->query->to == CELL_NONE ||
	    gen->query->to == to;
}

/* Those of the pieces that stand where the query asks. */
static inline struct cellset
gen_queried(const struct gen *gen, struct cellset pieces)
{
	struct cellset one = { { 0 } };

	if (gen->query == NULL || gen->query->from == CELL_NONE)
		return pieces;
	cellset_add(&one, gen->query->from);
	return cellset_and(one, &pieces);
}

/* The mover's pieces that fit the query. */
static inline struct cellset
gen_movers(const struct gen *gen)
{
	const struct position *position = gen->view.position;
	const struct move_query *query = gen->query;
	struct cellset pieces = position->owned[gen->me];

	if (query != NULL && query->kind != KIND_NONE)
		pieces = cellset_and(pieces, &position->kind[query->kind]);
	return gen_queried(gen, pieces);
}

/* Whether a piece may land on the cell: on an empty one, or to take. */
static inline bool
legal_landing(const struct gen *gen, cell from, cell to)
{
	const struct position *position = gen->view.position;

	return position_is_empty(position, to) ||
	    cellset_has(from == position->king[gen->me] ? &gen->law.king_targets
							: &gen->law.targets,
		to);
}

/* Makes it the move of a piece onto a cell that is empty or holds an enemy
 * piece. */
static inline void
plain_move_set(
    struct move *move, const struct position *position, cell from, cell to)
{
	bool quiet = position_is_empty(position, to);

	move->type = quiet ? MOVE_QUIET : MOVE_CAPTURE;
	move->from = from;
	move->to = to;
	move->victim = quiet ? CELL_NONE : to;
	move->promotion = KIND_NONE;
	move->side = 0;
	move->check = ALL_PLAYERS;
	move->mate = 0;
	move->calls = 0;
	move->leaps = 0;
	move->pair = false;
}

static inline struct move
plain_move(const struct position *position, cell from, cell to)
{
	struct move move; /* path and second stay unset: see struct move */

	plain_move_set(&move, position, from, to);
	/* cppcheck-suppress uninitvar */
	return move;
}

/* A turn other than a move of a piece from one cell to another: struct move. */
static inline struct move
move_action(enum move_type type, cell from, cell to)
{
	return (struct move){
		.type = (uint8_t)type,
		.from = from,
		.to = to,
		.victim = CELL_NONE,
		.check = ALL_PLAYERS,
	};
}

/* Castling on side `s`. */
static inline struct move
castling_move(const struct castling *side, unsigned s)
{
	struct move move =
	    move_action(MOVE_CASTLE, side->king_from, side->king_to);

	move.side = (uint8_t)s;
	return move;
}

/* Whether the pawn on `from`, of the player in the seat, has no step, empty
 * cells or not. */
static inline bool
pawn_is_stuck(
    const struct seat *seat, const struct position *position, cell from)
{
	return cellset_has(
	    &seat->stuck[piece_colour(position->at[from])], from);
}

/* Whether the mover's pawn on `from` may go two steps, if they are empty: from
 * its own first row, and so never when it was inherited. */
static inline bool
pawn_may_double(
    const struct rules *rules, const struct position *position, cell from)
{
	unsigned me = position->to_move;

	return (int)cellset_has(&rules->seat[me].double_from, from) &
	    (piece_colour(position->at[from]) == me) &
	    ((int)cellset_has(&position->unmoved, from) |
		!rules->variant->tracks_unmoved);
}

/* The pawn that can be taken en passant on the empty cell `to`, or CELL_NONE.
 * No two pawns have skipped the same cell: each player's double steps skip
 * cells of one row of his own. */
static inline cell
en_passant_pawn(const struct gen *gen, cell to)
{
	const struct position *position = gen->view.position;

	for (unsigned p = 0; p < PLAYERS; p++)
		if (position->en_passant[p].target == to &&
		    (gen->law.en_passant >> p & 1))
			return position->en_passant[p].pawn;
	return CELL_NONE;
}

/* Makes the quiet move of a piece one that takes a pawn in passing, if there is
 * one to take. */
static inline bool
set_en_passant(const struct gen *gen, struct move *move)
{
	cell pawn = en_passant_pawn(gen, move->to);

	if (pawn == CELL_NONE)
		return false;
	move->type = MOVE_ENPASSANT;
	move->victim = pawn;
	return true;
}

/*
 * Why a move is not legal
 */

/* An attempt, and the search that did not find it. */
struct explanation {
	const struct rules *rules;
	const struct position *position;
	const struct move_query *attempt;
	unsigned me;
	struct gen gen;
};

/* Why no legal move fits the attempt, where it is a move of a piece that goes
 * as usual, or castling; anything else it allows. */
struct verdict explain_usual(const struct explanation *explanation);

/* Nothing speaks against it. */
static const struct verdict allowed = { ILLEGAL_NOT, CELL_NONE, CELL_NONE,
	CELL_NONE, PLAYER_NONE, PLAYER_NONE };

/* Why the piece on attempt->from is none that the player could move; allowed
 * if it is, or if no cell is stated. */
struct verdict judge_start(const struct explanation *explanation);

/* True if the attempt may mean the piece on `from`, by its cell. */
bool may_mean(const struct explanation *explanation, cell from);

/* Judges the mover's pieces that could have been meant: allowed if one may go,
 * or else the verdict on the one that came nearest to it. */
struct verdict nearest_miss(const struct explanation *explanation,
    struct verdict (*judge)(const struct explanation *, cell from, cell to));

/* A verdict about no player: of one cell, or of two. */
static inline struct verdict
because(enum illegal why, cell from, cell at)
{
	return (struct verdict){ why, from, at, CELL_NONE, PLAYER_NONE,
		PLAYER_NONE };
}

/* A verdict about no piece. */
static inline struct verdict
because_only(enum illegal why)
{
	return because(why, CELL_NONE, CELL_NONE);
}

static inline struct verdict
because_between(enum illegal why, cell from, cell at, cell at2)
{
	return (struct verdict){ why, from, at, at2, PLAYER_NONE, PLAYER_NONE };
}

/* A verdict about a player. */
static inline struct verdict
because_of(enum illegal why, cell from, cell at, unsigned who)
{
	return (struct verdict){ why, from, at, CELL_NONE, who, PLAYER_NONE };
}
