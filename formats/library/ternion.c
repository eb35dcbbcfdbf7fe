/* Ternion: the library: version, lists, failures, helpers of handles. */

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "formats/library/handles.h"
#include "parse/text/near.h"

const char *
ternion_version(unsigned api_version)
{
	return api_version >= 1 && api_version <= TERNION_API_VERSION
	    ? TERNION_VERSION
	    : NULL;
}

static const struct {
	const char *code, *text;
} statuses[] = {
	[TERNION_OK] = { "ok", "success" },
	[TERNION_END] = { "end", "there are no more" },
	[TERNION_FAULTY] = { "faulty", "it has an error" },
	[TERNION_UNKNOWN] = { "unknown",
	    "unknown game, option, notation, format or form" },
	[TERNION_MISUSE] = { "misuse",
	    "wrong arguments in a call of the library" },
	[TERNION_UNREADABLE] = { "unreadable", "the input cannot be read" },
	[TERNION_NO_MEMORY] = { "no-memory", "out of memory" },
};

const char *
ternion_status_text(enum ternion_status status)
{
	return (unsigned)status <= TERNION_NO_MEMORY ? statuses[status].text
						     : "unknown status";
}

const char *
ternion_id(enum ternion_list list, size_t index)
{
	size_t at = 0;

	switch (list) {
	case TERNION_GAMES:
		while (at < index && variants[at] != NULL)
			at++;
		return variants[at] != NULL ? variants[at]->id : NULL;
	case TERNION_NOTATIONS:
		while (at < index && notations[at] != NULL)
			at++;
		return notations[at] != NULL ? notations[at]->id : NULL;
	case TERNION_FORMATS:
		while (at < index && formats[at] != NULL)
			at++;
		return formats[at] != NULL ? formats[at]->id : NULL;
	case TERNION_LETTERS:
		while (at < index && letter_sets[at].id != NULL)
			at++;
		return letter_sets[at].id;
	}
	return NULL;
}

void
lock_init(pthread_mutex_t *lock)
{
	pthread_mutexattr_t attributes;

	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(lock, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

pthread_mutex_t *
lock_take(pthread_mutex_t *lock)
{
	pthread_mutex_lock(lock);
	return lock;
}

void
lock_drop(pthread_mutex_t *const *lock)
{
	pthread_mutex_unlock(*lock);
}

void
ternion_free(char *text)
{
	mem_free(text);
}

/* The size that a structure of the caller states. */
static size_t
size_of(const void *theirs)
{
	size_t size;

	memcpy(&size, theirs, sizeof(size));
	return size;
}

bool
options_take(void *ours, size_t size, const void *theirs)
{
	const unsigned char *bytes = theirs;
	size_t stated = theirs != NULL ? size_of(theirs) : 0;

	memset(ours, 0, size);
	if (theirs == NULL)
		return true;
	if (stated < sizeof(size_t))
		return false;
	for (size_t i = size; i < stated; i++)
		if (bytes[i] != 0)
			return false; /* an option that we do not know */
	memcpy(ours, theirs, stated < size ? stated : size);
	return true;
}

enum ternion_status
facts_give(const void *ours, size_t size, void *theirs)
{
	size_t stated = size_of(theirs);

	NEED(stated >= sizeof(size_t));
	memset(theirs, 0, stated);
	memcpy(theirs, ours, stated < size ? stated : size);
	memcpy(theirs, &stated, sizeof(stated));
	return TERNION_OK;
}

enum ternion_status
text_give(struct strbuf *buf, char **text, size_t *length)
{
	strbuf_add(buf, "", 0); /* there is a NUL even if there is no text */
	mem_give(buf->ptr);
	*text = buf->ptr;
	if (length != NULL)
		*length = buf->len;
	return TERNION_OK;
}

enum ternion_status
diagnostic_give(const struct diags *diags, size_t index,
    const struct source *source, size_t offset,
    struct ternion_diagnostic *diagnostic)
{
	struct ternion_diagnostic ours = { 0 };

	if (index >= diags->len)
		return TERNION_END;
	const struct diag *diag = &diags->list[index];
	struct location start = source_locate(source, diag->span.start);
	struct location end =
	    source_locate(source, diag->span.start + diag->span.len);
	ours.code = diag_table[diag->id].slug;
	ours.severity = diag->severity == SEV_NOTE ? TERNION_NOTE
	    : diag->severity == SEV_WARNING        ? TERNION_WARNING
						   : TERNION_ERROR;
	ours.message = diag->message;
	ours.fix = diag->fix;
	ours.ply = diag->ply;
	ours.offset = offset + diag->span.start;
	ours.length = diag->span.len;
	ours.line = start.line;
	ours.column = start.column;
	ours.end_line = end.line;
	ours.end_column = end.column;
	return FACTS_GIVE(ours, diagnostic);
}

/* The last failure of the thread that has more to tell than its status. */
static _Thread_local struct {
	enum ternion_status status;
	struct ternion_diagnostic told; /* with texts below */
	char code[40];
	char message[400];
	char fix[100];
} last;

__attribute__((format(printf, 3, 4))) static enum ternion_status
keep_error(
    enum ternion_status status, const char *code, const char *format, ...)
{
	va_list args;

	memset(&last, 0, sizeof(last));
	last.status = status;
	last.told.severity = TERNION_ERROR;
	snprintf(last.code, sizeof(last.code), "%s", code);
	va_start(args, format);
	vsnprintf(last.message, sizeof(last.message), format, args);
	va_end(args);
	return status;
}

enum ternion_status
setting_read(const char *text, const struct variant *game,
    struct setting *setting, struct settings *settings)
{
	const char *equals = strchr(text, '=');
	const struct variant *of = NULL;
	int option;

	if (equals != NULL) {
		setting->name = slice_between(text, equals);
		setting->value = slice_of(equals + 1);
	}
	if (equals != NULL &&
	    setting_fits(game, setting->name, setting->value, &of, &option)) {
		if (settings != NULL)
			settings_read(game, settings, option,
			    setting->value.ptr, setting->value.len);
		return TERNION_OK;
	}
	if (of == NULL)
		return fail_unknown("option-unknown", "option", text);
	keep_error(TERNION_UNKNOWN, "option-value",
	    "%s cannot be '%s'; it must be %s", of->options[option].name,
	    equals + 1, of->options[option].values);
	last.told.length = strlen(text);
	return TERNION_UNKNOWN;
}

const struct own_notation *
defined_list(const struct defined *defined)
{
	return defined != NULL ? defined->config.notations : NULL;
}

const struct notation *
notation_named(const struct defined *defined, const struct variant *variant,
    const char *id)
{
	if (id == NULL)
		return dialect_of(variant)->notation;
	const struct notation *found =
	    notation_find(defined_list(defined), slice_of(id));
	return found != NULL ? notation_of(found, variant) : NULL;
}

enum ternion_status
writing_find(const struct defined *defined, const struct variant *variant,
    const char *notation, const char *letters, const struct notation **found,
    const struct letter_set **set)
{
	*found = notation_named(defined, variant, notation);
	*set = letters != NULL ? letter_set_find(slice_of(letters))
			       : &letter_sets[0];
	if (notation_of(*found, variant) == NULL)
		return fail_unknown(
		    "notation-unknown", "notation to write in", notation);
	if (*set == NULL || !letter_set_serves(*set, variant->letters))
		return fail_unknown(
		    "letters-unknown", "set of letters", letters);
	return TERNION_OK;
}

enum ternion_status
fail_unknown(const char *code, const char *what, const char *text)
{
	static const char *const codes[] = { [TERNION_GAMES] =
						 "variant-unknown",
		[TERNION_NOTATIONS] = "notation-unknown",
		[TERNION_FORMATS] = "format-unknown",
		[TERNION_LETTERS] = "letters-unknown" };
	CALL_HEAP = { .first = NULL };
	struct strbuf words = STRBUF_INIT, choice = STRBUF_INIT;
	const char *id;

	assert(text != NULL); /* the defaults are known */
	ENTER(&call_heap);
	for (unsigned list = 0; list < COUNT(codes); list++)
		for (size_t i = 0; strcmp(code, codes[list]) == 0 &&
		     (id = ternion_id((enum ternion_list)list, i)) != NULL;
		     i++)
			strbuf_printf(&words, " %s", id);
	/* A known one does not serve here, as does not each format. */
	bool is_known = near_has(strbuf_as_slice(&words), slice_of(text));
	strbuf_puts(&choice, is_known ? " here" : "");
	if (!is_known && words.len > 0)
		near_choice(&choice, &words, slice_of(text),
		    strcmp(code, codes[TERNION_FORMATS]) == 0 ? "" : NULL);
	keep_error(TERNION_UNKNOWN, code, "%s %s '%s'%s",
	    is_known ? "there is no" : "unknown", what, text, choice.ptr);
	last.told.length = strlen(text);
	return TERNION_UNKNOWN;
}

enum ternion_status
fail_unreadable(int error)
{
	char words[128] = "";

	if (strerror_r(error, words, sizeof(words)) != 0)
		words[0] = '\0';
	keep_error(TERNION_UNREADABLE, "file-read",
	    "the input cannot be read: %s", words);
	errno = error;
	return TERNION_UNREADABLE;
}

/* Keeps the first error of the list. */
static enum ternion_status
keep_faulty(
    const struct diags *diags, const struct source *source, size_t start)
{
	struct ternion_diagnostic told = { .size = sizeof(told) };
	unsigned i = 0;

	while (i < diags->len && diags->list[i].severity < SEV_ERROR)
		i++;
	if (diagnostic_give(diags, i, source, start, &told) != TERNION_OK)
		return keep_error(TERNION_FAULTY, "moves-unchecked",
		    "there is an error before this ply");
	keep_error(TERNION_FAULTY, told.code, "%s", told.message);
	if (told.fix != NULL && strlen(told.fix) < sizeof(last.fix))
		snprintf(last.fix, sizeof(last.fix), "%s", told.fix);
	last.told = told;
	return TERNION_FAULTY;
}

enum ternion_status
fail_faulty(struct diags *diags, const char *text)
{
	struct source source;

	diags_finish(diags);
	source_text(&source, "", slice_of(text));
	keep_faulty(diags, &source, 0);
	source_release(&source);
	return TERNION_FAULTY;
}

enum ternion_status
fail_record(const struct ternion_record *record)
{
	return keep_faulty(
	    &record->session.diags, record->source, record->offset);
}

/*
 * Notations that a caller defines
 */

static enum ternion_status
read_notations(struct defined *defined, const char *text, size_t length)
{
	struct diags diags = { .arena = &defined->arena };

	ENTER(&defined->heap);
	text = arena_copy(&defined->arena, (struct slice){ text, length });
	return config_read(&defined->config, (struct slice){ text, length },
		   true, &defined->arena, &diags)
	    ? TERNION_OK
	    : fail_faulty(&diags, text);
}

enum ternion_status
defined_read(const char *text, size_t length, struct defined **defined)
{
	*defined = NULL;
	if (text == NULL)
		return TERNION_OK;
	struct defined *made = calloc(1, sizeof(*made));
	if (made == NULL)
		return TERNION_NO_MEMORY;
	made->owners = 1;
	enum ternion_status status = read_notations(made, text, length);
	if (status != TERNION_OK)
		defined_disown(made);
	else
		*defined = made;
	return status;
}

struct defined *
defined_share(struct defined *defined)
{
	if (defined != NULL)
		defined->owners++;
	return defined;
}

void
defined_disown(struct defined *defined)
{
	if (defined == NULL || --defined->owners > 0)
		return;
	heap_release(&defined->heap);
	free(defined);
}

enum ternion_status
ternion_error(enum ternion_status status, struct ternion_diagnostic *error)
{
	struct ternion_diagnostic ours = { .severity = TERNION_ERROR };

	NEED(error != NULL && (unsigned)status <= TERNION_NO_MEMORY);
	ours.code = statuses[status].code;
	ours.message = ternion_status_text(status);
	if (status == TERNION_UNKNOWN || status == TERNION_FAULTY ||
	    status == TERNION_UNREADABLE) {
		if (last.status != status)
			return TERNION_END;
		ours = last.told;
		ours.code = last.code;
		ours.message = last.message;
		ours.fix = last.fix[0] != '\0' ? last.fix : NULL;
	}
	return FACTS_GIVE(ours, error);
}
