/* Ternion: 3PF: keys that several games have. */
#include "formats/position/tpf_keys.h"

/* Kinds in the order of a pool; a game has those it has. */
static const char pool_letters[] = "QORBNP";

void
tpf_read_unmoved(struct tpf_reader *reader, struct slice value)
{
	struct cellset possible =
	    rules_may_be_unmoved(reader->rules, reader->position);
	struct cellset unmoved = { { 0 } };
	struct slice rest = value;

	for (bool more = !slice_is(value, "-"); more;) {
		struct slice part;
		cell c;

		more = memchr(rest.ptr, '.', rest.len) != NULL;
		part = slice_take(&rest, '.');
		c = tpf_cell(reader, part);
		if (c == CELL_NONE || !cellset_has(&possible, c) ||
		    cellset_has(&unmoved, c)) {
			complain(reader, DIAG_POSITION_KEY, part,
			    "no piece on '%.*s' can have stood there and never "
			    "moved",
			    (int)part.len, part.ptr);
			return;
		}
		cellset_add(&unmoved, c);
	}
	reader->position->unmoved = unmoved;
}

void
tpf_write_unmoved(const struct tpf_state *state, struct strbuf *out)
{
	struct cellset unmoved = state->position->unmoved;

	if (memcmp(&unmoved, &state->implied->unmoved, sizeof(unmoved)) == 0)
		return;
	if (cellset_empty(&unmoved))
		strbuf_char(out, '-');
	while (!cellset_empty(&unmoved)) {
		if (out->len > 0)
			strbuf_char(out, '.');
		tpf_put_cell(state->rules, cellset_pop(&unmoved), out);
	}
}

/* The pool of one player; what is implied is the most that he can have lost. */
static void
read_pool(struct tpf_reader *reader, struct slice part, unsigned player)
{
	uint8_t *lost = reader->position->lost[player];
	uint8_t most[KINDS];

	memcpy(most, lost, sizeof(most));
	memset(lost, 0, sizeof(most));
	if (slice_is(part, "-"))
		return;
	for (size_t i = 0; i < part.len; i++) {
		enum kind kind = variant_kind(reader->variant, part.ptr[i]);

		if (kind == KIND_NONE || kind == KING ||
		    lost[kind] == most[kind]) {
			complain(reader, DIAG_POSITION_KEY,
			    slice_sub(part, i, 1),
			    "%s cannot have lost '%c', or not so many",
			    reader->variant->players[player], part.ptr[i]);
			return;
		}
		lost[kind]++;
	}
}

void
tpf_read_lost(struct tpf_reader *reader, struct slice value)
{
	struct slice rest = value, part;

	for (unsigned p = 0; p < PLAYERS; p++) {
		if (!tpf_next_part(reader, value, &rest, p, &part))
			return;
		read_pool(reader, part, p);
	}
}

void
tpf_write_lost(const struct tpf_state *state, struct strbuf *out)
{
	if (memcmp(state->position->lost, state->implied->lost,
		sizeof(state->position->lost)) == 0)
		return;
	for (unsigned p = 0; p < PLAYERS; p++) {
		size_t before;

		if (p > 0)
			strbuf_char(out, '.');
		before = out->len;
		for (const char *l = pool_letters; *l != '\0'; l++) {
			enum kind kind =
			    variant_kind(state->rules->variant, *l);

			for (unsigned n = 0; kind != KIND_NONE &&
			     n < state->position->lost[p][kind];
			     n++)
				strbuf_char(out, *l);
		}
		if (out->len == before)
			strbuf_char(out, '-');
	}
}

void
tpf_read_over(struct tpf_reader *reader, struct slice value)
{
	int result = variant_result(reader->variant, value.ptr, value.len);

	if (result < 0)
		complain(reader, DIAG_POSITION_KEY, value,
		    "'%.*s' is no result of %s", (int)value.len, value.ptr,
		    reader->variant->title);
	else
		reader->position->over = (uint8_t)(result + 1);
}

void
tpf_write_over(const struct tpf_state *state, struct strbuf *out)
{
	if (state->position->over != 0)
		strbuf_puts(out,
		    state->rules->variant->results[state->position->over - 1]);
}

const struct tpf_key tpf_usual_keys[] = {
	{ "opt", tpf_read_options, tpf_write_options },
	{ "over", tpf_read_over, tpf_write_over },
	{ NULL, NULL, NULL },
};

const struct tpf_key tpf_nivichanov_keys[] = {
	{ "opt", tpf_read_options, tpf_write_options },
	{ "lost", tpf_read_lost, tpf_write_lost },
	{ "over", tpf_read_over, tpf_write_over },
	{ NULL, NULL, NULL },
};
