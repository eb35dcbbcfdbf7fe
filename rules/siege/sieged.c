/* Ternion: Siege Chess: what its options mean, and who is sieged by them. */
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
	[SIEGE_NONE] = 0,
	[SIEGE_CAPTURES] = 3,
	[SIEGE_POINTS] = 4,
	[SIEGE_MOVED] = 18,
};

/* A threshold that is the method's own counts as not stated; and a position
 * remembers no more captures than LAST_MAX. */
void
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
siege_has_pope(const struct rules *rules)
{
	return rules->settings.value[OPTION_POPE][0] == 0;
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

/* The last 3 (threshold) captured pieces were all yours: how many of the
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

/* Pieces on the board count 1, queen and pope 2, pawns 0, plus 1 if more than
 * half of his opening pawns are on the board. */
static int
points(
    const struct rules *rules, const struct position *position, unsigned player)
{
	const struct cellset *owned = &position->owned[player];
	unsigned pawns = pieces_of(position, player, PAWN);
	struct cellset pieces = cellset_less(*owned, &position->kind[PAWN]);
	struct cellset twice =
	    cellset_or(position->kind[QUEEN], &position->kind[POPE]);

	twice = cellset_and(twice, owned);
	return (int)(cellset_count(&pieces) + cellset_count(&twice) +
	    (2 * pawns > rules->army[player][PAWN]));
}

/* His pieces on the board + those of them that have moved from the opening
 * set-up - his captured pieces now in the pool. */
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

int
siege_sum(const struct rules *rules, const struct position *position,
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
	case SIEGE_NONE:
		break;
	}
	return 0;
}

/* "ceil(sum of the opponents' points / 2) - yours"; the sum can be negative. */
int
siege_balance(const struct rules *rules, const struct position *position,
    enum siege_method method, unsigned player)
{
	unsigned a = (player + 1) % PLAYERS, b = (player + 2) % PLAYERS;
	int sum = siege_sum(rules, position, method, a) +
	    siege_sum(rules, position, method, b);

	return (sum >= 0 ? (sum + 1) / 2 : -(-sum / 2)) -
	    siege_sum(rules, position, method, player);
}

/* True if the player, who is in play, is sieged by the method. */
static bool
meets(const struct rules *rules, const struct position *position,
    enum siege_method method, unsigned threshold, unsigned player)
{
	if (is_out(position, player) || method == SIEGE_NONE)
		return false;
	return method == SIEGE_CAPTURES
	    ? siege_sum(rules, position, method, player) >= (int)threshold
	    : siege_balance(rules, position, method, player) > (int)threshold;
}

bool
siege_found(const struct rules *rules, const struct position *position,
    enum siege_method method)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (meets(rules, position, method, usual_threshold[method], p))
			return true;
	return false;
}

/* If several qualify, only the one whose turn comes first is sieged. */
unsigned
siege_sieged(const struct rules *rules, const struct position *position)
{
	if ((players_left(position) == 2 &&
		rules->settings.value[OPTION_TWO][0] != 0) ||
	    game_is_over(rules, position))
		return PLAYER_NONE;
	for (unsigned i = 0; i < PLAYERS; i++) {
		unsigned player = (position->to_move + i) % PLAYERS;

		if (position->siege.immune[player] == 0 &&
		    meets(rules, position, siege_method_of(&rules->settings),
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
