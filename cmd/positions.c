/* Ternion: the positions that a call asks for. */
#include <stdlib.h>

#include "cmd.h"
#include "positions.h"
#include "turn.h"

/*
 * Plays the moves of --play, which are read as the moves of a record are; says
 * what is wrong with them and returns false. What they leave behind is in the
 * arena.
 */
static bool
play_on(struct positions *positions, const struct replayed *replayed,
    struct arena *arena, struct position *position)
{
	struct pass *pass = &positions->pass;
	struct input input = { .format = &format_pgn,
		.max_record = pass->job->max_record };
	struct turn turn = { .rules = replayed->rules,
		.notation = replayed->notation };
	struct record record;
	struct diags diags;
	bool ok = true;

	source_text(&input.source, "--play", slice_of(pass->job->play));
	if (format_pgn.read(&input, arena, &diags, &record)) {
		struct report_origin origin = { "--play", &input.source, 1,
			replayed->rules->variant->id, 0 };

		ok = diags_worst(&diags, 0) < (int)SEV_ERROR;
		if (ok)
			diags.len = 0; /* no result is asked for */
		for (struct ply *p = record.line.first; p && ok; p = p->next) {
			ok = turn_play(&turn, pass->replayer, position,
			    p->token, p->span.start, &diags);
			*position = turn.after;
			positions->found_by = turn.move;
			positions->last = &positions->found_by;
		}
		report_add(&pass->report, &origin, &diags);
	}
	source_release(&input.source);
	return ok;
}

static void
show(struct positions *positions, const struct replayed *replayed,
    const struct position *position)
{
	struct position played = *position;
	struct arena arena = ARENA_INIT; /* where its past is */

	positions->last = positions->found_by.type != MOVE_UNSTATED
	    ? &positions->found_by
	    : NULL;
	if (positions->pass.job->play == NULL ||
	    play_on(positions, replayed, &arena, &played)) {
		positions->show(positions, replayed, &played);
		positions->shown++;
	}
	arena_release(&arena);
}

/* The colour letter at the end of --move; it depends on the variant. */
static bool
is_wanted_move(const struct positions *positions,
    const struct replayed *replayed, const struct position *before)
{
	const char *move = positions->pass.job->move;
	char letter = move[strlen(move) - 1];

	return before->number == positions->number &&
	    variant_player(replayed->rules->variant, letter) == before->to_move;
}

static void
find(struct positions *positions, const struct position *position)
{
	positions->found = *position;
	positions->found_by = positions->visited_by;
	positions->is_found = true;
}

static void
visit(void *context, const struct replayed *replayed, unsigned ply,
    const struct position *before, const struct move *move,
    const struct position *after)
{
	struct positions *positions = context;
	const struct job *job = positions->pass.job;

	if (ply == 0)
		positions->is_found = false;
	if (move != NULL)
		positions->visited_by = *move;
	else
		positions->visited_by.type = MOVE_UNSTATED;
	if (job->every) {
		/* One behind, because a draw agreed on changes the last. */
		if (positions->is_found)
			show(positions, replayed, &positions->found);
		find(positions, after);
		return;
	}
	if ((job->ply >= 0 && (unsigned)job->ply == ply) ||
	    (job->move != NULL && before != NULL &&
		is_wanted_move(positions, replayed, before)))
		find(positions, after);
}

/* A draw agreed on is part of the last position. */
static void
set_agreed(const struct replayed *replayed, struct position *position)
{
	int result = variant_result(replayed->rules->variant,
	    replayed->result.ptr, replayed->result.len);

	if (replayed->agreed && result >= 0)
		position->over = (uint8_t)(result + 1);
}

static void
take_record(struct pass *pass, struct record *record,
    const struct replayed *replayed, bool ok, struct diags *diags)
{
	struct positions *positions = pass->context;
	const struct job *job = pass->job;

	if (replayed->rules == NULL || (job->every && !positions->is_found))
		return;
	if (job->every) {
		set_agreed(replayed, &positions->found);
	} else if (job->ply < 0 && job->move == NULL) {
		if (!ok)
			return;
		find(positions, &replayed->end);
		set_agreed(replayed, &positions->found);
	} else if (!positions->is_found) {
		if (replayed->complete)
			diag_add(diags, DIAG_NO_SUCH_PLY, record->span,
			    "the game has %u plies, and not the %s asked "
			    "for",
			    replayed->plies,
			    job->move != NULL ? "move" : "ply");
		return;
	}
	positions->is_found = false;
	show(positions, replayed, &positions->found);
}

static bool
read_move(struct positions *positions, const char *move)
{
	char *end;

	if (*move < '1' || *move > '9')
		return false;
	positions->number = (unsigned)strtoul(move, &end, 10);
	return end[0] != '\0' && end[1] == '\0' && strchr("wrgb", *end) != NULL;
}

int
positions_run(struct positions *positions, struct job *job)
{
	if (job->ply >= 0 && job->move != NULL)
		return usage_error(job, "--ply and --move exclude each other");
	if (job->move != NULL && !read_move(positions, job->move))
		return usage_error(job,
		    "--move is a number and a colour "
		    "letter, as 12w, not '%s'",
		    job->move);
	if (job->position != NULL && job->variant == NULL &&
	    strcmp(job->position, "start") == 0)
		return usage_error(job, "start of which game? give -v");
	if (job->position != NULL && job->operands > 0)
		return usage_error(
		    job, "--position and files exclude each other");
	pass_init(&positions->pass, job, stderr);
	positions->pass.context = positions;
	positions->pass.record = take_record;
	positions->pass.replay.visit = visit;
	positions->pass.replay.context = positions;
	return pass_run(&positions->pass);
}
