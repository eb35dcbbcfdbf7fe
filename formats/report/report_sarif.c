/*
 * Ternion: reports as SARIF 2.1.0, the Static Analysis Results Interchange
 * Format (OASIS), as code hosts and editors read it.
 *
 * All rules come first, so that results can be written as they are found: a
 * result's ruleIndex is the number of its row in diag.def.
 */
#include <stdio.h>

#include "formats/report/report.h"

#define SCHEMA                                            \
	"https://docs.oasis-open.org/sarif/sarif/v2.1.0/" \
	"errata01/os/schemas/sarif-schema-2.1.0.json"

/* Ends objects and arrays, the inner ones first. */
static void
end_all(struct json *json, const char *brackets)
{
	while (*brackets != '\0')
		json_end(json, *brackets++);
}

/* {"text": ...}, a message object. */
static void
put_message(struct json *json, const char *key, struct slice text)
{
	json_begin(json, key, '{');
	json_text(json, "text", text);
	json_end(json, '}');
}

static void
put_rule(struct json *json, enum diag_id id)
{
	const struct diag_row *row = &diag_table[id];
	struct slice meaning = slice_of(diag_explanations[id].meaning);
	struct slice sentence = meaning;
	const char *end = strstr(meaning.ptr, ". ");
	struct strbuf help = STRBUF_INIT;

	if (end != NULL)
		sentence.len = (size_t)(end - meaning.ptr) + 1;
	strbuf_printf(&help, "%s\n'ternion help %s' says the same.",
	    diag_explanations[id].text, row->slug);
	json_begin_flat(json, NULL, '{');
	json_string(json, "id", row->slug);
	put_message(json, "shortDescription", sentence);
	put_message(json, "fullDescription", meaning);
	put_message(json, "help", strbuf_as_slice(&help));
	json_begin(json, "defaultConfiguration", '{');
	json_string(json, "level", severity_name(row->severity));
	end_all(json, "}}");
	strbuf_release(&help);
}

static void
begin_sarif(struct report *report)
{
	struct json *json = &report->json;

	*json = (struct json){ .out = &report->text, .indent = true };
	json_begin(json, NULL, '{');
	json_string(json, "$schema", SCHEMA);
	json_string(json, "version", "2.1.0");
	json_begin(json, "runs", '[');
	json_begin(json, NULL, '{');
	json_begin(json, "tool", '{');
	json_begin(json, "driver", '{');
	json_string(json, "name", "ternion");
	if (report->options.version != NULL)
		json_string(json, "version", report->options.version);
	json_begin(json, "rules", '[');
	for (enum diag_id id = 0; id < DIAGS; id++)
		put_rule(json, id);
	end_all(json, "]}}");
	json_string(json, "columnKind", "unicodeCodePoints");
	json_begin(json, "results", '[');
}

/* A path in a URI has letters, digits and some signs as they are (RFC 3986),
 * but no colon: it would make a scheme of the first segment. */
static void
put_uri(struct json *json, const char *path)
{
	struct strbuf uri = STRBUF_INIT;

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
	json_begin(json, "artifactLocation", '{');
	json_text(json, "uri", strbuf_as_slice(&uri));
	if (path[0] != '/')
		json_string(json, "uriBaseId", "%SRCROOT%");
	json_end(json, '}');
	strbuf_release(&uri);
}

/* The members of a region: line and column, end line and end column. */
static const char *const region_names[] = { "startLine", "startColumn",
	"endLine", "endColumn" };

static void
put_location(
    struct json *json, const char *file, const struct report_finding *finding)
{
	json_begin(json, "locations", '[');
	json_begin(json, NULL, '{');
	json_begin(json, "physicalLocation", '{');
	put_uri(json, file);
	if (finding->located) {
		json_begin(json, "region", '{');
		json_number(json, region_names[0], finding->where.line);
		json_number(json, region_names[1], finding->where.column);
		json_number(json, region_names[2], finding->end.line);
		json_number(json, region_names[3], finding->end.column);
		json_end(json, '}');
	}
	end_all(json, "}}]");
}

/* Has no line number, so that it stays the same while lines are added
 * elsewhere. The NUL of each text counts, which keeps them apart. */
static void
put_fingerprint(struct json *json, const struct report_origin *origin,
    const struct report_finding *finding)
{
	uint64_t key = REPORT_HASH_START;
	char ply[48], text[17];

	snprintf(ply, sizeof(ply), "%lu/%u", origin->game, finding->ply);
	for (int i = 0; i < 3; i++) {
		const char *part = i == 0 ? diag_table[finding->id].slug
		    : i == 1              ? finding->message
					  : ply;

		key = report_hash(key, part, strlen(part) + 1);
	}
	snprintf(text, sizeof(text), "%016llx", (unsigned long long)key);
	json_begin(json, "partialFingerprints", '{');
	json_string(json, "ternion/v1", text);
	json_end(json, '}');
}

/* A fix has a replacement of each edit; an empty region is a place. */
static void
put_sarif_fix(struct json *json, const struct report_origin *origin,
    const char *file, const struct fix *fix)
{
	json_begin(json, NULL, '{');
	put_message(json, "description", slice_of(fix->title));
	json_begin(json, "artifactChanges", '[');
	json_begin(json, NULL, '{');
	put_uri(json, file);
	json_begin(json, "replacements", '[');
	for (unsigned i = 0; i < fix->len; i++) {
		const char *text = fix->edits[i].text;

		json_begin(json, NULL, '{');
		json_begin(json, "deletedRegion", '{');
		report_put_places(json, region_names, origin, &fix->edits[i]);
		json_end(json, '}');
		/* A message may not be empty, so a deletion has none. */
		if (text[0] != '\0')
			put_message(json, "insertedContent", slice_of(text));
		json_end(json, '}');
	}
	end_all(json, "]}]}");
}

static void
put_sarif_finding(struct report *report, const struct report_origin *origin,
    const struct report_finding *finding, const char *file)
{
	struct json *json = &report->json;

	json_begin_flat(json, NULL, '{');
	json_string(json, "ruleId", diag_table[finding->id].slug);
	json_number(json, "ruleIndex", finding->id);
	json_string(json, "level", severity_name(finding->severity));
	put_message(json, "message", slice_of(finding->message));
	put_location(json, file, finding);
	if (finding->fixes != NULL) {
		json_begin(json, "fixes", '[');
		for (const struct fix *f = finding->fixes; f; f = f->next)
			put_sarif_fix(json, origin, file, f);
		json_end(json, ']');
	}
	put_fingerprint(json, origin, finding);
	if (origin->game > 0) {
		json_begin(json, "properties", '{');
		json_number(json, "game", origin->game);
		if (finding->ply > 0)
			json_number(json, "ply", finding->ply);
		report_put_move(json, origin, finding);
		if (origin->variant != NULL)
			json_string(json, "variant", origin->variant);
		if (finding->given != NULL)
			json_string(json, "given", finding->given);
		json_end(json, '}');
	}
	json_end(json, '}');
}

/* An input that could not be read at all is a failure of the run. */
static void
end_sarif(struct report *report)
{
	struct json *json = &report->json;

	json_end(json, ']');
	json_begin(json, "invocations", '[');
	json_begin_flat(json, NULL, '{');
	json_bool(json, "executionSuccessful", report->count[SEV_FATAL] == 0);
	end_all(json, "}]}]}");
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
