/* Ternion: code actions: what puts diagnostics right, and comments that
 * suppress them. */
#include "cmd/lsp/look.h"
#include "cmd/lsp/server.h"
#include "cmd/run/fixing.h"
#include "formats/config/suppress.h"

#define FIX_ALL "source.fixAll.ternion"

enum {
	UNASKED_MAX = 1024 * 1024 /* bytes of a document of which "fix all" is
				     offered without being asked for */
};

struct actions {
	const struct request *request;
	const struct opened *document;
	struct json *json;
	struct look look;
	struct fixing fixing;
	bool any_certain; /* a fix that is offered is certain */
};

/*
 * Kinds
 */

/* Whether a kind is the one that the text names, or includes it. */
static bool
includes_kind(struct slice kind, const char *text)
{
	return kind.len <= strlen(text) &&
	    memcmp(kind.ptr, text, kind.len) == 0 &&
	    (kind.len == 0 || text[kind.len] == '\0' || text[kind.len] == '.');
}

static bool
wants_kind(const struct tree_node *only, const char *kind)
{
	if (only == NULL || only->type != TREE_LIST)
		return true;
	for (const struct tree_node *n = only->first; n; n = n->next)
		if (n->type == TREE_TEXT && includes_kind(n->text, kind))
			return true;
	return false;
}

/*
 * One action
 */

/* Copies a value of the client's message. */
static void
put_tree(struct json *json, const char *key, const struct tree_node *node)
{
	if (node->type == TREE_TEXT && node->quoted) {
		json_text(json, key, node->text);
	} else if (node->type == TREE_TEXT) {
		json_literal(json, key, node->text);
	} else {
		bool is_map = node->type == TREE_MAP;

		json_begin(json, key, is_map ? '{' : '[');
		for (const struct tree_node *n = node->first; n; n = n->next)
			put_tree(json, is_map ? n->key.ptr : NULL, n);
		json_end(json, is_map ? '}' : ']');
	}
}

/* Names the client's diagnostics that are this one. */
static void
put_diagnostic(struct actions *actions, const struct diag *diag)
{
	const struct tree_node *n =
	    member_first(actions->request->params, "context.diagnostics");

	json_begin(actions->json, "diagnostics", '[');
	for (; n != NULL; n = n->next) {
		struct slice code;
		size_t from, to;

		if (member_text(n, "code", &code) &&
		    slice_is(code, diag_table[diag->id].slug) &&
		    read_range(&actions->document->text, member_at(n, "range"),
			&from, &to) &&
		    from == look_start(&actions->look, diag->span))
			put_tree(actions->json, NULL, n);
	}
	json_end(actions->json, ']');
}

static void
begin_action(struct actions *actions, const char *kind, const char *title)
{
	json_begin(actions->json, NULL, '{');
	json_string(actions->json, "title", title);
	json_string(actions->json, "kind", kind);
}

static void
begin_edits(struct actions *actions)
{
	json_begin(actions->json, "edit", '{');
	json_begin(actions->json, "changes", '{');
	json_begin(actions->json, actions->document->uri, '[');
}

static void
put_edit(struct actions *actions, size_t from, size_t to, const char *text)
{
	json_edit(
	    actions->json, &actions->document->text, from, to, slice_of(text));
}

/* Ends the edits and the action. */
static void
end_action(struct actions *actions)
{
	json_end(actions->json, ']');
	json_end(actions->json, '}');
	json_end(actions->json, '}');
	json_end(actions->json, '}');
}

static void
offer_fix(
    struct actions *actions, const struct diag *diag, const struct fix *fix)
{
	const struct look *look = &actions->look;
	struct strbuf title = STRBUF_INIT;

	strbuf_puts(&title, fix->repairs ? "Repair: " : "Write ");
	strbuf_puts(&title, fix->title);
	begin_action(actions, "quickfix", title.ptr);
	put_diagnostic(actions, diag);
	if (fix->certain)
		json_bool(actions->json, "isPreferred", true);
	begin_edits(actions);
	for (unsigned i = 0; i < fix->len; i++)
		put_edit(actions, look_start(look, fix->edits[i].span),
		    look_stop(look, fix->edits[i].span), fix->edits[i].text);
	end_action(actions);
	strbuf_release(&title);
}

/* Whether one of the fixes is just that edit. */
static bool
is_among(const struct fix *fixes, const struct edit *edit)
{
	for (const struct fix *f = fixes; f != NULL; f = f->next)
		if (f->len == 1 && f->edits->span.start == edit->span.start &&
		    f->edits->span.len == edit->span.len &&
		    strcmp(f->edits->text, edit->text) == 0)
			return true;
	return false;
}

/*
 * Suppressions
 */

/* Where a comment suppresses a diagnostic. */
struct comment_place {
	uint32_t at;           /* in the record */
	bool next_only;        /* it is for the next ply alone */
	const struct ply *ply; /* after it; NULL: none */
};

static uint32_t
start_of_ply(const struct ply *ply)
{
	return ply->number_span.len > 0 ? ply->number_span.start
					: ply->span.start;
}

/* Finds the last ply, of all lines, that begins at an offset or before. */
static void
find_last_ply(const struct line *line, uint32_t at, const struct ply **found)
{
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		const struct line *v =
		    ply->notes != NULL ? ply->notes->variations : NULL;

		if (start_of_ply(ply) <= at &&
		    (*found == NULL ||
			start_of_ply(ply) >= start_of_ply(*found)))
			*found = ply;
		for (; v != NULL; v = v->next)
			find_last_ply(v, at, found);
	}
}

/* Before the ply that the diagnostic belongs to, for that alone; if it is about
 * the record as a whole, before the first ply; about the result, before that.
 */
static struct comment_place
find_comment_place(const struct record *record, const struct diag *diag)
{
	const struct line *line = &record->line;
	struct span result = record->result_span;
	struct comment_place place = { .at = result.len > 0
		    ? result.start
		    : record->span.start + record->span.len };

	if (record->is_movetext && result.len > 0 &&
	    diag->span.start >= result.start)
		return place;
	find_last_ply(line, diag->span.start, &place.ply);
	/* The end of the game is reported at the last ply, and is not its own:
	 * see suppress.c. */
	place.next_only = place.ply != NULL &&
	    !(diag->ply == 0 && diag->span.start >= line->last->span.start &&
		diag->span.start <
		    line->last->span.start + line->last->span.len);
	if (place.ply == NULL)
		place.ply = line->first;
	if (place.ply != NULL)
		place.at = start_of_ply(place.ply);
	return place;
}

/* Whether the text from..to is an element of a list, so that it can become a
 * map; takes its quotes into it. */
static bool
is_element(const struct doc_text *text, size_t *from, size_t *to)
{
	char quote = text_byte(text, *from - 1);
	size_t before;

	if ((quote == '"' || quote == '\'') && text_byte(text, *to) == quote) {
		--*from;
		++*to;
	}
	before = *from;
	while (before > 0 && strchr(" \t\r\n", text->bytes[before - 1]) != NULL)
		before--;
	return before > 0 && strchr("[,-", text->bytes[before - 1]) != NULL;
}

/* In movetext the comment is put before the ply; elsewhere the ply becomes a
 * map with the comment. */
static void
offer_suppression(struct actions *actions, const struct diag *diag)
{
	const struct doc_text *doc = &actions->document->text;
	const struct record *record = &actions->look.record;
	const char *code = diag_table[diag->id].slug, *next;
	struct comment_place place;
	struct strbuf title = STRBUF_INIT, text = STRBUF_INIT;
	size_t from, to;

	if (diag->severity == SEV_FATAL || record->broken ||
	    diag->id == DIAG_SUPPRESSION_MALFORMED ||
	    diag->id == DIAG_SUPPRESSION_UNUSED)
		return;
	place = find_comment_place(record, diag);
	next = place.next_only ? "-next" : "";
	if (record->is_movetext) {
		from = to = actions->look.window + place.at;
		if (from > 0 &&
		    strchr(" \n\r\t(", doc->bytes[from - 1]) == NULL)
			strbuf_char(&text, ' ');
		strbuf_printf(&text, "{ternion-disable%s %s} ", next, code);
	} else {
		if (place.ply == NULL)
			return;
		from = look_start(&actions->look, place.ply->span);
		to = look_stop(&actions->look, place.ply->span);
		if (!is_element(doc, &from, &to))
			return;
		strbuf_printf(&text,
		    "{\"before\": \"ternion-disable%s %s\", \"move\": ", next,
		    code);
		json_quote(&text, place.ply->token);
		strbuf_char(&text, '}');
	}
	strbuf_printf(&title, "Suppress %s here", code);
	begin_action(actions, "quickfix", title.ptr);
	put_diagnostic(actions, diag);
	begin_edits(actions);
	put_edit(actions, from, to, text.ptr);
	end_action(actions);
	strbuf_release(&title);
	strbuf_release(&text);
}

/*
 * All of them
 */

/* Reads and replays the next record, with the fixes of its diagnostics. */
static bool
next_record(struct actions *actions)
{
	struct look *look = &actions->look;

	if (server_cancelled(actions->request->server) || !look_next(look))
		return false;
	look_replay(look, NULL);
	suppress(&look->record, &look->diags, false);
	diags_sort(&look->diags);
	return true;
}

/* Gets ready for the records from an offset on. */
static void
begin_records(struct actions *actions, size_t offset)
{
	struct look *look = &actions->look;

	look_begin(look, actions->document, offset);
	look->run.replay.fixes = true;
	actions->fixing.source = &look->in.input.source;
	source_copy(
	    actions->fixing.source, &actions->fixing.original, SIZE_MAX);
}

static void
end_records(struct actions *actions)
{
	look_end(&actions->look);
	fixing_release(&actions->fixing);
	memset(&actions->fixing, 0, sizeof(actions->fixing));
}

/* Whether the diagnostic is shown, in the range that is asked about. */
static bool
is_asked_about(const struct actions *actions, const struct diag *diag)
{
	const struct report *report = &actions->document->judge->run.report;

	return look_start(&actions->look, diag->span) <= actions->request->to &&
	    look_stop(&actions->look, diag->span) >= actions->request->from &&
	    !report->options.disabled[diag->id];
}

/* Offers the fixes of each diagnostic, and then to suppress each. */
static void
offer_quick_fixes(struct actions *actions)
{
	const struct diags *diags = &actions->look.diags;

	for (unsigned i = 0; i < diags->len; i++) {
		const struct diag *diag = &diags->list[i];

		if (!is_asked_about(actions, diag))
			continue;
		for (const struct fix *f = diag->fixes; f; f = f->next) {
			offer_fix(actions, diag, f);
			actions->any_certain |= f->certain;
		}
		for (const struct fix *f = diag->near; f; f = f->next)
			if (!is_among(diag->fixes, f->edits))
				offer_fix(actions, diag, f);
	}
	for (unsigned i = 0; i < diags->len; i++)
		if (is_asked_about(actions, &diags->list[i]))
			offer_suppression(actions, &diags->list[i]);
}

/* Does to the document what `check --fix` would. */
static void
offer_fix_all(struct actions *actions)
{
	struct fixing *fixing = &actions->fixing;

	begin_action(actions, FIX_ALL, "Put right all that is certain");
	begin_edits(actions);
	begin_records(actions, 0);
	while (next_record(actions))
		fixing_take(fixing, actions->look.run.job,
		    &actions->look.record, &actions->look.diags);
	fixing_sort(fixing);
	for (size_t i = 0; i < fixing->len; i++)
		put_edit(actions, fixing->patches[i].at,
		    fixing->patches[i].at + fixing->patches[i].len,
		    fixing->patches[i].text);
	end_records(actions);
	end_action(actions);
}

enum message_error
lsp_code_action(struct request *request)
{
	const struct opened *document = request->document;
	const struct tree_node *only =
	    member_at(request->params, "context.only");
	struct actions actions = {
		.request = request, .document = document, .json = request->json
	};

	json_begin(request->json, "result", '[');
	if (request->server->client.actions && !document->is_foreign &&
	    document->format->write != NULL) {
		if (wants_kind(only, "quickfix")) {
			/* A diagnostic at the end of a record touches the
			 * beginning of the next. */
			begin_records(&actions,
			    request->from > 0 ? request->from - 1 : 0);
			while (next_record(&actions) &&
			    actions.look.from <= request->to)
				offer_quick_fixes(&actions);
			end_records(&actions);
		}
		if (only != NULL ? wants_kind(only, FIX_ALL)
				 : actions.any_certain &&
			    document->text.len < UNASKED_MAX)
			offer_fix_all(&actions);
	}
	json_end(request->json, ']');
	return ERROR_NONE;
}
