/* Ternion: the end of a game that is on one score sheet alone. */
#include "formats/repair/collate.h"
#include "formats/repair/repair.h"

enum {
	REPAIRS = 12 /* of one tail */
};

/* The plies that only one sheet has, as a line to be repaired. */
struct tail {
	struct collation *collation;
	struct arena *arena;
	unsigned s;     /* the sheet */
	unsigned ply;   /* of the game, with which it begins */
	unsigned first; /* item of the sheet */
	struct repair_line line;
	struct item *items; /* of the line */
	struct {
		unsigned at;
		struct move another; /* as likely */
	} open[REPAIRS];
	unsigned opens;
};

/* Whether only one sheet goes on after some ply, and is not read as it stands;
 * where that begins. */
static bool
find_tail(struct tail *tail)
{
	const struct collation *collation = tail->collation;
	const struct collated *last = &collation->plies[collation->len - 1];
	bool differs = !collation->complete, found = false;

	for (tail->ply = collation->len; tail->ply > 0; tail->ply--) {
		const struct collated *ply = &collation->plies[tail->ply - 1];
		unsigned with = 0, one = 0;

		for (unsigned s = 0; s < collation->count; s++)
			if (ply->by[s].reading != READING_MISSING) {
				with++;
				one = s;
			}
		if (with > 1 || (with == 1 && found && one != tail->s))
			break;
		differs |= with == 0 || ply->by[one].reading != READING_SAME ||
		    ply->by[one].extra > 0;
		if (with == 1) {
			found = true;
			tail->s = one;
			tail->first = ply->by[one].item - ply->by[one].extra;
		}
	}
	for (unsigned s = 0; s < collation->count && found; s++)
		differs &= s == tail->s ||
		    last->by[s].item + 1 == collation->sheets[s].len;
	return differs && found;
}

/* The first item that cannot be played, or the length of the line. */
static unsigned
find_fault(const struct repair_line *line)
{
	struct ground ground = { .reader = line->reader };
	struct past *pasts = mem_alloc((line->len + 1) * sizeof(*pasts));
	struct position position = *line->start;
	struct strain strain = { 0 };
	struct move move;
	unsigned i = 0;

	while (i < line->len &&
	    trial_step(
		&ground, &position, &line->items[i], &pasts[i], &strain, &move))
		i++;
	mem_free(pasts);
	return i;
}

/* Repairs the line up to its end; false if that cannot be done. */
static bool
repair_all(struct tail *tail)
{
	unsigned fault, count = 0;

	while ((fault = find_fault(&tail->line)) < tail->line.len) {
		const struct change *best, *other;
		struct repairs repairs;

		if (count++ == REPAIRS)
			return false;
		repair_search(&tail->line, fault, tail->arena, &repairs);
		best = &repairs.best[0].change;
		other = &repairs.best[1].change;
		if (!repairs.assumed || best->kind == REPAIR_PASSAGE)
			return false;
		if (!repairs.likely && repairs.len > 1 &&
		    best->kind == REPAIR_OTHER && other->kind == REPAIR_OTHER &&
		    best->at == other->at) {
			tail->open[tail->opens].at = best->at;
			tail->open[tail->opens++].another =
			    *other->head[0].move;
		}
		repair_apply(&tail->line, tail->items, best,
		    repairs.best[0].before, tail->arena);
	}
	return true;
}

/* Sets how the sheet has an item of the line; *read is its next item. */
static void
set_reading(
    const struct tail *tail, unsigned i, unsigned *read, struct collated *ply)
{
	unsigned next = i, left;

	while (next < tail->line.len && tail->items[next].number == 0)
		next++;
	left = (next < tail->line.len ? tail->items[next].number - 1
				      : tail->collation->sheets[tail->s].len) -
	    *read;
	ply->by[tail->s].reading = READING_OTHER;
	if (next == i) {
		if (tail->items[i].move == NULL)
			ply->by[tail->s].reading = READING_SAME;
		ply->by[tail->s].extra = left;
		*read += left + 1;
	} else if (left > 0) {
		(*read)++;
	} else {
		ply->by[tail->s].reading = READING_MISSING;
	}
	ply->by[tail->s].item = *read - 1;
}

/* Puts the plies of the line in the place of those that were found before. */
static void
take_tail(const struct tail *tail)
{
	struct collation *collation = tail->collation;
	unsigned len = tail->ply + tail->line.len, read = tail->first;
	struct ground ground = { .reader = tail->line.reader };
	struct position position = *tail->line.start;
	struct strain strain = { 0 };
	struct collated *plies =
	    arena_alloc(tail->arena, (len + 1) * sizeof(*plies));

	memcpy(plies, collation->plies, tail->ply * sizeof(*plies));
	for (unsigned i = 0; i < tail->line.len; i++) {
		struct collated *ply = &plies[tail->ply + i];
		struct past *past = arena_alloc(tail->arena, sizeof(*past));

		for (unsigned s = 0; s < collation->count; s++)
			ply->by[s].reading = READING_MISSING;
		ply->before = position;
		trial_step(&ground, &position, &tail->items[i], past, &strain,
		    &ply->move);
		rules_begin(ground.reader->rules, &ply->before, ground.mover);
		set_reading(tail, i, &read, ply);
		for (unsigned k = 0; k < tail->opens; k++)
			if (tail->open[k].at == i) {
				ply->open = true;
				ply->another = tail->open[k].another;
				ply->another_mover = ground.mover;
			}
	}
	collation->plies = plies;
	collation->len = len;
	collation->complete = true;
}

void
collate_tail(struct collation *collation, struct arena *arena)
{
	struct tail tail = { .collation = collation, .arena = arena };
	const struct sheet *sheet;
	unsigned len;

	if (collation->len == 0 || !find_tail(&tail))
		return;
	sheet = &collation->sheets[tail.s];
	len = sheet->len - tail.first;
	tail.items = arena_alloc(
	    arena, (len + REPAIRS * HEADS_MAX) * sizeof(*tail.items));
	memcpy(
	    tail.items, sheet->items + tail.first, len * sizeof(*tail.items));
	tail.line = (struct repair_line){ &sheet->reader,
		&collation->plies[tail.ply].before, tail.items, len, 0, false,
		NULL };
	if (repair_all(&tail))
		take_tail(&tail);
}
