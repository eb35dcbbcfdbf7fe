/* Ternion: 3PF: the keys of all games, and a row for each game. */
#include <assert.h>

#include "parse/position/tpf_games.h"
#include "parse/notation/dialect.h"
#include "rules/siege/siege.h"

bool
tpf_next(struct slice *rest, char separator, struct slice *part)
{
	if (rest->ptr == NULL)
		return false;
	const char *end = rest->ptr + rest->len;
	*part = slice_take(rest, separator);
	if (part->ptr + part->len == end)
		rest->ptr = NULL;
	return true;
}

bool
tpf_parts(struct slice value, struct slice part[PLAYERS])
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (!tpf_next(&value, '.', &part[p]) || part[p].len == 0)
			return false;
	return value.ptr == NULL;
}

unsigned
tpf_player(const struct variant *variant, char letter)
{
	unsigned player = variant_player(variant, letter);

	return player != PLAYER_NONE && variant->colours[player] == letter
	    ? player
	    : (unsigned)PLAYER_NONE;
}

cell
tpf_cell(const struct tpf_reader *reader, struct slice text)
{
	const struct naming *naming =
	    dialect_of(reader->variant)->machine_cells;

	if (text.len == 0 || (text.ptr[0] < 'a') != naming->is_upper)
		return CELL_NONE;
	return coords_read(&reader->rules->board, naming, 0, text);
}

void
tpf_put_cell(const struct rules *rules, cell c, struct strbuf *out)
{
	coords_write(&rules->board, dialect_of(rules->variant)->machine_cells,
	    0, c, out);
}

/* Reads the parts of the players, joined by dots, until one is refused. */
static void
read_parts(struct tpf_reader *reader, struct slice value)
{
	struct slice part[PLAYERS];
	unsigned p = 0;

	if (!tpf_parts(value, part))
		complain(reader, KEY, value,
		    "the value must have three parts, joined by dots, in turn "
		    "order");
	else
		while (
		    p < PLAYERS && reader->key->read_part(reader, part[p], p))
			p++;
}

static bool
read_counter_part(struct tpf_reader *reader, struct slice part, unsigned player)
{
	uint8_t *counters = (uint8_t *)reader->position + reader->key->offset;
	unsigned most = reader->key->most;
	unsigned long number;

	if (part.len == 1 && slice_number(part, most, &number)) {
		counters[player] = (uint8_t)number;
		return true;
	}
	complain(reader, KEY, part, "'%.*s' is not a number from 0 to %u",
	    SLICE(part), most);
	return false;
}

static void
write_counters(const struct tpf_state *state, struct strbuf *out)
{
	const uint8_t *counter =
	    (const uint8_t *)state->position + state->key->offset;

	if ((counter[0] | counter[1] | counter[2]) != 0)
		strbuf_printf(
		    out, "%u.%u.%u", counter[0], counter[1], counter[2]);
}

/* A set of players as colour letters; false after a complaint. */
static bool
read_set(struct tpf_reader *reader, struct slice value, unsigned *players)
{
	*players = 0;
	for (size_t i = 0; i < value.len; i++) {
		unsigned p = tpf_player(reader->variant, value.ptr[i]);

		if (p == PLAYER_NONE || (*players >> p & 1)) {
			complain(reader, KEY, slice_sub(value, i, 1),
			    "'%c' is not a colour letter, or occurs twice",
			    value.ptr[i]);
			return false;
		}
		*players |= 1u << p;
	}
	return true;
}

static void
put_set(const struct variant *variant, unsigned players, struct strbuf *out)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (players >> p & 1)
			strbuf_char(out, variant->colours[p]);
}

static void
write_players(const struct tpf_state *state, struct strbuf *out)
{
	uint8_t players =
	    ((const uint8_t *)state->position)[state->key->offset];

	if (players != ((const uint8_t *)state->implied)[state->key->offset])
		put_set(state->rules->variant, players, out);
}

/* The player whose letter is value[i]; PLAYER_NONE after a complaint. */
static unsigned
read_player_at(struct tpf_reader *reader, struct slice value, size_t i)
{
	unsigned player = tpf_player(reader->variant, value.ptr[i]);

	if (player == PLAYER_NONE)
		complain(reader, KEY, slice_sub(value, i, 1),
		    "'%c' is not a colour letter", value.ptr[i]);
	return player;
}

const char tpf_pieces[] = "QOCSGDRBNP";

/* Writes the pieces of each player by their letters; - is none. */
static void
write_pieces(const struct tpf_state *state, struct strbuf *out)
{
	const uint8_t *count =
	    (const uint8_t *)state->position + state->key->offset;
	const uint8_t *implied =
	    (const uint8_t *)state->implied + state->key->offset;

	if (memcmp(count, implied, (size_t)PLAYERS * KINDS) == 0)
		return;
	for (unsigned p = 0; p < PLAYERS; p++, count += KINDS) {
		bool any = false;

		strbuf_puts(out, p > 0 ? "." : "");
		for (const char *l = tpf_pieces; *l != '\0'; l++) {
			enum kind kind =
			    variant_kind(state->rules->variant, *l);
			unsigned n = kind != KIND_NONE ? count[kind] : 0;

			for (any |= n > 0; n > 0; n--)
				strbuf_char(out, *l);
		}
		strbuf_puts(out, any ? "" : "-");
	}
}

/* Keys of several games. */

static void
read_unmoved(struct tpf_reader *reader, struct slice value)
{
	struct cellset possible =
	    rules_may_be_unmoved(reader->rules, reader->position);
	struct cellset unmoved = { { 0 } };
	struct slice part;

	while (!slice_is(value, "-") && tpf_next(&value, '.', &part)) {
		cell c = tpf_cell(reader, part);

		assert(value.ptr != NULL || value.len == 0);
		if (c == CELL_NONE || !cellset_has(&possible, c) ||
		    cellset_has(&unmoved, c)) {
			complain(reader, KEY, part,
			    "no piece can be on '%.*s' without having moved",
			    SLICE(part));
			return;
		}
		cellset_add(&unmoved, c);
	}
	reader->position->unmoved = unmoved;
}

static void
write_unmoved(const struct tpf_state *state, struct strbuf *out)
{
	struct cellset unmoved = state->position->unmoved;

	if (memcmp(&unmoved, &state->implied->unmoved, sizeof(unmoved)) == 0)
		return;
	strbuf_puts(out, cellset_empty(&unmoved) ? "-" : "");
	while (!cellset_empty(&unmoved)) {
		strbuf_puts(out, out->len > 0 ? "." : "");
		tpf_put_cell(state->rules, cellset_pop(&unmoved), out);
	}
}

/* The implied position has the most that each player can have lost. */
static bool
read_lost_part(struct tpf_reader *reader, struct slice part, unsigned player)
{
	uint8_t *lost = reader->position->lost[player];
	uint8_t most[KINDS];

	memcpy(most, lost, sizeof(most));
	memset(lost, 0, sizeof(most));
	for (size_t i = 0; !slice_is(part, "-") && i < part.len; i++) {
		enum kind kind = variant_kind(reader->variant, part.ptr[i]);

		if (kind == KIND_NONE || kind == KING ||
		    lost[kind] == most[kind]) {
			complain(reader, KEY, slice_sub(part, i, 1),
			    "%s cannot have lost '%c', or not that often",
			    reader->variant->players[player], part.ptr[i]);
			break;
		}
		lost[kind]++;
	}
	return true;
}

static void
read_over(struct tpf_reader *reader, struct slice value)
{
	int result = variant_result(reader->variant, value.ptr, value.len);

	if (result < 0)
		complain(reader, KEY, value, "'%.*s' is not a result of %s",
		    SLICE(value), reader->variant->title);
	else
		reader->position->over = (uint8_t)(result + 1);
}

static void
write_over(const struct tpf_state *state, struct strbuf *out)
{
	if (state->position->over != 0)
		strbuf_puts(out,
		    state->rules->variant->results[state->position->over - 1]);
}

/* Keys of Siege Chess. */

static void
read_last(struct tpf_reader *reader, struct slice value)
{
	struct siege *siege = &reader->position->siege;
	unsigned most = siege_remembered(reader->rules);

	if (value.len > most || value.len == 0) {
		complain(reader, KEY, value,
		    most == 0 ? "the last captures are stated only with the "
				"option Siege=captures"
			      : "the value must list 1 to %u captures",
		    most);
		return;
	}
	for (size_t i = 0; i < value.len; i++) {
		unsigned player = read_player_at(reader, value, i);

		if (player == PLAYER_NONE)
			return;
		siege->last = siege->last << 2 | player;
		siege->captures++;
	}
}

static void
write_last(const struct tpf_state *state, struct strbuf *out)
{
	const struct siege *siege = &state->position->siege;

	if (siege_remembered(state->rules) == 0)
		return;
	for (unsigned i = siege->captures; i-- > 0;)
		strbuf_char(out,
		    state->rules->variant->colours[siege->last >> 2 * i & 3]);
}

static void
read_forts(struct tpf_reader *reader, struct slice value)
{
	unsigned players;

	if (read_set(reader, value, &players))
		reader->position->siege.forts = (uint8_t)players;
}

/* "w:rb": White declared against Red and Black; dots join several players. */
static void
read_declared(struct tpf_reader *reader, struct slice value)
{
	struct position *position = reader->position;
	struct slice rest = value, kings;

	while (tpf_next(&rest, '.', &kings)) {
		struct slice colour = slice_take(&kings, ':');
		unsigned players, by;

		if (!read_set(reader, colour, &by) ||
		    !read_set(reader, kings, &players))
			return;
		if (colour.len != 1 || players == 0 ||
		    ((by | players) & position->out) != 0 ||
		    (players & by) != 0) {
			complain(reader, KEY, value,
			    "a declaration must be a player, a colon and other "
			    "players, all in play");
			return;
		}
		position->siege.declared[__builtin_ctz(by)] = (uint8_t)players;
	}
}

static void
write_declared(const struct tpf_state *state, struct strbuf *out)
{
	const uint8_t *declared = state->position->siege.declared;

	for (unsigned p = 0; p < PLAYERS; p++) {
		if (declared[p] == 0)
			continue;
		strbuf_printf(out, "%s%c:", out->len > 0 ? "." : "",
		    state->rules->variant->colours[p]);
		put_set(state->rules->variant, declared[p], out);
	}
}

/* Keys of Bn Em's game. */

/* Accepts more pieces of a kind than the game has, as the board does:
 * material.c warns of them. Their number is limited by that of the cells. */
static bool
read_hand_part(struct tpf_reader *reader, struct slice part, unsigned player)
{
	struct position *position = reader->position;

	for (size_t i = 0; !slice_is(part, "-") && i < part.len; i++) {
		enum kind kind = variant_kind(reader->variant, part.ptr[i]);
		/* On the board and in hand. */
		unsigned count = cellset_count(&position->kind[kind]);

		for (unsigned p = 0; p < PLAYERS; p++)
			count += position->bnem.hand[p][kind];

		if (kind == KIND_NONE || kind == KING ||
		    count >= reader->rules->board.cells) {
			complain(reader, KEY, slice_sub(part, i, 1),
			    "%s cannot have '%c' in hand, or not that many",
			    reader->variant->players[player], part.ptr[i]);
			break;
		}
		position_set_hand(position, player, kind,
		    position->bnem.hand[player][kind] + 1u);
	}
	return true;
}

/* There are as many cubes as at the start. */
static void
read_cubes(struct tpf_reader *reader, struct slice value)
{
	unsigned begin = reader->position->bnem.cubes, cubes;

	if (!read_set(reader, value, &cubes))
		return;
	if (__builtin_popcount(cubes) == __builtin_popcount(begin))
		position_set_cubes(reader->position, cubes);
	else
		complain(reader, KEY, value,
		    begin == 0 ? "this game is played without cubes"
			       : "exactly two of the players must have a cube");
}

static void
read_turns(struct tpf_reader *reader, struct slice value)
{
	struct bnem *bnem = &reader->position->bnem;

	if (value.len == 0 || value.len > TURNS_KEPT) {
		complain(reader, KEY, value,
		    "the last turns must be one to six colour letters");
		return;
	}
	for (size_t i = value.len; i-- > 0;) {
		unsigned player = read_player_at(reader, value, i);

		if (player == PLAYER_NONE)
			return;
		bnem->turn[bnem->turns++] = (uint8_t)player;
	}
}

static void
write_turns(const struct tpf_state *state, struct strbuf *out)
{
	const struct bnem *bnem = &state->position->bnem;

	for (unsigned i = bnem->turns; i-- > 0;)
		strbuf_char(out, state->rules->variant->colours[bnem->turn[i]]);
}

/* A player cannot have passed in more turns than he has had. */
static void
read_passes(struct tpf_reader *reader, struct slice value)
{
	const struct bnem *bnem = &reader->position->bnem;
	unsigned had[PLAYERS] = { 0, 0, 0 };

	read_parts(reader, value);
	for (unsigned i = 0; i < bnem->turns; i++)
		had[bnem->turn[i]]++;
	for (unsigned p = 0; p < PLAYERS; p++)
		if (bnem->passes[p] > had[p] && bnem->turns < TURNS_KEPT) {
			complain(reader, KEY, value,
			    "%s cannot have more passes than turns",
			    reader->variant->players[p]);
			return;
		}
}

/* The player who took the king; - is nobody. */
static bool
read_captor_part(struct tpf_reader *reader, struct slice part, unsigned player)
{
	unsigned captor;

	if (slice_is(part, "-"))
		return true;
	if (!read_set(reader, part, &captor))
		return false;
	if (part.len != 1 || captor == 1u << player) {
		complain(reader, KEY, part,
		    "exactly one other player must have taken %s's king",
		    reader->variant->players[player]);
		return false;
	}
	reader->position->bnem.captor[player] =
	    (uint8_t)(1 + __builtin_ctz(captor));
	return true;
}

static void
write_captors(const struct tpf_state *state, struct strbuf *out)
{
	const uint8_t *captor = state->position->bnem.captor;

	for (unsigned p = 0;
	     p < PLAYERS && (captor[0] | captor[1] | captor[2]) != 0; p++)
		strbuf_printf(out, "%s%c", p > 0 ? "." : "",
		    captor[p] == 0
			? '-'
			: state->rules->variant->colours[captor[p] - 1]);
}

/* A king is on the board, or somebody took him. */
static void
check_captor(struct tpf_reader *reader, unsigned player)
{
	const struct position *position = reader->position;
	bool taken = position->bnem.captor[player] != 0;

	if (taken == (position->king[player] == CELL_NONE) ||
	    (reader->unplaced_kings >> player & 1))
		return;
	complain(reader, KINGS, reader->field[0],
	    taken ? "%s has a king, but captors= says who took it"
		  : "%s has no king, but captors= does not say who took it",
	    reader->variant->players[player]);
}

#define AT(field) offsetof(struct position, field)

enum {
	SIEGE = 1 << NUMBER_siege,
	BNEM = 1 << NUMBER_bnem,
	NIVICHANOV = 1 << NUMBER_nivichanov,
};

/* Keys of one number, or of pieces, of each player. */
#define COUNTERS      .read = read_parts, .write = write_counters
#define PIECES        .read = read_parts, .write = write_pieces
#define KEY(from, to) .read = from, .write = to

const struct tpf_key tpf_keys[] = {
	{ "opt", 0, KEY(tpf_read_options, tpf_write_options) },
	{ "hand", BNEM, PIECES, AT(bnem.hand), 0, read_hand_part },
	{ "cubes", BNEM, KEY(read_cubes, write_players), AT(bnem.cubes) },
	{ "turns", BNEM, KEY(read_turns, write_turns) },
	{ "passes", BNEM, KEY(read_passes, write_counters), AT(bnem.passes), 2,
	    read_counter_part },
	{ "unmoved", SIEGE | BNEM, KEY(read_unmoved, write_unmoved) },
	{ "captors", BNEM, KEY(read_parts, write_captors), 0, 0,
	    read_captor_part },
	{ "lost", SIEGE | NIVICHANOV, PIECES, AT(lost), 0, read_lost_part },
	{ "last", SIEGE, KEY(read_last, write_last) },
	{ "fort", SIEGE, COUNTERS, AT(siege.fort), 3, read_counter_part },
	{ "forts", SIEGE, KEY(read_forts, write_players), AT(siege.forts) },
	{ "traitors", SIEGE, COUNTERS, AT(siege.traitors), 2,
	    read_counter_part },
	{ "immune", SIEGE, COUNTERS, AT(siege.immune), 3, read_counter_part },
	{ "declared", SIEGE, KEY(read_declared, write_declared) },
	{ "over", 0, KEY(read_over, write_over) },
	{ .name = NULL },
};

const struct tpf_game tpf_games[VARIANT_COUNT] = {
	[NUMBER_siege] = { .leavers = LEAVERS_DEAD },
	[NUMBER_triumvirate] = { .leavers = LEAVERS_INHERITED,
	    .tells_standing = true,
	    .en_passant_next_ply = true },
	[NUMBER_bnem] = { .leavers = LEAVERS_STAY, .check_king = check_captor },
	[NUMBER_nivichanov] = { .leavers = LEAVERS_DEAD },
	[NUMBER_threechess] = { .leavers = LEAVERS_DEAD },
};
