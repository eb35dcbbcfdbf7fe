/*
 * Ternion: a position as a drawing, in SVG.
 *
 * From the bottom: cells by their tone, seams, labels at the edges, what is
 * marked in cells, pieces by their owner, signs on pieces, names in cells,
 * marks and arrows, and what is told of the players. Everything is a path; only
 * labels and what is told are text.
 */

#include <limits.h>

#include "formats/draw/panel.h"
#include "formats/draw/pieces.h"
#include "formats/draw/svg.h"
#include "formats/position/tpf.h"
#include "parse/text/arena.h"

struct sheet {
	const struct rules *rules;
	const struct snapshot *snapshot;
	const struct svg_style *style;
	const struct svg_layout *layout;
	const struct palette *palette;
	struct strbuf *out;
};

/* In tenths. */
enum {
	EDGE_LABEL_SIZE = 280,
	CELL_LABEL_SIZE = 225,   /* of a name of three characters */
	SECTOR_LABEL_SIZE = 210, /* of half a name as W3/B2.0 */
	SECTOR_LABEL_LENGTH = 4, /* of its longer half */
	READABLE = 8,            /* pixels; nobody reads smaller letters */
	PIECE_PART = 95,         /* of a cell's room that a piece fills */
	PIECE_RADIUS = 430,      /* of a symbol at 100 percent */
};

/* Stands for the prefix of a drawing that is not known before it is written; no
 * text holds it, as it is no character of XML. */
#define PREFIX "\001"

enum svg_labels
svg_labels_usual(const struct board *board, enum naming naming)
{
	return naming == NAMING_ALGEBRAIC || naming == NAMING_UPPER ||
		board->shape == SHAPE_SEGMENTS
	    ? SVG_EDGES
	    : SVG_CELLS;
}

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

void
svg_attribute(const char *name, int tenths, struct strbuf *out)
{
	strbuf_printf(out, " %s=\"", name);
	svg_length(tenths, out);
	strbuf_char(out, '"');
}

void
svg_use(const char *prefix, const char *symbol, struct point at, unsigned size,
    struct strbuf *out)
{
	strbuf_printf(
	    out, "<use href=\"#%s%s\" transform=\"translate(", prefix, symbol);
	put_point(at, out);
	strbuf_char(out, ')');
	if (size != 100) {
		strbuf_printf(out, " scale(%u", size / 100);
		if (size % 100 != 0)
			strbuf_printf(out, ".%02u", size % 100);
		strbuf_char(out, ')');
	}
	strbuf_puts(out, "\"/>\n");
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

/*
 * Where all is
 */

/* Whether names in cells have two parts, with the piece between. */
static bool
is_split(const struct svg_style *style)
{
	return style->naming == NAMING_SECTOR;
}

/* Longer names are smaller. */
static int
cell_label_size(
    const struct board *board, const struct svg_style *style, size_t *longest)
{
	char name[CELL_NAME_MAX];

	*longest = SECTOR_LABEL_LENGTH;
	if (is_split(style))
		return SECTOR_LABEL_SIZE;
	*longest = 3;
	for (cell c = 0; c < board->cells; c++) {
		size_t len = strlen(
		    coords_name(board, style->naming, style->seat, c, name));

		if (len > *longest)
			*longest = len;
	}
	return CELL_LABEL_SIZE * 3 / (int)*longest;
}

/* A name stands at the foot of its cell; one of two parts, as W3/B3.0, has the
 * first at the head. The piece has the room between. */
static void
name_svg_cell(const struct board *board, const struct svg_style *style, cell c,
    size_t longest, struct svg_layout *layout)
{
	struct svg_label *label = &layout->label[layout->labels];
	int size = layout->label_size, top = INT_MIN;
	/* Digits and letters are about three fifths as wide as high, and rise
	 * by three quarters of their size; there is some room about them. */
	int width = size * 3 * (int)longest / 4, height = size * 9 / 10;
	struct point foot =
	    picture_text_at(&layout->picture, c, width, height, true);
	struct point head;
	struct disc disc;
	char *slash;

	coords_name(board, style->naming, style->seat, c, label[0].text);
	label[0].x = foot.x;
	label[0].y = foot.y - size / 10;
	layout->labels++;
	slash = strchr(label[0].text, '/');
	if (is_split(style) && slash != NULL) {
		head = picture_text_at(
		    &layout->picture, c, width * 3 / 4, height, false);
		label[1] = label[0];
		label[1].x = head.x;
		label[1].y = head.y - size / 10;
		label[1].text[slash + 1 - label[0].text] = '\0';
		memmove(label[0].text, slash + 1, strlen(slash));
		layout->labels++;
		top = head.y;
	}
	disc = picture_disc(&layout->picture, c, top, foot.y - height);
	layout->place[c] = (struct svg_place){ disc.at, (unsigned)disc.radius };
}

static void
name_edge(const struct edge_label *edge, bool is_upper, struct svg_label *label)
{
	char *p = label->text;

	label->x = edge->at.x;
	/* The baseline is lower than the middle by a third of the size. */
	label->y = edge->at.y + EDGE_LABEL_SIZE * 7 / 20;
	if (edge->rank == 0)
		*p++ = (char)((is_upper ? 'A' : 'a') + edge->file);
	if (edge->rank >= 10)
		*p++ = (char)('0' + edge->rank / 10);
	if (edge->rank > 0)
		*p++ = (char)('0' + edge->rank % 10);
	*p = '\0';
}

static void
name_edges(const struct svg_style *style, struct svg_layout *layout)
{
	const struct picture *picture = &layout->picture;
	bool is_upper =
	    style->naming == NAMING_UPPER || style->naming == NAMING_SECTOR;

	for (unsigned i = 0; i < picture->labels; i++)
		name_edge(&picture->label[i], is_upper, &layout->label[i]);
	layout->labels = picture->labels;
}

/* Whether letters of the size are less than so many pixels high. */
static bool
is_too_small(
    const struct picture *picture, const struct svg_style *style, int size)
{
	return style->width > 0 &&
	    (int64_t)size * style->width <
	    (int64_t)READABLE * (picture->most.x - picture->least.x);
}

bool
panel_is_too_small(const struct picture *picture, const struct svg_style *style)
{
	return is_too_small(picture, style, PANEL_TEXT_SIZE);
}

/* From the room of each cell to the size of pieces: that of the first cell is
 * the size of the symbols. */
static void
size_pieces(struct svg_layout *layout)
{
	unsigned whole = layout->place[0].percent;

	layout->percent =
	    (whole * PIECE_PART + PIECE_RADIUS / 2) / PIECE_RADIUS;
	for (cell c = 0; c < layout->picture.cells; c++)
		layout->place[c].percent =
		    (layout->place[c].percent * 100 + whole / 2) / whole;
}

void
svg_lay_out(const struct board *board, const struct svg_style *style,
    struct svg_layout *layout)
{
	enum svg_labels labels = style->labels;
	size_t longest = 0;

	if (style->view == SVG_FLAT)
		picture_draw_flat(&layout->picture, board, style->seat);
	else
		picture_draw(&layout->picture, board, style->seat);
	layout->labels = 0;
	layout->label_size = labels == SVG_CELLS
	    ? cell_label_size(board, style, &longest)
	    : EDGE_LABEL_SIZE;
	layout->too_small = labels != SVG_BARE &&
	    is_too_small(&layout->picture, style, layout->label_size);
	if (layout->too_small)
		labels = SVG_BARE;
	for (cell c = 0; c < board->cells; c++) {
		struct disc disc;

		if (labels == SVG_CELLS) {
			name_svg_cell(board, style, c, longest, layout);
			continue;
		}
		disc = picture_disc(&layout->picture, c, INT_MIN, INT_MAX);
		layout->place[c] =
		    (struct svg_place){ disc.at, (unsigned)disc.radius };
	}
	if (labels == SVG_EDGES)
		name_edges(style, layout);
	size_pieces(layout);
}

/*
 * The ground
 */

static void
put_svg_cells(const struct sheet *sheet)
{
	const struct board *board = &sheet->rules->board;
	const struct picture *picture = &sheet->layout->picture;
	const char *prefix = sheet->style->prefix;
	char name[CELL_NAME_MAX];

	strbuf_printf(sheet->out,
	    "<g class=\"%sline\" stroke=\"%s\" stroke-width=\"1.2\">\n", prefix,
	    sheet->palette->line);
	for (unsigned tone = 0; tone < TONES; tone++) {
		bool any = false;

		for (cell c = 0; c < board->cells; c++) {
			if (picture->tone[c] != tone)
				continue;
			if (!any)
				strbuf_printf(sheet->out,
				    "<g class=\"%st%u\" fill=\"%s\">\n", prefix,
				    tone, sheet->palette->tone[tone]);
			any = true;
			strbuf_printf(sheet->out, "<path data-cell=\"%s\" d=\"",
			    coords_name(board, NAMING_ALGEBRAIC, 0, c, name));
			put_outline(picture, c, sheet->out);
			strbuf_puts(sheet->out, "\"/>\n");
		}
		if (any)
			strbuf_puts(sheet->out, "</g>\n");
	}
	strbuf_puts(sheet->out, "</g>\n");
}

static void
put_seams(const struct sheet *sheet)
{
	const struct picture *picture = &sheet->layout->picture;

	if (picture->seams == 0)
		return;
	strbuf_printf(sheet->out,
	    "<path class=\"%sline\" fill=\"none\" stroke=\"%s\" "
	    "stroke-width=\"5\" stroke-linecap=\"round\" d=\"",
	    sheet->style->prefix, sheet->palette->line);
	for (unsigned i = 0; i < picture->seams; i++) {
		strbuf_char(sheet->out, 'M');
		put_point(picture->seam[i].from, sheet->out);
		strbuf_char(sheet->out, 'L');
		put_point(picture->seam[i].to, sheet->out);
	}
	strbuf_puts(sheet->out, "\"/>\n");
}

static void
put_background(const struct sheet *sheet, struct point least)
{
	if (sheet->palette->ground == NULL)
		return;
	strbuf_printf(sheet->out, "<rect class=\"%sground\" fill=\"%s\"",
	    sheet->style->prefix, sheet->palette->ground);
	svg_attribute("x", least.x, sheet->out);
	svg_attribute("y", least.y, sheet->out);
	strbuf_puts(sheet->out, " width=\"100%\" height=\"100%\"/>\n");
}

/* Names in cells stand on them, whatever is behind the drawing. */
static void
put_svg_labels(const struct sheet *sheet)
{
	const struct svg_layout *layout = sheet->layout;
	bool in_cells = sheet->style->labels == SVG_CELLS;

	if (layout->labels == 0)
		return;
	strbuf_printf(sheet->out,
	    "<g class=\"labels%s%s%s\" font-family=\"sans-serif\" "
	    "text-anchor=\"middle\" fill=\"%s\"",
	    in_cells ? "" : " ", in_cells ? "" : sheet->style->prefix,
	    in_cells ? "" : "label",
	    in_cells ? sheet->palette->name : sheet->palette->label);
	svg_attribute("font-size", layout->label_size, sheet->out);
	strbuf_puts(sheet->out, ">\n");
	for (unsigned i = 0; i < layout->labels; i++) {
		strbuf_puts(sheet->out, "<text");
		svg_attribute("x", layout->label[i].x, sheet->out);
		svg_attribute("y", layout->label[i].y, sheet->out);
		strbuf_printf(
		    sheet->out, ">%s</text>\n", layout->label[i].text);
	}
	strbuf_puts(sheet->out, "</g>\n");
}

/*
 * The men
 */

static void
put_on(const struct sheet *sheet, const char *symbol, cell c, unsigned percent)
{
	const struct svg_place *place = &sheet->layout->place[c];

	svg_use(sheet->style->prefix, symbol, place->at,
	    place->percent * percent / 100, sheet->out);
}

/* A symbol in a player's ink. */
static void
put_svg_inked(const struct sheet *sheet, const char *symbol, unsigned player,
    cell c, unsigned percent)
{
	struct strbuf name = STRBUF_INIT;

	strbuf_printf(
	    &name, "%s-%c", symbol, sheet->rules->variant->colours[player]);
	put_on(sheet, name.ptr, c, percent);
	strbuf_release(&name);
}

static void
put_last(const struct sheet *sheet)
{
	const struct palette *palette = sheet->palette;

	strbuf_printf(sheet->out,
	    "<g class=\"last %slast\" fill=\"%s\" fill-opacity=\".%02u\" "
	    "stroke=\"%s\" stroke-width=\"4\" stroke-dasharray=\"9 5\">\n",
	    sheet->style->prefix, palette->last, palette->last_opacity,
	    palette->last_line);
	for (unsigned i = 0; i < sheet->snapshot->traced; i++) {
		strbuf_puts(sheet->out, "<path d=\"");
		put_outline(&sheet->layout->picture, sheet->snapshot->trace[i],
		    sheet->out);
		strbuf_puts(sheet->out, "\"/>\n");
	}
	strbuf_puts(sheet->out, "</g>\n");
}

/* Behind the kings of those who are in check. */
static void
put_svg_checks(const struct sheet *sheet)
{
	strbuf_puts(sheet->out, "<g class=\"checks\">\n");
	for (cell c = 0; c < sheet->layout->picture.cells; c++) {
		uint8_t piece = sheet->snapshot->at[c];
		unsigned owner = piece_owner(piece);

		if (piece_kind(piece) == KING && owner < PLAYERS &&
		    owner == piece_colour(piece) &&
		    (sheet->snapshot->checked >> owner & 1))
			put_on(sheet, "check", c, 100);
	}
	strbuf_puts(sheet->out, "</g>\n");
}

static bool
is_inherited(uint8_t piece)
{
	return piece != PIECE_NONE && piece_owner(piece) < PLAYERS &&
	    piece_owner(piece) != piece_colour(piece);
}

/* Rings in the ink of their new owner, round pieces that were inherited. */
static void
put_rings(const struct sheet *sheet, unsigned owner)
{
	strbuf_puts(sheet->out, "<g class=\"rings\">\n");
	for (cell c = 0; c < sheet->layout->picture.cells; c++) {
		uint8_t piece = sheet->snapshot->at[c];

		if (is_inherited(piece) && piece_owner(piece) == owner)
			put_svg_inked(sheet, "ring", owner, c, 100);
	}
	strbuf_puts(sheet->out, "</g>\n");
}

/* Pieces of one colour: those in play, or the faded ones that are nobody's. */
static void
put_pieces(const struct sheet *sheet, unsigned colour, bool dead)
{
	const struct variant *variant = sheet->rules->variant;

	if (dead)
		strbuf_printf(sheet->out,
		    "<g class=\"ghosts\" fill-opacity=\".%u\" "
		    "stroke-opacity=\".%u\">\n",
		    GHOST_FILL, GHOST_LINE);
	else
		strbuf_puts(sheet->out, "<g class=\"pieces\">\n");
	for (cell c = 0; c < sheet->layout->picture.cells; c++) {
		uint8_t piece = sheet->snapshot->at[c];

		if (piece != PIECE_NONE && piece_colour(piece) == colour &&
		    (piece_owner(piece) == PLAYER_NONE) == dead)
			put_svg_inked(sheet, variant->kinds[piece_kind(piece)],
			    colour, c, is_inherited(piece) ? SVG_RINGED : 100);
	}
	strbuf_puts(sheet->out, "</g>\n");
}

static void
put_signs(const struct sheet *sheet)
{
	strbuf_puts(sheet->out, "<g class=\"signs\">\n");
	for (cell c = 0; c < sheet->layout->picture.cells; c++) {
		uint8_t piece = sheet->snapshot->at[c];

		if (piece != PIECE_NONE && piece_owner(piece) == PLAYER_NONE)
			put_on(sheet, "dead", c, 100);
		if (piece & PIECE_PROMOTED)
			put_on(sheet, "promoted", c, 100);
	}
	strbuf_puts(sheet->out, "</g>\n");
}

/* Who sits where, without letters: a disc in his ink beyond his baseline, with
 * a triangle if it is his turn, struck out if he is out of play. */
static void
put_homes(const struct sheet *sheet)
{
	const char *prefix = sheet->style->prefix;
	struct strbuf name = STRBUF_INIT;

	for (unsigned p = 0; p < PLAYERS; p++) {
		struct point at = sheet->layout->picture.home[p];
		char letter = sheet->rules->variant->colours[p];

		strbuf_puts(sheet->out, "<g class=\"home\">\n");
		strbuf_reset(&name);
		strbuf_printf(&name, "home-%c", letter);
		svg_use(prefix, name.ptr, at, 100, sheet->out);
		if (sheet->snapshot->turn == p)
			svg_use(prefix, "turn", at, 100, sheet->out);
		if (sheet->snapshot->out >> p & 1) {
			strbuf_reset(&name);
			strbuf_printf(&name, "out-%c", letter);
			svg_use(prefix, name.ptr, at, 100, sheet->out);
		}
		strbuf_puts(sheet->out, "</g>\n");
	}
	strbuf_release(&name);
}

static void
put_svg_men(const struct sheet *sheet)
{
	strbuf_puts(sheet->out, "<g class=\"men\">\n");
	put_last(sheet);
	put_svg_checks(sheet);
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

/*
 * What is drawn over it
 */

/* A circle, with a light one below it that parts it from what it lies on. */
static void
put_svg_marks(const struct sheet *sheet)
{
	if (sheet->style->marks == 0)
		return;
	strbuf_puts(sheet->out, "<g class=\"marks\" fill=\"none\">\n");
	for (unsigned i = 0; i < sheet->style->marks; i++) {
		const struct svg_mark *mark = &sheet->style->mark[i];
		struct disc disc = picture_disc(
		    &sheet->layout->picture, mark->at, INT_MIN, INT_MAX);

		for (int over = 0; over < 2; over++) {
			strbuf_puts(sheet->out, "<circle");
			svg_attribute("cx", disc.at.x, sheet->out);
			svg_attribute("cy", disc.at.y, sheet->out);
			svg_attribute("r", disc.radius * 9 / 10, sheet->out);
			strbuf_printf(sheet->out,
			    " stroke=\"%s\" stroke-width=\"%s\"/>\n",
			    over ? colours[mark->colour].paint : "#fffdf6",
			    over ? "5.5" : "9");
		}
	}
	strbuf_puts(sheet->out, "</g>\n");
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
put_arrow(const struct sheet *sheet, const struct svg_arrow *arrow)
{
	const struct picture *picture = &sheet->layout->picture;
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
	strbuf_printf(
	    sheet->out, "<path fill=\"%s\" d=\"", colours[arrow->colour].paint);
	for (int i = 0; i < 7; i++) {
		strbuf_char(sheet->out, i == 0 ? 'M' : 'L');
		put_point(
		    beside(from, way, length, corners[i][0], corners[i][1]),
		    sheet->out);
	}
	strbuf_puts(sheet->out, "z\"/>\n");
}

static void
put_arrows(const struct sheet *sheet)
{
	if (sheet->style->arrows == 0)
		return;
	strbuf_puts(sheet->out,
	    "<g class=\"arrows\" stroke=\"#fffdf6\" stroke-width=\"2\" "
	    "stroke-linejoin=\"round\" opacity=\".8\">\n");
	for (unsigned i = 0; i < sheet->style->arrows; i++)
		put_arrow(sheet, &sheet->style->arrow[i]);
	strbuf_puts(sheet->out, "</g>\n");
}

/* Where a screen is dark the drawing is, too. */
static void
put_rules(const struct sheet *sheet)
{
	if (sheet->style->theme != THEME_AUTO)
		return;
	strbuf_puts(sheet->out,
	    "<style>\n@media screen and (prefers-color-scheme:dark){\n");
	theme_rules(THEME_DARK, sheet->style->prefix, sheet->out);
	strbuf_puts(sheet->out, "}\n</style>\n");
}

/* The board with all that is on it. */
static void
put_svg_board(const struct sheet *sheet)
{
	strbuf_puts(sheet->out, "<g class=\"ground\">\n");
	put_svg_cells(sheet);
	put_seams(sheet);
	strbuf_puts(sheet->out, "</g>\n");
	if (sheet->style->labels == SVG_EDGES)
		put_svg_labels(sheet);
	put_svg_men(sheet);
	if (sheet->style->labels == SVG_CELLS)
		put_svg_labels(sheet);
	put_svg_marks(sheet);
	put_arrows(sheet);
}

void
svg_drawing(const struct rules *rules, const struct svg_layout *layout,
    const struct snapshot *snapshot, const struct svg_style *style,
    struct strbuf *out)
{
	const struct sheet sheet = { rules, snapshot, style, layout,
		theme_palette(style->theme), out };

	put_rules(&sheet);
	pieces_define(
	    rules->variant, style->theme, layout->percent, style->prefix, out);
	put_background(&sheet, layout->picture.least);
	put_svg_board(&sheet);
}

/*
 * The document
 */

/* The title says in words whose turn it is, and why if that depends. */
static void
put_svg_title(const struct sheet *sheet, unsigned long number)
{
	const struct variant *variant = sheet->rules->variant;
	const struct snapshot *snapshot = sheet->snapshot;

	strbuf_printf(sheet->out,
	    "<title id=\"%stitle\">%s: ", sheet->style->prefix, variant->title);
	if (snapshot->turn == PLAYER_NONE)
		strbuf_puts(sheet->out, snapshot->result);
	else
		strbuf_printf(sheet->out, "move %lu, %s to move%s%s", number,
		    variant->players[snapshot->turn],
		    *snapshot->why != '\0' ? ": " : "", snapshot->why);
	strbuf_puts(sheet->out, "</title>\n");
}

static void
describe_kinds(const struct sheet *sheet, const char *words,
    const uint8_t count[KINDS], struct strbuf *out)
{
	const char *before = words;

	for (unsigned kind = KINDS - 1; kind > KIND_NONE; kind--)
		if (count[kind] > 0) {
			strbuf_printf(out, "%s%u %s%s", before, count[kind],
			    sheet->rules->variant->kinds[kind],
			    count[kind] > 1 ? "s" : "");
			before = ", ";
		}
}

/* A line for each player of whom there is something to be said. */
static void
describe_player(const struct sheet *sheet, unsigned player)
{
	const struct seat_state *seat = &sheet->snapshot->seat[player];
	struct strbuf said = STRBUF_INIT;

	snapshot_say(sheet->snapshot, sheet->rules->variant, player, &said);
	describe_kinds(sheet,
	    said.len > 0 ? "; in hand: " : "in hand: ", seat->hand, &said);
	describe_kinds(
	    sheet, said.len > 0 ? "; lost: " : "lost: ", seat->lost, &said);
	if (said.len > 0)
		strbuf_printf(sheet->out, "\n%s: %s",
		    sheet->rules->variant->players[player], said.ptr);
	strbuf_release(&said);
}

/* The description is 3PF, and what the drawing tells besides or cannot tell. */
static void
put_svg_description(const struct sheet *sheet, const struct position *position)
{
	bool silent = sheet->style->panels &&
	    panel_is_too_small(&sheet->layout->picture, sheet->style);

	strbuf_printf(sheet->out, "<desc id=\"%sdesc\">", sheet->style->prefix);
	/* The > before the owner of an inherited piece may stand in XML. */
	tpf_write(sheet->rules, position, sheet->out);
	for (unsigned p = 0; p < PLAYERS; p++)
		describe_player(sheet, p);
	if (sheet->layout->too_small || silent)
		strbuf_printf(sheet->out,
		    "\nLeft out, as letters would be lower than %d pixels: "
		    "%s%s%s.",
		    READABLE, sheet->layout->too_small ? "names of cells" : "",
		    sheet->layout->too_small && silent ? ", " : "",
		    silent ? "what is said of players" : "");
	strbuf_puts(sheet->out, "</desc>\n");
}

/* Two drawings in one page must not share ids: those of a drawing begin with
 * what only this drawing has. FNV-1a, of 32 bits. */
static void
name_prefix(const struct strbuf *text, struct strbuf *prefix)
{
	uint32_t hash = 2166136261u;

	for (size_t i = 0; i < text->len; i++)
		hash = (hash ^ (uint8_t)text->ptr[i]) * 16777619u;
	strbuf_printf(prefix, "t%08lx-", (unsigned long)hash);
}

static void
put_prefixed(const struct strbuf *text, const char *prefix, struct strbuf *out)
{
	for (size_t i = 0; i < text->len; i++)
		if (text->ptr[i] == PREFIX[0])
			strbuf_puts(out, prefix);
		else
			strbuf_char(out, text->ptr[i]);
}

static const char attributes[] =
    " role=\"img\" aria-labelledby=\"" PREFIX "title " PREFIX "desc\"";

static void
put_panels(const struct sheet *sheet, const struct position *position)
{
	if (sheet->style->panels)
		panel_write(sheet->rules, sheet->layout, sheet->snapshot,
		    position->number, sheet->style, sheet->out);
}

static void
put_document(const struct sheet *sheet, const struct position *position)
{
	svg_open(&sheet->layout->picture, sheet->style->width, attributes,
	    sheet->out);
	put_svg_title(sheet, position->number);
	put_svg_description(sheet, position);
	svg_drawing(sheet->rules, sheet->layout, sheet->snapshot, sheet->style,
	    sheet->out);
	put_panels(sheet, position);
	strbuf_puts(sheet->out, "</svg>\n");
}

/*
 * Two views, the one beside the other
 */

static struct point
extent(const struct picture *picture)
{
	return (struct point){ picture->most.x - picture->least.x,
		picture->most.y - picture->least.y };
}

/* Moves what follows so that the picture has its left side there, and its
 * middle in that of the height. */
static void
open_group(
    const struct picture *picture, int left, int height, struct strbuf *out)
{
	strbuf_puts(out, "<g transform=\"translate(");
	put_point((struct point){ left - picture->least.x,
		      (height - extent(picture).y) / 2 - picture->least.y },
	    out);
	strbuf_puts(out, ")\">\n");
}

/* The symbols are those of the first; each place says how large they are. */
static void
share_symbols(struct svg_layout *layout, unsigned percent)
{
	for (cell c = 0; c < layout->picture.cells; c++)
		layout->place[c].percent =
		    layout->place[c].percent * layout->percent / percent;
}

/* How wide in pixels a part of the whole is. */
static unsigned
part_of_width(unsigned width, int part, int whole)
{
	return (unsigned)((int64_t)width * part / whole);
}

static void
put_two(const struct sheet *cube, const struct sheet *flat, unsigned width,
    const struct position *position)
{
	struct point a = extent(&cube->layout->picture);
	struct point b = extent(&flat->layout->picture);
	struct point whole = { a.x + b.x, a.y > b.y ? a.y : b.y };
	struct picture *frame = mem_alloc(sizeof(*frame));
	struct strbuf *out = cube->out;

	frame->least = (struct point){ 0, 0 };
	frame->most = whole;
	svg_open(frame, width, attributes, out);
	mem_free(frame);
	put_svg_title(cube, position->number);
	put_svg_description(cube, position);
	put_rules(cube);
	pieces_define(cube->rules->variant, cube->style->theme,
	    cube->layout->percent, cube->style->prefix, out);
	put_background(cube, (struct point){ 0, 0 });
	open_group(&cube->layout->picture, 0, whole.y, out);
	put_svg_board(cube);
	put_panels(cube, position);
	strbuf_puts(out, "</g>\n");
	open_group(&flat->layout->picture, a.x, whole.y, out);
	put_svg_board(flat);
	strbuf_puts(out, "</g>\n</svg>\n");
}

/* Of the width that is asked for each view has its part. */
static void
write_two(const struct sheet *sheet, const struct position *position)
{
	struct svg_layout *cube = mem_alloc(sizeof(*cube));
	struct svg_layout *flat = mem_alloc(sizeof(*flat));
	struct svg_style first = *sheet->style, second = *sheet->style;
	struct sheet left = *sheet, right = *sheet;
	int a, b;

	first.view = SVG_CUBE;
	second.view = SVG_FLAT;
	svg_lay_out(&sheet->rules->board, &first, cube);
	svg_lay_out(&sheet->rules->board, &second, flat);
	a = extent(&cube->picture).x;
	b = extent(&flat->picture).x;
	first.width = part_of_width(sheet->style->width, a, a + b);
	second.width = part_of_width(sheet->style->width, b, a + b);
	svg_lay_out(&sheet->rules->board, &first, cube);
	svg_lay_out(&sheet->rules->board, &second, flat);
	share_symbols(flat, cube->percent);
	left.style = &first;
	left.layout = cube;
	right.style = &second;
	right.layout = flat;
	put_two(&left, &right, sheet->style->width, position);
	mem_free(flat);
	mem_free(cube);
}

static void
write_one(const struct sheet *sheet, const struct position *position)
{
	struct svg_layout *layout = mem_alloc(sizeof(*layout));
	struct sheet one = *sheet;

	svg_lay_out(&sheet->rules->board, sheet->style, layout);
	one.layout = layout;
	put_document(&one, position);
	mem_free(layout);
}

void
svg_write(const struct rules *rules, const struct position *position,
    const struct svg_style *style, struct strbuf *out)
{
	struct strbuf text = STRBUF_INIT, prefix = STRBUF_INIT;
	struct svg_style own = *style;
	struct snapshot snapshot;
	const struct sheet sheet = { rules, &snapshot, &own, NULL,
		theme_palette(style->theme), &text };

	own.prefix = PREFIX;
	snapshot_take(&snapshot, rules, position, style->arrival);
	if (style->view == SVG_BOTH && rules->board.shape == SHAPE_FACES)
		write_two(&sheet, position);
	else
		write_one(&sheet, position);
	if (style->prefix != NULL)
		strbuf_puts(&prefix, style->prefix);
	else
		name_prefix(&text, &prefix);
	strbuf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	put_prefixed(&text, prefix.ptr, out);
	strbuf_release(&prefix);
	strbuf_release(&text);
}
