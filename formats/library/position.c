/* Ternion: positions as handles. */
#include <stdlib.h>

#include "formats/draw/svg.h"
#include "formats/draw/text_board.h"
#include "parse/position/position_json.h"
#include "parse/position/tpf.h"
#include "formats/library/handles.h"
#include "parse/resolve/phrase.h"

enum ternion_status
position_give(struct ternion_game *game, const struct position *position,
    const uint64_t *keys, size_t len, struct ternion_position **given)
{
	const struct past *past = position->past;
	size_t pasts = past != NULL ? past_count(past, NULL) : 0;
	struct ternion_position *made;

	if (position->clock == 0)
		len = 0;
	/* Memory for pasts has to be zeroed. */
	*given = made = calloc(1,
	    sizeof(*made) + (len + 1) * sizeof(*keys) + pasts * sizeof(*past));
	if (made == NULL)
		return TERNION_NO_MEMORY;
	made->owners = 1;
	made->position = *position;
	if (len > 0)
		memcpy(made->keys, keys, len * sizeof(*keys));
	made->keys[len] = position->key;
	made->keys_len = len + 1;
	if (past != NULL)
		made->position.past =
		    past_copy(past, NULL, (void *)(made->keys + len + 1));
	made->game = game_share(game);
	return TERNION_OK;
}

enum ternion_status
ternion_position_start(
    struct ternion_game *game, struct ternion_position **position)
{
	GIVES(position, game != NULL);
	return position_give(game, &game->rules.start, NULL, 0, position);
}

static enum ternion_status
read_tpf(struct ternion_game *game, const struct rules *rules, const char *text,
    struct position *read)
{
	struct slice tpf;
	bool is_sound;

	HOLD(game);
	ENTER(&game->heap);
	tpf = slice_of(game_begin_judging(game, text));
	is_sound = tpf_read(rules, tpf, 0, &game->diags, read);
	diags_sort(&game->diags);
	return is_sound ? TERNION_OK : fail_faulty(&game->diags, text);
}

enum ternion_status
ternion_position_read(struct ternion_game *game, const char *text,
    struct ternion_position **position)
{
	enum ternion_status status;
	struct ternion_game *stated;
	struct settings settings;
	struct position read;

	GIVES(position, game != NULL && text != NULL);
	/* The game with the options of the text, which may be its own. */
	settings = game->rules.settings;
	tpf_options(game->rules.variant, slice_of(text), &settings);
	stated = settings_equal(&settings, &game->rules.settings)
	    ? game_share(game)
	    : game_new(game->rules.variant, &settings, game->defined);
	if (stated == NULL)
		return TERNION_NO_MEMORY;
	status = read_tpf(game, &stated->rules, text, &read);
	if (status == TERNION_NO_MEMORY)
		game_forget(game);
	if (status == TERNION_OK)
		status = position_give(stated, &read, NULL, 0, position);
	ternion_game_free(stated);
	return status;
}

void
ternion_position_free(struct ternion_position *position)
{
	if (position == NULL || --position->owners > 0)
		return;
	ternion_game_free(position->game);
	mem_free(position->moves);
	free(position);
}

struct ternion_game *
ternion_position_game(struct ternion_position *position)
{
	return position != NULL ? position->game : NULL;
}

enum ternion_status
ternion_position_describe(
    struct ternion_position *position, struct ternion_position_info *info)
{
	struct ternion_position_info ours = { 0 };
	const struct position *p;
	struct outcome outcome;

	NEED(position != NULL && info != NULL);
	p = &position->position;
	rules_outcome(&position->game->rules, p, &outcome);
	ours.to_move = p->to_move;
	ours.out = p->out;
	for (unsigned i = 0; i < PLAYERS; i++)
		if (p->checks[i] != 0)
			ours.attacked |= 1u << i;
	ours.number = p->number;
	ours.clock = p->clock;
	for (size_t i = 0; i < position->keys_len; i++)
		ours.repetitions += position->keys[i] == p->key;
	ours.winner = TERNION_NOBODY;
	if (outcome.ending != ENDING_NONE) {
		ours.result = outcome.result;
		ours.winner = outcome.winner;
		ours.ending = phrase_ending(outcome.ending);
	}
	return FACTS_GIVE(ours, info);
}

enum ternion_status
ternion_position_piece(const struct ternion_position *position, size_t index,
    struct ternion_piece *piece)
{
	struct ternion_piece ours = { 0 };
	const struct rules *rules;
	uint8_t at;

	NEED(position != NULL && piece != NULL);
	rules = &position->game->rules;
	if (index >= rules->board.cells)
		return TERNION_END;
	coords_name(&rules->board, dialect_of(rules->variant)->cells, 0,
	    (cell)index, ours.cell);
	at = position->position.at[index];
	ours.owner = ours.colour = TERNION_NOBODY;
	if (at != PIECE_NONE) {
		ours.kind = rules->variant->letters[piece_kind(at)];
		ours.promoted = (at & PIECE_PROMOTED) != 0;
		ours.owner = piece_owner(at);
		ours.colour = piece_colour(at);
	}
	return FACTS_GIVE(ours, piece);
}

static enum ternion_status
draw_svg(const struct ternion_position *position,
    const struct ternion_draw_options *options, struct strbuf *out)
{
	static const enum svg_labels labels[] = {
		[TERNION_LABELS_EDGES] = SVG_EDGES,
		[TERNION_LABELS_CELLS] = SVG_CELLS,
		[TERNION_LABELS_NONE] = SVG_BARE,
	};
	const struct rules *rules = &position->game->rules;
	const struct notation *notation = notation_named(
	    position->game->defined, rules->variant, options->notation);
	const struct ternion_move *last = options->last;
	const struct arrival arrival = { last != NULL ? &last->move : NULL,
		last != NULL ? last->before->position.to_move
			     : (unsigned)PLAYER_NONE,
		NULL };
	const char *view = options->view != NULL ? options->view : "cube";
	struct signs signs = { .arrows = 0 };
	struct svg_style style = { .seat = options->seat,
		.panels = !options->no_panels,
		.arrival = &arrival,
		.arrow = signs.arrow,
		.mark = signs.mark };

	if (notation == NULL)
		return fail_unknown(
		    "notation-unknown", "notation", options->notation);
	NEED(options->labels >= TERNION_LABELS_USUAL &&
	    options->labels <= TERNION_LABELS_NONE);
	style.naming = notation_naming(notation, rules->variant);
	style.labels = options->labels == TERNION_LABELS_USUAL
	    ? svg_labels_usual(&rules->board, style.naming)
	    : labels[options->labels];
	if (options->theme != NULL && !theme_find(options->theme, &style.theme))
		return fail_unknown("theme-unknown", "theme", options->theme);
	style.flat = strcmp(view, "flat") == 0;
	if (style.flat ? rules->board.shape != SHAPE_FACES
		       : strcmp(view, "cube") != 0)
		return fail_unknown("view-unknown", "view", view);
	style.width = options->width > 0 ? options->width : SVG_WIDTH;
	if (options->signs != NULL)
		signs_read(&rules->board, style.naming, style.seat,
		    slice_of(options->signs), &signs);
	style.arrows = signs.arrows;
	style.marks = signs.marks;
	svg_write(rules, &position->position, &style, out);
	return TERNION_OK;
}

enum ternion_status
ternion_position_write(struct ternion_position *position, const char *form,
    const struct ternion_draw_options *options, char **text, size_t *length)
{
	CALL_HEAP = { .first = NULL };
	struct ternion_draw_options ours;
	struct board_style style = { .unicode = false };
	struct strbuf out = STRBUF_INIT;
	struct json json = { .out = &out };
	const struct position *written;
	const struct rules *rules;

	GIVES(text,
	    position != NULL && form != NULL && OPTIONS_TAKE(ours, options) &&
		ours.seat < PLAYERS);
	rules = &position->game->rules;
	written = &position->position;
	style.unicode = strcmp(form, "unicode") == 0;
	style.colour = ours.colour;
	style.seat = ours.seat;
	ENTER(&call_heap);
	if (strcmp(form, "svg") == 0)
		TRY(draw_svg(position, &ours, &out));
	else if (strcmp(form, "3pf") == 0)
		tpf_write(rules, written, &out);
	else if (strcmp(form, "json") == 0)
		position_json(rules, written, NULL, NULL, &json, NULL);
	else if (style.unicode || strcmp(form, "ascii") == 0)
		board_write(rules, written, &style, &out);
	else
		return fail_unknown("form-unknown", "form", form);
	return text_give(&out, text, length);
}
