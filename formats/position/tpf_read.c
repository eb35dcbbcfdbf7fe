/*
 * Ternion: 3PF: reads a position.
 *
 * The grammar, in the manner of RFC 5234; a space stands between fields, and
 * white space around the whole is no part of it. What a rule leaves open, such
 * as which of the letters a game has, is checked where it is read.
 *
 *	position   = "start" / fields *( " " field )
 *	fields     = placement " " turn " " rights " " en-passant " "
 *	             status " " clock " " number
 *
 *	placement  = piece *( "," piece )
 *	piece      = [ "x" ] colour [ "+" ] letter [ ">" colour ] cell
 *	             ; x: dead, +: promoted, >: who has it now
 *	turn       = colour
 *	rights     = castling "." castling "." castling ; in turn order
 *	castling   = colour ( "-" / 1*side )            ; in the set-up's order
 *	en-passant = "-" / skipped *( "." skipped ) / cell
 *	skipped    = cell ">" cell                      ; the second: the pawn's
 *	status     = 3( "a" / "x" / "c" / "s" )         ; see read_status
 *	clock      = counter                            ; from 0
 *	number     = counter                            ; from 1
 *	counter    = "0" / %x31-39 *5DIGIT
 *
 *	field      = key "=" value      ; the game's keys, each once, in order
 *	opt        = option *( ";" option )
 *	option     = name ":" value
 *	unmoved    = "-" / cell *( "." cell )
 *	lost, hand = pieces "." pieces "." pieces
 *	pieces     = "-" / 1*letter
 *	last       = 1*colour           ; the oldest first
 *	turns      = 1*6colour          ; the oldest first
 *	fort, immune, traitors, passes
 *	           = DIGIT "." DIGIT "." DIGIT
 *	forts, cubes
 *	           = *colour
 *	declared   = colour ":" 1*colour *( "." colour ":" 1*colour )
 *	captors    = captor "." captor "." captor
 *	captor     = "-" / colour
 *	over       = result
 *
 * A colour is the letter of a player in lower case, a letter the English one
 * of a kind of piece, a side the letter of a castling side, and a cell the name
 * that machines use. ternion-format(5), "3PF", tells what they mean.
 */
#include "formats/position/tpf.h"
#include "formats/position/tpf_games.h"
#include "parse/notation/dialect.h"
#include "rules/position/material.h"

enum {
	COUNTER_DIGITS = 6
};

static bool
split_fields(struct tpf_reader *reader)
{
	static const char *const names[TPF_FIELDS] = { "placement",
		"player to move", "castling rights", "en passant", "status",
		"clock", "move number" };
	struct slice rest = reader->text;

	for (unsigned i = 0; i < TPF_FIELDS; i++) {
		bool last = memchr(rest.ptr, ' ', rest.len) == NULL;

		reader->field[i] = slice_take(&rest, ' ');
		if (reader->field[i].len == 0 || (last && i + 1 < TPF_FIELDS)) {
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

/* ">b" after the piece: the owner of a piece that changed hands. Takes it off
 * the name of the cell; the colour itself if none is written, PLAYER_NONE
 * after a complaint. */
static unsigned
read_owner(struct tpf_reader *reader, struct slice *name, unsigned colour)
{
	const struct variant *variant = reader->variant;
	struct slice mark = slice_sub(*name, 0, name->len < 2 ? name->len : 2);
	unsigned owner;

	if (name->len == 0 || name->ptr[0] != '>' ||
	    reader->game->leavers != LEAVERS_INHERITED)
		return colour;
	owner = mark.len == 2 ? variant_player(variant, mark.ptr[1])
			      : (unsigned)PLAYER_NONE;
	if (owner == PLAYER_NONE || mark.ptr[1] != variant->colours[owner] ||
	    owner == colour) {
		complain(reader, DIAG_POSITION_PIECE, mark,
		    "'%.*s' is not > and the letter of another player",
		    (int)mark.len, mark.ptr);
		return PLAYER_NONE;
	}
	*name = slice_sub(*name, 2, name->len - 2);
	return owner;
}

static void
read_tpf_piece(struct tpf_reader *reader, struct slice token)
{
	const struct variant *variant = reader->variant;
	bool dead =
	    reader->game->leavers == LEAVERS_DEAD && token.ptr[0] == 'x';
	struct slice plain;
	bool promoted;
	unsigned player;
	enum kind kind;
	cell c;

	if (dead && token.len > 0)
		token = slice_sub(token, 1, token.len - 1);
	if (token.len < 4) {
		complain(reader, DIAG_POSITION_PIECE, token,
		    "'%.*s' is not a colour, a piece and a cell",
		    (int)token.len, token.ptr);
		return;
	}
	player = variant_player(variant, token.ptr[0]);
	promoted = dialect_of(variant)->promotes && token.ptr[1] == '+';
	plain = slice_sub(token, 1 + promoted, token.len - 1 - promoted);
	kind = variant_kind(variant, plain.ptr[0]);
	if (player == PLAYER_NONE || token.ptr[0] != variant->colours[player])
		complain(reader, DIAG_POSITION_PIECE, slice_sub(token, 0, 1),
		    "'%c' is not the colour letter of a player, one of %s",
		    token.ptr[0], variant->colours);
	else if (kind == KIND_NONE ||
	    cellset_empty(&reader->rules->start.kind[kind]))
		complain(reader, DIAG_POSITION_PIECE, slice_sub(plain, 0, 1),
		    "'%c' is not the letter of a piece", plain.ptr[0]);
	else {
		struct slice name = slice_sub(plain, 1, plain.len - 1);
		unsigned owner = read_owner(reader, &name, player);

		if (owner == PLAYER_NONE)
			return;
		c = tpf_cell(reader, name);
		if (c == CELL_NONE) {
			complain(reader, DIAG_POSITION_PIECE, name,
			    "%.*s is not a cell of the board", (int)name.len,
			    name.ptr);
			if (kind == KING)
				reader->unplaced_kings |= 1u << player;
		} else if (!position_is_empty(reader->position, c))
			complain(reader, DIAG_POSITION_PIECE, name,
			    "two pieces stand on %.*s", (int)name.len,
			    name.ptr);
		else if (kind == KING && dead)
			complain(reader, DIAG_POSITION_KINGS, token,
			    "a king is never dead: who is out has none");
		else if (kind == KING && owner != player)
			complain(reader, DIAG_POSITION_KINGS, token,
			    "a king is never inherited: he leaves the board");
		else if (kind == KING &&
		    reader->position->king[player] != CELL_NONE)
			complain(reader, DIAG_POSITION_KINGS, token,
			    "%s has a second king", variant->players[player]);
		else
			position_put(reader->position, c,
			    (uint8_t)(piece_make(kind, player,
					  dead ? (unsigned)PLAYER_NONE
					       : owner) |
				(promoted ? PIECE_PROMOTED : 0)));
	}
}

static void
read_placement(struct tpf_reader *reader)
{
	struct slice rest = reader->field[0];

	for (bool more = true; more;) {
		more = memchr(rest.ptr, ',', rest.len) != NULL;
		read_tpf_piece(reader, slice_take(&rest, ','));
	}
}

/* Where pieces stay as they were: a king is on the board, or somebody took
 * him. */
static void
check_king(struct tpf_reader *reader, unsigned player)
{
	const struct position *position = reader->position;
	const char *name = reader->variant->players[player];
	bool taken = position->bnem.captor[player] != 0;

	if (taken == (position->king[player] == CELL_NONE) ||
	    (reader->unplaced_kings >> player & 1))
		return;
	complain(reader, DIAG_POSITION_KINGS, reader->field[0],
	    taken ? "%s has a king, and captors= says who took him"
		  : "%s has no king, and captors= does not say who took him",
	    name);
}

/* Who is in play has a king and living pieces, who is out has neither. */
static void
check_living(struct tpf_reader *reader, unsigned player)
{
	const struct position *position = reader->position;
	const char *name = reader->variant->players[player];
	bool out = position->out >> player & 1, dead = false;

	for (cell c = 0; c < reader->rules->board.cells; c++)
		dead |= position->at[c] != PIECE_NONE &&
		    piece_colour(position->at[c]) == player &&
		    piece_owner(position->at[c]) == PLAYER_NONE;
	if (!out && position->king[player] == CELL_NONE &&
	    !(reader->unplaced_kings >> player & 1))
		complain(reader, DIAG_POSITION_KINGS, reader->field[0],
		    "%s is in play and has no king", name);
	else if (!out && dead)
		complain(reader, DIAG_POSITION_STATUS, reader->field[4],
		    "%s is in play and has pieces that are nobody's", name);
	else if (out && !cellset_empty(&position->owned[player]))
		complain(reader, DIAG_POSITION_STATUS, reader->field[4],
		    "%s is out and has %s", name,
		    position->king[player] != CELL_NONE ? "a king"
							: "living pieces");
}

static void
check_player(struct tpf_reader *reader, unsigned player)
{
	if (reader->game->leavers == LEAVERS_STAY)
		check_king(reader, player);
	else
		check_living(reader, player);
	if ((reader->position->out >> player & 1) &&
	    reader->position->to_move == player)
		complain(reader, DIAG_POSITION_TURN, reader->field[1],
		    "%s is out, and cannot be to move",
		    reader->variant->players[player]);
}

/* Where rights follow from the pieces that have never moved. */
static void
check_implied_rights(struct tpf_reader *reader)
{
	const struct variant *variant = reader->variant;

	for (unsigned p = 0; p < PLAYERS; p++)
		if (reader->position->rights[p] !=
		    rules_rights(reader->rules, reader->position, p))
			complain(reader, DIAG_POSITION_RIGHTS, reader->field[2],
			    "the castling rights of %s are not those that his "
			    "unmoved pieces leave him",
			    variant->players[p]);
}

static void
read_turn(struct tpf_reader *reader)
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
read_player_rights(
    struct tpf_reader *reader, struct slice text, unsigned player)
{
	const struct variant *variant = reader->variant;
	const struct castling_side *sides = reader->rules->setup->sides;
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

		while (sides[s].letter != 0 && sides[s].letter != text.ptr[i])
			s++;
		if (sides[s].letter == 0) {
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
check_rights(struct tpf_reader *reader, unsigned player)
{
	const struct position *position = reader->position;
	const uint8_t *opening = reader->rules->start.at;
	char name[CELL_NAME_MAX];

	for (unsigned s = 0; position->rights[player] >> s != 0; s++) {
		const struct castling *side =
		    &reader->rules->seat[player].side[s];
		cell missing = CELL_NONE;

		if (!(position->rights[player] >> s & 1))
			continue;
		if (position->at[side->king_from] != opening[side->king_from])
			missing = side->king_from;
		else if (position->at[side->rook_from] !=
		    opening[side->rook_from])
			missing = side->rook_from;
		if (missing != CELL_NONE)
			complain(reader, DIAG_POSITION_RIGHTS, reader->field[2],
			    "%s cannot castle on side %c: the %s is not on "
			    "%s",
			    reader->variant->players[player],
			    reader->rules->setup->sides[s].letter,
			    reader->variant
				->kinds[piece_kind(opening[missing])],
			    coords_name(&reader->rules->board,
				dialect_of(reader->variant)->machine_cells, 0,
				missing, name));
	}
}

static void
read_rights(struct tpf_reader *reader)
{
	struct slice rest = reader->field[2];

	for (unsigned p = 0; p < PLAYERS; p++) {
		bool more = memchr(rest.ptr, '.', rest.len) != NULL;
		struct slice part = slice_take(&rest, '.');

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

/* Whether a pawn of the colour can have come to `pawn` over `skipped` by its
 * double step. */
static bool
is_double_step(
    const struct rules *rules, unsigned colour, cell skipped, cell pawn)
{
	const struct seat *seat = &rules->seat[colour];
	struct cellset from = seat->double_from;

	while (!cellset_empty(&from)) {
		const struct pawn_step *step =
		    seat->pawn_step[cellset_pop(&from)];

		for (; step->to != CELL_NONE; step++)
			if (step->to == skipped && step->beyond == pawn)
				return true;
	}
	return false;
}

/*
 * Whether `pawn` holds a pawn that can have come there over `skipped` by its
 * double step, since its owner had his turn.
 */
static bool
is_en_passant(const struct tpf_reader *reader, cell skipped, cell pawn)
{
	const struct position *position = reader->position;
	unsigned owner = piece_owner(position->at[pawn]);

	return piece_kind(position->at[pawn]) == PAWN &&
	    owner != position->to_move && owner < PLAYERS &&
	    is_double_step(reader->rules, owner, skipped, pawn);
}

/* The skipped cell alone: the pawn stands beyond it. It was its own player's,
 * who may be to move again or have lost it since. */
static void
read_en_passant_cell(struct tpf_reader *reader, struct slice text)
{
	const struct position *position = reader->position;
	cell skipped = tpf_cell(reader, text);

	for (cell c = 0; c < reader->rules->board.cells; c++) {
		uint8_t piece = position->at[c];

		if (skipped == CELL_NONE || piece_kind(piece) != PAWN ||
		    !position_is_empty(position, skipped) ||
		    !is_double_step(
			reader->rules, piece_colour(piece), skipped, c))
			continue;
		position_set_en_passant(reader->position, piece_colour(piece),
		    (struct en_passant){ skipped, c });
		return;
	}
	complain(reader, DIAG_POSITION_PASSED, text,
	    "'%.*s' is no cell over which a pawn can have made its double "
	    "step",
	    (int)text.len, text.ptr);
}

static void
read_en_passant_pair(struct tpf_reader *reader, struct slice text)
{
	struct slice rest = text;
	struct slice first = slice_take(&rest, '>');
	cell skipped = tpf_cell(reader, first);
	cell pawn = tpf_cell(reader, rest);
	unsigned owner;

	if (skipped == CELL_NONE || pawn == CELL_NONE) {
		complain(reader, DIAG_POSITION_PASSED, text,
		    "'%.*s' is not the skipped cell, > and the pawn's cell",
		    (int)text.len, text.ptr);
		return;
	}
	if (!is_en_passant(reader, skipped, pawn)) {
		complain(reader, DIAG_POSITION_PASSED, text,
		    "no pawn of an opponent can have made the double step "
		    "over %.*s to %.*s",
		    (int)first.len, first.ptr, (int)rest.len, rest.ptr);
		return;
	}
	owner = piece_owner(reader->position->at[pawn]);
	if (reader->position->en_passant[owner].pawn != CELL_NONE) {
		complain(reader, DIAG_POSITION_PASSED, text,
		    "%s cannot have two pawns open to en passant",
		    reader->variant->players[owner]);
		return;
	}
	position_set_en_passant(
	    reader->position, owner, (struct en_passant){ skipped, pawn });
}

static void
read_en_passant(struct tpf_reader *reader)
{
	struct slice rest = reader->field[3];

	if (slice_is(rest, "-"))
		return;
	if (reader->game->en_passant_next_ply) {
		read_en_passant_cell(reader, rest);
		return;
	}
	for (bool more = true; more;) {
		more = memchr(rest.ptr, '.', rest.len) != NULL;
		read_en_passant_pair(reader, slice_take(&rest, '.'));
	}
}

/* The letters that a player's status may have. */
static const char *
status_letters(const struct tpf_game *game)
{
	return game->tells_standing         ? "axcs"
	    : game->leavers != LEAVERS_NONE ? "ax"
					    : "a";
}

static void
read_status(struct tpf_reader *reader)
{
	const struct tpf_game *game = reader->game;
	struct position *position = reader->position;
	struct slice text = reader->field[4];
	bool ok = text.len == PLAYERS;

	for (unsigned p = 0; p < PLAYERS && ok; p++) {
		unsigned bit = 1u << p;

		ok = text.ptr[p] != '\0' &&
		    strchr(status_letters(game), text.ptr[p]) != NULL;
		if (!ok)
			break;
		if (text.ptr[p] == 'x')
			position->out |= (uint8_t)bit;
		else if (text.ptr[p] == 'c')
			position->standing.checked |= (uint8_t)bit;
		else if (text.ptr[p] == 's')
			position->standing.skipped |= (uint8_t)bit;
	}
	if (!ok)
		complain(reader, DIAG_POSITION_STATUS, text,
		    "the status is a letter for each player: a in play%s%s",
		    game->leavers != LEAVERS_NONE
			? ", x out"
			: "; nobody leaves this game before its end",
		    game->tells_standing ? ", c in check, s skipped" : "");
}

static uint32_t
read_counter(struct tpf_reader *reader, struct slice text, uint32_t least)
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

/* Reads one key=value field; `next` is the first key that may still come. */
static const struct tpf_key *
read_key(
    struct tpf_reader *reader, struct slice field, const struct tpf_key *next)
{
	struct slice key = slice_take(&field, '=');
	const struct tpf_key *row = reader->game->keys;

	while (row->name != NULL && !slice_is(key, row->name))
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

static void
read_keys(struct tpf_reader *reader)
{
	struct slice rest = slice_sub(
	    reader->text, reader->keys, reader->text.len - reader->keys);
	bool more = reader->keys < reader->text.len ||
	    reader->text.ptr[reader->text.len - 1] == ' ';
	const struct tpf_key *next = reader->game->keys;

	while (more) {
		struct slice field;

		more = memchr(rest.ptr, ' ', rest.len) != NULL;
		field = slice_take(&rest, ' ');
		if (memchr(field.ptr, '=', field.len) == NULL)
			complain(reader, DIAG_POSITION_SYNTAX, field,
			    "'%.*s' is no key=value field", (int)field.len,
			    field.ptr);
		else
			next = read_key(reader, field, next);
	}
}

/* Such a position is none of a game, but a problem can be composed so. */
static void
check_material(const struct tpf_reader *reader)
{
	const struct variant *variant = reader->variant;
	struct surplus surplus;
	struct span span = tpf_span(reader, reader->field[0]);

	if (!material_surplus(reader->rules, reader->position, &surplus))
		return;
	if (surplus.kind == KIND_NONE)
		diag_add(reader->diags, DIAG_POSITION_MATERIAL, span,
		    "%s has %u piece%s that can only be promoted pawns, and "
		    "misses %u of his pawns",
		    variant->players[surplus.player], surplus.pieces,
		    surplus.pieces == 1 ? "" : "s", surplus.most);
	else
		diag_add(reader->diags, DIAG_POSITION_MATERIAL, span,
		    "there are %u %ss%s%s, and can be no more than %u",
		    surplus.pieces, variant->kinds[surplus.kind],
		    surplus.player < PLAYERS ? " of " : "",
		    surplus.player < PLAYERS ? variant->players[surplus.player]
					     : "",
		    surplus.most);
}

bool
tpf_read(const struct rules *rules, struct slice text, size_t at,
    struct diags *diags, struct position *position)
{
	struct slice trimmed = slice_trim(text);
	struct tpf_reader reader = { .rules = rules,
		.variant = rules->variant,
		.game = tpf_game_of(rules->variant),
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
	read_status(&reader);
	rules_imply(rules, position);
	read_rights(&reader);
	read_en_passant(&reader);
	read_keys(&reader);
	for (unsigned p = 0; p < PLAYERS; p++)
		check_player(&reader, p);
	if (reader.ok)
		check_implied_rights(&reader);
	if (reader.ok) {
		check_material(&reader);
		rules_recompute_checks(rules, position);
	}
	return reader.ok;
}
