/* Ternion: messages about a call that cannot be carried out. */
#ifndef TERNION_CMD_USAGE_H
#define TERNION_CMD_USAGE_H

struct job;
struct strbuf;

/* Says a line on standard error. Names and other words of the user's are in
 * it, so it is masked. */
void trouble_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Says what is wrong with the call on standard error; returns 2. */
int usage_error(const struct job *job, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * Like usage_error, but about a word that is none of those that can be given;
 * ends with the one that may have been meant, or with all of them.
 */
int usage_choice(const struct job *job, void (*words)(struct strbuf *),
    const char *text, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
