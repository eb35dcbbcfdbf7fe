/* Ternion: records of a document read one after another. */
#include "cmd/lsp/document.h"

enum {
	LINE_BEFORE = 4096 /* bytes of the line before a record */
};

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

/* Opens the text from a record to an offset; a word is inserted at word_at,
 * unless that is SIZE_MAX. */
static void
open_records(struct look *look, size_t record, size_t end, size_t word_at)
{
	const struct doc *document = look->document;
	const struct record_start *start = &document->starts[record];
	struct source *source = &look->input.source;
	struct slice text = text_slice(&document->text);
	struct strbuf with_word = STRBUF_INIT;
	size_t back = 0;

	/* The reader may ask what precedes the record in its line. */
	while (back < start->at && back < LINE_BEFORE &&
	    text.ptr[start->at - back - 1] != '\n')
		back++;
	source_release(source);
	look->base = start->at - back;
	look->input = (struct input){ .format = document->format,
		.max_record = document->job.input.max_record,
		.state = start->state,
		.skipping = start->skipping,
		.games = record };
	text = slice_sub(text, look->base, end - look->base);
	if (word_at < SIZE_MAX) {
		strbuf_slice(
		    &with_word, slice_sub(text, 0, word_at - look->base));
		strbuf_puts(&with_word, LOOK_WORD);
		strbuf_slice(
		    &with_word, slice_from(text, word_at - look->base));
		text = strbuf_as_slice(&with_word);
	}
	source_text(source, document->uri, text);
	if (start->at == 0)
		source_skip_mark(source);
	source->begun = true;
	source_advance(source, back);
	strbuf_release(&with_word);
}

/* The number of the record whose text, with what precedes it, an offset is in;
 * `records` after the last one. */
static size_t
record_at(const struct doc *document, size_t offset)
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
	if (low > 0 && document->starts[low].at == document->text.bytes.len)
		low--;
	return low;
}

void
look_begin(
    struct look *look, const struct doc *document, size_t from, size_t to)
{
	memset(look, 0, sizeof(*look));
	look->document = document;
	run_init(&look->run, &document->job, stderr);
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
	if (look->run.reader.replayer != NULL)
		reader_release(&look->run.reader);
	report_release(&look->run.report);
	strbuf_release(&look->run.text);
	arena_release(&look->arena);
	memset(look, 0, sizeof(*look));
}

void
look_move(struct look *look, size_t from, size_t to)
{
	const struct doc *document = look->document;
	size_t first = record_at(document, from);
	size_t last = record_at(document, to);
	size_t end = document->text.bytes.len;

	/* How a record ends can depend on the next. */
	if (last + 2 <= document->records)
		end = document->starts[last + 2].at;
	look->left = last < document->records ? last + 1 - first : SIZE_MAX;
	open_records(look, first, end, SIZE_MAX);
}

/* Where the next record begins to be read, in the document. */
static size_t
next_at(const struct look *look)
{
	const struct source *source = &look->input.source;

	return look->base + source->line_offset +
	    (source->at - source->line_at) + look->input.used;
}

bool
look_next(struct look *look)
{
	struct input *input = &look->input;

	if (look->document->is_foreign || look->left == 0)
		return false;
	look->left--;
	look->from = next_at(look);
	if (!input->format->read(
		input, &look->arena, &look->diags, &look->record))
		return false;
	look->to = next_at(look);
	look->window = look->base + input->source.line_offset;
	return true;
}

bool
look_read_with_word(struct look *look, size_t offset)
{
	const struct doc *document = look->document;
	size_t record = record_at(document, offset);
	size_t end = document->text.bytes.len;

	/* Before a blank the word belongs to the record that precedes it. */
	if (record > 0 && document->starts[record].at == offset &&
	    strchr(" \t\r\n", text_byte(&document->text, offset)) != NULL)
		record--;
	if (record < document->records)
		end = document->starts[record + 1].at;
	open_records(look, record, end, offset);
	return look_next(look);
}

bool
look_replay(struct look *look, const struct ply *target)
{
	struct run *run = &look->run;

	if (run->reader.replayer == NULL)
		reader_begin(&run->reader, &run->replay);
	look->target = target;
	look->is_played = false;
	return replay_record(
	    run->reader.replayer, &look->record, &look->diags, &look->replayed);
}

struct slice
look_text(const struct look *look)
{
	struct slice all = slice_sub(text_slice(&look->document->text),
	    look->from, look->to - look->from);
	size_t start = look_start(look, look->record.span);

	if (!look->record.is_movetext && start > look->from && start < look->to)
		all = slice_from(all, start - look->from);
	return slice_trim(all);
}

/*
 * Plies
 */

static bool
find_ply_in(const struct look *look, struct line *line,
    const struct ply *parent, size_t offset, struct ply_place *place)
{
	const struct ply *before = NULL;

	for (struct ply *ply = line->first; ply != NULL; ply = ply->next) {
		size_t from = look_start(look, ply->span);
		size_t to = look_stop(look, ply->span);

		if (from <= offset && offset <= to) {
			*place = (struct ply_place){ from, to, ply, line,
				parent, before };
			return true;
		}
		for (struct line *v = ply_variations(ply); v; v = v->next)
			if (find_ply_in(look, v, ply, offset, place))
				return true;
		before = ply;
	}
	return false;
}

bool
look_find_ply(struct look *look, size_t offset, struct ply_place *place)
{
	return find_ply_in(look, &look->record.line, NULL, offset, place);
}

/* True if the ply is in the line, or in one that branches off it. */
static bool
cut_line_after(struct line *line, const struct ply *target)
{
	unsigned plies = 0;

	for (struct ply *ply = line->first; ply != NULL; ply = ply->next) {
		bool found = ply == target;

		plies++;
		for (struct line *v = ply_variations(ply); v && !found;
		     v = v->next)
			found = cut_line_after(v, target);
		if (!found)
			continue;
		ply->next = NULL;
		line->last = ply;
		line->plies = plies;
		return true;
	}
	return false;
}

void
look_cut_after(struct look *look, const struct ply *ply)
{
	cut_line_after(&look->record.line, ply);
}

const struct position *
look_position(struct look *look, const struct ply_place *place)
{
	const struct ply *target =
	    place->before != NULL ? place->before : place->parent;

	if (target != NULL)
		look_cut_after(look, target);
	if (place->before == NULL) {
		place->line->first = place->line->last = NULL;
		place->line->plies = 0;
	}
	look_replay(look, target);
	if (!look->replayed.ready)
		return NULL;
	if (target == NULL)
		return &look->replayed.start;
	if (!look->is_played)
		return NULL;
	return place->before != NULL ? &look->after : &look->before;
}
