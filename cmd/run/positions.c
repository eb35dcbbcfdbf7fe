/* Ternion: the positions that a call asks for. */
#include <stdlib.h>

#include "cmd/cmd.h"
#include "cmd/run/positions.h"
#include "formats/game/turn.h"

/* Notes how a position was reached: by a legal move, `ply` of its record. */
static void
reach(const struct positions *positions, struct reached *how,
    const struct rules *rules, const struct turn *turn,
    const struct position *after, const struct ply *ply)
{
	how->by = turn->move;
	how->mover = turn->mover;
	how->ply = ply;
	if (positions->wants_fates)
		fates_add_move(&how->fates, rules, &turn->before, &turn->move,
		    turn_judged(turn, after), after);
}

/* Plays the moves of --play, read like the moves of a record; reports their
 * faults and returns false if there are any. The past positions live in the
 * arena. */
static bool
play_on(struct positions *positions, const struct replayed *replayed,
    struct arena *arena, struct position *position)
{
	struct run *run = &positions->run;
	struct input input = { .format = &format_pgn,
		.max_record = run->job->input.max_record };
	struct alphabet letters;
	const struct reader_context reader = { replayed->output_rules,
		replayed->notation, &letters };
	struct record record;
	struct diags diags;
	bool ok = true;

	source_text(
	    &input.source, "--play", slice_of(run->job->positions.play));
	if (format_pgn.read(&input, arena, &diags, &record)) {
		struct report_origin origin = { "--play", &input.source, 1,
			replayed->rules->variant->id, 0, 0 };

		ok = diags_worst(&diags, 0) < (int)SEV_ERROR;
		if (ok)
			diags.len = 0; /* no result is asked for */
		for (struct ply *p = record.line.first; p && ok; p = p->next) {
			struct turn turn = { .asks.outcome = true };

			ok = turn_judge_alone(&turn, &reader, &letters,
			    position, p->token, p->span.start, &diags);
			if (ok)
				reach(positions, &positions->found_how,
				    replayed->rules, &turn, position, p);
		}
		report_add(&run->report, &origin, &diags);
	}
	source_release(&input.source);
	return ok;
}

/* Shows the position found, or that to which --play leads from there. */
static void
play_and_show(struct positions *positions, const struct replayed *replayed)
{
	struct position position = positions->found;
	const struct reached *how = &positions->found_how;
	const struct ply *first = replayed->record->line.first;
	struct arena arena = ARENA_INIT; /* of the past of the position */
	const struct notes *notes;
	bool has_move;

	positions->is_found = false;
	if (positions->run.job->positions.play != NULL &&
	    !play_on(positions, replayed, &arena, &position)) {
		arena_release(&arena);
		return;
	}
	has_move = how->by.type != MOVE_UNSTATED;
	notes = how->ply != NULL ? how->ply->notes : NULL;
	positions->arrival = (struct arrival){ has_move ? &how->by : NULL,
		how->mover,
		positions->wants_fates && (has_move || replayed->usual_start)
		    ? &how->fates
		    : NULL };
	positions->comments[0] = positions->comments[1] = NULL;
	if (notes != NULL) {
		positions->comments[0] = &notes->comment;
		positions->comments[1] = &notes->after;
	} else if (!has_move) {
		positions->comments[0] = &replayed->record->line.comment;
		if (first != NULL && first->notes != NULL)
			positions->comments[1] = &first->notes->before;
	}
	positions->show(positions, replayed, &position);
	positions->shown++;
	arena_release(&arena);
}

static void
find(struct positions *positions, const struct position *position)
{
	positions->found = *position;
	positions->found_how = positions->visited_how;
	positions->is_found = true;
}

/* Looks at a position of the main line. */
static void
see_position(
    void *context, const struct replayed *replayed, const struct event *event)
{
	struct positions *positions = context;
	const struct job *job = positions->run.job;
	const struct position *after =
	    event != NULL ? event->after : &replayed->start;
	const struct reached last = positions->visited_how;
	unsigned ply = event != NULL ? event->item.number : 0;

	if (event == NULL) {
		positions->is_found = false;
		positions->visited_how =
		    (struct reached){ .by.type = MOVE_UNSTATED,
			    .mover = PLAYER_NONE };
	} else if (event->is_main) {
		reach(positions, &positions->visited_how, replayed->rules,
		    &event->turn, after, event->item.ply);
	} else {
		return;
	}
	if (job->positions.every) {
		/* Shows the position before this one: a draw by
		 * agreement may still change the last. */
		if (positions->is_found)
			play_and_show(positions, replayed);
		find(positions, after);
		return;
	}
	if (job->positions.ply == ply) {
		find(positions, after);
	} else if (job->positions.move != NULL && event != NULL) {
		const struct position *before = &event->turn.before;
		const char *move = job->positions.move;

		/* Which player its last letter is depends on the variant. */
		if (before->number != positions->number ||
		    variant_player(replayed->rules->variant,
			move[strlen(move) - 1]) != before->to_move)
			return;
		find(positions, job->positions.before ? before : after);
		if (job->positions.before)
			positions->found_how = last;
	}
}

/* Shows what the job asks for of the record at hand. */
static void
show_record(struct positions *positions, struct run_record *result)
{
	struct run *run = &positions->run;
	const struct record *record = &run->reader.record;
	const struct replayed *replayed = &run->reader.replayed;
	const struct job *job = run->job;

	if (replayed->rules == NULL ||
	    (job->positions.every && !positions->is_found))
		return;
	if (job->positions.every) {
		replayed_set_agreed(replayed, &positions->found);
	} else if (job->positions.ply == PLY_LAST &&
	    job->positions.move == NULL) {
		if (!result->ok)
			return;
		find(positions, &replayed->end);
		replayed_set_agreed(replayed, &positions->found);
	} else if (!positions->is_found) {
		const struct variant *variant = replayed->rules->variant;
		const char *move = job->positions.move;

		if (move != NULL &&
		    variant_player(variant, move[strlen(move) - 1]) ==
			PLAYER_NONE)
			diag_add(&result->diags, DIAG_NO_SUCH_PLY, record->span,
			    "%s has no player '%c'; its players are %s",
			    variant->id, move[strlen(move) - 1],
			    variant->colours);
		else if (replayed->complete)
			diag_add(&result->diags, DIAG_NO_SUCH_PLY, record->span,
			    "the game has %u pl%s, so it does not have the %s "
			    "that you asked for",
			    replayed->plies, replayed->plies == 1 ? "y" : "ies",
			    job->positions.move != NULL ? "move" : "ply");
		return;
	}
	play_and_show(positions, replayed);
}

int
positions_run(struct positions *positions, const struct job *job)
{
	struct run *run = &positions->run;
	const char *move = job->positions.move, *position = job->input.position;
	char *end;
	struct run_record *record;

	if (position != NULL && job->variant == NULL &&
	    strcmp(position, "start") == 0)
		return usage_no_game(job);
	if (position != NULL && job->operands > 0)
		return usage_error(
		    job, "--position and files exclude each other");
	if (move != NULL) {
		positions->number = (unsigned)strtoul(move, &end, 10);
		if (*move < '1' || *move > '9' || end[0] < 'a' ||
		    end[1] != '\0' ||
		    strchr(player_letters, ascii_upper(*end)) == NULL)
			return usage_error(job,
			    "--move takes a number and a colour letter, such "
			    "as 12w, not '%s'",
			    move);
	}
	run_init(run, job, stderr);
	run->writes_files = positions->writes_files;
	run->replay.see = see_position;
	run->replay.writes_apart = true;
	run->replay.context = positions;
	if (!run_begin(run))
		return EXIT_TROUBLE;
	run->output.has_colour = true;
	while (run_next_file(run))
		while ((record = run_next_record(run)) != NULL) {
			show_record(positions, record);
			run_report(run, record);
		}
	if (positions->is_list &&
	    (job->positions.every || positions->values.len > 0))
		values_end(
		    &positions->values, job->positions.every, &run->text);
	return run_end(run);
}
