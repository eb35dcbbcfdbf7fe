/* Ternion: a replayer: options and shared state for replaying records. */
#include "parse/game/replayer.h"
#include "parse/text/memory.h"

struct replayer *
replayer_new(const struct replay_options *options)
{
	struct replayer *replayer = mem_zeroed(sizeof(*replayer));

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
	replayer_free(replayer->other);
	replayer_free(replayer->prover);
	strbuf_release(&replayer->text);
	mem_free(replayer->keys);
	mem_free(replayer);
}

const struct rules *
replayer_rules(struct replayer *replayer, const struct variant *variant,
    const struct settings *settings)
{
	struct settings usual;
	const struct rules *like = NULL;

	if (settings == NULL) {
		settings_default(variant, &usual);
		settings = &usual;
	}
	for (unsigned i = 0; i < RULES_MAX; i++) {
		const struct rules *rules = replayer->rules[i];

		if (rules == NULL || rules->variant != variant)
			continue;
		if (i != replayer->next_rules)
			like = rules;
		if (!settings_equal(&rules->settings, settings))
			continue;
		/* Rules that were just used are not reused next. */
		if (i == replayer->next_rules)
			replayer->next_rules = (i + 1) % RULES_MAX;
		return rules;
	}
	struct rules **place = &replayer->rules[replayer->next_rules];
	replayer->next_rules = (replayer->next_rules + 1) % RULES_MAX;
	mem_free(*place);
	*place = NULL; /* in case there is no memory */
	if (like != NULL) {
		*place = mem_alloc(sizeof(**place));
		rules_init_like(*place, like, settings);
	} else {
		*place = mem_zeroed(sizeof(**place));
		rules_init_zeroed(*place, variant, settings);
	}
	return *place;
}
