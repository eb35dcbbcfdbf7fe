/* Ternion: why a text is no legal move. */
#include <assert.h>

#include "parse/notation/own.h"
#include "parse/resolve/phrase.h"
#include "parse/resolve/resolution.h"
#include "parse/resolve/suggest.h"
#include "parse/text/signs.h"

/* Where there is no room for a diagnostic it is only counted, without words. */
static bool
is_only_counted(struct resolution *resolution, enum diag_id id)
{
	bool is_full = diags_full(resolution->diags);

	if (is_full)
		resolution_add(resolution, id, "%s", "");
	return is_full;
}

bool
refuse_foreign(struct resolution *resolution, bool is_pair)
{
	const struct variant *variant = resolution->reader->rules->variant;
	const struct parsed_move *parsed = resolution->parsed;
	unsigned type = parsed->type;
	const char *missing = NULL;

	if (type != MOVE_UNSTATED && !(variant->actions >> type & 1)) {
		resolution_add(resolution, DIAG_MOVE_NOT_IN_GAME,
		    "%s has no move of the kind '%s'", variant->title,
		    move_type_name((enum move_type)type));
		return false;
	}
	if (is_pair && !variant->pairs)
		missing = "second move in a turn";
	else if (parsed->promoted && !dialect_of(variant)->promotes)
		missing = "promoted pieces";
	else if ((parsed->calls & ~variant->calls) != 0)
		missing = "such calls";
	if (missing != NULL)
		resolution_add(resolution, DIAG_MOVE_NOT_IN_GAME,
		    "%s has no %s", variant->title, missing);
	return missing == NULL;
}

bool
refuse_other_player(struct resolution *resolution)
{
	const struct rules *rules = resolution->reader->rules;
	const struct variant *variant = rules->variant;
	char letter = resolution->parsed->player;
	unsigned player = variant_player(variant, letter);
	struct span span = { (uint32_t)resolution->at, 1 };
	SCRATCH turn = STRBUF_INIT;

	if (letter == 0 || player == resolution->position->to_move)
		return true;
	if (is_only_counted(resolution, DIAG_WRONG_TURN))
		return false;
	phrase_turn(rules, resolution->position, &turn);
	if (player == PLAYER_NONE)
		diag_add(resolution->diags, DIAG_WRONG_TURN, span,
		    "no player of %s has the letter %c; it is %s",
		    variant->title, letter, turn.ptr);
	else
		diag_add(resolution->diags, DIAG_WRONG_TURN, span,
		    "it is %s, not %s's", turn.ptr, variant->players[player]);
	return false;
}

void
refuse_ambiguous(struct resolution *resolution)
{
	unsigned shown = resolution->found < CANDIDATES_MAX
	    ? resolution->found
	    : (unsigned)CANDIDATES_MAX;
	struct span whole = resolution_whole(resolution);
	SCRATCH words = STRBUF_INIT, text = STRBUF_INIT;
	struct fix *near = NULL;

	if (is_only_counted(resolution, DIAG_MOVE_AMBIGUOUS))
		return;
	strbuf_puts(&words, "more than one legal move matches: ");
	for (unsigned i = 0; i < shown; i++) {
		strbuf_reset(&text);
		suggest_write(resolution->reader, resolution->position,
		    &resolution->candidate[i], &text);
		strbuf_printf(
		    &words, "%s%s", before_item(i, shown, " or "), text.ptr);
		diag_near(
		    resolution->diags, &near, whole, strbuf_as_slice(&text));
	}
	diag_add_near(resolution->diags, DIAG_MOVE_AMBIGUOUS, whole, words.ptr,
	    near, NULL);
}

/* True, and reported, if the move would fit another player's turn: then the
 * likeliest fault is the order of play. */
static bool
report_other_turn(struct resolution *resolution)
{
	const struct rules *rules = resolution->reader->rules;
	const struct variant *variant = rules->variant;
	const struct position *position = resolution->position;
	SCRATCH words = STRBUF_INIT;

	for (unsigned i = 1; i < PLAYERS; i++) {
		struct position other = *position;
		struct resolution again = *resolution;
		unsigned player = (position->to_move + i) % PLAYERS;

		position_turn(&other, player);
		again.position = &other;
		if (!resolution_is_piece_move(resolution->parsed->type) ||
		    other.out >> player & 1)
			continue;
		candidates_find(&again);
		if (again.found == 0 || !again.fits_type)
			continue;
		phrase_turn(rules, position, &words);
		strbuf_printf(&words, "; the move would be legal for %s",
		    variant->players[player]);
		if (rules_may_begin(rules, position, player))
			strbuf_printf(&words, " if %c: is written before it",
			    ascii_upper(variant->colours[player]));
		resolution_add(
		    resolution, DIAG_WRONG_TURN, "it is %s", words.ptr);
		return true;
	}
	return false;
}

bool
refuse_misprint(const struct resolution *resolution, struct slice name,
    struct strbuf *words)
{
	const struct language *reader = resolution->reader;
	const struct rules *rules = reader->rules;
	const struct position *position = resolution->position;
	const struct misprint *m = misprints;
	unsigned me = position->to_move;
	struct move move;

	if (reader->alphabet == NULL ||
	    (resolution->parsed->piece != 'K' &&
		resolution->attempt.from != position->king[me]))
		return false;
	while (m->cell != NULL &&
	    (m->game != rules->variant->number || m->seat != me ||
		!slice_is_nocase(name, m->cell) ||
		!(position->rights[me] >> m->side & 1)))
		m++;
	if (m->cell == NULL)
		return false;
	move = (struct move){ .type = MOVE_CASTLE,
		.from = rules->seat[me].side[m->side].king_from,
		.to = rules->seat[me].side[m->side].king_to,
		.victim = CELL_NONE,
		.side = (uint8_t)m->side };
	strbuf_puts(words, "; if the king castles, write ");
	notation_write(reader, position, &move, &no_marks, words);
	return true;
}

void
refuse_illegal(struct resolution *resolution)
{
	const struct language *reader = resolution->reader;
	const struct position *position = resolution->position;
	struct move_query *attempt = &resolution->attempt, written = *attempt;
	const struct seat *seat = &reader->rules->seat[position->to_move];
	cell king = position->king[position->to_move];
	SCRATCH words = STRBUF_INIT;
	char name[CELL_NAME_MAX];

	if (is_only_counted(resolution, DIAG_MOVE_GEOMETRY))
		return;
	/* Castling is explained as such: siege's 00 without a side by the first
	 * side, and a king's move by the side that ends there. */
	if (resolution->parsed->castle == PARSED_CASTLE_LETTER &&
	    resolution->parsed->castle_letter == 0)
		attempt->side = 0;
	for (unsigned s = 0; s < reader->rules->sides &&
	     resolution_is_piece_move(written.type) &&
	     (attempt->kind == KING || attempt->from == king);
	     s++) {
		const struct castling *side = &seat->side[s];

		if (king == side->king_from && attempt->to == side->king_to &&
		    !side->is_step) {
			attempt->type = MOVE_CASTLE;
			attempt->side = s;
		}
	}
	struct verdict verdict =
	    rules_explain(reader->rules, position, attempt);
	/* It would be castling, were it not written as another piece's. */
	if (verdict.why == ILLEGAL_NOT) {
		*attempt = written;
		verdict = rules_explain(reader->rules, position, &written);
	}
	if ((verdict.why == ILLEGAL_NO_PIECE ||
		verdict.why == ILLEGAL_GEOMETRY ||
		verdict.why == ILLEGAL_NOT_YOURS) &&
	    report_other_turn(resolution))
		return;
	assert(verdict.why != ILLEGAL_NOT);
	enum diag_id id =
	    phrase_verdict(reader, position, attempt, &verdict, &words);
	if (attempt->type != MOVE_CASTLE && attempt->to != CELL_NONE) {
		coords_name(&reader->rules->board, NAMING_ALGEBRAIC, 0,
		    attempt->to, name);
		if (refuse_misprint(resolution, slice_of(name), &words))
			position = NULL;
	}
	suggest_and_add(
	    resolution, position, id, (struct part){ .len = 0 }, &words);
}

void
resolve_syntax(const struct language *reader, const struct position *position,
    struct slice token, size_t at, struct diags *diags)
{
	const struct resolution resolution = {
		.reader = reader, .token = token, .at = at, .diags = diags
	};
	SCRATCH words = STRBUF_INIT;

	strbuf_puts(&words, "'");
	signs_show(
	    &words, slice_sub(token, 0, token.len < 40 ? token.len : 40));
	strbuf_printf(
	    &words, "' is not a move in %s notation", reader->notation->id);
	if (reader->notation->own != NULL &&
	    own_gives_up(reader->notation->own, token))
		strbuf_puts(&words,
		    "; one of its patterns takes too many steps for it");
	suggest_and_add(&resolution, position, DIAG_MOVE_SYNTAX,
	    (struct part){ .len = 0 }, &words);
}

void
refuse_verdict(struct resolution *resolution, const struct verdict *verdict)
{
	SCRATCH words = STRBUF_INIT;

	if (is_only_counted(resolution, DIAG_MOVE_GEOMETRY))
		return;
	enum diag_id id = phrase_verdict(resolution->reader,
	    resolution->position, &resolution->attempt, verdict, &words);
	resolution_add(resolution, id, "%s", words.ptr);
}
