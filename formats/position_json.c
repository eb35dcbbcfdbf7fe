/* Ternion: a position as a JSON object. */
#include "coords.h"
#include "format_3pf.h"
#include "position_json.h"
#include "siege.h"

struct sheet {
	const struct rules *rules;
	const struct variant *variant;
	const struct position *position;
	struct json *json;
};

static void
put_cell(const struct sheet *sheet, const char *key, cell c)
{
	char name[CELL_NAME_MAX];

	if (c == CELL_NONE)
		json_null(sheet->json, key);
	else
		json_string(sheet->json, key,
		    coords_name(
			&sheet->rules->board, NAMING_ALGEBRAIC, 0, c, name));
}

static void
put_player(const struct sheet *sheet, const char *key, unsigned player)
{
	if (player < PLAYERS)
		json_string(sheet->json, key, sheet->variant->players[player]);
	else
		json_null(sheet->json, key);
}

/* A set of players, as bits. */
static void
put_players(const struct sheet *sheet, const char *key, unsigned players)
{
	json_begin(sheet->json, key, '[');
	for (unsigned p = 0; p < PLAYERS; p++)
		if (players >> p & 1)
			put_player(sheet, NULL, p);
	json_end(sheet->json, ']');
}

static void
put_options(const struct sheet *sheet)
{
	const struct variant_option *options = sheet->variant->options;
	char value[SETTING_MAX];

	json_begin(sheet->json, "options", '{');
	for (int i = 0; options[i].name != NULL; i++) {
		if (settings_is_default(
			sheet->variant, &sheet->rules->settings, i)) {
			json_string(
			    sheet->json, options[i].name, options[i].fallback);
			continue;
		}
		settings_write(
		    sheet->variant, &sheet->rules->settings, i, value);
		json_string(sheet->json, options[i].name, value);
	}
	json_end(sheet->json, '}');
}

static void
put_castling(const struct sheet *sheet, unsigned player)
{
	unsigned rights = sheet->position->rights[player];

	json_begin(sheet->json, "castling", '[');
	for (unsigned s = 0; rights >> s != 0; s++)
		if (rights >> s & 1)
			json_string(sheet->json, NULL,
			    sheet->rules->setup->sides[s].text);
	json_end(sheet->json, ']');
}

/* How many of each kind there are. */
static void
put_kinds(const struct sheet *sheet, const char *key, const uint8_t *count)
{
	json_begin(sheet->json, key, '{');
	for (unsigned kind = KINDS - 1; kind > KIND_NONE; kind--)
		if (count[kind] > 0)
			json_number(sheet->json, sheet->variant->kinds[kind],
			    count[kind]);
	json_end(sheet->json, '}');
}

/* What only Bn Em's game has of a player. */
static void
put_bnem_player(const struct sheet *sheet, unsigned player)
{
	const struct bnem *bnem = &sheet->position->bnem;
	unsigned captor = bnem->captor[player];

	put_kinds(sheet, "hand", bnem->hand[player]);
	json_bool(sheet->json, "has_cube", bnem->cubes >> player & 1);
	json_number(sheet->json, "passes", bnem->passes[player]);
	put_player(
	    sheet, "captor", captor != 0 ? captor - 1 : (unsigned)PLAYER_NONE);
}

/* "Who is to move and by which rule": the number of the condition, null where
 * the position does not know it, and the last turns, oldest first. */
static void
put_order(const struct sheet *sheet)
{
	const struct bnem *bnem = &sheet->position->bnem;

	json_begin(sheet->json, "order", '{');
	put_player(sheet, "to_move", sheet->position->to_move);
	if (bnem->rule != 0)
		json_number(sheet->json, "condition", bnem->rule);
	else
		json_null(sheet->json, "condition");
	json_string(
	    sheet->json, "reason", sheet->variant->turn_reasons[bnem->rule]);
	json_begin(sheet->json, "last_turns", '[');
	for (unsigned i = bnem->turns; i-- > 0;)
		put_player(sheet, NULL, bnem->turn[i]);
	json_end(sheet->json, ']');
	json_end(sheet->json, '}');
}

/* What only Siege Chess has of a player. */
static void
put_siege_player(const struct sheet *sheet, unsigned player)
{
	const struct siege *siege = &sheet->position->siege;
	struct json *json = sheet->json;

	json_number(json, "fortified", siege->fort[player]);
	json_bool(json, "has_fortified", siege->forts >> player & 1);
	json_number(json, "traitors", siege->traitors[player]);
	json_number(json, "immune", siege->immune[player]);
	put_players(sheet, "declared", siege->declared[player]);
}

static void
put_one_player(const struct sheet *sheet, unsigned player)
{
	const struct position *position = sheet->position;
	const char letter[] = { sheet->variant->colours[player], '\0' };
	bool out = position->out >> player & 1;

	json_begin(sheet->json, NULL, '{');
	put_player(sheet, "player", player);
	json_string(sheet->json, "colour", letter);
	json_bool(sheet->json, "in_play", !out);
	put_cell(sheet, "king", position->king[player]);
	put_players(sheet, "attacked_by", position->checks[player]);
	put_castling(sheet, player);
	if (sheet->variant->tells_standing && !out)
		json_bool(sheet->json, "skipped",
		    sheet->position->standing.skipped >> player & 1);
	if (sheet->variant->keys & POSITION_LOST)
		put_kinds(sheet, "lost", sheet->position->lost[player]);
	if (sheet->variant->keys & POSITION_FORT)
		put_siege_player(sheet, player);
	if (sheet->variant->keys & POSITION_HAND)
		put_bnem_player(sheet, player);
	json_end(sheet->json, '}');
}

/* "Ring, depth, buried level of each piece and stuck pawns." */
static void
put_sector(const struct sheet *sheet, cell c)
{
	const struct sector *sector = &sheet->rules->board.sector[c];
	uint8_t piece = sheet->position->at[c];
	const struct seat *seat = &sheet->rules->seat[piece_owner(piece)];
	char name[CELL_NAME_MAX];

	json_string(sheet->json, "triumvirate",
	    coords_name(&sheet->rules->board, NAMING_SECTOR, 0, c, name));
	json_number(sheet->json, "ring", sector->ring);
	json_number(sheet->json, "depth", sector->depth);
	json_number(sheet->json, "buried",
	    sector->rosette ? 0ul : sector->ring + 0ul + sector->depth);
	if (piece_kind(piece) == PAWN)
		json_bool(sheet->json, "stuck",
		    cellset_has(&seat->stuck[piece_colour(piece)], c));
}

static void
put_piece(const struct sheet *sheet, cell c)
{
	uint8_t piece = sheet->position->at[c];
	const char letter[] = {
		sheet->variant->letters[piece_kind(piece)],
		'\0',
	};

	json_begin(sheet->json, NULL, '{');
	put_cell(sheet, "cell", c);
	json_string(
	    sheet->json, "kind", sheet->variant->kinds[piece_kind(piece)]);
	json_string(sheet->json, "letter", letter);
	put_player(sheet, "colour", piece_colour(piece));
	put_player(sheet, "owner", piece_owner(piece));
	if (sheet->variant->has_sectors)
		put_sector(sheet, c);
	if (piece & PIECE_PROMOTED)
		json_bool(sheet->json, "promoted", true);
	if (sheet->variant->keys & (POSITION_UNMOVED | POSITION_UNMOVED_LATE))
		json_bool(sheet->json, "unmoved",
		    cellset_has(&sheet->position->unmoved, c));
	json_end(sheet->json, '}');
}

static void
put_passed(const struct sheet *sheet)
{
	json_begin(sheet->json, "en_passant", '[');
	for (unsigned p = 0; p < PLAYERS; p++) {
		const struct passed *passed = &sheet->position->passed[p];

		if (passed->skipped == CELL_NONE)
			continue;
		json_begin(sheet->json, NULL, '{');
		put_cell(sheet, "skipped", passed->skipped);
		put_cell(sheet, "pawn", passed->pawn);
		json_end(sheet->json, '}');
	}
	json_end(sheet->json, ']');
}

/* A method's sums for all players; `balance` where it is one of points. */
static void
put_method(const struct sheet *sheet, const char *key, enum siege_method method,
    bool balance)
{
	json_begin(sheet->json, key, '[');
	for (unsigned p = 0; p < PLAYERS; p++) {
		json_begin(sheet->json, NULL, '{');
		put_player(sheet, "player", p);
		json_integer(sheet->json, balance ? "points" : "in_a_row",
		    siege_sum(sheet->rules, sheet->position, method, p));
		if (balance)
			json_integer(sheet->json, "behind",
			    siege_balance(
				sheet->rules, sheet->position, method, p));
		json_end(sheet->json, '}');
	}
	json_end(sheet->json, ']');
}

/* "All three methods' sums for all three players and who is sieged." */
static void
put_siege(const struct sheet *sheet)
{
	json_begin(sheet->json, "siege", '{');
	put_player(
	    sheet, "sieged", siege_sieged(sheet->rules, sheet->position));
	json_begin(sheet->json, "thresholds", '[');
	for (unsigned p = 0; p < PLAYERS; p++)
		json_number(
		    sheet->json, NULL, siege_threshold(sheet->rules, p));
	json_end(sheet->json, ']');
	put_method(sheet, "captures", SIEGE_CAPTURES, false);
	put_method(sheet, "points", SIEGE_POINTS, true);
	put_method(sheet, "moved", SIEGE_MOVED, true);
	json_end(sheet->json, '}');
}

static void
put_outcome(const struct sheet *sheet)
{
	struct outcome outcome;

	rules_outcome(sheet->rules, sheet->position, &outcome);
	if (outcome.ending != ENDING_NONE)
		json_string(sheet->json, "result", outcome.result);
	else
		json_null(sheet->json, "result");
	json_number(
	    sheet->json, "moves", rules_count(sheet->rules, sheet->position));
}

void
position_json(const struct rules *rules, const struct position *position,
    struct json *json, const char *key)
{
	const struct sheet sheet = { rules, rules->variant, position, json };
	struct strbuf line = STRBUF_INIT;

	tpf_write(rules, position, &line);
	json_begin(json, key, '{');
	json_string(json, "variant", rules->variant->id);
	put_options(&sheet);
	json_text(json, "position", strbuf_as_slice(&line));
	strbuf_release(&line);
	put_player(&sheet, "to_move", position->to_move);
	json_number(json, "number", position->number);
	json_number(json, "clock", position->clock);
	json_begin(json, "players", '[');
	for (unsigned p = 0; p < PLAYERS; p++)
		put_one_player(&sheet, p);
	json_end(json, ']');
	json_begin(json, "pieces", '[');
	for (cell c = 0; c < rules->board.cells; c++)
		if (position->at[c] != PIECE_NONE)
			put_piece(&sheet, c);
	json_end(json, ']');
	put_passed(&sheet);
	if (rules->variant->keys & POSITION_FORT)
		put_siege(&sheet);
	if (rules->variant->turn_reasons != NULL)
		put_order(&sheet);
	put_outcome(&sheet);
	json_end(json, '}');
}
