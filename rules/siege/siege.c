/* Ternion: Siege Chess by Ross Durossette.
 *
 * Kings are taken, after a declaration in the turn before; the pieces of a
 * player without a king stay as obstacles. The player with the greatest losses
 * is sieged, and has calls of his own: fortification, field promotion, traitor,
 * touch of death. The rules stand in ternion-variants(7), SIEGE CHESS. */
#include "rules/siege/siege_int.h"

enum {
	LAST_MAX = 31 /* captures that a position can remember */
};

static enum siege_method
siege_method_of(const struct settings *settings)
{
	return (enum siege_method)settings->value[OPTION_SIEGE][0];
}

static const uint16_t usual_threshold[] = {
	[SIEGE_CAPTURES] = 3,
	[SIEGE_POINTS] = 4,
	[SIEGE_MOVED] = 18,
};

/* A threshold that is the method's own counts as not stated; and a position
 * remembers no more captures than LAST_MAX. */
static void
siege_settle_threshold(struct settings *settings)
{
	enum siege_method method = siege_method_of(settings);
	uint16_t *value = settings->value[OPTION_THRESHOLD];
	bool usual = true;

	for (unsigned p = 0; p < PLAYERS; p++) {
		if (value[p] == NUMBER_USUAL)
			continue;
		if (method == SIEGE_CAPTURES && value[p] > LAST_MAX)
			value[p] = LAST_MAX;
		if (method == SIEGE_CAPTURES && value[p] == 0)
			value[p] = 1;
		usual &= value[p] == usual_threshold[method];
	}
	for (unsigned p = 0; p < PLAYERS && usual; p++)
		value[p] = NUMBER_USUAL;
}

bool
siege_plays(const struct rules *rules, unsigned call)
{
	return siege_method_of(&rules->settings) != SIEGE_NONE &&
	    (rules->settings.value[OPTION_CALLS][0] & call) != 0;
}

unsigned
siege_threshold(const struct rules *rules, unsigned player)
{
	unsigned value = rules->settings.value[OPTION_THRESHOLD][player];

	return value != NUMBER_USUAL
	    ? value
	    : usual_threshold[siege_method_of(&rules->settings)];
}

/* As many as any player's threshold asks for. */
unsigned
siege_remembered(const struct rules *rules)
{
	unsigned most = 0;

	if (siege_method_of(&rules->settings) != SIEGE_CAPTURES)
		return 0;
	for (unsigned p = 0; p < PLAYERS; p++)
		if (siege_threshold(rules, p) > most)
			most = siege_threshold(rules, p);
	return most;
}

int
siege_sum(const struct rules *rules, const struct position *position,
    enum siege_method method, unsigned player)
{
	const struct siege *siege = &position->siege;
	const struct cellset *kind = position->kind;
	struct cellset own = position->owned[player], some;
	unsigned sum = 0, lost = 0;

	if (is_out(position, player))
		return 0;
	switch (method) {
	case SIEGE_CAPTURES:
		/* How many of the latest captured pieces were his, without a
		 * break. */
		while (sum < siege->captures &&
		    (siege->last >> 2 * sum & 3) == player)
			sum++;
		break;
	case SIEGE_POINTS:
		/* Pieces on the board count 1, queen and pope 2, pawns 0, plus
		 * 1 if more than half of his opening pawns are on the board. */
		some = cellset_less(own, &kind[PAWN]);
		sum = cellset_count(&some);
		some = cellset_or(kind[QUEEN], &kind[POPE]);
		some = cellset_and(some, &own);
		sum += cellset_count(&some);
		sum += 2 * pieces_of(position, player, PAWN) >
		    rules->army[player][PAWN];
		break;
	case SIEGE_MOVED:
		/* His pieces on the board + those of them that have moved from
		 * the opening set-up - his captured pieces now in the pool. */
		some = cellset_less(own, &position->unmoved);
		sum = cellset_count(&own) + cellset_count(&some);
		for (unsigned k = PAWN; k < KINDS; k++)
			lost += position->lost[player][k];
		break;
	case SIEGE_NONE:
		break;
	}
	return (int)sum - (int)lost;
}

void
siege_sums(const struct rules *rules, const struct position *position,
    enum siege_method method, unsigned players, int sums[PLAYERS])
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (method == SIEGE_CAPTURES || (players >> p & 1))
			sums[p] = siege_sum(rules, position, method, p);
}

/* "ceil(sum of the opponents' points / 2) - yours"; the sum can be negative. */
static int
balance_of(const int sums[PLAYERS], unsigned player)
{
	int sum = sums[(player + 1) % PLAYERS] + sums[(player + 2) % PLAYERS];

	return sum / 2 + (sum % 2 > 0) - sums[player];
}

int
siege_balance(const struct rules *rules, const struct position *position,
    enum siege_method method, unsigned player)
{
	int sums[PLAYERS];

	siege_sums(rules, position, method, ALL_PLAYERS, sums);
	return balance_of(sums, player);
}

/* True if the player, who is in play, is sieged by the method. */
static bool
meets(const struct position *position, const int sums[PLAYERS],
    enum siege_method method, unsigned threshold, unsigned player)
{
	if (is_out(position, player) || method == SIEGE_NONE)
		return false;
	return method == SIEGE_CAPTURES
	    ? sums[player] >= (int)threshold
	    : balance_of(sums, player) > (int)threshold;
}

bool
siege_found(const struct position *position, enum siege_method method,
    const int sums[PLAYERS])
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (meets(position, sums, method, usual_threshold[method], p))
			return true;
	return false;
}

/* If several qualify, only the one whose turn comes first is sieged. */
unsigned
siege_sieged(const struct rules *rules, const struct position *position)
{
	enum siege_method method = siege_method_of(&rules->settings);
	int sums[PLAYERS];

	if ((players_left(position) == 2 &&
		rules->settings.value[OPTION_TWO][0] != 0) ||
	    game_is_over(rules, position))
		return PLAYER_NONE;
	siege_sums(rules, position, method, ALL_PLAYERS, sums);
	for (unsigned i = 0; i < PLAYERS; i++) {
		unsigned player = (position->to_move + i) % PLAYERS;

		if (position->siege.immune[player] == 0 &&
		    meets(position, sums, method,
			siege_threshold(rules, player), player))
			return player;
	}
	return PLAYER_NONE;
}

void
siege_note_capture(
    const struct rules *rules, struct position *position, unsigned owner)
{
	struct siege *siege = &position->siege;
	unsigned most = siege_remembered(rules);

	/* Not played by captures, a record can still be looked at so. */
	if (most == 0)
		most = usual_threshold[SIEGE_CAPTURES];
	siege->last =
	    (siege->last << 2 | owner) & ((UINT64_C(1) << 2 * most) - 1);
	if (siege->captures < most)
		siege->captures++;
}

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
	{ 'Q', "0-0-0", "e1", "c1", "a1", "d1", CASTLING_ENDS },
	{ 'O', "0-0", "e1", "g1", "i1", "f1", CASTLING_ENDS },
	{ .letter = 0 },
};

static const struct castling_side sides8[] = {
	{ 'Q', "0-0-0", "e1", "c1", "a1", "d1", CASTLING_ENDS },
	{ 'K', "0-0", "e1", "g1", "h1", "f1", CASTLING_ENDS },
	{ .letter = 0 },
};

static const char *const yes_no[] = { "yes", "no", NULL };
static const char *const methods[] = { "none", "captures", "points", "moved",
	NULL };
static const char *const calls[] = { "F@%T", NULL };

static const struct variant_option options[] = {
	{ "Pope", "yes (nine pieces and a board of 9 and 8), no (eight)", "yes",
	    OPTION_CHOICE, yes_no, NULL, CHOOSES_SETUP },
	{ "Siege", "none, captures, points, moved", "points", OPTION_CHOICE,
	    methods, NULL, CHOOSES_OWN },
	{ "SiegeThreshold", "a number, or three in turn order: 4,4,6",
	    "3 for captures, 4 for points, 18 for moved", OPTION_NUMBERS, NULL,
	    siege_settle_threshold, CHOOSES_OWN },
	{ "SiegeCalls", "the calls that are played, of F@%T, or none", "F@%T",
	    OPTION_LETTERS, calls, NULL, CHOOSES_OWN },
	{ "SiegeTwo", "yes, no: siege rules with two players left", "yes",
	    OPTION_CHOICE, yes_no, NULL, CHOOSES_OWN },
	{ .name = NULL },
};

/* In the order of the option Pope. */
static const struct setup setup9 = {
	.hexes = { .a = 9, .b = 8 },
	.army = army9,
	.sides = sides9,
};
static const struct setup setup8 = {
	.hexes = { .a = 8, .b = 9 },
	.army = army8,
	.sides = sides8,
};

const struct variant variant_siege = {
	.number = NUMBER_siege,
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
	ONE_POINT,
	.options = options,
	.setups = { &setup9, &setup8 },
	.actions = 1u << MOVE_QUIET | 1u << MOVE_CAPTURE |
	    1u << MOVE_ENPASSANT | 1u << MOVE_CASTLE | 1u << MOVE_FIELD |
	    1u << MOVE_TRAITOR | 1u << MOVE_PASS | 1u << MOVE_YIELD |
	    1u << MOVE_STALEMATE,
	.calls = CALL_FORTIFY | CALL_STALEMATE | CALL_YIELD | CALL_TOUCH,
	.pawn_steps = { 2, 1, DIRECTIONS },       /* NW, NE */
	.pawn_captures = { 8, 7, 6, DIRECTIONS }, /* WNW, N, ENE */
	.double_step_rank = 3,
	.promotions =
	    1u << QUEEN | 1u << POPE | 1u << ROOK | 1u << BISHOP | 1u << KNIGHT,
	.material_law = MATERIAL_RETURNED,
	.must_pass = true,
	.en_passant = EN_PASSANT_CHOICE,
	.kings_declared = true,
	.tracks_unmoved = true,
	.quiet_rounds = 20,
	.rules = &siege_rules,
};
