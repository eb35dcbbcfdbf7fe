/*
 * Ternion: Dreierschach's algebraic notation: short, long, and with the cell
 * names of version 2.2.
 *
 *	move   = [ player ":" ] ( plain | castling | drop | ... ) marks
 *	plain  = [ piece ] [ from ] [ "x" | "-" ] to [ promotion ]
 *	marks  = [ "+" | "++" | "#" ] [ "(" declarations, calls ")" ]
 *	         [ "!" ... ] [ "=" ]
 */
#include "parse/notation/coords.h"
#include "parse/notation/letters.h"
#include "parse/notation/notation.h"

#define DASH   PATTERN_DASH
#define TIMES  PATTERN_TIMES
#define CELL   "[a-wyz][1-9][0-9]?"
#define UPPER  "[A-L][1-9][0-9]?"
#define LETTER "(?:[A-Z]|\\xE2\\x99[\\x94-\\x9F])"
#define PLAYER "(?:(?<player>[" PATTERN_PLAYERS PATTERN_PLAYERS_LOWER "]):)?"
#define MARKS                                                           \
	"(?<mark>\\+\\+?|\\#)?"                                         \
	"(?:\\((?<special>(?:[CM][" PATTERN_PLAYERS "]*|[FTSY])+)\\))?" \
	"(?<nag>[!?]{1,2})?" PATTERN_DRAW

/* clang-format off: patterns are laid out by hand */
#define ROWS                                                                 \
	{ MOVE_QUIET,                                                        \
		PLAYER                                                       \
		"(?<promoted>\\+)? (?<piece>" LETTER ")?"                    \
		"(?|" /* all of the start and a sign, part of it, none */    \
		"  (?<from>" CELL ")(?<sep>" DASH "|" TIMES ")?"             \
		"| (?<from>[a-wyz]|[1-9][0-9]?)(?<sep>" TIMES ")?"           \
		"| (?<from>)(?<sep>" TIMES ")"                               \
		")?"                                                         \
		"(?<to>" CELL ")"                                            \
		"(?: =?(?<promo>" LETTER ") | \\((?<paren>" LETTER           \
		")\\) )?" MARKS },                                           \
	    { MOVE_CASTLE,                                                   \
		    PLAYER "(?<castle>0" DASH "0" DASH "0|0" DASH "[0Q]"     \
			   "|O" DASH "O" DASH "O|O" DASH "[OQ])" MARKS },    \
	    { MOVE_PASS, PLAYER DASH DASH MARKS },                           \
	    { MOVE_YIELD, PLAYER "\\((?<special>[YS])\\)" PATTERN_DRAW },    \
	    { MOVE_DROP,                                                     \
		    PLAYER "(?<piece>" LETTER ")\\*(?<to>" CELL ")" MARKS }, \
	    { MOVE_LEAP,                                                     \
		    PLAYER "(?<promoted>\\+)? (?<piece>" LETTER ")?"         \
			   "(?<from>" CELL ")(?<path>(?:" TIMES CELL         \
			   ")+)" TIMES "(?<to>" CELL ")" MARKS },            \
	    { MOVE_FIELD,                                                    \
		    PLAYER "(?<from>" CELL ")@(?<promo>" LETTER ")" MARKS }, \
	    { MOVE_TRAITOR,                                                  \
		    PLAYER "(?<from>" CELL ")%(?<to>" CELL ")?" MARKS },     \
	    { MOVE_ILLUMINATION,                                             \
		    PLAYER "(?<promoted>\\+)(?<piece>K)(?<from>" CELL        \
			   ")?\\^" MARKS },

static const struct notation_row rows[] = { ROWS{ MOVE_UNSTATED, NULL } };

/* On the board of Triumvirate, two cells in upper case are read as well. */
static const struct notation_row triumvirate_rows[] = {
	ROWS{ MOVE_QUIET,
	    PLAYER "(?<piece>" LETTER ")?"
		   "(?<from>" UPPER ")(?<sep>" DASH "|" TIMES ")(?<to>" UPPER
		   ")"
		   "(?: =?(?<promo>" LETTER ") | \\((?<paren>" LETTER
		   ")\\) )?" MARKS },
	{ MOVE_UNSTATED, NULL }
};
/* clang-format on */

/* Takes + or ++ off the end of text[at..end); returns the new end. */
static inline size_t
take_mark(const char *text, size_t at, size_t end, struct parsed_move *parsed)
{
	size_t len = end > at && text[end - 1] == '+';

	if (len == 0)
		return end;
	len += end - 1 > at && text[end - 2] == '+';
	parsed->check = len == 1;
	parsed->mate = len == 2;
	parsed->mark = (struct part){ (uint8_t)(end - len), (uint8_t)len };
	return end - len;
}

/*
 * Takes the target off the end of text[at..*end): a file, and one digit or two,
 * of which the first is 1; false if there is none. There is no branch on how
 * many digits it has: it would be mispredicted.
 */
static inline bool
take_target(
    const char *text, size_t at, size_t *end, struct parsed_move *parsed)
{
	unsigned two, last, file;

	if (*end < at + 2)
		return false;
	two = text[*end - 2] == '1';
	last = (unsigned)(text[*end - 1] - '0');
	if (last > 9 || last + two == 0 || *end < at + 2 + two)
		return false;
	*end -= 2 + two;
	file = (unsigned)(text[*end] - 'a');
	if (file >= FILES_MAX)
		return false;
	parsed->to_code = (uint16_t)coords_of(file, 10 * two + last);
	parsed->to = (struct part){ (uint8_t)*end, (uint8_t)(2 + two) };
	return parsed->to_code != 0;
}

/* Reads what has a sign where most moves have a letter or a digit, in
 * text[at..end): drops, castling and passes. */
static bool
read_signed(const struct alphabet *alphabet, const char *text, size_t at,
    size_t end, struct parsed_move *parsed)
{
	struct slice move = { text + at, end - at };

	if (text[at + 1] == '*') {
		parsed->type = MOVE_DROP;
		parsed->piece = alphabet->read[text[at] & 127];
		return parsed->piece != 0 &&
		    take_target(text, at + 2, &end, parsed) && end == at + 2;
	}
	if (slice_is(move, "--")) {
		parsed->type = MOVE_PASS;
		return true;
	}
	parsed->type = MOVE_CASTLE;
	for (unsigned c = PARSED_CASTLE_SHORT; c <= PARSED_CASTLE_QUEEN; c++)
		if (slice_is(move, castle_text((enum parsed_castle)c))) {
			parsed->castle = (uint8_t)c;
			return true;
		}
	return false;
}

/* Reads what stands before the target and the x of a capture, text[at..end): a
 * cell, its file or its rank, and perhaps a -; false if it is something else.
 */
static bool
read_start(const char *text, size_t at, size_t end, struct parsed_move *parsed)
{
	bool dashed = !parsed->captures && text[end - 1] == '-';
	size_t len = end - dashed - at, digit = at;

	if (text[at] >= 'a' && text[at] <= 'z' && text[at] != 'x')
		digit++;
	for (size_t i = digit; i < at + len; i++)
		if (!ascii_is_digit(text[i]) || text[digit] == '0')
			return false;
	if (at + len > digit + 2)
		return false;
	if (len > 0)
		parsed->from = (struct part){ (uint8_t)at, (uint8_t)len };
	parsed->from_code = (uint16_t)coords_code(
	    NAMING_ALGEBRAIC, (struct slice){ text + at, len });
	parsed->separated =
	    (parsed->captures || dashed) && digit > at && at + len > digit;
	return !dashed || parsed->separated;
}

/*
 * Reads the commonest moves, those with plain signs and nothing after them but
 * a promotion and a + or ++, and leaves all others to the patterns. They are
 * read from the end, since most have nothing before the target but the piece.
 * There are no branches on whether a piece is named, an x is written or a
 * number has two digits: they would be mispredicted.
 */
static bool
read_algebraic(const struct alphabet *alphabet, struct slice token,
    struct parsed_move *parsed)
{
	const char *p = token.ptr;
	char players[PLAYER_LETTERS + 1];
	size_t at = 0, end, target;
	unsigned named, x;

	memset(parsed, 0, offsetof(struct parsed_move, path));
	if (token.len < 2)
		return false;
	if (p[1] == ':') { /* its player stands before it, as in "R:Db6" */
		parsed->player = ascii_upper(p[0]);
		if (token.len < 4 || p[3] == ':' || p[0] == '\0' ||
		    strchr(letters_of_players(players), parsed->player) == NULL)
			return false;
		at = 2;
	}
	parsed->promoted = p[at] == '+';
	at += parsed->promoted;
	named = (unsigned char)(p[at] - 'A') < 26;
	end = take_mark(p, at + named, token.len, parsed);
	if (!parsed->promoted && p[at + named] < '1')
		return read_signed(alphabet, p, at, end, parsed);
	parsed->piece =
	    (char)(((unsigned)alphabet->read[p[at] & 127] & -named) |
		('P' & (named - 1)));
	if (parsed->piece == 0)
		return false;
	at += named;
	if (end > at && (unsigned char)(p[end - 1] - 'A') < 26) {
		parsed->promotion = alphabet->read[(unsigned char)p[--end]];
		parsed->promotion_at = (struct part){ (uint8_t)end, 1 };
		if (parsed->promotion == 0)
			return false;
	}
	target = end;
	if (!take_target(p, at, &target, parsed))
		return false;
	x = p[target - (target > at)] == 'x';
	parsed->captures = x;
	parsed->type = (uint8_t)(MOVE_QUIET + x * (MOVE_CAPTURE - MOVE_QUIET));
	end = target - x;
	return end == at || read_start(p, at, end, parsed);
}

/* Other pieces of the kind that can reach the same target. */
struct rivals {
	const struct rules *rules;
	const struct position *position;
	cell from;
	bool any, same_file, same_rank;
};

static bool
note_rival(void *context, const struct move *move)
{
	struct rivals *rivals = context;
	const uint8_t *at = rivals->position->at;
	struct place mine = rivals->rules->board.name[rivals->from];
	struct place other = rivals->rules->board.name[move->from];

	if (move->from == rivals->from || move->type == MOVE_CASTLE ||
	    ((at[move->from] ^ at[rivals->from]) & PIECE_PROMOTED) != 0)
		return true;
	rivals->any = true;
	rivals->same_file |= mine.file == other.file;
	rivals->same_rank |= mine.rank == other.rank;
	return true;
}

enum disambiguation
notation_start_needed(const struct rules *rules, const struct position *before,
    const struct move *move, enum naming naming)
{
	enum kind kind = piece_kind(before->at[move->from]);
	struct move_query query = { kind, CELL_NONE, move->to, MOVE_QUIET };
	struct position called;
	struct rivals rivals = { rules, before, move->from, false, false,
		false };
	bool letter, number;

	if (FAST && !rules_may_have_rival(rules, before, move))
		return START_NOTHING;
	if (move->calls & CALL_FORTIFY) {
		called = *before;
		rules_fortify(rules, &called);
		rivals.position = before = &called;
	}
	rules_moves(rules, before, &query, note_rival, &rivals);
	if (!rivals.any)
		return START_NOTHING;
	letter = naming == NAMING_SWAPPED ? rivals.same_rank : rivals.same_file;
	number = naming == NAMING_SWAPPED ? rivals.same_file : rivals.same_rank;
	return !letter ? START_FILE : !number ? START_RANK : START_CELL;
}

/* Everything that moves are written with. */
struct algebraic_writer {
	const struct notation *notation;
	const struct rules *rules;
	const struct alphabet *alphabet;
	bool alone; /* no other piece is meant without its start */
};

enum {
	/* Bytes of a move: a chain, with a sign after each cell. */
	MOVE_TEXT = (CHAIN_MAX + 4) * CELL_NAME_MAX
};

static char *
put_letter_of(const struct algebraic_writer *w, unsigned kind, char *p)
{
	return strbuf_put(p,
	    slice_of(
		alphabet_text(w->alphabet, w->rules->variant->letters[kind])));
}

static char *
put_cell(const struct algebraic_writer *w, cell c, char *p)
{
	return w->notation->naming == NAMING_ALGEBRAIC
	    ? coords_put_algebraic(&w->rules->board, c, p)
	    : coords_put(&w->rules->board, w->notation->naming, 0, c, p);
}

/* A plain pawn has no letter; promoted pieces have a + before theirs. */
static char *
put_mover(const struct algebraic_writer *w, uint8_t piece, char *p)
{
	if (piece & PIECE_PROMOTED)
		*p++ = '+';
	else if (piece_kind(piece) == PAWN)
		return p;
	return put_letter_of(w, piece_kind(piece), p);
}

static char *
put_plain(const struct algebraic_writer *w, const struct position *before,
    const struct move *move, char *p)
{
	enum disambiguation needed = START_CELL;
	char name[CELL_NAME_MAX];
	const char *end = name;

	p = put_mover(w, before->at[move->from], p);
	if (w->notation->is_short)
		needed = w->alone ? START_NOTHING
				  : notation_start_needed(w->rules, before,
					move, w->notation->naming);
	if (needed == START_CELL)
		p = put_cell(w, move->from, p);
	else if (needed != START_NOTHING)
		end = put_cell(w, move->from, name);
	if (needed == START_FILE) /* the letter of the cell's name */
		*p++ = name[0];
	else if (needed == START_RANK) /* its number */
		p = strbuf_put(
		    p, (struct slice){ name + 1, (size_t)(end - name - 1) });
	if (move->victim != CELL_NONE)
		*p++ = 'x';
	else if (!w->notation->is_short)
		*p++ = '-';
	p = put_cell(w, move->to, p);
	return move->promotion != KIND_NONE
	    ? put_letter_of(w, move->promotion, p)
	    : p;
}

/* Writes one move of a turn, without its marks. */
static char *
put_algebraic_move(const struct algebraic_writer *w,
    const struct position *before, const struct move *move, char *p)
{
	switch ((enum move_type)move->type) {
	case MOVE_CASTLE:
		return strbuf_put(
		    p, slice_of(w->rules->setup->sides[move->side].text));
	case MOVE_PASS:
		return strbuf_put(p, slice_of("--"));
	case MOVE_YIELD:
		return strbuf_put(p, slice_of("(Y)"));
	case MOVE_STALEMATE:
		return strbuf_put(p, slice_of("(S)"));
	case MOVE_FIELD:
		p = put_cell(w, move->from, p);
		*p++ = '@';
		return put_letter_of(w, move->promotion, p);
	case MOVE_TRAITOR:
		p = put_cell(w, move->from, p);
		*p++ = '%';
		return move->to != CELL_NONE ? put_cell(w, move->to, p) : p;
	case MOVE_DROP:
		p = put_letter_of(w, move->promotion, p);
		*p++ = '*';
		return put_cell(w, move->to, p);
	case MOVE_LEAP:
		p = put_mover(w, before->at[move->from], p);
		p = put_cell(w, move->from, p);
		for (unsigned i = 0; i < move->leaps; i++) {
			*p++ = 'x';
			p = put_cell(w, move->path[i], p);
		}
		return p;
	case MOVE_ILLUMINATION:
		p = put_mover(w, before->at[move->from], p);
		if (!w->notation->is_short)
			p = put_cell(w, move->from, p);
		*p++ = '^';
		return p;
	case MOVE_UNSTATED:
	case MOVE_QUIET:
	case MOVE_CAPTURE:
	case MOVE_ENPASSANT:
	case MOVE_TYPES:
		break;
	}
	return put_plain(w, before, move, p);
}

static void
write_algebraic(const struct notation *notation, const struct rules *rules,
    const struct alphabet *alphabet, const struct position *before,
    const struct move *move, const struct marks *marks, struct strbuf *out)
{
	const struct algebraic_writer w = { notation, rules, alphabet,
		marks->alone };
	struct position half[2];
	struct move first, second;
	char *from, *p;

	notation_put_mover(rules->variant, before, marks, out);
	from = p = strbuf_room(out, 2 * MOVE_TEXT);
	if (move->pair) {
		second = notation_halves(rules, before, move, &first, half);
		p = put_algebraic_move(&w, &half[0], &first, p);
		*p++ = '&';
		p = put_algebraic_move(&w, &half[1], &second, p);
	} else {
		p = put_algebraic_move(&w, before, move, p);
	}
	strbuf_took(out, (size_t)(p - from));
	if ((marks->check | marks->mate | move->calls) != 0 || marks->draw)
		notation_put_tail(
		    rules->variant, move, marks, marks_sign(marks), out);
}

#define ALGEBRAIC(own_rows)                                       \
	.has_letters = true, .has_marks = true, .rows = own_rows, \
	.read_fast = read_algebraic, .write = write_algebraic

#define SHORT(own_rows)                                                   \
	.id = "algebraic", .title = "Dreierschach algebraic (short)",     \
	.example = "Ne6", .parts = "pSXTq+!", .naming = NAMING_ALGEBRAIC, \
	.is_short = true, ALGEBRAIC(own_rows)

#define LONG(own_rows)                                                       \
	.id = "long", .title = "algebraic with the starting cell",           \
	.example = "Nc3-e6", .parts = "psxtq+!", .naming = NAMING_ALGEBRAIC, \
	ALGEBRAIC(own_rows)

const struct notation notation_algebraic = { SHORT(rows) };
const struct notation notation_long = { LONG(rows) };
const struct notation notation_triumvirate_algebraic = { SHORT(
    triumvirate_rows) };
const struct notation notation_triumvirate_long = { LONG(triumvirate_rows) };

const struct notation notation_algebraic22 = {
	.id = "algebraic22",
	.title = "algebraic with the hex names of Dreierschach V2.2",
	.example = "Nf5",
	.parts = "pSXTq+!",
	.naming = NAMING_SWAPPED,
	.is_short = true,
	.is_old = true,
	ALGEBRAIC(rows),
};
