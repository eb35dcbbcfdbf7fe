/* Ternion: formatting: records in canonical layout, as `fmt` writes them. */
#include "cmd/lsp/look.h"
#include "cmd/lsp/server.h"
#include "cmd/run/rewrite.h"

struct formatting {
	const struct request *request;
	struct look look;
	struct rewriting rewriting;
	struct strbuf text; /* of the record at hand */
	struct run_record record;
};

/* Begins with the record at an offset; false if the format is only read. */
static bool
begin_formatting(struct formatting *formatting, struct request *request)
{
	const struct opened *document = request->document;
	struct run *run = &formatting->look.run;

	*formatting = (struct formatting){ .request = request };
	look_begin(&formatting->look, document, request->from);
	formatting->rewriting.input = document->format;
	run->replay.goes_on = false;
	run->replay.keep_letters = true;
	if (document->format->write == NULL ||
	    !rewrite_init(&formatting->rewriting, run))
		return false;
	run->in_place = true; /* so that nothing of the document is lost */
	return true;
}

static void
end_formatting(struct formatting *formatting)
{
	look_end(&formatting->look);
	strbuf_release(&formatting->text);
	rewrite_release(&formatting->rewriting);
}

/* Writes the next record; false if there is none. */
static bool
write_next(struct formatting *formatting)
{
	struct look *look = &formatting->look;
	const struct format *format = look->document->format;

	if (server_cancelled(formatting->request->server) || !look_next(look))
		return false;
	strbuf_reset(&formatting->text);
	formatting->record =
	    (struct run_record){ .ok = look_replay(look, NULL) };
	formatting->record.diags = look->diags;
	if (look->replayed.rules != NULL)
		formatting->record.variant = look->replayed.rules->variant;
	rewrite_text(&look->run, format, &look->record, &look->replayed,
	    &formatting->record, &formatting->text);
	formatting->record.text = strbuf_as_slice(&formatting->text);
	return true;
}

/*
 * The document
 */

/* Writes all records into run.text; false if one has an error, for then the
 * document has no canonical layout. */
static bool
write_document(struct formatting *formatting)
{
	struct look *look = &formatting->look;
	struct run *run = &look->run;

	while (!formatting->rewriting.faulty && !run->trouble &&
	    write_next(formatting))
		rewrite_put(&formatting->rewriting, run, &formatting->record);
	rewrite_end_list(&formatting->rewriting);
	return !formatting->rewriting.faulty && !run->trouble;
}

/* Replaces the lines between the first and the last that differ. */
static void
put_changed_lines(
    struct json *json, const struct doc_text *text, struct slice new)
{
	struct slice old = text_slice(text);
	size_t first = 0, last = 0, i;

	for (i = 0; i < old.len && i < new.len &&old.ptr[i] == new.ptr[i]; i++)
		if (old.ptr[i] == '\n')
			first = i + 1;
	if (i == old.len && i == new.len)
		return;
	for (i = 0; i < old.len - first &&
	     i < new.len - first &&old.ptr[old.len - 1 - i] ==
		 new.ptr[new.len - 1 - i];
	     i++)
		if (old.ptr[old.len - 1 - i] == '\n')
			last = i;
	json_edit(json, text, first, old.len - last,
	    slice_sub(new, first, new.len - last - first));
}

enum message_error
lsp_format(struct request *request)
{
	const struct opened *document = request->document;
	enum message_error error = ERROR_NONE;
	struct formatting formatting;

	json_begin(request->json, "result", '[');
	if (!document->is_foreign && document->text.len > 0) {
		if (begin_formatting(&formatting, request) &&
		    write_document(&formatting))
			put_changed_lines(request->json, &document->text,
			    strbuf_as_slice(&formatting.look.run.text));
		else
			error = ERROR_REQUEST_FAILED;
		end_formatting(&formatting);
	}
	json_end(request->json, ']');
	return error;
}

/*
 * A range
 */

/* The text of the record without what is between it and others: in YAML the
 * line --- is, too. */
static struct slice
text_to_replace(const struct look *look)
{
	struct slice text = look_text(look), rest = text;

	if (look->document->format == &format_yaml &&
	    slice_is(slice_trim(slice_take(&rest, '\n')), "---"))
		text = slice_trim(rest);
	return text;
}

enum message_error
lsp_format_range(struct request *request)
{
	const struct opened *document = request->document;
	struct formatting formatting;
	const struct look *look = &formatting.look;

	json_begin(request->json, "result", '[');
	if (!document->is_foreign && begin_formatting(&formatting, request))
		while (write_next(&formatting) && look->from <= request->to) {
			struct slice old = text_to_replace(look);
			struct slice new =
			    slice_trim(strbuf_as_slice(&formatting.text));
			size_t from = (size_t)(old.ptr - document->text.bytes);

			if (formatting.record.ok && old.len > 0 &&
			    !slice_equal(old, new))
				json_edit(request->json, &document->text, from,
				    from + old.len, new);
		}
	if (!document->is_foreign)
		end_formatting(&formatting);
	json_end(request->json, ']');
	return ERROR_NONE;
}
