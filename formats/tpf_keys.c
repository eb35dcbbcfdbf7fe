/*
 * Ternion: 3PF: the key=value fields that follow the seven.
 *
 * Each is a row of the table below. A field is written only when it differs
 * from what the placement and the options imply, which the variant knows.
 */
#include "coords.h"
#include "format_3pf.h"
#include "siege.h"
#include "tpf_keys.h"

/* Letters of pools, in the order of the page; a variant has those it has. */
static const char pool_letters[] = "QORBNP";
static const char hand_letters[] = "CSGDRP";

struct key {
	const char *name;
	unsigned bit; /* enum position_key; 0: every variant has it */
	void (*read)(struct tpf_reader *reader, struct slice value);
	/* Appends the value to an empty text; nothing if it is implied. */
	void (*write)(const struct rules *rules,
	    const struct position *position, const struct position *implied,
	    struct strbuf *out);
};

/*
 * Values in turn order, with . between
 */

/* Takes the part of one player; false, and a complaint, if the value has not
 * one for each. */
static bool
next_part(struct tpf_reader *reader, struct slice value, struct slice *rest,
    unsigned player, struct slice *part)
{
	bool more = memchr(rest->ptr, '.', rest->len) != NULL;

	*part = take(rest, '.');
	if (part->len > 0 && more == (player + 1 < PLAYERS))
		return true;
	complain(reader, DIAG_POSITION_KEY, value,
	    "the value has three parts with . between, in turn order");
	return false;
}

/* Digits from 0 to `most`, one for each player. */
static void
read_counters(struct tpf_reader *reader, struct slice value,
    uint8_t counter[PLAYERS], unsigned most)
{
	struct slice rest = value, part;

	for (unsigned p = 0; p < PLAYERS; p++) {
		if (!next_part(reader, value, &rest, p, &part))
			return;
		if (part.len != 1 || part.ptr[0] < '0' ||
		    (unsigned)(part.ptr[0] - '0') > most) {
			complain(reader, DIAG_POSITION_KEY, part,
			    "'%.*s' is not a number from 0 to %u",
			    (int)part.len, part.ptr, most);
			return;
		}
		counter[p] = (uint8_t)(part.ptr[0] - '0');
	}
}

static void
write_counters(const uint8_t counter[PLAYERS], struct strbuf *out)
{
	if ((counter[0] | counter[1] | counter[2]) == 0)
		return;
	for (unsigned p = 0; p < PLAYERS; p++) {
		if (p > 0)
			strbuf_char(out, '.');
		strbuf_number(out, counter[p]);
	}
}

/* A set of players as colour letters. */
static bool
read_players(struct tpf_reader *reader, struct slice value, unsigned *players)
{
	*players = 0;
	for (size_t i = 0; i < value.len; i++) {
		unsigned p = variant_player(reader->variant, value.ptr[i]);

		if (p == PLAYER_NONE ||
		    value.ptr[i] != reader->variant->colours[p] ||
		    (*players >> p & 1)) {
			complain(reader, DIAG_POSITION_KEY,
			    slice_sub(value, i, 1),
			    "'%c' is not a colour letter, or repeated",
			    value.ptr[i]);
			return false;
		}
		*players |= 1u << p;
	}
	return true;
}

static void
write_players(
    const struct variant *variant, unsigned players, struct strbuf *out)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (players >> p & 1)
			strbuf_char(out, variant->colours[p]);
}

/*
 * opt=, and over= at the end
 */

static void
read_options(struct tpf_reader *reader, struct slice value)
{
	const struct variant *variant = reader->variant;
	struct settings settings = { { { 0 } } };
	struct slice rest = value;

	for (bool more = true; more;) {
		struct slice part, name;
		int i;

		more = memchr(rest.ptr, ';', rest.len) != NULL;
		part = take(&rest, ';');
		name = take(&part, ':');
		i = variant_option(variant, name.ptr, name.len);
		if (i < 0 || (variant->text_options >> i & 1))
			complain(reader, DIAG_POSITION_KEY, name,
			    "positions of %s have no option '%.*s'",
			    variant->title, (int)name.len, name.ptr);
		else if (!settings_read(
			     variant, &settings, i, part.ptr, part.len))
			complain(reader, DIAG_POSITION_KEY, part,
			    "%s cannot be '%.*s'; it is %s",
			    variant->options[i].name, (int)part.len, part.ptr,
			    variant->options[i].values);
	}
}

static void
write_options(const struct rules *rules, const struct position *position,
    const struct position *implied, struct strbuf *out)
{
	const struct variant *variant = rules->variant;
	char value[SETTING_MAX];

	(void)position;
	(void)implied;
	for (int i = 0; variant->options[i].name != NULL; i++) {
		if ((variant->text_options >> i & 1) ||
		    settings_is_default(variant, &rules->settings, i))
			continue;
		settings_write(variant, &rules->settings, i, value);
		strbuf_printf(out, "%s%s:%s", out->len > 0 ? ";" : "",
		    variant->options[i].name, value);
	}
}

static void
read_over(struct tpf_reader *reader, struct slice value)
{
	int result = variant_result(reader->variant, value.ptr, value.len);

	if (result < 0)
		complain(reader, DIAG_POSITION_KEY, value,
		    "'%.*s' is no result of %s", (int)value.len, value.ptr,
		    reader->variant->title);
	else
		reader->position->over = (uint8_t)(result + 1);
}

static void
write_over(const struct rules *rules, const struct position *position,
    const struct position *implied, struct strbuf *out)
{
	(void)implied;
	if (position->over != 0)
		strbuf_puts(out, rules->variant->results[position->over - 1]);
}

/*
 * Pieces that never moved, and lost ones
 */

static void
read_unmoved(struct tpf_reader *reader, struct slice value)
{
	struct cellset possible = reader->position->unmoved;
	struct cellset unmoved = { { 0 } };
	struct slice rest = value;

	if (reader->variant->may_be_unmoved != NULL)
		possible = reader->variant->may_be_unmoved(reader->position);
	for (bool more = !slice_is(value, "-"); more;) {
		struct slice part;
		cell c;

		more = memchr(rest.ptr, '.', rest.len) != NULL;
		part = take(&rest, '.');
		c = tpf_cell(reader, part);
		if (c == CELL_NONE || !cellset_has(&possible, c) ||
		    cellset_has(&unmoved, c)) {
			complain(reader, DIAG_POSITION_KEY, part,
			    "no piece on '%.*s' can have stood there and never "
			    "moved",
			    (int)part.len, part.ptr);
			return;
		}
		cellset_add(&unmoved, c);
	}
	reader->position->unmoved = unmoved;
}

static void
write_unmoved(const struct rules *rules, const struct position *position,
    const struct position *implied, struct strbuf *out)
{
	struct cellset unmoved = position->unmoved;

	if (memcmp(&unmoved, &implied->unmoved, sizeof(unmoved)) == 0)
		return;
	if (cellset_empty(&unmoved))
		strbuf_char(out, '-');
	while (!cellset_empty(&unmoved)) {
		if (out->len > 0)
			strbuf_char(out, '.');
		coords_write(&rules->board, NAMING_ALGEBRAIC, 0,
		    cellset_pop(&unmoved), out);
	}
}

/* The pool of one player; what is implied is the most that he can have lost. */
static void
read_pool(struct tpf_reader *reader, struct slice part, unsigned player)
{
	uint8_t *lost = reader->position->lost[player];
	uint8_t most[KINDS];

	memcpy(most, lost, sizeof(most));
	memset(lost, 0, sizeof(most));
	if (slice_is(part, "-"))
		return;
	for (size_t i = 0; i < part.len; i++) {
		enum kind kind = variant_kind(reader->variant, part.ptr[i]);

		if (kind == KIND_NONE || kind == KING ||
		    lost[kind] == most[kind]) {
			complain(reader, DIAG_POSITION_KEY,
			    slice_sub(part, i, 1),
			    "%s cannot have lost '%c', or not so many",
			    reader->variant->players[player], part.ptr[i]);
			return;
		}
		lost[kind]++;
	}
}

static void
read_lost(struct tpf_reader *reader, struct slice value)
{
	struct slice rest = value, part;

	for (unsigned p = 0; p < PLAYERS; p++) {
		if (!next_part(reader, value, &rest, p, &part))
			return;
		read_pool(reader, part, p);
	}
}

static void
write_lost(const struct rules *rules, const struct position *position,
    const struct position *implied, struct strbuf *out)
{
	if (memcmp(position->lost, implied->lost, sizeof(position->lost)) == 0)
		return;
	for (unsigned p = 0; p < PLAYERS; p++) {
		size_t before;

		if (p > 0)
			strbuf_char(out, '.');
		before = out->len;
		for (const char *l = pool_letters; *l != '\0'; l++) {
			enum kind kind = variant_kind(rules->variant, *l);

			for (unsigned n = 0;
			     kind != KIND_NONE && n < position->lost[p][kind];
			     n++)
				strbuf_char(out, *l);
		}
		if (out->len == before)
			strbuf_char(out, '-');
	}
}

/*
 * Siege
 */

static void
read_last(struct tpf_reader *reader, struct slice value)
{
	struct siege *siege = &reader->position->siege;
	unsigned most = siege_remembered(reader->rules);

	if (value.len > most || value.len == 0) {
		complain(reader, DIAG_POSITION_KEY, value,
		    most == 0 ? "the last captures count only with Siege "
				"captures"
			      : "the game remembers 1 to %u captures",
		    most);
		return;
	}
	for (size_t i = 0; i < value.len; i++) {
		unsigned p = variant_player(reader->variant, value.ptr[i]);

		if (p == PLAYER_NONE) {
			complain(reader, DIAG_POSITION_KEY,
			    slice_sub(value, i, 1),
			    "'%c' is not a colour letter", value.ptr[i]);
			return;
		}
		siege->last = siege->last << 2 | p;
		siege->captures++;
	}
}

static void
write_last(const struct rules *rules, const struct position *position,
    const struct position *implied, struct strbuf *out)
{
	const struct siege *siege = &position->siege;

	(void)implied;
	for (unsigned i = siege_remembered(rules) > 0 ? siege->captures : 0;
	     i-- > 0;)
		strbuf_char(
		    out, rules->variant->colours[siege->last >> 2 * i & 3]);
}

static void
read_fort(struct tpf_reader *reader, struct slice value)
{
	read_counters(reader, value, reader->position->siege.fort, 3);
}

static void
write_fort(const struct rules *rules, const struct position *position,
    const struct position *implied, struct strbuf *out)
{
	(void)rules;
	(void)implied;
	write_counters(position->siege.fort, out);
}

static void
read_forts(struct tpf_reader *reader, struct slice value)
{
	unsigned players;

	if (read_players(reader, value, &players))
		reader->position->siege.forts = (uint8_t)players;
}

static void
write_forts(const struct rules *rules, const struct position *position,
    const struct position *implied, struct strbuf *out)
{
	(void)implied;
	write_players(rules->variant, position->siege.forts, out);
}

static void
read_traitors(struct tpf_reader *reader, struct slice value)
{
	read_counters(reader, value, reader->position->siege.traitors, 2);
}

static void
write_traitors(const struct rules *rules, const struct position *position,
    const struct position *implied, struct strbuf *out)
{
	(void)rules;
	(void)implied;
	write_counters(position->siege.traitors, out);
}

static void
read_immune(struct tpf_reader *reader, struct slice value)
{
	read_counters(reader, value, reader->position->siege.immune, 3);
}

static void
write_immune(const struct rules *rules, const struct position *position,
    const struct position *implied, struct strbuf *out)
{
	(void)rules;
	(void)implied;
	write_counters(position->siege.immune, out);
}

/* "w:rb": the kings against which White declared; several joined by a dot. */
static void
read_declared(struct tpf_reader *reader, struct slice value)
{
	struct position *position = reader->position;
	struct slice rest = value;

	for (bool more = true; more;) {
		struct slice kings, colour;
		unsigned players, by;

		more = memchr(rest.ptr, '.', rest.len) != NULL;
		kings = take(&rest, '.');
		colour = take(&kings, ':');
		if (!read_players(reader, colour, &by) ||
		    !read_players(reader, kings, &players))
			return;
		if (colour.len != 1 || players == 0 ||
		    ((by | players) & position->out) != 0 ||
		    (players & by) != 0) {
			complain(reader, DIAG_POSITION_KEY, value,
			    "a declaration is a player, : and other players, "
			    "all of them in play");
			return;
		}
		position->siege.declared[__builtin_ctz(by)] = (uint8_t)players;
	}
}

static void
write_declared(const struct rules *rules, const struct position *position,
    const struct position *implied, struct strbuf *out)
{
	(void)implied;
	for (unsigned p = 0; p < PLAYERS; p++) {
		if (position->siege.declared[p] == 0)
			continue;
		if (out->len > 0)
			strbuf_char(out, '.');
		strbuf_char(out, rules->variant->colours[p]);
		strbuf_char(out, ':');
		write_players(rules->variant, position->siege.declared[p], out);
	}
}

/*
 * Bn Em's game
 */

/* All pieces of a kind that are on the board and in hand. */
static unsigned
count_kind(const struct position *position, enum kind kind)
{
	unsigned count = cellset_count(&position->kind[kind]);

	for (unsigned p = 0; p < PLAYERS; p++)
		count += position->bnem.hand[p][kind];
	return count;
}

static void
read_one_hand(struct tpf_reader *reader, struct slice part, unsigned player)
{
	struct position *position = reader->position;

	if (slice_is(part, "-"))
		return;
	for (size_t i = 0; i < part.len; i++) {
		enum kind kind = variant_kind(reader->variant, part.ptr[i]);

		if (kind == KIND_NONE || kind == KING ||
		    count_kind(position, kind) >=
			cellset_count(&reader->rules->start.kind[kind])) {
			complain(reader, DIAG_POSITION_KEY,
			    slice_sub(part, i, 1),
			    "%s cannot have '%c' in hand, or not so many",
			    reader->variant->players[player], part.ptr[i]);
			return;
		}
		position_set_hand(position, player, kind,
		    position->bnem.hand[player][kind] + 1u);
	}
}

static void
read_hand(struct tpf_reader *reader, struct slice value)
{
	struct slice rest = value, part;

	for (unsigned p = 0; p < PLAYERS; p++) {
		if (!next_part(reader, value, &rest, p, &part))
			return;
		read_one_hand(reader, part, p);
	}
}

static void
write_hand(const struct rules *rules, const struct position *position,
    const struct position *implied, struct strbuf *out)
{
	if (memcmp(position->bnem.hand, implied->bnem.hand,
		sizeof(position->bnem.hand)) == 0)
		return;
	for (unsigned p = 0; p < PLAYERS; p++) {
		size_t before;

		if (p > 0)
			strbuf_char(out, '.');
		before = out->len;
		for (const char *l = hand_letters; *l != '\0'; l++) {
			enum kind kind = variant_kind(rules->variant, *l);

			for (unsigned n = 0; n < position->bnem.hand[p][kind];
			     n++)
				strbuf_char(out, *l);
		}
		if (out->len == before)
			strbuf_char(out, '-');
	}
}

/* Whoever has cubes, there are as many as the game begins with. */
static void
read_cubes(struct tpf_reader *reader, struct slice value)
{
	unsigned begin = reader->position->bnem.cubes, cubes;

	if (!read_players(reader, value, &cubes))
		return;
	if (__builtin_popcount(cubes) != __builtin_popcount(begin)) {
		complain(reader, DIAG_POSITION_KEY, value,
		    begin == 0 ? "the game is played without cubes"
			       : "two of the players have a cube");
		return;
	}
	position_set_cubes(reader->position, cubes);
}

static void
write_cubes(const struct rules *rules, const struct position *position,
    const struct position *implied, struct strbuf *out)
{
	if (position->bnem.cubes != implied->bnem.cubes)
		write_players(rules->variant, position->bnem.cubes, out);
}

static void
read_turns(struct tpf_reader *reader, struct slice value)
{
	struct bnem *bnem = &reader->position->bnem;

	if (value.len == 0 || value.len > TURNS_KEPT) {
		complain(reader, DIAG_POSITION_KEY, value,
		    "the last turns are one to six colour letters");
		return;
	}
	for (size_t i = value.len; i-- > 0;) {
		unsigned p = variant_player(reader->variant, value.ptr[i]);

		if (p == PLAYER_NONE ||
		    value.ptr[i] != reader->variant->colours[p]) {
			complain(reader, DIAG_POSITION_KEY,
			    slice_sub(value, i, 1),
			    "'%c' is not a colour letter", value.ptr[i]);
			return;
		}
		bnem->turn[bnem->turns++] = (uint8_t)p;
	}
}

static void
write_turns(const struct rules *rules, const struct position *position,
    const struct position *implied, struct strbuf *out)
{
	(void)implied;
	for (unsigned i = position->bnem.turns; i-- > 0;)
		strbuf_char(
		    out, rules->variant->colours[position->bnem.turn[i]]);
}

/* A player cannot have passed in more turns than he has had. */
static void
read_passes(struct tpf_reader *reader, struct slice value)
{
	struct bnem *bnem = &reader->position->bnem;
	unsigned had[PLAYERS] = { 0, 0, 0 };

	read_counters(reader, value, bnem->passes, 2);
	for (unsigned i = 0; i < bnem->turns; i++)
		had[bnem->turn[i]]++;
	for (unsigned p = 0; p < PLAYERS; p++)
		if (bnem->passes[p] > had[p] && bnem->turns < TURNS_KEPT) {
			complain(reader, DIAG_POSITION_KEY, value,
			    "%s cannot have passed more often than he had a "
			    "turn",
			    reader->variant->players[p]);
			return;
		}
}

static void
write_passes(const struct rules *rules, const struct position *position,
    const struct position *implied, struct strbuf *out)
{
	(void)rules;
	(void)implied;
	write_counters(position->bnem.passes, out);
}

/* Who took White's, Red's and Black's king; - is nobody. */
static void
read_captors(struct tpf_reader *reader, struct slice value)
{
	struct slice rest = value, part;

	for (unsigned p = 0; p < PLAYERS; p++) {
		unsigned captor;

		if (!next_part(reader, value, &rest, p, &part))
			return;
		if (slice_is(part, "-"))
			continue;
		if (!read_players(reader, part, &captor))
			return;
		if (part.len != 1 || captor == 1u << p) {
			complain(reader, DIAG_POSITION_KEY, part,
			    "one other player took the king of %s",
			    reader->variant->players[p]);
			return;
		}
		reader->position->bnem.captor[p] =
		    (uint8_t)(1 + __builtin_ctz(captor));
	}
}

static void
write_captors(const struct rules *rules, const struct position *position,
    const struct position *implied, struct strbuf *out)
{
	const uint8_t *captor = position->bnem.captor;

	(void)implied;
	if ((captor[0] | captor[1] | captor[2]) == 0)
		return;
	for (unsigned p = 0; p < PLAYERS; p++) {
		if (p > 0)
			strbuf_char(out, '.');
		strbuf_char(out,
		    captor[p] == 0 ? '-'
				   : rules->variant->colours[captor[p] - 1]);
	}
}

/* In the order in which they are written. */
static const struct key keys[] = {
	{ "opt", 0, read_options, write_options },
	{ "unmoved", POSITION_UNMOVED, read_unmoved, write_unmoved },
	{ "lost", POSITION_LOST, read_lost, write_lost },
	{ "last", POSITION_LAST, read_last, write_last },
	{ "fort", POSITION_FORT, read_fort, write_fort },
	{ "forts", POSITION_FORTS, read_forts, write_forts },
	{ "traitors", POSITION_TRAITORS, read_traitors, write_traitors },
	{ "immune", POSITION_IMMUNE, read_immune, write_immune },
	{ "declared", POSITION_DECLARED, read_declared, write_declared },
	{ "hand", POSITION_HAND, read_hand, write_hand },
	{ "cubes", POSITION_CUBES, read_cubes, write_cubes },
	{ "turns", POSITION_TURNS, read_turns, write_turns },
	{ "passes", POSITION_PASSES, read_passes, write_passes },
	{ "unmoved", POSITION_UNMOVED_LATE, read_unmoved, write_unmoved },
	{ "captors", POSITION_CAPTORS, read_captors, write_captors },
	{ "over", 0, read_over, write_over },
	{ NULL, 0, NULL, NULL },
};

static bool
has_key(const struct variant *variant, const struct key *key)
{
	return key->bit == 0 || (variant->keys & key->bit) != 0;
}

/* Reads one field; `next` is the first key that may still come. */
static const struct key *
read_key(struct tpf_reader *reader, struct slice field, const struct key *next)
{
	struct slice key = take(&field, '=');
	const struct key *row = keys;

	while (row->name != NULL &&
	    (!slice_is(key, row->name) || !has_key(reader->variant, row)))
		row++;
	if (row->name == NULL) {
		complain(reader, DIAG_POSITION_KEY, key, "%s has no key '%.*s'",
		    reader->variant->title, (int)key.len, key.ptr);
		return next;
	}
	if (row < next) {
		complain(reader, DIAG_POSITION_KEY, key,
		    row + 1 == next ? "the key '%.*s' is repeated"
				    : "the key '%.*s' is out of order",
		    (int)key.len, key.ptr);
		return next;
	}
	row->read(reader, field);
	return row + 1;
}

void
tpf_read_keys(struct tpf_reader *reader)
{
	struct slice rest = slice_sub(
	    reader->text, reader->keys, reader->text.len - reader->keys);
	bool more = reader->keys < reader->text.len ||
	    reader->text.ptr[reader->text.len - 1] == ' ';
	const struct key *next = keys;

	while (more) {
		struct slice field;

		more = memchr(rest.ptr, ' ', rest.len) != NULL;
		field = take(&rest, ' ');
		if (memchr(field.ptr, '=', field.len) == NULL)
			complain(reader, DIAG_POSITION_SYNTAX, field,
			    "'%.*s' is no key=value field", (int)field.len,
			    field.ptr);
		else
			next = read_key(reader, field, next);
	}
}

void
tpf_write_keys(const struct rules *rules, const struct position *position,
    struct strbuf *out)
{
	struct position implied = *position;
	struct strbuf value = STRBUF_INIT;

	if (rules->variant->imply != NULL)
		rules->variant->imply(rules, &implied);
	for (const struct key *key = keys; key->name != NULL; key++) {
		if (!has_key(rules->variant, key))
			continue;
		strbuf_reset(&value);
		key->write(rules, position, &implied, &value);
		if (value.len > 0) {
			strbuf_char(out, ' ');
			strbuf_puts(out, key->name);
			strbuf_char(out, '=');
			strbuf_slice(out, strbuf_as_slice(&value));
		}
	}
	strbuf_release(&value);
}

/* The value of opt=, of length 0 if there is none. */
static struct slice
find_options(struct slice text)
{
	struct slice none = { text.ptr, 0 };

	while (text.len > 0) {
		struct slice field = take(&text, ' ');

		if (field.len > 4 && memcmp(field.ptr, "opt=", 4) == 0)
			return slice_sub(field, 4, field.len - 4);
	}
	return none;
}

bool
tpf_states_options(struct slice text)
{
	return find_options(text).len > 0;
}

void
tpf_options(
    const struct variant *variant, struct slice text, struct settings *settings)
{
	struct slice rest = find_options(text);

	while (rest.len > 0) {
		struct slice value = take(&rest, ';');
		struct slice name = take(&value, ':');
		int i = variant_option(variant, name.ptr, name.len);

		if (i >= 0 && !(variant->text_options >> i & 1))
			settings_read(
			    variant, settings, i, value.ptr, value.len);
	}
	settings_settle(variant, settings);
}
