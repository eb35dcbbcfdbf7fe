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

/* The length of a cell's name at text[at], 0 if none is there; *code becomes
 * its code. */
static inline size_t
read_sector(struct slice text, size_t at, uint16_t *code)
{
	struct slice rest = slice_from(text, at);

	if (rest.len >= SECTOR_LEN &&
	    (*code = (uint16_t)coords_sector(rest.ptr)) != 0)
		return SECTOR_LEN;
	return rest.len >= ROSETTE_LEN &&
		(*code = (uint16_t)coords_rosette(rest.ptr)) != 0
	    ? ROSETTE_LEN
	    : 0;
}

static inline bool
take_sector(struct move_scan *scan, struct part *where, uint16_t *code)
{
	const char *from = scan->p;
	size_t len = read_sector(
	    (struct slice){ from, (size_t)(scan->end - from) }, 0, code);

	scan->p += len;
	*where = scan_since(scan, from);
	return len > 0;
}

/* Takes the letter of a piece, one of these, and returns the English one; 0 if
 * none follows. */
static char
take_label(struct move_scan *scan, const char *letters)
{
	static const char own[] = "LMTD", english[] = "KQRB";
	const char *at;
	char label = scan->p < scan->end ? *scan->p : '\0';

	if (label == '\0' || strchr(letters, label) == NULL)
		return '\0';
	scan->p++;
	at = strchr(own, label);
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

	if (!take_sector(scan, &parsed->from, &parsed->from_code)) {
		if (scan_castling(scan, '\0', false))
			return scan_tail(scan, SCAN_MARK | SCAN_NAG);
		if (scan_sees(scan, 0, '('))
			return scan_sees(scan, 1, 'Y') && scan_yield(scan) &&
			    scan_tail(scan, 0);
		parsed->piece = take_label(scan, "LMTDNP");
		scan_take(scan, ':');
		if (parsed->piece == 0 ||
		    !take_sector(scan, &parsed->from, &parsed->from_code))
			return false;
	}
	parsed->separated = scan_take_between(scan);
	/* The client's own form does not say whether it captures. */
	if (!parsed->separated)
		parsed->type = MOVE_UNSTATED;
	return (parsed->separated || scan_blanks(scan)) &&
	    take_sector(scan, &parsed->to, &parsed->to_code) &&
	    (scan->p == scan->end || read_triumvirate_end(scan));
}

static bool
is_sector(struct slice text)
{
	return coords_code(NAMING_SECTOR, text) != 0;
}

static size_t
blanks_at(struct slice text, size_t at)
{
	size_t len = 0;

	while (at + len < text.len) {
		struct slice rest = slice_from(text, at + len);
		size_t wide = 1;

		if (rest.ptr[0] != ' ' && rest.ptr[0] != '\t' &&
		    typographic_read(rest, &wide) != ' ')
			break;
		len += wide;
	}
	return len;
}

static size_t
word_len(struct slice text, size_t at)
{
	static const char ends[] = " \t\r\n{};()";
	size_t len = 0;

	while (at + len < text.len &&
	    memchr(ends, text.ptr[at + len], strlen(ends)) == NULL)
		len++;
	return len;
}

size_t
notation_token_len(struct slice text, size_t len)
{
	size_t first = 0, gap;
	uint16_t code;

	/* Tokens of other notations end the search here. */
	if (len < 5 || memchr(text.ptr, '/', 5) == NULL)
		return len;
	if (memchr("LMTDNP", text.ptr[0], 6) != NULL) /* a label */
		first = 1 + (text.ptr[1] == ':');
	if (len < first + 5 ||
	    (text.ptr[first + 1] != '/' && text.ptr[first + 2] != '/'))
		return len;
	if (first + read_sector(text, first, &code) == len) {
		gap = blanks_at(text, len);
		if (gap == 0 || read_sector(text, len + gap, &code) == 0)
			return len;
		len += gap + word_len(text, len + gap);
	}
	/* A promotion may stand apart from the cell before it. */
	gap = blanks_at(text, len);
	if (gap > 0 && len + gap + 1 < text.len && text.ptr[len + gap] == '=' &&
	    memchr("MTDNQRB", text.ptr[len + gap + 1], 7) != NULL &&
	    (is_sector(slice_sub(text, len - ROSETTE_LEN, ROSETTE_LEN)) ||
		(len >= SECTOR_LEN &&
		    is_sector(slice_sub(text, len - SECTOR_LEN, SECTOR_LEN)))))
		len += gap + word_len(text, len + gap);
	return len;
}

const struct notation notation_triumvirate = {
	.id = "triumvirate",
	.title = "Triumvirate v4.0",
	.example = "W3/B3.1-W1/B1.2",
	.quiet = '-',
	.capture = 'x',
	.promotion = "=",
	.naming = NAMING_SECTOR,
	.castles_by_king = true,
	.read = read_triumvirate,
};
