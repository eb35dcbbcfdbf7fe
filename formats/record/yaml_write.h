/* Ternion: the writer of YAML. */
#ifndef TERNION_FORMATS_YAML_WRITE_H
#define TERNION_FORMATS_YAML_WRITE_H

#include "formats/record/format.h"
#include "formats/record/tree.h"

/* Appends a record as a document; see struct format. */
void yaml_write_record(const struct record *record,
    const struct writing *writing, struct strbuf *out);

/* Appends a tree as a document; `first`: without --- before it. */
void yaml_write_tree(
    const struct tree_node *top, bool first, struct strbuf *out);

#endif
