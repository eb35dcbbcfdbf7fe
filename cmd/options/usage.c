/* Ternion: messages about a call that cannot be carried out. */
#include <stdarg.h>
#include <stdio.h>

#include "cmd/cmd.h"
#include "cmd/options/usage.h"
#include "parse/text/near.h"

enum {
	USAGE_MAX = 8192 /* bytes of a message; a path has half of them */
};

/* Prints a message with control characters masked. */
static void say_masked(const char *format, va_list args)
    __attribute__((format(printf, 1, 0)));

static void
say_masked(const char *format, va_list args)
{
	char text[USAGE_MAX];
	struct strbuf masked = STRBUF_INIT;

	vsnprintf(text, sizeof(text), format, args);
	strbuf_masked(&masked, slice_of(text));
	fputs(masked.ptr, stderr);
	strbuf_release(&masked);
}

static int
end_usage(const struct job *job)
{
	fprintf(stderr, "\nTry 'ternion %s --help'.\n", job->command->name);
	return EXIT_TROUBLE;
}

void
trouble_say(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say_masked(format, args);
	va_end(args);
	fputc('\n', stderr);
}

int
usage_error(const struct job *job, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "ternion %s: ", job->command->name);
	va_start(args, format);
	say_masked(format, args);
	va_end(args);
	return end_usage(job);
}

int
usage_notation(const struct job *job, const struct variant *variant,
    const char *done, const char *id)
{
	struct strbuf choice = STRBUF_INIT;
	int status;

	strbuf_puts(&choice, "");
	notation_put_choice(variant, &choice);
	status = usage_error(job, "moves of %s cannot be %s in '%s'%s",
	    variant->id, done, id, choice.ptr);
	strbuf_release(&choice);
	return status;
}

int
usage_choice(const struct job *job, void (*words)(struct strbuf *),
    const char *text, const char *format, ...)
{
	struct strbuf list = STRBUF_INIT, choice = STRBUF_INIT;
	va_list args;

	fprintf(stderr, "ternion %s: ", job->command->name);
	va_start(args, format);
	say_masked(format, args);
	va_end(args);
	words(&list);
	near_choice(&choice, &list, slice_of(text));
	fputs(choice.ptr, stderr);
	strbuf_release(&list);
	strbuf_release(&choice);
	return end_usage(job);
}
