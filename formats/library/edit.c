/* Ternion: records that the caller makes, and changes of a record as such. */
#include <stdlib.h>

#include "formats/config/config.h"
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
	const struct rules *rules;

	record->faulty = !session_judge(session);
	rules = session->replayed.rules;
	record->variant = rules != NULL ? rules->variant : NULL;
	if (rules != NULL)
		record->settings = rules->settings;
	if (!record->is_changed && record->told.len > 0) {
		session->diags = record->told;
		record->faulty = diags_worst(&record->told, 0) >= SEV_ERROR;
		return;
	}
	diags_sort(&session->diags);
	if (!record->is_changed)
		fixes_prove(session);
	for (unsigned i = 0; i < session->diags.len; i++) {
		struct diag *diag = &session->diags.list[i];

		if (diag->given != NULL)
			diag->message = arena_printf(session->diags.arena,
			    "%s (given %s)", diag->message, diag->given);
	}
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

void
record_changed(struct ternion_record *record, bool is_other)
{
	record->is_stale = record->is_changed = true;
	record->session.record.is_movetext = false;
	if (!is_other)
		return;
	record->is_other = true;
	record->at = NULL;
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

static void
release_record(struct ternion_record *record)
{
	HOLD(record->reader);
	arena_release(&record->session.arena);
	arena_release(&record->texts);
	arena_release(&record->path);
	mem_free(record->keys);
	if (record->own_source.buf != NULL)
		source_release(&record->own_source);
}

void
ternion_record_free(struct ternion_record *record)
{
	if (record == NULL || !record->is_own)
		return;
	release_record(record);
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
	struct ternion_reader *reader;
	struct ternion_record *made;

	GIVES(record, game != NULL);
	reader = reader_new();
	made = reader != NULL ? own_record(reader) : NULL;
	if (reader != NULL)
		reader_disown(reader);
	if (made == NULL)
		return TERNION_NO_MEMORY;
	return give_record(begin_record(made, game), made, record);
}

/* Copies the record and its text, in which diagnostics have their places. */
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
	copy->offset = record->offset;
	copy->is_changed = record->is_changed;
	record_copy(&copy->session.record, &record->session.record,
	    source_window(source), &copy->session.arena);
	record_end_tags(copy);
	/* A replay would not say again what the reader of the text said. */
	if (!record->is_changed) {
		copy->told =
		    record->is_stale ? record->told : record->session.diags;
		diags_keep(&copy->told, &copy->session.arena);
	}
	return TERNION_OK;
}

enum ternion_status
ternion_record_copy(struct ternion_record *record, struct ternion_record **copy)
{
	struct ternion_record *made;

	GIVES(copy, record != NULL);
	made = own_record(record->reader);
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
	struct tag *tag;

	HOLD(record->reader);
	ENTER(&record->reader->heap);
	tag = record->session.record.tags;
	while (tag != NULL && !slice_is(tag->name, name))
		tag = tag->next;
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
	record_changed(record, true);
	return TERNION_OK;
}

/* Sets the result at the end of the moves. */
static enum ternion_status
change_result(struct ternion_record *record, const char *result)
{
	ENTER(&record->reader->heap);
	record->session.record.result =
	    arena_slice(&record->session.arena, slice_of(result));
	record->session.record.result_span.len = 0;
	record_changed(record, false);
	return TERNION_OK;
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
	const char *const none[] = { "*", NULL };

	NEED(record != NULL && result != NULL);
	HOLD(record->reader);
	TRY(record_refresh(record));
	if (!slice_is_among(slice_of(result), none) &&
	    (record->variant == NULL ||
		!slice_is_among(slice_of(result), record->variant->results)))
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
	const char *position, *setup;
	bool is_usual;

	NEED(record != NULL && text != NULL);
	HOLD(record->reader);
	is_usual = strcmp(text, "start") == 0;
	setup = ternion_record_value(record, "SetUp");
	position = ternion_record_value(record, "Position");
	change_start(record, is_usual ? NULL : "1", is_usual ? NULL : text);
	TRY(replay_changed(record));
	if (record->session.replayed.ready)
		return TERNION_OK;
	fail_record(record);
	change_start(record, setup, position);
	return TERNION_FAULTY;
}
