/*
 * A game turned by a seat: cells, moves, positions and options as they would be
 * were each player one seat further clockwise.
 */
#pragma once

#include <string.h>

#include "rules/bnem/hands.h"
#include "rules/rules.h"

static inline cell
rotate_cell(const struct rules *rules, cell c)
{
	return c == CELL_NONE ? c : rules->board.rotate[c];
}

static inline struct cellset
rotate_set(const struct rules *rules, struct cellset set)
{
	struct cellset rotated = { { 0 } };

	while (!cellset_empty(&set))
		cellset_add(&rotated, rotate_cell(rules, cellset_pop(&set)));
	return rotated;
}

static inline unsigned
rotate_seat(unsigned player)
{
	return player < PLAYERS ? (player + 1) % PLAYERS : player;
}

/* A set of players, as bits. */
static inline uint8_t
rotate_bits(unsigned players)
{
	unsigned rotated = players << 1 | players >> (PLAYERS - 1);

	return (uint8_t)(rotated & ALL_PLAYERS);
}

static inline struct move
rotate_move(const struct rules *rules, const struct move *move)
{
	struct move rotated = *move;

	rotated.from = rotate_cell(rules, move->from);
	rotated.to = rotate_cell(rules, move->to);
	rotated.victim = rotate_cell(rules, move->victim);
	rotated.check = rotate_bits(move->check);
	rotated.mate = rotate_bits(move->mate);
	for (unsigned i = 0; i < move->leaps; i++)
		rotated.path[i] = rotate_cell(rules, move->path[i]);
	return rotated;
}

static inline void
rotate_siege(const struct siege *siege, struct siege *out)
{
	out->forts = rotate_bits(siege->forts);
	out->captures = siege->captures;
	for (unsigned p = 0; p < PLAYERS; p++) {
		unsigned seat = rotate_seat(p);

		out->fort[seat] = siege->fort[p];
		out->traitors[seat] = siege->traitors[p];
		out->immune[seat] = siege->immune[p];
		out->declared[seat] = rotate_bits(siege->declared[p]);
	}
	for (unsigned i = 0; i < siege->captures; i++)
		out->last |= (uint64_t)rotate_seat(siege->last >> 2 * i & 3)
		    << 2 * i;
}

static inline void
rotate_standing(const struct standing *standing, struct standing *out)
{
	out->checked = rotate_bits(standing->checked);
	out->skipped = rotate_bits(standing->skipped);
}

/* Fields that are part of the key are set by the functions that update it. */
static inline void
rotate_bnem(const struct bnem *bnem, struct position *out)
{
	out->bnem.turns = bnem->turns;
	for (unsigned i = 0; i < bnem->turns; i++)
		out->bnem.turn[i] = (uint8_t)rotate_seat(bnem->turn[i]);
	for (unsigned p = 0; p < PLAYERS; p++) {
		unsigned seat = rotate_seat(p), captor = bnem->captor[p];

		out->bnem.passes[seat] = bnem->passes[p];
		if (captor != 0)
			out->bnem.captor[seat] =
			    (uint8_t)(1 + rotate_seat(captor - 1));
		for (unsigned kind = PAWN; kind < KINDS; kind++)
			bnem_set_hand(
			    out, seat, (enum kind)kind, bnem->hand[p][kind]);
	}
	bnem_set_cubes(out, rotate_bits(bnem->cubes));
}

static inline void
rotate_pieces(const struct rules *rules, const struct position *position,
    struct position *out)
{
	for (cell c = 0; c < rules->board.cells; c++) {
		uint8_t piece = position->at[c];
		uint8_t turned = (uint8_t)(piece & PIECE_PROMOTED) |
		    piece_make(piece_kind(piece),
			rotate_seat(piece_colour(piece)),
			rotate_seat(piece_owner(piece)));

		if (piece != PIECE_NONE)
			position_put(out, rotate_cell(rules, c), turned);
	}
}

/* `rules` are those of the game turned. */
static inline void
rotate_position(const struct rules *rules, const struct position *position,
    struct position *out)
{
	position_clear(out);
	rotate_pieces(rules, position, out);
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct en_passant passed = position->en_passant[p];
		unsigned seat = rotate_seat(p);

		passed.target = rotate_cell(rules, passed.target);
		passed.pawn = rotate_cell(rules, passed.pawn);
		position_set_rights(out, seat, position->rights[p]);
		position_set_en_passant(out, seat, passed);
		memcpy(out->lost[seat], position->lost[p],
		    sizeof(out->lost[seat]));
	}
	out->out = rotate_bits(position->out);
	out->unmoved = rotate_set(rules, position->unmoved);
	if (rules->variant == &variant_siege)
		rotate_siege(&position->siege, &out->siege);
	else if (rules->variant == &variant_bnem)
		rotate_bnem(&position->bnem, out);
	else if (rules->variant == &variant_triumvirate)
		rotate_standing(&position->standing, &out->standing);
	out->clock = position->clock;
	out->number = position->number;
	position_turn(out, rotate_seat(position->to_move));
	rules_recompute_checks(rules, out);
}

/* True if the values of an option are the players. */
static inline bool
names_players(
    const struct variant *variant, const struct variant_option *option)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (option->type != OPTION_CHOICE ||
		    strcmp(option->choices[p], variant->players[p]) != 0)
			return false;
	return true;
}

/* The options of each player become those of the next one. */
static inline void
rotate_settings(const struct variant *variant, const struct settings *settings,
    struct settings *out)
{
	*out = *settings;
	for (int i = 0; variant->options[i].name != NULL; i++) {
		const uint16_t *value = settings->value[i];

		if (names_players(variant, &variant->options[i]))
			out->value[i][0] = (uint16_t)rotate_seat(value[0]);
		for (unsigned p = 0; p < PLAYERS; p++)
			if (variant->options[i].type == OPTION_NUMBERS)
				out->value[i][rotate_seat(p)] = value[p];
	}
}
