/*
 * A property of positions: written as 3PF, a position reads as the same
 * position, without a complaint, with the same options, and is written the same
 * again. The positions are those of random games, and others that no game leads
 * to, with any number of pieces of any kind and their legal moves with each
 * call.
 *
 * `prop_3pf [SEED]`; the last line counts what passed and failed.
 */
#include "tests/fuzz/positions.h"
#include "tests/property/games.h"

enum {
	SCATTERED = 40, /* positions that no game leads to, with each option */
};

/* Reads a position back; now and then its game has ended by agreement. */
static void
try_position(struct run *run, const struct position *position)
{
	struct position copy = *position;
	unsigned results = 0;

	struct outcome outcome = rules_outcome(&run->rules, position);
	while (run->rules.variant->results[results] != NULL)
		results++;
	if (outcome.ending == ENDING_NONE && dice_one_in(&run->dice, 16))
		copy.over = (uint8_t)(1 + dice_below(&run->dice, results));
	fuzz_read_back(&run->rules, &copy);
	run->passed++;
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

static void
try_scattered(struct run *run)
{
	struct strbuf text = STRBUF_INIT;
	unsigned tried = 0;

	for (unsigned i = 0; i < SCATTERED; i++) {
		struct position position;
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
		fuzz_moves(&run->rules, &position);
	}
	check(run, tried >= SCATTERED / 2, "few positions are accepted");
	strbuf_release(&text);
}

static void
try_game(struct run *run)
{
	play_game(run);
	if (run->game == 0)
		try_scattered(run);
}

int
main(int argc, char **argv)
{
	return run_all(argc, argv, try_game, check_position, false);
}
