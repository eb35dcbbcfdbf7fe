/* Ternion: 3PF: reads a position.
 *
 * The grammar, in the manner of RFC 5234; the reader checks the rest, such as
 * the letters of a game.
 *
 *	position   = "start" / fields *( " " field )
 *	fields     = placement " " turn " " rights " " en-passant " "
 *	             status " " clock " " number
 *
 *	placement  = piece *( "," piece )
 *	piece      = [ "x" ] colour [ "+" ] letter [ ">" colour ] cell
 *	             ; x: dead, +: promoted, >: its owner
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
 * A colour is the letter of a player in lower case, a letter the English one of
 * a kind of piece, a side the letter of a castling side, and a cell its name
 * for machines. ternion-format(5), "3PF", gives their meaning. */
#include "parse/position/tpf.h"
#include "parse/position/tpf_games.h"
#include "parse/notation/dialect.h"

#define COUNTER_MAX 999999

/* True if the blank between the first field and the rest is next to a comma. */
static bool
has_blank_at_comma(struct slice field, struct slice rest)
{
	bool ends = field.len > 0 && field.ptr[field.len - 1] == ',';

	/* A field of one letter is the player to move. */
	return rest.len > 1 &&
	    (rest.ptr[0] == ',' || (ends && rest.ptr[1] != ' '));
}

bool
tpf_is_fen(struct slice text)
{
	struct slice ranks = slice_take(&text, ' ');
	size_t slashes = 0;

	for (size_t i = 0; i < ranks.len; i++) {
		if (memchr("/12345678pnbrqkPNBRQK", ranks.ptr[i], 21) == NULL)
			return false;
		slashes += ranks.ptr[i] == '/';
	}
	return slashes == 7;
}

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
		size_t len = reader->field[0].len;
		bool is_fen = memchr(reader->field[0].ptr, '/', len) != NULL;
		if (i == 0 &&
		    (is_fen || has_blank_at_comma(reader->field[0], rest))) {
			complain(reader, SYNTAX,
			    slice_sub(reader->text, is_fen ? 0 : len, 1),
			    is_fen
				? "this is FEN, of ordinary chess; positions "
				  "here are 3PF: 'ternion help positions'"
				: "pieces are separated by commas without "
				  "blanks");
			return false;
		}
		if (reader->field[i].len == 0 || (last && i + 1 < TPF_FIELDS)) {
			complain(reader, SYNTAX, reader->field[i],
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

/* Takes the owner of a piece that changed hands, ">b", off the name of the
 * cell; returns the colour if there is none, PLAYER_NONE after a complaint. */
static unsigned
read_owner(struct tpf_reader *reader, struct slice *name, unsigned colour)
{
	struct slice mark = slice_sub(*name, 0, name->len < 2 ? name->len : 2);
	unsigned owner = PLAYER_NONE;

	if (!slice_begins(*name, ">") ||
	    reader->game->leavers != LEAVERS_INHERITED)
		return colour;
	*name = slice_from(*name, mark.len);
	if (mark.len == 2)
		owner = tpf_player(reader->variant, mark.ptr[1]);
	if (owner != PLAYER_NONE && owner != colour)
		return owner;
	complain(reader, PIECE, mark,
	    "'%.*s' is not > with the letter of another player", SLICE(mark));
	return PLAYER_NONE;
}

static void
place_piece(struct tpf_reader *reader, struct slice token, struct slice name,
    uint8_t piece)
{
	struct position *position = reader->position;
	unsigned player = piece_colour(piece), owner = piece_owner(piece);
	bool is_king = piece_kind(piece) == KING;
	cell c = tpf_cell(reader, name);

	if (c == CELL_NONE) {
		complain(reader, PIECE, name, "%.*s is not a cell of the board",
		    SLICE(name));
		if (is_king)
			reader->unplaced_kings |= 1u << player;
	} else if (!position_is_empty(position, c)) {
		complain(
		    reader, PIECE, name, "two pieces are on %.*s", SLICE(name));
	} else if (is_king && owner != player) {
		complain(reader, KINGS, token, "%s",
		    owner == PLAYER_NONE
			? "a king is never dead: a player who is out has none"
			: "a king is never inherited: it leaves the board");
	} else if (is_king && position->king[player] != CELL_NONE) {
		complain(reader, KINGS, token, "%s has a second king",
		    reader->variant->players[player]);
	} else {
		position_put(position, c, piece);
	}
}

static void
read_tpf_piece(struct tpf_reader *reader, struct slice token)
{
	const struct variant *variant = reader->variant;
	bool dead = token.len > 0 && token.ptr[0] == 'x' &&
	    reader->game->leavers == LEAVERS_DEAD;

	token = slice_from(token, dead);
	if (token.len < 4) {
		complain(reader, PIECE, token,
		    "'%.*s' is not a colour, a piece and a cell", SLICE(token));
		return;
	}
	unsigned player = tpf_player(variant, token.ptr[0]);
	unsigned promoted =
	    dialect_of(variant)->promotes && token.ptr[1] == '+';
	struct slice letter = slice_sub(token, 1 + promoted, 1);
	enum kind kind = variant_kind(variant, letter.ptr[0]);
	struct slice name = slice_from(token, 2 + promoted);
	if (player == PLAYER_NONE) {
		complain(reader, PIECE, slice_sub(token, 0, 1),
		    "'%c' is not the colour letter of a player, one of %s",
		    token.ptr[0], variant->colours);
		return;
	}
	if (kind == KIND_NONE ||
	    cellset_empty(&reader->rules->start.kind[kind])) {
		complain(reader, PIECE, letter,
		    "'%c' is not the letter of a piece", letter.ptr[0]);
		return;
	}
	unsigned owner = read_owner(reader, &name, player);
	if (owner != PLAYER_NONE)
		place_piece(reader, token, name,
		    (uint8_t)(piece_make(kind, player,
				  dead ? (unsigned)PLAYER_NONE : owner) |
			(promoted ? PIECE_PROMOTED : 0)));
}

/* A player in play has a king and no dead pieces; a player who is out has no
 * king and no living pieces. */
static void
check_living(struct tpf_reader *reader, unsigned player)
{
	const struct position *position = reader->position;
	const char *name = reader->variant->players[player];
	struct cellset dead = dead_pieces(position);
	bool has_dead = false;

	while (!cellset_empty(&dead))
		has_dead |=
		    piece_colour(position->at[cellset_pop(&dead)]) == player;
	if (!is_out(position, player) && position->king[player] == CELL_NONE &&
	    !(reader->unplaced_kings >> player & 1))
		complain(reader, KINGS, reader->field[0],
		    "%s is in play but has no king", name);
	else if (!is_out(position, player) && has_dead)
		complain(reader, STATUS, reader->field[4],
		    "%s is in play but has dead pieces", name);
	else if (is_out(position, player) &&
	    !cellset_empty(&position->owned[player]))
		complain(reader, STATUS, reader->field[4],
		    "%s is out but has %s", name,
		    position->king[player] != CELL_NONE ? "a king"
							: "living pieces");
}

/* Warns of material that no game can have, but a composed problem. */
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
		    "%s needs %u promotion%s for these pieces, but %u of the "
		    "pawns are missing",
		    variant->players[surplus.player], surplus.pieces,
		    surplus.pieces == 1 ? "" : "s", surplus.most);
	else
		diag_add(reader->diags, DIAG_POSITION_MATERIAL, span,
		    "there are %u %ss%s%s; the most possible is %u",
		    surplus.pieces, variant->kinds[surplus.kind],
		    surplus.player < PLAYERS ? " of " : "",
		    surplus.player < PLAYERS ? variant->players[surplus.player]
					     : "",
		    surplus.most);
}

/* "wKQ" or "w-": the castling sides that are open, in the variant's order. */
static void
read_player_rights(
    struct tpf_reader *reader, struct slice text, unsigned player)
{
	const struct variant *variant = reader->variant;
	const struct castling_side *sides = reader->rules->setup->sides;
	unsigned rights = 0, s = 0;

	if (text.len < 2 || text.ptr[0] != variant->colours[player]) {
		complain(reader, RIGHTS, text,
		    "the castling field must have a part for each player in "
		    "turn order, such as %c- for %s",
		    variant->colours[player], variant->players[player]);
		return;
	}
	for (size_t i = slice_is(slice_from(text, 1), "-") ? 2 : 1;
	     i < text.len; i++, s++) {
		while (sides[s].letter != 0 && sides[s].letter != text.ptr[i])
			s++;
		if (sides[s].letter == 0) {
			complain(reader, RIGHTS, slice_sub(text, i, 1),
			    "'%c' is not a castling side, or is out of order",
			    text.ptr[i]);
			return;
		}
		rights |= 1u << s;
	}
	position_set_rights(reader->position, player, rights);
}

/* King and rook must stand where they began. */
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
			complain(reader, RIGHTS, reader->field[2],
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
	struct slice part[PLAYERS];

	if (!tpf_parts(reader->field[2], part)) {
		complain(reader, RIGHTS, reader->field[2],
		    "the castling field must have three parts, joined by dots");
		return;
	}
	for (unsigned p = 0; p < PLAYERS; p++) {
		read_player_rights(reader, part[p], p);
		if (!reader->variant->rights_placed)
			check_rights(reader, p);
	}
}

/* Rights must follow from the pieces that have never moved, or from the places
 * of king and rooks; in the latter case a difference is only a warning. */
static void
check_implied_rights(struct tpf_reader *reader)
{
	struct position *position = reader->position;

	for (unsigned p = 0; p < PLAYERS; p++) {
		unsigned rights = rules_rights(reader->rules, position, p);

		if (position->rights[p] == rights)
			continue;
		if (reader->variant->rights_placed) {
			diag_add_as(reader->diags, DIAG_POSITION_RIGHTS,
			    SEV_WARNING, tpf_span(reader, reader->field[2]),
			    "the castling rights of %s follow from where his "
			    "king and rooks stand, and not from this field",
			    reader->variant->players[p]);
			position_set_rights(position, p, rights);
		} else {
			complain(reader, RIGHTS, reader->field[2],
			    "%s's castling rights do not fit the unmoved "
			    "pieces",
			    reader->variant->players[p]);
		}
	}
}

/* True if a double step of the colour leads over `skipped` to `pawn`. */
static bool
is_double_step(
    const struct rules *rules, unsigned colour, cell skipped, cell pawn)
{
	const struct seat *seat = &rules->seat[colour];
	struct cellset from = seat->double_from;

	if (!(rules->variant->actions >> MOVE_ENPASSANT & 1))
		return false;
	while (!cellset_empty(&from)) {
		const struct pawn_step *step =
		    seat->pawn_step[cellset_pop(&from)];

		for (; step->to != CELL_NONE; step++)
			if (step->to == skipped && step->beyond == pawn)
				return true;
	}
	return false;
}

/* Reads the skipped cell alone. Its pawn may be of any player: the owner can be
 * to move again, or have lost it since. */
static void
read_en_passant_cell(struct tpf_reader *reader, struct slice text)
{
	const struct position *position = reader->position;
	cell skipped = tpf_cell(reader, text);
	struct cellset pawns = position->kind[PAWN];

	while (skipped != CELL_NONE && position_is_empty(position, skipped) &&
	    !cellset_empty(&pawns)) {
		cell c = cellset_pop(&pawns);
		unsigned colour = piece_colour(position->at[c]);

		if (is_double_step(reader->rules, colour, skipped, c)) {
			position_set_en_passant(reader->position, colour,
			    (struct en_passant){ skipped, c });
			return;
		}
	}
	complain(reader, PASSED, text,
	    "no pawn can have made a double step over '%.*s'", SLICE(text));
}

static void
read_en_passant_pair(struct tpf_reader *reader, struct slice text)
{
	const struct position *position = reader->position;
	struct slice rest = text;
	struct slice first = slice_take(&rest, '>');
	cell skipped = tpf_cell(reader, first);
	cell pawn = tpf_cell(reader, rest);

	if (skipped == CELL_NONE || pawn == CELL_NONE) {
		complain(reader, PASSED, text,
		    "'%.*s' is not the skipped cell, >, and the pawn's cell",
		    SLICE(text));
		return;
	}
	unsigned owner = piece_owner(position->at[pawn]);
	if (piece_kind(position->at[pawn]) != PAWN || owner >= PLAYERS ||
	    owner == position->to_move ||
	    !is_double_step(reader->rules, owner, skipped, pawn))
		complain(reader, PASSED, text,
		    "no opponent's pawn can have made a double step over %.*s "
		    "to %.*s",
		    SLICE(first), SLICE(rest));
	else if (position->en_passant[owner].pawn != CELL_NONE)
		complain(reader, PASSED, text,
		    "%s cannot have two pawns that may be taken en passant",
		    reader->variant->players[owner]);
	else
		position_set_en_passant(reader->position, owner,
		    (struct en_passant){ skipped, pawn });
}

static void
read_status(struct tpf_reader *reader)
{
	const struct tpf_game *game = reader->game;
	struct position *position = reader->position;
	struct slice text = reader->field[4];
	const char *letters = game->tells_standing ? "axcs"
	    : game->leavers != LEAVERS_NONE        ? "ax"
						   : "a";

	for (unsigned p = 0; p < PLAYERS; p++) {
		uint8_t bit = (uint8_t)(1u << p);

		if (text.len != PLAYERS || text.ptr[p] == '\0' ||
		    strchr(letters, text.ptr[p]) == NULL) {
			complain(reader, STATUS, text,
			    "the status must have a letter for each player: a "
			    "for in play%s%s",
			    game->leavers != LEAVERS_NONE
				? ", x out"
				: "; no player leaves this game before its end",
			    game->tells_standing
				? ", c for in check, s for skipped"
				: "");
			return;
		}
		if (text.ptr[p] == 'x' && position->out != 0 &&
		    reader->variant->one_king_ends)
			complain(reader, STATUS, text,
			    "the game is over when one player is out");
		else if (text.ptr[p] == 'x')
			position->out |= bit;
		else if (text.ptr[p] == 'c')
			position->standing.checked |= bit;
		else if (text.ptr[p] == 's')
			position->standing.skipped |= bit;
	}
}

static uint32_t
read_counter(struct tpf_reader *reader, struct slice text, uint32_t least)
{
	unsigned long number;

	if ((text.ptr[0] == '0' && text.len > 1) ||
	    !slice_number(text, COUNTER_MAX, &number) || number < least) {
		complain(reader, COUNTER, text,
		    "'%.*s' is not a number from %u to %d", SLICE(text), least,
		    COUNTER_MAX);
		return 0;
	}
	return (uint32_t)number;
}

/* The key=value fields: each key once, in the order of the game's. */
static void
read_keys(struct tpf_reader *reader)
{
	struct slice text = reader->text, rest = slice_from(text, reader->keys);
	const struct tpf_key *next = tpf_keys;
	struct slice value;

	if (rest.len == 0 && text.ptr[text.len - 1] != ' ')
		return;
	while (tpf_next(&rest, ' ', &value)) {
		struct slice field = value, key = slice_take(&value, '=');
		const struct tpf_key *row = tpf_keys;

		while (row->name != NULL &&
		    (!tpf_game_has(reader->variant, row) ||
			!slice_is(key, row->name)))
			row++;
		if (key.len == field.len) {
			complain(reader, SYNTAX, field,
			    "'%.*s' is not a key=value field", SLICE(field));
		} else if (row->name == NULL) {
			complain(reader, KEY, key, "%s has no key '%.*s'",
			    reader->variant->title, SLICE(key));
		} else if (row < next) {
			complain(reader, KEY, key,
			    row + 1 == next ? "the key '%.*s' occurs twice"
					    : "the key '%.*s' is out of order",
			    SLICE(key));
		} else {
			reader->key = row;
			row->read(reader, value);
			next = row + 1;
		}
	}
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
	struct slice rest, token;

	if (slice_is(trimmed, "start")) {
		*position = rules->start;
		return true;
	}
	position_clear(position);
	if (trimmed.len == 0) {
		complain(&reader, SYNTAX, trimmed, "the position is empty");
		return false;
	}
	if (!split_fields(&reader))
		return false;
	for (rest = reader.field[0]; tpf_next(&rest, ',', &token);)
		read_tpf_piece(&reader, token);
	unsigned player = tpf_player(rules->variant, reader.field[1].ptr[0]);
	if (reader.field[1].len == 1 && player != PLAYER_NONE)
		position_turn(position, player);
	else
		complain(&reader, TURN, reader.field[1],
		    "the player to move must be one of the letters %s",
		    rules->variant->colours);
	position->clock = read_counter(&reader, reader.field[5], 0);
	position->number = read_counter(&reader, reader.field[6], 1);
	read_status(&reader);
	rules_imply(rules, position);
	read_rights(&reader);
	rest = reader.field[3];
	if (reader.game->en_passant_next_ply && !slice_is(rest, "-"))
		read_en_passant_cell(&reader, rest);
	else if (!slice_is(rest, "-"))
		while (tpf_next(&rest, '.', &token))
			read_en_passant_pair(&reader, token);
	read_keys(&reader);
	for (unsigned p = 0; p < PLAYERS; p++) {
		if (reader.game->check_king != NULL)
			reader.game->check_king(&reader, p);
		else
			check_living(&reader, p);
		if (is_out(position, p) && position->to_move == p)
			complain(&reader, TURN, reader.field[1],
			    "%s is out and cannot be to move",
			    rules->variant->players[p]);
	}
	if (reader.ok)
		check_implied_rights(&reader);
	if (reader.ok) {
		check_material(&reader);
		rules_recompute_checks(rules, position);
	}
	return reader.ok;
}
