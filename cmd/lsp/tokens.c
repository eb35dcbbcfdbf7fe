/* Ternion: parts of the text: as semantic tokens, which are tags, comments,
 * annotations, and moves by the player who makes them; and as folds. */

#include "cmd/lsp/server.h"

enum {
	COLOURED_MAX = 2 * 1024 * 1024, /* bytes of a document that is coloured
					   as a whole */
	FOLDS_MAX = 5000,               /* unless the client wants fewer */
};

/* In the order of the legend in methods.def. Moves have a type of their own for
 * each player, so that usual colours tell them apart. */
enum token_type {
	TOKEN_TAG,
	TOKEN_VALUE,
	TOKEN_NUMBER,
	TOKEN_COMMENT,
	TOKEN_RESULT,
	TOKEN_NAG,
	TOKEN_FIRST_PLAYER, /* the other players follow */
	TOKEN_TYPES = TOKEN_FIRST_PLAYER + PLAYERS,
	VARIATION = TOKEN_TYPES, /* is folded, but is no token */
};

#define IN_VARIATION (1 << 3) /* after the modifiers of the players */

struct token {
	size_t from, to; /* in the document */
	unsigned type, modifiers;
};

struct token_list {
	const struct request *request;
	struct token *token; /* of the record at hand, owned */
	size_t len, size;
	struct doc_place last; /* where the last token that was put begins */
};

static void
add_token(struct token_list *list, struct span span, unsigned type,
    unsigned modifiers)
{
	size_t from = walk_start(&list->request->walk, span);

	if (span.len == 0 || from > list->request->to ||
	    from + span.len < list->request->from)
		return;
	*MEM_ADD(list, token) =
	    (struct token){ from, from + span.len, type, modifiers };
}

static void
add_comments(struct token_list *list, const struct comments *comments)
{
	for (const struct comment *c = comments->first; c; c = c->next)
		add_token(list, c->span, TOKEN_COMMENT, 0);
}

static void
add_line_tokens(struct token_list *list, const struct line *line)
{
	add_comments(list, &line->comment);
	for (const struct ply *ply = line->first; ply;
	     ply = ply_walk(line, ply)) {
		const struct notes *notes = ply->notes;
		unsigned variation = ply->line != line ? IN_VARIATION : 0;

		add_token(list, ply->number_span, TOKEN_NUMBER, variation);
		if (ply->played)
			add_token(list, ply->span,
			    TOKEN_FIRST_PLAYER + ply->seat,
			    1u << ply->seat | variation);
		if (notes == NULL)
			continue;
		add_comments(list, &notes->before);
		add_comments(list, &notes->comment);
		for (const struct line *v = notes->variations; v; v = v->next) {
			if (v->first != NULL)
				add_token(
				    list, variation_span(v), VARIATION, 0);
			add_comments(list, &v->comment);
			add_comments(list, &v->after);
		}
	}
}

/* In the order of the text, with a comment before its contents. */
static int
by_token_start(const void *a, const void *b)
{
	const struct token *one = a, *other = b;

	if (one->from != other->from)
		return one->from > other->from ? 1 : -1;
	return (int)one->type - (int)other->type;
}

/* Writes a token for each line of a token: five numbers; the first two are
 * relative to the token before. */
static void
put_semantic_token(struct token_list *list, const struct token *token)
{
	const struct doc *document = list->request->document;

	for (size_t from = token->from, end; from < token->to; from = end + 1) {
		struct doc_place start = text_place(document, from);

		for (end = from; end < token->to; end++)
			if (document->text.ptr[end] == '\n' ||
			    document->text.ptr[end] == '\r')
				break;
		uint32_t columns =
		    text_place(document, end).column - start.column;
		if (columns == 0)
			continue;
		if (start.line != list->last.line)
			list->last.column = 0;
		json_put(list->request->json, "%u %u %u %u %u",
		    start.line - list->last.line,
		    start.column - list->last.column, columns, token->type,
		    token->modifiers);
		list->last = start;
	}
}

static void
list_parts(struct token_list *list)
{
	const struct walk *walk = &list->request->walk;
	const struct doc *document = list->request->document;
	const struct record *record = &walk->session.record;
	uint32_t stop = record->span.start + record->span.len;

	list->len = 0;
	for (const struct tag *tag = record->tags; tag; tag = tag->next) {
		add_token(list, tag->name_span, TOKEN_TAG, 0);
		if (tag->name_span.len > 0)
			add_token(list, tag->span, TOKEN_VALUE, 0);
	}
	add_line_tokens(list, &record->line);
	add_token(list, record->result_span, TOKEN_RESULT, 0);
	/* The record does not keep where annotations are. */
	if (record->is_movetext && record->line.first != NULL)
		for (struct span nag = record->line.first->span;
		     nag.start < stop; nag.start += nag.len) {
			size_t at = walk_start(walk, nag);

			nag.len = 1;
			if (text_byte(document, at) != '$')
				continue;
			while (
			    ascii_is_digit(text_byte(document, at + nag.len)))
				nag.len++;
			add_token(list, nag, TOKEN_NAG, 0);
		}
	MEM_SORT(list, token, by_token_start);
}

void
lsp_tokens(struct request *request)
{
	struct token_list list = { .request = request };

	if (member_at(request->params, "range") == NULL &&
	    request->document->text.len > COLOURED_MAX)
		return;
	while (walk_next(&request->walk)) {
		size_t end = 0;

		walk_replay(&request->walk, NULL);
		list_parts(&list);
		for (size_t i = 0; i < list.len; i++) {
			const struct token *token = &list.token[i];

			if (token->type >= TOKEN_TYPES || token->from < end)
				continue;
			put_semantic_token(&list, token);
			end = token->to;
		}
	}
	mem_free(list.token);
}

/* Folds the lines of a part of the text, if there are several and *left is not
 * 0. */
static void
put_fold(const struct request *request, size_t from, size_t to,
    const char *kind, unsigned *left)
{
	unsigned first = text_place(request->document, from).line;
	unsigned last = text_place(request->document, to).line;

	if (last <= first || *left == 0)
		return;
	--*left;
	json_put(request->json, "{startLine:%u endLine:%u kind:!%s}", first,
	    last, kind);
}

void
lsp_fold(struct request *request)
{
	struct token_list list = { .request = request };
	const struct walk *walk = &request->walk;
	unsigned left = 0;
	size_t from, to;

	member_number(request->server->client,
	    "capabilities.textDocument.foldingRange.rangeLimit", &left);
	if (left == 0 || left > FOLDS_MAX)
		left = FOLDS_MAX;
	while (left > 0 && walk_next(&request->walk)) {
		const struct tag *first = walk->session.record.tags;

		walk_find_text(walk, &from, &to);
		put_fold(request, from, to, "region", &left);
		/* In PGN all tags precede the moves. */
		if (first != NULL && walk->session.record.is_movetext)
			put_fold(request, walk_start(walk, first->span),
			    walk_stop(
				walk, walk->session.record.last_tag->span),
			    "imports", &left);
		list_parts(&list);
		for (size_t i = 0; i < list.len; i++)
			if (list.token[i].type == TOKEN_COMMENT ||
			    list.token[i].type == VARIATION)
				put_fold(request, list.token[i].from,
				    list.token[i].to,
				    list.token[i].type == VARIATION ? NULL
								    : "comment",
				    &left);
	}
	mem_free(list.token);
}
