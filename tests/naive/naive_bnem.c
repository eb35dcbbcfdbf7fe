/*
 * Naive reference rules of Bn Em's 3-Player Chess I: slow, stateless, and
 * written from the rules alone, so that it can contradict the fast
 * generator.
 *
 * The board is walked step by step, as a finger would do it; no table says
 * where a piece may go.  Each move or drop is an action, and all questions (is
 * there a move, is a king threatened, is a piece protected) are answered by
 * looking through the actions.  Ko needs earlier positions, which a position
 * does not hold: it is left out here.
 *
 * The rules are those of ternion-variants(7), "3-Player Chess I"; comments
 * state the rule that the code below them asks for.
 */
#include "tests/naive/naive_3pf.h"

#include <string.h>

enum {
	SIDE = 10,      /* rows, and columns */
	FACE = 5,       /* rows, and columns, of one face */
	WAYS = 8,       /* the ways to step, see struct walker */
	HAND_KINDS = 6, /* all but the king */
	WINDOW = 6,     /* the last turns that are kept */
	MAX_PATH = 40,  /* landings; no army is that large */
	MAX_PASSES = 1000000
};

/* Ways are counted clockwise; the even ones are straight. */
enum {
	UP = 0,
	RIGHT = 2,
	DOWN = 4,
	LEFT = 6,
	QUARTER = 2
};

/* Options by their place in the table below; the default choice is 0. */
enum {
	DROPS,
	CUBES,
	KO,
	FIRST,
	MULTI_CAPTURE,
	OPTIONS
};

static const struct option options[OPTIONS] = {
	[DROPS] = { "Drops", { "yes", "no" } },
	[CUBES] = { "Cubes", { "no", "yes" } },
	[KO] = { "Ko", { "position", "none" } },
	[FIRST] = { "First", { "White", "Red", "Black" } },
	[MULTI_CAPTURE] = { "MultiCapture", { "all", "last" } },
};

static const char colours[] = "wrb";
static const char movers[] = "WRB";
static const char kinds[] = "KCSGDRP";
static const char hand_kinds[] = "CSGDRP";

static const char draw[] = "1/3-1/3-1/3";
static const char *const wins[PLAYERS] = { "1-0-0", "0-1-0", "0-0-1" };

/* Column and row, both from 0. */
struct cell {
	int q, r;
};

/* A walker on a cell, who looks one of the eight ways. */
struct walker {
	struct cell at;
	int way;
};

struct man {
	char kind; /* one of `kinds`, NUL for an empty cell */
	int owner;
	bool promoted;
	bool unmoved; /* a draught that has never moved */
	bool dead;    /* never: the men of a forfeited player stay his */
};

/* A set of cells. */
struct area {
	bool has[SIDE][SIDE]; /* [q][r] */
};

struct position {
	int choice[OPTIONS];
	struct man board[SIDE][SIDE]; /* [q][r] */
	int hand[PLAYERS][HAND_KINDS];
	int to_move;
	bool forfeited[PLAYERS];
	bool cube[PLAYERS];
	bool king_taken[PLAYERS];
	int captor[PLAYERS]; /* where the king is taken */
	int turns[WINDOW];   /* whose the last turns were, oldest first */
	int n_turns;
	int passes[PLAYERS];  /* latest own turns that were passes */
	unsigned long clock;  /* plies since a capture or pawn move */
	unsigned long number; /* of the move */
	const char *over;     /* a result that nothing else shows, or NULL */
};

enum sort {
	MOVE,
	DROP,
	ILLUMINATION
};

/* A turn, or half of one with a cube. */
struct action {
	enum sort sort;
	char kind; /* of a dropped piece */
	/* From and every landing; a drop and an illumination have one cell. */
	struct cell path[MAX_PATH];
	int n_path;
	struct cell taken[MAX_PATH];
	int n_taken;
};

/* A look through the actions of a player; `see` is shown each one once. */
struct search {
	const struct position *pos;
	int player;
	void (*see)(void *finding, const struct action *action);
	void *finding;
};

/* The turn just had, as far as it decides the next player. */
struct turn {
	int player;
	bool pass;
	bool irreversible; /* a capture or a pawn move */
	unsigned losers;   /* players of whom something was captured, as bits */
};

/*
 * Geometry
 */

/* A 10x10 board whose upper right quarter f6..j10 is missing. */
static bool
on_board(struct cell c)
{
	return c.q >= 0 && c.q < SIDE && c.r >= 0 && c.r < SIDE &&
	    (c.q < FACE || c.r < FACE);
}

static bool
same(struct cell a, struct cell b)
{
	return a.q == b.q && a.r == b.r;
}

#include "tests/naive/naive_board.h"

/* The player on whose face a cell is. */
static int
face_of(struct cell c)
{
	assert(on_board(c));
	if (c.r >= FACE)
		return 1;
	return c.q >= FACE ? 2 : 0;
}

static int
turned(int way, int eighths)
{
	return (way + eighths + WAYS) % WAYS;
}

static bool
is_straight(int way)
{
	return way % QUARTER == 0;
}

/*
 * The right side of e6 e7 e8 e9 e10 is glued to the top side of f5 g5 h5 i5
 * j5.  Crossing from e(n) to the right you arrive moving down; crossing up
 * from row 5 of Black's face you arrive moving left; every direction turns by
 * the same quarter with you.
 */
static bool
straight_step(struct walker *w)
{
	static const struct cell ways[WAYS] = {
		[UP] = { 0, 1 },
		[RIGHT] = { 1, 0 },
		[DOWN] = { 0, -1 },
		[LEFT] = { -1, 0 },
	};
	struct cell to = { w->at.q + ways[w->way].q, w->at.r + ways[w->way].r };

	if (face_of(w->at) == 1 && w->way == RIGHT && to.q == FACE) {
		*w = (struct walker){ { w->at.r, FACE - 1 }, DOWN };
		return true;
	}
	if (face_of(w->at) == 2 && w->way == UP && to.r == FACE) {
		*w = (struct walker){ { FACE - 1, w->at.q }, LEFT };
		return true;
	}
	if (!on_board(to))
		return false;
	w->at = to;
	return true;
}

/*
 * One of the two ways round a diagonal step: straight on the one side of it,
 * then straight on the other.  The walker looks along the diagonal again.
 */
static bool
half_diagonal(struct walker *w, int side)
{
	w->way = turned(w->way, side);
	if (!straight_step(w))
		return false;
	w->way = turned(w->way, -2 * side);
	if (!straight_step(w))
		return false;
	w->way = turned(w->way, side);
	return true;
}

/*
 * A diagonal step between directions d1 and d2 goes to the cell reached by
 * d1 then d2, provided that d2 then d1 reaches the same cell.
 */
static bool
diagonal_step(struct walker *w)
{
	struct walker one = *w, other = *w;

	if (!half_diagonal(&one, 1) || !half_diagonal(&other, -1) ||
	    !same(one.at, other.at))
		return false;
	assert(one.way == other.way);
	*w = one;
	return true;
}

/*
 * Steps the way the walker looks; if there is no such step, he stays and this
 * returns false.  Further steps make a line: A straight line leaves a cell by
 * the side opposite to the one it came in by.
 */
static bool
step(struct walker *w)
{
	struct walker next = *w;
	bool steps =
	    is_straight(w->way) ? straight_step(&next) : diagonal_step(&next);

	if (steps)
		*w = next;
	return steps;
}

static bool
two_steps(struct walker *w)
{
	return step(w) && step(w);
}

/*
 * With u, v = 0..4 counted from the corner, u towards the previous player's
 * corner, v towards the next player's: White (u,v) is column 1+u, row 1+v;
 * Red (u,v) is column 1+v, row 10-u; Black (u,v) is column 10-v, row 1+u.
 * One seat on; a way turns as its face's u and v do.
 */
static struct walker
rotate_once(struct walker w)
{
	struct cell c = w.at;

	if (face_of(c) == 1)
		return (struct walker){ { SIDE - 1 - c.q, SIDE - 1 - c.r },
			turned(w.way, 2 * QUARTER) };
	return (
	    struct walker){ { c.r, SIDE - 1 - c.q }, turned(w.way, QUARTER) };
}

static struct walker
rotate(struct walker w, int seats)
{
	while (seats-- > 0)
		w = rotate_once(w);
	return w;
}

/* The cell that this player sees where White sees c. */
static struct cell
cell_of(int player, struct cell c)
{
	return rotate((struct walker){ c, UP }, player).at;
}

/* The inverse: a cell as its player sees it, in White's coordinates. */
static struct cell
seen_by(int player, struct cell c)
{
	return rotate((struct walker){ c, UP }, PLAYERS - player).at;
}

/*
 * Forward for White: up on Red's face, to the right on Black's face; on his
 * own face up where v > u, right where u > v, and either where u = v.  For
 * the others by rotation.
 */
static bool
is_forward(int player, struct cell from, int way)
{
	struct walker w =
	    rotate((struct walker){ from, way }, PLAYERS - player);

	switch (face_of(w.at)) {
	case 1:
		return w.way == UP;
	case 2:
		return w.way == RIGHT;
	default:
		return (w.way == UP && w.at.r >= w.at.q) ||
		    (w.way == RIGHT && w.at.q >= w.at.r);
	}
}

/* A diagonal, to both sides of each direction that is forward there. */
static bool
is_diagonally_forward(int player, struct cell from, int way)
{
	return !is_straight(way) &&
	    (is_forward(player, from, turned(way, 1)) ||
		is_forward(player, from, turned(way, -1)));
}

/*
 * Promotion zone for White: rows 9 and 10 of Red's face and columns i and j
 * of Black's face.
 */
static bool
in_zone(int player, struct cell c)
{
	struct cell seen = seen_by(player, c);

	return seen.q >= 8 || seen.r >= 8;
}

/* A player's home square is his king's opening cell. */
static struct cell
home_of(int player)
{
	return cell_of(player, (struct cell){ 0, 0 });
}

/*
 * The board
 */

static bool
holds_enemy(const struct position *pos, struct cell c, int player)
{
	return on_board(c) && !is_empty(pos, c) &&
	    man_at(pos, c).owner != player;
}

static int
kings_taken(const struct position *pos)
{
	int n = 0;

	for (int player = 0; player < PLAYERS; player++)
		n += pos->king_taken[player];
	return n;
}

static bool
is_option(const struct position *pos, int option, const char *choice)
{
	return strcmp(options[option].choices[pos->choice[option]], choice) ==
	    0;
}

static void
add_cell(struct area *area, struct cell c)
{
	assert(on_board(c));
	area->has[c.q][c.r] = true;
}

/*
 * The moves of the pieces.  Each function adds the cells on which the piece may
 * end; on an enemy's cell it captures.
 */

/* One way for one piece; `steps` says whether there is such a way at all. */
static void
add_landing(const struct position *pos, struct cell from, bool steps,
    struct cell to, bool quiet, bool captures, struct area *area)
{
	if (!steps)
		return;
	if ((quiet && is_empty(pos, to)) ||
	    (captures && holds_enemy(pos, to, man_at(pos, from).owner)))
		add_cell(area, to);
}

static void
add_step(const struct position *pos, struct cell from, int way, bool quiet,
    bool captures, struct area *area)
{
	struct walker w = { from, way };
	bool steps = step(&w);

	add_landing(pos, from, steps, w.at, quiet, captures, area);
}

static void
add_two_steps(const struct position *pos, struct cell from, int way,
    bool captures, struct area *area)
{
	struct walker w = { from, way };
	bool steps = two_steps(&w);

	add_landing(pos, from, steps, w.at, true, captures, area);
}

/* A slide of the piece on `from`, which may have stepped aside before. */
static void
add_slide(const struct position *pos, struct cell from, struct walker w,
    bool captures, struct area *area)
{
	bool steps;

	do {
		steps = step(&w);
		add_landing(pos, from, steps, w.at, true, captures, area);
	} while (steps && is_empty(pos, w.at));
}

/*
 * One step forward, not capturing; captures one diagonal step forward (to
 * both sides of each direction that is forward there).
 */
static void
add_pawn_step(
    const struct position *pos, struct cell from, int way, struct area *area)
{
	int owner = man_at(pos, from).owner;

	if (is_forward(owner, from, way))
		add_step(pos, from, way, true, false, area);
	if (is_diagonally_forward(owner, from, way))
		add_step(pos, from, way, false, true, area);
}

/*
 * One step forward or diagonally forward, capturing or not; one straight
 * step any way, not capturing; one diagonal step any way, capturing.
 */
static void
add_promoted_pawn_step(
    const struct position *pos, struct cell from, int way, struct area *area)
{
	int owner = man_at(pos, from).owner;

	if (is_forward(owner, from, way) ||
	    is_diagonally_forward(owner, from, way))
		add_step(pos, from, way, true, true, area);
	else if (is_straight(way))
		add_step(pos, from, way, true, false, area);
	else
		add_step(pos, from, way, false, true, area);
}

static void
add_pawn(const struct position *pos, struct cell from, struct area *area)
{
	for (int way = 0; way < WAYS; way++) {
		if (man_at(pos, from).promoted)
			add_promoted_pawn_step(pos, from, way, area);
		else
			add_pawn_step(pos, from, way, area);
	}
}

static void
add_queen(const struct position *pos, struct cell from, struct area *area)
{
	for (int way = 0; way < WAYS; way++)
		add_slide(pos, from, (struct walker){ from, way }, true, area);
}

/* One step any way; promoted he is a queen. */
static void
add_king(const struct position *pos, struct cell from, struct area *area)
{
	if (man_at(pos, from).promoted) {
		add_queen(pos, from, area);
		return;
	}
	for (int way = 0; way < WAYS; way++)
		add_step(pos, from, way, true, true, area);
}

/* Slides straight (rook); promoted: and one diagonal step */
static void
add_chariot(const struct position *pos, struct cell from, struct area *area)
{
	for (int way = 0; way < WAYS; way++) {
		if (is_straight(way))
			add_slide(pos, from, (struct walker){ from, way }, true,
			    area);
		else if (man_at(pos, from).promoted)
			add_step(pos, from, way, true, true, area);
	}
}

/*
 * One diagonal step, then may go on sliding straight, in either of the two
 * straight directions that make up that diagonal; the first cell must be
 * empty to go on.
 */
static void
add_griffin_ride(const struct position *pos, struct cell from, int diagonal,
    struct area *area)
{
	struct walker w = { from, diagonal };

	add_step(pos, from, diagonal, true, true, area);
	if (!step(&w) || !is_empty(pos, w.at))
		return;
	for (int side = -1; side <= 1; side += 2)
		add_slide(pos, from,
		    (struct walker){ w.at, turned(w.way, side) }, true, area);
}

/* Promoted: and one straight step. */
static void
add_griffin(const struct position *pos, struct cell from, struct area *area)
{
	for (int way = 0; way < WAYS; way++) {
		if (!is_straight(way))
			add_griffin_ride(pos, from, way, area);
		else if (man_at(pos, from).promoted)
			add_step(pos, from, way, true, true, area);
	}
}

/*
 * It may not begin diagonally while every straight neighbour cell is
 * occupied, nor straight while every diagonal neighbour cell is occupied.
 */
static bool
rose_may_begin(const struct position *pos, struct cell from, int way)
{
	for (int other = 0; other < WAYS; other++) {
		struct walker w = { from, other };

		if (is_straight(other) != is_straight(way) && step(&w) &&
		    is_empty(pos, w.at))
			return true;
	}
	return false;
}

/*
 * One to eight steps: ... each later one turned by 45 degrees, always the
 * same way round.  Stops before a friendly piece, on an enemy piece, or
 * where a step does not exist.  It does not end where it began (the cell it
 * starts from counts as empty on the way).
 */
static void
add_rose_ring(const struct position *pos, struct cell from, int way, int turn,
    struct area *area)
{
	struct walker w = { from, way };

	for (int n = 1; n <= 8 && step(&w); n++) {
		if (!same(w.at, from)) {
			add_landing(pos, from, true, w.at, true, true, area);
			if (!is_empty(pos, w.at))
				return;
		}
		w.way = turned(w.way, turn);
	}
}

/* Promoted: and a non-capturing leap of two straight steps in a line. */
static void
add_rose(const struct position *pos, struct cell from, struct area *area)
{
	for (int way = 0; way < WAYS; way++) {
		if (rose_may_begin(pos, from, way)) {
			add_rose_ring(pos, from, way, 1, area);
			add_rose_ring(pos, from, way, -1, area);
		}
		if (man_at(pos, from).promoted && is_straight(way))
			add_two_steps(pos, from, way, false, area);
	}
}

/*
 * Leaps exactly two straight or two diagonal steps in one line, over
 * anything; captures where it lands.
 */
static void
add_star_leaps(const struct position *pos, struct cell from, struct area *area)
{
	for (int way = 0; way < WAYS; way++)
		add_two_steps(pos, from, way, true, area);
}

/* A promoted star may also step one cell any way. */
static void
add_star_steps(const struct position *pos, struct cell from, struct area *area)
{
	for (int way = 0; man_at(pos, from).promoted && way < WAYS; way++)
		add_step(pos, from, way, true, true, area);
}

/*
 * A knight leap is two straight steps in one direction and then one step to
 * either side of it.
 */
static void
add_knight_leaps(
    const struct position *pos, struct cell from, int way, struct area *area)
{
	for (int side = -QUARTER; side <= QUARTER; side += 2 * QUARTER) {
		struct walker w = { from, way };
		bool steps = two_steps(&w);

		w.way = turned(w.way, side);
		steps = steps && step(&w);
		add_landing(pos, from, steps, w.at, true, false, area);
	}
}

/*
 * The draught's moves that do not capture: one diagonal step, not capturing.
 * ... While never moved ...: also a non-capturing leap of two straight steps
 * in a line, or a knight leap, onto an empty cell; promoted: slides like a
 * bishop, not capturing.
 */
static void
add_quiet_draught(
    const struct position *pos, struct cell from, struct area *area)
{
	struct man piece = man_at(pos, from);

	for (int way = 0; way < WAYS; way++) {
		if (!is_straight(way) && piece.promoted)
			add_slide(pos, from, (struct walker){ from, way },
			    false, area);
		else if (!is_straight(way))
			add_step(pos, from, way, true, false, area);
		else if (piece.unmoved && !piece.promoted) {
			add_two_steps(pos, from, way, false, area);
			add_knight_leaps(pos, from, way, area);
		}
	}
}

/*
 * Actions
 */

static void
take(struct action *action, struct cell c)
{
	assert(action->n_taken < MAX_PATH);
	action->taken[action->n_taken++] = c;
}

static void
land(struct action *action, struct cell c)
{
	assert(action->n_path < MAX_PATH);
	action->path[action->n_path++] = c;
}

static bool
takes_cell(const struct action *action, struct cell c)
{
	for (int i = 0; i < action->n_taken; i++)
		if (same(action->taken[i], c))
			return true;
	return false;
}

static bool
takes_king_of(
    const struct position *pos, const struct action *action, int owner)
{
	for (int i = 0; i < action->n_taken; i++)
		if (holds(pos, action->taken[i], owner, 'K'))
			return true;
	return false;
}

static bool
takes_any_king(const struct position *pos, const struct action *action)
{
	for (int player = 0; player < PLAYERS; player++)
		if (takes_king_of(pos, action, player))
			return true;
	return false;
}

/* The cell of the acting piece afterwards. */
static struct cell
last_cell(const struct action *action)
{
	return action->path[action->n_path - 1];
}

/* True if the next cell holds a star other than the one that moves. */
static bool
holds_other_star(const struct position *pos, struct walker w, struct cell mover)
{
	return step(&w) && !same(w.at, mover) && man_at(pos, w.at).kind == 'S';
}

static void
add_neighbour(struct area *area, struct walker w)
{
	if (step(&w))
		add_cell(area, w.at);
}

/*
 * Then stands in a 2x2 block (four cells round one corner point where four
 * cells meet) with three other stars, of any owners, promoted or not, takes
 * those three; every such block that its cell completes counts.  The corner
 * points round a cell are its diagonal steps; the other two cells of the
 * block lie on either side of the diagonal.
 */
static void
add_triumph(const struct position *pos, struct cell stands, struct cell mover,
    struct area *area)
{
	for (int way = 1; way < WAYS; way += QUARTER) {
		struct walker left = { stands, turned(way, -1) };
		struct walker ahead = { stands, way };
		struct walker right = { stands, turned(way, 1) };

		if (!holds_other_star(pos, left, mover) ||
		    !holds_other_star(pos, ahead, mover) ||
		    !holds_other_star(pos, right, mover))
			continue;
		add_neighbour(area, left);
		add_neighbour(area, ahead);
		add_neighbour(area, right);
	}
}

static void
take_area(struct action *action, const struct area *area)
{
	for (int i = 0; i < CELLS; i++)
		if (area->has[i / SIDE][i % SIDE])
			take(action, cell_number(i));
}

/*
 * Star triumph: a star that moves as a star, or is dropped.  It may take
 * a piece by landing in the same move.
 */
static void
take_triumph(const struct position *pos, struct action *action)
{
	struct area stars = { 0 };

	add_triumph(pos, last_cell(action), action->path[0], &stars);
	take_area(action, &stars);
}

static void
see_move(const struct search *search, struct cell from, struct cell to,
    bool triumphs)
{
	struct action action = { .sort = MOVE };

	land(&action, from);
	land(&action, to);
	if (!is_empty(search->pos, to))
		take(&action, to);
	if (triumphs)
		take_triumph(search->pos, &action);
	search->see(search->finding, &action);
}

/* Shows one move for every cell the piece may end on. */
static void
see_moves(const struct search *search, struct cell from,
    const struct area *area, bool triumphs)
{
	for (int i = 0; i < CELLS; i++)
		if (area->has[i / SIDE][i % SIDE])
			see_move(search, from, cell_number(i), triumphs);
}

/* No cell is both one step and two steps in a line away. */
static void
search_star(const struct search *search, struct cell from)
{
	struct area leaps = { 0 }, steps = { 0 };

	add_star_leaps(search->pos, from, &leaps);
	see_moves(search, from, &leaps, true);
	add_star_steps(search->pos, from, &steps);
	see_moves(search, from, &steps, false);
}

/* With `MultiCapture` `last` only "the last piece leapt" is taken. */
static void
see_chain(const struct search *search, const struct action *chain)
{
	struct action action = *chain;

	if (is_option(search->pos, MULTI_CAPTURE, "last")) {
		action.n_taken = 0;
		take(&action, chain->taken[chain->n_taken - 1]);
	}
	search->see(search->finding, &action);
}

static void search_leaps(
    const struct search *search, const struct action *chain);

/*
 * Leaps over the cell ahead of the walker, to the empty cell beyond on the
 * same line; may go on leaping, turning as it likes, not over the same piece
 * twice; leapt pieces stay where they are until the move ends, its own
 * starting cell counts as empty
 */
static void
search_leap(
    const struct search *search, const struct action *chain, struct walker w)
{
	struct action longer = *chain;

	if (!step(&w) || !holds_enemy(search->pos, w.at, search->player) ||
	    takes_cell(chain, w.at))
		return;
	take(&longer, w.at);
	if (!step(&w) ||
	    (!is_empty(search->pos, w.at) && !same(w.at, chain->path[0])))
		return;
	land(&longer, w.at);
	see_chain(search, &longer);
	search_leaps(search, &longer);
}

/* The leaps that may follow; `taken` holds all that was leapt so far. */
static void
search_leaps(const struct search *search, const struct action *chain)
{
	for (int way = 1; way < WAYS; way += QUARTER)
		search_leap(
		    search, chain, (struct walker){ last_cell(chain), way });
}

/*
 * Promoted: captures by sliding up to an enemy piece and landing on the very
 * next cell, if empty; may then go on leaping as an unpromoted draught.
 */
static void
search_slides_and_leaps(const struct search *search, const struct action *chain)
{
	for (int way = 1; way < WAYS; way += QUARTER) {
		struct walker before = { chain->path[0], way };
		struct walker w = before;

		while (step(&w) && is_empty(search->pos, w.at))
			before = w;
		search_leap(search, chain, before);
	}
}

/* No two diagonal lines join the same two cells: no path is seen twice. */
static void
search_draught(const struct search *search, struct cell from)
{
	struct area quiet = { 0 };
	struct action chain = { .sort = MOVE };

	add_quiet_draught(search->pos, from, &quiet);
	see_moves(search, from, &quiet, false);
	land(&chain, from);
	if (man_at(search->pos, from).promoted)
		search_slides_and_leaps(search, &chain);
	else
		search_leaps(search, &chain);
}

static void
search_simple(const struct search *search, struct cell from,
    void (*add)(
	const struct position *pos, struct cell from, struct area *area))
{
	struct area area = { 0 };

	add(search->pos, from, &area);
	see_moves(search, from, &area, false);
}

/* The moves of one piece, illumination apart. */
static void
search_piece(const struct search *search, struct cell from)
{
	switch (man_at(search->pos, from).kind) {
	case 'K':
		search_simple(search, from, add_king);
		break;
	case 'C':
		search_simple(search, from, add_chariot);
		break;
	case 'S':
		search_star(search, from);
		break;
	case 'G':
		search_simple(search, from, add_griffin);
		break;
	case 'D':
		search_draught(search, from);
		break;
	case 'R':
		search_simple(search, from, add_rose);
		break;
	case 'P':
		search_simple(search, from, add_pawn);
		break;
	default:
		break;
	}
}

static bool
owns(const struct position *pos, int player, struct cell c)
{
	return man_at(pos, c).kind != '\0' && man_at(pos, c).owner == player;
}

static void
search_pieces(const struct search *search)
{
	for (int i = 0; i < CELLS; i++)
		if (owns(search->pos, search->player, cell_number(i)))
			search_piece(search, cell_number(i));
}

/*
 * Threats, protection and illumination
 */

/* Looks for an action that takes from this cell. */
struct capture_at {
	struct cell cell;
	bool found;
};

static void
see_capture_at(void *finding, const struct action *action)
{
	struct capture_at *capture = finding;

	if (takes_cell(action, capture->cell))
		capture->found = true;
}

/*
 * Protected: one of the pieces of either opponent could capture there if the
 * piece were the illuminator's.  A promoted king that could illuminate there
 * could as well capture there as a queen.  A forfeited player's pieces
 * neither threaten nor protect.
 */
static bool
is_protected(const struct position *pos, int illuminator, struct cell c)
{
	struct position changed = *pos;
	struct capture_at capture = { c, false };

	changed.board[c.q][c.r].owner = illuminator;
	for (int player = 0; player < PLAYERS; player++) {
		struct search search = { &changed, player, see_capture_at,
			&capture };

		if (player != illuminator && !pos->forfeited[player])
			search_pieces(&search);
	}
	return capture.found;
}

/*
 * Illumination instead of moving: take all enemy pieces it threatens by
 * queen moves that are unprotected, at least one.
 */
static void
search_illumination(const struct search *search, struct cell king)
{
	struct action action = { .sort = ILLUMINATION };
	struct area area = { 0 };

	add_queen(search->pos, king, &area);
	land(&action, king);
	for (int i = 0; i < CELLS; i++) {
		struct cell c = cell_number(i);

		if (area.has[c.q][c.r] && !is_empty(search->pos, c) &&
		    !is_protected(search->pos, search->player, c))
			take(&action, c);
	}
	if (action.n_taken > 0)
		search->see(search->finding, &action);
}

/* All actions of the player's pieces on the board. */
static void
search_board(const struct search *search)
{
	struct cell king;

	search_pieces(search);
	if (find_king(search->pos, search->player, &king) &&
	    man_at(search->pos, king).promoted)
		search_illumination(search, king);
}

/* Looks for an action that takes the king of this player. */
struct king_capture {
	const struct position *pos;
	int owner;
	bool found;
};

static void
see_king_capture(void *finding, const struct action *action)
{
	struct king_capture *capture = finding;

	if (takes_king_of(capture->pos, action, capture->owner))
		capture->found = true;
}

/* True if a player could capture another's king if it were his turn. */
static bool
threatens_king(const struct position *pos, int player, int owner)
{
	struct king_capture capture = { pos, owner, false };
	struct search search = { pos, player, see_king_capture, &capture };

	if (player == owner || pos->forfeited[player])
		return false;
	search_board(&search);
	return capture.found;
}

static unsigned
attackers_of_king(const struct position *pos, int owner)
{
	unsigned players = 0;

	for (int player = 0; player < PLAYERS; player++)
		if (threatens_king(pos, player, owner))
			players |= 1U << player;
	return players;
}

static void
see_any(void *finding, const struct action *action)
{
	bool *found = finding;

	(void)action;
	*found = true;
}

/* Hands on only the captures of kings. */
static void
see_if_king_capture(void *finding, const struct action *action)
{
	const struct search *search = finding;

	if (takes_any_king(search->pos, action))
		search->see(search->finding, action);
}

/* True if a player could capture a king if it were his turn. */
static bool
can_take_a_king(const struct position *pos, int player)
{
	bool found = false;
	struct search any = { pos, player, see_any, &found };
	struct search kings = { pos, player, see_if_king_capture, &any };

	if (pos->forfeited[player])
		return false;
	search_board(&kings);
	return found;
}

/*
 * Drops
 */

/* A draught: a dropped one counts as never moved. */
static struct man
dropped_piece(int player, char kind)
{
	return (struct man){
		.kind = kind, .owner = player, .unmoved = kind == 'D'
	};
}

/* Not so that the dropped piece attacks an enemy king. */
static bool
drop_attacks_king(
    const struct position *pos, int player, char kind, struct cell c)
{
	struct position dropped = *pos;
	bool found = false;
	struct search any = { &dropped, player, see_any, &found };
	struct search kings = { &dropped, player, see_if_king_capture, &any };

	put_man(&dropped, c, dropped_piece(player, kind));
	search_piece(&kings, c);
	return found;
}

/*
 * A drop puts one on an empty cell instead of a move: not in the dropper's
 * promotion zone, not on his home square.
 */
static void
search_drop(const struct search *search, char kind, struct cell c)
{
	struct action action = { .sort = DROP, .kind = kind };

	if (!is_empty(search->pos, c) || in_zone(search->player, c) ||
	    same(c, home_of(search->player)) ||
	    drop_attacks_king(search->pos, search->player, kind, c))
		return;
	land(&action, c);
	if (kind == 'S')
		take_triumph(search->pos, &action);
	search->see(search->finding, &action);
}

static void
search_drops(const struct search *search)
{
	for (int n = 0; n < HAND_KINDS; n++)
		for (int i = 0; i < CELLS; i++)
			if (search->pos->hand[search->player][n] > 0)
				search_drop(
				    search, hand_kinds[n], cell_number(i));
}

/*
 * Legal actions
 */

/*
 * A king is captured: from then on only king captures are legal.  From
 * then on there are no passes, drops or cubes.  A forfeited player has no
 * more turns.
 */
static void
search_legal(const struct search *search)
{
	struct search all = *search;
	struct search kings = { search->pos, search->player,
		see_if_king_capture, &all };

	if (search->pos->forfeited[search->player])
		return;
	if (kings_taken(search->pos) > 0) {
		search_board(&kings);
		return;
	}
	search_board(search);
	if (is_option(search->pos, DROPS, "yes"))
		search_drops(search);
}

/*
 * No legal move; a player who has forfeited, or has no king and cannot take
 * one, counts as one who cannot. A pass does not count. */
static bool
can_move(const struct position *pos, int player)
{
	bool found = false;
	struct search search = { pos, player, see_any, &found };

	search_legal(&search);
	return found;
}

/*
 * The end of the game
 */

static int
last_mover(const struct position *pos)
{
	return pos->n_turns > 0 ? pos->turns[pos->n_turns - 1] : -1;
}

/*
 * When the player to move by those rules, and the other after him, can
 * capture no king, the game ends.  They are the two who have not had the
 * turn just over.
 */
static bool
king_hunt_goes_on(const struct position *pos)
{
	for (int player = 0; player < PLAYERS; player++)
		if (player != last_mover(pos) && can_take_a_king(pos, player))
			return true;
	return false;
}

/*
 * One king captured, its captor wins; two captured, the player who still has
 * his king wins; three, a draw; the last king's owner having forfeited, a
 * draw.
 */
static const char *
king_hunt_result(const struct position *pos)
{
	int taken = kings_taken(pos);

	for (int player = 0; player < PLAYERS; player++) {
		if (taken == 1 && pos->king_taken[player])
			return wins[pos->captor[player]];
		if (taken == 2 && !pos->king_taken[player])
			return pos->forfeited[player] ? draw : wins[player];
	}
	return draw;
}

/* When two have forfeited, the third wins at once.  NULL otherwise. */
static const char *
two_forfeits_result(const struct position *pos)
{
	for (int player = 0; player < PLAYERS; player++)
		if (!pos->forfeited[player] &&
		    pos->forfeited[(player + 1) % PLAYERS] &&
		    pos->forfeited[(player + 2) % PLAYERS])
			return wins[player];
	return NULL;
}

/* The result after which nobody has a turn; NULL if the game goes on. */
static const char *
result_of_last_turn(const struct position *pos)
{
	if (pos->over != NULL)
		return pos->over;
	if (kings_taken(pos) > 0)
		return king_hunt_goes_on(pos) ? NULL : king_hunt_result(pos);
	if (two_forfeits_result(pos) != NULL)
		return two_forfeits_result(pos);
	for (int player = 0; player < PLAYERS; player++)
		if (can_move(pos, player))
			return NULL;
	/* If nobody can move: a draw. */
	return draw;
}

/*
 * A piece of yours that came to an opponent's home square and still stands
 * there when your next turn begins wins the game at once.  No longer once a
 * king has been captured.
 */
static bool
wins_by_home_square(const struct position *pos)
{
	if (kings_taken(pos) > 0)
		return false;
	for (int other = 0; other < PLAYERS; other++)
		if (other != pos->to_move &&
		    owns(pos, pos->to_move, home_of(other)))
			return true;
	return false;
}

static const char *
result_of(const struct position *pos)
{
	const char *result = result_of_last_turn(pos);

	if (result != NULL)
		return result;
	return wins_by_home_square(pos) ? wins[pos->to_move] : NULL;
}

/* The player with all the points, or -1. */
static int
winner_of(const char *result)
{
	for (int player = 0; player < PLAYERS; player++)
		if (strcmp(result, wins[player]) == 0)
			return player;
	return -1;
}

/*
 * The next player
 */

/* The last n turns were all of the other two. */
static bool
had_none_of_the_last(const struct position *pos, int player, int n)
{
	if (pos->n_turns < n)
		return false;
	for (int i = pos->n_turns - n; i < pos->n_turns; i++)
		if (pos->turns[i] == player)
			return false;
	return true;
}

/* True if the player had the turn before the one just over. */
static bool
had_turn_before_last(const struct position *pos, int player)
{
	return pos->n_turns >= 2 && pos->turns[pos->n_turns - 2] == player;
}

/* True if a condition says that `he` follows, and not `other`. */
static bool
condition_holds(const struct position *pos, const struct turn *turn,
    int condition, int he, int other)
{
	switch (condition) {
	case 1:
		/* The other cannot move. */
		return !can_move(pos, other);
	case 2:
		/*
		 * The turn just had was a pass, and the other is the one who
		 * had the turn before it.
		 */
		return turn->pass && had_turn_before_last(pos, other);
	case 3:
		/* His own king was captured and he can capture a king. */
		return pos->king_taken[he] && can_take_a_king(pos, he);
	case 4:
		/*
		 * The other's king was captured and the other cannot capture
		 * a king.
		 */
		return pos->king_taken[other] && !can_take_a_king(pos, other);
	case 5:
		/* His king is threatened (an opponent could capture it now).
		 */
		return attackers_of_king(pos, he) != 0;
	case 6:
		/* The last six turns were all of the other two. */
		return had_none_of_the_last(pos, he, 6);
	case 7:
		/* He threatens C's king. */
		return threatens_king(pos, he, turn->player);
	case 8:
		/* One of his pieces was captured in C's turn. */
		return (turn->losers & 1U << he) != 0;
	case 9:
		/* The last two turns were both of the other two. */
		return had_none_of_the_last(pos, he, 2);
	default:
		return false;
	}
}

/* The index of a player's last turn among those kept, or -1. */
static int
last_turn_of(const struct position *pos, int player)
{
	for (int i = pos->n_turns - 1; i >= 0; i--)
		if (pos->turns[i] == player)
			return i;
	return -1;
}

/*
 * Later, when C has just had his turn, the next is A or B, the other two: go
 * through these in order; the first that holds for exactly one of the two
 * settles it (it says who moves) ...  where both others qualify (after someone
 * had two turns running), the one whose last turn is longer ago follows, else
 * the one clockwise.
 */
static int
next_by_conditions(const struct position *pos, const struct turn *turn)
{
	int a = (turn->player + 1) % PLAYERS, b = (turn->player + 2) % PLAYERS;

	for (int condition = 1; condition <= 9; condition++) {
		bool for_a = condition_holds(pos, turn, condition, a, b);
		bool for_b = condition_holds(pos, turn, condition, b, a);

		if (for_a != for_b)
			return for_a ? a : b;
	}
	return last_turn_of(pos, b) < last_turn_of(pos, a) ? b : a;
}

/*
 * After the first turn either of the other two may follow, if he can move;
 * before the second turn the player to move is written as the one
 * clockwise.
 */
static int
second_player(const struct position *pos, const struct turn *turn)
{
	int a = (turn->player + 1) % PLAYERS, b = (turn->player + 2) % PLAYERS;

	return can_move(pos, a) || !can_move(pos, b) ? a : b;
}

/*
 * Nobody has two turns running, unless both others cannot move, which ends
 * the game once a king has been captured.  A player who has forfeited has no
 * more turns, not even in field 2 after the end of the game.
 */
static int
next_player(const struct position *pos, const struct turn *turn)
{
	int c = turn->player, next;

	if (kings_taken(pos) == 0 && !can_move(pos, (c + 1) % PLAYERS) &&
	    !can_move(pos, (c + 2) % PLAYERS) && can_move(pos, c))
		return c;
	next = pos->n_turns == 1 ? second_player(pos, turn)
				 : next_by_conditions(pos, turn);
	if (pos->forfeited[next])
		next = (c + 1) % PLAYERS + (c + 2) % PLAYERS - next;
	return next;
}

/*
 * The first player that has not forfeited, in the order that begins with
 * `First`. */
static int
first_player(const struct position *pos)
{
	int player = pos->choice[FIRST];

	for (int n = 0; n < PLAYERS && pos->forfeited[player]; n++)
		player = (player + 1) % PLAYERS;
	return player;
}

/*
 * Playing
 */

/* The place of a kind in the hands; kings never get there. */
static int
hand_place(char kind)
{
	const char *place = strchr(hand_kinds, kind);

	assert(kind != '\0' && place != NULL);
	return (int)(place - hand_kinds);
}

/*
 * Captured pieces, demoted, go to the captor's hand (own stars too; kings do
 * not).
 */
static void
capture(struct position *pos, struct cell c, struct turn *turn)
{
	struct man piece = man_at(pos, c);

	lift_man(pos, c);
	turn->losers |= 1U << piece.owner;
	turn->irreversible = true;
	if (piece.kind == 'K') {
		pos->king_taken[piece.owner] = true;
		pos->captor[piece.owner] = turn->player;
	} else {
		pos->hand[turn->player][hand_place(piece.kind)]++;
	}
}

static void
play_move(struct position *pos, const struct action *action, struct turn *turn)
{
	struct man piece = man_at(pos, action->path[0]);

	if (piece.kind == 'P')
		turn->irreversible = true;
	piece.unmoved = false;
	lift_man(pos, action->path[0]);
	put_man(pos, last_cell(action), piece);
}

/* A dropped pawn is no pawn move. */
static void
play_drop(
    struct position *pos, const struct action *action, const struct turn *turn)
{
	pos->hand[turn->player][hand_place(action->kind)]--;
	put_man(
	    pos, last_cell(action), dropped_piece(turn->player, action->kind));
}

static void
play(struct position *pos, const struct action *action, struct turn *turn)
{
	for (int i = 0; i < action->n_taken; i++)
		capture(pos, action->taken[i], turn);
	if (action->sort == MOVE)
		play_move(pos, action, turn);
	if (action->sort == DROP)
		play_drop(pos, action, turn);
}

/*
 * A piece that ends its owner's turn in his zone is promoted at once;
 * promotion is compulsory and the king promotes too.
 */
static void
promote(struct position *pos, int player)
{
	for (int i = 0; i < CELLS; i++) {
		struct cell c = cell_number(i);

		if (!owns(pos, player, c) || !in_zone(player, c))
			continue;
		pos->board[c.q][c.r].promoted = true;
		pos->board[c.q][c.r].unmoved = false;
	}
}

static void
remember_turn(struct position *pos, int player)
{
	if (pos->n_turns == WINDOW) {
		for (int i = 1; i < WINDOW; i++)
			pos->turns[i - 1] = pos->turns[i];
		pos->n_turns--;
	}
	pos->turns[pos->n_turns++] = player;
}

/*
 * Finds the next player.  After the end field 2 names the winner, or in a draw
 * the player who would be next.  Then nobody has a turn, and the number stays;
 * but a player who wins by a home square has come to his turn first.
 */
static void
hand_over(struct position *pos, const struct turn *turn)
{
	const char *result = result_of_last_turn(pos);

	pos->to_move = next_player(pos, turn);
	if (result != NULL) {
		if (winner_of(result) >= 0)
			pos->to_move = winner_of(result);
		else if (pos->forfeited[pos->to_move]) /* No more turns. */
			pos->to_move = PLAYERS - turn->player - pos->to_move;
		return;
	}
	if (pos->to_move == first_player(pos))
		pos->number++;
}

static void
end_turn(struct position *pos, const struct turn *turn)
{
	promote(pos, turn->player);
	remember_turn(pos, turn->player);
	pos->passes[turn->player] =
	    turn->pass ? pos->passes[turn->player] + 1 : 0;
	pos->clock = turn->irreversible ? 0 : pos->clock + 1;
	hand_over(pos, turn);
}

/*
 * The last player who really moved and has not forfeited: of a player's
 * turns the latest `passes` were passes.  -1 if nobody.
 */
static int
last_real_mover(const struct position *pos)
{
	int turns[PLAYERS] = { 0 };

	for (int i = pos->n_turns - 1; i >= 0; i--) {
		int player = pos->turns[i];

		turns[player]++;
		if (turns[player] > pos->passes[player] &&
		    !pos->forfeited[player])
			return player;
	}
	return -1;
}

/*
 * It is a forfeit, and the last player who really moved and has not
 * forfeited wins the game; if nobody has moved yet, the player who neither
 * passed before nor now.
 */
static int
winner_after_pass(const struct position *pos, int player)
{
	int winner = last_real_mover(pos);
	int third = (player + 1) % PLAYERS;

	if (winner >= 0)
		return winner;
	if (third == last_mover(pos) || pos->forfeited[third])
		third = (player + 2) % PLAYERS;
	return third;
}

static bool
follows_pass(const struct position *pos)
{
	return pos->n_turns > 0 && pos->passes[last_mover(pos)] > 0;
}

/* A turn that is a forfeit is not a pass, even if it was meant as one. */
static void
forfeit(struct position *pos, bool ends_game)
{
	struct turn turn = { .player = pos->to_move };

	pos->forfeited[pos->to_move] = true;
	if (ends_game && two_forfeits_result(pos) == NULL)
		pos->over = wins[winner_after_pass(pos, pos->to_move)];
	end_turn(pos, &turn);
}

/*
 * Allowed, unless the turn before was a pass (then it is a forfeit ...), and
 * not three own turns running (then a forfeit).
 */
static void
pass(struct position *pos)
{
	struct turn turn = { .player = pos->to_move, .pass = true };

	if (follows_pass(pos))
		forfeit(pos, true);
	else if (pos->passes[pos->to_move] >= 2)
		forfeit(pos, false);
	else
		end_turn(pos, &turn);
}

/*
 * Right after another player's pass it ends the game like a pass there.
 * Otherwise he cannot win and has no more turns.
 */
static void
yield(struct position *pos)
{
	forfeit(pos, follows_pass(pos) && last_mover(pos) != pos->to_move);
}

/*
 * Writing
 */

/* `c3e5c7`, `S*d4`, `a1^` */
static void
put_action(struct text *text, const struct action *action)
{
	if (action->sort == DROP) {
		put_char(text, action->kind);
		put_char(text, '*');
	}
	for (int i = 0; i < action->n_path; i++)
		put_cell(text, action->path[i]);
	if (action->sort == ILLUMINATION)
		put_char(text, '^');
}

/* This game has neither castling rights nor en passant. */
static void
put_state(struct text *text, const struct position *pos)
{
	put_string(text, "w-.r-.b- - ");
	put_status(text, pos->forfeited);
}

/* A draught of a player in play: the key lists only these. */
static bool
is_listed_draught(const struct position *pos, struct cell c)
{
	struct man piece = man_at(pos, c);

	return piece.kind == 'D' && !piece.promoted &&
	    !pos->forfeited[piece.owner];
}

/* Implied: the draughts on their opening cells, (2,1) and (1,2). */
static bool
is_implied_unmoved(const struct position *pos, struct cell c)
{
	struct cell seen;

	if (!is_listed_draught(pos, c))
		return false;
	seen = seen_by(man_at(pos, c).owner, c);
	return (seen.q == 2 && seen.r == 1) || (seen.q == 1 && seen.r == 2);
}

static bool
is_unmoved(const struct position *pos, struct cell c)
{
	return is_listed_draught(pos, c) && man_at(pos, c).unmoved;
}

static bool
unmoved_is_implied(const struct position *pos)
{
	for (int i = 0; i < CELLS; i++)
		if (is_unmoved(pos, cell_number(i)) !=
		    is_implied_unmoved(pos, cell_number(i)))
			return false;
	return true;
}

static void
put_unmoved(struct text *text, const struct position *pos)
{
	const char *separator = "";

	if (unmoved_is_implied(pos))
		return;
	put_string(text, " unmoved=");
	for (int i = 0; i < CELLS; i++) {
		if (!is_unmoved(pos, cell_number(i)))
			continue;
		put_string(text, separator);
		put_cell(text, cell_number(i));
		separator = ".";
	}
	if (*separator == '\0')
		put_char(text, '-');
}

static void
put_hands(struct text *text, const struct position *pos)
{
	static const int none[PLAYERS][HAND_KINDS];

	if (memcmp(pos->hand, none, sizeof(none)) == 0)
		return;
	put_string(text, " hand=");
	put_pools(text, hand_kinds, &pos->hand[0][0]);
}

/* All but the first player begin with one. */
static bool
begins_with_cube(const struct position *pos, int player)
{
	return is_option(pos, CUBES, "yes") && player != pos->choice[FIRST];
}

static void
put_cubes(struct text *text, const struct position *pos)
{
	bool implied = true;

	for (int player = 0; player < PLAYERS; player++)
		if (pos->cube[player] != begins_with_cube(pos, player))
			implied = false;
	if (implied)
		return;
	put_string(text, " cubes=");
	for (int player = 0; player < PLAYERS; player++)
		if (pos->cube[player])
			put_char(text, colours[player]);
}

static void
put_turns(struct text *text, const struct position *pos)
{
	if (pos->n_turns == 0)
		return;
	put_string(text, " turns=");
	for (int i = 0; i < pos->n_turns; i++)
		put_char(text, colours[pos->turns[i]]);
}

static void
put_passes(struct text *text, const struct position *pos)
{
	if (pos->passes[0] == 0 && pos->passes[1] == 0 && pos->passes[2] == 0)
		return;
	put_string(text, " passes=");
	put_numbers(text, pos->passes);
}

static void
put_captors(struct text *text, const struct position *pos)
{
	if (kings_taken(pos) == 0)
		return;
	put_string(text, " captors=");
	for (int player = 0; player < PLAYERS; player++) {
		if (player > 0)
			put_char(text, '.');
		put_char(text,
		    pos->king_taken[player] ? colours[pos->captor[player]]
					    : '-');
	}
}

static void
put_keys(struct text *text, const struct position *pos)
{
	put_options(text, options, OPTIONS, pos->choice);
	put_hands(text, pos);
	put_cubes(text, pos);
	put_turns(text, pos);
	put_passes(text, pos);
	put_unmoved(text, pos);
	put_captors(text, pos);
}

/*
 * Reading: see naive_3pf.h
 */

static bool
read_state(const char **cursor, struct position *pos)
{
	return read_string(cursor, "w-.r-.b- - ") &&
	    read_status(cursor, pos->forfeited);
}

static void
imply_unmoved(struct position *pos)
{
	for (int i = 0; i < CELLS; i++)
		pos->board[i / SIDE][i % SIDE].unmoved =
		    is_implied_unmoved(pos, cell_number(i));
}

static void
imply_cubes(struct position *pos)
{
	for (int player = 0; player < PLAYERS; player++)
		pos->cube[player] = begins_with_cube(pos, player);
}

static bool
read_unmoved(const char **cursor, struct position *pos)
{
	for (int i = 0; i < CELLS; i++)
		pos->board[i / SIDE][i % SIDE].unmoved = false;
	if (read_char(cursor, '-'))
		return true;
	do {
		struct cell c;

		if (!read_cell(cursor, pos, &c))
			return false;
		pos->board[c.q][c.r].unmoved = true;
	} while (read_char(cursor, '.'));
	return true;
}

static bool
read_hands(const char **cursor, struct position *pos)
{
	return read_pools(cursor, hand_kinds, &pos->hand[0][0]);
}

static bool
read_cubes(const char **cursor, struct position *pos)
{
	for (int player = 0; player < PLAYERS; player++)
		pos->cube[player] = read_char(cursor, colours[player]);
	return true;
}

static bool
read_turns(const char **cursor, struct position *pos)
{
	int player;

	while (pos->n_turns < WINDOW && read_player(cursor, colours, &player))
		remember_turn(pos, player);
	return pos->n_turns > 0;
}

static bool
read_passes(const char **cursor, struct position *pos)
{
	return read_numbers(cursor, MAX_PASSES, pos->passes);
}

static bool
read_captors(const char **cursor, struct position *pos)
{
	for (int player = 0; player < PLAYERS; player++) {
		if (player > 0 && !read_char(cursor, '.'))
			return false;
		pos->king_taken[player] = !read_char(cursor, '-');
		if (pos->king_taken[player] &&
		    !read_player(cursor, colours, &pos->captor[player]))
			return false;
	}
	return true;
}

/* One key after the options; false if there is no other. */
static bool
read_key(const char **cursor, struct position *pos)
{
	static const struct key {
		const char *name;
		bool (*read)(const char **cursor, struct position *pos);
	} keys[] = {
		{ " unmoved=", read_unmoved },
		{ " hand=", read_hands },
		{ " cubes=", read_cubes },
		{ " turns=", read_turns },
		{ " passes=", read_passes },
		{ " captors=", read_captors },
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (read_string(cursor, keys[i].name))
			return keys[i].read(cursor, pos);
	return false;
}

static bool
read_keys(const char **cursor, struct position *pos)
{
	if (!read_options(cursor, options, OPTIONS, pos->choice))
		return false;
	imply_unmoved(pos);
	imply_cubes(pos);
	while (read_key(cursor, pos))
		continue;
	return true;
}

/* (u,v) of White's camp, u to the right and v up. */
static void
set_up(struct position *pos)
{
	static const char *const camp[] = { "KCSP", "CGDP", "SDRP", "PPP" };

	*pos = (struct position){ .number = 1 };
	for (int player = 0; player < PLAYERS; player++)
		for (int v = 0; v < 4; v++)
			for (int u = 0; camp[v][u] != '\0'; u++)
				put_man(pos,
				    cell_of(player, (struct cell){ u, v }),
				    (struct man){
					.kind = camp[v][u], .owner = player });
	imply_unmoved(pos);
	imply_cubes(pos);
}

/*
 * The engine
 */

static void
see_for_list(void *finding, const struct action *action)
{
	struct text text = list_next(finding);

	put_action(&text, action);
}

/* Looks for the legal action with this text. */
struct named_action {
	const char *text;
	size_t len;
	struct action action;
	bool found;
};

static void
see_for_name(void *finding, const struct action *action)
{
	struct named_action *named = finding;
	char out[NAIVE_MOVE_MAX];
	struct text text = { out, sizeof(out), 0 };

	put_action(&text, action);
	if (text.len != named->len ||
	    strncmp(out, named->text, named->len) != 0)
		return;
	named->action = *action;
	named->found = true;
}

static bool
find_action(const struct position *pos, const char *text, size_t len,
    struct action *action)
{
	struct named_action named = { .text = text, .len = len };
	struct search search = { pos, pos->to_move, see_for_name, &named };

	search_legal(&search);
	*action = named.action;
	return named.found;
}

static bool
play_one(struct position *pos, const char *text)
{
	struct turn turn = { .player = pos->to_move };
	struct action action;

	if (!find_action(pos, text, strlen(text), &action))
		return false;
	play(pos, &action, &turn);
	end_turn(pos, &turn);
	return true;
}

/* A player whose king is not threatened; judged at the start of the turn */
static bool
may_use_cube(const struct position *pos)
{
	return is_option(pos, CUBES, "yes") && pos->cube[pos->to_move] &&
	    kings_taken(pos) == 0 && attackers_of_king(pos, pos->to_move) == 0;
}

/* May give his cube to the player without one. */
static void
give_cube(struct position *pos)
{
	for (int player = 0; player < PLAYERS; player++) {
		if (!pos->cube[player]) {
			pos->cube[player] = true;
			pos->cube[pos->to_move] = false;
			return;
		}
	}
}

/*
 * Make two moves with two different pieces (drops included) in his turn;
 * neither may capture a king; promotion at its end, a drop when it is
 * made; illumination may be one of the two; a piece captured by the first may
 * be dropped by the second.
 */
static bool
play_two(struct position *pos, const char *text, const char *joint)
{
	struct turn turn = { .player = pos->to_move };
	struct action first, second;

	if (!may_use_cube(pos) ||
	    !find_action(pos, text, (size_t)(joint - text), &first) ||
	    takes_any_king(pos, &first))
		return false;
	play(pos, &first, &turn);
	if (!find_action(pos, joint + 1, strlen(joint + 1), &second) ||
	    takes_any_king(pos, &second))
		return false;
	if (second.sort != DROP && same(second.path[0], last_cell(&first)))
		return false;
	play(pos, &second, &turn);
	give_cube(pos);
	end_turn(pos, &turn);
	return true;
}

/* Passes and yields end once a king has been captured. */
static bool
play_idle(struct position *pos, const char *text)
{
	if (kings_taken(pos) > 0)
		return false;
	if (strcmp(text, "0000") == 0)
		pass(pos);
	else if (strcmp(text, "(Y)") == 0)
		yield(pos);
	else
		return false;
	return true;
}

/*
 * After the first turn either of the other two may follow: the record says
 * who.  The player that field 2 named has had no turn then.
 */
static bool
correct_second_player(struct position *pos, int player)
{
	if (pos->n_turns != 1 || player == last_mover(pos) ||
	    !can_move(pos, player))
		return false;
	if (pos->to_move == first_player(pos) && pos->number > 1)
		pos->number--;
	if (player == first_player(pos))
		pos->number++;
	pos->to_move = player;
	return true;
}

/* `W:c3d5`: the mover may be named, read anywhere, and checked. */
static bool
play_text(struct position *pos, const char *text)
{
	const char *joint, *named = strchr(movers, *text);

	if (*text != '\0' && named != NULL && text[1] == ':') {
		int player = (int)(named - movers);

		if (player != pos->to_move &&
		    !correct_second_player(pos, player))
			return false;
		text += 2;
	}
	if (result_of(pos) != NULL)
		return false;
	joint = strchr(text, '&');
	if (joint != NULL)
		return play_two(pos, text, joint);
	return play_idle(pos, text) || play_one(pos, text);
}

static void
list_moves(struct list *list, const struct position *pos)
{
	struct search search = { pos, pos->to_move, see_for_list, list };

	if (result_of(pos) == NULL)
		search_legal(&search);
}

#define ENGINE  naive_bnem
#define VARIANT "bnem"
#include "tests/naive/naive_engine.h"
