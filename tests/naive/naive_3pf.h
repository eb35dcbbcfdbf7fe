/*
 * Naive reference rules engines: what their readers and writers of 3PF and of
 * moves are made of.  It is about text alone: nothing of any game's rules is
 * here, so that no two engines can err in the same way.
 */
#ifndef TESTS_NAIVE_NAIVE_3PF_H
#define TESTS_NAIVE_NAIVE_3PF_H

#include "tests/naive/naive.h"

/* A text being written; `len` may pass `size`, then it did not fit. */
struct text {
	char *out;
	size_t size, len;
};

void put_char(struct text *text, char c);
void put_string(struct text *text, const char *s);
void put_number(struct text *text, unsigned long n);

/* `c7`, from column 2 and row 6. */
void put_square(struct text *text, int column, int row);

/* Those of the letters that are there, each as often as it counts; or `-`. */
void put_letters(struct text *text, const char *letters, const int *counts);

/*
 * Reading: each function moves the cursor over what it reads, false if that
 * is not there.
 */

bool read_char(const char **cursor, char c);
bool read_string(const char **cursor, const char *s);

/* One of the letters, or NUL. */
char read_letter(const char **cursor, const char *letters);

/* One of the letters of the three players, as his seat. */
bool read_player(const char **cursor, const char *letters, int *player);

bool read_number(const char **cursor, unsigned long *n);
bool read_int(const char **cursor, int max, int *n);

/* `c7` as column 2 and row 6, both less than `side`. */
bool read_square(const char **cursor, int side, int *column, int *row);

/* Any of the letters, counted; or `-`. */
bool read_letters(const char **cursor, const char *letters, int *counts);

/* The moves found so far; those beyond `max` are only counted. */
struct list {
	char (*out)[NAIVE_MOVE_MAX];
	size_t n, max;
};

/* Where the next move is to be written. */
struct text list_next(struct list *list);

#endif
