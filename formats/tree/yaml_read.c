/* Ternion: YAML to a tree, by libyaml. */
#include <yaml.h>

#include "parse/record/tree.h"
#include "parse/text/utf8.h"

struct yaml_context {
	struct tree_builder tree;
	struct slice text;
	size_t at; /* offset of the text in the record */
	/* libyaml counts characters: the last one looked up, and its byte. */
	size_t character, byte;
	size_t end;           /* of the last event, in the text */
	struct span *comment; /* the first; or NULL */
	yaml_parser_t parser;
	yaml_event_t event; /* at hand */
};

/* The byte of a mark; marks come more or less in order. */
static size_t
byte_of(struct yaml_context *yaml, const yaml_mark_t *mark)
{
	const char *text = yaml->text.ptr;

	while (yaml->character > mark->index && yaml->byte > 0) {
		do
			yaml->byte--;
		while (yaml->byte > 0 &&
		    ((unsigned char)text[yaml->byte] & 0xc0) == 0x80);
		yaml->character--;
	}
	while (yaml->character < mark->index && yaml->byte < yaml->text.len) {
		size_t len =
		    utf8_next(slice_from(yaml->text, yaml->byte), NULL);

		yaml->byte += len > 0 ? len : 1;
		yaml->character++;
	}
	return yaml->byte;
}

/* Reports a fault; false. */
static bool
refuse_yaml(struct yaml_context *yaml, enum diag_id id, struct span span,
    const char *words)
{
	span.len += span.len == 0;
	diag_add(yaml->tree.diags, id, span, "%s", words);
	return false;
}

static void
report_yaml_error(struct yaml_context *yaml)
{
	static const char *const plain[][2] = {
		{ "alphabetic or numeric", "this value must be in quotes" },
		{ "cannot start", "write blanks for tabs, or this in quotes" },
		{ "not allowed", "this value must be in quotes" },
		{ "expected ':'", "a blank is missing after - or : near this" },
	};
	const yaml_parser_t *parser = &yaml->parser;
	const char *problem =
	    parser->problem != NULL ? parser->problem : "it cannot be read";

	if (parser->error == YAML_MEMORY_ERROR)
		memory_none();
	/* The offset is set only where the bytes themselves are bad. */
	size_t byte = parser->error == YAML_READER_ERROR
	    ? parser->problem_offset
	    : byte_of(yaml, &parser->problem_mark);
	byte -= byte > 0 && byte == yaml->text.len;
	for (size_t i = 0; i < COUNT(plain); i++)
		if (strstr(problem, plain[i][0]) != NULL) {
			problem = plain[i][1];
			yaml->parser.context = NULL;
		}
	diag_add(yaml->tree.diags, DIAG_YAML_SYNTAX,
	    span_at(yaml->at + byte, 1), "%s%s%s%s", problem,
	    parser->context != NULL ? " " : "",
	    parser->context != NULL ? parser->context : "",
	    strstr(problem, "UTF-8") != NULL ? UTF8_LATIN_1 : "");
	const char *text = yaml->text.ptr;
	byte -= byte > 0 && text[byte] != '*';
	if (problem == plain[0][1] && text[byte] == '*') /* the result */
		diag_fix_text(yaml->tree.diags, "put it in quotes",
		    span_at(yaml->at + byte, 1), "\"*\"");
}

/* Takes a key or a text. Its span leaves out quotes, or the first line and the
 * indentation of a block, so that parts of a move have their places. */
static void
take_scalar(struct yaml_context *yaml, struct span span, bool is_key)
{
	const yaml_event_t *event = &yaml->event;
	struct slice text = { (const char *)event->data.scalar.value,
		event->data.scalar.length };
	const char *from = yaml->text.ptr + (span.start - yaml->at), *p = from;
	bool is_plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;

	if (event->data.scalar.style == YAML_SINGLE_QUOTED_SCALAR_STYLE ||
	    event->data.scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE) {
		span = (struct span){ span.start + 1, span.len - 2 };
	} else if (!is_plain) {
		const char *end = from + span.len;

		while (p < end && *p != '\n')
			p++;
		while (p < end && strchr(" \r\n", *p) != NULL)
			p++;
		span.start += (uint32_t)(p - from);
		span.len = (uint32_t)(end - p);
	}
	if (is_key)
		tree_key(&yaml->tree, text, span);
	else
		tree_text(&yaml->tree, span, text, !is_plain);
}

/* Keeps the first comment of the document, if it stands between these bytes,
 * where # begins nothing else. */
static void
find_yaml_comment(struct yaml_context *yaml, size_t from, size_t to)
{
	if (yaml->comment == NULL || yaml->comment->len > 0 || to <= from)
		return;
	struct slice text = slice_sub(yaml->text, from, to - from);
	const char *sign = memchr(text.ptr, '#', text.len);
	if (sign == NULL)
		return;
	text = slice_between(sign, text.ptr + text.len);
	text = slice_take(&text, '\n');
	text = slice_take(&text, '\r');
	*yaml->comment =
	    span_at(yaml->at + (size_t)(sign - yaml->text.ptr), text.len);
}

/* Takes the event at hand; false to stop. */
static bool
take_event(struct yaml_context *yaml)
{
	struct tree_builder *tree = &yaml->tree;
	const yaml_event_t *event = &yaml->event;
	size_t start = byte_of(yaml, &event->start_mark);
	size_t end = byte_of(yaml, &event->end_mark);
	struct span span = { (uint32_t)(yaml->at + start),
		(uint32_t)(end - start) };
	bool is_key = tree->open != NULL && tree->open->type == TREE_MAP &&
	    !tree->has_key;
	bool begins = event->type == YAML_SEQUENCE_START_EVENT ||
	    event->type == YAML_MAPPING_START_EVENT;
	struct slice rest = slice_sub(yaml->text, start, end - start);

	find_yaml_comment(yaml, yaml->end, start);
	yaml->end = end;
	/* Directives and the first line of a block can have comments, too. */
	if (event->type == YAML_DOCUMENT_START_EVENT)
		find_yaml_comment(yaml, start, end);
	else if (event->type == YAML_SCALAR_EVENT &&
	    (event->data.scalar.style == YAML_LITERAL_SCALAR_STYLE ||
		event->data.scalar.style == YAML_FOLDED_SCALAR_STYLE))
		find_yaml_comment(
		    yaml, start, start + slice_take(&rest, '\n').len);
	/* The data of all these events begin with the anchor. */
	if ((begins || event->type == YAML_ALIAS_EVENT ||
		event->type == YAML_SCALAR_EVENT) &&
	    event->data.alias.anchor != NULL)
		return refuse_yaml(yaml, DIAG_YAML_ALIAS, span,
		    "anchors and aliases are not allowed");
	if (begins && is_key)
		return refuse_yaml(yaml, DIAG_YAML_SYNTAX, span,
		    "a key must be a text, not a list or a map");
	switch ((int)event->type) {
	case YAML_SCALAR_EVENT:
		take_scalar(yaml, span, is_key);
		return true;
	case YAML_SEQUENCE_START_EVENT:
		return tree_open(tree, TREE_LIST, span);
	case YAML_MAPPING_START_EVENT:
		return tree_open(tree, TREE_MAP, span);
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		tree_close(tree, span.start + span.len);
		return true;
	case YAML_DOCUMENT_START_EVENT:
		/* Documents end at LF, but libyaml knows more line ends. */
		return tree->top == NULL ||
		    refuse_yaml(yaml, DIAG_YAML_SYNTAX, span,
			"another document begins here");
	default:
		return event->type != YAML_STREAM_END_EVENT;
	}
}

static void
end_yaml_context(void *memory)
{
	struct yaml_context *yaml = memory;

	yaml_event_delete(&yaml->event);
	yaml_parser_delete(&yaml->parser);
}

struct tree_node *
yaml_read(struct arena *arena, struct diags *diags, struct slice text,
    size_t at, struct span *comment)
{
	struct yaml_context *yaml =
	    mem_alloc_with(sizeof(*yaml), end_yaml_context);
	unsigned said = diags->len;
	bool more = true;

	yaml->tree = (struct tree_builder){ .arena = arena, .diags = diags };
	yaml->text = text;
	yaml->at = at;
	yaml->comment = comment;
	if (!yaml_parser_initialize(&yaml->parser))
		memory_none();
	yaml_parser_set_encoding(&yaml->parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(
	    &yaml->parser, (const unsigned char *)text.ptr, text.len);
	while (more) {
		if (!yaml_parser_parse(&yaml->parser, &yaml->event)) {
			report_yaml_error(yaml);
			break;
		}
		more = take_event(yaml);
		yaml_event_delete(&yaml->event);
	}
	struct tree_node *top = yaml->tree.top;
	if (top == NULL && diags->len == said)
		refuse_yaml(yaml, DIAG_YAML_SYNTAX, span_at(at, 1),
		    "the document is empty");
	mem_free(yaml);
	return diags->len == said ? top : NULL;
}
