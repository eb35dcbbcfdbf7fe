/* Ternion: score sheets of one game as one record. */
#include "formats/library/handles.h"
#include "parse/repair/scores.h"

/* A copy of a record, replayed: nobody else has a handle of it. */
static enum ternion_status
copy_sheet(struct ternion_record *record, struct ternion_record **copy)
{
	TRY(ternion_record_copy(record, copy));
	HOLD((*copy)->reader);
	TRY(record_refresh(*copy));
	return (*copy)->session.replayed.ready ? TERNION_OK
					       : fail_record(*copy);
}

/* Makes the first sheet the record of the game, and gives it. */
static enum ternion_status
collate(struct ternion_record *const *records, unsigned count,
    struct ternion_record **collated)
{
	struct ternion_record *made = records[0];
	struct record *record = &made->session.record;
	const struct record first = *record;
	/* Another thread may use the rules of its replayer. */
	struct replayed setup = made->session.replayed;
	struct score score[SHEETS_MAX];
	struct scores scores = { .len = count };
	const struct ternion_game *game;
	struct diags diags;

	for (unsigned s = 0; s < count; s++)
		NEED(records[s]->variant == made->variant);
	HOLD(made->reader);
	game = record_game(made);
	if (game == NULL)
		return TERNION_NO_MEMORY;
	ENTER(&made->reader->heap);
	setup.rules = &game->rules;
	for (unsigned s = 0; s < count; s++) {
		score[s] =
		    (struct score){ .record = &records[s]->session.record,
			    .setup = &records[s]->session.replayed,
			    .name = arena_printf(&made->path, "%u", s + 1) };
		scores.score[s] = &score[s];
	}
	score[0].record = &first;
	score[0].setup = &setup;
	scores_collate(&scores, &made->path);
	record->line = (struct line){ .plies = 0 };
	record->tags = record->last_tag = NULL;
	scores_write(&scores, &made->session.arena, record);
	record->result = arena_slice(&made->session.arena, record->result);
	record_end_tags(made);
	record_changed(made, true);
	*collated = made;
	if (scores.collation.complete)
		return TERNION_OK;
	diags_init(&diags, &made->path);
	diag_add(&diags, DIAG_SHEETS_UNREAD, (struct span){ 0, 0 },
	    "no legal game explains the score sheets after ply %u",
	    scores.collation.len);
	return fail_faulty(&diags, "");
}

enum ternion_status
ternion_collate(struct ternion_record *const *records, size_t count,
    struct ternion_record **collated)
{
	struct ternion_record *sheets[SHEETS_MAX] = { NULL };
	enum ternion_status status = TERNION_OK;

	GIVES(collated, records != NULL && count >= 2 && count <= SHEETS_MAX);
	for (size_t s = 0; s < count; s++)
		NEED(records[s] != NULL);
	for (size_t s = 0; s < count && status == TERNION_OK; s++)
		status = copy_sheet(records[s], &sheets[s]);
	if (status == TERNION_OK)
		status = collate(sheets, (unsigned)count, collated);
	for (size_t s = *collated != NULL; s < count; s++)
		ternion_record_free(sheets[s]);
	return status;
}
