/* Ternion: suggestions for a word that ternion does not have. */
#include <dirent.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "parse/position/tpf.h"
#include "parse/text/near.h"

#define ROW(meant, said) { meant, said },
static const struct {
	const char *meant, *said;
} sayings[] = {
#include "cmd/options/said.def"
};

#define CODE_PART 4 /* letters of a code that name it */

/* Offers words in the form of printf; true. */
#define OFFER(out, words, ...) \
	end_offer(             \
	    (strbuf_printf(out, "; did you mean '" words, __VA_ARGS__), out))

static bool
end_offer(struct strbuf *out)
{
	strbuf_puts(out, "'?");
	return true;
}

/* Offers words with a value, in quotation marks if it has blanks. */
static bool
offer_with(struct strbuf *out, const char *words, const char *value)
{
	const char *quote = strchr(value, ' ') != NULL ? "\"" : "";

	return OFFER(out, "%s %s%s%s", words, quote, value, quote);
}

/* Whether a command takes an option, "--to", with that value or an empty one.
 */
static bool
takes_value(
    const struct command *command, struct slice name, struct slice value)
{
	enum option_id id = option_find(command, name);
	SCRATCH words = STRBUF_INIT;

	if (id == OPTIONS)
		return false;
	list_words *list = option_words(command, &option_table[id]);
	if (list != NULL && value.len > 0)
		list(&words);
	return words.len == 0 || near_has(strbuf_as_slice(&words), value);
}

/* Whether a command takes an option, or one with its value, "--to json". */
static bool
takes(const struct command *command, struct slice text)
{
	struct slice rest = text, name, value = { "", 0 };

	near_next(&rest, &name);
	near_next(&rest, &value);
	return takes_value(command, name, value);
}

/* Offers a command that takes an option; false if none does. */
static bool
offer_taker(struct strbuf *out, struct slice option)
{
	for (const struct command *c = commands; c->name != NULL; c++)
		if (takes(c, option))
			return OFFER(
			    out, "ternion %s %.*s", c->name, SLICE(option));
	return false;
}

/* Whether two words are the same but for case and for dashes within; those of
 * one letter differ by their case. */
static bool
is_said(struct slice a, struct slice b)
{
	size_t i = 0, j = 0;

	if (a.len <= 2 || b.len <= 2)
		return slice_equal(a, b);
	for (;; i++, j++) {
		while (i > 1 && i < a.len && strchr("-_", a.ptr[i]) != NULL)
			i++;
		while (j > 1 && j < b.len && strchr("-_", b.ptr[j]) != NULL)
			j++;
		if (i >= a.len || j >= b.len)
			return i >= a.len && j >= b.len;
		if (ascii_lower(a.ptr[i]) != ascii_lower(b.ptr[j]))
			return false;
	}
}

/* Finds what a word means to a command, or before one (NULL); empty: nothing.
 */
static struct slice
meaning_to(const struct command *command, struct slice word)
{
	for (unsigned i = 0; i < COUNT(sayings); i++) {
		struct slice meant = slice_of(sayings[i].meant);
		struct slice list = slice_of(sayings[i].said), said;
		bool found = false;

		while (!found && near_next(&list, &said))
			found = is_said(said, word);
		if (found &&
		    (slice_begins(meant, "ternion ") ||
			(command != NULL &&
			    (!slice_begins(meant, "--") ||
				takes(command, meant)))))
			return meant;
	}
	return slice_of("");
}

/* Offers a meaning, if there is one, as it is typed; an operand needs its
 * command, as does an option of another command. */
static bool
offer_meaning(struct strbuf *out, const struct command *command, bool is_other,
    struct slice meant)
{
	if (meant.len == 0)
		return false;
	if (slice_begins(meant, "ternion ") ||
	    (!is_other && slice_begins(meant, "--")))
		return OFFER(out, "%.*s", SLICE(meant));
	return OFFER(out, "ternion %s %.*s", command->name, SLICE(meant));
}

/* Offers what a word means to a command, or else to another one: first to
 * convert, which most people want who ask for an output. */
static bool
offer_saying(
    struct strbuf *out, const struct command *command, struct slice word)
{
	const struct command *c = commands;
	struct slice meant = meaning_to(command, word);
	bool is_other = meant.len == 0;

	for (const struct command *other = command_find("convert");
	     meant.len == 0 && other->name != NULL; other = c++) {
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
	SCRATCH words = STRBUF_INIT;

	/* "check x.pgn" as one word is a command. */
	if (strcmp(word, "-") == 0 ||
	    (name == word &&
		(access(word, F_OK) == 0 ||
		    (strchr(word, ' ') == NULL &&
			format_of_path(word) != NULL)))) {
		offer_with(out, "ternion check", word);
	} else if (offer_saying(out, NULL, slice_of(word))) {
		;
	} else if (name != word && command_find(name) != NULL) {
		OFFER(out, "ternion %s", name);
	} else if (name != word + 2 || !offer_taker(out, slice_of(word))) {
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
	SCRATCH words = STRBUF_INIT;
	bool negates = slice_begins(option, "--no-");

	if (offer_saying(out, command, option) ||
	    (option.len > 2 && offer_taker(out, option)))
		return;
	/* --no-fix is not --fix. */
	for (enum option_id id = 0; id < OPTIONS; id++)
		if (option_taken(command, id) &&
		    (!negates || strncmp(option_table[id].name, "no-", 3) == 0))
			strbuf_printf(&words, " --%s", option_table[id].name);
	near_choice(out, &words, option, "");
}

void
said_topic(struct strbuf *out, struct strbuf *words, struct slice topic)
{
	SCRATCH codes = STRBUF_INIT;
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
		OFFER(out, "%s", codes.ptr);
	else
		near_choice(out, words, topic,
		    is_option ? "; see 'ternion help options'"
			      : "; see 'ternion help'");
}

/* Offers the first of these options of the command that takes the word. */
static bool
offer_other_option(struct strbuf *out, const struct command *command,
    const char *word, const char *options)
{
	struct slice rest = slice_of(options), name;

	/* No value of an option is empty or has a blank. */
	while (*word != '\0' && strchr(word, ' ') == NULL &&
	    near_next(&rest, &name))
		if (takes_value(command, name, slice_of(word)))
			return OFFER(out, "%.*s %s", SLICE(name), word);
	return false;
}

void
said_value(struct strbuf *out, const struct command *command,
    const struct option_row *row, const char *value)
{
	const char *others = row == &option_table[OPT_FROM] ||
		row == &option_table[OPT_INPUT_NOTATION]
	    ? "--input-notation --from --notation --to --variant"
	    : "--notation --to --letters --variant";
	SCRATCH key = STRBUF_INIT, words = STRBUF_INIT;
	SCRATCH output = STRBUF_INIT; /* the key, had it been --to */
	SCRATCH to = STRBUF_INIT;     /* that option */
	struct slice meant = slice_of("");

	strbuf_printf(&key, "%s=%s", row->name, value);
	for (char *p = key.ptr; *p != '\0'; p++)
		*p = *p == ' ' ? '-' : ascii_lower(*p);
	strbuf_printf(&output, "to=%s", value);
	strbuf_printf(&to, "--to %s", value);
	if (row == &option_table[OPT_FROM])
		meant = meaning_to(command, strbuf_as_slice(&output));
	option_words(command, row)(&words);
	if (!offer_saying(out, command, strbuf_as_slice(&key)) &&
	    !(slice_begins(meant, "--") &&
		offer_meaning(out, command, false, meant)) &&
	    !(row->what != NULL &&
		offer_other_option(out, command, value, others)) &&
	    !near_words(out, &words, slice_of(value)) &&
	    !(row == &option_table[OPT_TO] && *value != '\0' &&
		offer_taker(out, strbuf_as_slice(&to))))
		strbuf_printf(out, "; choose one of:%s", words.ptr);
}

int
format_by_suffix(struct job *job)
{
	struct strbuf *suffix = &job->output.suffix;
	SCRATCH key = STRBUF_INIT, near = STRBUF_INIT;
	bool is_record = format_of_path(job->output.path) != NULL;

	if (*job->output.path == '\0')
		return usage_error(job, "the name of the output is empty");
	struct slice own = path_suffix(path_unpacked(job->output.path));
	for (size_t i = 0; i < own.len; i++)
		strbuf_char(suffix, ascii_lower(own.ptr[i]));
	/* Without --to, records stay as they are, and other text has no
	 * format. */
	if (suffix->len == 0 ||
	    (job->command->forms == NULL &&
		(is_record || !takes(job->command, slice_of("--exclude")))))
		return -1;
	strbuf_printf(&key, "to=%s", suffix->ptr);
	struct slice meant = job->given[OPT_FIX] && is_record
	    ? slice_of("--output FOLDER/")
	    : meaning_to(job->command, strbuf_as_slice(&key));
	if (slice_begins(meant, "--to ")) {
		strbuf_reset(suffix);
		strbuf_slice(suffix, slice_from(meant, strlen("--to ")));
	}
	strbuf_reset(&key);
	strbuf_printf(&key, "--to %s", suffix->ptr);
	if (takes(job->command, strbuf_as_slice(&key)))
		job->output.format = suffix->ptr;
	else if (meant.len > 0 ? OFFER(&near, "%.*s", SLICE(meant))
			       : offer_taker(&near, strbuf_as_slice(&key)))
		return usage_error(
		    job, "cannot write .%s%s", suffix->ptr, near.ptr);
	return -1;
}

/* Offers the names in a file's folder that are nearest to its own. */
static void
offer_file(struct strbuf *out, const char *path)
{
	const struct slice above = path_folder(path);
	SCRATCH folder = STRBUF_INIT, names = STRBUF_INIT;
	struct dirent *entry;
	DIR *dir;

	strbuf_printf(&folder, "%.*s.", SLICE(above));
	dir = opendir(folder.ptr);
	/* Names with spaces are no words. */
	while (dir != NULL && (entry = readdir(dir)) != NULL)
		if (entry->d_name[0] != '.' &&
		    strchr(entry->d_name, ' ') == NULL)
			strbuf_printf(
			    &names, " %.*s%s", SLICE(above), entry->d_name);
	near_choice(out, &names, slice_of(path), "");
	if (dir != NULL)
		closedir(dir);
}

/* Whether a text is several words with digits, like moves and numbers. */
static bool
is_movetext(const char *text)
{
	bool has_digit = false, has_blank = false;

	for (; *text != '\0'; text++) {
		if (*text == ' ' && !has_digit)
			return false;
		has_blank |= *text == ' ';
		has_digit = *text != ' ' &&
		    (has_digit || ascii_is_digit(*text) || *text == '*');
	}
	return has_blank && has_digit;
}

/* Offers what to do with a text that is no name: an address, a pattern that no
 * shell replaced, FEN, moves. */
static bool
offer_text(struct strbuf *out, const char *command, const char *path)
{
	size_t pattern = strcspn(path, "*?");
	SCRATCH before = STRBUF_INIT;

	if (strncmp(path, "http", 4) == 0 && strstr(path, ":/") != NULL)
		return OFFER(out, "curl -L ADDRESS | ternion %s -", command);
	if (tpf_is_fen(slice_of(path)))
		return OFFER(out, "ternion help %s", "positions");
	if (is_movetext(path) && strcmp(command, "parse") != 0)
		return OFFER(out, "echo \"%s\" | ternion %s -", path, command);
	if (path[pattern] == '\0' || strchr(path, ' ') != NULL)
		return false;
	/* A folder is searched. */
	strbuf_printf(&before, "./%.*s", (int)pattern, path);
	return OFFER(out, "%.*s", SLICE(path_folder(before.ptr)));
}

/* Offers a word that a word processor wrote with a dash or quotation marks of
 * its own; false if it is none. */
static bool
offer_typeset(struct strbuf *out, const char *path)
{
	if (strncmp(path, "\xe2\x80", 2) != 0)
		return false;
	return OFFER(out, "%s%.*s", path[2] < '\x98' ? "--" : "",
	    path[2] == '\0' ? 0 : (int)strcspn(path + 3, "\xe2"), path + 3);
}

/* Offers the option whose values look like the text; false if none does. */
static bool
offer_by_look(struct strbuf *out, const struct job *job, const char *path)
{
	const struct command *command = job->command;
	bool is_output = command->run == run_convert && job->operands > 1 &&
	    format_of_path(path) != NULL && access(job->operand[0], F_OK) == 0;

	if (strcmp(path, "start") == 0 ||
	    (strchr(path, ' ') != NULL && strchr(path, ',') != NULL))
		return offer_with(out,
		    takes(command, slice_of("--position"))
			? "--position"
			: "ternion position --position",
		    path);
	const char *option = strpbrk(path, "=~<>") != NULL ? "--tag"
	    : is_output                                    ? "--output"
							   : NULL;
	return option != NULL && takes(command, slice_of(option)) &&
	    offer_with(out, option, path);
}

/* Offers an option for a word that can be a player's name, or moves. */
static bool
offer_name(struct strbuf *out, const struct command *command, const char *path)
{
	if (format_of_path(path) != NULL || strchr(path, '/') != NULL)
		return false;
	if (takes(command, slice_of("--player")))
		return offer_with(out, "--player", path);
	return takes(command, slice_of("--play")) &&
	    offer_with(out, "--play", path);
}

void
said_file(struct strbuf *out, const struct job *job, const char *path)
{
	const struct command *command = job->command;
	SCRATCH slashed = STRBUF_INIT;

	strbuf_puts(&slashed, path);
	for (char *p = slashed.ptr; *p != '\0'; p++)
		*p = *p == '\\' ? '/' : *p;
	if (strcmp(slashed.ptr, path) != 0 && access(slashed.ptr, F_OK) == 0)
		OFFER(out, "%s", slashed.ptr);
	else if (strcmp(path, "help") == 0)
		OFFER(out, "ternion help %s", command->name);
	else if (diag_find(slice_of(path)) < DIAGS)
		OFFER(out, "ternion help %s", path);
	else if (!offer_typeset(out, path) && !offer_by_look(out, job, path) &&
	    !offer_other_option(out, command, path,
		"--variant --to --notation --from --letters") &&
	    !offer_name(out, command, path) &&
	    !offer_text(out, command->name, path))
		offer_file(out, slashed.ptr);
}
