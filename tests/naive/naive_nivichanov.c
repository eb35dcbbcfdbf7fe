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
#include "tests/naive/naive_hex.h"

#include <string.h>

enum {
	SIDE = 14,    /* rows, and columns, of the board */
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

struct man {
	char kind; /* one of `kinds`, NUL for an empty hex */
	int owner;
	bool dead;     /* `owner` is out */
	bool promoted; /* never */
};

/* The columns are those of White's baseline. */
struct castling {
	char letter; /* the end of its coordinate text, or NUL */
	char kind;   /* the king's partner, */
	int partner; /* where it stands, */
	int king_to, partner_to;
};

/*
 * White: Kh1 Rg1, `0-0`; Kb1 Rc1, `0-0-0`, White: Ke1 Qf1; the letter `q`
 * is added to the last, since the king could also step there.
 */
static const struct castling castlings[CASTLINGS] = {
	{ '\0', 'R', 8, 7, 6 },
	{ '\0', 'R', 0, 1, 2 },
	{ 'q', 'Q', 3, 4, 5 },
};
static const char rights[] = "KRQ"; /* their letters in the rights field */

enum {
	KNIGHT,
	QUEEN_CASTLING,
	OPTIONS
};

static const struct option options[OPTIONS] = {
	[KNIGHT] = { "Knight", { "literal", "usual" } },
	[QUEEN_CASTLING] = { "QueenCastling", { "path", "space" } },
};

struct position {
	struct man board[SIDE][SIDE]; /* [q][r] */
	int to_move;
	bool rights[PLAYERS][CASTLINGS];
	bool out[PLAYERS];
	unsigned long clock;     /* plies since a capture or pawn move */
	unsigned long number;    /* of the move */
	int choice[OPTIONS];     /* by option */
	int lost[PLAYERS][POOL]; /* captured pieces, by kind */
	const char *over;        /* an agreed result, NULL without one */
};

struct move {
	struct cell from, to;
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
on_board(struct cell h)
{
	static const struct cell corners[] = { { 0, 0 }, { 8, 0 }, { 0, 5 },
		{ 13, 5 }, { 8, 13 }, { 13, 13 } };

	for (size_t i = 0; i < sizeof(corners) / sizeof(corners[0]); i++)
		if (h.q == corners[i].q && h.r == corners[i].r)
			return true;
	return is_in_hexboard((struct cell){ h.q - 1, h.r }, 7, 7);
}

#include "tests/naive/naive_board.h"

/* Rot(q,r) = (8-q+r, 13-q), one seat clockwise. */
static struct cell
rotate(struct cell h, int seats)
{
	while (seats-- > 0)
		h = (struct cell){ 8 - h.q + h.r, 13 - h.q };
	return h;
}

/* The hex that this player sees where White sees h. */
static struct cell
cell_of(int player, struct cell h)
{
	return rotate(h, player);
}

/* The hex of the player's own baseline. */
static struct cell
home_of(int player, int column)
{
	return cell_of(player, (struct cell){ column, 0 });
}

/* The inverse: a hex as its player sees it, in White's coordinates. */
static struct cell
seen_by(int player, struct cell h)
{
	return rotate(h, PLAYERS - player);
}

/* The axes of q and r stand at 120 degrees. */
static bool
at_right_angle(struct cell a, struct cell b)
{
	return 2 * a.q * b.q + 2 * a.r * b.r == a.q * b.r + a.r * b.q;
}

/*
 * Twice a diagonal direction plus one straight step at a right angle to it,
 * e.g. N,N then E or W.
 */
static bool
is_literal_knight_move(struct cell d)
{
	for (int q = -2; q <= 2; q++) {
		for (int r = -2; r <= 2; r++) {
			struct cell diagonal = { q, r };
			struct cell rest = minus(minus(d, diagonal), diagonal);

			if (is_diagonal_step(diagonal) &&
			    is_straight_step(rest) &&
			    at_right_angle(diagonal, rest))
				return true;
		}
	}
	return false;
}

/*
 * A same-colour (diagonal) step passes between two flanking hexes, whether
 * they are occupied or not; but both must exist.  The flanks are the two
 * straight steps that add up to the diagonal one.
 */
static bool
has_both_flanks(struct cell from, struct cell d)
{
	for (int q = -1; q <= 1; q++) {
		for (int r = -1; r <= 1; r++) {
			struct cell flank = { q, r };

			if (is_straight_step(flank) &&
			    is_straight_step(minus(d, flank)) &&
			    !on_board(plus(from, flank)))
				return false;
		}
	}
	return true;
}

/* True if the board has this step, with any man on it or none. */
static bool
step_exists(struct cell from, struct cell d)
{
	if (!on_board(plus(from, d)))
		return false;
	return is_straight_step(d) ||
	    (is_diagonal_step(d) && has_both_flanks(from, d));
}

/*
 * Attacks
 */

#define STEP_EXISTS(pos, h, d) step_exists(h, d)
#include "tests/naive/naive_lines.h"

/*
 * It jumps, so neither occupied hexes nor missing flanks on the way matter.
 */
static bool
knight_attacks(const struct position *pos, struct cell way)
{
	return pos->choice[KNIGHT] ? is_knight_move(way)
				   : is_literal_knight_move(way);
}

/* A way as the owner sees it: ahead is N, NW or NE. */
static struct cell
way_seen_by(int owner, struct cell from, struct cell to)
{
	return minus(seen_by(owner, to), seen_by(owner, from));
}

/* Capturing, NW or NE. */
static bool
pawn_attacks(int owner, struct cell from, struct cell to)
{
	struct cell way = way_seen_by(owner, from, to);

	return is_straight_step(way) && way.r == 1;
}

/*
 * True if the man on `from` attacks `to`, which may hold any man or none.  The
 * men of a player who is out are obstacles that attack nothing.
 */
static bool
attacks(const struct position *pos, struct cell from, struct cell to)
{
	struct man man = man_at(pos, from);
	struct cell way = minus(to, from);

	if (man.dead)
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

/*
 * Moves
 */

/*
 * Without capturing, one step straight ahead (N, the same-colour step) or NW
 * or NE.
 */
static bool
pawn_step_exists(int owner, struct cell from, struct cell to)
{
	struct cell way = way_seen_by(owner, from, to);
	bool north = way.q == 1 && way.r == 2;

	return step_exists(from, minus(to, from)) &&
	    (north || pawn_attacks(owner, from, to));
}

static bool
pawn_moves(
    const struct position *pos, int owner, struct cell from, struct cell to)
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
arrives_on_back_row(int player, struct cell from, struct cell to)
{
	for (int other = 0; other < PLAYERS; other++)
		if (other != player && seen_by(other, to).r == 0 &&
		    seen_by(other, from).r != 0)
			return true;
	return false;
}

/* A hex from which it has no forward step left on the board. */
static bool
is_dead_end(int player, struct cell from)
{
	for (int i = 0; i < CELLS; i++)
		if (pawn_step_exists(player, from, cell_number(i)))
			return false;
	return true;
}

/* The place of a kind, or of a letter that redeems one, in the pools, or POOL
 * for others. */
static int
pool_of(const char *letters, char letter)
{
	int i = 0;

	while (i < POOL && letters[i] != letter)
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
	int player = pos->to_move, i = pool_of(redemptions, move.letter);

	return i < POOL && pos->lost[player][i] > 0 &&
	    (arrives_on_back_row(player, move.from, move.to) ||
		is_dead_end(player, move.to));
}

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
 * by an opponent.  With the queen, by the option, "the space is not being
 * covered": the hex between the two, which is where the king lands.
 */
static bool
way_is_safe(
    const struct position *pos, int player, const struct castling *castling)
{
	int a = KING_HOME, b = castling->king_to;
	int west = a < b ? a : b, east = a < b ? b : a;

	if (castling->kind == 'Q' && pos->choice[QUEEN_CASTLING])
		west = east = b;
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
	    way_is_safe(pos, player, castling);
}

/* True if the man can make this move, apart from the duty to defend. */
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
lose_rights(struct position *pos, struct cell touched)
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
	for (int i = 0; i < CELLS; i++) {
		struct cell h = cell_number(i);

		if (man_at(pos, h).kind != '\0' &&
		    man_at(pos, h).owner == player)
			pos->board[h.q][h.r].dead = true;
	}
}

/* Takes the man on the hex off; false if it is empty. */
static bool
capture(struct position *pos, struct cell h)
{
	struct man man = man_at(pos, h);

	if (man.kind == '\0')
		return false;
	lift_man(pos, h);
	if (man.kind == 'K')
		go_out(pos, man.owner);
	else if (man.kind != 'P')
		pos->lost[man.owner][pool_of(pool_kinds, man.kind)]++;
	return true;
}

/* The man that the pawn is exchanged for comes from the pool. */
static void
redeem(struct position *pos, struct man *pawn, char letter)
{
	int i = pool_of(redemptions, letter);

	assert(i < POOL);
	pos->lost[pawn->owner][i]--;
	pawn->kind = pool_kinds[i];
}

/* The rook goes to the king's other side, the queen to the king's hex. */
static void
castle_partner(
    struct position *pos, int player, const struct castling *castling)
{
	lift_man(pos, home_of(player, castling->partner));
	put_man(pos, home_of(player, castling->partner_to),
	    (struct man){ .kind = castling->kind, .owner = player });
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
 * The turn goes to the next player who is not out; after the second king it
 * names the winner.  The number rises each time the turn comes back to the
 * first player still playing.
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
	struct cell king;

	if (find_king(pos, pos->to_move, &king))
		lift_man(pos, king);
	go_out(pos, pos->to_move);
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

/* No double step, so no en passant. */
static void
put_state(struct text *text, const struct position *pos)
{
	put_rights(text, colours, rights, &pos->rights[0][0]);
	put_string(text, " - ");
	put_status(text, pos->out);
}

/* Implied: the opening army less the men on the board. */
static void
imply_lost(struct position *pos)
{
	for (int player = 0; player < PLAYERS; player++) {
		for (int i = 0; i < POOL; i++) {
			int n = army[i] - count_men(pos, player, pool_kinds[i]);

			pos->lost[player][i] = n > 0 ? n : 0;
		}
	}
}

static void
put_keys(struct text *text, const struct position *pos)
{
	struct position implied = *pos;

	imply_lost(&implied);
	put_options(text, options, OPTIONS, pos->choice);
	if (memcmp(implied.lost, pos->lost, sizeof(pos->lost)) == 0)
		return;
	put_string(text, " lost=");
	put_pools(text, pool_kinds, &pos->lost[0][0]);
}

/*
 * Reading: see naive_3pf.h
 */

static bool
read_state(const char **cursor, struct position *pos)
{
	return read_rights(cursor, colours, rights, &pos->rights[0][0]) &&
	    read_string(cursor, " - ") && read_status(cursor, pos->out);
}

static bool
read_lost(const char **cursor, struct position *pos)
{
	imply_lost(pos);
	return !read_string(cursor, " lost=") ||
	    read_pools(cursor, pool_kinds, &pos->lost[0][0]);
}

static bool
read_keys(const char **cursor, struct position *pos)
{
	return read_options(cursor, options, OPTIONS, pos->choice) &&
	    read_lost(cursor, pos);
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
			    (struct man){
				.kind = baseline[q], .owner = player });
		for (int q = 1; q < 9; q++)
			put_man(pos, cell_of(player, (struct cell){ q, 1 }),
			    (struct man){ .kind = 'P', .owner = player });
	}
}

static bool
read_move(const char *text, const struct position *pos, struct move *move)
{
	const char **cursor = &text;

	if (!read_cell(cursor, pos, &move->from) ||
	    !read_cell(cursor, pos, &move->to))
		return false;
	move->letter = read_letter(cursor, redemptions);
	return **cursor == '\0';
}

/*
 * The engine
 */

static void
list_move(struct list *list, const struct position *pos, struct move move,
    bool defences_only)
{
	struct text text;

	if (!is_possible(pos, move) || (defences_only && !defends(pos, move)))
		return;
	text = list_next(list);
	put_cell(&text, move.from);
	put_cell(&text, move.to);
	if (move.letter != '\0')
		put_char(&text, move.letter);
}

/* All possible moves, or those of them that defend the king. */
static void
list_possible(struct list *list, const struct position *pos, bool defences_only)
{
	for (int i = 0; i < CELLS * CELLS; i++) {
		struct move move = { cell_number(i / CELLS),
			cell_number(i % CELLS), '\0' };
		struct man man = man_at(pos, move.from);

		if (man.kind == '\0' || man.owner != pos->to_move ||
		    !on_board(move.to))
			continue;
		list_move(list, pos, move, defences_only);
		for (const char *l = redemptions; *l != '\0'; l++) {
			move.letter = *l;
			list_move(list, pos, move, defences_only);
		}
	}
}

static bool
has_possible(const struct position *pos, bool defences_only)
{
	struct list list = { NULL, 0, 0 };

	list_possible(&list, pos, defences_only);
	return list.n > 0;
}

/*
 * A player whose king is attacked when his turn begins must play a move
 * after which it is not attacked, if he has one.
 */
static bool
must_defend(const struct position *pos)
{
	return attackers_of_king(pos, pos->to_move) != 0 &&
	    has_possible(pos, true);
}

/* A player without a legal move passes `--`, one ply. */
static void
list_moves(struct list *list, const struct position *pos)
{
	struct text text;

	if (is_over(pos))
		return;
	list_possible(list, pos, must_defend(pos));
	if (list->n > 0)
		return;
	text = list_next(list);
	put_string(&text, pass);
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
		if (has_possible(pos, false))
			return false;
		pass_turn(pos, false);
		return true;
	}
	if (!read_move(text, pos, &move) || !move_is_legal(pos, move))
		return false;
	play(pos, move);
	return true;
}

/* The player left wins (`1-0-0`). */
static const char *
result_of(const struct position *pos)
{
	static const char *const wins[PLAYERS] = { "1-0-0", "0-1-0", "0-0-1" };

	if (pos->over != NULL)
		return pos->over;
	/* The player to move is in play. */
	return players_left(pos) == 1 ? wins[pos->to_move] : NULL;
}

#define ENGINE  naive_nivichanov
#define VARIANT "nivichanov"
#include "tests/naive/naive_engine.h"
