/* Ternion: makes a variant's rules ready, and the small questions. */
#include <stdlib.h>
#include <string.h>

#include "rules.h"

const char *
move_type_name(enum move_type type)
{
	static const char *const names[MOVE_TYPES] = {
		[MOVE_UNSTATED] = "unstated",
		[MOVE_QUIET] = "quiet",
		[MOVE_CAPTURE] = "capture",
		[MOVE_ENPASSANT] = "enpassant",
		[MOVE_CASTLE] = "castle",
		[MOVE_FIELD] = "field",
		[MOVE_TRAITOR] = "traitor",
		[MOVE_DROP] = "drop",
		[MOVE_LEAP] = "leap",
		[MOVE_ILLUMINATION] = "illumination",
		[MOVE_PASS] = "pass",
		[MOVE_YIELD] = "yield",
		[MOVE_STALEMATE] = "stalemate",
	};

	return names[type];
}

struct move
move_second(const struct move *move)
{
	const struct second_move *second = &move->second;
	struct move own = {
		.type = second->type,
		.from = second->from,
		.to = second->to,
		.victim = second->victim,
		.promotion = second->promotion,
		.check = move->check,
		.leaps = second->leaps,
	};

	memcpy(own.path, second->path, second->leaps * sizeof(own.path[0]));
	return own;
}

void
move_join(struct move *move, const struct move *second)
{
	struct second_move *own = &move->second;

	move->pair = true;
	own->type = second->type;
	own->from = second->from;
	own->to = second->to;
	own->victim = second->victim;
	own->promotion = second->promotion;
	own->leaps = second->leaps;
	memcpy(own->path, second->path, own->leaps * sizeof(own->path[0]));
}

bool
move_equal(const struct move *a, const struct move *b)
{
	struct move second_a, second_b;

	if (a->type != b->type || a->from != b->from || a->to != b->to ||
	    a->victim != b->victim || a->promotion != b->promotion ||
	    a->side != b->side || a->leaps != b->leaps || a->pair != b->pair ||
	    memcmp(a->path, b->path, a->leaps * sizeof(a->path[0])) != 0)
		return false;
	if (!a->pair)
		return true;
	second_a = move_second(a);
	second_b = move_second(b);
	return move_equal(&second_a, &second_b);
}

/* The cell that `name`, written by us in a variant's table, has for a seat. */
static cell
table_cell(const struct board *board, const char *name, unsigned seat)
{
	cell c = board_at(board, (unsigned)(name[0] - 'a'),
	    (unsigned)strtoul(name + 1, NULL, 10));

	while (seat-- > 0)
		c = board->rotate[c];
	return c;
}

static const struct setup *
setup_of(const struct rules *rules, unsigned seat)
{
	const struct variant *variant = rules->variant;
	const struct setup *own = variant->own_setup != NULL
	    ? variant->own_setup(&rules->settings, seat)
	    : NULL;

	return own != NULL ? own : rules->setup;
}

/* Along a row, from the player's left. */
static unsigned
right_of(const struct rules *rules, unsigned seat)
{
	return rules->board.turns ? (unsigned)MESH_RIGHT
				  : direction_for_seat(&rules->board, 0, seat);
}

static void
set_up(const struct rules *rules, struct position *position, unsigned seat)
{
	const struct variant *variant = rules->variant;
	const struct army_row *row = setup_of(rules, seat)->army;

	for (; row->from != NULL; row++) {
		cell c = table_cell(&rules->board, row->from, seat);

		for (const char *p = row->pieces; *p != '\0'; p++) {
			enum kind kind = variant_kind(variant, *p);

			if (kind != KIND_NONE)
				position_put(
				    position, c, piece_make(kind, seat, seat));
			c = rules->board.step[c][right_of(rules, seat)];
		}
	}
}

/* The cells that may not be attacked when the king castles on the side. */
static struct cellset
castling_safe(enum castling_law law, const struct board *board,
    const struct castling *side)
{
	unsigned d = board->line[side->king_from][side->king_to] - 1u;
	struct cellset safe = { { 0 } };

	switch (law) {
	case CASTLING_ALL_BETWEEN:
		safe = side->between;
		break;
	case CASTLING_ENDS:
		break;
	case CASTLING_PATH:
		for (cell c = side->king_from; c != side->king_to;
		     c = board_next(board, c, &d))
			cellset_add(&safe, c);
		break;
	}
	if (law != CASTLING_ALL_BETWEEN) {
		cellset_add(&safe, side->king_from);
		cellset_add(&safe, side->king_to);
	}
	return safe;
}

static void
set_castling(struct rules *rules, unsigned seat, unsigned s,
    const struct castling_side *data)
{
	const struct board *board = &rules->board;
	struct castling *side = &rules->seat[seat].side[s];
	unsigned d;

	side->king_from = table_cell(board, data->king_from, seat);
	side->king_to = table_cell(board, data->king_to, seat);
	side->rook_from = table_cell(board, data->rook_from, seat);
	side->rook_to = table_cell(board, data->rook_to, seat);
	d = board->line[side->king_from][side->rook_from] - 1u;
	for (cell c = board_next(board, side->king_from, &d);
	     c != side->rook_from; c = board_next(board, c, &d))
		cellset_add(&side->between, c);
	side->safe = castling_safe(rules->variant->castling_law, board, side);
	side->is_step =
	    cellset_has(&board->near[side->king_from], side->king_to);
	rules->rights_owner[side->king_from] = (uint8_t)seat;
	rules->rights_owner[side->rook_from] = (uint8_t)seat;
	rules->rights_lost[side->king_from] |= (uint8_t)(1u << s);
	rules->rights_lost[side->rook_from] |= (uint8_t)(1u << s);
}

static void
turn_directions(
    const struct board *board, uint8_t *out, const uint8_t *in, unsigned seat)
{
	for (; *in < DIRECTIONS; in++)
		*out++ = (uint8_t)direction_for_seat(board, *in, seat);
	*out = DIRECTIONS;
}

/* The ways of a seat's pawn on a cell, of the hook or of the variant's data. */
static void
find_pawn_ways(
    const struct rules *rules, unsigned s, cell c, struct pawn_ways *ways)
{
	const struct variant *variant = rules->variant;
	const struct board *board = &rules->board;

	*ways = (struct pawn_ways){ .stuck = 0 };
	if (variant->pawn_ways != NULL) {
		variant->pawn_ways(board, s, c, ways);
		return;
	}
	turn_directions(board, ways->steps, variant->pawn_steps, s);
	turn_directions(board, ways->captures, variant->pawn_captures, s);
}

static void
list_pawn_steps(const struct board *board, struct seat *seat, cell from,
    const struct pawn_ways *ways)
{
	struct pawn_step *step = seat->pawn_step[from];

	for (const uint8_t *d = ways->steps; *d < DIRECTIONS; d++) {
		unsigned way = *d;

		step->to = board_next(board, from, &way);
		if (step->to == CELL_NONE)
			continue;
		step->beyond = board_next(board, step->to, &way);
		cellset_add(&seat->pawn_reach[step->to], from);
		if (step->beyond != CELL_NONE &&
		    cellset_has(&seat->double_from, from))
			cellset_add(&seat->pawn_reach[step->beyond], from);
		step++;
	}
	*step = (struct pawn_step){ CELL_NONE, CELL_NONE };
}

static void
list_pawn_captures(const struct board *board, struct seat *seat, cell from,
    const struct pawn_ways *ways)
{
	struct pawn_capture *capture = seat->pawn_capture[from];

	for (const uint8_t *d = ways->captures; *d < DIRECTIONS; d++) {
		cell to = board->step[from][*d];

		if (to == CELL_NONE)
			continue;
		*capture++ = (struct pawn_capture){ to, *d };
		cellset_add(&seat->pawn_from[to], from);
		cellset_add(&seat->pawn_reach[to], from);
	}
	*capture = (struct pawn_capture){ CELL_NONE, DIRECTIONS };
}

/* What a seat's pawns do from each cell, and whence they get to each. */
static void
find_pawn_moves(struct rules *rules, unsigned s)
{
	struct seat *seat = &rules->seat[s];
	struct pawn_ways ways;

	for (cell c = 0; c < rules->board.cells; c++) {
		find_pawn_ways(rules, s, c, &ways);
		list_pawn_steps(&rules->board, seat, c, &ways);
		list_pawn_captures(&rules->board, seat, c, &ways);
		for (unsigned colour = 0; colour < PLAYERS; colour++)
			if (ways.stuck >> colour & 1)
				cellset_add(&seat->stuck[colour], c);
	}
}

/* Which table tells whence a piece of each kind comes. */
static void
find_reach(const struct board *board, struct seat *seat)
{
	const struct cellset *const tables[KINDS] = {
		[PAWN] = seat->pawn_reach,
		[KNIGHT] = board->leaps,
		[BISHOP] = board->diagonal,
		[ROOK] = board->straight,
		[QUEEN] = board->lines,
		[KING] = board->near,
		[POPE] = board->hops,
	};

	memcpy(seat->reach_from, tables, sizeof(tables));
}

static void
prepare_seat(struct rules *rules, unsigned s)
{
	const struct variant *variant = rules->variant;
	const struct board *board = &rules->board;
	const struct castling_side *sides = setup_of(rules, s)->sides;
	struct seat *seat = &rules->seat[s];

	for (cell c = 0; c < board->cells; c++) {
		if (board->seat_name[s][c].rank == variant->double_step_rank)
			cellset_add(&seat->double_from, c);
		for (unsigned o = 0; o < PLAYERS; o++)
			if (board->seat_name[o][c].rank == 1)
				cellset_add(
				    o == s ? &seat->baseline : &seat->promotion,
				    c);
	}
	find_pawn_moves(rules, s);
	find_reach(board, seat);
	for (unsigned i = 0; sides[i].letter != 0; i++)
		set_castling(rules, s, i, &sides[i]);
}

void
rules_init(struct rules *rules, const struct variant *variant,
    const struct settings *settings)
{
	memset(rules, 0, sizeof(*rules));
	rules->variant = variant;
	if (settings != NULL)
		rules->settings = *settings;
	else
		settings_default(variant, &rules->settings);
	rules->setup = variant_setup(variant, &rules->settings);
	rules->setup->build(&rules->board);
	if (variant->name_cells != NULL)
		variant->name_cells(&rules->board, &rules->settings);
	memset(rules->rights_owner, PLAYER_NONE, sizeof(rules->rights_owner));
	for (unsigned kind = KIND_NONE + 1; kind < KINDS; kind++)
		if (variant->letters[kind] != ' ')
			rules->kind_of[(unsigned char)variant->letters[kind]] =
			    (uint8_t)kind;
	while (rules->setup->sides[rules->sides].letter != 0)
		rules->sides++;
	position_clear(&rules->start);
	for (unsigned s = 0; s < PLAYERS; s++) {
		prepare_seat(rules, s);
		set_up(rules, &rules->start, s);
		position_set_rights(&rules->start, s, (1u << rules->sides) - 1);
	}
	if (variant->first != NULL)
		position_turn(&rules->start, variant->first(rules));
	if (variant->imply != NULL)
		variant->imply(rules, &rules->start);
	rules_find_checks(rules, &rules->start);
}

/* What was not decided by the pieces: a draw, or a win by forfeit. */
static void
give_over(const struct rules *rules, const struct position *position,
    struct outcome *outcome)
{
	outcome->ending = ENDING_AGREED;
	outcome->result = rules->variant->results[position->over - 1];
	for (unsigned p = 0; p < PLAYERS; p++) {
		const char *wins = rules->variant->wins[p];

		if (wins == NULL || strcmp(wins, outcome->result) != 0)
			continue;
		outcome->ending = ENDING_FORFEIT;
		outcome->winner = p;
	}
}

void
rules_outcome(const struct rules *rules, const struct position *position,
    struct outcome *outcome)
{
	*outcome = (struct outcome){ ENDING_NONE, NULL, PLAYER_NONE };
	if (position->over != 0) {
		give_over(rules, position, outcome);
		return;
	}
	rules->variant->outcome(rules, position, outcome);
}

struct cellset
rules_taken(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	struct cellset taken = { { 0 } }, more;
	struct position half;
	struct move first, second;

	if (move->pair) {
		first = *move;
		first.pair = false;
		second = move_second(move);
		half = *position;
		rules_halve(&half);
		taken = rules_taken(rules, &half, &first);
		rules_apply(rules, &half, &first);
		more = rules_taken(rules, &half, &second);
		return cellset_or(taken, &more);
	}
	if (rules->variant->taken != NULL)
		return rules->variant->taken(rules, position, move);
	if (move->victim != CELL_NONE)
		cellset_add(&taken, move->victim);
	return taken;
}

bool
rules_may_begin(
    const struct rules *rules, const struct position *position, unsigned player)
{
	return rules->variant->may_begin != NULL &&
	    rules->variant->may_begin(position, player);
}

void
rules_begin(
    const struct rules *rules, struct position *position, unsigned player)
{
	rules->variant->begin(rules, position, player);
}

bool
rules_chain(const struct rules *rules, const struct position *position,
    cell from, const cell *path, unsigned leaps, struct move *move)
{
	return rules->variant->find_chain != NULL &&
	    rules->variant->find_chain(
		rules, position, from, path, leaps, move);
}
