#include "tests/naive/naive_3pf.h"

#include <stdlib.h>
#include <string.h>

void
put_char(struct text *text, char c)
{
	if (text->len + 1 < text->size) {
		text->out[text->len] = c;
		text->out[text->len + 1] = '\0';
	}
	text->len++;
}

void
put_string(struct text *text, const char *s)
{
	while (*s != '\0')
		put_char(text, *s++);
}

void
put_number(struct text *text, unsigned long n)
{
	if (n >= 10)
		put_number(text, n / 10);
	put_char(text, (char)('0' + n % 10));
}

void
put_square(struct text *text, int column, int row)
{
	put_char(text, (char)('a' + column));
	put_number(text, (unsigned long)row + 1);
}

void
put_letters(struct text *text, const char *letters, const int *counts)
{
	bool none = true;

	for (int i = 0; letters[i] != '\0'; i++) {
		for (int n = 0; n < counts[i]; n++) {
			put_char(text, letters[i]);
			none = false;
		}
	}
	if (none)
		put_char(text, '-');
}

void
put_rights(struct text *text, const char *colours, const char *letters,
    const bool *rights)
{
	for (int player = 0; player < PLAYERS; player++) {
		bool none = true;

		if (player > 0)
			put_char(text, '.');
		put_char(text, colours[player]);
		for (int i = 0; letters[i] != '\0'; i++, rights++) {
			if (*rights)
				put_char(text, letters[i]);
			none = none && !*rights;
		}
		if (none)
			put_char(text, '-');
	}
}

void
put_status(struct text *text, const bool *out)
{
	for (int player = 0; player < PLAYERS; player++)
		put_char(text, out[player] ? 'x' : 'a');
}

void
put_pools(struct text *text, const char *letters, const int *counts)
{
	for (int player = 0; player < PLAYERS; player++) {
		if (player > 0)
			put_char(text, '.');
		put_letters(text, letters, counts);
		counts += strlen(letters);
	}
}

void
put_numbers(struct text *text, const int *numbers)
{
	for (int player = 0; player < PLAYERS; player++) {
		if (player > 0)
			put_char(text, '.');
		put_number(text, (unsigned long)numbers[player]);
	}
}

bool
read_char(const char **cursor, char c)
{
	if (**cursor != c)
		return false;
	(*cursor)++;
	return true;
}

bool
read_string(const char **cursor, const char *s)
{
	size_t len = strlen(s);

	if (strncmp(*cursor, s, len) != 0)
		return false;
	*cursor += len;
	return true;
}

char
read_letter(const char **cursor, const char *letters)
{
	char c = **cursor;

	if (c == '\0' || strchr(letters, c) == NULL)
		return '\0';
	(*cursor)++;
	return c;
}

bool
read_player(const char **cursor, const char *letters, int *player)
{
	for (*player = 0; *player < PLAYERS; (*player)++)
		if (read_char(cursor, letters[*player]))
			return true;
	return false;
}

bool
read_number(const char **cursor, unsigned long *n)
{
	char *end;

	if (**cursor < '0' || **cursor > '9')
		return false;
	*n = strtoul(*cursor, &end, 10);
	*cursor = end;
	return true;
}

bool
read_int(const char **cursor, int max, int *n)
{
	unsigned long number;

	if (!read_number(cursor, &number) || number > (unsigned long)max)
		return false;
	*n = (int)number;
	return true;
}

bool
read_square(const char **cursor, int side, int *column, int *row)
{
	*column = **cursor - 'a';
	if (*column < 0 || *column >= side)
		return false;
	(*cursor)++;
	if (!read_int(cursor, side, row))
		return false;
	return (*row)-- > 0;
}

bool
read_letters(const char **cursor, const char *letters, int *counts)
{
	bool some = false;
	char letter;

	for (int i = 0; letters[i] != '\0'; i++)
		counts[i] = 0;
	while ((letter = read_letter(cursor, letters)) != '\0') {
		counts[strchr(letters, letter) - letters]++;
		some = true;
	}
	return some || read_char(cursor, '-');
}

bool
read_rights(
    const char **cursor, const char *colours, const char *letters, bool *rights)
{
	for (int player = 0; player < PLAYERS; player++) {
		bool none = true;

		if ((player > 0 && !read_char(cursor, '.')) ||
		    !read_char(cursor, colours[player]))
			return false;
		for (int i = 0; letters[i] != '\0'; i++, rights++) {
			*rights = read_char(cursor, letters[i]);
			none = none && !*rights;
		}
		if (none && !read_char(cursor, '-'))
			return false;
	}
	return true;
}

bool
read_status(const char **cursor, bool *out)
{
	for (int player = 0; player < PLAYERS; player++) {
		out[player] = read_char(cursor, 'x');
		if (!out[player] && !read_char(cursor, 'a'))
			return false;
	}
	return true;
}

bool
read_pools(const char **cursor, const char *letters, int *counts)
{
	for (int player = 0; player < PLAYERS; player++) {
		if ((player > 0 && !read_char(cursor, '.')) ||
		    !read_letters(cursor, letters, counts))
			return false;
		counts += strlen(letters);
	}
	return true;
}

bool
read_numbers(const char **cursor, int max, int *numbers)
{
	for (int player = 0; player < PLAYERS; player++)
		if ((player > 0 && !read_char(cursor, '.')) ||
		    !read_int(cursor, max, &numbers[player]))
			return false;
	return true;
}

void
put_options(struct text *text, const struct option *options, size_t n,
    const int *choice)
{
	const char *separator = " opt=";

	for (size_t i = 0; i < n; i++) {
		if (choice[i] == 0)
			continue;
		put_string(text, separator);
		put_string(text, options[i].name);
		put_char(text, ':');
		put_string(text, options[i].choices[choice[i]]);
		separator = ";";
	}
}

static bool
read_choice(const char **cursor, const struct option *option, int *choice)
{
	if (!read_string(cursor, option->name) || !read_char(cursor, ':'))
		return false;
	for (int i = 0; i < CHOICES; i++)
		if (option->choices[i] != NULL &&
		    read_string(cursor, option->choices[i])) {
			*choice = i;
			return true;
		}
	return false;
}

bool
read_options(
    const char **cursor, const struct option *options, size_t n, int *choice)
{
	if (!read_string(cursor, " opt="))
		return true;
	do {
		size_t i = 0;

		while (i < n && !read_choice(cursor, &options[i], &choice[i]))
			i++;
		if (i == n)
			return false;
	} while (read_char(cursor, ';'));
	return true;
}

struct text
list_next(struct list *list)
{
	size_t i = list->n++;

	if (i >= list->max)
		return (struct text){ NULL, 0, 0 };
	return (struct text){ list->out[i], NAIVE_MOVE_MAX, 0 };
}
