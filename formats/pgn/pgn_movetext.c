/* Ternion: PGN: movetext: numbers, moves, annotations and variations. */
#include "formats/pgn/pgn_reader.h"
#include "parse/text/prose.h"

enum {
	NUMBER_MAX = 99999999, /* digits after this are ignored */
	DIGITS_PLAIN = 4,      /* of a number that read_plain reads */
	SECTOR = 9,            /* bytes of a cell of sectors at most */
	/* read_plain looks at a token and a number only if they are followed
	 * by this much. */
	BYTES_BEYOND = TOKEN_MAX + 64,
	CALL_MAX = 16,         /* bytes of a mark in parentheses */
	GROUP_NEAR = 4096,     /* of variations in one parenthesis */
	GAME_NEAR = 64 * 1024, /* of a game in parentheses */
	RESULT_BYTES = 64,     /* of a result with its blanks */
};

/* Whether a bracket at p, which is not the first of the token if `is_amid`,
 * begins a tag pair, a command or a time, "[%clk 0:05]", "[0:05]". */
static bool
begins_tag(const struct pgn_reader *reader, const char *p, bool is_amid)
{
	return pgn_is_tag(p, reader->end) ||
	    (is_amid && (p[1] == '%' || p[2] == ':' || p[3] == ':'));
}

/* Whether the token from..p ends before the character there, no parenthesis. */
static bool
ends_token(struct pgn_reader *reader, const char *from, const char *p)
{
	if (is_space(*p) || is_one_of(*p, "{};)$,|") ||
	    pgn_wide_blank(reader, p) > 0)
		return true;
	if (*p == '\\')
		return is_one_of(p[1], "nrt");
	if (*p == '[' && begins_tag(reader, p, p > from))
		return true;
	return is_one_of(*p, "<[") && pgn_html_len(reader, p) > 0;
}

/* The parenthesis that closes a part of a token that is opened at p, or NULL:
 * a variation has a digit or -, and one character, as in (C), is no word. */
static const char *
end_of_call(struct pgn_reader *reader, const char *p)
{
	const char *q = p + 1;
	bool is_move;

	while (q < reader->end && !is_space(*q) &&
	    strchr("{};()-$,0123456789", *q) == NULL)
		q++;
	if (q == reader->end)
		reader->starved |= !reader->eof;
	if (q == reader->end || *q != ')' ||
	    (q > p + 2 && prose_has(slice_between(p + 1, q), &is_move)))
		return NULL;
	return q;
}

/* The end of the token at p: white space, wide blanks, { } ; $ , a parenthesis
 * or a tag pair. A ( that touches the text before it, and has its ) before the
 * next white space, is part of the token. A token may end with the window: it
 * does not end the record, so what follows is looked at later. */
static const char *
end_of_token(struct pgn_reader *reader, const char *p)
{
	const char *from = p;

	while (reader->end - p >= PGN_VECTOR) {
		unsigned n = pgn_first_stop(p);

		p += n;
		if (n == PGN_VECTOR)
			continue;
		if (*p == ' ' || *p == '\n')
			return p;
		break;
	}
	const char *name = memchr(from, '&', (size_t)(p - from));
	for (p = name != NULL ? name : p; p < reader->end; p++) {
		if (*p == '(') {
			const char *close = end_of_call(reader, p);

			if (close == NULL)
				return p;
			p = close;
		} else if (ends_token(reader, from, p)) {
			return p;
		} else if (*p == '&') { /* the ; of "&ndash;" is part of it */
			p += sign_read(slice_between(p, reader->end)).len - 1;
		}
	}
	return p;
}

/* The end of the token whose first word ends at `to`: two cells of the
 * triumvirate notation, and a promotion, are one token with blanks between. */
static const char *
join_token(struct pgn_reader *reader, const char *from, const char *to)
{
	/* With a - between cells, a blank parts moves. */
	if (to - from < 5 || reader->record->has_dash ||
	    (from[1] != '/' && from[2] != '/' && from[3] != '/' &&
		from[4] != '/'))
		return to;
	return from +
	    notation_token_len(
		slice_between(from, reader->end), (size_t)(to - from));
}

/* The length of "(Y)" and "(S)", which are moves and no variations, or of the
 * mark of the move before in parentheses; 0 if none is at p. */
static size_t
call_len(struct pgn_reader *reader)
{
	const char *p = reader->p;
	size_t len = 0;

	while (len < CALL_MAX && !pgn_ends(reader, p + len) && p[len] != ')' &&
	    p[len] != '\n')
		len++;
	if (reader->starved || len == CALL_MAX || pgn_ends(reader, p + len) ||
	    p[len++] != ')')
		return 0;
	if (len == 3 && (p[1] == 'Y' || p[1] == 'S')) {
		bool ends = is_space(pgn_at(reader, p + 3)) ||
		    strchr("=!?{};(),$", p[3]) != NULL;

		return ends && !reader->starved ? len : 0;
	}
	return spelling_is_mark((struct slice){ p, len }) ||
		spelling_nag((struct slice){ p + 1, len - 2 }, true) > 0
	    ? len
	    : 0;
}

/* The length of such a move at p that lacks one parenthesis, or has brackets:
 * "(Y", "[S]"; 0: there is none. A ) alone may end a variation. */
static size_t
odd_call_len(struct pgn_reader *reader)
{
	const char *p = reader->p;
	size_t opens = is_one_of(*p, "(["), len = opens + 1;

	if (pgn_ends(reader, p + len) || !is_one_of(p[opens], "YS"))
		return 0;
	bool closes = p[len] == ']' ||
	    (p[len] == ')' && *p != '(' && (opens || reader->depth == 0));
	len += closes;
	/* "(Y )" is a variation. */
	const char *next = pgn_skip_space(reader, p + len);
	return (opens || closes) &&
		(next == reader->end || (next > p + len && *next != ')'))
	    ? len
	    : 0;
}

static void
read_nag(struct pgn_reader *reader)
{
	const char *from = reader->p, *digits = pgn_skip_any(reader, from, "$");
	struct ply *last = reader->frame[reader->depth].line->last;
	unsigned long number;

	if (digits > from + 1)
		habits_note_signs(reader->record, 1u << HABIT_ANNOTATION,
		    pgn_span(reader, from, digits), slice_between(from, digits),
		    "$");
	reader->p = pgn_skip_digits(reader, digits);
	if (!slice_number(slice_between(digits, reader->p), 255, &number)) {
		/* "$x", but in "$Nd4" is a move. */
		if (ascii_is_letter(pgn_at(reader, reader->p)) &&
		    !pgn_precedes_move(reader, reader->p))
			reader->p = end_of_token(reader, reader->p);
		pgn_report(reader, DIAG_NAG_MALFORMED, from, reader->p,
		    "a number from 0 to 255 must follow $");
		pgn_fix(reader, from, reader->p,
		    arena_printf(reader->arena, "{%.*s}",
			(int)(reader->p - from), from));
	} else if (reader->frame[reader->depth].number.span.len > 0)
		reader->next_nag = (unsigned)number + 1;
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

	if (reader->depth == VARIATIONS_DEEP) {
		if (reader->ignored++ == 0)
			pgn_report(reader, DIAG_VARIATION_TOO_DEEP, open,
			    open + 1, "variations are nested more than %d deep",
			    VARIATIONS_DEEP);
		return;
	}
	struct line *line = arena_alloc(reader->arena, sizeof(*line));
	line->open = pgn_span(reader, open, open + 1);
	if (last != NULL)
		ply_add_variation(reader->arena, last, line);
	else /* It is read as a line that is not kept. */
		diag_add(reader->diags, DIAG_VARIATION_MISPLACED, line->open,
		    "this variation comes before any move that it could "
		    "replace");
	frame->number.dots = frame->number.span.len = 0;
	reader->frame[++reader->depth] = (struct pgn_frame){ .line = line };
}

/* True if nothing of the record follows the token that ends at p. */
static bool
ends_record(struct pgn_reader *reader, const char *p)
{
	p = pgn_skip_space(reader, p);
	return p == reader->end ? reader->eof : *p == '[';
}

/* True if nothing but a result follows the ) at p in the record. */
static bool
closes_record(struct pgn_reader *reader, const char *p)
{
	const char *next = pgn_skip_space(reader, p + 1);
	char plain[RESULT_MAX];
	unsigned habits;

	return ends_record(reader, next) ||
	    spelling_take_result(
		slice_between(next, reader->end), plain, &habits) > 0;
}

/* True if only variations are in the parenthesis before p, and one at least; or
 * all moves of the record. */
static bool
is_group(struct pgn_reader *reader, const char *p)
{
	const char *from = pgn_skip_space(reader, p);
	bool has_all =
	    reader->depth == 0 && reader->frame[0].line->first == NULL;
	unsigned depth = 0;

	if (!has_all &&
	    (pgn_at(reader, from) != '(' ||
		!pgn_precedes_move(reader, from + 1)))
		return false;
	for (p = from; !pgn_ends(reader, p) &&
	     p - from < (has_all ? GAME_NEAR : GROUP_NEAR);
	     p++) {
		if (*p == ')' && depth-- == 0)
			return !has_all || closes_record(reader, p);
		if (!has_all && depth == 0 && !is_one_of(*p, "( \r\n)"))
			return false;
		depth += *p == '(';
		if (*p == '{' &&
		    (p = memchr(p, '}', (size_t)(reader->end - p))) == NULL)
			break;
	}
	return false;
}

/* Leaves out a parenthesis around variations, "((1. e4))", or around all moves;
 * false if there is none. */
static bool
skip_group(struct pgn_reader *reader)
{
	struct pgn_frame *frame = &reader->frame[reader->depth];
	const char *from = reader->p;

	if (*from == '(' ? !is_group(reader, from + 1) : frame->groups == 0)
		return false;
	frame->groups += *from == '(' ? 1 : -1u;
	reader->p++;
	habits_note_signs(reader->record, 1u << HABIT_BAR,
	    pgn_span(reader, from, reader->p), (struct slice){ from, 1 }, "");
	return true;
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
		pgn_fix(reader, close, close + 1, "");
	} else {
		const char *open = reader->base + line->open.start;

		struct slice text = slice_trim(slice_between(open + 1, close));

		if (line->last == NULL)
			diag_add(reader->diags, DIAG_VARIATION_EMPTY,
			    line->open, "this variation has no moves");
		/* In "()Y" a parenthesis may be in the wrong place. */
		if (line->last == NULL &&
		    (is_space(pgn_at(reader, reader->p)) ||
			*reader->p == ')') &&
		    (text.len == 0 ||
			(*text.ptr == '{' && text.ptr[text.len - 1] == '}')))
			pgn_fix(reader, open - (open[-1] == ' ' && !text.len),
			    close + 1, arena_copy(reader->arena, text));
		settle_pending(reader);
		line->end = (uint32_t)(close - reader->base);
		reader->depth--;
	}
}

/* Takes a character of a move number, a digit or dots, off *p into the number;
 * false if there is none. *habits are the odd ones, as bits. */
static bool
take_of_number(struct pgn_reader *reader, const char **p,
    struct pgn_number *number, unsigned *habits)
{
	struct sign sign = { .len = 1, .plain = { **p } };

	if ((unsigned char)**p >= 0x80) {
		sign.kind = SIGN_OTHER;
		pgn_odd_blank(reader, *p, &sign);
		if (reader->starved || sign.kind == SIGN_OTHER ||
		    sign.kind == SIGN_BLANK)
			return false;
	}
	if (sign.plain[0] == '.')
		number->dots += (uint32_t)strlen(sign.plain);
	else if (sign.kind == SIGN_UNSEEN)
		;
	else if (!ascii_is_digit(sign.plain[0]) || sign.plain[1] != '\0' ||
	    number->dots > 0)
		return false;
	else if (number->value <= NUMBER_MAX)
		number->value =
		    number->value * 10 + (uint32_t)(sign.plain[0] - '0');
	if (sign.kind != SIGN_OTHER)
		*habits |= 1u << (sign.kind - SIGN_PLAIN);
	*p += sign.len;
	return true;
}

/* The end of "1st", or of the letter in "1a." and "1w.", which tells the
 * player: the number becomes his. */
static const char *
end_of_letters(
    struct pgn_reader *reader, const char *p, struct pgn_number *number)
{
	static const char *const ends[] = { "st", "nd", "rd", "th", "\xc2\xaa",
		"\xc2\xb0", "\xc2\xba", NULL };
	const struct pgn_number *before = &reader->frame->number;
	struct slice rest = slice_between(p, reader->end);

	reader->has_letters |= slice_begins(rest, "a ") && number->value == 1 &&
	    before->value == 0 && reader->frame->line->last == NULL;
	/* "1.2" is the second ply of round 1. */
	if (number->dots == 1 && rest.len > 1 &&
	    (unsigned char)(*p - '1') < PLAYERS && is_space(p[1])) {
		number->dots = (uint32_t)(*p - '0');
		return p + 1;
	}
	if (number->dots > 0 || rest.len <= 2)
		return p;
	if (slice_is_among(slice_sub(rest, 0, 2), ends))
		return p + 2;
	bool is_letter = (unsigned char)(*p - 'a') < PLAYERS ||
	    spelling_player(slice_sub(rest, 0, 1)) != '\0';
	bool has_end =
	    is_one_of(p[1], ".):") || (reader->has_letters && p[1] == ' ');
	if (!is_letter || !has_end || reader->depth > 0 ||
	    number->value - before->value > 1)
		return p;
	number->dots = *p == 'b' ? 2 : *p == 'c' ? 3 : 1;
	return p + 1;
}

/* The end of the one or two signs after a number: "1)", "1:", and if it has no
 * dots "1-"; or those that it began with, as in "**1.**". */
static const char *
end_of_signs(struct pgn_reader *reader, const char *p, char open, bool has_dots)
{
	const char *end = p;

	for (; !pgn_ends(reader, end) && end - p < 2; end++) {
		bool is_first = end == p || end[-1] == open;
		bool is_free = !has_dots && is_first && is_one_of(*end, "-,/>");

		if (!is_one_of(*end, ").]:\\") && !is_free &&
		    (open == '\0' || *end != open))
			break;
	}
	return end;
}

/* Whether the bracket after a number, if it is one, belongs to it. */
static bool
has_its_bracket(const struct pgn_reader *reader, char open, char sign)
{
	if (sign == ')' && open != '(')
		return reader->depth == 0 || reader->has_brackets;
	return (open != '(' || sign == ')') && (open == '[' || sign != ']');
}

/* Takes what follows the digits and dots of a number that is not "1.", off *p.
 * A blank follows, but for the first cell in a row of commas, and "**1.**". */
static bool
end_odd_number(struct pgn_reader *reader, const char **p, char open,
    struct pgn_number *number)
{
	bool is_cell = number->dots == 0 && starts_line(reader, reader->p) &&
	    (open == '\0' || open == '"');
	const char *signs = end_of_letters(reader, *p, number);
	const char *end = end_of_signs(reader, signs, open, number->dots > 0);

	if (end == *p || pgn_ends(reader, end) ||
	    !has_its_bracket(reader, open, *signs))
		return false;
	reader->has_brackets |= *signs == ')' && open != '(';
	if (!is_space(*end) && !(is_cell && end[-1] == ',') &&
	    (!is_one_of(open, "*_") || end - signs != 2 || end[-1] != open))
		return false;
	*p = end;
	return true;
}

/* Whether digits without dots that end at p are a number, too; 00 and 0000 are
 * moves. */
static bool
ends_bare_number(
    struct pgn_reader *reader, const struct pgn_number *number, const char *p)
{
	return number->value > 0 &&
	    (p == reader->end || is_space(*p) ||
		pgn_wide_blank(reader, p) > 0 || strchr("{};)<|", *p) != NULL);
}

/* Keeps a number that ends at p. */
static void
keep_number(struct pgn_reader *reader, struct pgn_number number, const char *p,
    unsigned habits, bool has_digits)
{
	struct pgn_frame *frame = &reader->frame[reader->depth];

	number.span = pgn_span(reader, reader->p, p);
	if (habits != 0)
		habits_note_signs(reader->record, habits, number.span,
		    slice_between(reader->p, p),
		    number.value == 0 ? "..."
				      : arena_printf(reader->arena, "%lu%.*s",
					    (unsigned long)number.value,
					    (int)number.dots, "..."));
	const char *before = reader->base + frame->number.span.start;
	/* Several numbers in a row, and a number before the first move, are
	 * words; between moves a number may be a move without its letter. */
	if (has_digits && frame->number.span.len > 0 &&
	    frame->number.dots == 0 && frame->number.value != number.value &&
	    (frame->line->last == NULL || number.dots == 0 ||
		before == reader->numbers)) {
		reader->numbers = reader->p;
		pgn_take_remark(reader,
		    slice_between(before, before + frame->number.span.len));
	}
	reader->p = p;
	if (has_digits) {
		frame->number = number;
	} else if (frame->number.span.len > 0) { /* "1. ... e5" */
		frame->number.dots += number.dots;
		frame->number.span.len =
		    (uint32_t)(p - reader->base) - frame->number.span.start;
	}
}

/* A move number with its dots, if there is one at p. In parentheses or
 * brackets, as "(1)", it has to be the next one, since a time may stand there,
 * too. */
static bool
read_move_number(struct pgn_reader *reader)
{
	uint32_t next = reader->frame[reader->depth].number.value + 1;
	size_t roman = pgn_roman_len(reader, reader->p, next);
	struct pgn_number number = { .value = roman > 0 ? next : 0 };
	const char *from =
	    roman > 0 ? reader->p : pgn_digits_of_number(reader, reader->p);
	char open = from > reader->p ? *reader->p : '\0';
	unsigned habits =
	    from > reader->p || roman > 0 ? 1u << HABIT_NUMBER : 0;

	if (from == NULL)
		return false;
	const char *p = from + roman;
	while (!pgn_ends(reader, p) && (roman == 0 || *p == '.') &&
	    take_of_number(reader, &p, &number, &habits))
		;
	if (reader->starved)
		return false;
	bool has_digits = roman > 0 || ascii_is_digit(*from);
	/* 0000 is a move. */
	if (has_digits && number.dots <= 1 && number.value + number.dots > 0 &&
	    end_odd_number(reader, &p, open, &number)) {
		habits |= 1u << HABIT_NUMBER;
		number.dots += number.dots == 0;
	} else if (is_one_of(open, "([*_") ||
	    (number.dots != 1 && is_one_of(open, "\"`"))) {
		return false;
	}
	if (is_one_of(open, "([") ? number.value != next : reader->starved)
		return false;
	if (roman > 0 && number.dots == 0 && !starts_line(reader, from))
		return false;
	if (p == from ||
	    (number.dots == 0 && !ends_bare_number(reader, &number, p)))
		return false;
	keep_number(reader, number, p, habits,
	    number.value > 0 || ascii_is_digit(*from));
	return true;
}

__attribute__((always_inline)) static inline void
add_movetext_ply(
    struct pgn_reader *reader, struct pgn_frame *frame, struct slice token)
{
	struct ply *ply = arena_take(reader->arena, sizeof(*ply));

	/* The number is copied even if it is empty: a branch would be
	 * mispredicted. */
	memset(ply, 0, offsetof(struct ply, prev));
	ply->token = token;
	ply->span = pgn_span(reader, token.ptr, token.ptr + token.len);
	ply->number_span = frame->number.span;
	ply->number = frame->number.value;
	ply->dots = frame->number.dots;
	frame->number.dots = frame->number.span.len = 0;
	line_append(frame->line, ply);
	if (frame->pending.first != NULL) {
		ply_notes(reader->arena, ply)->before = frame->pending;
		frame->pending = (struct comments){ NULL, NULL };
	}
}

/* True if a token may be a word, such as "ch", which marks the move before it:
 * few moves begin with two letters and end with one that is no promotion. No
 * word has a slash after its first letter, as the cells of Triumvirate's centre
 * have. A * after a move may end the record. */
static inline bool
may_mark(const char *from, const char *to)
{
	return !ascii_is_digit(to[-1]) &&
	    (is_one_of(to[-1], "*.]") ||
		(!ascii_is_digit(from[1]) && from[1] != '/' && to[-1] != '+' &&
		    to[-1] != '=' &&
		    (to - from < 3 || !ascii_is_digit(to[-2]))));
}

/* True if a move begins at p with a letter, or with that of a promoted piece:
 * no annotation and no other mark has a capital letter after a +. */
static inline bool
may_move(const char *p)
{
	return ascii_is_letter(*p) ||
	    (*p == '+' && (unsigned char)(p[1] - 'A') < 26);
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
		uint32_t number = 0, dots = 0;
		unsigned digits = 0;

		while (digits < DIGITS_PLAIN && ascii_is_digit(from[digits]))
			number = number * 10 + (uint32_t)(from[digits++] - '0');
		while (
		    digits > 0 && dots <= PLAYERS && from[digits + dots] == '.')
			dots++;
		const char *to = from + digits + dots;
		/* Another game may begin with 1. */
		if (number == 1 && dots > 0 && frame->line->last != NULL)
			return;
		if (dots > 0 && dots <= PLAYERS &&
		    (*to == ' ' || *to == '\n' || may_move(to))) {
			frame->number = (struct pgn_number){ number, dots,
				pgn_span(reader, from, to) };
			reader->p = to;
			continue;
		}
		if (dots > 0 || !may_move(to))
			return;
		to = from + pgn_first_stop(from);
		if (*to != ' ' && *to != '\n') {
			if (to - from == PGN_VECTOR && from[0] == 'h' &&
			    from[1] == 't')
				return; /* it is an address */
			if (*to == '=' && !ascii_is_digit(to[-1]))
				return; /* it may be a name */
			to = end_of_token(reader, from);
		}
		if (may_mark(from, to))
			return;
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
		add_movetext_ply(reader, frame, slice_between(from, to));
	}
}

/* True if the token follows the ply's after blanks alone. */
static bool
touches(const struct ply *last, struct slice token)
{
	struct slice rest;

	if (last->is_respelled)
		return false;
	rest.ptr = last->token.ptr + last->token.len;
	rest.len = (size_t)(token.ptr - rest.ptr);
	while (rest.len > 0) {
		struct sign sign = sign_read(rest);

		if (!is_space(*rest.ptr) && sign.kind != SIGN_BLANK &&
		    sign.kind != SIGN_UNSEEN)
			return false;
		rest = slice_from(rest, sign.len);
	}
	return true;
}

/* True if no notation can read the token as it stands. */
static bool
needs_spelling(struct slice token)
{
	for (size_t i = 0; i < token.len; i++)
		if (token.ptr[i] == ' ' || (unsigned char)token.ptr[i] >= 0x80)
			return true;
	return token.ptr[token.len - 1] == '.';
}

/* Whether the rest of a move follows a letter that stands apart: "N 12 k9" and
 * "N k9" are a knight's move with blanks in it, and N no annotation. */
static bool
begins_move(struct pgn_reader *reader, struct slice token)
{
	const char *p = pgn_skip_space(reader, reader->p), *from = p;

	if (!ascii_is_letter(token.ptr[0]))
		return false;
	p = pgn_skip_space(reader, pgn_skip_digits(reader, p));
	if (pgn_ends(reader, p + 1) || p > from)
		return ascii_is_letter(pgn_at(reader, p));
	return is_one_of(*p, "x:") ||
	    (token.len == 1 && *p >= 'a' && *p < 'p' && ascii_is_digit(p[1]));
}

/* Adds a mark to the move, which a comment or an annotation parts from it. */
static void
join_mark(struct pgn_reader *reader, struct ply *last, struct slice mark)
{
	struct span span = pgn_span(reader, mark.ptr, mark.ptr + mark.len);

	last->token = slice_of(arena_printf(
	    reader->arena, "%.*s %.*s", SLICE(last->token), SLICE(mark)));
	last->is_respelled = true;
	/* With the blank before it. */
	if (mark.ptr[-1] == ' ') {
		span.start--;
		span.len++;
	}
	habits_edit(reader->record, span, "");
}

/* A sign that belongs to the move before it, apart from it: an annotation, the
 * offer of a draw, a mark, as in "e4 !?", "e4 =", "e4 +". A mark becomes part
 * of the token, whose notation knows how it should be written. */
static bool
read_suffix(struct pgn_reader *reader, struct slice token)
{
	struct pgn_frame *frame = &reader->frame[reader->depth];
	struct ply *last = frame->line->last;
	bool is_next = frame->number.span.len > 0;

	if (last == NULL)
		return false;
	if (slice_is(token, "=") && !needs_spelling(last->token))
		return !is_next && ply_offer_draw(reader->arena, last);
	unsigned nag = nag_read(token);
	if (nag == 0 && !is_next &&
	    (is_one_of(token.ptr[-1], "!?") || !begins_move(reader, token)) &&
	    (nag = spelling_nag(token, true)) > 0)
		habits_note_spelling(reader->record, 1u << HABIT_ANNOTATION,
		    pgn_span(reader, token.ptr, reader->p), token,
		    arena_printf(reader->arena, "$%u", nag));
	if (nag > 0) {
		ply_add_nag(reader->arena, last, nag);
		return true;
	}
	if (is_next || !spelling_is_mark(token))
		return false;
	if (touches(last, token)) {
		last->token.len = (size_t)(reader->p - last->token.ptr);
		last->span.len = (uint32_t)last->token.len;
	} else if (ply_variations(last) == NULL) {
		join_mark(reader, last, token);
	}
	return ply_variations(last) == NULL;
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

/* True if the tag of the record states another result. */
static bool
has_other_result(const struct record *record, struct slice token)
{
	const struct tag *tag = record_known_tag(record, "Result");

	return tag != NULL && !slice_equal(tag->value, token);
}

/* Whether a variation of the last round is at p. */
static bool
is_variation(struct pgn_reader *reader, const char *p)
{
	const char *end = pgn_skip_digits(reader, p + (*p == '('));
	unsigned long number;

	return *p == '(' && pgn_at(reader, end) == '.' &&
	    slice_number(slice_between(p + 1, end), 9999, &number) &&
	    number == reader->frame[reader->depth].number.value;
}

/* True if the game goes on after a token like a result: with the next number of
 * the line or with a move, if moves have numbers; else with a move in the same
 * line, if it looks like a result of two players, or the tag has another. */
static bool
game_goes_on(struct pgn_reader *reader, struct slice token)
{
	const struct pgn_frame *frame = &reader->frame[reader->depth];
	const char *from = pgn_skip_space(reader, reader->p), *p = from;
	uint32_t number = 0, last = frame->number.value;

	if (from < reader->end && is_variation(reader, from))
		return true;
	if (last == 0 &&
	    ((token.len > 3 && !has_other_result(reader->record, token)) ||
		memchr(token.ptr, '\n', (size_t)(p - token.ptr)) != NULL))
		return false;
	while (!pgn_ends(reader, p) && ascii_is_digit(*p) && number < 100000)
		number = number * 10 + (uint32_t)(*p++ - '0');
	if (p == reader->end || (p > from && is_space(*p)))
		return false;
	if (p > from && *p == '.')
		return number > 1 && (number == last || number == last + 1);
	return !is_one_of(*p, "[](){}%;\"*") &&
	    pgn_find_words(reader, p).len == 0;
}

/* The length of a word for a draw that ends the record: it is no offer of one,
 * but the result. */
static size_t
final_draw_len(struct pgn_reader *reader)
{
	if (!is_one_of(*reader->p, "dDrR1\xc2") || reader->depth > 0)
		return 0;
	const char *end = end_of_token(reader, reader->p);
	struct slice token = slice_between(reader->p, end);
	return spelling_is_draw(token) && ends_record(reader, end) ? token.len
								   : 0;
}

/* The length of the result at p, in *plain, with its habits, as bits; 0 if
 * there is none. */
static size_t
result_len(struct pgn_reader *reader, char plain[RESULT_MAX], unsigned *habits)
{
	struct slice rest = slice_between(reader->p, reader->end);
	char first = *reader->p;
	size_t len = final_draw_len(reader);

	*habits = 1u << HABIT_RESULT;
	if (len > 0) {
		memcpy(plain, RESULT_DRAW, sizeof(RESULT_DRAW));
		return len;
	}
	if (!ascii_is_digit(first) && !is_one_of(first, "*(&\"'_`") &&
	    (unsigned char)first < 0x80)
		return 0;
	if (rest.len > RESULT_BYTES)
		rest.len = RESULT_BYTES;
	else
		reader->starved |=
		    !reader->eof && memchr(rest.ptr, '\n', rest.len) == NULL;
	return spelling_take_result(rest, plain, habits);
}

/* True if the game goes on after a result, as its numbers tell: no other record
 * begins there. After an empty line a move without a number may begin one. */
static bool
is_amid_moves(struct pgn_reader *reader, struct slice token)
{
	const char *from = reader->p, *p;
	char plain[RESULT_MAX];
	unsigned habits, lines = 0, digits = 0;

	if (reader->depth > 0 || reader->frame[0].number.value == 0 ||
	    reader->prefix.len > 0 || !game_goes_on(reader, token))
		return false;
	for (p = from; is_space(*p); p++)
		lines += *p == '\n';
	p = reader->p = pgn_skip_space(reader, from);
	bool is_result = result_len(reader, plain, &habits) > 0;
	reader->p = from;
	const char *end = end_of_token(reader, p);
	while (p + digits < end && ascii_is_digit(p[digits]))
		digits++;
	if (is_result || pgn_is_row(reader, p) || pgn_title_len(reader, p) ||
	    (lines > 1 && (digits == 0 || p[digits] != '.')))
		return false;
	return pgn_precedes_move(reader, p);
}

/* The end of the parentheses that open at p. */
static const char *
end_of_parentheses(struct pgn_reader *reader, const char *p)
{
	unsigned depth = 0;

	do {
		if (*p == '{')
			while (!pgn_ends(reader, p + 1) && *p != '}')
				p++;
		depth += *p == '(';
		depth -= *p == ')';
		p++;
	} while (depth > 0 && !pgn_ends(reader, p));
	return p;
}

/* Leaves out a result at `from` after which the game goes on, or variations of
 * the last move follow: it belongs after these. */
static void
leave_out_result(struct pgn_reader *reader, const char *from)
{
	struct record *record = reader->record;
	const char *end = reader->p, *next = pgn_skip_space(reader, end);
	struct edit_list edits = { .len = 0 };
	struct span span =
	    pgn_span(reader, from, end + (pgn_at(reader, end) == ' '));

	pgn_report(reader, DIAG_RESULT_STRAY, from, end,
	    "the game goes on after this result, which ternion leaves out");
	struct fix *fix = diag_fix_as(reader->diags, "remove this result", span,
	    "", slice_is(record->result, "*"));
	while (!pgn_ends(reader, next) && is_variation(reader, next)) {
		end = end_of_parentheses(reader, next);
		next = pgn_skip_space(reader, end);
	}
	if (fix != NULL && end > reader->p) {
		edits_add(&edits, reader->arena, span, "");
		edits_add(&edits, reader->arena, pgn_span(reader, end, end),
		    arena_printf(
			reader->arena, " %.*s", SLICE(record->result)));
		fix->title = "put the result after the variation";
		fix->edits = edits.edit;
		fix->len = edits.len;
		fix->certain = true;
	}
	record->result.len = record->result_span.len = 0;
}

/* Reads the result that ends the record; false if there is none. */
static bool
read_result(struct pgn_reader *reader)
{
	struct record *record = reader->record;
	const char *from = reader->p;
	char plain[RESULT_MAX];
	unsigned habits;
	size_t len = result_len(reader, plain, &habits);

	if (len == 0 || reader->starved || reader->ignored > 0)
		return false;
	reader->p = from + len;
	if (is_like_castling(slice_of(plain)) &&
	    game_goes_on(reader, (struct slice){ from, len })) {
		reader->p = from;
		return false;
	}
	record->result = arena_slice(reader->arena, slice_of(plain));
	record->result_span = pgn_span(reader, from, reader->p);
	if (habits != 0)
		habits_note_signs(record, habits, record->result_span,
		    (struct slice){ from, len }, record->result.ptr);
	if (is_amid_moves(reader, (struct slice){ from, len })) {
		leave_out_result(reader, from);
		return true;
	}
	/* All moves are in a parenthesis. */
	if (reader->depth == 0 && reader->frame[0].groups > 0) {
		from = pgn_skip_space(reader, reader->p);
		if (from < reader->end && *from == ')') {
			reader->p = from;
			skip_group(reader);
		}
	}
	/* At the end of the record a result may be in an open variation. */
	const char *p =
	    reader->depth > 0 ? pgn_skip_space(reader, reader->p) : reader->end;
	if (p < reader->end && *p != '[') {
		pgn_report(reader, DIAG_RESULT_MISPLACED, from, reader->p,
		    "this result is inside a variation");
		pgn_fix(reader, from, reader->p,
		    slice_is(record->result, "*")
			? ""
			: arena_printf(
			      reader->arena, "{%.*s}", SLICE(record->result)));
		record->result.len = record->result_span.len = 0;
	}
	return true;
}

/* True if the token ends with the * that ends the record: "Nd4*". */
static bool
ends_with_star(struct pgn_reader *reader, struct slice token)
{
	if (token.len < 2 || token.ptr[token.len - 1] != '*' ||
	    is_one_of(token.ptr[0], "*_`\""))
		return false;
	return ends_record(reader, token.ptr + token.len);
}

/* Puts the player who is named before a move into its token. */
static void
name_mover(struct pgn_reader *reader, struct ply *ply, const char *name)
{
	struct slice token = ply->token;

	ply->token = slice_between(name, token.ptr + token.len);
	ply->span = pgn_span(reader, name, token.ptr + token.len);
	ply_respell_as(reader->record, ply,
	    spelling_named(token, reader->mover_letter, reader->arena),
	    1u << HABIT_NAME, arena_copy(reader->arena, token));
}

/* Takes what does not belong to the move off the end of a token, "!N", a star,
 * or brackets of lists; or adds words that belong to it. */
static struct slice
cut_token(struct pgn_reader *reader, struct slice token)
{
	size_t words = pgn_words_of_move(reader, token.ptr), run = 0;

	while (run < token.len && is_one_of(token.ptr[run], "!?"))
		run++;
	if (run > 0 && run < token.len &&
	    spelling_nag(slice_from(token, run), true) > 0)
		token.len = run;
	if (words > 0) {
		token.len = words;
	} else if (ends_with_star(reader, token)) {
		token.len--;
	} else if (token.len > 2 && token.ptr[token.len - 1] == ']' &&
	    (is_one_of(*token.ptr, "\"'") ||
		pgn_is_bracket(reader, token.ptr + token.len - 1))) {
		/* They follow the quote. */
		while (token.ptr[token.len - 1] == ']')
			token.len--;
	}
	if (ascii_is_digit(token.ptr[token.len - 1]))
		return token;
	struct slice mark = pgn_find_words(reader, token.ptr);
	return mark.len > token.len && spelling_is_mark(mark)
	    ? mark /* "draw offered" */
	    : token;
}

/* Takes a token; returns false if it was the result that ends the record. */
static bool
read_token(struct pgn_reader *reader)
{
	struct pgn_frame *frame = &reader->frame[reader->depth];
	const char *from = reader->p, *name = reader->mover;

	reader->mover = NULL;
	if (read_result(reader))
		return reader->record->result.len == 0;
	if (reader->starved ||
	    ((ascii_is_digit(*from) || is_one_of(*from, ".IVXL") ||
		 (unsigned char)*from >= 0x80 ||
		 pgn_digits_of_number(reader, from) != NULL) &&
		read_move_number(reader)))
		return true;
	const char *to = join_token(
	    reader, from, end_of_token(reader, from + (*from == ',')));
	struct slice token = cut_token(reader, slice_between(from, to));
	reader->p = from + token.len;
	if (reader->ignored > 0 || reader->starved ||
	    read_suffix(reader, token))
		return true;
	add_movetext_ply(reader, frame, token);
	if (reader->next_nag > 0)
		ply_add_nag(
		    reader->arena, frame->line->last, reader->next_nag - 1);
	reader->next_nag = 0;
	reader->record->has_dash |= slice_is(token, "-");
	if (name != NULL)
		name_mover(reader, frame->line->last, name);
	return true;
}

/* Reads a call in parentheses, of this length, with the annotations that touch
 * it. */
static void
read_call(struct pgn_reader *reader, size_t len)
{
	const char *from = reader->p;

	reader->p = pgn_skip_any(reader, from + len, "!?=");
	if (reader->ignored == 0 && !reader->starved &&
	    !read_suffix(reader, slice_between(from, reader->p)))
		add_movetext_ply(reader, &reader->frame[reader->depth],
		    slice_between(from, reader->p));
}

/* Skips braces that close no comment. */
static void
read_stray_brace(struct pgn_reader *reader)
{
	const char *from = reader->p;

	reader->p = pgn_skip_any(reader, from, "}");
	pgn_report(reader, DIAG_COMMENT_UNOPENED, from, reader->p,
	    "this } has no { before it");
	if (from > reader->base && from[-1] == '}')
		pgn_fix(reader, from, reader->p, "");
}

void
pgn_read_movetext(struct pgn_reader *reader)
{
	reader->in_moves = true;
	reader->wordless = NULL; /* words can begin with a name now */
	for (;;) {
		size_t len;

		if (FAST && reader->ignored == 0 && reader->next_nag == 0 &&
		    reader->prefix.len == 0)
			read_plain(reader);
		if (reader->starved || !pgn_skip_to_text(reader))
			return;
		const char *from = reader->p, *to;
		char sign = *from;
		if (is_one_of(sign, "([YS") &&
		    (len = odd_call_len(reader)) > 0) {
			read_call(reader, len);
			continue;
		}
		if (pgn_is_bracket(reader, from)) {
			sign = sign == '[' ? '(' : ')';
			habits_note_signs(reader->record, 1u << HABIT_BRACKET,
			    pgn_span(reader, from, from + 1),
			    slice_between(from, from + 1),
			    sign == '(' ? "(" : ")");
		}
		switch (sign) {
		case '(':
			len = call_len(reader);
			if (len > 0)
				read_call(reader, len);
			else if (!read_result(reader) &&
			    !read_move_number(reader) && !skip_group(reader) &&
			    !reader->starved)
				open_variation(reader);
			else if (reader->record->result.len > 0)
				return;
			break;
		case ')':
			if (!skip_group(reader) && !reader->starved)
				close_variation(reader);
			break;
		case '$':
			read_nag(reader);
			break;
		case '}':
			read_stray_brace(reader);
			break;
		case '[':
			if (read_move_number(reader))
				break;
			if (pgn_is_tag(from, reader->end) &&
			    (to = pgn_end_of_tags_amid(reader)) != NULL) {
				pgn_read_late_tags(
				    reader, to, "this tag is among the moves");
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
		const char *before = reader->p;
		const char *from = pgn_skip_space(reader, before);
		char plain[RESULT_MAX];
		unsigned habits;

		if (from == reader->end)
			return;
		reader->p = from;
		if (*from == '*' && pgn_skip_lines(reader))
			continue;
		size_t len = result_len(reader, plain, &habits);
		reader->p = before;
		if (len == 0 || reader->starved)
			return;
		reader->p = from + len;
		struct span span = pgn_span(reader, from, reader->p);
		struct slice token =
		    record_result(record, (struct slice){ from, len }, span);
		/* A * says nothing. */
		bool is_useless = slice_is(record->result, "*") ||
		    slice_is(token, "*") || slice_equal(token, record->result);
		if (slice_is(record->result, "*")) {
			struct span first = record->result_span;

			record->result = token;
			record->result_span = span;
			span = first;
		}
		diag_add(reader->diags, DIAG_RESULT_STRAY, span,
		    "the record has more than one result; ternion reads %.*s",
		    SLICE(record->result));
		if (is_useless)
			diag_fix_text(
			    reader->diags, "remove this result", span, "");
	}
}

void
pgn_close_lines(struct pgn_reader *reader)
{
	for (; reader->depth > 0; reader->depth--) {
		diag_add(reader->diags, DIAG_VARIATION_UNTERMINATED,
		    reader->frame[reader->depth].line->open,
		    "the variation that begins here has no )");
		settle_pending(reader);
	}
	settle_pending(reader);
}
