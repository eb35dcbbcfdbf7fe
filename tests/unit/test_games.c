/*
 * The inner parts of the rules: keys of positions, and the search for a move
 * without a list. The rules are in tests/rules: tests/README.md, "Rules".
 */
#include "tests/unit/unit.h"

#include "parse/position/tpf.h"
#include "parse/notation/coords.h"
#include "parse/notation/notation.h"
#include "rules/rules.h"

static struct rules dreierschach, nivichanov;

SET_UP(make_rules)
{
	rules_init(&dreierschach, &variant_dreierschach, NULL);
	rules_init(&nivichanov, &variant_nivichanov, NULL);
}

/* The cell of that name in coordinates. */
static cell
cell_named(const struct rules *rules, const char *name)
{
	cell c = coords_read(&rules->board,
	    notation_naming(&notation_coordinate, rules->variant), 0,
	    slice_of(name));

	if (c == CELL_NONE)
		fail_msg("not a cell: %s", name);
	return c;
}

/* Positions that differ in a right or a pawn open to en passant have different
 * keys. */
TEST(rights_are_in_the_key)
{
	struct position position = dreierschach.start;
	uint64_t keys[1 << PLAYERS];

	for (unsigned who = 0; who < 1 << PLAYERS; who++) {
		for (unsigned p = 0; p < PLAYERS; p++)
			position.rights[p] =
			    who >> p & 1 ? dreierschach.start.rights[p] : 0;
		keys[who] = rules_full_key(&dreierschach, &position);
		for (unsigned other = 0; other < who; other++)
			assert_false(keys[who] == keys[other]);
	}
	assert_true(keys[(1 << PLAYERS) - 1] == dreierschach.start.key);
}

TEST(double_step_is_in_the_key)
{
	struct position position = dreierschach.start;
	uint64_t key = rules_full_key(&dreierschach, &position);

	position.en_passant[0].target = cell_named(&dreierschach, "e3");
	position.en_passant[0].pawn = cell_named(&dreierschach, "e4");
	assert_false(key == rules_full_key(&dreierschach, &position));
}

static struct position
place(const char *line)
{
	struct arena arena = ARENA_INIT;
	struct position position;
	struct diags diags;

	diags_init(&diags, &arena);
	if (!tpf_read(&nivichanov, slice_of(line), 0, &diags, &position))
		fail_msg("not a position: %s", line);
	arena_release(&arena);
	return position;
}

/* Leaves the bytes on the stack where the next call keeps its data. */
__attribute__((noinline)) static void
fill_stack(int byte)
{
	volatile char left[1 << 16];

	for (size_t i = 0; i < sizeof(left); i++)
		left[i] = (char)byte;
}

/* True if the move is found without a list, with any bytes on the stack. */
static bool
is_found(const struct position *position, enum kind kind, const char *to)
{
	const struct move_query query = {
		.kind = kind,
		.from = CELL_NONE,
		.from_file = FILES_MAX,
		.to = cell_named(&nivichanov, to),
	};
	struct cellset rivals;
	bool found[2];
	struct move move;

	for (int i = 0; i < 2; i++) {
		fill_stack(i == 0 ? 0 : 0xff);
		found[i] = rules_find_plain(
		    &nivichanov, position, &query, &move, &rivals);
	}
	assert_int_equal(found[0], found[1]);
	return found[0];
}

/*
 * The only defence is a capture of the knight on i5, if there is one. A search
 * for a move to an empty cell does not know about such captures.
 */
TEST(plain_search_knows_that_the_king_must_be_defended)
{
	static const char around[] =
	    "wKf1,wPe1,wPe2,wPf2,wPg1,wPg2,wPg3,wPh2,rNi5,rKd9,bKn11,";
	struct position position;
	char text[160];

	snprintf(
	    text, sizeof(text), "%s%s", around, "wBa1 w w-.r-.b- - aaa 0 1");
	position = place(text);
	assert_false(is_found(&position, BISHOP, "e3"));
	snprintf(
	    text, sizeof(text), "%s%s", around, "wRh8 w w-.r-.b- - aaa 0 1");
	position = place(text);
	assert_true(is_found(&position, ROOK, "h5"));
}

/* Checks on the empty board, moves summed over all its cells. */
TEST(targets_of_a_lone_piece_add_up)
{
	static const struct {
		enum kind kind;
		unsigned sum;
	} cases[] = { { KING, 1284 }, { QUEEN, 5250 }, { ROOK, 3444 },
		{ BISHOP, 1806 }, { KNIGHT, 1068 } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		size_t sum = 0;

		for (cell c = 0; c < dreierschach.board.cells; c++) {
			struct position position;

			position_clear(&position);
			position_put(
			    &position, c, piece_make(cases[i].kind, 0, 0));
			rules_recompute_checks(&dreierschach, &position);
			sum += rules_count(&dreierschach, &position);
		}
		assert_int_equal(sum, cases[i].sum);
	}
}
