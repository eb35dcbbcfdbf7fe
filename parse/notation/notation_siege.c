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
#define PLAYER       "(?<player>[" PATTERN_PLAYERS PATTERN_PLAYERS_LOWER "])?"
#define ITEMS        "(?:[CM][" PATTERN_PLAYERS "]*|[YSFTQKOR]|[rnbqoscgdp]|[!?])+"
#define CASTLE_ITEMS "(?:[CM][" PATTERN_PLAYERS "]*|[YSFTQKOR]|[qkor]|[!?])+"
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

/* Takes a cell's name off the front of the text and returns its code, 0 if it
 * begins with none. */
static inline unsigned
take_seat_cell(struct slice *text)
{
	const char *p = text->ptr;
	unsigned number, next, letter;
	size_t len = 1;

	if (text->len < 2 || (number = (unsigned)(p[0] - '0')) - 1 >= 9)
		return 0;
	if ((next = (unsigned)(p[1] - '0')) < 10) {
		number = number * 10 + next;
		len = 2;
	}
	if (len >= text->len ||
	    (letter = (unsigned)((p[len] | 0x20) - 'a')) >= 26)
		return 0;
	*text = slice_from(*text, len + 1);
	return coords_of(letter, number);
}

/* Reads quiet moves and captures with plain signs, and with (C) or (M) after
 * them or nothing, and leaves all others to the patterns. */
static bool
read_siege(const struct alphabet *alphabet, struct slice token,
    struct parsed_move *parsed)
{
	const char *p = token.ptr;
	struct slice rest = token;
	size_t at, from, to;
	unsigned x;

	(void)alphabet;
	memset(parsed, 0, offsetof(struct parsed_move, path));
	if (token.len > 0 &&
	    (p[0] == 'W' || p[0] == 'R' || p[0] == 'B' || p[0] == 'G')) {
		parsed->player = p[0];
		rest = slice_from(rest, 1);
	}
	at = token.len - rest.len;
	parsed->from_code = (uint16_t)take_seat_cell(&rest);
	if (parsed->from_code == 0 || rest.len == 0)
		return false;
	from = token.len - rest.len;
	parsed->from = (struct part){ (uint8_t)at, (uint8_t)(from - at) };
	/* There is no branch on which of the two it is. */
	if (!((x = rest.ptr[0] == 'x') | (rest.ptr[0] == '-')))
		return false;
	parsed->captures = x;
	parsed->type = (uint8_t)(MOVE_QUIET + x * (MOVE_CAPTURE - MOVE_QUIET));
	parsed->separated = true;
	rest = slice_from(rest, 1);
	parsed->to_code = (uint16_t)take_seat_cell(&rest);
	if (parsed->to_code == 0)
		return false;
	to = token.len - rest.len;
	parsed->to =
	    (struct part){ (uint8_t)(from + 1), (uint8_t)(to - from - 1) };
	if (rest.len == 0)
		return true;
	if (rest.len != 3 || rest.ptr[0] != '(' || rest.ptr[2] != ')')
		return false;
	parsed->check = rest.ptr[1] == 'C';
	parsed->mate = rest.ptr[1] == 'M';
	parsed->mark = (struct part){ (uint8_t)(to + 1), 1 };
	return parsed->check || parsed->mate;
}

/* Writes special information, in its order: promotion or castling side, calls
 * and declarations, annotation; ternion-notation(7), "SIEGE". Most moves have
 * none. */
static void
write_siege_tail(const struct rules *rules, const struct move *move,
    const struct marks *marks, struct strbuf *out)
{
	if (move->promotion != KIND_NONE || move->calls != 0 ||
	    move->type == MOVE_CASTLE || move->type == MOVE_YIELD ||
	    move->type == MOVE_STALEMATE || (marks->check | marks->mate) != 0 ||
	    marks->nag != 0) {
		strbuf_char(out, '(');
		if (move->promotion != KIND_NONE)
			strbuf_char(out,
			    (char)(rules->variant->letters[move->promotion] |
				0x20));
		if (move->type == MOVE_CASTLE)
			strbuf_char(
			    out, rules->setup->sides[move->side].letter);
		notation_put_calls(rules->variant, move, marks, true, out);
		if (move->type == MOVE_YIELD)
			strbuf_char(out, 'Y');
		if (move->type == MOVE_STALEMATE)
			strbuf_char(out, 'S');
		strbuf_puts(out, nag_text(marks->nag));
		strbuf_char(out, ')');
	}
	if (marks->draw)
		strbuf_char(out, '=');
}

enum {
	/* Bytes of the cells of a move, with a sign after each. */
	CELLS_TEXT = (CHAIN_MAX + 2) * CELL_NAME_MAX
};

/* Writes one move of a turn. */
static void
put_siege_move(const struct rules *rules, unsigned me, const struct move *move,
    const struct marks *marks, struct strbuf *out)
{
	const struct board *board = &rules->board;
	char *from = strbuf_room(out, CELLS_TEXT), *p = from;
	char sign = move->type == MOVE_ENPASSANT ? '+'
	    : move->type == MOVE_FIELD           ? '@'
	    : move->type == MOVE_TRAITOR         ? '%'
	    : move->type == MOVE_ILLUMINATION    ? '^'
	    : move->victim != CELL_NONE          ? 'x'
						 : '-';

	if (move->type == MOVE_CASTLE) {
		p = strbuf_put(p, slice_of("00"));
	} else if (move->type == MOVE_PASS) {
		p = strbuf_put(p, slice_of("--"));
	} else if (move->type == MOVE_DROP) {
		*p++ = '*';
		p = coords_put_seat(board, me, move->to, p);
	} else if (move->from != CELL_NONE) {
		p = coords_put_seat(board, me, move->from, p);
		*p++ = sign;
		for (unsigned i = 0; i + 1 < move->leaps; i++) {
			p = coords_put_seat(board, me, move->path[i], p);
			*p++ = sign;
		}
		if (move->to != CELL_NONE && move->type != MOVE_FIELD)
			p = coords_put_seat(board, me, move->to, p);
	}
	strbuf_took(out, (size_t)(p - from));
	write_siege_tail(rules, move, marks, out);
}

static void
write_siege(const struct notation *notation, const struct rules *rules,
    const struct alphabet *alphabet, const struct position *before,
    const struct move *move, const struct marks *marks, struct strbuf *out)
{
	const struct marks none = { .attacked = 0 };
	unsigned me = before->to_move;
	struct move second;

	(void)notation;
	(void)alphabet;
	strbuf_char(out, (char)(rules->variant->colours[me] & ~0x20));
	put_siege_move(rules, me, move, move->pair ? &none : marks, out);
	if (!move->pair)
		return;
	second = move_second(move);
	strbuf_char(out, '&');
	put_siege_move(rules, me, &second, marks, out);
}

const struct notation notation_siege = {
	.id = "siege",
	.title = "Siege coordinates",
	.example = "W4d-5d",
	.parts = "moxtq(!",
	.naming = NAMING_SEAT,
	.has_marks = true,
	.writes_nags = true,
	.rows = rows,
	.read_fast = read_siege,
	.write = write_siege,
};
