/* Ternion: 3PF: the keys of Bn Em's game. */
#include "formats/position/tpf_keys.h"
#include "rules/bnem/hands.h"

/* Kinds in the order of a hand. */
static const char hand_letters[] = "CSGDRP";

/* All pieces of a kind that are on the board and in hand: play does not change
 * their number. */
static unsigned
count_kind(const struct position *position, enum kind kind)
{
	unsigned count = cellset_count(&position->kind[kind]);

	for (unsigned p = 0; p < PLAYERS; p++)
		count += position->bnem.hand[p][kind];
	return count;
}

/*
 * There can be more of a kind than in the game, which is for material.c to say:
 * what was accepted on the board is accepted in hand when it has been captured.
 * No board holds more than it has cells.
 */
static void
read_one_hand(struct tpf_reader *reader, struct slice part, unsigned player)
{
	struct position *position = reader->position;

	if (slice_is(part, "-"))
		return;
	for (size_t i = 0; i < part.len; i++) {
		enum kind kind = variant_kind(reader->variant, part.ptr[i]);

		if (kind == KIND_NONE || kind == KING ||
		    count_kind(position, kind) >= reader->rules->board.cells) {
			complain(reader, DIAG_POSITION_KEY,
			    slice_sub(part, i, 1),
			    "%s cannot have '%c' in hand, or not so many",
			    reader->variant->players[player], part.ptr[i]);
			return;
		}
		bnem_set_hand(position, player, kind,
		    position->bnem.hand[player][kind] + 1u);
	}
}

static void
read_hand(struct tpf_reader *reader, struct slice value)
{
	struct slice rest = value, part;

	for (unsigned p = 0; p < PLAYERS; p++) {
		if (!tpf_next_part(reader, value, &rest, p, &part))
			return;
		read_one_hand(reader, part, p);
	}
}

static void
write_hand(const struct tpf_state *state, struct strbuf *out)
{
	if (memcmp(state->position->bnem.hand, state->implied->bnem.hand,
		sizeof(state->position->bnem.hand)) == 0)
		return;
	for (unsigned p = 0; p < PLAYERS; p++) {
		size_t before;

		if (p > 0)
			strbuf_char(out, '.');
		before = out->len;
		for (const char *l = hand_letters; *l != '\0'; l++) {
			enum kind kind =
			    variant_kind(state->rules->variant, *l);

			for (unsigned n = 0;
			     n < state->position->bnem.hand[p][kind]; n++)
				strbuf_char(out, *l);
		}
		if (out->len == before)
			strbuf_char(out, '-');
	}
}

/* Whoever has cubes, there are as many as the game begins with. */
static void
read_cubes(struct tpf_reader *reader, struct slice value)
{
	unsigned begin = reader->position->bnem.cubes, cubes;

	if (!tpf_read_players(reader, value, &cubes))
		return;
	if (__builtin_popcount(cubes) != __builtin_popcount(begin)) {
		complain(reader, DIAG_POSITION_KEY, value,
		    begin == 0 ? "the game is played without cubes"
			       : "two of the players have a cube");
		return;
	}
	bnem_set_cubes(reader->position, cubes);
}

static void
write_cubes(const struct tpf_state *state, struct strbuf *out)
{
	if (state->position->bnem.cubes != state->implied->bnem.cubes)
		tpf_write_players(
		    state->rules->variant, state->position->bnem.cubes, out);
}

static void
read_turns(struct tpf_reader *reader, struct slice value)
{
	struct bnem *bnem = &reader->position->bnem;

	if (value.len == 0 || value.len > TURNS_KEPT) {
		complain(reader, DIAG_POSITION_KEY, value,
		    "the last turns are one to six colour letters");
		return;
	}
	for (size_t i = value.len; i-- > 0;) {
		unsigned p = variant_player(reader->variant, value.ptr[i]);

		if (p == PLAYER_NONE ||
		    value.ptr[i] != reader->variant->colours[p]) {
			complain(reader, DIAG_POSITION_KEY,
			    slice_sub(value, i, 1),
			    "'%c' is not a colour letter", value.ptr[i]);
			return;
		}
		bnem->turn[bnem->turns++] = (uint8_t)p;
	}
}

static void
write_turns(const struct tpf_state *state, struct strbuf *out)
{
	for (unsigned i = state->position->bnem.turns; i-- > 0;)
		strbuf_char(out,
		    state->rules->variant
			->colours[state->position->bnem.turn[i]]);
}

/* A player cannot have passed in more turns than he has had. */
static void
read_passes(struct tpf_reader *reader, struct slice value)
{
	struct bnem *bnem = &reader->position->bnem;
	unsigned had[PLAYERS] = { 0, 0, 0 };

	tpf_read_counters(reader, value, bnem->passes, 2);
	for (unsigned i = 0; i < bnem->turns; i++)
		had[bnem->turn[i]]++;
	for (unsigned p = 0; p < PLAYERS; p++)
		if (bnem->passes[p] > had[p] && bnem->turns < TURNS_KEPT) {
			complain(reader, DIAG_POSITION_KEY, value,
			    "%s cannot have passed more often than he had a "
			    "turn",
			    reader->variant->players[p]);
			return;
		}
}

static void
write_passes(const struct tpf_state *state, struct strbuf *out)
{
	tpf_write_counters(state->position->bnem.passes, out);
}

/* Who took White's, Red's and Black's king; - is nobody. */
static void
read_captors(struct tpf_reader *reader, struct slice value)
{
	struct slice rest = value, part;

	for (unsigned p = 0; p < PLAYERS; p++) {
		unsigned captor;

		if (!tpf_next_part(reader, value, &rest, p, &part))
			return;
		if (slice_is(part, "-"))
			continue;
		if (!tpf_read_players(reader, part, &captor))
			return;
		if (part.len != 1 || captor == 1u << p) {
			complain(reader, DIAG_POSITION_KEY, part,
			    "one other player took the king of %s",
			    reader->variant->players[p]);
			return;
		}
		reader->position->bnem.captor[p] =
		    (uint8_t)(1 + __builtin_ctz(captor));
	}
}

static void
write_captors(const struct tpf_state *state, struct strbuf *out)
{
	const uint8_t *captor = state->position->bnem.captor;

	if ((captor[0] | captor[1] | captor[2]) == 0)
		return;
	for (unsigned p = 0; p < PLAYERS; p++) {
		if (p > 0)
			strbuf_char(out, '.');
		strbuf_char(out,
		    captor[p] == 0
			? '-'
			: state->rules->variant->colours[captor[p] - 1]);
	}
}

const struct tpf_key tpf_bnem_keys[] = {
	{ "opt", tpf_read_options, tpf_write_options },
	{ "hand", read_hand, write_hand },
	{ "cubes", read_cubes, write_cubes },
	{ "turns", read_turns, write_turns },
	{ "passes", read_passes, write_passes },
	{ "unmoved", tpf_read_unmoved, tpf_write_unmoved },
	{ "captors", read_captors, write_captors },
	{ "over", tpf_read_over, tpf_write_over },
	{ NULL, NULL, NULL },
};
