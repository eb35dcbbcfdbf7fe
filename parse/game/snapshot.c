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

static void
add_fact(struct facts *facts, const char *words, unsigned players)
{
	facts->fact[facts->len].words = words;
	facts->fact[facts->len++].players = players;
}

static void
add_calls(struct facts *facts, const struct seat_state *seat)
{
	if (seat->calls & CALL_FORTIFY)
		add_fact(facts, "calls fortification", 0);
	if (seat->calls & CALL_STALEMATE)
		add_fact(facts, "calls a draw", 0);
	if (seat->calls & CALL_TOUCH)
		add_fact(facts, "calls touch of death", 0);
	if (seat->calls & CALL_YIELD && !seat->has_yielded)
		add_fact(facts, "yields", 0);
	if (seat->deed != 0)
		add_fact(facts,
		    seat->deed == MOVE_FIELD ? "field promotion" : "traitor",
		    0);
	if (seat->check != 0)
		add_fact(facts, "calls check on", seat->check);
	if (seat->mate != 0)
		add_fact(facts, "calls mate on", seat->mate);
}

void
snapshot_facts(
    const struct snapshot *snapshot, unsigned player, struct facts *facts)
{
	const struct seat_state *seat = &snapshot->seat[player];

	facts->len = 0;
	if (seat->own.captor != 0)
		add_fact(facts, "king taken by", 1u << (seat->own.captor - 1));
	else if (seat->mated_by != 0)
		add_fact(facts, "mated by", 1u << (seat->mated_by - 1));
	else if (seat->has_yielded)
		add_fact(facts, "yielded", 0);
	else if (snapshot->out >> player & 1)
		add_fact(facts, "out", 0);
	if (seat->heir != 0)
		add_fact(facts, "pieces now of", 1u << (seat->heir - 1));
	if (seat->checked_by != 0 && seat->mated_by == 0)
		add_fact(facts, "in check by", seat->checked_by);
	if (seat->own.is_skipped)
		add_fact(facts, "skipped", 0);
	if (seat->own.fortified > 0) {
		snprintf(facts->fortified, sizeof(facts->fortified),
		    "fortified, %u turn%s", seat->own.fortified,
		    seat->own.fortified > 1 ? "s" : "");
		add_fact(facts, facts->fortified, 0);
	}
	if (seat->own.is_sieged)
		add_fact(facts, "sieged", 0);
	if (seat->own.has_cube)
		add_fact(facts, "has a cube", 0);
	add_calls(facts, seat);
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
