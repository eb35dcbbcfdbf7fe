/* Ternion: what editors show next to a text: the board at a place, lenses above
 * games, the moves of a piece. */
#include "cmd/lsp/server.h"
#include "formats/draw/svg.h"
#include "formats/position/tpf.h"

enum {
	LENSES_MAX = 2000,
};

/* The board at a place, after the ply there or the last one before it. */
void
lsp_board(struct request *request)
{
	struct look *look = &request->look;
	const struct ply *ply = NULL;
	const struct position *position = NULL;
	struct arrival arrival = { NULL, PLAYER_NONE, NULL };
	struct svg_style style = { .panels = true, .arrival = &arrival };
	struct strbuf svg = STRBUF_INIT, tpf = STRBUF_INIT;
	struct ply_place place;

	if (!look_next(&request->look))
		return;
	find_last_ply(&look->record.line,
	    (uint32_t)(request->from - look->input.source.line_offset), &ply);
	if (ply != NULL &&
	    look_find_ply(look, look_start(look, ply->span), &place))
		ply = place.ply;
	look_replay(look, ply);
	if (ply != NULL && look->is_played) {
		position = &look->after;
		arrival.move = &look->move;
	} else if (ply == NULL && look->replayed.ready) {
		position = &look->replayed.start;
	}
	if (position == NULL)
		return;
	member_number(request->params, "seat", &style.seat);
	if (style.seat >= PLAYERS)
		style.seat = 0;
	style.naming = notation_naming(
	    look->replayed.notation, look->replayed.rules->variant);
	style.labels =
	    svg_labels_usual(&look->replayed.rules->board, style.naming);
	svg_write(look->replayed.rules, position, &style, &svg);
	tpf_write(look->replayed.rules, position, &tpf);
	put_json(request->out, "{'svg':%t,'position':%t,'variant':%s,'move':%t",
	    strbuf_as_slice(&svg), strbuf_as_slice(&tpf),
	    look->replayed.rules->variant->id,
	    ply != NULL ? ply->token : slice_of(""));
	put_json(request->out, "}");
	strbuf_release(&svg);
	strbuf_release(&tpf);
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
	size_t from, to;

	for (unsigned i = 0; i < LENSES_MAX && look_next(&request->look); i++) {
		look_find_text(&request->look, &from, &to);
		for (unsigned l = 0; l < (i == 0 ? 2 : 1); l++)
			put_json(request->out,
			    "{'range':%r,'command':{'title':%s,'command':%s,"
			    "'arguments':[%s,%u]}}",
			    &document->text, from, from, lenses[l][0],
			    lenses[l][1], document->uri,
			    (unsigned)text_spot(&document->text, from).line);
	}
}

/* The moves of the main line. */
struct piece_moves {
	struct {
		const struct ply *ply;
		cell from, to;
	} * moves; /* owned */
	size_t len, size;
};

static void
see_main_move(
    void *context, const struct replayed *replayed, const struct event *event)
{
	struct piece_moves *all = context;

	(void)replayed;
	if (event == NULL || !event->is_main || event->item.ply == NULL)
		return;
	all->moves =
	    mem_room(all->moves, all->len, &all->size, sizeof(*all->moves));
	all->moves[all->len].ply = event->item.ply;
	all->moves[all->len].from = event->turn.move.from;
	all->moves[all->len++].to = event->turn.move.to;
}

static void
put_highlight(const struct request *request, const struct ply *ply)
{
	put_json(request->out, "{'range':%r,'kind':1}",
	    &request->document->text, look_start(&request->look, ply->span),
	    look_stop(&request->look, ply->span));
}

/* Highlights the moves that brought the piece of a move to its start, the move,
 * and those that it makes until another piece moves to its cell. */
void
lsp_highlight(struct request *request)
{
	struct piece_moves all = { .len = 0 };
	struct look *look = &request->look;
	size_t at = 0;
	cell c;

	if (!look_next(&request->look))
		return;
	look->run.replay.see = see_main_move;
	look->run.replay.context = &all;
	look_replay(look, NULL);
	while (at < all.len &&
	    !look_is_in(look, all.moves[at].ply->span, request->from))
		at++;
	if (at < all.len && all.moves[at].to != CELL_NONE) {
		put_highlight(request, all.moves[at].ply);
		c = all.moves[at].from;
		for (size_t i = at; i-- > 0 && c != CELL_NONE;)
			if (all.moves[i].to == c) {
				put_highlight(request, all.moves[i].ply);
				c = all.moves[i].from;
			}
		c = all.moves[at].to;
		for (size_t i = at + 1; i < all.len; i++) {
			if (all.moves[i].from == c) {
				put_highlight(request, all.moves[i].ply);
				c = all.moves[i].to;
			} else if (all.moves[i].to == c) {
				break;
			}
		}
	}
	mem_free(all.moves);
}
