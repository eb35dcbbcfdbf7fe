/* Ternion: formatting: records in canonical layout, as `fmt` writes them. */
#include "cmd/lsp/server.h"
#include "cmd/run/rewrite.h"

/* Begins to rewrite records; false if the format cannot be written. */
static bool
begin_rewriting(struct request *request, struct rewriting *rewriting)
{
	const struct format *format = request->document->format;
	struct run *run = &request->walk.run;

	*rewriting = (struct rewriting){ .input = format };
	run->replay.goes_on = false;
	run->replay.keep_letters = true;
	if (format->write == NULL || !rewrite_init(rewriting, run))
		return false;
	/* Nothing of the document may be lost. */
	run->changes = CHANGES_IN_PLACE;
	return true;
}

/* Writes the next record; false if there is none. */
static bool
write_next(struct request *request, struct run_record *result)
{
	struct walk *walk = &request->walk;
	struct session *session = &walk->session;

	if (!walk_next(walk))
		return false;
	strbuf_reset(&session->text);
	*result = (struct run_record){ .ok = walk_replay(walk, NULL),
		.variant = session->replayed.variant };
	rewrite_record(&walk->run, session, result);
	return true;
}

/* Replaces the lines between the first and the last that differ. */
static void
put_changed_lines(struct request *request, struct slice new)
{
	struct slice old = text_slice(request->document);
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
	put_text_edit(request, first, old.len - last,
	    slice_sub(new, first, new.len - last - first));
}

/* If a record has an error, the document has no canonical layout. */
void
lsp_format(struct request *request)
{
	const struct doc *document = request->document;
	struct run *run = &request->walk.run;
	struct rewriting rewriting;
	struct run_record result;

	if (document->is_foreign || document->text.len == 0)
		return;
	request->error = ERROR_REQUEST_FAILED;
	if (begin_rewriting(request, &rewriting)) {
		while (!rewriting.faulty && !run->trouble &&
		    write_next(request, &result))
			rewrite_put(run, &result);
		rewrite_end_list(run);
		if (!rewriting.faulty && !run->trouble) {
			request->error = ERROR_NONE;
			put_changed_lines(request, strbuf_as_slice(&run->text));
		}
	}
}

void
lsp_format_range(struct request *request)
{
	const struct doc *document = request->document;
	struct rewriting rewriting;
	struct run_record result;
	size_t from, to;

	if (begin_rewriting(request, &rewriting))
		while (write_next(request, &result)) {
			struct slice new = slice_trim(result.text), old, rest;

			walk_find_text(&request->walk, &from, &to);
			rest = old =
			    slice_sub(text_slice(document), from, to - from);
			/* In YAML the line --- is a separator. */
			if (document->format == &format_yaml &&
			    slice_is(
				slice_trim(slice_take(&rest, '\n')), "---"))
				old = slice_trim(rest);
			from = to - old.len;
			if (result.ok && old.len > 0 && !slice_equal(old, new))
				put_text_edit(request, from, to, new);
		}
}
