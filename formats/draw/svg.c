/*
 * Ternion: a position as a drawing, in SVG.
 *
 * From the bottom: cells by their tone, what is marked in them, seams, labels,
 * pieces by their owner, signs on pieces, arrows. Everything is a path; only
 * labels are text.
 */

#include "parse/text/arena.h"
#include "formats/position/tpf.h"
#include "formats/draw/svg.h"
#include "formats/draw/picture.h"
#include "formats/draw/pieces.h"
#include "formats/game/snapshot.h"

struct sheet {
	const struct rules *rules;
	const struct position *position;
	const struct svg_style *style;
	const struct picture *picture;
	struct strbuf *out;
};

/* In tenths. */
enum {
	EDGE_LABEL_SIZE = 280,
	CELL_LABEL_SIZE = 190,
};

static const char *const tones[TONES] = {
	"#f8ecd4",
	"#e2c79c",
	"#c6a071",
	"#b58d5e",
	"#dfe3d8",
	"#c6cdbb",
};

static const char *const line_colour = "#6f5233";
static const char *const label_colour = "#4a3824";

enum svg_labels
svg_labels_usual(enum naming naming)
{
	return naming == NAMING_ALGEBRAIC || naming == NAMING_UPPER ? SVG_EDGES
								    : SVG_CELLS;
}

void
svg_length(int tenths, struct strbuf *out)
{
	unsigned size = (unsigned)(tenths < 0 ? -tenths : tenths);

	if (tenths < 0)
		strbuf_char(out, '-');
	strbuf_number(out, size / 10);
	if (size % 10 != 0) {
		strbuf_char(out, '.');
		strbuf_char(out, (char)('0' + size % 10));
	}
}

static void
put_point(struct point p, struct strbuf *out)
{
	svg_length(p.x, out);
	strbuf_char(out, ' ');
	svg_length(p.y, out);
}

static void
put_attribute(const char *name, int tenths, struct strbuf *out)
{
	strbuf_printf(out, " %s=\"", name);
	svg_length(tenths, out);
	strbuf_char(out, '"');
}

/* The outline of a cell, as data of a path. */
static void
put_outline(const struct picture *picture, cell c, struct strbuf *out)
{
	for (unsigned i = 0; i < picture->corners; i++) {
		strbuf_char(out, i == 0 ? 'M' : 'L');
		put_point(picture->corner[c][i], out);
	}
	strbuf_char(out, 'z');
}

void
svg_open(const struct picture *picture, unsigned width, const char *attributes,
    struct strbuf *out)
{
	int across = picture->most.x - picture->least.x;
	int down = picture->most.y - picture->least.y;

	strbuf_puts(
	    out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"");
	put_point(picture->least, out);
	strbuf_char(out, ' ');
	put_point((struct point){ across, down }, out);
	strbuf_char(out, '"');
	if (width > 0)
		strbuf_printf(out, " width=\"%u\" height=\"%lu\"", width,
		    ((unsigned long)width * (unsigned long)down +
			(unsigned long)across / 2) /
			(unsigned long)across);
	strbuf_printf(out, "%s>\n", attributes);
}

/* Whether names in cells have two parts, with the piece between. */
static bool
is_split(const struct svg_style *style)
{
	return style->naming == NAMING_SECTOR;
}

/* The size of pieces: a symbol fills a circle of 43 units, and is to fill so
 * much of the room of a cell. */
static unsigned
piece_percent(const struct picture *picture, const struct svg_style *style)
{
	unsigned part = 95;

	if (style->labels == SVG_CELLS)
		part = is_split(style) ? 68 : 78;

	return (unsigned)picture->room * part / 430;
}

static const char *
prefix_of(const struct svg_style *style)
{
	return style->prefix != NULL ? style->prefix : "";
}

static void
put_cells(const struct board *board, const struct picture *picture,
    struct strbuf *out)
{
	char name[CELL_NAME_MAX];

	strbuf_printf(
	    out, "<g stroke=\"%s\" stroke-width=\"1.2\">\n", line_colour);
	for (unsigned tone = 0; tone < TONES; tone++) {
		bool any = false;

		for (cell c = 0; c < board->cells; c++) {
			if (picture->tone[c] != tone)
				continue;
			if (!any)
				strbuf_printf(
				    out, "<g fill=\"%s\">\n", tones[tone]);
			any = true;
			strbuf_printf(out, "<path data-cell=\"%s\" d=\"",
			    coords_name(board, NAMING_ALGEBRAIC, 0, c, name));
			put_outline(picture, c, out);
			strbuf_puts(out, "\"/>\n");
		}
		if (any)
			strbuf_puts(out, "</g>\n");
	}
	strbuf_puts(out, "</g>\n");
}

static void
put_seams(const struct picture *picture, struct strbuf *out)
{
	if (picture->seams == 0)
		return;
	strbuf_printf(out,
	    "<path fill=\"none\" stroke=\"%s\" stroke-width=\"5\" "
	    "stroke-linecap=\"round\" d=\"",
	    line_colour);
	for (unsigned i = 0; i < picture->seams; i++) {
		strbuf_char(out, 'M');
		put_point(picture->seam[i].from, out);
		strbuf_char(out, 'L');
		put_point(picture->seam[i].to, out);
	}
	strbuf_puts(out, "\"/>\n");
}

static void
name_edge(const struct edge_label *edge, struct svg_label *label)
{
	char *p = label->text;

	label->x = edge->at.x;
	/* The baseline is lower than the middle by a third of the size. */
	label->y = edge->at.y + EDGE_LABEL_SIZE * 7 / 20;
	if (edge->rank == 0)
		*p++ = (char)('a' + edge->file);
	if (edge->rank >= 10)
		*p++ = (char)('0' + edge->rank / 10);
	if (edge->rank > 0)
		*p++ = (char)('0' + edge->rank % 10);
	*p = '\0';
}

/* A name stands at the foot of its cell; one of two parts, as W3/B3.0, has the
 * first at the head. Returns the number of its labels. */
static unsigned
name_cell(const struct board *board, const struct picture *picture,
    const struct svg_style *style, cell c, struct svg_label *label)
{
	struct point foot = picture->foot[c], head = picture->head[c];
	char *slash;

	coords_name(board, style->naming, style->seat, c, label[0].text);
	label[0].x = foot.x;
	label[0].y = foot.y - CELL_LABEL_SIZE / 5;
	slash = strchr(label[0].text, '/');
	if (!is_split(style) || slash == NULL)
		return 1;
	label[1] = label[0];
	label[1].y = head.y + CELL_LABEL_SIZE * 3 / 4;
	label[1].text[slash + 1 - label[0].text] = '\0';
	memmove(label[0].text, slash + 1, strlen(slash));
	return 2;
}

unsigned
svg_labels(const struct board *board, const struct picture *picture,
    const struct svg_style *style, struct svg_label labels[SVG_LABELS_MAX])
{
	unsigned count = 0;

	if (style->labels == SVG_CELLS)
		for (cell c = 0; c < board->cells; c++)
			count +=
			    name_cell(board, picture, style, c, &labels[count]);
	if (style->labels == SVG_EDGES)
		for (; count < picture->labels; count++)
			name_edge(&picture->label[count], &labels[count]);
	return count;
}

/* Longer names are smaller. */
static int
label_size(const struct svg_style *style, const struct svg_label *labels,
    unsigned count)
{
	size_t longest = 3;

	if (style->labels == SVG_EDGES)
		return EDGE_LABEL_SIZE;
	for (unsigned i = 0; i < count; i++)
		if (strlen(labels[i].text) > longest)
			longest = strlen(labels[i].text);
	return CELL_LABEL_SIZE * 3 / (int)longest;
}

static void
put_labels(const struct sheet *sheet)
{
	struct svg_label labels[SVG_LABELS_MAX];
	unsigned count = svg_labels(
	    &sheet->rules->board, sheet->picture, sheet->style, labels);

	if (count == 0)
		return;
	strbuf_printf(sheet->out,
	    "<g class=\"labels\" font-family=\"sans-serif\" "
	    "text-anchor=\"middle\" fill=\"%s\"",
	    label_colour);
	put_attribute(
	    "font-size", label_size(sheet->style, labels, count), sheet->out);
	strbuf_puts(sheet->out, ">\n");
	for (unsigned i = 0; i < count; i++) {
		strbuf_puts(sheet->out, "<text");
		put_attribute("x", labels[i].x, sheet->out);
		put_attribute("y", labels[i].y, sheet->out);
		strbuf_printf(sheet->out, ">%s</text>\n", labels[i].text);
	}
	strbuf_puts(sheet->out, "</g>\n");
}

/* Pieces stand higher where a name is below them. */
struct point
svg_piece_at(
    const struct picture *picture, const struct svg_style *style, cell c)
{
	struct point at = picture->centre[c];

	if (style->labels == SVG_CELLS && !is_split(style))
		at.y -= picture->room / 7;
	return at;
}

static void
put_use(const struct sheet *sheet, const char *id, struct point at)
{
	strbuf_printf(
	    sheet->out, "<use href=\"#%s%s\"", prefix_of(sheet->style), id);
	put_attribute("x", at.x, sheet->out);
	put_attribute("y", at.y, sheet->out);
	strbuf_puts(sheet->out, "/>\n");
}

static void
put_on(const struct sheet *sheet, const char *id, cell c)
{
	put_use(sheet, id, svg_piece_at(sheet->picture, sheet->style, c));
}

static void
put_last(const struct sheet *sheet)
{
	cell trace[TRACE_MAX];
	unsigned count = snapshot_trace(sheet->style->last, trace);

	strbuf_puts(sheet->out,
	    "<g class=\"last\" fill=\"#f6dc4e\" fill-opacity=\".8\" "
	    "stroke=\"#7a5a00\" stroke-width=\"4\" "
	    "stroke-dasharray=\"9 5\">\n");
	for (unsigned i = 0; i < count; i++) {
		strbuf_puts(sheet->out, "<path d=\"");
		put_outline(sheet->picture, trace[i], sheet->out);
		strbuf_puts(sheet->out, "\"/>\n");
	}
	strbuf_puts(sheet->out, "</g>\n");
}

static void
put_checks(const struct sheet *sheet)
{
	const struct position *position = sheet->position;

	strbuf_puts(sheet->out, "<g class=\"checks\">\n");
	for (unsigned p = 0; p < PLAYERS; p++)
		if (position->checks[p] != 0 && position->king[p] != CELL_NONE)
			put_on(sheet, "check", position->king[p]);
	strbuf_puts(sheet->out, "</g>\n");
}

static void
open_ink(const struct sheet *sheet, const char *class, unsigned player,
    const char *more)
{
	strbuf_printf(sheet->out, "<g class=\"%s\" ", class);
	pieces_ink(
	    sheet->rules->variant, player, prefix_of(sheet->style), sheet->out);
	strbuf_printf(sheet->out, "%s>\n", more);
}

/* Rings in the ink of their new owner, round pieces that were inherited. */
static void
put_rings(const struct sheet *sheet, unsigned owner)
{
	open_ink(sheet, "rings", owner, "");
	for (cell c = 0; c < sheet->picture->cells; c++) {
		uint8_t piece = sheet->position->at[c];

		if (piece != PIECE_NONE && piece_owner(piece) == owner &&
		    piece_colour(piece) != owner)
			put_on(sheet, "ring", c);
	}
	strbuf_puts(sheet->out, "</g>\n");
}

/* Pieces of one colour: those in play, or the faded ones that are nobody's. */
static void
put_pieces(const struct sheet *sheet, unsigned colour, bool dead)
{
	const struct variant *variant = sheet->rules->variant;

	if (dead)
		open_ink(sheet, "ghosts", colour, " opacity=\".5\"");
	else
		open_ink(sheet, "pieces", colour, "");
	for (cell c = 0; c < sheet->picture->cells; c++) {
		uint8_t piece = sheet->position->at[c];

		if (piece != PIECE_NONE && piece_colour(piece) == colour &&
		    (piece_owner(piece) == PLAYER_NONE) == dead)
			put_on(sheet, variant->kinds[piece_kind(piece)], c);
	}
	strbuf_puts(sheet->out, "</g>\n");
}

static void
put_signs(const struct sheet *sheet)
{
	strbuf_puts(sheet->out, "<g class=\"signs\">\n");
	for (cell c = 0; c < sheet->picture->cells; c++) {
		uint8_t piece = sheet->position->at[c];

		if (piece != PIECE_NONE && piece_owner(piece) == PLAYER_NONE)
			put_on(sheet, "dead", c);
		if (piece & PIECE_PROMOTED)
			put_on(sheet, "promoted", c);
	}
	strbuf_puts(sheet->out, "</g>\n");
}

/* Who sits where, without letters: a disc in his ink beyond his baseline, with
 * a triangle if it is his turn, struck out if he is out of play. */
static void
put_homes(const struct sheet *sheet)
{
	const struct position *position = sheet->position;
	struct outcome outcome;

	rules_outcome(sheet->rules, position, &outcome);
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct point at = sheet->picture->home[p];

		open_ink(sheet, "home", p, "");
		put_use(sheet, "home", at);
		if (outcome.ending == ENDING_NONE && position->to_move == p)
			put_use(sheet, "turn", at);
		if (position->out >> p & 1)
			put_use(sheet, "out", at);
		strbuf_puts(sheet->out, "</g>\n");
	}
}

static void
put_men(const struct sheet *sheet)
{
	strbuf_puts(sheet->out, "<g class=\"men\">\n");
	put_last(sheet);
	put_checks(sheet);
	for (unsigned p = 0; p < PLAYERS; p++)
		put_rings(sheet, p);
	for (unsigned p = 0; p < PLAYERS; p++)
		put_pieces(sheet, p, true);
	for (unsigned p = 0; p < PLAYERS; p++)
		put_pieces(sheet, p, false);
	put_signs(sheet);
	put_homes(sheet);
	strbuf_puts(sheet->out, "</g>\n");
}

static void
put_marks(const struct sheet *sheet)
{
	if (sheet->style->marks == 0)
		return;
	strbuf_puts(sheet->out,
	    "<g class=\"marks\" fill=\"none\" stroke=\"#1f6f8b\" "
	    "stroke-width=\"6\">\n");
	for (unsigned i = 0; i < sheet->style->marks; i++) {
		struct point at = svg_piece_at(
		    sheet->picture, sheet->style, sheet->style->mark[i]);

		strbuf_puts(sheet->out, "<circle");
		put_attribute("cx", at.x, sheet->out);
		put_attribute("cy", at.y, sheet->out);
		put_attribute("r", sheet->picture->room * 4 / 5, sheet->out);
		strbuf_puts(sheet->out, "/>\n");
	}
	strbuf_puts(sheet->out, "</g>\n");
}

static void
put_arrows(const struct sheet *sheet)
{
	const struct picture *picture = sheet->picture;

	if (sheet->style->arrows == 0)
		return;
	strbuf_puts(sheet->out,
	    "<marker id=\"head\" viewBox=\"-3.4 -2 3.6 4\" refX=\"0\" "
	    "markerWidth=\"3.6\" markerHeight=\"4\" orient=\"auto\">\n"
	    "<path fill=\"#1d7a45\" d=\"M-3.4-1.9L0 0l-3.4 1.9z\"/>\n"
	    "</marker>\n"
	    "<g class=\"arrows\" fill=\"none\" stroke=\"#1d7a45\" "
	    "stroke-width=\"12\" opacity=\".75\" "
	    "marker-end=\"url(#head)\">\n");
	for (unsigned i = 0; i < sheet->style->arrows; i++) {
		const struct svg_arrow *arrow = &sheet->style->arrow[i];

		strbuf_puts(sheet->out, "<path d=\"M");
		put_point(picture->centre[arrow->from], sheet->out);
		strbuf_char(sheet->out, 'L');
		put_point(picture->centre[arrow->to], sheet->out);
		strbuf_puts(sheet->out, "\"/>\n");
	}
	strbuf_puts(sheet->out, "</g>\n");
}

void
svg_drawing(const struct rules *rules, const struct picture *picture,
    const struct position *position, const struct svg_style *style,
    struct strbuf *out)
{
	const struct sheet sheet = { rules, position, style, picture, out };

	pieces_define(rules->variant, piece_percent(picture, style),
	    prefix_of(style), out);
	strbuf_puts(out, "<rect fill=\"#fffaf0\"");
	put_attribute("x", picture->least.x, out);
	put_attribute("y", picture->least.y, out);
	strbuf_puts(out, " width=\"100%\" height=\"100%\"/>\n");
	strbuf_puts(out, "<g class=\"ground\">\n");
	put_cells(&rules->board, picture, out);
	put_seams(picture, out);
	strbuf_puts(out, "</g>\n");
	if (style->labels == SVG_EDGES)
		put_labels(&sheet);
	put_men(&sheet);
	if (style->labels == SVG_CELLS)
		put_labels(&sheet);
	put_marks(&sheet);
	put_arrows(&sheet);
}

/* The title says in words whose turn it is; the description is 3PF. */
static void
put_title(const struct rules *rules, const struct position *position,
    struct strbuf *out)
{
	const struct variant *variant = rules->variant;
	struct outcome outcome;

	strbuf_printf(out, "<title>%s: ", variant->title);
	rules_outcome(rules, position, &outcome);
	if (outcome.ending != ENDING_NONE)
		strbuf_puts(out, outcome.result);
	else
		strbuf_printf(out, "move %lu, %s to move%s",
		    (unsigned long)position->number,
		    variant->players[position->to_move],
		    position->checks[position->to_move] != 0 ? ", in check"
							     : "");
	strbuf_puts(out, "</title>\n<desc>");
	/* The > before the owner of an inherited piece may stand in XML. */
	tpf_write(rules, position, out);
	strbuf_puts(out, "</desc>\n");
}

void
svg_write(const struct rules *rules, const struct position *position,
    const struct svg_style *style, struct strbuf *out)
{
	struct picture *picture = mem_alloc(sizeof(*picture));

	picture_draw(picture, &rules->board, style->seat);
	strbuf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	svg_open(picture, style->width, " role=\"img\"", out);
	put_title(rules, position, out);
	svg_drawing(rules, picture, position, style, out);
	strbuf_puts(out, "</svg>\n");
	mem_free(picture);
}
