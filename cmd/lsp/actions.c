/* Ternion: code actions: fixes of diagnostics, and comments that suppress them.
 */
#include "cmd/cmd.h"
#include "cmd/lsp/server.h"

#define FIX_ALL "source.fixAll.ternion"

/* The largest document, in bytes, for which "fix all" is offered unasked. */
#define UNASKED_MAX (1024 * 1024)

/* Whether one of the kinds is `kind`, or includes it; NULL: all are wanted. */
static bool
wants_kind(const struct tree_node *only, const char *kind)
{
	const struct tree_node *n = only != NULL ? only->first : NULL;

	if (only == NULL || only->type != TREE_LIST)
		return true;
	while (n != NULL &&
	    !(n->type == TREE_TEXT &&
		strncmp(kind, n->text.ptr, n->text.len) == 0 &&
		(n->text.len == 0 || strchr(".", kind[n->text.len]) != NULL)))
		n = n->next;
	return n != NULL;
}

/* Begins an action with no edit yet. It names the client's diagnostics that are
 * this one; NULL: it is about none. */
static void
begin_action(struct request *request, const char *kind, const char *title,
    const struct diag *diag, bool is_preferred)
{
	const struct tree_node *n =
	    member_first(request->params, "context.diagnostics");
	struct json *json = request->json;
	struct slice code;
	size_t from, to;

	json_put(json, "{title:%s kind:%s", title, kind);
	if (diag != NULL) {
		json_put(json, "diagnostics:[");
		for (; n != NULL; n = n->next)
			if (member_text(n, "code", &code) &&
			    slice_is(code, diag_table[diag->id].slug) &&
			    read_range(request->document, member_at(n, "range"),
				&from, &to) &&
			    from == walk_start(&request->walk, diag->span))
				json_literal(json, NULL,
				    slice_sub(request->text, n->span.start,
					n->span.len));
		json_put(json, "]");
	}
	if (is_preferred)
		json_bool(json, "isPreferred", true);
	json_put(json, "edit:{changes:{");
	json_begin(json, request->document->uri, '[');
}

/* Finds the ply before which a comment suppresses a diagnostic: that of the
 * diagnostic, for which alone the comment is then, or the first if it is about
 * the whole record; NULL if it is about the result, or there is no ply. */
static const struct ply *
find_suppressed_ply(
    const struct walk *walk, const struct diag *diag, bool *is_alone)
{
	const struct record *record = &walk->session.record;
	const struct line *line = &record->line;
	uint32_t at = diag->span.start;
	const struct ply *ply =
	    walk_find_ply(walk, walk_start(walk, diag->span));

	*is_alone = false;
	if (record->is_movetext && record->result_span.len > 0 &&
	    at >= record->result_span.start)
		return NULL;
	if (ply == NULL)
		return line->first;
	/* The end of the game is reported at the last ply, but does not belong
	 * to it: see suppress.c. */
	*is_alone = !(diag->ply == 0 && at >= line->last->span.start &&
	    at < line->last->span.start + line->last->span.len);
	return ply;
}

/* In movetext the comment is put before the ply; elsewhere the ply becomes a
 * map with the comment. */
static void
offer_suppression(struct request *request, const struct diag *diag)
{
	const struct doc *document = request->document;
	const struct walk *walk = &request->walk;
	const struct record *record = &walk->session.record;
	const char *code = diag_table[diag->id].slug;
	struct arena *arena = &request->server->arena;
	SCRATCH text = STRBUF_INIT;
	struct json element = { .out = &text, .indent = true };
	size_t from, to;
	bool is_alone;

	if (diag->severity == SEV_FATAL || record->broken ||
	    diag->id == DIAG_SUPPRESSION_MALFORMED ||
	    diag->id == DIAG_SUPPRESSION_UNUSED)
		return;
	const struct ply *ply = find_suppressed_ply(walk, diag, &is_alone);
	const char *next = is_alone ? "-next" : "";
	if (record->is_movetext) {
		from = ply != NULL ? ply_start(ply)
		    : record->result_span.len > 0
		    ? record->result_span.start
		    : record->span.start + record->span.len;
		from = to = walk->input.source.line_offset + from;
		if (from > 0 &&
		    strchr(" \n\r\t(", text_byte(document, from - 1)) == NULL)
			strbuf_char(&text, ' ');
		strbuf_printf(&text, "{ternion-disable%s %s} ", next, code);
	} else {
		if (ply == NULL)
			return;
		from = walk_start(walk, ply->span);
		size_t len = ply->span.len;
		char sign = patches_find_ply(text_slice(document), &from, &len);
		/* Only an element of a list can become a map. */
		if (sign == '\0' || strchr("[,-", sign) == NULL)
			return;
		to = from + len;
		json_put(&element, "~{before:%s move:%.*s}",
		    arena_printf(arena, "ternion-disable%s %s", next, code),
		    SLICE(ply->token));
	}
	begin_action(request, "quickfix",
	    arena_printf(arena, "Suppress %s here", code), diag, false);
	put_text_edit(request, from, to, strbuf_as_slice(&text));
	json_put(request->json, "]}}}");
}

/* Whether the diagnostic is shown, in the range that is asked about. */
static bool
is_asked_about(const struct request *request, const struct diag *diag)
{
	return walk_start(&request->walk, diag->span) <= request->to &&
	    walk_stop(&request->walk, diag->span) >= request->from &&
	    !request->document->job.report.disabled[diag->id];
}

/* Offers the fixes of each diagnostic, then its suppression; true if one of the
 * fixes is certain. */
static bool
offer_quick_fixes(struct request *request)
{
	const struct walk *walk = &request->walk;
	const struct diags *diags = &walk->session.diags;
	struct arena *arena = &request->server->arena;
	bool any_certain = false;

	for (unsigned i = 0; i < diags->len; i++) {
		const struct diag *diag = &diags->list[i];

		if (!is_asked_about(request, diag))
			continue;
		for (const struct fix *f = fix_offered(diag->meant); f != NULL;
		     f = fix_offered(f->next)) {
			const char *title = f->title;

			/* "remove this result" is no text that is written. */
			bool is_done = !f->repairs &&
			    strchr(title, ' ') != NULL && title[0] >= 'a' &&
			    title[0] <= 'z';
			title = is_done
			    ? arena_printf(
				  arena, "%c%s", ascii_upper(*title), title + 1)
			    : arena_printf(arena, "%s%s",
				  f->repairs ? "Repair: " : "Write ", title);
			begin_action(
			    request, "quickfix", title, diag, f->certain);
			for (unsigned e = 0; e < f->len; e++)
				put_text_edit(request,
				    walk_start(walk, f->edits[e].span),
				    walk_stop(walk, f->edits[e].span),
				    slice_of(f->edits[e].text));
			json_put(request->json, "]}}}");
			any_certain |= f->certain;
		}
	}
	for (unsigned i = 0; i < diags->len; i++)
		if (is_asked_about(request, &diags->list[i]))
			offer_suppression(request, &diags->list[i]);
	return any_certain;
}

void
lsp_code_action(struct request *request)
{
	const struct doc *document = request->document;
	const struct tree_node *only =
	    member_at(request->params, "context.only");
	struct walk *walk = &request->walk;
	struct patches patches = { .text = text_slice(document) };
	bool any_certain = false;

	if (member_at(request->server->client,
		"capabilities.textDocument.codeAction."
		"codeActionLiteralSupport") == NULL ||
	    document->is_foreign || document->format->write == NULL)
		return;
	walk->run.replay.fixes = true;
	/* The message is overwritten when the next one arrives. */
	request->text.ptr = arena_copy(&request->server->arena, request->text);
	if (wants_kind(only, "quickfix")) {
		/* A diagnostic at the end of a record touches the beginning of
		 * the next. */
		if (request->from > 0)
			walk_move(walk, request->from - 1, request->to);
		while (walk_judge(walk))
			any_certain |= offer_quick_fixes(request);
	}
	if (only != NULL ? !wants_kind(only, FIX_ALL)
			 : !any_certain || document->text.len >= UNASKED_MAX)
		return;
	/* The edits that `check --fix` makes. */
	begin_action(
	    request, FIX_ALL, "Fix everything that is certain", NULL, false);
	walk_move(walk, 0, SIZE_MAX);
	while (walk_judge(walk)) {
		patches.offset = walk->input.source.line_offset;
		fixing_take(walk->run.job, &walk->session, NULL, &patches);
	}
	patches_sort(&patches);
	for (size_t i = 0; i < patches.len; i++)
		put_text_edit(request, patches.list[i].at,
		    patches.list[i].at + patches.list[i].len,
		    slice_of(patches.list[i].text));
	patches_release(&patches);
	json_put(request->json, "]}}}");
}
