/*
 * Naive reference rules of Dreierschach V2.3: slow, stateless, and written
 * from the rules alone, so that it can contradict the fast generator.
 *
 * Everything is asked hex by hex: may this man go from here to there?  The
 * rules say what depends on the seat (pawns, castling, baselines) in White's
 * terms, so those questions are put after turning the board to the player.
 *
 * The rules are those of ternion-variants(7), "Dreierschach"; comments
 * state the rule that the code below them asks for.
 */
#include "tests/naive/naive_3pf.h"

#include <stdlib.h>
#include <string.h>

enum {
	SIDE = 13,    /* rows, and columns, of hexboard(8, 6) */
	PLAYERS = 3,  /* White, Gray, Black */
	MAX_PAIRS = 3 /* a pair per player; two are open at any one time */
};

/* Where the castling men stand and go, columns of White's baseline. */
enum {
	KING_HOME = 3,  /* d1 */
	MINOR_ROOK = 0, /* a1 */
	MINOR_KING = 1, /* b1 */
	MAJOR_ROOK = 7, /* h1 */
	MAJOR_KING = 6  /* g1 */
};

static const char colours[] = "wgb";
static const char kinds[] = "KQRBNP";
static const char promotions[] = "qrnb";

/* A hex, or the way from one to another; q grows east, r from row to row. */
struct hex {
	int q, r;
};

struct man {
	char kind; /* one of `kinds`, NUL for an empty hex */
	int owner;
};

/* An open en passant: the hex a double step skipped, and who made it. */
struct pair {
	struct hex skipped, pawn;
};

struct rights {
	bool minor, major;
};

struct position {
	struct man board[SIDE][SIDE]; /* [q][r] */
	int to_move;
	struct rights rights[PLAYERS];
	struct pair pairs[MAX_PAIRS];
	size_t n_pairs;
	unsigned long clock;  /* plies since a capture or pawn move */
	unsigned long number; /* of the move */
	const char *over;     /* an agreed result, NULL without one */
};

struct move {
	struct hex from, to;
	char promotion; /* one of `promotions`, else NUL */
};

/*
 * Geometry
 */

/*
 * hexboard(8, 6): in row r < b the cells are q = 0 .. a-1+r; in
 * row r >= b they are q = r-b+1 .. a+b-2.
 */
static bool
on_board(struct hex h)
{
	if (h.r < 0 || h.r >= SIDE)
		return false;
	if (h.r < 6)
		return h.q >= 0 && h.q <= 7 + h.r;
	return h.q >= h.r - 5 && h.q <= 12;
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

/* rot(q,r) = (a-1-q+r, a+b-2-q), one seat clockwise. */
static struct hex
rotate(struct hex h, int seats)
{
	while (seats-- > 0)
		h = (struct hex){ 7 - h.q + h.r, 12 - h.q };
	return h;
}

/* The hex that is to this player what h is to White. */
static struct hex
hex_of(int player, struct hex h)
{
	return rotate(h, player);
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
 * and 1 2 3 for a knight's move.
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
is_knight_move(struct hex d)
{
	return !along_an_edge(d) && spread(d) == 6;
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
	put_man(pos, h, (struct man){ '\0', 0 });
}

/* No hex is both empty and off the board. */
static bool
is_empty(const struct position *pos, struct hex h)
{
	return on_board(h) && man_at(pos, h).kind == '\0';
}

static bool
holds(const struct position *pos, struct hex h, int owner, char kind)
{
	struct man man = man_at(pos, h);

	return man.kind == kind && man.owner == owner;
}

/*
 * A diagonal step needs at least one of its two flanking hexes empty.  The
 * flanks are the two straight steps that add up to the diagonal one.  Both
 * are on the board whenever the step's two ends are: in each of q, r and q-r,
 * which bound the board, a flank lies between the ends.
 */
static bool
step_is_open(const struct position *pos, struct hex from, struct hex d)
{
	if (is_straight_step(d))
		return true;
	for (int q = -1; q <= 1; q++) {
		for (int r = -1; r <= 1; r++) {
			struct hex flank = { q, r };

			if (is_straight_step(flank) &&
			    is_straight_step(minus(d, flank)) &&
			    is_empty(pos, plus(from, flank)))
				return true;
		}
	}
	return false;
}

/*
 * Every hex before the last is empty, and the flank rule holds for each
 * step of a slide, the last one too.
 */
static bool
line_is_open(
    const struct position *pos, struct hex from, struct hex to, struct hex step)
{
	struct hex h = from;

	while (step_is_open(pos, h, step)) {
		h = plus(h, step);
		if (same(h, to))
			return true;
		if (!is_empty(pos, h))
			return false;
	}
	return false;
}

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

/* Captures one step WNW, N or ENE: the three diagonals that lead forward. */
static bool
pawn_attacks(const struct position *pos, struct hex from, struct hex to)
{
	int owner = man_at(pos, from).owner;
	struct hex way = minus(seen_by(owner, to), seen_by(owner, from));

	return is_diagonal_step(way) && way.r > 0 &&
	    step_is_open(pos, from, minus(to, from));
}

/* Whether the man on `from` attacks `to`, whatever stands there. */
static bool
attacks(const struct position *pos, struct hex from, struct hex to)
{
	struct hex way = minus(to, from);

	switch (man_at(pos, from).kind) {
	case 'K':
		return is_step(way) && step_is_open(pos, from, way);
	case 'Q':
		return slides(pos, from, to, true, true);
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
 * One step NW or NE onto an empty hex; from the second row also two steps
 * in one of these two directions, both hexes empty.
 */
static bool
pawn_advances(const struct position *pos, struct hex from, struct hex to)
{
	int owner = man_at(pos, from).owner;
	struct hex start = seen_by(owner, from);
	struct hex way = minus(seen_by(owner, to), start);
	struct hex middle = { (from.q + to.q) / 2, (from.r + to.r) / 2 };

	if (way.q != 0 && way.q != way.r)
		return false;
	if (way.r == 1)
		return is_empty(pos, to);
	return way.r == 2 && start.r == 1 && is_empty(pos, middle) &&
	    is_empty(pos, to);
}

/*
 * The open pair by which the player to move may take on this hex, or NULL.
 * The skipped hex must still be empty.
 */
static const struct pair *
en_passant(const struct position *pos, struct hex to)
{
	if (!is_empty(pos, to))
		return NULL;
	for (size_t i = 0; i < pos->n_pairs; i++) {
		struct man pawn = man_at(pos, pos->pairs[i].pawn);

		if (same(pos->pairs[i].skipped, to) && pawn.kind == 'P' &&
		    pawn.owner != pos->to_move)
			return &pos->pairs[i];
	}
	return NULL;
}

/*
 * The flanks of an en passant capture are judged like any other's: the board
 * is the one before the move: the pawn to be taken still stands on its hex.
 */
static bool
pawn_moves(const struct position *pos, struct hex from, struct hex to)
{
	if (!attacks(pos, from, to))
		return pawn_advances(pos, from, to);
	return !is_empty(pos, to) || en_passant(pos, to) != NULL;
}

/* A hex of an opponent's baseline (the eight hexes of his set-up row). */
static bool
is_promotion_hex(int player, struct hex h)
{
	for (int other = 0; other < PLAYERS; other++)
		if (other != player && seen_by(other, h).r == 0)
			return true;
	return false;
}

/*
 * All hexes between are empty, and neither the king nor any hex between
 * king and rook is attacked.
 */
static bool
castling_is_open(const struct position *pos, int player, int rook)
{
	int west = rook < KING_HOME ? rook : KING_HOME;
	int east = rook < KING_HOME ? KING_HOME : rook;

	for (int q = west + 1; q < east; q++) {
		struct hex h = hex_of(player, (struct hex){ q, 0 });

		if (!is_empty(pos, h) || attackers_of_hex(pos, h, player) != 0)
			return false;
	}
	return holds(
		   pos, hex_of(player, (struct hex){ rook, 0 }), player, 'R') &&
	    attackers_of_king(pos, player) == 0;
}

static bool
castles(const struct position *pos, struct hex from, struct hex to)
{
	int player = pos->to_move;
	struct hex king = seen_by(player, from), target = seen_by(player, to);

	if (king.q != KING_HOME || king.r != 0 || target.r != 0)
		return false;
	if (target.q == MINOR_KING)
		return pos->rights[player].minor &&
		    castling_is_open(pos, player, MINOR_ROOK);
	if (target.q == MAJOR_KING)
		return pos->rights[player].major &&
		    castling_is_open(pos, player, MAJOR_ROOK);
	return false;
}

/* Whether the man can make this way, his own king's safety apart. */
static bool
man_can_move(const struct position *pos, struct hex from, struct hex to)
{
	struct man man = man_at(pos, from), target = man_at(pos, to);

	if (man.kind == '\0' || man.owner != pos->to_move)
		return false;
	/* Kings are never captured. */
	if (target.kind == 'K' ||
	    (target.kind != '\0' && target.owner == man.owner))
		return false;
	if (man.kind == 'P')
		return pawn_moves(pos, from, to);
	return attacks(pos, from, to) ||
	    (man.kind == 'K' && castles(pos, from, to));
}

/*
 * A right is lost when its piece moves or is captured, that is as soon as
 * a move touches the piece's home.
 */
static void
lose_rights(struct position *pos, struct hex touched)
{
	for (int player = 0; player < PLAYERS; player++) {
		struct rights *rights = &pos->rights[player];
		struct hex h = seen_by(player, touched);

		if (h.r != 0)
			continue;
		if (h.q == KING_HOME || h.q == MINOR_ROOK)
			rights->minor = false;
		if (h.q == KING_HOME || h.q == MAJOR_ROOK)
			rights->major = false;
	}
}

/*
 * A pair is open until the owner's turn begins or the pawn has left its
 * hex; a man on the skipped hex does not close it.
 */
static void
close_pairs(struct position *pos, int mover)
{
	int next = (mover + 1) % PLAYERS;
	size_t kept = 0;

	for (size_t i = 0; i < pos->n_pairs; i++) {
		struct man pawn = man_at(pos, pos->pairs[i].pawn);

		if (pawn.kind == 'P' && pawn.owner != mover &&
		    pawn.owner != next)
			pos->pairs[kept++] = pos->pairs[i];
	}
	pos->n_pairs = kept;
}

static void
open_pair(struct position *pos, struct hex from, struct hex to)
{
	struct hex middle = { (from.q + to.q) / 2, (from.r + to.r) / 2 };

	assert(pos->n_pairs < MAX_PAIRS);
	pos->pairs[pos->n_pairs++] = (struct pair){ middle, to };
}

/*
 * The rook leaps over the king: a1 to c1 in minor, h1 to f1 in major
 * castling.
 */
static void
castle_rook(struct position *pos, int player, struct hex king)
{
	bool minor = seen_by(player, king).q == MINOR_KING;
	struct hex from = { minor ? MINOR_ROOK : MAJOR_ROOK, 0 };
	struct hex to = { minor ? MINOR_KING + 1 : MAJOR_KING - 1, 0 };

	lift_man(pos, hex_of(player, from));
	put_man(pos, hex_of(player, to), (struct man){ 'R', player });
}

/* Takes off whatever the move captures; true if it captures. */
static bool
capture(struct position *pos, struct move move)
{
	bool pawn = man_at(pos, move.from).kind == 'P';
	struct hex taken = move.to;

	if (pawn && is_diagonal_step(minus(move.to, move.from))) {
		const struct pair *pair = en_passant(pos, move.to);

		if (pair != NULL)
			taken = pair->pawn;
	}
	if (is_empty(pos, taken))
		return false;
	lift_man(pos, taken);
	return true;
}

static char
promoted_kind(char promotion)
{
	switch (promotion) {
	case 'q':
		return 'Q';
	case 'r':
		return 'R';
	case 'n':
		return 'N';
	case 'b':
		return 'B';
	default:
		return 'P';
	}
}

static void
pass_turn(struct position *pos, bool irreversible)
{
	pos->clock = irreversible ? 0 : pos->clock + 1;
	/* A new number each time the turn comes back to the first player. */
	pos->to_move = (pos->to_move + 1) % PLAYERS;
	if (pos->to_move == 0)
		pos->number++;
}

/* Plays a move that man_can_move() allows. */
static void
play(struct position *pos, struct move move)
{
	struct man man = man_at(pos, move.from);
	/* Longer than a step: the pawn's double step, the king's castling. */
	bool leap = !is_step(minus(move.to, move.from));
	bool captured = capture(pos, move);
	bool irreversible = captured || man.kind == 'P';

	lift_man(pos, move.from);
	/* Pairs first: the man about to land is no pair's pawn. */
	close_pairs(pos, man.owner);
	if (man.kind == 'P' && leap)
		open_pair(pos, move.from, move.to);
	if (man.kind == 'K' && leap)
		castle_rook(pos, man.owner, move.to);
	if (man.kind == 'P')
		man.kind = promoted_kind(move.promotion);
	put_man(pos, move.to, man);
	lose_rights(pos, move.from);
	lose_rights(pos, move.to);
	pass_turn(pos, irreversible);
}

/* Only the three kings are left. */
static bool
only_kings_left(const struct position *pos)
{
	int kings = 0;

	for (int q = 0; q < SIDE; q++) {
		for (int r = 0; r < SIDE; r++) {
			char kind = pos->board[q][r].kind;

			if (kind != '\0' && kind != 'K')
				return false;
			if (kind == 'K')
				kings++;
		}
	}
	return kings == PLAYERS;
}

/* The ends that do not depend on the moves there are. */
static bool
is_over(const struct position *pos)
{
	return pos->over != NULL || only_kings_left(pos);
}

/*
 * A player may not leave or put his own king under attack by either
 * opponent.  After castling, too: the corner the rook has left may be an
 * empty flank now.
 */
static bool
way_is_legal(const struct position *pos, struct hex from, struct hex to)
{
	struct position next;

	if (!man_can_move(pos, from, to))
		return false;
	next = *pos;
	play(&next, (struct move){ from, to, '\0' });
	return attackers_of_king(&next, pos->to_move) == 0;
}

/* Promotion is "compulsory"; which man comes back does not bear on safety. */
static bool
move_promotes(const struct position *pos, struct hex from, struct hex to)
{
	return man_at(pos, from).kind == 'P' &&
	    is_promotion_hex(pos->to_move, to);
}

static bool
move_is_legal(const struct position *pos, struct move move)
{
	if (is_over(pos) || !way_is_legal(pos, move.from, move.to))
		return false;
	return move_promotes(pos, move.from, move.to) ==
	    (move.promotion != '\0');
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
	if (move.promotion != '\0')
		put_char(text, move.promotion);
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
			put_char(text, colours[man_at(pos, h).owner]);
			put_char(text, man_at(pos, h).kind);
			put_hex(text, h);
			separator = ",";
		}
	}
}

static void
put_rights(struct text *text, const struct position *pos)
{
	for (int player = 0; player < PLAYERS; player++) {
		struct rights rights = pos->rights[player];

		if (player > 0)
			put_char(text, '.');
		put_char(text, colours[player]);
		if (rights.minor)
			put_char(text, 'K');
		if (rights.major)
			put_char(text, 'Q');
		if (!rights.minor && !rights.major)
			put_char(text, '-');
	}
}

/* True, and the pair written, if one skipped this hex. */
static bool
put_pair(struct text *text, const struct position *pos, struct hex skipped,
    const char *separator)
{
	for (size_t i = 0; i < pos->n_pairs; i++) {
		if (!same(pos->pairs[i].skipped, skipped))
			continue;
		put_string(text, separator);
		put_hex(text, skipped);
		put_char(text, '>');
		put_hex(text, pos->pairs[i].pawn);
		return true;
	}
	return false;
}

/* Pairs are sorted as the placement is; no two skip the same hex. */
static void
put_pairs(struct text *text, const struct position *pos)
{
	const char *separator = "";

	for (int q = 0; q < SIDE; q++)
		for (int r = 0; r < SIDE; r++)
			if (put_pair(
				text, pos, (struct hex){ q, r }, separator))
				separator = ".";
	if (pos->n_pairs == 0)
		put_char(text, '-');
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
	put_char(&text, ' ');
	put_pairs(&text, pos);
	put_string(&text, " aaa ");
	put_number(&text, pos->clock);
	put_char(&text, ' ');
	put_number(&text, pos->number);
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
		struct rights *rights = &pos->rights[player];

		if (player > 0 && !read_char(cursor, '.'))
			return false;
		if (!read_char(cursor, colours[player]))
			return false;
		rights->minor = read_char(cursor, 'K');
		rights->major = read_char(cursor, 'Q');
		if (!rights->minor && !rights->major && !read_char(cursor, '-'))
			return false;
	}
	return true;
}

/* A player has one pair at most: his next turn closes it. */
static bool
add_pair(struct position *pos, struct pair pair)
{
	struct man pawn = man_at(pos, pair.pawn);

	if (pawn.kind != 'P')
		return false;
	for (size_t i = 0; i < pos->n_pairs; i++)
		if (man_at(pos, pos->pairs[i].pawn).owner == pawn.owner)
			return false;
	pos->pairs[pos->n_pairs++] = pair;
	return true;
}

static bool
read_pairs(const char **cursor, struct position *pos)
{
	if (read_char(cursor, '-'))
		return true;
	do {
		struct pair pair;

		if (!read_hex(cursor, &pair.skipped) ||
		    !read_char(cursor, '>') || !read_hex(cursor, &pair.pawn) ||
		    !add_pair(pos, pair))
			return false;
	} while (read_char(cursor, '.'));
	return true;
}

/* In Dreierschach nobody ever goes out. */
static bool
read_status(const char **cursor)
{
	return read_char(cursor, 'a') && read_char(cursor, 'a') &&
	    read_char(cursor, 'a');
}

/* `over=` is the only key this variant has. */
static bool
read_keys(const char **cursor, struct position *pos)
{
	static const char key[] = " over=";

	if (**cursor == '\0')
		return true;
	if (strncmp(*cursor, key, strlen(key)) != 0)
		return false;
	pos->over = *cursor + strlen(key);
	return true;
}

static void
set_up(struct position *pos)
{
	static const char baseline[] = "RBNKQBNR";

	*pos = (struct position){ .number = 1 };
	for (int player = 0; player < PLAYERS; player++) {
		pos->rights[player] = (struct rights){ true, true };
		for (int q = 0; q < 8; q++)
			put_man(pos, hex_of(player, (struct hex){ q, 0 }),
			    (struct man){ baseline[q], player });
		for (int q = 0; q < 9; q++)
			put_man(pos, hex_of(player, (struct hex){ q, 1 }),
			    (struct man){ 'P', player });
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
	    read_char(cursor, ' ') && read_pairs(cursor, pos) &&
	    read_char(cursor, ' ') && read_status(cursor) &&
	    read_char(cursor, ' ') && read_number(cursor, &pos->clock) &&
	    read_char(cursor, ' ') && read_number(cursor, &pos->number) &&
	    read_keys(cursor, pos);
}

static bool
read_move(const char *text, struct move *move)
{
	const char **cursor = &text;

	if (!read_hex(cursor, &move->from) || !read_hex(cursor, &move->to))
		return false;
	move->promotion = read_letter(cursor, promotions);
	return **cursor == '\0';
}

/*
 * The engine
 */

static void
list_move(struct list *list, struct move move)
{
	struct text text = list_next(list);

	put_move(&text, move);
}

/* The four promotions count four. */
static void
list_way(struct list *list, const struct position *pos, struct hex from,
    struct hex to)
{
	if (!way_is_legal(pos, from, to))
		return;
	if (!move_promotes(pos, from, to)) {
		list_move(list, (struct move){ from, to, '\0' });
		return;
	}
	for (const char *p = promotions; *p != '\0'; p++)
		list_move(list, (struct move){ from, to, *p });
}

static void
list_ways(struct list *list, const struct position *pos, struct hex from)
{
	for (int q = 0; q < SIDE; q++) {
		for (int r = 0; r < SIDE; r++) {
			struct hex to = { q, r };

			if (on_board(to))
				list_way(list, pos, from, to);
		}
	}
}

static size_t
list_moves(const struct position *pos, char (*out)[NAIVE_MOVE_MAX], size_t max)
{
	struct list list = { out, 0, max };

	if (is_over(pos))
		return 0;
	for (int q = 0; q < SIDE; q++) {
		for (int r = 0; r < SIDE; r++) {
			struct hex from = { q, r };

			if (on_board(from))
				list_ways(&list, pos, from);
		}
	}
	return list.n;
}

static void
dreierschach_start(char *out, size_t size)
{
	struct position pos;

	set_up(&pos);
	write_position(&pos, out, size);
}

static size_t
dreierschach_moves(const char *tpf, char (*out)[NAIVE_MOVE_MAX], size_t max)
{
	struct position pos;

	if (!read_position(tpf, &pos))
		return 0;
	return list_moves(&pos, out, max);
}

static bool
dreierschach_apply(const char *tpf, const char *text, char *out, size_t size)
{
	struct position pos;
	struct move move;

	if (!read_position(tpf, &pos) || !read_move(text, &move) ||
	    !move_is_legal(&pos, move))
		return false;
	play(&pos, move);
	return write_position(&pos, out, size);
}

/*
 * 3 points go to the player who could capture the king next: of the players
 * who attack it, the first in turn order after the mated one.  The mated
 * player gets 0, the other 1.
 */
static const char *
mate_result(int mated, unsigned attackers)
{
	static const char *const next_mates[PLAYERS] = { "0-3-1", "1-0-3",
		"3-1-0" };
	static const char *const last_mates[PLAYERS] = { "0-1-3", "3-0-1",
		"1-3-0" };
	unsigned next = 1U << (mated + 1) % PLAYERS;

	return attackers & next ? next_mates[mated] : last_mates[mated];
}

static const char *
dreierschach_result(const char *tpf)
{
	struct position pos;
	unsigned attackers;

	if (!read_position(tpf, &pos))
		return NULL;
	if (pos.over != NULL)
		return pos.over;
	if (only_kings_left(&pos))
		return "1-1-1";
	if (list_moves(&pos, NULL, 0) > 0)
		return NULL;
	attackers = attackers_of_king(&pos, pos.to_move);
	return attackers ? mate_result(pos.to_move, attackers) : "1-1-1";
}

static unsigned
dreierschach_attackers(const char *tpf, int player)
{
	struct position pos;

	if (!read_position(tpf, &pos))
		return 0;
	return attackers_of_king(&pos, player);
}

const struct naive_engine naive_dreierschach = {
	.variant = "dreierschach",
	.start = dreierschach_start,
	.moves = dreierschach_moves,
	.apply = dreierschach_apply,
	.result = dreierschach_result,
	.attackers = dreierschach_attackers,
};
