/* Ternion: plies as handles. */
#include "formats/ternion/handles.h"

static enum ternion_status
allocate_handle(struct ternion_record *record, struct ternion_ply **made)
{
	*made = arena_alloc(&record->reader->arena, sizeof(**made));
	(*made)->record = record;
	return TERNION_OK;
}

/* A handle of a ply, in the arena of its record. */
static struct ternion_ply *
make_ply(struct ternion_record *record, struct ply *ply,
    struct ternion_ply *prev, struct ternion_ply *branch)
{
	struct ternion_ply *made = NULL;
	enum ternion_status status;

	if (ply == NULL)
		return NULL;
	WITH_MEMORY(
	    &record->reader->heap, status, allocate_handle(record, &made));
	if (status != TERNION_OK)
		return NULL;
	made->ply = ply;
	made->prev = prev;
	made->branch = branch;
	return made;
}

struct ternion_ply *
ternion_record_ply(struct ternion_record *record)
{
	if (record == NULL)
		return NULL;
	if (record->first == NULL)
		record->first =
		    make_ply(record, record->record.line.first, NULL, NULL);
	return record->first;
}

struct ternion_ply *
ternion_ply_next(struct ternion_ply *ply)
{
	if (ply == NULL)
		return NULL;
	if (ply->next == NULL)
		ply->next =
		    make_ply(ply->record, ply->ply->next, ply, ply->branch);
	return ply->next;
}

struct ternion_ply *
ternion_ply_variation(struct ternion_ply *ply, size_t index)
{
	const struct line *line;
	struct ternion_ply *made;

	if (ply == NULL || ply->ply->notes == NULL)
		return NULL;
	line = ply->ply->notes->variations;
	for (; line != NULL && index > 0; index--)
		line = line->next;
	if (line == NULL)
		return NULL;
	for (made = ply->variation; made != NULL; made = made->sibling)
		if (made->ply == line->first)
			return made;
	made = make_ply(ply->record, line->first, NULL, ply);
	if (made != NULL) {
		made->sibling = ply->variation;
		ply->variation = made;
	}
	return made;
}

/* Makes texts of the ply, once. */
static enum ternion_status
keep_texts(struct ternion_ply *ply)
{
	struct arena *arena = &ply->record->reader->arena;

	record_restore(ply->record);
	if (ply->token == NULL)
		ply->token = arena_copy(arena, ply->ply->token);
	if (ply->text == NULL && ply->ply->played)
		ply->text = arena_copy(arena, ply->ply->text);
	return TERNION_OK;
}

enum ternion_status
ternion_ply_describe(struct ternion_ply *ply, struct ternion_ply_info *info)
{
	struct ternion_ply_info ours = { 0 };
	enum ternion_status status;

	if (ply == NULL || info == NULL)
		return TERNION_MISUSE;
	WITH_MEMORY(&ply->record->reader->heap, status, keep_texts(ply));
	if (status != TERNION_OK)
		return status;
	ours.token = ply->token;
	ours.move = ply->text;
	ours.player = TERNION_NOBODY;
	if (ply->ply->played) {
		ours.player = ply->ply->seat;
		ours.number = ply->ply->round;
	}
	ours.offset = ply->record->offset + ply->ply->span.start;
	ours.length = ply->ply->span.len;
	return FACTS_GIVE(ours, info) ? TERNION_OK : TERNION_MISUSE;
}

unsigned
ternion_ply_nag(const struct ternion_ply *ply, size_t index)
{
	const struct nag *nag;

	if (ply == NULL || ply->ply->notes == NULL)
		return 0;
	nag = ply->ply->notes->nags;
	for (; nag != NULL && index > 0; index--)
		nag = nag->next;
	return nag != NULL ? nag->number : 0;
}

const char *
ternion_ply_comment(
    struct ternion_ply *ply, enum ternion_place place, size_t index)
{
	const struct comment *comment = NULL;
	const struct notes *notes;
	const char *text = NULL;

	if (ply == NULL || ply->ply->notes == NULL)
		return NULL;
	notes = ply->ply->notes;
	switch (place) {
	case TERNION_BEFORE:
		comment = notes->before.first;
		break;
	case TERNION_BEHIND:
		comment = notes->comment.first;
		break;
	case TERNION_AFTER:
		comment = notes->after.first;
		break;
	}
	for (; comment != NULL && index > 0; index--)
		comment = comment->next;
	if (comment != NULL)
		reader_keep(ply->record->reader, comment->text, &text);
	return text;
}

/* The ply behind which this one is played; NULL: it begins the record. */
static struct ternion_ply *
ply_before(const struct ternion_ply *ply)
{
	const struct ternion_ply *first = ply;

	if (ply->prev != NULL)
		return ply->prev;
	while (first->branch != NULL && first->prev == NULL)
		first = first->branch;
	return first->prev;
}

/* Makes the move of a ply that was found legal before, in the position that
 * the record holds. */
static bool
play_ply_handle(struct ternion_record *record, const struct ternion_ply *ply)
{
	struct ternion_reader *reader = record->reader;
	const struct replayed *replayed = &record->replayed;
	const struct reader_context context = { &reader->game->rules,
		replayed->notation, &replayed->alphabet,
		replayer_decoder(reader->replayer, replayed->notation) };
	struct diags unsaid;

	diags_init(&unsaid, &record->reader->arena);
	record->turn =
	    (struct turn){ .asks.outcome = true, .asks.marks = true };
	return turn_judge(&record->turn, &context, &record->position,
	    ply->ply->token, 0, &unsaid);
}

/* Brings the record to the position after a ply: from the one asked for last
 * if that is on the way, else from the start. */
static enum ternion_status
play_to(struct ternion_ply *ply)
{
	struct ternion_record *record = ply->record;
	struct ternion_ply *next = ply, *before;

	if (!ply->ply->played)
		return TERNION_FAULTY;
	if (record_game(record) == NULL)
		return TERNION_NO_MEMORY;
	if (record->at == ply)
		return TERNION_OK;
	ply->ahead = NULL;
	while ((before = ply_before(next)) != NULL && before != record->at) {
		before->ahead = next;
		next = before;
	}
	if (before == NULL)
		record->position = record->replayed.start;
	for (; next != NULL; next = next->ahead) {
		record->at = NULL;
		if (!play_ply_handle(record, next))
			return TERNION_FAULTY;
	}
	record->at = ply;
	return TERNION_OK;
}

static enum ternion_status
go_handle_to(struct ternion_ply *ply)
{
	enum ternion_status status;

	WITH_MEMORY(&ply->record->reader->heap, status, play_to(ply));
	return status;
}

enum ternion_status
ternion_ply_move(struct ternion_ply *ply, struct ternion_move **move)
{
	struct ternion_position *before;
	struct ternion_record *record;
	enum ternion_status status;

	if (move != NULL)
		*move = NULL;
	if (ply == NULL || move == NULL)
		return TERNION_MISUSE;
	record = ply->record;
	status = go_handle_to(ply);
	if (status == TERNION_OK)
		status = position_give(
		    record->reader->game, &record->turn.before, &before);
	if (status != TERNION_OK)
		return status;
	status =
	    move_give(before, &record->turn.move, &record->turn.marks, move);
	ternion_position_free(before);
	return status;
}

enum ternion_status
ternion_ply_position(
    struct ternion_ply *ply, struct ternion_position **position)
{
	enum ternion_status status;

	if (position != NULL)
		*position = NULL;
	if (ply == NULL || position == NULL)
		return TERNION_MISUSE;
	status = go_handle_to(ply);
	return status == TERNION_OK ? position_give(ply->record->reader->game,
					  &ply->record->position, position)
				    : status;
}
