/* Ternion: failures of the library, with a code and a text for each. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "formats/ternion/handles.h"

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
fail_unknown(const char *code, const char *what, const char *text)
{
	keep_error(
	    TERNION_UNKNOWN, code, "there is no %s '%s' here", what, text);
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

/* The first error of the list; where it is in the input is for the caller. */
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
fail_faulty(const struct diags *diags, const char *text)
{
	struct source source;

	source_text(&source, "", slice_of(text));
	keep_faulty(diags, &source, 0);
	source_release(&source);
	return TERNION_FAULTY;
}

enum ternion_status
fail_record(const struct ternion_record *record)
{
	return keep_faulty(&record->diags, record->source, record->offset);
}

enum ternion_status
ternion_error(enum ternion_status status, struct ternion_diagnostic *error)
{
	static const char *const codes[] = { "ok", "end", "faulty", "unknown",
		"misuse", "unreadable", "no-memory" };
	struct ternion_diagnostic ours = { .severity = TERNION_ERROR };

	if (error == NULL || (unsigned)status > TERNION_NO_MEMORY)
		return TERNION_MISUSE;
	ours.code = codes[status];
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
	return FACTS_GIVE(ours, error) ? TERNION_OK : TERNION_MISUSE;
}
