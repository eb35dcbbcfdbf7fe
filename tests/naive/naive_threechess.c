/*
 * Naive reference rules of threeChess: slow, stateless, and written from the
 * rules alone, so that it can contradict the fast generator.
 *
 * All geometry is asked of one step, forward, right, backward or left as the
 * owner of the first cell's segment sees it.  Where a way crosses from one
 * segment to another it turns round: from then on forward means backward.  A
 * piece's way is a list of such steps; a diagonal step is one straight step and
 * one to the side, in either order.
 *
 * The rules are those of ternion-variants(7), "threeChess"; comments state the
 * rule that the code below them asks for.
 */
#include "tests/naive/naive_3pf.h"

#include <string.h>

enum {
	COLUMNS = 8,
	ROWS = 4,
	CELLS = PLAYERS * COLUMNS * ROWS,
	OFF = -1, /* no cell */
	EMPTY = 0,
	GONE = 4 /* the owner, if the player is out */
};

static const char colours[] = "bgr";
static const char segments[] = "BGR";
static const char kinds[] = "KQRBNP";

/* One man; cells are in the order of 3PF. */
struct man {
	char kind; /* EMPTY: none */
	int colour;
	int owner;
};

struct position {
	struct man at[CELLS];
	int to_move;
	bool out[PLAYERS];
	unsigned long clock, number;
	const char *over; /* an agreed result, or NULL */
};

struct move {
	int from, to;
};

static int
cell_of(int segment, int column, int row)
{
	return (segment * COLUMNS + column) * ROWS + row;
}

static int
row_of(int cell)
{
	return cell % ROWS;
}

static int
segment_of(int cell)
{
	return cell / (COLUMNS * ROWS);
}

/*
 * One step: F, R, B or L.  Forward over row 4, columns A to D lead to the next
 * player's segment and E to H to the one after him: column c meets column
 * 7 - c, row 4.  There the direction turns round.
 */
static int
take_step(int cell, char way, bool *turned)
{
	static const char ways[] = "FRBL";
	int column = cell / ROWS % COLUMNS, row = row_of(cell);
	int way_at = (int)(strchr(ways, way) - ways);

	way = ways[*turned ? (way_at + 2) % 4 : way_at];
	if (way == 'F' && row + 1 == ROWS) {
		*turned = !*turned;
		return cell_of(
		    (segment_of(cell) + (column < COLUMNS / 2 ? 1 : 2)) %
			PLAYERS,
		    COLUMNS - 1 - column, row);
	}
	column += (way == 'R') - (way == 'L');
	row += (way == 'F') - (way == 'B');
	return column < 0 || column >= COLUMNS || row < 0
	    ? OFF
	    : cell_of(segment_of(cell), column, row);
}

/* All steps of a way. */
static int
follow(int cell, const char *way, bool *turned)
{
	for (; *way != '\0' && cell != OFF; way++)
		cell = take_step(cell, *way, turned);
	return cell;
}

/* True if one of the ways, with blanks between, leads to the cell; with
 * `slides` it may be repeated over empty cells. */
static bool
leads(
    const struct position *pos, int from, int to, const char *ways, bool slides)
{
	char way[4];

	for (size_t len; *ways != '\0'; ways += len + (ways[len] == ' ')) {
		bool turned = false;
		int cell = from;

		len = strcspn(ways, " ");
		memcpy(way, ways, len);
		way[len] = '\0';
		do {
			cell = follow(cell, way, &turned);
			if (cell == to)
				return true;
		} while (slides && cell != OFF && pos->at[cell].kind == EMPTY);
	}
	return false;
}

#define STRAIGHT "F R B L"
#define DIAGONAL "FR RF FL LF BR RB BL LB"
/* "The union of both orders of steps." */
#define LEAPS                                                      \
	"FFR FFL RFF LFF BBR BBL RBB LBB RRF RRB FRR BRR LLF LLB " \
	"FLL BLL"

/* Forward is towards the front in a pawn's own segment, and towards the
 * baseline in another's. */
static bool
is_at_home(const struct position *pos, int from)
{
	return segment_of(from) == pos->at[from].owner;
}

/* True if the man on `from` attacks the cell, which may hold any man or none.
 */
static bool
attacks(const struct position *pos, int from, int to)
{
	switch (pos->at[from].kind) {
	case 'K':
		return leads(pos, from, to, STRAIGHT " " DIAGONAL, false);
	case 'Q':
		return leads(pos, from, to, STRAIGHT " " DIAGONAL, true);
	case 'R':
		return leads(pos, from, to, STRAIGHT, true);
	case 'B':
		return leads(pos, from, to, DIAGONAL, true);
	case 'N':
		return leads(pos, from, to, LEAPS, false);
	default:
		return leads(pos, from, to,
		    is_at_home(pos, from) ? "FR RF FL LF" : "BR RB BL LB",
		    false);
	}
}

/* A pawn steps forward, two cells from its own row 2 over an empty cell. */
static bool
pawn_steps(const struct position *pos, int from, int to)
{
	bool home = is_at_home(pos, from), turned = false;
	int next = take_step(from, home ? 'F' : 'B', &turned);

	if (next == OFF || pos->at[next].kind != EMPTY)
		return false;
	return next == to ||
	    (home && row_of(from) == 1 && take_step(next, 'F', &turned) == to &&
		pos->at[to].kind == EMPTY);
}

/*
 * The rook's cell of castling to the cell, or OFF: "king on E1 and the rook on
 * A1 or H1, all cells between them empty", even if they have moved.
 */
static int
castling_rook(const struct position *pos, int from, int to)
{
	int me = pos->to_move;
	bool short_one = to == cell_of(me, 6, 0);
	int rook = cell_of(me, short_one ? 7 : 0, 0);

	if (pos->at[from].kind != 'K' || from != cell_of(me, 4, 0) ||
	    (!short_one && to != cell_of(me, 2, 0)) ||
	    pos->at[rook].kind != 'R' || pos->at[rook].owner != me)
		return OFF;
	for (int column = short_one ? 5 : 1; column < (short_one ? 7 : 4);
	     column++)
		if (pos->at[cell_of(me, column, 0)].kind != EMPTY)
			return OFF;
	return rook;
}

/* "The first capture of a king ends the game at once." */
static bool
is_over(const struct position *pos)
{
	return pos->over != NULL || pos->out[0] || pos->out[1] || pos->out[2];
}

static bool
is_legal(const struct position *pos, struct move move)
{
	const struct man *man = &pos->at[move.from], *there = &pos->at[move.to];

	if (is_over(pos) || man->kind == EMPTY || man->owner != pos->to_move)
		return false;
	if (there->kind != EMPTY && there->owner == pos->to_move)
		return false;
	if (man->kind == 'P' && there->kind == EMPTY)
		return pawn_steps(pos, move.from, move.to);
	return attacks(pos, move.from, move.to) ||
	    castling_rook(pos, move.from, move.to) != OFF;
}

/* Whether the cell is on the row 1 of an opponent of the player to move. */
static bool
is_last_row(const struct position *pos, int cell)
{
	return row_of(cell) == 0 && segment_of(cell) != pos->to_move;
}

static void
play(struct position *pos, struct move move)
{
	struct man *from = &pos->at[move.from], *to = &pos->at[move.to];
	int rook = attacks(pos, move.from, move.to)
	    ? OFF
	    : castling_rook(pos, move.from, move.to);
	bool resets = from->kind == 'P' || to->kind != EMPTY;

	pos->clock = resets ? 0 : pos->clock + 1;
	if (to->kind == 'K') {
		pos->out[to->owner] = true;
		for (int c = 0; c < CELLS; c++)
			if (pos->at[c].colour == to->colour)
				pos->at[c].owner = GONE;
	}
	*to = *from;
	from->kind = EMPTY;
	/* It becomes a queen at once. */
	if (to->kind == 'P' && is_last_row(pos, move.to))
		to->kind = 'Q';
	if (rook != OFF) {
		pos->at[(move.from + move.to) / 2] = pos->at[rook];
		pos->at[rook].kind = EMPTY;
	}
	do {
		pos->to_move = (pos->to_move + 1) % PLAYERS;
		pos->number += pos->to_move == 0;
	} while (pos->out[pos->to_move]);
}

static void
put_cell(struct text *text, int cell)
{
	put_char(text, segments[segment_of(cell)]);
	put_char(text, (char)('A' + cell / ROWS % COLUMNS));
	put_char(text, (char)('1' + row_of(cell)));
}

/* Rights follow from the placement. */
static void
put_state(struct text *text, const struct position *pos)
{
	static const int columns[] = { 7, 0 };
	bool rights[PLAYERS][2];

	for (int player = 0; player < PLAYERS; player++) {
		const struct man *king = &pos->at[cell_of(player, 4, 0)];

		for (int i = 0; i < 2; i++) {
			const struct man *rook =
			    &pos->at[cell_of(player, columns[i], 0)];

			rights[player][i] = king->kind == 'K' &&
			    king->owner == player && rook->kind == 'R' &&
			    rook->owner == player;
		}
	}
	put_rights(text, colours, "KQ", &rights[0][0]);
	put_string(text, " - ");
	put_status(text, pos->out);
}

static void
put_placement(struct text *text, const struct position *pos)
{
	bool first = true;

	for (int c = 0; c < CELLS; c++) {
		const struct man *man = &pos->at[c];

		if (man->kind == EMPTY)
			continue;
		if (!first)
			put_char(text, ',');
		first = false;
		if (man->owner == GONE)
			put_char(text, 'x');
		put_char(text, colours[man->colour]);
		put_char(text, man->kind);
		put_cell(text, c);
	}
}

static void
put_keys(struct text *text, const struct position *pos)
{
	(void)text, (void)pos;
}

static bool
read_cell(const char **cursor, int *cell)
{
	int segment, column, row;

	if (!read_player(cursor, segments, &segment))
		return false;
	column = **cursor - 'A';
	if (column < 0 || column >= COLUMNS)
		return false;
	++*cursor;
	if (!read_int(cursor, ROWS, &row) || row < 1)
		return false;
	*cell = cell_of(segment, column, row - 1);
	return true;
}

static bool
read_placement(const char **cursor, struct position *pos)
{
	do {
		bool gone = read_char(cursor, 'x');
		int colour, cell;
		char kind;

		if (!read_player(cursor, colours, &colour) ||
		    (kind = read_letter(cursor, kinds)) == '\0' ||
		    !read_cell(cursor, &cell))
			return false;
		pos->at[cell] =
		    (struct man){ kind, colour, gone ? GONE : colour };
	} while (read_char(cursor, ','));
	return true;
}

/* The stated rights do not count. */
static bool
read_state(const char **cursor, struct position *pos)
{
	*cursor += strcspn(*cursor, " ");
	return read_string(cursor, " - ") && read_status(cursor, pos->out);
}

static bool
read_keys(const char **cursor, struct position *pos)
{
	(void)cursor, (void)pos;
	return true;
}

static void
set_up(struct position *pos)
{
	static const char army[] = "RNBQKBNR";

	*pos = (struct position){ .number = 1 };
	for (int player = 0; player < PLAYERS; player++)
		for (int column = 0; column < COLUMNS; column++) {
			pos->at[cell_of(player, column, 0)] =
			    (struct man){ army[column], player, player };
			pos->at[cell_of(player, column, 1)] =
			    (struct man){ 'P', player, player };
		}
}

static void
list_moves(struct list *list, const struct position *pos)
{
	for (int from = 0; from < CELLS; from++)
		for (int to = 0; to < CELLS; to++) {
			struct text text;

			if (!is_legal(pos, (struct move){ from, to }))
				continue;
			text = list_next(list);
			put_cell(&text, from);
			put_cell(&text, to);
		}
}

static bool
play_text(struct position *pos, const char *text)
{
	struct move move;

	if (!read_cell(&text, &move.from) || !read_cell(&text, &move.to))
		return false;
	/* "Read with and without the Q." */
	if ((*text == 'Q' || *text == 'q') && pos->at[move.from].kind == 'P' &&
	    is_last_row(pos, move.to))
		text++;
	if (*text != '\0' || !is_legal(pos, move))
		return false;
	play(pos, move);
	return true;
}

/* "The captor has 1 point, the owner of the king -1, the third player 0", and
 * each one more.  The captor is the opponent who is not to move. */
static const char *
result_of(const struct position *pos)
{
	static const char *const results[PLAYERS][PLAYERS] = { { "", "0-1-2",
								   "0-2-1" },
		{ "1-0-2", "", "2-0-1" }, { "1-2-0", "2-1-0", "" } };
	struct list list = { NULL, 0, 0 };
	int owner = 0;

	if (pos->over != NULL)
		return pos->over;
	if (!is_over(pos)) {
		list_moves(&list, pos);
		return list.n == 0 ? "1-1-1" : NULL;
	}
	while (!pos->out[owner])
		owner++;
	return results[owner][pos->to_move];
}

static unsigned
attackers_of_king(const struct position *pos, int player)
{
	unsigned players = 0;
	int king = 0;

	while (king < CELLS &&
	    (pos->at[king].kind != 'K' || pos->at[king].owner != player))
		king++;
	for (int c = 0; c < CELLS && king < CELLS; c++)
		if (pos->at[c].kind != EMPTY && pos->at[c].owner != player &&
		    pos->at[c].owner != GONE && attacks(pos, c, king))
			players |= 1u << pos->at[c].owner;
	return players;
}

#define ENGINE  naive_threechess
#define VARIANT "threechess"
#include "tests/naive/naive_engine.h"
