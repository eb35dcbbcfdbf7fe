/* Ternion: formatting: records in canonical layout, as `fmt` writes them. */
#include "cmd/lsp/edits.h"
#include "cmd/lsp/look.h"
#include "cmd/lsp/server.h"
#include "cmd/run/rewrite.h"

struct formatting {
	struct server *server;
	const struct opened *document;
	struct run run;
	struct rewriting rewriting;
	struct extract part;
	struct arena arena;
	struct strbuf text; /* of the record at hand */
	struct record_result result;
};

static bool
begin(struct formatting *formatting, struct server *server,
    const struct opened *document)
{
	memset(formatting, 0, sizeof(*formatting));
	formatting->server = server;
	formatting->document = document;
	if (document->format->write == NULL)
		return false;
	judge_begin_run(document->judge, &formatting->run);
	formatting->run.format = document->format;
	formatting->run.replay.keep_letters = true;
	if (rewrite_init(&formatting->rewriting, &formatting->run) >= 0)
		return false;
	formatting->run.replayer = replayer_new(&formatting->run.replay);
	return true;
}

static void
end(struct formatting *formatting)
{
	judge_end_run(&formatting->run);
	arena_release(&formatting->arena);
	strbuf_release(&formatting->text);
	strbuf_release(&formatting->rewriting.held);
	strbuf_release(&formatting->rewriting.path);
}

/* Writes the next record of the part; false at its end. */
static bool
write_next(struct formatting *formatting)
{
	strbuf_reset(&formatting->text);
	return !server_cancelled(formatting->server) &&
	    record_step(&formatting->run, &formatting->part.input,
		formatting->run.replayer, &formatting->arena, &formatting->text,
		&formatting->result);
}

/*
 * The document
 */

/* Writes all of it into run.text; false if a record has an error, for then the
 * document has no canonical layout. */
static bool
write_all(struct formatting *formatting)
{
	const struct opened *document = formatting->document;
	struct run *run = &formatting->run;
	const struct record_result *result = &formatting->result;

	part_open(&formatting->part, document, 0, document->text.bytes);
	while (!formatting->rewriting.faulty && !run->trouble &&
	    write_next(formatting))
		run->put_written(run, document->format, result->variant,
		    result->ok, strbuf_as_slice(&formatting->text));
	part_close(&formatting->part);
	rewrite_end_list(&formatting->rewriting, run);
	return !formatting->rewriting.faulty && !run->trouble;
}

/* How many bytes from the beginning, whole lines, are the same. */
static size_t
same_lines(struct slice a, struct slice b)
{
	size_t len = 0, lines = 0;

	while (len < a.len && len < b.len && a.ptr[len] == b.ptr[len])
		if (a.ptr[len++] == '\n')
			lines = len;
	return len == a.len && len == b.len ? len : lines;
}

/* The same from the end. */
static size_t
same_last_lines(struct slice a, struct slice b)
{
	size_t len = 0, lines = 0;

	while (len < a.len && len < b.len &&
	    a.ptr[a.len - 1 - len] == b.ptr[b.len - 1 - len]) {
		if (a.ptr[a.len - 1 - len] == '\n')
			lines = len;
		len++;
	}
	return lines;
}

static void
put_change(struct edits *edits, struct slice old, struct slice new)
{
	size_t first = same_lines(old, new), last;

	if (first == old.len && first == new.len)
		return;
	last = same_last_lines(slice_from(old, first), slice_from(new, first));
	edits_put(edits, first, old.len - last,
	    slice_sub(new, first, new.len - last - first));
}

static void
put_document(struct formatting *formatting, struct edits *edits)
{
	const struct text *text = &formatting->document->text;
	char *old = mem_alloc(text->bytes + 1);

	text_copy(text, 0, old, text->bytes);
	put_change(edits, (struct slice){ old, text->bytes },
	    strbuf_as_slice(&formatting->run.text));
	mem_free(old);
}

enum message_error
lsp_format(
    struct server *server, const struct tree_node *params, struct json *json)
{
	struct opened *document = server_document(server, params, true);
	enum message_error error = ERROR_NONE;
	struct formatting formatting;
	struct edits edits;

	if (document == NULL)
		return ERROR_INVALID_PARAMS;
	edits_begin(&edits, document, json, "result");
	if (!document->is_foreign && document->text.bytes > 0) {
		if (begin(&formatting, server, document) &&
		    write_all(&formatting))
			put_document(&formatting, &edits);
		else
			error = ERROR_REQUEST_FAILED;
		end(&formatting);
	}
	edits_end(&edits);
	return server_cancelled(server) ? ERROR_CANCELLED : error;
}

/*
 * A range
 */

/* What of a segment is its record, without what stands about it. */
static struct slice
record_in(const struct formatting *formatting, struct slice text, size_t start)
{
	const struct opened *document = formatting->document;

	if (document->format != &format_pgn && start < text.len)
		text = slice_from(text, start);
	text = slice_trim(text);
	/* The line that begins a document. */
	if (document->format == &format_yaml && text.len > 3 &&
	    memcmp(text.ptr, "---", 3) == 0) {
		struct slice rest = text;
		struct slice line = slice_take(&rest, '\n');

		if (slice_trim(line).len == 3)
			text = slice_trim(rest);
	}
	return text;
}

static void
put_record(struct formatting *formatting, struct edits *edits, size_t segment,
    size_t begins)
{
	const struct opened *document = formatting->document;
	struct slice text = segment_text(&document->text.segment[segment]);
	struct slice old, new;
	size_t window, start;

	part_open(&formatting->part, document, segment, document->text.bytes);
	if (write_next(formatting) && formatting->result.ok) {
		window = part_window(&formatting->part);
		start = window + formatting->result.start;
		old = record_in(
		    formatting, text, start > begins ? start - begins : 0);
		new = slice_trim(strbuf_as_slice(&formatting->text));
		if (!slice_equal(old, new) && old.len > 0)
			edits_put(edits, begins + (size_t)(old.ptr - text.ptr),
			    begins + (size_t)(old.ptr - text.ptr) + old.len,
			    new);
	}
	part_close(&formatting->part);
}

enum message_error
lsp_format_range(
    struct server *server, const struct tree_node *params, struct json *json)
{
	struct opened *document = server_document(server, params, true);
	struct formatting formatting;
	struct edits edits;
	size_t from, to, begins, i;

	if (document == NULL ||
	    !read_range(document, member_at(params, "range"), &from, &to))
		return ERROR_INVALID_PARAMS;
	edits_begin(&edits, document, json, "result");
	if (!document->is_foreign && begin(&formatting, server, document)) {
		i = text_segment_at(&document->text, from, &begins);
		for (; look_next(document, &i, &begins, to);
		     begins += document->text.segment[i++].len)
			put_record(&formatting, &edits, i, begins);
		end(&formatting);
	}
	edits_end(&edits);
	return server_cancelled(server) ? ERROR_CANCELLED : ERROR_NONE;
}
