/*
 * Fuzz target: tokens. The first byte picks the notation, the letters and the
 * position; the rest is a token.
 *
 * The fast reader and the patterns agree about it. If it is a legal move, that
 * move is written, and what was written is that move again. If it is none, a
 * reason is given.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "resolve.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
	NOTATIONS_MAX = 8,
	SETS = 4, /* of letters */
	POSITIONS = 8,
	PLIES = 25 /* between positions */
};

/* Made once: a short game's positions, decoders, letters. */
struct table {
	struct rules rules;
	struct position position[POSITIONS];
	struct decoder *decoder[NOTATIONS_MAX];
	struct alphabet letters[SETS];
	unsigned notations;
};

struct choice {
	uint32_t state, seen;
	const struct position *position;
	struct move move;
};

/* A random move, captures and castling before others. */
static bool
consider(void *context, const struct move *move)
{
	struct choice *choice = context;
	unsigned weight = move->type != MOVE_QUIET ? 8 : 1;

	choice->state = choice->state * 1664525 + 1013904223;
	choice->seen += weight;
	if ((choice->state >> 8) % choice->seen < weight)
		choice->move = *move;
	return true;
}

static const struct table *
the_table(void)
{
	static struct table table;
	struct position position;
	uint32_t state = 7;

	if (table.notations > 0)
		return &table;
	rules_init(&table.rules, &variant_dreierschach, NULL);
	while (notations[table.notations] != NULL) {
		unsigned n = table.notations++;

		table.decoder[n] = decoder_new(notations[n]);
	}
	for (unsigned s = 0; s < SETS && letter_sets[s].id != NULL; s++)
		alphabet_init(&table.letters[s], &letter_sets[s],
		    table.rules.variant->letters);
	position = table.rules.start;
	for (unsigned i = 0; i < POSITIONS; i++) {
		table.position[i] = position;
		for (unsigned ply = 0; ply < PLIES; ply++) {
			struct choice choice = { .state = state,
				.position = &position };

			rules_moves(
			    &table.rules, &position, NULL, consider, &choice);
			if (choice.seen > 0)
				rules_apply(
				    &table.rules, &position, &choice.move);
			state = choice.state;
		}
	}
	return &table;
}

static void
give_up(const char *what, struct slice token)
{
	fprintf(stderr, "%s: '%.*s'\n", what, (int)token.len, token.ptr);
	abort();
}

static bool
decode(const struct reading *reading, struct decoder *decoder,
    struct slice token, struct move_spec *spec)
{
	struct move_spec slow;
	bool read;

	memset(spec, 0xa5, sizeof(*spec));
	memset(&slow, 0x5a, sizeof(slow));
	read = decoder_read(decoder, reading->alphabet, token, spec);
	if (read != decoder_read_slow(decoder, reading->alphabet, token, &slow))
		give_up("only one of two readers reads", token);
	if (read &&
	    (memcmp(spec, &slow, offsetof(struct move_spec, path)) != 0 ||
		memcmp(spec->path, slow.path,
		    spec->path_len * sizeof(*slow.path)) != 0))
		give_up("read in two ways", token);
	return read;
}

/* Writes a move, with true marks, and reads it again. */
static void
read_back(const struct reading *reading, struct decoder *decoder,
    const struct position *position, const struct move *move)
{
	struct strbuf text = STRBUF_INIT;
	struct arena arena = ARENA_INIT;
	struct position after = *position;
	struct marks marks = marks_of_move(reading->rules, position, move);
	struct move_spec spec;
	struct diags diags;
	struct slice token;
	struct move again;

	diags_init(&diags, &arena);
	reading->notation->write(reading->notation, reading->rules,
	    reading->alphabet, position, move, &marks, &text);
	token = strbuf_as_slice(&text);
	rules_apply(reading->rules, &after, move);
	if (!decode(reading, decoder, token, &spec) ||
	    !resolve_move(reading, position, token, 0, &spec, &diags, &again))
		give_up("written, but not read", token);
	resolve_marks(reading, &after, &marks, token, 0, &spec, &diags);
	if (!move_equal(move, &again))
		give_up("reads as another move", token);
	if (diags.len > 0)
		give_up("written, and complained of", token);
	strbuf_release(&text);
	arena_release(&arena);
}

static void
try_token(const struct reading *reading, struct decoder *decoder,
    const struct position *position, struct slice token)
{
	struct position after = *position;
	struct arena arena = ARENA_INIT;
	struct move_spec spec;
	struct diags diags;
	struct marks marks;
	struct move move;

	diags_init(&diags, &arena);
	if (!decode(reading, decoder, token, &spec)) {
		resolve_syntax(reading, position, token, 0, &diags);
	} else if (resolve_move(
		       reading, position, token, 0, &spec, &diags, &move)) {
		if (diags_worst(&diags, 0) >= (int)SEV_ERROR)
			give_up("legal, and an error", token);
		marks = marks_of_move(reading->rules, position, &move);
		rules_apply(reading->rules, &after, &move);
		resolve_marks(reading, &after, &marks, token, 0, &spec, &diags);
		if (reading->notation->write != NULL)
			read_back(reading, decoder, position, &move);
	} else if (diags_worst(&diags, 0) < (int)SEV_ERROR) {
		give_up("not legal, and no reason", token);
	}
	for (unsigned i = 0; i < diags.len; i++)
		if (diags.list[i].span.len == 0 ||
		    diags.list[i].span.start + diags.list[i].span.len >
			token.len)
			give_up("a fault that is not in the token", token);
	arena_release(&arena);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct table *table = the_table();
	unsigned n, set;
	struct slice token;

	if (size < 2)
		return 0;
	n = data[0] & (NOTATIONS_MAX - 1);
	set = data[0] >> 3 & (SETS - 1);
	if (n >= table->notations ||
	    !notation_reads(notations[n], table->rules.variant))
		return 0;
	token = (struct slice){ (const char *)data + 1, size - 1 };
	if (token.len > TOKEN_MAX) {
		struct move_spec spec;

		if (decoder_read(
			table->decoder[n], &table->letters[set], token, &spec))
			give_up("too long, and read", token);
		return 0;
	}
	for (unsigned i = 0; i < POSITIONS; i++) {
		const struct reading reading = { &table->rules, notations[n],
			&table->letters[set] };

		try_token(
		    &reading, table->decoder[n], &table->position[i], token);
	}
	return 0;
}
