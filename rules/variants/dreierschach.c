/* Ternion: Dreierschach V2.3 by Christian Wahlmann.
 *
 * Orthodox chess carried over to 126 hexes: what sets it apart is that a
 * diagonal step needs one of its two flanks empty, and that the first mate
 * ends the game with 3, 1 and 0 points. */
#include "rules/moves/legal.h"

enum {
	OPTION_EN_PASSANT,
	OPTION_PROMOTION,
};

static const struct army_row army[] = {
	{ "a1", "RBNKQBNR" },
	{ "a2", "PPPPPPPPP" },
	{ NULL, NULL },
};

/* "A distinction is made between minor castling (over 2 free fields) and
 * major castling (over 3 free fields)." */
static const struct castling_side sides[] = {
	{ 'K', "0-0", "d1", "b1", "a1", "c1", CASTLING_ALL_BETWEEN },
	{ 'Q', "0-0-0", "d1", "g1", "h1", "f1", CASTLING_ALL_BETWEEN },
	{ .letter = 0 },
};

static const char *const gray_aliases[] = { "Grey", "Brown", NULL };

/* In the order of points_result, and a draw. */
static const char *const results[] = { "3-0-1", "3-1-0", "0-3-1", "1-3-0",
	"0-1-3", "1-0-3", "1-1-1", NULL };

static const char *const draws[ALL_PLAYERS + 1] = { "1-1-1" };

/* In the order of enum en_passant_law. */
static const char *const takers[] = { "pawn", "any", NULL };
static const char *const promotions[] = { "must", "optional", NULL };

static const struct variant_option options[] = {
	{ "EnPassant",
	    "pawn (only a pawn captures en passant), any (any piece that moves "
	    "to the skipped hex does)",
	    "pawn", OPTION_CHOICE, takers, NULL, CHOOSES_EN_PASSANT },
	{ "Promotion", "must, optional (a pawn may stay a pawn)", "must",
	    OPTION_CHOICE, promotions, NULL, CHOOSES_OWN },
	{ .name = NULL },
};

static const struct setup setup = {
	.hexes = { .a = 8, .b = 6 },
	.army = army,
	.sides = sides,
};

/* "The winner is the player who could capture the opponent's king with one of
 * his pieces next": of those who attack it, the first in turn order. He has 3
 * points, the mated player none, and the other 1. */
static struct outcome
dreierschach_outcome(const struct rules *rules, const struct position *position)
{
	unsigned mated = position->to_move, winner = (mated + 1) % PLAYERS;
	bool is_bare = rules_bare_kings(rules, position);

	if (!is_bare && rules_can_move(rules, position))
		return no_outcome;
	if (is_bare || position->checks[mated] == 0)
		return (struct outcome){ is_bare ? ENDING_BARE_KINGS
						 : ENDING_STALEMATE,
			draws[0], PLAYER_NONE };
	if (!(position->checks[mated] >> winner & 1))
		winner = (mated + 2) % PLAYERS;
	return (struct outcome){ ENDING_MATE,
		results[points_result(winner, mated)], winner };
}

/* "If a pawn reaches an opponent's baseline, it may be converted." Read
 * literally, a player may keep the pawn, each time it comes to such a hex. */
static unsigned
dreierschach_promotions(const struct gen *gen, const struct move *move)
{
	const struct rules *rules = gen->view.rules;
	bool may_stay = rules->settings.value[OPTION_PROMOTION][0] != 0;

	if (!cellset_has(&gen->seat->promotion, move->to))
		return 1u << KIND_NONE;
	return rules->variant->promotions | (unsigned)may_stay << KIND_NONE;
}

static const struct variant_rules dreierschach_rules = {
	.promotions = dreierschach_promotions,
	.outcome = dreierschach_outcome,
};

const struct variant variant_dreierschach = {
	.number = NUMBER_dreierschach,
	.id = "dreierschach",
	.title = "Dreierschach V2.3",
	.source = "Christian Wahlmann, 2023",
	.summary = "126 hexes; the first mate ends the game with 3, 1 and 0 "
		   "points.",
	.players = { "White", "Gray", "Black" },
	.aliases = { [1] = gray_aliases },
	.colours = "wgb",
	ORTHODOX_PIECES,
	.results = results,
	.draws = draws,
	.options = options,
	.actions = 1u << MOVE_QUIET | 1u << MOVE_CAPTURE |
	    1u << MOVE_ENPASSANT | 1u << MOVE_CASTLE,
	.setups = { &setup },
	.pawn_steps = { 2, 1, DIRECTIONS },       /* NW, NE */
	.pawn_captures = { 8, 7, 6, DIRECTIONS }, /* WNW, N, ENE */
	.double_step_rank = 2,
	.promotions = 1u << QUEEN | 1u << ROOK | 1u << KNIGHT | 1u << BISHOP,
	.needs_flank = true,
	.bare_kings_end = true,
	.rules = &dreierschach_rules,
};
