/* Ternion: PGN: the state of the reader, shared by its parts: format_pgn.c
 * reads records, pgn_tags.c tag pairs, pgn_movetext.c moves and variations,
 * pgn_comments.c the comments and white space between them, and pgn_signs.c
 * the signs that people put there. */
#pragma once

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "parse/record/format.h"
#include "parse/record/habits.h"
#include "parse/text/ascii.h"

#define WORDS_BYTES 48 /* of a move in words, at most */

/* A move number, with its dots. */
struct pgn_number {
	uint32_t value, dots;
	struct span span; /* len 0, and no dots: it is not for the next ply */
};

/* A line that is being read: the main line, or a variation. */
struct pgn_frame {
	struct line *line;
	struct comments pending;  /* comments for the ply that comes next */
	struct pgn_number number; /* the last */
	unsigned groups; /* parentheses that are open around variations */
};

struct pgn_reader {
	struct arena *arena;
	struct diags *diags;
	struct record *record;
	const char *base; /* of the window */
	const char *p, *end;
	bool eof;     /* `end` is the end of the input */
	bool starved; /* it needs more text and has to start again */
	unsigned tags, headings;
	struct alike { /* faults of one kind; see pgn_report_alike */
		const char *kind;
		struct diag *diag;
		struct fix *fix;        /* of it */
		struct edit_list edits; /* of that */
	} odd_tags, late_tags, marks, nuls;
	struct slice junk;    /* text after the last tag that had any */
	struct slice prefix;  /* text before each line, as "12: " */
	const char *heading;  /* may begin here, after another in the line */
	bool has_brackets;    /* numbers are written as 1) */
	bool has_letters;     /* or 1a, without a full stop */
	bool has_bullets;     /* lines begin with - */
	bool has_rows[2];     /* moves have - between them; and after numbers */
	bool has_semicolons;  /* or ; */
	bool has_colours;     /* or W, or another letter of their player */
	bool in_moves;        /* the tags were read */
	bool in_mail;         /* among the headings of a mail */
	const char *mover;    /* named before the next move; NULL: none */
	char mover_letter;    /* of the colour of the player found last */
	unsigned next_nag;    /* of the next move, and 1 */
	const char *tag;      /* a tag pair is there */
	const char *wordless; /* up to there are no words */
	const char *unopened; /* nor a comment that only ends */
	const char *parted;   /* up to there ; parts moves */
	const char *numbers;  /* the last of several in a row */
	unsigned depth;       /* of the current frame */
	unsigned ignored;     /* variations too deep to be kept */
	struct pgn_frame frame[VARIATIONS_DEEP + 1];
};

static inline struct span
pgn_span(const struct pgn_reader *reader, const char *from, const char *to)
{
	return span_at((size_t)(from - reader->base), (size_t)(to - from));
}

/* Reports a fault of the text between two places. */
#define pgn_report(reader, id, from, to, ...) \
	diag_add((reader)->diags, id, pgn_span(reader, from, to), __VA_ARGS__)

/* diag_fix_text of the text between two places. */
#define pgn_fix(reader, from, to, text)                                  \
	diag_fix_text((reader)->diags, *(text) ? (text) : "remove this", \
	    pgn_span(reader, from, to), text)

/* pgn_tags.c: reports a fault and its fix, by which the text of the span
 * becomes another. One report counts all of a kind, and its fix mends all. */
void pgn_report_alike(struct pgn_reader *reader, struct alike *alike,
    enum diag_id id, const char *kind, const char *words, struct span span,
    const char *text);

/* True if the text ends at p; starved if more may follow. */
static inline bool
pgn_ends(struct pgn_reader *reader, const char *p)
{
	if (p < reader->end)
		return false;
	reader->starved |= !reader->eof;
	return true;
}

static inline bool
pgn_at_end(struct pgn_reader *reader)
{
	return pgn_ends(reader, reader->p);
}

/* The character at p, NUL at the end; starved there. */
static inline char
pgn_at(struct pgn_reader *reader, const char *p)
{
	return pgn_ends(reader, p) ? '\0' : *p;
}

/* The first place from p on whose character is not of a kind; starved at the
 * end. */
__attribute__((always_inline)) static inline const char *
pgn_skip(struct pgn_reader *reader, const char *p, bool (*is_such)(char c))
{
	while (!pgn_ends(reader, p) && is_such(*p))
		p++;
	return p;
}

#define pgn_skip_space(reader, p)  pgn_skip(reader, p, is_space)
#define pgn_skip_digits(reader, p) pgn_skip(reader, p, ascii_is_digit)

/* Like pgn_skip, while the character is one of a literal. */
__attribute__((always_inline)) static inline const char *
pgn_skip_any(struct pgn_reader *reader, const char *p, const char *chars)
{
	while (!pgn_ends(reader, p) && char_is_among(*p, chars, strlen(chars)))
		p++;
	return p;
}

/* The end of the text up to `end` without white space after it. */
static inline const char *
before_space(const char *from, const char *end)
{
	while (end > from && is_space(end[-1]))
		end--;
	return end;
}

/* The length of a move in words at p; 0: there is none. */
static inline size_t
pgn_words_of_move(struct pgn_reader *reader, const char *p)
{
	if (!ascii_is_letter(*p) || ascii_is_digit(p[1]))
		return 0;
	return spelling_words_len(slice_between(p,
	    pgn_ends(reader, p + WORDS_BYTES) ? reader->end : p + WORDS_BYTES));
}

/* pgn_comments.c: reads the character at p, and returns its length, if it is a
 * blank that is not ASCII or a character that nobody sees; else 0. */
size_t pgn_odd_blank(struct pgn_reader *reader, const char *p,
    struct sign *sign) __attribute__((cold));

/* The length of such a blank at p, which parts tokens; else 0. */
static inline size_t
pgn_wide_blank(struct pgn_reader *reader, const char *p)
{
	struct sign sign;
	size_t len = sign_is_plain(*p) ? 0 : pgn_odd_blank(reader, p, &sign);

	return len > 0 && sign.kind == SIGN_BLANK ? len : 0;
}

/* Skips what pgn_odd_blank finds, and notes it; false if there is none. */
bool pgn_skip_odd_blank(struct pgn_reader *reader);

static inline bool
is_no_space(char c)
{
	return !is_space(c);
}

static inline bool
is_name(char c)
{
	return ascii_is_letter(c) || ascii_is_digit(c) || c == '_';
}

static inline bool
starts_line(const struct pgn_reader *reader, const char *p)
{
	return p == reader->base || p[-1] == '\n';
}

/* The end of the line before that of p if only blanks are before p in its line;
 * else NULL. */
static inline const char *
before_indented_line(const char *base, const char *p)
{
	while (p > base && is_one_of(p[-1], " \t"))
		p--;
	return p == base || p[-1] == '\n' ? p : NULL;
}

/* True if p begins a line, perhaps indented, and the line before is empty. */
static inline bool
follows_empty_line(const char *base, const char *p)
{
	p = before_indented_line(base, p);
	if (p == NULL || p-- == base)
		return false;
	while (p > base && is_one_of(p[-1], " \t\r"))
		p--;
	return p > base && p[-1] == '\n';
}

static inline const char *
end_of_line(struct pgn_reader *reader, const char *p)
{
	const char *newline = memchr(p, '\n', (size_t)(reader->end - p));

	reader->starved |= newline == NULL && !reader->eof;
	return newline != NULL ? newline : reader->end;
}

/* pgn_comments.c: true if a record surely begins with the bracket at p, unless
 * that is in a comment: with a tag pair after an empty line. The second finds
 * the first such place, or NULL. */
bool pgn_is_boundary(const char *from, const char *end, const char *p);
const char *pgn_find_boundary(const char *from, const char *end);

/* The words at `from`, up to the end of their line: some of them are no move in
 * any notation, and the others may be words as well. */
struct slice pgn_find_words(struct pgn_reader *reader, const char *from);

/* True if the word after blanks at p, in its line, is a move or a number. */
bool pgn_precedes_move(struct pgn_reader *reader, const char *p);

/* How many words of a text can only be moves, however they are parted; *first
 * is the first of them. *words: how many begin with a letter. */
unsigned pgn_count_moves(
    struct slice text, const char **first, unsigned *words);

/* pgn_signs.c: skips a sign between moves that PGN has not, and notes it; false
 * if there is none. */
bool pgn_skip_signs(struct pgn_reader *reader);

/* Skips a row of one sign, the head of a table with the line below it, or a
 * line of ``` that Markdown has around a record; notes it. */
bool pgn_skip_lines(struct pgn_reader *reader);

/* Finds what an editor or another tool put before each line: a number, the name
 * of the file, or the + of a difference; it is before a tag. */
void pgn_find_prefix(struct pgn_reader *reader);

/* The end of the prefix of the line at p, with any number; NULL: there is none.
 */
const char *pgn_end_of_prefix(struct pgn_reader *reader, const char *p);

/* True if the bracket at p is one of a variation, as books have it: "[2. Nd4]",
 * or closes one. */
bool pgn_is_bracket(struct pgn_reader *reader, const char *p);

/* True if the line at p is a row of signs. */
bool pgn_is_row(struct pgn_reader *reader, const char *p);

/* The length of a title at p that fills a line, such as "Game 2:", "## Game 2"
 * and "-- page 2 --"; 0: there is none. */
size_t pgn_title_len(struct pgn_reader *reader, const char *p);

/* True if another game begins at p, without tags, after one without a result:
 * with move 1 again after a title, an empty line or a row of signs. */
bool pgn_begins_game(struct pgn_reader *reader);

/* The next number with a full stop in the text near p; 0: there is none. */
const char *pgn_find_number(
    struct pgn_reader *reader, const char *p, unsigned long *number);

/* True if the line at p is one of ```. */
bool pgn_is_fence(const struct pgn_reader *reader, const char *p);

/* The length of a tag of HTML or of a forum at p, such as "<b>" and "[b]"; 0:
 * there is none. The second skips it, and notes it. */
size_t pgn_html_len(const struct pgn_reader *reader, const char *p);
bool pgn_skip_html(struct pgn_reader *reader);

/* The length of a Roman number at p, of this value; 0: there is none. */
size_t pgn_roman_len(
    const struct pgn_reader *reader, const char *p, uint32_t value);

/* The letter of the player with this name, which is his colour's, or a word of
 * his tag; NUL: there is none. */
char pgn_letter_of_player(const struct pgn_reader *reader, struct slice name);

/* Where the move begins that the name of a player at `from` precedes, "White
 * Nd4", "W: Nd4" or "<Ann> Nd4"; NULL: there is none. Sets mover_letter. */
const char *pgn_end_of_player(struct pgn_reader *reader, const char *from);

/* The digits of a move number at p that has a sign or a word before them, as
 * "(1)", "[1]", "#1", "**1.**" and "Move 1:". NULL: none are after it; p if
 * neither is there. */
const char *pgn_digits_of_number(struct pgn_reader *reader, const char *p);

/* Skips white space, escapes, and comments; false at the end. */
bool pgn_skip_to_text(struct pgn_reader *reader);

/* Reads the words as a comment, if there are any. */
bool pgn_take_remark(struct pgn_reader *reader, struct slice words);

/* The line without the blanks around it, if it is a remark of several words:
 * none of them can be a move, and it begins with no number. Else len is 0. */
struct slice pgn_find_remark(struct pgn_reader *reader, struct slice line);

/* Reads the rest of the line as a comment, if it is a remark. */
bool pgn_read_remark(struct pgn_reader *reader);

/* Reads the comments after the result that belong to the record. */
void pgn_read_trailing_comments(struct pgn_reader *reader);

/* Reads tag pairs up to the movetext, or to another record's. */
void pgn_read_tags(struct pgn_reader *reader);

/* True if a tag is before the moves as White "Ann" or "White: Ann". */
bool pgn_is_at_heading(struct pgn_reader *reader);

/* The end of the tag at p, and of those that follow it, if they are among
 * moves: with moves before and after them, and no empty line; else NULL. */
const char *pgn_end_of_tags_amid(struct pgn_reader *reader);

/* True if tags begin with the bracket at p, after moves. */
bool pgn_is_at_tags(struct pgn_reader *reader);

/* Reads tags up to `to`, which are among the moves or after them, as `words`
 * tell; the fix puts them before the moves. */
void pgn_read_late_tags(
    struct pgn_reader *reader, const char *to, const char *words);

/* Reads the tags after the moves, if they belong to the record: it has none of
 * them, and no moves follow. */
void pgn_read_tags_after(struct pgn_reader *reader);

#define PGN_VECTOR 16 /* bytes that pgn_first_stop looks at */
_Static_assert((int)PGN_VECTOR <= (int)SOURCE_TAIL, "a source has a tail");

/* The first of PGN_VECTOR bytes that may end a token: white space, controls,
 * { } ; ( ) [ ] $ , < | = \ and bytes that are not ASCII, which are below 0.
 * PGN_VECTOR if there is none; 0 if that is not known. */
static inline unsigned
pgn_first_stop(const char *p)
{
#ifdef __SSE2__
	__m128i text = _mm_loadu_si128((const void *)p), stops;

	stops =
	    _mm_cmpeq_epi8(text | _mm_set1_epi8('(' ^ ')'), _mm_set1_epi8(')'));
	stops |= _mm_cmpeq_epi8(text | _mm_set1_epi8(('{' ^ ';') | ('{' ^ '[')),
	    _mm_set1_epi8('{'));
	stops |= _mm_cmpeq_epi8(text | _mm_set1_epi8(('}' ^ '<') | ('}' ^ ']')),
	    _mm_set1_epi8('}'));
	stops |=
	    _mm_cmpeq_epi8(text | _mm_set1_epi8('$' ^ ','), _mm_set1_epi8(','));
	stops =
	    _mm_andnot_si128(stops, _mm_cmpgt_epi8(text, _mm_set1_epi8(' ')));
	return (unsigned)__builtin_ctz(~(unsigned)_mm_movemask_epi8(stops));
#else
	(void)p;
	return 0;
#endif
}

/* Reads moves up to the result, another record or the end; and closes
 * variations that were left open. */
void pgn_read_movetext(struct pgn_reader *reader);
void pgn_close_lines(struct pgn_reader *reader);

/* Reads results that follow the result of the record: none of them is another
 * record. */
void pgn_read_more_results(struct pgn_reader *reader);
