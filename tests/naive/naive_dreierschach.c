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
#include "tests/naive/naive_hex.h"

#include <string.h>

enum {
	SIDE = 13,    /* rows, and columns, of hexboard(8, 6) */
	MAX_PAIRS = 3 /* a pair per player; two are open at any one time */
};

/* The columns of castling men on White's baseline, before and after it. */
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
static const char promoted[] = "QRNB";

struct man {
	char kind; /* one of `kinds`, NUL for an empty hex */
	int owner;
	bool dead, promoted; /* never */
};

/* An open en passant: the hex that a double step skipped, and its pawn. */
struct pair {
	struct cell skipped, pawn;
};

enum {
	MINOR,
	MAJOR,
	CASTLINGS
};

enum {
	EN_PASSANT,
	PROMOTION,
	OPTIONS
};

static const struct option options[OPTIONS] = {
	[EN_PASSANT] = { "EnPassant", { "pawn", "any" } },
	[PROMOTION] = { "Promotion", { "must", "optional" } },
};

struct position {
	struct man board[SIDE][SIDE]; /* [q][r] */
	int to_move;
	bool rights[PLAYERS][CASTLINGS];
	struct pair pairs[MAX_PAIRS];
	size_t n_pairs;
	unsigned long clock;  /* plies since a capture or pawn move */
	unsigned long number; /* of the move */
	const char *over;     /* an agreed result, NULL without one */
	int choice[OPTIONS];  /* by option */
};

struct move {
	struct cell from, to;
	char promotion; /* one of `promotions`, else NUL */
};

/*
 * Geometry
 */

static bool
on_board(struct cell h)
{
	return is_in_hexboard(h, 8, 6);
}

#include "tests/naive/naive_board.h"
#include "tests/naive/naive_pairs.h"

/* rot(q,r) = (a-1-q+r, a+b-2-q), one seat clockwise. */
static struct cell
rotate(struct cell h, int seats)
{
	while (seats-- > 0)
		h = (struct cell){ 7 - h.q + h.r, 12 - h.q };
	return h;
}

/* The hex that this player sees where White sees h. */
static struct cell
cell_of(int player, struct cell h)
{
	return rotate(h, player);
}

/* The inverse: a hex as its player sees it, in White's coordinates. */
static struct cell
seen_by(int player, struct cell h)
{
	return rotate(h, PLAYERS - player);
}

/*
 * Attacks
 */

/*
 * A diagonal step needs at least one of its two flanking hexes empty.  The
 * flanks are the two straight steps that add up to the diagonal one.  Both
 * are on the board whenever the step's two ends are: in each of q, r and q-r,
 * which bound the board, a flank lies between the ends.
 */
static bool
step_is_open(const struct position *pos, struct cell from, struct cell d)
{
	if (is_straight_step(d))
		return true;
	for (int q = -1; q <= 1; q++) {
		for (int r = -1; r <= 1; r++) {
			struct cell flank = { q, r };

			if (is_straight_step(flank) &&
			    is_straight_step(minus(d, flank)) &&
			    is_empty(pos, plus(from, flank)))
				return true;
		}
	}
	return false;
}

/* The flank rule holds for each step of a slide, the last one too. */
#define STEP_EXISTS(pos, h, d) step_is_open(pos, h, d)
#include "tests/naive/naive_lines.h"

/* Captures one step WNW, N or ENE: the three diagonals that lead forward. */
static bool
pawn_attacks(const struct position *pos, struct cell from, struct cell to)
{
	int owner = man_at(pos, from).owner;
	struct cell way = minus(seen_by(owner, to), seen_by(owner, from));

	return is_diagonal_step(way) && way.r > 0 &&
	    step_is_open(pos, from, minus(to, from));
}

/* True if the man on `from` attacks `to`, which may hold any man or none. */
static bool
attacks(const struct position *pos, struct cell from, struct cell to)
{
	struct cell way = minus(to, from);

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

/*
 * Moves
 */

/*
 * One step NW or NE onto an empty hex; from the second row also two steps
 * in one of these two directions, both hexes empty.
 */
static bool
pawn_advances(const struct position *pos, struct cell from, struct cell to)
{
	int owner = man_at(pos, from).owner;
	struct cell start = seen_by(owner, from);
	struct cell way = minus(seen_by(owner, to), start);
	struct cell middle = middle_of(from, to);

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
en_passant(const struct position *pos, struct cell to)
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
 * The flanks of an en passant capture are judged on the board before the move,
 * with the captured pawn still on its hex.
 */
static bool
pawn_moves(const struct position *pos, struct cell from, struct cell to)
{
	if (!attacks(pos, from, to))
		return pawn_advances(pos, from, to);
	return !is_empty(pos, to) || en_passant(pos, to) != NULL;
}

/* A hex of an opponent's baseline (the eight hexes of his set-up row). */
static bool
is_promotion_hex(int player, struct cell h)
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
		struct cell h = cell_of(player, (struct cell){ q, 0 });

		if (!is_empty(pos, h) || attackers_of_hex(pos, h, player) != 0)
			return false;
	}
	return holds(pos, cell_of(player, (struct cell){ rook, 0 }), player,
		   'R') &&
	    attackers_of_king(pos, player) == 0;
}

static bool
castles(const struct position *pos, struct cell from, struct cell to)
{
	int player = pos->to_move;
	struct cell king = seen_by(player, from), target = seen_by(player, to);

	if (king.q != KING_HOME || king.r != 0 || target.r != 0)
		return false;
	if (target.q == MINOR_KING)
		return pos->rights[player][MINOR] &&
		    castling_is_open(pos, player, MINOR_ROOK);
	if (target.q == MAJOR_KING)
		return pos->rights[player][MAJOR] &&
		    castling_is_open(pos, player, MAJOR_ROOK);
	return false;
}

/* True if the man can move this way, apart from his own king's safety. */
static bool
man_can_move(const struct position *pos, struct cell from, struct cell to)
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
lose_rights(struct position *pos, struct cell touched)
{
	for (int player = 0; player < PLAYERS; player++) {
		struct cell h = seen_by(player, touched);

		if (h.r != 0)
			continue;
		if (h.q == KING_HOME || h.q == MINOR_ROOK)
			pos->rights[player][MINOR] = false;
		if (h.q == KING_HOME || h.q == MAJOR_ROOK)
			pos->rights[player][MAJOR] = false;
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
open_pair(struct position *pos, struct cell from, struct cell to)
{
	assert(pos->n_pairs < MAX_PAIRS);
	pos->pairs[pos->n_pairs++] = (struct pair){ middle_of(from, to), to };
}

/*
 * The rook leaps over the king: a1 to c1 in minor, h1 to f1 in major
 * castling.
 */
static void
castle_rook(struct position *pos, int player, struct cell king)
{
	bool minor = seen_by(player, king).q == MINOR_KING;
	struct cell from = { minor ? MINOR_ROOK : MAJOR_ROOK, 0 };
	struct cell to = { minor ? MINOR_KING + 1 : MAJOR_KING - 1, 0 };

	lift_man(pos, cell_of(player, from));
	put_man(pos, cell_of(player, to),
	    (struct man){ .kind = 'R', .owner = player });
}

/*
 * A pawn takes en passant by its capturing step alone; by the option another
 * man does so by any move.
 */
static bool
takes_in_passing(const struct position *pos, struct move move)
{
	return man_at(pos, move.from).kind == 'P'
	    ? is_diagonal_step(minus(move.to, move.from))
	    : pos->choice[EN_PASSANT];
}

/* Takes the captured man off; true if the move captures. */
static bool
capture(struct position *pos, struct move move)
{
	const struct pair *pair = en_passant(pos, move.to);
	struct cell taken = move.to;

	if (pair != NULL && takes_in_passing(pos, move))
		taken = pair->pawn;
	if (is_empty(pos, taken))
		return false;
	lift_man(pos, taken);
	return true;
}

static char
promoted_kind(char promotion)
{
	return promotion == '\0'
	    ? 'P'
	    : promoted[strchr(promotions, promotion) - promotions];
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

static bool
only_kings_left(const struct position *pos)
{
	int kings = 0;

	for (int i = 0; i < CELLS; i++) {
		char kind = man_at(pos, cell_number(i)).kind;

		if (kind != '\0' && kind != 'K')
			return false;
		kings += kind == 'K';
	}
	return kings == PLAYERS;
}

/* Ends that do not depend on the legal moves. */
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
way_is_legal(const struct position *pos, struct cell from, struct cell to)
{
	struct position next;

	if (!man_can_move(pos, from, to))
		return false;
	next = *pos;
	play(&next, (struct move){ from, to, '\0' });
	return attackers_of_king(&next, pos->to_move) == 0;
}

/* Which man comes back does not bear on safety. */
static bool
move_promotes(const struct position *pos, struct cell from, struct cell to)
{
	return man_at(pos, from).kind == 'P' &&
	    is_promotion_hex(pos->to_move, to);
}

/* Promotion is "compulsory", unless the option says otherwise. */
static bool
may_stay(const struct position *pos, struct cell from, struct cell to)
{
	return pos->choice[PROMOTION] || !move_promotes(pos, from, to);
}

static bool
move_is_legal(const struct position *pos, struct move move)
{
	if (is_over(pos) || !way_is_legal(pos, move.from, move.to))
		return false;
	return move.promotion != '\0' ? move_promotes(pos, move.from, move.to)
				      : may_stay(pos, move.from, move.to);
}

/*
 * Writing
 */

static void
list_move(struct list *list, struct move move)
{
	struct text text = list_next(list);

	put_cell(&text, move.from);
	put_cell(&text, move.to);
	if (move.promotion != '\0')
		put_char(&text, move.promotion);
}

/* Nobody ever goes out. */
static void
put_state(struct text *text, const struct position *pos)
{
	put_rights(text, colours, "KQ", &pos->rights[0][0]);
	put_char(text, ' ');
	put_pairs(text, pos);
	put_string(text, " aaa");
}

static void
put_keys(struct text *text, const struct position *pos)
{
	put_options(text, options, OPTIONS, pos->choice);
}

/*
 * Reading: see naive_3pf.h
 */

static bool
read_state(const char **cursor, struct position *pos)
{
	return read_rights(cursor, colours, "KQ", &pos->rights[0][0]) &&
	    read_char(cursor, ' ') && read_pairs(cursor, pos) &&
	    read_string(cursor, " aaa");
}

static bool
read_keys(const char **cursor, struct position *pos)
{
	return read_options(cursor, options, OPTIONS, pos->choice);
}

static void
set_up(struct position *pos)
{
	static const char baseline[] = "RBNKQBNR";

	*pos = (struct position){ .number = 1 };
	for (int player = 0; player < PLAYERS; player++) {
		pos->rights[player][MINOR] = pos->rights[player][MAJOR] = true;
		for (int q = 0; q < 8; q++)
			put_man(pos, cell_of(player, (struct cell){ q, 0 }),
			    (struct man){
				.kind = baseline[q], .owner = player });
		for (int q = 0; q < 9; q++)
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
	move->promotion = read_letter(cursor, promotions);
	return **cursor == '\0';
}

/*
 * The engine
 */

/* The four promotions count four. */
static void
list_way(struct list *list, const struct position *pos, struct cell from,
    struct cell to)
{
	if (!way_is_legal(pos, from, to))
		return;
	if (may_stay(pos, from, to))
		list_move(list, (struct move){ from, to, '\0' });
	if (!move_promotes(pos, from, to))
		return;
	for (const char *p = promotions; *p != '\0'; p++)
		list_move(list, (struct move){ from, to, *p });
}

static void
list_moves(struct list *list, const struct position *pos)
{
	if (is_over(pos))
		return;
	for (int i = 0; i < CELLS; i++)
		for (int n = 0; n < CELLS; n++)
			if (on_board(cell_number(n)))
				list_way(
				    list, pos, cell_number(i), cell_number(n));
}

static bool
play_text(struct position *pos, const char *text)
{
	struct move move;

	if (!read_move(text, pos, &move) || !move_is_legal(pos, move))
		return false;
	play(pos, move);
	return true;
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
result_of(const struct position *pos)
{
	struct list list = { NULL, 0, 0 };
	unsigned attackers;

	if (pos->over != NULL)
		return pos->over;
	if (only_kings_left(pos))
		return "1-1-1";
	list_moves(&list, pos);
	if (list.n > 0)
		return NULL;
	attackers = attackers_of_king(pos, pos->to_move);
	return attackers ? mate_result(pos->to_move, attackers) : "1-1-1";
}

#define ENGINE  naive_dreierschach
#define VARIANT "dreierschach"
#include "tests/naive/naive_engine.h"
