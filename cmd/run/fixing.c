/* Ternion: faults put right in the text of a file. */
#include "cmd/cmd.h"
#include "cmd/run/fixing.h"

/* The fixes of a record that the job asks for. */
struct fixes {
	size_t len; /* 0: none holds */
	struct patch patch[];
};

void
fixing_begin_file(struct run *run)
{
	struct fixing *fixing = run->context;

	strbuf_reset(&fixing->made);
	fixing->at = fixing->fixed = 0;
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

bool
fixing_take(const struct job *job, struct session *session,
    const struct chooser *chooser, struct patches *patches)
{
	const struct span comment = session->record.yaml_comment;
	struct diags *diags = &session->diags;
	unsigned i = 0;

	while (i < diags->len && !asks_for_fix(&diags->list[i], job))
		i++;
	if (i == diags->len && chooser == NULL)
		return false;
	if (comment.len > 0) {
		if (!diags_full(diags))
			diag_add(diags, DIAG_YAML_COMMENT_IN_PLACE, comment,
			    "a record with YAML comments is not changed");
		return false;
	}
	patches->is_bare = job->repair.no_was;
	fixes_take(
	    session, &(struct wishes){ asks_for_fix, job }, chooser, patches);
	return true;
}

/* Keeps patches, in the order of the text, with the result. */
static void
keep_patches(
    struct patches *patches, struct arena *arena, struct run_record *result)
{
	struct fixes *fixes = arena_alloc(
	    arena, sizeof(*fixes) + patches->len * sizeof(fixes->patch[0]));

	patches_sort(patches);
	for (size_t i = 0; i < patches->len; i++) {
		struct patch *patch = &fixes->patch[fixes->len++];

		*patch = patches->list[i];
		patch->at += result->source.line_offset;
		patch->text = arena_copy(arena, slice_of(patch->text));
	}
	result->data = fixes;
}

void
fixing_fix(
    const struct run *run, struct session *session, struct run_record *result)
{
	struct asking *asking = session->state;
	const struct chooser chooser = { ask_next, asking };
	struct patches patches = { .text = session->record.text };

	if (result->chunk->kept != NULL)
		return;
	if (asking != NULL) {
		asking->record = result;
		asking->next = 0;
		if (session->record.yaml_comment.len == 0 && !open_file(run))
			return;
	}
	if (fixing_take(
		run->job, session, asking != NULL ? &chooser : NULL, &patches))
		keep_patches(&patches, session->kept, result);
	patches_release(&patches);
}

void
fixing_put(struct run *run, struct run_record *result)
{
	struct fixing *fixing = run->context;
	struct strbuf *made = &fixing->made;
	struct slice text = strbuf_as_slice(run_bytes(run));
	const struct fixes *fixes = result->data;
	struct diags *diags = &result->diags;

	if (fixes == NULL)
		return;
	if (!open_file(run)) {
		for (unsigned i = 0; i < diags->len; i++)
			diags->list[i].fixed = false;
		return;
	}
	for (size_t i = 0; i < fixes->len; i++) {
		const struct patch *patch = &fixes->patch[i];

		strbuf_slice(
		    made, slice_sub(text, fixing->at, patch->at - fixing->at));
		strbuf_puts(made, patch->text);
		fixing->at = patch->at + patch->len;
	}
	fixing->fixed += fixes->len;
}

void
fixing_end_file(struct run *run)
{
	struct fixing *fixing = run->context;
	struct strbuf *made = &fixing->made;
	struct slice text = strbuf_as_slice(run_bytes(run));
	bool ok = run_file_ok(run);

	run->trouble |= fixing->has_failed;
	if (run->chunk->kept != NULL || fixing->has_failed)
		return;
	if (!ok) {
		strbuf_reset(made);
		fixing->at = 0;
	}
	strbuf_slice(made, slice_from(text, fixing->at));
	if (run->job->rewrite.diff) {
		diff_write(text, strbuf_as_slice(made), run->chunk->name,
		    "fixed", &run->text);
	} else if (run->chunk->is_stdin || run->by_file) {
		strbuf_slice(&run->text, strbuf_as_slice(made));
	} else if (fixing->is_open) {
		output_flush(&fixing->output, made);
		run->trouble |=
		    !output_close(&fixing->output, ok && fixing->fixed > 0);
		fixing->is_open = false;
	}
}

void
fixing_release(struct fixing *fixing)
{
	strbuf_release(&fixing->made);
}
