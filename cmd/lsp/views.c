/* Ternion: what editors show next to a text: the board at a place, lenses above
 * games, the moves of a piece. */
#include "cmd/lsp/server.h"
#include "formats/draw/svg.h"
#include "parse/position/tpf.h"

#define LENSES_MAX 2000

/* The board at a place, after the ply there or the last one before it. */
void
lsp_board(struct request *request)
{
	struct walk *walk = &request->walk;
	const struct position *position = NULL;
	struct arrival arrival = { NULL, PLAYER_NONE, NULL };
	struct svg_style style = { .panels = true, .arrival = &arrival };
	SCRATCH svg = STRBUF_INIT, tpf = STRBUF_INIT;

	if (!walk_next(&request->walk))
		return;
	const struct ply *ply = walk_find_ply(walk, request->from);
	walk_replay(walk, ply);
	if (ply != NULL && walk->is_played) {
		position = &walk->after;
		arrival.move = &walk->move;
	} else if (ply == NULL && walk->session.replayed.ready) {
		position = &walk->session.replayed.start;
	}
	if (position == NULL)
		return;
	member_number(request->params, "seat", &style.seat);
	if (style.seat >= PLAYERS)
		style.seat = 0;
	style.naming = notation_naming(walk->session.replayed.notation,
	    walk->session.replayed.rules->variant);
	svg_write(walk->session.replayed.rules, position, &style, &svg);
	tpf_write(walk->session.replayed.rules, position, &tpf);
	json_put(request->json,
	    "result:{svg:%s position:%s variant:%s move:%.*s}", svg.ptr,
	    tpf.ptr, walk->session.replayed.rules->variant->id,
	    ply != NULL ? (int)ply->token.len : 0,
	    ply != NULL ? ply->token.ptr : "");
}

/* Above each game, for clients that know the commands. */
void
lsp_lenses(struct request *request)
{
	static const char *const lenses[][2] = {
		{ "Show board", "ternion.showBoard" },
		{ "Open as page", "ternion.openPage" },
	};
	const struct doc *document = request->document;
	struct json *json = request->json;
	size_t from, to;

	for (unsigned i = 0; i < LENSES_MAX && walk_next(&request->walk); i++) {
		walk_find_text(&request->walk, &from, &to);
		for (unsigned l = 0; l < (i == 0 ? 2 : 1); l++) {
			json_begin(json, NULL, '{');
			put_range(json, "range", document, from, from);
			json_put(json,
			    "command:{title:%s command:%s arguments:[%s %u]}}",
			    lenses[l][0], lenses[l][1], document->uri,
			    text_place(document, from).line);
		}
	}
}

/* Follows the pieces of the main line; each gets a number when it moves. */
struct tracing {
	struct request *request;
	bool is_found; /* the piece: its moves are highlighted */
	unsigned piece;
	unsigned on[CELLS_MAX]; /* the piece; 0: none that has moved */
};

static void
trace_piece(
    void *context, const struct replayed *replayed, const struct event *event)
{
	struct tracing *tracing = context;
	const struct request *request = tracing->request;
	const struct walk *walk = &request->walk;

	(void)replayed;
	if (event == NULL)
		memset(tracing->on, 0, sizeof(tracing->on));
	if (event == NULL || !event->is_main || event->item.ply == NULL ||
	    event->turn.move.to == CELL_NONE)
		return;
	const struct move *move = &event->turn.move;
	const struct ply *ply = event->item.ply;
	unsigned piece = move->from != CELL_NONE ? tracing->on[move->from] : 0;
	if (piece == 0)
		piece = event->item.number;
	if (move->from != CELL_NONE)
		tracing->on[move->from] = 0;
	tracing->on[move->to] = piece;
	if (!tracing->is_found && walk_is_in(walk, ply->span, request->from))
		tracing->piece = piece;
	else if (tracing->is_found && piece == tracing->piece) {
		json_begin(request->json, NULL, '{');
		put_span(request->json, "range", walk, ply->span);
		json_put(request->json, "kind:1}");
	}
}

/* Highlights the moves that the piece of a move makes in the main line. */
void
lsp_highlight(struct request *request)
{
	struct walk *walk = &request->walk;
	struct tracing tracing = { .request = request };

	if (!walk_next(walk))
		return;
	walk->run.replay.see = trace_piece;
	walk->run.replay.context = &tracing;
	walk_replay(walk, NULL);
	tracing.is_found = true;
	if (tracing.piece > 0)
		walk_replay(walk, NULL);
}
