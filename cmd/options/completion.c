/* Ternion: completions for shells, made from the tables. */
#include <stdio.h>

#include "cmd/cmd.h"
#include "cmd/options/completion.h"
#include "parse/text/strbuf.h"

/* What is to be chosen from, without the first space; "" if it is free. It
 * stands in the buffer until the next call. */
static const char *
list(struct strbuf *buffer, void (*words)(struct strbuf *))
{
	strbuf_reset(buffer);
	if (words != NULL)
		words(buffer);
	return buffer->len > 0 ? buffer->ptr + 1 : "";
}

/* What an option of a command is chosen from. */
static void (*words_of(const struct command *command, enum option_id id))(
    struct strbuf *words)
{
	return id == OPT_TO ? command->forms : option_table[id].words;
}

/* All of them, with another separator than a space. */
static void
print_separated(void (*words)(struct strbuf *), char separator)
{
	struct strbuf buffer = STRBUF_INIT;

	for (const char *p = list(&buffer, words); *p != '\0'; p++)
		putchar(*p == ' ' ? separator : *p);
	strbuf_release(&buffer);
}

/*
 * bash
 */

/* "check:-t|check:--to", and what it is chosen from. */
static void
print_bash_argument(const struct command *command, enum option_id id)
{
	const struct option_row *row = &option_table[id];
	struct strbuf words = STRBUF_INIT;

	if (row->argument == NULL || !option_taken(command, id))
		return;
	printf("\t");
	if (row->letter != 0)
		printf("%s:-%c|", command->name, row->letter);
	printf("%s:--%s)\n", command->name, row->name);
	if (list(&words, words_of(command, id))[0] != '\0')
		printf("\t\tCOMPREPLY=($(compgen -W '%s' -- \"$cur\"))\n",
		    list(&words, words_of(command, id)));
	printf("\t\treturn\n\t\t;;\n");
	strbuf_release(&words);
}

static void
print_bash_options(const struct command *command, const char *operands)
{
	printf(
	    "\t%s)\n\t\toperands='%s'\n\t\toptions='", command->name, operands);
	for (enum option_id id = 0; id < OPTIONS; id++)
		if (option_taken(command, id))
			printf("--%s ", option_table[id].name);
	printf("'\n\t\t;;\n");
}

static void
print_bash(void)
{
	struct strbuf words = STRBUF_INIT;

	fputs("# bash completion for ternion\n"
	      "_ternion() {\n"
	      "\tlocal cur=${COMP_WORDS[COMP_CWORD]} "
	      "prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
	      "\tlocal command=${COMP_WORDS[1]} first=1 options= operands=\n"
	      "\tCOMPREPLY=()\n"
	      "\t# --option=word comes as three words.\n"
	      "\tif [ \"$cur\" = = ]; then\n\t\tcur=\n"
	      "\telif [ \"$prev\" = = ]; then\n"
	      "\t\tprev=${COMP_WORDS[COMP_CWORD - 2]}\n\tfi\n"
	      "\tcase $command in\n\t",
	    stdout);
	print_separated(words_variants, '|');
	fputs(")\n\t\tcommand=${COMP_WORDS[2]} first=2\n\t\t;;\n\tesac\n"
	      "\tif [ \"$COMP_CWORD\" -le $first ]; then\n"
	      "\t\tCOMPREPLY=($(compgen -W '",
	    stdout);
	print_separated(words_commands, ' ');
	fputs("' -- \"$cur\"))\n"
	      "\t\t[ $first = 1 ] && COMPREPLY+=($(compgen -W '",
	    stdout);
	print_separated(words_variants, ' ');
	fputs("' -- \"$cur\"))\n\t\treturn\n\tfi\n"
	      "\tcase $command:$prev in\n",
	    stdout);
	for (const struct command *const *c = commands; *c != NULL; c++)
		for (enum option_id id = 0; id < OPTIONS; id++)
			print_bash_argument(*c, id);
	fputs("\tesac\n\tcase $command in\n", stdout);
	for (const struct command *const *c = commands; *c != NULL; c++)
		print_bash_options(*c, list(&words, (*c)->operands));
	fputs("\tesac\n\tcase $cur in\n\t-*)\n"
	      "\t\tCOMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
	      "\t\t;;\n\t*)\n"
	      "\t\tCOMPREPLY=($(compgen -W \"$operands\" -- \"$cur\"))\n"
	      "\t\t;;\n\tesac\n}\n"
	      "complete -o default -F _ternion ternion\n",
	    stdout);
	strbuf_release(&words);
}

/*
 * zsh
 */

/* Text inside single quotes and brackets of a specification. */
static void
print_zsh_text(const char *text)
{
	for (; *text != '\0'; text++) {
		if (*text == '\'')
			fputs("'\\''", stdout);
		else if (strchr("[]:\\", *text) != NULL)
			printf("\\%c", *text);
		else
			putchar(*text);
	}
}

static void
print_zsh_option(const struct option_row *row, const char *words)
{
	fputs("\t\t\t'*'", stdout);
	if (row->letter != 0)
		printf("{-%c,--%s}", row->letter, row->name);
	else
		printf("--%s", row->name);
	fputs("'[", stdout);
	print_zsh_text(row->help);
	putchar(']');
	if (row->argument != NULL) {
		putchar(':');
		print_zsh_text(row->argument);
		putchar(':');
		if (words[0] != '\0')
			printf("(%s)", words);
		else if (strcmp(row->argument, "FILE") == 0)
			fputs("_files", stdout);
	}
	fputs("' \\\n", stdout);
}

static void
print_zsh(void)
{
	struct strbuf words = STRBUF_INIT;

	fputs("#compdef ternion\n"
	      "_ternion() {\n"
	      "\tlocal -a commands=(\n",
	    stdout);
	for (const struct command *const *c = commands; *c != NULL; c++) {
		printf("\t\t'%s:", (*c)->name);
		print_zsh_text((*c)->summary);
		fputs("'\n", stdout);
	}
	fputs("\t)\n\tlocal -a variants=(", stdout);
	print_separated(words_variants, ' ');
	fputs(")\n"
	      "\tif (( CURRENT == 2 )); then\n"
	      "\t\t_describe command commands\n"
	      "\t\t_describe variant variants\n"
	      "\t\treturn\n\tfi\n"
	      "\tif (( ${variants[(Ie)$words[2]]} )); then\n"
	      "\t\tshift words\n\t\t(( CURRENT-- ))\n"
	      "\t\tif (( CURRENT == 2 )); then\n"
	      "\t\t\t_describe command commands\n\t\t\treturn\n\t\tfi\n"
	      "\tfi\n"
	      "\tlocal command=$words[2]\n"
	      "\tshift words\n\t(( CURRENT-- ))\n"
	      "\tcase $command in\n",
	    stdout);
	for (const struct command *const *c = commands; *c != NULL; c++) {
		printf("\t%s)\n\t\t_arguments -s -S \\\n", (*c)->name);
		for (enum option_id id = 0; id < OPTIONS; id++)
			if (option_taken(*c, id))
				print_zsh_option(&option_table[id],
				    list(&words, words_of(*c, id)));
		if (list(&words, (*c)->operands)[0] != '\0')
			printf("\t\t\t'1:word:(%s)' \\\n",
			    list(&words, (*c)->operands));
		fputs("\t\t\t'*:file:_files'\n\t\t;;\n", stdout);
	}
	fputs("\tesac\n}\n_ternion \"$@\"\n", stdout);
	strbuf_release(&words);
}

/*
 * fish
 */

static void
print_fish_text(const char *text)
{
	putchar('\'');
	for (; *text != '\0'; text++) {
		if (*text == '\'' || *text == '\\')
			putchar('\\');
		putchar(*text);
	}
	putchar('\'');
}

static void
print_fish_option(const struct command *command, const struct option_row *row,
    const char *words)
{
	printf("complete -c ternion -n '__fish_seen_subcommand_from %s'",
	    command->name);
	if (row->letter != 0)
		printf(" -s %c", row->letter);
	printf(" -l %s", row->name);
	if (row->argument != NULL) {
		fputs(words[0] != '\0' ? " -x -a " : " -r", stdout);
		if (words[0] != '\0')
			print_fish_text(words);
	}
	fputs(" -d ", stdout);
	print_fish_text(row->help);
	putchar('\n');
}

static void
print_fish_operands(const struct command *command, const char *words)
{
	if (words[0] == '\0')
		return;
	printf("complete -c ternion -n '__fish_seen_subcommand_from %s' -a ",
	    command->name);
	print_fish_text(words);
	putchar('\n');
}

static void
print_fish(void)
{
	struct strbuf words = STRBUF_INIT;

	fputs("# fish completion for ternion\n", stdout);
	for (const struct command *const *c = commands; *c != NULL; c++) {
		printf("complete -c ternion -n "
		       "'not __fish_seen_subcommand_from ");
		print_separated(words_commands, ' ');
		printf("' -f -a %s -d ", (*c)->name);
		print_fish_text((*c)->summary);
		putchar('\n');
	}
	for (const struct variant *const *v = variants; *v != NULL; v++) {
		printf("complete -c ternion -n '__fish_use_subcommand' -f "
		       "-a %s -d ",
		    (*v)->id);
		print_fish_text((*v)->title);
		putchar('\n');
	}
	for (const struct command *const *c = commands; *c != NULL; c++) {
		for (enum option_id id = 0; id < OPTIONS; id++)
			if (option_taken(*c, id))
				print_fish_option(*c, &option_table[id],
				    list(&words, words_of(*c, id)));
		print_fish_operands(*c, list(&words, (*c)->operands));
	}
	strbuf_release(&words);
}

void
completion_print(const char *shell)
{
	if (strcmp(shell, "bash") == 0)
		print_bash();
	else if (strcmp(shell, "zsh") == 0)
		print_zsh();
	else
		print_fish();
}
