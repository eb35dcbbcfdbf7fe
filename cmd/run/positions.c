/* Ternion: the positions that a call asks for. */
#include <stdlib.h>

#include "cmd/cmd.h"
#include "cmd/run/positions.h"
#include "formats/game/turn.h"

/* Goes on to the position after a legal move, `ply` of its record. */
static void
reach(const struct positions *positions, struct reached *reached,
    const struct rules *rules, const struct turn *turn,
    const struct position *after, const struct ply *ply)
{
	reached->position = *after;
	reached->by = turn->move;
	reached->mover = turn->mover;
	reached->ply = ply;
	if (positions->wants_fates)
		fates_add_move(&reached->fates, rules, &turn->before,
		    &turn->move, turn_judged(turn, after), after);
}

/* Plays the moves of --play from the position found, read like the moves of a
 * record; reports their faults and returns false if there are any. The past
 * positions live in the arena. */
static bool
play_on(struct positions *positions, const struct replayed *replayed,
    struct arena *arena)
{
	struct position position = positions->found.position;
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
			    &position, p->token, p->span.start, &diags);
			if (ok)
				reach(positions, &positions->found,
				    replayed->rules, &turn, &position, p);
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
	const struct reached *found = &positions->found;
	const struct ply *first = replayed->record->line.first;
	struct arena arena = ARENA_INIT; /* of the past of the position */
	const struct notes *notes;
	bool has_move;

	positions->is_found = false;
	if (positions->run.job->positions.play != NULL &&
	    !play_on(positions, replayed, &arena)) {
		arena_release(&arena);
		return;
	}
	has_move = found->by.type != MOVE_UNSTATED;
	notes = found->ply != NULL ? found->ply->notes : NULL;
	positions->arrival = (struct arrival){ has_move ? &found->by : NULL,
		found->mover,
		positions->wants_fates && (has_move || replayed->usual_start)
		    ? &found->fates
		    : NULL };
	positions->comments[0] = positions->comments[1] = NULL;
	if (notes != NULL) {
		positions->comments[0] = &notes->comment;
		if (notes->variations != NULL)
			positions->comments[1] = &notes->last_variation->after;
	} else if (!has_move) {
		positions->comments[0] = &replayed->record->line.comment;
		if (first != NULL && first->notes != NULL)
			positions->comments[1] = &first->notes->before;
	}
	positions->show(positions, replayed, &found->position);
	positions->shown++;
	arena_release(&arena);
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
	const struct reached last = positions->visited;
	unsigned ply = event != NULL ? event->item.number : 0;

	if (event == NULL) {
		positions->is_found = false;
		positions->visited = (struct reached){ .position = *after,
			.by.type = MOVE_UNSTATED,
			.mover = PLAYER_NONE };
	} else if (event->is_main) {
		reach(positions, &positions->visited, replayed->rules,
		    &event->turn, after, event->item.ply);
	} else {
		return;
	}
	/* Shows the position before this one: a draw by agreement may still
	 * change the last. */
	if (job->positions.every && positions->is_found)
		play_and_show(positions, replayed);
	if (job->positions.every || job->positions.ply == ply) {
		positions->found = positions->visited;
		positions->is_found = true;
	} else if (job->positions.move != NULL && event != NULL &&
	    event->turn.before.number == positions->number &&
	    event->turn.before.to_move ==
		variant_player_named(replayed->rules->variant,
		    positions->colour, strlen(positions->colour))) {
		positions->found =
		    job->positions.before ? last : positions->visited;
		positions->is_found = true;
	}
}

/* Shows what the job asks for of the record at hand. */
static void
show_record(struct positions *positions, struct run_record *result)
{
	struct run *run = &positions->run;
	const struct record *record = &run->session.record;
	const struct replayed *replayed = &run->session.replayed;
	const struct job *job = run->job;

	if (replayed->rules == NULL ||
	    (job->positions.every && !positions->is_found))
		return;
	if (job->positions.every) {
		replayed_set_agreed(replayed, &positions->found.position);
	} else if (job->positions.ply == PLY_LAST &&
	    job->positions.move == NULL) {
		if (!result->ok)
			return;
		positions->found = positions->visited;
		positions->found.position = replayed->end;
		replayed_set_agreed(replayed, &positions->found.position);
	} else if (!positions->is_found) {
		const struct variant *variant = replayed->rules->variant;

		if (!replayed->complete)
			return;
		if (job->positions.move != NULL &&
		    variant_player_named(variant, positions->colour,
			strlen(positions->colour)) == PLAYER_NONE)
			diag_add(&result->diags, DIAG_NO_SUCH_PLY, record->span,
			    "%s has no player '%s'; its players are %s",
			    variant->id, positions->colour, variant->colours);
		else
			diag_add(&result->diags, DIAG_NO_SUCH_PLY, record->span,
			    "the game has %u pl%s, so it does not have the %s "
			    "that you asked for",
			    replayed->plies, replayed->plies == 1 ? "y" : "ies",
			    job->positions.move != NULL ? "move" : "ply");
		return;
	}
	play_and_show(positions, replayed);
}

/* Ends the JSON values of an output. */
static void
end_list(struct positions *positions)
{
	struct run *run = &positions->run;
	bool always = run->job->positions.every && !run->folder.is_on;

	if (positions->is_list && (always || positions->values.len > 0))
		values_end(
		    &positions->values, run->job->positions.every, &run->text);
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
		positions->colour = end;
		if (*move < '1' || *move > '9' || !is_colour(end))
			return usage_error(job,
			    "--move takes a number and a colour, such as 12w "
			    "or 12White, not '%s'",
			    move);
	}
	run_init(run, job, stderr);
	run->writes_files = positions->writes_files;
	run->folder.is_taken = position == NULL;
	run->folder.suffix = positions->suffix;
	run->replay.see = see_position;
	run->replay.writes_apart = true;
	run->replay.context = positions;
	if (!run_begin(run))
		return EXIT_TROUBLE;
	run->output.has_colour = true;
	while (run_next_file(run)) {
		while ((record = run_next_record(run)) != NULL) {
			show_record(positions, record);
			run_report(run, record);
		}
		if (run->folder.is_on) {
			end_list(positions);
			positions->shown = 0;
		}
	}
	end_list(positions);
	return run_end(run);
}
