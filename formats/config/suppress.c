/* Ternion: suppressions in comments. */
#include <stdlib.h>

#include "formats/config/suppress.h"

#define WORD "ternion-disable"

/* One code of a comment. */
struct suppression {
	struct suppression *next;
	enum diag_id id;
	bool next_only;   /* ternion-disable-next */
	bool used;        /* it has taken something away */
	unsigned order;   /* plies before it */
	uint32_t at;      /* where its comment stands */
	struct span span; /* of the code */
};

/* Where a ply begins, and its place in the record, from 1. */
struct place {
	uint32_t start;
	unsigned order;
};

/* A record while its comments are gathered. */
struct gathering {
	const struct record *record;
	struct diags *diags;
	bool silent; /* nothing is said of malformed comments */
	struct suppression *first, *last;
	struct place *places; /* NULL: plies are only counted */
	unsigned plies;
	unsigned unplayed; /* of them */
	bool found;        /* some comment is a suppression */
};

static bool
is_suppression(struct slice text)
{
	return text.len >= strlen(WORD) &&
	    memcmp(text.ptr, WORD, strlen(WORD)) == 0;
}

/* The next word of a text, which is moved on; len 0: there is none. Words
 * end at white space and commas. */
static struct slice
next_word(struct slice *text)
{
	static const char between[] = " \t\r\n\v\f,";
	struct slice word = { text->ptr, 0 };

	while (text->len > 0 &&
	    memchr(between, *text->ptr, strlen(between)) != NULL)
		*text = slice_sub(*text, 1, text->len - 1);
	word.ptr = text->ptr;
	while (text->len > 0 &&
	    memchr(between, *text->ptr, strlen(between)) == NULL) {
		*text = slice_sub(*text, 1, text->len - 1);
		word.len++;
	}
	return word;
}

/* A word of a comment in the record, or all of the comment if it does not
 * stand there as it is. */
static struct span
span_suppression_of(const struct comment *comment, struct slice word)
{
	struct span span = comment->span;

	if (span.len == comment->text.len) {
		span.start += (uint32_t)(word.ptr - comment->text.ptr);
		span.len = (uint32_t)word.len;
	}
	return span;
}

static void
complain_suppression(const struct gathering *gathering,
    const struct comment *comment, struct slice word, const char *what)
{
	if (!gathering->silent)
		diag_add(gathering->diags, DIAG_SUPPRESSION_MALFORMED,
		    span_suppression_of(comment, word), "%s '%.*s'", what,
		    (int)word.len, word.ptr);
}

/* Whether a code can be suppressed; if not, says why. */
static bool
check_code(const struct gathering *gathering, const struct comment *comment,
    struct slice word, enum diag_id id)
{
	if (id == DIAGS)
		complain_suppression(
		    gathering, comment, word, "there is no diagnostic");
	else if (diag_table[id].severity == SEV_FATAL ||
	    id == DIAG_SUPPRESSION_MALFORMED || id == DIAG_SUPPRESSION_UNUSED)
		complain_suppression(
		    gathering, comment, word, "no comment can suppress");
	else
		return true;
	return false;
}

static void
add_code(struct gathering *gathering, const struct comment *comment,
    struct slice word, bool next_only)
{
	enum diag_id id = diag_find(word);
	struct suppression *suppression;

	if (!check_code(gathering, comment, word, id))
		return;
	suppression =
	    arena_alloc(gathering->diags->arena, sizeof(*suppression));
	*suppression = (struct suppression){ .id = id,
		.next_only = next_only,
		.order = gathering->plies,
		.at = comment->span.start,
		.span = span_suppression_of(comment, word) };
	if (gathering->last != NULL)
		gathering->last->next = suppression;
	else
		gathering->first = suppression;
	gathering->last = suppression;
}

static void
read_comment(struct gathering *gathering, const struct comment *comment)
{
	struct slice text = comment->text;
	struct slice head = next_word(&text), word;
	bool next_only = slice_is(head, WORD "-next");
	unsigned codes = 0;

	if (!next_only && !slice_is(head, WORD)) {
		complain_suppression(gathering, comment, head,
		    "there is " WORD " and " WORD "-next, and no");
		return;
	}
	for (;; codes++) {
		word = next_word(&text);
		if (word.len == 0 || slice_is(word, "--"))
			break;
		add_code(gathering, comment, word, next_only);
	}
	if (codes == 0)
		complain_suppression(gathering, comment, head,
		    "no code of a diagnostic follows");
}

static void
gather_comments(struct gathering *gathering, const struct comments *comments)
{
	for (const struct comment *c = comments->first; c; c = c->next) {
		if (!is_suppression(c->text))
			continue;
		gathering->found = true;
		if (gathering->places != NULL)
			read_comment(gathering, c);
	}
}

static void
gather_ply(struct gathering *gathering, const struct ply *ply)
{
	struct span number = ply->number_span;

	if (gathering->places != NULL)
		gathering->places[gathering->plies] =
		    (struct place){ number.len > 0 ? number.start
						   : ply->span.start,
			    gathering->plies + 1 };
	gathering->plies++;
	gathering->unplayed += !ply->played;
}

static void
gather_line(struct gathering *gathering, const struct line *line)
{
	gather_comments(gathering, &line->comment);
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		const struct notes *notes = ply->notes;

		if (notes != NULL)
			gather_comments(gathering, &notes->before);
		gather_ply(gathering, ply);
		if (notes == NULL)
			continue;
		gather_comments(gathering, &notes->comment);
		for (const struct line *v = notes->variations; v; v = v->next)
			gather_line(gathering, v);
		gather_comments(gathering, &notes->after);
	}
}

static int
by_start(const void *a, const void *b)
{
	const struct place *one = a, *other = b;

	return (one->start > other->start) - (one->start < other->start);
}

/* The ply that a place in the text belongs to: the last that begins there or
 * before it; 0: none does. */
static unsigned
order_of(const struct gathering *gathering, uint32_t start)
{
	unsigned low = 0, high = gathering->plies;

	while (low < high) {
		unsigned middle = low + (high - low) / 2;

		if (gathering->places[middle].start <= start)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 ? gathering->places[low - 1].order : 0;
}

static bool
holds_for(const struct suppression *suppression, const struct diag *diag,
    unsigned order)
{
	if (suppression->id != diag->id)
		return false;
	if (order == suppression->order)
		return diag->span.start > suppression->at ||
		    (order == 0 && !suppression->next_only);
	if (suppression->next_only)
		return order == suppression->order + 1;
	return order > suppression->order;
}

/* Whether it is about the end of the game, and shown at the last ply for want
 * of a result. */
static bool
is_of_end(const struct record *record, const struct diag *diag)
{
	const struct ply *last = record->line.last;

	return last != NULL && diag->ply == 0 &&
	    diag->span.start >= last->span.start &&
	    diag->span.start < last->span.start + last->span.len;
}

static bool
is_suppressed(const struct gathering *gathering, const struct diag *diag)
{
	unsigned order = is_of_end(gathering->record, diag)
	    ? gathering->plies + 1
	    : order_of(gathering, diag->span.start);
	bool suppressed = false;

	for (struct suppression *s = gathering->first; s; s = s->next)
		if (holds_for(s, diag, order))
			s->used = suppressed = true;
	return suppressed;
}

static void
filter(const struct gathering *gathering, bool keep_errors)
{
	struct diags *diags = gathering->diags;
	unsigned kept = 0;

	for (unsigned i = 0; i < diags->len; i++) {
		const struct diag diag = diags->list[i];
		bool error = diag.severity >= SEV_ERROR;

		if (!is_suppressed(gathering, &diag) || (keep_errors && error))
			diags->list[kept++] = diag;
	}
	diags->len = kept;
}

/* Only where everything was judged is it known what is not found; a record that
 * could not be read has no plies, and an error. */
static bool
is_judged(const struct gathering *gathering, int worst)
{
	const struct diags *diags = gathering->diags;

	for (int s = SEV_NOTE; s <= SEV_FATAL; s++)
		if (diags->dropped[s] > 0)
			return false;
	return gathering->unplayed == 0 &&
	    (gathering->plies > 0 || worst < (int)SEV_ERROR);
}

static void
report_unused(const struct gathering *gathering)
{
	for (const struct suppression *s = gathering->first; s; s = s->next)
		if (!s->used)
			diag_add(gathering->diags, DIAG_SUPPRESSION_UNUSED,
			    s->span, "no '%s' is given %s",
			    diag_table[s->id].slug,
			    s->next_only ? "for the next ply" : "from here on");
}

/* Whether there may be comments at all: mostly there are none. */
static bool
has_comments(const struct record *record)
{
	const struct ply *ply = record->line.first;

	if (record->no_comments)
		return false;
	while (ply != NULL && ply->notes == NULL)
		ply = ply->next;
	return ply != NULL || record->line.comment.first != NULL;
}

void
suppress(const struct record *record, struct diags *diags, bool keep_errors)
{
	struct gathering gathering = {
		.record = record, .diags = diags, .silent = keep_errors
	};
	int worst = diags_worst(diags, 0);
	struct place *places;

	if (!has_comments(record))
		return;
	gather_line(&gathering, &record->line);
	if (!gathering.found)
		return;
	places =
	    arena_alloc(diags->arena, (gathering.plies + 1) * sizeof(*places));
	gathering.places = places;
	gathering.plies = gathering.unplayed = 0;
	gather_line(&gathering, &record->line);
	qsort(places, gathering.plies, sizeof(*places), by_start);
	filter(&gathering, keep_errors);
	if (!keep_errors && is_judged(&gathering, worst))
		report_unused(&gathering);
}
