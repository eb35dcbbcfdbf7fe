/*
 * Ternion: the one schema of records in JSON and YAML; record.schema.json
 * describes it to others.
 */
#ifndef TERNION_FORMATS_SCHEMA_H
#define TERNION_FORMATS_SCHEMA_H

#include "formats/record/format.h"
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

/* Takes a record piece by piece; keys are NULL in lists. */
struct emitter {
	void *context;
	/* '{' or '['; `flow`: short enough for one line. */
	void (*begin)(void *context, const char *key, char bracket, bool flow);
	void (*end)(void *context, char bracket);
	void (*text)(void *context, const char *key, struct slice text);
	/* A number, true, false or null, as JSON has them. */
	void (*literal)(void *context, const char *key, struct slice text);
};

/* True if a text is a number, true, false or null, as JSON has them. */
bool is_json_literal(struct slice text);

/* Gives a replayed record to the emitter. */
void schema_write(const struct record *record, const struct writing *writing,
    const struct emitter *emitter);

/* Gives a tree to the emitter. */
void schema_write_tree(
    const struct tree_node *top, const struct emitter *emitter);

#endif
