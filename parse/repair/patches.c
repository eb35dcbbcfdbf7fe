/* Ternion: fixes as patches of a text. */
#include <stdint.h>
#include <stdlib.h>

#include "parse/text/json.h"
#include "parse/repair/patches.h"

static int
by_patch_place(const void *a, const void *b)
{
	const struct patch *one = a, *other = b;

	if (one->at != other->at)
		return (one->at > other->at) - (one->at < other->at);
	return (one->len > other->len) - (one->len < other->len);
}

void
patches_sort(struct patches *patches)
{
	MEM_SORT(patches, list, by_patch_place);
}

/* Drops the last patches, so that `len` stay. */
static void
patches_cut(struct patches *patches, size_t len)
{
	while (patches->len > len)
		mem_free(patches->list[--patches->len].text);
}

void
patches_write(struct patches *patches, size_t at, struct strbuf *out)
{
	patches_sort(patches);
	for (size_t i = 0; i < patches->len; i++) {
		const struct patch *patch = &patches->list[i];

		strbuf_slice(out, slice_sub(patches->text, at, patch->at - at));
		strbuf_puts(out, patch->text);
		at = patch->at + patch->len;
	}
	strbuf_slice(out, slice_from(patches->text, at));
}

/* Appends the old text as one line, without its comments, which cannot be
 * nested and stay where they are. */
static void
put_written(struct strbuf *out, struct slice text)
{
	bool in_comment = false;

	text = slice_trim(text);
	for (size_t i = 0; i < text.len; i++) {
		bool blank = strchr(" \t\r\n", text.ptr[i]) != NULL;

		in_comment |= text.ptr[i] == '{';
		if (in_comment)
			in_comment = text.ptr[i] != '}';
		else if (!blank)
			strbuf_char(out, text.ptr[i]);
		else if (out->ptr[out->len - 1] != ' ')
			strbuf_char(out, ' ');
	}
	out->len -= out->ptr[out->len - 1] == ' ';
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

/* "{was: *} 1-0-0": text after a result belongs to the next record. */
static void
comment_result(struct strbuf *out, struct slice text, struct slice written)
{
	strbuf_puts(out, "{was: ");
	put_written(out, written);
	strbuf_puts(out, "} ");
	strbuf_slice(out, text);
}

char
patches_find_ply(struct slice text, size_t *at, size_t *len)
{
	size_t before = *at;
	char quote = before > 0 ? text.ptr[before - 1] : '\0';

	if ((quote == '"' || quote == '\'') && *at + *len < text.len &&
	    text.ptr[*at + *len] == quote) {
		before = --*at;
		*len += 2;
	}
	while (before > 0 && strchr(" \t\r\n", text.ptr[before - 1]) != NULL)
		before--;
	return before > 0 ? text.ptr[before - 1] : '\0';
}

/* A ply in a list of JSON or YAML becomes a map; a ply that is in a map gets no
 * comment. Extends the place by its quotes. */
static void
comment_ply(const struct patches *patches, struct strbuf *out,
    struct slice text, size_t *at, size_t *len)
{
	struct json json = { .out = out };
	SCRATCH comment = STRBUF_INIT;
	struct slice written = slice_sub(patches->text, *at, *len);
	size_t bare_at = *at;

	if (patches_find_ply(patches->text, at, len) == ':') {
		*at = bare_at;
		*len = written.len;
		strbuf_slice(out, text);
		return;
	}
	json_begin(&json, NULL, '{');
	json_text(&json, "move", text);
	strbuf_puts(&comment, "was: ");
	strbuf_slice(&comment, written);
	json_text(&json, "comment", strbuf_as_slice(&comment));
	json_end(&json, '}');
}

bool
patches_add(struct patches *patches, size_t at, size_t len, struct slice text)
{
	struct patch *patch;

	if (at > patches->text.len || len > patches->text.len - at)
		return false;
	bool follows = at > patches->end || (at == patches->end && len > 0);

	for (size_t i = follows ? 0 : patches->len; i-- > 0;) {
		patch = &patches->list[i];
		if (patch->at == at && patch->len == len)
			return slice_is(text, patch->text);
		if (at < patch->at + patch->len && patch->at < at + len)
			return false;
	}
	patch = MEM_ADD(patches, list);
	*patch = (struct patch){ at, len, mem_zeroed(text.len + 1) };
	memcpy(patch->text, text.ptr, text.len);
	if (patches->end < at + len)
		patches->end = at + len;
	return true;
}

/* Adds an edit to the patches of the file; false if it overlaps another one. */
static bool
take_edit(
    struct patches *patches, const struct fix *fix, const struct edit *edit)
{
	size_t at = patches->offset + edit->span.start;
	size_t len = edit->span.len;
	SCRATCH text = STRBUF_INIT;
	struct slice written = slice_sub(patches->text, at, len);

	if (at > patches->text.len || len > patches->text.len - at)
		return false;
	strbuf_puts(&text, "");
	if (patches->is_bare || fix->is_spelling ||
	    (fix->is_alike && edit > fix->edits))
		strbuf_puts(&text, edit->text);
	else if (!patches->is_movetext)
		comment_ply(patches, &text, slice_of(edit->text), &at, &len);
	else if (edit->span.start < patches->moves_at ||
	    (len == 0 && !fix->repairs))
		/* A tag has no place for a comment. */
		strbuf_puts(&text, edit->text);
	else if (edit->span.start == patches->result_at)
		comment_result(&text, slice_of(edit->text), written);
	else
		comment_movetext(&text, slice_of(edit->text), written);
	return patches_add(patches, at, len, strbuf_as_slice(&text));
}

/* The order in which faults of a record are corrected. */
enum patch_stage {
	STAGE_REPAIRS,
	STAGE_REST,
	STAGE_GIVEN,    /* fixes that assume the repairs */
	STAGE_EVIDENCE, /* signs that another move may have been meant */
	STAGE_SPELLING, /* other fixes of a move write it well, too */
};

static enum patch_stage
stage_of(const struct diag *diag)
{
	if (diag->fixes->is_spelling)
		return STAGE_SPELLING;
	if (diag->fixes->repairs)
		return STAGE_REPAIRS;
	if (diag->id == DIAG_MOVE_NUMBER || diag->id == DIAG_CHECK_UNMARKED ||
	    diag->id == DIAG_MATE_UNMARKED ||
	    diag->id == DIAG_OVER_DISAMBIGUATED)
		return STAGE_EVIDENCE;
	return diag->given != NULL ? STAGE_GIVEN : STAGE_REST;
}

/* Takes the fixes of a stage: all edits of a fix, or none, but those of a
 * spelling where the text has not changed. What a fix moves must not get lost.
 */
static void
take_stage(struct patches *patches, const struct wishes *wishes,
    struct diags *diags, enum patch_stage stage)
{
	for (unsigned i = 0; i < diags->len; i++) {
		struct diag *diag = &diags->list[i];
		const struct fix *fix = diag->fixes;
		size_t before = patches->len;
		unsigned taken = 0;

		if (!wishes->wants(diag, wishes->context) || diag->fixed ||
		    stage_of(diag) != stage)
			continue;
		while (taken < fix->len &&
		    (take_edit(patches, fix, &fix->edits[taken]) ||
			(fix->is_spelling && fix->edits[taken].span.len > 0)))
			taken++;
		diag->fixed = taken == fix->len;
		if (!diag->fixed)
			patches_cut(patches, before);
	}
}

/* Whether an error is not fixed; `of_move`: one that leaves a move unknown. */
static bool
leaves_error(const struct diags *diags, bool of_move)
{
	for (unsigned i = 0; i < diags->len; i++) {
		const struct diag *diag = &diags->list[i];

		if (diag->severity >= SEV_ERROR && !diag->fixed &&
		    (diag->fixes == NULL || !diag->fixes->is_spelling) &&
		    (!of_move || diag->fixes == NULL || diag->fixes->repairs))
			return true;
	}
	return false;
}

void
patches_take(struct patches *patches, const struct record *record,
    struct diags *diags, const struct wishes *wishes)
{
	const struct ply *first = record->line.first;

	/* An edit could separate a comment of YAML from its subject. */
	if (diags_full(diags) || record->yaml_comment.len > 0)
		return;
	for (unsigned i = 0; i < diags->len; i++)
		diags->list[i].fixed = false;
	patches->is_movetext = record->is_movetext;
	patches->result_at =
	    record->result.len > 0 ? record->result_span.start : UINT32_MAX;
	patches->moves_at =
	    first != NULL ? ply_start(first) : patches->result_at;
	take_stage(patches, wishes, diags, STAGE_REPAIRS);
	take_stage(patches, wishes, diags, STAGE_REST);
	if (!leaves_error(diags, true)) {
		take_stage(patches, wishes, diags, STAGE_GIVEN);
		/* Wrong numbers and missing marks may be evidence of the
		 * error. */
		if (!leaves_error(diags, false))
			take_stage(patches, wishes, diags, STAGE_EVIDENCE);
	}
	take_stage(patches, wishes, diags, STAGE_SPELLING);
}

void
patches_release(struct patches *patches)
{
	patches_cut(patches, 0);
	mem_free(patches->list);
}
