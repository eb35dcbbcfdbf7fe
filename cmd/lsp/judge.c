/* Ternion: the options and the configuration by which a document is checked. */
#include <errno.h>
#include <stdlib.h>

#include "cmd/cmd.h"
#include "cmd/lsp/judge.h"
#include "cmd/options/configure.h"
#include "cmd/options/repository.h"

#define NAME "/.ternion.yaml"

/* Finds the configuration of a file: in its folder, or the nearest above it in
 * the same repository. */
static bool
find_config(const char *file, struct strbuf *path, struct stat *status)
{
	struct slice at = slice_of(file), top;
	char *folder;
	bool found = false;

	while (at.len > 0 && at.ptr[at.len - 1] != '/')
		at.len--;
	strbuf_slice(path, at.len > 0 ? at : slice_of("."));
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
		strbuf_puts(path, NAME);
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
    const struct judge *judge, const char *path, const struct stat *status)
{
	const struct stat *old = &judge->status;

	if (path == NULL || judge->path == NULL)
		return path == NULL && judge->path == NULL;
	return strcmp(judge->path, path) == 0 &&
	    old->st_dev == status->st_dev && old->st_ino == status->st_ino &&
	    old->st_size == status->st_size &&
	    old->st_mtim.tv_sec == status->st_mtim.tv_sec &&
	    old->st_mtim.tv_nsec == status->st_mtim.tv_nsec;
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

static struct judge *
judge_new(const struct job *call, const char *path, const struct stat *status)
{
	struct judge *judge = mem_alloc(sizeof(*judge));

	memset(judge, 0, sizeof(*judge));
	copy_job(&judge->job, call);
	if (path != NULL) {
		judge->path = mem_alloc(strlen(path) + 1);
		memcpy(judge->path, path, strlen(path) + 1);
		judge->status = *status;
		judge->job.config.file = judge->path;
		judge->is_faulty = configure(&judge->job) >= 0;
	}
	judge_begin_run(judge, &judge->run);
	judge->run.replay.goes_on = true;
	reader_begin(&judge->run.reader, &judge->run.replay);
	return judge;
}

struct judge *
judge_of(struct judge **judges, const struct job *call, const char *path,
    bool *is_new)
{
	struct strbuf config = STRBUF_INIT;
	struct stat status = { .st_size = 0 };
	bool found = path != NULL && find_config(path, &config, &status);
	const char *name = found ? config.ptr : NULL;
	struct judge *judge = *judges;

	while (judge != NULL && !is_same_config(judge, name, &status))
		judge = judge->next;
	*is_new = judge == NULL;
	if (judge == NULL) {
		judge = judge_new(call, name, &status);
		judge->next = *judges;
		*judges = judge;
	}
	judge->refs++;
	strbuf_release(&config);
	return judge;
}

void
judge_drop(struct judge **judges, struct judge *judge)
{
	if (judge == NULL || --judge->refs > 0)
		return;
	while (*judges != judge)
		judges = &(*judges)->next;
	*judges = judge->next;
	judge_end_run(&judge->run);
	job_release(&judge->job);
	mem_free(judge->path);
	mem_free(judge);
}

void
judge_begin_run(const struct judge *judge, struct run *run)
{
	run_init(run, &judge->job, stderr);
	run->report.options.keeps_errors = false;
}

void
judge_end_run(struct run *run)
{
	if (run->reader.replayer != NULL)
		reader_release(&run->reader);
	run->reader.replayer = NULL;
	report_release(&run->report);
	strbuf_release(&run->text);
}
