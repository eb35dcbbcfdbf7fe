/* Ternion: a part of an input that holds whole records. */

#include "cmd/run/chunk.h"
#include "cmd/run/run_report.h"

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
		arena_release(&chunk->record[i].arena);
	source_release(&chunk->input.source);
	strbuf_release(&chunk->text);
	mem_free(chunk->record);
	mem_free(chunk->name);
	mem_free(chunk);
}

static struct chunk_record *
add_record(struct chunk *chunk)
{
	if (chunk->len == chunk->size) {
		chunk->size = chunk->size * 2 + 64;
		chunk->record = mem_grow(
		    chunk->record, chunk->size * sizeof(*chunk->record));
	}
	return &chunk->record[chunk->len++];
}

void
chunk_work(struct chunk *chunk, struct run *run, struct replayer *replayer)
{
	struct arena arena = ARENA_INIT;
	struct record_result result;

	while (record_step(
	    run, &chunk->input, replayer, &arena, &chunk->text, &result)) {
		struct chunk_record *record = add_record(chunk);

		record->result = result;
		record->source = chunk->input.source;
		record->arena = (struct arena)ARENA_INIT;
		/* What was said must last until it is reported. */
		if (result.diags.len > 0) {
			record->arena = arena;
			arena = (struct arena)ARENA_INIT;
		}
	}
	arena_release(&arena);
}

void
chunk_report(struct chunk *chunk, struct run *run, unsigned long *games)
{
	for (size_t i = 0; i < chunk->len; i++) {
		struct chunk_record *record = &chunk->record[i];

		record->result.game = ++*games;
		record->result.diags.arena = &record->arena;
		record_report(run, chunk->input.format, &record->source,
		    &chunk->text, &record->result);
		run_show_progress(run, chunk->name, chunk->begins);
	}
}
