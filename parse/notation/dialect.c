/* Ternion: how each game is written: a row by game. */
#include <string.h>

#include "parse/notation/dialect.h"
#include "parse/notation/notation.h"

const struct dialect dialects[VARIANT_COUNT] = {
	[NUMBER_siege] = {
	    .variant = &variant_siege,
	    .notation = &notation_siege,
	    .colours_of_players = true,
	    .declares = true,
	},
	[NUMBER_triumvirate] = {
	    .variant = &variant_triumvirate,
	    .notation = &notation_triumvirate,
	    .machine_cells = NAMING_UPPER,
	    .text_option = "Naming",
	    .has_sectors = true,
	},
	[NUMBER_bnem] = {
	    .variant = &variant_bnem,
	    .notation = &notation_algebraic,
	    .no_mate = true,
	    .promotes = true,
	},
	[NUMBER_dreierschach] = {
	    .variant = &variant_dreierschach,
	    .notation = &notation_algebraic,
	    .older_names = true,
	},
	[NUMBER_nivichanov] = {
	    .variant = &variant_nivichanov,
	    .notation = &notation_algebraic,
	},
};

const struct dialect dialect_usual = { .notation = &notation_algebraic };

bool
dialect_is_text_option(const struct variant *variant, int option)
{
	const char *name = dialect_of(variant)->text_option;

	return name != NULL && strcmp(variant->options[option].name, name) == 0;
}

bool
dialect_same_game(const struct variant *variant, const struct settings *a,
    const struct settings *b)
{
	for (int i = 0; variant->options[i].name != NULL; i++)
		if (!dialect_is_text_option(variant, i) &&
		    memcmp(a->value[i], b->value[i], sizeof(a->value[i])) != 0)
			return false;
	return true;
}
