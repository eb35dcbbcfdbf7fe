/* Ternion: how likely one text was typed where another was meant. */
#include "parse/repair/costs.h"

enum {
	CUT_FAR = 4,
	TIMES_MAX = 2,   /* that a confusion becomes cheaper */
	SLIPS_MAX = 256, /* in a sum of costs */
};

static bool
is_digit(uint32_t point)
{
	return point >= '0' && point <= '9';
}

static bool
is_upper(uint32_t point)
{
	return point >= 'A' && point <= 'Z';
}

static bool
is_lower(uint32_t point)
{
	return point >= 'a' && point <= 'z';
}

static bool
is_sign(uint32_t point)
{
	return point == 'x' ||
	    (!is_digit(point) && !is_upper(point) && !is_lower(point));
}

static uint32_t
lower(uint32_t point)
{
	return is_upper(point) ? point | 0x20 : point;
}

/* The characters that each looks like in handwriting or print. */
static const char *const looks_like[128] = {
	['*'] = "x",
	[','] = ".",
	['-'] = "x=:~.",
	['.'] = "-,",
	['0'] = "OoQ",
	['1'] = "liI",
	['2'] = "Z",
	['4'] = "A",
	['5'] = "S",
	['6'] = "bG",
	['8'] = "B",
	['9'] = "g",
	[':'] = "x-",
	['='] = "-",
	['A'] = "4",
	['B'] = "8",
	['G'] = "6",
	['I'] = "1l",
	['O'] = "0",
	['Q'] = "0",
	['S'] = "5",
	['Z'] = "2",
	['b'] = "6",
	['g'] = "q9",
	['i'] = "1",
	['l'] = "1I",
	['m'] = "n",
	['n'] = "m",
	['o'] = "0",
	['q'] = "g",
	['u'] = "v",
	['v'] = "u",
	['x'] = ":*-",
	['~'] = "-",
};

/* The keys next to each letter on a keyboard, from a to z. */
static const char *const next_key[26] = { "sqz", "vng", "xvd", "sfec", "wrd",
	"dgrv", "fhtb", "gjyn", "uok", "hkum", "jli", "ko", "nj", "bmh", "ipl",
	"o", "wa", "etf", "adwx", "ryg", "yij", "cbf", "qes", "zcs", "tuh",
	"xa" };

/* Whether one of the neighbours, which may be NULL, is the character. */
static bool
is_among(const char *neighbours, uint32_t point)
{
	return neighbours != NULL && point != 0 && point < 128 &&
	    strchr(neighbours, (int)point) != NULL;
}

/* The common cases first: a search spends most of its time here. */
static unsigned
substitution(uint32_t meant, uint32_t written)
{
	if (is_digit(meant) && is_digit(written))
		return meant == written + 1 || written == meant + 1
		    ? COST_NEXT_DIGIT
		    : COST_OTHER;
	if (is_upper(meant) && is_upper(written))
		return COST_PIECE;
	if (is_among(meant < 128 ? looks_like[meant] : NULL, written))
		return COST_LOOKS_ALIKE;
	if (is_lower(meant) && is_lower(written))
		return meant == written + 1 || written == meant + 1 ||
			is_among(next_key[meant - 'a'], written)
		    ? COST_NEXT_LETTER
		    : COST_OTHER;
	if (lower(meant) == lower(written))
		return COST_CASE;
	if (is_sign(meant) && is_sign(written))
		return written == 'x' ? COST_FALSE_SIGN : COST_LOOKS_ALIKE;
	return COST_UNRELATED;
}

/* A character that is in one text alone; `before` stands before it there, 0 at
 * the beginning. */
static unsigned
left_out(uint32_t before, uint32_t point)
{
	if ((is_sign(point) && point != '*') || point == '0')
		return COST_SIGN +
		    (point == '0' && before != '-' ? COST_DOUBLED : 0);
	return before == point ? COST_DOUBLED : COST_LEFT_OUT;
}

/* The cost of a character that is written and not meant. */
static unsigned
put_in(uint32_t before, uint32_t point)
{
	return point == 'x' && before != 'x' ? (unsigned)COST_FALSE_SIGN
					     : left_out(before, point);
}

static uint32_t
before(const struct characters *points, unsigned i)
{
	return i > 0 ? points->at[i - 1] : 0;
}

/* A cost as part of a sum, which counts in its lowest bits the slips that are
 * no mere sign or case. The cost of such a one may be less: half, and a
 * quarter, for a confusion of a writer who has made it before. */
static unsigned
summand(unsigned cost, unsigned less)
{
	return cost <= COST_SIGN
	    ? (cost >> less) * SLIPS_MAX
	    : ((cost >> less) + COST_SECOND) * SLIPS_MAX + 1;
}

/* A character that is mistaken for another. */
static unsigned
mistaken(const struct confusions *known, uint32_t meant, uint32_t written)
{
	unsigned times = 0;

	for (unsigned i = 0; known != NULL && i < known->len; i++)
		times += (unsigned char)known->of[i].meant == meant &&
		    (unsigned char)known->of[i].written == written;
	return summand(
	    substitution(meant, written), least_cost(times, TIMES_MAX));
}

/* The cheapest way from one text to the other: characters are put in, left
 * out, mistaken, and neighbours exchanged. A second slip in one token is as
 * rare as a slip in another one. Ends as soon as it costs more than `most`: two
 * rows do, as an exchange reaches over one. */
static unsigned
distance(const struct characters *a, const struct characters *b,
    const struct confusions *known, unsigned most)
{
	unsigned rows[3][TYPING_TEXT_MAX + 1], in[TYPING_TEXT_MAX + 1],
	    last = 0, sum;

	most = (most + COST_SECOND + 1) * SLIPS_MAX;
	rows[0][0] = 0;
	for (unsigned j = 1; j <= b->len; j++) {
		in[j] = summand(put_in(before(b, j - 1), b->at[j - 1]), 0);
		rows[0][j] = rows[0][j - 1] + in[j];
	}
	for (unsigned i = 1; i <= a->len; i++) {
		unsigned *row = rows[i % 3];
		const unsigned *above = rows[(i + 2) % 3];
		unsigned out =
		    summand(left_out(before(a, i - 1), a->at[i - 1]), 0);
		unsigned cheapest = above[0] + out;

		row[0] = cheapest;
		for (unsigned j = 1; j <= b->len; j++) {
			row[j] = least_cost(above[j] + out, row[j - 1] + in[j]);
			sum = above[j - 1];
			if (a->at[i - 1] != b->at[j - 1])
				sum +=
				    mistaken(known, a->at[i - 1], b->at[j - 1]);
			row[j] = least_cost(row[j], sum);
			if (i > 1 && j > 1 && a->at[i - 1] == b->at[j - 2] &&
			    a->at[i - 2] == b->at[j - 1])
				row[j] = least_cost(row[j],
				    rows[(i + 1) % 3][j - 2] +
					summand(COST_TURNED, 0));
			cheapest = least_cost(cheapest, row[j]);
		}
		if (cheapest >= most && last >= most)
			return cheapest / SLIPS_MAX - COST_SECOND;
		last = cheapest;
	}
	sum = rows[a->len % 3][b->len];
	return sum / SLIPS_MAX - (sum % SLIPS_MAX > 0 ? COST_SECOND : 0);
}

/* The cost if the one text is the beginning or the end of the other: the part
 * that was cut off is lost all at once. */
static unsigned
cut(struct slice meant, struct slice written)
{
	size_t lost = meant.len - written.len;

	if (written.len == 0 || written.len >= meant.len ||
	    (memcmp(meant.ptr, written.ptr, written.len) != 0 &&
		memcmp(meant.ptr + lost, written.ptr, written.len) != 0))
		return TYPING_UNLIKE;
	return COST_CUT +
	    (lost < CUT_FAR ? COST_CUT_MORE * (unsigned)lost
			    : COST_CUT_MORE * CUT_FAR);
}

/* The letters and digits of a text, as bits; without those that are as cheap
 * to leave out as signs. */
static uint64_t
kinds_of(struct slice text)
{
	uint64_t kinds = 0;

	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.ptr[i];

		if (is_digit(c) && c != '0')
			kinds |= UINT64_C(1) << (c - '0');
		else if (is_upper(c) || (is_lower(c) && c != 'x'))
			kinds |= UINT64_C(1) << (lower(c) - 'a' + 10);
	}
	return kinds;
}

/* The least cost of the texts: each letter or digit that one has alone is a
 * slip. */
static unsigned
least_distance(struct slice meant, struct slice written)
{
	uint64_t a = kinds_of(meant), b = kinds_of(written);
	unsigned out = (unsigned)__builtin_popcountll(a & ~b);
	unsigned in = (unsigned)__builtin_popcountll(b & ~a);
	unsigned slips = out > in ? out : in;

	return slips * ((COST_LOOKS_ALIKE >> TIMES_MAX) + COST_SECOND) -
	    (slips > 0 ? COST_SECOND : 0);
}

unsigned
typing_cost(struct slice meant, struct slice written,
    const struct confusions *known, unsigned most)
{
	struct characters a, b;

	if (slice_equal(meant, written))
		return 0;
	if (least_distance(meant, written) > most)
		return least_cost(cut(meant, written), TYPING_UNLIKE);
	if (!characters_read(meant, TYPING_TEXT_MAX, &a) ||
	    !characters_read(written, TYPING_TEXT_MAX, &b))
		return TYPING_UNLIKE;
	return least_cost(
	    least_cost(distance(&a, &b, known, most), cut(meant, written)),
	    TYPING_UNLIKE);
}

void
confusions_add(struct confusions *known, const struct confusions *others)
{
	for (unsigned i = 0; i < others->len; i++)
		if (known->len < CONFUSIONS_MAX)
			known->of[known->len++] = others->of[i];
}

void
typing_learn(struct slice meant, struct slice written, struct confusions *known)
{
	struct confusion last = { 0 };

	if (meant.len != written.len || known->len == CONFUSIONS_MAX)
		return;
	for (size_t i = 0; i < meant.len; i++) {
		const struct confusion here = { meant.ptr[i], written.ptr[i] };

		if (here.meant == here.written)
			continue;
		if (((here.meant | here.written) & 0x80) != 0 ||
		    (last.meant != '\0' &&
			(last.meant != here.meant ||
			    last.written != here.written)))
			return;
		last = here;
	}
	if (last.meant != '\0')
		known->of[known->len++] = last;
}
