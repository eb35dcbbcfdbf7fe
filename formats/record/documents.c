/* Ternion: records that are one document each, read from a stream. */
#include "formats/record/documents.h"
#include "formats/record/schema.h"

/* Looks for the next document; false if it is too large. */
static bool
find_next_document(struct input *input, const struct document_kind *kind,
    struct document *document)
{
	struct source *source = &input->source;

	while (!kind->find(
	    source_rest(source), source->eof, &input->state, document)) {
		source_advance(source, document->skip);
		document->skip = 0;
		if (source_rest(source).len > input->max_record)
			return false;
		source_fill(source);
	}
	return document->len <= input->max_record;
}

/* Finds the first comment before the document or in it. */
static void
find_comment(struct record *record, const struct document *document,
    struct slice text, size_t at, const struct document_kind *kind)
{
	const char *sign = memchr(text.ptr, '#', document->skip);

	if (kind->comment == NULL)
		return;
	if (!document->follows_comment)
		record->yaml_comment = kind->comment(
		    slice_sub(text, document->skip, document->len), at);
	else if (sign != NULL)
		record->yaml_comment = (struct span){
			(uint32_t)(at -
			    (size_t)(text.ptr + document->skip - sign)),
			1
		};
	else /* it is too far away */
		record->yaml_comment = (struct span){ (uint32_t)at, 1 };
}

bool
document_read(struct input *input, struct arena *arena, struct diags *diags,
    struct record *record, const struct document_kind *kind)
{
	struct source *source = &input->source;
	struct document document = { .fault_id = DIAG_JSON_SYNTAX };
	struct scan scan = { .ended = false };
	struct tree_node *top;
	struct span place;
	bool fits;

	source_advance(source, input->used);
	input->used = 0;
	/* The rest of a document that was too large, at constant memory. */
	while (input->skipping) {
		source_advance(source,
		    kind->scan(source_rest(source), source->eof, &input->state,
			&scan));
		input->skipping = !scan.ended && !source->eof;
		if (input->skipping)
			source_fill(source);
	}
	fits = find_next_document(input, kind, &document);
	input->skipping = !fits;
	if (fits && document.len == 0 && document.fault == NULL)
		return false;
	record_begin(record, input, arena, diags);
	input->games++;
	place = (struct span){
		(uint32_t)(source->at + document.skip - source->line_at), 1
	};
	record->span = (struct span){ place.start, (uint32_t)document.len };
	input->used = document.skip + (fits ? document.len : 0);
	if (document.fault != NULL)
		diag_add(diags, document.fault_id, place, "%s", document.fault);
	record->broken = !fits || document.len == 0;
	if (!fits)
		diag_add(diags, DIAG_RECORD_TOO_LARGE, place,
		    "the record is longer than %zu bytes", input->max_record);
	if (record->broken)
		return true;
	top = kind->parse(arena, diags,
	    slice_sub(source_rest(source), document.skip, document.len),
	    place.start);
	if (top != NULL)
		schema_read(top, arena, diags, record);
	find_comment(record, &document, source_rest(source), place.start, kind);
	record->broken = top == NULL || top->type != TREE_MAP;
	return true;
}
