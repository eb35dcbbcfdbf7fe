/* Ternion: the facts of a position for a drawing. */
#include <stdio.h>

#include "parse/game/snapshot.h"
#include "parse/resolve/phrase.h"

static void
add_last_cells(struct snapshot *snapshot, const struct move *move)
{
	for (unsigned i = 0; i < move->leaps + 2u; i++) {
		cell c = i == 0        ? move->from
		    : i <= move->leaps ? move->path[i - 1]
				       : move->to;

		if (c != CELL_NONE && snapshot->last_cells < LAST_CELLS_MAX &&
		    memchr(snapshot->last_cell, c, snapshot->last_cells) ==
			NULL)
			snapshot->last_cell[snapshot->last_cells++] = c;
	}
	if (move->pair) {
		struct move second = move_second(move);

		add_last_cells(snapshot, &second);
	}
}

static void
take_fates(struct snapshot *snapshot, const struct fates *fates)
{
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct seat_state *seat = &snapshot->seat[p];

		seat->has_yielded |= fates->yielded >> p & 1;
		if (fates->heir[p] != 0)
			seat->heir = fates->heir[p];
		if (fates->captured[p] != 0)
			seat->own.captor = fates->captured[p];
		if (fates->mated_by[p] != 0 &&
		    (snapshot->out >> p & 1 || snapshot->turn == PLAYER_NONE))
			seat->mated_by = fates->mated_by[p];
	}
}

/* The player whose piece was taken calls a touch of death; the piece stands
 * where the move ended. */
static void
take_move(struct snapshot *snapshot, const struct rules *rules,
    const struct position *position, const struct move *move, unsigned mover)
{
	struct seat_state *seat = &snapshot->seat[mover];

	seat->calls = move->calls & (uint8_t)~CALL_TOUCH;
	seat->calls |= move->type == MOVE_YIELD ? CALL_YIELD
	    : move->type == MOVE_STALEMATE      ? CALL_STALEMATE
						: 0;
	if (rules->variant->kings_declared) {
		/* A declaration against a king that is not attacked is none. */
		uint8_t declared = position->siege.declared[mover];

		seat->mate = declared & move->mate;
		seat->check = declared & (uint8_t)~seat->mate;
	}
	if (move->type == MOVE_FIELD || move->type == MOVE_TRAITOR)
		seat->deed = move->type;
	if (move->calls & CALL_TOUCH && move->victim != CELL_NONE) {
		unsigned owner = piece_owner(position->at[move->victim]);

		if (owner < PLAYERS)
			snapshot->seat[owner].calls |= CALL_TOUCH;
	}
}

void
snapshot_take(struct snapshot *snapshot, const struct rules *rules,
    const struct position *position, const struct arrival *arrival)
{
	const struct move *move = arrival != NULL ? arrival->move : NULL;

	memset(snapshot, 0, sizeof(*snapshot));
	snapshot->outcome = rules_outcome(rules, position);
	snapshot->turn = snapshot->outcome.ending == ENDING_NONE
	    ? position->to_move
	    : PLAYER_NONE;
	snapshot->why = snapshot->turn != PLAYER_NONE
	    ? phrase_condition(rules->variant, position)
	    : "";
	snapshot->out = position->out;
	memcpy(snapshot->at, position->at, sizeof(snapshot->at));
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct seat_state *seat = &snapshot->seat[p];

		if (!is_out(position, p))
			seat->checked_by = position->checks[p];
		/* A player whose king stands was neither mated nor captured. */
		seat->has_yielded =
		    is_out(position, p) && position->king[p] != CELL_NONE;
		if (position->checks[p] != 0)
			snapshot->checked |= (uint8_t)(1u << p);
		memcpy(seat->lost, position->lost[p], sizeof(seat->lost));
		seat->own = rules_seat_facts(rules, position, p);
		seat->own.is_sieged &= snapshot->turn != PLAYER_NONE;
	}
	/* Inherited pieces tell their owner even without an arrival. */
	for (cell c = 0; c < CELLS_MAX; c++) {
		uint8_t piece = position->at[c];

		if (piece != PIECE_NONE && piece_owner(piece) < PLAYERS &&
		    piece_owner(piece) != piece_colour(piece))
			snapshot->seat[piece_colour(piece)].heir =
			    (uint8_t)(1 + piece_owner(piece));
	}
	if (arrival != NULL && arrival->fates != NULL)
		take_fates(snapshot, arrival->fates);
	if (move == NULL)
		return;
	add_last_cells(snapshot, move);
	if (arrival->mover < PLAYERS)
		take_move(snapshot, rules, position, move, arrival->mover);
}

/* As bits, the player of whom 1 + his number is given; 0: nobody. */
static unsigned
bits_of(unsigned player)
{
	return player != 0 ? 1u << (player - 1) : 0;
}

void
snapshot_facts(
    const struct snapshot *snapshot, unsigned player, struct facts *facts)
{
	const struct seat_state *seat = &snapshot->seat[player];
	unsigned captor = bits_of(seat->own.captor);
	unsigned mater = captor == 0 ? bits_of(seat->mated_by) : 0;
	bool stays = (captor | mater) == 0, yielded = seat->has_yielded;
	const struct {
		bool is_true;
		struct fact fact;
	} all[] = {
		{ captor != 0, { "king taken by", captor } },
		{ mater != 0, { "mated by", mater } },
		{ stays && yielded, { "yielded", 0 } },
		{ stays && !yielded && snapshot->out >> player & 1,
		    { "out", 0 } },
		{ seat->heir != 0, { "pieces now of", bits_of(seat->heir) } },
		{ seat->checked_by != 0 && seat->mated_by == 0,
		    { "in check by", seat->checked_by } },
		{ seat->own.is_skipped, { "skipped", 0 } },
		{ seat->own.fortified > 0, { facts->fortified, 0 } },
		{ seat->own.is_sieged, { "sieged", 0 } },
		{ seat->own.has_cube, { "has a cube", 0 } },
		{ seat->calls & CALL_FORTIFY, { "calls fortification", 0 } },
		{ seat->calls & CALL_STALEMATE, { "calls a draw", 0 } },
		{ seat->calls & CALL_TOUCH, { "calls touch of death", 0 } },
		{ seat->calls & CALL_YIELD && !yielded, { "yields", 0 } },
		{ seat->deed == MOVE_FIELD, { "field promotion", 0 } },
		{ seat->deed == MOVE_TRAITOR, { "traitor", 0 } },
		{ seat->check != 0, { "calls check on", seat->check } },
		{ seat->mate != 0, { "calls mate on", seat->mate } },
	};

	snprintf(facts->fortified, sizeof(facts->fortified),
	    "fortified, %u turn%s", seat->own.fortified,
	    seat->own.fortified > 1 ? "s" : "");
	facts->len = 0;
	for (size_t i = 0; i < COUNT(all); i++)
		if (all[i].is_true)
			facts->fact[facts->len++] = all[i].fact;
}

void
snapshot_write_facts(const struct snapshot *snapshot,
    const struct variant *variant, unsigned player, const char *separator,
    struct strbuf *out)
{
	struct facts facts;

	snapshot_facts(snapshot, player, &facts);
	for (unsigned i = 0; i < facts.len; i++) {
		strbuf_printf(
		    out, "%s%s", i > 0 ? separator : "", facts.fact[i].words);
		phrase_players(variant, facts.fact[i].players, " ", out);
	}
}
