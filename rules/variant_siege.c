/*
 * Ternion: Siege Chess by Ross Durossette.
 *
 * Kings are taken, after a declaration in the turn before; the pieces of a
 * player without a king stay as obstacles. The player who has lost the most
 * is sieged, and has calls of his own: fortification, field promotion,
 * traitor, touch of death. Source: siege.md; quotations are from there.
 */
#include <string.h>

#include "apply.h"
#include "explain.h"
#include "siege.h"

enum {
	OPTION_POPE,
	OPTION_SIEGE,
	OPTION_THRESHOLD,
	OPTION_CALLS,
	OPTION_TWO,
};

/* Values of the option Siege. */
enum method {
	METHOD_NONE,
	METHOD_CAPTURES,
	METHOD_POINTS,
	METHOD_MOVED,
};

/* Bits of the option SiegeCalls. */
enum {
	PLAYS_FORT = 1,
	PLAYS_FIELD = 2,
	PLAYS_TRAITOR = 4,
	PLAYS_TOUCH = 8,
};

enum {
	FORT_TURNS = 3,
	IMMUNE_TURNS = 3,
	TRAITORS_MAX = 2,
	LAST_MAX = 31, /* captures that a position can remember */
};

static const struct army_row army9[] = {
	{ "a1", "RNBQKOBNR" },
	{ "a2", "PPPPPPPPPP" },
	{ "b3", "PPPPPPPPP" },
	{ NULL, NULL },
};

static const struct army_row army8[] = {
	{ "a1", "RNBQKBNR" },
	{ "a2", "PPPPPPPPP" },
	{ "b3", "PPPPPPPP" },
	{ NULL, NULL },
};

static const struct castling_side sides9[] = {
	{ 'Q', "0-0-0", "e1", "c1", "a1", "d1" },
	{ 'O', "0-0", "e1", "g1", "i1", "f1" },
	{ 0, NULL, NULL, NULL, NULL, NULL },
};

static const struct castling_side sides8[] = {
	{ 'Q', "0-0-0", "e1", "c1", "a1", "d1" },
	{ 'K', "0-0", "e1", "g1", "h1", "f1" },
	{ 0, NULL, NULL, NULL, NULL, NULL },
};

static const char *const yes_no[] = { "yes", "no", NULL };
static const char *const methods[] = { "none", "captures", "points", "moved",
	NULL };
static const char *const calls[] = { "F@%T", NULL };

static const struct variant_option options[] = {
	{ "Pope", "yes (nine pieces and a board of 9 and 8), no (eight)", "yes",
	    OPTION_CHOICE, yes_no },
	{ "Siege", "none, captures, points, moved", "points", OPTION_CHOICE,
	    methods },
	{ "SiegeThreshold", "a number, or three in turn order: 4,4,6",
	    "3 for captures, 4 for points, 18 for moved", OPTION_NUMBERS,
	    NULL },
	{ "SiegeCalls", "the calls that are played, of F@%T, or none", "F@%T",
	    OPTION_LETTERS, calls },
	{ "SiegeTwo", "yes, no: siege rules with two players left", "yes",
	    OPTION_CHOICE, yes_no },
	{ NULL, NULL, NULL, OPTION_CHOICE, NULL },
};

static const struct variant_reading readings[] = {
	{ "Siege is determined by points unless the record says otherwise.",
	    "The rules offer three methods and recommend none." },
	{ "The colour rule for bishops put back holds in the 8-piece set-up as "
	  "well.",
	    "There both bishops of a player start on one colour." },
	{ "A pawn is not promoted by the move that takes the king of the "
	  "opponent whose first rank it reaches.",
	    "That opponent is out by it, and his rank no longer an "
	    "opponent's." },
	{ "In castling the king may pass over an attacked hex.",
	    "Only his own hex and his target are named." },
	{ "A king is walled in if no piece of a kind that living enemies have "
	  "could attack him from any hex without a dead piece, counting only "
	  "dead pieces as blockers.",
	    "The rules do not say what walled in means." },
	{ "Only a player without any action on the board passes.",
	    "A right to pass is nowhere given." },
	{ "One call of stalemate in the record stands for the agreement of "
	  "all.",
	    "A record has no sign for assent." },
	{ "The king of a player who yields is removed, and his pieces are "
	  "dead.",
	    "It is the same as if his king had been taken." },
	{ "A piece that was replaced by promotion is out of the game, and not "
	  "among the lost.",
	    "It was not captured." },
	{ "The counter of a fortification is lowered when its owner's turn "
	  "begins, and he attacks nothing while it is above 1.",
	    "He could not capture in his next turn." },
	{ "The touch of death works on a captured king; the player stays in "
	  "the game.",
	    "The king is a piece, and returns as it was." },
	{ NULL, NULL },
};

static void
build9(struct board *board)
{
	board_hex(board, 9, 8);
}

static void
build8(struct board *board)
{
	board_hex(board, 8, 9);
}

/* In the order of the option Pope. */
static const struct setup setup9 = { build9, army9, sides9 };
static const struct setup setup8 = { build8, army8, sides8 };

static bool
has_pope(const struct rules *rules)
{
	return rules->setup == &setup9;
}

static enum method
method_of(const struct settings *settings)
{
	return (enum method)settings->value[OPTION_SIEGE][0];
}

static bool
plays(const struct rules *rules, unsigned call)
{
	return method_of(&rules->settings) != METHOD_NONE &&
	    (rules->settings.value[OPTION_CALLS][0] & call) != 0;
}

static const uint16_t usual_threshold[] = {
	[METHOD_NONE] = 0,
	[METHOD_CAPTURES] = 3,
	[METHOD_POINTS] = 4,
	[METHOD_MOVED] = 18,
};

/* A threshold that is the method's own counts as not stated; and a position
 * remembers no more captures than LAST_MAX. */
static void
settle(struct settings *settings)
{
	enum method method = method_of(settings);
	uint16_t *value = settings->value[OPTION_THRESHOLD];
	bool usual = true;

	for (unsigned p = 0; p < PLAYERS; p++) {
		if (value[p] == NUMBER_USUAL)
			continue;
		if (method == METHOD_CAPTURES && value[p] > LAST_MAX)
			value[p] = LAST_MAX;
		if (method == METHOD_CAPTURES && value[p] == 0)
			value[p] = 1;
		usual &= value[p] == usual_threshold[method];
	}
	for (unsigned p = 0; p < PLAYERS && usual; p++)
		value[p] = NUMBER_USUAL;
}

unsigned
siege_threshold(const struct rules *rules, unsigned player)
{
	unsigned value = rules->settings.value[OPTION_THRESHOLD][player];

	return value != NUMBER_USUAL
	    ? value
	    : usual_threshold[method_of(&rules->settings)];
}

/* As many as any player's threshold asks for. */
unsigned
siege_remembered(const struct rules *rules)
{
	unsigned most = 0;

	if (method_of(&rules->settings) != METHOD_CAPTURES)
		return 0;
	for (unsigned p = 0; p < PLAYERS; p++)
		if (siege_threshold(rules, p) > most)
			most = siege_threshold(rules, p);
	return most;
}

/*
 * Who is sieged
 */

static unsigned
count(const struct position *position, unsigned player, enum kind kind)
{
	struct cellset set =
	    cellset_and(position->owned[player], &position->kind[kind]);

	return cellset_count(&set);
}

static bool
is_out(const struct position *position, unsigned player)
{
	return position->out >> player & 1;
}

/* "The last 3 (threshold) captured pieces were all yours": how many of the
 * latest were, without a break. */
static int
run_of_captures(const struct position *position, unsigned player)
{
	const struct siege *siege = &position->siege;
	unsigned run = 0;

	while (run < siege->captures && (siege->last >> 2 * run & 3) == player)
		run++;
	return (int)run;
}

/* "Pieces on the board count 1, queen and pope 2, pawns 0, plus 1 if more than
 * half of his opening pawns are on the board." */
static int
points(
    const struct rules *rules, const struct position *position, unsigned player)
{
	unsigned pawns = count(position, player, PAWN);
	unsigned opening = count(&rules->start, player, PAWN);

	return (int)(cellset_count(&position->owned[player]) - pawns +
	    count(position, player, QUEEN) + count(position, player, POPE) +
	    (2 * pawns > opening));
}

/* "His pieces on the board + those of them that have moved from the opening
 * set-up - his captured pieces now in the pool." */
static int
moved_points(const struct position *position, unsigned player)
{
	unsigned pieces = cellset_count(&position->owned[player]);
	struct cellset moved =
	    cellset_less(position->owned[player], &position->unmoved);
	unsigned lost = 0;

	for (unsigned kind = PAWN; kind < KINDS; kind++)
		lost += position->lost[player][kind];
	return (int)(pieces + cellset_count(&moved)) - (int)lost;
}

static int
sum_for(const struct rules *rules, const struct position *position,
    enum siege_method method, unsigned player)
{
	if (is_out(position, player))
		return 0;
	switch (method) {
	case SIEGE_CAPTURES:
		return run_of_captures(position, player);
	case SIEGE_POINTS:
		return points(rules, position, player);
	case SIEGE_MOVED:
		return moved_points(position, player);
	}
	return 0;
}

int
siege_sum(const struct rules *rules, const struct position *position,
    enum siege_method method, unsigned player)
{
	return sum_for(rules, position, method, player);
}

/* "ceil(sum of the opponents' points / 2) - yours"; the sum can be negative. */
int
siege_balance(const struct rules *rules, const struct position *position,
    enum siege_method method, unsigned player)
{
	int sum = sum_for(rules, position, method, (player + 1) % PLAYERS) +
	    sum_for(rules, position, method, (player + 2) % PLAYERS);

	return (sum >= 0 ? (sum + 1) / 2 : -(-sum / 2)) -
	    sum_for(rules, position, method, player);
}

static bool
meets(const struct rules *rules, const struct position *position,
    enum method method, int threshold, unsigned player)
{
	switch (method) {
	case METHOD_CAPTURES:
		return run_of_captures(position, player) >= threshold;
	case METHOD_POINTS:
		return siege_balance(rules, position, SIEGE_POINTS, player) >
		    threshold;
	case METHOD_MOVED:
		return siege_balance(rules, position, SIEGE_MOVED, player) >
		    threshold;
	case METHOD_NONE:
		break;
	}
	return false;
}

bool
siege_found(const struct rules *rules, const struct position *position,
    enum siege_method method)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (!is_out(position, p) &&
		    meets(rules, position, (enum method)method,
			usual_threshold[method], p))
			return true;
	return false;
}

/* "If several qualify, only the one whose turn comes first is sieged." */
unsigned
siege_sieged(const struct rules *rules, const struct position *position)
{
	unsigned out = position->out;
	bool two = (out & (out - 1)) == 0 && out != 0;

	if ((two && rules->settings.value[OPTION_TWO][0] != 0) ||
	    game_is_over(rules, position))
		return PLAYER_NONE;
	for (unsigned i = 0; i < PLAYERS; i++) {
		unsigned player = (position->to_move + i) % PLAYERS;

		if (!is_out(position, player) &&
		    position->siege.immune[player] == 0 &&
		    meets(rules, position, method_of(&rules->settings),
			(int)siege_threshold(rules, player), player))
			return player;
	}
	return PLAYER_NONE;
}

/*
 * Terms of capture
 */

/* The pieces that belong to nobody any more. */
static struct cellset
dead_pieces(const struct position *position)
{
	struct cellset dead = position->kind[KIND_NONE];

	for (unsigned p = 0; p < PLAYERS; p++)
		dead = cellset_less(dead, &position->owned[p]);
	return dead;
}

static bool
is_inside(struct cellset set, const struct cellset *other)
{
	set = cellset_less(set, other);
	return cellset_empty(&set);
}

/*
 * "No living enemy piece of a kind still on the board, wherever it stood on a
 * hex not held by a dead piece, could attack the king's hex, counting only
 * dead pieces as blockers." Enemy kings are such a kind, so that nothing gets
 * near; then only leapers are left to ask about.
 */
static bool
is_walled_in(const struct gen *gen, const struct cellset *dead)
{
	const struct position *position = gen->scene.position;
	const struct board *board = &gen->scene.rules->board;
	cell king = position->king[gen->me];
	unsigned a = (gen->me + 1) % PLAYERS, b = (gen->me + 2) % PLAYERS;

	if (!is_inside(board->near[king], dead))
		return false;
	if (count(position, a, KNIGHT) + count(position, b, KNIGHT) > 0 &&
	    !is_inside(board->leaps[king], dead))
		return false;
	return count(position, a, POPE) + count(position, b, POPE) == 0 ||
	    is_inside(board->hops[king], dead);
}

static void
siege_terms(struct gen *gen)
{
	const struct position *position = gen->scene.position;
	const struct siege *siege = &position->siege;
	struct terms *terms = &gen->terms;
	struct cellset dead;

	memset(terms, 0, sizeof(*terms));
	terms->king_law = KING_STEPS_SAFELY;
	if (siege->fort[gen->me] > 0) {
		terms->king_law = KING_FREE;
		return;
	}
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct cellset prey = position->owned[p];

		if (p == gen->me || siege->fort[p] > 0)
			continue;
		terms->passed |= 1u << p;
		prey = cellset_less(prey, &position->kind[KING]);
		terms->king_prey = cellset_or(terms->king_prey, &prey);
		terms->prey = cellset_or(terms->prey, &prey);
		if ((siege->declared[gen->me] >> p & 1) &&
		    position->king[p] != CELL_NONE)
			cellset_add(&terms->prey, position->king[p]);
	}
	if (position->out == 0)
		return;
	dead = dead_pieces(position);
	if (position->king[gen->me] != CELL_NONE && is_walled_in(gen, &dead)) {
		dead = cellset_and(dead,
		    &gen->scene.rules->board.near[position->king[gen->me]]);
		terms->king_prey = cellset_or(terms->king_prey, &dead);
	}
}

/*
 * "A pawn arriving on the first rank of an opponent who is still playing may
 * be replaced by any piece but a pawn that its owner has lost"; "a step from
 * one hex of that rank to another is none; and not when the move takes that
 * opponent's king".
 */
static unsigned
siege_promotion(const struct gen *gen, const struct move *move)
{
	const struct rules *rules = gen->scene.rules;
	const struct position *position = gen->scene.position;
	unsigned kinds = 1u << KIND_NONE;

	for (unsigned o = 0; o < PLAYERS; o++) {
		const struct cellset *rank = &rules->seat[o].baseline;

		if (o == gen->me || is_out(position, o) ||
		    !cellset_has(rank, move->to) ||
		    cellset_has(rank, move->from) ||
		    move->victim == position->king[o])
			continue;
		for (unsigned kind = PAWN + 1; kind < KINDS; kind++)
			if (position->lost[gen->me][kind] > 0)
				kinds |= 1u << kind;
	}
	return kinds;
}

/*
 * Pieces put back
 */

/*
 * "No two bishops of one player on hexes of one colour; no two popes, of
 * whichever living players, on one colour": the piece that keeps one of `kind`
 * of `player` off the cell, whatever stands there now; `gone` is on the board
 * no more.
 */
static cell
colour_rival(const struct rules *rules, const struct position *position,
    enum kind kind, unsigned player, cell c, cell gone)
{
	const uint8_t *colour = rules->board.colour;
	struct cellset others = { { 0 } };

	if (kind == BISHOP)
		others = cellset_and(
		    position->owned[player], &position->kind[BISHOP]);
	for (unsigned p = 0; p < PLAYERS && kind == POPE; p++) {
		struct cellset popes =
		    cellset_and(position->owned[p], &position->kind[POPE]);

		others = cellset_or(others, &popes);
	}
	while (!cellset_empty(&others)) {
		cell other = cellset_pop(&others);

		if (other != c && other != gone && colour[other] == colour[c])
			return other;
	}
	return CELL_NONE;
}

static struct verdict
judge_colour(const struct rules *rules, const struct position *position,
    enum kind kind, unsigned player, cell c, cell gone)
{
	cell rival = colour_rival(rules, position, kind, player, c, gone);

	if (rival == CELL_NONE)
		return allowed;
	return because_of(
	    kind == POPE ? ILLEGAL_POPE_COLOUR : ILLEGAL_BISHOP_COLOUR, c,
	    rival, player);
}

/* Whether the player to move may use a siege move, other than F. */
static struct verdict
judge_siege_move(const struct rules *rules, const struct position *position,
    unsigned call, cell at)
{
	unsigned me = position->to_move;
	unsigned sieged = siege_sieged(rules, position);
	struct verdict verdict;

	if (!plays(rules, call))
		return because(ILLEGAL_CALL_UNPLAYED, at, at, CELL_NONE);
	if (sieged != me) {
		verdict = because_of(ILLEGAL_NOT_SIEGED, at, at, me);
		verdict.who2 = sieged;
		return verdict;
	}
	if (position->siege.fort[me] > 0)
		return because_of(ILLEGAL_CALL_FORTIFIED, at, at, me);
	return allowed;
}

/*
 * Field promotion
 */

/* What a piece of a kind becomes, as bits, on the next level. */
static unsigned
next_level(const struct rules *rules, enum kind kind)
{
	static const uint8_t with_pope[KINDS] = {
		[PAWN] = 1u << KNIGHT | 1u << BISHOP,
		[KNIGHT] = 1u << ROOK | 1u << POPE,
		[BISHOP] = 1u << ROOK | 1u << POPE,
		[ROOK] = 1u << QUEEN,
		[POPE] = 1u << QUEEN,
	};
	static const uint8_t without[KINDS] = {
		[PAWN] = 1u << KNIGHT,
		[KNIGHT] = 1u << BISHOP | 1u << ROOK,
		[BISHOP] = 1u << QUEEN,
		[ROOK] = 1u << QUEEN,
	};

	return has_pope(rules) ? with_pope[kind] : without[kind];
}

/*
 * "At least one piece of the other kind on the level that is left stands on
 * the board as his (knight needs a bishop, bishop a knight, rook a pope, pope
 * a rook; 8-piece: bishop needs a rook, rook a bishop, and a knight needs both
 * knights on the board; pawns need nothing)."
 */
static bool
has_partner(const struct rules *rules, const struct position *position,
    unsigned me, enum kind kind)
{
	static const uint8_t with_pope[KINDS] = {
		[KNIGHT] = BISHOP,
		[BISHOP] = KNIGHT,
		[ROOK] = POPE,
		[POPE] = ROOK,
	};
	static const uint8_t without[KINDS] = {
		[BISHOP] = ROOK,
		[ROOK] = BISHOP,
	};
	enum kind partner =
	    (enum kind)(has_pope(rules) ? with_pope[kind] : without[kind]);

	if (kind == PAWN)
		return true;
	if (partner == KIND_NONE)
		return count(position, me, kind) >= 2;
	return count(position, me, partner) > 0;
}

/* Whether his piece on `c`, no king, may become one of `kind`. */
static struct verdict
judge_field(const struct rules *rules, const struct position *position, cell c,
    enum kind kind)
{
	unsigned me = position->to_move;
	enum kind old = piece_kind(position->at[c]);

	if (!(next_level(rules, old) >> kind & 1))
		return because(ILLEGAL_FIELD_LEVEL, c, c, CELL_NONE);
	if (position->lost[me][kind] == 0)
		return because(ILLEGAL_PROMOTION_LOST, c, c, CELL_NONE);
	if (!has_partner(rules, position, me, old))
		return because(ILLEGAL_FIELD_PARTNER, c, c, CELL_NONE);
	return judge_colour(rules, position, kind, me, c, CELL_NONE);
}

static struct move
action(enum move_type type, cell from, cell to)
{
	return (struct move){
		.type = (uint8_t)type,
		.from = from,
		.to = to,
		.victim = CELL_NONE,
		.check = ALL_PLAYERS,
	};
}

static bool
field_promotions(const struct gen *gen)
{
	const struct rules *rules = gen->scene.rules;
	const struct position *position = gen->scene.position;
	struct cellset pieces = position->owned[gen->me];

	if (judge_siege_move(rules, position, PLAYS_FIELD, CELL_NONE).why !=
	    ILLEGAL_NOT)
		return true;
	while (!cellset_empty(&pieces)) {
		cell c = cellset_pop(&pieces);
		struct move move = action(MOVE_FIELD, c, c);

		for (unsigned kind = PAWN; kind < KINDS; kind++) {
			move.promotion = (uint8_t)kind;
			if (judge_field(rules, position, c, (enum kind)kind)
				    .why == ILLEGAL_NOT &&
			    !gen->sink(gen->context, &move))
				return false;
		}
	}
	return true;
}

/*
 * Traitor
 */

/* Whether the piece on `c` may be replaced by one of the player to move. */
static struct verdict
judge_traitor(
    const struct rules *rules, const struct position *position, cell c)
{
	unsigned me = position->to_move;
	uint8_t piece = position->at[c];
	unsigned owner = piece_owner(piece);
	enum kind kind = piece_kind(piece);

	if (piece == PIECE_NONE || owner == PLAYER_NONE || owner == me ||
	    kind == KING)
		return because(ILLEGAL_TRAITOR_PIECE, c, c, CELL_NONE);
	if (position->siege.fort[owner] > 0)
		return because_of(ILLEGAL_FORTRESS, c, c, owner);
	if (position->lost[me][kind] == 0)
		return because_of(ILLEGAL_TRAITOR_LOST, c, c, me);
	return judge_colour(rules, position, kind, me, c, CELL_NONE);
}

/* Remembers that a piece of `owner` was captured. */
static void
note_capture(
    const struct rules *rules, struct position *position, unsigned owner)
{
	struct siege *siege = &position->siege;
	unsigned most = siege_remembered(rules);

	/* Not played by captures, a record can still be looked at so. */
	if (most == 0)
		most = usual_threshold[METHOD_CAPTURES];
	siege->last =
	    (siege->last << 2 | owner) & ((UINT64_C(1) << 2 * most) - 1);
	if (siege->captures < most)
		siege->captures++;
}

static void
turn_traitor(const struct rules *rules, struct position *position, cell c)
{
	unsigned me = position->to_move;
	uint8_t piece = position->at[c];
	unsigned owner = piece_owner(piece);
	enum kind kind = piece_kind(piece);

	apply_capture(rules, position, c);
	position_put(position, c, piece_make(kind, me, me));
	cellset_remove(&position->unmoved, c);
	position->lost[owner][kind]++;
	position->lost[me][kind]--;
	position->siege.traitors[me]++;
	note_capture(rules, position, owner);
}

/* Whether a second piece may be replaced after the first, in the position
 * that the first has made. */
static struct verdict
judge_second(const struct rules *rules, const struct position *position,
    unsigned first_owner, cell c)
{
	unsigned me = position->to_move;
	struct verdict verdict = judge_traitor(rules, position, c);

	if (verdict.why != ILLEGAL_NOT)
		return verdict;
	if (piece_owner(position->at[c]) == first_owner)
		return because_of(ILLEGAL_TRAITOR_SAME, c, c, first_owner);
	if (position->siege.traitors[me] >= TRAITORS_MAX)
		return because_of(ILLEGAL_CALL_USED, c, c, me);
	if (siege_sieged(rules, position) != me)
		return because_of(ILLEGAL_TRAITOR_FREED, c, c, me);
	return allowed;
}

static bool
second_traitors(const struct gen *gen, cell first)
{
	const struct rules *rules = gen->scene.rules;
	unsigned owner = piece_owner(gen->scene.position->at[first]);
	struct position after = *gen->scene.position;
	struct cellset pieces;

	turn_traitor(rules, &after, first);
	pieces = after.kind[KIND_NONE];
	while (!cellset_empty(&pieces)) {
		cell c = cellset_pop(&pieces);
		struct move move = action(MOVE_TRAITOR, first, c);

		if (judge_second(rules, &after, owner, c).why == ILLEGAL_NOT &&
		    !gen->sink(gen->context, &move))
			return false;
	}
	return true;
}

static bool
traitors(const struct gen *gen)
{
	const struct rules *rules = gen->scene.rules;
	const struct position *position = gen->scene.position;
	unsigned used = position->siege.traitors[gen->me];
	struct cellset pieces = position->kind[KIND_NONE];

	if (judge_siege_move(rules, position, PLAYS_TRAITOR, CELL_NONE).why !=
		ILLEGAL_NOT ||
	    used >= TRAITORS_MAX)
		return true;
	while (!cellset_empty(&pieces)) {
		cell c = cellset_pop(&pieces);
		struct move move = action(MOVE_TRAITOR, c, CELL_NONE);

		if (judge_traitor(rules, position, c).why != ILLEGAL_NOT)
			continue;
		if (!gen->sink(gen->context, &move))
			return false;
		if (used + 1 < TRAITORS_MAX && !second_traitors(gen, c))
			return false;
	}
	return true;
}

static bool
stop(void *context, const struct move *move)
{
	(void)context;
	(void)move;
	return false;
}

/* "A player with no board action at all (field promotion and traitor included)
 * passes; nobody else may." */
static bool
must_pass(const struct gen *gen)
{
	static const struct move_query pieces = { KIND_NONE, CELL_NONE,
		CELL_NONE, MOVE_QUIET };
	struct gen trial = *gen;

	trial.sink = stop;
	return rules_moves(gen->scene.rules, gen->scene.position, &pieces, stop,
		   NULL) &&
	    field_promotions(&trial) && traitors(&trial);
}

static bool
siege_more_moves(const struct gen *gen)
{
	const struct move_query *query = gen->query;
	struct move pass = action(MOVE_PASS, CELL_NONE, CELL_NONE);

	if (query_wants(query, MOVE_FIELD) && !field_promotions(gen))
		return false;
	if (query_wants(query, MOVE_TRAITOR) && !traitors(gen))
		return false;
	return !query_wants(query, MOVE_PASS) || !must_pass(gen) ||
	    gen->sink(gen->context, &pass);
}

/*
 * Calls
 */

static void
siege_fortify(struct position *position)
{
	unsigned me = position->to_move;

	position->siege.fort[me] = FORT_TURNS;
	position->siege.forts |= (uint8_t)(1u << me);
}

static struct verdict
judge_fort(const struct rules *rules, const struct position *position)
{
	unsigned me = position->to_move;
	struct verdict verdict =
	    judge_siege_move(rules, position, PLAYS_FORT, CELL_NONE);

	if (verdict.why == ILLEGAL_NOT && (position->siege.forts >> me & 1))
		return because_of(ILLEGAL_CALL_USED, CELL_NONE, CELL_NONE, me);
	return verdict;
}

/*
 * "When an opponent, in his turn, captured a piece of a player who was sieged
 * as that turn began, the sieged player may at once call it." Not "against a
 * capturing king nor while he is fortified".
 */
static struct verdict
judge_touch(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	unsigned sieged = siege_sieged(rules, position), owner;
	uint8_t victim =
	    move->victim != CELL_NONE ? position->at[move->victim] : 0;
	struct verdict verdict;

	if (!plays(rules, PLAYS_TOUCH))
		return because(
		    ILLEGAL_CALL_UNPLAYED, CELL_NONE, CELL_NONE, CELL_NONE);
	owner = piece_owner(victim);
	if (victim == PIECE_NONE || owner == PLAYER_NONE)
		return because(
		    ILLEGAL_TOUCH_NOTHING, move->from, move->to, CELL_NONE);
	if (owner != sieged) {
		verdict = because_of(
		    ILLEGAL_NOT_SIEGED, move->from, move->victim, owner);
		verdict.who2 = sieged;
		return verdict;
	}
	if (piece_kind(position->at[move->from]) == KING)
		return because(
		    ILLEGAL_TOUCH_KING, move->from, move->from, CELL_NONE);
	return judge_colour(rules, position, piece_kind(victim), owner,
	    move->victim, move->from);
}

/* A draw cannot be called, nor a player yield, when the move ends the game. */
static struct verdict
judge_leaving(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	struct position after = *position;
	struct move plain = *move;

	if ((move->calls & CALL_STALEMATE) && (move->calls & CALL_YIELD))
		return because(
		    ILLEGAL_CALLS_CLASH, CELL_NONE, CELL_NONE, CELL_NONE);
	plain.calls &= CALL_FORTIFY | CALL_TOUCH;
	rules_apply(rules, &after, &plain);
	return game_is_over(rules, &after)
	    ? because(ILLEGAL_GAME_OVER, CELL_NONE, CELL_NONE, CELL_NONE)
	    : allowed;
}

static struct verdict
siege_judge_calls(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	struct verdict verdict = allowed;

	if (move->calls & CALL_FORTIFY) {
		/* "Two siege actions in one turn": none but F's own move. */
		verdict = move->type == MOVE_FIELD || move->type == MOVE_TRAITOR
		    ? because_of(ILLEGAL_CALL_FORTIFIED, move->from, move->from,
			  position->to_move)
		    : judge_fort(rules, position);
	}
	if (verdict.why == ILLEGAL_NOT && (move->calls & CALL_TOUCH))
		verdict = judge_touch(rules, position, move);
	if (verdict.why == ILLEGAL_NOT &&
	    (move->calls & (CALL_STALEMATE | CALL_YIELD)))
		verdict = judge_leaving(rules, position, move);
	return verdict;
}

/*
 * What a move does
 */

/* The owner leaves the game: his king is taken off if he is still there, and
 * "his other pieces are dead". */
static void
leave(struct position *position, unsigned player)
{
	struct siege *siege = &position->siege;
	struct cellset pieces;

	pieces = position->owned[player];
	position->unmoved = cellset_less(position->unmoved, &pieces);
	if (position->king[player] != CELL_NONE)
		position_take(position, position->king[player]);
	pieces = position->owned[player];
	while (!cellset_empty(&pieces)) {
		cell c = cellset_pop(&pieces);
		uint8_t piece = position_take(position, c);

		position_put(position, c,
		    piece_make(
			piece_kind(piece), piece_colour(piece), PLAYER_NONE));
	}
	position->out |= (uint8_t)(1u << player);
	position_set_passed(position, player, no_passed);
	siege->fort[player] = siege->immune[player] = 0;
	for (unsigned p = 0; p < PLAYERS; p++)
		siege->declared[p] &= (uint8_t) ~(1u << player);
	siege->declared[player] = 0;
}

/* "Castling rights and double steps follow from it": from what never moved. */
static unsigned
siege_rights(
    const struct rules *rules, const struct position *position, unsigned player)
{
	unsigned rights = 0;

	for (unsigned s = 0; s < rules->sides; s++) {
		const struct castling *side = &rules->seat[player].side[s];

		if (!is_out(position, player) &&
		    cellset_has(&position->unmoved, side->king_from) &&
		    cellset_has(&position->unmoved, side->rook_from))
			rights |= 1u << s;
	}
	return rights;
}

static void
set_rights(const struct rules *rules, struct position *position)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		position_set_rights(
		    position, p, siege_rights(rules, position, p));
}

/* A move of a piece: what it takes is lost, or was dead. */
static void
play_pieces(const struct rules *rules, struct position *position,
    const struct move *move)
{
	unsigned me = position->to_move;
	uint8_t victim =
	    move->victim != CELL_NONE ? position->at[move->victim] : 0;
	unsigned owner = piece_owner(victim);

	if (move->victim != CELL_NONE)
		cellset_remove(&position->unmoved, move->victim);
	cellset_remove(&position->unmoved, move->from);
	if (move->type == MOVE_CASTLE)
		cellset_remove(&position->unmoved,
		    rules->seat[me].side[move->side].rook_from);
	apply_pieces(rules, position, move);
	if (move->promotion != KIND_NONE)
		position->lost[me][move->promotion]--;
	if (victim == PIECE_NONE || owner == PLAYER_NONE)
		return;
	note_capture(rules, position, owner);
	if (piece_kind(victim) == KING)
		leave(position, owner);
	else
		position->lost[owner][piece_kind(victim)]++;
}

/*
 * "His piece returns to its hex as it was, the capturing piece is removed (and
 * counts as captured)": as if it had gone from where it stood. "A piece that
 * was promoted by the very capture goes to its owner's pool", from where it
 * came. "The undone capture stays among the last captures."
 */
static void
touch_of_death(const struct rules *rules, struct position *position,
    const struct move *move)
{
	unsigned me = position->to_move;
	unsigned owner = piece_owner(position->at[move->victim]);
	enum kind kind = piece_kind(position->at[move->from]);

	apply_capture(rules, position, move->from);
	cellset_remove(&position->unmoved, move->from);
	if (move->promotion == KIND_NONE)
		position->lost[me][kind]++;
	note_capture(rules, position, owner);
	note_capture(rules, position, me);
	position->siege.immune[owner] = IMMUNE_TURNS;
	position->clock = 0;
}

/* The kings that the player to move attacks. */
static unsigned
attacked_kings(const struct position *position)
{
	unsigned kings = 0;

	for (unsigned p = 0; p < PLAYERS; p++)
		if (position->checks[p] >> position->to_move & 1)
			kings |= 1u << p;
	return kings;
}

static void
play(const struct rules *rules, struct position *position,
    const struct move *move)
{
	unsigned me = position->to_move;
	cell c = move->from;

	switch ((enum move_type)move->type) {
	case MOVE_FIELD:
		position->clock++;
		position->lost[me][move->promotion]--;
		cellset_remove(&position->unmoved, c);
		position_take(position, c);
		position_put(position, c,
		    piece_make((enum kind)move->promotion, me, me));
		break;
	case MOVE_TRAITOR:
		position->clock = 0;
		turn_traitor(rules, position, c);
		if (move->to != CELL_NONE)
			turn_traitor(rules, position, move->to);
		break;
	case MOVE_PASS:
	case MOVE_YIELD:
	case MOVE_STALEMATE:
		position->clock++;
		break;
	case MOVE_UNSTATED:
	case MOVE_QUIET:
	case MOVE_CAPTURE:
	case MOVE_ENPASSANT:
	case MOVE_CASTLE:
	case MOVE_DROP:
	case MOVE_LEAP:
	case MOVE_ILLUMINATION:
	case MOVE_TYPES:
		play_pieces(rules, position, move);
		break;
	}
}

static void
end_turn(struct position *position)
{
	struct siege *siege = &position->siege;
	unsigned me = position->to_move;

	if (siege->immune[me] > 0)
		siege->immune[me]--;
	apply_turn(position);
	if (siege->fort[position->to_move] > 0)
		siege->fort[position->to_move]--;
}

/* Plays the move; the declared kings which it does attack. */
static unsigned
play_declared(const struct rules *rules, struct position *position,
    const struct move *move)
{
	play(rules, position, move);
	rules_find_checks(rules, position);
	return (move->check | move->mate) & attacked_kings(position);
}

static void
siege_apply(const struct rules *rules, struct position *position,
    const struct move *move)
{
	unsigned me = position->to_move, declared;

	if (move->calls & CALL_FORTIFY)
		siege_fortify(position);
	if (move->calls & CALL_TOUCH) {
		struct position untouched = *position;

		declared = play_declared(rules, &untouched, move);
		touch_of_death(rules, position, move);
	} else {
		declared = play_declared(rules, position, move);
	}
	position->siege.declared[me] = (uint8_t)declared;
	if (move->type == MOVE_YIELD || (move->calls & CALL_YIELD))
		leave(position, me);
	if (move->type == MOVE_STALEMATE || (move->calls & CALL_STALEMATE))
		position->over = (uint8_t)(1 +
		    variant_result(rules->variant,
			draws_one_point[position->out],
			strlen(draws_one_point[position->out])));
	set_rights(rules, position);
	end_turn(position);
	rules_find_checks(rules, position);
}

/*
 * Positions
 */

/* "Exactly those standing on an opening cell of their own kind and colour";
 * "the opening army less what is on the board". */
static void
siege_imply(const struct rules *rules, struct position *position)
{
	memset(&position->siege, 0, sizeof(position->siege));
	memset(position->lost, 0, sizeof(position->lost));
	position->unmoved = (struct cellset){ { 0 } };
	for (cell c = 0; c < rules->board.cells; c++) {
		uint8_t opening = rules->start.at[c];
		uint8_t piece = position->at[c];

		if (opening != PIECE_NONE && piece_kind(opening) != KING)
			position
			    ->lost[piece_owner(opening)][piece_kind(opening)]++;
		if (opening != PIECE_NONE && piece == opening)
			cellset_add(&position->unmoved, c);
	}
	for (cell c = 0; c < rules->board.cells; c++) {
		uint8_t piece = position->at[c];
		uint8_t *lost =
		    &position->lost[piece_colour(piece)][piece_kind(piece)];

		if (piece != PIECE_NONE && *lost > 0)
			--*lost;
	}
}

static void
siege_refresh(struct position *position)
{
	position->mute = position->shielded = 0;
	for (unsigned p = 0; p < PLAYERS; p++) {
		/* "He attacks nothing while the counter is above 1." */
		if (position->siege.fort[p] > 1)
			position->mute |= (uint8_t)(1u << p);
		if (position->siege.fort[p] > 0)
			position->shielded |= (uint8_t)(1u << p);
	}
}

static void
siege_outcome(const struct rules *rules, const struct position *position,
    struct outcome *outcome)
{
	static const uint8_t winner[ALL_PLAYERS + 1] = { PLAYER_NONE,
		PLAYER_NONE, PLAYER_NONE, 2, PLAYER_NONE, 1, 0, PLAYER_NONE };

	outcome->winner = winner[position->out & ALL_PLAYERS];
	if (outcome->winner == PLAYER_NONE)
		return;
	outcome->ending = ENDING_LAST_KING;
	outcome->result = rules->variant->wins[outcome->winner];
}

/*
 * "Were the mated player to move at once, each of his legal moves would leave
 * his king open to capture by the declarer."
 */
struct rescue {
	const struct rules *rules;
	const struct position *position;
	unsigned declarer;
};

static bool
leaves_open(void *context, const struct move *move)
{
	const struct rescue *rescue = context;
	struct position after = *rescue->position;
	unsigned player = after.to_move;

	rules_apply(rescue->rules, &after, move);
	return after.checks[player] >> rescue->declarer & 1;
}

static bool
siege_claims_mate(const struct rules *rules, const struct position *after,
    unsigned mover, unsigned player)
{
	struct position turn = *after;
	struct rescue rescue = { rules, &turn, mover };

	position_turn(&turn, player);
	return rules_moves(rules, &turn, NULL, leaves_open, &rescue);
}

/*
 * Why not
 */

static struct verdict
siege_judge_capture(const struct inquiry *inquiry, cell from, cell to)
{
	const struct position *position = inquiry->gen.scene.position;
	unsigned me = inquiry->gen.me;
	unsigned owner = piece_owner(position->at[to]);

	if (owner == PLAYER_NONE)
		return because(ILLEGAL_DEAD, from, to, CELL_NONE);
	if (position->siege.fort[me] > 0)
		return because_of(ILLEGAL_FORTIFIED, from, to, me);
	if (position->siege.fort[owner] > 0)
		return because_of(ILLEGAL_FORTRESS, from, to, owner);
	if (from == position->king[me])
		return because_of(ILLEGAL_KING_BY_KING, from, to, owner);
	return because_of(ILLEGAL_UNDECLARED, from, to, owner);
}

static struct verdict
judge_traitor_move(const struct rules *rules, const struct position *position,
    const struct attempt *attempt)
{
	unsigned me = position->to_move;
	struct verdict verdict =
	    judge_siege_move(rules, position, PLAYS_TRAITOR, attempt->from);
	struct position after = *position;

	if (verdict.why != ILLEGAL_NOT)
		return verdict;
	if (position->siege.traitors[me] >= TRAITORS_MAX)
		return because_of(
		    ILLEGAL_CALL_USED, attempt->from, attempt->from, me);
	verdict = judge_traitor(rules, position, attempt->from);
	if (verdict.why != ILLEGAL_NOT || attempt->to == CELL_NONE)
		return verdict;
	turn_traitor(rules, &after, attempt->from);
	return judge_second(rules, &after,
	    piece_owner(position->at[attempt->from]), attempt->to);
}

static struct verdict
judge_field_promotion(const struct inquiry *inquiry)
{
	const struct rules *rules = inquiry->gen.scene.rules;
	const struct position *position = inquiry->gen.scene.position;
	const struct attempt *attempt = inquiry->attempt;
	struct verdict verdict =
	    judge_siege_move(rules, position, PLAYS_FIELD, attempt->from);

	if (verdict.why != ILLEGAL_NOT)
		return verdict;
	return judge_field(rules, position, attempt->from, attempt->promotion);
}

static struct verdict
siege_judge_action(const struct inquiry *inquiry)
{
	const struct attempt *attempt = inquiry->attempt;
	struct verdict verdict;

	switch (attempt->type) {
	case MOVE_FIELD:
		verdict = judge_start(inquiry);
		return verdict.why != ILLEGAL_NOT
		    ? verdict
		    : judge_field_promotion(inquiry);
	case MOVE_TRAITOR:
		return judge_traitor_move(inquiry->gen.scene.rules,
		    inquiry->gen.scene.position, attempt);
	case MOVE_PASS:
		return must_pass(&inquiry->gen)
		    ? allowed
		    : because(ILLEGAL_PASS, CELL_NONE, CELL_NONE, CELL_NONE);
	case MOVE_YIELD:
	case MOVE_STALEMATE:
	case MOVE_UNSTATED:
	case MOVE_QUIET:
	case MOVE_CAPTURE:
	case MOVE_ENPASSANT:
	case MOVE_CASTLE:
	case MOVE_DROP:
	case MOVE_LEAP:
	case MOVE_ILLUMINATION:
	case MOVE_TYPES:
		break;
	}
	return allowed;
}

const struct variant variant_siege = {
	.id = "siege",
	.title = "Siege Chess",
	.source = "Ross Durossette",
	.summary = "192 hexes; kings are taken after a warning, and a player "
		   "who falls behind has siege moves.",
	.players = { "White", "Red", "Black" },
	.colours = "wrb",
	.letters = " PNBRQKO",
	.kinds = { "", "pawn", "knight", "bishop", "rook", "queen", "king",
	    "pope" },
	.notation = "siege",
	.results = results_one_point,
	.draws = draws_one_point,
	.wins = { "1-0-0", "0-1-0", "0-0-1" },
	.options = options,
	.readings = readings,
	.setups = { &setup9, &setup8 },
	.setup_option = OPTION_POPE,
	.actions = 1u << MOVE_QUIET | 1u << MOVE_CAPTURE |
	    1u << MOVE_ENPASSANT | 1u << MOVE_CASTLE | 1u << MOVE_FIELD |
	    1u << MOVE_TRAITOR | 1u << MOVE_PASS | 1u << MOVE_YIELD |
	    1u << MOVE_STALEMATE,
	.calls = CALL_FORTIFY | CALL_STALEMATE | CALL_YIELD | CALL_TOUCH,
	.keys = POSITION_UNMOVED | POSITION_LOST | POSITION_LAST |
	    POSITION_FORT | POSITION_FORTS | POSITION_TRAITORS |
	    POSITION_IMMUNE | POSITION_DECLARED,
	.pawn_steps = { 2, 1, DIRECTIONS },       /* NW, NE */
	.pawn_captures = { 8, 7, 6, DIRECTIONS }, /* WNW, N, ENE */
	.double_step_rank = 3,
	.promotions = { QUEEN, POPE, ROOK, BISHOP, KNIGHT, KIND_NONE },
	.castling_law = CASTLING_ENDS,
	.kings_spared = true,
	.passed_to_all = true,
	.draws_when_quiet = true,
	.declares = true,
	.players_leave = true,
	.pieces_stay = true,
	.outcome = siege_outcome,
	.settle = settle,
	.terms = siege_terms,
	.promotion = siege_promotion,
	.more_moves = siege_more_moves,
	.apply = siege_apply,
	.imply = siege_imply,
	.rights = siege_rights,
	.refresh = siege_refresh,
	.fortify = siege_fortify,
	.judge_capture = siege_judge_capture,
	.judge_action = siege_judge_action,
	.judge_calls = siege_judge_calls,
	.claims_mate = siege_claims_mate,
};
