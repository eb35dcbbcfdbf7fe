/* Ternion: a tree of maps, lists and texts, read from JSON or YAML, with the
 * places of its nodes in the text.
 *
 * Trees live in the arena of a record. Numbers, truth values and null are texts
 * that are not `quoted`. */
#pragma once

#include "parse/diag/diag.h"

enum tree_type {
	TREE_TEXT,
	TREE_LIST,
	TREE_MAP,
};

#define TREE_DEEP 300 /* lists and maps in one another; more are an error */

struct tree_node {
	struct tree_node *next;         /* the next in the same list or map */
	struct tree_node *first, *last; /* of a list or map */
	struct tree_node *parent;       /* NULL at the top */
	struct slice key;  /* in a map; NUL bytes are spaces in it */
	struct slice text; /* of a text, without quotes and escapes */
	struct span key_span, span;
	uint8_t type; /* enum tree_type */
	bool quoted;  /* a text that is surely a string */
};

/* A tree while it is read. */
struct tree_builder {
	struct arena *arena;
	struct diags *diags;
	struct tree_node *top;  /* NULL at first */
	struct tree_node *open; /* the list or map being filled */
	struct slice key;       /* of the next value in a map */
	struct span key_span;
	bool has_key;
	unsigned depth;
};

/* Opens a list or map in the open one; false if it is nested too deep. */
bool tree_open(
    struct tree_builder *tree, enum tree_type type, struct span span);

/* Adds a text, which is copied. */
void tree_text(struct tree_builder *tree, struct span span, struct slice text,
    bool quoted);

/* Sets the key of the next value; the text is copied. */
void tree_key(struct tree_builder *tree, struct slice key, struct span span);

/* Ends the open list or map, at the byte `end`. */
void tree_close(struct tree_builder *tree, uint32_t end);

/* The member of a map, or NULL; the map may be NULL. */
struct tree_node *tree_member(const struct tree_node *map, const char *key);

/* True if an earlier member of the map has the same key. */
bool tree_is_repeated(const struct tree_node *node);

/* Members of maps, by a path of keys with points between them. The map may be
 * NULL, and a member that is null does not count. */

const struct tree_node *member_at(
    const struct tree_node *map, const char *path);
/* The text of a string; false if there is none. */
bool member_text(
    const struct tree_node *map, const char *path, struct slice *text);
/* A number from 0 to 2^31 - 1; false if there is none. */
bool member_number(
    const struct tree_node *map, const char *path, unsigned *number);
bool member_true(const struct tree_node *map, const char *path);
/* The first element of a list; NULL if there is none. */
const struct tree_node *member_first(
    const struct tree_node *map, const char *path);
/* True if a list holds that string or number. */
bool member_has(
    const struct tree_node *map, const char *path, const char *text);

/* True of a number, true, false or null, with that text unless it is NULL. */
bool tree_is_literal(const struct tree_node *node, const char *text);

/* A literal as a number of small units, rounded: it has `units` of them where
 * it is 1. 0 if it is no number, or there are more than 10^15. */
unsigned long tree_units(const struct tree_node *literal, double units);

/* True for nothing or ~, null in YAML, and with `by_word` for null. */
bool tree_is_null(const struct tree_node *node, bool by_word);

/* Read one value of JSON, or one document of YAML, and report faults; NULL if
 * it cannot be read. `at` is the offset of the text in the record. *comment, if
 * not NULL, is set to the first comment in YAML, from # to the line's end. */
struct tree_node *json_read(
    struct arena *arena, struct diags *diags, struct slice text, size_t at);
struct tree_node *yaml_read(struct arena *arena, struct diags *diags,
    struct slice text, size_t at, struct span *comment);

/* True if a text is a number, true, false or null in JSON. */
bool is_json_literal(struct slice text);

/* Begins a document of YAML, to be written by the functions of json.h and then
 * ended; `first`: without --- before it. */
struct json *yaml_begin(bool is_record, bool first, struct strbuf *out);
void yaml_end(struct json *json);

/* Appends a tree; strings, and texts that are no literal, are quoted. */
void tree_write(struct json *json, const char *key,
    const struct tree_node *node, bool flat);
