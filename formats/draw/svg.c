/* Ternion: a position as an SVG document: title, description, the board in one
 * view or two, and panels that tell of the players. */
#include "formats/draw/panel.h"
#include "formats/draw/pieces.h"
#include "formats/draw/svg.h"
#include "formats/position/tpf.h"
#include "parse/text/arena.h"

/* Stands for the prefix of a drawing that is not known before it is written; no
 * text holds it, as it is no character of XML. */
#define PREFIX "\001"

/* The title says in words whose turn it is, and why if that depends. */
static void
put_svg_title(const struct svg_drawing *drawing, unsigned long number)
{
	const struct variant *variant = drawing->rules->variant;
	const struct snapshot *snapshot = drawing->snapshot;

	strbuf_printf(drawing->out,
	    "<title id=\"%stitle\">%s: ", drawing->style->prefix,
	    variant->title);
	if (snapshot->turn == PLAYER_NONE)
		strbuf_puts(drawing->out, snapshot->result);
	else
		strbuf_printf(drawing->out, "move %lu, %s to move%s%s", number,
		    variant->players[snapshot->turn],
		    *snapshot->why != '\0' ? ": " : "", snapshot->why);
	strbuf_puts(drawing->out, "</title>\n");
}

static void
describe_kinds(const struct svg_drawing *drawing, const char *words,
    const uint8_t count[KINDS], struct strbuf *out)
{
	const char *before = words;

	for (unsigned kind = KINDS - 1; kind > KIND_NONE; kind--)
		if (count[kind] > 0) {
			strbuf_printf(out, "%s%u %s%s", before, count[kind],
			    drawing->rules->variant->kinds[kind],
			    count[kind] > 1 ? "s" : "");
			before = ", ";
		}
}

/* A line for each player of whom there is something to be said. */
static void
describe_player(const struct svg_drawing *drawing, unsigned player)
{
	const struct seat_state *seat = &drawing->snapshot->seat[player];
	struct strbuf said = STRBUF_INIT;

	snapshot_say(drawing->snapshot, drawing->rules->variant, player, &said);
	describe_kinds(drawing,
	    said.len > 0 ? "; in hand: " : "in hand: ", seat->hand, &said);
	describe_kinds(
	    drawing, said.len > 0 ? "; lost: " : "lost: ", seat->lost, &said);
	if (said.len > 0)
		strbuf_printf(drawing->out, "\n%s: %s",
		    drawing->rules->variant->players[player], said.ptr);
	strbuf_release(&said);
}

/* The description is 3PF, and what the drawing tells besides or cannot tell. */
static void
put_svg_description(
    const struct svg_drawing *drawing, const struct position *position)
{
	bool silent = drawing->style->panels &&
	    panel_is_too_small(&drawing->layout->picture, drawing->style);

	strbuf_printf(
	    drawing->out, "<desc id=\"%sdesc\">", drawing->style->prefix);
	/* The > before the owner of an inherited piece may stand in XML. */
	tpf_write(drawing->rules, position, drawing->out);
	for (unsigned p = 0; p < PLAYERS; p++)
		describe_player(drawing, p);
	if (drawing->layout->too_small || silent)
		strbuf_printf(drawing->out,
		    "\nLeft out, as letters would be lower than %d pixels: "
		    "%s%s%s.",
		    (int)SVG_READABLE,
		    drawing->layout->too_small ? "names of cells" : "",
		    drawing->layout->too_small && silent ? ", " : "",
		    silent ? "what is said of players" : "");
	strbuf_puts(drawing->out, "</desc>\n");
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
put_panels(const struct svg_drawing *drawing, const struct position *position)
{
	if (drawing->style->panels)
		panel_write(drawing->rules, drawing->layout, drawing->snapshot,
		    position->number, drawing->style, drawing->out);
}

static void
put_document(const struct svg_drawing *drawing, const struct position *position)
{
	svg_open(&drawing->layout->picture, drawing->style->width, attributes,
	    drawing->out);
	put_svg_title(drawing, position->number);
	put_svg_description(drawing, position);
	svg_drawing_write(drawing);
	put_panels(drawing, position);
	strbuf_puts(drawing->out, "</svg>\n");
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
	svg_point((struct point){ left - picture->least.x,
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
put_two(const struct svg_drawing *cube, const struct svg_drawing *flat,
    unsigned width, const struct position *position)
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
	svg_put_styles(cube);
	pieces_define(cube->rules->variant, cube->style->theme,
	    cube->layout->percent, cube->style->prefix, out);
	svg_put_background(cube, (struct point){ 0, 0 });
	open_group(&cube->layout->picture, 0, whole.y, out);
	svg_put_board(cube);
	put_panels(cube, position);
	strbuf_puts(out, "</g>\n");
	open_group(&flat->layout->picture, a.x, whole.y, out);
	svg_put_board(flat);
	strbuf_puts(out, "</g>\n</svg>\n");
}

/* Of the width that is asked for each view has its part. */
static void
write_two(const struct svg_drawing *drawing, const struct position *position)
{
	struct svg_layout *cube = mem_alloc(sizeof(*cube));
	struct svg_layout *flat = mem_alloc(sizeof(*flat));
	struct svg_style first = *drawing->style, second = *drawing->style;
	struct svg_drawing left = *drawing, right = *drawing;
	int a, b;

	first.view = SVG_CUBE;
	second.view = SVG_FLAT;
	svg_lay_out(&drawing->rules->board, &first, cube);
	svg_lay_out(&drawing->rules->board, &second, flat);
	a = extent(&cube->picture).x;
	b = extent(&flat->picture).x;
	first.width = part_of_width(drawing->style->width, a, a + b);
	second.width = part_of_width(drawing->style->width, b, a + b);
	svg_lay_out(&drawing->rules->board, &first, cube);
	svg_lay_out(&drawing->rules->board, &second, flat);
	share_symbols(flat, cube->percent);
	left.style = &first;
	left.layout = cube;
	right.style = &second;
	right.layout = flat;
	put_two(&left, &right, drawing->style->width, position);
	mem_free(flat);
	mem_free(cube);
}

static void
write_one(const struct svg_drawing *drawing, const struct position *position)
{
	struct svg_layout *layout = mem_alloc(sizeof(*layout));
	struct svg_drawing one = *drawing;

	svg_lay_out(&drawing->rules->board, drawing->style, layout);
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
	const struct svg_drawing drawing = { rules, &snapshot, &own, NULL,
		theme_palette(style->theme), &text };

	own.prefix = PREFIX;
	snapshot_take(&snapshot, rules, position, style->arrival);
	if (style->view == SVG_BOTH && rules->board.shape == SHAPE_FACES)
		write_two(&drawing, position);
	else
		write_one(&drawing, position);
	if (style->prefix != NULL)
		strbuf_puts(&prefix, style->prefix);
	else
		name_prefix(&text, &prefix);
	strbuf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	put_prefixed(&text, prefix.ptr, out);
	strbuf_release(&prefix);
	strbuf_release(&text);
}
