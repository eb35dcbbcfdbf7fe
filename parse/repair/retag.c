/* Ternion: which tag is wrong, or missing, in a record. */
#include <stdio.h>

#include "parse/position/tpf.h"
#include "parse/repair/retag.h"
#include "parse/repair/repair.h"

enum {
	PLIES_LEAST = 8,    /* a shorter record tells nothing, */
	PLIES_READ = 3,     /* but in which notation it is */
	PLIES_PROVE = 24,   /* that it fits by chance is past belief */
	NUMBERS_TRIED = 24, /* values of an option that is a number */
};

/* A search for a tag. */
struct trying {
	struct replayer *replayer;
	const struct record *record;
	const struct replayed *setup; /* of the record as it is */
	struct arena *arena;
	struct retag *found;
	const struct item *items; /* of the main line */
	unsigned len;
	unsigned count; /* of tags that make it replay */
};

/* Sets up the game of the record with a tag before the others: the first of a
 * name counts. */
static bool
set_up(const struct trying *trying, struct tag tag, struct replayed *setup)
{
	struct record record = *trying->record;
	struct diag nowhere = { .fault = NULL };
	struct diags unsaid = { .arena = trying->arena,
		.list = &nowhere,
		.len = DIAGS_PER_RECORD };

	tag.next = record.tags;
	record.tags = &tag;
	if (!game_set_up(trying->replayer, &record, &unsaid, setup))
		return false;
	setup->record = trying->record;
	return true;
}

static void
try_tag(struct trying *trying, const char *name, struct slice value)
{
	const struct tag *old = record_tag(trying->record, name);
	const struct tag tag = { .name = slice_of(name), .value = value };
	struct replayed setup = { .rules = NULL };

	if (!set_up(trying, tag, &setup))
		return;
	const struct language reader = replayed_reader(&setup);
	if (trial_reach(&reader, &setup.start, trying->items, trying->len) <
		trying->len ||
	    trying->count++ > 0)
		return;
	trying->found->tag = tag;
	/* One that is not in the text is written before the record. */
	trying->found->old = trying->record->is_movetext && old != NULL &&
		old->name_span.len == 0
	    ? NULL
	    : old;
}

static void
try_variants(struct trying *trying)
{
	for (unsigned i = 0; variants[i] != NULL; i++)
		if (trying->setup->rules == NULL ||
		    trying->setup->rules->variant != variants[i])
			try_tag(trying, "Variant", slice_of(variants[i]->id));
}

/* Of several that read the record alike the first will do; what another
 * notation reads has no other letters. */
static void
try_notation_tags(struct trying *trying)
{
	const struct notation *n = NULL;
	unsigned before = trying->count;

	while (trying->count == before &&
	    (n = notation_next(trying->setup->defined, n)) != NULL)
		if (n != trying->setup->notation)
			try_tag(trying, "Notation", slice_of(n->id));
	for (unsigned i = 0; letter_sets[i].id && trying->count == before; i++)
		try_tag(trying, "Letters", slice_of(letter_sets[i].id));
}

static void
try_value(struct trying *trying, int option, const char *text)
{
	const struct rules *rules = trying->setup->rules;
	const struct variant *variant = rules->variant;
	struct settings settings = rules->settings;
	char *value = arena_copy(trying->arena, slice_of(text));

	if (!settings_read(variant, &settings, option, value, strlen(value)))
		return;
	settings_settle(variant, &settings);
	if (!settings_equal(&settings, &rules->settings))
		try_tag(trying, variant->options[option].name, slice_of(value));
}

static void
try_option(struct trying *trying, int i)
{
	const struct variant_option *option =
	    &trying->setup->rules->variant->options[i];
	const char *const *choices = option->choices;
	char value[SETTING_MAX];

	for (; option->type == OPTION_CHOICE && *choices != NULL; choices++)
		try_value(trying, i, *choices);
	for (unsigned n = 0;
	     option->type == OPTION_NUMBERS && n <= NUMBERS_TRIED; n++) {
		snprintf(value, sizeof(value), "%u", n);
		try_value(trying, i, value);
	}
}

static void
try_position(struct trying *trying, const struct position *position)
{
	SCRATCH text = STRBUF_INIT;

	tpf_write(trying->setup->rules, position, &text);
	try_tag(trying, "Position",
	    slice_of(arena_copy(trying->arena, strbuf_as_slice(&text))));
}

/* Tries the start instead of the position, another player to move, and one more
 * right to castle, which was lost on the way into the tag. */
static void
try_positions(struct trying *trying)
{
	const struct rules *rules = trying->setup->rules;
	const struct position *start = &trying->setup->start;

	if (record_known_tag(trying->record, "Position") == NULL)
		return;
	try_position(trying, &rules->start);
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct position position = *start;

		position.to_move = (uint8_t)p;
		if (p != start->to_move)
			try_position(trying, &position);
		for (unsigned side = 0; side < rules->sides; side++) {
			position = *start;
			position_set_rights(
			    &position, p, start->rights[p] | 1U << side);
			if (!(start->rights[p] >> side & 1))
				try_position(trying, &position);
		}
	}
}

/* Whether no move of the record is one in its notation. */
static bool
reads_none(const struct replayed *setup)
{
	struct parsed_turn parsed;

	for (const struct ply *p = setup->record->line.first; p; p = p->next)
		if (notation_read(
			setup->notation, &setup->alphabet, p->token, &parsed))
			return false;
	return true;
}

bool
retag_find(struct replayer *other, const struct replayed *setup,
    struct arena *arena, struct retag *found)
{
	const struct record *record = setup->record;
	unsigned len = record->line.plies;
	struct trying trying = { .replayer = other,
		.record = record,
		.setup = setup,
		.arena = arena,
		.found = found,
		.len = len };

	if (len < PLIES_LEAST &&
	    (len < PLIES_READ || setup->notation == NULL || !reads_none(setup)))
		return false;
	trying.items = repair_items(&record->line, 0, arena);
	if (len >= PLIES_LEAST)
		try_variants(&trying);
	if (setup->rules != NULL)
		try_notation_tags(&trying);
	if (setup->rules != NULL && len >= PLIES_LEAST) {
		try_positions(&trying);
		for (int i = 0; setup->rules->variant->options[i].name != NULL;
		     i++)
			try_option(&trying, i);
	}
	/* Set up again: the rules of the other games were not kept. */
	return trying.count == 1 && set_up(&trying, found->tag, &found->setup);
}

const char *
retag_text(const struct retag *retag, struct arena *arena)
{
	const struct tag *tag = &retag->tag;

	return arena_printf(
	    arena, "[%.*s \"%.*s\"]", SLICE(tag->name), SLICE(tag->value));
}

/* The tag in place of the old one, or before the others. */
static void
add_fix(
    const struct record *record, const struct retag *retag, struct diags *diags)
{
	const char *text = retag_text(retag, diags->arena);
	bool certain = record->line.plies >= PLIES_PROVE;

	if (retag->old != NULL)
		diag_fix_as(diags, text, retag->old->span,
		    arena_copy(diags->arena, retag->tag.value), certain);
	else if (record->is_movetext)
		diag_fix_as(diags, text, (struct span){ record->span.start, 0 },
		    arena_printf(diags->arena, "%s\n%s", text,
			record->tags != NULL ? "" : "\n"),
		    certain);
}

void
retag_tell(
    const struct record *record, const struct retag *retag, struct diags *diags)
{
	diag_add(diags, DIAG_TAG_MISFIT,
	    retag->old != NULL ? retag->old->span : game_start_span(record),
	    "this cannot be played as it stands, and replays in full with %s",
	    retag_text(retag, diags->arena));
	add_fix(record, retag, diags);
}

void
retag_add(
    const struct record *record, const struct retag *retag, struct diags *diags)
{
	diags->list[diags->len - 1].advice = arena_printf(diags->arena,
	    "this replays in full with %s", retag_text(retag, diags->arena));
	add_fix(record, retag, diags);
}
