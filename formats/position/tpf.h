/* Ternion: 3PF, positions in one line.
 *
 * Seven fields and key=value fields: ternion-format(5), "3PF"; the grammar
 * stands in tpf_read.c. */
#ifndef TERNION_FORMATS_TPF_H
#define TERNION_FORMATS_TPF_H

#include "parse/diag/diag.h"
#include "rules/rules.h"
#include "parse/text/strbuf.h"

/* Reads a position of the game that `rules` are for; "start" is the usual one.
 * The options of its opt= must have gone into the rules. Every fault is
 * reported with its place, `at` being the offset of `text` in the record; false
 * if there was one. White space around the text is not part of it. */
bool tpf_read(const struct rules *rules, struct slice text, size_t at,
    struct diags *diags, struct position *position);

/* Sets the options that the position states with opt= in *settings, which are
 * then settled; false if it states none. What cannot be read is left for
 * tpf_read to report. */
bool tpf_options(const struct variant *variant, struct slice text,
    struct settings *settings);

/* Appends the position. Reading it back gives the same position. */
void tpf_write(const struct rules *rules, const struct position *position,
    struct strbuf *out);

/* Appends it without the placement, from the player to move on. */
void tpf_write_state(const struct rules *rules, const struct position *position,
    struct strbuf *out);

#endif
