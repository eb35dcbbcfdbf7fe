/* Ternion: the options, as one table, and how each is stored in the job. The
 * functions that store one return -1 to go on, or an exit status after an error
 * message. */

#include "cmd/cmd.h"
#include "parse/text/near.h"
#include "parse/text/utf8.h"

#define MANY (ULONG_MAX >> 4) /* the limit of a number that has none */

/* The member of the job that the row names. */
static void *
member(struct job *job, const struct option_row *row)
{
	return (char *)job + row->member;
}

list_words *
option_words(const struct command *command, const struct option_row *row)
{
	return row->words == NULL && row->is_word ? command->forms : row->words;
}

/* Refuses a text that is not one of the words of the option. */
static int
refuse_word(
    const struct job *job, const struct option_row *row, const char *text)
{
	SCRATCH choice = STRBUF_INIT;

	said_value(&choice, job->command, row, text);
	return row->what != NULL
	    ? usage_error(job, "unknown %s '%s'%s", row->what, text, choice.ptr)
	    : usage_error(
		  job, "--%s cannot be '%s'%s", row->name, text, choice.ptr);
}

static int
store_flag(struct job *job, const struct option_row *row, const char *text)
{
	(void)text;
	*(bool *)member(job, row) = true;
	return -1;
}

static int
store_text(struct job *job, const struct option_row *row, const char *text)
{
	*(const char **)member(job, row) = text;
	return -1;
}

static int
store_player(struct job *job, const struct option_row *row, const char *text)
{
	return is_colour(text) ? store_text(job, row, text)
			       : refuse_word(job, row, text);
}

static int
store_list(struct job *job, const struct option_row *row, const char *text)
{
	struct texts *texts = member(job, row);

	if (texts->len == TEXTS_MAX)
		return usage_error(job, "too many --%s", row->name);
	texts->text[texts->len++] = text;
	return -1;
}

static int
store_tag(struct job *job, const struct option_row *row, const char *text)
{
	struct slice value = slice_of(text), name = slice_take(&value, '=');

	if (text[name.len] != '=' || !is_tag_name(name))
		return usage_error(job,
		    "--%s takes %s; the name of a tag has letters, digits and "
		    "_",
		    row->name, row->argument);
	if (!is_one_line(value) || utf8_valid_len(value) < value.len)
		return usage_error(
		    job, "--%s takes a value of one line of UTF-8", row->name);
	return store_list(job, row, text);
}

/* A number without a sign. */
static int
store_number(struct job *job, const struct option_row *row, const char *text)
{
	unsigned long *stored = member(job, row), number;

	if (slice_number(slice_of(text), row->most, &number) &&
	    number >= row->least) {
		*stored = number;
		return -1;
	}
	if (row->most == MANY)
		return usage_error(job,
		    "--%s takes a number of at least %lu, not '%s'", row->name,
		    row->least, text);
	return usage_error(job, "--%s takes a number from %lu to %lu, not '%s'",
	    row->name, row->least, row->most, text);
}

static int
store_level(struct job *job, const struct option_row *row, const char *text)
{
	enum severity *level = member(job, row);

	for (int s = SEV_NOTE; s <= SEV_ERROR; s++)
		if (strcmp(text, severity_name((enum severity)s)) == 0)
			*level = (enum severity)s;
	return -1;
}

static int
store_variant(struct job *job, const struct option_row *row, const char *text)
{
	const struct variant **stored = member(job, row);
	const struct variant *variant = variant_find(text, strlen(text));

	if (variant == NULL && (*text == '-' || format_of_path(text) != NULL))
		return usage_error(job,
		    "unknown variant '%s'; did you mean '--verbose %s'?", text,
		    text);
	if (variant == NULL)
		return refuse_word(job, row, text);
	if (job->named && variant != job->variant)
		return usage_error(job,
		    "'%s' before the command excludes -v %s", job->variant->id,
		    text);
	*stored = variant;
	return -1;
}

static int
store_notation(struct job *job, const struct option_row *row, const char *text)
{
	const struct notation **notation = member(job, row);

	*notation = notation_find(NULL, slice_of(text));
	for (unsigned i = 0; i < job->unknowns; i++)
		if (job->unknown[i].row == row)
			job->unknown[i] = job->unknown[--job->unknowns];
	if (*notation == NULL && !option_taken(job->command, OPT_NOTATION_FILE))
		return refuse_word(job, row, text);
	if (*notation == NULL) {
		job->unknown[job->unknowns].row = row;
		job->unknown[job->unknowns++].text = text;
	}
	return -1;
}

int
find_notations(struct job *job)
{
	const struct own_notation *defined = job->config.notations;

	for (unsigned i = 0; i < job->unknowns; i++) {
		const char *text = job->unknown[i].text;
		const struct notation **notation =
		    member(job, job->unknown[i].row);
		SCRATCH words = STRBUF_INIT, choice = STRBUF_INIT;

		*notation = notation_find(defined, slice_of(text));
		if (*notation != NULL)
			continue;
		if (defined == NULL)
			return refuse_word(job, job->unknown[i].row, text);
		notation_put_ids(defined, NULL, &words);
		near_choice(&choice, &words, slice_of(text), NULL);
		return usage_error(
		    job, "unknown notation '%s'%s", text, choice.ptr);
	}
	return -1;
}

static int
store_letters(struct job *job, const struct option_row *row, const char *text)
{
	const struct letter_set **letters = member(job, row);

	*letters = letter_set_find(slice_of(text));
	return *letters != NULL ? -1 : refuse_word(job, row, text);
}

static int
store_colour(struct job *job, const struct option_row *row, const char *text)
{
	(void)row;
	job->colour = text[1] == 'l' ? 1 : text[0] == 'n' ? -1 : 0;
	return -1;
}

/* Marks the codes of a list, which commas separate. */
static int
store_codes(struct job *job, const struct option_row *row, const char *text)
{
	bool *codes = member(job, row);
	struct slice rest = slice_of(text);

	do {
		struct slice code = slice_trim(slice_take(&rest, ','));
		enum diag_id id = diag_find(code);

		/* There are too many to list them. */
		if (id == DIAGS)
			return usage_choice(job, words_codes, code,
			    "; see 'ternion help --list-codes'",
			    "unknown diagnostic '%.*s'", SLICE(code));
		if (codes == job->report.disabled &&
		    diag_table[id].severity == SEV_FATAL)
			return usage_error(job,
			    "'%s' cannot be disabled, because nothing can be "
			    "checked then",
			    diag_table[id].slug);
		codes[id] = true;
	} while (rest.len > 0);
	return -1;
}

/* Marks the words of a list, which commas separate. */
static int
store_strips(struct job *job, const struct option_row *row, const char *text)
{
	struct slice rest = slice_of(text);

	do {
		int strip = near_index(
		    slice_of(STRIP_WORDS), slice_trim(slice_take(&rest, ',')));

		if (strip < 0)
			return refuse_word(job, row, text);
		job->edits.strip[strip] = true;
	} while (rest.len > 0);
	return -1;
}

/* Takes a number off the text; `otherwise` if it does not begin with one. */
static unsigned long
take_number(struct slice *text, unsigned long otherwise)
{
	size_t digits = slice_digits(*text);

	if (digits == 0)
		return otherwise;
	unsigned long number = strtoul(text->ptr, NULL, 10);
	*text = slice_from(*text, digits);
	return number;
}

/* Reads a range: "20", "20-", "-40", "20-40", or the same with `..`; false if
 * the text is none. */
static bool
read_range(struct slice text, struct number_range *range)
{
	range->given =
	    text.len > 0 && !slice_is(text, "-") && !slice_is(text, "..");
	range->least = take_number(&text, 0);
	bool is_open = slice_begins(text, "-") || slice_begins(text, "..");
	text = slice_from(text, is_open ? 1 + (text.ptr[0] == '.') : 0);
	range->most = is_open ? take_number(&text, ULONG_MAX) : range->least;
	return range->given && text.len == 0 && range->least <= range->most;
}

static int
store_range(struct job *job, const struct option_row *row, const char *text)
{
	return read_range(slice_of(text), member(job, row))
	    ? -1
	    : usage_error(job, "--%s takes a number or a range %s, not '%s'",
		  row->name, row->argument, text);
}

/* Adds the ranges of a list, which commas separate. */
static int
store_ranges(struct job *job, const struct option_row *row, const char *text)
{
	struct ranges *ranges = member(job, row);
	struct slice rest = slice_of(text);

	do {
		if (ranges->len == TEXTS_MAX)
			return usage_error(job, "too many --%s", row->name);
		struct number_range *range = &ranges->range[ranges->len++];
		/* Games count from 1. */
		if (!read_range(slice_trim(slice_take(&rest, ',')), range) ||
		    range->most == 0)
			return usage_error(job,
			    "--%s takes numbers and ranges %s, not '%s'",
			    row->name, row->argument, text);
	} while (rest.len > 0);
	return -1;
}

static int
store_glob(struct job *job, const struct option_row *row, const char *text)
{
	if (strchr(text, '\n') != NULL)
		return usage_error(job, "--%s takes one line", row->name);
	/* "./x" is "/x", as people write paths. */
	text += strncmp(text, "./", 2) == 0;
	strbuf_printf(&job->folders.exclude, "%s\n", text);
	return -1;
}

/* Refuses a setting without a value; "-o x.pgn" may mean the output, and
 * "-o json" its format. */
static int
refuse_unset(const struct job *job, const char *text)
{
	SCRATCH words = STRBUF_INIT;

	if (job->command->forms != NULL)
		job->command->forms(&words);
	char letter = near_has(strbuf_as_slice(&words), slice_of(text)) ? 't'
	    : strpbrk(text, "./-") != NULL                              ? 'O'
									: 0;
	if (letter != 0)
		return usage_error(job,
		    "an option is NAME=VALUE, not '%s'; did you mean '-%c %s'?",
		    text, letter, text);
	return usage_error(job, "an option is NAME=VALUE, not '%s'", text);
}

static int
store_setting(struct job *job, const struct option_row *row, const char *text)
{
	const char *equals = strchr(text, '=');
	struct setting *setting = &job->setting[job->settings];

	if (equals == NULL)
		return refuse_unset(job, text);
	if (job->settings == SETTINGS_MAX)
		return usage_error(job, "too many -%c", row->letter);
	setting->name = slice_between(text, equals);
	setting->value = slice_of(equals + 1);
	if (job->settings++ > 0)
		setting[-1].next = setting;
	return -1;
}

/* The offset of a member of the job; the compiler refuses a member of the wrong
 * type. */
#define MEMBER(type, name)                     \
	.member = offsetof(struct job, name) + \
	    0 * sizeof(_Generic(((struct job *)NULL)->name, type:0))

#define FLAG(name) .store = store_flag, MEMBER(bool, name)
#define TEXT(name) .store = store_text, MEMBER(const char *, name)
#define WORD(name) \
	.is_word = true, .store = store_text, MEMBER(const char *, name)
#define COLOUR(name)                                   \
	.words = words_players, .store = store_player, \
	MEMBER(const char *, name)
#define LIST(name) .store = store_list, MEMBER(struct texts, name)
#define NUMBER(name, from, to)                                               \
	.store = store_number, MEMBER(unsigned long, name), .least = (from), \
	.most = (to)
#define RANGE(name) .store = store_range, MEMBER(struct number_range, name)
#define CODES(name)                                 \
	.words = words_codes, .store = store_codes, \
	.member = offsetof(struct job, name)
#define LEVEL(name)                                                   \
	.is_word = true, .words = words_levels, .store = store_level, \
	MEMBER(enum severity, name)
#define VARIANT(name)                                                       \
	.what = "variant", .words = words_variants, .store = store_variant, \
	MEMBER(const struct variant *, name)
#define NOTATION(name)                                                         \
	.what = "notation", .words = words_notations, .store = store_notation, \
	MEMBER(const struct notation *, name)
#define LETTERS(name)                                     \
	.what = "set of letters", .words = words_letters, \
	.store = store_letters, MEMBER(const struct letter_set *, name)

/* Commands that read records and report their faults; those that read records;
 * and those that read a configuration. */
#define REPORTERS  "check convert fmt collate stats position moves parse"
#define READERS    REPORTERS " select"
#define CONFIGURED READERS " step cell perft"

const struct option_row option_table[OPTIONS] = {
#define ROW(id, ...) [id] = { __VA_ARGS__ },
#include "cmd/options/options.def"
};

int
option_store(struct job *job, enum option_id id, const char *text)
{
	const struct option_row *row = &option_table[id];
	SCRATCH words = STRBUF_INIT;

	if (row->always != NULL)
		text = row->always;
	if (row->is_word)
		option_words(job->command, row)(&words);
	if (row->is_word && !near_has(strbuf_as_slice(&words), slice_of(text)))
		return refuse_word(job, row, text);
	return row->store(job, row, text);
}

enum option_id
option_find(const struct command *command, struct slice word)
{
	bool is_long = word.len > 2 && slice_begins(word, "--");
	enum option_id id = 0;

	while (id < OPTIONS &&
	    !(option_taken(command, id) &&
		(is_long ? slice_is(slice_from(word, 2), option_table[id].name)
			 : word.len == 2 && word.ptr[0] == '-' &&
			    word.ptr[1] == option_table[id].letter)))
		id++;
	return id;
}

bool
option_taken(const struct command *command, enum option_id id)
{
	const char *of = option_table[id].of;

	return of == NULL || near_has(slice_of(of), slice_of(command->name));
}
