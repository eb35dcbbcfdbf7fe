/* Ternion: PGN: what people put between moves though PGN has it not: commas and
 * bars, the signs of mails and of Markdown, and the names of the players. It is
 * left out, and noted. */
#include "formats/pgn/pgn_reader.h"
#include "parse/text/prose.h"

enum {
	ROW_MIN = 3,               /* signs of a row */
	NUMBER_NEAR = 1024,        /* bytes to the next move number */
	HTML_MAX = 200,            /* bytes of a tag of HTML, at most */
	VARIATION_NEAR = 4 * 1024, /* bytes of a variation in brackets */
};

/* Where a sign is one of these, as bits. */
enum {
	AFTER_MOVE = 1, /* a move or a number is before it */
	LINE_BEGIN = 2, /* it begins a line */
	BEFORE_BLANK = 4,
	BEFORE_MOVE = 8, /* a blank and a move follow it in its line */
	IN_LIST = 16,    /* before the first move, or there was one there */
	IN_ROW = 32,     /* one is after the next move, too, or there was */
	BEGINS_VARIATION = 64,
	AFTER_NUMBER = 128,
};

static const struct {
	const char *sign;
	enum habit habit;
	unsigned where;
} signs[] = {
#define BETWEEN(sign, habit, where) { sign, HABIT_##habit, where },
#include "formats/pgn/between.def"
#undef BETWEEN
};

/* True if a word can only be a move, a number, castling or a pass. */
static bool
is_move_word(struct slice word)
{
	bool is_move, has_text = prose_has(word, &is_move);
	bool has_digit = slice_is(word, "*"), is_castling = true;

	for (size_t i = 0; i < word.len; i++) {
		/* C/W.B has no digit. */
		has_digit |= ascii_is_digit(word.ptr[i]) || word.ptr[i] == '/';
		is_castling &= is_one_of(word.ptr[i], "Oo-");
		if (is_one_of(word.ptr[i], "{}[]<>"))
			return false;
	}
	return (is_move && has_digit && !has_text) || is_castling ||
	    (word.len == 3 && word.ptr[1] == '-' && word.ptr[2] == '-');
}

/* Whether a cell is in a word: a file and a rank, in either order. */
static bool
has_cell(struct slice word)
{
	for (size_t i = 1; i < word.len; i++) {
		char a = word.ptr[i - 1], b = word.ptr[i];

		if (ascii_is_digit(b)
			? (a >= 'a' && a <= 'p') ||
			    (ascii_is_letter(a) && a < 'a')
			: ascii_is_digit(a) && b >= 'a' && b <= 'p')
			return true;
	}
	return false;
}

unsigned
pgn_count_moves(struct slice text, const char **first, unsigned *words)
{
	static const char parts[] = " \t\r\n;,|{}()";
	unsigned count = 0;

	*words = 0;
	while (text.len > 0) {
		struct slice word = { text.ptr, 0 };

		while (word.len < text.len &&
		    strchr(parts, text.ptr[word.len]) == NULL)
			word.len++;
		if (word.len < TOKEN_MAX && has_cell(word) &&
		    is_move_word(word) && count++ == 0)
			*first = word.ptr;
		*words += word.len > 0 && ascii_is_letter(word.ptr[0]);
		text = slice_from(
		    text, word.len < text.len ? word.len + 1 : word.len);
	}
	return count;
}

/* The word after blanks at p, cut off where it is too long for a move; len 0:
 * the line ends. */
static struct slice
next_word(struct pgn_reader *reader, const char *p)
{
	const char *from = pgn_skip_any(reader, p, " \t");

	for (p = from;
	     !pgn_ends(reader, p) && !is_space(*p) && p - from < TOKEN_MAX;)
		p++;
	return slice_between(from, p);
}

bool
pgn_precedes_move(struct pgn_reader *reader, const char *p)
{
	struct slice rest = next_word(reader, p), word = slice_take(&rest, '}');

	return word.len > 0 && is_move_word(word);
}

/* True if the sign is there again after the word that follows it at p. */
static bool
is_in_row(struct pgn_reader *reader, const char *p, const char *sign)
{
	p = pgn_skip_space(reader, p);
	if (is_one_of(*p, "O0") && is_space(p[1])) /* "O - O - O" */
		return false;
	p = pgn_skip(reader, p, is_no_space);
	struct slice next = next_word(reader, pgn_skip_space(reader, p));
	return slice_begins(next, sign) &&
	    (*sign != '-' || next.len == strlen(sign)); /* -- is a move */
}

/* True if all players have a move after p, before the next number. If not, a
 * dash before them is that of a player who is out. */
static bool
is_round(struct pgn_reader *reader, const char *p)
{
	for (unsigned words = 0; words < PLAYERS; words++) {
		struct slice word =
		    next_word(reader, pgn_skip_space(reader, p));

		p = word.ptr + word.len;
		if (word.len == 0 || *word.ptr == '*' ||
		    (ascii_is_digit(*word.ptr) && p[-1] == '.'))
			return false;
	}
	return true;
}

/* Whether the text before a sign that ends at `to` lets one of its kind stand
 * there. */
static bool
fits_before(struct pgn_reader *reader, const char *to, unsigned where)
{
	const struct pgn_frame *frame = &reader->frame[reader->depth];
	bool is_first = reader->frame[0].line->first == NULL;
	bool has_number = frame->number.span.len > 0;
	bool has_move = frame->line->last != NULL;

	if ((where & AFTER_MOVE) && !has_move &&
	    !(has_number && (where & BEFORE_BLANK)))
		return false;
	if ((where & BEGINS_VARIATION) && (reader->depth == 0 || has_move))
		return false;
	if ((where & AFTER_NUMBER) && !has_number)
		return false;
	if ((where & LINE_BEGIN) && !starts_line(reader, reader->p))
		return false;
	if ((where & (BEFORE_BLANK | BEFORE_MOVE)) && !is_space(*to))
		return false;
	return !(where & IN_LIST) || is_first || reader->has_bullets;
}

/* Whether a move follows a sign that ends at `to`, or a player with it. */
static bool
fits_move(struct pgn_reader *reader, const char *to)
{
	struct slice word = next_word(reader, to);
	char plain[RESULT_MAX];
	unsigned habits;

	return pgn_end_of_player(reader, word.ptr) != NULL ||
	    (pgn_precedes_move(reader, to) &&
		spelling_take_result(word, plain, &habits) == 0);
}

/* Whether a sign that ends at `to` parts the cells of a row. */
static bool
fits_row(struct pgn_reader *reader, const char *sign, const char *to)
{
	const struct pgn_frame *frame = &reader->frame[reader->depth];
	bool has_number = frame->number.span.len > 0;
	struct slice word = next_word(reader, pgn_skip_space(reader, to));

	return (reader->has_rows[has_number] &&
		   !(has_number && slice_is(word, "*"))) ||
	    (has_number && is_round(reader, to)) || is_in_row(reader, to, sign);
}

/* True if a sign that ends at `to` is where one of its kind has to be. */
static bool
is_in_place(
    struct pgn_reader *reader, const char *sign, const char *to, unsigned where)
{
	return fits_before(reader, to, where) &&
	    (!(where & BEFORE_MOVE) || fits_move(reader, to)) &&
	    (!(where & IN_ROW) || fits_row(reader, sign, to));
}

/* Leaves out the text up to a place; `plain` is written instead. */
static bool
leave_out(struct pgn_reader *reader, enum habit habit, const char *to,
    struct slice sample, const char *plain)
{
	const char *from = reader->p;

	reader->p = to;
	habits_note_signs(reader->record, 1u << habit,
	    pgn_span(reader, from, to), sample, plain);
	return true;
}

static bool
skip_sign(struct pgn_reader *reader)
{
	const char *from = reader->p, *to;
	const struct pgn_frame *frame = &reader->frame[reader->depth];
	const struct ply *last = frame->line->last;

	if (ascii_is_digit(*from)) /* mostly */
		return false;
	for (size_t i = 0; i < COUNT(signs); i++) {
		unsigned where = signs[i].where;
		const char *sign = signs[i].sign;

		if (*from != *sign ||
		    !slice_begins(slice_between(from, reader->end), sign))
			continue;
		to = from + strlen(sign);
		if ((pgn_ends(reader, to) &&
			((where != 0 && where != LINE_BEGIN) ||
			    !reader->eof)) ||
		    !is_in_place(reader, sign, to, where))
			continue;
		reader->has_bullets |= (where & IN_LIST) != 0;
		reader->has_rows[frame->number.span.len > 0] |=
		    (where & IN_ROW) != 0;
		while ((where & LINE_BEGIN) && !pgn_ends(reader, to) &&
		    (*to == ' ' || (*to == '>' && *sign == '>')))
			to++;
		return leave_out(reader, signs[i].habit, to,
		    (where & (BEFORE_BLANK | BEFORE_MOVE)) == 0 && last != NULL
			? last->token
			: slice_between(from, to),
		    is_space(from[strlen(sign)]) || from == reader->base ||
			    is_space(from[-1])
			? ""
			: " ");
	}
	return false;
}

/* True if the bytes at p are a line of a table, U+2500 to U+257F. */
static bool
is_box(const char *p)
{
	return *p == '\xe2' && is_one_of(p[1], "\x94\x95");
}

/* True if a line has signs only, three in a row, or is part of a table's frame.
 */
static bool
is_rule(struct slice line)
{
	unsigned row = 0, longest = 0;
	char last = '\0';

	line = slice_trim(line);
	/* "- 2 -" is the number of a page. */
	bool is_page = line.len > 4 && slice_begins(line, "- ") &&
	    slice_begins(slice_from(line, line.len - 2), " -");
	for (size_t i = 0; i < line.len; i++) {
		bool is_line = is_box(line.ptr + i);
		char c = is_line ? '=' : line.ptr[i];

		if (is_page && ascii_is_digit(c))
			longest = ROW_MIN;
		else if (!is_one_of(c, "-=*_~|:+}[] \t"))
			return false;
		if (c == ' ' && last == '*')
			continue; /* "* * *" */
		row = c == last ? row + 1 : 1;
		if (row > longest && is_one_of(c, "-=*_~"))
			longest = row;
		last = c;
		i += is_line ? 2 : 0; /* the rest of the character */
	}
	return longest >= ROW_MIN || (longest > 0 && *line.ptr == '|') ||
	    slice_is(line, "|}") || slice_is(line, "[") || slice_is(line, "]");
}

bool
pgn_is_bracket(struct pgn_reader *reader, const char *p)
{
	const struct line *line = reader->frame[reader->depth].line;
	bool is_move;

	if (*p != '[')
		return *p == ']' && reader->depth > 0 &&
		    reader->base[line->open.start] == '[';
	const char *end = pgn_skip_digits(reader, p + 1);
	size_t near = (size_t)(reader->end - end);
	near = near < VARIATION_NEAR ? near : VARIATION_NEAR;
	const char *close = memchr(end, ']', near);
	reader->starved |=
	    close == NULL && near < VARIATION_NEAR && !reader->eof;
	struct slice rest = { p + 1,
		close != NULL ? (size_t)(close - p - 1) : 0 };
	return close != NULL && end > p + 1 && *end == '.' && close > end + 1 &&
	    line->last != NULL && !prose_has(slice_take(&rest, ' '), &is_move);
}

bool
pgn_is_row(struct pgn_reader *reader, const char *p)
{
	return starts_line(reader, p) &&
	    is_rule(slice_between(p, end_of_line(reader, p)));
}

bool
pgn_is_fence(const struct pgn_reader *reader, const char *p)
{
	struct slice rest = slice_between(p, reader->end);

	return starts_line(reader, p) &&
	    (slice_begins(rest, "```") || slice_begins(rest, "~~~"));
}

size_t
pgn_html_len(const struct pgn_reader *reader, const char *p)
{
	static const char *const names[] = { "a", "b", "body", "br", "center",
		"code", "details", "color", "div", "em", "font", "h1", "h2",
		"h3", "hr", "i", "img", "li", "ol", "p", "pgn", "pre", "quote",
		"size", "small", "span", "spoiler", "strong", "sub", "summary",
		"sup", "table", "tbody", "td", "th", "thead", "tr", "u", "ul",
		NULL };
	const char *name = p + 1, *to, *end;
	size_t len = (size_t)(reader->end - p);

	if ((*p != '<' && *p != '[') || len < 3)
		return 0;
	name += *name == '/';
	for (to = name; to < reader->end && is_name(*to);)
		to++;
	end = memchr(p, *p == '<' ? '>' : ']', len < HTML_MAX ? len : HTML_MAX);
	return end != NULL &&
		(end == to ||
		    (*p == '[' ? *to == '='
			       : is_one_of(*to, " /") &&
				(end[-1] == '/' ||
				    memchr(to, '=', (size_t)(end - to))))) &&
		((*p == '[' && p[1] == '/') ||
		    slice_is_among_nocase(slice_between(name, to), names))
	    ? (size_t)(end + 1 - p)
	    : 0;
}

bool
pgn_skip_html(struct pgn_reader *reader)
{
	const char *from = reader->p;
	const char *to = from + pgn_html_len(reader, from);
	bool is_apart = from == reader->base || is_space(from[-1]) ||
	    is_one_of(from[-1], ">]") || is_space(pgn_at(reader, to));

	return to > from &&
	    leave_out(reader, HABIT_HTML, to, slice_between(from, to),
		is_apart ? "" : " ");
}

const char *
pgn_end_of_prefix(struct pgn_reader *reader, const char *p)
{
	const char *q = reader->prefix.ptr, *end = q + reader->prefix.len;

	while (q < end) {
		const char *from = p;

		if (is_space(*q)) {
			while (q < end && is_space(*q))
				q++;
			p = pgn_skip_any(reader, p, " \t");
		} else if (ascii_is_digit(*q)) {
			q = pgn_skip_digits(reader, q);
			if ((p = pgn_skip_digits(reader, p)) == from)
				return NULL;
		} else if (pgn_ends(reader, p) || *p++ != *q++) {
			return NULL;
		}
	}
	return p;
}

void
pgn_find_prefix(struct pgn_reader *reader)
{
	const char *p = pgn_skip_space(reader, reader->p);
	const char *end = end_of_line(reader, p);
	const char *tag = memchr(p, '[', (size_t)(end - p));

	if (tag == NULL || tag == p || !pgn_is_tag(tag, reader->end))
		return;
	/* Digits, at the beginning or after a colon; or a plus alone. */
	const char *word = before_space(p, tag), *q = word;
	q = before_space(p, q - is_one_of(q[-1], ":|.)"));
	const char *digits = q;
	while (q > p && ascii_is_digit(q[-1]))
		q--;
	reader->prefix = slice_between(p, tag);
	if ((q == digits ? word != p + 1 || *p != '+'
			 : q > p && q[-1] != ':') ||
	    pgn_end_of_prefix(reader, pgn_skip_space(reader, end)) == NULL)
		reader->prefix.len = 0;
}

/* The end of the head of a table at p, as "1,e4,e5" or a rule follow it; NULL:
 * it is none. It is before the first move, and has no digits, as rows have. */
static const char *
end_of_head(struct pgn_reader *reader, const char *from, const char *end)
{
	size_t len = (size_t)(end - from);
	const char *p = from;

	while (p < end && !ascii_is_digit(*p))
		p++;
	if (reader->frame[0].line->first != NULL || end == reader->end ||
	    p < end || (is_one_of(*from, "{[;%") && from[1] != '|'))
		return NULL;
	const char *row = end + 1 + (end[1] == '"');
	if (*row == '1' && is_one_of(row[1], ",;\""))
		return memchr(from, row[1], len) != NULL ? end : NULL;
	const char *below = end_of_line(reader, end + 1);
	bool has_bars =
	    memchr(from, '|', len) != NULL || memchr(from, 0xe2, len) != NULL;
	return has_bars && is_rule(slice_between(end + 1, below)) ? below
								  : NULL;
}

bool
pgn_skip_lines(struct pgn_reader *reader)
{
	const char *from = reader->p;

	if (before_indented_line(reader->base, from) == NULL)
		return false;
	const char *end = end_of_line(reader, from);
	const char *p =
	    reader->prefix.len > 0 ? pgn_end_of_prefix(reader, from) : NULL;
	if (p != NULL &&
	    (reader->record->result.len == 0 || before_space(p, end) == p))
		return leave_out(
		    reader, HABIT_BULLET, p, slice_between(from, p), "");
	if (pgn_is_fence(reader, from) || is_rule(slice_between(from, end)))
		return leave_out(
		    reader, HABIT_ROW, end, slice_between(from, end), "");
	p = end_of_head(reader, from, end);
	return p != NULL &&
	    leave_out(reader, HABIT_TABLE, p, slice_between(from, end), "");
}

size_t
pgn_title_len(struct pgn_reader *reader, const char *p)
{
	static const char *const words[] = { "game", "match", "board", "partie",
		"partida", "partita", "spiel", "brett", "page", "seite", NULL };
	unsigned long number;

	if (!is_one_of(*p, "gGmMbBpPsS#=-_*~"))
		return 0;
	struct slice line =
	    slice_trim(slice_between(p, end_of_line(reader, p)));
	struct slice inside = line, rest;
	while (inside.len > 0 && is_one_of(*inside.ptr, "#=-_*~ "))
		inside = slice_from(inside, 1);
	bool is_apart = line.len > inside.len + 1 && *line.ptr == line.ptr[1];
	while (inside.len > 0 &&
	    is_one_of(inside.ptr[inside.len - 1], "#=-_*~ .:}"))
		inside.len--;
	rest = inside;
	struct slice word = slice_take(&rest, ' ');
	if (rest.len > 0 && *rest.ptr == '#')
		rest = slice_from(rest, 1);
	bool has_number = slice_number(rest, 9999, &number) &&
	    (is_apart ? word.len > 2 && ascii_is_letter(*word.ptr) &&
			!is_move_word(word)
		      : slice_is_among_nocase(word, words));
	return has_number ||
		(is_apart && pgn_find_remark(reader, inside).len > 0)
	    ? line.len
	    : 0;
}

/* True if an empty line or a row of signs is before p in the movetext. */
static bool
follows_gap(struct pgn_reader *reader, const char *p)
{
	const char *end, *line;

	if (follows_empty_line(reader->base, p))
		return true;
	end = before_indented_line(reader->base, p);
	if (end == NULL || end == reader->base)
		return false;
	for (line = end - 1; line > reader->base && line[-1] != '\n';)
		line--;
	return is_rule(slice_between(line, end - 1));
}

const char *
pgn_find_number(struct pgn_reader *reader, const char *p, unsigned long *number)
{
	const char *from = p;

	while (p - from < NUMBER_NEAR && !pgn_ends(reader, p)) {
		const char *digits = p;

		p = pgn_skip_digits(reader, p);
		if (p > digits && pgn_at(reader, p) == '.' &&
		    is_space(digits[-1]) &&
		    slice_number(slice_between(digits, p), 9999, number))
			return digits;
		p++;
	}
	*number = 0;
	return p;
}

/* The end of number 1 of a move of the first player at p; NULL: there is none.
 */
static const char *
end_of_first(struct pgn_reader *reader, const char *p)
{
	if (pgn_ends(reader, p) ||
	    (p = pgn_digits_of_number(reader, p)) == NULL || *p++ != '1' ||
	    !is_one_of(pgn_at(reader, p), ".):] ") || pgn_ends(reader, p + 1) ||
	    p[1] == '.')
		return NULL;
	const char *next = pgn_skip_space(reader, p + 1);
	/* "1. ... e5" */
	return pgn_ends(reader, next) || *next == '.' ? NULL : p;
}

/* The length of a title above a game, which has its own line: after a gap other
 * words and a comment are one, too. 0: there is none. */
static size_t
head_len(struct pgn_reader *reader, const char *p)
{
	bool is_comment = *p == '{';
	size_t title = pgn_title_len(reader, p + is_comment);

	if (title > 0)
		return title + is_comment;
	if (!(is_comment || ascii_is_letter(*p)) || !follows_gap(reader, p))
		return 0;
	struct slice line =
	    slice_trim(slice_between(p, end_of_line(reader, p)));
	if (is_comment)
		return line.ptr[line.len - 1] == '}' ? line.len : 0;
	return pgn_find_remark(reader, line).len;
}

bool
pgn_begins_game(struct pgn_reader *reader)
{
	const struct pgn_frame *frame = reader->frame;
	const char *p = reader->p;

	if (reader->depth > 0 || frame->line->last == NULL ||
	    before_indented_line(reader->base, p) == NULL)
		return false;
	size_t head = head_len(reader, p);
	unsigned long next = 0;
	const char *end =
	    end_of_first(reader, pgn_skip_space(reader, p + head));
	/* In a slip the next number goes on from the one before it. */
	if (end == NULL || (head == 0 && !follows_gap(reader, p)))
		return false;
	pgn_find_number(reader, end, &next);
	return next <= 2;
}

/* True if a token ends at p, and no comment or variation: "Qd4(C)" does. */
static bool
ends_token(struct pgn_reader *reader, const char *p)
{
	const char *open = p;

	if (p[-1] != ')')
		return !is_space(p[-1]) && p[-1] != '}';
	while (open > reader->base && p - open < TOKEN_MAX &&
	    !is_space(open[-1]) && *open != '(')
		open--;
	return *open == '(';
}

/* Skips a semicolon that parts moves, as a comma does, and begins no comment:
 * it touches a move or a number, or others follow in its line, and nothing but
 * moves and players does, up to the next one. */
static bool
skip_semicolon(struct pgn_reader *reader)
{
	const char *from = reader->p, *p = from + 1;
	const struct pgn_number *number = &reader->frame[reader->depth].number;
	const char *move;
	unsigned words;
	bool parts;

	if (*from != ';' || from == reader->base || starts_line(reader, from))
		return false;
	const char *end = end_of_line(reader, from);
	const char *next = memchr(p, ';', (size_t)(end - p));
	parts =
	    reader->has_semicolons || ends_token(reader, from) || next != NULL;
	if (next != NULL && !is_space(from[-1]) &&
	    pgn_count_moves(slice_between(p, next), &move, &words) > 0)
		end = next;
	/* "1;Nd4 and so on": no comment is between a number and a move. */
	const char *word_end =
	    next_word(reader, p).ptr + next_word(reader, p).len;
	if (word_end < end && !is_space(*p) &&
	    (reader->has_semicolons ||
		(number->span.len > 0 && ascii_is_digit(p[-2]))))
		end = word_end;
	while (p < end && parts && from >= reader->parted) {
		const char *word = p;

		while (p < end && *p != ';' && !is_space(*p))
			p++;
		parts = p == word || is_move_word(slice_between(word, p)) ||
		    pgn_end_of_player(reader, word) != NULL;
		p += p < end;
	}
	if (parts && from >= reader->parted)
		reader->parted = end;
	reader->has_semicolons |= parts;
	return parts &&
	    leave_out(reader, HABIT_BAR, from + 1, (struct slice){ from, 1 },
		is_space(from[1]) ? "" : " ");
}

char
pgn_letter_of_player(const struct pgn_reader *reader, struct slice name)
{
	char letter = spelling_player(name);
	const struct tag *t = name.len > 1 ? reader->record->tags : NULL;

	for (; t != NULL && letter == '\0'; t = t->next) {
		struct slice rest = t->value;

		while (rest.len > 0 && letter == '\0') {
			struct slice word = slice_take(&rest, ' ');

			if (slice_equal(slice_take(&word, ','), name))
				letter = spelling_player(t->name);
		}
	}
	return letter;
}

/* The name of a player at p, perhaps in signs, as <Ann>, that end as they
 * began; what follows it belongs to a name, too. Len 0: there is none. */
static struct slice
find_name(struct pgn_reader *reader, const char *from)
{
	static const char pairs[] = "<>[]()**__@ ";
	const char *pair = pairs;
	struct slice name = { pgn_skip_any(reader, from, "<[(*_@"), 0 };
	const char *p = pgn_skip(reader, name.ptr, ascii_is_letter);

	if (p == name.ptr || pgn_ends(reader, p))
		return name;
	while (name.ptr > from && *pair != *from)
		pair += 2;
	bool ends = name.ptr > from
	    ? *p == pair[1] || (*p == ':' && pair >= pairs + 6)
	    : is_one_of(*p, " \t\r\n:,=>");
	name.len = ends ? (size_t)(p - name.ptr) : 0;
	return name;
}

/* The move after the name of a player that ends at p; len 0: there is none. */
static struct slice
find_players_move(struct pgn_reader *reader, const char *p, bool is_letter)
{
	static const char *const verbs[] = { "plays", "played", "moves",
		"zieht", "-", ":", "\xc2\xbb", NULL };
	struct slice word = next_word(reader, p), none = { p, 0 };

	/* "W:Nd4" is one word. */
	if (word.ptr == p && p[-1] == ':' && is_letter)
		return none;
	if (slice_is_among(word, verbs))
		word = next_word(reader, word.ptr + word.len);
	/* In a chat the move may be in the next line. */
	if (word.len == 0 && !is_letter)
		word = next_word(reader, pgn_skip_space(reader, word.ptr));
	word = slice_take(&(struct slice){ word.ptr, word.len }, ',');
	if (word.len == 0)
		return none;
	bool is_move =
	    is_move_word(word) || pgn_words_of_move(reader, word.ptr) > 0;
	return is_move && (word.len > 2 || slice_digits(word) < word.len)
	    ? word
	    : none;
}

const char *
pgn_end_of_player(struct pgn_reader *reader, const char *from)
{
	struct slice name = find_name(reader, from);
	const char *p = name.ptr + name.len;
	bool is_first = reader->frame[0].line->first == NULL;

	if (name.len == 0)
		return NULL;
	bool is_letter = name.len == 1, is_small = *name.ptr >= 'a';
	bool is_colour = is_letter && (*p != ':' || is_small);
	/* White is named first. */
	if (is_colour && !reader->has_colours &&
	    (!is_first || ascii_upper(*name.ptr) != 'W'))
		return NULL;
	p += *p != ' ';
	if (name.ptr > from)
		p = pgn_skip_any(reader, p, "*_:");
	struct slice word = find_players_move(reader, p, is_letter);
	if (word.len == 0)
		return NULL;
	char letter = pgn_letter_of_player(reader, name);
	if (letter == '\0')
		return NULL;
	reader->mover_letter = letter;
	reader->has_colours |= is_colour;
	return word.ptr;
}

/* Skips the name of the player before a move, "White" or "W:". */
static bool
skip_player(struct pgn_reader *reader)
{
	const char *from = reader->p;
	const char *to =
	    reader->in_moves ? pgn_end_of_player(reader, from) : NULL;

	if (to == NULL)
		return false;
	size_t digits = slice_digits(slice_between(to, reader->end));
	/* A number follows it. */
	if (digits > 0 && is_one_of(to[digits], ".):"))
		return leave_out(
		    reader, HABIT_NAME, to, slice_between(from, to), "");
	reader->mover = from;
	reader->p = to;
	return true;
}

/* Skips a bracket of a list as programs write them, ["Nd4", 'f9']. */
static bool
skip_bracket(struct pgn_reader *reader)
{
	const char *from = reader->p, *p = from;
	struct slice word;

	while (!pgn_ends(reader, p) && (*p == '[' || is_space(*p)))
		p++;
	word = next_word(reader, p + !pgn_ends(reader, p));
	/* All moves may be in brackets. */
	bool is_first = reader->frame[0].line->first == NULL &&
	    slice_begins(slice_between(from, reader->end), "[1.");
	if (*from == '[' && !is_first &&
	    (word.len == 0 || !is_one_of(*p, "\"'") ||
		!is_move_word(slice_take(&word, *p))))
		return false;
	return leave_out(
	    reader, HABIT_BAR, from + 1, (struct slice){ from, 1 }, "");
}

bool
pgn_skip_signs(struct pgn_reader *reader)
{
	if (is_one_of(*reader->p, "<[]"))
		return pgn_skip_html(reader) || pgn_skip_lines(reader) ||
		    skip_player(reader) ||
		    (*reader->p != '<' && skip_bracket(reader));
	return pgn_skip_lines(reader) || skip_sign(reader) ||
	    skip_semicolon(reader) || skip_player(reader);
}

/* True if a number in front of moves, and none of a sentence, ends at p. */
static bool
ends_number(struct pgn_reader *reader, const char *p)
{
	const char *from = pgn_skip_any(reader, p, " ");
	bool is_move;

	p = pgn_skip(reader, from, is_no_space);
	return p == from || !prose_has(slice_between(from, p), &is_move);
}

const char *
pgn_digits_of_number(struct pgn_reader *reader, const char *from)
{
	static const char *const words[] = { "move", "round", "turn", "zug",
		"runde", "no", "nr", NULL };
	const char *p = pgn_skip(reader, from, ascii_is_letter);
	bool is_player = p == from + 1 && *from < 'a' &&
	    spelling_player(slice_between(from, p)) != '\0'; /* "W1." */
	if (p > from && !is_player) {
		if (!slice_is_among_nocase(slice_between(from, p), words))
			return NULL;
		/* "No11" is a move. */
		if (p - from == 2 && ascii_is_digit(*p))
			return NULL;
		p = pgn_skip_any(reader, p, " #.");
	} else if (is_one_of(*p, "([#\"`")) {
		p++;
	} else if (is_one_of(*p, "*_") && pgn_at(reader, p + 1) == *p) {
		p += 2;
	}
	const char *end = pgn_skip_digits(reader, p);
	if (is_player &&
	    (pgn_ends(reader, end + 1) || *end != '.' || !is_space(end[1])))
		return NULL;
	return p == from || (end > p && ends_number(reader, end)) ? p : NULL;
}

size_t
pgn_roman_len(const struct pgn_reader *reader, const char *p, uint32_t value)
{
	static const struct {
		uint32_t value;
		const char *text;
	} digits[] = { { 50, "L" }, { 40, "XL" }, { 10, "X" }, { 9, "IX" },
		{ 5, "V" }, { 4, "IV" }, { 1, "I" } };
	const char *from = p;

	for (size_t i = 0; i < COUNT(digits); i++)
		for (; value >= digits[i].value; value -= digits[i].value) {
			if (!slice_begins(
				slice_between(p, reader->end), digits[i].text))
				return 0;
			p += strlen(digits[i].text);
		}
	return (size_t)(p - from);
}
