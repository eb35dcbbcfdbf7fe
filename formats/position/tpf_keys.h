/*
 * Ternion: 3PF: the key=value fields that follow the seven.
 *
 * A field is written only when it differs from what the placement and the
 * options imply.
 */
#ifndef TERNION_FORMATS_TPF_KEYS_H
#define TERNION_FORMATS_TPF_KEYS_H

#include "formats/position/tpf_values.h"

/* What writes the value of a key. `implied` is the position as the placement
 * and the options imply it. */
struct tpf_state {
	const struct rules *rules;
	const struct position *position, *implied;
};

struct tpf_key {
	const char *name;
	void (*read)(struct tpf_reader *reader, struct slice value);
	/* Appends the value to an empty text; nothing if it is implied. */
	void (*write)(const struct tpf_state *state, struct strbuf *out);
};

/*
 * The keys of a game in the order in which they are written, ended by a NULL
 * name.
 */
extern const struct tpf_key tpf_usual_keys[];
extern const struct tpf_key tpf_siege_keys[];
extern const struct tpf_key tpf_nivichanov_keys[];
extern const struct tpf_key tpf_bnem_keys[];

/* Keys that several games have: options, pieces that never moved, lost ones,
 * and the result where nothing else shows it. */
void tpf_read_options(struct tpf_reader *reader, struct slice value);
void tpf_write_options(const struct tpf_state *state, struct strbuf *out);
void tpf_read_unmoved(struct tpf_reader *reader, struct slice value);
void tpf_write_unmoved(const struct tpf_state *state, struct strbuf *out);
void tpf_read_lost(struct tpf_reader *reader, struct slice value);
void tpf_write_lost(const struct tpf_state *state, struct strbuf *out);
void tpf_read_over(struct tpf_reader *reader, struct slice value);
void tpf_write_over(const struct tpf_state *state, struct strbuf *out);

#endif
