/*
 * Ternion: a table of `stats`: as text in columns, as CSV (RFC 4180) or as
 * HTML. Its last column is the widest.
 */
#ifndef TERNION_CMD_TABLE_H
#define TERNION_CMD_TABLE_H

#include "parse/text/strbuf.h"

enum table_form {
	TABLE_TEXT,
	TABLE_CSV,
	TABLE_HTML,
};

enum {
	TABLE_COLUMN = 9 /* the usual width */
};

struct table {
	enum table_form form;
	struct strbuf *out;
	const char *variant; /* the first column in CSV */
	bool in_head;
	unsigned column; /* cells of the row so far */
	bool begun;      /* this is not the first table */
};

/* Begins a page of tables, if they are HTML. */
void page_begin(struct table *table);

/* Begins a table; then come the cells of its head, and the rows. */
void table_begin(struct table *table, const char *title, const char *variant);
void table_end(struct table *table);

/* Adds a cell. Text form needs its width; a cell of width 0 is only in CSV and
 * HTML. */
void table_cell(struct table *table, int width, const char *text);
void table_number(struct table *table, int width, unsigned long number);
/* Adds the last cell of a row, of any width. */
void table_last(struct table *table, const char *text);

#endif
