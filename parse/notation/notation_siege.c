/*
 * Ternion: Siege coordinates: cells as the player who moves counts them.
 *
 *	move    = [ player ] from sign to special [ "=" ]
 *	sign    = "-" quiet | "x" capture | "+" en passant
 *	special = items, bare or in parentheses, in any order:
 *	          C and M with colours, Y, S, F, T, a castling side, a piece
 *	          letter in lower case, "!" and "?"
 */
#include "parse/notation/notation.h"

#define DASH         PATTERN_DASH
#define TIMES        PATTERN_TIMES
#define CELL         "[1-9][0-9]?[a-zA-Z]"
#define PLAYER       "(?<player>[WRBGwrbg])?"
#define ITEMS        "(?:[CM][WRBG]*|[YSFTQKOR]|[rnbqoscgdp]|[!?])+"
#define CASTLE_ITEMS "(?:[CM][WRBG]*|[YSFTQKOR]|[qkor]|[!?])+"
#define SPECIAL      "(?| \\((?<special>" ITEMS ")\\) | (?<special>" ITEMS ") )?"
#define MARKS        SPECIAL "(?<nag>[!?]{1,2})?" PATTERN_DRAW

/* clang-format off: patterns are laid out by hand */
static const struct notation_row rows[] = {
	{ MOVE_QUIET,
	    PLAYER "(?<from>" CELL ")(?<sep>" DASH "|" TIMES "|\\+)(?<to>" CELL
		   ")" MARKS },
	{ MOVE_CASTLE,
	    PLAYER "(?<castle>00(?:" DASH "(?:00)?)?)"
		   "(?| \\((?<special>" CASTLE_ITEMS ")\\)"
		   "  | (?<special>" CASTLE_ITEMS ") )?"
		   "(?<nag>[!?]{1,2})?" PATTERN_DRAW },
	{ MOVE_PASS, PLAYER DASH DASH MARKS },
	{ MOVE_YIELD,
	    PLAYER "\\((?<special>[YS])\\)(?<nag>[!?]{1,2})?" PATTERN_DRAW },
	{ MOVE_TRAITOR, PLAYER "(?<from>" CELL ")%(?<to>" CELL ")?" MARKS },
	{ MOVE_FIELD, PLAYER "(?<from>" CELL ")@(?<to>" CELL ")?" MARKS },
	{ MOVE_DROP, PLAYER "\\*(?<to>" CELL ")" MARKS },
	{ MOVE_LEAP,
	    PLAYER "(?<from>" CELL ")(?<path>(?:" TIMES CELL ")+)" TIMES
		   "(?<to>" CELL ")" MARKS },
	{ MOVE_ILLUMINATION,
	    PLAYER "(?<from>" CELL ")\\^(?<to>" CELL ")?" MARKS },
	{ MOVE_UNSTATED, NULL },
};
/* clang-format on */

/* The length of a cell's name at text[at], 0 if none stands there, and in *code
 * which it is. */
static inline size_t
read_cell(struct slice text, size_t at, uint16_t *code)
{
	const char *p = text.ptr + at;
	unsigned number, next, letter;
	size_t len = 1;

	if (at + 1 >= text.len || (number = (unsigned)(p[0] - '0')) - 1 >= 9)
		return 0;
	if ((next = (unsigned)(p[1] - '0')) < 10) {
		number = number * 10 + next;
		len = 2;
	}
	if (at + len >= text.len ||
	    (letter = (unsigned)((p[len] | 0x20) - 'a')) >= 26)
		return 0;
	*code = (uint16_t)coords_of(letter, number);
	return len + 1;
}

/* Whether a text is special information, and no more. */
static bool
is_special(struct slice text, bool castles)
{
	static const char colours[] = PARSED_COLOURS;
	const char *items = castles ? "YSFTQKORqkor!?" : "YSFTQKORrnbqoscgdp!?";

	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		if (c == 'C' || c == 'M')
			while (i + 1 < text.len && text.ptr[i + 1] != '\0' &&
			    strchr(colours, text.ptr[i + 1]) != NULL)
				i++;
		else if (c == '\0' || strchr(items, c) == NULL)
			return false;
	}
	return true;
}

/* Special information in parentheses at text[at], to its end. */
static bool
read_tail(struct slice token, size_t at, struct parsed_move *parsed)
{
	struct slice text = slice_sub(token, at + 1, token.len - at - 2);

	return token.ptr[at] == '(' && token.len > at + 2 &&
	    token.ptr[token.len - 1] == ')' &&
	    is_special(text, parsed->type == MOVE_CASTLE) &&
	    notation_read_special(parsed, token, text);
}

/* The same of a token that may end there. Nearly all have nothing there, or
 * (C) and (M). */
static inline bool
read_end(struct slice token, size_t at, struct parsed_move *parsed)
{
	char c = token.len - at == 3 ? token.ptr[at + 1] : '\0';

	if (at == token.len)
		return true;
	if ((c != 'C' && c != 'M') || token.ptr[at] != '(' ||
	    token.ptr[at + 2] != ')')
		return token.len - at > 2 && read_tail(token, at, parsed);
	parsed->check = c == 'C';
	parsed->mate = c == 'M';
	parsed->mark = (struct part){ (uint8_t)(at + 1), 1 };
	return true;
}

/* A move of which the first cell is read that has another sign behind it than
 * - or x: en passant, a traitor's, or on a promotion field. */
static bool
read_other(struct slice token, size_t at, struct parsed_move *parsed)
{
	char sign = token.ptr[at++];
	size_t n = read_cell(token, at, &parsed->to_code);

	if (sign == '+') {
		parsed->type = MOVE_ENPASSANT;
		parsed->captures = parsed->separated = true;
		if (n == 0)
			return false;
	} else if (sign == '%' || sign == '@') {
		parsed->type = sign == '%' ? MOVE_TRAITOR : MOVE_FIELD;
	} else {
		return false;
	}
	if (n > 0)
		parsed->to = (struct part){ (uint8_t)at, (uint8_t)n };
	return read_end(token, at + n, parsed);
}

/* Castling, with its side and more in parentheses. */
static bool
read_castling(struct slice token, size_t at, struct parsed_move *parsed)
{
	if (token.len < at + 5 || memcmp(token.ptr + at, "00", 2) != 0)
		return false;
	parsed->type = MOVE_CASTLE;
	parsed->castle = PARSED_CASTLE_LETTER;
	return read_tail(token, at + 2, parsed);
}

/* The moves from a cell and castling, with plain signs, and with special
 * information in parentheses at the end if there is any. */
static bool
read_fast(const struct alphabet *alphabet, struct slice token,
    struct parsed_move *parsed)
{
	const char *p = token.ptr;
	size_t at = 0, n;
	int x;

	(void)alphabet;
	memset(parsed, 0, offsetof(struct parsed_move, path));
	if (token.len > 0 &&
	    (p[0] == 'W' || p[0] == 'R' || p[0] == 'B' || p[0] == 'G'))
		parsed->player = p[at++];
	if ((n = read_cell(token, at, &parsed->from_code)) == 0)
		return read_castling(token, at, parsed);
	parsed->from = (struct part){ (uint8_t)at, (uint8_t)n };
	at += n;
	if (at >= token.len)
		return false;
	/* Without a branch on which of the two it is. */
	if (!((x = p[at] == 'x') | (p[at] == '-')))
		return read_other(token, at, parsed);
	parsed->captures = x;
	parsed->type = (uint8_t)(MOVE_QUIET + x * (MOVE_CAPTURE - MOVE_QUIET));
	parsed->separated = true;
	if ((n = read_cell(token, ++at, &parsed->to_code)) == 0)
		return false;
	parsed->to = (struct part){ (uint8_t)at, (uint8_t)n };
	return read_end(token, at + n, parsed);
}

/* Whether there is any special information; most moves have none. */
static bool
has_special(const struct move *move, const struct marks *marks)
{
	return move->promotion != KIND_NONE || move->calls != 0 ||
	    move->type == MOVE_CASTLE || move->type == MOVE_YIELD ||
	    move->type == MOVE_STALEMATE || (marks->check | marks->mate) != 0 ||
	    marks->nag != 0;
}

/* Special information in its order: promotion or castling side, calls and
 * declarations, annotation; ternion-notation(7), "SIEGE". */
static void
write_special(const struct rules *rules, const struct move *move,
    const struct marks *marks, struct strbuf *out)
{
	if (!has_special(move, marks))
		return;
	strbuf_char(out, '(');
	if (move->promotion != KIND_NONE)
		strbuf_char(out,
		    (char)(rules->variant->letters[move->promotion] | 0x20));
	if (move->type == MOVE_CASTLE)
		strbuf_char(out, rules->setup->sides[move->side].letter);
	notation_put_calls(rules->variant, move, marks, true, out);
	if (move->type == MOVE_YIELD)
		strbuf_char(out, 'Y');
	if (move->type == MOVE_STALEMATE)
		strbuf_char(out, 'S');
	strbuf_puts(out, nag_text(marks->nag));
	strbuf_char(out, ')');
}

/* What stands between the cells. */
static char
sign_of(const struct move *move)
{
	switch ((enum move_type)move->type) {
	case MOVE_ENPASSANT:
		return '+';
	case MOVE_FIELD:
		return '@';
	case MOVE_TRAITOR:
		return '%';
	case MOVE_ILLUMINATION:
		return '^';
	case MOVE_UNSTATED:
	case MOVE_QUIET:
	case MOVE_CAPTURE:
	case MOVE_CASTLE:
	case MOVE_DROP:
	case MOVE_LEAP:
	case MOVE_PASS:
	case MOVE_YIELD:
	case MOVE_STALEMATE:
	case MOVE_TYPES:
		break;
	}
	return move->victim != CELL_NONE ? 'x' : '-';
}

enum {
	/* Bytes of the cells of a move, with a sign behind each. */
	CELLS_TEXT = (CHAIN_MAX + 2) * CELL_NAME_MAX
};

static void
write_cells(const struct rules *rules, unsigned me, const struct move *move,
    struct strbuf *out)
{
	const struct board *board = &rules->board;
	char *from = strbuf_room(out, CELLS_TEXT), *p = from;
	char sign = sign_of(move);

	p = coords_put_seat(board, me, move->from, p);
	*p++ = sign;
	for (unsigned i = 0; i + 1 < move->leaps; i++) {
		p = coords_put_seat(board, me, move->path[i], p);
		*p++ = sign;
	}
	if (move->to != CELL_NONE && move->type != MOVE_FIELD)
		p = coords_put_seat(board, me, move->to, p);
	strbuf_took(out, (size_t)(p - from));
}

static void
write_tail(const struct rules *rules, const struct move *move,
    const struct marks *marks, struct strbuf *out)
{
	write_special(rules, move, marks, out);
	if (marks->draw)
		strbuf_char(out, '=');
}

/* Cells may be written with capital letters. */
static bool
ends_small(struct slice token, struct part where)
{
	return token.ptr[where.at + where.len - 1] >= 'a';
}

static bool
begins_alike(const struct notation *notation, const struct rules *rules,
    const struct alphabet *alphabet, const struct position *before,
    const struct move *move, const struct parsed_move *parsed,
    struct slice token)
{
	char player = rules->variant->colours[before->to_move];

	(void)notation;
	(void)alphabet;
	(void)move;
	return token.ptr[0] == (char)(player & ~0x20) && parsed->from.at == 1 &&
	    parsed->to.at == 2 + parsed->from.len &&
	    ends_small(token, parsed->from) && ends_small(token, parsed->to);
}

static void
write_part(const struct rules *rules, unsigned me, const struct move *move,
    const struct marks *marks, struct strbuf *out)
{
	if (move->type == MOVE_CASTLE) {
		strbuf_puts(out, "00");
	} else if (move->type == MOVE_PASS) {
		strbuf_puts(out, "--");
	} else if (move->type == MOVE_DROP) {
		strbuf_char(out, '*');
		coords_write(&rules->board, NAMING_SEAT, me, move->to, out);
	} else if (move->from != CELL_NONE) {
		write_cells(rules, me, move, out);
	}
	write_tail(rules, move, marks, out);
}

static void
write_move(const struct notation *notation, const struct rules *rules,
    const struct alphabet *alphabet, const struct position *before,
    const struct move *move, const struct marks *marks, struct strbuf *out)
{
	const struct marks none = { .attacked = 0 };
	unsigned me = before->to_move;
	struct move second;

	(void)notation;
	(void)alphabet;
	strbuf_char(out, (char)(rules->variant->colours[me] & ~0x20));
	if (!move->pair) {
		write_part(rules, me, move, marks, out);
		return;
	}
	second = move_second(move);
	write_part(rules, me, move, &none, out);
	strbuf_char(out, '&');
	write_part(rules, me, &second, marks, out);
}

const struct notation notation_siege = {
	.id = "siege",
	.title = "Siege coordinates",
	.example = "W4d-5d",
	.naming = NAMING_SEAT,
	.has_marks = true,
	.writes_nags = true,
	.rows = rows,
	.read_fast = read_fast,
	.writes_blindly = true,
	.write = write_move,
	.begins_alike = begins_alike,
	.write_tail = write_tail,
};
