/* Ternion: text that grows. The buffer owns its bytes. */
#pragma once

#include "parse/text/slice.h"

struct strbuf {
	char *ptr; /* NULL while nothing was added; else NUL-terminated */
	size_t len, size;
};

#define STRBUF_INIT ((struct strbuf){ NULL, 0, 0 })

/* The type of a buffer that gives its memory back where its block ends:
 *
 *	SCRATCH text = STRBUF_INIT, words = STRBUF_INIT; */
#define SCRATCH __attribute__((cleanup(strbuf_release))) struct strbuf

/* Makes room for `more` more bytes; for strbuf_room. */
void strbuf_grow(struct strbuf *buf, size_t more) __attribute__((cold));

/* Room for `more` bytes; strbuf_took adds those that were written. */
static inline char *
strbuf_room(struct strbuf *buf, size_t more)
{
	if (buf->size - buf->len <= more)
		strbuf_grow(buf, more);
	return buf->ptr + buf->len;
}

static inline void
strbuf_took(struct strbuf *buf, size_t len)
{
	buf->len += len;
	buf->ptr[buf->len] = '\0';
}

/* Writes a text at p, where there is room, and returns its end. */
static inline char *
strbuf_put(char *p, struct slice text)
{
	if (text.len > 0)
		memcpy(p, text.ptr, text.len);
	return p + text.len;
}

/* strbuf_put of a few bytes, which are copied faster than counted. */
static inline char *
strbuf_put_word(char *p, const char *word)
{
	while (*word != '\0')
		*p++ = *word++;
	return p;
}

void strbuf_add(struct strbuf *buf, const char *text, size_t len);
void strbuf_slice(struct strbuf *buf, struct slice text);
void strbuf_puts(struct strbuf *buf, const char *text);

/* The text before item i of a list such as "a, b or c", for the last " or ". */
static inline const char *
before_item(size_t i, size_t len, const char *last)
{
	return i == 0 ? "" : i + 1 < len ? ", " : last;
}

static inline void
strbuf_char(struct strbuf *buf, char c)
{
	*strbuf_room(buf, 1) = c;
	strbuf_took(buf, 1);
}

#define NUMBER_DIGITS 20 /* digits */

/* The numbers 00 to 99, one after the other. */
extern const char number_digits[200];

/* Writes the two digits of a number below 100 at p; returns their end. */
static inline char *
strbuf_put_two(char *p, unsigned number)
{
	return (char *)memcpy(p, number_digits + 2 * number, 2) + 2;
}

/* Writes a number below 100 at p, with room for two digits; returns its end. */
static inline char *
strbuf_put_small(char *p, unsigned number)
{
	if (number > 9)
		return strbuf_put_two(p, number);
	*p = (char)('0' + number);
	return p + 1;
}

/* Writes a number at p, where there is room, and returns its end. */
static inline char *
strbuf_put_number(char *p, unsigned long number)
{
	if (number < 100)
		return strbuf_put_small(p, (unsigned)number);
	p = strbuf_put_number(p, number / 100);
	return strbuf_put_two(p, (unsigned)(number % 100));
}

void strbuf_number(struct strbuf *buf, unsigned long number);
void strbuf_printf(struct strbuf *buf, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Appends text with the sign `escape` before each of some signs. */
void strbuf_escaped(
    struct strbuf *buf, struct slice text, const char *signs, char escape);
/* Appends text with bytes that are not UTF-8 made U+FFFD. */
void strbuf_valid(struct strbuf *buf, struct slice text);
/* Appends text of strangers for people: every such text passes here. A control
 * character, or one that turns the direction of text, would do mischief at a
 * terminal and is made a question mark. A line that begins with "::" or holds
 * "##[" is a command in the log of GitHub Actions: at the start of a line "./"
 * is put before "::", which leaves a file's name a name of that file, and "##["
 * becomes "#?[". */
void strbuf_masked(struct strbuf *buf, struct slice text);
/* Masks only characters, and keeps the ends of lines; with `keeps_colour`
 * sequences that set colours stay, too. */
void strbuf_masked_lines(
    struct strbuf *buf, struct slice text, bool keeps_colour);
/* True if the log of GitHub Actions takes a line for a command that begins it;
 * white space before the command is skipped there. */
bool begins_command(struct slice line);
/* From an offset on, makes "#?[" of "##[" and ? of a CR before "::". */
void strbuf_break_commands(struct strbuf *buf, size_t from);
/* Appends text in a command of GitHub Actions, with a percent sign and its
 * number for each of some characters; others are masked. */
void strbuf_coded(struct strbuf *buf, struct slice text, const char *coded);
/* Appends the name of a file, in quotes and with escapes as git writes it if it
 * holds such a character: it is always one line. */
void strbuf_name(struct strbuf *buf, struct slice name);
/* Drops all but the first bytes. */
static inline void
strbuf_cut(struct strbuf *buf, size_t len)
{
	buf->len = len;
	strbuf_took(buf, 0);
}
void strbuf_reset(struct strbuf *buf);   /* empties it, keeps the memory */
void strbuf_release(struct strbuf *buf); /* gives the memory back */

static inline struct slice
strbuf_as_slice(const struct strbuf *buf)
{
	return (struct slice){ buf->ptr != NULL ? buf->ptr : "", buf->len };
}
