/*
 * Ternion: a tree of maps, lists and texts: what JSON and YAML have in common,
 * with the place of everything in the text it was read from.
 *
 * Trees live in the arena of a record. Numbers, truth values and null are
 * texts as well, told apart from strings by `quoted`.
 */
#ifndef TERNION_FORMATS_TREE_H
#define TERNION_FORMATS_TREE_H

#include "diag.h"

enum node_type {
	NODE_TEXT,
	NODE_LIST,
	NODE_MAP,
};

enum {
	TREE_DEEP = 300 /* lists and maps in one another; more are an error */
};

struct node {
	struct node *next;         /* the next in the same list or map */
	struct node *first, *last; /* of a list or map */
	struct node *parent;       /* NULL at the top */
	struct slice key;          /* in a map; NUL bytes are spaces in it */
	struct slice text;         /* of a text, without quotes and escapes */
	struct span key_span, span;
	uint8_t type; /* enum node_type */
	bool quoted;  /* a text that is a string for certain */
};

/* A tree while it is read. */
struct tree {
	struct arena *arena;
	struct diags *diags;
	struct node *top;  /* NULL at first */
	struct node *open; /* the list or map being filled */
	struct slice key;  /* of the next value in a map */
	struct span key_span;
	bool has_key;
	unsigned depth;
};

/* Adds a node where the reading is; maps and lists become open. NULL, and an
 * error, when they stand too deep in one another. */
struct node *tree_add(struct tree *tree, enum node_type type, struct span span);

/* Sets the key of the next value; the text is copied. */
void tree_key(struct tree *tree, struct slice key, struct span span);

/* Ends the open list or map, at the byte `end`. */
void tree_close(struct tree *tree, uint32_t end);

/* The member of a map, or NULL. */
struct node *tree_member(const struct node *map, const char *key);

/*
 * Reads one value of JSON, or one document of YAML; `at` is the offset of the
 * text in the record. What is wrong is reported; NULL if it cannot be read.
 */
struct node *json_read(
    struct arena *arena, struct diags *diags, struct slice text, size_t at);
struct node *yaml_read(
    struct arena *arena, struct diags *diags, struct slice text, size_t at);

#endif
