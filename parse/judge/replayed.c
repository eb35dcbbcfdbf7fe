/* Ternion: a record from text to moves.
 *
 * Each line is replayed without diagnostics, while its plies are rewritten and
 * shown to options->see. Most lines have no fault. A line that cannot be played
 * to its end is mended. If there is anything to report of a line, it is
 * replayed once more in its final reading and judged. Its variations follow. */
#include <limits.h>

#include "parse/judge/judge.h"
#include "parse/record/habits.h"
#include "parse/position/tpf.h"
#include "parse/repair/retag.h"

/* A ply of a line with its variations. */
struct fork {
	struct fork *next;
	const struct notes *notes;
	struct line_start before;
};

/* A line and the facts of its replay. */
struct survey {
	struct line *line;
	const struct line_start *from;
	struct replay replay;
	struct fork *forks, **last_fork;
	unsigned plies;          /* that were played */
	const struct ply *fault; /* the one that cannot be; NULL: all can */
	bool is_silent;          /* there is nothing to report */
	bool is_misnumbered;     /* a number is wrong, */
	bool has_late_mark;      /* and a false mark follows */
	struct result_evidence evidence;
	const struct ply *first_fault; /* as it is written */
	bool is_mended;                /* it was replayed with `reading` */
	struct reading reading;        /* if there is a fault */
};

/* Keeps the place before a ply, the next one or one that the reading leaves
 * out, if it has variations; `number`: of the ply in the line, in which the one
 * of a reading may be a copy; `own`: without the ply's own repair. */
static void
add_fork(const struct record_context *context, struct survey *survey,
    const struct ply *ply, unsigned number, bool own)
{
	const struct reading *reading = &survey->reading;
	const struct line_start *from = survey->from;
	unsigned at = survey->replay.played;

	if (ply->notes == NULL || ply->notes->variations == NULL)
		return;
	struct fork *fork = arena_alloc(context->diags->arena, sizeof(*fork));
	*fork = (struct fork){ .notes = ply->notes,
		.before = { .replay = survey->replay,
		    .ply = from->ply,
		    .given = from->given,
		    .is_certain = from->is_certain } };
	struct line_start *before = &fork->before;
	before->replay.is_main = false;
	before->notation = from->notation;
	for (unsigned i = 0; survey->is_mended && i < reading->repairs; i++)
		if (reading->repair[i].at <= at)
			before->notation = reading->repair[i].notation;
	if (survey->is_mended) {
		before->given = reading_given(reading, at, own, from->given);
		before->is_certain &=
		    before->given == from->given || reading->is_certain;
	}
	if (survey->replay.is_main)
		before->ply = number;
	*survey->last_fork = fork;
	survey->last_fork = &fork->next;
}

static bool
has_ply(const struct reading *reading, unsigned number)
{
	for (unsigned i = 0; i < reading->len; i++)
		if (reading->items[i].number == number &&
		    reading->items[i].ply != NULL)
			return true;
	return false;
}

/* Keeps the variations of plies that the reading leaves out, from a ply with
 * its number to the one of the number `next`. */
static void
add_forks_left_out(const struct record_context *context, struct survey *survey,
    const struct ply *from, unsigned number, unsigned next)
{
	for (const struct ply *p = from; p != NULL && number < next;
	     p = p->next, number++) {
		const struct fork *fork = survey->forks;

		while (fork != NULL && fork->notes != p->notes)
			fork = fork->next;
		if (ply_variations(p) != NULL && fork == NULL &&
		    !has_ply(&survey->reading, number))
			add_fork(context, survey, p, number, true);
	}
}

/* A declaration of mate cannot be seen from the move. */
static __attribute__((cold)) void
tell_dropped_mark(const struct record_context *context,
    const struct survey *survey, const struct event *event)
{
	struct diags *diags = context->diags;

	diags->ply = event->is_main ? event->item.number : survey->from->ply;
	diags->round = event->round;
	diags->seat = event->seat;
	diag_add(diags, DIAG_MARK_DROPPED, event->item.ply->span,
	    "%s notation has no sign for this call of mate, so it is dropped",
	    context->writing.in.notation->id);
}

/* Stores, rewrites and shows a ply that was played. */
static inline void
take_ply(const struct record_context *context, struct survey *survey,
    const struct event *event)
{
	const struct replay_options *options = context->options;
	const struct turn *turn = &event->turn;
	struct ply *ply = event->item.ply;

	ply->played = true;
	ply->seat = event->seat;
	ply->round = event->round;
	survey->plies++;
	if (turn->parsed.move.draw)
		survey->evidence.last_offer = event->item.number;
	if (context->writing.in.notation != NULL && !survey->is_mended) {
		rewrite_ply(
		    &context->writing, turn, ply, context->diags->arena);
		if (turn->marks.mate != 0 && turn->marks.mated == 0 &&
		    !context->writing.in.notation->has_marks)
			tell_dropped_mark(context, survey, event);
	}
	if (options->see != NULL)
		options->see(options->context, context->replayed, event);
}

/* Begins to replay the line as it is written, or as it was mended. */
static void
begin_line(
    const struct survey *survey, struct replay *replay, struct turn_asks asks)
{
	*replay = survey->from->replay;
	replay->asks = asks;
	if (survey->is_mended)
		replay_items(
		    replay, survey->reading.items, survey->reading.len);
	else
		replay_line(replay, survey->line);
}

/* The ply of the reading that comes next; NULL: none does. Keeps the variations
 * of those before it that the reading leaves out: from *expected on, which has
 * the number *number in the line, and becomes the ply after it. */
static const struct ply *
next_of_reading(const struct record_context *context, struct survey *survey,
    const struct ply **expected, unsigned *number)
{
	const struct replay *replay = &survey->replay;
	unsigned rest = survey->reading.rest;
	const struct ply *ply =
	    replay->items == replay->end ? NULL : replay->items->ply;
	unsigned next = ply != NULL ? replay->items->number
	    : rest != 0             ? rest
				    : UINT_MAX;

	if (next != *number)
		add_forks_left_out(context, survey, *expected, *number, next);
	if (ply != NULL) {
		*expected = ply->next;
		*number = next + 1;
	}
	return ply;
}

static void
begin_survey(const struct record_context *context, struct survey *survey)
{
	survey->forks = NULL;
	survey->last_fork = &survey->forks;
	survey->plies = 0;
	survey->fault = NULL;
	survey->is_silent = true;
	survey->is_misnumbered = survey->has_late_mark = false;
	survey->evidence = (struct result_evidence){ .mated_by = PLAYER_NONE };
	begin_line(survey, &survey->replay, context->asks);
	if (context->writing.in.notation != NULL && !survey->is_mended)
		survey->replay.asks.writing = &context->writing;
}

/* Takes a ply into account that is to be reported. */
static void
note_remarks(struct survey *survey, const struct event *event)
{
	survey->is_silent = false;
	survey->evidence.drawn |= event->drawn != ENDING_NONE;
	survey->is_misnumbered |= event->is_misnumbered;
	survey->has_late_mark |= survey->is_misnumbered &&
	    event->kind == EVENT_PLAYED && event->turn.has_false_mark;
}

/* Replays the line without diagnostics. */
static void
survey_line(const struct record_context *context, struct survey *survey)
{
	const struct ply *ply, *expected = survey->line->first;
	struct replay *replay = &survey->replay;
	bool is_mended = survey->is_mended;
	unsigned number = 1;             /* of `expected` */
	const struct ply *forked = NULL; /* before it was spelled otherwise */
	struct event event;
	struct ply *again;

	begin_survey(context, survey);
	for (;;) {
		ply = is_mended
		    ? next_of_reading(context, survey, &expected, &number)
		    : replay->next;
		if (ply != NULL && ply->notes != NULL && ply != forked)
			add_fork(context, survey, ply,
			    is_mended ? replay->items->number
				      : replay->played + 1,
			    is_mended && replay->items->move != NULL);
		forked = ply;
		if (!replay_next(replay, &event))
			break;
		if (event.kind == EVENT_NOT_FOUND && !is_mended &&
		    (again = respell(context, survey->line, event.item.ply,
			 event.after)) != NULL) {
			replay->next = again;
			replay->played--;
			continue;
		}
		if (event.kind == EVENT_PLAYED)
			take_ply(context, survey, &event);
		else if (event.kind != EVENT_ASSUMED)
			survey->fault = event.item.ply;
		if (!event_is_silent(&event))
			note_remarks(survey, &event);
	}
	if (survey->plies > 0) {
		survey->evidence.is_marked = event.turn.parsed.move.mate;
		if (event.turn.true_claim)
			survey->evidence.mated_by = event.turn.marks.mover;
	}
}

/* Replays a line, and a faulty one again as it was probably meant. */
static void
play_line(const struct record_context *context, const struct line_start *from,
    struct line *line, struct survey *survey)
{
	survey->line = line;
	survey->from = from;
	survey->is_mended = false;
	survey->reading.items = NULL;
	survey_line(context, survey);
	survey->first_fault = survey->fault;
	if (survey->fault == NULL || context->options->stops_at_first ||
	    diags_full(context->diags))
		return;
	mend_line(&survey->reading, context, from, line);
	survey->is_mended = survey->reading.repairs > 0;
	if (survey->is_mended)
		survey_line(context, survey);
}

/* A false mark may show that another move was meant: looks for that in a line
 * that can be played. Whether there is such a diagnostic. */
static bool
doubt_mark(const struct survey *survey, const struct judge *judge,
    const struct event *event, unsigned said)
{
	struct diags *diags = judge->context->diags;

	for (unsigned i = said; i < diags->len; i++)
		if (diags->list[i].id == DIAG_FALSE_CHECK ||
		    diags->list[i].id == DIAG_FALSE_MATE) {
			mend_mark(judge->context, survey->from, survey->line,
			    event->item.number - 1, &diags->list[i]);
			judge_doubt(diags, &diags->list[i]);
			return true;
		}
	return false;
}

/* Reports faults of the plies of a line. A legal token for which another move
 * is assumed keeps its own diagnostics. */
static void
judge_plies(const struct survey *survey, struct judge *judge)
{
	const struct line_start *from = survey->from;
	const struct reading *reading = &survey->reading;
	struct diags *diags = judge->context->diags;
	const struct replay_options *options = judge->context->options;
	bool doubts = survey->fault == NULL && reading->items == NULL &&
	    options->goes_on && !options->tries_offer;
	struct replay replay;
	struct event event;

	begin_line(survey, &replay,
	    (struct turn_asks){
		.marks = true, .before = true, .writing = judge->writing });
	for (;;) {
		const struct item *next =
		    replay.items < replay.end ? replay.items : NULL;

		if (next != NULL && next->move != NULL && next->token.len > 0 &&
		    next->ply != NULL) {
			struct item item = *next;
			struct replay written = replay;
			struct judge own = *judge;

			item.move = NULL;
			replay_items(&written, &item, 1);
			replay_next(&written, &event);
			/* These are reported for the assumed move. */
			event.is_misnumbered = false;
			event.is_repeated = event.becomes_due = false;
			event.drawn = ENDING_NONE;
			own.writing = NULL;
			diags->given = reading_given(
			    reading, replay.played, true, from->given);
			if (event.kind == EVENT_PLAYED)
				judge_event(&own, &event);
		}
		if (survey->is_mended)
			diags->given = reading_given(
			    reading, replay.played, false, from->given);
		judge->is_after_gap =
		    reading->items != NULL && replay.played >= reading->gap;
		if (!replay_next(&replay, &event))
			break;
		unsigned said = diags->len;
		judge_event(judge, &event);
		if (doubts && event.turn.has_false_mark)
			doubts = !doubt_mark(survey, judge, &event, said);
	}
}

/* True if all repairs up to the end of the line are certain. */
static bool
has_certain_repairs(const struct survey *survey)
{
	return survey->from->is_certain &&
	    (!survey->is_mended || survey->reading.is_certain);
}

static void
judge_line(const struct record_context *context, const struct survey *survey)
{
	const struct line_start *from = survey->from;
	const struct replay_options *options = context->options;
	struct diags *diags = context->diags;
	bool has_reading = survey->reading.items != NULL;
	struct judge judge = { .context = context,
		.writing = options->fixes ? &context->fixing : NULL,
		.told_fault = has_reading,
		.is_sure = has_certain_repairs(survey),
		.doubts_numbers = from->doubts_numbers };

	if (survey->is_silent && !has_reading)
		return;
	diags->ply = from->ply;
	diags->round = 0;
	diags->given = from->given;
	if (has_reading)
		diags_append(diags, &survey->reading.faults);
	judge_plies(survey, &judge);
	if (survey->fault != NULL || !has_certain_repairs(survey))
		habits_leave_out(context->record, survey->line,
		    survey->first_fault != NULL && survey->first_fault->prev
			? survey->first_fault->prev->span.start + 1
			: survey->line->open.start);
	if (survey->fault == NULL)
		return;
	if (has_reading && options->goes_on)
		judge_rest(
		    &judge, &survey->reading, survey->line, survey->fault);
	judge_unchecked(diags, survey->fault->next);
}

static void
play_variations(
    const struct record_context *context, const struct survey *survey)
{
	for (const struct fork *fork = survey->forks; fork; fork = fork->next)
		for (struct line *v = fork->notes->variations; v; v = v->next) {
			struct line_start from = fork->before;
			struct survey variation;

			from.doubts_numbers = survey->from->doubts_numbers;
			play_line(context, &from, v, &variation);
			judge_line(context, &variation);
			context->replayed->all_plies += variation.plies;
			play_variations(context, &variation);
		}
}

static void
take_setup(struct record_context *context)
{
	const struct replay_options *options = context->options;
	const struct replayed *replayed = context->replayed;
	bool writes = replayed->output != NULL;

	context->reader = replayed_reader(replayed);
	context->writing = (struct ply_writing){
		.in = { replayed->output_rules, replayed->output,
		    options->keep_letters ? &replayed->alphabet
					  : &replayed->output_alphabet },
		.nags_apart = options->nags_apart,
		.replayer = context->replayer,
		.notes = context->record->arena
	};
	if (replayed->output == replayed->notation &&
	    replayed->output_rules == replayed->rules &&
	    context->writing.in.alphabet->set == replayed->alphabet.set)
		context->writing.same = &context->reader;
	context->fixing = (struct ply_writing){ .in = context->reader,
		.same = &context->reader,
		.replayer = context->replayer,
		.notes = context->record->arena };
	context->asks = (struct turn_asks){ .marks = writes,
		.is_followed = options->whole && !options->fixes,
		.before = options->see != NULL && !options->sees_after };
}

static void
judge_result(const struct record_context *context, struct survey *survey)
{
	const struct record *record = context->record;
	struct replayed *replayed = context->replayed;
	struct result_evidence *evidence = &survey->evidence;
	struct diags *diags = context->diags;

	/* The result at the end belongs to the other game. */
	if (survey->is_mended && survey->reading.rest != 0)
		return;
	diags->ply = 0;
	diags->round = 0;
	diags->given = survey->from->given;
	if (survey->is_mended)
		diags->given = reading_given(
		    &survey->reading, survey->reading.len, false, diags->given);
	evidence->repetitions = replay_repetitions(&survey->replay, SIZE_MAX);
	evidence->is_draw_due = survey->replay.is_draw_due;
	evidence->is_certain = has_certain_repairs(survey);
	result_judge(replayed, evidence, diags);
	if (evidence->repetitions == REPETITIONS && replayed->complete &&
	    record->line.last != NULL && !replayed->agreed &&
	    !survey->replay.told_repetition)
		judge_repetition(context->reader.rules->variant,
		    replayed->end.to_move, record->line.last, diags);
	diags->given = NULL;
}

static bool
find_tag(const struct record_context *context, struct retag *retag)
{
	struct replayer **other = &context->replayer->other;

	if (!context->options->goes_on || diags_full(context->diags))
		return false;
	if (*other == NULL)
		*other = replayer_new(context->options);
	return retag_find(
	    *other, context->replayed, context->diags->arena, retag);
}

/* Plays the game that begins in a line after another one. */
static void
play_next_game(
    const struct record_context *context, const struct survey *survey)
{
	const struct reading *reading = &survey->reading;
	struct record_context next = *context;
	struct line line = *survey->line;
	struct line_start from = { .is_certain = has_certain_repairs(survey) };
	struct replayed replayed = *context->replayed;
	struct record record = *context->record;
	struct survey second;

	if (!survey->is_mended || reading->rest == 0)
		return;
	next.reader.notation = next.fixing.in.notation = reading->rest_notation;
	for (unsigned n = 1; n < reading->rest; n++)
		line.first = line.first->next;
	line.plies -= reading->rest - 1;
	from.ply = reading->rest;
	from.ply += survey->from->ply > 0 ? survey->from->ply - 1 : 0;
	from.given = reading_given(reading, reading->len, false, NULL);
	replay_begin(&from.replay, &next.reader, &next.reader.rules->start,
	    context->replayer, context->diags->arena);
	from.replay.is_main = false;
	play_line(&next, &from, &line, &second);
	judge_line(&next, &second);
	play_variations(&next, &second);
	context->replayed->all_plies += second.plies;
	play_next_game(&next, &second);
	/* Its result is the one at the end, and the tags are of the first. */
	record.tags = NULL;
	replayed.record = next.record = &record;
	replayed.complete = second.fault == NULL && !second.is_mended;
	replayed.repaired = false;
	replayed.outcome = *replay_outcome(&second.replay);
	replayed.end = second.replay.position;
	next.replayed = &replayed;
	judge_result(&next, &second);
}

static void play_main(
    struct record_context *context, struct record *record, const char *given);

static void
play_retagged(struct record_context *context, struct record *record,
    const struct retag *retag)
{
	context->is_retagged = true;
	*context->replayed = retag->setup;
	play_main(context, record, retag_text(retag, context->diags->arena));
	context->replayed->complete = false;
}

static void
play_main(
    struct record_context *context, struct record *record, const char *given)
{
	struct line_start from = { .given = given, .is_certain = true };
	struct replayed *replayed = context->replayed;
	struct retag retag;
	struct survey survey;

	take_setup(context);
	if (context->options->see != NULL && !context->is_retagged)
		context->options->see(
		    context->options->context, replayed, NULL);
	replay_begin(&from.replay, &context->reader, &replayed->start,
	    context->replayer, context->diags->arena);
	play_line(context, &from, &record->line, &survey);
	/* One repair that is no guess is better than another tag. */
	bool is_mended_well = survey.is_mended && survey.fault == NULL &&
	    survey.reading.repairs == 1 && !survey.reading.is_guessed;
	if ((survey.fault != NULL || survey.is_mended) &&
	    !context->is_retagged && !context->options->tries_offer &&
	    !is_mended_well && find_tag(context, &retag)) {
		/* With another tag every ply can be played. */
		retag_tell(record, &retag, context->diags);
		play_retagged(context, record, &retag);
		return;
	}
	replayed->complete = survey.fault == NULL && !survey.is_mended;
	replayed->repaired = survey.fault == NULL && survey.is_mended &&
	    survey.reading.is_beyond_doubt;
	replayed->plies = replayed->all_plies = survey.plies;
	replayed->outcome = *replay_outcome(&survey.replay);
	replayed->end = survey.replay.position;
	from.doubts_numbers = survey.has_late_mark &&
	    context->options->goes_on && !context->is_retagged;
	judge_line(context, &survey);
	play_variations(context, &survey);
	judge_result(context, &survey);
	play_next_game(context, &survey);
}

struct writing
replayed_writing(const struct replayed *replayed,
    const struct letter_set *letters, struct strbuf *position)
{
	bool has_letters = replayed->output->has_letters &&
	    replayed->output->letters == NULL && letters != NULL;

	if (!replayed->usual_start)
		tpf_write(replayed->rules, &replayed->start, position);
	return (struct writing){ .variant = replayed->rules->variant,
		.settings = &replayed->output_rules->settings,
		.notation = replayed->output->id,
		.written = replayed->output,
		.letters = has_letters ? letters->id : NULL,
		.position = strbuf_as_slice(position),
		.result = replayed->result,
		.first = true,
		.rules = replayed->output_rules,
		.start = &replayed->start,
		.reader = replayed_reader(replayed),
		.agreed = replayed->agreed };
}

void
replayed_set_agreed(const struct replayed *replayed, struct position *position)
{
	int result = variant_result(replayed->rules->variant,
	    replayed->result.ptr, replayed->result.len);

	if (replayed->agreed && result >= 0)
		position->over = (uint8_t)(result + 1);
}

bool
replay_record(struct replayer *replayer, struct record *record,
    struct diags *diags, struct replayed *replayed)
{
	struct record_context context = { .replayer = replayer,
		.options = &replayer->options,
		.record = record,
		.diags = diags,
		.replayed = replayed };
	struct retag retag;

	/* This replay may not reach all plies; texts of the last are gone. */
	for (struct ply *p = record->line.first;
	     p != NULL && record->is_replayed; p = ply_walk(&record->line, p)) {
		p->played = p->nag_in_text = false;
		p->text = (struct slice){ "", 0 };
	}
	record->is_replayed = true;
	record_check_bidi(record, diags);
	if (record->broken) {
		replayed_clear(replayed, record);
		habits_report(record, diags, true);
		return false;
	}
	if (!game_set_up(replayer, record, diags, replayed)) {
		if (replayed->is_chess)
			return false;
		if (diags->len > 0 && find_tag(&context, &retag)) {
			retag_add(record, &retag, diags);
			play_retagged(&context, record, &retag);
		} else {
			judge_unchecked(diags, record->line.first);
		}
		habits_report(record, diags, true);
		return false;
	}
	record_join_words(record, replayed->notation, &replayed->alphabet);
	play_main(&context, record, NULL);
	/* Where moves cannot be played, words may have been a move. */
	habits_report(record, diags, replayed->complete || replayed->repaired);
	return diags_worst(diags, 0) < (int)SEV_ERROR;
}
