/*
 * Ternion: Triumvirate v4.0: cells by segment, ring, opponent, depth, flank.
 *
 *	move      = [ label ] cell ( "-" | "x" | blanks ) cell [ promotion ]
 *	cell      = segment ring "/" opponent depth "." flank
 *	          | "C/" segment "." opponent
 *	label     = piece [ ":" ]
 *	promotion = [ blanks ] "=" piece
 *
 * Castling is the king's move. Marks, annotations and an offer of a draw may
 * follow, as in every notation.
 */
#include "parse/notation/notation.h"

#define CELL  "(?:[WBR][1-3]/[WBR][0-3]\\.[0-3]|C/[WBR]\\.[WBR])"
#define BLANK PATTERN_BLANK
#define DASH  PATTERN_DASH
#define MARKS                   \
	"(?<mark>\\+\\+?|\\#)?" \
	"(?<nag>[!?]{1,2})?" PATTERN_DRAW

/* clang-format off: patterns are laid out by hand */
static const struct notation_row rows[] = {
	{ MOVE_QUIET,
	    "(?: (?<piece>[LMTDNP]):? )?"
	    "(?<from>" CELL ")(?<sep>" DASH "|" PATTERN_TIMES ")"
	    "(?<to>" CELL ")"
	    "(?:" BLANK "*=(?<promo>[MTDNQRB]))?" MARKS },
	/* The client's own form does not say whether it captures. */
	{ MOVE_UNSTATED,
	    "(?: (?<piece>[LMTDNP]):? )?"
	    "(?<from>" CELL ")" BLANK "+(?<to>" CELL ")"
	    "(?:" BLANK "*=(?<promo>[MTDNQRB]))?" MARKS },
	{ MOVE_CASTLE,
	    "(?<castle>0" DASH "0(?:" DASH "0)?|O" DASH "O(?:" DASH
	    "O)?)" MARKS },
	{ MOVE_YIELD, "\\((?<special>[Y])\\)" PATTERN_DRAW },
	{ MOVE_UNSTATED, NULL },
};
/* clang-format on */

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

/* Reads a cell, - or x, and a cell, and leaves all others to the patterns. */
static bool
read_triumvirate(const struct alphabet *alphabet, struct slice token,
    struct parsed_move *parsed)
{
	const char *p = token.ptr;
	size_t from, to;
	unsigned x;

	(void)alphabet;
	memset(parsed, 0, offsetof(struct parsed_move, path));
	from = read_sector(token, 0, &parsed->from_code);
	/* There is no branch on which of the two it is. */
	if (from == 0 || from == token.len ||
	    !((x = p[from] == 'x') | (p[from] == '-')))
		return false;
	to = read_sector(token, from + 1, &parsed->to_code);
	parsed->captures = x;
	parsed->type = (uint8_t)(MOVE_QUIET + x * (MOVE_CAPTURE - MOVE_QUIET));
	parsed->from = (struct part){ 0, (uint8_t)from };
	parsed->to = (struct part){ (uint8_t)(from + 1), (uint8_t)to };
	parsed->separated = true;
	return to > 0 && from + 1 + to == token.len;
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

static void
write_triumvirate(const struct notation *notation, const struct rules *rules,
    const struct alphabet *alphabet, const struct position *before,
    const struct move *move, const struct marks *marks, struct strbuf *out)
{
	static const char promotions[KINDS] = {
		[QUEEN] = 'M', [ROOK] = 'T', [BISHOP] = 'D', [KNIGHT] = 'N'
	};
	const struct board *board = &rules->board;
	char *from = strbuf_room(out, 3 * CELL_NAME_MAX), *p = from;

	(void)alphabet;
	(void)before;
	if (move->type == MOVE_YIELD) {
		p = strbuf_put(p, slice_of("(Y)"));
	} else {
		p = coords_put(board, notation->naming, 0, move->from, p);
		*p++ = move->victim != CELL_NONE ? 'x' : '-';
		p = coords_put(board, notation->naming, 0, move->to, p);
	}
	strbuf_took(out, (size_t)(p - from));
	if (move->promotion != KIND_NONE) {
		strbuf_char(out, '=');
		strbuf_char(out, promotions[move->promotion]);
	}
	if (marks->draw)
		strbuf_char(out, '=');
}

const struct notation notation_triumvirate = {
	.id = "triumvirate",
	.title = "Triumvirate v4.0",
	.example = "W3/B3.1-W1/B1.2",
	.parts = ":sxt=+!",
	.naming = NAMING_SECTOR,
	.castles_by_king = true,
	.pieces = "LKMQTRDB",
	.rows = rows,
	.read_fast = read_triumvirate,
	.write = write_triumvirate,
};
