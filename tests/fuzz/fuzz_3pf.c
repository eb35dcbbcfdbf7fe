/*
 * Fuzz target: positions. The first byte picks the variant, the rest is the
 * text of a position.
 *
 * What reads as a position is written in one way, and reads as the same again;
 * and the rules can be asked about it: its moves are played, its end is told.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "format.h"
#include "format_3pf.h"
#include "format_board.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
	VARIANTS_MAX = 8
};

static void
give_up(const char *what, const char *text)
{
	fprintf(stderr, "%s: %s\n", what, text);
	abort();
}

static bool
same(const struct position *a, const struct position *b)
{
	for (unsigned p = 0; p < PLAYERS; p++)
		if (a->king[p] != b->king[p] || a->checks[p] != b->checks[p])
			return false;
	return memcmp(a->at, b->at, sizeof(a->at)) == 0 && a->key == b->key &&
	    a->to_move == b->to_move && a->over == b->over &&
	    a->out == b->out && a->clock == b->clock && a->number == b->number;
}

static void
read_back(const struct rules *rules, const struct position *position)
{
	struct strbuf text = STRBUF_INIT, again = STRBUF_INIT;
	struct arena arena = ARENA_INIT;
	struct position back;
	struct diags diags;

	diags_init(&diags, &arena);
	tpf_write(rules, position, &text);
	if (!tpf_read(rules, strbuf_as_slice(&text), 0, &diags, &back) ||
	    diags.len > 0)
		give_up("written, and complained of", text.ptr);
	if (!same(position, &back) ||
	    position->key != position_full_key(position))
		give_up("another position", text.ptr);
	tpf_write(rules, &back, &again);
	if (strcmp(text.ptr, again.ptr) != 0)
		give_up("written in two ways", text.ptr);
	strbuf_release(&text);
	strbuf_release(&again);
	arena_release(&arena);
}

struct trial {
	const struct rules *rules;
	const struct position *position;
	size_t moves;
};

/* Plays a move; marks of check kept by play are those worked out anew. */
static bool
try_move(void *context, const struct move *move)
{
	struct trial *trial = context;
	struct position after = *trial->position, fresh;
	struct outcome outcome;

	trial->moves++;
	rules_apply(trial->rules, &after, move);
	rules_outcome(trial->rules, &after, &outcome);
	fresh = after;
	rules_find_checks(trial->rules, &fresh);
	if (memcmp(after.checks, fresh.checks, sizeof(fresh.checks)) != 0)
		give_up("checks are not in step",
		    move_type_name((enum move_type)move->type));
	if (after.number <= 999999 && after.clock <= 999999)
		read_back(trial->rules, &after);
	return true;
}

static void
try_position(const struct rules *rules, const struct position *position)
{
	struct trial trial = { rules, position, 0 };
	struct strbuf out = STRBUF_INIT;
	struct outcome outcome;

	read_back(rules, position);
	rules_outcome(rules, position, &outcome);
	rules_moves(rules, position, NULL, try_move, &trial);
	if (trial.moves != rules_count(rules, position) ||
	    (trial.moves > 0) != rules_can_move(rules, position))
		give_up("moves are counted in two ways", "");
	for (unsigned seat = 0; seat < PLAYERS; seat++) {
		const struct board_style style = { seat > 0, seat > 1, seat };

		board_write(rules, position, &style, &out);
	}
	strbuf_release(&out);
}

/* The same text as lines of a file of positions. */
static void
try_lines(struct slice text)
{
	struct input input = { .format = &format_3pf, .max_record = 1000 };
	struct arena arena = ARENA_INIT;
	struct record record;
	struct diags diags;

	source_text(&input.source, "fuzz", text);
	while (input.format->read(&input, &arena, &diags, &record))
		if (record.tags == NULL || record.tags->value.len == 0)
			give_up("an empty line is a record", "");
	source_release(&input.source);
	arena_release(&arena);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct rules *made[VARIANTS_MAX];
	struct arena arena = ARENA_INIT;
	struct position position;
	struct diags diags;
	struct slice text;
	unsigned n = 0, pick;

	if (size == 0)
		return 0;
	while (variants[n] != NULL)
		n++;
	pick = data[0] % n;
	if (made[pick] == NULL) {
		made[pick] = mem_alloc(sizeof(*made[pick]));
		rules_init(made[pick], variants[pick], NULL);
	}
	text = (struct slice){ (const char *)data + 1, size - 1 };
	try_lines(text);
	diags_init(&diags, &arena);
	if (tpf_read(made[pick], text, 0, &diags, &position)) {
		if (diags_worst(&diags, 0) >= (int)SEV_ERROR)
			give_up("read, and complained of", "");
		try_position(made[pick], &position);
	} else if (diags.len == 0) {
		give_up("not read, and not complained of", "");
	}
	for (unsigned i = 0; i < diags.len; i++)
		if (diags.list[i].span.start > size)
			give_up(
			    "a fault beyond the text", diags.list[i].message);
	arena_release(&arena);
	return 0;
}
