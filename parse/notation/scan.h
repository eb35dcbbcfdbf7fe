/* Ternion: the parts of written moves, for the readers of notations.
 *
 * A reader takes one part after another off the front of a token. The kind of a
 * part never depends on more than the sign after it, so that no reader goes
 * back; each succeeds only if it has taken all of the token. */
#pragma once

#include "parse/notation/notation.h"

/* True if that sign, which is not NUL, is the next one or one after it. */
static inline bool
scan_sees(const struct move_scan *scan, size_t ahead, char sign)
{
	return ahead < (size_t)(scan->end - scan->p) && scan->p[ahead] == sign;
}

/* True if a digit, but not 0, is the next sign or one after it. */
static inline bool
scan_sees_number(const struct move_scan *scan, size_t ahead)
{
	return ahead < (size_t)(scan->end - scan->p) &&
	    (unsigned char)(scan->p[ahead] - '1') < 9;
}

static inline bool
scan_take(struct move_scan *scan, char sign)
{
	bool is_next = scan_sees(scan, 0, sign);

	scan->p += is_next;
	return is_next;
}

/* True if the letter, small or not, is that of a player of some game. */
static inline bool
scan_is_player(char c)
{
	const uint32_t players = 1u << ('W' & 31) | 1u << ('R' & 31) |
	    1u << ('B' & 31) | 1u << ('G' & 31);

	return (c & 0xc0) == 0x40 && (players >> (c & 31) & 1) != 0;
}

/* The part of the token from that sign to the next unread one, with a code. */
static inline struct part
scan_cell(const struct move_scan *scan, const char *from, unsigned code)
{
	return (struct part){ (uint8_t)(from - scan->start),
		(uint8_t)(scan->p - from), (uint16_t)code };
}

static inline struct part
scan_since(const struct move_scan *scan, const char *from)
{
	return scan_cell(scan, from, 0);
}

/* Takes - or x between cells; false if neither is there. */
static inline bool
scan_take_between(struct move_scan *scan)
{
	struct parsed_move *parsed = scan->parsed;
	unsigned x = scan_take(scan, 'x');

	/* No branch on which of the two it is is predicted. */
	parsed->captures = x;
	parsed->type = (uint8_t)(MOVE_QUIET + x * (MOVE_CAPTURE - MOVE_QUIET));
	return x || scan_take(scan, '-');
}

/* Takes a number of one digit or two; the caller has seen the first. */
static inline unsigned
scan_number(struct move_scan *scan)
{
	/* Nobody can predict how many there are: this has no branch. */
	const char *next = scan->p + (scan->end - scan->p > 1);
	unsigned first = (unsigned)(*scan->p - '0');
	unsigned second = (unsigned)(*next - '0');
	unsigned has_two = (unsigned)(next > scan->p) & (second < 10);

	scan->p += 1 + has_two;
	return first + has_two * (9 * first + second);
}

/* Takes a cell of one of `letters` letters and a number, or nothing: false. */
static inline bool
scan_lettered(
    struct move_scan *scan, char first, unsigned letters, struct part *where)
{
	const char *from = scan->p;
	unsigned code;

	if (!scan_sees_number(scan, 1) ||
	    (unsigned char)(*from - first) >= letters)
		return false;
	scan->p++;
	code = coords_of((unsigned)((*from | 0x20) - 'a'), scan_number(scan));
	*where = scan_cell(scan, from, code);
	return true;
}

bool scan_blanks(struct move_scan *scan);

/* Takes a figurine, as scan_letter. */
bool scan_figurine(struct move_scan *scan, char *letter) __attribute__((cold));

/* Takes the piece letter that follows, or its figurine; *letter becomes the
 * English one, 0 if it is no piece's. False if there is none. */
static inline bool
scan_letter(struct move_scan *scan, char *letter)
{
	unsigned char c = scan->p < scan->end ? (unsigned char)*scan->p : 0;
	bool is_capital = (unsigned char)(c - 'A') < 26;

	if (c > 127)
		return scan_figurine(scan, letter);
	*letter = scan->alphabet->read[is_capital ? c : 0];
	scan->p += is_capital;
	return is_capital;
}

/* Takes the player and the colon before a move, if they are there. */
static inline void
scan_player(struct move_scan *scan)
{
	if (!scan_sees(scan, 1, ':') || !scan_is_player(*scan->p))
		return;
	scan->parsed->player = (char)(*scan->p & ~0x20);
	scan->p += 2;
}

/* Takes 0-0 or 0-0-0, with zeros or O, which may be mixed or not, or, if a game
 * has that, 0- and the letter of a queen; else nothing: false. */
bool scan_castling(struct move_scan *scan, bool has_queen, bool mixes);

/* Takes a call that stands alone, (Y) or (S). */
bool scan_yield(struct move_scan *scan);

/* Takes what follows a promotion: the letter of its piece in parentheses. */
bool scan_paren(struct move_scan *scan);

/* Makes the target a landing of a chain of leaps; false: there are too many. */
static inline bool
scan_landing(struct parsed_move *parsed)
{
	if (parsed->path_len == PATH_MAX_CELLS)
		return false;
	parsed->type = MOVE_LEAP;
	parsed->path[parsed->path_len++] = parsed->to;
	return true;
}

/* Signs of special information other than declarations and calls. */
#define SCAN_ITEMS "QKORrnbqoscgdp!?"

/* Takes special information, bare or in parentheses, and the end. */
bool scan_special(struct move_scan *scan, const char *others);

/* Takes what stands at the end of a move, as far as it is there and one of
 * these, and is true if nothing is left: */
enum {
	SCAN_MARK = 1,    /* + ++ or # */
	SCAN_SPECIAL = 2, /* declarations and calls in parentheses */
	SCAN_NAG = 4,     /* ! to ?!; an offer of a draw always */
	SCAN_BARE = 8,    /* special information, also bare */
};
bool scan_tail_parts(struct move_scan *scan, unsigned parts);

static inline bool
scan_tail(struct move_scan *scan, unsigned parts)
{
	return scan->p == scan->end || scan_tail_parts(scan, parts);
}
