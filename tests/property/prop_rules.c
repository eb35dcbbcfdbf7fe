/*
 * Properties of the rules of every variant: rules/ agrees with the naive engine
 * on moves, calls, turns of two moves, declared players, positions, results,
 * attackers and the sieged player; moves that the ko forbids repeat a position;
 * keys and check marks kept by play equal those computed from scratch; turning
 * the board by a seat turns the moves; a position written as 3PF reads as the
 * same position.
 *
 * `prop_rules [SEED]`; the last line counts what passed and failed.
 */
#include "tests/property/attackers.h"
#include "tests/property/engine.h"

enum {
	CALLS = 8,        /* random calls with a move at each ply */
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
	struct outcome outcome;

	rules_outcome(&run->rules, &run->position, &outcome);
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
	struct outcome outcome;
	unsigned sieged;
	int expected;

	if (run->row->sieged == NULL)
		return;
	rules_outcome(&run->rules, &run->position, &outcome);
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

/* 3PF, written, read and written again, does not change; nor does the position.
 */
static void
check_line(struct run *run)
{
	struct diags diags;
	struct position read;

	diags_init(&diags, &run->arena);
	if (!tpf_read(
		&run->rules, strbuf_as_slice(&run->line), 0, &diags, &read)) {
		run->tried = diags.len > 0 ? diags.list[0].message : NULL;
		check(run, false, "the position cannot be read");
		run->tried = NULL;
		arena_reset(&run->arena);
		return;
	}
	check(run,
	    strcmp(write_position(run, &read, &run->other_line),
		run->line.ptr) == 0,
	    "the position is written otherwise when it has been read");
	check(run,
	    read.key == run->position.key && same_checks(&read, &run->position),
	    "the position read is another");
	list_moves(&run->rules, &read, NULL, &run->some);
	write_moves(run, &run->some, &run->texts);
	write_moves(run, &run->moves, &run->naive_texts);
	check(run, same_texts(&run->texts, &run->naive_texts),
	    "the position read has other moves");
	arena_reset(&run->arena);
}

/*
 * Playing moves, in both engines
 */

/* Both make the same position of a legal move, written as `text`. */
static void
check_play(struct run *run, const struct move *move, const char *text)
{
	struct position next = run->position;
	char expected[NAIVE_TPF_MAX];
	bool applied = run->row->naive->apply(
	    run->line.ptr, text, expected, sizeof(expected));

	run->tried = text;
	rules_make_move(&run->rules, &next, move);
	write_position(run, &next, &run->other_line);
	reached_by_move(run->reached, &run->rules, &run->position, move);
	reached_by_change(run->reached, &run->position, &next, move);
	if (!applied)
		check(run, false, "the naive engine does not play the move");
	else if (strcmp(run->other_line.ptr, expected) == 0)
		run->passed++;
	else if (is_news(run, "the positions after a move differ"))
		printf("%s: the positions after %s differ\n  %s\n  rules "
		       "%s\n  naive %s\n",
		    run->row->variant->id, text, run->line.ptr,
		    run->other_line.ptr, expected);
	check_kept_state(run, &next);
	run->tried = NULL;
}

/* A move as rules_moves gives it: check is declared against all. */
static void
check_move(struct run *run, const struct move *move)
{
	move_text text;
	size_t len;

	write_bare(run, move, text);
	len = strlen(text);
	if (dialect_of(run->rules.variant)->declares)
		snprintf(text + len, sizeof(text) - len, "!");
	check_play(run, move, text);
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
 * Declarations and calls
 */

/* Both engines agree on the move with its declarations and calls. */
static void
check_calls(struct run *run, const struct move *move)
{
	unsigned attacked = attacked_after(run, move);
	unsigned declared = move->check | move->mate;
	struct marks marks = { .mover = run->position.to_move,
		.attacked = attacked,
		.check = move->check,
		.mate = move->mate };
	char expected[NAIVE_TPF_MAX];
	bool legal, naive_legal;
	move_text text;

	write_move(run, move, &marks, text);
	run->tried = text;
	legal = calls_are_legal(run, move, attacked);
	naive_legal = run->row->naive->apply(
	    run->line.ptr, text, expected, sizeof(expected));
	check(run, legal == naive_legal,
	    legal ? "only the naive engine refuses the calls"
		  : "only the naive engine allows the calls");
	run->tried = NULL;
	run->reached[REFUSED] += move->calls != 0 && !legal;
	if (!legal || !naive_legal)
		return;
	run->reached[PARTLY_DECLARED] += declared != 0 && declared != attacked;
	run->reached[MATES_DECLARED] += move->mate != 0;
	check_play(run, move, text);
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

/* A pass, a yield or a called stalemate that is not among the legal moves. */
static void
check_call_alone(struct run *run, enum move_type type)
{
	struct move_query attempt = { .type = type,
		.from = CELL_NONE,
		.to = CELL_NONE,
		.from_file = FILES_MAX,
		.side = SIDES_MAX };
	struct move move = bare_move(type);
	char expected[NAIVE_TPF_MAX];
	struct verdict verdict;
	bool naive_legal;
	move_text text;

	write_bare(run, &move, text);
	run->tried = text;
	rules_explain(&run->rules, &run->position, &attempt, &verdict);
	naive_legal = run->row->naive->apply(
	    run->line.ptr, text, expected, sizeof(expected));
	check(run, (verdict.why == ILLEGAL_NOT) == naive_legal,
	    "the engines differ about a call alone");
	check(run,
	    is_sound(&(struct refusal){
		&run->rules, &run->position, &attempt, &verdict }),
	    "a reason against a call does not hold");
	run->tried = NULL;
	if (verdict.why == ILLEGAL_NOT && naive_legal)
		check_play(run, &move, text);
}

/* One that the game has. */
static enum move_type
random_call_alone(struct run *run)
{
	enum move_type type;

	do
		type = (enum move_type)(MOVE_PASS + dice_below(&run->dice, 3));
	while (!(run->rules.variant->actions >> type & 1));
	return type;
}

static void
check_all_calls(struct run *run)
{
	const struct variant *variant = run->rules.variant;

	if (variant->actions >> MOVE_PASS != 0)
		check_call_alone(run, random_call_alone(run));
	if (!dialect_of(variant)->declares || run->moves.n == 0)
		return;
	for (int i = 0; i < CALLS; i++) {
		struct move move = random_calls(run);

		check_calls(run, &move);
	}
	if (variant->calls & CALL_TOUCH)
		check_touches(run);
}

/*
 * Turns of two moves, and the player who may begin
 */

/*
 * Lists the moves that the first or, after it, the second half of a turn may
 * be. The list is empty if there are none, or too many.
 */
static void
list_half(
    struct run *run, const struct position *half, const struct moves **out)
{
	*out = &run->others;
	if (!list_moves(&run->rules, half, NULL, &run->others))
		run->others.n = 0;
}

/* Any of the moves listed or, now and then, of those of a whole turn, or one
 * that cannot be a part of two. */
static struct move
choose_half(struct run *run, const struct moves *moves)
{
	if (dice_one_in(&run->dice, 16))
		return bare_move(
		    dice_one_in(&run->dice, 2) ? MOVE_PASS : MOVE_YIELD);
	return *random_move(run,
	    moves->n == 0 || dice_one_in(&run->dice, 4) ? &run->moves : moves);
}

/* Reads two moves as one turn; false if they are not legal. */
static bool
read_pair(struct run *run, const char *text, struct move *move)
{
	const struct reader_context reader = { &run->rules, run->notation,
		&run->letters };
	struct slice token = slice_of(text);
	struct parsed_turn parsed;
	struct diags diags;
	bool legal;

	diags_init(&diags, &run->arena);
	legal = notation_read(run->notation, &run->letters, token, &parsed) &&
	    resolve_move(
		&reader, &run->position, token, 0, &parsed, &diags, move);
	arena_reset(&run->arena);
	return legal;
}

/* Both engines agree on two moves in a turn, and play them alike. */
static void
check_pair(struct run *run, const char *text)
{
	char expected[NAIVE_TPF_MAX];
	struct move move;
	bool legal = read_pair(run, text, &move);

	run->tried = text;
	check(run,
	    legal ==
		run->row->naive->apply(
		    run->line.ptr, text, expected, sizeof(expected)),
	    legal ? "only the naive engine refuses two moves"
		  : "only the naive engine allows two moves");
	run->tried = NULL;
	run->reached[REFUSED] += !legal;
	if (legal)
		check_play(run, &move, text);
}

/* Tries two moves; the second is mostly possible after the first. */
static void
try_pair(struct run *run)
{
	struct position half = run->position;
	const struct moves *moves;
	move_text first, second;
	char text[2 * NAIVE_MOVE_MAX];
	struct move move;

	rules_begin_pair(&half);
	list_half(run, &half, &moves);
	move = choose_half(run, moves);
	write_bare(run, &move, first);
	if (has_move(moves, &move)) {
		rules_make_move(&run->rules, &half, &move);
		list_half(run, &half, &moves);
	}
	move = choose_half(run, moves);
	write_bare(run, &move, second);
	snprintf(text, sizeof(text), "%s&%s", first, second);
	if (strlen(text) < NAIVE_MOVE_MAX)
		check_pair(run, text);
}

static void
check_pairs(struct run *run)
{
	if (!run->rules.variant->pairs || run->moves.n == 0)
		return;
	for (int i = 0; i < PAIRS; i++)
		try_pair(run);
}

/* If the record says who moves next, both engines give him the same turn. */
static void
check_beginner(struct run *run, unsigned player)
{
	struct position begun = run->position, next;
	struct marks named = { .named = true };
	char expected[NAIVE_TPF_MAX];
	struct move move;
	bool applied;

	rules_begin(&run->rules, &begun, player);
	if (!list_moves(&run->rules, &begun, NULL, &run->some) ||
	    run->some.n == 0)
		return;
	move = *random_move(run, &run->some);
	strbuf_reset(&run->text);
	notation_write(run->notation, &run->rules, &run->letters, &begun, &move,
	    &named, &run->text);
	applied = run->row->naive->apply(
	    run->line.ptr, run->text.ptr, expected, sizeof(expected));
	next = begun;
	rules_make_move(&run->rules, &next, &move);
	write_position(run, &next, &run->other_line);
	run->tried = run->text.ptr;
	check(run, applied && strcmp(run->other_line.ptr, expected) == 0,
	    "the engines differ about the player named");
	run->tried = NULL;
	run->reached[NAMED] += player != run->position.to_move;
}

static void
check_beginners(struct run *run)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (rules_may_begin(&run->rules, &run->position, p))
			check_beginner(run, p);
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

/*
 * Rotation
 */

/* True if all players have the same set-up. */
static bool
is_symmetric(const struct rules *rules)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (rules->setup->own[p] != NULL)
			return false;
	return true;
}

/* Turning the board and playing come to the same in either order. */
static void
check_rotated_move(
    struct run *run, const struct position *rotated, const struct move *move)
{
	struct position next = run->position, turned, played = *rotated;
	struct move rotated_move = rotate_move(&run->rules, move);

	rules_make_move(&run->rules, &next, move);
	rules_make_move(&run->turned, &played, &rotated_move);
	rotate_position(&run->turned, &next, &turned);
	turned.number = played.number; /* it counts from White's turn */
	write_position(run, &turned, &run->text);
	check(run,
	    strcmp(run->text.ptr,
		write_position(run, &played, &run->other_line)) == 0,
	    "rotating the position does not rotate what a move does");
}

static void
check_rotation(struct run *run)
{
	struct position rotated;
	struct outcome before, after;

	if (!is_symmetric(&run->rules) || run->position.over != 0)
		return;
	rotate_position(&run->turned, &run->position, &rotated);
	list_moves(&run->turned, &rotated, NULL, &run->some);
	write_moves(run, &run->some, &run->texts);
	run->some.n = run->moves.n;
	for (size_t i = 0; i < run->moves.n; i++)
		run->some.move[i] =
		    rotate_move(&run->rules, &run->moves.move[i]);
	write_moves(run, &run->some, &run->naive_texts);
	check(run, same_texts(&run->texts, &run->naive_texts),
	    "rotating the position does not rotate the moves");
	rules_outcome(&run->rules, &run->position, &before);
	rules_outcome(&run->turned, &rotated, &after);
	check(run,
	    before.ending == after.ending &&
		after.winner == rotate_seat(before.winner),
	    "rotating the position does not rotate the outcome");
	if (run->moves.n > 0)
		check_rotated_move(
		    run, &rotated, random_move(run, &run->moves));
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
	check_line(run);
	check_rotation(run);
	check_some_moves(run);
	check_all_calls(run);
	check_pairs(run);
	check_beginners(run);
	check_ko(run);
	check_made_up_ko(run);
}

int
main(int argc, char **argv)
{
	return run_all(argc, argv, check_position, true);
}
