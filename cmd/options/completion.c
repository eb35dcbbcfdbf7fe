/* Ternion: completions. The script for a shell asks the program what a line
 * can go on with, so that the tables are known here alone. */
#include <stdio.h>

#include "cmd/cmd.h"
#include "parse/text/near.h"

/* For each shell "== NAME", and the script. */
static const char scripts[] = {
#include "completions.txt.bytes"
	0
};

/* The word that is to be completed. */
struct unfinished {
	char separator;     /* of a word and its help; 0: it is not shown */
	const char *before; /* a part of it that stays, "--to=" */
	size_t len;         /* of that */
	const char *begun;  /* the rest */
};

static void
propose_word(const struct unfinished *word, const char *dashes,
    struct slice text, struct slice help)
{
	SCRATCH whole = STRBUF_INIT;

	strbuf_printf(&whole, "%s%.*s", dashes, SLICE(text));
	if (slice_begins(strbuf_as_slice(&whole), word->begun)) {
		printf("%.*s%s", (int)word->len, word->before, whole.ptr);
		if (word->separator != 0 && help.len > 0)
			printf("%c%.*s", word->separator, SLICE(help));
		putchar('\n');
	}
}

static void
propose_words(const struct unfinished *word, list_words *words)
{
	SCRATCH list = STRBUF_INIT;
	struct slice next;

	if (words != NULL)
		words(&list);
	struct slice rest = strbuf_as_slice(&list);
	while (near_next(&rest, &next))
		propose_word(word, "", next, slice_of(""));
}

/* Offers what the last of the words after "ternion" can be. */
static void
complete(char separator, int words, char **word)
{
	struct unfinished last = { separator, word[words - 1], 0,
		word[words - 1] };
	const char *equals = strchr(last.begun, '=');
	const struct command *command;
	int has_variant =
	    words > 1 && variant_find(word[0], strlen(word[0])) != NULL;

	if (words == 1 + has_variant) {
		for (const struct command *c = commands; c->name; c++)
			propose_word(
			    &last, "", slice_of(c->name), command_summary(c));
		for (const struct variant *const *v = variants;
		     *v != NULL && !has_variant; v++)
			propose_word(&last, "", slice_of((*v)->id),
			    slice_of((*v)->title));
		return;
	}
	command = command_find(word[has_variant]);
	if (command == NULL)
		return;
	struct slice option = slice_of(word[words - 2]);
	if (equals != NULL && slice_begins(slice_of(last.begun), "--")) {
		last.len = (size_t)(equals + 1 - last.begun);
		last.begun = equals + 1;
		option = (struct slice){ last.before, last.len - 1 };
	} else if (equals == last.begun) {
		/* bash takes "--to=json" for three words. */
		last.begun = "";
	} else if (words > 2 && slice_is(option, "=")) {
		option = slice_of(word[words - 3]);
	}
	enum option_id id = option_find(command, option);
	if (id < OPTIONS && option_table[id].argument != NULL) {
		propose_words(&last, option_words(command, &option_table[id]));
	} else if (last.begun[0] == '-') {
		for (id = 0; id < OPTIONS; id++)
			if (option_taken(command, id))
				propose_word(&last, "--",
				    slice_of(option_table[id].name),
				    slice_of(option_table[id].help));
	} else {
		propose_words(&last, command->operands);
	}
}

void
completion_print(const char *name, int words, char **word)
{
	const char *rest = scripts;
	struct slice shell, script;

	if (words > 0) {
		complete(*name == 'z'  ? ':'
			: *name == 'f' ? '\t'
				       : '\0',
		    words, word);
		return;
	}
	while (text_take(&rest, &shell, &script) && !slice_is(shell, name))
		;
	printf("%.*s", SLICE(script));
}
