/* Ternion: what reads the records of one pass. */
#include <stdlib.h>

#include "formats/game/replayer.h"
#include "parse/text/arena.h"

enum {
	RULES_MAX = 12, /* games whose rules are kept ready */
	NOTATIONS_MAX = 16,
};

struct replayer {
	struct replay_options options;
	struct strbuf text;
	/* Letters of the last variant. */
	struct alphabet english, german;
	const struct variant *letters_of;
	bool has_german;
	struct settings usual; /* of the last variant */
	const struct variant *usual_of;
	struct rules *rules[RULES_MAX]; /* NULL: free */
	unsigned next_rules;            /* the place to be given up next */
	/* Keys of the positions of a main line, where repetition counts. */
	uint64_t *keys; /* owned */
	size_t keys_size;
	struct replayer *other; /* owned; NULL until it is asked for */
	struct decoder *decoder[NOTATIONS_MAX]; /* those in use first */
};

struct replayer *
replayer_new(const struct replay_options *options)
{
	struct replayer *replayer = mem_alloc(sizeof(*replayer));

	memset(replayer, 0, sizeof(*replayer));
	replayer->options = *options;
	return replayer;
}

void
replayer_free(struct replayer *replayer)
{
	if (replayer == NULL)
		return;
	for (int i = 0; i < RULES_MAX; i++)
		mem_free(replayer->rules[i]);
	for (int i = 0; i < NOTATIONS_MAX; i++)
		decoder_free(replayer->decoder[i]);
	replayer_free(replayer->other);
	strbuf_release(&replayer->text);
	mem_free(replayer->keys);
	mem_free(replayer);
}

struct replayer *
replayer_other(struct replayer *replayer)
{
	if (replayer->other == NULL)
		replayer->other = replayer_new(&replayer->options);
	return replayer->other;
}

const struct replay_options *
replayer_options(const struct replayer *replayer)
{
	return &replayer->options;
}

void
replayer_set_nags_apart(struct replayer *replayer, bool nags_apart)
{
	replayer->options.nags_apart = nags_apart;
}

const struct settings *
replayer_usual(struct replayer *replayer, const struct variant *variant)
{
	if (replayer->usual_of != variant)
		settings_default(variant, &replayer->usual);
	replayer->usual_of = variant;
	return &replayer->usual;
}

const struct rules *
replayer_rules(struct replayer *replayer, const struct variant *variant,
    const struct settings *settings)
{
	struct rules **place;

	if (settings == NULL)
		settings = replayer_usual(replayer, variant);
	for (unsigned i = 0; i < RULES_MAX; i++) {
		const struct rules *rules = replayer->rules[i];

		if (rules == NULL || rules->variant != variant ||
		    !settings_equal(&rules->settings, settings))
			continue;
		/* Of two that are asked for in a row both are kept. */
		if (i == replayer->next_rules)
			replayer->next_rules = (i + 1) % RULES_MAX;
		return rules;
	}
	place = &replayer->rules[replayer->next_rules];
	replayer->next_rules = (replayer->next_rules + 1) % RULES_MAX;
	mem_free(*place);
	*place = NULL;
	*place = mem_zeroed(sizeof(**place));
	rules_init_zeroed(*place, variant, settings);
	return *place;
}

struct decoder *
replayer_decoder(struct replayer *replayer, const struct notation *notation)
{
	int i = 0;

	while (replayer->decoder[i] != NULL &&
	    replayer->decoder[i]->notation != notation)
		i++;
	if (replayer->decoder[i] == NULL)
		replayer->decoder[i] = decoder_new(notation);
	return replayer->decoder[i];
}

static void
make_letters(struct replayer *replayer, const struct variant *variant)
{
	const struct letter_set *set;

	if (replayer->letters_of == variant)
		return;
	replayer->letters_of = variant;
	alphabet_init(&replayer->english, &letter_sets[0], variant->letters);
	set = letter_set_find(slice_of("de"));
	replayer->has_german = letter_set_serves(set, variant->letters);
	if (replayer->has_german)
		alphabet_init(&replayer->german, set, variant->letters);
}

const struct alphabet *
replayer_english(struct replayer *replayer, const struct variant *variant)
{
	make_letters(replayer, variant);
	return &replayer->english;
}

const struct alphabet *
replayer_german(struct replayer *replayer, const struct variant *variant)
{
	make_letters(replayer, variant);
	return replayer->has_german ? &replayer->german : NULL;
}

struct strbuf *
replayer_text(struct replayer *replayer)
{
	strbuf_reset(&replayer->text);
	return &replayer->text;
}

uint64_t *
replayer_keys(struct replayer *replayer, size_t count)
{
	if (count > replayer->keys_size) {
		replayer->keys_size = count * 2 + 256;
		replayer->keys = mem_grow(replayer->keys,
		    replayer->keys_size * sizeof(*replayer->keys));
	}
	return replayer->keys;
}
