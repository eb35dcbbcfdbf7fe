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

struct table {
	enum table_form form;
	struct strbuf *out;
	const char *variant; /* the first column in CSV */
	bool in_head;
	unsigned column; /* cells of the row so far */
	bool begun;      /* a table stands before it in CSV */
};

/* Begins and ends a page of tables. */
void page_begin(struct table *table, const char *title);
void page_end(struct table *table);

/* Begins a table; then come the cells of its head, and the rows. */
void table_begin(struct table *table, const char *title, const char *variant);
void table_end(struct table *table);

void table_number(struct table *table, unsigned long number);
/* A number or a short text. */
void table_cell(struct table *table, const char *text);
/* The last cell of a row, any text. */
void table_last(struct table *table, const char *text);

#endif
