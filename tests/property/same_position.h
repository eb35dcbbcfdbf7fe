/* The differences between two positions, for tests of 3PF. */
#pragma once

#include <stddef.h>
#include <string.h>

#include "rules/rules.h"
#include "rules/siege/siege.h"

#define PART(name, variant, member)                               \
	{                                                         \
		name, variant, offsetof(struct position, member), \
		    sizeof(((struct position *)NULL)->member)     \
	}

/* All that 3PF says of a position. */
static const struct position_part {
	const char *name;
	const struct variant *variant; /* NULL: of all games */
	size_t at, size;
} position_parts[] = {
	PART("owners", NULL, owned),
	PART("kinds", NULL, kind),
	PART("kings", NULL, king),
	PART("board", NULL, at),
	PART("pieces", NULL, pieces),
	PART("turn", NULL, to_move),
	PART("status", NULL, out),
	PART("result", NULL, over),
	PART("rights", NULL, rights),
	PART("en passant", NULL, en_passant),
	PART("clock", NULL, clock),
	PART("number", NULL, number),
	PART("checks", NULL, checks),
	PART("mute players", NULL, attacks_nothing),
	PART("shielded players", NULL, uncapturable),
	PART("key", NULL, key),
	PART("lost pieces", NULL, lost),
	PART("unmoved pieces", NULL, unmoved),
	PART("fortifications", &variant_siege, siege.fort),
	PART("past fortifications", &variant_siege, siege.forts),
	PART("traitors", &variant_siege, siege.traitors),
	PART("immunity", &variant_siege, siege.immune),
	PART("declarations", &variant_siege, siege.declared),
	PART("checked players", &variant_triumvirate, standing.checked),
	PART("skipped players", &variant_triumvirate, standing.skipped),
	PART("hands", &variant_bnem, bnem.hand),
	PART("cubes", &variant_bnem, bnem.cubes),
	PART("captors", &variant_bnem, bnem.captor),
	PART("passes", &variant_bnem, bnem.passes),
	PART("number of turns", &variant_bnem, bnem.turns),
};

/* The name of a part in which two positions differ, or NULL. */
static inline const char *
position_difference(const struct rules *rules, const struct position *a,
    const struct position *b)
{
	for (size_t i = 0; i < sizeof(position_parts) / sizeof(*position_parts);
	     i++) {
		const struct position_part *part = &position_parts[i];

		if ((part->variant == NULL ||
			part->variant == rules->variant) &&
		    memcmp((const char *)a + part->at,
			(const char *)b + part->at, part->size) != 0)
			return part->name;
	}
	if (rules->variant == &variant_bnem &&
	    memcmp(a->bnem.turn, b->bnem.turn, a->bnem.turns) != 0)
		return "last turns";
	/* 3PF leaves out the other facts about captures. */
	if (rules->variant == &variant_siege && siege_remembered(rules) > 0 &&
	    (a->siege.captures != b->siege.captures ||
		a->siege.last != b->siege.last))
		return "last captures";
	return NULL;
}
