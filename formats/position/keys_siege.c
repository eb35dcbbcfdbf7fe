/* Ternion: 3PF: the keys of Siege Chess. */
#include "formats/position/tpf_keys.h"
#include "rules/siege/siege.h"

static void
read_last(struct tpf_reader *reader, struct slice value)
{
	struct siege *siege = &reader->position->siege;
	unsigned most = siege_remembered(reader->rules);

	if (value.len > most || value.len == 0) {
		complain(reader, DIAG_POSITION_KEY, value,
		    most == 0 ? "the last captures count only with Siege "
				"captures"
			      : "the game remembers 1 to %u captures",
		    most);
		return;
	}
	for (size_t i = 0; i < value.len; i++) {
		unsigned p = variant_player(reader->variant, value.ptr[i]);

		if (p == PLAYER_NONE ||
		    value.ptr[i] != reader->variant->colours[p]) {
			complain(reader, DIAG_POSITION_KEY,
			    slice_sub(value, i, 1),
			    "'%c' is not a colour letter", value.ptr[i]);
			return;
		}
		siege->last = siege->last << 2 | p;
		siege->captures++;
	}
}

static void
write_last(const struct tpf_state *state, struct strbuf *out)
{
	const struct siege *siege = &state->position->siege;

	for (unsigned i = siege_remembered(state->rules) > 0 ? siege->captures
							     : 0;
	     i-- > 0;)
		strbuf_char(out,
		    state->rules->variant->colours[siege->last >> 2 * i & 3]);
}

static void
read_fort(struct tpf_reader *reader, struct slice value)
{
	tpf_read_counters(reader, value, reader->position->siege.fort, 3);
}

static void
write_fort(const struct tpf_state *state, struct strbuf *out)
{
	tpf_write_counters(state->position->siege.fort, out);
}

static void
read_forts(struct tpf_reader *reader, struct slice value)
{
	unsigned players;

	if (tpf_read_players(reader, value, &players))
		reader->position->siege.forts = (uint8_t)players;
}

static void
write_forts(const struct tpf_state *state, struct strbuf *out)
{
	tpf_write_players(
	    state->rules->variant, state->position->siege.forts, out);
}

static void
read_traitors(struct tpf_reader *reader, struct slice value)
{
	tpf_read_counters(reader, value, reader->position->siege.traitors, 2);
}

static void
write_traitors(const struct tpf_state *state, struct strbuf *out)
{
	tpf_write_counters(state->position->siege.traitors, out);
}

static void
read_immune(struct tpf_reader *reader, struct slice value)
{
	tpf_read_counters(reader, value, reader->position->siege.immune, 3);
}

static void
write_immune(const struct tpf_state *state, struct strbuf *out)
{
	tpf_write_counters(state->position->siege.immune, out);
}

/* "w:rb": the kings against which White declared; several joined by a dot. */
static void
read_declared(struct tpf_reader *reader, struct slice value)
{
	struct position *position = reader->position;
	struct slice rest = value;

	for (bool more = true; more;) {
		struct slice kings, colour;
		unsigned players, by;

		more = memchr(rest.ptr, '.', rest.len) != NULL;
		kings = slice_take(&rest, '.');
		colour = slice_take(&kings, ':');
		if (!tpf_read_players(reader, colour, &by) ||
		    !tpf_read_players(reader, kings, &players))
			return;
		if (colour.len != 1 || players == 0 ||
		    ((by | players) & position->out) != 0 ||
		    (players & by) != 0) {
			complain(reader, DIAG_POSITION_KEY, value,
			    "a declaration is a player, : and other players, "
			    "all of them in play");
			return;
		}
		position->siege.declared[__builtin_ctz(by)] = (uint8_t)players;
	}
}

static void
write_declared(const struct tpf_state *state, struct strbuf *out)
{
	for (unsigned p = 0; p < PLAYERS; p++) {
		if (state->position->siege.declared[p] == 0)
			continue;
		if (out->len > 0)
			strbuf_char(out, '.');
		strbuf_char(out, state->rules->variant->colours[p]);
		strbuf_char(out, ':');
		tpf_write_players(state->rules->variant,
		    state->position->siege.declared[p], out);
	}
}

const struct tpf_key tpf_siege_keys[] = {
	{ "opt", tpf_read_options, tpf_write_options },
	{ "unmoved", tpf_read_unmoved, tpf_write_unmoved },
	{ "lost", tpf_read_lost, tpf_write_lost },
	{ "last", read_last, write_last },
	{ "fort", read_fort, write_fort },
	{ "forts", read_forts, write_forts },
	{ "traitors", read_traitors, write_traitors },
	{ "immune", read_immune, write_immune },
	{ "declared", read_declared, write_declared },
	{ "over", tpf_read_over, tpf_write_over },
	{ NULL, NULL, NULL },
};
