/* Ternion: threads that work on tasks. */
#include <pthread.h>
#include <signal.h>

#include "parse/text/arena.h"
#include "cmd/run/crew.h"
#include "cmd/run/output.h"

enum {
	TASKS_PER_THREAD = 3 /* given and not yet taken */
};

enum state {
	WAITING,
	BUSY,
	DONE
};

struct place {
	void *task;
	enum state state;
};

struct crew {
	struct crew_job job;
	pthread_mutex_t lock;
	pthread_cond_t given, done;
	struct place *ring; /* owned */
	unsigned size;
	unsigned first; /* the oldest task */
	unsigned next;  /* the oldest that nobody works on */
	unsigned len;   /* tasks in the ring */
	unsigned waiting;
	bool closing;
	unsigned threads;
	pthread_t thread[];
};

/* A task to work on, or NULL when there will be none. */
static struct place *
next_task(struct crew *crew)
{
	struct place *place = NULL;

	pthread_mutex_lock(&crew->lock);
	while (crew->waiting == 0 && !crew->closing)
		pthread_cond_wait(&crew->given, &crew->lock);
	if (crew->waiting > 0) {
		place = &crew->ring[crew->next];
		place->state = BUSY;
		crew->next = (crew->next + 1) % crew->size;
		crew->waiting--;
	}
	pthread_mutex_unlock(&crew->lock);
	return place;
}

static void *
run(void *context)
{
	struct crew *crew = context;
	struct memory memory;
	struct place *place;
	void *worker;

	memory_enter(&memory, NULL);
	if (setjmp(memory.out) != 0)
		output_no_memory();
	worker = crew->job.begin(crew->job.context);
	while ((place = next_task(crew)) != NULL) {
		crew->job.work(worker, place->task);
		pthread_mutex_lock(&crew->lock);
		place->state = DONE;
		pthread_cond_signal(&crew->done);
		pthread_mutex_unlock(&crew->lock);
	}
	crew->job.end(worker);
	memory_leave(&memory);
	return NULL;
}

/* Starts the threads; signals are for the one that starts them, which can then
 * hold them for a moment. */
static void
start(struct crew *crew, unsigned threads)
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	while (crew->threads < threads &&
	    pthread_create(&crew->thread[crew->threads], NULL, run, crew) == 0)
		crew->threads++;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

struct crew *
crew_new(unsigned threads, const struct crew_job *job)
{
	struct crew *crew =
	    mem_alloc(sizeof(*crew) + threads * sizeof(crew->thread[0]));

	*crew = (struct crew){ .job = *job };
	crew->size = threads * TASKS_PER_THREAD;
	crew->ring = mem_alloc(crew->size * sizeof(*crew->ring));
	pthread_mutex_init(&crew->lock, NULL);
	pthread_cond_init(&crew->given, NULL);
	pthread_cond_init(&crew->done, NULL);
	start(crew, threads);
	if (crew->threads > 0)
		return crew;
	crew_free(crew);
	return NULL;
}

void
crew_free(struct crew *crew)
{
	if (crew == NULL)
		return;
	pthread_mutex_lock(&crew->lock);
	crew->closing = true;
	pthread_cond_broadcast(&crew->given);
	pthread_mutex_unlock(&crew->lock);
	for (unsigned i = 0; i < crew->threads; i++)
		pthread_join(crew->thread[i], NULL);
	pthread_cond_destroy(&crew->given);
	pthread_cond_destroy(&crew->done);
	pthread_mutex_destroy(&crew->lock);
	mem_free(crew->ring);
	mem_free(crew);
}

bool
crew_is_full(struct crew *crew)
{
	return crew->len == crew->size; /* only the giver changes it */
}

void
crew_submit(struct crew *crew, void *task)
{
	pthread_mutex_lock(&crew->lock);
	crew->ring[(crew->first + crew->len) % crew->size] =
	    (struct place){ task, WAITING };
	crew->len++;
	crew->waiting++;
	pthread_cond_signal(&crew->given);
	pthread_mutex_unlock(&crew->lock);
}

void *
crew_collect(struct crew *crew)
{
	struct place *place = &crew->ring[crew->first];

	if (crew->len == 0)
		return NULL;
	pthread_mutex_lock(&crew->lock);
	while (place->state != DONE)
		pthread_cond_wait(&crew->done, &crew->lock);
	crew->first = (crew->first + 1) % crew->size;
	crew->len--;
	pthread_mutex_unlock(&crew->lock);
	return place->task;
}
