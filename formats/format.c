/* Ternion: the registry of formats. */
#include "formats/documents.h"
#include "parse/text/near.h"

#define HEAD_MAX 4096 /* bytes that may be blanks for the most part */

const struct format *const formats[] = {
	&format_pgn,
	&format_yaml,
	&format_json,
	&format_jsonl,
	&format_html,
	&format_csv,
	&format_3pf,
	&format_trace,
	&format_log,
	NULL,
};

void
record_begin(struct record *record, struct input *input, struct arena *arena,
    struct diags *diags)
{
	arena_reset(arena);
	diags_init(diags, arena);
	memset(record, 0, sizeof(*record));
	record->text = source_window(&input->source);
	record->game = input->games + 1;
	record->arena = arena;
}

const struct format *
format_find(struct slice id)
{
	for (const struct format *const *f = formats; *f != NULL; f++)
		if (slice_is(id, (*f)->id))
			return *f;
	return NULL;
}

const struct format *
format_of_path(const char *path)
{
	/* The format of a compressed file is that of its content. */
	struct slice name = path_unpacked(path);

	for (const struct format *const *f = formats; *f != NULL; f++)
		if ((*f)->names != NULL && (*f)->names(name))
			return *f;
	/* In capitals, too: other systems name files so. */
	for (const struct format *const *f = formats; *f != NULL; f++)
		for (const char *const *s = (*f)->suffixes; *s != NULL; s++) {
			size_t tail = strlen(*s);

			if (name.len > tail &&
			    slice_is_nocase(
				slice_from(name, name.len - tail), *s))
				return *f;
		}
	return NULL;
}

/* JSON, a tag pair and a comment begin with a bracket: with a letter after it,
 * they are PGN. */
const struct format *
format_of_text(struct slice text)
{
	text = slice_trim(text);
	struct slice inside = text; /* a fence of Markdown */
	if (slice_begins(text, "```"))
		slice_take(&inside, '\n');
	inside = slice_trim(inside);
	if (inside.len > 0 && is_one_of(inside.ptr[0], "{[")) {
		struct slice rest = slice_trim(slice_from(inside, 1));

		if (rest.len == 0 ||
		    strchr(*inside.ptr == '{' ? "\"}" : "{]", rest.ptr[0]) !=
			NULL)
			return &format_json;
	}
	for (const struct format *const *f = formats; *f != NULL; f++)
		for (const char *const *h = (*f)->signatures; *h != NULL; h++)
			if (slice_begins(text, *h))
				return *f;
	return formats[0];
}

const struct format *
format_of_source(struct source *source)
{
	struct slice rest, text;

	do {
		rest = source_rest(source);
		text = slice_trim(rest);
	} while (rest.len < HEAD_MAX &&
	    memchr(text.ptr, '\n', (size_t)(rest.ptr + rest.len - text.ptr)) ==
		NULL &&
	    source_fill(source));
	return format_of_text(source_rest(source));
}

/* True if the text begins like an object of JSON: a comment of PGN may begin
 * with { and a quote, too. */
static bool
begins_object(struct slice text)
{
	text = slice_trim(text);
	if (!slice_begins(text, "{"))
		return true;
	text = slice_trim(slice_from(text, 1));
	if (!slice_begins(text, "\""))
		return false;
	text = slice_from(text, 1);
	slice_take(&text, '"');
	return slice_begins(slice_trim(text), ":");
}

const struct format *
format_mistaken(struct slice text, const struct format *as)
{
	const struct format *format = format_of_text(text);
	struct slice rest = slice_trim(text), line = slice_take(&rest, '\n');

	if (format == &format_pgn &&
	    (line.len < 2 || line.ptr[0] != '[' ||
		!ascii_is_letter(line.ptr[1]) ||
		memchr(line.ptr, '"', line.len) == NULL))
		return NULL;
	/* Other formats look like JSON, too. */
	return format != as && slice_trim(text).len > 1 &&
		begins_object(text) &&
		(format != &format_json || as == &format_pgn ||
		    as == &format_3pf)
	    ? format
	    : NULL;
}

bool
format_refuse(struct input *input, struct arena *arena, struct diags *diags,
    struct record *record)
{
	struct source *source = &input->source;
	const struct document_kind *kind = input->format->documents;

	if (input->games > 0)
		return false;
	format_of_source(source);
	struct slice rest = source_rest(source);
	const struct format *format = format_mistaken(rest, input->format);
	if (format == NULL)
		return false;
	record_begin(record, input, arena, diags);
	input->games++;
	record->span = span_at(
	    (size_t)(slice_trim(rest).ptr - source_window(source).ptr), 1);
	record->broken = true;
	if (kind == NULL)
		kind = format->documents;
	diag_add_as(diags, kind->foreign, SEV_ERROR, record->span,
	    "this looks like %s, not %s; use --from %s, or name the file %s",
	    format->id, input->format->id, format->id, format->suffixes[0]);
	input->state = STATE_REFUSED;
	return true;
}

/* True if the settings have the value of option i that the text states. */
static bool
states_setting(const struct writing *writing, int i, struct slice text)
{
	struct settings settings = *writing->settings;

	if (!settings_read(writing->variant, &settings, i, text.ptr, text.len))
		return false;
	settings_settle(writing->variant, &settings);
	return settings_equal(&settings, writing->settings);
}

bool
writing_option(const struct record *record, const struct writing *writing,
    int i, struct strbuf *out)
{
	const struct variant *variant = writing->variant;
	const struct tag *tag =
	    record_known_tag(record, variant->options[i].name);
	char value[SETTING_MAX];

	if (writing->settings == NULL) {
		if (tag != NULL)
			strbuf_slice(out, tag->value);
	} else if (!settings_is_default(variant, writing->settings, i)) {
		settings_write(variant, writing->settings, i, value);
		strbuf_puts(out, value);
	} else if (tag != NULL && states_setting(writing, i, tag->value)) {
		strbuf_slice(out, tag->value);
	} else if (tag != NULL &&
	    states_setting(
		writing, i, slice_of(variant->options[i].fallback))) {
		/* The tag is wrong; the default was played. */
		strbuf_puts(out, variant->options[i].fallback);
	}
	return out->len > 0;
}

void
words_players(struct strbuf *words)
{
	for (const struct variant *const *v = variants; *v != NULL; v++)
		for (unsigned p = 0; p < PLAYERS; p++)
			if (!near_has(strbuf_as_slice(words),
				slice_of((*v)->players[p])))
				strbuf_printf(words, " %s", (*v)->players[p]);
}

struct slice
record_player(
    const struct record *record, const struct variant *variant, unsigned player)
{
	for (const struct tag *t = record->tags; t != NULL; t = t->next)
		if (variant_player_tag(variant, t->name.ptr, t->name.len) ==
		    player)
			return slice_trim(t->value);
	return slice_of("");
}

void
input_keep_tags(struct input *input, const struct record *record)
{
	/* Tags that say which game it is and how it is written. */
	static const char *const names[] = { "Variant", "Notation", "Letters",
		NULL };
	/* Most tags are these. */
	static const char *const others[] = { "Event", "Site", "Date", "Round",
		"White", "Black", "Result", NULL };
	char *kept = input->kept;

	for (const struct tag *t = record->tags; t != NULL; t = t->next) {
		if (!slice_is_among(t->name, names) &&
		    (slice_is_among(t->name, others) ||
			!variants_have_option(t->name.ptr, t->name.len)))
			continue;
		if (memchr(t->value.ptr, '\0', t->value.len) != NULL ||
		    t->name.len + t->value.len + 2 >
			(size_t)(input->kept + sizeof(input->kept) - kept))
			continue;
		/* Each with its NUL. */
		kept = strbuf_put(kept, t->name);
		*kept++ = '\0';
		kept = strbuf_put(kept, t->value);
		*kept++ = '\0';
	}
	input->kept_len = (size_t)(kept - input->kept);
}
