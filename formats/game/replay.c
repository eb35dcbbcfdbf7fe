/* Ternion: plays a record through the rules. */
#include "formats/game/replay.h"
#include "formats/game/result.h"
#include "formats/game/rewrite_ply.h"
#include "formats/game/setup.h"
#include "formats/game/snapshot.h"
#include "formats/game/turn.h"

enum {
	ROUND = 6 /* divided by each number of players */
};

/* One record while it is replayed. */
struct replay {
	struct replayer *replayer;
	const struct replay_options *options;
	struct diags *diags;
	struct replayed *replayed;
	struct syntax syntax;
	struct ply_writing writing; /* its notation is NULL if there is none */
	struct result_evidence evidence;
	bool told_repetition; /* since the last capture or pawn move */
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
	enum ending drawn;      /* by the rules, which a record may pass over */
	bool played_past_draw;  /* it was said that it did */
	unsigned depth;         /* 0: the main line */
	const struct ply *last; /* the ply that led here, NULL at the start */
	bool marked_mate;       /* it is marked as mate */
};

static void
ask_outcome(const struct replay *replay, struct branch *branch)
{
	if (branch->knows_outcome)
		return;
	rules_outcome(
	    replay->syntax.rules, &branch->position, &branch->outcome);
	branch->knows_outcome = true;
}

/* Whether the game is known to have ended, so that no move is legal. */
static bool
has_ended(const struct branch *branch)
{
	return branch->knows_outcome && branch->outcome.ending != ENDING_NONE &&
	    !ending_plays_on(branch->outcome.ending);
}

static void
check_number(const struct replay *replay, const struct position *position,
    const struct ply *ply)
{
	static const char *const dots[PLAYERS] = { ".", "..", "..." };

	if (ply->number_span.len == 0 ||
	    (ply->number == position->number &&
		ply->dots == position->to_move + 1u))
		return;
	diag_add(replay->diags, DIAG_MOVE_NUMBER, ply->number_span,
	    "%s's move should be numbered %lu%s",
	    replay->syntax.rules->variant->players[position->to_move],
	    (unsigned long)position->number, dots[position->to_move]);
}

/* So many rounds without a capture: a note, once until the next. */
static void
count_rounds(const struct replay *replay, struct branch *branch,
    const struct ply *ply, const struct move *move)
{
	unsigned rounds = replay->syntax.rules->variant->quiet_rounds;

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
static void
explain_ending(const struct replay *replay, struct branch *branch,
    const struct ply *ply, unsigned said)
{
	ask_outcome(replay, branch);
	if (!has_ended(branch))
		return;
	replay->diags->len = said;
	if (branch->outcome.ending == ENDING_MATE && branch->last != NULL &&
	    !branch->marked_mate) {
		/* A mark of mate is one of check, too. */
		diag_take_back(
		    replay->diags, DIAG_CHECK_UNMARKED, branch->last->span);
		resolve_unmarked_mate(&replay->syntax, branch->position.to_move,
		    branch->last->span, replay->diags);
	}
	diag_add(replay->diags, DIAG_MOVE_AFTER_END, ply->span,
	    "the game has ended before this move: %s", branch->outcome.result);
}

static bool
find_move(struct replay *replay, struct branch *branch, const struct ply *ply,
    struct turn *turn)
{
	unsigned said = replay->diags->len;
	bool found = !has_ended(branch) &&
	    turn_find(turn, &replay->syntax, &branch->position, ply->token,
		ply->span.start, replay->diags);

	if (!found)
		explain_ending(replay, branch, ply, said);
	check_number(replay, &branch->position, ply);
	return found;
}

/* "Records that play on after a draw of these kinds get a warning", once. */
static void
note_draw(struct replay *replay, struct branch *branch, const struct ply *ply)
{
	if (branch->drawn == ENDING_NONE)
		return;
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
	const struct rules *rules = replay->syntax.rules;

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
	    replay->syntax.rules->variant->players[claimant]);
}

/* The third of equal positions of the main line, which cannot lie before the
 * last capture or pawn move; the game goes on. */
static void
note_repetition(
    struct replay *replay, const struct branch *branch, const struct ply *ply)
{
	const struct position *position = &branch->position;

	if (!replay->syntax.rules->variant->draw_by_repetition ||
	    branch->depth > 0 || branch->played_past_draw)
		return;
	replay->told_repetition &= position->clock > 0;
	if (ply->next != NULL &&
	    replayer_count_key_of(replay->replayer, position->key,
		position->clock + 1u) == REPETITIONS)
		add_repetition(replay, position->to_move, ply);
}

/* For writers who draw the board. */
static void
keep_position(const struct replay *replay, const struct branch *branch,
    struct ply *ply, const struct move *move)
{
	struct snapshot *snapshot =
	    arena_alloc(replay->diags->arena, sizeof(*snapshot));

	snapshot_take(snapshot, replay->syntax.rules, move, &branch->position);
	ply->after = snapshot;
}

/* What is left of a turn when it was judged: counts, texts, who is told. */
static void
take_turn(const struct replay *replay, const struct branch *branch,
    struct ply *ply, const struct turn *turn)
{
	const struct replay_options *options = replay->options;
	struct replayed *replayed = replay->replayed;

	if (replay->writing.notation != NULL)
		rewrite_ply(&replay->writing, turn, ply, replay->diags->arena);
	ply->played = true;
	if (options->keeps_positions)
		keep_position(replay, branch, ply, &turn->move);
	replayed->all_plies++;
	if (branch->depth > 0)
		return;
	replayed->plies++;
	if (options->visit != NULL)
		options->visit(options->context, replayed, replayed->plies,
		    &turn->before, &turn->move, &branch->position);
}

/* What the ply says of the result, if it is one of the main line. */
static void
note_evidence(
    struct replay *replay, const struct branch *branch, const struct turn *turn)
{
	struct result_evidence *evidence = &replay->evidence;

	if (branch->depth > 0)
		return;
	evidence->mated_by =
	    turn->true_claim ? turn->marks.mover : (unsigned)PLAYER_NONE;
	if (turn->spec.move.draw)
		evidence->last_offer = replay->diags->ply;
}

/* Plays one ply; false if it cannot be played. */
static bool
play_ply(struct replay *replay, struct branch *branch, struct ply *ply)
{
	const struct syntax *syntax = &replay->syntax;
	struct turn turn;

	turn.wants_outcome = ply->next == NULL;
	turn.wants_marks = replay->writing.notation != NULL;
	turn.forgets_before =
	    !turn.wants_marks && replay->options->visit == NULL;
	if (!find_move(replay, branch, ply, &turn))
		return false;
	note_draw(replay, branch, ply);
	ply->seat = branch->position.to_move;
	ply->round = branch->position.number;
	turn_make(&turn, syntax, &branch->position, replay->diags->arena);
	note_position(replay, branch);
	note_repetition(replay, branch, ply);
	if (syntax->rules->variant->quiet_rounds != 0)
		count_rounds(replay, branch, ply, &turn.move);
	turn_mark(&turn, syntax, &branch->position, ply->token, ply->span.start,
	    replay->diags);
	branch->last = ply;
	branch->marked_mate = turn.spec.move.mate;
	branch->outcome = turn.outcome;
	branch->knows_outcome = turn.has_outcome;
	note_evidence(replay, branch, &turn);
	take_turn(replay, branch, ply, &turn);
	return true;
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

static void
play_line(struct replay *replay, struct branch *branch, struct line *line)
{
	unsigned ply_number = replay->diags->ply;

	for (struct ply *ply = line->first; ply != NULL; ply = ply->next) {
		bool branches =
		    ply->notes != NULL && ply->notes->variations != NULL;
		struct branch before;
		bool played;

		if (branch->depth == 0)
			replay->diags->ply = ++ply_number;
		if (branches)
			before = *branch;
		played = play_ply(replay, branch, ply);
		if (branches)
			play_variations(replay, &before, ply->notes);
		if (!played) {
			if (branch->depth == 0)
				replay->replayed->complete = false;
			note_unchecked(replay, ply->next);
			return;
		}
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
	branch.last = NULL;
	branch.marked_mate = false;
	replayer_forget_keys(replay->replayer);
	note_position(replay, &branch);
	ask_outcome(replay, &branch);
	play_line(replay, &branch, line);
	ask_outcome(replay, &branch);
	replayed->end = branch.position;
	replayed->outcome = branch.outcome;
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
	if (!ok)
		return false;
	replayed->ready = true;
	replayed->alphabet = setup->alphabet;
	replayed->start = setup->start;
	replayed->usual_start = setup->usual_start;
	replay->syntax = (struct syntax){ .rules = setup->rules,
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
	return true;
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
		.evidence = { .mated_by = PLAYER_NONE } };
	struct game_setup setup;

	memset(replayed, 0, sizeof(*replayed));
	replayed->result = slice_of("*");
	if (record->broken)
		return false;
	if (!prepare(&replay, record, &setup)) {
		note_unchecked(&replay, record->line.first);
		return false;
	}
	replayed->complete = true;
	if (options->visit != NULL)
		options->visit(options->context, replayed, 0, NULL, NULL,
		    &replayed->start);
	diags->ply = 0;
	play_record(&replay, &record->line);
	diags->ply = 0;
	replay.evidence.repetitions =
	    replayer_count_key(replayer, replayed->end.key);
	result_judge(record, &replay.evidence, replayed, diags);
	if (replay.evidence.repetitions == REPETITIONS && replayed->complete &&
	    record->line.last != NULL && !replayed->agreed)
		add_repetition(
		    &replay, replayed->end.to_move, record->line.last);
	return diags_worst(diags, 0) < (int)SEV_ERROR;
}
