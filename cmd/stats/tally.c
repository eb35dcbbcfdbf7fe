/* Ternion: how often each of any number of texts was counted. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "cmd/run/key_set.h"
#include "cmd/run/new_file.h"
#include "cmd/stats/tally.h"
#include "parse/text/strbuf.h"

enum {
	LIST_MAX = 4 * 1024,    /* texts in memory */
	BYTES_MAX = 128 * 1024, /* of these texts */
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

/* A text in a file is its count, and the text with its NUL. */
static bool
put_in_file(void *file, const char *text, unsigned long times)
{
	return fwrite(&times, sizeof(times), 1, file) == 1 &&
	    fwrite(text, strlen(text) + 1, 1, file) == 1;
}

/* Where a file, or the sorted list in memory, is being read. */
struct tally_reader {
	FILE *file;         /* NULL: the list */
	size_t next;        /* in the list */
	char *line;         /* owned */
	size_t room;        /* in it */
	struct tallied now; /* text NULL: there is no more */
};

static void
read_text(struct pile *pile, struct tally_reader *reader)
{
	unsigned long times;

	reader->now.text = NULL;
	if (reader->file == NULL) {
		if (reader->next < pile->len)
			reader->now = pile->list[reader->next++];
		return;
	}
	if (fread(&times, sizeof(times), 1, reader->file) == 1 &&
	    getdelim(&reader->line, &reader->room, '\0', reader->file) > 0)
		reader->now = (struct tallied){ reader->line, times };
	else if (!feof(reader->file))
		pile->error = errno != 0 ? errno : EIO;
}

/* Passes on, in order, the texts of the list and of the files from `first` on;
 * equal texts are added up. */
static void
merge_pile(struct pile *pile, unsigned first,
    bool (*take)(void *context, const char *text, unsigned long times),
    void *context)
{
	struct tally_reader readers[TALLY_FILES + 1], *least;
	unsigned len = 0;
	struct strbuf text = STRBUF_INIT;
	unsigned long times = 0;
	bool more = true, begun = false; /* `text` is being added up */

	if (pile->len > 1)
		qsort(pile->list, pile->len, sizeof(*pile->list), pile->order);
	for (unsigned i = first; i <= pile->files; i++) {
		readers[len] = (struct tally_reader){
			.file = i < pile->files ? pile->file[i] : NULL
		};
		if (readers[len].file != NULL)
			rewind(readers[len].file);
		read_text(pile, &readers[len++]);
	}
	while (more) {
		least = NULL;
		for (unsigned i = 0; i < len; i++)
			if (readers[i].now.text != NULL &&
			    (least == NULL ||
				pile->order(&readers[i].now, &least->now) < 0))
				least = &readers[i];
		if (begun &&
		    (least == NULL || pile->order != by_text ||
			strcmp(least->now.text, text.ptr) != 0)) {
			more = take(context, text.ptr, times);
			times = 0;
			begun = false;
		}
		if (least == NULL)
			break;
		strbuf_reset(&text);
		strbuf_puts(&text, least->now.text);
		times += least->now.times;
		begun = true;
		read_text(pile, least);
	}
	for (unsigned i = 0; i < len; i++)
		free(readers[i].line);
	strbuf_release(&text);
}

/* If the list is full, writes it to a file, and merges the files if there are
 * many. True if texts of the list have moved, even if they could not be
 * written. */
static bool
spill(struct pile *pile)
{
	unsigned first = pile->files < TALLY_FILES ? pile->files : 0;
	FILE *file;

	if (pile->in_memory ||
	    (pile->len < LIST_MAX && pile->bytes < BYTES_MAX))
		return false;
	file = new_file_nameless();
	if (file != NULL)
		merge_pile(pile, first, put_in_file, file);
	if (file == NULL || fflush(file) != 0 || ferror(file) ||
	    pile->error != 0) {
		if (file != NULL)
			fclose(file);
		pile->in_memory = true;
		return true;
	}
	while (pile->files > first)
		fclose(pile->file[--pile->files]);
	pile->file[pile->files++] = file;
	arena_reset(&pile->arena);
	pile->len = pile->bytes = 0;
	return true;
}

static void
add_to_list(struct pile *pile, struct slice text, unsigned long times)
{
	pile->list =
	    mem_room(pile->list, pile->len, &pile->size, sizeof(*pile->list));
	pile->list[pile->len++] =
	    (struct tallied){ arena_copy(&pile->arena, text), times };
	pile->bytes += text.len;
}

static void
release_pile(struct pile *pile)
{
	while (pile->files > 0)
		fclose(pile->file[--pile->files]);
	arena_release(&pile->arena);
	mem_free(pile->list);
}

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
fill_slots(struct tally *tally)
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

	pile->order = by_text;
	if (spill(pile) || 2 * (pile->len + 1) > tally->room)
		fill_slots(tally);
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
	return tally->pile.len == 0 && tally->pile.files == 0;
}

static bool
put_in_pile(void *context, const char *text, unsigned long times)
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

	if (pile->files == 0) {
		pile->order = by_times;
		merge_pile(pile, 0, take, context);
		return 0;
	}
	merge_pile(pile, 0, put_in_pile, &sorted);
	merge_pile(&sorted, 0, take, context);
	error = pile->error != 0 ? pile->error : sorted.error;
	release_pile(&sorted);
	return error;
}

int
tally_each_in_order(struct tally *tally,
    bool (*take)(void *context, const char *text, unsigned long times),
    void *context)
{
	tally->pile.order = by_text;
	merge_pile(&tally->pile, 0, take, context);
	return tally->pile.error;
}

void
tally_release(struct tally *tally)
{
	release_pile(&tally->pile);
	mem_free(tally->slots);
}
