/* Ternion: Dreierschach's algebraic notation: short, long, and with the cell
 * names of version 2.2.
 *
 *	move   = [ player ":" ] ( plain | castling | drop | ... ) marks
 *	plain  = [ piece ] [ from ] [ "x" | "-" ] to [ promotion ]
 *	marks  = [ "+" | "++" | "#" ] [ "(" declarations, calls ")" ]
 *	         [ "!" ... ] [ "=" ] */
#include "parse/notation/scan.h"

enum {
	TAIL = SCAN_MARK | SCAN_SPECIAL | SCAN_NAG,
	FILES_UPPER = 12 /* A to L, of Triumvirate's board */
};

/* An x between cells is no file. */
static inline bool
take_cell(struct move_scan *scan, struct part *where)
{
	return !scan_sees(scan, 0, 'x') && scan_lettered(scan, 'a', 26, where);
}

/* Makes the target that was taken the start. */
static inline void
begin_there(struct parsed_move *parsed)
{
	parsed->from = parsed->to;
	parsed->to = (struct part){ .len = 0 };
}

/* Reads a field promotion or a traitor, after its first cell. */
static bool
read_action(struct move_scan *scan)
{
	struct parsed_move *parsed = scan->parsed;

	begin_there(parsed);
	if (scan_take(scan, '%')) {
		parsed->type = MOVE_TRAITOR;
		take_cell(scan, &parsed->to);
		return scan_tail(scan, TAIL);
	}
	parsed->type = MOVE_FIELD;
	if (!scan_take(scan, '@'))
		return false;
	const char *from = scan->p;
	scan_letter(scan, &parsed->promotion);
	parsed->promotion_at = scan_since(scan, from);
	return parsed->promotion != 0 && scan_tail(scan, TAIL);
}

/* Reads a promotion, and how a move of a piece ends. */
static bool
read_end(struct move_scan *scan)
{
	struct parsed_move *parsed = scan->parsed;
	const char *from = scan->p;
	bool equals = scan_take(scan, '=');

	if (!equals && (scan->p == scan->end || scan_sees(scan, 0, '+')))
		return scan_tail(scan, TAIL);
	if (scan_letter(scan, &parsed->promotion)) {
		parsed->promotion_at = scan_since(scan, from + equals);
		return parsed->promotion != 0 && scan_tail(scan, TAIL);
	}
	scan->p = from; /* a = that offers a draw */
	return scan_paren(scan) && scan_tail(scan, TAIL);
}

/* Reads what follows the first cell, when something does. */
static bool
read_on(struct move_scan *scan, bool is_named)
{
	struct parsed_move *parsed = scan->parsed;
	struct part first = parsed->to;

	if (parsed->promoted && is_named && scan->start[first.at - 1] == 'K' &&
	    scan_take(scan, '^')) {
		begin_there(parsed);
		parsed->type = MOVE_ILLUMINATION;
		return scan_tail(scan, TAIL);
	}
	if (!parsed->promoted && !is_named &&
	    (scan_sees(scan, 0, '@') || scan_sees(scan, 0, '%')))
		return read_action(scan);
	bool between = scan_take_between(scan);
	if (take_cell(scan, &parsed->to)) {
		parsed->from = first;
		parsed->separated = between;
	} else if (between) {
		return false;
	}
	while (parsed->separated && parsed->captures &&
	    scan_take(scan, 'x')) { /* a chain of leaps */
		if (!scan_landing(parsed) || !take_cell(scan, &parsed->to))
			return false;
	}
	if (parsed->type != MOVE_LEAP)
		return read_end(scan);
	parsed->captures = parsed->separated = false;
	return scan_tail(scan, TAIL);
}

/* Reads what begins with a sign where most moves have a letter or a digit. */
static bool
read_signed(struct move_scan *scan)
{
	if (scan_sees(scan, 0, '('))
		return scan_yield(scan) && scan_tail(scan, 0);
	if (scan_castling(scan, true, false))
		return scan_tail(scan, TAIL);
	scan->parsed->type = MOVE_PASS;
	return scan_take(scan, '-') && scan_take(scan, '-') &&
	    scan_tail(scan, TAIL);
}

static bool
read_algebraic(struct move_scan *scan)
{
	struct parsed_move *parsed = scan->parsed;

	scan_player(scan);
	parsed->promoted = scan_take(scan, '+');
	const char *from = scan->p;
	bool is_named = scan_letter(scan, &parsed->piece);
	if (scan_take(scan, '-')) {
		scan->p = from;
		parsed->piece = 0;
		return !parsed->promoted && read_signed(scan);
	}
	if (is_named & (parsed->piece == 0))
		return false;
	from = scan->p;
	parsed->type = MOVE_QUIET;
	if (take_cell(scan, &parsed->to))
		return scan->p == scan->end ||
		    (scan_sees(scan, 0, '+') ? scan_tail_parts(scan, TAIL)
					     : read_on(scan, is_named));
	if (scan_sees_number(scan, 0))
		scan_number(scan);
	else if (scan->p < scan->end && (unsigned char)(*scan->p - 'a') < 26 &&
	    *scan->p != 'x')
		scan->p++;
	if (scan->p > from)
		parsed->from = scan_since(scan, from);
	parsed->captures = scan_take(scan, 'x');
	parsed->type = parsed->captures ? MOVE_CAPTURE : MOVE_QUIET;
	if (take_cell(scan, &parsed->to))
		return read_end(scan);
	if (scan->p > from)
		return false;
	/* There is neither a cell nor a part of one. */
	if (parsed->promoted) {
		parsed->type = MOVE_ILLUMINATION;
		return from[-1] == 'K' && scan_take(scan, '^') &&
		    scan_tail(scan, TAIL);
	}
	if (!is_named)
		return read_signed(scan);
	parsed->type = MOVE_DROP;
	return scan_take(scan, '*') && take_cell(scan, &parsed->to) &&
	    scan_tail(scan, TAIL);
}

/* On the board of Triumvirate, two cells in upper case are read as well. */
static bool
read_upper(struct move_scan *scan)
{
	struct move_scan ahead = *scan;
	struct parsed_move *parsed = scan->parsed;

	if (read_algebraic(&ahead))
		return true;
	memset(parsed, 0, offsetof(struct parsed_move, path));
	scan_player(scan);
	if (!scan_sees_number(scan, 1) && scan_letter(scan, &parsed->piece) &&
	    parsed->piece == 0)
		return false;
	parsed->separated = true;
	return scan_lettered(scan, 'A', FILES_UPPER, &parsed->from) &&
	    scan_take_between(scan) &&
	    scan_lettered(scan, 'A', FILES_UPPER, &parsed->to) &&
	    read_end(scan);
}

#define ALGEBRAIC(reader)                                     \
	.capture = 'x', .promotion = "", .has_letters = true, \
	.has_marks = true, .tail = TAIL, .read = reader

#define SHORT(reader)                                                   \
	.id = "algebraic", .title = "Dreierschach algebraic (short)",   \
	.example = "Ne6", .naming = NAMING_ALGEBRAIC, .is_short = true, \
	ALGEBRAIC(reader)

#define LONG(reader)                                                   \
	.id = "long", .title = "algebraic with the starting cell",     \
	.example = "Nc3-e6", .quiet = '-', .naming = NAMING_ALGEBRAIC, \
	ALGEBRAIC(reader)

const struct notation notation_algebraic = { SHORT(read_algebraic) };
const struct notation notation_long = { LONG(read_algebraic) };
const struct notation notation_triumvirate_algebraic = { SHORT(read_upper) };
const struct notation notation_triumvirate_long = { LONG(read_upper) };

const struct notation notation_algebraic22 = {
	.id = "algebraic22",
	.title = "algebraic with the hex names of Dreierschach V2.2",
	.example = "Nf5",
	.naming = NAMING_SWAPPED,
	.is_short = true,
	.is_old = true,
	ALGEBRAIC(read_algebraic),
};
