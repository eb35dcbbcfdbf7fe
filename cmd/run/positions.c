/* Ternion: the positions that a call asks for. */

#include "cmd/cmd.h"
#include "cmd/run/positions.h"
#include "parse/record/habits.h"

/* Goes on to the position after a legal move, `ply` of its record. */
static void
reach(const struct positions *positions, struct reached *reached,
    const struct rules *rules, const struct turn *turn,
    const struct position *after, const struct ply *ply)
{
	struct seats before;

	reached->position = *after;
	reached->by = turn->move;
	reached->mover = turn->mover;
	reached->ply = ply;
	if (!positions->wants_fates)
		return;
	seats_note(&before, &turn->before);
	fates_add(&reached->fates,
	    &(struct fateful){ rules, &before, &turn->move,
		turn_judged(turn, after), after, NULL, NULL });
}

/* Plays the moves of --play from the position found; keeps their faults and
 * returns false if there are any. */
static bool
play_on(
    struct viewer *viewer, const struct replayed *replayed, struct diags *diags)
{
	const struct positions *positions = viewer->run->context;
	const struct ply *first = positions->line.line.first;
	struct position position = viewer->found.position;
	struct alphabet letters;
	const struct language reader = { replayed->output_rules,
		replayed->notation, &letters };
	bool ok = diags_worst(&positions->diags, 0) < (int)SEV_ERROR;

	*diags = positions->diags;
	diags_keep(diags, viewer->session->kept);
	if (ok)
		diags_init(diags, diags->arena); /* no result is needed */
	for (const struct ply *p = first; p != NULL && ok; p = p->next) {
		struct turn turn = { .asks.outcome = true };

		ok = turn_judge_alone(&turn, &reader, &letters, &position,
		    p->token, p->span.start, diags);
		if (ok)
			reach(positions, &viewer->found, replayed->rules, &turn,
			    &position, p);
	}
	return ok;
}

/* Shows the position found, or that to which --play leads from there. */
static void
play_and_show(struct viewer *viewer, const struct replayed *replayed)
{
	const struct positions *positions = viewer->run->context;
	const struct reached *found = &viewer->found;
	const struct ply *first = replayed->record->line.first;
	struct arena *kept = viewer->session->kept;

	viewer->is_found = false;
	struct shown *shown = arena_alloc(kept, sizeof(*shown));
	LIST_APPEND(viewer->first, viewer->last, shown);
	if (positions->plays && !play_on(viewer, replayed, &shown->diags))
		return;
	bool has_move = found->by.type != MOVE_UNSTATED;
	const struct notes *notes =
	    found->ply != NULL ? found->ply->notes : NULL;
	viewer->arrival = (struct arrival){ has_move ? &found->by : NULL,
		found->mover,
		positions->wants_fates && (has_move || replayed->usual_start)
		    ? &found->fates
		    : NULL };
	viewer->comments[0] = viewer->comments[1] = NULL;
	if (notes != NULL) {
		viewer->comments[0] = &notes->comment;
		if (notes->variations != NULL)
			viewer->comments[1] = &notes->last_variation->after;
	} else if (!has_move) {
		viewer->comments[0] = &replayed->record->line.comment;
		if (first != NULL && first->notes != NULL)
			viewer->comments[1] = &first->notes->before;
	}
	strbuf_reset(viewer->text);
	positions->show(viewer, replayed, &found->position);
	shown->has_text = viewer->refusal == NULL;
	shown->text = arena_slice(kept, strbuf_as_slice(viewer->text));
}

/* Looks at a position of the main line. */
static void
see_position(
    void *state, const struct replayed *replayed, const struct event *event)
{
	struct viewer *viewer = state;
	const struct positions *positions = viewer->run->context;
	const struct job *job = viewer->run->job;
	const struct position *after =
	    event != NULL ? event->after : &replayed->start;
	const struct reached last = viewer->visited;
	unsigned ply = event != NULL ? event->item.number : 0;

	if (event == NULL) {
		viewer->visited = (struct reached){ .position = *after,
			.by.type = MOVE_UNSTATED,
			.mover = PLAYER_NONE };
	} else if (event->is_main) {
		reach(positions, &viewer->visited, replayed->rules,
		    &event->turn, after, event->item.ply);
	} else {
		return;
	}
	/* Shows the position before this one: a draw by agreement may still
	 * change the last. */
	if (job->positions.every && viewer->is_found)
		play_and_show(viewer, replayed);
	if (job->positions.every || job->positions.ply == ply) {
		viewer->found = viewer->visited;
		viewer->is_found = true;
	} else if (job->positions.move != NULL && event != NULL &&
	    event->turn.before.number == positions->number &&
	    event->turn.before.to_move ==
		variant_player_named(replayed->rules->variant,
		    positions->colour, strlen(positions->colour))) {
		viewer->found = job->positions.before ? last : viewer->visited;
		viewer->is_found = true;
	}
}

/* Shows what the job asks for of the record at hand. */
static void
show_record(struct viewer *viewer, struct session *session,
    const struct run_record *result)
{
	const struct positions *positions = viewer->run->context;
	const struct record *record = &session->record;
	const struct replayed *replayed = &session->replayed;
	const struct job *job = viewer->run->job;

	if (replayed->rules == NULL ||
	    (job->positions.every && !viewer->is_found))
		return;
	if (job->positions.every) {
		replayed_set_agreed(replayed, &viewer->found.position);
	} else if (job->positions.ply == PLY_LAST &&
	    job->positions.move == NULL) {
		if (!result->ok)
			return;
		viewer->found = viewer->visited;
		viewer->found.position = replayed->end;
		replayed_set_agreed(replayed, &viewer->found.position);
	} else if (!viewer->is_found) {
		const struct variant *variant = replayed->rules->variant;

		if (!replayed->complete)
			return;
		if (job->positions.move != NULL &&
		    variant_player_named(variant, positions->colour,
			strlen(positions->colour)) == PLAYER_NONE)
			diag_add(&session->diags, DIAG_NO_SUCH_PLY,
			    record->span,
			    "%s has no player '%s'; its players are %s",
			    variant->id, positions->colour, variant->colours);
		else
			diag_add(&session->diags, DIAG_NO_SUCH_PLY,
			    record->span,
			    "the game has %u pl%s, so it does not have the %s "
			    "that you asked for",
			    replayed->plies, replayed->plies == 1 ? "y" : "ies",
			    job->positions.move != NULL ? "move" : "ply");
		return;
	}
	play_and_show(viewer, replayed);
}

/* Shows the record at hand; the result is the list of all positions that
 * were shown. */
static void
map_record(
    const struct run *run, struct session *session, struct run_record *result)
{
	struct viewer *viewer = session->state;

	(void)run;
	show_record(viewer, session, result);
	result->data = viewer->first;
	result->refusal = viewer->refusal;
	viewer->first = NULL;
	viewer->refusal = NULL;
	viewer->is_found = false;
}

/* Writes the positions that were shown of a record. */
static void
put_positions(struct run *run, struct run_record *result)
{
	struct positions *positions = run->context;
	struct report_origin play = { .file = "--play",
		.source = &positions->input.source,
		.game = 1,
		.variant = result->variant };

	for (struct shown *shown = result->data; shown; shown = shown->next) {
		if (positions->plays)
			report_add(&run->report, &play, &shown->diags);
		if (!shown->has_text)
			continue;
		positions->placing.number++;
		if (positions->is_list) {
			format_json.place(
			    shown->text, &positions->placing, &run->text);
		} else if (positions->put != NULL) {
			positions->put(run, result->game, shown->text);
		} else {
			if (positions->placing.number > 1)
				strbuf_puts(&run->text, positions->between);
			strbuf_slice(&run->text, shown->text);
		}
	}
}

static void
begin_file(struct run *run)
{
	run->output.has_colour = true;
}

/* Ends the JSON values of an output. */
static void
end_list(struct positions *positions, struct run *run)
{
	bool is_whole = !run->by_file && !run->trouble;

	if (positions->is_list && (is_whole || positions->placing.number > 0))
		format_json.end(&positions->placing, &run->text);
}

static void
end_file(struct run *run)
{
	struct positions *positions = run->context;

	if (!run->by_file)
		return;
	end_list(positions, run);
	positions->placing.number = 0;
}

static void
release_viewer(void *state)
{
	struct viewer *viewer = state;

	move_list_release(&viewer->moves);
}

static void
begin_viewing(const struct run *run, struct session *session)
{
	struct viewer *viewer = mem_alloc_with(sizeof(*viewer), release_viewer);

	viewer->run = run;
	viewer->session = session;
	viewer->text = &session->text;
	session->state = viewer;
}

int
positions_run(struct positions *positions, const struct job *job)
{
	static const struct batch batch = { .begin = begin_viewing,
		.see = see_position,
		.map = map_record,
		.begin_file = begin_file,
		.reduce = put_positions,
		.end_file = end_file };
	const char *move = job->positions.move, *position = job->input.position;
	struct run run;
	char *end;

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
	/* The moves of --play are read like those of a record. */
	positions->input = (struct input){ .format = &format_pgn,
		.max_record = job->input.max_record };
	if (job->positions.play != NULL) {
		source_text(&positions->input.source, "--play",
		    slice_of(job->positions.play));
		positions->plays = format_pgn.read(&positions->input,
		    &positions->arena, &positions->diags, &positions->line);
		/* No result is needed; but words are no moves. */
		if (diags_worst(&positions->diags, 0) < (int)SEV_ERROR)
			diags_init(&positions->diags, &positions->arena);
		habits_report(&positions->line, &positions->diags, false);
	}
	run_init(&run, &batch, job, stderr);
	run.context = positions;
	positions->placing.is_list = job->positions.every;
	run.writes_files = positions->writes_files;
	run.takes_folder = position == NULL;
	run.suffix = positions->suffix;
	run.replay.writes_apart = true;
	if (!run_all(&run))
		return EXIT_TROUBLE;
	end_list(positions, &run);
	return run_end(&run);
}
