/* Ternion: 3PF: what the positions of each game have to tell: a row by game. */
#include "formats/position/tpf_games.h"

static const struct tpf_game games[VARIANT_COUNT] = {
	[NUMBER_siege] = {
	    .variant = &variant_siege,
	    .leavers = LEAVERS_DEAD,
	    .keys = tpf_siege_keys,
	},
	[NUMBER_triumvirate] = {
	    .variant = &variant_triumvirate,
	    .leavers = LEAVERS_INHERITED,
	    .tells_standing = true,
	    .en_passant_next_ply = true,
	    .keys = tpf_usual_keys,
	},
	[NUMBER_bnem] = {
	    .variant = &variant_bnem,
	    .leavers = LEAVERS_STAY,
	    .keys = tpf_bnem_keys,
	},
	[NUMBER_dreierschach] = {
	    .variant = &variant_dreierschach,
	    .keys = tpf_usual_keys,
	},
	[NUMBER_nivichanov] = {
	    .variant = &variant_nivichanov,
	    .leavers = LEAVERS_DEAD,
	    .keys = tpf_nivichanov_keys,
	},
};

/* Of a game without a row. */
static const struct tpf_game usual = { .keys = tpf_usual_keys };

const struct tpf_game *
tpf_game_of(const struct variant *variant)
{
	const struct tpf_game *game = &games[variant->number];

	return game->variant == variant ? game : &usual;
}

bool
tpf_has_key(const struct variant *variant, const char *name)
{
	const struct tpf_key *key = tpf_game_of(variant)->keys;

	while (key->name != NULL && strcmp(key->name, name) != 0)
		key++;
	return key->name != NULL;
}
