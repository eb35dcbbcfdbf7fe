/*
 * Why a move is not legal: one test for each value of enum illegal, with the
 * cells and the player it names.
 */
#include "tests/unit/setup.h"

/* An attempt that states only the cells; NULL leaves one open. */
static struct move_query
attempt_of(const char *from, const char *to)
{
	return (struct move_query){
		.type = MOVE_UNSTATED,
		.kind = KIND_NONE,
		.from = from != NULL ? cell_named(from) : (cell)CELL_NONE,
		.to = cell_named(to),
		.from_file = FILES_MAX,
		.from_rank = 0,
		.promotion = KIND_NONE,
		.side = 0,
	};
}

/* An attempt that states the kind and the target: "The queen to e5". */
static struct move_query
attempt_by(enum kind kind, const char *to)
{
	struct move_query attempt = attempt_of(NULL, to);

	attempt.kind = kind;
	return attempt;
}

static struct move_query
attempt_promotion(const char *from, const char *to, enum kind promotion)
{
	struct move_query attempt = attempt_of(from, to);

	attempt.promotion = promotion;
	return attempt;
}

static struct move_query
attempt_castling(unsigned side)
{
	return (struct move_query){
		.type = MOVE_CASTLE,
		.kind = KIND_NONE,
		.from = CELL_NONE,
		.to = CELL_NONE,
		.from_file = FILES_MAX,
		.from_rank = 0,
		.promotion = KIND_NONE,
		.side = side,
	};
}

static struct verdict
explain(const struct position *position, struct move_query attempt)
{
	struct verdict verdict;

	rules_explain(&rules, position, &attempt, &verdict);
	return verdict;
}

static struct verdict
explain_move(const struct position *position, const char *from, const char *to)
{
	return explain(position, attempt_of(from, to));
}

static void
check_verdict(const struct verdict *verdict, enum illegal why, const char *from,
    const char *at, const char *at2, unsigned who, int line)
{
	_assert_int_equal(verdict->why, why, __FILE__, line);
	if (from != NULL)
		_assert_int_equal(
		    verdict->from, cell_named(from), __FILE__, line);
	if (at != NULL)
		_assert_int_equal(verdict->at, cell_named(at), __FILE__, line);
	if (at2 != NULL)
		_assert_int_equal(
		    verdict->at2, cell_named(at2), __FILE__, line);
	_assert_int_equal(verdict->who, who, __FILE__, line);
}

/* The reason, the piece that came nearest and the cells named; NULL: any. */
#define assert_verdict(verdict, why, from, at, at2, who) \
	check_verdict(&(verdict), why, from, at, at2, who, __LINE__)

TEST(legal_move_has_no_reason)
{
	struct verdict step = explain_move(&rules.start, "e2", "e4");
	struct verdict knight = explain(&rules.start, attempt_by(KNIGHT, "d4"));
	struct position position = place("wKd1 gKe10 bKm9 wRa1 w");
	struct verdict castling;

	assert_verdict(step, ILLEGAL_NOT, NULL, NULL, NULL, PLAYER_NONE);
	assert_verdict(knight, ILLEGAL_NOT, NULL, NULL, NULL, PLAYER_NONE);
	position_set_rights(&position, WHITE, 1U << MINOR);
	castling = explain(&position, attempt_castling(MINOR));
	assert_verdict(castling, ILLEGAL_NOT, NULL, NULL, NULL, PLAYER_NONE);
}

TEST(explains_game_over)
{
	struct position bare = place("wKb1 gKa6 bKm6 w");
	struct position agreed = rules.start;
	struct verdict verdict = explain_move(&bare, "b1", "b2");

	assert_verdict(
	    verdict, ILLEGAL_GAME_OVER, NULL, NULL, NULL, PLAYER_NONE);
	assert_int_equal(verdict.from, CELL_NONE);
	agreed.over = 7;
	verdict = explain_move(&agreed, "e2", "e4");
	assert_verdict(
	    verdict, ILLEGAL_GAME_OVER, NULL, NULL, NULL, PLAYER_NONE);
	verdict = explain(&agreed, attempt_castling(MINOR));
	assert_verdict(
	    verdict, ILLEGAL_GAME_OVER, NULL, NULL, NULL, PLAYER_NONE);
}

TEST(explains_no_piece)
{
	struct position position = place("wKb1 gKa6 bKm6 wRg7 gQg9 w");
	struct move_query attempt = attempt_by(ROOK, "g8");
	struct verdict verdict = explain(&position, attempt_by(QUEEN, "g8"));

	assert_verdict(
	    verdict, ILLEGAL_NO_PIECE, NULL, NULL, NULL, PLAYER_NONE);
	assert_int_equal(verdict.from, CELL_NONE);
	/* No such rook on that file, or in that row. */
	attempt.from_file = 'f' - 'a';
	verdict = explain(&position, attempt);
	assert_verdict(
	    verdict, ILLEGAL_NO_PIECE, NULL, NULL, NULL, PLAYER_NONE);
	attempt.from_file = 'g' - 'a';
	attempt.from_rank = 6;
	verdict = explain(&position, attempt);
	assert_verdict(
	    verdict, ILLEGAL_NO_PIECE, NULL, NULL, NULL, PLAYER_NONE);
	attempt.from_rank = 7;
	verdict = explain(&position, attempt);
	assert_verdict(verdict, ILLEGAL_NOT, NULL, NULL, NULL, PLAYER_NONE);
}

TEST(explains_empty)
{
	struct verdict verdict = explain_move(&rules.start, "e5", "e6");

	assert_verdict(verdict, ILLEGAL_EMPTY, "e5", NULL, NULL, PLAYER_NONE);
}

TEST(explains_not_yours)
{
	struct verdict gray = explain_move(&rules.start, "d8", "d7");
	struct verdict black = explain_move(&rules.start, "m9", "k9");

	assert_verdict(gray, ILLEGAL_NOT_YOURS, "d8", NULL, NULL, GRAY);
	assert_verdict(black, ILLEGAL_NOT_YOURS, "m9", NULL, NULL, BLACK);
}

TEST(explains_other_kind)
{
	struct move_query attempt = attempt_of("e2", "e3");
	struct verdict verdict;

	attempt.kind = ROOK;
	verdict = explain(&rules.start, attempt);
	assert_verdict(
	    verdict, ILLEGAL_OTHER_KIND, "e2", NULL, NULL, PLAYER_NONE);
	attempt.kind = PAWN;
	verdict = explain(&rules.start, attempt);
	assert_verdict(verdict, ILLEGAL_NOT, NULL, NULL, NULL, PLAYER_NONE);
}

/* Each kind of piece on e5, with a hex that it never reaches from there. */
TEST(explains_geometry)
{
	static const struct {
		enum kind kind;
		const char *to;
	} table[] = {
		{ PAWN, "f5" },   /* sideways */
		{ PAWN, "e4" },   /* backwards */
		{ PAWN, "e8" },   /* three steps */
		{ PAWN, "g9" },   /* two steps of a capture */
		{ PAWN, "f8" },   /* a knight's leap */
		{ KNIGHT, "f7" }, /* a diagonal step */
		{ BISHOP, "f5" }, { BISHOP, "f8" }, { ROOK, "f7" },
		{ ROOK, "f8" }, { QUEEN, "f8" }, { KING, "e7" }, { KING, "g9" },
		{ KING, "e5" }, /* stays where it is */
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct position position = place("gKa6 bKm6 bRm13 w");
		struct verdict verdict;

		put(&position, cell_named("e5"), table[i].kind, WHITE);
		verdict = explain_move(&position, "e5", table[i].to);
		assert_verdict(
		    verdict, ILLEGAL_GEOMETRY, "e5", NULL, NULL, PLAYER_NONE);
	}
}

TEST(explains_pawn_double)
{
	struct position position = place("wKb1 gKa6 bKm6 wPe3 w");
	struct verdict verdict = explain_move(&position, "e3", "g5");

	assert_verdict(
	    verdict, ILLEGAL_PAWN_DOUBLE, "e3", NULL, NULL, PLAYER_NONE);
}

TEST(explains_pawn_no_target)
{
	struct position position = place("wKb1 gKa6 bKm6 wPe5 w");
	struct verdict verdict = explain_move(&position, "e5", "f7");

	assert_verdict(
	    verdict, ILLEGAL_PAWN_NO_TARGET, "e5", NULL, NULL, PLAYER_NONE);
}

/*
 * The pawn that passed two turns ago is open to en passant; a turn later it is
 * not.
 */
TEST(explains_pawn_no_target_after_en_passant_has_ended)
{
	struct position position = place("wKb1 gKa6 bKm6 wPe2 gPd4 w");
	struct verdict verdict;

	play(&position, "e2e4");
	verdict = explain_move(&position, "d4", "e3");
	assert_verdict(verdict, ILLEGAL_NOT, NULL, NULL, NULL, PLAYER_NONE);
	play(&position, "a6a5 m6m7 b1b2");
	verdict = explain_move(&position, "d4", "e3");
	assert_verdict(
	    verdict, ILLEGAL_PAWN_NO_TARGET, "d4", NULL, NULL, PLAYER_NONE);
}

TEST(explains_pawn_blocked)
{
	struct position one = place("wKb1 gKa6 bKm6 wPe2 gPe3 w");
	struct position two = place("wKb1 gKa6 bKm6 wPe2 gPe4 w");
	struct verdict verdict = explain_move(&one, "e2", "e3");

	assert_verdict(
	    verdict, ILLEGAL_PAWN_BLOCKED, "e2", "e3", NULL, PLAYER_NONE);
	verdict = explain_move(&one, "e2", "e4");
	assert_verdict(
	    verdict, ILLEGAL_PAWN_BLOCKED, "e2", "e3", NULL, PLAYER_NONE);
	verdict = explain_move(&two, "e2", "e4");
	assert_verdict(
	    verdict, ILLEGAL_PAWN_BLOCKED, "e2", "e4", NULL, PLAYER_NONE);
}

TEST(explains_blocked)
{
	struct position position =
	    place("wKb1 gKa6 bKm6 wRe5 wQg3 gPe8 wPe7 wPi7 w");
	struct verdict verdict = explain_move(&position, "e5", "e9");

	assert_verdict(verdict, ILLEGAL_BLOCKED, "e5", "e7", NULL, PLAYER_NONE);
	/* Along a diagonal: g3, h5, i7, j9. */
	verdict = explain_move(&position, "g3", "j9");
	assert_verdict(verdict, ILLEGAL_BLOCKED, "g3", "i7", NULL, PLAYER_NONE);
}

TEST(explains_flank)
{
	struct position position = place("wKb1 gKa6 bKm6 wBe5 wPf8 gPg8 w");
	struct verdict verdict = explain_move(&position, "e5", "h11");
	struct cellset flanks = { { 0 } };

	assert_verdict(verdict, ILLEGAL_FLANK, "e5", NULL, NULL, PLAYER_NONE);
	cellset_add(&flanks, verdict.at);
	cellset_add(&flanks, verdict.at2);
	check_cells(flanks, cells_named("f8 g8"), __FILE__, __LINE__);
}

TEST(explains_own_piece)
{
	struct position position =
	    place("wKb1 gKa6 bKm6 wRe5 wPd8 wPe9 wNe10 w");
	struct verdict rook = explain_move(&position, "e5", "e9");
	struct verdict pawn = explain_move(&position, "d8", "e10");

	assert_verdict(rook, ILLEGAL_OWN_PIECE, "e5", "e9", NULL, PLAYER_NONE);
	assert_verdict(pawn, ILLEGAL_OWN_PIECE, "d8", "e10", NULL, PLAYER_NONE);
}

TEST(explains_king_capture)
{
	struct position position = place("wKb1 gKe9 bKm6 wRe5 wPd7 w");
	struct verdict rook = explain_move(&position, "e5", "e9");
	struct verdict pawn = explain_move(&position, "d7", "e9");

	assert_verdict(
	    rook, ILLEGAL_KING_CAPTURE, "e5", "e9", NULL, PLAYER_NONE);
	assert_verdict(
	    pawn, ILLEGAL_KING_CAPTURE, "d7", "e9", NULL, PLAYER_NONE);
}

TEST(explains_leaves_check)
{
	struct position position = place("wKe2 gKa6 bKm6 bRe9 wRb5 w");
	struct verdict verdict = explain_move(&position, "b5", "d5");

	assert_verdict(verdict, ILLEGAL_LEAVES_CHECK, "b5", "e2", "e9", BLACK);
}

TEST(explains_into_check)
{
	struct position position = place("wKe2 gKa6 bKm6 gRf9 w");
	struct verdict verdict = explain_move(&position, "e2", "f3");

	assert_verdict(verdict, ILLEGAL_INTO_CHECK, "e2", "f3", "f9", GRAY);
}

TEST(explains_into_check_by_castling)
{
	/* The corner that the rook leaves is a flank between a2 and b1. */
	struct position position = place("wKd1 gKe10 bKm9 wRa1 wPb2 gBa2 w");
	struct verdict verdict;

	position_set_rights(&position, WHITE, 1U << MINOR);
	verdict = explain(&position, attempt_castling(MINOR));
	assert_verdict(verdict, ILLEGAL_INTO_CHECK, "d1", "b1", "a2", GRAY);
}

TEST(explains_opens_check)
{
	struct position line = place("wKe1 gKa6 bKm6 wRe3 bRe6 w");
	struct position flanks = place("wKe5 gKa6 bKm6 gBf7 wRe6 wRf6 w");
	struct verdict verdict = explain_move(&line, "e3", "f3");

	assert_verdict(verdict, ILLEGAL_OPENS_CHECK, "e3", "e1", "e6", BLACK);
	verdict = explain_move(&flanks, "e6", "e7");
	assert_verdict(verdict, ILLEGAL_OPENS_CHECK, "e6", "e5", "f7", GRAY);
}

TEST(explains_opens_check_by_en_passant)
{
	struct position position = place("wKb1 gKa4 bKm6 wPe2 gPd4 bRi4 w");
	struct verdict verdict;

	play(&position, "e2e4");
	verdict = explain_move(&position, "d4", "e3");
	assert_verdict(verdict, ILLEGAL_OPENS_CHECK, "d4", "a4", "i4", BLACK);
}

/* The captured pawn was in the line, the capturing one was not. */
TEST(explains_opens_check_by_the_pawn_taken)
{
	struct position position = place("wKd1 wQe1 wPh2 gKa6 bKm9 bPi2 w");
	struct verdict verdict;

	play(&position, "h2h4");
	play(&position, "a6b7");
	verdict = explain_move(&position, "i2", "h3");
	assert_verdict(verdict, ILLEGAL_OPENS_CHECK, "i2", "m9", "e1", WHITE);
}

TEST(explains_promotion_missing)
{
	struct position position = place("wKb1 gKa6 bKm6 wPl11 w");
	struct verdict verdict = explain_move(&position, "l11", "m12");

	assert_verdict(
	    verdict, ILLEGAL_PROMOTION_MISSING, "l11", NULL, NULL, PLAYER_NONE);
	verdict = explain(&position, attempt_promotion("l11", "m12", KNIGHT));
	assert_verdict(verdict, ILLEGAL_NOT, NULL, NULL, NULL, PLAYER_NONE);
}

TEST(explains_promotion_here)
{
	struct position position = place("wKb1 gKa6 bKm6 wPl11 wPi12 wRd8 w");
	struct verdict verdict =
	    explain(&position, attempt_promotion("l11", "l12", QUEEN));

	assert_verdict(
	    verdict, ILLEGAL_PROMOTION_HERE, "l11", "l12", NULL, PLAYER_NONE);
	/* The far edge is no baseline. */
	verdict = explain(&position, attempt_promotion("i12", "i13", QUEEN));
	assert_verdict(
	    verdict, ILLEGAL_PROMOTION_HERE, "i12", "i13", NULL, PLAYER_NONE);
	/* A rook is never promoted. */
	verdict = explain(&position, attempt_promotion("d8", "d9", QUEEN));
	assert_verdict(
	    verdict, ILLEGAL_PROMOTION_HERE, "d8", "d9", NULL, PLAYER_NONE);
}

TEST(explains_promotion_kind)
{
	struct position position = place("wKb1 gKa6 bKm6 wPl11 w");
	struct verdict verdict =
	    explain(&position, attempt_promotion("l11", "m12", KING));

	assert_verdict(
	    verdict, ILLEGAL_PROMOTION_KIND, "l11", NULL, NULL, PLAYER_NONE);
	verdict = explain(&position, attempt_promotion("l11", "m12", PAWN));
	assert_verdict(
	    verdict, ILLEGAL_PROMOTION_KIND, "l11", NULL, NULL, PLAYER_NONE);
}

TEST(explains_castling_side)
{
	struct verdict verdict =
	    explain(&rules.start, attempt_castling(SIDES_MAX));

	assert_verdict(
	    verdict, ILLEGAL_CASTLING_SIDE, NULL, NULL, NULL, PLAYER_NONE);
	verdict = explain(&rules.start, attempt_castling(2));
	assert_verdict(
	    verdict, ILLEGAL_CASTLING_SIDE, NULL, NULL, NULL, PLAYER_NONE);
}

/* The kings at home, White's rook a1 and one more piece. */
static struct position
castling_with(const char *more)
{
	struct position position;
	char text[64];

	snprintf(text, sizeof(text), "wKd1 gKe10 bKm9 wRa1 %s w", more);
	position = place(text);
	position_set_rights(&position, WHITE, 1U << MINOR);
	return position;
}

TEST(explains_castling_rights)
{
	struct position position = castling_with("wRh1");
	struct verdict verdict = explain(&position, attempt_castling(MAJOR));

	assert_verdict(
	    verdict, ILLEGAL_CASTLING_RIGHTS, "d1", NULL, NULL, PLAYER_NONE);
}

TEST(explains_castling_blocked)
{
	struct position position = castling_with("gNc1");
	struct verdict verdict = explain(&position, attempt_castling(MINOR));

	assert_verdict(
	    verdict, ILLEGAL_CASTLING_BLOCKED, "d1", "c1", NULL, PLAYER_NONE);
}

TEST(explains_castling_check)
{
	struct position position = castling_with("bRd5");
	struct verdict verdict = explain(&position, attempt_castling(MINOR));

	assert_verdict(
	    verdict, ILLEGAL_CASTLING_CHECK, "d1", NULL, "d5", BLACK);
}

TEST(explains_castling_attacked)
{
	struct position position = castling_with("gRc5");
	struct verdict verdict = explain(&position, attempt_castling(MINOR));

	assert_verdict(
	    verdict, ILLEGAL_CASTLING_ATTACKED, "d1", "c1", "c5", GRAY);
}

/* "Of several pieces that could have been meant, the one with the last reason
 * is named." */
TEST(nearest_miss_is_named)
{
	/* To e9: b4 not at all, e5 but for the pawn, j9 but for the pin. */
	struct position one = place("wKj6 gKa6 bKm6 wRb4 w");
	struct position two = place("wKj6 gKa6 bKm6 wRb4 wRe5 wPe7 w");
	struct position three =
	    place("wKj6 gKa6 bKm6 wRb4 wRe5 wPe7 wRj9 bRj12 w");
	struct verdict verdict = explain(&one, attempt_by(ROOK, "e9"));

	assert_verdict(
	    verdict, ILLEGAL_GEOMETRY, "b4", NULL, NULL, PLAYER_NONE);
	verdict = explain(&two, attempt_by(ROOK, "e9"));
	assert_verdict(verdict, ILLEGAL_BLOCKED, "e5", "e7", NULL, PLAYER_NONE);
	verdict = explain(&three, attempt_by(ROOK, "e9"));
	assert_verdict(verdict, ILLEGAL_OPENS_CHECK, "j9", "j6", "j12", BLACK);
}
