/*
 * Validates a file of records with libternion, as another program would:
 *
 *	cc validate.c $(pkg-config --cflags --libs ternion) -o validate
 *	./validate games.pgn
 *
 * Prints each error as FILE:LINE: MESSAGE; the exit status is 1 if there was
 * one, 2 if the file cannot be read.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <ternion.h>

/* Prints the errors of a record; returns how many there are. */
static unsigned
print_errors(const char *path, const struct ternion_record *record)
{
	struct ternion_diagnostic diag = { .size = sizeof(diag) };
	unsigned errors = 0;

	for (size_t i = 0;
	     ternion_record_diagnostic(record, i, &diag) == TERNION_OK; i++) {
		if (diag.severity < TERNION_ERROR)
			continue;
		printf("%s:%zu: %s\n", path, diag.line, diag.message);
		errors++;
	}
	return errors;
}

int
main(int argc, char **argv)
{
	struct ternion_reader *reader;
	struct ternion_record *record;
	enum ternion_status status;
	unsigned errors = 0;

	if (argc != 2) {
		fprintf(stderr, "usage: %s FILE\n", argv[0]);
		return 2;
	}
	status = ternion_open_file(argv[1], NULL, &reader);
	if (status == TERNION_OK) {
		while ((status = ternion_next(reader, &record)) == TERNION_OK)
			errors += print_errors(argv[1], record);
	}
	if (status != TERNION_END)
		fprintf(stderr, "%s: %s\n", argv[1],
		    status == TERNION_UNREADABLE ? strerror(errno)
						 : ternion_status_text(status));
	ternion_close(reader);
	return status != TERNION_END ? 2 : errors > 0;
}
