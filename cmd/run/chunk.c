/* Ternion: a part of an input that holds whole records. */
#include "cmd/run/chunk.h"
#include "cmd/run/run_report.h"

enum {
	RECORDS_MAX = 8192
};

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
	arena_release(&chunk->said);
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

	while (chunk->len < RECORDS_MAX &&
	    record_step(
		run, &chunk->input, replayer, &arena, &chunk->text, &result)) {
		struct chunk_record *record = add_record(chunk);

		diags_keep(&result.diags, &chunk->said);
		record->result = result;
		record->source = chunk->input.source;
	}
	arena_release(&arena);
}

/* Works on the records that were too many to keep what is known of them. */
static void
report_rest(struct chunk *chunk, struct run *run, unsigned long *games)
{
	struct arena arena = ARENA_INIT;
	struct strbuf text = STRBUF_INIT;
	struct record_result result;

	while (record_step(
	    run, &chunk->input, run->replayer, &arena, &text, &result)) {
		result.game = ++*games;
		record_report(run, chunk->input.format, &chunk->input.source,
		    &text, &result);
		strbuf_reset(&text);
		run_flush_some(run);
	}
	arena_release(&arena);
	strbuf_release(&text);
}

void
chunk_report(struct chunk *chunk, struct run *run, unsigned long *games)
{
	for (size_t i = 0; i < chunk->len; i++) {
		struct chunk_record *record = &chunk->record[i];

		record->result.game = ++*games;
		record_report(run, chunk->input.format, &record->source,
		    &chunk->text, &record->result);
		run_show_progress(run, chunk->name, chunk->begins);
	}
	if (chunk->len == RECORDS_MAX)
		report_rest(chunk, run, games);
}
