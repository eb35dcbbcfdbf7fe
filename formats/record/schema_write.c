/* Ternion: records in JSON and YAML: from a record to an emitter. */
#include "formats/record/fields.h"
#include "formats/record/schema.h"

static void
emit_text(const struct emitter *e, const char *key, struct slice text)
{
	e->text(e->context, key, text);
}

static bool
is_word_of(struct slice word, const char *const *list)
{
	while (*list != NULL && !slice_is(word, *list))
		list++;
	return *list != NULL;
}

static size_t
count_digits(struct slice text, size_t at)
{
	size_t i = at;

	while (i < text.len && ascii_is_digit(text.ptr[i]))
		i++;
	return i - at;
}

/* number = [ "-" ] ( "0" | digits without 0 before them ) [ "." digits ]
 *          [ ( "e" | "E" ) [ "+" | "-" ] digits ]          as in JSON */
static bool
is_number(struct slice text)
{
	size_t at = text.len > 0 && text.ptr[0] == '-',
	       n = count_digits(text, at);

	if (n == 0 || (n > 1 && text.ptr[at] == '0'))
		return false;
	at += n;
	if (at < text.len && text.ptr[at] == '.') {
		n = count_digits(text, at + 1);
		at += n > 0 ? n + 1 : 0;
	}
	if (at < text.len && (text.ptr[at] | 0x20) == 'e') {
		size_t sign = at + 1 < text.len &&
		    (text.ptr[at + 1] == '+' || text.ptr[at + 1] == '-');

		n = count_digits(text, at + 1 + sign);
		at += n > 0 ? n + 1 + sign : 0;
	}
	return at == text.len;
}

bool
is_json_literal(struct slice text)
{
	static const char *const words[] = { "true", "false", "null", NULL };

	return is_word_of(text, words) || is_number(text);
}

static void
emit_number(const struct emitter *e, const char *key, unsigned long number)
{
	char text[NUMBER_DIGITS], *end = strbuf_put_number(text, number);

	e->literal(
	    e->context, key, (struct slice){ text, (size_t)(end - text) });
}

/* Appends a tree that is not ours. A text that was no string does not become
 * one; lists are written on one line. */
static void
emit_node(const struct emitter *e, const char *key,
    const struct tree_node *node, bool flow)
{
	bool is_map = node->type == TREE_MAP;

	if (node->type != TREE_TEXT) {
		e->begin(e->context, key, is_map ? '{' : '[', flow);
		for (const struct tree_node *n = node->first; n; n = n->next)
			emit_node(
			    e, is_map ? n->key.ptr : NULL, n, flow || !is_map);
		e->end(e->context, is_map ? '}' : ']');
	} else if (node->quoted) {
		emit_text(e, key, node->text);
	} else if (node->text.len == 0 || slice_is(node->text, "~")) {
		e->literal(e->context, key, slice_of("null"));
	} else if (is_json_literal(node->text)) {
		e->literal(e->context, key, node->text);
	} else {
		emit_text(e, key, node->text);
	}
}

/* The members of a map that are not ours, and no fields of a ply. */
static void
emit_extra(const struct emitter *e, const struct tree_node *map,
    const char *const *ours)
{
	const struct tree_node *n = map != NULL ? map->first : NULL;

	for (; n != NULL; n = n->next)
		if (!is_word_of(n->key, ours) && !is_field(n))
			emit_node(e, n->key.ptr, n, true);
}

/* One comment is a string, several are a list of strings. They end before
 * `end`. */
static void
emit_comments(const struct emitter *e, const char *key,
    const struct comments *comments, const struct comment *end)
{
	bool is_list = comments->first != end && comments->first->next != end;

	if (is_list)
		e->begin(e->context, key, '[', true);
	for (const struct comment *c = comments->first; c != end; c = c->next)
		emit_text(e, is_list ? NULL : key, c->text);
	if (is_list)
		e->end(e->context, ']');
}

static void emit_line(const struct emitter *e, const char *key,
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
emit_ply(const struct emitter *e, const struct ply *ply)
{
	const struct notes *notes = ply->notes;
	const struct comment *field;

	if (is_bare(notes)) {
		emit_text(e, NULL, ply->text);
		return;
	}
	field = fields_begin(&notes->comment, notes->extra);
	e->begin(e->context, NULL, '{', true);
	emit_text(e, "move", ply->text);
	if (notes->nags != NULL) {
		e->begin(e->context, "nags", '[', true);
		for (const struct nag *n = notes->nags; n; n = n->next)
			emit_number(e, NULL, n->number);
		e->end(e->context, ']');
	}
	emit_comments(e, "before", &notes->before, NULL);
	emit_comments(e, "comment", &notes->comment, field);
	if (notes->variations != NULL) {
		e->begin(e->context, "variations", '[', true);
		for (const struct line *v = notes->variations; v; v = v->next)
			emit_line(e, NULL, v, true);
		e->end(e->context, ']');
	}
	emit_comments(e, "after", &notes->after, NULL);
	for (; field != NULL; field = field->next)
		field_put(field->text, e);
	emit_extra(e, notes->extra, schema_ply_keys);
	e->end(e->context, '}');
}

static void
emit_line(const struct emitter *e, const char *key, const struct line *line,
    bool flow)
{
	e->begin(e->context, key, '[', flow);
	for (const struct ply *ply = line->first; ply; ply = ply->next)
		emit_ply(e, ply);
	if (flow && line->first == NULL && line->comment.first != NULL) {
		e->begin(e->context, NULL, '{', true);
		emit_comments(e, "comment", &line->comment, NULL);
		e->end(e->context, '}');
	}
	e->end(e->context, ']');
}

/* Tags without a key of their own in the schema. */
static bool
is_under_tags(const struct variant *variant, struct slice name)
{
	static const char *const placed[] = { "Variant", "Notation", "Letters",
		"SetUp", "Position", NULL };

	return !is_word_of(name, placed) &&
	    variant_option(variant, name.ptr, name.len) < 0;
}

static void
emit_tags(const struct emitter *e, const struct record *record,
    const struct writing *writing)
{
	bool letters =
	    writing->letters != NULL && strcmp(writing->letters, "en") != 0;
	bool any = letters;
	struct strbuf name = STRBUF_INIT;

	for (const struct tag *t = record->tags; t != NULL; t = t->next)
		any |= is_under_tags(writing->variant, t->name);
	if (!any)
		return;
	e->begin(e->context, "tags", '{', false);
	for (const struct tag *t = record->tags; t != NULL; t = t->next) {
		/* Of repeated tags the first counts. */
		if (!is_under_tags(writing->variant, t->name) ||
		    record_find_tag(record, t->name) != t)
			continue;
		strbuf_reset(&name);
		strbuf_slice(&name, t->name);
		emit_text(e, name.ptr,
		    slice_is(t->name, "Result") ? writing->result : t->value);
	}
	if (letters)
		emit_text(e, "Letters", slice_of(writing->letters));
	e->end(e->context, '}');
	strbuf_release(&name);
}

static void
emit_options(const struct emitter *e, const struct record *record,
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
		emit_text(e, options[i].name, strbuf_as_slice(&value));
	}
	if (any)
		e->end(e->context, '}');
	strbuf_release(&value);
}

void
schema_write(const struct record *record, const struct writing *writing,
    const struct emitter *e)
{
	e->begin(e->context, NULL, '{', false);
	emit_number(e, "ternion", 1);
	emit_text(e, "variant", slice_of(writing->variant->id));
	emit_options(e, record, writing);
	emit_tags(e, record, writing);
	if (writing->position.len > 0)
		emit_text(e, "start", writing->position);
	emit_text(e, "notation", slice_of(writing->notation));
	if (record->line.first == NULL)
		emit_comments(e, "comment", &record->line.comment, NULL);
	emit_extra(e, record->extra, schema_record_keys);
	emit_line(e, "plies", &record->line, false);
	emit_text(e, "result", writing->result);
	e->end(e->context, '}');
}

void
schema_write_tree(const struct tree_node *top, const struct emitter *e)
{
	emit_node(e, NULL, top, false);
}
