/* Ternion: the options and operands of a call, read from the command line. */
#include <getopt.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/run/output.h"
#include "formats/config/config.h"
#include "parse/position/tpf.h"
#include "parse/text/near.h"

/* getopt_long returns this plus the id for a long option. */
#define LONG_OPTION 256

void
job_init(struct job *job, const struct command *command)
{
	memset(job, 0, sizeof(*job));
	job->command = command;
	job->positions.ply = PLY_LAST;
	job->criteria.plies.most = ULONG_MAX;
	job->input.max_record = MAX_RECORD;
	job->report.fail = SEV_ERROR;
	job->report.least = SEV_NOTE;
	job->input.stdin_name = "<stdin>";
}

void
job_release(struct job *job)
{
	strbuf_release(&job->folders.exclude);
	strbuf_release(&job->folders.config_exclude);
	strbuf_release(&job->folders.config_include);
	strbuf_release(&job->config.path);
	own_release(job->config.notations);
	arena_release(&job->config.arena);
	strbuf_release(&job->output.suffix);
}

bool
job_reads_stdin(const struct job *job)
{
	for (int i = 0; i < job->operands; i++)
		if (strcmp(job->operand[i], "-") == 0)
			return true;
	return job->operands == 0 && !job->given[OPT_POSITION];
}

bool
job_is_to(const struct job *job, const char *format)
{
	return job->output.format != NULL &&
	    strcmp(job->output.format, format) == 0;
}

void
job_settings(const struct job *job, const struct variant *variant,
    struct settings *settings)
{
	settings_default(variant, settings);
	for (unsigned i = 0; i < job->settings; i++) {
		const struct setting *setting = &job->setting[i];
		int option = variant_option(
		    variant, setting->name.ptr, setting->name.len);

		if (option >= 0)
			settings_read(variant, settings, option,
			    setting->value.ptr, setting->value.len);
	}
	settings_settle(variant, settings);
}

struct rules *
job_rules(
    const struct job *job, const struct variant *variant, const char *position)
{
	struct rules *rules = mem_zeroed(sizeof(*rules));
	struct settings settings;

	job_settings(job, variant, &settings);
	if (position != NULL)
		tpf_options(variant, slice_of(position), &settings);
	rules_init_zeroed(rules, variant, &settings);
	return rules;
}

/* Makes the tables of a command's options for getopt_long: `shorts` is
 * ":v:o:f:..." */
static void
make_tables(const struct command *command, struct option *l, char *s)
{
	*s++ = ':';
	for (enum option_id id = 0; id < OPTIONS; id++) {
		const struct option_row *row = &option_table[id];
		bool has_argument = row->argument != NULL;

		if (!option_taken(command, id))
			continue;
		*l++ = (struct option){ row->name,
			has_argument ? required_argument : no_argument, NULL,
			LONG_OPTION + (int)id };
		if (row->letter != 0)
			*s++ = row->letter;
		if (row->letter != 0 && has_argument)
			*s++ = ':';
	}
	*l = (struct option){ NULL, 0, NULL, 0 };
	*s = '\0';
}

/* Says why getopt_long has stopped at an argument; `letter` is that of a short
 * option, and 0 if it is a long one. */
static int
refuse_argument(const struct job *job, const char *argument, int letter)
{
	bool is_short = letter != 0 && letter < LONG_OPTION;
	char dashed[] = { '-', (char)letter, '\0' };
	struct slice option = slice_of(is_short ? dashed : argument);
	SCRATCH near = STRBUF_INIT;

	if (!is_short)
		option.len = strcspn(argument, "=");
	bool known = !is_short && option_find(job->command, option) < OPTIONS;
	strbuf_puts(&near, "");
	if (!known)
		said_option(&near, job->command, option);
	return usage_error(job,
	    known ? "the option '%.*s' takes no argument"
		  : "unknown option '%.*s'%s",
	    SLICE(option), near.ptr);
}

/* The option of a command with that letter; OPTIONS: it has none. */
static enum option_id
find_letter(const struct command *command, char letter)
{
	enum option_id id = 0;

	while (id < OPTIONS &&
	    (option_table[id].letter != letter || !option_taken(command, id)))
		id++;
	return id;
}

/* Refuses "-O=x", and a long option with one dash, "-strict", also of another
 * tool if it cannot be the value of the argument before it. */
static int
refuse_one_dash(const struct job *job, const char *argument, const char *before)
{
	SCRATCH dashed = STRBUF_INIT, near = STRBUF_INIT;

	strbuf_printf(&dashed, "-%.*s", (int)strcspn(argument, "="), argument);
	if (argument[0] != '-' || strlen(argument) < 3)
		return -1;
	enum option_id id = find_letter(job->command, argument[1]);
	/* A word, "=json", is refused with those that are near. */
	if (id < OPTIONS && option_table[id].argument != NULL &&
	    argument[2] == '=' &&
	    option_words(job->command, &option_table[id]) == NULL)
		strbuf_printf(&near, "; did you mean '-%c %s'?", argument[1],
		    argument + 3);
	else if (option_find(job->command, strbuf_as_slice(&dashed)) < OPTIONS)
		strbuf_printf(&near, "; did you mean '%s'?", dashed.ptr);
	else if (id == OPTIONS && argument[1] != '-' &&
	    access(argument, F_OK) == 0)
		strbuf_printf(&near, "; did you mean './%s'?", argument);
	else if (*before == '-' || argument[1] == '-' || argument[2] == '=' ||
	    !said_before_abbreviation(&near, job->command, dashed.ptr))
		return -1;
	return usage_error(job, "unknown option '%s'%s", argument, near.ptr);
}

/* Options that need another one, or exclude others. */
static const struct option_rule {
	const char *command; /* NULL: any */
	const char *options; /* each of these */
	const char *needs;   /* this one, or NULL */
	const char *excludes;
	const char *forms; /* one of these for --to, or NULL */
} rules[] = {
#define ROW(...) { __VA_ARGS__ },
#include "cmd/options/rules.def"
};

/* Finds one of the options that was given; NULL if none was. */
static const struct option_row *
find_given(const struct job *job, const char *options)
{
	struct slice names = slice_of(options != NULL ? options : ""), name;

	while (near_next(&names, &name))
		for (enum option_id id = 0; id < OPTIONS; id++)
			if (job->given[id] &&
			    slice_is(name, option_table[id].name))
				return &option_table[id];
	return NULL;
}

/* Refuses an option that no game has, or, if option `i` of a variant has its
 * name, the value. */
static int
refuse_setting(const struct job *job, const struct setting *setting,
    const struct variant *of, int i)
{
	SCRATCH words = STRBUF_INIT, choice = STRBUF_INIT;

	if (i >= 0) {
		words_values(&words, &of->options[i], false);
		if (!near_words(&choice, &words, setting->value))
			strbuf_printf(
			    &choice, "; it must be %s", of->options[i].values);
		return usage_error(job, "%s cannot be '%.*s'%s",
		    of->options[i].name, SLICE(setting->value), choice.ptr);
	}
	for (const struct variant *const *v = variants; *v != NULL; v++)
		if (job->variant == NULL || job->variant == *v)
			words_settings_of(&words, *v);
	if (words.len == 0)
		strbuf_puts(&choice, "; it has none");
	else
		near_choice(&choice, &words, setting->name, NULL);
	return usage_error(job, "%s%s option '%.*s'%s",
	    job->variant != NULL ? job->variant->id : "no variant",
	    job->variant != NULL ? " has no" : " has an", SLICE(setting->name),
	    choice.ptr);
}

/* Whether --to, or its default, is one of these forms. */
static bool
is_to_one_of(const struct job *job, const char *forms)
{
	SCRATCH words = STRBUF_INIT;
	struct slice form;

	if (job->output.format != NULL)
		return near_has(slice_of(forms), slice_of(job->output.format));
	job->command->forms(&words);
	struct slice list = strbuf_as_slice(&words);
	near_next(&list, &form);
	return near_has(slice_of(forms), form);
}

/* Refuses an option that is given against a rule. */
static int
check_rule(const struct job *job, const struct option_rule *rule)
{
	const struct option_row *one = find_given(job, rule->options);
	const struct option_row *needed = find_given(job, rule->needs);
	const struct option_row *excluded = find_given(job, rule->excludes);

	if (one == NULL ||
	    (rule->command != NULL &&
		strcmp(rule->command, job->command->name) != 0))
		return -1;
	if (rule->needs != NULL && needed == NULL)
		return usage_error(
		    job, "--%s needs --%s", one->name, rule->needs);
	if (excluded != NULL)
		return usage_error(job, "--%s and --%s exclude each other",
		    one->name, excluded->name);
	if (rule->forms != NULL && !is_to_one_of(job, rule->forms))
		return usage_error(job, "--%s needs --to with one of: %s",
		    one->name, rule->forms);
	return -1;
}

/* Refuses options that do not go together, or do not fit the game. */
static int
check_rules(const struct job *job)
{
	int status = -1;

	for (size_t i = 0; i < COUNT(rules) && status < 0; i++)
		status = check_rule(job, &rules[i]);
	if (status >= 0)
		return status;
	if (job->given[OPT_STDIN_FILENAME] && !job_reads_stdin(job))
		return usage_error(
		    job, "--stdin-filename needs records on standard input");
	/* Each -o is an option of the game, or of any game if none is given. */
	for (unsigned n = 0; n < job->settings; n++) {
		const struct setting *setting = &job->setting[n];
		const struct variant *of;
		int option;

		if (!setting_fits(job->variant, setting->name, setting->value,
			&of, &option))
			return refuse_setting(job, setting, of, option);
	}
	return -1;
}

/* Refuses an option that is short for one of ours, and a whole word of other
 * tools: "--write FILE" is not --write-baseline. */
static int
check_abbreviation(
    const struct job *job, const struct option_row *row, const char *typed)
{
	SCRATCH near = STRBUF_INIT;

	return typed[0] == '-' && typed[1] == '-' &&
		strcspn(typed + 2, "=") < strlen(row->name) &&
		said_before_abbreviation(&near, job->command, typed)
	    ? usage_error(job, "unknown option '%s'%s", typed, near.ptr)
	    : -1;
}

/* Stores an option that getopt_long has found, or found without its argument
 * (':'); -1 to go on. */
static int
take_option(struct job *job, int found, const char *typed)
{
	int option = found == ':' ? optopt : found;
	bool is_long = option >= LONG_OPTION;
	enum option_id id = is_long ? (enum option_id)(option - LONG_OPTION)
				    : find_letter(job->command, (char)option);
	int status =
	    is_long ? check_abbreviation(job, &option_table[id], typed) : -1;

	if (status >= 0)
		return status;
	if (found == ':')
		return usage_error(
		    job, "the option '%s' needs an argument", typed);
	if (id == OPT_HELP || id == OPT_VERSION) {
		if (id == OPT_HELP)
			print_help(job->command);
		else
			puts("ternion " TERNION_VERSION);
		return output_finish_stdout();
	}
	job->given[id] = true;
	return option_store(job, id, optarg);
}

int
command_line_read(struct job *job, int argc, char **argv)
{
	struct option longs[OPTIONS + 1];
	char shorts[2 * OPTIONS + 2];
	int found, status = -1;

	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0 && status < 0;
	     i++)
		status = refuse_one_dash(job, argv[i], argv[i - 1]);
	make_tables(job->command, longs, shorts);
	opterr = 0;
	while (status < 0 &&
	    (found = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		const char *last = argv[optind - 1];

		/* Help is about options, too. */
		if (found == '?' && job->command->run == run_help) {
			job->operands = 1;
			job->operand = argv + optind - 1;
			return -1;
		}
		status = found == '?'
		    ? refuse_argument(job, last, optopt)
		    : take_option(
			  job, found, optarg == last ? argv[optind - 2] : last);
	}
	if (status >= 0)
		return status;
	job->operands = argc - optind;
	job->operand = argv + optind;
	if (job->output.path != NULL && job->output.format == NULL)
		status = format_by_suffix(job);
	return status >= 0 ? status : check_rules(job);
}
