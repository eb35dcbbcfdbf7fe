/* Ternion: comments that are members of a ply in JSON and YAML. */
#include "formats/record/schema.h"

#include "formats/record/pgn_reader.h"

/* In the order in which they are written. */
static const struct {
	const char *name; /* in a comment */
	const char *key;  /* in JSON and YAML */
	bool is_map;      /* its value is `key=VALUE key=VALUE...` */
} fields[] = {
	{ "llm", "llm", true },
	{ "3pf", "position", false },
};

enum {
	FIELDS = sizeof(fields) / sizeof(*fields)
};

/*
 * Values: a number, true, false or null is written as it is, a string between
 * quotes, and a list with a comma after each word but the last; after that,
 * too, if it is the only one.
 */

/* True if a text can stand in a comment: in quotes, or as a word of a list. */
static bool
is_writable(struct slice text, bool as_word)
{
	for (size_t i = 0; i < text.len; i++)
		if (strchr("\"]}", text.ptr[i]) != NULL ||
		    (unsigned char)text.ptr[i] < ' ' ||
		    (as_word && (text.ptr[i] == ' ' || text.ptr[i] == ',')))
			return false;
	return !as_word || text.len > 0;
}

static bool
is_value(struct slice text)
{
	unsigned words = 0;
	bool ends = text.len > 0 && text.ptr[text.len - 1] == ',';

	if (text.len >= 2 && text.ptr[0] == '"' &&
	    text.ptr[text.len - 1] == '"')
		return is_writable(slice_sub(text, 1, text.len - 2), false);
	if (is_json_literal(text))
		return true;
	if (memchr(text.ptr, ',', text.len) == NULL)
		return false;
	for (; text.len > 0; words++)
		if (!is_writable(slice_take(&text, ','), true))
			return false;
	return ends == (words == 1);
}

/* Takes `key=VALUE` and a space off the text; false if it is something else. */
static bool
take_pair(struct slice *text, struct slice *key, struct slice *value)
{
	struct slice rest = *text;
	const char *quote;

	*key = slice_take(&rest, '=');
	if (rest.len > 0 && rest.ptr[0] == '"') {
		quote = memchr(rest.ptr + 1, '"', rest.len - 1);
		if (quote == NULL)
			return false;
		*value = slice_sub(rest, 0, (size_t)(quote + 1 - rest.ptr));
		rest = slice_from(rest, value->len);
		if (rest.len > 0 && slice_take(&rest, ' ').len > 0)
			return false;
	} else {
		*value = slice_take(&rest, ' ');
	}
	*text = rest;
	return is_tag_name(*key) && is_value(*value);
}

/* The field that a comment is, or -1. */
static int
field_of(struct slice comment, struct slice *value)
{
	struct slice rest = comment, key, item;

	if (rest.len < 4 || memcmp(rest.ptr, "[%", 2) != 0 ||
	    rest.ptr[rest.len - 1] != ']')
		return -1;
	rest = slice_sub(rest, 2, rest.len - 3);
	key = slice_take(&rest, ' ');
	*value = rest;
	for (int i = 0; i < FIELDS; i++) {
		if (!slice_is(key, fields[i].name) || rest.len == 0 ||
		    rest.ptr[rest.len - 1] == ' ')
			continue;
		if (!fields[i].is_map)
			return is_writable(rest, false) ? i : -1;
		while (rest.len > 0)
			if (!take_pair(&rest, &key, &item))
				return -1;
		return i;
	}
	return -1;
}

static void
put_field_value(struct json *json, const char *key, struct slice value)
{
	if (value.ptr[0] == '"') {
		json_text(json, key, slice_sub(value, 1, value.len - 2));
		return;
	}
	if (is_json_literal(value)) {
		json_literal(json, key, value);
		return;
	}
	json_begin_flat(json, key, '[');
	while (value.len > 0) {
		struct slice word = slice_take(&value, ',');

		(is_json_literal(word) ? json_literal : json_text)(
		    json, NULL, word);
	}
	json_end(json, ']');
}

void
field_put(struct slice comment, struct json *json)
{
	struct slice value, key, item;
	int i = field_of(comment, &value);

	if (!fields[i].is_map) {
		json_text(json, fields[i].key, value);
		return;
	}
	json_begin_flat(json, fields[i].key, '{');
	while (value.len > 0 && take_pair(&value, &key, &item)) {
		struct strbuf name = STRBUF_INIT;

		strbuf_slice(&name, key);
		put_field_value(json, name.ptr, item);
		strbuf_release(&name);
	}
	json_end(json, '}');
}

/* A text of a tree, as a string or a literal; a word of a list has no quotes
 * and is no literal. */
static bool
read_field_text(const struct tree_node *node, bool as_word, struct strbuf *out)
{
	bool literal = !node->quoted && is_json_literal(node->text);
	bool nothing =
	    !node->quoted && (node->text.len == 0 || slice_is(node->text, "~"));

	if (nothing || node->type != TREE_TEXT ||
	    !is_writable(node->text, as_word) ||
	    (as_word && !literal && is_json_literal(node->text)))
		return false;
	strbuf_puts(out, literal || as_word ? "" : "\"");
	strbuf_slice(out, node->text);
	strbuf_puts(out, literal || as_word ? "" : "\"");
	return true;
}

static bool
read_field_map(const struct tree_node *map, struct strbuf *out)
{
	for (const struct tree_node *n = map->first; n != NULL; n = n->next) {
		strbuf_char(out, ' ');
		strbuf_slice(out, n->key);
		strbuf_char(out, '=');
		if (!is_tag_name(n->key) || n->type == TREE_MAP ||
		    (n->type == TREE_LIST && n->first == NULL))
			return false;
		if (n->type == TREE_TEXT && !read_field_text(n, false, out))
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

static bool
field_read(const struct tree_node *member, struct strbuf *comment)
{
	size_t len = comment->len;
	bool ok = false;

	for (unsigned i = 0; i < FIELDS && !ok; i++) {
		if (!slice_is(member->key, fields[i].key))
			continue;
		strbuf_printf(comment, "[%%%s", fields[i].name);
		if (fields[i].is_map) {
			ok = member->type == TREE_MAP &&
			    read_field_map(member, comment);
		} else if (member->type == TREE_TEXT) {
			struct slice text = slice_trim(member->text);

			strbuf_char(comment, ' ');
			strbuf_slice(comment, text);
			ok = text.len > 0 && is_writable(text, false);
		}
		strbuf_char(comment, ']');
	}
	if (comment->len > len && !ok)
		strbuf_cut(comment, len);
	return ok;
}

bool
is_field(const struct tree_node *member)
{
	struct strbuf comment = STRBUF_INIT;
	bool ok = field_read(member, &comment);

	strbuf_release(&comment);
	return ok;
}

const struct comment *
fields_begin(const struct comments *comments, const struct tree_node *extra)
{
	const struct comment *begin = NULL;
	struct slice value;
	int last = -1;

	for (const struct comment *c = comments->first; c; c = c->next) {
		int field = field_of(c->text, &value);
		const struct tree_node *same =
		    field >= 0 ? tree_member(extra, fields[field].key) : NULL;

		if (field < 0 || (same != NULL && !is_field(same)))
			begin = NULL;
		else if (begin == NULL || field <= last)
			begin = c;
		last = field;
	}
	return begin;
}

bool
field_value(struct slice comment, const char *key, struct slice *value)
{
	struct slice rest, name;
	int field = field_of(comment, &rest);

	while (field >= 0 && fields[field].is_map && rest.len > 0 &&
	    take_pair(&rest, &name, value))
		if (slice_is(name, key))
			return true;
	return false;
}

void
fields_read(
    const struct tree_node *ply, struct arena *arena, struct comments *comments)
{
	for (unsigned i = 0; i < FIELDS; i++) {
		const struct tree_node *n = tree_member(ply, fields[i].key);
		struct strbuf text = STRBUF_INIT;

		if (n != NULL && field_read(n, &text))
			comments_add(arena, comments,
			    (struct slice){
				arena_copy(arena, strbuf_as_slice(&text)),
				text.len },
			    n->span);
		strbuf_release(&text);
	}
}
