/* Ternion: the threads of a run. */

#include "cmd/run/chunk.h"
#include "cmd/run/crew.h"
#include "cmd/run/run_report.h"
#include "cmd/run/workers.h"

enum {
	/* Bytes that one thread works on: many times what it takes to give
	 * them, and little of a file, at whose end some have nothing to do. */
	CHUNK_SIZE = 256 * 1024,
};

/* What one thread has for itself. */
struct worker {
	struct run *run;
	struct replayer *replayer;
};

static void *
begin_worker(void *context)
{
	struct worker *worker = mem_alloc(sizeof(*worker));

	worker->run = context;
	worker->replayer = replayer_new(&worker->run->replay);
	return worker;
}

static void
end_worker(void *context)
{
	struct worker *worker = context;

	replayer_free(worker->replayer);
	mem_free(worker);
}

static void
work(void *context, void *task)
{
	struct worker *worker = context;

	chunk_work(task, worker->run, worker->replayer);
}

/* Reports the oldest chunk when it is done; false if there is none. */
static bool
collect_chunk(struct run *run)
{
	struct chunk *chunk =
	    run->crew != NULL ? crew_collect(run->crew) : NULL;

	if (chunk == NULL)
		return false;
	if (chunk->is_first) {
		report_begin_file(&run->report, chunk->name);
		run->file_games = 0;
	}
	chunk_report(chunk, run, &run->file_games);
	run_flush_some(run);
	if (chunk->is_last) {
		progress_end_input(&run->progress, chunk->ends);
		run_report_end(run, chunk->name, chunk->error, run->file_games);
	}
	chunk_free(chunk);
	return true;
}

void
workers_report_all(struct run *run)
{
	while (collect_chunk(run))
		;
}

bool
workers_may_read(const struct run *run, const struct format *format)
{
	return run->jobs > 1 && run->without_replay == NULL &&
	    run->record == NULL && run->begin_file == NULL &&
	    format->split != NULL;
}

static void
submit_chunk(struct run *run, struct chunk *chunk)
{
	while (crew_is_full(run->crew))
		collect_chunk(run);
	crew_submit(run->crew, chunk);
}

bool
workers_start(struct run *run)
{
	const struct crew_job job = { begin_worker, end_worker, work, run };

	if (run->crew == NULL)
		run->crew = crew_new(run->jobs, &job);
	return run->crew != NULL;
}

/* Makes the next chunk of the input; NULL if no more than one record, or a
 * part of it, is in sight. */
static struct chunk *
cut(struct input *input)
{
	struct source *source = &input->source;
	uint64_t begins = source_position(source);
	struct chunk *chunk;
	size_t len;

	while (source_rest(source).len < CHUNK_SIZE && source_fill(source))
		;
	for (;;) {
		struct slice rest = source_rest(source);

		len = source->eof ? rest.len : input->format->split(rest);
		if (len > 0 || source->eof)
			break;
		if (rest.len > input->max_record + CHUNK_SIZE)
			return NULL;
		source_fill(source);
	}
	chunk = chunk_new(
	    input, slice_sub(source_rest(source), 0, len), source->line);
	source_advance(source, len);
	chunk->begins = begins;
	chunk->ends = source_position(source);
	chunk->is_last = source->eof && source_rest(source).len == 0;
	chunk->error = source->error;
	return chunk;
}

bool
workers_read(struct run *run, struct input *input)
{
	bool first = true, last = false;

	while (!last) {
		struct chunk *chunk = cut(input);

		if (chunk == NULL) {
			workers_report_all(run);
			if (first)
				report_begin_file(
				    &run->report, input->source.name);
			input->games = first ? 0 : run->file_games;
			return false;
		}
		last = chunk->is_last;
		chunk->is_first = first;
		first = false;
		submit_chunk(run, chunk);
	}
	return true;
}
