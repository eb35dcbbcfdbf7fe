/* Ternion: the game that explains a whole line best.
 *
 * Several faults hide each other from the search that begins at the first. The
 * search for the game of several sheets follows many repairs to the end of the
 * line, so that it is asked with the line as two sheets that agree. */
#include "parse/repair/collate.h"

enum {
	FAULTS_LEAST = 2, /* for one alone the search from it tells more */
	PROOF = 6 /* plies as they are written, for each of the faults */
};

/* Whether the game differs from the line in several plies, with enough plies
 * after them that agree. */
static bool
is_telling(const struct collation *game)
{
	unsigned others = 0, same = 0;

	for (unsigned i = 0; i < game->len; i++) {
		bool is_same = game->plies[i].by[0].reading == READING_SAME;

		others += !is_same;
		same += is_same && others > 0;
	}
	return game->complete && others >= FAULTS_LEAST &&
	    same >= PROOF * others;
}

/* The first ply of the game that is another than the line has, up to the
 * fault, if it agrees with the line before; -1: there is none. */
static int
find_other(
    const struct collation *game, const struct sheet *line, unsigned fault)
{
	for (unsigned i = 0; i < game->len && i <= fault; i++) {
		const struct item *item = &line->items[i];
		const struct collated *ply = &game->plies[i];

		if (item->ply == NULL || item->number != i + 1 ||
		    ply->by[0].extra > 0)
			return -1;
		if (item->move != NULL) {
			if (!move_equal(item->move, &ply->played.move))
				return -1;
		} else if (ply->by[0].reading == READING_OTHER) {
			return i < line->settled ? -1 : (int)i;
		} else if (ply->by[0].reading != READING_SAME) {
			return -1;
		}
	}
	return -1;
}

/* A repair by the move of a ply of the game. */
static struct repair
make_repair(const struct collated *ply, const struct sheet *line, unsigned at,
    struct arena *arena)
{
	const struct reader_context *reader = line->reader;
	struct repair repair = { .before = ply->before, .reach = at + 1 };
	struct position position = ply->before;
	struct item *instead = arena_alloc(arena, sizeof(*instead));

	*instead = line->items[at];
	instead->move = &ply->played.move;
	repair.change = (struct change){ .kind = REPAIR_OTHER,
		.at = at,
		.next = at + 1,
		.instead_len = 1,
		.instead = instead,
		.cost = REPAIR_GUESSED };
	repair.text = arena_alloc(arena, sizeof(*repair.text));
	repair.text[0] = trial_text(reader, &position, instead->move,
	    marks_of_move(reader->rules, &position, instead->move), arena);
	return repair;
}

void
repair_by_game(const struct collation *game, const struct sheet *line,
    unsigned fault, struct arena *arena, struct repairs *repairs)
{
	int at = is_telling(game) ? find_other(game, line, fault) : -1;
	struct repair repair;
	unsigned i = 0;

	if (at < 0)
		return;
	repair = make_repair(&game->plies[at], line, (unsigned)at, arena);
	while (i < repairs->len &&
	    !(repairs->best[i].change.kind == REPAIR_OTHER &&
		repairs->best[i].change.at == (unsigned)at &&
		move_equal(repairs->best[i].change.instead->move,
		    repair.change.instead->move)))
		i++;
	if (i < repairs->len)
		repair = repairs->best[i];
	else if (repairs->len < REPAIRS_MAX)
		repairs->len++;
	else
		i--;
	if (repairs->len > 1)
		repair.score = repairs->best[0].score;
	memmove(repairs->best + 1, repairs->best, i * sizeof(*repairs->best));
	repairs->best[0] = repair;
	repairs->likely = repairs->assumed = true;
	repairs->alone = repairs->sure = false;
	repairs->many = repairs->lost = 0;
}
