/*
 * Ternion: records as a web page that replays them: one file, no network.
 *
 * The moves are text, which needs no script; each is a link to its node. The
 * drawing is that of format_svg.c at the start of the game. With it comes an
 * object for page.js:
 *
 * - kinds, players: names by number;
 * - cells: algebraic names, in the order of the numbers below;
 * - seats, for each: view (the viewBox), at (where pieces stand), home, labels,
 *   as x, y, x, y ... in tenths; names, the texts of labels where they are the
 *   seat's own;
 * - nodes, for the start and each ply, those of variations too: the node
 *   before, the player to move (3: it is over), who is out and who is in check,
 *   as bits, and the cells of the move; then pairs of a cell and what is on it
 *   now, for all that has changed.
 */

#include "parse/text/arena.h"
#include "formats/record/format.h"
#include "formats/draw/svg.h"
#include "formats/record/json.h"
#include "parse/notation/notation.h"
#include "formats/draw/picture.h"
#include "formats/game/snapshot.h"
#include "formats/report/xml.h"

/* The files page.css and page.js as arrays of lines. */
static const char *const page_css[] = {
#include "page.css.inc"
	NULL
};

static const char *const page_js[] = {
#include "page.js.inc"
	NULL
};

/*
 * Stands for the number of the game in the page, which is not known while it
 * is written; no text of a record holds it, as it is no character of XML.
 */
#define NUMBER "\001"
#define PREFIX "g" NUMBER "-" /* of all ids in a game */

struct page {
	const struct record *record;
	const struct writing *writing;
	struct svg_style style;
	struct strbuf *out;
	struct json nodes;
	long count; /* of nodes */
	bool glued; /* the next word follows without a space */
};

/* A place in the tree of plies. */
struct tree_node {
	long number;       /* -1: before the start */
	const uint8_t *at; /* the pieces there, by cell */
};

static void
put_lines(const char *const *line, struct strbuf *out)
{
	for (; *line != NULL; line++)
		strbuf_puts(out, *line);
}

/*
 * The tree: text to the page, nodes to the script
 */

static void
put_node(struct page *page, const struct tree_node *before,
    const struct snapshot *snapshot)
{
	const struct board *board = &page->writing->rules->board;
	struct json *json = &page->nodes;

	json_begin(json, NULL, '[');
	json_integer(json, NULL, before->number);
	json_number(json, NULL, snapshot->turn);
	json_number(json, NULL, snapshot->out);
	json_number(json, NULL, snapshot->checked);
	json_begin(json, NULL, '[');
	for (unsigned i = 0; i < snapshot->traced; i++)
		json_number(json, NULL, snapshot->trace[i]);
	json_end(json, ']');
	for (cell c = 0; c < board->cells; c++)
		if (snapshot->at[c] != before->at[c]) {
			json_number(json, NULL, c);
			json_number(json, NULL, snapshot->at[c]);
		}
	json_end(json, ']');
}

static void
put_space(struct page *page)
{
	if (!page->glued)
		strbuf_char(page->out, '\n');
	page->glued = false;
}

static void
put_comments(struct page *page, const struct comments *comments)
{
	for (const struct comment *c = comments->first; c; c = c->next) {
		put_space(page);
		strbuf_puts(page->out, "<span class=\"comment\">");
		xml_text(page->out, c->text);
		strbuf_puts(page->out, "</span>");
	}
}

static void
put_nag(struct page *page, unsigned number)
{
	static const char *const signs[] = { NULL, "!", "?", "!!", "??", "!?",
		"?!" };

	if (number == 0 || number >= sizeof(signs) / sizeof(signs[0]))
		put_space(page);
	strbuf_puts(page->out, "<span class=\"nag\">");
	if (number > 0 && number < sizeof(signs) / sizeof(signs[0]))
		strbuf_puts(page->out, signs[number]);
	else
		strbuf_printf(page->out, "$%u", number);
	strbuf_puts(page->out, "</span>");
}

/* "12..": the number and a dot for each seat up to the one that moves. */
static void
put_number(const struct ply *ply, struct strbuf *out)
{
	strbuf_number(out, ply->round);
	for (unsigned dots = 0; dots <= ply->seat; dots++)
		strbuf_char(out, '.');
}

static void
put_move(struct page *page, const struct ply *ply, bool numbered)
{
	struct strbuf *out = page->out;

	if (numbered) {
		put_space(page);
		strbuf_puts(out, "<span class=\"number\">");
		put_number(ply, out);
		strbuf_puts(out, "</span>");
	}
	put_space(page);
	strbuf_printf(out,
	    "<a class=\"move\" id=\"" PREFIX "%ld\" href=\"#" PREFIX
	    "%ld\" data-number=\"",
	    page->count, page->count);
	put_number(ply, out);
	strbuf_puts(out, "\">");
	xml_text(out, ply->text);
	strbuf_puts(out, "</a>");
}

static void put_line(
    struct page *page, const struct line *line, struct tree_node before);

/* What follows a ply; returns whether the next needs its number. */
static bool
put_notes(struct page *page, const struct notes *notes, struct tree_node before)
{
	for (const struct nag *n = notes->nags; n != NULL; n = n->next)
		put_nag(page, n->number);
	put_comments(page, &notes->comment);
	for (const struct line *v = notes->variations; v; v = v->next) {
		put_space(page);
		strbuf_puts(page->out, "<span class=\"variation\">(");
		page->glued = true;
		put_comments(page, &v->comment);
		put_line(page, v, before);
		strbuf_puts(page->out, ")</span>");
	}
	put_comments(page, &notes->after);
	return notes->comment.first != NULL || notes->variations != NULL ||
	    notes->after.first != NULL;
}

static void
put_line(struct page *page, const struct line *line, struct tree_node before)
{
	bool numbered = true;

	for (const struct ply *ply = line->first; ply; ply = ply->next) {
		const struct notes *notes = ply->notes;
		struct tree_node node = { page->count, ply->after->at };

		if (notes != NULL && notes->before.first != NULL) {
			put_comments(page, &notes->before);
			numbered = true;
		}
		put_node(page, &before, ply->after);
		put_move(page, ply, numbered || ply->seat == 0);
		page->count++;
		numbered = notes != NULL && put_notes(page, notes, before);
		before = node;
	}
}

/*
 * The drawing, and where things are in it
 */

static void
put_points(struct json *json, const char *key, struct point point)
{
	if (key != NULL)
		json_begin(json, key, '[');
	json_integer(json, NULL, point.x);
	json_integer(json, NULL, point.y);
}

static void
put_seat(struct page *page, struct json *json, unsigned seat)
{
	const struct board *board = &page->writing->rules->board;
	struct picture *picture = mem_alloc(sizeof(*picture));
	struct svg_style style = page->style;
	struct svg_label labels[SVG_LABELS_MAX];
	unsigned count;

	style.seat = seat;
	picture_draw(picture, board, seat);
	count = svg_labels(board, picture, &style, labels);
	json_begin(json, NULL, '{');
	json_begin(json, "view", '[');
	put_points(json, NULL, picture->least);
	json_integer(json, NULL, picture->most.x - picture->least.x);
	json_integer(json, NULL, picture->most.y - picture->least.y);
	json_end(json, ']');
	json_begin(json, "at", '[');
	for (cell c = 0; c < board->cells; c++)
		put_points(json, NULL, svg_piece_at(picture, &style, c));
	json_end(json, ']');
	json_begin(json, "home", '[');
	for (unsigned p = 0; p < PLAYERS; p++)
		put_points(json, NULL, picture->home[p]);
	json_end(json, ']');
	json_begin(json, "labels", '[');
	for (unsigned i = 0; i < count; i++)
		put_points(
		    json, NULL, (struct point){ labels[i].x, labels[i].y });
	json_end(json, ']');
	if (style.labels == SVG_CELLS) {
		json_begin(json, "names", '[');
		for (unsigned i = 0; i < count; i++)
			json_string(json, NULL, labels[i].text);
		json_end(json, ']');
	}
	json_end(json, '}');
	mem_free(picture);
}

static void
put_data(struct page *page)
{
	const struct rules *rules = page->writing->rules;
	struct json json = { .out = page->out };
	char name[CELL_NAME_MAX];

	strbuf_puts(page->out, "<script type=\"application/json\">");
	json_begin(&json, NULL, '{');
	json_begin(&json, "kinds", '[');
	for (unsigned kind = 0; kind < KINDS; kind++)
		json_string(&json, NULL, rules->variant->kinds[kind]);
	json_end(&json, ']');
	json_begin(&json, "players", '[');
	for (unsigned p = 0; p < PLAYERS; p++)
		json_string(&json, NULL, rules->variant->players[p]);
	json_end(&json, ']');
	json_begin(&json, "cells", '[');
	for (cell c = 0; c < rules->board.cells; c++)
		json_string(&json, NULL,
		    coords_name(&rules->board, NAMING_ALGEBRAIC, 0, c, name));
	json_end(&json, ']');
	json_begin(&json, "seats", '[');
	for (unsigned seat = 0; seat < PLAYERS; seat++)
		put_seat(page, &json, seat);
	json_end(&json, ']');
	strbuf_puts(page->out, ",\n\"nodes\":");
	strbuf_slice(page->out, strbuf_as_slice(page->nodes.out));
	strbuf_puts(page->out, "}</script>\n");
}

static void
put_drawing(struct page *page)
{
	static const char attributes[] =
	    " role=\"img\" aria-label=\"The board\"";
	struct picture *picture = mem_alloc(sizeof(*picture));
	const struct rules *rules = page->writing->rules;

	picture_draw(picture, &rules->board, 0);
	svg_open(picture, 0, attributes, page->out);
	svg_drawing(
	    rules, picture, page->writing->start, &page->style, page->out);
	strbuf_puts(page->out, "</svg>\n");
	mem_free(picture);
}

static void
put_controls(struct strbuf *out)
{
	static const struct {
		const char *action, *title, *path;
	} buttons[] = {
		{ "first", "The start (Home)", "M4 4h3v16H4zM20 4v16L8 12z" },
		{ "back", "Back (left arrow)", "M17 4v16L6 12z" },
		{ "next", "On (right arrow)", "M7 4v16l11-8z" },
		{ "last", "The end (End)", "M17 4h3v16h-3zM4 4v16l12-8z" },
		{ "turn", "Turn the board (t)",
		    "M12 3a9 9 0 1 0 9 9h-3a6 6 0 1 1-6-6v4l6-5.5L12-1z" },
	};

	strbuf_puts(out, "<div class=\"controls\" hidden>\n");
	for (size_t i = 0; i < sizeof(buttons) / sizeof(buttons[0]); i++)
		strbuf_printf(out,
		    "<button type=\"button\" data-do=\"%s\" title=\"%s\" "
		    "aria-label=\"%s\"><svg viewBox=\"0 -1 24 25\">"
		    "<path d=\"%s\"/></svg></button>\n",
		    buttons[i].action, buttons[i].title, buttons[i].title,
		    buttons[i].path);
	strbuf_puts(
	    out, "</div>\n<p class=\"status\" aria-live=\"polite\"></p>\n");
}

/*
 * The record
 */

static struct slice
player_name(const struct page *page, unsigned player)
{
	const struct variant *variant = page->writing->variant;

	for (const struct tag *t = page->record->tags; t != NULL; t = t->next)
		if (variant_player_tag(variant, t->name.ptr, t->name.len) ==
			player &&
		    !slice_is(t->value, "?") && t->value.len > 0)
			return t->value;
	return slice_of(variant->players[player]);
}

static void
put_players(const struct page *page)
{
	for (unsigned p = 0; p < PLAYERS; p++) {
		if (p > 0)
			strbuf_puts(page->out, " \xe2\x80\x93 ");
		xml_text(page->out, player_name(page, p));
	}
}

static void
put_entry(const struct page *page, struct slice name, struct slice value)
{
	strbuf_puts(page->out, "<dt>");
	xml_text(page->out, name);
	strbuf_puts(page->out, "</dt><dd>");
	xml_text(page->out, value);
	strbuf_puts(page->out, "</dd>\n");
}

/* Tags of which the page has a truer form. */
static bool
is_placed(const struct page *page, struct slice name)
{
	static const char *const placed[] = { "Result", "Variant", "Notation",
		"Letters", "SetUp", "Position", NULL };
	const char *const *p = placed;

	while (*p != NULL && !slice_is(name, *p))
		p++;
	return *p != NULL ||
	    variant_option(page->writing->variant, name.ptr, name.len) >= 0;
}

static void
put_tags(const struct page *page)
{
	const struct writing *writing = page->writing;
	const struct variant_option *options = writing->variant->options;
	struct strbuf value = STRBUF_INIT;

	strbuf_puts(page->out, "<dl>\n");
	for (const struct tag *t = page->record->tags; t != NULL; t = t->next)
		if (!is_placed(page, t->name))
			put_entry(page, t->name, t->value);
	put_entry(page, slice_of("Game"), slice_of(writing->variant->title));
	for (int i = 0; options[i].name != NULL; i++) {
		strbuf_reset(&value);
		if (writing_option(page->record, writing, i, &value))
			put_entry(page, slice_of(options[i].name),
			    strbuf_as_slice(&value));
	}
	if (writing->position.len > 0)
		put_entry(page, slice_of("Start"), writing->position);
	put_entry(page, slice_of("Notation"), slice_of(writing->notation));
	strbuf_puts(page->out, "</dl>\n");
	strbuf_release(&value);
}

static void
put_moves(struct page *page)
{
	static const uint8_t nothing[CELLS_MAX];
	const struct tree_node none = { -1, nothing };
	struct snapshot start;
	struct tree_node first = { 0, start.at };

	snapshot_take(&start, page->writing->rules, page->writing->start, NULL);
	json_begin(&page->nodes, NULL, '[');
	put_node(page, &none, &start);
	page->count = 1;
	strbuf_puts(page->out, "<p class=\"moves\">");
	put_comments(page, &page->record->line.comment);
	put_line(page, &page->record->line, first);
	put_space(page);
	strbuf_puts(page->out, "<b class=\"result\">");
	xml_text(page->out, page->writing->result);
	strbuf_puts(page->out, "</b></p>\n");
	json_end(&page->nodes, ']');
}

static void
put_game(struct page *page)
{
	strbuf_puts(
	    page->out, "<section class=\"game\" id=\"g" NUMBER "\">\n<h1>");
	put_players(page);
	strbuf_puts(page->out, " <span class=\"result\">");
	xml_text(page->out, page->writing->result);
	strbuf_puts(
	    page->out, "</span></h1>\n<div class=\"table\">\n<figure>\n");
	put_drawing(page);
	put_controls(page->out);
	strbuf_puts(page->out, "</figure>\n<div class=\"record\">\n");
	put_moves(page);
	put_tags(page);
	strbuf_puts(page->out, "</div>\n</div>\n");
	put_data(page);
	strbuf_puts(page->out, "</section>\n");
}

static void
html_write(const struct record *record, const struct writing *writing,
    struct strbuf *out)
{
	const struct notation *notation =
	    notation_find(slice_of(writing->notation));
	struct strbuf nodes = STRBUF_INIT;
	struct page page = { .record = record,
		.writing = writing,
		.out = out,
		.nodes = { .out = &nodes } };

	page.style.naming = notation_naming(notation, writing->variant);
	page.style.labels = svg_labels_usual(page.style.naming);
	page.style.prefix = PREFIX;
	put_game(&page);
	strbuf_release(&nodes);
}

/* Nothing may be fetched from anywhere. */
static void
open_page(struct strbuf *out)
{
	strbuf_puts(out,
	    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
	    "<meta charset=\"utf-8\">\n"
	    "<meta name=\"viewport\" content=\"width=device-width\">\n"
	    "<meta http-equiv=\"Content-Security-Policy\" "
	    "content=\"default-src 'none'; style-src 'unsafe-inline'; "
	    "script-src 'unsafe-inline'\">\n"
	    "<title>Three-player chess</title>\n<style>\n");
	put_lines(page_css, out);
	strbuf_puts(out,
	    "</style>\n</head>\n<body>\n"
	    "<p class=\"games\" hidden><label>Game: "
	    "<select></select></label></p>\n");
}

static void
html_place(struct slice text, unsigned long number, struct strbuf *out)
{
	if (number == 1)
		open_page(out);
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] == NUMBER[0])
			strbuf_number(out, number);
		else
			strbuf_char(out, text.ptr[i]);
}

static void
html_end(unsigned long records, struct strbuf *out)
{
	if (records == 0)
		open_page(out);
	strbuf_puts(out, "<script>\n");
	put_lines(page_js, out);
	strbuf_puts(out, "</script>\n</body>\n</html>\n");
}

static const char *const suffixes[] = { NULL };

const struct format format_html = {
	.id = "html",
	.title = "a web page that replays the games",
	.nags_apart = true,
	.needs_positions = true,
	.suffixes = suffixes,
	.write = html_write,
	.place = html_place,
	.end = html_end,
};
