/* Ternion: the files of a run, whole or in pieces. */
#include "cmd/run/crew.h"
#include "cmd/run/feed.h"

void
feed_look_ahead(
    const struct job *job, struct progress *expected, struct key_set *inputs)
{
	struct inputs files;
	struct entry entry;
	struct stat status;

	inputs_begin(&files, job);
	while (inputs_next(&files, &entry))
		for (size_t i = 0; i < entry.names + (entry.kind == ENTRY_FILE);
		     i++) {
			struct strbuf path = STRBUF_INIT;

			strbuf_puts(&path, entry.path);
			if (entry.kind == ENTRY_JOINED)
				strbuf_printf(&path, "/%s", entry.name[i]);
			if (expected != NULL)
				progress_expect(expected, path.ptr);
			if (inputs != NULL && stat(path.ptr, &status) == 0)
				key_set_add(inputs, output_key(&status));
			strbuf_release(&path);
		}
	inputs_release(&files);
}

struct piece *
feed_open(struct run *run, const struct entry *entry)
{
	struct piece *piece = piece_open(run, entry);

	if (piece_is_foreign(piece)) {
		inputs_pass_over(&run->files);
		piece->kind = ENTRY_PASSED;
		piece->why = "it is no record";
	}
	return piece;
}

/* A thread. */
struct worker {
	const struct run *run;
	struct reader reader;
};

static void *
begin_worker(void *context)
{
	const struct run *run = context;
	struct worker *worker = mem_alloc(sizeof(*worker));

	worker->run = run;
	reader_begin(&worker->reader, &run->replay);
	return worker;
}

static void
end_worker(void *context)
{
	struct worker *worker = context;

	reader_release(&worker->reader);
	mem_free(worker);
}

static void
work(void *context, void *task)
{
	struct worker *worker = context;

	piece_work(worker->run, &worker->reader, task);
}

/* Whether a file is cut into pieces. It takes longer to start threads than to
 * read one small file; they would not see the first of it sooner. */
static bool
is_for_threads(struct run *run, struct piece *piece)
{
	const struct crew_job job = { begin_worker, end_worker, work, run };

	if (!run->in_threads || run->jobs == 1 || piece->kind != ENTRY_FILE ||
	    piece->error != 0 || piece->binary != NULL ||
	    piece->input.format->split == NULL)
		return false;
	if (!piece_is_large(piece) && ++run->small_files == 1)
		return false;
	if (run->crew == NULL)
		run->crew = crew_new(run->jobs, &job);
	return run->crew != NULL;
}

/* The next file, or piece of one, in the order of the input; NULL: there is
 * none. */
static struct piece *
make_piece(struct run *run)
{
	struct entry entry;
	struct piece *piece;

	if (run->cutting == NULL) {
		if (!inputs_next(&run->files, &entry))
			return NULL;
		piece = feed_open(run, &entry);
		if (!is_for_threads(run, piece))
			return piece;
		run->cutting = piece;
	}
	piece = piece_cut(run->cutting);
	if (piece == NULL) {
		piece = run->cutting;
		run->cutting = NULL;
	} else if (piece->is_last) {
		piece_free(run->cutting);
		run->cutting = NULL;
	}
	return piece;
}

struct piece *
feed_take(struct run *run)
{
	struct piece *piece;

	if (run->crew == NULL) {
		piece = run->done ? NULL : make_piece(run);
		if (piece == NULL || run->crew == NULL)
			return piece;
		crew_submit(run->crew, piece);
	}
	while (!run->done && !crew_is_full(run->crew) &&
	    (piece = make_piece(run)) != NULL)
		crew_submit(run->crew, piece);
	return crew_collect(run->crew);
}

void
feed_release(struct run *run)
{
	struct piece *piece;

	while (run->crew != NULL && (piece = crew_collect(run->crew)) != NULL)
		piece_free(piece);
	crew_free(run->crew);
	if (run->cutting != NULL)
		piece_free(run->cutting);
	inputs_release(&run->files);
}
