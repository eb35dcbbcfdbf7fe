/* Ternion: code actions: what puts diagnostics right, and what takes them away.
 */
#include "cmd/lsp/edits.h"
#include "cmd/lsp/look.h"
#include "cmd/lsp/server.h"

#define FIX_ALL "source.fixAll.ternion"

enum {
	SMALL = 1024 * 1024, /* bytes of a document of which all is put right
				without being asked for */
};

/* What a client asks for. */
struct asking {
	struct server *server;
	const struct opened *document;
	const struct tree_node *context; /* NULL: there is none */
	struct json *json;
	struct look look;
	size_t from, to;
	bool fixes, all; /* which kinds of actions */
	bool any_certain;
};

/*
 * Which kinds
 */

/* Whether a kind is that of the text, or above it. */
static bool
covers(struct slice kind, const char *text)
{
	return slice_equal(kind,
		   slice_sub(slice_of(text), 0,
		       kind.len < strlen(text) ? kind.len : strlen(text))) &&
	    (text[kind.len] == '\0' || text[kind.len] == '.' || kind.len == 0);
}

static bool
wants(const struct tree_node *only, const char *kind)
{
	if (only == NULL || only->type != TREE_LIST)
		return true;
	for (const struct tree_node *n = only->first; n; n = n->next)
		if (n->type == TREE_TEXT && covers(n->text, kind))
			return true;
	return false;
}

/*
 * One action
 */

/* Copies a value as it came. */
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

/* Names the diagnostics of the client's that are this one. */
static void
put_diagnostic(struct asking *asking, const struct diag *diag)
{
	const struct tree_node *list =
	    member_at(asking->context, "diagnostics");
	struct slice code;

	if (list == NULL || list->type != TREE_LIST)
		return;
	json_begin(asking->json, "diagnostics", '[');
	for (const struct tree_node *n = list->first; n; n = n->next) {
		size_t from, to;

		if (member_text(n, "code", &code) &&
		    slice_is(code, diag_table[diag->id].slug) &&
		    read_range(
			asking->document, member_at(n, "range"), &from, &to) &&
		    from == look_start(&asking->look, diag->span))
			put_tree(asking->json, NULL, n);
	}
	json_end(asking->json, ']');
}

static void
begin_action(struct asking *asking, const struct diag *diag, const char *title)
{
	json_begin(asking->json, NULL, '{');
	json_string(asking->json, "title", title);
	json_string(asking->json, "kind", "quickfix");
	put_diagnostic(asking, diag);
}

/* Takes the place of a span, or of an empty one. */
static void
put_one_edit(struct asking *asking, size_t from, size_t to, const char *text)
{
	struct edits edits;

	edits_begin_workspace(&edits, asking->document, asking->json);
	edits_put(&edits, from, to, slice_of(text));
	edits_end_workspace(&edits);
	json_end(asking->json, '}');
}

static void
put_fix(struct asking *asking, const struct diag *diag, const struct fix *fix)
{
	struct strbuf title = STRBUF_INIT;
	struct edits edits;

	if (fix->repairs)
		strbuf_printf(&title, "Repair: %s", fix->title);
	else
		strbuf_printf(&title, "Write %s", fix->title);
	begin_action(asking, diag, title.ptr);
	if (fix->certain)
		json_bool(asking->json, "isPreferred", true);
	edits_begin_workspace(&edits, asking->document, asking->json);
	for (unsigned i = 0; i < fix->len; i++)
		edits_put(&edits, look_start(&asking->look, fix->edits[i].span),
		    look_stop(&asking->look, fix->edits[i].span),
		    slice_of(fix->edits[i].text));
	edits_end_workspace(&edits);
	json_end(asking->json, '}');
	strbuf_release(&title);
}

/* Whether one of the fixes is that edit alone. */
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

/* A place for a comment. */
struct comment_place {
	uint32_t at;
	bool next_only;        /* it is for the next ply alone */
	const struct ply *ply; /* before it; NULL: it is before none */
};

static uint32_t
start_of(const struct ply *ply)
{
	return ply->number_span.len > 0 ? ply->number_span.start
					: ply->span.start;
}

/* The last ply that begins at the place or before it, of all lines. */
static void
find_ply(const struct line *line, uint32_t at, const struct ply **found)
{
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		if (start_of(ply) <= at &&
		    (*found == NULL || start_of(ply) >= start_of(*found)))
			*found = ply;
		if (ply->notes == NULL)
			continue;
		for (const struct line *v = ply->notes->variations; v;
		     v = v->next)
			find_ply(v, at, found);
	}
}

/* Whether it is about the end of the game, and shown at the last ply; as
 * suppressions have it. */
static bool
is_of_end(const struct line *line, const struct diag *diag)
{
	return line->last != NULL && diag->ply == 0 &&
	    diag->span.start >= line->last->span.start &&
	    diag->span.start < line->last->span.start + line->last->span.len;
}

/* Before the ply that the diagnostic belongs to, for that alone; one of the
 * record as a whole before the first, one of the result before that. */
static void
find_comment(const struct asking *asking, const struct diag *diag,
    struct comment_place *place)
{
	const struct record *record = &asking->look.record;
	const struct line *line = &record->line;
	struct span result = record->result_span;

	*place = (struct comment_place){ .at = record->span.start +
		    record->span.len };
	if (result.len > 0)
		place->at = result.start;
	if (record->is_movetext && result.len > 0 &&
	    diag->span.start >= result.start)
		return;
	find_ply(line, diag->span.start, &place->ply);
	place->next_only = place->ply != NULL && !is_of_end(line, diag);
	if (place->ply == NULL)
		place->ply = line->first;
	if (place->ply != NULL)
		place->at = start_of(place->ply);
}

/* In movetext a comment of its own. */
static void
suppress_in_text(
    struct asking *asking, const struct comment_place *place, const char *code)
{
	size_t at = asking->look.window + place->at;
	char before = ' ';
	struct strbuf text = STRBUF_INIT;

	if (at > 0)
		text_copy(&asking->document->text, at - 1, &before, 1);
	strbuf_printf(&text, "%s{ternion-disable%s %s} ",
	    strchr(" \n\r\t(", before) != NULL ? "" : " ",
	    place->next_only ? "-next" : "", code);
	put_one_edit(asking, at, at, text.ptr);
	strbuf_release(&text);
}

/* Whether the ply is an element of a list, so that it can become a map; its
 * quotes are taken into the place. */
static bool
is_element(const struct asking *asking, size_t *from, size_t *to)
{
	char around[2] = { 0, 0 };
	const struct text *text = &asking->document->text;
	size_t before;

	text_copy(text, *from > 0 ? *from - 1 : 0, &around[0], 1);
	text_copy(text, *to, &around[1], 1);
	if ((around[0] == '"' || around[0] == '\'') && around[0] == around[1]) {
		--*from;
		++*to;
	}
	before = *from;
	do
		text_copy(text, before > 0 ? before - 1 : 0, &around[0], 1);
	while (before-- > 0 && strchr(" \t\r\n", around[0]) != NULL);
	return strchr("[,-", around[0]) != NULL;
}

/* Elsewhere the ply becomes a map with the comment. */
static void
suppress_in_map(struct asking *asking, const struct comment_place *place,
    size_t from, size_t to, const char *code)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_printf(&text,
	    "{\"before\": \"ternion-disable%s %s\", \"move\": ",
	    place->next_only ? "-next" : "", code);
	json_quote(&text, place->ply->token);
	strbuf_char(&text, '}');
	put_one_edit(asking, from, to, text.ptr);
	strbuf_release(&text);
}

static void
put_suppression(struct asking *asking, const struct diag *diag)
{
	const char *code = diag_table[diag->id].slug;
	struct comment_place place;
	struct strbuf title = STRBUF_INIT;
	size_t from = 0, to = 0;
	bool is_movetext = asking->look.record.is_movetext;

	if (diag->severity == SEV_FATAL || asking->look.record.broken ||
	    diag->id == DIAG_SUPPRESSION_MALFORMED ||
	    diag->id == DIAG_SUPPRESSION_UNUSED)
		return;
	find_comment(asking, diag, &place);
	if (!is_movetext) {
		if (place.ply == NULL)
			return;
		from = look_start(&asking->look, place.ply->span);
		to = look_stop(&asking->look, place.ply->span);
		if (!is_element(asking, &from, &to))
			return;
	}
	strbuf_printf(&title, "Suppress %s here", code);
	begin_action(asking, diag, title.ptr);
	if (is_movetext)
		suppress_in_text(asking, &place, code);
	else
		suppress_in_map(asking, &place, from, to, code);
	strbuf_release(&title);
}

/*
 * All of them
 */

static bool
is_touched(const struct asking *asking, struct span span)
{
	return look_start(&asking->look, span) <= asking->to &&
	    look_stop(&asking->look, span) >= asking->from;
}

static bool
is_shown(const struct asking *asking, const struct diag *diag)
{
	const struct report_options *options =
	    &asking->document->judge->run.report.options;

	return !options->disabled[diag->id];
}

/* Quick fixes come before what suppresses. */
static void
put_record(struct asking *asking)
{
	const struct diags *diags = &asking->look.result.diags;

	for (unsigned i = 0; i < diags->len; i++) {
		const struct diag *diag = &diags->list[i];

		if (!is_touched(asking, diag->span) || !is_shown(asking, diag))
			continue;
		for (const struct fix *f = diag->fixes; f; f = f->next) {
			put_fix(asking, diag, f);
			asking->any_certain |= f->certain;
		}
		for (const struct fix *f = diag->near; f; f = f->next)
			if (!is_among(diag->fixes, f->edits))
				put_fix(asking, diag, f);
	}
	for (unsigned i = 0; i < diags->len; i++)
		if (is_touched(asking, diags->list[i].span) &&
		    is_shown(asking, &diags->list[i]))
			put_suppression(asking, &diags->list[i]);
}

static void
put_quick_fixes(struct asking *asking)
{
	const struct opened *document = asking->document;
	size_t begins,
	    i = text_segment_at(&document->text, asking->from, &begins);

	/* What is said at the end of a record touches the next one's begin. */
	while (i > 0 && begins == asking->from)
		begins -= document->text.segment[--i].len;
	for (; look_next(document, &i, &begins, asking->to) &&
	     !server_cancelled(asking->server);
	     begins += document->text.segment[i++].len)
		if (document->text.segment[i].findings != NULL &&
		    look_at(&asking->look, i))
			put_record(asking);
}

/* The patches of the record at hand. */
static void
put_patches(struct asking *asking, struct edits *edits)
{
	struct look *look = &asking->look;
	struct fixing *fixing = &look->fixing;

	fixing_begin_record(fixing, &look->record);
	look->run.judged(&look->run, &look->result.diags);
	fixing_sort(fixing);
	for (size_t i = 0; i < fixing->len; i++) {
		const struct patch *patch = &fixing->patches[i];
		size_t from = look->part.begins + patch->at;

		edits_put(
		    edits, from, from + patch->len, slice_of(patch->text));
		mem_free(patch->text);
	}
	fixing->len = 0;
}

/* What `check --fix` would do to the document. */
static void
put_all(struct asking *asking)
{
	const struct opened *document = asking->document;
	struct edits edits;

	json_begin(asking->json, NULL, '{');
	json_string(asking->json, "title", "Put right all that is certain");
	json_string(asking->json, "kind", FIX_ALL);
	edits_begin_workspace(&edits, document, asking->json);
	for (size_t i = 0;
	     i < document->text.len && !server_cancelled(asking->server); i++)
		if (document->text.segment[i].findings != NULL &&
		    look_at(&asking->look, i))
			put_patches(asking, &edits);
	edits_end_workspace(&edits);
	json_end(asking->json, '}');
}

enum message_error
lsp_code_action(
    struct server *server, const struct tree_node *params, struct json *json)
{
	struct opened *document = server_document(server, params, true);
	struct asking asking = { .server = server,
		.document = document,
		.context = member_at(params, "context"),
		.json = json };
	const struct tree_node *only = member_at(asking.context, "only");

	if (document == NULL ||
	    !read_range(
		document, member_at(params, "range"), &asking.from, &asking.to))
		return ERROR_INVALID_PARAMS;
	json_begin(json, "result", '[');
	look_begin(&asking.look, document, true);
	if (server->client.actions && document->format->write != NULL) {
		if (wants(only, "quickfix"))
			put_quick_fixes(&asking);
		if (only != NULL
			? wants(only, FIX_ALL)
			: asking.any_certain && document->text.bytes < SMALL)
			put_all(&asking);
	}
	look_end(&asking.look);
	json_end(json, ']');
	return server_cancelled(server) ? ERROR_CANCELLED : ERROR_NONE;
}
