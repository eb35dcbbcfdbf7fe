/* Ternion: notations: how one ply is written.
 *
 * To add a notation for which a definition (own.h) is not enough:
 *  1. write parse/notation/notation_NAME.c with one `const struct notation` and
 *     a reader, of the parts of scan.h; write.c writes it;
 *  2. add its row to the table in parse/notation/notation.c;
 *  3. list it in parse/notation/dialect.c, for the games that have it;
 *  4. write its section of man/ternion-notation.7, and add what
 *     tests/conformance.py misses;
 *  5. run make golden. */
#pragma once

#include "parse/notation/dialect.h"
#include "parse/notation/letters.h"
#include "parse/notation/marks.h"
#include "parse/notation/parsed_move.h"

/* How much of the starting cell algebraic notation must write, so that no
 * other piece of the mover with the same letter can be meant. */
enum disambiguation {
	START_NOTHING,
	START_FILE,
	START_RANK,
	START_CELL,
};

/* Facts of the position before a move, for its text. */
struct origin {
	uint8_t mover;
	uint8_t piece; /* on the starting cell, if there is one */
	uint8_t start; /* enum disambiguation: how much has to be written */
};

/* How moves are read and written. */
struct language {
	const struct rules *rules;
	const struct notation *notation;
	const struct alphabet *alphabet;
};

/* How a move is written. */
struct move_writer {
	const struct language *in;
	const struct marks *marks;
	struct origin origin;
};

/* After the starting cell of an action; NUL: none. */
extern const char action_signs[MOVE_TYPES];

/* A token while it is read, from its parts: scan.h. */
struct move_scan {
	const struct notation *notation;
	const struct alphabet *alphabet;
	const char *start, *p, *end; /* p: the first unread byte */
	struct parsed_move *parsed;
};

struct own_notation; /* own.h */

struct notation {
	const char *id;
	const char *title;
	const char *example; /* a quiet move */
	/* Between two cells, NUL: nothing. */
	char quiet, capture;
	const char *promotion; /* before the letter of a promotion; NULL: it is
				  not written, or not by itself */
	const struct naming *naming;
	/* The letters of pieces; NULL: those of the set asked for. */
	const struct letter_set *letters;
	const struct own_notation *own; /* its definition; NULL: built in */
	bool has_letters;     /* pieces are named by letters, see letters.h */
	bool has_marks;       /* a missing check mark is missed */
	bool is_short;        /* only as much of the start as is needed */
	bool is_old;          /* nothing is written in it unasked */
	bool castles_by_king; /* castling is the king's move */
	bool is_machine;      /* small letters, and 0000 for a pass */
	bool writes_nags;     /* ! to ?! are part of the move's text */
	unsigned tail;        /* signs after a move, as bits of scan.h */
	/* Reads one move, all of the token; false if it is none. */
	bool (*read)(struct move_scan *scan);
};

/* The origin of a move. `rivals`: pieces that could go there; NULL: unknown. */
struct origin notation_origin(const struct language *in,
    const struct position *before, const struct move *move,
    const struct cellset *rivals);

/* Appends a legal turn with its marks; `before` is read for two moves. */
void notation_write_turn(const struct move_writer *writer,
    const struct position *before, const struct move *move, struct strbuf *out);

/* Finds the origin, and appends the turn. */
void notation_write(const struct language *in, const struct position *before,
    const struct move *move, const struct marks *marks, struct strbuf *out);

/* "0-0", "0-0-0" or "0-Q"; static text. */
const char *castle_text(enum parsed_castle castle);

/* The annotation 1..6 of a suffix, "!" to "?!", or 0; and the reverse. */
unsigned nag_read(struct slice suffix);
const char *nag_text(unsigned nag);

/* All notations, NULL-ended. */
extern const struct notation *const notations[];

extern const struct notation notation_siege;
extern const struct notation notation_algebraic;
extern const struct notation notation_long;
extern const struct notation notation_algebraic22;
/* Three of these with forms that people type for Triumvirate's board. */
extern const struct notation notation_triumvirate_algebraic;
extern const struct notation notation_triumvirate_long;
extern const struct notation notation_triumvirate_coordinate;
extern const struct notation notation_coordinate;
extern const struct notation notation_triumvirate;
extern const struct notation notation_threechess;
/* threeChess has forms of its own of these two. */
extern const struct notation notation_threechess_coordinate;
extern const struct notation notation_threechess_long;

/* The next of all notations, those built in and then the defined ones; the
 * first for NULL, and NULL after the last. */
const struct notation *notation_next(
    const struct own_notation *defined, const struct notation *last);

/* The notation of that id, also of a list of defined ones, or NULL.
 * `dreierschach` is `algebraic`. */
const struct notation *notation_find(
    const struct own_notation *defined, struct slice id);

/* Appends the ids of all notations that the variant has; NULL: of all. */
void notation_put_ids(const struct own_notation *defined,
    const struct variant *variant, struct strbuf *out);

/* The notation as the variant has it; NULL for NULL or if it has none. */
const struct notation *notation_of(
    const struct notation *notation, const struct variant *variant);

/* Like notation_of, but the native notation instead of NULL. */
const struct notation *notation_to_write(
    const struct notation *notation, const struct variant *variant);

/* Appends "; threechess has ... and ..." for a variant that lacks the common
 * notations; nothing for others. */
void notation_put_choice(const struct variant *variant, struct strbuf *out);

/* How cells are named in moves of the variant in that notation. */
const struct naming *notation_naming(
    const struct notation *notation, const struct variant *variant);

/* The length of the token of movetext that starts at `text`, whose first `len`
 * bytes are all there is up to white space: two cells of the triumvirate
 * notation, and a promotion, are one token with blanks between. */
size_t notation_token_len(struct slice text, size_t len);

static inline bool
notation_read_move(const struct notation *notation,
    const struct alphabet *alphabet, struct slice token,
    struct parsed_move *parsed)
{
	struct move_scan scan = { notation, alphabet, token.ptr, token.ptr,
		token.ptr + token.len, parsed };

	memset(parsed, 0, offsetof(struct parsed_move, path));
	if (token.len - 1 >= TOKEN_MAX || !notation->read(&scan))
		return false;
	/* A bare algebraic move is a pawn's. */
	if (notation->has_letters && parsed->piece == 0 &&
	    notation->own == NULL &&
	    (parsed->type == MOVE_QUIET || parsed->type == MOVE_CAPTURE))
		parsed->piece = 'P';
	return true;
}

/* Reads two moves, with & between; for notation_read. */
bool notation_read_pair(const struct notation *notation,
    const struct alphabet *alphabet, struct slice token,
    struct parsed_turn *parsed) __attribute__((cold));

/* Reads a token. False, and *parsed is undefined, if it is not a move in this
 * notation with these letters, or is empty or longer than TOKEN_MAX. */
static inline bool
notation_read(const struct notation *notation, const struct alphabet *alphabet,
    struct slice token, struct parsed_turn *parsed)
{
	return notation_read_move(notation, alphabet, token, &parsed->move) ||
	    notation_read_pair(notation, alphabet, token, parsed);
}

/* Reads a token in any notation and letters of a variant. */
bool notation_read_any(const struct own_notation *defined,
    const struct variant *variant, struct slice token,
    struct parsed_turn *parsed);

/* True if the letters of a cell's name are in the case that is written. */
static inline bool
notation_is_in_case(
    const struct naming *naming, struct slice token, struct part name)
{
	const char *from = token.ptr + name.at;
	char letters = from[naming->kind == BY_SEAT ? name.len - 1 : 0];

	if (naming->kind == BY_SEGMENT)
		letters |= from[1];
	return ((letters & 0x20) == 0) == naming->is_upper;
}

/* True if the start of a move, which the token tells, is as much of it as is
 * needed. */
static inline bool
notation_starts_so(const struct naming *naming, struct slice token,
    struct part from, enum disambiguation needed)
{
	bool is_letter = !ascii_is_digit(token.ptr[from.at]);
	bool is_file = is_letter == (naming->kind != BY_RANK);

	return needed ==
	    (from.code != 0   ? START_CELL
		    : is_file ? START_FILE
			      : START_RANK);
}

/* True if the token is the text that the notation writes for its move, apart
 * from how much of the start is needed and from whether the sign of check or
 * mate is true. *player is the letter of the mover. All of the token was read:
 * nothing more fits in. */
static inline bool
notation_writes_so(const struct notation *notation,
    const struct alphabet *alphabet, const char *player, struct slice token,
    const struct parsed_move *parsed, bool captures)
{
	struct part from = parsed->from, to = parsed->to;
	char sign = captures ? notation->capture : notation->quiet;
	size_t len = (size_t)from.len + to.len;
	char letter = '\0';

	if ((!notation->is_short && from.code == 0) || notation->own != NULL)
		return false;
	if (notation->has_letters && parsed->piece != 'P')
		letter = *alphabet_text(alphabet, parsed->piece);
	else if (notation->naming->kind == BY_SEAT)
		letter = ascii_upper(*player);
	if (letter != '\0') {
		if (token.ptr[0] != letter)
			return false;
		len++;
	}
	if (sign != '\0') {
		if (token.ptr[to.at - 1] != sign)
			return false;
		len++;
	}
	/* A sign of check or mate may follow. */
	if (token.len != len &&
	    (!notation->has_marks ||
		token.len - len != (parsed->mate ? 2u : parsed->check) ||
		token.ptr[len] != '+' || token.ptr[token.len - 1] != '+'))
		return false;
	return (from.len == 0 ||
		   notation_is_in_case(notation->naming, token, from)) &&
	    notation_is_in_case(notation->naming, token, to);
}

/* How much of the start is needed; `rivals` as in notation_origin. */
enum disambiguation notation_start_needed(const struct rules *rules,
    const struct position *before, const struct move *move,
    const struct naming *naming, const struct cellset *rivals);

/* Puts so much of a cell's name at p; returns the end. A part that the name has
 * not makes it the whole name. */
char *notation_put_start(const struct move_writer *w, cell from,
    enum disambiguation needed, char *p);

/* How cells and pieces are named where a position is shown by itself. */
struct names {
	const struct notation *notation;  /* NULL: algebraic */
	const struct letter_set *letters; /* NULL: those of the notation */
	unsigned seat; /* of the player who counts, where names depend on it */
};

const struct naming *names_naming(
    const struct names *names, const struct variant *variant);

/* The letter of a kind of piece; static text. */
const char *names_letter(
    const struct names *names, const struct variant *variant, unsigned kind);

bool names_serve(const struct names *names, const struct variant *variant);
