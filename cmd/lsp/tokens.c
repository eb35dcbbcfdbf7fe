/* Ternion: semantic tokens: tags, comments, annotations, and whose move each
 * move is. */
#include <stdlib.h>

#include "cmd/lsp/look.h"
#include "cmd/lsp/server.h"

enum {
	COLOURED_MAX = 2 * 1024 * 1024 /* bytes of a document that is coloured
					  as a whole */
};

/* In the order of the legend. Moves have a type of their own for each player,
 * so that usual colours tell them apart. */
enum token_type {
	TOKEN_TAG,
	TOKEN_VALUE,
	TOKEN_NUMBER,
	TOKEN_COMMENT,
	TOKEN_RESULT,
	TOKEN_NAG,
	TOKEN_FIRST_PLAYER, /* the other players follow */
};

enum {
	IN_VARIATION = 1 << 3 /* after the modifiers of the players */
};

const char lsp_tokens_provider[] =
    "{\"legend\":{\"tokenTypes\":[\"property\",\"string\",\"number\","
    "\"comment\",\"keyword\",\"operator\",\"function\",\"type\",\"variable\"],"
    "\"tokenModifiers\":[\"firstPlayer\",\"secondPlayer\",\"thirdPlayer\","
    "\"variation\"]},\"range\":true,\"full\":true}";

struct token {
	size_t from, to; /* in the document */
	enum token_type type;
	unsigned modifiers;
};

struct colouring {
	const struct request *request;
	struct look look;
	struct spot last;    /* where the last token that was put begins */
	struct token *token; /* of the record at hand, owned */
	size_t len, size;
};

static void
add_token(struct colouring *colouring, struct span span, enum token_type type,
    unsigned modifiers)
{
	size_t from = look_start(&colouring->look, span);

	if (span.len == 0 || from > colouring->request->to ||
	    from + span.len < colouring->request->from)
		return;
	if (colouring->len == colouring->size) {
		colouring->size = colouring->size * 2 + 64;
		colouring->token = mem_grow(colouring->token,
		    colouring->size * sizeof(*colouring->token));
	}
	colouring->token[colouring->len++] =
	    (struct token){ from, from + span.len, type, modifiers };
}

static void
add_comments(struct colouring *colouring, const struct comments *comments)
{
	for (const struct comment *c = comments->first; c; c = c->next)
		add_token(colouring, c->span, TOKEN_COMMENT, 0);
}

static void
add_line_tokens(
    struct colouring *colouring, const struct line *line, unsigned variation)
{
	add_comments(colouring, &line->comment);
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		const struct notes *notes = ply->notes;

		add_token(colouring, ply->number_span, TOKEN_NUMBER, variation);
		if (ply->played)
			add_token(colouring, ply->span,
			    (enum token_type)(TOKEN_FIRST_PLAYER + ply->seat),
			    1u << ply->seat | variation);
		if (notes == NULL)
			continue;
		add_comments(colouring, &notes->before);
		add_comments(colouring, &notes->comment);
		for (const struct line *v = notes->variations; v; v = v->next)
			add_line_tokens(colouring, v, IN_VARIATION);
		add_comments(colouring, &notes->after);
	}
}

static int
by_token_start(const void *a, const void *b)
{
	const struct token *one = a, *other = b;

	return (one->from > other->from) - (one->from < other->from);
}

/* Puts a token, of each line of it one: five numbers, of which the first two
 * count from the token before. */
static void
write_token(struct colouring *colouring, const struct token *token)
{
	const struct doc_text *text = &colouring->look.document->text;
	struct json *json = colouring->request->json;

	for (size_t from = token->from, end; from < token->to; from = end + 1) {
		struct spot start = text_spot(text, from);
		unsigned long columns;

		for (end = from; end < token->to; end++)
			if (text->bytes[end] == '\n' ||
			    text->bytes[end] == '\r')
				break;
		columns = text_spot(text, end).column - start.column;
		if (columns == 0)
			continue;
		if (start.line != colouring->last.line)
			colouring->last.column = 0;
		json_number(json, NULL, start.line - colouring->last.line);
		json_number(json, NULL, start.column - colouring->last.column);
		json_number(json, NULL, columns);
		json_number(json, NULL, token->type);
		json_number(json, NULL, token->modifiers);
		colouring->last = start;
	}
}

/* Puts the annotations between two tokens: the record does not keep where they
 * are. */
static void
put_nag_tokens(struct colouring *colouring, size_t from, size_t to)
{
	const struct doc_text *text = &colouring->look.document->text;
	const struct request *request = colouring->request;
	struct token nag = { .type = TOKEN_NAG };

	for (size_t i = from; i < to; i = nag.to) {
		nag.to = i + 1;
		if (text_byte(text, i) != '$')
			continue;
		while (ascii_is_digit(text_byte(text, nag.to)))
			nag.to++;
		nag.from = i;
		if (nag.from <= request->to && nag.to >= request->from)
			write_token(colouring, &nag);
	}
}

static void
put_record_tokens(struct colouring *colouring)
{
	const struct look *look = &colouring->look;
	const struct record *record = &look->record;
	size_t end = 0, moves = SIZE_MAX; /* where annotations can be */

	colouring->len = 0;
	for (const struct tag *tag = record->tags; tag; tag = tag->next) {
		add_token(colouring, tag->name_span, TOKEN_TAG, 0);
		if (tag->name_span.len > 0)
			add_token(colouring, tag->span, TOKEN_VALUE, 0);
	}
	add_line_tokens(colouring, &record->line, 0);
	add_token(colouring, record->result_span, TOKEN_RESULT, 0);
	if (colouring->len > 0)
		qsort(colouring->token, colouring->len,
		    sizeof(*colouring->token), by_token_start);
	if (record->is_movetext && record->line.first != NULL)
		moves = look_start(look, record->line.first->span);
	for (size_t i = 0; i < colouring->len; i++) {
		const struct token *token = &colouring->token[i];

		if (token->from < end)
			continue;
		put_nag_tokens(
		    colouring, end > moves ? end : moves, token->from);
		write_token(colouring, token);
		end = token->to;
	}
	put_nag_tokens(colouring, end > moves ? end : moves,
	    look_stop(look, record->span));
}

enum message_error
lsp_tokens_range(struct request *request)
{
	const struct opened *document = request->document;
	struct colouring colouring = { .request = request };

	json_begin(request->json, "result", '{');
	json_begin(request->json, "data", '[');
	look_begin(&colouring.look, document, request->from);
	while (!document->is_foreign && !server_cancelled(request->server) &&
	    look_next(&colouring.look) && colouring.look.from <= request->to) {
		look_replay(&colouring.look, NULL);
		put_record_tokens(&colouring);
	}
	look_end(&colouring.look);
	mem_free(colouring.token);
	json_end(request->json, ']');
	json_end(request->json, '}');
	return ERROR_NONE;
}

enum message_error
lsp_tokens(struct request *request)
{
	if (request->document->text.len <= COLOURED_MAX)
		return lsp_tokens_range(request);
	json_begin(request->json, "result", '{');
	json_begin(request->json, "data", '[');
	json_end(request->json, ']');
	json_end(request->json, '}');
	return ERROR_NONE;
}
