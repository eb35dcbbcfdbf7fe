/*
 * Naive reference rules engines: the parts of their readers and writers of 3PF
 * and of moves.  They know no rule of any game.
 */
#pragma once

#include "tests/naive/naive.h"

enum {
	PLAYERS = 3
};

/* A text being written.  If `len` exceeds `size`, the text did not fit. */
struct text {
	char *out;
	size_t size, len;
};

void put_char(struct text *text, char c);
void put_string(struct text *text, const char *s);
void put_number(struct text *text, unsigned long n);

/* `c7`, from column 2 and row 6. */
void put_square(struct text *text, int column, int row);

/* Each letter as often as its count, or `-` if all counts are 0. */
void put_letters(struct text *text, const char *letters, const int *counts);

/*
 * Fields with a part for each player, in turn order: `wKQ.g-.bK`, `aax`,
 * `PPN.-.Q` and `1.0.2`.  Arrays of rights and counts have a row per player.
 */
void put_rights(struct text *text, const char *colours, const char *letters,
    const bool *rights);
void put_status(struct text *text, const bool *out);
void put_pools(struct text *text, const char *letters, const int *counts);
void put_numbers(struct text *text, const int *numbers);

/*
 * Readers move the cursor past the text that they read.  They return false if
 * it is not there.
 */

bool read_char(const char **cursor, char c);
bool read_string(const char **cursor, const char *s);

/* Reads one of the letters; NUL if none follows. */
char read_letter(const char **cursor, const char *letters);

/* Reads one of the three players' letters as his seat. */
bool read_player(const char **cursor, const char *letters, int *player);

bool read_number(const char **cursor, unsigned long *n);
bool read_int(const char **cursor, int max, int *n);

/* Reads `c7` as column 2 and row 6, both less than `side`. */
bool read_square(const char **cursor, int side, int *column, int *row);

/* Counts the letters that follow; or reads `-`. */
bool read_letters(const char **cursor, const char *letters, int *counts);

bool read_rights(const char **cursor, const char *colours, const char *letters,
    bool *rights);
bool read_status(const char **cursor, bool *out);
bool read_pools(const char **cursor, const char *letters, int *counts);
bool read_numbers(const char **cursor, int max, int *numbers);

/*
 * Options of a game; the first choice is the default.  put_options() writes
 * those that are not, and read_options() reads ` opt=` if it follows, each into
 * the number of its choice.
 */
enum {
	CHOICES = 3
};

struct option {
	const char *name;
	const char *choices[CHOICES];
};

void put_options(struct text *text, const struct option *options, size_t n,
    const int *choice);
bool read_options(
    const char **cursor, const struct option *options, size_t n, int *choice);

/* The moves found so far; moves beyond `max` are only counted. */
struct list {
	char (*out)[NAIVE_MOVE_MAX];
	size_t n, max;
};

/* Adds a move, whose text the caller writes. */
struct text list_next(struct list *list);
