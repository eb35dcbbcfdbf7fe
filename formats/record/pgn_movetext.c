/* Ternion: PGN: movetext: numbers, moves, annotations and variations. */
#include "formats/record/pgn_reader.h"

enum {
	NUMBER_MAX = 99999999, /* digits after this are ignored */
	DIGITS_PLAIN = 4,      /* of a number that read_plain reads */
	SECTOR = 9,            /* bytes of a cell of sectors at most */
	/* read_plain looks at a token and a number only if they are followed
	 * by this much. */
	BYTES_BEYOND = TOKEN_MAX + 64,
};

/* The end of the token at p: white space, also a no-break space, { } ; a
 * parenthesis or a tag pair. A ( that touches the text before it, and has its )
 * before the next white space, is part of the token. A token may end with the
 * window: it does not end the record, so what follows is looked at later. */
static const char *
end_of_token(struct pgn_reader *reader, const char *p)
{
	while (reader->end - p >= PGN_VECTOR) {
		unsigned n = pgn_first_stop(p);

		p += n;
		if (n == PGN_VECTOR)
			continue;
		if (*p == ' ' || *p == '\n')
			return p;
		break;
	}
	for (; p < reader->end; p++) {
		const char *q = p;

		if (*p != '(') {
			if (is_space(*p) || memchr("{};)", *p, 4) != NULL ||
			    is_no_break(reader, p) ||
			    (*p == '[' && pgn_is_tag(p, reader->end)))
				return p;
			continue;
		}
		while (++q < reader->end && !is_space(*q) &&
		    strchr("{};()", *q) == NULL)
			;
		if (q == reader->end || *q != ')') {
			reader->starved |= q == reader->end && !reader->eof;
			return p;
		}
		p = q;
	}
	return p;
}

/* The end of the token whose first word ends at `to`: two cells of the
 * triumvirate notation, and a promotion, are one token with blanks between. */
static const char *
join_token(struct pgn_reader *reader, const char *from, const char *to)
{
	if (to - from < 5 ||
	    (from[1] != '/' && from[2] != '/' && from[3] != '/' &&
		from[4] != '/'))
		return to;
	return from +
	    notation_token_len(
		(struct slice){ from, (size_t)(reader->end - from) },
		(size_t)(to - from));
}

/* Points with - between them, as "3-0-1" or "1/2-1/2-0", also with typographic
 * signs. Zeros alone are castling. */
bool
pgn_is_result(struct slice token)
{
	char plain[TOKEN_MAX], last = token.ptr[token.len - 1];
	size_t dashes = 0, zeros = 0, len;

	if (!ascii_is_digit(token.ptr[0]))
		return slice_is(token, "*");
	/* Most moves do not end like a result. */
	if ((!ascii_is_digit(last) && (last & 0x80) == 0) ||
	    token.len > sizeof(plain))
		return false;
	len = typographic_plain(token, plain);
	if (len < 3 || len > 16 || plain[len - 1] == '-')
		return false;
	for (size_t i = 0; i < len; i++) {
		if (!ascii_is_digit(plain[i]) && plain[i] != '/' &&
		    (plain[i] != '-' || plain[i - 1] == '-'))
			return false;
		dashes += plain[i] == '-';
		zeros += plain[i] == '0';
	}
	return zeros + dashes < len && dashes > 0 && dashes <= 2;
}

/* "(Y)" and "(S)", exactly, are moves and no variations. */
static bool
is_call(struct pgn_reader *reader)
{
	const char *p = reader->p;

	reader->starved |= reader->end - p < 4 && !reader->eof;
	return !reader->starved && reader->end - p >= 3 &&
	    (p[1] == 'Y' || p[1] == 'S') && p[2] == ')' &&
	    (reader->end - p == 3 || is_space(p[3]) ||
		strchr("={};()", p[3]) != NULL);
}

static void
read_nag(struct pgn_reader *reader)
{
	const char *from = reader->p++;
	struct ply *last = reader->frame[reader->depth].line->last;
	struct slice digits = { reader->p, 0 };
	unsigned long number;

	while (!pgn_at_end(reader) && ascii_is_digit(*reader->p))
		reader->p++;
	digits.len = (size_t)(reader->p - digits.ptr);
	if (!slice_number(digits, 255, &number))
		pgn_report(reader, DIAG_NAG_MALFORMED, from, reader->p,
		    "a number from 0 to 255 must follow $");
	else if (last == NULL)
		pgn_report(reader, DIAG_NAG_MISPLACED, from, reader->p,
		    "this annotation comes before any move");
	else
		ply_add_nag(reader->arena, last, (unsigned)number);
}

static void
open_variation(struct pgn_reader *reader)
{
	struct pgn_frame *frame = &reader->frame[reader->depth];
	const char *open = reader->p++;
	struct ply *last = frame->line->last;
	struct line *line;

	if (reader->depth == VARIATIONS_DEEP) {
		if (reader->ignored++ == 0)
			pgn_report(reader, DIAG_VARIATION_TOO_DEEP, open,
			    open + 1, "variations are nested more than %d deep",
			    VARIATIONS_DEEP);
		return;
	}
	line = arena_alloc(reader->arena, sizeof(*line));
	line->open = pgn_span(reader, open, open + 1);
	if (last != NULL)
		notes_add_variation(ply_notes(reader->arena, last), line);
	else /* It is read as a line that is not kept. */
		diag_add(reader->diags, DIAG_VARIATION_MISPLACED, line->open,
		    "this variation comes before any move that it could "
		    "replace");
	frame->number.dots = frame->number.span.len = 0;
	reader->frame[++reader->depth] = (struct pgn_frame){ .line = line };
}

/* Comments without a ply after them belong to the last one, or to the line. */
static void
settle_pending(struct pgn_reader *reader)
{
	struct pgn_frame *frame = &reader->frame[reader->depth];
	struct line *line = frame->line;

	line->end = (uint32_t)(reader->p - reader->base);
	if (frame->pending.first != NULL)
		comments_append(line->last != NULL
			? ply_comments_after(reader->arena, line->last)
			: &line->comment,
		    &frame->pending);
}

static void
close_variation(struct pgn_reader *reader)
{
	const char *close = reader->p++;
	struct line *line = reader->frame[reader->depth].line;

	if (reader->ignored > 0) {
		reader->ignored--;
	} else if (reader->depth == 0) {
		pgn_report(reader, DIAG_VARIATION_UNOPENED, close, close + 1,
		    "this ) has no ( before it");
	} else {
		if (line->last == NULL)
			diag_add(reader->diags, DIAG_VARIATION_EMPTY,
			    line->open, "this variation has no moves");
		settle_pending(reader);
		line->end = (uint32_t)(close - reader->base);
		reader->depth--;
	}
}

/* A move number with its dots, if there is one at p. */
static bool
read_move_number(struct pgn_reader *reader)
{
	struct pgn_frame *frame = &reader->frame[reader->depth];
	const char *from = reader->p, *p = from;
	uint32_t number = 0, dots = 0;

	for (; p < reader->end && ascii_is_digit(*p); p++)
		if (number <= NUMBER_MAX)
			number = number * 10 + (uint32_t)(*p - '0');
	for (; !pgn_ends(reader, p) && *p == '.'; p++)
		dots++;
	/* Digits without dots are a number, too, but 00 and 0000 are moves. */
	if (reader->starved ||
	    (dots == 0 &&
		(number == 0 ||
		    (p < reader->end && !is_space(*p) &&
			!is_no_break(reader, p) &&
			strchr("{};)", *p) == NULL))))
		return false;
	reader->p = p;
	if (*from != '.') {
		frame->number = (struct pgn_number){ number, dots,
			pgn_span(reader, from, p) };
	} else if (frame->number.span.len > 0) { /* "1. ... e5" */
		frame->number.dots += dots;
		frame->number.span.len =
		    (uint32_t)(p - reader->base) - frame->number.span.start;
	}
	return true;
}

__attribute__((always_inline)) static inline void
add_movetext_ply(struct pgn_reader *reader, struct slice token)
{
	struct pgn_frame *frame = &reader->frame[reader->depth];
	struct ply *ply = arena_take(reader->arena, sizeof(*ply));

	/* The number is copied even if it is empty: a branch would be
	 * mispredicted. */
	*ply = (struct ply){ .token = token,
		.span = pgn_span(reader, token.ptr, token.ptr + token.len),
		.number_span = frame->number.span,
		.number = frame->number.value,
		.dots = frame->number.dots };
	frame->number.dots = frame->number.span.len = 0;
	line_append(frame->line, ply);
	if (frame->pending.first != NULL) {
		ply_notes(reader->arena, ply)->before = frame->pending;
		frame->pending = (struct comments){ NULL, NULL };
	}
}

/* Reads moves and numbers with one blank between them, as in nearly all text,
 * up to anything else. It does the same as the general loop, but faster. */
static void
read_plain(struct pgn_reader *reader)
{
	struct pgn_frame *frame = &reader->frame[reader->depth];

	while (reader->end - reader->p >= BYTES_BEYOND) {
		const char *from =
		    reader->p + (*reader->p == ' ' || *reader->p == '\n');
		const char *to;
		uint32_t number = 0, dots = 0;
		unsigned digits = 0;

		while (digits < DIGITS_PLAIN && ascii_is_digit(from[digits]))
			number = number * 10 + (uint32_t)(from[digits++] - '0');
		while (
		    digits > 0 && dots <= PLAYERS && from[digits + dots] == '.')
			dots++;
		to = from + digits + dots;
		if (dots > 0 && dots <= PLAYERS) {
			frame->number = (struct pgn_number){ number, dots,
				pgn_span(reader, from, to) };
			reader->p = to;
			continue;
		}
		if (dots > 0 || !ascii_is_letter(*to))
			return;
		to = from + pgn_first_stop(from);
		if (*to != ' ' && *to != '\n')
			to = end_of_token(reader, from);
		/* A token longer than a cell of sectors is complete unless a
		 * promotion follows. */
		if (to - from <= SECTOR ||
		    (*to != '\n' &&
			((unsigned char)to[1] <= ' ' ||
			    (unsigned char)to[1] >= 0x80 || to[1] == '=')))
			to = join_token(reader, from, to);
		if (reader->starved)
			return;
		reader->p = to;
		add_movetext_ply(
		    reader, (struct slice){ from, (size_t)(to - from) });
	}
}

/* An annotation or the offer of a draw apart from its move: "e4 !?", "e4 =". */
static bool
read_suffix(struct pgn_reader *reader, struct slice token)
{
	struct pgn_frame *frame = &reader->frame[reader->depth];
	struct ply *last = frame->line->last;
	unsigned nag = 0;

	if (last == NULL)
		return false;
	if (slice_is(token, "="))
		return frame->number.span.len == 0 &&
		    ply_offer_draw(reader->arena, last);
	if (token.ptr[0] == '!' || token.ptr[0] == '?')
		nag = nag_read(token);
	if (nag > 0)
		ply_add_nag(reader->arena, last, nag);
	return nag > 0;
}

/* Castling with another digit for one of its zeros: "2-0", "0-7-0". */
static bool
is_like_castling(struct slice token)
{
	unsigned others = 0;

	for (size_t i = 0; i < token.len; i++)
		if (i % 2 != 0 ? token.ptr[i] != '-'
			       : !ascii_is_digit(token.ptr[i]))
			return false;
		else
			others += i % 2 == 0 && token.ptr[i] != '0';
	return (token.len == 3 || token.len == 5) && others == 1;
}

/* True if the game goes on after a token like a result: with the next number of
 * the line or with a move, if moves have numbers; else with a move in the same
 * line, if it looks like a result of two players. */
static bool
game_goes_on(struct pgn_reader *reader, struct slice token)
{
	const struct pgn_frame *frame = &reader->frame[reader->depth];
	const char *from = pgn_skip_space(reader, reader->p), *p = from;
	uint32_t number = 0, last = frame->number.value;

	if (last == 0 &&
	    (token.len > 3 ||
		memchr(token.ptr, '\n', (size_t)(p - token.ptr)) != NULL))
		return false;
	while (!pgn_ends(reader, p) && ascii_is_digit(*p) && number < 100000)
		number = number * 10 + (uint32_t)(*p++ - '0');
	if (p == reader->end || (p > from && is_space(*p)))
		return false;
	if (p > from && *p == '.')
		return number > 1 && (number == last || number == last + 1);
	return strchr("[](){}%;\"", *p) == NULL;
}

/* Takes a token; returns false if it was the result that ends the record. */
static bool
read_token(struct pgn_reader *reader)
{
	struct record *record = reader->record;
	const char *from = reader->p, *p;
	struct slice token;

	if ((ascii_is_digit(*from) || *from == '.') && read_move_number(reader))
		return true;
	reader->p = join_token(reader, from, end_of_token(reader, from));
	token = (struct slice){ from, (size_t)(reader->p - from) };
	if (reader->ignored > 0 || reader->starved)
		return true;
	if (!pgn_is_result(token) ||
	    (is_like_castling(token) && game_goes_on(reader, token))) {
		if (!reader->starved && !read_suffix(reader, token))
			add_movetext_ply(reader, token);
		return true;
	}
	/* At the end of the record a result may be in an open variation. */
	p = reader->depth > 0 ? pgn_skip_space(reader, reader->p) : reader->end;
	if (p < reader->end && *p != '[') {
		pgn_report(reader, DIAG_RESULT_MISPLACED, from, reader->p,
		    "this result is inside a variation");
		return true;
	}
	record->result_span = pgn_span(reader, from, reader->p);
	record->result = record_result(
	    reader->arena, reader->diags, token, record->result_span);
	return false;
}

void
pgn_read_movetext(struct pgn_reader *reader)
{
	for (;;) {
		const char *from;

		if (FAST && reader->ignored == 0)
			read_plain(reader);
		if (reader->starved || !pgn_skip_to_text(reader))
			return;
		from = reader->p;
		switch (*from) {
		case '(':
			if (!is_call(reader)) {
				open_variation(reader);
				break;
			}
			reader->p += 3;
			if (!pgn_at_end(reader) && *reader->p == '=')
				reader->p++;
			if (reader->ignored == 0)
				add_movetext_ply(reader,
				    (struct slice){
					from, (size_t)(reader->p - from) });
			break;
		case ')':
			close_variation(reader);
			break;
		case '$':
			read_nag(reader);
			break;
		case '}':
			reader->p++;
			pgn_report(reader, DIAG_COMMENT_UNOPENED, from,
			    from + 1, "this } has no { before it");
			break;
		case '[':
			if (pgn_is_tag_amid(reader)) {
				reader->p = pgn_end_of_pair(reader, from);
				pgn_report(reader, DIAG_TAG_MISPLACED, from,
				    reader->p,
				    "this tag is among the moves; it is "
				    "ignored");
				break;
			}
			if (pgn_is_at_tags(reader) || reader->starved)
				return;
			/* fall through */
		default:
			if (!read_token(reader))
				return;
			break;
		}
	}
}

void
pgn_read_more_results(struct pgn_reader *reader)
{
	struct record *record = reader->record;

	for (;;) {
		const char *from = pgn_skip_space(reader, reader->p);
		struct slice token = { from, 0 };
		struct span span;

		if (from == reader->end ||
		    (*from != '*' && !ascii_is_digit(*from)))
			return;
		token.len = (size_t)(end_of_token(reader, from) - from);
		if (!pgn_is_result(token) || reader->starved)
			return;
		reader->p = from + token.len;
		span = pgn_span(reader, from, reader->p);
		token =
		    record_result(reader->arena, reader->diags, token, span);
		/* A * says nothing. */
		if (slice_is(record->result, "*")) {
			struct span first = record->result_span;

			record->result = token;
			record->result_span = span;
			span = first;
		}
		diag_add(reader->diags, DIAG_RESULT_STRAY, span,
		    "the record has more than one result; ternion reads %.*s",
		    SLICE(record->result));
	}
}

void
pgn_close_lines(struct pgn_reader *reader)
{
	while (reader->depth > 0) {
		diag_add(reader->diags, DIAG_VARIATION_UNTERMINATED,
		    reader->frame[reader->depth].line->open,
		    "the variation that begins here has no )");
		settle_pending(reader);
		reader->depth--;
	}
	settle_pending(reader);
}
