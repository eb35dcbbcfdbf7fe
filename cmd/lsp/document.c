/* Ternion: a document that is open in the editor. */
#include <time.h>

#include "cmd/lsp/document.h"
#include "formats/config/suppress.h"

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

static char *
copy_slice(struct slice text)
{
	char *copy = mem_alloc(text.len + 1);

	if (text.len > 0)
		memcpy(copy, text.ptr, text.len);
	copy[text.len] = '\0';
	return copy;
}

static int
hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The path of a file's URI; NULL if it is another. */
static char *
path_of_uri(struct slice uri)
{
	static const char scheme[] = "file://";
	char *path, *to;

	if (uri.len < sizeof(scheme) || uri.ptr[7] != '/' ||
	    memcmp(uri.ptr, scheme, sizeof(scheme) - 1) != 0)
		return NULL;
	path = to = copy_slice(slice_from(uri, 7));
	for (const char *from = path; *from != '\0'; from++) {
		int high = *from == '%' ? hex_value(from[1]) : -1;
		int low = high >= 0 ? hex_value(from[2]) : -1;

		if (low >= 0 && high + low > 0) {
			*to++ = (char)(high * 16 + low);
			from += 2;
		} else {
			*to++ = *from;
		}
	}
	*to = '\0';
	return path;
}

/* Whether a text begins with a tag pair, comments apart. Movetext alone is no
 * proof of a game: a list of things to do has numbers, too. */
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

/* Makes the next record begin at an offset. */
static void
set_start(struct doc *document, size_t at)
{
	const struct input *input = &document->reading.input;

	if (document->records == document->starts_size) {
		document->starts_size = document->starts_size * 2 + 16;
		document->starts = mem_grow(document->starts,
		    document->starts_size * sizeof(*document->starts));
	}
	document->starts[document->records] =
	    (struct record_start){ at, input->state, input->skipping };
}

void
doc_restart(struct doc *document)
{
	struct look *look = &document->reading;

	find_records(document);
	document->is_read = document->is_foreign;
	document->is_paused = false;
	document->is_changed = true;
	document->findings =
	    (struct finding_list){ .json = document->findings.json };
	document->records = 0;
	look->input = (struct input){ .source = look->input.source };
	set_start(document, 0);
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

	document->uri = copy_slice(uri);
	document->path = path_of_uri(uri);
	document->client = client;
	document->text.encoding = encoding;
	document->published = clock_ms();
	format = format_of_path(
	    document->path != NULL ? document->path : document->uri);
	if (format == NULL || format->read == NULL)
		format = format_find(language);
	document->is_stated = format != NULL && format->read != NULL;
	/* A log is many files, and nobody writes one by hand. */
	document->format = format != &format_trace ? format : &format_json;
	text_replace(&document->text, 0, 0, text);
	return document;
}

void
doc_free(struct doc *document)
{
	struct finding_list *list = &document->findings;

	look_end(&document->reading);
	job_release(&document->job);
	mem_free(document->config);
	for (unsigned i = 0; list->json != NULL && i < FINDINGS_MAX; i++)
		strbuf_release(&list->json[i]);
	mem_free(list->json);
	text_release(&document->text);
	mem_free(document->starts);
	mem_free(document->uri);
	mem_free(document->path);
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
doc_is_unread(const struct doc *document)
{
	return !document->is_read && !document->is_paused;
}

bool
doc_read(struct doc *document, size_t upto, unsigned milliseconds)
{
	struct look *look = &document->reading;
	unsigned long until = milliseconds > 0 ? clock_ms() + milliseconds : 0;

	while (doc_is_unread(document) &&
	    document->starts[document->records].at <= upto) {
		if (!look_next(look)) {
			document->is_read = document->was_read = true;
			source_release(&look->input.source);
			arena_release(&look->arena);
			break;
		}
		look_replay(look, NULL);
		suppress(&look->record, &look->diags, false);
		document->records++;
		set_start(document, look->to);
		doc_add_findings(document);
		if (until > 0 && clock_ms() >= until)
			return false;
	}
	return true;
}
