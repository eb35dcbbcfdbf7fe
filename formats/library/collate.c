/* Ternion: score sheets of one game as one record. */
#include "parse/repair/repair.h"
#include "parse/repair/collate.h"
#include "formats/library/handles.h"

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
	struct reader_context readers[SHEETS_MAX];
	struct sheet sheets[SHEETS_MAX];
	const struct ternion_game *game;
	struct collation collation;
	struct diags diags;

	for (unsigned s = 0; s < count; s++)
		NEED(records[s]->variant == made->variant);
	HOLD(made->reader);
	game = record_game(made);
	if (game == NULL)
		return TERNION_NO_MEMORY;
	ENTER(&made->reader->heap);
	for (unsigned s = 0; s < count; s++) {
		const struct line *line = &records[s]->session.record.line;

		readers[s] = replayed_reader(&records[s]->session.replayed);
		readers[s].rules = &game->rules;
		sheets[s] = (struct sheet){ .reader = &readers[s],
			.start = &made->session.replayed.start,
			.items = repair_items(line, 1, &made->path),
			.len = line->plies,
			.defined = records[s]->session.replayed.defined,
			.name = arena_printf(&made->path, "%u", s + 1) };
	}
	collate_sheets(sheets, count, &made->path, &collation);
	made->session.record.line = (struct line){ .plies = 0 };
	collation_write(&collation, &sheets[0], &made->session.arena,
	    &made->session.record.line);
	record_changed(made, true);
	*collated = made;
	if (collation.complete)
		return TERNION_OK;
	diags_init(&diags, &made->path);
	diag_add(&diags, DIAG_SHEETS_UNREAD, (struct span){ 0, 0 },
	    "no legal game explains the score sheets after ply %u",
	    collation.len);
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
