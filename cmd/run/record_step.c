/* Ternion: one record of a run. */
#include "cmd/run/record_step.h"
#include "formats/config/suppress.h"
#include "formats/report/baseline.h"

static void
replay_and_write(struct run *run, const struct input *input,
    struct replayer *replayer, struct record *record, struct strbuf *text,
    struct record_result *result)
{
	struct diags *diags = &result->diags;
	struct replayed replayed;

	result->ok = replay_record(replayer, record, diags, &replayed);
	result->plies = replayed.all_plies;
	if (replayed.rules != NULL)
		result->variant = replayed.rules->variant;
	if (run->record != NULL)
		run->record(run, record, &replayed, result->ok, diags);
	if (run->write_record != NULL)
		run->write_record(run, input->format, record, &replayed,
		    result->ok, diags, text);
	result->text_len = text->len - result->text_at;
	suppress(record, diags, run->report.options.keeps_errors);
}

bool
record_step(struct run *run, struct input *input, struct replayer *replayer,
    struct arena *arena, struct strbuf *text, struct record_result *result)
{
	struct record record;

	*result = (struct record_result){ .text_at = text->len };
	if (!input->format->read(input, arena, &result->diags, &record))
		return false;
	result->game = record.game;
	result->start = record.span.start;
	if (run->report.options.baseline != NULL)
		result->names = baseline_game(&record);
	if (run->keeps_format)
		replayer_set_nags_apart(replayer, input->format->nags_apart);
	if (run->without_replay != NULL)
		run->without_replay(
		    run, input, &record, &result->diags, replayer);
	else
		replay_and_write(run, input, replayer, &record, text, result);
	return true;
}

void
record_report(struct run *run, const struct format *format,
    const struct source *source, const struct strbuf *text,
    struct record_result *result)
{
	struct report_origin origin = { source->name, source, result->game,
		NULL, result->start, result->names };

	if (result->variant != NULL)
		origin.variant = result->variant->id;
	run->report.plies += result->plies;
	run->report.games++;
	if (run->put_written != NULL && run->without_replay == NULL)
		run->put_written(run, format, result->variant, result->ok,
		    slice_sub(strbuf_as_slice(text), result->text_at,
			result->text_len));
	if (run->judged != NULL)
		run->judged(run, &result->diags);
	report_add(&run->report, &origin, &result->diags);
}
