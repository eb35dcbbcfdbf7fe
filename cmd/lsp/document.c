/* Ternion: a document that is open in the editor, and the places in its text.
 */
#include "cmd/lsp/document.h"
#include "formats/config/config.h"

enum {
	HEAD = 64 * 1024,        /* bytes that tell whether there are records */
	LARGE = 8 * 1024 * 1024, /* bytes; a larger document is read when the
				    input pauses */
	PAUSE_MS = 500,          /* without a change */
	MARK_STEP = 256,         /* bytes between two marks */
	CHECKED_STEP = 16 * 1024, /* the least between two checkpoints */
	COMMENT_MAX = 512,        /* bytes of a comment that suppresses */
};

/* Moves a place from one offset to a later one. */
static void
advance_place(
    struct doc_place *place, const struct doc *document, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		unsigned char c = (unsigned char)document->text.ptr[i];

		if (c == '\r' || c == '\n') {
			/* \r\n ends one line, which \r has counted. */
			if (c == '\r' || i == 0 ||
			    document->text.ptr[i - 1] != '\r')
				place->line++;
			place->column = 0;
		} else if (document->encoding == ENCODING_UTF8) {
			place->column++;
		} else if ((c & 0xc0) != 0x80) {
			place->column++;
			if (c >= 0xf0 && document->encoding == ENCODING_UTF16)
				place->column++;
		}
	}
}

static void
text_replace(struct doc *document, size_t from, size_t to, struct slice bytes)
{
	struct slice old = text_slice(document);
	struct strbuf new = STRBUF_INIT;
	size_t last = (old.len - (to - from) + bytes.len) / MARK_STEP;

	strbuf_slice(&new, slice_sub(old, 0, from));
	strbuf_slice(&new, bytes);
	strbuf_slice(&new, slice_from(old, to));
	strbuf_release(&document->text);
	document->text = new;
	document->marks =
	    mem_grow(document->marks, (last + 1) * sizeof(*document->marks));
	document->marks[0] = (struct doc_place){ 0, 0 };
	for (size_t k = from / MARK_STEP; k < last; k++) {
		document->marks[k + 1] = document->marks[k];
		advance_place(&document->marks[k + 1], document, k * MARK_STEP,
		    (k + 1) * MARK_STEP);
	}
}

struct doc_place
text_place(const struct doc *document, size_t offset)
{
	if (offset > document->text.len)
		offset = document->text.len;
	struct doc_place place = document->marks[offset / MARK_STEP];
	advance_place(&place, document, offset - offset % MARK_STEP, offset);
	return place;
}

size_t
text_offset(const struct doc *document, struct doc_place place)
{
	size_t mark = document->text.len / MARK_STEP;

	/* The last mark before the place. */
	while (mark > 0 &&
	    (document->marks[mark].line > place.line ||
		(document->marks[mark].line == place.line &&
		    document->marks[mark].column >= place.column)))
		mark--;
	struct doc_place at = document->marks[mark];
	for (size_t i = mark * MARK_STEP; i < document->text.len; i++) {
		char c = document->text.ptr[i];
		bool is_amid_end =
		    c == '\n' && i > 0 && document->text.ptr[i - 1] == '\r';
		bool ends_line = c == '\r' || (c == '\n' && !is_amid_end);

		/* Neither between \r and \n nor within a character. */
		if (at.line == place.line && !is_amid_end &&
		    (at.column >= place.column || ends_line) &&
		    ((unsigned char)c & 0xc0) != 0x80)
			return i;
		advance_place(&at, document, i, i + 1);
	}
	return document->text.len;
}

struct slice
last_word(struct slice text, const char *signs)
{
	size_t at = text.len;

	while (at > 0 && is_word_char(text.ptr[at - 1], signs))
		at--;
	return slice_from(text, at);
}

bool
is_in_suppression(const struct doc *document, size_t offset)
{
	static const char mark[] = "ternion-disable";
	size_t len = sizeof(mark) - 1;

	for (size_t back = 1; back <= offset && back <= COMMENT_MAX; back++) {
		const char *at = document->text.ptr + offset - back;

		if (strchr("}\"'", *at) != NULL)
			return false;
		if (back > len && memcmp(at, mark, len) == 0)
			return true;
	}
	return false;
}

void
put_range(struct json *json, const char *key, const struct doc *document,
    size_t from, size_t to)
{
	struct doc_place start = text_place(document, from),
			 end = text_place(document, to);

	json_begin(json, key, '{');
	json_put(json,
	    "start:{line:%u character:%u} end:{line:%u character:%u}}",
	    start.line, start.column, end.line, end.column);
}

/*
 * Documents
 */

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
	for (text = slice_trim(text); text.len > 0 && text.ptr[0] == '{';
	     text = slice_trim(text))
		slice_take(&text, '}');
	return text.len > 0 && text.ptr[0] == '[' &&
	    pgn_is_tag(text.ptr, text.ptr + text.len);
}

/* Finds the format of the new text after a change, and marks the document as
 * changed. */
static void
doc_changed(struct doc *document)
{
	struct slice head = slice_sub(text_slice(document), 0,
	    document->text.len < HEAD ? document->text.len : HEAD);
	const struct format *old = document->format;
	bool was_foreign = document->is_foreign;

	if (!document->is_stated)
		document->format = format_of_text(head);
	const struct format *format = document->format;
	document->is_foreign = format->has_records != NULL
	    ? !format->has_records(head, head.len == document->text.len)
	    : !document->is_stated && format == &format_pgn &&
		!begins_with_tag(head);
	if (format != old || document->is_foreign != was_foreign)
		document->checked.len = 0;
	document->is_changed = true;
}

struct doc *
doc_new(struct slice uri, struct slice language, struct slice text,
    enum encoding encoding)
{
	struct doc *document = mem_zeroed(sizeof(*document));
	char *path = path_of_uri(uri, &document->arena);

	document->uri = arena_copy(&document->arena, uri);
	document->encoding = encoding;
	const struct format *format =
	    format_of_path(path != NULL ? path : document->uri);
	if (path != NULL)
		*(strrchr(path, '/') + 1) = '\0';
	document->folder = path;
	if (format == NULL || format->read == NULL)
		format = format_find(language);
	document->is_stated = format != NULL && format->read != NULL;
	/* A log consists of many files that nobody edits. */
	document->format = format != &format_trace ? format : &format_json;
	text_replace(document, 0, 0, text);
	return document;
}

void
doc_free(struct doc *document)
{
	job_release(&document->job);
	strbuf_release(&document->text);
	mem_free(document->marks);
	mem_free(document->checked.point);
	strbuf_release(&document->findings);
	arena_release(&document->arena);
	mem_free(document);
}

bool
doc_edit(struct doc *document, size_t from, size_t to, struct slice bytes)
{
	if (document->text.len - (to - from) + bytes.len > DOCUMENT_MAX)
		return false;
	text_replace(document, from, to, bytes);
	while (document->checked.len > 0 &&
	    document->checked.point[document->checked.len - 1].seen > from)
		document->checked.len--;
	if (document->text.len > LARGE)
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
	job->folders.config_exclude = STRBUF_INIT;
	job->folders.config_include = STRBUF_INIT;
	job->config.path = STRBUF_INIT;
	job->config.arena = ARENA_INIT;
	job->config.notations = NULL;
	for (unsigned i = 0; i + 1 < job->settings; i++)
		job->setting[i].next = &job->setting[i + 1];
	job->config.folder = document->folder;
	job->config.none = document->folder == NULL;
	document->is_config_faulty = configure(job) >= 0;
	if (document->is_config_faulty)
		find_notations(job); /* among those without a fault */
	document->checked.len = 0;
	doc_changed(document);
}

/* Keeps the positions at the ply that is looked for. */
static void
see_target(
    void *context, const struct replayed *replayed, const struct event *event)
{
	struct walk *walk = context;

	(void)replayed;
	if (event == NULL || walk->target == NULL ||
	    event->item.ply != walk->target)
		return;
	walk->is_played = true;
	walk->before = event->turn.before;
	walk->after = *event->after;
	move_copy(&walk->move, &event->turn.move);
}

void
walk_begin(
    struct walk *walk, const struct doc *document, size_t from, size_t to)
{
	memset(walk, 0, sizeof(*walk));
	walk->document = document;
	run_init(&walk->run, NULL, &document->job, stderr);
	walk->run.report.options.keeps_errors = false;
	walk->run.replay.goes_on = true;
	walk->run.replay.see = see_target;
	walk->run.replay.context = walk;
	walk_move(walk, from, to);
}

void
walk_end(struct walk *walk)
{
	source_release(&walk->input.source);
	strbuf_release(&walk->run.text);
	session_release(&walk->session);
	memset(walk, 0, sizeof(*walk));
}

/* Begins to read the text of the document, or one made from it, at a
 * checkpoint; NULL: at its beginning. */
static void
open_walk(struct walk *walk, const struct checkpoint *point, struct slice text)
{
	const struct doc *document = walk->document;
	struct input *input = &walk->input;

	source_release(&input->source);
	walk->len = text.len;
	if (point != NULL) {
		*input = point->input;
		source_resume(&input->source, text);
		return;
	}
	*input = (struct input){ .format = document->format,
		.max_record = document->job.input.max_record };
	source_stream(&input->source, document->uri, text);
}

/* Opens a text at the last checkpoint that holds if it changes at `from`. */
static void
open_before(struct walk *walk, struct slice text, size_t from, size_t to)
{
	const struct doc *document = walk->document;
	size_t i = document->checked.len;

	walk->first = from;
	walk->last = to;
	while (i > 0 && document->checked.point[i - 1].seen > from)
		i--;
	open_walk(walk, i > 0 ? &document->checked.point[i - 1] : NULL, text);
}

void
walk_move(struct walk *walk, size_t from, size_t to)
{
	open_before(walk, text_slice(walk->document), from, to);
}

/* Where the next record begins to be read, in the document. */
static size_t
next_at(const struct input *input)
{
	const struct source *source = &input->source;

	return source->line_offset + (source->at - source->line_at) +
	    input->used;
}

const struct checkpoint *
walk_resume(struct walk *walk)
{
	const struct doc *document = walk->document;
	size_t len = document->checked.len;
	const struct checkpoint *point =
	    len > 0 ? &document->checked.point[len - 1] : NULL;

	open_walk(walk, point, text_slice(document));
	return point;
}

void
walk_keep(
    struct walk *walk, struct doc *document, const struct checkpoint *published)
{
	const struct source *source = &walk->input.source;
	size_t len = document->checked.len;
	size_t last =
	    len > 0 ? next_at(&document->checked.point[len - 1].input) : 0;

	/* At the end of the text records depend on that. */
	if (source->eof || next_at(&walk->input) < last + CHECKED_STEP)
		return;
	struct checkpoint *point = MEM_ADD(&document->checked, point);
	*point = *published;
	point->input = walk->input;
	point->input.source.buf = NULL;
	point->seen = source->line_offset + (source->end - source->line_at);
}

bool
walk_next(struct walk *walk)
{
	struct input *input = &walk->input;

	if (walk->document->is_foreign)
		return false;
	do {
		walk->from = next_at(input);
		if (walk->from > walk->last ||
		    !session_read(&walk->session, input))
			return false;
		walk->to = next_at(input);
		/* The end of the text is part of a record that ends there. */
	} while (walk->to <= walk->first && walk->to < walk->len);
	return true;
}

bool
walk_replay(struct walk *walk, const struct ply *target)
{
	if (walk->session.replayer == NULL)
		walk->session.replayer = replayer_new(&walk->run.replay);
	walk->target = target;
	walk->is_played = false;
	return session_replay(&walk->session);
}

bool
walk_judge(struct walk *walk)
{
	if (!walk_next(walk))
		return false;
	walk_replay(walk, NULL);
	session_settle(&walk->session);
	return true;
}

const struct variant *
walk_variant(struct walk *walk)
{
	walk_replay(walk, NULL);
	return walk->session.replayed.variant;
}

void
walk_find_text(const struct walk *walk, size_t *from, size_t *to)
{
	struct slice all = text_slice(walk->document);
	size_t start = walk_start(walk, walk->session.record.span);

	if (walk->session.record.is_movetext || start <= walk->from ||
	    start >= walk->to)
		start = walk->from;
	struct slice text = slice_trim(slice_sub(all, start, walk->to - start));
	*from = (size_t)(text.ptr - all.ptr);
	*to = *from + text.len;
}

struct ply *
walk_find_ply(const struct walk *walk, size_t offset)
{
	const struct line *line = &walk->session.record.line;
	struct ply *found = NULL;

	for (struct ply *p = line->first; p != NULL; p = ply_walk(line, p))
		if (walk->input.source.line_offset + ply_start(p) <= offset &&
		    (found == NULL || ply_start(p) >= ply_start(found)))
			found = p;
	return found;
}

struct ply *
walk_insert_ply(struct walk *walk, size_t offset)
{
	const struct doc *document = walk->document;
	SCRATCH with_word = STRBUF_INIT;
	size_t at = offset;

	strbuf_slice(&with_word, slice_sub(text_slice(document), 0, offset));
	strbuf_puts(&with_word, "Zz");
	strbuf_slice(&with_word, slice_from(text_slice(document), offset));
	/* Before a blank the word is part of the record that precedes it. */
	if (at > 0 && strchr(" \t\r\n", text_byte(document, offset)) != NULL)
		at--;
	open_before(walk, strbuf_as_slice(&with_word), at, at);
	struct ply *ply =
	    walk_next(walk) ? walk_find_ply(walk, offset + 1) : NULL;
	return ply != NULL && walk_is_in(walk, ply->span, offset + 1) ? ply
								      : NULL;
}

const struct position *
walk_position(struct walk *walk, struct ply *ply)
{
	const struct ply *target =
	    ply->prev != NULL ? ply->prev : ply->line->parent;

	line_cut(ply);
	walk_replay(walk, target);
	if (!walk->session.replayed.ready)
		return NULL;
	if (target == NULL)
		return &walk->session.replayed.start;
	if (!walk->is_played)
		return NULL;
	return ply->prev != NULL ? &walk->after : &walk->before;
}
