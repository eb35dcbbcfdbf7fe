/* Ternion: what was found in a record, as the protocol has it. */
#include "cmd/lsp/findings.h"

/* One of them: where it is in its segment, and where its JSON stands. */
struct found {
	struct spot start, end;
	size_t at, len;
	size_t related_at, related_len; /* the words of what belongs to it */
	unsigned related;               /* which of the record; if len > 0 */
};

/* Those of a record while they are made. */
struct making {
	struct report report; /* first: it is what the form is given */
	const struct finding_style *style;
	const struct strip *segment;
	enum encoding encoding;
	long at; /* where the segment begins, behind the beginning of the window
		  */
	struct found list[DIAGS_PER_RECORD];
	unsigned len, dropped;
	struct strbuf text;
};

/* Goes through the text of the segment. */
struct walk {
	size_t at;
	struct spot place;
	bool behind_cr;
};

/* What nobody would miss. */
static bool
is_unneeded(enum diag_id id)
{
	static const enum diag_id ids[] = { DIAG_OVER_DISAMBIGUATED,
		DIAG_SUPPRESSION_UNUSED, DIAG_TAG_DUPLICATE,
		DIAG_COMMENT_DROPPED, DIAG_VARIATION_EMPTY,
		DIAG_BYTE_ORDER_MARK, DIAG_SETUP_WITHOUT_POSITION };

	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++)
		if (ids[i] == id)
			return true;
	return false;
}

static unsigned
severity_number(enum severity severity)
{
	switch (severity) {
	case SEV_NOTE:
		return 3;
	case SEV_WARNING:
		return 2;
	case SEV_ERROR:
	case SEV_FATAL:
		break;
	}
	return 1;
}

/* The place of an offset in the segment. */
static struct spot
walk_to(struct walk *walk, const struct making *making, size_t offset)
{
	struct slice text = segment_text(making->segment);

	if (offset > text.len)
		offset = text.len;
	if (offset < walk->at)
		*walk = (struct walk){ .at = 0 };
	place_advance(&walk->place, &walk->behind_cr, making->encoding,
	    slice_sub(text, walk->at, offset - walk->at));
	walk->at = offset;
	return walk->place;
}

/* The last error before a finding, which it follows from. */
static bool
find_cause(const struct report_group *group, unsigned which, unsigned *cause)
{
	const struct finding *finding = &group->findings[which];

	if (finding->given == NULL && finding->id != DIAG_MOVES_UNCHECKED)
		return false;
	for (unsigned i = which; i-- > 0;) {
		if (group->findings[i].severity < SEV_ERROR)
			continue;
		*cause = i;
		return true;
	}
	return false;
}

static void
put_related(struct making *making, const struct report_group *group,
    unsigned which, struct found *found)
{
	const struct finding *finding = &group->findings[which];
	struct strbuf words = STRBUF_INIT;

	found->related_at = making->text.len;
	if (!making->style->related ||
	    !find_cause(group, which, &found->related))
		return;
	if (finding->given != NULL)
		strbuf_printf(&words, "given %s here", finding->given);
	else
		strbuf_puts(&words, "the fault before");
	json_quote(&making->text, strbuf_as_slice(&words));
	found->related_len = making->text.len - found->related_at;
	strbuf_release(&words);
}

static void
put_json(struct making *making, const struct finding *finding)
{
	const struct finding_style *style = making->style;
	struct json json = { .out = &making->text, .comma = true };
	const char *code = diag_table[finding->id].slug;

	json_number(&json, "severity", severity_number(finding->severity));
	json_string(&json, "code", code);
	if (style->links) {
		struct strbuf link = STRBUF_INIT;

		strbuf_slice(&link, style->help);
		strbuf_puts(&link, code);
		json_begin(&json, "codeDescription", '{');
		json_text(&json, "href", strbuf_as_slice(&link));
		json_end(&json, '}');
		strbuf_release(&link);
	}
	json_string(&json, "source", "ternion");
	json_string(&json, "message", finding->message);
	if (style->tags && is_unneeded(finding->id)) {
		json_begin(&json, "tags", '[');
		json_number(&json, NULL, 1);
		json_end(&json, ']');
	}
}

/* Of the form: takes the findings that the configuration lets through. */
static void
take_group(struct report *report, const struct report_group *group)
{
	struct making *making = (struct making *)report;
	const struct source *source = group->origin->source;
	const char *window = source->buf + source->line_at;
	struct walk walk = { .at = 0 };

	making->dropped = group->dropped;
	for (unsigned i = 0; i < group->len; i++) {
		const struct finding *finding = &group->findings[i];
		const struct location *where = &finding->where;
		struct found *found = &making->list[making->len++];
		long from = (long)(where->text.ptr - window) +
		    (long)where->offset - making->at;
		size_t offset = from > 0 ? (size_t)from : 0;
		struct walk end;

		*found = (struct found){ .at = making->text.len };
		found->start = walk_to(&walk, making, offset);
		end = walk;
		found->end = walk_to(&end, making, offset + finding->len);
		put_json(making, finding);
		found->len = making->text.len - found->at;
		put_related(making, group, i, found);
	}
}

static const struct report_form form_lsp = {
	.id = "lsp",
	.title = "diagnostics of the language server",
	.group = take_group,
};

/* What was made, in as little room as it takes. */
static struct findings *
keep(const struct making *making)
{
	struct findings *findings = mem_alloc(sizeof(*findings));
	size_t list = making->len * sizeof(*findings->list);

	*findings =
	    (struct findings){ .len = making->len, .dropped = making->dropped };
	findings->bytes = sizeof(*findings) + list + making->text.len;
	findings->list = mem_alloc(list);
	findings->text = mem_alloc(making->text.len);
	if (making->len > 0) {
		memcpy(findings->list, making->list, list);
		memcpy(findings->text, making->text.ptr, making->text.len);
	}
	return findings;
}

struct findings *
findings_make(const struct report_options *options, struct diags *diags,
    const struct source *source, long at, const struct strip *segment,
    enum encoding encoding, const struct finding_style *style)
{
	struct findings *findings = NULL;
	const struct report_origin origin = { .file = source->name,
		.source = source };
	struct making making = { .style = style,
		.segment = segment,
		.encoding = encoding,
		.at = at };
	struct report_options own = *options;

	own.form = &form_lsp;
	report_init(&making.report, &own);
	report_add(&making.report, &origin, diags);
	if (making.len > 0 || making.dropped > 0)
		findings = keep(&making);
	strbuf_release(&making.text);
	report_release(&making.report);
	return findings;
}

void
findings_free(struct findings *findings)
{
	if (findings == NULL)
		return;
	mem_free(findings->list);
	mem_free(findings->text);
	mem_free(findings);
}

void
findings_forget(struct findings *findings)
{
	mem_free(findings->list);
	mem_free(findings->text);
	*findings =
	    (struct findings){ .dropped = findings->dropped + findings->len,
		    .bytes = sizeof(*findings) };
}

/* A place of the segment in the document. */
static struct spot
place_in(struct spot at, struct spot place)
{
	if (place.line == 0)
		place.column += at.column;
	place.line += at.line;
	return place;
}

static void
put_place(struct strbuf *out, struct spot place)
{
	strbuf_puts(out, "{\"line\":");
	strbuf_number(out, place.line);
	strbuf_puts(out, ",\"character\":");
	strbuf_number(out, place.column);
	strbuf_char(out, '}');
}

void
range_put(struct strbuf *out, struct spot start, struct spot end)
{
	strbuf_puts(out, "{\"start\":");
	put_place(out, start);
	strbuf_puts(out, ",\"end\":");
	put_place(out, end);
	strbuf_char(out, '}');
}

void
findings_put(const struct findings *findings, struct spot at, struct slice uri,
    bool comma, struct strbuf *out)
{
	for (unsigned i = 0; i < findings->len; i++) {
		const struct found *found = &findings->list[i];

		strbuf_puts(
		    out, comma || i > 0 ? ",{\"range\":" : "{\"range\":");
		range_put(
		    out, place_in(at, found->start), place_in(at, found->end));
		strbuf_add(out, findings->text + found->at, found->len);
		if (found->related_len > 0) {
			const struct found *cause =
			    &findings->list[found->related];

			strbuf_puts(out,
			    ",\"relatedInformation\":[{"
			    "\"location\":{\"uri\":");
			json_quote(out, uri);
			strbuf_puts(out, ",\"range\":");
			range_put(out, place_in(at, cause->start),
			    place_in(at, cause->end));
			strbuf_puts(out, "},\"message\":");
			strbuf_add(out, findings->text + found->related_at,
			    found->related_len);
			strbuf_puts(out, "}]");
		}
		strbuf_char(out, '}');
	}
}
