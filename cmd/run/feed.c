/* Ternion: the files of a run, whole or in chunks. */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "cmd/cmd.h"
#include "cmd/run/run.h"
#include "parse/text/binary.h"
#include "parse/text/near.h"

enum {
	HEAD_MIN = 64 * 1024, /* bytes that tell whether a file has records */
	/* Bytes that one thread works on: enough that handing them over costs
	 * little, and few enough that all threads end at about the same time.
	 */
	TASK_BYTES = 256 * 1024,
	CHUNK_BYTES = TASK_BYTES / 16, /* that a small file counts, too */
	RECORDS_MAX = 8192,            /* of a chunk, that are kept */
	THREADS_MAX = 256,
	TASKS_PER_THREAD = 3,          /* given and not yet taken */
	MEMORY_KEPT = 32 * 1024 * 1024 /* bytes */
};

/* The work of one thread: chunks in the order of the input, many where files
 * are small. */
struct task {
	struct task *next;
	struct chunk *first, *last;
	size_t bytes;
	bool is_done; /* under the feed's lock */
};

struct feed {
	struct run *run;
	size_t at; /* of the next of run->inputs */
	/* Files of a folder that were read or cannot be, and others. */
	unsigned long found, passed_over;
	struct chunk *cutting; /* the file that is cut into chunks */
	/* Pieces are taken in the order in which they were given, whichever
	 * thread is ready first. */
	pthread_t thread[THREADS_MAX];
	unsigned threads; /* 0: one thread does it all */
	bool is_tried;    /* whether more can be started */
	pthread_mutex_t lock;
	pthread_cond_t given, done;
	struct task *first, *last; /* that were given */
	struct task *waiting;      /* the first that nobody works on */
	unsigned len;
	bool is_closing, lacks_memory;
	struct chunk *done_chunks; /* of the last task that was taken */
};

static struct chunk *
new_chunk(const struct job *job, const struct input_entry *entry)
{
	struct chunk *chunk = mem_zeroed(sizeof(*chunk));

	chunk->entry = *entry;
	chunk->is_stdin =
	    entry->kind == ENTRY_FILE && strcmp(entry->path, "-") == 0;
	chunk->name = chunk->is_stdin ? job->input.stdin_name : entry->path;
	chunk->input.source.fd = -1;
	chunk->input.max_record = job->input.max_record;
	chunk->input.format = entry->format;
	return chunk;
}

void
chunk_free(struct chunk *chunk)
{
	source_release(&chunk->input.source);
	strbuf_release(&chunk->bytes);
	arena_release(&chunk->arena);
	mem_free(chunk->record);
	mem_free(chunk);
}

/* Refuses a text that is surely not of the format that -f names. */
static void
refuse_mistaken(const struct job *job, struct chunk *chunk)
{
	const struct format *from = chunk->input.format;
	const struct format *format =
	    format_mistaken(source_rest(&chunk->input.source), from);
	SCRATCH why = STRBUF_INIT, forms = STRBUF_INIT;

	if (format == NULL)
		return;
	strbuf_printf(&why, "it is %s, not %s", format->id, from->id);
	if (job->command->forms != NULL)
		job->command->forms(&forms);
	if (near_has(strbuf_as_slice(&forms), slice_of(from->id)))
		strbuf_printf(&why, "; did you mean '-t %s'?", from->id);
	chunk->entry.kind = ENTRY_FAULT;
	chunk->entry.why = arena_copy(&chunk->arena, strbuf_as_slice(&why));
}

/* Why a file may not change, or NULL. */
static const char *
why_kept(const struct run *run, struct chunk *chunk)
{
	const struct format *format = chunk->input.format;

	/* Without a format it is not read. */
	if (run->changes == CHANGES_NONE || format == NULL)
		return NULL;
	if (run->changes == CHANGES_IN_PLACE && chunk->is_stdin)
		return "it is not a file";
	if (run->changes >= CHANGES_FILES && !chunk->is_stdin &&
	    chunk->entry.kind == ENTRY_FILE && !S_ISREG(chunk->status.st_mode))
		return "it is not a regular file";
	if (format->write == NULL || format->needs_positions)
		return arena_printf(
		    &chunk->arena, "%s is for reading only", format->id);
	if (run->changes >= CHANGES_FILES && !chunk->is_stdin &&
	    chunk->input.source.unpacker != NULL)
		return "it is compressed; unpack it first";
	if (run->changes == CHANGES_IN_PLACE && run->to != NULL &&
	    run->to != format)
		return arena_printf(&chunk->arena,
		    "it is %s, and a file must keep its format", format->id);
	return NULL;
}

static void
open_file(const struct run *run, struct chunk *chunk)
{
	struct source *source = &chunk->input.source;
	const char *from = run->job->input.format;
	const struct format *format = from != NULL
	    ? format_find(slice_of(from))
	    : format_of_path(chunk->name);

	/* Opening a pipe would wait for a writer. */
	if (run->changes >= CHANGES_FILES && !chunk->is_stdin &&
	    stat(chunk->entry.path, &chunk->status) == 0 &&
	    !S_ISREG(chunk->status.st_mode) &&
	    !S_ISDIR(chunk->status.st_mode)) {
		source_text(source, chunk->name, (struct slice){ "", 0 });
		chunk->input.format = &format_pgn;
		return;
	}
	if (chunk->is_stdin)
		terminal_tell_waiting(run->job, "records");
	chunk->error = source_open(source, chunk->entry.path, chunk->name);
	source->copy = run->keeps_bytes ? &chunk->bytes : NULL;
	if (chunk->error == 0)
		fstat(source->fd, &chunk->status);
	if (chunk->error == 0 && !source_fill(source))
		chunk->error = source->error;
	chunk->input.format =
	    format != NULL ? format : format_of_source(source);
	if (from != NULL && chunk->error == 0)
		refuse_mistaken(run->job, chunk);
	/* A pipe delivers the first bytes in chunks of any length. */
	while (chunk->error == 0 && binary_is_open(source_rest(source)) &&
	    source_fill(source))
		;
	if (chunk->error == 0)
		chunk->binary = binary_words(source_rest(source));
}

/* Opens the file of an entry. A file found in a folder that holds no records
 * becomes an ENTRY_PASSED. */
static struct chunk *
chunk_open(const struct run *run, const struct input_entry *entry)
{
	struct chunk *chunk = new_chunk(run->job, entry);
	struct source *source = &chunk->input.source;

	chunk->is_last = true;
	if (entry->kind == ENTRY_FILE) {
		open_file(run, chunk);
	} else if (entry->kind == ENTRY_JOINED) {
		source_text(source, chunk->name, slice_of(""));
	} else if (entry->kind == ENTRY_POSITION) {
		chunk->input.format = &format_3pf;
		source_text(
		    source, chunk->name, slice_of(run->job->input.position));
	}
	if (entry->kind == ENTRY_FILE && !entry->is_named &&
	    chunk->error == 0 && chunk->input.format->has_records != NULL) {
		source_fill_up(source, HEAD_MIN);
		if (source->error == 0 &&
		    !chunk->input.format->has_records(
			source_rest(source), source->eof)) {
			chunk->entry.kind = ENTRY_PASSED;
			chunk->entry.why = "it is not a record";
		}
	}
	chunk->kept = why_kept(run, chunk);
	return chunk;
}

/* Cuts the next chunk off a file. NULL if the next record is too long for a
 * chunk: then one thread must read the rest. */
static struct chunk *
chunk_cut(const struct job *job, struct chunk *file)
{
	const struct format *format = file->input.format;
	struct source *source = &file->input.source;
	size_t len;

	source_fill_up(source, TASK_BYTES);
	for (;;) {
		struct slice rest = source_rest(source);

		len = source->eof ? rest.len : format->split(format, rest);
		if (len > 0 || source->eof)
			break;
		if (rest.len > file->input.max_record + TASK_BYTES)
			return NULL;
		source_fill(source);
	}
	struct chunk *chunk = new_chunk(job, &file->entry);
	chunk->is_cut = true;
	chunk->status = file->status;
	chunk->input.format = format;
	source_text(&chunk->input.source, chunk->name,
	    slice_sub(source_rest(source), 0, len));
	chunk->input.source.line = source->line;
	chunk->input.source.line_offset =
	    source->line_offset + (source->at - source->line_at);
	if (file->kept != NULL)
		chunk->kept = arena_copy(&chunk->arena, slice_of(file->kept));
	chunk->bytes = file->bytes;
	file->bytes = STRBUF_INIT;
	source_advance(source, len);
	chunk->ends = source_position(source);
	chunk->is_last = source->eof && source_rest(source).len == 0;
	chunk->error = source->error;
	return chunk;
}

/*
 * Records
 */

void
session_begin(struct session *session, const struct run *run)
{
	session->replayer = replayer_new(&run->replay);
	session->keeps_errors = run->report.options.keeps_errors;
	if (run->batch->begin != NULL)
		run->batch->begin(run, session);
	session->replayer->options.see = run->batch->see;
	session->replayer->options.context = session->state;
}

/* Reads the next record of a chunk, replays it and works on it, and changes
 * nothing but the session. The result lives in the arena; NULL: as long as the
 * record. False at the end of the chunk. */
static bool
next_record(struct session *session, const struct run *run, struct chunk *chunk,
    struct arena *arena, struct run_record *result)
{
	const struct batch *batch = run->batch;
	struct record *record = &session->record;
	struct input *input = &chunk->input;

	*result = (struct run_record){ .ok = true, .chunk = chunk };
	session->kept = arena != NULL ? arena : &session->arena;
	strbuf_reset(&session->text);
	if (!session_read(session, input))
		return false;
	result->source = input->source;
	if (batch->edit != NULL)
		batch->edit(run, session);
	result->game = record->game;
	result->start = record->span.start;
	if (run->report.options.baseline != NULL)
		result->names = baseline_game(record);
	if (!run->no_replay) {
		result->ok = session_replay(session);
		result->plies = session->replayed.all_plies;
		result->variant = session->replayed.variant;
	}
	if (batch->map != NULL)
		batch->map(run, session, result);
	if (!run->no_replay)
		session_settle(session);
	if (batch->fix != NULL)
		batch->fix(run, session, result);
	result->diags = session->diags;
	if (arena != NULL) {
		diags_keep(&result->diags, arena);
		result->text = arena_slice(arena, result->text);
	}
	return true;
}

bool
chunk_next(const struct run *run, struct session *session, struct chunk *chunk,
    struct run_record *record)
{
	if (chunk->at < chunk->len) {
		*record = chunk->record[chunk->at++];
		return true;
	}
	return next_record(session, run, chunk, NULL, record);
}

/*
 * Threads
 */

static void *
work_on_tasks(void *context)
{
	struct feed *feed = context;
	struct session session = { .replayer = NULL };
	struct run_record result;
	struct memory memory;

	memory_enter(&memory, NULL);
	if (setjmp(memory.out) != 0) {
		/* The main thread may be about to rename a file. */
		pthread_mutex_lock(&feed->lock);
		feed->lacks_memory = true;
		pthread_cond_signal(&feed->done);
		pthread_mutex_unlock(&feed->lock);
		return NULL;
	}
	session_begin(&session, feed->run);
	pthread_mutex_lock(&feed->lock);
	for (;;) {
		struct task *task = feed->waiting;

		if (task == NULL && feed->is_closing)
			break;
		if (task == NULL) {
			pthread_cond_wait(&feed->given, &feed->lock);
			continue;
		}
		feed->waiting = task->next;
		pthread_mutex_unlock(&feed->lock);
		for (struct chunk *c = task->first; c != NULL; c = c->next)
			while (c->is_cut && c->len < RECORDS_MAX &&
			    next_record(
				&session, feed->run, c, &c->arena, &result))
				*MEM_ADD(c, record) = result;
		pthread_mutex_lock(&feed->lock);
		task->is_done = true;
		pthread_cond_signal(&feed->done);
	}
	pthread_mutex_unlock(&feed->lock);
	session_release(&session);
	memory_leave(&memory);
	return NULL;
}

/* The next chunk of the tasks that were given, when its task is done; NULL if
 * there is none. */
static struct chunk *
collect(struct feed *feed)
{
	struct task *task = feed->first;
	struct chunk *chunk;

	if (feed->done_chunks == NULL && task != NULL) {
		pthread_mutex_lock(&feed->lock);
		while (!task->is_done && !feed->lacks_memory)
			pthread_cond_wait(&feed->done, &feed->lock);
		if (!task->is_done)
			memory_none();
		feed->first = task->next;
		feed->len--;
		pthread_mutex_unlock(&feed->lock);
		feed->done_chunks = task->first;
		mem_free(task);
	}
	chunk = feed->done_chunks;
	if (chunk != NULL)
		feed->done_chunks = chunk->next;
	return chunk;
}

/*
 * The files, in the order of the input
 */

struct feed *
feed_new(struct run *run)
{
	struct feed *feed = mem_zeroed(sizeof(*feed));

	feed->run = run;
#ifdef __GLIBC__
	/* Each chunk is made by one thread and freed by another: its memory
	 * would go back to the system, and be asked for again. */
	mallopt(M_MMAP_THRESHOLD, MEMORY_KEPT);
	mallopt(M_TRIM_THRESHOLD, 2 * MEMORY_KEPT);
#endif
	pthread_mutex_init(&feed->lock, NULL);
	pthread_cond_init(&feed->given, NULL);
	pthread_cond_init(&feed->done, NULL);
	return feed;
}

/* Whether a file is cut into chunks; starts the threads for them. They block
 * all signals, so that the main thread alone gets them and can hold them for a
 * moment. */
static bool
is_for_threads(struct feed *feed, struct chunk *chunk)
{
	const struct run *run = feed->run;
	unsigned threads = (unsigned)run->job->threads;
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	sigset_t all, before;

#ifdef CPU_COUNT
	cpu_set_t set;

	/* The process may be allowed fewer cores. This fails on a machine with
	 * more cores than the set has room for. */
	if (threads == 0 && sched_getaffinity(0, sizeof(set), &set) == 0)
		cores = CPU_COUNT(&set);
#endif
	if (threads == 0)
		threads = cores > THREADS_MAX ? THREADS_MAX
		    : cores > 0               ? (unsigned)cores
					      : 1;
	if (run->is_alone || threads == 1 || chunk->entry.kind != ENTRY_FILE ||
	    chunk->error != 0 || chunk->binary != NULL ||
	    chunk->input.format->split == NULL)
		return false;
	if (feed->is_tried)
		return feed->threads > 0;
	feed->is_tried = true;
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	while (feed->threads < threads &&
	    pthread_create(
		&feed->thread[feed->threads], NULL, work_on_tasks, feed) == 0)
		feed->threads++;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return feed->threads > 0;
}

/* Opens the next file. A folder from which nothing was read is a fault of its
 * own. NULL: there is no more. */
static struct chunk *
next_file(struct feed *feed)
{
	const struct inputs *inputs = &feed->run->inputs;

	while (feed->at < inputs->len) {
		struct input_entry entry = inputs->entry[feed->at++];
		bool is_empty = feed->found == 0;

		if (entry.kind == ENTRY_END) {
			entry.kind = ENTRY_FAULT;
			entry.fault = DIAG_DIRECTORY_EMPTY;
			entry.why = feed->passed_over > 0
			    ? "nothing in this folder can be read: its "
			      "files are not records, or are excluded"
			    : "no file in this folder has a known suffix "
			      "such as .pgn; name the files to read";
			feed->found = feed->passed_over = 0;
			if (!is_empty)
				continue;
		}
		struct chunk *chunk = chunk_open(feed->run, &entry);
		if (!entry.is_named && entry.fault != DIAG_DIRECTORY_EMPTY) {
			feed->found += chunk->entry.kind != ENTRY_PASSED;
			feed->passed_over += chunk->entry.kind == ENTRY_PASSED;
		}
		return chunk;
	}
	return NULL;
}

/* The next file, or chunk of one, in the order of the input; NULL: there is
 * none. */
static struct chunk *
make_chunk(struct feed *feed)
{
	struct chunk *chunk;

	if (feed->cutting == NULL) {
		chunk = next_file(feed);
		if (chunk == NULL || !is_for_threads(feed, chunk))
			return chunk;
		feed->cutting = chunk;
	}
	chunk = chunk_cut(feed->run->job, feed->cutting);
	if (chunk == NULL) {
		chunk = feed->cutting;
		feed->cutting = NULL;
	} else if (chunk->is_last) {
		chunk_free(feed->cutting);
		feed->cutting = NULL;
	}
	return chunk;
}

/* Makes the chunks of a task and gives it to the threads; false if there is no
 * more. Without threads a task is one chunk, on which the caller works. */
static bool
give_task(struct feed *feed)
{
	struct task *task = mem_zeroed(sizeof(*task));
	struct chunk *chunk;

	while (task->bytes < TASK_BYTES && (chunk = make_chunk(feed)) != NULL) {
		size_t len = source_rest(&chunk->input.source).len;

		LIST_APPEND(task->first, task->last, chunk);
		task->bytes += !chunk->is_cut ? TASK_BYTES
		    : len < CHUNK_BYTES       ? CHUNK_BYTES
					      : len;
	}
	if (task->first == NULL) {
		mem_free(task);
		return false;
	}
	task->is_done = feed->threads == 0;
	pthread_mutex_lock(&feed->lock);
	LIST_APPEND(feed->first, feed->last, task);
	if (feed->waiting == NULL && feed->threads > 0)
		feed->waiting = task;
	feed->len++;
	pthread_cond_signal(&feed->given);
	pthread_mutex_unlock(&feed->lock);
	return true;
}

struct chunk *
feed_take(struct feed *feed)
{
	while (feed->done_chunks == NULL && !feed->run->done &&
	    feed->len <= feed->threads * TASKS_PER_THREAD && give_task(feed))
		;
	return collect(feed);
}

void
feed_end(struct feed *feed)
{
	struct chunk *chunk;

	while ((chunk = collect(feed)) != NULL)
		chunk_free(chunk);
	pthread_mutex_lock(&feed->lock);
	feed->is_closing = true;
	pthread_cond_broadcast(&feed->given);
	pthread_mutex_unlock(&feed->lock);
	for (unsigned i = 0; i < feed->threads; i++)
		pthread_join(feed->thread[i], NULL);
	if (feed->cutting != NULL)
		chunk_free(feed->cutting);
}
