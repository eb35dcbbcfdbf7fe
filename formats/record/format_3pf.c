/*
 * Ternion: positions one a line (3PF), read as records without moves, so that
 * whatever takes records takes positions too.
 */
#include "formats/record/format.h"

/* The first line that is not empty; false if more must be read for it. */
static bool
find_3pf_line(struct slice rest, bool eof, struct slice *line)
{
	const char *p = rest.ptr, *end = rest.ptr + rest.len;

	while (p < end && strchr(" \t\r\n\v\f", *p) != NULL && *p != '\0')
		p++;
	line->ptr = p;
	line->len = (size_t)(end - p);
	if (line->len == 0)
		return eof;
	p = memchr(p, '\n', line->len);
	if (p != NULL)
		line->len = (size_t)(p - line->ptr);
	return p != NULL || eof;
}

static bool
lines_read(struct input *input, struct arena *arena, struct diags *diags,
    struct record *record)
{
	struct source *source = &input->source;
	struct slice line;
	uint32_t start;

	source_advance(source, input->used);
	input->used = 0;
	while (!find_3pf_line(source_rest(source), source->eof, &line) &&
	    line.len <= input->max_record)
		source_fill(source);
	record_begin(record, input, arena, diags);
	if (line.len == 0)
		return false;
	input->games++;
	input->used = (size_t)(line.ptr + line.len - source_rest(source).ptr);
	start = (uint32_t)(line.ptr - record->text.ptr);
	record->span = (struct span){ start, (uint32_t)slice_trim(line).len };
	record_add_tag(record, arena, slice_of("Position"), slice_trim(line),
	    record->span);
	if (line.len > input->max_record) {
		diag_add(diags, DIAG_RECORD_TOO_LARGE,
		    (struct span){ start, 1 },
		    "the line is longer than %zu bytes", input->max_record);
		record->broken = true;
	}
	for (size_t i = 0; i < line.len; i++)
		if (line.ptr[i] == '\0')
			diag_add(diags, DIAG_NUL_BYTE,
			    (struct span){ start + (uint32_t)i, 1 },
			    "the text contains a NUL byte");
	return true;
}

const struct format format_3pf = {
	.id = "3pf",
	.title = "positions, one a line",
	.suffixes = { ".3pf" },
	.read = lines_read,
};
