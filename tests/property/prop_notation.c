/*
 * Properties of notations, positions and records as text, over random games of
 * every variant:
 *
 *  - all that is read of a token, whatever it is, lies in the token;
 *  - a legal move written in any notation reads as the same move with its
 *    declarations and calls, without a complaint, and so do the other forms
 *    that the notation allows;
 *  - the marks that are written are true, and wrong ones are reported;
 *  - a position written as 3PF reads as the same position;
 *  - a record that was read and written once is written the same from then on,
 *    even after a detour through another notation.
 *
 * `prop_notation [SEED]`; the last line counts what passed and failed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/record/format.h"
#include "formats/position/tpf.h"
#include "parse/notation/notation.h"
#include "formats/judge/replayed.h"
#include "formats/game/turn.h"
#include "tests/property/attackers.h"
#include "tests/property/moves.h"
#include "tests/property/scatter.h"

enum {
	PLIES = 320,
	SCATTERED_PLIES = 20,
	ALL_MOVES_EVERY = 24, /* plies between trials of all moves */
	RECORD_PLIES = 90,
	MUTATIONS = 4, /* of each token that was written */
	NOTATIONS_MAX = 8,
	SETS_MAX = 4, /* of letters */
	REPORTS_MAX = 20
};

static const uint64_t default_seed = UINT64_C(20240517);

/* A variant with options, and how much of it is tried. */
struct game {
	const char *variant;
	const char *options; /* "Name=value Name=value" */
	unsigned games, records;
};

static const struct game table[] = {
	{ "dreierschach", "", 400, 150 },
	{ "dreierschach", "EnPassant=any", 150, 30 },
	{ "dreierschach", "EnPassant=any Promotion=optional", 100, 30 },
	{ "siege", "", 250, 60 },
	{ "siege", "Siege=none", 60, 15 },
	{ "siege", "Siege=captures", 150, 30 },
	{ "siege", "Siege=captures SiegeThreshold=1,2,5", 100, 20 },
	{ "siege", "Siege=points SiegeThreshold=1 SiegeCalls=@%T", 150, 30 },
	{ "siege", "Siege=moved SiegeThreshold=4,6,8", 150, 30 },
	{ "siege", "Pope=no", 200, 50 },
	{ "siege", "Pope=no Siege=none", 60, 15 },
	{ "siege", "Pope=no Siege=captures SiegeTwo=no", 100, 20 },
	{ "siege", "Pope=no Siege=moved SiegeThreshold=2", 150, 30 },
	{ "triumvirate", "", 250, 60 },
	{ "triumvirate", "Naming=geometry", 60, 15 },
	{ "triumvirate", "Setup=document Naming=document", 60, 15 },
	{ "nivichanov", "", 200, 40 },
	{ "nivichanov", "Knight=usual", 60, 15 },
	{ "nivichanov", "QueenCastling=space", 60, 15 },
	{ "threechess", "", 200, 40 },
	{ "bnem", "", 150, 40 },
	{ "bnem", "Cubes=yes", 100, 30 },
	{ "bnem", "Cubes=yes First=Red Ko=none", 40, 15 },
	{ "bnem", "Drops=no First=Black MultiCapture=last", 60, 15 },
	{ NULL, NULL, 0, 0 },
};

/* Counts of the cases tested, to show that the games contained them. */
enum content {
	PLAYED,
	CAPTURES,
	PROMOTIONS,
	EN_PASSANTS,
	CASTLINGS,
	CHECKS,
	MATES,
	LATER_MATES,
	CALLS_OF_MATE,
	FIELDS,
	TRAITORS,
	DOUBLE_TRAITORS,
	PASSES,
	KINGS_TAKEN,
	DROPS,
	CHAINS,
	ILLUMINATIONS,
	TWO_MOVES,
	NAMED,
	ELIMINATED,
	FORTS,
	TOUCHES,
	YIELDS,
	STALEMATES,
	MIXED,       /* check against one king and mate against another */
	PARTIAL,     /* not every king that is attacked */
	TRUE_CLAIMS, /* of mate */
	FALSE_CLAIMS,
	RECORDS,
	CONTENTS,
};

static const char *const content_names[CONTENTS] = {
	[PLAYED] = "plies",
	[CAPTURES] = "captures",
	[PROMOTIONS] = "promotions",
	[EN_PASSANTS] = "en passant",
	[CASTLINGS] = "castlings",
	[CHECKS] = "checks",
	[MATES] = "mates",
	[LATER_MATES] = "to be mated later",
	[CALLS_OF_MATE] = "true calls of no mate",
	[FIELDS] = "field promotions",
	[TRAITORS] = "traitors",
	[DOUBLE_TRAITORS] = "double traitors",
	[PASSES] = "passes",
	[KINGS_TAKEN] = "kings taken",
	[DROPS] = "drops",
	[CHAINS] = "chains of leaps",
	[ILLUMINATIONS] = "illuminations",
	[TWO_MOVES] = "turns of two moves",
	[NAMED] = "players named",
	[ELIMINATED] = "eliminated",
	[FORTS] = "fortifications",
	[TOUCHES] = "touches of death",
	[YIELDS] = "yields",
	[STALEMATES] = "stalemates called",
	[MIXED] = "mixed declarations",
	[PARTIAL] = "partial declarations",
	[TRUE_CLAIMS] = "true claims of mate",
	[FALSE_CLAIMS] = "false ones",
	[RECORDS] = "records",
};

struct run {
	struct rules rules;
	struct dice dice;
	unsigned long passed, failed;
	unsigned long content[CONTENTS];
	unsigned long bytes;
	/* Those of the game in the places of the common ones. */
	const struct notation *notation[NOTATIONS_MAX + 1];
	struct alphabet letters[SETS_MAX];
	unsigned sets; /* of letters that have all pieces of the game */
	struct arena arena;
	struct moves moves;
};

static bool
check(struct run *run, bool holds, const char *what, const char *text)
{
	if (holds)
		run->passed++;
	else if (run->failed++ < REPORTS_MAX)
		printf("%s: %s\n", what, text);
	return holds;
}

static unsigned
below(struct run *run, unsigned limit)
{
	return dice_below(&run->dice, limit);
}

static bool
once_in(struct run *run, unsigned times)
{
	return dice_one_in(&run->dice, times);
}

static const struct alphabet *
random_letters(struct run *run)
{
	return &run->letters[below(run, run->sets)];
}

/* A byte put in, taken out, changed, or exchanged with the next. */
static void
mutate(struct run *run, struct strbuf *token)
{
	static const char letters[] =
	    "abcxyzKQRBNPOSTDLWG0123456789+-#=!?()*%@^&:. \xe2\x99";
	size_t at = below(run, (unsigned)token->len);
	char c = letters[below(run, sizeof(letters) - 1)];
	char *p = token->ptr;

	switch (below(run, 4)) {
	case 0:
		p[at] = c;
		break;
	case 1:
		strbuf_char(token, c);
		p = token->ptr;
		memmove(p + at + 1, p + at, token->len - 1 - at);
		p[at] = c;
		break;
	case 2:
		if (token->len > 1)
			memmove(p + at, p + at + 1, --token->len - at);
		break;
	default:
		if (at + 1 < token->len) {
			c = p[at];
			p[at] = p[at + 1];
			p[at + 1] = c;
		}
		break;
	}
}

/* The parts of a move, and its landings, lie in the token. */
static void
try_token(struct run *run, unsigned n, const struct alphabet *alphabet,
    struct slice token)
{
	struct parsed_turn parsed;
	const struct parsed_move *move = &parsed.move;
	const struct part *part[] = { &move->from, &move->to,
		&move->promotion_at, &move->mark, &parsed.second_at };
	bool holds = true;

	memset(&parsed, 0xa5, sizeof(parsed));
	if (!notation_read(run->notation[n], alphabet, token, &parsed))
		return;
	for (unsigned i = 0; i < 5; i++)
		holds &= part[i]->at + part[i]->len <= token.len;
	for (unsigned i = 0; i < move->path_len; i++)
		holds &= move->path[i].len > 0 &&
		    move->path[i].at + move->path[i].len <= token.len;
	check(run, holds, "a part is not in the token",
	    arena_printf(&run->arena, "%s '%.*s'", run->notation[n]->id,
		(int)token.len, token.ptr));
}

static void
try_mutations(struct run *run, unsigned n, const struct alphabet *alphabet,
    struct slice token)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_slice(&text, token);
	for (unsigned i = 0; i < MUTATIONS; i++) {
		mutate(run, &text);
		for (unsigned m = 0; run->notation[m] != NULL; m++)
			if (m == n || below(run, 8) == 0)
				try_token(
				    run, m, alphabet, strbuf_as_slice(&text));
	}
	strbuf_release(&text);
}

/*
 * Moves, and the marks that are true of them
 */

static void
copy_moves(const struct moves *moves, struct moves *out)
{
	out->n = moves->n;
	memcpy(out->move, moves->move, moves->n * sizeof(moves->move[0]));
}

static bool
is_allowed(
    struct run *run, const struct position *position, const struct move *move)
{
	struct verdict verdict;

	rules_explain_calls(&run->rules, position, move, &verdict);
	return verdict.why == ILLEGAL_NOT;
}

/* A move on its board, with its true marks. */
struct scene {
	const struct position *before;
	struct move move;
	struct position after;
	struct position board; /* on which the marks are judged */
	struct marks marks;
};

/*
 * True if the mover could capture the player's king if it were his turn.
 * Shielded kings cannot be captured; in games in which kings spare each other,
 * the mover's own king only blocks.
 */
static bool
attacks_king(const struct rules *rules, const struct position *position,
    unsigned mover, unsigned player)
{
	struct position board = *position;
	cell king = board.king[mover], target = board.king[player];

	if (target == CELL_NONE)
		return false;
	if (rules->variant->kings_declared && king != CELL_NONE) {
		position_take(&board, king);
		position_put(
		    &board, king, piece_make(PAWN, mover, PLAYER_NONE));
	}
	return cell_attackers(rules, &board, player, target) >> mover & 1;
}

static unsigned
attacked_kings(
    const struct rules *rules, const struct position *board, unsigned mover)
{
	unsigned kings = 0;

	for (unsigned p = 0; p < PLAYERS; p++)
		if (p != mover && attacks_king(rules, board, mover, p))
			kings |= 1u << p;
	return kings;
}

/* True if the player may call fortification or the touch of death, as far as
 * the options and the siege allow it. */
static bool
may_call(const struct rules *rules, const struct position *position,
    unsigned player, char call)
{
	int option = variant_option(rules->variant, "SiegeCalls", 10);
	char calls[SETTING_MAX];

	settings_write(rules->variant, &rules->settings, option, calls);
	return strcmp(calls, "none") != 0 && strchr(calls, call) != NULL &&
	    rules_seat_facts(rules, position, player).is_sieged &&
	    position->siege.fort[player] == 0;
}

/* Were the mated player to move at once, each of his legal moves would leave
 * his king open to capture by the declarer, and no call would save it. */
struct rescue {
	const struct rules *rules;
	const struct position *turn;
	unsigned declarer;
};

static bool
stays_open(void *context, const struct move *move)
{
	const struct rescue *rescue = context;
	struct position after = *rescue->turn;
	unsigned player = after.to_move;

	rules_make_move(rescue->rules, &after, move);
	if (!attacks_king(rescue->rules, &after, rescue->declarer, player))
		return false;
	position_turn(&after, rescue->declarer);
	return !may_call(rescue->rules, &after, player, 'T');
}

static bool
is_mated_by(struct run *run, const struct position *board, unsigned mover,
    unsigned player)
{
	struct position turn = *board;
	struct rescue rescue = { &run->rules, &turn, mover };

	position_turn(&turn, player);
	if (board->to_move != player && turn.siege.fort[player] > 0)
		turn.siege.fort[player]--;
	rules_recompute_checks(&run->rules, &turn);
	if (!(turn.siege.forts >> player & 1) &&
	    may_call(&run->rules, &turn, player, 'F'))
		return false;
	return rules_moves(&run->rules, &turn, NULL, stays_open, &rescue);
}

static bool
is_mate(struct run *run, const struct position *after)
{
	unsigned next = after->to_move;

	/* Kings that attack each other do not mate if only kings are left. */
	return after->king[next] != CELL_NONE &&
	    !rules_bare_kings(&run->rules, after) &&
	    cell_attackers(&run->rules, after, next, after->king[next]) != 0 &&
	    rules_count(&run->rules, after) == 0;
}

/*
 * True if each hex to which the king could step, and which its own side does
 * not hold, is attacked on the board after the step.
 */
static bool
is_cornered(
    const struct rules *rules, const struct position *board, unsigned player)
{
	cell king = board->king[player];

	for (cell c = 0; c < rules->board.cells; c++) {
		struct position after = *board;
		unsigned attackers, gone = PLAYER_NONE;

		if (!cellset_has(&rules->board.king_set[king], c) ||
		    cellset_has(&board->owned[player], c))
			continue;
		if (!position_is_empty(board, c)) {
			uint8_t victim = position_take(&after, c);

			if (piece_kind(victim) == KING)
				gone = piece_owner(victim);
		}
		position_move(&after, king, c);
		attackers = cell_attackers(rules, &after, player, c);
		if ((attackers & ~(1u << gone)) == 0)
			return false;
	}
	return true;
}

static bool
stays_attacked(void *context, const struct move *move)
{
	const struct rescue *rescue = context;
	struct position after = *rescue->turn;
	unsigned player = after.to_move;

	rules_make_move(rescue->rules, &after, move);
	return cell_attackers(
		   rescue->rules, &after, player, after.king[player]) != 0;
}

/* True if the king's owner has no legal move that ends the attack. */
static bool
is_lost(
    const struct rules *rules, const struct position *board, unsigned player)
{
	struct position turn = *board;
	struct rescue rescue = { rules, &turn, PLAYER_NONE };

	position_turn(&turn, player);
	return rules_moves(rules, &turn, NULL, stays_attacked, &rescue);
}

/* The players whom the move mates, in games with mate. */
static unsigned
mated_players(struct run *run, const struct scene *scene, unsigned attacked)
{
	const struct variant *variant = run->rules.variant;
	unsigned mated = 0;

	if (rules_mates_singly(&run->rules)) {
		for (unsigned p = 0; p < PLAYERS; p++)
			if ((attacked >> p & 1) &&
			    is_cornered(&run->rules, &scene->board, p) &&
			    is_lost(&run->rules, &scene->board, p))
				mated |= 1u << p;
		return mated;
	}
	if (dialect_of(variant)->no_mate)
		return 0;
	if (scene->after.out != scene->board.out)
		return scene->after.out & ~(unsigned)scene->board.out;
	return tpf_game_of(variant)->leavers != LEAVERS_INHERITED &&
		is_mate(run, &scene->after)
	    ? 1u << scene->after.to_move
	    : 0;
}

/* Plays the move and derives the marks from the attacks on kings. */
static struct scene
make_scene(struct run *run, const struct position *before, struct move move)
{
	struct scene scene = {
		.before = before, .move = move, .after = *before
	};
	unsigned mover = before->to_move;
	struct marks *marks = &scene.marks;

	rules_make_move(&run->rules, &scene.after, &move);
	scene.board = scene.after;
	if ((move.calls & ~CALL_FORTIFY) != 0) {
		/* Judged on the board after the move and before a touch of
		 * death. */
		move.calls &= CALL_FORTIFY;
		scene.board = *before;
		rules_make_move(&run->rules, &scene.board, &move);
	}
	if (tpf_game_of(run->rules.variant)->leavers == LEAVERS_INHERITED) {
		/* A mated player leaves when the turn passes. */
		struct position after = *before;

		if (!rules_make_judged(
			&run->rules, &after, &move, &scene.board))
			scene.board = after;
	}
	marks->mover = mover;
	marks->attacked = attacked_kings(&run->rules, &scene.board, mover);
	/* A fortress in its last round but one falls after the declarer's next
	 * turn. */
	for (unsigned p = 0; p < PLAYERS; p++)
		if (run->rules.variant->kings_declared &&
		    before->siege.fort[p] > 1)
			marks->attacked &= ~(1u << p);
	if (dialect_of(run->rules.variant)->declares) {
		marks->mate = marks->mated = move.mate & marks->attacked;
		marks->check = move.check & marks->attacked & ~marks->mate;
		return scene;
	}
	marks->mated = mated_players(run, &scene, marks->attacked);
	if (marks->mated != 0)
		marks->mate = marks->mated | marks->attacked;
	else
		marks->check = marks->attacked;
	return scene;
}

/* Adds a call to the move if it is allowed. */
static void
call(struct run *run, const struct position *before, enum call call,
    struct move *move)
{
	struct move called = *move;

	called.calls |= (uint8_t)call;
	if ((run->rules.variant->calls & call) &&
	    is_allowed(run, before, &called))
		*move = called;
}

/*
 * The move with random declarations and random legal calls.
 */
static struct move
decorate(struct run *run, const struct position *before, struct move move)
{
	const struct variant *variant = run->rules.variant;

	if (dialect_of(variant)->declares) {
		move.check = move.mate = 0;
		if (!once_in(run, 4))
			move.check = ALL_PLAYERS;
		if (once_in(run, 6))
			move.check = (uint8_t)below(run, ALL_PLAYERS + 1);
		if (once_in(run, 6))
			move.mate = (uint8_t)below(run, ALL_PLAYERS + 1);
	}
	if (move.victim != CELL_NONE && !once_in(run, 4))
		call(run, before, CALL_TOUCH, &move);
	if (once_in(run, 60))
		call(run, before, CALL_YIELD, &move);
	if (once_in(run, 120))
		call(run, before, CALL_STALEMATE, &move);
	return move;
}

/* Makes the position after the call F; false if it is not allowed. */
static bool
fortify(struct run *run, const struct position *before, struct position *called)
{
	const struct move move = { .type = MOVE_QUIET,
		.from = CELL_NONE,
		.to = CELL_NONE,
		.victim = CELL_NONE,
		.calls = CALL_FORTIFY };

	if (!(run->rules.variant->calls & CALL_FORTIFY) ||
	    !is_allowed(run, before, &move))
		return false;
	*called = *before;
	rules_fortify(&run->rules, called);
	return true;
}

/*
 * Moves as text
 */

/* The slugs of diagnostics, with spaces between, in the arena. */
static const char *
codes_of(struct run *run, const struct diags *diags)
{
	const char *codes = "";

	for (unsigned i = 0; i < diags->len; i++)
		codes = arena_printf(&run->arena, "%s%s%s", codes,
		    i > 0 ? " " : "", diag_table[diags->list[i].id].slug);
	return codes;
}

static void
write_text(struct run *run, const struct scene *scene, unsigned n,
    const struct alphabet *alphabet, const struct marks *marks,
    struct strbuf *out)
{
	strbuf_reset(out);
	notation_write(run->notation[n], &run->rules, alphabet, scene->before,
	    &scene->move, marks, out);
}

/*
 * True if the read move is the scene's, with those declarations that are
 * against attacked kings.
 */
static bool
is_same_move(
    struct run *run, const struct scene *scene, const struct move *move)
{
	unsigned attacked = scene->marks.attacked;
	unsigned mate = scene->move.mate & attacked;
	unsigned check = scene->move.check & attacked & ~mate;

	if (!move_equal(move, &scene->move) || move->calls != scene->move.calls)
		return false;
	return !dialect_of(run->rules.variant)->declares ||
	    ((move->mate & attacked) == mate &&
		(move->check & attacked & ~mate) == check);
}

static const char *
place_of(struct run *run, const struct scene *scene, unsigned n,
    const struct alphabet *alphabet, struct slice token)
{
	struct strbuf position = STRBUF_INIT;
	const char *place;

	if (run->failed >= REPORTS_MAX)
		return "";
	tpf_write(&run->rules, scene->before, &position);
	place = arena_printf(&run->arena, "%s (%s) '%.*s' on %s",
	    run->notation[n]->id, alphabet->set->id, (int)token.len, token.ptr,
	    position.ptr);
	strbuf_release(&position);
	return place;
}

/* A written text, and the move that it must read as. */
struct written {
	const struct scene *scene;
	unsigned n; /* the notation */
	const struct alphabet *alphabet;
	struct slice token;
};

static bool
expect(
    struct run *run, bool holds, const char *what, const struct written *text)
{
	return check(run, holds, what,
	    holds ? ""
		  : place_of(run, text->scene, text->n, text->alphabet,
			text->token));
}

/*
 * The text reads as the move of the scene, with exactly these diagnostics.
 */
static void
expect_reading(struct run *run, const struct scene *scene, unsigned n,
    const struct alphabet *alphabet, struct slice token, const char *expected)
{
	const struct written text = { scene, n, alphabet, token };
	const struct reader_context reader = { &run->rules, run->notation[n],
		alphabet };
	unsigned nag = run->notation[n]->writes_nags ? scene->marks.nag : 0;
	const char *codes;
	struct turn turn = { .asks.outcome = true };
	struct position after = *scene->before;
	struct diags diags;

	diags_init(&diags, &run->arena);
	if (!expect(run,
		notation_read(run->notation[n], alphabet, token, &turn.parsed),
		"written, but no move", &text) ||
	    !expect(run, turn_find(&turn, &reader, &after, token),
		"written, but not legal", &text) ||
	    !expect(run, is_same_move(run, scene, &turn.move),
		"written, and reads as another move", &text))
		return;
	expect(run,
	    turn.parsed.move.draw == scene->marks.draw &&
		turn.parsed.move.nag[0] == nag,
	    "written, and reads with other annotations", &text);
	if (turn.remarks > 0)
		turn_explain(&turn, &reader, &after, token, 0, &diags);
	turn_make(&turn, &reader, &after, &run->arena);
	turn_mark(&turn, &reader, &after, token);
	turn_explain_marks(&turn, &reader, &after, token, 0, &diags);
	codes = codes_of(run, &diags);
	/* A call without a move that does not name its player. */
	if (token.ptr[0] == '(' && run->notation[n]->naming == NAMING_SEAT &&
	    run->rules.variant->calls != 0)
		expected = "call-apart";
	if (strcmp(codes, expected) == 0)
		run->passed++;
	else
		expect(run, false,
		    arena_printf(&run->arena,
			"said of a move: '%s', expected '%s'", codes, expected),
		    &text);
}

/* True if the player after the next is attacked and cannot answer. */
static bool
is_later_mated(struct run *run, const struct position *after)
{
	const struct variant *variant = run->rules.variant;
	unsigned player = (after->to_move + 1u) % PLAYERS;
	struct position later = *after;

	if (rules_mates_singly(&run->rules) || dialect_of(variant)->no_mate)
		return false;
	position_turn(&later, player);
	return is_mate(run, &later);
}

/* True if a king is cornered, in games in which mate ends nothing. */
static bool
may_call_mate(struct run *run, const struct scene *scene)
{
	if (!rules_mates_singly(&run->rules))
		return false;
	for (unsigned p = 0; p < PLAYERS; p++)
		if ((scene->marks.attacked >> p & 1) &&
		    is_cornered(&run->rules, &scene->board, p)) {
			run->content[CALLS_OF_MATE]++;
			return true;
		}
	return false;
}

/*
 * True if the game is over by something other than mate: checks then no longer
 * matter.
 */
static bool
has_ended(const struct run *run, const struct scene *scene)
{
	struct outcome outcome;

	rules_outcome(&run->rules, &scene->after, &outcome);
	return outcome.ending != ENDING_NONE && outcome.ending != ENDING_MATE &&
	    !ending_plays_on(outcome.ending);
}

/*
 * The expected codes for a mark of check or mate, given as sets of the players
 * it names; ALL_PLAYERS is the mark alone, 0 no mark.
 */
static const char *
codes_of_marks(
    struct run *run, const struct scene *scene, unsigned check, unsigned mate)
{
	unsigned attacked = scene->marks.attacked;
	bool mated = scene->marks.mated != 0;

	if (mate != 0)
		return mated || may_call_mate(run, scene) ||
			is_later_mated(run, &scene->board)
		    ? ""
		    : " false-mate";
	/* If mate ends nothing, the check is reported first. */
	if (mated && (check != 0 || !rules_mates_singly(&run->rules)))
		return " mate-unmarked";
	if (check != 0)
		return attacked == 0 ? " false-check" : "";
	return attacked != 0 && !has_ended(run, scene) &&
		!dialect_of(run->rules.variant)->no_check
	    ? " check-unmarked"
	    : "";
}

/*
 * True if a declaration is against a king that is not attacked, or names nobody
 * and no king is attacked.
 */
static bool
is_false(unsigned kings, unsigned attacked)
{
	if (kings == ALL_PLAYERS)
		return attacked == 0;
	return (kings & ~attacked) != 0;
}

/* Like codes_of_marks, for games with declarations. */
static const char *
codes_of_declarations(
    struct run *run, const struct scene *scene, unsigned check, unsigned mate)
{
	unsigned attacked = scene->marks.attacked;
	unsigned lasting;
	const char *codes = "";

	if (is_false(check, attacked))
		codes = " false-check";
	if (is_false(mate, attacked))
		codes = arena_printf(&run->arena, "%s false-check", codes);
	for (unsigned p = 0; p < PLAYERS; p++) {
		bool claimed = (mate & attacked) >> p & 1;

		if (!claimed)
			continue;
		if (is_mated_by(run, &scene->board, scene->marks.mover, p)) {
			run->content[TRUE_CLAIMS]++;
			continue;
		}
		run->content[FALSE_CLAIMS]++;
		codes = arena_printf(&run->arena, "%s not-mate", codes);
	}
	/* The attacker may be gone by a touch of death. */
	lasting = attacked &
	    attacked_kings(&run->rules, &scene->after, scene->marks.mover);
	if ((lasting & ~(check | mate)) != 0 && scene->after.over == 0)
		codes = arena_printf(&run->arena, "%s check-undeclared", codes);
	return codes;
}

static const char *
expected_codes(struct run *run, const struct scene *scene, unsigned n,
    unsigned check, unsigned mate)
{
	bool has_marks = run->notation[n]->has_marks;
	const char *codes = "";

	if (dialect_of(run->rules.variant)->declares)
		codes = codes_of_declarations(run, scene, check, mate);
	else if (has_marks)
		codes = codes_of_marks(run, scene, check, mate);
	return *codes == ' ' ? codes + 1 : codes;
}

/*
 * Other marks than the true ones: none, of check, of mate; as declarations they
 * may be against anybody.
 */
static void
try_marks(struct run *run, const struct scene *scene, unsigned n,
    const struct alphabet *alphabet, struct strbuf *text)
{
	struct scene claimed = *scene;
	struct marks marks = { .mover = scene->marks.mover,
		.attacked = ALL_PLAYERS };

	if (dialect_of(run->rules.variant)->declares) {
		marks.check = below(run, ALL_PLAYERS + 1);
		marks.mate = below(run, ALL_PLAYERS + 1) & ~marks.check;
	} else {
		marks.check = once_in(run, 2) ? ALL_PLAYERS : 0;
		marks.mate = once_in(run, 2) ? ALL_PLAYERS & ~marks.check : 0;
		run->content[LATER_MATES] += is_later_mated(run, &scene->board);
	}
	claimed.marks.draw = false;
	claimed.marks.nag = 0;
	claimed.move.check = (uint8_t)marks.check;
	claimed.move.mate = (uint8_t)marks.mate;
	write_text(run, &claimed, n, alphabet, &marks, text);
	expect_reading(run, &claimed, n, alphabet, strbuf_as_slice(text),
	    expected_codes(run, &claimed, n, marks.check, marks.mate));
}

/*
 * Other forms of the same move
 */

enum {
	ITEMS_MAX = 8,
	ITEM_MAX = 8
};

/* Special information, an item each. */
struct items {
	unsigned n;
	char item[ITEMS_MAX][ITEM_MAX];
};

static void
add_item(struct items *items, char letter)
{
	char *item = items->item[items->n++];

	item[0] = letter;
	item[1] = '\0';
}

/* C or M, with the kings in any order, if not all are meant or now and then. */
static void
add_declaration(struct run *run, const struct scene *scene, char letter,
    unsigned kings, struct items *items)
{
	const char *colours = run->rules.variant->colours;
	unsigned first = below(run, PLAYERS);
	char *item = items->item[items->n], *p = item + 1;

	if (kings == 0)
		return;
	add_item(items, letter);
	if (kings == scene->marks.attacked && !once_in(run, 3))
		return;
	for (unsigned i = 0; i < PLAYERS; i++)
		if (kings >> (first + i) % PLAYERS & 1)
			*p++ = (char)(colours[(first + i) % PLAYERS] & ~0x20);
	*p = '\0';
}

static void
add_calls(const struct scene *scene, struct items *items)
{
	unsigned calls = scene->move.calls;

	if (calls & CALL_FORTIFY)
		add_item(items, 'F');
	if (calls & CALL_STALEMATE)
		add_item(items, 'S');
	if (calls & CALL_YIELD)
		add_item(items, 'Y');
	if (calls & CALL_TOUCH)
		add_item(items, 'T');
}

/* Adds declarations; in notations with marks, one mark for all kings. */
static void
add_marks(struct run *run, const struct scene *scene, struct items *items)
{
	const struct marks *marks = &scene->marks;

	if (dialect_of(run->rules.variant)->declares) {
		add_declaration(run, scene, 'C', marks->check, items);
		add_declaration(run, scene, 'M', marks->mate, items);
	} else if (marks->mate != 0) {
		add_item(items, 'M');
	} else if (marks->check != 0) {
		add_item(items, 'C');
	}
}

/* In parentheses or bare, any order. */
static void
put_items(struct run *run, struct items *items, bool bare, struct strbuf *out)
{
	if (items->n == 0)
		return;
	strbuf_puts(out, bare ? "" : "(");
	while (items->n > 0) {
		unsigned i = below(run, items->n);

		strbuf_puts(out, items->item[i]);
		memcpy(items->item[i], items->item[--items->n], ITEM_MAX);
	}
	strbuf_puts(out, bare ? "" : ")");
}

static char
mover_letter(struct run *run, const struct scene *scene)
{
	char letter = run->rules.variant->colours[scene->before->to_move];

	return once_in(run, 2) ? letter : (char)(letter & ~0x20);
}

static void
put_cell(struct run *run, const struct scene *scene, unsigned n, cell c,
    struct strbuf *out)
{
	coords_write(&run->rules.board, run->notation[n]->naming,
	    scene->before->to_move, c, out);
}

/* The landings of a chain, with a sign before each. */
static void
put_path(
    struct run *run, const struct scene *scene, unsigned n, struct strbuf *out)
{
	for (unsigned i = 0; i < scene->move.leaps; i++) {
		strbuf_char(out, 'x');
		put_cell(run, scene, n, scene->move.path[i], out);
	}
}

static bool
is_alone(const struct move *move)
{
	return move->type == MOVE_YIELD || move->type == MOVE_STALEMATE;
}

/* "(Y)" and "(S)" are written in one way only. */
static void
put_alone(const struct move *move, struct strbuf *out)
{
	strbuf_puts(out, move->type == MOVE_YIELD ? "(Y)" : "(S)");
}

/* The ending cell may repeat the beginning cell if it is not needed. */
static void
put_siege_cells(
    struct run *run, const struct scene *scene, unsigned n, struct strbuf *out)
{
	const struct move *move = &scene->move;
	bool choice = run->rules.en_passant == EN_PASSANT_CHOICE;
	bool needed = move->type != MOVE_FIELD && move->to != CELL_NONE;
	char sign = move->victim != CELL_NONE ? 'x' : '-';

	if (move->type == MOVE_ENPASSANT && (choice || once_in(run, 2)))
		sign = '+';
	if (move->type == MOVE_FIELD)
		sign = '@';
	if (move->type == MOVE_TRAITOR)
		sign = '%';
	if (move->type == MOVE_ILLUMINATION)
		sign = '^';
	put_cell(run, scene, n, move->from, out);
	if (move->leaps > 0) {
		put_path(run, scene, n, out);
		return;
	}
	strbuf_char(out, sign);
	if (needed)
		put_cell(run, scene, n, move->to, out);
	else if (once_in(run, 2))
		put_cell(run, scene, n, move->from, out);
}

/* A castling side that is a colour's letter as well is written small: after C
 * or M it would be the colour. */
static void
put_siege(
    struct run *run, const struct scene *scene, unsigned n, struct strbuf *out)
{
	const char *letters = run->rules.variant->letters;
	const struct move *move = &scene->move;
	struct items items = { 0 };

	if (once_in(run, 2))
		strbuf_char(out, mover_letter(run, scene));
	if (is_alone(move)) {
		put_alone(move, out);
		return;
	}
	if (move->type == MOVE_CASTLE) {
		char side = run->rules.setup->sides[move->side].letter;

		strbuf_puts(out, once_in(run, 2) ? "00" : "00-00");
		if (once_in(run, 2) || strchr(player_letters, side) != NULL)
			side |= 0x20;
		add_item(&items, side);
	} else if (move->type == MOVE_PASS) {
		strbuf_puts(out, "--");
	} else if (move->type == MOVE_DROP) {
		strbuf_char(out, '*');
		put_cell(run, scene, n, move->to, out);
	} else {
		put_siege_cells(run, scene, n, out);
	}
	if (move->promotion != KIND_NONE)
		add_item(&items, (char)(letters[move->promotion] | 0x20));
	add_calls(scene, &items);
	add_marks(run, scene, &items);
	put_items(run, &items, once_in(run, 2), out);
}

/* d9Q, d9=Q, d9(Q); but the letter of a call in parentheses is the call. */
static void
put_promotion(struct run *run, const char *letter, struct strbuf *out)
{
	static const char *const before[] = { "", "=", "(" };
	bool call =
	    run->rules.variant->calls != 0 && strchr("FTSY", letter[0]) != NULL;
	unsigned form = below(run, call ? 2 : 3);

	strbuf_puts(out, before[form]);
	strbuf_puts(out, letter);
	strbuf_puts(out, form == 2 ? ")" : "");
}

static void
put_letter(struct run *run, const struct alphabet *alphabet, unsigned kind,
    struct strbuf *out)
{
	const char *letters = run->rules.variant->letters;

	strbuf_puts(out, alphabet_text(alphabet, letters[kind]));
}

/*
 * Writes a letter for the pawn if no other piece has it, and a + if the piece
 * is promoted.
 */
static void
put_piece(struct run *run, const struct scene *scene,
    const struct alphabet *alphabet, struct strbuf *out)
{
	uint8_t piece = scene->before->at[scene->move.from];

	if (piece & PIECE_PROMOTED)
		strbuf_char(out, '+');
	if (piece_kind(piece) != PAWN || (piece & PIECE_PROMOTED))
		put_letter(run, alphabet, piece_kind(piece), out);
	else if (alphabet->read['P'] == 'P' && once_in(run, 2))
		strbuf_char(out, 'P');
}

static void
put_long_cells(struct run *run, const struct scene *scene, unsigned n,
    const struct alphabet *alphabet, struct strbuf *out)
{
	const char *letters = run->rules.variant->letters;
	const struct move *move = &scene->move;

	put_piece(run, scene, alphabet, out);
	put_cell(run, scene, n, move->from, out);
	if (move->leaps > 0) {
		put_path(run, scene, n, out);
		return;
	}
	strbuf_char(out, move->victim != CELL_NONE ? 'x' : '-');
	put_cell(run, scene, n, move->to, out);
	if (move->promotion != KIND_NONE)
		put_promotion(run,
		    alphabet_text(alphabet, letters[move->promotion]), out);
}

static void
put_castling(struct run *run, const struct move *move, struct strbuf *out)
{
	const char *text = run->rules.setup->sides[move->side].text;
	bool capital = once_in(run, 2);

	for (; *text != '\0'; text++)
		strbuf_char(out, *text == '0' && capital ? 'O' : *text);
}

static void
put_long_action(struct run *run, const struct scene *scene, unsigned n,
    const struct alphabet *alphabet, struct strbuf *out)
{
	const struct move *move = &scene->move;

	if (move->type == MOVE_DROP) {
		put_letter(run, alphabet, move->promotion, out);
		strbuf_char(out, '*');
		put_cell(run, scene, n, move->to, out);
		return;
	}
	if (move->type == MOVE_ILLUMINATION) {
		put_piece(run, scene, alphabet, out);
		if (once_in(run, 2))
			put_cell(run, scene, n, move->from, out);
		strbuf_char(out, '^');
		return;
	}
	put_cell(run, scene, n, move->from, out);
	strbuf_char(out, move->type == MOVE_FIELD ? '@' : '%');
	if (move->type == MOVE_FIELD)
		put_letter(run, alphabet, move->promotion, out);
	else if (move->to != CELL_NONE)
		put_cell(run, scene, n, move->to, out);
	else if (once_in(run, 2))
		put_cell(run, scene, n, move->from, out);
}

/* + and ++ or #; or all that is declared in the parentheses. */
static void
put_long_marks(struct run *run, const struct scene *scene, struct strbuf *out)
{
	const char *sign = marks_sign(&scene->marks);
	struct items items = { 0 };

	add_calls(scene, &items);
	if (*sign == '\0' ||
	    (dialect_of(run->rules.variant)->declares && once_in(run, 2)))
		add_marks(run, scene, &items);
	else
		strbuf_puts(
		    out, sign[1] != '\0' && once_in(run, 2) ? "#" : sign);
	put_items(run, &items, false, out);
}

static void
put_long(struct run *run, const struct scene *scene, unsigned n,
    const struct alphabet *alphabet, struct strbuf *out)
{
	const struct move *move = &scene->move;

	if (once_in(run, 4)) {
		strbuf_char(out, mover_letter(run, scene));
		strbuf_char(out, ':');
	}
	if (is_alone(move)) {
		put_alone(move, out);
		return;
	}
	if (move->type == MOVE_CASTLE)
		put_castling(run, move, out);
	else if (move->type == MOVE_PASS)
		strbuf_puts(out, "--");
	else if (move->type >= MOVE_FIELD && move->type != MOVE_LEAP)
		put_long_action(run, scene, n, alphabet, out);
	else
		put_long_cells(run, scene, n, alphabet, out);
	put_long_marks(run, scene, out);
}

static unsigned
number_of(const struct notation *notation)
{
	unsigned n = 0;

	while (notations[n] != notation)
		n++;
	return n;
}

/* The move, if it is one of a piece, in other words that siege and long
 * notation allow. */
static void
try_other_forms(struct run *run, const struct scene *scene, struct strbuf *text)
{
	const struct alphabet *alphabet = random_letters(run);
	const unsigned forms[] = { number_of(&notation_siege),
		number_of(&notation_long) };
	struct scene plain = *scene;

	if (scene->move.pair ||
	    notation_of(&notation_siege, run->rules.variant) == NULL)
		return;
	plain.marks.nag = 0;
	plain.marks.draw = once_in(run, 8);
	for (unsigned i = 0; i < 2; i++) {
		unsigned n = forms[i];

		strbuf_reset(text);
		if (i == 0)
			put_siege(run, &plain, n, text);
		else
			put_long(run, &plain, n, alphabet, text);
		strbuf_puts(text, plain.marks.draw ? "=" : "");
		expect_reading(run, &plain, n, alphabet, strbuf_as_slice(text),
		    expected_codes(
			run, &plain, n, plain.marks.check, plain.marks.mate));
	}
}

/* The move in the older names of the cells, all of the start written. */
static void
try_older_names(struct run *run, const struct scene *scene, struct strbuf *text)
{
	const struct board *board = &run->rules.board;
	const char *letters = run->rules.variant->letters;
	const struct move *move = &scene->move;
	enum kind kind;

	/* With an x more than is needed would be said of it. */
	if (!notation_of(&notation_algebraic22, run->rules.variant) ||
	    move->type != MOVE_QUIET)
		return;
	kind = piece_kind(scene->before->at[move->from]);
	strbuf_reset(text);
	strbuf_char(text, letters[kind]);
	coords_write(board, NAMING_SWAPPED, 0, move->from, text);
	strbuf_char(text, '-');
	coords_write(board, NAMING_SWAPPED, 0, move->to, text);
	if (move->promotion != KIND_NONE)
		strbuf_char(text, letters[move->promotion]);
	strbuf_puts(text, marks_sign(&scene->marks));
	expect_reading(run, scene, number_of(&notation_algebraic22),
	    &run->letters[0], strbuf_as_slice(text), "");
}

static void
check_marks(struct run *run, const struct scene *scene)
{
	const struct marks *is = &scene->marks;
	struct marks found =
	    marks_of_move(&run->rules, scene->before, &scene->move);

	check(run,
	    found.attacked == is->attacked && found.mated == is->mated &&
		found.check == is->check && found.mate == is->mate &&
		found.mover == is->mover && !found.draw && found.nag == 0,
	    "marks_of_move", "");
}

static void
count_marks(struct run *run, const struct scene *scene)
{
	const struct marks *marks = &scene->marks;

	if (!dialect_of(run->rules.variant)->declares)
		return;
	run->content[MIXED] += marks->check != 0 && marks->mate != 0;
	run->content[PARTIAL] += (marks->check | marks->mate) != 0 &&
	    (marks->check | marks->mate) != marks->attacked;
}

/* The move in one notation, as it is written, and with other marks. */
static void
try_notation(
    struct run *run, struct scene *scene, unsigned n, struct strbuf *text)
{
	const struct alphabet *alphabet = random_letters(run);

	scene->marks.draw = once_in(run, 16);
	scene->marks.named = once_in(run, 8);
	scene->marks.nag = 0;
	if (!is_alone(&scene->move) && once_in(run, 8))
		scene->marks.nag = below(run, 7);
	write_text(run, scene, n, alphabet, &scene->marks, text);
	expect_reading(run, scene, n, alphabet, strbuf_as_slice(text),
	    expected_codes(
		run, scene, n, scene->marks.check, scene->marks.mate));
	if (once_in(run, 8))
		try_mutations(run, n, alphabet, strbuf_as_slice(text));
	if (is_alone(&scene->move) ||
	    (!run->notation[n]->has_marks &&
		!dialect_of(run->rules.variant)->declares))
		return;
	if (scene->marks.attacked != 0 || scene->marks.mate != 0 ||
	    once_in(run, 16))
		try_marks(run, scene, n, alphabet, text);
}

static void
try_move(struct run *run, const struct position *position, struct move move,
    struct strbuf *text)
{
	struct scene scene = make_scene(run, position, move);

	arena_reset(&run->arena);
	check_marks(run, &scene);
	count_marks(run, &scene);
	for (unsigned n = 0; run->notation[n] != NULL; n++)
		if (notation_of(run->notation[n], run->rules.variant))
			try_notation(run, &scene, n, text);
	scene.marks.draw = scene.marks.named = false;
	scene.marks.nag = 0;
	try_other_forms(run, &scene, text);
	try_older_names(run, &scene, text);
}

/*
 * Positions
 */

static bool
same_cells(const struct cellset *a, const struct cellset *b)
{
	return memcmp(a, b, sizeof(*a)) == 0;
}

/* Names a difference between two positions, or returns NULL. */
static const char *
board_difference(const struct position *a, const struct position *b)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (!same_cells(&a->owned[p], &b->owned[p]) ||
		    a->king[p] != b->king[p])
			return "owners";
	for (unsigned k = 0; k < KINDS; k++)
		if (!same_cells(&a->kind[k], &b->kind[k]))
			return "kinds";
	if (memcmp(a->at, b->at, sizeof(a->at)) != 0 || a->pieces != b->pieces)
		return "pieces";
	return NULL;
}

static const char *
siege_difference(const struct siege *a, const struct siege *b, bool remembered)
{
	if (memcmp(a->fort, b->fort, sizeof(a->fort)) != 0 ||
	    a->forts != b->forts)
		return "fortifications";
	if (memcmp(a->traitors, b->traitors, sizeof(a->traitors)) != 0)
		return "traitors";
	if (memcmp(a->immune, b->immune, sizeof(a->immune)) != 0)
		return "immunity";
	if (memcmp(a->declared, b->declared, sizeof(a->declared)) != 0)
		return "declarations";
	/* 3PF leaves out the other facts about captures. */
	if (remembered && (a->captures != b->captures || a->last != b->last))
		return "the last captures";
	return NULL;
}

static const char *
bnem_difference(const struct bnem *a, const struct bnem *b)
{
	if (memcmp(a->hand, b->hand, sizeof(a->hand)) != 0)
		return "hands";
	if (a->cubes != b->cubes)
		return "cubes";
	if (memcmp(a->captor, b->captor, sizeof(a->captor)) != 0)
		return "captors";
	if (memcmp(a->passes, b->passes, sizeof(a->passes)) != 0)
		return "passes";
	if (a->turns != b->turns || memcmp(a->turn, b->turn, a->turns) != 0)
		return "the last turns";
	return NULL;
}

static const char *
difference_of(const struct rules *rules, const struct position *a,
    const struct position *b)
{
	const char *what = board_difference(a, b);

	if (what == NULL && rules->variant == &variant_siege)
		what = siege_difference(
		    &a->siege, &b->siege, siege_remembered(rules) > 0);
	if (what == NULL && rules->variant == &variant_bnem)
		what = bnem_difference(&a->bnem, &b->bnem);
	if (what != NULL)
		return what;
	if (rules->variant == &variant_triumvirate &&
	    (a->standing.checked != b->standing.checked ||
		a->standing.skipped != b->standing.skipped))
		return "the status";
	for (unsigned p = 0; p < PLAYERS; p++)
		if (a->en_passant[p].target != b->en_passant[p].target ||
		    a->en_passant[p].pawn != b->en_passant[p].pawn)
			return "en passant";
	if (memcmp(a->rights, b->rights, sizeof(a->rights)) != 0)
		return "rights";
	if (memcmp(a->checks, b->checks, sizeof(a->checks)) != 0)
		return "checks";
	if (memcmp(a->lost, b->lost, sizeof(a->lost)) != 0)
		return "the lost";
	if (!same_cells(&a->unmoved, &b->unmoved))
		return "the unmoved";
	if (a->attacks_nothing != b->attacks_nothing ||
	    a->uncapturable != b->uncapturable)
		return "the mute and shielded";
	if (a->to_move != b->to_move || a->out != b->out || a->over != b->over)
		return "turn and status";
	if (a->clock != b->clock || a->number != b->number)
		return "clock and number";
	return a->key != b->key ? "keys" : NULL;
}

/* The options that a position states are those of its game. */
static void
check_options(struct run *run, struct slice text)
{
	struct settings settings;

	settings_default(run->rules.variant, &settings);
	tpf_options(run->rules.variant, text, &settings);
	check(run,
	    dialect_same_game(
		run->rules.variant, &settings, &run->rules.settings),
	    "3PF with other options", text.ptr);
}

/*
 * Ignores the complaint that no game leads to the material, because the pieces
 * were scattered.
 */
static bool
has_complaint(const struct diags *diags)
{
	for (unsigned i = 0; i < diags->len; i++)
		if (diags->list[i].id != DIAG_POSITION_MATERIAL)
			return true;
	return false;
}

static void
try_position(struct run *run, const struct position *position)
{
	struct strbuf text = STRBUF_INIT, again = STRBUF_INIT;
	struct position copy = *position, back;
	struct outcome outcome;
	struct diags diags;
	const char *what;
	unsigned results = 0;

	arena_reset(&run->arena);
	diags_init(&diags, &run->arena);
	rules_outcome(&run->rules, position, &outcome);
	while (run->rules.variant->results[results] != NULL)
		results++;
	if (outcome.ending == ENDING_NONE && once_in(run, 16))
		copy.over = (uint8_t)(1 + below(run, results));
	memset(&back, 0xa5, sizeof(back));
	tpf_write(&run->rules, &copy, &text);
	if (check(run,
		tpf_read(&run->rules, strbuf_as_slice(&text), 0, &diags, &back),
		"3PF that does not read", text.ptr)) {
		check(run, !has_complaint(&diags), "3PF with complaints",
		    text.ptr);
		what = difference_of(&run->rules, &copy, &back);
		check(run, what == NULL,
		    arena_printf(&run->arena, "3PF with other %s",
			what != NULL ? what : ""),
		    text.ptr);
		tpf_write(&run->rules, &back, &again);
		check(run, strcmp(text.ptr, again.ptr) == 0,
		    "3PF that is written in two ways", text.ptr);
		check_options(run, strbuf_as_slice(&text));
	}
	strbuf_release(&text);
	strbuf_release(&again);
}

/*
 * Games
 */

static unsigned
weigh(const struct position *position, const struct move *move)
{
	if (move->type == MOVE_DROP)
		return 1;
	if (move->type != MOVE_QUIET && move->type != MOVE_CAPTURE)
		return move->type == MOVE_TRAITOR && move->to != CELL_NONE ? 4
									   : 40;
	if (move->promotion != KIND_NONE)
		return 20;
	if (move->victim != CELL_NONE &&
	    piece_kind(position->at[move->victim]) == KING)
		return 40;
	if (move->victim != CELL_NONE)
		return 8;
	return piece_kind(position->at[move->from]) == PAWN ? 3 : 2;
}

/* One of the moves listed, with a liking for those that are rare. */
static struct move
choose(struct run *run, const struct position *position)
{
	unsigned total = 0, pick;
	size_t i = 0;

	for (size_t m = 0; m < run->moves.n; m++)
		total += weigh(position, &run->moves.move[m]);
	pick = below(run, total);
	while (pick >= weigh(position, &run->moves.move[i]))
		pick -= weigh(position, &run->moves.move[i++]);
	return run->moves.move[i];
}

static bool
is_rare(const struct position *position, const struct move *move)
{
	return weigh(position, move) >= 20;
}

/* True if the game is over or the player to move has no move at all. */
static bool
is_over(struct run *run, const struct position *position)
{
	struct outcome outcome;

	rules_outcome(&run->rules, position, &outcome);
	list_moves(&run->rules, position, NULL, &run->moves);
	return outcome.ending != ENDING_NONE || run->moves.n == 0;
}

/* Two moves in a turn, in games with such turns. */
static bool
pick_pair(struct run *run, const struct position *position, struct move *move)
{
	struct position half = *position;
	struct verdict verdict;
	struct move second;

	if (!run->rules.variant->pairs || !once_in(run, 3))
		return false;
	rules_explain_pair(&run->rules, position, &verdict);
	if (verdict.why != ILLEGAL_NOT)
		return false;
	rules_begin_pair(&half);
	list_moves(&run->rules, &half, NULL, &run->moves);
	if (run->moves.n == 0)
		return false;
	*move = choose(run, &half);
	rules_make_move(&run->rules, &half, move);
	list_moves(&run->rules, &half, NULL, &run->moves);
	if (run->moves.n == 0)
		return false;
	second = choose(run, &half);
	move_join(move, &second);
	return true;
}

/* A pass, a yield or a stalemate called, seldom. */
static bool
pick_alone(struct run *run, const struct position *position, struct move *move)
{
	static const struct {
		enum move_type type;
		unsigned every;
	} kinds[] = { { MOVE_YIELD, 150 }, { MOVE_STALEMATE, 400 },
		{ MOVE_PASS, 40 } };

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (!once_in(run, kinds[i].every) ||
		    !may_act(&run->rules, position, kinds[i].type))
			continue;
		*move = bare_move(kinds[i].type);
		return true;
	}
	return false;
}

/*
 * If the record says who moves next, picks a mover with whom the game goes on.
 */
static void
pick_mover(struct run *run, struct position *position)
{
	struct position other = *position;
	unsigned player = below(run, PLAYERS);

	if (player == position->to_move ||
	    !rules_may_begin(&run->rules, position, player))
		return;
	rules_begin(&run->rules, &other, player);
	if (is_over(run, position) || is_over(run, &other))
		return;
	*position = other;
	run->content[NAMED]++;
}

/* Picks a random move with calls and declarations; false if there is none. */
static bool
pick_move(struct run *run, const struct position *position, struct move *move)
{
	struct position called;
	bool fort;

	if (is_over(run, position))
		return false;
	if (pick_alone(run, position, move) || pick_pair(run, position, move))
		return true;
	list_moves(&run->rules, position, NULL, &run->moves);
	fort = once_in(run, 4) && fortify(run, position, &called);
	if (fort)
		list_moves(&run->rules, &called, NULL, &run->moves);
	if (run->moves.n == 0)
		return false;
	*move = choose(run, position);
	if (fort)
		move->calls = CALL_FORTIFY;
	*move = decorate(run, position, *move);
	return true;
}

static void
count_move(struct run *run, const struct position *before,
    const struct position *after, const struct move *move)
{
	unsigned long *content = run->content;
	bool taken = move->victim != CELL_NONE;

	content[PLAYED]++;
	content[CAPTURES] += taken;
	content[PROMOTIONS] +=
	    move->promotion != KIND_NONE && move->type < MOVE_CASTLE;
	content[EN_PASSANTS] += move->type == MOVE_ENPASSANT;
	content[CASTLINGS] += move->type == MOVE_CASTLE;
	content[CHECKS] += after->checks[after->to_move] != 0;
	content[FIELDS] += move->type == MOVE_FIELD;
	content[TRAITORS] += move->type == MOVE_TRAITOR;
	content[DOUBLE_TRAITORS] +=
	    move->type == MOVE_TRAITOR && move->to != CELL_NONE;
	content[PASSES] += move->type == MOVE_PASS;
	content[KINGS_TAKEN] +=
	    taken && piece_kind(before->at[move->victim]) == KING;
	content[DROPS] += move->type == MOVE_DROP;
	content[CHAINS] += move->type == MOVE_LEAP;
	content[ILLUMINATIONS] += move->type == MOVE_ILLUMINATION;
	content[TWO_MOVES] += move->pair;
	content[ELIMINATED] +=
	    tpf_game_of(run->rules.variant)->leavers == LEAVERS_INHERITED &&
	    after->out != before->out;
	content[FORTS] += (move->calls & CALL_FORTIFY) != 0;
	content[TOUCHES] += (move->calls & CALL_TOUCH) != 0;
	content[YIELDS] +=
	    move->type == MOVE_YIELD || (move->calls & CALL_YIELD) != 0;
	content[STALEMATES] +=
	    move->type == MOVE_STALEMATE || (move->calls & CALL_STALEMATE) != 0;
}

/* The start, or any position: there the rare things come soon. Returns for how
 * many plies it is of interest. */
static unsigned
random_start(struct run *run, struct position *position)
{
	if (once_in(run, 12)) {
		*position = run->rules.start;
		return PLIES;
	}
	scatter(&run->rules, &run->dice, position);
	return SCATTERED_PLIES;
}

/* Moves of the position, and of the one after the call F. */
static void
try_moves(struct run *run, const struct position *position, struct strbuf *text)
{
	bool all = once_in(run, ALL_MOVES_EVERY);
	struct position called;
	static struct moves moves;

	list_moves(&run->rules, position, NULL, &run->moves);
	copy_moves(&run->moves, &moves);
	for (size_t m = 0; m < moves.n; m++)
		if (all || is_rare(position, &moves.move[m]))
			try_move(run, position,
			    decorate(run, position, moves.move[m]), text);
	if (!all || !fortify(run, position, &called))
		return;
	list_moves(&run->rules, &called, NULL, &run->moves);
	copy_moves(&run->moves, &moves);
	for (size_t m = 0; m < moves.n; m++) {
		struct move move = moves.move[m];

		move.calls = CALL_FORTIFY;
		try_move(run, position, decorate(run, position, move), text);
	}
}

static void
play_game(struct run *run)
{
	struct position position;
	struct strbuf text = STRBUF_INIT;
	struct past past[PLIES];
	unsigned plies = random_start(run, &position);

	for (unsigned ply = 0; ply < plies; ply++) {
		struct position before;
		struct move move;

		pick_mover(run, &position);
		before = position;
		try_position(run, &position);
		if (!pick_move(run, &position, &move)) {
			run->content[MATES] += run->moves.n == 0 &&
			    position.checks[position.to_move] != 0;
			break;
		}
		try_moves(run, &before, &text);
		try_move(run, &before, move, &text);
		position_remember(&position, &past[ply]);
		rules_make_move(&run->rules, &position, &move);
		count_move(run, &before, &position, &move);
	}
	strbuf_release(&text);
}

/*
 * Records
 */

/* A record that is written carelessly, as people and programs do. */
struct maker {
	struct run *run;
	unsigned n; /* the notation */
	const struct alphabet *alphabet;
	struct strbuf out;
	struct strbuf text;
	bool numbered; /* the next ply must have its number */
};

static const char *const asides[] = {
	"{a quiet move}", "{}", "{ spaces  }", "{two\nlines}",
	"{two\r\nmore\r\n}", "; to the end }\n", ";; and \"so\" on\n",
	"{; [no tag] (no line) $1 1. e4 *}", "{\xc3\xa9\xe2\x99\x98\n\n}",
	"{one} {two} ;three\n", "{(\n%no escape\n)}",
	"{a comment so long that no other word finds room on its line 123456}"
};

static void
put(struct maker *maker, const char *text)
{
	static const char *const spaces[] = { " ", " ", " ", "\n", "\t", "  ",
		"\r\n" };

	strbuf_puts(&maker->out, text);
	strbuf_puts(&maker->out, spaces[below(maker->run, 7)]);
}

static void
put_aside(struct maker *maker)
{
	unsigned n = sizeof(asides) / sizeof(*asides);

	put(maker, asides[below(maker->run, n)]);
}

static void
put_number(struct maker *maker, const struct position *position)
{
	static const char *const dots[] = { ".", "..", "..." };
	char text[32];

	snprintf(text, sizeof(text), "%" PRIu32 "%s", position->number,
	    dots[position->to_move]);
	strbuf_puts(&maker->out, text);
	if (below(maker->run, 4) != 0)
		strbuf_char(&maker->out, ' ');
	if (below(maker->run, 24) == 0)
		put_aside(maker);
}

static void
put_annotations(struct maker *maker, bool suffix)
{
	static const char *const suffixes[] = { "!", "?", "!!", "\?\?", "!?",
		"?!" };
	char nag[8];

	if (suffix && once_in(maker->run, 12))
		strbuf_puts(&maker->out, suffixes[below(maker->run, 6)]);
	strbuf_char(&maker->out, ' ');
	while (below(maker->run, 10) == 0) {
		snprintf(nag, sizeof(nag), "$%u", below(maker->run, 256));
		put(maker, nag);
	}
	while (below(maker->run, 12) == 0) {
		put_aside(maker);
		maker->numbered = true;
	}
}

static void put_line(struct maker *maker, struct position *position,
    unsigned plies, unsigned depth);

static void
put_variations(
    struct maker *maker, const struct position *before, unsigned depth)
{
	while (depth < 4 && below(maker->run, 14) == 0) {
		struct position position = *before;
		struct move move;

		if (!pick_move(maker->run, before, &move))
			return;
		strbuf_char(&maker->out, '(');
		if (below(maker->run, 8) == 0)
			put_aside(maker);
		put_line(maker, &position, 1 + below(maker->run, 5), depth + 1);
		put(maker, ")");
		if (below(maker->run, 8) == 0)
			put_aside(maker);
		maker->numbered = true;
	}
}

static void
put_line(struct maker *maker, struct position *position, unsigned plies,
    unsigned depth)
{
	struct run *run = maker->run;

	maker->numbered = true;
	for (unsigned i = 0; i < plies; i++) {
		struct past *past =
		    arena_alloc(&run->arena, sizeof(struct past));
		struct position before;
		struct scene scene;
		struct move move;

		pick_mover(run, position);
		before = *position;
		if (!pick_move(run, position, &move))
			return;
		if (maker->numbered || position->to_move == 0 ||
		    once_in(run, 8))
			put_number(maker, position);
		maker->numbered = false;
		scene = make_scene(run, &before, move);
		scene.marks.draw = once_in(run, 40);
		scene.marks.named =
		    rules_may_begin(&run->rules, &before, before.to_move) ||
		    once_in(run, 20);
		write_text(run, &scene, maker->n, maker->alphabet, &scene.marks,
		    &maker->text);
		strbuf_slice(&maker->out, strbuf_as_slice(&maker->text));
		*position = before;
		position_remember(position, past);
		scene.after.past = past;
		*position = scene.after;
		/* After = and (Y) no suffix follows. */
		put_annotations(maker, !scene.marks.draw && !is_alone(&move));
		put_variations(maker, &before, depth);
	}
}

static void
put_tag(struct maker *maker, const char *name, const char *value)
{
	strbuf_printf(&maker->out, "[%s \"%s\"]", name, value);
	strbuf_puts(&maker->out, below(maker->run, 4) == 0 ? " " : "\n");
}

/* Those that are not the default, and now and then the others. */
static void
put_options(struct maker *maker)
{
	const struct rules *rules = &maker->run->rules;
	char value[SETTING_MAX];

	for (int i = 0; rules->variant->options[i].name != NULL; i++) {
		const struct variant_option *option =
		    &rules->variant->options[i];
		bool usual =
		    settings_is_default(rules->variant, &rules->settings, i);

		if (usual &&
		    (option->type == OPTION_NUMBERS || !once_in(maker->run, 8)))
			continue;
		settings_write(rules->variant, &rules->settings, i, value);
		put_tag(maker, option->name, value);
	}
}

static void
put_tags(struct maker *maker, const struct position *start)
{
	struct run *run = maker->run;
	struct strbuf position = STRBUF_INIT;

	if (once_in(run, 2))
		put_tag(maker, "Annotator", "M\xc3\xbcller \\\"M\\\" \\\\");
	put_tag(maker, "Variant", run->rules.variant->id);
	put_tag(maker, "Notation", run->notation[maker->n]->id);
	if (maker->alphabet != &run->letters[0])
		put_tag(maker, "Letters", maker->alphabet->set->id);
	put_options(maker);
	if (once_in(run, 2))
		put_tag(maker, run->rules.variant->players[1], "Bea");
	if (once_in(run, 2))
		put_tag(maker, maker->run->rules.variant->players[0], "");
	if (difference_of(&run->rules, start, &run->rules.start) != NULL) {
		tpf_write(&run->rules, start, &position);
		put_tag(maker, "SetUp", "1");
		put_tag(maker, "Position", position.ptr);
		strbuf_release(&position);
	}
	put_tag(maker, "Zeit", "5+5");
	strbuf_puts(&maker->out, "\n\n");
}

static void
make_record(struct maker *maker)
{
	struct run *run = maker->run;
	struct position position;
	struct outcome outcome;
	struct move move;

	strbuf_reset(&maker->out);
	random_start(run, &position);
	/* Some begin in the middle of a game. */
	if (once_in(run, 3))
		for (unsigned i = below(run, 200); i > 0; i--)
			if (pick_move(run, &position, &move))
				rules_make_move(&run->rules, &position, &move);
	/* A position does not include its past. */
	position.past = NULL;
	put_tags(maker, &position);
	if (once_in(run, 6))
		put_aside(maker);
	put_line(maker, &position, below(run, RECORD_PLIES), 0);
	rules_outcome(&run->rules, &position, &outcome);
	strbuf_puts(
	    &maker->out, outcome.ending != ENDING_NONE ? outcome.result : "*");
	if (once_in(run, 6)) {
		strbuf_char(&maker->out, ' ');
		put_aside(maker);
	}
	strbuf_puts(&maker->out, "\n\n");
}

/* A rewritten record keeps these faults. */
static bool
is_carried_over(enum diag_id id)
{
	return id == DIAG_CHECK_UNDECLARED || id == DIAG_NOT_MATE ||
	    id == DIAG_STALEMATE_DUE || id == DIAG_REPETITION_DUE;
}

/* How to read and write records. */
struct style {
	const struct format *from, *to;
	unsigned n; /* the notation that is written */
	const struct letter_set *letters;
	bool careless; /* the text may be noted for its careless writing */
};

/* True if there are no diagnostics but those that are allowed. */
static bool
is_clean(const struct diags *diags, bool careless, const char **fault)
{
	for (unsigned i = 0; i < diags->len; i++) {
		enum diag_id id = diags->list[i].id;

		if (is_carried_over(id) || id == DIAG_POSITION_MATERIAL ||
		    (careless && diag_table[id].severity == SEV_NOTE))
			continue;
		*fault = diags->list[i].message;
		return false;
	}
	return true;
}

/* Rewrites all records of a text. */
static void
rewrite(struct run *run, struct slice in, const struct style *style,
    struct strbuf *out)
{
	const struct notation *notation = run->notation[style->n];
	const struct replay_options options = { .rewrite = true,
		.nags_apart = style->to->nags_apart,
		.output = notation,
		.letters = style->letters };
	struct replayer *replayer = replayer_new(&options);
	struct input input = { .format = style->from,
		.max_record = MAX_RECORD };
	struct arena arena = ARENA_INIT;
	struct replayed replayed;
	struct record record;
	struct diags diags;

	strbuf_reset(out);
	source_text(&input.source, "test", in);
	while (input.format->read(&input, &arena, &diags, &record)) {
		struct strbuf position = STRBUF_INIT;
		bool good = replay_record(replayer, &record, &diags, &replayed);
		const char *fault = "";
		struct writing writing;

		good &= is_clean(&diags, style->careless, &fault);
		if (!check(run, good, "a record with faults", fault))
			continue;
		if (!replayed.usual_start)
			tpf_write(&run->rules, &replayed.start, &position);
		writing = (struct writing){
			.variant = run->rules.variant,
			.settings = &replayed.rules->settings,
			.notation = notation->id,
			.letters =
			    notation->has_letters ? style->letters->id : NULL,
			.position = strbuf_as_slice(&position),
			.result = replayed.result,
			.first = out->len == 0,
		};
		style->to->write(&record, &writing, out);
		strbuf_release(&position);
	}
	source_release(&input.source);
	arena_release(&arena);
	replayer_free(replayer);
}

/* Returns the first line in which two texts differ. */
static const char *
difference(struct run *run, const struct strbuf *a, const struct strbuf *b)
{
	size_t line = 0, at = 0;

	while (at < a->len && at < b->len && a->ptr[at] == b->ptr[at])
		if (a->ptr[at++] == '\n')
			line = at;
	return arena_printf(
	    &run->arena, "\n%.300s\n---\n%.300s", a->ptr + line, b->ptr + line);
}

static void
check_same(struct run *run, const struct strbuf *a, const struct strbuf *b,
    const char *what)
{
	bool same = slice_equal(strbuf_as_slice(a), strbuf_as_slice(b));

	check(run, same, what, same ? "" : difference(run, a, b));
}

/* A record in PGN and in one notation; in each other, and in any format, and
 * back. */
static void
try_ways(struct run *run, const struct strbuf *first, unsigned n)
{
	static const struct format *const kinds[] = { &format_pgn, &format_yaml,
		&format_jsonl };
	struct strbuf second = STRBUF_INIT, other = STRBUF_INIT;

	for (unsigned m = 0; run->notation[m] != NULL; m++) {
		const struct format *kind = kinds[below(run, 3)];
		struct style there = { &format_pgn, kind, m,
			random_letters(run)->set, false };
		struct style back = { kind, &format_pgn, n, letter_sets,
			false };

		if (!notation_of(run->notation[m], run->rules.variant))
			continue;
		rewrite(run, strbuf_as_slice(first), &there, &other);
		rewrite(run, strbuf_as_slice(&other), &back, &second);
		check_same(
		    run, first, &second, "changed on the way there and back");
	}
	strbuf_release(&second);
	strbuf_release(&other);
}

static void
try_record(struct run *run, struct maker *maker)
{
	struct style style = { &format_pgn, &format_pgn, maker->n, letter_sets,
		true };
	struct strbuf first = STRBUF_INIT, second = STRBUF_INIT;

	make_record(maker);
	run->content[RECORDS]++;
	run->bytes += maker->out.len;
	rewrite(run, strbuf_as_slice(&maker->out), &style, &first);
	style.careless = false;
	rewrite(run, strbuf_as_slice(&first), &style, &second);
	check_same(run, &first, &second, "written in two ways");
	try_ways(run, &first, maker->n);
	strbuf_release(&first);
	strbuf_release(&second);
}

static void
try_records(struct run *run, unsigned records)
{
	struct maker maker = {
		.run = run, .out = STRBUF_INIT, .text = STRBUF_INIT
	};

	for (unsigned i = 0; i < records; i++) {
		do
			maker.n = below(run, NOTATIONS_MAX);
		while (run->notation[maker.n] == NULL ||
		    !notation_of(run->notation[maker.n], run->rules.variant));
		maker.alphabet = &run->letters[0];
		if (run->notation[maker.n]->has_letters)
			maker.alphabet = random_letters(run);
		try_record(run, &maker);
		arena_reset(&run->arena);
	}
	strbuf_release(&maker.out);
	strbuf_release(&maker.text);
}

/* Reads "Name=value Name=value". */
static void
read_options(
    const struct variant *variant, const char *text, struct settings *settings)
{
	settings_default(variant, settings);
	while (*text != '\0') {
		size_t len = strcspn(text, " "), name = strcspn(text, "=");
		int i = variant_option(variant, text, name);

		if (i < 0 ||
		    !settings_read(variant, settings, i, text + name + 1,
			len - name - 1)) {
			fprintf(stderr, "no option: %s\n", text);
			abort();
		}
		text += len + strspn(text + len, " ");
	}
	settings_settle(variant, settings);
}

/* Keeps the sets of letters that can write all pieces of the game. */
static void
choose_letters(struct run *run)
{
	const char *pieces = run->rules.variant->letters;

	run->sets = 0;
	for (const struct letter_set *set = letter_sets;
	     set->id != NULL && run->sets < SETS_MAX; set++) {
		if (letter_set_serves(set, pieces))
			alphabet_init(&run->letters[run->sets++], set, pieces);
	}
}

/* Sets the notations of a variant; NULL: the common ones. */
static void
choose_notations(struct run *run, const struct variant *variant)
{
	for (unsigned n = 0; notations[n] != NULL; n++) {
		const struct notation *own =
		    variant != NULL ? notation_of(notations[n], variant) : NULL;

		run->notation[n] = own != NULL ? own : notations[n];
	}
}

static void
start(struct run *run, const struct game *game)
{
	const struct variant *variant =
	    variant_find(game->variant, strlen(game->variant));
	struct settings settings;

	read_options(variant, game->options, &settings);
	rules_init(&run->rules, variant, &settings);
	choose_notations(run, variant);
	choose_letters(run);
}

static void
print_content(const struct run *run)
{
	for (unsigned i = 0; i < CONTENTS; i++)
		printf("%s%lu %s", i > 0 ? ", " : "", run->content[i],
		    content_names[i]);
	printf("\n%lu bytes of records\n", run->bytes);
}

int
main(int argc, char **argv)
{
	static struct run run;

	run.dice.state = argc > 1 ? strtoull(argv[1], NULL, 0) : default_seed;
	printf("seed %" PRIu64 "\n", run.dice.state);
	choose_notations(&run, NULL);
	for (const struct game *game = table; game->variant != NULL; game++) {
		start(&run, game);
		for (unsigned i = 0; i < game->games; i += SHARE)
			play_game(&run);
		try_records(&run, game->records);
	}
	print_content(&run);
	for (unsigned i = 0; i < CONTENTS; i++)
		check(&run, run.content[i] > 0, "never reached",
		    content_names[i]);
	printf("%lu passed, %lu failed\n", run.passed, run.failed);
	arena_release(&run.arena);
	return run.failed != 0;
}
