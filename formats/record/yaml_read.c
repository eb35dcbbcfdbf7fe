/* Ternion: YAML to a tree, by libyaml. */
#include <yaml.h>

#include "formats/record/tree.h"
#include "parse/text/utf8.h"

struct syntax {
	struct tree_builder tree;
	struct slice text;
	size_t at; /* offset of the text in the record */
	/* libyaml counts characters: a place whose byte is known. */
	size_t character, byte;
	yaml_parser_t parser;
	yaml_event_t event; /* at hand */
};

/* The offset in the record of a mark; marks come more or less in order. */
static uint32_t
place(struct syntax *syntax, const yaml_mark_t *mark)
{
	while (syntax->character > mark->index && syntax->byte > 0) {
		do
			syntax->byte--;
		while (syntax->byte > 0 &&
		    ((unsigned char)syntax->text.ptr[syntax->byte] & 0xc0) ==
			0x80);
		syntax->character--;
	}
	while (syntax->character < mark->index &&
	    syntax->byte < syntax->text.len) {
		size_t len = utf8_next(slice_sub(syntax->text, syntax->byte,
					   syntax->text.len - syntax->byte),
		    NULL);

		syntax->byte += len > 0 ? len : 1;
		syntax->character++;
	}
	return (uint32_t)(syntax->at + syntax->byte);
}

static struct span
span_yaml_of(struct syntax *syntax, const yaml_event_t *event)
{
	uint32_t start = place(syntax, &event->start_mark);
	uint32_t end = place(syntax, &event->end_mark);

	return (struct span){ start, end - start };
}

static void
complain_of_yaml(
    struct syntax *syntax, enum diag_id id, struct span span, const char *words)
{
	if (span.len == 0)
		span.len = 1;
	diag_add(syntax->tree.diags, id, span, "%s", words);
}

static void
report_yaml_error(struct syntax *syntax)
{
	const yaml_parser_t *parser = &syntax->parser;
	struct span span = { (uint32_t)syntax->at, 1 };

	if (parser->error == YAML_MEMORY_ERROR)
		memory_none();

	/* The bytes themselves are bad: only then is there an offset. */
	if (parser->error == YAML_READER_ERROR)
		span.start += (uint32_t)parser->problem_offset;
	else
		span.start = place(syntax, &parser->problem_mark);
	if (span.start > syntax->at &&
	    span.start == syntax->at + syntax->text.len)
		span.start--;
	diag_add(syntax->tree.diags, DIAG_YAML_SYNTAX, span, "%s%s%s%s",
	    parser->problem != NULL ? parser->problem : "it cannot be read",
	    parser->context != NULL ? " " : "",
	    parser->context != NULL ? parser->context : "",
	    parser->problem != NULL && strstr(parser->problem, "UTF-8") != NULL
		? UTF8_LATIN_1
		: "");
}

static bool
in_map_before_key(const struct tree_builder *tree)
{
	return tree->open != NULL && tree->open->type == TREE_MAP &&
	    !tree->has_key;
}

/* The span of a scalar without its quotes, or without the line and the
 * indentation before a block, so that parts of a move are where they seem. */
static struct span
inside(const struct syntax *syntax, struct span span, yaml_scalar_style_t style)
{
	const char *text = syntax->text.ptr + (span.start - syntax->at);
	uint32_t skip = 0;

	if (style == YAML_SINGLE_QUOTED_SCALAR_STYLE ||
	    style == YAML_DOUBLE_QUOTED_SCALAR_STYLE)
		return (struct span){ span.start + 1, span.len - 2 };
	if (style == YAML_PLAIN_SCALAR_STYLE)
		return span;
	while (skip < span.len && text[skip] != '\n')
		skip++;
	while (skip < span.len && strchr(" \r\n", text[skip]) != NULL)
		skip++;
	return (struct span){ span.start + skip, span.len - skip };
}

/* Keys that are no texts have no meaning here. */
static bool
take_scalar(struct syntax *syntax, const yaml_event_t *event)
{
	struct tree_builder *tree = &syntax->tree;
	struct slice text = { (const char *)event->data.scalar.value,
		event->data.scalar.length };
	struct span span = span_yaml_of(syntax, event);
	struct tree_node *node;

	bool is_key = in_map_before_key(tree);

	span = inside(syntax, span, event->data.scalar.style);
	if (is_key) {
		tree_key(tree, text, span);
		return true;
	}
	node = tree_add(tree, TREE_TEXT, span);
	node->text.ptr = arena_copy(tree->arena, text);
	node->text.len = text.len;
	node->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
	return true;
}

static bool
begin_yaml(
    struct syntax *syntax, const yaml_event_t *event, enum tree_type type)
{
	struct span span = span_yaml_of(syntax, event);

	if (in_map_before_key(&syntax->tree)) {
		complain_of_yaml(syntax, DIAG_YAML_SYNTAX, span,
		    "a key must be a text, not a list or a map");
		return false;
	}
	return tree_add(&syntax->tree, type, span) != NULL;
}

static const yaml_char_t *
anchor_of(const yaml_event_t *event)
{
	switch (event->type) {
	case YAML_ALIAS_EVENT:
		return event->data.alias.anchor;
	case YAML_SCALAR_EVENT:
		return event->data.scalar.anchor;
	case YAML_SEQUENCE_START_EVENT:
		return event->data.sequence_start.anchor;
	case YAML_MAPPING_START_EVENT:
		return event->data.mapping_start.anchor;
	case YAML_NO_EVENT:
	case YAML_STREAM_START_EVENT:
	case YAML_STREAM_END_EVENT:
	case YAML_DOCUMENT_START_EVENT:
	case YAML_DOCUMENT_END_EVENT:
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		break;
	}
	return NULL;
}

/* The text is cut into documents at LF; the library takes other characters for
 * line ends as well, and what it finds behind them must not be lost. */
static bool
begin_yaml_document(struct syntax *syntax, const yaml_event_t *event)
{
	if (syntax->tree.top == NULL)
		return true;
	complain_of_yaml(syntax, DIAG_YAML_SYNTAX, span_yaml_of(syntax, event),
	    "another document begins here");
	return false;
}

/* Takes one event; false to stop. */
static bool
take_yaml_node(struct syntax *syntax, const yaml_event_t *event)
{
	if (anchor_of(event) != NULL) {
		complain_of_yaml(syntax, DIAG_YAML_ALIAS,
		    span_yaml_of(syntax, event),
		    "anchors and aliases are not allowed");
		return false;
	}
	switch (event->type) {
	case YAML_SCALAR_EVENT:
		return take_scalar(syntax, event);
	case YAML_SEQUENCE_START_EVENT:
		return begin_yaml(syntax, event, TREE_LIST);
	case YAML_MAPPING_START_EVENT:
		return begin_yaml(syntax, event, TREE_MAP);
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		tree_close(&syntax->tree, place(syntax, &event->end_mark));
		return true;
	case YAML_DOCUMENT_START_EVENT:
		return begin_yaml_document(syntax, event);
	case YAML_STREAM_END_EVENT:
		return false;
	case YAML_NO_EVENT:
	case YAML_STREAM_START_EVENT:
	case YAML_DOCUMENT_END_EVENT:
	case YAML_ALIAS_EVENT:
		break;
	}
	return true;
}

static void
end_parser(void *memory)
{
	struct syntax *syntax = memory;

	yaml_event_delete(&syntax->event);
	yaml_parser_delete(&syntax->parser);
}

static struct syntax *
begin_parser(
    struct arena *arena, struct diags *diags, struct slice text, size_t at)
{
	struct syntax *syntax = mem_alloc_with(sizeof(*syntax), end_parser);

	syntax->tree = (struct tree_builder){ .arena = arena, .diags = diags };
	syntax->text = text;
	syntax->at = at;
	if (!yaml_parser_initialize(&syntax->parser))
		memory_none();
	yaml_parser_set_encoding(&syntax->parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(
	    &syntax->parser, (const unsigned char *)text.ptr, text.len);
	return syntax;
}

/* The first # in the text from one byte up to another, where nothing but blanks
 * and comments can stand. */
static struct span
comment_between(const struct syntax *syntax, size_t from, size_t to)
{
	const char *text = syntax->text.ptr;
	const char *sign =
	    to > from ? memchr(text + from, '#', to - from) : NULL;
	size_t len = 0;

	if (sign == NULL)
		return (struct span){ 0, 0 };
	while (sign + len < text + to && strchr("\r\n", sign[len]) == NULL)
		len++;
	return (struct span){ (uint32_t)(syntax->at + (size_t)(sign - text)),
		(uint32_t)len };
}

/* The same, in a token: in the first line of a block there may be one. */
static struct span
comment_in(const struct syntax *syntax, const yaml_token_t *token, size_t from,
    size_t to)
{
	const char *text = syntax->text.ptr, *end;
	bool is_block = token->type == YAML_SCALAR_TOKEN &&
	    (token->data.scalar.style == YAML_LITERAL_SCALAR_STYLE ||
		token->data.scalar.style == YAML_FOLDED_SCALAR_STYLE);

	if (!is_block || to <= from)
		return (struct span){ 0, 0 };
	end = memchr(text + from, '\n', to - from);
	return comment_between(
	    syntax, from, end != NULL ? (size_t)(end - text) : to);
}

struct span
yaml_comment(struct slice text, size_t at)
{
	struct span found = { 0, 0 };
	struct syntax *syntax;
	size_t end = 0;
	bool more = memchr(text.ptr, '#', text.len) != NULL;

	if (!more)
		return found;
	syntax = begin_parser(NULL, NULL, text, at);
	while (more && found.len == 0) {
		yaml_token_t token;
		size_t start;

		if (!yaml_parser_scan(&syntax->parser, &token))
			break;
		start = place(syntax, &token.start_mark) - at;
		found = comment_between(syntax, end, start);
		end = place(syntax, &token.end_mark) - at;
		if (found.len == 0)
			found = comment_in(syntax, &token, start, end);
		more = token.type != YAML_STREAM_END_TOKEN;
		yaml_token_delete(&token);
	}
	if (syntax->parser.error == YAML_MEMORY_ERROR)
		memory_none();
	mem_free(syntax);
	return found;
}

struct tree_node *
yaml_read(
    struct arena *arena, struct diags *diags, struct slice text, size_t at)
{
	struct syntax *syntax = begin_parser(arena, diags, text, at);
	struct tree_node *top;
	unsigned said = diags->len;
	bool more = true;

	while (more) {
		if (!yaml_parser_parse(&syntax->parser, &syntax->event)) {
			report_yaml_error(syntax);
			break;
		}
		more = take_yaml_node(syntax, &syntax->event);
		yaml_event_delete(&syntax->event);
	}
	top = syntax->tree.top;
	if (top == NULL && diags->len == said)
		complain_of_yaml(syntax, DIAG_YAML_SYNTAX,
		    (struct span){ (uint32_t)at, 1 }, "the document is empty");
	mem_free(syntax);
	return diags->len == said ? top : NULL;
}
