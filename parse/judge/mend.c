/* Ternion: another reading of a line that cannot be played as it is written. */
#include <assert.h>
#include <limits.h>

#include "parse/judge/judge.h"
#include "parse/repair/collate.h"
#include "parse/repair/written.h"

enum {
	SEVERAL = 850, /* of 1000: the least odds of one of several repairs, */
	CERTAIN_SHARE = 940, /* and of one by the game of the whole line, */
	FAULTS_LEAST = 2,    /* faults, with which it is asked, and */
	PROOF = 6,           /* for each these plies, as they are written */
	TRACES = 150,        /* a cost: other moves that are dearer together may
				be traces of one slip that is silent */
};

/* A repair that is assumed. */
struct mended {
	struct change change;
	const struct item *was;    /* the items that it replaces */
	struct fix *fix;           /* or NULL */
	struct confusions learned; /* of the writer */
	bool is_sure, is_likely;
	bool is_doubted; /* other games explain the line nearly as well */
	bool is_of_game; /* that explains the whole line best */
	bool is_whole;   /* it replaces all to the end of the line */
};

/* A line while it is mended. */
struct mender {
	struct reading *reading;
	const struct record_context *context;
	const struct line_start *from;
	struct arena *arena;
	struct sheet line;
	struct confusions known; /* of its writer, by the repairs */
	struct mending whole; /* the changes that explain all of it best, ... */
	unsigned next, len;   /* the next of them, and its length before them */
	bool is_asked;        /* it was searched */
	struct strbuf given;  /* the repairs, in words */
	struct mended mended[MENDS_MAX];
	struct replay replay; /* by find_next_fault, */
	struct event event;   /* of the fault if there is one */
	struct diags met;     /* about it, before they are reported */
};

const char *
reading_given(const struct reading *reading, unsigned item, bool before,
    const char *given)
{
	for (unsigned i = 0; i < reading->repairs; i++)
		if (reading->repair[i].at + before <= item)
			given = reading->repair[i].given;
	return given;
}

/* The first item of the line that cannot be played, or the line's length. */
static unsigned
find_next_fault(struct mender *mender, const struct sheet *line)
{
	struct replay *replay = &mender->replay;
	struct event *event = &mender->event;

	*replay = mender->from->replay;
	replay->asks = (struct turn_asks){ .outcome = false };
	replay_items(replay, line->items, line->len);
	while (replay_next(replay, event))
		if (event->kind == EVENT_NOT_FOUND ||
		    event->kind == EVENT_AFTER_END)
			return replay->played - 1;
	return line->len;
}

/* The next change of the game of the whole line, in the line as it is now. */
static struct change
next_of_whole(const struct mender *mender)
{
	struct change change = mender->whole.changes[mender->next];
	unsigned more = mender->line.len - mender->len;

	change.at += more;
	change.next += more;
	change.mid += more;
	return change;
}

/* Goes on in the game of the whole line, before the change is made; false if it
 * has another change, or has to be searched again. */
static bool
follow_whole(struct mender *mender, const struct change *change)
{
	if (mender->next == mender->whole.len)
		return !change_has(change, IS_PASSAGE);
	struct change next = next_of_whole(mender);
	mender->next++;
	return change_equal(&next, change);
}

/* Makes the best repair in the reading. */
static void
assume(struct mender *mender, const struct repairs *repairs, unsigned share,
    struct fix *fix)
{
	const struct repair *repair = &repairs->best[0];
	struct reading *reading = mender->reading;
	struct arena *arena = mender->arena;
	unsigned i = reading->repairs++;
	const struct change *change = &repair->change;
	unsigned count = change->next - change->at;
	bool is_of_game = share > 0;
	struct item *was = arena_alloc(arena, (count + 1) * sizeof(*was));

	strbuf_printf(&mender->given, "%s%s", mender->given.len > 0 ? ", " : "",
	    repair_given(&mender->line, repair, arena));
	reading->repair[i].at = repair->change.at;
	reading->repair[i].notation =
	    change->kind == REPAIR_NOTATION ? change->notation : NULL;
	reading->repair[i].given =
	    arena_copy(arena, strbuf_as_slice(&mender->given));
	reading->is_guessed |= repair_is_guess(repair);
	memcpy(was, reading->items + change->at, count * sizeof(*was));
	mender->mended[i] = (struct mended){ .change = *change,
		.was = was,
		.fix = fix,
		.is_sure = repairs->sure,
		.is_likely = repairs->likely,
		.is_of_game = is_of_game,
		.is_whole = change->next == mender->line.len,
		.is_doubted = is_of_game && share < CERTAIN_SHARE };
	if (fix != NULL)
		fix->is_assumed = true;
	if (change->kind == REPAIR_SECOND_GAME) {
		reading->rest = was->number;
		reading->rest_notation = change->notation;
	}
	if (change->kind == REPAIR_OTHER)
		written_learn(
		    was->reader != NULL ? was->reader : mender->line.reader,
		    &repair->before, was->token, change->instead->move,
		    &mender->mended[i].learned);
	confusions_add(&mender->known, &mender->mended[i].learned);
	mender->is_asked &= follow_whole(mender, change);
	repair_apply(
	    &mender->line, reading->items, change, repair->before, arena);
	reading->len = mender->line.len;
}

/* Whether the search from the fault is enough: a likely repair leads on, the
 * rest is read in another way, or plies are missing. */
static bool
is_settled(const struct repairs *repairs, unsigned len)
{
	const struct repair *best = &repairs->best[0];

	return (repairs->likely && repairs->assumed) || repairs->lost > 0 ||
	    (repairs->len > 0 && best->change.kind == REPAIR_MISSING &&
		best->reach == len);
}

/* Whether the line has several faults, and enough plies after the first of its
 * changes that are as they were written. */
static bool
is_well_based(const struct mender *mender)
{
	const struct mending *whole = &mender->whole;

	return whole->len > 0 &&
	    whole->len + mender->reading->repairs >= FAULTS_LEAST &&
	    mender->len - whole->changes[0].at >= (PROOF + 1) * whole->len;
}

/* Puts first the next change of the game that explains the whole line best;
 * returns how likely that is, of 1000, or 0 if there is none. */
static unsigned
search_whole(struct mender *mender, unsigned fault, struct repairs *repairs)
{
	if (!mender->is_asked) {
		collate_line(&mender->line, mender->arena, &mender->whole);
		mender->is_asked = true;
		mender->len = mender->line.len;
		mender->next = is_well_based(mender) ? 0 : mender->whole.len;
	}
	if (mender->next == mender->whole.len)
		return 0;
	struct change change = next_of_whole(mender);
	if (change.at > fault)
		return 0;
	repair_prefer(&mender->line, &change, mender->arena, repairs);
	return mender->whole.share[mender->next];
}

/* Looks for repairs of the fault and adds them to its diagnostic; false if none
 * is good enough to go on with, or the options forbid it. */
static bool
mend_met(struct mender *mender, unsigned fault, struct diag *diag)
{
	const struct replay_options *options = mender->context->options;
	struct reading *reading = mender->reading;
	struct repairs repairs;
	unsigned share = 0;

	if (options->settles != NULL &&
	    options->settles(options->context, diag, false))
		return false;
	repair_search(&mender->line, fault, mender->arena, &repairs);
	if (options->goes_on && !options->tries_offer &&
	    !is_settled(&repairs, mender->line.len))
		share = search_whole(mender, fault, &repairs);
	if (repairs.lost > 0)
		reading->gap = repairs.lost_at;
	for (unsigned i = 0; i < repairs.len && !options->evidence; i++)
		repairs.best[i].share = 0;
	if (options->evidence || options->boards)
		judge_keep_board(mender->context, &mender->event, diag, 1);
	struct fix *fix =
	    repair_tell(&mender->line, fault, &repairs, mender->arena, diag);
	if (!repairs.assumed || !options->goes_on ||
	    (options->settles != NULL &&
		options->settles(options->context, diag, true)))
		return false;
	assume(mender, &repairs, share, fix);
	return true;
}

/* Reports a fault with its repairs; false if none is good enough to go on. */
static bool
mend_fault(struct mender *mender, unsigned fault)
{
	const struct event *event = &mender->event;
	struct reading *reading = mender->reading;
	struct diags *met = &mender->met;
	unsigned i = 0;

	met->len = 0;
	met->ply = event->is_main ? event->item.number : mender->from->ply;
	met->round = event->round;
	met->seat = event->seat;
	met->given = reading->repairs > 0
	    ? reading->repair[reading->repairs - 1].given
	    : mender->from->given;
	judge_fault(&mender->context->reader, event, met);
	while (i < met->len && met->list[i].severity < SEV_ERROR)
		i++;
	bool goes_on = i < met->len && reading->repairs < MENDS_MAX &&
	    mend_met(mender, fault, &met->list[i]);
	diags_append(&reading->faults, met);
	return goes_on;
}

/* Gives an item after a repair another spelling, if it can be played so. */
static bool
respell_item(
    const struct mender *mender, const struct line *line, unsigned fault)
{
	const struct event *event = &mender->event;
	struct ply *ply = event->item.ply;
	struct item *item = &mender->reading->items[fault];

	if (mender->reading->repairs == 0 || event->kind != EVENT_NOT_FOUND ||
	    item->move != NULL || item->reader != NULL ||
	    !slice_equal(item->token, ply->token) ||
	    !respell_legal(mender->context, line, ply, event->after))
		return false;
	item->token = ply->token;
	return true;
}

/* Puts the moves that were found later for items of a passage, after those
 * that it was read to, into the items as they were. */
static void
keep_found(const struct mender *mender, const struct change *passage,
    struct item *items)
{
	const struct sheet *line = &mender->line;
	unsigned end = passage->at + passage->instead_len;

	for (unsigned i = end - passage->unread; i < line->len; i++)
		for (unsigned k = passage->at;
		     k < passage->next && line->items[i].move != NULL; k++)
			if (items[k].ply == line->items[i].ply)
				items[k].move = line->items[i].move;
}

/* Judges a repair once more, with all others made: the whole rest of the line
 * is now evidence. `is_single`: the only one, but for ways of writing. */
static void
judge_again(
    struct mender *mender, unsigned i, bool is_single, struct mended *mended)
{
	const struct change *change = &mended->change;
	struct arena *arena = mender->arena;
	unsigned count = change->next - change->at;
	unsigned end = change->at + change->instead_len;
	unsigned rest = mended->is_whole ? 0 : mender->line.len - end;
	struct sheet line = mender->line;
	struct confusions known = { 0 };
	struct item *items =
	    arena_alloc(arena, (line.len + count + 1) * sizeof(*items));
	struct repairs repairs;

	assert(mended->was != NULL); /* assume has set it */
	memcpy(items, line.items, change->at * sizeof(*items));
	memcpy(items + change->at, mended->was, count * sizeof(*items));
	memcpy(items + change->next, line.items + end, rest * sizeof(*items));
	if (change->unread > 0)
		keep_found(mender, change, items);
	line.items = items;
	line.len = change->next + rest;
	line.settled = i > 0 ? mended[-1].change.at +
		mended[-1].change.instead_len - mended[-1].change.unread
			     : 0;
	line.known = &known;
	for (unsigned k = 0; k < mender->reading->repairs; k++)
		if (k != i)
			confusions_add(&known, &mender->mended[k].learned);
	mended->is_sure = false;
	mended->is_likely = mended->is_of_game;
	unsigned fault = find_next_fault(mender, &line);
	if (fault == line.len)
		return;
	repair_search(&line, fault, arena, &repairs);
	if (repairs.len > 0 && change_equal(change, &repairs.best[0].change)) {
		mended->is_sure = repairs.sure && !mended->is_doubted &&
		    (is_single || repairs.best[0].share >= SEVERAL);
		mended->is_likely |= repairs.likely;
	}
}

/* Whether a fix after the i-th repair changes the text of a span. */
static bool
is_fixed_later(const struct mender *mender, unsigned i, struct span span)
{
	while (++i < mender->reading->repairs) {
		const struct fix *fix = mender->mended[i].fix;

		for (unsigned k = 0; fix != NULL && k < fix->len; k++)
			if (spans_overlap(fix->edits[k].span, span))
				return true;
	}
	return false;
}

/* Completes the fix of a passage in which there were more faults, whose fixes
 * have their own edits. With one in its first token it is one fix. */
static void
finish_passage(struct mender *mender, unsigned i)
{
	const struct mended *mended = &mender->mended[i], *next = mended + 1;
	struct fix *fix = mended->fix;
	struct edit *edits;
	unsigned len = 0;

	if (!change_has(&mended->change, REPLACES) ||
	    change_has(&mended->change, IS_ORDER))
		return;
	if (change_has(&mended->change, HAS_READER))
		repair_translate(&mender->line, mender->arena, fix);
	edits = arena_alloc(
	    mender->arena, (fix->len + mender->line.len) * sizeof(*edits));
	for (unsigned k = 0; k < fix->len; k++)
		if (!is_fixed_later(mender, i, fix->edits[k].span))
			edits[len++] = fix->edits[k];
	fix->edits = edits;
	fix->len = len;
	if (i + 1 == mender->reading->repairs || next->fix == NULL ||
	    next->change.at != mended->change.at)
		return;
	memcpy(edits + len, next->fix->edits, next->fix->len * sizeof(*edits));
	fix->len = next->fix->len += len;
	next->fix->edits = edits;
}

/* Repairs are certain if each is sure and the line can be played to its end;
 * one is likely only if those before it are. */
static void
judge_fixes(struct mender *mender)
{
	struct reading *reading = mender->reading;
	bool likely = true, is_ordered = false;
	unsigned slips = 0, cost = 0;

	for (unsigned i = 0; i < reading->repairs; i++) {
		const struct change *change = &mender->mended[i].change;

		/* Moves of another order may only seem exchanged. */
		is_ordered |= change_has(change, IS_ORDER);
		mender->mended[i].is_doubted |=
		    is_ordered && change->kind == REPAIR_EXCHANGED;
		slips += !change_has(change, IS_PASSAGE);
		cost += change->kind == REPAIR_OTHER ? change->cost : 0;
	}
	if (cost > TRACES)
		reading->is_certain = reading->is_beyond_doubt = false;
	for (unsigned i = 0; i < reading->repairs; i++) {
		struct mended *mended = &mender->mended[i];

		if (mended->fix != NULL && mended->change.unread > 0)
			finish_passage(mender, i);
		if (reading->repairs > 1 && reading->fault == NULL &&
		    !mender->context->options->tries_offer)
			judge_again(mender, i,
			    slips == 1 ||
				change_has(&mended->change, IS_PASSAGE),
			    mended);
		reading->is_beyond_doubt &= mended->is_sure;
		reading->is_certain &= mended->is_sure && mended->fix != NULL;
		likely &= mended->fix != NULL && mended->is_likely;
		if (mended->fix != NULL)
			mended->fix->likely = likely;
	}
	for (unsigned i = 0; i < reading->repairs; i++)
		if (mender->mended[i].fix != NULL)
			mender->mended[i].fix->certain = reading->is_certain;
}

static struct sheet
sheet_of(const struct record_context *context, const struct line_start *from,
    const struct line *line, const struct item *items)
{
	const struct record *record = context->record;

	return (struct sheet){ .reader = &context->reader,
		.start = &from->replay.position,
		.items = items,
		.len = line->plies,
		.is_movetext = record->is_movetext,
		.hint = from->notation,
		.defined = context->options->notations,
		.record = line->last == record->line.last ? record : NULL };
}

void
mend_mark(const struct record_context *context, const struct line_start *from,
    const struct line *line, unsigned item, struct diag *diag)
{
	struct arena *arena = context->diags->arena;
	struct sheet sheet =
	    sheet_of(context, from, line, repair_items(line, 0, arena));
	struct repairs repairs;

	repair_search_mark(&sheet, item, arena, &repairs);
	for (unsigned i = 0; i < repairs.len && !context->options->evidence;
	     i++)
		repairs.best[i].share = 0;
	repair_tell(&sheet, item, &repairs, arena, diag);
}

void
mend_line(struct reading *reading, const struct record_context *context,
    const struct line_start *from, const struct line *line)
{
	struct arena *arena = context->diags->arena;
	struct mender mender = { reading, context, from, arena,
		.given = STRBUF_INIT };
	unsigned fault;

	*reading = (struct reading){ .items = repair_items(
					 line, MENDS_MAX * INSTEAD_MAX, arena),
		.len = line->plies,
		.gap = UINT_MAX,
		.is_beyond_doubt = true };
	diags_init(&reading->faults, arena);
	diags_init(&mender.met, arena);
	mender.line = sheet_of(context, from, line, reading->items);
	mender.line.known = &mender.known;
	do {
		fault = find_next_fault(&mender, &mender.line);
		reading->fault =
		    fault < mender.line.len ? mender.event.item.ply : NULL;
	} while (reading->fault != NULL &&
	    (respell_item(&mender, line, fault) || mend_fault(&mender, fault)));
	reading->is_certain = reading->fault == NULL && from->is_certain;
	judge_fixes(&mender);
	strbuf_release(&mender.given);
}
