/* Ternion: Triumvirate v4.0: cells by segment, ring, opponent, depth, flank.
 *
 *	move      = [ label ] cell ( "-" | "x" | blanks ) cell [ promotion ]
 *	cell      = segment ring "/" opponent depth "." flank
 *	          | "C/" segment "." opponent
 *	label     = piece [ ":" ]
 *	promotion = [ blanks ] "=" piece
 *
 * Castling is the king's move. Marks, annotations and an offer of a draw may
 * follow, as in every notation. */
#include "parse/notation/scan.h"
#include "parse/text/signs.h"

static inline bool
take_sector(struct move_scan *scan, struct part *where)
{
	const char *from = scan->p;
	ptrdiff_t left = scan->end - from;
	unsigned code = left >= SECTOR_LEN ? coords_sector(from) : 0;
	unsigned len = SECTOR_LEN;

	if (code == 0 && left >= ROSETTE_LEN) {
		code = coords_rosette(from);
		len = ROSETTE_LEN;
	}
	if (code == 0)
		return false;
	scan->p += len;
	*where = scan_cell(scan, from, code);
	return true;
}

/* Takes one of these letters of pieces, and returns the English one, or 0. */
static char
take_label(struct move_scan *scan, const char *letters)
{
	static const char own[] = "LMTD", english[] = "KQRB";
	char label = scan->p < scan->end ? *scan->p : '\0';

	if (label == '\0' || strchr(letters, label) == NULL)
		return '\0';
	scan->p++;
	const char *at = strchr(own, label);
	return at != NULL ? english[at - own] : label;
}

/* Reads a promotion, which can stand apart, and the end. */
static bool
read_triumvirate_end(struct move_scan *scan)
{
	struct parsed_move *parsed = scan->parsed;
	struct move_scan ahead = *scan;

	scan_blanks(&ahead);
	if (scan_take(&ahead, '=')) {
		parsed->promotion = take_label(&ahead, "MTDNQRB");
		if (parsed->promotion != 0) {
			*scan = ahead;
			parsed->promotion_at = scan_since(scan, scan->p - 1);
		}
	}
	return scan_tail(scan, SCAN_MARK | SCAN_NAG);
}

static bool
read_triumvirate(struct move_scan *scan)
{
	struct parsed_move *parsed = scan->parsed;

	if (!take_sector(scan, &parsed->from)) {
		if (scan_castling(scan, false, false))
			return scan_tail(scan, SCAN_MARK | SCAN_NAG);
		if (scan_sees(scan, 0, '('))
			return scan_sees(scan, 1, 'Y') && scan_yield(scan) &&
			    scan_tail(scan, 0);
		parsed->piece = take_label(scan, "LMTDNP");
		scan_take(scan, ':');
		if (parsed->piece == 0 || !take_sector(scan, &parsed->from))
			return false;
	}
	parsed->separated = scan_take_between(scan);
	/* The client's own form does not say whether it captures. */
	if (!parsed->separated)
		parsed->type = MOVE_UNSTATED;
	return (parsed->separated || scan_blanks(scan)) &&
	    take_sector(scan, &parsed->to) &&
	    (scan->p == scan->end || read_triumvirate_end(scan));
}

/* Takes blanks of any kind between words; true if there are any. */
static bool
take_wide_blanks(struct move_scan *scan)
{
	const char *from = scan->p;
	size_t len = 1;

	while (len > 0 && scan->p < scan->end) {
		struct sign sign = sign_read(slice_between(scan->p, scan->end));

		len = sign.kind == SIGN_BLANK ? sign.len
		    : strchr(" \t", *scan->p) != NULL && *scan->p != '\0' ? 1
									  : 0;
		scan->p += len;
	}
	return scan->p > from;
}

/* Takes the rest of a word; the length of all that was taken. */
static size_t
take_word(struct move_scan *scan)
{
	static const char ends[] = " \t\r\n{};()";

	while (
	    scan->p < scan->end && memchr(ends, *scan->p, strlen(ends)) == NULL)
		scan->p++;
	return (size_t)(scan->p - scan->start);
}

size_t
notation_token_len(struct slice text, size_t len)
{
	struct parsed_move parsed;
	struct move_scan scan = { .start = text.ptr,
		.p = text.ptr,
		.end = text.ptr + text.len,
		.parsed = &parsed };
	struct part where;
	const char *end;

	/* Tokens of other notations end the search here. */
	if (len < ROSETTE_LEN || memchr(text.ptr, '/', ROSETTE_LEN) == NULL)
		return len;
	if (take_label(&scan, "LMTDNP") != '\0')
		scan_take(&scan, ':');
	if (take_sector(&scan, &where) && scan.p == text.ptr + len) {
		if (!take_wide_blanks(&scan) || !take_sector(&scan, &where))
			return len;
		len = take_word(&scan);
	}
	/* A promotion may be written apart from the cell before it. */
	scan.p = end = text.ptr + len;
	if (take_wide_blanks(&scan) && scan_take(&scan, '=') &&
	    take_label(&scan, "MTDNQRB") != '\0' &&
	    (coords_rosette(end - ROSETTE_LEN) != 0 ||
		(len >= SECTOR_LEN && coords_sector(end - SECTOR_LEN) != 0)))
		len = take_word(&scan);
	return len;
}

const struct notation notation_triumvirate = {
	.id = "triumvirate",
	.title = "Triumvirate v4.0",
	.example = "W3/B3.1-W1/B1.2",
	.quiet = '-',
	.capture = 'x',
	.promotion = "=",
	.letters = &letter_sets[2],
	.naming = NAMING_SECTOR,
	.castles_by_king = true,
	.tail = SCAN_MARK | SCAN_NAG,
	.read = read_triumvirate,
};
