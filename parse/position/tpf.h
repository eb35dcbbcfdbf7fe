/* Ternion: 3PF, positions in one line.
 *
 * Seven fields and key=value fields: ternion-format(5), "3PF"; the grammar
 * stands in tpf_read.c. */
#pragma once

#include "parse/diag/diag.h"
#include "rules/rules.h"

/* Reads a position of the game of `rules`, which have the options of its opt=;
 * "start" is the usual start. White space around the text is ignored. Every
 * fault is reported with its place, `at` being the offset of `text` in the
 * record; false if there is one. */
bool tpf_read(const struct rules *rules, struct slice text, size_t at,
    struct diags *diags, struct position *position);

/* Whether a text is FEN, a position of ordinary chess: has eight ranks. */
bool tpf_is_fen(struct slice text);

/* Sets the options of the position's opt= in *settings, and settles these;
 * false if it has none. tpf_read reports faulty options. */
bool tpf_options(const struct variant *variant, struct slice text,
    struct settings *settings);

/* Appends the position; tpf_read gives it back. */
void tpf_write(const struct rules *rules, const struct position *position,
    struct strbuf *out);

/* Appends it without the placement, from the player to move on. */
void tpf_write_state(const struct rules *rules, const struct position *position,
    struct strbuf *out);
