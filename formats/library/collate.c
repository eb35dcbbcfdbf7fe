/* Ternion: score sheets of one game as one record. */
#include "formats/library/handles.h"
#include "parse/repair/scores.h"

/* A copy of a record, replayed: nobody else has a handle of it. */
static enum ternion_status
copy_sheet(struct ternion_record *record, struct ternion_record **copy)
{
	TRY(ternion_record_copy(record, copy));
	HOLD_FRESH(*copy);
	return (*copy)->session.replayed.ready ? TERNION_OK
					       : fail_record(*copy);
}

/* Notes how each sheet has each ply. */
static void
note_readings(struct ternion_record *made, const struct scores *scores,
    const struct score *first, struct ternion_record *const *records,
    unsigned count)
{
	const struct collation *collation = &scores->collation;

	made->sheets = count;
	made->readings = arena_alloc(&made->session.arena,
	    count * collation->len * sizeof(made->readings[0]) + 1);
	made->readings_len = collation->len;
	for (unsigned s = 0; s < scores->len; s++) {
		size_t sheet = (size_t)(scores->score[s] - first);

		for (unsigned ply = 0; ply < collation->len; ply++) {
			struct ternion_reading *reading =
			    &made->readings[sheet * collation->len + ply];
			struct span span;

			reading->differs =
			    collation_reading(collation, ply, s, &span);
			reading->open = collation->plies[ply].open;
			reading->size = sizeof(*reading);
			reading->offset = records[sheet]->offset + span.start;
			reading->length = span.len;
		}
	}
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
	struct diags diags = { .arena = &made->path };

	for (unsigned s = 0; s < count; s++)
		NEED(records[s]->session.replayed.variant ==
		    made->session.replayed.variant);
	HOLD(made->reader);
	const struct ternion_game *game = record_game(made);
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
	note_readings(made, &scores, score, records, count);
	*collated = made;
	if (scores.collation.complete)
		return TERNION_OK;
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

enum ternion_status
ternion_collate_reading(const struct ternion_record *collated, size_t sheet,
    size_t ply, struct ternion_reading *reading)
{
	NEED(collated != NULL && reading != NULL);
	HOLD(collated->reader);
	if (sheet >= collated->sheets || ply >= collated->readings_len)
		return TERNION_END;
	const struct ternion_reading *found =
	    &collated->readings[sheet * collated->readings_len + ply];
	return found->size > 0 ? FACTS_GIVE(*found, reading) : TERNION_END;
}
