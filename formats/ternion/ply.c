/* Ternion: plies as handles. */
#include "formats/ternion/handles.h"

static enum ternion_status
allocate_handle(struct ternion_record *record, struct ternion_ply **made)
{
	ENTER(&record->reader->heap);
	*made = arena_alloc(&record->arena, sizeof(**made));
	(*made)->record = record;
	return TERNION_OK;
}

struct ternion_ply *
make_ply(struct ternion_record *record, struct ply *ply,
    struct ternion_ply *prev, struct ternion_ply *branch)
{
	struct ternion_ply *made;

	if (ply == NULL || allocate_handle(record, &made) != TERNION_OK)
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
	HOLD(record->reader);
	if (record->first == NULL)
		record->first =
		    make_ply(record, record->record.line.first, NULL, NULL);
	return record->first;
}

struct ternion_ply *
ternion_ply_next(struct ternion_ply *ply)
{
	BEGIN_PLY(ply, NULL);
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

	BEGIN_PLY(ply, NULL);
	if (ply->ply->notes == NULL)
		return NULL;
	line = ply->ply->notes->variations;
	LIST_SKIP(line, index);
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

enum ternion_status
ternion_ply_describe(struct ternion_ply *ply, struct ternion_ply_info *info)
{
	struct ternion_ply_info ours = { 0 };
	struct ternion_record *record;

	NEED(info != NULL);
	BEGIN_PLY(ply, TERNION_MISUSE);
	record = ply->record;
	TRY(record_refresh(record));
	ENTER(&record->reader->heap);
	if (ply->token == NULL)
		ply->token = arena_copy(&record->arena, ply->ply->token);
	/* It can be another one after a change of the record. */
	if (ply->ply->played &&
	    (ply->text == NULL || !slice_is(ply->ply->text, ply->text)))
		ply->text = arena_copy(&record->arena, ply->ply->text);
	ours.token = ply->token;
	ours.player = TERNION_NOBODY;
	if (ply->ply->played) {
		ours.move = ply->text;
		ours.player = ply->ply->seat;
		ours.number = ply->ply->round;
	}
	ours.offset = record->offset + ply->ply->span.start;
	ours.length = ply->ply->span.len;
	return FACTS_GIVE(ours, info);
}

unsigned
ternion_ply_nag(const struct ternion_ply *ply, size_t index)
{
	const struct nag *nag;

	BEGIN_PLY(ply, 0);
	if (record_refresh(ply->record) != TERNION_OK ||
	    ply->ply->notes == NULL)
		return 0;
	nag = ply->ply->notes->nags;
	LIST_SKIP(nag, index);
	return nag != NULL ? nag->number : 0;
}

static size_t
count_comments(const struct comments *comments)
{
	size_t count = 0;

	for (const struct comment *c = comments->first; c; c = c->next)
		count++;
	return count;
}

struct comments *
comments_in(struct ply *ply, enum ternion_place place, size_t *index)
{
	struct notes *notes = ply->notes;
	struct line *v = notes != NULL ? notes->variations : NULL;
	size_t count;

	if (notes == NULL || place < TERNION_BEFORE || place > TERNION_AFTER)
		return NULL;
	if (place != TERNION_AFTER)
		return place == TERNION_BEFORE ? &notes->before
					       : &notes->comment;
	for (; v != NULL && *index >= (count = count_comments(&v->after));
	     v = v->next)
		*index -= count;
	return v != NULL ? &v->after : NULL;
}

const char *
ternion_ply_comment(
    struct ternion_ply *ply, enum ternion_place place, size_t index)
{
	const struct comments *comments;
	const struct comment *comment;
	const char *text = NULL;

	BEGIN_PLY(ply, NULL);
	comments = comments_in(ply->ply, place, &index);
	if (comments == NULL)
		return NULL;
	comment = comments->first;
	LIST_SKIP(comment, index);
	if (comment != NULL)
		record_keep(ply->record, comment->text, &text);
	return text;
}

struct ternion_ply *
ply_before(const struct ternion_ply *ply)
{
	const struct ternion_ply *first = ply;

	if (ply->prev != NULL)
		return ply->prev;
	while (first->branch != NULL && first->prev == NULL)
		first = first->branch;
	return first->prev;
}

struct reader_context
record_context_of(const struct ternion_record *record)
{
	const struct replayed *replayed = &record->replayed;

	return (struct reader_context){ &record->reader->game->rules,
		replayed->notation, &replayed->alphabet };
}

static void
go_to_start(struct ternion_record *record)
{
	record->position = record->replayed.start;
	record->at = NULL;
	record->keys_len = 0;
	arena_reset(&record->path);
}

/* Plays on from the last position if that is on the way, or the start. */
enum ternion_status
record_go_to(struct ternion_record *record, struct ternion_ply *ply)
{
	struct ternion_ply *next, *before;
	struct reader_context context;
	struct diags unsaid;

	if (record->is_other)
		TRY(record_refresh(record));
	if (!record->replayed.ready || (ply != NULL && !ply->ply->played))
		return fail_record(record);
	if (record_game(record) == NULL)
		return TERNION_NO_MEMORY;
	if (ply == NULL)
		go_to_start(record);
	if (record->at == ply)
		return TERNION_OK;
	ENTER(&record->reader->heap);
	ply->ahead = NULL;
	next = ply;
	while ((before = ply_before(next)) != NULL && before != record->at) {
		before->ahead = next;
		next = before;
	}
	if (before == NULL)
		go_to_start(record);
	context = record_context_of(record);
	for (; next != NULL; next = next->ahead) {
		uint64_t key = record->position.key;

		record->at = NULL;
		diags_init(&unsaid, &record->path);
		record->turn =
		    (struct turn){ .asks.outcome = true, .asks.marks = true };
		if (!turn_judge(&record->turn, &context, &record->position,
			next->ply->token, 0, &unsaid))
			return fail_record(record);
		/* After a capture or a pawn move no position returns. */
		if (record->position.clock == 0)
			record->keys_len = 0;
		record->keys = mem_room(record->keys, record->keys_len,
		    &record->keys_size, sizeof(*record->keys));
		if (record->position.clock > 0)
			record->keys[record->keys_len++] = key;
	}
	record->at = ply;
	return TERNION_OK;
}

enum ternion_status
ternion_ply_move(struct ternion_ply *ply, struct ternion_move **move)
{
	struct ternion_position *before;
	struct ternion_record *record;
	enum ternion_status status;

	GIVES(move, true);
	BEGIN_PLY(ply, TERNION_MISUSE);
	record = ply->record;
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
	struct ternion_record *record;

	GIVES(position, true);
	BEGIN_PLY(ply, TERNION_MISUSE);
	record = ply->record;
	TRY(record_go_to(record, ply));
	return position_give(record->reader->game, &record->position,
	    record->keys, record->keys_len, position);
}
