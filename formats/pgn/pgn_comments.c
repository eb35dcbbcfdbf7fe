/* Ternion: PGN: comments, escapes, and the white space between tokens. */
#include "formats/pgn/pgn_reader.h"
#include "parse/text/prose.h"
#include "parse/text/utf8.h"

enum {
	/* Bytes between tags in an open comment and its }, at most. */
	BRACE_NEAR = 64 * 1024,
	/* Bytes of words in no braces that are one comment, at most, and of one
	 * as other languages have it: each token is asked whether they begin
	 * there. */
	WORDS_NEAR = 4 * 1024
};

bool
pgn_is_tag(const char *p, const char *end)
{
	const char *name = p + 1;

	while (name < end && *name == ' ')
		name++;
	for (p = name; p < end && is_name(*p); p++)
		;
	if (p == name)
		return false;
	while (p < end && *p == ' ')
		p++;
	return p < end && *p == '"';
}

bool
pgn_is_boundary(const char *from, const char *end, const char *p)
{
	return follows_empty_line(from, p) && pgn_is_tag(p, end);
}

const char *
pgn_find_boundary(const char *from, const char *end)
{
	for (const char *p = from;
	     (p = memchr(p, '[', (size_t)(end - p))) != NULL; p++)
		if (pgn_is_boundary(from, end, p))
			return p;
	return NULL;
}

/* Adds a comment to the next ply, if it follows a number, or to the last. */
static void
add_comment(struct pgn_reader *reader, const char *from, const char *to)
{
	struct slice text = slice_trim(slice_between(from, to));
	struct pgn_frame *frame = &reader->frame[reader->depth];
	struct span span = pgn_span(reader, text.ptr, text.ptr + text.len);
	struct ply *last = frame->line->last;
	size_t valid = utf8_valid_len(text);

	if (valid < text.len)
		diag_add(reader->diags, DIAG_UTF8_TEXT,
		    (struct span){ span.start + (uint32_t)valid, 1 },
		    "this comment is not valid UTF-8 here" UTF8_LATIN_1);
	comments_add(reader->arena,
	    last == NULL || frame->number.span.len > 0
		? &frame->pending
		: ply_comments_after(reader->arena, last),
	    text, span);
}

/* Where a comment ends that has no }, or tags of a record before it: at the
 * brace if that is its own, because no other comment begins between the tags
 * and it; else before the tags. NULL: more text is needed. */
static const char *
end_of_comment(struct pgn_reader *reader, const char *tags)
{
	const char *end = reader->end, *p = tags;

	if (tags == NULL)
		return reader->eof ? end : NULL;
	if (end - tags > BRACE_NEAR)
		end = tags + BRACE_NEAR;
	while (p < end && *p != '{' && *p != '}')
		p++;
	if (p == reader->end && !reader->eof)
		return NULL;
	return p < end && *p == '}' ? p : tags;
}

/* The ) or ] that was typed for the } of a comment: none was opened in it, and
 * a move follows, and then no }. If another comment does, which could be text
 * of this one, the move has its number with a full stop. NULL: there is none.
 */
static const char *
find_mistyped(struct pgn_reader *reader, const char *from)
{
	uint32_t last = reader->frame[reader->depth].number.value;
	const char *found = NULL, *p = from;
	unsigned long number;
	bool has_number = false;
	int open = 0;

	for (; !pgn_ends(reader, p) && !is_one_of(*p, "{}") &&
	     (*p != '[' || !pgn_is_boundary(from, reader->end, p));
	     p++) {
		open += is_one_of(*p, "([");
		if (!is_one_of(*p, ")]") || found != NULL || --open >= 0 ||
		    !pgn_precedes_move(reader, p + 1))
			continue;
		struct slice rest = slice_between(p + 1, reader->end),
			     word = slice_word(&rest);
		has_number = memchr(word.ptr, '.', word.len) != NULL &&
		    slice_number(slice_take(&word, '.'), UINT32_MAX, &number) &&
		    number - last <= 1;
		found = p;
	}
	return p < reader->end && (*p == '}' || (*p == '{' && !has_number))
	    ? NULL
	    : found;
}

/* Where the words end that a comment without a } begins with, if moves follow
 * them; else `to`. */
static const char *
end_of_words(struct pgn_reader *reader, const char *from, const char *to)
{
	const char *p = from;

	for (;;) {
		const char *word = pgn_skip_space(reader, p);
		size_t len = word < to ? pgn_find_words(reader, word).len : 0;

		if (len == 0)
			return p > from && pgn_precedes_move(reader, word) ? p
									   : to;
		p = word + len;
	}
}

/* Reports a comment without a }, which is read up to `to`. The brace belongs
 * before the result if no move can be in the comment. */
static void
report_open(struct pgn_reader *reader, const char *open, const char *to)
{
	const char *p = open;

	pgn_report(reader, DIAG_COMMENT_UNTERMINATED, open, open + 1,
	    "the comment that begins here has no }");
	while (to > p + 1 && (is_space(to[-1]) || to[-1] == '*'))
		to--;
	while (p < to && !ascii_is_digit(*p))
		p++;
	if (p == to)
		pgn_fix(reader, to, to, "}");
}

static void
read_comment(struct pgn_reader *reader)
{
	const char *open = reader->p, *from = open + 1;
	size_t near = (size_t)(reader->end - from);
	const char *to =
	    memchr(from, '}', near < WORDS_NEAR ? near : WORDS_NEAR);
	const char *mistyped =
	    to == NULL || memchr(from, '{', (size_t)(to - from))
	    ? find_mistyped(reader, from)
	    : NULL;

	if (mistyped != NULL) {
		pgn_report(reader, DIAG_COMMENT_UNTERMINATED, open, open + 1,
		    "the comment that begins here ends with %c instead of }",
		    *mistyped);
		pgn_fix(reader, mistyped, mistyped + 1, "}");
		reader->p = mistyped + 1;
		add_comment(reader, from, mistyped);
		return;
	}
	if (to == NULL)
		to = memchr(from, '}', near);
	const char *tags =
	    pgn_find_boundary(from, to != NULL ? to : reader->end);
	if (to == NULL || tags != NULL)
		to = end_of_comment(reader, tags);
	if (to == NULL) {
		reader->starved = true;
		reader->p = reader->end;
		return;
	}
	bool is_open = to == reader->end || *to != '}';
	const char *words = is_open ? end_of_words(reader, from, to) : to;
	if (is_open)
		report_open(reader, open, to);
	if (words < to) {
		diag_fix_as(reader->diags, "add }",
		    pgn_span(reader, words, words), "}", false);
		to = words;
	}
	reader->p = to + !is_open;
	add_comment(reader, from, to);
}

/* How many plies at the end of a line are of the round, and of the one before,
 * 0 if there is none: those of a player who is out are not lacking. */
static unsigned
plies_of_round(const struct line *line, uint32_t round, unsigned *before)
{
	unsigned count = 0, own = 0;

	*before = 0;
	for (const struct ply *p = line->last; p != NULL; p = p->prev) {
		count++;
		if (p->number_span.len == 0)
			continue;
		if (p->number == round)
			own = count;
		else if (p->number + 1 == round)
			*before = count - own;
		else
			break;
	}
	return own;
}

/* Tells of moves in a comment up to the end of the line that are lacking: those
 * of the next round, if the round after it follows, or perhaps if none does; or
 * the rest of this round. */
static void
check_rest_of_line(struct pgn_reader *reader, const char *from, const char *to)
{
	const struct pgn_frame *frame = &reader->frame[reader->depth];
	uint32_t last = frame->number.value;
	unsigned long number, next;
	const char *text = pgn_find_number(reader, from, &number), *moves;
	unsigned words,
	    count = pgn_count_moves(slice_between(from, to), &moves, &words);
	bool has_round = text < to && number == last + 1;
	unsigned before, plies = plies_of_round(frame->line, last, &before);

	if (count == 0 || last == 0)
		return;
	if (frame->number.span.len > 0)
		plies = 0;
	const char *after = pgn_find_number(reader, to, &next);
	bool is_apart = next > 0 ? after != pgn_skip_space(reader, to)
				 : pgn_skip_space(reader, to) < reader->end;
	if (has_round ? next != number + 1 && (next != 0 || count < PLAYERS)
		      : is_apart || (next != last + 1 && next != 0) ||
		    plies + count != before)
		return;
	if (has_round && text < moves)
		moves = text;
	diag_add_as(reader->diags, DIAG_COMMENT_MOVES,
	    has_round && next > 0 ? SEV_ERROR : SEV_WARNING,
	    pgn_span(reader, moves, to),
	    "this comment seems to have the moves of number %lu",
	    has_round ? number : last);
	diag_fix_as(reader->diags, "end the comment before the moves",
	    pgn_span(reader, moves, moves), "\n", false);
}

static void
read_rest_of_line(struct pgn_reader *reader)
{
	const char *from = reader->p + 1, *to = end_of_line(reader, from);

	reader->p = to;
	add_comment(reader, from, to);
	check_rest_of_line(reader, from, to);
}

static void
read_escape(struct pgn_reader *reader)
{
	const char *from = reader->p, *to = end_of_line(reader, from);
	struct span span = pgn_span(reader, from, to);

	reader->p = to;
	while (to[-1] == '\r')
		to--;
	comments_add(reader->arena, &reader->record->escapes,
	    slice_between(from, to), span);
}

/* The length of a face at p, as ":-)"; 0: there is none. In ";) 2. e4" the
 * rest of the line is no comment. */
static size_t
face_len(struct pgn_reader *reader, const char *p)
{
	size_t len = p[0] != '\0' && p[1] == '-' ? 2 : 1;

	return is_one_of(*p, ":;") &&
		is_one_of(pgn_at(reader, p + len), "()DP") &&
		is_space(pgn_at(reader, p + len + 1)) &&
		(*p == ':' || pgn_precedes_move(reader, p + len + 1))
	    ? len + 1
	    : 0;
}

/* The end of the word at p. *is_number: it has but digits and full stops. */
static const char *
end_of_word(struct pgn_reader *reader, const char *p, bool *is_number)
{
	*is_number = true;
	while (
	    !pgn_ends(reader, p) && !is_space(*p) && !is_one_of(*p, "{}[]()$;"))
		*is_number &= ascii_is_digit(*p++) || p[-1] == '.';
	return p;
}

/* Whether a text is the number of the move that comes next. */
static bool
is_number_to_come(const struct pgn_reader *reader, struct slice text)
{
	unsigned long value;

	return slice_number(slice_take(&text, '.'), 9999, &value) &&
	    value == reader->frame[reader->depth].number.value + 1;
}

struct slice
pgn_find_words(struct pgn_reader *reader, const char *from)
{
	static const char *const dashes[] = { "-", "\xe2\x80\x93",
		"\xe2\x80\x94", NULL };
	const char *p = from, *end = from;
	const char *comma = NULL;
	struct slice number = { from, 0 };
	bool is_words = false, is_move = false, is_number;

	if (from < reader->wordless)
		return (struct slice){ from, 0 };
	while (!is_move && p - from < WORDS_NEAR) {
		const char *word = p;
		size_t face = face_len(reader, word);

		p = end_of_word(reader, p, &is_number);
		if (face > 0) {
			p = end = word + face;
			is_words = true;
		}
		if (p == word)
			break;
		comma = p - word > TOKEN_MAX
		    ? NULL
		    : memchr(word, ',', (size_t)(p - word));
		/* "Here is the game:", but "White:" is a heading. */
		bool has_colon = p > word + 1 && p[-1] == ':' &&
		    (word > from || reader->in_moves);
		bool has_text =
		    prose_has(slice_between(word, p - has_colon), &is_move);
		if (!is_move) {
			is_words |= has_text;
			end = p;
		} else if (word > from &&
		    (is_number ||
			slice_is_among(slice_between(word, p), dashes))) {
			is_move = false; /* it may stand between words */
			number = slice_between(word, p);
		}
		p = pgn_skip_any(reader, p, " \t");
	}
	if (!is_words) /* others may follow a comma in the last one */
		reader->wordless = comma != NULL ? comma : p;
	/* Or before the end of the line, unless a move has to follow it. */
	if (number.ptr > end && is_space(pgn_at(reader, p)) &&
	    !is_number_to_come(reader, number))
		end = before_space(from, p);
	return (struct slice){ from, is_words ? (size_t)(end - from) : 0 };
}

/* A comment as other languages have it, at p; len 0: there is none. */
static struct slice
find_foreign_comment(struct pgn_reader *reader, const char *p)
{
	static const char *const signs[][2] = { { "<!--", "-->" },
		{ "/*", "*/" }, { "//", "\n" }, { "# ", "\n" },
		{ "\xc2\xa9 ", "\n" }, { "<", ">" } };
	struct slice rest = slice_between(p, reader->end);

	for (size_t i = 0; i < COUNT(signs); i++) {
		if (*p != signs[i][0][0] || !slice_begins(rest, signs[i][0]))
			continue;
		size_t len = strlen(signs[i][1]);
		const char *to = p + strlen(signs[i][0]);
		if ((is_one_of(*p, "#\xc2") ? !starts_line(reader, p)
					    : *signs[i][1] == '>') &&
		    pgn_find_words(reader, to).len == 0)
			continue;
		while (!pgn_ends(reader, to + len - 1) && to - p < WORDS_NEAR &&
		    !is_one_of(*to, "{}") && memcmp(to, signs[i][1], len) != 0)
			to++;
		if (*signs[i][1] == '\n')
			return slice_trim(slice_between(p, to));
		if (!pgn_ends(reader, to + len - 1) && *to == *signs[i][1])
			return slice_between(p, to + len);
	}
	return (struct slice){ p, 0 };
}

/* Where the ) of words that end at p is, if they go on with a move of another
 * round, as "(see 12. e4)" does: they begin no variation. Else p. */
static const char *
skip_reference(struct pgn_reader *reader, const char *p)
{
	uint32_t round = reader->frame[reader->depth].number.value;
	const char *from = pgn_skip_space(reader, p);
	const char *end = pgn_skip_digits(reader, from);
	unsigned long number;

	if (pgn_at(reader, end) != '.' ||
	    !slice_number(slice_between(from, end), 9999, &number) ||
	    number - round <= 1)
		return p;
	while (!pgn_ends(reader, end) && !is_one_of(*end, "(){}\n"))
		end++;
	return pgn_at(reader, end) == ')' ? end : p;
}

/* True if words that a ( begins end at p, and no ) follows before another
 * parenthesis or comment, but a move. */
static bool
is_open_aside(struct pgn_reader *reader, const char *p)
{
	const char *from = p;

	while (!pgn_ends(reader, p) && p - from < WORDS_NEAR &&
	    !is_one_of(*p, "()[]{}"))
		p++;
	return pgn_precedes_move(reader, from) && p - from < WORDS_NEAR &&
	    (p == reader->end ? reader->eof : is_one_of(*p, "([{"));
}

/* Whether the line at p is words in brackets, as "[Diagram]", and the next move
 * follows with its number. */
static bool
is_bracketed_line(struct pgn_reader *reader, const char *p)
{
	struct slice line =
	    slice_trim(slice_between(p, end_of_line(reader, p)));
	struct slice rest = slice_between(line.ptr + line.len, reader->end);

	return line.ptr[line.len - 1] == ']' &&
	    memchr(line.ptr, '"', line.len) == NULL &&
	    is_number_to_come(reader, slice_word(&rest));
}

/* Whether words may be in brackets at p: other brackets are tags. */
static bool
may_be_aside(struct pgn_reader *reader, const char *p)
{
	if (pgn_ends(reader, p + 1))
		return false;
	if (*p == '(' || p[1] == '%' || ascii_is_digit(p[1]))
		return true;
	return reader->in_moves && !pgn_is_tag(p, reader->end) &&
	    (!starts_line(reader, p) || is_bracketed_line(reader, p) ||
		pgn_end_of_tags_amid(reader) != NULL);
}

/* The end of lengths of time at p, as in "(1m 5s)" and "(12 min)". */
static const char *
skip_times(struct pgn_reader *reader, const char *p)
{
	for (const char *end = p;; p = end) {
		end = pgn_skip_digits(reader, p);
		if (end == p || pgn_ends(reader, end + 1) ||
		    !is_one_of(end[*end == ' '], "hms"))
			return p;
		end = pgn_skip(reader, end + 1, ascii_is_letter);
		if (!is_one_of(pgn_at(reader, end), " )"))
			return p;
		end += *end == ' ';
	}
}

/* The end of a command, as "%clk 0:05", which may go on in a second line. */
static const char *
skip_command(struct pgn_reader *reader, const char *p)
{
	for (unsigned lines = 0; !pgn_ends(reader, p) &&
	     !is_one_of(*p, "[]{}") && (*p != '\n' || lines++ == 0);)
		p++;
	return p;
}

/* Whether a text is a number that is that of the next move. */
static bool
is_next_number(const struct pgn_reader *reader, struct slice text)
{
	const struct pgn_frame *frame = &reader->frame[reader->depth];
	unsigned long number;

	return slice_number(text, 9999, &number) &&
	    (number == frame->number.value + 1 || frame->line->last == NULL);
}

/* The parenthesis or bracket that opens at `from`, if words fill it, as
 * "(draw agreed)" and "[0:05]", or a command such as "[%clk 0:05]". */
static struct slice
find_enclosed(struct pgn_reader *reader, const char *from)
{
	bool is_round = *from == '(';
	const char *end = from + 1, *words = end;

	if (is_round)
		end = skip_times(reader, end);
	end = *end == '%' ? skip_command(reader, end)
			  : end + pgn_find_words(reader, end).len;
	if (is_round && end > words) {
		if (is_open_aside(reader, end))
			return slice_between(from, end);
		end = skip_reference(reader, end);
	}
	/* A number may be minutes, unless it is that of the next move. */
	while ((is_round || end > words) && !pgn_ends(reader, end) &&
	    (ascii_is_digit(*end) || (*end == ' ' && end > words)))
		end++;
	bool is_closed = end > words &&
	    pgn_at(reader, end) == (is_round ? ')' : ']') &&
	    !is_next_number(reader, slice_between(words, end));
	return (struct slice){ from, is_closed ? (size_t)(end + 1 - from) : 0 };
}

/* Words in no braces at p: in a comment of another language, in parentheses or
 * brackets, or bare. */
static struct slice
find_aside(struct pgn_reader *reader)
{
	const char *from = reader->p;
	struct slice words = find_foreign_comment(reader, from);

	if (words.len == 0 && starts_line(reader, from))
		words.len = pgn_title_len(reader, from);
	if (words.len > 0)
		return words;
	if (!is_one_of(*from, "(["))
		return pgn_find_words(reader, from);
	return may_be_aside(reader, from) ? find_enclosed(reader, from) : words;
}

/* Keeps words in no braces as a comment. Lines of words, times and evaluations
 * are reported at once. */
static void
take_words(struct pgn_reader *reader, struct slice words, bool is_line)
{
	char first = words.ptr[is_one_of(*words.ptr, "([")];

	reader->p = words.ptr + words.len;
	if (reader->ignored > 0)
		return;
	habits_note_words(reader->record,
	    pgn_span(reader, words.ptr, words.ptr + words.len),
	    is_line ||
		((unsigned char)first < 0x80 && !ascii_is_letter(first) &&
		    first != '"'));
	add_comment(reader, words.ptr, words.ptr + words.len);
}

/* True if a line is one word of letters, as a greeting or a name in a mail is;
 * before the moves a comma or the like has to follow it. */
static bool
is_word_alone(const struct pgn_reader *reader, struct slice line)
{
	size_t len = 0;

	while (len < line.len && ascii_is_letter(line.ptr[len]))
		len++;
	return len > 1 && ascii_upper(line.ptr[0]) != 'O' &&
	    (len == line.len
		    ? reader->record->result.len > 0
		    : len + 1 == line.len && is_one_of(line.ptr[len], ",.!:"));
}

/* The characters of a word by which a remark is known. */
struct word_signs {
	unsigned letters, digits, dashes;
	bool has_text;    /* three letters in a row */
	bool has_bracket; /* of a comment or a tag */
};

static struct word_signs
count_word_signs(struct slice word)
{
	struct word_signs signs = { .letters = 0 };
	unsigned row = 0;

	for (size_t i = 0; i < word.len; i++) {
		struct sign sign = sign_read(slice_from(word, i));
		/* A digit of another script is none of its letters. */
		bool is_digit = ascii_is_digit(word.ptr[i]) ||
		    (sign.point > 0x65f && ascii_is_digit(sign.plain[0]));
		bool is_letter = ascii_is_letter(word.ptr[i]) ||
		    (!is_digit && (unsigned char)word.ptr[i] >= 0x80);

		row = is_letter ? row + 1 : 0;
		signs.letters += is_letter;
		signs.digits += is_digit;
		signs.dashes += word.ptr[i] == '-';
		signs.has_text |= row == 3;
		signs.has_bracket |= is_one_of(word.ptr[i], "{}[");
	}
	return signs;
}

/* Whether a line is a note with a number: "1) A good move." */
static bool
is_numbered_note(struct pgn_reader *reader, struct slice line)
{
	size_t from = is_one_of(*line.ptr, "[("), to = from;

	while (to < line.len && ascii_is_digit(line.ptr[to]))
		to++;
	return to > from && line.len > to + 2 &&
	    is_one_of(line.ptr[to], "]).") &&
	    ascii_is_letter(line.ptr[to + 2]) &&
	    pgn_find_remark(reader, slice_from(line, to + 1)).len > 0;
}

/* Whether a line begins with a sign or a number of movetext; a * alone is a
 * result. */
static bool
begins_movetext(struct pgn_reader *reader, struct slice line)
{
	if (line.ptr[0] == '*')
		return line.len == 1 || line.ptr[1] != '*';
	return is_one_of(line.ptr[0], "[;%$0123456789") ||
	    (ascii_is_letter(line.ptr[0]) &&
		pgn_digits_of_number(reader, line.ptr) != NULL);
}

struct slice
pgn_find_remark(struct pgn_reader *reader, struct slice line)
{
	struct slice rest = line = slice_trim(line), none = { line.ptr, 0 };
	bool is_after = reader->record->result.len > 0;
	unsigned words = 0;
	bool has_text = false, is_move;

	/* A word of letters alone can only be castling; "-- " begins the
	 * signature of a mail. */
	if (is_word_alone(reader, line) || (is_after && slice_is(line, "--")))
		return line;
	if (line.len == 0)
		return none;
	if (is_after && is_numbered_note(reader, line))
		return line;
	if (begins_movetext(reader, line))
		return none;
	for (; rest.len > 0; words++) {
		struct slice word = slice_take(&rest, ' ');
		struct word_signs signs = count_word_signs(word);

		has_text |= signs.has_text;
		if (signs.has_bracket ||
		    (signs.letters > 0 && signs.digits > 0 &&
			!prose_has(word, &is_move)) ||
		    (signs.dashes > 0 && word.len > 1 && signs.letters < 4))
			return none;
	}
	return has_text && words > 1 ? line : none;
}

bool
pgn_take_remark(struct pgn_reader *reader, struct slice words)
{
	if (words.len == 0 || reader->starved)
		return false;
	take_words(reader, words, true);
	return true;
}

bool
pgn_read_remark(struct pgn_reader *reader)
{
	return pgn_take_remark(reader,
	    pgn_find_remark(reader,
		slice_between(reader->p, end_of_line(reader, reader->p))));
}

/* Reads a comment that begins with words or ( and ends with }, without a move
 * in it; false if there is none. */
static bool
read_unopened(struct pgn_reader *reader)
{
	const char *open = reader->p, *from = open + (*open == '('), *p = from;

	if (open < reader->unopened)
		return false;
	while (!pgn_ends(reader, p) && p - from < WORDS_NEAR &&
	    !is_one_of(*p, "(){};") &&
	    !((p == from || is_space(p[-1])) && pgn_precedes_move(reader, p)) &&
	    !(from == open && is_one_of(*p, "0123456789+=/")))
		p++;
	if (p == from || pgn_at(reader, p) != '}') {
		if (p > reader->unopened)
			reader->unopened = p;
		return false;
	}
	pgn_report(reader, DIAG_COMMENT_UNOPENED, open, open + 1,
	    from > open ? "this comment begins with ( instead of {"
			: "this comment has no { before it");
	pgn_fix(reader, open, from, "{");
	reader->p = p + 1;
	add_comment(reader, from, p);
	return true;
}

/* Reads words in no braces as a comment; false if there are none. A word for a
 * mark stays a mark, unless it begins others, as in "draw agreed". */
static bool
read_words(struct pgn_reader *reader)
{
	struct slice words = find_aside(reader);

	if (!reader->in_moves && starts_line(reader, reader->p) &&
	    !pgn_is_at_heading(reader) && pgn_read_remark(reader))
		return true;
	if (words.len == 0 || pgn_is_at_heading(reader) ||
	    (*words.ptr != '#' && spelling_begins_with_mark(words)) ||
	    pgn_end_of_player(reader, reader->p) != NULL ||
	    pgn_words_of_move(reader, reader->p) > 0 ||
	    (ascii_is_letter(*reader->p) &&
		pgn_digits_of_number(reader, reader->p) != NULL))
		return false;
	take_words(reader, words, false);
	return true;
}

/* Reads the comment, words or escape at p; false if there is none. */
static bool
read_aside(struct pgn_reader *reader)
{
	const char *from = reader->p;

	size_t face = face_len(reader, from);

	if (face > 0) {
		take_words(reader, (struct slice){ from, face }, false);
	} else if (*from == '{' && reader->tags == reader->headings &&
	    pgn_is_at_heading(reader)) {
		return false; /* {White "Ann"} */
	} else if (*from == '{') {
		read_comment(reader);
	} else if (*from == ';') {
		read_rest_of_line(reader);
	} else if (*from == '%' &&
	    before_indented_line(reader->base, from) != NULL) {
		read_escape(reader);
	} else {
		return !is_one_of(*from, "}$)") &&
		    (*from != '*' || pgn_ends(reader, from + 1) ||
			!is_space(from[1])) &&
		    (read_unopened(reader) || read_words(reader));
	}
	return true;
}

size_t
pgn_odd_blank(struct pgn_reader *reader, const char *p, struct sign *sign)
{
	if (reader->end - p < 4 && !reader->eof) {
		reader->starved = true;
		return 0;
	}
	*sign = sign_read(slice_between(p, reader->end));
	return sign->kind == SIGN_BLANK || sign->kind == SIGN_UNSEEN ? sign->len
								     : 0;
}

bool
pgn_skip_odd_blank(struct pgn_reader *reader)
{
	const char *from = reader->p;
	struct sign sign;
	size_t len = pgn_odd_blank(reader, from, &sign);

	if (len == 0)
		return false;
	reader->p += len;
	habits_note_signs(reader->record, 1u << (sign.kind - SIGN_PLAIN),
	    pgn_span(reader, from, reader->p), (struct slice){ from, len },
	    sign.kind == SIGN_BLANK ? " " : "");
	return true;
}

/* The length of a byte order mark, perhaps read as Latin-1; or 0. */
static unsigned
order_mark_len(struct slice text)
{
	return slice_begins(text, "\xef\xbb\xbf")            ? 3
	    : slice_begins(text, "\xc3\xaf\xc2\xbb\xc2\xbf") ? 6
							     : 0;
}

bool
pgn_skip_to_text(struct pgn_reader *reader)
{
	while (!pgn_at_end(reader)) {
		const char *p = reader->p;
		unsigned mark;

		if (is_space(*p)) {
			reader->p++;
		} else if (*p == '[' && pgn_is_tag(p, reader->end)) {
			reader->tag = p;
			return !reader->starved;
		} else if (reader->in_moves && pgn_is_bracket(reader, p)) {
			return true;
		} else if (*p == '\xef' && reader->end - p < 3) {
			reader->starved |= !reader->eof;
			return !reader->starved;
		} else if ((mark = order_mark_len(
				slice_between(p, reader->end))) > 0) {
			/* Files were joined here. */
			pgn_report_alike(reader, &reader->marks,
			    DIAG_BYTE_ORDER_MARK, "",
			    "there is a byte order mark in the middle of the "
			    "text",
			    pgn_span(reader, p, p + mark), "");
			reader->p += mark;
		} else if (pgn_begins_game(reader)) {
			return false;
		} else if ((sign_is_plain(*p) || !pgn_skip_odd_blank(reader)) &&
		    !pgn_skip_signs(reader) && !read_aside(reader)) {
			return !reader->starved;
		}
	}
	return false;
}

/* True if only comments, escapes and remarks follow up to the end of the input.
 */
static bool
only_comments_follow(struct pgn_reader *reader)
{
	const char *p = reader->p, *end = reader->end;

	while (p < end) {
		const char *to = NULL;

		if (is_space(*p)) {
			to = p;
		} else if (*p == '{') {
			to = memchr(p, '}', (size_t)(end - p));
		} else if (*p == ';' || (*p == '%' && starts_line(reader, p)) ||
		    pgn_is_fence(reader, p)) {
			to = memchr(p, '\n', (size_t)(end - p));
		} else {
			struct slice line =
			    slice_between(p, end_of_line(reader, p));

			if (pgn_find_remark(reader, line).len == 0)
				return false;
			to = line.ptr + line.len;
		}
		p = to != NULL ? to + 1 : end;
	}
	reader->starved |= !reader->eof;
	return !reader->starved;
}

/* Comments, escapes and remarks after the result belong to this record if only
 * one line end parts them from it, or if no other record follows. */
void
pgn_read_trailing_comments(struct pgn_reader *reader)
{
	unsigned lines = 0;
	bool is_last = false;

	while (!pgn_at_end(reader)) {
		if (lines >= 2 && !is_last &&
		    !(is_last = only_comments_follow(reader)))
			return;
		if (is_space(*reader->p))
			lines += *reader->p++ == '\n';
		else if (pgn_skip_lines(reader) || pgn_skip_html(reader) ||
		    (is_one_of(*reader->p, ">]") && pgn_skip_signs(reader)) ||
		    pgn_read_remark(reader) || read_aside(reader))
			lines = 0;
		else
			return;
	}
}
