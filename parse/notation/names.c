/* Ternion: how the cells and pieces of a position are named. */
#include "parse/notation/names.h"

enum naming
names_naming(const struct names *names, const struct variant *variant)
{
	return names->notation == NULL
	    ? dialect_of(variant)->cells
	    : notation_naming(names->notation, variant);
}

/* A notation of sectors has names of its own for the pieces as well. */
static const struct letter_set *
letters_of(const struct names *names)
{
	if (names->letters != NULL)
		return names->letters;
	return names->notation != NULL &&
		names->notation->naming == NAMING_SECTOR
	    ? letter_set_find(slice_of("triumvirate"))
	    : &letter_sets[0];
}

const char *
names_letter(
    const struct names *names, const struct variant *variant, unsigned kind)
{
	const struct letter_set *set = letters_of(names);
	const char *at = strchr(set->from, variant->letters[kind]);

	return at != NULL ? set->to[at - set->from] : "";
}

bool
names_serve(const struct names *names, const struct variant *variant)
{
	return (names->notation == NULL ||
		   notation_reads(names->notation, variant)) &&
	    letter_set_serves(letters_of(names), variant->letters);
}
