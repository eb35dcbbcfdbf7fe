/* Ternion: how often each of any number of texts was counted. */
#include <errno.h>

#include "cmd/stats/stats.h"

enum {
	LIST_MAX = 4 * 1024,    /* texts in memory, equal ones too */
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
read_text(struct tally *tally, struct tally_reader *reader)
{
	unsigned long times;

	reader->now.text = NULL;
	if (reader->file == NULL) {
		if (reader->next < tally->len)
			reader->now = tally->list[reader->next++];
		return;
	}
	if (fread(&times, sizeof(times), 1, reader->file) == 1 &&
	    getdelim(&reader->line, &reader->room, '\0', reader->file) > 0)
		reader->now = (struct tallied){ reader->line, times };
	else if (!feof(reader->file))
		tally->error = errno != 0 ? errno : EIO;
}

/* Passes on, in order, the texts of the list and of the files from `first` on;
 * equal texts are added up. */
static void
merge_tally(
    struct tally *tally, unsigned first, tally_take *take, void *context)
{
	struct tally_reader readers[TALLY_FILES + 1];
	unsigned len = 0;
	SCRATCH text = STRBUF_INIT;
	unsigned long times = 0;
	bool more = true, begun = false; /* `text` is being added up */

	MEM_SORT(tally, list, tally->order);
	for (unsigned i = first; i <= tally->files; i++) {
		readers[len] = (struct tally_reader){
			.file = i < tally->files ? tally->file[i] : NULL
		};
		if (readers[len].file != NULL)
			rewind(readers[len].file);
		read_text(tally, &readers[len++]);
	}
	while (more) {
		struct tally_reader *least = NULL;

		for (unsigned i = 0; i < len; i++)
			if (readers[i].now.text != NULL &&
			    (least == NULL ||
				tally->order(&readers[i].now, &least->now) < 0))
				least = &readers[i];
		if (begun &&
		    (least == NULL || tally->order != by_text ||
			strcmp(least->now.text, text.ptr) != 0)) {
			more = take(context, text.ptr, times);
			times = 0;
		}
		if (least == NULL)
			break;
		strbuf_reset(&text);
		strbuf_puts(&text, least->now.text);
		times += least->now.times;
		begun = true;
		read_text(tally, least);
	}
	for (unsigned i = 0; i < len; i++)
		free(readers[i].line);
}

/* Writes a full list to a file, and merges the files if there are many. */
static void
spill(struct tally *tally)
{
	unsigned first = tally->files < TALLY_FILES ? tally->files : 0;
	FILE *file = new_file_nameless();

	if (file != NULL)
		merge_tally(tally, first, put_in_file, file);
	if (file == NULL || fflush(file) != 0 || ferror(file) ||
	    tally->error != 0) {
		if (file != NULL)
			fclose(file);
		tally->in_memory = true;
		return;
	}
	while (tally->files > first)
		fclose(tally->file[--tally->files]);
	tally->file[tally->files++] = file;
	arena_reset(&tally->arena);
	tally->len = tally->bytes = 0;
}

void
tally_add(struct tally *tally, struct slice text, unsigned long times)
{
	if (tally->order == NULL)
		tally->order = by_text;
	if (!tally->in_memory &&
	    (tally->len == LIST_MAX || tally->bytes >= BYTES_MAX))
		spill(tally);
	*MEM_ADD(tally, list) =
	    (struct tallied){ arena_copy(&tally->arena, text), times };
	tally->bytes += text.len;
}

bool
tally_is_empty(const struct tally *tally)
{
	return tally->len == 0 && tally->files == 0;
}

static bool
put_in_tally(void *context, const char *text, unsigned long times)
{
	tally_add(context, slice_of(text), times);
	return true;
}

void
tally_each(
    struct tally *tally, bool by_frequency, tally_take *take, void *context)
{
	struct tally sorted = { .order = by_times };

	if (!by_frequency) {
		merge_tally(tally, 0, take, context);
		return;
	}
	merge_tally(tally, 0, put_in_tally, &sorted);
	merge_tally(&sorted, 0, take, context);
	if (tally->error == 0)
		tally->error = sorted.error;
	while (sorted.files > 0)
		fclose(sorted.file[--sorted.files]);
	arena_release(&sorted.arena);
	mem_free(sorted.list);
}
