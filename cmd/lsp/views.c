/* Ternion: what editors show next to a text: the board at a place, lenses above
 * games, the moves of a piece; and the players of games by name. */
#include "cmd/lsp/server.h"
#include "formats/draw/svg.h"
#include "formats/position/tpf.h"

enum {
	LENSES_MAX = 2000,
	FOUND_MAX = 500, /* games of a search */
	NAME_MAX_BYTES = 1000,
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

/* The player tag whose value is at the place; NULL: none is. */
static const struct tag *
find_player(struct request *request)
{
	const struct look *look = &request->look;

	if (!look_next(&request->look))
		return NULL;
	for (const struct tag *t = look->record.tags; t; t = t->next)
		if (is_player_tag(t->name) &&
		    look_is_in(look, t->span, request->from))
			return t;
	return NULL;
}

void
lsp_prepare_rename(struct request *request)
{
	const struct tag *tag = find_player(request);

	if (tag != NULL)
		put_json(request->out, "{'range':%r,'placeholder':%t}",
		    &request->document->text,
		    look_start(&request->look, tag->span),
		    look_stop(&request->look, tag->span), tag->value);
}

/* Whether a name can be written in any format without quotes or escapes of its
 * own. */
static bool
is_plain_name(struct slice name)
{
	for (size_t i = 0; i < name.len; i++)
		if ((unsigned char)name.ptr[i] < ' ' ||
		    strchr("\"\\:#{}[]&*!|>'%@`", name.ptr[i]) != NULL)
			return false;
	return name.len > 0 && name.len <= NAME_MAX_BYTES &&
	    slice_trim(name).len == name.len && name.ptr[0] != '-' &&
	    name.ptr[0] != '?';
}

/* Renames a player in all games of the document. */
void
lsp_rename(struct request *request)
{
	const struct tag *tag = find_player(request);
	struct look *look = &request->look;
	struct slice name, old;
	char *copy;

	if (tag == NULL || !member_text(request->params, "newName", &name) ||
	    !is_plain_name(name)) {
		request->error = ERROR_INVALID_PARAMS;
		return;
	}
	copy = arena_copy(&request->server->arena, tag->value);
	old = (struct slice){ copy, tag->value.len };
	put_json(request->out, "{'changes':{%s:[", request->document->uri);
	look_move(look, 0, SIZE_MAX);
	while (look_next(&request->look))
		for (const struct tag *t = look->record.tags; t; t = t->next)
			if (is_player_tag(t->name) &&
			    slice_equal(t->value, old))
				put_text_edit(request,
				    look_start(look, t->span),
				    look_stop(look, t->span), name);
	put_json(request->out, "]}}");
}

/* Whether a text holds a word, in letters of any case. */
static bool
holds_word(struct slice text, struct slice word)
{
	size_t same;

	for (size_t i = 0; i + word.len <= text.len; i++) {
		same = 0;
		while (same < word.len &&
		    ascii_lower(text.ptr[i + same]) ==
			ascii_lower(word.ptr[same]))
			same++;
		if (same == word.len)
			return true;
	}
	return false;
}

/* Finds games in all open documents by their players. */
void
lsp_find_games(struct request *request)
{
	struct server *server = request->server;
	struct strbuf name = STRBUF_INIT;
	struct slice query = { "", 0 };
	unsigned left = FOUND_MAX;

	member_text(request->params, "query", &query);
	for (struct doc *d = server->documents; d && left > 0; d = d->next) {
		look_begin(&request->look, d, 0, SIZE_MAX);
		while (left > 0 && look_next(&request->look)) {
			strbuf_reset(&name);
			name_game(&request->look.record, &name);
			if (!holds_word(strbuf_as_slice(&name), query))
				continue;
			lsp_put_game(request, name.ptr, d);
			left--;
		}
		look_end(&request->look);
	}
	strbuf_release(&name);
}
