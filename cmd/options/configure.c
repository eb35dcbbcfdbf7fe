/* Ternion: the configuration of a call. */
#include <errno.h>

#include "cmd/cmd.h"
#include "formats/config/config.h"
#include "cmd/run/output.h"

#define NAME ".ternion.yaml"

#define CONFIG_MAX (1024 * 1024) /* bytes; a longer file is none */

struct slice
path_above(struct slice path)
{
	while (path.len > 0 && path.ptr[path.len - 1] != '/')
		path.len--;
	path.len -= path.len > 0;
	return path;
}

/* Whether the search ends at a folder: the home folder, a mount point, or one
 * below a folder that anybody may write. */
static bool
is_last(struct slice path, const struct stat *folder)
{
	const char *home_path = getenv("HOME");
	SCRATCH name = STRBUF_INIT;
	struct stat home, parent;

	strbuf_slice(&name, path_above(path));
	strbuf_char(&name, '/');
	return path.len == 0 ||
	    (home_path != NULL && stat(home_path, &home) == 0 &&
		home.st_dev == folder->st_dev &&
		home.st_ino == folder->st_ino) ||
	    stat(name.ptr, &parent) != 0 || parent.st_dev != folder->st_dev ||
	    (parent.st_mode & S_IWOTH) != 0;
}

bool
repository_find(const char *path, struct slice *top)
{
	SCRATCH name = STRBUF_INIT;
	struct stat folder, status;
	bool found = false, last = false;

	*top = slice_of(path);
	while (!found && !last) {
		strbuf_reset(&name);
		strbuf_slice(&name, *top);
		strbuf_char(&name, '/');
		last = stat(name.ptr, &folder) != 0 || is_last(*top, &folder);
		strbuf_puts(&name, "/.git");
		found = lstat(name.ptr, &status) == 0;
		if (!found && !last)
			*top = path_above(*top);
	}
	return found;
}

/* Finds the nearest .ternion.yaml or .yml of a folder: in it, or above it in
 * the same repository. NULL is the working directory, for which the path is
 * relative, as messages show it: .ternion.yaml, ../.ternion.yaml and so on. */
static bool
find_nearest(const char *of, struct strbuf *path)
{
	char *folder = path_real(of != NULL ? of : ".");
	SCRATCH up = STRBUF_INIT;
	struct stat status;
	struct slice top, at;
	bool found = false, last = false;

	if (folder == NULL)
		return false;
	at = slice_of(folder);
	if (!repository_find(folder, &top))
		top = at;
	for (; !found && !last; at = path_above(at)) {
		strbuf_reset(path);
		if (of != NULL)
			strbuf_printf(path, "%.*s/", SLICE(at));
		strbuf_printf(path, "%.*s" NAME, SLICE(strbuf_as_slice(&up)));
		strbuf_puts(&up, of == NULL ? "../" : "");
		last = at.len <= top.len;
		found = lstat(path->ptr, &status) == 0 ||
		    (errno != ENOENT && errno != ENOTDIR);
		if (!found) {
			strbuf_cut(path, path->len - strlen("aml"));
			strbuf_puts(path, "ml");
			found = lstat(path->ptr, &status) == 0;
		}
	}
	mem_free(folder);
	return found;
}

/* -1 to go on, or an exit status after a report on standard error. */
static int
read_config(struct job *job, const char *path, bool was_found,
    bool only_notations, struct config *config)
{
	const struct report_options options = { .colour = output_wants_colour(
						    job->colour, stderr) };
	struct source source = { .fd = -1 };
	const struct report_origin origin = { .file = path, .source = &source };
	struct arena *arena = &job->config.arena;
	struct report report;
	struct diags diags = { .arena = arena };
	const char *fault = NULL;
	struct stat file;
	int error = 0, status = -1;

	report_init(&report, &options);
	/* A pipe that was found, and not named, could never end. */
	if (was_found && stat(path, &file) != 0)
		error = errno;
	else if (was_found && S_ISDIR(file.st_mode))
		error = EISDIR;
	else if (was_found && !S_ISREG(file.st_mode))
		fault = "it is not a regular file";
	else
		error = source_open_whole(&source, path, path, CONFIG_MAX);
	if (error != 0)
		fault = error == EFBIG ? "it is longer than 1 MiB"
				       : strerror(error);
	if (fault != NULL)
		report_file(&report, path, DIAG_FILE_UNREADABLE, fault);
	else if (config_read(config, source_rest(&source), only_notations,
		     arena, &diags))
		;
	/* The author of a link may not be allowed to read its target, so
	 * messages must not quote the target of a link that was found. */
	else if (was_found && lstat(path, &file) == 0 && S_ISLNK(file.st_mode))
		report_file(&report, path, diags.list[0].id,
		    "the target of the link is not a configuration");
	else
		report_add(&report, &origin, &diags);
	if (report.text.len > 0) {
		fwrite(report.text.ptr, 1, report.text.len, stderr);
		status = EXIT_TROUBLE;
	}
	report_release(&report);
	source_release(&source);
	return status;
}

/* Adds an option of a game, unless the call sets it. */
static void
add_setting(struct job *job, struct slice name, struct slice value)
{
	struct setting *setting = &job->setting[job->settings];

	for (unsigned i = 0; i < job->settings; i++)
		if (slice_equal(job->setting[i].name, name))
			return;
	if (job->settings == SETTINGS_MAX)
		return;
	*setting =
	    (struct setting){ .name = name, .value = value, .is_usual = true };
	if (job->settings++ > 0)
		setting[-1].next = setting;
}

/* Takes the baseline that the configuration names, from its own folder. */
static void
take_baseline(struct job *job, const char *name)
{
	SCRATCH path = STRBUF_INIT;

	if (name == NULL || *name == '\0')
		return;
	if (*name != '/')
		strbuf_slice(&path, path_folder(job->config.path.ptr));
	strbuf_puts(&path, name);
	job->baseline.read =
	    arena_copy(&job->config.arena, strbuf_as_slice(&path));
}

/* The options of the command line win over the configuration, or add to it. */
static void
merge(struct job *job, struct config *config)
{
	const struct command *command = job->command;
	const struct tree_node *option =
	    config->options != NULL && option_taken(command, OPT_OPTION)
	    ? config->options->first
	    : NULL;
	bool disabled[DIAGS] = { false };

	config_apply(config, disabled, job->report.level);
	for (unsigned id = 0; id < DIAGS; id++) {
		config->disabled[id] |= job->report.disabled[id];
		job->report.disabled[id] |= disabled[id];
	}
	if (job->variant != NULL) {
		config->variant = job->variant;
	} else if (config->variant != NULL) {
		job->variant = config->variant;
		job->configured_variant = true;
	}
	strbuf_slice(
	    &job->folders.config_exclude, strbuf_as_slice(&config->exclude));
	strbuf_slice(
	    &job->folders.config_include, strbuf_as_slice(&config->include));
	strbuf_slice(&config->exclude, strbuf_as_slice(&job->folders.exclude));
	/* The options that the command takes, and that the call does not give.
	 */
	if (config->fail > 0 && !job->given[OPT_FAIL_LEVEL] &&
	    !job->given[OPT_STRICT])
		job->report.fail = (enum severity)(config->fail - 1);
	if (job->output.notation == NULL && option_taken(command, OPT_NOTATION))
		job->output.notation = config->notation;
	if (job->input.notation == NULL &&
	    option_taken(command, OPT_INPUT_NOTATION))
		job->input.notation = config->input_notation;
	for (; option != NULL; option = option->next)
		add_setting(job, option->key, option->text);
	if (job->baseline.read == NULL && job->baseline.write == NULL &&
	    option_taken(command, OPT_BASELINE))
		take_baseline(job, config->baseline);
}

int
configure(struct job *job)
{
	const struct texts *files = &job->config.notation_files;
	struct strbuf *path = &job->config.path;
	SCRATCH text = STRBUF_INIT;
	struct config config = { 0 };
	bool found = false;
	int status = -1;

	if (job->config.file != NULL)
		strbuf_puts(path, job->config.file);
	found = job->config.file != NULL ||
	    (!job->config.none && find_nearest(job->config.folder, path));
	if (!found)
		strbuf_reset(path);
	if (found && job->verbose)
		trouble_say("ternion %s: the configuration is %s",
		    job->command->name, path->ptr);
	for (unsigned i = 0; status < 0 && i < files->len; i++) {
		status = read_config(job, files->text[i], false, true, &config);
		if (status >= 0) { /* it is the file at fault */
			strbuf_reset(path);
			strbuf_puts(path, files->text[i]);
		}
	}
	config.definitions = NULL;
	if (found && status < 0)
		status = read_config(
		    job, path->ptr, job->config.file == NULL, false, &config);
	job->config.notations = config.notations;
	if (status < 0)
		status = find_notations(job);
	if (status < 0)
		merge(job, &config);
	if (status < 0 && job->config.print) {
		if (found)
			strbuf_printf(&text, "# from %s\n", path->ptr);
		else
			strbuf_puts(&text, "# no configuration file\n");
		config_write(&config, &text);
		status = output_text(NULL, &text, EXIT_GOOD);
	}
	config_release(&config);
	return status;
}
