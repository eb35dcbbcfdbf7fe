/* Ternion: faults put right in the text of a file. */
#include <stdint.h>
#include <stdlib.h>

#include "cmd/cmd.h"
#include "cmd/run/fixing.h"
#include "cmd/run/rewrite.h"
#include "formats/record/json.h"

/*
 * Files
 */

void
fixing_begin_file(struct fixing *fixing, struct run *run)
{
	struct source *source = &run->piece->input.source;

	strbuf_reset(&fixing->original);
	fixing->source = NULL;
	if (!rewrite_may_change(run, true)) {
		;
	} else if (source->unpacker != NULL) {
		run_leave(run, "it is compressed", true);
	} else {
		fixing->source = source;
		source_copy(source, &fixing->original, SIZE_MAX);
	}
}

static int
by_patch_place(const void *a, const void *b)
{
	const struct patch *one = a, *other = b;

	if (one->at != other->at)
		return (one->at > other->at) - (one->at < other->at);
	return (one->len > other->len) - (one->len < other->len);
}

void
fixing_sort(struct fixing *fixing)
{
	if (fixing->len > 1)
		qsort(fixing->patches, fixing->len, sizeof(*fixing->patches),
		    by_patch_place);
}

/* Drops the last patches, so that `len` stay. */
static void
cut_patches(struct fixing *fixing, size_t len)
{
	while (fixing->len > len)
		mem_free(fixing->patches[--fixing->len].text);
}

/* Writes the patched text: over the file, to the output, or as a diff. A file
 * that cannot be written stays as it was. */
static void
put_file(struct fixing *fixing, struct run *run)
{
	struct slice text = strbuf_as_slice(&fixing->original);
	struct strbuf *made = &fixing->made;
	struct output output = { .file = NULL };
	size_t at = 0;

	strbuf_reset(made);
	fixing_sort(fixing);
	for (size_t i = 0; i < fixing->len; i++) {
		const struct patch *patch = &fixing->patches[i];

		strbuf_add(made, text.ptr + at, patch->at - at);
		strbuf_puts(made, patch->text);
		at = patch->at + patch->len;
	}
	strbuf_add(made, text.ptr + at, text.len - at);
	if (run->job->rewrite.diff) {
		diff_write(text, strbuf_as_slice(made), fixing->source->name,
		    "fixed", &run->text);
	} else if (run->piece->is_stdin) {
		strbuf_slice(&run->text, strbuf_as_slice(made));
	} else if (fixing->len > 0) {
		if (!output_replace(
			&output, run->piece->entry.path, &run->piece->status)) {
			run->trouble = true;
			return;
		}
		output.made.backup = run->job->rewrite.backup;
		output_flush(&output, made);
		run->trouble |= !output_close(&output, true);
	}
}

void
fixing_end_file(struct fixing *fixing, struct run *run)
{
	if (!run_file_ok(run))
		cut_patches(fixing, 0);
	if (fixing->source != NULL)
		put_file(fixing, run);
	cut_patches(fixing, 0);
	fixing->source = NULL;
}

/*
 * Edits
 */

/* Appends the old text as one line. */
static void
put_written(struct strbuf *out, struct slice text)
{
	/* Comments cannot be nested. */
	if (text.len > 0 && memchr(text.ptr, '{', text.len) != NULL)
		text = slice_of("another line");
	text = slice_trim(text);
	for (size_t i = 0; i < text.len; i++) {
		bool blank = strchr(" \t\r\n", text.ptr[i]) != NULL;

		if (!blank)
			strbuf_char(out, text.ptr[i]);
		else if (out->ptr[out->len - 1] != ' ')
			strbuf_char(out, ' ');
	}
}

/* "Nb3 {was: Bc3}"; a blank that ends the text stays at the end. */
static void
comment_movetext(struct strbuf *out, struct slice text, struct slice written)
{
	struct slice moves = slice_trim(text);

	strbuf_slice(out, moves);
	if (written.len == 0) {
		strbuf_puts(out, " {put in}");
	} else {
		strbuf_puts(out, moves.len > 0 ? " {was: " : "{left out: ");
		put_written(out, written);
		strbuf_char(out, '}');
	}
	if ((text.len > 0 && text.ptr[text.len - 1] == ' ') ||
	    (written.len > 0 && written.ptr[written.len - 1] == ' '))
		strbuf_char(out, ' ');
}

/* "{was: *} 1-0-0": what follows a result belongs to the next record. */
static void
comment_result(struct strbuf *out, struct slice text, struct slice written)
{
	strbuf_puts(out, "{was: ");
	put_written(out, written);
	strbuf_puts(out, "} ");
	strbuf_slice(out, text);
}

/* A ply in a list of JSON or YAML becomes a map; a ply that is in a map gets no
 * comment. Extends the place by its quotes. */
static void
comment_ply(const struct fixing *fixing, struct strbuf *out, struct slice text,
    size_t *at, size_t *len)
{
	const char *file = fixing->original.ptr;
	struct json json = { .out = out };
	struct strbuf comment = STRBUF_INIT;
	struct slice written = { file + *at, *len };
	size_t before = *at;
	char quote = before > 0 ? file[before - 1] : '\0';
	bool quoted =
	    (quote == '"' || quote == '\'') && file[*at + *len] == quote;

	before -= quoted;
	while (before > 0 && strchr(" \t\r\n", file[before - 1]) != NULL)
		before--;
	if (before > 0 && file[before - 1] == ':') {
		strbuf_slice(out, text);
		return;
	}
	*at -= quoted;
	*len += 2U * quoted;
	json_begin(&json, NULL, '{');
	json_text(&json, "move", text);
	strbuf_puts(&comment, "was: ");
	strbuf_slice(&comment, written);
	json_text(&json, "comment", strbuf_as_slice(&comment));
	json_end(&json, '}');
	strbuf_release(&comment);
}

/* Adds a patch; false if it overlaps another one. An equal patch is not added
 * twice. */
static bool
add_patch(struct fixing *fixing, size_t at, size_t len, struct slice text)
{
	struct patch *patch;

	for (size_t i = fixing->len; i-- > 0;) {
		patch = &fixing->patches[i];
		if (patch->at == at && patch->len == len)
			return slice_is(text, patch->text);
		if (at < patch->at + patch->len && patch->at < at + len)
			return false;
	}
	fixing->patches = mem_room(fixing->patches, fixing->len, &fixing->size,
	    sizeof(*fixing->patches));
	patch = &fixing->patches[fixing->len++];
	*patch = (struct patch){ at, len, mem_zeroed(text.len + 1) };
	memcpy(patch->text, text.ptr, text.len);
	return true;
}

/* Adds an edit to the patches of the file; false if it overlaps another one. */
static bool
take_edit(struct fixing *fixing, const struct fix *fix, const struct edit *edit)
{
	size_t at = fixing->source->line_offset + edit->span.start;
	size_t len = edit->span.len;
	struct strbuf text = STRBUF_INIT;
	struct slice written = { fixing->original.ptr + at, len };
	bool is_added;

	strbuf_puts(&text, "");
	if (!fixing->is_movetext)
		comment_ply(fixing, &text, slice_of(edit->text), &at, &len);
	else if (edit->span.start < fixing->moves_at ||
	    (len == 0 && !fix->repairs))
		/* A tag has no place for a comment. */
		strbuf_puts(&text, edit->text);
	else if (edit->span.start == fixing->result_at)
		comment_result(&text, slice_of(edit->text), written);
	else
		comment_movetext(&text, slice_of(edit->text), written);
	is_added = add_patch(fixing, at, len, strbuf_as_slice(&text));
	strbuf_release(&text);
	return is_added;
}

/* The order in which faults of a record are corrected. */
enum stage {
	STAGE_REPAIRS,
	STAGE_REST,
	STAGE_GIVEN, /* what assumes the repairs */
	STAGE_NUMBERS,
};

static enum stage
stage_of(const struct diag *diag)
{
	if (diag->fixes->repairs)
		return STAGE_REPAIRS;
	if (diag->id == DIAG_MOVE_NUMBER)
		return STAGE_NUMBERS;
	return diag->given != NULL ? STAGE_GIVEN : STAGE_REST;
}

/* Whether the job asks for the fix of a diagnostic. */
static bool
asks_for_fix(const struct diag *diag, const struct job *job)
{
	const struct fix *fix = diag->fixes;

	return fix != NULL &&
	    (fix->certain || (fix->likely && job->repair.unsafe_fixes)) &&
	    !job->report.disabled[diag->id] &&
	    !job->repair.unfixable[diag->id] &&
	    (!job_has_codes(job->repair.fixable) ||
		job->repair.fixable[diag->id]);
}

/* Takes the fixes of a stage: all edits of a fix, or none. */
static void
take_stage(struct fixing *fixing, const struct job *job, struct diags *diags,
    enum stage stage)
{
	for (unsigned i = 0; i < diags->len; i++) {
		struct diag *diag = &diags->list[i];
		size_t before = fixing->len;
		unsigned taken = 0;

		if (!asks_for_fix(diag, job) || diag->fixed ||
		    stage_of(diag) != stage)
			continue;
		while (taken < diag->fixes->len &&
		    take_edit(fixing, diag->fixes, &diag->fixes->edits[taken]))
			taken++;
		diag->fixed = taken == diag->fixes->len;
		if (!diag->fixed)
			cut_patches(fixing, before);
	}
}

void
fixing_take(struct fixing *fixing, const struct job *job,
    const struct record *record, struct diags *diags)
{
	const struct ply *first = record->line.first;

	if (fixing->source == NULL || diags_full(diags))
		return;
	/* An edit could separate a comment of YAML from its subject. */
	for (unsigned i = 0; i < diags->len && record->yaml_comment.len > 0;
	     i++)
		if (asks_for_fix(&diags->list[i], job)) {
			diag_add(diags, DIAG_YAML_COMMENT_IN_PLACE,
			    record->yaml_comment,
			    "a record with YAML comments is not changed");
			break;
		}
	if (record->yaml_comment.len > 0)
		return;
	fixing->is_movetext = record->is_movetext;
	fixing->result_at =
	    record->result.len > 0 ? record->result_span.start : UINT32_MAX;
	fixing->moves_at = first == NULL ? fixing->result_at
	    : first->number_span.len > 0 ? first->number_span.start
					 : first->span.start;
	take_stage(fixing, job, diags, STAGE_REPAIRS);
	take_stage(fixing, job, diags, STAGE_REST);
	/* While a move is unknown, wrong numbers may be evidence of it. */
	for (unsigned i = 0; i < diags->len; i++) {
		const struct diag *diag = &diags->list[i];

		if (diag->severity >= SEV_ERROR && !diag->fixed &&
		    (diag->fixes == NULL || diag->fixes->repairs))
			return;
	}
	take_stage(fixing, job, diags, STAGE_GIVEN);
	take_stage(fixing, job, diags, STAGE_NUMBERS);
}

void
fixing_release(struct fixing *fixing)
{
	cut_patches(fixing, 0);
	mem_free(fixing->patches);
	strbuf_release(&fixing->original);
	strbuf_release(&fixing->made);
}
