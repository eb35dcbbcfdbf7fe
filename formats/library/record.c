/* Ternion: records as handles: their replay, their changes, what callers make
 * of them, and repairs of their diagnostics. */

#include "formats/library/handles.h"

void
record_end_tags(struct ternion_record *record)
{
	for (struct tag *t = record->session.record.tags; t != NULL;
	     t = t->next) {
		t->name.ptr = arena_copy(&record->session.arena, t->name);
		t->value.ptr = arena_copy(&record->session.arena, t->value);
	}
}

void
record_replay(struct ternion_record *record)
{
	struct session *session = &record->session;

	session_replay(session);
	if (session->replayed.rules != NULL)
		record->settings = session->replayed.rules->settings;
	session_settle(session);
}

static enum ternion_status
replay_changed(struct ternion_record *record)
{
	ENTER(&record->reader->heap);
	arena_reset(&record->texts);
	diags_init(&record->session.diags, &record->texts);
	record_replay(record);
	record->is_stale = record->is_other = false;
	return TERNION_OK;
}

enum ternion_status
record_refresh(struct ternion_record *record)
{
	return record->is_stale ? replay_changed(record) : TERNION_OK;
}

enum ternion_status
record_changed(struct ternion_record *record, bool is_other)
{
	record->is_stale = true;
	record->readings_len = 0;
	record->session.format = NULL;
	record->session.record.is_movetext = false;
	if (is_other) {
		record->is_other = true;
		record->at = NULL;
	}
	return TERNION_OK;
}

/*
 * Records of the caller
 */

static struct ternion_record *
own_record(struct ternion_reader *reader)
{
	struct ternion_record *record = calloc(1, sizeof(*record));

	if (record == NULL)
		return NULL;
	record->self = record;
	record->reader = reader;
	record->is_own = record->is_stale = record->is_other = true;
	reader->owners++;
	return record;
}

void
ternion_record_free(struct ternion_record *record)
{
	if (record == NULL || !record->is_own)
		return;
	lock_take(&record->reader->lock);
	arena_release(&record->session.arena);
	arena_release(&record->texts);
	arena_release(&record->path);
	mem_free(record->keys);
	if (record->own_source.buf != NULL)
		source_release(&record->own_source);
	pthread_mutex_unlock(&record->reader->lock);
	reader_disown(record->reader);
	free(record);
}

static void
put_tag(struct ternion_record *record, const char *name, const char *value)
{
	struct arena *arena = &record->session.arena;

	record_add_tag(&record->session.record, arena,
	    arena_slice(arena, slice_of(name)),
	    arena_slice(arena, slice_of(value)), (struct span){ 0, 0 });
}

/* Fills a record with the tags that state the game. */
static enum ternion_status
begin_record(struct ternion_record *record, const struct ternion_game *game)
{
	const struct rules *rules = &game->rules;
	const struct replay_options options = { .notations =
						    defined_list(game->defined),
		.rewrite = true,
		.nags_apart = true,
		.for_program = true };
	const struct variant *variant = rules->variant;
	char value[SETTING_MAX];

	record->reader->defined = defined_share(game->defined);
	ENTER(&record->reader->heap);
	source_text(&record->own_source, "record", (struct slice){ "", 0 });
	record->source = &record->own_source;
	record->reader->options = options;
	record->session.replayer = replayer_new(&options);
	record->session.record = (struct record){
		.text = { "", 0 }, .game = 1, .arena = &record->session.arena
	};
	record_changed(record, true);
	put_tag(record, "Variant", variant->id);
	for (int i = 0; variant->options[i].name != NULL; i++) {
		if (settings_is_default(variant, &rules->settings, i))
			continue;
		settings_write(variant, &rules->settings, i, value);
		put_tag(record, variant->options[i].name, value);
	}
	return TERNION_OK;
}

/* Gives a record, or frees it if it could not be made. */
static enum ternion_status
give_record(enum ternion_status status, struct ternion_record *made,
    struct ternion_record **given)
{
	if (status == TERNION_OK)
		*given = made;
	else
		ternion_record_free(made);
	return status;
}

enum ternion_status
ternion_record_new(struct ternion_game *game, struct ternion_record **record)
{
	GIVES(record, game != NULL);
	struct ternion_reader *reader = reader_new();
	struct ternion_record *made =
	    reader != NULL ? own_record(reader) : NULL;
	if (reader != NULL)
		reader_disown(reader);
	if (made == NULL)
		return TERNION_NO_MEMORY;
	return give_record(begin_record(made, game), made, record);
}

/* Copies the record with the facts of its replay, and its text, in which
 * diagnostics have their places. A replay would not report again the faults
 * that the reader has found. */
static enum ternion_status
copy_of_record(struct ternion_record *copy, const struct ternion_record *record)
{
	struct source *source = &copy->own_source;

	HOLD(record->reader);
	ENTER(&record->reader->heap);
	source_text(source, "record", record->session.record.text);
	source->line = record->source->line;
	source->column = record->source->column;
	copy->source = source;
	copy->session.replayer = record->session.replayer;
	copy->session.format = record->session.format;
	copy->session.replayed = record->session.replayed;
	copy->session.replayed.record = &copy->session.record;
	copy->session.replayed.result =
	    arena_slice(&copy->session.arena, record->session.replayed.result);
	copy->session.ok = record->session.ok;
	copy->session.diags = record->session.diags;
	diags_keep(&copy->session.diags, &copy->session.arena);
	copy->settings = record->settings;
	copy->offset = record->offset;
	copy->is_stale = record->is_stale;
	copy->is_other = record->is_other;
	record_copy(&copy->session.record, &record->session.record,
	    source_window(source), &copy->session.arena);
	record_end_tags(copy);
	return TERNION_OK;
}

enum ternion_status
ternion_record_copy(struct ternion_record *record, struct ternion_record **copy)
{
	GIVES(copy, record != NULL);
	struct ternion_record *made = own_record(record->reader);
	if (made == NULL)
		return TERNION_NO_MEMORY;
	return give_record(copy_of_record(made, record), made, copy);
}

/*
 * Changes
 */

/* Sets a tag, or removes it for NULL. */
static enum ternion_status
change_tag(struct ternion_record *record, const char *name, const char *value)
{
	ENTER(&record->reader->heap);
	struct tag *tag =
	    record_find_tag(&record->session.record, slice_of(name));
	if (value == NULL && tag == NULL)
		return TERNION_END;
	if (value == NULL) {
		LIST_REMOVE(record->session.record.tags,
		    record->session.record.last_tag, tag);
	} else if (tag == NULL) {
		put_tag(record, name, value);
	} else {
		tag->value =
		    arena_slice(&record->session.arena, slice_of(value));
		tag->span.len = 0;
	}
	return record_changed(record, true);
}

/* Sets the result at the end of the moves. */
static enum ternion_status
change_result(struct ternion_record *record, const char *result)
{
	ENTER(&record->reader->heap);
	record->session.record.result =
	    arena_slice(&record->session.arena, slice_of(result));
	record->session.record.result_span.len = 0;
	return record_changed(record, false);
}

enum ternion_status
ternion_record_set_tag(
    struct ternion_record *record, const char *name, const char *value)
{
	NEED(record != NULL && name != NULL && is_tag_name(slice_of(name)) &&
	    (value == NULL || is_one_line(slice_of(value))));
	HOLD(record->reader);
	TRY(change_tag(record, name, value));
	return value != NULL && strcmp(name, "Result") == 0
	    ? change_result(record, value)
	    : TERNION_OK;
}

enum ternion_status
ternion_record_set_result(struct ternion_record *record, const char *result)
{
	NEED(record != NULL && result != NULL);
	HOLD_FRESH(record);
	if (strcmp(result, "*") != 0 &&
	    (record->session.replayed.variant == NULL ||
		!slice_is_among(slice_of(result),
		    record->session.replayed.variant->results)))
		return fail_unknown("result-unknown", "result", result);
	if (record_tag(&record->session.record, "Result") != NULL)
		TRY(change_tag(record, "Result", result));
	return change_result(record, result);
}

static void
change_start(
    struct ternion_record *record, const char *setup, const char *position)
{
	change_tag(record, "SetUp", setup);
	change_tag(record, "Position", position);
}

/* Restores the old tags if the game cannot be set up with the new ones. */
enum ternion_status
ternion_record_set_position(struct ternion_record *record, const char *text)
{
	NEED(record != NULL && text != NULL);
	HOLD(record->reader);
	bool is_usual = strcmp(text, "start") == 0;
	const char *setup = ternion_record_value(record, "SetUp");
	const char *position = ternion_record_value(record, "Position");
	change_start(record, is_usual ? NULL : "1", is_usual ? NULL : text);
	TRY(replay_changed(record));
	if (record->session.replayed.ready)
		return TERNION_OK;
	fail_record(record);
	change_start(record, setup, position);
	return TERNION_FAULTY;
}

/*
 * Facts
 */

enum ternion_status
ternion_record_describe(
    const struct ternion_record *record, struct ternion_record_info *info)
{
	FACTS(ternion_record_info, record != NULL && info != NULL);
	HOLD_FRESH(record);
	const struct replayed *replayed = &record->session.replayed;
	ours.number = record->session.record.game;
	if (replayed->variant != NULL)
		ours.game = replayed->variant->id;
	if (replayed->notation != NULL)
		ours.notation = replayed->notation->id;
	TRY(record_keep(record->self, replayed->result, &ours.result));
	ours.plies = replayed->plies;
	ours.complete = replayed->complete;
	ours.faulty = !record->session.ok;
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
	GIVES(name, value != NULL);
	GIVES(value, record != NULL);
	HOLD(record->reader);
	const struct tag *tag = record->session.record.tags;
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
	if (record == NULL || name == NULL)
		return NULL;
	HOLD(record->reader);
	const struct tag *tag = record_tag(&record->session.record, name);
	return tag != NULL ? tag->value.ptr : NULL;
}

enum ternion_status
ternion_record_text(struct ternion_record *record, char **text, size_t *length)
{
	CALL_HEAP = { .first = NULL };
	struct strbuf out = STRBUF_INIT;

	GIVES(text, record != NULL);
	if (record->session.format == NULL)
		return TERNION_END;
	const struct record *read = &record->session.record;
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
	HOLD_FRESH(record);
	return diagnostic_give(&record->session.diags, index, record->source,
	    record->offset, diagnostic);
}

const char *
ternion_record_comment(struct ternion_record *record, size_t index)
{
	const char *text = NULL;

	if (record == NULL)
		return NULL;
	HOLD(record->reader);
	const struct comment *comment =
	    record->session.record.line.comment.first;
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

	if (game_is(reader->game, record->session.replayed.variant,
		&record->settings))
		return reader->game;
	ternion_game_free(reader->game);
	reader->game = game_new(record->session.replayed.variant,
	    &record->settings, reader->defined);
	return reader->game;
}

enum ternion_status
ternion_record_position(
    struct ternion_record *record, struct ternion_position **position)
{
	GIVES(position, record != NULL);
	HOLD_FRESH(record);
	if (!record->session.replayed.ready)
		return fail_record(record);
	struct ternion_game *game = record_game(record);
	return game != NULL
	    ? position_give(
		  game, &record->session.replayed.start, NULL, 0, position)
	    : TERNION_NO_MEMORY;
}

/* Writes the record that was replayed with these options. */
static void
write_replayed(const struct session *session, const struct format *format,
    const struct letter_set *letters, bool game_alone, struct strbuf *out)
{
	SCRATCH position = STRBUF_INIT, text = STRBUF_INIT;
	struct placing placing = { .number = game_alone ? 0 : 1 };
	struct writing writing =
	    replayed_writing(&session->replayed, letters, &position);

	format->write(&session->record, &writing, &text);
	if (format->place != NULL)
		format->place(strbuf_as_slice(&text), &placing, out);
	else
		strbuf_slice(out, strbuf_as_slice(&text));
	if (format->end != NULL && !game_alone)
		format->end(&placing, out);
}

enum ternion_status
ternion_record_write(struct ternion_record *record,
    const struct ternion_write_options *options, char **text, size_t *length)
{
	struct ternion_write_options ours;
	struct session copy = { .replayer = NULL };
	struct strbuf out = STRBUF_INIT;

	GIVES(text, record != NULL && OPTIONS_TAKE(ours, options));
	HOLD(record->reader);
	const struct format *format =
	    format_find(slice_of(ours.format != NULL ? ours.format : "pgn"));
	if (format == NULL || format->write == NULL)
		return fail_unknown(
		    "format-unknown", "format to write", ours.format);
	TRY(record_refresh(record));
	if (!record->session.ok &&
	    (!ours.partial || record->session.replayed.variant == NULL))
		return fail_record(record);
	struct ternion_reader *reader = record->reader;
	struct replay_options replay = reader->options;
	replay.nags_apart = format->nags_apart;
	TRY(writing_find(reader->defined, record->session.replayed.variant,
	    ours.notation, ours.letters, &replay.output, &replay.letters));
	if (ours.notation == NULL)
		replay.output = NULL;
	if (ours.letters == NULL)
		replay.letters = NULL;
	ENTER(&reader->heap);
	/* The replayer that writes in this way is kept for the next record. */
	const struct replay_options *last = &reader->written;
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
	bool can_write = record->session.ok ||
	    record_cut(&copy.record, &copy.replayed, &copy.diags);
	if (can_write)
		write_replayed(&copy, format, replay.letters,
		    ours.game_alone && format == &format_html, &out);
	arena_release(&copy.arena);
	return can_write ? text_give(&out, text, length) : fail_record(record);
}

static const struct fix *
find_fix(const struct ternion_record *record, size_t diagnostic, size_t index)
{
	if (record->session.format == NULL ||
	    diagnostic >= record->session.diags.len)
		return NULL;
	const struct fix *fix =
	    fix_offered(record->session.diags.list[diagnostic].meant);
	while (fix != NULL && index-- > 0)
		fix = fix_offered(fix->next);
	return fix;
}

enum ternion_status
ternion_record_fix(const struct ternion_record *record, size_t diagnostic,
    size_t index, struct ternion_fix *fix)
{
	FACTS(ternion_fix, record != NULL && fix != NULL);
	HOLD_FRESH(record);
	const struct fix *found = find_fix(record, diagnostic, index);
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
	GIVES(text, record != NULL);
	HOLD_FRESH(record);
	const struct fix *fix = find_fix(record, diagnostic, index);
	if (fix == NULL)
		return TERNION_END;
	ENTER(&record->reader->heap);
	struct patches patches = no_patches(&record->session.record);
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

	GIVES(text, record != NULL);
	HOLD_FRESH(record);
	if (record->session.format == NULL)
		return TERNION_END;
	ENTER(&record->reader->heap);
	struct patches patches = no_patches(&record->session.record);
	fixes_take(&record->session, &wishes, NULL, &patches);
	return give_patched(&record->session.record, &patches, text, length);
}
