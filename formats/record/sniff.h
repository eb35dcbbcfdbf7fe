/*
 * Ternion: whether a file of YAML or JSON, which can be of anything, is one of
 * records. That is told by the keys at the top of its documents, and without a
 * parser: a record with a fault in it is a record still.
 */
#ifndef TERNION_FORMATS_SNIFF_H
#define TERNION_FORMATS_SNIFF_H

#include "parse/text/slice.h"

/* As `has_records` of a format, see format.h. */
bool sniff_yaml(struct slice text, bool eof);
bool sniff_json(struct slice text, bool eof);
bool sniff_jsonl(struct slice text, bool eof);

#endif
