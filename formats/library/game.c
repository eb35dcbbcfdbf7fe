/* Ternion: games as handles. */
#include <stdlib.h>

#include "formats/library/handles.h"

struct ternion_game *
game_new(const struct variant *variant, const struct settings *settings,
    struct defined *defined)
{
	struct ternion_game *game = calloc(1, sizeof(*game));

	if (game == NULL)
		return NULL;
	game->self = game;
	game->owners = 1;
	game->defined = defined_share(defined);
	lock_init(&game->lock);
	diags_init(&game->diags, &game->arena);
	rules_init_zeroed(&game->rules, variant, settings);
	return game;
}

struct ternion_game *
game_share(struct ternion_game *game)
{
	game->owners++;
	return game;
}

bool
game_is(const struct ternion_game *game, const struct variant *variant,
    const struct settings *settings)
{
	return game != NULL && game->rules.variant == variant &&
	    settings_equal(&game->rules.settings, settings);
}

enum ternion_status
ternion_game_open(
    const char *id, const char *const *settings, struct ternion_game **game)
{
	const struct variant *variant;
	struct settings values;
	struct setting setting;

	GIVES(game, id != NULL);
	variant = variant_find(id, strlen(id));
	if (variant == NULL)
		return fail_unknown("variant-unknown", "game", id);
	settings_default(variant, &values);
	for (; settings != NULL && *settings != NULL; settings++)
		TRY(setting_read(*settings, variant, &setting, &values));
	settings_settle(variant, &values);
	*game = game_new(variant, &values, NULL);
	return *game != NULL ? TERNION_OK : TERNION_NO_MEMORY;
}

enum ternion_status
ternion_game_define(struct ternion_game *game, const char *text, size_t length)
{
	NEED(game != NULL && text != NULL);
	HOLD(game);
	NEED(game->defined == NULL);
	return defined_read(text, length, &game->defined);
}

void
ternion_game_free(struct ternion_game *game)
{
	if (game == NULL || --game->owners > 0)
		return;
	defined_disown(game->defined);
	heap_release(&game->heap);
	pthread_mutex_destroy(&game->lock);
	free(game);
}

enum ternion_status
ternion_game_describe(
    const struct ternion_game *game, struct ternion_game_info *info)
{
	struct ternion_game_info ours = { 0 };
	const struct variant *variant;

	NEED(game != NULL && info != NULL);
	variant = game->rules.variant;
	ours.id = variant->id;
	ours.title = variant->title;
	ours.notation = dialect_of(variant)->notation->id;
	for (unsigned p = 0; p < PLAYERS; p++)
		ours.players[p] = variant->players[p];
	ours.colours = variant->colours;
	ours.results = variant->results;
	ours.cells = game->rules.board.cells;
	return FACTS_GIVE(ours, info);
}

enum ternion_status
ternion_game_option(const struct ternion_game *game, size_t index,
    struct ternion_option *option)
{
	const struct variant_option *options;
	struct ternion_option ours = { 0 };

	NEED(game != NULL && option != NULL);
	options = game->rules.variant->options;
	for (size_t i = 0; i <= index; i++)
		if (options[i].name == NULL)
			return TERNION_END;
	ours.name = options[index].name;
	ours.values = options[index].values;
	ours.usual = options[index].fallback;
	if (options[index].type == OPTION_CHOICE)
		ours.choices = options[index].choices;
	return FACTS_GIVE(ours, option);
}

void
game_forget(struct ternion_game *game)
{
	HOLD(game);
	heap_release(&game->heap);
	game->arena = (struct arena)ARENA_INIT;
	diags_init(&game->diags, &game->arena);
	game->judged = NULL;
}

const char *
game_begin_judging(struct ternion_game *game, const char *text)
{
	arena_reset(&game->arena);
	diags_init(&game->diags, &game->arena);
	game->judged = arena_copy(&game->arena, slice_of(text));
	return game->judged;
}

enum ternion_status
ternion_game_diagnostic(const struct ternion_game *game, size_t index,
    struct ternion_diagnostic *diagnostic)
{
	CALL_HEAP = { .first = NULL };
	struct source source;

	NEED(game != NULL && diagnostic != NULL);
	HOLD(game->self);
	ENTER(&call_heap);
	source_text(
	    &source, "", slice_of(game->judged != NULL ? game->judged : ""));
	return diagnostic_give(&game->diags, index, &source, 0, diagnostic);
}
