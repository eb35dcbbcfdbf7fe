/* Ternion: suggestions for a word that ternion does not have. */
#include <dirent.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "parse/record/format.h"
#include "parse/text/near.h"

#define ROW(meant, said) { meant, said },
static const struct {
	const char *meant, *said;
} sayings[] = {
#include "cmd/options/said.def"
};
#undef ROW

enum {
	SAYINGS = sizeof(sayings) / sizeof(*sayings),
	CODE_PART = 4 /* letters of a code that name it */
};

static bool
offer(struct strbuf *out, const char *before, struct slice meant)
{
	strbuf_printf(out, "; did you mean '%s%.*s'?", before, SLICE(meant));
	return true;
}

static bool
begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

/* Whether a command takes an option with that value, "--to json". */
static bool
takes(const struct command *command, const char *text)
{
	struct slice rest = slice_of(text), name, value;
	bool found = false;

	near_next(&rest, &name);
	near_next(&rest, &value);
	for (enum option_id id = 0; id < OPTIONS && !found; id++) {
		const struct option_row *row = &option_table[id];
		struct strbuf words = STRBUF_INIT;
		list_words *list;

		if (!slice_is(slice_from(name, 2), row->name) ||
		    !option_taken(command, id))
			continue;
		list = option_words(command, row);
		if (list != NULL && value.len > 0)
			list(&words);
		found =
		    words.len == 0 || near_has(strbuf_as_slice(&words), value);
		strbuf_release(&words);
	}
	return found;
}

/* Offers a command that takes an option; false if none does. */
static bool
offer_taker(struct strbuf *out, struct slice option)
{
	const struct command *const *c = commands;
	struct strbuf exact = STRBUF_INIT;

	strbuf_slice(&exact, option);
	while (*c != NULL && !takes(*c, exact.ptr))
		c++;
	if (*c != NULL)
		strbuf_printf(out, "; did you mean 'ternion %s %s'?",
		    (*c)->name, exact.ptr);
	strbuf_release(&exact);
	return *c != NULL;
}

/* Finds what a word means to a command, or before one (NULL); NULL: nothing. */
static const char *
meaning_to(const struct command *command, struct slice word)
{
	for (unsigned i = 0; i < SAYINGS; i++) {
		const char *meant = sayings[i].meant;

		if (near_has(slice_of(sayings[i].said), word) &&
		    (begins(meant, "ternion ") ||
			(command != NULL &&
			    (!begins(meant, "--") || takes(command, meant)))))
			return meant;
	}
	return NULL;
}

/* Offers a meaning as it is typed; an operand needs its command, as does
 * an option of another command. */
static bool
offer_meaning(struct strbuf *out, const struct command *command, bool is_other,
    const char *meant)
{
	struct strbuf before = STRBUF_INIT;

	if (meant == NULL)
		return false;
	strbuf_puts(&before, "");
	if (!begins(meant, "ternion ") && (is_other || !begins(meant, "--")))
		strbuf_printf(&before, "ternion %s ", command->name);
	offer(out, before.ptr, slice_of(meant));
	strbuf_release(&before);
	return true;
}

/* Offers what a word means to a command, or else to another one: first to
 * convert, which most people want who ask for an output. */
static bool
offer_saying(
    struct strbuf *out, const struct command *command, struct slice word)
{
	const struct command *const *c = commands;
	const char *meant = meaning_to(command, word);
	bool is_other = meant == NULL;

	for (const struct command *other = &command_convert;
	     meant == NULL && other != NULL; other = *c++) {
		meant = meaning_to(other, word);
		command = other;
	}
	return offer_meaning(out, command, is_other, meant);
}

bool
said_before_abbreviation(
    struct strbuf *out, const struct command *command, const char *typed)
{
	struct slice word = { typed, strcspn(typed, "=") };

	return offer_meaning(out, command, false, meaning_to(command, word)) ||
	    offer_taker(out, word);
}

void
said_command(struct strbuf *out, const char *word, bool has_variant)
{
	const char *name = word + strspn(word, "-");
	struct strbuf words = STRBUF_INIT;

	if (name == word &&
	    (access(word, F_OK) == 0 || format_of_path(word) != NULL)) {
		offer(out, "ternion check ", slice_of(word));
	} else if (offer_saying(out, NULL, slice_of(word))) {
		;
	} else if (strcmp(word, "-") == 0) {
		offer(out, "ternion check ", slice_of(word));
	} else if (name != word && command_find(name) != NULL) {
		offer(out, "ternion ", slice_of(name));
	} else if (name == word + 2 && offer_taker(out, slice_of(word))) {
		;
	} else {
		words_commands(&words);
		if (!has_variant)
			words_variants(&words);
		near_choice(out, &words, slice_of(name), "");
	}
}

void
said_option(
    struct strbuf *out, const struct command *command, struct slice option)
{
	struct strbuf words = STRBUF_INIT;

	if (offer_saying(out, command, option) ||
	    (option.len > 2 && offer_taker(out, option)))
		return;
	for (enum option_id id = 0; id < OPTIONS; id++)
		if (option_taken(command, id))
			strbuf_printf(&words, " --%s", option_table[id].name);
	near_choice(out, &words, option, "");
}

void
said_topic(struct strbuf *out, struct strbuf *words, struct slice topic)
{
	struct strbuf codes = STRBUF_INIT;
	bool is_option = topic.len > 0 && topic.ptr[0] == '-';

	for (enum option_id id = 0; id < OPTIONS && is_option; id++)
		strbuf_printf(words, " --%s", option_table[id].name);
	for (int id = 0; id < DIAGS && topic.len >= CODE_PART; id++)
		if (strstr(diag_table[id].slug, topic.ptr) != NULL)
			strbuf_printf(&codes, "%s%s",
			    codes.len > 0 ? "' or '" : "", diag_table[id].slug);
	if (offer_saying(out, NULL, topic))
		;
	else if (codes.len > 0)
		offer(out, "", strbuf_as_slice(&codes));
	else
		near_choice(out, words, topic,
		    is_option ? "; see 'ternion help options'"
			      : "; see 'ternion help'");
	strbuf_release(&codes);
}

/* Where a word is looked for that is no value of its option, or no file. */
enum search {
	OF_OUTPUT,
	OF_INPUT,
	OF_FILE,
	SEARCHES
};

/* Offers an option of the command that takes the word. */
static bool
offer_other_option(struct strbuf *out, const struct command *command,
    const char *word, enum search search)
{
	static const char *const names[SEARCHES] = {
		[OF_OUTPUT] = "--notation --to --letters --variant",
		[OF_INPUT] =
		    "--input-notation --from --notation --to --variant",
		[OF_FILE] = "--variant --to --notation --from --letters",
	};
	struct slice rest = slice_of(names[search]), name;
	struct strbuf option = STRBUF_INIT;
	bool found = false;

	/* No value of an option is empty or has a blank. */
	while (!found && *word != '\0' && strchr(word, ' ') == NULL &&
	    near_next(&rest, &name)) {
		strbuf_reset(&option);
		strbuf_printf(&option, "%.*s %s", SLICE(name), word);
		found = takes(command, option.ptr);
	}
	if (found)
		offer(out, "", strbuf_as_slice(&option));
	strbuf_release(&option);
	return found;
}

/* Offers another command that has the value of --to. */
static bool
offer_other_command(struct strbuf *out, const char *value)
{
	struct strbuf option = STRBUF_INIT;
	bool is_offered;

	strbuf_printf(&option, "--to %s", value);
	is_offered = offer_taker(out, strbuf_as_slice(&option));
	strbuf_release(&option);
	return is_offered;
}

void
said_value(struct strbuf *out, const struct command *command,
    const struct option_row *row, const char *value)
{
	bool is_input = row == &option_table[OPT_FROM] ||
	    row == &option_table[OPT_INPUT_NOTATION];
	struct strbuf key = STRBUF_INIT, words = STRBUF_INIT;
	struct strbuf output = STRBUF_INIT; /* the key, had it been --to */
	const char *meant = NULL;

	strbuf_printf(&key, "%s=%s", row->name, value);
	strbuf_printf(&output, "to=%s", value);
	if (row == &option_table[OPT_FROM])
		meant = meaning_to(command, slice_of(output.ptr));
	option_words(command, row)(&words);
	if (!offer_saying(out, command, strbuf_as_slice(&key)) &&
	    !(meant != NULL && begins(meant, "--") &&
		offer_meaning(out, command, false, meant)) &&
	    !(row->what != NULL &&
		offer_other_option(
		    out, command, value, is_input ? OF_INPUT : OF_OUTPUT)) &&
	    !near_words(out, &words, slice_of(value)) &&
	    !(row == &option_table[OPT_TO] && *value != '\0' &&
		offer_other_command(out, value)))
		strbuf_printf(out, "; choose one of:%s", words.ptr);
	strbuf_release(&key);
	strbuf_release(&output);
	strbuf_release(&words);
}

/* The suffix of a path, without that of a compression and without its dot, in
 * small letters; empty: none. */
static void
put_suffix(struct strbuf *out, const char *path)
{
	const char *slash = strrchr(path, '/');
	struct slice name = slice_of(slash != NULL ? slash + 1 : path);

	do {
		size_t dot = name.len;

		while (dot > 0 && name.ptr[dot - 1] != '.')
			dot--;
		strbuf_reset(out);
		strbuf_puts(out, "");
		if (dot == 0)
			return;
		for (size_t i = dot; i < name.len; i++)
			strbuf_char(out, ascii_lower(name.ptr[i]));
		name.len = dot - 1;
	} while (strcmp(out->ptr, "gz") == 0 || strcmp(out->ptr, "zst") == 0);
}

int
format_by_suffix(struct job *job)
{
	struct strbuf *suffix = &job->output.suffix, key = STRBUF_INIT;
	struct strbuf near = STRBUF_INIT;
	const char *meant;
	int status = -1;

	if (*job->output.path == '\0')
		return usage_error(job, "the name of the output is empty");
	put_suffix(suffix, job->output.path);
	/* Without --to, records stay as they are, and other text has no
	 * format. */
	if (job->command->forms == NULL &&
	    (format_of_path(job->output.path) != NULL ||
		!takes(job->command, "--exclude")))
		return -1;
	strbuf_printf(&key, "to=%s", suffix->ptr);
	meant = job->given[OPT_FIX] && format_of_path(job->output.path) != NULL
	    ? "--output FOLDER/"
	    : meaning_to(job->command, strbuf_as_slice(&key));
	if (meant != NULL && begins(meant, "--to ")) {
		strbuf_reset(suffix);
		strbuf_puts(suffix, meant + strlen("--to "));
	}
	strbuf_reset(&key);
	strbuf_printf(&key, "--to %s", suffix->ptr);
	if (suffix->len > 0 && takes(job->command, key.ptr))
		job->output.format = suffix->ptr;
	else if (suffix->len > 0 &&
	    (meant != NULL ? offer(&near, "", slice_of(meant))
			   : offer_other_command(&near, suffix->ptr)))
		status = usage_error(
		    job, "cannot write .%s%s", suffix->ptr, near.ptr);
	strbuf_release(&key);
	strbuf_release(&near);
	return status;
}

/* Offers the names in a file's folder that are nearest to its own. */
static void
offer_file(struct strbuf *out, const char *path)
{
	const char *slash = strrchr(path, '/');
	size_t len = slash != NULL ? (size_t)(slash - path) + 1 : 0;
	struct strbuf folder = STRBUF_INIT, names = STRBUF_INIT;
	struct dirent *entry;
	DIR *dir;

	strbuf_printf(&folder, "%.*s.", (int)len, path);
	dir = opendir(folder.ptr);
	/* Names with spaces are no words. */
	while (dir != NULL && (entry = readdir(dir)) != NULL)
		if (entry->d_name[0] != '.' &&
		    strchr(entry->d_name, ' ') == NULL)
			strbuf_printf(
			    &names, " %.*s%s", (int)len, path, entry->d_name);
	near_choice(out, &names, slice_of(path), "");
	if (dir != NULL)
		closedir(dir);
	strbuf_release(&folder);
}

void
said_file(struct strbuf *out, const struct job *job, const char *path)
{
	const struct command *command = job->command;
	bool is_later = command == &command_convert && job->operands > 1 &&
	    access(job->operand[0], F_OK) == 0;
	const char *option = strcmp(path, "start") == 0 ? "--position "
	    : strpbrk(path, "=~<>") != NULL             ? "--tag "
	    : is_later && format_of_path(path) != NULL  ? "--output "
							: NULL;

	if (strcmp(path, "help") == 0)
		offer(out, "ternion help ", slice_of(command->name));
	else if (diag_find(slice_of(path)) < DIAGS)
		offer(out, "ternion help ", slice_of(path));
	else if (option != NULL && takes(command, option))
		offer(out, option, slice_of(path));
	else if (offer_other_option(out, command, path, OF_FILE))
		;
	else if (takes(command, "--player") && format_of_path(path) == NULL &&
	    strchr(path, '/') == NULL)
		offer(out, "--player ", slice_of(path));
	else
		offer_file(out, path);
}
