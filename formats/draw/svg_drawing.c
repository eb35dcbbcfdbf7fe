/* Ternion: the board of a drawing.
 *
 * From the bottom: cells by their tone, seams, labels at the edges, cells of
 * the last move, pieces by their owner, signs on pieces, names in cells, marks
 * and arrows. Everything is a path; only labels are text. */
#include <limits.h>
#include <stdio.h>

#include "formats/draw/svg_drawing.h"
#include "parse/notation/dialect.h"

/*
 * Elements
 */

void
svg_use(const struct svg_drawing *drawing, const char *symbol, unsigned player,
    struct svg_place place)
{
	svg_put(drawing, "<use href='#%p%s", symbol);
	if (player < PLAYERS)
		strbuf_printf(drawing->out, "-%c",
		    drawing->rules->variant->colours[player]);
	svg_put(drawing, "' transform='translate(%x)", place.at);
	if (place.percent != 100) {
		svg_put(drawing, " scale(%u", place.percent / 100);
		if (place.percent % 100 != 0)
			strbuf_printf(
			    drawing->out, ".%02u", place.percent % 100);
		strbuf_char(drawing->out, ')');
	}
	svg_put(drawing, "'/>\n");
}

static void
put_corners(const struct svg_drawing *drawing, cell c)
{
	const struct picture *picture = &drawing->layout->picture;

	for (unsigned i = 0; i < picture->corners; i++)
		svg_put(drawing, i == 0 ? "M%x" : "L%x", picture->corner[c][i]);
}

void
svg_open(const struct svg_drawing *drawing, struct point least,
    struct point most, unsigned width, const char *attributes)
{
	struct point size = { most.x - least.x, most.y - least.y };
	uint64_t across = (uint64_t)size.x;

	svg_put(drawing,
	    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='%x %x'", least,
	    size);
	if (width > 0)
		svg_put(drawing, " width='%u' height='%u'", width,
		    (unsigned)((width * (uint64_t)size.y + across / 2) /
			across));
	svg_put(drawing, attributes);
	svg_put(drawing, ">\n");
}

/*
 * The ground
 */

/* A cell has its native name as data, and its name in the notation of the
 * drawing, if that differs, as a tooltip. */
static void
put_svg_cells(const struct svg_drawing *drawing)
{
	const struct board *board = &drawing->rules->board;
	const struct picture *picture = &drawing->layout->picture;
	const struct naming *own = dialect_of(drawing->rules->variant)->cells;
	char name[CELL_NAME_MAX];

	svg_put(drawing, "<g class='%pline' stroke='%s' stroke-width='1.2'>\n",
	    drawing->palette->line);
	for (unsigned tone = 0; tone < TONES; tone++) {
		bool any = false;

		for (cell c = 0; c < board->cells; c++) {
			if (picture->tone[c] != tone)
				continue;
			if (!any)
				svg_put(drawing,
				    "<g class='%pt%u' fill='%s'>\n", tone,
				    drawing->palette->tone[tone]);
			any = true;
			svg_put(drawing, "<path data-cell='%s' d='",
			    coords_name(board, own, 0, c, name));
			put_corners(drawing, c);
			if (drawing->style->naming != own)
				svg_put(drawing,
				    "z'><title>%s</title></path>\n",
				    coords_name(board, drawing->style->naming,
					drawing->style->seat, c, name));
			else
				svg_put(drawing, "z'/>\n");
		}
		if (any)
			svg_put(drawing, "</g>\n");
	}
	svg_put(drawing, "</g>\n");
	if (picture->seams == 0)
		return;
	svg_put(drawing,
	    "<path class='%pline' fill='none' stroke='%s' stroke-width='5' "
	    "stroke-linecap='round' d='",
	    drawing->palette->line);
	for (unsigned i = 0; i < picture->seams; i++)
		svg_put(drawing, "M%xL%x", picture->seam[i].from,
		    picture->seam[i].to);
	svg_put(drawing, "'/>\n");
}

/* Names in cells have no class, since no page changes the tones. */
static void
put_svg_labels(const struct svg_drawing *drawing)
{
	const struct svg_layout *layout = drawing->layout;
	bool in_cells = drawing->style->labels == SVG_CELLS;

	if (layout->labels == 0)
		return;
	svg_put(drawing,
	    in_cells ? "<g class='labels'" : "<g class='labels %plabel'");
	svg_put(drawing,
	    " font-family='sans-serif' text-anchor='middle' fill='%s' "
	    "font-size='%l'>\n",
	    in_cells ? drawing->palette->name : drawing->palette->label,
	    layout->label_size);
	for (unsigned i = 0; i < layout->labels; i++)
		svg_put(drawing, "<text x='%l' y='%l'>%s</text>\n",
		    layout->label[i].x, layout->label[i].y,
		    layout->label[i].text);
	svg_put(drawing, "</g>\n");
}

/*
 * The men, in layers
 */

enum layer {
	LAYER_CHECKS, /* check, siege and fortification, below kings */
	LAYER_RINGS,  /* in an owner's ink, round pieces that he inherited */
	LAYER_GHOSTS, /* pieces of a colour that are nobody's, faded */
	LAYER_PIECES, /* those in play */
	LAYER_SIGNS,  /* on pieces */
};

/* Draws below a king what he suffers. */
static void
put_checks(
    const struct svg_drawing *drawing, unsigned player, struct svg_place place)
{
	const struct seat_state *seat = &drawing->snapshot->seat[player];

	if (drawing->snapshot->checked >> player & 1)
		svg_use(drawing, "check", PLAYER_NONE, place);
	if (seat->own.fortified > 0)
		svg_use(drawing, "fortified", PLAYER_NONE, place);
	if (seat->own.is_sieged)
		svg_use(drawing, "sieged", PLAYER_NONE, place);
}

/* Draws a layer: of each piece if it shows no ink, else of a player's. */
static void
put_layer(const struct svg_drawing *drawing, enum layer layer, unsigned player)
{
	static const char *const classes[] = {
		[LAYER_CHECKS] = "checks",
		[LAYER_RINGS] = "rings",
		[LAYER_GHOSTS] = "ghosts",
		[LAYER_PIECES] = "pieces",
		[LAYER_SIGNS] = "signs",
	};

	svg_put(drawing, "<g class='%s'", classes[layer]);
	if (layer == LAYER_GHOSTS)
		svg_put(drawing, " fill-opacity='.%u' stroke-opacity='.%u'",
		    GHOST_FILL, GHOST_LINE);
	svg_put(drawing, ">\n");
	for (cell c = 0; c < drawing->layout->picture.cells; c++) {
		struct svg_place place = drawing->layout->place[c];
		uint8_t piece = drawing->snapshot->at[c];
		unsigned colour = piece_colour(piece);
		unsigned owner = piece_owner(piece);
		bool inherited = owner < PLAYERS && owner != colour;

		if (piece == PIECE_NONE)
			continue;
		switch (layer) {
		case LAYER_CHECKS:
			if (piece_kind(piece) == KING && owner == colour)
				put_checks(drawing, owner, place);
			break;
		case LAYER_RINGS:
			if (inherited && owner == player)
				svg_use(drawing, "ring", owner, place);
			break;
		case LAYER_GHOSTS:
		case LAYER_PIECES:
			if (inherited)
				place.percent =
				    place.percent * SVG_RINGED / 100;
			if (colour == player &&
			    (owner == PLAYER_NONE) == (layer == LAYER_GHOSTS))
				svg_use(drawing,
				    drawing->rules->variant
					->kinds[piece_kind(piece)],
				    colour, place);
			break;
		case LAYER_SIGNS:
			if (owner == PLAYER_NONE)
				svg_use(drawing, "dead", PLAYER_NONE, place);
			if (piece & PIECE_PROMOTED)
				svg_use(
				    drawing, "promoted", PLAYER_NONE, place);
			break;
		}
	}
	svg_put(drawing, "</g>\n");
}

/*
 * Marks and arrows, over the men
 */

/* A circle on a wider, light one, which shows it on any ground. */
static void
put_svg_marks(const struct svg_drawing *drawing)
{
	const struct signs *signs = drawing->style->signs;

	if (signs->marks == 0)
		return;
	svg_put(drawing, "<g class='marks' fill='none'>\n");
	for (unsigned i = 0; i < signs->marks; i++) {
		const struct svg_mark *mark = &signs->mark[i];
		struct disc disc = picture_disc(
		    &drawing->layout->picture, mark->at, INT_MIN, INT_MAX);

		for (int over = 0; over < 2; over++)
			svg_put(drawing,
			    "<circle cx='%l' cy='%l' r='%l' stroke='%s' "
			    "stroke-width='%s'/>\n",
			    disc.at.x, disc.at.y, disc.radius * 9 / 10,
			    over ? svg_paints[mark->colour].paint : "#fffdf6",
			    over ? "5.5" : "9");
	}
	svg_put(drawing, "</g>\n");
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
	/* Lengths along the arrow and to its side. */
	const int64_t corners[7][2] = { { ARROW_START, ARROW_HALF },
		{ neck, ARROW_HALF }, { neck, ARROW_WIDE }, { length, 0 },
		{ neck, -ARROW_WIDE }, { neck, -ARROW_HALF },
		{ ARROW_START, -ARROW_HALF } };

	if (length == 0)
		return;
	svg_put(
	    drawing, "<path fill='%s' d='", svg_paints[arrow->colour].paint);
	for (int i = 0; i < 7; i++) {
		int64_t along = corners[i][0], aside = corners[i][1];
		struct point corner = { from.x +
			    (int)((x * along - y * aside) / length),
			from.y + (int)((y * along + x * aside) / length) };

		svg_put(drawing, i == 0 ? "M%x" : "L%x", corner);
	}
	svg_put(drawing, "z'/>\n");
}

void
svg_put_signs(const struct svg_drawing *drawing)
{
	const struct signs *signs = drawing->style->signs;

	put_svg_marks(drawing);
	if (signs->arrows == 0)
		return;
	svg_put(drawing,
	    "<g class='arrows' stroke='#fffdf6' stroke-width='2' "
	    "stroke-linejoin='round' opacity='.8'>\n");
	for (unsigned i = 0; i < signs->arrows; i++)
		put_arrow(drawing, &signs->arrow[i]);
	svg_put(drawing, "</g>\n");
}

/*
 * Pieces as drawings: the parts of pieces.svg, filled in
 *
 * A piece is an outline filled with its owner's ink, stripes over the fill if
 * the ink has them, and lines upon it. The fill is whole below the stripes,
 * because some programs leave out stripes finer than a pixel.
 *
 * In the file, a line with # begins the part of that name, @ and a letter stand
 * for a value, and a line with ? is only for inks with stripes.
 */

static const char parts[] = {
#include "formats/draw/pieces.svg.bytes"
};

/* Appends a part of the file; false if it has none of that name. */
static bool
put_part(const char *name, const char *const values[128], struct strbuf *out)
{
	struct slice rest = { parts, sizeof(parts) };
	bool found = false;

	while (rest.len > 0) {
		struct slice line = slice_take(&rest, '\n');

		if (line.ptr[0] == '#') {
			if (found)
				break;
			found = slice_is(slice_from(line, 1), name);
			continue;
		}
		if (!found || (line.ptr[0] == '?' && values['t'] == NULL))
			continue;
		for (size_t i = line.ptr[0] == '?'; i < line.len; i++)
			if (line.ptr[i] == '@')
				strbuf_puts(
				    out, values[(unsigned char)line.ptr[++i]]);
			else
				strbuf_char(out, line.ptr[i]);
		strbuf_char(out, '\n');
	}
	return found;
}

/* Appends <defs> with symbols about the origin, whose ids begin with `prefix`:
 * pieces of each kind in the ink of each player, "pawn-w", at `percent` of
 * their size; "ring-w" round an inherited piece; "home-w" and "out-w" for a
 * player's disc, and "turn" on it; "promoted", "dead", "check", "sieged" and
 * "fortified" on pieces. */
static void
define_pieces(const struct variant *variant, enum theme theme, unsigned percent,
    const char *prefix, struct strbuf *out)
{
	const struct palette *palette = &themes[theme].palette;
	char scale[16], letter[2] = "";
	const char *values[128] = { ['p'] = prefix,
		['s'] = scale,
		['a'] = palette->plate,
		['b'] = palette->label,
		['c'] = letter,
		['h'] = palette->check,
		['i'] = palette->check_line };

	snprintf(scale, sizeof(scale), "%u.%02u", percent / 100, percent % 100);
	strbuf_puts(out, "<defs>\n");
	for (unsigned kind = PAWN; kind < KINDS; kind++) {
		values['k'] = variant->kinds[kind];
		if (variant->letters[kind] != ' ' &&
		    !put_part(variant->kinds[kind], values, out))
			put_part("pawn", values, out);
	}
	for (unsigned p = 0; p < PLAYERS; p++) {
		const struct ink *ink = theme_ink(theme, variant, p);

		letter[0] = variant->colours[p];
		values['f'] = ink->fill;
		values['l'] = ink->line;
		values['u'] = ink->upon;
		values['t'] = ink->stripe;
		values['o'] = ink->stripe_opacity;
		values['d'] = ink->direction;
		put_part("stripes", values, out);
		for (unsigned kind = PAWN; kind < KINDS; kind++) {
			values['k'] = variant->kinds[kind];
			if (variant->letters[kind] != ' ')
				put_part("piece", values, out);
		}
		put_part("player", values, out);
	}
	put_part("signs", values, out);
	strbuf_puts(out, "</defs>\n");
}

void
svg_put_symbols(const struct svg_drawing *drawing, struct point least)
{
	const struct svg_style *style = drawing->style;

	/* On a dark screen the drawing is dark, too. */
	if (style->theme == THEME_AUTO) {
		svg_put(drawing,
		    "<style>\n@media screen and "
		    "(prefers-color-scheme:dark){\n");
		theme_rules(THEME_DARK, style->prefix, drawing->out);
		svg_put(drawing, "}\n</style>\n");
	}
	define_pieces(drawing->rules->variant, style->theme,
	    drawing->layout->percent, style->prefix, drawing->out);
	if (drawing->palette->ground == NULL)
		return;
	svg_put(drawing,
	    "<rect class='%pground' fill='%s' x='%l' y='%l' width='%s' "
	    "height='%s'/>\n",
	    drawing->palette->ground, least.x, least.y, "100%", "100%");
}

void
svg_put_board(const struct svg_drawing *drawing)
{
	const struct svg_style *style = drawing->style;
	const struct snapshot *snapshot = drawing->snapshot;
	const struct palette *palette = drawing->palette;

	svg_put(drawing, "<g class='ground'>\n");
	put_svg_cells(drawing);
	svg_put(drawing, "</g>\n");
	if (style->labels == SVG_EDGES)
		put_svg_labels(drawing);
	svg_put(drawing,
	    "<g class='men'>\n<g class='last %plast' fill='%s' "
	    "fill-opacity='.%u' stroke='%s' stroke-width='4' "
	    "stroke-dasharray='9 5'>\n",
	    palette->last, palette->last_opacity, palette->last_line);
	for (unsigned i = 0; i < snapshot->last_cells; i++) {
		svg_put(drawing, "<path d='");
		put_corners(drawing, snapshot->last_cell[i]);
		svg_put(drawing, "z'/>\n");
	}
	svg_put(drawing, "</g>\n");
	put_layer(drawing, LAYER_CHECKS, PLAYER_NONE);
	for (enum layer layer = LAYER_RINGS; layer <= LAYER_PIECES; layer++)
		for (unsigned p = 0; p < PLAYERS; p++)
			put_layer(drawing, layer, p);
	put_layer(drawing, LAYER_SIGNS, PLAYER_NONE);
	/* Each player is a disc in his ink beyond his baseline, with a triangle
	 * if it is his turn, struck out if he is out of play. */
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct svg_place home = { drawing->layout->picture.home[p],
			100 };

		svg_put(drawing, "<g class='home'>\n");
		svg_use(drawing, "home", p, home);
		if (snapshot->turn == p)
			svg_use(drawing, "turn", PLAYER_NONE, home);
		if (snapshot->out >> p & 1)
			svg_use(drawing, "out", p, home);
		svg_put(drawing, "</g>\n");
	}
	svg_put(drawing, "</g>\n");
	if (style->labels == SVG_CELLS)
		put_svg_labels(drawing);
	if (style->signs != NULL)
		svg_put_signs(drawing);
}
