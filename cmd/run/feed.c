/* Ternion: the files of a run, whole or in pieces. */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include "cmd/run/run.h"

enum {
	PIECES_PER_THREAD = 3 /* given and not yet taken */
};

struct feed {
	struct run *run;
	size_t at; /* of the next of run->inputs */
	unsigned long read, faults, passed_over; /* files of a folder */
	struct piece *cutting;     /* the file that is cut into pieces */
	unsigned long small_files; /* each is work for one thread */
	/* Pieces are taken in the order in which they were given, whichever
	 * thread is ready first. */
	pthread_t *thread; /* owned; NULL: one thread does it all */
	unsigned threads;
	pthread_mutex_t lock;
	pthread_cond_t given, done;
	struct piece **ring; /* owned */
	unsigned size;
	unsigned first;   /* the oldest piece */
	unsigned next;    /* the oldest that nobody works on */
	unsigned len;     /* pieces in the ring */
	unsigned waiting; /* of them, for a thread */
	bool is_closing;
};

struct feed *
feed_new(struct run *run)
{
	struct feed *feed = mem_zeroed(sizeof(*feed));

	feed->run = run;
	return feed;
}

/*
 * Threads
 */

static void *
work_on_pieces(void *context)
{
	struct feed *feed = context;
	struct record_reader reader;
	struct memory memory;

	memory_enter(&memory, NULL);
	if (setjmp(memory.out) != 0)
		output_no_memory();
	reader_begin(&reader, &feed->run->replay);
	pthread_mutex_lock(&feed->lock);
	for (;;) {
		struct piece *piece = feed->ring[feed->next];

		if (feed->waiting == 0 && feed->is_closing)
			break;
		if (feed->waiting == 0) {
			pthread_cond_wait(&feed->given, &feed->lock);
			continue;
		}
		feed->next = (feed->next + 1) % feed->size;
		feed->waiting--;
		pthread_mutex_unlock(&feed->lock);
		piece_work(feed->run, &reader, piece);
		pthread_mutex_lock(&feed->lock);
		piece->is_done = true;
		pthread_cond_signal(&feed->done);
	}
	pthread_mutex_unlock(&feed->lock);
	reader_release(&reader);
	memory_leave(&memory);
	return NULL;
}

/* Starts the threads; false if none can be started. They block all signals, so
 * that the main thread alone gets them and can hold them for a moment. */
static bool
start_threads(struct feed *feed, unsigned threads)
{
	sigset_t all, before;

	if (feed->thread != NULL)
		return feed->threads > 0;
	feed->size = threads * PIECES_PER_THREAD;
	feed->ring = mem_alloc(feed->size * sizeof(*feed->ring));
	feed->thread = mem_alloc(threads * sizeof(*feed->thread));
	pthread_mutex_init(&feed->lock, NULL);
	pthread_cond_init(&feed->given, NULL);
	pthread_cond_init(&feed->done, NULL);
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	while (feed->threads < threads &&
	    pthread_create(
		&feed->thread[feed->threads], NULL, work_on_pieces, feed) == 0)
		feed->threads++;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return feed->threads > 0;
}

/* The oldest piece, when it is done; NULL if there is none. */
static struct piece *
collect(struct feed *feed)
{
	struct piece *piece;

	if (feed->len == 0)
		return NULL;
	piece = feed->ring[feed->first];
	pthread_mutex_lock(&feed->lock);
	while (!piece->is_done)
		pthread_cond_wait(&feed->done, &feed->lock);
	feed->first = (feed->first + 1) % feed->size;
	feed->len--;
	pthread_mutex_unlock(&feed->lock);
	return piece;
}

/*
 * Pieces
 */

/* Whether a file is cut into pieces. A single small file is read faster than
 * threads are started. */
static bool
is_for_threads(struct feed *feed, struct piece *piece)
{
	const struct run *run = feed->run;
	unsigned threads = (unsigned)run->job->threads;
	long cores = sysconf(_SC_NPROCESSORS_ONLN);

#ifdef CPU_COUNT
	cpu_set_t set;

	/* The process may be allowed fewer cores. This fails on a machine with
	 * more cores than the set has room for. */
	if (threads == 0 && sched_getaffinity(0, sizeof(set), &set) == 0)
		cores = CPU_COUNT(&set);
#endif
	if (threads == 0)
		threads = cores > 0 ? (unsigned)cores : 1;
	if (!run->in_threads || threads == 1 ||
	    piece->entry.kind != ENTRY_FILE || piece->error != 0 ||
	    piece->binary != NULL || piece->input.format->split == NULL)
		return false;
	if (!piece_is_large(piece) && ++feed->small_files == 1)
		return false;
	return start_threads(feed, threads);
}

/* Opens the next file. A folder of which nothing was read is a fault of its
 * own. NULL: there is no more. */
static struct piece *
next_file(struct feed *feed)
{
	const struct inputs *inputs = &feed->run->inputs;

	while (feed->at < inputs->len) {
		struct entry entry = inputs->entry[feed->at++];
		bool is_empty = feed->read == 0 && feed->faults == 0;
		struct piece *piece;

		if (entry.kind == ENTRY_END) {
			entry.kind = ENTRY_FAULT;
			entry.fault = DIAG_DIRECTORY_EMPTY;
			entry.why = feed->passed_over > 0
			    ? "nothing in this directory can be read: its "
			      "files are not records, or are excluded"
			    : "no file in this directory has a known suffix";
			feed->read = feed->faults = feed->passed_over = 0;
			if (!is_empty)
				continue;
		}
		piece = piece_open(feed->run, &entry);
		if (!entry.is_named && entry.fault != DIAG_DIRECTORY_EMPTY) {
			feed->faults += piece->entry.kind == ENTRY_FAULT;
			feed->passed_over += piece->entry.kind == ENTRY_PASSED;
			feed->read += piece->entry.why == NULL;
		}
		return piece;
	}
	return NULL;
}

/* The next file, or piece of one, in the order of the input; NULL: there is
 * none. */
static struct piece *
make_piece(struct feed *feed)
{
	struct piece *piece;

	if (feed->cutting == NULL) {
		piece = next_file(feed);
		if (piece == NULL || !is_for_threads(feed, piece))
			return piece;
		feed->cutting = piece;
	}
	piece = piece_cut(feed->run->job, feed->cutting);
	if (piece == NULL) {
		piece = feed->cutting;
		feed->cutting = NULL;
	} else if (piece->is_last) {
		piece_free(feed->cutting);
		feed->cutting = NULL;
	}
	return piece;
}

struct piece *
feed_take(struct feed *feed)
{
	while (!feed->run->done &&
	    (feed->threads == 0 || feed->len < feed->size)) {
		struct piece *piece = make_piece(feed);

		if (piece == NULL)
			break;
		if (feed->threads == 0)
			return piece;
		pthread_mutex_lock(&feed->lock);
		feed->ring[(feed->first + feed->len) % feed->size] = piece;
		feed->len++;
		feed->waiting++;
		pthread_cond_signal(&feed->given);
		pthread_mutex_unlock(&feed->lock);
	}
	return collect(feed);
}

void
feed_free(struct feed *feed)
{
	struct piece *piece;

	if (feed == NULL)
		return;
	while ((piece = collect(feed)) != NULL)
		piece_free(piece);
	if (feed->thread != NULL) {
		pthread_mutex_lock(&feed->lock);
		feed->is_closing = true;
		pthread_cond_broadcast(&feed->given);
		pthread_mutex_unlock(&feed->lock);
		for (unsigned i = 0; i < feed->threads; i++)
			pthread_join(feed->thread[i], NULL);
		pthread_cond_destroy(&feed->given);
		pthread_cond_destroy(&feed->done);
		pthread_mutex_destroy(&feed->lock);
		mem_free(feed->ring);
		mem_free(feed->thread);
	}
	if (feed->cutting != NULL)
		piece_free(feed->cutting);
	mem_free(feed);
}
