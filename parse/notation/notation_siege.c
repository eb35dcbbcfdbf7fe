/* Ternion: Siege coordinates: cells as the player who moves counts them.
 *
 *	move    = [ player ] from sign to special [ "=" ]
 *	sign    = "-" quiet | "x" capture | "+" en passant
 *	special = items, bare or in parentheses, in any order:
 *	          C and M with colours, Y, S, F, T, a castling side, a piece
 *	          letter in lower case, "!" and "?" */
#include "parse/notation/scan.h"

/* Signs of special information with castling. */
#define CASTLE_ITEMS "QKORqkor!?"

static inline bool
take_seat_cell(struct move_scan *scan, struct part *where)
{
	const char *from = scan->p;

	if (!scan_sees_number(scan, 0))
		return false;
	unsigned number = scan_number(scan);
	if (scan->p == scan->end || !ascii_is_letter(*scan->p)) {
		scan->p = from;
		return false;
	}
	number = coords_of((unsigned)((*scan->p++ | 0x20) - 'a'), number);
	*where = scan_cell(scan, from, number);
	return true;
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
		return take_seat_cell(scan, &parsed->to) &&
		    scan_special(scan, SCAN_ITEMS);
	}
	if (scan_take(scan, '0')) {
		if (!scan_take(scan, '0'))
			return false;
		parsed->type = MOVE_CASTLE;
		parsed->castle = PARSED_CASTLE_LETTER;
		if (scan_take(scan, '-') && scan_take(scan, '0') &&
		    !scan_take(scan, '0'))
			return false;
		return scan_special(scan, CASTLE_ITEMS);
	}
	parsed->type = MOVE_PASS;
	return scan_take(scan, '-') && scan_take(scan, '-') &&
	    scan_special(scan, SCAN_ITEMS);
}

static bool
read_siege(struct move_scan *scan)
{
	struct parsed_move *parsed = scan->parsed;

	if (scan->p < scan->end && scan_is_player(*scan->p))
		parsed->player = (char)(*scan->p++ & ~0x20);
	if (!take_seat_cell(scan, &parsed->from))
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
	if (!take_seat_cell(scan, &parsed->to) && parsed->separated)
		return false;
	while (parsed->captures && parsed->type != MOVE_ENPASSANT &&
	    scan_take(scan, 'x')) { /* a chain of leaps */
		if (!scan_landing(parsed) || !take_seat_cell(scan, &parsed->to))
			return false;
	}
	if (parsed->type == MOVE_LEAP)
		parsed->captures = parsed->separated = false;
	return scan->p == scan->end || scan_special(scan, SCAN_ITEMS);
}

const struct notation notation_siege = {
	.id = "siege",
	.title = "Siege coordinates",
	.example = "W4d-5d",
	.quiet = '-',
	.capture = 'x',
	.naming = NAMING_SEAT,
	.has_marks = true,
	.writes_nags = true,
	.tail = SCAN_BARE | SCAN_NAG,
	.read = read_siege,
};
