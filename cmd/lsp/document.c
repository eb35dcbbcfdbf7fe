/* Ternion: a document that is open in the editor. */
#include <time.h>

#include "cmd/lsp/document.h"
#include "formats/config/suppress.h"

enum {
	LINE_BEFORE = 4096,      /* bytes of the line before a record */
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

/*
 * Inputs
 */

/* The next bytes of the document for a source. */
static long
read_document(void *context, void *bytes, size_t size)
{
	struct doc_input *in = context;
	size_t end = in->end;

	if (in->at == in->word_at) {
		size_t len = strlen(DOC_WORD);

		memcpy(bytes, DOC_WORD, len);
		in->word_at = SIZE_MAX;
		return (long)len;
	}
	if (in->word_at < end)
		end = in->word_at;
	if (size > end - in->at)
		size = end - in->at;
	if (size > 0)
		memcpy(bytes, in->text->bytes + in->at, size);
	in->at += size;
	return (long)size;
}

void
doc_input_open(struct doc_input *in, const struct opened *document,
    size_t record, size_t word_at)
{
	const struct record_start *start = &document->starts[record];
	struct source *source = &in->input.source;
	size_t back = 0;

	/* The reader may ask what precedes the record in its line. */
	while (back < start->at && back < LINE_BEFORE &&
	    document->text.bytes[start->at - back - 1] != '\n')
		back++;
	*in = (struct doc_input){ .text = &document->text,
		.begins = start->at - back,
		.at = start->at - back,
		.end = document->text.len,
		.word_at = word_at };
	if (word_at < SIZE_MAX && record < document->records)
		in->end = document->starts[record + 1].at;
	in->input.format = document->format;
	in->input.max_record = document->judge->job.input.max_record;
	in->input.state = start->state;
	in->input.skipping = start->skipping;
	in->input.games = record;
	source_from(source, document->uri, read_document, in);
	source->begun = in->begins > 0;
	while (
	    back > 0 && source_rest(source).len < back && source_fill(source))
		;
	if (back > 0)
		source_advance(source, back);
}

void
doc_input_close(struct doc_input *in)
{
	source_release(&in->input.source);
}

size_t
doc_input_window(const struct doc_input *in)
{
	return in->begins + in->input.source.line_offset;
}

size_t
doc_input_at(const struct doc_input *in)
{
	const struct source *source = &in->input.source;

	return doc_input_window(in) + (source->at - source->line_at) +
	    in->input.used;
}

/*
 * Documents
 */

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
find_records(struct opened *document)
{
	struct slice head = text_slice(&document->text);

	if (head.len > HEAD)
		head.len = HEAD;
	if (!document->is_stated)
		document->format = format_of_text(head);
	if (document->format->has_records != NULL)
		document->is_foreign = !document->format->has_records(
		    head, head.len == document->text.len);
	else
		document->is_foreign = !document->is_stated &&
		    document->format == &format_pgn && !begins_with_tag(head);
}

void
opened_restart(struct opened *document)
{
	doc_input_close(&document->reading);
	findings_clear(&document->findings);
	find_records(document);
	document->records = 0;
	document->starts[0] = (struct record_start){ .at = 0 };
	document->is_read = document->is_foreign;
	document->is_paused = false;
	document->is_changed = true;
	doc_input_open(&document->reading, document, 0, SIZE_MAX);
}

struct opened *
opened_new(struct slice uri, struct slice language, struct slice text,
    enum encoding encoding, const struct finding_style *style)
{
	struct opened *document = mem_alloc(sizeof(*document));
	const struct format *format;

	*document = (struct opened){ .uri = copy_slice(uri),
		.path = path_of_uri(uri),
		.style = style,
		.text = { .encoding = encoding },
		.published = clock_ms() };
	format = format_of_path(
	    document->path != NULL ? document->path : document->uri);
	if (format == NULL || format->read == NULL)
		format = format_find(language);
	document->is_stated = format != NULL && format->read != NULL;
	/* A log is many files, and nobody writes one by hand. */
	document->format = format != &format_trace ? format : &format_json;
	document->starts_size = 16;
	document->starts =
	    mem_alloc(document->starts_size * sizeof(*document->starts));
	text_replace(&document->text, 0, 0, text);
	return document;
}

void
opened_free(struct opened *document)
{
	doc_input_close(&document->reading);
	arena_release(&document->arena);
	findings_release(&document->findings);
	text_release(&document->text);
	mem_free(document->starts);
	mem_free(document->uri);
	mem_free(document->path);
	mem_free(document);
}

bool
opened_edit(struct opened *document, size_t from, size_t to, struct slice bytes)
{
	if (document->text.len - (to - from) + bytes.len > DOCUMENT_MAX)
		return false;
	text_replace(&document->text, from, to, bytes);
	document->edited = from;
	if (document->text.len > LARGE)
		document->due = clock_ms() + PAUSE_MS;
	opened_restart(document);
	return true;
}

/*
 * Reading
 */

bool
opened_is_unread(const struct opened *document)
{
	return !document->is_read && !document->is_paused;
}

/* Reads and replays a record; false at the end of the text. */
static bool
read_next_record(struct opened *document)
{
	struct doc_input *in = &document->reading;
	struct judge *judge = document->judge;
	struct record record;
	struct replayed replayed;
	struct diags diags;
	struct finding_record place = { .text = &document->text,
		.uri = document->uri,
		.source = &in->input.source };

	if (!document->format->read(
		&in->input, &document->arena, &diags, &record))
		return false;
	replay_record(judge->run.reader.replayer, &record, &diags, &replayed);
	suppress(&record, &diags, false);
	document->records++;
	if (document->records == document->starts_size) {
		document->starts_size *= 2;
		document->starts = mem_grow(document->starts,
		    document->starts_size * sizeof(*document->starts));
	}
	document->starts[document->records] =
	    (struct record_start){ doc_input_at(in), in->input.state,
		    in->input.skipping };
	place.window = doc_input_window(in);
	place.before_edit = doc_input_at(in) <= document->edited;
	if (diags.len > 0 || diags_worst(&diags, 0) >= 0)
		findings_add(&document->findings, &place, &diags,
		    &judge->run.report.options, document->style);
	return true;
}

bool
opened_read(struct opened *document, size_t upto, unsigned milliseconds)
{
	unsigned long until = milliseconds > 0 ? clock_ms() + milliseconds : 0;

	while (opened_is_unread(document) &&
	    document->starts[document->records].at <= upto) {
		if (!read_next_record(document)) {
			document->is_read = document->was_read = true;
			doc_input_close(&document->reading);
			arena_release(&document->arena);
		} else if (until > 0 && clock_ms() >= until) {
			return false;
		}
	}
	return true;
}

unsigned
opened_percentage(const struct opened *document)
{
	unsigned long long at = document->starts[document->records].at;

	return document->text.len > 0
	    ? (unsigned)(at * 100 / document->text.len)
	    : 100;
}

size_t
opened_record_at(const struct opened *document, size_t offset)
{
	size_t low = 0, high = document->records;

	while (low < high) {
		size_t middle = low + (high - low + 1) / 2;

		if (document->starts[middle].at <= offset)
			low = middle;
		else
			high = middle - 1;
	}
	/* The end of the text belongs to a record that ends there. */
	if (low > 0 && document->starts[low].at == document->text.len)
		low--;
	return low;
}

void
opened_put_findings(const struct opened *document, struct strbuf *out)
{
	/* A diagnostic of the document as a whole. */
	static const char whole[] =
	    "{\"range\":{\"start\":{\"line\":0,\"character\":0},"
	    "\"end\":{\"line\":0,\"character\":0}},"
	    "\"severity\":";
	size_t before = out->len;
	unsigned long hidden = findings_put(&document->findings, out);

	if (hidden > 0)
		strbuf_printf(out,
		    "%s%s3,\"source\":\"ternion\",\"message\":"
		    "\"%lu more diagnostics are not shown here; "
		    "'ternion check' lists them\"}",
		    out->len > before ? "," : "", whole, hidden);
	else if (document->records == 0 && document->is_read &&
	    !document->is_foreign &&
	    !document->judge->job.report.disabled[DIAG_INPUT_EMPTY])
		strbuf_printf(out,
		    "%s2,\"code\":\"input-empty\",\"source\":\"ternion\","
		    "\"message\":\"there is no record in it\"}",
		    whole);
}
