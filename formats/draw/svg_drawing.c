/*
 * Ternion: the board of a drawing.
 *
 * From the bottom: cells by their tone, seams, labels at the edges, what is
 * marked in cells, pieces by their owner, signs on pieces, names in cells,
 * marks and arrows. Everything is a path; only labels are text.
 */
#include <limits.h>

#include "formats/draw/pieces.h"
#include "formats/draw/svg.h"

static const struct {
	const char *name, *paint;
} colours[SVG_COLOURS] = {
	[SVG_GREEN] = { "green", "#1d7a45" },
	[SVG_RED] = { "red", "#b3201a" },
	[SVG_BLUE] = { "blue", "#1b5fa8" },
	[SVG_YELLOW] = { "yellow", "#e08a00" },
};

const char *
svg_colour_name(enum svg_colour colour)
{
	return colours[colour].name;
}

static void
put_svg_cells(const struct svg_drawing *drawing)
{
	const struct board *board = &drawing->rules->board;
	const struct picture *picture = &drawing->layout->picture;
	const char *prefix = drawing->style->prefix;
	char name[CELL_NAME_MAX];

	strbuf_printf(drawing->out,
	    "<g class=\"%sline\" stroke=\"%s\" stroke-width=\"1.2\">\n", prefix,
	    drawing->palette->line);
	for (unsigned tone = 0; tone < TONES; tone++) {
		bool any = false;

		for (cell c = 0; c < board->cells; c++) {
			if (picture->tone[c] != tone)
				continue;
			if (!any)
				strbuf_printf(drawing->out,
				    "<g class=\"%st%u\" fill=\"%s\">\n", prefix,
				    tone, drawing->palette->tone[tone]);
			any = true;
			strbuf_printf(drawing->out,
			    "<path data-cell=\"%s\" d=\"",
			    coords_name(board, NAMING_ALGEBRAIC, 0, c, name));
			svg_outline(picture, c, drawing->out);
			strbuf_puts(drawing->out, "\"/>\n");
		}
		if (any)
			strbuf_puts(drawing->out, "</g>\n");
	}
	strbuf_puts(drawing->out, "</g>\n");
}

static void
put_seams(const struct svg_drawing *drawing)
{
	const struct picture *picture = &drawing->layout->picture;

	if (picture->seams == 0)
		return;
	strbuf_printf(drawing->out,
	    "<path class=\"%sline\" fill=\"none\" stroke=\"%s\" "
	    "stroke-width=\"5\" stroke-linecap=\"round\" d=\"",
	    drawing->style->prefix, drawing->palette->line);
	for (unsigned i = 0; i < picture->seams; i++) {
		strbuf_char(drawing->out, 'M');
		svg_point(picture->seam[i].from, drawing->out);
		strbuf_char(drawing->out, 'L');
		svg_point(picture->seam[i].to, drawing->out);
	}
	strbuf_puts(drawing->out, "\"/>\n");
}

void
svg_put_background(const struct svg_drawing *drawing, struct point least)
{
	if (drawing->palette->ground == NULL)
		return;
	strbuf_printf(drawing->out, "<rect class=\"%sground\" fill=\"%s\"",
	    drawing->style->prefix, drawing->palette->ground);
	svg_attribute("x", least.x, drawing->out);
	svg_attribute("y", least.y, drawing->out);
	strbuf_puts(drawing->out, " width=\"100%\" height=\"100%\"/>\n");
}

/* Names in cells stand on them, whatever is behind the drawing. */
static void
put_svg_labels(const struct svg_drawing *drawing)
{
	const struct svg_layout *layout = drawing->layout;
	bool in_cells = drawing->style->labels == SVG_CELLS;

	if (layout->labels == 0)
		return;
	strbuf_printf(drawing->out,
	    "<g class=\"labels%s%s%s\" font-family=\"sans-serif\" "
	    "text-anchor=\"middle\" fill=\"%s\"",
	    in_cells ? "" : " ", in_cells ? "" : drawing->style->prefix,
	    in_cells ? "" : "label",
	    in_cells ? drawing->palette->name : drawing->palette->label);
	svg_attribute("font-size", layout->label_size, drawing->out);
	strbuf_puts(drawing->out, ">\n");
	for (unsigned i = 0; i < layout->labels; i++) {
		strbuf_puts(drawing->out, "<text");
		svg_attribute("x", layout->label[i].x, drawing->out);
		svg_attribute("y", layout->label[i].y, drawing->out);
		strbuf_printf(
		    drawing->out, ">%s</text>\n", layout->label[i].text);
	}
	strbuf_puts(drawing->out, "</g>\n");
}

/*
 * The men
 */

static void
put_on(const struct svg_drawing *drawing, const char *symbol, cell c,
    unsigned percent)
{
	const struct svg_place *place = &drawing->layout->place[c];

	svg_use(drawing->style->prefix, symbol, place->at,
	    place->percent * percent / 100, drawing->out);
}

/* A symbol in a player's ink. */
static void
put_svg_inked(const struct svg_drawing *drawing, const char *symbol,
    unsigned player, cell c, unsigned percent)
{
	struct strbuf name = STRBUF_INIT;

	strbuf_printf(
	    &name, "%s-%c", symbol, drawing->rules->variant->colours[player]);
	put_on(drawing, name.ptr, c, percent);
	strbuf_release(&name);
}

static void
put_last(const struct svg_drawing *drawing)
{
	const struct palette *palette = drawing->palette;

	strbuf_printf(drawing->out,
	    "<g class=\"last %slast\" fill=\"%s\" fill-opacity=\".%02u\" "
	    "stroke=\"%s\" stroke-width=\"4\" stroke-dasharray=\"9 5\">\n",
	    drawing->style->prefix, palette->last, palette->last_opacity,
	    palette->last_line);
	for (unsigned i = 0; i < drawing->snapshot->traced; i++) {
		strbuf_puts(drawing->out, "<path d=\"");
		svg_outline(&drawing->layout->picture,
		    drawing->snapshot->trace[i], drawing->out);
		strbuf_puts(drawing->out, "\"/>\n");
	}
	strbuf_puts(drawing->out, "</g>\n");
}

/* Behind the kings of those who are in check. */
static void
put_svg_checks(const struct svg_drawing *drawing)
{
	strbuf_puts(drawing->out, "<g class=\"checks\">\n");
	for (cell c = 0; c < drawing->layout->picture.cells; c++) {
		uint8_t piece = drawing->snapshot->at[c];
		unsigned owner = piece_owner(piece);

		if (piece_kind(piece) == KING && owner < PLAYERS &&
		    owner == piece_colour(piece) &&
		    (drawing->snapshot->checked >> owner & 1))
			put_on(drawing, "check", c, 100);
	}
	strbuf_puts(drawing->out, "</g>\n");
}

static bool
is_inherited(uint8_t piece)
{
	return piece != PIECE_NONE && piece_owner(piece) < PLAYERS &&
	    piece_owner(piece) != piece_colour(piece);
}

/* Rings in the ink of their new owner, round pieces that were inherited. */
static void
put_rings(const struct svg_drawing *drawing, unsigned owner)
{
	strbuf_puts(drawing->out, "<g class=\"rings\">\n");
	for (cell c = 0; c < drawing->layout->picture.cells; c++) {
		uint8_t piece = drawing->snapshot->at[c];

		if (is_inherited(piece) && piece_owner(piece) == owner)
			put_svg_inked(drawing, "ring", owner, c, 100);
	}
	strbuf_puts(drawing->out, "</g>\n");
}

/* Pieces of one colour: those in play, or the faded ones that are nobody's. */
static void
put_pieces(const struct svg_drawing *drawing, unsigned colour, bool dead)
{
	const struct variant *variant = drawing->rules->variant;

	if (dead)
		strbuf_printf(drawing->out,
		    "<g class=\"ghosts\" fill-opacity=\".%u\" "
		    "stroke-opacity=\".%u\">\n",
		    GHOST_FILL, GHOST_LINE);
	else
		strbuf_puts(drawing->out, "<g class=\"pieces\">\n");
	for (cell c = 0; c < drawing->layout->picture.cells; c++) {
		uint8_t piece = drawing->snapshot->at[c];

		if (piece != PIECE_NONE && piece_colour(piece) == colour &&
		    (piece_owner(piece) == PLAYER_NONE) == dead)
			put_svg_inked(drawing,
			    variant->kinds[piece_kind(piece)], colour, c,
			    is_inherited(piece) ? SVG_RINGED : 100);
	}
	strbuf_puts(drawing->out, "</g>\n");
}

static void
put_signs(const struct svg_drawing *drawing)
{
	strbuf_puts(drawing->out, "<g class=\"signs\">\n");
	for (cell c = 0; c < drawing->layout->picture.cells; c++) {
		uint8_t piece = drawing->snapshot->at[c];

		if (piece != PIECE_NONE && piece_owner(piece) == PLAYER_NONE)
			put_on(drawing, "dead", c, 100);
		if (piece & PIECE_PROMOTED)
			put_on(drawing, "promoted", c, 100);
	}
	strbuf_puts(drawing->out, "</g>\n");
}

/* Who sits where, without letters: a disc in his ink beyond his baseline, with
 * a triangle if it is his turn, struck out if he is out of play. */
static void
put_homes(const struct svg_drawing *drawing)
{
	const char *prefix = drawing->style->prefix;
	struct strbuf name = STRBUF_INIT;

	for (unsigned p = 0; p < PLAYERS; p++) {
		struct point at = drawing->layout->picture.home[p];
		char letter = drawing->rules->variant->colours[p];

		strbuf_puts(drawing->out, "<g class=\"home\">\n");
		strbuf_reset(&name);
		strbuf_printf(&name, "home-%c", letter);
		svg_use(prefix, name.ptr, at, 100, drawing->out);
		if (drawing->snapshot->turn == p)
			svg_use(prefix, "turn", at, 100, drawing->out);
		if (drawing->snapshot->out >> p & 1) {
			strbuf_reset(&name);
			strbuf_printf(&name, "out-%c", letter);
			svg_use(prefix, name.ptr, at, 100, drawing->out);
		}
		strbuf_puts(drawing->out, "</g>\n");
	}
	strbuf_release(&name);
}

static void
put_svg_men(const struct svg_drawing *drawing)
{
	strbuf_puts(drawing->out, "<g class=\"men\">\n");
	put_last(drawing);
	put_svg_checks(drawing);
	for (unsigned p = 0; p < PLAYERS; p++)
		put_rings(drawing, p);
	for (unsigned p = 0; p < PLAYERS; p++)
		put_pieces(drawing, p, true);
	for (unsigned p = 0; p < PLAYERS; p++)
		put_pieces(drawing, p, false);
	put_signs(drawing);
	put_homes(drawing);
	strbuf_puts(drawing->out, "</g>\n");
}

/*
 * What is drawn over it
 */

/* A circle, with a light one below it that parts it from what it lies on. */
static void
put_svg_marks(const struct svg_drawing *drawing)
{
	if (drawing->style->marks == 0)
		return;
	strbuf_puts(drawing->out, "<g class=\"marks\" fill=\"none\">\n");
	for (unsigned i = 0; i < drawing->style->marks; i++) {
		const struct svg_mark *mark = &drawing->style->mark[i];
		struct disc disc = picture_disc(
		    &drawing->layout->picture, mark->at, INT_MIN, INT_MAX);

		for (int over = 0; over < 2; over++) {
			strbuf_puts(drawing->out, "<circle");
			svg_attribute("cx", disc.at.x, drawing->out);
			svg_attribute("cy", disc.at.y, drawing->out);
			svg_attribute("r", disc.radius * 9 / 10, drawing->out);
			strbuf_printf(drawing->out,
			    " stroke=\"%s\" stroke-width=\"%s\"/>\n",
			    over ? colours[mark->colour].paint : "#fffdf6",
			    over ? "5.5" : "9");
		}
	}
	strbuf_puts(drawing->out, "</g>\n");
}

enum {
	ARROW_HALF = 65,   /* tenths: half of the shaft's width */
	ARROW_WIDE = 180,  /* half of the head's */
	ARROW_HEAD = 330,  /* the head's length */
	ARROW_START = 160, /* from the middle of the cell to where it begins */
};

/* The point so far along the way and beside it. */
static struct point
beside(struct point from, struct point way, int64_t length, int64_t along,
    int64_t aside)
{
	return (struct point){ from.x +
		    (int)((way.x * along - way.y * aside) / length),
		from.y + (int)((way.y * along + way.x * aside) / length) };
}

static void
put_arrow(const struct svg_drawing *drawing, const struct svg_arrow *arrow)
{
	const struct picture *picture = &drawing->layout->picture;
	struct point from = picture->centre[arrow->from];
	struct point to = picture->centre[arrow->to];
	struct point way = { to.x - from.x, to.y - from.y };
	int64_t length = picture_distance(from, to);
	int64_t neck = length - ARROW_HEAD;
	const int64_t corners[7][2] = { { ARROW_START, ARROW_HALF },
		{ neck, ARROW_HALF }, { neck, ARROW_WIDE }, { length, 0 },
		{ neck, -ARROW_WIDE }, { neck, -ARROW_HALF },
		{ ARROW_START, -ARROW_HALF } };

	if (length == 0)
		return;
	strbuf_printf(drawing->out, "<path fill=\"%s\" d=\"",
	    colours[arrow->colour].paint);
	for (int i = 0; i < 7; i++) {
		strbuf_char(drawing->out, i == 0 ? 'M' : 'L');
		svg_point(
		    beside(from, way, length, corners[i][0], corners[i][1]),
		    drawing->out);
	}
	strbuf_puts(drawing->out, "z\"/>\n");
}

static void
put_arrows(const struct svg_drawing *drawing)
{
	if (drawing->style->arrows == 0)
		return;
	strbuf_puts(drawing->out,
	    "<g class=\"arrows\" stroke=\"#fffdf6\" stroke-width=\"2\" "
	    "stroke-linejoin=\"round\" opacity=\".8\">\n");
	for (unsigned i = 0; i < drawing->style->arrows; i++)
		put_arrow(drawing, &drawing->style->arrow[i]);
	strbuf_puts(drawing->out, "</g>\n");
}

/* Where a screen is dark the drawing is, too. */
void
svg_put_styles(const struct svg_drawing *drawing)
{
	if (drawing->style->theme != THEME_AUTO)
		return;
	strbuf_puts(drawing->out,
	    "<style>\n@media screen and (prefers-color-scheme:dark){\n");
	theme_rules(THEME_DARK, drawing->style->prefix, drawing->out);
	strbuf_puts(drawing->out, "}\n</style>\n");
}

/* The board with all that is on it. */
void
svg_put_board(const struct svg_drawing *drawing)
{
	strbuf_puts(drawing->out, "<g class=\"ground\">\n");
	put_svg_cells(drawing);
	put_seams(drawing);
	strbuf_puts(drawing->out, "</g>\n");
	if (drawing->style->labels == SVG_EDGES)
		put_svg_labels(drawing);
	put_svg_men(drawing);
	if (drawing->style->labels == SVG_CELLS)
		put_svg_labels(drawing);
	put_svg_marks(drawing);
	put_arrows(drawing);
}

void
svg_drawing_write(const struct svg_drawing *drawing)
{
	svg_put_styles(drawing);
	pieces_define(drawing->rules->variant, drawing->style->theme,
	    drawing->layout->percent, drawing->style->prefix, drawing->out);
	svg_put_background(drawing, drawing->layout->picture.least);
	svg_put_board(drawing);
}
