/* Ternion: a position as a JSON object. */
#include "parse/notation/dialect.h"
#include "parse/resolve/phrase.h"
#include "formats/position/tpf.h"
#include "formats/position/position_json.h"
#include "rules/siege/siege.h"

struct position_writer {
	const struct rules *rules;
	const struct variant *variant;
	const struct position *position;
	const struct names *names;
	struct json *json;
};

void
json_cell(struct json *json, const char *key, const struct board *board,
    enum naming naming, unsigned seat, cell c)
{
	char name[CELL_NAME_MAX];

	if (c == CELL_NONE)
		json_null(json, key);
	else
		json_string(
		    json, key, coords_name(board, naming, seat, c, name));
}

static void
put_position_cell(const struct position_writer *writer, const char *key, cell c)
{
	json_cell(writer->json, key, &writer->rules->board,
	    names_naming(writer->names, writer->variant), writer->names->seat,
	    c);
}

/* A player, or null. */
static void
put_position_player(
    const struct position_writer *writer, const char *key, unsigned player)
{
	if (player < PLAYERS)
		json_string(
		    writer->json, key, writer->variant->players[player]);
	else
		json_null(writer->json, key);
}

/* A set of players, as bits. */
static void
put_players(
    const struct position_writer *writer, const char *key, unsigned players)
{
	json_begin(writer->json, key, '[');
	for (unsigned p = 0; p < PLAYERS; p++)
		if (players >> p & 1)
			put_position_player(writer, NULL, p);
	json_end(writer->json, ']');
}

/* How many of each kind there are. */
static void
put_kinds(
    const struct position_writer *writer, const char *key, const uint8_t *count)
{
	json_begin(writer->json, key, '{');
	for (unsigned kind = KINDS - 1; kind > KIND_NONE; kind--)
		if (count[kind] > 0)
			json_number(writer->json, writer->variant->kinds[kind],
			    count[kind]);
	json_end(writer->json, '}');
}

/*
 * Members that only one game has
 */

static void
put_position_lost(const struct position_writer *writer, unsigned player)
{
	put_kinds(writer, "lost", writer->position->lost[player]);
}

static void
put_position_unmoved(const struct position_writer *writer, cell c)
{
	json_bool(writer->json, "unmoved",
	    cellset_has(&writer->position->unmoved, c));
}

static void
put_siege_player(const struct position_writer *writer, unsigned player)
{
	const struct siege *siege = &writer->position->siege;
	struct json *json = writer->json;

	put_position_lost(writer, player);
	json_number(json, "fortified", siege->fort[player]);
	json_bool(json, "has_fortified", siege->forts >> player & 1);
	json_number(json, "traitors", siege->traitors[player]);
	json_number(json, "immune", siege->immune[player]);
	put_players(writer, "declared", siege->declared[player]);
}

/* The player who is sieged, and how all stand by each of the three methods:
 * sums of points, or captures in a row, which a position remembers where they
 * decide.
 */
static void
put_siege(const struct position_writer *writer)
{
	static const char *const methods[] = {
		[SIEGE_CAPTURES] = "captures",
		[SIEGE_POINTS] = "points",
		[SIEGE_MOVED] = "moved",
	};
	const struct rules *rules = writer->rules;
	const struct position *position = writer->position;
	struct json *json = writer->json;

	json_begin(json, "siege", '{');
	put_position_player(writer, "sieged", siege_sieged(rules, position));
	json_begin(json, "thresholds", '[');
	for (unsigned p = 0; p < PLAYERS; p++)
		json_number(json, NULL, siege_threshold(rules, p));
	json_end(json, ']');
	for (enum siege_method m = SIEGE_CAPTURES; m <= SIEGE_MOVED; m++) {
		bool has_points = m != SIEGE_CAPTURES;

		json_begin(json, methods[m], '[');
		for (unsigned p = 0; p < PLAYERS; p++) {
			json_begin(json, NULL, '{');
			put_position_player(writer, "player", p);
			if (!has_points && siege_remembered(rules) == 0)
				json_null(json, "in_a_row");
			else
				json_integer(json,
				    has_points ? "points" : "in_a_row",
				    siege_sum(rules, position, m, p));
			if (has_points)
				json_integer(json, "behind",
				    siege_balance(rules, position, m, p));
			json_end(json, '}');
		}
		json_end(json, ']');
	}
	json_end(json, '}');
}

static void
put_bnem_player(const struct position_writer *writer, unsigned player)
{
	const struct bnem *bnem = &writer->position->bnem;
	unsigned captor = bnem->captor[player];

	put_kinds(writer, "hand", bnem->hand[player]);
	json_bool(writer->json, "has_cube", bnem->cubes >> player & 1);
	json_number(writer->json, "passes", bnem->passes[player]);
	put_position_player(
	    writer, "captor", captor != 0 ? captor - 1 : (unsigned)PLAYER_NONE);
}

/* The player to move and the condition: its number and its words, null
 * where the position does not know it, and the last turns, oldest first. */
static void
put_order(const struct position_writer *writer)
{
	const struct bnem *bnem = &writer->position->bnem;
	struct json *json = writer->json;

	json_begin(json, "order", '{');
	put_position_player(writer, "to_move", writer->position->to_move);
	if (bnem->rule != 0) {
		json_number(json, "condition", bnem->rule);
		json_string(json, "reason",
		    phrase_condition(writer->variant, writer->position));
	} else {
		json_null(json, "condition");
		json_null(json, "reason");
	}
	json_begin(json, "last_turns", '[');
	for (unsigned i = bnem->turns; i-- > 0;)
		put_position_player(writer, NULL, bnem->turn[i]);
	json_end(json, ']');
	json_end(json, '}');
}

static void
put_triumvirate_player(const struct position_writer *writer, unsigned player)
{
	if (!is_out(writer->position, player))
		json_bool(writer->json, "skipped",
		    writer->position->standing.skipped >> player & 1);
}

/* How far a piece stands from the middle of the board. */
static void
put_position_rings(const struct position_writer *writer, cell c)
{
	const struct sector *sector = &writer->rules->board.sector[c];

	json_number(writer->json, "ring", sector->ring);
	json_number(writer->json, "depth", sector->depth);
	json_number(writer->json, "buried",
	    sector->rosette ? 0ul : sector->ring + 0ul + sector->depth);
}

/* Where in its sector a piece stands, and whether a pawn is stuck. */
static void
put_position_sector(const struct position_writer *writer, cell c)
{
	uint8_t piece = writer->position->at[c];
	const struct seat *seat = &writer->rules->seat[piece_owner(piece)];

	json_cell(writer->json, "triumvirate", &writer->rules->board,
	    NAMING_SECTOR, 0, c);
	put_position_rings(writer, c);
	if (piece_kind(piece) == PAWN)
		json_bool(writer->json, "stuck",
		    cellset_has(&seat->stuck[piece_colour(piece)], c));
}

/* By variant: of each player, of each piece, and of the game; NULL: nothing. */
static const struct detail {
	const struct variant *variant;
	void (*put_player)(
	    const struct position_writer *writer, unsigned player);
	void (*put_piece)(const struct position_writer *writer, cell c);
	void (*put_game)(const struct position_writer *writer);
} details[] = {
	{ &variant_siege, put_siege_player, put_position_unmoved, put_siege },
	{ &variant_triumvirate, put_triumvirate_player, put_position_sector,
	    NULL },
	{ &variant_bnem, put_bnem_player, put_position_unmoved, put_order },
	{ &variant_nivichanov, put_position_lost, NULL, NULL },
	{ &variant_threechess, NULL, put_position_rings, NULL },
	{ NULL, NULL, NULL, NULL }, /* all others: nothing */
};

/*
 * Members that all games have
 */

static void
put_one_player(const struct position_writer *writer,
    const struct detail *detail, unsigned player)
{
	const struct position *position = writer->position;
	const char letter[] = { writer->variant->colours[player], '\0' };
	/* Where cells are counted from a seat, a letter names the side. */
	bool by_letter =
	    names_naming(writer->names, writer->variant) == NAMING_SEAT;

	json_begin(writer->json, NULL, '{');
	put_position_player(writer, "player", player);
	json_string(writer->json, "colour", letter);
	json_bool(writer->json, "in_play", !is_out(position, player));
	put_position_cell(writer, "king", position->king[player]);
	put_players(writer, "attacked_by", position->checks[player]);
	json_begin(writer->json, "castling", '[');
	for (unsigned s = 0; position->rights[player] >> s != 0; s++) {
		const struct castling_side *side =
		    &writer->rules->setup->sides[s];
		const char text[] = { '0', '0', '(', side->letter, ')', '\0' };

		if (position->rights[player] >> s & 1)
			json_string(
			    writer->json, NULL, by_letter ? text : side->text);
	}
	json_end(writer->json, ']');
	if (detail->put_player != NULL)
		detail->put_player(writer, player);
	json_end(writer->json, '}');
}

void
position_json(const struct rules *rules, const struct position *position,
    const struct names *names, const struct fates *fates, struct json *json,
    const char *key)
{
	static const struct names usual = { NULL, NULL, 0 };
	const struct variant *variant = rules->variant;
	const struct position_writer writer = { rules, variant, position,
		names != NULL ? names : &usual, json };
	const struct detail *detail = details;
	const struct variant_option *options = variant->options;
	char value[SETTING_MAX];
	struct strbuf line = STRBUF_INIT;
	struct outcome outcome;

	while (detail->variant != NULL && detail->variant != variant)
		detail++;
	json_begin(json, key, '{');
	json_string(json, "variant", variant->id);
	json_begin(json, "options", '{');
	for (int i = 0; options[i].name != NULL; i++) {
		settings_write(variant, &rules->settings, i, value);
		json_string(json, options[i].name,
		    settings_is_default(variant, &rules->settings, i)
			? options[i].fallback
			: value);
	}
	json_end(json, '}');
	tpf_write(rules, position, &line);
	json_text(json, "position", strbuf_as_slice(&line));
	strbuf_release(&line);
	if (writer.names->notation != NULL) {
		json_string(json, "notation", writer.names->notation->id);
		if (names_naming(writer.names, variant) == NAMING_SEAT)
			put_position_player(
			    &writer, "seat", writer.names->seat);
	}
	put_position_player(&writer, "to_move", position->to_move);
	json_number(json, "number", position->number);
	json_number(json, "clock", position->clock);
	json_begin(json, "players", '[');
	for (unsigned p = 0; p < PLAYERS; p++)
		put_one_player(&writer, detail, p);
	json_end(json, ']');
	json_begin(json, "pieces", '[');
	for (cell c = 0; c < rules->board.cells; c++) {
		uint8_t piece = position->at[c];

		if (piece == PIECE_NONE)
			continue;
		json_begin(json, NULL, '{');
		put_position_cell(&writer, "cell", c);
		json_string(json, "kind", variant->kinds[piece_kind(piece)]);
		json_string(json, "letter",
		    names_letter(writer.names, variant, piece_kind(piece)));
		put_position_player(&writer, "colour", piece_colour(piece));
		put_position_player(&writer, "owner", piece_owner(piece));
		if (piece & PIECE_PROMOTED)
			json_bool(json, "promoted", true);
		if (detail->put_piece != NULL)
			detail->put_piece(&writer, c);
		json_end(json, '}');
	}
	json_end(json, ']');
	json_begin(json, "en_passant", '[');
	for (unsigned p = 0; p < PLAYERS; p++) {
		if (position->en_passant[p].target == CELL_NONE)
			continue;
		json_begin(json, NULL, '{');
		put_position_cell(
		    &writer, "skipped", position->en_passant[p].target);
		put_position_cell(
		    &writer, "pawn", position->en_passant[p].pawn);
		json_end(json, '}');
	}
	json_end(json, ']');
	if (detail->put_game != NULL)
		detail->put_game(&writer);
	fates_json(fates, variant, false, json);
	rules_outcome(rules, position, &outcome);
	if (outcome.ending != ENDING_NONE)
		json_string(json, "result", outcome.result);
	else
		json_null(json, "result");
	json_number(json, "moves", rules_count(rules, position));
	json_end(json, '}');
}

void
json_history(struct json *json, const struct rules *rules,
    const struct position *position)
{
	const struct variant *variant = rules->variant;

	if ((variant->remembers || variant->draw_by_repetition) &&
	    (position->key != rules->start.key || position->number > 1))
		json_bool(json, "history", false);
}
