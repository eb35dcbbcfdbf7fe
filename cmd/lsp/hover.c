/* Ternion: hovers: what stands at a place, in words and as a board. */
#include "cmd/lsp/look.h"
#include "cmd/lsp/server.h"
#include "cmd/lsp/words.h"
#include "formats/draw/svg.h"
#include "formats/draw/text_board.h"
#include "formats/position/tpf.h"

enum {
	PICTURE_WIDTH = 360 /* pixels */
};

static void
put_base64(struct slice bytes, struct strbuf *out)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < bytes.len; i += 3) {
		unsigned three = 0;

		for (size_t j = 0; j < 3; j++)
			three = three << 8 |
			    (i + j < bytes.len ? (unsigned char)bytes.ptr[i + j]
					       : 0u);
		for (unsigned j = 0; j < 4; j++)
			strbuf_char(out,
			    i + j > bytes.len
				? '='
				: digits[three >> (18 - 6 * j) & 63]);
	}
}

/* A picture, as an image in the text itself. */
static void
put_picture(const struct rules *rules, const struct position *position,
    const struct move *last, struct strbuf *out)
{
	const struct arrival arrival = { last, PLAYER_NONE, NULL };
	const struct svg_style style = { .width = PICTURE_WIDTH,
		.labels = svg_labels_usual(&rules->board, NAMING_ALGEBRAIC),
		.panels = true,
		.arrival = &arrival };
	struct strbuf picture = STRBUF_INIT;

	svg_write(rules, position, &style, &picture);
	strbuf_puts(out, "![board](data:image/svg+xml;base64,");
	put_base64(strbuf_as_slice(&picture), out);
	strbuf_puts(out, ")\n");
	strbuf_release(&picture);
}

/* Lines as they are: in markdown, a block of code. */
static void
put_block(const struct client *client, struct slice text, struct strbuf *out)
{
	strbuf_puts(out, client->markdown ? "```text\n" : "");
	strbuf_slice(out, text);
	strbuf_puts(out, client->markdown ? "```\n" : "");
}

static void
put_board(const struct client *client, const struct rules *rules,
    const struct position *position, const struct move *last,
    struct strbuf *out)
{
	const struct board_style style = { .unicode = true };
	struct strbuf board = STRBUF_INIT;

	if (client->images) {
		put_picture(rules, position, last, out);
		return;
	}
	board_write(rules, position, &style, &board);
	put_block(client, strbuf_as_slice(&board), out);
	strbuf_release(&board);
}

/* Text that stands for itself in markdown, too. */
static void
put_plain(const struct client *client, struct slice text, struct strbuf *out)
{
	for (size_t i = 0; i < text.len; i++) {
		if (client->markdown &&
		    strchr("\\`*_{}[]<>#|!", text.ptr[i]) != NULL &&
		    text.ptr[i] != '\0')
			strbuf_char(out, '\\');
		strbuf_char(out, text.ptr[i]);
	}
}

static void
put_title(const struct client *client, struct slice text, struct strbuf *out)
{
	const char *sign = client->markdown ? "**" : "";

	strbuf_puts(out, sign);
	put_plain(client, text, out);
	strbuf_printf(out, "%s\n\n", sign);
}

/*
 * Plies
 */

/* Why there is nothing to show: what is said of the ply. */
static void
put_fault(const struct client *client, const struct look *look,
    const struct ply *ply, struct strbuf *out)
{
	const struct diags *diags = &look->diags;
	const char *words = "it is not played, because of a fault before";

	for (unsigned i = 0; i < diags->len; i++)
		if (diags->list[i].severity >= SEV_ERROR &&
		    diags->list[i].span.start >= ply->span.start &&
		    diags->list[i].span.start <=
			ply->span.start + ply->span.len)
			words = diags->list[i].message;
	put_plain(client, slice_of(words), out);
	strbuf_char(out, '\n');
}

static void
put_ply(const struct client *client, struct look *look, const struct ply *ply,
    struct strbuf *out)
{
	const struct rules *rules = look->replayed.rules;
	struct strbuf words = STRBUF_INIT;

	put_title(client, ply->token, out);
	if (!look->is_played) {
		put_fault(client, look, ply, out);
		return;
	}
	words_of_move(&look->replayed, &look->before, &look->move, &words);
	strbuf_char(&words, '.');
	words_of_position(rules, &look->after, &words);
	put_plain(client, slice_trim(strbuf_as_slice(&words)), out);
	strbuf_puts(out, "\n\n");
	put_board(client, rules, &look->after, &look->move, out);
	strbuf_reset(&words);
	tpf_write(rules, &look->after, &words);
	strbuf_char(&words, '\n');
	strbuf_char(out, '\n');
	put_block(client, strbuf_as_slice(&words), out);
	strbuf_release(&words);
}

/*
 * The rest
 */

static void
put_code(const struct client *client, enum diag_id id, struct strbuf *out)
{
	const struct diag_row *row = &diag_table[id];

	put_title(client, slice_of(row->slug), out);
	strbuf_printf(out, "%s. ", severity_name(row->severity));
	put_plain(client, slice_of(row->meaning), out);
	strbuf_puts(out, "\n\nExample: ");
	put_plain(client, slice_of(row->example), out);
	strbuf_char(out, '\n');
}

static void
put_tag(const struct client *client, const struct variant *variant,
    const struct found_place *place, struct strbuf *out)
{
	struct strbuf words = STRBUF_INIT;

	if (place->kind == PLACE_TAG_VALUE)
		words_of_value(
		    variant, place->tag->name, place->tag->value, &words);
	if (words.len == 0)
		words_of_tag(variant, place->tag->name, &words);
	if (words.len == 0)
		strbuf_puts(
		    &words, "A tag of your own, which is kept as it is.");
	put_title(client, place->tag->name, out);
	put_plain(client, strbuf_as_slice(&words), out);
	strbuf_char(out, '\n');
	strbuf_release(&words);
}

static void
put_nag(const struct client *client, struct slice digits, struct strbuf *out)
{
	unsigned number = 0;
	const char *words;

	for (size_t i = 0; i < digits.len && number < NAG_WORDS; i++) {
		if (digits.ptr[i] < '0' || digits.ptr[i] > '9')
			return;
		number = number * 10 + (unsigned)(digits.ptr[i] - '0');
	}
	words = words_of_nag(number);
	if (words == NULL || digits.len == 0)
		return;
	strbuf_printf(out, "$%u", number);
	if (nag_text(number)[0] != '\0') {
		strbuf_puts(out, ", ");
		put_plain(client, slice_of(nag_text(number)), out);
	}
	strbuf_printf(out, ": %s\n", words);
}

/* Describes what was found at a place. */
static void
put_place(const struct client *client, struct look *look,
    const struct found_place *place, struct strbuf *out)
{
	const struct variant *variant = NULL;

	if (place->kind == PLACE_PLY)
		look_cut_after(look, place->ply);
	look_replay(look, place->ply);
	if (look->replayed.rules != NULL)
		variant = look->replayed.rules->variant;
	switch (place->kind) {
	case PLACE_TAG_NAME:
	case PLACE_TAG_VALUE:
		put_tag(client, variant, place, out);
		break;
	case PLACE_PLY:
		put_ply(client, look, place->ply, out);
		break;
	case PLACE_NAG:
		put_nag(client, place->word, out);
		break;
	case PLACE_RESULT:
		put_title(client, look->record.result, out);
		words_of_result(variant, look->record.result, out);
		break;
	case PLACE_CODE:
		put_code(client, diag_find(place->word), out);
		break;
	case PLACE_NONE:
		break;
	}
}

/* In a configuration a code is one wherever it is. */
static void
find_in_configuration(const struct doc_text *text, size_t offset,
    struct found_place *place, const struct client *client, struct strbuf *out)
{
	struct slice word = word_at(text, offset);

	if (diag_find(word) == DIAGS)
		return;
	place->from = (size_t)(word.ptr - text->bytes);
	place->to = place->from + word.len;
	put_code(client, diag_find(word), out);
}

enum message_error
lsp_hover(struct request *request)
{
	const struct client *client = &request->server->client;
	const struct opened *document = request->document;
	struct json *json = request->json;
	struct strbuf text = STRBUF_INIT;
	struct found_place place = { .kind = PLACE_NONE };
	struct look look;

	if (document->is_foreign) {
		find_in_configuration(
		    &document->text, request->from, &place, client, &text);
	} else {
		look_begin(&look, document, request->from);
		if (look_next(&look)) {
			look_find(&look, request->from, &place);
			if (place.kind != PLACE_NONE)
				put_place(client, &look, &place, &text);
		}
		look_end(&look);
	}
	if (text.len > 0) {
		json_begin(json, "result", '{');
		json_begin(json, "contents", '{');
		json_string(
		    json, "kind", client->markdown ? "markdown" : "plaintext");
		json_text(json, "value", strbuf_as_slice(&text));
		json_end(json, '}');
		json_range(
		    json, "range", &document->text, place.from, place.to);
		json_end(json, '}');
	} else {
		json_null(json, "result");
	}
	strbuf_release(&text);
	return ERROR_NONE;
}
