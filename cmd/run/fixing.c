/* Ternion: faults put right in the text of a file. */
#include "cmd/cmd.h"
#include "cmd/run/fixing.h"
#include "cmd/run/rewrite.h"

void
fixing_begin_file(struct fixing *fixing, struct run *run)
{
	struct source *source = &run->piece->input.source;

	strbuf_reset(&fixing->original);
	fixing->source = NULL;
	if (!rewrite_may_change(run, true)) {
		;
	} else if (source->unpacker != NULL) {
		run_skip_change(run, "it is compressed; unpack it first", true);
	} else {
		fixing->source = source;
		source_copy(source, &fixing->original);
	}
}

void
fixing_end_file(struct fixing *fixing, struct run *run)
{
	struct slice text = strbuf_as_slice(&fixing->original);
	struct strbuf *made = &fixing->made;
	struct output output = { .file = NULL };

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
	} else if (run->piece->is_stdin) {
		strbuf_slice(&run->text, strbuf_as_slice(made));
	} else if (fixing->patches.len > 0) {
		if (output_replace(
			&output, run->piece->entry.path, &run->piece->status)) {
			output_flush(&output, made);
			run->trouble |= !output_close(&output, true);
		} else {
			run->trouble = true;
		}
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
    const struct record *record, struct diags *diags)
{
	if (fixing->source == NULL)
		return;
	for (unsigned i = 0; i < diags->len && record->yaml_comment.len > 0 &&
	     !diags_full(diags);
	     i++)
		if (asks_for_fix(&diags->list[i], job)) {
			diag_add(diags, DIAG_YAML_COMMENT_IN_PLACE,
			    record->yaml_comment,
			    "a record with YAML comments is not changed");
			break;
		}
	fixing->patches.text = strbuf_as_slice(&fixing->original);
	fixing->patches.offset = fixing->source->line_offset;
	patches_take(&fixing->patches, record, diags,
	    &(struct wishes){ asks_for_fix, job });
}

void
fixing_release(struct fixing *fixing)
{
	patches_release(&fixing->patches);
	strbuf_release(&fixing->original);
	strbuf_release(&fixing->made);
}
