/* Ternion: a document that is open in the editor. */
#include <time.h>

#include "cmd/lsp/document.h"
#include "formats/config/config.h"

enum {
	HEAD = 64 * 1024,        /* bytes that tell whether there are records */
	LARGE = 8 * 1024 * 1024, /* bytes; a larger document is read when the
				    input pauses */
	PAUSE_MS = 500,          /* without a change */
};

unsigned long
clock_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (unsigned long)now.tv_sec * 1000 +
	    (unsigned long)now.tv_nsec / 1000000;
}

/* The path of a file's URI; NULL if it is another. */
static char *
path_of_uri(struct slice uri, struct arena *arena)
{
	static const char scheme[] = "file://", digits[] = "0123456789abcdef";
	char *path, *to;

	if (uri.len < sizeof(scheme) || uri.ptr[7] != '/' ||
	    memcmp(uri.ptr, scheme, sizeof(scheme) - 1) != 0)
		return NULL;
	path = to = arena_copy(arena, slice_from(uri, 7));
	for (const char *from = path; *from != '\0'; from++) {
		const char *high = memchr(digits, ascii_lower(from[1]), 16);
		const char *low = *from == '%' && high != NULL
		    ? memchr(digits, ascii_lower(from[2]), 16)
		    : NULL;

		*to = *from;
		if (low != NULL && (high > digits || low > digits)) {
			*to = (char)((high - digits) * 16 + (low - digits));
			from += 2;
		}
		to++;
	}
	*to = '\0';
	return path;
}

/* Whether a text begins with a tag pair, comments aside. Movetext alone does
 * not prove a game: a to-do list has numbers, too. */
static bool
begins_with_tag(struct slice text)
{
	size_t at = 1;

	for (text = slice_trim(text); text.len > 0 && text.ptr[0] == '{';
	     text = slice_trim(text))
		slice_take(&text, '}');
	if (text.len == 0 || text.ptr[0] != '[')
		return false;
	while (at < text.len &&
	    (ascii_is_letter(text.ptr[at]) || text.ptr[at] == '_'))
		at++;
	return at > 1 && text.len - at > 1 &&
	    memcmp(text.ptr + at, " \"", 2) == 0;
}

/* Finds the format if neither the name nor the client tells it, and whether the
 * document has records. */
static void
find_records(struct doc *document)
{
	struct slice head = text_slice(&document->text);

	if (head.len > HEAD)
		head.len = HEAD;
	if (!document->is_stated)
		document->format = format_of_text(head);
	if (document->format->has_records != NULL)
		document->is_foreign = !document->format->has_records(
		    head, head.len == document->text.bytes.len);
	else
		document->is_foreign = !document->is_stated &&
		    document->format == &format_pgn && !begins_with_tag(head);
}

void
doc_restart(struct doc *document)
{
	struct look *look = &document->reading;

	find_records(document);
	document->is_read = document->is_foreign;
	document->is_changed = true;
	document->found = document->dropped = 0;
	document->after = document->unlisted = 0;
	if (look->document == NULL) {
		look_begin(look, document, 0, SIZE_MAX);
		look->run.replay.see = NULL;
	} else {
		look_move(look, 0, SIZE_MAX);
	}
}

struct doc *
doc_new(struct slice uri, struct slice language, struct slice text,
    enum encoding encoding, const struct tree_node *client)
{
	struct doc *document = mem_zeroed(sizeof(*document));
	const struct format *format;

	document->uri = arena_copy(&document->arena, uri);
	document->path = path_of_uri(uri, &document->arena);
	document->client = client;
	document->text.encoding = encoding;
	format = format_of_path(
	    document->path != NULL ? document->path : document->uri);
	if (format == NULL || format->read == NULL)
		format = format_find(language);
	document->is_stated = format != NULL && format->read != NULL;
	/* A log consists of many files that nobody edits. */
	document->format = format != &format_trace ? format : &format_json;
	text_replace(&document->text, 0, 0, text);
	return document;
}

void
doc_free(struct doc *document)
{
	look_end(&document->reading);
	job_release(&document->job);
	for (unsigned i = 0; document->json != NULL && i < FINDINGS_MAX; i++)
		strbuf_release(&document->json[i]);
	mem_free(document->json);
	text_release(&document->text);
	arena_release(&document->arena);
	mem_free(document);
}

bool
doc_edit(struct doc *document, size_t from, size_t to, struct slice bytes)
{
	if (document->text.bytes.len - (to - from) + bytes.len > DOCUMENT_MAX)
		return false;
	text_replace(&document->text, from, to, bytes);
	document->edited = from;
	if (document->text.bytes.len > LARGE)
		document->due = clock_ms() + PAUSE_MS;
	doc_restart(document);
	return true;
}

bool
doc_read(struct doc *document, unsigned milliseconds)
{
	struct look *look = &document->reading;
	unsigned long until = milliseconds > 0 ? clock_ms() + milliseconds : 0;

	while (!document->is_read) {
		if (!look_next(look)) {
			document->is_read = true;
			source_release(&look->input.source);
			arena_release(&look->arena);
			break;
		}
		look_replay(look, NULL);
		suppress(&look->record, &look->diags, false);
		doc_add_findings(document);
		if (until > 0 && clock_ms() >= until)
			return false;
	}
	return true;
}
