/* Ternion: faults put right in the text of a file. */

#include "cmd/cmd.h"
#include "cmd/run/fixing.h"
#include "formats/draw/text_board.h"

#define ANSWER_MAX 200 /* bytes */

/* Shows the fault, the board before it and the suggestions. */
static void
show(const struct asking *asking, const struct diag *diag,
    const struct source *source)
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
	strbuf_masked(&text, slice_of(diag->message));
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
	const struct reader_context reader = { diag->rules,
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
	strbuf_masked(
	    &text, slice_of(diags.len > 0 ? diags.list[0].message : ""));
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
	show(asking, diag, source);
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

void
fixing_begin_file(struct run *run)
{
	struct fixing *fixing = run->context;

	fixing->patches = (struct patches){ .len = 0 };
	fixing->reported = run->report.fixed;
	fixing->has_failed = false;
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

void
fixing_fix(
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

void
fixing_put(struct run *run, struct run_record *result)
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
	/* They become patches of the file. */
	patches_sort(patches);
	for (size_t i = 0; i < patches->len; i++) {
		struct patch *patch = MEM_ADD(&fixing->patches, list);

		*patch = patches->list[i];
		patch->at += result->source.line_offset;
	}
	mem_free(patches->list);
}

void
fixing_end_file(struct run *run)
{
	struct fixing *fixing = run->context;
	struct patches *patches = &fixing->patches;
	SCRATCH made = STRBUF_INIT;
	bool ok = run_file_ok(run);

	run->trouble |= fixing->has_failed;
	if (run->chunk->kept != NULL || fixing->has_failed)
		return;
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
		fixing->is_open = false;
	}
	patches_release(patches);
}
