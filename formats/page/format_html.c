/* Ternion: records as a web page that replays them: one file, no network.
 *
 * A reader sees page.html, and page.js fills it. The page holds each
 * board once and each game as an object, which page.js opens when it is chosen:
 * see page.h. */

#include "formats/page/page.h"
#include "formats/report/xml.h"

/* The files of the page as bytes: pointers to their lines would cost the start
 * of every command. */
static const unsigned char page_head[] = {
#include "formats/page/page_head.html.bytes"
#include "formats/page/page_view.css.bytes"
#include "formats/page/page.css.bytes"
#include "formats/page/page_print.css.bytes"
};

static const unsigned char page_html[] = {
#include "formats/page/page.html.bytes"
#include "formats/page/page_nags.html.bytes"
};

static const unsigned char page_js[] = {
#include "formats/page/page_record.js.bytes"
#include "formats/page/page_list.js.bytes"
#include "formats/page/page_view.js.bytes"
#include "formats/page/page_output.js.bytes"
#include "formats/page/page_viewer.js.bytes"
#include "formats/page/page.js.bytes"
};

/* html_write puts this before the text of a game, for html_place, which knows
 * what the page holds already. */
struct parcel {
	uint64_t key; /* of the board */
	const struct variant *variant;
	struct settings settings;
	const struct naming *naming;
};

static void
html_write(const struct record *record, const struct writing *writing,
    struct strbuf *out)
{
	static const char *const more[] = { "Event", "Round", "Date" };
	const struct notation *notation =
	    notation_to_write(writing->written, writing->variant);
	SCRATCH title = STRBUF_INIT, game = STRBUF_INIT;
	struct parcel parcel = { .variant = writing->variant,
		.settings = writing->rules->settings,
		.naming = notation_naming(notation, writing->variant) };
	char id[PAGE_BOARD_ID_MAX];
	struct slice rest;

	parcel.key = page_board_key(writing->rules, parcel.naming);
	/* The title for the list of games. */
	for (unsigned p = 0; p < PLAYERS; p++) {
		struct slice name = record_player(record, writing->variant, p);

		if (name.len == 0 || slice_is(name, "?"))
			name = slice_of(writing->variant->players[p]);
		strbuf_printf(&title, "%s%.*s", p > 0 ? " \xe2\x80\x93 " : "",
		    SLICE(name));
	}
	strbuf_printf(&title, ", %.*s", SLICE(writing->result));
	for (size_t i = 0; i < COUNT(more); i++) {
		const struct tag *tag = record_tag(record, more[i]);

		if (tag != NULL && tag->value.len > 0 &&
		    memchr(tag->value.ptr, '?', tag->value.len) == NULL)
			strbuf_printf(&title, ", %.*s", SLICE(tag->value));
	}
	page_board_id(parcel.key, id);
	page_moves_write(record, writing, parcel.naming, id, &game);
	strbuf_add(out, (const char *)&parcel, sizeof(parcel));
	xml_put(out, NULL,
	    "<script type='application/json' class='game' data-title='%t'>\n",
	    strbuf_as_slice(&title));
	/* A < in the JSON could be read as a tag. */
	for (rest = strbuf_as_slice(&game); rest.len > 0;) {
		struct slice part = slice_take(&rest, '<');

		strbuf_slice(out, part);
		if (part.ptr + part.len < rest.ptr)
			strbuf_puts(out, "\\u003c");
	}
	strbuf_puts(out, "\n</script>\n");
}

static void
open_page(struct strbuf *out)
{
	strbuf_add(out, (const char *)page_head, sizeof(page_head));
	strbuf_puts(out, "</style>\n</head>\n<body>\n");
	strbuf_add(out, (const char *)page_html, sizeof(page_html));
	strbuf_puts(out, "<script>\n");
	strbuf_add(out, (const char *)page_js, sizeof(page_js));
	strbuf_puts(out, "</script>\n");
}

static void
html_place(struct slice text, struct placing *placing, struct strbuf *out)
{
	struct parcel parcel;
	unsigned i = 0;

	/* The page has the board already. */
	if (placing->number == 0) {
		strbuf_slice(out, slice_from(text, sizeof(parcel)));
		return;
	}
	memcpy(&parcel, text.ptr, sizeof(parcel));
	if (placing->number == 1) {
		placing->kept = 0;
		open_page(out);
	}
	while (i < placing->kept && placing->keeps[i] != parcel.key)
		i++;
	if (i == placing->kept) {
		/* There are fewer kinds of boards than places. */
		if (placing->kept < PLACING_KEEPS)
			placing->keeps[placing->kept++] = parcel.key;
		struct rules *rules = mem_zeroed(sizeof(*rules));
		rules_init_zeroed(rules, parcel.variant, &parcel.settings);
		page_board_write(rules, parcel.naming, out);
		mem_free(rules);
	}
	strbuf_slice(out, slice_from(text, sizeof(parcel)));
	/* The page shows the first game before the others have arrived. */
	if (placing->number != 1)
		return;
	strbuf_puts(out, "<script>ternion.begin();</script>\n");
	if (placing->engine.len > 0)
		xml_put(out, NULL, "<template id='engine'>%t</template>\n",
		    placing->engine);
}

static void
html_end(struct placing *placing, struct strbuf *out)
{
	if (placing->number == 0) {
		open_page(out);
		strbuf_puts(out, "<p>There are no games.</p>\n");
	}
	strbuf_puts(
	    out, "<script>ternion.finish();</script>\n</body>\n</html>\n");
}

const struct format format_html = {
	.id = "html",
	.title = "a web page that replays the games",
	.nags_apart = true,
	.needs_positions = true,
	.write = html_write,
	.place = html_place,
	.end = html_end,
};
