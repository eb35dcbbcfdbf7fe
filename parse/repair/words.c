/* Ternion: repairs in words that a player understands. */
#include "parse/repair/decode.h"

enum {
	PROVEN = 4,       /* plies after the fault that prove something */
	AS_LIKELY = 40,   /* tenths of a bit: a 16th as likely */
	LOOKS_ALIKE = 75, /* the cost of a text that looks alike */
};

/* A fault while its report is made. */
struct wording {
	const struct sheet *line;
	unsigned fault;
	const struct repairs *repairs;
	struct arena *arena;
	struct strbuf words;
};

/* The words for repairs of a kind. */
struct kind_words {
	void (*put)(struct wording *wording); /* the repair */
	/* The assumed changes of tokens. */
	void (*give)(const struct sheet *line, const struct repair *repair,
	    struct strbuf *words);
	/* Of a passage; see kinds.def: */
	enum diag_id id;
	const char *found, *then, *given, *some;
};

static const struct kind_words *words_of(const struct change *change);

/* "12..", the number of the ply that is to be played in the position. */
static void
put_number(struct strbuf *out, const struct position *position)
{
	strbuf_printf(out, "%lu%.*s", (unsigned long)position->number,
	    position->to_move + 1, "...");
}

/* How far the line goes then: "the remaining 43 plies then replay". */
static void
put_reach(struct wording *wording, const char *before, const char *after)
{
	const struct repair *repair = &wording->repairs->best[0];
	unsigned from = wording->fault + (repair->change.next > wording->fault);
	const char *which =
	    repair->reach == wording->line->len ? "remaining" : "next";

	if (repair->reach == from + 1)
		strbuf_printf(&wording->words, "%sthe %s ply%s replays", before,
		    which, after);
	else if (repair->reach > from)
		strbuf_printf(&wording->words, "%sthe %s %u plies%s replay",
		    before, which, repair->reach - from, after);
}

/* True if another move takes the place of the one at fault. */
static bool
is_move_here(const struct repair *repair, unsigned fault)
{
	return repair->change.kind == REPAIR_OTHER &&
	    repair->change.at == fault;
}

/* Whether the message also names a repair after the best one: the move is
 * nearly as likely, and each one before it is likely. */
static bool
is_said(const struct wording *wording, unsigned i)
{
	const struct repairs *repairs = wording->repairs;
	const struct repair *repair = &repairs->best[i];

	return i < repairs->len && !repairs->alone &&
	    is_move_here(repair, wording->fault) &&
	    repair->change.cost <= LOOKS_ALIKE &&
	    repair->score <= repairs->best[0].score + AS_LIKELY &&
	    (i == 1 || is_said(wording, i - 1));
}

/* Another move, and those that are nearly as likely: "did you mean A, B or C?"
 */
static void
put_other(struct wording *wording)
{
	const struct repairs *repairs = wording->repairs;
	const struct repair *best = &repairs->best[0];
	struct strbuf *words = &wording->words;
	unsigned len = 1;

	strbuf_printf(words, "did you mean %s", best->text[0]);
	if (best->change.at != wording->fault) {
		strbuf_puts(words, " for ");
		put_number(words, &best->before);
		strbuf_printf(words, " %.*s",
		    SLICE(wording->line->items[best->change.at].token));
	}
	while (is_said(wording, len))
		len++;
	for (unsigned i = 1; i < len; i++)
		strbuf_printf(words, "%s%s", before_item(i, len, " or "),
		    repairs->best[i].text[0]);
	strbuf_char(words, '?');
	if (repairs->alone)
		put_reach(wording, " ", " then");
}

/* "Nb3, c6 and Qd4" */
static void
put_texts(struct strbuf *words, const struct repair *repair)
{
	unsigned count = repair->change.instead_len;

	for (unsigned i = 0; i < count; i++)
		strbuf_printf(words, "%s%s", before_item(i, count, " and "),
		    repair->text[i]);
}

/* Whose ply is missing, and where, or how many are; with the only moves that
 * fit: "3 plies are missing here, from 12..; with Nb3, c6 and Qd4". */
static void
put_missing(struct wording *wording)
{
	const struct sheet *line = wording->line;
	const struct repair *repair = &wording->repairs->best[0];
	unsigned at = repair->change.at, many = wording->repairs->many;
	const char *player =
	    line->reader->rules->variant->players[repair->before.to_move];
	struct strbuf *words = &wording->words;

	if (repair->change.instead_len > 1) {
		strbuf_printf(words, "%u plies are missing here, from ",
		    repair->change.instead_len);
		put_number(words, &repair->before);
	} else if (repair->change.takes_number) {
		strbuf_printf(words,
		    "%.*s seems to be what is left of %s's ply",
		    SLICE(search_remnant(line, at)), player);
	} else if (at == wording->fault) {
		strbuf_printf(
		    words, "%s's ply seems to be missing here", player);
	} else {
		strbuf_printf(words, "%s's ply ", player);
		put_number(words, &repair->before);
		strbuf_printf(words, " seems to be missing, before %.*s",
		    SLICE(line->items[at].token));
	}
	strbuf_puts(words, "; with ");
	/* None of several is likelier than the others. */
	if (many == 0)
		put_texts(words, repair);
	else
		strbuf_printf(words, "one of %u %s,", many + 1,
		    repair->change.instead_len > 1 ? "ways to fill them"
						   : "moves that fit");
	put_reach(wording, " ", "");
}

/* Says what only the numbers show: "10 plies are missing here, from 22.
 * to 25.., by the number 26; the knight on k9 does not move to g6". */
static void
put_lost(struct wording *wording, const struct diag *diag)
{
	const struct repairs *repairs = wording->repairs;
	const struct ply *next = wording->line->items[repairs->lost_told].ply;
	struct position last = repairs->lost_from;
	struct strbuf *words = &wording->words;

	if (wording->line->reader->rules->variant->leaves_turn) {
		if (repairs->lost == PLAYERS)
			strbuf_puts(words, "a round is missing here");
		else
			strbuf_printf(words, "%u rounds are missing here",
			    repairs->lost / PLAYERS);
	} else {
		strbuf_printf(
		    words, "%u plies are missing here, from ", repairs->lost);
		put_number(words, &last);
		strbuf_puts(words, " to ");
		for (unsigned i = 1; i < repairs->lost; i++) {
			unsigned mover = last.to_move;

			last.to_move = (uint8_t)next_player(&last, mover);
			last.number += last.to_move <= mover;
		}
		put_number(words, &last);
	}
	strbuf_printf(
	    words, ", by the number %lu", (unsigned long)next->number);
	if (diag->asks)
		strbuf_printf(words, "; %s", diag->fault);
}

/* Plies that are too many. */
static void
put_twice(struct wording *wording)
{
	const struct change *change = &wording->repairs->best[0].change;
	const struct item *items = wording->line->items;
	struct strbuf *words = &wording->words;

	if (change->next - change->at > PLAYERS) {
		strbuf_printf(words,
		    "%u plies, from %.*s to %.*s, seem to be written twice",
		    change->next - change->at, SLICE(items[change->at].token),
		    SLICE(items[change->next - 1].token));
		put_reach(wording, "; without them ", "");
		return;
	}
	for (unsigned i = change->at; i < change->next; i++)
		strbuf_printf(words, "%.*s ", SLICE(items[i].token));
	strbuf_puts(words,
	    change->kind == REPAIR_TWICE ? "seems to be written twice"
					 : "seems to be too much");
	put_reach(wording, "; without it ", "");
}

/* Plies or lines that stand in the place of each other. */
static void
put_exchanged(struct wording *wording)
{
	const struct change *change = &wording->repairs->best[0].change;
	const struct item *items = wording->line->items;
	bool is_lines = change->kind == REPAIR_LINES;

	strbuf_printf(&wording->words, "%s%.*s and %.*s seem to be exchanged",
	    is_lines ? "the lines that begin with " : "",
	    SLICE(items[change->at].token),
	    SLICE(items[is_lines ? change->mid : change->next - 1].token));
	put_reach(wording, "; the other way round ", "");
}

static void
put_joined(struct wording *wording)
{
	strbuf_printf(&wording->words, "did you mean %s, in one word?",
	    wording->repairs->best[0].text[0]);
	put_reach(wording, " ", " then");
}

static void
put_split(struct wording *wording)
{
	const struct repair *repair = &wording->repairs->best[0];
	const struct change *change = &repair->change;
	struct strbuf *words = &wording->words;

	strbuf_puts(words, "did you mean ");
	if (change->number.len > 0 || change->instead_len > 2)
		strbuf_puts(words, repair_split_text(repair, wording->arena));
	else
		put_texts(words, repair);
	strbuf_puts(words,
	    change->number.len > 0        ? ", with blanks?"
		: change->instead_len > 2 ? ", three plies?"
					  : ", two plies?");
	put_reach(wording, " ", " then");
}

/* In which way the rest is written. */
static void
put_passage(struct wording *wording)
{
	const struct repair *repair = &wording->repairs->best[0];
	const struct kind_words *kind = words_of(&repair->change);
	const char *whose = repair->change.whose;
	unsigned count = repair->reach - repair->change.at;
	struct strbuf *words = &wording->words;

	if (whose != NULL && kind->some != NULL)
		strbuf_printf(words, "from here on %s%s %s",
		    whose[0] != '\0' ? whose : "some",
		    whose[0] != '\0' ? "'s" : "", kind->some);
	else
		strbuf_puts(words, kind->found);
	strbuf_puts(words, repair->change.detail);
	if (count > 0)
		strbuf_printf(words, "%s, the %s ", kind->then,
		    repair->reach == wording->line->len ? "remaining" : "next");
	if (count > 1)
		strbuf_printf(words, "%u plies replay", count);
	else if (count == 1)
		strbuf_puts(words, "ply replays");
}

static void
give_first(
    const struct sheet *line, const struct repair *repair, struct strbuf *words)
{
	(void)line;
	strbuf_puts(words, repair->text[0]);
}

static void
give_missing(
    const struct sheet *line, const struct repair *repair, struct strbuf *words)
{
	(void)line;
	put_texts(words, repair);
	strbuf_puts(words, " put in");
}

static void
give_left_out(
    const struct sheet *line, const struct repair *repair, struct strbuf *words)
{
	const struct change *change = &repair->change;

	strbuf_slice(words, line->items[change->at].token);
	if (change->next - change->at > PLAYERS)
		strbuf_printf(words, " to %.*s",
		    SLICE(line->items[change->next - 1].token));
	strbuf_puts(words, " left out");
}

static void
give_order(
    const struct sheet *line, const struct repair *repair, struct strbuf *words)
{
	unsigned len = repair->change.instead_len;

	(void)line;
	strbuf_puts(words, repair->text[0]);
	if (len > 1)
		strbuf_printf(words, " before %s", repair->text[len - 1]);
}

static void
give_lines(
    const struct sheet *line, const struct repair *repair, struct strbuf *words)
{
	const struct change *change = &repair->change;
	const struct item *items = line->items;

	strbuf_printf(words, "%.*s to %.*s after %.*s",
	    SLICE(items[change->at].token), SLICE(items[change->mid - 1].token),
	    SLICE(items[change->next - 1].token));
}

static void
give_passage(
    const struct sheet *line, const struct repair *repair, struct strbuf *words)
{
	const struct change *change = &repair->change;
	const char *given = words_of(change)->given;

	(void)line;
	strbuf_printf(words, "on %s%s", given,
	    given[0] == '\0' || change->kind == REPAIR_NOTATION ? change->detail
								: "");
}

static const struct kind_words *
words_of(const struct change *change)
{
	static const struct kind_words words[REPAIRS] = {
#define KIND(id, traits, edit, words, assumption) \
	[REPAIR_##id] = { .put = words, .give = assumption },
#define PASSAGE(id, traits, edit, code, ...) \
	[REPAIR_##id] = { put_passage, give_passage, DIAG_##code, __VA_ARGS__ },
#include "parse/repair/kinds.def"
	};

	return &words[change->kind];
}

/* Whether the message already offers the move of a repair. */
static bool
is_near(const struct wording *wording, unsigned i, const struct fix *near)
{
	const struct repair *repair = &wording->repairs->best[i];

	/* A repair that leaves plies out has no text. */
	if (!is_move_here(repair, wording->fault))
		return false;
	while (near != NULL && strcmp(near->title, repair->text[0]) != 0)
		near = near->next;
	return near != NULL;
}

/* Puts a fix for each repair before the existing fixes. Returns the fix of the
 * likeliest repair, or NULL. */
static struct fix *
add_fixes(const struct wording *wording, bool is_worth, struct arena *arena,
    struct diag *diag)
{
	const struct repairs *repairs = wording->repairs;
	struct fix *rest = diag->fixes, **end = &diag->fixes;
	struct fix *first = NULL;

	for (unsigned i = 0; i < repairs->len; i++) {
		struct fix *fix =
		    repair_fix(wording->line, &repairs->best[i], arena);

		if (fix == NULL)
			continue;
		fix->likely = repairs->likely && i == 0;
		fix->is_unsaid = is_worth
		    ? i > 0 && !is_said(wording, i)
		    : !fix->likely && diag->meant != NULL &&
			!is_near(wording, i, diag->meant);
		if (i == 0)
			first = fix;
		*end = fix;
		end = &fix->next;
	}
	*end = rest;
	return first;
}

/* True if the repair says more than the diagnostic, which names moves that look
 * alike. */
static bool
is_told(const struct repairs *repairs, unsigned fault, const struct diag *diag)
{
	const struct repair *best = &repairs->best[0];
	bool proven = best->reach > fault + PROVEN;
	bool alike = best->change.cost <= LOOKS_ALIKE;

	if (repairs->alone)
		return proven || alike;
	return proven && alike && is_move_here(best, fault) &&
	    diag->id != DIAG_MOVE_AMBIGUOUS;
}

/* Makes the diagnostic that of another fault, at the item. */
static void
tell_at(const struct wording *wording, unsigned at, enum diag_id id,
    struct arena *arena, struct diag *diag)
{
	const struct item *item = &wording->line->items[at];
	struct diag other = *diag;

	other.id = id;
	other.severity = diag_table[id].severity;
	other.fault = arena_copy(arena, strbuf_as_slice(&wording->words));
	other.asks = false;
	other.meant = NULL;
	other.fix = NULL;
	if (item->ply != NULL) {
		other.span = item->ply->span;
		other.ply = diag->ply > 0 ? item->number : 0;
	}
	if (other.ply != diag->ply)
		other.round = 0;
	*diag = other;
}

struct fix *
repair_tell(const struct sheet *line, unsigned fault,
    const struct repairs *repairs, struct arena *arena, struct diag *diag)
{
	struct wording wording = { line, fault, repairs, arena, STRBUF_INIT };
	const struct repair *best = &repairs->best[0];
	const struct change *change = &best->change;
	bool is_worth = repairs->len > 0 && is_told(repairs, fault, diag);

	if (repairs->len > 0 && change_has(&best->change, IS_PASSAGE)) {
		is_worth = true;
		put_passage(&wording);
		diag->fixes = NULL;
		tell_at(
		    &wording, change->at, words_of(change)->id, arena, diag);
	} else if (repairs->lost > 1 &&
	    (!is_worth || best->reach < line->len)) {
		put_lost(&wording, diag);
		tell_at(&wording, repairs->lost_at, DIAG_PLIES_MISSING, arena,
		    diag);
	} else if (is_worth) {
		words_of(change)->put(&wording);
		if (change->kind == REPAIR_MISSING && change->instead_len > 1) {
			tell_at(&wording, change->at, DIAG_PLIES_MISSING, arena,
			    diag);
		} else {
			diag->advice =
			    arena_copy(arena, strbuf_as_slice(&wording.words));
			diag->meant = NULL;
			diag->fix =
			    is_move_here(best, fault) ? best->text[0] : NULL;
		}
	}
	strbuf_release(&wording.words);
	return add_fixes(&wording, is_worth, arena, diag);
}

const char *
repair_given(
    const struct sheet *line, const struct repair *repair, struct arena *arena)
{
	SCRATCH words = STRBUF_INIT;

	if (change_has(&repair->change, IS_PASSAGE))
		strbuf_puts(&words, "from ");
	put_number(&words, &repair->before);
	strbuf_char(&words, ' ');
	words_of(&repair->change)->give(line, repair, &words);
	return arena_copy(arena, strbuf_as_slice(&words));
}
