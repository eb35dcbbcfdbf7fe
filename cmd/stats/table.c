/* Ternion: a table as text, CSV or HTML. */
#include "cmd/stats/stats.h"
#include "formats/report/xml.h"

static void
put_csv(struct strbuf *out, const char *text)
{
	if (strpbrk(text, "\",\r\n") == NULL) {
		strbuf_puts(out, text);
		return;
	}
	strbuf_char(out, '"');
	for (; *text != '\0'; text++) {
		strbuf_puts(out, *text == '"' ? "\"" : "");
		strbuf_char(out, *text);
	}
	strbuf_char(out, '"');
}

void
page_begin(struct table *table)
{
	if (table->form != TABLE_HTML)
		return;
	strbuf_puts(table->out,
	    "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
	    "<title>ternion stats</title>\n"
	    "<style>\nbody { font-family: sans-serif }\n"
	    "table { border-collapse: collapse }\n"
	    "th, td { border: 1px solid #888; padding: 2px 6px; "
	    "text-align: right }\n"
	    "th:last-child, td:last-child { text-align: left }\n</style>\n");
}

void
table_begin(struct table *table, const char *title, const char *variant)
{
	table->variant = variant;
	table->in_head = true;
	table->column = 0;
	if (table->form == TABLE_TEXT)
		strbuf_printf(table->out, "  %s:\n", title);
	else if (table->form == TABLE_HTML)
		strbuf_printf(table->out, "<h2>%s: %s</h2>\n<table>\n<thead>\n",
		    variant, title);
	else if (table->begun)
		strbuf_char(table->out, '\n');
	table->begun = true;
}

void
table_end(struct table *table)
{
	if (table->form == TABLE_HTML)
		strbuf_puts(table->out, "</table>\n");
}

void
table_cell(struct table *table, int width, const char *text)
{
	bool first = table->column++ == 0;
	struct strbuf *out = table->out;

	if (table->form == TABLE_HTML) {
		strbuf_puts(out, first ? "<tr>" : "");
		strbuf_puts(out, table->in_head ? "<th>" : "<td>");
		xml_text(out, slice_of(text));
	} else if (table->form == TABLE_CSV) {
		if (first)
			put_csv(
			    out, table->in_head ? "variant" : table->variant);
		strbuf_char(out, ',');
		put_csv(out, text);
	} else if (width > 0) {
		strbuf_printf(out, " %*s", width, text);
	}
}

void
table_number(struct table *table, int width, unsigned long number)
{
	char text[32];

	snprintf(text, sizeof(text), "%lu", number);
	table_cell(table, width, text);
}

void
table_last(struct table *table, const char *text)
{
	table_cell(table, 0, text);
	if (table->form == TABLE_TEXT)
		strbuf_printf(table->out, "  %s", text);
	strbuf_char(table->out, '\n');
	if (table->form == TABLE_HTML && table->in_head)
		strbuf_puts(table->out, "</thead>\n");
	table->in_head = false;
	table->column = 0;
}
