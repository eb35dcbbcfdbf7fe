/* Ternion: the options by which a document is checked: those of the call, and
 * the .ternion.yaml that is nearest to its file. */
#include <errno.h>
#include <stdlib.h>

#include "cmd/cmd.h"
#include "cmd/lsp/document.h"
#include "cmd/options/configure.h"
#include "cmd/options/repository.h"

/* Finds the configuration of a file: in its folder, or the nearest above it in
 * the same repository. */
static bool
find_config(const char *file, struct strbuf *path, struct stat *status)
{
	const char *slash = strrchr(file, '/');
	struct slice at, top;
	char *folder;
	bool found = false;

	strbuf_add(path, file, slash != NULL ? (size_t)(slash + 1 - file) : 0);
	folder = realpath(path->ptr, NULL);
	if (folder == NULL && errno == ENOMEM)
		memory_none();
	if (folder == NULL)
		return false;
	at = slice_of(folder);
	if (!repository_find(folder, &top))
		top = at;
	for (;;) {
		strbuf_reset(path);
		strbuf_slice(path, at);
		strbuf_puts(path, "/.ternion.yaml");
		/* A pipe would never end. */
		found =
		    stat(path->ptr, status) == 0 && S_ISREG(status->st_mode);
		if (found || at.len <= top.len)
			break;
		while (at.len > top.len && at.ptr[--at.len] != '/')
			;
	}
	free(folder);
	return found;
}

static bool
is_same_config(
    const struct doc *document, const char *path, const struct stat *status)
{
	const struct stat *old = &document->config_status;

	if (path == NULL || document->config == NULL)
		return path == NULL && document->config == NULL;
	return strcmp(document->config, path) == 0 &&
	    old->st_dev == status->st_dev && old->st_ino == status->st_ino &&
	    old->st_size == status->st_size &&
	    old->st_mtim.tv_sec == status->st_mtim.tv_sec &&
	    old->st_mtim.tv_nsec == status->st_mtim.tv_nsec;
}

bool
doc_shares_config(const struct doc *document, const struct doc *other)
{
	return is_same_config(document, other->config, &other->config_status);
}

/* Copies the options of a call, to which a configuration can be added. */
static void
copy_job(struct job *job, const struct job *call)
{
	job_init(job, call->command);
	job->variant = call->variant;
	job->named = call->named;
	memcpy(job->setting, call->setting, sizeof(job->setting));
	job->settings = call->settings;
	for (unsigned i = 0; i + 1 < job->settings; i++)
		job->setting[i].next = &job->setting[i + 1];
	job->input = call->input;
	job->report = call->report;
}

bool
doc_configure(struct doc *document, const struct job *call)
{
	struct strbuf path = STRBUF_INIT;
	struct stat status = { .st_size = 0 };
	bool found = document->path != NULL &&
	    find_config(document->path, &path, &status);
	bool is_new = document->job.command == NULL ||
	    !is_same_config(document, found ? path.ptr : NULL, &status);

	if (is_new) {
		look_end(&document->reading);
		job_release(&document->job);
		copy_job(&document->job, call);
		document->config = NULL;
		document->config_status = status;
		document->is_config_faulty = false;
	}
	if (is_new && found) {
		document->config =
		    arena_copy(&document->arena, strbuf_as_slice(&path));
		document->job.config.file = document->config;
		document->is_config_faulty = configure(&document->job) >= 0;
	}
	strbuf_release(&path);
	return is_new;
}
