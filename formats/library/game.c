/* Ternion: games as handles, with their positions and moves. */

#include "formats/draw/svg.h"
#include "formats/draw/text_board.h"
#include "formats/library/handles.h"
#include "parse/position/position_json.h"
#include "parse/position/tpf.h"
#include "parse/resolve/phrase.h"

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

static struct ternion_game *
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
	struct settings values;
	struct setting setting;

	GIVES(game, id != NULL);
	const struct variant *variant = variant_find(id, strlen(id));
	if (variant == NULL)
		return fail_unknown("variant-unknown", "variant", id);
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
	FACTS(ternion_game_info, game != NULL && info != NULL);
	const struct variant *variant = game->rules.variant;
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
	FACTS(ternion_option, game != NULL && option != NULL);
	const struct variant_option *options = game->rules.variant->options;
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

/* Resets the heap of a game after it ran out of memory. */
static void
game_forget(struct ternion_game *game)
{
	HOLD(game);
	heap_release(&game->heap);
	game->arena = ARENA_INIT;
	diags_init(&game->diags, &game->arena);
	game->judged = NULL;
}

/* Forgets the diagnostics, and keeps the text that is judged next. */
static const char *
begin_judging(struct ternion_game *game, const char *text)
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

/*
 * Positions
 */

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
	HOLD(game);
	ENTER(&game->heap);
	struct slice tpf = slice_of(begin_judging(game, text));
	bool is_sound = tpf_read(rules, tpf, 0, &game->diags, read);
	diags_finish(&game->diags);
	return is_sound ? TERNION_OK : fail_faulty(&game->diags, text);
}

enum ternion_status
ternion_position_read(struct ternion_game *game, const char *text,
    struct ternion_position **position)
{
	struct position read;

	GIVES(position, game != NULL && text != NULL);
	/* The game with the options of the text, which may be its own. */
	struct settings settings = game->rules.settings;
	tpf_options(game->rules.variant, slice_of(text), &settings);
	struct ternion_game *stated =
	    settings_equal(&settings, &game->rules.settings)
	    ? game_share(game)
	    : game_new(game->rules.variant, &settings, game->defined);
	if (stated == NULL)
		return TERNION_NO_MEMORY;
	enum ternion_status status =
	    read_tpf(game, &stated->rules, text, &read);
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
	FACTS(ternion_position_info, position != NULL && info != NULL);
	const struct position *p = &position->position;
	struct outcome outcome = rules_outcome(&position->game->rules, p);
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

static void
put_cell_name(const struct rules *rules, cell c, char name[TERNION_NAME_MAX])
{
	_Static_assert((int)TERNION_NAME_MAX == (int)CELL_NAME_MAX,
	    "names of cells fit in structures of callers");
	if (c != CELL_NONE)
		coords_name(&rules->board, dialect_of(rules->variant)->cells, 0,
		    c, name);
}

enum ternion_status
ternion_position_piece(const struct ternion_position *position, size_t index,
    struct ternion_piece *piece)
{
	FACTS(ternion_piece, position != NULL && piece != NULL);
	const struct rules *rules = &position->game->rules;
	if (index >= rules->board.cells)
		return TERNION_END;
	put_cell_name(rules, (cell)index, ours.cell);
	uint8_t at = position->position.at[index];
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
		.signs = &signs,
		.labels = (enum svg_labels)options->labels };

	if (notation == NULL)
		return fail_unknown(
		    "notation-unknown", "notation", options->notation);
	_Static_assert((int)TERNION_LABELS_EDGES == (int)SVG_EDGES &&
		(int)TERNION_LABELS_NONE == (int)SVG_BARE,
	    "both lists of labels are the same");
	NEED(options->labels >= TERNION_LABELS_USUAL &&
	    options->labels <= TERNION_LABELS_NONE);
	style.naming = notation_naming(notation, rules->variant);
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

	GIVES(text,
	    position != NULL && form != NULL && OPTIONS_TAKE(ours, options) &&
		ours.seat < PLAYERS);
	const struct rules *rules = &position->game->rules;
	const struct position *written = &position->position;
	style.unicode = strcmp(form, "unicode") == 0;
	style.colour = ours.colour;
	style.seat = ours.seat;
	ENTER(&call_heap);
	if (strcmp(form, "svg") == 0)
		TRY(draw_svg(position, &ours, &out));
	else if (strcmp(form, "3pf") == 0)
		tpf_write(rules, written, &out);
	else if (strcmp(form, "json") == 0)
		position_json(rules, written, NULL, NULL, &json);
	else if (style.unicode || strcmp(form, "ascii") == 0)
		board_write(rules, written, &style, &out);
	else
		return fail_unknown("form-unknown", "form", form);
	return text_give(&out, text, length);
}

/*
 * Moves
 */

enum ternion_status
move_give(struct ternion_position *before, const struct move *move,
    const struct marks *marks, struct ternion_move **given)
{
	struct ternion_move *made = calloc(1, sizeof(*made));

	*given = made;
	if (made == NULL)
		return TERNION_NO_MEMORY;
	before->owners++;
	made->before = before;
	made->move = *move;
	made->marks = *marks;
	return TERNION_OK;
}

void
ternion_move_free(struct ternion_move *move)
{
	if (move == NULL)
		return;
	ternion_position_free(move->before);
	free(move);
}

static bool
list_move(void *context, const struct move *move)
{
	struct ternion_position *position = context;

	*MEM_ADD(position, moves) = *move;
	return true;
}

/* With a move that declares check against all kings that it attacks, those that
 * declare it against one of several, or against none, where that is a part of
 * the move. */
static bool
list_turn(void *context, const struct move *move)
{
	struct ternion_position *position = context;
	const struct rules *rules = &position->game->rules;
	struct move other = *move;

	list_move(position, move);
	if (!dialect_of(rules->variant)->declares ||
	    move->type == MOVE_STALEMATE)
		return true;
	unsigned attacked =
	    marks_of_move(rules, &position->position, move).attacked;
	for (unsigned p = 0; p < PLAYERS; p++) {
		other.check = (uint8_t)(1u << p);
		if ((attacked >> p & 1) && attacked != other.check)
			list_move(position, &other);
	}
	other.check = 0;
	return attacked == 0 || list_move(position, &other);
}

enum ternion_status
ternion_position_moves(
    struct ternion_position *position, enum ternion_moves which, size_t *count)
{
	if (count != NULL)
		*count = 0;
	NEED(position != NULL && count != NULL && which >= TERNION_MOVES &&
	    which <= TERNION_TURNS);
	HOLD(position->game);
	const struct rules *rules = &position->game->rules;
	position->len = 0;
	position->is_listed = false;
	ENTER(NULL);
	if (which == TERNION_MOVES)
		rules_moves(
		    rules, &position->position, NULL, list_move, position);
	else
		rules_all_moves(rules, &position->position,
		    which == TERNION_TURNS ? list_turn : list_move, position);
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct position before = position->position;

		position->others[p] = position->len;
		if (which != TERNION_TURNS || p == before.to_move ||
		    !rules_may_begin(rules, &before, p))
			continue;
		rules_begin(rules, &before, p);
		rules_all_moves(rules, &before, list_move, position);
	}
	position->is_listed = true;
	*count = position->len;
	return TERNION_OK;
}

/* Gives a move of the position; in `begun` its mover has the turn, where the
 * order of play lets another than the position's begin. */
static enum ternion_status
give_begun(struct ternion_position *position, const struct position *begun,
    const struct move *move, struct marks *marks, struct ternion_move **given)
{
	struct ternion_position *before = position;

	marks->named = begun->to_move != position->position.to_move;
	if (!marks->named)
		return move_give(position, move, marks, given);
	TRY(position_give(position->game, begun, NULL, 0, &before));
	enum ternion_status status = move_give(before, move, marks, given);
	ternion_position_free(before);
	return status;
}

enum ternion_status
ternion_position_move(
    struct ternion_position *position, size_t index, struct ternion_move **move)
{
	size_t count;

	GIVES(move, position != NULL);
	HOLD(position->game);
	if (!position->is_listed)
		TRY(ternion_position_moves(position, TERNION_MOVES, &count));
	if (index >= position->len)
		return TERNION_END;
	const struct rules *rules = &position->game->rules;
	struct position begun = position->position;
	for (unsigned p = PLAYERS; p-- > 0 && index >= position->others[0];)
		if (index >= position->others[p]) {
			rules_begin(rules, &begun, p);
			break;
		}
	struct marks marks =
	    marks_of_move(rules, &begun, &position->moves[index]);
	return give_begun(
	    position, &begun, &position->moves[index], &marks, move);
}

/* Judges the text in the position; the game keeps the diagnostics. */
static enum ternion_status
judge_move(const struct ternion_position *position, const char *text,
    const struct notation *notation, struct turn *turn)
{
	struct ternion_game *game = position->game;
	struct position after = position->position;
	struct alphabet letters;
	struct language context = { .rules = &game->rules,
		.notation = notation,
		.alphabet = &letters };

	HOLD(game);
	ENTER(&game->heap);
	text = begin_judging(game, text);
	bool is_legal = turn_judge_alone(
	    turn, &context, &letters, &after, slice_of(text), 0, &game->diags);
	diags_finish(&game->diags);
	return is_legal ? TERNION_OK : fail_faulty(&game->diags, text);
}

enum ternion_status
ternion_position_judge(struct ternion_position *position, const char *text,
    const char *notation, struct ternion_move **move)
{
	struct turn turn = { .asks.outcome = true };

	GIVES(move, position != NULL && text != NULL);
	struct ternion_game *game = position->game;
	const struct notation *reader =
	    notation_named(game->defined, game->rules.variant, notation);
	if (reader == NULL)
		return fail_unknown(
		    "notation-unknown", "notation to read", notation);
	enum ternion_status status = judge_move(position, text, reader, &turn);
	if (status == TERNION_NO_MEMORY)
		game_forget(game);
	TRY(status);
	return give_begun(
	    position, &turn.before, &turn.move, &turn.marks, move);
}

struct ternion_position *
ternion_move_position(const struct ternion_move *move)
{
	return move != NULL ? move->before : NULL;
}

static char
letter_of_kind(const struct rules *rules, unsigned kind)
{
	return kind != KIND_NONE ? rules->variant->letters[kind] : '\0';
}

enum ternion_status
ternion_move_describe(
    const struct ternion_move *move, struct ternion_move_info *info)
{
	FACTS(ternion_move_info, move != NULL && info != NULL);
	const struct move *m = &move->move;
	const struct position *before = &move->before->position;
	const struct rules *rules = &move->before->game->rules;
	struct cellset taken = rules_taken(rules, before, m);
	ours.type = move_type_name((enum move_type)m->type);
	ours.player = before->to_move;
	if (m->type == MOVE_DROP)
		ours.piece = letter_of_kind(rules, m->promotion);
	else if (m->from != CELL_NONE)
		ours.piece =
		    letter_of_kind(rules, piece_kind(before->at[m->from]));
	if (m->type != MOVE_DROP)
		ours.promotion = letter_of_kind(rules, m->promotion);
	ours.captures = !cellset_empty(&taken);
	put_cell_name(rules, m->from, ours.from);
	put_cell_name(rules, m->to, ours.to);
	ours.attacked = move->marks.attacked;
	ours.mated = move->marks.mated;
	if (m->type == MOVE_CASTLE)
		put_cell_name(rules,
		    rules->seat[before->to_move].side[m->side].rook_from,
		    ours.rook);
	return FACTS_GIVE(ours, info);
}

enum ternion_status
ternion_move_leap(
    const struct ternion_move *move, size_t index, char name[TERNION_NAME_MAX])
{
	NEED(move != NULL && name != NULL);
	name[0] = '\0';
	if (index >= move->move.leaps)
		return TERNION_END;
	put_cell_name(&move->before->game->rules, move->move.path[index], name);
	return TERNION_OK;
}

enum ternion_status
ternion_move_write(const struct ternion_move *move, const char *notation,
    const char *letters, char **text, size_t *length)
{
	CALL_HEAP = { .first = NULL };
	struct strbuf out = STRBUF_INIT;
	const struct notation *writer;
	const struct letter_set *set;
	struct alphabet alphabet;

	GIVES(text, move != NULL);
	const struct rules *rules = &move->before->game->rules;
	TRY(writing_find(move->before->game->defined, rules->variant, notation,
	    letters, &writer, &set));
	ENTER(&call_heap);
	alphabet_init(&alphabet, set, rules->variant->letters);
	notation_write(&(struct language){ rules, writer, &alphabet },
	    &move->before->position, &move->move, &move->marks, &out);
	return text_give(&out, text, length);
}

enum ternion_status
ternion_move_make(
    const struct ternion_move *move, struct ternion_position **position)
{
	struct past past;

	GIVES(position, move != NULL);
	const struct ternion_position *before = move->before;
	struct position after = before->position;
	rules_play(&before->game->rules, &after, &move->move, &past);
	return position_give(
	    before->game, &after, before->keys, before->keys_len, position);
}
