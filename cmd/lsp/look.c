/* Ternion: a record looked at for a request. */
#include "cmd/lsp/look.h"

static void
take_record(struct run *run, struct record *record,
    const struct replayed *replayed, bool ok, struct diags *diags)
{
	struct look *look = run->context;

	look->record = *record;
	look->replayed = *replayed;
	if (look->fix != NULL)
		look->fix(run, record, replayed, ok, diags);
}

/* Is told of each ply that was played. */
static void
take_ply(void *context, const struct replayed *replayed, const struct ply *ply,
    const struct position *before, const struct move *move,
    const struct position *after)
{
	struct look *look = context;

	(void)replayed;
	if (ply != look->target || ply == NULL)
		return;
	look->is_played = true;
	look->before = *before;
	look->after = *after;
	move_copy(&look->move, move);
}

void
look_begin(struct look *look, const struct opened *document, bool fixes)
{
	struct run *run = &look->run;

	memset(look, 0, sizeof(*look));
	look->document = document;
	judge_begin_run(document->judge, run);
	run->replay.goes_on = true;
	run->replay.played = take_ply;
	run->replay.context = look;
	run->context = &look->fixing;
	if (fixes)
		fixing_init(&look->fixing, run);
	look->fix = run->record;
	run->record = take_record;
	run->replayer = replayer_new(&run->replay);
}

static void
close_part(struct look *look)
{
	if (look->is_open)
		part_close(&look->part);
	look->is_open = false;
}

void
look_end(struct look *look)
{
	close_part(look);
	fixing_release(&look->fixing);
	judge_end_run(&look->run);
	arena_release(&look->arena);
	strbuf_release(&look->text);
}

static void
open_part(struct look *look, size_t segment)
{
	close_part(look);
	part_open(
	    &look->part, look->document, segment, look->document->text.bytes);
	look->is_open = true;
	strbuf_reset(&look->fixing.original);
	look->fixing.source = &look->part.input.source;
	source_copy(look->fixing.source, &look->fixing.original, SIZE_MAX);
	strbuf_reset(&look->text);
}

bool
look_at(struct look *look, size_t segment)
{
	const struct opened *document = look->document;

	if (document->is_foreign || !document->text.segment[segment].has_record)
		return false;
	open_part(look, segment);
	if (!record_step(&look->run, &look->part.input, look->run.replayer,
		&look->arena, &look->text, &look->result))
		return false;
	look->window = part_window(&look->part);
	return true;
}

bool
look_read(struct look *look, size_t segment)
{
	const struct opened *document = look->document;
	struct input *input = &look->part.input;

	if (document->is_foreign || !document->text.segment[segment].has_record)
		return false;
	open_part(look, segment);
	if (!input->format->read(
		input, &look->arena, &look->result.diags, &look->record))
		return false;
	look->window = part_window(&look->part);
	return true;
}

void
look_replay(struct look *look, const struct ply *target)
{
	look->target = target;
	look->is_played = false;
	replay_record(look->run.replayer, &look->record, &look->result.diags,
	    &look->replayed);
}

void
look_ends(const struct look *look, size_t segment, size_t begins, size_t *from,
    size_t *to)
{
	struct slice all = segment_text(&look->document->text.segment[segment]);
	size_t start = look_start(look, look->record.span);
	struct slice text = all;

	/* In a list there are signs between the records. */
	if (!look->record.is_movetext && start > begins &&
	    start - begins < all.len)
		text =
		    slice_sub(all, start - begins, all.len - (start - begins));
	text = slice_trim(text);
	*from = begins + (size_t)(text.ptr - all.ptr);
	*to = *from + text.len;
}

bool
look_next(
    const struct opened *document, size_t *segment, size_t *begins, size_t to)
{
	const struct text *text = &document->text;

	for (; *segment < text->len && *begins <= to; ++*segment) {
		if (text->segment[*segment].has_record)
			return true;
		*begins += text->segment[*segment].len;
	}
	return false;
}
