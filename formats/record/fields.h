/*
 * Ternion: comments on a move that programs write, `[%NAME VALUE]`, and that
 * are members of the ply in JSON and YAML. ternion-format(5), "Commands in
 * comments".
 */
#ifndef TERNION_FORMATS_FIELDS_H
#define TERNION_FORMATS_FIELDS_H

#include "formats/record/record.h"
#include "formats/record/schema.h"

/*
 * The first of the comments from which on each is a field, in the order of the
 * table and none twice; NULL: the last one is none. None is a key of `extra`,
 * the foreign members of the ply or NULL.
 */
const struct comment *fields_begin(
    const struct comments *comments, const struct tree_node *extra);

/* Appends the field, which fields_begin found, as a member. */
void field_put(struct slice comment, struct json *json);

/* True if the member of a ply is a field, and has a value that a comment can
 * hold. */
bool is_field(const struct tree_node *member);

/* Finds the value of a key in a comment that is a field with such values. */
bool field_value(struct slice comment, const char *key, struct slice *value);

/* Adds the comments that members of a ply stand for, in their order. */
void fields_read(const struct tree_node *ply, struct arena *arena,
    struct comments *comments);

#endif
