/* Ternion: the options, as one table. */
#include <stddef.h>
#include <stdio.h>

#include "cmd/cmd.h"
#include "cmd/options/options.h"
#include "cmd/options/store.h"

#define MANY (1ul << 60)

enum {
	HELP_COLUMN = 32
};

/* Where a member of the job is; the compiler refuses one of another type than
 * the function that stores it expects. */
#define MEMBER(type, name)                     \
	.member = offsetof(struct job, name) + \
	    0 * sizeof(_Generic(((struct job *)NULL)->name, type:0))

#define FLAG(name) .store = store_flag, MEMBER(bool, name)
#define TEXT(name) .store = store_text, MEMBER(const char *, name)
#define WORD(name) .store = store_word, MEMBER(const char *, name)
#define LIST(name) .store = store_list, MEMBER(struct texts, name)
#define NUMBER(name, from, to)                                               \
	.store = store_number, MEMBER(unsigned long, name), .least = (from), \
	.most = (to)
#define CODES(name)                                 \
	.words = words_codes, .store = store_codes, \
	.member = offsetof(struct job, name)
#define LEVEL(name) \
	.words = words_levels, .store = store_level, MEMBER(enum severity, name)
#define VARIANT(name)                                    \
	.words = words_variants, .store = store_variant, \
	MEMBER(const struct variant *, name)
#define NOTATION(name, listed)                      \
	.words = (listed), .store = store_notation, \
	MEMBER(const struct notation *, name)
#define LETTERS(name)                                   \
	.words = words_letters, .store = store_letters, \
	MEMBER(const struct letter_set *, name)

const struct option_row option_table[OPTIONS] = {
#define ROW(id, ...) [id] = { __VA_ARGS__ },
#include "cmd/options/options.def"
#undef ROW
};

bool
option_taken(const struct command *command, enum option_id id)
{
	if (id == OPT_HELP || id == OPT_VERSION)
		return true;
	for (const enum option_id *o = command->options; *o != OPTIONS_END; o++)
		if (*o == id)
			return true;
	return false;
}

/* "  -j, --jobs N", padded to where the help begins, or on a line before. */
void
print_option(const struct option_row *row)
{
	char left[48];
	int len;

	len = snprintf(left, sizeof(left), "  %c%c%s--%s%s%s",
	    row->letter != 0 ? '-' : ' ', row->letter != 0 ? row->letter : ' ',
	    row->letter != 0 ? ", " : "  ", row->name,
	    row->argument != NULL ? " " : "",
	    row->argument != NULL ? row->argument : "");
	if (len >= HELP_COLUMN)
		printf("%s\n%*s%s\n", left, HELP_COLUMN, "", row->help);
	else
		printf("%-*s%s\n", HELP_COLUMN, left, row->help);
}

void
print_help(const struct command *command)
{
	printf("Usage: ternion %s %s\n\n%s\n\nOptions:\n", command->name,
	    command->usage, command->description);
	for (enum option_id id = 0; id < OPTIONS; id++)
		if (option_taken(command, id))
			print_option(&option_table[id]);
	if (command->examples != NULL)
		printf("\nExamples:\n%s\n", command->examples);
}
