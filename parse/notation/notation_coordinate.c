/* Ternion: plain coordinates, from and to, as machines exchange them.
 *
 *	move = [ player ":" ] from to [ promotion ] [ "+" ] [ "(" calls ")" ]
 *	       [ "=" ]
 *
 * Castling is the king's move; if he could go there by a step as well, the
 * letter of the side is added, where a promotion's would stand. */
#include "parse/notation/scan.h"

#define TAIL (SCAN_SPECIAL | SCAN_NAG)

static bool
take_machine_cell(struct move_scan *scan, struct part *where)
{
	return scan_lettered(scan, 'a', 26, where) ||
	    scan_lettered(scan, 'A', 26, where);
}

/* Takes a promotion's letter if it is one of these 26 letters. */
static bool
take_promotion(struct move_scan *scan, char first)
{
	struct parsed_move *parsed = scan->parsed;

	if (scan->p == scan->end || (unsigned char)(*scan->p - first) >= 26)
		return false;
	parsed->promotion = ascii_upper(*scan->p++);
	parsed->promotion_at = scan_since(scan, scan->p - 1);
	return true;
}

static bool
read_after_cell(struct move_scan *scan)
{
	struct parsed_move *parsed = scan->parsed;
	struct part next;

	if (scan_take(scan, '@')) {
		parsed->type = MOVE_FIELD;
		return take_promotion(scan, 'a') && scan_tail(scan, TAIL);
	}
	if (scan_take(scan, '^')) {
		parsed->type = MOVE_ILLUMINATION;
		return scan_tail(scan, TAIL);
	}
	if (scan_take(scan, '%')) {
		parsed->type = MOVE_TRAITOR;
		take_machine_cell(scan, &parsed->to);
		return scan_tail(scan, TAIL);
	}
	if (!take_machine_cell(scan, &parsed->to))
		return false;
	if (scan->p == scan->end)
		return true;
	while (take_machine_cell(scan, &next)) { /* a chain of leaps */
		if (!scan_landing(parsed))
			return false;
		parsed->to = next;
	}
	if (parsed->type != MOVE_LEAP) {
		take_promotion(scan, 'a');
		if (scan_take(scan, '+')) {
			parsed->type = MOVE_ENPASSANT;
			parsed->captures = parsed->separated = true;
		}
	}
	return scan_tail(scan, TAIL);
}

static bool
read_coordinates(struct move_scan *scan)
{
	struct parsed_move *parsed = scan->parsed;

	scan_player(scan);
	parsed->type = MOVE_UNSTATED;
	if (take_machine_cell(scan, &parsed->from))
		return read_after_cell(scan);
	if (scan_sees(scan, 0, '('))
		return scan_yield(scan) && scan_tail(scan, 0);
	parsed->type = MOVE_PASS;
	if (scan_take(scan, '0'))
		return scan_take(scan, '0') && scan_take(scan, '0') &&
		    scan_take(scan, '0') && scan_tail(scan, TAIL);
	parsed->type = MOVE_DROP;
	if (!scan_sees(scan, 1, '*') || (unsigned char)(*scan->p - 'A') >= 26)
		return false;
	parsed->piece = *scan->p;
	scan->p += 2;
	return take_machine_cell(scan, &parsed->to) && scan_tail(scan, TAIL);
}

/* Forms that people type for Triumvirate's board are read as well. */
static bool
read_triumvirate_coordinates(struct move_scan *scan)
{
	struct move_scan ahead = *scan;
	struct parsed_move *parsed = scan->parsed;

	if (read_coordinates(&ahead))
		return true;
	memset(parsed, 0, offsetof(struct parsed_move, path));
	scan_player(scan);
	if (scan_castling(scan, false, true))
		return scan_tail(scan, TAIL);
	return take_machine_cell(scan, &parsed->from) &&
	    take_machine_cell(scan, &parsed->to) && take_promotion(scan, 'A') &&
	    scan_tail(scan, TAIL);
}

#define COORDINATE(a_move, cells, reader)                                \
	.id = "coordinate", .title = "plain from-to", .example = a_move, \
	.promotion = "", .naming = cells, .castles_by_king = true,       \
	.is_machine = true, .tail = TAIL, .read = reader

const struct notation notation_coordinate = { COORDINATE(
    "c3e6", NAMING_ALGEBRAIC, read_coordinates) };
const struct notation notation_triumvirate_coordinate = { COORDINATE(
    "C3E6", NAMING_UPPER, read_triumvirate_coordinates) };
