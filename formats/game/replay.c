/* Ternion: plays a record through the rules. */
#include "formats/record/bidi.h"
#include "formats/game/claims.h"
#include "formats/game/replay.h"
#include "formats/game/result.h"
#include "formats/game/rewrite_ply.h"
#include "formats/game/setup.h"
#include "formats/game/snapshot.h"
#include "formats/game/style_fix.h"
#include "formats/game/turn.h"
#include "formats/repair/repair.h"
#include "formats/repair/retag.h"

enum {
	ROUND = 6,             /* divided by each number of players */
	MARKS_DOUBTED = 4,     /* in a record */
	REPAIRS_PER_LINE = 12, /* assumed, one after another */
};

/* One record while it is replayed. */
struct replay {
	struct replayer *replayer;
	const struct replay_options *options;
	struct diags *diags;
	struct replayed *replayed;
	struct reader_context reader;
	struct ply_writing writing; /* its notation is NULL if there is none */
	struct result_evidence evidence;
	bool writes; /* each ply is written anew */
	/* What is asked of each ply, and of the last of a line. */
	struct turn_asks asks, asks_last;
	bool looks_back;      /* at positions before a move */
	bool only_judges;     /* neither of these, nor at what has been */
	bool counts_draws;    /* that a draw may be due */
	bool told_repetition; /* since the last capture or pawn move */
	bool is_movetext;     /* of the record */
	/* What looks like the number of one of these is none. */
	const struct ply *unnumbered[REPAIR_UNNUMBERED];
	bool is_mended; /* one repair alone makes the main line replay */
	bool is_unsure; /* what was assumed may be something else */
};

/*
 * The main line or a variation while it is played. Whether the game has ended
 * is known only where it matters: at the end of a line, where a turn needed
 * it, and when a move cannot be played.
 */
struct branch {
	struct position position;
	struct outcome outcome;
	bool knows_outcome;
	unsigned without_capture; /* sixths of a round since the last capture */
	bool told_quiet;          /* that they are many */
	enum ending drawn;     /* by the rules, which a record may pass over */
	bool played_past_draw; /* it was said that it did */
	unsigned depth;        /* 0: the main line */
	const struct position *start; /* of the line */
	unsigned said;                /* diagnostics before it */
	const struct ply *last; /* the ply that led here, NULL at the start */
	bool marked_mate;       /* it is marked as mate */
	struct fates fates;     /* where positions are kept */
};

static void
ask_outcome(const struct replay *replay, struct branch *branch)
{
	if (branch->knows_outcome)
		return;
	rules_outcome(
	    replay->reader.rules, &branch->position, &branch->outcome);
	branch->knows_outcome = true;
}

/* Whether the game is known to have ended, so that no move is legal. */
static bool
has_ended(const struct branch *branch)
{
	return branch->knows_outcome && branch->outcome.ending != ENDING_NONE &&
	    !ending_plays_on(branch->outcome.ending);
}

static bool
is_unnumbered(const struct replay *replay, const struct ply *ply)
{
	for (unsigned i = 0; i < REPAIR_UNNUMBERED; i++)
		if (replay->unnumbered[i] == ply)
			return true;
	return false;
}

static __attribute__((cold)) void
note_number(const struct replay *replay, const struct position *position,
    const struct ply *ply)
{
	static const char *const dots[PLAYERS] = { ".", "..", "..." };
	const char *text;

	if (is_unnumbered(replay, ply))
		return;
	diag_add(replay->diags, DIAG_MOVE_NUMBER, ply->number_span,
	    "%s's move should be numbered %lu%s",
	    replay->reader.rules->variant->players[position->to_move],
	    (unsigned long)position->number, dots[position->to_move]);
	if (!replay->is_movetext || diags_full(replay->diags))
		return;
	text = arena_printf(replay->diags->arena, "%lu%s",
	    (unsigned long)position->number, dots[position->to_move]);
	diag_fix_as(replay->diags, text, ply->number_span, text, true);
}

/* All at once: nobody can predict which ply has a number. */
static inline void
check_number(const struct replay *replay, const struct position *position,
    const struct ply *ply)
{
	uint32_t wrong = (ply->number ^ position->number) |
	    (ply->dots ^ (position->to_move + 1u));

	if ((wrong & -(uint32_t)(ply->number_span.len > 0)) != 0)
		note_number(replay, position, ply);
}

/* So many rounds without a capture: a note, once until the next. */
static void
count_rounds(const struct replay *replay, struct branch *branch,
    const struct ply *ply, const struct move *move)
{
	unsigned rounds = replay->reader.rules->variant->quiet_rounds;

	if (move->victim != CELL_NONE || move->type == MOVE_TRAITOR) {
		branch->without_capture = 0;
		branch->told_quiet = false;
		return;
	}
	/* A ply is that part of a round that its player is of those left. */
	branch->without_capture += ROUND / players_left(&branch->position);
	if (branch->told_quiet || branch->without_capture < rounds * ROUND)
		return;
	branch->told_quiet = true;
	diag_add(replay->diags, DIAG_STALEMATE_DUE, ply->span,
	    "a draw is due: %u rounds have passed without a capture", rounds);
}

/*
 * The ply cannot be played. If that is because the game has ended, says so
 * instead of what was said since `said`.
 */
static __attribute__((cold, noinline)) void
explain_ending(const struct replay *replay, struct branch *branch,
    const struct ply *ply, unsigned said)
{
	/* Whoever knew it has judged the mark, too. */
	bool is_told = branch->marked_mate || branch->knows_outcome;

	ask_outcome(replay, branch);
	if (!has_ended(branch))
		return;
	replay->diags->len = said;
	if (branch->outcome.ending == ENDING_MATE && branch->last != NULL &&
	    !is_told) {
		/* A mark of mate is one of check, too. */
		diag_take_back(
		    replay->diags, DIAG_CHECK_UNMARKED, branch->last->span);
		resolve_unmarked_mate(&replay->reader, branch->position.to_move,
		    branch->last->span, replay->diags);
	}
	diag_add(replay->diags, DIAG_MOVE_AFTER_END, ply->span,
	    "the game has ended before this move: %s", branch->outcome.result);
}

__attribute__((always_inline)) static inline bool
find_move(struct replay *replay, struct branch *branch, const struct ply *ply,
    struct turn *turn)
{
	unsigned said = replay->diags->len;
	bool ended = has_ended(branch);
	bool found = !ended &&
	    turn_find(turn, &replay->reader, &branch->position, ply->token);

	if (!ended && (!found || turn->remarks > 0))
		turn_explain(turn, &replay->reader, &branch->position,
		    ply->token, ply->span.start, replay->diags);
	if (!found)
		explain_ending(replay, branch, ply, said);
	check_number(replay, &branch->position, ply);
	return found;
}

/* "Records that play on after a draw of these kinds get a warning", once. */
static __attribute__((cold)) void
note_draw(struct replay *replay, struct branch *branch, const struct ply *ply)
{
	diag_add(replay->diags, DIAG_MOVE_AFTER_DRAW, ply->span,
	    "the game was drawn before this move, by %s",
	    result_ending_words(branch->drawn));
	replay->evidence.drawn |= branch->depth == 0;
	branch->played_past_draw = true;
}

/* Where draws depend on the course of the game: is the position drawn? Its key
 * is kept if it is one of the main line. */
static void
note_position(const struct replay *replay, struct branch *branch)
{
	const struct rules *rules = replay->reader.rules;

	if (!rules->variant->draw_by_repetition)
		return;
	branch->drawn = branch->played_past_draw
	    ? ENDING_NONE
	    : rules_drawn(rules, &branch->position);
	if (branch->depth == 0)
		replayer_add_key(replay->replayer, branch->position.key);
}

/* Once until something changes for good. */
static void
add_repetition(struct replay *replay, unsigned claimant, const struct ply *ply)
{
	if (replay->told_repetition)
		return;
	replay->told_repetition = true;
	diag_add(replay->diags, DIAG_REPETITION_DUE, ply->span,
	    "a draw is due: the position has occurred three times, and %s may "
	    "claim it",
	    replay->reader.rules->variant->players[claimant]);
}

/* The third of equal positions of the main line, which cannot lie before the
 * last capture or pawn move; the game goes on. */
static void
note_repetition(
    struct replay *replay, const struct branch *branch, const struct ply *ply)
{
	const struct position *position = &branch->position;

	if (!replay->reader.rules->variant->draw_by_repetition ||
	    branch->depth > 0 || branch->played_past_draw)
		return;
	replay->told_repetition &= position->clock > 0;
	if (ply->next != NULL &&
	    replayer_may_repeat(replay->replayer, position->key, REPETITIONS) &&
	    replayer_count_key_of(replay->replayer, position->key,
		position->clock + 1u) == REPETITIONS)
		add_repetition(replay, position->to_move, ply);
}

/* For writers who draw the board. */
static void
keep_position(const struct replay *replay, struct branch *branch,
    struct ply *ply, const struct turn *turn)
{
	const struct arrival arrival = { &turn->move, turn->mover,
		&branch->fates };
	struct snapshot *snapshot =
	    arena_alloc(replay->diags->arena, sizeof(*snapshot));

	fates_add_move(&branch->fates, replay->reader.rules, &turn->before,
	    &turn->move, turn_judged(turn, &branch->position),
	    &branch->position);
	snapshot_take(
	    snapshot, replay->reader.rules, &branch->position, &arrival);
	snapshot_keep(snapshot, replay->reader.rules, &branch->position,
	    &turn->move, replay->diags->arena);
	ply->after = snapshot;
}

/* Those who asked to be told are told of a turn when it was judged. */
static void
tell_turn(const struct replay *replay, struct branch *branch, struct ply *ply,
    const struct turn *turn)
{
	const struct replay_options *options = replay->options;
	struct replayed *replayed = replay->replayed;

	if (options->keeps_positions)
		keep_position(replay, branch, ply, turn);
	if (options->played != NULL)
		options->played(options->context, replayed, ply, &turn->before,
		    &turn->move, &branch->position);
	if (branch->depth > 0 || options->visit == NULL)
		return;
	replayed->visited = ply;
	replayed->judged = turn_judged(turn, &branch->position);
	replayed->marks = &turn->marks;
	options->visit(options->context, replayed, replayed->plies,
	    &turn->before, &turn->move, &branch->position);
}

/* Counts a ply that was played. */
static inline void
count_ply(struct replay *replay, struct branch *branch, struct ply *ply)
{
	branch->last = ply;
	ply->played = true;
	replay->replayed->all_plies++;
	if (branch->depth == 0)
		replay->replayed->plies++;
}

/* Notes what the turn of such a ply says of what may come, and of the result if
 * it is one of the main line. */
static inline void
note_turn(struct replay *replay, struct branch *branch, const struct turn *turn)
{
	struct result_evidence *evidence = &replay->evidence;

	branch->marked_mate = turn->parsed.move.mate;
	branch->knows_outcome = turn->has_outcome;
	if (turn->has_outcome)
		branch->outcome = turn->outcome;
	if (branch->depth > 0)
		return;
	evidence->mated_by =
	    turn->true_claim ? turn->marks.mover : (unsigned)PLAYER_NONE;
	if (turn->parsed.move.draw)
		evidence->last_offer = replay->diags->ply;
}

/* What is amiss with the writing of a ply that was played is put right by
 * writing it as it is written. */
static void
fix_style(
    const struct replay *replay, const struct ply *ply, const struct turn *turn)
{
	const struct ply_writing writing = { .rules = replay->reader.rules,
		.notation = replay->reader.notation,
		.alphabet = replay->reader.alphabet,
		.replayer = replay->replayer };

	if (writing.notation->write != NULL)
		style_fix(&writing, turn, ply, replay->diags);
}

/* Draws that may be due for what has been played. */
static void
count_draws(struct replay *replay, struct branch *branch, const struct ply *ply,
    const struct move *move)
{
	note_position(replay, branch);
	note_repetition(replay, branch, ply);
	if (replay->reader.rules->variant->quiet_rounds != 0)
		count_rounds(replay, branch, ply, move);
}

/* Whether a ply that was found stands as it would be written. */
static bool
keeps_writing(const struct replay *replay, const struct branch *branch,
    const struct ply *ply, const struct turn *turn)
{
	return rewrite_keeps(&replay->writing, &replay->reader, turn,
	    &branch->position, ply->token);
}

/*
 * Plays one ply; false if it cannot be played. `only_judges`, a constant, is
 * replay->only_judges: whether anything else is asked is settled once, and not
 * question by question for each ply.
 */
__attribute__((always_inline)) static inline bool
play_ply_as(struct replay *replay, struct branch *branch, struct ply *ply,
    const bool only_judges)
{
	const struct reader_context *reader = &replay->reader;
	struct diags *diags = replay->diags;
	bool keeps = false;
	struct turn turn;

	turn.asks = ply->next != NULL ? replay->asks : replay->asks_last;
	if (!find_move(replay, branch, ply, &turn))
		return false;
	if (!only_judges && replay->writes)
		keeps = keeps_writing(replay, branch, ply, &turn);
	if (replay->counts_draws && branch->drawn != ENDING_NONE)
		note_draw(replay, branch, ply);
	ply->seat = branch->position.to_move;
	ply->round = branch->position.number;
	turn_make(&turn, reader, &branch->position,
	    only_judges ? NULL : diags->arena);
	if (replay->counts_draws)
		count_draws(replay, branch, ply, &turn.move);
	turn_mark(&turn, reader, &branch->position, ply->token);
	turn_explain_marks(&turn, reader, &branch->position, ply->token,
	    ply->span.start, diags);
	note_turn(replay, branch, &turn);
	if (!only_judges && replay->options->fixes && diags->len > 0)
		fix_style(replay, ply, &turn);
	if (!only_judges && replay->writes) {
		rewrite_ply(&replay->writing, &turn, keeps, ply, diags->arena);
		rewrite_note_loss(&replay->writing, &turn, ply, diags);
	}
	count_ply(replay, branch, ply);
	if (!only_judges && replay->looks_back)
		tell_turn(replay, branch, ply, &turn);
	return true;
}

__attribute__((noinline)) static bool
play_ply_and_judge(
    struct replay *replay, struct branch *branch, struct ply *ply)
{
	return play_ply_as(replay, branch, ply, true);
}

__attribute__((noinline)) static bool
play_ply_in_full(struct replay *replay, struct branch *branch, struct ply *ply)
{
	return play_ply_as(replay, branch, ply, false);
}

static inline bool
play_ply(struct replay *replay, struct branch *branch, struct ply *ply)
{
	return replay->only_judges ? play_ply_and_judge(replay, branch, ply)
				   : play_ply_in_full(replay, branch, ply);
}

static void play_line(
    struct replay *replay, struct branch *branch, struct line *line);

/* Variations replace the ply behind which they stand. */
static void
play_variations(struct replay *replay, const struct branch *before,
    const struct notes *notes)
{
	for (struct line *v = notes->variations; v != NULL; v = v->next) {
		struct branch branch = *before;

		branch.depth++;
		branch.start = &before->position;
		branch.said = replay->diags->len;
		play_line(replay, &branch, v);
	}
}

static void
note_unchecked(const struct replay *replay, const struct ply *ply)
{
	unsigned count = 0;

	for (const struct ply *p = ply; p != NULL; p = p->next)
		count++;
	if (count > 0)
		diag_add(replay->diags, DIAG_MOVES_UNCHECKED, ply->span,
		    "%u move%s not checked from here on, because of the fault "
		    "before",
		    count, count == 1 ? " is" : "s are");
}

/* A ply with the variations behind it; false if it cannot be played. */
static bool
play_branching(struct replay *replay, struct branch *branch, struct ply *ply)
{
	const struct branch before = *branch;
	bool played = play_ply(replay, branch, ply);

	play_variations(replay, &before, ply->notes);
	return played;
}

/* The same of one that may have none, as most. */
static inline bool
play_with_variations(
    struct replay *replay, struct branch *branch, struct ply *ply)
{
	if (ply->notes != NULL && ply->notes->variations != NULL)
		return play_branching(replay, branch, ply);
	return play_ply(replay, branch, ply);
}

/*
 * Going on behind a fault
 */

/* A line that is played on with repairs. */
struct mending {
	struct repair_line line;
	struct item *items;
	struct strbuf given;               /* the repairs, in words */
	bool sure;                         /* all of them are beyond doubt */
	bool guesses;                      /* of them */
	unsigned repairs;                  /* how many */
	struct fix *fix[REPAIRS_PER_LINE]; /* of each; or NULL */
	unsigned said;                     /* diagnostics before the line */
	const struct ply *fault;           /* whose variations were played */
};

/* The fault among the diagnostics from `said` on; NULL if it was only counted.
 */
static struct diag *
fault_of(struct diags *diags, unsigned said, const struct ply *ply)
{
	for (unsigned i = said; i < diags->len; i++) {
		struct diag *diag = &diags->list[i];

		if (diag->severity >= SEV_ERROR &&
		    diag->span.start >= ply->span.start &&
		    diag->span.start <= ply->span.start + ply->span.len)
			return diag;
	}
	return NULL;
}

static uint32_t
beginning_of(const struct ply *ply)
{
	return ply->number_span.len > 0 ? ply->number_span.start
					: ply->span.start;
}

/* Takes back what was said from a ply on, or of this alone, but for the fault:
 * it is said once more when that is played once more. */
static void
take_back(struct diags *diags, unsigned base, const struct ply *from,
    bool alone, const struct diag *fault)
{
	uint32_t end = from->span.start + from->span.len;
	unsigned kept = base;

	for (unsigned i = base; i < diags->len; i++) {
		const struct diag *diag = &diags->list[i];

		if (diag == fault || diag->span.start < beginning_of(from) ||
		    (alone && diag->span.start >= end))
			diags->list[kept++] = *diag;
	}
	diags->len = kept;
}

/* Makes a move that is assumed; what nobody wrote is not judged. */
static void
play_assumed(
    struct replay *replay, struct branch *branch, const struct item *item)
{
	const struct rules *rules = replay->reader.rules;

	if (item->ply != NULL)
		check_number(replay, &branch->position, item->ply);
	if (rules->variant->remembers)
		position_remember(&branch->position,
		    arena_alloc(replay->diags->arena, sizeof(struct past)));
	rules_make_move(rules, &branch->position, item->move);
	note_position(replay, branch);
	branch->knows_outcome = false;
	branch->marked_mate = false;
	branch->last = NULL;
}

/* An item with the variations behind it; false if it cannot be played. */
static bool
play_item(struct replay *replay, struct branch *branch,
    const struct mending *mending, const struct item *item)
{
	const struct branch before = *branch;

	if (branch->depth == 0 && item->ply != NULL)
		replay->diags->ply = item->number;
	if (item->move == NULL)
		return play_with_variations(replay, branch, item->ply);
	play_assumed(replay, branch, item);
	if (item->ply != NULL && item->ply->notes != NULL &&
	    item->ply != mending->fault)
		play_variations(replay, &before, item->ply->notes);
	return true;
}

/* Tells of the rest what can be told without a position: which tokens are no
 * moves, and which numbers do not follow the last. */
static void
check_rest(const struct replay *replay, const struct line *line,
    const struct ply *fault)
{
	uint32_t number = 0;
	bool behind = false;

	for (const struct ply *p = line->first; p != NULL; p = p->next) {
		if (behind)
			turn_check_token(&replay->reader, p->token,
			    p->span.start, replay->diags);
		if (behind && p->number_span.len > 0 && number > 0 &&
		    p->number != number && p->number != number + 1)
			diag_add(replay->diags, DIAG_MOVE_NUMBER,
			    p->number_span, "the number %lu follows %lu",
			    (unsigned long)p->number, (unsigned long)number);
		if (p->number_span.len > 0)
			number = p->number;
		behind |= p == fault;
	}
}

/* Takes the position to where the repair begins, and back what was said and
 * counted since. */
static void
go_back(struct replay *replay, struct branch *branch,
    const struct mending *mending, const struct repair *repair, unsigned fault,
    const struct diag *diag)
{
	const struct item *from = &mending->items[repair->change.at];
	unsigned again =
	    fault > repair->change.at ? fault - repair->change.at : 0;

	take_back(replay->diags, mending->said, from->ply, again == 0, diag);
	branch->position = repair->before;
	branch->drawn = ENDING_NONE;
	branch->knows_outcome = false;
	branch->marked_mate = false;
	branch->last = NULL;
	replay->replayed->all_plies -= again;
	if (branch->depth > 0)
		return;
	replay->replayed->plies -= again;
	replayer_drop_keys(replay->replayer, again);
}

/* Assumes a repair: what is said from now on depends on it. */
static void
assume(struct replay *replay, struct branch *branch, struct mending *mending,
    const struct repairs *repairs, unsigned fault, const struct diag *diag)
{
	const struct repair *repair = &repairs->best[0];
	struct arena *arena = replay->diags->arena;

	strbuf_printf(&mending->given, "%s%s",
	    mending->given.len > 0 ? ", " : "",
	    repair_given(&mending->line, repair, arena));
	replay->diags->given =
	    arena_copy(arena, strbuf_as_slice(&mending->given));
	mending->sure &= repairs->sure;
	mending->guesses |= repair_is_guess(repair);
	repair_unnumbered(&mending->line, repair, replay->unnumbered);
	go_back(replay, branch, mending, repair, fault, diag);
	repair_apply(&mending->line, mending->items, repair, arena);
}

/* Plays on from an item; returns the next that cannot be played, or the length
 * of the line. */
static unsigned
play_items(struct replay *replay, struct branch *branch,
    const struct mending *mending, unsigned from)
{
	unsigned i = from;

	while (i < mending->line.len &&
	    play_item(replay, branch, mending, &mending->items[i]))
		i++;
	return i;
}

/* Looks for what was meant at a fault; false if nothing is good enough to go
 * on with, or nobody wants to go on. Else *fault is where the line is played
 * on. */
static bool
mend(struct replay *replay, struct branch *branch, struct mending *mending,
    unsigned *fault, unsigned said)
{
	const struct item *item = &mending->items[*fault];
	struct diags *diags = replay->diags;
	struct diag *diag = fault_of(diags, said, item->ply);
	struct repairs repairs;
	struct fix *fix;

	if (diag == NULL || diags_full(diags))
		return false;
	repair_search(&mending->line, *fault, diags->arena, &repairs);
	fix = repair_tell(
	    &mending->line, *fault, &repairs, replay->is_movetext, diags, diag);
	if (!repairs.assumed || !replay->options->goes_on)
		return false;
	mending->fix[mending->repairs++] = fix;
	mending->fault = repairs.best[0].change.at == *fault ? item->ply : NULL;
	assume(replay, branch, mending, &repairs, *fault, diag);
	*fault = repairs.best[0].change.at;
	return true;
}

/* Repairs are certain if each is beyond doubt and with all of them the line is
 * played; one is likely only if those before it are. */
static bool
judge_fixes(const struct mending *mending, bool complete)
{
	bool certain = mending->sure && complete, likely = true;

	for (unsigned i = 0; i < mending->repairs; i++) {
		struct fix *fix = mending->fix[i];

		likely &= fix != NULL && fix->likely;
		certain &= fix != NULL;
		if (fix != NULL)
			fix->likely = likely;
	}
	for (unsigned i = 0; i < mending->repairs; i++)
		if (mending->fix[i] != NULL)
			mending->fix[i]->certain = certain;
	return certain;
}

/* A ply cannot be played: finds out what was meant, and goes on with that. */
static void
go_on(struct replay *replay, struct branch *branch, const struct line *line,
    struct ply *ply, unsigned said)
{
	struct arena *arena = replay->diags->arena;
	struct mending mending = { .said = branch->said, .sure = true };
	const char *given = replay->diags->given;
	const struct ply *fault = ply;
	unsigned i = 0;

	mending.items = repair_items(line, REPAIRS_PER_LINE * HEADS_MAX, arena);
	mending.line = (struct repair_line){ &replay->reader, branch->start,
		mending.items, line->plies, 0, replay->is_movetext };
	while (mending.items[i].ply != ply)
		i++;
	while (fault != NULL && mending.repairs < REPAIRS_PER_LINE &&
	    mend(replay, branch, &mending, &i, said)) {
		said = replay->diags->len;
		i = play_items(replay, branch, &mending, i);
		fault = i < mending.line.len ? mending.items[i].ply : NULL;
	}
	replay->is_unsure |=
	    !judge_fixes(&mending, fault == NULL) && mending.repairs > 0;
	if (fault != NULL && replay->options->goes_on)
		check_rest(replay, line, fault);
	if (fault != NULL)
		note_unchecked(replay, fault->next);
	else if (branch->depth == 0)
		replay->replayed->repaired = mending.sure;
	replay->is_mended |= branch->depth == 0 && fault == NULL &&
	    mending.repairs == 1 && !mending.guesses;
	if (branch->depth > 0)
		replay->diags->given = given;
	strbuf_release(&mending.given);
}

static void
play_line(struct replay *replay, struct branch *branch, struct line *line)
{
	unsigned ply_number = replay->diags->ply;

	for (struct ply *ply = line->first; ply != NULL; ply = ply->next) {
		unsigned said = replay->diags->len;

		if (branch->depth == 0)
			replay->diags->ply = ++ply_number;
		if (play_with_variations(replay, branch, ply))
			continue;
		if (branch->depth == 0)
			replay->replayed->complete = false;
		if (!replay->options->stops_at_first &&
		    !diags_full(replay->diags))
			go_on(replay, branch, line, ply, said);
		else
			note_unchecked(replay, ply->next);
		return;
	}
}

/* Plays the main line with all that branches off it. */
static void
play_record(struct replay *replay, struct line *line)
{
	struct replayed *replayed = replay->replayed;
	struct branch branch;

	branch.position = replayed->start;
	branch.knows_outcome = false;
	branch.without_capture = 0;
	branch.told_quiet = false;
	branch.drawn = ENDING_NONE;
	branch.played_past_draw = false;
	branch.depth = 0;
	branch.start = &replayed->start;
	branch.said = replay->diags->len;
	branch.last = NULL;
	branch.marked_mate = false;
	branch.fates = (struct fates){ .yielded = 0 };
	replayer_forget_keys(replay->replayer);
	note_position(replay, &branch);
	ask_outcome(replay, &branch);
	play_line(replay, &branch, line);
	ask_outcome(replay, &branch);
	replayed->end = branch.position;
	replayed->outcome = branch.outcome;
}

/* What is asked of each ply. */
static void
set_wants(struct replay *replay)
{
	const struct replay_options *options = replay->options;
	const struct variant *variant = replay->reader.rules->variant;

	replay->writes = replay->writing.notation != NULL;
	replay->looks_back = options->fixes || options->visit != NULL ||
	    options->played != NULL || options->keeps_positions;
	replay->asks = replay->asks_last =
	    (struct turn_asks){ .marks = replay->writes || options->fixes,
		    .before = replay->looks_back || replay->writes };
	replay->counts_draws =
	    variant->draw_by_repetition || variant->quiet_rounds != 0;
	replay->only_judges =
	    !replay->writes && !replay->looks_back && !variant->remembers;
	replay->asks.is_followed = options->whole && !options->fixes;
	replay->asks_last.outcome = true;
}

/* Takes over the game as it was set up. */
static void
take_setup(struct replay *replay, const struct game_setup *setup)
{
	struct replayed *replayed = replay->replayed;

	replayed->ready = true;
	replayed->alphabet = setup->alphabet;
	replayed->start = setup->start;
	replayed->usual_start = setup->usual_start;
	replay->reader = (struct reader_context){ .rules = setup->rules,
		.notation = setup->notation,
		.alphabet = &setup->alphabet,
		.decoder = setup->decoder };
	replay->writing = (struct ply_writing){ .rules = setup->output_rules,
		.notation = setup->output,
		.alphabet = replay->options->keep_letters
		    ? &setup->alphabet
		    : &setup->output_alphabet,
		.nags_apart = replay->options->nags_apart,
		.replayer = replay->replayer };
	set_wants(replay);
}

/* Sets up the game; false if it cannot be played. */
static bool
prepare(struct replay *replay, const struct record *record,
    struct game_setup *setup)
{
	struct replayed *replayed = replay->replayed;
	bool ok = game_set_up(replay->replayer, record, replay->diags, setup);

	replayed->rules = setup->rules;
	replayed->output_rules = setup->output_rules;
	replayed->notation = setup->notation;
	replayed->output = setup->output;
	if (ok)
		take_setup(replay, setup);
	return ok;
}

/* Plays the main line and judges what the record says of its end. */
static void
play_and_judge(struct replay *replay, struct record *record)
{
	struct replayed *replayed = replay->replayed;
	struct diags *diags = replay->diags;

	replayed->complete = true;
	diags->ply = 0;
	play_record(replay, &record->line);
	diags->ply = 0;
	replay->evidence.repetitions =
	    replayer_count_key(replay->replayer, replayed->end.key);
	result_judge(record, &replay->evidence, replayed, diags);
	if (replay->evidence.repetitions == REPETITIONS && replayed->complete &&
	    record->line.last != NULL && !replayed->agreed)
		add_repetition(
		    replay, replayed->end.to_move, record->line.last);
	diags->given = NULL;
}

/* What assumes repairs is put right as surely as these are. */
static void
doubt_fixes(struct diags *diags)
{
	for (unsigned i = 0; i < diags->len; i++) {
		struct diag *diag = &diags->list[i];

		if (diag->given != NULL && diag->fixes != NULL &&
		    !diag->fixes->repairs)
			diag_doubt(diags, diag);
	}
}

/* The record cannot be played, and can with another tag: that is said instead,
 * and the record played so. */
static void
play_with_tag(struct replay *replay, struct record *record,
    const struct retag *retag, unsigned said)
{
	struct replayed *replayed = replay->replayed;
	struct diags *diags = replay->diags;

	diags->len = said;
	retag_tell(record, retag, diags);
	diags->given = retag_text(retag, diags->arena);
	replayed->plies = replayed->all_plies = 0;
	replay->evidence = (struct result_evidence){ .mated_by = PLAYER_NONE };
	take_setup(replay, &retag->setup);
	replayed->rules = retag->setup.rules;
	play_and_judge(replay, record);
	replayed->complete = false;
}

/* Whether a tag is wrong, or missing, with which the record replays. */
static bool
find_tag(const struct replay *replay, const struct record *record,
    const struct game_setup *setup, struct retag *retag)
{
	return replay->options->goes_on && !replay->is_mended &&
	    !replay->replayed->complete && replay->diags->len > 0 &&
	    !diags_full(replay->diags) &&
	    retag_find(replayer_other(replay->replayer), record, setup,
		replay->diags->arena, retag);
}

/* The game cannot be set up: perhaps with another tag. */
static void
add_tag(const struct replay *replay, const struct record *record,
    const struct game_setup *setup)
{
	struct retag retag = { .old = NULL };

	if (find_tag(replay, record, setup, &retag))
		retag_add(record, &retag, replay->diags);
}

/* The moves cannot be played: perhaps with another tag. */
static void
try_tags(struct replay *replay, struct record *record,
    const struct game_setup *setup, unsigned said)
{
	struct retag retag = { .old = NULL };

	if (find_tag(replay, record, setup, &retag))
		play_with_tag(replay, record, &retag, said);
}

/* The ply of the main line of which a false mark of check, or of mate, was
 * said; or NULL. One that is only missing tells nothing: it is left out too
 * often. */
static const struct item *
falsely_marked(const struct item *items, const struct diag *diag)
{
	const struct ply *ply;

	if ((diag->id != DIAG_FALSE_CHECK && diag->id != DIAG_FALSE_MATE) ||
	    diag->ply == 0)
		return NULL;
	ply = items[diag->ply - 1].ply;
	return diag->span.start >= ply->span.start &&
		diag->span.start < ply->span.start + ply->span.len
	    ? &items[diag->ply - 1]
	    : NULL;
}

/* Whether a number of the main line, up to a place, does not fit. */
static bool
misnumbered(const struct diags *diags, struct span place)
{
	for (unsigned i = 0; i < diags->len; i++)
		if (diags->list[i].id == DIAG_MOVE_NUMBER &&
		    diags->list[i].span.start < place.start)
			return true;
	return false;
}

/* Numbers tell of plies that are missing, as the mark does. */
static void
doubt_numbers(struct diags *diags)
{
	for (unsigned i = 0; i < diags->len; i++)
		if (diags->list[i].id == DIAG_MOVE_NUMBER)
			diag_doubt(diags, &diags->list[i]);
}

static bool
has_false_mark(const struct diags *diags)
{
	for (unsigned i = 0; i < diags->len; i++)
		if (diags->list[i].id == DIAG_FALSE_CHECK ||
		    diags->list[i].id == DIAG_FALSE_MATE)
			return true;
	return false;
}

/* A mark of check that is false can be what shows that another move was meant,
 * or, where the line has more that is amiss, anything else. */
static void
doubt_marks(const struct replay *replay, const struct record *record)
{
	struct diags *diags = replay->diags;
	struct repair_line line = { .reader = &replay->reader,
		.start = &replay->replayed->start,
		.len = record->line.plies,
		.is_movetext = replay->is_movetext };
	unsigned asked = 0;

	if (!has_false_mark(diags))
		return;
	line.items = repair_items(&record->line, 0, diags->arena);
	for (unsigned i = 0; i < diags->len && asked < MARKS_DOUBTED; i++) {
		struct diag *diag = &diags->list[i];
		const struct item *item = falsely_marked(line.items, diag);
		struct repairs repairs;

		if (item == NULL)
			continue;
		if (misnumbered(diags, diag->span)) {
			doubt_numbers(diags);
			diag_doubt(diags, diag);
			continue;
		}
		if (!replay->replayed->complete) {
			if (!replay->replayed->repaired)
				diag_doubt(diags, diag);
			continue;
		}
		asked++;
		repair_instead(&line, item->number - 1, diags->arena, &repairs);
		if (repairs.len > 0)
			repair_tell_instead(
			    &line, item->number - 1, &repairs, diags, diag);
	}
}

bool
replay_record(struct replayer *replayer, struct record *record,
    struct diags *diags, struct replayed *replayed)
{
	const struct replay_options *options = replayer_options(replayer);
	struct replay replay = { .replayer = replayer,
		.options = options,
		.diags = diags,
		.replayed = replayed,
		.evidence = { .mated_by = PLAYER_NONE },
		.is_movetext = record->is_movetext };
	struct game_setup setup;
	unsigned said;

	memset(replayed, 0, sizeof(*replayed));
	replayed->record = record;
	replayed->result = slice_of("*");
	bidi_check(record, diags);
	if (record->broken)
		return false;
	if (!prepare(&replay, record, &setup)) {
		add_tag(&replay, record, &setup);
		note_unchecked(&replay, record->line.first);
		return false;
	}
	if (options->visit != NULL)
		options->visit(options->context, replayed, 0, NULL, NULL,
		    &replayed->start);
	said = diags->len;
	play_and_judge(&replay, record);
	if (replay.is_unsure)
		doubt_fixes(diags);
	if (options->goes_on && diags->len > said)
		doubt_marks(&replay, record);
	if (!replayed->complete)
		try_tags(&replay, record, &setup, said);
	if (diags->len > 0)
		claims_protect(record, replayed->notation, diags);
	return diags_worst(diags, 0) < (int)SEV_ERROR;
}
