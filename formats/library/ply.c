/* Ternion: plies as handles. */
#include "formats/library/handles.h"

struct ternion_record *
record_of_ply(const struct ply *ply)
{
	struct line *line = ply != NULL ? ply->line : NULL;

	while (line != NULL && line->parent != NULL)
		line = line->parent->line;
	return line != NULL
	    ? (struct ternion_record *)(void *)((char *)line -
		  offsetof(struct ternion_record, session.record.line))
	    : NULL;
}

struct ternion_ply *
ternion_record_ply(struct ternion_record *record)
{
	if (record == NULL)
		return NULL;
	HOLD(record->reader);
	return record->session.record.line.first;
}

struct ternion_ply *
ternion_ply_next(struct ternion_ply *ply)
{
	BEGIN_PLY(ply, NULL);
	return ply->next;
}

struct ternion_ply *
ternion_ply_variation(struct ternion_ply *ply, size_t index)
{
	const struct line *line;

	BEGIN_PLY(ply, NULL);
	line = ply_variations(ply);
	LIST_SKIP(line, index);
	return line != NULL ? line->first : NULL;
}

struct ternion_ply *
ternion_ply_previous(const struct ternion_ply *ply)
{
	BEGIN_PLY(ply, NULL);
	return ply->prev;
}

struct ternion_ply *
ternion_ply_parent(const struct ternion_ply *ply)
{
	BEGIN_PLY(ply, NULL);
	return ply->line->parent;
}

enum ternion_status
ternion_ply_describe(struct ternion_ply *ply, struct ternion_ply_info *info)
{
	struct ternion_ply_info ours = { 0 };

	NEED(info != NULL);
	BEGIN_PLY(ply, TERNION_MISUSE);
	TRY(record_refresh(record));
	ENTER(&record->reader->heap);
	if (!ply->is_ended)
		ply->token = arena_slice(&record->session.arena, ply->token);
	ply->is_ended = true;
	ours.token = ply->token.ptr;
	ours.player = TERNION_NOBODY;
	if (ply->played) {
		/* The replay has ended it with a NUL. */
		ours.move = ply->text.len > 0 ? ply->text.ptr : "";
		ours.player = ply->seat;
		ours.number = ply->round;
	}
	ours.offset = record->offset + ply->span.start;
	ours.length = ply->span.len;
	return FACTS_GIVE(ours, info);
}

unsigned
ternion_ply_nag(const struct ternion_ply *ply, size_t index)
{
	const struct nag *nag;

	BEGIN_PLY(ply, 0);
	if (record_refresh(record) != TERNION_OK || ply->notes == NULL)
		return 0;
	nag = ply->notes->nags;
	LIST_SKIP(nag, index);
	return nag != NULL ? nag->number : 0;
}

struct comment *
comment_at(const struct ply *ply, enum ternion_place place, size_t index,
    struct comments **list)
{
	struct notes *notes = ply->notes;
	struct comment *comment = NULL;

	if (notes == NULL)
		return NULL;
	if (place == TERNION_BEFORE || place == TERNION_BEHIND) {
		*list =
		    place == TERNION_BEFORE ? &notes->before : &notes->comment;
		comment = (*list)->first;
		LIST_SKIP(comment, index);
	}
	for (struct line *v = notes->variations;
	     place == TERNION_AFTER && v != NULL && comment == NULL;
	     v = v->next) {
		*list = &v->after;
		comment = v->after.first;
		LIST_SKIP(comment, index);
	}
	return comment;
}

const char *
ternion_ply_comment(
    struct ternion_ply *ply, enum ternion_place place, size_t index)
{
	const struct comment *comment;
	struct comments *list;
	const char *text = NULL;

	BEGIN_PLY(ply, NULL);
	comment = comment_at(ply, place, index, &list);
	if (comment != NULL)
		record_keep(record, comment->text, &text);
	return text;
}

const struct ply *
ply_before(const struct ply *ply)
{
	while (ply->prev == NULL && ply->line->parent != NULL)
		ply = ply->line->parent;
	return ply->prev;
}

struct reader_context
record_context_of(const struct ternion_record *record)
{
	const struct replayed *replayed = &record->session.replayed;

	return (struct reader_context){ &record->reader->game->rules,
		replayed->notation, &replayed->alphabet };
}

static void
go_to_start(struct ternion_record *record)
{
	record->position = record->session.replayed.start;
	record->at = NULL;
	record->keys_len = 0;
	arena_reset(&record->path);
}

/* Plays the ply after the current one. */
static bool
step(struct ternion_record *record, const struct reader_context *context,
    const struct ply *ply)
{
	uint64_t key = record->position.key;
	struct diags unsaid;

	record->at = NULL;
	diags_init(&unsaid, &record->path);
	record->turn =
	    (struct turn){ .asks.outcome = true, .asks.marks = true };
	if (!turn_judge(&record->turn, context, &record->position, ply->token,
		0, &unsaid))
		return false;
	record->keys = mem_room(record->keys, record->keys_len,
	    &record->keys_size, sizeof(*record->keys));
	/* After a capture or a pawn move no position returns. */
	if (record->position.clock == 0)
		record->keys_len = 0;
	else
		record->keys[record->keys_len++] = key;
	record->at = ply;
	return true;
}

/* Plays on from the last position if that is on the way, or the start. */
enum ternion_status
record_go_to(struct ternion_record *record, const struct ply *ply)
{
	const struct ply *before = ply, **way;
	struct reader_context context;
	size_t len = 0;

	if (record->is_other)
		TRY(record_refresh(record));
	if (!record->session.replayed.ready || (ply != NULL && !ply->played))
		return fail_record(record);
	if (record_game(record) == NULL)
		return TERNION_NO_MEMORY;
	ENTER(&record->reader->heap);
	for (; before != NULL && before != record->at; len++)
		before = ply_before(before);
	if (before == NULL)
		go_to_start(record);
	way = arena_take(&record->path, len * sizeof(*way));
	for (size_t i = len; i-- > 0; ply = ply_before(ply))
		way[i] = ply;
	context = record_context_of(record);
	for (size_t i = 0; i < len; i++)
		if (!step(record, &context, way[i]))
			return fail_record(record);
	return TERNION_OK;
}

enum ternion_status
ternion_ply_move(struct ternion_ply *ply, struct ternion_move **move)
{
	struct ternion_position *before;
	enum ternion_status status;

	GIVES(move, true);
	BEGIN_PLY(ply, TERNION_MISUSE);
	TRY(record_go_to(record, ply));
	TRY(position_give(record->reader->game, &record->turn.before,
	    record->keys, record->keys_len > 0 ? record->keys_len - 1 : 0,
	    &before));
	status =
	    move_give(before, &record->turn.move, &record->turn.marks, move);
	ternion_position_free(before);
	return status;
}

enum ternion_status
ternion_ply_position(
    struct ternion_ply *ply, struct ternion_position **position)
{
	GIVES(position, true);
	BEGIN_PLY(ply, TERNION_MISUSE);
	TRY(record_go_to(record, ply));
	return position_give(record->reader->game, &record->position,
	    record->keys, record->keys_len, position);
}
