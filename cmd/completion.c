/*
 * Ternion: completions for shells, made from the tables of commands, options,
 * variants, notations, letters, formats and diagnostics.
 */
#include <stdio.h>

#include "cmd.h"
#include "completion.h"
#include "strbuf.h"

/* Words of an argument, with a space before each. */
static void
add_variants(struct strbuf *words)
{
	for (const struct variant *const *v = variants; *v != NULL; v++)
		strbuf_printf(words, " %s", (*v)->id);
}

static void
add_notations(struct strbuf *words)
{
	for (const struct notation *const *n = notations; *n != NULL; n++)
		strbuf_printf(words, " %s", (*n)->id);
}

static void
add_formats(struct strbuf *words)
{
	for (const struct format *const *f = formats; *f != NULL; f++)
		strbuf_printf(words, " %s", (*f)->id);
}

static void
add_codes(struct strbuf *words)
{
	for (int id = 0; id < DIAGS; id++)
		strbuf_printf(words, " %s", diag_table[id].slug);
}

static void
add_options_of_variants(struct strbuf *words)
{
	for (const struct variant *const *v = variants; *v != NULL; v++)
		for (const struct variant_option *o = (*v)->options; o->name;
		     o++) {
			if (o->type != OPTION_CHOICE)
				strbuf_printf(words, " %s=", o->name);
			else
				for (const char *const *c = o->choices; *c; c++)
					strbuf_printf(
					    words, " %s=%s", o->name, *c);
		}
}

static void
add_letters(struct strbuf *words)
{
	for (const struct letter_set *s = letter_sets; s->id != NULL; s++)
		strbuf_printf(words, " %s", s->id);
}

/* What the argument of an option can be; nothing: a file, or free text. */
static void
add_words(struct strbuf *words, const struct option_row *row)
{
	if (strcmp(row->argument, "VARIANT") == 0)
		add_variants(words);
	else if (strcmp(row->argument, "NOTATION") == 0)
		add_notations(words);
	else if (strcmp(row->argument, "FORMAT") == 0)
		add_formats(words);
	else if (strcmp(row->argument, "CODE") == 0)
		add_codes(words);
	else if (strcmp(row->argument, "NAME=VALUE") == 0)
		add_options_of_variants(words);
	else if (strcmp(row->argument, "SET") == 0)
		add_letters(words);
	else if (strcmp(row->argument, "LEVEL") == 0)
		strbuf_puts(words, " error warning note");
	else if (strcmp(row->argument, "WHEN") == 0)
		strbuf_puts(words, " auto always never");
	else if (strcmp(row->argument, "COLOUR") == 0)
		strbuf_puts(words, " w r b g");
	else if (strcmp(row->argument, "SHELL") == 0)
		strbuf_puts(words, " bash zsh fish");
}

static void
add_commands(struct strbuf *words)
{
	for (const struct command *const *c = commands; *c != NULL; c++)
		strbuf_printf(words, " %s", (*c)->name);
}

/* What the first operand of a command can be; nothing: a file. */
static void
add_operands(struct strbuf *words, const struct command *command)
{
	if (command == &command_help) {
		add_commands(words);
		add_codes(words);
	} else if (command == &command_parse) {
		add_notations(words);
	}
}

/* The words of a row, which is as good as constant while it is printed. */
static const char *
words_of(struct strbuf *words, const struct option_row *row)
{
	strbuf_reset(words);
	strbuf_add(words, "", 0);
	if (row->argument != NULL)
		add_words(words, row);
	return words->len > 0 ? words->ptr + 1 : "";
}

static const char *
operands_of(struct strbuf *words, const struct command *command)
{
	strbuf_reset(words);
	strbuf_add(words, "", 0);
	add_operands(words, command);
	return words->len > 0 ? words->ptr + 1 : "";
}

static void
print_commands(const char *separator)
{
	for (const struct command *const *c = commands; *c != NULL; c++)
		printf("%s%s", c == commands ? "" : separator, (*c)->name);
}

static void
print_variants(const char *separator)
{
	for (const struct variant *const *v = variants; *v != NULL; v++)
		printf("%s%s", v == variants ? "" : separator, (*v)->id);
}

/*
 * bash
 */

static void
print_bash_argument(const struct option_row *row, const char *words)
{
	printf("\t");
	if (row->letter != 0)
		printf("-%c|", row->letter);
	printf("--%s)\n", row->name);
	if (words[0] != '\0')
		printf(
		    "\t\tCOMPREPLY=($(compgen -W '%s' -- \"$cur\"))\n", words);
	printf("\t\treturn\n\t\t;;\n");
}

static void
print_bash_options(const struct command *command, const char *operands)
{
	printf(
	    "\t%s)\n\t\toperands='%s'\n\t\toptions='", command->name, operands);
	for (const struct option_row *r = option_rows; r->name != NULL; r++)
		if (option_taken(command, r->key))
			printf("--%s ", r->name);
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
	print_variants("|");
	fputs(")\n\t\tcommand=${COMP_WORDS[2]} first=2\n\t\t;;\n\tesac\n"
	      "\tif [ \"$COMP_CWORD\" -le $first ]; then\n"
	      "\t\tCOMPREPLY=($(compgen -W '",
	    stdout);
	print_commands(" ");
	fputs("' -- \"$cur\"))\n"
	      "\t\t[ $first = 1 ] && COMPREPLY+=($(compgen -W '",
	    stdout);
	print_variants(" ");
	fputs("' -- \"$cur\"))\n\t\treturn\n\tfi\n\tcase $prev in\n", stdout);
	for (const struct option_row *r = option_rows; r->name != NULL; r++)
		if (r->argument != NULL)
			print_bash_argument(r, words_of(&words, r));
	fputs("\tesac\n\tcase $command in\n", stdout);
	for (const struct command *const *c = commands; *c != NULL; c++)
		print_bash_options(*c, operands_of(&words, *c));
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
	print_variants(" ");
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
		for (const struct option_row *r = option_rows; r->name; r++)
			if (option_taken(*c, r->key))
				print_zsh_option(r, words_of(&words, r));
		if (operands_of(&words, *c)[0] != '\0')
			printf("\t\t\t'1:word:(%s)' \\\n",
			    operands_of(&words, *c));
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
		print_commands(" ");
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
		for (const struct option_row *r = option_rows; r->name; r++)
			if (option_taken(*c, r->key))
				print_fish_option(*c, r, words_of(&words, r));
		print_fish_operands(*c, operands_of(&words, *c));
	}
	strbuf_release(&words);
}

bool
completion_print(const char *shell)
{
	if (strcmp(shell, "bash") == 0)
		print_bash();
	else if (strcmp(shell, "zsh") == 0)
		print_zsh();
	else if (strcmp(shell, "fish") == 0)
		print_fish();
	else
		return false;
	return true;
}
