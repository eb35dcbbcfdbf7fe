/* Ternion: records looked at for a request. */
#include "cmd/lsp/look.h"

enum {
	COMMENT_MAX = 512 /* bytes of a comment that suppresses */
};

/* Keeps what is asked for of the ply that is looked for. */
static void
see(void *context, const struct replayed *replayed, const struct event *event)
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
look_begin(struct look *look, const struct opened *document, size_t offset)
{
	struct run *run = &look->run;

	memset(look, 0, sizeof(*look));
	look->document = document;
	judge_begin_run(document->judge, run);
	run->replay.goes_on = true;
	run->replay.see = see;
	run->replay.context = look;
	doc_input_open(
	    &look->in, document, opened_record_at(document, offset), SIZE_MAX);
}

void
look_end(struct look *look)
{
	doc_input_close(&look->in);
	judge_end_run(&look->run);
	arena_release(&look->arena);
}

bool
look_next(struct look *look)
{
	struct input *input = &look->in.input;

	look->from = doc_input_at(&look->in);
	if (!input->format->read(
		input, &look->arena, &look->diags, &look->record))
		return false;
	look->to = doc_input_at(&look->in);
	look->window = doc_input_window(&look->in);
	return true;
}

bool
look_next_with_word(struct look *look, size_t offset)
{
	const struct opened *document = look->document;
	size_t record;

	/* Before a blank the word belongs to what precedes it. */
	record = opened_record_at(document, offset);
	if (record > 0 && document->starts[record].at == offset &&
	    strchr(" \t\r\n", text_byte(&document->text, offset)) != NULL)
		record--;
	doc_input_close(&look->in);
	doc_input_open(&look->in, document, record, offset);
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
 * Words
 */

static bool
is_word_char(char c)
{
	return ascii_is_letter(c) || ascii_is_digit(c) || c == '-' || c == '$';
}

struct slice
word_at(const struct doc_text *text, size_t offset)
{
	size_t from = offset, to = offset;

	while (from > 0 && is_word_char(text_byte(text, from - 1)))
		from--;
	while (is_word_char(text_byte(text, to)))
		to++;
	return slice_sub(text_slice(text), from, to - from);
}

bool
is_in_suppression(const struct doc_text *text, size_t offset)
{
	static const char mark[] = "ternion-disable";
	size_t len = sizeof(mark) - 1;

	for (size_t back = 1; back <= offset && back <= COMMENT_MAX; back++) {
		const char *at = text->bytes + offset - back;

		if (strchr("}\"'", *at) != NULL)
			return false;
		if (back > len && memcmp(at, mark, len) == 0)
			return true;
	}
	return false;
}

/*
 * Places
 */

static bool
find_ply_place(struct look *look, struct line *line, const struct ply *parent,
    size_t offset, struct found_place *place)
{
	const struct ply *before = NULL;

	for (struct ply *ply = line->first; ply != NULL; ply = ply->next) {
		struct line *v = NULL;

		if (look_start(look, ply->span) <= offset &&
		    offset <= look_stop(look, ply->span)) {
			*place = (struct found_place){ .kind = PLACE_PLY,
				.from = look_start(look, ply->span),
				.to = look_stop(look, ply->span),
				.ply = ply,
				.line = line,
				.parent = parent,
				.before = before };
			return true;
		}
		if (ply->notes != NULL)
			v = ply->notes->variations;
		for (; v != NULL; v = v->next)
			if (find_ply_place(look, v, ply, offset, place))
				return true;
		before = ply;
	}
	return false;
}

bool
look_find_ply(struct look *look, size_t offset, struct found_place *place)
{
	*place = (struct found_place){ .kind = PLACE_NONE };
	return find_ply_place(look, &look->record.line, NULL, offset, place);
}

/* Says that the place is of a kind if the offset is in the span. */
static bool
find_in_span(const struct look *look, struct span span, size_t offset,
    enum place_kind kind, struct found_place *place)
{
	if (offset < look_start(look, span) || offset > look_stop(look, span))
		return false;
	place->kind = kind;
	place->from = look_start(look, span);
	place->to = look_stop(look, span);
	return true;
}

static bool
find_tag_place(
    const struct look *look, size_t offset, struct found_place *place)
{
	for (const struct tag *tag = look->record.tags; tag; tag = tag->next) {
		place->tag = tag;
		if (tag->name_span.len > 0 &&
		    (find_in_span(
			 look, tag->name_span, offset, PLACE_TAG_NAME, place) ||
			find_in_span(
			    look, tag->span, offset, PLACE_TAG_VALUE, place)))
			return true;
	}
	return false;
}

/* Finds what the record does not keep: a code or a NAG. */
static void
find_word(const struct look *look, size_t offset, struct found_place *place)
{
	const struct doc_text *text = &look->document->text;
	struct slice word = word_at(text, offset);

	place->from = (size_t)(word.ptr - text->bytes);
	place->to = place->from + word.len;
	place->word = word;
	if (diag_find(word) < DIAGS && is_in_suppression(text, offset)) {
		place->kind = PLACE_CODE;
	} else if (look->record.is_movetext && word.len > 0 &&
	    word.ptr[0] == '$') {
		place->kind = PLACE_NAG;
		place->word = slice_from(word, 1);
	}
}

void
look_find(struct look *look, size_t offset, struct found_place *place)
{
	struct span result = look->record.result_span;

	*place = (struct found_place){ .kind = PLACE_NONE };
	if (!find_tag_place(look, offset, place) &&
	    !look_find_ply(look, offset, place) &&
	    !(result.len > 0 &&
		find_in_span(look, result, offset, PLACE_RESULT, place)))
		find_word(look, offset, place);
}

/*
 * Positions
 */

/* True if the ply is in the line, or in one that branches off it. */
static bool
cut_line_after(struct line *line, const struct ply *target)
{
	unsigned plies = 0;

	for (struct ply *ply = line->first; ply != NULL; ply = ply->next) {
		bool found = ply == target;
		struct line *v =
		    ply->notes != NULL ? ply->notes->variations : NULL;

		plies++;
		for (; v != NULL && !found; v = v->next)
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
look_position(struct look *look, const struct found_place *place)
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
