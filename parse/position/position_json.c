/* Ternion: a position as a JSON object. */
#include "parse/resolve/phrase.h"
#include "parse/position/tpf.h"
#include "parse/position/position_json.h"
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
    const struct naming *naming, unsigned seat, cell c)
{
	char name[CELL_NAME_MAX];

	json_string(json, key,
	    c != CELL_NONE ? coords_name(board, naming, seat, c, name) : NULL);
}

static void
put_position_cell(const struct position_writer *writer, const char *key, cell c)
{
	json_cell(writer->json, key, &writer->rules->board,
	    names_naming(writer->names, writer->variant), writer->names->seat,
	    c);
}

static const char *
name_player(const struct position_writer *writer, unsigned player)
{
	return player < PLAYERS ? writer->variant->players[player] : NULL;
}

static void
put_players(
    const struct position_writer *writer, const char *key, unsigned players)
{
	json_begin(writer->json, key, '[');
	for (unsigned p = 0; p < PLAYERS; p++)
		if (players >> p & 1)
			json_string(writer->json, NULL, name_player(writer, p));
	json_end(writer->json, ']');
}

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

/* Appends the player who is sieged, and the state of all by each of the three
 * methods: sums of points, or captures in a row, which a position keeps only if
 * the rules need them. */
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

	json_put(json, "siege:{ sieged:%s thresholds:[%u %u %u]",
	    name_player(writer, siege_sieged(rules, position)),
	    siege_threshold(rules, 0), siege_threshold(rules, 1),
	    siege_threshold(rules, 2));
	for (enum siege_method m = SIEGE_CAPTURES; m <= SIEGE_MOVED; m++) {
		json_begin(json, methods[m], '[');
		for (unsigned p = 0; p < PLAYERS; p++) {
			json_put(json, "{ player:%s", name_player(writer, p));
			if (m != SIEGE_CAPTURES)
				json_put(json, "points:%d behind:%d",
				    siege_sum(rules, position, m, p),
				    siege_balance(rules, position, m, p));
			else if (siege_remembered(rules) == 0)
				json_put(json, "in_a_row:null");
			else
				json_put(json, "in_a_row:%d",
				    siege_sum(rules, position, m, p));
			json_end(json, '}');
		}
		json_end(json, ']');
	}
	json_end(json, '}');
}

/* Appends the player to move, the condition that decided it (null: not known)
 * and its words, and the last turns, oldest first. */
static void
put_order(const struct position_writer *writer)
{
	const struct bnem *bnem = &writer->position->bnem;

	json_put(writer->json,
	    "order:{ to_move:%s condition:?%u reason:%s last_turns:[",
	    name_player(writer, writer->position->to_move), bnem->rule,
	    bnem->rule != 0
		? phrase_condition(writer->variant, writer->position)
		: NULL);
	for (unsigned i = bnem->turns; i-- > 0;)
		json_string(
		    writer->json, NULL, name_player(writer, bnem->turn[i]));
	json_put(writer->json, "]}");
}

static void
put_lost_pieces(const struct position_writer *writer, unsigned player)
{
	put_kinds(writer, "lost", writer->position->lost[player]);
}

static void
put_siege_player(const struct position_writer *writer, unsigned player)
{
	const struct siege *siege = &writer->position->siege;
	struct json *json = writer->json;

	put_lost_pieces(writer, player);
	json_put(json, "fortified:%u has_fortified:=%s traitors:%u immune:%u",
	    siege->fort[player], siege->forts >> player & 1 ? "true" : "false",
	    siege->traitors[player], siege->immune[player]);
	put_players(writer, "declared", siege->declared[player]);
}

static void
put_bnem_player(const struct position_writer *writer, unsigned player)
{
	const struct bnem *bnem = &writer->position->bnem;

	put_kinds(writer, "hand", bnem->hand[player]);
	json_bool(writer->json, "has_cube", bnem->cubes >> player & 1);
	json_put(writer->json, "passes:%u captor:%s", bnem->passes[player],
	    bnem->captor[player] != 0
		? name_player(writer, bnem->captor[player] - 1u)
		: NULL);
}

static void
put_triumvirate_player(const struct position_writer *writer, unsigned player)
{
	const struct position *position = writer->position;

	if (!is_out(position, player))
		json_bool(writer->json, "skipped",
		    position->standing.skipped >> player & 1);
}

static void
put_unmoved(const struct position_writer *writer, cell c)
{
	json_bool(writer->json, "unmoved",
	    cellset_has(&writer->position->unmoved, c));
}

/* Appends the place of the piece in its sector, and how far it is buried. */
static void
put_rings(const struct position_writer *writer, cell c)
{
	const struct sector *sector = &writer->rules->board.sector[c];

	json_put(writer->json, "ring:%u depth:%u buried:%u", sector->ring,
	    sector->depth,
	    sector->rosette ? 0u : sector->ring + 0u + sector->depth);
}

static void
put_triumvirate_piece(const struct position_writer *writer, cell c)
{
	const struct rules *rules = writer->rules;
	uint8_t piece = writer->position->at[c];

	json_cell(
	    writer->json, "triumvirate", &rules->board, NAMING_SECTOR, 0, c);
	put_rings(writer, c);
	if (piece_kind(piece) == PAWN)
		json_bool(writer->json, "stuck",
		    cellset_has(&rules->seat[piece_owner(piece)]
				     .stuck[piece_colour(piece)],
			c));
}

/* Members that only some games have. */
static const struct own_members {
	void (*put_player)(
	    const struct position_writer *writer, unsigned player);
	void (*put_piece)(const struct position_writer *writer, cell c);
	void (*put_game)(const struct position_writer *writer);
} own_members[VARIANT_COUNT] = {
	[NUMBER_siege] = { put_siege_player, put_unmoved, put_siege },
	[NUMBER_triumvirate] = { put_triumvirate_player, put_triumvirate_piece,
	    NULL },
	[NUMBER_bnem] = { put_bnem_player, put_unmoved, put_order },
	[NUMBER_nivichanov] = { put_lost_pieces, NULL, NULL },
	[NUMBER_threechess] = { NULL, put_rings, NULL },
};

static void
put_one_player(const struct position_writer *writer, unsigned player)
{
	const struct own_members *own = &own_members[writer->variant->number];
	const struct position *position = writer->position;
	struct json *json = writer->json;
	/* Cells counted from a seat have castling sides named by letters. */
	bool by_letter =
	    names_naming(writer->names, writer->variant) == NAMING_SEAT;

	json_put(json, "{ player:%s colour:%.*s", name_player(writer, player),
	    1, &writer->variant->colours[player]);
	json_bool(json, "in_play", !is_out(position, player));
	put_position_cell(writer, "king", position->king[player]);
	put_players(writer, "attacked_by", position->checks[player]);
	json_begin(json, "castling", '[');
	for (unsigned s = 0; position->rights[player] >> s != 0; s++) {
		const struct castling_side *side =
		    &writer->rules->setup->sides[s];
		const char text[] = { '0', '0', '(', side->letter, ')', '\0' };

		if (position->rights[player] >> s & 1)
			json_string(json, NULL, by_letter ? text : side->text);
	}
	json_end(json, ']');
	if (own->put_player != NULL)
		own->put_player(writer, player);
	json_end(json, '}');
}

static void
put_one_piece(const struct position_writer *writer, cell c)
{
	const struct own_members *own = &own_members[writer->variant->number];
	const struct variant *variant = writer->variant;
	uint8_t piece = writer->position->at[c];
	enum kind kind = piece_kind(piece);
	struct json *json = writer->json;

	json_begin(json, NULL, '{');
	put_position_cell(writer, "cell", c);
	json_put(json, "kind:%s letter:%s colour:%s owner:%s",
	    variant->kinds[kind], names_letter(writer->names, variant, kind),
	    name_player(writer, piece_colour(piece)),
	    name_player(writer, piece_owner(piece)));
	if (piece & PIECE_PROMOTED)
		json_put(json, "promoted:true");
	if (own->put_piece != NULL)
		own->put_piece(writer, c);
	json_end(json, '}');
}

void
position_json(const struct rules *rules, const struct position *position,
    const struct names *names, const struct fates *fates, struct json *json)
{
	static const struct names usual = { NULL, NULL, 0 };
	const struct variant *variant = rules->variant;
	const struct position_writer writer = { rules, variant, position,
		names != NULL ? names : &usual, json };
	const struct own_members *own = &own_members[variant->number];
	const struct variant_option *options = variant->options;
	char value[SETTING_MAX];
	SCRATCH line = STRBUF_INIT;

	json_put(json, "{ variant:%s options:{", variant->id);
	for (int i = 0; options[i].name != NULL; i++) {
		settings_write(variant, &rules->settings, i, value);
		json_string(json, options[i].name,
		    settings_is_default(variant, &rules->settings, i)
			? options[i].fallback
			: value);
	}
	tpf_write(rules, position, &line);
	json_put(json, "} position:%s", line.ptr);
	if (writer.names->notation != NULL) {
		json_string(json, "notation", writer.names->notation->id);
		if (names_naming(writer.names, variant) == NAMING_SEAT)
			json_string(json, "seat",
			    name_player(&writer, writer.names->seat));
	}
	json_put(json, "to_move:%s number:%u clock:%u players:[",
	    name_player(&writer, position->to_move), position->number,
	    position->clock);
	for (unsigned p = 0; p < PLAYERS; p++)
		put_one_player(&writer, p);
	json_put(json, "] pieces:[");
	for (cell c = 0; c < rules->board.cells; c++)
		if (position->at[c] != PIECE_NONE)
			put_one_piece(&writer, c);
	json_put(json, "] en_passant:[");
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
	if (own->put_game != NULL)
		own->put_game(&writer);
	fates_json(fates, variant, false, json);
	struct outcome outcome = rules_outcome(rules, position);
	json_put(json, "result:%s moves:%lu}",
	    outcome.ending != ENDING_NONE ? outcome.result : NULL,
	    rules_count(rules, position));
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
