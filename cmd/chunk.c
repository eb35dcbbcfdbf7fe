/* Ternion: a part of an input that holds whole records. */
#include <stdlib.h>

#include "chunk.h"
#include "suppress.h"

struct chunk *
chunk_new(const struct input *input, struct slice text, unsigned long line)
{
	struct chunk *chunk = mem_alloc(sizeof(*chunk));
	struct slice name = slice_of(input->source.name);

	*chunk = (struct chunk){ .text = STRBUF_INIT };
	chunk->name = mem_alloc(name.len + 1);
	memcpy(chunk->name, name.ptr, name.len + 1);
	chunk->input = (struct input){ .format = input->format,
		.max_record = input->max_record };
	source_text(&chunk->input.source, chunk->name, text);
	chunk->input.source.line = line;
	return chunk;
}

void
chunk_free(struct chunk *chunk)
{
	for (size_t i = 0; i < chunk->len; i++)
		arena_release(&chunk->result[i].arena);
	source_release(&chunk->input.source);
	strbuf_release(&chunk->text);
	free(chunk->result);
	free(chunk->name);
	free(chunk);
}

static struct result *
add_result(struct chunk *chunk)
{
	if (chunk->len == chunk->size) {
		chunk->size = chunk->size * 2 + 64;
		chunk->result = mem_grow(
		    chunk->result, chunk->size * sizeof(*chunk->result));
	}
	return &chunk->result[chunk->len++];
}

void
chunk_work(
    struct chunk *chunk, const struct pass *pass, struct replayer *replayer)
{
	struct input *input = &chunk->input;
	struct arena arena = ARENA_INIT;
	struct record record;
	struct diags diags;

	if (pass->same_format)
		replayer_set_nags_apart(replayer, input->format->nags_apart);
	while (input->format->read(input, &arena, &diags, &record)) {
		struct result *result = add_result(chunk);
		struct replayed replayed;

		result->ok =
		    replay_record(replayer, &record, &diags, &replayed);
		result->plies = replayed.all_plies;
		result->variant =
		    replayed.rules != NULL ? replayed.rules->variant : NULL;
		result->start = record.span.start;
		result->source = input->source;
		result->text_at = chunk->text.len;
		if (pass->render != NULL)
			pass->render(pass, input->format, &record, &replayed,
			    result->ok, &diags, &chunk->text);
		result->text_len = chunk->text.len - result->text_at;
		suppress(&record, &diags, pass->report.options.keeps_errors);
		result->diags = diags;
		result->arena = (struct arena)ARENA_INIT;
		/* What was said must last until it is reported. */
		if (diags.len > 0) {
			result->arena = arena;
			arena = (struct arena)ARENA_INIT;
		}
	}
	arena_release(&arena);
}

void
chunk_report(struct chunk *chunk, struct pass *pass, unsigned long *games)
{
	for (size_t i = 0; i < chunk->len; i++) {
		struct result *result = &chunk->result[i];
		struct report_origin origin = { chunk->name, &result->source,
			++*games, NULL, result->start };

		if (result->variant != NULL)
			origin.variant = result->variant->id;
		result->diags.arena = &result->arena;
		pass->report.plies += result->plies;
		pass->report.games++;
		if (pass->take != NULL)
			pass->take(pass, chunk->input.format, result->variant,
			    result->ok,
			    (struct slice){ chunk->text.ptr + result->text_at,
				result->text_len });
		report_add(&pass->report, &origin, &result->diags);
		progress_show(&pass->progress, chunk->name, pass->report.games,
		    pass->report.plies);
	}
}
