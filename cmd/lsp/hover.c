/* Ternion: hovers: what is at a place, in words and as a board. */
#include "cmd/lsp/look.h"
#include "cmd/lsp/server.h"
#include "cmd/lsp/words.h"
#include "formats/draw/svg.h"
#include "formats/draw/text_board.h"
#include "formats/position/tpf.h"
#include "parse/resolve/phrase.h"

enum {
	PICTURE_WIDTH = 360 /* pixels */
};

struct hover {
	const struct client *client;
	struct look look;
	struct found_place place;
	struct strbuf out;
};

/*
 * Text and markdown
 */

/* Text that means itself in markdown, too. */
static void
say_plain(struct hover *hover, struct slice text)
{
	for (size_t i = 0; i < text.len; i++) {
		if (hover->client->markdown && text.ptr[i] != '\0' &&
		    strchr("\\`*_{}[]<>#|!", text.ptr[i]) != NULL)
			strbuf_char(&hover->out, '\\');
		strbuf_char(&hover->out, text.ptr[i]);
	}
}

static void
say_title(struct hover *hover, struct slice text)
{
	const char *sign = hover->client->markdown ? "**" : "";

	strbuf_puts(&hover->out, sign);
	say_plain(hover, text);
	strbuf_printf(&hover->out, "%s\n\n", sign);
}

/* Lines that stay as they are. */
static void
say_block(struct hover *hover, const struct strbuf *text)
{
	bool is_markdown = hover->client->markdown;

	strbuf_puts(&hover->out, is_markdown ? "```text\n" : "");
	strbuf_slice(&hover->out, strbuf_as_slice(text));
	strbuf_puts(&hover->out, is_markdown ? "```\n" : "");
}

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

/* The board after the move, in characters or as an image in the text itself. */
static void
say_board(struct hover *hover)
{
	const struct look *look = &hover->look;
	const struct rules *rules = look->replayed.rules;
	struct strbuf board = STRBUF_INIT;

	if (hover->client->images) {
		const struct arrival arrival = { &look->move, PLAYER_NONE,
			NULL };
		const struct svg_style style = { .width = PICTURE_WIDTH,
			.labels =
			    svg_labels_usual(&rules->board, NAMING_ALGEBRAIC),
			.panels = true,
			.arrival = &arrival };

		svg_write(rules, &look->after, &style, &board);
		strbuf_puts(&hover->out, "![board](data:image/svg+xml;base64,");
		put_base64(strbuf_as_slice(&board), &hover->out);
		strbuf_puts(&hover->out, ")\n");
	} else {
		const struct board_style style = { .unicode = true };

		board_write(rules, &look->after, &style, &board);
		say_block(hover, &board);
	}
	strbuf_release(&board);
}

/*
 * By kind of place
 */

static void
say_ply(struct hover *hover)
{
	const struct look *look = &hover->look;
	const struct diags *diags = &look->diags;
	const struct reader_context reader = replayed_reader(&look->replayed);
	const struct ply *ply = hover->place.ply;
	const char *fault = "it is not played, because of a fault before";
	struct strbuf words = STRBUF_INIT;

	say_title(hover, ply->token);
	if (!look->is_played) {
		for (unsigned i = 0; i < diags->len; i++)
			if (diags->list[i].severity >= SEV_ERROR &&
			    diags->list[i].span.start >= ply->span.start &&
			    diags->list[i].span.start <=
				ply->span.start + ply->span.len)
				fault = diags->list[i].message;
		say_plain(hover, slice_of(fault));
		strbuf_char(&hover->out, '\n');
		return;
	}
	phrase_move(&reader, &look->before, &look->move, &words);
	strbuf_char(&words, '.');
	phrase_position(look->replayed.rules, &look->after, &words);
	say_plain(hover, slice_trim(strbuf_as_slice(&words)));
	strbuf_puts(&hover->out, "\n\n");
	say_board(hover);
	strbuf_reset(&words);
	tpf_write(look->replayed.rules, &look->after, &words);
	strbuf_char(&words, '\n');
	strbuf_char(&hover->out, '\n');
	say_block(hover, &words);
	strbuf_release(&words);
}

static void
say_code(struct hover *hover, enum diag_id id)
{
	const struct diag_row *row = &diag_table[id];

	say_title(hover, slice_of(row->slug));
	strbuf_printf(&hover->out, "%s. ", severity_name(row->severity));
	say_plain(hover, slice_of(row->meaning));
	strbuf_puts(&hover->out, "\n\nExample: ");
	say_plain(hover, slice_of(row->example));
	strbuf_char(&hover->out, '\n');
}

static void
say_tag(struct hover *hover, const struct variant *variant)
{
	const struct tag *tag = hover->place.tag;
	struct strbuf words = STRBUF_INIT;

	if (hover->place.kind == PLACE_TAG_VALUE)
		words_of_value(variant, tag->name, tag->value, &words);
	if (words.len == 0)
		words_of_tag(variant, tag->name, &words);
	if (words.len == 0)
		strbuf_puts(
		    &words, "A tag of your own, which is kept as it is.");
	say_title(hover, tag->name);
	say_plain(hover, strbuf_as_slice(&words));
	strbuf_char(&hover->out, '\n');
	strbuf_release(&words);
}

static void
say_nag(struct hover *hover)
{
	struct slice digits = hover->place.word;
	unsigned number = 0;
	const char *words;

	for (size_t i = 0; i < digits.len && number < NAG_WORDS; i++) {
		if (!ascii_is_digit(digits.ptr[i]))
			return;
		number = number * 10 + (unsigned)(digits.ptr[i] - '0');
	}
	words = words_of_nag(number);
	if (words == NULL || digits.len == 0)
		return;
	strbuf_printf(&hover->out, "$%u", number);
	if (nag_text(number)[0] != '\0') {
		strbuf_puts(&hover->out, ", ");
		say_plain(hover, slice_of(nag_text(number)));
	}
	strbuf_printf(&hover->out, ": %s\n", words);
}

static void
say_place(struct hover *hover)
{
	struct look *look = &hover->look;
	struct found_place *place = &hover->place;
	const struct variant *variant;

	if (place->kind == PLACE_NONE)
		return;
	if (place->kind == PLACE_PLY)
		look_cut_after(look, place->ply);
	look_replay(look, place->ply);
	variant =
	    look->replayed.rules != NULL ? look->replayed.rules->variant : NULL;
	switch (place->kind) {
	case PLACE_TAG_NAME:
	case PLACE_TAG_VALUE:
		say_tag(hover, variant);
		break;
	case PLACE_PLY:
		say_ply(hover);
		break;
	case PLACE_NAG:
		say_nag(hover);
		break;
	case PLACE_RESULT:
		say_title(hover, look->record.result);
		words_of_result(variant, look->record.result, &hover->out);
		break;
	case PLACE_CODE:
		say_code(hover, diag_find(place->word));
		break;
	case PLACE_NONE:
		break;
	}
}

/* In a configuration a code is one wherever it is. */
static void
say_configured_code(struct hover *hover, const struct request *request)
{
	const struct doc_text *text = &request->document->text;
	struct slice word = word_at(text, request->from);

	if (diag_find(word) == DIAGS)
		return;
	hover->place.from = (size_t)(word.ptr - text->bytes);
	hover->place.to = hover->place.from + word.len;
	say_code(hover, diag_find(word));
}

enum message_error
lsp_hover(struct request *request)
{
	const struct opened *document = request->document;
	struct json *json = request->json;
	struct hover hover = { .client = &request->server->client };

	if (document->is_foreign) {
		say_configured_code(&hover, request);
	} else {
		look_begin(&hover.look, document, request->from);
		if (look_next(&hover.look)) {
			look_find(&hover.look, request->from, &hover.place);
			say_place(&hover);
		}
		look_end(&hover.look);
	}
	if (hover.out.len > 0) {
		json_begin(json, "result", '{');
		json_begin(json, "contents", '{');
		json_string(json, "kind",
		    hover.client->markdown ? "markdown" : "plaintext");
		json_text(json, "value", strbuf_as_slice(&hover.out));
		json_end(json, '}');
		json_range(json, "range", &document->text, hover.place.from,
		    hover.place.to);
		json_end(json, '}');
	} else {
		json_null(json, "result");
	}
	strbuf_release(&hover.out);
	return ERROR_NONE;
}
