/*
 * The naive engines as a program that speaks 3PF, for tests/rules.py --3pf:
 *
 *	naive_step step -v GAME [-N coordinate] [-n coordinate]
 *	    [-o NAME=VALUE]... [--moves]
 *
 * answers lines of ternion-step(1), as far as rules.py asks. An engine has only
 * the usual set-up: that of other options is taken from the program.
 */
#include <stdio.h>

#include "parse/position/tpf.h"
#include "tests/naive/naive.h"
#include "tests/property/settings.h"

static const struct naive_engine *const engines[] = { &naive_dreierschach,
	&naive_siege, &naive_nivichanov, &naive_triumvirate, &naive_threechess,
	&naive_bnem };

static const struct naive_engine *engine;
static const struct variant *variant;
static char options[256]; /* "Name=value Name=value" */

/* Copies a position, or as much of a text as may be one. */
static void
keep(char out[NAIVE_TPF_MAX], const char *text)
{
	size_t len = strlen(text);

	len = len < NAIVE_TPF_MAX ? len : NAIVE_TPF_MAX - 1;
	memcpy(out, text, len);
	out[len] = '\0';
}

/* The position of a line in the form in which an engine writes it. */
static void
write_start(char out[NAIVE_TPF_MAX])
{
	static struct rules rules;
	struct strbuf text = STRBUF_INIT;
	struct settings settings;

	if (!read_settings(variant, options, &settings))
		exit(2);
	rules_init(&rules, variant, &settings);
	tpf_write(&rules, &rules.start, &text);
	keep(out, text.ptr);
	strbuf_release(&text);
}

/* Plays the moves; false at the first that is not legal. */
static bool
play(char position[NAIVE_TPF_MAX], char *moves)
{
	char after[NAIVE_TPF_MAX];

	for (char *move = moves; *move != '\0'; move = moves) {
		moves += strcspn(moves, " ");
		if (*moves != '\0')
			*moves++ = '\0';
		if (!engine->apply(position, move, after, sizeof(after)))
			return false;
		memcpy(position, after, sizeof(after));
	}
	return true;
}

static void
list_moves(const char *position)
{
	static char move[NAIVE_MOVES_MAX][NAIVE_MOVE_MAX];
	size_t count = engine->moves(position, move, NAIVE_MOVES_MAX);

	for (size_t i = 0; i < count; i++)
		printf("%s\"%s\"", i > 0 ? "," : "", move[i]);
}

static void
answer(char *line, bool lists)
{
	char position[NAIVE_TPF_MAX] = "", *moves = strchr(line, '\t');
	const char *result, *separator = "", *turn;

	if (moves != NULL)
		*moves++ = '\0';
	if (strcmp(line, "start") == 0 && *options == '\0')
		engine->start(position, sizeof(position));
	else if (strcmp(line, "start") == 0)
		write_start(position);
	else
		keep(position, line);
	printf("{\"legal\":%s,",
	    moves == NULL || play(position, moves) ? "true" : "false");
	turn = strchr(position, ' ');
	result = engine->result(position);
	printf("\"position\":\"%s\",\"to_move\":\"%.1s\",\"result\":", position,
	    turn != NULL ? turn + 1 : "?");
	printf(result != NULL ? "\"%s\"" : "null", result);
	printf(",\"attacked\":[");
	for (int p = 0; p < 3; p++)
		if (engine->attackers(position, p) != 0) {
			printf("%s\"%c\"", separator, variant->colours[p]);
			separator = ",";
		}
	printf("],\"moves\":[");
	if (lists)
		list_moves(position);
	puts("]}");
	fflush(stdout);
}

int
main(int argc, char **argv)
{
	static char line[65536];
	bool lists = false;

	for (int i = 2; i < argc; i++) {
		lists = lists || strcmp(argv[i], "--moves") == 0;
		if (strcmp(argv[i], "-v") == 0)
			variant =
			    variant_find(argv[i + 1], strlen(argv[i + 1]));
		if (strcmp(argv[i], "-o") == 0)
			snprintf(options + strlen(options),
			    sizeof(options) - strlen(options), "%s ",
			    argv[i + 1]);
	}
	for (size_t i = 0; i < sizeof(engines) / sizeof(*engines); i++)
		if (variant != NULL &&
		    strcmp(engines[i]->variant, variant->id) == 0)
			engine = engines[i];
	if (engine == NULL)
		return 2;
	while (fgets(line, sizeof(line), stdin) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		answer(line, lists);
	}
	return 0;
}
