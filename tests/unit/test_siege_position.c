/*
 * The rules of Siege Chess: positions as text, the reasons why something is
 * not legal, declarations, and the counts of moves.
 *
 * Each rule stands above its test: ternion-variants(7), "Siege Chess", and
 * ternion-format(5), "3PF".
 */
#include "tests/unit/setup_siege.h"

#define KINGS "wKb1,rKi16,bKp10 w w-.r-.b- - aaa 0 1"

/*
 * 3PF
 */

/* The column of the text's last occurrence in the line, from 1. */
static unsigned
column_of(const char *line, const char *text)
{
	size_t at = strlen(line) - strlen(text);

	while (strncmp(line + at, text, strlen(text)) != 0)
		at--;
	return (unsigned)at + 1;
}

/* The line is refused for one fault, at the last place of this text. */
static void
check_refused(const char *line, const char *code, const char *text, int at_line)
{
	struct arena arena = ARENA_INIT;
	struct position position;
	struct diags diags;

	diags_init(&diags, &arena);
	make_rules_for(slice_of(line));
	_assert_true(!tpf_read(&rules, slice_of(line), 0, &diags, &position),
	    line, __FILE__, at_line);
	_assert_string_equal(
	    diag_table[diags.list[0].id].slug, code, __FILE__, at_line);
	_assert_int_equal(diags.list[0].span.start + 1, column_of(line, text),
	    __FILE__, at_line);
	_assert_int_equal(diags.len, 1, __FILE__, at_line);
	arena_release(&arena);
}

#define assert_refused(line, code, text) \
	check_refused(line, code, text, __LINE__)

/* The line, and its keys after those of three kings, are written as read. */
#define assert_kept(line)      assert_position(at(line), line)
#define assert_keys_kept(keys) assert_kept(KINGS " " keys)
/* They are read, and not written: they are implied. */
#define assert_keys_implied(keys) assert_position(at(KINGS " " keys), KINGS)
/* They are refused. */
#define assert_keys_refused(keys, text) \
	assert_refused(KINGS " " keys, "position-key", text)

/* `opt=Pope:no;Siege:moved`: options that are not the default, in the order
 * of ternion-variants(7). */
TEST(opt_holds_options_in_order)
{
	assert_keys_kept("opt=Pope:no");
	assert_keys_kept("opt=Siege:none");
	assert_keys_kept("opt=Siege:captures");
	assert_keys_kept("opt=SiegeThreshold:7");
	assert_keys_kept("opt=SiegeThreshold:4,4,6");
	assert_keys_kept("opt=SiegeCalls:F@T");
	assert_keys_kept("opt=SiegeCalls:none");
	assert_keys_kept("opt=SiegeTwo:no");
	assert_keys_kept("opt=Pope:no;Siege:moved;SiegeThreshold:17;"
			 "SiegeCalls:%;SiegeTwo:no");
}

/* The defaults: "`yes`, `points`, 3 (`captures`), 4 (`points`), 18 (`moved`),
 * `F@%T`, `yes`". */
TEST(defaults_are_not_written)
{
	assert_keys_implied("opt=Pope:yes");
	assert_keys_implied("opt=Siege:points");
	assert_keys_implied("opt=SiegeThreshold:4");
	assert_keys_implied("opt=SiegeThreshold:4,4,4");
	assert_keys_implied("opt=SiegeCalls:T%@F");
	assert_keys_implied("opt=SiegeTwo:yes");
	assert_keys_implied(
	    "opt=SiegeTwo:yes;SiegeCalls:F@%T;Siege:points;Pope:yes");
	assert_position(at(KINGS " opt=Siege:captures;SiegeThreshold:3"),
	    KINGS " opt=Siege:captures");
	assert_position(at(KINGS " opt=Siege:moved;SiegeThreshold:18"),
	    KINGS " opt=Siege:moved");
	assert_position(at(KINGS " opt=SiegeThreshold:5,5,5"),
	    KINGS " opt=SiegeThreshold:5");
}

TEST(options_that_cannot_be_are_refused)
{
	assert_keys_refused("opt=Pope:maybe", "maybe");
	assert_keys_refused("opt=Pope:", "");
	assert_keys_refused("opt=Pop:no", "Pop:");
	assert_keys_refused("opt=Siege:none;Siege:all", "all");
	assert_keys_refused("opt=SiegeThreshold:x", "x");
	assert_keys_refused("opt=SiegeThreshold:4,4", "4,4");
	assert_keys_refused("opt=SiegeThreshold:-1", "-1");
	assert_keys_refused("opt=SiegeCalls:FX", "FX");
	assert_keys_refused("opt=SiegeCalls:", "");
	assert_keys_refused("opt=SiegeTwo:1", "1");
}

/* `unmoved=a1.b1`: cells of pieces that have never moved, sorted; `-` for
 * none. Implied: exactly those standing on an opening cell of their own kind
 * and colour. */
TEST(unmoved_is_what_stands_on_opening_cells)
{
	struct position position =
	    at("wRa1,rPa2,wNc1,wPe3,wKg1,rKi16,bKp10 w w-.r-.b- - aaa 0 1");

	check_cells(position.unmoved, cells_named("a1 e3"), __FILE__, __LINE__);
	assert_kept("wRa1,wPe3,wKg1,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
		    "unmoved=-");
	assert_kept("wRa1,wPe3,wKg1,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
		    "unmoved=e3");
	assert_position(at("wRa1,wPe3,wKg1,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
			   "unmoved=a1.e3"),
	    "wRa1,wPe3,wKg1,rKi16,bKp10 w w-.r-.b- - aaa 0 1");
}

/* (of players in play). */
TEST(pieces_of_players_who_are_out_are_not_unmoved)
{
	struct position position =
	    at("xwRa1,xwPe3,rKi16,bKp10 r w-.r-.b- - xaa 0 1");

	assert_true(cellset_empty(&position.unmoved));
	assert_refused("xwRa1,xwPe3,rKi16,bKp10 r w-.r-.b- - xaa 0 1 "
		       "unmoved=e3",
	    "position-key", "e3");
}

TEST(unmoved_that_cannot_be_is_refused)
{
	assert_keys_refused("unmoved=b1", "b1");
	assert_keys_refused("unmoved=e3", "e3");
	assert_keys_refused("unmoved=z9", "z9");
	assert_keys_refused("unmoved=", "");
	assert_refused("wPd3,wPe3,wKg1,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
		       "unmoved=d3.d3",
	    "position-key", "d3");
}

/* In Siege the field must equal what `unmoved=` implies; castling rights
 * and double steps follow from it. */
TEST(rights_follow_from_unmoved_pieces)
{
	assert_kept("wRa1,wKe1,wRi1,rKi16,bKp10 w wQO.r-.b- - aaa 0 1");
	assert_kept("wRa1,wKe1,wRi1,rKi16,bKp10 w wO.r-.b- - aaa 0 1 "
		    "unmoved=e1.i1");
	assert_kept("wRa1,wKe1,wRi1,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
		    "unmoved=a1.i1");
	assert_refused("wRa1,wKe1,wRi1,rKi16,bKp10 w wQ.r-.b- - aaa 0 1",
	    "position-rights", "wQ.");
	assert_refused("wRa1,wKe1,wRi1,rKi16,bKp10 w wQO.r-.b- - aaa 0 1 "
		       "unmoved=e1.i1",
	    "position-rights", "wQO.");
	assert_refused("wRa1,wKe1,rKi16,bKp10 w wQO.r-.b- - aaa 0 1",
	    "position-rights", "wQO.");
	assert_refused("wRa1,wKe1,wRh1,rKi16,bKp10 w wQO.r-.b- - aaa 0 1 "
		       "opt=Pope:no",
	    "position-rights", "O.r");
}

/* `lost=PPN.-.Q` lost pools in turn order, letters in the order Q O R B N P
 * (implied: the opening army less the pieces on the board). */
TEST(lost_holds_the_pools)
{
	struct position start = at("start");
	struct position kings = at(KINGS);
	static const uint8_t army[KINDS] = { [QUEEN] = 1,
		[POPE] = 1,
		[ROOK] = 2,
		[BISHOP] = 2,
		[KNIGHT] = 2,
		[PAWN] = 19 };

	for (unsigned p = 0; p < PLAYERS; p++)
		for (unsigned kind = PAWN; kind < KINDS; kind++) {
			assert_int_equal(start.lost[p][kind], 0);
			assert_int_equal(kings.lost[p][kind], army[kind]);
		}
	assert_keys_kept("lost=-.-.-");
	assert_keys_kept("lost=QORRBBNNP.-.Q");
	assert_position(at(KINGS " lost=PPN.-.Q"), KINGS " lost=NPP.-.Q");
	assert_keys_implied("lost=QORRBBNNPPPPPPPPPPPPPPPPPPP."
			    "QORRBBNNPPPPPPPPPPPPPPPPPPP."
			    "QORRBBNNPPPPPPPPPPPPPPPPPPP");
	kings = at(KINGS " opt=Pope:no");
	assert_int_equal(kings.lost[RED][POPE], 0);
	assert_int_equal(kings.lost[RED][PAWN], 17);
}

/* Pools impossible for the army. */
TEST(pools_that_cannot_be_are_refused)
{
	assert_keys_refused("lost=QQ.-.-", "Q.");
	assert_keys_refused("lost=-.RRR.-", "R.-");
	assert_keys_refused("lost=K.-.-", "K.");
	assert_keys_refused("lost=q.-.-", "q.");
	assert_keys_refused("lost=X.-.-", "X.");
	assert_keys_refused("lost=-.-", "-.-");
	assert_keys_refused("lost=-.-.-.-", "-.-.-.-");
	assert_keys_refused("lost=..", "..");
	assert_refused("wKb1,wQd4,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
		       "lost=Q.-.-",
	    "position-key", "Q.");
	assert_refused(KINGS " opt=Pope:no lost=O.-.-", "position-key", "O.");
}

/* `last=wwr` owners of the latest captures, oldest first, as many as the
 * threshold needs (only with `Siege` `captures`). */
TEST(last_holds_the_latest_captures)
{
	struct position position;

	assert_keys_kept("opt=Siege:captures last=w");
	assert_keys_kept("opt=Siege:captures last=wwr");
	assert_keys_kept("opt=Siege:captures;SiegeThreshold:1,5,2 last=wwrbw");
	assert_refused(
	    KINGS " opt=Siege:captures last=wwrb", "position-key", "wwrb");
	assert_refused(
	    KINGS " opt=Siege:captures last=wg", "position-key", "g");
	assert_refused(KINGS " opt=Siege:captures last=", "position-key", "");
	assert_keys_refused("last=w", "w");
	assert_refused(KINGS " opt=Siege:moved last=w", "position-key", "w");
	/* Oldest first: the next capture pushes the first out. */
	position = after("wKb1,wRh2,rNh9,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
			 "opt=Siege:captures lost=-.-.- last=bww",
	    "h2h9");
	assert_keys(position, "opt=Siege:captures lost=-.N.- last=wwr");
}

/* `fort=0.3.0` counters. */
TEST(fort_holds_the_counters)
{
	assert_keys_kept("fort=0.3.0 forts=r");
	assert_keys_kept("fort=1.2.3 forts=wrb");
	assert_keys_implied("fort=0.0.0");
	assert_refused(KINGS " fort=0.4.0 forts=r", "position-key", "4.0");
	assert_refused(KINGS " fort=0.x.0 forts=r", "position-key", "x.0");
	assert_refused(KINGS " fort=3 forts=w", "position-key", "3 forts");
	assert_refused(
	    KINGS " fort=0.3.0.0 forts=r", "position-key", "0.3.0.0");
}

/* `forts=r` lists the players who have used theirs. */
TEST(forts_lists_the_players_who_used_theirs)
{
	assert_keys_kept("forts=r");
	assert_keys_kept("forts=wrb");
	assert_keys_refused("forts=g", "g");
	assert_keys_refused("forts=rr", "r");
	assert_keys_refused("forts=W", "W");
}

/* `traitors=0.1.0` used: two at most. */
TEST(traitors_holds_how_many_were_used)
{
	assert_keys_kept("traitors=0.1.0");
	assert_keys_kept("traitors=2.2.2");
	assert_keys_implied("traitors=0.0.0");
	assert_keys_refused("traitors=0.3.0", "3.0");
	assert_keys_refused("traitors=0.1", "0.1");
}

/* `immune=0.0.2` own turns still without siege: three at most. */
TEST(immune_holds_turns_without_siege)
{
	assert_keys_kept("immune=0.0.2");
	assert_keys_kept("immune=3.1.0");
	assert_keys_implied("immune=0.0.0");
	assert_keys_refused("immune=4.0.0", "4.0.0");
	assert_keys_refused("immune=1.1.1.1", "1.1.1.1");
}

/* `declared=w:rb` kings each player declared against in his last turn (several
 * joined by `.`). */
TEST(declared_holds_kings_declared_against)
{
	assert_keys_kept("declared=w:rb");
	assert_keys_kept("declared=w:r.r:wb.b:w");
	assert_position(
	    at(KINGS " declared=b:w.w:br"), KINGS " declared=w:rb.b:w");
	assert_keys_refused("declared=w:w", "w:w");
	assert_keys_refused("declared=w:", "w:");
	assert_keys_refused("declared=w", "w");
	assert_keys_refused("declared=wr:b", "wr:b");
	assert_keys_refused("declared=w:x", "x");
	assert_keys_refused("declared=w:rr", "r");
	assert_refused("wKb1,bKp10 w w-.r-.b- - axa 0 1 declared=w:r",
	    "position-key", "w:r");
}

/* Every variant, last: `over=RESULT`. */
TEST(over_holds_the_result_of_a_draw)
{
	assert_keys_kept("over=1/3-1/3-1/3");
	assert_kept("wKb1,bKp10 w w-.r-.b- - axa 0 1 over=1/2-0-1/2");
	assert_keys_refused("over=1/3", "1/3");
	assert_keys_refused("over=2-1-0", "2-1-0");
}

/* Keys in this order, none repeated, and none of another variant. */
TEST(keys_stand_in_order_once_and_are_known)
{
	assert_kept("wRa1,wPe3,wKg1,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
		    "opt=Siege:captures unmoved=e3 lost=Q.-.- last=wr "
		    "fort=0.3.0 forts=r traitors=1.0.0 immune=0.0.2 "
		    "declared=w:b over=1/3-1/3-1/3");
	assert_keys_refused("forts=w fort=1.0.0", "fort=");
	assert_keys_refused("forts=w forts=w", "forts=");
	assert_keys_refused("hand=S.-.-", "hand");
	assert_keys_refused("cubes=w", "cubes");
	assert_refused(KINGS " forts", "position-syntax", "forts");
	assert_refused(KINGS "  forts=w", "position-syntax", " forts=w");
}

/* A dead (Siege) ... piece has `x` before its colour letter (`xrRd5`). */
TEST(dead_pieces_have_an_x)
{
	struct position position = at("wKb1,xrRd5,bKp10 w w-.r-.b- - axa 0 1");

	assert_kept("wKb1,xrRd5,bKp10 w w-.r-.b- - axa 0 1");
	assert_int_equal(
	    position.at[cell_named("d5")], piece_make(ROOK, RED, PLAYER_NONE));
	assert_refused(
	    "wKb1,xrKd5,bKp10 w w-.r-.b- - axa 0 1", "position-kings", "rKd5");
	assert_refused("wKb1,xrRd5,rKi16,bKp10 w w-.r-.b- - aaa 0 1",
	    "position-status", "aaa");
}

/* Status of the players in turn order, one letter each: `a` in play, `x`
 * out; kings that do not match status. */
TEST(status_says_who_is_in_play)
{
	assert_kept("wKb1,bKp10 w w-.r-.b- - axa 0 1");
	assert_kept("rKi16 r w-.r-.b- - xax 0 1");
	assert_refused(
	    "wKb1,bKp10 w w-.r-.b- - aaa 0 1", "position-kings", "wKb1");
	assert_refused(
	    "wKb1,rKi16,bKp10 w w-.r-.b- - axa 0 1", "position-status", "axa");
	assert_refused(
	    "wKb1,rRd5,bKp10 w w-.r-.b- - axa 0 1", "position-status", "axa");
	assert_refused(
	    "wKb1,bKp10 r w-.r-.b- - axa 0 1", "position-turn", "r w-");
	assert_refused(
	    "wKb1,rKi16,bKp10 w w-.r-.b- - aab 0 1", "position-status", "aab");
}

/* En passant: `skipped>pawn` pairs sorted and joined by `.`, or `-`. */
TEST(passed_pawns_are_pairs)
{
	static const char line[] =
	    "wKa1,wPe5,rPi12,rKi16,bKp10 b w-.r-.b- %s aaa 0 1";
	char text[128];

	snprintf(text, sizeof(text), line, "e4>e5.h12>i12");
	assert_kept(text);
	snprintf(text, sizeof(text), line, "d4>e5");
	assert_kept(text);
	snprintf(text, sizeof(text), line, "e6>e5");
	assert_refused(text, "position-passed", "e6>e5");
	snprintf(text, sizeof(text), line, "f5>e5");
	assert_refused(text, "position-passed", "f5>e5");
	snprintf(text, sizeof(text), line, "e4>e5.d4>e5");
	assert_refused(text, "position-passed", "d4>e5");
	assert_refused("wKa1,wPe5,rKi16,bKp10 w w-.r-.b- e4>e5 aaa 0 1",
	    "position-passed", "e4>e5");
}

/* Written after every double step, whether or not anyone can take, until the
 * owner's turn begins, he goes out, or the pawn has left its hex. */
TEST(passed_pawn_is_written_until_it_is_gone)
{
	static const char line[] =
	    "wKa1,wPe3,wNm5,rRj5,rKi16,bKp10,bNo8 w w-.r-.b- - aaa 0 1";
	struct position position = after(line, "e3e5");

	assert_state(position, "r w-.r-.b- e4>e5 aaa 0 1");
	play(&position, "i16i15 p10p9");
	assert_state(position, "w w-.r-.b- - aaa 2 2");
	position = after(line, "e3e5 j5e5");
	assert_int_equal(position.en_passant[WHITE].pawn, CELL_NONE);
	position = after(line, "e3e5(Y)");
	assert_int_equal(position.en_passant[WHITE].pawn, CELL_NONE);
	position = after("wKa1,wPe3,rKe5,bKp10 w w-.r-.b- - aaa 0 1", "e3e4");
	assert_int_equal(position.en_passant[WHITE].pawn, CELL_NONE);
}

/* A pawn that turns traitor has left its hex. */
TEST(passed_pawn_that_turns_traitor_is_gone)
{
	struct position position =
	    after("wPe5,wKc1,rKi16,bKp10 r w-.r-.b- e4>e5 aaa 0 1 "
		  "opt=Siege:captures;SiegeThreshold:1 lost=-.P.- last=r",
		"e5%");

	assert_state(position,
	    "b w-.r-.b- - aaa 0 1 opt=Siege:captures;SiegeThreshold:1 "
	    "lost=P.-.- last=w traitors=0.1.0");
}

/* Plies since the last capture or pawn move. In Siege a traitor move and a
 * king's taking of dead pieces reset field 6; field promotion, pass and a
 * yield alone add one. */
TEST(field_six_counts_plies_since_a_capture_or_pawn_move)
{
	static const struct {
		const char *line, *move;
		unsigned clock;
	} cases[] = {
		{ "wKb1,wRh2,wPe3,rNh9,rKi16,bKp10 w w-.r-.b- - aaa 5 1",
		    "h2h3", 6 },
		{ "wKb1,wRh2,wPe3,rNh9,rKi16,bKp10 w w-.r-.b- - aaa 5 1",
		    "h2h9", 0 },
		{ "wKb1,wRh2,wPe3,rNh9,rKi16,bKp10 w w-.r-.b- - aaa 5 1",
		    "e3e5", 0 },
		{ "wKb1,rKi16,bKp10 w w-.r-.b- - aaa 5 1", "(Y)", 6 },
		{ "wKa1,xrPa2,xrPb1,xrPb2,xrPb3,xrPc2,bNn12,bKm9 w w-.r-.b- "
		  "- axa 5 1",
		    "0000", 6 },
		{ "wKa1,xrPa2,xrPb1,xrPb2,xrPb3,xrPc2,bKm9 w w-.r-.b- - axa "
		  "5 1",
		    "a1b2", 0 },
		{ "wKb1,wPe5,rKi16,bKp10 w w-.r-.b- - aaa 5 1 "
		  "opt=Siege:captures last=www",
		    "e5@n", 6 },
		{ "wKb1,rRe5,rKi16,bKp10 w w-.r-.b- - aaa 5 1 "
		  "opt=Siege:captures last=www",
		    "e5%", 0 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		assert_int_equal(
		    after(cases[i].line, cases[i].move).clock, cases[i].clock);
}

/* The usual start may be written `start`; it is written whole. */
TEST(start_is_read_and_written_whole)
{
	struct position position = at("start");
	char line[NAIVE_TPF_MAX], naive[NAIVE_TPF_MAX];

	write_line(&position, line);
	naive_siege.start(naive, sizeof(naive));
	assert_string_equal(line, naive);
	assert_kept(line);
}

/*
 * Reasons of illegality
 */

static void
check_verdict(struct verdict verdict, enum illegal why, const char *from,
    const char *at, unsigned who, int line)
{
	_assert_int_equal(verdict.why, why, __FILE__, line);
	if (from != NULL)
		_assert_int_equal(
		    verdict.from, cell_named(from), __FILE__, line);
	if (at != NULL)
		_assert_int_equal(verdict.at, cell_named(at), __FILE__, line);
	_assert_int_equal(verdict.who, who, __FILE__, line);
}

/* Why the move is not legal, with the piece that was meant, the cell and the
 * player that are named; NULL: any cell. */
#define assert_reason(line, move, reason, from, cell, who)                 \
	do {                                                               \
		struct position asked = at(line);                          \
		check_verdict(                                             \
		    why(&asked, move), reason, from, cell, who, __LINE__); \
	} while (0)

TEST(explains_game_over)
{
	assert_reason(KINGS " over=1/3-1/3-1/3", "b1b2", ILLEGAL_GAME_OVER,
	    NULL, NULL, PLAYER_NONE);
	assert_reason("wKb1,xrRd5 w w-.r-.b- - axx 0 1", "b1b2",
	    ILLEGAL_GAME_OVER, NULL, NULL, PLAYER_NONE);
	assert_reason(KINGS " over=1/3-1/3-1/3", "(Y)", ILLEGAL_GAME_OVER, NULL,
	    NULL, PLAYER_NONE);
}

TEST(explains_king_by_king)
{
	assert_reason("wKh8,rKi8,bKp10 w w-.r-.b- - aaa 0 1 declared=w:r",
	    "h8i8", ILLEGAL_KING_BY_KING, "h8", "i8", RED);
}

TEST(explains_undeclared)
{
	assert_reason("wKb1,wRh6,rKh15,bKp10 w w-.r-.b- - aaa 0 1", "h6h15",
	    ILLEGAL_UNDECLARED, "h6", "h15", RED);
}

TEST(explains_dead)
{
	assert_reason("wKb1,wRh6,xrNh15,bKp10 w w-.r-.b- - axa 0 1", "h6h15",
	    ILLEGAL_DEAD, "h6", "h15", PLAYER_NONE);
}

TEST(explains_fortified)
{
	assert_reason("wKb1,wRh6,rNh15,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
		      "fort=1.0.0 forts=w",
	    "h6h15", ILLEGAL_FORTIFIED, "h6", "h15", WHITE);
}

TEST(explains_fortress)
{
	assert_reason("wKb1,wRh6,rNh15,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
		      "fort=0.1.0 forts=r",
	    "h6h15", ILLEGAL_FORTRESS, "h6", "h15", RED);
}

TEST(explains_not_passed)
{
	assert_reason("wKb1,wRe2,rKi16,bKp10 w w-.r-.b- - aaa 0 1", "e2e4+",
	    ILLEGAL_NOT_PASSED, "e2", "e4", PLAYER_NONE);
}

TEST(explains_promotion_lost)
{
	assert_reason("wKb1,wPe11,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
		      "lost=-.-.-",
	    "e11e12q", ILLEGAL_PROMOTION_LOST, "e11", "e12", PLAYER_NONE);
}

/* If promotion is impossible, lost pieces do not matter. */
TEST(explains_promotion_here)
{
	assert_reason("wKb1,wPe12,rKi16,bKp10 w w-.r-.b- - aaa 0 1", "e12f13q",
	    ILLEGAL_PROMOTION_HERE, "e12", "f13", PLAYER_NONE);
	assert_reason("wKb1,wPe11,bKp10 w w-.r-.b- - axa 0 1", "e11e12q",
	    ILLEGAL_PROMOTION_HERE, "e11", "e12", PLAYER_NONE);
	assert_reason("wKb1,wPd10,rKe12,bKp10 w w-.r-.b- - aaa 0 1 "
		      "declared=w:r",
	    "d10e12q", ILLEGAL_PROMOTION_HERE, "d10", "e12", PLAYER_NONE);
}

TEST(explains_pass)
{
	assert_reason(KINGS, "0000", ILLEGAL_PASS, NULL, NULL, PLAYER_NONE);
}

/* White is sieged by his last three captures; Red's rook could turn. */
#define SIEGED                                                        \
	"rRa8,wKb1,wPe5,wNf5,rKi16,bKp10,bRp14 w w-.r-.b- - aaa 0 1 " \
	"opt=Siege:captures"

TEST(explains_call_unplayed)
{
	assert_reason(SIEGED ";SiegeCalls:none last=www", "e5@n",
	    ILLEGAL_CALL_UNPLAYED, NULL, NULL, PLAYER_NONE);
	assert_reason(SIEGED ";SiegeCalls:F@% last=www", "f5g7(T)",
	    ILLEGAL_GEOMETRY, NULL, NULL, PLAYER_NONE);
	assert_reason(SIEGED ";SiegeCalls:F@% last=www", "f5h8(T)",
	    ILLEGAL_CALL_UNPLAYED, NULL, NULL, PLAYER_NONE);
}

TEST(explains_not_sieged)
{
	struct position position = at(SIEGED " last=rrr");
	struct verdict verdict = why(&position, "e5@n");

	assert_int_equal(verdict.why, ILLEGAL_NOT_SIEGED);
	assert_int_equal(verdict.who, WHITE);
	assert_int_equal(verdict.who2, RED);
	position = at(SIEGED " last=ww");
	verdict = why(&position, "e5@n");
	assert_int_equal(verdict.who2, PLAYER_NONE);
}

TEST(explains_call_used)
{
	assert_reason(SIEGED " last=www forts=w", "b1c1(F)", ILLEGAL_CALL_USED,
	    NULL, NULL, WHITE);
	assert_reason(SIEGED " last=www traitors=2.0.0", "a8%",
	    ILLEGAL_CALL_USED, NULL, "a8", WHITE);
}

TEST(explains_call_fortified)
{
	assert_reason(SIEGED " last=www fort=1.0.0 forts=w", "e5@n",
	    ILLEGAL_CALL_FORTIFIED, NULL, NULL, WHITE);
}

TEST(explains_traitor_piece)
{
	assert_reason(SIEGED " last=www", "i16%", ILLEGAL_TRAITOR_PIECE, NULL,
	    "i16", PLAYER_NONE);
}

TEST(explains_traitor_lost)
{
	assert_reason(SIEGED " lost=Q.-.- last=www", "a8%",
	    ILLEGAL_TRAITOR_LOST, NULL, "a8", WHITE);
}

TEST(explains_traitor_same)
{
	assert_reason("rRa8,rRb9,wKb1,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
		      "opt=Siege:points;SiegeThreshold:0 lost=RR.-.-",
	    "a8%b9", ILLEGAL_TRAITOR_SAME, NULL, "b9", RED);
}

TEST(explains_traitor_freed)
{
	assert_reason(SIEGED " last=www", "a8%p14", ILLEGAL_TRAITOR_FREED, NULL,
	    "p14", WHITE);
}

TEST(explains_field_level)
{
	assert_reason(SIEGED " last=www", "e5@q", ILLEGAL_FIELD_LEVEL, NULL,
	    "e5", PLAYER_NONE);
}

TEST(explains_field_partner)
{
	assert_reason(SIEGED " last=www", "f5@r", ILLEGAL_FIELD_PARTNER, NULL,
	    "f5", PLAYER_NONE);
}

/* The bishop on c1 has the colour of e5. */
TEST(explains_bishop_colour)
{
	assert_reason("rRa8,wKb1,wBc1,wPe5,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
		      "opt=Siege:captures last=www",
	    "e5@b", ILLEGAL_BISHOP_COLOUR, "e5", "c1", WHITE);
}

/* Black's pope on f1 has that colour, too. */
TEST(explains_pope_colour)
{
	assert_reason("wKb1,wBe5,bOf1,wNh3,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
		      "opt=Siege:captures last=www",
	    "e5@o", ILLEGAL_POPE_COLOUR, "e5", "f1", WHITE);
}

TEST(explains_touch_nothing)
{
	assert_reason(SIEGED " last=rrr", "f5h8(T)", ILLEGAL_TOUCH_NOTHING,
	    NULL, NULL, PLAYER_NONE);
}

TEST(explains_touch_king)
{
	assert_reason("wKh8,rNi8,rKi16,bKp10 w w-.r-.b- - aaa 0 1 "
		      "opt=Siege:captures last=rrr",
	    "h8i8(T)", ILLEGAL_TOUCH_KING, NULL, NULL, PLAYER_NONE);
}

/* A player who yields takes no part in a draw. */
TEST(explains_calls_clash)
{
	assert_reason(
	    KINGS, "b1b2(SY)", ILLEGAL_CALLS_CLASH, NULL, NULL, PLAYER_NONE);
}

/* The last player left wins: after that nothing is called. */
TEST(nothing_is_called_after_the_end)
{
	static const char line[] =
	    "wKb1,wRh6,rKh15 w w-.r-.b- - aax 0 1 declared=w:r";
	struct position position = at(line);

	assert_legal(position, "h6h15");
	assert_int_not_equal(why(&position, "h6h15(S)").why, ILLEGAL_NOT);
	assert_int_not_equal(why(&position, "h6h15(Y)").why, ILLEGAL_NOT);
}

/*
 * Declarations in records
 */

/* White's rook on g5 can go to h6 and attack both kings. */
#define TWO_KINGS \
	"wKb1,wRg5,bKa6,bNm9,rNj12,rKh15 w w-.r-.b- - aaa 0 1 opt=Siege:none"

/* `C` against a king that is not attacked by the mover after the move is an
 * error (`false-check`). */
TEST(false_declaration_is_an_error)
{
	assert_record(TWO_KINGS, "1. W5g-6h(C) *", "");
	assert_record(TWO_KINGS, "1. W5g-6h(CR) *", "check-undeclared");
	assert_record(TWO_KINGS, "1. W5g-6h(CRB) *", "");
	assert_record(TWO_KINGS, "1. W5g-5h(C) *", "");
	assert_record(
	    TWO_KINGS, "1. W5g-5h(CB) *", "check-undeclared false-check");
	assert_record(TWO_KINGS, "1. W5g-4g(C) *", "false-check");
}

/* An attack that is not declared is legal, and only means that the king may
 * not be taken next turn; `check` reports an undeclared attack as a note at
 * most. */
TEST(undeclared_attack_is_a_note)
{
	assert_int_equal(diag_table[DIAG_CHECK_UNDECLARED].severity, SEV_NOTE);
	assert_record(TWO_KINGS, "1. W5g-6h *", "check-undeclared");
	assert_record(TWO_KINGS, "1. W5g-4g *", "");
}

/* White's king on a1 has five neighbours: a2, b1, b2, b3 and c2. A rook that
 * goes from d8 to a8 attacks him; those on b9 and c9 look down their files. */
#define CORNERED        "wKa1,bRb9,bQc9,bRd8,rKk16,bKp10 b w-.r-.b- - aaa 0 1"
#define OPEN_CORNER     "wKa1,bRb9,bRd8,bQe9,rKk16,bKp10 b w-.r-.b- - aaa 0 1"
#define CORNERED_OF_TWO "wKa1,bRb9,bQc9,bRd8,bKp10 b w-.r-.b- - axa 0 1"

/* `M` also claims that, were the mated player to move at once, each of his
 * legal moves would leave his king open to capture by the declarer; a wrong
 * claim is a warning (`not-mate`). */
TEST(wrong_claim_of_mate_is_a_warning)
{
	assert_int_equal(diag_table[DIAG_NOT_MATE].severity, SEV_WARNING);
	assert_record(TWO_KINGS, "1. W5g-6h(CRMB) *", "not-mate");
	assert_record(TWO_KINGS, "1. W5g-6h(M) *", "not-mate not-mate");
	assert_record(CORNERED, "1... B13h-16h(M) *", "");
	assert_record(OPEN_CORNER, "1... B13h-16h(M) *", "not-mate");
}

/*
 * It would be mate if the mated player moved at once. But Black moves between
 * Red, who declares, and White.
 */
TEST(mated_player_need_not_be_the_next)
{
	assert_record("wKa1,rRb9,rQc9,rRd8,rKk16,bKp10 r w-.r-.b- - aaa 0 1",
	    "1.. R4i-1i(M) *", "");
	assert_record("wKa1,rRb9,rRd8,rQe9,rKk16,bKp10 r w-.r-.b- - aaa 0 1",
	    "1.. R4i-1i(M) *", "not-mate");
}

/* Each of his legal moves: a rook comes between, a knight takes the attacker,
 * and one that is far away is of no help. */
TEST(mate_is_claimed_when_no_piece_can_save)
{
	assert_record("wKa1,wRd5,bRb9,bQc9,bRd8,rKk16,bKp10 b w-.r-.b- - aaa "
		      "0 1",
	    "1... B13h-16h(M) *", "not-mate");
	assert_record("wKa1,wNd9,bRb9,bQc9,bRd8,rKk16,bKp10 b w-.r-.b- - aaa "
		      "0 1",
	    "1... B13h-16h(M) *", "not-mate");
	assert_record("wKa1,wNn12,bRb9,bQc9,bRd8,rKk16,bKp10 b w-.r-.b- - aaa "
		      "0 1",
	    "1... B13h-16h(M) *", "");
}

/* White is mated by the rook that comes to a8, and sieged by points: his king
 * against eight of Black and three of Red. */
#define BESIEGED                                                              \
	"wKa1,bRb9,bQc9,bRd8,bNm12,bOm13,rKk16,rQi16,bKp10 b w-.r-.b- - aaa " \
	"0 1 "

/* And that he could not call fortification before such a move, nor the touch
 * of death after the capture. */
TEST(mated_player_may_be_saved_by_a_call)
{
	static const char *const opt[] = {
		"opt=SiegeCalls:none",
		"opt=SiegeCalls:F",
		"opt=SiegeCalls:F forts=w",
		"opt=SiegeCalls:T",
		"opt=SiegeCalls:T immune=1.0.0",
		"opt=SiegeCalls:T immune=2.0.0",
		"opt=Siege:none",
		"opt=SiegeTwo:no",
	};
	static const char *const codes[] = { "", "not-mate", "", "not-mate",
		"not-mate", "", "", "not-mate" };

	for (int i = 0; i < 8; i++) {
		char line[256];

		snprintf(line, sizeof(line), BESIEGED "%s", opt[i]);
		assert_record(line, "1... B13h-16h(M) *", codes[i]);
	}
}

/* With two players left a record may end at a true `M`, with the win for the
 * declarer: the \last blow\ is for three players. */
TEST(record_of_two_may_end_at_a_true_mate)
{
	assert_record(CORNERED_OF_TWO, "1... B13h-16h(M) 0-0-1", "");
	assert_record(
	    CORNERED_OF_TWO, "1... B13h-16h(M) 1-0-0", "result-unproven");
	assert_record(
	    CORNERED_OF_TWO, "1... B13h-16h(C) 0-0-1", "result-unproven");
	assert_record(CORNERED, "1... B13h-16h(M) 0-0-1", "result-unproven");
}

#define QUIET "wKb1,wPh8,rKi16,bKp10 w w-.r-.b- - aaa 0 1"

/* 20 rounds without a capture: `check` gives the note `stalemate-due`. A draw
 * that is due needs no call. */
static void
check_quiet_rounds(const char *line, unsigned players, const char *const to[],
    const char *const back[])
{
	for (unsigned more = 0; more < 2; more++) {
		struct strbuf moves = STRBUF_INIT;

		for (unsigned ply = 0; ply + 1 < 20 * players + more; ply++) {
			unsigned p = ply % players;

			strbuf_printf(&moves, "%s ",
			    ply / players % 2 == 0 ? to[p] : back[p]);
		}
		strbuf_puts(&moves, players == 3 ? "1/3-1/3-1/3" : "1/2-0-1/2");
		check_record(line, moves.ptr,
		    more ? "stalemate-due" : "draw-without-offer", __FILE__,
		    __LINE__);
		strbuf_release(&moves);
	}
}

TEST(twenty_rounds_without_a_capture_are_noted)
{
	static const char *const to[] = { "W1b-1a", "R1a-1b", "B1c-1b" };
	static const char *const back[] = { "W1a-1b", "R1b-1a", "B1b-1c" };
	static const char *const two_to[] = { "W1b-1a", "B1c-1b" };
	static const char *const two_back[] = { "W1a-1b", "B1b-1c" };

	assert_int_equal(diag_table[DIAG_STALEMATE_DUE].severity, SEV_NOTE);
	check_quiet_rounds(QUIET, 3, to, back);
	check_quiet_rounds(
	    "wKb1,wPh8,bKp10 w w-.r-.b- - axa 0 1", 2, two_to, two_back);
}

/* Nothing but kings among the living: the note comes at once, and once. */
TEST(bare_kings_are_a_draw_that_is_due)
{
	static const char taken[] =
	    "wKb1,rPb2,rKi16,bKp10 w w-.r-.b- - aaa 0 1";
	static const char two[] = "wKb1,xrPh8,bKp10 w w-.r-.b- - axa 0 1";

	assert_record(KINGS, "1. W1b-1a R1a-1b B1c-1b *", "stalemate-due");
	assert_record(taken, "1. W1bx2b *", "stalemate-due");
	assert_record(taken, "1. W1bx2b R1a-1b 1/3-1/3-1/3", "stalemate-due");
	assert_record(taken, "1. W1b-1a 1/3-1/3-1/3", "draw-without-offer");
	assert_record(taken, "1. W1bx2b(S) 1/3-1/3-1/3", "");
	/* The dead do not count. */
	assert_record(two, "1. W1b-1a 1/2-0-1/2", "stalemate-due");
	assert_record(QUIET, "1. W1b-1a R(Y) *", "");
	assert_record(QUIET, "1. W(Y) R1a-1b 0-1/2-1/2", "stalemate-due");
	/* One player alone has won. */
	assert_record(two, "1. W(Y) 0-0-1", "");
}

/* Rounds are counted, not plies: when one yields in round 14, and from then on
 * two play, it is not due at once, but with the last ply of round 20. */
TEST(quiet_rounds_are_counted_after_a_yield)
{
	static const char *const to[] = { "W1b-1a", "R1a-1b", "B1c-1b" };
	static const char *const back[] = { "W1a-1b", "R1b-1a", "B1b-1c" };

	for (unsigned more = 0; more < 2; more++) {
		struct strbuf moves = STRBUF_INIT;

		for (unsigned round = 1; round <= 20; round++)
			for (unsigned p = 0; p < PLAYERS; p++) {
				const char *move =
				    (round % 2 == 1 ? to : back)[p];

				if (p == 1 && round >= 14)
					move = round == 14 ? "R(Y)" : "";
				if (p == 2 && round == 20 && !more)
					move = "";
				strbuf_printf(&moves, "%s ", move);
			}
		strbuf_puts(&moves, "*");
		check_record(QUIET, moves.ptr, more ? "stalemate-due" : "",
		    __FILE__, __LINE__);
		strbuf_release(&moves);
	}
}

/*
 * Counts
 */

/* From the start: 46, 2115, 97198 with the pope, 40, 1600, 64000 without (the
 * same for every `Siege`). */
TEST(moves_from_the_start_are_counted)
{
	static const char *const methods[] = { "none", "captures", "points",
		"moved" };

	for (int i = 0; i < 4; i++) {
		char opt[64];

		snprintf(opt, sizeof(opt), "opt=Siege:%s", methods[i]);
		make_rules_for(slice_of(opt));
		assert_int_equal(rules_perft(&rules, &rules.start, 1), 46);
		assert_int_equal(rules_perft(&rules, &rules.start, 2), 2115);
		assert_int_equal(rules_perft(&rules, &rules.start, 3), 97198);
		snprintf(opt, sizeof(opt), "opt=Pope:no;Siege:%s", methods[i]);
		make_rules_for(slice_of(opt));
		assert_int_equal(rules_perft(&rules, &rules.start, 1), 40);
		assert_int_equal(rules_perft(&rules, &rules.start, 2), 1600);
		assert_int_equal(rules_perft(&rules, &rules.start, 3), 64000);
	}
}

static bool
declares_all(void *context, const struct move *move)
{
	(void)context;
	return move->check == ALL_PLAYERS && move->mate == 0 &&
	    move->calls == 0;
}

/* Without calls `F` and `T`, yields or stalemate, and with check declared
 * against every attacked king. */
TEST(listed_moves_declare_against_every_king)
{
	struct position position = at(SIEGED " last=www");

	assert_true(rules_moves(&rules, &position, NULL, declares_all, NULL));
	position = at("wKa1,xrPa2,xrPb1,xrPb2,xrPb3,xrPc2,bNn12,bKm9 w "
		      "w-.r-.b- - axa 0 1");
	assert_true(rules_moves(&rules, &position, NULL, declares_all, NULL));
	assert_int_equal(rules_count(&rules, &position), 1);
}

/* A traitor counts as a capture there: after one in the first ply of twenty
 * rounds the draw is due a ply later. */
TEST(traitor_restarts_the_quiet_rounds)
{
	static const char line[] =
	    "wKb1,rKi16,rPf8,bKp10 w w-.r-.b- - aaa 0 1 "
	    "opt=Siege:captures;SiegeThreshold:2 lost=P.-.- last=ww";
	static const char *const plies[2][PLAYERS] = {
		{ "W1b-1a", "R1a-1b", "B1c-1b" },
		{ "W1a-1b", "R1b-1a", "B1b-1c" },
	};

	for (unsigned more = 0; more < 2; more++) {
		struct strbuf moves = STRBUF_INIT;

		strbuf_puts(&moves, "W8f% ");
		for (unsigned ply = 1; ply < 20 * PLAYERS + more; ply++)
			strbuf_printf(&moves, "%s ",
			    plies[(ply + 2) / PLAYERS % 2 == 1 ? 0 : 1]
				 [ply % PLAYERS]);
		strbuf_puts(&moves, "*");
		check_record(line, moves.ptr, more ? "stalemate-due" : "",
		    __FILE__, __LINE__);
		strbuf_release(&moves);
	}
}
