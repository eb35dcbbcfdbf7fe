/* Ternion: an output for each input, in a folder. */
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/run/run.h"

bool
is_folder(const char *path)
{
	size_t len = strlen(path);
	struct stat status;

	return (len > 0 && path[len - 1] == '/') ||
	    (stat(path, &status) == 0 && S_ISDIR(status.st_mode));
}

bool
folder_begin(struct run *run)
{
	const char *path = run->job->output.path;

	run->by_file = run->changes == CHANGES_IN_PLACE;
	if (run->writes_files || path == NULL || !is_folder(path))
		return true;
	if (!run->takes_folder)
		return run_refuse(run,
		    "%s is a folder, and this call has one output: name a file",
		    path);
	run->by_file = run->writes_files = true;
	return true;
}

/* Cuts the last suffix off a name; one that begins with a digit is none. */
static void
cut_suffix(struct strbuf *name)
{
	const char *first = path_name(name->ptr);
	const char *dot = strrchr(first, '.');

	if (dot != NULL && dot > first && ascii_is_letter(dot[1]))
		strbuf_cut(name, (size_t)(dot - name->ptr));
}

/* The path of the output of a file: in the folder of -O, what follows the
 * folder that the call names, or else the file's own name, with the suffix of
 * the format. */
static void
put_path(struct strbuf *out, const struct run *run, unsigned long number)
{
	const char *below = run->chunk->entry.below;
	const struct format *format = run->chunk->input.format;

	if (*below == '\0')
		below = path_name(run->chunk->name);
	strbuf_puts(out, run->job->output.path);
	strbuf_puts(out, out->ptr[out->len - 1] != '/' ? "/" : "");
	strbuf_puts(out, strcmp(below, ".") == 0 ? "records" : below);
	if (path_is_packed(path_suffix(strbuf_as_slice(out))))
		cut_suffix(out);
	cut_suffix(out);
	if (number > 1)
		strbuf_printf(out, "-%lu", number);
	if (run->replay.rewrite && format->write == NULL)
		format = &format_pgn;
	strbuf_printf(
	    out, ".%s", run->suffix != NULL ? run->suffix : format->id);
}

/* Opens an output in its folder. If that cannot be made, opening the file gives
 * the reason. */
static bool
open_output(struct run *run, struct strbuf *path)
{
	if (key_set_add(&run->made,
		report_hash(REPORT_HASH_START, path->ptr, path->len),
		run) != NULL) {
		trouble_say("ternion: %s would be written twice, of %s too",
		    path->ptr, run->chunk->name);
		run->trouble = true;
		return false;
	}
	for (size_t i = 1; i < path->len; i++)
		if (path->ptr[i] == '/') {
			path->ptr[i] = '\0';
			mkdir(path->ptr, 0777);
			path->ptr[i] = '/';
		}
	mem_free(run->made_path);
	run->made_path = mem_string(path->ptr, path->len);
	if (run_open_file(run, &run->output, run->made_path))
		return true;
	return !output_open(&run->output, NULL);
}

bool
folder_begin_file(struct run *run, unsigned long number)
{
	const struct chunk *chunk = run->chunk;
	SCRATCH path = STRBUF_INIT;

	if (!run->by_file || chunk->kept != NULL)
		return true;
	folder_end_file(run);
	if (run->changes == CHANGES_IN_PLACE) {
		run->is_skipped = !output_replace(
		    &run->output, chunk->entry.path, &chunk->status);
		run->trouble |= run->is_skipped;
		if (run->is_skipped)
			output_open(&run->output, NULL);
		return !run->is_skipped;
	}
	if (chunk->is_stdin && strcmp(chunk->name, "<stdin>") == 0) {
		run->is_skipped = true;
		return run_refuse(run,
		    "in a folder of -O, standard input needs a name: "
		    "--stdin-filename");
	}
	put_path(&path, run, number);
	run->is_skipped = !open_output(run, &path);
	return !run->is_skipped;
}

void
folder_end_file(struct run *run)
{
	struct output *output = &run->output;
	char *path = run->made_path, *slash;

	if (!run->by_file || output->path == NULL)
		return;
	output_flush(output, &run->text);
	bool keep = !run->is_skipped && run->chunk->error == 0 &&
	    run->chunk->input.source.error == 0 && output->has_text;
	run->trouble |= !output_close(output, keep);
	/* Folders above it that are empty go, but not that of -O. */
	while (!keep && path != NULL && (slash = strrchr(path, '/')) != NULL &&
	    (size_t)(slash - path) > strlen(run->job->output.path)) {
		*slash = '\0';
		if (rmdir(path) != 0)
			break;
	}
	output_open(output, NULL);
}
