/* Ternion: plain coordinates, from and to, as machines exchange them.
 *
 *	move = [ player ":" ] from to [ promotion ] [ "+" ] [ "(" calls ")" ]
 *	       [ "=" ]
 *
 * Castling is the king's move; if he could go there by a step as well, the
 * letter of the side is added, where a promotion's would stand. */
#include "parse/notation/scan.h"

enum {
	TAIL = SCAN_SPECIAL | SCAN_NAG
};

static bool
take_machine_cell(struct move_scan *scan, struct part *where, uint16_t *code)
{
	return scan->p < scan->end && ascii_is_letter(*scan->p) &&
	    scan_lettered(scan, where, code);
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

/* Reads what follows the first cell. */
static bool
read_after_cell(struct move_scan *scan)
{
	struct parsed_move *parsed = scan->parsed;
	const struct part *to = &parsed->to;

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
		take_machine_cell(scan, &parsed->to, &parsed->to_code);
		return scan_tail(scan, TAIL);
	}
	if (!take_machine_cell(scan, &parsed->to, &parsed->to_code))
		return false;
	if (scan->p == scan->end)
		return true;
	for (struct part last = *to;
	     take_machine_cell(scan, &parsed->to, &parsed->to_code);
	     last = *to) { /* a chain of leaps */
		if (parsed->path_len == PATH_MAX_CELLS)
			return false;
		parsed->type = MOVE_LEAP;
		parsed->path[parsed->path_len++] = last;
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
	if (take_machine_cell(scan, &parsed->from, &parsed->from_code))
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
	return take_machine_cell(scan, &parsed->to, &parsed->to_code) &&
	    scan_tail(scan, TAIL);
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
	if (scan_castling(scan, '\0', true))
		return scan_tail(scan, TAIL);
	return take_machine_cell(scan, &parsed->from, &parsed->from_code) &&
	    take_machine_cell(scan, &parsed->to, &parsed->to_code) &&
	    take_promotion(scan, 'A') && scan_tail(scan, TAIL);
}

static void
put_coordinates(const struct move_writer *writer, const struct position *before,
    const struct move *move, struct strbuf *out)
{
	const struct rules *rules = writer->rules;
	const struct seat *seat = &rules->seat[before->to_move];
	const char *letters = rules->variant->letters;
	enum move_type type = (enum move_type)move->type;
	enum naming naming =
	    notation_naming(&notation_coordinate, rules->variant);

	if (type == MOVE_PASS)
		strbuf_puts(out, "0000");
	else if (type == MOVE_YIELD)
		strbuf_puts(out, "(Y)");
	else if (type == MOVE_STALEMATE)
		strbuf_puts(out, "(S)");
	else if (type == MOVE_DROP)
		strbuf_printf(out, "%c*", letters[move->promotion]);
	else
		coords_write(&rules->board, naming, 0, move->from, out);
	if (type == MOVE_FIELD)
		strbuf_char(out, '@');
	else if (type == MOVE_TRAITOR)
		strbuf_char(out, '%');
	else if (type == MOVE_ILLUMINATION)
		strbuf_char(out, '^');
	for (unsigned i = 0; i + 1 < move->leaps; i++)
		coords_write(&rules->board, naming, 0, move->path[i], out);
	if (move->to != CELL_NONE && type != MOVE_FIELD)
		coords_write(&rules->board, naming, 0, move->to, out);
	if (type == MOVE_CASTLE && seat->side[move->side].is_step)
		strbuf_char(
		    out, (char)(rules->setup->sides[move->side].letter | 0x20));
	if (type != MOVE_DROP && move->promotion != KIND_NONE)
		strbuf_char(out, (char)(letters[move->promotion] | 0x20));
	if (type == MOVE_ENPASSANT && rules->variant->en_passant_by_all)
		strbuf_char(out, '+');
}

#define COORDINATE(a_move, reader)                                           \
	.id = "coordinate", .title = "plain from-to", .example = a_move,     \
	.naming = NAMING_ALGEBRAIC, .castles_by_king = true, .read = reader, \
	.put = put_coordinates

const struct notation notation_coordinate = { COORDINATE(
    "c3e6", read_coordinates) };
const struct notation notation_triumvirate_coordinate = { COORDINATE(
    "C3E6", read_triumvirate_coordinates) };
