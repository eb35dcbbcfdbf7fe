/*
 * Naive reference rules of Alexander Nivichanov's 3-player chess: slow,
 * stateless, and written from the rules alone, so that it can contradict
 * the fast generator.
 *
 * Everything is asked hex by hex: may this man go from here to there?  The
 * rules say what depends on the seat (pawns, castling, back rows) in White's
 * terms, so those questions are put after turning the board to the player.
 *
 * The rules are those of ternion-variants(7), "Nivichanov's game"; comments
 * state the rule that the code below them asks for.
 */
#include "tests/naive/naive_3pf.h"

#include <stdlib.h>
#include <string.h>

enum {
	SIDE = 14,    /* rows, and columns, of the board */
	PLAYERS = 3,  /* White, Red, Black */
	POOL = 4,     /* kinds that pawns can be redeemed for */
	CASTLINGS = 3 /* ways to castle */
};

enum {
	KING_HOME = 5 /* column of f1 */
};

static const char colours[] = "wrb";
static const char kinds[] = "KQRBNP";

/* The kinds of a lost pool, the letters that redeem them, the opening army. */
static const char pool_kinds[] = "QRBN";
static const char redemptions[] = "qrbn";
static const int army[POOL] = { 1, 2, 3, 2 };

static const char pass[] = "0000";
static const char concession[] = "(Y)";

/* A hex, or the way from one to another; q grows east, r from row to row. */
struct hex {
	int q, r;
};

struct man {
	char kind; /* one of `kinds`, NUL for an empty hex */
	int owner;
	bool ownerless; /* `owner` is out */
};

/* The columns are those of White's baseline. */
struct castling {
	char right;  /* its letter in the rights field */
	char letter; /* what its coordinate text ends with, else NUL */
	char kind;   /* the king's partner, */
	int partner; /* where it stands, */
	int king_to, partner_to;
};

/*
 * White: Kh1 Rg1, `0-0`; Kb1 Rc1, `0-0-0`, White: Ke1 Qf1; the letter `q`
 * is added to the last, since the king could also step there.
 */
static const struct castling castlings[CASTLINGS] = {
	{ 'K', '\0', 'R', 8, 7, 6 },
	{ 'R', '\0', 'R', 0, 1, 2 },
	{ 'Q', 'q', 'Q', 3, 4, 5 },
};

struct position {
	struct man board[SIDE][SIDE]; /* [q][r] */
	int to_move;
	bool rights[PLAYERS][CASTLINGS];
	bool out[PLAYERS];
	unsigned long clock;     /* plies since a capture or pawn move */
	unsigned long number;    /* of the move */
	bool usual_knight;       /* the option Knight */
	int lost[PLAYERS][POOL]; /* captured pieces, by kind */
	const char *over;        /* an agreed result, NULL without one */
};

struct move {
	struct hex from, to;
	char letter; /* one of `redemptions`, `q` of castling, else NUL */
};

/*
 * Geometry
 */

/*
 * Row r = 0..12 holds q = 1..7+r for r < 7 and q = r-5..13 for r >= 7, and
 * six extra hexes, a1 i1 a6 n6 i14 n14.
 */
static bool
on_board(struct hex h)
{
	static const struct hex corners[] = { { 0, 0 }, { 8, 0 }, { 0, 5 },
		{ 13, 5 }, { 8, 13 }, { 13, 13 } };

	for (size_t i = 0; i < sizeof(corners) / sizeof(corners[0]); i++)
		if (h.q == corners[i].q && h.r == corners[i].r)
			return true;
	if (h.r < 0 || h.r > 12)
		return false;
	if (h.r < 7)
		return h.q >= 1 && h.q <= 7 + h.r;
	return h.q >= h.r - 5 && h.q <= 13;
}

static bool
same(struct hex a, struct hex b)
{
	return a.q == b.q && a.r == b.r;
}

static struct hex
plus(struct hex a, struct hex b)
{
	return (struct hex){ a.q + b.q, a.r + b.r };
}

static struct hex
minus(struct hex a, struct hex b)
{
	return (struct hex){ a.q - b.q, a.r - b.r };
}

/* Rot(q,r) = (8-q+r, 13-q), one seat clockwise. */
static struct hex
rotate(struct hex h, int seats)
{
	while (seats-- > 0)
		h = (struct hex){ 8 - h.q + h.r, 13 - h.q };
	return h;
}

/* The hex that is to this player what h is to White. */
static struct hex
hex_of(int player, struct hex h)
{
	return rotate(h, player);
}

/* The hex of the player's own baseline. */
static struct hex
home_of(int player, int column)
{
	return hex_of(player, (struct hex){ column, 0 });
}

/* The inverse: what a hex is to its player, in White's coordinates. */
static struct hex
seen_by(int player, struct hex h)
{
	return rotate(h, PLAYERS - player);
}

/*
 * The ways of hex geometry are told apart by the three differences q, r and
 * q-r, whose sizes are 0 1 1 for a straight step, 1 1 2 for a diagonal one
 * and 1 2 3 for a usual knight's move.
 */
static int
spread(struct hex d)
{
	return abs(d.q) + abs(d.r) + abs(d.q - d.r);
}

static bool
along_an_edge(struct hex d)
{
	return d.q == 0 || d.r == 0 || d.q == d.r;
}

static bool
is_straight_step(struct hex d)
{
	return along_an_edge(d) && spread(d) == 2;
}

static bool
is_diagonal_step(struct hex d)
{
	return !along_an_edge(d) && spread(d) == 4;
}

static bool
is_step(struct hex d)
{
	return is_straight_step(d) || is_diagonal_step(d);
}

static bool
is_usual_knight_move(struct hex d)
{
	return !along_an_edge(d) && spread(d) == 6;
}

/* The axes of q and r stand at 120 degrees. */
static bool
at_right_angle(struct hex a, struct hex b)
{
	return 2 * a.q * b.q + 2 * a.r * b.r == a.q * b.r + a.r * b.q;
}

/*
 * Twice a diagonal direction plus one straight step at a right angle to it,
 * e.g. N,N then E or W.
 */
static bool
is_literal_knight_move(struct hex d)
{
	for (int q = -2; q <= 2; q++) {
		for (int r = -2; r <= 2; r++) {
			struct hex diagonal = { q, r };
			struct hex rest = minus(minus(d, diagonal), diagonal);

			if (is_diagonal_step(diagonal) &&
			    is_straight_step(rest) &&
			    at_right_angle(diagonal, rest))
				return true;
		}
	}
	return false;
}

/*
 * The single step that, repeated, makes this way; (0, 0) if there is none.
 */
static struct hex
step_of_line(struct hex d)
{
	for (int n = 1; n < SIDE; n++) {
		struct hex step = { d.q / n, d.r / n };

		if (d.q % n == 0 && d.r % n == 0 && is_step(step))
			return step;
	}
	return (struct hex){ 0, 0 };
}

/*
 * A same-colour (diagonal) step passes between two flanking hexes, whether
 * they are occupied or not; but both must exist.  The flanks are the two
 * straight steps that add up to the diagonal one.
 */
static bool
has_both_flanks(struct hex from, struct hex d)
{
	for (int q = -1; q <= 1; q++) {
		for (int r = -1; r <= 1; r++) {
			struct hex flank = { q, r };

			if (is_straight_step(flank) &&
			    is_straight_step(minus(d, flank)) &&
			    !on_board(plus(from, flank)))
				return false;
		}
	}
	return true;
}

/* Whether the board has this step, whatever stands on it. */
static bool
step_exists(struct hex from, struct hex d)
{
	if (!on_board(plus(from, d)))
		return false;
	return is_straight_step(d) ||
	    (is_diagonal_step(d) && has_both_flanks(from, d));
}

/*
 * Men and attacks
 */

static struct man
man_at(const struct position *pos, struct hex h)
{
	assert(on_board(h));
	return pos->board[h.q][h.r];
}

static void
put_man(struct position *pos, struct hex h, struct man man)
{
	assert(on_board(h));
	pos->board[h.q][h.r] = man;
}

static void
lift_man(struct position *pos, struct hex h)
{
	put_man(pos, h, (struct man){ '\0', 0, false });
}

static bool
is_empty(const struct position *pos, struct hex h)
{
	return man_at(pos, h).kind == '\0';
}

static bool
holds(const struct position *pos, struct hex h, int owner, char kind)
{
	struct man man = man_at(pos, h);

	return man.kind == kind && man.owner == owner;
}

/* Every step exists, and every hex before the last is empty. */
static bool
line_is_open(
    const struct position *pos, struct hex from, struct hex to, struct hex step)
{
	struct hex h = from;

	while (step_exists(h, step)) {
		h = plus(h, step);
		if (same(h, to))
			return true;
		if (!is_empty(pos, h))
			return false;
	}
	return false;
}

/* Rook: straight lines; bishop: same-colour lines; queen both. */
static bool
slides(const struct position *pos, struct hex from, struct hex to,
    bool straight, bool diagonal)
{
	struct hex step = step_of_line(minus(to, from));

	if ((straight && is_straight_step(step)) ||
	    (diagonal && is_diagonal_step(step)))
		return line_is_open(pos, from, to, step);
	return false;
}

/*
 * It jumps, so neither occupied hexes nor missing flanks on the way matter.
 */
static bool
knight_attacks(const struct position *pos, struct hex way)
{
	return pos->usual_knight ? is_usual_knight_move(way)
				 : is_literal_knight_move(way);
}

/* A way as the owner sees it: ahead is N, NW or NE. */
static struct hex
way_seen_by(int owner, struct hex from, struct hex to)
{
	return minus(seen_by(owner, to), seen_by(owner, from));
}

/* Capturing, NW or NE. */
static bool
pawn_attacks(int owner, struct hex from, struct hex to)
{
	struct hex way = way_seen_by(owner, from, to);

	return is_straight_step(way) && way.r == 1;
}

/*
 * Whether the man on `from` attacks `to`, whatever stands there.  The men of
 * a player who is out are obstacles that attack nothing.
 */
static bool
attacks(const struct position *pos, struct hex from, struct hex to)
{
	struct man man = man_at(pos, from);
	struct hex way = minus(to, from);

	if (man.ownerless)
		return false;
	switch (man.kind) {
	case 'K':
		return step_exists(from, way);
	case 'Q':
		return slides(pos, from, to, true, true);
	case 'R':
		return slides(pos, from, to, true, false);
	case 'B':
		return slides(pos, from, to, false, true);
	case 'N':
		return knight_attacks(pos, way);
	case 'P':
		return pawn_attacks(man.owner, from, to);
	default:
		return false;
	}
}

/* The opponents of `player` that attack a hex, as bits. */
static unsigned
attackers_of_hex(const struct position *pos, struct hex to, int player)
{
	unsigned players = 0;

	for (int q = 0; q < SIDE; q++) {
		for (int r = 0; r < SIDE; r++) {
			struct hex from = { q, r };

			if (on_board(from) && !is_empty(pos, from) &&
			    man_at(pos, from).owner != player &&
			    attacks(pos, from, to))
				players |= 1U << man_at(pos, from).owner;
		}
	}
	return players;
}

static unsigned
attackers_of_king(const struct position *pos, int player)
{
	for (int q = 0; q < SIDE; q++) {
		for (int r = 0; r < SIDE; r++) {
			struct hex h = { q, r };

			if (on_board(h) && holds(pos, h, player, 'K'))
				return attackers_of_hex(pos, h, player);
		}
	}
	return 0;
}

/*
 * Moves
 */

/*
 * Without capturing, one step straight ahead (N, the same-colour step) or NW
 * or NE.
 */
static bool
pawn_step_exists(int owner, struct hex from, struct hex to)
{
	struct hex way = way_seen_by(owner, from, to);
	bool north = way.q == 1 && way.r == 2;

	return step_exists(from, minus(to, from)) &&
	    (north || pawn_attacks(owner, from, to));
}

static bool
pawn_moves(
    const struct position *pos, int owner, struct hex from, struct hex to)
{
	if (is_empty(pos, to))
		return pawn_step_exists(owner, from, to);
	return pawn_attacks(owner, from, to);
}

/*
 * Arriving on an opponent's back row (in play or not; a step along that row
 * is no arrival).
 */
static bool
arrives_on_back_row(int player, struct hex from, struct hex to)
{
	for (int other = 0; other < PLAYERS; other++)
		if (other != player && seen_by(other, to).r == 0 &&
		    seen_by(other, from).r != 0)
			return true;
	return false;
}

/* A hex from which it has no forward step left on the board. */
static bool
is_dead_end(int player, struct hex from)
{
	for (int q = 0; q < SIDE; q++) {
		for (int r = 0; r < SIDE; r++) {
			struct hex to = { q, r };

			if (on_board(to) && pawn_step_exists(player, from, to))
				return false;
		}
	}
	return true;
}

/* The place of a kind in the pools, or POOL for kings and pawns. */
static int
pool_of(char kind)
{
	int i = 0;

	while (i < POOL && pool_kinds[i] != kind)
		i++;
	return i;
}

/* The place in the pools of what a letter redeems. */
static int
pool_of_letter(char letter)
{
	int i = 0;

	while (i < POOL && redemptions[i] != letter)
		i++;
	return i;
}

/*
 * May (not must) be exchanged for any of its owner's captured pieces except
 * a pawn; on arrival only.
 */
static bool
redeems(const struct position *pos, struct move move)
{
	int player = pos->to_move, i = pool_of_letter(move.letter);

	return i < POOL && pos->lost[player][i] > 0 &&
	    (arrives_on_back_row(player, move.from, move.to) ||
		is_dead_end(player, move.to));
}

/* Nothing between. */
static bool
nothing_between(const struct position *pos, int player, int a, int b)
{
	int west = a < b ? a : b, east = a < b ? b : a;

	for (int q = west + 1; q < east; q++)
		if (!is_empty(pos, home_of(player, q)))
			return false;
	return true;
}

/*
 * None of the hexes from the king to where it lands, both included, attacked
 * by an opponent.
 */
static bool
way_is_safe(const struct position *pos, int player, int a, int b)
{
	int west = a < b ? a : b, east = a < b ? b : a;

	for (int q = west; q <= east; q++)
		if (attackers_of_hex(pos, home_of(player, q), player) != 0)
			return false;
	return true;
}

/* The castling that this move of a king would be, or CASTLINGS. */
static int
castling_of(int player, struct move move)
{
	int i = 0;

	if (!same(move.from, home_of(player, KING_HOME)))
		return CASTLINGS;
	while (i < CASTLINGS &&
	    !(same(move.to, home_of(player, castlings[i].king_to)) &&
		move.letter == castlings[i].letter))
		i++;
	return i;
}

/* King, and the rook or queen, unmoved. */
static bool
castles(const struct position *pos, struct move move)
{
	int player = pos->to_move, i = castling_of(player, move);
	const struct castling *castling = &castlings[i];

	return i < CASTLINGS && pos->rights[player][i] &&
	    holds(pos, home_of(player, castling->partner), player,
		castling->kind) &&
	    nothing_between(pos, player, KING_HOME, castling->partner) &&
	    way_is_safe(pos, player, KING_HOME, castling->king_to);
}

/* Whether the man can make this move, the duty to defend apart. */
static bool
is_possible(const struct position *pos, struct move move)
{
	struct man man = man_at(pos, move.from), target = man_at(pos, move.to);
	bool plain = move.letter == '\0';

	if (man.kind == '\0' || man.owner != pos->to_move)
		return false;
	/* A king is captured like any piece. */
	if (target.kind != '\0' && target.owner == man.owner)
		return false;
	if (man.kind == 'P')
		return pawn_moves(pos, man.owner, move.from, move.to) &&
		    (plain || redeems(pos, move));
	if (man.kind == 'K' && castles(pos, move))
		return true;
	return plain && attacks(pos, move.from, move.to);
}

/*
 * A right is lost when its piece moves or is captured, that is as soon as
 * a move touches the piece's home.
 */
static void
lose_rights(struct position *pos, struct hex touched)
{
	for (int player = 0; player < PLAYERS; player++) {
		bool king = same(touched, home_of(player, KING_HOME));

		for (int i = 0; i < CASTLINGS; i++)
			if (king ||
			    same(
				touched, home_of(player, castlings[i].partner)))
				pos->rights[player][i] = false;
	}
}

/*
 * When a king is captured its owner is out.  His other pieces stay as
 * obstacles.
 */
static void
go_out(struct position *pos, int player)
{
	pos->out[player] = true;
	for (int i = 0; i < CASTLINGS; i++)
		pos->rights[player][i] = false;
	for (int q = 0; q < SIDE; q++)
		for (int r = 0; r < SIDE; r++)
			if (pos->board[q][r].kind != '\0' &&
			    pos->board[q][r].owner == player)
				pos->board[q][r].ownerless = true;
}

/* Takes off whatever stands there; true if there was something. */
static bool
capture(struct position *pos, struct hex h)
{
	struct man man = man_at(pos, h);

	if (man.kind == '\0')
		return false;
	lift_man(pos, h);
	if (man.kind == 'K')
		go_out(pos, man.owner);
	else if (man.kind != 'P')
		pos->lost[man.owner][pool_of(man.kind)]++;
	return true;
}

/* The man that the pawn is exchanged for comes from the pool. */
static void
redeem(struct position *pos, struct man *pawn, char letter)
{
	int i = pool_of_letter(letter);

	assert(i < POOL);
	pos->lost[pawn->owner][i]--;
	pawn->kind = pool_kinds[i];
}

/* The rook to the king's other side, queen to the hex the king left */
static void
castle_partner(
    struct position *pos, int player, const struct castling *castling)
{
	lift_man(pos, home_of(player, castling->partner));
	put_man(pos, home_of(player, castling->partner_to),
	    (struct man){ castling->kind, player, false });
}

static int
players_left(const struct position *pos)
{
	int n = 0;

	for (int player = 0; player < PLAYERS; player++)
		if (!pos->out[player])
			n++;
	return n;
}

/*
 * The turn goes to the next player who is not out: After the second king the
 * turn field names the winner.  A new number each time the turn comes back
 * to the first player still playing: when the seats begin anew.
 */
static void
pass_turn(struct position *pos, bool irreversible)
{
	int mover = pos->to_move;

	assert(players_left(pos) > 0);
	pos->clock = irreversible ? 0 : pos->clock + 1;
	do {
		pos->to_move = (pos->to_move + 1) % PLAYERS;
	} while (pos->out[pos->to_move]);
	if (pos->to_move <= mover)
		pos->number++;
}

/* Plays a move that is_possible() allows. */
static void
play(struct position *pos, struct move move)
{
	struct man man = man_at(pos, move.from);
	bool pawn = man.kind == 'P';
	int castling =
	    man.kind == 'K' ? castling_of(man.owner, move) : CASTLINGS;
	bool captured = capture(pos, move.to);

	lift_man(pos, move.from);
	if (pawn && move.letter != '\0')
		redeem(pos, &man, move.letter);
	put_man(pos, move.to, man);
	if (castling < CASTLINGS)
		castle_partner(pos, man.owner, &castlings[castling]);
	lose_rights(pos, move.from);
	lose_rights(pos, move.to);
	pass_turn(pos, captured || pawn);
}

/*
 * A player may concede in his turn (`Y`): as if his king had been captured.
 * His king leaves the board; nobody made a capture, so the clock goes on.
 */
static void
concede(struct position *pos)
{
	int player = pos->to_move;

	for (int q = 0; q < SIDE; q++) {
		for (int r = 0; r < SIDE; r++) {
			struct hex h = { q, r };

			if (on_board(h) && holds(pos, h, player, 'K'))
				lift_man(pos, h);
		}
	}
	go_out(pos, player);
	pass_turn(pos, false);
}

/* The game ends when two kings have been captured, or by agreement. */
static bool
is_over(const struct position *pos)
{
	return pos->over != NULL || players_left(pos) < 2;
}

/*
 * A move after which it is not attacked (taking the attacker's king is one:
 * his pieces attack nothing then).
 */
static bool
defends(const struct position *pos, struct move move)
{
	struct position next = *pos;

	play(&next, move);
	return attackers_of_king(&next, pos->to_move) == 0;
}

/*
 * Writing
 */

static void
put_hex(struct text *text, struct hex h)
{
	put_square(text, h.q, h.r);
}

static void
put_move(struct text *text, struct move move)
{
	put_hex(text, move.from);
	put_hex(text, move.to);
	if (move.letter != '\0')
		put_char(text, move.letter);
}

/* An ownerless (Nivichanov) piece has `x` before its colour letter. */
static void
put_token(struct text *text, struct man man, struct hex h)
{
	if (man.ownerless)
		put_char(text, 'x');
	put_char(text, colours[man.owner]);
	put_char(text, man.kind);
	put_hex(text, h);
}

/* Sorted by column letter, then by row number, whatever the colour. */
static void
put_placement(struct text *text, const struct position *pos)
{
	const char *separator = "";

	for (int q = 0; q < SIDE; q++) {
		for (int r = 0; r < SIDE; r++) {
			struct hex h = { q, r };

			if (!on_board(h) || is_empty(pos, h))
				continue;
			put_string(text, separator);
			put_token(text, man_at(pos, h), h);
			separator = ",";
		}
	}
}

static void
put_rights(struct text *text, const struct position *pos)
{
	for (int player = 0; player < PLAYERS; player++) {
		bool none = true;

		if (player > 0)
			put_char(text, '.');
		put_char(text, colours[player]);
		for (int i = 0; i < CASTLINGS; i++) {
			if (pos->rights[player][i]) {
				put_char(text, castlings[i].right);
				none = false;
			}
		}
		if (none)
			put_char(text, '-');
	}
}

static void
put_status(struct text *text, const struct position *pos)
{
	for (int player = 0; player < PLAYERS; player++)
		put_char(text, pos->out[player] ? 'x' : 'a');
}

static int
count_men(const struct position *pos, int player, char kind)
{
	int n = 0;

	for (int q = 0; q < SIDE; q++)
		for (int r = 0; r < SIDE; r++)
			if (pos->board[q][r].kind == kind &&
			    pos->board[q][r].owner == player)
				n++;
	return n;
}

/* Implied: the opening army less what is on the board. */
static int
implied_lost(const struct position *pos, int player, int i)
{
	int lost = army[i] - count_men(pos, player, pool_kinds[i]);

	return lost > 0 ? lost : 0;
}

static bool
lost_is_implied(const struct position *pos)
{
	for (int player = 0; player < PLAYERS; player++)
		for (int i = 0; i < POOL; i++)
			if (pos->lost[player][i] !=
			    implied_lost(pos, player, i))
				return false;
	return true;
}

/* `over=` is never written here: no move is legal after it. */
static void
put_keys(struct text *text, const struct position *pos)
{
	if (pos->usual_knight)
		put_string(text, " opt=Knight:usual");
	if (lost_is_implied(pos))
		return;
	put_string(text, " lost=");
	for (int player = 0; player < PLAYERS; player++) {
		if (player > 0)
			put_char(text, '.');
		put_letters(text, pool_kinds, pos->lost[player]);
	}
}

static bool
write_position(const struct position *pos, char *out, size_t size)
{
	struct text text = { out, size, 0 };

	put_placement(&text, pos);
	put_char(&text, ' ');
	put_char(&text, colours[pos->to_move]);
	put_char(&text, ' ');
	put_rights(&text, pos);
	/* No double step, no en passant. */
	put_string(&text, " - ");
	put_status(&text, pos);
	put_char(&text, ' ');
	put_number(&text, pos->clock);
	put_char(&text, ' ');
	put_number(&text, pos->number);
	put_keys(&text, pos);
	return text.len < size;
}

/*
 * Reading: see naive_3pf.h
 */

static bool
read_hex(const char **cursor, struct hex *h)
{
	return read_square(cursor, SIDE, &h->q, &h->r) && on_board(*h);
}

static bool
read_placement(const char **cursor, struct position *pos)
{
	do {
		struct man man;
		struct hex h;

		man.ownerless = read_char(cursor, 'x');
		if (!read_player(cursor, colours, &man.owner))
			return false;
		man.kind = read_letter(cursor, kinds);
		if (man.kind == '\0' || !read_hex(cursor, &h) ||
		    !is_empty(pos, h))
			return false;
		put_man(pos, h, man);
	} while (read_char(cursor, ','));
	return true;
}

static bool
read_rights(const char **cursor, struct position *pos)
{
	for (int player = 0; player < PLAYERS; player++) {
		bool none = true;

		if (player > 0 && !read_char(cursor, '.'))
			return false;
		if (!read_char(cursor, colours[player]))
			return false;
		for (int i = 0; i < CASTLINGS; i++) {
			pos->rights[player][i] =
			    read_char(cursor, castlings[i].right);
			if (pos->rights[player][i])
				none = false;
		}
		if (none && !read_char(cursor, '-'))
			return false;
	}
	return true;
}

static bool
read_status(const char **cursor, struct position *pos)
{
	for (int player = 0; player < PLAYERS; player++) {
		pos->out[player] = read_char(cursor, 'x');
		if (!pos->out[player] && !read_char(cursor, 'a'))
			return false;
	}
	return true;
}

/*
 * A player in play has a king, one who is out has neither a king nor men of
 * his own, and the player to move is in play.
 */
static bool
status_is_right(const struct position *pos)
{
	for (int player = 0; player < PLAYERS; player++)
		if (count_men(pos, player, 'K') != (pos->out[player] ? 0 : 1))
			return false;
	for (int q = 0; q < SIDE; q++) {
		for (int r = 0; r < SIDE; r++) {
			struct man man = pos->board[q][r];

			if (man.kind != '\0' &&
			    man.ownerless != pos->out[man.owner])
				return false;
		}
	}
	return !pos->out[pos->to_move];
}

static bool
read_options(const char **cursor, struct position *pos)
{
	if (!read_string(cursor, " opt="))
		return true;
	pos->usual_knight = read_string(cursor, "Knight:usual");
	return pos->usual_knight || read_string(cursor, "Knight:literal");
}

static void
imply_lost(struct position *pos)
{
	for (int player = 0; player < PLAYERS; player++)
		for (int i = 0; i < POOL; i++)
			pos->lost[player][i] = implied_lost(pos, player, i);
}

static bool
read_lost(const char **cursor, struct position *pos)
{
	if (!read_string(cursor, " lost=")) {
		imply_lost(pos);
		return true;
	}
	for (int player = 0; player < PLAYERS; player++) {
		if (player > 0 && !read_char(cursor, '.'))
			return false;
		if (!read_letters(cursor, pool_kinds, pos->lost[player]))
			return false;
	}
	return true;
}

static bool
read_keys(const char **cursor, struct position *pos)
{
	if (!read_options(cursor, pos) || !read_lost(cursor, pos))
		return false;
	if (**cursor == '\0')
		return true;
	if (!read_string(cursor, " over="))
		return false;
	pos->over = *cursor;
	return true;
}

/* R N B Q B K B N R on the nine hexes of the baseline, eight pawns. */
static void
set_up(struct position *pos)
{
	static const char baseline[] = "RNBQBKBNR";

	*pos = (struct position){ .number = 1 };
	for (int player = 0; player < PLAYERS; player++) {
		for (int i = 0; i < CASTLINGS; i++)
			pos->rights[player][i] = true;
		for (int q = 0; q < 9; q++)
			put_man(pos, home_of(player, q),
			    (struct man){ baseline[q], player, false });
		for (int q = 1; q < 9; q++)
			put_man(pos, hex_of(player, (struct hex){ q, 1 }),
			    (struct man){ 'P', player, false });
	}
}

static bool
read_position(const char *tpf, struct position *pos)
{
	const char **cursor = &tpf;

	if (strcmp(tpf, "start") == 0) {
		set_up(pos);
		return true;
	}
	*pos = (struct position){ .number = 1 };
	return read_placement(cursor, pos) && read_char(cursor, ' ') &&
	    read_player(cursor, colours, &pos->to_move) &&
	    read_char(cursor, ' ') && read_rights(cursor, pos) &&
	    read_string(cursor, " - ") && read_status(cursor, pos) &&
	    read_char(cursor, ' ') && status_is_right(pos) &&
	    read_number(cursor, &pos->clock) && read_char(cursor, ' ') &&
	    read_number(cursor, &pos->number) && read_keys(cursor, pos);
}

static bool
read_move(const char *text, struct move *move)
{
	const char **cursor = &text;

	if (!read_hex(cursor, &move->from) || !read_hex(cursor, &move->to))
		return false;
	move->letter = read_letter(cursor, redemptions);
	return **cursor == '\0';
}

/*
 * The engine
 */

/* The moves that are looked for. */
struct search {
	struct list list;
	bool defences_only;
};

static void
list_move(struct search *search, const struct position *pos, struct move move)
{
	struct text text;

	if (!is_possible(pos, move) ||
	    (search->defences_only && !defends(pos, move)))
		return;
	text = list_next(&search->list);
	put_move(&text, move);
}

static void
list_way(struct search *search, const struct position *pos, struct hex from,
    struct hex to)
{
	list_move(search, pos, (struct move){ from, to, '\0' });
	for (const char *letter = redemptions; *letter != '\0'; letter++)
		list_move(search, pos, (struct move){ from, to, *letter });
}

static void
list_ways(struct search *search, const struct position *pos, struct hex from)
{
	for (int q = 0; q < SIDE; q++) {
		for (int r = 0; r < SIDE; r++) {
			struct hex to = { q, r };

			if (on_board(to))
				list_way(search, pos, from, to);
		}
	}
}

/* All possible moves, or those of them that defend the king. */
static size_t
list_possible(const struct position *pos, bool defences_only,
    char (*out)[NAIVE_MOVE_MAX], size_t max)
{
	struct search search = { { out, 0, max }, defences_only };

	for (int q = 0; q < SIDE; q++) {
		for (int r = 0; r < SIDE; r++) {
			struct hex from = { q, r };

			if (on_board(from))
				list_ways(&search, pos, from);
		}
	}
	return search.list.n;
}

/*
 * A player whose king is attacked when his turn begins must play a move
 * after which it is not attacked, if he has one.
 */
static bool
must_defend(const struct position *pos)
{
	return attackers_of_king(pos, pos->to_move) != 0 &&
	    list_possible(pos, true, NULL, 0) > 0;
}

/* A player without a legal move passes `--`, one ply. */
static size_t
list_moves(const struct position *pos, char (*out)[NAIVE_MOVE_MAX], size_t max)
{
	struct list list = { out, 0, max };
	struct text text;
	size_t n;

	if (is_over(pos))
		return 0;
	n = list_possible(pos, must_defend(pos), out, max);
	if (n > 0)
		return n;
	text = list_next(&list);
	put_string(&text, pass);
	return list.n;
}

static bool
move_is_legal(const struct position *pos, struct move move)
{
	return is_possible(pos, move) &&
	    (!must_defend(pos) || defends(pos, move));
}

/* Plays a move, a pass or a concession; false if it is not legal. */
static bool
play_text(struct position *pos, const char *text)
{
	struct move move;

	if (is_over(pos))
		return false;
	if (strcmp(text, concession) == 0) {
		concede(pos);
		return true;
	}
	if (strcmp(text, pass) == 0) {
		if (list_possible(pos, false, NULL, 0) > 0)
			return false;
		pass_turn(pos, false);
		return true;
	}
	if (!read_move(text, &move) || !move_is_legal(pos, move))
		return false;
	play(pos, move);
	return true;
}

static void
nivichanov_start(char *out, size_t size)
{
	struct position pos;

	set_up(&pos);
	write_position(&pos, out, size);
}

static size_t
nivichanov_moves(const char *tpf, char (*out)[NAIVE_MOVE_MAX], size_t max)
{
	struct position pos;

	if (!read_position(tpf, &pos))
		return 0;
	return list_moves(&pos, out, max);
}

static bool
nivichanov_make_move(const char *tpf, const char *text, char *out, size_t size)
{
	struct position pos;

	return read_position(tpf, &pos) && play_text(&pos, text) &&
	    write_position(&pos, out, size);
}

/* The player left wins (`1-0-0`). */
static const char *
nivichanov_result(const char *tpf)
{
	static const char *const wins[PLAYERS] = { "1-0-0", "0-1-0", "0-0-1" };
	struct position pos;

	if (!read_position(tpf, &pos))
		return NULL;
	if (pos.over != NULL)
		return pos.over;
	/* The player to move is in play. */
	return players_left(&pos) == 1 ? wins[pos.to_move] : NULL;
}

static unsigned
nivichanov_attackers(const char *tpf, int player)
{
	struct position pos;

	if (!read_position(tpf, &pos))
		return 0;
	return attackers_of_king(&pos, player);
}

const struct naive_engine naive_nivichanov = {
	.variant = "nivichanov",
	.start = nivichanov_start,
	.moves = nivichanov_moves,
	.apply = nivichanov_make_move,
	.result = nivichanov_result,
	.attackers = nivichanov_attackers,
};
