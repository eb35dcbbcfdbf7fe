/* Ternion: runs the rows of a notation over a token. */
#include "parse/notation/notation.h"
#include "parse/text/arena.h"
#include "parse/text/pattern.h"

enum {
	ROWS_MAX = 12
};

enum group {
	GROUP_PLAYER,
	GROUP_PROMOTED,
	GROUP_PIECE,
	GROUP_FROM,
	GROUP_SEP,
	GROUP_TO,
	GROUP_PATH,
	GROUP_PROMO,
	GROUP_PAREN,
	GROUP_CASTLE,
	GROUP_MARK,
	GROUP_SPECIAL,
	GROUP_NAG,
	GROUP_DRAW,
	GROUPS,
};

/* In this order. */
static const char *const group_names[GROUPS] = { "player", "promoted", "piece",
	"from", "sep", "to", "path", "promo", "paren", "castle", "mark",
	"special", "nag", "draw" };

/* The rows of a notation, compiled. */
struct patterns {
	size_t rows;
	struct pattern_row {
		enum move_type type;
		struct pattern *pattern;
		int group[GROUPS];
	} row[ROWS_MAX];
};

struct decoder *
decoder_new(const struct notation *notation)
{
	struct decoder *decoder = mem_alloc(sizeof(*decoder));

	*decoder = (struct decoder){ notation, NULL };
	return decoder;
}

/* Patterns are compiled when a token first asks for them: to compile them
 * takes longer than to check a short record. */
static void
compile_rows(struct decoder *decoder)
{
	struct patterns *patterns = mem_zeroed(sizeof(*patterns));
	char letters[PLAYER_LETTERS + 1];

	letters_of_players(letters);
	decoder->patterns = patterns;
	for (const struct notation_row *r = decoder->notation->rows;
	     r->pattern != NULL; r++) {
		struct pattern_row *row = &patterns->row[patterns->rows++];
		struct strbuf whole = STRBUF_INIT;

		/* The letters of players stand in their places. */
		for (const char *c = r->pattern; *c != '\0'; c++) {
			bool lower = *c == *PATTERN_PLAYERS_LOWER;

			if (!lower && *c != *PATTERN_PLAYERS)
				strbuf_char(&whole, *c);
			else
				for (const char *l = letters; *l != '\0'; l++)
					strbuf_char(&whole,
					    (char)(*l | (lower ? 0x20 : 0)));
		}
		row->type = r->type;
		row->pattern = pattern_new(whole.ptr);
		strbuf_release(&whole);
		for (int g = 0; g < GROUPS; g++)
			row->group[g] =
			    pattern_group(row->pattern, group_names[g]);
	}
}

void
decoder_free(struct decoder *decoder)
{
	if (decoder == NULL)
		return;
	if (decoder->patterns != NULL)
		for (size_t i = 0; i < decoder->patterns->rows; i++)
			pattern_free(decoder->patterns->row[i].pattern);
	mem_free(decoder->patterns);
	mem_free(decoder);
}

/* A token that a row has matched, while its groups are read. */
struct row_match {
	const struct notation *notation;
	const struct alphabet *alphabet; /* NULL: the notation has none */
	const struct pattern_row *row;
	struct slice token;
	struct parsed_move *parsed;
};

static struct part
part_of(struct slice token, struct slice text)
{
	return text.len == 0 ? (struct part){ 0, 0 }
			     : (struct part){ (uint8_t)(text.ptr - token.ptr),
				       (uint8_t)text.len };
}

static struct slice
group(const struct row_match *decoding, enum group g)
{
	return pattern_get(decoding->row->pattern, decoding->row->group[g]);
}

/* Adds an annotation; false if it is none of the six, or a third. */
static bool
add_nag(struct parsed_move *parsed, struct slice text)
{
	unsigned nag = nag_read(text);

	if (nag == 0 || parsed->nag[1] != 0)
		return false;
	parsed->nag[parsed->nag[0] != 0] = (uint8_t)nag;
	return true;
}

/* The colours that follow a C or M at text[*at], as bits of PARSED_COLOURS;
 * *at becomes the last of them. */
static uint8_t
read_colours(struct slice text, size_t *at)
{
	char letters[PLAYER_LETTERS + 1];
	const char *colour;
	uint8_t colours = 0;

	letters_of_players(letters);
	for (; *at + 1 < text.len; ++*at) {
		colour = strchr(letters, text.ptr[*at + 1]);
		if (colour == NULL)
			break;
		colours |= (uint8_t)(1u << (colour - letters));
	}
	return colours;
}

/* Reads special information, its items in any order; ternion-notation(7),
 * "SIEGE". The pattern lets no other text through. False if the items do not go
 * together. */
static bool
read_special(const struct row_match *decoding, struct slice text)
{
	static const char calls[] = PARSED_CALLS;
	struct parsed_move *parsed = decoding->parsed;

	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];
		const char *call = strchr(calls, c);
		size_t len = 1;

		if (c == 'C') {
			parsed->check = true;
			parsed->check_colours |= read_colours(text, &i);
		} else if (c == 'M') {
			parsed->mate = true;
			parsed->mate_colours |= read_colours(text, &i);
		} else if (call != NULL) {
			parsed->calls |= (uint8_t)(1u << (call - calls));
		} else if (c == '!' || c == '?') {
			while (i + len < text.len &&
			    (text.ptr[i + len] == '!' ||
				text.ptr[i + len] == '?'))
				len++;
			if (!add_nag(parsed, slice_sub(text, i, len)))
				return false;
			i += len - 1;
		} else if (parsed->type == MOVE_CASTLE) {
			if (parsed->castle_letter != 0)
				return false;
			parsed->castle_letter = ascii_upper(c);
		} else {
			/* A castling side elsewhere is a capital letter. */
			if (c < 'a' || parsed->promotion != 0)
				return false;
			parsed->promotion = ascii_upper(c);
			parsed->promotion_at =
			    part_of(decoding->token, slice_sub(text, i, 1));
		}
	}
	if ((parsed->check || parsed->mate) && parsed->mark.len == 0)
		parsed->mark = part_of(decoding->token, text);
	return true;
}

/* The English letter of the piece that a text stands for, or 0. */
static char
read_piece(const struct row_match *decoding, struct slice text)
{
	const char *own = decoding->notation->pieces;

	if (decoding->alphabet != NULL)
		return alphabet_read(decoding->alphabet, text);
	for (; own != NULL && *own != '\0'; own += 2)
		if (*own == text.ptr[0])
			return own[1];
	return ascii_upper(text.ptr[0]);
}

/*
 * Reads a single letter in parentheses before the marks: the piece that a pawn
 * is promoted to, or else a call or a declaration, after which nothing may
 * follow.
 */
static bool
read_paren(const struct row_match *decoding, struct slice text)
{
	static const char calls[] = PARSED_CALLS;
	struct parsed_move *parsed = decoding->parsed;
	char english = alphabet_read(decoding->alphabet, text);
	const char *call = strchr(calls, text.ptr[0]);
	bool is_last = group(decoding, GROUP_MARK).len == 0 &&
	    group(decoding, GROUP_SPECIAL).len == 0;

	if ((parsed->piece == 0 || parsed->piece == 'P') &&
	    parsed->promotion == 0 && english != 0 &&
	    strchr("QRBNOK", english) != NULL) {
		parsed->promotion = english;
		parsed->promotion_at = part_of(decoding->token, text);
		if (call != NULL && is_last)
			parsed->or_call = (uint8_t)(1u << (call - calls));
		return true;
	}
	return (call != NULL || text.ptr[0] == 'C' || text.ptr[0] == 'M') &&
	    is_last && read_special(decoding, text);
}

/* The length of an x, or of the sign for it, at text[at]; else 0. */
static size_t
times_len(struct slice text, size_t at)
{
	struct slice rest = slice_from(text, at);
	size_t len = 0;

	if (rest.ptr[0] == 'x')
		return 1;
	return typographic_read(rest, &len) == 'x' ? len : 0;
}

/* Reads the landings between `from` and `to` of a chain: cells with x between,
 * or cells alone, where a cell is a letter and digits in either order. */
static bool
read_path(const struct row_match *decoding, struct slice text)
{
	struct parsed_move *parsed = decoding->parsed;
	bool letter_first =
	    decoding->alphabet != NULL || times_len(text, 0) == 0;

	for (size_t at = 0, len; at < text.len; at += len) {
		len = times_len(text, at);
		if (len > 0)
			continue;
		len = letter_first;
		while (
		    at + len < text.len && ascii_is_digit(text.ptr[at + len]))
			len++;
		len += !letter_first;
		if (parsed->path_len == PATH_MAX_CELLS)
			return false;
		parsed->path[parsed->path_len++] =
		    part_of(decoding->token, slice_sub(text, at, len));
	}
	return true;
}

/* Reads the cells and the sign between them. */
static void
read_cells(const struct row_match *decoding)
{
	struct parsed_move *parsed = decoding->parsed;
	enum naming naming = decoding->notation->naming;
	struct slice from = group(decoding, GROUP_FROM);
	struct slice to = group(decoding, GROUP_TO);
	struct slice sep = group(decoding, GROUP_SEP);

	parsed->from = part_of(decoding->token, from);
	parsed->to = part_of(decoding->token, to);
	parsed->from_code = (uint16_t)coords_code(naming, from);
	parsed->to_code = (uint16_t)coords_code(naming, to);
	if (sep.len == 0)
		return;
	/* The start is a cell, and not just its letter or its number. */
	parsed->separated =
	    from.len > 1 && (from.ptr[0] > '9' || from.ptr[from.len - 1] > '9');
	if (times_len(sep, 0) > 0)
		parsed->type = MOVE_CAPTURE;
	else if (sep.ptr[0] == '+')
		parsed->type = MOVE_ENPASSANT;
	parsed->captures = times_len(sep, 0) > 0 || sep.ptr[0] == '+';
}

/* Reads what follows the cells. */
static bool
read_end(const struct row_match *decoding)
{
	struct parsed_move *parsed = decoding->parsed;
	struct slice text = group(decoding, GROUP_PROMO);

	if (text.len > 0) {
		parsed->promotion_at = part_of(decoding->token, text);
		parsed->promotion = read_piece(decoding, text);
		if (parsed->promotion == 0)
			return false;
	}
	text = group(decoding, GROUP_PAREN);
	if (text.len > 0 && !read_paren(decoding, text))
		return false;
	text = group(decoding, GROUP_MARK);
	if (text.len > 0) {
		parsed->mate = text.len == 2 || text.ptr[0] == '#';
		parsed->check = !parsed->mate;
		parsed->mark = part_of(decoding->token, text);
	}
	text = group(decoding, GROUP_SPECIAL);
	if (text.len > 0 && !read_special(decoding, text))
		return false;
	text = group(decoding, GROUP_NAG);
	if (text.len > 0 && !add_nag(parsed, text))
		return false;
	parsed->draw = group(decoding, GROUP_DRAW).len > 0;
	return true;
}

/* O is read for 0. */
static unsigned
zeros_in(struct slice text)
{
	unsigned zeros = 0;

	for (size_t i = 0; i < text.len; i++)
		zeros += text.ptr[i] == '0' || text.ptr[i] == 'O';
	return zeros;
}

static bool
read_groups(const struct row_match *decoding)
{
	struct parsed_move *parsed = decoding->parsed;
	struct slice text;

	memset(parsed, 0, offsetof(struct parsed_move, path));
	parsed->type = (uint8_t)decoding->row->type;
	text = group(decoding, GROUP_PLAYER);
	if (text.len > 0)
		parsed->player = ascii_upper(text.ptr[0]);
	parsed->promoted = group(decoding, GROUP_PROMOTED).len > 0;
	read_cells(decoding);
	text = group(decoding, GROUP_PIECE);
	if (text.len > 0) {
		parsed->piece = read_piece(decoding, text);
		if (parsed->piece == 0)
			return false;
	}
	text = group(decoding, GROUP_CASTLE);
	if (text.len > 1 && text.ptr[1] == '0')
		parsed->castle = PARSED_CASTLE_LETTER;
	else if (text.len > 0 && text.ptr[text.len - 1] == 'Q')
		parsed->castle = PARSED_CASTLE_QUEEN;
	else if (text.len > 0)
		parsed->castle = zeros_in(text) == 2 ? PARSED_CASTLE_SHORT
						     : PARSED_CASTLE_LONG;
	if (!read_end(decoding))
		return false;
	text = group(decoding, GROUP_PATH);
	if (text.len > 0 && !read_path(decoding, text))
		return false;
	if (parsed->type == MOVE_YIELD) {
		if (parsed->calls & CALL_STALEMATE)
			parsed->type = MOVE_STALEMATE;
		parsed->calls = 0;
		parsed->mark = (struct part){ 0, 0 };
	}
	/* A bare algebraic move is a pawn's. */
	if (decoding->alphabet != NULL && parsed->piece == 0 &&
	    (parsed->type == MOVE_QUIET || parsed->type == MOVE_CAPTURE))
		parsed->piece = 'P';
	return true;
}

static bool
read_rows(struct decoder *decoder, const struct alphabet *alphabet,
    struct slice token, struct parsed_move *parsed)
{
	struct row_match decoding = { decoder->notation,
		decoder->notation->has_letters ? alphabet : NULL, NULL, token,
		parsed };

	if (decoder->patterns == NULL)
		compile_rows(decoder);
	for (size_t i = 0; i < decoder->patterns->rows; i++) {
		decoding.row = &decoder->patterns->row[i];
		if (pattern_match(decoding.row->pattern, token) &&
		    read_groups(&decoding))
			return true;
	}
	return false;
}

/* Apart, so that decoder_read stays small enough to be inlined. */
__attribute__((noinline)) bool
decoder_read_slow(struct decoder *decoder, const struct alphabet *alphabet,
    struct slice token, struct parsed_turn *parsed)
{
	const struct parsed_move *second = &parsed->second;
	struct parsed_move *first = &parsed->move;
	struct slice rest = token, own = slice_take(&rest, '&');

	parsed->second_at = (struct part){ 0, 0 };
	if (own.len == 0 || token.len > TOKEN_MAX)
		return false;
	if (own.len < token.len) {
		/* Two moves for a cube; marks stand after the second. */
		size_t at = own.len + 1;

		if (rest.len == 0 ||
		    !read_rows(decoder, alphabet, rest, &parsed->second) ||
		    !read_rows(decoder, alphabet, own, first))
			return false;
		parsed->second_at =
		    (struct part){ (uint8_t)at, (uint8_t)rest.len };
		first->check = second->check;
		first->mate = second->mate;
		first->mark = second->mark;
		if (first->mark.len > 0)
			first->mark.at = (uint8_t)(first->mark.at + at);
		first->draw = second->draw;
		memcpy(first->nag, second->nag, sizeof(first->nag));
	} else if (!read_rows(decoder, alphabet, token, first)) {
		return false;
	}
	first->typographic = part_of(token, typographic_find(token));
	return true;
}
