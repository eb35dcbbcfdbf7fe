/* Ternion: reports the faults of the plies of a line. */
#include <assert.h>

#include "parse/judge/judge.h"
#include "parse/resolve/phrase.h"

enum {
	NUMBERS_MIN = 4,   /* that are wrong in the same way, */
	NUMBERS_PROVE = 8, /* and that no round is missing before them */
};

void
judge_fault(const struct language *reader, const struct event *event,
    struct diags *diags)
{
	const struct item *item = &event->item;

	if (item->ply->is_respelled)
		diags->place = item->ply->span;
	if (event->kind == EVENT_AFTER_END)
		diag_add(diags, DIAG_MOVE_AFTER_END, item->ply->span,
		    "the game ended before this move, with %s",
		    event->turn.outcome.result);
	else
		turn_explain(&event->turn,
		    item->reader != NULL ? item->reader : reader, event->after,
		    item->ply->span.start, diags);
	diags->place.len = 0;
}

/* True if the repairs before a diagnostic, and its place, are certain. */
static bool
may_be_certain(const struct judge *judge)
{
	return !judge->is_after_gap &&
	    (judge->context->diags->given == NULL || judge->is_sure);
}

/* True if the number has its full stop, and then the dots of the seat. */
static bool
has_dots_apart(const struct record *record, const struct event *event)
{
	const struct ply *ply = event->item.ply;
	struct slice text = slice_sub(
	    record->text, ply->number_span.start, ply->number_span.len);

	return ply->number == event->round && ply->dots == event->seat + 2u &&
	    memchr(text.ptr, ' ', text.len) != NULL;
}

static const char *
right_number(const struct judge *judge, uint32_t round, unsigned seat)
{
	return arena_printf(judge->context->diags->arena, "%lu%.*s",
	    (unsigned long)round, (int)seat + 1, "...");
}

static bool
may_fix_numbers(const struct judge *judge)
{
	return may_be_certain(judge) && !judge->doubts_numbers;
}

/* Whether the numbers go back from one ply to another. */
static bool
goes_back(const struct ply *before, const struct ply *ply)
{
	return before != NULL && ply != NULL && before->number > ply->number;
}

/* Whether a ply has the number of the event's. */
static bool
has_its_number(const struct ply *ply, const struct event *event)
{
	return ply->number_span.len > 0 && ply->number == event->round &&
	    (ply->dots > 0 ? ply->dots - 1 : 0) == event->seat;
}

/* Whether the rows of a table may be in another order than was played: numbers
 * go back here, and the one that the ply should have stands elsewhere. */
static bool
is_out_of_order(const struct event *event)
{
	const struct ply *ply = event->item.ply, *p;
	const struct ply *before = ply->prev, *after = ply->next;

	while (before != NULL && before->number_span.len == 0)
		before = before->prev;
	while (after != NULL && after->number_span.len == 0)
		after = after->next;
	if (!goes_back(before, ply) && !goes_back(ply, after))
		return false;
	for (p = before; p != NULL && !has_its_number(p, event);)
		p = p->prev;
	for (p = p == NULL ? after : p; p != NULL && !has_its_number(p, event);)
		p = p->next;
	return p != NULL;
}

static void
judge_number(struct judge *judge, const struct event *event)
{
	struct span span = event->item.ply->number_span;
	struct diags *diags = judge->context->diags;
	const char *text = right_number(judge, event->round, event->seat);

	diag_add(diags, DIAG_MOVE_NUMBER, span,
	    "%s's move should have the number %s",
	    judge->context->reader.rules->variant->players[event->seat], text);
	if (judge->context->record->is_movetext && !diags_full(diags))
		diag_fix_as(diags, text, span, text,
		    may_fix_numbers(judge) && !is_out_of_order(event));
}

/* Numbers of a line that are wrong in the same way: all too high or too low, or
 * they count plies. */
struct number_run {
	const struct ply *first, *last;
	unsigned len;
	bool counts_plies;
	bool has_other_dots; /* the numbers are right, but not their dots */
};

/* The numbers from a ply on that go on as its own does. */
static struct number_run
find_run(const struct ply *first, bool counts_plies)
{
	struct number_run run = {
		.first = first, .last = first, .counts_plies = counts_plies
	};
	int64_t index = 0;

	for (const struct ply *p = first; p != NULL && p->played;
	     p = p->next, index++) {
		int64_t more =
		    counts_plies ? index : (int64_t)p->round - first->round;

		if (p->number_span.len == 0)
			continue;
		if (p->number != first->number + more)
			break;
		run.last = p;
		run.len++;
	}
	return run;
}

/* The numbers from a ply on that are right, but not their dots. */
static struct number_run
find_dots(const struct ply *first)
{
	struct number_run run = {
		.first = first, .last = first, .has_other_dots = true
	};

	for (const struct ply *p = first; p != NULL && p->played; p = p->next) {
		if (p->number_span.len == 0)
			continue;
		if (p->number != p->round)
			break;
		if (p->dots > 0 && p->dots != p->seat + 1u) {
			run.last = p;
			run.len++;
		}
	}
	return run;
}

/* By how much the number of a played ply is too high. */
static long long
excess(const struct ply *ply)
{
	return (long long)ply->number - ply->round;
}

/* `lacking`: rounds that may be missing before the first; or 0 and less. */
static const char *
run_words(const struct number_run *run, long long lacking, const char *right,
    struct arena *arena)
{
	long long more = excess(run->first);
	const char *lack = lacking <= 0 ? ""
	    : lacking == 1              ? ", or a round is missing before it"
					: ", or rounds are missing before it";

	if (run->has_other_dots)
		return arena_printf(arena,
		    "the dots after these numbers tell the seat: the first "
		    "should be %s",
		    right);
	return run->counts_plies
	    ? arena_printf(arena,
		  "these numbers count each move, but the %u players' moves of "
		  "a round have one number",
		  PLAYERS)
	    : arena_printf(arena,
		  "these numbers are too %s by %lld: the first should be %s%s",
		  more > 0 ? "high" : "low", more > 0 ? more : -more, right,
		  lack);
}

/* Reports at once the numbers from a wrong one on that are wrong in the same
 * way; false if they are few. Those too high are all that is left of a round
 * that nobody wrote down, if the moves after it happen to be legal without it,
 * which does not go on for long. */
static bool
judge_numbers(struct judge *judge, const struct ply *ply)
{
	struct diags *diags = judge->context->diags;
	const struct ply *before = ply->prev;
	struct edit_list edits = { .len = 0 };

	while (before != NULL && before->number_span.len == 0)
		before = before->prev;
	long long lacking = before != NULL ? excess(ply) - excess(before) : 0;
	struct number_run run = find_run(ply, false);
	if (run.len < NUMBERS_MIN || ply->number == ply->round)
		run = find_run(before != NULL ? before : ply, true);
	if (run.len < NUMBERS_MIN && ply->number == ply->round)
		run = find_dots(ply);
	if (run.len < NUMBERS_MIN)
		return false;
	judge->told_to = run.last;
	for (const struct ply *p = run.first; p != run.last->next; p = p->next)
		if (p->number_span.len > 0)
			edits_add(&edits, diags->arena, p->number_span,
			    right_number(judge, p->round, p->seat));
	diag_add(diags, DIAG_MOVE_NUMBER, run.first->number_span, "%s",
	    run_words(&run, lacking, edits.edit->text, diags->arena));
	struct fix *fix = judge->context->record->is_movetext
	    ? diag_fix_as(diags, "write the numbers of rounds",
		  edits.edit->span, "",
		  may_fix_numbers(judge) &&
		      (lacking <= 0 || run.counts_plies ||
			  run.len >= NUMBERS_PROVE))
	    : NULL;
	if (fix != NULL) {
		fix->edits = edits.edit;
		fix->len = edits.len;
		fix->is_alike = true;
	}
	return true;
}

void
judge_repetition(const struct variant *variant, unsigned claimant,
    const struct ply *ply, struct diags *diags)
{
	diag_add(diags, DIAG_REPETITION_DUE, ply->span,
	    "a draw is due: the position has occurred three times, and %s may "
	    "claim it",
	    variant->players[claimant]);
}

/* The move as it should be written, with its own annotations, before the offer
 * of a draw. In siege notation the first of two annotations stands in
 * parentheses:
 * "!" and "?" in a row would be another one. */
static const char *
write_well(const struct judge *judge, const struct event *event)
{
	struct arena *arena = judge->context->diags->arena;
	bool in_text = judge->writing->in.notation->writes_nags;
	struct turn own = event->turn;
	struct ply copy = *event->item.ply;

	own.marks.draw = false;
	own.parsed.move.nag[1] = 0;
	copy.notes = NULL;
	rewrite_ply(judge->writing, &own, &copy, arena);
	return arena_printf(arena, "%.*s%s%s", SLICE(copy.text),
	    nag_text(event->turn.parsed.move.nag[in_text]),
	    event->turn.marks.draw ? "=" : "");
}

/* Whether a repair that is not certain changes the text of the span. */
static bool
may_repair(const struct diag *diag, struct span span)
{
	for (const struct fix *f = diag->fixes; f != NULL; f = f->next)
		for (unsigned k = 0; k < f->len && f->repairs; k++)
			if (!f->certain &&
			    spans_overlap(f->edits[k].span, span))
				return true;
	return false;
}

void
judge_doubt(struct diags *diags, const struct diag *diag)
{
	for (struct diag *d = diags->list; d < diag; d++)
		if (d->fixes != NULL && may_repair(diag, d->span))
			d->fixes->certain = false;
}

/* Gives the diagnostics from `said` on one fix, which writes the move in its
 * canonical form. That is certain, as `fmt` and `convert` write it so, too;
 * but a false mark, or a fault that this ply may explain, may show that another
 * move was meant. */
static void
fix_style(const struct judge *judge, const struct event *event, unsigned said)
{
	struct diags *diags = judge->context->diags;
	bool certain = may_be_certain(judge);
	struct fix *fix = NULL;

	for (unsigned i = said; i < diags->len; i++) {
		enum diag_id id = diags->list[i].id;
		bool is_open = id == DIAG_FALSE_CHECK || id == DIAG_FALSE_MATE;

		if (!(diag_table[id].kinds & IS_STYLE))
			continue;
		certain &= !is_open;
		if (fix == NULL) {
			const char *text = write_well(judge, event);

			fix = diag_new_fix(
			    diags, text, event->item.ply->span, text, false);
		}
		diags->list[i].fixes = fix;
	}
	for (unsigned i = 0; i < said; i++)
		certain &= !may_repair(&diags->list[i], event->item.ply->span);
	if (fix != NULL)
		fix->certain = certain;
}

void
judge_keep_board(const struct record_context *context,
    const struct event *event, struct diag *diag, unsigned len)
{
	const struct language *reader = &context->reader;
	const struct turn *turn = &event->turn;
	const struct parsed_move *parsed = &turn->parsed.move;
	bool played = event->kind == EVENT_PLAYED;
	bool is_read = event->kind == EVENT_NOT_FOUND && turn->is_read;
	struct {
		struct position before;
		struct cellset marked;
	} *board = arena_alloc(context->diags->arena, sizeof(*board));
	cell from = turn->move.from, to = turn->move.to;

	board->before = played ? turn->before : *event->after;
	if (!played) {
		from = resolve_cell(
		    reader, &board->before, is_read ? parsed->from.code : 0);
		to = resolve_cell(
		    reader, &board->before, is_read ? parsed->to.code : 0);
	}
	if (from != CELL_NONE)
		cellset_add(&board->marked, from);
	if (to != CELL_NONE)
		cellset_add(&board->marked, to);
	for (unsigned i = 0; i < len; i++) {
		diag[i].before = &board->before;
		diag[i].marked = &board->marked;
		diag[i].rules = reader->rules;
	}
}

/* Reports the remarks on a ply that was played. */
static void
judge_played(const struct language *reader, const struct event *event,
    struct diags *diags)
{
	const struct variant *variant = reader->rules->variant;
	const struct ply *ply = event->item.ply;

	if (ply->is_respelled)
		diags->place = ply->span;
	if (event->turn.remarks > 0)
		turn_explain(&event->turn, reader, &event->turn.before,
		    ply->span.start, diags);
	if (event->drawn != ENDING_NONE)
		diag_add(diags, DIAG_MOVE_AFTER_DRAW, ply->span,
		    "the game was drawn before this move, by %s",
		    phrase_ending(event->drawn));
	if (event->is_repeated)
		judge_repetition(variant, event->after->to_move, ply, diags);
	if (event->becomes_due && only_kings_live(event->after))
		diag_add(diags, DIAG_STALEMATE_DUE, ply->span,
		    "a draw is due: only kings are left");
	else if (event->becomes_due)
		diag_add(diags, DIAG_STALEMATE_DUE, ply->span,
		    "a draw is due: %u rounds have passed without a capture",
		    variant->quiet_rounds);
	turn_explain_marks(
	    &event->turn, reader, event->after, ply->span.start, diags);
	diags->place.len = 0;
}

void
judge_event(struct judge *judge, const struct event *event)
{
	const struct language *reader = &judge->context->reader;
	const struct ply *ply = event->item.ply;
	struct diags *diags = judge->context->diags;
	unsigned said = diags->len;
	bool played = event->kind == EVENT_PLAYED;

	/* Only moves that a repair puts in have no ply, and no number. */
	assert(ply != NULL ||
	    (event->kind == EVENT_ASSUMED && !event->is_misnumbered));
	if (event->is_main && ply != NULL)
		diags->ply = event->item.number;
	diags->round = event->round;
	diags->seat = event->seat;
	if (event->is_misnumbered && judge->told_to == NULL &&
	    !has_dots_apart(judge->context->record, event) &&
	    !judge_numbers(judge, ply))
		judge_number(judge, event);
	if (ply == judge->told_to)
		judge->told_to = NULL;
	if (played)
		judge_played(reader, event, diags);
	else if (event->kind != EVENT_ASSUMED && !judge->told_fault)
		judge_fault(reader, event, diags);
	if (judge->context->options->boards && diags->len > said)
		judge_keep_board(judge->context, event, &diags->list[said],
		    diags->len - said);
	if (played && judge->writing != NULL)
		fix_style(judge, event, said);
}

void
judge_rest(struct judge *judge, const struct reading *reading,
    const struct line *line, const struct ply *fault)
{
	const struct item *item = reading->items;
	const struct item *end = item + reading->len;
	struct diags *diags = judge->context->diags;
	struct event event = { .kind = EVENT_NOT_FOUND };
	bool is_rest = false;
	uint32_t number = 0;

	while (item < end && item->ply != fault)
		item++;
	for (; item < end; item++) {
		const struct language *reader = item->reader != NULL
		    ? item->reader
		    : &judge->context->reader;

		if (item->ply == NULL || item->ply == fault ||
		    item->move != NULL ||
		    notation_read(reader->notation, reader->alphabet,
			item->token, &event.turn.parsed))
			continue;
		event.item = *item;
		event.turn.token = item->token;
		judge_fault(reader, &event, diags);
	}
	for (const struct ply *p = line->first; p != NULL; p = p->next) {
		if (p->number_span.len > 0) {
			if (is_rest && number > 0 && p->number != number &&
			    p->number != number + 1)
				diag_add(diags, DIAG_MOVE_NUMBER,
				    p->number_span,
				    "the number %lu follows %lu",
				    (unsigned long)p->number,
				    (unsigned long)number);
			number = p->number;
		}
		is_rest |= p == fault;
	}
}

void
judge_unchecked(struct diags *diags, const struct ply *ply)
{
	unsigned count = 0;

	for (const struct ply *p = ply; p != NULL; p = p->next)
		count++;
	if (count > 0)
		diag_add(diags, DIAG_MOVES_UNCHECKED, ply->span,
		    "%u move%s not checked until the error before is corrected",
		    count, count == 1 ? " is" : "s are");
}
