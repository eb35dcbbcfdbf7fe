/*
 * Naive reference rules of Siege Chess: slow, stateless, and written from the
 * rules alone, so that it can contradict the fast generator.
 *
 * Everything is asked hex by hex: may this man go from here to there?  The
 * rules say what depends on the seat (pawns, castling, baselines) in White's
 * terms, so those questions are put after turning the board to the player.
 *
 * apply() also takes declarations and calls in parentheses after a move, and
 * after a bare move a `!`, which declares check against every attacked king:
 * these are the moves that perft counts.
 *
 * The rules are those of ternion-variants(7), "Siege Chess"; comments
 * state the rule that the code below them asks for.
 */
#include "tests/naive/naive_3pf.h"
#include "tests/naive/naive_hex.h"

#include <string.h>

enum {
	SIDE = 16,      /* rows, and columns, of both boards */
	POOL_KINDS = 6, /* all but the king */
	MAX_PAIRS = 3,  /* a pair per player; two are open at any one time */
	MAX_LAST = 256, /* more captures than anybody's threshold needs */
	MAX_THRESHOLD = 9999
};

/* The columns of castling men on a baseline, before and after it. */
enum {
	KING_HOME = 4, /* 1e */
	QUEEN_ROOK = 0,
	QUEEN_KING = 2, /* 1c */
	OTHER_KING = 6  /* 1g; the rook is the last of the baseline */
};

static const char colours[] = "wrb";
static const char kinds[] = "KQORBNP";
static const char pool_kinds[] = "QORBNP";
static const char promotions[] = "qorbn";
static const char calls_in_order[] = "F@%T";

struct man {
	char kind; /* one of `kinds`, NUL for an empty hex */
	int owner;
	bool dead;
	bool promoted; /* never: a promoted man is of another kind */
	bool unmoved;  /* never moved from the opening set-up */
};

/* An open en passant: the hex that a double step skipped, and its pawn. */
struct pair {
	struct cell skipped, pawn;
	int owner;
};

enum method {
	SIEGE_NONE,
	SIEGE_CAPTURES,
	SIEGE_POINTS,
	SIEGE_MOVED
};

struct options {
	bool pope;
	enum method siege;
	int threshold[PLAYERS];
	bool calls[4]; /* as in `calls_in_order` */
	bool two;
	const char *text; /* the key of 3PF, of that length */
	size_t len;
};

struct position {
	struct options options;
	struct man board[SIDE][SIDE]; /* [q][r] */
	int to_move;
	bool out[PLAYERS];
	struct pair pairs[MAX_PAIRS];
	size_t n_pairs;
	int lost[PLAYERS][POOL_KINDS];
	int last[MAX_LAST]; /* owners of the latest captures, oldest first */
	size_t n_last;
	int fort[PLAYERS]; /* counters of fortification */
	bool fort_used[PLAYERS];
	int traitors[PLAYERS];      /* used */
	int immune[PLAYERS];        /* own turns still without siege */
	unsigned declared[PLAYERS]; /* against whose kings, as bits */
	unsigned long clock;        /* plies since a capture or pawn move */
	unsigned long number;       /* of the move */
	const char *over;           /* a called draw, NULL without one */
};

enum action {
	NO_ACTION, /* a yield or a stalemate alone */
	MOVE,      /* quiet, capture, promotion, castling */
	EN_PASSANT,
	FIELD_PROMOTION,
	TRAITOR,
	DOUBLE_TRAITOR, /* `from` first, then `to` */
	PASS
};

struct move {
	enum action action;
	struct cell from, to;
	char promotion; /* one of `promotions`, else NUL */
};

/* Declarations and calls with a move. */
struct calls {
	unsigned kings; /* declared against by colour, as bits */
	bool all;       /* C or M without a colour */
	bool any;       /* the `!`: every attacked king, if there is one */
	bool fortification, touch, yield, stalemate;
};

/*
 * Geometry
 */

/* hexboard(9, 8) with the pope, hexboard(8, 9) without. */
static int
baseline_length(const struct position *pos)
{
	return pos->options.pope ? 9 : 8;
}

static bool
on_board(const struct position *pos, struct cell h)
{
	return is_in_hexboard(
	    h, baseline_length(pos), 17 - baseline_length(pos));
}

#define ON_BOARD(pos, h) on_board(pos, h)
#include "tests/naive/naive_board.h"
#include "tests/naive/naive_pairs.h"

/* rot(q,r) = (a-1-q+r, a+b-2-q), one seat clockwise. */
static struct cell
rotate(const struct position *pos, struct cell h, int seats)
{
	int a = baseline_length(pos);

	while (seats-- > 0)
		h = (struct cell){ a - 1 - h.q + h.r, 15 - h.q };
	return h;
}

/* The hex that this player sees where White sees h. */
static struct cell
cell_of(const struct position *pos, int player, struct cell h)
{
	return rotate(pos, h, player);
}

/* The inverse: a hex as its player sees it, in White's coordinates. */
static struct cell
seen_by(const struct position *pos, int player, struct cell h)
{
	return rotate(pos, h, PLAYERS - player);
}

/* Colour class of a cell: (q+r) mod 3. */
static int
colour_class(struct cell h)
{
	return (h.q + h.r) % 3;
}

/*
 * Jumps to the six hexes one diagonal step away and the six hexes three
 * straight steps away, whatever lies between.
 */
static bool
is_pope_move(struct cell d)
{
	return is_diagonal_step(d) || (along_an_edge(d) && spread(d) == 6);
}

/*
 * Men
 */

static bool
is_living(struct man man)
{
	return man.kind != '\0' && !man.dead;
}

static bool
is_living_man_of(struct man man, int player)
{
	return is_living(man) && man.owner == player;
}

static int
count_players(const struct position *pos)
{
	int n = 0;

	for (int player = 0; player < PLAYERS; player++)
		n += !pos->out[player];
	return n;
}

/*
 * The opening set-up: Rank 1 from the left: R N B Q K O B N R (O is the
 * pope); rank 2: ten pawns; rank 3: an empty hex, nine pawns, an empty hex.
 * Without the pope all ranks are one shorter.  NUL for an empty hex.
 */
static char
opening_kind(const struct position *pos, int player, struct cell h)
{
	const char *baseline = pos->options.pope ? "RNBQKOBNR" : "RNBQKBNR";
	struct cell seen = seen_by(pos, player, h);

	if (!on_board(pos, h))
		return '\0';
	switch (seen.r) {
	case 0:
		return baseline[seen.q];
	case 1:
		return 'P';
	case 2:
		return seen.q > 0 && seen.q <= baseline_length(pos) ? 'P'
								    : '\0';
	default:
		return '\0';
	}
}

/* The number of men of a kind in the set-up, counted on White's three ranks. */
static int
opening_count(const struct position *pos, char kind)
{
	int n = 0;

	for (int q = 0; q < SIDE; q++)
		for (int r = 0; r < 3; r++)
			if (opening_kind(pos, 0, (struct cell){ q, r }) == kind)
				n++;
	return n;
}

static bool
stands_as_opened(const struct position *pos, struct cell h)
{
	struct man man = man_at(pos, h);

	return is_living(man) && opening_kind(pos, man.owner, h) == man.kind;
}

static int *
pool(struct position *pos, int player, char kind)
{
	const char *place = strchr(pool_kinds, kind);

	assert(kind != '\0' && place != NULL);
	return &pos->lost[player][place - pool_kinds];
}

static bool
has_lost(const struct position *pos, int player, char kind)
{
	const char *place = strchr(pool_kinds, kind);

	return kind != '\0' && place != NULL &&
	    pos->lost[player][place - pool_kinds] > 0;
}

static bool
is_fortified(const struct position *pos, int player)
{
	return pos->fort[player] > 0;
}

/*
 * Attacks
 */

/* Any man in between stops a slider, dead or alive. */
#define OWN_ATTACKERS
#define STEP_EXISTS(pos, h, d) on_board(pos, plus(h, d))
#include "tests/naive/naive_lines.h"

/* Captures one step WNW, N or ENE: the three diagonals that lead forward. */
static bool
pawn_attacks(const struct position *pos, struct cell from, struct cell to)
{
	int owner = man_at(pos, from).owner;
	struct cell way =
	    minus(seen_by(pos, owner, to), seen_by(pos, owner, from));

	return is_diagonal_step(way) && way.r > 0;
}

/* True if the man on `from` can capture on `to`, which may hold any man. */
static bool
attacks(const struct position *pos, struct cell from, struct cell to)
{
	struct cell way = minus(to, from);

	switch (man_at(pos, from).kind) {
	case 'K':
		return is_step(way);
	case 'Q':
		return slides(pos, from, to, true, true);
	case 'O':
		return is_pope_move(way);
	case 'R':
		return slides(pos, from, to, true, false);
	case 'B':
		return slides(pos, from, to, false, true);
	case 'N':
		return is_knight_move(way);
	case 'P':
		return pawn_attacks(pos, from, to);
	default:
		return false;
	}
}

/*
 * A living player attacks a hex if one of his pieces could capture there
 * were it his turn now.  A fortified one attacks nothing (no check) while
 * the counter is above 1 after his move, since he could not capture on his
 * next turn.
 */
static bool
can_attack(const struct position *pos, int player)
{
	return !pos->out[player] && pos->fort[player] <= 1;
}

/*
 * The opponents of `player` that attack a hex of his king, as bits.  Kings
 * count if he wants to step there, but not if check is declared: a king never
 * takes a king ..., and so no king is declared against by a king.
 */
static unsigned
attackers_of_hex(
    const struct position *pos, struct cell to, int player, bool with_kings)
{
	unsigned players = 0;

	for (int i = 0; i < CELLS; i++) {
		struct cell from = cell_number(i);
		struct man man = man_at(pos, from);

		if (is_living(man) && man.owner != player &&
		    can_attack(pos, man.owner) &&
		    (with_kings || man.kind != 'K') && attacks(pos, from, to))
			players |= 1U << man.owner;
	}
	return players;
}

/* A fortified player's king may step and stand anywhere. */
static bool
is_safe_for_king(const struct position *pos, struct cell to, int player)
{
	return is_fortified(pos, player) ||
	    attackers_of_hex(pos, to, player, true) == 0;
}

/*
 * Players who could capture the king in their next turn after a declaration
 * now.  While his counter is above 1 he will be fortified then.
 */
static unsigned
attackers_of_king(const struct position *pos, int player)
{
	struct cell king;

	if (!find_king(pos, player, &king) || pos->fort[player] > 1)
		return 0;
	return attackers_of_hex(pos, king, player, false);
}

/* The kings this player attacks. */
static unsigned
attacked_kings(const struct position *pos, int player)
{
	unsigned players = 0;

	for (int other = 0; other < PLAYERS; other++)
		if (attackers_of_king(pos, other) & 1U << player)
			players |= 1U << other;
	return players;
}

/*
 * Siege
 */

/*
 * Each living player's pieces on the board count 1, queen and pope 2, pawns
 * 0, plus 1 if more than half of his opening pawns are on the board.
 */
static int
piece_points(const struct position *pos, int player)
{
	int points = 0;

	for (int i = 0; i < CELLS; i++) {
		struct man man = man_at(pos, cell_number(i));

		if (!is_living_man_of(man, player) || man.kind == 'P')
			continue;
		points += man.kind == 'Q' || man.kind == 'O' ? 2 : 1;
	}
	if (2 * count_men(pos, player, 'P') > opening_count(pos, 'P'))
		points++;
	return points;
}

/*
 * Points = his pieces on the board + those of them that have moved from the
 * opening set-up - his captured pieces now in the pool.
 */
static int
moved_points(const struct position *pos, int player)
{
	int points = 0;

	for (int i = 0; i < CELLS; i++) {
		struct man man = man_at(pos, cell_number(i));

		if (is_living_man_of(man, player))
			points += man.unmoved ? 1 : 2;
	}
	for (int i = 0; i < POOL_KINDS; i++)
		points -= pos->lost[player][i];
	return points;
}

/* A player who is out has 0 points. */
static int
siege_points(const struct position *pos, int player)
{
	if (pos->out[player])
		return 0;
	return pos->options.siege == SIEGE_MOVED ? moved_points(pos, player)
						 : piece_points(pos, player);
}

/* ceil(n / 2), n of either sign. */
static int
half_rounded_up(int n)
{
	return n > 0 ? (n + 1) / 2 : n / 2;
}

/* Ceil(sum of the opponents' points / 2) - yours > 4. */
static bool
is_behind(const struct position *pos, int player)
{
	int others = 0;

	for (int other = 0; other < PLAYERS; other++)
		if (other != player)
			others += siege_points(pos, other);
	return half_rounded_up(others) - siege_points(pos, player) >
	    pos->options.threshold[player];
}

/* The last 3 (threshold) captured pieces were all yours. */
static bool
lost_the_last(const struct position *pos, int player)
{
	size_t needed = (size_t)pos->options.threshold[player];

	if (pos->n_last < needed)
		return false;
	for (size_t i = pos->n_last - needed; i < pos->n_last; i++)
		if (pos->last[i] != player)
			return false;
	return true;
}

static bool
meets_formula(const struct position *pos, int player)
{
	switch (pos->options.siege) {
	case SIEGE_CAPTURES:
		return lost_the_last(pos, player);
	case SIEGE_POINTS:
	case SIEGE_MOVED:
		return is_behind(pos, player);
	case SIEGE_NONE:
	default:
		return false;
	}
}

/*
 * If several qualify, only the one whose turn comes first is sieged (the
 * player to move first).  A fortified player who meets the formula still is
 * *the* sieged player and shuts others out.  One who called the touch of
 * death cannot be [sieged] before the end of his next three turns, and so
 * shuts out nobody.  -1 if nobody is sieged.
 */
static int
sieged_player(const struct position *pos)
{
	int players = count_players(pos);

	if (players < 2 || (players == 2 && !pos->options.two))
		return -1;
	for (int i = 0; i < PLAYERS; i++) {
		int player = (pos->to_move + i) % PLAYERS;

		if (!pos->out[player] && pos->immune[player] == 0 &&
		    meets_formula(pos, player))
			return player;
	}
	return -1;
}

static bool
call_is_played(const struct position *pos, char call)
{
	return pos->options
	    .calls[strchr(calls_in_order, call) - calls_in_order];
}

/*
 * Calls are for the sieged player only, and while he is fortified the
 * other siege rules are closed to him.
 */
static bool
may_call(const struct position *pos, char call)
{
	return call_is_played(pos, call) &&
	    sieged_player(pos) == pos->to_move &&
	    !is_fortified(pos, pos->to_move);
}

/*
 * No two bishops of one player on hexes of one colour; no two popes, of
 * whichever living players, on one colour.  True if a man of this kind may be
 * put on this hex, in place of the man there.
 */
static bool
colour_is_free(
    const struct position *pos, struct cell hex, int player, char kind)
{
	if (kind != 'B' && kind != 'O')
		return true;
	for (int i = 0; i < CELLS; i++) {
		struct cell h = cell_number(i);
		struct man man = man_at(pos, h);

		if (is_living(man) && man.kind == kind && !same(h, hex) &&
		    (kind == 'O' || man.owner == player) &&
		    colour_class(h) == colour_class(hex))
			return false;
	}
	return true;
}

/*
 * Ways of the men
 */

/*
 * Moves one step NW or NE onto an empty hex. A pawn that has never moved
 * and stands on its owner's third rank may go two steps in the same direction
 * (both hexes empty).
 */
static bool
pawn_advances(const struct position *pos, struct cell from, struct cell to)
{
	struct man pawn = man_at(pos, from);
	struct cell start = seen_by(pos, pawn.owner, from);
	struct cell way = minus(seen_by(pos, pawn.owner, to), start);
	struct cell middle = middle_of(from, to);

	if (!is_empty(pos, to) || (way.q != 0 && way.q != way.r))
		return false;
	if (way.r == 1)
		return true;
	return way.r == 2 && start.r == 2 && pawn.unmoved &&
	    is_empty(pos, middle);
}

/*
 * No living enemy piece of a kind still on the board, wherever it stood on a
 * hex not held by a dead piece, could attack the king's hex, counting only
 * dead pieces as blockers.  True if one of this enemy and kind could.
 */
static bool
could_attack_from_anywhere(
    const struct position *dead_only, struct cell king, int enemy, char kind)
{
	for (int i = 0; i < CELLS; i++) {
		struct position trial = *dead_only;
		struct cell h = cell_number(i);

		if (!is_empty(dead_only, h) || same(h, king))
			continue;
		put_man(
		    &trial, h, (struct man){ .kind = kind, .owner = enemy });
		if (attacks(&trial, h, king))
			return true;
	}
	return false;
}

static bool
is_walled_in(const struct position *pos, struct cell king, int player)
{
	struct position dead_only = *pos;

	for (int i = 0; i < CELLS; i++)
		if (is_living(man_at(pos, cell_number(i))))
			lift_man(&dead_only, cell_number(i));
	for (int enemy = 0; enemy < PLAYERS; enemy++) {
		if (enemy == player || pos->out[enemy])
			continue;
		for (const char *kind = kinds; *kind != '\0'; kind++)
			if (count_men(pos, enemy, *kind) > 0 &&
			    could_attack_from_anywhere(
				&dead_only, king, enemy, *kind))
				return false;
	}
	return true;
}

/*
 * A king walled in by dead pieces may take dead pieces one step away. ... A
 * fortified king takes nothing.
 */
static bool
takes_dead(const struct position *pos, struct cell from, struct cell to)
{
	struct man man = man_at(pos, from);

	return man.kind == 'K' && is_step(minus(to, from)) &&
	    !is_fortified(pos, man.owner) && is_walled_in(pos, from, man.owner);
}

/*
 * A fortified player may not capture (en passant included) and none of his
 * pieces may be captured.
 */
static bool
may_take_from(const struct position *pos, int player, int owner)
{
	return owner != player && !is_fortified(pos, player) &&
	    !is_fortified(pos, owner);
}

/*
 * A king may be taken only by a player who declared check (or mate) against
 * that king in his previous turn. A king never takes a king.
 */
static bool
may_take_king(const struct position *pos, struct man man, int owner)
{
	return man.kind != 'K' && (pos->declared[man.owner] & 1U << owner);
}

static bool
captures(const struct position *pos, struct cell from, struct cell to)
{
	struct man man = man_at(pos, from), target = man_at(pos, to);

	if (target.dead)
		return takes_dead(pos, from, to);
	if (!may_take_from(pos, man.owner, target.owner))
		return false;
	if (target.kind == 'K' && !may_take_king(pos, man, target.owner))
		return false;
	return attacks(pos, from, to);
}

static bool
is_unmoved(const struct position *pos, int player, int column, char kind)
{
	struct man man =
	    man_at(pos, cell_of(pos, player, (struct cell){ column, 0 }));

	return is_living_man_of(man, player) && man.kind == kind && man.unmoved;
}

/* King and that rook have never moved. */
static bool
has_right(const struct position *pos, int player, int rook)
{
	return is_unmoved(pos, player, KING_HOME, 'K') &&
	    is_unmoved(pos, player, rook, 'R');
}

/*
 * King and that rook have never moved, the hexes between are empty, the king
 * is not attacked now; king_is_safe() judges his target.
 */
static bool
castling_is_open(const struct position *pos, int player, int rook)
{
	int west = rook < KING_HOME ? rook : KING_HOME;
	int east = rook < KING_HOME ? KING_HOME : rook;
	struct cell king = cell_of(pos, player, (struct cell){ KING_HOME, 0 });

	for (int q = west + 1; q < east; q++)
		if (!is_empty(pos, cell_of(pos, player, (struct cell){ q, 0 })))
			return false;
	return has_right(pos, player, rook) &&
	    is_safe_for_king(pos, king, player);
}

static int
other_rook(const struct position *pos)
{
	return baseline_length(pos) - 1;
}

static bool
castles(const struct position *pos, struct cell from, struct cell to)
{
	int player = man_at(pos, from).owner;
	struct cell king = seen_by(pos, player, from);
	struct cell target = seen_by(pos, player, to);

	if (king.q != KING_HOME || king.r != 0 || target.r != 0)
		return false;
	if (target.q == QUEEN_KING)
		return castling_is_open(pos, player, QUEEN_ROOK);
	if (target.q == OTHER_KING)
		return castling_is_open(pos, player, other_rook(pos));
	return false;
}

/* True if the man can move this way, apart from his king's safety. */
static bool
man_can_move(const struct position *pos, struct cell from, struct cell to)
{
	struct man man = man_at(pos, from);

	if (!is_living_man_of(man, pos->to_move))
		return false;
	if (!is_empty(pos, to))
		return captures(pos, from, to);
	if (man.kind == 'P')
		return pawn_advances(pos, from, to);
	return attacks(pos, from, to) ||
	    (man.kind == 'K' && castles(pos, from, to));
}

/*
 * The pair whose pawn is taken by a move to this hex, or NULL.  The skipped
 * hex must be empty. Fortified players' pawns cannot be taken so.  No hex
 * is skipped by the pawns of two players: their fourth ranks do not meet.
 */
static const struct pair *
en_passant(const struct position *pos, struct cell to)
{
	if (!is_empty(pos, to))
		return NULL;
	for (size_t i = 0; i < pos->n_pairs; i++)
		if (same(pos->pairs[i].skipped, to) &&
		    may_take_from(pos, pos->to_move, pos->pairs[i].owner))
			return &pos->pairs[i];
	return NULL;
}

/*
 * Any enemy piece that can move to the skipped hex may take the pawn by
 * doing so ...; a pawn only by its capturing step.
 */
static bool
man_can_take_passing(
    const struct position *pos, struct cell from, struct cell to)
{
	return is_living_man_of(man_at(pos, from), pos->to_move) &&
	    en_passant(pos, to) != NULL && attacks(pos, from, to);
}

/*
 * Doing it
 */

/* The number of captures that the largest threshold needs. */
static size_t
last_needed(const struct position *pos)
{
	int needed = 0;

	if (pos->options.siege != SIEGE_CAPTURES)
		return 0;
	for (int player = 0; player < PLAYERS; player++)
		if (pos->options.threshold[player] > needed)
			needed = pos->options.threshold[player];
	return needed < MAX_LAST ? (size_t)needed : (size_t)MAX_LAST;
}

static void
remember_capture(struct position *pos, int owner)
{
	size_t needed = last_needed(pos);

	if (needed == 0)
		return;
	if (pos->n_last == needed) {
		pos->n_last--;
		memmove(pos->last, pos->last + 1,
		    pos->n_last * sizeof(pos->last[0]));
	}
	pos->last[pos->n_last++] = owner;
}

/* Its owner is out, and his other pieces are dead. */
static void
leave_game(struct position *pos, int player)
{
	pos->out[player] = true;
	for (int i = 0; i < CELLS; i++) {
		struct cell h = cell_number(i);
		struct man man = man_at(pos, h);

		if (man.kind == '\0' || man.owner != player)
			continue;
		if (man.kind == 'K')
			lift_man(pos, h);
		else
			put_man(pos, h,
			    (struct man){ .kind = man.kind,
				.owner = player,
				.dead = true });
	}
}

/*
 * Each player's captured pieces form his *lost* pool. Taking dead pieces adds
 * nothing. */
static void
take(struct position *pos, struct cell h)
{
	struct man man = man_at(pos, h);

	lift_man(pos, h);
	if (man.dead)
		return;
	remember_capture(pos, man.owner);
	if (man.kind == 'K')
		leave_game(pos, man.owner);
	else
		++*pool(pos, man.owner, man.kind);
}

/* A piece returned or promoted to leaves the pool, and counts as moved. */
static void
put_from_pool(struct position *pos, struct cell h, char kind)
{
	--*pool(pos, pos->to_move, kind);
	put_man(pos, h, (struct man){ .kind = kind, .owner = pos->to_move });
}

static char
promoted_kind(char promotion)
{
	return pool_kinds[strchr(promotions, promotion) - promotions];
}

static void
open_pair(struct position *pos, struct cell from, struct cell to)
{
	assert(pos->n_pairs < MAX_PAIRS);
	pos->pairs[pos->n_pairs++] =
	    (struct pair){ middle_of(from, to), to, pos->to_move };
}

/*
 * A pair is open until the owner's turn begins, he goes out, or the pawn has
 * left its hex.
 */
static void
close_pairs(struct position *pos)
{
	size_t kept = 0;

	for (size_t i = 0; i < pos->n_pairs; i++) {
		struct pair pair = pos->pairs[i];
		struct man man = man_at(pos, pair.pawn);

		if (man.kind == 'P' && is_living_man_of(man, pair.owner))
			pos->pairs[kept++] = pair;
	}
	pos->n_pairs = kept;
}

static void
close_pairs_of(struct position *pos, int player)
{
	size_t kept = 0;

	for (size_t i = 0; i < pos->n_pairs; i++)
		if (pos->pairs[i].owner != player)
			pos->pairs[kept++] = pos->pairs[i];
	pos->n_pairs = kept;
}

/*
 * King two hexes towards the rook, rook to the hex on the king's other side.
 */
static void
castle_rook(struct position *pos, struct cell king)
{
	int player = pos->to_move;
	bool queen = seen_by(pos, player, king).q == QUEEN_KING;
	struct cell from = { queen ? QUEEN_ROOK : other_rook(pos), 0 };
	struct cell to = { queen ? QUEEN_KING + 1 : OTHER_KING - 1, 0 };

	lift_man(pos, cell_of(pos, player, from));
	put_man(pos, cell_of(pos, player, to),
	    (struct man){ .kind = 'R', .owner = player });
}

/* The hex of the captured man; false if the move captures nothing. */
static bool
captured_hex(const struct position *pos, struct move move, struct cell *h)
{
	const struct pair *pair;

	if (move.action == EN_PASSANT) {
		pair = en_passant(pos, move.to);
		if (pair == NULL)
			return false;
		*h = pair->pawn;
		return true;
	}
	*h = move.to;
	return move.action == MOVE && !is_empty(pos, move.to);
}

/* A move over the board, true if it is a capture or a pawn's. */
static bool
go(struct position *pos, struct move move)
{
	struct man man = man_at(pos, move.from);
	/* Longer than a step: the pawn's double step, the king's castling. */
	bool leap = !is_step(minus(move.to, move.from));
	bool irreversible = man.kind == 'P';
	struct cell taken;

	if (captured_hex(pos, move, &taken)) {
		take(pos, taken);
		irreversible = true;
	}
	lift_man(pos, move.from);
	if (man.kind == 'P' && leap)
		open_pair(pos, move.from, move.to);
	if (man.kind == 'K' && leap)
		castle_rook(pos, move.to);
	man.unmoved = false;
	if (move.promotion != '\0')
		put_from_pool(pos, move.to, promoted_kind(move.promotion));
	else
		put_man(pos, move.to, man);
	return irreversible;
}

/*
 * An opponent's piece is replaced by a piece of the same kind from his
 * lost pool.  The replaced piece counts as captured.
 */
static void
turn_traitor(struct position *pos, struct cell h)
{
	char kind = man_at(pos, h).kind;

	take(pos, h);
	put_from_pool(pos, h, kind);
	pos->traitors[pos->to_move]++;
}

/*
 * Plays a legal board action, true if it sets the clock back: a capture or
 * pawn move, a traitor move and a king's taking of dead pieces; field
 * promotion, pass and a yield alone add one.
 */
static bool
act(struct position *pos, struct move move)
{
	switch (move.action) {
	case MOVE:
	case EN_PASSANT:
		return go(pos, move);
	case FIELD_PROMOTION:
		put_from_pool(pos, move.from, promoted_kind(move.promotion));
		return false;
	case DOUBLE_TRAITOR:
		turn_traitor(pos, move.from);
		turn_traitor(pos, move.to);
		return true;
	case TRAITOR:
		turn_traitor(pos, move.from);
		return true;
	case PASS:
	case NO_ACTION:
	default:
		return false;
	}
}

static void
play(struct position *pos, struct move move)
{
	if (act(pos, move))
		pos->clock = 0;
	else
		pos->clock++;
	close_pairs(pos);
}

/*
 * Legality
 */

/*
 * The king may not step onto a hex that an opponent attacks, judged on the
 * board after the step.  Nothing else binds him.
 */
static bool
king_is_safe(const struct position *pos, struct move move)
{
	struct position next = *pos;

	if (man_at(pos, move.from).kind != 'K')
		return true;
	play(&next, move);
	return is_safe_for_king(&next, move.to, pos->to_move);
}

static bool
way_is_legal(const struct position *pos, struct cell from, struct cell to)
{
	return man_can_move(pos, from, to) &&
	    king_is_safe(pos, (struct move){ MOVE, from, to, '\0' });
}

static bool
en_passant_is_legal(
    const struct position *pos, struct cell from, struct cell to)
{
	return man_can_take_passing(pos, from, to) &&
	    king_is_safe(pos, (struct move){ EN_PASSANT, from, to, '\0' });
}

/*
 * A pawn arriving on the first rank of an opponent who is still playing;
 * a step from one hex of that rank to another is none; and not when the move
 * takes that opponent's king, who is out by it.
 */
static bool
pawn_arrives(const struct position *pos, struct cell from, struct cell to)
{
	struct man target = man_at(pos, to);

	if (man_at(pos, from).kind != 'P')
		return false;
	for (int other = 0; other < PLAYERS; other++) {
		if (other == pos->to_move || pos->out[other] ||
		    seen_by(pos, other, to).r != 0)
			continue;
		if (target.kind == 'K' && target.owner == other)
			return false;
		return seen_by(pos, other, from).r != 0;
	}
	return false;
}

/* By any piece but a pawn that its owner has lost. */
static bool
promotion_is_legal(const struct position *pos, struct move move)
{
	return pawn_arrives(pos, move.from, move.to) &&
	    has_lost(pos, pos->to_move, promoted_kind(move.promotion));
}

/* One level of field promotion: "the other kind" must still be there. */
struct level {
	char from;
	const char *to;
	char other;
	int needed;
};

static const struct level levels_with_pope[] = {
	{ 'P', "NB", 'P', 0 },
	{ 'N', "RO", 'B', 1 },
	{ 'B', "RO", 'N', 1 },
	{ 'R', "Q", 'O', 1 },
	{ 'O', "Q", 'R', 1 },
};

static const struct level levels_without_pope[] = {
	{ 'P', "N", 'P', 0 },
	{ 'N', "BR", 'N', 2 },
	{ 'B', "Q", 'R', 1 },
	{ 'R', "Q", 'B', 1 },
	{ '\0', "", '\0', 0 },
};

static bool
level_allows(const struct position *pos, char from, char to)
{
	const struct level *levels =
	    pos->options.pope ? levels_with_pope : levels_without_pope;

	for (int i = 0; i < 5; i++)
		if (levels[i].from == from &&
		    strchr(levels[i].to, to) != NULL &&
		    count_men(pos, pos->to_move, levels[i].other) >=
			levels[i].needed)
			return true;
	return false;
}

static bool
field_promotion_is_legal(
    const struct position *pos, struct cell h, char promotion)
{
	struct man man = man_at(pos, h);
	char kind = promoted_kind(promotion);

	return is_living_man_of(man, pos->to_move) &&
	    has_lost(pos, pos->to_move, kind) &&
	    level_allows(pos, man.kind, kind) &&
	    colour_is_free(pos, h, pos->to_move, kind) && may_call(pos, '@');
}

/*
 * At most twice per player per game: an opponent's piece (not a king, not
 * dead, not of a fortified player) is replaced.
 */
static bool
traitor_is_legal(const struct position *pos, struct cell h)
{
	struct man man = man_at(pos, h);

	return is_living(man) && man.owner != pos->to_move && man.kind != 'K' &&
	    !is_fortified(pos, man.owner) &&
	    has_lost(pos, pos->to_move, man.kind) &&
	    pos->traitors[pos->to_move] < 2 &&
	    colour_is_free(pos, h, pos->to_move, man.kind) &&
	    may_call(pos, '%');
}

/*
 * He then recomputes; if still sieged he may in the same turn do it once
 * more against the **other** opponent.
 */
static bool
double_traitor_is_legal(
    const struct position *pos, struct cell first, struct cell second)
{
	struct position next = *pos;

	if (!traitor_is_legal(pos, first) ||
	    man_at(pos, first).owner == man_at(pos, second).owner)
		return false;
	turn_traitor(&next, first);
	return traitor_is_legal(&next, second);
}

/* An agreed or called draw, or one player left */
static bool
is_over(const struct position *pos)
{
	return pos->over != NULL || count_players(pos) < 2;
}

/*
 * Writing
 */

/* Siege `QO` or `QK`, which the unmoved men imply. */
static void
put_implied_rights(struct text *text, const struct position *pos)
{
	bool rights[PLAYERS][2];

	for (int player = 0; player < PLAYERS; player++) {
		rights[player][0] = has_right(pos, player, QUEEN_ROOK);
		rights[player][1] = has_right(pos, player, other_rook(pos));
	}
	put_rights(
	    text, colours, pos->options.pope ? "QO" : "QK", &rights[0][0]);
}

static void
put_state(struct text *text, const struct position *pos)
{
	put_implied_rights(text, pos);
	put_char(text, ' ');
	put_pairs(text, pos);
	put_char(text, ' ');
	put_status(text, pos->out);
}

static int
default_threshold(enum method siege)
{
	switch (siege) {
	case SIEGE_CAPTURES:
		return 3;
	case SIEGE_POINTS:
		return 4;
	case SIEGE_MOVED:
		return 18;
	case SIEGE_NONE:
	default:
		return 0;
	}
}

static const char *const method_names[] = { "none", "captures", "points",
	"moved" };

/* Unmoved men are those on an opening cell of their own kind and colour. */
static void
imply_unmoved(struct position *pos)
{
	for (int i = 0; i < CELLS; i++) {
		struct cell h = cell_number(i);

		pos->board[h.q][h.r].unmoved = stands_as_opened(pos, h);
	}
}

/* The opening army less the men on the board, dead ones included. */
static void
imply_lost(struct position *pos)
{
	for (int player = 0; player < PLAYERS; player++) {
		for (int i = 0; i < POOL_KINDS; i++) {
			char kind = pool_kinds[i];
			int n = opening_count(pos, kind) -
			    count_men(pos, player, kind);

			pos->lost[player][i] = n > 0 ? n : 0;
		}
	}
}

static void
put_unmoved(struct text *text, const struct position *pos)
{
	struct position implied = *pos;
	bool differs = false;
	const char *separator = "";

	imply_unmoved(&implied);
	for (int i = 0; i < CELLS; i++)
		if (man_at(pos, cell_number(i)).unmoved !=
		    man_at(&implied, cell_number(i)).unmoved)
			differs = true;
	if (!differs)
		return;
	put_string(text, " unmoved=");
	for (int i = 0; i < CELLS; i++) {
		if (!man_at(pos, cell_number(i)).unmoved)
			continue;
		put_string(text, separator);
		put_cell(text, cell_number(i));
		separator = ".";
	}
	if (*separator == '\0')
		put_char(text, '-');
}

static void
put_lost(struct text *text, const struct position *pos)
{
	struct position implied = *pos;

	imply_lost(&implied);
	if (memcmp(implied.lost, pos->lost, sizeof(pos->lost)) == 0)
		return;
	put_string(text, " lost=");
	put_pools(text, pool_kinds, &pos->lost[0][0]);
}

static void
put_last(struct text *text, const struct position *pos)
{
	if (pos->n_last == 0)
		return;
	put_string(text, " last=");
	for (size_t i = 0; i < pos->n_last; i++)
		put_char(text, colours[pos->last[i]]);
}

static void
put_counters(struct text *text, const char *key, const int *counters)
{
	if (counters[0] == 0 && counters[1] == 0 && counters[2] == 0)
		return;
	put_string(text, key);
	put_numbers(text, counters);
}

static void
put_fort_used(struct text *text, const struct position *pos)
{
	const char *key = " forts=";

	for (int player = 0; player < PLAYERS; player++) {
		if (!pos->fort_used[player])
			continue;
		put_string(text, key);
		put_char(text, colours[player]);
		key = "";
	}
}

static void
put_declared(struct text *text, const struct position *pos)
{
	const char *separator = " declared=";

	for (int player = 0; player < PLAYERS; player++) {
		if (pos->declared[player] == 0)
			continue;
		put_string(text, separator);
		put_char(text, colours[player]);
		put_char(text, ':');
		for (int king = 0; king < PLAYERS; king++)
			if (pos->declared[player] & 1U << king)
				put_char(text, colours[king]);
		separator = ".";
	}
}

static void
put_keys(struct text *text, const struct position *pos)
{
	for (size_t i = 0; i < pos->options.len; i++)
		put_char(text, pos->options.text[i]);
	put_unmoved(text, pos);
	put_lost(text, pos);
	put_last(text, pos);
	put_counters(text, " fort=", pos->fort);
	put_fort_used(text, pos);
	put_counters(text, " traitors=", pos->traitors);
	put_counters(text, " immune=", pos->immune);
	put_declared(text, pos);
}

/*
 * Reading: see naive_3pf.h
 */

static bool
read_yes_or_no(const char **cursor, bool *yes)
{
	*yes = read_string(cursor, "yes");
	return *yes || read_string(cursor, "no");
}

static bool
read_method(const char **cursor, enum method *siege)
{
	for (int i = 0; i < 4; i++) {
		if (read_string(cursor, method_names[i])) {
			*siege = (enum method)i;
			return true;
		}
	}
	return false;
}

/* One number, or three in turn order joined by commas. */
static bool
read_thresholds(const char **cursor, int *threshold)
{
	if (!read_int(cursor, MAX_THRESHOLD, &threshold[0]))
		return false;
	threshold[1] = threshold[2] = threshold[0];
	if (!read_char(cursor, ','))
		return true;
	return read_int(cursor, MAX_THRESHOLD, &threshold[1]) &&
	    read_char(cursor, ',') &&
	    read_int(cursor, MAX_THRESHOLD, &threshold[2]);
}

static bool
read_played_calls(const char **cursor, bool *calls)
{
	char call;
	bool some = false;

	for (int i = 0; i < 4; i++)
		calls[i] = false;
	if (read_string(cursor, "none"))
		return true;
	while ((call = read_letter(cursor, calls_in_order)) != '\0') {
		calls[strchr(calls_in_order, call) - calls_in_order] = true;
		some = true;
	}
	return some;
}

static bool
read_option(const char **cursor, struct options *options)
{
	if (read_string(cursor, "Pope:"))
		return read_yes_or_no(cursor, &options->pope);
	if (read_string(cursor, "Siege:"))
		return read_method(cursor, &options->siege);
	if (read_string(cursor, "SiegeThreshold:"))
		return read_thresholds(cursor, options->threshold);
	if (read_string(cursor, "SiegeCalls:"))
		return read_played_calls(cursor, options->calls);
	if (read_string(cursor, "SiegeTwo:"))
		return read_yes_or_no(cursor, &options->two);
	return false;
}

/* The table of options, its thresholds left open. */
static const struct options default_options = { .pope = true,
	.siege = SIEGE_POINTS,
	.threshold = { -1, -1, -1 },
	.calls = { true, true, true, true },
	.two = true };

static void
close_thresholds(struct options *options)
{
	for (int player = 0; player < PLAYERS; player++)
		if (options->threshold[player] < 0)
			options->threshold[player] =
			    default_threshold(options->siege);
}

/* The board depends on the options, so they are read before all else. */
static bool
find_options(const char *tpf, struct options *options)
{
	const char *key = strstr(tpf, " opt=");
	const char **cursor = &key;

	*options = default_options;
	if (key != NULL) {
		read_string(cursor, " opt=");
		do {
			if (!read_option(cursor, options))
				return false;
		} while (read_char(cursor, ';'));
	}
	close_thresholds(options);
	options->text = strstr(tpf, " opt=");
	options->len = key != NULL ? (size_t)(key - options->text) : 0;
	return key == NULL || *key == ' ' || *key == '\0';
}

static bool
read_state(const char **cursor, struct position *pos)
{
	/* The rights are implied. */
	*cursor += strcspn(*cursor, " ");
	if (!read_char(cursor, ' ') || !read_pairs(cursor, pos))
		return false;
	for (size_t i = 0; i < pos->n_pairs; i++)
		pos->pairs[i].owner = man_at(pos, pos->pairs[i].pawn).owner;
	return read_char(cursor, ' ') && read_status(cursor, pos->out);
}

/*
 * Keys: without a key the position has its implied value.
 */

static bool
read_unmoved(const char **cursor, struct position *pos)
{
	struct cell h;

	imply_unmoved(pos);
	if (!read_string(cursor, " unmoved="))
		return true;
	for (int i = 0; i < CELLS; i++)
		pos->board[i / SIDE][i % SIDE].unmoved = false;
	if (read_char(cursor, '-'))
		return true;
	do {
		if (!read_cell(cursor, pos, &h))
			return false;
		pos->board[h.q][h.r].unmoved = true;
	} while (read_char(cursor, '.'));
	return true;
}

static bool
read_lost(const char **cursor, struct position *pos)
{
	imply_lost(pos);
	if (!read_string(cursor, " lost="))
		return true;
	return read_pools(cursor, pool_kinds, &pos->lost[0][0]);
}

/* Only with `Siege` `captures`. */
static bool
read_last(const char **cursor, struct position *pos)
{
	int owner;

	if (!read_string(cursor, " last="))
		return true;
	while (read_player(cursor, colours, &owner))
		remember_capture(pos, owner);
	return true;
}

static bool
read_counters(const char **cursor, const char *key, int max, int *counters)
{
	return !read_string(cursor, key) || read_numbers(cursor, max, counters);
}

static bool
read_fort_used(const char **cursor, struct position *pos)
{
	int player;

	if (!read_string(cursor, " forts="))
		return true;
	while (read_player(cursor, colours, &player))
		pos->fort_used[player] = true;
	return true;
}

static bool
read_declared(const char **cursor, struct position *pos)
{
	int player, king;

	if (!read_string(cursor, " declared="))
		return true;
	do {
		if (!read_player(cursor, colours, &player) ||
		    !read_char(cursor, ':'))
			return false;
		while (read_player(cursor, colours, &king))
			pos->declared[player] |= 1U << king;
	} while (read_char(cursor, '.'));
	return true;
}

static bool
read_keys(const char **cursor, struct position *pos)
{
	*cursor += pos->options.len;
	return read_unmoved(cursor, pos) && read_lost(cursor, pos) &&
	    read_last(cursor, pos) &&
	    read_counters(cursor, " fort=", 3, pos->fort) &&
	    read_fort_used(cursor, pos) &&
	    read_counters(cursor, " traitors=", 2, pos->traitors) &&
	    read_counters(cursor, " immune=", 3, pos->immune) &&
	    read_declared(cursor, pos);
}

static void
set_up(struct position *pos)
{
	*pos = (struct position){ .options = default_options, .number = 1 };
	close_thresholds(&pos->options);
	for (int player = 0; player < PLAYERS; player++) {
		for (int i = 0; i < CELLS; i++) {
			struct cell h = cell_number(i);
			char kind = opening_kind(pos, player, h);

			if (kind != '\0')
				put_man(pos, h,
				    (struct man){ .kind = kind,
					.owner = player,
					.unmoved = true });
		}
	}
}

/* The rest of a move after its first hex. */
static bool
read_rest_of_move(
    const char **cursor, const struct position *pos, struct move *move)
{
	if (read_char(cursor, '@')) {
		move->action = FIELD_PROMOTION;
		move->promotion = read_letter(cursor, promotions);
		return move->promotion != '\0';
	}
	if (read_char(cursor, '%')) {
		move->action = TRAITOR;
		if (**cursor < 'a' || **cursor > 'z')
			return true;
		move->action = DOUBLE_TRAITOR;
		return read_cell(cursor, pos, &move->to);
	}
	move->action = MOVE;
	if (!read_cell(cursor, pos, &move->to))
		return false;
	if (read_char(cursor, '+'))
		move->action = EN_PASSANT;
	else
		move->promotion = read_letter(cursor, promotions);
	return true;
}

static bool
read_move(const char **cursor, const struct position *pos, struct move *move)
{
	*move = (struct move){ .action = NO_ACTION };
	if (**cursor == '(')
		return true;
	if (read_string(cursor, "0000")) {
		move->action = PASS;
		return true;
	}
	return read_cell(cursor, pos, &move->from) &&
	    read_rest_of_move(cursor, pos, move);
}

/*
 * C or M: A colour letter right after C or M, or after another such colour,
 * belongs to it; without a colour against every king that he attacks.
 */
static void
read_declaration(const char **cursor, struct calls *calls)
{
	int player;
	bool coloured = false;

	while (read_player(cursor, "WRB", &player)) {
		calls->kings |= 1U << player;
		coloured = true;
	}
	if (!coloured)
		calls->all = true;
}

static bool
read_once(bool *call)
{
	if (*call)
		return false;
	*call = true;
	return true;
}

static bool
read_call(const char **cursor, struct calls *calls)
{
	switch (read_letter(cursor, "CMFTYS")) {
	case 'C':
	case 'M':
		read_declaration(cursor, calls);
		return true;
	case 'F':
		return read_once(&calls->fortification);
	case 'T':
		return read_once(&calls->touch);
	case 'Y':
		return read_once(&calls->yield);
	case 'S':
		return read_once(&calls->stalemate);
	default:
		return false;
	}
}

static bool
read_calls(const char **cursor, struct calls *calls)
{
	*calls = (struct calls){ .kings = 0 };
	if (read_char(cursor, '!'))
		calls->any = true;
	else if (read_char(cursor, '('))
		do {
			if (!read_call(cursor, calls))
				return false;
		} while (!read_char(cursor, ')'));
	return **cursor == '\0';
}

/*
 * The list of moves
 */

/* The coordinates of ternion-notation(7), "Every kind of move". */
static void
list_move(struct list *list, struct move move)
{
	struct text text = list_next(list);

	if (move.action == PASS) {
		put_string(&text, "0000");
		return;
	}
	put_cell(&text, move.from);
	if (move.action == FIELD_PROMOTION)
		put_char(&text, '@');
	else if (move.action == TRAITOR || move.action == DOUBLE_TRAITOR)
		put_char(&text, '%');
	if (move.action != FIELD_PROMOTION && move.action != TRAITOR)
		put_cell(&text, move.to);
	if (move.action == EN_PASSANT)
		put_char(&text, '+');
	if (move.promotion != '\0')
		put_char(&text, move.promotion);
}

/* May (not must) be replaced: the plain move and each promotion count. */
static void
list_way(struct list *list, const struct position *pos, struct cell from,
    struct cell to)
{
	if (en_passant_is_legal(pos, from, to))
		list_move(list, (struct move){ EN_PASSANT, from, to, '\0' });
	if (!way_is_legal(pos, from, to))
		return;
	list_move(list, (struct move){ MOVE, from, to, '\0' });
	for (const char *p = promotions; *p != '\0'; p++) {
		struct move move = { MOVE, from, to, *p };

		if (promotion_is_legal(pos, move))
			list_move(list, move);
	}
}

static void
list_field_promotions(
    struct list *list, const struct position *pos, struct cell h)
{
	for (const char *p = promotions; *p != '\0'; p++)
		if (field_promotion_is_legal(pos, h, *p))
			list_move(
			    list, (struct move){ FIELD_PROMOTION, h, h, *p });
}

static void
list_man(struct list *list, const struct position *pos, struct cell from)
{
	for (int i = 0; i < CELLS; i++)
		if (on_board(pos, cell_number(i)))
			list_way(list, pos, from, cell_number(i));
	list_field_promotions(list, pos, from);
}

/* The double ones begin with the single one. */
static void
list_traitors(struct list *list, const struct position *pos, struct cell first)
{
	if (!traitor_is_legal(pos, first))
		return;
	list_move(list, (struct move){ TRAITOR, first, first, '\0' });
	for (int i = 0; i < CELLS; i++) {
		struct cell second = cell_number(i);

		if (double_traitor_is_legal(pos, first, second))
			list_move(list,
			    (struct move){
				DOUBLE_TRAITOR, first, second, '\0' });
	}
}

/* All board actions but the pass. */
static void
list_actions(struct list *list, const struct position *pos)
{
	for (int i = 0; i < CELLS; i++) {
		struct cell h = cell_number(i);

		if (is_living_man_of(man_at(pos, h), pos->to_move))
			list_man(list, pos, h);
		else
			list_traitors(list, pos, h);
	}
}

/*
 * A player with no board action at all (field promotion and traitor
 * included) passes (`--`); nobody else may pass.
 */
static bool
must_pass(const struct position *pos)
{
	struct list list = { NULL, 0, 0 };

	list_actions(&list, pos);
	return list.n == 0;
}

static bool
move_is_legal(const struct position *pos, struct move move)
{
	switch (move.action) {
	case MOVE:
		return way_is_legal(pos, move.from, move.to) &&
		    (move.promotion == '\0' || promotion_is_legal(pos, move));
	case EN_PASSANT:
		return en_passant_is_legal(pos, move.from, move.to);
	case FIELD_PROMOTION:
		return field_promotion_is_legal(pos, move.from, move.promotion);
	case TRAITOR:
		return traitor_is_legal(pos, move.from);
	case DOUBLE_TRAITOR:
		return double_traitor_is_legal(pos, move.from, move.to);
	case PASS:
		return must_pass(pos);
	case NO_ACTION:
	default:
		return false;
	}
}

/*
 * The turn
 */

/*
 * Once per player per game, at the start of his turn. Counter: set to 3 by
 * the call.
 */
static bool
call_fortification(struct position *pos)
{
	int player = pos->to_move;

	if (!may_call(pos, 'F') || pos->fort_used[player])
		return false;
	pos->fort[player] = 3;
	pos->fort_used[player] = true;
	return true;
}

/*
 * `C` against a king that is not attacked by the mover after the move is an
 * error; an attack that is not declared is legal.
 */
static bool
declare(struct position *pos, const struct calls *calls)
{
	unsigned attacked = attacked_kings(pos, pos->to_move);
	unsigned kings = calls->kings;

	if ((kings & ~attacked) != 0 || (calls->all && attacked == 0))
		return false;
	if (calls->all || calls->any)
		kings |= attacked;
	pos->declared[pos->to_move] = kings;
	return true;
}

/*
 * When an opponent, in his turn, captured a piece of a player who was sieged
 * as that turn began, the sieged player may at once call it. It does not
 * work against a capturing king, nor while he is fortified.
 */
static bool
touch_is_open(const struct position *before, struct move move, int sieged)
{
	struct cell taken;
	struct man man;

	if (!call_is_played(before, 'T') || !captured_hex(before, move, &taken))
		return false;
	man = man_at(before, taken);
	return is_living(man) && man.owner == sieged &&
	    !is_fortified(before, sieged) &&
	    man_at(before, move.from).kind != 'K';
}

/*
 * His piece returns to its hex as it was, the capturing piece is removed
 * (and counts as captured).  So the board is that before the move, less the
 * capturing piece, and a taken king's men live again.
 */
static bool
touch_of_death(struct position *pos, const struct position *before,
    struct move move, int sieged)
{
	struct man capturer = man_at(pos, move.to), man;
	struct cell taken;

	if (!touch_is_open(before, move, sieged))
		return false;
	captured_hex(before, move, &taken);
	man = man_at(before, taken);
	memcpy(pos->board, before->board, sizeof(pos->board));
	memcpy(pos->out, before->out, sizeof(pos->out));
	memcpy(pos->pairs, before->pairs, sizeof(pos->pairs));
	pos->n_pairs = before->n_pairs;
	lift_man(pos, move.from);
	if (man.kind != 'K')
		--*pool(pos, sieged, man.kind);
	++*pool(pos, pos->to_move, capturer.kind);
	remember_capture(pos, pos->to_move);
	/* He cannot be sieged before the end of his next three turns. */
	pos->immune[sieged] = 3;
	return colour_is_free(pos, taken, sieged, man.kind);
}

/* A draw among the players still in. */
static const char *
draw_result(const struct position *pos)
{
	if (pos->out[0])
		return "0-1/2-1/2";
	if (pos->out[1])
		return "1/2-0-1/2";
	if (pos->out[2])
		return "1/2-1/2-0";
	return "1/3-1/3-1/3";
}

/* Yield or stalemate, by a player in a game that is still on. */
static bool
end_playing(struct position *pos, const struct calls *calls)
{
	if (!calls->yield && !calls->stalemate)
		return true;
	if (is_over(pos) || (calls->yield && calls->stalemate))
		return false;
	if (calls->yield)
		leave_game(pos, pos->to_move);
	else
		pos->over = draw_result(pos);
	return true;
}

/* A player who is out has no counters and no declarations, and none is
 * against him. */
static void
forget_players_out(struct position *pos)
{
	for (int player = 0; player < PLAYERS; player++) {
		if (!pos->out[player])
			continue;
		pos->fort[player] = 0;
		pos->immune[player] = 0;
		pos->declared[player] = 0;
		for (int other = 0; other < PLAYERS; other++)
			pos->declared[other] &= ~(1U << player);
	}
}

static int
next_player(const struct position *pos)
{
	int player = pos->to_move;

	do
		player = (player + 1) % PLAYERS;
	while (pos->out[player]);
	return player;
}

/*
 * A new number each time the turn comes back to the first player still
 * playing; the fortification's counter is lowered by one at the start of
 * each later turn of his.
 */
static void
end_turn(struct position *pos)
{
	int mover = pos->to_move;

	forget_players_out(pos);
	if (pos->immune[mover] > 0)
		pos->immune[mover]--;
	pos->to_move = next_player(pos);
	if (pos->to_move <= mover)
		pos->number++;
	if (pos->fort[pos->to_move] > 0)
		pos->fort[pos->to_move]--;
	close_pairs(pos);
	close_pairs_of(pos, pos->to_move);
}

/* A yield or a stalemate alone, without any other call. */
static bool
is_call_alone(const struct calls *calls)
{
	return (calls->yield || calls->stalemate) && calls->kings == 0 &&
	    !calls->all && !calls->any && !calls->fortification &&
	    !calls->touch;
}

/*
 * At the start of his turn [the fortification], then he moves as normal;
 * Declarations are judged on the board after the move and before a touch of
 * death; yield and stalemate come after all that.
 */
static bool
make_move(struct position *pos, struct move move, const struct calls *calls)
{
	int sieged = sieged_player(pos);
	struct position before;

	if (calls->fortification && !call_fortification(pos))
		return false;
	before = *pos;
	if (!move_is_legal(pos, move))
		return false;
	play(pos, move);
	if (!declare(pos, calls))
		return false;
	return !calls->touch || touch_of_death(pos, &before, move, sieged);
}

static bool
take_turn(struct position *pos, struct move move, const struct calls *calls)
{
	if (is_over(pos))
		return false;
	if (move.action == NO_ACTION) {
		if (!is_call_alone(calls))
			return false;
		pos->declared[pos->to_move] = 0;
		play(pos, move);
	} else if (!make_move(pos, move, calls)) {
		return false;
	}
	if (!end_playing(pos, calls))
		return false;
	end_turn(pos);
	return true;
}

/*
 * The engine
 */

static void
list_moves(struct list *list, const struct position *pos)
{
	if (is_over(pos))
		return;
	list_actions(list, pos);
	if (list->n == 0)
		list_move(list, (struct move){ .action = PASS });
}

static bool
play_text(struct position *pos, const char *text)
{
	struct move move;
	struct calls calls;

	return read_move(&text, pos, &move) && read_calls(&text, &calls) &&
	    take_turn(pos, move, &calls);
}

/* The last player left wins (1-0-0 in turn order). */
static const char *
result_of(const struct position *pos)
{
	static const char *const wins[PLAYERS] = { "1-0-0", "0-1-0", "0-0-1" };

	if (pos->over != NULL)
		return pos->over;
	return count_players(pos) > 1 ? NULL : wins[pos->to_move];
}

#define READ_OPTIONS(tpf, pos) find_options(tpf, &(pos)->options)
#define ENGINE                 naive_siege
#define VARIANT                "siege"
#include "tests/naive/naive_engine.h"

int
naive_siege_sieged(const char *tpf)
{
	struct position pos;

	return read_position(tpf, &pos) ? sieged_player(&pos) : -1;
}
