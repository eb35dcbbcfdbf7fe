/* Ternion: `moves`: the legal moves of a position. */
#include <stdlib.h>

#include "cmd.h"
#include "json.h"
#include "positions.h"

/* A legal move and its text, which is kept in one buffer with the others. */
struct listed {
	struct move move;
	struct marks marks;
	size_t at, len;
};

struct listing {
	bool json;
	bool server; /* the object that the server of Triumvirate gives */
	const struct replayed *replayed;
	const struct position *position;
	const struct notation *notation;
	struct alphabet alphabet;
	struct strbuf texts;
	struct listed *list; /* owned */
	size_t len, size;
};

static bool
add(void *context, const struct move *move)
{
	const struct marks bare = { .attacked = 0 };
	struct listing *listing = context;
	const struct rules *rules = listing->replayed->rules;
	struct listed *listed;

	if (listing->len == listing->size) {
		listing->size = listing->size * 2 + 64;
		listing->list = mem_grow(
		    listing->list, listing->size * sizeof(*listing->list));
	}
	listed = &listing->list[listing->len++];
	listed->move = *move;
	listed->marks = marks_of_move(rules, listing->position, move);
	listed->at = listing->texts.len;
	listing->notation->write(listing->notation, rules, &listing->alphabet,
	    listing->position, move,
	    listing->notation->has_marks ? &listed->marks : &bare,
	    &listing->texts);
	listed->len = listing->texts.len - listed->at;
	strbuf_char(&listing->texts, '\0'); /* so that strcmp can sort */
	return true;
}

/* A row of the listing, for qsort. */
struct row {
	const char *text;
	const struct listed *listed;
};

static int
by_text(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	return strcmp(x->text, y->text);
}

static void
put_cell(
    const struct listing *listing, struct json *json, const char *key, cell c)
{
	char name[CELL_NAME_MAX];

	if (c == CELL_NONE) {
		json_null(json, key);
		return;
	}
	json_string(json, key,
	    coords_name(&listing->replayed->rules->board, NAMING_ALGEBRAIC, 0,
		c, name));
}

static void
put_kind(const struct listing *listing, struct json *json, const char *key,
    unsigned kind)
{
	const char letter = listing->replayed->rules->variant->letters[kind];

	json_text(json, key, (struct slice){ &letter, 1 });
}

static void
put_json(
    const struct listing *listing, const struct row *line, struct json *json)
{
	const struct listed *listed = line->listed;
	const struct rules *rules = listing->replayed->rules;
	const struct move *move = &listed->move;
	const struct marks bare = { .attacked = 0 };
	struct strbuf plain = STRBUF_INIT;
	const uint8_t *at = listing->position->at;
	struct cellset taken = rules_taken(rules, listing->position, move);

	notation_coordinate.write(&notation_coordinate, rules,
	    &listing->alphabet, listing->position, move, &bare, &plain);
	json_begin(json, NULL, '{');
	json_string(json, "move", line->text);
	json_text(json, "coordinate", strbuf_as_slice(&plain));
	if (move->type == MOVE_DROP)
		put_kind(listing, json, "piece", move->promotion);
	else if (move->from != CELL_NONE)
		put_kind(listing, json, "piece", piece_kind(at[move->from]));
	else
		json_null(json, "piece");
	put_cell(listing, json, "from", move->from);
	put_cell(listing, json, "to", move->to);
	json_begin(json, "path", '[');
	for (unsigned i = 0; i < move->leaps; i++)
		put_cell(listing, json, NULL, move->path[i]);
	json_end(json, ']');
	json_string(json, "type", move_type_name((enum move_type)move->type));
	json_begin(json, "captures", '[');
	while (!cellset_empty(&taken))
		put_cell(listing, json, NULL, cellset_pop(&taken));
	json_end(json, ']');
	if (move->promotion != KIND_NONE && move->type != MOVE_DROP)
		put_kind(listing, json, "promotion", move->promotion);
	else
		json_null(json, "promotion");
	json_bool(json, "check", listed->marks.attacked != 0);
	json_bool(json, "mate", listed->marks.mated != 0);
	json_end(json, '}');
	strbuf_release(&plain);
}

static void
print(
    const struct listing *listing, const struct row *lines, struct strbuf *out)
{
	struct json json = { .out = out, .indent = true };

	if (listing->json)
		json_begin(&json, NULL, '[');
	for (size_t i = 0; i < listing->len; i++) {
		if (listing->json) {
			put_json(listing, &lines[i], &json);
		} else {
			strbuf_puts(out, lines[i].text);
			strbuf_char(out, '\n');
		}
	}
	if (listing->json) {
		json_end(&json, ']');
		strbuf_char(out, '\n');
	}
}

static void
put_name(
    const struct listing *listing, struct json *json, const char *key, cell c)
{
	char name[CELL_NAME_MAX];

	json_string(json, key,
	    coords_name(
		&listing->replayed->rules->board, NAMING_UPPER, 0, c, name));
}

/* "{from: [to...]}": each target once, though it be of four promotions. */
static void
put_targets(const struct listing *listing, struct json *json)
{
	struct cellset targets[CELLS_MAX] = { { { 0 } } };
	char name[CELL_NAME_MAX];

	for (size_t i = 0; i < listing->len; i++)
		cellset_add(&targets[listing->list[i].move.from],
		    listing->list[i].move.to);
	for (cell from = 0; from < CELLS_MAX; from++) {
		if (cellset_empty(&targets[from]))
			continue;
		json_begin_flat(json,
		    coords_name(&listing->replayed->rules->board, NAMING_UPPER,
			0, from, name),
		    '[');
		while (!cellset_empty(&targets[from]))
			put_name(
			    listing, json, NULL, cellset_pop(&targets[from]));
		json_end(json, ']');
	}
}

/* The moves as the server of the 96-cell board gives them. */
static void
print_for_server(const struct listing *listing, struct strbuf *out)
{
	struct json json = { .out = out, .indent = true };

	json_begin(&json, NULL, '{');
	json_begin(&json, "legal_moves", '{');
	put_targets(listing, &json);
	json_end(&json, '}');
	json_begin(&json, "promotion_moves", '[');
	for (size_t i = 0; i < listing->len; i++) {
		const struct move *move = &listing->list[i].move;

		/* Once for the four pieces. */
		if (move->promotion != QUEEN)
			continue;
		json_begin_flat(&json, NULL, '{');
		put_name(listing, &json, "from", move->from);
		put_name(listing, &json, "to", move->to);
		json_end(&json, '}');
	}
	json_end(&json, ']');
	json_end(&json, '}');
	strbuf_char(out, '\n');
}

static void
show(struct positions *positions, const struct replayed *replayed,
    const struct position *position)
{
	struct listing *listing = positions->context;
	const struct job *job = positions->pass.job;
	struct row *lines;

	if (!pass_can_write(&positions->pass, replayed->rules->variant))
		return;
	if (listing->server && !replayed->rules->variant->upper_cells) {
		fprintf(stderr, "ternion moves: %s has no server\n",
		    replayed->rules->variant->title);
		positions->pass.trouble = true;
		return;
	}
	listing->replayed = replayed;
	listing->position = position;
	listing->notation = job->notation;
	if (listing->notation == NULL)
		listing->notation = replayed->notation;
	if (listing->notation->write == NULL)
		listing->notation =
		    notation_find(slice_of(replayed->rules->variant->notation));
	alphabet_init(&listing->alphabet,
	    job->letters != NULL ? job->letters : &letter_sets[0],
	    replayed->rules->variant->letters);
	listing->len = 0;
	strbuf_reset(&listing->texts);
	if (job->all && !listing->server)
		rules_all_moves(replayed->rules, position, add, listing);
	else
		rules_moves(replayed->rules, position, NULL, add, listing);
	if (listing->server) {
		print_for_server(listing, &positions->pass.text);
		return;
	}
	lines = mem_alloc((listing->len + 1) * sizeof(*lines));
	for (size_t i = 0; i < listing->len; i++)
		lines[i] =
		    (struct row){ listing->texts.ptr + listing->list[i].at,
			    &listing->list[i] };
	qsort(lines, listing->len, sizeof(*lines), by_text);
	if (positions->shown > 0 && !listing->json)
		strbuf_char(&positions->pass.text, '\n');
	print(listing, lines, &positions->pass.text);
	free(lines);
}

static int
run(struct job *job)
{
	struct listing listing = { .texts = STRBUF_INIT };
	struct positions positions = { .show = show, .context = &listing };
	int status;

	if (job->to != NULL && strcmp(job->to, "text") != 0 &&
	    strcmp(job->to, "json") != 0 && strcmp(job->to, "server") != 0)
		return usage_error(
		    job, "moves are text, json or server, not '%s'", job->to);
	if (job->notation != NULL && job->notation->write == NULL)
		return usage_error(
		    job, "%s is for reading only", job->notation->id);
	listing.json = job->to != NULL && strcmp(job->to, "json") == 0;
	listing.server = job->to != NULL && strcmp(job->to, "server") == 0;
	status = positions_run(&positions, job);
	strbuf_release(&listing.texts);
	free(listing.list);
	return status;
}

const struct command command_moves = {
	.name = "moves",
	.summary = "the legal moves of a position",
	.usage = "[OPTIONS] [FILE...]",
	.description =
	    "Lists the legal moves of one position of each record, chosen as\n"
	    "by 'position': one a line in the chosen notation, with check\n"
	    "marks, sorted by bytes; or an array of objects (--json).\n"
	    "'--to server' gives those of the 96 cells as their server does.\n"
	    "A finished game has none. --all adds what perft does not count:\n"
	    "calls, yields, and passes that are a choice.",
	.examples = "  ternion moves game.pgn\n"
		    "  ternion moves -v dreierschach --position start "
		    "-n coordinate\n"
		    "  ternion moves --ply 4 --json game.pgn",
	.options = "vofNntJLFOpPMYEAqlszyxmricZHGg",
	.run = run,
};
