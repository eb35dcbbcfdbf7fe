/* Ternion: a game before its first move. */
#include "formats/game/setup.h"
#include "formats/game/guess.h"
#include "formats/game/tags.h"
#include "formats/position/tpf.h"
#include "parse/text/near.h"

/* A game while it is set up. */
struct setting_up {
	struct replayer *replayer;
	const struct replay_options *options;
	const struct record *record;
	struct diags *diags;
	struct game_setup *setup;
};

struct span
game_start_span(const struct record *record)
{
	struct span span = record->span;

	if (record->line.first != NULL)
		return record->line.first->span;
	span.len = span.len > 0;
	return span;
}

/* There is no such thing; but there are these, with a space before each. */
static void
report_unknown(const struct setting_up *game, enum diag_id id, const char *what,
    const struct tag *tag, const struct strbuf *words)
{
	struct strbuf choice = STRBUF_INIT;

	near_choice(&choice, words, tag->value);
	diag_add(game->diags, id, tag->span, "there is no %s '%.*s'%s", what,
	    (int)tag->value.len, tag->value.ptr, choice.ptr);
	strbuf_release(&choice);
}

static const struct variant *
choose_variant(const struct setting_up *game)
{
	const struct replay_options *options = game->options;
	const struct tag *tag = record_tag(game->record, "Variant");
	const struct variant *variant;

	if (tag == NULL) {
		variant = options->variant != NULL ? options->variant
						   : options->usual;
		if (variant == NULL)
			variant = guess_variant(
			    game->replayer, game->record, game->diags->arena);
		if (variant == NULL)
			diag_add(game->diags, DIAG_VARIANT_MISSING,
			    game_start_span(game->record),
			    "the record does not say which game it is: give a "
			    "Variant tag, or -v");
		return variant;
	}
	variant = variant_find(tag->value.ptr, tag->value.len);
	if (options->variant != NULL && options->variant != variant) {
		diag_add(game->diags, DIAG_VARIANT_CONTRADICTS, tag->span,
		    "the tag says %.*s, and -v says %s; %s is taken",
		    (int)tag->value.len, tag->value.ptr, options->variant->id,
		    options->force ? "-v" : "the tag");
		if (options->force)
			return options->variant;
	}
	if (variant == NULL) {
		struct strbuf ids = STRBUF_INIT;

		for (const struct variant *const *v = variants; *v; v++)
			strbuf_printf(&ids, " %s", (*v)->id);
		report_unknown(
		    game, DIAG_VARIANT_UNKNOWN, "variant", tag, &ids);
		strbuf_release(&ids);
	}
	return variant;
}

static void
report_notation(const struct setting_up *game, const struct variant *variant,
    const struct tag *tag)
{
	struct strbuf ids = STRBUF_INIT;

	for (const struct notation *const *n = notations; *n != NULL; n++)
		if (notation_reads(*n, variant))
			strbuf_printf(&ids, " %s", (*n)->id);
	report_unknown(game, DIAG_NOTATION_UNKNOWN, "notation", tag, &ids);
	strbuf_release(&ids);
}

static const struct notation *
choose_notation(const struct setting_up *game, const struct variant *variant)
{
	const struct replay_options *options = game->options;
	const struct tag *tag = record_tag(game->record, "Notation");
	const struct notation *notation =
	    tag != NULL ? notation_find(tag->value) : options->input;

	if (tag == NULL && notation == NULL)
		return dialect_of(variant)->notation;
	if (tag != NULL && options->input != NULL &&
	    options->input != notation) {
		diag_add(game->diags, DIAG_NOTATION_CONTRADICTS, tag->span,
		    "the tag says %.*s, and -N says %s; %s is taken",
		    (int)tag->value.len, tag->value.ptr, options->input->id,
		    options->force ? "-N" : "the tag");
		if (options->force)
			notation = options->input;
	}
	if (notation == NULL) {
		report_notation(game, variant, tag);
	} else if (!notation_reads(notation, variant)) {
		diag_add(game->diags, DIAG_NOTATION_UNKNOWN,
		    tag != NULL ? tag->span : game_start_span(game->record),
		    "the notation cannot be read on this board");
		return NULL;
	}
	return notation;
}

/* The letters by their tag: false, and an error, if they cannot be read. */
static bool
find_letters(const struct setting_up *game, const struct variant *variant,
    const struct letter_set **set)
{
	const struct tag *tag = record_tag(game->record, "Letters");

	*set = NULL;
	if (tag == NULL || slice_is(tag->value, "auto"))
		return true;
	*set = letter_set_find(tag->value);
	if (*set == NULL) {
		struct strbuf ids = STRBUF_INIT;

		for (const struct letter_set *s = letter_sets; s->id; s++)
			if (letter_set_serves(s, variant->letters))
				strbuf_printf(&ids, " %s", s->id);
		report_unknown(
		    game, DIAG_LETTERS_UNKNOWN, "set of letters", tag, &ids);
		strbuf_release(&ids);
		return false;
	}
	if (letter_set_serves(*set, variant->letters))
		return true;
	diag_add(game->diags, DIAG_LETTERS_UNKNOWN, tag->span,
	    "the letters '%.*s' have none for some piece of %s",
	    (int)tag->value.len, tag->value.ptr, variant->title);
	return false;
}

/* The letters of the moves: stated, or else English, or German if they cannot
 * be English. */
static bool
choose_letters(const struct setting_up *game, const struct variant *variant)
{
	struct game_setup *setup = game->setup;
	const struct alphabet *english, *german;
	const struct letter_set *set;

	if (!find_letters(game, variant, &set))
		return false;
	if (set != NULL) {
		alphabet_init(&setup->alphabet, set, variant->letters);
		return true;
	}
	english = replayer_english(game->replayer, variant);
	german = setup->notation->has_letters
	    ? replayer_german(game->replayer, variant)
	    : NULL;
	setup->alphabet = german != NULL &&
		guess_german(setup->decoder, english, german, game->record)
	    ? *german
	    : *english;
	return true;
}

/* How the moves are rewritten, if they are. */
static void
choose_output(const struct setting_up *game, const struct variant *variant)
{
	const struct replay_options *options = game->options;
	struct game_setup *setup = game->setup;

	if (!options->rewrite)
		return;
	setup->output =
	    options->output != NULL ? options->output : setup->notation;
	if (!notation_writes(setup->output, variant))
		setup->output = dialect_of(variant)->notation;
	if (options->letters != NULL &&
	    letter_set_serves(options->letters, variant->letters))
		alphabet_init(&setup->output_alphabet, options->letters,
		    variant->letters);
	else
		setup->output_alphabet =
		    *replayer_english(game->replayer, variant);
}

static bool
choose_start(const struct setting_up *game)
{
	struct game_setup *setup = game->setup;
	const struct position *usual = &setup->rules->start;
	struct position *start = &setup->start;
	const struct tag *tag = record_tag(game->record, "Position");
	const struct tag *flag = record_tag(game->record, "SetUp");

	*start = *usual;
	setup->usual_start = true;
	if (tag == NULL) {
		if (flag != NULL && slice_is(flag->value, "1"))
			diag_add(game->diags, DIAG_SETUP_WITHOUT_POSITION,
			    flag->span,
			    "SetUp is 1, and there is no Position tag");
		return true;
	}
	if (!tpf_read(
		setup->rules, tag->value, tag->span.start, game->diags, start))
		return false;
	setup->usual_start = start->key == usual->key &&
	    start->clock == usual->clock && start->number == usual->number &&
	    start->over == 0;
	return true;
}

/* An option stated by the caller, or NULL. */
static const struct setting *
find_setting(const struct replay_options *options, const char *name)
{
	const struct setting *found = NULL;

	for (const struct setting *s = options->settings; s; s = s->next)
		if (slice_is(s->name, name))
			found = s; /* the last counts */
	return found;
}

/* Whether the caller states the option for what is written, not for what is
 * read. */
static bool
is_of_output(
    const struct setting_up *game, const struct variant *variant, int i)
{
	return game->options->writes_apart &&
	    dialect_is_text_option(variant, i);
}

static void
refuse_value(const struct setting_up *game, const struct variant_option *option,
    const struct tag *tag, struct slice value)
{
	diag_add(game->diags, DIAG_OPTION_VALUE,
	    tag != NULL ? tag->span : game_start_span(game->record),
	    "%s cannot be '%.*s'; it is %s", option->name, (int)value.len,
	    value.ptr, option->values);
}

/* One option: the tag's value, else the caller's. */
static bool
choose_option(const struct setting_up *game, const struct variant *variant,
    int i, struct settings *settings)
{
	const struct replay_options *options = game->options;
	const char *name = variant->options[i].name;
	const struct tag *tag = record_tag(game->record, name);
	const struct setting *setting =
	    is_of_output(game, variant, i) ? NULL : find_setting(options, name);
	struct slice value;

	if (tag == NULL && setting == NULL)
		return true;
	if (tag != NULL && setting != NULL &&
	    !slice_equal(tag->value, setting->value))
		diag_add(game->diags, DIAG_OPTION_CONTRADICTS, tag->span,
		    "the tag says %.*s, and -o says %.*s; %s is taken",
		    (int)tag->value.len, tag->value.ptr,
		    (int)setting->value.len, setting->value.ptr,
		    options->force ? "-o" : "the tag");
	value = tag == NULL || (setting != NULL && options->force)
	    ? setting->value
	    : tag->value;
	if (settings_read(variant, settings, i, value.ptr, value.len))
		return true;
	refuse_value(game, &variant->options[i], tag, value);
	return false;
}

/* The rules with the cells named as the caller wants them written. */
static bool
choose_output_rules(
    const struct setting_up *game, const struct variant *variant)
{
	struct game_setup *setup = game->setup;
	struct settings settings = setup->rules->settings;

	setup->output_rules = setup->rules;
	for (int i = 0; variant->options[i].name != NULL; i++) {
		const struct variant_option *option = &variant->options[i];
		const struct setting *setting = is_of_output(game, variant, i)
		    ? find_setting(game->options, option->name)
		    : NULL;

		if (setting == NULL)
			continue;
		if (!settings_read(variant, &settings, i, setting->value.ptr,
			setting->value.len)) {
			refuse_value(game, option, NULL, setting->value);
			return false;
		}
		settings_settle(variant, &settings);
		setup->output_rules =
		    replayer_rules(game->replayer, variant, &settings);
	}
	return true;
}

/*
 * The settings of the game: by tags and by the caller, and what neither of
 * them states by the position from which it starts.
 */
static bool
choose_settings(const struct setting_up *game, const struct variant *variant,
    struct settings *settings)
{
	const struct tag *start = record_tag(game->record, "Position");
	struct settings stated;
	bool ok = true;

	*settings = *replayer_usual(game->replayer, variant);
	if (start != NULL)
		tpf_options(variant, start->value, settings);
	stated = *settings;
	for (int i = 0; variant->options[i].name != NULL; i++)
		ok &= choose_option(game, variant, i, settings);
	settings_settle(variant, settings);
	if (start != NULL && tpf_states_options(start->value) &&
	    !dialect_same_game(variant, &stated, settings))
		diag_add(game->diags, DIAG_OPTION_CONTRADICTS, start->span,
		    "the options of the position are not those of the tags, "
		    "which are taken");
	return ok;
}

bool
game_set_up(struct replayer *replayer, const struct record *record,
    struct diags *diags, struct game_setup *setup)
{
	/* What setup points at is filled in below. */
	const struct setting_up game = { replayer, replayer_options(replayer),
		/* cppcheck-suppress ctuuninitvar */
		record, diags, setup };
	const struct variant *variant = choose_variant(&game);
	struct settings settings;

	setup->rules = setup->output_rules = NULL;
	setup->notation = setup->output = NULL;
	setup->usual_start = false;
	if (variant == NULL)
		return false;
	tags_judge(record, variant, diags);
	if (!choose_settings(&game, variant, &settings))
		return false;
	setup->rules = replayer_rules(replayer, variant, &settings);
	if (!choose_output_rules(&game, variant))
		return false;
	setup->notation = choose_notation(&game, variant);
	if (setup->notation == NULL)
		return false;
	setup->decoder = replayer_decoder(replayer, setup->notation);
	if (!choose_letters(&game, variant))
		return false;
	choose_output(&game, variant);
	return choose_start(&game);
}
