/* Ternion: diagnostics. */
#include <stdarg.h>
#include <stdio.h>

#include "parse/diag/diag.h"
#include "parse/text/near.h"
#include "parse/text/signs.h"

const struct diag_row diag_table[DIAGS] = {
#define D(id, severity, slug, kinds) \
	[DIAG_##id] = { SEV_##severity, slug, kinds },
#include "parse/diag/diag.def"
};

const struct diag_explanation diag_explanations[DIAGS] = {
#define E(id, meaning, text) [DIAG_##id] = { meaning, text },
#include "explanations.def"
};

enum diag_id
diag_find(struct slice slug)
{
	unsigned id = 0;

	while (id < DIAGS && !slice_is(slug, diag_table[id].slug))
		id++;
	return (enum diag_id)id;
}

const char *
severity_name(enum severity severity)
{
	static const char *const names[] = { [SEV_NOTE] = "note",
		[SEV_WARNING] = "warning",
		[SEV_ERROR] = "error",
		[SEV_FATAL] = "error" };

	return names[severity];
}

void
diags_init(struct diags *diags, struct arena *arena)
{
	*diags = (struct diags){ .arena = arena };
}

unsigned
diags_count(const struct diags *diags)
{
	unsigned count = 0;

	for (int s = SEV_NOTE; s <= SEV_FATAL; s++)
		count += diags->dropped[s];
	return count;
}

/* Room for a diagnostic at the end of the list; NULL if it is only counted. */
static struct diag *
new_diag(struct diags *diags, enum severity severity)
{
	if (diags_full(diags)) {
		diags->dropped[severity]++;
		return NULL;
	}
	if (diags->list == NULL)
		diags->list = arena_alloc(
		    diags->arena, DIAGS_PER_RECORD * sizeof(*diags->list));
	return &diags->list[diags->len++];
}

void
diag_add_as(struct diags *diags, enum diag_id id, enum severity severity,
    struct span span, const char *format, ...)
{
	struct diag *diag = new_diag(diags, severity);
	va_list args;

	if (diag == NULL)
		return;
	va_start(args, format);
	int len = vsnprintf(NULL, 0, format, args);
	va_end(args);
	char *message = arena_alloc(diags->arena, (size_t)len + 1);
	va_start(args, format);
	vsnprintf(message, (size_t)len + 1, format, args);
	va_end(args);
	/* A NUL byte that %c was given would end the message. */
	for (char *c = message;
	     (c = memchr(c, '\0', (size_t)(message + len - c))) != NULL;)
		*c = '?';
	*diag = (struct diag){ .id = id,
		.severity = severity,
		.span = diags->place.len > 0 ? diags->place : span,
		.fault = message,
		.given = diags->given,
		.ply = diags->ply,
		.round = diags->round,
		.seat = diags->seat };
}

void
diag_unknown(struct diags *diags, enum diag_id id, struct span span,
    const char *what, struct slice text, const struct strbuf *words)
{
	SCRATCH choice = STRBUF_INIT, shown = STRBUF_INIT;

	near_choice(&choice, words, text, NULL);
	strbuf_puts(&shown, "");
	signs_show(&shown, text);
	diag_add(
	    diags, id, span, "unknown %s '%s'%s", what, shown.ptr, choice.ptr);
}

void
edits_add(struct edit_list *edits, struct arena *arena, struct span span,
    const char *text)
{
	unsigned len = edits->len++;

	if ((len & (len - 1)) == 0) { /* there is no room */
		struct edit *more =
		    arena_take(arena, (len > 0 ? 2 * len : 1) * sizeof(*more));

		if (len > 0)
			memcpy(more, edits->edit, len * sizeof(*more));
		edits->edit = more;
	}
	edits->edit[len] = (struct edit){ span, text };
}

struct fix *
diag_new_fix(struct diags *diags, const char *title, struct span span,
    const char *text, bool certain)
{
	struct edit *edit = arena_alloc(diags->arena, sizeof(*edit));
	struct fix *fix = arena_alloc(diags->arena, sizeof(*fix));

	*edit = (struct edit){ span, text };
	*fix = (struct fix){ .title = title,
		.edits = edit,
		.len = 1,
		.certain = certain,
		.likely = true };
	return fix;
}

void
diag_near(
    struct diags *diags, struct fix **near, struct span span, struct slice text)
{
	if (diags_full(diags))
		return;
	const char *copy = arena_copy(diags->arena, text);
	if (diags->place.len > 0)
		span = diags->place;
	struct fix *fix = diag_new_fix(diags, copy, span, copy, false);
	fix->likely = false;
	while (*near != NULL)
		near = &(*near)->next;
	*near = fix;
}

void
diag_add_near(struct diags *diags, enum diag_id id, struct span span,
    const char *words, struct fix *near, const char *fix)
{
	bool is_kept = !diags_full(diags);

	diag_add(diags, id, span, "%s", words);
	if (!is_kept)
		return;
	struct diag *diag = &diags->list[diags->len - 1];
	diag->asks = !(diag_table[id].kinds & NAMES_NEAR);
	diag->meant = near;
	diag->fix = fix;
}

struct fix *
diag_fix_as(struct diags *diags, const char *title, struct span span,
    const char *text, bool certain)
{
	if (diags_full(diags))
		return NULL;
	struct fix *fix = diag_new_fix(diags, title, span, text, certain);
	diags->list[diags->len - 1].fixes = fix;
	return fix;
}

struct fix *
diag_fix_text(
    struct diags *diags, const char *title, struct span span, const char *text)
{
	struct fix *fix = diag_fix_as(diags, title, span, text, true);

	if (fix != NULL)
		fix->is_spelling = true;
	return fix;
}

void
diags_append(struct diags *diags, const struct diags *more)
{
	for (unsigned i = 0; i < more->len; i++) {
		struct diag *diag = new_diag(diags, more->list[i].severity);

		if (diag != NULL)
			*diag = more->list[i];
	}
}

static const char *
copy_words(struct arena *arena, const char *text)
{
	return text != NULL ? arena_copy(arena, slice_of(text)) : NULL;
}

static struct fix *
copy_fixes(struct arena *arena, const struct fix *fix)
{
	if (fix == NULL)
		return NULL;
	struct fix *copy = arena_bytes(arena, fix, sizeof(*fix));
	struct edit *edits =
	    arena_bytes(arena, fix->edits, fix->len * sizeof(*edits));
	for (unsigned i = 0; i < fix->len; i++)
		edits[i].text = copy_words(arena, edits[i].text);
	copy->edits = edits;
	copy->title = copy_words(arena, fix->title);
	copy->next = copy_fixes(arena, fix->next);
	return copy;
}

void
diags_keep(struct diags *diags, struct arena *arena)
{
	diags->arena = arena;
	if (diags->len > 0)
		diags->list = arena_bytes(
		    arena, diags->list, diags->len * sizeof(*diags->list));
	for (unsigned i = 0; i < diags->len; i++) {
		struct diag *diag = &diags->list[i];

		diag->message = copy_words(arena, diag->message);
		diag->fault = copy_words(arena, diag->fault);
		diag->advice = copy_words(arena, diag->advice);
		diag->fix = copy_words(arena, diag->fix);
		diag->given = copy_words(arena, diag->given);
		diag->board = copy_words(arena, diag->board);
		diag->fixes = copy_fixes(arena, diag->fixes);
		diag->meant = copy_fixes(arena, diag->meant);
	}
}

/* The text that a fix puts in the span's place, or its title if elsewhere. */
static const char *
fix_words(const struct diag *diag, const struct fix *fix)
{
	const struct span *span = &fix->edits->span;
	const char *text = fix->title + strspn(fix->title, "0123456789");

	text += strspn(text, ".");
	return text > fix->title && *text == ' ' && fix->len == 1 &&
		span->start <= diag->span.start &&
		span->start + span->len >= diag->span.start + diag->span.len
	    ? text + 1
	    : fix->title;
}

/* Whether a fix before this one in the list has the same words: one token may
 * be meant alone, or with the next one. */
static bool
is_said(const struct diag *diag, const struct fix *list, const struct fix *fix)
{
	while (list != fix &&
	    strcmp(fix_words(diag, list), fix_words(diag, fix)) != 0)
		list = list->next;
	return list != fix;
}

/* Appends which of the fixes may have been meant. */
static void
put_question(const struct diag *diag, struct strbuf *out)
{
	const struct fix *list = diag->meant;
	unsigned len = 0, i = 0;

	for (const struct fix *fix = list; fix != NULL; fix = fix->next)
		len += !is_said(diag, list, fix);
	if (len > 0)
		strbuf_puts(out, "; did you mean ");
	for (const struct fix *fix = list; fix != NULL; fix = fix->next) {
		if (is_said(diag, list, fix))
			continue;
		strbuf_printf(out, "%s%s",
		    i == 0 ? "" : before_item(i, len, " or "),
		    fix_words(diag, fix));
		i++;
	}
	if (len > 0)
		strbuf_char(out, '?');
}

const char *
diag_words(const struct diag *diag, struct arena *arena)
{
	SCRATCH words = STRBUF_INIT;

	if (diag->more == 0 && diag->advice == NULL && !diag->asks)
		return diag->fault;
	strbuf_puts(&words, diag->fault);
	if (diag->more > 0)
		strbuf_printf(&words, "; %u more like this follow%s",
		    diag->more, diag->more > 1 ? "" : "s");
	if (diag->advice != NULL)
		strbuf_printf(&words, "; %s", diag->advice);
	else if (diag->asks)
		put_question(diag, &words);
	return arena_copy(arena, strbuf_as_slice(&words));
}

int
diags_worst(const struct diags *diags, unsigned from)
{
	int worst = -1;

	for (unsigned i = from; i < diags->len; i++) {
		int severity = (int)diags->list[i].severity;

		worst = severity > worst ? severity : worst;
	}
	for (int s = SEV_NOTE; s <= SEV_FATAL; s++)
		if (diags->dropped[s] > 0 && s > worst)
			worst = s;
	return worst;
}

void
diags_sort(struct diags *diags)
{
	/* Short, and nearly sorted: insertion is the right sort. */
	for (unsigned i = 1; i < diags->len; i++) {
		struct diag diag = diags->list[i];
		unsigned j = i;

		for (; j > 0 && diags->list[j - 1].span.start > diag.span.start;
		     j--)
			diags->list[j] = diags->list[j - 1];
		diags->list[j] = diag;
	}
}

void
diags_finish(struct diags *diags)
{
	diags_sort(diags);
	for (unsigned i = 0; i < diags->len; i++) {
		struct diag *diag = &diags->list[i];

		if (diag->message != NULL)
			continue;
		diag->message = diag_words(diag, diags->arena);
		if (diag->given != NULL)
			diag->message = arena_printf(diags->arena,
			    "%s (given %s)", diag->message, diag->given);
	}
}
