/*
 * Naive reference rules of the three-player chess of Triumvirate4LLM: slow,
 * stateless, and written from the rules alone, so that it can contradict
 * the fast generator.
 *
 * The board is a mesh: a cell has four sides, and all geometry is asked of one
 * primitive, the step across a side.  A cell is named by its segment and its
 * place there, in White's terms, so that rules stated for White hold for
 * everybody: the rules are symmetric under this rotation.
 *
 * The rules are those of ternion-variants(7), "Triumvirate"; comments
 * state the rule that the code below them asks for.
 */
#include "tests/naive/naive_3pf.h"

#include <string.h>

enum {
	COLUMNS = 8, /* of a segment, from its player's left */
	ROWS = 4,    /* of a segment, from its player's base */
	SIDES = 4,   /* of a cell */
	MEETING = 6, /* cells meet at the centre; at any other corner fewer */
	BRANCHES = 2 /* a diagonal step leads to two cells at most */
};

/* The sides of a cell, clockwise, as the segment's player sees them. */
enum {
	FORWARD,
	RIGHT,
	BACK,
	LEFT
};

/* The columns of castling men on White's base, before and after it. */
enum {
	KING_HOME = 4,  /* E1 */
	SHORT_ROOK = 7, /* O-O: H1 */
	SHORT_KING = 6, /* G1 */
	LONG_ROOK = 0,  /* O-O-O: A1 */
	LONG_KING = 2   /* C1 */
};

static const char colours[] = "wbr";
static const char kinds[] = "KQRBNP";
static const char promotions[] = "qrbn";
static const char promoted[] = "QRBN";

/*
 * White's columns A..H correspond to Black's L K J I D C B A and to Red's
 * H G F E I J K L, rows 1..4 to 8..5 and 12..9.
 */
static const char *const letters[PLAYERS] = { "ABCDEFGH", "LKJIDCBA",
	"HGFEIJKL" };
static const int bases[PLAYERS] = { 1, 8, 12 };

struct cell {
	int segment; /* of this player */
	int column;  /* 0 .. COLUMNS - 1 */
	int row;     /* 0 .. ROWS - 1 */
};

/*
 * A cell and a side by which to leave it.  It also stands for a corner of the
 * cell: the one to the right of this side.
 */
struct heading {
	struct cell cell;
	int side;
};

struct man {
	char kind;  /* one of `kinds`, NUL for an empty cell */
	int origin; /* colour of origin */
	int owner;  /* the player who moves it; differs after inheritance */
};

enum {
	KING_SIDE,  /* O-O */
	QUEEN_SIDE, /* O-O-O */
	CASTLINGS
};

static const struct option setup_option = { "Setup", { "server", "document" } };

struct position {
	struct man board[PLAYERS][COLUMNS][ROWS];
	int to_move;
	bool rights[PLAYERS][CASTLINGS];
	bool double_step;     /* the last ply was one, */
	struct cell passed;   /* and passed over this cell */
	char status[PLAYERS]; /* `a`, `c`, `s` or `x` */
	unsigned long clock;  /* plies since a capture or pawn move */
	unsigned long number; /* of the move */
	int document;         /* the option Setup */
	const char *over;     /* an agreed result, NULL without one */
};

struct move {
	struct cell from, to;
	char promotion; /* one of `promotions`, else NUL */
};

/*
 * Geometry
 */

static bool
same(struct cell a, struct cell b)
{
	return a.segment == b.segment && a.column == b.column && a.row == b.row;
}

static int
turned(int side, int quarters)
{
	return (side + quarters + SIDES) % SIDES;
}

/*
 * The player across the border: the columns on a player's left lead to the
 * next one (White's A-D to Black), those on his right to the one before
 * (White's E-H to Red).  So a cell is on the bridge of its segment and this.
 */
static int
across(struct cell c)
{
	return (c.segment + (c.column < COLUMNS / 2 ? 1 : 2)) % PLAYERS;
}

/*
 * One straight step.  A straight line leaves a cell by the side opposite to
 * the one it entered, so that is the new side.  The border is crossed from
 * the foremost row to the other's foremost row, front side to front side;
 * elsewhere a step keeps its direction.  False at the edge of the board.
 */
static bool
step(struct heading *h)
{
	struct cell *c = &h->cell;

	switch (h->side) {
	case LEFT:
		c->column--;
		break;
	case RIGHT:
		c->column++;
		break;
	case BACK:
		c->row--;
		break;
	default:
		if (c->row + 1 < ROWS) {
			c->row++;
			break;
		}
		c->segment = across(*c);
		c->column = COLUMNS - 1 - c->column;
		h->side = BACK;
		break;
	}
	return c->column >= 0 && c->column < COLUMNS && c->row >= 0;
}

/*
 * The cells that meet at a corner, in their ring, each with this corner: a step
 * and a turn to the right, again and again, lead round it. Returns their
 * number, 0 if the corner is on the edge of the board.
 */
static int
ring_of(struct heading corner, struct heading ring[MEETING])
{
	struct heading h = corner;
	int n = 0;

	do {
		assert(n < MEETING);
		ring[n++] = h;
		if (!step(&h))
			return 0;
		h.side = turned(h.side, 1);
	} while (!same(h.cell, corner.cell));
	return n;
}

/*
 * A diagonal step crosses a corner.  Through the centre it goes to the two
 * rosette cells that are two places away in the ring, and of four cells in a
 * ring it is the one two places away.  Each comes with the corner by which a
 * diagonal line leaves it, opposite to the one it entered by.
 */
static int
diagonal_steps(struct heading corner, struct heading steps[BRANCHES])
{
	struct heading ring[MEETING];
	int around = ring_of(corner, ring), n = 0;

	for (int i = 2; i <= around - 2; i += 2) {
		steps[n] = ring[i];
		steps[n].side = turned(ring[i].side, 2);
		n++;
	}
	return n;
}

static bool
is_diagonal_step(struct heading corner, struct cell to)
{
	struct heading steps[BRANCHES];
	int n = diagonal_steps(corner, steps);

	for (int i = 0; i < n; i++)
		if (same(steps[i].cell, to))
			return true;
	return false;
}

static bool
is_straight_step(struct heading h, struct cell to)
{
	return step(&h) && same(h.cell, to);
}

/* Some straight steps, a turn to one side, and some straight steps more. */
static bool
is_leap(struct heading h, int ahead, int turn, int aside, struct cell to)
{
	while (ahead-- > 0)
		if (!step(&h))
			return false;
	h.side = turned(h.side, turn);
	while (aside-- > 0)
		if (!step(&h))
			return false;
	return same(h.cell, to);
}

/*
 * Knight: two straight steps and one to the side, or one straight step and
 * two to the side; the union.
 */
static bool
is_knight_move(struct cell from, struct cell to)
{
	for (int side = 0; side < SIDES; side++) {
		struct heading h = { from, side };

		if (is_leap(h, 2, 1, 1, to) || is_leap(h, 2, -1, 1, to) ||
		    is_leap(h, 1, 1, 2, to) || is_leap(h, 1, -1, 2, to))
			return true;
	}
	return false;
}

/* King one step: across a side or a corner. */
static bool
is_king_step(struct cell from, struct cell to)
{
	for (int side = 0; side < SIDES; side++) {
		struct heading h = { from, side };

		if (is_straight_step(h, to) || is_diagonal_step(h, to))
			return true;
	}
	return false;
}

/*
 * Men and attacks
 */

static struct man
man_at(const struct position *pos, struct cell c)
{
	return pos->board[c.segment][c.column][c.row];
}

static void
put_man(struct position *pos, struct cell c, struct man man)
{
	pos->board[c.segment][c.column][c.row] = man;
}

static void
lift_man(struct position *pos, struct cell c)
{
	put_man(pos, c, (struct man){ '\0', 0, 0 });
}

static bool
is_empty(const struct position *pos, struct cell c)
{
	return man_at(pos, c).kind == '\0';
}

static bool
is_inherited(struct man man)
{
	return man.owner != man.origin;
}

/* A man of his own colour, not an inherited one. */
static bool
holds(const struct position *pos, struct cell c, int player, char kind)
{
	struct man man = man_at(pos, c);

	return man.kind == kind && man.owner == player && !is_inherited(man);
}

/* Sets the cell to the next one of the board; false after the last. */
static bool
next_cell(struct cell *c)
{
	if (++c->row < ROWS)
		return true;
	c->row = 0;
	if (++c->column < COLUMNS)
		return true;
	c->column = 0;
	return ++c->segment < PLAYERS;
}

static bool
straight_line(const struct position *pos, struct heading h, struct cell to)
{
	while (step(&h)) {
		if (same(h.cell, to))
			return true;
		if (!is_empty(pos, h.cell))
			return false;
	}
	return false;
}

/* A bishop or queen passing the centre continues on both branches. */
static bool
diagonal_line(const struct position *pos, struct heading corner, struct cell to)
{
	struct heading steps[BRANCHES];
	int n = diagonal_steps(corner, steps);

	for (int i = 0; i < n; i++) {
		if (same(steps[i].cell, to))
			return true;
		if (is_empty(pos, steps[i].cell) &&
		    diagonal_line(pos, steps[i], to))
			return true;
	}
	return false;
}

static bool
slides(const struct position *pos, struct cell from, struct cell to,
    bool straight, bool diagonal)
{
	for (int side = 0; side < SIDES; side++) {
		struct heading h = { from, side };

		if ((straight && straight_line(pos, h, to)) ||
		    (diagonal && diagonal_line(pos, h, to)))
			return true;
	}
	return false;
}

/*
 * The segment for whose base a pawn on this cell heads.  On a bridge that
 * ends in its owner's segment: towards the other end; on the bridge between
 * the two other segments: towards the base of the segment it is not standing
 * in.
 */
static int
pawn_goal(struct man pawn, struct cell c)
{
	if (across(c) == pawn.owner)
		return c.segment;
	return across(c);
}

/*
 * On a bridge that ends in its owner's segment it is stuck if it is inherited
 * and its colour of origin owns that other end.
 */
static bool
is_stuck(struct man pawn, struct cell c)
{
	bool owners_bridge = c.segment == pawn.owner || across(c) == pawn.owner;

	return owners_bridge && is_inherited(pawn) &&
	    pawn_goal(pawn, c) == pawn.origin;
}

static int
pawn_front(struct man pawn, struct cell c)
{
	return pawn_goal(pawn, c) == c.segment ? BACK : FORWARD;
}

/*
 * It captures across the two corners of its front side.  A stuck pawn
 * captures and attacks as if heading for that other end.
 */
static bool
pawn_attacks(const struct position *pos, struct cell from, struct cell to)
{
	int front = pawn_front(man_at(pos, from), from);
	struct heading right = { from, front };
	struct heading left = { from, turned(front, -1) };

	return is_diagonal_step(right, to) || is_diagonal_step(left, to);
}

/* True if the man on `from` attacks `to`, which may hold any man or none. */
static bool
attacks(const struct position *pos, struct cell from, struct cell to)
{
	switch (man_at(pos, from).kind) {
	case 'K':
		return is_king_step(from, to);
	case 'Q':
		return slides(pos, from, to, true, true);
	case 'R':
		return slides(pos, from, to, true, false);
	case 'B':
		return slides(pos, from, to, false, true);
	case 'N':
		return is_knight_move(from, to);
	case 'P':
		return pawn_attacks(pos, from, to);
	default:
		return false;
	}
}

/* The opponents of `player` that attack a cell, as bits. */
static unsigned
attackers_of_cell(const struct position *pos, struct cell to, int player)
{
	struct cell from = { 0, 0, 0 };
	unsigned players = 0;

	do {
		struct man man = man_at(pos, from);

		if (man.kind != '\0' && man.owner != player &&
		    attacks(pos, from, to))
			players |= 1U << man.owner;
	} while (next_cell(&from));
	return players;
}

/* False if he has no king on the board. */
static bool
find_king(const struct position *pos, int player, struct cell *king)
{
	*king = (struct cell){ 0, 0, 0 };
	do {
		if (holds(pos, *king, player, 'K'))
			return true;
	} while (next_cell(king));
	return false;
}

static unsigned
attackers_of_king(const struct position *pos, int player)
{
	struct cell king;

	if (!find_king(pos, player, &king))
		return 0;
	return attackers_of_cell(pos, king, player);
}

/*
 * Moves
 */

/*
 * It steps one cell that way if empty.  From its own start row (row 2, 7 or
 * 11 in its own segment; never when inherited) also two, both empty.
 */
static bool
pawn_advances(const struct position *pos, struct cell from, struct cell to)
{
	struct man pawn = man_at(pos, from);
	struct heading h = { from, pawn_front(pawn, from) };

	if (is_stuck(pawn, from) || !step(&h) || !is_empty(pos, h.cell))
		return false;
	if (same(h.cell, to))
		return true;
	if (is_inherited(pawn) || from.segment != pawn.owner || from.row != 1)
		return false;
	return step(&h) && is_empty(pos, h.cell) && same(h.cell, to);
}

/* The pawn that passed over the cell is on the next one. */
static struct cell
passing_pawn(struct cell passed)
{
	passed.row++;
	return passed;
}

/*
 * The player who moves next may take the pawn with any pawn of his that
 * captures onto the passed cell.  He is the player to move now; it can be the
 * pawn's owner himself if the others are skipped or eliminated.
 */
static bool
is_en_passant(const struct position *pos, struct cell to)
{
	return pos->double_step && same(pos->passed, to) &&
	    man_at(pos, passing_pawn(to)).owner != pos->to_move;
}

static bool
pawn_moves(const struct position *pos, struct cell from, struct cell to)
{
	if (!attacks(pos, from, to))
		return pawn_advances(pos, from, to);
	return !is_empty(pos, to) || is_en_passant(pos, to);
}

/* The base row (1, 8, 12) of a segment other than the owner's. */
static bool
is_promotion_cell(int owner, struct cell c)
{
	return c.row == 0 && c.segment != owner;
}

/*
 * The cell of a player's base that has this column in White's.  With `Setup`
 * `document` Black's king and queen change places, and his castling (I8-K8
 * with L8-J8, and I8-C8 with A8-D8) is the mirror image of the usual one
 * (D8-B8 with A8-C8, D8-J8 with L8-I8).
 */
static struct cell
base_cell(const struct position *pos, int player, int column)
{
	if (pos->document && player == 1)
		column = COLUMNS - 1 - column;
	return (struct cell){ player, column, 0 };
}

/* With `Setup` `document` Red castles on the longer side by O-O. */
static int
side_of(const struct position *pos, int player, int rook)
{
	bool longer = rook == LONG_ROOK;

	return longer != (pos->document && player == 2) ? QUEEN_SIDE
							: KING_SIDE;
}

static bool
cells_between_empty(const struct position *pos, int player, int rook)
{
	int first = rook < KING_HOME ? rook : KING_HOME;
	int last = rook < KING_HOME ? KING_HOME : rook;

	for (int column = first + 1; column < last; column++)
		if (!is_empty(pos, base_cell(pos, player, column)))
			return false;
	return true;
}

/* King not in check, its path and target not attacked. */
static bool
king_path_safe(const struct position *pos, int player, int target)
{
	int first = target < KING_HOME ? target : KING_HOME;
	int last = target < KING_HOME ? KING_HOME : target;

	for (int column = first; column <= last; column++)
		if (attackers_of_cell(
			pos, base_cell(pos, player, column), player) != 0)
			return false;
	return true;
}

/*
 * Castling: king and rook unmoved, cells between empty, king not in check, its
 * path and target not attacked. The rights name the pieces that have not moved.
 */
static bool
castling_is_open(const struct position *pos, int player, int rook, int target)
{
	return pos->rights[player][side_of(pos, player, rook)] &&
	    holds(pos, base_cell(pos, player, KING_HOME), player, 'K') &&
	    holds(pos, base_cell(pos, player, rook), player, 'R') &&
	    cells_between_empty(pos, player, rook) &&
	    king_path_safe(pos, player, target);
}

static bool
castles(const struct position *pos, struct cell from, struct cell to)
{
	int player = pos->to_move;

	if (!same(from, base_cell(pos, player, KING_HOME)))
		return false;
	if (same(to, base_cell(pos, player, SHORT_KING)))
		return castling_is_open(pos, player, SHORT_ROOK, SHORT_KING);
	if (same(to, base_cell(pos, player, LONG_KING)))
		return castling_is_open(pos, player, LONG_ROOK, LONG_KING);
	return false;
}

/* True if the man can move this way, apart from his own king's safety. */
static bool
man_can_move(const struct position *pos, struct cell from, struct cell to)
{
	struct man man = man_at(pos, from), target = man_at(pos, to);

	if (man.kind == '\0' || man.owner != pos->to_move)
		return false;
	/*
	 * Kings are never captured.
	 * Pieces of one owner do not capture one another.
	 */
	if (target.kind == 'K' ||
	    (target.kind != '\0' && target.owner == man.owner))
		return false;
	if (man.kind == 'P')
		return pawn_moves(pos, from, to);
	return attacks(pos, from, to) ||
	    (man.kind == 'K' && castles(pos, from, to));
}

/*
 * A right is lost when king or rook moves, when that rook is captured, that
 * is as soon as a move touches the home of either.
 */
static void
lose_rights(struct position *pos, struct cell touched)
{
	for (int player = 0; player < PLAYERS; player++) {
		bool *rights = pos->rights[player];
		bool king = same(touched, base_cell(pos, player, KING_HOME));

		if (king || same(touched, base_cell(pos, player, SHORT_ROOK)))
			rights[side_of(pos, player, SHORT_ROOK)] = false;
		if (king || same(touched, base_cell(pos, player, LONG_ROOK)))
			rights[side_of(pos, player, LONG_ROOK)] = false;
	}
}

/* White's H1-F1 in O-O, A1-D1 in O-O-O, after his king has gone to `king`. */
static void
castle_rook(struct position *pos, int player, struct cell king)
{
	bool king_side = same(king, base_cell(pos, player, SHORT_KING));
	int from = king_side ? SHORT_ROOK : LONG_ROOK;
	int to = king_side ? SHORT_KING - 1 : LONG_KING + 1;

	lift_man(pos, base_cell(pos, player, from));
	put_man(pos, base_cell(pos, player, to),
	    (struct man){ 'R', player, player });
}

/* Takes the captured man off; true if the move captures. */
static bool
capture(struct position *pos, struct move move)
{
	struct cell taken = move.to;

	if (man_at(pos, move.from).kind == 'P' &&
	    attacks(pos, move.from, move.to) && is_en_passant(pos, move.to))
		taken = passing_pawn(move.to);
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

/* A pawn leaps two rows only in its double step. */
static bool
is_double_step(struct man man, struct move move)
{
	return man.kind == 'P' && move.from.segment == move.to.segment &&
	    move.to.row == move.from.row + 2;
}

/*
 * Makes a move that man_can_move() allows, as far as it changes the board,
 * the rights, the passed-over cell and the clock; the turn is not passed.
 */
static void
make_move(struct position *pos, struct move move)
{
	struct man man = man_at(pos, move.from);
	bool castling = man.kind == 'K' && !is_king_step(move.from, move.to);
	bool captured = capture(pos, move);

	pos->clock = captured || man.kind == 'P' ? 0 : pos->clock + 1;
	pos->double_step = is_double_step(man, move);
	if (pos->double_step)
		pos->passed = (struct cell){ move.from.segment,
			move.from.column, move.from.row + 1 };
	lift_man(pos, move.from);
	if (man.kind == 'P')
		man.kind = promoted_kind(move.promotion);
	put_man(pos, move.to, man);
	if (castling)
		castle_rook(pos, man.owner, move.to);
	lose_rights(pos, move.from);
	lose_rights(pos, move.to);
}

/*
 * A player may not leave or put his king under attack by either opponent.
 */
static bool
way_is_legal(const struct position *pos, struct cell from, struct cell to)
{
	struct position next;

	if (!man_can_move(pos, from, to))
		return false;
	next = *pos;
	make_move(&next, (struct move){ from, to, '\0' });
	return attackers_of_king(&next, pos->to_move) == 0;
}

static bool
man_has_move(const struct position *pos, struct cell from)
{
	struct cell to = { 0, 0, 0 };

	do {
		if (way_is_legal(pos, from, to))
			return true;
	} while (next_cell(&to));
	return false;
}

/* True if this player had a legal move if it were his turn. */
static bool
has_move(const struct position *pos, int player)
{
	struct position turn = *pos;
	struct cell from = { 0, 0, 0 };

	turn.to_move = player;
	do {
		if (man_has_move(&turn, from))
			return true;
	} while (next_cell(&from));
	return false;
}

/* Promotion is compulsory; the king's safety does not depend on its kind. */
static bool
move_promotes(const struct position *pos, struct cell from, struct cell to)
{
	return man_at(pos, from).kind == 'P' &&
	    is_promotion_cell(pos->to_move, to);
}

/*
 * Eliminations, and the next player
 */

static bool
is_eliminated(const struct position *pos, int player)
{
	return pos->status[player] == 'x';
}

static int
players_left(const struct position *pos)
{
	int n = 0;

	for (int player = 0; player < PLAYERS; player++)
		if (!is_eliminated(pos, player))
			n++;
	return n;
}

/* The next player in turn order who is still playing, perhaps the same one. */
static int
next_player(const struct position *pos, int player)
{
	do {
		player = (player + 1) % PLAYERS;
	} while (is_eliminated(pos, player));
	return player;
}

/*
 * His king leaves the board, and his other pieces pass to the heir, keeping
 * their colour of origin.  The eliminated player's castling rights are
 * gone.
 */
static void
eliminate(struct position *pos, int player, int heir)
{
	struct cell c = { 0, 0, 0 };

	do {
		struct man man = man_at(pos, c);

		if (man.kind == '\0' || man.owner != player)
			continue;
		man.owner = heir;
		if (man.kind == 'K')
			lift_man(pos, c);
		else
			put_man(pos, c, man);
	} while (next_cell(&c));
	pos->rights[player][KING_SIDE] = false;
	pos->rights[player][QUEEN_SIDE] = false;
	pos->status[player] = 'x';
}

/*
 * Heir: the opponent whose piece attacks the mated king; if both do, the one
 * who made the ply just played; he is one of both then: nobody's own ply
 * leaves himself in check by both.
 */
static int
heir_of_mated(unsigned attackers, int mover)
{
	for (int player = 0; player < PLAYERS; player++)
		if (attackers == 1U << player)
			return player;
	return mover;
}

/*
 * Finds the player to move after the mover's ply.  A player is mated only when
 * his turn comes. The turn goes on to the next player, who may be in
 * (inherited) check or mate at once.  A player not in check without a legal
 * move is skipped.  If all players left were asked in a row, and none had a
 * move or was eliminated, no active player has one.  The turn field then names
 * the player who moved last, and after a win the winner.
 */
static int
seek_turn(struct position *pos, int mover, bool skipped[PLAYERS])
{
	int player = mover, in_vain = 0;

	while (players_left(pos) > 1 && in_vain < players_left(pos)) {
		unsigned attackers;

		player = next_player(pos, player);
		skipped[player] = !has_move(pos, player);
		if (!skipped[player])
			return player;
		in_vain++;
		attackers = attackers_of_king(pos, player);
		if (attackers != 0) {
			eliminate(pos, player, heir_of_mated(attackers, mover));
			in_vain = 0;
		}
	}
	return players_left(pos) > 1 ? mover : next_player(pos, mover);
}

/*
 * After a ply the letters of the two other players are recomputed; the
 * mover's own stays as it was, even if he inherits in that ply.  `c` wins over
 * `s`.
 */
static void
recompute_status(struct position *pos, int mover, const bool skipped[PLAYERS])
{
	for (int player = 0; player < PLAYERS; player++) {
		if (player == mover || is_eliminated(pos, player))
			continue;
		if (attackers_of_king(pos, player) != 0)
			pos->status[player] = 'c';
		else
			pos->status[player] = skipped[player] ? 's' : 'a';
	}
}

/*
 * The move number goes up by one each time the turn, after skips and
 * eliminations, goes to a player not later in the order White, Black, Red than
 * the one who moved.
 */
static void
pass_turn(struct position *pos)
{
	bool skipped[PLAYERS] = { false, false, false };
	int mover = pos->to_move;

	pos->to_move = seek_turn(pos, mover, skipped);
	recompute_status(pos, mover, skipped);
	if (pos->to_move <= mover)
		pos->number++;
}

/* True if a man that `former` had before attacks the king of `player`. */
static bool
inherited_men_check(const struct position *pos, const struct position *before,
    int former, int player)
{
	struct cell king, from = { 0, 0, 0 };

	if (!find_king(pos, player, &king))
		return false;
	do {
		if (!is_empty(pos, from) &&
		    man_at(before, from).owner == former &&
		    attacks(pos, from, king))
			return true;
	} while (next_cell(&from));
	return false;
}

/*
 * Resignation is allowed in one's own turn: the pieces pass to the next
 * player still in, then the turn passes; it is one ply (half-move clock plus
 * one, en passant cleared, status `x`); the other opponent, if the inherited
 * pieces put him in check and he would have no legal move were it his turn, is
 * eliminated at once (`cascade`) and the game is over.
 */
static void
resign(struct position *pos)
{
	struct position before = *pos;
	int mover = pos->to_move, heir = next_player(pos, mover);
	int other = next_player(pos, heir);

	pos->clock++;
	pos->double_step = false;
	eliminate(pos, mover, heir);
	if (other != mover && inherited_men_check(pos, &before, mover, other) &&
	    !has_move(pos, other))
		eliminate(pos, other, heir);
	pass_turn(pos);
}

/*
 * The end
 */

/*
 * Nobody moves any more.  After a draw by material or by the clock players may
 * go on: records that play on after a draw of these kinds get a warning, not
 * an error.
 */
static bool
is_over(const struct position *pos)
{
	return pos->over != NULL || players_left(pos) < 2;
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
 * With two players left, counting pieces by owner, K against K, K+B against K,
 * K+N against K: at most one man other than the kings, a bishop or a knight. */
static bool
lacks_material(const struct position *pos)
{
	struct cell c = { 0, 0, 0 };
	int minors = 0;

	if (players_left(pos) != 2)
		return false;
	do {
		char kind = man_at(pos, c).kind;

		if (kind == 'B' || kind == 'N')
			minors++;
		else if (kind != '\0' && kind != 'K')
			return false;
	} while (next_cell(&c));
	return minors <= 1;
}

/*
 * 75 moves (plies since a capture or pawn move reach 75 times the number of
 * players not eliminated, looked at after the turn has passed).
 */
static bool
clock_has_run(const struct position *pos)
{
	return pos->clock >= 75 * (unsigned long)players_left(pos);
}

/* If no active player has one: draw. */
static bool
nobody_has_move(const struct position *pos)
{
	for (int player = 0; player < PLAYERS; player++)
		if (!is_eliminated(pos, player) && has_move(pos, player))
			return false;
	return true;
}

static const char *
draw_result(const struct position *pos)
{
	if (is_eliminated(pos, 0))
		return "0-1/2-1/2";
	if (is_eliminated(pos, 1))
		return "1/2-0-1/2";
	if (is_eliminated(pos, 2))
		return "1/2-1/2-0";
	return "1/3-1/3-1/3";
}

/* The last player left wins. */
static const char *
win_result(const struct position *pos)
{
	if (!is_eliminated(pos, 0))
		return "1-0-0";
	return is_eliminated(pos, 1) ? "0-0-1" : "0-1-0";
}

/*
 * Writing
 */

/* White's rows are counted up from his base, the others' down from theirs. */
static int
row_number(struct cell c)
{
	int base = bases[c.segment];

	return c.segment == 0 ? base + c.row : base - c.row;
}

static void
put_cell(struct text *text, struct cell c)
{
	put_char(text, letters[c.segment][c.column]);
	put_number(text, (unsigned long)row_number(c));
}

/* The cell of this name; false if the board has none. */
static bool
find_cell(char letter, int number, struct cell *c)
{
	*c = (struct cell){ 0, 0, 0 };
	do {
		if (letters[c->segment][c->column] == letter &&
		    row_number(*c) == number)
			return true;
	} while (next_cell(c));
	return false;
}

/* `[wbr][KQRBNP](>[wbr])?CELL` ... `>owner` only if another. */
static void
put_token(struct text *text, const struct position *pos, struct cell c)
{
	struct man man = man_at(pos, c);

	put_char(text, colours[man.origin]);
	put_char(text, man.kind);
	if (is_inherited(man)) {
		put_char(text, '>');
		put_char(text, colours[man.owner]);
	}
	put_cell(text, c);
}

/* Comma-separated, sorted by column letter, then row. */
static void
put_placement(struct text *text, const struct position *pos)
{
	const char *separator = "";

	for (char letter = 'A'; letter <= 'L'; letter++) {
		for (int number = 1; number <= 12; number++) {
			struct cell c;

			if (!find_cell(letter, number, &c) || is_empty(pos, c))
				continue;
			put_string(text, separator);
			put_token(text, pos, c);
			separator = ",";
		}
	}
}

/* The passed-over cell after every double step, else `-`. */
static void
put_state(struct text *text, const struct position *pos)
{
	put_rights(text, colours, "KQ", &pos->rights[0][0]);
	put_char(text, ' ');
	if (pos->double_step)
		put_cell(text, pos->passed);
	else
		put_char(text, '-');
	put_char(text, ' ');
	for (int player = 0; player < PLAYERS; player++)
		put_char(text, pos->status[player]);
}

static void
put_keys(struct text *text, const struct position *pos)
{
	put_options(text, &setup_option, 1, &pos->document);
}

/*
 * Reading: see naive_3pf.h
 */

static bool
read_cell(const char **cursor, struct cell *c)
{
	char letter = read_letter(cursor, "ABCDEFGHIJKL");
	unsigned long number;

	if (letter == '\0' || !read_number(cursor, &number) || number > 12)
		return false;
	return find_cell(letter, (int)number, c);
}

static bool
read_token(const char **cursor, struct position *pos)
{
	struct man man;
	struct cell c;

	if (!read_player(cursor, colours, &man.origin))
		return false;
	man.owner = man.origin;
	man.kind = read_letter(cursor, kinds);
	if (man.kind == '\0')
		return false;
	if ((read_char(cursor, '>') &&
		!read_player(cursor, colours, &man.owner)) ||
	    !read_cell(cursor, &c))
		return false;
	put_man(pos, c, man);
	return true;
}

static bool
read_placement(const char **cursor, struct position *pos)
{
	do {
		if (!read_token(cursor, pos))
			return false;
	} while (read_char(cursor, ','));
	return true;
}

static bool
read_en_passant(const char **cursor, struct position *pos)
{
	if (read_char(cursor, '-'))
		return true;
	pos->double_step = true;
	return read_cell(cursor, &pos->passed);
}

static bool
read_state(const char **cursor, struct position *pos)
{
	if (!read_rights(cursor, colours, "KQ", &pos->rights[0][0]) ||
	    !read_char(cursor, ' ') || !read_en_passant(cursor, pos) ||
	    !read_char(cursor, ' '))
		return false;
	for (int player = 0; player < PLAYERS; player++) {
		pos->status[player] = read_letter(cursor, "acxs");
		if (pos->status[player] == '\0')
			return false;
	}
	return true;
}

static bool
read_keys(const char **cursor, struct position *pos)
{
	return read_options(cursor, &setup_option, 1, &pos->document);
}

/*
 * White A1..H1 = R N B Q K B N R, pawns on row 2, the others by rotation.
 */
static void
set_up(struct position *pos)
{
	static const char base[] = "RNBQKBNR";

	*pos = (struct position){ .status = { 'a', 'a', 'a' }, .number = 1 };
	for (int player = 0; player < PLAYERS; player++) {
		pos->rights[player][KING_SIDE] = true;
		pos->rights[player][QUEEN_SIDE] = true;
		for (int i = 0; i < COLUMNS; i++) {
			struct cell pawn = { player, i, 1 };

			put_man(pos, base_cell(pos, player, i),
			    (struct man){ base[i], player, player });
			put_man(pos, pawn, (struct man){ 'P', player, player });
		}
	}
}

/* The text in upper case, as cells are written; false if it is too long. */
static bool
raise_case(const char *text, char out[NAIVE_MOVE_MAX])
{
	size_t n = strlen(text);

	if (n >= NAIVE_MOVE_MAX)
		return false;
	for (size_t i = 0; i <= n; i++) {
		bool lower = text[i] >= 'a' && text[i] <= 'z';

		out[i] = lower ? (char)(text[i] - 'a' + 'A') : text[i];
	}
	return true;
}

static bool
read_move(const char *text, struct move *move)
{
	char raised[NAIVE_MOVE_MAX];
	const char *p = raised, *kind;

	if (!raise_case(text, raised) || !read_cell(&p, &move->from) ||
	    !read_cell(&p, &move->to))
		return false;
	kind = strchr(promoted, *p);
	move->promotion = kind == NULL ? '\0' : promotions[kind - promoted];
	return *p == '\0' || (kind != NULL && p[1] == '\0');
}

/*
 * The engine
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

static void
list_way(struct list *list, const struct position *pos, struct cell from,
    struct cell to)
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
list_moves(struct list *list, const struct position *pos)
{
	struct cell from = { 0, 0, 0 };

	if (is_over(pos))
		return;
	do {
		struct cell to = { 0, 0, 0 };

		do {
			list_way(list, pos, from, to);
		} while (next_cell(&to));
	} while (next_cell(&from));
}

static bool
play_text(struct position *pos, const char *text)
{
	struct move move;

	if (strcmp(text, "(Y)") == 0) {
		if (is_over(pos) || is_eliminated(pos, pos->to_move))
			return false;
		resign(pos);
		return true;
	}
	if (!read_move(text, &move) || !move_is_legal(pos, move))
		return false;
	make_move(pos, move);
	pass_turn(pos);
	return true;
}

static const char *
result_of(const struct position *pos)
{
	if (pos->over != NULL)
		return pos->over;
	if (players_left(pos) == 1)
		return win_result(pos);
	if (lacks_material(pos) || clock_has_run(pos) || nobody_has_move(pos))
		return draw_result(pos);
	return NULL;
}

#define ENGINE  naive_triumvirate
#define VARIANT "triumvirate"
#include "tests/naive/naive_engine.h"
