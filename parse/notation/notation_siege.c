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

static size_t
cell_len(struct slice text, size_t at)
{
	size_t len = 0;

	if (at >= text.len || text.ptr[at] < '1' || text.ptr[at] > '9')
		return 0;
	len = at + 1 < text.len && text.ptr[at + 1] >= '0' &&
		text.ptr[at + 1] <= '9'
	    ? 2
	    : 1;
	if (at + len >= text.len || (text.ptr[at + len] | 0x20) < 'a' ||
	    (text.ptr[at + len] | 0x20) > 'z')
		return 0;
	return len + 1;
}

/* The plain moves without special information, and with (C) and (M). */
static bool
read_fast(
    const struct alphabet *alphabet, struct slice token, struct move_spec *spec)
{
	const char *p = token.ptr;
	size_t at = 0, n;

	(void)alphabet;
	memset(spec, 0, offsetof(struct move_spec, path));
	spec->type = MOVE_QUIET;
	if (token.len > 0 && strchr("WRBG", p[0]) != NULL && p[0] != '\0')
		spec->player = p[at++];
	if ((n = cell_len(token, at)) == 0)
		return false;
	spec->from = (struct part){ (uint8_t)at, (uint8_t)n };
	at += n;
	if (at >= token.len)
		return false;
	if (p[at] == 'x') {
		spec->captures = true;
		spec->type = MOVE_CAPTURE;
	} else if (p[at] != '-') {
		return false;
	}
	spec->separated = true;
	if ((n = cell_len(token, ++at)) == 0)
		return false;
	spec->to = (struct part){ (uint8_t)at, (uint8_t)n };
	at += n;
	if (at + 3 == token.len && p[at] == '(' && p[at + 2] == ')' &&
	    (p[at + 1] == 'C' || p[at + 1] == 'M')) {
		spec->check = p[at + 1] == 'C';
		spec->mate = p[at + 1] == 'M';
		spec->mark = (struct part){ (uint8_t)(at + 1), 1 };
		at += 3;
	}
	return at == token.len;
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
	write_special(rules, move, marks, out);
	if (marks->draw)
		strbuf_char(out, '=');
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
	.write = write_move,
};
