/* Ternion: the parts of written moves. */
#include "parse/notation/scan.h"

bool
scan_blanks(struct move_scan *scan)
{
	const char *from = scan->p;

	while (scan_take(scan, ' ') || scan_take(scan, '\t'))
		;
	return scan->p > from;
}

bool
scan_figurine(struct move_scan *scan, char *letter)
{
	const unsigned char *p = (const unsigned char *)scan->p;
	size_t len = scan->end - scan->p > 2 && p[0] == 0xe2 && p[1] == 0x99 &&
		p[2] >= 0x94 && p[2] <= 0x9f
	    ? 3
	    : 0;

	*letter = alphabet_read(scan->alphabet, (struct slice){ scan->p, len });
	scan->p += len;
	return len > 0;
}

static bool
take_queen(struct move_scan *scan)
{
	const char *own = alphabet_text(scan->alphabet, 'Q');

	return scan_take(scan, 'Q') ||
	    (own != NULL && own[1] == '\0' && scan_take(scan, own[0]));
}

bool
scan_castling(struct move_scan *scan, bool has_queen, bool mixes)
{
	struct move_scan ahead = *scan;
	char zero = scan_take(&ahead, '0') ? '0' : 'O', other = zero;
	unsigned zeros = 1;

	if (zero == 'O' && !scan_take(&ahead, 'O'))
		return false;
	if (mixes)
		other = zero == 'O' ? '0' : 'O';
	while (zeros < 3 && scan_take(&ahead, '-')) {
		if (zeros == 1 && has_queen && take_queen(&ahead))
			zeros = PARSED_CASTLE_QUEEN;
		else if (!scan_take(&ahead, zero) && !scan_take(&ahead, other))
			return false;
		zeros++;
	}
	if (zeros == 1)
		return false;
	*scan = ahead;
	scan->parsed->type = MOVE_CASTLE;
	scan->parsed->castle = (uint8_t)(zeros - 1);
	return true;
}

bool
scan_yield(struct move_scan *scan)
{
	bool draws = scan_sees(scan, 1, 'S');

	if (!scan_sees(scan, 0, '(') || !(draws || scan_sees(scan, 1, 'Y')) ||
	    !scan_sees(scan, 2, ')'))
		return false;
	scan->parsed->type = draws ? MOVE_STALEMATE : MOVE_YIELD;
	scan->p += 3;
	return true;
}

/* Takes an annotation; false if it is none of the six, or a third. */
static bool
take_nag(struct move_scan *scan)
{
	struct parsed_move *parsed = scan->parsed;
	const char *from = scan->p;

	while (scan_take(scan, '!') || scan_take(scan, '?'))
		;
	unsigned nag = nag_read(slice_between(from, scan->p));
	if (nag == 0 || parsed->nag[1] != 0)
		return false;
	parsed->nag[parsed->nag[0] != 0] = (uint8_t)nag;
	return true;
}

/* Takes the colours that follow a C or M, as bits. */
static uint8_t
take_colours(struct move_scan *scan)
{
	uint8_t colours = 0;

	for (; scan->p < scan->end && *scan->p != '\0'; scan->p++) {
		const char *at = strchr(player_letters, *scan->p);

		if (at == NULL)
			break;
		colours |= (uint8_t)(1u << (at - player_letters));
	}
	return colours;
}

/* Takes declarations, calls and these signs; false: there are none that fit. */
static bool
scan_items(struct move_scan *scan, const char *others)
{
	struct parsed_move *parsed = scan->parsed;
	const char *from = scan->p;

	while (scan->p < scan->end && *scan->p != '\0') {
		char c = *scan->p;
		const char *call = strchr(PARSED_CALLS, c);

		if (c != 'C' && c != 'M' && call == NULL &&
		    strchr(others, c) == NULL)
			break;
		if (c == '!' || c == '?') {
			if (!take_nag(scan))
				return false;
			continue;
		}
		scan->p++;
		if (c == 'C') {
			parsed->check = true;
			parsed->check_colours |= take_colours(scan);
		} else if (c == 'M') {
			parsed->mate = true;
			parsed->mate_colours |= take_colours(scan);
		} else if (call != NULL) {
			parsed->calls |= (uint8_t)(1u << (call - PARSED_CALLS));
		} else if (parsed->type == MOVE_CASTLE) {
			if (parsed->castle_letter != 0)
				return false;
			parsed->castle_letter = ascii_upper(c);
		} else {
			/* A castling side elsewhere is a capital letter. */
			if (c < 'a' || parsed->promotion != 0)
				return false;
			parsed->promotion = ascii_upper(c);
			parsed->promotion_at = scan_since(scan, scan->p - 1);
		}
	}
	if ((parsed->check || parsed->mate) && parsed->mark.len == 0)
		parsed->mark = scan_since(scan, from);
	return scan->p > from;
}

/* A single letter is the piece that a pawn is promoted to, or else a call or a
 * declaration, after which nothing may follow but annotations. */
bool
scan_paren(struct move_scan *scan)
{
	struct parsed_move *parsed = scan->parsed;
	struct move_scan ahead = *scan;
	const char *letter;
	char english;

	/* More than one letter is for scan_tail_parts. */
	if (!scan_take(&ahead, '('))
		return true;
	letter = ahead.p;
	if (!scan_letter(&ahead, &english) || !scan_sees(&ahead, 0, ')'))
		return true;
	scan->p = ahead.p + 1;
	bool is_last = !scan_sees(scan, 0, '+') && !scan_sees(scan, 0, '#') &&
	    !scan_sees(scan, 0, '(');
	const char *call = strchr(PARSED_CALLS, *letter);
	if ((parsed->piece == 0 || parsed->piece == 'P') &&
	    parsed->promotion == 0 && english != 0 &&
	    strchr("QRBNOK", english) != NULL) {
		parsed->promotion = english;
		parsed->promotion_at = scan_since(&ahead, letter);
		if (call != NULL && is_last)
			parsed->or_call =
			    (uint8_t)(1u << (call - PARSED_CALLS));
		return true;
	}
	ahead.end = ahead.p;
	ahead.p = letter;
	return is_last && scan_items(&ahead, "");
}

bool
scan_special(struct move_scan *scan, const char *others)
{
	bool enclosed = scan_take(scan, '(');
	const char *from = scan->p;

	if (!scan_items(scan, others) && (enclosed || scan->p > from))
		return false;
	return (!enclosed || scan_take(scan, ')')) && scan_tail(scan, SCAN_NAG);
}

bool
scan_tail_parts(struct move_scan *scan, unsigned parts)
{
	struct parsed_move *parsed = scan->parsed;
	const char *from = scan->p;

	if (parts & SCAN_BARE)
		return scan_special(scan, SCAN_ITEMS);
	if ((parts & SCAN_MARK) &&
	    (scan_take(scan, '#') || scan_take(scan, '+'))) {
		parsed->mate = *from == '#' || scan_take(scan, '+');
		parsed->check = !parsed->mate;
		parsed->mark = scan_since(scan, from);
	}
	if ((parts & SCAN_SPECIAL) && scan_take(scan, '(') &&
	    (!scan_items(scan, "") || !scan_take(scan, ')')))
		return false;
	if ((parts & SCAN_NAG) &&
	    (scan_sees(scan, 0, '!') || scan_sees(scan, 0, '?')) &&
	    !take_nag(scan))
		return false;
	if (scan->p == scan->end)
		return true;
	scan_blanks(scan);
	parsed->draw = scan_take(scan, '=');
	return parsed->draw && scan->p == scan->end;
}
