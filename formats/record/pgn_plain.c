/*
 * Ternion: PGN: plain movetext, which is nearly all of a text: moves and
 * numbers with one blank between them.
 *
 * It is looked at in blocks. Of each it is found first, for all bytes at once,
 * which of them end a token, and then the tokens are taken one by one: where
 * one ends need not be known to find the next.
 */
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "formats/record/pgn_reader.h"

enum {
	BLOCK = 64,  /* bytes */
	VECTOR = 16, /* of them that are looked at together */
	/* So many bytes are there that no plain token can be the last, nor go
	 * on behind blanks that have not been read. */
	BYTES_BEYOND = TOKEN_MAX + BLOCK,
	PLIES = BLOCK / 2,  /* in a block at most, each with a blank */
	DIGITS = 4,         /* of a plain number at most */
	SECTOR = 9,         /* bytes of a token of sectors that is one cell */
	FIRST_SLASH = 0x1e, /* where a token of sectors has one, as bits */
	CALL = 3,           /* bytes of "(C)" */
};

/* What the bytes of a block are, a bit for each. */
struct block {
	uint64_t ends;    /* what ends a token, or may: white space and
			     controls, { } ; ( ) and all that is not ASCII */
	uint64_t slashes; /* which sectors have */
};

#ifdef __SSE2__

static inline __m128i
equal(__m128i bytes, char c)
{
	return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c));
}

static inline uint64_t
bits_of(__m128i bytes, unsigned at)
{
	return (uint64_t)(unsigned)_mm_movemask_epi8(bytes) << at;
}

static inline void
look_at_vector(struct block *block, const char *p, unsigned at)
{
	__m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)&p[at]);
	/* What is not ASCII is negative. */
	__m128i ends = _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x21));

	/* ( and ) differ in one bit, and so do ; and {. */
	ends = _mm_or_si128(
	    ends, equal(_mm_and_si128(bytes, _mm_set1_epi8((char)0xfe)), '('));
	ends = _mm_or_si128(
	    ends, equal(_mm_and_si128(bytes, _mm_set1_epi8((char)0xbf)), ';'));
	ends = _mm_or_si128(ends, equal(bytes, '}'));
	block->ends |= bits_of(ends, at);
	block->slashes |= bits_of(equal(bytes, '/'), at);
}

#else

/* The same one by one. */
static inline void
look_at_vector(struct block *block, const char *p, unsigned at)
{
	for (unsigned i = at; i < at + VECTOR; i++) {
		unsigned char c = (unsigned char)p[i];

		block->ends |= (uint64_t)(c <= ' ' || c >= 0x80 || c == '(' ||
				   c == ')' || c == '{' || c == '}' || c == ';')
		    << i;
		block->slashes |= (uint64_t)(c == '/') << i;
	}
}

#endif

static inline struct block
look_at(const char *p)
{
	struct block block = { 0, 0 };

	for (unsigned at = 0; at < BLOCK; at += VECTOR)
		look_at_vector(&block, p, at);
	return block;
}

static inline bool
is_plain_blank(char c)
{
	return c == ' ' || c == '\n';
}

/* Whether a call such as "(C)" stands at p. */
static inline bool
is_plain_call(const char *p)
{
	return p[0] == '(' && ascii_is_letter(p[1]) && p[2] == ')';
}

/* Whether a token of sectors ends here for sure: it is more than one cell, and
 * no promotion follows behind blanks. */
static inline bool
is_whole_of_sectors(const char *p, size_t len)
{
	unsigned char next = (unsigned char)p[len + 1];

	return len > SECTOR &&
	    (p[len] == '\n' || (next > ' ' && next < 0x80 && next != '='));
}

/* Whether the token is surely a move, and no number and no result: one like
 * "e4", "11j11" or "0-0". */
static inline bool
is_move(const char *p, size_t len)
{
	if (ascii_is_letter(p[0]))
		return true;
	return ascii_is_digit(p[0]) &&
	    (ascii_is_letter(p[1]) ||
		(ascii_is_digit(p[1]) && ascii_is_letter(p[2])) ||
		(len == 3 && memcmp(p, "0-0", 3) == 0) ||
		(len == 5 && memcmp(p, "0-0-0", 5) == 0));
}

/* The length of the number at p, of a few digits with dots behind them; 0 if
 * there is none. */
static inline unsigned
read_plain_number(
    const struct pgn_reader *reader, struct pgn_number *read, const char *p)
{
	uint32_t number = 0, dots = 0;
	unsigned len = 0;

	while (len < DIGITS && ascii_is_digit(p[len]))
		number = number * 10 + (uint32_t)(p[len++] - '0');
	while (dots <= PLAYERS && p[len + dots] == '.')
		dots++;
	if (len == 0 || dots == 0 || dots > PLAYERS)
		return 0;
	*read = (struct pgn_number){ number, dots,
		pgn_span(reader, p, p + len + dots) };
	return len + dots;
}

/* Puts plies that lie one behind the other at the end of a line. */
static inline void
append(struct line *line, struct ply *first, struct ply *end)
{
	if (first == end)
		return;
	end[-1].next = NULL;
	if (line->last != NULL)
		line->last->next = first;
	else
		line->first = first;
	line->last = end - 1;
	line->plies += (unsigned)(end - first);
}

/* A block while its tokens are taken. */
struct taking {
	const struct pgn_reader *reader;
	struct pgn_number number; /* the last */
	const char *from;         /* where the block begins */
	unsigned at;              /* where its next token begins */
	struct block block;       /* what is from there on */
	struct ply *ply;          /* the next to be made */
};

/* Takes a move with `len` bytes before the first end, which may be that of a
 * call; false if it is not plain. */
static inline bool
take_plain_move(struct taking *taking, size_t len)
{
	const char *p = taking->from + taking->at;

	if (is_plain_call(p + len)) {
		/* Its two parentheses are ends, and the blank may lie beyond
		 * the block: then all is read with the next one. */
		taking->block.ends &= taking->block.ends - 1;
		taking->block.ends &= taking->block.ends - 1;
		if (taking->block.ends == 0)
			return false;
		len += CALL;
	}
	if (!is_plain_blank(p[len]) ||
	    ((taking->block.slashes >> taking->at & FIRST_SLASH) != 0 &&
		!is_whole_of_sectors(p, len)))
		return false;
	pgn_begin_ply(taking->reader, &taking->number, (struct slice){ p, len },
	    taking->ply);
	taking->ply->next = taking->ply + 1;
	taking->ply++;
	taking->at += (unsigned)len;
	return true;
}

/* Takes the next token, and the blank behind it; false if it is not plain. */
static inline bool
take_plain_token(struct taking *taking)
{
	const char *p = taking->from + taking->at;
	size_t len = (unsigned)__builtin_ctzll(taking->block.ends) - taking->at;

	if (!is_move(p, len)) {
		size_t number =
		    read_plain_number(taking->reader, &taking->number, p);

		taking->at += (unsigned)number;
		if (number == 0)
			return false;
		if (number < len)
			return true; /* "1.e4" */
		if (!is_plain_blank(p[len]))
			return false;
	} else if (!take_plain_move(taking, len)) {
		return false;
	}
	taking->at++;
	taking->block.ends &= taking->block.ends - 1;
	return true;
}

/* Takes the tokens of the block at reader->p, up to its last blank; false if
 * something else stands among them, or it has no blank. */
static inline bool
read_block(struct pgn_reader *reader, struct pgn_frame *frame)
{
	struct ply *first = arena_room(reader->arena, PLIES * sizeof(*first));
	struct taking taking = { .reader = reader,
		.number = frame->number,
		.from = reader->p,
		.ply = first };
	bool plain = true;

	taking.block = look_at(reader->p);
	while (plain && taking.block.ends != 0)
		plain = take_plain_token(&taking);
	arena_take(
	    reader->arena, (size_t)(taking.ply - first) * sizeof(*first));
	append(frame->line, first, taking.ply);
	frame->number = taking.number;
	reader->p += taking.at;
	return plain && taking.at > 0;
}

void
pgn_read_plain(struct pgn_reader *reader)
{
	struct pgn_frame *frame = &reader->frame[reader->depth];

	/* Comments are for the ply that comes next. */
	if (frame->pending.first != NULL)
		return;
	if (reader->p < reader->end && is_plain_blank(*reader->p))
		reader->p++;
	while (reader->end - reader->p >= BYTES_BEYOND &&
	    read_block(reader, frame))
		;
}
