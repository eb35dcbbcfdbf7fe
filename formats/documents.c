/* Ternion: records that are one document each, read from a stream. */
#include "documents.h"
#include "schema.h"

/* Skips the rest of a document that was too large, at constant memory. */
static void
skip_document(struct input *input, const char *boundary)
{
	struct source *source = &input->source;

	for (;;) {
		struct slice rest = source_rest(source);
		size_t keep = boundary != NULL ? strlen(boundary) : 0;
		size_t i = 0;

		while (keep > 0 && i + keep <= rest.len &&
		    memcmp(rest.ptr + i, boundary, keep) != 0)
			i++;
		if (keep > 0 && i + keep <= rest.len) {
			source_advance(source, i + 1);
			return;
		}
		if (source->eof) {
			source_advance(source, rest.len);
			return;
		}
		if (rest.len > keep)
			source_advance(source, rest.len - keep);
		source_fill(source);
	}
}

static void
too_large(struct input *input, struct diags *diags, struct record *record)
{
	diag_add(diags, DIAG_RECORD_TOO_LARGE,
	    (struct span){ record->span.start, 1 },
	    "the record is longer than %zu bytes", input->max_record);
	record->broken = true;
}

/* The part of the window that the record's spans refer to. */
static size_t
begin_record(struct input *input, struct arena *arena, struct diags *diags,
    struct record *record, size_t skip)
{
	const struct source *source = &input->source;
	size_t at = source->at + skip - source->line_at;

	arena_reset(arena);
	diags_init(diags, arena);
	memset(record, 0, sizeof(*record));
	record->text = (struct slice){ source->buf + source->line_at,
		source->end - source->line_at };
	record->span.start = (uint32_t)at;
	record->game = ++input->games;
	return at;
}

bool
document_read(struct input *input, struct arena *arena, struct diags *diags,
    struct record *record, const struct document_kind *kind)
{
	struct source *source = &input->source;
	struct document document;
	struct node *top;
	size_t at;

	if (input->skipping)
		skip_document(input, kind->boundary);
	else
		source_advance(source, input->used);
	input->skipping = false;
	input->used = 0;
	for (;;) {
		struct slice rest = source_rest(source);
		int state = input->state;

		if (kind->find(rest, source->eof, &state, &document)) {
			input->state = state;
			break;
		}
		if (rest.len > input->max_record) {
			begin_record(input, arena, diags, record, 0);
			too_large(input, diags, record);
			input->skipping = true;
			return true;
		}
		source_fill(source);
	}
	if (document.len == 0)
		return false;
	input->used = document.skip + document.len;
	at = begin_record(input, arena, diags, record, document.skip);
	record->span.len = (uint32_t)document.len;
	if (document.len > input->max_record) {
		too_large(input, diags, record);
		return true;
	}
	top = kind->parse(arena, diags,
	    slice_sub(source_rest(source), document.skip, document.len), at);
	if (top != NULL)
		schema_read(top, arena, diags, record);
	record->broken = top == NULL || top->type != NODE_MAP;
	return true;
}
