/* Ternion: 3PF: writes a position. */
#include "formats/position/tpf.h"
#include "formats/position/tpf_games.h"

static void
write_placement(const struct rules *rules, const struct position *position,
    struct strbuf *out)
{
	const struct variant *variant = rules->variant;
	bool first = true;

	/* The board numbers its cells in the order of 3PF. */
	for (cell c = 0; c < rules->board.cells; c++) {
		uint8_t piece = position->at[c];

		if (piece == PIECE_NONE)
			continue;
		if (!first)
			strbuf_char(out, ',');
		first = false;
		if (piece_owner(piece) == PLAYER_NONE)
			strbuf_char(out, 'x');
		strbuf_char(out, variant->colours[piece_colour(piece)]);
		if (piece & PIECE_PROMOTED)
			strbuf_char(out, '+');
		strbuf_char(out, variant->letters[piece_kind(piece)]);
		if (piece_owner(piece) < PLAYERS &&
		    piece_owner(piece) != piece_colour(piece)) {
			strbuf_char(out, '>');
			strbuf_char(out, variant->colours[piece_owner(piece)]);
		}
		tpf_put_cell(rules, c, out);
	}
}

/* The pairs sorted by the skipped cell, as the placement is sorted. */
static void
write_en_passant(const struct rules *rules, const struct position *position,
    struct strbuf *out)
{
	bool pawns_too = !tpf_game_of(rules->variant)->en_passant_next_ply;
	bool first = true;

	for (cell c = 0; c < rules->board.cells; c++)
		for (unsigned p = 0; p < PLAYERS; p++) {
			if (position->en_passant[p].target != c)
				continue;
			if (!first)
				strbuf_char(out, '.');
			first = false;
			tpf_put_cell(rules, c, out);
			if (pawns_too) {
				strbuf_char(out, '>');
				tpf_put_cell(
				    rules, position->en_passant[p].pawn, out);
			}
		}
	if (first)
		strbuf_char(out, '-');
}

/* Those that the placement and the options do not imply. */
static void
write_keys(const struct rules *rules, const struct position *position,
    struct strbuf *out)
{
	struct position implied = *position;
	struct tpf_state state = { rules, position, &implied,
		tpf_game_of(rules->variant)->keys };
	struct strbuf value = STRBUF_INIT;

	rules_imply(rules, &implied);
	for (; state.key->name != NULL; state.key++) {
		strbuf_reset(&value);
		state.key->write(&state, &value);
		if (value.len > 0)
			strbuf_printf(
			    out, " %s=%s", state.key->name, value.ptr);
	}
	strbuf_release(&value);
}

void
tpf_write_state(const struct rules *rules, const struct position *position,
    struct strbuf *out)
{
	const struct variant *variant = rules->variant;
	const struct standing *standing = &position->standing;
	bool tells = tpf_game_of(variant)->tells_standing;

	strbuf_char(out, variant->colours[position->to_move]);
	for (unsigned p = 0; p < PLAYERS; p++) {
		strbuf_char(out, p == 0 ? ' ' : '.');
		strbuf_char(out, variant->colours[p]);
		if (position->rights[p] == 0)
			strbuf_char(out, '-');
		for (unsigned s = 0; position->rights[p] >> s != 0; s++)
			if (position->rights[p] >> s & 1)
				strbuf_char(out, rules->setup->sides[s].letter);
	}
	strbuf_char(out, ' ');
	write_en_passant(rules, position, out);
	strbuf_char(out, ' ');
	for (unsigned p = 0; p < PLAYERS; p++)
		strbuf_char(out,
		    is_out(position, p)                       ? 'x'
			: tells && standing->checked >> p & 1 ? 'c'
			: tells && standing->skipped >> p & 1 ? 's'
							      : 'a');
	strbuf_printf(out, " %lu %lu", (unsigned long)position->clock,
	    (unsigned long)position->number);
	write_keys(rules, position, out);
}

void
tpf_write(const struct rules *rules, const struct position *position,
    struct strbuf *out)
{
	write_placement(rules, position, out);
	strbuf_char(out, ' ');
	tpf_write_state(rules, position, out);
}
