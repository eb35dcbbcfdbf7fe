/* Ternion: a position as an SVG document: title, description, the board in one
 * view or two, and panels that tell of the players. */
#include <stdio.h>

#include "formats/draw/svg.h"
#include "formats/draw/svg_drawing.h"
#include "formats/position/tpf.h"
#include "parse/text/arena.h"

/* Stands for the prefix of a drawing that is not known before it is written; no
 * text holds it, as it is no character of XML. */
#define PREFIX "\001"

enum {
	PREFIX_MAX = 16 /* bytes of a prefix with its NUL */
};

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
		strbuf_puts(drawing->out, snapshot->outcome.result);
	else
		strbuf_printf(drawing->out, "move %lu, %s to move%s%s", number,
		    variant->players[snapshot->turn],
		    *snapshot->why != '\0' ? ": " : "", snapshot->why);
	strbuf_puts(drawing->out, "</title>\n");
}

static void
describe_kinds(const struct variant *variant, const char *words,
    const uint8_t count[KINDS], struct strbuf *out)
{
	const char *before = out->len > 0 ? "; " : "";

	for (unsigned kind = KINDS - 1; kind > KIND_NONE; kind--)
		if (count[kind] > 0) {
			strbuf_printf(out, "%s%s%u %s%s", before, words,
			    count[kind], variant->kinds[kind],
			    count[kind] > 1 ? "s" : "");
			before = ", ";
			words = "";
		}
}

/* The description is 3PF, a line for each player of whom there is something to
 * say, and what had to be left out. */
static void
put_svg_description(
    const struct svg_drawing *drawing, const struct position *position)
{
	const struct variant *variant = drawing->rules->variant;
	bool bare = drawing->layout->too_small;
	bool silent = drawing->style->panels &&
	    panel_is_too_small(&drawing->layout->picture, drawing->style);
	struct strbuf said = STRBUF_INIT;

	strbuf_printf(
	    drawing->out, "<desc id=\"%sdesc\">", drawing->style->prefix);
	/* The > before the owner of an inherited piece may stand in XML. */
	tpf_write(drawing->rules, position, drawing->out);
	for (unsigned p = 0; p < PLAYERS; p++) {
		const struct seat_state *seat = &drawing->snapshot->seat[p];

		strbuf_reset(&said);
		snapshot_say(drawing->snapshot, variant, p, &said);
		describe_kinds(variant, "in hand: ", seat->hand, &said);
		describe_kinds(variant, "lost: ", seat->lost, &said);
		if (said.len > 0)
			strbuf_printf(drawing->out, "\n%s: %s",
			    variant->players[p], said.ptr);
	}
	strbuf_release(&said);
	if (bare || silent)
		strbuf_printf(drawing->out,
		    "\nLeft out, as letters would be lower than %d pixels: "
		    "%s%s%s.",
		    (int)SVG_READABLE, bare ? "names of cells" : "",
		    bare && silent ? ", " : "",
		    silent ? "what is said of players" : "");
	strbuf_puts(drawing->out, "</desc>\n");
}

static struct point
extent(const struct picture *picture)
{
	return (struct point){ picture->most.x - picture->least.x,
		picture->most.y - picture->least.y };
}

/*
 * Lays out one view, or both beside each other: of the width that is asked for
 * each has its part. Symbols are those of the first, and each place says how
 * large they are.
 */
static void
lay_out_views(const struct board *board, struct svg_style *style,
    struct svg_layout *layout, unsigned views)
{
	int left, right;

	svg_lay_out(board, &style[0], &layout[0]);
	if (views == 1)
		return;
	svg_lay_out(board, &style[1], &layout[1]);
	left = extent(&layout[0].picture).x;
	right = extent(&layout[1].picture).x;
	for (unsigned i = 0; i < views; i++) {
		style[i].width = (unsigned)((int64_t)style[i].width *
		    (i == 0 ? left : right) / (left + right));
		svg_lay_out(board, &style[i], &layout[i]);
	}
	for (cell c = 0; c < board->cells; c++)
		layout[1].place[c].percent = layout[1].place[c].percent *
		    layout[1].percent / layout[0].percent;
}

static void
put_panels(const struct svg_drawing *drawing, const struct position *position)
{
	if (drawing->style->panels)
		panel_write(drawing, position->number);
}

/* Both views, each moved so that its middle is in that of the height. */
static void
put_two(const struct svg_drawing *drawing, const struct svg_style *style,
    const struct position *position, int height)
{
	struct svg_drawing one = *drawing;
	int left = 0;

	for (unsigned i = 0; i < 2; i++, one.layout++) {
		const struct picture *picture = &one.layout->picture;

		one.style = &style[i];
		strbuf_puts(one.out, "<g transform=\"translate(");
		svg_point(
		    (struct point){ left - picture->least.x,
			(height - extent(picture).y) / 2 - picture->least.y },
		    one.out);
		strbuf_puts(one.out, ")\">\n");
		svg_put_board(&one);
		if (i == 0)
			put_panels(&one, position);
		strbuf_puts(one.out, "</g>\n");
		left += extent(picture).x;
	}
}

static void
put_document(struct svg_drawing *drawing, struct svg_style *style,
    struct svg_layout *layout, unsigned views, const struct position *position)
{
	const char *attributes =
	    " role=\"img\" aria-labelledby=\"" PREFIX "title " PREFIX "desc\"";
	unsigned width = style->width;
	struct point least, most;

	lay_out_views(&drawing->rules->board, style, layout, views);
	least = layout->picture.least;
	most = layout->picture.most;
	if (views == 2) {
		struct point a = extent(&layout[0].picture);
		struct point b = extent(&layout[1].picture);

		least = (struct point){ 0, 0 };
		most = (struct point){ a.x + b.x, a.y > b.y ? a.y : b.y };
	}
	drawing->style = style;
	drawing->layout = layout;
	svg_open(least, most, width, attributes, drawing->out);
	put_svg_title(drawing, position->number);
	put_svg_description(drawing, position);
	svg_put_symbols(drawing, least);
	if (views == 2) {
		put_two(drawing, style, position, most.y);
	} else {
		svg_put_board(drawing);
		put_panels(drawing, position);
	}
	strbuf_puts(drawing->out, "</svg>\n");
}

void
svg_write(const struct rules *rules, const struct position *position,
    const struct svg_style *style, struct strbuf *out)
{
	bool both = style->view == SVG_BOTH && picture_has_flat(&rules->board);
	struct svg_layout *layout = mem_alloc((both + 1u) * sizeof(*layout));
	struct svg_style styles[2] = { *style, *style };
	struct strbuf text = STRBUF_INIT;
	struct snapshot snapshot;
	struct svg_drawing drawing = { .rules = rules,
		.snapshot = &snapshot,
		.palette = theme_palette(style->theme),
		.out = &text };
	char prefix[PREFIX_MAX];
	uint32_t hash = 2166136261u; /* FNV-1a */

	styles[0].prefix = styles[1].prefix = PREFIX;
	if (both) {
		styles[0].view = SVG_CUBE;
		styles[1].view = SVG_FLAT;
	}
	snapshot_take(&snapshot, rules, position, style->arrival);
	put_document(&drawing, styles, layout, both + 1u, position);
	mem_free(layout);
	/* Two drawings in one page must not share ids: those of a drawing begin
	 * with what only this drawing has. */
	for (size_t i = 0; i < text.len; i++)
		hash = (hash ^ (uint8_t)text.ptr[i]) * 16777619u;
	snprintf(prefix, sizeof(prefix), "t%08lx-", (unsigned long)hash);
	strbuf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] == PREFIX[0])
			strbuf_puts(out, prefix);
		else
			strbuf_char(out, text.ptr[i]);
	strbuf_release(&text);
}
