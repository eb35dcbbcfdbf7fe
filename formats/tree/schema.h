/* Ternion: the one schema of records in JSON and YAML; record.schema.json
 * describes it to others. */
#pragma once

#include "parse/record/format.h"
#include "parse/text/json.h"
#include "parse/record/tree.h"

/* Our keys of a record and of a ply, ended by NULL. */
extern const char *const schema_record_keys[], *const schema_ply_keys[];

/* Fills the record from the tree, whose strings it shares, and reports values
 * that do not fit. If the tree is NULL or no map, the record is broken. */
void schema_read(
    const struct tree_node *top, struct diags *diags, struct record *record);

/* Appends a replayed record as an object; or a list of plies, by their texts.
 */
void schema_write(const struct record *record, const struct writing *writing,
    struct json *json);
void plies_write(
    struct json *json, const char *key, const struct line *line, bool flow);

/* Fields: comments `[%NAME VALUE]` that programs write on a move, and that are
 * members of the ply in JSON and YAML. ternion-format(5), "Commands in
 * comments". */

/* The first of those last comments that are all fields, in the order of the
 * table, none twice, and none a key of `extra`, the foreign members of the ply
 * or NULL. NULL if the last comment is no such field. */
const struct comment *fields_begin(
    const struct comments *comments, const struct tree_node *extra);

/* The member that such a comment is, in the arena; NULL: it is no field. */
const struct tree_node *field_member(struct slice comment, struct arena *arena);

/* Appends the comment for a member of a ply; false if it is no field, or none
 * that a comment can hold. */
bool field_write(const struct tree_node *member, struct strbuf *comment);

/* True if field_write can write the member. */
bool is_field(const struct tree_node *member);

/* Adds the comments for the fields among the members of a ply. */
void fields_read(const struct tree_node *ply, struct arena *arena,
    struct comments *comments);
