/* Ternion: the three-player chess of Triumvirate4LLM.
 *
 * Orthodox chess on 96 four-sided cells in three segments. A player who is
 * mated when his turn comes leaves, and his pieces pass to who mated him; a
 * player without a move is skipped; the last one left wins. Source:
 * ternion-variants(7), "Triumvirate"; comments state its rules. */
#include "rules/moves/make_move.h"
#include "rules/moves/attacks.h"
#include "rules/moves/legal.h"

enum {
	OPTION_SETUP,
	OPTION_NAMING,
};

enum {
	BLACK = 1, /* the seats */
	RED,
};

/* Values of Naming, in their order. */
enum {
	NAMING_OF_CLIENT,
	NAMING_OF_GEOMETRY,
	NAMING_OF_DOCUMENT,
};

/* Seen from his side: Black king I8, queen D8. */
static const struct army_row exchanged_army[] = {
	{ "a1", "RNBKQBNR" },
	{ "a2", "PPPPPPPP" },
	{ NULL, NULL },
};

/* I8-K8 with L8-J8, and I8-C8 with A8-D8: his d1 is I8. */
static const struct castling_side black_sides[] = {
	{ 'K', "0-0", "d1", "b1", "a1", "c1", CASTLING_PATH },
	{ 'Q', "0-0-0", "d1", "f1", "h1", "e1", CASTLING_PATH },
	{ .letter = 0 },
};

/* I12-F12 with H12-E12, and I12-K12 with L12-J12: his e1 is I12. */
static const struct castling_side red_sides[] = {
	{ 'K', "0-0", "e1", "c1", "a1", "d1", CASTLING_PATH },
	{ 'Q', "0-0-0", "e1", "g1", "h1", "f1", CASTLING_PATH },
	{ .letter = 0 },
};

static const char *const setups[] = { "server", "document", NULL };
static const char *const namings[] = { "client", "geometry", "document", NULL };

static const struct variant_option options[] = {
	{ "Setup",
	    "server (Black's king on D8), document (on I8; Red castles on I12 "
	    "to K12 by O-O-O)",
	    "server", OPTION_CHOICE, setups, NULL, CHOOSES_SETUP },
	{ "Naming",
	    "client (cell names as the client writes them), geometry (the "
	    "opponent in the name is the nearer one), document (the same, but "
	    "the document's own examples hold)",
	    "client", OPTION_CHOICE, namings, NULL, CHOOSES_NAMES },
	{ .name = NULL },
};

/* Names two cells of a segment that differ in the opponent alone, or all of
 * one, the other way round. */
static void
name_after_other(struct sector *sector)
{
	sector->opponent =
	    (uint8_t)(PLAYERS - sector->segment - sector->opponent);
}

static void
build_triumvirate(struct board *board, const struct settings *settings)
{
	/* "C/B.R" is D5 and "R3/W3.3" is I12; the geometry has them as I5 and
	 * E12. */
	static const struct place exchanged[] = { { 3, 5 }, { 8, 5 }, { 4, 12 },
		{ 8, 12 } };
	unsigned naming = settings->value[OPTION_NAMING][0];

	board_segments(board, MESH_BY_NAME);
	/* R/W for Black; his half is mirrored against the board. */
	for (cell c = 0; c < board->cells && naming == NAMING_OF_CLIENT; c++)
		if (board->sector[c].segment == BLACK)
			name_after_other(&board->sector[c]);
	for (unsigned i = 0; i < 4 && naming == NAMING_OF_DOCUMENT; i++)
		name_after_other(&board->sector[board_at(
		    board, exchanged[i].file, exchanged[i].rank)]);
	board_index_sectors(board);
}

/* A bridge joins the segment of a cell and the one across its half. On a
 * bridge that ends in its owner's segment: towards the other end; but it is
 * stuck if it is inherited and its colour of origin owns that other end. On
 * the bridge between the two other segments: towards the base of the segment
 * it is not standing in. */
static void
triumvirate_pawn_ways(
    const struct board *board, unsigned owner, cell c, struct pawn_ways *ways)
{
	const struct sector *at = &board->sector[c];
	unsigned goal = at->across == owner ? at->segment : at->across;
	unsigned front = goal == at->segment ? MESH_BACK : MESH_FRONT;

	if (at->across == owner || at->segment == owner)
		ways->stuck = 1u << goal;
	mesh_pawn_ways(board, c, front, ways);
}

/* In the order of the option Setup. */
static const struct setup server = {
	.build = build_triumvirate,
	.pawn_ways = triumvirate_pawn_ways,
	.army = orthodox_army,
	.sides = orthodox_sides,
};

static const struct setup document_black = {
	.army = exchanged_army,
	.sides = black_sides,
};
static const struct setup document_red = {
	.army = orthodox_army,
	.sides = red_sides,
};

static const struct setup document = {
	.build = build_triumvirate,
	.pawn_ways = triumvirate_pawn_ways,
	.army = orthodox_army,
	.sides = orthodox_sides,
	.own = { [BLACK] = &document_black, [RED] = &document_red },
};

/*
 * Effects of a move
 */

/* His king leaves the board, and his other pieces pass to the heir, keeping
 * their colour of origin. */
__attribute__((cold)) static void
eliminate(const struct rules *rules, struct position *position, unsigned player,
    unsigned heir)
{
	remove_player(position, player, heir);
	rules_recompute_checks(rules, position);
}

/* After a ply the letters of the two other players are recomputed; the
 * mover's own stays as it was. c wins over s. */
static void
set_standing(struct position *position, unsigned mover, unsigned skipped)
{
	struct standing *standing = &position->standing;
	const uint8_t *checks = position->checks;
	unsigned own = 1u << mover, checked = 0;

	if ((position_attackers(position) | skipped | standing->checked |
		standing->skipped) == 0)
		return;
	for (unsigned p = 0; p < PLAYERS; p++)
		if (checks[p] != 0)
			checked |= 1u << p;
	skipped &= ~checked;
	standing->checked =
	    (uint8_t)((standing->checked & own) | (checked & ~own));
	standing->skipped =
	    (uint8_t)((standing->skipped & own) | (skipped & ~own));
	standing->checked &= (uint8_t)~position->out;
	standing->skipped &= (uint8_t)~position->out;
}

/* Passes the turn after a ply of `mover`. Whether a player is mated is asked
 * only when his turn comes; then the turn goes on to the next player, who may
 * be in (inherited) check or mate at once. When all that are left have no move,
 * it is a draw and the turn names the one who moved last. If it is not simply
 * the next player's turn, this returns true, and puts into *board, unless it is
 * NULL, the board before that. */
static bool
pass_to_next_able(const struct rules *rules, struct position *position,
    unsigned mover, struct position *board)
{
	unsigned player = mover, in_vain = 0, skipped = 0;
	bool apart = false, found = false;

	while (players_left(position) > 1 && in_vain < players_left(position)) {
		player = next_player(position, player);
		position_turn(position, player);
		skipped &= ~(1u << player);
		found = rules_can_move(rules, position);
		if (found)
			break;
		if (!apart && board != NULL)
			*board = *position;
		apart = true;
		skipped |= 1u << player;
		in_vain++;
		unsigned attackers = position->checks[player];
		if (attackers == 0)
			continue;
		/* The opponent whose piece attacks the mated king; if both do,
		 * the one who made the ply just played. */
		eliminate(rules, position, player,
		    (attackers & (attackers - 1)) == 0
			? (unsigned)__builtin_ctz(attackers)
			: mover);
		in_vain = 0;
	}
	if (!found)
		position_turn(position,
		    players_left(position) > 1 ? mover
					       : next_player(position, mover));
	set_standing(position, mover, skipped);
	/* "Up by one each time the turn, after skips and eliminations, goes to
	 * a player not later in the order than the one who moved." */
	position->number += position->to_move <= mover;
	return apart;
}

static bool
could_move(
    const struct rules *rules, const struct position *position, unsigned player)
{
	struct position turn = *position;

	position_turn(&turn, player);
	return rules_can_move(rules, &turn);
}

/* The pieces pass to the next player still in. The other opponent, if the
 * inherited pieces put him in check and he would have no legal move were it
 * his turn, is eliminated at once. */
static void
resign(const struct rules *rules, struct position *position)
{
	unsigned me = position->to_move;
	unsigned heir = next_player(position, me);
	unsigned other = next_player(position, heir);
	struct cellset army_left = position->owned[me];
	struct board_view view;
	bool attacks = false;

	position->clock++;
	cellset_remove(&army_left, position->king[me]);
	eliminate(rules, position, me, heir);
	if (other == me)
		return;
	view_now(&view, rules, position);
	while (!attacks && !cellset_empty(&army_left))
		attacks = piece_attacks(
		    &view, cellset_pop(&army_left), position->king[other]);
	if (attacks && !could_move(rules, position, other))
		eliminate(rules, position, other, heir);
}

/* A mated player leaves when the turn passes: marks are judged before that. A
 * resignation gives no check. */
static bool
triumvirate_make_move(const struct rules *rules, struct position *position,
    const struct move *move, struct position *board)
{
	unsigned me = position->to_move;

	/* A double step can be answered in one ply only. */
	for (unsigned p = 0; p < PLAYERS && position_has_passed(position); p++)
		if (position->en_passant[p].pawn != CELL_NONE)
			position_set_en_passant(position, p, no_en_passant);
	if (move->type == MOVE_YIELD) {
		resign(rules, position);
		pass_to_next_able(rules, position, me, NULL);
		return false;
	}
	move_pieces(rules, position, move);
	update_checks(rules, position, move);
	return pass_to_next_able(rules, position, me, board);
}

/*
 * The end
 */

static struct outcome
triumvirate_outcome(const struct rules *rules, const struct position *position)
{
	enum ending drawn = rules_drawn(rules, position);

	if (players_left(position) == 1)
		return last_player_wins(rules, position);
	for (unsigned p = 0; p < PLAYERS && drawn == ENDING_NONE; p++)
		if (!is_out(position, p) && could_move(rules, position, p))
			return no_outcome;
	return (
	    struct outcome){ drawn == ENDING_NONE ? ENDING_STALEMATE : drawn,
		draws_one_point[position->out], PLAYER_NONE };
}

static void
triumvirate_seat_facts(const struct rules *rules,
    const struct position *position, unsigned player, struct seat_facts *facts)
{
	(void)rules;
	facts->is_skipped = position->standing.skipped >> player & 1 &&
	    !is_out(position, player);
}

static const struct variant_rules triumvirate_rules = {
	.seat_facts = triumvirate_seat_facts,
	.make_move = triumvirate_make_move,
	.outcome = triumvirate_outcome,
};

const struct variant variant_triumvirate = {
	.number = NUMBER_triumvirate,
	.id = "triumvirate",
	.title = "Triumvirate",
	.source = "Triumvirate4LLM, server 0.1.0",
	.summary = "96 cells; who is mated loses his army to his conqueror, "
		   "and the last player left wins.",
	.players = { "White", "Black", "Red" },
	.colours = "wbr",
	ORTHODOX_PIECES,
	ONE_POINT,
	.options = options,
	.setups = { &server, &document },
	.actions = 1u << MOVE_QUIET | 1u << MOVE_CAPTURE |
	    1u << MOVE_ENPASSANT | 1u << MOVE_CASTLE | 1u << MOVE_YIELD,
	.double_step_rank = 2,
	.promotions = 1u << QUEEN | 1u << ROOK | 1u << BISHOP | 1u << KNIGHT,
	.draw_moves = 75,
	.draw_by_repetition = true,
	.rules = &triumvirate_rules,
};
