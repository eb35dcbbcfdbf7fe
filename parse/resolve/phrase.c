/* Ternion: verdicts, moves and positions in words. */
#include <assert.h>

#include "parse/resolve/phrase.h"

struct speech {
	const struct reader_context *reader;
	const struct position *position;
	const struct attempt *attempt;
	const struct verdict *verdict;
	struct strbuf *out;
};

void
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

/* The conditions of Bn Em's order of play, by their numbers. */
static const char *const bnem_conditions[] = {
	"",
	"condition 1: the other player cannot move",
	"condition 2: after a pass the other had the turn before it",
	"condition 3: his king was captured, and he can capture one",
	"condition 4: the other's king was captured, and he can capture none",
	"condition 5: his king is threatened",
	"condition 6: the last six turns were the others'",
	"condition 7: he threatens the king of the player before",
	"condition 8: one of his pieces was captured",
	"condition 9: the last two turns were the others'",
	NULL,
};

/* Of the other games. */
static const char *const no_conditions[] = { "", NULL };

/* Games in which it depends on the position whose turn it is. */
static const struct {
	const struct variant *variant;
	const char *const *conditions;
} orders[] = {
	{ &variant_bnem, bnem_conditions },
};

const char *const *
phrase_conditions(const struct variant *variant)
{
	for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++)
		if (orders[i].variant == variant)
			return orders[i].conditions;
	return no_conditions;
}

const char *
phrase_condition(const struct variant *variant, const struct position *position)
{
	const char *const *conditions = phrase_conditions(variant);

	return conditions == no_conditions ? ""
					   : conditions[position->bnem.rule];
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
	const struct attempt *attempt = speech->attempt;
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

/*
 * Appends a text in which a percent sign and a letter stand for
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

struct phrase {
	enum diag_id id;
	const char *text;
};

static const struct phrase phrases[ILLEGALS] = {
	[ILLEGAL_GAME_OVER] = { DIAG_MOVE_AFTER_END, "the game is over" },
	[ILLEGAL_NO_PIECE] = { DIAG_MOVE_NO_PIECE,
	    "%m has no %k that fits this move" },
	[ILLEGAL_EMPTY] = { DIAG_MOVE_EMPTY_CELL, "%F is empty" },
	[ILLEGAL_NOT_YOURS] = { DIAG_WRONG_TURN, "%A is on %F, but it is %r" },
	[ILLEGAL_OTHER_KIND] = { DIAG_MOVE_OTHER_PIECE,
	    "the piece on %F is %A, not a %k" },
	[ILLEGAL_GEOMETRY] = { DIAG_MOVE_GEOMETRY,
	    "%P on %F cannot move to %t: a %f does not move that way" },
	[ILLEGAL_PAWN_DOUBLE] = { DIAG_PAWN_DOUBLE_STEP,
	    "%P on %F cannot move two steps to %t: a pawn does so only from "
	    "its owner's %d row" },
	[ILLEGAL_PAWN_INHERITED] = { DIAG_PAWN_DOUBLE_STEP,
	    "%P on %F cannot move two steps to %t: it was inherited" },
	[ILLEGAL_PAWN_MOVED] = { DIAG_PAWN_DOUBLE_STEP,
	    "%P on %F cannot move two steps to %t: it has moved before" },
	[ILLEGAL_PAWN_NO_TARGET] = { DIAG_PAWN_CAPTURES_NOTHING,
	    "%P on %F cannot move to %t: a pawn goes there only to capture, "
	    "and there is nothing to capture" },
	[ILLEGAL_PAWN_STUCK] = { DIAG_PAWN_STUCK,
	    "%P on %F cannot move to %t: it was inherited, and its bridge "
	    "leads back to where it came from, so it can only capture" },
	[ILLEGAL_PAWN_BLOCKED] = { DIAG_PAWN_BLOCKED,
	    "%P on %F cannot move to %t: %A is on %a" },
	[ILLEGAL_BLOCKED] = { DIAG_MOVE_BLOCKED,
	    "%P on %F cannot move to %t: %A on %a is in the way" },
	[ILLEGAL_FLANK] = { DIAG_MOVE_FLANK,
	    "%P on %F cannot move to %t: it would pass between %a and %b, "
	    "which are both occupied (flank rule)" },
	[ILLEGAL_OWN_PIECE] = { DIAG_MOVE_OWN_PIECE,
	    "%P on %F cannot move to %t: %T is there" },
	[ILLEGAL_KING_CAPTURE] = { DIAG_MOVE_KING_CAPTURE,
	    "%P on %F cannot take %A on %a: kings are never captured in this "
	    "game" },
	[ILLEGAL_KING_BY_KING] = { DIAG_KING_BY_KING,
	    "%P on %F cannot take %A on %a: a king never takes a king" },
	[ILLEGAL_UNDECLARED] = { DIAG_KING_UNDECLARED,
	    "%P on %F cannot take %A on %a: %m declared no check against %w in "
	    "the previous turn" },
	[ILLEGAL_DEAD] = { DIAG_MOVE_DEAD_PIECE,
	    "%P on %F cannot take %A on %a: only a king that dead pieces wall "
	    "in takes them" },
	[ILLEGAL_FORTIFIED] = { DIAG_MOVE_FORTIFIED,
	    "%P on %F cannot take %A on %a: %w is fortified and may not "
	    "capture" },
	[ILLEGAL_FORTRESS] = { DIAG_MOVE_FORTRESS,
	    "%A on %a cannot be taken: %w is fortified" },
	[ILLEGAL_NOT_PASSED] = { DIAG_EN_PASSANT_NONE,
	    "%P on %F cannot take en passant on %t: no pawn has just passed "
	    "over it" },
	[ILLEGAL_LEAVES_CHECK] = { DIAG_MOVE_LEAVES_CHECK,
	    "%m's king on %a would still be attacked by %B on %b" },
	[ILLEGAL_INTO_CHECK] = { DIAG_MOVE_INTO_CHECK,
	    "%m's king cannot move to %a: %B on %b attacks it" },
	[ILLEGAL_OPENS_CHECK] = { DIAG_MOVE_OPENS_CHECK,
	    "%P on %F cannot move to %t: it shields its king on %a from %B on "
	    "%b" },
	[ILLEGAL_PROMOTION_MISSING] = { DIAG_PROMOTION_MISSING,
	    "the pawn is promoted on %t, but the move does not say to which "
	    "piece" },
	[ILLEGAL_PROMOTION_HERE] = { DIAG_PROMOTION_IMPOSSIBLE,
	    "%P on %F is not promoted on %t" },
	[ILLEGAL_PROMOTION_KIND] = { DIAG_PROMOTION_KIND,
	    "a pawn cannot be promoted to a %p" },
	[ILLEGAL_PROMOTION_LOST] = { DIAG_PROMOTION_NOT_LOST,
	    "a piece is promoted only to one that was lost, and %m has lost no "
	    "%p" },
	[ILLEGAL_PASS] = { DIAG_PASS_WITH_MOVES,
	    "%m cannot pass: a player passes only without a legal move" },
	[ILLEGAL_CALL_UNPLAYED] = { DIAG_CALL_UNPLAYED,
	    "the options Siege and SiegeCalls exclude this siege move" },
	[ILLEGAL_NOT_SIEGED] = { DIAG_NOT_SIEGED,
	    "%w cannot make a siege move: %v is sieged" },
	[ILLEGAL_CALL_USED] = { DIAG_CALL_USED,
	    "%w has made this siege move as often as a game allows" },
	[ILLEGAL_CALL_FORTIFIED] = { DIAG_CALL_FORTIFIED,
	    "%w is fortified and cannot make another siege move" },
	[ILLEGAL_TRAITOR_PIECE] = { DIAG_TRAITOR_PIECE,
	    "%A on %a cannot be a traitor: a traitor is a piece of an opponent "
	    "still in play, and not a king" },
	[ILLEGAL_TRAITOR_LOST] = { DIAG_TRAITOR_NOT_LOST,
	    "%A on %a cannot be a traitor: %w has lost no such piece to put in "
	    "its place" },
	[ILLEGAL_TRAITOR_SAME] = { DIAG_TRAITOR_SAME,
	    "%A on %a cannot be the second traitor: it must belong to the "
	    "other opponent" },
	[ILLEGAL_TRAITOR_FREED] = { DIAG_TRAITOR_FREED,
	    "after the first traitor %w is no longer sieged, so there is no "
	    "second" },
	[ILLEGAL_FIELD_LEVEL] = { DIAG_FIELD_LEVEL,
	    "%A on %a cannot be promoted to a %p on the field: it rises to the "
	    "next level only" },
	[ILLEGAL_FIELD_PARTNER] = { DIAG_FIELD_PARTNER,
	    "%A on %a can be promoted only while the other piece of its level "
	    "is on the board" },
	[ILLEGAL_BISHOP_COLOUR] = { DIAG_BISHOP_COLOUR,
	    "a bishop cannot be put on %F: %w's bishop on %a is on the same "
	    "colour" },
	[ILLEGAL_POPE_COLOUR] = { DIAG_POPE_COLOUR,
	    "a pope cannot be put on %F: the pope on %a is on the same "
	    "colour" },
	[ILLEGAL_TOUCH_NOTHING] = { DIAG_TOUCH_NOTHING,
	    "the touch of death answers a capture, but this move takes no "
	    "living piece" },
	[ILLEGAL_TOUCH_KING] = { DIAG_TOUCH_KING,
	    "the touch of death does not work against a capturing king" },
	[ILLEGAL_CALLS_CLASH] = { DIAG_CALLS_CLASH,
	    "%m cannot yield and call a stalemate in one turn" },
	[ILLEGAL_OTHER_FORM] = { DIAG_MOVE_OTHER_PIECE,
	    "the piece on %F is %A: write + before the letter of a promoted "
	    "piece, and of no other" },
	[ILLEGAL_DRAUGHT_MOVED] = { DIAG_DRAUGHT_MOVED,
	    "%P on %F cannot leap to %t: it has moved before, so it leaps only "
	    "to capture" },
	[ILLEGAL_ROSE_START] = { DIAG_ROSE_START,
	    "%P on %F cannot move to %t: all its neighbours in the other "
	    "directions, straight or diagonal, are occupied" },
	[ILLEGAL_LEAP] = { DIAG_LEAP_IMPOSSIBLE,
	    "%P cannot leap from %a to %b: it leaps an enemy piece next to it "
	    "on a diagonal, each once, to the empty cell beyond" },
	[ILLEGAL_DARK] = { DIAG_ILLUMINATION,
	    "%m's king on %a cannot illuminate: it is not promoted" },
	[ILLEGAL_NO_LIGHT] = { DIAG_ILLUMINATION,
	    "%m's king on %a cannot illuminate: it threatens no unprotected "
	    "piece" },
	[ILLEGAL_DROP_UNPLAYED] = { DIAG_DROPS_UNPLAYED,
	    "this game has no drops" },
	[ILLEGAL_DROP_HAND] = { DIAG_DROP_HAND, "%w has no %p in hand" },
	[ILLEGAL_DROP_OCCUPIED] = { DIAG_DROP_CELL,
	    "%m cannot drop a piece on %a: %A is there" },
	[ILLEGAL_DROP_ZONE] = { DIAG_DROP_CELL,
	    "%m cannot drop a piece on %a: it is in %m's promotion zone" },
	[ILLEGAL_DROP_HOME] = { DIAG_DROP_CELL,
	    "%m cannot drop a piece on %a: it is %m's home square" },
	[ILLEGAL_DROP_CHECK] = { DIAG_DROP_CHECK,
	    "%m cannot drop a %p on %a: it would attack a king" },
	[ILLEGAL_PAIR_UNPLAYED] = { DIAG_CUBE_TURN,
	    "this game has no cubes, so a turn has one move" },
	[ILLEGAL_PAIR_CUBE] = { DIAG_CUBE_TURN,
	    "%w has no cube to give for a second move" },
	[ILLEGAL_PAIR_CHECK] = { DIAG_CUBE_TURN,
	    "%w cannot give the cube: the king on %a is threatened" },
	[ILLEGAL_PAIR_PART] = { DIAG_CUBE_TURN,
	    "a pass or a forfeit cannot be one of the two moves for a cube" },
	[ILLEGAL_PAIR_KING] = { DIAG_CUBE_TURN,
	    "neither of the two moves for a cube may take a king" },
	[ILLEGAL_PAIR_SAME] = { DIAG_CUBE_TURN,
	    "the two moves for a cube need different pieces, and %A on %a made "
	    "the first" },
	[ILLEGAL_KING_HUNT] = { DIAG_KING_HUNT,
	    "a king has been captured, so only kings may be captured now" },
	[ILLEGAL_KO] = { DIAG_KO, "the move brings back an earlier position" },
	[ILLEGAL_CASTLING_SIDE] = { DIAG_CASTLING_UNKNOWN,
	    "this game has no such castling" },
	[ILLEGAL_CASTLING_RIGHTS] = { DIAG_CASTLING_RIGHTS,
	    "%m cannot castle on that side: the king or the %c of %b has "
	    "moved, or the %c was captured" },
	[ILLEGAL_CASTLING_BLOCKED] = { DIAG_CASTLING_BLOCKED,
	    "%m cannot castle: %A is on %a" },
	[ILLEGAL_CASTLING_CHECK] = { DIAG_CASTLING_CHECK,
	    "%m cannot castle: the king on %a is attacked by %B on %b" },
	[ILLEGAL_CASTLING_ATTACKED] = { DIAG_CASTLING_ATTACKED,
	    "%m cannot castle: %a is attacked by %B on %b" },
};

enum diag_id
phrase_verdict(const struct reader_context *reader,
    const struct position *position, const struct attempt *attempt,
    const struct verdict *verdict, struct strbuf *out)
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
put_half(const struct reader_context *reader, const struct position *position,
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
	const struct attempt attempt = { .to = move->to,
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

/* Appends `words` and the players, as "gives check to Gray and Black"; nothing
 * if there are none. */
static void
put_player_list(const struct variant *variant, unsigned players,
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
phrase_move(const struct reader_context *reader,
    const struct position *position, const struct move *move,
    struct strbuf *out)
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
		    second =
			notation_halves(rules, position, move, &first, half);

		put_half(reader, &half[0], &first, out);
		strbuf_puts(out, ", and then ");
		put_half(reader, &half[1], &second, out);
	} else {
		put_half(reader, position, move, out);
	}
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
		if (move->calls & calls[i].call)
			strbuf_printf(out, "; %s", calls[i].words);
	put_player_list(rules->variant, marks.attacked & ~marks.mated,
	    ", with check to ", out);
	put_player_list(rules->variant, marks.mated, ", which mates ", out);
}

void
phrase_position(const struct rules *rules, const struct position *position,
    struct strbuf *out)
{
	const struct variant *variant = rules->variant;
	struct outcome outcome;

	for (unsigned p = 0; p < PLAYERS; p++) {
		if (position->checks[p] == 0)
			continue;
		strbuf_printf(out, "%s%s's king is attacked by ",
		    out->len > 0 ? " " : "", variant->players[p]);
		put_player_list(variant, position->checks[p], "", out);
		strbuf_char(out, '.');
	}
	rules_outcome(rules, position, &outcome);
	if (outcome.ending != ENDING_NONE && outcome.result != NULL)
		strbuf_printf(out, "%sThe game has ended by %s with %s.",
		    out->len > 0 ? " " : "", phrase_ending(outcome.ending),
		    outcome.result);
}
