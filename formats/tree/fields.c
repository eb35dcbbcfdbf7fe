/* Ternion: comments that are members of a ply in JSON and YAML. */
#include "formats/tree/schema.h"

/* In the order of writing. */
static const struct field {
	const char *name; /* in a comment */
	const char *key;  /* in JSON and YAML */
	bool is_map;      /* its value is `key=VALUE key=VALUE...` */
} fields[] = {
	{ "llm", "llm", true },
	{ "3pf", "position", false },
};

/* True if a comment can hold the text in quotes, or as a word of a list. */
static bool
is_writable(struct slice text, bool as_word)
{
	for (size_t i = 0; i < text.len; i++)
		if ((unsigned char)text.ptr[i] < ' ' ||
		    strchr(as_word ? "\"]} ," : "\"]}", text.ptr[i]) != NULL)
			return false;
	return !as_word || text.len > 0;
}

/* A value is a number, true, false or null, a string in quotes, or a list of
 * words with commas between them; a list of one word ends with a comma. */
static bool
is_value(struct slice text)
{
	unsigned words = 0;
	bool ends = text.len > 0 && text.ptr[text.len - 1] == ',';

	if (text.len >= 2 && slice_begins(text, "\"") &&
	    text.ptr[text.len - 1] == '"')
		return is_writable(slice_sub(text, 1, text.len - 2), false);
	if (is_json_literal(text) || memchr(text.ptr, ',', text.len) == NULL)
		return is_json_literal(text);
	for (; text.len > 0; words++)
		if (!is_writable(slice_take(&text, ','), true))
			return false;
	return ends == (words == 1);
}

/* Takes `key=VALUE` and a space off the text; false if it has none. */
static bool
take_pair(struct slice *text, struct slice *key, struct slice *value)
{
	*key = slice_take(text, '=');
	*value = *text;
	/* A string ends with its quote, which a blank must follow. */
	if (slice_begins(*text, "\"")) {
		*text = slice_from(*text, 1);
		slice_take(text, '"');
	}
	slice_take(text, ' ');
	value->len = (size_t)(text->ptr - value->ptr);
	value->len -= value->len > 0 && text->ptr[-1] == ' ';
	return is_tag_name(*key) && is_value(*value);
}

/* The field that a comment is, or NULL. */
static const struct field *
field_of(struct slice comment, struct slice *value)
{
	struct slice rest = comment, item;
	const struct field *field = NULL;

	if (rest.len < 4 || !slice_begins(rest, "[%") ||
	    rest.ptr[rest.len - 1] != ']')
		return NULL;
	rest = slice_sub(rest, 2, rest.len - 3);
	struct slice key = slice_take(&rest, ' ');
	*value = rest;
	for (size_t i = 0; i < COUNT(fields); i++)
		if (slice_is(key, fields[i].name))
			field = &fields[i];
	if (field == NULL || rest.len == 0 || rest.ptr[rest.len - 1] == ' ')
		return NULL;
	if (!field->is_map)
		return is_writable(rest, false) ? field : NULL;
	while (rest.len > 0)
		if (!take_pair(&rest, &key, &item))
			return NULL;
	return field;
}

void
field_put(struct slice comment, struct json *json)
{
	struct slice value, key, item;
	const struct field *field = field_of(comment, &value);

	if (!field->is_map) {
		json_text(json, field->key, value);
		return;
	}
	json_begin_flat(json, field->key, '{');
	while (value.len > 0 && take_pair(&value, &key, &item)) {
		SCRATCH name = STRBUF_INIT;

		strbuf_slice(&name, key);
		if (item.ptr[0] == '"') {
			json_text(
			    json, name.ptr, slice_sub(item, 1, item.len - 2));
		} else if (is_json_literal(item)) {
			json_literal(json, name.ptr, item);
		} else {
			json_begin_flat(json, name.ptr, '[');
			while (item.len > 0) {
				key = slice_take(&item, ',');
				(is_json_literal(key)
					? json_literal
					: json_text)(json, NULL, key);
			}
			json_end(json, ']');
		}
	}
	json_end(json, '}');
}

/* Appends a text of a tree as a string, a literal, or a word of a list. A word
 * has no quotes, so a string that looks like a literal cannot be one. */
static bool
read_field_text(const struct tree_node *node, bool as_word, struct strbuf *out)
{
	bool is_literal = is_json_literal(node->text);
	bool bare = as_word || (is_literal && !node->quoted);

	if (node->type != TREE_TEXT || tree_is_null(node, false) ||
	    !is_writable(node->text, as_word) ||
	    (as_word && node->quoted && is_literal))
		return false;
	strbuf_printf(out, bare ? "%.*s" : "\"%.*s\"", SLICE(node->text));
	return true;
}

static bool
read_field_map(const struct tree_node *map, struct strbuf *out)
{
	for (const struct tree_node *n = map->first; n != NULL; n = n->next) {
		strbuf_printf(out, " %.*s=", SLICE(n->key));
		if (!is_tag_name(n->key) || n->type == TREE_MAP ||
		    (n->type == TREE_LIST && n->first == NULL) ||
		    (n->type == TREE_TEXT && !read_field_text(n, false, out)))
			return false;
		for (const struct tree_node *item = n->first; item;
		     item = item->next) {
			if (!read_field_text(item, true, out))
				return false;
			if (item->next != NULL || item == n->first)
				strbuf_char(out, ',');
		}
	}
	return map->first != NULL;
}

/* Writes the comment for a member of a ply as that field, if it has its form.
 */
static bool
field_read(const struct field *field, const struct tree_node *member,
    struct strbuf *comment)
{
	struct slice text = slice_trim(member->text);

	if (member->type != (field->is_map ? TREE_MAP : TREE_TEXT))
		return false;
	strbuf_printf(comment, "[%%%s", field->name);
	if (field->is_map && !read_field_map(member, comment))
		return false;
	if (!field->is_map)
		strbuf_printf(comment, " %.*s", SLICE(text));
	strbuf_char(comment, ']');
	return field->is_map || (text.len > 0 && is_writable(text, false));
}

bool
is_field(const struct tree_node *member)
{
	for (size_t i = 0; i < COUNT(fields); i++) {
		SCRATCH comment = STRBUF_INIT;

		if (slice_is(member->key, fields[i].key))
			return field_read(&fields[i], member, &comment);
	}
	return false;
}

const struct comment *
fields_begin(const struct comments *comments, const struct tree_node *extra)
{
	const struct comment *begin = NULL;
	const struct field *last = NULL;
	struct slice value;

	for (const struct comment *c = comments->first; c; c = c->next) {
		const struct field *field = field_of(c->text, &value);
		const struct tree_node *same =
		    field != NULL ? tree_member(extra, field->key) : NULL;

		if (field == NULL || (same != NULL && !is_field(same)))
			begin = NULL;
		else if (begin == NULL || (last != NULL && field <= last))
			begin = c;
		last = field;
	}
	return begin;
}

bool
field_value(struct slice comment, const char *key, struct slice *value)
{
	struct slice rest, name;
	const struct field *field = field_of(comment, &rest);

	while (field != NULL && field->is_map && rest.len > 0 &&
	    take_pair(&rest, &name, value))
		if (slice_is(name, key))
			return true;
	return false;
}

void
fields_read(
    const struct tree_node *ply, struct arena *arena, struct comments *comments)
{
	for (unsigned i = 0; i < COUNT(fields); i++) {
		const struct tree_node *n = tree_member(ply, fields[i].key);
		SCRATCH text = STRBUF_INIT;

		if (n != NULL && field_read(&fields[i], n, &text))
			comments_add(arena, comments,
			    arena_slice(arena, strbuf_as_slice(&text)),
			    n->span);
	}
}
