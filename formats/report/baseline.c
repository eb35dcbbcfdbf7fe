/* Ternion: baselines: lists of known diagnostics. */
#include <limits.h>
#include <sys/stat.h>

#include "formats/report/report.h"

#define HEAD "# ternion baseline 1"

enum {
	TEXT_MAX = 80, /* bytes of the text at a diagnostic that count */
	PRINT_DIGITS = 16,
	LINE_BYTES_MAX = 32768, /* a path of 4096 bytes, all escaped, fits */
};

/* Baselines hold these hashes, so they never change. A byte that is not UTF-8
 * parts the texts. */
static uint64_t
hash_with(uint64_t hash, struct slice text)
{
	return report_hash(report_hash(hash, text.ptr, text.len), "\xff", 1);
}

/* The order of the tags does not matter. */
uint64_t
baseline_game(const struct record *record)
{
	static const char *const names[] = { "Event", "Site", "Date", "Round",
		NULL };
	uint64_t sum = 0;

	for (const struct tag *t = record->tags; t != NULL; t = t->next)
		if (slice_is_among(t->name, names) ||
		    variants_have_player(t->name.ptr, t->name.len))
			sum += hash_with(hash_with(REPORT_HASH_START, t->name),
			    slice_trim(t->value));
	return sum;
}

static const char *
code_of(enum diag_id id)
{
	return id < DIAGS ? diag_table[id].slug : "more";
}

/* Reads "PRINT COUNT ..."; the rest is for people. After a merge several lines
 * can be equal. */
static bool
read_line(struct baseline *baseline, struct slice line)
{
	unsigned long number;
	struct slice print = slice_take(&line, ' ');
	struct slice count = slice_take(&line, ' ');
	char text[PRINT_DIGITS + 1] = "";

	if (print.len != PRINT_DIGITS)
		return false;
	memcpy(text, print.ptr, PRINT_DIGITS);
	if (strspn(text, "0123456789abcdef") != PRINT_DIGITS ||
	    !slice_number(count, ULONG_MAX / 10, &number) || number == 0)
		return false;
	struct known *known = key_set_make(
	    &baseline->known, strtoull(text, NULL, 16), sizeof(*known));
	known->count += number;
	return true;
}

unsigned long
baseline_read(struct baseline *baseline, struct source *source)
{
	struct slice line;

	for (unsigned long n = 1;
	     (line = source_line(source, LINE_BYTES_MAX)).len > 0; n++) {
		struct slice text = slice_trim(line);

		if (n == 1 ? !slice_is(text, HEAD)
			   : text.len > 0 && !read_line(baseline, text))
			return n;
		source_advance(source, line.len);
	}
	return 0;
}

/* The path without links of the folder of a path; NULL: there is none. */
static char *
folder_of(const char *path)
{
	SCRATCH folder = STRBUF_INIT;

	strbuf_printf(&folder, "%.*s.", SLICE(path_folder(path)));
	return path_real(folder.ptr);
}

void
baseline_set_folder(struct baseline *baseline, const char *path)
{
	struct stat status;
	/* A pipe has no folder of its own. */
	bool is_file = strcmp(path, "-") != 0 &&
	    (stat(path, &status) != 0 || S_ISREG(status.st_mode));

	baseline->folder = folder_of(is_file ? path : "");
}

/* Appends the path from one folder to another, with "/" at its end. */
static void
put_way(struct strbuf *out, const char *from, const char *to)
{
	size_t same = 0; /* bytes of the folders above both */

	for (size_t i = 0;; i++) {
		bool ends = (from[i] == '/' || from[i] == '\0') &&
		    (to[i] == '/' || to[i] == '\0');

		if (ends)
			same = i;
		if (from[i] != to[i] || from[i] == '\0')
			break;
	}
	for (const char *f = from + same; *f != '\0'; f++)
		strbuf_puts(out, *f == '/' ? "../" : "");
	if (to[same] != '\0')
		strbuf_printf(out, "%s/", to + same + 1);
}

static const char *
name_of(struct baseline *baseline, const char *file)
{
	struct stat status;

	if (baseline->file != NULL && strcmp(baseline->file, file) == 0)
		return baseline->name.ptr;
	mem_free(baseline->file);
	baseline->file = mem_string(file, strlen(file));
	strbuf_reset(&baseline->name);
	char *folder = baseline->folder != NULL && stat(file, &status) == 0
	    ? folder_of(file)
	    : NULL;
	if (folder != NULL) {
		put_way(&baseline->name, baseline->folder, folder);
		file = path_name(file);
	}
	strbuf_puts(&baseline->name, file);
	mem_free(folder);
	return baseline->name.ptr;
}

unsigned long
baseline_take(struct baseline *baseline, const char *file, uint64_t game,
    enum diag_id id, struct slice text, unsigned long count)
{
	uint64_t print = REPORT_HASH_START;
	char number[PRINT_DIGITS + 1];

	file = name_of(baseline, file);
	text = slice_trim(text);
	if (text.len > TEXT_MAX)
		text.len = TEXT_MAX;
	snprintf(number, sizeof(number), "%016llx", (unsigned long long)game);
	print = hash_with(print, slice_of(file));
	print = hash_with(print, slice_of(number));
	print = hash_with(print, slice_of(code_of(id)));
	print = hash_with(print, text);
	struct known *known = baseline->writes
	    ? key_set_make(&baseline->known, print, sizeof(*known))
	    : key_set_find(&baseline->known, print);
	if (known == NULL)
		return 0;
	if (baseline->writes) {
		if (known->file == NULL)
			known->file = mem_string(file, strlen(file));
		known->print = print;
		known->id = id;
		known->count += count;
	} else {
		count = count < known->count ? count : known->count;
		known->count -= count;
	}
	baseline->taken += count;
	return count;
}

/* By file and code, so that people can read it and diffs are small. */
static int
by_file(const void *a, const void *b)
{
	const struct known *x = *(const struct known *const *)a;
	const struct known *y = *(const struct known *const *)b;
	int order = strcmp(x->file, y->file);

	if (order == 0)
		order = strcmp(code_of(x->id), code_of(y->id));
	return order != 0 ? order
			  : (x->print > y->print) - (x->print < y->print);
}

void
baseline_write(struct baseline *baseline, struct strbuf *out)
{
	const struct key_set *set = &baseline->known;
	const struct known **list = mem_alloc((set->used + 1) * sizeof(*list));
	size_t len = 0;

	for (size_t i = 0; i < set->room; i++)
		if (set->keys[i].key != 0)
			list[len++] = set->keys[i].data;
	qsort(list, len, sizeof(*list), by_file);
	strbuf_puts(out, HEAD "\n");
	for (size_t i = 0; i < len; i++) {
		strbuf_printf(out, "%016llx %lu %s ",
		    (unsigned long long)list[i]->print, list[i]->count,
		    code_of(list[i]->id));
		strbuf_name(out, slice_of(list[i]->file));
		strbuf_char(out, '\n');
	}
	mem_free(list);
}
