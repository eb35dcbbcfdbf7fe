/* Ternion: 3PF, positions in one line. */
#include "coords.h"
#include "format_3pf.h"

enum {
	FIELDS = 7,
	COUNTER_DIGITS = 6
};

struct reader {
	const struct rules *rules;
	const struct variant *variant;
	struct slice text;
	size_t at; /* offset of the text in the record */
	struct diags *diags;
	struct position *position;
	struct slice field[FIELDS];
	size_t keys; /* offset of the key=value fields in the text */
	bool ok;
};

static struct span
span_of(const struct reader *reader, struct slice part)
{
	size_t len = part.len;

	/* An empty part is shown by the byte at its place. */
	return (struct span){
		(uint32_t)(reader->at + (size_t)(part.ptr - reader->text.ptr)),
		(uint32_t)(len > 0 ? len : 1),
	};
}

#define complain(reader, id, part, ...) \
	((reader)->ok = false,          \
	    diag_add((reader)->diags, id, span_of(reader, part), __VA_ARGS__))

/* Takes the text up to `separator` off the front of *rest. */
static struct slice
take(struct slice *rest, char separator)
{
	const char *at = memchr(rest->ptr, separator, rest->len);
	size_t len = at != NULL ? (size_t)(at - rest->ptr) : rest->len;
	struct slice part = slice_sub(*rest, 0, len);

	*rest = at != NULL ? slice_sub(*rest, len + 1, rest->len - len - 1)
			   : slice_sub(*rest, len, 0);
	return part;
}

static bool
split_fields(struct reader *reader)
{
	static const char *const names[FIELDS] = { "placement",
		"player to move", "castling rights", "en passant", "status",
		"clock", "move number" };
	struct slice rest = reader->text;

	for (unsigned i = 0; i < FIELDS; i++) {
		bool last = memchr(rest.ptr, ' ', rest.len) == NULL;

		reader->field[i] = take(&rest, ' ');
		if (reader->field[i].len == 0 || (last && i + 1 < FIELDS)) {
			complain(reader, DIAG_POSITION_SYNTAX, reader->field[i],
			    reader->field[i].len == 0
				? "field %u, the %s, is empty"
				: "the position ends after field %u, the %s",
			    i + 1, names[i]);
			return false;
		}
	}
	reader->keys = (size_t)(rest.ptr - reader->text.ptr);
	return true;
}

/* A cell's name as 3PF has it, in lower case; CELL_NONE if it is none. */
static cell
read_cell(const struct reader *reader, struct slice text)
{
	if (text.len == 0 || text.ptr[0] < 'a')
		return CELL_NONE;
	return coords_read(&reader->rules->board, NAMING_ALGEBRAIC, 0, text);
}

static void
read_piece(struct reader *reader, struct slice token)
{
	const struct variant *variant = reader->variant;
	unsigned player;
	enum kind kind;
	cell c;

	if (token.len < 4) {
		complain(reader, DIAG_POSITION_PIECE, token,
		    "'%.*s' is not a colour, a piece and a cell",
		    (int)token.len, token.ptr);
		return;
	}
	player = variant_player(variant, token.ptr[0]);
	kind = variant_kind(variant, token.ptr[1]);
	if (player == PLAYER_NONE || token.ptr[0] != variant->colours[player])
		complain(reader, DIAG_POSITION_PIECE, slice_sub(token, 0, 1),
		    "'%c' is not the colour letter of a player, one of %s",
		    token.ptr[0], variant->colours);
	else if (kind == KIND_NONE)
		complain(reader, DIAG_POSITION_PIECE, slice_sub(token, 1, 1),
		    "'%c' is not the letter of a piece", token.ptr[1]);
	else {
		struct slice name = slice_sub(token, 2, token.len - 2);

		c = read_cell(reader, name);
		if (c == CELL_NONE)
			complain(reader, DIAG_POSITION_PIECE, name,
			    "%.*s is not a cell of the board", (int)name.len,
			    name.ptr);
		else if (!position_is_empty(reader->position, c))
			complain(reader, DIAG_POSITION_PIECE, name,
			    "two pieces stand on %.*s", (int)name.len,
			    name.ptr);
		else if (kind == KING &&
		    reader->position->king[player] != CELL_NONE)
			complain(reader, DIAG_POSITION_KINGS, token,
			    "%s has a second king", variant->players[player]);
		else
			position_put(reader->position, c,
			    piece_make(kind, player, player));
	}
}

static void
read_placement(struct reader *reader)
{
	struct slice rest = reader->field[0];

	for (bool more = true; more;) {
		more = memchr(rest.ptr, ',', rest.len) != NULL;
		read_piece(reader, take(&rest, ','));
	}
}

static void
check_kings(struct reader *reader)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (reader->position->king[p] == CELL_NONE &&
		    !(reader->position->out >> p & 1))
			complain(reader, DIAG_POSITION_KINGS, reader->field[0],
			    "%s is in play and has no king",
			    reader->variant->players[p]);
}

static void
read_turn(struct reader *reader)
{
	struct slice text = reader->field[1];
	unsigned player = variant_player(reader->variant, text.ptr[0]);

	if (text.len != 1 || player == PLAYER_NONE ||
	    text.ptr[0] != reader->variant->colours[player])
		complain(reader, DIAG_POSITION_TURN, text,
		    "the player to move is one of the letters %s",
		    reader->variant->colours);
	else
		position_turn(reader->position, player);
}

/* "wKQ" or "w-": the sides that are open, in the variant's order. */
static void
read_player_rights(struct reader *reader, struct slice text, unsigned player)
{
	const struct variant *variant = reader->variant;
	unsigned rights = 0, next = 0;

	if (text.len < 2 || text.ptr[0] != variant->colours[player]) {
		complain(reader, DIAG_POSITION_RIGHTS, text,
		    "the castling field has a part for each player in turn "
		    "order, such as %c- for %s",
		    variant->colours[player], variant->players[player]);
		return;
	}
	if (text.len == 2 && text.ptr[1] == '-')
		return;
	for (size_t i = 1; i < text.len; i++) {
		unsigned s = next;

		while (variant->sides[s].letter != 0 &&
		    variant->sides[s].letter != text.ptr[i])
			s++;
		if (variant->sides[s].letter == 0) {
			complain(reader, DIAG_POSITION_RIGHTS,
			    slice_sub(text, i, 1),
			    "'%c' is no castling side, or out of order",
			    text.ptr[i]);
			return;
		}
		rights |= 1u << s;
		next = s + 1;
	}
	position_set_rights(reader->position, player, rights);
}

static void
check_rights(struct reader *reader, unsigned player)
{
	const struct position *position = reader->position;
	char name[CELL_NAME_MAX];

	for (unsigned s = 0; position->rights[player] >> s != 0; s++) {
		const struct castling *side =
		    &reader->rules->seat[player].side[s];
		uint8_t king = position->at[side->king_from];
		uint8_t rook = position->at[side->rook_from];
		cell missing = CELL_NONE;

		if (!(position->rights[player] >> s & 1))
			continue;
		if (king != piece_make(KING, player, player))
			missing = side->king_from;
		else if (rook != piece_make(ROOK, player, player))
			missing = side->rook_from;
		if (missing != CELL_NONE)
			complain(reader, DIAG_POSITION_RIGHTS, reader->field[2],
			    "%s cannot castle on side %c: the %s is not on "
			    "%s",
			    reader->variant->players[player],
			    reader->variant->sides[s].letter,
			    missing == side->king_from ? "king" : "rook",
			    coords_name(&reader->rules->board, NAMING_ALGEBRAIC,
				0, missing, name));
	}
}

static void
read_rights(struct reader *reader)
{
	struct slice rest = reader->field[2];

	for (unsigned p = 0; p < PLAYERS; p++) {
		bool more = memchr(rest.ptr, '.', rest.len) != NULL;
		struct slice part = take(&rest, '.');

		if (part.len == 0 || more != (p < PLAYERS - 1)) {
			complain(reader, DIAG_POSITION_RIGHTS, reader->field[2],
			    "the castling field has three parts with . "
			    "between");
			return;
		}
		read_player_rights(reader, part, p);
		check_rights(reader, p);
	}
}

/*
 * Whether `pawn` holds a pawn that can have come there over `skipped` by its
 * double step, since its owner had his turn.
 */
static bool
is_passed(const struct reader *reader, cell skipped, cell pawn)
{
	const struct position *position = reader->position;
	const struct board *board = &reader->rules->board;
	unsigned owner = piece_owner(position->at[pawn]), d;
	const struct seat *seat;
	cell from;

	if (piece_kind(position->at[pawn]) != PAWN ||
	    owner == position->to_move || owner >= PLAYERS ||
	    !cellset_has(&board->near[skipped], pawn))
		return false;
	seat = &reader->rules->seat[owner];
	d = board->line[skipped][pawn] - 1u;
	from = board->step[skipped][direction_opposite(d)];
	if (from == CELL_NONE || !cellset_has(&seat->double_from, from))
		return false;
	for (const uint8_t *step = seat->pawn_step; *step < DIRECTIONS; step++)
		if (*step == d)
			return true;
	return false;
}

static void
read_passed_pair(struct reader *reader, struct slice text)
{
	struct slice rest = text;
	struct slice first = take(&rest, '>');
	cell skipped = read_cell(reader, first);
	cell pawn = read_cell(reader, rest);
	unsigned owner;

	if (skipped == CELL_NONE || pawn == CELL_NONE) {
		complain(reader, DIAG_POSITION_PASSED, text,
		    "'%.*s' is not the skipped cell, > and the pawn's cell",
		    (int)text.len, text.ptr);
		return;
	}
	if (!is_passed(reader, skipped, pawn)) {
		complain(reader, DIAG_POSITION_PASSED, text,
		    "no pawn of an opponent can have made the double step "
		    "over %.*s to %.*s",
		    (int)first.len, first.ptr, (int)rest.len, rest.ptr);
		return;
	}
	owner = piece_owner(reader->position->at[pawn]);
	if (reader->position->passed[owner].pawn != CELL_NONE) {
		complain(reader, DIAG_POSITION_PASSED, text,
		    "%s cannot have two pawns open to en passant",
		    reader->variant->players[owner]);
		return;
	}
	position_set_passed(
	    reader->position, owner, (struct passed){ skipped, pawn });
}

static void
read_passed(struct reader *reader)
{
	struct slice rest = reader->field[3];

	if (slice_is(rest, "-"))
		return;
	for (bool more = true; more;) {
		more = memchr(rest.ptr, '.', rest.len) != NULL;
		read_passed_pair(reader, take(&rest, '.'));
	}
}

static void
read_status(struct reader *reader)
{
	struct slice text = reader->field[4];
	bool ok = text.len == PLAYERS;

	for (unsigned p = 0; p < PLAYERS && ok; p++) {
		bool out = text.ptr[p] == 'x' && reader->variant->players_leave;

		ok = text.ptr[p] == 'a' || out;
		if (out)
			reader->position->out |= (uint8_t)(1u << p);
	}
	if (!ok)
		complain(reader, DIAG_POSITION_STATUS, text,
		    "the status is a letter for each player: a in play%s",
		    reader->variant->players_leave
			? ", x out"
			: "; nobody leaves this game before its end");
}

static uint32_t
read_counter(struct reader *reader, struct slice text, uint32_t least)
{
	uint32_t number = 0;
	bool ok =
	    text.len <= COUNTER_DIGITS && (text.ptr[0] != '0' || text.len == 1);

	for (size_t i = 0; i < text.len && ok; i++) {
		ok = text.ptr[i] >= '0' && text.ptr[i] <= '9';
		number = number * 10 + (uint32_t)(text.ptr[i] - '0');
	}
	if (!ok || number < least)
		complain(reader, DIAG_POSITION_COUNTER, text,
		    "'%.*s' is not a number from %u to 999999", (int)text.len,
		    text.ptr, least);
	return number;
}

static void
read_over(struct reader *reader, struct slice value)
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
read_keys(struct reader *reader)
{
	struct slice rest = slice_sub(
	    reader->text, reader->keys, reader->text.len - reader->keys);
	bool more = reader->keys < reader->text.len ||
	    reader->text.ptr[reader->text.len - 1] == ' ';

	while (more) {
		struct slice field, key;

		more = memchr(rest.ptr, ' ', rest.len) != NULL;
		field = take(&rest, ' ');
		if (memchr(field.ptr, '=', field.len) == NULL) {
			complain(reader, DIAG_POSITION_SYNTAX, field,
			    "'%.*s' is no key=value field", (int)field.len,
			    field.ptr);
			continue;
		}
		key = take(&field, '=');
		if (!slice_is(key, "over"))
			complain(reader, DIAG_POSITION_KEY, key,
			    "%s has no key '%.*s'", reader->variant->title,
			    (int)key.len, key.ptr);
		else if (reader->position->over != 0)
			complain(reader, DIAG_POSITION_KEY, key,
			    "the key '%.*s' is repeated", (int)key.len,
			    key.ptr);
		else
			read_over(reader, field);
	}
}

bool
tpf_read(const struct rules *rules, struct slice text, size_t at,
    struct diags *diags, struct position *position)
{
	struct slice trimmed = slice_trim(text);
	struct reader reader = { .rules = rules,
		.variant = rules->variant,
		.text = trimmed,
		.at = at + (size_t)(trimmed.ptr - text.ptr),
		.diags = diags,
		.position = position,
		.ok = true };

	if (slice_is(trimmed, "start")) {
		*position = rules->start;
		return true;
	}
	position_clear(position);
	if (trimmed.len == 0) {
		complain(&reader, DIAG_POSITION_SYNTAX, trimmed,
		    "the position is empty");
		return false;
	}
	if (!split_fields(&reader))
		return false;
	read_placement(&reader);
	read_turn(&reader);
	position->clock = read_counter(&reader, reader.field[5], 0);
	position->number = read_counter(&reader, reader.field[6], 1);
	read_rights(&reader);
	read_passed(&reader);
	read_status(&reader);
	read_keys(&reader);
	check_kings(&reader);
	if (reader.ok)
		rules_find_checks(rules, position);
	return reader.ok;
}

static void
write_placement(const struct rules *rules, const struct position *position,
    struct strbuf *out)
{
	const struct variant *variant = rules->variant;
	bool first = true;

	/* The board numbers its cells in the order of 3PF. */
	for (cell c = 0; c < rules->board.cells; c++) {
		uint8_t piece = position->at[c];

		if (piece == PIECE_NONE)
			continue;
		if (!first)
			strbuf_char(out, ',');
		first = false;
		strbuf_char(out, variant->colours[piece_colour(piece)]);
		strbuf_char(out, variant->letters[piece_kind(piece)]);
		coords_write(&rules->board, NAMING_ALGEBRAIC, 0, c, out);
	}
}

static void
write_rights(const struct rules *rules, const struct position *position,
    struct strbuf *out)
{
	const struct variant *variant = rules->variant;

	for (unsigned p = 0; p < PLAYERS; p++) {
		if (p > 0)
			strbuf_char(out, '.');
		strbuf_char(out, variant->colours[p]);
		if (position->rights[p] == 0)
			strbuf_char(out, '-');
		for (unsigned s = 0; position->rights[p] >> s != 0; s++)
			if (position->rights[p] >> s & 1)
				strbuf_char(out, variant->sides[s].letter);
	}
}

/* The pairs sorted by the skipped cell, as the placement is sorted. */
static void
write_passed(const struct rules *rules, const struct position *position,
    struct strbuf *out)
{
	bool first = true;

	for (cell c = 0; c < rules->board.cells; c++)
		for (unsigned p = 0; p < PLAYERS; p++) {
			if (position->passed[p].skipped != c)
				continue;
			if (!first)
				strbuf_char(out, '.');
			first = false;
			coords_write(
			    &rules->board, NAMING_ALGEBRAIC, 0, c, out);
			strbuf_char(out, '>');
			coords_write(&rules->board, NAMING_ALGEBRAIC, 0,
			    position->passed[p].pawn, out);
		}
	if (first)
		strbuf_char(out, '-');
}

void
tpf_write(const struct rules *rules, const struct position *position,
    struct strbuf *out)
{
	const struct variant *variant = rules->variant;

	write_placement(rules, position, out);
	strbuf_char(out, ' ');
	strbuf_char(out, variant->colours[position->to_move]);
	strbuf_char(out, ' ');
	write_rights(rules, position, out);
	strbuf_char(out, ' ');
	write_passed(rules, position, out);
	strbuf_char(out, ' ');
	for (unsigned p = 0; p < PLAYERS; p++)
		strbuf_char(out, position->out >> p & 1 ? 'x' : 'a');
	strbuf_char(out, ' ');
	strbuf_number(out, position->clock);
	strbuf_char(out, ' ');
	strbuf_number(out, position->number);
	if (position->over != 0) {
		strbuf_puts(out, " over=");
		strbuf_puts(out, variant->results[position->over - 1]);
	}
}
