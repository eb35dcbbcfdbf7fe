/*
 * Ternion: Bn Em's game: who threatens whose king. It is asked after each move,
 * so it is asked of sets: from the king's cell, which pieces would get there at
 * all, and only of those what stands in their way.
 */
#include "rules/bnem/checks.h"
#include "rules/bnem/pieces.h"

/* Both words of a set at once. */
typedef uint64_t lanes __attribute__((vector_size(16)));

/* The pieces as those ask who look for attacks. */
struct field {
	const struct rules *rules;
	const struct position *position;
	struct faceset occupied;
	lanes promoted;
	bool has_promoted;
	lanes owned[PLAYERS]; /* by those in play */
};

static inline lanes
lanes_of(const uint64_t *word)
{
	lanes cells;

	memcpy(&cells, word, sizeof(cells));
	return cells;
}

static inline bool
is_empty(lanes cells)
{
	return (cells[0] | cells[1]) == 0;
}

static inline struct faceset
as_set(lanes cells)
{
	return (struct faceset){ { cells[0], cells[1] } };
}

static inline lanes
of_kind(const struct field *field, unsigned kind)
{
	return lanes_of(field->position->kind[kind].word);
}

/* The pieces of a kind that are among the cells. */
static inline lanes
kind_on(const struct field *field, unsigned kind, const struct faceset *cells)
{
	return of_kind(field, kind) & lanes_of(cells->word);
}

/* The cells from which pawns of a player capture. */
static inline lanes
pawn_cells(
    const struct field *field, unsigned player, const struct reach_table *reach)
{
	lanes cells = lanes_of(reach->takes[player].word);

	if (field->has_promoted)
		cells |= field->promoted &
		    (lanes_of(reach->forward[player].word) |
			lanes_of(reach->diagonal.word));
	return cells & field->owned[player];
}

/* The pieces, be they whose they may, that capture on the cell by a step or a
 * leap in whose way nothing can be; but for pawns. */
static inline lanes
steppers_to(const struct field *field, const struct reach_table *reach)
{
	const struct origins *origins = reach->origins;
	lanes steppers = kind_on(field, KING, &origins[KING].plain) |
	    kind_on(field, STAR, &origins[STAR].plain) |
	    kind_on(field, GRIFFIN, &origins[GRIFFIN].plain) |
	    kind_on(field, CHARIOT, &origins[CHARIOT].plain);

	if (field->has_promoted)
		steppers |= field->promoted &
		    (kind_on(field, STAR, &origins[STAR].promoted) |
			kind_on(field, GRIFFIN, &origins[GRIFFIN].promoted) |
			kind_on(field, CHARIOT, &origins[CHARIOT].promoted));
	return steppers;
}

/* What a search for attacks on one cell has found. */
struct attack_search {
	unsigned owners; /* of attackers, as bits */
	lanes able;      /* the pieces of the others */
};

/* Adds the owners of those of the pieces that attack by an open route. */
static inline void
find_open(const struct field *field, cell c, struct faceset sliders,
    struct attack_search *search)
{
	while (!faceset_empty(sliders)) {
		cell from = faceset_pop(&sliders);
		uint8_t piece = field->position->at[from];
		unsigned owner = piece_owner(piece);

		if (!bnem_route_open(&field->rules->board.faces,
			piece_kind(piece), from, c, field->occupied))
			continue;
		search->owners |= 1u << owner;
		search->able &= ~field->owned[owner];
		sliders = faceset_and(sliders, as_set(search->able));
	}
}

/* Griffins, chariots and roses, and promoted kings. */
static inline void
find_sliders(const struct field *field, const struct reach_table *reach, cell c,
    struct attack_search *search)
{
	const struct origins *origins = reach->origins;
	lanes sliders = kind_on(field, GRIFFIN, &origins[GRIFFIN].far) |
	    kind_on(field, CHARIOT, &origins[CHARIOT].far) |
	    kind_on(field, ROSE, &origins[ROSE].far);

	if (field->has_promoted)
		sliders |=
		    field->promoted & kind_on(field, KING, &origins[KING].far);
	find_open(field, c, as_set(search->able & sliders), search);
}

/*
 * Draughts
 */

static inline bool
is_vacant(const struct field *field, cell c)
{
	return !faceset_has(&field->occupied, c);
}

/*
 * The draughts that may be able to get to one of the cells, from which they
 * could go on, by leaps that are followed backwards, whomever they leap;
 * promoted ones go farther. Mostly there are none.
 */
static struct faceset
leapers_to(
    const struct field *field, struct faceset draughts, struct faceset open)
{
	const struct faces *faces = &field->rules->board.faces;
	struct faceset seen = open;
	struct faceset found = faceset_and(draughts, as_set(field->promoted));

	while (!faceset_empty(open)) {
		cell at = faceset_pop(&open);

		for (unsigned way = DIAGONAL; way < FACE_WAYS; way += 2) {
			cell over = faces->step[at][way], from;

			if (over == CELL_NONE || is_vacant(field, over))
				continue;
			from = faces->step[over][faces->heading[at][way]];
			if (from == CELL_NONE)
				continue;
			if (faceset_has(&draughts, from)) {
				faceset_add(&found, from);
			} else if (is_vacant(field, from) &&
			    !faceset_has(&seen, from)) {
				faceset_add(&seen, from);
				faceset_add(&open, from);
			}
		}
	}
	return found;
}

/* Adds the owners of those draughts that can leap the piece on `c`. */
static unsigned
leapers_over(const struct field *field, struct faceset draughts, cell c)
{
	const struct reach_table *reach = &field->rules->board.faces.reach[c];
	struct faceset open = { { 0 } };
	unsigned owners = 0;

	for (unsigned i = 0; i < 2 * FACE_LINES; i++) {
		cell from = reach->beside[i / 2][i % 2];
		cell to = reach->beside[i / 2][1 - i % 2];

		if (from == CELL_NONE)
			continue;
		if (is_vacant(field, from)) {
			/* One that stands there could leap in a ring. */
			if (is_vacant(field, to) || faceset_has(&draughts, to))
				faceset_add(&open, from);
		} else if (is_vacant(field, to) &&
		    faceset_has(&draughts, from)) {
			owners |= 1u << piece_owner(field->position->at[from]);
		}
	}
	if (faceset_empty(open))
		return owners;
	draughts = leapers_to(field, draughts, open);
	while (!faceset_empty(draughts)) {
		cell from = faceset_pop(&draughts);
		unsigned owner = 1u << piece_owner(field->position->at[from]);
		struct cellset targets;

		if (owners & owner)
			continue;
		targets =
		    bnem_capture_targets(field->rules, field->position, from);
		if (cellset_has(&targets, c))
			owners |= owner;
	}
	return owners;
}

/*
 * Kings
 */

/* Those of the players a and b, as bits, who attack the king on `c` of the
 * third. */
static inline unsigned
bnem_attackers_to(const struct field *field, unsigned a, unsigned b, cell c)
{
	const struct reach_table *reach = &field->rules->board.faces.reach[c];
	struct attack_search search = { 0, field->owned[a] | field->owned[b] };
	lanes found =
	    (of_kind(field, PAWN) &
		(pawn_cells(field, a, reach) | pawn_cells(field, b, reach))) |
	    (search.able & steppers_to(field, reach));
	struct faceset draughts;

	if (!is_empty(found & field->owned[a])) {
		search.owners = 1u << a;
		search.able = field->owned[b];
	}
	if (!is_empty(found & field->owned[b])) {
		search.owners |= 1u << b;
		search.able &= ~field->owned[b];
	}
	find_sliders(field, reach, c, &search);
	draughts = as_set(search.able & of_kind(field, DRAUGHT));
	if (!faceset_empty(draughts) &&
	    !faceset_empty(faceset_less(reach->sides, field->occupied)))
		search.owners |= leapers_over(field, draughts, c);
	return search.owners;
}

static inline uint8_t
bnem_checkers_of(
    const struct field *field, unsigned player, unsigned a, unsigned b)
{
	cell king = field->position->king[player];

	return king != CELL_NONE ? (uint8_t)bnem_attackers_to(field, a, b, king)
				 : 0;
}

void
bnem_note_checks(const struct rules *rules, struct position *position)
{
	struct field field = {
		.rules = rules,
		.position = position,
		.occupied = faceset_of(&position->kind[KIND_NONE]),
		.promoted = lanes_of(position->bnem.promoted.word),
	};

	field.has_promoted = !is_empty(field.promoted);
	for (unsigned p = 0; p < PLAYERS; p++)
		if (!is_out(position, p))
			field.owned[p] = lanes_of(position->owned[p].word);
	for (unsigned p = 0; p < PLAYERS; p++) {
		static const uint8_t others[PLAYERS][2] = { { 1, 2 }, { 0, 2 },
			{ 0, 1 } };

		position->checks[p] =
		    bnem_checkers_of(&field, p, others[p][0], others[p][1]);
	}
}

void
bnem_recompute_checks(const struct rules *rules, struct position *position)
{
	struct cellset pieces = position->kind[KIND_NONE];

	position->bnem.promoted = (struct cellset){ { 0 } };
	while (!cellset_empty(&pieces)) {
		cell c = cellset_pop(&pieces);

		if (is_promoted(position->at[c]))
			cellset_add(&position->bnem.promoted, c);
	}
	bnem_note_checks(rules, position);
}
