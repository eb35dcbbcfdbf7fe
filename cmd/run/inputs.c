/* Ternion: the inputs of a call. */
#include <dirent.h>
#include <errno.h>

#include "cmd/run/run.h"
#include "parse/text/globs.h"

enum {
	FOLDERS_DEEP = 256,
	IGNORE_MAX = 1024 * 1024 /* bytes; a longer .gitignore is ignored */
};

/* The patterns of a folder's .gitignore; none if it has no such file. */
struct ignored {
	struct ignored *above; /* of a folder farther up; NULL: none */
	struct globs globs;
	size_t base; /* length of its folder's path */
	bool is_top; /* the folder is a repository: files above it do not count
		      */
};

/* Patterns of the call and of the configuration. */
enum pattern_list {
	EXCLUDE,
	CONFIG_EXCLUDE,
	CONFIG_INCLUDE,
	PATTERNS
};

/* A search of a folder that the call names. */
struct folder_search {
	struct inputs *inputs;
	const struct job *job;
	struct strbuf path;  /* of the file or folder at hand, */
	struct strbuf place; /* and absolute, without links */
	size_t unshown;      /* bytes of a path in ".": "./" */
	size_t named;        /* bytes before the part below the folder named */
	size_t operand;      /* length of the path of the folder named */
	/* The working directory and the folder of the configuration, or NULL;
	 * owned. */
	char *working, *config;
	struct globs globs[PATTERNS];
	struct ignored *ignored; /* of the folder at hand; owned */
};

/* The path relative to a folder; empty if it is not in the folder. */
static struct slice
below(struct slice path, struct slice folder)
{
	if (path.len <= folder.len + 1 || path.ptr[folder.len] != '/' ||
	    memcmp(path.ptr, folder.ptr, folder.len) != 0)
		return slice_sub(path, 0, 0);
	return slice_sub(path, folder.len + 1, path.len - folder.len - 1);
}

/*
 * .gitignore
 */

/* Reads the .gitignore of the folder at hand. Like git, only a regular file
 * counts, no link. */
static void
look_into(struct folder_search *search)
{
	struct ignored *ignored = mem_alloc(sizeof(*ignored));
	struct strbuf *place = &search->place;
	size_t len = place->len;
	struct source source;
	struct stat status;

	*ignored = (struct ignored){
		.above = search->ignored, .globs = GLOBS_INIT, .base = len
	};
	strbuf_puts(place, "/.git");
	ignored->is_top = lstat(place->ptr, &status) == 0;
	strbuf_puts(place, "ignore");
	if (lstat(place->ptr, &status) == 0 && S_ISREG(status.st_mode)) {
		if (source_open_whole(
			&source, place->ptr, place->ptr, IGNORE_MAX) == 0)
			globs_read(&ignored->globs, source_rest(&source));
		source_release(&source);
	}
	strbuf_cut(place, len);
	search->ignored = ignored;
}

static void
leave_ignored(struct folder_search *search)
{
	struct ignored *ignored = search->ignored;

	search->ignored = ignored->above;
	globs_release(&ignored->globs);
	mem_free(ignored);
}

/* Whether the nearest .gitignore with a matching pattern ignores the path at
 * hand. */
static bool
is_ignored(const struct folder_search *search, bool is_folder)
{
	struct slice path = strbuf_as_slice(&search->place);

	for (const struct ignored *i = search->ignored; i; i = i->above) {
		const struct glob *glob = globs_find(&i->globs,
		    below(path, slice_sub(path, 0, i->base)), is_folder, false);

		if (glob != NULL)
			return !glob->negated;
		if (i->is_top)
			break;
	}
	return false;
}

/* Whether the patterns match a path, relative to their own folder, or else to
 * the folder that was named, or as an absolute path: 1, -1 if the last that
 * does begins with !, or 0. With `by_name` those for whole folders do not
 * count. */
static int
decide(const struct folder_search *search, enum pattern_list by,
    struct slice path, bool is_folder, bool by_name)
{
	const char *own = by == EXCLUDE ? search->working : search->config;
	enum {
		BASES = 3
	};
	const struct slice bases[BASES] = {
		slice_of(own != NULL ? own : ""),
		slice_sub(path, 0, search->operand),
		slice_of(""),
	};
	const struct glob *glob = NULL;

	for (size_t i = 0; i < BASES && glob == NULL; i++)
		glob = globs_find(&search->globs[by], below(path, bases[i]),
		    is_folder, by_name);
	return glob == NULL ? 0 : glob->negated ? -1 : 1;
}

/* Whether the configuration includes a file: by its own name, so that its
 * suffix does not matter and *known is set, or by that of a folder above it. */
static bool
is_included(const struct folder_search *search, bool *known)
{
	struct slice path = strbuf_as_slice(&search->place);
	int by = decide(search, CONFIG_INCLUDE, path, false, false);

	if (by >= 0 && decide(search, CONFIG_INCLUDE, path, false, true) != 0) {
		*known = true;
		return true;
	}
	while (by == 0 && path.len > 0) {
		path = path_above(path);
		by = decide(search, CONFIG_INCLUDE, path, true, false);
	}
	return by > 0;
}

/* Says why the file or folder at hand is not read; NULL if it is, in case its
 * suffix is known. */
static const char *
judge_entry(const struct folder_search *search, bool is_folder, bool *known)
{
	struct slice path = strbuf_as_slice(&search->place);

	if (decide(search, EXCLUDE, path, is_folder, false) > 0 ||
	    decide(search, CONFIG_EXCLUDE, path, is_folder, false) > 0)
		return "it is excluded";
	if (is_ignored(search, is_folder))
		return ".gitignore excludes it";
	return !is_folder && search->globs[CONFIG_INCLUDE].len > 0 &&
		!is_included(search, known)
	    ? "it is excluded"
	    : NULL;
}

static void
begin_search(struct folder_search *search, const char *path)
{
	const struct job *job = search->job;
	const struct strbuf *patterns[PATTERNS] = {
		[EXCLUDE] = &job->folders.exclude,
		[CONFIG_EXCLUDE] = &job->folders.config_exclude,
		[CONFIG_INCLUDE] = &job->folders.config_include,
	};
	const char *config =
	    job->config.path.ptr != NULL ? job->config.path.ptr : "";
	SCRATCH config_folder = STRBUF_INIT;
	char *real = path_real(path);
	struct slice folder = slice_of(real != NULL ? real : path);
	struct slice top;

	strbuf_printf(&config_folder, "%.*s.", SLICE(path_folder(config)));
	search->working = path_real(".");
	search->config = path_real(config_folder.ptr);
	for (enum pattern_list by = 0; by < PATTERNS; by++)
		globs_read(&search->globs[by], strbuf_as_slice(patterns[by]));
	/* The files .gitignore count from the top of the repository on, or else
	 * from the working directory. */
	if (!repository_find(folder.ptr, &top)) {
		top = folder;
		if (search->working != NULL &&
		    below(folder, slice_of(search->working)).len > 0)
			top.len = strlen(search->working);
	}
	strbuf_puts(&search->place, "");
	for (size_t i = 0; i < folder.len; i++) {
		if (i >= top.len && folder.ptr[i] == '/')
			look_into(search);
		strbuf_char(&search->place, folder.ptr[i]);
	}
	search->operand = search->place.len;
	mem_free(real);
}

/* A folder that is being searched. */
struct open_folder {
	const struct open_folder *above; /* NULL: the call names it */
	dev_t device;
	ino_t inode;
	unsigned depth;
	struct input_entry joined; /* its files that are one input */
	size_t size;               /* of the list of their names */
};

static struct input_entry *
add_entry(struct inputs *inputs, enum entry_kind kind, const char *path,
    const char *why)
{
	struct input_entry *entry = MEM_ADD(inputs, entry);

	*entry = (struct input_entry){ .kind = kind,
		.path = arena_copy(&inputs->arena, slice_of(path)),
		.below = "",
		.fault = DIAG_FILE_UNREADABLE,
		.why = why };
	return entry;
}

/* Adds the file or folder at hand, with the reason if it is not read. */
static struct input_entry *
add_found(struct folder_search *search, enum entry_kind kind, const char *why)
{
	const char *path = search->path.ptr;
	bool is_below = search->path.len > search->named;
	struct input_entry *entry = add_entry(
	    search->inputs, kind, path + (is_below ? search->unshown : 0), why);

	if (is_below)
		entry->below = entry->path + search->named - search->unshown;
	return entry;
}

/* By the number in a name such as move_012.json. */
static int
by_name_number(const void *a, const void *b)
{
	static const char digits[] = "0123456789";
	const char *const *x = a, *const *y = b;
	unsigned long m = strtoul(*x + strcspn(*x, digits), NULL, 10);
	unsigned long n = strtoul(*y + strcspn(*y, digits), NULL, 10);

	return m != n ? (m > n) - (m < n) : strcmp(*x, *y);
}

/* Keeps the name of a file that is part of one input of several files; false if
 * it is not. */
static bool
join_name(
    struct folder_search *search, struct open_folder *folder, const char *name)
{
	const struct format *format = format_of_path(name);
	const char *from = search->job->input.format;
	struct input_entry *joined = &folder->joined;

	if (format == NULL || format->names == NULL ||
	    (from != NULL && strcmp(from, format->id) != 0))
		return false;
	joined->format = format;
	joined->name = mem_room(
	    joined->name, joined->names, &folder->size, sizeof(*joined->name));
	joined->name[joined->names++] =
	    arena_copy(&search->inputs->arena, slice_of(name));
	return true;
}

static void search_folder(struct folder_search *search,
    const struct open_folder *above, const struct stat *status);

/* Lists the file or folder at hand, which has this name in its folder. */
static void
search_entry(
    struct folder_search *search, struct open_folder *folder, const char *name)
{
	bool known = format_of_path(name) != NULL;
	struct stat status;

	if (stat(search->path.ptr, &status) != 0) {
		int error = errno;

		/* Nobody means a dangling link with an unknown suffix. */
		if (!known && error != ENOENT && error != ELOOP &&
		    judge_entry(search, true, &known) == NULL)
			add_found(search, ENTRY_FAULT, strerror(error));
		if (!known)
			return;
		status.st_mode = S_IFREG; /* reading it gives the reason */
	}
	bool is_folder = S_ISDIR(status.st_mode);
	const char *why = judge_entry(search, is_folder, &known);
	if (!is_folder && !S_ISREG(status.st_mode)) {
		if (known)
			add_found(
			    search, ENTRY_PASSED, "it is not a regular file");
	} else if (is_folder && why == NULL) {
		search_folder(search, folder, &status);
	} else if (known && why == NULL) {
		if (!join_name(search, folder, name))
			add_found(search, ENTRY_FILE, NULL);
	} else if (known || is_folder) {
		add_found(search, ENTRY_PASSED, why);
	}
}

/* Lists the files in the folder at hand. */
static void
search_folder(struct folder_search *search, const struct open_folder *above,
    const struct stat *status)
{
	struct open_folder folder = { .above = above,
		.device = status->st_dev,
		.inode = status->st_ino,
		.depth = above != NULL ? above->depth + 1 : 0 };
	struct input_entry *joined = &folder.joined;
	size_t path = search->path.len, place = search->place.len;
	struct dirent **entry;
	int entries = -1;

	for (const struct open_folder *f = above; f != NULL; f = f->above)
		if (f->device == folder.device && f->inode == folder.inode) {
			add_found(
			    search, ENTRY_PASSED, "it leads back to itself");
			return;
		}
	if (folder.depth <= FOLDERS_DEEP)
		entries = scandir(search->path.ptr, &entry, NULL, alphasort);
	if (entries < 0) {
		add_found(search, ENTRY_FAULT,
		    folder.depth <= FOLDERS_DEEP ? strerror(errno)
						 : "the folders are too deep");
		return;
	}
	look_into(search);
	for (int i = 0; i < entries; i++) {
		const char *name = entry[i]->d_name;

		strbuf_printf(&search->path, "%s%s",
		    search->path.ptr[path - 1] != '/' ? "/" : "", name);
		strbuf_printf(&search->place, "/%s", name);
		if (*name != '.')
			search_entry(search, &folder, name);
		strbuf_cut(&search->path, path);
		strbuf_cut(&search->place, place);
		free(entry[i]);
	}
	free(entry);
	if (joined->names > 0) {
		struct input_entry *added =
		    add_found(search, ENTRY_JOINED, NULL);

		qsort(joined->name, joined->names, sizeof(*joined->name),
		    by_name_number);
		added->format = joined->format;
		added->name = joined->name;
		added->names = joined->names;
	}
	leave_ignored(search);
}

/*
 * Operands
 */

/* Writes a path as git does: without "//", "/./", a "/" at its end, and "..",
 * unless that is at its beginning or follows a link. */
static void
normalize(const char *path, struct strbuf *out)
{
	struct slice rest = slice_of(path);
	size_t top = *path == '/' ? 1 : 0; /* ".." takes nothing from that */
	struct stat status;

	strbuf_puts(out, top > 0 ? "/" : "");
	while (rest.len > 0) {
		struct slice part = slice_take(&rest, '/');

		if (part.len == 0 || slice_is(part, "."))
			continue;
		if (slice_is(part, "..") && out->len > top &&
		    lstat(out->ptr, &status) == 0 && S_ISDIR(status.st_mode)) {
			size_t len = out->len;

			while (len > top && out->ptr[len - 1] != '/')
				len--;
			strbuf_cut(out, len > top ? len - 1 : top);
			continue;
		}
		strbuf_puts(out,
		    out->len > 0 && out->ptr[out->len - 1] != '/' ? "/" : "");
		strbuf_slice(out, part);
		if (slice_is(part, ".."))
			top = out->len;
	}
	if (out->len == 0)
		strbuf_puts(out, ".");
	/* "-" is standard input, and a file of that name is "./-". */
	if (strcmp(out->ptr, "-") == 0 && strcmp(path, "-") != 0) {
		strbuf_reset(out);
		strbuf_puts(out, "./-");
	}
}

static void
end_search(struct folder_search *search)
{
	while (search->ignored != NULL)
		leave_ignored(search);
	for (enum pattern_list by = 0; by < PATTERNS; by++)
		globs_release(&search->globs[by]);
	mem_free(search->working);
	mem_free(search->config);
	strbuf_release(&search->place);
}

/* Lists the file at search->path, which the call names. Hooks name all files
 * that changed, so the configuration may exclude it. */
static void
list_file(struct folder_search *search)
{
	const struct job *job = search->job;
	const char *path = search->path.ptr;
	SCRATCH folder = STRBUF_INIT;
	bool excluded = false, is_folder = false;

	if (job->folders.config_exclude.len > 0) {
		strbuf_printf(&folder, "%.*s.", SLICE(path_folder(path)));
		begin_search(search, folder.ptr);
		strbuf_printf(&search->place, "/%s", path_name(path));
		/* The file, or a folder above it. */
		for (struct slice p = strbuf_as_slice(&search->place);
		     p.len > 0 && !excluded; p = path_above(p)) {
			excluded = decide(search, CONFIG_EXCLUDE, p, is_folder,
				       false) > 0;
			is_folder = true;
		}
		end_search(search);
	}
	add_entry(search->inputs, excluded ? ENTRY_PASSED : ENTRY_FILE, path,
	    excluded ? "the configuration excludes it" : NULL)
	    ->is_named = true;
}

static void
list_operand(struct inputs *inputs, const struct job *job, const char *operand)
{
	struct folder_search search = { .inputs = inputs, .job = job };
	struct stat status;

	if (*operand == '\0') {
		add_entry(
		    inputs, ENTRY_FAULT, "''", "the name of the file is empty");
		return;
	}
	normalize(operand, &search.path);
	const char *path = search.path.ptr;
	if (strcmp(path, "-") == 0 || stat(operand, &status) != 0) {
		add_entry(inputs, ENTRY_FILE, path, NULL)->is_named = true;
	} else if (!S_ISDIR(status.st_mode)) {
		list_file(&search);
	} else {
		search.unshown = strcmp(path, ".") == 0 ? strlen("./") : 0;
		search.named =
		    search.path.len + (path[search.path.len - 1] != '/');
		begin_search(&search, path);
		search_folder(&search, NULL, &status);
		end_search(&search);
		add_entry(inputs, ENTRY_END, search.path.ptr, NULL);
	}
	strbuf_release(&search.path);
}

void
inputs_list(struct inputs *inputs, const struct job *job)
{
	*inputs = (struct inputs){ .len = 0 };
	if (job->input.position != NULL &&
	    slice_trim(slice_of(job->input.position)).len == 0)
		add_entry(
		    inputs, ENTRY_FAULT, "--position", "the position is empty");
	else if (job->input.position != NULL)
		add_entry(inputs, ENTRY_POSITION, "--position", NULL);
	else if (job->operands == 0)
		list_operand(inputs, job, "-");
	for (int i = 0; i < job->operands; i++)
		list_operand(inputs, job, job->operand[i]);
}
