/*
 * Ternion: Dreierschach's algebraic notation: short, long, and with the cell
 * names of version 2.2.
 *
 *	move   = [ player ":" ] ( plain | castling | drop | ... ) marks
 *	plain  = [ piece ] [ from ] [ "x" | "-" ] to [ promotion ]
 *	marks  = [ "+" | "++" | "#" ] [ "(" declarations, calls ")" ]
 *	         [ "!" ... ] [ "=" ]
 */
#include "parse/notation/coords.h"
#include "parse/notation/letters.h"
#include "parse/notation/notation.h"

#define DASH   PATTERN_DASH
#define TIMES  PATTERN_TIMES
#define CELL   "[a-wyz][1-9][0-9]?"
#define LETTER "(?:[A-Z]|\\xE2\\x99[\\x94-\\x9F])"
#define PLAYER "(?:(?<player>[WRBGwrbg]):)?"
#define MARKS                                            \
	"(?<mark>\\+\\+?|\\#)?"                          \
	"(?:\\((?<special>(?:[CM][WRBG]*|[FTSY])+)\\))?" \
	"(?<nag>[!?]{1,2})?" PATTERN_DRAW

/* clang-format off: patterns are laid out by hand */
static const struct notation_row rows[] = {
	{ MOVE_QUIET,
	    PLAYER "(?<promoted>\\+)? (?<piece>" LETTER ")?"
		   "(?|" /* all of the start and a sign, part of it, none */
		   "  (?<from>" CELL ")(?<sep>" DASH "|" TIMES ")?"
		   "| (?<from>[a-wyz]|[1-9][0-9]?)(?<sep>" TIMES ")?"
		   "| (?<from>)(?<sep>" TIMES ")"
		   ")?"
		   "(?<to>" CELL ")"
		   "(?: =?(?<promo>" LETTER ") | \\((?<paren>" LETTER
		   ")\\) )?" MARKS },
	{ MOVE_CASTLE,
	    PLAYER "(?<castle>0" DASH "0" DASH "0|0" DASH "[0Q]"
		   "|O" DASH "O" DASH "O|O" DASH "[OQ])" MARKS },
	{ MOVE_PASS, PLAYER DASH DASH MARKS },
	{ MOVE_YIELD, PLAYER "\\((?<special>[YS])\\)" PATTERN_DRAW },
	{ MOVE_DROP, PLAYER "(?<piece>" LETTER ")\\*(?<to>" CELL ")" MARKS },
	{ MOVE_LEAP,
	    PLAYER "(?<promoted>\\+)? (?<piece>" LETTER ")?"
		   "(?<from>" CELL ")(?<path>(?:" TIMES CELL ")+)" TIMES
		   "(?<to>" CELL ")" MARKS },
	{ MOVE_FIELD, PLAYER "(?<from>" CELL ")@(?<promo>" LETTER ")" MARKS },
	{ MOVE_TRAITOR, PLAYER "(?<from>" CELL ")%(?<to>" CELL ")?" MARKS },
	{ MOVE_ILLUMINATION,
	    PLAYER "(?<promoted>\\+)(?<piece>K)(?<from>" CELL ")?\\^" MARKS },
	{ MOVE_UNSTATED, NULL },
};
/* clang-format on */

/* Digits of a rank at text[at], one or two, the first not 0. */
static size_t
digits(struct slice text, size_t at)
{
	if (at >= text.len || text.ptr[at] < '1' || text.ptr[at] > '9')
		return 0;
	if (at + 1 < text.len && text.ptr[at + 1] >= '0' &&
	    text.ptr[at + 1] <= '9')
		return 2;
	return 1;
}

static bool
is_file(char c)
{
	return c >= 'a' && c <= 'z' && c != 'x';
}

static uint16_t
code_of(struct slice text)
{
	return (uint16_t)coords_code(NAMING_ALGEBRAIC, text);
}

/* Reads a cell at text[*at] as the target; false if none stands there. */
static bool
read_target(struct slice text, size_t *at, struct parsed_move *parsed)
{
	size_t n;

	if (*at >= text.len || !is_file(text.ptr[*at]) ||
	    (n = digits(text, *at + 1)) == 0)
		return false;
	parsed->to = (struct part){ (uint8_t)*at, (uint8_t)(n + 1) };
	parsed->to_code = code_of(slice_sub(text, *at, n + 1));
	*at += n + 1;
	return true;
}

/* A + or ++ at text[at], and then the end. */
static bool
read_mark(struct slice text, size_t at, struct parsed_move *parsed)
{
	size_t n = text.len - at;

	if (n == 0)
		return true;
	if (n > 2 || text.ptr[at] != '+' || text.ptr[text.len - 1] != '+')
		return false;
	parsed->check = n == 1;
	parsed->mate = n == 2;
	parsed->mark = (struct part){ (uint8_t)at, (uint8_t)n };
	return true;
}

/* Castling, of which the first two signs are there, with zeros or letters O,
 * and a + or ++ at the end. */
static bool
read_castling(struct slice text, struct parsed_move *parsed)
{
	const char *p = text.ptr;
	char zero = p[0];
	size_t len = 3;

	if (text.len < 3 || (p[2] != zero && p[2] != 'Q'))
		return false;
	parsed->castle =
	    p[2] == 'Q' ? PARSED_CASTLE_QUEEN : PARSED_CASTLE_SHORT;
	if (p[2] == zero && text.len >= 5 && p[3] == '-' && p[4] == zero) {
		parsed->castle = PARSED_CASTLE_LONG;
		len = 5;
	}
	parsed->type = MOVE_CASTLE;
	return read_mark(text, len, parsed);
}

/* The length of a cell's name at text[at], 0 if none stands there. */
static size_t
cell_length(struct slice text, size_t at)
{
	size_t n =
	    at < text.len && is_file(text.ptr[at]) ? digits(text, at + 1) : 0;

	return n > 0 ? n + 1 : 0;
}

/* A chain of leaps before its last landing: a cell, and an x and a cell once
 * or more, and an x at the end. */
static bool
read_leaps(struct slice text, size_t at, struct parsed_move *parsed)
{
	size_t n;

	if (parsed->promotion != 0)
		return false;
	/* No pawn is meant where no piece is named. */
	if (at == 0 || text.ptr[at - 1] < 'A')
		parsed->piece = 0;
	parsed->type = MOVE_LEAP;
	while ((n = cell_length(text, at)) > 0) {
		struct part landing = { (uint8_t)at, (uint8_t)n };

		if (parsed->from.len == 0) {
			parsed->from = landing;
			parsed->from_code = code_of(slice_sub(text, at, n));
		} else if (parsed->path_len < PATH_MAX_CELLS)
			parsed->path[parsed->path_len++] = landing;
		else
			return false;
		at += n;
		if (at == text.len || text.ptr[at] != 'x')
			return false;
		at++;
	}
	return at == text.len && parsed->path_len > 0;
}

/* What of a plain move stands before its target and the x of a capture, at
 * text[at..end): a start, as far as it is stated, and perhaps a -; false if it
 * is something else. */
static bool
read_start(struct slice text, size_t at, size_t end, struct parsed_move *parsed)
{
	size_t start = at, n;
	bool has_file, dashed = !parsed->captures && text.ptr[end - 1] == '-';

	end -= dashed;
	has_file = at < end && is_file(text.ptr[at]);
	at += has_file;
	n = digits(slice_sub(text, 0, end), at);
	at += n;
	if (at != end) {
		if (!parsed->captures)
			return false;
		parsed->captures = false;
		return read_leaps(slice_sub(text, 0, end + 1), start, parsed);
	}
	if (start < end)
		parsed->from =
		    (struct part){ (uint8_t)start, (uint8_t)(end - start) };
	parsed->from_code = code_of(slice_sub(text, start, end - start));
	parsed->separated = (parsed->captures || dashed) && has_file && n > 0;
	return !dashed || parsed->separated;
}

/* Reads a drop, of which the letter and the * stand before text[at]. */
static bool
read_drop(struct slice text, size_t at, struct parsed_move *parsed)
{
	parsed->type = MOVE_DROP;
	return read_target(text, &at, parsed) && read_mark(text, at, parsed);
}

/* Reads a king's illumination, of which text[at] is the ^. */
static bool
read_illumination(struct slice text, size_t at, struct parsed_move *parsed)
{
	parsed->type = MOVE_ILLUMINATION;
	return read_mark(text, at + 1, parsed);
}

/* What begins as no move of a piece does: castling, a pass, and calls. */
static bool
read_other(struct slice token, size_t at, struct parsed_move *parsed)
{
	const char *p = token.ptr + at;

	parsed->piece = 0;
	if (p[0] == '0' || p[0] == 'O')
		return at == 0 && p[1] == '-' && read_castling(token, parsed);
	if (p[0] == '-' && p[1] == '-') {
		parsed->type = MOVE_PASS;
		return read_mark(token, at + 2, parsed);
	}
	parsed->type = p[1] == 'Y' ? MOVE_YIELD : MOVE_STALEMATE;
	return token.len == at + 3 && p[0] == '(' &&
	    (p[1] == 'Y' || p[1] == 'S') && p[2] == ')';
}

/* The player who is named before the move, "W:"; 0 if none is. */
static char
player_of(const char *p)
{
	char player = (char)(p[0] & ~0x20);

	return player == 'W' || player == 'R' || player == 'B' || player == 'G'
	    ? player
	    : 0;
}

/* The marks, + or ++, at the end of text[at..); returns where they begin. */
static inline size_t
read_marks_back(struct slice text, size_t at, struct parsed_move *parsed)
{
	size_t end = text.len;

	if (end == at || text.ptr[end - 1] != '+')
		return end;
	end--;
	end -= end > at && text.ptr[end - 1] == '+';
	parsed->check = text.len - end == 1;
	parsed->mate = text.len - end == 2;
	parsed->mark = (struct part){ (uint8_t)end, (uint8_t)(text.len - end) };
	return end;
}

/* What has a sign below the digits where most have a letter or the target:
 * drops, and what is no move of a piece. */
static bool
read_signed(const struct alphabet *alphabet, struct slice token, size_t at,
    struct parsed_move *parsed)
{
	const char *p = token.ptr + at;

	if (p[0] >= 'A' && p[0] <= 'Z' && p[1] == '*') {
		parsed->piece = alphabet->read[(unsigned char)p[0]];
		return parsed->piece != 0 && read_drop(token, at + 2, parsed);
	}
	return (p[0] < 'A' || p[1] == '-') && read_other(token, at, parsed);
}

/* Whether the letter of a piece stands there. */
static inline unsigned
names_piece(const char *p)
{
	return (unsigned char)(*p - 'A') < 26;
}

/* The English letter of the piece that is `named` there, or else that of the
 * pawn; 0 if no piece is called so. */
static inline char
piece_at(const struct alphabet *alphabet, const char *p, unsigned named)
{
	unsigned letter = (unsigned char)alphabet->read[*p & 127];

	return (char)((letter & -named) | ('P' & (named - 1)));
}

/*
 * The code of the target with which text[at..*end) ends, 0 if it does not: a
 * file, and one digit or two, of which the first is 1. *end is set to where it
 * begins. There is no branch on how many digits it has: it would be
 * mispredicted.
 */
static inline unsigned
read_target_back(const char *text, size_t at, size_t *end)
{
	unsigned two, last, file;

	if (*end < at + 2)
		return 0;
	two = text[*end - 2] == '1';
	last = (unsigned)(text[*end - 1] - '0');
	if (last > 9 || last + two == 0 || *end < at + 2 + two)
		return 0;
	*end -= 2 + two;
	file = (unsigned)(text[*end] - 'a');
	return file < FILES_MAX ? coords_of(file, 10 * two + last) : 0;
}

/* Whether the x of a capture stands before the target at text[end]; no file is
 * called so. */
static inline unsigned
has_capture(const char *text, size_t at, size_t end)
{
	return text[end - (end > at)] == 'x';
}

/*
 * What begins with a piece, its start or its target at text[at], a + before it
 * if it is promoted. There are no branches on whether a piece is named, an x is
 * written or a number has two digits: they would be mispredicted.
 */
static inline bool
read_piece(const struct alphabet *alphabet, struct slice token, size_t at,
    bool promoted, struct parsed_move *parsed)
{
	const char *p = token.ptr;
	unsigned named = names_piece(p + at), x;
	size_t end, behind;

	if (!promoted && p[at + named] < '1')
		return read_signed(alphabet, token, at, parsed);
	parsed->piece = piece_at(alphabet, p + at, named);
	if (parsed->piece == 0)
		return false;
	if (promoted && at + 1 < token.len && p[at + 1] == '^')
		return p[at] == 'K' && read_illumination(token, at + 1, parsed);
	at += named;
	end = read_marks_back(token, at, parsed);
	if (end > at && (unsigned char)(p[end - 1] - 'A') < 26) {
		parsed->promotion = alphabet->read[(unsigned char)p[--end]];
		parsed->promotion_at = (struct part){ (uint8_t)end, 1 };
		if (parsed->promotion == 0)
			return false;
	}
	behind = end;
	parsed->to_code = (uint16_t)read_target_back(p, at, &end);
	if (parsed->to_code == 0)
		return false;
	parsed->to = (struct part){ (uint8_t)end, (uint8_t)(behind - end) };
	x = has_capture(p, at, end);
	end -= x;
	parsed->captures = x;
	parsed->type = (uint8_t)(MOVE_QUIET + x * (MOVE_CAPTURE - MOVE_QUIET));
	return end == at || read_start(token, at, end, parsed);
}

/* The same of what has the player before it, or a + before the piece. */
static __attribute__((noinline)) bool
read_prefixed(const struct alphabet *alphabet, struct slice token,
    struct parsed_move *parsed)
{
	const char *p = token.ptr;
	size_t at = 0;

	if (p[1] == ':') {
		parsed->player = player_of(p);
		at = 2;
		if (parsed->player == 0 || token.len < 4)
			return false;
	}
	parsed->promoted = p[at] == '+';
	return read_piece(
	    alphabet, token, at + parsed->promoted, parsed->promoted, parsed);
}

/*
 * The moves that are written with plain signs and nothing behind them but a
 * promotion and a + or ++. All else is left to the patterns. They are read from
 * the end: most have nothing before the target but the piece.
 */
static bool
read_fast(const struct alphabet *alphabet, struct slice token,
    struct parsed_move *parsed)
{
	memset(parsed, 0, offsetof(struct parsed_move, path));
	if (token.len < 2)
		return false;
	if (token.ptr[1] == ':' || token.ptr[0] == '+')
		return read_prefixed(alphabet, token, parsed);
	return read_piece(alphabet, token, 0, false, parsed);
}

/* What a move is written with, for those who write a part of it. */
struct writing {
	const struct notation *notation;
	const struct rules *rules;
	const struct alphabet *alphabet;
	const struct position *before;
	bool alone; /* no other piece is meant without its start */
	struct strbuf *out;
};

static void
write_kind(const struct writing *w, unsigned kind)
{
	strbuf_puts(w->out,
	    alphabet_text(w->alphabet, w->rules->variant->letters[kind]));
}

static void
write_cell(const struct writing *w, cell c)
{
	coords_write(&w->rules->board, w->notation->naming, 0, c, w->out);
}

static char *
put_kind(const struct writing *w, unsigned kind, char *p)
{
	const char *text =
	    alphabet_text(w->alphabet, w->rules->variant->letters[kind]);

	while (*text != '\0')
		*p++ = *text++;
	return p;
}

/* A plain pawn has no letter; promoted pieces have a + before theirs. */
static char *
put_piece(const struct writing *w, uint8_t piece, char *p)
{
	if (piece & PIECE_PROMOTED)
		*p++ = '+';
	if (piece_kind(piece) != PAWN || (piece & PIECE_PROMOTED))
		p = put_kind(w, piece_kind(piece), p);
	return p;
}

static char *
put_start(const struct writing *w, const struct move *move, char *p)
{
	const struct board *board = &w->rules->board;
	struct place place = board->name[move->from];

	if (!w->notation->is_short)
		return coords_put_algebraic(board, move->from, p);
	if (w->alone)
		return p;
	switch (notation_start_needed(
	    w->rules, w->before, move, w->notation->naming)) {
	case START_NOTHING:
		break;
	case START_FILE:
		*p++ = (char)('a' + place.file);
		break;
	case START_RANK:
		return strbuf_put_small(p, place.rank);
	case START_CELL:
		return coords_put_algebraic(board, move->from, p);
	}
	return p;
}

enum {
	PLAIN_TEXT = 4 * CELL_NAME_MAX /* bytes of a plain move */
};

static void
write_plain(const struct writing *w, const struct move *move)
{
	char *from = strbuf_room(w->out, PLAIN_TEXT), *p = from;

	p = put_piece(w, w->before->at[move->from], p);
	p = put_start(w, move, p);
	if (move->victim != CELL_NONE)
		*p++ = 'x';
	else if (!w->notation->is_short)
		*p++ = '-';
	p = coords_put_algebraic(&w->rules->board, move->to, p);
	if (move->promotion != KIND_NONE)
		p = put_kind(w, move->promotion, p);
	strbuf_took(w->out, (size_t)(p - from));
}

static void
write_piece(const struct writing *w, uint8_t piece)
{
	char *p = strbuf_room(w->out, PLAIN_TEXT);

	strbuf_took(w->out, (size_t)(put_piece(w, piece, p) - p));
}

static void
write_leaps(const struct writing *w, const struct move *move)
{
	write_piece(w, w->before->at[move->from]);
	write_cell(w, move->from);
	for (unsigned i = 0; i < move->leaps; i++) {
		strbuf_char(w->out, 'x');
		write_cell(w, move->path[i]);
	}
}

static void
write_action(const struct writing *w, const struct move *move)
{
	write_cell(w, move->from);
	if (move->type == MOVE_FIELD) {
		strbuf_char(w->out, '@');
		write_kind(w, move->promotion);
		return;
	}
	strbuf_char(w->out, '%');
	if (move->to != CELL_NONE)
		write_cell(w, move->to);
}

static void
write_part(const struct writing *w, const struct move *move)
{
	switch ((enum move_type)move->type) {
	case MOVE_CASTLE:
		strbuf_puts(w->out, w->rules->setup->sides[move->side].text);
		break;
	case MOVE_PASS:
		strbuf_puts(w->out, "--");
		break;
	case MOVE_YIELD:
		strbuf_puts(w->out, "(Y)");
		break;
	case MOVE_STALEMATE:
		strbuf_puts(w->out, "(S)");
		break;
	case MOVE_FIELD:
	case MOVE_TRAITOR:
		write_action(w, move);
		break;
	case MOVE_DROP:
		write_kind(w, move->promotion);
		strbuf_char(w->out, '*');
		write_cell(w, move->to);
		break;
	case MOVE_LEAP:
		write_leaps(w, move);
		break;
	case MOVE_ILLUMINATION:
		write_piece(w, w->before->at[move->from]);
		if (!w->notation->is_short)
			write_cell(w, move->from);
		strbuf_char(w->out, '^');
		break;
	case MOVE_UNSTATED:
	case MOVE_QUIET:
	case MOVE_CAPTURE:
	case MOVE_ENPASSANT:
	case MOVE_TYPES:
		write_plain(w, move);
		break;
	}
}

static void
write_tail(const struct rules *rules, const struct move *move,
    const struct marks *marks, struct strbuf *out)
{
	if ((marks->check | marks->mate | move->calls) != 0 || marks->draw)
		notation_put_tail(
		    rules->variant, move, marks, marks_sign(marks), out);
}

/* Whether a letter as it is written stands there. */
static bool
has_letter_of(const struct rules *rules, const struct alphabet *alphabet,
    unsigned kind, char c)
{
	const char *letter =
	    alphabet_text(alphabet, rules->variant->letters[kind]);

	return c == letter[0] && letter[1] == '\0';
}

/* A letter that stands for a piece, the start as far as it is needed, and a
 * sign; each only where it belongs, and nothing else: the lengths tell. */
static bool
begins_alike(const struct notation *notation, const struct rules *rules,
    const struct alphabet *alphabet, const struct position *before,
    const struct move *move, const struct parsed_move *parsed,
    struct slice token)
{
	bool promoted, has_letter, has_sign;
	uint8_t piece;
	size_t start;

	if (move->type == MOVE_DROP)
		return parsed->to.at == 2 && token.ptr[1] == '*' &&
		    has_letter_of(
			rules, alphabet, move->promotion, token.ptr[0]);
	piece = before->at[move->from];
	promoted = (piece & PIECE_PROMOTED) != 0;
	has_letter = piece_kind(piece) != PAWN || promoted;
	has_sign = parsed->captures || !notation->is_short;
	start = (size_t)promoted + has_letter;
	return parsed->to.at == start + parsed->from.len + has_sign &&
	    (!has_letter ||
		has_letter_of(
		    rules, alphabet, piece_kind(piece), token.ptr[promoted])) &&
	    /* Of a start nothing is written, or its letter; or all of it. */
	    (notation->is_short ? parsed->from.len == 0 ||
			(parsed->from.len == 1 && token.ptr[start] > '9')
				: parsed->separated && parsed->from.len > 1);
}

static void
write_move(const struct notation *notation, const struct rules *rules,
    const struct alphabet *alphabet, const struct position *before,
    const struct move *move, const struct marks *marks, struct strbuf *out)
{
	struct writing writing = { notation, rules, alphabet, before,
		marks->alone, out };
	struct position half[2];
	struct move first, second;

	notation_put_mover(rules->variant, before, marks, out);
	if (move->pair) {
		second = notation_halves(rules, before, move, &first, half);
		writing.before = &half[0];
		write_part(&writing, &first);
		strbuf_char(out, '&');
		writing.before = &half[1];
		write_part(&writing, &second);
	} else {
		write_part(&writing, move);
	}
	write_tail(rules, move, marks, out);
}

const struct notation notation_algebraic = {
	.id = "algebraic",
	.title = "Dreierschach algebraic (short)",
	.example = "Ne6",
	.naming = NAMING_ALGEBRAIC,
	.has_letters = true,
	.has_marks = true,
	.is_short = true,
	.rows = rows,
	.read_fast = read_fast,
	.write = write_move,
	.begins_alike = begins_alike,
	.write_tail = write_tail,
};

const struct notation notation_long = {
	.id = "long",
	.title = "algebraic with the starting cell",
	.example = "Nc3-e6",
	.naming = NAMING_ALGEBRAIC,
	.has_letters = true,
	.has_marks = true,
	.rows = rows,
	.read_fast = read_fast,
	.write = write_move,
	.begins_alike = begins_alike,
	.write_tail = write_tail,
};

const struct notation notation_algebraic22 = {
	.id = "algebraic22",
	.title = "algebraic with the hex names of Dreierschach V2.2 "
		 "(reading only)",
	.example = "Nf5",
	.naming = NAMING_SWAPPED,
	.has_letters = true,
	.has_marks = true,
	.is_short = true,
	.rows = rows,
	.read_fast = read_fast,
};
