/*
 * The inner parts of the rules: keys of positions, the search for a move
 * without a list, and of 3-Player Chess I who follows, the ko and the halves of
 * a turn. The rules are in tests/rules: tests/README.md, "Rules".
 */
#include "rules/bnem/bnem_int.h"
#include "tests/unit/unit.h"

#include "parse/game/turn.h"
#include "parse/notation/coords.h"
#include "parse/position/tpf.h"

enum {
	WHITE,
	RED,
	BLACK,
};

/* Two games, and of a third the usual one, one with cubes, and one without a
 * ko. */
static struct rules dreierschach, nivichanov, usual, cubes, no_ko;
static const struct rules *rules = &usual;
static struct arena arena;

static void
make(struct rules *of, const struct variant *variant, const char *options)
{
	struct settings settings;

	settings_default(variant, &settings);
	tpf_options(variant, slice_of(options), &settings);
	rules_init(of, variant, &settings);
}

SET_UP(make_rules)
{
	make(&dreierschach, &variant_dreierschach, "");
	make(&nivichanov, &variant_nivichanov, "");
	make(&usual, &variant_bnem, "");
	make(&cubes, &variant_bnem, "opt=Cubes:yes");
	make(&no_ko, &variant_bnem, "opt=Ko:none");
}

TEAR_DOWN(free_arena)
{
	arena_release(&arena);
}

/* The position of a line of a game. */
static struct position
position_in(const struct rules *game, const char *line)
{
	struct position position;
	struct diags diags;

	diags_init(&diags, &arena);
	if (!tpf_read(game, slice_of(line), 0, &diags, &position))
		fail_msg("%s: %s", diags.list[0].message, line);
	return position;
}

/* The position of a line of 3-Player Chess I, which chooses its options. */
static struct position
at(const char *line)
{
	rules = strstr(line, "Cubes:yes") != NULL ? &cubes
	    : strstr(line, "Ko:none") != NULL     ? &no_ko
						  : &usual;
	return position_in(rules, line);
}

/* Plays a move in coordinates; the code of its fault, or NULL. */
static const char *
judge(struct position *position, const char *text, struct move *move)
{
	struct alphabet letters;
	const struct reader_context reader = { rules, &notation_coordinate,
		&letters };
	struct turn turn = { .asks.outcome = true };
	struct diags diags;
	bool legal;

	diags_init(&diags, &arena);
	legal = turn_judge_alone(
	    &turn, &reader, &letters, position, slice_of(text), 0, &diags);
	if (move != NULL)
		*move = turn.move;
	return legal ? NULL : diag_table[diags.list[0].id].slug;
}

static struct move
play(struct position *position, const char *text)
{
	struct move move;
	const char *fault = judge(position, text, &move);

	if (fault != NULL)
		fail_msg("%s: %s", text, fault);
	return move;
}

/* The cell of that name in coordinates. */
static cell
cell_named(const struct rules *game, const char *name)
{
	cell c = coords_read(&game->board,
	    notation_naming(&notation_coordinate, game->variant), 0,
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
	position = position_in(&nivichanov, text);
	assert_false(is_found(&position, BISHOP, "e3"));
	snprintf(
	    text, sizeof(text), "%s%s", around, "wRh8 w w-.r-.b- - aaa 0 1");
	position = position_in(&nivichanov, text);
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

/* Checks on the empty board, moves summed over the 75 cells. */
TEST(targets_add_up_on_the_empty_board)
{
	static const struct {
		unsigned kind;
		unsigned plain, promoted;
	} sums[] = {
		{ CHARIOT, 1350, 1590 },
		{ GRIFFIN, 2136, 2406 },
		{ ROSE, 1728, 1932 },
		{ KING, 510, 2070 },
		{ STAR, 426, 936 },
		{ DRAUGHT, 240, 780 },
	};

	for (size_t i = 0; i < sizeof(sums) / sizeof(sums[0]); i++)
		for (unsigned p = 0; p < 2; p++) {
			unsigned moves = 0;

			for (cell c = 0; c < rules->board.cells; c++) {
				struct position board;
				struct cellset set;

				position_clear(&board);
				position_put(&board, c,
				    (uint8_t)(piece_make(
						  (enum kind)sums[i].kind, 0,
						  0) |
					(p > 0 ? PIECE_PROMOTED : 0)));
				set = bnem_targets(rules, &board, c);
				moves += cellset_count(&set);
			}
			assert_int_equal(
			    moves, p > 0 ? sums[i].promoted : sums[i].plain);
		}
}

/*
 * 4. the other's king was captured and the other cannot capture a king. Such a
 * player cannot move, so in a game the first condition decides; here both are
 * said to be able to.
 */
TEST(condition_4_other_captures_no_king)
{
	struct position position =
	    at("wKb1,w+Ca10,bKj1,bCb5 "
	       "w w-.r-.b- - aaa 0 1 turns=wrb captors=-.w.-");
	struct order order = { &position, WHITE, false, { true, true, true } };
	unsigned condition;

	assert_int_equal(bnem_follower(&order, &condition), BLACK);
	assert_int_equal(condition, 4);
	order.can_move[RED] = false;
	assert_int_equal(bnem_follower(&order, &condition), BLACK);
	assert_int_equal(condition, 1);
}

/* The captures of each half. */
TEST(each_half_captures)
{
	static const struct {
		const char *pair, *taken[4];
	} cases[] = {
		{ "d9d5&a9a5", { "d5", "a5", NULL } },
		{ "d9d8&a9a5", { "a5", NULL, NULL } },
		{ "d9d5&a9a8", { "d5", NULL, NULL } },
		{ "d9d8&a9a8", { NULL, NULL, NULL } },
		{ "c8c6&a9a8", { "b6", "b7", "c7", NULL } },
	};
	struct position position =
	    at("rCd9,rCa9,wPd5,wPa5,wKa1,rKa10,bKj1,rSb6,rSb7,bSc7,rSc8 "
	       "r w-.r-.b- - aaa 0 1 opt=Cubes:yes turns=wb");

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct position after = position;
		struct move move = play(&after, cases[i].pair);
		struct cellset taken = rules_taken(rules, &position, &move);
		unsigned n = 0;

		for (; cases[i].taken[n] != NULL; n++)
			assert_true(cellset_has(
			    &taken, cell_named(rules, cases[i].taken[n])));
		assert_int_equal(cellset_count(&taken), n);
	}
}

/*
 * Half of a turn may repeat a position, a whole turn may not. A piece that can
 * make the move only as half of a turn must still be told apart.
 */
TEST(moves_of_halves_are_told_apart)
{
	struct position position =
	    at("rCd9,rCb8,rPb5,wKa1,rKa10,bKj1 "
	       "r w-.r-.b- - aaa 0 1 opt=Cubes:yes turns=wb");
	struct position after = position;
	struct alphabet letters;
	const struct marks none = { .attacked = 0 };
	struct strbuf out = STRBUF_INIT;
	struct move move;
	struct past past;

	play(&after, "b8d8");
	position_remember(&after, &past);
	position.past = &past;
	after = position;
	move = play(&after, "d9d8&b5b4");
	alphabet_init(&letters, letter_sets, variant_bnem.letters);
	notation_write(&notation_algebraic, rules, &letters, &position, &move,
	    &none, &out);
	assert_string_equal(out.ptr, "Cdd8&b4");
	strbuf_release(&out);
	assert_string_equal(judge(&position, "b8d8", NULL), "ko");
}

/*
 * A threat ignores the ko: Red may not repeat a position by taking Black's
 * king, but threatens it.
 */
TEST(threat_ignores_the_ko)
{
	struct position position = at("rCj5,bKj1,wKa1,rKa10 "
				      "r w-.r-.b- - aaa 0 1 turns=wb");
	struct position after = position;
	struct past past;

	assert_int_equal(position.checks[BLACK], 1u << RED);
	play(&after, "j5j1");
	position_remember(&after, &past);
	position.past = &past;
	assert_string_equal(judge(&position, "j5j1", NULL), "ko");
	rules_recompute_checks(rules, &position);
	assert_int_equal(position.checks[BLACK], 1u << RED);
}

/* Takes the move that is asked for last. */
static bool
take_move(void *context, const struct move *move)
{
	*(struct move *)context = *move;
	return true;
}

/*
 * Only White can move, and he only to and fro, with a draught or with his king.
 * The ko then forbids the way back, also if the caller remembers the position
 * before, or only another one.
 */
TEST(ko_forbids_the_only_way_back)
{
	static const char stuck[] = "rKa10,rDa9,rDb9,rDb10,bPa8,bPb8,bPc8,bPc9,"
				    "bPc10,bPc7,bPd8,bPd7,bKj1";
	static const char *const whites[] = {
		"wKa1,wDa2,wDb1,wDb2,wDa5,bPb6,bPa3,bPc3,bPd2,bPc5,bPd6,bPb3,"
		"bSc4,bSc2,bCd3,bCd4,bCc1",
		"wKa1,wPa2,wPb2,wPc1,wPc2,wDa3,wDb3,wDc3,wDd2,wDd1,bPb4,bPc5,"
		"bPa5,bPa4,bPc4,bPd5,bSd4,bSe5,bCe1,bCe3,bCf4,bRe2,bRf3",
	};
	static const struct {
		const char *ko;
		enum {
			NOTHING,
			ITSELF,
			ANOTHER
		} remembers;
		unsigned next;
	} cases[] = {
		{ "", NOTHING, RED },
		{ "", ITSELF, RED },
		{ "", ANOTHER, RED },
		{ " opt=Ko:none", NOTHING, WHITE },
		{ " opt=Ko:none", ITSELF, WHITE },
	};

	for (size_t i = 0; i < 2 * sizeof(cases) / sizeof(*cases); i++) {
		const char *white = whites[i % 2];
		struct position position, another;
		const struct past *known;
		struct move move;
		struct past past;
		char text[512];

		snprintf(text, sizeof(text),
		    "%s,%s w w-.r-.b- - aax 0 5%s turns=wrb unmoved=-", white,
		    stuck, cases[i / 2].ko);
		position = at(text);
		assert_int_equal(rules_count(rules, &position), 1);
		rules_moves(rules, &position, NULL, take_move, &move);
		another = rules->start;
		position_remember(
		    cases[i / 2].remembers == ITSELF ? &position : &another,
		    &past);
		known = cases[i / 2].remembers == NOTHING ? NULL : &past;
		position.past = known;
		rules_make_move(rules, &position, &move);
		assert_int_equal(position.to_move, cases[i / 2].next);
		assert_true(position.past == known);
	}
}
