/* Ternion: records that are one document each, read from a stream. */
#include "formats/documents.h"

/* Finds the first document of the text; false if more text is needed, from the
 * end of document->skip on. */
static bool
find_document(const struct document_kind *kind, struct slice text, bool eof,
    struct document *document)
{
	*document = (struct document){ .eof = eof,
		.state = document->state,
		.fault = document->fault,
		.fault_id = document->fault_id };
	if (!kind->skip(text, document))
		return true;
	document->len = kind->scan(slice_from(text, document->skip), document);
	if (!document->begun)
		document->len = 0;
	return document->ended || eof;
}

/* Looks for the next document; false if it is too large. */
static bool
find_next_document(struct input *input, struct document *document)
{
	struct source *source = &input->source;

	while (!find_document(input->format->documents, source_rest(source),
	    source->eof, document)) {
		source_advance(source, document->skip);
		document->skip = 0;
		if (source_rest(source).len > input->max_record)
			return false;
		source_fill(source);
	}
	return document->len <= input->max_record;
}

bool
document_read(struct input *input, struct arena *arena, struct diags *diags,
    struct record *record)
{
	const struct document_kind *kind = input->format->documents;
	struct source *source = &input->source;
	struct document document = { .state = &input->state,
		.fault_id = DIAG_JSON_SYNTAX };

	if (input->state == STATE_REFUSED)
		return false;
	if (format_refuse(input, arena, diags, record))
		return true;
	source_advance(source, input->used);
	input->used = 0;
	/* Pass over the rest of a large document, with constant memory. */
	while (input->skipping) {
		document.eof = source->eof;
		source_advance(
		    source, kind->scan(source_rest(source), &document));
		input->skipping = !document.ended && !source->eof;
		if (input->skipping)
			source_fill(source);
	}
	bool fits = find_next_document(input, &document);
	input->skipping = !fits;
	if (fits && document.len == 0 && document.fault == NULL)
		return false;
	record_begin(record, input, arena, diags);
	input->games++;
	struct span place = {
		(uint32_t)(source->at + document.skip - source->line_at), 1
	};
	record->span = span_at(place.start, document.len);
	input->used = document.skip + (fits ? document.len : 0);
	if (document.fault != NULL)
		diag_add(diags, document.fault_id, place, "%s", document.fault);
	record->broken = !fits || document.len == 0;
	if (!fits)
		diag_add(diags, DIAG_RECORD_TOO_LARGE, place,
		    "the %s is longer than %zu bytes", kind->name,
		    input->max_record);
	if (record->broken)
		return true;
	kind->fill(record, diags,
	    slice_sub(source_rest(source), document.skip, document.len),
	    place.start);
	return true;
}

/* The last document of the text may go on, so it is never sure to be whole. */
size_t
document_split(const struct format *format, struct slice text)
{
	int state = 0;
	struct document document = { .state = &state };
	size_t at = 0, last = 0;
	bool more;

	do {
		more = find_document(
		    format->documents, slice_from(text, at), false, &document);
		if (document.len > 0)
			last = at;
		at += document.skip + document.len;
	} while (more);
	return last;
}

size_t
fence_len(struct slice text, struct document *document)
{
	struct slice rest = text, line = slice_take(&rest, '\n');

	if (!slice_begins(text, "```") ||
	    (line.len == text.len && !document->eof))
		return 0;
	/* The one after the records has no name of a format. */
	if (slice_trim(line).len > strlen("```")) {
		document->fault =
		    "the line of ``` before this record is left out";
		document->fault_id = DIAG_TYPOGRAPHIC;
	}
	return line.len;
}

bool
skip_blank_lines(struct slice text, struct document *document)
{
	struct slice rest = text;
	size_t len;

	while (rest.len > 0) {
		len = is_space(*rest.ptr) ? 1 : fence_len(rest, document);
		if (len == 0)
			break;
		rest = slice_from(rest, len);
	}
	document->skip = text.len - rest.len;
	return true;
}

size_t
scan_document_line(struct slice text, struct document *document)
{
	struct slice rest = text;
	size_t len = slice_take(&rest, '\n').len;

	document->begun |= text.len > 0;
	document->ended = len < text.len;
	return len;
}

/* True if the text has the key; `values`: first bytes of its value. */
static bool
has_key(struct slice text, const char *key, const char *values)
{
	for (; text.len > 0; text = slice_from(text, 1)) {
		struct slice value = text;

		if (!slice_begins(text, key))
			continue;
		struct slice word = slice_trim(slice_take(&value, ':'));
		value = slice_trim(value);
		/* A quote can follow the key. */
		if (word.len <= strlen(key) + 1 && value.len > 0 &&
		    strchr(values, value.ptr[0]) != NULL)
			return true;
	}
	return false;
}

bool
document_has_record(struct slice text, bool eof)
{
	(void)eof;
	return has_key(text, "ternion", "1\"'") ||
	    has_key(text, "plies", "[-#");
}
