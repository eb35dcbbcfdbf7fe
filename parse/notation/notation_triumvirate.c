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

static bool
is_in(const char *letters, char c)
{
	return c != '\0' && strchr(letters, c) != NULL;
}

/* The length of a cell's name at text[at], 0 if none stands there, and in *code
 * which it is. */
static inline size_t
read_cell(struct slice text, size_t at, uint16_t *code)
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

static size_t
cell_len(struct slice text, size_t at)
{
	uint16_t code;

	return read_cell(text, at, &code);
}

/* A cell, - or x, a cell, and a promotion with = if there is one; or (Y). */
static bool
read_fast(const struct alphabet *alphabet, struct slice token,
    struct parsed_move *parsed)
{
	const char *p = token.ptr;
	size_t from, to, end;
	int x;

	(void)alphabet;
	memset(parsed, 0, offsetof(struct parsed_move, path));
	from = read_cell(token, 0, &parsed->from_code);
	if (from == 0) {
		parsed->type = MOVE_YIELD;
		return slice_is(token, "(Y)");
	}
	/* Without a branch on which of the two it is. */
	if (from == token.len || !((x = p[from] == 'x') | (p[from] == '-')))
		return false;
	to = read_cell(token, from + 1, &parsed->to_code);
	end = from + 1 + to;
	if (to == 0)
		return false;
	parsed->captures = x;
	parsed->type = (uint8_t)(MOVE_QUIET + x * (MOVE_CAPTURE - MOVE_QUIET));
	parsed->from = (struct part){ 0, (uint8_t)from };
	parsed->to = (struct part){ (uint8_t)(from + 1), (uint8_t)to };
	parsed->separated = true;
	if (end == token.len)
		return true;
	if (end + 2 != token.len || p[end] != '=' ||
	    !is_in("MTDNQRB", p[end + 1]))
		return false;
	parsed->promotion =
	    notation_own_letter(&notation_triumvirate, p[end + 1]);
	parsed->promotion_at = (struct part){ (uint8_t)(end + 1), 1 };
	return true;
}

/* The length of a label at the start of the text, 0 if there is none. */
static size_t
label_len(struct slice text)
{
	if (text.len == 0 || !is_in("LMTDNP", text.ptr[0]))
		return 0;
	return text.len > 1 && text.ptr[1] == ':' ? 2 : 1;
}

static size_t
blanks(struct slice text, size_t at)
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
	size_t len = 0;

	while (
	    at + len < text.len && !is_in(" \t\r\n{};()", text.ptr[at + len]))
		len++;
	return len;
}

/* Whether the end of text[0..len) completes a move to which =M can be added. */
static bool
ends_with_cell(struct slice text, size_t len)
{
	return (len >= 5 && cell_len(slice_sub(text, len - 5, 5), 0) == 5) ||
	    (len >= 7 && cell_len(slice_sub(text, len - 7, 7), 0) == 7);
}

size_t
notation_token_len(struct slice text, size_t len)
{
	size_t first, gap;

	/* Tokens of other notations end the search here. */
	if (len < 5 || memchr(text.ptr, '/', 5) == NULL)
		return len;
	first = label_len(text);
	if (len < first + 5 ||
	    (text.ptr[first + 1] != '/' && text.ptr[first + 2] != '/'))
		return len;
	if (first + cell_len(text, first) == len) {
		gap = blanks(text, len);
		if (gap == 0 || cell_len(text, len + gap) == 0)
			return len;
		len += gap + word_len(text, len + gap);
	}
	gap = blanks(text, len);
	if (gap > 0 && ends_with_cell(text, len) && len + gap + 1 < text.len &&
	    text.ptr[len + gap] == '=' &&
	    is_in("MTDNQRB", text.ptr[len + gap + 1]))
		len += gap + word_len(text, len + gap);
	return len;
}

static void
write_tail(const struct rules *rules, const struct move *move,
    const struct marks *marks, struct strbuf *out)
{
	(void)rules;
	(void)move;
	if (marks->draw)
		strbuf_char(out, '=');
}

/* The client's own form has a blank between the cells. */
static bool
begins_alike(const struct notation *notation, const struct rules *rules,
    const struct alphabet *alphabet, const struct position *before,
    const struct move *move, const struct parsed_move *parsed,
    struct slice token)
{
	(void)notation;
	(void)rules;
	(void)alphabet;
	(void)before;
	(void)move;
	(void)token;
	return parsed->from.at == 0 && parsed->separated &&
	    parsed->to.at == parsed->from.len + 1;
}

static void
write_move(const struct notation *notation, const struct rules *rules,
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
	write_tail(rules, move, marks, out);
}

const struct notation notation_triumvirate = {
	.id = "triumvirate",
	.title = "Triumvirate v4.0",
	.example = "W3/B3.1-W1/B1.2",
	.naming = NAMING_SECTOR,
	.castles_by_king = true,
	.of_sectors = true,
	.pieces = "LKMQTRDB",
	.rows = rows,
	.read_fast = read_fast,
	.writes_blindly = true,
	.write = write_move,
	.begins_alike = begins_alike,
	.write_tail = write_tail,
};
