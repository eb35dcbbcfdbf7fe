/* Ternion: a table as text or CSV. */
#include "cmd/stats/stats.h"

void
table_begin(struct table *table, const char *title, const char *variant)
{
	table->variant = variant;
	table->in_head = true;
	table->column = 0;
	if (table->form == TABLE_TEXT)
		strbuf_printf(table->out, "  %s:\n", title);
	else if (table->begun)
		strbuf_char(table->out, '\n');
	table->begun = true;
}

void
table_cell(struct table *table, int width, const char *head, const char *text)
{
	bool first = table->column++ == 0;
	struct strbuf *out = table->out;

	if (table->in_head)
		text = head;
	if (table->form == TABLE_CSV) {
		if (first)
			strbuf_puts(
			    out, table->in_head ? "variant" : table->variant);
		strbuf_char(out, ',');
		csv_field(out, slice_of(text));
	} else if (width > 0) {
		strbuf_printf(out, " %*s", width, text);
	}
}

void
table_number(
    struct table *table, int width, const char *head, unsigned long number)
{
	char text[32];

	snprintf(text, sizeof(text), "%lu", number);
	table_cell(table, width, head, text);
}

void
table_last(struct table *table, const char *head, const char *text)
{
	table_cell(table, 0, head, text);
	if (table->form == TABLE_TEXT) {
		strbuf_puts(table->out, "  ");
		strbuf_masked(
		    table->out, slice_of(table->in_head ? head : text));
	}
	strbuf_char(table->out, '\n');
	table->in_head = false;
	table->column = 0;
}
