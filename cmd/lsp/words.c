/* Ternion: moves, tags and annotations in words. */
#include "cmd/lsp/words.h"
#include "formats/game/result.h"

/*
 * Moves
 */

void
cell_words_init(struct cell_words *words, const struct replayed *replayed)
{
	words->rules = replayed->rules;
	words->naming =
	    notation_naming(replayed->notation, replayed->rules->variant);
}

static void
put_cell(const struct cell_words *words, const struct position *position,
    cell c, struct strbuf *out)
{
	coords_write(
	    &words->rules->board, words->naming, position->to_move, c, out);
}

/* "Gray's pawn", or "a dead pawn". */
static void
put_piece(const struct cell_words *words, const struct position *position,
    cell c, struct strbuf *out)
{
	const struct variant *variant = words->rules->variant;
	uint8_t piece = position->at[c];
	unsigned owner = piece_owner(piece);

	if (owner < PLAYERS)
		strbuf_printf(out, "%s's ", variant->players[owner]);
	else
		strbuf_puts(out, "a dead ");
	strbuf_puts(out, variant->kinds[piece_kind(piece)]);
}

/* What it takes, where. */
static void
put_captures(const struct cell_words *words, const struct position *before,
    const struct move *move, struct strbuf *out)
{
	struct cellset taken = rules_taken(words->rules, before, move);
	const char *word = " and takes ";

	while (!cellset_empty(&taken)) {
		cell c = cellset_pop(&taken);

		strbuf_puts(out, word);
		put_piece(words, before, c, out);
		if (c != move->to || move->leaps > 0) {
			strbuf_puts(out, " on ");
			put_cell(words, before, c, out);
		}
		word = ", ";
	}
	if (move->type == MOVE_ENPASSANT)
		strbuf_puts(out, " en passant");
}

static void
put_promotion(
    const struct cell_words *words, const struct move *move, struct strbuf *out)
{
	if (move->promotion != KIND_NONE)
		strbuf_printf(out, " and becomes a %s",
		    words->rules->variant->kinds[move->promotion]);
}

/* "goes from b1 to c3", or by several leaps. */
static void
put_way(const struct cell_words *words, const struct position *before,
    const struct move *move, const char *verb, struct strbuf *out)
{
	put_piece(words, before, move->from, out);
	strbuf_printf(out, " %s from ", verb);
	put_cell(words, before, move->from, out);
	strbuf_puts(out, " to ");
	put_cell(words, before, move->to, out);
	for (unsigned i = 0; i + 1 < move->leaps; i++) {
		strbuf_puts(out, i == 0 ? " by " : ", ");
		put_cell(words, before, move->path[i], out);
	}
	put_captures(words, before, move, out);
	put_promotion(words, move, out);
}

static void
put_traitor(const struct cell_words *words, const struct position *before,
    const struct move *move, struct strbuf *out)
{
	strbuf_printf(
	    out, "%s turns ", words->rules->variant->players[before->to_move]);
	put_piece(words, before, move->from, out);
	strbuf_puts(out, " on ");
	put_cell(words, before, move->from, out);
	if (move->to == CELL_NONE)
		return;
	strbuf_puts(out, " and ");
	put_piece(words, before, move->to, out);
	strbuf_puts(out, " on ");
	put_cell(words, before, move->to, out);
}

static void
put_drop(const struct cell_words *words, const struct position *before,
    const struct move *move, struct strbuf *out)
{
	const struct variant *variant = words->rules->variant;

	strbuf_printf(out, "%s drops a %s on ",
	    variant->players[before->to_move], variant->kinds[move->promotion]);
	put_cell(words, before, move->to, out);
}

static void
put_half(const struct cell_words *words, const struct position *before,
    const struct move *move, struct strbuf *out)
{
	const char *player = words->rules->variant->players[before->to_move];

	switch ((enum move_type)move->type) {
	case MOVE_QUIET:
	case MOVE_CAPTURE:
	case MOVE_ENPASSANT:
		put_way(words, before, move, "goes", out);
		break;
	case MOVE_LEAP:
		put_way(words, before, move, "leaps", out);
		break;
	case MOVE_CASTLE:
		strbuf_printf(out, "%s castles: ", player);
		put_way(words, before, move, "goes", out);
		break;
	case MOVE_FIELD:
		put_piece(words, before, move->from, out);
		strbuf_puts(out, " on ");
		put_cell(words, before, move->from, out);
		strbuf_puts(out, " stays there");
		put_promotion(words, move, out);
		break;
	case MOVE_TRAITOR:
		put_traitor(words, before, move, out);
		break;
	case MOVE_DROP:
		put_drop(words, before, move, out);
		break;
	case MOVE_ILLUMINATION:
		put_piece(words, before, move->from, out);
		strbuf_puts(out, " gives light from ");
		put_cell(words, before, move->from, out);
		put_captures(words, before, move, out);
		break;
	case MOVE_PASS:
		strbuf_printf(out, "%s passes", player);
		break;
	case MOVE_YIELD:
		strbuf_printf(out, "%s yields", player);
		break;
	case MOVE_STALEMATE:
		strbuf_printf(out, "%s calls a draw", player);
		break;
	case MOVE_UNSTATED:
	case MOVE_TYPES:
		break;
	}
}

static void
put_calls(const struct move *move, struct strbuf *out)
{
	static const struct {
		enum call call;
		const char *words;
	} calls[] = {
		{ CALL_FORTIFY, "a fort is declared before it" },
		{ CALL_STALEMATE, "a draw is called" },
		{ CALL_YIELD, "the player yields" },
		{ CALL_TOUCH, "death touches who took the piece" },
	};

	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
		if (move->calls & calls[i].call)
			strbuf_printf(out, "; %s", calls[i].words);
}

/* "gives check to Gray and Black". */
static void
put_players(const struct variant *variant, unsigned players, const char *words,
    struct strbuf *out)
{
	for (unsigned p = 0; p < PLAYERS; p++) {
		if (!(players >> p & 1))
			continue;
		strbuf_puts(out, words);
		strbuf_puts(out, variant->players[p]);
		words = " and ";
	}
}

void
words_of_move(const struct cell_words *words, const struct position *before,
    const struct move *move, struct strbuf *out)
{
	const struct variant *variant = words->rules->variant;
	struct marks marks = marks_of_move(words->rules, before, move);

	if (move->pair) {
		struct position half[2];
		struct move first,
		    second = notation_halves(
			words->rules, before, move, &first, half);

		put_half(words, &half[0], &first, out);
		strbuf_puts(out, ", and then ");
		put_half(words, &half[1], &second, out);
	} else {
		put_half(words, before, move, out);
	}
	put_calls(move, out);
	put_players(
	    variant, marks.attacked & ~marks.mated, ", with check to ", out);
	put_players(variant, marks.mated, ", which mates ", out);
}

void
words_of_position(const struct rules *rules, const struct position *position,
    struct strbuf *out)
{
	const struct variant *variant = rules->variant;
	struct outcome outcome;

	for (unsigned p = 0; p < PLAYERS; p++) {
		if (position->checks[p] == 0)
			continue;
		strbuf_printf(out, "%s%s's king is attacked by ",
		    out->len > 0 ? " " : "", variant->players[p]);
		put_players(variant, position->checks[p], "", out);
		strbuf_char(out, '.');
	}
	rules_outcome(rules, position, &outcome);
	if (outcome.ending != ENDING_NONE && outcome.result != NULL)
		strbuf_printf(out, "%sThe game has ended by %s with %s.",
		    out->len > 0 ? " " : "",
		    result_ending_words(outcome.ending), outcome.result);
}

/*
 * Tags
 */

static const struct tag_words {
	const char *name, *words;
} tags[] = {
	{ "Event", "The competition, or what else the games are called." },
	{ "Site", "Where the game was played." },
	{ "Date", "The day, as YYYY.MM.DD, with ? for what is not known." },
	{ "Round", "The round of the competition." },
	{ "Result", "The result, the same as behind the moves." },
	{ "Variant", "The game: its id." },
	{ "Notation",
	    "The notation of the moves; without it the native one of the "
	    "game." },
	{ "Letters", "The set of piece letters; without it English ones." },
	{ "SetUp", "1 if there is a Position tag." },
	{ "Position", "The position from which the game starts, in 3PF." },
	{ "Termination",
	    "Why the game ended. If it is neither empty nor normal, the result "
	    "needs no proof on the board." },
};

/* Names of tags may have small letters in YAML and JSON. */
static bool
is_tag(struct slice name, const char *tag)
{
	return name.len > 0 && name.len == strlen(tag) &&
	    (name.ptr[0] | 0x20) == (tag[0] | 0x20) &&
	    memcmp(name.ptr + 1, tag + 1, name.len - 1) == 0;
}

static void
put_option(const struct variant *variant, const struct variant_option *option,
    struct strbuf *out)
{
	strbuf_printf(out, "An option of %s: %s; usually %s.", variant->title,
	    option->values, option->fallback);
}

bool
words_of_tag(
    const struct variant *variant, struct slice name, struct strbuf *out)
{
	static const char *const turns[] = { "first", "second", "third" };
	int option;
	unsigned player;

	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		if (name.len > 0 && is_tag(name, tags[i].name)) {
			strbuf_puts(out, tags[i].words);
			return true;
		}
	}
	if (variant == NULL)
		return false;
	player = variant_player_tag(variant, name.ptr, name.len);
	if (player < PLAYERS)
		strbuf_printf(
		    out, "The player who is %s in turn.", turns[player]);
	option = variant_option(variant, name.ptr, name.len);
	if (option >= 0)
		put_option(variant, &variant->options[option], out);
	return player < PLAYERS || option >= 0;
}

void
words_tags(const struct variant *variant, struct strbuf *out)
{
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++)
		strbuf_printf(out, " %s", tags[i].name);
	if (variant == NULL)
		return;
	for (unsigned p = 0; p < PLAYERS; p++)
		strbuf_printf(out, " %s", variant->players[p]);
	for (const struct variant_option *o = variant->options; o->name; o++)
		strbuf_printf(out, " %s", o->name);
}

void
words_of_result(
    const struct variant *variant, struct slice result, struct strbuf *out)
{
	struct slice rest = result;

	if (slice_is(result, "*")) {
		strbuf_puts(out, "The game goes on, or its end is not known.");
		return;
	}
	if (variant == NULL ||
	    variant_result(variant, result.ptr, result.len) < 0)
		return;
	strbuf_puts(out, "Points: ");
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct slice points = slice_take(&rest, '-');

		strbuf_printf(out, "%s%s %.*s", p > 0 ? ", " : "",
		    variant->players[p], (int)points.len, points.ptr);
	}
	strbuf_char(out, '.');
}

void
words_of_value(const struct variant *variant, struct slice name,
    struct slice value, struct strbuf *out)
{
	const struct variant *named =
	    is_tag(name, "Variant") ? variant_find(value.ptr, value.len) : NULL;
	const struct notation *notation =
	    is_tag(name, "Notation") ? notation_find(value) : NULL;
	const struct letter_set *letters =
	    is_tag(name, "Letters") ? letter_set_find(value) : NULL;

	if (named != NULL)
		strbuf_printf(out, "%s, %s. %s", named->title, named->source,
		    named->summary);
	if (notation != NULL)
		strbuf_printf(
		    out, "%s, as %s.", notation->title, notation->example);
	if (letters != NULL)
		strbuf_puts(out, letters->summary);
	if (is_tag(name, "Result"))
		words_of_result(variant, value, out);
}

/*
 * Annotations
 */

const char *
words_of_nag(unsigned number)
{
	static const char *const words[NAG_WORDS] = {
		[1] = "a good move",
		[2] = "a poor move",
		[3] = "a very good move",
		[4] = "a very poor move",
		[5] = "an interesting move",
		[6] = "a doubtful move",
		[7] = "the only move",
		[8] = "the only reasonable move",
		[9] = "the worst move",
		[10] = "equal chances",
		[13] = "the position is unclear",
		[22] = "the player is in zugzwang",
		[32] = "the player is ahead in development",
		[36] = "the player has the initiative",
		[40] = "the player has an attack",
		[44] = "compensation for what was given up",
		[132] = "the player has counterplay",
		[136] = "the player has time trouble",
		[138] = "the player has severe time trouble",
	};

	return number < NAG_WORDS ? words[number] : NULL;
}
