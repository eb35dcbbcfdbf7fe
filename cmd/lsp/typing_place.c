/* Ternion: the place at which somebody types. */
#include "cmd/lsp/typing_place.h"

#define WORD "Zz" /* a word that is no move of any notation */

static void
read_line(struct typing_place *typing)
{
	const struct text *text = &typing->document->text;
	size_t offset = typing->offset, len, start;

	len = offset < LINE_MAX_SEEN ? offset : LINE_MAX_SEEN;
	text_copy(text, offset - len, typing->line, len);
	start = len;
	while (start > 0 && typing->line[start - 1] != '\n' &&
	    typing->line[start - 1] != '\r')
		start--;
	typing->before = (struct slice){ typing->line + start, len - start };
}

/* The segment at whose end, or in which, something is typed. */
static size_t
find_segment(const struct typing_place *typing, size_t *begins)
{
	const struct text *text = &typing->document->text;
	size_t i = text_segment_at(text, typing->offset, begins);
	char next = '\n';

	text_copy(text, typing->offset, &next, 1);
	if (i > 0 && *begins == typing->offset &&
	    strchr(" \t\r\n", next) != NULL)
		*begins -= text->segment[--i].len;
	return i;
}

/* The text of the segment with the word in it. */
static void
make_copy(struct typing_place *typing, const struct strip *segment, size_t at)
{
	const struct opened *document = typing->document;
	struct slice text = segment_text(segment);
	struct strbuf with = STRBUF_INIT;
	struct strip *only;

	strbuf_add(&with, text.ptr, at);
	strbuf_puts(&with, WORD);
	strbuf_add(&with, text.ptr + at, text.len - at);
	typing->copy = (struct opened){ .uri = document->uri,
		.format = document->format,
		.judge = document->judge };
	typing->copy.text.encoding = document->text.encoding;
	text_set(&typing->copy.text, strbuf_as_slice(&with));
	strbuf_release(&with);
	only = &typing->copy.text.segment[0];
	only->has_record = true;
	only->state = segment->state;
	only->skipping = segment->skipping;
}

void
typing_begin(
    struct typing_place *typing, const struct opened *document, size_t offset)
{
	size_t begins, segment, at;

	memset(typing, 0, sizeof(*typing));
	typing->document = document;
	typing->offset = offset;
	read_line(typing);
	segment = find_segment(typing, &begins);
	at = offset - begins;
	make_copy(typing, &document->text.segment[segment], at);
	look_begin(&typing->look, &typing->copy, false);
	typing->is_move = look_read(&typing->look, 0) &&
	    place_find_ply(&typing->look, at + 1, &typing->place);
	if (typing->is_move)
		typing->from =
		    begins + look_start(&typing->look, typing->place.ply->span);
}

void
typing_end(struct typing_place *typing)
{
	look_end(&typing->look);
	text_release(&typing->copy.text);
}
