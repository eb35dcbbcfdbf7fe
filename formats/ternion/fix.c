/* Ternion: repairs of the diagnostics of a record. */
#include <stdlib.h>

#include "formats/ternion/handles.h"

/* A repair; NULL if there is none of that number. */
static const struct fix *
find_fix(const struct ternion_record *record, size_t diagnostic, size_t index)
{
	const struct fix *fix;

	if (record->is_changed || diagnostic >= record->diags.len)
		return NULL;
	fix = record->diags.list[diagnostic].fixes;
	for (; fix != NULL && index > 0; index--)
		fix = fix->next;
	return fix;
}

enum ternion_status
ternion_record_fix(const struct ternion_record *record, size_t diagnostic,
    size_t index, struct ternion_fix *fix)
{
	struct ternion_fix ours = { 0 };
	enum ternion_status status;
	const struct fix *found;

	if (record == NULL || fix == NULL)
		return TERNION_MISUSE;
	status = record_refresh(record->self);
	found = find_fix(record, diagnostic, index);
	if (status != TERNION_OK || found == NULL)
		return status != TERNION_OK ? status : TERNION_END;
	ours.title = found->title;
	ours.certain = found->certain;
	ours.likely = found->likely;
	ours.share = found->share;
	return FACTS_GIVE(ours, fix) ? TERNION_OK : TERNION_MISUSE;
}

static int
by_start(const void *a, const void *b)
{
	const struct edit *one = a, *other = b;

	return (one->span.start > other->span.start) -
	    (one->span.start < other->span.start);
}

static enum ternion_status
apply_edits(const struct ternion_record *record, size_t diagnostic,
    size_t index, char **text, size_t *length)
{
	const struct fix *fix = find_fix(record, diagnostic, index);
	const struct record *r = &record->record;
	struct slice whole = slice_sub(r->text, 0, r->span.start + r->span.len);
	struct strbuf out = STRBUF_INIT;
	size_t at = r->span.start;
	struct edit *edits;

	if (fix == NULL)
		return TERNION_END;
	edits = mem_alloc(fix->len * sizeof(*edits));
	memcpy(edits, fix->edits, fix->len * sizeof(*edits));
	qsort(edits, fix->len, sizeof(*edits), by_start);
	for (unsigned i = 0; i < fix->len; i++) {
		strbuf_slice(
		    &out, slice_sub(whole, at, edits[i].span.start - at));
		strbuf_puts(&out, edits[i].text);
		at = edits[i].span.start + edits[i].span.len;
	}
	strbuf_slice(&out, slice_from(whole, at));
	mem_free(edits);
	return text_give(&out, text, length);
}

enum ternion_status
ternion_record_apply(const struct ternion_record *record, size_t diagnostic,
    size_t index, char **text, size_t *length)
{
	enum ternion_status status;

	GIVE_NONE(text);
	if (record == NULL || text == NULL)
		return TERNION_MISUSE;
	status = record_refresh(record->self);
	return status == TERNION_OK
	    ? WITH_MEMORY(&record->reader->heap,
		  apply_edits(record, diagnostic, index, text, length))
	    : status;
}
