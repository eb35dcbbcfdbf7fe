/* Ternion: reports as SARIF 2.1.0, the Static Analysis Results Interchange
 * Format (OASIS), as code hosts and editors read it.
 *
 * All rules come first, so that results can be written at once: the ruleIndex
 * of a result is the number of its row in diag.def. */
#include <stdio.h>

#include "formats/report/report.h"

#define SCHEMA                                            \
	"https://docs.oasis-open.org/sarif/sarif/v2.1.0/" \
	"errata01/os/schemas/sarif-schema-2.1.0.json"

#define REGION "startLine:%lu startColumn:%lu endLine:%lu endColumn:%lu}"

static void
begin_sarif(struct report *report)
{
	struct json *json = &report->json;

	*json = (struct json){ .out = &report->text, .indent = true };
	json_put(json,
	    "{$schema:%s version:%s runs:[{tool:{driver:{name:%s version:!%s "
	    "rules:[",
	    SCHEMA, "2.1.0", "ternion", report->options.version);
	for (enum diag_id id = 0; id < DIAGS; id++) {
		const struct diag_row *row = &diag_table[id];
		const char *meaning = diag_explanations[id].meaning;
		const char *end = strstr(meaning, ". ");
		size_t len =
		    end != NULL ? (size_t)(end - meaning) + 1 : strlen(meaning);
		SCRATCH help = STRBUF_INIT;

		strbuf_printf(&help, "%s\n'ternion help %s' says the same.",
		    diag_explanations[id].text, row->slug);
		json_put(json,
		    "~{id:%s shortDescription:{text:%.*s} "
		    "fullDescription:{text:%s} help:{text:%s} "
		    "defaultConfiguration:{level:%s}}",
		    row->slug, (int)len, meaning, meaning, help.ptr,
		    severity_name(row->severity));
	}
	json_put(json, "]}} columnKind:%s results:[", "unicodeCodePoints");
}

/* Letters, digits and some signs need no escape in the path of a URI (RFC
 * 3986); a colon would make a scheme of the first segment. */
static void
put_uri(struct json *json, const char *path)
{
	SCRATCH uri = STRBUF_INIT;

	while (path[0] == '.' && path[1] == '/')
		for (path++; *path == '/';)
			path++;
	if (path[0] == '/')
		strbuf_puts(&uri, "file://");
	for (const char *c = path; *c != '\0'; c++)
		if (ascii_is_letter(*c) || ascii_is_digit(*c) ||
		    strchr("/-._~!$&'()*+,;=@", *c) != NULL)
			strbuf_char(&uri, *c);
		else
			strbuf_printf(&uri, "%%%02X", (unsigned char)*c);
	json_put(json, "artifactLocation:{uri:%s", uri.ptr);
	if (path[0] != '/')
		json_put(json, "uriBaseId:%s", "%SRCROOT%");
	json_put(json, "}");
}

static void
put_sarif_fix(struct json *json, const struct report_finding *finding,
    const struct fix *fix)
{
	struct location where, end;

	json_put(json, "{description:{text:%s} artifactChanges:[{", fix->title);
	put_uri(json, finding->file);
	json_put(json, "replacements:[");
	for (unsigned i = 0; i < fix->len; i++) {
		report_locate(
		    finding->origin, fix->edits[i].span, &where, &end);
		json_put(json, "{deletedRegion:{" REGION, where.line,
		    where.column, end.line, end.column);
		/* A message may not be empty, so a deletion has none. */
		if (fix->edits[i].text[0] != '\0')
			json_put(json, "insertedContent:{text:%s}",
			    fix->edits[i].text);
		json_put(json, "}");
	}
	json_put(json, "]}]}");
}

static void
put_sarif_finding(struct report *report, const struct report_finding *finding)
{
	const struct report_origin *origin = finding->origin;
	const struct location *where = &finding->where, *end = &finding->end;
	struct json *json = &report->json;
	const char *slug = diag_table[finding->diag->id].slug;
	uint64_t key = REPORT_HASH_START;
	char ply[48], print[17];

	json_put(json,
	    "~{ruleId:%s ruleIndex:%u level:%s message:{text:%s} "
	    "locations:[{physicalLocation:{",
	    slug, finding->diag->id, severity_name(finding->severity),
	    finding->message);
	put_uri(json, finding->file);
	if (where->line > 0)
		json_put(json, "region:{" REGION, where->line, where->column,
		    end->line, end->column);
	json_put(json, "}}]");
	if (fix_offered(finding->diag->meant) != NULL) {
		json_put(json, "fixes:[");
		for (const struct fix *f = fix_offered(finding->diag->meant);
		     f != NULL; f = fix_offered(f->next))
			put_sarif_fix(json, finding, f);
		json_put(json, "]");
	}
	/* It has no line number, so that lines added elsewhere do not change
	 * it. The NUL of each text is hashed to keep them apart. */
	snprintf(ply, sizeof(ply), "%lu/%u", origin->game, finding->diag->ply);
	key = report_hash(key, slug, strlen(slug) + 1);
	key = report_hash(key, finding->message, strlen(finding->message) + 1);
	key = report_hash(key, ply, strlen(ply) + 1);
	snprintf(print, sizeof(print), "%016llx", (unsigned long long)key);
	json_put(json, "partialFingerprints:{ternion/v1:%s}", print);
	if (origin->game > 0) {
		json_put(json, "properties:{game:%lu ply:!%u", origin->game,
		    finding->diag->ply);
		report_put_move(json, finding);
		json_put(json, "variant:!%s given:!%s}",
		    origin->variant != NULL ? origin->variant->id : NULL,
		    finding->diag->given);
	}
	json_put(json, "}");
}

/* An input that could not be read at all is a failure of the run. */
static void
end_sarif(struct report *report)
{
	json_put(&report->json, "] invocations:[~{executionSuccessful:=%s}]}]}",
	    report->count[SEV_FATAL] == 0 ? "true" : "false");
	strbuf_char(&report->text, '\n');
}

const struct report_form report_sarif = {
	.id = "sarif",
	.title = "SARIF 2.1.0, for code hosts and editors",
	.has_fixes = true,
	.begin = begin_sarif,
	.finding = put_sarif_finding,
	.end = end_sarif,
};
