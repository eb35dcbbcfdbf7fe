/* Ternion: reports as JSON: one object, or one a diagnostic. */
#include "formats/report/report.h"

/* Appends the odds, which --evidence has, and the edits. */
static void
put_fix_members(struct json *json, const struct report_origin *origin,
    const struct fix *fix)
{
	struct location where, end;
	char odds[16];

	snprintf(odds, sizeof(odds), "%u.%03u", fix->share / 1000,
	    fix->share % 1000);
	if (fix->share > 0)
		json_put(json, "odds:=%s", odds);
	json_put(json, "edits:[");
	for (unsigned i = 0; i < fix->len; i++) {
		report_locate(origin, fix->edits[i].span, &where, &end);
		json_put(json,
		    "{line:%lu column:%lu end_line:%lu end_column:%lu text:%s}",
		    where.line, where.column, end.line, end.column,
		    fix->edits[i].text);
	}
	json_put(json, "]");
}

bool
report_put_move(struct json *json, const struct report_finding *finding)
{
	const struct variant *variant = finding->origin->variant;
	const struct diag *diag = finding->diag;
	SCRATCH move = STRBUF_INIT;

	if (variant == NULL || diag->round == 0)
		return false;
	strbuf_printf(&move, "%lu%.*s %s", (unsigned long)diag->round,
	    (int)diag->seat + 1, "...", variant->players[diag->seat]);
	json_text(json, "move", strbuf_as_slice(&move));
	return true;
}

static void
put_json_finding(struct report *report, const struct report_finding *finding)
{
	const struct report_origin *origin = finding->origin;
	bool has_lines = report->options.form == &report_jsonl;
	const struct location *where = &finding->where, *end = &finding->end;
	struct json value = { .out = &report->text }, *json = &value;
	const struct fix *fix = fix_offered(finding->diag->meant);

	if (!has_lines)
		strbuf_puts(&report->text, report->listed++ > 0 ? ",\n" : "\n");
	json_put(json,
	    "{file:%s line:?%lu column:?%lu end_line:?%lu end_column:?%lu "
	    "severity:%s code:%s message:%s game:?%lu ply:?%u",
	    finding->file, where->line, where->column, end->line, end->column,
	    severity_name(finding->severity),
	    diag_table[finding->diag->id].slug, finding->message, origin->game,
	    finding->diag->ply);
	if (!report_put_move(json, finding))
		json_put(json, "move:null");
	json_put(json, "variant:%s given:!%s",
	    origin->variant != NULL ? origin->variant->id : NULL,
	    finding->diag->given);
	if (finding->diag->meant != NULL) {
		json_put(json, "meant:[");
		for (const struct fix *f = finding->diag->meant; f; f = f->next)
			json_put(json, "%s", f->title);
		json_put(json, "]");
	}
	/* The likeliest fix that holds, with the others in a list in it. */
	if (fix != NULL) {
		json_put(json, "fix:{title:%s certain:=%s", fix->title,
		    fix->certain ? "true" : "false");
		put_fix_members(json, origin, fix);
		json_put(json, "others:[");
		while ((fix = fix_offered(fix->next)) != NULL) {
			json_put(json, "{title:%s", fix->title);
			put_fix_members(json, origin, fix);
			json_put(json, "}");
		}
		json_put(json, "]}");
	}
	json_put(json, "}");
	if (has_lines)
		strbuf_char(&report->text, '\n');
}

void
report_end_json(struct report *report)
{
	struct json json = { .out = &report->text };
	const unsigned long *count = report->count;

	strbuf_puts(&report->text, "\n],\"summary\":");
	json_put(&json,
	    "{files:%lu games:%lu plies:%lu errors:%lu warnings:%lu notes:%lu}",
	    report->files, report->games, report->plies,
	    count[SEV_ERROR] + count[SEV_FATAL], count[SEV_WARNING],
	    count[SEV_NOTE]);
	strbuf_puts(&report->text, "}\n");
}

const struct report_form report_json = {
	.id = "json",
	.title = "one JSON object, with a summary",
	.has_fixes = true,
	.head = "{\"version\":1,\"diagnostics\":[",
	.finding = put_json_finding,
	.end = report_end_json,
};

const struct report_form report_jsonl = {
	.id = "jsonl",
	.title = "one JSON object a line for each diagnostic",
	.has_fixes = true,
	.finding = put_json_finding,
};
