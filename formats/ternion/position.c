/* Ternion: positions as handles. */
#include <stdlib.h>

#include "formats/draw/signs.h"
#include "formats/draw/svg.h"
#include "formats/draw/text_board.h"
#include "formats/game/turn.h"
#include "formats/position/position_json.h"
#include "formats/position/tpf.h"
#include "formats/ternion/handles.h"

/* A copy of the past in one block, of which the position keeps the latest. */
static bool
copy_past(struct ternion_position *position)
{
	const struct past *past = position->position.past;

	if (past == NULL)
		return true;
	position->past =
	    calloc(past_count(past, NULL), sizeof(*position->past));
	if (position->past == NULL)
		return false;
	position->position.past = past_copy(past, NULL, position->past);
	return true;
}

enum ternion_status
position_give(struct ternion_game *game, const struct position *position,
    struct ternion_position **given)
{
	struct ternion_position *made = calloc(1, sizeof(*made));

	*given = NULL;
	if (made == NULL)
		return TERNION_NO_MEMORY;
	made->owners = 1;
	made->position = *position;
	if (!copy_past(made)) {
		free(made);
		return TERNION_NO_MEMORY;
	}
	made->game = game_share(game);
	*given = made;
	return TERNION_OK;
}

enum ternion_status
position_give_keys(struct ternion_position **position, const uint64_t *keys,
    size_t len, uint64_t last)
{
	struct ternion_position *made = *position;

	if (made->position.clock == 0)
		return TERNION_OK;
	made->keys = malloc((len + 1) * sizeof(*made->keys));
	if (made->keys == NULL) {
		ternion_position_free(made);
		*position = NULL;
		return TERNION_NO_MEMORY;
	}
	if (len > 0)
		memcpy(made->keys, keys, len * sizeof(*keys));
	made->keys[len] = last;
	made->keys_len = len + 1;
	return TERNION_OK;
}

enum ternion_status
ternion_position_start(
    struct ternion_game *game, struct ternion_position **position)
{
	if (position != NULL)
		*position = NULL;
	if (game == NULL || position == NULL)
		return TERNION_MISUSE;
	return position_give(game, &game->rules.start, position);
}

/* Forgets what was said, and keeps the text that more may be said of. */
static const char *
begin_judging(struct ternion_game *game, const char *text)
{
	arena_reset(&game->arena);
	diags_init(&game->diags, &game->arena);
	game->judged = arena_copy(&game->arena, slice_of(text));
	return game->judged;
}

/* The game with the options that the text states; they may be its own. */
static struct ternion_game *
game_stated(struct ternion_game *game, struct slice text)
{
	const struct variant *variant = game->rules.variant;
	struct settings settings = game->rules.settings;

	tpf_options(variant, text, &settings);
	if (settings_equal(&settings, &game->rules.settings))
		return game_share(game);
	return game_new(variant, &settings);
}

static enum ternion_status
read_handle_position(struct ternion_game *game, const struct rules *rules,
    const char *text, struct position *read)
{
	struct slice tpf = slice_of(begin_judging(game, text));
	bool is_sound = tpf_read(rules, tpf, 0, &game->diags, read);

	diags_sort(&game->diags);
	return is_sound ? TERNION_OK : fail_faulty(&game->diags);
}

enum ternion_status
ternion_position_read(struct ternion_game *game, const char *text,
    struct ternion_position **position)
{
	enum ternion_status status;
	struct ternion_game *stated;
	struct position read;

	if (position != NULL)
		*position = NULL;
	if (game == NULL || text == NULL || position == NULL)
		return TERNION_MISUSE;
	stated = game_stated(game, slice_of(text));
	if (stated == NULL)
		return TERNION_NO_MEMORY;
	WITH_MEMORY(&game->heap, status,
	    read_handle_position(game, &stated->rules, text, &read));
	if (status == TERNION_NO_MEMORY)
		game_forget(game);
	if (status == TERNION_OK)
		status = position_give(stated, &read, position);
	ternion_game_free(stated);
	return status;
}

void
ternion_position_free(struct ternion_position *position)
{
	if (position == NULL || --position->owners > 0)
		return;
	ternion_game_free(position->game);
	free(position->past);
	free(position->keys);
	free(position->moves);
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

	if (position == NULL || info == NULL)
		return TERNION_MISUSE;
	p = &position->position;
	rules_outcome(&position->game->rules, p, &outcome);
	ours.to_move = p->to_move;
	ours.out = p->out;
	for (unsigned i = 0; i < PLAYERS; i++)
		if (p->checks[i] != 0)
			ours.attacked |= 1u << i;
	ours.number = p->number;
	ours.clock = p->clock;
	ours.repetitions = 1;
	for (size_t i = 0; i < position->keys_len; i++)
		ours.repetitions += position->keys[i] == p->key;
	ours.winner = TERNION_NOBODY;
	if (outcome.ending != ENDING_NONE) {
		ours.result = outcome.result;
		ours.winner = outcome.winner;
	}
	return FACTS_GIVE(ours, info) ? TERNION_OK : TERNION_MISUSE;
}

enum ternion_status
ternion_position_piece(const struct ternion_position *position, size_t index,
    struct ternion_piece *piece)
{
	struct ternion_piece ours = { 0 };
	const struct rules *rules;
	uint8_t at;

	if (position == NULL || piece == NULL)
		return TERNION_MISUSE;
	rules = &position->game->rules;
	if (index >= rules->board.cells)
		return TERNION_END;
	coords_name(&rules->board, NAMING_ALGEBRAIC, 0, (cell)index, ours.cell);
	at = position->position.at[index];
	ours.owner = ours.colour = TERNION_NOBODY;
	if (at != PIECE_NONE) {
		ours.kind = rules->variant->letters[piece_kind(at)];
		ours.promoted = (at & PIECE_PROMOTED) != 0;
		ours.owner = piece_owner(at);
		ours.colour = piece_colour(at);
	}
	return FACTS_GIVE(ours, piece) ? TERNION_OK : TERNION_MISUSE;
}

/* Appends a move to the list. */
static bool
list_move(void *context, const struct move *move)
{
	struct ternion_position *position = context;

	if (position->len == position->size) {
		size_t size = position->size * 2 + 64;
		struct move *moves =
		    realloc(position->moves, size * sizeof(*moves));

		position->no_memory = moves == NULL;
		if (moves == NULL)
			return false;
		position->moves = moves;
		position->size = size;
	}
	position->moves[position->len++] = *move;
	return true;
}

static enum ternion_status
list_moves(struct ternion_position *position, enum ternion_moves which)
{
	const struct rules *rules = &position->game->rules;

	position->len = 0;
	position->no_memory = false;
	if (which == TERNION_ALL_MOVES)
		rules_all_moves(
		    rules, &position->position, list_move, position);
	else
		rules_moves(
		    rules, &position->position, NULL, list_move, position);
	position->is_listed = !position->no_memory;
	return position->is_listed ? TERNION_OK : TERNION_NO_MEMORY;
}

enum ternion_status
ternion_position_moves(
    struct ternion_position *position, enum ternion_moves which, size_t *count)
{
	enum ternion_status status;

	if (count != NULL)
		*count = 0;
	if (position == NULL || count == NULL ||
	    (which != TERNION_MOVES && which != TERNION_ALL_MOVES))
		return TERNION_MISUSE;
	status = list_moves(position, which);
	if (status == TERNION_OK)
		*count = position->len;
	return status;
}

enum ternion_status
ternion_position_move(
    struct ternion_position *position, size_t index, struct ternion_move **move)
{
	enum ternion_status status = TERNION_OK;
	struct marks marks;

	if (move != NULL)
		*move = NULL;
	if (position == NULL || move == NULL)
		return TERNION_MISUSE;
	if (!position->is_listed)
		status = list_moves(position, TERNION_MOVES);
	if (status != TERNION_OK)
		return status;
	if (index >= position->len)
		return TERNION_END;
	marks = marks_of_move(&position->game->rules, &position->position,
	    &position->moves[index]);
	return move_give(position, &position->moves[index], &marks, move);
}

/* A move that was judged, in the position that it was judged in: another one
 * if the text names a mover where the order of play leaves that open. */
static enum ternion_status
give_judged(struct ternion_position *position, const struct turn *turn,
    struct ternion_move **move)
{
	struct ternion_position *before = position;
	enum ternion_status status = TERNION_OK;

	if (turn->before.to_move != position->position.to_move)
		status = position_give(position->game, &turn->before, &before);
	if (status != TERNION_OK)
		return status;
	status = move_give(before, &turn->move, &turn->marks, move);
	if (before != position)
		ternion_position_free(before);
	return status;
}

/* The decoder of the game that reads the notation. */
static struct decoder *
decoder_of(struct ternion_game *game, const struct notation *notation)
{
	const struct replay_options options = { .variant =
						    game->rules.variant };

	if (game->replayer == NULL)
		game->replayer = replayer_new(&options);
	return replayer_decoder(game->replayer, notation);
}

static enum ternion_status
judge(const struct ternion_position *position, const char *text,
    const struct notation *notation, struct turn *turn)
{
	struct ternion_game *game = position->game;
	struct position after = position->position;
	struct alphabet letters;
	const struct reader_context context = { .rules = &game->rules,
		.notation = notation,
		.alphabet = &letters,
		.decoder = decoder_of(game, notation) };
	bool is_legal;

	text = begin_judging(game, text);
	is_legal = turn_judge_alone(
	    turn, &context, &letters, &after, slice_of(text), 0, &game->diags);
	diags_sort(&game->diags);
	return is_legal ? TERNION_OK : fail_faulty(&game->diags);
}

enum ternion_status
ternion_position_judge(struct ternion_position *position, const char *text,
    const char *notation, struct ternion_move **move)
{
	struct turn turn = { .asks.outcome = true };
	const struct notation *reader;
	struct ternion_game *game;
	enum ternion_status status;

	if (move != NULL)
		*move = NULL;
	if (position == NULL || text == NULL || move == NULL)
		return TERNION_MISUSE;
	game = position->game;
	reader = notation_named(game->rules.variant, notation);
	if (reader == NULL || !notation_reads(reader, game->rules.variant))
		return fail_unknown(
		    "notation-unknown", "notation to read", notation);
	WITH_MEMORY(&game->heap, status, judge(position, text, reader, &turn));
	if (status == TERNION_NO_MEMORY)
		game_forget(game);
	return status == TERNION_OK ? give_judged(position, &turn, move)
				    : status;
}

/* Where cells are named; false if there is no such place. */
static bool
choose_labels(const struct ternion_draw_options *options,
    const struct board *board, struct svg_style *style)
{
	switch (options->labels) {
	case TERNION_LABELS_USUAL:
		style->labels = svg_labels_usual(board, style->naming);
		return true;
	case TERNION_LABELS_EDGES:
		style->labels = SVG_EDGES;
		return true;
	case TERNION_LABELS_CELLS:
		style->labels = SVG_CELLS;
		return true;
	case TERNION_LABELS_NONE:
		style->labels = SVG_BARE;
		return true;
	default:
		return false;
	}
}

/* The theme and the view. */
static enum ternion_status
choose_look(const struct ternion_draw_options *options,
    const struct board *board, struct svg_style *style)
{
	const char *view = options->view != NULL ? options->view : "cube";

	if (options->theme != NULL &&
	    !theme_find(options->theme, &style->theme))
		return fail_unknown("theme-unknown", "theme", options->theme);
	style->view = strcmp(view, "flat") == 0 ? SVG_FLAT
	    : strcmp(view, "both") == 0         ? SVG_BOTH
						: SVG_CUBE;
	if (style->view == SVG_CUBE ? strcmp(view, "cube") != 0
				    : board->shape != SHAPE_FACES)
		return fail_unknown("view-unknown", "view", view);
	style->width = options->width > 0 ? options->width
	    : style->view == SVG_BOTH     ? 2 * SVG_WIDTH
					  : SVG_WIDTH;
	return TERNION_OK;
}

static enum ternion_status
draw_svg(const struct ternion_position *position,
    const struct ternion_draw_options *options, struct strbuf *out)
{
	const struct rules *rules = &position->game->rules;
	const struct notation *notation =
	    notation_named(rules->variant, options->notation);
	const struct ternion_move *last = options->last;
	const struct arrival arrival = { last != NULL ? &last->move : NULL,
		last != NULL ? last->before->position.to_move
			     : (unsigned)PLAYER_NONE,
		NULL };
	struct signs signs = { .arrows = 0 };
	struct svg_style style = { .seat = options->seat,
		.panels = !options->no_panels,
		.arrival = &arrival,
		.arrow = signs.arrow,
		.mark = signs.mark };
	enum ternion_status status;

	if (notation == NULL)
		return fail_unknown(
		    "notation-unknown", "notation", options->notation);
	style.naming = notation_naming(notation, rules->variant);
	if (!choose_labels(options, &rules->board, &style))
		return TERNION_MISUSE;
	status = choose_look(options, &rules->board, &style);
	if (status != TERNION_OK)
		return status;
	if (options->signs != NULL)
		signs_read(&rules->board, style.naming, style.seat,
		    slice_of(options->signs), &signs);
	style.arrows = signs.arrows;
	style.marks = signs.marks;
	svg_write(rules, &position->position, &style, out);
	return TERNION_OK;
}

static enum ternion_status
write_form(const struct ternion_position *position, const char *form,
    const struct ternion_draw_options *options, struct strbuf *out)
{
	const struct rules *rules = &position->game->rules;
	const struct board_style style = { .unicode =
					       strcmp(form, "unicode") == 0,
		.colour = options->colour,
		.seat = options->seat };
	struct json json = { .out = out };

	if (strcmp(form, "svg") == 0)
		return draw_svg(position, options, out);
	if (strcmp(form, "3pf") == 0)
		tpf_write(rules, &position->position, out);
	else if (strcmp(form, "json") == 0)
		position_json(
		    rules, &position->position, NULL, NULL, &json, NULL);
	else if (style.unicode || strcmp(form, "ascii") == 0)
		board_write(rules, &position->position, &style, out);
	else
		return fail_unknown("form-unknown", "form", form);
	return TERNION_OK;
}

static enum ternion_status
write_position(const struct ternion_position *position, const char *form,
    const struct ternion_draw_options *options, char **text, size_t *length)
{
	struct strbuf out = STRBUF_INIT;
	enum ternion_status status = write_form(position, form, options, &out);

	if (status == TERNION_OK)
		return text_give(&out, text, length);
	strbuf_release(&out);
	return status;
}

enum ternion_status
ternion_position_write(struct ternion_position *position, const char *form,
    const struct ternion_draw_options *options, char **text, size_t *length)
{
	struct ternion_draw_options ours;
	struct heap heap = { .first = NULL };
	enum ternion_status status;

	if (text != NULL)
		*text = NULL;
	if (position == NULL || form == NULL || text == NULL ||
	    !OPTIONS_TAKE(ours, options) || ours.seat >= PLAYERS)
		return TERNION_MISUSE;
	WITH_MEMORY(
	    &heap, status, write_position(position, form, &ours, text, length));
	heap_release(&heap);
	return status;
}
