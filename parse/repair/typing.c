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

/* Pairs of characters that look alike in handwriting or print. */
static const char alike[] =
    "*x,.-x-=-:-~-.0O0o0Q1l1i1IIl2Z4A5S6b6G8B9g:xgqmnuv";

/* The keys next to each letter on a keyboard, from a to z. */
static const char *const next_key[26] = { "sqz", "vng", "xvd", "sfec", "wrd",
	"dgrv", "fhtb", "gjyn", "uok", "hkum", "jli", "ko", "nj", "bmh", "ipl",
	"o", "wa", "etf", "adwx", "ryg", "yij", "cbf", "qes", "zcs", "tuh",
	"xa" };

static bool
look_alike(uint32_t a, uint32_t b)
{
	const char *p = alike;

	for (; a > 0 && a < 128 && (p = strchr(p, (int)a)) != NULL; p++)
		if ((uint32_t)alike[(p - alike) ^ 1] == b)
			return true;
	return false;
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
	if (look_alike(meant, written))
		return COST_LOOKS_ALIKE;
	if (is_lower(meant) && is_lower(written))
		return meant == written + 1 || written == meant + 1 ||
			strchr(next_key[meant - 'a'], (int)written) != NULL
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

/* The cost of each written character if another character was meant. */
static const uint32_t *
mistaken_for(struct typing *typing, uint32_t meant)
{
	unsigned i = meant % TYPING_KEPT;
	uint32_t *cost = typing->mistaken[i];

	if (typing->kept[i] == meant)
		return cost;
	typing->kept[i] = meant;
	for (unsigned j = 0; j < typing->points.len; j++)
		cost[j] = mistaken(typing->known, meant, typing->points.at[j]);
	return cost;
}

/* Fills a row of the table: the first i characters of the text that is meant
 * against the written ones. */
static void
fill_row(struct typing *typing, unsigned i)
{
	const struct characters *a = &typing->meant, *b = &typing->points;
	unsigned *row = typing->row[i], *above = typing->row[i - 1];
	uint32_t point = a->at[i - 1], last = before(a, i - 1);
	unsigned out = summand(left_out(last, point), 0), sum;
	const uint32_t *instead = mistaken_for(typing, point);

	row[0] = typing->least[i] = above[0] + out;
	for (unsigned j = 1; j <= b->len; j++) {
		row[j] = least_cost(above[j] + out, row[j - 1] + typing->in[j]);
		sum = above[j - 1];
		if (point != b->at[j - 1])
			sum += instead[j - 1];
		row[j] = least_cost(row[j], sum);
		if (i > 1 && j > 1 && point == b->at[j - 2] &&
		    last == b->at[j - 1])
			row[j] = least_cost(row[j],
			    typing->row[i - 2][j - 2] +
				summand(COST_TURNED, 0));
		typing->least[i] = least_cost(typing->least[i], row[j]);
	}
}

/* The cheapest way from one text to the other: characters are put in, left
 * out, mistaken, and neighbours exchanged. A second slip in one token is as
 * rare as a slip in another one. It ends when two rows cost more than `most`:
 * an exchange reaches over one. */
static unsigned
distance(struct typing *typing, const struct characters *meant, unsigned most)
{
	unsigned same = 0, sum;

	while (same < typing->rows && same < meant->len &&
	    typing->meant.at[same] == meant->at[same])
		same++;
	typing->meant = *meant;
	typing->rows = same;
	most = (most + COST_SECOND + 1) * SLIPS_MAX;
	for (unsigned i = 1; i <= meant->len; i++) {
		if (i > same)
			fill_row(typing, typing->rows = i);
		if (typing->least[i] >= most && typing->least[i - 1] >= most)
			return typing->least[i] / SLIPS_MAX - COST_SECOND;
	}
	sum = typing->row[meant->len][typing->points.len];
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
least_distance(const struct typing *typing, struct slice meant)
{
	uint64_t a = kinds_of(meant), b = typing->kinds;
	unsigned out = (unsigned)__builtin_popcountll(a & ~b);
	unsigned in = (unsigned)__builtin_popcountll(b & ~a);
	unsigned slips = out > in ? out : in;

	return slips * ((COST_LOOKS_ALIKE >> TIMES_MAX) + COST_SECOND) -
	    (slips > 0 ? COST_SECOND : 0);
}

void
typing_begin(
    struct typing *typing, struct slice written, const struct confusions *known)
{
	const struct characters *points = &typing->points;

	typing->written = written;
	typing->known = known;
	typing->kinds = kinds_of(written);
	typing->is_long =
	    !characters_read(written, TYPING_TEXT_MAX, &typing->points);
	memset(typing->kept, 0, sizeof(typing->kept));
	typing->rows = typing->least[0] = typing->row[0][0] = 0;
	for (unsigned j = 1; j <= points->len; j++) {
		typing->in[j] = summand(
		    put_in(before(points, j - 1), points->at[j - 1]), 0);
		typing->row[0][j] = typing->row[0][j - 1] + typing->in[j];
	}
}

unsigned
typing_cost(struct typing *typing, struct slice meant, unsigned most)
{
	struct slice written = typing->written;
	unsigned cost = TYPING_UNLIKE;
	struct characters points;

	if (slice_equal(meant, written))
		return 0;
	if (least_distance(typing, meant) > most)
		return least_cost(cut(meant, written), cost);
	if (typing->is_long ||
	    !characters_read(meant, TYPING_TEXT_MAX, &points))
		return cost;
	cost = least_cost(distance(typing, &points, most), cost);
	return least_cost(cost, cut(meant, written));
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
