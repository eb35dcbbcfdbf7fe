/*
 * Validates a file of records with libternion, as another program would:
 *
 *	cc validate.c $(pkg-config --cflags --libs ternion) -o validate
 *	./validate games.pgn
 *
 * Prints each error as FILE:LINE: MESSAGE; the exit status is 1 if there was
 * one, 2 if the file cannot be read.
 */
#include <stdio.h>
#include <string.h>

#include <format.h>
#include <replay.h>
#include <source.h>

/* Prints the errors of a record; returns how many there are. */
static unsigned
print_errors(const struct input *input, const struct diags *diags)
{
	unsigned errors = 0;

	for (unsigned i = 0; i < diags->len; i++) {
		const struct diag *diag = &diags->list[i];
		struct location where;

		if (diag_table[diag->id].severity < SEV_ERROR)
			continue;
		where = source_locate(&input->source, diag->span.start);
		printf("%s:%lu: %s\n", input->source.name, where.line,
		    diag->message);
		errors++;
	}
	return errors;
}

int
main(int argc, char **argv)
{
	const struct replay_options options = { .variant = NULL };
	struct replayer *replayer;
	struct input input = { .max_record = MAX_RECORD };
	struct arena arena = ARENA_INIT;
	struct record record;
	struct diags diags;
	unsigned errors = 0;
	int error;

	if (argc != 2) {
		fprintf(stderr, "usage: %s FILE\n", argv[0]);
		return 2;
	}
	error = source_open(&input.source, argv[1], argv[1]);
	if (error != 0) {
		fprintf(stderr, "%s: %s\n", argv[1], strerror(error));
		return 2;
	}
	source_fill(&input.source);
	input.format = format_of_text(source_rest(&input.source));
	replayer = replayer_new(&options);
	while (input.format->read(&input, &arena, &diags, &record)) {
		struct replayed replayed;

		replay_record(replayer, &record, &diags, &replayed);
		errors += print_errors(&input, &diags);
	}
	replayer_free(replayer);
	arena_release(&arena);
	source_release(&input.source);
	return errors > 0;
}
