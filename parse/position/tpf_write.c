/* Ternion: 3PF: writes a position, and reads and writes its options. */
#include "parse/position/tpf.h"
#include "parse/position/tpf_games.h"
#include "parse/notation/dialect.h"

static void
put_rights(const struct rules *rules, const struct position *position,
    struct strbuf *out)
{
	for (unsigned p = 0; p < PLAYERS; p++) {
		strbuf_char(out, p == 0 ? ' ' : '.');
		strbuf_char(out, rules->variant->colours[p]);
		if (position->rights[p] == 0)
			strbuf_char(out, '-');
		for (unsigned s = 0; position->rights[p] >> s != 0; s++)
			if (position->rights[p] >> s & 1)
				strbuf_char(out, rules->setup->sides[s].letter);
	}
}

/* Pairs are sorted by the skipped cell, like the placement. */
static void
put_en_passant(const struct rules *rules, const struct position *position,
    struct strbuf *out)
{
	unsigned skipped = 0;

	for (cell c = 0; c < rules->board.cells; c++)
		for (unsigned p = 0; p < PLAYERS; p++) {
			if (position->en_passant[p].target != c)
				continue;
			strbuf_char(out, skipped++ > 0 ? '.' : ' ');
			tpf_put_cell(rules, c, out);
			if (tpf_game_of(rules->variant)->en_passant_next_ply)
				continue;
			strbuf_char(out, '>');
			tpf_put_cell(rules, position->en_passant[p].pawn, out);
		}
	if (skipped == 0)
		strbuf_puts(out, " -");
}

static void
put_players(const struct rules *rules, const struct position *position,
    struct strbuf *out)
{
	const struct standing *standing = &position->standing;
	bool tells = tpf_game_of(rules->variant)->tells_standing;

	strbuf_char(out, ' ');
	for (unsigned p = 0; p < PLAYERS; p++)
		strbuf_char(out,
		    is_out(position, p)                       ? 'x'
			: tells && standing->checked >> p & 1 ? 'c'
			: tells && standing->skipped >> p & 1 ? 's'
							      : 'a');
}

void
tpf_write_state(const struct rules *rules, const struct position *position,
    struct strbuf *out)
{
	const struct variant *variant = rules->variant;
	struct position implied = *position;
	struct tpf_state state = { rules, position, &implied, tpf_keys };
	SCRATCH value = STRBUF_INIT;

	strbuf_char(out, variant->colours[position->to_move]);
	put_rights(rules, position, out);
	put_en_passant(rules, position, out);
	put_players(rules, position, out);
	strbuf_printf(out, " %lu %lu", (unsigned long)position->clock,
	    (unsigned long)position->number);
	rules_imply(rules, &implied);
	for (; state.key->name != NULL; state.key++) {
		strbuf_reset(&value);
		if (tpf_game_has(variant, state.key))
			state.key->write(&state, &value);
		if (value.len > 0)
			strbuf_printf(
			    out, " %s=%s", state.key->name, value.ptr);
	}
}

void
tpf_write(const struct rules *rules, const struct position *position,
    struct strbuf *out)
{
	const struct variant *variant = rules->variant;
	bool first = true;

	/* The board numbers its cells in the order of 3PF. */
	for (cell c = 0; c < rules->board.cells; c++) {
		uint8_t piece = position->at[c];
		unsigned owner = piece_owner(piece);

		if (piece == PIECE_NONE)
			continue;
		if (!first)
			strbuf_char(out, ',');
		first = false;
		if (owner == PLAYER_NONE)
			strbuf_char(out, 'x');
		strbuf_char(out, variant->colours[piece_colour(piece)]);
		if (piece & PIECE_PROMOTED)
			strbuf_char(out, '+');
		strbuf_char(out, variant->letters[piece_kind(piece)]);
		if (owner < PLAYERS && owner != piece_colour(piece)) {
			strbuf_char(out, '>');
			strbuf_char(out, variant->colours[owner]);
		}
		tpf_put_cell(rules, c, out);
	}
	strbuf_char(out, ' ');
	tpf_write_state(rules, position, out);
}

/* Sets the options in the value of opt=; complains, if `reader` is not NULL. */
static void
set_options(const struct variant *variant, struct slice value,
    struct settings *settings, struct tpf_reader *reader)
{
	struct slice part;

	while (tpf_next(&value, ';', &part)) {
		struct slice name = slice_take(&part, ':');
		int i = variant_option(variant, name.ptr, name.len);
		bool known = i >= 0 && !dialect_is_text_option(variant, i);

		if ((known &&
			settings_read(
			    variant, settings, i, part.ptr, part.len)) ||
		    reader == NULL)
			continue;
		if (known)
			complain(reader, KEY, part,
			    "%s cannot be '%.*s'; it must be %s",
			    variant->options[i].name, SLICE(part),
			    variant->options[i].values);
		else
			complain(reader, KEY, name,
			    "positions of %s have no option '%.*s'",
			    variant->title, SLICE(name));
	}
}

void
tpf_read_options(struct tpf_reader *reader, struct slice value)
{
	struct settings settings = { { { 0 } } };

	set_options(reader->variant, value, &settings, reader);
}

void
tpf_write_options(const struct tpf_state *state, struct strbuf *out)
{
	const struct variant *variant = state->rules->variant;
	char value[SETTING_MAX];

	for (int i = 0; variant->options[i].name != NULL; i++) {
		if (dialect_is_text_option(variant, i) ||
		    settings_is_default(variant, &state->rules->settings, i))
			continue;
		settings_write(variant, &state->rules->settings, i, value);
		strbuf_printf(out, "%s%s:%s", out->len > 0 ? ";" : "",
		    variant->options[i].name, value);
	}
}

bool
tpf_options(
    const struct variant *variant, struct slice text, struct settings *settings)
{
	struct slice value = { NULL, 0 };

	while (text.len > 0 && value.len == 0) {
		struct slice field = slice_take(&text, ' ');

		if (slice_begins(field, "opt="))
			value = slice_from(field, 4);
	}
	if (value.len > 0)
		set_options(variant, value, settings, NULL);
	settings_settle(variant, settings);
	return value.len > 0;
}
