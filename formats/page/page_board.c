/* Ternion: the boards of a page. */
#include <limits.h>
#include <stdio.h>

#include "formats/page/page.h"
#include "formats/draw/svg_drawing.h"
#include "formats/report/report.h"
#include "parse/position/tpf.h"
#include "parse/position/tpf_games.h"
#include "parse/resolve/phrase.h"

/* The usual start in 3PF, without keys. */
static void
write_start(const struct rules *rules, struct strbuf *text)
{
	tpf_write(rules, &rules->start, text);
	struct slice rest = strbuf_as_slice(text);
	for (unsigned field = 0; field < TPF_FIELDS; field++)
		slice_take(&rest, ' ');
	strbuf_cut(text, text->len - rest.len - (rest.len > 0));
}

uint64_t
page_board_key(const struct rules *rules, const struct naming *naming)
{
	uint64_t key = REPORT_HASH_START;
	SCRATCH start = STRBUF_INIT;
	char name[CELL_NAME_MAX], kind = (char)naming->kind;

	key = report_hash(
	    key, rules->variant->id, strlen(rules->variant->id) + 1);
	key = report_hash(key, &kind, 1);
	for (cell c = 0; c < rules->board.cells; c++) {
		coords_name(&rules->board, naming, 0, c, name);
		key = report_hash(key, name, strlen(name) + 1);
	}
	write_start(rules, &start);
	return report_hash(key, start.ptr, start.len);
}

void
page_board_id(uint64_t key, char id[PAGE_BOARD_ID_MAX])
{
	snprintf(
	    id, PAGE_BOARD_ID_MAX, "b%012llx", (unsigned long long)(key >> 16));
}

static void
put_strings(
    struct json *json, const char *key, const char *const *text, unsigned count)
{
	json_begin(json, key, '[');
	for (unsigned i = 0; i < count && text[i] != NULL; i++)
		json_string(json, NULL, text[i]);
	json_end(json, ']');
}

static void
put_page_cells(struct json *json, const char *key, const struct board *board,
    const struct naming *naming, unsigned seat)
{
	char name[CELL_NAME_MAX];

	json_begin(json, key, '[');
	for (cell c = 0; c < board->cells; c++)
		json_put(json, "%s", coords_name(board, naming, seat, c, name));
	json_end(json, ']');
}

static void
put_variant(
    struct json *json, const struct rules *rules, const struct naming *naming)
{
	const struct variant *variant = rules->variant;
	const struct dialect *own = dialect_of(variant);

	json_put(json, "variant:%s title:%s letters:%s colours:%s", variant->id,
	    variant->title, variant->letters, variant->colours);
	put_strings(json, "kinds", variant->kinds, KINDS);
	put_strings(json, "players", variant->players, PLAYERS);
	json_put(json, "inks:[");
	for (unsigned p = 0; p < PLAYERS; p++)
		json_put(json, "%s", theme_ink(THEME_AUTO, variant, p)->fill);
	json_put(json, "] keys:[");
	for (const struct tpf_key *key = tpf_keys; key->name != NULL; key++)
		if (tpf_game_has(variant, key))
			json_put(json, "%s", key->name);
	json_put(json, "]");
	json_put(json, "hand:%s turns:%d", tpf_pieces, TURNS_KEPT);
	json_bool(json, "upper", own->machine_cells == NAMING_UPPER);
	put_page_cells(json, "cells", &rules->board, own->cells, 0);
	if (naming == own->cells)
		return;
	json_put(json, "names:[");
	for (unsigned seat = 0; seat < (naming == NAMING_SEAT ? PLAYERS : 1u);
	     seat++)
		put_page_cells(json, NULL, &rules->board, naming, seat);
	json_put(json, "]");
}

static void
put_seat(struct json *json, const struct rules *rules, struct svg_style style,
    unsigned seat, struct svg_layout *layout)
{
	const struct board *board = &rules->board;
	const struct picture *picture = &layout->picture;

	style.seat = seat;
	/* The drawing is that of the first seat. */
	if (seat > 0)
		svg_lay_out(rules, &style, layout);
	json_put(json, "{view:[%d %d %d %d] at:[", picture->least.x,
	    picture->least.y, picture->most.x - picture->least.x,
	    picture->most.y - picture->least.y);
	for (cell c = 0; c < board->cells; c++)
		json_put(json, "%d %d", layout->place[c].at.x,
		    layout->place[c].at.y);
	json_put(json, "] percent:[");
	for (cell c = 0; c < board->cells; c++)
		json_put(json, "%u", layout->place[c].percent);
	json_put(json, "] home:[");
	for (unsigned p = 0; p < PLAYERS; p++)
		json_put(json, "%d %d", picture->home[p].x, picture->home[p].y);
	json_put(json, "] labels:[");
	for (unsigned i = 0; i < layout->labels; i++)
		json_put(json, "%d %d", layout->label[i].x, layout->label[i].y);
	if (style.labels == SVG_CELLS)
		json_put(json, "] texts:[");
	for (unsigned i = 0; i < layout->labels; i++)
		if (style.labels == SVG_CELLS)
			json_put(json, "%s", layout->label[i].text);
	json_put(json, "]}");
}

void
page_board_write(
    const struct rules *rules, const struct naming *naming, struct strbuf *out)
{
	char id[PAGE_BOARD_ID_MAX], prefix[PAGE_BOARD_ID_MAX + 1];
	struct svg_style style = { .naming = naming,
		.labels = svg_labels_usual(&rules->board, naming),
		.prefix = prefix };
	struct svg_layout *layout = mem_alloc(sizeof(*layout));
	struct json json = { .out = out };
	SCRATCH text = STRBUF_INIT, at = STRBUF_INIT;
	struct slice field[TPF_FIELDS];
	struct snapshot start;
	const struct svg_drawing drawing = { rules, &start, &style, layout,
		&themes[style.theme].palette, out };

	page_board_id(page_board_key(rules, naming), id);
	snprintf(prefix, sizeof(prefix), "%s-", id);
	strbuf_printf(out, "<template id=\"%s\">\n", id);
	snapshot_take(&start, rules, &rules->start, NULL);
	svg_lay_out(rules, &style, layout);
	svg_open(&drawing, layout->picture.least, layout->picture.most, 0, "");
	svg_put_symbols(&drawing, layout->picture.least);
	/* The page adds the names of cells, for each player. */
	style.naming = dialect_of(rules->variant)->cells;
	svg_put_board(&drawing);
	style.naming = naming;
	strbuf_puts(out, "</svg>\n");
	strbuf_printf(out,
	    "</template>\n<script type=\"application/json\" id=\"%s-data\">\n",
	    id);
	json_put(&json, "{");
	put_variant(&json, rules, naming);
	/* The usual start: the pieces as page_record.js has them, and fields of
	 * 3PF. */
	write_start(rules, &text);
	struct slice rest = strbuf_as_slice(&text);
	for (unsigned i = 0; i < TPF_FIELDS; i++)
		field[i] = slice_take(&rest, ' ');
	for (cell c = 0; c < rules->board.cells; c++)
		page_put_digits(page_piece(&rules->start, c), 2, &at);
	json_put(&json, "start:{at:%s turn:%u rights:%.*s ep:%.*s", at.ptr,
	    (unsigned)rules->start.to_move, SLICE(field[2]), SLICE(field[3]));
	json_put(&json, "status:%.*s clock:=%.*s number:=%.*s}",
	    SLICE(field[4]), SLICE(field[5]), SLICE(field[6]));
	json_put(&json, "seats:[");
	for (unsigned seat = 0; seat < PLAYERS; seat++)
		put_seat(&json, rules, style, seat, layout);
	mem_free(layout);
	json_put(&json, "]}");
	strbuf_puts(out, "\n</script>\n");
}
