/* Ternion: repairs in words that a player understands. */
#include "formats/repair/passage.h"
#include "formats/repair/telling.h"

enum {
	PROVEN = 4,       /* plies after the fault that prove something */
	AS_LIKELY = 40,   /* tenths of a bit: a 16th as likely */
	LOOKS_ALIKE = 75, /* the cost of a text that looks alike */
	GUESSED = 90,     /* of one that tells little */
};

/* "12.. ", the number of the ply that is to be played in the position. */
static void
put_number(struct strbuf *out, const struct position *position)
{
	static const char *const dots[PLAYERS] = { ".", "..", "..." };

	strbuf_printf(out, "%lu%s ", (unsigned long)position->number,
	    dots[position->to_move]);
}

static void
put_token(struct strbuf *out, const struct item *item)
{
	strbuf_slice(out, item->token);
}

/* How far the line goes then: "the remaining 43 plies then replay". */
static void
put_reach(struct telling *telling, const char *before, const char *after)
{
	const struct repair *repair = telling->repair;
	unsigned from = telling->fault + (repair->change.next > telling->fault);
	bool complete = repair->reach == telling->line->len;
	unsigned plies = repair->reach > from ? repair->reach - from : 0;
	const char *which = complete ? "remaining" : "next";

	if (plies == 0)
		return;
	strbuf_puts(&telling->words, before);
	if (plies == 1)
		strbuf_printf(
		    &telling->words, "the %s ply%s replays", which, after);
	else
		strbuf_printf(&telling->words, "the %s %u plies%s replay",
		    which, plies, after);
}

/* Whether it is another move in place of the one at fault. */
static bool
is_move_here(const struct repair *repair, unsigned fault)
{
	return repair->change.kind == REPAIR_OTHER &&
	    repair->change.at == fault;
}

/* Other moves that are as likely: ", B or C". */
static void
put_others(struct telling *telling, const struct repairs *repairs)
{
	const struct repair *other[REPAIRS_MAX];
	unsigned limit = repairs->best[0].score + AS_LIKELY, len = 0;

	for (unsigned i = 1; i < repairs->len; i++)
		if (is_move_here(&repairs->best[i], telling->fault) &&
		    repairs->best[i].change.cost <= LOOKS_ALIKE &&
		    repairs->best[i].score <= limit)
			other[len++] = &repairs->best[i];
	for (unsigned i = 0; i < len; i++)
		strbuf_printf(&telling->words, "%s%s",
		    i + 1 < len ? ", " : " or ", other[i]->text[0]);
}

static void
put_other(struct telling *telling, const struct repairs *repairs)
{
	const struct change *change = &telling->repair->change;
	struct strbuf *words = &telling->words;

	strbuf_printf(words, "did you mean %s", telling->repair->text[0]);
	if (change->at != telling->fault) {
		strbuf_puts(words, " for ");
		put_number(words, &telling->repair->before);
		put_token(words, telling_item(telling, change->at));
	}
	if (!repairs->alone)
		put_others(telling, repairs);
	strbuf_char(words, '?');
	if (repairs->alone)
		put_reach(telling, " ", " then");
}

/* "Nb3, c6 and Qd4" */
static void
put_texts(struct strbuf *words, const struct repair *repair)
{
	unsigned count = repair->change.heads;

	for (unsigned i = 0; i < count; i++)
		strbuf_printf(words, "%s%s",
		    i == 0              ? ""
			: i + 1 < count ? ", "
					: " and ",
		    repair->text[i]);
}

/* How many more do as well. */
static void
put_many(struct strbuf *words, unsigned many)
{
	if (many == 1)
		strbuf_puts(words, ", or another one,");
	else if (many > 1)
		strbuf_printf(words, ", or one of %u others,", many);
}

/* "3 plies are missing here, from 12..": what was played is an example. */
static void
put_several_missing(struct telling *telling, const struct repairs *repairs)
{
	const struct repair *repair = telling->repair;
	struct strbuf *words = &telling->words;

	strbuf_printf(words, "%u plies are missing here, from ",
	    (unsigned)repair->change.heads);
	put_number(words, &repair->before);
	words->len--;
	strbuf_puts(words, "; with ");
	put_texts(words, repair);
	put_many(words, repairs->many);
	put_reach(telling, " ", "");
}

/* Says whose ply is missing, and where. */
static void
put_gap(struct telling *telling)
{
	const struct repair *repair = telling->repair;
	const struct rules *rules = telling->line->reader->rules;
	const char *player = rules->variant->players[repair->before.to_move];
	struct strbuf *words = &telling->words;
	struct slice remnant;

	if (repair->change.takes_number) {
		remnant = search_remnant(telling->line, repair->change.at);
		strbuf_printf(words,
		    "%.*s seems to be what is left of %s's ply",
		    (int)remnant.len, remnant.ptr, player);
	} else if (repair->change.at == telling->fault) {
		strbuf_printf(
		    words, "%s's ply seems to be missing here", player);
	} else {
		strbuf_printf(words, "%s's ply ", player);
		put_number(words, &repair->before);
		strbuf_puts(words, "seems to be missing, before ");
		put_token(words, telling_item(telling, repair->change.at));
	}
}

static void
put_missing(struct telling *telling, const struct repairs *repairs)
{
	const struct repair *repair = telling->repair;
	struct strbuf *words = &telling->words;

	if (repair->change.heads > 1) {
		put_several_missing(telling, repairs);
		return;
	}
	put_gap(telling);
	strbuf_printf(words, "; with %s", repair->text[0]);
	put_many(words, repairs->many);
	put_reach(telling, " ", "");
}

/* Says what only the numbers show: "10 plies are missing here, from 22.
 * to 25.., by the number 26; the knight on k9 does not move to g6". */
static void
put_lost(struct telling *telling, const struct repairs *repairs,
    const struct diag *diag)
{
	const struct item *next = telling_item(telling, repairs->lost_told);
	struct position last = repairs->lost_from;
	struct strbuf *words = &telling->words;

	strbuf_printf(words, "%u plies are missing here, from ", repairs->lost);
	put_number(words, &last);
	strbuf_puts(words, "to ");
	for (unsigned i = 1; i < repairs->lost; i++) {
		unsigned mover = last.to_move;

		last.to_move = (uint8_t)next_player(&last, mover);
		last.number += last.to_move <= mover;
	}
	put_number(words, &last);
	words->len--;
	strbuf_printf(words, ", by the number %lu; %.*s",
	    (unsigned long)next->ply->number, (int)diag->plain, diag->message);
}

/* Makes the diagnostic of the fault one of the plies that are missing. */
static void
tell_missing(const struct telling *telling, const struct item *at,
    struct diags *diags, struct diag *diag)
{
	struct slice words = strbuf_as_slice(&telling->words);

	diag->id = DIAG_PLIES_MISSING;
	diag->severity = diag_table[diag->id].severity;
	if (at->ply != NULL) {
		diag->span = at->ply->span;
		diag->ply = diag->ply > 0 ? at->number : 0;
	}
	diag->message = arena_copy(diags->arena, words);
	diag->plain = (unsigned)words.len;
	diag->near = NULL;
	diag->fix = NULL;
}

static void
put_twice(struct telling *telling)
{
	const struct change *change = &telling->repair->change;
	struct strbuf *words = &telling->words;

	if (change->next - change->at > PLAYERS) {
		strbuf_printf(
		    words, "%u plies, from ", change->next - change->at);
		put_token(words, telling_item(telling, change->at));
		strbuf_puts(words, " to ");
		put_token(words, telling_item(telling, change->next - 1));
		strbuf_printf(words, ", seem to be written twice");
		put_reach(telling, "; without them ", "");
		return;
	}
	for (unsigned i = change->at; i < change->next; i++) {
		put_token(words, telling_item(telling, i));
		strbuf_char(words, ' ');
	}
	strbuf_puts(words,
	    change->kind == REPAIR_TWICE ? "seems to be written twice"
					 : "seems to be too much");
	put_reach(telling, "; without it ", "");
}

static void
put_exchanged(struct telling *telling)
{
	const struct change *change = &telling->repair->change;
	struct strbuf *words = &telling->words;

	put_token(words, telling_item(telling, change->at));
	strbuf_puts(words, " and ");
	put_token(words, telling_item(telling, change->next - 1));
	strbuf_puts(words, " seem to be exchanged");
	put_reach(telling, "; the other way round ", "");
}

static void
put_lines(struct telling *telling)
{
	const struct change *change = &telling->repair->change;
	struct strbuf *words = &telling->words;

	strbuf_puts(words, "the lines that begin with ");
	put_token(words, telling_item(telling, change->at));
	strbuf_puts(words, " and ");
	put_token(words, telling_item(telling, change->mid));
	strbuf_puts(words, " seem to be exchanged");
	put_reach(telling, "; the other way round ", "");
}

const char *
telling_split_text(const struct telling *telling)
{
	const struct repair *repair = telling->repair;
	const struct change *change = &repair->change;
	struct slice number = change->number;
	const char *text = "";

	for (unsigned i = 0; i <= change->heads; i++) {
		if (number.len > 0 && i == change->numbered)
			text = arena_printf(telling->arena, "%s%s%.*s%s", text,
			    i > 0 ? " " : "", (int)number.len, number.ptr,
			    number.ptr[number.len - 1] != '.' ? "." : "");
		if (i < change->heads)
			text = arena_printf(telling->arena, "%s%s%s", text,
			    text[0] != '\0' ? " " : "", repair->text[i]);
	}
	return text;
}

static void
put_words(struct telling *telling, const struct repairs *repairs)
{
	struct strbuf *words = &telling->words;

	switch ((enum repair_kind)telling->repair->change.kind) {
	case REPAIR_OTHER:
		put_other(telling, repairs);
		break;
	case REPAIR_MISSING:
		put_missing(telling, repairs);
		break;
	case REPAIR_TWICE:
	case REPAIR_TOO_MUCH:
		put_twice(telling);
		break;
	case REPAIR_EXCHANGED:
		put_exchanged(telling);
		break;
	case REPAIR_LINES:
		put_lines(telling);
		break;
	case REPAIR_JOINED:
		strbuf_printf(words, "did you mean %s, in one word?",
		    telling->repair->text[0]);
		put_reach(telling, " ", " then");
		break;
	case REPAIR_SPLIT:
		if (telling->repair->change.number.len > 0)
			strbuf_printf(words, "did you mean %s, with blanks?",
			    telling_split_text(telling));
		else if (telling->repair->change.heads > 2)
			strbuf_printf(words, "did you mean %s, three plies?",
			    telling_split_text(telling));
		else
			strbuf_printf(words,
			    "did you mean %s and %s, two plies?",
			    telling->repair->text[0], telling->repair->text[1]);
		put_reach(telling, " ", " then");
		break;
	case REPAIR_PASSAGE:
		break;
	}
}

static struct fix *
fix_of(const struct telling *telling, const struct repairs *repairs)
{
	struct edit edits[2], *copy;
	unsigned len = telling_edits(telling, edits);
	struct fix *fix;

	if (len == 0)
		return NULL;
	fix = arena_alloc(telling->arena, sizeof(*fix));
	copy = arena_alloc(telling->arena, len * sizeof(*copy));
	memcpy(copy, edits, len * sizeof(*copy));
	fix->edits = copy;
	fix->len = len;
	fix->title =
	    repair_given(telling->line, telling->repair, telling->arena);
	fix->repairs = true;
	fix->share = telling->repair->share;
	fix->likely = repairs->likely && telling->repair == &repairs->best[0];
	return fix;
}

/* Puts them all before the fixes that there are; the one of the likeliest
 * repair, or NULL. */
static struct fix *
add_fixes(struct telling *telling, const struct repairs *repairs,
    bool is_movetext, struct diag *diag)
{
	const struct fix *rest = diag->fixes;
	const struct fix **end = &diag->fixes;
	struct fix *first = NULL;

	for (unsigned i = 0; i < repairs->len; i++) {
		struct fix *fix;

		telling->repair = &repairs->best[i];
		/* Elsewhere one token can stand for another, and no more. */
		if (!is_movetext &&
		    telling->repair->change.kind != REPAIR_OTHER)
			continue;
		fix = fix_of(telling, repairs);
		if (fix == NULL)
			continue;
		if (i == 0)
			first = fix;
		*end = fix;
		end = &fix->next;
	}
	*end = rest;
	return first;
}

/* Whether it is worth saying; else what was said of moves that look alike
 * stays. */
static bool
is_told(const struct telling *telling, const struct repairs *repairs,
    const struct diag *diag)
{
	const struct repair *best = &repairs->best[0];
	bool proven = best->reach > telling->fault + PROVEN;

	if (repairs->alone)
		return proven || best->change.cost <= LOOKS_ALIKE;
	return proven && best->change.cost <= LOOKS_ALIKE &&
	    is_move_here(best, telling->fault) &&
	    diag->id != DIAG_MOVE_AMBIGUOUS;
}

struct fix *
repair_tell(const struct repair_line *line, unsigned fault,
    const struct repairs *repairs, bool is_movetext, struct diags *diags,
    struct diag *diag)
{
	struct telling telling = { line, fault, &repairs->best[0], diags->arena,
		STRBUF_INIT };

	struct fix *fix;

	if (repairs->len > 0 && repairs->best[0].change.kind == REPAIR_PASSAGE)
		return passage_tell(
		    line, &repairs->best[0], repairs->sure, diags, diag);
	if (repairs->lost > 1 &&
	    (repairs->len == 0 || repairs->best[0].reach < line->len ||
		!is_told(&telling, repairs, diag))) {
		put_lost(&telling, repairs, diag);
		tell_missing(
		    &telling, &line->items[repairs->lost_at], diags, diag);
	}
	if (repairs->len == 0) {
		strbuf_release(&telling.words);
		return NULL;
	}
	if (telling.words.len == 0 && is_told(&telling, repairs, diag)) {
		const struct change *change = &repairs->best[0].change;

		put_words(&telling, repairs);
		if (change->kind == REPAIR_MISSING && change->heads > 1) {
			tell_missing(
			    &telling, &line->items[change->at], diags, diag);
		} else {
			diag_meant(diags, diag, telling.words.ptr);
			diag->near = NULL;
			diag->fix = is_move_here(&repairs->best[0], fault)
			    ? repairs->best[0].text[0]
			    : NULL;
		}
	}
	fix = add_fixes(&telling, repairs, is_movetext, diag);
	strbuf_release(&telling.words);
	return fix;
}

void
repair_tell_instead(const struct repair_line *line, unsigned marked,
    const struct repairs *repairs, struct diags *diags, struct diag *diag)
{
	struct telling telling = { line, marked, &repairs->best[0],
		diags->arena, STRBUF_INIT };

	put_other(&telling, repairs);
	diag_meant(diags, diag, telling.words.ptr);
	if (repairs->best[0].change.at == marked)
		diag->fix = repairs->best[0].text[0];
	add_fixes(&telling, repairs, line->is_movetext, diag);
	strbuf_release(&telling.words);
}

const char *
repair_given(const struct repair_line *line, const struct repair *repair,
    struct arena *arena)
{
	const struct change *change = &repair->change;
	const struct item *items = line->items;
	struct strbuf words = STRBUF_INIT;
	const char *copy;

	if (change->kind == REPAIR_PASSAGE)
		strbuf_puts(&words, "from ");
	put_number(&words, &repair->before);
	if (change->kind == REPAIR_PASSAGE)
		passage_given(change->passage, &words);
	else if (change->heads == 0 || change->kind == REPAIR_LINES)
		put_token(&words, &items[change->at]);
	else if (change->kind == REPAIR_MISSING)
		put_texts(&words, repair);
	else
		strbuf_puts(&words, repair->text[0]);
	switch ((enum repair_kind)change->kind) {
	case REPAIR_OTHER:
	case REPAIR_JOINED:
	case REPAIR_PASSAGE:
		break;
	case REPAIR_MISSING:
		strbuf_puts(&words, " put in");
		break;
	case REPAIR_TWICE:
	case REPAIR_TOO_MUCH:
		if (change->next - change->at > PLAYERS) {
			strbuf_puts(&words, " to ");
			put_token(&words, &items[change->next - 1]);
		}
		strbuf_puts(&words, " left out");
		break;
	case REPAIR_LINES:
		strbuf_puts(&words, " to ");
		put_token(&words, &items[change->mid - 1]);
		strbuf_puts(&words, " after ");
		put_token(&words, &items[change->next - 1]);
		break;
	case REPAIR_EXCHANGED:
		strbuf_printf(
		    &words, " before %s", repair->text[change->heads - 1]);
		break;
	case REPAIR_SPLIT:
		if (change->heads > 1)
			strbuf_printf(&words, " before %s",
			    repair->text[change->heads - 1]);
		break;
	}
	copy = arena_copy(arena, strbuf_as_slice(&words));
	strbuf_release(&words);
	return copy;
}

bool
repair_is_guess(const struct repair *repair)
{
	const struct change *change = &repair->change;

	return change->kind == REPAIR_MISSING ? change->heads > 1
					      : change->cost > GUESSED;
}

bool
repair_is_other_game(const struct repair *repair)
{
	const struct passage *passage = repair->change.passage;

	return passage != NULL && passage->kind == PASSAGE_SECOND_GAME;
}
