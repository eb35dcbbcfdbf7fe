/*
 * The rules of Dreierschach: castling: ternion-variants(7), "Dreierschach".
 *
 * Each rule stands above its test. The castlings are spelt out for all three
 * players.
 */
#include "tests/property/attackers.h"
#include "tests/unit/setup.h"

/*
 * Castling
 */

struct castling_case {
	unsigned seat, side;
	const char *king_from, *king_to, *rook_from, *rook_to;
	const char *between;
};

/* Minor (`0-0`, two hexes between): king to b1 / g12 / m7, rook to c1 / f11 /
 * m8.  Major (`0-0-0`, three between): king to g1 / b7 / m12, rook to f1 / c8
 * / m11. */
static const struct castling_case castlings[] = {
	{ WHITE, MINOR, "d1", "b1", "a1", "c1", "b1 c1" },
	{ WHITE, MAJOR, "d1", "g1", "h1", "f1", "e1 f1 g1" },
	{ GRAY, MINOR, "e10", "g12", "h13", "f11", "g12 f11" },
	{ GRAY, MAJOR, "e10", "b7", "a6", "c8", "d9 c8 b7" },
	{ BLACK, MINOR, "m9", "m7", "m6", "m8", "m7 m8" },
	{ BLACK, MAJOR, "m9", "m12", "m13", "m11", "m10 m11 m12" },
};

enum {
	CASTLINGS = sizeof(castlings) / sizeof(castlings[0])
};

static void
put_home_kings(struct position *position)
{
	for (unsigned seat = 0; seat < PLAYERS; seat++)
		put(position, cell_turned("d1", seat), KING, seat);
}

/* The kings at home and the one rook; its owner is to move. */
static struct position
castling_position(const struct castling_case *c)
{
	struct position position;

	position_clear(&position);
	put_home_kings(&position);
	put(&position, cell_named(c->rook_from), ROOK, c->seat);
	position_turn(&position, c->seat);
	position_set_rights(&position, c->seat, 1U << c->side);
	return position;
}

/* Rights make it another position. */
TEST(rights_are_in_the_key)
{
	struct position position = castling_position(&castlings[0]);
	struct position other = position;

	assert_true(position.key == rules_full_key(&rules, &position));
	other.rights[castlings[0].seat] = 0;
	assert_false(position.key == rules_full_key(&rules, &other));
}

/* Each player has castling rights of his own. */
TEST(each_player_has_his_own_rights)
{
	struct position position = rules.start;
	uint64_t keys[1 << PLAYERS];

	for (unsigned who = 0; who < 1 << PLAYERS; who++) {
		for (unsigned p = 0; p < PLAYERS; p++)
			position.rights[p] =
			    who >> p & 1 ? rules.start.rights[p] : 0;
		keys[who] = rules_full_key(&rules, &position);
		for (unsigned other = 0; other < who; other++)
			assert_false(keys[who] == keys[other]);
	}
}

static bool
can_castle(const struct position *position, const struct castling_case *c)
{
	struct search search = {
		.from = cell_named(c->king_from),
		.to = cell_named(c->king_to),
	};

	rules_moves(&rules, position, NULL, find_cells, &search);
	if (search.found) {
		assert_int_equal(search.move.type, MOVE_CASTLE);
		assert_int_equal(search.move.side, c->side);
	}
	return search.found;
}

TEST(castling_moves_king_and_rook)
{
	for (int i = 0; i < CASTLINGS; i++) {
		const struct castling_case *c = &castlings[i];
		struct position position = castling_position(c);
		char text[16];

		assert_true(can_castle(&position, c));
		snprintf(text, sizeof(text), "%s%s", c->king_from, c->king_to);
		play(&position, text);
		assert_true(
		    stands(&position, cell_named(c->king_to), KING, c->seat));
		assert_true(
		    stands(&position, cell_named(c->rook_to), ROOK, c->seat));
		assert_true(is_vacant(&position, c->king_from));
		assert_true(is_vacant(&position, c->rook_from));
		assert_int_equal(
		    position.king[c->seat], cell_named(c->king_to));
		assert_int_equal(position.rights[c->seat], 0);
	}
}

TEST(castling_may_give_check_with_the_rook)
{
	struct position minor = place("wKd1 wRa1 gKc6 bKm9 w");
	struct position major = place("wKd1 wRh1 gKf9 bKm9 w");

	position_set_rights(&minor, WHITE, 1U << MINOR);
	play(&minor, "d1b1");
	assert_int_equal(minor.checks[GRAY], 1U << WHITE);
	position_set_rights(&major, WHITE, 1U << MAJOR);
	play(&major, "d1g1");
	assert_int_equal(major.checks[GRAY], 1U << WHITE);
}

/* `0-0` passes two hexes and `0-0-0` three. */
TEST(minor_castling_is_0_0_and_major_0_0_0)
{
	assert_int_equal(rules.sides, 2);
	assert_string_equal(rules.setup->sides[MINOR].text, "0-0");
	assert_string_equal(rules.setup->sides[MAJOR].text, "0-0-0");
	for (int i = 0; i < CASTLINGS; i++) {
		const struct castling *side =
		    &rules.seat[castlings[i].seat].side[castlings[i].side];

		check_cells(side->between, cells_named(castlings[i].between),
		    __FILE__, __LINE__);
		assert_int_equal(
		    cellset_count(&side->between), 2 + castlings[i].side);
	}
}

/* The document's Kb8 for Gray is a misprint for b7: castling as a king's
 * move to b8 is an error: b8 is not on the board. */
TEST(b8_is_not_on_the_board)
{
	assert_int_equal(board_at(&rules.board, 'b' - 'a', 8), CELL_NONE);
	assert_int_equal(
	    rules.seat[GRAY].side[MAJOR].king_to, cell_named("b7"));
}

/* Every player moves as White would on his cells: a round of three plies. */
static void
play_round(
    struct position *position, unsigned first, const char *from, const char *to)
{
	for (unsigned i = 0; i < PLAYERS; i++) {
		bool is_first = position->to_move == first;
		cell home = cell_turned("d1", position->to_move);

		if (is_first)
			play_turned(position, from, to);
		else if (stands(position, home, KING, position->to_move))
			play_turned(position, "d1", "d2");
		else
			play_turned(position, "d2", "d1");
	}
}

/* Kings and both rooks at home, with all rights. */
static struct position
both_castlings(unsigned seat)
{
	struct position position;

	position_clear(&position);
	put_home_kings(&position);
	put(&position, cell_turned("a1", seat), ROOK, seat);
	put(&position, cell_turned("h1", seat), ROOK, seat);
	position_turn(&position, seat);
	position_set_rights(&position, seat, 1U << MINOR | 1U << MAJOR);
	return position;
}

/* King have never moved. */
TEST(king_that_has_moved_castles_no_more)
{
	for (unsigned seat = 0; seat < PLAYERS; seat++) {
		const struct castling_case *c = &castlings[2 * seat];
		struct position position = both_castlings(seat);

		play_round(&position, seat, "d1", "d2");
		play_round(&position, seat, "d2", "d1");
		assert_false(can_castle(&position, &c[MINOR]));
		assert_false(can_castle(&position, &c[MAJOR]));
	}
}

/* "King and rook have never moved": a moved rook cannot castle. */
TEST(rook_that_has_moved_castles_no_more)
{
	for (unsigned seat = 0; seat < PLAYERS; seat++) {
		const struct castling_case *c = &castlings[2 * seat];
		struct position minor = both_castlings(seat);
		struct position major = both_castlings(seat);

		play_round(&minor, seat, "a1", "a2");
		play_round(&minor, seat, "a2", "a1");
		assert_false(can_castle(&minor, &c[MINOR]));
		assert_true(can_castle(&minor, &c[MAJOR]));
		play_round(&major, seat, "h1", "h2");
		play_round(&major, seat, "h2", "h1");
		assert_true(can_castle(&major, &c[MINOR]));
		assert_false(can_castle(&major, &c[MAJOR]));
	}
}

/* Another rook in the corner does not count as unmoved. */
TEST(rook_that_replaces_a_captured_one_does_not_castle)
{
	for (unsigned seat = 0; seat < PLAYERS; seat++) {
		const struct castling_case *c = &castlings[2 * seat];
		struct position position = both_castlings(seat);
		unsigned before = (seat + 2) % PLAYERS;
		struct search search = {
			.from = cell_turned("a4", seat),
			.to = cell_turned("a1", seat),
		};

		put(&position, search.from, ROOK, before);
		put(&position, cell_turned("a5", seat), ROOK, seat);
		position_turn(&position, before);
		rules_moves(&rules, &position, NULL, find_cells, &search);
		assert_true(search.found);
		rules_make_move(&rules, &position, &search.move);
		play_round(&position, seat, "a5", "a1");
		assert_true(
		    stands(&position, cell_turned("a1", seat), ROOK, seat));
		assert_false(can_castle(&position, &c[MINOR]));
		assert_true(can_castle(&position, &c[MAJOR]));
	}
}

/* All hexes between are empty. */
TEST(castling_needs_the_hexes_between_empty)
{
	for (int i = 0; i < CASTLINGS; i++) {
		const struct castling_case *c = &castlings[i];
		struct cellset between = cells_named(c->between);

		while (!cellset_empty(&between)) {
			struct position position = castling_position(c);

			put(&position, cellset_pop(&between), KNIGHT, c->seat);
			assert_false(can_castle(&position, c));
		}
	}
}

/* "Neither the king is attacked." */
TEST(castling_is_no_answer_to_check)
{
	for (int i = 0; i < CASTLINGS; i++)
		for (unsigned enemy = 1; enemy < PLAYERS; enemy++) {
			const struct castling_case *c = &castlings[i];
			struct position position = castling_position(c);

			put(&position, cell_turned("d5", c->seat), ROOK,
			    (c->seat + enemy) % PLAYERS);
			assert_int_not_equal(position.checks[c->seat], 0);
			assert_false(can_castle(&position, c));
		}
}

/*
 * "Nor any hex between king and rook is attacked": by a rook on the fifth row,
 * which attacks one such hex of the baseline.
 */
TEST(castling_may_not_pass_an_attacked_hex)
{
	static const char *const rooks[2][4] = {
		{ "b5", "c5", NULL },
		{ "e5", "f5", "g5", NULL },
	};

	for (int i = 0; i < CASTLINGS; i++)
		for (unsigned enemy = 1; enemy < PLAYERS; enemy++) {
			const struct castling_case *c = &castlings[i];
			const char *const *rook = rooks[c->side];

			for (; *rook != NULL; rook++) {
				struct position position = castling_position(c);

				put(&position, cell_turned(*rook, c->seat),
				    ROOK, (c->seat + enemy) % PLAYERS);
				assert_int_equal(position.checks[c->seat], 0);
				assert_false(can_castle(&position, c));
			}
		}
}

TEST(pawn_attacks_an_empty_hex_that_castling_passes)
{
	/* Gray's pawn on d3 captures on c1, which does not matter to g1. */
	struct position position = both_castlings(WHITE);

	put(&position, cell_named("d3"), PAWN, GRAY);
	assert_false(can_castle(&position, &castlings[MINOR]));
	assert_true(can_castle(&position, &castlings[MAJOR]));
}

/* The rook itself may be attacked: nothing forbids it. */
TEST(castling_with_an_attacked_rook_is_legal)
{
	static const char *const rooks[2] = { "a5", "i2" };

	for (int i = 0; i < CASTLINGS; i++) {
		const struct castling_case *c = &castlings[i];
		struct position position = castling_position(c);

		put(&position, cell_turned(rooks[c->side], c->seat), ROOK,
		    (c->seat + 1) % PLAYERS);
		assert_int_not_equal(cell_attackers(&rules, &position, c->seat,
					 cell_named(c->rook_from)),
		    0);
		assert_true(can_castle(&position, c));
	}
}

/*
 * A hex between king and rook that is shielded by two occupied flanks is not
 * attacked.
 */
TEST(castling_may_pass_hexes_shielded_by_flanks)
{
	static const struct {
		const char *bishop, *flanks[2];
	} table[2] = {
		{ "c3", { "b2", "c2" } },
		{ "g3", { "f2", "g2" } },
	};

	for (int i = 0; i < CASTLINGS; i++) {
		const struct castling_case *c = &castlings[i];
		struct position position = castling_position(c);

		put(&position, cell_turned(table[c->side].bishop, c->seat),
		    BISHOP, (c->seat + 1) % PLAYERS);
		put(&position, cell_turned(table[c->side].flanks[0], c->seat),
		    PAWN, c->seat);
		assert_false(can_castle(&position, c));
		put(&position, cell_turned(table[c->side].flanks[1], c->seat),
		    PAWN, c->seat);
		assert_true(can_castle(&position, c));
	}
}

/* A player may not put his own king under attack: the corner that the
 * rook leaves is a flank of the last hex. */
TEST(castling_may_not_open_the_corner_flank)
{
	static const struct {
		const char *bishop, *pawn;
	} table[2] = { { "a2", "b2" }, { "i2", "h2" } };

	for (int i = 0; i < CASTLINGS; i++) {
		const struct castling_case *c = &castlings[i];
		struct position position = castling_position(c);

		put(&position, cell_turned(table[c->side].pawn, c->seat), PAWN,
		    c->seat);
		assert_true(can_castle(&position, c));
		put(&position, cell_turned(table[c->side].bishop, c->seat),
		    BISHOP, (c->seat + 2) % PLAYERS);
		assert_int_equal(cell_attackers(&rules, &position, c->seat,
				     cell_named(c->king_to)),
		    0);
		assert_false(can_castle(&position, c));
	}
}
