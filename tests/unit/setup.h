/*
 * Positions and moves in short, for the tests of the Dreierschach rules.
 *
 * A position is written as its pieces in the tokens of 3PF and, last, the
 * letter of the player to move: "wKb1 gKa6 bKm6 wPe2 w".  A move is written
 * as its cells, "e2e4", with a letter for a promotion, "l11m12q"; castling is
 * written as the king's move.  Cells are counted in the order of 3PF.
 */
#pragma once

#include "tests/unit/unit.h"

#include "rules/rules.h"

enum {
	WHITE,
	GRAY,
	BLACK
};

/* Castling sides: `0-0` and `0-0-0`. */
enum {
	MINOR,
	MAJOR
};

/* The rules under test; made by make_rules and only read after that. */
static struct rules rules;

/* The set-up of every group of tests. */
SET_UP(make_rules)
{
	rules_init(&rules, &variant_dreierschach, NULL);
}

/* All the names of a board fit. */
enum {
	LIST_MAX = 1024
};

/* Reads a cell's name and moves the cursor over it; it must be on the board. */
static inline cell
read_cell(const char **cursor)
{
	unsigned file = (unsigned)(**cursor - 'a');
	char *end;
	unsigned long rank = strtoul(*cursor + 1, &end, 10);
	cell c = board_at(&rules.board, file, (unsigned)rank);

	if (c == CELL_NONE)
		fail_msg("not a cell: %s", *cursor);
	*cursor = end;
	return c;
}

static inline cell
cell_named(const char *name)
{
	return read_cell(&name);
}

/* The cells of a list such as "e6 f6". */
static inline struct cellset
cells_named(const char *list)
{
	struct cellset set = { { 0 } };

	while (*list != '\0') {
		cellset_add(&set, read_cell(&list));
		while (*list == ' ')
			list++;
	}
	return set;
}

static inline void
write_cells(char out[LIST_MAX], struct cellset set)
{
	size_t len = 0;

	out[0] = '\0';
	while (!cellset_empty(&set)) {
		struct place name = rules.board.name[cellset_pop(&set)];

		len += (size_t)snprintf(out + len, LIST_MAX - len, "%s%c%u",
		    len > 0 ? " " : "", 'a' + name.file, name.rank);
	}
}

static inline void
check_cells(
    struct cellset actual, struct cellset expected, const char *file, int line)
{
	char text[2][LIST_MAX];

	write_cells(text[0], actual);
	write_cells(text[1], expected);
	_assert_string_equal(text[0], text[1], file, line);
}

static inline bool
add_target(void *context, const struct move *move)
{
	cellset_add(context, move->to);
	return true;
}

/* The cells to which the piece on `from` may move, castling included. */
static inline struct cellset
targets(const struct position *position, cell from)
{
	const struct move_query query = {
		.from = from, .to = CELL_NONE, .type = MOVE_QUIET
	};
	struct cellset set = { { 0 } };

	rules_moves(&rules, position, &query, add_target, &set);
	return set;
}

static inline void
put(struct position *position, cell c, enum kind kind, unsigned owner)
{
	if (!position_is_empty(position, c))
		fail_msg("two pieces on cell %u", c);
	position_put(position, c, piece_make(kind, owner, owner));
	rules_recompute_checks(&rules, position);
}

/* A position from its short text. */
static inline struct position
place(const char *text)
{
	struct position position;

	position_clear(&position);
	while (text[1] != '\0') {
		unsigned owner = variant_player(rules.variant, text[0]);
		enum kind kind = variant_kind(rules.variant, text[1]);

		text += 2;
		put(&position, read_cell(&text), kind, owner);
		while (*text == ' ')
			text++;
	}
	position_turn(&position, variant_player(rules.variant, text[0]));
	return position;
}

/* A move looked for by its text, and whether it has been found. */
struct search {
	cell from, to;
	char promotion; /* as in 3PF records, 'q'; NUL for none */
	bool found;
	struct move move;
};

static inline char
promotion_letter(const struct move *move)
{
	static const char letters[KINDS + 1] = {
		[KNIGHT] = 'n',
		[BISHOP] = 'b',
		[ROOK] = 'r',
		[QUEEN] = 'q',
	};

	return letters[move->promotion];
}

static inline bool
match_move(void *context, const struct move *move)
{
	struct search *search = context;

	if (move->from != search->from || move->to != search->to ||
	    promotion_letter(move) != search->promotion)
		return true;
	search->found = true;
	search->move = *move;
	return false;
}

/* Looks a move of a piece of the player to move up among the legal ones. */
static inline struct search
look_up(const struct position *position, const char **cursor)
{
	struct search search = { .from = read_cell(cursor) };

	search.to = read_cell(cursor);
	if (**cursor != '\0' && **cursor != ' ')
		search.promotion = *(*cursor)++;
	if (!cellset_has(&position->owned[position->to_move], search.from))
		fail_msg("no piece of the mover: %s", *cursor);
	rules_moves(&rules, position, NULL, match_move, &search);
	return search;
}

static inline bool
is_legal(const struct position *position, const char *text)
{
	return look_up(position, &text).found;
}

/* The legal move of that text; there must be one. */
static inline struct move
find_move(const struct position *position, const char *text)
{
	const char *cursor = text;
	struct search search = look_up(position, &cursor);

	if (!search.found)
		fail_msg("not legal: %s", text);
	return search.move;
}

/* Plays moves separated by spaces; each must be legal. */
static inline void
play(struct position *position, const char *moves)
{
	while (*moves != '\0') {
		struct search search = look_up(position, &moves);

		if (!search.found)
			fail_msg("not legal, before \"%s\"", moves);
		rules_make_move(&rules, position, &search.move);
		while (*moves == ' ')
			moves++;
	}
}

/* Of a file of cases: decodes \n \r \t \\ and \xHH in place, and gives the
 * length. */
static inline size_t
unescape(char *text)
{
	static const char letters[] = "nrt\\", meant[] = "\n\r\t\\";
	char *out = text;

	for (const char *p = text; *p != '\0'; p++) {
		if (*p != '\\') {
			*out++ = *p;
		} else if (*++p == 'x') {
			char digits[] = { p[1], p[2], '\0' };

			*out++ = (char)strtoul(digits, NULL, 16);
			p += 2;
		} else {
			assert_non_null(strchr(letters, *p));
			*out++ = meant[strchr(letters, *p) - letters];
		}
	}
	*out = '\0';
	return (size_t)(out - text);
}
