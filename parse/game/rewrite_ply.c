/* Ternion: plies as they are written: of a replay, or without one. */
#include "parse/game/rewrite_ply.h"
#include "parse/record/format.h"
#include "parse/record/habits.h"

#define MOVE_NUMBER_MAX 99999999

void
ply_put_nags_first(struct arena *arena, struct ply *ply, const uint8_t nag[2])
{
	if (nag[0] == 0 || ply->has_token_nags)
		return;
	ply->has_token_nags = true;
	struct notes *notes = ply_notes(arena, ply);
	struct nag *rest = notes->nags;
	notes->nags = notes->last_nag = NULL;
	for (int i = 0; i < 2 && nag[i] != 0; i++)
		ply_add_nag(arena, ply, nag[i]);
	for (; rest != NULL; rest = rest->next)
		ply_add_nag(arena, ply, rest->number);
}

/* Finds the origin of a move that is not written as its token is. */
static __attribute__((noinline)) void
find_origin(struct turn *turn, const struct position *position)
{
	const struct ply_writing *writing = turn->asks.writing;
	const struct move *move = &turn->move;

	if (move->pair)
		turn->before = *position;
	turn->origin = notation_origin(&writing->in, position, move,
	    turn->is_plain && turn->parsed.move.from.code == 0 ? &turn->rivals
							       : NULL);
}

/* Finds the origin of a move whose token tells some of it, perhaps as written.
 */
static __attribute__((noinline)) void
find_told_origin(struct turn *turn, const struct language *reader,
    const struct position *position)
{
	find_origin(turn, position);
	turn->is_as_written = notation_starts_so(reader->notation->naming,
	    turn->token, turn->parsed.move.from, turn->origin.start);
}

void
turn_find_origin(struct turn *turn, const struct language *reader,
    const struct position *position)
{
	const struct ply_writing *writing = turn->asks.writing;
	const struct parsed_move *parsed = &turn->parsed.move;
	const struct move *move = &turn->move;

	turn->is_named =
	    rules_may_begin(writing->in.rules, position, turn->mover);
	turn->is_as_written = turn->is_plain && reader == writing->same &&
	    !turn->is_named && move->promotion == KIND_NONE &&
	    notation_writes_so(reader->notation, reader->alphabet,
		&reader->rules->variant->colours[turn->mover], turn->token,
		parsed, move->victim != CELL_NONE);
	if (!turn->is_as_written)
		find_origin(turn, position);
	else if (reader->notation->is_short && parsed->from.len > 0)
		find_told_origin(turn, reader, position);
	else
		turn->origin = (struct origin){ (uint8_t)turn->mover,
			position->at[move->from],
			parsed->from.len > 0 ? START_CELL : START_NOTHING };
}

void
write_ply(const struct ply_writing *writing, const struct turn *turn,
    struct ply *ply, struct arena *arena)
{
	const struct notation *notation = writing->in.notation;
	struct strbuf *text = &writing->replayer->text;
	struct marks marks = turn->marks;

	ply_put_nags_first(writing->notes, ply, turn->parsed.move.nag);
	const struct nag *nag = ply->notes != NULL ? ply->notes->nags : NULL;
	if (notation->writes_nags && !writing->nags_apart &&
	    turn->move.type < MOVE_YIELD)
		/* Annotations up to 6 have a sign. */
		marks.nag = nag != NULL && nag->number <= 6 ? nag->number : 0;
	ply->nag_in_text = marks.nag > 0;
	marks.named = turn->is_named;
	strbuf_reset(text);
	notation_write_turn(
	    &(struct move_writer){ &writing->in, &marks, turn->origin },
	    &turn->before, &turn->move, text);
	ply->text.len = text->len;
	ply->text.ptr = arena_bytes(arena, text->ptr, text->len + 1);
}

bool
turn_is_marked_so(const struct turn *turn)
{
	const struct parsed_move *parsed = &turn->parsed.move;

	return strcmp(marks_sign(&turn->marks),
		   parsed->mate        ? "++"
		       : parsed->check ? "+"
				       : "") == 0;
}

/* The next ply, as numbers and the order of turns tell. */
struct ply_count {
	unsigned seat;
	uint32_t number;
};

/* True if a text is one token of a move in PGN: no result, number, comment or
 * parenthesis, and not several words. */
static bool
is_token(struct slice token)
{
	static const char *const calls[] = { "(Y)", "(S)",
		"(Y)=", "(S)=", NULL };
	char plain[RESULT_MAX];
	size_t word = 0, number = 0;
	unsigned habits;

	while (word < token.len && !is_space(token.ptr[word]) &&
	    strchr("{};", token.ptr[word]) == NULL)
		word++;
	while (number < token.len &&
	    (ascii_is_digit(token.ptr[number]) || token.ptr[number] == '.'))
		number++;
	return slice_is_among(token, calls) ||
	    (strchr("()[%$", token.ptr[0]) == NULL && !slice_is(token, "*") &&
		spelling_take_result(token, plain, &habits) < token.len &&
		(number < token.len || slice_is(token, "0000")) &&
		notation_token_len(token, word) == token.len);
}

/* Prepares a line; false, with an error for each, if a move is no token. */
static bool
prepare_line(struct diags *diags, struct line *line, struct ply_count count,
    bool nags_apart)
{
	bool ok = true;

	for (struct ply *ply = line->first; ply != NULL; ply = ply->next) {
		struct slice suffix = marks_annotations(ply->token);
		uint8_t nag[2] = { nags_apart ? (uint8_t)nag_read(suffix) : 0 };

		if (!is_token(ply->token)) {
			diag_add(diags, DIAG_MOVE_SYNTAX, ply->span,
			    "this is not a move in any notation");
			ok = false;
		}
		if (ply->dots >= 1 && ply->dots <= PLAYERS) {
			count.number = ply->number;
			count.seat = ply->dots - 1;
		}
		ply->seat = (uint8_t)count.seat;
		ply->round = count.number;
		ply->text = ply->token;
		ply->text.len -= nag[0] != 0 ? suffix.len : 0;
		ply_put_nags_first(diags->arena, ply, nag);
		for (struct line *v = ply_variations(ply); v; v = v->next)
			ok &= prepare_line(diags, v, count, nags_apart);
		count.seat = (count.seat + 1) % PLAYERS;
		count.number += count.seat == 0;
	}
	return ok;
}

/* The first ply: a position has the player to move in its second field and the
 * move number in its seventh. */
static struct ply_count
first_count(const struct variant *variant, struct slice position)
{
	struct ply_count count = { 0, 1 };
	struct slice field[7];
	unsigned long number;

	if (position.len == 0)
		return count;
	for (unsigned i = 0; i < 7; i++)
		field[i] = slice_take(&position, ' ');
	if (field[1].len > 0 &&
	    variant_player(variant, field[1].ptr[0]) < PLAYERS)
		count.seat = variant_player(variant, field[1].ptr[0]);
	if (slice_number(field[6], MOVE_NUMBER_MAX, &number))
		count.number = (uint32_t)number;
	return count;
}

static const char *
tag_or(const struct record *record, struct arena *arena, const char *name,
    const char *other)
{
	const struct tag *tag = record_known_tag(record, name);

	return tag != NULL ? arena_copy(arena, tag->value) : other;
}

bool
prepare_unreplayed(struct record *record, const struct replay_options *options,
    struct diags *diags, bool nags_apart, struct writing *writing)
{
	struct arena *arena = diags->arena;
	const struct tag *variant = record_known_tag(record, "Variant");
	const struct tag *position = record_known_tag(record, "Position");
	const struct tag *result = record_known_tag(record, "Result");

	memset(writing, 0, sizeof(*writing));
	habits_report(record, diags, true);
	writing->variant = variant != NULL
	    ? variant_find(variant->value.ptr, variant->value.len)
	    : options->variant;
	if (record->broken)
		return false;
	if (writing->variant == NULL) {
		if (variant != NULL)
			diag_add(diags, DIAG_VARIANT_UNKNOWN, variant->span,
			    "unknown variant '%.*s'", SLICE(variant->value));
		else
			diag_add(diags, DIAG_VARIANT_MISSING, record->span,
			    "the record does not say which game it is: add a "
			    "Variant tag, or use -v");
		return false;
	}
	writing->notation = tag_or(record, arena, "Notation",
	    options->input != NULL
		? options->input->id
		: dialect_of(writing->variant)->notation->id);
	writing->letters = tag_or(record, arena, "Letters", NULL);
	if (position != NULL)
		writing->position = position->value;
	writing->result = record->result;
	if (record->result.len == 0)
		writing->result =
		    result != NULL ? result->value : slice_of("*");
	return prepare_line(diags, &record->line,
	    first_count(writing->variant, writing->position), nags_apart);
}
