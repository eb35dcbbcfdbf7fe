/* Ternion: how often each of any number of texts was counted. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "cmd/run/key_set.h"
#include "cmd/run/new_file.h"
#include "cmd/run/tally.h"
#include "parse/text/strbuf.h"

enum {
	LIST_MAX = 4 * 1024,    /* texts in memory */
	BYTES_MAX = 128 * 1024, /* of these texts */
	BLOCK = 8 * 1024,       /* bytes that are read and written at once */
};

static int
by_text(const void *a, const void *b)
{
	const struct tallied *x = a, *y = b;

	return strcmp(x->text, y->text);
}

static int
by_times(const void *a, const void *b)
{
	const struct tallied *x = a, *y = b;

	if (x->times != y->times)
		return x->times > y->times ? -1 : 1;
	return strcmp(x->text, y->text);
}

/*
 * The file
 */

/* A file without a name; -1 if there can be none. */
static int
open_nameless(void)
{
	const char *folder = getenv("TMPDIR");
	struct strbuf path = STRBUF_INIT;
	int fd;

	strbuf_printf(&path, "%s/ternion",
	    folder != NULL && *folder != '\0' ? folder : "/tmp");
	fd = new_file_scratch(path.ptr);
	strbuf_release(&path);
	return fd;
}

/* Writes the text at the end of a file and empties it. */
static bool
write_out(int fd, off_t *end, struct strbuf *text)
{
	size_t done = 0;

	while (done < text->len) {
		ssize_t put =
		    pwrite(fd, text->ptr + done, text->len - done, *end);

		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return false;
		done += (size_t)put;
		*end += put;
	}
	strbuf_reset(text);
	return true;
}

/* A run that is being read, or the sorted list in memory. */
struct cursor {
	const struct pile *pile;
	size_t next; /* in the list */
	bool in_memory;
	off_t at, end;       /* in the file */
	struct strbuf block; /* of the file */
	size_t used;         /* of the block */
	struct tallied now;  /* text NULL: there is no more */
	int error;
};

/* Makes so many bytes of the file be there; false if there are not as many. */
static bool
read_on(struct cursor *cursor, size_t wanted)
{
	struct strbuf *block = &cursor->block;

	if (block->len - cursor->used >= wanted)
		return true;
	if (cursor->used > 0)
		memmove(block->ptr, block->ptr + cursor->used,
		    block->len - cursor->used);
	block->len -= cursor->used;
	cursor->used = 0;
	while (block->len < wanted && cursor->at < cursor->end) {
		size_t left = (size_t)(cursor->end - cursor->at);
		size_t len = left < BLOCK ? left : BLOCK;
		ssize_t got = pread(
		    cursor->pile->fd, strbuf_room(block, len), len, cursor->at);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0) {
			cursor->error = got < 0 ? errno : EIO;
			return false;
		}
		strbuf_took(block, (size_t)got);
		cursor->at += got;
	}
	return block->len >= wanted;
}

/* Goes to the next text: in the file its count and its length stand before it.
 */
static void
go_on(struct cursor *cursor)
{
	size_t head[2];

	cursor->now.text = NULL;
	if (cursor->in_memory) {
		if (cursor->next < cursor->pile->len)
			cursor->now = cursor->pile->list[cursor->next++];
		return;
	}
	if (!read_on(cursor, sizeof(head)))
		return;
	memcpy(head, cursor->block.ptr + cursor->used, sizeof(head));
	if (!read_on(cursor, sizeof(head) + head[1]))
		return;
	cursor->now.times = head[0];
	cursor->now.text = cursor->block.ptr + cursor->used + sizeof(head);
	cursor->used += sizeof(head) + head[1];
}

/*
 * Piles
 */

static void
sort_list(struct pile *pile)
{
	if (pile->len > 1)
		qsort(pile->list, pile->len, sizeof(*pile->list), pile->order);
}

static struct cursor *
least_of(const struct pile *pile, struct cursor *cursors, unsigned len)
{
	struct cursor *least = NULL;

	for (unsigned i = 0; i < len; i++)
		if (cursors[i].now.text != NULL &&
		    (least == NULL ||
			pile->order(&cursors[i].now, &least->now) < 0))
			least = &cursors[i];
	return least;
}

/* Hands on all that is in the pile in order; equal texts are one. */
static void
merge_pile(struct pile *pile,
    bool (*take)(void *context, const char *text, unsigned long times),
    void *context)
{
	struct cursor cursors[RUNS_MAX + 1] = { { .pile = pile } }, *least;
	unsigned len = pile->runs + 1;
	struct strbuf text = STRBUF_INIT;
	bool more = true;

	sort_list(pile);
	for (unsigned i = 0; i < len; i++) {
		cursors[i] = (struct cursor){ .pile = pile,
			.in_memory = i == pile->runs };
		if (i < pile->runs) {
			cursors[i].at = i > 0 ? pile->run[i - 1] : 0;
			cursors[i].end = pile->run[i];
		}
		go_on(&cursors[i]);
	}
	while (more && (least = least_of(pile, cursors, len)) != NULL) {
		unsigned long times = 0;

		strbuf_reset(&text);
		strbuf_puts(&text, least->now.text);
		do {
			times += least->now.times;
			go_on(least);
			least = least_of(pile, cursors, len);
		} while (least != NULL && pile->order == by_text &&
		    strcmp(least->now.text, text.ptr) == 0);
		more = take(context, text.ptr, times);
	}
	for (unsigned i = 0; i < len; i++) {
		if (cursors[i].error != 0)
			pile->error = cursors[i].error;
		strbuf_release(&cursors[i].block);
	}
	strbuf_release(&text);
}

/* A run that is being written. */
struct writer {
	int fd;
	off_t end;
	struct strbuf text;
	bool ok;
};

static bool
put_pile_text(void *context, const char *text, unsigned long times)
{
	struct writer *writer = context;
	size_t head[2] = { times, strlen(text) + 1 };

	strbuf_add(&writer->text, (const char *)head, sizeof(head));
	strbuf_add(&writer->text, text, head[1]);
	if (writer->text.len >= BLOCK)
		writer->ok = write_out(writer->fd, &writer->end, &writer->text);
	return writer->ok;
}

static bool
end_writing(struct writer *writer)
{
	writer->ok =
	    writer->ok && write_out(writer->fd, &writer->end, &writer->text);
	strbuf_release(&writer->text);
	return writer->ok;
}

static void
empty_list(struct pile *pile)
{
	arena_reset(&pile->arena);
	pile->len = pile->bytes = 0;
}

/* All runs, and what is in memory, become one run in another file. */
static bool
merge_runs(struct pile *pile)
{
	struct writer writer = { .fd = open_nameless(), .ok = true };

	if (writer.fd < 0)
		return false;
	merge_pile(pile, put_pile_text, &writer);
	if (!end_writing(&writer) || pile->error != 0) {
		close(writer.fd);
		return false;
	}
	close(pile->fd);
	pile->fd = writer.fd;
	pile->run[0] = pile->end = writer.end;
	pile->runs = 1;
	empty_list(pile);
	return true;
}

/* Writes the counts in memory to disk as another sorted run. */
static bool
add_run(struct pile *pile)
{
	struct writer writer = { .end = pile->end, .ok = true };

	if (pile->runs == 0 && (pile->fd = open_nameless()) < 0)
		return false;
	writer.fd = pile->fd;
	sort_list(pile);
	for (size_t i = 0; i < pile->len && writer.ok; i++)
		put_pile_text(&writer, pile->list[i].text, pile->list[i].times);
	if (!end_writing(&writer)) {
		if (pile->runs == 0)
			close(pile->fd);
		return false;
	}
	pile->run[pile->runs++] = pile->end = writer.end;
	empty_list(pile);
	return true;
}

static bool
is_full(const struct pile *pile)
{
	return pile->len >= LIST_MAX || pile->bytes >= BYTES_MAX;
}

/* Makes room for one more if the list is full: true if what is in the list has
 * moved, even where it could not be written. */
static bool
spill(struct pile *pile)
{
	if (!pile->spills || !is_full(pile))
		return false;
	pile->spills = pile->runs < RUNS_MAX ? add_run(pile) : merge_runs(pile);
	return true;
}

static void
begin_pile(struct pile *pile, int (*order)(const void *, const void *))
{
	pile->order = order;
	pile->spills = true;
}

static struct tallied *
add_to_list(struct pile *pile, struct slice text, unsigned long times)
{
	if (pile->len == pile->size) {
		pile->size = pile->size * 2 + 64;
		pile->list =
		    mem_grow(pile->list, pile->size * sizeof(*pile->list));
	}
	pile->list[pile->len] =
	    (struct tallied){ arena_copy(&pile->arena, text), times };
	pile->bytes += text.len;
	return &pile->list[pile->len++];
}

static void
release_pile(struct pile *pile)
{
	if (pile->runs > 0)
		close(pile->fd);
	arena_release(&pile->arena);
	mem_free(pile->list);
}

/*
 * Tallies
 */

/* The place of a text in the hash table: its own, or an empty one. */
static size_t
slot_of(const struct tally *tally, struct slice text)
{
	size_t mask = tally->room - 1, i = key_of_text(text) & mask;

	while (tally->slots[i] != 0 &&
	    !slice_is(text, tally->pile.list[tally->slots[i] - 1].text))
		i = (i + 1) & mask;
	return i;
}

static void
make_slots(struct tally *tally)
{
	const struct pile *pile = &tally->pile;

	if (2 * (pile->len + 1) > tally->room) {
		tally->room = tally->room > 0 ? tally->room * 2 : 256;
		mem_free(tally->slots);
		tally->slots = mem_alloc(tally->room * sizeof(*tally->slots));
	}
	memset(tally->slots, 0, tally->room * sizeof(*tally->slots));
	for (size_t i = 0; i < pile->len; i++)
		tally->slots[slot_of(tally, slice_of(pile->list[i].text))] =
		    (uint32_t)i + 1;
}

void
tally_add(struct tally *tally, struct slice text, unsigned long times)
{
	struct pile *pile = &tally->pile;
	size_t slot;

	if (pile->order == NULL)
		begin_pile(pile, by_text);
	if (spill(pile) || 2 * (pile->len + 1) > tally->room)
		make_slots(tally);
	slot = slot_of(tally, text);
	if (tally->slots[slot] != 0) {
		pile->list[tally->slots[slot] - 1].times += times;
		return;
	}
	add_to_list(pile, text, times);
	tally->slots[slot] = (uint32_t)pile->len;
}

bool
tally_is_empty(const struct tally *tally)
{
	return tally->pile.len == 0 && tally->pile.runs == 0;
}

static bool
put_by_times(void *context, const char *text, unsigned long times)
{
	struct pile *pile = context;

	spill(pile);
	add_to_list(pile, slice_of(text), times);
	return true;
}

int
tally_each(struct tally *tally,
    bool (*take)(void *context, const char *text, unsigned long times),
    void *context)
{
	struct pile *pile = &tally->pile, sorted = { .order = by_times };
	int error;

	if (pile->runs == 0) {
		pile->order = by_times;
		merge_pile(pile, take, context);
		return pile->error;
	}
	sorted.spills = true;
	merge_pile(pile, put_by_times, &sorted);
	merge_pile(&sorted, take, context);
	error = pile->error != 0 ? pile->error : sorted.error;
	release_pile(&sorted);
	return error;
}

void
tally_release(struct tally *tally)
{
	release_pile(&tally->pile);
	mem_free(tally->slots);
}
