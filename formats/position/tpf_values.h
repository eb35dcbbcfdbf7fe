/*
 * Ternion: 3PF: the reader's state, and the values of which fields are made:
 * cells, players, and one number for each player.
 */
#ifndef TERNION_FORMATS_TPF_VALUES_H
#define TERNION_FORMATS_TPF_VALUES_H

#include "parse/diag/diag.h"
#include "parse/text/strbuf.h"
#include "rules/rules.h"

enum {
	TPF_FIELDS = 7
};

struct tpf_game;

struct tpf_reader {
	const struct rules *rules;
	const struct variant *variant;
	const struct tpf_game *game;
	struct slice text;
	size_t at; /* offset of the text in the record */
	struct diags *diags;
	struct position *position;
	struct slice field[TPF_FIELDS];
	size_t keys; /* offset of the key=value fields in the text */
	unsigned unplaced_kings; /* of these players, for want of the cell */
	bool ok;
};

static inline struct span
tpf_span(const struct tpf_reader *reader, struct slice part)
{
	size_t len = part.len;

	/* An empty part is shown by the byte at its place. */
	return (struct span){
		(uint32_t)(reader->at + (size_t)(part.ptr - reader->text.ptr)),
		(uint32_t)(len > 0 ? len : 1),
	};
}

#define complain(reader, id, part, ...) \
	((reader)->ok = false,          \
	    diag_add(                   \
		(reader)->diags, id, tpf_span(reader, part), __VA_ARGS__))

/* A cell's name as 3PF has it; CELL_NONE if it is none. */
cell tpf_cell(const struct tpf_reader *reader, struct slice text);
void tpf_put_cell(const struct rules *rules, cell c, struct strbuf *out);

/* Takes the part of one player off *rest, of values in turn order with dots
 * between; false, and a complaint, if `value` has not one for each. */
bool tpf_next_part(struct tpf_reader *reader, struct slice value,
    struct slice *rest, unsigned player, struct slice *part);

/* Digits from 0 to `most`, one for each player; nothing if all are 0. */
void tpf_read_counters(struct tpf_reader *reader, struct slice value,
    uint8_t counter[PLAYERS], unsigned most);
void tpf_write_counters(const uint8_t counter[PLAYERS], struct strbuf *out);

/* A set of players as colour letters; false after a complaint. */
bool tpf_read_players(
    struct tpf_reader *reader, struct slice value, unsigned *players);
void tpf_write_players(
    const struct variant *variant, unsigned players, struct strbuf *out);

#endif
