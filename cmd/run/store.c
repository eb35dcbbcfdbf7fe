/* Ternion: records that wait for their place in the output. */
#include <errno.h>

#include "cmd/run/store.h"
#include "parse/text/utf8.h"

static void
put_text(struct store *store, struct slice text, struct strbuf *out)
{
	const struct format *format = store->format;
	const char *separator =
	    format->separator != NULL ? format->separator : "";

	store->placing.number++;
	if (format->place != NULL) {
		format->place(text, &store->placing, out);
		return;
	}
	if (store->placing.number > 1 &&
	    !(store->is_copied && slice_begins(text, separator)))
		strbuf_puts(out, separator);
	strbuf_slice(out, text);
	if (store->is_copied)
		strbuf_char(out, '\n');
}

void
store_end(struct store *store, struct strbuf *out)
{
	struct placing *placing = &store->placing;

	if (store->format != NULL && store->format->end != NULL)
		store->format->end(placing, out);
	*placing = (struct placing){ .engine = placing->engine,
		.is_list = placing->is_list };
}

/* Whether a value is numbers with points between; ? is an unknown digit. */
static bool
has_parts(struct slice value)
{
	bool ok = value.len > 0;

	for (size_t i = 0; i < value.len && ok; i++)
		ok = ascii_is_digit(value.ptr[i]) || value.ptr[i] == '?' ||
		    (value.ptr[i] == '.' && i > 0);
	return ok;
}

static int
compare_bytes(struct slice a, struct slice b)
{
	size_t len = a.len < b.len ? a.len : b.len;
	int order = len > 0 ? memcmp(a.ptr, b.ptr, len) : 0;

	return order != 0 ? order : (a.len > b.len) - (a.len < b.len);
}

int
tag_values_compare(
    struct slice a, struct slice b, bool as_prefix, bool *unknown)
{
	bool parts = has_parts(a);
	int order = 0;

	*unknown = parts != has_parts(b);
	if (*unknown)
		return parts ? -1 : 1;
	if (!parts)
		return compare_bytes(a, b);
	while (a.len > 0 && b.len > 0 && order == 0) {
		struct slice x = slice_take(&a, '.'), y = slice_take(&b, '.');

		*unknown |= memchr(x.ptr, '?', x.len) != NULL ||
		    memchr(y.ptr, '?', y.len) != NULL;
		while (x.len > 1 && x.ptr[0] == '0')
			x = slice_from(x, 1);
		while (y.len > 1 && y.ptr[0] == '0')
			y = slice_from(y, 1);
		order = x.len != y.len ? (x.len > y.len ? 1 : -1)
				       : compare_bytes(x, y);
	}
	*unknown |= order == 0 && b.len > 0;
	if (order == 0 && !as_prefix)
		order = (a.len > 0) - (b.len > 0);
	return order;
}

bool
store_is_needed(const struct job *job)
{
	return job->by != NULL || job->sort != NULL || job->rewrite.split > 0;
}

const char *
store_fault(const struct job *job)
{
	const char *path = job->output.path;
	const char *place = path != NULL ? strchr(path, '%') : NULL;
	bool has_place = place != NULL && strchr(place + 1, '%') == NULL;

	if (job->by != NULL && !(has_place && place[1] == 's'))
		return "--by needs -O with one %s in the name";
	if (job->rewrite.split > 0 && !(has_place && place[1] == 'd'))
		return "--split needs -O with one %d in the name";
	return NULL;
}

/* A copy of the value of a tag, cut to a length, and between characters; that
 * of an unknown one, ? or ????.??.??, is empty. */
static struct slice
tag_key(struct arena *arena, const struct record *record, struct slice name)
{
	const struct tag *tag = record_find_tag(record, name);
	struct slice value = { "", 0 };
	size_t unknown = 0;

	if (tag != NULL)
		value = slice_trim(tag->value);
	while (unknown < value.len && strchr("?.", value.ptr[unknown]) != NULL)
		unknown++;
	if (unknown == value.len)
		value.len = 0;
	if (value.len > STORE_KEY)
		value.len = utf8_start(value, STORE_KEY);
	return arena_slice(arena, value);
}

void
store_note(const struct store *store, const struct job *job,
    const struct session *session, struct run_record *result)
{
	const struct record *record = &session->record;
	struct arena *arena = session->kept;
	unsigned keys = store->order.len;

	if (!store_is_needed(job))
		return;
	result->tags = arena_alloc(arena, (keys + 1) * sizeof(*result->tags));
	for (unsigned i = 0; i < keys; i++)
		result->tags[i] = tag_key(arena, record, store->order.tag[i]);
	if (job->by != NULL)
		result->tags[keys] = tag_key(arena, record, slice_of(job->by));
}

static bool
complain_file(int error)
{
	trouble_say("ternion: temporary file: %s", strerror(error));
	return false;
}

void
store_pass(struct store *store, struct run *run,
    const struct run_record *result, struct strbuf *out)
{
	struct slice text = result->text;
	unsigned keys = store->order.len;
	struct stored *new;

	if (!store_is_needed(run->job)) {
		put_text(store, text, out);
		return;
	}
	if (store->file == NULL)
		store->file = new_file_nameless();
	if (store->file == NULL ||
	    fwrite(text.ptr, 1, text.len, store->file) < text.len) {
		complain_file(errno);
		run->trouble = run->done = true;
		return;
	}
	new = arena_alloc(
	    &store->arena, sizeof(*new) + keys * sizeof(new->key[0]));
	new->store = store;
	new->at = store->end;
	new->len = text.len;
	new->number = store->len;
	/* The value is a part of the name of a file; values that cannot be told
	 * apart there go to one file. */
	char *name = arena_copy(&store->arena,
	    run->job->by == NULL             ? slice_of("")
		: result->tags[keys].len > 0 ? result->tags[keys]
					     : slice_of("unknown"));
	for (struct slice rest = slice_of(name); rest.len > 0;) {
		uint32_t point = 0;
		size_t len = utf8_next(rest, &point);
		char *p = name + (rest.ptr - name);

		len += len == 0;
		if (*p == '/' || (*p == '.' && p == name) ||
		    utf8_is_control(point))
			memset(p, '_', len);
		rest = slice_from(rest, len);
	}
	new->name = name;
	for (unsigned i = 0; i < keys; i++)
		new->key[i] = arena_slice(&store->arena, result->tags[i]);
	store->end += text.len;
	*MEM_ADD(store, list) = new;
}

/* Records without a value of the tag are last. */
static int
by_place(const void *a, const void *b)
{
	const struct stored *x = *(const struct stored *const *)a;
	const struct stored *y = *(const struct stored *const *)b;
	const struct sort_order *by = &x->store->order;
	int order = strcmp(x->name, y->name);

	for (unsigned i = 0; i < by->len && order == 0; i++) {
		struct slice p = x->key[i], q = y->key[i];
		bool unknown;

		if (p.len == 0 || q.len == 0)
			order = (p.len == 0) - (q.len == 0);
		else if (by->descending[i])
			order = tag_values_compare(q, p, false, &unknown);
		else
			order = tag_values_compare(p, q, false, &unknown);
	}
	return order != 0 ? order : (x->number > y->number ? 1 : -1);
}

/* Sets the text to that of a record; false after saying why if it fails. */
static bool
take_text(const struct stored *stored, struct strbuf *text)
{
	FILE *file = stored->store->file;

	strbuf_reset(text);
	strbuf_room(text, stored->len);
	if (fseeko(file, (off_t)stored->at, SEEK_SET) != 0 ||
	    fread(text->ptr, 1, stored->len, file) < stored->len)
		return complain_file(errno != 0 ? errno : EIO);
	strbuf_took(text, stored->len);
	return true;
}

/* Finds the end of the records, from `at` on, that go to the same file. */
static size_t
part_end(const struct store *store, size_t split, size_t at, size_t end)
{
	size_t next = at + 1;

	if (split > 0)
		return end - at > split ? at + split : end;
	while (next < end &&
	    strcmp(store->list[next]->name, store->list[at]->name) == 0)
		next++;
	return next;
}

/* Writes some of the records; false after saying why if it fails. */
static bool
put_records(struct store *store, size_t at, size_t end, struct output *output,
    struct strbuf *out)
{
	SCRATCH text = STRBUF_INIT;

	for (; at < end; at++) {
		if (!take_text(store->list[at], &text))
			return false;
		put_text(store, strbuf_as_slice(&text), out);
		if (out->len > FLUSH_AT)
			output_flush(output, out);
	}
	return true;
}

void
store_write(struct store *store, struct run *run)
{
	const struct job *job = run->job;
	size_t split = job->rewrite.split, first = job->criteria.first, end;
	unsigned long parts = 0;
	SCRATCH out = STRBUF_INIT;
	char part[24];

	MEM_SORT(store, list, by_place);
	if (first == 0 || first > store->len)
		first = store->len;
	if (job->by == NULL && split == 0) {
		run->trouble = run->trouble ||
		    !put_records(store, 0, first, &run->output, &run->text);
		return;
	}
	for (size_t at = 0; at < first && !run->trouble; at = end) {
		struct output file = { .file = NULL };

		end = part_end(store, split, at, first);
		snprintf(part, sizeof(part), "%lu", ++parts);
		if (!run_open_named(run, &file, job->output.path,
			strcspn(job->output.path, "%"),
			split > 0 ? part : store->list[at]->name))
			return;
		bool ok = put_records(store, at, end, &file, &out);
		if (ok) {
			store_end(store, &out);
			output_flush(&file, &out);
		}
		run->trouble |= !output_close(&file, ok) || !ok;
	}
}
