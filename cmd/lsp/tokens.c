/* Ternion: semantic tokens: what is written, and whose move it is. */
#include <stdlib.h>

#include "cmd/lsp/look.h"
#include "cmd/lsp/server.h"

enum {
	SMALL = 2 * 1024 * 1024 /* bytes of a document that is coloured as a
				   whole */
};

/* The types and modifiers of the legend, in its order. Moves have a type of
 * their own for each player, so that usual colours tell them apart. */
enum token_type {
	TOKEN_TAG,
	TOKEN_VALUE,
	TOKEN_NUMBER,
	TOKEN_COMMENT,
	TOKEN_RESULT,
	TOKEN_NAG,
	TOKEN_FIRST,
	TOKEN_SECOND,
	TOKEN_THIRD,
};

static const char *const types[] = { "property", "string", "number", "comment",
	"keyword", "operator", "function", "type", "variable", NULL };
static const char *const modifiers[] = { "firstPlayer", "secondPlayer",
	"thirdPlayer", "variation", NULL };

enum {
	IN_VARIATION = 1 << 3 /* behind those of the players */
};

struct token {
	size_t from, to; /* in the document */
	uint8_t type, modifiers;
};

struct colouring {
	const struct opened *document;
	struct json *json;
	struct cursor cursor;
	struct look look;
	size_t from, to;     /* what is asked for */
	struct spot last;    /* where the last token that was put begins */
	struct token *token; /* of the record at hand, owned */
	size_t len, size;
};

/*
 * The tokens of a record
 */

static void
add_token(struct colouring *colouring, struct span span, enum token_type type,
    unsigned modifier)
{
	size_t from = look_start(&colouring->look, span);

	if (span.len == 0 || from > colouring->to ||
	    from + span.len < colouring->from)
		return;
	if (colouring->len == colouring->size) {
		colouring->size = colouring->size * 2 + 64;
		colouring->token = mem_grow(colouring->token,
		    colouring->size * sizeof(*colouring->token));
	}
	colouring->token[colouring->len++] = (struct token){ from,
		from + span.len, (uint8_t)type, (uint8_t)modifier };
}

static void
add_comments(struct colouring *colouring, const struct comments *comments)
{
	for (const struct comment *c = comments->first; c; c = c->next)
		add_token(colouring, c->span, TOKEN_COMMENT, 0);
}

static void
add_line(struct colouring *colouring, const struct line *line, unsigned depth)
{
	unsigned variation = depth > 0 ? IN_VARIATION : 0;

	add_comments(colouring, &line->comment);
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		const struct notes *notes = ply->notes;

		add_token(colouring, ply->number_span, TOKEN_NUMBER, variation);
		if (ply->played)
			add_token(colouring, ply->span,
			    (enum token_type)(TOKEN_FIRST + ply->seat),
			    1u << ply->seat | variation);
		if (notes == NULL)
			continue;
		add_comments(colouring, &notes->before);
		add_comments(colouring, &notes->comment);
		for (const struct line *v = notes->variations; v; v = v->next)
			add_line(colouring, v, depth + 1);
		add_comments(colouring, &notes->after);
	}
}

static int
by_start(const void *a, const void *b)
{
	const struct token *one = a, *other = b;

	return (one->from > other->from) - (one->from < other->from);
}

/* Annotations, of which the record does not keep the places: what begins with
 * $ between the other tokens. */
static void
add_nags(struct colouring *colouring, size_t from, size_t to)
{
	struct slice text = colouring->look.record.text;
	size_t window = colouring->look.window;

	for (size_t i = from - window; i < to - window && i < text.len; i++) {
		size_t end = i + 1;

		if (text.ptr[i] != '$')
			continue;
		while (end < text.len && ascii_is_digit(text.ptr[end]))
			end++;
		add_token(colouring,
		    (struct span){ (uint32_t)i, (uint32_t)(end - i) },
		    TOKEN_NAG, 0);
	}
}

static void
add_all_nags(struct colouring *colouring)
{
	const struct record *record = &colouring->look.record;
	size_t len = colouring->len;
	size_t end = record->line.first != NULL
	    ? look_start(&colouring->look, record->line.first->span)
	    : 0;

	if (!record->is_movetext || record->line.first == NULL)
		return;
	for (size_t i = 0; i < len; i++) {
		size_t from = colouring->token[i].from;

		if (from > end && end > 0)
			add_nags(colouring, end, from);
		if (colouring->token[i].to > end)
			end = colouring->token[i].to;
	}
	add_nags(colouring, end, look_stop(&colouring->look, record->span));
}

static void
gather(struct colouring *colouring)
{
	const struct record *record = &colouring->look.record;

	colouring->len = 0;
	for (const struct tag *tag = record->tags; tag; tag = tag->next) {
		add_token(colouring, tag->name_span, TOKEN_TAG, 0);
		if (tag->name_span.len > 0)
			add_token(colouring, tag->span, TOKEN_VALUE, 0);
	}
	add_line(colouring, &record->line, 0);
	add_token(colouring, record->result_span, TOKEN_RESULT, 0);
	if (colouring->len > 0)
		qsort(colouring->token, colouring->len,
		    sizeof(*colouring->token), by_start);
	add_all_nags(colouring);
	if (colouring->len > 0)
		qsort(colouring->token, colouring->len,
		    sizeof(*colouring->token), by_start);
}

/*
 * What is sent
 */

/* A token, or a line of one: five numbers, the first two counting from the
 * last token. */
static void
put_token(struct colouring *colouring, struct spot start, struct spot end,
    const struct token *token)
{
	struct json *json = colouring->json;
	bool is_same = start.line == colouring->last.line;

	if (end.column <= start.column)
		return;
	json_number(json, NULL, start.line - colouring->last.line);
	json_number(
	    json, NULL, start.column - (is_same ? colouring->last.column : 0));
	json_number(json, NULL, end.column - start.column);
	json_number(json, NULL, token->type);
	json_number(json, NULL, token->modifiers);
	colouring->last = start;
}

/* The offset of the end of the line, or of the token. */
static size_t
end_of_line(const struct colouring *colouring, size_t from, size_t to)
{
	struct slice text = colouring->look.record.text;
	size_t window = colouring->look.window;

	while (from < to && from - window < text.len &&
	    text.ptr[from - window] != '\n' && text.ptr[from - window] != '\r')
		from++;
	return from;
}

static void
put_lines(struct colouring *colouring, const struct token *token)
{
	size_t from = token->from;

	while (from < token->to) {
		size_t end = end_of_line(colouring, from, token->to);
		struct spot start = cursor_to(&colouring->cursor, from);

		put_token(colouring, start, cursor_to(&colouring->cursor, end),
		    token);
		from = end + 1;
	}
}

static void
put_record(struct colouring *colouring)
{
	size_t end = 0;

	gather(colouring);
	for (size_t i = 0; i < colouring->len; i++) {
		const struct token *token = &colouring->token[i];

		if (token->from < end)
			continue;
		put_lines(colouring, token);
		end = token->to;
	}
}

static void
put_tokens(struct server *server, struct colouring *colouring)
{
	const struct opened *document = colouring->document;
	size_t begins,
	    i = text_segment_at(&document->text, colouring->from, &begins);

	look_begin(&colouring->look, document, false);
	for (; !document->is_foreign &&
	     look_next(document, &i, &begins, colouring->to) &&
	     !server_cancelled(server);
	     begins += document->text.segment[i++].len)
		if (look_at(&colouring->look, i))
			put_record(colouring);
	look_end(&colouring->look);
	mem_free(colouring->token);
}

static enum message_error
answer(struct server *server, struct colouring *colouring, bool is_wanted)
{
	struct json *json = colouring->json;

	cursor_init(&colouring->cursor, &colouring->document->text);
	json_begin(json, "result", '{');
	json_begin(json, "data", '[');
	if (is_wanted)
		put_tokens(server, colouring);
	json_end(json, ']');
	json_end(json, '}');
	return server_cancelled(server) ? ERROR_CANCELLED : ERROR_NONE;
}

enum message_error
lsp_tokens(
    struct server *server, const struct tree_node *params, struct json *json)
{
	struct opened *document = server_document(server, params, true);
	struct colouring colouring = { .document = document, .json = json };

	if (document == NULL)
		return ERROR_INVALID_PARAMS;
	colouring.to = document->text.bytes;
	return answer(server, &colouring, colouring.to <= SMALL);
}

enum message_error
lsp_tokens_range(
    struct server *server, const struct tree_node *params, struct json *json)
{
	struct opened *document = server_document(server, params, true);
	struct colouring colouring = { .document = document, .json = json };

	if (document == NULL ||
	    !read_range(document, member_at(params, "range"), &colouring.from,
		&colouring.to))
		return ERROR_INVALID_PARAMS;
	return answer(server, &colouring, true);
}

static void
put_names(struct json *json, const char *key, const char *const *names)
{
	json_begin(json, key, '[');
	for (; *names != NULL; names++)
		json_string(json, NULL, *names);
	json_end(json, ']');
}

void
lsp_put_legend(struct json *json)
{
	json_begin(json, "semanticTokensProvider", '{');
	json_begin(json, "legend", '{');
	put_names(json, "tokenTypes", types);
	put_names(json, "tokenModifiers", modifiers);
	json_end(json, '}');
	json_bool(json, "range", true);
	json_bool(json, "full", true);
	json_end(json, '}');
}
