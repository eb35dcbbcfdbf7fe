/*
 * Ternion: the board of a drawing.
 *
 * From the bottom: cells by their tone, seams, labels at the edges, what is
 * marked in cells, pieces by their owner, signs on pieces, names in cells,
 * marks and arrows. Everything is a path; only labels are text.
 */
#include <limits.h>

#include "formats/draw/svg_drawing.h"
#include "parse/notation/dialect.h"

/*
 * Elements
 */

static void
put_length(int tenths, struct strbuf *out)
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

void
svg_point(struct point p, struct strbuf *out)
{
	put_length(p.x, out);
	strbuf_char(out, ' ');
	put_length(p.y, out);
}

void
svg_attribute(const char *name, int tenths, struct strbuf *out)
{
	strbuf_printf(out, " %s=\"", name);
	put_length(tenths, out);
	strbuf_char(out, '"');
}

void
svg_use(const struct svg_drawing *drawing, const char *symbol, unsigned player,
    struct point at, unsigned percent)
{
	struct strbuf *out = drawing->out;

	strbuf_printf(out, "<use href=\"#%s%s", drawing->style->prefix, symbol);
	if (player < PLAYERS)
		strbuf_printf(
		    out, "-%c", drawing->rules->variant->colours[player]);
	strbuf_puts(out, "\" transform=\"translate(");
	svg_point(at, out);
	strbuf_char(out, ')');
	if (percent != 100) {
		strbuf_printf(out, " scale(%u", percent / 100);
		if (percent % 100 != 0)
			strbuf_printf(out, ".%02u", percent % 100);
		strbuf_char(out, ')');
	}
	strbuf_puts(out, "\"/>\n");
}

static void
put_outline(const struct svg_drawing *drawing, cell c)
{
	const struct picture *picture = &drawing->layout->picture;

	for (unsigned i = 0; i < picture->corners; i++) {
		strbuf_char(drawing->out, i == 0 ? 'M' : 'L');
		svg_point(picture->corner[c][i], drawing->out);
	}
	strbuf_puts(drawing->out, "z\"/>\n");
}

void
svg_open(struct point least, struct point most, unsigned width,
    const char *attributes, struct strbuf *out)
{
	struct point size = { most.x - least.x, most.y - least.y };
	unsigned long across = (unsigned long)size.x;

	strbuf_puts(
	    out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"");
	svg_point(least, out);
	strbuf_char(out, ' ');
	svg_point(size, out);
	strbuf_char(out, '"');
	if (width > 0)
		strbuf_printf(out, " width=\"%u\" height=\"%lu\"", width,
		    ((unsigned long)width * (unsigned long)size.y +
			across / 2) /
			across);
	strbuf_printf(out, "%s>\n", attributes);
}

/*
 * The ground
 */

static void
put_svg_cells(const struct svg_drawing *drawing)
{
	const struct board *board = &drawing->rules->board;
	const struct picture *picture = &drawing->layout->picture;
	const char *prefix = drawing->style->prefix;
	enum naming naming = dialect_of(drawing->rules->variant)->cells;
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
			    coords_name(board, naming, 0, c, name));
			put_outline(drawing, c);
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

/* Names in cells stand on them, so their colour is that of any page. */
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
 * The men, in layers
 */

enum layer {
	LAYER_CHECKS, /* below the kings that are in check */
	LAYER_RINGS,  /* in an owner's ink, round pieces that he inherited */
	LAYER_GHOSTS, /* pieces of a colour that are nobody's, faded */
	LAYER_PIECES, /* those in play */
	LAYER_SIGNS,  /* on pieces */
};

/* Draws for each piece what it has in a layer of a player. */
static void
put_layer(const struct svg_drawing *drawing, enum layer layer, unsigned player)
{
	static const char *const classes[] = {
		[LAYER_CHECKS] = "checks\"",
		[LAYER_RINGS] = "rings\"",
		[LAYER_PIECES] = "pieces\"",
		[LAYER_SIGNS] = "signs\"",
	};

	if (layer == LAYER_GHOSTS)
		strbuf_printf(drawing->out,
		    "<g class=\"ghosts\" fill-opacity=\".%u\" "
		    "stroke-opacity=\".%u\">\n",
		    GHOST_FILL, GHOST_LINE);
	else
		strbuf_printf(drawing->out, "<g class=\"%s>\n", classes[layer]);
	for (cell c = 0; c < drawing->layout->picture.cells; c++) {
		const struct svg_place *place = &drawing->layout->place[c];
		uint8_t piece = drawing->snapshot->at[c];
		unsigned colour = piece_colour(piece);
		unsigned owner = piece_owner(piece);
		bool inherited = owner < PLAYERS && owner != colour;

		if (piece == PIECE_NONE)
			continue;
		switch (layer) {
		case LAYER_CHECKS:
			if (piece_kind(piece) == KING && owner == colour &&
			    (drawing->snapshot->checked >> owner & 1))
				svg_use(drawing, "check", PLAYER_NONE,
				    place->at, place->percent);
			break;
		case LAYER_RINGS:
			if (inherited && owner == player)
				svg_use(drawing, "ring", owner, place->at,
				    place->percent);
			break;
		case LAYER_GHOSTS:
		case LAYER_PIECES:
			if (colour == player &&
			    (owner == PLAYER_NONE) == (layer == LAYER_GHOSTS))
				svg_use(drawing,
				    drawing->rules->variant
					->kinds[piece_kind(piece)],
				    colour, place->at,
				    place->percent *
					(inherited ? SVG_RINGED : 100) / 100);
			break;
		case LAYER_SIGNS:
			if (owner == PLAYER_NONE)
				svg_use(drawing, "dead", PLAYER_NONE, place->at,
				    place->percent);
			if (piece & PIECE_PROMOTED)
				svg_use(drawing, "promoted", PLAYER_NONE,
				    place->at, place->percent);
			break;
		}
	}
	strbuf_puts(drawing->out, "</g>\n");
}

static void
put_svg_men(const struct svg_drawing *drawing)
{
	const struct snapshot *snapshot = drawing->snapshot;
	const struct palette *palette = drawing->palette;

	strbuf_puts(drawing->out, "<g class=\"men\">\n");
	strbuf_printf(drawing->out,
	    "<g class=\"last %slast\" fill=\"%s\" fill-opacity=\".%02u\" "
	    "stroke=\"%s\" stroke-width=\"4\" stroke-dasharray=\"9 5\">\n",
	    drawing->style->prefix, palette->last, palette->last_opacity,
	    palette->last_line);
	for (unsigned i = 0; i < snapshot->traced; i++) {
		strbuf_puts(drawing->out, "<path d=\"");
		put_outline(drawing, snapshot->trace[i]);
	}
	strbuf_puts(drawing->out, "</g>\n");
	put_layer(drawing, LAYER_CHECKS, PLAYER_NONE);
	for (enum layer layer = LAYER_RINGS; layer <= LAYER_PIECES; layer++)
		for (unsigned p = 0; p < PLAYERS; p++)
			put_layer(drawing, layer, p);
	put_layer(drawing, LAYER_SIGNS, PLAYER_NONE);
	/* Seats are told without letters: a disc in his ink beyond his
	 * baseline, with a triangle if it is his turn, struck out if he is out
	 * of play. */
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct point at = drawing->layout->picture.home[p];

		strbuf_puts(drawing->out, "<g class=\"home\">\n");
		svg_use(drawing, "home", p, at, 100);
		if (snapshot->turn == p)
			svg_use(drawing, "turn", PLAYER_NONE, at, 100);
		if (snapshot->out >> p & 1)
			svg_use(drawing, "out", p, at, 100);
		strbuf_puts(drawing->out, "</g>\n");
	}
	strbuf_puts(drawing->out, "</g>\n");
}

/*
 * Marks and arrows, over the men
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
			    over ? svg_paint(mark->colour) : "#fffdf6",
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

static void
put_arrow(const struct svg_drawing *drawing, const struct svg_arrow *arrow)
{
	const struct picture *picture = &drawing->layout->picture;
	struct point from = picture->centre[arrow->from];
	struct point to = picture->centre[arrow->to];
	int64_t x = to.x - from.x, y = to.y - from.y;
	int64_t length = picture_distance(from, to);
	int64_t neck = length - ARROW_HEAD;
	/* Along the way, and beside it. */
	const int64_t corners[7][2] = { { ARROW_START, ARROW_HALF },
		{ neck, ARROW_HALF }, { neck, ARROW_WIDE }, { length, 0 },
		{ neck, -ARROW_WIDE }, { neck, -ARROW_HALF },
		{ ARROW_START, -ARROW_HALF } };

	if (length == 0)
		return;
	strbuf_printf(
	    drawing->out, "<path fill=\"%s\" d=\"", svg_paint(arrow->colour));
	for (int i = 0; i < 7; i++) {
		int64_t along = corners[i][0], aside = corners[i][1];

		strbuf_char(drawing->out, i == 0 ? 'M' : 'L');
		svg_point(
		    (struct point){
			from.x + (int)((x * along - y * aside) / length),
			from.y + (int)((y * along + x * aside) / length) },
		    drawing->out);
	}
	strbuf_puts(drawing->out, "z\"/>\n");
}

void
svg_put_symbols(const struct svg_drawing *drawing, struct point least)
{
	const struct svg_style *style = drawing->style;

	/* Where a screen is dark the drawing is, too. */
	if (style->theme == THEME_AUTO) {
		strbuf_puts(drawing->out,
		    "<style>\n@media screen and "
		    "(prefers-color-scheme:dark){\n");
		theme_rules(THEME_DARK, style->prefix, drawing->out);
		strbuf_puts(drawing->out, "}\n</style>\n");
	}
	pieces_define(drawing->rules->variant, style->theme,
	    drawing->layout->percent, style->prefix, drawing->out);
	if (drawing->palette->ground == NULL)
		return;
	strbuf_printf(drawing->out, "<rect class=\"%sground\" fill=\"%s\"",
	    style->prefix, drawing->palette->ground);
	svg_attribute("x", least.x, drawing->out);
	svg_attribute("y", least.y, drawing->out);
	strbuf_puts(drawing->out, " width=\"100%\" height=\"100%\"/>\n");
}

void
svg_put_board(const struct svg_drawing *drawing)
{
	const struct svg_style *style = drawing->style;

	strbuf_puts(drawing->out, "<g class=\"ground\">\n");
	put_svg_cells(drawing);
	put_seams(drawing);
	strbuf_puts(drawing->out, "</g>\n");
	if (style->labels == SVG_EDGES)
		put_svg_labels(drawing);
	put_svg_men(drawing);
	if (style->labels == SVG_CELLS)
		put_svg_labels(drawing);
	put_svg_marks(drawing);
	if (style->arrows == 0)
		return;
	strbuf_puts(drawing->out,
	    "<g class=\"arrows\" stroke=\"#fffdf6\" stroke-width=\"2\" "
	    "stroke-linejoin=\"round\" opacity=\".8\">\n");
	for (unsigned i = 0; i < style->arrows; i++)
		put_arrow(drawing, &style->arrow[i]);
	strbuf_puts(drawing->out, "</g>\n");
}
