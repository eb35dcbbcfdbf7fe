/* Ternion: a tree of maps, lists and texts. */
#include <stdlib.h>

#include "parse/record/record.h"
#include "parse/record/tree.h"

static struct tree_node *
tree_add(struct tree_builder *tree, enum tree_type type, struct span span)
{
	struct tree_node *node = arena_alloc(tree->arena, sizeof(*node));

	node->type = (uint8_t)type;
	node->span = span;
	node->parent = tree->open;
	if (tree->has_key) {
		node->key = tree->key;
		node->key_span = tree->key_span;
		tree->has_key = false;
	}
	if (tree->open == NULL)
		tree->top = node;
	else
		LIST_APPEND(tree->open->first, tree->open->last, node);
	return node;
}

bool
tree_open(struct tree_builder *tree, enum tree_type type, struct span span)
{
	bool fits = ++tree->depth <= TREE_DEEP;

	tree->open = tree_add(tree, type, span);
	if (!fits)
		diag_add(tree->diags, DIAG_NESTING_TOO_DEEP, span,
		    "lists and maps are nested more than %d deep", TREE_DEEP);
	return fits;
}

void
tree_text(
    struct tree_builder *tree, struct span span, struct slice text, bool quoted)
{
	struct tree_node *node = tree_add(tree, TREE_TEXT, span);

	node->text = arena_slice(tree->arena, text);
	node->quoted = quoted;
}

void
tree_key(struct tree_builder *tree, struct slice key, struct span span)
{
	tree->key =
	    text_without_nul(tree->arena, arena_slice(tree->arena, key));
	tree->key_span = span;
	tree->has_key = true;
}

void
tree_close(struct tree_builder *tree, uint32_t end)
{
	struct tree_node *node = tree->open;

	node->span.len = end - node->span.start;
	tree->open = node->parent;
	tree->depth--;
}

/* tree_member by a key that need not end. */
static struct tree_node *
find_member(const struct tree_node *map, struct slice key)
{
	struct tree_node *node =
	    map != NULL && map->type == TREE_MAP ? map->first : NULL;

	while (node != NULL && !slice_equal(node->key, key))
		node = node->next;
	return node;
}

struct tree_node *
tree_member(const struct tree_node *map, const char *key)
{
	return find_member(map, slice_of(key));
}

bool
tree_is_repeated(const struct tree_node *node)
{
	return find_member(node->parent, node->key) != node;
}

bool
tree_is_null(const struct tree_node *node, bool by_word)
{
	return node->type == TREE_TEXT && !node->quoted &&
	    (node->text.len == 0 || slice_is(node->text, "~") ||
		(by_word && slice_is(node->text, "null")));
}

bool
tree_is_literal(const struct tree_node *node, const char *text)
{
	return node != NULL && node->type == TREE_TEXT && !node->quoted &&
	    (text == NULL || slice_is(node->text, text));
}

unsigned long
tree_units(const struct tree_node *literal, double units)
{
	double number = strtod(literal->text.ptr, NULL) * units;

	return number > 0 && number <= 1e15 ? (unsigned long)(number + 0.5) : 0;
}

const struct tree_node *
member_at(const struct tree_node *map, const char *path)
{
	struct slice rest = slice_of(path);

	while (map != NULL && rest.len > 0)
		map = find_member(map, slice_take(&rest, '.'));
	return tree_is_literal(map, "null") ? NULL : map;
}

bool
member_text(const struct tree_node *map, const char *path, struct slice *text)
{
	const struct tree_node *node = member_at(map, path);

	if (node == NULL || node->type != TREE_TEXT || !node->quoted)
		return false;
	*text = node->text;
	return true;
}

bool
member_number(const struct tree_node *map, const char *path, unsigned *number)
{
	const struct tree_node *node = member_at(map, path);
	unsigned long value;

	if (!tree_is_literal(node, NULL) ||
	    !slice_number(node->text, INT32_MAX, &value))
		return false;
	*number = (unsigned)value;
	return true;
}

bool
member_true(const struct tree_node *map, const char *path)
{
	return tree_is_literal(member_at(map, path), "true");
}

const struct tree_node *
member_first(const struct tree_node *map, const char *path)
{
	const struct tree_node *node = member_at(map, path);

	return node != NULL && node->type == TREE_LIST ? node->first : NULL;
}

bool
member_has(const struct tree_node *map, const char *path, const char *text)
{
	const struct tree_node *node = member_first(map, path);

	while (node != NULL &&
	    !(node->type == TREE_TEXT && slice_is(node->text, text)))
		node = node->next;
	return node != NULL;
}
