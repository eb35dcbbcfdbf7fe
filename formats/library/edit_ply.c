/* Ternion: changes of the plies of a record. */
#include <assert.h>

#include "parse/game/rewrite_ply.h"
#include "formats/library/handles.h"

/*
 * Moves
 */

/* Makes a ply of the token, if it is legal in the current position. */
static enum ternion_status
find_move(struct ternion_record *record, struct slice token, struct ply **made)
{
	const struct reader_context context = record_context_of(record);
	struct position after = record->position;
	struct turn turn = { .asks.outcome = true, .asks.marks = true };
	struct diags diags;
	struct ply *ply;

	diags_init(&diags, &record->path);
	if (!turn_judge(&turn, &context, &after, token, 0, &diags) ||
	    diags_worst(&diags, 0) >= (int)SEV_ERROR)
		return fail_faulty(&diags, token.ptr);
	ply = arena_alloc(&record->session.arena, sizeof(*ply));
	ply->token = token;
	ply->played = true;
	ply->seat = (uint8_t)turn.mover;
	ply->round = turn.before.number;
	ply_put_nags_first(&record->session.arena, ply, turn.parsed.move.nag);
	*made = ply;
	return TERNION_OK;
}

/* Puts a ply at the end of a line, which may be a new variation. */
static void
link_ply(struct ternion_record *record, struct line *line, struct ply *ply)
{
	struct arena *arena = &record->session.arena;
	struct ply *parent = line->parent;

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
}

/* The token of a move, which is one of the record's game, in its notation. */
static struct slice
token_of(struct ternion_record *record, const struct ternion_move *move)
{
	const struct replayed *replayed = &record->session.replayed;
	struct strbuf out = STRBUF_INIT;
	struct slice token;

	notation_write(replayed->notation, &move->before->game->rules,
	    &replayed->alphabet, &move->before->position, &move->move,
	    &move->marks, &out);
	token = arena_slice(&record->session.arena, strbuf_as_slice(&out));
	strbuf_release(&out);
	return token;
}

/* Adds a ply with the move, a text or one of a position, to the end of a line.
 */
static enum ternion_status
put_new_ply(struct ternion_record *record, struct line *line, const char *text,
    const struct ternion_move *move, struct ply **made)
{
	const struct ply *before = line->last;
	struct ply *ply = NULL;

	NEED(text != NULL || move != NULL);
	if (before == NULL && line->parent != NULL)
		before = ply_before(line->parent);
	TRY(record_go_to(record, before));
	NEED(move == NULL ||
	    game_is(move->before->game, record->variant, &record->settings));
	ENTER(&record->reader->heap);
	TRY(find_move(record,
	    text != NULL ? arena_slice(&record->session.arena, slice_of(text))
			 : token_of(record, move),
	    &ply));
	assert(ply != NULL);
	link_ply(record, line, ply);
	if (made != NULL)
		*made = ply;
	return TERNION_OK;
}

static enum ternion_status
append_to_record(struct ternion_record *record, const char *text,
    const struct ternion_move *move, struct ternion_ply **made)
{
	if (made != NULL)
		*made = NULL;
	NEED(record != NULL);
	HOLD(record->reader);
	return put_new_ply(
	    record, &record->session.record.line, text, move, made);
}

enum ternion_status
ternion_record_append(
    struct ternion_record *record, const char *text, struct ternion_ply **made)
{
	return append_to_record(record, text, NULL, made);
}

enum ternion_status
ternion_record_append_move(struct ternion_record *record,
    const struct ternion_move *move, struct ternion_ply **made)
{
	return append_to_record(record, NULL, move, made);
}

/* The variations in which a line lies, itself one, one in another. */
static unsigned
depth_of(const struct line *line)
{
	unsigned depth = 0;

	for (; line->parent != NULL; line = line->parent->line)
		depth++;
	return depth;
}

/* Appends to the line of the ply, or adds a variation of it, as deep as the
 * readers take them. */
static enum ternion_status
add_to_ply(struct ternion_ply *ply, bool is_variation, const char *text,
    const struct ternion_move *move, struct ternion_ply **made)
{
	struct line variation = { .parent = ply };

	if (made != NULL)
		*made = NULL;
	BEGIN_PLY(ply, TERNION_MISUSE);
	NEED(!is_variation || depth_of(ply->line) < VARIATIONS_DEEP);
	return put_new_ply(
	    record, is_variation ? &variation : ply->line, text, move, made);
}

enum ternion_status
ternion_ply_append(
    struct ternion_ply *ply, const char *text, struct ternion_ply **made)
{
	return add_to_ply(ply, false, text, NULL, made);
}

enum ternion_status
ternion_ply_append_move(struct ternion_ply *ply,
    const struct ternion_move *move, struct ternion_ply **made)
{
	return add_to_ply(ply, false, NULL, move, made);
}

enum ternion_status
ternion_ply_add_variation(
    struct ternion_ply *ply, const char *text, struct ternion_ply **made)
{
	return add_to_ply(ply, true, text, NULL, made);
}

enum ternion_status
ternion_ply_add_variation_move(struct ternion_ply *ply,
    const struct ternion_move *move, struct ternion_ply **made)
{
	return add_to_ply(ply, true, NULL, move, made);
}

/* The comments that stand before a variation: those after the one before it, or
 * after the move. */
static struct comments *
comments_before_variation(struct notes *notes, const struct line *line)
{
	struct line *v = notes->variations;

	if (v == line)
		return &notes->comment;
	while (v->next != line)
		v = v->next;
	return &v->after;
}

enum ternion_status
ternion_ply_remove(struct ternion_ply *ply)
{
	struct notes *notes;
	struct line *line;

	BEGIN_PLY(ply, TERNION_MISUSE);
	line = ply->line;
	for (struct ply *p = ply; p != NULL; p = ply_walk(line, p))
		p->is_removed = true;
	line_cut(ply);
	if (line->first == NULL && line->parent != NULL) {
		notes = line->parent->notes;
		comments_append(
		    comments_before_variation(notes, line), &line->after);
		LIST_REMOVE(notes->variations, notes->last_variation, line);
	}
	record_changed(record, true);
	return TERNION_OK;
}

/*
 * Annotations and comments
 */

enum ternion_status
ternion_ply_add_comment(
    struct ternion_ply *ply, enum ternion_place place, const char *text)
{
	struct comments *comments;
	struct notes *notes;
	struct slice copy;

	NEED(text != NULL && place >= TERNION_BEFORE && place <= TERNION_AFTER);
	BEGIN_PLY(ply, TERNION_MISUSE);
	ENTER(&record->reader->heap);
	notes = ply_notes(&record->session.arena, ply);
	comments = place == TERNION_AFTER
	    ? ply_comments_after(&record->session.arena, ply)
	    : place == TERNION_BEFORE ? &notes->before
				      : &notes->comment;
	copy = arena_slice(&record->session.arena, slice_of(text));
	comments_add(
	    &record->session.arena, comments, slice_trim(copy), ply->span);
	record_changed(record, false);
	return TERNION_OK;
}

enum ternion_status
ternion_ply_remove_comment(
    struct ternion_ply *ply, enum ternion_place place, size_t index)
{
	const struct comment *comment;
	struct comments *list;

	NEED(place >= TERNION_BEFORE && place <= TERNION_AFTER);
	BEGIN_PLY(ply, TERNION_MISUSE);
	comment = comment_at(ply, place, index, &list);
	if (comment == NULL)
		return TERNION_END;
	LIST_REMOVE(list->first, list->last, comment);
	record_changed(record, false);
	return TERNION_OK;
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
	record_changed(record, false);
	return TERNION_OK;
}

enum ternion_status
ternion_ply_remove_nag(struct ternion_ply *ply, unsigned number)
{
	struct notes *notes;
	struct nag *nag;

	BEGIN_PLY(ply, TERNION_MISUSE);
	TRY(record_refresh(record));
	notes = ply->notes;
	nag = notes != NULL ? notes->nags : NULL;
	while (nag != NULL && nag->number != number)
		nag = nag->next;
	if (nag == NULL)
		return TERNION_END;
	LIST_REMOVE(notes->nags, notes->last_nag, nag);
	record_changed(record, false);
	return TERNION_OK;
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
	const char *command;
	struct command_text old;
	struct comment *comment;
	struct slice after;
	size_t at;
	struct arena *arena;

	NEED(name != NULL && name[0] != '\0' &&
	    strpbrk(name, " \t\n\v\f\r]}") == NULL &&
	    (value == NULL || strpbrk(value, "]}\n\r") == NULL));
	BEGIN_PLY(ply, TERNION_MISUSE);
	comment = find_command(ply, name, &old);
	if (comment == NULL && value == NULL)
		return TERNION_END;
	arena = &record->session.arena;
	ENTER(&record->reader->heap);
	command =
	    value == NULL ? "" : arena_printf(arena, "[%%%s %s]", name, value);
	if (comment == NULL)
		return ternion_ply_add_comment(ply, TERNION_BEHIND, command);
	at = (size_t)(old.whole.ptr - comment->text.ptr);
	after = slice_from(comment->text, at + old.whole.len);
	comment->text = slice_trim(slice_of(arena_printf(arena, "%.*s%s%.*s",
	    (int)at, comment->text.ptr, command, SLICE(after))));
	if (comment->text.len == 0)
		LIST_REMOVE(ply->notes->comment.first, ply->notes->comment.last,
		    comment);
	record_changed(record, false);
	return TERNION_OK;
}
