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

/* {"text": ...}, a message object. */
static void
put_message(struct json *json, const char *key, struct slice text)
{
	json_begin(json, key, '{');
	json_text(json, "text", text);
	json_end(json, '}');
}

static struct slice
first_sentence(const char *text)
{
	const char *end = strstr(text, ". ");

	return end == NULL ? slice_of(text)
			   : (struct slice){ text, (size_t)(end - text) + 1 };
}

static void
put_rule(struct json *json, const struct diag_row *row)
{
	struct strbuf help = STRBUF_INIT;

	strbuf_printf(&help,
	    "%s\n\nExample: %s\n\n'ternion help %s' says the same.",
	    row->meaning, row->example, row->slug);
	json_begin_flat(json, NULL, '{');
	json_string(json, "id", row->slug);
	put_message(json, "shortDescription", first_sentence(row->meaning));
	put_message(json, "fullDescription", slice_of(row->meaning));
	put_message(json, "help", strbuf_as_slice(&help));
	json_begin(json, "defaultConfiguration", '{');
	json_string(json, "level", severity_name(row->severity));
	json_end(json, '}');
	json_end(json, '}');
	strbuf_release(&help);
}

static void
put_tool(struct json *json, const char *version)
{
	json_begin(json, "tool", '{');
	json_begin(json, "driver", '{');
	json_string(json, "name", "ternion");
	if (version != NULL)
		json_string(json, "version", version);
	json_begin(json, "rules", '[');
	for (unsigned id = 0; id < DIAGS; id++)
		put_rule(json, &diag_table[id]);
	json_end(json, ']');
	json_end(json, '}');
	json_end(json, '}');
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
	put_tool(json, report->options.version);
	json_string(json, "columnKind", "unicodeCodePoints");
	json_begin(json, "results", '[');
}

/* Bytes that a path in a URI may have as they are (RFC 3986), of those that a
 * path has, and so not of NUL; a colon would make a scheme of the first
 * segment. */
static bool
is_path_byte(char c)
{
	return ascii_is_letter(c) || ascii_is_digit(c) ||
	    strchr("/-._~!$&'()*+,;=@", c) != NULL;
}

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
		if (is_path_byte(*c))
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

static void
put_location(struct json *json, const char *file, const struct finding *finding)
{
	json_begin(json, "locations", '[');
	json_begin(json, NULL, '{');
	json_begin(json, "physicalLocation", '{');
	put_uri(json, file);
	if (finding->located) {
		json_begin(json, "region", '{');
		json_number(json, "startLine", finding->where.line);
		json_number(json, "startColumn", finding->where.column);
		json_number(json, "endLine", finding->end.line);
		json_number(json, "endColumn", finding->end.column);
		json_end(json, '}');
	}
	json_end(json, '}');
	json_end(json, '}');
	json_end(json, ']');
}

/* FNV-1a; the NUL counts, so that fields do not run into one another. */
static uint64_t
hash_sarif(uint64_t key, const char *text)
{
	do {
		key ^= (unsigned char)*text;
		key *= 1099511628211u;
	} while (*text++ != '\0');
	return key;
}

/* What stays the same while lines are added elsewhere: no line number. */
static void
put_fingerprint(struct json *json, const struct report_origin *origin,
    const struct finding *finding)
{
	uint64_t key = 14695981039346656037u;
	char text[48];

	key = hash_sarif(key, diag_table[finding->id].slug);
	key = hash_sarif(key, finding->message);
	snprintf(text, sizeof(text), "%lu/%u", origin->game, finding->ply);
	key = hash_sarif(key, text);
	snprintf(text, sizeof(text), "%016llx", (unsigned long long)key);
	json_begin(json, "partialFingerprints", '{');
	json_string(json, "ternion/v1", text);
	json_end(json, '}');
}

static void
put_properties(struct json *json, const struct report_origin *origin,
    const struct finding *finding)
{
	if (origin->game == 0)
		return;
	json_begin(json, "properties", '{');
	json_number(json, "game", origin->game);
	if (finding->ply > 0)
		json_number(json, "ply", finding->ply);
	if (origin->variant != NULL)
		json_string(json, "variant", origin->variant);
	if (finding->given != NULL)
		json_string(json, "given", finding->given);
	json_end(json, '}');
}

/* A replacement of each edit; an empty region is a place. */
static void
put_replacements(struct json *json, const struct report_origin *origin,
    const struct fix *fix)
{
	json_begin(json, "replacements", '[');
	for (unsigned i = 0; i < fix->len; i++) {
		struct location start, end;

		report_locate_edit(origin, &fix->edits[i], &start, &end);
		json_begin(json, NULL, '{');
		json_begin(json, "deletedRegion", '{');
		json_number(json, "startLine", start.line);
		json_number(json, "startColumn", start.column);
		json_number(json, "endLine", end.line);
		json_number(json, "endColumn", end.column);
		json_end(json, '}');
		/* What is only taken out has none: it may not be empty. */
		if (fix->edits[i].text[0] != '\0')
			put_message(json, "insertedContent",
			    slice_of(fix->edits[i].text));
		json_end(json, '}');
	}
	json_end(json, ']');
}

static void
put_fixes(struct json *json, const struct report_origin *origin,
    const struct finding *finding)
{
	if (finding->fixes == NULL)
		return;
	json_begin(json, "fixes", '[');
	for (const struct fix *fix = finding->fixes; fix; fix = fix->next) {
		json_begin(json, NULL, '{');
		put_message(json, "description", slice_of(fix->title));
		json_begin(json, "artifactChanges", '[');
		json_begin(json, NULL, '{');
		put_uri(json, report_file_of(origin, finding));
		put_replacements(json, origin, fix);
		json_end(json, '}');
		json_end(json, ']');
		json_end(json, '}');
	}
	json_end(json, ']');
}

static void
put_sarif_group(struct report *report, const struct report_group *group)
{
	struct json *json = &report->json;

	for (unsigned i = 0; i < group->len; i++) {
		const struct finding *finding = &group->findings[i];

		json_begin_flat(json, NULL, '{');
		json_string(json, "ruleId", diag_table[finding->id].slug);
		json_number(json, "ruleIndex", finding->id);
		json_string(json, "level", severity_name(finding->severity));
		put_message(json, "message", slice_of(finding->message));
		put_location(
		    json, report_file_of(group->origin, finding), finding);
		put_fixes(json, group->origin, finding);
		put_fingerprint(json, group->origin, finding);
		put_properties(json, group->origin, finding);
		json_end(json, '}');
	}
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
	json_end(json, '}');
	json_end(json, ']');
	json_end(json, '}');
	json_end(json, ']');
	json_end(json, '}');
	strbuf_char(&report->text, '\n');
}

const struct report_form report_sarif = {
	.id = "sarif",
	.title = "SARIF 2.1.0, for code hosts and editors",
	.has_fixes = true,
	.begin = begin_sarif,
	.group = put_sarif_group,
	.end = end_sarif,
};
