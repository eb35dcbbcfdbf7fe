/* Ternion: messages of the protocol. */
#include "cmd/lsp/message.h"

static bool
is_null_node(const struct tree_node *node)
{
	return node->type == TREE_TEXT && !node->quoted &&
	    slice_is(node->text, "null");
}

/* A member that is not null. */
static const struct tree_node *
member_not_null(const struct tree_node *map, const char *key)
{
	const struct tree_node *node =
	    map != NULL && map->type == TREE_MAP ? tree_member(map, key) : NULL;

	return node != NULL && !is_null_node(node) ? node : NULL;
}

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
	message->id = member_not_null(top, "id");
	message->params = member_not_null(top, "params");
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

bool
member_text(const struct tree_node *map, const char *key, struct slice *text)
{
	const struct tree_node *node = member_not_null(map, key);

	if (node == NULL || node->type != TREE_TEXT || !node->quoted)
		return false;
	*text = node->text;
	return true;
}

bool
member_number(
    const struct tree_node *map, const char *key, unsigned long *number)
{
	const struct tree_node *node = member_not_null(map, key);
	unsigned long sum = 0;

	if (node == NULL || node->type != TREE_TEXT || node->quoted ||
	    node->text.len == 0)
		return false;
	for (size_t i = 0; i < node->text.len; i++) {
		char c = node->text.ptr[i];

		if (c < '0' || c > '9')
			return false;
		sum = sum * 10 + (unsigned long)(c - '0');
		if (sum > INT32_MAX)
			return false;
	}
	*number = sum;
	return true;
}

bool
member_true(const struct tree_node *map, const char *key)
{
	const struct tree_node *node = member_not_null(map, key);

	return node != NULL && node->type == TREE_TEXT && !node->quoted &&
	    slice_is(node->text, "true");
}

const struct tree_node *
member_at(const struct tree_node *map, const char *keys)
{
	struct slice rest = slice_of(keys);

	while (map != NULL && rest.len > 0) {
		struct slice key = slice_take(&rest, '.');
		char name[64] = { 0 };

		memcpy(name, key.ptr,
		    key.len < sizeof(name) ? key.len : sizeof(name) - 1);
		map = member_not_null(map, name);
	}
	return map;
}

bool
list_has(const struct tree_node *list, const char *text)
{
	const struct tree_node *node =
	    list != NULL && list->type == TREE_LIST ? list->first : NULL;

	for (; node != NULL; node = node->next)
		if (node->type == TREE_TEXT && slice_is(node->text, text))
			return true;
	return false;
}
