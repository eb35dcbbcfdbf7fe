/* Ternion: 3PF: the values of which fields are made. */
#include "formats/position/tpf_values.h"
#include "parse/notation/dialect.h"

cell
tpf_cell(const struct tpf_reader *reader, struct slice text)
{
	enum naming naming = dialect_of(reader->variant)->machine_cells;

	if (text.len == 0 || (text.ptr[0] < 'a') != (naming == NAMING_UPPER))
		return CELL_NONE;
	return coords_read(&reader->rules->board, naming, 0, text);
}

void
tpf_put_cell(const struct rules *rules, cell c, struct strbuf *out)
{
	coords_write(&rules->board, dialect_of(rules->variant)->machine_cells,
	    0, c, out);
}

/* Takes the part of one player; false, and a complaint, if the value has not
 * one for each. */
bool
tpf_next_part(struct tpf_reader *reader, struct slice value, struct slice *rest,
    unsigned player, struct slice *part)
{
	bool more = memchr(rest->ptr, '.', rest->len) != NULL;

	*part = slice_take(rest, '.');
	if (part->len > 0 && more == (player + 1 < PLAYERS))
		return true;
	complain(reader, DIAG_POSITION_KEY, value,
	    "the value has three parts with . between, in turn order");
	return false;
}

/* Digits from 0 to `most`, one for each player. */
void
tpf_read_counters(struct tpf_reader *reader, struct slice value,
    uint8_t counter[PLAYERS], unsigned most)
{
	struct slice rest = value, part;

	for (unsigned p = 0; p < PLAYERS; p++) {
		if (!tpf_next_part(reader, value, &rest, p, &part))
			return;
		if (part.len != 1 || part.ptr[0] < '0' ||
		    (unsigned)(part.ptr[0] - '0') > most) {
			complain(reader, DIAG_POSITION_KEY, part,
			    "'%.*s' is not a number from 0 to %u",
			    (int)part.len, part.ptr, most);
			return;
		}
		counter[p] = (uint8_t)(part.ptr[0] - '0');
	}
}

void
tpf_write_counters(const uint8_t counter[PLAYERS], struct strbuf *out)
{
	if ((counter[0] | counter[1] | counter[2]) == 0)
		return;
	for (unsigned p = 0; p < PLAYERS; p++) {
		if (p > 0)
			strbuf_char(out, '.');
		strbuf_number(out, counter[p]);
	}
}

/* A set of players as colour letters. */
bool
tpf_read_players(
    struct tpf_reader *reader, struct slice value, unsigned *players)
{
	*players = 0;
	for (size_t i = 0; i < value.len; i++) {
		unsigned p = variant_player(reader->variant, value.ptr[i]);

		if (p == PLAYER_NONE ||
		    value.ptr[i] != reader->variant->colours[p] ||
		    (*players >> p & 1)) {
			complain(reader, DIAG_POSITION_KEY,
			    slice_sub(value, i, 1),
			    "'%c' is not a colour letter, or repeated",
			    value.ptr[i]);
			return false;
		}
		*players |= 1u << p;
	}
	return true;
}

void
tpf_write_players(
    const struct variant *variant, unsigned players, struct strbuf *out)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (players >> p & 1)
			strbuf_char(out, variant->colours[p]);
}
