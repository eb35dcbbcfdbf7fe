/* Ternion: threeChess.
 *
 * Orthodox pieces on 96 four-sided cells in three segments. Nobody need mind
 * check: the first capture of a king ends the game. Source:
 * ternion-variants(7), "threeChess"; comments state its rules. */
#include "rules/moves/legal.h"
#include "rules/moves/make_move.h"

static const struct variant_option options[] = {
	{ .name = NULL },
};

/* In the order of points_result, a draw, and those of a player who was late
 * while the others had equal points. */
static const char *const results[] = { "2-0-1", "2-1-0", "0-2-1", "1-2-0",
	"0-1-2", "1-0-2", "1-1-1", "0-1-1", "1-0-1", "1-1-0", NULL };

static const char *const draws[ALL_PLAYERS + 1] = { "1-1-1" };

/* Names inside the program: columns go on across the fronts, and each row has
 * a number of its own, as seen by the first player. */
static void
build_threechess(struct board *board, const struct settings *settings)
{
	(void)settings;
	board_segments(board, MESH_BY_SEGMENT);
}

/* Forward is towards the front in a pawn's own segment, and towards the
 * baseline in another's. */
static void
threechess_pawn_ways(
    const struct board *board, unsigned owner, cell c, struct pawn_ways *ways)
{
	mesh_pawn_ways(board, c,
	    board->sector[c].segment == owner ? MESH_FRONT : MESH_BACK, ways);
}

static const struct setup setup = {
	.build = build_threechess,
	.pawn_ways = threechess_pawn_ways,
	.army = orthodox_army,
	.sides = orthodox_sides,
};

/* A king may stand or step anywhere, and castles out of an attack and over
 * cells that are attacked. */
static enum king_law
threechess_king_law(const struct position *position)
{
	(void)position;
	return KING_FREE;
}

/* A king is captured like any piece. */
static void
threechess_capture_targets(struct gen *gen)
{
	struct capture_law *law = &gen->law;

	law->targets = law->king_targets =
	    enemies_of(gen->view.position, gen->me);
}

static bool
threechess_make_move(const struct rules *rules, struct position *position,
    const struct move *move, struct position *board)
{
	uint8_t victim =
	    move->victim != CELL_NONE ? position->at[move->victim] : 0;
	const uint8_t owners[] = { rules->rights_owner[move->from],
		rules->rights_owner[move->to] };

	(void)board;
	move_pieces(rules, position, move);
	if (piece_kind(victim) == KING)
		remove_player(position, piece_owner(victim), PLAYER_NONE);
	/* Of the players whose king or rook begins on one of the cells. */
	for (unsigned i = 0; i < 2; i++)
		if (owners[i] != PLAYER_NONE)
			position_set_rights(position, owners[i],
			    rules_rights(rules, position, owners[i]));
	update_checks(rules, position, move);
	pass_turn_on(position);
	return false;
}

/* "The captor has 1 point, the owner of the king -1, the third player 0." The
 * turn has gone on to the third player. */
static struct outcome
threechess_outcome(const struct rules *rules, const struct position *position)
{
	unsigned third = next_player(position, position->to_move);

	if (position->out == 0)
		return rules_can_move(rules, position)
		    ? no_outcome
		    : (struct outcome){ ENDING_STALEMATE, draws[0],
			      PLAYER_NONE };
	unsigned out = (unsigned)__builtin_ctz(position->out);
	return (struct outcome){ ENDING_KING_CAPTURED,
		results[points_result(third, out)], third };
}

static const struct variant_rules threechess_rules = {
	.king_law = threechess_king_law,
	.capture_targets = threechess_capture_targets,
	.make_move = threechess_make_move,
	.outcome = threechess_outcome,
};

const struct variant variant_threechess = {
	.number = NUMBER_threechess,
	.id = "threechess",
	.title = "threeChess",
	.source = "a program for playing agents",
	.summary = "96 cells; the first capture of a king ends the game with "
		   "2, 1 and 0 points.",
	.players = { "Blue", "Green", "Red" },
	.colours = "bgr",
	ORTHODOX_PIECES,
	.results = results,
	.draws = draws,
	.options = options,
	.setups = { &setup },
	.actions = 1u << MOVE_QUIET | 1u << MOVE_CAPTURE | 1u << MOVE_CASTLE,
	.double_step_rank = 2,
	.promotions = 1u << QUEEN,
	.rights_placed = true,
	.one_king_ends = true,
	.rules = &threechess_rules,
};
