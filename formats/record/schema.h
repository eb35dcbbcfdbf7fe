/*
 * Ternion: the one schema of records in JSON and YAML; record.schema.json
 * describes it to others.
 */
#ifndef TERNION_FORMATS_SCHEMA_H
#define TERNION_FORMATS_SCHEMA_H

#include "formats/record/format.h"
#include "formats/record/json.h"
#include "formats/record/tree.h"

/* The keys of a record and of a ply, ended by NULL; others are carried along.
 */
extern const char *const schema_record_keys[], *const schema_ply_keys[];

/*
 * Fills the record from the tree; a value that does not fit is reported and
 * left out. Strings stay where the tree has them.
 */
void schema_read(const struct tree_node *top, struct arena *arena,
    struct diags *diags, struct record *record);

/* True if a text is a number, true, false or null, as JSON has them. */
bool is_json_literal(struct slice text);

/* Appends a replayed record as an object. */
void schema_write(const struct record *record, const struct writing *writing,
    struct json *json);

#endif
