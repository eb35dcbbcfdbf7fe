/* Ternion: Siege coordinates: cells as the player who moves counts them.
 *
 *	move    = [ player ] from sign to special [ "=" ]
 *	sign    = "-" quiet | "x" capture | "+" en passant
 *	special = items, bare or in parentheses, in any order:
 *	          C and M with colours, Y, S, F, T, a castling side, a piece
 *	          letter in lower case, "!" and "?" */
#include "parse/notation/scan.h"

/* Signs of special information, besides declarations and calls. */
#define ITEMS        "QKORrnbqoscgdp!?"
#define CASTLE_ITEMS "QKORqkor!?"

/* Takes a cell, a number and a letter. */
static inline bool
take_seat_cell(struct move_scan *scan, struct part *where, uint16_t *code)
{
	const char *from = scan->p;
	unsigned number;

	if (!scan_sees_number(scan, 0))
		return false;
	number = scan_number(scan);
	if (scan->p == scan->end || !ascii_is_letter(*scan->p)) {
		scan->p = from;
		return false;
	}
	*code =
	    (uint16_t)coords_of((unsigned)((*scan->p++ | 0x20) - 'a'), number);
	*where = scan_since(scan, from);
	return true;
}

static inline bool
take_seat_target(struct move_scan *scan)
{
	return take_seat_cell(scan, &scan->parsed->to, &scan->parsed->to_code);
}

/* Reads special information, bare or in parentheses, and the end. */
static bool
read_special(struct move_scan *scan, const char *others)
{
	bool enclosed = scan_take(scan, '(');
	const char *from = scan->p;

	if (!scan_items(scan, others) && (enclosed || scan->p > from))
		return false;
	return (!enclosed || scan_take(scan, ')')) && scan_tail(scan, SCAN_NAG);
}

/* Reads what has no first cell. */
static bool
read_other(struct move_scan *scan)
{
	struct parsed_move *parsed = scan->parsed;

	if (scan_sees(scan, 0, '('))
		return scan_yield(scan) && scan_tail(scan, SCAN_NAG);
	if (scan_take(scan, '*')) {
		parsed->type = MOVE_DROP;
		return take_seat_target(scan) && read_special(scan, ITEMS);
	}
	if (scan_take(scan, '0')) {
		if (!scan_take(scan, '0'))
			return false;
		parsed->type = MOVE_CASTLE;
		parsed->castle = PARSED_CASTLE_LETTER;
		if (scan_take_sign(scan, '-') && scan_take(scan, '0') &&
		    !scan_take(scan, '0'))
			return false;
		return read_special(scan, CASTLE_ITEMS);
	}
	parsed->type = MOVE_PASS;
	return scan_take_sign(scan, '-') && scan_take_sign(scan, '-') &&
	    read_special(scan, ITEMS);
}

static bool
read_siege(struct move_scan *scan)
{
	struct parsed_move *parsed = scan->parsed;

	if (scan->p < scan->end && scan_is_player(*scan->p))
		parsed->player = (char)(*scan->p++ & ~0x20);
	if (!take_seat_cell(scan, &parsed->from, &parsed->from_code))
		return read_other(scan);
	if (!scan_take_between(scan)) {
		parsed->type = scan_take(scan, '+') ? MOVE_ENPASSANT
		    : scan_take(scan, '@')          ? MOVE_FIELD
		    : scan_take(scan, '%')          ? MOVE_TRAITOR
		    : scan_take(scan, '^')          ? MOVE_ILLUMINATION
						    : MOVE_UNSTATED;
		parsed->captures = parsed->type == MOVE_ENPASSANT;
		if (parsed->type == MOVE_UNSTATED)
			return false;
	}
	parsed->separated = parsed->type <= MOVE_ENPASSANT;
	if (!take_seat_target(scan) && parsed->separated)
		return false;
	while (parsed->captures && parsed->type != MOVE_ENPASSANT &&
	    scan_take_sign(scan, 'x')) { /* a chain of leaps */
		if (parsed->path_len == PATH_MAX_CELLS)
			return false;
		parsed->type = MOVE_LEAP;
		parsed->path[parsed->path_len++] = parsed->to;
		if (!take_seat_target(scan))
			return false;
	}
	if (parsed->type == MOVE_LEAP)
		parsed->captures = parsed->separated = false;
	return scan->p == scan->end || read_special(scan, ITEMS);
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

static void
put_siege(const struct move_writer *writer, const struct position *before,
    const struct move *move, struct strbuf *out)
{
	const struct board *board = &writer->rules->board;
	unsigned me = before->to_move;
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
	write_siege_tail(writer->rules, move, writer->marks, out);
}

const struct notation notation_siege = {
	.id = "siege",
	.title = "Siege coordinates",
	.example = "W4d-5d",
	.naming = NAMING_SEAT,
	.has_marks = true,
	.writes_nags = true,
	.read = read_siege,
	.put = put_siege,
};
