/* Ternion: a position as an SVG document: title, description, the board, and
 * panels that tell of the players. */
#include <stdio.h>

#include "formats/draw/svg.h"
#include "formats/draw/svg_drawing.h"
#include "parse/position/tpf.h"

/* Stands for the prefix, which is not known before the drawing is written. No
 * text holds it, because XML does not allow it. */
#define PREFIX "\001"

#define PREFIX_MAX 16 /* bytes of a prefix with its NUL */

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

/* The title says whose turn it is and why, the description has the 3PF, the
 * facts about each player, and the parts that are left out. */
static void
put_svg_words(
    const struct svg_drawing *drawing, const struct position *position)
{
	const struct variant *variant = drawing->rules->variant;
	const struct snapshot *snapshot = drawing->snapshot;
	bool bare = drawing->layout->too_small;
	bool silent = drawing->style->panels &&
	    svg_is_too_small(
		&drawing->layout->picture, drawing->style, PANEL_TEXT_SIZE);
	SCRATCH said = STRBUF_INIT;

	svg_put(drawing, "<title id='%ptitle'>%s: ", variant->title);
	if (snapshot->turn == PLAYER_NONE)
		svg_put(drawing, "%s", snapshot->outcome.result);
	else
		svg_put(drawing, "move %u, %s to move%s%s",
		    (unsigned)position->number,
		    variant->players[snapshot->turn],
		    *snapshot->why != '\0' ? ": " : "", snapshot->why);
	svg_put(drawing, "</title>\n<desc id='%pdesc'>");
	/* 3PF has no sign that XML forbids: it allows >. */
	tpf_write(drawing->rules, position, drawing->out);
	for (unsigned p = 0; p < PLAYERS; p++) {
		strbuf_reset(&said);
		snapshot_write_facts(snapshot, variant, p, ", ", &said);
		describe_kinds(
		    variant, "in hand: ", snapshot->seat[p].own.hand, &said);
		describe_kinds(
		    variant, "lost: ", snapshot->seat[p].lost, &said);
		if (said.len > 0)
			svg_put(
			    drawing, "\n%s: %s", variant->players[p], said.ptr);
	}
	if (bare || silent)
		svg_put(drawing,
		    "\nLeft out, as letters would be lower than %u pixels: "
		    "%s%s%s.",
		    SVG_READABLE, bare ? "names of cells" : "",
		    bare && silent ? ", " : "",
		    silent ? "what is said of players" : "");
	svg_put(drawing, "</desc>\n");
}

void
svg_write(const struct rules *rules, const struct position *position,
    const struct svg_style *style, struct strbuf *out)
{
	struct svg_layout *layout = mem_alloc(sizeof(*layout));
	const struct picture *picture = &layout->picture;
	struct svg_style own = *style;
	SCRATCH text = STRBUF_INIT;
	struct snapshot snapshot;
	const struct svg_drawing drawing = { rules, &snapshot, &own, layout,
		&themes[style->theme].palette, &text };
	char prefix[PREFIX_MAX];
	uint32_t hash = 2166136261u; /* FNV-1a */

	own.prefix = PREFIX;
	if (own.labels == SVG_USUAL)
		own.labels = svg_labels_usual(&rules->board, own.naming);
	snapshot_take(&snapshot, rules, position, style->arrival);
	svg_lay_out(rules, &own, layout);
	svg_open(&drawing, picture->least, picture->most, own.width,
	    " role='img' aria-labelledby='%ptitle %pdesc'");
	put_svg_words(&drawing, position);
	svg_put_symbols(&drawing, picture->least);
	svg_put_board(&drawing);
	if (own.panels)
		panel_write(&drawing, position->number);
	svg_put(&drawing, "</svg>\n");
	mem_free(layout);
	/* The prefix is a hash of the drawing, so no page has an id twice. */
	for (size_t i = 0; i < text.len; i++)
		hash = (hash ^ (uint8_t)text.ptr[i]) * 16777619u;
	snprintf(prefix, sizeof(prefix), "t%08lx-", (unsigned long)hash);
	strbuf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] == PREFIX[0])
			strbuf_puts(out, prefix);
		else
			strbuf_char(out, text.ptr[i]);
}
