/* Ternion: a document that is open in the editor. */
#include <stdlib.h>
#include <time.h>

#include "cmd/lsp/document.h"

enum {
	LINE_BEFORE = 4096, /* bytes of the line before a record */
	BATCH_MAX = 4096,   /* records that are put in at once */
	HEAD = 64 * 1024,   /* bytes that tell whether a file has records */
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
 * Parts
 */

static long
read_feed(void *context, void *bytes, size_t size)
{
	struct feed *feed = context;
	size_t left = feed->end - feed->at;
	size_t got =
	    text_copy(feed->text, feed->at, bytes, size < left ? size : left);

	feed->at += got;
	return (long)got;
}

/* How much of the line stands before an offset. */
static size_t
line_before(const struct text *text, size_t offset)
{
	char line[LINE_BEFORE];
	size_t len = offset < LINE_BEFORE ? offset : LINE_BEFORE, back = 0;

	text_copy(text, offset - len, line, len);
	while (back < len && line[len - back - 1] != '\n')
		back++;
	return back;
}

void
part_open(struct extract *part, const struct opened *document, size_t segment,
    size_t end)
{
	const struct text *text = &document->text;
	const struct strip *first = &text->segment[segment];
	size_t at = 0, back;

	for (size_t i = 0; i < segment; i++)
		at += text->segment[i].len;
	back = line_before(text, at);
	memset(part, 0, sizeof(*part));
	part->begins = at - back;
	part->feed.text = text;
	part->feed.at = part->begins;
	part->feed.end = end;
	part->input.format = document->format;
	part->input.max_record = document->judge->job.input.max_record;
	part->input.state = first->state;
	part->input.skipping = first->skipping;
	part->input.games = segment;
	source_from(&part->input.source, document->uri, read_feed, &part->feed);
	part->input.source.begun = part->begins > 0;
	/* The reader may ask what stands before it in its line. */
	while (back > 0 && source_rest(&part->input.source).len < back &&
	    source_fill(&part->input.source))
		;
	if (back > 0)
		source_advance(&part->input.source, back);
}

void
part_close(struct extract *part)
{
	source_release(&part->input.source);
}

size_t
part_window(const struct extract *part)
{
	return part->begins + part->input.source.line_offset;
}

size_t
part_at(const struct extract *part)
{
	const struct source *source = &part->input.source;

	return part_window(part) + (source->at - source->line_at) +
	    part->input.used;
}

/*
 * Documents
 */

static char *
copy_text(struct slice text)
{
	char *copy = mem_alloc(text.len + 1);

	if (text.len > 0)
		memcpy(copy, text.ptr, text.len);
	copy[text.len] = '\0';
	return copy;
}

static int
hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The path of a file's URI; NULL if it is another. */
static char *
path_of(struct slice uri)
{
	static const char scheme[] = "file://";
	char *path, *to;

	if (uri.len < sizeof(scheme) || uri.ptr[7] != '/' ||
	    memcmp(uri.ptr, scheme, sizeof(scheme) - 1) != 0)
		return NULL;
	path = to = copy_text(slice_from(uri, 7));
	for (const char *from = path; *from != '\0'; from++) {
		int high = *from == '%' ? hex_digit(from[1]) : -1;
		int low = high >= 0 ? hex_digit(from[2]) : -1;

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

/* The format by the name, the client's word for the language, or the text. */
static const struct format *
format_of(const char *name, struct slice language, struct slice text)
{
	const struct format *format = format_of_path(name);

	if (format == NULL || format->read == NULL)
		format = format_find(language);
	if (format == NULL || format->read == NULL)
		format = format_of_text(text);
	/* A log is many files, and nobody writes one by hand. */
	return format != &format_trace ? format : &format_json;
}

/* Whether the text, or what of it counts, is something else than records. */
static void
look_for_records(struct opened *document)
{
	char *head;
	size_t len;

	if (document->format->has_records == NULL)
		return;
	head = mem_alloc(HEAD);
	len = text_copy(&document->text, 0, head, HEAD);
	document->is_foreign = !document->format->has_records(
	    (struct slice){ head, len }, len < HEAD);
	mem_free(head);
}

struct opened *
opened_new(struct slice uri, struct slice language, struct slice text,
    enum encoding encoding)
{
	struct opened *document = mem_alloc(sizeof(*document));

	*document = (struct opened){
		.is_changed = true, .batch = BATCH_MAX, .published = clock_ms()
	};
	document->uri = copy_text(uri);
	document->path = path_of(uri);
	document->format =
	    format_of(document->path != NULL ? document->path : document->uri,
		language, text);
	document->text.encoding = encoding;
	text_set(&document->text, text);
	look_for_records(document);
	return document;
}

void
opened_free(struct opened *document)
{
	text_release(&document->text);
	mem_free(document->uri);
	mem_free(document->path);
	mem_free(document);
}

/* The bytes that findings of segments take. */
static size_t
bytes_of(const struct strip *segment, size_t len)
{
	size_t bytes = 0;

	for (size_t i = 0; i < len; i++)
		if (segment[i].findings != NULL)
			bytes += segment[i].findings->bytes;
	return bytes;
}

static void
note_edit(struct opened *document, size_t at)
{
	const struct text *text = &document->text;

	if (at < HEAD || document->is_foreign)
		look_for_records(document);
	document->found = bytes_of(text->segment, text->len);
	document->edited = at;
	document->is_changed = true;
	document->is_paused = false;
}

bool
opened_edit(struct opened *document, size_t from, size_t to, struct slice bytes)
{
	if (document->text.bytes - (to - from) + bytes.len > DOCUMENT_MAX)
		return false;
	text_replace(&document->text, from, to, bytes);
	note_edit(document, from);
	return true;
}

bool
opened_set(struct opened *document, struct slice bytes)
{
	if (bytes.len > DOCUMENT_MAX)
		return false;
	text_set(&document->text, bytes);
	note_edit(document, 0);
	return true;
}

void
opened_unread(struct opened *document)
{
	text_unread(&document->text);
	note_edit(document, 0);
}

/*
 * Reading
 */

static size_t
first_unread(const struct text *text)
{
	size_t i = text->unread;

	while (i < text->len && text->segment[i].is_read)
		i++;
	return i;
}

bool
opened_is_unread(const struct opened *document)
{
	return !document->is_foreign && !document->is_paused &&
	    first_unread(&document->text) < document->text.len;
}

/* Records that are being read. */
struct reading {
	struct opened *document;
	const struct finding_style *style;
	struct extract part;
	struct arena arena;
	struct strbuf text;
	size_t from;                       /* the first old segment */
	size_t unread_begins, unread_ends; /* of those that have to be read */
	size_t to, to_begins; /* the old segment where the reading is */
	struct strip *made;   /* owned */
	size_t len, size;
	size_t at; /* in the document: what was made ends here */
};

/* Where the reading begins: with the record before what is unread, which may
 * have looked ahead. */
static size_t
begin_at(const struct text *text, size_t unread)
{
	while (unread > 0 && !text->segment[--unread].has_record)
		;
	return unread;
}

static void
begin_reading(struct reading *reading, struct opened *document)
{
	struct text *text = &document->text;
	size_t unread = first_unread(text), end;

	text->unread = unread;
	reading->document = document;
	reading->from = begin_at(text, unread);
	part_open(&reading->part, document, reading->from, text->bytes);
	reading->at = part_at(&reading->part);
	reading->to = reading->from;
	reading->to_begins = end = reading->at;
	for (size_t i = reading->from;
	     i < text->len && (i <= unread || !text->segment[i].is_read); i++) {
		if (i == unread)
			reading->unread_begins = end;
		end += text->segment[i].len;
	}
	reading->unread_ends = end;
}

static struct strip *
add_segment(struct reading *reading, struct strip segment)
{
	if (reading->len == reading->size) {
		reading->size = reading->size * 2 + 16;
		reading->made = mem_grow(
		    reading->made, reading->size * sizeof(*reading->made));
	}
	reading->made[reading->len] = segment;
	return &reading->made[reading->len++];
}

/* Adds a segment of the text from where the last one ended. */
static struct strip *
make_segment(struct reading *reading, size_t end)
{
	struct strip segment = text_cut(&reading->document->text, reading->at,
	    end, reading->to, reading->to_begins);

	reading->at = end;
	return add_segment(reading, segment);
}

/* Keeps what was found in a record, if there is room for it. */
static void
keep_findings(struct reading *reading, struct record_result *result,
    struct strip *segment, size_t begins)
{
	struct opened *document = reading->document;
	const struct extract *part = &reading->part;

	segment->findings =
	    findings_make(&document->judge->run.report.options, &result->diags,
		&part->input.source, (long)begins - (long)part_window(part),
		segment, document->text.encoding, reading->style);
	if (segment->findings == NULL)
		return;
	if (document->found + segment->findings->bytes > FINDINGS_MAX)
		findings_forget(segment->findings);
	document->found += segment->findings->bytes;
}

/* Reads a record; false at the end of the text. */
static bool
read_one(struct reading *reading)
{
	struct input *input = &reading->part.input;
	struct run *run = &reading->document->judge->run;
	bool skipping = input->skipping;
	int state = input->state;
	size_t begins = reading->at;
	struct record_result result;
	struct strip *segment;

	strbuf_reset(&reading->text);
	if (!record_step(run, input, run->replayer, &reading->arena,
		&reading->text, &result))
		return false;
	segment = make_segment(reading, part_at(&reading->part));
	segment->is_read = segment->has_record = true;
	segment->state = state;
	segment->skipping = skipping;
	if (result.diags.len > 0 || diags_worst(&result.diags, 0) >= 0)
		keep_findings(reading, &result, segment, begins);
	return true;
}

/* Moves `to` to the old segment in which the reading is. */
static void
follow(struct reading *reading)
{
	const struct text *text = &reading->document->text;

	while (reading->to < text->len &&
	    reading->to_begins + text->segment[reading->to].len <=
		reading->at) {
		reading->to_begins += text->segment[reading->to].len;
		reading->to++;
	}
}

/* Whether the rest was read before, just as it would be read now. */
static bool
is_in_step(const struct reading *reading)
{
	const struct text *text = &reading->document->text;
	const struct input *input = &reading->part.input;
	const struct strip *next = &text->segment[reading->to];

	return reading->at >= reading->unread_ends && reading->to < text->len &&
	    reading->to_begins == reading->at && next->is_read &&
	    next->state == input->state && next->skipping == input->skipping;
}

/* What stands behind the last record; nothing is to be read there. */
static void
make_tail(struct reading *reading)
{
	const struct text *text = &reading->document->text;
	struct strip *tail;

	if (reading->at == text->bytes && reading->len > 0) {
		reading->to = text->len;
		return;
	}
	tail = make_segment(reading, text->bytes);
	tail->is_read = true;
	tail->state = reading->part.input.state;
	reading->to = text->len;
}

/* The reading stops amid what is to be read: the rest of the old segment
 * becomes one of its own. */
static void
make_rest(struct reading *reading)
{
	const struct text *text = &reading->document->text;
	const struct input *input = &reading->part.input;
	struct strip *rest;

	rest = add_segment(reading,
	    text_rest(text, reading->to, reading->at - reading->to_begins));
	rest->state = input->state;
	rest->skipping = input->skipping;
	reading->to++;
}

static void
end_reading(struct reading *reading)
{
	struct opened *document = reading->document;
	struct text *text = &document->text;

	document->found -= bytes_of(
	    &text->segment[reading->from], reading->to - reading->from);
	text_splice(
	    text, reading->from, reading->to, reading->made, reading->len);
	document->is_changed = true;
	part_close(&reading->part);
	arena_release(&reading->arena);
	strbuf_release(&reading->text);
	mem_free(reading->made);
}

/* Whether it is time to do something else; not before there was progress. */
static bool
is_late(const struct reading *reading, unsigned long until)
{
	/* At the end the reader may have something to say of it. */
	return reading->at > reading->unread_begins &&
	    reading->to < reading->document->text.len &&
	    (reading->len >= reading->document->batch ||
		(until > 0 && clock_ms() >= until));
}

/* Reads one stretch of what is unread. */
static void
read_stretch(struct opened *document, const struct finding_style *style,
    unsigned long until)
{
	struct reading reading = { .style = style };

	begin_reading(&reading, document);
	for (;;) {
		if (!read_one(&reading)) {
			make_tail(&reading);
			break;
		}
		follow(&reading);
		if (is_in_step(&reading))
			break;
		if (is_late(&reading, until)) {
			make_rest(&reading);
			break;
		}
	}
	end_reading(&reading);
}

bool
opened_read(struct opened *document, const struct finding_style *style,
    unsigned milliseconds)
{
	unsigned long until = milliseconds > 0 ? clock_ms() + milliseconds : 0;

	while (opened_is_unread(document)) {
		if (until > 0 && clock_ms() >= until)
			return false;
		read_stretch(document, style, until);
	}
	return true;
}

/*
 * The list of diagnostics
 */

/* Which of the findings are listed, by their number. */
struct listing {
	size_t from, to, all;
	size_t hidden; /* how many are not, with those that are only counted */
	bool has_record;
};

/* If there are too many, those about the last edit. */
static struct listing
list_findings(const struct opened *document)
{
	const struct text *text = &document->text;
	struct listing listing = { .to = PUBLISHED_MAX };
	size_t at = 0, before = 0;

	for (size_t i = 0; i < text->len; i++) {
		const struct strip *segment = &text->segment[i];

		listing.has_record |= segment->has_record;
		if (segment->findings != NULL) {
			listing.all += segment->findings->len;
			listing.hidden += segment->findings->dropped;
		}
		at += segment->len;
		if (at <= document->edited)
			before = listing.all;
	}
	if (listing.all <= PUBLISHED_MAX)
		return listing;
	if (before > PUBLISHED_MAX / 2)
		listing.from = before - PUBLISHED_MAX / 2;
	if (listing.from > listing.all - PUBLISHED_MAX)
		listing.from = listing.all - PUBLISHED_MAX;
	listing.to = listing.from + PUBLISHED_MAX;
	return listing;
}

/* A diagnostic of the document as a whole. */
static void
put_whole(struct strbuf *out, enum diag_id id, int severity, const char *words)
{
	struct json json = { .out = out, .comma = true };
	struct spot start = { 0, 0 };

	strbuf_puts(out, "{\"range\":");
	range_put(out, start, start);
	json_number(&json, "severity", (unsigned long)severity);
	if (id != DIAGS)
		json_string(&json, "code", diag_table[id].slug);
	json_string(&json, "source", "ternion");
	json_string(&json, "message", words);
	strbuf_char(out, '}');
}

static void
put_rest(const struct opened *document, const struct listing *listing,
    size_t listed, struct strbuf *out)
{
	size_t hidden = listing->hidden + listing->all - listed;
	const bool *disabled = document->judge->job.report.disabled;
	struct strbuf words = STRBUF_INIT;

	if (hidden > 0) {
		strbuf_printf(&words,
		    "%zu more diagnostics are not shown here; 'ternion check' "
		    "lists them",
		    hidden);
		if (listed > 0)
			strbuf_char(out, ',');
		put_whole(out, DIAGS, 3, words.ptr);
	} else if (!listing->has_record && !disabled[DIAG_INPUT_EMPTY] &&
	    !opened_is_unread(document)) {
		put_whole(out, DIAG_INPUT_EMPTY, 2, "there is no record in it");
	}
	strbuf_release(&words);
}

void
opened_put_findings(const struct opened *document, struct strbuf *out)
{
	const struct text *text = &document->text;
	struct listing listing = list_findings(document);
	struct cursor cursor;
	size_t at = 0, number = 0, listed = 0;

	strbuf_char(out, '[');
	cursor_init(&cursor, text);
	for (size_t i = 0; i < text->len && !document->is_foreign; i++) {
		const struct strip *segment = &text->segment[i];
		const struct findings *findings = segment->findings;

		if (findings != NULL && number >= listing.from &&
		    number < listing.to) {
			findings_put(findings, cursor_to(&cursor, at),
			    slice_of(document->uri), listed > 0, out);
			listed += findings->len;
		}
		if (findings != NULL)
			number += findings->len;
		at += segment->len;
	}
	if (!document->is_foreign)
		put_rest(document, &listing, listed, out);
	strbuf_char(out, ']');
}
