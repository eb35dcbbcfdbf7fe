/* Ternion: plies as handles, and their changes. */
#include <assert.h>

#include "formats/library/handles.h"
#include "parse/game/rewrite_ply.h"

/* Begins a call on a ply, which returns `gone` if that is NULL or removed;
 * `record` has it. */
#define BEGIN_PLY(ply, gone)                                \
	struct ternion_record *record = record_of_ply(ply); \
	if (record == NULL)                                 \
		return gone;                                \
	HOLD(record->reader);                               \
	if ((ply)->is_removed)                              \
	return gone

static struct ternion_record *
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
	BEGIN_PLY(ply, NULL);
	const struct line *line = ply_variations(ply);
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
	FACTS(ternion_ply_info, info != NULL);
	BEGIN_PLY(ply, TERNION_MISUSE);
	TRY(record_refresh(record));
	ENTER(&record->reader->heap);
	if (!ply->is_ended) {
		ply->token = arena_slice(&record->session.arena, ply->token);
		ply->text = arena_slice(&record->session.arena, ply->text);
	}
	ply->is_ended = true;
	ours.token = ply->token.ptr;
	ours.player = TERNION_NOBODY;
	if (ply->played) {
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
	BEGIN_PLY(ply, 0);
	if (record_refresh(record) != TERNION_OK || ply->notes == NULL)
		return 0;
	const struct nag *nag = ply->notes->nags;
	LIST_SKIP(nag, index);
	return nag != NULL ? nag->number : 0;
}

/* The comment of that index in a place, counted through the lists of all
 * variations, with the list that has it; NULL if there is none. */
static struct comment *
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
	struct comments *list;
	const char *text = NULL;

	BEGIN_PLY(ply, NULL);
	const struct comment *comment = comment_at(ply, place, index, &list);
	if (comment != NULL)
		record_keep(record, comment->text, &text);
	return text;
}

/* The ply after which this one is played; NULL: it begins the record. */
static const struct ply *
ply_before(const struct ply *ply)
{
	while (ply->prev == NULL && ply->line->parent != NULL)
		ply = ply->line->parent;
	return ply->prev;
}

/* How tokens of the record are read. */
static struct language
context_of(const struct ternion_record *record)
{
	const struct replayed *replayed = &record->session.replayed;

	return (struct language){ &record->reader->game->rules,
		replayed->notation, &replayed->alphabet };
}

/* Plays the ply after the current one. */
static bool
step(struct ternion_record *record, const struct language *context,
    const struct ply *ply)
{
	uint64_t key = record->position.key;
	struct diags unsaid = { .arena = &record->path };

	record->at = NULL;
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

/* Brings the record to the position after a ply, or to its start for NULL:
 * plays on from the last position if that is on the way. */
static enum ternion_status
go_to(struct ternion_record *record, const struct ply *ply)
{
	const struct ply *before = ply;
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
	if (before == NULL) {
		record->position = record->session.replayed.start;
		record->at = NULL;
		record->keys_len = 0;
		arena_reset(&record->path);
	}
	const struct ply **way = arena_take(&record->path, len * sizeof(*way));
	for (size_t i = len; i-- > 0; ply = ply_before(ply))
		way[i] = ply;
	struct language context = context_of(record);
	for (size_t i = 0; i < len; i++)
		if (!step(record, &context, way[i]))
			return fail_record(record);
	return TERNION_OK;
}

enum ternion_status
ternion_ply_move(struct ternion_ply *ply, struct ternion_move **move)
{
	struct ternion_position *before;

	GIVES(move, true);
	BEGIN_PLY(ply, TERNION_MISUSE);
	TRY(go_to(record, ply));
	TRY(position_give(record->reader->game, &record->turn.before,
	    record->keys, record->keys_len > 0 ? record->keys_len - 1 : 0,
	    &before));
	enum ternion_status status =
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
	TRY(go_to(record, ply));
	return position_give(record->reader->game, &record->position,
	    record->keys, record->keys_len, position);
}

/*
 * Moves
 */

/* The token of a move, which is one of the record's game, in its notation. */
static struct slice
token_of(struct ternion_record *record, const struct ternion_move *move)
{
	const struct language in = context_of(record);
	SCRATCH out = STRBUF_INIT;

	notation_write(
	    &in, &move->before->position, &move->move, &move->marks, &out);
	return arena_slice(&record->session.arena, strbuf_as_slice(&out));
}

/* Adds a ply with the move, a text or one of a position, to the end of a line,
 * which may be a new variation, if it is legal there. */
static enum ternion_status
put_new_ply(struct ternion_record *record, struct line *line, const char *text,
    const struct ternion_move *move, struct ply **made)
{
	const struct ply *before = line->last;
	struct ply *parent = line->parent;
	struct arena *arena = &record->session.arena;
	struct turn turn = { .asks.outcome = true, .asks.marks = true };
	struct diags diags = { .arena = &record->path };

	NEED(text != NULL || move != NULL);
	if (before == NULL && parent != NULL)
		before = ply_before(parent);
	TRY(go_to(record, before));
	NEED(move == NULL ||
	    game_is(move->before->game, record->session.replayed.variant,
		&record->settings));
	ENTER(&record->reader->heap);
	struct slice token = text != NULL ? arena_slice(arena, slice_of(text))
					  : token_of(record, move);
	struct position after = record->position;
	const struct language context = context_of(record);
	if (!turn_judge(&turn, &context, &after, token, 0, &diags) ||
	    diags_worst(&diags, 0) >= (int)SEV_ERROR)
		return fail_faulty(&diags, token.ptr);
	struct ply *ply = arena_alloc(arena, sizeof(*ply));
	ply->token = token;
	ply->played = true;
	ply->seat = (uint8_t)turn.mover;
	ply->round = turn.before.number;
	ply_put_nags_first(arena, ply, turn.parsed.move.nag);
	if (line->first == NULL && parent != NULL) {
		line = arena_alloc(arena, sizeof(*line));
		ply_add_variation(arena, parent, line);
	} else if (line->first == NULL) {
		/* The comments of a record without plies stand before it. */
		comments_append(&ply_notes(arena, ply)->before, &line->comment);
	}
	assert(line->first == NULL || line->last != NULL);
	line_append(line, ply);
	record_changed(record, false);
	if (made != NULL)
		*made = ply;
	return TERNION_OK;
}

/* Appends to the main line, or for a ply to its line, or adds a variation of
 * it, as deep as the readers take them. */
static enum ternion_status
add(struct ternion_record *record, struct ply *ply, bool is_variation,
    const char *text, const struct ternion_move *move, struct ply **made)
{
	struct line variation = { .parent = ply };
	unsigned depth = 0;

	if (made != NULL)
		*made = NULL;
	NEED(record != NULL);
	HOLD(record->reader);
	NEED(ply == NULL || !ply->is_removed);
	for (const struct ply *p = ply; is_variation && p != NULL;
	     p = p->line->parent)
		depth++;
	NEED(depth <= VARIATIONS_DEEP);
	return put_new_ply(record,
	    is_variation      ? &variation
		: ply != NULL ? ply->line
			      : &record->session.record.line,
	    text, move, made);
}

enum ternion_status
ternion_record_append(
    struct ternion_record *record, const char *text, struct ternion_ply **made)
{
	return add(record, NULL, false, text, NULL, made);
}

enum ternion_status
ternion_record_append_move(struct ternion_record *record,
    const struct ternion_move *move, struct ternion_ply **made)
{
	return add(record, NULL, false, NULL, move, made);
}

enum ternion_status
ternion_ply_append(
    struct ternion_ply *ply, const char *text, struct ternion_ply **made)
{
	return add(record_of_ply(ply), ply, false, text, NULL, made);
}

enum ternion_status
ternion_ply_append_move(struct ternion_ply *ply,
    const struct ternion_move *move, struct ternion_ply **made)
{
	return add(record_of_ply(ply), ply, false, NULL, move, made);
}

enum ternion_status
ternion_ply_add_variation(
    struct ternion_ply *ply, const char *text, struct ternion_ply **made)
{
	return add(record_of_ply(ply), ply, true, text, NULL, made);
}

enum ternion_status
ternion_ply_add_variation_move(struct ternion_ply *ply,
    const struct ternion_move *move, struct ternion_ply **made)
{
	return add(record_of_ply(ply), ply, true, NULL, move, made);
}

enum ternion_status
ternion_ply_remove(struct ternion_ply *ply)
{
	BEGIN_PLY(ply, TERNION_MISUSE);
	struct line *line = ply->line;
	for (struct ply *p = ply; p != NULL; p = ply_walk(line, p))
		p->is_removed = true;
	line_cut(ply);
	if (line->first == NULL && line->parent != NULL) {
		struct notes *notes = line->parent->notes;
		struct comments *before = &notes->comment;

		/* Those after the variation before it, or after the move. */
		for (struct line *v = notes->variations; v != line; v = v->next)
			before = &v->after;
		comments_append(before, &line->after);
		LIST_REMOVE(notes->variations, notes->last_variation, line);
	}
	return record_changed(record, true);
}

/* Whether the line that a variation is played instead of can lie one deeper: it
 * has no variation at the limit, apart from this one. */
static bool
may_promote(const struct line *variation)
{
	const struct ply *old = variation->parent;

	for (const struct ply *p = old; p != NULL; p = ply_walk(old->line, p)) {
		bool is_inside = p->line == variation;
		unsigned depth = 0;

		for (const struct ply *q = p->line->parent; q != NULL;
		     q = q->line->parent) {
			is_inside |= q->line == variation;
			depth++;
		}
		if (depth >= VARIATIONS_DEEP && !is_inside)
			return false;
	}
	return true;
}

enum ternion_status
ternion_ply_promote(struct ternion_ply *ply)
{
	BEGIN_PLY(ply, TERNION_MISUSE);
	if (ply->line->parent == NULL)
		return TERNION_END;
	NEED(may_promote(ply->line));
	ENTER(&record->reader->heap);
	line_promote(&record->session.arena, ply->line);
	return record_changed(record, true);
}

/*
 * Annotations and comments
 */

enum ternion_status
ternion_ply_add_comment(
    struct ternion_ply *ply, enum ternion_place place, const char *text)
{
	NEED(text != NULL && place >= TERNION_BEFORE && place <= TERNION_AFTER);
	BEGIN_PLY(ply, TERNION_MISUSE);
	ENTER(&record->reader->heap);
	struct notes *notes = ply_notes(&record->session.arena, ply);
	struct comments *comments = place == TERNION_AFTER
	    ? ply_comments_after(&record->session.arena, ply)
	    : place == TERNION_BEFORE ? &notes->before
				      : &notes->comment;
	comments_add(&record->session.arena, comments,
	    slice_trim(arena_slice(&record->session.arena, slice_of(text))),
	    ply->span);
	return record_changed(record, false);
}

enum ternion_status
ternion_ply_remove_comment(
    struct ternion_ply *ply, enum ternion_place place, size_t index)
{
	struct comments *list;

	NEED(place >= TERNION_BEFORE && place <= TERNION_AFTER);
	BEGIN_PLY(ply, TERNION_MISUSE);
	const struct comment *comment = comment_at(ply, place, index, &list);
	if (comment == NULL)
		return TERNION_END;
	LIST_REMOVE(list->first, list->last, comment);
	return record_changed(record, false);
}

enum ternion_status
ternion_ply_add_nag(struct ternion_ply *ply, unsigned number)
{
	NEED(number > 0 && number <= 255);
	BEGIN_PLY(ply, TERNION_MISUSE);
	/* Those of the token come before it. */
	TRY(record_refresh(record));
	ENTER(&record->reader->heap);
	ply_add_nag(&record->session.arena, ply, number);
	return record_changed(record, false);
}

enum ternion_status
ternion_ply_remove_nag(struct ternion_ply *ply, unsigned number)
{
	BEGIN_PLY(ply, TERNION_MISUSE);
	TRY(record_refresh(record));
	struct notes *notes = ply->notes;
	struct nag *nag = notes != NULL ? notes->nags : NULL;
	while (nag != NULL && nag->number != number)
		nag = nag->next;
	if (nag == NULL)
		return TERNION_END;
	LIST_REMOVE(notes->nags, notes->last_nag, nag);
	return record_changed(record, false);
}

/* Finds a command in the comments after the move; the comment that has it. */
static struct comment *
find_command(const struct ternion_ply *ply, const char *name,
    struct command_text *command)
{
	struct comment *comment = NULL;

	if (ply->notes != NULL)
		comment = ply->notes->comment.first;
	for (; comment != NULL; comment = comment->next)
		for (struct slice rest = comment->text;
		     command_take(&rest, command);)
			if (slice_is(command->name, name))
				return comment;
	return NULL;
}

const char *
ternion_ply_command(struct ternion_ply *ply, const char *name)
{
	const char *text = NULL;
	struct command_text command;

	BEGIN_PLY(ply, NULL);
	if (name != NULL && find_command(ply, name, &command))
		record_keep(record, command.value, &text);
	return text;
}

enum ternion_status
ternion_ply_set_command(
    struct ternion_ply *ply, const char *name, const char *value)
{
	struct command_text old;

	NEED(name != NULL && name[0] != '\0' &&
	    strpbrk(name, " \t\n\v\f\r]}") == NULL &&
	    (value == NULL || strpbrk(value, "]}\n\r") == NULL));
	BEGIN_PLY(ply, TERNION_MISUSE);
	struct comment *comment = find_command(ply, name, &old);
	if (comment == NULL && value == NULL)
		return TERNION_END;
	struct arena *arena = &record->session.arena;
	ENTER(&record->reader->heap);
	const char *command =
	    value == NULL ? "" : arena_printf(arena, "[%%%s %s]", name, value);
	if (comment == NULL)
		return ternion_ply_add_comment(ply, TERNION_BEHIND, command);
	size_t at = (size_t)(old.whole.ptr - comment->text.ptr);
	struct slice after = slice_from(comment->text, at + old.whole.len);
	comment->text = slice_trim(slice_of(arena_printf(arena, "%.*s%s%.*s",
	    (int)at, comment->text.ptr, command, SLICE(after))));
	if (comment->text.len == 0)
		LIST_REMOVE(ply->notes->comment.first, ply->notes->comment.last,
		    comment);
	return record_changed(record, false);
}
