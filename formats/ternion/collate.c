/* Ternion: score sheets of one game as one record. */
#include "formats/repair/repair.h"
#include "formats/repair/collate.h"
#include "formats/ternion/handles.h"

static enum ternion_status
collate(struct ternion_record *const *records, unsigned count,
    struct ternion_record *made)
{
	const struct ternion_game *game = record_game(records[0]);
	struct reader_context readers[SHEETS_MAX];
	struct sheet sheets[SHEETS_MAX];
	struct collation collation;
	struct diags diags;

	if (game == NULL)
		return TERNION_NO_MEMORY;
	ENTER(&made->reader->heap);
	for (unsigned s = 0; s < count; s++) {
		const struct replayed *replayed = &records[s]->replayed;
		const struct line *line = &records[s]->record.line;

		readers[s] = (struct reader_context){ &game->rules,
			replayed->notation, &replayed->alphabet };
		sheets[s] = (struct sheet){ .reader = &readers[s],
			.start = &records[0]->replayed.start,
			.items = repair_items(line, 1, &made->path),
			.len = line->plies,
			.name = arena_printf(&made->path, "%u", s + 1) };
	}
	collate_sheets(sheets, count, &made->path, &collation);
	made->record.line = (struct line){ .plies = 0 };
	collation_write(
	    &collation, &sheets[0], &made->arena, &made->record.line);
	record_changed(made, true);
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
	enum ternion_status status;
	struct ternion_record *made;

	GIVES(collated, records != NULL && count >= 2 && count <= SHEETS_MAX);
	/* The records can be of one game. */
	for (size_t s = 0; s < count; s++) {
		NEED(records[s] != NULL);
		TRY(record_refresh(records[s]));
		if (!records[s]->replayed.ready)
			return fail_record(records[s]);
		NEED(records[s]->variant == records[0]->variant);
	}
	TRY(ternion_record_copy(records[0], &made));
	status = collate(records, (unsigned)count, made);
	if (status == TERNION_NO_MEMORY)
		ternion_record_free(made);
	else
		*collated = made;
	return status;
}
