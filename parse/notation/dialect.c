/* Ternion: how each game is written: a row by game; and how the cells and
 * pieces of a position are named. */
#include "parse/notation/dialect.h"
#include "parse/notation/notation.h"

const struct notation *const usual_notations[] = { &notation_siege,
	&notation_algebraic, &notation_long, &notation_coordinate, NULL };

static const struct notation *const triumvirate_notations[] = { &notation_siege,
	&notation_triumvirate_algebraic, &notation_triumvirate_long,
	&notation_triumvirate_coordinate, &notation_triumvirate, NULL };

/* Only Dreierschach had other names in an earlier version. */
static const struct notation *const dreierschach_notations[] = {
	&notation_siege, &notation_algebraic, &notation_long,
	&notation_algebraic22, &notation_coordinate, NULL
};

static const struct notation *const threechess_notations[] = {
	&notation_threechess, &notation_threechess_coordinate,
	&notation_threechess_long, NULL
};

const struct cell_column usual_columns[] = {
	{ "algebraic", NAMING_ALGEBRAIC, 0 },
	{ "siege-1", NAMING_SEAT, 0 },
	{ "siege-2", NAMING_SEAT, 1 },
	{ "siege-3", NAMING_SEAT, 2 },
	{ "triumvirate", NAMING_SECTOR, 0 },
	{ NULL, NAMING_ALGEBRAIC, 0 },
};

static const struct cell_column threechess_columns[] = {
	{ "threechess", NAMING_SEGMENT, 0 },
	{ NULL, NAMING_ALGEBRAIC, 0 },
};

/* The conditions of Bn Em's order of play, by their numbers. */
static const char *const bnem_conditions[] = {
	"",
	"condition 1: the other player cannot move",
	"condition 2: after a pass the other had the turn before it",
	"condition 3: his king was captured, and he can capture one",
	"condition 4: the other's king was captured, and he can capture none",
	"condition 5: his king is threatened",
	"condition 6: the last six turns were the others'",
	"condition 7: he threatens the king of the player before",
	"condition 8: one of his pieces was captured",
	"condition 9: the last two turns were the others'",
	NULL,
};

const struct misprint misprints[] = {
	/* "Kb8" of the rules. */
	{ NUMBER_dreierschach, "b8", 1, 1 },
	/* Of Red and Black, with the pope or not; White's are the same. */
	{ NUMBER_siege, "g14", 1, 0 },
	{ NUMBER_siege, "f14", 1, 0 },
	{ NUMBER_siege, "c10", 1, 1 },
	{ NUMBER_siege, "b10", 1, 1 },
	{ NUMBER_siege, "p10", 2, 0 },
	{ NUMBER_siege, "p11", 2, 0 },
	{ NUMBER_siege, "p14", 2, 1 },
	{ NUMBER_siege, "p15", 2, 1 },
	/* Of the other set-up, and "I8-F8" and "I12-G12" of the document. */
	{ NUMBER_triumvirate, "k8", 1, 0 },
	{ NUMBER_triumvirate, "b8", 1, 0 },
	{ NUMBER_triumvirate, "c8", 1, 1 },
	{ NUMBER_triumvirate, "j8", 1, 1 },
	{ NUMBER_triumvirate, "f8", 1, 1 },
	{ NUMBER_triumvirate, "g12", 2, 0 },
	{ .cell = NULL },
};

#define USUAL_CELLS .cells = NAMING_ALGEBRAIC, .machine_cells = NAMING_ALGEBRAIC

const struct dialect dialects[VARIANT_COUNT] = {
	[NUMBER_siege] = {
	    USUAL_CELLS,
	    .notation = &notation_siege,
	    .declares = true,
	},
	[NUMBER_triumvirate] = {
	    .notation = &notation_triumvirate,
	    .cells = NAMING_ALGEBRAIC,
	    .machine_cells = NAMING_UPPER,
	    .text_option = "Naming",
	    .notations = triumvirate_notations,
	    .has_rings = true,
	},
	[NUMBER_bnem] = {
	    USUAL_CELLS,
	    .conditions = bnem_conditions,
	    .notation = &notation_algebraic,
	    .no_mate = true,
	    .promotes = true,
	},
	[NUMBER_dreierschach] = {
	    USUAL_CELLS,
	    .notation = &notation_algebraic,
	    .notations = dreierschach_notations,
	},
	[NUMBER_nivichanov] = { USUAL_CELLS, .notation = &notation_algebraic },
	[NUMBER_threechess] = {
	    .notation = &notation_threechess,
	    .notations = threechess_notations,
	    .columns = threechess_columns,
	    .cells = NAMING_SEGMENT,
	    .machine_cells = NAMING_SEGMENT,
	    .no_mate = true,
	    .no_check = true,
	    .has_rings = true,
	},
};

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

const struct naming *
names_naming(const struct names *names, const struct variant *variant)
{
	return names->notation == NULL
	    ? dialect_of(variant)->cells
	    : notation_naming(names->notation, variant);
}

static const struct letter_set *
letters_of(const struct names *names)
{
	if (names->letters != NULL)
		return names->letters;
	return names->notation != NULL && names->notation->letters != NULL
	    ? names->notation->letters
	    : &letter_sets[0];
}

const char *
names_letter(
    const struct names *names, const struct variant *variant, unsigned kind)
{
	return letter_set_text(letters_of(names), variant->letters[kind]);
}

bool
names_serve(const struct names *names, const struct variant *variant)
{
	return (names->notation == NULL ||
		   notation_of(names->notation, variant)) &&
	    letter_set_serves(letters_of(names), variant->letters);
}
