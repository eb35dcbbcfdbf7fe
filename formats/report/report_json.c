/* Ternion: reports as JSON: one object, or one a diagnostic. */
#include "formats/report/report.h"
#include "rules/variants/variant.h"

/* Numbers count from 1; 0 means that one is not known. */
static void
put_known_number(struct json *json, const char *key, unsigned long number)
{
	if (number > 0)
		json_number(json, key, number);
	else
		json_null(json, key);
}

void
report_put_places(struct json *json, const char *const names[4],
    const struct report_origin *origin, const struct edit *edit)
{
	struct span span = edit->span;
	struct location start = source_locate(origin->source, span.start);
	struct location end =
	    source_locate(origin->source, (size_t)span.start + span.len);

	json_number(json, names[0], start.line);
	json_number(json, names[1], start.column);
	json_number(json, names[2], end.line);
	json_number(json, names[3], end.column);
}

static void
put_edits(struct json *json, const struct report_origin *origin,
    const struct fix *fix)
{
	static const char *const names[] = { "line", "column", "end_line",
		"end_column" };

	json_begin(json, "edits", '[');
	for (unsigned i = 0; i < fix->len; i++) {
		json_begin(json, NULL, '{');
		report_put_places(json, names, origin, &fix->edits[i]);
		json_string(json, "text", fix->edits[i].text);
		json_end(json, '}');
	}
	json_end(json, ']');
}

/* How likely it is what was meant, for --evidence. */
static void
put_odds(struct json *json, const struct fix *fix)
{
	char odds[16];

	if (fix->share == 0)
		return;
	snprintf(odds, sizeof(odds), "%u.%03u", fix->share / 1000,
	    fix->share % 1000);
	json_literal(json, "odds", slice_of(odds));
}

/* The likeliest fix, with the others in a list in it. */
static void
put_fix(struct json *json, const struct report_origin *origin,
    const struct fix *fix)
{
	json_begin(json, "fix", '{');
	json_string(json, "title", fix->title);
	json_bool(json, "certain", fix->certain);
	put_odds(json, fix);
	put_edits(json, origin, fix);
	json_begin(json, "others", '[');
	while ((fix = fix->next) != NULL) {
		json_begin(json, NULL, '{');
		json_string(json, "title", fix->title);
		put_odds(json, fix);
		put_edits(json, origin, fix);
		json_end(json, '}');
	}
	json_end(json, ']');
	json_end(json, '}');
}

bool
report_put_move(struct json *json, const struct report_origin *origin,
    const struct report_finding *finding)
{
	static const char dots[] = "...";
	const struct variant *variant = origin->variant != NULL
	    ? variant_find(origin->variant, strlen(origin->variant))
	    : NULL;
	struct strbuf move = STRBUF_INIT;

	if (variant == NULL || finding->round == 0)
		return false;
	strbuf_printf(&move, "%lu%.*s %s", (unsigned long)finding->round,
	    (int)finding->seat + 1, dots, variant->players[finding->seat]);
	json_text(json, "move", strbuf_as_slice(&move));
	strbuf_release(&move);
	return true;
}

static void
put_json_finding(struct report *report, const struct report_origin *origin,
    const struct report_finding *finding, const char *file)
{
	const struct location *where = &finding->where, *end = &finding->end;
	bool has_lines = report->options.form == &report_jsonl;
	bool located = finding->located;
	struct json value = { .out = &report->text }, *json = &value;

	if (!has_lines)
		strbuf_puts(&report->text, report->listed++ > 0 ? ",\n" : "\n");
	json_begin(json, NULL, '{');
	json_string(json, "file", file);
	put_known_number(json, "line", located ? where->line : 0);
	put_known_number(json, "column", located ? where->column : 0);
	put_known_number(json, "end_line", located ? end->line : 0);
	put_known_number(json, "end_column", located ? end->column : 0);
	json_string(json, "severity", severity_name(finding->severity));
	json_string(json, "code", diag_table[finding->id].slug);
	json_string(json, "message", finding->message);
	put_known_number(json, "game", origin->game);
	put_known_number(json, "ply", finding->ply);
	if (!report_put_move(json, origin, finding))
		json_null(json, "move");
	if (origin->variant != NULL)
		json_string(json, "variant", origin->variant);
	else
		json_null(json, "variant");
	if (finding->given != NULL)
		json_string(json, "given", finding->given);
	if (finding->fixes != NULL)
		put_fix(json, origin, finding->fixes);
	json_end(json, '}');
	if (has_lines)
		strbuf_char(&report->text, '\n');
}

static void
end_json_report(struct report *report)
{
	struct json json = { .out = &report->text };

	strbuf_puts(&report->text, "\n],\"summary\":");
	json_begin(&json, NULL, '{');
	json_number(&json, "files", report->files);
	json_number(&json, "games", report->games);
	json_number(&json, "plies", report->plies);
	json_number(&json, "errors",
	    report->count[SEV_ERROR] + report->count[SEV_FATAL]);
	json_number(&json, "warnings", report->count[SEV_WARNING]);
	json_number(&json, "notes", report->count[SEV_NOTE]);
	json_end(&json, '}');
	strbuf_puts(&report->text, "}\n");
}

const struct report_form report_json = {
	.id = "json",
	.title = "one JSON object, with a summary",
	.has_fixes = true,
	.head = "{\"version\":1,\"diagnostics\":[",
	.finding = put_json_finding,
	.end = end_json_report,
};

const struct report_form report_jsonl = {
	.id = "jsonl",
	.title = "one JSON object a line for each diagnostic",
	.has_fixes = true,
	.finding = put_json_finding,
};
