/* Ternion: plies that cannot be played as they are written, but otherwise. */
#include "parse/judge/judge.h"
#include "parse/record/habits.h"

/* True if a text is only dashes, or dots. */
static bool
is_dash(struct slice token)
{
	char plain[SPELLING_MAX];
	unsigned kinds;
	size_t len = token.len <= 16 ? signs_plain(token, plain, &kinds) : 0;

	for (size_t i = 0; i < len; i++)
		if (strchr("-.", plain[i]) == NULL)
			return false;
	return len > 0;
}

/* Takes a ply out of its line; returns the one after it, or NULL if the ply has
 * notes, or is the last. */
static struct ply *
leave_out(struct record *record, struct line *line, struct ply *ply)
{
	struct ply *next = ply->next;
	struct span span = ply->span;

	if (ply->notes != NULL || next == NULL)
		return NULL;
	habits_note_signs(
	    record, 1u << HABIT_PASS, ply->span, ply->token, NULL);
	if (record->is_movetext) {
		/* With the blank after it. */
		span.len += record->text.ptr[span.start + span.len] == ' ';
		habits_edit(record, span, "");
	}
	if (next->number_span.len == 0) {
		next->number_span = ply->number_span;
		next->number = ply->number;
		next->dots = ply->dots;
	}
	LIST_REMOVE(line->first, line->last, ply);
	next->prev = ply->prev;
	line->plies--;
	return next;
}

/* True if the text is a legal move. */
static bool
is_legal(const struct reader_context *reader, const struct position *before,
    struct slice text)
{
	struct position position = *before;
	struct turn turn;

	return turn_find(&turn, reader, &position, text);
}

/* True if a token that would be no legal move in the spelling of its notation
 * is one in another notation: the rest of the line may be written in that. */
static bool
is_foreign(const struct record_context *context, struct slice token,
    const struct position *before)
{
	struct reader_context reader = context->reader;
	const struct own_notation *defined = context->options->notations;
	const struct notation *next = NULL;
	struct spelling spelling;

	if (token.len > TOKEN_MAX ||
	    !spelling_read(
		reader.notation, reader.alphabet, token, &spelling) ||
	    is_legal(&reader, before, spelling_text(&spelling)))
		return false;
	while ((next = notation_next(defined, next)) != NULL) {
		reader.notation = notation_of(next, reader.rules->variant);
		if (reader.notation != NULL && is_legal(&reader, before, token))
			return true;
	}
	return false;
}

static bool
stop_at_first(void *context, const struct move *move)
{
	(void)context;
	(void)move;
	return false;
}

/* True if the capital letter that begins the token is there because the token
 * begins a line: no piece of that letter can have moved, and no other token has
 * it elsewhere. After a move number a piece's letter is meant as such. */
static bool
is_capital_of_line(const struct record_context *context,
    const struct line *line, const struct ply *ply,
    const struct position *before)
{
	const struct reader_context *reader = &context->reader;
	char letter = ply->token.ptr[0];
	struct move_query query = { .from = CELL_NONE, .to = CELL_NONE };

	if (letter < 'A' || letter > 'Z' || !reader->notation->has_letters ||
	    !ply_begins_line(context->record, ply))
		return false;
	for (const struct ply *p = line->first; p != NULL; p = p->next)
		if (p->token.ptr[0] == letter && p != ply && !p->is_respelled &&
		    !ply_begins_line(context->record, p))
			return false;
	char english = reader->alphabet->read[(unsigned char)letter];
	query.kind = (enum kind)reader->rules->kind_of[(unsigned char)english];
	if (english == 0 || query.kind == KIND_NONE)
		return true;
	return context->record->is_movetext && ply->number_span.len == 0 &&
	    rules_moves(reader->rules, before, &query, stop_at_first, NULL);
}

/* How the letters of the record's moves are written. Moves of pawns alone are
 * in small letters anyway, so two kinds of pieces must seem to move. */
static enum letter_case
find_letter_case(const struct record *record, const struct alphabet *alphabet)
{
	unsigned small = 0, capital = 0, moves = 0, pieces = 0;

	for (const struct ply *p = record->line.first; p != NULL; p = p->next) {
		char first = ascii_upper(p->token.ptr[0]);

		for (size_t i = 0; i < p->token.len; i++) {
			char c = p->token.ptr[i];

			small += c >= 'a' && c <= 'z' && c != 'x';
			capital += c >= 'A' && c <= 'Z' && c != 'O';
		}
		if (first >= 'A' && first <= 'Z' &&
		    alphabet->read[(unsigned char)first] != 0) {
			moves++;
			pieces |= 1u << (first - 'A');
		}
	}
	if (small == 0)
		return CASE_CAPITAL;
	return capital == 0 && moves > 2 && (pieces & (pieces - 1)) != 0
	    ? CASE_SMALL
	    : CASE_USUAL;
}

/* Spells a token with letters of the other case, if that is one legal move: bc4
 * can be another one, of a bishop. One that is written as it has to be comes
 * before those that are not. */
static bool
spell_case(const struct record_context *context, struct slice token,
    const struct position *before, struct spelling *spelling)
{
	const struct reader_context *reader = &context->reader;
	struct turn found = { .is_read = false }, turn;
	/* The letter of a player who moves out of turn is a capital one. */
	size_t call = token.ptr[1] == ':' ? 1 : 0, first = call;
	size_t last = token.len - 1;

	while (first + 1 < token.len && !ascii_is_letter(token.ptr[first]))
		first++;
	while (last > 0 && !ascii_is_letter(token.ptr[last]))
		last--;
	/* Small letters but for the first one, or the last one, or all. */
	for (unsigned way = 0; way < 5; way++) {
		struct spelling way_spelled = { .len = 0 };
		struct position position = *before;
		struct parsed_turn parsed;
		char text[TOKEN_MAX];
		struct slice other = { text, token.len };

		for (size_t i = 0; i < token.len; i++)
			text[i] = way == 4 || i < call ||
				(i == first && (way & 1) != 0) ||
				(i == last && (way & 2) != 0)
			    ? ascii_upper(token.ptr[i])
			    : ascii_lower(token.ptr[i]);
		if (!spelling_reads(reader->notation, reader->alphabet, &other,
			&way_spelled, &parsed) ||
		    !turn_find(&turn, reader, &position, other) ||
		    (found.is_read && turn.remarks != 0))
			continue;
		if (found.is_read && found.remarks == 0 &&
		    !move_equal(&turn.move, &found.move))
			return false;
		found = turn;
		spelling->habits = way_spelled.habits | 1u << HABIT_CASE;
		spelling->nag = way_spelled.nag;
		spelling->len = other.len;
		memcpy(spelling->text, other.ptr, other.len);
	}
	return found.is_read;
}

/* Finds another spelling of a token that is no legal move: B:d4 can be a
 * capture by a bishop, and a capital letter that begins a line a small one; in
 * coordinates a - that was missing can be an x. A record with letters of one
 * case is read in the other. */
static bool
find_legal(const struct record_context *context, const struct line *line,
    const struct ply *ply, const struct position *before,
    struct spelling *spelling)
{
	const struct reader_context *reader = &context->reader;
	struct record *record = context->record;
	struct slice token = ply->token;
	struct parsed_turn parsed;

	if (token.len < 2 || token.len > TOKEN_MAX)
		return false;
	*spelling = (struct spelling){ .len = token.len };
	memcpy(spelling->text, token.ptr, token.len);
	if (token.ptr[1] == ':' && !ply->is_respelled) {
		spelling->text[1] = 'x';
		spelling->habits = 1u << HABIT_CAPTURE;
		if (is_legal(reader, before, spelling_text(spelling)))
			return true;
		spelling->text[1] = ':';
		spelling->habits = 0;
	}
	if (ply->is_respelled && spelling_as_capture(token, spelling) &&
	    is_legal(reader, before, spelling_text(spelling)))
		return true;
	if (record->letter_case == CASE_UNKNOWN)
		record->letter_case =
		    find_letter_case(record, reader->alphabet);
	if (record->letter_case != CASE_USUAL)
		return spell_case(context, token, before, spelling);
	if (!is_capital_of_line(context, line, ply, before))
		return false;
	spelling->text[0] = ascii_lower(token.ptr[0]);
	token = arena_slice(context->diags->arena, spelling_text(spelling));
	if (!notation_read(
		reader->notation, reader->alphabet, token, &parsed) &&
	    !spelling_read(reader->notation, reader->alphabet, token, spelling))
		return false;
	spelling->habits |= 1u << HABIT_CAPITAL;
	return is_legal(reader, before, spelling_text(spelling));
}

bool
respell_legal(const struct record_context *context, const struct line *line,
    struct ply *ply, const struct position *before)
{
	struct spelling spelling;

	if (!find_legal(context, line, ply, before, &spelling))
		return false;
	ply_respell(context->record, ply, &spelling);
	return true;
}

struct ply *
respell(const struct record_context *context, struct line *line,
    struct ply *fault, const struct position *before)
{
	struct record *record = context->record;
	const struct reader_context *reader = &context->reader;
	struct slice written = fault->token;

	if (before->out != 0 && is_dash(written))
		return leave_out(record, line, fault);
	if (is_foreign(context, written, before))
		return NULL;
	if (line->spelled != reader->notation)
		plies_spell(record, fault, reader->notation, reader->alphabet);
	line->spelled = reader->notation;
	if (!slice_equal(written, fault->token))
		return fault;
	return respell_legal(context, line, fault, before) ? fault : NULL;
}
