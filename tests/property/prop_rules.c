/*
 * Properties of the rules of every variant: the program agrees with the naive
 * engine on moves, positions, results, attackers and the sieged player, and on
 * written moves, legal and not, with calls, declarations, second moves and the
 * player named; moves that the ko forbids repeat a position; keys and check
 * marks kept by play equal those computed from scratch.
 *
 * `prop_rules [SEED]`; the last line counts what passed and failed.
 */
#include "parse/game/turn.h"
#include "tests/property/attackers.h"
#include "tests/property/games.h"

enum {
	CALLS = 8,        /* random calls with a move at each ply */
	TEXTS = 2,        /* random texts */
	PAIRS = 12,       /* turns of two moves at each ply */
	KO_MOVES = 60,    /* of the fewest pieces the ko is tried */
	QUIET_EVERY = 12, /* plain moves between trials of one */
};

static int
compare_texts(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* The moves without their declarations, sorted. */
static void
write_moves(struct run *run, const struct moves *moves, struct texts *out)
{
	out->n = moves->n;
	for (size_t i = 0; i < moves->n; i++)
		write_bare(run, &moves->move[i], out->text[i]);
	qsort(out->text, out->n, sizeof(out->text[0]), compare_texts);
}

static bool
same_texts(const struct texts *a, const struct texts *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (strcmp(a->text[i], b->text[i]) != 0)
			return false;
	return true;
}

/*
 * Against the naive engine
 */

static void
check_moves(struct run *run)
{
	bool distinct = true;

	write_moves(run, &run->moves, &run->texts);
	run->naive_texts.n = run->row->naive->moves(
	    run->line.ptr, run->naive_texts.text, MOVES_MAX);
	qsort(run->naive_texts.text, run->naive_texts.n,
	    sizeof(run->naive_texts.text[0]), compare_texts);
	check(run, same_texts(&run->texts, &run->naive_texts),
	    "the legal moves differ from the naive engine's");
	for (size_t i = 1; i < run->texts.n; i++)
		if (strcmp(run->texts.text[i - 1], run->texts.text[i]) == 0)
			distinct = false;
	check(run, distinct, "a move is given twice");
	check(run,
	    rules_count(&run->rules, &run->position) == run->moves.n &&
		rules_can_move(&run->rules, &run->position) ==
		    (run->moves.n > 0),
	    "the moves are counted wrong");
}

static void
check_outcome(struct run *run)
{
	const char *expected = run->row->naive->result(run->line.ptr);

	struct outcome outcome = rules_outcome(&run->rules, &run->position);
	reached_by_ending(run->reached, outcome.ending);
	if (expected == NULL || outcome.result == NULL)
		check(run, expected == outcome.result,
		    "only one engine sees the end");
	else
		check(run, strcmp(expected, outcome.result) == 0,
		    "the results differ");
}

static void
check_attackers(struct run *run)
{
	const struct position *position = &run->position;
	bool leave = tpf_game_of(run->rules.variant)->leavers != LEAVERS_NONE;
	bool declares = dialect_of(run->rules.variant)->declares;

	for (unsigned p = 0; p < PLAYERS; p++) {
		check(run, leave || position->king[p] != CELL_NONE,
		    "a king has been captured");
		check(run,
		    position->checks[p] ==
			run->row->naive->attackers(run->line.ptr, (int)p),
		    "the check marks differ from the naive attackers");
		/* Elsewhere kings and fortresses make a difference. */
		if (!declares && position->king[p] != CELL_NONE)
			check(run,
			    cell_attackers(&run->rules, position, p,
				position->king[p]) == position->checks[p],
			    "the attackers differ from the naive ones");
	}
}

static void
check_sieged(struct run *run)
{
	unsigned sieged;
	int expected;

	if (run->row->sieged == NULL)
		return;
	struct outcome outcome = rules_outcome(&run->rules, &run->position);
	if (outcome.ending != ENDING_NONE)
		return;
	sieged = siege_sieged(&run->rules, &run->position);
	expected = run->row->sieged(run->line.ptr);
	check(run,
	    sieged ==
		(expected < 0 ? (unsigned)PLAYER_NONE : (unsigned)expected),
	    "the engines differ about who is sieged");
	run->sieged += sieged == run->position.to_move;
	run->reached[SIEGED] += sieged == run->position.to_move;
}

/*
 * State that play updates
 */

static void
check_sets(struct run *run, const struct position *position)
{
	struct position rebuilt;

	position_clear(&rebuilt);
	for (cell c = 0; c < run->rules.board.cells; c++)
		if (position->at[c] != PIECE_NONE)
			position_put(&rebuilt, c, position->at[c]);
	check(run,
	    memcmp(rebuilt.owned, position->owned, sizeof(rebuilt.owned)) ==
		    0 &&
		memcmp(rebuilt.kind, position->kind, sizeof(rebuilt.kind)) ==
		    0 &&
		memcmp(rebuilt.king, position->king, sizeof(rebuilt.king)) ==
		    0 &&
		rebuilt.pieces == position->pieces,
	    "the sets do not fit the board");
}

static bool
same_checks(const struct position *a, const struct position *b)
{
	return memcmp(a->checks, b->checks, sizeof(a->checks)) == 0 &&
	    a->attacks_nothing == b->attacks_nothing &&
	    a->uncapturable == b->uncapturable;
}

/* A missing line would hide a check; an extra one costs only time. */
static bool
has_pin_rays(const struct position *position, const struct position *fresh)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (position->king[p] != CELL_NONE &&
		    (fresh->pin_rays[p] & ~(unsigned)position->pin_rays[p]) !=
			0)
			return false;
	return true;
}

/* State kept by play equals state computed from scratch. */
static void
check_kept_state(struct run *run, const struct position *position)
{
	struct position fresh = *position;

	check(run, position->key == rules_full_key(&run->rules, position),
	    "the key is not the full key");
	rules_recompute_checks(&run->rules, &fresh);
	check(run, same_checks(&fresh, position), "the check marks are stale");
	check(
	    run, has_pin_rays(position, &fresh), "a line to a king is missing");
	if (run->rules.variant == &variant_bnem)
		check(run,
		    memcmp(&fresh.bnem.promoted, &position->bnem.promoted,
			sizeof(fresh.bnem.promoted)) == 0,
		    "the set of promoted pieces is stale");
	check_sets(run, position);
}

/*
 * Playing moves, in both engines
 */

/* Both made the same position of a legal move. */
static void
check_made(struct run *run, const struct move *move,
    const struct position *next, const char *expected)
{
	write_position(run, next, &run->other_line);
	reached_by_move(run->reached, &run->rules, &run->position, move);
	reached_by_change(run->reached, &run->position, next, move);
	if (strcmp(run->other_line.ptr, expected) == 0)
		run->passed++;
	else if (is_news(run, "the positions after a move differ"))
		printf("%s: the positions after %s differ\n  %s\n  rules "
		       "%s\n  naive %s\n",
		    run->row->variant->id, run->tried, run->line.ptr,
		    run->other_line.ptr, expected);
	check_kept_state(run, next);
}

/* A move as rules_moves gives it: check is declared against all. */
static void
check_move(struct run *run, const struct move *move)
{
	struct position next = run->position;
	char expected[NAIVE_TPF_MAX];
	move_text text;
	size_t len;

	write_bare(run, move, text);
	len = strlen(text);
	if (dialect_of(run->rules.variant)->declares)
		snprintf(text + len, sizeof(text) - len, "!");
	run->tried = text;
	rules_make_move(&run->rules, &next, move);
	if (run->row->naive->apply(
		run->line.ptr, text, expected, sizeof(expected)))
		check_made(run, move, &next, expected);
	else
		check(run, false, "the naive engine does not play the move");
	run->tried = NULL;
}

/* One in this many such moves is played: rare ones matter most. */
static unsigned
rarity(const struct move *move)
{
	if (move->type == MOVE_ENPASSANT || move->type == MOVE_ILLUMINATION)
		return 1;
	if (move->type == MOVE_DROP)
		return QUIET_EVERY;
	if (move->promotion != KIND_NONE || move->type > MOVE_ENPASSANT)
		return 2;
	return move->type == MOVE_CAPTURE ? 3 : QUIET_EVERY;
}

static void
check_some_moves(struct run *run)
{
	for (size_t i = 0; i < run->moves.n; i++)
		if (dice_one_in(&run->dice, rarity(&run->moves.move[i])))
			check_move(run, &run->moves.move[i]);
}

/*
 * Written moves: legal, hardly legal, and not at all
 */

/* Plays a text as a record has it; false if it is at fault. */
static bool
play_text(struct run *run, const char *text, struct position *position,
    struct move *move)
{
	const struct language reader = { &run->rules, run->coordinate,
		run->letters };
	struct turn turn = { .asks.outcome = true };
	struct diags diags;
	bool legal;

	diags_init(&diags, &run->arena);
	legal = turn_judge_alone(
	    &turn, &reader, run->letters, position, slice_of(text), 0, &diags);
	for (size_t i = 0; i < diags.len; i++)
		legal &= diag_table[diags.list[i].id].severity < SEV_ERROR;
	*move = turn.move;
	position->past = NULL;
	arena_reset(&run->arena);
	return legal;
}

/* Both engines agree about a text, and on the position after a legal one. */
static bool
check_text(struct run *run, const char *text)
{
	struct position next = run->position;
	char expected[NAIVE_TPF_MAX];
	struct move move;
	bool legal = play_text(run, text, &next, &move);
	bool naive_legal = run->row->naive->apply(
	    run->line.ptr, text, expected, sizeof(expected));

	run->tried = text;
	check(run, legal == naive_legal,
	    legal ? "only the naive engine refuses a text"
		  : "only the naive engine allows a text");
	if (legal && naive_legal)
		check_made(run, &move, &next, expected);
	run->tried = NULL;
	return legal && naive_legal;
}

/* A move with its calls and declarations. */
static void
check_calls(struct run *run, const struct move *move)
{
	unsigned attacked = attacked_after(run, move);
	unsigned declared = move->check | move->mate;
	struct marks marks = { .mover = run->position.to_move,
		.attacked = attacked,
		.check = move->check,
		.mate = move->mate };
	move_text text;

	write_move(run, move, &marks, text);
	if (!check_text(run, text)) {
		run->reached[REFUSED] += move->calls != 0;
		return;
	}
	run->reached[PARTLY_DECLARED] += declared != 0 && declared != attacked;
	run->reached[MATES_DECLARED] += move->mate != 0;
}

/* A random move with random calls, legal or not. */
static struct move
random_calls(struct run *run)
{
	const struct moves *moves =
	    run->fortified.n > 0 && dice_one_in(&run->dice, 3) ? &run->fortified
							       : &run->moves;
	struct move move = *random_move(run, moves);

	if (moves == &run->fortified)
		move.calls = CALL_FORTIFY;
	for (unsigned call = 1; call <= CALL_TOUCH; call <<= 1)
		if (dice_one_in(&run->dice, 4))
			move.calls |=
			    (uint8_t)(call & run->rules.variant->calls);
	declare_at_random(run, &move);
	return move;
}

/* It works on a captured king too, after en passant, after promotion. */
static void
check_touches(struct run *run)
{
	unsigned sieged = siege_sieged(&run->rules, &run->position);

	for (size_t i = 0; i < run->moves.n; i++) {
		struct move move = run->moves.move[i];

		if (move.victim == CELL_NONE ||
		    piece_owner(run->position.at[move.victim]) != sieged)
			continue;
		move.calls = CALL_TOUCH;
		declare_at_random(run, &move);
		check_calls(run, &move);
	}
}

static void
check_all_calls(struct run *run)
{
	const struct variant *variant = run->rules.variant;

	if (!dialect_of(variant)->declares || run->moves.n == 0)
		return;
	for (int i = 0; i < CALLS; i++) {
		struct move move = random_calls(run);

		check_calls(run, &move);
	}
	if (variant->calls & CALL_TOUCH)
		check_touches(run);
}

/* The moves that the first or, after it, the second half of a turn may be; none
 * if there are too many. */
static void
list_half(struct run *run, const struct position *half)
{
	if (!list_moves(&run->rules, half, NULL, &run->others))
		run->others.n = 0;
}

/* Any of the moves listed or, now and then, of those of a whole turn, or one
 * that cannot be a part of two. */
static struct move
choose_half(struct run *run)
{
	if (dice_one_in(&run->dice, 16))
		return bare_move(
		    dice_one_in(&run->dice, 2) ? MOVE_PASS : MOVE_YIELD);
	return *random_move(run,
	    run->others.n == 0 || dice_one_in(&run->dice, 4) ? &run->moves
							     : &run->others);
}

/* Tries two moves; the second is mostly possible after the first. */
static void
try_pair(struct run *run)
{
	struct position half = run->position;
	move_text first, second;
	char text[2 * NAIVE_MOVE_MAX];
	struct move move;

	rules_begin_pair(&half);
	list_half(run, &half);
	move = choose_half(run);
	write_bare(run, &move, first);
	if (has_move(&run->others, &move)) {
		rules_make_move(&run->rules, &half, &move);
		list_half(run, &half);
	}
	move = choose_half(run);
	write_bare(run, &move, second);
	snprintf(text, sizeof(text), "%s&%s", first, second);
	if (strlen(text) < NAIVE_MOVE_MAX)
		run->reached[REFUSED] += !check_text(run, text);
}

static void
check_pairs(struct run *run)
{
	if (!run->rules.variant->pairs || run->moves.n == 0)
		return;
	for (int i = 0; i < PAIRS; i++)
		try_pair(run);
}

/* If the record says who moves next, a move of his names him. */
static void
check_beginners(struct run *run)
{
	struct marks named = { .named = true };
	struct position begun;

	for (unsigned p = 0; p < PLAYERS; p++) {
		if (!rules_may_begin(&run->rules, &run->position, p))
			continue;
		begun = run->position;
		rules_begin(&run->rules, &begun, p);
		if (!list_moves(&run->rules, &begun, NULL, &run->some) ||
		    run->some.n == 0)
			continue;
		strbuf_reset(&run->text);
		notation_write(&(struct language){ &run->rules, run->coordinate,
				   run->letters },
		    &begun, random_move(run, &run->some), &named, &run->text);
		check(run, check_text(run, run->text.ptr),
		    "a player who may begin has no move");
		run->reached[NAMED] += p != run->position.to_move;
	}
}

static void
add_cell(struct run *run, struct strbuf *out)
{
	const struct cellset *own =
	    &run->position.owned[dice_below(&run->dice, PLAYERS)];

	coords_write(&run->rules.board, NAMING_ALGEBRAIC, 0,
	    cellset_empty(own) || dice_one_in(&run->dice, 3)
		? (cell)dice_below(&run->dice, run->rules.board.cells)
		: dice_cell(&run->dice, *own),
	    out);
}

static void
add_letter(struct run *run, const char *letters, struct strbuf *out)
{
	strbuf_char(
	    out, letters[dice_below(&run->dice, (unsigned)strlen(letters))]);
}

/* Cells with signs among them, or a legal move with a sign at its end, and
 * sometimes calls; no marks of check, which the naive engines do not read. */
static void
make_text(struct run *run, struct strbuf *out)
{
	static const char *const whole[] = { "0000", "(Y)", "(S)" };
	const struct variant *variant = run->rules.variant;
	unsigned form = dice_below(&run->dice, 16);
	move_text text;

	if (form < 4) {
		strbuf_puts(out, whole[dice_below(&run->dice, 3)]);
		return;
	}
	if (form < 10 && run->moves.n > 0) {
		write_bare(run, random_move(run, &run->moves), text);
		strbuf_puts(out, text);
	} else if (form < 12) {
		add_letter(run, variant->letters + 1, out);
		strbuf_char(out, '*');
		add_cell(run, out);
	} else {
		add_cell(run, out);
		if (dice_one_in(&run->dice, 4))
			add_letter(run, "@%*^&", out);
		for (unsigned n = dice_below(&run->dice, 8); n < 7; n += 4)
			add_cell(run, out);
	}
	if (dice_one_in(&run->dice, 5))
		add_letter(run, "^&qrbnokp", out);
	if (variant->calls != 0 && dice_one_in(&run->dice, 3)) {
		unsigned calls = 1 + dice_below(&run->dice, 63);

		strbuf_char(out, '(');
		for (unsigned i = 0; i < 6; i++)
			if (calls >> i & 1)
				strbuf_char(out, "CMFSYT"[i]);
		strbuf_char(out, ')');
	}
}

static void
check_random_texts(struct run *run)
{
	struct strbuf text = STRBUF_INIT;

	for (int i = 0; i < TEXTS; i++) {
		strbuf_reset(&text);
		make_text(run, &text);
		check_text(run, text.ptr);
	}
	strbuf_release(&text);
}

/*
 * The ko, which the naive engine leaves out: it sees no past
 */

/* True if the move repeats a position of the game up to this ply. */
static bool
brings_back(
    struct run *run, const struct position *position, const struct move *move)
{
	struct position after = *position;
	char sight[SIGHT_MAX];

	rules_make_move(&run->rules, &after, move);
	see(run, &after, sight);
	for (unsigned i = 0; i <= run->ply; i++)
		if (strcmp(run->sight[i], sight) == 0)
			return true;
	return false;
}

/* The rules list only moves that repeat no position, if they know the past. */
static void
check_ko(struct run *run)
{
	struct position position = run->position;
	move_text text;

	if (!run->rules.variant->remembers || run->moves.n > KO_MOVES)
		return;
	position.past = run->ply > 0 ? &run->past[run->ply - 1] : NULL;
	list_moves(&run->rules, &position, NULL, &run->some);
	for (size_t i = 0; i < run->moves.n; i++) {
		const struct move *move = &run->moves.move[i];
		bool legal = has_move(&run->some, move);

		write_bare(run, move, text);
		run->tried = text;
		check(run,
		    legal != (run->has_ko && brings_back(run, &position, move)),
		    legal ? "a move brings back what has been"
			  : "a move is forbidden that brings nothing back");
		run->tried = NULL;
		run->reached[KOS] += !legal;
	}
}

/*
 * Random games rarely repeat a position except by going to and fro. So this
 * pretends that the position after a move occurred before: the move is then
 * forbidden, unless the turn goes to another player with that past.
 */
static void
check_made_up_ko(struct run *run)
{
	struct position position = run->position, after = run->position;
	struct past past;
	struct move move;
	move_text text;
	bool repeats;

	if (!run->rules.variant->remembers || run->moves.n == 0)
		return;
	do
		move =
		    run->moves
			.move[dice_below(&run->dice, (unsigned)run->moves.n)];
	while (!dice_one_in(&run->dice, rarity(&move)));
	rules_make_move(&run->rules, &after, &move);
	position_remember(&after, &past);
	position.past = &past;
	list_moves(&run->rules, &position, NULL, &run->some);
	after = position;
	rules_make_move(&run->rules, &after, &move);
	repeats = run->has_ko && after.key == past.key;
	write_bare(run, &move, text);
	run->tried = text;
	check(run, has_move(&run->some, &move) != repeats,
	    repeats
		? "a move leads to what has been"
		: "a move is forbidden that leads to nothing that has been");
	run->tried = NULL;
}

/* 3PF of the start, by both. */
static void
check_start(struct run *run)
{
	char expected[NAIVE_TPF_MAX];

	run->row->naive->start(expected, sizeof(expected));
	check(run,
	    strcmp(write_position(run, &run->rules.start, &run->line),
		expected) == 0,
	    "the starts differ");
}

static void
check_position(struct run *run)
{
	if (run->ply == 0 && run->game == 0 && run->is_default)
		check_start(run);
	check_moves(run);
	check_outcome(run);
	check_attackers(run);
	check_sieged(run);
	check_kept_state(run, &run->position);
	check_some_moves(run);
	check_all_calls(run);
	check_pairs(run);
	check_beginners(run);
	check_random_texts(run);
	check_ko(run);
	check_made_up_ko(run);
}

int
main(int argc, char **argv)
{
	return run_all(argc, argv, NULL, check_position, true);
}
