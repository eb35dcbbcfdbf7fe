/* Ternion: the configuration of a call. */
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#include "cmd/cmd.h"
#include "formats/config/config.h"
#include "cmd/options/configure.h"
#include "cmd/run/output.h"

#define NAME ".ternion.yaml"

enum {
	CONFIG_MAX = 1024 * 1024, /* bytes; a longer file is none */
	FOLDERS_MAX = 256,
};

static bool
is_same_folder(const char *a, const char *b)
{
	struct stat one, other;

	return stat(a, &one) != 0 || stat(b, &other) != 0 ||
	    (one.st_dev == other.st_dev && one.st_ino == other.st_ino);
}

/*
 * The path of the nearest configuration, relative as messages are to show it:
 * .ternion.yaml, ../.ternion.yaml and so on. False if there is none: the folder
 * above the root is the root.
 */
static bool
find_file(struct strbuf *path)
{
	struct strbuf folder = STRBUF_INIT, above = STRBUF_INIT;
	bool found = false, top = false;

	strbuf_puts(&above, "./");
	for (int i = 0; i < FOLDERS_MAX && !found && !top; i++) {
		struct stat status;

		strbuf_reset(path);
		strbuf_printf(path, "%s" NAME, i > 0 ? folder.ptr : "");
		found = stat(path->ptr, &status) == 0 ||
		    (errno != ENOENT && errno != ENOTDIR);
		strbuf_reset(&folder);
		for (int j = 0; j <= i; j++)
			strbuf_puts(&folder, "../");
		top = is_same_folder(above.ptr, folder.ptr);
		strbuf_reset(&above);
		strbuf_slice(&above, strbuf_as_slice(&folder));
	}
	strbuf_release(&folder);
	strbuf_release(&above);
	return found;
}

/* Says what is wrong with the configuration, and where. */
static int
complain(
    const struct job *job, const struct source *source, struct diags *diags)
{
	const struct report_options options = { .colour = output_wants_colour(
						    job->colour, stderr) };
	const struct report_origin origin = { .file = source->name,
		.source = source };
	struct report report;

	report_init(&report, &options);
	report_add(&report, &origin, diags);
	fwrite(report.text.ptr, 1, report.text.len, stderr);
	report_release(&report);
	return EXIT_TROUBLE;
}

static int
cannot_read(const char *path, const char *why)
{
	fprintf(stderr, "%s: error: %s [%s]\n", path, why,
	    diag_table[DIAG_FILE_UNREADABLE].slug);
	return EXIT_TROUBLE;
}

/* -1 to go on. */
static int
read_file(const struct job *job, const char *path, struct config *config)
{
	struct arena arena = ARENA_INIT;
	struct source source;
	struct diags diags;
	int status = -1;
	int error = source_open(&source, path, path);

	while (error == 0 && source_rest(&source).len <= CONFIG_MAX &&
	    source_fill(&source))
		;
	diags_init(&diags, &arena);
	if (error == 0)
		error = source.error;
	if (error != 0)
		status = cannot_read(path, strerror(error));
	else if (source_rest(&source).len > CONFIG_MAX)
		status = cannot_read(path, "it is longer than 1 MiB");
	else if (!config_read(config, source_rest(&source), &arena, &diags))
		status = complain(job, &source, &diags);
	source_release(&source);
	arena_release(&arena);
	return status;
}

/* The options of the command line win over the configuration. */
static void
merge(struct job *job, struct config *config)
{
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
}

static int
print(const struct config *config, const char *path)
{
	struct strbuf text = STRBUF_INIT;

	if (path != NULL)
		strbuf_printf(&text, "# from %s\n", path);
	else
		strbuf_puts(&text, "# no configuration file\n");
	config_write(config, &text);
	fwrite(text.ptr, 1, text.len, stdout);
	strbuf_release(&text);
	return output_finish_stdout();
}

int
configure(struct job *job)
{
	struct strbuf found = STRBUF_INIT;
	const char *path = job->config.file;
	struct config config = { 0 };
	int status = -1;

	if (path != NULL && job->config.none)
		return usage_error(
		    job, "--config and --no-config exclude each other");
	if (path == NULL && !job->config.none && find_file(&found))
		path = found.ptr;
	if (path != NULL)
		status = read_file(job, path, &config);
	if (status < 0)
		merge(job, &config);
	if (status < 0 && job->config.print)
		status = print(&config, path);
	strbuf_release(&found);
	return status;
}
