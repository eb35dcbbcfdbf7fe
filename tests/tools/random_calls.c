/*
 * Calls the functions of the library in random order: with handles that are
 * freed in any order, for the sanitizer of addresses and for calls that fail,
 * or from several threads, which share some handles, for the sanitizer of
 * threads.
 *
 *	random_calls SEED CALLS THREADS FILE...
 *
 * With one thread, each record that can be written must be read again without
 * an error, and a number is printed that depends on all that came out. If some
 * call had no memory, or could not read, the status is 2.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/library/ternion.h"

enum {
	HELD = 12,       /* handles of each kind that a player holds */
	INPUTS_MAX = 64, /* records */
	THREADS_MAX = 16,
};

struct text {
	const char *path;
	char *bytes;
	size_t len;
};

/* The data that all threads use. */
struct shared {
	struct text inputs[INPUTS_MAX];
	unsigned len;
	unsigned long calls;
	/* Nobody frees these before the end; NULL: there is one thread. */
	struct ternion_reader *reader;
	struct ternion_record *record;
	struct ternion_position *position;
	struct ternion_game *game;
};

struct held_ply {
	struct ternion_ply *ply;
	const void *of; /* its record */
};

/* A thread and its handles; NULL where there is none. */
struct player {
	const struct shared *shared;
	uint64_t random;
	bool failed;
	bool starved; /* of memory, or of input */
	uint64_t sum; /* of all statuses and texts */
	struct ternion_reader *readers[HELD];
	struct ternion_record *records[HELD];
	struct ternion_position *positions[HELD];
	struct ternion_move *moves[HELD];
	struct ternion_game *games[HELD];
	struct held_ply plies[HELD];
};

static unsigned
pick(struct player *player, unsigned below)
{
	player->random ^= player->random << 13;
	player->random ^= player->random >> 7;
	player->random ^= player->random << 17;
	return (unsigned)(player->random >> 11) % below;
}

/* Half of the time it is the shared handle, if there is one. */
#define PICK(player, kind)                                      \
	((player)->shared->kind != NULL && pick(player, 2) == 0 \
		? (player)->shared->kind                        \
		: (player)->kind##s[pick(player, HELD)])

#define ONE_OF(list) ((list)[pick(player, sizeof(list) / sizeof(*(list)))])
#define HELD_PLY     (&player->plies[pick(player, HELD)])
#define MOVE         (player->moves[pick(player, HELD)])

static void
forget_plies(struct player *player, const void *record)
{
	for (unsigned i = 0; i < HELD; i++)
		if (player->plies[i].of == record)
			player->plies[i].ply = NULL;
}

/* Gives the caller's own handle a place, where the one that was there is freed,
 * and frees a handle while others may still hold a part of it. */
#define KIND(kind, release)                                         \
	static void drop_##kind(struct player *player, unsigned at) \
	{                                                           \
		forget_plies(player, player->kind##s[at]);          \
		release(player->kind##s[at]);                       \
		player->kind##s[at] = NULL;                         \
	}                                                           \
                                                                    \
	static void hold_##kind(                                    \
	    struct player *player, struct ternion_##kind *made)     \
	{                                                           \
		unsigned at = pick(player, HELD);                   \
                                                                    \
		if (made == NULL)                                   \
			return;                                     \
		drop_##kind(player, at);                            \
		player->kind##s[at] = made;                         \
	}                                                           \
                                                                    \
	static void free_##kind(struct player *player)              \
	{                                                           \
		drop_##kind(player, pick(player, HELD));            \
	}

KIND(reader, ternion_close)
KIND(record, ternion_record_free)
KIND(position, ternion_position_free)
KIND(move, ternion_move_free)
KIND(game, ternion_game_free)

static void
hold_ply(struct player *player, struct ternion_ply *ply,
    const struct ternion_record *of)
{
	if (ply != NULL)
		*HELD_PLY = (struct held_ply){ ply, of };
}

static bool
is_good(struct player *player, enum ternion_status status)
{
	player->starved |=
	    status == TERNION_NO_MEMORY || status == TERNION_UNREADABLE;
	player->sum = player->sum * 31 + (unsigned)status;
	return status == TERNION_OK;
}

static void
add_text(struct player *player, const char *text)
{
	for (; text != NULL && *text != '\0'; text++)
		player->sum = player->sum * 31 + (unsigned char)*text;
}

/* Frees a text that a call may have made. */
static void
take_text(struct player *player, enum ternion_status status, char **text)
{
	if (is_good(player, status))
		add_text(player, *text);
	ternion_free(*text);
	*text = NULL;
}

/* Of a record that only this thread changes. */
static void
read_text(
    struct player *player, const struct ternion_record *of, const char *text)
{
	if (of != player->shared->record)
		add_text(player, text);
}

/* A call with random arguments, and one that makes a handle. */
#define CALL(name, call)                        \
	static void name(struct player *player) \
	{                                       \
		is_good(player, call);          \
	}
#define MAKE(name, kind, call)                      \
	static void name(struct player *player)     \
	{                                           \
		struct ternion_##kind *made = NULL; \
                                                    \
		is_good(player, call);              \
		hold_##kind(player, made);          \
	}

/*
 * Records
 */

static void
open_reader(struct player *player)
{
	const struct shared *shared = player->shared;
	const struct text *input = &shared->inputs[pick(player, shared->len)];
	struct ternion_read_options options = { .size = sizeof(options),
		.repairs = pick(player, 4) == 0 };
	struct ternion_reader *reader;
	struct ternion_record *record, *copy;

	if (pick(player, 2) == 0)
		is_good(
		    player, ternion_open_file(input->path, &options, &reader));
	else
		is_good(player,
		    ternion_open_text(
			input->bytes, input->len, &options, &reader));
	if (is_good(player, ternion_next(reader, &record)) &&
	    is_good(player, ternion_record_copy(record, &copy)))
		hold_record(player, copy);
	hold_reader(player, reader);
}

static void
next_of_reader(struct player *player)
{
	struct ternion_record *record, *copy;

	if (is_good(player,
		ternion_next(player->readers[pick(player, HELD)], &record)) &&
	    is_good(player, ternion_record_copy(record, &copy)))
		hold_record(player, copy);
}

MAKE(copy_record, record, ternion_record_copy(PICK(player, record), &made))
MAKE(new_record, record, ternion_record_new(PICK(player, game), &made))

static void
collate(struct player *player)
{
	struct ternion_record *const sheets[] = { PICK(player, record),
		PICK(player, record) };
	struct ternion_reading reading = { .size = sizeof(reading) };
	struct ternion_record *made;

	/* It takes long. */
	if (pick(player, 50) != 0)
		return;
	is_good(player, ternion_collate(sheets, 2, &made));
	is_good(player,
	    ternion_collate_reading(made, pick(player, 3), 0, &reading));
	hold_record(player, made);
}

static void
describe_record(struct player *player)
{
	struct ternion_record_info info = { .size = sizeof(info) };
	struct ternion_record *record = PICK(player, record);
	struct ternion_diagnostic diagnostic = { .size = sizeof(diagnostic) };
	const char *name, *value;

	if (is_good(player, ternion_record_describe(record, &info)))
		read_text(player, record, info.result);
	if (is_good(player, ternion_record_diagnostic(record, 0, &diagnostic)))
		read_text(player, record, diagnostic.message);
	if (is_good(player,
		ternion_record_tag(record, pick(player, 9), &name, &value)))
		read_text(player, record, value);
	read_text(player, record, ternion_record_comment(record, 0));
	read_text(player, record, ternion_record_value(record, "White"));
}

static void
repair_record(struct player *player)
{
	struct ternion_record *record = PICK(player, record);
	struct ternion_fix fix = { .size = sizeof(fix) };
	char *text = NULL;

	if (is_good(player, ternion_record_fix(record, 0, 0, &fix)))
		read_text(player, record, fix.title);
	take_text(
	    player, ternion_record_apply(record, 0, 0, &text, NULL), &text);
	take_text(player, ternion_record_mend(record, &text, NULL), &text);
	take_text(player, ternion_record_text(record, &text, NULL), &text);
}

/* The library reads the texts that it has written. */
static void
check_written(struct player *player, const char *text, const char *format)
{
	struct ternion_read_options options = { .size = sizeof(options),
		.format = format };
	struct ternion_record_info info = { .size = sizeof(info) };
	struct ternion_reader *reader;
	struct ternion_record *record;

	if ((!is_good(player,
		 ternion_open_text(text, strlen(text), &options, &reader)) ||
		!is_good(player, ternion_next(reader, &record)) ||
		!is_good(player, ternion_record_describe(record, &info)) ||
		info.faulty) &&
	    !player->starved) {
		printf("not read again:\n%s\n", text);
		player->failed = true;
	}
	ternion_close(reader);
}

static void
write_record(struct player *player)
{
	static const char *const formats[] = { "pgn", "json", "jsonl", "yaml",
		"html" };
	struct ternion_write_options options = { .size = sizeof(options) };
	enum ternion_status status;
	char *text = NULL;

	options.format = formats[pick(player, 5)];
	status =
	    ternion_record_write(PICK(player, record), &options, &text, NULL);
	if (status == TERNION_OK && player->shared->record == NULL &&
	    strcmp(options.format, "html") != 0)
		check_written(player, text, options.format);
	take_text(player, status, &text);
}

static const char *const tags[][2] = { { "Variant", "siege" },
	{ "Variant", "dreierschach" }, { "Notation", "nope" },
	{ "Notation", NULL }, { "Variant", NULL }, { "Letters", "de" },
	{ "Letters", NULL }, { "Annotator", "A" }, { "Notation", "coordinate" },
	{ "Position", "x" }, { "Position", NULL }, { "SetUp", "1" },
	{ "Result", "*" } };
static const char *const starts[] = { "start", "no position",
	"wKd1,wPa2,gKe10,bKm9 w w-.g-.b- - aaa 0 1" };
static const char *const results[] = { "*", "1-0-0" };

static void
set_tag(struct player *player)
{
	const char *const *tag = ONE_OF(tags);

	is_good(player,
	    ternion_record_set_tag(PICK(player, record), tag[0], tag[1]));
}

CALL(set_position,
    ternion_record_set_position(PICK(player, record), ONE_OF(starts)))
CALL(set_result,
    ternion_record_set_result(PICK(player, record), ONE_OF(results)))

/*
 * Plies
 */

static void
find_ply(struct player *player)
{
	struct ternion_record *record = PICK(player, record);
	struct ternion_ply *ply = ternion_record_ply(record);

	for (unsigned n = pick(player, 20); n > 0; n--) {
		struct ternion_ply *next = ternion_ply_next(ply);

		ply = next != NULL ? next : ply;
	}
	hold_ply(player, ply, record);
}

#define WALK(name, way)                           \
	static void name(struct player *player)   \
	{                                         \
		struct held_ply *held = HELD_PLY; \
                                                  \
		hold_ply(player, way, held->of);  \
	}

WALK(go_on, ternion_ply_next(held->ply))
WALK(go_back, ternion_ply_previous(held->ply))
WALK(go_down, ternion_ply_variation(held->ply, pick(player, 3)))
WALK(go_up, ternion_ply_parent(held->ply))

static void
describe_ply(struct player *player)
{
	struct held_ply *held = &player->plies[pick(player, HELD)];
	struct ternion_ply_info info = { .size = sizeof(info) };
	struct ternion_ply *ply = held->ply;
	enum ternion_place place = (enum ternion_place)pick(player, 3);

	if (is_good(player, ternion_ply_describe(ply, &info))) {
		read_text(player, held->of, info.move);
		read_text(player, held->of, info.token);
	}
	read_text(player, held->of, ternion_ply_comment(ply, place, 0));
	read_text(player, held->of, ternion_ply_command(ply, "clk"));
	ternion_ply_nag(ply, 0);
}

#define PLACE ((enum ternion_place)pick(player, 3))

CALL(add_comment, ternion_ply_add_comment(HELD_PLY->ply, PLACE, "a comment"))
CALL(remove_comment,
    ternion_ply_remove_comment(HELD_PLY->ply, PLACE, pick(player, 3)))
CALL(add_nag, ternion_ply_add_nag(HELD_PLY->ply, 1 + pick(player, 255)))
CALL(remove_nag, ternion_ply_remove_nag(HELD_PLY->ply, 1 + pick(player, 255)))
CALL(set_clock, ternion_ply_set_command(HELD_PLY->ply, "clk", "0:01:00"))
CALL(remove_clock, ternion_ply_set_command(HELD_PLY->ply, "clk", NULL))

/* A move of the position that the ply leads to, or mostly one that does not
 * fit; the caller frees it. */
static struct ternion_move *
move_after(struct player *player, struct ternion_ply *ply)
{
	struct ternion_position *position = NULL;
	struct ternion_move *own = NULL;

	if (is_good(player, ternion_ply_position(ply, &position)))
		is_good(player,
		    ternion_position_move(position, pick(player, 30), &own));
	ternion_position_free(position);
	return own;
}

/* Adds a move by its text, or as a move: mostly one that fits. */
#define ADD(name, owner, call)                                        \
	static void name(struct player *player)                       \
	{                                                             \
		struct held_ply held = *HELD_PLY;                     \
		struct ternion_record *record = PICK(player, record); \
		struct ternion_move *own = pick(player, 3) != 0       \
		    ? move_after(player, held.ply)                    \
		    : NULL;                                           \
		struct ternion_move *move = own != NULL ? own : MOVE; \
		struct ternion_ply *made = NULL;                      \
                                                                      \
		is_good(player, call);                                \
		hold_ply(player, made, owner);                        \
		(void)record, (void)move;                             \
		ternion_move_free(own);                               \
	}

ADD(append, record, ternion_record_append(record, "fg3", &made))
ADD(append_move, record, ternion_record_append_move(record, move, &made))
ADD(follow, held.of, ternion_ply_append(held.ply, "Nc3", &made))
ADD(follow_move, held.of, ternion_ply_append_move(held.ply, move, &made))
ADD(vary, held.of, ternion_ply_add_variation(held.ply, "fg3", &made))
ADD(vary_move, held.of, ternion_ply_add_variation_move(held.ply, move, &made))

CALL(promote_ply, ternion_ply_promote(HELD_PLY->ply))
CALL(remove_ply, ternion_ply_remove(HELD_PLY->ply))

/*
 * Positions and moves
 */

MAKE(position_of_record, position,
    ternion_record_position(PICK(player, record), &made))
MAKE(position_of_ply, position, ternion_ply_position(HELD_PLY->ply, &made))
MAKE(
    first_position, position, ternion_position_start(PICK(player, game), &made))
MAKE(next_position, position, ternion_move_make(MOVE, &made))
MAKE(move_of_ply, move, ternion_ply_move(HELD_PLY->ply, &made))
MAKE(nth_move, move,
    ternion_position_move(PICK(player, position), pick(player, 40), &made))
MAKE(judge_move, move,
    ternion_position_judge(PICK(player, position), "fg3", NULL, &made))
MAKE(open_game, game,
    ternion_game_open(ternion_id(TERNION_GAMES, pick(player, 6)), NULL, &made))

static void
count_moves(struct player *player)
{
	size_t count;

	is_good(player,
	    ternion_position_moves(PICK(player, position),
		(enum ternion_moves)pick(player, 3), &count));
}

static void
use_position(struct player *player)
{
	static const char *const forms[] = { "3pf", "json", "ascii", "unicode",
		"svg" };
	struct ternion_position_info info = { .size = sizeof(info) };
	struct ternion_position *position = PICK(player, position), *again;
	struct ternion_piece piece = { .size = sizeof(piece) };
	struct ternion_diagnostic diagnostic = { .size = sizeof(diagnostic) };
	struct ternion_game *game = PICK(player, game);
	char *text = NULL;

	enum ternion_status status = ternion_position_write(
	    position, forms[pick(player, 5)], NULL, &text, NULL);

	is_good(player, ternion_position_describe(position, &info));
	is_good(player,
	    ternion_position_piece(position, pick(player, 100), &piece));
	if (is_good(player, ternion_position_read(game, text, &again)))
		hold_position(player, again);
	if (is_good(player, ternion_game_diagnostic(game, 0, &diagnostic)) &&
	    game != player->shared->game)
		add_text(player, diagnostic.message);
	take_text(player, status, &text);
}

static void
use_move(struct player *player)
{
	const struct ternion_move *move = player->moves[pick(player, HELD)];
	struct ternion_move_info info = { .size = sizeof(info) };
	char *text = NULL;

	if (is_good(player, ternion_move_describe(move, &info)))
		add_text(player, info.from);
	take_text(player,
	    ternion_move_write(move,
		ternion_id(TERNION_NOTATIONS, pick(player, 6)), NULL, &text,
		NULL),
	    &text);
}

static void *
play(void *context)
{
	/* Removal is rare enough that something is left. */
	static void (*const calls[][8])(struct player *) = { { open_reader },
		{ next_of_reader }, { copy_record }, { new_record },
		{ collate }, { describe_record }, { repair_record },
		{ write_record },
		{ set_position, set_result, set_tag, set_tag, set_tag,
		    set_tag },
		{ find_ply }, { find_ply }, { go_on, go_back, go_down, go_up },
		{ go_on, go_back, go_down, go_up }, { describe_ply },
		{ add_comment, remove_comment, add_nag, remove_nag, set_clock,
		    remove_clock },
		{ append, append_move, follow, follow_move, vary, vary_move },
		{ append, append_move, follow, follow_move, vary, vary_move },
		{ append, append_move, follow, follow_move, vary, vary_move },
		{ promote_ply, promote_ply, promote_ply, remove_ply },
		{ position_of_record, position_of_ply, first_position,
		    next_position },
		{ move_of_ply, count_moves, nth_move, judge_move },
		{ use_position }, { use_move }, { open_game },
		{ free_reader, free_record, free_position, free_move,
		    free_game } };
	struct player *player = context;

	for (unsigned long i = 0; i < player->shared->calls; i++) {
		void (*const *group)(struct player *) = ONE_OF(calls);
		unsigned len = 0;

		while (len < 8 && group[len] != NULL)
			len++;
		group[pick(player, len)](player);
	}
	for (unsigned i = 0; i < HELD; i++) {
		drop_reader(player, i);
		drop_record(player, i);
		drop_position(player, i);
		drop_move(player, i);
		drop_game(player, i);
	}
	return NULL;
}

/* Handles that all threads use. */
static void
share(struct shared *shared)
{
	struct ternion_record *record;

	ternion_open_text(shared->inputs[0].bytes, shared->inputs[0].len, NULL,
	    &shared->reader);
	ternion_next(shared->reader, &record);
	ternion_record_copy(record, &shared->record);
	ternion_record_position(shared->record, &shared->position);
	shared->game = ternion_position_game(shared->position);
}

/* The exit status. */
static int
run(struct shared *shared, uint64_t seed, unsigned threads)
{
	static struct player players[THREADS_MAX];
	pthread_t ids[THREADS_MAX];
	bool failed = false;

	for (unsigned i = 0; i < threads; i++) {
		players[i] = (struct player){ .shared = shared,
			.random = (seed * 64 + i + 1) * 0x9e3779b97f4a7c15 };
		if (threads > 1)
			pthread_create(&ids[i], NULL, play, &players[i]);
		else
			play(&players[i]);
	}
	for (unsigned i = 0; i < threads; i++) {
		if (threads > 1)
			pthread_join(ids[i], NULL);
		failed |= players[i].failed;
	}
	ternion_position_free(shared->position);
	ternion_record_free(shared->record);
	ternion_close(shared->reader);
	if (threads == 1 && !failed)
		failed = dprintf(STDOUT_FILENO, "%016llx\n",
			     (unsigned long long)players[0].sum) < 0;
	return failed ? 1 : players[0].starved ? 2 : 0;
}

static bool
read_input(struct shared *shared, const char *path)
{
	struct text *input = &shared->inputs[shared->len++];
	FILE *file = fopen(path, "rb");

	if (file == NULL)
		return false;
	input->path = path;
	input->bytes = calloc(1, 1 << 20);
	if (input->bytes != NULL)
		input->len = fread(input->bytes, 1, (1 << 20) - 1, file);
	fclose(file);
	return input->len > 0;
}

int
main(int argc, char **argv)
{
	struct shared shared = { .len = 0 };
	unsigned threads;
	int status = 0;

	if (argc < 5 || argc > INPUTS_MAX + 4)
		return 2;
	threads = (unsigned)strtoul(argv[3], NULL, 10);
	shared.calls = strtoul(argv[2], NULL, 10);
	if (threads < 1 || threads > THREADS_MAX)
		return 2;
	for (int i = 4; i < argc && status == 0; i++)
		status = read_input(&shared, argv[i]) ? 0 : 2;
	if (status == 0 && threads > 1)
		share(&shared);
	if (status == 0)
		status = run(&shared, strtoul(argv[1], NULL, 10), threads);
	for (unsigned i = 0; i < shared.len; i++)
		free(shared.inputs[i].bytes);
	return status;
}
