/* Ternion: a score sheet that is written in a way of its own from a place on.
 *
 * It is read alone, as a record is, and gets the tokens and the order that the
 * other sheets have. Its slips stay: the other sheets show the moves that
 * were meant. */
#include "parse/repair/collate.h"

enum {
	CHANGES_MAX = 12 /* of the sheet, while it is read */
};

/* A sheet while it is read alone. */
struct reading_alone {
	struct sheet line;   /* with all changes */
	struct item *items;  /* of the line */
	struct slice *token; /* by the number of the ply: as others write it, */
	const struct language **reader; /* or in a notation */
	const char *ways; /* of writing that were found; NULL: none */
	struct span from; /* where the first begins */
};

/* Notes another way of writing: the tokens that it stands for. */
static void
note_way(struct reading_alone *reading, const struct repair *repair,
    struct arena *arena)
{
	const struct change *change = &repair->change;
	const char *way = repair_given(&reading->line, repair, arena);

	if (reading->ways == NULL)
		reading->from = reading->items[change->at].ply->span;
	reading->ways = reading->ways == NULL
	    ? way
	    : arena_printf(arena, "%s, %s", reading->ways, way);
	for (unsigned i = 0; i < change->instead_len; i++)
		if (change->instead[i].ply != NULL) {
			unsigned number = change->instead[i].number;

			reading->token[number] = slice_of(repair->text[i]);
			reading->reader[number] = change->instead[i].reader;
		}
}

/* The items in the order of the line that was read, with those that it leaves
 * out after the one before them. */
static void
take_items(const struct reading_alone *reading, const struct sheet *sheet,
    struct item *items)
{
	unsigned len = 0;
	bool *is_taken = mem_zeroed((sheet->len + 1) * sizeof(*is_taken));
	bool *is_read = mem_zeroed((sheet->len + 1) * sizeof(*is_read));

	for (unsigned i = 0; i < reading->line.len; i++)
		is_read[reading->items[i].number] |=
		    reading->items[i].ply != NULL;
	for (unsigned i = 0; i <= reading->line.len; i++) {
		unsigned n = i == 0 ? 0 : reading->items[i - 1].number;

		/* Another part of a token that was split. */
		if (i > 0 && (reading->items[i - 1].ply == NULL || is_taken[n]))
			continue;
		do {
			if (n > 0) {
				items[len] = sheet->items[n - 1];
				items[len].reader = reading->reader[n];
				items[len++].token = reading->token[n];
			}
			is_taken[n] = true;
			n++;
		} while (n <= sheet->len && !is_read[n] && !is_taken[n]);
	}
	mem_free(is_read);
	mem_free(is_taken);
}

const char *
sheet_straighten(struct sheet *sheet, struct span *from, struct arena *arena)
{
	struct reading_alone reading = { .line = *sheet };
	struct item *items =
	    arena_alloc(arena, (sheet->len + 1) * sizeof(*items));
	unsigned room = sheet->len + CHANGES_MAX * INSTEAD_MAX;
	struct repairs repairs;
	unsigned fault, changes = 0;

	reading.items = arena_alloc(arena, room * sizeof(*reading.items));
	reading.token =
	    arena_alloc(arena, (sheet->len + 1) * sizeof(*reading.token));
	reading.reader =
	    arena_alloc(arena, (sheet->len + 1) * sizeof(*reading.reader));
	memcpy(reading.items, sheet->items, sheet->len * sizeof(*items));
	reading.line.items = reading.items;
	for (unsigned i = 0; i < sheet->len; i++)
		reading.token[sheet->items[i].number] = sheet->items[i].token;
	while (changes++ < CHANGES_MAX &&
	    (fault = trial_reach(sheet->reader, sheet->start, reading.items,
		 reading.line.len)) < reading.line.len) {
		const struct repair *best = &repairs.best[0];

		repair_search(&reading.line, fault, arena, &repairs);
		if (!repairs.assumed || best->change.kind == REPAIR_SECOND_GAME)
			break;
		if (change_has(&best->change, IS_PASSAGE))
			note_way(&reading, best, arena);
		repair_apply(&reading.line, reading.items, &best->change,
		    best->before, arena);
	}
	if (reading.ways == NULL)
		return NULL;
	take_items(&reading, sheet, items);
	sheet->items = items;
	*from = reading.from;
	return reading.ways;
}
