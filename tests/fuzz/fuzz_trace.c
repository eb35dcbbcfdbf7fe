/*
 * Fuzz target: move logs of a Triumvirate4LLM client, as a stream of files.
 *
 * The records of any log are read to their end. Each replays without an error,
 * because the reader takes every ply from the rules.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "parse/record/format.h"
#include "parse/judge/replayed.h"
#include "formats/report/report.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
	MAX_SIZE = 64 * 1024, /* of a file */
};

static struct replayer *
replayer_kept(void)
{
	static struct replayer *kept;
	const struct replay_options options = { .rewrite = true };

	if (kept == NULL)
		kept = replayer_new(&options);
	return kept;
}

static void
give_up(const char *what, const struct diags *diags)
{
	fprintf(stderr, "%s\n", what);
	for (unsigned i = 0; i < diags->len; i++)
		fprintf(stderr, "%s: %s\n", diag_table[diags->list[i].id].slug,
		    diags->list[i].message);
	abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct report_options styles = { .form = report_forms[0] };
	struct input input = { .format = &format_trace,
		.max_record = MAX_SIZE };
	struct arena arena = ARENA_INIT;
	struct report report;
	struct record record;
	struct diags diags;

	report_init(&report, &styles);
	source_text(
	    &input.source, "fuzz", (struct slice){ (const char *)data, size });
	while (input.format->read(&input, &arena, &diags, &record)) {
		const struct report_origin origin = { "fuzz", &input.source,
			record.game, NULL, record.span.start, 0 };
		struct replayed replayed;

		if (diags_worst(&diags, 0) >= (int)SEV_ERROR)
			give_up("an error of the reader", &diags);
		if (!record.broken &&
		    !replay_record(replayer_kept(), &record, &diags, &replayed))
			give_up("read, but not good", &diags);
		report_add(&report, &origin, &diags);
		strbuf_reset(&report.text);
	}
	report_release(&report);
	source_release(&input.source);
	arena_release(&arena);
	return 0;
}
