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
	PLAYERS = 3, /* Blue, Green, Red */
	COLUMNS = 8,
	ROWS = 4,
	CELLS = PLAYERS * COLUMNS * ROWS,
	OFF = -1, /* no cell */
	EMPTY = 0,
	GONE = 4 /* owner of a man whose player is out */
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

/* Whether one of the ways, with blanks between, leads to the cell; `slides`: it
 * may be repeated over empty cells. */
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

/* Whether the man on `from` attacks the cell, whatever is there. */
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

/* The rook's cell of castling to the cell, or OFF: "king on E1 and the rook on
 * A1 or H1, all cells between them empty", whatever has moved before. */
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
	/* On an opponent's row 1 it becomes a queen at once. */
	if (to->kind == 'P' && row_of(move.to) == 0 &&
	    segment_of(move.to) != pos->to_move)
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
put_rights(struct text *text, const struct position *pos, int player)
{
	static const struct {
		char letter;
		int column;
	} sides[] = { { 'K', 7 }, { 'Q', 0 } };
	const struct man *king = &pos->at[cell_of(player, 4, 0)];
	bool none = true;

	put_char(text, colours[player]);
	for (int i = 0; i < 2; i++) {
		const struct man *rook =
		    &pos->at[cell_of(player, sides[i].column, 0)];

		if (king->kind != 'K' || king->owner != player ||
		    rook->kind != 'R' || rook->owner != player)
			continue;
		put_char(text, sides[i].letter);
		none = false;
	}
	if (none)
		put_char(text, '-');
}

static bool
write_position(const struct position *pos, char *out, size_t size)
{
	struct text text = { out, size, 0 };
	bool first = true;

	for (int c = 0; c < CELLS; c++) {
		const struct man *man = &pos->at[c];

		if (man->kind == EMPTY)
			continue;
		if (!first)
			put_char(&text, ',');
		first = false;
		if (man->owner == GONE)
			put_char(&text, 'x');
		put_char(&text, colours[man->colour]);
		put_char(&text, man->kind);
		put_cell(&text, c);
	}
	put_char(&text, ' ');
	put_char(&text, colours[pos->to_move]);
	for (int player = 0; player < PLAYERS; player++) {
		put_char(&text, player == 0 ? ' ' : '.');
		put_rights(&text, pos, player);
	}
	put_string(&text, " - ");
	for (int player = 0; player < PLAYERS; player++)
		put_char(&text, pos->out[player] ? 'x' : 'a');
	put_char(&text, ' ');
	put_number(&text, pos->clock);
	put_char(&text, ' ');
	put_number(&text, pos->number);
	return text.len < size;
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
	return read_char(cursor, ' ');
}

static bool
read_position(const char *tpf, struct position *pos)
{
	const char **cursor = &tpf;

	memset(pos, 0, sizeof(*pos));
	for (int c = 0; c < CELLS; c++)
		pos->at[c].colour = GONE;
	if (!read_placement(cursor, pos) ||
	    !read_player(cursor, colours, &pos->to_move) ||
	    !read_char(cursor, ' '))
		return false;
	/* What is stated of rights does not count. */
	*cursor += strcspn(*cursor, " ");
	if (!read_string(cursor, " - "))
		return false;
	for (int player = 0; player < PLAYERS; player++) {
		char letter = read_letter(cursor, "ax");

		if (letter == '\0')
			return false;
		pos->out[player] = letter == 'x';
	}
	if (!read_char(cursor, ' ') || !read_number(cursor, &pos->clock) ||
	    !read_char(cursor, ' ') || !read_number(cursor, &pos->number))
		return false;
	if (read_string(cursor, " over="))
		pos->over = *cursor;
	return pos->over != NULL || **cursor == '\0';
}

static void
threechess_start(char *out, size_t size)
{
	static const char army[] = "RNBQKBNR";
	struct position pos = { .number = 1 };

	for (int player = 0; player < PLAYERS; player++)
		for (int column = 0; column < COLUMNS; column++) {
			pos.at[cell_of(player, column, 0)] =
			    (struct man){ army[column], player, player };
			pos.at[cell_of(player, column, 1)] =
			    (struct man){ 'P', player, player };
		}
	write_position(&pos, out, size);
}

static size_t
threechess_moves(const char *tpf, char (*out)[NAIVE_MOVE_MAX], size_t max)
{
	struct list list = { out, 0, max };
	struct position pos;

	if (!read_position(tpf, &pos))
		return 0;
	for (int from = 0; from < CELLS; from++)
		for (int to = 0; to < CELLS; to++) {
			struct text text;

			if (!is_legal(&pos, (struct move){ from, to }))
				continue;
			text = list_next(&list);
			put_cell(&text, from);
			put_cell(&text, to);
		}
	return list.n;
}

static bool
threechess_apply(const char *tpf, const char *move, char *out, size_t size)
{
	struct position pos;
	struct move parsed;

	if (!read_position(tpf, &pos) || !read_cell(&move, &parsed.from) ||
	    !read_cell(&move, &parsed.to) || *move != '\0' ||
	    !is_legal(&pos, parsed))
		return false;
	play(&pos, parsed);
	return write_position(&pos, out, size);
}

/* "The captor has 1 point, the owner of the king -1, the third player 0", and
 * each one more.  The captor is the one of the two others whose turn it is not.
 */
static const char *
threechess_result(const char *tpf)
{
	static const char *const results[PLAYERS][PLAYERS] = { { "", "0-1-2",
								   "0-2-1" },
		{ "1-0-2", "", "2-0-1" }, { "1-2-0", "2-1-0", "" } };
	struct position pos;
	int owner = 0;

	if (!read_position(tpf, &pos))
		return NULL;
	if (pos.over != NULL)
		return pos.over;
	if (!is_over(&pos))
		return threechess_moves(tpf, NULL, 0) == 0 ? "1-1-1" : NULL;
	while (!pos.out[owner])
		owner++;
	return results[owner][pos.to_move];
}

static unsigned
threechess_attackers(const char *tpf, int player)
{
	struct position pos;
	unsigned players = 0;
	int king = 0;

	if (!read_position(tpf, &pos))
		return 0;
	while (king < CELLS &&
	    (pos.at[king].kind != 'K' || pos.at[king].owner != player))
		king++;
	for (int c = 0; c < CELLS && king < CELLS; c++)
		if (pos.at[c].kind != EMPTY && pos.at[c].owner != player &&
		    pos.at[c].owner != GONE && attacks(&pos, c, king))
			players |= 1u << pos.at[c].owner;
	return players;
}

const struct naive_engine naive_threechess = {
	.variant = "threechess",
	.start = threechess_start,
	.moves = threechess_moves,
	.apply = threechess_apply,
	.result = threechess_result,
	.attackers = threechess_attackers,
};
