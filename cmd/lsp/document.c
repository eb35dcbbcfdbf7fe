/* Ternion: a document that is open in the editor. */
#include "cmd/cmd.h"
#include "cmd/lsp/document.h"
#include "cmd/options/options.h"
#include "formats/config/config.h"

enum {
	HEAD = 64 * 1024,        /* bytes that tell whether there are records */
	LARGE = 8 * 1024 * 1024, /* bytes; a larger document is read when the
				    input pauses */
	PAUSE_MS = 500,          /* without a change */
};

/* The path of a file's URI; NULL if it is another. */
static char *
path_of_uri(struct slice uri, struct arena *arena)
{
	static const char scheme[] = "file://";
	char *path, *to;

	if (!slice_begins(uri, "file:///"))
		return NULL;
	path = to = arena_copy(arena, slice_from(uri, strlen(scheme)));
	for (const char *from = path; *from != '\0'; from++) {
		unsigned byte = 0;

		if (*from == '%' &&
		    strspn(from + 1, "0123456789abcdefABCDEF") >= 2)
			sscanf(from + 1, "%2x", &byte);
		*to++ = byte > 0 ? (char)byte : *from;
		from += byte > 0 ? 2 : 0;
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

/* Finds the format of the new text after a change, and marks the document as
 * changed. */
static void
doc_changed(struct doc *document)
{
	struct slice head = slice_sub(text_slice(&document->text), 0,
	    document->text.bytes.len < HEAD ? document->text.bytes.len : HEAD);
	const struct format *format;

	if (!document->is_stated)
		document->format = format_of_text(head);
	format = document->format;
	document->is_foreign = format->has_records != NULL
	    ? !format->has_records(head, head.len == document->text.bytes.len)
	    : !document->is_stated && format == &format_pgn &&
		!begins_with_tag(head);
	document->is_changed = true;
}

struct doc *
doc_new(struct slice uri, struct slice language, struct slice text,
    enum encoding encoding, const struct tree_node *client)
{
	struct doc *document = mem_zeroed(sizeof(*document));
	char *path = path_of_uri(uri, &document->arena);
	const struct format *format;

	document->uri = arena_copy(&document->arena, uri);
	document->client = client;
	document->text.encoding = encoding;
	format = format_of_path(path != NULL ? path : document->uri);
	if (path != NULL)
		*(strrchr(path, '/') + 1) = '\0';
	document->folder = path;
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
	job_release(&document->job);
	strbuf_release(&document->text.bytes);
	mem_free(document->text.marks);
	arena_release(&document->arena);
	mem_free(document);
}

bool
doc_edit(struct doc *document, size_t from, size_t to, struct slice bytes)
{
	if (document->text.bytes.len - (to - from) + bytes.len > DOCUMENT_MAX)
		return false;
	text_replace(&document->text, from, to, bytes);
	if (document->text.bytes.len > LARGE)
		document->due = clock_ms() + PAUSE_MS;
	doc_changed(document);
	return true;
}

/*
 * Options: those of the call, and the .ternion.yaml that is nearest to the file
 */

void
doc_configure(struct doc *document, const struct job *call)
{
	struct job *job = &document->job;

	job_release(job);
	*job = *call;
	job->config.path = (struct strbuf)STRBUF_INIT;
	job->config.arena = (struct arena)ARENA_INIT;
	job->config.notations = NULL;
	for (unsigned i = 0; i + 1 < job->settings; i++)
		job->setting[i].next = &job->setting[i + 1];
	document->is_config_faulty = false;
	job->config.folder = document->folder;
	if (document->folder != NULL)
		document->is_config_faulty = configure(job) >= 0;
	doc_changed(document);
}

/*
 * Records
 */

/* Keeps the positions at the ply that is looked for. */
static void
see_target(
    void *context, const struct replayed *replayed, const struct event *event)
{
	struct look *look = context;

	(void)replayed;
	if (event == NULL || look->target == NULL ||
	    event->item.ply != look->target)
		return;
	look->is_played = true;
	look->before = event->turn.before;
	look->after = *event->after;
	move_copy(&look->move, &event->turn.move);
}

void
look_begin(
    struct look *look, const struct doc *document, size_t from, size_t to)
{
	memset(look, 0, sizeof(*look));
	look->document = document;
	run_init(&look->run, NULL, &document->job, stderr);
	look->run.report.options.keeps_errors = false;
	look->run.replay.goes_on = true;
	look->run.replay.see = see_target;
	look->run.replay.context = look;
	look_move(look, from, to);
}

void
look_end(struct look *look)
{
	source_release(&look->input.source);
	run_release(&look->run);
	session_release(&look->session);
	memset(look, 0, sizeof(*look));
}

/* Opens the text of the document, or one made from it. */
static void
open_look(struct look *look, struct slice text, size_t from, size_t to)
{
	const struct doc *document = look->document;

	look->first = from;
	look->last = to;
	source_release(&look->input.source);
	look->input = (struct input){ .format = document->format,
		.max_record = document->job.input.max_record };
	source_text(&look->input.source, document->uri, text);
	source_skip_mark(&look->input.source);
	look->input.source.begun = true;
}

void
look_move(struct look *look, size_t from, size_t to)
{
	open_look(look, text_slice(&look->document->text), from, to);
}

/* Where the next record begins to be read, in the document. */
static size_t
next_at(const struct look *look)
{
	return look->input.source.at + look->input.used;
}

bool
look_next(struct look *look)
{
	struct input *input = &look->input;

	if (look->document->is_foreign)
		return false;
	do {
		look->from = next_at(look);
		if (look->from > look->last ||
		    !session_read(&look->session, input))
			return false;
		look->to = next_at(look);
		/* The end of the text is part of a record that ends there. */
	} while (look->to <= look->first && look->to < input->source.end);
	return true;
}

bool
look_replay(struct look *look, const struct ply *target)
{
	if (look->session.replayer == NULL)
		look->session.replayer = replayer_new(&look->run.replay);
	look->target = target;
	look->is_played = false;
	return session_replay(&look->session);
}

const struct variant *
look_variant(struct look *look)
{
	look_replay(look, NULL);
	return session_variant(&look->session);
}

void
look_find_text(const struct look *look, size_t *from, size_t *to)
{
	struct slice all = text_slice(&look->document->text), text;
	size_t start = look_start(look, look->session.record.span);

	if (look->session.record.is_movetext || start <= look->from ||
	    start >= look->to)
		start = look->from;
	text = slice_trim(slice_sub(all, start, look->to - start));
	*from = (size_t)(text.ptr - all.ptr);
	*to = *from + text.len;
}

/*
 * Plies
 */

struct ply *
look_find_ply(const struct look *look, size_t offset)
{
	const struct line *line = &look->session.record.line;
	struct ply *found = NULL;

	for (struct ply *p = line->first; p != NULL; p = ply_walk(line, p))
		if (look->input.source.line_offset + ply_start(p) <= offset &&
		    (found == NULL || ply_start(p) >= ply_start(found)))
			found = p;
	return found;
}

struct ply *
look_insert_ply(struct look *look, size_t offset)
{
	const struct doc_text *text = &look->document->text;
	struct strbuf with_word = STRBUF_INIT;
	struct ply *ply;
	size_t at = offset;

	strbuf_slice(&with_word, slice_sub(text_slice(text), 0, offset));
	strbuf_puts(&with_word, "Zz");
	strbuf_slice(&with_word, slice_from(text_slice(text), offset));
	/* Before a blank the word is part of the record that precedes it. */
	if (at > 0 && strchr(" \t\r\n", text_byte(text, offset)) != NULL)
		at--;
	open_look(look, strbuf_as_slice(&with_word), at, at);
	strbuf_release(&with_word);
	ply = look_next(look) ? look_find_ply(look, offset + 1) : NULL;
	return ply != NULL && look_is_in(look, ply->span, offset + 1) ? ply
								      : NULL;
}

const struct position *
look_position(struct look *look, struct ply *ply)
{
	const struct ply *target =
	    ply->prev != NULL ? ply->prev : ply->line->parent;

	line_cut(ply);
	look_replay(look, target);
	if (!look->session.replayed.ready)
		return NULL;
	if (target == NULL)
		return &look->session.replayed.start;
	if (!look->is_played)
		return NULL;
	return ply->prev != NULL ? &look->after : &look->before;
}
