/* Ternion: `check`: replays records and reports every fault. */
#include "cmd/cmd.h"
#include "cmd/run/fixing.h"
#include "formats/draw/text_board.h"

/* Reads --baseline; false after an error message. */
static bool
read_baseline(const char *path, struct baseline *baseline)
{
	struct source source;
	int error = source_open(&source, path, path);
	unsigned long bad = 0;

	if (error == 0)
		bad = baseline_read(baseline, &source);
	if (error == 0)
		error = source.error;
	if (error != 0)
		trouble_say("ternion check: %s: %s", path, input_fault(error));
	else if (bad > 0)
		trouble_say(
		    "ternion check: %s:%lu: this is not a line of a baseline",
		    path, bad);
	source_release(&source);
	return error == 0 && bad == 0;
}

/* Takes the fixes of a record, if they are asked for, and counts those that
 * --unsafe-fixes would make. */
static void
take_record(struct run *run, struct run_record *result)
{
	const struct diags *diags = &result->diags;

	run->report.fixes = run->job->repair.fix;
	if (!run->job->repair.fix)
		return;
	fixing_put(run, result);
	for (unsigned i = 0; i < diags->len && !run->job->repair.unsafe_fixes;
	     i++) {
		const struct fix *fix = fix_offered(diags->list[i].meant);

		run->report.likely += !diags->list[i].fixed && fix != NULL &&
		    fix->likely && !fix->certain;
	}
}

/* For --board: draws the board before each fault, as the player who
 * moves sees it. */
static void
draw_boards(
    const struct run *run, struct session *session, struct run_record *result)
{
	const struct names names = { .notation = session->replayed.notation };
	struct diags *diags = &session->diags;
	SCRATCH text = STRBUF_INIT;

	(void)result;
	for (unsigned i = 0; i < diags->len; i++) {
		struct diag *diag = &diags->list[i];
		struct board_style style = { .names = &names,
			.colour = run->report.options.colour,
			.marked = diag->marked };

		if (diag->before == NULL)
			continue;
		style.seat = diag->before->to_move;
		strbuf_reset(&text);
		board_write(diag->rules, diag->before, &style, &text);
		diag->board = arena_copy(diags->arena, strbuf_as_slice(&text));
	}
}

/* Sets the options of the report and of the replay. */
static void
set_up_run(struct run *run, const struct job *job)
{
	struct report_options *options = &run->report.options;

	if (job->output.format != NULL)
		options->form = report_form_find(slice_of(job->output.format));
	if (job->statistics) {
		options->max_errors = 0;
		options->form = job_is_to(job, "json") ? &report_statistics_json
						       : &report_statistics;
	}
	options->keeps_errors = false;
	options->counts = !job->verbose;
	run->is_alone = job->repair.interactive;
	run->keeps_bytes = job->repair.fix;
	run->replay.fixes = job->repair.fix ||
	    (options->form != NULL && options->form->has_fixes);
	run->replay.boards = job->repair.board;
	run->replay.evidence = job->repair.evidence || job->repair.interactive;
	run->replay.goes_on = !job->repair.stop_at_first;
	run->replay.stops_at_first = job->repair.stop_at_first;
}

int
run_check(struct job *job)
{
	struct baseline baseline = { .writes = job->baseline.write != NULL };
	struct output new_baseline = { .file = NULL };
	bool reads_stdin = job_reads_stdin(job);
	const char *path = job->output.path;
	bool to_folder = job->repair.fix && !job->rewrite.diff &&
	    path != NULL && is_folder(path);
	bool prints_text =
	    job->repair.fix && !to_folder && (job->rewrite.diff || reads_stdin);
	SCRATCH text = STRBUF_INIT;
	struct fixing fixing = { .is_open = false };
	struct batch batch = { .map = job->repair.board ? draw_boards : NULL,
		.reduce = take_record };
	struct run run;
	int status = EXIT_TROUBLE;

	if (job->repair.fix && reads_stdin && !to_folder &&
	    (job->rewrite.in_place || job->operands > 1))
		return usage_error(
		    job, "--fix takes files, or standard input alone");
	if (job->repair.interactive && reads_stdin)
		return usage_error(job,
		    "--interactive reads answers from standard input, so "
		    "records must come from files");
	run_init(&run, &batch, job, prints_text ? stderr : stdout);
	set_up_run(&run, job);
	if (job->repair.fix) {
		batch.fix = fixing_fix;
		batch.begin_file = fixing_begin_file;
		batch.end_file = fixing_end_file;
		run.changes = job->rewrite.diff || to_folder ? CHANGES_TEXT
							     : CHANGES_FILES;
		run.context = &fixing;
	}
	run.folder.is_taken = to_folder;
	if (job->baseline.read != NULL || baseline.writes) {
		run.report.options.baseline = &baseline;
		baseline_set_folder(&baseline,
		    baseline.writes ? job->baseline.write : job->baseline.read);
	}
	if (baseline.writes) {
		if (!output_open(&new_baseline, job->baseline.write))
			return EXIT_TROUBLE;
		run.apart = &new_baseline;
	}
	if ((job->baseline.read == NULL ||
		read_baseline(job->baseline.read, &baseline)) &&
	    run_all(&run))
		status = run_end(&run);
	if (baseline.writes) {
		if (status != EXIT_TROUBLE)
			baseline_write(&baseline, &text);
		output_flush(&new_baseline, &text);
		if (!output_close(&new_baseline, status != EXIT_TROUBLE))
			status = EXIT_TROUBLE;
	}
	return status;
}
