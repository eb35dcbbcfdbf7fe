/*
 * Ternion: a record from text to moves.
 *
 * Each line is replayed in silence, while its plies are rewritten and shown to
 * whoever asked. Most lines have nothing wrong with them. If one cannot be
 * played to its end it is mended; if there is anything to say of it, it is
 * replayed once more, as it is now known to be read, and judged. Its variations
 * follow.
 */
#include "formats/game/claims.h"
#include "formats/game/setup.h"
#include "formats/judge/judge.h"
#include "formats/judge/mend.h"
#include "formats/judge/replayed.h"
#include "formats/judge/result.h"
#include "formats/record/bidi.h"
#include "formats/repair/retag.h"

/* One record while it is replayed. */
struct recital {
	struct replayer *replayer;
	const struct replay_options *options;
	const struct record *record;
	struct diags *diags;
	struct replayed *replayed;
	struct reader_context reader;
	struct ply_writing writing; /* its notation is NULL if there is none */
	struct ply_writing fixing;  /* of moves that are not written well */
	struct turn_asks asks;      /* of each turn */
	bool is_retagged;           /* it is played with another tag */
};

/* Where a line begins. */
struct beginning {
	struct replay replay;
	unsigned ply;        /* of the main line, that a variation replaces */
	const char *given;   /* the repairs before it */
	bool is_certain;     /* so are these */
	bool doubts_numbers; /* plies seem to be missing */
};

/* A ply of a line with its variations. */
struct fork {
	struct fork *next;
	const struct notes *notes;
	struct beginning before;
};

/* A line, and what came of it. */
struct course {
	struct line *line;
	const struct beginning *from;
	struct replay replay;
	struct fork *forks, **last_fork;
	unsigned plies;          /* that were played */
	const struct ply *fault; /* the one that cannot be; NULL: all can */
	bool is_silent;          /* there is nothing to say of it */
	bool is_misnumbered;
	bool has_late_mark; /* a false one, after a number that is wrong */
	struct result_evidence evidence;
	bool is_mended;         /* with: */
	struct reading reading; /* if there is a fault that was looked into */
};

/*
 * The events of a line
 */

/* The number of a ply in its line, from 1. */
static unsigned
number_of(const struct line *line, const struct ply *ply)
{
	unsigned number = 1;

	for (const struct ply *p = line->first; p != ply; p = p->next)
		number++;
	return number;
}

/* Keeps where the variations of a ply begin. It is the next one, or it is left
 * out here; `own`: by a repair of its own, on which they do not depend. */
static void
add_fork(const struct recital *recital, struct course *course,
    const struct ply *ply, bool own)
{
	struct fork *fork = arena_alloc(recital->diags->arena, sizeof(*fork));
	const struct reading *reading = &course->reading;
	const struct beginning *from = course->from;
	struct beginning *before = &fork->before;
	unsigned at = course->replay.played;

	*fork = (struct fork){ .notes = ply->notes,
		.before = { course->replay, from->ply, from->given,
		    from->is_certain } };
	before->replay.is_main = false;
	if (course->replay.is_main)
		before->ply =
		    course->is_mended ? number_of(course->line, ply) : at + 1;
	if (course->is_mended) {
		before->given = reading_given(reading, at, own, from->given);
		before->is_certain &=
		    before->given == from->given || reading->is_certain;
	}
	*course->last_fork = fork;
	course->last_fork = &fork->next;
}

static inline bool
has_variations(const struct ply *ply)
{
	return ply != NULL && ply->notes != NULL &&
	    ply->notes->variations != NULL;
}

static bool
is_left_out(const struct course *course, const struct ply *ply)
{
	for (unsigned i = 0; i < course->reading.len; i++)
		if (course->reading.items[i].ply == ply)
			return false;
	for (const struct fork *fork = course->forks; fork; fork = fork->next)
		if (fork->notes == ply->notes)
			return false;
	return true;
}

/* Whether the next ply is another move than it is written. */
static bool
is_assumed(const struct course *course)
{
	const struct reading *reading = &course->reading;
	unsigned at = course->replay.played;

	return course->is_mended && at < reading->len &&
	    reading->items[at].move != NULL;
}

/* Plies that the reading leaves out have variations, too: from where they would
 * have been played. `next` is the ply that is played instead. */
static void
add_forks_left_out(const struct recital *recital, struct course *course,
    const struct ply *from, const struct ply *next)
{
	for (const struct ply *p = from; p != NULL && p != next; p = p->next)
		if (has_variations(p) && is_left_out(course, p))
			add_fork(recital, course, p, true);
}

/* Notes what the end of the main line does not show. */
static inline void
note_evidence(struct result_evidence *evidence, const struct event *event)
{
	const struct turn *turn = &event->turn;

	evidence->mated_by =
	    turn->true_claim ? turn->marks.mover : (unsigned)PLAYER_NONE;
	evidence->drawn |= event->drawn != ENDING_NONE;
	if (turn->parsed.move.draw)
		evidence->last_offer = event->item.number;
}

/* Takes a ply that was played. */
static inline void
take_ply(const struct recital *recital, struct course *course,
    const struct event *event)
{
	const struct replay_options *options = recital->options;
	const struct turn *turn = &event->turn;
	struct ply *ply = event->item.ply;

	ply->played = true;
	ply->seat = event->seat;
	ply->round = event->round;
	course->plies++;
	note_evidence(&course->evidence, event);
	if (recital->writing.notation != NULL && !course->is_mended) {
		recital->diags->ply =
		    event->is_main ? event->item.number : course->from->ply;
		rewrite_ply(&recital->writing, &recital->reader, turn, ply,
		    recital->diags->arena);
		rewrite_note_loss(&recital->writing, turn, ply, recital->diags);
	}
	if (options->see != NULL)
		options->see(options->context, recital->replayed, event);
}

/* Notes what has to be known of the line before anything is said of it. */
static __attribute__((cold)) void
note_fault(struct course *course, const struct event *event)
{
	course->is_silent = false;
	course->is_misnumbered |= event->is_misnumbered;
	if (event->kind == EVENT_PLAYED)
		course->has_late_mark |=
		    event->turn.has_false_mark && course->is_misnumbered;
	else if (event->kind != EVENT_ASSUMED)
		course->fault = event->item.ply;
}

/* Replays the line in silence: as it is written, or as it was mended. */
static void
survey(const struct recital *recital, struct course *course)
{
	struct replay *replay = &course->replay;
	const struct ply *ply, *expected = course->line->first;
	struct event event;

	course->forks = NULL;
	course->last_fork = &course->forks;
	course->plies = 0;
	course->fault = NULL;
	course->is_silent = true;
	course->is_misnumbered = course->has_late_mark = false;
	course->evidence = (struct result_evidence){ .mated_by = PLAYER_NONE };
	*replay = course->from->replay;
	replay->asks = recital->asks;
	replay_line(replay, course->line);
	if (course->is_mended)
		replay_items(
		    replay, course->reading.items, course->reading.len);
	for (;;) {
		ply = replay_peek(replay);
		if (course->is_mended && ply != expected)
			add_forks_left_out(recital, course, expected, ply);
		if (has_variations(ply))
			add_fork(recital, course, ply, is_assumed(course));
		if (!replay_next(replay, &event))
			break;
		if (event.kind == EVENT_PLAYED)
			take_ply(recital, course, &event);
		if (!event_is_silent(&event))
			note_fault(course, &event);
		if (ply != NULL)
			expected = ply->next;
	}
}

/* Replays a line; one that has a fault as it was likely meant. */
static void
play_line(const struct recital *recital, const struct beginning *from,
    struct line *line, struct course *course)
{
	const struct mending mending = { .arena = recital->diags->arena,
		.is_movetext = recital->record->is_movetext,
		.goes_on = recital->options->goes_on,
		.ply = from->ply,
		.given = from->given };

	course->line = line;
	course->from = from;
	course->is_mended = false;
	course->reading.items = NULL;
	survey(recital, course);
	if (course->fault == NULL || recital->options->stops_at_first ||
	    diags_full(recital->diags))
		return;
	mend_line(&course->reading, &mending, &from->replay, line);
	course->is_mended = course->reading.repairs > 0;
	if (course->is_mended)
		survey(recital, course);
}

/*
 * What is said of a line
 */

/* Gets ready to ask what false marks tell. Those of variations, which end
 * anywhere, tell nothing. */
static void
ask_marks(const struct recital *recital, const struct course *course,
    struct judge *judge)
{
	if (!course->replay.is_main || !recital->options->goes_on ||
	    recital->is_retagged || !recital->replayed->complete)
		return;
	judge->line = (struct repair_line){ .reader = &recital->reader,
		.start = &recital->replayed->start,
		.items = repair_items(course->line, 0, recital->diags->arena),
		.len = course->line->plies,
		.is_movetext = recital->record->is_movetext };
}

/* Says what is wrong with the plies of a line. */
static void
judge_plies(const struct course *course, struct judge *judge)
{
	const struct beginning *from = course->from;
	struct replay replay = from->replay;
	struct event event;

	replay.asks = (struct turn_asks){ .marks = true, .before = true };
	replay_line(&replay, course->line);
	if (course->is_mended)
		replay_items(
		    &replay, course->reading.items, course->reading.len);
	while (replay_next(&replay, &event)) {
		if (course->is_mended)
			judge->diags->given = reading_given(&course->reading,
			    replay.played - 1, false, from->given);
		judge_event(judge, &event);
	}
}

/* Whether all repairs on which the line depends are certain. */
static bool
is_certain(const struct course *course)
{
	return course->from->is_certain &&
	    (!course->is_mended || course->reading.is_certain);
}

/* Says what is wrong with a line. */
static void
judge_line(const struct recital *recital, const struct course *course)
{
	const struct beginning *from = course->from;
	bool has_reading = course->reading.items != NULL;
	struct judge judge = { .reader = &recital->reader,
		.diags = recital->diags,
		.is_movetext = recital->record->is_movetext,
		.told_fault = has_reading,
		.is_sure = is_certain(course),
		.doubts_numbers = from->doubts_numbers };

	if (course->is_silent && !has_reading)
		return;
	if (recital->options->fixes && recital->fixing.notation->write != NULL)
		judge.writing = &recital->fixing;
	ask_marks(recital, course, &judge);
	recital->diags->ply = from->ply;
	recital->diags->given = from->given;
	if (has_reading)
		diags_append(recital->diags, &course->reading.faults);
	judge_plies(course, &judge);
	if (course->fault == NULL)
		return;
	if (has_reading && recital->options->goes_on)
		judge_rest(&judge, course->line, course->fault);
	judge_unchecked(recital->diags, course->fault->next);
}

/* Replays and judges the variations of a line. */
static void
play_variations(const struct recital *recital, const struct course *course)
{
	for (const struct fork *fork = course->forks; fork; fork = fork->next)
		for (struct line *v = fork->notes->variations; v; v = v->next) {
			struct beginning from = fork->before;
			struct course variation;

			from.doubts_numbers = course->from->doubts_numbers;
			play_line(recital, &from, v, &variation);
			judge_line(recital, &variation);
			recital->replayed->all_plies += variation.plies;
			play_variations(recital, &variation);
		}
}

/*
 * The record
 */

/* Takes over the game as it was set up. */
static void
take_setup(struct recital *recital, const struct game_setup *setup)
{
	const struct replay_options *options = recital->options;
	struct replayed *replayed = recital->replayed;
	bool writes = setup->output != NULL;

	replayed->ready = true;
	replayed->alphabet = setup->alphabet;
	replayed->decoder = setup->decoder;
	replayed->start = setup->start;
	replayed->usual_start = setup->usual_start;
	recital->reader = (struct reader_context){ .rules = setup->rules,
		.notation = setup->notation,
		.alphabet = &setup->alphabet,
		.decoder = setup->decoder };
	recital->writing = (struct ply_writing){ .rules = setup->output_rules,
		.notation = setup->output,
		.alphabet = options->keep_letters ? &setup->alphabet
						  : &setup->output_alphabet,
		.nags_apart = options->nags_apart,
		.replayer = recital->replayer };
	recital->fixing = (struct ply_writing){ .rules = setup->rules,
		.notation = setup->notation,
		.alphabet = &setup->alphabet,
		.replayer = recital->replayer };
	recital->asks = (struct turn_asks){ .marks = writes,
		.is_followed = options->whole && !options->fixes,
		.before = writes || options->see != NULL };
}

/* Takes over what came of the main line. */
static void
take_course(const struct recital *recital, struct course *course)
{
	struct replayed *replayed = recital->replayed;

	replayed->complete = course->fault == NULL && !course->is_mended;
	replayed->repaired = course->fault == NULL && course->is_mended &&
	    course->reading.is_beyond_doubt;
	replayed->plies = replayed->all_plies = course->plies;
	replayed->outcome = *replay_outcome(&course->replay);
	replayed->end = course->replay.position;
}

/* Says what is wrong with the result. */
static void
judge_result(const struct recital *recital, struct course *course)
{
	const struct record *record = recital->record;
	struct replayed *replayed = recital->replayed;
	struct result_evidence *evidence = &course->evidence;
	struct diags *diags = recital->diags;

	diags->ply = 0;
	diags->given = course->from->given;
	if (course->is_mended)
		diags->given = reading_given(
		    &course->reading, course->reading.len, false, diags->given);
	evidence->repetitions = replay_repetitions(&course->replay);
	evidence->is_certain = is_certain(course);
	result_judge(record, evidence, replayed, diags);
	if (evidence->repetitions == REPETITIONS && replayed->complete &&
	    record->line.last != NULL && !replayed->agreed &&
	    !course->replay.told_repetition)
		judge_repetition(recital->reader.rules->variant,
		    replayed->end.to_move, record->line.last, diags);
	diags->given = NULL;
}

/* Whether a tag is wrong, or missing, with which the record replays. */
static bool
find_tag(const struct recital *recital, const struct game_setup *setup,
    struct retag *retag)
{
	return recital->options->goes_on && !diags_full(recital->diags) &&
	    retag_find(replayer_other(recital->replayer), recital->record,
		setup, recital->diags->arena, retag);
}

/* Whether one repair, which is no guess, makes the line replay. */
static bool
is_mended_well(const struct course *course)
{
	return course->is_mended && course->fault == NULL &&
	    course->reading.repairs == 1 && !course->reading.is_guessed;
}

static void
play_main(struct recital *recital, struct record *record,
    const struct game_setup *setup, const char *given)
{
	struct beginning from = { .given = given, .is_certain = true };
	struct retag retag = { .old = NULL };
	struct course course;

	take_setup(recital, setup);
	replay_begin(&from.replay, &recital->reader, &recital->replayed->start,
	    recital->replayer, recital->diags->arena);
	play_line(recital, &from, &record->line, &course);
	if ((course.fault != NULL || course.is_mended) &&
	    !recital->is_retagged && !is_mended_well(&course) &&
	    find_tag(recital, setup, &retag)) {
		/* With another tag all of it is played: that is said instead,
		 * and the record is played so. */
		retag_tell(record, &retag, recital->diags);
		recital->is_retagged = true;
		recital->replayed->rules = retag.setup.rules;
		play_main(recital, record, &retag.setup,
		    retag_text(&retag, recital->diags->arena));
		recital->replayed->complete = false;
		return;
	}
	take_course(recital, &course);
	from.doubts_numbers = course.has_late_mark &&
	    recital->options->goes_on && !recital->is_retagged;
	judge_line(recital, &course);
	play_variations(recital, &course);
	judge_result(recital, &course);
}

/* The game cannot be set up: perhaps with another tag. */
static void
judge_setup(const struct recital *recital, const struct game_setup *setup)
{
	struct retag retag = { .old = NULL };

	if (recital->diags->len > 0 && find_tag(recital, setup, &retag))
		retag_add(recital->record, &retag, recital->diags);
	judge_unchecked(recital->diags, recital->record->line.first);
}

/* Sets up the game; false if it cannot be played. */
static bool
prepare(const struct recital *recital, struct game_setup *setup)
{
	struct replayed *replayed = recital->replayed;
	bool ok = game_set_up(
	    recital->replayer, recital->record, recital->diags, setup);

	replayed->rules = setup->rules;
	replayed->output_rules = setup->output_rules;
	replayed->notation = setup->notation;
	replayed->output = setup->output;
	return ok;
}

bool
replay_record(struct replayer *replayer, struct record *record,
    struct diags *diags, struct replayed *replayed)
{
	struct recital recital = { .replayer = replayer,
		.options = replayer_options(replayer),
		.record = record,
		.diags = diags,
		.replayed = replayed };
	struct game_setup setup;

	memset(replayed, 0, sizeof(*replayed));
	replayed->record = record;
	replayed->result = slice_of("*");
	bidi_check(record, diags);
	if (record->broken)
		return false;
	if (!prepare(&recital, &setup)) {
		judge_setup(&recital, &setup);
		return false;
	}
	take_setup(&recital, &setup);
	if (recital.options->see != NULL)
		recital.options->see(recital.options->context, replayed, NULL);
	play_main(&recital, record, &setup, NULL);
	if (diags->len > 0)
		claims_protect(record, replayed->notation, diags);
	return diags_worst(diags, 0) < (int)SEV_ERROR;
}
