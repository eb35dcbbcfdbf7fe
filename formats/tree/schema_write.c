/* Ternion: writes records as JSON or YAML. */
#include "formats/tree/schema.h"

void
tree_write(
    struct json *json, const char *key, const struct tree_node *node, bool flat)
{
	bool is_map = node->type == TREE_MAP;

	if (node->type != TREE_TEXT) {
		(flat ? json_begin_flat : json_begin)(
		    json, key, is_map ? '{' : '[');
		for (const struct tree_node *n = node->first; n; n = n->next)
			tree_write(json, is_map ? n->key.ptr : NULL, n, flat);
		json_end(json, is_map ? '}' : ']');
	} else if (tree_is_null(node, false)) {
		json_string(json, key, NULL);
	} else if (!node->quoted && is_json_literal(node->text)) {
		json_literal(json, key, node->text);
	} else {
		json_text(json, key, node->text);
	}
}

/* Appends the members of a map that are neither ours nor fields of a ply. */
static void
put_extra(
    struct json *json, const struct tree_node *map, const char *const *ours)
{
	const struct tree_node *n = map != NULL ? map->first : NULL;

	for (; n != NULL; n = n->next)
		if (!slice_is_among(n->key, ours) && !is_field(n))
			tree_write(json, n->key.ptr, n, true);
}

/* Appends the comments before `end`: one as a string, several as a list. */
static void
put_comments(struct json *json, const char *key,
    const struct comments *comments, const struct comment *end)
{
	bool is_list = comments->first != end && comments->first->next != end;

	if (is_list)
		json_begin_flat(json, key, '[');
	for (const struct comment *c = comments->first; c != end; c = c->next)
		json_text(json, is_list ? NULL : key, c->text);
	if (is_list)
		json_end(json, ']');
}

static void put_variations(struct json *json, const struct line *line);

void
plies_write(
    struct json *json, const char *key, const struct line *line, bool flow)
{
	(flow ? json_begin_flat : json_begin)(json, key, '[');
	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		const struct notes *notes = ply->notes;

		/* Empty lists in a record leave empty notes. */
		if (notes == NULL ||
		    (notes->nags == NULL && notes->before.first == NULL &&
			notes->comment.first == NULL &&
			notes->variations == NULL && notes->extra == NULL)) {
			json_text(json, NULL, ply->text);
			continue;
		}
		const struct comment *field =
		    fields_begin(&notes->comment, notes->extra);
		json_begin_flat(json, NULL, '{');
		json_text(json, "move", ply->text);
		if (notes->nags != NULL) {
			json_begin_flat(json, "nags", '[');
			for (const struct nag *n = notes->nags; n; n = n->next)
				json_number(json, NULL, n->number);
			json_end(json, ']');
		}
		put_comments(json, "before", &notes->before, NULL);
		put_comments(json, "comment", &notes->comment, field);
		if (notes->variations != NULL) {
			json_begin_flat(json, "variations", '[');
			put_variations(json, notes->variations);
			json_end(json, ']');
			put_comments(
			    json, "after", &notes->last_variation->after, NULL);
		}
		for (; field != NULL; field = field->next) {
			SCRATCH_ARENA arena = ARENA_INIT;
			const struct tree_node *member =
			    field_member(field->text, &arena);

			tree_write(json, member->key.ptr, member, true);
		}
		put_extra(json, notes->extra, schema_ply_keys);
		json_end(json, '}');
	}
	if (flow && line->first == NULL && line->comment.first != NULL) {
		json_begin_flat(json, NULL, '{');
		put_comments(json, "comment", &line->comment, NULL);
		json_end(json, '}');
	}
	json_end(json, ']');
}

/* The comments between two variations are texts between their lists. */
static void
put_variations(struct json *json, const struct line *line)
{
	for (; line != NULL; line = line->next) {
		plies_write(json, NULL, line, true);
		for (const struct comment *c = line->after.first;
		     c != NULL && line->next != NULL; c = c->next)
			json_text(json, NULL, c->text);
	}
}

static void
put_tags(struct json *json, const struct record *record,
    const struct writing *writing)
{
	/* These, and options, have keys of their own. */
	static const char *const placed[] = { "Variant", "Notation", "Letters",
		"SetUp", "Position", NULL };
	bool letters =
	    writing->letters != NULL && strcmp(writing->letters, "en") != 0;
	bool any = false;
	SCRATCH name = STRBUF_INIT;

	for (const struct tag *t = record->tags; t != NULL; t = t->next) {
		/* Of repeated tags the first counts. */
		if (slice_is_among(t->name, placed) ||
		    variant_option(
			writing->variant, t->name.ptr, t->name.len) >= 0 ||
		    record_find_tag(record, t->name) != t)
			continue;
		if (!any)
			json_begin(json, "tags", '{');
		any = true;
		strbuf_reset(&name);
		strbuf_slice(&name, t->name);
		json_text(json, name.ptr,
		    slice_is(t->name, "Result") ? writing->result : t->value);
	}
	if (letters && !any)
		json_begin(json, "tags", '{');
	if (letters)
		json_string(json, "Letters", writing->letters);
	if (letters || any)
		json_end(json, '}');
}

void
schema_write(const struct record *record, const struct writing *writing,
    struct json *json)
{
	const struct variant_option *options = writing->variant->options;
	SCRATCH value = STRBUF_INIT;
	bool any = false;

	json_put(json, "{ ternion:1 variant:%s", writing->variant->id);
	for (int i = 0; options[i].name != NULL; i++) {
		strbuf_reset(&value);
		if (!writing_option(record, writing, i, &value))
			continue;
		if (!any)
			json_begin_flat(json, "options", '{');
		any = true;
		json_text(json, options[i].name, strbuf_as_slice(&value));
	}
	if (any)
		json_end(json, '}');
	put_tags(json, record, writing);
	json_put(json, "start:!%.*s notation:%s", SLICE(writing->position),
	    writing->notation);
	if (record->line.first == NULL)
		put_comments(json, "comment", &record->line.comment, NULL);
	put_extra(json, record->extra, schema_record_keys);
	plies_write(json, "plies", &record->line, false);
	json_text(json, "result", writing->result);
	json_end(json, '}');
}
