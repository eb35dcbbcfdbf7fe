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
#include "tests/property/same_position.h"

enum {
	SCATTERED = 40, /* positions that no game leads to, with each option */
};

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
	    "3PF with other options");
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
	if (outcome.ending == ENDING_NONE && dice_one_in(&run->dice, 16))
		copy.over = (uint8_t)(1 + dice_below(&run->dice, results));
	memset(&back, 0xa5, sizeof(back));
	write_position(run, &copy, &run->line);
	if (!tpf_read(
		&run->rules, strbuf_as_slice(&run->line), 0, &diags, &back)) {
		check(run, false, "3PF that does not read");
		return;
	}
	check(run, !has_complaint(&diags), "3PF with complaints");
	what = position_difference(&run->rules, &copy, &back);
	check(run, what == NULL, what);
	check(run,
	    strcmp(run->line.ptr,
		write_position(run, &back, &run->other_line)) == 0,
	    "3PF that is written in two ways");
	check_options(run, strbuf_as_slice(&run->line));
}

static void
check_position(struct run *run)
{
	try_position(run, &run->position);
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
	check(run, tried >= SCATTERED / 2, "few positions are accepted");
	strbuf_release(&text);
}

static void
try_game(struct run *run)
{
	play_game(run, check_position);
	if (run->game == 0)
		try_scattered(run);
}

int
main(int argc, char **argv)
{
	return run_all(argc, argv, try_game, false);
}
