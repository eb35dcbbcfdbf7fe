/* Ternion: moves, tags and annotations in words. */
#include "cmd/lsp/words.h"
#include "parse/resolve/phrase.h"

/*
 * Moves
 */

/* A move that is put in words. */
struct narration {
	const struct replayed *replayed;
	const struct position *before;
	const struct move *move;
	struct strbuf *out;
};

static void
narrate_cell(const struct narration *narration, cell c)
{
	const struct replayed *replayed = narration->replayed;

	coords_write(&replayed->rules->board,
	    notation_naming(replayed->notation, replayed->rules->variant),
	    narration->before->to_move, c, narration->out);
}

/*
 * Appends a text in which a percent sign and a letter stand for
 *	%f %t	the cells from and to which the move goes
 *	%F %T	the pieces there, "Gray's rook"
 *	%k	the kind of promotion
 *	%m	the player to move
 */
static void
narrate(const struct narration *narration, const char *text)
{
	const struct position *before = narration->before;
	const struct move *move = narration->move;
	const struct variant *variant = narration->replayed->rules->variant;
	struct strbuf *out = narration->out;

	for (; *text != '\0'; text++) {
		if (*text != '%') {
			strbuf_char(out, *text);
			continue;
		}
		text++;
		if (*text == 'f' || *text == 't')
			narrate_cell(
			    narration, *text == 'f' ? move->from : move->to);
		else if (*text == 'F')
			phrase_piece(variant, before->at[move->from], out);
		else if (*text == 'T')
			phrase_piece(variant, before->at[move->to], out);
		else if (*text == 'k')
			strbuf_puts(out, variant->kinds[move->promotion]);
		else
			strbuf_puts(out, variant->players[before->to_move]);
	}
}

/* What the move takes, and where if that is not its target. */
static void
narrate_captures(const struct narration *narration)
{
	const struct move *move = narration->move;
	const struct rules *rules = narration->replayed->rules;
	struct cellset taken = rules_taken(rules, narration->before, move);
	const char *word = " and takes ";

	while (!cellset_empty(&taken)) {
		cell c = cellset_pop(&taken);

		strbuf_puts(narration->out, word);
		phrase_piece(
		    rules->variant, narration->before->at[c], narration->out);
		if (c != move->to || move->leaps > 0) {
			strbuf_puts(narration->out, " on ");
			narrate_cell(narration, c);
		}
		word = ", ";
	}
}

/* A move of one piece: half of a turn in which two are made. */
static void
narrate_half(const struct replayed *replayed, const struct position *before,
    const struct move *move, struct strbuf *out)
{
	static const char *const texts[MOVE_TYPES] = {
		[MOVE_QUIET] = "%F goes from %f to %t",
		[MOVE_CAPTURE] = "%F goes from %f to %t",
		[MOVE_ENPASSANT] = "%F goes from %f to %t",
		[MOVE_LEAP] = "%F leaps from %f to %t",
		[MOVE_CASTLE] = "%m castles: %F goes from %f to %t",
		[MOVE_FIELD] = "%F on %f stays there",
		[MOVE_TRAITOR] = "%m turns %F on %f",
		[MOVE_DROP] = "%m drops a %k on %t",
		[MOVE_ILLUMINATION] = "%F gives light from %f",
		[MOVE_PASS] = "%m passes",
		[MOVE_YIELD] = "%m yields",
		[MOVE_STALEMATE] = "%m calls a draw",
	};
	const struct narration narration = { replayed, before, move, out };

	if (texts[move->type] == NULL)
		return;
	narrate(&narration, texts[move->type]);
	for (unsigned i = 0; i + 1 < move->leaps; i++) {
		strbuf_puts(out, i == 0 ? " by " : ", ");
		narrate_cell(&narration, move->path[i]);
	}
	if (move->type == MOVE_TRAITOR || move->type == MOVE_DROP) {
		if (move->type == MOVE_TRAITOR && move->to != CELL_NONE)
			narrate(&narration, " and %T on %t");
		return;
	}
	if (move->type <= MOVE_CASTLE || move->type == MOVE_LEAP ||
	    move->type == MOVE_ILLUMINATION)
		narrate_captures(&narration);
	if (move->type == MOVE_ENPASSANT)
		strbuf_puts(out, " en passant");
	if (move->promotion != KIND_NONE)
		narrate(&narration, " and becomes a %k");
}

static void
narrate_calls(const struct move *move, struct strbuf *out)
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
narrate_players(const struct variant *variant, unsigned players,
    const char *words, struct strbuf *out)
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
words_of_move(const struct replayed *replayed, const struct position *before,
    const struct move *move, struct strbuf *out)
{
	const struct rules *rules = replayed->rules;
	struct marks marks = marks_of_move(rules, before, move);

	if (move->pair) {
		struct position half[2];
		struct move first,
		    second = notation_halves(rules, before, move, &first, half);

		narrate_half(replayed, &half[0], &first, out);
		strbuf_puts(out, ", and then ");
		narrate_half(replayed, &half[1], &second, out);
	} else {
		narrate_half(replayed, before, move, out);
	}
	narrate_calls(move, out);
	narrate_players(rules->variant, marks.attacked & ~marks.mated,
	    ", with check to ", out);
	narrate_players(rules->variant, marks.mated, ", which mates ", out);
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
		narrate_players(variant, position->checks[p], "", out);
		strbuf_char(out, '.');
	}
	rules_outcome(rules, position, &outcome);
	if (outcome.ending != ENDING_NONE && outcome.result != NULL)
		strbuf_printf(out, "%sThe game has ended by %s with %s.",
		    out->len > 0 ? " " : "", phrase_ending(outcome.ending),
		    outcome.result);
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
	{ "Result", "The result, as after the moves." },
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
names_tag(struct slice name, const char *tag)
{
	return name.len > 0 && name.len == strlen(tag) &&
	    (name.ptr[0] | 0x20) == (tag[0] | 0x20) &&
	    memcmp(name.ptr + 1, tag + 1, name.len - 1) == 0;
}

void
words_of_tag(
    const struct variant *variant, struct slice name, struct strbuf *out)
{
	static const char *const turns[] = { "first", "second", "third" };
	const struct variant_option *option;
	unsigned player;
	int which;

	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		if (names_tag(name, tags[i].name)) {
			strbuf_puts(out, tags[i].words);
			return;
		}
	}
	if (variant == NULL)
		return;
	player = variant_player_tag(variant, name.ptr, name.len);
	if (player < PLAYERS)
		strbuf_printf(
		    out, "The player who is %s in turn.", turns[player]);
	which = variant_option(variant, name.ptr, name.len);
	if (which < 0)
		return;
	option = &variant->options[which];
	strbuf_printf(out, "An option of %s: %s; usually %s.", variant->title,
	    option->values, option->fallback);
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
	const struct variant *named = names_tag(name, "Variant")
	    ? variant_find(value.ptr, value.len)
	    : NULL;
	const struct notation *notation =
	    names_tag(name, "Notation") ? notation_find(value) : NULL;
	const struct letter_set *letters =
	    names_tag(name, "Letters") ? letter_set_find(value) : NULL;

	if (named != NULL)
		strbuf_printf(out, "%s, %s. %s", named->title, named->source,
		    named->summary);
	if (notation != NULL)
		strbuf_printf(
		    out, "%s, as %s.", notation->title, notation->example);
	if (letters != NULL)
		strbuf_puts(out, letters->summary);
	if (names_tag(name, "Result"))
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
