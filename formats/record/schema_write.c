/* Ternion: records in JSON and YAML: from a record to an emitter. */
#include "formats/record/fields.h"
#include "formats/record/schema.h"

static void
put_record_text(const struct emitter *e, const char *key, struct slice text)
{
	e->text(e->context, key, text);
}

static void
put_record_string(const struct emitter *e, const char *key, const char *text)
{
	e->text(e->context, key, slice_of(text));
}

/* Whether a key is one of ours; others are carried along. */
static bool
is_record_known(struct slice key, const char *const *known)
{
	while (*known != NULL && !slice_is(key, *known))
		known++;
	return *known != NULL;
}

static size_t
digits_record(struct slice text, size_t at)
{
	size_t i = at;

	while (i < text.len && text.ptr[i] >= '0' && text.ptr[i] <= '9')
		i++;
	return i - at;
}

/* number = [ "-" ] ( "0" | digits without 0 before them ) [ "." digits ]
 *          [ ( "e" | "E" ) [ "+" | "-" ] digits ]          as in JSON */
static bool
is_number(struct slice text)
{
	size_t at = text.len > 0 && text.ptr[0] == '-',
	       n = digits_record(text, at);

	if (n == 0 || (n > 1 && text.ptr[at] == '0'))
		return false;
	at += n;
	if (at < text.len && text.ptr[at] == '.') {
		n = digits_record(text, at + 1);
		at += n > 0 ? n + 1 : 0;
	}
	if (at < text.len && (text.ptr[at] | 0x20) == 'e') {
		size_t sign = at + 1 < text.len &&
		    (text.ptr[at + 1] == '+' || text.ptr[at + 1] == '-');

		n = digits_record(text, at + 1 + sign);
		at += n > 0 ? n + 1 + sign : 0;
	}
	return at == text.len;
}

bool
is_json_literal(struct slice text)
{
	static const char *const words[] = { "true", "false", "null", NULL };

	return is_record_known(text, words) || is_number(text);
}

/* Somebody else's value: what was no string does not become one. */
static void
put_record_value(
    const struct emitter *e, const char *key, const struct tree_node *node)
{
	if (node->quoted)
		put_record_text(e, key, node->text);
	else if (node->text.len == 0 || slice_is(node->text, "~"))
		e->literal(e->context, key, slice_of("null"));
	else if (is_json_literal(node->text))
		e->literal(e->context, key, node->text);
	else
		put_record_text(e, key, node->text);
}

static void
put_record_number(
    const struct emitter *e, const char *key, unsigned long number)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_number(&text, number);
	e->literal(e->context, key, strbuf_as_slice(&text));
	strbuf_release(&text);
}

static void
put_node(const struct emitter *e, const char *key, const struct tree_node *node,
    bool flow)
{
	struct strbuf name = STRBUF_INIT;

	if (node->type == TREE_TEXT) {
		put_record_value(e, key, node);
		return;
	}
	e->begin(e->context, key, node->type == TREE_MAP ? '{' : '[', flow);
	for (const struct tree_node *n = node->first; n != NULL; n = n->next) {
		strbuf_reset(&name);
		strbuf_slice(&name, n->key);
		/* What stands in a list is one line. */
		put_node(e, node->type == TREE_MAP ? name.ptr : NULL, n,
		    flow || node->type == TREE_LIST);
	}
	e->end(e->context, node->type == TREE_MAP ? '}' : ']');
	strbuf_release(&name);
}

/* The members of a map that are not ours, of a ply those that are no field. */
static void
put_extra(const struct emitter *e, const struct tree_node *map,
    const char *const *known)
{
	struct strbuf name = STRBUF_INIT;

	for (const struct tree_node *n = map != NULL ? map->first : NULL;
	     n != NULL; n = n->next) {
		if (is_record_known(n->key, known) || is_field(n))
			continue;
		strbuf_reset(&name);

		strbuf_slice(&name, n->key);
		put_node(e, name.ptr, n, true);
	}
	strbuf_release(&name);
}

/* One comment is a string, several are a list of strings; `end`: before it. */
static void
put_comments_to(const struct emitter *e, const char *key,
    const struct comments *comments, const struct comment *end)
{
	if (comments->first == end)
		return;
	if (comments->first->next == end) {
		put_record_text(e, key, comments->first->text);
		return;
	}
	e->begin(e->context, key, '[', true);
	for (const struct comment *c = comments->first; c != end; c = c->next)
		put_record_text(e, NULL, c->text);
	e->end(e->context, ']');
}

static void
put_record_comments(
    const struct emitter *e, const char *key, const struct comments *comments)
{
	put_comments_to(e, key, comments, NULL);
}

static void
put_record_nags(const struct emitter *e, const struct nag *nags)
{
	if (nags == NULL)
		return;
	e->begin(e->context, "nags", '[', true);
	for (const struct nag *n = nags; n != NULL; n = n->next)
		put_record_number(e, NULL, n->number);
	e->end(e->context, ']');
}

static void put_record_line(const struct emitter *e, const char *key,
    const struct line *line, bool flow);

/* Empty lists in a record leave notes that say nothing. */
static bool
is_bare(const struct notes *notes)
{
	return notes == NULL ||
	    (notes->nags == NULL && notes->before.first == NULL &&
		notes->comment.first == NULL && notes->after.first == NULL &&
		notes->variations == NULL && notes->extra == NULL);
}

static void
put_record_ply(const struct emitter *e, const struct ply *ply)
{
	static const char *const known[] = { "move", "nags", "before",
		"comment", "variations", "after", NULL };
	const struct notes *notes = ply->notes;
	const struct comment *field;

	if (is_bare(notes)) {
		put_record_text(e, NULL, ply->text);
		return;
	}
	e->begin(e->context, NULL, '{', true);
	put_record_text(e, "move", ply->text);
	put_record_nags(e, notes->nags);
	put_record_comments(e, "before", &notes->before);
	field = fields_begin(&notes->comment, notes->extra);
	put_comments_to(e, "comment", &notes->comment, field);
	if (notes->variations != NULL) {
		e->begin(e->context, "variations", '[', true);
		for (const struct line *v = notes->variations; v; v = v->next)
			put_record_line(e, NULL, v, true);
		e->end(e->context, ']');
	}
	put_record_comments(e, "after", &notes->after);
	for (; field != NULL; field = field->next)
		field_put(field->text, e);
	put_extra(e, notes->extra, known);
	e->end(e->context, '}');
}

static void
put_record_line(const struct emitter *e, const char *key,
    const struct line *line, bool flow)
{
	e->begin(e->context, key, '[', flow);
	for (const struct ply *ply = line->first; ply; ply = ply->next)
		put_record_ply(e, ply);
	if (flow && line->first == NULL && line->comment.first != NULL) {
		e->begin(e->context, NULL, '{', true);
		put_record_comments(e, "comment", &line->comment);
		e->end(e->context, '}');
	}
	e->end(e->context, ']');
}

/* Tags that have a key of their own in the schema. */
static bool
is_record_placed(const struct variant *variant, struct slice name)
{
	static const char *const placed[] = { "Variant", "Notation", "Letters",
		"SetUp", "Position", NULL };

	return is_record_known(name, placed) ||
	    variant_option(variant, name.ptr, name.len) >= 0;
}

static void
put_tags(const struct emitter *e, const struct record *record,
    const struct writing *writing)
{
	bool letters =
	    writing->letters != NULL && strcmp(writing->letters, "en") != 0;
	bool any = letters;
	struct strbuf name = STRBUF_INIT;

	for (const struct tag *t = record->tags; t != NULL; t = t->next)
		any |= !is_record_placed(writing->variant, t->name);
	if (!any)
		return;
	e->begin(e->context, "tags", '{', false);
	for (const struct tag *t = record->tags; t != NULL; t = t->next) {
		if (is_record_placed(writing->variant, t->name))
			continue;
		strbuf_reset(&name);
		strbuf_slice(&name, t->name);
		/* Of those repeated the first counts. */
		if (record_tag(record, name.ptr) != t)
			continue;
		put_record_text(e, name.ptr,
		    slice_is(t->name, "Result") ? writing->result : t->value);
	}
	if (letters)
		put_record_string(e, "Letters", writing->letters);
	e->end(e->context, '}');
	strbuf_release(&name);
}

static void
put_record_options(const struct emitter *e, const struct record *record,
    const struct writing *writing)
{
	const struct variant_option *options = writing->variant->options;
	struct strbuf value = STRBUF_INIT;
	bool any = false;

	for (int i = 0; options[i].name != NULL; i++) {
		strbuf_reset(&value);
		if (!writing_option(record, writing, i, &value))
			continue;
		if (!any)
			e->begin(e->context, "options", '{', true);
		any = true;
		put_record_text(e, options[i].name, strbuf_as_slice(&value));
	}
	if (any)
		e->end(e->context, '}');
	strbuf_release(&value);
}

void
schema_write(const struct record *record, const struct writing *writing,
    const struct emitter *e)
{
	static const char *const known[] = { "ternion", "variant", "options",
		"tags", "start", "notation", "plies", "result", "comment",
		NULL };

	e->begin(e->context, NULL, '{', false);
	put_record_number(e, "ternion", 1);
	put_record_string(e, "variant", writing->variant->id);
	put_record_options(e, record, writing);
	put_tags(e, record, writing);
	if (writing->position.len > 0)
		put_record_text(e, "start", writing->position);
	put_record_string(e, "notation", writing->notation);
	if (record->line.first == NULL)
		put_record_comments(e, "comment", &record->line.comment);
	put_extra(e, record->extra, known);
	put_record_line(e, "plies", &record->line, false);
	put_record_text(e, "result", writing->result);
	e->end(e->context, '}');
}

void
schema_write_tree(const struct tree_node *top, const struct emitter *e)
{
	put_node(e, NULL, top, false);
}
