/* Ternion: move logs: a language model's move as comments: the thinking of each
 * attempt, `[%emt ...]` and `[%llm ...]`; ternion-format(5), "TRACES". */

#include "formats/documents.h"
#include "formats/log/trace.h"
#include "parse/text/utf8.h"

#define THINKING_MAX (64 * 1024) /* bytes kept of a ply */

static const struct {
	const char *key;
	const char *list; /* a value for each of its elements; NULL: one */
	const char *in;   /* the object in which it is; NULL: the element */
	const char *member;
	bool counts; /* its elements are counted */
} figures[] = {
#define FIGURE(key, ...)  { key, NULL, __VA_ARGS__, false },
#define ATTEMPT(key, ...) { key, __VA_ARGS__ },
#include "formats/log/llm.def"
};

static void
add_text(struct trace *trace, struct comments *comments, struct slice text,
    const struct tree_node *place)
{
	comments_add(trace->arena, comments, arena_slice(trace->arena, text),
	    (struct span){ place->span.start, 1 });
}

/* The member "thinking" of the object in a response, or all of the response. */
static struct slice
thinking_of(struct trace *trace, struct slice response)
{
	const char *open = memchr(response.ptr, '{', response.len);
	const struct tree_node *top = NULL;
	struct document scan = { .depth = 0 };
	struct diags unsaid = { .arena = &trace->file };

	if (open == NULL)
		return response;
	struct slice object =
	    slice_from(response, (size_t)(open - response.ptr));
	object.len = json_scan(object, &scan);
	if (scan.ended)
		top = json_read(&trace->file, &unsaid, object, 0);
	member_text(top, "thinking", &response);
	return response;
}

/* Appends the text so that every format can hold it as one comment: no CR and
 * NUL, and on one line if PGN could not keep the lines. */
static void
put_comment_text(struct slice text, struct strbuf *out)
{
	bool joins = memchr(text.ptr, '}', text.len) != NULL;

	text = slice_trim(text);
	for (size_t i = 1; i < text.len; i++)
		joins |= text.ptr[i] == '[' && text.ptr[i - 1] == '\n';
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		if (c == '\0' || (joins && c == '\n'))
			c = ' ';
		if (c != '\r')
			strbuf_char(out, c);
	}
}

static void
add_thinking(
    struct trace *trace, const struct tree_node *top, struct comments *comments)
{
	size_t left = THINKING_MAX;

	for (const struct tree_node *n = member_first(top, "llm_responses"); n;
	     n = n->next) {
		const struct tree_node *raw = member_at(n, "raw_response");
		struct strbuf *text = &trace->text;

		if (raw == NULL || raw->type != TREE_TEXT || !raw->quoted)
			continue;
		strbuf_reset(text);
		put_comment_text(thinking_of(trace, raw->text), text);
		struct slice kept = strbuf_as_slice(text);
		if (kept.len > left) {
			diag_add(trace->diags, DIAG_TRACE_CUT,
			    (struct span){ raw->span.start, 1 },
			    "of the thinking before this move, %zu bytes are "
			    "left out",
			    kept.len - left);
			kept.len = utf8_start(kept, left);
		}
		left -= kept.len;
		kept = slice_trim(kept);
		if (kept.len > 0)
			add_text(trace, comments, kept, raw);
	}
}

/* Ends a list that begins at `begin` and has a comma after each word. Only a
 * single word keeps its comma; a list without words is left out. */
static void
end_llm_list(struct strbuf *out, size_t begin, unsigned words)
{
	strbuf_cut(out, words == 0 ? begin : out->len - (words > 1));
}

static void
put_figure(const struct tree_node *top, unsigned i, struct strbuf *out)
{
	const struct tree_node *n =
	    figures[i].list != NULL ? member_first(top, figures[i].list) : top;
	size_t len = out->len;
	unsigned words = 0;

	strbuf_printf(out, " %s=", figures[i].key);
	for (; n != NULL; n = n->next, words++) {
		const struct tree_node *in =
		    figures[i].in != NULL ? member_at(n, figures[i].in) : n;
		const struct tree_node *node = member_at(in, figures[i].member);
		const struct tree_node *m = member_first(in, figures[i].member);
		unsigned long count = 0;

		for (; m != NULL && figures[i].counts; m = m->next)
			count++;
		if (figures[i].counts)
			strbuf_printf(out, "%lu,", count);
		else if (tree_is_literal(node, NULL))
			strbuf_printf(out, "%.*s,", SLICE(node->text));
		else if (figures[i].list != NULL)
			strbuf_puts(out, "null,");
		else
			break;
	}
	if (figures[i].list == NULL)
		strbuf_cut(out, words > 0 ? out->len - 1 : len);
	else
		end_llm_list(out, len, words);
}

/* Writes a cell by its name on the board, and other text as it stands. */
static void
put_llm_cell(struct trace *trace, struct slice text, struct strbuf *out)
{
	cell c = trace_cell(trace, text);

	if (c != CELL_NONE) {
		coords_write(&trace->rules->board, NAMING_UPPER, 0, c, out);
		return;
	}
	for (size_t i = 0; i < text.len; i++)
		strbuf_char(out,
		    (unsigned char)text.ptr[i] > ' ' &&
			    strchr("\",]}=", text.ptr[i]) == NULL
			? text.ptr[i]
			: '_');
}

/* The moves that were tried and refused. */
static void
put_refused(
    struct trace *trace, const struct tree_node *top, struct strbuf *out)
{
	size_t len = out->len;
	unsigned words = 0;

	strbuf_puts(out, " refused=");
	for (const struct tree_node *n = member_first(top, "parser_attempts");
	     n != NULL; n = n->next)
		for (const struct tree_node *pair =
			 member_first(n, "pairs_tested");
		     pair != NULL; pair = pair->next) {
			if (pair->type != TREE_TEXT)
				continue;
			/* `W1/R1.2→C/R.W(ILLEGAL)`; (OK): it was not. */
			struct slice rest = pair->text;
			struct slice from = slice_take(&rest, '\xe2');
			if (!slice_begins(rest, "\x86\x92")) /* the arrow */
				continue;
			rest = slice_from(rest, 2);
			struct slice to = slice_take(&rest, '(');
			if (slice_is(rest, "OK)"))
				continue;
			put_llm_cell(trace, from, out);
			strbuf_char(out, '-');
			put_llm_cell(trace, to, out);
			strbuf_char(out, ',');
			words++;
		}
	end_llm_list(out, len, words);
}

void
trace_keep_llm(
    struct trace *trace, const struct tree_node *top, struct comments *comments)
{
	const struct tree_node *node =
	    member_at(top, "statistics.time_total_sec");
	struct slice outcome = { "", 0 };
	struct strbuf *out = &trace->text;

	if (member_first(top, "llm_responses") == NULL)
		return;
	add_thinking(trace, top, comments);
	/* The time of the whole move. */
	if (tree_is_literal(node, NULL)) {
		unsigned long ms = tree_units(node, 1000);

		strbuf_reset(out);
		strbuf_printf(out, "[%%emt %lu:%02lu:%02lu", ms / 3600000,
		    ms / 60000 % 60, ms / 1000 % 60);
		if (ms % 1000 != 0)
			strbuf_printf(out, ".%03lu", ms % 1000);
		strbuf_char(out, ']');
		add_text(trace, comments, strbuf_as_slice(out), node);
	}
	strbuf_reset(out);
	strbuf_puts(out, "[%llm");
	for (unsigned i = 0; figures[i].list == NULL; i++)
		put_figure(top, i, out);
	if (member_text(top, "outcome", &outcome) &&
	    !slice_is(outcome, "success") &&
	    strpbrk(arena_copy(&trace->file, outcome), "\"]}\n") == NULL)
		strbuf_printf(out, " outcome=\"%.*s\"", SLICE(outcome));
	for (unsigned i = 0; i < COUNT(figures); i++)
		if (figures[i].list != NULL)
			put_figure(top, i, out);
	put_refused(trace, top, out);
	strbuf_char(out, ']');
	add_text(trace, comments, strbuf_as_slice(out), top);
}
