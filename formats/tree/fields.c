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

static const struct span nowhere;

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

/* Appends a text of a tree as a string, a literal, or a word of a list. A word
 * has no quotes, so a string that looks like a literal cannot be one. */
static bool
write_value(const struct tree_node *node, bool as_word, struct strbuf *out)
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

/* A list has commas between its words, and one after a single word. */
static bool
write_pairs(const struct tree_node *map, struct strbuf *out)
{
	for (const struct tree_node *n = map->first; n != NULL; n = n->next) {
		strbuf_printf(out, " %.*s=", SLICE(n->key));
		if (!is_tag_name(n->key) || n->type == TREE_MAP ||
		    (n->type == TREE_LIST && n->first == NULL) ||
		    (n->type == TREE_TEXT && !write_value(n, false, out)))
			return false;
		for (const struct tree_node *item = n->first; item;
		     item = item->next) {
			if (!write_value(item, true, out))
				return false;
			if (item->next != NULL || item == n->first)
				strbuf_char(out, ',');
		}
	}
	return map->type == TREE_MAP && map->first != NULL;
}

/* The field of that name in comments, or of that key; NULL: none. */
static const struct field *
field_of(struct slice text, bool is_key)
{
	for (size_t i = 0; i < COUNT(fields); i++)
		if (slice_is(text, is_key ? fields[i].key : fields[i].name))
			return &fields[i];
	return NULL;
}

bool
field_write(const struct tree_node *member, struct strbuf *comment)
{
	const struct field *field = field_of(member->key, true);
	struct slice text = slice_trim(member->text);
	bool fits = text.len > 0 && is_writable(text, false);

	if (field == NULL)
		return false;
	strbuf_printf(comment, "[%%%s", field->name);
	if (field->is_map) {
		fits = write_pairs(member, comment);
	} else {
		strbuf_char(comment, ' ');
		strbuf_slice(comment, text);
	}
	strbuf_char(comment, ']');
	return fits;
}

/* Reads `key=VALUE` pairs. It need not check them: write_pairs writes a text of
 * another form in another way, or not at all. */
static void
read_pairs(struct slice text, struct tree_builder *tree)
{
	while (text.len > 0) {
		tree_key(tree, slice_take(&text, '='), nowhere);
		if (slice_begins(text, "\"")) {
			text = slice_from(text, 1);
			tree_text(tree, nowhere, slice_take(&text, '"'), true);
			slice_take(&text, ' ');
			continue;
		}
		struct slice value = slice_take(&text, ' ');
		bool is_list = memchr(value.ptr, ',', value.len) != NULL;
		if (is_list)
			tree_open(tree, TREE_LIST, nowhere);
		do {
			struct slice word = slice_take(&value, ',');

			tree_text(tree, nowhere, word,
			    is_list && !is_json_literal(word));
		} while (value.len > 0);
		if (is_list)
			tree_close(tree, 0);
	}
}

const struct tree_node *
field_member(struct slice comment, struct arena *arena)
{
	struct tree_builder tree = { .arena = arena };
	SCRATCH again = STRBUF_INIT;

	if (!slice_begins(comment, "[%"))
		return NULL;
	struct slice rest = slice_from(comment, 2);
	const struct field *field = field_of(slice_take(&rest, ' '), false);
	if (field == NULL)
		return NULL;
	struct slice value = slice_take(&rest, ']');
	tree_key(&tree, slice_of(field->key), nowhere);
	if (field->is_map) {
		tree_open(&tree, TREE_MAP, nowhere);
		read_pairs(value, &tree);
	} else {
		tree_text(&tree, nowhere, value, true);
	}
	/* It is a field if it is written again in the same way. */
	return field_write(tree.top, &again) &&
		slice_equal(strbuf_as_slice(&again), comment)
	    ? tree.top
	    : NULL;
}

bool
is_field(const struct tree_node *member)
{
	SCRATCH comment = STRBUF_INIT;

	return field_write(member, &comment);
}

const struct comment *
fields_begin(const struct comments *comments, const struct tree_node *extra)
{
	const struct comment *begin = NULL;
	const struct field *last = NULL;
	SCRATCH_ARENA arena = ARENA_INIT;

	for (const struct comment *c = comments->first; c; c = c->next) {
		const struct tree_node *member = field_member(c->text, &arena);
		const struct field *field =
		    member != NULL ? field_of(member->key, true) : NULL;
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

void
fields_read(
    const struct tree_node *ply, struct arena *arena, struct comments *comments)
{
	for (unsigned i = 0; i < COUNT(fields); i++) {
		const struct tree_node *n = tree_member(ply, fields[i].key);
		SCRATCH text = STRBUF_INIT;

		if (n != NULL && field_write(n, &text))
			comments_add(arena, comments,
			    arena_slice(arena, strbuf_as_slice(&text)),
			    n->span);
	}
}
