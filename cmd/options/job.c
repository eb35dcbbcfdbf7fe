/* Ternion: the options and operands of a call. */
#include "cmd/options/job.h"
#include "parse/position/tpf.h"

void
job_init(struct job *job, const struct command *command)
{
	memset(job, 0, sizeof(*job));
	job->command = command;
	job->positions.ply = PLY_LAST;
	job->criteria.plies.most = ULONG_MAX;
	job->input.max_record = MAX_RECORD;
	job->report.fail = SEV_ERROR;
	job->report.least = SEV_NOTE;
	job->input.stdin_name = "<stdin>";
}

void
job_release(struct job *job)
{
	strbuf_release(&job->folders.exclude);
	strbuf_release(&job->folders.config_exclude);
	strbuf_release(&job->folders.config_include);
	strbuf_release(&job->config.path);
	own_release(job->config.notations);
	arena_release(&job->config.arena);
	strbuf_release(&job->output.suffix);
}

bool
job_reads_stdin(const struct job *job)
{
	for (int i = 0; i < job->operands; i++)
		if (strcmp(job->operand[i], "-") == 0)
			return true;
	return job->operands == 0 && !job->given[OPT_POSITION];
}

bool
job_is_to(const struct job *job, const char *format)
{
	return job->output.format != NULL &&
	    strcmp(job->output.format, format) == 0;
}

void
job_settings(const struct job *job, const struct variant *variant,
    struct settings *settings)
{
	settings_default(variant, settings);
	for (unsigned i = 0; i < job->settings; i++) {
		const struct setting *setting = &job->setting[i];
		int option = variant_option(
		    variant, setting->name.ptr, setting->name.len);

		if (option >= 0)
			settings_read(variant, settings, option,
			    setting->value.ptr, setting->value.len);
	}
	settings_settle(variant, settings);
}

struct rules *
job_rules(
    const struct job *job, const struct variant *variant, const char *position)
{
	struct rules *rules = mem_zeroed(sizeof(*rules));
	struct settings settings;

	job_settings(job, variant, &settings);
	if (position != NULL)
		tpf_options(variant, slice_of(position), &settings);
	rules_init_zeroed(rules, variant, &settings);
	return rules;
}
