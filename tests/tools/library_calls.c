/*
 * Calls the functions of the library on the records of files: for the test
 * that lets calls fail. Prints a number that depends on all texts that came
 * out; if some call had no memory, or could not read, the status is 2.
 */
#include <stdint.h>
#include <unistd.h>

#include "formats/library/ternion.h"

/* Everything that the calls returned so far. */
struct tour {
	uint64_t sum;
	bool failed;
};

static bool
is_good(struct tour *tour, enum ternion_status status)
{
	tour->failed |=
	    status == TERNION_NO_MEMORY || status == TERNION_UNREADABLE;
	tour->sum = tour->sum * 31 + (unsigned)status;
	return status == TERNION_OK;
}

static void
take(struct tour *tour, const char *text)
{
	for (; text != NULL && *text != '\0'; text++)
		tour->sum = tour->sum * 31 + (unsigned char)*text;
}

static void
take_own(struct tour *tour, enum ternion_status status, char **text)
{
	if (!is_good(tour, status))
		return;
	take(tour, *text);
	ternion_free(*text);
}

static void
visit_move(struct tour *tour, struct ternion_move *move)
{
	struct ternion_move_info info = { .size = sizeof(info) };
	struct ternion_position *after;
	char *text = NULL;

	take_own(
	    tour, ternion_move_write(move, NULL, NULL, &text, NULL), &text);
	if (is_good(tour, ternion_move_describe(move, &info)))
		take(tour, info.from);
	if (is_good(tour, ternion_move_make(move, &after)))
		ternion_position_free(after);
}

static void
visit_diagnostics(struct tour *tour, const struct ternion_game *game)
{
	struct ternion_diagnostic diagnostic = { .size = sizeof(diagnostic) };

	for (size_t i = 0;
	     is_good(tour, ternion_game_diagnostic(game, i, &diagnostic)); i++)
		take(tour, diagnostic.message);
}

static void
visit_position(struct tour *tour, struct ternion_position *position)
{
	static const char *const forms[] = { "3pf", "json", "unicode", "svg",
		NULL };
	struct ternion_game *game = ternion_position_game(position);
	struct ternion_position *copy;
	struct ternion_move *move;
	size_t count;
	char *text = NULL;

	for (const char *const *form = forms; *form != NULL; form++)
		take_own(tour,
		    ternion_position_write(position, *form, NULL, &text, NULL),
		    &text);
	if (is_good(tour,
		ternion_position_write(position, "3pf", NULL, &text, NULL))) {
		if (is_good(tour, ternion_position_read(game, text, &copy)))
			ternion_position_free(copy);
		ternion_free(text);
	}
	is_good(tour, ternion_position_moves(position, TERNION_MOVES, &count));
	if (is_good(tour, ternion_position_move(position, 0, &move))) {
		visit_move(tour, move);
		ternion_move_free(move);
	}
	if (is_good(
		tour, ternion_position_judge(position, "Qz99", NULL, &move)))
		ternion_move_free(move);
	visit_diagnostics(tour, game);
}

static void
visit_ply(struct tour *tour, struct ternion_ply *ply)
{
	struct ternion_ply_info info = { .size = sizeof(info) };
	struct ternion_position *position;
	struct ternion_move *move;

	if (is_good(tour, ternion_ply_describe(ply, &info)))
		take(tour, info.move);
	take(tour, ternion_ply_comment(ply, TERNION_BEHIND, 0));
	if (is_good(tour, ternion_ply_move(ply, &move))) {
		visit_move(tour, move);
		ternion_move_free(move);
	}
	if (is_good(tour, ternion_ply_position(ply, &position)))
		ternion_position_free(position);
}

/* Changes a record in every way. */
static void
change_record(struct tour *tour, struct ternion_record *record)
{
	struct ternion_ply *ply = ternion_record_ply(record), *made;
	struct ternion_move *move;
	char *text = NULL;

	is_good(tour, ternion_record_set_tag(record, "Annotator", "A"));
	is_good(tour, ternion_record_set_result(record, "*"));
	is_good(tour, ternion_record_append(record, "Qz99", NULL));
	if (ply != NULL && is_good(tour, ternion_ply_move(ply, &move))) {
		is_good(tour, ternion_ply_add_variation_move(ply, move, &made));
		ternion_move_free(move);
	}
	is_good(tour, ternion_ply_add_comment(ply, TERNION_BEFORE, "a"));
	is_good(tour, ternion_ply_set_command(ply, "clk", "0:01:00"));
	take(tour, ternion_ply_command(ply, "clk"));
	is_good(tour, ternion_ply_add_nag(ply, 7));
	is_good(tour, ternion_record_set_position(record, "no position"));
	take_own(tour, ternion_record_write(record, NULL, &text, NULL), &text);
	is_good(tour, ternion_ply_remove(ply));
	take_own(tour, ternion_record_write(record, NULL, &text, NULL), &text);
}

/* Two sheets of the game into one record. */
static void
visit_sheets(
    struct tour *tour, struct ternion_record *one, struct ternion_record *other)
{
	struct ternion_record *const sheets[] = { one, other };
	struct ternion_record *game;
	char *text = NULL;

	is_good(tour, ternion_collate(sheets, 2, &game));
	if (game == NULL)
		return;
	take_own(tour, ternion_record_write(game, NULL, &text, NULL), &text);
	ternion_record_free(game);
}

/* A copy of the record, and a new one of its game. */
static void
visit_own(struct tour *tour, struct ternion_record *record)
{
	struct ternion_fix fix = { .size = sizeof(fix) };
	struct ternion_position *position;
	struct ternion_record *own;
	char *text = NULL;

	if (is_good(tour, ternion_record_fix(record, 0, 0, &fix)))
		take(tour, fix.title);
	take_own(tour, ternion_record_text(record, &text, NULL), &text);
	take_own(tour, ternion_record_apply(record, 0, 0, &text, NULL), &text);
	take_own(tour, ternion_record_mend(record, &text, NULL), &text);
	if (is_good(tour, ternion_record_copy(record, &own))) {
		change_record(tour, own);
		visit_sheets(tour, record, own);
		ternion_record_free(own);
	}
	if (!is_good(tour, ternion_record_position(record, &position)))
		return;
	if (is_good(tour,
		ternion_record_new(ternion_position_game(position), &own))) {
		is_good(tour, ternion_record_append(own, "Qz99", NULL));
		ternion_record_free(own);
	}
	ternion_position_free(position);
}

static void
visit_record(struct tour *tour, struct ternion_record *record)
{
	struct ternion_record_info info = { .size = sizeof(info) };
	struct ternion_diagnostic diagnostic = { .size = sizeof(diagnostic) };
	struct ternion_position *position;
	struct ternion_ply *ply;

	if (is_good(tour, ternion_record_describe(record, &info)))
		take(tour, info.result);
	take(tour, ternion_record_value(record, "White"));
	for (size_t i = 0;
	     is_good(tour, ternion_record_diagnostic(record, i, &diagnostic));
	     i++)
		take(tour, diagnostic.message);
	ply = ternion_record_ply(record);
	for (; ply != NULL; ply = ternion_ply_next(ply))
		visit_ply(tour, ply);
	for (size_t i = 0; ternion_id(TERNION_FORMATS, i) != NULL; i++) {
		struct ternion_write_options options = { sizeof(options),
			ternion_id(TERNION_FORMATS, i), NULL, NULL, false,
			false };
		char *text = NULL;

		take_own(tour,
		    ternion_record_write(record, &options, &text, NULL), &text);
	}
	if (is_good(tour, ternion_record_position(record, &position))) {
		visit_position(tour, position);
		ternion_position_free(position);
	}
	visit_own(tour, record);
}

static void
visit_file(struct tour *tour, const char *path)
{
	const char *const settings[] = { "Pope=yes", NULL };
	struct ternion_read_options options = {
		.size = sizeof(options), .settings = settings, .repairs = true
	};
	struct ternion_reader *reader;
	struct ternion_record *record;

	if (!is_good(tour, ternion_open_file(path, &options, &reader)))
		return;
	while (is_good(tour, ternion_next(reader, &record)))
		visit_record(tour, record);
	ternion_close(reader);
}

int
main(int argc, char **argv)
{
	struct tour tour = { 0, false };
	char text[24];
	int len;

	for (int i = 1; i < argc; i++)
		visit_file(&tour, argv[i]);
	len = snprintf(
	    text, sizeof(text), "%016llx\n", (unsigned long long)tour.sum);
	return !tour.failed && write(STDOUT_FILENO, text, (size_t)len) == len
	    ? 0
	    : 2;
}
