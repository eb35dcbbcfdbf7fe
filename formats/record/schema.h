/* Ternion: the one schema of records in JSON and YAML; record.schema.json
 * describes it to others. */
#ifndef TERNION_FORMATS_SCHEMA_H
#define TERNION_FORMATS_SCHEMA_H

#include "formats/record/format.h"
#include "formats/record/json.h"
#include "formats/record/tree.h"

/* The keys of a record and of a ply, ended by NULL; others are carried along.
 */
extern const char *const schema_record_keys[], *const schema_ply_keys[];

/* Fills the record from the tree; a value that does not fit is reported and
 * left out. Strings stay where the tree has them. Without a tree (NULL), or if
 * it is no map, the record is broken. */
void schema_read(const struct tree_node *top, struct arena *arena,
    struct diags *diags, struct record *record);

/* True if a text is a number, true, false or null, as JSON has them. */
bool is_json_literal(struct slice text);

/* Appends a replayed record as an object, and a line end. */
void schema_write(const struct record *record, const struct writing *writing,
    struct json *json);

/* Fields: comments on a move that programs write, `[%NAME VALUE]`, and that are
 * members of the ply in JSON and YAML. ternion-format(5), "Commands in
 * comments". */

/* The first of the comments from which on each is a field, in the order of the
 * table and none twice; NULL: the last one is none. None is a key of `extra`,
 * the foreign members of the ply or NULL. */
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
