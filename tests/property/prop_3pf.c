/*
 * A property of positions: written as 3PF, a position reads as the same
 * position, without a complaint, with the same options, and is written the same
 * again. The positions are those of random games, and others that no game leads
 * to, with any number of pieces of any kind and their legal moves with each
 * call.
 *
 * `prop_3pf [SEED]`; the last line counts what passed and failed.
 */
#include "tests/property/games.h"

enum {
	SCATTERED = 40, /* positions that no game leads to, with each option */
};

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

static void
play_game(struct run *run)
{
	struct position position;
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
		position_remember(&position, &past[ply]);
		rules_make_move(&run->rules, &position, &move);
		count_move(run, &before, &position, &move);
	}
}

/*
 * Positions that no game leads to
 */

/* Three kings and up to forty pieces, of one kind most of them. */
static void
scatter_any(struct run *run, struct position *position)
{
	const struct rules *rules = &run->rules;
	struct cellset room = { { 0 } };
	unsigned pieces = 1 + dice_below(&run->dice, 40);
	unsigned common = 1 + dice_below(&run->dice, KINDS - 1);

	position_clear(position);
	for (cell c = 0; c < rules->board.cells; c++)
		cellset_add(&room, c);
	for (unsigned i = 0; i < pieces + PLAYERS; i++) {
		unsigned owner = i % PLAYERS;
		unsigned kind = dice_one_in(&run->dice, 2)
		    ? common
		    : 1 + dice_below(&run->dice, KINDS - 1);
		cell c = dice_cell(&run->dice, room);

		if (i < PLAYERS)
			kind = KING;
		else if (kind == KING ||
		    cellset_empty(&rules->start.kind[kind]))
			continue;
		cellset_remove(&room, c);
		position_put(
		    position, c, piece_make((enum kind)kind, owner, owner));
	}
	position->to_move = (uint8_t)dice_below(&run->dice, PLAYERS);
	position->number = 30;
	rules_imply(rules, position);
}

struct trial {
	struct run *run;
	const struct position *position;
};

/* The positions after a move, with each call that is allowed. */
static bool
try_move(void *context, const struct move *move)
{
	const struct trial *trial = context;
	struct run *run = trial->run;

	for (unsigned call = 0; call <= CALL_TOUCH; call = call * 2 + !call) {
		struct position next = *trial->position;
		struct move called = *move;

		called.calls = (uint8_t)(move->calls | call);
		if (call != 0 &&
		    (!(run->rules.variant->calls & call) ||
			!is_allowed(run, &next, &called)))
			continue;
		rules_make_move(&run->rules, &next, &called);
		try_position(run, &next);
	}
	return true;
}

static void
try_scattered(struct run *run)
{
	struct strbuf text = STRBUF_INIT;
	unsigned tried = 0;

	for (unsigned i = 0; i < SCATTERED; i++) {
		struct position position;
		struct trial trial = { run, &position };
		struct diags diags;

		scatter_any(run, &position);
		strbuf_reset(&text);
		tpf_write(&run->rules, &position, &text);
		arena_reset(&run->arena);
		diags_init(&diags, &run->arena);
		if (!tpf_read(&run->rules, strbuf_as_slice(&text), 0, &diags,
			&position))
			continue;
		tried++;
		try_position(run, &position);
		rules_moves(&run->rules, &position, NULL, try_move, &trial);
	}
	check(run, tried >= SCATTERED / 2, "few positions are accepted",
	    run->rules.variant->id);
	strbuf_release(&text);
}

static void
try_game(struct run *run, const struct game *game)
{
	for (unsigned i = 0; i < game->games; i += SHARE)
		play_game(run);
	try_scattered(run);
}

int
main(int argc, char **argv)
{
	return run_games(argc, argv, try_game, OF_MOVES);
}
