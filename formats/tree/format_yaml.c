/* Ternion: records as YAML, a document for each; libyaml writes them. */
#include <yaml.h>

#include "formats/documents.h"
#include "formats/tree/schema.h"

/* The line that begins at `at`, without its end. */
static struct slice
line_at(struct slice text, size_t at)
{
	text = slice_from(text, at);
	return slice_take(&text, '\n');
}

/* True if the line is --- or ..., or begins with it and white space. */
static bool
is_marker(struct slice line, const char *sign)
{
	return slice_begins(line, sign) &&
	    (line.len == 3 || strchr(" \t\r", line.ptr[3]) != NULL);
}

static bool
has_content(struct slice line)
{
	if (is_marker(line, "---"))
		line = slice_from(line, 3);
	line = slice_trim(line);
	return line.len > 0 && line.ptr[0] != '#' && line.ptr[0] != '%';
}

/* Scans a document. It ends before a line with ---, if it has some content, or
 * after one with ... ; no text can hold such a line. */
static size_t
scan_document(struct slice text, struct document *scan)
{
	size_t at = 0;

	while (at < text.len && !scan->ended) {
		struct slice line = line_at(text, at);
		bool whole = at + line.len < text.len;
		bool may_end = !scan->in_line && scan->begun;

		/* Too short to tell whether it is a marker. */
		if (!scan->in_line && !whole && !scan->eof && line.len < 4)
			break;
		scan->ended = may_end && is_marker(line, "---");
		if (scan->ended)
			break;
		at += line.len + whole;
		scan->is_last |= may_end && is_marker(line, "...");
		scan->ended = scan->is_last && whole;
		scan->begun |= has_content(line);
		scan->in_line = !whole;
	}
	*scan->state |= scan->begun;
	return at;
}

/* Skips empty lines and documents; comments belong to the next document. */
static bool
skip_idle(struct slice text, struct document *document)
{
	size_t at = 0, i = 0, next;
	bool marked = false; /* a --- stands before, with nothing after it */

	for (; i < text.len; i = next) {
		struct slice line = line_at(text, i);
		bool whole = i + line.len < text.len || document->eof;
		bool ends =
		    is_marker(line, "...") && !has_content(slice_from(line, 3));

		next = i + line.len + (i + line.len < text.len);
		if (marked && whole && is_marker(line, "---"))
			at = i;
		marked |= is_marker(line, "---");
		if (!whole || (has_content(line) && !ends))
			break;
		if (ends || (i == at && slice_trim(line).len == 0)) {
			at = next;
			marked = false;
		}
	}
	document->skip = at;
	/* A comment at the end, after a line with ... , has no document. */
	if (i == text.len && document->eof && *document->state > 0 &&
	    memchr(text.ptr, '#', text.len) != NULL) {
		document->skip = text.len;
		document->fault = "this comment belongs to no record";
		document->fault_id = DIAG_COMMENT_DROPPED;
	}
	return true;
}

static void
fill_yaml(
    struct record *record, struct diags *diags, struct slice text, size_t at)
{
	schema_read(
	    yaml_read(diags->arena, diags, text, at, &record->yaml_comment),
	    diags, record);
}

struct yaml_writer {
	struct json json; /* first: the sink gets it */
	bool is_record;
	yaml_emitter_t emitter;
	yaml_event_t event; /* at hand */
};

static int
take_bytes(void *context, unsigned char *bytes, size_t len)
{
	struct yaml_writer *writer = context;

	strbuf_add(writer->json.out, (const char *)bytes, len);
	return 1;
}

static void
end_emitter(void *memory)
{
	struct yaml_writer *writer = memory;

	yaml_emitter_delete(&writer->emitter);
}

/* Emits the event, if it was made. libyaml fails only without memory. */
static void
emit(struct yaml_writer *writer, int made)
{
	if (!made || !yaml_emitter_emit(&writer->emitter, &writer->event))
		memory_none();
}

static void
put_scalar(struct yaml_writer *writer, struct slice text, bool is_string,
    yaml_scalar_style_t style)
{
	emit(writer,
	    yaml_scalar_event_initialize(&writer->event, NULL, NULL,
		(const yaml_char_t *)text.ptr, (int)text.len, 1, is_string,
		style));
}

/* A string is plain if readers of YAML 1.1 and 1.2 read the bare text as one:
 * it is one line, begins with a letter and is no word with another meaning.
 * libyaml itself quotes texts with signs of YAML in them. */
static void
put_yaml_string(struct yaml_writer *writer, struct slice text)
{
	static const char *const words[] = { "y", "n", "yes", "no", "on", "off",
		"true", "false", "null", NULL };
	bool is_plain = text.len > 0 && ascii_is_letter(text.ptr[0]) &&
	    !slice_is_among_nocase(text, words);
	SCRATCH valid = STRBUF_INIT;

	for (size_t i = 0; i < text.len; i++)
		is_plain &= (unsigned char)text.ptr[i] >= ' ';
	strbuf_valid(&valid, text);
	put_scalar(writer, strbuf_as_slice(&valid), true,
	    is_plain ? YAML_PLAIN_SCALAR_STYLE
		     : YAML_DOUBLE_QUOTED_SCALAR_STYLE);
}

static void
put_text(struct json *json, const char *key, struct slice text, bool quoted)
{
	struct yaml_writer *writer = (struct yaml_writer *)json;

	if (key != NULL)
		put_yaml_string(writer, slice_of(key));
	if (quoted)
		put_yaml_string(writer, text);
	else
		put_scalar(writer, text, false, YAML_PLAIN_SCALAR_STYLE);
}

/* Maps and lists are blocks, but the values in a list take one line each; in a
 * record only its tags and plies are blocks. */
static void
begin_node(struct json *json, const char *key, char bracket)
{
	struct yaml_writer *writer = (struct yaml_writer *)json;
	yaml_event_t *event = &writer->event;
	bool flow = json->flat > 0 || (json->depth > 0 && key == NULL) ||
	    (writer->is_record && json->depth == 1 &&
		strcmp(key, "tags") != 0 && strcmp(key, "plies") != 0);

	if (key != NULL)
		put_yaml_string(writer, slice_of(key));
	json->depth++;
	json->flat += flow;
	emit(writer,
	    bracket == '{'
		? yaml_mapping_start_event_initialize(event, NULL, NULL, 1,
		      flow ? YAML_FLOW_MAPPING_STYLE : YAML_BLOCK_MAPPING_STYLE)
		: yaml_sequence_start_event_initialize(event, NULL, NULL, 1,
		      flow ? YAML_FLOW_SEQUENCE_STYLE
			   : YAML_BLOCK_SEQUENCE_STYLE));
}

static void
end_node(struct json *json, char bracket)
{
	struct yaml_writer *writer = (struct yaml_writer *)json;

	json->depth--;
	json->flat -= json->flat > 0;
	emit(writer,
	    bracket == '}'
		? yaml_mapping_end_event_initialize(&writer->event)
		: yaml_sequence_end_event_initialize(&writer->event));
}

struct json *
yaml_begin(bool is_record, bool first, struct strbuf *out)
{
	static const struct sink sink = { begin_node, end_node, put_text };
	struct yaml_writer *writer =
	    mem_alloc_with(sizeof(*writer), end_emitter);
	yaml_event_t *event = &writer->event;

	writer->json = (struct json){ .sink = &sink, .out = out };
	writer->is_record = is_record;
	if (!yaml_emitter_initialize(&writer->emitter))
		memory_none();
	yaml_emitter_set_output(&writer->emitter, take_bytes, writer);
	yaml_emitter_set_unicode(&writer->emitter, 1);
	yaml_emitter_set_width(&writer->emitter, -1);
	emit(writer,
	    yaml_stream_start_event_initialize(event, YAML_UTF8_ENCODING));
	emit(writer,
	    yaml_document_start_event_initialize(
		event, NULL, NULL, NULL, first));
	return &writer->json;
}

void
yaml_end(struct json *json)
{
	struct yaml_writer *writer = (struct yaml_writer *)json;

	emit(writer, yaml_document_end_event_initialize(&writer->event, 1));
	emit(writer, yaml_stream_end_event_initialize(&writer->event));
	mem_free(writer);
}

static void
write_yaml(const struct record *record, const struct writing *writing,
    struct strbuf *out)
{
	struct json *json = yaml_begin(true, writing->first, out);

	schema_write(record, writing, json);
	yaml_end(json);
}

const struct format format_yaml = {
	.id = "yaml",
	.title = "YAML, one document for each record",
	.nags_apart = true,
	.keeps_keys = true,
	.split = document_split,
	.separator = "---\n",
	.suffixes = { ".yaml", ".yml" },
	/* A marker or a known key. */
	.signatures = { "---\n", "---\r", "--- ", "%YAML",
	    "ternion:", "variant:", "tags:" },
	.has_records = document_has_record,
	.read = document_read,
	.documents = &(const struct document_kind){ "record", DIAG_YAML_SYNTAX,
	    skip_idle, scan_document, fill_yaml },
	.write = write_yaml,
};
