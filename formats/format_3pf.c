/* Ternion: lines of 3PF, read as records without moves. */
#include "formats/documents.h"

static void
fill_position(
    struct record *record, struct diags *diags, struct slice text, size_t at)
{
	record->span.len = (uint32_t)slice_trim(text).len;
	record_add_tag(record, diags->arena, slice_of("Position"),
	    slice_trim(text), record->span);
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] == '\0')
			diag_add(diags, DIAG_NUL_BYTE, span_at(at + i, 1),
			    "the text contains a NUL byte");
}

const struct format format_3pf = {
	.id = "3pf",
	.title = "positions, one a line",
	.suffixes = { ".3pf" },
	.read = document_read,
	.documents =
	    &(const struct document_kind){ "line", DIAG_POSITION_SYNTAX,
		skip_blank_lines, scan_document_line, fill_position },
};
