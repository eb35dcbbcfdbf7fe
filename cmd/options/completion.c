/* Ternion: completions for shells, made from the tables. */
#include <stdio.h>

#include "cmd/cmd.h"
#include "parse/text/strbuf.h"

/* The words to choose from, without the first space; "" if any text will do.
 * They are valid until the next call with the buffer. */
static const char *
list(struct strbuf *buffer, void (*words)(struct strbuf *))
{
	strbuf_reset(buffer);
	if (words != NULL)
		words(buffer);
	return buffer->len > 0 ? buffer->ptr + 1 : "";
}

/* The words that an option of a command can be. */
static const char *
list_of(struct strbuf *buffer, const struct command *command, enum option_id id)
{
	return list(
	    buffer, id == OPT_TO ? command->forms : option_table[id].words);
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

/* Prints a text with a backslash before some characters. For zsh, a quote ends
 * the quoted text and begins it again. */
static void
print_escaped(struct slice text, const char *escaped)
{
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] == '\'' && strchr(escaped, '\'') == NULL)
			fputs("'\\'", stdout);
		else if (strchr(escaped, text.ptr[i]) != NULL)
			putchar('\\');
		putchar(text.ptr[i]);
	}
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
		for (enum option_id id = 0; id < OPTIONS; id++) {
			const struct option_row *row = &option_table[id];

			if (row->argument == NULL || !option_taken(*c, id))
				continue;
			/* "check:-t|check:--to", and what it is chosen from. */
			putchar('\t');
			if (row->letter != 0)
				printf("%s:-%c|", (*c)->name, row->letter);
			printf("%s:--%s)\n", (*c)->name, row->name);
			if (list_of(&words, *c, id)[0] != '\0')
				printf("\t\tCOMPREPLY=($(compgen -W '%s' -- "
				       "\"$cur\"))\n",
				    list_of(&words, *c, id));
			fputs("\t\treturn\n\t\t;;\n", stdout);
		}
	fputs("\tesac\n\tcase $command in\n", stdout);
	for (const struct command *const *c = commands; *c != NULL; c++) {
		printf("\t%s)\n\t\toperands='%s'\n\t\toptions='", (*c)->name,
		    list(&words, (*c)->operands));
		for (enum option_id id = 0; id < OPTIONS; id++)
			if (option_taken(*c, id))
				printf("--%s ", option_table[id].name);
		fputs("'\n\t\t;;\n", stdout);
	}
	fputs("\tesac\n\tcase $cur in\n\t-*)\n"
	      "\t\tCOMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
	      "\t\t;;\n\t*)\n"
	      "\t\tCOMPREPLY=($(compgen -W \"$operands\" -- \"$cur\"))\n"
	      "\t\t;;\n\tesac\n}\n"
	      "complete -o default -F _ternion ternion\n",
	    stdout);
	strbuf_release(&words);
}

#define ZSH_ESCAPED "[]:\\"

static void
print_zsh_option(const struct option_row *row, const char *words)
{
	fputs("\t\t\t'*'", stdout);
	if (row->letter != 0)
		printf("{-%c,--%s}", row->letter, row->name);
	else
		printf("--%s", row->name);
	fputs("'[", stdout);
	print_escaped(slice_of(row->help), ZSH_ESCAPED);
	putchar(']');
	if (row->argument != NULL) {
		putchar(':');
		print_escaped(slice_of(row->argument), ZSH_ESCAPED);
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
		print_escaped(command_summary(*c), ZSH_ESCAPED);
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
				print_zsh_option(
				    &option_table[id], list_of(&words, *c, id));
		if (list(&words, (*c)->operands)[0] != '\0')
			printf("\t\t\t'1:word:(%s)' \\\n",
			    list(&words, (*c)->operands));
		fputs("\t\t\t'*:file:_files'\n\t\t;;\n", stdout);
	}
	fputs("\tesac\n}\n_ternion \"$@\"\n", stdout);
	strbuf_release(&words);
}

/* " -FLAG 'TEXT'" */
static void
print_fish_text(const char *flag, struct slice text)
{
	printf(" -%s '", flag);
	print_escaped(text, "'\\");
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
	if (row->argument != NULL && words[0] != '\0')
		print_fish_text("x -a", slice_of(words));
	else if (row->argument != NULL)
		fputs(" -r", stdout);
	print_fish_text("d", slice_of(row->help));
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
		printf("' -f -a %s", (*c)->name);
		print_fish_text("d", command_summary(*c));
		putchar('\n');
	}
	for (const struct variant *const *v = variants; *v != NULL; v++) {
		printf("complete -c ternion -n '__fish_use_subcommand' -f "
		       "-a %s",
		    (*v)->id);
		print_fish_text("d", slice_of((*v)->title));
		putchar('\n');
	}
	for (const struct command *const *c = commands; *c != NULL; c++) {
		for (enum option_id id = 0; id < OPTIONS; id++)
			if (option_taken(*c, id))
				print_fish_option(*c, &option_table[id],
				    list_of(&words, *c, id));
		if (list(&words, (*c)->operands)[0] == '\0')
			continue;
		printf("complete -c ternion -n '__fish_seen_subcommand_from "
		       "%s'",
		    (*c)->name);
		print_fish_text("a", slice_of(list(&words, (*c)->operands)));
		putchar('\n');
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
