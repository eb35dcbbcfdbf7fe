/* Ternion: the records of a document, read one after another. */
#include "cmd/lsp/document.h"

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
		    !input->format->read(
			input, &look->arena, &look->diags, &look->record))
			return false;
		look->to = next_at(look);
		/* The end of the text is part of a record that ends there. */
	} while (look->to <= look->first && look->to < input->source.end);
	return true;
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

const struct variant *
look_variant(struct look *look)
{
	look_replay(look, NULL);
	return look->replayed.rules != NULL ? look->replayed.rules->variant
					    : NULL;
}

void
look_find_text(const struct look *look, size_t *from, size_t *to)
{
	struct slice all = text_slice(&look->document->text), text;
	size_t start = look_start(look, look->record.span);

	if (look->record.is_movetext || start <= look->from ||
	    start >= look->to)
		start = look->from;
	text = slice_trim(slice_sub(all, start, look->to - start));
	*from = (size_t)(text.ptr - all.ptr);
	*to = *from + text.len;
}

/*
 * Plies
 */

static bool
find_ply_in(const struct look *look, struct line *line,
    const struct ply *parent, size_t offset, struct ply_place *place)
{
	struct ply *before = NULL;
	unsigned plies = 0;

	for (struct ply *ply = line->first; ply != NULL; ply = ply->next) {
		bool found = look_is_in(look, ply->span, offset);

		plies++;
		if (found)
			*place =
			    (struct ply_place){ look_start(look, ply->span),
				    look_stop(look, ply->span), ply, line,
				    parent, before };
		for (struct line *v = ply_variations(ply); v && !found;
		     v = v->next)
			found = find_ply_in(look, v, ply, offset, place);
		if (found) {
			ply->next = NULL;
			line->last = ply;
			line->plies = plies;
			return true;
		}
		before = ply;
	}
	return false;
}

bool
look_find_ply(struct look *look, size_t offset, struct ply_place *place)
{
	return find_ply_in(look, &look->record.line, NULL, offset, place);
}

bool
look_insert_ply(struct look *look, size_t offset, struct ply_place *place)
{
	const struct doc_text *text = &look->document->text;
	struct strbuf with_word = STRBUF_INIT;
	size_t at = offset;

	strbuf_slice(&with_word, slice_sub(text_slice(text), 0, offset));
	strbuf_puts(&with_word, "Zz");
	strbuf_slice(&with_word, slice_from(text_slice(text), offset));
	/* Before a blank the word is part of the record that precedes it. */
	if (at > 0 && strchr(" \t\r\n", text_byte(text, offset)) != NULL)
		at--;
	open_look(look, strbuf_as_slice(&with_word), at, at);
	strbuf_release(&with_word);
	return look_next(look) && look_find_ply(look, offset + 1, place);
}

const struct position *
look_position(struct look *look, const struct ply_place *place)
{
	const struct ply *target =
	    place->before != NULL ? place->before : place->parent;

	place->line->plies--;
	place->line->last = place->before;
	if (place->before != NULL)
		place->before->next = NULL;
	else
		place->line->first = NULL;
	look_replay(look, target);
	if (!look->replayed.ready)
		return NULL;
	if (target == NULL)
		return &look->replayed.start;
	if (!look->is_played)
		return NULL;
	return place->before != NULL ? &look->after : &look->before;
}
