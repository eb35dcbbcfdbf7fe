/* Ternion: records as handles, and repairs of their diagnostics. */
#include "formats/library/handles.h"

enum ternion_status
ternion_record_describe(
    const struct ternion_record *record, struct ternion_record_info *info)
{
	struct ternion_record_info ours = { 0 };
	const struct replayed *replayed;

	NEED(record != NULL && info != NULL);
	HOLD(record->reader);
	TRY(record_refresh(record->self));
	replayed = &record->session.replayed;
	ours.number = record->session.record.game;
	if (record->variant != NULL)
		ours.game = record->variant->id;
	if (replayed->notation != NULL)
		ours.notation = replayed->notation->id;
	TRY(record_keep(record->self, replayed->result, &ours.result));
	ours.plies = replayed->plies;
	ours.complete = replayed->complete;
	ours.faulty = record->faulty;
	ours.dropped = diags_count(&record->session.diags);
	ours.offset = record->offset + record->session.record.span.start;
	ours.length = record->session.record.span.len;
	if (record->reader->input.format != NULL)
		ours.format = record->reader->input.format->id;
	return FACTS_GIVE(ours, info);
}

enum ternion_status
record_keep(struct ternion_record *record, struct slice text, const char **kept)
{
	ENTER(&record->reader->heap);
	*kept = arena_copy(&record->texts, text);
	return TERNION_OK;
}

enum ternion_status
ternion_record_tag(struct ternion_record *record, size_t index,
    const char **name, const char **value)
{
	const struct tag *tag;

	GIVES(name, value != NULL);
	GIVES(value, record != NULL);
	HOLD(record->reader);
	tag = record->session.record.tags;
	LIST_SKIP(tag, index);
	if (tag == NULL)
		return TERNION_END;
	*name = tag->name.ptr;
	*value = tag->value.ptr;
	return TERNION_OK;
}

const char *
ternion_record_value(struct ternion_record *record, const char *name)
{
	const struct tag *tag;

	if (record == NULL || name == NULL)
		return NULL;
	HOLD(record->reader);
	tag = record_tag(&record->session.record, name);
	return tag != NULL ? tag->value.ptr : NULL;
}

enum ternion_status
ternion_record_text(struct ternion_record *record, char **text, size_t *length)
{
	CALL_HEAP = { .first = NULL };
	struct strbuf out = STRBUF_INIT;
	const struct record *read;

	GIVES(text, record != NULL);
	if (record->is_changed || record->reader->input.format == NULL)
		return TERNION_END;
	read = &record->session.record;
	ENTER(&call_heap);
	strbuf_slice(
	    &out, slice_sub(read->text, read->span.start, read->span.len));
	return text_give(&out, text, length);
}

enum ternion_status
ternion_record_diagnostic(const struct ternion_record *record, size_t index,
    struct ternion_diagnostic *diagnostic)
{
	NEED(record != NULL && diagnostic != NULL);
	HOLD(record->reader);
	TRY(record_refresh(record->self));
	return diagnostic_give(&record->session.diags, index, record->source,
	    record->offset, diagnostic);
}

const char *
ternion_record_comment(struct ternion_record *record, size_t index)
{
	const struct comment *comment;
	const char *text = NULL;

	if (record == NULL)
		return NULL;
	HOLD(record->reader);
	comment = record->session.record.line.comment.first;
	LIST_SKIP(comment, index);
	if (comment != NULL)
		record_keep(record, comment->text, &text);
	return text;
}

/* The game of a record whose rules are known, shared by all positions given
 * from it and from other records of the same game. */
struct ternion_game *
record_game(struct ternion_record *record)
{
	struct ternion_reader *reader = record->reader;

	if (game_is(reader->game, record->variant, &record->settings))
		return reader->game;
	ternion_game_free(reader->game);
	reader->game =
	    game_new(record->variant, &record->settings, reader->defined);
	return reader->game;
}

enum ternion_status
ternion_record_position(
    struct ternion_record *record, struct ternion_position **position)
{
	struct ternion_game *game;

	GIVES(position, record != NULL);
	HOLD(record->reader);
	TRY(record_refresh(record));
	if (!record->session.replayed.ready)
		return fail_record(record);
	game = record_game(record);
	return game != NULL
	    ? position_give(
		  game, &record->session.replayed.start, NULL, 0, position)
	    : TERNION_NO_MEMORY;
}

/* Writes the record that was replayed with these options. */
static void
write_replayed(const struct session *session, const struct format *format,
    const struct letter_set *letters, struct strbuf *out)
{
	struct strbuf position = STRBUF_INIT, text = STRBUF_INIT;
	struct placing placing = { .number = 1 };
	struct writing writing =
	    replayed_writing(&session->replayed, letters, &position);

	format->write(&session->record, &writing, &text);
	if (format->place != NULL)
		format->place(strbuf_as_slice(&text), &placing, out);
	else
		strbuf_slice(out, strbuf_as_slice(&text));
	if (format->end != NULL)
		format->end(1, out);
	strbuf_release(&position);
	strbuf_release(&text);
}

enum ternion_status
ternion_record_write(struct ternion_record *record,
    const struct ternion_write_options *options, char **text, size_t *length)
{
	struct ternion_write_options ours;
	struct ternion_reader *reader;
	const struct replay_options *last;
	struct session copy = { .replayer = NULL };
	struct strbuf out = STRBUF_INIT;
	struct replay_options replay;
	const struct format *format;

	GIVES(text, record != NULL && OPTIONS_TAKE(ours, options));
	HOLD(record->reader);
	format =
	    format_find(slice_of(ours.format != NULL ? ours.format : "pgn"));
	if (format == NULL || format->write == NULL)
		return fail_unknown(
		    "format-unknown", "format to write", ours.format);
	TRY(record_refresh(record));
	if (record->faulty)
		return fail_record(record);
	reader = record->reader;
	replay = reader->options;
	replay.nags_apart = format->nags_apart;
	TRY(writing_find(reader->defined, record->variant, ours.notation,
	    ours.letters, &replay.output, &replay.letters));
	if (ours.notation == NULL)
		replay.output = NULL;
	if (ours.letters == NULL)
		replay.letters = NULL;
	ENTER(&reader->heap);
	/* The replayer that writes in this way is kept for the next record. */
	last = &reader->written;
	if (reader->writer == NULL || last->output != replay.output ||
	    last->letters != replay.letters ||
	    last->nags_apart != replay.nags_apart) {
		replayer_free(reader->writer);
		reader->writer = NULL;
		reader->written = replay;
		reader->writer = replayer_new(&replay);
	}
	/* A copy, as the replay changes the texts of plies. */
	copy.replayer = reader->writer;
	record_copy(&copy.record, &record->session.record,
	    record->session.record.text, &copy.arena);
	diags_init(&copy.diags, &copy.arena);
	session_replay(&copy);
	write_replayed(&copy, format, replay.letters, &out);
	arena_release(&copy.arena);
	return text_give(&out, text, length);
}

static const struct fix *
find_fix(const struct ternion_record *record, size_t diagnostic, size_t index)
{
	const struct fix *fix;

	if (record->is_changed || diagnostic >= record->session.diags.len)
		return NULL;
	fix = fix_offered(record->session.diags.list[diagnostic].meant);
	while (fix != NULL && index-- > 0)
		fix = fix_offered(fix->next);
	return fix;
}

enum ternion_status
ternion_record_fix(const struct ternion_record *record, size_t diagnostic,
    size_t index, struct ternion_fix *fix)
{
	struct ternion_fix ours = { 0 };
	const struct fix *found;

	NEED(record != NULL && fix != NULL);
	HOLD(record->reader);
	TRY(record_refresh(record->self));
	found = find_fix(record, diagnostic, index);
	if (found == NULL)
		return TERNION_END;
	ours.title = found->title;
	ours.certain = found->certain;
	ours.likely = found->likely;
	ours.share = found->share;
	return FACTS_GIVE(ours, fix);
}

/* An empty list of patches of the input up to the end of the record. */
static struct patches
no_patches(const struct record *record)
{
	return (struct patches){ .text = slice_sub(record->text, 0,
				     record->span.start + record->span.len) };
}

/* Gives the text of the record with the patches, if any, and releases them. */
static enum ternion_status
give_patched(const struct record *record, struct patches *patches, char **text,
    size_t *length)
{
	struct strbuf out = STRBUF_INIT;

	if (patches->len == 0)
		return TERNION_END;
	patches_write(patches, record->span.start, &out);
	patches_release(patches);
	return text_give(&out, text, length);
}

enum ternion_status
ternion_record_apply(const struct ternion_record *record, size_t diagnostic,
    size_t index, char **text, size_t *length)
{
	struct patches patches;
	const struct fix *fix;

	GIVES(text, record != NULL);
	HOLD(record->reader);
	TRY(record_refresh(record->self));
	fix = find_fix(record, diagnostic, index);
	if (fix == NULL)
		return TERNION_END;
	ENTER(&record->reader->heap);
	patches = no_patches(&record->session.record);
	for (unsigned i = 0; i < fix->len; i++)
		patches_add(&patches, fix->edits[i].span.start,
		    fix->edits[i].span.len, slice_of(fix->edits[i].text));
	return give_patched(&record->session.record, &patches, text, length);
}

static bool
is_certain(const struct diag *diag, const void *context)
{
	(void)context;
	return diag->fixes != NULL && diag->fixes->certain;
}

enum ternion_status
ternion_record_mend(struct ternion_record *record, char **text, size_t *length)
{
	const struct wishes wishes = { is_certain, NULL };
	struct patches patches;

	GIVES(text, record != NULL);
	HOLD(record->reader);
	TRY(record_refresh(record));
	if (record->is_changed)
		return TERNION_END;
	ENTER(&record->reader->heap);
	patches = no_patches(&record->session.record);
	fixes_take(&record->session, &wishes, NULL, &patches);
	return give_patched(&record->session.record, &patches, text, length);
}
