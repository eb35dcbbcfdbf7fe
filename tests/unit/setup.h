/*
 * Positions and moves in short, for the tests of the Dreierschach rules.
 *
 * A position is written as its pieces in the tokens of 3PF and, last, the
 * letter of the player to move: "wKb1 gKa6 bKm6 wPe2 w".  A move is written
 * as its cells, "e2e4", with a letter for a promotion, "l11m12q"; castling is
 * written as the king's move.  Cells are counted in the order of 3PF.
 */
#ifndef TESTS_UNIT_SETUP_H
#define TESTS_UNIT_SETUP_H

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

/* The baselines of Dreierschach, each from its player's left. */
static const char *const baselines[PLAYERS] = {
	"a1 b1 c1 d1 e1 f1 g1 h1",
	"h13 g12 f11 e10 d9 c8 b7 a6",
	"m6 m7 m8 m9 m10 m11 m12 m13",
};

/* The rules under test; made by make_rules and only read after that. */
static struct rules rules;

/* The set-up of every group of tests. */
SET_UP(make_rules)
{
	rules_init(&rules, &variant_dreierschach, NULL);
}

#include "tests/unit/cells.h"

/* The cell that the player in `seat` sees where White sees `name`. */
static inline cell
cell_turned(const char *name, unsigned seat)
{
	cell c = cell_named(name);

	while (seat-- > 0)
		c = rules.board.rotate[c];
	return c;
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

/* The piece on the cell `from` may move to exactly the cells of the list. */
#define assert_targets(position, from, list)                                \
	check_cells(targets(position, cell_named(from)), cells_named(list), \
	    __FILE__, __LINE__)

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

static inline bool
find_cells(void *context, const struct move *move)
{
	struct search *search = context;

	search->found = move->from == search->from && move->to == search->to;
	search->move = *move;
	return !search->found;
}

/*
 * Plays the move that White makes from `from` to `to`, turned to the player to
 * move.
 */
static inline void
play_turned(struct position *position, const char *from, const char *to)
{
	unsigned me = position->to_move;
	struct search search = {
		.from = cell_turned(from, me),
		.to = cell_turned(to, me),
	};

	rules_moves(&rules, position, NULL, find_cells, &search);
	if (!search.found)
		fail_msg("player %u: not legal: %s%s", me, from, to);
	rules_make_move(&rules, position, &search.move);
}

/* True if a piece of that kind and owner is on the cell. */
static inline bool
stands(const struct position *position, cell c, enum kind kind, unsigned owner)
{
	uint8_t piece = position->at[c];

	return piece_kind(piece) == kind &&
	    (kind == KIND_NONE || piece_owner(piece) == owner);
}

/* Like stands(), with the piece and its cell as text: "gPd6". */
static inline bool
holds(const struct position *position, const char *token)
{
	return stands(position, cell_named(token + 2),
	    variant_kind(rules.variant, token[1]),
	    variant_player(rules.variant, token[0]));
}

static inline bool
is_vacant(const struct position *position, const char *name)
{
	return position_is_empty(position, cell_named(name));
}

static inline struct outcome
outcome_of(const struct position *position)
{
	struct outcome outcome;

	rules_outcome(&rules, position, &outcome);
	return outcome;
}

#endif
