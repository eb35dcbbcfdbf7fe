/* Ternion: what a run has gathered, handed on. */
#include <errno.h>

#include "cmd/run/run_report.h"

enum {
	FLUSH_AT = 64 * 1024
};

/* Writes what has been gathered, messages to their stream as they come. */
static void
flush(struct run *run, bool all)
{
	struct strbuf *report = &run->report.text;
	bool apart = run->report_to != run->output.file;

	if (report->len > 0 && (apart || all || report->len > FLUSH_AT)) {
		progress_clear(&run->progress);
		output_mask(run->report_to, report, true);
		if (!run->job->quiet)
			fwrite(report->ptr, 1, report->len, run->report_to);
		strbuf_reset(report);
	}
	if (run->text.len == 0 || (!all && run->text.len <= FLUSH_AT))
		return;
	progress_clear(&run->progress);
	if (run->put_text != NULL)
		run->put_text(run);
	else
		output_flush(&run->output, &run->text);
}

void
run_flush(struct run *run)
{
	flush(run, true);
}

void
run_flush_some(struct run *run)
{
	flush(run, false);
}

void
run_show_progress(struct run *run, const char *name, uint64_t done)
{
	struct strbuf counts = STRBUF_INIT;

	if (!progress_is_due(&run->progress))
		return;
	strbuf_printf(&counts, "%lu games", run->report.games);
	/* Without the replay they are not counted. */
	if (run->without_replay == NULL)
		strbuf_printf(&counts, ", %lu plies", run->report.plies);
	progress_show(&run->progress, name, counts.ptr, done);
	strbuf_release(&counts);
}

const char *
input_fault(int error)
{
	switch (error) {
	case EBADMSG:
		return "the compressed data is damaged or cut off";
	case EOVERFLOW:
		return "the compressed data has a window of more than 128 MiB: "
		       "unpack it with 'zstd -d --long=31'";
	default:
		return strerror(error);
	}
}

void
run_report_end(
    struct run *run, const char *name, int error, unsigned long games)
{
	if (error != 0)
		report_file(&run->report, name, DIAG_FILE_UNREADABLE,
		    input_fault(error));
	else if (games == 0 && run->without_replay == NULL)
		report_file(&run->report, name, DIAG_INPUT_EMPTY,
		    "there is no record in it");
	run_flush_some(run);
}
