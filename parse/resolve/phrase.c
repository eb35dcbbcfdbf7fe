/* Ternion: verdicts, moves and positions in words. */
#include <assert.h>

#include "parse/resolve/phrase.h"

struct speech {
	const struct language *reader;
	const struct position *position;
	const struct move_query *attempt;
	const struct verdict *verdict;
	struct strbuf *out;
};

/* Appends "Gray's rook", "a dead pawn" or "nothing". */
static void
phrase_piece(const struct variant *variant, uint8_t piece, struct strbuf *out)
{
	unsigned owner = piece_owner(piece);

	if (piece == PIECE_NONE) {
		strbuf_puts(out, "nothing");
		return;
	}
	if (owner < PLAYERS)
		strbuf_printf(out, "%s's ", variant->players[owner]);
	else
		strbuf_puts(out, "a dead ");
	if (piece & PIECE_PROMOTED)
		strbuf_puts(out, "promoted ");
	strbuf_puts(out, variant->kinds[piece_kind(piece)]);
}

const char *
phrase_condition(const struct variant *variant, const struct position *position)
{
	const char *const *conditions = dialect_of(variant)->conditions;

	return conditions != NULL ? conditions[position->bnem.rule] : "";
}

void
phrase_turn(const struct rules *rules, const struct position *position,
    struct strbuf *out)
{
	const char *const *players = rules->variant->players;
	const char *reason = phrase_condition(rules->variant, position);

	strbuf_printf(out, "%s's", players[position->to_move]);
	for (unsigned p = 0; p < PLAYERS; p++)
		if (p != position->to_move &&
		    rules_may_begin(rules, position, p))
			strbuf_printf(out, " or %s's", players[p]);
	strbuf_puts(out, " turn");
	if (*reason != '\0')
		strbuf_printf(out, " (%s)", reason);
}

static void
put_letter(const struct speech *speech, char letter)
{
	static const char cells[] = "Fabt", pieces[] = "PABT",
			  players[] = "mwv";
	const struct rules *rules = speech->reader->rules;
	const struct variant *variant = rules->variant;
	const struct verdict *verdict = speech->verdict;
	const struct move_query *attempt = speech->attempt;
	const struct position *position = speech->position;
	const cell cell_at[] = { verdict->from, verdict->at, verdict->at2,
		attempt->to };
	const unsigned player_at[] = { position->to_move, verdict->who,
		verdict->who2 };
	enum kind kind = attempt->kind;
	const char *at;

	if ((at = strchr(cells, letter)) != NULL) {
		if (cell_at[at - cells] != CELL_NONE)
			coords_write(&rules->board,
			    notation_naming(speech->reader->notation, variant),
			    position->to_move, cell_at[at - cells],
			    speech->out);
	} else if ((at = strchr(pieces, letter)) != NULL) {
		phrase_piece(variant,
		    cell_at[at - pieces] != CELL_NONE
			? position->at[cell_at[at - pieces]]
			: PIECE_NONE,
		    speech->out);
	} else if ((at = strchr(players, letter)) != NULL) {
		strbuf_puts(speech->out,
		    player_at[at - players] < PLAYERS
			? variant->players[player_at[at - players]]
			: "nobody");
	} else if (letter == 'r') {
		phrase_turn(rules, position, speech->out);
	} else if (letter == 'd') {
		strbuf_puts(speech->out,
		    variant->double_step_rank == 2 ? "second" : "third");
	} else {
		assert(strchr("fckp", letter) != NULL);
		if (letter == 'f' && verdict->from != CELL_NONE)
			kind = piece_kind(position->at[verdict->from]);
		else if (letter == 'c')
			kind = piece_kind(rules->start.at[verdict->at2]);
		else if (letter == 'p')
			kind = attempt->promotion;
		strbuf_puts(speech->out,
		    kind == KIND_NONE ? "piece" : variant->kinds[kind]);
	}
}

/* Appends a text in which a percent sign and a letter stand for
 *	%f	the piece that moves, "bishop"
 *	%P %F	the same with its owner, "White's bishop", and its cell
 *	%a %b	the cells `at` and `at2`
 *	%A %B	the pieces there, "Gray's rook"
 *	%c	the kind that stands on `at2` in the opening set-up
 *	%d	the row from which pawns go two steps, "second"
 *	%t	the target
 *	%T	the piece there
 *	%k	the kind that was asked for
 *	%p	the kind of promotion
 *	%m	the player to move
 *	%w %v	the players `who` and `who2`
 *	%r	whose turn it is, "Red's turn", and the reason if there is one
 */
static void
put_phrase(const struct speech *speech, const char *text)
{
	for (; *text != '\0'; text++) {
		if (*text == '%')
			put_letter(speech, *++text);
		else
			strbuf_char(speech->out, *text);
	}
}

static const struct phrase {
	enum diag_id id;
	const char *text;
} phrases[] = {
#define I(reason, diagnostic, words) \
	[ILLEGAL_##reason] = { DIAG_##diagnostic, words },
#include "rules/explain/illegal.def"
};

enum diag_id
phrase_verdict(const struct language *reader, const struct position *position,
    const struct move_query *attempt, const struct verdict *verdict,
    struct strbuf *out)
{
	const struct speech speech = { reader, position, attempt, verdict,
		out };
	const struct phrase *phrase = &phrases[verdict->why];

	assert(phrase->text != NULL);
	put_phrase(&speech, phrase->text);
	return phrase->id;
}

const char *
phrase_ending(enum ending ending)
{
	static const char *const words[] = {
		[ENDING_NONE] = "nothing",
		[ENDING_MATE] = "mate",
		[ENDING_STALEMATE] = "stalemate",
		[ENDING_BARE_KINGS] = "bare kings",
		[ENDING_LAST_KING] = "the last king standing",
		[ENDING_MATERIAL] = "lack of material",
		[ENDING_CLOCK] =
		    "the limit of plies without a capture or pawn move",
		[ENDING_AGREED] = "agreement",
		[ENDING_FORFEIT] = "forfeit",
		[ENDING_KING_CAPTURED] = "the capture of a king",
		[ENDING_HOME] = "holding a home square",
	};

	return words[ending];
}

/*
 * Moves and positions
 */

/* Appends a text about one cell, as %a and %A. */
static void
put_phrase_at(const struct speech *speech, const char *text, cell at)
{
	const struct verdict verdict = { .at = at };
	const struct speech one = { speech->reader, speech->position,
		speech->attempt, &verdict, speech->out };

	put_phrase(&one, text);
}

/* A move of one piece: half of a turn in which two are made. */
static void
put_half(const struct language *reader, const struct position *position,
    const struct move *move, struct strbuf *out)
{
	static const char *const texts[MOVE_TYPES] = {
		[MOVE_QUIET] = "%A goes from %a to %t",
		[MOVE_CAPTURE] = "%A goes from %a to %t",
		[MOVE_ENPASSANT] = "%A goes from %a to %t",
		[MOVE_LEAP] = "%A leaps from %a to %t",
		[MOVE_CASTLE] = "%m castles: %A goes from %a to %t",
		[MOVE_FIELD] = "%A on %a stays there",
		[MOVE_TRAITOR] = "%m turns %A on %a",
		[MOVE_DROP] = "%m drops a %p on %t",
		[MOVE_ILLUMINATION] = "%A gives light from %a",
		[MOVE_PASS] = "%m passes",
		[MOVE_YIELD] = "%m yields",
		[MOVE_STALEMATE] = "%m calls a draw",
	};
	const struct move_query attempt = { .to = move->to,
		.promotion = move->promotion };
	const struct verdict verdict = { .at = move->from };
	const struct speech speech = { reader, position, &attempt, &verdict,
		out };
	struct cellset taken = { 0 };

	if (texts[move->type] == NULL)
		return;
	put_phrase(&speech, texts[move->type]);
	for (unsigned i = 0; i + 1 < move->leaps; i++)
		put_phrase_at(
		    &speech, i == 0 ? " by %a" : ", %a", move->path[i]);
	if (move->type == MOVE_TRAITOR || move->type == MOVE_DROP) {
		if (move->type == MOVE_TRAITOR && move->to != CELL_NONE)
			put_phrase(&speech, " and %T on %t");
		return;
	}
	if (move->type <= MOVE_CASTLE || move->type == MOVE_LEAP ||
	    move->type == MOVE_ILLUMINATION)
		taken = rules_taken(reader->rules, position, move);
	for (bool first = true; !cellset_empty(&taken); first = false) {
		cell c = cellset_pop(&taken);

		put_phrase_at(&speech, first ? " and takes %A" : ", %A", c);
		if (c != move->to || move->leaps > 0)
			put_phrase_at(&speech, " on %a", c);
	}
	if (move->type == MOVE_ENPASSANT)
		strbuf_puts(out, " en passant");
	if (move->promotion != KIND_NONE)
		put_phrase(&speech, " and becomes a %p");
}

void
phrase_players(const struct variant *variant, unsigned players,
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
phrase_move(const struct language *reader, const struct position *position,
    const struct move *move, struct strbuf *out)
{
	static const struct {
		enum call call;
		const char *words;
	} calls[] = {
		{ CALL_FORTIFY, "a fort is declared first" },
		{ CALL_STALEMATE, "a draw is called" },
		{ CALL_YIELD, "the player yields" },
		{ CALL_TOUCH, "the touch of death takes the capturing piece" },
	};
	const struct rules *rules = reader->rules;
	struct marks marks = marks_of_move(rules, position, move);

	if (move->pair) {
		struct position half[2];
		struct move first,
		    second = rules_halves(rules, position, move, &first, half);

		put_half(reader, &half[0], &first, out);
		strbuf_puts(out, ", and then ");
		put_half(reader, &half[1], &second, out);
	} else {
		put_half(reader, position, move, out);
	}
	for (size_t i = 0; i < COUNT(calls); i++)
		if (move->calls & calls[i].call)
			strbuf_printf(out, "; %s", calls[i].words);
	phrase_players(rules->variant, marks.attacked & ~marks.mated,
	    ", with check to ", out);
	phrase_players(rules->variant, marks.mated, ", which mates ", out);
}

void
phrase_position(const struct rules *rules, const struct position *position,
    struct strbuf *out)
{
	const struct variant *variant = rules->variant;

	for (unsigned p = 0; p < PLAYERS; p++) {
		if (position->checks[p] == 0)
			continue;
		strbuf_printf(out, "%s%s's king is attacked by ",
		    out->len > 0 ? " " : "", variant->players[p]);
		phrase_players(variant, position->checks[p], "", out);
		strbuf_char(out, '.');
	}
	struct outcome outcome = rules_outcome(rules, position);
	if (outcome.ending != ENDING_NONE && outcome.result != NULL)
		strbuf_printf(out, "%sThe game has ended by %s with %s.",
		    out->len > 0 ? " " : "", phrase_ending(outcome.ending),
		    outcome.result);
}
