/* Ternion: signs and habits of people in a record. */
#include "parse/notation/own.h"
#include "parse/record/habits.h"

/* A ply that got another spelling than stands in the text. */
struct spelled {
	struct spelled *next;
	struct span span;
	struct slice text;
	unsigned habits;
	const char *edit; /* is written instead; NULL: nothing can be */
};

/* Words in no braces. */
struct words {
	struct words *next;
	struct span span;       /* of the first */
	unsigned more;          /* after them */
	struct edit_list edits; /* put all in braces */
};

/* The habits of a record, in its arena. */
struct habits {
	struct words *words, *last_words; /* not yet reported */
	struct words *times;              /* and evaluations, among them */
	struct spelled *spelled;          /* not yet counted */
	struct counted {
		unsigned count;
		struct span span; /* of the first */
		struct slice text;
	} of[HABITS];
	struct edit_list edits;
};

static struct habits *
habits_of(struct record *record)
{
	if (record->habits == NULL)
		record->habits =
		    arena_alloc(record->arena, sizeof(*record->habits));
	return record->habits;
}

void
habits_edit(struct record *record, struct span span, const char *text)
{
	edits_add(&habits_of(record)->edits, record->arena, span, text);
}

void
habits_note_words(struct record *record, struct span span, bool is_time)
{
	struct habits *habits = habits_of(record);
	struct words *words = is_time ? habits->times : NULL;

	if (words != NULL) {
		words->more++;
	} else {
		words = arena_alloc(record->arena, sizeof(*words));
		words->span = span;
		LIST_APPEND(habits->words, habits->last_words, words);
	}
	if (is_time)
		habits->times = words;
	struct edit_list *edits = &words->edits;
	if (edits->len > 0 &&
	    edits->edit[edits->len - 1].span.start == span.start)
		edits->edit[edits->len - 1].text = "} {";
	else
		edits_add(edits, record->arena, span_at(span.start, 0), "{");
	edits_add(edits, record->arena, span_at(span.start + span.len, 0), "}");
}

void
habits_note_signs(struct record *record, unsigned habits, struct span span,
    struct slice text, const char *plain)
{
	for (unsigned i = 0; i < HABITS; i++) {
		enum habit habit = (enum habit)i;
		struct span place = span;

		if ((habits >> i & 1) == 0)
			continue;
		if (habit <= HABIT_LETTER && span.len == text.len) {
			struct slice sign = sign_find(text, habit_sign(habit));

			place =
			    span_at(span.start + (size_t)(sign.ptr - text.ptr),
				sign.len);
		}
		struct counted *counted = &habits_of(record)->of[habit];
		if (counted->count++ == 0 ||
		    counted->span.start >= place.start) {
			counted->span = place;
			counted->text = text;
		}
	}
	if (plain != NULL)
		habits_edit(record, span, plain);
}

/* In the order of the text; of two in one place the longer first. */
static int
by_place(const void *a, const void *b)
{
	const struct span *one = &((const struct edit *)a)->span;
	const struct span *other = &((const struct edit *)b)->span;

	if (one->start != other->start)
		return one->start < other->start ? -1 : 1;
	return (one->len < other->len) - (one->len > other->len);
}

/* All edits as one fix, without those within others. */
static struct fix *
habits_fix(struct edit_list *edits, struct diags *diags)
{
	struct edit *all = edits->edit;
	uint32_t end = 0;
	unsigned len = 0;

	qsort(all, edits->len, sizeof(*all), by_place);
	for (unsigned i = 0; i < edits->len; i++)
		if (all[i].span.start >= end) {
			end = all[i].span.start + all[i].span.len;
			all[len++] = all[i];
		}
	struct fix *fix = diag_new_fix(diags,
	    len == 1 && *all->text != '\0'
		? all->text
		: "write all of this in the usual way",
	    all->span, "", true);
	fix->edits = all;
	fix->len = len;
	fix->is_spelling = true;
	return fix;
}

void
habits_leave_out(struct record *record, const struct line *line, uint32_t from)
{
	const unsigned open = 1u << HABIT_BETWEEN | 1u << HABIT_MARK |
	    1u << HABIT_CAPITAL | 1u << HABIT_NAME | 1u << HABIT_ANNOTATION;
	struct habits *habits = record->habits;
	uint32_t end = line->parent != NULL ? line->end : UINT32_MAX;
	struct spelled **link = habits != NULL ? &habits->spelled : NULL;

	while (link != NULL && *link != NULL) {
		uint32_t at = (*link)->span.start;

		if (at >= from && at < end && ((*link)->habits & open) != 0)
			*link = (*link)->next;
		else
			link = &(*link)->next;
	}
}

static void
report_words(const struct words *words, struct diags *diags, bool certain)
{
	if (words->more == 0)
		diag_add(diags, DIAG_COMMENT_UNBRACED, words->span,
		    "these words are in no braces; ternion reads them as a "
		    "comment");
	else
		diag_add(diags, DIAG_COMMENT_UNBRACED, words->span,
		    "these words and %u more in this record are in no braces; "
		    "ternion reads them as comments",
		    words->more);
	struct fix *fix = diag_fix_as(
	    diags, "put the words in braces", words->span, "", certain);
	if (fix == NULL)
		return;
	fix->edits = words->edits.edit;
	fix->len = words->edits.len;
}

void
habits_report(struct record *record, struct diags *diags, bool certain)
{
	struct habits *habits = record->habits;
	struct fix *fix = NULL;
	char words[HABIT_WORDS];

	if (habits == NULL)
		return;
	for (; habits->spelled != NULL; habits->spelled = habits->spelled->next)
		habits_note_signs(record, habits->spelled->habits,
		    habits->spelled->span, habits->spelled->text,
		    habits->spelled->edit);
	for (; habits->words != NULL; habits->words = habits->words->next)
		report_words(habits->words, diags, certain);
	if (habits->edits.len > 0)
		fix = habits_fix(&habits->edits, diags);
	for (unsigned i = 0; i < HABITS; i++) {
		unsigned count = habits->of[i].count;

		if (count == 0)
			continue;
		diag_add(diags, habit_diag((enum habit)i), habits->of[i].span,
		    "%s",
		    habit_words(
			(enum habit)i, habits->of[i].text, count, words));
		if (!diags_full(diags))
			diags->list[diags->len - 1].fixes = fix;
	}
}

struct slice
record_result(struct record *record, struct slice text, struct span span)
{
	char plain[RESULT_MAX] = RESULT_DRAW;
	unsigned habits = 1u << HABIT_RESULT;

	if (!spelling_is_draw(text) &&
	    (spelling_take_result(text, plain, &habits) < text.len ||
		habits == 0))
		return text;
	const char *copy = arena_copy(record->arena, slice_of(plain));
	habits_note_signs(record, habits, span, text, copy);
	return slice_of(copy);
}

static bool
begins_line(const struct record *record, uint32_t at)
{
	return at == 0 || strchr("\r\n", record->text.ptr[at - 1]) != NULL;
}

bool
ply_begins_line(const struct record *record, const struct ply *ply)
{
	return !record->is_movetext || begins_line(record, ply->span.start) ||
	    (ply->number_span.len > 0 &&
		begins_line(record, ply->number_span.start));
}

void
habits_note_spelling(struct record *record, unsigned bits, struct span span,
    struct slice text, const char *edit)
{
	struct habits *habits = habits_of(record);
	struct spelled *spelled = arena_alloc(record->arena, sizeof(*spelled));

	*spelled = (struct spelled){ .next = habits->spelled,
		.span = span,
		.text = text,
		.habits = bits,
		.edit = edit };
	habits->spelled = spelled;
}

void
ply_respell_as(struct record *record, struct ply *ply, struct slice token,
    unsigned bits, const char *edit)
{
	habits_note_spelling(record, bits, ply->span, ply->token, edit);
	ply->token = token;
	ply->is_respelled = true;
}

void
ply_respell(
    struct record *record, struct ply *ply, const struct spelling *spelling)
{
	struct arena *arena = record->arena;
	const char *text = arena_copy(arena, spelling_text(spelling));
	const char *edit = text;
	struct habits *habits = habits_of(record);

	/* An annotation has no place in the move of a tree. */
	if (spelling->nag > 0) {
		ply_add_nag(arena, ply, spelling->nag);
		edit = arena_printf(arena, "%s $%u", text, spelling->nag);
	}
	if (spelling->time[0] != '\0') {
		struct comments *after = &ply_notes(arena, ply)->comment;
		struct comments first = { NULL, NULL };
		const char *time = arena_copy(arena, slice_of(spelling->time));

		comments_add(arena, &first, slice_of(time), ply->span);
		comments_append(&first, after);
		*after = first;
		edit = arena_printf(arena, "%s {%s}", edit, time);
	}
	if (edit != text && !record->is_movetext)
		edit = NULL;
	/* Of two spellings of a ply the later one is written. */
	struct spelled *before = ply->is_respelled ? habits->spelled : NULL;
	while (before != NULL && before->span.start != ply->span.start)
		before = before->next;
	if (before != NULL)
		before->edit = NULL;
	ply_respell_as(record, ply, (struct slice){ text, spelling->len },
	    spelling->habits, edit);
}

bool
ply_spell(struct record *record, struct ply *ply,
    const struct notation *notation, const struct alphabet *alphabet)
{
	struct spelling spelling;

	if (!spelling_read(notation, alphabet, ply->token, &spelling))
		return false;
	ply_respell(record, ply, &spelling);
	return true;
}

void
plies_spell(struct record *record, struct ply *from,
    const struct notation *notation, const struct alphabet *alphabet)
{
	struct parsed_turn parsed;

	for (struct ply *p = from; p != NULL; p = p->next)
		if (!notation_read(notation, alphabet, p->token, &parsed))
			ply_spell(record, p, notation, alphabet);
}

void
ply_join_next(struct ply *ply, struct slice token)
{
	struct ply *next = ply->next;

	ply->token = token;
	ply->span.len = next->span.start + next->span.len - ply->span.start;
	/* Of the first only comments before it. */
	if (ply->notes != NULL && next->notes != NULL)
		next->notes->before = ply->notes->before;
	if (next->notes != NULL)
		ply->notes = next->notes;
	for (struct line *v = ply_variations(ply); v != NULL; v = v->next)
		v->parent = ply;
	ply->next = next->next;
	*(ply->next != NULL ? &ply->next->prev : &ply->line->last) = ply;
	ply->line->plies--;
}

/* True if the next ply may be the rest of this one: only blanks part them, and
 * neither was respelled. */
static bool
ply_has_rest(const struct record *record, const struct ply *ply)
{
	const struct ply *next = ply->next;
	uint32_t end = ply->span.start + ply->span.len;

	return next != NULL && !ply->is_respelled && !next->is_respelled &&
	    next->number_span.len == 0 && next->span.start > end &&
	    slice_trim(slice_sub(record->text, end, next->span.start - end))
		.len == 0;
}

static void
join_cells(struct record *record, struct ply *from,
    const struct notation *notation, const struct alphabet *alphabet)
{
	struct ply *dash = from->next;
	struct parsed_turn parsed;

	if (!ply_has_rest(record, from) || !slice_is(dash->token, "-") ||
	    !ply_has_rest(record, dash))
		return;
	struct ply *to = dash->next;
	struct slice all = slice_of(arena_printf(
	    record->arena, "%.*s-%.*s", SLICE(from->token), SLICE(to->token)));
	if ((notation->is_short &&
		(notation_read(notation, alphabet, from->token, &parsed) ||
		    notation_read(notation, alphabet, to->token, &parsed))) ||
	    !notation_read(notation, alphabet, all, &parsed))
		return;
	struct slice as_written = from->token;
	unsigned parts = 2;
	if (ply_has_rest(record, to) && slice_is(to->next->token, "-") &&
	    ply_has_rest(record, to->next)) { /* "O - O - O" */
		struct slice more = slice_of(arena_printf(record->arena,
		    "%.*s-%.*s", SLICE(all), SLICE(to->next->next->token)));
		if (notation_read(notation, alphabet, more, &parsed)) {
			all = more;
			parts = 4;
		}
	}
	while (parts-- > 0)
		ply_join_next(from, as_written);
	ply_respell_as(record, from, all, 1u << HABIT_BETWEEN, all.ptr);
}

void
record_join_words(struct record *record, const struct notation *notation,
    const struct alphabet *alphabet)
{
	const struct own_notation *own = notation->own;
	struct parsed_turn parsed;

	for (struct ply *p = record->line.first; p != NULL && record->has_dash;
	     p = ply_walk(&record->line, p))
		join_cells(record, p, notation, alphabet);
	for (struct ply *p = record->line.first;
	     p != NULL && own != NULL && own->has_blanks;
	     p = ply_walk(&record->line, p)) {
		struct ply *next = p->next;

		if (!ply_has_rest(record, p) ||
		    notation_read(notation, alphabet, p->token, &parsed))
			continue;
		struct slice both = slice_of(arena_printf(record->arena,
		    "%.*s %.*s", SLICE(p->token), SLICE(next->token)));
		if (!notation_read(notation, alphabet, both, &parsed))
			continue;
		p->is_respelled =
		    next->span.start != p->span.start + p->span.len + 1;
		ply_join_next(p, both);
	}
}
