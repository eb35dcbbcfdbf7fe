/* Ternion: faults put right in the text of a file. */
#include "cmd/cmd.h"
#include "cmd/run/fixing.h"
#include "cmd/run/rewrite.h"

void
fixing_begin_file(struct fixing *fixing, struct run *run)
{
	struct source *source = &run->piece->input.source;

	fixing->source = NULL;
	fixing->file =
	    run->job->rewrite.diff || run->piece->is_stdin || run->folder.is_on
	    ? NULL
	    : run->piece;
	if (!rewrite_may_change(run, true))
		;
	else if (source->unpacker != NULL && fixing->file != NULL)
		run_skip_change(run, "it is compressed; unpack it first", true);
	else
		fixing->source = source;
	if (fixing->source == NULL)
		source->copy = NULL;
}

void
fixing_end_file(struct fixing *fixing, struct run *run)
{
	struct slice text = strbuf_as_slice(&fixing->original);
	struct strbuf *made = &fixing->made;

	run->trouble |= fixing->has_failed;
	fixing->has_failed = false;
	if (fixing->source == NULL)
		return;
	if (!run_file_ok(run))
		patches_cut(&fixing->patches, 0);
	fixing->patches.text = text;
	strbuf_reset(made);
	patches_write(&fixing->patches, 0, made);
	if (run->job->rewrite.diff) {
		diff_write(text, strbuf_as_slice(made), fixing->source->name,
		    "fixed", &run->text);
	} else if (run->piece->is_stdin || run->folder.is_on) {
		strbuf_slice(&run->text, strbuf_as_slice(made));
	} else if (fixing->is_open) {
		output_flush(&fixing->output, made);
		run->trouble |=
		    !output_close(&fixing->output, fixing->patches.len > 0);
		fixing->is_open = false;
	}
	patches_cut(&fixing->patches, 0);
	fixing->source = NULL;
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
fixing_take(struct fixing *fixing, const struct job *job,
    struct session *session, struct asking *asking)
{
	const struct chooser chooser = { ask_next, asking };
	const struct record *record = &session->record;
	struct diags *diags = &session->diags;
	unsigned i = 0;

	while (i < diags->len && !asks_for_fix(&diags->list[i], job))
		i++;
	if (fixing->source == NULL || (i == diags->len && asking == NULL))
		return;
	if (record->yaml_comment.len > 0) {
		if (!diags_full(diags))
			diag_add(diags, DIAG_YAML_COMMENT_IN_PLACE,
			    record->yaml_comment,
			    "a record with YAML comments is not changed");
	} else if (fixing->file != NULL && !fixing->is_open) {
		fixing->is_open = output_replace(&fixing->output,
		    fixing->file->entry.path, &fixing->file->status);
		fixing->has_failed = !fixing->is_open;
	}
	if (fixing->has_failed) {
		fixing->source = NULL;
		return;
	}
	fixing->patches.text = strbuf_as_slice(&fixing->original);
	fixing->patches.offset = fixing->source->line_offset;
	fixing->patches.is_bare = job->repair.no_was;
	fixes_take(session, &(struct wishes){ asks_for_fix, job },
	    asking != NULL ? &chooser : NULL, &fixing->patches);
}

void
fixing_release(struct fixing *fixing)
{
	patches_release(&fixing->patches);
	strbuf_release(&fixing->original);
	strbuf_release(&fixing->made);
}
