/* Ternion: plies that cannot be played as they are written, but otherwise. */
#include "parse/judge/judge.h"
#include "parse/record/habits.h"

enum {
	PARTS_MAX = 40,   /* moves in one word */
	MOVE_MAX = 24,    /* bytes of one of them */
	TRIES_MAX = 2000, /* to part a word into moves */
};

/* Ways to write a token in the other case; bits but for the last. */
enum {
	FIRST_CAPITAL = 1,
	LAST_CAPITAL = 2,
	ALL_CAPITALS = 4,
};

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

/* Takes a ply, if it has no notes, out of its line; the next one or NULL. */
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

static bool
is_legal(const struct language *reader, const struct position *before,
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
	struct language reader = context->reader;
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

/* True if the capital letter that begins the token is there because the token
 * begins a line: no piece of that letter can have moved, and no other token has
 * it elsewhere. After a move number a piece's letter is meant as such. */
static bool
is_capital_of_line(const struct record_context *context,
    const struct line *line, const struct ply *ply,
    const struct position *before)
{
	const struct language *reader = &context->reader;
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
	    !rules_has_move(reader->rules, before, &query);
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

/* Writes a token in another case: in small letters but for the first one, the
 * last one or both, or in capital ones alone. */
static void
change_case(struct slice token, unsigned way, char *text)
{
	/* The letter of a player who moves out of turn is a capital one. */
	size_t call = token.ptr[1] == ':' ? 1 : 0, first = call;
	size_t last = token.len - 1;

	while (first + 1 < token.len && !ascii_is_letter(token.ptr[first]))
		first++;
	while (last > 0 && !ascii_is_letter(token.ptr[last]))
		last--;
	for (size_t i = 0; i < token.len; i++)
		text[i] = way == ALL_CAPITALS || i < call ||
			(i == first && (way & FIRST_CAPITAL) != 0) ||
			(i == last && (way & LAST_CAPITAL) != 0)
		    ? ascii_upper(token.ptr[i])
		    : ascii_lower(token.ptr[i]);
}

/* Spells a token with letters of the other case, if that is one legal move: bc4
 * can be another one, of a bishop. One that is written as it has to be comes
 * before those that are not. */
static bool
spell_in_case(const struct language *reader, struct slice token,
    const struct position *before, struct spelling *spelling)
{
	struct turn found = { .is_read = false }, turn;

	for (unsigned way = 0; way <= ALL_CAPITALS; way++) {
		struct spelling way_spelled = { .len = 0 };
		struct position position = *before;
		struct parsed_turn parsed;
		char text[TOKEN_MAX];
		struct slice other = { text, token.len };

		change_case(token, way, text);
		if (!spelling_reads(reader->notation, reader->alphabet, &other,
			&way_spelled, &parsed) ||
		    !turn_find(&turn, reader, &position, other) ||
		    (found.is_read && turn.remarks != 0))
			continue;
		if (found.is_read && found.remarks == 0 &&
		    !move_equal(&turn.move, &found.move))
			return false;
		found = turn;
		*spelling = way_spelled;
		spelling->habits |= 1u << HABIT_CASE;
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
	const struct language *reader = &context->reader;
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
		return spell_in_case(reader, token, before, spelling);
	if (!is_capital_of_line(context, line, ply, before))
		return false;
	spelling->text[0] = ascii_lower(token.ptr[0]);
	token = arena_slice(context->diags->arena, spelling_text(spelling));
	if (!spelling_reads(
		reader->notation, reader->alphabet, &token, spelling, &parsed))
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

/* Several moves in one word, while they are parted. */
struct parting {
	const struct language *reader;
	struct slice token;
	struct joined {
		size_t gap, number, at; /* offsets of it, after another move */
	} parts[PARTS_MAX + 1];
	unsigned len, tries;
	bool has_signs; /* there is a sign or a number between them */
};

/* Finds the number and the move after the signs before a part. */
static void
skip_signs(struct slice token, struct joined *part)
{
	size_t number = part->gap, at;

	while (part->gap > 0 && number < token.len &&
	    is_one_of(token.ptr[number], "/,;| "))
		number++;
	for (at = number; at < token.len && ascii_is_digit(token.ptr[at]);)
		at++;
	if (at == number || at == token.len || token.ptr[at] != '.')
		at = number;
	while (at < token.len && is_one_of(token.ptr[at], ". "))
		at++;
	part->number = number;
	part->at = at;
}

/* Parts the rest of the token into moves that can be played one after the
 * other, with signs and numbers between them. */
static bool
part_rest(struct parting *parting, const struct position *before)
{
	const struct slice token = parting->token;
	struct joined *part = &parting->parts[parting->len];
	struct turn turn = { .is_read = false };

	if (part->gap == token.len)
		return parting->len > 1;
	skip_signs(token, part);
	size_t end =
	    part->at + MOVE_MAX < token.len ? part->at + MOVE_MAX : token.len;
	for (; end > part->at + 1 && parting->len < PARTS_MAX; end--) {
		struct position position = *before;

		if (parting->tries++ == TRIES_MAX)
			return false;
		if (!turn_find(&turn, parting->reader, &position,
			slice_sub(token, part->at, end - part->at)))
			continue;
		turn_make(&turn, parting->reader, &position, NULL);
		parting->len++;
		part[1].gap = end;
		if (part_rest(parting, &position)) {
			parting->has_signs |= part->at > part->gap;
			return true;
		}
		parting->len--;
	}
	return false;
}

/* The text to be written between two moves of a ply's token: in a list of JSON
 * or YAML they become items of their own. NULL: it is in no list. */
static const char *
text_between(const struct record *record, const struct ply *ply)
{
	const char *text = record->text.ptr, *from = text + ply->span.start;

	if (record->is_movetext)
		return " ";
	bool is_quoted = is_one_of(from[-1], "\"'");
	const char *p = from - is_quoted, *line = p;
	while (is_space(p[-1]))
		p--;
	if (is_one_of(p[-1], "[,"))
		return arena_printf(record->arena, "%.*s, %.*s", is_quoted,
		    from - 1, is_quoted, from - 1);
	while (line > text && line[-1] != '\n')
		line--;
	struct slice before = slice_between(line, from);
	return !slice_is(slice_trim(slice_between(line, p)), "-")
	    ? NULL
	    : arena_printf(record->arena, "%.*s\n%.*s", is_quoted, from - 1,
		  SLICE(before));
}

/* Whether a token has several moves in one word: with signs or numbers between
 * them, or more than a round, or before a token that cannot be read either. */
static bool
is_joined(const struct record_context *context, const struct ply *ply,
    const struct position *before, struct parting *parting)
{
	const struct language *reader = &context->reader;
	struct slice written =
	    slice_sub(context->record->text, ply->span.start, ply->span.len);
	struct parsed_turn parsed;

	if (ply->is_respelled || ply->token.len > TOKEN_MAX ||
	    !slice_equal(written, ply->token) || ply_variations(ply) != NULL ||
	    !part_rest(parting, before))
		return false;
	return parting->has_signs || parting->len > PLAYERS ||
	    (ply->next != NULL &&
		!notation_read(reader->notation, reader->alphabet,
		    ply->next->token, &parsed));
}

/* Makes plies of the moves that a token has in one word. */
static bool
part(const struct record_context *context, struct ply *ply,
    const struct position *before)
{
	struct record *record = context->record;
	const struct slice token = ply->token;
	struct parting parting = { .reader = &context->reader, .token = token };
	const char *between;

	if (!is_joined(context, ply, before, &parting) ||
	    (between = text_between(record, ply)) == NULL)
		return false;
	uint32_t start = ply->span.start;
	struct notes *notes = ply->notes;
	habits_note_signs(record, 1u << HABIT_JOINED, ply->span, token, NULL);
	ply->is_ended = false;
	ply->notes = NULL;
	if (notes != NULL && notes->before.first != NULL)
		comments_append(
		    &ply_notes(record->arena, ply)->before, &notes->before);
	for (unsigned i = 0; i < parting.len; i++) {
		const struct joined *joined = &parting.parts[i];
		size_t len = joined[1].gap - joined->at;

		if (i > 0)
			ply = ply_insert_after(record->arena, ply);
		if (i > 0 || joined->at > 0)
			habits_edit(record,
			    span_at(start + joined->gap,
				(record->is_movetext ? joined->number
						     : joined->at) -
				    joined->gap),
			    i > 0 ? between : "");
		if (joined->at > joined->number && record->is_movetext)
			habits_edit(
			    record, span_at(start + joined->at, 0), " ");
		ply->token = slice_sub(token, joined->at, len);
		ply->span = span_at(start + joined->at, len);
	}
	if (notes != NULL)
		ply->notes = notes;
	return true;
}

/* Joins a move that is broken at the end of its line, by the width alone, with
 * - as printers do it, or with = as mails do; false if it is none. */
static bool
join_lines(const struct record_context *context, struct ply *ply,
    const struct position *before)
{
	struct record *record = context->record;
	struct slice token =
	    slice_sub(record->text, ply->span.start, ply->span.len);
	struct ply *next = ply->next;

	if (!record->is_movetext || next == NULL)
		return false;
	uint32_t from = ply->span.start + ply->span.len;
	struct slice rest = slice_sub(
	    record->text, from, next->span.start + next->span.len - from);
	struct slice line = rest, word = slice_word(&line);
	uint32_t end = (uint32_t)(word.ptr + word.len - record->text.ptr);
	/* Digits look like a number of the next move, or like none. */
	bool is_number = end <= next->span.start;
	if (word.len == 0 || (!is_number && line.len > 0) ||
	    memchr(rest.ptr, '\n', (size_t)(word.ptr - rest.ptr)) == NULL)
		return false;
	/* The - may be the move's own. */
	bool has_sign = is_one_of(token.ptr[token.len - 1], "-=");
	for (unsigned cut = has_sign; cut < 2; cut--) {
		const char *text = arena_printf(record->arena, "%.*s%.*s",
		    (int)(token.len - cut), token.ptr, SLICE(word));

		if (!is_legal(&context->reader, before, slice_of(text)))
			continue;
		if (is_number) {
			ply->span.len = end - ply->span.start;
			if (next->number_span.start < end)
				next->number_span.len = next->number =
				    next->dots = 0;
		} else {
			ply_join_next(ply, token);
		}
		ply_respell_as(
		    record, ply, slice_of(text), 1u << HABIT_MARKUP, text);
		return true;
	}
	return false;
}

struct ply *
respell(const struct record_context *context, struct line *line,
    struct ply *fault, const struct position *before)
{
	struct record *record = context->record;
	const struct language *reader = &context->reader;
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
	return respell_legal(context, line, fault, before) ||
		part(context, fault, before) ||
		join_lines(context, fault, before)
	    ? fault
	    : NULL;
}
