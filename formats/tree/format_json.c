/* Ternion: records as JSON: an object for each, several in an array or one
 * after the other (json), or one a line (jsonl). */
#include "formats/documents.h"
#include "formats/tree/schema.h"

/* The state of the finder between values. */
enum json_place {
	AT_TOP,     /* at the beginning, or after a value */
	IN_ARRAY,   /* after [ */
	AFTER_ITEM, /* in an array, after a value */
	AFTER_COMMA /* in an array */
};

size_t
json_skip_space(struct slice text, size_t at)
{
	while (at < text.len && is_one_of(text.ptr[at], " \t\r\n"))
		at++;
	return at;
}

size_t
json_scan(struct slice text, struct document *scan)
{
	size_t i = 0;

	while (i < text.len && !scan->ended) {
		char c = text.ptr[i++];
		bool escapes = scan->quoted && c == '\\' && !scan->escaped;

		if (c == '"' && !scan->escaped)
			scan->quoted = !scan->quoted;
		scan->escaped = escapes;
		if (scan->quoted)
			continue;
		scan->depth += c == '{' || c == '[';
		if (c == '}' || c == ']') {
			scan->ended = scan->depth <= 1;
			scan->depth -= !scan->ended;
		}
	}
	return i;
}

/* Passes all but objects line by line to the parser, which refuses them. */
static size_t
scan_json(struct slice text, struct document *scan)
{
	size_t len;

	if (!scan->begun)
		scan->in_line = text.len > 0 && text.ptr[0] != '{';
	scan->begun |= text.len > 0;
	if (scan->in_line) {
		len = scan_document_line(text, scan);
		if (scan->ended ? len > 0 && text.ptr[len - 1] == ']'
				: scan->eof)
			*scan->state = AT_TOP; /* one fault is enough */
		return len;
	}
	len = json_scan(text, scan);
	if (scan->ended && *scan->state != AT_TOP)
		*scan->state = AFTER_ITEM;
	else if (scan->eof)
		*scan->state = AT_TOP; /* the parser reports the early end */
	return len;
}

/* A fault between two records loses none of them. */
static bool
skip_json(struct slice text, struct document *document)
{
	int *state = document->state;
	size_t at = 0;
	char c;

	for (;; at++) {
		at = json_skip_space(text, at);
		at += fence_len(slice_from(text, at), document);
		at = json_skip_space(text, at);
		c = at < text.len ? text.ptr[at] : '\0';
		if (c == '[' && *state == AT_TOP)
			*state = IN_ARRAY;
		else if (c == ',' && *state == AFTER_ITEM)
			*state = AFTER_COMMA;
		else if (c == ']' &&
		    (*state == IN_ARRAY || *state == AFTER_ITEM))
			*state = AT_TOP;
		else
			break;
	}
	document->skip = at;
	if (at == text.len && document->eof && *state != AT_TOP) {
		*state = AT_TOP;
		document->fault =
		    "the array of records is not closed; ] is missing";
	} else if (c == ']' && *state == AFTER_COMMA) {
		*state = AFTER_ITEM;
		document->fault = "no record follows the comma";
		return false;
	} else if (c == '{' && *state == AFTER_ITEM) {
		document->fault = "a comma is missing before the record";
	}
	return true;
}

/* One that is YAML but no JSON, as with a needless comma or single quotes, is
 * read as that; a fix writes it as JSON, unless a comment would be lost. */
static void
fill_json(
    struct record *record, struct diags *diags, struct slice text, size_t at)
{
	struct tree_node *top = json_read(diags->arena, diags, text, at);
	struct diags unsaid = { .arena = diags->arena };
	struct span comment = { 0, 0 };
	SCRATCH out = STRBUF_INIT;
	struct json json = { .out = &out,
		.indent = memchr(text.ptr, '\n', text.len) != NULL };

	if (top == NULL && text.ptr[0] == '{' && !diags_full(diags) &&
	    (top = yaml_read(diags->arena, &unsaid, text, at, &comment)) !=
		NULL) {
		json_begin(&json, NULL, '{');
		for (const struct tree_node *n = top->first; n; n = n->next)
			tree_write(&json, n->key.ptr, n, true);
		json_end(&json, '}');
		diag_fix_text(diags, "write the record as JSON",
		    span_at(at, slice_trim(text).len),
		    arena_copy(diags->arena, strbuf_as_slice(&out)))
		    ->certain = comment.len == 0;
	}
	schema_read(top, diags, record);
}

static void
write_json(const struct record *record, const struct writing *writing,
    struct strbuf *out)
{
	struct json json = { .out = out, .indent = true };

	schema_write(record, writing, &json);
	strbuf_char(out, '\n');
}

/* One value is written alone, several as a list. */
static void
json_place(struct slice text, struct placing *placing, struct strbuf *out)
{
	text = slice_trim(text);
	if (placing->number == 1) {
		strbuf_slice(&placing->held, text);
		return;
	}
	if (placing->number == 2) {
		strbuf_puts(out, "[\n");
		strbuf_slice(out, strbuf_as_slice(&placing->held));
	}
	strbuf_puts(out, ",\n");
	strbuf_slice(out, text);
}

static void
json_end_list(struct placing *placing, struct strbuf *out)
{
	if (placing->number == 1) {
		strbuf_puts(out, placing->is_list ? "[\n" : "");
		strbuf_slice(out, strbuf_as_slice(&placing->held));
	}
	strbuf_puts(out,
	    placing->number == 0                          ? "[]\n"
		: placing->number > 1 || placing->is_list ? "\n]\n"
							  : "\n");
	strbuf_release(&placing->held);
}

static void
write_json_line(const struct record *record, const struct writing *writing,
    struct strbuf *out)
{
	struct json json = { .out = out };

	schema_write(record, writing, &json);
	strbuf_char(out, '\n');
}

const struct format format_json = {
	.id = "json",
	.title = "JSON, one object for each record, several in an array",
	.nags_apart = true,
	.keeps_keys = true,
	.suffixes = { ".json" },
	.has_records = document_has_record,
	.read = document_read,
	.documents = &(const struct document_kind){ "record", DIAG_JSON_SYNTAX,
	    skip_json, scan_json, fill_json },
	.write = write_json,
	.place = json_place,
	.end = json_end_list,
};

const struct format format_jsonl = {
	.id = "jsonl",
	.title = "JSON lines, one record a line",
	.nags_apart = true,
	.keeps_keys = true,
	.suffixes = { ".jsonl", ".ndjson" },
	.has_records = document_has_record,
	.split = document_split,
	.read = document_read,
	.documents = &(const struct document_kind){ "record", DIAG_JSON_SYNTAX,
	    skip_blank_lines, scan_document_line, fill_json },
	.write = write_json_line,
};
