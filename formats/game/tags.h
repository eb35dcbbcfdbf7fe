/* Ternion: tags that do not say what they seem to say. */
#ifndef TERNION_FORMATS_TAGS_H
#define TERNION_FORMATS_TAGS_H

#include "formats/record/record.h"
#include "rules/variants/variant.h"

/* Adds what is wrong with the tags of a record of the variant: names that are
 * almost those of tags which count, options and players of other games, and
 * dates that are none. */
void tags_judge(const struct record *record, const struct variant *variant,
    struct diags *diags);

#endif
