/* Ternion: messages of the protocol. */
#include "cmd/lsp/message.h"

enum {
	KEY_MAX = 64 /* bytes of a key of the protocol */
};

enum message_error
message_read(struct message *message, struct slice text, struct arena *arena)
{
	struct tree_node *top;
	struct diags diags;

	*message = (struct message){ .id = NULL };
	diags_init(&diags, arena);
	top = json_read(arena, &diags, text, 0);
	if (top == NULL)
		return ERROR_PARSE;
	if (top->type != TREE_MAP)
		return ERROR_INVALID_REQUEST;
	message->id = member_at(top, "id");
	message->params = member_at(top, "params");
	member_text(top, "method", &message->method);
	if (message->id != NULL && message->id->type != TREE_TEXT)
		message->id = NULL;
	if (message->method.len == 0 && tree_member(top, "result") == NULL &&
	    tree_member(top, "error") == NULL)
		return ERROR_INVALID_REQUEST;
	return ERROR_NONE;
}

bool
message_same_id(const struct tree_node *a, const struct tree_node *b)
{
	return a != NULL && b != NULL && a->quoted == b->quoted &&
	    slice_equal(a->text, b->text);
}

void
message_put_id(struct json *json, const struct tree_node *id)
{
	if (id == NULL)
		json_null(json, "id");
	else if (id->quoted)
		json_text(json, "id", id->text);
	else
		json_literal(json, "id", id->text);
}

const struct tree_node *
member_at(const struct tree_node *map, const char *path)
{
	struct slice rest = slice_of(path);

	while (map != NULL && rest.len > 0) {
		struct slice key = slice_take(&rest, '.');
		char name[KEY_MAX] = { 0 };

		if (map->type != TREE_MAP || key.len >= sizeof(name))
			return NULL;
		memcpy(name, key.ptr, key.len);
		map = tree_member(map, name);
	}
	return map != NULL && map->type == TREE_TEXT && !map->quoted &&
		slice_is(map->text, "null")
	    ? NULL
	    : map;
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
member_number(
    const struct tree_node *map, const char *path, unsigned long *number)
{
	const struct tree_node *node = member_at(map, path);
	unsigned long sum = 0;

	if (node == NULL || node->type != TREE_TEXT || node->quoted ||
	    node->text.len == 0)
		return false;
	for (size_t i = 0; i < node->text.len; i++) {
		char c = node->text.ptr[i];

		if (!ascii_is_digit(c))
			return false;
		sum = sum * 10 + (unsigned long)(c - '0');
		if (sum > INT32_MAX)
			return false;
	}
	*number = sum;
	return true;
}

bool
member_true(const struct tree_node *map, const char *path)
{
	const struct tree_node *node = member_at(map, path);

	return node != NULL && node->type == TREE_TEXT && !node->quoted &&
	    slice_is(node->text, "true");
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
