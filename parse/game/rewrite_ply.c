/* Ternion: a ply that was played, written in the notation asked for. */
#include "parse/game/rewrite_ply.h"

void
ply_put_nags_first(struct arena *arena, struct ply *ply, const uint8_t nag[2])
{
	if (nag[0] == 0 || ply->has_token_nags)
		return;
	ply->has_token_nags = true;
	struct notes *notes = ply_notes(arena, ply);
	struct nag *rest = notes->nags;
	notes->nags = notes->last_nag = NULL;
	for (int i = 0; i < 2 && nag[i] != 0; i++)
		ply_add_nag(arena, ply, nag[i]);
	for (; rest != NULL; rest = rest->next)
		ply_add_nag(arena, ply, rest->number);
}

/* Finds the origin of a move that is not written as its token is. */
static __attribute__((noinline)) void
find_origin(struct turn *turn, const struct position *position)
{
	const struct ply_writing *writing = turn->asks.writing;
	const struct move *move = &turn->move;

	if (move->pair)
		turn->before = *position;
	turn->origin = notation_origin(writing->notation, writing->rules,
	    position, move,
	    turn->is_plain && turn->parsed.move.from.code == 0 ? &turn->rivals
							       : NULL);
}

void
turn_find_origin(struct turn *turn, const struct reader_context *reader,
    const struct position *position)
{
	const struct ply_writing *writing = turn->asks.writing;
	const struct parsed_move *parsed = &turn->parsed.move;
	const struct move *move = &turn->move;

	turn->is_named = rules_may_begin(writing->rules, position, turn->mover);
	turn->is_as_written = turn->is_plain && reader == writing->same &&
	    !turn->is_named && move->promotion == KIND_NONE &&
	    notation_writes_so(reader->notation, reader->alphabet,
		reader->rules->variant->colours[turn->mover], turn->token,
		parsed, move->victim != CELL_NONE);
	if (turn->is_as_written)
		turn->origin = (struct origin){ (uint8_t)turn->mover,
			position->at[move->from],
			parsed->from.len > 0 ? START_CELL : START_NOTHING };
	else
		find_origin(turn, position);
}

/* Writes a ply that is not written as its token is. */
static __attribute__((noinline)) void
write_ply(const struct ply_writing *writing, const struct turn *turn,
    struct ply *ply, struct arena *arena)
{
	const struct notation *notation = writing->notation;
	struct strbuf *text = &writing->replayer->text;
	struct marks marks = turn->marks;

	ply_put_nags_first(writing->notes, ply, turn->parsed.move.nag);
	const struct nag *nag = ply->notes != NULL ? ply->notes->nags : NULL;
	if (notation->writes_nags && !writing->nags_apart &&
	    turn->move.type < MOVE_YIELD)
		/* Annotations up to 6 have a sign. */
		marks.nag = nag != NULL && nag->number <= 6 ? nag->number : 0;
	ply->nag_in_text = marks.nag > 0;
	marks.named = turn->is_named;
	strbuf_reset(text);
	notation_write_turn(&(struct move_writer){ notation, writing->rules,
				writing->alphabet, &marks, turn->origin },
	    &turn->before, &turn->move, text);
	ply->text.len = text->len;
	ply->text.ptr = arena_bytes(arena, text->ptr, text->len + 1);
}

void
rewrite_ply(const struct ply_writing *writing, const struct turn *turn,
    struct ply *ply, struct arena *arena)
{
	const struct marks *marks = &turn->marks;

	if (!turn->is_as_written || (marks->check | marks->mate) != 0 ||
	    marks->draw || ply->notes != NULL) {
		write_ply(writing, turn, ply, arena);
		return;
	}
	ply->text = turn->token;
	ply->nag_in_text = false;
}
