/* Ternion: makes a variant's rules ready, the small questions, and how a game
 * ends. */
#include <stdlib.h>
#include <string.h>

#include "rules/variants/variant_rules.h"

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
	struct move second = { .pair = false };

	_Static_assert(sizeof(move->second) == offsetof(struct move, second),
	    "all members before it");
	memcpy(&second, move->second, sizeof(move->second));
	return second;
}

void
move_join(struct move *move, const struct move *second)
{
	memcpy(move->second, second, sizeof(move->second));
	move->pair = true;
}

bool
move_equal(const struct move *a, const struct move *b)
{
	if (a->type != b->type || a->from != b->from || a->to != b->to ||
	    a->victim != b->victim || a->promotion != b->promotion ||
	    a->side != b->side || a->leaps != b->leaps || a->pair != b->pair ||
	    memcmp(a->path, b->path, a->leaps * sizeof(a->path[0])) != 0)
		return false;
	if (!a->pair)
		return true;
	struct move second_a = move_second(a);
	struct move second_b = move_second(b);
	return move_equal(&second_a, &second_b);
}

/* The cell that `name`, written by us in a variant's table, has for a seat. */
static cell
setup_cell(const struct board *board, const char *name, unsigned seat)
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
	const struct setup *own = rules->setup->own[seat];

	return own != NULL ? own : rules->setup;
}

static void
set_up_army(const struct rules *rules, struct position *position, unsigned seat)
{
	const struct board *board = &rules->board;
	const struct army_row *row = setup_of(rules, seat)->army;
	/* Along a row, from the player's left. */
	unsigned right = board->turns ? (unsigned)MESH_RIGHT
				      : direction_for_seat(board, 0, seat);

	for (; row->from != NULL; row++) {
		cell c = setup_cell(board, row->from, seat);

		for (const char *p = row->pieces; *p != '\0'; p++) {
			position_put(position, c,
			    piece_make(
				variant_kind(rules->variant, *p), seat, seat));
			c = board->step[c][right];
		}
	}
}

static void
set_castling(struct rules *rules, unsigned seat, unsigned s,
    const struct castling_side *data)
{
	const struct board *board = &rules->board;
	struct castling *side = &rules->seat[seat].side[s];

	side->king_from = setup_cell(board, data->king_from, seat);
	side->king_to = setup_cell(board, data->king_to, seat);
	side->rook_from = setup_cell(board, data->rook_from, seat);
	side->rook_to = setup_cell(board, data->rook_to, seat);
	unsigned d = board_line(board, side->king_from, side->rook_from) - 1;
	for (cell c = board_next(board, side->king_from, &d);
	     c != side->rook_from; c = board_next(board, c, &d))
		cellset_add(&side->between, c);
	if (data->law >= CASTLING_ALL_BETWEEN)
		side->safe = side->between;
	else
		cellset_add(&side->safe, side->king_to);
	if (data->law != CASTLING_SPACE)
		cellset_add(&side->safe, side->king_from);
	/* The row is straight: the direction at its end is his, too. */
	for (cell c = side->king_from;
	     data->law == CASTLING_PATH && c != side->king_to;
	     c = board_next(board, c, &d))
		cellset_add(&side->safe, c);
	side->is_step =
	    cellset_has(&board->king_set[side->king_from], side->king_to);
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

void
mesh_pawn_ways(
    const struct board *board, cell c, unsigned front, struct pawn_ways *ways)
{
	unsigned other = (front + MESH_SIDES - 1) % MESH_SIDES;
	bool forks = board->sector[c].rosette && front == MESH_FRONT;

	ways->steps[0] = (uint8_t)front;
	ways->steps[1] = DIRECTIONS;
	ways->captures[0] = (uint8_t)(MESH_CORNER + front);
	ways->captures[1] = (uint8_t)(MESH_CORNER + other);
	ways->captures[2] = forks ? MESH_FORK : DIRECTIONS;
	ways->captures[3] = DIRECTIONS;
}

/* Notes what a seat's pawn does from a cell. */
static void
find_pawn_moves(struct rules *rules, unsigned s, cell from)
{
	const struct variant *variant = rules->variant;
	const struct board *board = &rules->board;
	struct seat *seat = &rules->seat[s];
	struct pawn_step *step = seat->pawn_step[from];
	cell *capture = seat->pawn_capture[from];
	struct pawn_ways ways = { .stuck = 0 };

	if (rules->setup->pawn_ways != NULL) {
		rules->setup->pawn_ways(board, s, from, &ways);
	} else {
		turn_directions(board, ways.steps, variant->pawn_steps, s);
		turn_directions(
		    board, ways.captures, variant->pawn_captures, s);
	}
	for (const uint8_t *d = ways.steps; *d < DIRECTIONS; d++) {
		unsigned way = *d;

		step->to = board_next(board, from, &way);
		if (step->to == CELL_NONE)
			continue;
		step->beyond = board_next(board, step->to, &way);
		cellset_add(&seat->pawn_walk[step->to], from);
		if (step->beyond != CELL_NONE &&
		    cellset_has(&seat->double_from, from))
			cellset_add(&seat->pawn_walk[step->beyond], from);
		step++;
	}
	while (step <= &seat->pawn_step[from][PAWN_STEPS])
		*step++ = (struct pawn_step){ CELL_NONE, CELL_NONE };
	for (const uint8_t *d = ways.captures; *d < DIRECTIONS; d++) {
		cell to = board->step[from][*d];

		if (to == CELL_NONE)
			continue;
		*capture++ = to;
		cellset_add(&seat->pawn_from[to], from);
	}
	*capture = CELL_NONE;
	for (unsigned colour = 0; colour < PLAYERS; colour++)
		if (ways.stuck >> colour & 1)
			cellset_add(&seat->stuck[colour], from);
}

/* Points to the tables by kind of piece. */
static void
point_to_reach(struct rules *rules, unsigned s)
{
	const struct board *board = &rules->board;
	struct seat *seat = &rules->seat[s];
	const struct cellset *const reach[KINDS] = {
		[PAWN] = seat->pawn_reach,
		[KNIGHT] = board->knight_set,
		[BISHOP] = board->diagonal,
		[ROOK] = board->straight,
		[QUEEN] = board->lines,
		[KING] = board->king_set,
		[POPE] = board->pope_set,
	};

	memcpy(seat->reach_from, reach, sizeof(reach));
	memcpy(seat->attack_from, reach, sizeof(reach));
	seat->attack_from[PAWN] = seat->pawn_from;
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
	for (cell c = 0; c < board->cells; c++)
		find_pawn_moves(rules, s, c);
	for (cell c = 0; c < board->cells; c++)
		seat->pawn_reach[c] =
		    cellset_or(seat->pawn_walk[c], &seat->pawn_from[c]);
	point_to_reach(rules, s);
	for (unsigned i = 0; sides[i].letter != 0; i++)
		set_castling(rules, s, i, &sides[i]);
}

void
rules_init(struct rules *rules, const struct variant *variant,
    const struct settings *settings)
{
	memset(rules, 0, sizeof(*rules));
	rules_init_zeroed(rules, variant, settings);
}

/* Sets what the settings decide apart from the set-up. */
static void
take_settings(struct rules *rules)
{
	const struct variant *variant = rules->variant;
	const struct settings *settings = &rules->settings;

	rules->en_passant = variant->en_passant +
	    settings_choice(variant, settings, CHOOSES_EN_PASSANT);
	position_turn(
	    &rules->start, settings_choice(variant, settings, CHOOSES_FIRST));
	rules_imply(rules, &rules->start);
	rules_recompute_checks(rules, &rules->start);
}

void
rules_init_zeroed(struct rules *rules, const struct variant *variant,
    const struct settings *settings)
{
	rules->variant = variant;
	rules->hooks = variant->rules;
	rules->find_plain = rules->hooks->find_plain != NULL
	    ? rules->hooks->find_plain
	    : find_usual;
	rules->make_move = rules->hooks->make_move != NULL
	    ? rules->hooks->make_move
	    : make_usual;
	if (settings != NULL)
		rules->settings = *settings;
	else
		settings_default(variant, &rules->settings);
	rules->setup = variant_setup(variant, &rules->settings);
	if (rules->setup->build != NULL)
		rules->setup->build(&rules->board, &rules->settings);
	else
		board_hex(&rules->board, &rules->setup->hexes);
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
		set_up_army(rules, &rules->start, s);
		position_set_rights(&rules->start, s, (1u << rules->sides) - 1);
	}
	for (unsigned s = 0; s < PLAYERS; s++)
		for (unsigned kind = PAWN; kind < KINDS; kind++)
			rules->army[s][kind] = (uint8_t)pieces_of(
			    &rules->start, s, (enum kind)kind);
	take_settings(rules);
}

void
rules_init_like(struct rules *rules, const struct rules *like,
    const struct settings *settings)
{
	const struct variant *variant = like->variant;

	if (variant_setup(variant, settings) != like->setup ||
	    settings_choice(variant, settings, CHOOSES_NAMES) !=
		settings_choice(variant, &like->settings, CHOOSES_NAMES)) {
		rules_init(rules, variant, settings);
		return;
	}
	*rules = *like;
	rules->settings = *settings;
	for (unsigned s = 0; s < PLAYERS; s++)
		point_to_reach(rules, s);
	take_settings(rules);
}

struct move
rules_halves(const struct rules *rules, const struct position *before,
    const struct move *move, struct move *first, struct position half[2])
{
	*first = *move;
	first->pair = false;
	half[0] = *before;
	rules_begin_pair(&half[0]);
	half[1] = half[0];
	rules_make_move(rules, &half[1], first);
	return move_second(move);
}

struct cellset
rules_taken(const struct rules *rules, const struct position *position,
    const struct move *move)
{
	struct cellset taken = { { 0 } };

	if (move->pair) {
		struct position half[2];
		struct move first,
		    second = rules_halves(rules, position, move, &first, half);
		struct cellset more = rules_taken(rules, &half[1], &second);

		return cellset_or(rules_taken(rules, &half[0], &first), &more);
	}
	if (rules->hooks->captured != NULL)
		return rules->hooks->captured(rules, position, move);
	if (move->victim != CELL_NONE)
		cellset_add(&taken, move->victim);
	return taken;
}

struct seat_facts
rules_seat_facts(
    const struct rules *rules, const struct position *position, unsigned player)
{
	struct seat_facts facts = { .fortified = 0 };

	if (rules->hooks->seat_facts != NULL)
		rules->hooks->seat_facts(rules, position, player, &facts);
	return facts;
}

bool
rules_lets_begin(
    const struct rules *rules, const struct position *position, unsigned player)
{
	return rules->hooks->turns.may_begin(position, player);
}

void
rules_begin(
    const struct rules *rules, struct position *position, unsigned player)
{
	if (rules_may_begin(rules, position, player))
		rules->hooks->turns.begin(rules, position, player);
}

void
rules_imply(const struct rules *rules, struct position *position)
{
	if (rules->hooks->imply != NULL)
		rules->hooks->imply(rules, position);
	for (unsigned p = 0; p < PLAYERS && rules->variant->rights_placed; p++)
		position_set_rights(
		    position, p, rules_rights(rules, position, p));
}

uint64_t
rules_full_key(const struct rules *rules, const struct position *position)
{
	uint64_t key = position_full_key(position);

	return rules->hooks->own_key != NULL
	    ? key ^ rules->hooks->own_key(position)
	    : key;
}

struct cellset
rules_may_be_unmoved(const struct rules *rules, const struct position *position)
{
	struct cellset cells = { { 0 } };

	if (rules->variant->drops_unmoved == 0)
		return position->unmoved;
	/* It can have been dropped where it stands, by those who have a turn to
	 * come. */
	for (cell c = 0; c < rules->board.cells; c++) {
		uint8_t piece = position->at[c];

		if ((rules->variant->drops_unmoved >> piece_kind(piece) & 1) &&
		    !(piece & PIECE_PROMOTED) &&
		    !(position->out >> piece_owner(piece) & 1))
			cellset_add(&cells, c);
	}
	return cells;
}

unsigned
rules_rights(
    const struct rules *rules, const struct position *position, unsigned player)
{
	bool placed = rules->variant->rights_placed;
	unsigned rights = 0;

	if (!rules->variant->tracks_unmoved && !placed)
		return position->rights[player];
	for (unsigned s = 0; s < rules->sides && !is_out(position, player);
	     s++) {
		const struct castling *side = &rules->seat[player].side[s];
		const cell from[] = { side->king_from, side->rook_from };
		bool is_open = true;

		for (unsigned i = 0; i < 2; i++)
			is_open &= placed
			    ? position->at[from[i]] == rules->start.at[from[i]]
			    : cellset_has(&position->unmoved, from[i]);
		rights |= (unsigned)is_open << s;
	}
	return rights;
}

struct outcome
last_player_wins(const struct rules *rules, const struct position *position)
{
	unsigned winner = next_player(position, position->to_move);

	return players_left(position) != 1
	    ? no_outcome
	    : (struct outcome){ ENDING_LAST_KING, rules->variant->wins[winner],
		      winner };
}

struct outcome
rules_outcome(const struct rules *rules, const struct position *position)
{
	const struct variant *variant = rules->variant;
	struct outcome outcome = no_outcome;

	if (position->over == 0)
		return rules->hooks->outcome != NULL
		    ? rules->hooks->outcome(rules, position)
		    : last_player_wins(rules, position);
	/* The pieces did not decide it: a draw, or a win by forfeit. */
	outcome.ending = ENDING_AGREED;
	outcome.result = variant->results[position->over - 1];
	for (unsigned p = 0; p < PLAYERS; p++) {
		if (variant->wins[p] == NULL ||
		    strcmp(variant->wins[p], outcome.result) != 0)
			continue;
		outcome.ending = ENDING_FORFEIT;
		outcome.winner = p;
	}
	return outcome;
}

/* With two players left, counting pieces by owner, K against K, K+B against
 * K, K+N against K. */
static bool
lacks_material(const struct position *position)
{
	const struct cellset *kind = position->kind;

	if (position->pieces > PLAYERS + 1 || players_left(position) != 2)
		return false;
	unsigned kings = cellset_count(&kind[KING]);
	struct cellset minor = cellset_or(kind[BISHOP], &kind[KNIGHT]);
	return position->pieces == kings ||
	    (position->pieces == kings + 1u && !cellset_empty(&minor));
}

enum ending
rules_drawn(const struct rules *rules, const struct position *position)
{
	unsigned left = players_left(position);

	if (left == 1)
		return ENDING_NONE;
	if (lacks_material(position))
		return ENDING_MATERIAL;
	return position->clock >= rules->variant->draw_moves * left
	    ? ENDING_CLOCK
	    : ENDING_NONE;
}

bool
rules_mates_singly(const struct rules *rules)
{
	return rules->hooks->is_mated != NULL;
}

bool
rules_is_mated(const struct rules *rules, const struct position *board,
    unsigned mover, unsigned player)
{
	return rules->hooks->is_mated != NULL &&
	    rules->hooks->is_mated(rules, board, mover, player);
}

bool
rules_is_mate_call(const struct rules *rules, const struct position *board,
    unsigned mover, unsigned player)
{
	return rules->hooks->is_mate_call != NULL
	    ? rules->hooks->is_mate_call(rules, board, mover, player)
	    : rules_is_mated(rules, board, mover, player);
}
