/*
 * Ternion: Dreierschach's algebraic notation: short, long, and with the cell
 * names of version 2.2.
 *
 *	move   = [ player ":" ] ( plain | castling | drop | ... ) marks
 *	plain  = [ piece ] [ from ] [ "x" | "-" ] to [ promotion ]
 *	marks  = [ "+" | "++" | "#" ] [ "(" declarations, calls ")" ]
 *	         [ "!" ... ] [ "=" ]
 */
#include "parse/notation/notation.h"

#define DASH   PATTERN_DASH
#define TIMES  PATTERN_TIMES
#define CELL   "[a-wyz][1-9][0-9]?"
#define LETTER "(?:[A-Z]|\\xE2\\x99[\\x94-\\x9F])"
#define PLAYER "(?:(?<player>[WRBGwrbg]):)?"
#define MARKS                                            \
	"(?<mark>\\+\\+?|\\#)?"                          \
	"(?:\\((?<special>(?:[CM][WRBG]*|[FTSY])+)\\))?" \
	"(?<nag>[!?]{1,2})?" PATTERN_DRAW

/* clang-format off: patterns are laid out by hand */
static const struct notation_row rows[] = {
	{ MOVE_QUIET,
	    PLAYER "(?<promoted>\\+)? (?<piece>" LETTER ")?"
		   "(?|" /* all of the start and a sign, part of it, none */
		   "  (?<from>" CELL ")(?<sep>" DASH "|" TIMES ")?"
		   "| (?<from>[a-wyz]|[1-9][0-9]?)(?<sep>" TIMES ")?"
		   "| (?<from>)(?<sep>" TIMES ")"
		   ")?"
		   "(?<to>" CELL ")"
		   "(?: =?(?<promo>" LETTER ") | \\((?<paren>" LETTER
		   ")\\) )?" MARKS },
	{ MOVE_CASTLE,
	    PLAYER "(?<castle>0" DASH "0" DASH "0|0" DASH "[0Q]"
		   "|O" DASH "O" DASH "O|O" DASH "[OQ])" MARKS },
	{ MOVE_PASS, PLAYER DASH DASH MARKS },
	{ MOVE_YIELD, PLAYER "\\((?<special>[YS])\\)" PATTERN_DRAW },
	{ MOVE_DROP, PLAYER "(?<piece>" LETTER ")\\*(?<to>" CELL ")" MARKS },
	{ MOVE_LEAP,
	    PLAYER "(?<promoted>\\+)? (?<piece>" LETTER ")?"
		   "(?<from>" CELL ")(?<path>(?:" TIMES CELL ")+)" TIMES
		   "(?<to>" CELL ")" MARKS },
	{ MOVE_FIELD, PLAYER "(?<from>" CELL ")@(?<promo>" LETTER ")" MARKS },
	{ MOVE_TRAITOR, PLAYER "(?<from>" CELL ")%(?<to>" CELL ")?" MARKS },
	{ MOVE_ILLUMINATION,
	    PLAYER "(?<promoted>\\+)(?<piece>K)(?<from>" CELL ")?\\^" MARKS },
	{ MOVE_UNSTATED, NULL },
};
/* clang-format on */

/* Digits of a rank at text[at], one or two, the first not 0. */
static size_t
digits(struct slice text, size_t at)
{
	if (at >= text.len || text.ptr[at] < '1' || text.ptr[at] > '9')
		return 0;
	if (at + 1 < text.len && text.ptr[at + 1] >= '0' &&
	    text.ptr[at + 1] <= '9')
		return 2;
	return 1;
}

static bool
is_file(char c)
{
	return c >= 'a' && c <= 'z' && c != 'x';
}

/* Reads a cell at text[*at] as the target; false if none stands there. */
static bool
read_target(struct slice text, size_t *at, struct move_spec *spec)
{
	size_t n;

	if (*at >= text.len || !is_file(text.ptr[*at]) ||
	    (n = digits(text, *at + 1)) == 0)
		return false;
	spec->to = (struct part){ (uint8_t)*at, (uint8_t)(n + 1) };
	*at += n + 1;
	return true;
}

/* A + or ++ at text[at], and then the end. */
static bool
read_mark(struct slice text, size_t at, struct move_spec *spec)
{
	size_t n = text.len - at;

	if (n == 0)
		return true;
	if (n > 2 || text.ptr[at] != '+' || text.ptr[text.len - 1] != '+')
		return false;
	spec->check = n == 1;
	spec->mate = n == 2;
	spec->mark = (struct part){ (uint8_t)at, (uint8_t)n };
	return true;
}

/* Castling, of which the first two signs are there, with zeros or letters O,
 * and a + or ++ at the end. */
static bool
read_castling(struct slice text, struct move_spec *spec)
{
	const char *p = text.ptr;
	char zero = p[0];
	size_t len = 3;

	if (text.len < 3 || (p[2] != zero && p[2] != 'Q'))
		return false;
	spec->castle = p[2] == 'Q' ? SPEC_CASTLE_QUEEN : SPEC_CASTLE_SHORT;
	if (p[2] == zero && text.len >= 5 && p[3] == '-' && p[4] == zero) {
		spec->castle = SPEC_CASTLE_LONG;
		len = 5;
	}
	spec->type = MOVE_CASTLE;
	return read_mark(text, len, spec);
}

/*
 * The plain moves with a starting cell, a part of it or nothing, castling,
 * drops, and a + or ++ at the end. All else is left to the patterns.
 */
static bool
read_fast(
    const struct alphabet *alphabet, struct slice token, struct move_spec *spec)
{
	const char *p = token.ptr;
	size_t at = 0, len = token.len, n;
	bool is_cell = false;

	memset(spec, 0, offsetof(struct move_spec, path));
	if (len > 1 && p[1] == '-' && (p[0] == '0' || p[0] == 'O'))
		return read_castling(token, spec);
	spec->type = MOVE_QUIET;
	spec->piece = 'P';
	if (at < len && p[at] == '+') {
		spec->promoted = true;
		at++;
	}
	if (at < len && p[at] >= 'A' && p[at] <= 'Z') {
		spec->piece = alphabet->read[(unsigned char)p[at++]];
		if (spec->piece == 0)
			return false;
		if (at == 1 && len > 1 && p[1] == '*') {
			at++;
			spec->type = MOVE_DROP;
			return read_target(token, &at, spec) &&
			    read_mark(token, at, spec);
		}
	}
	/* A start: a rank, a file, or a cell that something follows. */
	n = digits(token, at);
	if (n > 0) {
		spec->from = (struct part){ (uint8_t)at, (uint8_t)n };
		at += n;
	} else if (at + 1 < len && is_file(p[at])) {
		n = digits(token, at + 1);
		if (n == 0) {
			spec->from = (struct part){ (uint8_t)at++, 1 };
		} else if (at + 1 + n < len &&
		    (p[at + 1 + n] == 'x' || p[at + 1 + n] == '-' ||
			is_file(p[at + 1 + n]))) {
			spec->from =
			    (struct part){ (uint8_t)at, (uint8_t)(n + 1) };
			at += n + 1;
			is_cell = true;
		}
	}
	if (at < len && p[at] == '-' && is_cell) {
		spec->separated = true;
		at++;
	} else if (at < len && p[at] == 'x') {
		spec->captures = true;
		spec->type = MOVE_CAPTURE;
		spec->separated = is_cell;
		at++;
	}
	if (!read_target(token, &at, spec))
		return false;
	if (at < len && p[at] >= 'A' && p[at] <= 'Z') {
		spec->promotion = alphabet->read[(unsigned char)p[at]];
		spec->promotion_at = (struct part){ (uint8_t)at++, 1 };
		if (spec->promotion == 0)
			return false;
	}
	return read_mark(token, at, spec);
}

static void
write_start(const struct notation *notation, const struct rules *rules,
    const struct position *before, const struct move *move, struct strbuf *out)
{
	char name[CELL_NAME_MAX];
	enum disambiguation need = notation->is_short
	    ? notation_start_needed(rules, before, move, notation->naming)
	    : START_CELL;

	coords_name(&rules->board, notation->naming, 0, move->from, name);
	if (need == START_FILE)
		strbuf_add(out, name, 1);
	else if (need == START_RANK)
		strbuf_puts(out, name + 1);
	else if (need == START_CELL)
		strbuf_puts(out, name);
}

/* What a move is written with, for those who write a part of it. */
struct writing {
	const struct notation *notation;
	const struct rules *rules;
	const struct alphabet *alphabet;
	const struct position *before;
	struct strbuf *out;
};

static void
write_kind(const struct writing *w, unsigned kind)
{
	unsigned char letter = (unsigned char)w->rules->variant->letters[kind];

	strbuf_puts(w->out, w->alphabet->write[letter]);
}

static void
write_cell(const struct writing *w, cell c)
{
	coords_write(&w->rules->board, w->notation->naming, 0, c, w->out);
}

/* A plain pawn has no letter; promoted pieces have a + before theirs. */
static void
write_piece(const struct writing *w, uint8_t piece)
{
	if (piece & PIECE_PROMOTED)
		strbuf_char(w->out, '+');
	if (piece_kind(piece) != PAWN || (piece & PIECE_PROMOTED))
		write_kind(w, piece_kind(piece));
}

static void
write_plain(const struct writing *w, const struct move *move)
{
	write_piece(w, w->before->at[move->from]);
	write_start(w->notation, w->rules, w->before, move, w->out);
	if (move->victim != CELL_NONE)
		strbuf_char(w->out, 'x');
	else if (!w->notation->is_short)
		strbuf_char(w->out, '-');
	write_cell(w, move->to);
	if (move->promotion != KIND_NONE)
		write_kind(w, move->promotion);
}

static void
write_leaps(const struct writing *w, const struct move *move)
{
	write_piece(w, w->before->at[move->from]);
	write_cell(w, move->from);
	for (unsigned i = 0; i < move->leaps; i++) {
		strbuf_char(w->out, 'x');
		write_cell(w, move->path[i]);
	}
}

static void
write_action(const struct writing *w, const struct move *move)
{
	write_cell(w, move->from);
	if (move->type == MOVE_FIELD) {
		strbuf_char(w->out, '@');
		write_kind(w, move->promotion);
		return;
	}
	strbuf_char(w->out, '%');
	if (move->to != CELL_NONE)
		write_cell(w, move->to);
}

static void
write_part(const struct writing *w, const struct move *move)
{
	switch ((enum move_type)move->type) {
	case MOVE_CASTLE:
		strbuf_puts(w->out, w->rules->setup->sides[move->side].text);
		break;
	case MOVE_PASS:
		strbuf_puts(w->out, "--");
		break;
	case MOVE_YIELD:
		strbuf_puts(w->out, "(Y)");
		break;
	case MOVE_STALEMATE:
		strbuf_puts(w->out, "(S)");
		break;
	case MOVE_FIELD:
	case MOVE_TRAITOR:
		write_action(w, move);
		break;
	case MOVE_DROP:
		write_kind(w, move->promotion);
		strbuf_char(w->out, '*');
		write_cell(w, move->to);
		break;
	case MOVE_LEAP:
		write_leaps(w, move);
		break;
	case MOVE_ILLUMINATION:
		write_piece(w, w->before->at[move->from]);
		if (!w->notation->is_short)
			write_cell(w, move->from);
		strbuf_char(w->out, '^');
		break;
	case MOVE_UNSTATED:
	case MOVE_QUIET:
	case MOVE_CAPTURE:
	case MOVE_ENPASSANT:
	case MOVE_TYPES:
		write_plain(w, move);
		break;
	}
}

static void
write_move(const struct notation *notation, const struct rules *rules,
    const struct alphabet *alphabet, const struct position *before,
    const struct move *move, const struct marks *marks, struct strbuf *out)
{
	struct writing writing = { notation, rules, alphabet, before, out };
	struct position half[2];
	struct move first, second;

	notation_put_mover(rules->variant, before, marks, out);
	if (move->pair) {
		second = notation_halves(rules, before, move, &first, half);
		writing.before = &half[0];
		write_part(&writing, &first);
		strbuf_char(out, '&');
		writing.before = &half[1];
		write_part(&writing, &second);
	} else {
		write_part(&writing, move);
	}
	notation_put_tail(rules->variant, move, marks, marks_sign(marks), out);
}

const struct notation notation_algebraic = {
	.id = "algebraic",
	.title = "Dreierschach algebraic (short)",
	.example = "Ne6",
	.naming = NAMING_ALGEBRAIC,
	.has_letters = true,
	.has_marks = true,
	.is_short = true,
	.rows = rows,
	.read_fast = read_fast,
	.write = write_move,
};

const struct notation notation_long = {
	.id = "long",
	.title = "algebraic with the starting cell",
	.example = "Nc3-e6",
	.naming = NAMING_ALGEBRAIC,
	.has_letters = true,
	.has_marks = true,
	.rows = rows,
	.read_fast = read_fast,
	.write = write_move,
};

const struct notation notation_algebraic22 = {
	.id = "algebraic22",
	.title = "algebraic with the hex names of Dreierschach V2.2 "
		 "(reading only)",
	.example = "Nf5",
	.naming = NAMING_SWAPPED,
	.has_letters = true,
	.has_marks = true,
	.is_short = true,
	.rows = rows,
	.read_fast = read_fast,
};
