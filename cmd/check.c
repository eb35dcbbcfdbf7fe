/* Ternion: `check`: replays records and reports every fault; corrects faults in
 * the text of a file, or shows the difference, or asks the user for the move
 * that was meant: --fix, --diff and --interactive. All other text stays as it
 * is. */
#include "cmd/cmd.h"
#include "cmd/run/diff.h"
#include "cmd/run/run.h"
#include "formats/draw/text_board.h"

#define ANSWER_MAX 200 /* bytes */

/* The questions about the faults of a record. */
struct asking {
	const struct run_record *record;
	size_t next;    /* places before it were asked about */
	bool has_ended; /* the user wants no more questions */
};

/* The context of the run. */
struct fixing {
	struct patches patches; /* of the current file */
	unsigned long reported; /* as fixed, before this file */
	struct output output;   /* opened for the first fix, so that none is
				   promised in vain */
	bool is_open, has_failed;
	struct asking asking; /* in one thread */
};

/* Shows the fault, the board before it and the suggestions. */
static void
show(const struct asking *asking, const struct diag *diag,
    const struct source *source, struct arena *arena)
{
	const struct board_style style = { .seat = diag->before->to_move };
	const struct source *first = &asking->record->source;
	struct location place = source_locate(
	    source->buf != NULL ? source : first, diag->span.start);
	SCRATCH text = STRBUF_INIT;
	unsigned number = 1;

	if (source->buf != NULL)
		place.line +=
		    source_locate(first, asking->record->start).line - 1;
	strbuf_printf(
	    &text, "%s:%lu:%lu: ", first->name, place.line, place.column);
	strbuf_masked(&text, slice_of(diag_words(diag, arena)));
	strbuf_char(&text, '\n');
	board_write(diag->rules, diag->before, &style, &text);
	for (const struct fix *f = diag->meant; f != NULL; f = f->next) {
		strbuf_printf(&text, "  %u  ", number++);
		if (f->share > 0)
			strbuf_printf(
			    &text, "%3u.%u %%  ", f->share / 10, f->share % 10);
		strbuf_masked(&text, slice_of(f->title));
		strbuf_char(&text, '\n');
	}
	fwrite(text.ptr, 1, text.len, stderr);
}

/* Asks, and reads a line without its end; false at the end of the input. */
static bool
read_answer(const char *question, char answer[ANSWER_MAX])
{
	fputs(question, stderr);
	fflush(stderr);
	if (fgets(answer, ANSWER_MAX, stdin) == NULL)
		return false;
	answer[strcspn(answer, "\r\n")] = '\0';
	return true;
}

/* Makes a fix the first of the diagnostic, which is that of a repair. */
static void
choose(const struct diags *diags, struct diag *diag, const struct fix *fix)
{
	struct fix *only = arena_alloc(diags->arena, sizeof(*only));

	*only = *fix;
	only->next = NULL;
	only->repairs = true;
	diag->fixes = only;
}

/* Whether the move is legal before the fault; if not, says why. */
static bool
is_move_here(struct session *session, const struct diag *diag, const char *move)
{
	const struct language reader = { diag->rules,
		session->replayed.notation, &session->replayed.alphabet };
	struct position position = *diag->before;
	struct turn turn = { .letters = NULL };
	SCRATCH text = STRBUF_INIT;
	struct diags diags = { .arena = session->diags.arena };

	if (strpbrk(move, "{}[];\" \t") == NULL &&
	    turn_judge(&turn, &reader, &position, slice_of(move), 0, &diags))
		return true;
	strbuf_masked(&text, slice_of(move));
	strbuf_printf(&text, " is not a move here");
	if (diags.len > 0)
		strbuf_puts(&text, ": ");
	strbuf_masked(&text,
	    slice_of(
		diags.len > 0 ? diag_words(&diags.list[0], diags.arena) : ""));
	fprintf(stderr, "%s\n", text.ptr);
	return false;
}

/* Asks for a move until it is one; false if none is given. */
static bool
ask_move(struct session *session, struct diag *diag)
{
	struct arena *arena = session->diags.arena;
	char answer[ANSWER_MAX];

	do {
		if (!read_answer("the move: ", answer) || answer[0] == '\0')
			return false;
	} while (!is_move_here(session, diag, answer));
	const char *move = arena_copy(arena, slice_of(answer));
	choose(&session->diags, diag,
	    diag_new_fix(&session->diags, move, diag->span, move, true));
	return true;
}

/* Asks about a fault; true if a fix was chosen. */
static bool
ask(struct asking *asking, struct session *session, struct diag *diag,
    const struct source *source)
{
	char answer[ANSWER_MAX], question[60];
	const struct fix *fix;
	unsigned count = 0;

	for (fix = diag->meant; fix != NULL; fix = fix->next)
		count++;
	snprintf(question, sizeof(question), "%ss(kip), e(dit) or q(uit)? ",
	    count > 0 ? "a number, " : "");
	show(asking, diag, source, session->diags.arena);
	for (;;) {
		if (!read_answer(question, answer) || answer[0] == 'q') {
			asking->has_ended = true;
			return false;
		}
		if (answer[0] == 's')
			return false;
		if (answer[0] == 'e' && ask_move(session, diag))
			return true;
		unsigned long number = strtoul(answer, NULL, 10);
		fix = number > 0 ? diag->meant : NULL;
		for (; fix != NULL && number > 1; number--)
			fix = fix->next;
		if (fix != NULL) {
			choose(&session->diags, diag, fix);
			return true;
		}
		if (answer[0] == 'e')
			continue;
		if (count > 0)
			fprintf(stderr,
			    "answer with a number from 1 to %u, or ", count);
		else
			fputs("answer with ", stderr);
		fputs("s to leave it as it is, e to type the move, q to "
		      "ask no more\n",
		    stderr);
	}
}

/* The function of a chooser: asks about the next fault for which nothing is
 * certain. */
static struct diag *
ask_next(struct session *session, const struct source *source, void *context)
{
	struct asking *asking = context;
	struct diags *diags = &session->diags;

	if (source->buf != NULL) {
		diags_sort(diags);
		fixes_prove(session, true);
	}
	for (unsigned i = 0; i < diags->len && !asking->has_ended; i++) {
		struct diag *diag = &diags->list[i];
		size_t at = source->buf != NULL
		    ? source->line_offset + diag->span.start
		    : diag->span.start - asking->record->start;

		if (diag->before == NULL || at < asking->next ||
		    (diag->fixes != NULL && diag->fixes->certain))
			continue;
		asking->next = at + 1;
		if (ask(asking, session, diag, source))
			return diag;
	}
	return NULL;
}

/* Opens the file to be replaced, if one is; false if it cannot be. */
static bool
open_file(const struct run *run)
{
	struct fixing *fixing = run->context;
	const struct chunk *chunk = run->chunk;

	if (fixing->is_open || fixing->has_failed || run->job->rewrite.diff ||
	    chunk->is_stdin || run->by_file)
		return !fixing->has_failed;
	fixing->is_open =
	    output_replace(&fixing->output, chunk->entry.path, &chunk->status);
	fixing->has_failed = !fixing->is_open;
	return fixing->is_open;
}

/* Whether the job asks for the fix of a diagnostic. */
static bool
asks_for_fix(const struct diag *diag, const void *context)
{
	const struct job *job = context;
	const struct fix *fix = diag->fixes;

	return fix != NULL &&
	    (fix->certain || (fix->likely && job->repair.unsafe_fixes)) &&
	    !job->report.disabled[diag->id] &&
	    !job->repair.unfixable[diag->id] &&
	    (!job->given[OPT_FIXABLE] || job->repair.fixable[diag->id]);
}

void
fixing_take(const struct job *job, struct session *session,
    const struct chooser *chooser, struct patches *patches)
{
	const struct span comment = session->record.yaml_comment;
	struct diags *diags = &session->diags;
	unsigned i = 0;

	while (i < diags->len && !asks_for_fix(&diags->list[i], job))
		i++;
	if (i == diags->len && chooser == NULL)
		return;
	if (comment.len > 0) {
		if (!diags_full(diags))
			diag_add(diags, DIAG_YAML_COMMENT_IN_PLACE, comment,
			    "a record with YAML comments is not changed");
		return;
	}
	patches->is_bare = job->repair.no_was;
	fixes_take(
	    session, &(struct wishes){ asks_for_fix, job }, chooser, patches);
}

/* Fixes a record, and asks the user. */
static void
fix_record(
    const struct run *run, struct session *session, struct run_record *result)
{
	struct fixing *fixing = run->context;
	struct asking *asking =
	    run->job->repair.interactive ? &fixing->asking : NULL;
	const struct chooser chooser = { ask_next, asking };
	struct patches *patches = arena_alloc(session->kept, sizeof(*patches));

	patches->text = session->record.text;
	if (result->chunk->kept != NULL)
		return;
	if (asking != NULL) {
		asking->record = result;
		asking->next = 0;
		if (session->record.yaml_comment.len == 0 && !open_file(run))
			return;
	}
	fixing_take(
	    run->job, session, asking != NULL ? &chooser : NULL, patches);
	result->data = patches;
}

/* Takes the patches of a record for the file. */
static void
take_patches(struct run *run, struct run_record *result)
{
	struct fixing *fixing = run->context;
	struct patches *patches = result->data;
	struct diags *diags = &result->diags;

	if (patches == NULL)
		return;
	if (patches->len > 0 && !open_file(run)) {
		for (unsigned i = 0; i < diags->len; i++)
			diags->list[i].fixed = false;
		patches_release(patches);
		return;
	}
	patches_sort(patches);
	for (size_t i = 0; i < patches->len; i++) {
		struct patch *patch = MEM_ADD(&fixing->patches, list);

		*patch = patches->list[i];
		patch->at += result->source.line_offset;
	}
	mem_free(patches->list);
}

/* Writes the text of the file with its patches: over the file, to the output,
 * or as a diff to the output. */
static void
write_fixed(struct run *run)
{
	struct fixing *fixing = run->context;
	struct patches *patches = &fixing->patches;
	SCRATCH made = STRBUF_INIT;
	bool ok = run_file_ok(run);

	patches->text = strbuf_as_slice(run_bytes(run));
	if (ok)
		patches_write(patches, 0, &made);
	else
		strbuf_slice(&made, patches->text);
	if (run->job->rewrite.diff) {
		diff_write(patches->text, strbuf_as_slice(&made),
		    run->chunk->name, "fixed", &run->text);
	} else if (run->chunk->is_stdin || run->by_file) {
		strbuf_slice(&run->text, strbuf_as_slice(&made));
	} else if (fixing->is_open) {
		output_flush(&fixing->output, &made);
		if (!output_close(&fixing->output, ok && patches->len > 0)) {
			run->report.fixed = fixing->reported;
			run->trouble = true;
		}
	}
}

static void
end_fixing(struct run *run)
{
	struct fixing *fixing = run->context;

	run->trouble |= fixing->has_failed;
	if (run->chunk->kept == NULL && !fixing->has_failed)
		write_fixed(run);
	patches_release(&fixing->patches);
	*fixing = (struct fixing){ .reported = run->report.fixed,
		.asking = fixing->asking };
}

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
	take_patches(run, result);
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

/* Whether each fixed file goes into a folder, under its own name. */
static bool
fixes_into_folder(const struct job *job)
{
	const char *path = job->output.path;

	return job->repair.fix && !job->rewrite.diff && path != NULL &&
	    is_folder(path);
}

/* -1, or an exit status if the call cannot read standard input so. */
static int
check_stdin(const struct job *job)
{
	if (!job_reads_stdin(job))
		return -1;
	if (job->repair.fix && !fixes_into_folder(job) &&
	    (job->rewrite.in_place || job->operands > 1))
		return usage_error(
		    job, "--fix takes files, or standard input alone");
	if (job->repair.interactive)
		return usage_error(job,
		    "--interactive reads answers from standard input, so "
		    "records must come from files");
	return -1;
}

/* Sets the options of the report, of the replay and of the fixes. */
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
	run->takes_folder = fixes_into_folder(job);
	if (job->repair.fix)
		run->changes = job->rewrite.diff || run->takes_folder
		    ? CHANGES_TEXT
		    : CHANGES_FILES;
}

/* Reads the baseline of --baseline, or opens that of --write-baseline, which
 * exclude each other; false after an error message. */
static bool
begin_baseline(struct run *run, struct baseline *baseline, struct output *new)
{
	const char *read = run->job->baseline.read;
	const char *write = run->job->baseline.write;

	if (read == NULL && write == NULL)
		return true;
	run->report.options.baseline = baseline;
	run->apart = write != NULL ? new : NULL;
	baseline_set_folder(baseline, write != NULL ? write : read);
	return write != NULL ? output_open(new, write)
			     : read_baseline(read, baseline);
}

/* Writes the new baseline, unless the run failed; returns the exit status. */
static int
end_baseline(struct baseline *baseline, struct output *new, int status)
{
	SCRATCH text = STRBUF_INIT;

	if (status != EXIT_TROUBLE)
		baseline_write(baseline, &text);
	output_flush(new, &text);
	return output_close(new, status != EXIT_TROUBLE) ? status
							 : EXIT_TROUBLE;
}

int
run_check(struct job *job)
{
	const bool fixes = job->repair.fix;
	struct baseline baseline = { .writes = job->baseline.write != NULL };
	struct output new_baseline = { .file = NULL };
	struct fixing fixing = { .is_open = false };
	const struct batch batch = {
		.map = job->repair.board ? draw_boards : NULL,
		.fix = fixes ? fix_record : NULL,
		.reduce = take_record,
		.end_file = fixes ? end_fixing : NULL,
	};
	bool prints_text = fixes && !fixes_into_folder(job) &&
	    (job->rewrite.diff || job_reads_stdin(job));
	struct run run;
	int status = check_stdin(job);

	if (status >= 0)
		return status;
	run_init(&run, &batch, job, prints_text ? stderr : stdout);
	run.context = &fixing;
	set_up_run(&run, job);
	if (!begin_baseline(&run, &baseline, &new_baseline))
		return EXIT_TROUBLE;
	status = run_all(&run) ? run_end(&run) : EXIT_TROUBLE;
	return baseline.writes ? end_baseline(&baseline, &new_baseline, status)
			       : status;
}
