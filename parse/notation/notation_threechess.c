/* Ternion: the notations of threeChess: cells by segment, column and row.
 *
 *	threechess = cell "-" cell [ promotion ]
 *	coordinate = cell cell [ promotion ]
 *	long       = [ piece ] cell ( "-" | "x" ) cell [ promotion ] [ "+" ]
 *	           | "0-0" | "0-0-0"
 *	promotion  = [ "=" ] "Q"
 *
 * A cell has three characters, so all of it is read without a sign between, and
 * in either case. A pawn becomes a queen whether the text says so or not. Only
 * `long` writes it. Annotations and an offer of a draw may follow. */
#include "parse/notation/scan.h"

/* Takes a cell; it may be of a player of another game, and has no code then. */
static inline bool
take_segment_cell(struct move_scan *scan, struct part *where)
{
	const char *from = scan->p;
	bool is_there = scan->end - from >= SEGMENT_LEN;
	unsigned code = is_there ? coords_segment(from) : 0;

	if (code == 0 &&
	    (!is_there || !scan_is_player(from[0]) ||
		(unsigned char)((from[1] | 0x20) - 'a') >= SEGMENT_COLUMNS ||
		(unsigned char)(from[2] - '1') >= SEGMENT_ROWS))
		return false;
	scan->p += SEGMENT_LEN;
	*where = scan_cell(scan, from, code);
	return true;
}

/* Reads a promotion, whose letter can be a small one where pieces have no
 * letters otherwise, and the end. */
static bool
read_threechess_end(struct move_scan *scan, unsigned parts)
{
	struct parsed_move *parsed = scan->parsed;
	const char *from = scan->p;
	bool equals = scan_take(scan, '='), is_letter;

	if (scan->notation->has_letters) {
		is_letter = scan_letter(scan, &parsed->promotion);
	} else {
		is_letter = scan->p < scan->end && ascii_is_letter(*scan->p);
		if (is_letter)
			parsed->promotion = ascii_upper(*scan->p++);
	}
	if (!is_letter)
		scan->p = from; /* a = that offers a draw */
	else
		parsed->promotion_at = scan_since(scan, from + equals);
	return (!is_letter || parsed->promotion != 0) && scan_tail(scan, parts);
}

static bool
read_threechess(struct move_scan *scan)
{
	struct parsed_move *parsed = scan->parsed;
	bool joined = scan->notation == &notation_threechess_coordinate;

	return take_segment_cell(scan, &parsed->from) &&
	    (joined || scan_take(scan, '-')) &&
	    take_segment_cell(scan, &parsed->to) &&
	    (scan->p == scan->end || read_threechess_end(scan, SCAN_NAG));
}

static bool
read_threechess_long(struct move_scan *scan)
{
	struct parsed_move *parsed = scan->parsed;

	if (scan_castling(scan, false, false))
		return scan_tail(scan, SCAN_MARK | SCAN_NAG);
	if (!take_segment_cell(scan, &parsed->from) &&
	    (!scan_letter(scan, &parsed->piece) || parsed->piece == 0 ||
		!take_segment_cell(scan, &parsed->from)))
		return false;
	parsed->separated = true;
	return scan_take_between(scan) &&
	    take_segment_cell(scan, &parsed->to) &&
	    read_threechess_end(scan, SCAN_MARK | SCAN_NAG);
}

#define FROM_TO(name, words, a_move, sign)                                  \
	.id = name, .title = words, .example = a_move, .quiet = sign,       \
	.capture = sign, .naming = NAMING_SEGMENT, .castles_by_king = true, \
	.tail = SCAN_NAG, .read = read_threechess

const struct notation notation_threechess = { FROM_TO(
    "threechess", "threeChess, from and to", "BA2-BA4", '-') };
const struct notation notation_threechess_coordinate = { FROM_TO(
    "coordinate", "plain from-to", "BA2BA4", '\0') };

const struct notation notation_threechess_long = {
	.id = "long",
	.title = "piece, from and to",
	.example = "NBB1-BC3",
	.quiet = '-',
	.capture = 'x',
	.promotion = "",
	.naming = NAMING_SEGMENT,
	.has_letters = true,
	.has_marks = true,
	.tail = SCAN_MARK | SCAN_NAG,
	.read = read_threechess_long,
};
